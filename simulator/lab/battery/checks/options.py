"""Options: every one that is listed can be applied, and what is in the box stays in the game."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from digsite.simulator.game.authoring.game import AuthoredGame
from digsite.simulator.game.game import Game
from digsite.simulator.game.wording import counted
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.lab.battery.checks.sight import differing, fields
from digsite.simulator.lab.battery.hand_play import HandPlayed, copied, decision_name
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Sampled, Subject
from digsite.strategies.registry import RANDOM

_EACH = 5  # of the decisions one in this many is looked at option by option


def check_options(subject: Subject) -> Iterator[Problem]:
    """Every option that is listed can be applied, is listed once, and leads to a decision with options or to the end."""
    for spot in subject.games([[RANDOM] * subject.seats]):
        table = subject.by_hand(spot)
        for count, (n, _) in enumerate(table.play(spot.players)):
            options = table.options[:n].copy()
            yield from check_list(table, options, spot)
            if count % _EACH == 0:
                for option in options:
                    subject.count("option")
                    yield from _applied(table, int(option), spot)
            table.options[:n] = options


def check_list(table: HandPlayed, options: np.ndarray, spot: Spot) -> Iterator[Problem]:
    """The options of the decision now due are different ones, and listing them changes nothing."""
    game, before = table.game, table.copy()
    here = f"at the decision {table.decision()!r} of seat {table.state.seat + 1}"
    if not 0 <= table.state.seat < table.seats:
        yield Problem(f"state.seat is {table.state.seat} of {table.seats} seats.", place="state.seat", spot=spot)
    if int(table.state.decision) not in [int(kind) for kind in game.records.decisions]:
        yield Problem(f"Decision {table.state.decision} has no name.", place="state.decision", spot=spot)
    if not 1 <= len(options) <= game.records.max_options:
        yield Problem(
            f"`legal` gives {counted(len(options), 'option')} {here}; it must be 1 to MAX_OPTIONS, "
            f"{game.records.max_options}.",
            place="legal", kind="number", spot=spot,
        )  # fmt: skip
        return
    values, times = np.unique(options, return_counts=True)
    if times.max() > 1:
        twice = int(values[times.argmax()])
        yield Problem(
            f"`legal` lists {option_name(game, int(table.state.decision), twice)} {times.max()} times {here}.",
            place="legal", kind="twice", spot=spot,
        )  # fmt: skip
    again = table.legal()
    if again != len(options) or (table.options[: len(options)] != options).any():
        yield Problem(
            f"`legal` gives other options when it is called again {here}.", place="legal", kind="again", spot=spot
        )
    if changed := differing(before, table.state):
        yield Problem(f"`legal` changes {fields(changed)} {here}; it may only list options.", place="legal", spot=spot)


def _applied(table: HandPlayed, option: int, spot: Spot) -> Iterator[Problem]:
    """An option leads to the same position each time, which is the end or has options."""
    made = []
    for _ in range(2):
        trial = copied(table.state)
        with np.errstate(over="ignore"):
            table.kernels.apply(table.rules, trial, option, SILENT)
        made.append(trial)
    here = f"{option_name(table.game, int(table.state.decision), option)} at the decision {table.decision()!r}"
    if changed := differing(*made):
        yield Problem(
            f"Applied twice, {here} gives another {fields(changed)}.", place="apply", kind="unlike", spot=spot
        )
    trial = made[0]
    if not trial.over and (n := table.kernels.legal(table.rules, trial, table.options)) < 1:
        after = decision_name(table.game, int(trial.decision))
        yield Problem(
            f"{here} leads to the decision {after!r} of seat {trial.seat + 1}, where `legal` gives {n} options.",
            place="legal", kind="dead end", spot=spot,
        )  # fmt: skip


def option_name(game: Game, decision: int, option: int) -> str:
    """Return what an option is called: by the game's words, by its action if options are actions, else its number."""
    if words := game.option_words(decision, option):
        return f"the option {words!r}"
    actions = {int(action): action.name for action in actions_of(game)}
    return f"the option {actions.get(option, option)}"


def actions_of(game: Game) -> list[Any]:
    """Return the actions that a game names, if it does and options are actions or have one."""
    if isinstance(game, AuthoredGame):
        return [] if game.source.table("Option", None) else list(game.source.table("Action", ()))
    return list(game.home.rules.get("options", "Action", ()))


def check_inventory(subject: Subject) -> Iterator[Problem]:
    """What is in the box stays in the game: the inventory is the same at every decision."""
    inventory, sampled = subject.declarations.inventory, Sampled(first=subject.effort.some(50), then=12)
    if inventory is None:
        yield Problem("nothing is declared conserved", weight="remark")
        return
    for spot in subject.games():
        table = subject.by_hand(spot)
        first = inventory(table.rules, table.state)
        before = f"the decision {table.decision()!r}" if not table.state.over else "the end"
        for _ in table.play(spot.players, subject.plugins):
            if sampled.takes(int(table.asked.state.decision)):
                subject.count("position")
                yield from _kept(first, inventory(table.rules, table.state), spot, before)
            before = f"the decision {table.decision()!r}"
        yield from _kept(first, inventory(table.rules, table.state), spot, before)


def _kept(first: Any, now: Any, spot: Spot, before: str) -> Iterator[Problem]:
    if now == first:
        return
    changed = "its inventory"
    if isinstance(first, dict) and isinstance(now, dict):
        names = [name for name in {**first, **now} if first.get(name) != now.get(name)]
        changed = ", ".join(f"{name} from {first.get(name)} to {now.get(name)}" for name in names)
    yield Problem(f"The box is not kept together: {changed}, after {before}.", place="inventory", spot=spot)

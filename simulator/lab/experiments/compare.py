"""Comparing: two rule sets or line-ups on the same luck, with a verdict."""

import re
from collections.abc import Iterable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Literal, Unpack

from digsite.analyses.experiments.compare import decide, tuning_of
from digsite.analyses.experiments.compare.question import Comparison, Side, Tuning, arms_of
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.running import Arguments, split_arguments
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_plan, in_small_parts
from digsite.simulator.lab.experiments.line_ups import line_up_plan, other_line_ups
from digsite.simulator.lab.experiments.pilots import pilot_games, with_progress
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.options import OPTIONS, either
from digsite.simulator.play.arguments import names, text_of
from digsite.simulator.play.backends import batch_together, tally_together
from digsite.simulator.play.plan import Plan, PlanArguments, moving
from digsite.simulator.play.repeat import options_of
from digsite.simulator.play.tallies import common_seating, merge, tallies
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.strategies.learned.record import learned_files
from digsite.strategies.naming import plain_name

GAMES = 200_000
MOST_GAMES = 2_000_000  # with a margin, unless the user names a limit
PILOT_GAMES = 1_000
PRINTED = "printed rules"  # the rules of a side without a name
Margin = tuple[Literal["share", "points", "turns", "number"], float]
_UNITS: dict[str, Margin] = {
    "pp": ("share", 0.01),
    "%": ("share", 0.01),
    "point": ("points", 1.0),
    "turn": ("turns", 1.0),
    "": ("number", 1.0),
}


def compare(
    game: Path | str,
    games: int | None = None,
    *,
    against: str | Iterable[str] = "base",
    against_seats: str | Iterable[str] = "",
    line_ups: int | str | Iterable[str] = "",
    margin: str = "",
    measure: str | Iterable[str] = (),
    relearn: int | None = None,
    **arguments: Unpack[Arguments],
) -> ExperimentResult:
    """Play two rule sets or line-ups on the same luck and say what differs.

    games:         on each side; with a margin, at most.
    against:       variants of the other side; "base" for none. A `rules_file` is compared with the printed rules.
    against_seats: another line-up for the other side; a `rules_file` then holds for both.
    line_ups:      repeat it with other line-ups, on as many games each and deals of their own: "6", or each of "cautious,rusher"
                   in all seats. What changes is then said over line-ups: whoever plays, or depending on the players.
    margin:        the least change that matters, such as "0.5pp", "2points" or "3turns": play until it is decided
                   whether the change is larger, smaller or negligible.
    measure:       columns of the game to compare, ["escaped", "cards_lava_1"] or "escaped,cards_lava_1", besides wins,
                   scores and length; a margin then applies to the first of them, a plain number such as "0.2" unless
                   it is a share. By default those that the game names.
    relearn:       let a player learn each side's rules from so many games of self-play, and compare with these two.

    The other arguments are those of `simulate`, without `events`. The experiment is saved in `out`, by
    default runs/GAME-compare-PLAYERSp-SEED, an arm for each side.

    Example::

        shown = compare("lost-cities", 40_000, settings={"cards.hand": 7}, players=2, seed=1)
        print(shown.result.findings[0].sentence)
    """
    if relearn is not None:
        from digsite.simulator.lab.players.relearn import compare_relearned

        for name, value in (("against_seats", against_seats), ("margin", margin)):
            if value:
                raise WrongUse(OPTIONS["relearn"], " decides who plays and how long; leave ", OPTIONS[name], " out.")
        return compare_relearned(game, relearn, games, against=against, measure=measure, **arguments)
    decides, running = split_arguments(compare, **arguments)
    least = parse_margin(margin) if text_of("margin", margin).strip() else None
    seated = decides.get("seats")
    found = running.game(game)
    usual = None if games is not None or least else games_by_default(found, seated, GAMES)
    most = games if games is not None else usual or MOST_GAMES
    others, other_seats = unique_names("variant", names("against", against)), names("against_seats", against_seats)
    changed, other = plans_of(found.id, most, decides, [] if others == ["base"] else others, other_seats)
    columns, named = changed.definition.columns, unique_names("measure", names("measure", measure))
    extra = find_measures(columns, changed.seats, named or headlines(columns))
    question = Comparison(*sides_of(other, changed, decides.get("rules_file")), least, extra, named)
    _check(question, other, changed)
    repeats = other_line_ups(changed, line_ups, other_seats, margin)
    question = replace(question, line_ups=repeats)
    announce_players(found, seated, changed.players, running.progress, usual)
    running.progress.starting(_announced(question, changed))
    again = {**options_of(decides), "seed": changed.seed, "games": changed.games, "margin": margin.strip()}
    command = Command(
        "compare", changed.called, **again, against=others, against_seats=other_seats, measure=named,
        line_ups=names("line_ups", line_ups if isinstance(line_ups, str) else str(line_ups)),
    )  # fmt: skip
    arms = {"against": other, "changed": changed}
    for number, players in enumerate(repeats, 1):
        pair = (line_up_plan(plan, players, number) for plan in (other, changed))
        arms |= dict(zip(arms_of(number), pair, strict=True))
    design = Design("compare", question.as_data(), arms)
    folder = running.folder(f"{changed.game}-compare-{changed.seats}p-{changed.seed}")
    playing = ExperimentPlay(design, folder, running, str(command))
    experiment = playing.play(partial(_play_until_decided, question) if least else None)
    return write_result(experiment, progress=running.progress)


def plans_of(
    game: Path | str, games: int, decides: PlanArguments, others: list[str], other_seats: list[str]
) -> tuple[Plan, Plan]:
    """Return the plans of the changed side and of the one it is compared with."""
    changed = arm_plan(game, games, **decides)
    held: PlanArguments = {
        **decides,
        "players": changed.seats,
        "seats": other_seats or changed.players,
        "variants": others,
        "settings": (),
        "rules_file": decides.get("rules_file") if other_seats else None,
        "seed": changed.seed,
    }
    return level(changed, arm_plan(game, games, **held))


def level(changed: Plan, other: Plan) -> tuple[Plan, Plan]:
    """Return both sides with as many games to a deal: one of a single strategy moves next to one that is mixed."""
    if changed.rotations == other.rotations:
        return changed, other
    first, second = (in_small_parts(moving(plan)) for plan in (changed, other))
    return first, second


def parse_margin(text: str) -> Margin:
    """Return 0.5pp, 2points or 3turns as a unit and a size."""
    found = re.fullmatch(r"([\d.]+)\s*(pp|%|point|turn|)s?", text.strip().lower())
    try:
        size = float(found[1]) if found else 0.0
    except ValueError:
        size = 0.0
    if not found or size <= 0:
        raise WrongUse(
            OPTIONS["margin"],
            " is a size such as 0.5pp (of the win rate), 2points, 3turns, or 0.2 of a ",
            OPTIONS["measure"],
            f"; {text!r} is not.",
        )
    unit, factor = _UNITS[found[2]]
    return unit, size * factor


def sides_of(other: Plan, changed: Plan, rules_file: Path | str | None = None) -> tuple[Side, Side]:
    """Return names for both sides: by their rules, by their line-ups, or by both if both differ.

    The changed side may be named by the rules file that it plays by.
    """
    rules, line_ups = other.rules != changed.rules, other.players != changed.players
    made = []
    for plan in (other, changed):
        file = [Path(rules_file).name] if rules_file and rules and plan is changed else []
        named = " + ".join([*file, *plan.variants, *plan.settings])
        label, phrase = (named, f"under {named}") if named else _unnamed(plan, rules_file)
        players = ", ".join(plan.players)
        if line_ups:
            label, phrase = (
                (f"{label} ({players})", f"{phrase} with {players}") if rules else (players, f"with {players}")
            )
        made.append(Side(label, phrase, plan.players))
    return made[0], made[1]


def _unnamed(plan: Plan, rules_file: Path | str | None) -> tuple[str, str]:
    """Return the name of a side without variants and settings, and the words that say so in a sentence."""
    if rules_file and plan.rules != plan.definition.figures.values():
        return Path(rules_file).name, f"under {Path(rules_file).name}"
    return PRINTED, f"under the {PRINTED}"


def _check(question: Comparison, other: Plan, changed: Plan) -> None:
    """Refuse sides that cannot differ."""
    if other.rules == changed.rules and _line_up(other) == _line_up(changed):
        raise WrongUse(
            "There is nothing to compare: both sides play the same rules with the same line-up. Give what differs: ",
            *either("variants", "settings", "rules_file", "against_seats"),
            ".",
        )
    if question.seats == 1 and question.margin and question.margin[0] == "share" and not question.named:
        raise WrongUse("One player has no rivals to win against; give the ", OPTIONS["margin"], " in points or turns.")
    if question.margin:
        check_margin(question)


def check_margin(question: Comparison) -> None:
    """Refuse a margin whose unit is not that of its measure."""
    assert question.margin is not None
    unit, size = question.margin
    if unit == "share" and size >= 1:
        raise WrongUse(
            "A share changes by less than 100 percentage points; a ",
            OPTIONS["margin"],
            f" of {size * 100:g}pp is too large.",
        )
    if not question.named:
        if unit == "number":
            raise WrongUse(
                OPTIONS["margin"],
                f" {size:g} has no unit: say {size:g}pp, {size:g}points, {size:g}turns, or ",
                OPTIONS["measure"],
                ".",
            )
        return
    first = question.extra[0]
    own = {"score": "points", "turns": "turns"}.get(first.column)
    if unit not in (("share",) if first.share else ("number", own)):
        right = "percentage points, such as 0.5pp" if first.share else "plain numbers, such as 0.2"
        raise WrongUse(f"{first.words} is measured in {right}; the ", OPTIONS["margin"], " is not.")


def _line_up(plan: Plan) -> tuple[Any, ...]:
    """Return the players in a canonical form."""
    names = [plain_name(player) for player in plan.players]
    return names, plan.weights, plan.thinking, learned_files(plan)


def _announced(question: Comparison, plan: Plan) -> str:
    sides = f"{plan.definition.title}: {question.changed.label} against {question.against.label}"
    most = "at most " if question.margin else ""
    return f"{sides}, {plan.table}, {most}{plan.games:,} games on each side, seed {plan.seed}."


def _play_until_decided(question: Comparison, playing: ExperimentPlay) -> None:
    """Play part by part until the headline measure is decided, checking after each batch."""
    store, plan = playing.store, playing.design.plan
    kept = store.manifest["stopping"] or {}
    tuning = Tuning.of(kept) if kept.get("tuned") else _tuning(question, playing)
    known = tuning.as_data()
    store.remember(known)
    playing.progress.starting(forecast(tuning.expected * plan.rotations, plan.games))
    seating = common_seating(playing.design.arms.values())
    batches = (both[1] for both in tallies(playing.batches(question.columns), seating, question.extra))
    tally, state = decide(question, batches, tuning, plan.deals)
    store.remember({**known, "games": tally.games, "looks": state.looks, "verdict": state.verdict})


def forecast(expected: int, most: int) -> str:
    """Return the pilot's forecast of the games needed, in words.

    >>> forecast(40_000, 2_000_000)
    'By a pilot, about 40,000 games on each side tell that nothing changes by the margin; a large change is seen sooner, one near the margin takes more, and 2,000,000 end it.'
    >>> forecast(5_000, 4_000)
    'By a pilot, 4,000 games on each side may be too few to decide, unless the change is large.'
    """
    if expected >= most:
        return f"By a pilot, {most:,} games on each side may be too few to decide, unless the change is large."
    return (
        f"By a pilot, about {expected:,} games on each side tell that nothing changes by the margin; a large change is "
        f"seen sooner, one near the margin takes more, and {most:,} end it."
    )


def _tuning(question: Comparison, playing: ExperimentPlay) -> Tuning:
    """Return the settings from a pilot on separate deals, so that the decision is independent of them."""
    plan, plans = playing.design.plan, list(playing.design.arms.values())
    least = 2  # deals with a spread
    games = max(pilot_games(plans, PILOT_GAMES, plan.games) // plan.rotations, least) * plan.rotations
    pilot, size = range(plan.games, plan.games + games), batch_together(plans)
    played = tally_together(plans, pilot, size, question.extra, playing.on)
    sizes = (len(plans) * len(pilot[at : at + size]) for at in range(0, games, size))
    tallied = with_progress(played, sizes, len(plans) * games, playing.progress)
    found = tuning_of(question, merge(tallied)[1], plan.deals)
    playing.count_anew()
    return found

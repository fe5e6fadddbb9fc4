"""Facts: what a seat is shown owes nothing to what it cannot see."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse, short_message
from digsite.simulator.game.facts import Facts, Scene, shown_facts
from digsite.simulator.game.game import Game
from digsite.simulator.lab.battery.checks.sight import sight_of
from digsite.simulator.lab.battery.hand_play import copied
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Subject, viewers

_POSITIONS = 120


def check_facts(subject: Subject) -> Iterator[Problem]:
    """Facts and options are the same once whatever the seat cannot see is dealt anew, and can be put into words."""
    game = subject.game
    facts = game.facts
    if facts is None:
        yield Problem("it has no table of what a seat is shown (facts.py)", weight="remark")
        return
    yield from check_secrets(game, facts)
    sight = sight_of(game, subject.declarations)
    for number, (rules, state, spot) in enumerate(subject.positions(_POSITIONS)):
        for seat in viewers(state, number, subject.seats):
            others = [made(sight, rules, state, seat, number) for made in sight.lookalikes] if game.hides else [state]
            for other in others:
                yield from check_scene(subject, facts, rules, (state, other), seat, spot)


def check_secrets(game: Game, facts: Facts) -> Iterator[Problem]:
    """Every secret is a number of an event."""
    for name, secret in facts.secrets.items():
        known = {**game.events[name].columns, "seat": "seat"} if name in game.events else {}
        for number in (*secret.numbers, *secret.seen_by):
            if number not in known:
                yield Problem(f"The secret {number!r} of the event {name!r} is none of its numbers.", place="facts")


def check_scene(
    subject: Subject, facts: Facts, rules: Any, states: tuple[Any, Any], seat: int, spot: Spot
) -> Iterator[Problem]:
    """One seat is shown the same in two states that look alike to it."""
    try:
        one, other = (_shown(subject, facts, rules, state, seat, spot) for state in states)
    except WrongUse:
        raise
    except Exception as problem:
        what = f"{type(problem).__name__}: {short_message(problem)}"
        yield Problem(
            f"What seat {seat + 1} is shown cannot be put into words: {what}.", place="facts", kind=what, spot=spot
        )
        return
    for name in one:
        if one[name] != other[name]:
            yield Problem(
                f"{name} is shown to seat {seat + 1}, which cannot see all that it depends on: {one[name]!r} becomes "
                f"{other[name]!r} once that is dealt anew.",
                place="facts", kind=f"shown {name}", spot=spot,
            )  # fmt: skip


def _shown(subject: Subject, facts: Facts, rules: Any, state: Any, seat: int, spot: Spot) -> dict[str, Any]:
    """Return every fact by its place and name, and each option of the seat."""
    figures = _known_figures(subject.game, subject.seats, tuple(spot.variants)).replace(spot.settings)
    players = [f"Seat {at + 1}" for at in range(subject.seats)]
    scene = Scene(rules, state, seat, figures, players, facts.words)
    shown = shown_facts(facts, scene)
    found = {
        f"The fact {it['name']!r} of seat {at + 1}": it["value"] for at, row in enumerate(shown["seats"]) for it in row
    }
    found |= {f"The fact {it['name']!r}": it["value"] for it in shown["table"]}
    found |= {f"The own fact {it['name']!r}": it["value"] for it in shown["hand"]}
    if not state.over and int(state.seat) == seat:
        options = np.zeros(subject.game.records.max_options, np.int32)
        n = subject.game.kernels.legal(rules, copied(state), options)
        found["The list of options"] = [tuple(facts.option(scene, int(option))) for option in options[:n]]
    return found


@cache
def _known_figures(game: Game, seats: int, variants: tuple[str, ...]) -> Any:
    """Return the figures of a game under some variants."""
    return game.figures.with_variants(variants, seats)

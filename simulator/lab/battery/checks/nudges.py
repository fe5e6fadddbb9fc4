"""Nudges: an empty one changes nothing, a card comes from the box, the luck to come stays, nothing hidden shows."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

import numpy as np

from digsite.simulator.game.game import Game
from digsite.simulator.game.nudges import Dose
from digsite.simulator.game.wording import listed
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.lab.battery.checks.sight import (
    changed_views,
    dealt_otherwise,
    differing,
    fields,
    hides,
    imagined,
    leaks,
    redealt,
    sight_of,
)
from digsite.simulator.lab.battery.hand_play import HandPlayed, copied
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Subject

_STEP = 0x9E3779B97F4A7C15
_TURNS = 7  # of a game at which nudges are tried


def every_dose(game: Game) -> list[Dose]:
    """Return each nudge of a game with its usual, its least and its largest amount."""
    amounts = {nudge: {*nudge.usual, nudge.least, nudge.most} - {0} for nudge in game.own_nudges}
    return [Dose(nudge, amount) for nudge, known in amounts.items() for amount in sorted(known)]


def turns_of(subject: Subject) -> Iterator[tuple[Spot, HandPlayed, Any]]:
    """Yield (spot, table, state) at the start of own turns, spread over a few games."""
    for spot in subject.games(subject.line_ups[:3], [()]):
        table = subject.by_hand(spot)
        states = [table.asked.state for _ in table.play(spot.players, subject.plugins)]
        begun = [state for state in states if subject.game.nudge_kernels.own_turn(table.rules, state) >= 0]
        if not begun:
            yield spot, table, None
            continue
        for at in np.unique(np.linspace(0, len(begun) - 1, _TURNS).astype(int)):
            yield spot, table, begun[at]


def check_nudges(subject: Subject, done: dict[Dose, int] | None = None) -> Iterator[Problem]:
    """What a nudge gives comes from the box and shows nothing that is hidden.

    done: counts how often each was possible, for the tables of a game together.
    """
    tried = every_dose(subject.game)
    done = {} if done is None else done
    for spot, table, before in turns_of(subject):
        if before is None:
            yield Problem("`own_turn` never says that a turn begins.", place="own_turn", spot=spot)
            continue
        for number, dose in enumerate(tried):
            state = copied(before)
            if _carried_out(subject.game, table, state, dose, number):
                done[dose] = done.get(dose, 0) + 1
                subject.count("nudge")
                found = [*_held(subject, table, before, state, dose), *_seen(subject, table, state)]
            elif state.tobytes() != before.tobytes():
                found = [Problem(f"was refused, but changed {fields(differing(before, state))}.", kind="refused")]
            else:
                continue
            for problem in found:
                named = f"The nudge {dose.label!r}: {problem.sentence}"
                yield replace(problem, sentence=named, spot=spot, kind=f"{dose.nudge.name} {problem.kind}")


def check_every_nudge(subjects: Sequence[Subject]) -> Iterator[Problem]:
    """Nudges of the smallest and the largest table; each must be possible at some time."""
    if not subjects[0].game.own_nudges:
        yield Problem("the game has no nudges", weight="remark")
        return
    done: dict[Dose, int] = {}
    for subject in dict.fromkeys([subjects[0], subjects[-1]]):
        yield from check_nudges(subject, done)
    if never := [dose.label for dose in every_dose(subjects[0].game) if dose not in done]:
        yield Problem(f"Never possible: the nudge {listed(never, 'or')}.", weight="note", kind="never")


def _carried_out(game: Game, table: HandPlayed, state: Any, dose: Dose, number: int) -> bool:
    given = (dose.nudge.code, dose.amount, np.uint64(number * _STEP % 2**64), SILENT)
    with np.errstate(over="ignore"):
        return bool(game.nudge_kernels.nudge(table.rules, state, int(state.seat), *given))


def _held(subject: Subject, table: HandPlayed, before: Any, state: Any, dose: Dose) -> Iterator[Problem]:
    """The inventory counts what was given, and the game goes on where it was."""
    game, declared, seat = subject.game, subject.declarations, int(before.seat)
    if declared.inventory:
        expected = declared.inventory(table.rules, before)
        if dose.nudge.name in declared.from_the_box:
            expected[declared.from_the_box[dose.nudge.name]] += dose.amount
        if declared.inventory(table.rules, state) != expected:
            yield Problem("the box is not kept together.", kind="box")
    if not np.array_equal(state.stream, before.stream):
        yield Problem("it touches the chance to come.", kind="stream")
    if state.decision != before.decision or state.seat != before.seat:
        yield Problem("another decision is due after it.", kind="decision")
    if game.kernels.legal(table.rules, copied(state), np.zeros(game.records.max_options, np.int32)) < 1:
        yield Problem("no option is left after it.", kind="options")
    if dose.nudge.counted and dose.nudge.raises:
        counts = [game.nudge_kernels.held(table.rules, it, seat, dose.nudge.code) for it in (before, state)]
        if counts[1] - counts[0] != dose.amount:
            yield Problem(f"`held` counts {counts[1] - counts[0]} more, not {dose.amount}.", kind="held")


def _seen(subject: Subject, table: HandPlayed, state: Any) -> Iterator[Problem]:
    """The seat and the next one see no more, and no less, than before."""
    if not hides(subject):
        return
    sight, seat = sight_of(subject.game, subject.declarations), int(state.seat)
    look_alike = dealt_otherwise if subject.declarations.deal_otherwise else redealt
    for viewer in {seat, (seat + 1) % subject.seats}:
        yield from leaks(sight, table.rules, state, viewer, look_alike(sight, table.rules, state, viewer, 3))
        yield from changed_views(sight, table.rules, state, viewer, imagined(sight, table.rules, state, viewer))

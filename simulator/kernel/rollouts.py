"""Rollouts: a game played on from any moment, decision by decision or in many worlds to its end.

Win chances stand on this, and so can search. A world is a copy of the moment in which all that the viewer cannot see is
dealt anew and every stream of chance is renewed, the players' own noise too. World number w depends on the moment, the
viewer and (luck, w) alone: the same worlds for every option that is tried in them, and for any number of threads.

Like the play loop this sees games and strategies as function values: it is compiled once per game.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from simulator.kernel.compile import EVENTS, OPTIONS, GameTypes, Mind, rule
from simulator.kernel.imagine import deal_world, one_way
from simulator.kernel.loop import (
    CURSOR_DECISION,
    CURSOR_OPTIONS,
    CURSOR_PICK,
    CURSOR_SEAT,
    MAX_DECISIONS,
    rank_seats,
)
from simulator.kernel.memory import copy_record, seen_as
from simulator.kernel.rng import mix


@rule
def world_luck(luck, world):
    """The chance that world number `world` comes from."""
    return one_way(luck + mix(np.uint64(world + 1)))


@rule
def recall(minds, kept):
    """Put back into the players' minds what they held; a plain copy of arrays would set memory aside first."""
    for seat in range(kept.shape[0]):
        for at in range(kept.shape[1]):
            minds[seat, at] = kept[seat, at]


@rule
def play_on(
    rules, state, most, moved, legal, apply, strategies, weights, minds, notes, tables, options, events, cursor
):
    """Play on for at most so many decisions; False when a strategy picked what is not there.

    `moved` says how far the line-up has moved up the seats; the last pick is left in the cursor.
    """
    seats = np.int64(rules.seats)
    for _ in range(most):
        if state.over:
            return True
        n = legal(rules, state, options)
        seat = np.int64(state.seat)
        pick = 0
        if n != 1:
            player = seat + moved
            if player >= seats:
                player -= seats
            cursor[CURSOR_SEAT] = seat
            mind = Mind(seen_as(minds[seat], notes), tables[0])
            pick = strategies[player](rules, state, seat, options, n, weights[player], mind)
        cursor[CURSOR_PICK] = pick
        if pick < 0 or pick >= n:
            cursor[CURSOR_SEAT] = seat
            cursor[CURSOR_DECISION] = state.decision
            cursor[CURSOR_OPTIONS] = n
            return False
        apply(rules, state, options[pick], events)
    return True


@rule
def finish(
    rules, state, moved, legal, apply, strategies, weights, minds, notes, tables, options, events, cursor
):  # fmt: skip
    """Play on to the end; False when a strategy picked what is not there, or never ends the game."""
    fine = play_on(
        rules, state, MAX_DECISIONS, moved, legal, apply, strategies, weights, minds, notes, tables, options, events,
        cursor,
    )  # fmt: skip
    if fine and not state.over:
        cursor[CURSOR_SEAT] = state.seat
        cursor[CURSOR_DECISION] = state.decision
        cursor[CURSOR_OPTIONS] = cursor[CURSOR_PICK] + 1
    return fine and state.over


@rule
def settle(rules, state, score, outcome, blank, wins, scores):
    """Each seat's part of the win and its score in a game that is over; tied winners share the win."""
    copy_record(outcome, blank)
    outcome.turns = state.turns
    outcome.end_reason = state.end_reason
    seats = np.int64(rules.seats)
    for seat in range(seats):
        outcome.contends[seat] = 1
    score(rules, state, outcome)
    rank_seats(outcome, seats)
    for seat in range(seats):
        won = outcome.rank[seat] == 1 and outcome.contends[seat] and outcome.winners > 0
        wins[seat] = 1.0 / outcome.winners if won else 0.0
        scores[seat] = outcome.score[seat]


def step(
    rules_box, state_box, most, moved, legal, apply, strategies, weights, minds, notes, tables, options, events, cursor
):  # fmt: skip
    """`play_on` for callers from Python."""
    return play_on(
        rules_box[0], state_box[0], most, moved, legal, apply, strategies, weights, minds, notes, tables, options,
        events, cursor,
    )  # fmt: skip


def roll_out(
    rules_box, state_box, tried, seat, luck, first, moved, legal, apply, score, redeal, strategies, weights, kept,
    minds, notes, tables, options, worlds, outcomes, wins, scores, events, cursor,
):  # fmt: skip
    """Play worlds first, first + 1, ... of a moment to the end, as many as `wins` has rows for; False as in `finish`.

    Every option in `tried` is taken in each world; when there is none, the strategies decide from the start.
    `wins` and `scores` are indexed by option tried, world and seat. `kept` is what the minds hold at the moment.
    `worlds` and `outcomes` are room for two records each: the world dealt and the one played on, and the outcome and a
    blank one.
    """
    rules, state, dealt, world = rules_box[0], state_box[0], worlds[0], worlds[1]
    for row in range(wins.shape[1]):
        deal_world(rules, state, seat, world_luck(luck, first + row), dealt, redeal)
        for at in range(wins.shape[0]):
            copy_record(world, dealt)
            recall(minds, kept)
            if tried.shape[0] > 0:
                apply(rules, world, tried[at], events)
            fine = finish(
                rules, world, moved, legal, apply, strategies, weights, minds, notes, tables, options, events, cursor
            )
            if not fine:
                return False
            settle(rules, world, score, outcomes[0], outcomes[1], wins[at, row], scores[at, row])
    return True


class Rollouts(NamedTuple):
    """The compiled functions of one game."""

    step: Any
    roll_out: Any


def compile_rollouts(game: GameTypes, choose: Any) -> Rollouts:
    """`step` and `roll_out` for a game's record types and the signature of its strategies."""
    notes, tables = choose.args[-1]
    rules, states = types.Array(game.rules, 1, "C"), types.Array(game.state, 1, "C")
    legal, apply, score, redeal = (types.FunctionType(it) for it in (game.legal, game.apply, game.score, game.redeal))
    strategies = types.UniTuple(types.FunctionType(choose), game.max_seats)
    weights, memory = types.float64[:, ::1], types.uint8[:, ::1]
    kinds, cursor = (types.Array(notes, 1, "C"), types.Array(tables, 1, "C"), OPTIONS), types.int64[::1]
    stepped = types.boolean(
        rules, states, types.int64, types.int64, legal, apply, strategies, weights, memory, *kinds, EVENTS, cursor
    )
    by_world = types.float64[:, :, ::1]
    rolled = types.boolean(
        rules, states, OPTIONS, types.int64, types.uint64, types.int64, types.int64, legal, apply, score, redeal,
        strategies, weights, memory, memory, *kinds, states, types.Array(game.outcome, 1, "C"), by_world, by_world,
        EVENTS, cursor,
    )  # fmt: skip
    return Rollouts(rule(stepped)(step), rule(rolled)(roll_out))

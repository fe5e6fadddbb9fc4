"""Rollouts: a game played on from any moment, decision by decision or in many worlds to its end.

Win chances stand on this, and so can search. A world is a copy of the moment in which all that the viewer cannot see is
dealt anew and every stream of chance is renewed, the players' own noise too. World number w depends on the moment, the
viewer and (luck, w) alone: the same worlds for every option that is tried in them, and for any number of threads.

Like the play loop this sees games and strategies as function values: it is compiled once per game.
"""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from digsite.simulator.kernel.jit.compile import (
    WHOLE_EVENTS,
    WHOLE_OPTIONS,
    GameTypes,
    Mind,
    moves_type,
    rule,
    thinkers_type,
)
from digsite.simulator.kernel.jit.memory import copy_record, seen_as
from digsite.simulator.kernel.play.loop import CURSOR_OWN, CURSOR_SEAT, decide, note_misplay, rank_seats
from digsite.simulator.kernel.play.records import Order
from digsite.simulator.kernel.play.rng import mix, open_streams
from digsite.simulator.kernel.search.imagine import deal_world, one_way

MOST_DEALS = 1_000  # of one world, until it is possible
FACT_OPTIONS, FACT_PICK, FACT_OWN, FACT_EVENTS, FACTS = range(5)


@rule
def world_luck(luck, world):
    """The chance that world number `world` comes from."""
    return one_way(luck + mix(np.uint64(world + 1)))


@rule
def deal_possible(rules, state, seat, luck, copy, redeal, legal, options):
    """Deal worlds until one can be played on; False if none could be.

    In the middle of a rival's move the rival may be dealt cards with which it could not have begun that move. Such a
    world is not one that the seat thinks possible, so another one is dealt.
    """
    for attempt in range(MOST_DEALS):
        deal_world(rules, state, seat, world_luck(luck, attempt), copy, redeal)
        if copy.over or legal(rules, copy, options) > 0:
            return True
    return False


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

    `moved` says how far the line-up has moved up the seats. Nobody thinks here.
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
        if pick < 0 or pick >= n:
            note_misplay(state, pick, n, cursor)
            return False
        apply(rules, state, options[pick], events)
    return True


@rule
def settle(rules, state, score, outcome, blank, wins, scores):
    """Each seat's part of the win and its score; tied winners share the win, a game that is not over has no winner."""
    if not state.over:
        return
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


def trace(
    rules_box, state_box, order, moves, strategies, weights, minds, notes, tables, thinking, search, desk, events, cursor,
    states, kept, offered, facts,
):  # fmt: skip
    """Play the first game of an order and keep each of its moments, a row of `states`, `kept` (minds) and `offered` each.

    A row of `facts` holds the number of options, the one picked, the one that the strategy chose by itself and the
    events logged before. False when the game does not end with the last row.
    """
    rules, state = rules_box[0], state_box[0]
    setup, legal, apply, _, _ = moves
    moved = order[0].first % order[0].rotations
    open_streams(state, order[0].seed, order[0].first // order[0].rotations)
    setup(rules, state, events)
    for at in range(states.shape[0]):
        if state.over:
            return False
        copy_record(states[at], state)
        recall(kept[at], minds)
        n = legal(rules, state, offered[at])
        pick = cursor[CURSOR_OWN] = 0
        if n > 1:
            cursor[CURSOR_OWN] = -1
            pick = decide(
                rules, state, np.int64(state.seat), moved, offered[at], n, moves, strategies, weights, minds, notes,
                tables, thinking, search, desk, order, cursor,
            )  # fmt: skip
        if pick < 0 or pick >= n:
            note_misplay(state, pick, n, cursor)
            return False
        facts[at, FACT_OPTIONS] = n
        facts[at, FACT_PICK] = pick
        facts[at, FACT_OWN] = cursor[CURSOR_OWN] if cursor[CURSOR_OWN] >= 0 else pick
        facts[at, FACT_EVENTS] = events[0, 0]
        apply(rules, state, offered[at, pick], events)
    return state.over


def roll_out(
    rules_box, states, tried, seat, lucks, moved, legal, apply, score, redeal, strategies, weights, kept, minds, notes,
    tables, options, worlds, outcomes, wins, scores, events, cursor, most_decisions,
):  # fmt: skip
    """Play worlds of some moments to the end, as many as `wins` has room for; False as in `play_on`.

    `wins` and `scores` are indexed by moment, option tried, world and seat. Every option in `tried` is taken in each
    world; when there is none, the strategies decide from the start. `states`, `lucks` and `kept`, what the players have
    in mind, have an entry for each moment. `worlds` and `outcomes` are room for two records each: the world dealt and
    the one played on, the outcome and a blank one. Nobody wins a world that does not end within `most_decisions`.
    """
    rules, dealt, world = rules_box[0], worlds[0], worlds[1]
    for moment in range(states.shape[0]):
        for row in range(wins.shape[2]):
            luck = world_luck(lucks[moment], row)
            if not deal_possible(rules, states[moment], seat, luck, dealt, redeal, legal, options):
                return False
            for at in range(wins.shape[1]):
                copy_record(world, dealt)
                recall(minds, kept[moment])
                if tried.shape[0] > 0:
                    apply(rules, world, tried[at], events)
                fine = play_on(
                    rules, world, most_decisions, moved, legal, apply, strategies, weights, minds, notes, tables,
                    options, events, cursor,
                )  # fmt: skip
                if not fine:
                    return False
                settle(rules, world, score, outcomes[0], outcomes[1], wins[moment, at, row], scores[moment, at, row])
    return True


class Rollouts(NamedTuple):
    """The compiled functions of one game."""

    trace: Any
    roll_out: Any


def compile_rollouts(game: GameTypes, choose: Any) -> Rollouts:
    """`trace` and `roll_out` for a game's record types and the signature of its strategies."""
    notes, tables = choose.args[-1]
    rules, states = types.Array(game.rules, 1, "C"), types.Array(game.state, 1, "C")
    legal, apply, score, redeal = (types.FunctionType(it) for it in (game.legal, game.apply, game.score, game.redeal))
    players = types.UniTuple(types.FunctionType(choose), game.max_seats), types.float64[:, ::1]
    memory, memories = types.uint8[:, ::1], types.uint8[:, :, ::1]
    looked_up = types.Array(notes, 1, "C"), types.Array(tables, 1, "C"), WHOLE_OPTIONS
    order = types.Array(numba.from_dtype(Order), 1, "C")
    whole, cursor, by_world = types.int64, types.int64[::1], types.float64[:, :, :, ::1]
    traced = types.boolean(
        rules, states, order, moves_type(game), *players, memory, *looked_up[:2], *thinkers_type(game, choose), WHOLE_EVENTS,
        cursor, states, memories, types.int32[:, ::1], types.int64[:, ::1],
    )  # fmt: skip
    rolled = types.boolean(
        rules, states, WHOLE_OPTIONS, whole, types.uint64[::1], whole, legal, apply, score, redeal, *players, memories,
        memory, *looked_up, states, types.Array(game.outcome, 1, "C"), by_world, by_world, WHOLE_EVENTS, cursor, whole,
    )  # fmt: skip
    return Rollouts(rule(traced)(trace), rule(rolled)(roll_out))

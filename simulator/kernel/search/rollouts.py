"""Rollouts: play a game on from any moment, decision by decision or to the end of many sampled deals.

Win chances use this. A world is a copy of the moment in which everything the viewer cannot see is dealt again and every
stream of chance is renewed, including the players' noise. World number w depends only on the moment, the viewer and
(luck, w): the worlds are the same for every option tried in them, and for any number of threads.

Games and strategies are function values here, as in the play loop: this is compiled once per game.
"""

from typing import Any, NamedTuple

import numpy as np
from numba import types

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.jit.signatures import (
    WHOLE_OPTIONS,
    GameTypes,
    arrays_type,
    desk_type,
    moves_type,
    players_type,
    search_type,
)
from digsite.simulator.kernel.play.loop import CURSOR_OWN, EACH, MISPLAYED, decide, note_misplay
from digsite.simulator.kernel.play.rng import mix, open_streams
from digsite.simulator.kernel.search.imagine import deal_world, one_way
from digsite.simulator.kernel.search.worlds import play_on, settle_world

MOST_DEALS = 1_000  # attempts at one world until it is possible
FACT_OPTIONS, FACT_PICK, FACT_OWN, FACT_EVENTS, FACTS = range(5)


@rule
def world_luck(luck, world):
    """Return the luck of world number `world`."""
    return one_way(luck + mix(np.uint64(world + 1)))


@rule
def deal_possible(rules, state, seat, luck, copy, moves, options, cursor):
    """Deal worlds until one is playable; return False if none is.

    In the middle of a rival's move the rival may be dealt cards with which it could not have begun that move. Such a
    world is impossible from the seat's view, so another one is dealt.
    """
    _, legal, _, _, redeal = moves
    for attempt in range(MOST_DEALS):
        deal_world(rules, state, seat, world_luck(luck, attempt), copy, redeal)
        if copy.over or legal(rules, copy, options) > 0:
            return True
    note_misplay(copy, 0, 0, cursor)
    return False


@rule
def recall(minds, kept):
    """Copy saved memory back into the players' minds; a plain array copy would allocate memory first."""
    for seat in range(kept.shape[0]):
        for at in range(kept.shape[1]):
            minds[seat, at] = kept[seat, at]


@rule
def settle(rules, state, score, outcome, blank, wins, scores):
    """Set each seat's share of the win and its score; tied winners share, an unfinished game has no winner."""
    if not state.over:
        return
    settle_world(rules, state, score, outcome, blank)
    for seat in range(rules.seats):
        won = outcome.rank[seat] == 1 and outcome.contends[seat] and outcome.winners > 0
        wins[seat] = 1.0 / outcome.winners if won else 0.0
        scores[seat] = outcome.score[seat]


def trace(arrays, desk, moves, strategies, search, states, kept, offered, facts):
    """Play the first game of an order and save each moment: its state, the minds (`kept`) and the options (`offered`).

    A row of `facts` holds the number of options, the one picked, the strategy's own choice and the number of events
    logged before. Return False when the game does not end with the last row.
    """
    rules, state, order = arrays.rules[0], arrays.states[0], arrays.order[0]
    options, cursor = arrays.options, arrays.cursor
    setup, _, apply, _, _ = moves
    seated = order.first % arrays.places.shape[0]
    open_streams(state, order.seed, order.first // order.rotations)
    setup(rules, state, arrays.events)
    for at in range(states.shape[0]):
        if state.over:
            return False
        copy_record(states[at], state)
        recall(kept[at], arrays.minds)
        cursor[CURSOR_OWN] = -1
        n, pick = decide(rules, state, options, arrays.minds, seated, EACH, arrays, moves, strategies, (search, desk))
        if pick == MISPLAYED:
            return False
        for option in range(n):
            offered[at, option] = options[option]
        facts[at, FACT_OPTIONS] = n
        facts[at, FACT_PICK] = pick
        facts[at, FACT_OWN] = cursor[CURSOR_OWN] if cursor[CURSOR_OWN] >= 0 else pick
        facts[at, FACT_EVENTS] = arrays.events[0, 0]
        apply(rules, state, options[pick], arrays.events)
    return state.over


def roll_out(arrays, desk, moves, strategies, states, kept, lucks, seat, tried, wins, scores):
    """Play the worlds of some moments to the end, as many as `wins` has room for; return False as in `play_on`.

    `wins` and `scores` are indexed by moment, option tried, world and seat. Every option in `tried` is taken in each
    world; without options the strategies decide from the start. `states`, `lucks` and `kept` (the players' minds) have an
    entry for each moment of the order's first game. A world that does not end within the order's `most_decisions` has no
    winner.
    """
    rules, order, dealt, world = arrays.rules[0], arrays.order[0], desk.worlds[0], desk.worlds[1]
    _, _, apply, score, _ = moves
    seated = order.first % arrays.places.shape[0]
    for moment in range(states.shape[0]):
        for row in range(wins.shape[2]):
            luck = world_luck(lucks[moment], row)
            if not deal_possible(rules, states[moment], seat, luck, dealt, moves, desk.options, arrays.cursor):
                return False
            for at in range(wins.shape[1]):
                copy_record(world, dealt)
                recall(desk.minds, kept[moment])
                if tried.shape[0] > 0:
                    apply(rules, world, tried[at], desk.events)
                if not play_on(arrays, desk, moves, strategies, world, seated, EACH):
                    return False
                outcome, blank = desk.outcomes[0], desk.outcomes[1]
                settle(rules, world, score, outcome, blank, wins[moment, at, row], scores[moment, at, row])
    return True


class Rollouts(NamedTuple):
    """The compiled rollout functions of one game."""

    trace: Any
    roll_out: Any


def compile_rollouts(game: GameTypes, choose: Any) -> Rollouts:
    """Return `trace` and `roll_out`, compiled for a game's records and the signature of its strategies."""
    states, memories = types.Array(game.state, 1, "C"), types.uint8[:, :, ::1]
    start = arrays_type(game, choose), desk_type(game), moves_type(game), players_type(game, choose)
    traced = types.boolean(
        *start,
        types.FunctionType(search_type(game, choose)),
        states,
        memories,
        types.int32[:, ::1],
        types.int64[:, ::1],
    )
    by_world = types.float64[:, :, :, ::1]
    rolled = types.boolean(*start, states, memories, types.uint64[::1], types.int64, WHOLE_OPTIONS, by_world, by_world)
    return Rollouts(rule(traced)(trace), rule(rolled)(roll_out))

"""Search: a look-ahead player tests its strategy's choice before it decides.

It deals worlds that its seat cannot tell from the real game, plays every option in each of them, then continues with its
strategy in all seats. It takes the option with the largest lead over the strategy's choice, if that lead is certain
enough. All options are tried in the same worlds. Each round drops the worse half, and options that can no longer lead,
so that most worlds go to the options that matter.

Games and strategies are function values here, as in the play loop: this is compiled once per game and contains none. All
chance of a search comes from one number of the seat's noise, so that a choice depends on nothing else.
"""

from math import sqrt
from typing import Any

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.jit.signatures import GameTypes, search_type
from digsite.simulator.kernel.play.loop import CURSOR_IMAGINED, CURSOR_SEARCHES, CURSOR_WORLDS
from digsite.simulator.kernel.play.rng import draw_bits
from digsite.simulator.kernel.search.greedy import best_now
from digsite.simulator.kernel.search.imagine import one_way
from digsite.simulator.kernel.search.rollouts import deal_possible, world_luck
from digsite.simulator.kernel.search.tree import LOST, learn, plant, walk
from digsite.simulator.kernel.search.worlds import (
    LEAD,
    SQUARES,
    STOPPED,
    SUMS,
    play_on,
    recall_own,
    settle_world,
    world_has_ended,
    worth_to,
)


@rule
def try_options(arrays, desk, moves, strategies, player, left, luck, used):
    """Deal one world and play each remaining option in it; return `STOPPED` if it cannot be played out.

    `used` counts the occupied places of the tree; the new count is returned. Without a tree it has no meaning.
    """
    rules, state, thinking = arrays.rules[0], arrays.states[0], arrays.search[player]
    _, _, apply, score, _ = moves
    dealt, world, seat, seats = desk.worlds[0], desk.worlds[1], np.int64(state.seat), np.int64(rules.seats)
    if not deal_possible(rules, state, seat, luck, dealt, moves, desk.options, arrays.cursor):
        return STOPPED
    usual = 0.0
    for at in range(left):
        option = desk.alive[at]
        copy_record(world, dealt)
        recall_own(desk.minds, seat, arrays.minds[seat])
        apply(rules, world, arrays.options[option], desk.events)
        if thinking.tree:
            used = walk(arrays, desk, moves, strategies, world, player, option + 1, used)
            if used == LOST:
                return STOPPED
        if not play_on(arrays, desk, moves, strategies, world, 0, player):
            return STOPPED
        value = 0.0
        if world_has_ended(state, world, arrays.search, player, desk.bytes):
            settle_world(rules, world, score, desk.outcomes[0], desk.outcomes[1])
            value = worth_to(desk.outcomes[0], seats, seat, thinking.objective)
            if thinking.tree:
                learn(desk, seats, thinking.objective)
        if at == 0:
            usual = value
        desk.sums[LEAD, option] += value - usual
        desk.sums[SQUARES, option] += (value - usual) * (value - usual)
    return used


@rule
def mean_lead(desk, option, worlds):
    """Return an option's mean lead, counting one extra world in which it made no difference."""
    return desk.sums[LEAD, option] / (worlds + 1)


@rule
def lead_error(desk, option, worlds):
    """Return the standard error of that lead."""
    mean = mean_lead(desk, option, worlds)
    variance = desk.sums[SQUARES, option] / (worlds + 1) - mean * mean
    return sqrt(max(variance, 0.0) / (worlds + 1))


@rule
def line_up_options(desk, own, n):
    """Reset what is known of the options and put the strategy's choice first, where it stays."""
    for option in range(n):
        desk.alive[option] = option
        for row in range(SUMS):
            desk.sums[row, option] = 0.0
    desk.alive[0], desk.alive[own] = own, 0


@rule
def sort_by_lead(desk, left):
    """Sort the other options by lead; equals by their place in the list of options."""
    alive, lead = desk.alive, desk.sums[LEAD]
    for at in range(2, left):
        option, to = alive[at], at
        while to > 1 and (
            lead[alive[to - 1]] < lead[option] or (lead[alive[to - 1]] == lead[option] and alive[to - 1] > option)
        ):
            alive[to] = alive[to - 1]
            to -= 1
        alive[to] = option


@rule
def drop_worse(desk, left, worlds, caution):
    """Return how many options remain: the better half, less those that can no longer lead."""
    left = max(2, (left + 1) // 2)
    while left > 1:
        last = desk.alive[left - 1]
        if mean_lead(desk, last, worlds) + caution * lead_error(desk, last, worlds) >= 0.0:
            break
        left -= 1
    return left


@rule
def halvings(n):
    """Return how often n options can be halved down to two, plus a last round to compare these two."""
    rounds = 1
    while 1 << rounds < n:
        rounds += 1
    return rounds


def search(arrays, desk, moves, strategies, player, own, n):
    """Return the option with the largest certain lead over the strategy's choice, or else that choice.

    Return `STOPPED`, with `CURSOR_IMAGINED` set, when stopped from outside or when a world cannot be played out.
    """
    if own < 0 or own >= n:
        return own
    if arrays.search[player].choices > 0:
        return best_now(arrays, desk, moves, strategies, player, n)
    state, cursor, thinking = arrays.states[0], arrays.cursor, arrays.search[player]
    seat = np.int64(state.seat)
    cursor[CURSOR_IMAGINED] = 1
    luck = one_way(draw_bits(state, arrays.order[0].noise + seat))
    line_up_options(desk, own, n)
    left, worlds, rounds = n, 0, halvings(n)
    used = plant(desk, seat, arrays.options, n) if thinking.tree else 0
    budget = thinking.worlds if thinking.tree else thinking.worlds * n
    for _ in range(rounds):
        for _ in range(max(1, budget // (rounds * left))):
            if thinking.stop:
                return STOPPED
            used = try_options(arrays, desk, moves, strategies, player, left, world_luck(luck, worlds), used)
            if used == STOPPED:
                return STOPPED
            worlds += 1
            cursor[CURSOR_WORLDS] += left
        sort_by_lead(desk, left)
        left = drop_worse(desk, left, worlds, thinking.caution)
        if left == 1:
            break
    cursor[CURSOR_IMAGINED] = 0
    cursor[CURSOR_SEARCHES] += 1
    best = desk.alive[1] if left > 1 else own
    sure = left > 1 and mean_lead(desk, best, worlds) - thinking.caution * lead_error(desk, best, worlds) > 0.0
    return best if sure else own


def no_search(_arrays, _desk, _moves, _strategies, _player, own, _n):
    """Return the strategy's choice: no player looks ahead."""
    return own


def compile_search(game: GameTypes, choose: Any) -> Any:
    """Return the search, compiled for a game's records and the signature of its strategies."""
    return rule(search_type(game, choose))(search)


def compile_no_search(game: GameTypes, choose: Any) -> Any:
    """Return the search of line-ups in which no player looks ahead."""
    return rule(search_type(game, choose))(no_search)

"""Greedy players: they try every option in a few sampled deals and take the one that leaves them best off a little later.

The deals are those of any look-ahead player: copies of the game that its seat cannot tell from the real one, the same for all
options. A deal ends when the player has a choice again, for the first or the nth time, or with the game; until then the
player's strategy plays all seats. What a position is worth is the game's `worth`, or else the points ahead of the best rival,
as if the game ended there.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.play.loop import CURSOR_IMAGINED, CURSOR_SEARCHES, CURSOR_WORLDS, MISPLAYED, decide
from digsite.simulator.kernel.play.rng import below, draw_bits
from digsite.simulator.kernel.search.imagine import one_way
from digsite.simulator.kernel.search.rollouts import deal_possible, world_luck
from digsite.simulator.kernel.search.worlds import STOPPED, Objective, recall_own, settle_world, worth_to

WORTH = 0  # the row of a desk's sums


@rule
def play_to_choice(arrays, desk, moves, strategies, world, player, seat):
    """Play a world until the seat has a choice for the nth time, or to its end; return False as in `play_on`."""
    rules, options = arrays.rules[0], desk.options
    _, legal, apply, _, _ = moves
    left = arrays.search[player].choices
    for _ in range(arrays.order[0].most_decisions):
        if world.over:
            return True
        if world.seat == seat and legal(rules, world, options) > 1:
            left -= 1
            if left == 0:
                return True
        _, pick = decide(rules, world, options, desk.minds, 0, player, arrays, moves, strategies, None)
        if pick == MISPLAYED:
            return False
        apply(rules, world, options[pick], desk.events)
    return True


@rule
def worth_now(rules, world, seat, score, outcomes, worth):
    """Return what a position is worth to a seat: by the game's `worth`, or else its points ahead of the best rival."""
    if worth is not None:
        return worth[0](rules, world, seat)
    settle_world(rules, world, score, outcomes[0], outcomes[1])
    return worth_to(outcomes[0], np.int64(rules.seats), seat, Objective.LEAD)


@rule
def add_worths(arrays, desk, moves, strategies, player, n, luck):
    """Deal one world, try every option in it and add up its worth; return False if it cannot be played."""
    rules, state = arrays.rules[0], arrays.states[0]
    _, _, apply, score, _ = moves
    dealt, world, seat = desk.worlds[0], desk.worlds[1], np.int64(state.seat)
    if not deal_possible(rules, state, seat, luck, dealt, moves, desk.options, arrays.cursor):
        return False
    for option in range(n):
        copy_record(world, dealt)
        recall_own(desk.minds, seat, arrays.minds[seat])
        apply(rules, world, arrays.options[option], desk.events)
        if not play_to_choice(arrays, desk, moves, strategies, world, player, seat):
            return False
        desk.sums[WORTH, option] += worth_now(rules, world, seat, score, desk.outcomes, desk.worth)
    return True


@rule
def any_best(sums, n, state, stream):
    """Return an option with the largest sum; equals have the same chance, by one number of the stream."""
    best, equals = -np.inf, 0
    for option in range(n):
        if sums[option] > best:
            best, equals = sums[option], 0
        equals += int(sums[option] == best)
    left = below(state, stream, equals)
    for option in range(n):
        if sums[option] == best:
            if left == 0:
                return option
            left -= 1
    return below(state, stream, n)  # no worth is a number


@rule
def best_now(arrays, desk, moves, strategies, player, n):
    """Return the option that is worth most on average a few choices later; `STOPPED` as in `search`."""
    state, cursor, thinking = arrays.states[0], arrays.cursor, arrays.search[player]
    noise = arrays.order[0].noise + np.int64(state.seat)
    cursor[CURSOR_IMAGINED] = 1
    luck = one_way(draw_bits(state, noise))
    for option in range(n):
        desk.sums[WORTH, option] = 0.0
    for world in range(thinking.worlds):
        if thinking.stop or not add_worths(arrays, desk, moves, strategies, player, n, world_luck(luck, world)):
            return STOPPED
        cursor[CURSOR_WORLDS] += n
    cursor[CURSOR_IMAGINED] = 0
    cursor[CURSOR_SEARCHES] += 1
    return any_best(desk.sums[WORTH], n, state, noise)

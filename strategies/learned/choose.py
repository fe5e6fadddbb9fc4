"""How a learned player decides: it tries each option in a few sampled deals and takes the one whose next state it values most.

The deals are those of any look-ahead player: copies of the game that the seat cannot tell from the real one. So nothing
hidden can reach the network. `choose` is compiled for each game, whose functions and numbers take the place of the
names below.
"""

from math import exp, sqrt

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record, view_as
from digsite.simulator.kernel.play.loop import add_up_sides, rank_seats
from digsite.simulator.kernel.play.rng import draw_bits, mix
from digsite.simulator.kernel.search.imagine import one_way, renew_streams
from digsite.simulator.kernel.search.rollouts import world_luck
from digsite.simulator.kernel.search.worlds import Objective, worth_to
from digsite.strategies.learned.layout import (
    CONTENDING,
    SCALE,
    TEMPERATURE,
    UNITS,
    VALUE,
    WORLDS,
)
from digsite.strategies.learned.network import (
    follow_change,
    read_state,
    value_of,
)

ATTEMPTS = 100  # at a deal in which the seat's decision is possible
DOUBT = 1.0  # standard errors by which an option may be behind and is still tried
UNLIKELY = 4.0  # temperatures by which an option is behind after one deal that training tries no more
FEW = 4  # options that are all tried again: one deal says little of a risk
DROPPED, LEFT = 0, 1
ROOM = WORDS_OF = NOISE = None
legal = apply = score = redeal = None


@rule
def share_of(bits):
    """Return random bits as a number from 0 to 1."""
    return np.float64(bits >> np.uint64(11)) * (1.0 / 9007199254740992.0)


@rule
def begin_scoring(rules, state, outcome, blank):
    """Prepare an outcome for the game's `score`."""
    copy_record(outcome, blank)
    outcome.turns, outcome.end_reason = state.turns, state.end_reason
    for seat in range(rules.seats):
        outcome.contends[seat] = 1
        outcome.side[seat] = seat


@rule
def end_value(player, outcome, seats, seat):
    """Return what the end of a game is worth to a seat."""
    lead = worth_to(outcome, seats, seat, Objective.LEAD)
    return lead * player[SCALE] + outcome.contends[seat] * player[CONTENDING]


@rule
def drop_options(own, n, worlds):
    """Drop options that are behind the best by more than doubt allows; return how many are left."""
    best = -1
    for option in range(n):
        if own.alive[option] == LEFT and (best < 0 or own.sums[option] > own.sums[best]):
            best = option
    left, middle = 0, own.sums[best] / worlds
    spread = max(own.squares[best] / worlds - middle * middle, 0.0)
    for option in range(n):
        if own.alive[option] == DROPPED:
            continue
        mean = own.sums[option] / worlds
        error = sqrt((spread + max(own.squares[option] / worlds - mean * mean, 0.0)) / (worlds - 1))
        if option != best and mean + DOUBT * error <= middle:
            own.alive[option] = DROPPED
        left += own.alive[option]
    return left


@rule
def drop_unlikely(own, n, least):
    """Drop options whose value is below the best by more than `least`; in training."""
    best = -1
    for option in range(n):
        if best < 0 or own.sums[option] > own.sums[best]:
            best = option
    left = 0
    for option in range(n):
        if own.sums[option] < own.sums[best] - least:
            own.alive[option] = DROPPED
        left += own.alive[option]
    return left


@rule
def best_option(own, n):
    """Return the option with the highest sum among those that were tried most."""
    best = -1
    for option in range(n):
        if own.alive[option] == LEFT and (best < 0 or own.sums[option] > own.sums[best]):
            best = option
    return best


@rule
def any_option(own, n, worlds, temperature, bits):
    """Return an option by chance, the likelier the more it is worth; in training only."""
    best, total = own.sums[best_option(own, n)], 0.0
    for option in range(n):
        own.squares[option] = 0.0
        if own.alive[option] == LEFT:
            own.squares[option] = exp((own.sums[option] - best) / worlds / temperature)
            total += own.squares[option]
    wanted = share_of(bits) * total
    for option in range(n):
        wanted -= own.squares[option]
        if wanted <= 0.0 and own.alive[option] == LEFT:
            return option
    return best_option(own, n)


def choose(rules, state, seat, options, n, weights, mind):
    """Return the option whose next state has the highest value on average over sampled deals."""
    own = view_as(mind.notes, ROOM)
    luck = one_way(draw_bits(state, NOISE + seat))
    for option in range(n):
        own.alive[option] = LEFT
        own.sums[option] = 0.0
        own.squares[option] = 0.0
    worlds, world, left = np.int64(weights[WORLDS]), 0, n
    while world < worlds and left > 1:
        for attempt in range(ATTEMPTS):
            copy_record(own.dealt, state)
            renew_streams(own.dealt, world_luck(world_luck(luck, world), attempt))
            redeal(rules, own.dealt, seat)
            if own.dealt.over or legal(rules, own.dealt, own.options) > 0:
                break
        before, after = view_as(own.dealt, WORDS_OF), view_as(own.next, WORDS_OF)
        read_state(weights, before.word, seat, own.standing)
        for option in range(n):
            if own.alive[option] == DROPPED:
                continue
            copy_record(own.next, own.dealt)
            apply(rules, own.next, options[option], own.events)
            if own.next.over:
                begin_scoring(rules, own.next, own.outcome, own.blank)
                score(rules, own.next, own.outcome)
                add_up_sides(own.outcome, np.int64(rules.seats))
                rank_seats(own.outcome, np.int64(rules.seats))
                value = end_value(weights, own.outcome, np.int64(rules.seats), seat)
            else:
                for unit in range(UNITS):
                    own.layer[unit] = own.standing[unit]
                follow_change(weights, before.word, after.word, seat, own.layer)
                value = value_of(weights, own.layer, own.hidden)
            value = value / VALUE
            own.sums[option] += value
            own.squares[option] += value * value
        world += 1
        if world == 1 and n > FEW and weights[TEMPERATURE] > 0.0:
            left = drop_unlikely(own, n, UNLIKELY * weights[TEMPERATURE] / VALUE)
        if world > 1 and world & (world - 1) == 0:
            left = drop_options(own, n, world)
    if weights[TEMPERATURE] > 0.0:
        return any_option(own, n, world, weights[TEMPERATURE] / VALUE, mix(luck))
    return best_option(own, n)

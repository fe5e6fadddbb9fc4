"""Self-play: games of learned players, and the states that their seats made, as rows of the first layer.

Games and strategies are function values here, as in the play loop: this is compiled once per game.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record, view_as
from digsite.simulator.kernel.play.loop import EACH, MISPLAYED, decide
from digsite.simulator.kernel.play.rng import mix, open_streams
from digsite.simulator.kernel.search.imagine import deal_world
from digsite.simulator.kernel.search.worlds import Objective, settle_world, worth_to
from digsite.strategies.learned.choose import share_of
from digsite.strategies.learned.layout import (
    AT_VIEWS,
    BITS,
    ELEMENTS,
    ENTRY,
    FORM,
    LINEAR,
    ONE,
    SIZED,
)
from digsite.strategies.learned.network import (
    number_in,
    row_of,
    size_of,
)

MOST_ROWS = 4_096  # of one state
_GAMES, _STATES = np.uint64(1_000_003), np.uint64(7_919)


@rule
def note_row(index, times, at, row, count):
    """Note a row and how often it counts; return the next place."""
    if row < 0:
        return at
    index[at], times[at] = row, count
    return at + 1


@rule
def list_rows(player, words, seat, index, times, at):
    """Note the rows of a state as a seat looks at it; return the place after them."""
    whole = player.view(np.int64)
    first = whole[AT_VIEWS] + seat * whole[ELEMENTS] * ENTRY
    for element in range(whole[ELEMENTS]):
        entry = first + element * ENTRY
        value, form = number_in(whole, words, entry), whole[entry + FORM]
        if form == BITS:
            for bit in range(64):
                if (value >> bit) & 1:
                    at = note_row(index, times, at, row_of(whole, entry, bit), ONE)
            continue
        at = note_row(index, times, at, row_of(whole, entry, value), ONE)
        if form == SIZED:
            at = note_row(index, times, at, whole[entry + LINEAR], size_of(whole, entry, value))
    return at


def play_and_note(arrays, desk, moves, strategies, words_of, player, games, starts, index, times, made, ends):
    """Play games of an order and note the states that seats made by a choice; return the number of states.

    made: a row for each state: its game, its seat, and how many decisions its game had had.
    ends: for each game and seat its lead, its points, whether it contends, and how many decisions there were until its
          last choice; the last row has the decisions of the game.

    Play ends after `games` games, or with the first that finds no room; that one leaves nothing. Return -1 after an
    impossible pick.
    """
    rules, state, order, options = arrays.rules[0], arrays.states[0], arrays.order[0], arrays.options
    setup, _, apply, score, _ = moves
    seats, noted = np.int64(rules.seats), 0
    words = view_as(state, words_of)
    for game in range(games):
        first, decisions = noted, 0
        seated = (order.first + game) % arrays.places.shape[0]
        arrays.states[0] = arrays.states[1]
        arrays.minds[:] = 0
        open_streams(state, order.seed, order.first + game)
        setup(rules, state, arrays.events)
        for seat in range(seats):
            ends[game, seat, 3] = 0.0
        while not state.over and decisions < order.most_decisions:
            seat = np.int64(state.seat)
            n, pick = decide(rules, state, options, arrays.minds, seated, EACH, arrays, moves, strategies, None)
            if pick == MISPLAYED:
                return -1
            apply(rules, state, options[pick], arrays.events)
            decisions += 1
            if n == 1:
                continue
            ends[game, seat, 3] = decisions
            if noted >= made.shape[0] or starts[noted] + MOST_ROWS > index.shape[0]:
                ends[game, 0, 4] = -1.0
                return first
            starts[noted + 1] = list_rows(player, words.word, seat, index, times, starts[noted])
            made[noted, 0], made[noted, 1], made[noted, 2] = game, seat, decisions
            noted += 1
        note_ends(rules, state, score, desk, seats, ends[game])
        for seat in range(seats):
            ends[game, seat, 4] = decisions
    return noted


@rule
def note_ends(rules, state, score, desk, seats, ends):
    """Note what the end of a game is to each seat; a game that was broken off is nothing to anybody."""
    if state.over:
        settle_world(rules, state, score, desk.outcomes[0], desk.outcomes[1])
    for seat in range(seats):
        ends[seat, 0] = worth_to(desk.outcomes[0], seats, seat, Objective.LEAD) if state.over else 0.0
        ends[seat, 1] = np.float64(desk.outcomes[0].score[seat]) if state.over else 0.0
        ends[seat, 2] = np.float64(desk.outcomes[0].contends[seat]) if state.over else 0.0


def sample_states(arrays, moves, strategies, games, part, kept, again, views):
    """Play games and keep some states, each also as a seat imagines it (`again`, `views`); return how many.

    part: how likely a state is kept.
    """
    rules, state, order, options = arrays.rules[0], arrays.states[0], arrays.order[0], arrays.options
    setup, _, apply, _, redeal = moves
    seats, count = np.int64(rules.seats), 0
    for game in range(games):
        decisions = 0
        arrays.states[0] = arrays.states[1]
        arrays.minds[:] = 0
        open_streams(state, order.seed, order.first + game)
        setup(rules, state, arrays.events)
        while not state.over and decisions < order.most_decisions:
            _, pick = decide(rules, state, options, arrays.minds, 0, EACH, arrays, moves, strategies, None)
            if pick == MISPLAYED:
                return -1
            apply(rules, state, options[pick], arrays.events)
            decisions += 1
            luck = mix(np.uint64(game) * _GAMES + np.uint64(decisions) * _STATES + np.uint64(order.seed))
            if state.over or share_of(luck) >= part:
                continue
            seat = np.int64(mix(luck) % np.uint64(seats))
            copy_record(kept[count], state)
            deal_world(rules, state, seat, mix(luck + _STATES), again[count], redeal)
            views[count] = seat
            count += 1
            if count == kept.shape[0]:
                return count
    return count

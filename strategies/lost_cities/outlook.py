"""The prospects of a path: turns left, cards that fit and are still available, stones in reach, tiles on the way."""

from typing import NamedTuple

import numpy as np

from digsite.simulator.games.lost_cities.moves.hands import count_held, from_to
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, CARDS, PATHS, STONES
from digsite.simulator.games.lost_cities.state import Direction, Tile
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.lost_cities.weights import Weight

SURE_LATER = 0.125  # one over the turns before the end at which explorers' final stones become clear


class Seen(NamedTuple):
    """The cards that a player has seen in columns, on discard piles and in its own hand: two sets, like a hand."""

    once: int
    twice: int


class Prospects(NamedTuple):
    """What a player expects at one decision.

    seen:    the cards that cannot be drawn any more.
    turns:   own turns left.
    rate:    the chance that a given unseen card comes into the hand in these turns.
    squeeze: the share of all expected steps that the turns left allow.
    spare:   turns that the open paths do not need.
    prize:   the worth of one more artifact.
    doubt:   how uncertain it is, from 0 to 1, how far explorers will get.
    """

    seen: Seen
    turns: float
    rate: float
    squeeze: float
    spare: float
    prize: float
    doubt: float


@rule
def turns_left(rules, state, weights):
    """Return the own turns until the pile runs out or, as the explorers stand, the last bridge is crossed."""
    by_pile = state.pile / rules.seats
    needed = rules.ends_pieces_over_bridge - state.crossed
    by_bridge = weights[Weight.TURNS_PER_CROSSING] * needed
    if by_pile <= by_bridge:
        return by_pile
    near = 0
    for seat in range(rules.seats):
        for path in range(PATHS):
            near += 4 <= state.stone[seat, path] <= rules.stones_bridge_after
    return min(by_pile, by_bridge + weights[Weight.SLACK] * max(0, needed - near))


@inlined
def falls(rules, state, seat, path):
    """Return whether a column runs downwards, or, while that is open, has more room below its card than above."""
    direction = state.direction[seat, path]  # sums, since a branch could not be predicted
    high = 2 * state.column_top[seat, path] >= CARD_VALUES
    return (direction == Direction.DOWN) | ((direction == Direction.OPEN) & rules.play_descending_paths & high)


@inlined
def fits_column(rules, state, seat, path, value):
    """Return whether a card value fits the seat's column in its direction."""
    return (value - state.column_top[seat, path]) * (1 - 2 * falls(rules, state, seat, path)) >= 0


@rule
def cards_seen(state, seat):
    """Return the cards that the seat has seen, as sets: once for a decision, since every path needs them repeatedly."""
    once, twice = int(state.held[seat]), int(state.twice[seat])
    played = played_twice = 0
    for card in range(CARDS):
        played |= int(state.played[card] > 0) << card
        played_twice |= int(state.played[card] > 1) << card
    twice |= played_twice | once & played
    once |= played
    for path in range(PATHS):
        for at in range(state.discard_size[path]):
            bit = 1 << (path * CARD_VALUES + int(state.discard[path, at]))
            twice |= once & bit
            once |= bit
    return Seen(once, twice)


@inlined
def unseen(rules, seen, path, first, end):
    """Return the cards of a path that the seat has not seen, with values from the first to just before the end."""
    cards = from_to(path * CARD_VALUES + first, path * CARD_VALUES + end)
    return rules.cards_copies * (end - first) - popcount(seen.once & cards) - popcount(seen.twice & cards)


@rule
def draw_rate(rules, state, turns, weights):
    """Return the chance that a given unseen card comes into the hand in the turns left."""
    hidden = rules.cards_removed + state.pile + rules.cards_hand * (rules.seats - 1)
    return min(1.0, weights[Weight.LUCK] * max(turns, 0.0) / hidden)


@inlined
def cards_ahead(rules, state, seat, path, value, falling, seen, rate):
    """Return the cards that continue a column from a value: those in hand, and the expected draws of unseen ones."""
    first = 0 if falling else value
    end = value + 1 if falling else CARD_VALUES
    start = path * CARD_VALUES
    held = count_held(state, seat, from_to(start + first, start + end))
    return held + unseen(rules, seen, path, first, end) * rate


@inlined
def outlook(rules, state, seat, path, seen, rate):
    """Return the further steps an open path may expect."""
    top = np.int64(state.column_top[seat, path])
    return cards_ahead(rules, state, seat, path, top, falls(rules, state, seat, path), seen, rate)


@inlined
def worth(rules, stone, prospects, weights):
    """Return the points of an estimated stone, between the two nearest; cards beyond the ninth move other explorers.

    While many turns are left, it is open on which side of a big step a walk will end: all steps count alike.
    """
    below = min(int(stone), STONES - 1)
    part = min(stone - below, 1.0)
    printed = rules.stone_points[below] * (1.0 - part) + rules.stone_points[below + 1] * part
    step = (rules.stone_points[STONES] - rules.stone_points[1]) / (STONES - 1.0)
    levelled = rules.stone_points[1] + step * (min(stone, float(STONES)) - 1.0)
    beyond = max(stone - STONES, 0.0) * weights[Weight.HOME_CARD]
    return printed + prospects.doubt * (levelled - printed) + beyond


@inlined
def artifacts_held(state, seat):
    """Return the tokens, and the tiles that will become tokens after this expedition."""
    return int(state.tokens[seat]) + int(state.artifact_tiles[seat])


@rule
def prize_of(rules, state, seat, weights, mind):
    """Return the worth of one more artifact to the seat: its own gain, and part of what a rival would have gained.

    Half, since no rival may ever have reached it; and what one of several rivals lacks helps against that one only.
    """
    mine = all_seats = 0.0
    for other in range(rules.seats):
        gain = mind.tables.prize[state.expedition, artifacts_held(state, other)]
        all_seats += gain
        mine += gain * (other == seat)
    rivals = rules.seats - 1
    return weights[Weight.ARTIFACT] * (mine + 0.5 * (all_seats - mine) / (rivals * rivals))


@inlined
def find_worth(state, path, stone, prize, weights):
    """Return the worth of the tile on a stone to a player."""
    tile = state.tile[path, stone]  # sums, since a branch could not be predicted
    special = (tile == Tile.ARTIFACT) * prize + (tile == Tile.ARROW) * weights[Weight.ARROW]
    return special + max(tile, 0) * weights[Weight.VICTORY]


@rule
def racers(rules, state, seat, path, stone):
    """Return the number of rivals who may reach a stone of the path before the seat does."""
    count = 0
    for rival in range(rules.seats):
        count += (rival != seat) & (0 < state.stone[rival, path]) & (state.stone[rival, path] < stone)
    return count


@rule
def finds_ahead(rules, state, seat, path, stone, reach, prize, weights):
    """Return the expected gain of the tiles beyond a stone, each by the chance that the explorer gets there."""
    total = 0.0
    for ahead in range(stone + 1, min(STONES, int(reach) + 3) + 1):
        likely = min(1.0, max(0.0, 1.0 + 0.4 * (reach - ahead)))
        if state.tile[path, ahead] == Tile.ARTIFACT:
            likely *= max(0.0, 1.0 - weights[Weight.RACE] * racers(rules, state, seat, path, ahead))
        total += likely * find_worth(state, path, ahead, prize, weights)
    return total * weights[Weight.AHEAD]


@inlined
def path_value(rules, state, seat, path, stone, steps, factor, prospects, weights):
    """Return the expected gain of a path from a stone on: the stone it will reach, and the tiles on the way."""
    reach = stone + steps
    finds = finds_ahead(rules, state, seat, path, stone, reach, prospects.prize, weights)
    return worth(rules, reach, prospects, weights) * factor + finds


@rule
def demand(rules, state, seat, seen, rate):
    """Return the steps that all open paths together expect: more than there are turns means that some will not come."""
    total = 0.0
    for path in range(PATHS):
        if state.stone[seat, path] > 0:
            total += outlook(rules, state, seat, path, seen, rate)
    return total


@rule
def prospects_of(rules, state, seat, turns, weights, mind):
    """Return what the seat expects with this many own turns left."""
    rate = draw_rate(rules, state, turns, weights)
    seen = cards_seen(state, seat)
    wanted = demand(rules, state, seat, seen, rate)
    crowded = wanted / max(turns, 1.0)
    squeeze = 1.0 if crowded <= 1.0 else 1.0 / crowded
    prize = prize_of(rules, state, seat, weights, mind)
    doubt = weights[Weight.DOUBT] * min(1.0, max(turns, 0.0) * SURE_LATER)
    return Prospects(seen, turns, rate, squeeze, max(0.0, turns - wanted), prize, doubt)

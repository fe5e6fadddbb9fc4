"""What a path may hope for: turns left, cards that fit and are still about, stones in reach, tiles on the way."""

from typing import NamedTuple

import numpy as np

from digsite.simulator.games.lost_cities.moves.hands import count_held, from_to
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, CARDS, PATHS, STONES
from digsite.simulator.games.lost_cities.state import Direction, Tile
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.lost_cities.weights import Weight

SURE_LATER = 0.125  # one over the turns before the end from which on it becomes clear where explorers will get to


class Seen(NamedTuple):
    """The cards that a player has seen in columns, on discard piles and in its own hand; two sets, as a hand is."""

    once: int
    twice: int


class Prospects(NamedTuple):
    """What a player reckons with at one decision.

    seen:    the cards that cannot be drawn any more.
    turns:   own turns left.
    rate:    the chance that a given card, seen nowhere yet, comes into the hand in these turns.
    squeeze: the part of all steps hoped for that the turns left allow.
    spare:   turns that the paths now open do not need.
    prize:   what one more artifact is worth.
    doubt:   how uncertain it is, from 0 to 1, where explorers will get to.
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
    """Own turns until the pile runs out or, as the explorers stand, the last bridge is crossed."""
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
    """Whether a column runs downwards, or, while that is open, has more room below its card than above."""
    direction = state.direction[seat, path]  # sums, as a branch could not be predicted
    high = 2 * state.column_top[seat, path] >= CARD_VALUES
    return (direction == Direction.DOWN) | ((direction == Direction.OPEN) & rules.play_descending_paths & high)


@inlined
def fits_column(rules, state, seat, path, value):
    """Whether a card value goes on the seat's column on the way it runs."""
    return (value - state.column_top[seat, path]) * (1 - 2 * falls(rules, state, seat, path)) >= 0


@rule
def cards_seen(state, seat):
    """All that the seat has seen, as sets: once for a decision, as every path asks for it again and again."""
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
    """Cards of a path with values from the first up to, but not with, the end that the seat has seen nowhere."""
    cards = from_to(path * CARD_VALUES + first, path * CARD_VALUES + end)
    return rules.cards_copies * (end - first) - popcount(seen.once & cards) - popcount(seen.twice & cards)


@rule
def draw_rate(rules, state, turns, weights):
    """The chance that a given unseen card comes into the hand in the turns left."""
    hidden = rules.cards_removed + state.pile + rules.cards_hand * (rules.seats - 1)
    return min(1.0, weights[Weight.LUCK] * max(turns, 0.0) / hidden)


@inlined
def cards_ahead(rules, state, seat, path, value, falling, seen, rate):
    """Cards that carry a column on from a value: those in hand, and as many of the unseen ones as may be drawn."""
    first = 0 if falling else value
    end = value + 1 if falling else CARD_VALUES
    start = path * CARD_VALUES
    held = count_held(state, seat, from_to(start + first, start + end))
    return held + unseen(rules, seen, path, first, end) * rate


@inlined
def outlook(rules, state, seat, path, seen, rate):
    """Further steps an open path may hope for."""
    top = np.int64(state.column_top[seat, path])
    return cards_ahead(rules, state, seat, path, top, falls(rules, state, seat, path), seen, rate)


@inlined
def worth(rules, stone, prospects, weights):
    """Points of a stone that is a guess, between the two nearest; cards beyond the ninth still move somebody else.

    While many turns are left nobody can tell on which side of a big step a walk will end: all steps count alike.
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
    """Tokens, and the tiles that will become tokens after this expedition."""
    return int(state.tokens[seat]) + int(state.artifact_tiles[seat])


@rule
def prize_of(rules, state, seat, weights, mind):
    """What one more artifact is worth to the seat: what it gains by it, and in part what a rival would have gained.

    Half, as somebody else may never have come by; and what one of several rivals lacks helps against that one only.
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
    """What the tile on a stone is worth to a player."""
    tile = state.tile[path, stone]  # sums, as a branch could not be predicted
    special = (tile == Tile.ARTIFACT) * prize + (tile == Tile.ARROW) * weights[Weight.ARROW]
    return special + max(tile, 0) * weights[Weight.VICTORY]


@rule
def racers(rules, state, seat, path, stone):
    """Rivals who may come to a stone of the path before the seat does, as they are on their way."""
    count = 0
    for rival in range(rules.seats):
        count += (rival != seat) & (0 < state.stone[rival, path]) & (state.stone[rival, path] < stone)
    return count


@rule
def finds_ahead(rules, state, seat, path, stone, reach, prize, weights):
    """What the tiles beyond a stone may bring, each as far as the explorer is likely to get there."""
    total = 0.0
    for ahead in range(stone + 1, min(STONES, int(reach) + 3) + 1):
        likely = min(1.0, max(0.0, 1.0 + 0.4 * (reach - ahead)))
        if state.tile[path, ahead] == Tile.ARTIFACT:
            likely *= max(0.0, 1.0 - weights[Weight.RACE] * racers(rules, state, seat, path, ahead))
        total += likely * find_worth(state, path, ahead, prize, weights)
    return total * weights[Weight.AHEAD]


@inlined
def path_value(rules, state, seat, path, stone, steps, factor, prospects, weights):
    """What a path may bring in all from a stone on: the stone it will probably reach, and the tiles on the way."""
    reach = stone + steps
    finds = finds_ahead(rules, state, seat, path, stone, reach, prospects.prize, weights)
    return worth(rules, reach, prospects, weights) * factor + finds


@rule
def demand(rules, state, seat, seen, rate):
    """Steps that all open paths together hope for: more than there are turns means that not all will come."""
    total = 0.0
    for path in range(PATHS):
        if state.stone[seat, path] > 0:
            total += outlook(rules, state, seat, path, seen, rate)
    return total


@rule
def prospects_of(rules, state, seat, turns, weights, mind):
    """What the seat reckons with when so many own turns are left."""
    rate = draw_rate(rules, state, turns, weights)
    seen = cards_seen(state, seat)
    wanted = demand(rules, state, seat, seen, rate)
    crowded = wanted / max(turns, 1.0)
    squeeze = 1.0 if crowded <= 1.0 else 1.0 / crowded
    prize = prize_of(rules, state, seat, weights, mind)
    doubt = weights[Weight.DOUBT] * min(1.0, max(turns, 0.0) * SURE_LATER)
    return Prospects(seen, turns, rate, squeeze, max(0.0, turns - wanted), prize, doubt)

"""What a path may hope for: turns left, cards that fit, stones in reach, tiles on the way."""

import numpy as np

from simulator.games.lost_cities.moves.hands import count_held, from_to
from simulator.games.lost_cities.rules import CARD_VALUES, PATHS, STONES
from simulator.games.lost_cities.state import Direction, Tile
from simulator.kernel.compile import rule
from strategies.lost_cities.weights import Weight


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


@rule
def falls(rules, state, seat, path):
    """Whether a column runs downwards, or, while that is open, has more room below its card than above."""
    direction = state.direction[seat, path]  # sums, as a branch could not be predicted
    high = 2 * state.column_top[seat, path] >= CARD_VALUES
    return (direction == Direction.DOWN) | ((direction == Direction.OPEN) & rules.play_descending_paths & high)


@rule
def fits_column(rules, state, seat, path, value):
    """Whether a card value goes on the seat's column on the way it runs."""
    return (value - state.column_top[seat, path]) * (1 - 2 * falls(rules, state, seat, path)) >= 0


@rule
def fitting(state, seat, path, falling):
    """Cards in hand that carry the seat's open column on the way it runs."""
    first = path * CARD_VALUES
    top = first + state.column_top[seat, path]
    if falling:
        return count_held(state, seat, from_to(first, top + 1))
    return count_held(state, seat, from_to(top, first + CARD_VALUES))


@rule
def draws(rules, value, falling, held, rate):
    """Cards of one colour a player may expect to draw and use: those not seen that fit, each with the same chance."""
    values = value + 1 if falling else CARD_VALUES - value
    return max(0, rules.cards_copies * values - held) * rate


@rule
def draw_rate(rules, turns, weights):
    """The chance that a given unseen card comes into the hand in the turns left."""
    return weights[Weight.LUCK] * max(turns, 0.0) / (rules.cards_copies * PATHS * CARD_VALUES)


@rule
def outlook(rules, state, seat, path, rate):
    """Further steps an open path may hope for."""
    falling = falls(rules, state, seat, path)
    held = fitting(state, seat, path, falling)
    return held + draws(rules, np.int64(state.column_top[seat, path]), falling, held, rate)


@rule
def worth(rules, stone, weights):
    """Points of a stone that is a guess, between the two nearest; cards beyond the ninth still move somebody else."""
    below = min(int(stone), STONES - 1)
    part = min(stone - below, 1.0)
    beyond = max(stone - STONES, 0.0) * weights[Weight.HOME_CARD]
    return rules.stone_points[below] * (1.0 - part) + rules.stone_points[below + 1] * part + beyond


@rule
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


@rule
def find_worth(state, path, stone, prize, weights):
    """What the tile on a stone is worth to a player."""
    tile = state.tile[path, stone]  # sums, as a branch could not be predicted
    special = (tile == Tile.ARTIFACT) * prize + (tile == Tile.ARROW) * weights[Weight.ARROW]
    return special + max(tile, 0) * weights[Weight.VICTORY]


@rule
def finds_ahead(state, path, first, last, prize, weights):
    """What the tiles on the stones first to last may bring, less than they would at once."""
    total = 0.0
    for stone in range(first, min(last, STONES) + 1):
        total += find_worth(state, path, stone, prize, weights)
    return total * weights[Weight.AHEAD]


@rule
def demand(rules, state, seat, rate):
    """Steps that all open paths together hope for: more than there are turns means that not all will come."""
    total = 0.0
    for path in range(PATHS):
        if state.stone[seat, path] > 0:
            total += outlook(rules, state, seat, path, rate)
    return total

"""The worth of a move, in points."""

import numpy as np

from digsite.simulator.games.lost_cities.moves.hands import count_held, from_to
from digsite.simulator.games.lost_cities.moves.score import artifact_payment, points_after_expedition
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, PATHS, STONES
from digsite.simulator.games.lost_cities.state import Direction, Tile
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.strategies.lost_cities.outlook import (
    artifacts_held,
    cards_ahead,
    find_worth,
    fits_column,
    outlook,
    path_value,
    unseen,
    worth,
)
from digsite.strategies.lost_cities.weights import Weight

_NEARNESS = 1.0 / (1.0 + 0.3 * np.arange(CARD_VALUES))  # how much a rival wants a card, by the gap it leaves
_USEFULNESS = 1.0 / (1.0 + 0.15 * np.arange(CARD_VALUES))  # how much a card is worth taking, by the gap it leaves
LONG = 1.0 / 32.0  # one over the turns of a long expedition
WIN = 1e6  # points that winning the game is worth


@inlined
def last_expedition(rules, state):
    """Return whether the game ends with this expedition."""
    return state.expedition + 1 == rules.expeditions


@rule
def final_points(rules, state, seat, stepping):
    """Return a seat's final points if the game ended now, with one more step on a path (-1: on none)."""
    earned = 0
    for path in range(PATHS):
        points = int(rules.stone_points[state.stone[seat, path] + (path == stepping)])
        earned += points * int(rules.researcher_factor) if state.researcher[seat, path] else points
    points = points_after_expedition(rules, int(state.points[seat]), earned)
    return points + artifact_payment(rules, points, artifacts_held(state, seat))


@rule
def wins_by_ending(rules, state, seat, stepping):
    """Return whether the seat would win, alone or with others, if its step on a path (-1: no step) ended the game."""
    mine = final_points(rules, state, seat, stepping)
    for rival in range(rules.seats):
        theirs = final_points(rules, state, rival, -1) if rival != seat else mine
        if theirs > mine or (theirs == mine and artifacts_held(state, rival) > artifacts_held(state, seat)):
            return False
    return True


@inlined
def doubling(rules, state, seat, path):
    """Return the multiplier of the explorer on a path."""
    return np.int64(rules.researcher_factor if state.researcher[seat, path] else 1)


@rule
def hopes(rules, state, seat, own_cards, prospects, weights):
    """Return what a seat's explorers may still gain if the expedition continues."""
    total = 0.0
    for path in range(PATHS):
        stone = state.stone[seat, path]
        if stone == 0:
            continue
        steps = 0.25 * prospects.turns
        if own_cards:
            steps = min(prospects.turns, outlook(rules, state, seat, path, prospects.seen, prospects.rate))
        points = worth(rules, stone + steps, prospects, weights) - rules.stone_points[stone]
        total += points * doubling(rules, state, seat, path)
    return total


@rule
def value_of_ending(rules, state, seat, prospects, weights):
    """Return the worth of no explorer moving further: own prospects are lost, but the rivals' too."""
    rivals = 0.0
    for rival in range(rules.seats):
        if rival != seat:
            rivals += hopes(rules, state, rival, False, prospects, weights)
    mine = hopes(rules, state, seat, True, prospects, weights)
    return weights[Weight.RIVALS] * rivals / max(1, rules.seats - 1) - mine


@inlined
def value_now(rules, state, seat, path, steps, prospects, weights):
    """Return what a path may gain from the current stone on, with this many further steps expected."""
    factor = doubling(rules, state, seat, path)
    return path_value(rules, state, seat, path, np.int64(state.stone[seat, path]), steps, factor, prospects, weights)


@rule
def pursuers(rules, state, seat, path):
    """Return the number of rivals who may take the tile on the next stone; those next to the explorer could at once."""
    count = 0.0
    stone = state.stone[seat, path]
    for rival in range(rules.seats):
        behind = state.stone[rival, path]
        count += (rival != seat) * ((behind == stone) + 0.3 * ((0 < behind) & (behind < stone)))
    return count


@rule
def value_of_step(rules, state, seat, path, now, after, prospects, weights):
    """Return the worth of a step, with `after` more expected, if the path is worth `now` without it."""
    stone = np.int64(state.stone[seat, path])
    factor = doubling(rules, state, seat, path)
    bridge = 0.0
    if stone == rules.stones_bridge_after:
        bridge = weights[Weight.BRIDGE]
        if state.crossed + 1 >= rules.ends_pieces_over_bridge:
            if last_expedition(rules, state):
                return WIN if wins_by_ending(rules, state, seat, path) else -WIN
            gain = (rules.stone_points[stone + 1] - rules.stone_points[stone]) * factor
            return gain + bridge + value_of_ending(rules, state, seat, prospects, weights)
    then = path_value(rules, state, seat, path, stone + 1, after, factor, prospects, weights)
    found = find_worth(state, path, stone + 1, prospects.prize, weights)
    if state.tile[path, stone + 1] == Tile.ARTIFACT:
        found += weights[Weight.SNATCH] * prospects.prize * pursuers(rules, state, seat, path)
    return then + found - now + bridge + weights[Weight.TEMPO] * factor


@rule
def value_of_last_step(rules, state, seat, path, prospects, weights):
    """Return what an open path would lose with one card fewer."""
    squeeze = prospects.squeeze
    reach = state.stone[seat, path] + squeeze * outlook(rules, state, seat, path, prospects.seen, prospects.rate)
    lost = worth(rules, reach, prospects, weights) - worth(rules, max(reach - squeeze, 1.0), prospects, weights)
    return lost * doubling(rules, state, seat, path)


@inlined
def value_of_advance(rules, state, seat, path, value, lower, higher, now, prospects, weights):
    """Return the worth of the step, less the lower cards (higher ones on a falling path) that can no longer be used."""
    if state.stone[seat, path] >= STONES:
        return weights[Weight.HOME_CARD]
    direction = state.direction[seat, path]
    top = state.column_top[seat, path]
    falling = direction == Direction.DOWN
    if direction == Direction.OPEN and rules.play_descending_paths:
        falling = value < top or (value == top and lower > higher)
    after = cards_ahead(rules, state, seat, path, value, falling, prospects.seen, prospects.rate) - 1.0
    ready = lower if falling else higher
    urge = weights[Weight.QUEUE] * ready * doubling(rules, state, seat, path)
    left_out = unseen(rules, prospects.seen, path, value + 1 if falling else top, top + 1 if falling else value)
    urge -= weights[Weight.GAP] * left_out * (0.3 + 0.7 * min(1.0, prospects.turns * LONG))
    return urge + value_of_step(rules, state, seat, path, now, prospects.squeeze * after, prospects, weights)


@inlined
def value_of_opening(rules, state, seat, path, value, opened, prospects, weights):
    """Return the worth of a new path: its steps in the turns the others leave, and how it suits the style."""
    steps = cards_ahead(rules, state, seat, path, value, False, prospects.seen, prospects.rate) - 1.0
    start = value
    if rules.play_descending_paths:
        falling = cards_ahead(rules, state, seat, path, value, True, prospects.seen, prospects.rate) - 1.0
        if falling > steps:
            steps, start = falling, CARD_VALUES - 1 - value
    liking = weights[Weight.TEMPO] - weights[Weight.START_PENALTY] * max(0.0, start - weights[Weight.MAX_START])
    liking -= weights[Weight.PATH_PENALTY] * max(0.0, opened + 1 - weights[Weight.MAX_PATHS])
    return min(steps, prospects.spare), liking


@rule
def value_of_a_colour(rules, state, seat, path, prospects, weights):
    """Return the worth of each card in hand for an unopened path: it grows with their number and the turns left."""
    start = path * CARD_VALUES
    others = count_held(state, seat, from_to(start, start + CARD_VALUES)) - 1
    return weights[Weight.KEEP] * min(1.0, prospects.turns * 0.125) * (1.0 + weights[Weight.COLOUR] * others)


@rule
def value_of_taking(rules, state, seat, path, value, prospects, weights):
    """Return the worth of the step that a card taken from a discard pile makes likely; less if it leaves a gap."""
    reach = state.stone[seat, path] + min(
        prospects.turns, outlook(rules, state, seat, path, prospects.seen, prospects.rate)
    )
    gain = (worth(rules, reach + 1.0, prospects, weights) - worth(rules, reach, prospects, weights)) * doubling(
        rules, state, seat, path
    )
    return weights[Weight.TAKE] * gain * _USEFULNESS[abs(value - state.column_top[seat, path])]


@rule
def danger(rules, state, seat, path, value, weights):
    """Return the worth of a discarded card to the rivals, most of all to the next."""
    total = 0.0
    share = weights[Weight.DENY]
    rival = seat
    for _ in range(1, rules.seats):  # arithmetic, since branches could not be predicted
        rival = rival + 1 if rival + 1 < rules.seats else 0
        stone = state.stone[rival, path]
        gap = abs(value - state.column_top[rival, path])
        wants = (0 < stone) & (stone < STONES) & fits_column(rules, state, rival, path, value)
        begins = (stone == 0) & ((value <= 2) | (rules.play_descending_paths & (value >= CARD_VALUES - 3)))
        total += share * (wants * (1.0 + state.researcher[rival, path]) * _NEARNESS[gap] + begins * 0.4)
        share *= 0.5
    return total

"""How the heuristic players of Lost Cities weigh their options; their styles are weights.

Everything is measured in points. A path is worth the stone its explorer will probably reach: the stone it is on, plus
the cards in hand that fit, plus those it may still draw, as far as the turns left allow. An option is worth what it
changes, plus what lies on the stone it reaches; a discard costs what the card was good for and what it gives a rival.
"""

from enum import IntEnum

import numpy as np

from simulator.games.lost_cities.moves import count_held, fitting_cards, from_to, lowest, openers
from simulator.games.lost_cities.rules import CARD_VALUES, STONES
from simulator.games.lost_cities.state import (
    ACTION_STRIDE,
    DECLINE,
    PATHS,
    Action,
    Decision,
    Direction,
    Tile,
)
from simulator.kernel.compile import rule
from simulator.kernel.options import index_of
from strategies.lost_cities.mind import CHOOSE


class Weight(IntEnum):
    """What the numbers in strategies.toml mean, in their order."""

    MAX_PATHS = 0
    PATH_PENALTY = 1
    MAX_START = 2
    START_PENALTY = 3
    ARTIFACT = 4
    ARROW = 5
    VICTORY = 6
    AHEAD = 7
    TEMPO = 8
    BRIDGE = 9
    RESERVE = 10
    RICH = 11
    DENY = 12
    UNKNOWN_CARD = 13
    TURNS_PER_CROSSING = 14
    SLACK = 15
    LUCK = 16
    HOME_CARD = 17
    RIVALS = 18


_NEARNESS = 1.0 / (1.0 + 0.3 * np.arange(CARD_VALUES))  # how much a rival wants a card, by the gap it leaves
_USEFULNESS = 1.0 / (1.0 + 0.15 * np.arange(CARD_VALUES))  # how much a card is worth taking, by the gap it leaves


# ------------------------------------------------------------------------------------------------ time and hands


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
def fits_column(state, seat, path, value):
    """Whether a card value goes on the seat's open column, by the direction it has."""
    top = state.column_top[seat, path]
    return value <= top if state.direction[seat, path] == Direction.DOWN else value >= top


@rule
def fitting(state, seat, path):
    """Cards in hand that carry the seat's open column on the way it runs, or upwards."""
    first = path * CARD_VALUES
    top = first + state.column_top[seat, path]
    if state.direction[seat, path] == Direction.DOWN:
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
    held = fitting(state, seat, path)
    falling = state.direction[seat, path] == Direction.DOWN
    return held + draws(rules, state.column_top[seat, path], falling, held, rate)


@rule
def worth(rules, stone, weights):
    """Points of a stone that is a guess, between the two nearest; cards beyond the ninth still move somebody else."""
    below = min(int(stone), STONES - 1)
    part = min(stone - below, 1.0)
    beyond = max(stone - STONES, 0.0) * weights[Weight.HOME_CARD]
    return rules.stone_points[below] * (1.0 - part) + rules.stone_points[below + 1] * part + beyond


@rule
def find_worth(rules, state, path, stone, weights):
    """What the tile on a stone is worth to a player."""
    tile = state.tile[path, stone]  # sums rather than branches, as nobody could foresee what lies there
    special = (tile == Tile.ARTIFACT) * weights[Weight.ARTIFACT] + (tile == Tile.ARROW) * weights[Weight.ARROW]
    return special + max(tile, 0) * weights[Weight.VICTORY]


@rule
def finds_ahead(rules, state, path, first, last, weights):
    """What the tiles on the stones first to last may bring, less than they would at once."""
    total = 0.0
    for stone in range(first, min(last, STONES) + 1):
        total += find_worth(rules, state, path, stone, weights)
    return total * weights[Weight.AHEAD]


# ------------------------------------------------------------------------------------------------ options


@rule
def hopes(rules, state, seat, turns, own_cards, weights):
    """What a seat's explorers may still gain if the expedition goes on."""
    total = 0.0
    for path in range(PATHS):
        stone = state.stone[seat, path]
        if stone == 0:
            continue
        steps = 0.25 * turns
        if own_cards:
            steps = min(turns, outlook(rules, state, seat, path, draw_rate(rules, turns, weights)))
        factor = rules.researcher_factor if state.researcher[seat, path] else 1
        total += (worth(rules, stone + steps, weights) - rules.stone_points[stone]) * factor
    return total


@rule
def value_of_ending(rules, state, seat, turns, weights):
    """What it means that nobody moves on: own hopes are lost, but the rivals' too."""
    rivals = 0.0
    for rival in range(rules.seats):
        if rival != seat:
            rivals += hopes(rules, state, rival, turns, False, weights)
    mine = hopes(rules, state, seat, turns, True, weights)
    return weights[Weight.RIVALS] * rivals / max(1, rules.seats - 1) - mine


@rule
def value_of_step(rules, state, seat, path, before, after, turns, weights):
    """A step from the present stone when the path's hoped-for stone changes from `before` to `after`."""
    stone = state.stone[seat, path] + 1
    factor = rules.researcher_factor if state.researcher[seat, path] else 1
    value = (worth(rules, after, weights) - worth(rules, before, weights)) * factor + weights[Weight.TEMPO] * factor
    if stone == rules.stones_bridge_after + 1:
        value += weights[Weight.BRIDGE]
        if state.crossed + 1 >= rules.ends_pieces_over_bridge:
            gain = (rules.stone_points[stone] - rules.stone_points[stone - 1]) * factor
            return gain + weights[Weight.BRIDGE] + value_of_ending(rules, state, seat, turns, weights)
    return value + find_worth(rules, state, path, stone, weights)


@rule
def danger(rules, state, seat, path, value, weights):
    """What a discarded card is worth to the rivals, most of all to the next."""
    total = 0.0
    share = weights[Weight.DENY]
    rival = seat
    for _ in range(1, rules.seats):  # arithmetic rather than branches, which nobody could foresee
        rival = rival + 1 if rival + 1 < rules.seats else 0
        stone = state.stone[rival, path]
        gap = abs(value - state.column_top[rival, path])
        wants = (0 < stone) & (stone < STONES) & fits_column(state, rival, path, value)
        begins = (stone == 0) & (value <= 2)
        total += share * (wants * (1.0 + state.researcher[rival, path]) * _NEARNESS[gap] + begins * 0.4)
        share *= 0.5
    return total


@rule
def open_paths(state, seat):
    """Paths the seat has explorers on."""
    opened = 0
    for path in range(PATHS):
        opened += state.stone[seat, path] > 0
    return opened


@rule
def demand(rules, state, seat, rate):
    """Steps that all open paths together hope for: more than there are turns means that not all will come."""
    total = 0.0
    for path in range(PATHS):
        if state.stone[seat, path] > 0:
            total += outlook(rules, state, seat, path, rate)
    return total


@rule
def playable(rules, state, seat, path):
    """The distinct cards in hand worth a thought for a path; the lowest that serves is the best unless paths descend."""
    first = path * CARD_VALUES
    cards = int(state.held[seat])
    if state.stone[seat, path] > 0:
        cards &= fitting_cards(rules, state, seat, path)
    else:
        cards &= openers(rules, state, seat) & from_to(first, first + CARD_VALUES)
    return cards if rules.play_descending_paths else cards & -cards


@rule
def best_play(rules, state, seat, options, n, weights):
    """The card to play. A discard never gains anything, so discards are weighed only where nothing else gains."""
    turns = max(0.0, turns_left(rules, state, weights) - 1.0)
    rate = draw_rate(rules, turns, weights)
    wanted = demand(rules, state, seat, rate)
    squeeze = turns / wanted if wanted > turns else 1.0
    spare = max(0.0, turns - wanted)
    opened = open_paths(state, seat)
    best, best_value = -1, -1e9
    for path in range(PATHS):
        cards = playable(rules, state, seat, path)
        while cards > 0:
            card = lowest(cards)
            cards &= cards - 1
            value = card - path * CARD_VALUES
            lower = count_held(state, seat, from_to(path * CARD_VALUES, card))
            higher = count_held(state, seat, from_to(card, (path + 1) * CARD_VALUES)) - 1
            if state.stone[seat, path] > 0:
                action = Action.ADVANCE
                before = state.stone[seat, path] + squeeze * outlook(rules, state, seat, path, rate)
                gain = value_of_advance(
                    rules, state, seat, path, value, lower, higher, before, squeeze, turns, rate, weights
                )
            else:
                action, gain = best_explorer(
                    rules, state, seat, path, value, lower, higher, opened, spare, rate, weights
                )
            if gain > best_value:
                best, best_value = action * ACTION_STRIDE + card, gain
    if best_value >= 0.0:
        return index_of(options, n, best)
    return best_discard(rules, state, seat, options, n, squeeze, turns, rate, best, best_value, weights)


@rule
def best_explorer(rules, state, seat, path, value, lower, higher, opened, spare, rate, weights):
    """Who should open a path with a card, and what that is worth."""
    steps, plain = value_of_opening(rules, path, value, lower, higher, opened, spare, rate, weights)
    hoped = worth(rules, 1.0 + steps, weights)
    finds = finds_ahead(rules, state, path, 1, 1 + int(steps), weights)
    plain += hoped + finds
    doubled = plain + hoped * (rules.researcher_factor - 1) + weights[Weight.RICH] * finds - weights[Weight.RESERVE]
    if state.adventurers_left[seat] > 0 and (state.researchers_left[seat] == 0 or plain >= doubled):
        return Action.OPEN_ADVENTURER, plain
    if state.researchers_left[seat] > 0:
        return Action.OPEN_RESEARCHER, doubled
    return Action.DISCARD, -1e9


@rule
def best_discard(rules, state, seat, options, n, squeeze, turns, rate, best, best_value, weights):
    """The card that is missed least and helps the rivals least, unless the play found so far is better."""
    path = -1
    step = 0.0
    cards = int(state.held[seat])
    unopened = -weights[Weight.UNKNOWN_CARD] * min(1.0, turns * 0.125)
    while cards > 0:
        card = lowest(cards)
        cards &= cards - 1
        if path < 0 or card >= (path + 1) * CARD_VALUES:
            path = card // CARD_VALUES
            step = value_of_last_step(rules, state, seat, path, squeeze, rate, weights)
        value = card - path * CARD_VALUES
        # A card of a path not begun: low cards begin it, high cards carry it on. One that fits nothing costs nothing.
        gain = unopened * (0.5 + 0.05 * abs(value - 5))
        if state.stone[seat, path] > 0:
            gain = -step if fits_column(state, seat, path, value) else 0.0
        if gain > best_value:  # rivals can only make it worse
            gain -= danger(rules, state, seat, path, value, weights)
        if gain > best_value:
            best, best_value = Action.DISCARD * ACTION_STRIDE + card, gain
    return index_of(options, n, best)


@rule
def value_of_last_step(rules, state, seat, path, squeeze, rate, weights):
    """What an open path would lose with one card fewer."""
    reach = state.stone[seat, path] + squeeze * outlook(rules, state, seat, path, rate)
    factor = rules.researcher_factor if state.researcher[seat, path] else 1
    return (worth(rules, reach, weights) - worth(rules, reach - squeeze, weights)) * factor


@rule
def value_of_advance(rules, state, seat, path, value, lower, higher, before, squeeze, turns, rate, weights):
    """The step, and the lower cards (higher ones on a falling path) that can no longer be used."""
    stone = state.stone[seat, path]
    if stone >= STONES:
        return weights[Weight.HOME_CARD]
    top = state.column_top[seat, path]
    direction = state.direction[seat, path]
    falling = direction == Direction.DOWN
    if direction == Direction.OPEN and rules.play_descending_paths:
        falling = value < top or (value == top and lower > higher)
    held = lower if falling else higher
    after = stone + 1 + squeeze * (held + draws(rules, value, falling, held, rate))
    return value_of_step(rules, state, seat, path, before, after, turns, weights)


@rule
def value_of_opening(rules, path, value, lower, higher, opened, spare, rate, weights):
    """Steps a new path may hope for in the turns the others leave, and what style has to say to opening it."""
    steps = higher + draws(rules, value, False, higher, rate)
    start = value
    if rules.play_descending_paths:
        falling = lower + draws(rules, value, True, lower, rate)
        if falling > steps:
            steps, start = falling, CARD_VALUES - 1 - value
    liking = weights[Weight.TEMPO] - weights[Weight.START_PENALTY] * max(0.0, start - weights[Weight.MAX_START])
    liking -= weights[Weight.PATH_PENALTY] * max(0.0, opened + 1 - weights[Weight.MAX_PATHS])
    return min(steps, spare), liking


@rule
def best_step(rules, state, seat, options, n, weights):
    """The explorer that gains most by one step; nobody, if every step would cost more than it brings."""
    turns = turns_left(rules, state, weights)
    rate = draw_rate(rules, turns, weights)
    best, best_value = 0, -1e9
    for i in range(n):
        path = options[i]
        value = 0.0
        if path != DECLINE:
            before = state.stone[seat, path] + min(turns, outlook(rules, state, seat, path, rate))
            value = value_of_step(rules, state, seat, path, before, before + 1.0, turns, weights)
        if value > best_value:
            best, best_value = i, value
    return best


@rule
def value_of_taking(rules, state, seat, path, value, turns, weights):
    """The further step a card from a discard pile makes likely, less if it leaves a gap."""
    stone = state.stone[seat, path]
    if stone == 0 or turns < 1.0 or not fits_column(state, seat, path, value):
        return 0.0
    factor = rules.researcher_factor if state.researcher[seat, path] else 1
    rate = draw_rate(rules, turns, weights)
    reach = stone + min(turns, outlook(rules, state, seat, path, rate))
    gain = (worth(rules, reach + 1.0, weights) - worth(rules, reach, weights)) * factor
    return gain * _USEFULNESS[abs(value - state.column_top[seat, path])]


@rule
def best_draw(rules, state, seat, options, n, weights):
    """A discard that helps, or that the next player must not have; else the unknown card of the pile."""
    if n == 1:
        return 0
    turns = turns_left(rules, state, weights) - 1.0
    best, best_value = n - 1, weights[Weight.UNKNOWN_CARD]
    for i in range(n - 1):
        path = options[i]
        top = state.discard[path, state.discard_size[path] - 1]
        value = value_of_taking(rules, state, seat, path, top, turns, weights)
        value += danger(rules, state, seat, path, top, weights)
        if value > best_value:
            best, best_value = i, value
    return best


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """The option with the highest worth."""
    if state.decision == Decision.PLAY:
        return best_play(rules, state, seat, options, n, weights)
    if state.decision == Decision.STEP:
        return best_step(rules, state, seat, options, n, weights)
    return best_draw(rules, state, seat, options, n, weights)

"""The heuristic players of Lost Cities; their styles are weights.

Everything is measured in points. A path is worth the stone its explorer will probably reach: its current stone, plus
the cards in hand that fit, plus those it may still draw, as far as the turns left allow. An option is worth what it
changes, plus the tile on the stone it reaches; a discard costs the card's use to the player and to a rival.
"""

import numpy as np

from digsite.simulator.games.lost_cities.moves.explorers import explorers_out
from digsite.simulator.games.lost_cities.moves.hands import count_held, from_to, lowest
from digsite.simulator.games.lost_cities.moves.legal import fitting_cards, openers
from digsite.simulator.games.lost_cities.options import DECLINE, Action, option_of
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, PATHS
from digsite.simulator.games.lost_cities.state import Decision
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.lost_cities.mind import CHOOSE
from digsite.strategies.lost_cities.outlook import (
    find_worth,
    finds_ahead,
    fits_column,
    outlook,
    prospects_of,
    turns_left,
    worth,
)
from digsite.strategies.lost_cities.values import (
    WIN,
    danger,
    last_expedition,
    value_now,
    value_of_a_colour,
    value_of_advance,
    value_of_last_step,
    value_of_opening,
    value_of_step,
    value_of_taking,
    wins_by_ending,
)
from digsite.strategies.lost_cities.weights import Weight


@inlined
def playable(rules, state, seat, path):
    """Return the distinct cards in hand to consider for a path; the lowest is the best unless paths descend."""
    first = path * CARD_VALUES
    cards = int(state.held[seat])
    if state.stone[seat, path] > 0:
        cards &= fitting_cards(rules, state, seat, path)
    else:
        cards &= openers(rules, state, seat) & from_to(first, first + CARD_VALUES)
    return cards if rules.play_descending_paths else cards & -cards


@inlined
def best_explorer(rules, state, seat, path, value, opened, prospects, weights):
    """Return the explorer that should open a path with a card, and the worth of that."""
    steps, liking = value_of_opening(rules, state, seat, path, value, opened, prospects, weights)
    hoped = worth(rules, 1.0 + steps, prospects, weights)
    finds = find_worth(state, path, 1, prospects.prize, weights)
    finds += finds_ahead(rules, state, seat, path, 1, 1.0 + steps, prospects.prize, weights)
    plain = hoped + finds + liking
    doubled = plain + hoped * (rules.researcher_factor - 1) + weights[Weight.RICH] * finds - weights[Weight.RESERVE]
    if state.adventurers_left[seat] > 0 and (state.researchers_left[seat] == 0 or plain >= doubled):
        return Action.OPEN_ADVENTURER, plain
    if state.researchers_left[seat] > 0:
        return Action.OPEN_RESEARCHER, doubled
    return Action.DISCARD, -1e9


@rule
def best_discard(rules, state, seat, options, n, prospects, best, best_value, weights):
    """Return the card that is missed least and helps the rivals least, unless the best play found so far is better."""
    path = -1
    step = 0.0
    cards = int(state.held[seat])
    while cards > 0:
        card = lowest(cards)
        cards &= cards - 1
        if path < 0 or card >= (path + 1) * CARD_VALUES:
            path = card // CARD_VALUES
            if state.stone[seat, path] > 0:
                step = value_of_last_step(rules, state, seat, path, prospects, weights)
            else:
                step = value_of_a_colour(rules, state, seat, path, prospects, weights)
        value = card - path * CARD_VALUES
        # A card of an unopened path: low cards open it, high cards continue it. One that fits nothing costs nothing.
        gain = -step * (0.5 + 0.05 * abs(value - 5)) - weights[Weight.WAIT]
        if state.stone[seat, path] > 0:
            gain = (-step if fits_column(rules, state, seat, path, value) else 0.0) - weights[Weight.WAIT]
        if gain > best_value:  # rivals can only make it worse
            gain -= danger(rules, state, seat, path, value, weights)
        if gain > best_value:
            best, best_value = option_of(Action.DISCARD, card), gain
    return index_of(options, n, best)


@rule
def best_play(rules, state, seat, options, n, weights, mind):
    """Return the card to play. A discard never gains anything, so discards are weighed only if no other play gains."""
    turns = max(0.0, turns_left(rules, state, weights) - 1.0)
    prospects = prospects_of(rules, state, seat, turns, weights, mind)
    opened = explorers_out(state, seat)
    best, best_value = -1, -1e9
    for path in range(PATHS):
        cards = playable(rules, state, seat, path)
        now = 0.0
        if cards > 0 and state.stone[seat, path] > 0:
            hoped = prospects.squeeze * outlook(rules, state, seat, path, prospects.seen, prospects.rate)
            now = value_now(rules, state, seat, path, hoped, prospects, weights)
        while cards > 0:
            card = lowest(cards)
            cards &= cards - 1
            value = card - path * CARD_VALUES
            if state.stone[seat, path] > 0:
                action = Action.ADVANCE
                lower = count_held(state, seat, from_to(path * CARD_VALUES, card))
                higher = count_held(state, seat, from_to(card, (path + 1) * CARD_VALUES)) - 1
                gain = value_of_advance(rules, state, seat, path, value, lower, higher, now, prospects, weights)
            else:
                action, gain = best_explorer(rules, state, seat, path, value, opened, prospects, weights)
            if gain > best_value:
                best, best_value = option_of(action, card), gain
    if best_value >= -weights[Weight.WAIT]:
        return index_of(options, n, best)
    return best_discard(rules, state, seat, options, n, prospects, best, best_value, weights)


@rule
def best_step(rules, state, seat, options, n, weights, mind):
    """Return the explorer that gains most by one step; none if every step would cost more than it gains."""
    prospects = prospects_of(rules, state, seat, turns_left(rules, state, weights), weights, mind)
    best, best_value = 0, -1e9
    for i in range(n):
        path = np.int64(options[i])
        value = 0.0
        if path != DECLINE:
            steps = prospects.squeeze * outlook(rules, state, seat, path, prospects.seen, prospects.rate)
            hoped = min(prospects.turns, steps)
            now = value_now(rules, state, seat, path, hoped, prospects, weights)
            value = value_of_step(rules, state, seat, path, now, hoped, prospects, weights)
        if value > best_value:
            best, best_value = i, value
    return best


@rule
def best_draw(rules, state, seat, options, n, weights, mind):
    """Draw a discard that helps, or that the next player must not get; else the unknown card of the pile.

    The last card of the last pile ends the game: draw it to win, and leave it while that would lose.
    """
    if n == 1:
        return 0
    unknown = weights[Weight.UNKNOWN_CARD]
    if state.pile == 1 and last_expedition(rules, state):  # its last card ends the game
        if wins_by_ending(rules, state, seat, -1):
            return n - 1
        unknown = -WIN
    turns = turns_left(rules, state, weights) - 1.0
    best, best_value = n - 1, unknown
    for i in range(n - 1):
        path = np.int64(options[i])
        top = np.int64(state.discard[path, state.discard_size[path] - 1])
        value = danger(rules, state, seat, path, top, weights)
        if turns >= 1.0 and state.stone[seat, path] > 0 and fits_column(rules, state, seat, path, top):
            prospects = prospects_of(rules, state, seat, turns, weights, mind)  # rarely: few discards fit
            value += value_of_taking(rules, state, seat, path, top, prospects, weights)
        if value > best_value:
            best, best_value = i, value
    return best


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Return the option with the highest worth."""
    if state.decision == Decision.PLAY:
        return best_play(rules, state, seat, options, n, weights, mind)
    if state.decision == Decision.STEP:
        return best_step(rules, state, seat, options, n, weights, mind)
    return best_draw(rules, state, seat, options, n, weights, mind)

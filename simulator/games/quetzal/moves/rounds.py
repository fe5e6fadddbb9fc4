"""Rounds: the start of a round, the order of its phases, and the end of the game."""

import numpy as np

from digsite.simulator.games.quetzal.moves.cards import deck_has_a_card, top_of_deck
from digsite.simulator.games.quetzal.moves.delivery import activate_harbour, activate_ships
from digsite.simulator.games.quetzal.moves.placing import ask_for_placing, place_automaton
from digsite.simulator.games.quetzal.moves.rolling import ask_for_rerolls, roll_meeples
from digsite.simulator.games.quetzal.moves.seating import seat_after
from digsite.simulator.games.quetzal.moves.temple import activate_surroundings, activate_temple
from digsite.simulator.games.quetzal.moves.upgrades import carry_out_discovery, price_of_discovery, price_of_vp
from digsite.simulator.games.quetzal.moves.village import activate_black_market, activate_stela, activate_village
from digsite.simulator.games.quetzal.rules import KINDS, SURROUNDINGS, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import (
    BIDS,
    NO_DECISION,
    NOBODY,
    RECORDED_ROUNDS,
    SPACES,
    UNDER_STRIDE,
    Colour,
    Decision,
    EndReason,
    Event,
    Phase,
    Space,
)
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log

# ------------------------------------------------------------------------------------------------ a round begins


@rule
def refill_cards(rules, state, events):
    """Cards from the deck fill the Temple, then its surroundings."""
    while state.temple_size < rules.temple_cards and deck_has_a_card(rules, state, events):
        kind = top_of_deck(state) % UNDER_STRIDE
        state.temple[kind] += 1
        state.temple_size += 1
        log(events, Event.REFILL, NOBODY, Space.TEMPLE, kind, 0)
    for place in range(len(SURROUNDINGS)):
        while state.surroundings_size[place] < rules.surroundings_cards and deck_has_a_card(rules, state, events):
            kind = top_of_deck(state) % UNDER_STRIDE
            state.surroundings[place, state.surroundings_size[place]] = kind
            state.surroundings_size[place] += 1
            log(events, Event.REFILL, NOBODY, Space.QUARRY + place, kind, 0)


@rule
def refill_village(rules, state, events):
    """Upgrades from the pile are laid open at the Village."""
    while state.village_size < rules.village_shown and state.pile_left > 0:
        state.pile_left -= 1
        kind = np.int64(state.pile[state.pile_left])
        state.village[kind] += 1
        state.village_size += 1
        log(events, Event.SHOW, NOBODY, kind, 0, 0)


@rule
def clear_board(rules, state):
    """All meeples leave the board."""
    for space in range(SPACES):
        state.holder[space] = NOBODY
    for bid in range(BIDS):
        state.bid_size[bid] = 0
        state.bid_colour[bid] = Colour.EITHER
        for meeple in range(state.bid.shape[1]):
            state.bid[bid, meeple] = 0
    for seat in range(rules.seats):
        state.harbour[seat] = 0


@rule
def begin_round(rules, state, events):
    """The board is filled, the automaton stands where its card says, and all players roll."""
    log(events, Event.ROUND, state.marker, state.rounds_done + 1, state.deck_left, state.pile_left)
    refill_cards(rules, state, events)
    refill_village(rules, state, events)
    clear_board(rules, state)
    if rules.automaton:
        place_automaton(rules, state, events)
    state.marker_rounds[state.marker] += 1
    for seat in range(rules.seats):
        roll_meeples(rules, state, seat, events)
    state.phase = Phase.ROLL
    state.at = 0
    state.rerolled = 0


# ------------------------------------------------------------------------------------------------ a round ends


@rule
def log_hand(state, seat, events):
    """Log the cards that a player has in hand."""
    if events.shape[0] == 0:
        return
    for kind in range(KINDS):
        if state.hand[seat, kind] > 0:
            log(events, Event.HAND, seat, kind, state.hand[seat, kind], 0)


@rule
def end_round(rules, state, events):
    """The plane moves; after the last round the game ends."""
    for seat in range(rules.seats):
        if state.rounds_done < RECORDED_ROUNDS:
            for later in range(np.int64(state.rounds_done), RECORDED_ROUNDS):
                state.points_after[seat, later] = state.points[seat]
        log(events, Event.ROUND_END, seat, state.points[seat], state.coins[seat], state.hand_size[seat])
        log_hand(state, seat, events)
    if state.rounds_done + 1 == rules.rounds:
        state.phase = Phase.FINAL
        state.at = 0
        return
    state.rounds_done += 1
    begin_round(rules, state, events)


@rule
def ask_for_purchases(rules, state, events):
    """At the end, clockwise from the first player, each player who can still buy with an upgrade may do so."""
    while state.at < rules.seats:
        seat = seat_after(rules, state.marker, state.at)
        if price_of_vp(rules, state, seat) > 0 or price_of_discovery(rules, state, seat) > 0:
            state.seat = seat
            state.decision = Decision.FINAL
            return
        state.at += 1
    end_game(rules, state, events)


@rule
def tile_points(rules, state, seat):
    """Return the victory points printed on all upgrades gained, including discarded ones."""
    points = 0
    for kind in range(UPGRADE_KINDS):
        points += np.int64(state.gained[seat, kind]) * rules.upgrades_points[kind]
    return points


@rule
def marker_points(rules, state, seat):
    """Return the victory points for the First Player marker."""
    return np.int64(rules.end_marker) if state.marker == seat else 0


@rule
def coin_points(rules, state, seat):
    """Return the victory points for coins."""
    return np.int64(state.coins[seat]) // np.int64(rules.end_coins)


@rule
def end_game(rules, state, events):
    """The game is over: the marker, coins and upgrades are scored."""
    state.over = True
    state.end_reason = EndReason.LAST_ROUND
    for seat in range(rules.seats):
        marker, coins, tiles = (
            marker_points(rules, state, seat), coin_points(rules, state, seat), tile_points(rules, state, seat),
        )  # fmt: skip
        log(events, Event.FINAL, seat, marker, coins, tiles)
        log(events, Event.SCORE, seat, state.points[seat] + marker + coins + tiles, state.discovery[seat], 0)


# ------------------------------------------------------------------------------------------------ what comes next


@rule
def proceed(rules, state, events):
    """Proceed until a player has a decision or the game is over."""
    while state.decision == NO_DECISION and not state.over:
        phase = state.phase
        if state.steps > 0 or state.to_draw > 0:
            carry_out_discovery(rules, state, events)
        elif phase == Phase.PLACE:
            ask_for_placing(rules, state, events)
        elif phase == Phase.ROLL:
            ask_for_rerolls(rules, state)
        elif phase == Phase.STELA:
            activate_stela(rules, state, events)
        elif phase == Phase.TEMPLE:
            activate_temple(rules, state, events)
        elif phase == Phase.SURROUNDINGS:
            activate_surroundings(rules, state, events)
        elif phase == Phase.BLACK_MARKET:
            activate_black_market(rules, state, events)
        elif phase == Phase.VILLAGE:
            activate_village(rules, state, events)
        elif phase == Phase.HARBOUR:
            activate_harbour(rules, state, events)
        elif phase == Phase.SHIPS:
            activate_ships(rules, state, events)
        elif phase == Phase.NEXT_ROUND:
            end_round(rules, state, events)
        else:
            ask_for_purchases(rules, state, events)

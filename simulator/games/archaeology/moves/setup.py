"""Setting up: hands, marketplace, chambers, and the dig site."""

import numpy as np

from digsite.simulator.games.archaeology.moves.holdings import change_market, count_hand
from digsite.simulator.games.archaeology.moves.turn import begin_turn, proceed
from digsite.simulator.games.archaeology.moves.types import TYPES
from digsite.simulator.games.archaeology.rules import KINDS, MAX_CHAMBERS, MONUMENTS
from digsite.simulator.games.archaeology.state import NO_DECISION, NOBODY, Card, Event, Monument, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import below, shuffle


@rule
def add_to_deck(state, card, copies):
    """Lay this many copies of a card on the deck, which becomes the dig site."""
    height = int(state.dig_left)
    for at in range(height, height + copies):
        state.dig_site[at] = card
    state.dig_left = height + copies


@rule
def deal(state, stream):
    """Take a random card from the rest of the deck."""
    at = below(state, stream, state.dig_left)
    state.dig_left -= 1
    card = state.dig_site[at]
    state.dig_site[at] = state.dig_site[state.dig_left]
    return card


@rule
def collect_treasures(rules, state):
    """All treasures in the game except the maps make up the deck."""
    for kind in range(KINDS):
        if kind != Card.MAP:
            add_to_deck(state, kind, rules.copies[kind])


@rule
def deal_hands_and_market(rules, state):
    """Deal cards face down to each player, cards face up to the marketplace, and a tent to each."""
    for seat in range(rules.seats):
        for _ in range(rules.setup_hand):
            state.hand[seat, deal(state, Stream.DEAL)] += 1
        count_hand(rules, state, seat)
        state.tent[seat] = rules.tents_uses
    for _ in range(rules.setup_market):
        change_market(state, deal(state, Stream.DEAL), 1)


@rule
def build_monument(rules, state):
    """Choose one monument at random or as agreed, and fill its chambers from the deck."""
    drawn = below(state, Stream.MONUMENT, len(MONUMENTS))
    monument = drawn if rules.monument == 0 else rules.monument - 1
    state.monument = monument
    for chamber in range(MAX_CHAMBERS):
        for _ in range(rules.chamber_cards[monument, chamber]):
            state.chamber[chamber, deal(state, Stream.DEAL)] += 1
        state.chamber_size[chamber] = rules.chamber_cards[monument, chamber]
    if monument == Monument.BURIED_RUINS:
        for i in range(rules.buried_ruins_pile):
            state.pile[i] = deal(state, Stream.DEAL)
        state.pile_left = rules.buried_ruins_pile


@rule
def prepare_dig_site(rules, state):
    """Maps, thieves and storms are shuffled into the rest of the deck."""
    add_to_deck(state, Card.MAP, rules.copies[Card.MAP])
    add_to_deck(state, Card.THIEF, rules.thieves_count)
    add_to_deck(state, Card.SANDSTORM, rules.sandstorms_count)
    shuffle(state, Stream.DIG_SITE, state.dig_site, 0, int(state.dig_left))
    state.dig_start = state.dig_left
    state.thieves_left = rules.thieves_count
    state.storms_left = rules.sandstorms_count


@rule
def log_deal(rules, state, events):
    """Log what was dealt, if the log is read."""
    if events.shape[0] == 0:
        return
    log(events, Event.MONUMENT, NOBODY, state.monument, state.dig_left, 0)
    for kind in range(KINDS):
        for seat in range(rules.seats):
            if state.hand[seat, kind] > 0:
                log(events, Event.HAND, seat, kind, state.hand[seat, kind], 0)
        if state.market[kind] > 0:
            log(events, Event.MARKET, NOBODY, kind, state.market[kind], 0)
        for chamber in range(MAX_CHAMBERS):
            if state.chamber[chamber, kind] > 0:
                log(events, Event.CHAMBER, NOBODY, chamber, kind, state.chamber[chamber, kind])


@rule
def lowest_hands(rules, state):
    """Return the seats, as bits, with the lowest total trading value, and their number."""
    seats, tied, lowest = 0, 0, 1 << 30
    for seat in range(rules.seats):
        value = np.int64(state.hand_value[seat])
        if value < lowest:
            seats, tied, lowest = 0, 0, value
        if value == lowest:
            seats |= 1 << seat
            tied += 1
    return seats, tied


@rule
def first_player(rules, state):
    """Return seat 1, or the seat with the lowest total trading value; if tied, a random one or the lowest seat."""
    if rules.setup_first_player == 0:
        return 0
    seats, tied = lowest_hands(rules, state)
    skip = below(state, Stream.FIRST_PLAYER, tied) if rules.setup_first_player_tie == 0 else 0
    seat = 0
    while skip > 0 or seats >> seat & 1 == 0:
        skip -= seats >> seat & 1
        seat += 1
    return seat


@rule(TYPES.setup)
def setup(rules, state, events):
    """Deal, fill the monument and the dig site, and let the first player dig."""
    collect_treasures(rules, state)
    deal_hands_and_market(rules, state)
    build_monument(rules, state)
    prepare_dig_site(rules, state)
    log_deal(rules, state, events)
    state.first_seat = first_player(rules, state)
    state.decision = NO_DECISION
    begin_turn(rules, state, np.int64(state.first_seat), events)
    proceed(rules, state, events)

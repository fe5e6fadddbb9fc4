"""Setting up: hands, marketplace, chambers, and the dig site."""

from simulator.games.archaeology.moves.holdings import change_market, count_hand
from simulator.games.archaeology.rules import KINDS, MAX_CHAMBERS, MONUMENTS
from simulator.games.archaeology.state import NOBODY, Card, Event, Monument, Stream
from simulator.kernel.compile import rule
from simulator.kernel.events import log
from simulator.kernel.rng import below, shuffle


@rule
def collect_treasures(rules, state):
    """All treasures in the game but the maps, in one deck; how many there are."""
    cards = 0
    for kind in range(KINDS):
        if kind != Card.MAP:
            for _ in range(rules.copies[kind]):
                state.dig_site[cards] = kind
                cards += 1
    state.dig_left = cards
    return cards


@rule
def deal(state):
    """A random card of the deck that is left."""
    at = below(state, Stream.DEAL, state.dig_left)
    state.dig_left -= 1
    card = state.dig_site[at]
    state.dig_site[at] = state.dig_site[state.dig_left]
    return card


@rule
def deal_hands_and_market(rules, state):
    """Cards face down to each player, cards face up to the marketplace, a tent to each."""
    for seat in range(rules.seats):
        for _ in range(rules.setup_hand):
            state.hand[seat, deal(state)] += 1
        count_hand(rules, state, seat)
        state.tent[seat] = rules.tents_uses
    for _ in range(rules.setup_market):
        change_market(state, deal(state), 1)


@rule
def build_monument(rules, state):
    """One monument at random or as agreed; its chambers are filled from the deck."""
    drawn = below(state, Stream.MONUMENT, len(MONUMENTS))
    monument = drawn if rules.monument == 0 else rules.monument - 1
    state.monument = monument
    for chamber in range(MAX_CHAMBERS):
        for _ in range(rules.chamber_cards[monument, chamber]):
            state.chamber[chamber, deal(state)] += 1
        state.chamber_size[chamber] = rules.chamber_cards[monument, chamber]
    if monument == Monument.BURIED_RUINS:
        for i in range(rules.buried_ruins_pile):
            state.pile[i] = deal(state)
        state.pile_left = rules.buried_ruins_pile


@rule
def prepare_dig_site(rules, state):
    """Maps, thieves and storms are shuffled into what is left of the deck."""
    cards = int(state.dig_left)
    for _ in range(rules.copies[Card.MAP]):
        state.dig_site[cards] = Card.MAP
        cards += 1
    for _ in range(rules.thieves_count):
        state.dig_site[cards] = Card.THIEF
        cards += 1
    for _ in range(rules.sandstorms_count):
        state.dig_site[cards] = Card.SANDSTORM
        cards += 1
    shuffle(state, Stream.DIG_SITE, state.dig_site, 0, cards)
    state.dig_left = state.dig_start = cards
    state.thieves_left = rules.thieves_count
    state.storms_left = rules.sandstorms_count


@rule
def tell_deal(rules, state, events):
    """Tell what was dealt, if anybody listens."""
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
def first_player(rules, state):
    """Seat 1, or whoever was dealt the lowest total trading value (ties: the lower seat)."""
    if rules.setup_first_player == 0:
        return 0
    first, lowest = 0, 1 << 30
    for seat in range(rules.seats):
        total = 0
        for kind in range(KINDS):
            total += state.hand[seat, kind] * rules.trading_value[kind]
        if total < lowest:
            first, lowest = seat, total
    return first

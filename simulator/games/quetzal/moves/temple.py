"""The Temple and its surroundings: who gets which artifacts."""

import numpy as np

from digsite.simulator.games.quetzal.moves.cards import (
    deck_has_a_card,
    put_under,
    take_openly,
    take_unseen,
    top_of_deck,
    type_of,
)
from digsite.simulator.games.quetzal.moves.gains import gain_coins, gain_discovery, gain_points
from digsite.simulator.games.quetzal.moves.seating import is_automaton
from digsite.simulator.games.quetzal.moves.upgrades import effect_of
from digsite.simulator.games.quetzal.rules import KINDS, SURROUNDINGS, TEMPLE_SPACES
from digsite.simulator.games.quetzal.state import (
    AUTOMATON,
    NO_DECISION,
    NOBODY,
    UNDER_STRIDE,
    CoinSource,
    Decision,
    DiscoverySource,
    Event,
    Phase,
    PointSource,
    Space,
    Trip,
)
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log

TEMPLE, DECK, FIRST_SURROUNDING = 0, 1, 2  # where cards come from, by number in `SOURCES`

# ------------------------------------------------------------------------------------------------ the Temple


@rule
def activate_temple(rules, state, events):
    """From top to bottom, each player chooses cards of the Temple and then draws."""
    while state.at < TEMPLE_SPACES:
        seat = np.int64(state.holder[Space.TEMPLE + state.at])
        if seat == NOBODY:
            state.at += 1
            continue
        if not state.begun:
            begin_space(rules, state, seat, events)
        if is_automaton(rules, seat):
            automaton_takes(rules, state, events)
        elif state.left > 0 and state.temple_size > 0:
            state.seat = seat
            state.decision = Decision.TEMPLE
            return
        elif draw_at_temple(rules, state, seat, events):
            state.seat = seat
            state.decision = Decision.UNDER
            return
        end_space(state)
    state.at = 0
    state.phase = Phase.SURROUNDINGS


@inlined
def begin_space(rules, state, seat, events):
    """Activate the meeple on this space of the Temple."""
    state.begun = True
    state.left = rules.temple_choose[state.at]
    state.picked = 0
    log(events, Event.ACTIVATE, seat, Space.TEMPLE + state.at, 0, 0)


@inlined
def end_space(state):
    """Activate the next space of the place."""
    state.begun = False
    state.picked = 0
    state.at += 1


@inlined
def choose_card(state, kind, events):
    """A card of the Temple comes to the hand."""
    state.temple[kind] -= 1
    state.temple_size -= 1
    state.left -= 1
    state.picked += 1
    take_openly(state, np.int64(state.seat), kind, TEMPLE, state.temple_size, events)
    state.decision = NO_DECISION


@rule
def draw_at_temple(rules, state, seat, events):
    """After the choice some spaces draw from the deck; return True if an upgrade draws more and puts some under it."""
    keep = np.int64(rules.temple_draw[state.at])
    more = effect_of(state, seat, rules.draw_more) if keep > 0 else 0
    for _ in range(keep + more):
        if not deck_has_a_card(rules, state, events):
            break
        card = top_of_deck(state)
        state.drawn[state.drawn_size] = card % UNDER_STRIDE
        state.drawn_by[state.drawn_size] = card // UNDER_STRIDE
        state.drawn_size += 1
    state.to_put_under = max(state.drawn_size - keep, 0)
    if state.to_put_under > 0:
        for i in range(state.drawn_size):  # other players cannot be sure of what is kept
            if state.drawn_by[i] != seat + 1:
                state.drawn_by[i] = 0
        return True
    keep_drawn(state, seat, events)
    return False


@rule
def keep_drawn(state, seat, events):
    """The remaining drawn cards come to the hand."""
    if state.picked == 0 and state.drawn_size == 0:
        state.empty_trips[seat, Trip.TEMPLE] += 1
        log(events, Event.NOTHING, seat, Space.TEMPLE + state.at, 0, 0)
    for i in range(state.drawn_size):
        take_unseen(state, seat, np.int64(state.drawn[i]), np.int64(state.drawn_by[i]), DECK, events)
        state.drawn[i] = state.drawn_by[i] = 0
    state.drawn_size = 0


@rule
def put_drawn_under(state, kind, events):
    """One of the drawn cards goes under the deck; when enough have gone, the rest is kept."""
    seat = np.int64(state.seat)
    last = state.drawn_size - 1
    at = 0
    while state.drawn[at] != kind:
        at += 1
    state.drawn[at], state.drawn_by[at] = state.drawn[last], state.drawn_by[last]
    state.drawn[last] = state.drawn_by[last] = 0
    state.drawn_size = last
    put_under(state, seat, kind)
    log(events, Event.UNDER, seat, kind, 0, 0)
    state.to_put_under -= 1
    if state.to_put_under == 0:
        keep_drawn(state, seat, events)
        end_space(state)
        state.decision = NO_DECISION


@rule
def automaton_takes(rules, state, events):
    """The automaton takes the cards that it prefers, draws if the space says so, and discards them all."""
    for _ in range(state.left):
        for i in range(KINDS):
            kind = np.int64(rules.automaton_order[i])
            if state.temple[kind] > 0:
                state.temple[kind] -= 1
                state.temple_size -= 1
                automaton_gets(state, kind, TEMPLE)
                break
    if rules.automaton_draws == 0:
        for _ in range(rules.temple_draw[state.at]):
            if deck_has_a_card(rules, state, events):
                automaton_gets(state, top_of_deck(state) % UNDER_STRIDE, DECK)
    for i in range(state.drawn_size):  # only now: a new deck does not include what it has just taken
        automaton_discards(state, np.int64(state.drawn[i]), np.int64(state.drawn_by[i]), events)
        state.drawn[i] = state.drawn_by[i] = 0
    state.drawn_size = 0


@inlined
def automaton_gets(state, kind, source):
    """A card of the Temple or the deck stays with the automaton until it has all of them."""
    state.drawn[state.drawn_size], state.drawn_by[state.drawn_size] = kind, source
    state.drawn_size += 1


@rule
def automaton_discards(state, kind, source, events):
    """A card that the automaton gets goes to the discard pile."""
    state.discarded[kind] += 1
    state.taken[AUTOMATON, source, type_of(kind)] += 1
    log(events, Event.DISCARDED, AUTOMATON, kind, source, 0)


# ------------------------------------------------------------------------------------------------ the surroundings


@rule
def activate_surroundings(rules, state, events):
    """The player who won the bid gets the cards of the place and its bonus."""
    if state.at == len(SURROUNDINGS):
        state.at = 0
        state.phase = Phase.BLACK_MARKET
        return
    place = np.int64(state.at)
    state.at += 1
    seat = np.int64(state.holder[Space.QUARRY + place])
    if seat == NOBODY:
        return
    log(events, Event.ACTIVATE, seat, Space.QUARRY + place, 0, 0)
    taken_by_automaton = is_automaton(rules, seat)
    for i in range(state.surroundings_size[place]):
        kind = np.int64(state.surroundings[place, i])
        state.surroundings[place, i] = 0
        if taken_by_automaton:
            automaton_discards(state, kind, FIRST_SURROUNDING + place, events)
        else:
            take_openly(state, seat, kind, FIRST_SURROUNDING + place, 0, events)
    state.surroundings_size[place] = 0
    if not taken_by_automaton:
        gain_coins(state, seat, rules.surroundings_bonus[place, 0], CoinSource.SURROUNDINGS, events)
        gain_discovery(state, seat, rules.surroundings_bonus[place, 1], DiscoverySource.SURROUNDINGS)
        gain_points(state, seat, rules.surroundings_bonus[place, 2], PointSource.SURROUNDINGS, events)

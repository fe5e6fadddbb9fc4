"""Exploring the six monuments."""

from digsite.simulator.games.archaeology.moves.holdings import (
    draw_openly,
    gain_chamber,
    gain_openly,
    keep_from_chamber,
    part_openly,
    put_back,
    see_chamber,
    take_drawn,
)
from digsite.simulator.games.archaeology.options import DECLINE
from digsite.simulator.games.archaeology.rules import KINDS, MAP
from digsite.simulator.games.archaeology.state import NO_DECISION, Card, Decision, Event, Monument, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import below


@rule
def explore(rules, state, chamber, events):
    """The maps leave the game, and the monument's rule decides what the explorer gets."""
    seat = state.seat
    maps = rules.chamber_maps[state.monument, chamber]
    log(events, Event.EXPLORE, seat, chamber, maps, state.chamber_size[chamber])
    part_openly(rules, state, seat, MAP, maps)
    state.gone[Card.MAP] += maps
    state.maps_used[seat] += maps
    state.explorations[seat] += 1
    state.turn_explorations += 1
    state.acted = True
    state.explored[chamber] = 1
    state.exploring = chamber
    if state.monument == Monument.TOMB:
        see_chamber(state, seat, chamber)
        state.keep_left = min(rules.tomb_keep, state.chamber_size[chamber])
        state.decision = Decision.KEEP
    elif state.monument == Monument.MINE:
        draw_from_mine(rules, state, events)
    elif state.monument == Monument.SPHINX:
        state.decision = Decision.NAME
    else:
        take_chamber(rules, state, chamber, events)


@rule
def count_find(rules, state, kind, cards, events):
    """Count the cards of the monument that came to the hand."""
    if cards > 0:
        state.monument_cards[state.seat] += cards
        state.monument_value[state.seat] += cards * rules.trading_value[kind]
        log(events, Event.FIND, state.seat, kind, cards, 0)


@rule
def take_chamber(rules, state, chamber, events):
    """Great Pyramid, Temple and Buried Ruins: take all cards of the chamber; those of the ruins lay face up."""
    state.decision = NO_DECISION
    for kind in range(KINDS):
        count_find(rules, state, kind, state.chamber[chamber, kind], events)
    if state.monument != Monument.BURIED_RUINS:
        gain_chamber(rules, state, state.seat, chamber)
        return
    for kind in range(KINDS):
        gain_openly(rules, state, state.seat, kind, state.chamber[chamber, kind])
        state.chamber[chamber, kind] = 0
    state.chamber_size[chamber] = 0


# ------------------------------------------------------------------------------------------------ Temple


@rule
def peek(state, chamber, events):
    """The seller alone sees the cards of the chamber and puts them back."""
    state.decision = NO_DECISION
    if chamber != DECLINE:
        see_chamber(state, state.seat, chamber)
        log(events, Event.PEEK, state.seat, chamber, 0, 0)


@rule
def temple_has_cards(state):
    """Return whether there is anything to look at after a sale."""
    if state.monument != Monument.TEMPLE:
        return False
    return state.chamber_size[0] + state.chamber_size[1] + state.chamber_size[2] > 0


# ------------------------------------------------------------------------------------------------ Tomb


@rule
def keep(rules, state, kind, events):
    """One card of the Tomb is kept, unseen by the others."""
    keep_from_chamber(rules, state, state.seat, state.exploring, kind)
    count_find(rules, state, kind, 1, events)
    state.keep_left -= 1
    if state.keep_left == 0:
        state.decision = NO_DECISION


# ------------------------------------------------------------------------------------------------ Mine and Sphinx


@rule
def draw_at_random(rules, state):
    """Draw a card of the shuffled chamber and lay it face up."""
    skip = below(state, Stream.CHAMBER, state.chamber_size[state.exploring])
    kind = 0
    while skip >= state.chamber[state.exploring, kind]:
        skip -= state.chamber[state.exploring, kind]
        kind += 1
    draw_openly(rules, state, state.exploring, kind)
    return kind


@rule
def draw_from_mine(rules, state, events):
    """Draw one more card; above the limit all go back, and once the mine is empty drawing stops."""
    kind = draw_at_random(rules, state)
    state.drawn_value += rules.trading_value[kind]
    log(events, Event.DRAW, state.seat, kind, state.drawn_value, 0)
    state.decision = Decision.MINE
    if state.drawn_value > rules.mine_limit:
        cave_in(rules, state, events)
    elif state.chamber_size[state.exploring] == 0:
        stop_drawing(rules, state, events)


@rule
def cave_in(rules, state, events):
    """Too much drawn: everything goes back into the mine."""
    cards = 0
    for kind in range(KINDS):
        cards += state.drawn[kind]
        put_back(rules, state, state.exploring, kind)
    state.busts[state.seat] += 1
    log(events, Event.BUST, state.seat, state.drawn_value, cards, 0)
    state.drawn_value = 0
    state.decision = NO_DECISION


@rule
def stop_drawing(rules, state, events):
    """All drawn cards come to the hand."""
    cards = 0
    for kind in range(KINDS):
        cards += state.drawn[kind]
    log(events, Event.STOP, state.seat, state.drawn_value, cards, 0)
    for kind in range(KINDS):
        count_find(rules, state, kind, take_drawn(rules, state, state.seat, kind), events)
    state.drawn_value = 0
    state.decision = NO_DECISION


@rule
def may_be_named(rules, kind):
    """Return whether a treasure is in the game and can lie in a chamber: never a map."""
    return rules.copies[kind] > 0 and kind != Card.MAP


@rule
def ask_the_sphinx(rules, state, lower, higher, events):
    """Cards are revealed; those of the two named treasures come to the hand, the others go back."""
    log(events, Event.NAME, state.seat, lower, higher, 0)
    for _ in range(min(rules.sphinx_reveal, state.chamber_size[state.exploring])):
        kind = draw_at_random(rules, state)
        log(events, Event.REVEAL, state.seat, kind, kind == lower or kind == higher, 0)
    for kind in range(KINDS):
        if kind == lower or kind == higher:
            count_find(rules, state, kind, take_drawn(rules, state, state.seat, kind), events)
        else:
            put_back(rules, state, state.exploring, kind)
    state.decision = NO_DECISION

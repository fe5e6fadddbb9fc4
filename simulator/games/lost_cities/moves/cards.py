"""Play a card: it opens a path, moves an explorer, or is discarded."""

from digsite.simulator.games.lost_cities.moves.explorers import move_explorer, offer_step
from digsite.simulator.games.lost_cities.moves.hands import of_path
from digsite.simulator.games.lost_cities.moves.legal import fitting_cards
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, STONES
from digsite.simulator.games.lost_cities.state import Decision, Direction, Event
from digsite.simulator.kernel.jit.compile import inlined
from digsite.simulator.kernel.play.events import log


@inlined
def lay_on_column(rules, state, seat, path, value):
    """The card goes face up on the column; the first different one settles the path's direction."""
    size = state.column_size[seat, path]
    if size == 0:
        state.column_first[seat, path] = value
    elif state.direction[seat, path] == Direction.OPEN:
        top = state.column_top[seat, path]
        if value > top:
            state.direction[seat, path] = Direction.UP
        elif value < top:
            state.direction[seat, path] = Direction.DOWN
    state.column_size[seat, path] = size + 1
    state.column_top[seat, path] = value
    state.played[path * CARD_VALUES + value] += 1
    state.begun[seat] |= of_path(path)
    state.fitting[seat] = state.fitting[seat] & ~of_path(path) | fitting_cards(rules, state, seat, path)


@inlined
def open_path(rules, state, card, researcher, events):
    """A first card of a colour puts an explorer of the player's choice on the first stone."""
    seat = state.seat
    path = card // CARD_VALUES
    lay_on_column(rules, state, seat, path, card - path * CARD_VALUES)
    state.researcher[seat, path] = researcher
    if researcher:
        state.researchers_left[seat] -= 1
    else:
        state.adventurers_left[seat] -= 1
    state.paths_opened[seat] += 1
    log(events, Event.OPEN, seat, card, researcher, 0)
    move_explorer(rules, state, path, events)


@inlined
def advance_path(rules, state, card, events):
    """A card on an own column moves its explorer; if that one is home, any other own explorer may move."""
    seat = state.seat
    path = card // CARD_VALUES
    lay_on_column(rules, state, seat, path, card - path * CARD_VALUES)
    if state.stone[seat, path] < STONES:
        log(events, Event.ADVANCE, seat, card, state.stone[seat, path] + 1, 0)
        move_explorer(rules, state, path, events)
    else:
        log(events, Event.HOME_CARD, seat, card, 0, 0)
        offer_step(state, True)


@inlined
def discard(state, card, events):
    """The card goes face up on the discard pile of its colour."""
    path = card // CARD_VALUES
    state.discard[path, state.discard_size[path]] = card - path * CARD_VALUES
    state.discard_size[path] += 1
    state.fresh_discard = path
    log(events, Event.DISCARD, state.seat, card, 0, 0)
    state.decision = Decision.DRAW

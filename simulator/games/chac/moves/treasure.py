"""Treasure cards: found, weighed, dropped, lost."""

from digsite.simulator.games.chac.moves.types import NOTHING, RULES, STATE, WHOLE
from digsite.simulator.games.chac.rules import ALCOVES, CARD_KINDS, DECKS, KINDS, SMALL_ALCOVES, VAULT
from digsite.simulator.games.chac.state import (
    ALCOVE_TREASURE,
    LAVA_DECK,
    LOST_TREASURE,
    ROOMS,
    VAULT_TREASURE,
    Event,
    Room,
)
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import EVENTS
from digsite.simulator.kernel.play.events import log


@rule
def by_stamina(rules, level):
    """Return a load level lowered by Stamina, but not below the floor."""
    return max(level - 1, min(level, rules.load_floor))


@rule(WHOLE(RULES, STATE, WHOLE))
def current_level(rules, state, seat):
    """Return the load level of all cards held now, one lower while Stamina lasts."""
    level = rules.level[state.cards[seat]]
    return by_stamina(rules, level) if state.stamina_now[seat] else level


@rule
def room_of(deck):
    """Return the room whose treasure a deck holds."""
    if deck < LAVA_DECK:
        return Room.WALLS.value
    return Room.LAVA.value if deck == LAVA_DECK else Room.RIVER.value


@rule
def find_card(state, seat, deck, events):
    """The top card of a deck goes to the seat, unseen by the others."""
    state.deck_left[deck] -= 1
    kind = state.deck[deck, state.deck_left[deck]]
    state.carried[seat, deck, kind] += 1
    state.kind_held[seat, kind] += 1
    state.cards[seat] += 1
    state.found[seat, room_of(deck)] += 1
    log(events, Event.SEARCH, seat, deck, kind, state.cards[seat])


@rule
def cards_found(state, seat):
    """Return the number of cards that both adventurers of a seat have taken so far, kept or not."""
    cards = 0
    for room in range(ROOMS):
        cards += state.found[seat, room]
    return cards


@rule
def alcove_kind(alcove):
    """Return the kind of treasure an alcove holds."""
    return VAULT_TREASURE if alcove == VAULT else ALCOVE_TREASURE


@rule(NOTHING(RULES, STATE, WHOLE, WHOLE, WHOLE, EVENTS))
def take_alcove(rules, state, seat, alcove, forced, events):
    """The treasure of an opened alcove goes to the seat."""
    state.alcove_owner[alcove] = seat
    state.kind_held[seat, alcove_kind(alcove)] += 1
    state.cards[seat] += 1
    state.found[seat, Room.VAULT if alcove == VAULT else Room.ALCOVES] += 1
    worth = rules.treasure_vault if alcove == VAULT else rules.treasure_alcove
    log(events, Event.LOCK_OPEN, seat, alcove, forced, worth)


@rule
def part_with(state, seat, kind):
    """One card of this kind goes to the discard pile; of equal ones that of the first deck or alcove."""
    state.kind_held[seat, kind] -= 1
    state.cards[seat] -= 1
    if kind < KINDS:
        for deck in range(DECKS):
            if state.carried[seat, deck, kind] > 0:
                state.carried[seat, deck, kind] -= 1
                state.discarded[deck, kind] += 1
                return
    for alcove in range(ALCOVES):
        if state.alcove_owner[alcove] == seat and alcove_kind(alcove) == kind:
            state.alcove_owner[alcove] = LOST_TREASURE
            return


@rule
def lose_all(state, seat):
    """All cards of the dead go to the discard pile."""
    if state.cards[seat] == 0:
        return
    for deck in range(DECKS):
        for kind in range(KINDS):
            state.discarded[deck, kind] += state.carried[seat, deck, kind]
            state.carried[seat, deck, kind] = 0
    for alcove in range(ALCOVES):
        if state.alcove_owner[alcove] == seat:
            state.alcove_owner[alcove] = LOST_TREASURE
    for kind in range(CARD_KINDS):
        state.kind_held[seat, kind] = 0
    state.cards[seat] = 0


@rule
def face_value(rules, state, seat):
    """Return the value of the cards held, without caskets."""
    value = int(state.kind_held[seat, ALCOVE_TREASURE]) * int(rules.treasure_alcove)
    value += int(state.kind_held[seat, VAULT_TREASURE]) * int(rules.treasure_vault)
    for kind in range(1, KINDS):
        value += kind * int(state.kind_held[seat, kind])
    return value


@rule
def alcoves_held(state, seat):
    """Return the number of small alcoves' treasures that the seat holds."""
    held = 0
    for alcove in range(SMALL_ALCOVES):
        held += state.alcove_owner[alcove] == seat
    return held

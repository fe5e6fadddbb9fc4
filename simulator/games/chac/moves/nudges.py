"""Nudges: a seat gets, loses or is forbidden something before it acts, and the game continues with the same luck."""

import numpy as np

from digsite.simulator.games.chac.moves.actions import can_enter, enter
from digsite.simulator.games.chac.moves.fate import ability
from digsite.simulator.games.chac.moves.river import in_river
from digsite.simulator.games.chac.moves.treasure import cards_found
from digsite.simulator.games.chac.moves.types import TYPES
from digsite.simulator.games.chac.moves.walls_room import in_walls_room, zone_of
from digsite.simulator.games.chac.nudges import Code
from digsite.simulator.games.chac.options import Action
from digsite.simulator.games.chac.rules import DECKS, KINDS, LAVA, MAX_COLUMNS, WALLS, ZONES
from digsite.simulator.games.chac.state import Decision
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.marks import NOT_A_TURN, NOT_COUNTED
from digsite.simulator.kernel.play.nudge import pick


@rule(TYPES.own_turn)
def own_turn(rules, state):
    """A nudge comes before the adventurer's first action of the turn."""
    return np.int64(state.turn) if state.decision == Decision.ACT else NOT_A_TURN


@rule(TYPES.held)
def held(rules, state, seat, which):
    """Return how much of it the seat already has: treasure cards carried, cards found in the whole game, or clues."""
    if which == Code.CARD:
        return np.int64(state.cards[seat])
    if which == Code.NO_SEARCH:
        return np.int64(cards_found(state, seat))
    return popcount(np.int64(state.deciphered[seat])) if which == Code.CLUE else NOT_COUNTED


# ------------------------------------------------------------------------------------------------ treasure


@rule
def give_card(state, seat, chance):
    """The card that would be drawn last from a deck comes to the seat; a deck's chance grows with its cards."""
    left = 0
    for deck in range(DECKS):
        left += np.int64(state.deck_left[deck])
    if left == 0:
        return False
    skip, deck = pick(chance, left), 0
    while skip >= state.deck_left[deck]:
        skip -= state.deck_left[deck]
        deck += 1
    kind = state.deck[deck, 0]
    state.deck_left[deck] -= 1
    for at in range(state.deck_left[deck]):
        state.deck[deck, at] = state.deck[deck, at + 1]
    state.carried[seat, deck, kind] += 1
    state.kind_held[seat, kind] += 1
    state.cards[seat] += 1
    return True


@rule
def put_under(state, seat, deck, kind):
    """A card goes back under its deck, to be drawn last."""
    state.carried[seat, deck, kind] -= 1
    state.kind_held[seat, kind] -= 1
    state.cards[seat] -= 1
    for at in range(np.int64(state.deck_left[deck]), 0, -1):
        state.deck[deck, at] = state.deck[deck, at - 1]
    state.deck[deck, 0] = kind
    state.deck_left[deck] += 1


@rule
def take_card(state, seat, chance):
    """A random treasure card of the seat goes back under its deck; treasures of alcoves stay."""
    cards = 0
    for deck in range(DECKS):
        for kind in range(KINDS):
            cards += np.int64(state.carried[seat, deck, kind])
    skip = pick(chance, cards)
    for deck in range(DECKS):
        for kind in range(KINDS):
            if skip < state.carried[seat, deck, kind]:
                put_under(state, seat, deck, kind)
                return True
            skip -= state.carried[seat, deck, kind]
    return False


@rule
def limit_search(state, seat, cards):
    """From now on the seat may not search once it has found this many cards; it may always stop."""
    state.search_limit[seat] = cards + 1  # 0 stands for no limit
    return True


# ------------------------------------------------------------------------------------------------ the way, clues, abilities


@rule
def space_ahead(rules, space):
    """Return the next space out of the walls room, down the river or along the corridor; -1 if the way is not clear."""
    if space < LAVA:
        return space + 1 if space < rules.last_space else -1
    if in_walls_room(space):
        if zone_of(space) < ZONES - 1:
            return space + MAX_COLUMNS
        return rules.first_exit + rules.walls_columns - 1 - (space - WALLS) % MAX_COLUMNS
    # The river's last space leads out of it by a roll, which a nudge does not replace.
    return space + 1 if in_river(space) and space + 1 < rules.last_river_space else -1


@rule
def move_ahead(rules, state, seat, events):
    """The adventurer moves one space ahead for free."""
    ahead = np.int64(space_ahead(rules, np.int64(state.space[seat])))
    if ahead < 0 or not can_enter(rules, state, ahead):
        return False
    enter(rules, state, state.seat, np.int64(Action.STEP.value), ahead, events)  # with the types that `act` has
    return True


@rule
def give_clue(state, seat, chance):
    """Give a random clue that the player has not deciphered."""
    unknown = ~np.int64(state.deciphered[seat]) & ((1 << ZONES) - 1)
    if unknown == 0:
        return False
    for _ in range(pick(chance, popcount(unknown))):
        unknown &= unknown - 1
    state.deciphered[seat] |= unknown & -unknown
    return True


@rule
def is_dealt(rules, state, adventurer):
    """Return whether an adventurer belongs to a player."""
    for seat in range(rules.seats):
        if state.adventurer[seat, 0] == adventurer or state.adventurer[seat, 1] == adventurer:
            return True
    return False


@rule
def give_ability(rules, state, seat, wanted):
    """An undealt adventurer with this ability takes over; a used ability of the kind can be used again."""
    second = np.int64(state.second[seat])
    if ability(state, seat) == wanted:
        fresh = state.ability_used[seat, second] == 0
        state.ability_used[seat, second] = 0
        return not fresh
    for adventurer in range(2 * wanted, 2 * wanted + 2):
        if not is_dealt(rules, state, adventurer):
            state.adventurer[seat, second] = adventurer
            state.ability_used[seat, second] = 0
            return True
    return False


@rule
def take_ability(state, seat, unwanted):
    """The adventurer's ability counts as used."""
    second = np.int64(state.second[seat])
    if ability(state, seat) != unwanted or state.ability_used[seat, second] != 0:
        return False
    state.ability_used[seat, second] = 1
    return True


@rule(TYPES.nudge)
def nudge(rules, state, seat, which, amount, chance, events):
    """Nudge the seat that is to act; return False if that is impossible now."""
    if which < Code.CARD:
        wanted = which - Code.ABILITY
        return give_ability(rules, state, seat, wanted) if amount > 0 else take_ability(state, seat, wanted)
    if which == Code.CARD:
        return give_card(state, seat, chance) if amount > 0 else take_card(state, seat, chance)
    if which == Code.SPACE:
        return move_ahead(rules, state, seat, events)
    return give_clue(state, seat, chance) if which == Code.CLUE else limit_search(state, seat, amount)

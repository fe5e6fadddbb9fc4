"""Tokens and cards of the players: hands, play areas, decks, exile, and what others know of them.

Sets of cards are words of bits. A deck is a row of cards with its bottom first. All players see every card that a
player gets, so they always know which cards are in hand and deck together. Cards shuffled together are one block:
others do not know which of them were drawn. A bought item is a separate block, since all see where it goes.
"""

import numpy as np
from numba import types

from digsite.simulator.games.arnak.moves.types import (
    ASK_1,
    CHANGE_1,
    CHANGE_2,
    CHANGE_3,
    DO_1,
    DO_2,
    DO_3,
    LOOK_1,
    LOOK_2,
    TYPES,
    declared,
)
from digsite.simulator.games.arnak.ops import COSTS, RESOURCES, Code
from digsite.simulator.games.arnak.rules import FEAR_TILE, FIRST_BASIC, FIRST_FEAR, WORD, WORDS
from digsite.simulator.games.arnak.state import LIMBO, NO_CARD, Event, Stream
from digsite.simulator.kernel.effects.interpreter import push
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import inlined
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import shuffle

MOST_TOKENS = 30_000  # far above any count in play; a counter would overflow beyond
FEAR_BITS = np.int64(((1 << 19) - 1) << (FIRST_FEAR - FIRST_BASIC))
_IDOL = COSTS.index("idol")
_ONE = np.int64(1)


@declared(types.void(TYPES.state, types.int64, types.int8[::1], types.int64, types.int64))
def shuffle_row(state, stream, row, first, last):
    """Shuffle the cards between two places of a row; rows of all sizes have one type, so that it is compiled once."""
    shuffle(state, stream, row, first, last)


@declared(CHANGE_2)
def begin_effect(state, first, end):
    """The steps of an effect come next."""
    push(state, first, end, 1)


# ------------------------------------------------------------------------------------------------ tokens


@declared(DO_3)
def gain(rules, state, seat, resource, amount, events):
    """Take tokens from the supply."""
    if amount <= 0:
        return
    state.resources[seat, resource] = min(np.int64(state.resources[seat, resource]) + amount, MOST_TOKENS)
    state.gained[seat, resource] = min(np.int64(state.gained[seat, resource]) + amount, MOST_TOKENS)
    log(events, Event.GAIN, seat, resource, amount, state.resources[seat, resource])


@declared(DO_3)
def spend(rules, state, seat, resource, amount, events):
    """Return tokens to the supply."""
    if amount <= 0:
        return
    state.resources[seat, resource] -= amount
    log(events, Event.PAY, seat, resource, amount, state.resources[seat, resource])


@declared(DO_2)
def pay_idols(rules, state, seat, amount, events):
    """Idols of the crates return to the box."""
    if amount <= 0:
        return
    state.crates[seat] -= amount
    state.idols_paid[seat] += amount
    log(events, Event.PAY, seat, _IDOL, amount, state.crates[seat])


# ------------------------------------------------------------------------------------------------ sets of cards


@inlined
def bit_of(card):
    """Return the bit of a card in its word."""
    return _ONE << (card % WORD)


@inlined
def lowest(bits):
    """Return the number of the lowest bit that is set."""
    return popcount((bits & -bits) - 1)


@inlined
def is_fear(card):
    """Return whether a card is a Fear card."""
    return card >= FIRST_FEAR


@inlined
def with_one_fear(bits, word):
    """Return a word of cards without any Fear cards except the first: they are all alike."""
    if word == WORDS - 1:
        fears = bits & FEAR_BITS
        return (bits & ~FEAR_BITS) | (fears & -fears)
    return bits


@declared(LOOK_1)
def hand_size(state, seat):
    """Return the number of cards in a hand."""
    cards = 0
    for word in range(WORDS):
        cards += popcount(np.int64(state.hand[seat, word]))
    return cards


@declared(LOOK_2)
def in_hand(state, seat, card):
    """Return whether a card is in the hand."""
    return (np.int64(state.hand[seat, card // WORD]) >> (card % WORD)) & 1


# ------------------------------------------------------------------------------------------------ blocks


@declared(LOOK_2)
def block_is_used(state, seat, block):
    """Return whether a card of the seat's hand or deck is of this block."""
    for at in range(state.deck_left[seat]):
        if state.block[state.deck[seat, at]] == block:
            return 1
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            if state.block[word * WORD + lowest(bits)] == block:
                return 1
            bits &= bits - 1
    for at in range(LIMBO):
        if state.limbo[at] != NO_CARD and state.block[state.limbo[at]] == block:
            return 1
    return 0


@declared(LOOK_1)
def new_block(state, seat):
    """Return the lowest number that no block of the seat has."""
    block = 0
    while block_is_used(state, seat, block):
        block += 1
    return block


@declared(CHANGE_3)
def merge_block(state, seat, block, into):
    """Others can no longer distinguish the cards of two blocks."""
    for at in range(state.deck_left[seat]):
        card = np.int64(state.deck[seat, at])
        if state.block[card] == block:
            state.block[card] = into
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            if state.block[card] == block:
                state.block[card] = into
            bits &= bits - 1


@declared(LOOK_2)
def may_show_fear(state, seat, block):
    """Return whether, as far as others know, a Fear card of this block may be in the hand."""
    held = fear = 0
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            if state.block[card] == block:
                held = 1
                fear |= is_fear(card)
            bits &= bits - 1
    if held == 0:
        return 0
    for at in range(state.deck_left[seat]):
        card = np.int64(state.deck[seat, at])
        if is_fear(card) and state.block[card] == block:
            fear = 1
    return fear


@declared(CHANGE_2)
def blur_fear(state, seat, card):
    """A Fear card about to leave the hand may come from any block that can have one there: these blocks become one."""
    own = np.int64(state.block[card])
    least = own
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            block = np.int64(state.block[word * WORD + lowest(bits)])
            bits &= bits - 1
            if block != least and may_show_fear(state, seat, block):
                low, high = min(block, least), max(block, least)
                merge_block(state, seat, high, low)
                least = low


# ------------------------------------------------------------------------------------------------ moving cards


@declared(CHANGE_2)
def leave_hand(state, seat, card):
    """A card leaves the hand in view of all players."""
    if is_fear(card):
        blur_fear(state, seat, card)
    state.hand[seat, card // WORD] &= ~bit_of(card)


@declared(CHANGE_2)
def use_up(state, seat, card):
    """A hand card goes face up into the play area, unused."""
    leave_hand(state, seat, card)
    state.play[seat, card // WORD] |= bit_of(card)


@declared(CHANGE_2, from_python=True)
def put_under_deck(state, seat, card):
    """A card goes to the bottom of the deck in view of all players."""
    block = new_block(state, seat)
    left = np.int64(state.deck_left[seat])
    for at in range(left, 0, -1):
        state.deck[seat, at] = state.deck[seat, at - 1]
    state.deck[seat, 0] = card
    state.block[card] = block
    state.deck_left[seat] = left + 1
    if state.peeked[seat] > 0:
        state.peeked[seat] += 1


@declared(CHANGE_2)
def put_on_deck(state, seat, card):
    """A card goes to the top of the deck in view of all players."""
    state.block[card] = new_block(state, seat)
    state.deck[seat, state.deck_left[seat]] = card
    state.deck_left[seat] += 1


@declared(CHANGE_2)
def put_into_hand(state, seat, card):
    """A card goes to the hand in view of all players."""
    state.block[card] = new_block(state, seat)
    state.hand[seat, card // WORD] |= bit_of(card)


@declared(LOOK_2)
def take_from_deck(state, seat, bottom):
    """Take the top or the bottom card off the deck; there must be one."""
    left = np.int64(state.deck_left[seat]) - 1
    card = np.int64(state.deck[seat, left])
    if bottom:
        card = np.int64(state.deck[seat, 0])
        for at in range(left):
            state.deck[seat, at] = state.deck[seat, at + 1]
        state.peeked[seat] = max(np.int64(state.peeked[seat]) - 1, 0)
    elif state.peeked[seat] == left + 1:
        state.peeked[seat] = 0
    state.deck[seat, left] = 0
    state.deck_left[seat] = left
    return card


@declared(DO_2)
def draw(rules, state, seat, bottom, events):
    """Draw a card from the top or the bottom of the deck, unless it is empty."""
    if state.deck_left[seat] == 0:
        return
    card = take_from_deck(state, seat, bottom)
    state.hand[seat, card // WORD] |= bit_of(card)
    log(events, Event.DRAW, seat, card, bottom, 0)


@declared(DO_1)
def fill_hand(rules, state, seat, events):
    """Draw until the hand is full or the deck is empty."""
    for _ in range(rules.hand - hand_size(state, seat)):
        draw(rules, state, seat, 0, events)


@declared(DO_1)
def shuffle_under(rules, state, seat, events):
    """The play area is shuffled and goes under the deck; fear tiles stay."""
    cards = 0
    for word in range(WORDS):
        cards += popcount(np.int64(state.play[seat, word]))
    if cards == 0:
        return
    block = new_block(state, seat)
    left = np.int64(state.deck_left[seat])
    for at in range(left - 1, -1, -1):
        state.deck[seat, at + cards] = state.deck[seat, at]
    at = 0
    for word in range(WORDS):
        bits = np.int64(state.play[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            state.deck[seat, at] = card
            state.block[card] = block
            at += 1
        state.play[seat, word] = 0
    state.deck_left[seat] = left + cards
    if state.peeked[seat] > 0:
        state.peeked[seat] += cards
    shuffle_row(state, Stream.DECK.value + seat, state.deck[seat], 0, cards)
    log(events, Event.SHUFFLE, seat, cards, 0, 0)


# ------------------------------------------------------------------------------------------------ exile and Fear


@declared(CHANGE_1)
def send_to_exile(state, card):
    """Fear cards go back to the board, all other cards to exile."""
    if is_fear(card):
        state.fear_deck |= bit_of(card)
    else:
        state.exile[card // WORD] |= bit_of(card)


@declared(CHANGE_2)
def note_exile(state, seat, card):
    """Count a card that its owner exiles."""
    if card < FIRST_BASIC:
        state.exiled[seat, card // WORD] |= bit_of(card)
    else:
        state.basics_exiled[seat, np.int64(is_fear(card))] += 1


@declared(DO_2)
def exile(rules, state, seat, card, events):
    """A card of the hand or the play area, or a fear tile, goes out of play."""
    if card == FEAR_TILE:
        state.fear_tiles[seat] -= 1
        state.fear_tiles_left += 1
        state.basics_exiled[seat, 1] += 1
        log(events, Event.EXILE, seat, card, 1, 0)
        return
    held = in_hand(state, seat, card)
    if held:
        leave_hand(state, seat, card)
    else:
        state.play[seat, card // WORD] &= ~bit_of(card)
    send_to_exile(state, card)
    note_exile(state, seat, card)
    log(events, Event.EXILE, seat, card, 1 - held, 0)


@declared(DO_1)
def gain_fear(rules, state, seat, events):
    """A Fear card of the board goes to the play area; a fear tile if there is no card."""
    if state.fear_deck != 0:
        card = FIRST_BASIC + lowest(np.int64(state.fear_deck))
        state.fear_deck &= ~bit_of(card)
        state.play[seat, card // WORD] |= bit_of(card)
        log(events, Event.FEAR, seat, 1, 0, 0)
    elif state.fear_tiles_left > 0:
        state.fear_tiles_left -= 1
        state.fear_tiles[seat] += 1
        log(events, Event.FEAR, seat, 0, 0, 0)
    else:
        log(events, Event.SKIP, seat, Code.FEAR, 0, 0)
        return
    state.fear_gained[seat] += 1


@declared(ASK_1)
def can_afford(rules, state, card):
    """Return whether the current player can pay for playing the card from hand: tablets for an artifact."""
    if card // WORD != 1:
        return 1
    for resource in range(len(RESOURCES)):
        if state.resources[state.on_turn, resource] < rules.artifacts_in_hand_cost[resource]:
            return 0
    return 1

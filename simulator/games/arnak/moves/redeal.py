"""The view from one seat: everything the seat cannot know is redealt.

Nothing here depends on the hidden order: hidden cards are sorted before they are shuffled.
"""

import numpy as np
from numba import types

from digsite.simulator.games.arnak.moves.holdings import lowest, shuffle_row
from digsite.simulator.games.arnak.moves.row import ARTIFACT_SEEN, ITEM_SEEN
from digsite.simulator.games.arnak.moves.setup import draw_bonus
from digsite.simulator.games.arnak.moves.types import CHANGE, CHANGE_1, CHANGE_2, CHANGE_3, SHUFFLE, TYPES, declared
from digsite.simulator.games.arnak.rules import LOST_TEMPLE, WORD, WORDS
from digsite.simulator.games.arnak.state import LIMBO, NO_CARD, SUPPLY_STACKS, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import below

_REDEAL = Stream.REDEAL.value
_LOWEST = -100
_ONE = np.int64(1)


@declared(types.void(TYPES.state, types.int8[::1], types.int64, types.int64))
def sort_and_shuffle(state, row, first, last):
    """Put the cards between two places of a row in any order, all equally likely."""
    for at in range(first + 1, last):
        thing = row[at]
        place = at
        while place > first and row[place - 1] > thing:
            row[place] = row[place - 1]
            place -= 1
        row[place] = thing
    shuffle_row(state, _REDEAL, row, first, last)


@declared(CHANGE)
def redeal_decks(state):
    """Redeal decks and stacks of the board, except revealed tops and tiles that all players saw put under."""
    items = np.int64(state.items_left) - (np.int64(state.top_seen) & ITEM_SEEN)
    artifacts = np.int64(state.artifacts_left) - (np.int64(state.top_seen) & ARTIFACT_SEEN) // ARTIFACT_SEEN
    sort_and_shuffle(state, state.item_deck[:], np.int64(0), items)
    sort_and_shuffle(state, state.artifact_deck[:], np.int64(0), artifacts)
    sort_and_shuffle(state, state.tiles_1[:], state.tiles_known[0], state.tiles_left[0])
    sort_and_shuffle(state, state.tiles_2[:], state.tiles_known[1], state.tiles_left[1])
    sort_and_shuffle(state, state.guardian_stack[:], np.int64(0), np.int64(state.guardians_left))


@rule
def pick_bit(state, bits):
    """Return one of the set bits, all equally likely."""
    size = np.int64(0)
    rest = bits
    while rest != 0:
        rest &= rest - 1
        size += 1
    for _ in range(below(state, _REDEAL, size)):
        bits &= bits - 1
    return lowest(bits)


@declared(CHANGE_1)
def redeal_assistants(state, knows_rescue):
    """Assistants below the tops of their stacks change places; the rescue stack only for seats that have not looked."""
    pool = np.int64(0)
    for stack in range(SUPPLY_STACKS):
        for at in range(state.supply_left[stack] - 1):
            pool |= _ONE << np.int64(state.supply[stack, at])
    if not knows_rescue:
        for at in range(state.rescue_left - 1):
            pool |= _ONE << np.int64(state.rescue[at])
    for stack in range(SUPPLY_STACKS):
        for at in range(state.supply_left[stack] - 1):
            assistant = pick_bit(state, pool)
            state.supply[stack, at] = assistant
            pool &= ~(_ONE << assistant)
    if not knows_rescue:
        for at in range(state.rescue_left - 1):
            assistant = pick_bit(state, pool)
            state.rescue[at] = assistant
            pool &= ~(_ONE << assistant)


@declared(SHUFFLE)
def redeal_bonus(rules, state):
    """Fill the stack of the Lost Temple with any tiles that were never seen."""
    left = np.int64(state.bonus_left[LOST_TEMPLE])
    state.bonus_left[LOST_TEMPLE] = 0
    for at in range(left):
        state.bonus[LOST_TEMPLE, at] = draw_bonus(rules, state, _REDEAL)
        state.bonus_left[LOST_TEMPLE] = at + 1


@declared(CHANGE_3)
def swap_cards(state, seat, one, other):
    """Swap two cards of a deck."""
    card = state.deck[seat, one]
    state.deck[seat, one] = state.deck[seat, other]
    state.deck[seat, other] = card


@declared(CHANGE_2)
def sort_blocks(state, seat, cards):
    """Sort the first cards of a deck's row within the places of each block; one place may be fixed."""
    fixed = np.int64(state.peeked[seat]) - 1
    for at in range(cards):
        if at == fixed:
            continue
        least = at
        for other in range(at + 1, cards):
            same = other != fixed and state.block[state.deck[seat, other]] == state.block[state.deck[seat, at]]
            if same and state.deck[seat, other] < state.deck[seat, least]:
                least = other
        swap_cards(state, seat, at, least)


@rule
def next_block(state, seat, cards, after):
    """Return the lowest block above another one among the first cards of a deck's row."""
    found = np.int64(_LOWEST)
    for at in range(cards):
        block = np.int64(state.block[state.deck[seat, at]])
        if block > after and (found == _LOWEST or block < found):
            found = block
    return found


@declared(CHANGE_2)
def shuffle_blocks(state, seat, cards):
    """Redeal the cards of each block to its places, in the order of the block numbers."""
    fixed = np.int64(state.peeked[seat]) - 1
    block = next_block(state, seat, cards, _LOWEST)
    while block != _LOWEST:
        left = np.int64(0)
        for at in range(cards):
            left += at != fixed and state.block[state.deck[seat, at]] == block
        for at in range(cards):
            if at == fixed or state.block[state.deck[seat, at]] != block:
                continue
            skip = below(state, _REDEAL, left)
            left -= 1
            other = at
            while skip > 0:
                other += 1
                if other != fixed and state.block[state.deck[seat, other]] == block:
                    skip -= 1
            swap_cards(state, seat, at, other)
        block = next_block(state, seat, cards, block)


@declared(CHANGE_1)
def redeal_own_deck(state, seat):
    """Redeal the own deck, except for a card that its owner has put there."""
    cards = np.int64(state.deck_left[seat])
    sort_blocks(state, seat, cards)
    shuffle_blocks(state, seat, cards)


@declared(CHANGE_2)
def redeal_others(state, seat, on_turn):
    """Redeal another player's hand and deck: lay them in one row, redeal within blocks, and separate them again."""
    left = np.int64(state.deck_left[seat])
    cards, peeked = left, np.int64(state.peeked[seat])
    state.peeked[seat] = 0
    if on_turn:
        for at in range(LIMBO):
            if state.limbo[at] != NO_CARD:
                state.deck[seat, cards] = state.limbo[at]
                cards += 1
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            state.deck[seat, cards] = word * WORD + lowest(bits)
            cards += 1
            bits &= bits - 1
        state.hand[seat, word] = 0
    sort_blocks(state, seat, cards)
    shuffle_blocks(state, seat, cards)
    at = left
    if on_turn:
        for place in range(LIMBO):
            if state.limbo[place] != NO_CARD:
                state.limbo[place] = state.deck[seat, at]
                state.deck[seat, at] = 0
                at += 1
    for place in range(at, cards):
        card = np.int64(state.deck[seat, place])
        state.hand[seat, card // WORD] |= _ONE << (card % WORD)
        state.deck[seat, place] = 0
    state.peeked[seat] = peeked


@declared(SHUFFLE)
def redeal_rival_tiles(rules, state):
    """Redeal the solo rival's tiles to come, except for the arrow on top."""
    left = np.int64(state.rival_left)
    if left == 0:
        return
    arrow = rules.rival_tiles_arrow[state.rival_stack[left - 1]]
    sort_and_shuffle(state, state.rival_stack[:], np.int64(0), left)
    alike = np.int64(0)
    for at in range(left):
        alike += rules.rival_tiles_arrow[state.rival_stack[at]] == arrow
    skip = below(state, _REDEAL, alike)
    for at in range(left):
        if rules.rival_tiles_arrow[state.rival_stack[at]] != arrow:
            continue
        if skip == 0:
            tile = state.rival_stack[at]
            state.rival_stack[at] = state.rival_stack[left - 1]
            state.rival_stack[left - 1] = tile
            return
        skip -= 1


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Redeal decks, stacks, the own deck and other players' hands and decks, consistent with what the seat knows."""
    redeal_decks(state)
    redeal_assistants(state, np.int64(state.rescue_seen) >> seat & 1)
    if not np.int64(state.bonus_seen) >> seat & 1:
        redeal_bonus(rules, state)
    for player in range(rules.seats):
        if player == seat:
            redeal_own_deck(state, player)
        else:
            redeal_others(state, player, np.int64(state.on_turn == player))
    if rules.seats == 1:
        redeal_rival_tiles(rules, state)

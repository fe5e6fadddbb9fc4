"""Artifact cards: the deck, hands, the discard pile, and what seats know of each other's hands.

`shown` is a lower bound that all share: cards taken openly are known, and a card that is played openly lowers it. A
seat that put a card under the deck knows it there, and later in the hand of the player who draws it: its secret.
"""

import numpy as np

from digsite.simulator.games.quetzal.rules import BONUSES, KINDS
from digsite.simulator.games.quetzal.state import MAX_SECRETS, NOBODY, UNDER_STRIDE, Event, Stream
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import shuffle


@inlined
def type_of(kind):
    """Return the type of a kind of card."""
    return np.int64(kind) // len(BONUSES)


@inlined
def bonus_of(kind):
    """Return the bonus of a kind of card."""
    return np.int64(kind) % len(BONUSES)


# ------------------------------------------------------------------------------------------------ the deck


@rule
def reshuffle(state, events):
    """The discarded cards are shuffled into a new deck."""
    cards = 0
    for kind in range(KINDS):
        for _ in range(state.discarded[kind]):
            state.deck[cards] = kind
            cards += 1
        state.discarded[kind] = 0
    shuffle(state, Stream.DISCARDED, state.deck, 0, cards)
    state.deck_left = cards
    state.reshuffles += 1
    log(events, Event.RESHUFFLE, NOBODY, cards, 0, 0)


@rule
def any_discarded(state):
    """Return whether a new deck could be made."""
    for kind in range(KINDS):
        if state.discarded[kind] > 0:
            return True
    return False


@inlined
def deck_has_a_card(rules, state, events):
    """Return whether a card can be drawn; discarded cards replace an empty deck, unless the rules forbid it."""
    if state.deck_left > 0:
        return True
    if rules.deck_when_empty == 0 and any_discarded(state):
        reshuffle(state, events)
        return True
    return False


@inlined
def top_of_deck(state):
    """Take the top card of the deck; it still has the mark of the seat that put it there."""
    state.deck_left -= 1
    return np.int64(state.deck[state.deck_left])


@rule
def put_under(state, seat, kind):
    """A card goes under the deck; only the seat knows which."""
    for at in range(np.int64(state.deck_left), 0, -1):
        state.deck[at] = state.deck[at - 1]
    state.deck[0] = kind + UNDER_STRIDE * (np.int64(seat) + 1)
    state.deck_left += 1


# ------------------------------------------------------------------------------------------------ hands


@inlined
def take_openly(state, seat, kind, source, left, events):
    """A card that lay open comes to the hand."""
    state.hand[seat, kind] += 1
    state.shown[seat, kind] += 1
    state.hand_size[seat] += 1
    state.taken[seat, source, type_of(kind)] += 1
    log(events, Event.TAKE, seat, kind, source, left)


@rule
def take_unseen(state, seat, kind, putter, source, events):
    """A drawn card comes to the hand; only a seat that had put it under the deck knows it."""
    state.hand[seat, kind] += 1
    state.hand_size[seat] += 1
    state.taken[seat, source, type_of(kind)] += 1
    if putter > 0 and putter - 1 != seat and state.secrets_size < MAX_SECRETS:
        state.secrets[state.secrets_size] = secret_of(kind, putter - 1, seat)
        state.secrets_size += 1
    log(events, Event.TAKE, seat, kind, source, state.deck_left)


@inlined
def discard(state, seat, kind):
    """A card goes from the hand to the discard pile in view of all players."""
    state.hand[seat, kind] -= 1
    state.hand_size[seat] -= 1
    state.discarded[kind] += 1
    if state.shown[seat, kind] > 0:
        state.shown[seat, kind] -= 1
    elif state.secrets_size > 0:
        forget(state, seat, kind)


# ------------------------------------------------------------------------------------------------ secrets


@inlined
def secret_of(kind, viewer, owner):
    """Return a secret as a number: the viewer knows that the owner holds a card of this kind."""
    return np.int64(kind) + 32 * np.int64(viewer) + 256 * np.int64(owner)


@rule
def forget(state, owner, kind):
    """A seat that knew of a card of this kind in the hand knows of one less."""
    seen = 0  # viewers, as bits, whose secret is already removed
    kept = 0
    for i in range(state.secrets_size):
        secret = np.int64(state.secrets[i])
        viewer = secret >> 5 & 7
        if secret >> 8 == owner and secret & 31 == kind and not seen >> viewer & 1:
            seen |= 1 << viewer
        else:
            state.secrets[kept] = secret
            kept += 1
    drop_secrets(state, kept)


@rule
def drop_secrets(state, kept):
    """Blank the entries of the list from here on."""
    for i in range(kept, state.secrets_size):
        state.secrets[i] = 0
    state.secrets_size = kept

"""The card row: buying and taking cards, the moon staff, and new cards from the decks."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import (
    begin_effect,
    bit_of,
    put_into_hand,
    put_on_deck,
    put_under_deck,
    send_to_exile,
    spend,
)
from digsite.simulator.games.arnak.moves.types import ASK_2, CHANGE_1, CHANGE_2, DO, DO_2, DO_3, LOOK_1, declared
from digsite.simulator.games.arnak.ops import Code
from digsite.simulator.games.arnak.rules import ARTIFACTS, FIRST_ARTIFACT, MAX_ROW, WORD
from digsite.simulator.games.arnak.state import NO_CARD, NOBODY, Event, Resource
from digsite.simulator.kernel.jit.compile import inlined
from digsite.simulator.kernel.play.events import log

DECK_BOTTOM, DECK_TOP, HAND, PLAY = range(4)  # ops.DESTINATIONS
ITEM_SEEN, ARTIFACT_SEEN = 1, 2


@inlined
def is_artifact(card):
    """Return whether a card is an artifact."""
    return FIRST_ARTIFACT <= card < FIRST_ARTIFACT + ARTIFACTS


@declared(ASK_2)
def price(rules, state, card, discount):
    """Return the cost of a card in coins or compasses, at least 0."""
    return max(np.int64(rules.card_cost[card]) - discount, 0)


@inlined
def currency(card):
    """Items are bought with coins, artifacts with compasses."""
    return Resource.COMPASS.value if is_artifact(card) else Resource.COIN.value


@declared(LOOK_1)
def next_item(state, _unused):
    """Take the top card off the item deck."""
    left = np.int64(state.items_left) - 1
    card = np.int64(state.item_deck[left])
    state.item_deck[left] = 0
    state.items_left = left
    state.top_seen &= ARTIFACT_SEEN
    return card


@declared(LOOK_1)
def next_artifact(state, _unused):
    """Take the top card off the artifact deck."""
    left = np.int64(state.artifacts_left) - 1
    card = np.int64(state.artifact_deck[left])
    state.artifact_deck[left] = 0
    state.artifacts_left = left
    state.top_seen &= ITEM_SEEN
    return card


@declared(CHANGE_2)
def close_gap(state, gap, end):
    """Items outside a gap slide towards the staff; the outermost place becomes empty."""
    for at in range(gap, end - 1):
        state.row_items[at] = state.row_items[at + 1]
    state.row_items[end - 1] = NO_CARD


@declared(CHANGE_2)
def close_artifact_gap(state, gap, end):
    """Artifacts outside a gap slide towards the staff."""
    for at in range(gap, end - 1):
        state.row_artifacts[at] = state.row_artifacts[at + 1]
    state.row_artifacts[end - 1] = NO_CARD


@declared(DO)
def refill(rules, state, events):
    """Close gaps towards the staff and deal new cards at the ends, while their decks last."""
    artifacts = np.int64(state.round_number)
    at = 0
    while at < artifacts and state.artifacts_left > 0:
        if state.row_artifacts[at] != NO_CARD:
            at += 1
            continue
        close_artifact_gap(state, at, artifacts)
        card = next_artifact(state, 0)
        state.row_artifacts[artifacts - 1] = card
        log(events, Event.DEAL, NOBODY, card, 0, 0)
    items = np.int64(rules.row_spaces) - artifacts
    at = 0
    while at < items and state.items_left > 0:
        if state.row_items[at] != NO_CARD:
            at += 1
            continue
        close_gap(state, at, items)
        card = next_item(state, 0)
        state.row_items[items - 1] = card
        log(events, Event.DEAL, NOBODY, card, 0, 0)


@declared(DO)
def move_staff(rules, state, events):
    """The cards on both sides of the staff are exiled, and it moves; all other cards stay in place."""
    for card in (np.int64(state.row_artifacts[0]), np.int64(state.row_items[0])):
        if card != NO_CARD:
            send_to_exile(state, card)
            log(events, Event.ROW_EXILE, NOBODY, card, 0, 0)
    for at in range(MAX_ROW - 1):
        state.row_items[at] = state.row_items[at + 1]
    state.row_items[MAX_ROW - 1] = NO_CARD
    for at in range(MAX_ROW - 1, 1, -1):
        state.row_artifacts[at] = state.row_artifacts[at - 1]
    state.row_artifacts[0] = state.row_artifacts[1] = NO_CARD


@declared(CHANGE_1)
def leave_offer(state, card):
    """A card leaves the row, the top of its deck, or exile."""
    for at in range(MAX_ROW):
        if state.row_items[at] == card:
            state.row_items[at] = NO_CARD
            return
        if state.row_artifacts[at] == card:
            state.row_artifacts[at] = NO_CARD
            return
    if state.exile[card // WORD] & bit_of(card):
        state.exile[card // WORD] &= ~bit_of(card)
    elif is_artifact(card):
        next_artifact(state, 0)
    else:
        next_item(state, 0)


@declared(DO_3)
def obtain(rules, state, seat, card, destination, events):
    """A card goes to the deck, the hand or the play area; the effect of an artifact put into play may be resolved."""
    state.taken_in[card] = seat * 8 + state.round_number
    if destination == DECK_BOTTOM:
        put_under_deck(state, seat, card)
    elif destination == DECK_TOP:
        put_on_deck(state, seat, card)
    elif destination == HAND:
        put_into_hand(state, seat, card)
    else:
        state.play[seat, card // WORD] |= bit_of(card)
        if is_artifact(card):
            begin_effect(state, rules.resolve_step, rules.resolve_step + 1)
            state.pending_progress[state.pending - 1] = card  # the step remembers it: another may be taken first


@declared(DO_3)
def buy(rules, state, seat, card, discount, events):
    """Pay for a card: an item goes under the deck, an artifact into play."""
    cost = price(rules, state, card, discount)
    spend(rules, state, seat, currency(card), cost, events)
    leave_offer(state, card)
    log(events, Event.BUY, seat, card, cost, 0)
    obtain(rules, state, seat, card, PLAY if is_artifact(card) else DECK_BOTTOM, events)


@declared(DO_3)
def take(rules, state, seat, card, destination, events):
    """Take a card without paying for it."""
    exiled = (np.int64(state.exile[card // WORD]) & bit_of(card)) != 0
    leave_offer(state, card)
    log(events, Event.TAKE, seat, card, destination, exiled)
    obtain(rules, state, seat, card, destination, events)


@declared(DO_2)
def exile_rightmost_item(rules, state, seat, _unused, events):
    """The item farthest from the staff goes to exile."""
    for at in range(MAX_ROW - 1, -1, -1):
        card = np.int64(state.row_items[at])
        if card != NO_CARD:
            state.row_items[at] = NO_CARD
            send_to_exile(state, card)
            log(events, Event.ROW_EXILE, seat, card, 0, 0)
            return
    log(events, Event.SKIP, seat, Code.EXILE_ROW_CARD, 0, 0)


@declared(DO_2)
def look_at_top(rules, state, kinds, _unused, events):
    """The top card of a deck is revealed to all."""
    if kinds & ITEM_SEEN and state.items_left > 0 and not state.top_seen & ITEM_SEEN:
        state.top_seen |= ITEM_SEEN
        log(events, Event.LOOK, NOBODY, state.item_deck[state.items_left - 1], 0, 0)
    if kinds & ARTIFACT_SEEN and state.artifacts_left > 0 and not state.top_seen & ARTIFACT_SEEN:
        state.top_seen |= ARTIFACT_SEEN
        log(events, Event.LOOK, NOBODY, state.artifact_deck[state.artifacts_left - 1], 0, 0)

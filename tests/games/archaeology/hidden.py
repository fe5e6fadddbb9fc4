"""What a seat of Archaeology cannot see: rivals' hands, face-down chambers, the pile and the dig site, but for what it knows."""

from random import Random
from typing import Any

import numpy as np

from digsite.simulator.games.archaeology.rules import KINDS, MAP
from digsite.simulator.games.archaeology.state import Monument

RIVALS_MEASURES = ("theft_value_lost", "theft_value_won", "monument_value", "trade_worth")  # by cards nobody showed


def veil(rules: Any, state: Any, seat: int) -> None:
    """Blank all that the seat cannot see; what it knows of hands and chambers stays."""
    state.dig_site[:] = state.pile[:] = 0
    for rival in _rivals(rules, seat):
        _give(rules, state, rival, state.known[seat, rival])
        for owner in _rivals(rules, seat):
            state.known[rival, owner] = 0
        state.chamber_known[rival] = 0
        for measure in RIVALS_MEASURES:
            state[measure][rival] = 0
    if _face_down(state):
        state.chamber[:] = state.chamber_known[seat]
    if state.digger != seat:
        state.trade_gain = 0


def deal_otherwise(rules: Any, state: Any, seat: int, chance: Random) -> None:
    """Deal all that the seat cannot see in another way that fits all it sees."""
    unseen = _unseen(rules, state, seat)
    while not _deal(rules, state, seat, list(unseen), chance):
        pass  # maps were left for hands that all know to hold none
    for rival in _rivals(rules, seat):
        for owner in _rivals(rules, seat):
            state.known[rival, owner] = [chance.randint(0, int(held)) for held in state.hand[owner]]
        state.chamber_known[rival] = [[chance.randint(0, int(n)) for n in cards] for cards in state.chamber]
        for measure in RIVALS_MEASURES:
            state[measure][rival] = chance.randrange(50)
    if state.digger != seat:
        state.trade_gain = chance.randrange(50)


def _unseen(rules: Any, state: Any, seat: int) -> list[int]:
    """Every card that the seat cannot place."""
    cards = state.dig_site[: state.dig_left].tolist() + state.pile[: state.pile_left].tolist()
    for rival in _rivals(rules, seat):
        cards += _listed(state.hand[rival] - state.known[seat, rival])
    if _face_down(state):
        for chamber, known in zip(state.chamber, state.chamber_known[seat], strict=True):
            cards += _listed(chamber - known)
    return cards


def _deal(rules: Any, state: Any, seat: int, cards: list[int], chance: Random) -> bool:
    """Deal the cards out at random; False if they do not fit what all know of maps."""
    chance.shuffle(cards)
    if _face_down(state):
        for number, known in enumerate(state.chamber_known[seat]):
            missing = int(state.chamber_size[number] - known.sum())
            state.chamber[number] = known + _counts(_take(cards, missing, maps=0))
    state.pile[: state.pile_left] = _take(cards, int(state.pile_left), maps=0)
    state.pile[state.pile_left :] = [chance.randrange(KINDS) for _ in state.pile[state.pile_left :]]  # taken before
    for rival in _rivals(rules, seat):
        known = state.known[seat, rival]
        missing = int(state.hand_size[rival] - known.sum())
        dealt = _take(cards, missing, maps=int(state.maps_most[rival] - known[MAP]))
        if len(dealt) < missing:
            return False
        _give(rules, state, rival, known + _counts(dealt))
    if len(cards) != state.dig_left:
        return False
    state.dig_site[: state.dig_left] = cards
    state.dig_site[state.dig_left :] = [chance.randrange(KINDS) for _ in state.dig_site[state.dig_left :]]  # dug before
    return True


def _take(cards: list[int], count: int, maps: int) -> list[int]:
    """Take so many treasures from the front of the cards, with at most so many maps among them."""
    taken: list[int] = []
    at = 0
    while len(taken) < count and at < len(cards):
        card = cards[at]
        if card >= KINDS or (card == MAP and maps <= 0):
            at += 1
            continue
        maps -= card == MAP
        taken.append(cards.pop(at))
    return taken


def _give(rules: Any, state: Any, seat: int, cards: Any) -> None:
    """Let a hand hold these cards, with the totals that follow from them."""
    state.hand[seat] = cards
    state.hand_value[seat] = int(np.dot(cards, rules.trading_value))
    state.held[seat] = sum(1 << kind for kind in range(KINDS) if cards[kind] > 0)


def _counts(cards: list[int]) -> Any:
    return np.bincount(np.array(cards, np.int64), minlength=KINDS).astype(np.int8)


def _listed(counts: Any) -> list[int]:
    listed: list[int] = np.repeat(np.arange(KINDS), np.maximum(counts, 0)).tolist()
    return listed


def _face_down(state: Any) -> bool:
    """Only in the Buried Ruins do chambers lie open."""
    return bool(state.monument != Monument.BURIED_RUINS)


def _rivals(rules: Any, seat: int) -> list[int]:
    return [rival for rival in range(rules.seats) if rival != seat]

"""What a seat of Quetzal cannot see: rivals' cards but for those it knows, the deck, the pile, the automaton's cards to come."""

from random import Random
from typing import Any

import numpy as np

from digsite.simulator.games.quetzal.rules import AUTOMATON_CARDS, KINDS, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import SOURCES, UNDER_STRIDE, Decision

DECK = SOURCES.index("deck")


def veil(rules: Any, state: Any, seat: int) -> None:
    """Blank all that the seat cannot see; what it knows of hands and of the deck stays."""
    for at in range(len(state.deck)):
        putter = int(state.deck[at]) // UNDER_STRIDE
        if at >= state.deck_left:
            state.deck[at] = 0
        elif putter != seat + 1:
            state.deck[at] = UNDER_STRIDE * putter
    for rival in _rivals(rules, seat):
        state.hand[rival] = _known(state, seat, rival)
        state.taken[rival, DECK] = 0
    if _others_draw(state, seat):
        state.drawn[:] = 0
    state.pile[:] = 0
    if rules.automaton:
        state.automaton[state.rounds_done + 1 :] = 0
    _keep(state, [secret for secret in _secrets(state) if seat in _parties(secret)])


def deal_otherwise(rules: Any, state: Any, seat: int, chance: Random) -> None:
    """Deal all that the seat cannot see in another way that fits all it sees."""
    rivals = {rival: _known(state, seat, rival) for rival in _rivals(rules, seat)}
    unseen = [card for rival, known in rivals.items() for card in _listed(state.hand[rival] - known)]
    if _others_draw(state, seat):
        unseen += state.drawn[: state.drawn_size].tolist()
    hidden = [at for at in range(state.deck_left) if int(state.deck[at]) // UNDER_STRIDE != seat + 1]
    unseen += [int(state.deck[at]) % UNDER_STRIDE for at in hidden]
    chance.shuffle(unseen)
    for rival, known in rivals.items():
        dealt = [unseen.pop() for _ in range(int(state.hand_size[rival]) - int(known.sum()))]
        state.hand[rival] = known + np.bincount(np.array(dealt, int), minlength=KINDS)
        state.taken[rival, DECK] = [chance.randrange(9) for _ in state.taken[rival, DECK]]
    if _others_draw(state, seat):
        state.drawn[: state.drawn_size] = [unseen.pop() for _ in range(state.drawn_size)]
    for at in hidden:
        state.deck[at] = unseen.pop() + int(state.deck[at]) // UNDER_STRIDE * UNDER_STRIDE
    state.deck[state.deck_left :] = [chance.randrange(KINDS) for _ in state.deck[state.deck_left :]]  # drawn before
    pile = state.pile[: state.pile_left].tolist()
    chance.shuffle(pile)
    state.pile[: state.pile_left] = pile
    state.pile[state.pile_left :] = [chance.randrange(UPGRADE_KINDS) for _ in state.pile[state.pile_left :]]
    if rules.automaton:
        to_come = state.automaton[state.rounds_done + 1 :].tolist()
        chance.shuffle(to_come)
        state.automaton[state.rounds_done + 1 : AUTOMATON_CARDS] = to_come
    mine = [secret for secret in _secrets(state) if seat in _parties(secret)]
    _keep(state, mine)  # how many secrets others share is not for the seat to see either


def _rivals(rules: Any, seat: int) -> list[int]:
    return [rival for rival in range(rules.seats) if rival != seat]


def _others_draw(state: Any, seat: int) -> bool:
    """Whether a rival looks at cards of which some will go under the deck."""
    return bool(state.decision == Decision.UNDER and state.seat != seat)


def _secrets(state: Any) -> list[int]:
    return state.secrets[: state.secrets_size].tolist()


def _parties(secret: int) -> tuple[int, int]:
    """Who knows, and whose hand it is about."""
    return secret >> 5 & 7, secret >> 8


def _keep(state: Any, secrets: list[int]) -> None:
    state.secrets[:] = 0
    state.secrets[: len(secrets)] = secrets
    state.secrets_size = len(secrets)


def _known(state: Any, seat: int, rival: int) -> Any:
    """Cards that the seat knows to be in a rival's hand: seen by all, or by a secret of its own."""
    known = state.shown[rival].astype(int)
    for secret in _secrets(state):
        if _parties(secret) == (seat, rival):
            known[secret & 31] += 1
    return known


def _listed(counts: Any) -> list[int]:
    listed: list[int] = np.repeat(np.arange(KINDS), counts).tolist()
    return listed

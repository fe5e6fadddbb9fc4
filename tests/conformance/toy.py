"""A toy game in plain Python, to try the battery on: twelve cards, two hands of three, a deck.

Whoever redeals it honestly must pass every check; whoever plants a leak must be caught.
"""

from random import Random
from typing import Any

import numpy as np

from digsite.simulator.game.state import common_fields
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams, shuffle
from digsite.simulator.kernel.search.imagine import imagine
from digsite.simulator.lab.battery.checks.sight import Sight
from digsite.simulator.lab.battery.declarations import Declarations

CARDS, HAND = 12, 3
CHANCE, REDEAL, NOISE = range(3)
Rules = np.dtype([("seats", np.int8)])
State = np.dtype(
    [
        *common_fields(NOISE + 2),
        ("hand", np.int8, (2, HAND)),
        ("deck", np.int8, (CARDS,)),  # its top last; beyond it lie cards drawn before
        ("left", np.int8),
    ],
    align=True,
)


@rule
def _nothing(_rules, _state, _seat):
    """Redeals in plain Python come after the compiled part of imagining."""


_compiled_imagine = rule(getattr(imagine, "py_func", imagine), cache=False)


def honest_imagine(rules: Any, state: Any, seat: int, stream: int, copy: Any, redeal: Any) -> None:
    """The kernel's `imagine`, for a redeal in plain Python."""
    _compiled_imagine(rules, state, seat, stream, copy, _nothing)
    redeal(rules, copy, seat)


def position(luck: int) -> tuple[Any, Any]:
    """(rules, state) somewhere in a game."""
    rules, state = record(Rules)[0], record(State)[0]
    rules.seats = 2
    with np.errstate(over="ignore"):
        open_streams(state, 5, luck)
        state.deck[:] = range(CARDS)
        shuffle(state, CHANCE, state.deck, 0, CARDS)
    state.hand[0], state.hand[1] = state.deck[6:9], state.deck[9:]
    state.left = 6
    return rules, state


def redeal(_rules: Any, state: Any, seat: int) -> None:
    """The rival's hand and the deck are shuffled anew, from an order of their own; what was drawn is blanked."""
    left, rival = int(state.left), 1 - seat
    hidden = sorted([*state.deck[:left].tolist(), *state.hand[rival].tolist()])
    state.deck[:] = 0
    state.deck[: len(hidden)] = hidden
    deal(state, rival)


def deal(state: Any, rival: int) -> None:
    """Shuffle what lies at the deck's bottom and deal the rival's hand from it."""
    left = int(state.left)
    shuffle(state, REDEAL, state.deck, 0, left + HAND)
    state.hand[rival] = state.deck[left : left + HAND]
    state.deck[left:] = 0


def deal_otherwise(_rules: Any, state: Any, seat: int, chance: Random) -> None:
    left, rival = int(state.left), 1 - seat
    hidden = [*state.deck[:left].tolist(), *state.hand[rival].tolist()]
    chance.shuffle(hidden)
    state.deck[:left], state.hand[rival] = hidden[:left], hidden[left:]
    state.deck[left:] = [chance.randrange(CARDS) for _ in range(CARDS - left)]


def veil(_rules: Any, state: Any, seat: int) -> None:
    state.deck[:] = 0
    state.hand[1 - seat] = 0


def inventory(_rules: Any, state: Any) -> list[int]:
    return sorted([*state.deck[: state.left].tolist(), *state.hand.ravel().tolist()])


def sight(redeal: Any = redeal, imagine: Any = honest_imagine) -> Sight:
    """The toy game's sight, honest or with a planted leak."""
    return Sight(
        imagine=lambda rules, state, seat, stream, copy: imagine(rules, state, seat, stream, copy, redeal),
        redeal=redeal,
        noise=NOISE,
        declared=Declarations(veil, deal_otherwise, inventory),
    )

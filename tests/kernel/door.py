"""A game that only pays for whoever thinks two moves ahead: seats 0, 1 and 0 again decide once each.

A coin is a point. A door is nothing, but later it may be opened for five points; a rival may lock it first, and has its
point as well. The greedy strategy always takes the coin.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.game.columns import outcome_of
from digsite.simulator.game.state import common_fields
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import Desk, as_bytes, choose_type, game_types
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.search.lookahead import SUMS
from digsite.simulator.kernel.search.tree import PLACE
from digsite.strategies.minds import memory
from tests.kernel.toss import Notes, Outcome, Tables, order

__all__ = ["Notes", "Tables", "order"]  # as in the other game
SEATS = 2
COIN, DOOR, OPEN, LOCK = range(4)


class Stream(IntEnum):
    """Nothing is left to chance."""

    REDEAL = 2
    NOISE = 3


Rules = np.dtype([("seats", np.int8), ("locks", np.int8)], align=True)
State = np.dtype(
    [*common_fields(Stream.NOISE + SEATS), ("points", np.int16, (SEATS,)), ("door", np.int8), ("locked", np.int8)],
    align=True,
)
TYPES = game_types(Rules, State, outcome_of((), SEATS), SEATS)
assert TYPES.outcome.size == Outcome.itemsize
CHOOSE = choose_type(TYPES, Notes, Tables)


@rule(TYPES.setup)
def setup(rules, state, events):
    """Nothing to do."""


@rule(TYPES.legal)
def legal(rules, state, options):
    """A coin; the door first, then to lock it, then to open it."""
    options[0] = COIN
    options[1] = (DOOR, LOCK, OPEN)[state.turns]
    return 1 if state.turns == 1 and not rules.locks else 2


@rule(TYPES.apply)
def apply(rules, state, option, events):
    """Take, and hand on."""
    if option == COIN:
        state.points[state.seat] += 1
    elif option == DOOR:
        state.door = 1
    elif option == LOCK:
        state.locked = 1
        state.points[state.seat] += 1
    elif state.door and not state.locked:
        state.points[state.seat] += 5
    state.turns += 1
    state.seat = state.turns % 2
    state.over = state.turns == 3


@rule(TYPES.score)
def score(rules, state, outcome):
    """Points."""
    for seat in range(rules.seats):
        outcome.score[seat] = state.points[seat]


@rule(TYPES.redeal)
def redeal(rules, state, seat):
    """Nothing is hidden."""


@rule(CHOOSE)
def greedy(rules, state, seat, options, n, weights, mind):
    """The coin."""
    return 0


MOVES = (setup, legal, apply, score, redeal)


def rules_box(locks: bool) -> np.recarray:
    """With or without a lock."""
    box = record(Rules)
    box[0].seats, box[0].locks = SEATS, locks
    return box


def start(points=(0, 0), luck: int = 1) -> np.record:
    """The first decision."""
    state = record(State)[0]
    state.points[:] = points
    state.stream[:] = np.arange(len(state.stream), dtype=np.uint64) * np.uint64(7919) + np.uint64(luck)
    return state


def desk(places: int) -> Desk:
    """Room to think in."""
    return Desk(
        record(State, 2), record(Outcome, 2), np.zeros(2, np.int32), np.zeros((SUMS, 2)), np.zeros(2, np.int64),
        memory(SEATS, 8), record(as_bytes(State.itemsize), 0), SILENT, np.zeros((places, PLACE), np.int64),
        np.zeros(places + 1), np.zeros(places + 1, np.int64), np.zeros(2, np.int64),
    )  # fmt: skip

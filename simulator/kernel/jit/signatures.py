"""The signatures of compiled functions, and what they take: a game's functions, strategies, the play loop and searches."""

from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from digsite.simulator.kernel.jit.arrays import bare
from digsite.simulator.kernel.play.records import EMPTY, Mark, Nudging, Order, Search


class GameTypes(NamedTuple):
    """The signatures of one game's kernel functions, and their record types."""

    setup: Any
    legal: Any
    apply: Any
    score: Any
    redeal: Any
    own_turn: Any
    held: Any
    nudge: Any
    rules: Any
    state: Any
    outcome: Any
    max_seats: int
    has_worth: bool = False

    @property
    def choose(self) -> Any:
        """Return the signature of strategies without notes and tables; for others use `choose_type`."""
        return choose_type(self, EMPTY, EMPTY)

    @property
    def worth(self) -> Any:
        """Return the signature of a game's `worth`: what a position is worth to a seat, the more the better."""
        return types.float64(self.rules, self.state, types.int64)


# Arrays as Python and plug-ins see them, and as games and strategies receive them.
WHOLE_EVENTS, WHOLE_OPTIONS, WHOLE_WEIGHTS = types.int32[:, ::1], types.int32[::1], types.float64[::1]


EVENTS, OPTIONS, WEIGHTS = bare(WHOLE_EVENTS), bare(WHOLE_OPTIONS), bare(WHOLE_WEIGHTS)


class Mind(NamedTuple):
    """A strategy's memory: its notes for this game, blank at the start, and tables that all players share."""

    notes: Any
    tables: Any


def game_types(rules: np.dtype, state: np.dtype, outcome: np.dtype, max_seats: int) -> GameTypes:
    """Return the signatures that the kernel contract requires of a game with these records."""
    rules_t, state_t, outcome_t = (numba.from_dtype(dtype) for dtype in (rules, state, outcome))
    return GameTypes(
        setup=types.void(rules_t, state_t, EVENTS),
        legal=types.int64(rules_t, state_t, OPTIONS),
        apply=types.void(rules_t, state_t, types.int64, EVENTS),
        score=types.void(rules_t, state_t, outcome_t),
        redeal=types.void(rules_t, state_t, types.int64),
        own_turn=types.int64(rules_t, state_t),
        held=types.int64(rules_t, state_t, types.int64, types.int64),
        nudge=types.boolean(rules_t, state_t, types.int64, types.int64, types.int64, types.uint64, EVENTS),
        rules=rules_t,
        state=state_t,
        outcome=outcome_t,
        max_seats=max_seats,
    )


def choose_type(game: GameTypes, notes: np.dtype, tables: np.dtype) -> Any:
    """Return the signature of a game's strategies with these notes and tables."""
    mind = types.BaseTuple.from_types((numba.from_dtype(notes), numba.from_dtype(tables)), Mind)  # type: ignore[no-untyped-call]
    return types.int64(game.rules, game.state, types.int64, OPTIONS, types.int64, WEIGHTS, mind)


class PlayArrays(NamedTuple):
    """What one call of the play loop reads and writes; rollouts and search use the same.

    rules:    the Rules record, in an array of one.
    states:   the state, and a blank one.
    order:    which games are played.
    options:  of the decision now due.
    events:   the event buffer, or an empty one.
    cursor:   where play is.
    weights:  a row for each player.
    minds:    each seat's memory, a row of bytes.
    notes:    an empty array of the players' type of notes.
    tables:   the shared lookup tables, in an array of one.
    search:   how each player looks ahead.
    places:   the player at each seat, a row for each game until they begin again.
    """

    rules: Any
    states: Any
    order: Any
    options: Any
    events: Any
    cursor: Any
    weights: Any
    minds: Any
    notes: Any
    tables: Any
    search: Any
    places: Any


class Desk(NamedTuple):
    """Working memory for search in one call of the play loop; without rows where no player looks ahead.

    worlds:   the world as dealt, and the one being played.
    outcomes: the outcome of a world, and a blank one.
    options:  of a decision in a world.
    sums:     for each option the sum of its lead over the strategy's choice, and of its squares.
    alive:    the remaining options, the strategy's choice first.
    minds:    the memory of each seat in a world.
    bytes:    an empty array of the type of a state as plain bytes.
    events:   an empty buffer.
    tree:     the places of a tree of decisions (see `digsite.simulator.kernel.search.tree`).
    worths:   the lowest and highest worth of a world, then the sum of worths through each place.
    path:     the number of places on a world's path, then the places.
    places:   the place that each option of a decision leads to.
    worth:    the game's own worth of a position to a seat, a `function_value`, or None.
    """

    worlds: Any
    outcomes: Any
    options: Any
    sums: Any
    alive: Any
    minds: Any
    bytes: Any
    events: Any
    tree: Any
    worths: Any
    path: Any
    places: Any
    worth: Any = None


def moves_type(game: GameTypes) -> Any:
    """Return the type of a game's moves: setup, legal, apply, score and redeal."""
    moves = (game.setup, game.legal, game.apply, game.score, game.redeal)
    return types.Tuple([types.FunctionType(signature) for signature in moves])  # type: ignore[no-untyped-call]


def as_bytes(size: int) -> np.dtype:
    """Return the type of a record of this size as plain bytes."""
    return np.dtype([("byte", np.uint8, (size,))])


def desk_type(game: GameTypes) -> Any:
    """Return the type of a game's desk."""
    states, outcomes = types.Array(game.state, 1, "C"), types.Array(game.outcome, 1, "C")
    plain = types.Array(numba.from_dtype(as_bytes(game.state.size)), 1, "C")
    numbers, sums, whole = types.int64[::1], types.float64[:, ::1], types.int64[:, ::1]
    worth = types.UniTuple(types.FunctionType(game.worth), 1) if game.has_worth else types.none  # type: ignore[no-untyped-call]
    room = (
        states, outcomes, WHOLE_OPTIONS, sums, numbers, types.uint8[:, ::1], plain, WHOLE_EVENTS, whole, types.float64[::1], numbers, numbers,
        worth,
    )  # fmt: skip
    return types.BaseTuple.from_types(room, Desk)  # type: ignore[no-untyped-call]


def arrays_type(game: GameTypes, choose: Any) -> Any:
    """Return the type of a game's play arrays."""
    notes, tables = choose.args[-1]
    order, thinking = (types.Array(numba.from_dtype(made), 1, "C") for made in (Order, Search))
    parts = (
        types.Array(game.rules, 1, "C"), types.Array(game.state, 1, "C"), order, WHOLE_OPTIONS, WHOLE_EVENTS, types.int64[::1],
        types.float64[:, ::1], types.uint8[:, ::1], types.Array(notes, 1, "C"), types.Array(tables, 1, "C"), thinking,
        types.int8[:, ::1],
    )  # fmt: skip
    return types.BaseTuple.from_types(parts, PlayArrays)  # type: ignore[no-untyped-call]


def players_type(game: GameTypes, choose: Any) -> Any:
    """Return the type of a line-up's strategies, one for each possible seat."""
    return types.UniTuple(types.FunctionType(choose), game.max_seats)  # type: ignore[no-untyped-call]


def search_type(game: GameTypes, choose: Any) -> Any:
    """Return the signature of a search: what a look-ahead player does with its strategy's choice."""
    player = own = n = types.int64
    return types.int64(
        arrays_type(game, choose), desk_type(game), moves_type(game), players_type(game, choose), player, own, n
    )


def play_type(game: GameTypes, choose: Any) -> Any:
    """Return the signature of the play loop for a game and its strategies."""
    nudges = [types.FunctionType(signature) for signature in (game.own_turn, game.held, game.nudge)]
    return types.boolean(
        arrays_type(game, choose),
        desk_type(game),
        moves_type(game),
        players_type(game, choose),
        types.FunctionType(search_type(game, choose)),
        types.Array(game.outcome, 1, "C"),
        types.Array(numba.from_dtype(Nudging), 1, "C"),
        types.Tuple(nudges),  # type: ignore[no-untyped-call]
        types.Array(numba.from_dtype(Mark), 1, "C"),
    )


def parts_type(game: GameTypes, choose: Any) -> Any:
    """Return the signature of the loop over the parts of a game."""
    taken, games, part = WHOLE_OPTIONS, types.int64, types.int64
    return types.int64(arrays_type(game, choose), moves_type(game), players_type(game, choose), taken, games, part)

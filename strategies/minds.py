"""The memory of players: the records that each game's strategies declare, and the play loop compiled for them."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.once import once
from digsite.simulator.kernel.play import records
from digsite.simulator.kernel.play.records import record

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.kernel.jit.signatures import Desk

EMPTY = records.EMPTY
_ALIGNED = 64  # a mind's memory starts at a multiple of this many bytes


@dataclass(frozen=True)
class Minds:
    """The records that a game's strategies declare in their `mind.py`; empty ones if they declare none.

    notes:        what a player remembers during a game; blank at its start.
    tables:       what all players may look up; built once from the rules, never written during play.
    build_tables: fills the tables for a Rules record.
    choose:       the signature of a strategy of this game.
    """

    notes: "np.dtype[Any]"
    tables: "np.dtype[Any]"
    build_tables: Callable[[Any], np.recarray]
    choose: Any


@once
def minds_of(game: str) -> Minds:
    """Return the records of a game's strategies."""
    from digsite.simulator.kernel.jit.signatures import choose_type

    found = find_game(game)
    notes, tables = found.mind("Notes", EMPTY), found.mind("Tables", EMPTY)
    choose = choose_type(found.kernels.types, notes, tables)
    return Minds(notes, tables, found.mind("build_tables", no_tables), choose)


@once
def random_player(game: str) -> Any:
    """Return the compiled random player of a game."""
    from digsite.simulator.kernel.play.random_player import compile_random

    return compile_random(minds_of(game).choose, int(find_game(game).records.streams["NOISE"]))


@once
def person_player(game: str) -> Any:
    """Return the compiled player that repeats a person's choices."""
    from digsite.strategies.person import compile_person

    return compile_person(minds_of(game).choose)


@once
def play_loop(game: str) -> Any:
    """Return the compiled play loop of a game, for any of its strategies."""
    from digsite.simulator.kernel.play.loop import compile_play

    return compile_play(find_game(game).kernels.types, minds_of(game).choose)


@once
def search_of(game: str, wanted: bool) -> Any:
    """Return the compiled search for a game's look-ahead players, or its stand-in if there are none."""
    from digsite.simulator.kernel.search.lookahead import compile_no_search, compile_search

    made = compile_search if wanted else compile_no_search
    return made(find_game(game).kernels.types, minds_of(game).choose)


def desk_of(game: "Game", seats: int, size: int, wanted: bool, tree: int = 0) -> "Desk":
    """Return the work space of look-ahead players for this many seats, each with `size` bytes of memory, or an empty one.

    `tree` is the largest number of sampled deals in a tree of decisions.
    """
    from digsite.simulator.kernel.jit.compile import function_value
    from digsite.simulator.kernel.jit.signatures import Desk, as_bytes
    from digsite.simulator.kernel.play.events import SILENT
    from digsite.simulator.kernel.search.tree import PLACE
    from digsite.simulator.kernel.search.worlds import SUMS

    records, room = game.records, 2 * wanted
    width = records.max_options * wanted
    places = tree + 2 * width + 2 if tree else 0  # the first ones are for a decision's options, each of which is tried
    own = game.worth_kernel
    return Desk(
        record(records.state, room), record(records.outcome, room), np.zeros(width, np.int32), np.zeros((SUMS, width)),
        np.zeros(width, np.int64), memory(seats * wanted, size), record(as_bytes(records.state.itemsize), 0), SILENT,
        np.zeros((places, PLACE), np.int64), np.zeros(places + 1), np.zeros(places + 1, np.int64), np.zeros(width, np.int64),
        None if own is None else function_value(own),
    )  # fmt: skip


@once
def no_nudges(game: str) -> Any:
    """Return the functions that the play loop of a game takes when no seat is nudged."""
    from digsite.simulator.kernel.play.nudge import compile_no_nudges

    return tuple(compile_no_nudges(find_game(game).kernels.types))


def no_tables(_rules: Any) -> np.recarray:
    """Return empty tables, for strategies that look nothing up."""
    return record(EMPTY)


def memory(seats: int, size: int) -> "np.ndarray[Any, np.dtype[np.uint8]]":
    """Return memory for the minds of this many seats, each of at least `size` bytes."""
    return np.zeros((seats, -(-size // _ALIGNED) * _ALIGNED), np.uint8)


def own_mind(declared: "np.dtype[Any] | None") -> "np.dtype[Any]":
    """Return the record of a plug-in's mind; an empty one if it declares none."""
    return EMPTY if declared is None else declared


def guard_of(game: "Game", weights: int, mind: "np.dtype[Any]") -> "np.dtype[Any]":
    """Return the memory of a plug-in: copies of everything it is handed, and the mind it declares."""
    fields = [
        ("state", game.records.state),
        ("rules", game.records.rules),
        ("options", np.int32, (game.records.max_options,)),
        ("weights", np.float64, (max(weights, 1),)),
        ("mind", mind),
    ]
    return np.dtype(fields, align=True)

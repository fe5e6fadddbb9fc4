"""Games stopped at any moment and played on from there, in worlds that look the same to whoever looks on.

What the players keep in mind goes along where it is still true. A seat's notes rest on what the seat has seen, so they
are kept in the worlds of its own view and at an open table; in the worlds of another's view the seat may hold other
cards, and begins with a blank mind. Each player's own noise is renewed like all other chance.
"""

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from simulator.errors import DigsiteError
from simulator.games import find_game
from simulator.kernel.events import SILENT, buffer
from simulator.kernel.loop import CURSOR_GAME, CURSOR_PICK, CURSOR_SIZE
from simulator.kernel.records import record
from simulator.kernel.rng import open_streams
from simulator.kernel.rollouts import Rollouts, compile_rollouts
from simulator.play.table import Table
from strategies.minds import memory, minds_of

Floats = npt.NDArray[np.float64]
_IMAGINED = "It did so in a world imagined from a moment of that game."
NO_OPTIONS = np.zeros(0, np.int32)


@cache
def rollouts_of(game: str) -> Rollouts:
    """The compiled rollouts of a game, for any of its strategies."""
    return compile_rollouts(find_game(game).kernels.types, minds_of(game).choose)


@dataclass(frozen=True)
class Moment:
    """A game just before a decision.

    game:     its index in the plan.
    decision: decisions made so far.
    turn:     turns that are over.
    state:    the State record, in an array of one.
    minds:    what each seat has in mind, a row of bytes each.
    options:  what the seat may do.
    taken:    which of these it did, by index.
    events:   events logged so far.
    """

    game: int
    decision: int
    turn: int
    state: np.recarray
    minds: npt.NDArray[np.uint8]
    options: npt.NDArray[np.int32]
    taken: int
    events: int

    @property
    def seat(self) -> int:
        """Whose decision it is, from 0."""
        return int(self.state[0].seat)


@dataclass(frozen=True)
class Played:
    """A game of the plan played again: each of its decisions, its events and its row."""

    moments: list[Moment]
    events: np.ndarray
    row: np.record

    @property
    def wins(self) -> Floats:
        """Each seat's part of the win, as far as there are seats in the row."""
        won = (self.row["rank"] == 1) & (self.row["contends"] > 0) & (self.row["winners"] > 0)
        shares: Floats = won / max(int(self.row["winners"]), 1)
        return shares


class RolloutTable(Table):
    """A table whose games can be stopped before any decision and played on in imagined worlds."""

    def moments(self, game: int) -> Played:
        """Play a game again, decision by decision; it must go as the play loop plays it."""
        batch = self.play_with_events(game, 1)
        events, k = buffer(len(batch.events[0])), self._kernels
        state, minds = record(self.game.records.state), memory(self.seats, self._memory)
        options, cursor = np.zeros(self.game.records.max_options, np.int32), self._cursor(game)
        moments: list[Moment] = []
        with np.errstate(over="ignore"):
            open_streams(state[0], self.seed, game // self.rotations)
            k.setup(self.rules[0], state[0], events)
            first_turn = int(state[0].turns)  # some games count the turn that has begun
            while not state[0].over:
                n = k.legal(self.rules[0], state[0], options)
                before = state.copy(), minds.copy(), options[:n].copy()
                turn, told = int(state[0].turns) - first_turn, int(events[0, 0])
                self._step(state, minds, options, events, cursor)
                moments.append(Moment(game, len(moments), turn, *before, int(cursor[CURSOR_PICK]), told))
        if not np.array_equal(events[1:], batch.events[0]):
            raise DigsiteError(f"Game {game} does not go the same way twice; a strategy must not depend on the clock.")
        return Played(moments, batch.events[0], batch.rows[0])

    def wins(self, moment: Moment, worlds: int, luck: int, seat: int | None) -> Floats:
        """Each seat's part of the win in so many worlds: a row for each world.

        luck: decides the worlds.
        seat: whose view the worlds keep to; that of an open table if None.
        """
        by_world: Floats = self._roll_out(moment, NO_OPTIONS, worlds, luck, seat)[0]
        return by_world

    def wins_by_option(self, moment: Moment, options: npt.NDArray[np.int32], worlds: int, luck: int) -> Floats:
        """The same for some options of the seat that decides, in worlds of its own view: by option, world and seat.

        All options meet the same worlds.
        """
        return self._roll_out(moment, options, worlds, luck, moment.seat)

    def _cursor(self, game: int) -> npt.NDArray[np.int64]:
        cursor = np.zeros(CURSOR_SIZE, np.int64)
        cursor[CURSOR_GAME] = game
        return cursor

    def _step(self, state: np.recarray, minds: Any, options: Any, events: Any, cursor: Any) -> None:
        game, k = int(cursor[CURSOR_GAME]), self._kernels
        rollouts_of(self.game.id).step(
            self.rules, state, 1, game % self.rotations, k.legal, k.apply, self._choose, self._weights, minds,
            self._notes, self._tables, options, events, cursor,
        )  # fmt: skip

    def _roll_out(
        self, moment: Moment, tried: npt.NDArray[np.int32], worlds: int, luck: int, seat: int | None
    ) -> Floats:
        kept, k, records = moment.minds.copy(), self._kernels, self.game.records
        if seat is not None:
            kept[np.arange(len(kept)) != seat] = 0
        wins = np.zeros((max(len(tried), 1), worlds, self.seats))
        cursor = self._cursor(moment.game)
        try:
            with np.errstate(over="ignore"):
                fine = rollouts_of(self.game.id).roll_out(
                    self.rules, moment.state, tried, seat or 0, np.uint64(luck), 0, moment.game % self.rotations,
                    k.legal, k.apply, k.score, self.game.shuffle_unseen if seat is None else k.redeal, self._choose,
                    self._weights, kept, memory(self.seats, self._memory), self._notes, self._tables,
                    np.zeros(records.max_options, np.int32), record(records.state, 2), record(records.outcome, 2), wins,
                    np.zeros_like(wins), SILENT, cursor,
                )  # fmt: skip
        except Exception as problem:
            what = self._complaint(cursor, f"stopped with {type(problem).__name__}: {problem}")
            raise DigsiteError(f"{what} {_IMAGINED}") from problem
        if not fine:
            raise DigsiteError(f"{self._misplay(cursor)} {_IMAGINED}")
        return wins

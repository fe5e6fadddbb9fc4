"""Games stopped at any moment and played on from there, in worlds that look the same to whoever looks on.

What the players keep in mind goes along where it is still true. A seat's notes rest on what the seat has seen, so they
are kept in the worlds of its own view and at an open table; in the worlds of another's view the seat may hold other
cards, and begins with a blank mind. Each player's own noise is renewed like all other chance. In the game itself players
who think do so; in the worlds nobody does, all play as their strategies say: otherwise one chance would take hours.
"""

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.events import SILENT, buffer
from digsite.simulator.kernel.play.loop import CURSOR_GAME, CURSOR_SIZE
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.search.rollouts import FACTS, Rollouts, compile_rollouts
from digsite.simulator.play.table import Table
from digsite.strategies.minds import minds_of

Floats = npt.NDArray[np.float64]
_IMAGINED = "It did so in a world imagined from a moment of that game."
MOST_EVENTS, MOST_STEPS = 1_000, 30  # of one turn, to put an option into words
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
    own:      which of these its strategy chose, before the player thought.
    events:   events logged so far.
    """

    game: int
    decision: int
    turn: int
    state: np.ndarray
    minds: npt.NDArray[np.uint8]
    options: npt.NDArray[np.int32]
    taken: int
    own: int
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

    def wake(self) -> None:
        """Have all compiled that games and worlds need: a world of the last moment of a game is enough for it."""
        super().wake()
        with suppress(DigsiteError):  # of a game that was broken off there is none
            last = self.moments(0).moments[-1:]
            for seat in (0, None) if self.game.has_open_table else (0,):
                self.wins(last, 1, [1], seat)

    def moments(self, game: int) -> Played:
        """Play a game again and keep each of its moments; it must go as the play loop plays it."""
        if self._nudged:
            raise WrongUse("This run is an arm of a nudge: chances are those of games that nobody interferes with.")
        batch = self.play_with_events(game, 1)
        if batch.rows[0].end_reason == len(self.game.records.end_reasons):
            raise WrongUse(f"Game {game} was broken off, so nobody won it: it has no chances to show.")
        events, records = buffer(len(batch.events[0])), self.game.records
        decisions = int(batch.rows[0].decisions)
        states, arrays = record(records.state, decisions), self._arrays(game, events, self._cursor(game))
        kept = np.zeros((decisions, *arrays.minds.shape), np.uint8)
        offered = np.zeros((decisions, records.max_options), np.int32)
        facts = np.zeros((decisions, FACTS), np.int64)
        with self._calling():
            fine = rollouts_of(self.game.id).trace(
                arrays, self._desk(), self._moves, self._choose, self._search(), states, kept, offered, facts
            )
        if not fine or not np.array_equal(events[1:], batch.events[0]):
            raise DigsiteError(f"Game {game} does not go the same way twice: its chances cannot be told.")
        turns = states["turns"] - states["turns"][:1]  # some games count the turn that has begun
        return Played(
            [
                Moment(game, at, int(turns[at]), states[at : at + 1], kept[at], offered[at, :n], pick, own, told)
                for at, (n, pick, own, told) in enumerate(facts.tolist())
            ],
            batch.events[0],
            batch.rows[0],
        )

    def wins(self, moments: Sequence[Moment], worlds: int, lucks: Sequence[int], seat: int | None) -> Floats:
        """Each seat's part of the win in so many worlds of each moment: by moment, world and seat.

        moments: all of one game.
        lucks:   decide the worlds, one number for each moment.
        seat:    whose view the worlds keep to; that of an open table if None.
        """
        by_world: Floats = self._roll_out(moments, NO_OPTIONS, worlds, lucks, seat)[0][:, 0]
        return by_world

    def told(self, moment: Moment, option: int) -> np.ndarray:
        """The events of an option of a moment, by the game's own luck, to the end of the turn.

        What the seat does after it in the same turn is the first that it may: enough to put the option into words.
        """
        k, rules, state, events = self.game.kernels, self.rules[0], moment.state.copy()[0], buffer(MOST_EVENTS)
        options, chosen = np.zeros(self.game.records.max_options, np.int32), int(moment.options[option])
        with np.errstate(over="ignore"):
            for _ in range(MOST_STEPS):
                k.apply(rules, state, chosen, events)
                if state["over"] or int(state["seat"]) != moment.seat or state["turns"] != moment.state[0]["turns"]:
                    break
                k.legal(rules, state, options)
                chosen = int(options[0])
        return events[1 : 1 + min(int(events[0, 0]), MOST_EVENTS)]

    def wins_by_option(self, moment: Moment, options: npt.NDArray[np.int32], worlds: int, luck: int) -> Floats:
        """The same for some options of the seat that decides, in worlds of its own view: by option, world and seat.

        All options meet the same worlds.
        """
        return self.ends_by_option(moment, options, worlds, luck)[0]

    def ends_by_option(
        self, moment: Moment, options: npt.NDArray[np.int32], worlds: int, luck: int
    ) -> tuple[Floats, Floats]:
        """The same, and the scores."""
        wins, scores = self._roll_out([moment], options, worlds, [luck], moment.seat)
        return wins[0], scores[0]

    def _cursor(self, game: int) -> npt.NDArray[np.int64]:
        cursor = np.zeros(CURSOR_SIZE, np.int64)
        cursor[CURSOR_GAME] = game
        return cursor

    def _roll_out(
        self, moments: Sequence[Moment], tried: Any, worlds: int, lucks: Sequence[int], seat: int | None
    ) -> tuple[Floats, Floats]:
        """Parts of the win and scores, by moment, option, world and seat."""
        game = moments[0].game
        states = record(self.game.records.state, len(moments))
        for at, moment in enumerate(moments):
            states[at : at + 1] = moment.state
        kept = np.stack([moment.minds for moment in moments])
        if seat is not None:
            kept[:, np.arange(self.seats) != seat] = 0
        wins, cursor = np.zeros((len(moments), max(len(tried), 1), worlds, self.seats)), self._cursor(game)
        scores = np.zeros_like(wins)
        redeal = self.game.shuffle_unseen if seat is None else self.game.kernels.redeal
        try:
            with self._calling():
                fine = rollouts_of(self.game.id).roll_out(
                    self._arrays(game, SILENT, cursor), self._desk(wanted=True), (*self._moves[:-1], redeal), self._choose,
                    states, kept, np.array(lucks, np.uint64), seat or 0, tried, wins, scores,
                )  # fmt: skip
        except Exception as problem:
            what = self.complaint(cursor, f"stopped with {type(problem).__name__}: {problem}")
            raise DigsiteError(f"{what} {_IMAGINED}") from problem
        if not fine:
            raise DigsiteError(f"{self._misplay(cursor)} {_IMAGINED}")
        return wins, scores

"""Stop games at any moment and play them out from there, in deals that look the same to the viewer.

Players keep their notes where these are still true. A seat's notes depend on what it has seen, so they stay in sampled
deals of its own view and of an open table; in deals of another view the seat may hold other cards and starts with blank
notes. Each player's noise is renewed like all other chance. Look-ahead players search in the game itself but not in
sampled deals, where their strategies play alone: otherwise one chance would take hours.
"""

from collections.abc import Sequence
from contextlib import suppress
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.compile import compiled
from digsite.simulator.kernel.jit.once import once
from digsite.simulator.kernel.play.events import SILENT, buffer
from digsite.simulator.kernel.play.loop import CURSOR_GAME, CURSOR_SIZE
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.search.rollouts import FACTS, Rollouts, compile_rollouts
from digsite.simulator.play.table import Table
from digsite.strategies.minds import minds_of
from digsite.strategies.person import people_at
from digsite.strategies.registry import line_up, stand_in

Floats = npt.NDArray[np.float64]
_IMAGINED = "This happened in a sampled deal from a moment of that game."
MOST_EVENTS, MOST_STEPS = 1_000, 30  # of one turn, to put an option into words
NO_OPTIONS = np.zeros(0, np.int32)


@once
def rollouts_of(game: str) -> Rollouts:
    """Return the compiled rollouts of a game, for any of its strategies."""
    return compile_rollouts(find_game(game).kernels.types, minds_of(game).choose)


@dataclass(frozen=True)
class Moment:
    """A game just before a decision.

    game:     its index in the plan.
    decision: number of decisions so far.
    turn:     number of finished turns.
    state:    the State record, in an array of one.
    minds:    each seat's memory, a row of bytes.
    options:  the seat's options.
    taken:    the index of the option it took.
    own:      the index of its strategy's choice, before look-ahead.
    events:   number of events so far.
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
        """Return the seat that decides, from 0."""
        return int(self.state[0].seat)


@dataclass(frozen=True)
class Played:
    """A game of the plan, replayed: its decisions, its events and its row."""

    moments: list[Moment]
    events: np.ndarray
    row: np.record

    @property
    def wins(self) -> Floats:
        """Return each seat's share of the win, for all seats of the row."""
        won = (self.row["rank"] == 1) & (self.row["contends"] > 0) & (self.row["winners"] > 0)
        shares: Floats = won / max(int(self.row["winners"]), 1)
        return shares


class RolloutTable(Table):
    """A table whose games can be stopped before any decision and played out in sampled deals."""

    def compile(self) -> None:
        """Compile everything that games and sampled deals need, by playing one from a game's last moment."""
        super().compile()
        with suppress(DigsiteError):  # a game that was broken off has no moments
            last = self.moments(0).moments[-1:]
            for seat in (0, None) if self.game.has_open_table else (0,):
                self.wins(last, 1, [1], seat)

    def moments(self, game: int) -> Played:
        """Replay a game and return each of its moments; it must match the play loop's game."""
        if self._nudged:
            raise WrongUse("This run is one side of a nudge; chances need a run without nudges.")
        batch = self.play_with_events(game, 1)
        if batch.rows[0].end_reason == len(self.game.records.end_reasons):
            raise WrongUse(f"Game {game} was broken off and has no winner, so it has no chances to show.")
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
            raise DigsiteError(
                f"Game {game} differed between two plays of the same seed, so its chances cannot be measured."
            )
        turns = states["turns"] - states["turns"][:1]  # some games count the turn that has begun
        return Played(
            [
                Moment(game, at, int(turns[at]), states[at : at + 1], kept[at], offered[at, :n], pick, own, count)
                for at, (n, pick, own, count) in enumerate(facts.tolist())
            ],
            batch.events[0],
            batch.rows[0],
        )

    def wins(self, moments: Sequence[Moment], worlds: int, lucks: Sequence[int], seat: int | None) -> Floats:
        """Return each seat's share of the win in sampled deals of each moment: by moment, deal and seat.

        moments: all of one game.
        lucks:   seeds of the sampled deals, one per moment.
        seat:    the seat whose view the deals respect; None for an open table.
        """
        by_world: Floats = self._roll_out(moments, NO_OPTIONS, worlds, lucks, seat)[0][:, 0]
        return by_world

    def option_events(self, moment: Moment, option: int) -> np.ndarray:
        """Return the events of an option, with the game's own luck, to the end of the turn.

        Later in the same turn the seat takes the first option each time: enough to put the option into words.
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
        """Return the same for some options of the seat that decides: by option, sampled deal and seat.

        The deals respect that seat's view and are the same for all options.
        """
        return self.ends_by_option(moment, options, worlds, luck)[0]

    def ends_by_option(
        self, moment: Moment, options: npt.NDArray[np.int32], worlds: int, luck: int
    ) -> tuple[Floats, Floats]:
        """Return the shares of the win as above, and the scores."""
        wins, scores = self._roll_out([moment], options, worlds, [luck], moment.seat)
        return wins[0], scores[0]

    @cached_property
    def _deputized(self) -> Self:
        """Return the table with a strategy of the game in the place of each person: nobody chooses in sampled deals."""
        if not (people := people_at([player.label for player in self.players])):
            return self
        other, deputy = copy(self), line_up(self.game.id, [stand_in(self.game.id)], seats=self.seats)[0]
        choose, other._weights = list(self._choose), self._weights.copy()
        if len(deputy.weights) > other._weights.shape[1]:
            other._weights = np.zeros((len(self._weights), len(deputy.weights)))
            other._weights[:, : self._weights.shape[1]] = self._weights
        for seat in people:
            choose[seat] = compiled(deputy.strategy.choose())
            other._weights[seat, : len(deputy.weights)] = deputy.weights
        other._choose = tuple(choose)
        return other

    def _cursor(self, game: int) -> npt.NDArray[np.int64]:
        cursor = np.zeros(CURSOR_SIZE, np.int64)
        cursor[CURSOR_GAME] = game
        return cursor

    def _roll_out(
        self, moments: Sequence[Moment], tried: Any, worlds: int, lucks: Sequence[int], seat: int | None
    ) -> tuple[Floats, Floats]:
        """Return shares of the win and scores, by moment, option, sampled deal and seat."""
        game = moments[0].game
        states = record(self.game.records.state, len(moments))
        for at, moment in enumerate(moments):
            states[at : at + 1] = moment.state
        kept = np.stack([moment.minds for moment in moments])
        if seat is not None:
            kept[:, np.arange(self.seats) != seat] = 0
        kept[:, people_at([player.label for player in self.players])] = (
            0  # what they count there is no strategy's memory
        )
        redeal = self.game.shuffle_unseen if seat is None else self.game.kernels.redeal
        return self.play_out(game, states, kept, tried, worlds, lucks, seat or 0, redeal)

    def play_out(
        self,
        game: int,
        states: np.ndarray,
        kept: npt.NDArray[np.uint8],
        tried: npt.NDArray[np.int32],
        worlds: int,
        lucks: Sequence[int],
        seat: int,
        redeal: Any,
    ) -> tuple[Floats, Floats]:
        """Return shares of the win and scores in sampled deals of some states, by state, option, sampled deal and seat.

        game:   its index in the plan; it decides who sits where.
        kept:   the players' memory in each state.
        redeal: deals anew what lies hidden from the seat.
        """
        wins, cursor = np.zeros((len(states), max(len(tried), 1), worlds, self.seats)), self._cursor(game)
        scores = np.zeros_like(wins)
        try:
            with self._calling():
                fine = rollouts_of(self.game.id).roll_out(
                    self._deputized._arrays(game, SILENT, cursor), self._desk(wanted=True), (*self._moves[:-1], redeal),
                    self._deputized._choose,
                    states, kept, np.array(lucks, np.uint64), seat, tried, wins, scores,
                )  # fmt: skip
        except Exception as problem:
            what = self.error_in_play(cursor, f"stopped with {type(problem).__name__}: {problem}")
            raise DigsiteError(f"{what} {_IMAGINED}") from problem
        if not fine:
            raise DigsiteError(f"{self._misplay(cursor)} {_IMAGINED}")
        return wins, scores

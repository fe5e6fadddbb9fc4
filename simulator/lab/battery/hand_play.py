"""Playing a game by hand, decision by decision, with its own kernel functions."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Self

import numpy as np

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.columns import MOST_DECISIONS
from digsite.simulator.game.game import Game
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.signatures import Mind
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.strategies.minds import memory, minds_of
from digsite.strategies.registry import Strategy, line_up


def copied(one: Any) -> Any:
    """Return a copy of one record, padding included, that shares no memory with it."""
    return np.frombuffer(bytearray(one.tobytes()), one.dtype).view(np.recarray)[0]


def blank_mind(game: str, rules: np.record) -> Mind:
    """Return the mind of a player of the game at its start."""
    minds = minds_of(game)
    return Mind(record(minds.notes)[0], minds.build_tables(rules)[0])


@cache
def _tables(game: str, rules: bytes) -> Any:
    """Return the tables of a game's players, built once for each rules."""
    return minds_of(game).build_tables(np.frombuffer(rules, find_game(game).records.rules).view(np.recarray)[0])[0]


@dataclass(frozen=True)
class Asked:
    """All that a strategy is handed at one decision.

    room: the memory of the seat's mind, where a plug-in needs more than the game's notes.
    """

    rules: Any
    state: Any
    seat: int
    options: np.ndarray
    n: int
    weights: np.ndarray
    mind: Mind
    room: np.ndarray | None = None

    def copy(self) -> Self:
        """Return the same once more, sharing no memory."""
        mind = Mind(copied(self.mind.notes), copied(self.mind.tables))
        made = replace(
            self, rules=copied(self.rules), state=copied(self.state), options=self.options.copy(),
            weights=self.weights.copy(), mind=mind,
        )  # fmt: skip
        return made if self.room is None else made.in_room(self.room.copy())

    def in_room(self, room: np.ndarray) -> Self:
        """Return the same with a mind in this memory, whose beginning holds the notes."""
        return replace(self, mind=Mind(_notes_in(room, self.mind.notes.dtype), self.mind.tables), room=room)

    def seeing(self, state: Any) -> Self:
        """Return the same with another state, and a mind that shares no memory with this one."""
        mind = Mind(copied(self.mind.notes), self.mind.tables)
        made = replace(self, state=copied(state), mind=mind)
        return made if self.room is None else made.in_room(self.room.copy())

    def answer(self, choose: Any) -> int:
        """Return what a strategy picks."""
        with np.errstate(over="ignore"):
            return int(choose(self.rules, self.state, self.seat, self.options, self.n, self.weights, self.mind))


def _notes_in(room: np.ndarray, dtype: np.dtype) -> Any:
    """Return the record of notes at the beginning of a seat's memory."""
    return room[: dtype.itemsize].view(dtype).view(np.recarray)[0]


class HandPlayed:
    """One game whose every decision can be looked at; the game of this number in a run with this seed."""

    def __init__(
        self,
        game: Game,
        seats: int,
        number: int,
        variants: Sequence[str] = (),
        settings: Sequence[str] | Mapping[str, Any] = (),
        seed: int = 11,
    ):
        """Set the game up; settings are typed texts, or values by key."""
        figures = game.figures.with_variants(variants, seats)
        figures = figures.replace(settings) if isinstance(settings, Mapping) else figures.with_settings(settings)
        self.game, self.seats, self.figures = game, seats, figures
        self.box = game.build_rules(figures, seats)
        self.rules = self.box[0]
        self.kernels = game.kernels
        self.state_box = record(game.records.state)
        self.state = self.state_box[0]
        self.options = np.zeros(game.records.max_options, np.int32)
        self.decisions, self.most_decisions = 0, MOST_DECISIONS
        self.minds = [blank_mind(game.id, self.rules) for _ in range(seats)]
        with np.errstate(over="ignore"):
            open_streams(self.state, seed, number)
            self.kernels.setup(self.rules, self.state, SILENT)

    def legal(self) -> int:
        """Return the number of options of the decision now due, which are in `options`."""
        return int(self.kernels.legal(self.rules, self.state, self.options))

    def apply(self, option: int) -> None:
        """Carry out an option."""
        with np.errstate(over="ignore"):
            self.kernels.apply(self.rules, self.state, option, SILENT)

    def copy(self) -> Any:
        """Return a copy of the state."""
        return copied(self.state)

    def decision(self) -> str:
        """Return the name of the decision now due."""
        return decision_name(self.game, int(self.state.decision))

    def play(self, strategies: Sequence[str], plugins: Sequence[Strategy] = ()) -> Iterator[tuple[int, int]]:
        """Play on with these strategies; yield (options, the one picked) before each decision is carried out.

        As in the play loop no strategy is asked where there is but one option, and a game that does not end is broken off.
        `asked` is what the strategy was handed, as it was before the answer; `choose` is the strategy of the seat.
        """
        players = line_up(self.game.id, strategies, plugins, seats=self.seats)
        chooses = [player.strategy.choose() for player in players]
        weights = [np.append(player.numbers, 0.0) for player in players]
        notes, tables = minds_of(self.game.id).notes, _tables(self.game.id, self.rules.tobytes())
        rooms = memory(self.seats, max(player.strategy.memory() for player in players))
        minds = self.minds = [Mind(_notes_in(room, notes), tables) for room in rooms]
        while not self.state.over and self.decisions < self.most_decisions:
            n, seat, pick = self.legal(), int(self.state.seat), 0
            if not 1 <= n <= len(self.options):
                raise DigsiteError(
                    f"`legal` gives {n} options at the decision {self.decision()!r} of seat {seat + 1}; it must be 1 to "
                    f"MAX_OPTIONS, {len(self.options)}."
                )
            self.choose, self.label = chooses[seat], players[seat].label
            asked = Asked(self.rules, self.state, seat, self.options, n, weights[seat], minds[seat], rooms[seat])
            self.asked = replace(asked.seeing(self.state), options=self.options.copy())
            if n > 1:
                pick = asked.answer(self.choose)
            if not 0 <= pick < n:
                raise DigsiteError(
                    f"The strategy {self.label!r} picked option {pick} of {n} at the decision {self.decision()!r}."
                )
            option = int(self.options[pick])
            yield n, pick
            self.apply(option)
            self.decisions += 1


def decision_name(game: Game, decision: int) -> str:
    """Return the name of a decision in words."""
    known = {int(kind): name_in_words(kind.name.lower()) for kind in game.records.decisions}
    return known.get(decision, str(decision))

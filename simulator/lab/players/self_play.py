"""Tables of learned players that play themselves, and what their games show."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Self

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.loop import CURSOR_SIZE
from digsite.simulator.kernel.play.records import record
from digsite.simulator.play.table import Table
from digsite.strategies.learned.compiled import loops_of, words_of
from digsite.strategies.learned.encoding import Encoding, build_encoding, seat_axes
from digsite.strategies.learned.layout import (
    TEMPERATURE,
    VALUE,
    WORLDS,
)
from digsite.strategies.learned.measured import measured_fields
from digsite.strategies.registry import LEARNED, RANDOM, Player, learned_strategy, line_up

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.rules.figures import Figures
    from digsite.strategies.learned.file import LearnedPlayer

Floats = npt.NDArray[np.float64]
SAMPLED_GAMES, SAMPLED_STATES = 2_000, 6_000
SAMPLED_PART = 0.1  # of the states of the first games
ROWS_PER_STATE = 400  # room; a batch that needs more has fewer games
LEAD, POINTS, CONTENDS, LAST_CHOICE, DECISIONS = range(5)


@dataclass
class Batch:
    """Room for the states of some games: the rows that each feeds into the first layer, and how the games ended."""

    states: int
    games: int
    seats: int
    rows: int = ROWS_PER_STATE
    starts: npt.NDArray[np.int64] = field(init=False)
    index: npt.NDArray[np.int32] = field(init=False)
    times: npt.NDArray[np.int16] = field(init=False)
    made: npt.NDArray[np.int32] = field(init=False)
    ends: Floats = field(init=False)

    def __post_init__(self) -> None:
        """Make the room."""
        self.starts = np.zeros(self.states + 1, np.int64)
        self.index = np.zeros(self.states * self.rows + 8_192, np.int32)
        self.times = np.zeros(len(self.index), np.int16)
        self.made = np.zeros((self.states, 4), np.int32)
        self.ends = np.zeros((self.games, self.seats, 5))


class SelfPlayTable(Table):
    """A table at which one learned player, or the random player, has all seats."""

    @classmethod
    def at(
        cls, game: "Game", figures: "Figures", seats: int, seed: int, network: "LearnedPlayer | None" = None
    ) -> Self:
        """Return the table for a player; without one, for the random player."""
        if network is None:
            players = line_up(game.id, [RANDOM] * seats, seats=seats)
        else:
            players = [Player(learned_strategy(game.id), (), LEARNED, network=network)] * seats
        return cls(game, game.build_rules(figures, seats), players, seed)

    def seat_player(self, numbers: Floats, temperature: float, worlds: int) -> None:
        """Give all seats these numbers, to choose with this temperature in so many sampled deals."""
        self._weights[: self.seats, : len(numbers)] = numbers
        self._weights[:, TEMPERATURE], self._weights[:, WORLDS] = round(temperature * VALUE), worlds

    def hand_out(self, numbers: Floats) -> None:
        """Give all seats these numbers: of a learned player, whose encoding notes the states."""
        self._weights = np.zeros((self.game.max_seats, len(numbers)))
        self._weights[:] = numbers

    def sample(self, games: int, states: int, part: float) -> tuple[np.ndarray, np.ndarray, npt.NDArray[np.int64]]:
        """Return states of games, each also as a seat imagines it, and these seats."""
        kept, again = (record(self.game.records.state, states) for _ in range(2))
        views = np.zeros(states, np.int64)
        arrays = self._arrays(0, SILENT, np.zeros(CURSOR_SIZE, np.int64))
        with self._calling():
            count = loops_of(self.game.id).sample(arrays, self._moves, self._choose, games, part, kept, again, views)
        if count < 0:
            raise self._misplay(arrays.cursor)
        return kept[:count], again[:count], views[:count]

    def note(self, first: int, games: int, batch: Batch) -> tuple[int, int]:
        """Play games into a batch; return how many were played and how many states they left."""
        arrays = self._arrays(first, SILENT, np.zeros(CURSOR_SIZE, np.int64))
        words = np.zeros(0, words_of(self.game.id))
        with self._calling():
            count = loops_of(self.game.id).note(
                arrays, self._desk(wanted=True), self._moves, self._choose, words, self._weights[0], games, batch.starts,
                batch.index, batch.times, batch.made, batch.ends[:games],
            )  # fmt: skip
        if count < 0:
            raise self._misplay(arrays.cursor)
        broken = np.flatnonzero(batch.ends[:games, 0, DECISIONS] < 0)
        played = int(broken[0]) if len(broken) else games
        batch.ends[:games, :, DECISIONS][batch.ends[:games, :, DECISIONS] < 0] = 0.0
        return played, count


def encoding_of(game: "Game", figures: "Figures", seats: int, seed: int) -> Encoding:
    """Return what a player of a game reads in a state, from random games."""
    state = game.records.state
    if state.itemsize % 8:
        raise DigsiteError(f"{game.title} cannot be learned: its State is not made with align=True.")
    table = SelfPlayTable.at(game, figures, seats, seed)
    kept, again, views = table.sample(SAMPLED_GAMES, SAMPLED_STATES, SAMPLED_PART)
    if len(kept) < SAMPLED_STATES // 10:  # short games
        kept, again, views = table.sample(SAMPLED_GAMES, SAMPLED_STATES, 1.0)
    if not len(kept):
        raise DigsiteError(f"{game.title} cannot be learned: its games end with the first decision.")
    fewest = game.players[0]
    smaller = kept
    if fewest < seats == game.max_seats:
        smaller = SelfPlayTable.at(game, figures, fewest, seed).sample(200, 1_000, 1.0)[0]
    by_seat = seat_axes(state, game.max_seats, min(seats, fewest) if seats == game.max_seats else seats, smaller)
    return build_encoding(state, seats, by_seat, measured_fields(game), kept, again, views)

"""A learner: a network that gets better by playing itself, round by round (temporal differences, TD(lambda)).

A round plays games of the learned player against itself, each choice by chance among the options it values, the likelier
the more; then every state that a seat made learns what came after it. Rounds depend on the seed alone, and a round is
complete or did not happen: learning can stop after any, and go on from there.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from digsite.simulator.lab.players.self_play import (
    CONTENDS,
    DECISIONS,
    LAST_CHOICE,
    LEAD,
    POINTS,
    Batch,
    SelfPlayTable,
)
from digsite.strategies.learned.compiled import learning
from digsite.strategies.learned.file import LearnedPlayer
from digsite.strategies.learned.layout import (
    B1,
    B2,
    B3,
    MOST_BIAS,
    MOST_WEIGHT,
    ONE,
    TAIL,
    UNIT,
    UNITS,
    VALUE,
    W2,
    W3,
)

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.rules.figures import Figures
    from digsite.strategies.learned.encoding import Encoding

Singles = npt.NDArray[np.float32]
FIRST_STATES, MOST_STATES = 8_000, 40_000  # of a round
GROWTH = 1.15
MOST_GAMES = 4_000  # of a round
BATCH = 256
RATE, LEAST_RATE = 2e-3, 3e-4
SLOWING = 60  # rounds until the rate has halved
TRACE = 0.6  # lambda: how much of what came after the next state counts
TEMPERATURE = 0.06
PLAYED_DEALS, TRIED_DEALS = 2, 8  # in which each option is tried: while learning, and afterwards
LOST = 0.2  # worth of points of a seat that is out, by those of one that is not
MOST_GAIN = 20.0
SURVIVAL, STAYING = 1.0, 1.0  # worth of being in the running at the end, and of having stayed in it long
REMEMBERED = 0.93  # weight of the past in the mean of weights over rounds, which is what plays in the end
_BIAS_UNITS = ((slice(B1, B1 + UNITS), UNIT * ONE), (slice(B2, B2 + UNITS), VALUE), (slice(B3, B3 + 1), VALUE))
_WEIGHT_UNITS = (slice(W2, W2 + UNITS * UNITS), slice(W3, W3 + UNITS))
_SAVED = ("rows", "tail", "mean_rows", "mean_tail", "means", "squares", "tail_means", "tail_squares")


class Round(NamedTuple):
    """What a round shows: its games, states, their mean length in decisions, the spread of leads, and the mean error."""

    games: int
    states: int
    decisions: float
    spread: float
    error: float


@dataclass(frozen=True)
class Signal:
    """What the ends of games are worth in training.

    shaped: whether being in the running counts besides the lead: where random players are out before the end.
    length: the mean length of random games, in decisions.
    gain:   by how much the ends of shaped games are spread apart, so that random games differ as in other games.
    """

    shaped: bool
    length: float = 1.0
    gain: float = 1.0

    def finals(self, ends: npt.NDArray[np.float64], spread: float) -> Singles:
        """Return what each end is worth to each seat."""
        worth = ends[:, :, LEAD] / spread
        if self.shaped:
            stayed = ends[:, :, LAST_CHOICE] / (ends[:, :, LAST_CHOICE] + self.length)
            own = ends[:, :, POINTS] / spread
            out = ends[:, :, CONTENDS] == 0
            worth = self.gain * (worth + SURVIVAL * ends[:, :, CONTENDS] + STAYING * stayed + LOST * own * out)
        return np.ascontiguousarray(worth, np.float32)


class Learner:
    """A network in training."""

    def __init__(self, game: "Game", figures: "Figures", seats: int, seed: int, encoding: "Encoding"):
        """Begin with a network that knows nothing."""
        self.game, self.figures, self.seats, self.seed, self.encoding = game, figures, seats, seed, encoding
        chance = np.random.default_rng(seed)
        self.rows = chance.normal(0, 0.08, encoding.rows * UNITS).astype(np.float32)
        self.tail = np.zeros(TAIL, np.float32)
        self.tail[W2 : W2 + UNITS * UNITS] = chance.normal(0, np.sqrt(2 / UNITS), UNITS * UNITS)
        self.tail[W3 : W3 + UNITS] = chance.normal(0, 0.5 * np.sqrt(2 / UNITS), UNITS)
        self.adam = tuple(np.zeros_like(it) for it in (self.rows, self.rows, self.tail, self.tail))
        self.mean_rows, self.mean_tail = self.rows.copy(), self.tail.copy()
        self.steps = self.rounds = self.games = 0
        self.spread, self.shaped, self.length, self.gain = 0.0, False, 1.0, 1.0
        self._room = np.zeros((3, UNITS), np.float32)
        self._grown, self._tail_grown = np.zeros_like(self.rows), np.zeros_like(self.tail)
        self._touched, self._is_touched = np.zeros(encoding.rows, np.int32), np.zeros(encoding.rows, np.uint8)
        self._table: SelfPlayTable | None = None
        self._batch: Batch | None = None

    # ------------------------------------------------------------------------------------------------ the player

    def player(self, about: dict[str, Any]) -> LearnedPlayer:
        """Return the player as it is by now: the mean of the last rounds, which plays more evenly than any of them."""
        return self._player(self.mean_rows, self.mean_tail, about)

    def _player(self, own_rows: Singles, own_tail: Singles, about: dict[str, Any]) -> LearnedPlayer:
        """Return a player with these weights, in whole numbers."""
        rows = np.clip(np.rint(own_rows.reshape(-1, UNITS) * UNIT), -MOST_WEIGHT, MOST_WEIGHT).astype(np.int64)
        tail = np.zeros(TAIL, np.int64)
        for part, unit in _BIAS_UNITS:
            tail[part] = np.clip(np.rint(own_tail[part].astype(np.float64) * unit), -MOST_BIAS, MOST_BIAS)
        for part in _WEIGHT_UNITS:
            tail[part] = np.clip(np.rint(own_tail[part] * UNIT), -MOST_WEIGHT, MOST_WEIGHT)
        point = round(self.gain * VALUE / self.spread) if self.spread else VALUE
        standing = round(self.gain * (SURVIVAL + STAYING) * VALUE) if self.shaped else 0
        return LearnedPlayer(about, self.encoding, rows, tail, (TRIED_DEALS, point, standing))

    # ------------------------------------------------------------------------------------------------ learning

    def begin(self, ends: npt.NDArray[np.float64]) -> None:
        """Take the spread of leads, and whether anything but the lead must count, from the ends of random games."""
        self.shaped = bool((ends[:, :, CONTENDS] == 0).mean() > 0.02)
        self.spread = _spread(ends, self.shaped)
        self.length = max(float(ends[:, 0, DECISIONS].mean()), 1.0)
        if self.shaped:
            apart = float(Signal(True, self.length).finals(ends, self.spread).std())
            self.gain = min(1 / max(apart, 1e-9), MOST_GAIN)

    def play_round(self) -> Round:
        """Play a round and learn from it."""
        table, batch = self._seated()
        wanted = int(min(FIRST_STATES * GROWTH**self.rounds, MOST_STATES))
        table.seat_player(self._player(self.rows, self.tail, {}).numbers, TEMPERATURE, PLAYED_DEALS)
        room = min(wanted, batch.states)
        part = Batch.__new__(Batch)
        part.__dict__.update(batch.__dict__)
        part.made = batch.made[:room]
        games, states = table.note(self.games, batch.games, part)
        if games == 0:  # one game has more states than a round
            part.made = batch.made
            games, states = table.note(self.games, batch.games, part)
        ends = batch.ends[:games]
        spread = _spread(ends, self.shaped)
        if self.rounds & (self.rounds - 1) == 0:
            self._rescale(spread)
        error = (
            self._learn(part, states, Signal(self.shaped, self.length, self.gain).finals(ends, self.spread))
            if states
            else 0.0
        )
        self.games += games
        self.rounds += 1
        past = np.float32(min(REMEMBERED, self.rounds / (self.rounds + 5.0)))
        for mean, now in ((self.mean_rows, self.rows), (self.mean_tail, self.tail)):
            mean *= past
            mean += (np.float32(1) - past) * now
        return Round(games, states, float(ends[:, 0, DECISIONS].mean()) if games else 0.0, spread, error)

    def _seated(self) -> tuple[SelfPlayTable, Batch]:
        if self._table is None or self._batch is None:
            self._table = SelfPlayTable.at(self.game, self.figures, self.seats, self.seed, self.player({}))
            self._batch = Batch(MOST_STATES, MOST_GAMES, self.seats)
        return self._table, self._batch

    def _rescale(self, spread: float) -> None:
        """Measure leads by their spread in games as they are played now; the network's values move with it."""
        factor = np.float32(self.spread / spread) if not self.shaped else np.float32(1)
        if self.shaped:
            return
        self.tail[W3:] *= factor
        self.mean_tail[W3:] *= factor
        self.spread = spread

    def _learn(self, batch: Batch, states: int, finals: Singles) -> float:
        functions = learning()
        made = np.ascontiguousarray(batch.made[:states])
        rows = (batch.starts, batch.index, batch.times)
        values, targets = np.zeros(states, np.float32), np.zeros(states, np.float32)
        functions.link(made, np.zeros(self.seats, np.int64))
        functions.values(self.rows, self.tail, *rows, self._room, values)
        functions.targets(values, made, finals, np.float32(TRACE), targets)
        order = np.random.default_rng([self.seed, self.rounds]).permutation(states)
        rate = max(RATE * 0.5 ** (self.rounds / SLOWING), LEAST_RATE)
        error = functions.fit(
            self.rows, self.tail, self.adam, self.steps, *rows, targets, order, BATCH, rate, self._room, self._grown,
            self._tail_grown, self._touched, self._is_touched,
        )  # fmt: skip
        self.steps += -(-states // BATCH)
        return float(error)

    # ------------------------------------------------------------------------------------------------ on disk

    def to_arrays(self) -> dict[str, np.ndarray]:
        """Return everything that learning needs to go on."""
        own = (self.rows, self.tail, self.mean_rows, self.mean_tail, *self.adam)
        counts = np.array([self.steps, self.rounds, self.games, self.shaped], np.int64)
        return {
            **dict(zip(_SAVED, own, strict=True)),
            "counts": counts,
            "spread": np.array([self.spread, self.length, self.gain]),
        }

    def take_up(self, saved: "dict[str, np.ndarray]") -> None:
        """Go on from what `to_arrays` gave."""
        own = (self.rows, self.tail, self.mean_rows, self.mean_tail, *self.adam)
        for mine, name in zip(own, _SAVED, strict=True):
            mine[:] = saved[name]
        self.steps, self.rounds, self.games = (int(it) for it in saved["counts"][:3])
        self.shaped, self.spread = bool(saved["counts"][3]), float(saved["spread"][0])
        self.length, self.gain = (float(it) for it in saved["spread"][1:])


def _spread(ends: npt.NDArray[np.float64], shaped: bool) -> float:
    """Return the standard deviation of leads, or where nobody leads, of points; 1 where all are equal."""
    for which in (LEAD, POINTS) if shaped else (LEAD,):
        found = float(ends[:, :, which].std())
        if found > 1e-9:
            return found
    return 1.0

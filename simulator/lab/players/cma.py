"""The search for better weights: CMA-ES over the free weights, on luck that all candidates share.

Each generation has fresh luck, so that the search cannot memorise deals. Besides its candidates it plays the original
weights and the middle of the candidates, which is the search's result so far: their difference on the same luck shows
whether the search still improves. The search depends only on what each candidate won, which is logged generation by
generation: replaying the log restores its state.
"""

import json
import math
import os
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.columns import fair_share
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.play.backends import On, OnTables, TableCache, play_jobs
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.seating import Seating, whole_deals
from digsite.simulator.runs import atomic_files
from digsite.strategies.bounds import Bounds

Floats = npt.NDArray[np.float64]
Weights = tuple[float, ...]

BEYOND = 0.25  # of the bounds, on either side, that counts as the edge
PIECE = 240  # games at once: few, so that an interrupt is answered soon
EACH = 600  # games of each candidate in a generation, over all tables
STEP = 0.2  # of its value: how far the first candidates spread in each weight,
NARROWEST, WIDEST = 0.03, 0.1  # though no less and no more of its bounds,
A_STEP = 0.3  # and for whole numbers a step, if that is less than this part of them
LOOK_BACK = 15  # generations that must not be better than as many before them for the search to end


@dataclass(frozen=True)
class SearchSpace:
    """The free weights, as a box from 0 to 1 on each side.

    Points a little outside count as on the edge. So a weight at its bound, which often means that something is never done, stays
    there in most candidates, and the search can leave it there or not.

    names:  of all weights, in order.
    start:  all original weights.
    bounds: of those that are free, by name.
    """

    names: tuple[str, ...]
    start: Weights
    bounds: dict[str, Bounds]

    def middle(self) -> Floats:
        """Return the point where the search starts."""
        at = dict(zip(self.names, self.start, strict=True))
        inside = np.array([(at[name] - b.least) / (b.most - b.least) for name, b in self.bounds.items()])
        off = np.where(self.steps() > 0, 0.0, self.spread() / 2)
        found: Floats = inside - off * (inside <= 0) + off * (inside >= 1)
        return found

    def box(self) -> Floats:
        """Return the limits of the search on each side."""
        return np.array([[0.0, 1.0] if step > 0 else [-BEYOND, 1 + BEYOND] for step in self.steps()])

    def spread(self) -> Floats:
        """Return how far the first candidates lie around the middle."""
        at = dict(zip(self.names, self.start, strict=True))
        wide = [STEP * abs(at[name]) / (b.most - b.least) for name, b in self.bounds.items()]
        found: Floats = np.maximum(np.clip(wide, NARROWEST, WIDEST), np.minimum(self.steps(), A_STEP))
        return found

    def steps(self) -> Floats:
        """Return how far apart allowed values lie; 0 where all are allowed."""
        return np.array([1 / (b.most - b.least) if b.stepped else 0.0 for b in self.bounds.values()])

    def weights(self, point: Floats) -> Weights:
        """Return all weights at a point; those that are not free stay as they are."""
        found = dict(zip(self.names, self.start, strict=True))
        for (name, b), at in zip(self.bounds.items(), point, strict=True):
            found[name] = b.nearest(b.least + float(at) * (b.most - b.least))
        return tuple(found.values())


@dataclass(frozen=True)
class SharesJob(OnTables):
    """A job that plays games with other weights of the line-up's first player and returns its part of each win."""

    plan: Plan
    weights: Weights
    first: int
    count: int

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plan whose games it plays."""
        return (self.plan,)

    def do(self, tables: TableCache) -> Floats:
        """Play them."""
        table = tables.of(self.plan).with_weights(0, self.weights)
        return first_place_wins(table.play(self.first, self.count).rows, self.first, table.seating)


class Arena:
    """Tables at which a player, in the first place of each line-up, plays against its field."""

    def __init__(self, plans: Sequence[Plan], on: On):
        """Play whole deals, the same at every table."""
        self.plans, self._on = list(plans), on
        self.seats = plans[0].seats

    def games(self, wanted: int) -> int:
        """Return the games at each table for a wanted total: whole deals."""
        return whole_deals(-(-wanted // len(self.plans)), self.seats)

    def shares(
        self, candidates: Sequence[Weights], first: int, games: int, report: Callable[[int], None] | None = None
    ) -> Floats:
        """Return the win rates of candidates by table and deal, all on the same luck: `games` at each table from `first`.

        report: is called with the games of each piece when it is played.
        """
        size = self.seats if any(plan.thinking for plan in self.plans) else PIECE
        pieces = [range(at, min(at + size, first + games)) for at in range(first, first + games, size)]
        jobs = (
            SharesJob(plan, weights, piece.start, len(piece))
            for weights, plan, piece in product(candidates, self.plans, pieces)
        )
        pieced = []
        with closing(play_jobs(jobs, self._on)) as played:
            for won_here in played:
                pieced.append(won_here)
                if report:
                    report(len(won_here))
        found = np.concatenate(pieced)
        won: Floats = found.reshape(len(candidates), len(self.plans), -1, self.seats).mean(axis=3)
        return won


def first_place_wins(rows: np.ndarray, first: int, seating: Seating) -> Floats:
    """Return the first player's part of the win in each game; a game without a winner is shared by all."""
    at, seat = np.arange(len(rows)), seating.seats_of(np.arange(first, first + len(rows)))[:, 0]
    won: Floats = fair_share(rows["rank"][at, seat], rows["winners"], seating.seats)
    return won


@dataclass(frozen=True)
class Limits:
    """When a search ends: after a number of games or minutes, or when it stops improving."""

    games: int | None = None
    minutes: float | None = None
    generations: int | None = None  # of a search that had ended before

    def __truediv__(self, searches: int) -> "Limits":
        """Return each search's part of the limits."""
        return Limits(
            None if self.games is None else self.games // searches,
            None if self.minutes is None else self.minutes / searches,
        )


@dataclass(frozen=True)
class Generation:
    """The result of a generation.

    fitness: the win rate of each candidate.
    own:     that of the original weights, on the same luck.
    middle:  that of the middle of the candidates.
    games:   games played.
    seconds: time taken.
    """

    fitness: list[float]
    own: float
    middle: float
    games: int
    seconds: float

    @property
    def gain(self) -> float:
        """Return how much more the middle wins than the original weights."""
        return self.middle - self.own


Made = TypeVar("Made")  # what a search plays at a time: a generation, or a round


class Log(Generic[Made]):
    """The generations of searches, a line each in a file; a truncated line is ignored."""

    def __init__(self, path: Path, made: "Callable[..., Made]" = Generation):  # type: ignore[assignment]
        """Read the log; `path` need not exist yet. `made` is the record of a line."""
        self.path = path
        self._known: dict[str, list[Made]] = {}
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        whole = ""
        for line in text.splitlines(keepends=True):
            try:
                data = atomic_files.parse_json(line)
                self._known.setdefault(data.pop("search"), []).append(made(**data))
            except (ValueError, TypeError, KeyError, AttributeError):
                break
            whole += line if line.endswith("\n") else f"{line}\n"
        if whole != text:  # a truncated line must not precede new ones
            atomic_files.write_text(path, whole)

    def __len__(self) -> int:
        """Return the number of generations of all searches."""
        return sum(map(len, self._known.values()))

    def of(self, search: str) -> list[Made]:
        """Return the generations of one search."""
        return list(self._known.get(search, ()))

    def add(self, search: str, made: Made) -> None:
        """Append a generation to the file."""
        self._known.setdefault(search, []).append(made)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(self._line(search, made))
            file.flush()
            os.fsync(file.fileno())

    @staticmethod
    def _line(search: str, made: object) -> str:
        return json.dumps({"search": search, **vars(made)}) + "\n"


@dataclass(frozen=True)
class SearchResult:
    """Where a search ended: the weights, what led there, and why it ended."""

    weights: Weights
    course: list[Generation]
    ended: str

    @property
    def games(self) -> int:
        """Return the games that the search took."""
        return sum(made.games for made in self.course)


class _TimeUp(Exception):
    """The time of a search is over."""


class Search:
    """One search: where it looks, on which luck, and the generations so far."""

    def __init__(self, space: SearchSpace, arena: Arena, seed: int, name: str = "", each: int = EACH):
        """Set up the search: `name` identifies it in the log; the seed decides all chance; candidates play `each` games."""
        from cmaes import CMAwM

        self.space, self.arena, self.name, self._games = space, arena, name, arena.games(each)
        count = len(space.bounds)
        luck = luck_from(seed, *name.encode()) % 2**32
        self._cma = CMAwM(
            space.middle(),
            WIDEST,
            space.box(),
            space.steps(),
            seed=luck,
            population_size=8 + int(3 * math.log(count)),
            cov=np.diag(np.square(space.spread() / WIDEST)),
        )
        self.course: list[Generation] = []
        self.played = 0  # games of the generation under way

    @property
    def best(self) -> Weights:
        """Return the best weights so far: the middle of the candidates."""
        return self.space.weights(np.clip(self._cma.mean, 0.0, 1.0))

    @property
    def cost(self) -> int:
        """Return the games that a generation takes."""
        return int(self._cma.population_size + 2) * len(self.arena.plans) * self._games

    def run(self, log: "Log[Generation]", limits: Limits, report: Callable[["Search"], None]) -> SearchResult:
        """Search to the end, from where the log stops."""
        for made in log.of(self.name):
            if len(made.fitness) != self._cma.population_size:
                raise DigsiteError(f"{log.path} is damaged: a generation has {len(made.fitness)} candidates.")
            self._learn(self._ask(), made)
        while not (ended := self._ended(limits)):
            points = self._ask()
            try:
                made = self._play(points, limits, report)
            except _TimeUp:
                ended = "minutes"
                break
            log.add(self.name, made)
            self._learn(points, made)
            report(self)
        return SearchResult(self.best if self.course else self.space.start, list(self.course), ended)

    def _ask(self) -> list[tuple[Floats, Floats]]:
        return [self._cma.ask() for _ in range(self._cma.population_size)]

    def _play(
        self, points: list[tuple[Floats, Floats]], limits: Limits, report: Callable[["Search"], None]
    ) -> Generation:
        """Play a generation; one that is incomplete when the time is up is discarded."""
        began, games, left = time.monotonic(), self._games, self.left(limits)
        self.played = 0

        def played(count: int) -> None:
            self.played += count
            if left is not None and self.played < self.cost and time.monotonic() - began > left:
                raise _TimeUp
            report(self)

        candidates = [self.space.start, self.best, *(self.space.weights(point) for point, _ in points)]
        won = self.arena.shares(candidates, len(self.course) * games, games, played).mean(axis=(1, 2))
        self.played = 0
        own, middle, *fitness = map(float, won)
        return Generation(fitness, own, middle, self.cost, round(time.monotonic() - began, 3))

    def _learn(self, points: list[tuple[Floats, Floats]], made: Generation) -> None:
        self._cma.tell([(point, -won) for (_, point), won in zip(points, made.fitness, strict=True)])
        self.course.append(made)

    def left(self, limits: Limits) -> float | None:
        """Return the seconds left, not counting the current generation; None without a time limit."""
        if limits.minutes is None or limits.generations is not None:
            return None
        return 60 * limits.minutes - sum(made.seconds for made in self.course)

    def _ended(self, limits: Limits) -> str:
        """Return why the search ends now; empty if it continues."""
        if limits.generations is not None:
            return "generations" if len(self.course) >= limits.generations else ""
        games = sum(made.games for made in self.course)
        if limits.games is not None and games + self.cost > limits.games:
            return "games"
        left = self.left(limits)
        if left is not None and left <= 0:
            return "minutes"
        if self._cma.should_stop() or has_stalled(self.course):
            return "nothing more was gained"
        return ""


def has_stalled(course: Sequence[Generation]) -> bool:
    """Return whether the last generations were no better than those before them."""
    if len(course) < 2 * LOOK_BACK:
        return False
    gains = [made.gain for made in course]
    return float(np.mean(gains[-LOOK_BACK:])) <= float(np.mean(gains[-2 * LOOK_BACK : -LOOK_BACK]))


def recent_gain(course: Sequence[Generation]) -> float:
    """Return the gain of the middle over the last few generations; one alone is too noisy."""
    return float(np.mean([made.gain for made in course[-5:]])) if course else 0.0


# ------------------------------------------------------------------------------------------------ fields


def fields_of(rivals: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """Return the tables' rivals: each rival with those that follow it, so that all sit equally often.

    >>> fields_of(["a", "b", "c"], 2), fields_of(["a", "b", "c"], 3), fields_of(["a", "b"], 3)
    ([('a',), ('b',), ('c',)], [('a', 'b'), ('b', 'c'), ('c', 'a')], [('a', 'b')])
    """
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for first in range(len(rivals)):
        field = tuple(rivals[(first + at) % len(rivals)] for at in range(seats - 1))
        found.setdefault(tuple(sorted(field)), field)
    return list(found.values())

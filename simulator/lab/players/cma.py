"""The search for better weights: CMA-ES over the weights that are free, on the luck that all candidates share.

Each generation has luck of its own, so that nothing is learnt by heart. Beside its candidates it plays the weights one
started with and the middle of the candidates, which is what the search has found so far: their difference on the same luck
tells whether anything is still gained. What each candidate won is all that the search depends on, and it is written down
generation by generation: told again, it brings the search back to where it was.
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

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.columns import fair_share
from digsite.simulator.lab.winchance.viewpoint import luck_of
from digsite.simulator.play.backends import On, OnTables, TableCache, play_jobs
from digsite.simulator.play.plan import Plan, whole_rotations
from digsite.simulator.play.rotation import seat_of
from digsite.simulator.runs import atomic_files
from digsite.strategies.bounds import Bounds

Floats = npt.NDArray[np.float64]
Weights = tuple[float, ...]

BEYOND = 0.25  # of the bounds, on either side, that counts as on the edge
PIECE = 240  # games at one go: few, so that an interrupt is answered soon
EACH = 600  # games of each candidate in a generation, over all tables
STEP = 0.2  # of its value: how far the first candidates spread in each weight,
NARROWEST, WIDEST = 0.03, 0.1  # though no less and no more of its bounds,
A_STEP = 0.3  # and for whole numbers a step, if that is less than so much of them
LOOK_BACK = 15  # generations that must not be better than as many before them for the search to end


@dataclass(frozen=True)
class SearchSpace:
    """The weights that are free, as a box from 0 to 1 on each side.

    Points a little outside count as on the edge. So a weight at its bound, which often means that something is never done, stays
    there in most candidates, and the search can leave it there or not.

    names:  of all weights, in order.
    start:  all weights at first.
    bounds: of those that are free, by name.
    """

    names: tuple[str, ...]
    start: Weights
    bounds: dict[str, Bounds]

    def middle(self) -> Floats:
        """Where the search begins."""
        at = dict(zip(self.names, self.start, strict=True))
        inside = np.array([(at[name] - b.least) / (b.most - b.least) for name, b in self.bounds.items()])
        off = np.where(self.steps() > 0, 0.0, self.spread() / 2)
        found: Floats = inside - off * (inside <= 0) + off * (inside >= 1)
        return found

    def box(self) -> Floats:
        """How far the search goes on each side."""
        return np.array([[0.0, 1.0] if step > 0 else [-BEYOND, 1 + BEYOND] for step in self.steps()])

    def spread(self) -> Floats:
        """How far the first candidates lie around the middle."""
        at = dict(zip(self.names, self.start, strict=True))
        wide = [STEP * abs(at[name]) / (b.most - b.least) for name, b in self.bounds.items()]
        found: Floats = np.maximum(np.clip(wide, NARROWEST, WIDEST), np.minimum(self.steps(), A_STEP))
        return found

    def steps(self) -> Floats:
        """How far apart allowed values lie; 0 where all are allowed."""
        return np.array([1 / (b.most - b.least) if b.stepped else 0.0 for b in self.bounds.values()])

    def weights(self, point: Floats) -> Weights:
        """All weights at a point; those that are not free stay as they are."""
        found = dict(zip(self.names, self.start, strict=True))
        for (name, b), at in zip(self.bounds.items(), point, strict=True):
            found[name] = b.nearest(b.least + float(at) * (b.most - b.least))
        return tuple(found.values())


@dataclass(frozen=True)
class SharesJob(OnTables):
    """Games of a plan with other weights of who is first in the line-up: gives the part of the win of that player in each."""

    plan: Plan
    weights: Weights
    first: int
    count: int

    @property
    def plans(self) -> Sequence[Plan]:
        """The plan whose games it plays."""
        return (self.plan,)

    def do(self, tables: TableCache) -> Floats:
        """Play them."""
        table = tables.of(self.plan).with_weights(0, self.weights)
        return first_place_wins(table.play(self.first, self.count).rows, self.first, self.plan.seats)


class Arena:
    """Tables at which a player, in the first place of each line-up, meets its field."""

    def __init__(self, plans: Sequence[Plan], on: On):
        """Rotations are played, and every table plays the same deals."""
        self.plans, self._on = list(plans), on
        self.seats = plans[0].seats

    def games(self, wanted: int) -> int:
        """Games at each table, if there are to be so many over all of them: whole rotations."""
        return whole_rotations(-(-wanted // len(self.plans)), self.seats)

    def shares(
        self, candidates: Sequence[Weights], first: int, games: int, report: Callable[[int], None] | None = None
    ) -> Floats:
        """The win shares of candidates by table and deal, all on the same luck: `games` at each table from `first` on.

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


def first_place_wins(rows: np.ndarray, first: int, seats: int) -> Floats:
    """For each game the part of the win of whoever is first in the line-up; what nobody wins is shared by all."""
    game, at = np.arange(first, first + len(rows)), np.arange(len(rows))
    seat = seat_of(np.zeros_like(game), game % seats, seats)
    won: Floats = fair_share(rows["rank"][at, seat], rows["winners"], seats)
    return won


@dataclass(frozen=True)
class Limits:
    """When a search ends: after so many games, or minutes, or when nothing more is gained."""

    games: int | None = None
    minutes: float | None = None
    generations: int | None = None  # of a search that was over before

    def __truediv__(self, searches: int) -> "Limits":
        """A part of them for each of some searches."""
        return Limits(
            None if self.games is None else self.games // searches,
            None if self.minutes is None else self.minutes / searches,
        )


@dataclass(frozen=True)
class Generation:
    """What a generation brought.

    fitness: the win share of each candidate.
    own:     that of the weights at first, on the same luck.
    middle:  that of the middle of the candidates.
    games:   played for it.
    seconds: that it took.
    """

    fitness: list[float]
    own: float
    middle: float
    games: int
    seconds: float

    @property
    def gain(self) -> float:
        """What the middle wins more than the weights at first."""
        return self.middle - self.own


class Log:
    """The generations of searches, a line each in a file; a line that was cut off counts for nothing."""

    def __init__(self, path: Path):
        """`path` may not be there yet."""
        self.path = path
        self._known: dict[str, list[Generation]] = {}
        text = path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
        whole = ""
        for line in text.splitlines(keepends=True):
            try:
                data = atomic_files.plain(line)
                self._known.setdefault(data.pop("search"), []).append(Generation(**data))
            except (ValueError, TypeError, KeyError, AttributeError):
                break
            whole += line if line.endswith("\n") else f"{line}\n"
        if whole != text:  # what was cut off must not be before what follows
            atomic_files.write_text(path, whole)

    def __len__(self) -> int:
        """Generations of all searches."""
        return sum(map(len, self._known.values()))

    def of(self, search: str) -> list[Generation]:
        """The generations of one search."""
        return list(self._known.get(search, ()))

    def add(self, search: str, made: Generation) -> None:
        """Write a generation down, for good."""
        self._known.setdefault(search, []).append(made)
        with self.path.open("a", encoding="utf-8", newline="\n") as file:
            file.write(self._line(search, made))
            file.flush()
            os.fsync(file.fileno())

    @staticmethod
    def _line(search: str, made: Generation) -> str:
        return json.dumps({"search": search, **vars(made)}) + "\n"


@dataclass(frozen=True)
class Found:
    """Where a search ended: the weights, what led there, and why it ended."""

    weights: Weights
    course: list[Generation]
    ended: str

    @property
    def games(self) -> int:
        """Games that it took."""
        return sum(made.games for made in self.course)


class _TimeUp(Exception):
    """The time of a search is over."""


class Search:
    """One search: where it looks, on which luck, and the generations so far."""

    def __init__(self, space: SearchSpace, arena: Arena, seed: int, name: str = "", each: int = EACH):
        """`name` tells searches of one log apart; the seed decides all chance; each candidate plays `each` games."""
        from cmaes import CMAwM

        self.space, self.arena, self.name, self._games = space, arena, name, arena.games(each)
        count = len(space.bounds)
        luck = luck_of(seed, *name.encode()) % 2**32
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
        """What it has found so far: the middle of the candidates."""
        return self.space.weights(np.clip(self._cma.mean, 0.0, 1.0))

    @property
    def cost(self) -> int:
        """Games that a generation takes."""
        return int(self._cma.population_size + 2) * len(self.arena.plans) * self._games

    def run(self, log: Log, limits: Limits, report: Callable[["Search"], None]) -> Found:
        """Search to the end, from where the log stops."""
        for made in log.of(self.name):
            if len(made.fitness) != self._cma.population_size:
                raise DigsiteError(f"{log.path} is damaged: a generation has {len(made.fitness)} candidates.")
            self._tell(self._ask(), made)
        while not (ended := self._ended(limits)):
            points = self._ask()
            try:
                made = self._play(points, limits, report)
            except _TimeUp:
                ended = "minutes"
                break
            log.add(self.name, made)
            self._tell(points, made)
            report(self)
        return Found(self.best if self.course else self.space.start, list(self.course), ended)

    def _ask(self) -> list[tuple[Floats, Floats]]:
        return [self._cma.ask() for _ in range(self._cma.population_size)]

    def _play(
        self, points: list[tuple[Floats, Floats]], limits: Limits, report: Callable[["Search"], None]
    ) -> Generation:
        """Play a generation; one that is not whole when the time is up counts for nothing."""
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

    def _tell(self, points: list[tuple[Floats, Floats]], made: Generation) -> None:
        self._cma.tell([(point, -won) for (_, point), won in zip(points, made.fitness, strict=True)])
        self.course.append(made)

    def left(self, limits: Limits) -> float | None:
        """Seconds that its limits leave, without those of the generation under way; nothing where time is no limit."""
        if limits.minutes is None or limits.generations is not None:
            return None
        return 60 * limits.minutes - sum(made.seconds for made in self.course)

    def _ended(self, limits: Limits) -> str:
        """Why the search ends now; nothing if it goes on."""
        if limits.generations is not None:
            return "generations" if len(self.course) >= limits.generations else ""
        games = sum(made.games for made in self.course)
        if limits.games is not None and games + self.cost > limits.games:
            return "games"
        left = self.left(limits)
        if left is not None and left <= 0:
            return "minutes"
        if self._cma.should_stop() or no_more(self.course):
            return "nothing more was gained"
        return ""


def no_more(course: Sequence[Generation]) -> bool:
    """Whether the last generations were no better than those before them."""
    if len(course) < 2 * LOOK_BACK:
        return False
    gains = [made.gain for made in course]
    return float(np.mean(gains[-LOOK_BACK:])) <= float(np.mean(gains[-2 * LOOK_BACK : -LOOK_BACK]))


def recent_gain(course: Sequence[Generation]) -> float:
    """The gain of the middle over the last few generations, which one alone would tell badly."""
    return float(np.mean([made.gain for made in course[-5:]])) if course else 0.0


# ------------------------------------------------------------------------------------------------ fields


def fields_of(rivals: Sequence[str], seats: int) -> list[tuple[str, ...]]:
    """The tables' rivals: each rival in turn with those that follow it, so that all sit equally often.

    >>> fields_of(["a", "b", "c"], 2), fields_of(["a", "b", "c"], 3), fields_of(["a", "b"], 3)
    ([('a',), ('b',), ('c',)], [('a', 'b'), ('b', 'c'), ('c', 'a')], [('a', 'b')])
    """
    found: dict[tuple[str, ...], tuple[str, ...]] = {}
    for first in range(len(rivals)):
        field = tuple(rivals[(first + at) % len(rivals)] for at in range(seats - 1))
        found.setdefault(tuple(sorted(field)), field)
    return list(found.values())

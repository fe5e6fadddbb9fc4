"""Timing: how fast the games play here."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

from simulator.games import all_games, find_game
from simulator.lab.progress import Progress
from simulator.lab.running import announce_compiling
from simulator.play.backends import batches, checked_threads
from simulator.play.plan import Plan, make_plan
from strategies.registry import strategies_of

if TYPE_CHECKING:
    from simulator.game.game import Game

REPEATS = 3


@dataclass(frozen=True)
class Speed:
    """How fast one line-up plays: the median of a few repeats."""

    game: str
    players: int
    line_up: str
    threads: int
    games_per_second: int
    decisions_per_second: int
    ns_per_decision: int  # of one thread


def bench(
    games: Sequence[str] = (), threads: int | None = None, seconds: float = 1.0, progress: Progress | None = None
) -> Iterator[Speed]:
    """Time games, all when none is named, at every player count, with random and with heuristic players."""
    known, threads = progress or Progress(), checked_threads(threads)
    for game in [find_game(name) for name in games] or list(all_games().values()):
        announce_compiling(game, known)
        for players in game.players:
            for line_up in _line_ups(game):
                known.starting(f"{game.title}, {players} players, {line_up} ...")
                yield _measure(game, players, line_up, threads, seconds)


def _line_ups(game: "Game") -> list[str]:
    return ["random", "heuristic"] if set(strategies_of(game.id)) - {"random"} else ["random"]


def _measure(game: "Game", players: int, line_up: str, threads: int, seconds: float) -> Speed:
    seats = ["random"] * players if line_up == "random" else None
    plan = make_plan(game.id, 100 * threads, players=players, seats=seats, seed=1, events=0)
    _timed(plan, threads)  # wakes the kernels up
    while plan.games < 0.2 * seconds * (speed := _timed(plan, threads)[0]):  # too short to tell
        plan = replace(plan, games=4 * plan.games)
    plan = replace(plan, games=max(round(seconds * speed), plan.games))
    found = [_timed(plan, threads) for _ in range(REPEATS)]
    speed, pace = (median(pair[at] for pair in found) for at in (0, 1))
    return Speed(game.id, players, line_up, threads, round(speed), round(pace), round(threads * 1e9 / pace))


def _timed(plan: Plan, threads: int) -> tuple[float, float]:
    """Games and decisions a second, in eight batches for each thread."""
    began, decisions = time.perf_counter(), 0
    for batch in batches(plan, threads=threads, batch_games=-(-plan.games // (8 * threads))):
        decisions += int(batch.rows["decisions"].sum())
    spent = time.perf_counter() - began
    return plan.games / spent, decisions / spent

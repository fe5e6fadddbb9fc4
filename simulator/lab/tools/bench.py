"""Timing: how fast the games play here."""

import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TYPE_CHECKING

import numpy as np

from digsite.simulator.games import all_games, chosen_game
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import announce_compiling
from digsite.simulator.play.backends import Call, batches, check_threads, play_jobs
from digsite.simulator.play.plan import Plan, make_plan
from digsite.strategies.minds import search_of
from digsite.strategies.registry import field_of, has_field, own_strategies, seated

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game

REPEATS = 3
WORLDS = 32  # sampled deals for each option, of look-ahead players


@dataclass(frozen=True)
class Speed:
    """How fast one line-up plays: the median of a few repeats."""

    game: str
    players: int
    line_up: str
    threads: int
    games_per_second: float
    decisions_per_second: int
    ns_per_decision: int  # of one thread
    samples_per_second: int = 0  # sampled deals that look-ahead players play to the end
    ms_per_search: float = 0.0  # of one thread, for each decision with look-ahead


def bench(
    games: Sequence[str] = (), threads: int | None = None, seconds: float = 1.0, progress: Progress | None = None
) -> Iterator[Speed]:
    """Time games, all if none is named, at every player count, with random, heuristic and look-ahead players."""
    known, threads = progress or Progress(), check_threads(threads)
    for game in [chosen_game(name) for name in games] or list(all_games().values()):
        announce_compiling(game, known)
        for players in game.players:
            for line_up in line_ups(game):
                known.starting(f"{game.title}, {players} player{'s' * (players > 1)}, {line_up} ...")
                yield _measure(game, players, line_up, threads, seconds)
            known.starting(f"{game.title}, {players} player{'s' * (players > 1)}, looking ahead (+{WORLDS}) ...")
            yield _measure_lookahead(game, players, threads, seconds)


def line_ups(game: "Game") -> list[str]:
    """Return the line-ups that are timed: random players, and the game's own strategies if it has any."""
    return ["random", "heuristic"] if own_strategies(game.id) else ["random"]


def seats_of(game: str, line_up: str, players: int) -> list[str] | None:
    """Return the strategies of a line-up; none for the default one."""
    if line_up == "random":
        return ["random"] * players
    return None if has_field(game) else seated(field_of(game), players)


def _measure(game: "Game", players: int, line_up: str, threads: int, seconds: float) -> Speed:
    seats = seats_of(game.id, line_up, players)
    plan = make_plan(game.id, 100 * threads, players=players, seats=seats, seed=1, events=0)
    _timed(plan, threads)  # warms the kernels up
    while plan.games < 0.2 * seconds * (speed := _timed(plan, threads)[0]):  # too short to measure
        plan = replace(plan, games=4 * plan.games)
    plan = replace(plan, games=max(round(seconds * speed), plan.games))
    found = [_timed(plan, threads) for _ in range(REPEATS)]
    speed, pace = (median(each[at] for each in found) for at in (0, 1))
    return Speed(game.name, players, line_up, threads, round(speed), round(pace), round(threads * 1e9 / pace))


def _measure_lookahead(game: "Game", players: int, threads: int, seconds: float) -> Speed:
    """Return the game's default line-up, every player looking ahead; each thread plays until its time is over."""
    from digsite.simulator.kernel.play.loop import CURSOR_SEARCHES, CURSOR_SIZE, CURSOR_WORLDS
    from digsite.simulator.play.table import table_for

    seats = [f"{name}+{WORLDS}" for name in seated(field_of(game.id), players)]
    table = table_for(make_plan(game.id, 1, players=players, seats=seats, seed=1, events=0))
    search_of(game.id, True)  # not part of what is timed
    began = time.perf_counter()

    def play(thread: int) -> tuple[int, int, int, int]:
        games = decisions = 0
        cursor = np.zeros(CURSOR_SIZE + 1, np.int64)
        while games == 0 or time.perf_counter() - began < seconds:
            decisions += int(table.play(thread + games * threads, 1, cursor).rows["decisions"][0])
            games += 1
        return games, decisions, int(cursor[CURSOR_SEARCHES]), int(cursor[CURSOR_WORLDS])

    found = play_jobs((Call(play, thread) for thread in range(threads)), threads)
    games, decisions, thoughts, worlds = (sum(each) for each in zip(*found, strict=True))
    spent = time.perf_counter() - began
    return Speed(
        game.name, players, f"heuristic+{WORLDS}", threads, round(games / spent, 2), round(decisions / spent),
        round(threads * 1e9 * spent / decisions), round(worlds / spent), round(1000 * threads * spent / max(thoughts, 1), 2),
    )  # fmt: skip


def _timed(plan: Plan, threads: int) -> tuple[float, float]:
    """Return games and decisions a second, in eight batches for each thread."""
    began, decisions = time.perf_counter(), 0
    for batch in batches(plan, threads=threads, batch_games=-(-plan.games // (8 * threads))):
        decisions += int(batch.rows["decisions"].sum())
    spent = time.perf_counter() - began
    return plan.games / spent, decisions / spent

"""`digsite bench`: how fast the games play here."""

import time
from typing import Annotated, Any

import typer

from simulator.cli.console import Json, Quiet, Threads, announce_compiling, note, show
from simulator.games import all_games, find_game


def bench(
    game: Annotated[list[str], typer.Argument(metavar="[GAME]...", help="Games to time; all when absent.")] = [],  # noqa: B006
    threads: Threads = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="Time for each of three repeats.")] = 1.0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Games and decisions per second, per game, player count and line-up (median of three)."""
    from simulator.play.backends import default_threads
    from strategies.registry import strategies_of

    chosen = [find_game(name) for name in game] or list(all_games().values())
    threads = threads or default_threads()
    rows: list[list[Any]] = []
    for one in chosen:
        announce_compiling(one.package, one.title, quiet)
        has_heuristics = set(strategies_of(one.id)) - {"random"}
        for players in one.players:
            for field in ["random"] + ["heuristic"] * bool(has_heuristics):
                note(f"{one.title}, {players} players, {field} ...", quiet)
                rows.append([one.id, players, field, threads, *_measure(one.id, players, field, threads, seconds)])
    show(("game", "players", "line-up", "threads", "games/s", "decisions/s", "ns/decision/thread"), rows, as_json)


def _measure(game: str, players: int, field: str, threads: int, seconds: float) -> tuple[int, int, int]:
    from dataclasses import replace
    from statistics import median

    from simulator.play.backends import batches
    from simulator.play.plan import make_plan

    seats = ["random"] * players if field == "random" else None
    plan = make_plan(game, 100 * threads, players=players, seats=seats, seed=1, events=0)

    def timed(games: int) -> tuple[float, float]:
        """Games and decisions a second over so many games, in eight batches for each thread."""
        began, decisions = time.perf_counter(), 0
        size = -(-games // (8 * threads))
        for batch in batches(replace(plan, games=games), threads=threads, batch_games=size):
            decisions += int(batch.rows.decisions.sum())
        spent = time.perf_counter() - began
        return games / spent, decisions / spent

    games = plan.games
    timed(games)  # wakes the kernels up
    while games < 0.2 * seconds * (speed := timed(games)[0]):  # too short to tell
        games *= 4
    games = max(round(seconds * speed), games)
    found = [timed(games) for _ in range(3)]
    speed, pace = median(f[0] for f in found), median(f[1] for f in found)
    return round(speed), round(pace), round(threads * 1e9 / pace)

"""`digsite bench`: how fast the games play here."""

import math
from typing import Annotated

import typer

from digsite.simulator.cli.console import Terminal, print_table
from digsite.simulator.cli.options import Json, Quiet, Threads, close_progress, given
from digsite.simulator.errors import WrongUse, unique_names


def bench(
    game: Annotated[list[str], typer.Argument(metavar="[GAME]...", help="Games to time; by default all.")] = [],  # noqa: B006
    threads: Threads = None,
    seconds: Annotated[float, given("seconds", min=0.05)] = 1.0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Measure games and decisions per second, per game, player count and line-up (median of three; look-ahead once)."""
    if not math.isfinite(seconds):
        raise WrongUse(f"--seconds must be finite; {seconds} is not.")
    unique_names("game", game)
    progress = None if quiet else Terminal()
    with close_progress(progress):
        from digsite.simulator.lab.tools.bench import bench as measure

        rows = [
            (it.game, it.players, it.line_up, it.threads, it.games_per_second, it.decisions_per_second, it.ns_per_decision,
             it.samples_per_second, it.ms_per_search)
            for it in measure(game, threads, seconds, progress)
        ]  # fmt: skip
    figures = ("games/s", "decisions/s", "ns/decision/thread", "samples/s", "ms/search")
    print_table(("game", "players", "line-up", "threads", *figures), rows, as_json)

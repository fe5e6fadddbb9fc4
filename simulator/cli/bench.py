"""`digsite bench`: how fast the games play here."""

from dataclasses import astuple
from typing import Annotated

import typer

from simulator.cli.console import Terminal, show
from simulator.cli.options import Json, Quiet, Threads, closed


def bench(
    game: Annotated[list[str], typer.Argument(metavar="[GAME]...", help="Games to time; all when absent.")] = [],  # noqa: B006
    threads: Threads = None,
    seconds: Annotated[float, typer.Option(min=0.05, help="Time for each of three repeats.")] = 1.0,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Games and decisions per second, per game, player count and line-up (median of three; once for thinking players)."""
    from simulator.lab.bench import bench as measure

    progress = None if quiet else Terminal()
    with closed(progress):
        rows = [astuple(speed) for speed in measure(game, threads, seconds, progress)]
    figures = ("games/s", "decisions/s", "ns/decision/thread", "worlds/s", "ms/thought")
    show(("game", "players", "line-up", "threads", *figures), rows, as_json)

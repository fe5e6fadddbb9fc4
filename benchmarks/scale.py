"""How digsite scales on one machine: CPU time, bytes and memory of many games, on one core and on two, as Markdown.

    python benchmarks/scale.py [GAMES] [GAME ...]

GAMES of each game (1M by default; 10M is what docs/performance.md asks for) are played by four random players without
events, and a tenth of them, each with one thread on one core and with two on two, by `digsite simulate` in a process of its
own, into a folder that is removed afterwards. A core is the processor's, not a thread's: while one thread plays, others write
what was played, and would otherwise use a second core. What a game costs is what the larger run takes beyond the smaller one,
so that the start of the process is not counted; memory is the largest resident size of the whole process. Wall times count
only where nothing else is going on.
"""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from digsite.simulator.cli.options import count
from digsite.simulator.games import all_games

PLAYERS, CORES, PART, WARM = 4, (1, 2), 10, 100
HEADINGS = (
    "game", "games", "µs CPU a game, 1 core", "2 cores", "2 cores faster by the clock", "rows a CPU second",
    "bytes a game on disk", "MB, a tenth of the games", "MB, all", "MB, all, 2 cores",
)  # fmt: skip


@dataclass(frozen=True)
class Cost:
    """What a run took: seconds of CPU and by the clock, its largest size in memory, and its games on disk."""

    cpu: float
    wall: float
    megabytes: float
    size: int


def main() -> None:
    """Print the table, a row as soon as a game is done."""
    games = count(sys.argv[1]) if len(sys.argv) > 1 else 1_000_000
    chosen = sys.argv[2:] or [game.id for game in all_games().values()]
    print(f"| {' | '.join(HEADINGS)} |\n|{'---|' * len(HEADINGS)}", flush=True)
    for game in chosen:
        print(f"| {' | '.join(row(game, games))} |", flush=True)


def row(game: str, games: int) -> list[str]:
    """What many games of one cost, in the order of the headings."""
    few = games // PART
    played(game, WARM, 1)  # what has to be compiled is compiled
    took = {(cores, many): played(game, many, cores) for many in (few, games) for cores in CORES}
    one, two = ((took[cores, games], took[cores, few]) for cores in CORES)
    each = [(large.cpu - small.cpu) / (games - few) for large, small in (one, two)]
    clock = [large.wall - small.wall for large, small in (one, two)]
    return [
        all_games()[game].title,
        f"{games:,}",
        *[f"{1e6 * cost:.1f}" for cost in each],
        f"{clock[0] / clock[1]:.2f}",
        f"{1 / each[0]:,.0f}",
        f"{one[0].size / games:.1f}",
        f"{one[1].megabytes:.0f}",
        f"{one[0].megabytes:.0f}",
        f"{two[0].megabytes:.0f}",
    ]


def played(game: str, games: int, cores: int) -> Cost:
    """Play a run, with a thread for each core, into a folder that is gone afterwards."""
    folder = Path(tempfile.mkdtemp(prefix="digsite-scale-"))
    command = [
        sys.executable, "-m", "digsite.simulator.cli", "simulate", game, "--games", str(games), "--players", str(PLAYERS),
        "--seats", "random", "--events", "0", "--seed", "1", "--threads", str(cores), "--quiet", "--out", str(folder / "run"),
    ]  # fmt: skip
    try:
        began = time.monotonic()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, preexec_fn=lambda: keep_to(cores))
        _, status, used = os.wait4(process.pid, 0)
        if status != 0:
            raise SystemExit(f"{' '.join(command)} failed.")
        wall = time.monotonic() - began
        size = sum(path.stat().st_size for path in (folder / "run").rglob("*") if path.is_file())
        return Cost(used.ru_utime + used.ru_stime, wall, used.ru_maxrss / 1024, size)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def keep_to(cores: int) -> None:
    """Leave this process so many cores of those it has, where the system can do that."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, sorted(os.sched_getaffinity(0))[:cores])


if __name__ == "__main__":
    main()

"""This version and another one: the same games timed in both, alternately.

    python -m benchmarks.against ../other/.venv/bin/python [GAME]... [--seconds S]

Each version plays in a process of its own. The figure is the median ratio of neighbours; the second lowest and second
highest of eleven ratios enclose it with 98.8 % certainty.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any, Self

from benchmarks import stopwatch
from digsite.simulator.errors import DigsiteError
from digsite.simulator.games import all_games, find_game
from digsite.simulator.lab.tools.bench import line_ups, seats_of

ROUNDS = 11  # of both versions; the second lowest and second highest ratio enclose the median with 98.8 % certainty
NOISE = 0.02  # smaller differences do not matter


@dataclass(frozen=True)
class VersionTiming:
    """One line-up in both versions: CPU time for each decision, and the ratio of this version's to the earlier one's."""

    game: str
    players: int
    line_up: str
    ns_before: float
    ns_now: float
    ratio: float
    low: float
    high: float
    games_played: str  # "the same" or "others"

    @property
    def verdict(self) -> str:
        """Slower or faster only where noise cannot explain it."""
        if self.low > 1.0 and self.ratio > 1.0 + NOISE:
            return "slower"
        return "faster" if self.high < 1.0 and self.ratio < 1.0 - NOISE else "no difference"


def against(python: str, games: Sequence[str] = (), seconds: float = 1.0) -> Iterator[VersionTiming]:
    """Time every line-up of these games, of all when none is named, in this version and in another interpreter's."""
    chosen = [find_game(name) for name in games] or list(all_games().values())
    with ExitStack() as open_now:
        now, before = (open_now.enter_context(_Stopwatch(it)) for it in (sys.executable, python))
        for game in chosen:
            for players in game.players:
                for line_up in line_ups(game):
                    yield _in_turn((game.id, players, line_up), now, before, seconds)


def _in_turn(line: tuple[str, int, str], now: "_Stopwatch", before: "_Stopwatch", seconds: float) -> VersionTiming:
    """Time both versions alternately; each ratio is of two neighbours."""
    games = now.games_for(line, seconds / ROUNDS)
    pairs = []
    for turn in range(ROUNDS):
        first, second = (now, before) if turn % 2 else (before, now)
        times = {first: first.time(line, games), second: second.time(line, games)}
        pairs.append((times[before], times[now]))
    ratios = sorted(new["ns"] / old["ns"] for old, new in pairs)
    same = all(old["rows"] == new["rows"] for old, new in pairs)
    olds, news = ([pair[at]["ns"] for pair in pairs] for at in (0, 1))
    played = "the same" if same else "others"
    return VersionTiming(
        *line, round(median(olds), 1), round(median(news), 1), median(ratios), ratios[1], ratios[-2], played
    )  # fmt: skip


class _Stopwatch:
    """One version, in a process of its own that times games."""

    def __init__(self, python: str):
        self.python = python

    @cached_property
    def _process(self) -> "subprocess.Popen[str] | None":
        text = Path(stopwatch.__file__).read_text(encoding="utf-8")
        try:
            return subprocess.Popen(
                [self.python, "-P", "-c", text], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL, text=True,
            )  # fmt: skip
        except OSError:  # the interpreter is gone
            return None

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_problem: object) -> None:
        if self._process is not None:
            self._process.kill()
            self._process.communicate()

    def _ask(self, **about: Any) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return {"problem": "it is not there"}
        try:
            print(json.dumps(about), file=process.stdin, flush=True)
            answer: dict[str, Any] = json.loads(process.stdout.readline())
        except (OSError, ValueError):
            return {"problem": "it does not answer"}
        return answer

    def time(self, line: tuple[str, int, str], games: int) -> dict[str, Any]:
        """Play games; return the CPU time for each decision and a hash of the rows."""
        game, players, line_up = line
        answer = self._ask(game=game, players=players, seats=seats_of(game, line_up, players), games=games)
        if "problem" in answer:
            raise DigsiteError(f"{self.python} cannot time {game}: {answer['problem']}.")
        return {"ns": 1e9 * answer["cpu"] / answer["decisions"], "cpu": answer["cpu"], "rows": answer["rows"]}

    def games_for(self, line: tuple[str, int, str], seconds: float) -> int:
        """Return how many games take about these seconds."""
        games = 32
        self.time(line, games)  # wakes the kernels up
        while (spent := self.time(line, games)["cpu"]) < seconds / 4:
            games *= 4
        return max(int(games * seconds / spent), 1)


def sentences(found: Sequence[VersionTiming]) -> list[str]:
    """Say what is slower beyond noise, and where the two versions play other games."""
    slower = [
        f"{it.game}, {it.players} players, {it.line_up} ({it.ratio:.2f} times)"
        for it in found
        if it.verdict == "slower"
    ]
    said = [f"Slower beyond noise: {'; '.join(slower)}." if slower else "Nothing is slower beyond noise."]
    if other := sorted({it.game for it in found if it.games_played == "others"}):
        said.append(f"The two versions do not play the same games of {', '.join(other)}.")
    return said


def main() -> None:
    """Print a line for each line-up, then what is slower."""
    words = argparse.ArgumentParser(description="Time this version and another one alternately.")
    words.add_argument("python", help="the interpreter of the other version")
    words.add_argument("game", nargs="*", help="games to time; all when absent")
    words.add_argument("--seconds", type=float, default=1.0, help="time for all rounds of a line-up (default 1)")
    asked = words.parse_args()
    found = []
    for it in against(asked.python, asked.game, asked.seconds):
        found.append(it)
        print(
            f"{it.game:12} {it.players} {it.line_up:16} {it.ns_before:8.1f} -> {it.ns_now:8.1f} ns a decision, "
            f"ratio {it.ratio:.3f} ({it.low:.3f} to {it.high:.3f}), {it.verdict}, {it.games_played} games"
        )
    print(*sentences(found), sep="\n")


if __name__ == "__main__":
    main()

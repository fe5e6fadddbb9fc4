"""This version beside an earlier one: the same games timed in both, in turn.

A bench file says which interpreter made it. While that one still plays the version of the file, both versions are timed
in turn, round by round, each in a process of its own; else all there is to compare with are the file's own figures.
"""

import json
import platform
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from statistics import median
from typing import Any, Self

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import all_games, find_game
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import announce_compiling
from digsite.simulator.lab.tools import stopwatch
from digsite.simulator.lab.tools.bench import Speed, line_ups, seats_of
from digsite.simulator.runs import atomic_files
from digsite.simulator.version import digsite_version

ROUNDS = 11  # of both versions; the second lowest and second highest ratio enclose the median with 98.8 % certainty
NOISE = 0.02  # a difference smaller than this is nobody's concern
_FORM = 1  # of a bench file


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
    games_played: str  # "the same" or "others"; "unknown" where the earlier version is not here any more

    @property
    def verdict(self) -> str:
        """Slower or faster only where noise cannot explain it."""
        if self.low > 1.0 and self.ratio > 1.0 + NOISE:
            return "slower"
        return "faster" if self.high < 1.0 and self.ratio < 1.0 - NOISE else "no difference"


@dataclass(frozen=True)
class Earlier:
    """An earlier bench, as its file has it.

    python:  the interpreter that made it.
    sources: what each game's kernels were compiled from.
    rows:    CPU time for each decision in ns, as often as it was timed, by game, players and line-up.
    """

    python: str
    sources: dict[str, str]
    rows: dict[tuple[str, int, str], list[float]]

    @classmethod
    def read(cls, path: Path) -> Self:
        """Read a bench file of this machine."""
        try:
            known = atomic_files.plain(path.read_text(encoding="utf-8"))
            machine, made_by = known["machine"], (str(known["python"]), dict(known["sources"]))
            rows = {
                (row["game"], row["players"], row["line_up"]): [float(ns) for ns in row["ns"]] for row in known["rows"]
            }
            fits = known["form"] == _FORM and all(rows.values())
        except OSError as problem:
            raise WrongUse(f"{path} cannot be read: {problem.strerror or problem}.") from problem
        except (ValueError, KeyError, TypeError, AttributeError):
            fits = False
        if not fits:
            raise WrongUse(f"{path} is not a bench file; `digsite bench --save FILE` writes one.")
        if machine != _machine():
            raise WrongUse(
                f"{path} was made on another machine ({machine}); times can be compared on one machine only."
            )
        return cls(*made_by, rows)


def save(path: Path, speeds: Sequence[Speed]) -> None:
    """Write a bench file."""
    from digsite.simulator.kernel.jit.compile import source_hash

    games = dict.fromkeys(speed.game for speed in speeds)
    rows = [
        {"game": speed.game, "players": speed.players, "line_up": speed.line_up, "ns": list(speed.cpu_ns)}
        for speed in speeds
        if speed.cpu_ns
    ]
    made_by = {"machine": _machine(), "python": sys.executable, "version": digsite_version()}
    sources = {game: source_hash(find_game(game).home.name) for game in games}
    path.parent.mkdir(parents=True, exist_ok=True)
    atomic_files.write_json(path, {"form": _FORM, **made_by, "sources": sources, "rows": rows})


def _machine() -> str:
    return f"{platform.node()}, {platform.machine()}"


def against(
    earlier: Earlier, games: Sequence[str] = (), seconds: float = 1.0, progress: Progress | None = None
) -> Iterator[VersionTiming]:
    """Compare with an earlier bench: every line-up that it has of these games, of all when none is named."""
    known = progress or Progress()
    wanted = {find_game(name).id for name in games} or set(all_games())
    lines = [line for line in earlier.rows if line[0] in wanted and line[2] in line_ups(find_game(line[0]))]
    if not lines:
        raise WrongUse("The bench file has no line-up of the games asked for.")
    for game in dict.fromkeys(line[0] for line in lines):
        announce_compiling(find_game(game), known)
    with ExitStack() as open_now:
        now, before = (open_now.enter_context(_Stopwatch(python)) for python in (sys.executable, earlier.python))
        for line in lines:
            known.starting(f"{find_game(line[0]).title}, {line[1]} players, {line[2]} ...")
            there = before.source(line[0]) == earlier.sources.get(line[0])
            yield _in_turn(line, now, before, seconds) if there else _from_file(line, now, earlier.rows[line], seconds)


def _in_turn(line: tuple[str, int, str], now: "_Stopwatch", before: "_Stopwatch", seconds: float) -> VersionTiming:
    """Time both versions in turn; each ratio is of two neighbours."""
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


def _from_file(line: tuple[str, int, str], now: "_Stopwatch", olds: list[float], seconds: float) -> VersionTiming:
    """Compare with the figures of the file; only when all of one lie beyond all of the other it is no noise."""
    games = now.games_for(line, seconds / ROUNDS)
    news = [now.time(line, games)["ns"] for _ in range(ROUNDS)]
    ratio, low, high = median(news) / median(olds), min(news) / max(olds), max(news) / min(olds)
    return VersionTiming(*line, round(median(olds), 1), round(median(news), 1), ratio, low, high, "unknown")


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

    def _ask(self, what: str, **about: Any) -> dict[str, Any]:
        process = self._process
        if process is None or process.stdin is None or process.stdout is None:
            return {"problem": "it is not there"}
        try:
            print(json.dumps({"what": what, **about}), file=process.stdin, flush=True)
            answer: dict[str, Any] = json.loads(process.stdout.readline())
        except (OSError, ValueError):
            return {"problem": "it does not answer"}
        return answer

    def source(self, game: str) -> str | None:
        """What the game's kernels are compiled from in this version; nothing where it does not answer."""
        return self._ask("source", game=game).get("source")

    def time(self, line: tuple[str, int, str], games: int) -> dict[str, Any]:
        """Play so many games; gives CPU time for each decision and a hash of the rows."""
        game, players, line_up = line
        answer = self._ask("time", game=game, players=players, seats=seats_of(line_up, players), games=games)
        if "problem" in answer:
            raise DigsiteError(f"{self.python} cannot time {game}: {answer['problem']}.")
        return {"ns": 1e9 * answer["cpu"] / answer["decisions"], "cpu": answer["cpu"], "rows": answer["rows"]}

    def games_for(self, line: tuple[str, int, str], seconds: float) -> int:
        """How many games take about so long."""
        games = 32
        self.time(line, games)  # wakes the kernels up
        while (spent := self.time(line, games)["cpu"]) < seconds / 4:
            games *= 4
        return max(int(games * seconds / spent), 1)

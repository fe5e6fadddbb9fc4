"""What verbs share: tables on stdout, remarks and progress on stderr."""

import json
import re
import sys
import time
from collections.abc import Sequence
from typing import Any

from simulator.lab.progress import Progress


def note(text: str, quiet: bool = False) -> None:
    """A remark to the user, on stderr."""
    if not quiet:
        print(text, file=sys.stderr, flush=True)


def show(headings: Sequence[str], rows: Sequence[Sequence[Any]], as_json: bool = False, title: str = "") -> None:
    """A table on stdout: JSON, a drawn table on a terminal, plain aligned columns in a pipe."""
    if as_json:
        print(json.dumps([dict(zip(headings, row, strict=True)) for row in rows], indent=2, default=str))
        return
    from rich import box
    from rich.console import Console
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, title=title or None, title_justify="left", pad_edge=False)
    numeric = [all(_is_number(row[at]) for row in rows) for at in range(len(headings))]
    for heading, right in zip(headings, numeric, strict=True):
        table.add_column(heading, justify="right" if right else "left", overflow="fold")
    for row in rows:
        table.add_row(*(_cell(value) for value in row))
    console = Console(markup=False, highlight=False, soft_wrap=False)
    if not console.is_terminal:
        console.width = 160
    console.print(table)


def _is_number(value: Any) -> bool:
    return bool(re.fullmatch(r"[-+]?[\d,.]+( ?%)?", _cell(value)))


def _cell(value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.3g}" if abs(value) < 100 else f"{value:,.0f}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value)


class Terminal(Progress):
    """Progress on stderr: games done, games per second and time left, on one line where stderr is a terminal."""

    def __init__(self) -> None:
        """Nothing is shown yet."""
        self._terminal = sys.stderr.isatty()
        self._open = False  # a line that is still being rewritten
        self._restart()

    def _restart(self) -> None:
        self._began = self._shown = time.monotonic()
        self._first: int | None = None

    def starting(self, sentence: str) -> None:
        """Print what begins."""
        self.close()
        self._restart()
        note(sentence)

    def played(self, done: int, total: int) -> None:
        """Print how far it is, a few times a second on a terminal, every few seconds elsewhere."""
        now = time.monotonic()
        self._first = done if self._first is None else self._first
        if now - self._shown < (0.2 if self._terminal else 10.0) and done < total:
            return
        self._shown = now
        speed = (done - self._first) / max(now - self._began, 1e-9)
        left = f", {duration((total - done) / speed)} left" if speed > 0 and done < total else ""
        self._print(f"{done:,} of {total:,} games{f', {pace(speed)}' if speed > 0 else ''}{left}", done < total)

    def standing(self, text: str) -> None:
        """Print how a search stands, as often as how far one is."""
        now = time.monotonic()
        if now - self._shown >= (0.2 if self._terminal else 10.0):
            self._shown = now
            self._print(text, goes_on=True)

    def _print(self, text: str, goes_on: bool) -> None:
        self._open = self._terminal and goes_on
        print(
            f"\r\033[K{text}" if self._terminal else text, end="" if self._open else "\n", file=sys.stderr, flush=True
        )

    def close(self) -> None:
        """End a line that stopped half-way."""
        if self._open:
            print(file=sys.stderr)
        self._open = False


def pace(speed: float) -> str:
    """Games per second, or per hour where players think.

    >>> pace(23600.4), pace(3.27), pace(0.05)
    ('23,600 games/s', '3.3 games/s', '180 games/h')
    """
    if speed < 1:
        return f"{3600 * speed:,.0f} games/h"
    return f"{speed:,.0f} games/s" if speed >= 10 else f"{speed:.1f} games/s"


def duration(seconds: float) -> str:
    """2 h 5 min, 3 min 10 s, 12 s."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"

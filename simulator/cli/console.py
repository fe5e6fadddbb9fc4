"""What verbs share: text and tables on stdout, remarks and progress on stderr."""

import os
import re
import secrets
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from shutil import get_terminal_size
from textwrap import TextWrapper
from typing import TYPE_CHECKING, Any, TextIO

from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.reporting import files

if TYPE_CHECKING:
    import rich.progress

NARROWEST = 60  # columns; on narrower terminals lines overflow
_IN_A_PIPE = 160
_ROOMY = 110  # columns for a line of progress; with fewer its bar is short and its text breaks at words
_COLOURS = {"good": "32", "doubtful": "33", "bad": "31", "faint": "2", "strong": "1"}
_MEASURED = 0.5  # seconds before a pace is shown; two batches that end at once would suggest millions
_GAP = 3  # columns between two columns of a table
# The colour of each verdict: it says the same as the word, and nothing more.
_MEANINGS = {
    "good": ("fine", "kept", "yes", "ok"),
    "doubtful": ("watch", "undecided", "open", "note", "skipped"),
    "bad": ("off", "broken", "no", "fault"),
}


def width_of(stream: TextIO) -> int | None:
    """Return the width of a stream's terminal in columns; None if it is not a terminal, so lines may be long."""
    return max(get_terminal_size().columns, NARROWEST) if stream.isatty() else None


# Characters that control a terminal or reverse the order of letters; any name or text from a file may have them.
_STEERING = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]")
_KEY = secrets.token_hex(4)  # distinguishes our colours from those that a text contains
_COLOUR = re.compile(rf"\ufdd0{_KEY}(\d+)\ufdd1")


def visible(text: str) -> str:
    """Return a text that cannot control the terminal: control characters are escaped as in Python.

    >>> visible("a\\x1b[2Jb\\rc")
    'a\\\\x1b[2Jb\\\\rc'
    """
    return _COLOUR.sub("\033[\\1m", _STEERING.sub(lambda found: ascii(found[0])[1:-1], text))


def coloured(text: str, meaning: str, stream: TextIO | None = None) -> str:
    """Return a text in the colour of a meaning, for `print_sentence` and `print_note`; plain without a terminal or with NO_COLOR set."""
    shown = (stream or sys.stdout).isatty() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"
    return f"{_mark(_COLOURS[meaning])}{text}{_mark('0')}" if shown and meaning in _COLOURS else text


def _mark(colour: str) -> str:
    return f"\ufdd0{_KEY}{colour}\ufdd1"


def coloured_verdict(word: str) -> str:
    """Return a verdict's word in its colour."""
    return coloured(word, next((meaning for meaning, words in _MEANINGS.items() if word in words), ""))


def wrapped(text: str, stream: TextIO, indent: str = "") -> str:
    """Return a text wrapped at words to the width of the terminal."""
    width, text = width_of(stream), visible(text)
    if width is None:
        return text
    wrapper = TextWrapper(width, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)
    tied = re.sub(r"(?<=\d) (?=%|pp\b)", "\u00a0", text)  # a figure and its unit stay together
    return "\n".join(wrapper.fill(line) for line in tied.split("\n")).replace("\u00a0", " ")


def print_sentence(text: str = "", indent: str = "") -> None:
    """Print a sentence on stdout; on a terminal it is wrapped at words, further lines indented."""
    print(wrapped(text, sys.stdout, indent))


def print_note(text: str, quiet: bool = False) -> None:
    """Print a remark on stderr; if stderr is closed, continue without it."""
    if quiet:
        return
    try:
        print(wrapped(text, sys.stderr), file=sys.stderr, flush=True)
    except OSError:
        discard_output(sys.stderr)


def discard_output(stream: TextIO) -> None:
    """Discard what is written to a stream from now on, and what waits in it: its reader is gone."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


# ------------------------------------------------------------------------------------------------------------ tables


def print_table(headings: Sequence[str], rows: Sequence[Sequence[Any]], as_json: bool = False, title: str = "") -> None:
    """Print a table on stdout: JSON, or columns; if they do not fit the terminal, a block of lines for each row."""
    if as_json:
        print(files.as_json([dict(zip(headings, row, strict=True)) for row in rows]))
        return
    headings = [visible(heading) for heading in headings]
    cells = [[visible(_cell(value)) for value in row] for row in rows]
    width = width_of(sys.stdout)
    if width is not None and sum(_least_widths(headings, cells)) + _GAP * len(headings) > width:
        _stack(headings, cells, title)
    else:
        _draw(headings, cells, title, width or _IN_A_PIPE)


def _least_widths(headings: Sequence[str], cells: list[list[str]]) -> list[int]:
    """Return the least width of each column that breaks no number and no word."""
    widths = []
    for at, heading in enumerate(headings):
        column = [row[at] for row in cells]
        whole = bool(column) and all(map(_is_number, column))
        pieces = column if whole else [word for cell in column for word in cell.split()]
        widths.append(max(map(len, [*heading.split(), *pieces]), default=1))
    return widths


def _draw(headings: Sequence[str], cells: list[list[str]], title: str, width: int) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, title=visible(title) or None, title_justify="left", pad_edge=False)
    for at, (heading, least) in enumerate(zip(headings, _least_widths(headings, cells), strict=True)):
        numeric = bool(cells) and all(_is_number(row[at]) for row in cells)
        table.add_column(heading, justify="right" if numeric else "left", min_width=least, no_wrap=numeric)
    for row in cells:
        table.add_row(*(Text.from_ansi(visible(coloured_verdict(cell))) for cell in row))
    Console(markup=False, highlight=False, soft_wrap=False, width=width).print(table)


def _stack(headings: Sequence[str], cells: list[list[str]], title: str) -> None:
    """Print a block for each row: its first cell, then a line for each other column."""
    if title:
        print_sentence(title)
    room = max(map(len, headings))
    for row in cells:
        named = f"{headings[0]} {row[0]}" if _is_number(row[0]) else row[0]
        print_sentence(f"\n{coloured(named, 'strong')}")
        for heading, cell in zip(headings[1:], row[1:], strict=True):
            if cell:
                print_sentence(f"  {heading:{room}}  {coloured_verdict(cell)}", indent=" " * (room + 4))
    print()


def _is_number(text: str) -> bool:
    return bool(re.fullmatch(r"[-+]?[\d,.]+( ±[\d,.]+| \([\d,.]+ to [\d,.]+\))?( ?%| pp|×)?\*?|[-–?]|open", text))


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float):
        return f"{value:,.3g}" if abs(value) < 100 else f"{value:,.0f}"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, (list, tuple)):
        return ", ".join(map(str, value))
    return str(value)


# ---------------------------------------------------------------------------------------------------------- progress


class Terminal(Progress):
    """Progress on stderr: a bar with the current step, games per second and time left; lines without a terminal."""

    def __init__(self) -> None:
        """Start without a bar."""
        self._terminal = sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
        self._bar: rich.progress.Progress | None = None
        self._doing = self._last = ""
        self._restart()

    def _restart(self) -> None:
        self._shown = self._began = time.monotonic()
        self._first: tuple[int, float] | None = None  # games and time when the first batch arrived

    def counting(self, doing: str = "Playing", at_most: bool = False, ends: float | None = None) -> None:
        """Count other games and measure their pace afresh."""
        super().counting(doing, at_most, ends)
        self._first, self._began = None, time.monotonic()

    def starting(self, sentence: str) -> None:
        """Print what starts."""
        self.close()
        self._restart()
        print_note(sentence)

    def working(self, what: str, done: int = 0, total: int | None = None) -> None:
        """Show the current step, and how many steps are finished."""
        steps = f"{done} of {total}" if total else ""
        if what != self._doing and not self._terminal:
            print_note(f"{what}{f' ({steps})' if steps else ''} ...")
        self._show(what, done, total, steps)

    def played(self, done: int, total: int) -> None:
        """Show how many games are played; without a terminal, every few seconds."""
        now = time.monotonic()
        self._first = self._first or (done, now)
        if now - self._shown < (0.1 if self._terminal else 10.0) and done < total:
            return
        self._shown = now
        took = now - self._first[1]
        speed = (done - self._first[0]) / took if took >= _MEASURED else 0.0
        remaining = self._remaining(now)
        status = progress_text(done, total, speed, self.at_most, remaining=remaining)
        if not self._terminal:
            print_note(status if self.doing == "Playing" else f"{self.doing}: {status}")
            return
        self._show(self.doing, *self._bar_of(done, total, now), status)
        self._last = progress_text(done, total, speed, self.at_most, ended=True)
        if done >= total:
            self.close()

    def _remaining(self, now: float) -> float | None:
        return None if self.ends is None else max(self.ends - now, 0.0)

    def _bar_of(self, done: int, total: int, now: float) -> tuple[float, float]:
        """Return how full the bar is: by games, or by time if that ends the work earlier."""
        if self.ends is None or self.ends <= self._began:
            return done, total
        spent, all_of_it = now - self._began, self.ends - self._began
        return (done, total) if done * all_of_it >= spent * total else (spent, all_of_it)

    def standing(self, text: str) -> None:
        """Show the state of a search and the time left; without a terminal, every few seconds."""
        now = time.monotonic()
        if now - self._shown < (0.1 if self._terminal else 10.0):
            return
        self._shown, remaining = now, self._remaining(now)
        if remaining is not None:
            text = f"{text}; {duration(remaining)} left at most"
        if not self._terminal:
            print_note(text)
        self._show("Searching", 0, None, text)

    def _show(self, what: str, done: float, total: float | None, status: str) -> None:
        what, status = visible(what), visible(status)
        changed, self._doing, self._last = what != self._doing, what, status
        if not self._terminal:
            return
        if self._bar is None:
            self._bar = _bar()
            self._bar.start()
            self._bar.add_task(what, total=total, status=status)
        self._bar.update(
            self._bar.task_ids[0], description=what, completed=done, total=total, status=status, refresh=changed
        )

    def close(self) -> None:
        """Leave the last state of a bar on the screen, without the time left: nothing more is played."""
        if self._bar is not None:
            self._bar.update(self._bar.task_ids[0], status=self._last)
            self._bar.stop()
        self._bar, self._doing = None, ""


def _bar() -> "rich.progress.Progress":
    from rich.console import Console
    from rich.progress import BarColumn, Progress, SpinnerColumn, TextColumn, TimeElapsedColumn
    from rich.table import Column

    def text(field: str) -> TextColumn:
        return TextColumn(field, markup=False, table_column=Column(no_wrap=False))

    console = Console(stderr=True, highlight=False, width=width_of(sys.stderr))
    roomy = console.width >= _ROOMY
    bar = BarColumn(24 if roomy else 8, table_column=Column(min_width=8, no_wrap=not roomy))
    columns = (SpinnerColumn(), text("{task.description}"), bar, text("{task.fields[status]}"))
    return Progress(*columns, *[TimeElapsedColumn()] * roomy, console=console)


def progress_text(
    done: int, total: int, speed: float, at_most: bool = False, ended: bool = False, remaining: float | None = None
) -> str:
    """Return the games so far, their pace and the time left; if play may end earlier, the most that is left.

    speed:     0 if it is not known yet.
    remaining: seconds of a time limit, which the time left never exceeds.

    >>> progress_text(500, 2_000, 100.0)
    '500 of 2,000 games, 100 games/s, 15 s left'
    >>> progress_text(500, 2_000, 100.0, at_most=True)
    '500 of at most 2,000 games, 100 games/s, 15 s left at most'
    >>> progress_text(500, 2_000, 100.0, at_most=True, ended=True)
    '500 of at most 2,000 games, 100 games/s'
    >>> progress_text(500, 400_000, 1.0, at_most=True, remaining=480.0)
    '500 of at most 400,000 games, 1.0 games/s, 8 min 0 s left at most'
    """
    limits = [(total - done) / speed] if speed > 0 else []
    limits += [] if remaining is None else [remaining]
    known = bool(limits) and done < total and not ended
    left = f", {duration(min(limits))} left{' at most' * at_most}" if known else ""
    return f"{done:,} of {'at most ' * at_most}{total:,} games{f', {speed_text(speed)}' if speed > 0 else ''}{left}"


def speed_text(speed: float) -> str:
    """Return games per second, or per hour if they are slow.

    >>> speed_text(23600.4), speed_text(3.27), speed_text(0.05)
    ('23,600 games/s', '3.3 games/s', '180 games/h')
    """
    if speed < 1:
        return f"{3600 * speed:,.0f} games/h"
    return f"{speed:,.0f} games/s" if speed >= 10 else f"{speed:.1f} games/s"


def duration(seconds: float) -> str:
    """Return a duration in words: 2 h 5 min, 3 min 10 s, 12 s."""
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"

"""What verbs share: numbers as people write them, tables on stdout, progress on stderr."""

import json
import re
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}


def count(text: str) -> int:
    """1k, 2.5M, 100_000 as a whole number."""
    found = re.fullmatch(r"\s*([\d_,]*\.?\d+)\s*([kKmMgG]?)\s*", str(text))
    number = float(re.sub(r"[_,]", "", found[1])) * _UNITS[found[2].lower()] if found else -1.0
    if number < 0 or number != int(number):
        raise typer.BadParameter(f"{text!r} is not a whole number such as 500, 20k or 2.5M.")
    return int(number)


# Options that several verbs take, worded once.
GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, e.g. lost-cities.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks.")]
Variants = Annotated[list[str], typer.Option("--variant", metavar="V", help="A rule variant; may be given again.")]
Settings = Annotated[
    list[str],
    typer.Option("--set", metavar="KEY=VALUE", help="A rule figure, as in --set cards.hand=7; again for more."),
]
RulesFile = Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="Rule figures from a file.")]
Players = Annotated[int | None, typer.Option("--players", min=1, help="How many players.")]
Seats = Annotated[
    str,
    typer.Option("--seats", metavar="A,B,...", help="A strategy per seat, or one for all; name:weight=value tunes it."),
]
Plugins = Annotated[list[Path], typer.Option("--plugin", metavar="FILE.py", help="A file with your own strategies.")]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Decides all chance; drawn and printed when absent.")]
Threads = Annotated[int | None, typer.Option("--threads", help="Threads to play on; all cores when absent.")]
Out = Annotated[Path | None, typer.Option(metavar="DIR", help="Write charts, tables and findings.json here.")]
Games = Annotated[
    int, typer.Option("--games", "-n", parser=count, metavar="N", help="How many games, e.g. 100k or 2.5M.")
]


def split_seats(text: str) -> list[str] | None:
    """The strategies of --seats."""
    return [name.strip() for name in text.split(",")] if text.strip() else None


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


def progress_line(quiet: bool) -> Callable[[int, int], None] | None:
    """Games done, games per second and time left, on one line of stderr; every few seconds when it is not a terminal."""
    if quiet:
        return None
    terminal = sys.stderr.isatty()
    began = time.monotonic()
    first: int | None = None
    told = began

    def report(done: int, total: int) -> None:
        nonlocal told, first
        now = time.monotonic()
        first = done if first is None else first
        if now - told < (0.2 if terminal else 10.0) and done < total:
            return
        told = now
        speed = (done - first) / max(now - began, 1e-9)
        left = f", {_duration((total - done) / speed)} left" if speed > 0 and done < total else ""
        text = f"{done:,} of {total:,} games, {speed:,.0f} games/s{left}"
        end = "\n" if done >= total or not terminal else ""
        print(f"\r\033[K{text}" if terminal else text, end=end, file=sys.stderr, flush=True)

    return report


def _duration(seconds: float) -> str:
    minutes, seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours} h {minutes} min" if hours else f"{minutes} min {seconds} s" if minutes else f"{seconds} s"


def announce_compiling(package: str, title: str, quiet: bool = False) -> None:
    """Say that kernels are being compiled, if they are not in the cache."""
    from simulator.kernel.compile import is_compiled

    if not is_compiled(package):
        note(f"Compiling the kernels of {title} (first use of this version; takes a minute or two) ...", quiet)

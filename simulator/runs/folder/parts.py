"""The parts of a run: which a plan requires, what each is called, how one is written and read."""

import json
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.play.plan import Plan
from digsite.simulator.runs import atomic_files

if TYPE_CHECKING:
    from collections.abc import Iterator

    import pyarrow as pa
    import pyarrow.parquet as pq


_DELTA = ("game", "luck")


@contextmanager
def writing_part(
    target: Path, description: dict[str, Any], schema: "pa.Schema", known: dict[str, Any]
) -> "Iterator[pq.ParquetWriter]":
    """Yield a file of a run to write tables to, atomically; put its rows and hash into `known`.

    It depends only on its arguments, so the process that played a part can write it.
    """
    import pyarrow as pa
    import pyarrow.parquet as pq

    about_itself = {b"digsite": json.dumps(description, sort_keys=True).encode()}
    described = schema.with_metadata({**(schema.metadata or {}), **about_itself})
    with atomic_files.atomic_write(target) as aside:
        with (
            pa.OSFile(str(aside), "wb") as file,  # Arrow itself would treat some names as addresses
            pq.ParquetWriter(
                file,
                described,
                compression="zstd",
                use_dictionary=[name for name in described.names if name not in _DELTA],
                column_encoding={name: "DELTA_BINARY_PACKED" for name in described.names if name in _DELTA},
            ) as writer,
        ):
            yield writer
        with aside.open("rb") as file:
            rows = pq.read_metadata(file).num_rows
        known |= {"rows": rows, "sha256": atomic_files.sha256(aside)}


def read_description(part: Path) -> str:
    """Return a part's metadata as text; raise ValueError if the file is not a part."""
    import polars as pl

    try:
        with part.open("rb") as file:
            return pl.read_parquet_metadata(file).get("digsite", "{}")
    except pl.exceptions.PolarsError as problem:
        raise ValueError(str(problem)) from problem


def holds_its_games(part: Path, name: str, plan: Plan) -> bool:
    """Return whether a file holds the games of the part that it is named after; raise ValueError if unreadable."""
    import polars as pl

    kind, number = kind_and_number(name)
    games = plan.part_range(number)
    try:
        table = pl.scan_parquet(part.absolute(), glob=False)
        if ("step" in table.collect_schema()) != (kind == "events"):
            return False
        first, last, rows = (
            table.select(pl.col("game").first(), last=pl.col("game").last(), rows=pl.len()).collect().row(0)
        )
    except pl.exceptions.PolarsError as problem:
        raise ValueError(str(problem)) from problem
    if kind == "games":
        return (first, last, rows) == (games.start, games.stop - 1, len(games))
    return bool(rows and games.start <= first <= last < games.stop)


def planned_parts(plan: Plan) -> "Iterator[str]":
    """Yield the files that a plan requires, lazily: there may be millions."""
    for kind, games in (("games", plan.games), ("events", min(plan.events, plan.games))):
        for part in range(-(-games // plan.part_games)):
            yield part_name(kind, part)


def is_planned(plan: Plan, name: str) -> bool:
    """Return whether a plan requires a file."""
    kind, part = kind_and_number(name)
    games = plan.games if kind == "games" else min(plan.events, plan.games)
    return name == part_name(kind, part) and part * plan.part_games < games


def part_name(kind: str, part: int) -> str:
    """Return the path of a part of "games" or "events" within a run folder."""
    return f"{kind}/part-{part:05d}.parquet"


def number_of(name: str) -> int:
    """Return the number of a part from its file name.

    >>> number_of("games/part-00012.parquet")
    12
    """
    return int(Path(name).stem.partition("-")[2])


def kind_and_number(name: str) -> tuple[str, int]:
    """Return "games" or "events", and the number of a part, from its path within a run folder."""
    return name.partition("/")[0], number_of(name)

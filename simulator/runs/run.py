"""A run as analyses and notebooks see it: lazy tables and its manifest (no numba)."""

from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simulator.errors import DigsiteError
from simulator.game.game import Game
from simulator.games import find_game
from simulator.play.plan import Plan
from simulator.runs.store import read_manifest

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Run:
    """A finished or unfinished run folder.

    `games` and `events` are lazy polars tables; nothing is read before it is asked for.
    """

    def __init__(self, folder: Path | str):
        self.folder = Path(folder)
        self.manifest: dict[str, Any] = read_manifest(self.folder)
        try:
            self.plan = Plan(**self.manifest["plan"])
        except TypeError as problem:
            raise DigsiteError(f"The manifest of {self.folder} does not fit this digsite: {problem}.") from problem

    @property
    def name(self) -> str:
        return self.folder.name

    @cached_property
    def game(self) -> Game:
        """The game that was played."""
        return find_game(self.plan.game)

    @property
    def complete(self) -> bool:
        """Whether all games of the plan are there."""
        return bool(self.manifest["complete"])

    @property
    def rows(self) -> int:
        """Games that are there."""
        return sum(part["rows"] for name, part in self.manifest["parts"].items() if name.startswith("games/"))

    @property
    def games(self) -> "pl.LazyFrame":
        """One row per game."""
        return self._scan("games")

    @property
    def events(self) -> "pl.LazyFrame":
        """The sampled games' events: game, step, kind, seat (1-based, 0 = nobody), a, b, c."""
        return self._scan("events")

    def to_pandas(self) -> "pd.DataFrame":
        """The rows as a pandas table."""
        return self.games.collect().to_pandas()

    def _scan(self, kind: str) -> "pl.LazyFrame":
        import polars as pl

        parts = [self.folder / name for name in self.manifest["parts"] if name.startswith(f"{kind}/")]
        if not parts:
            raise DigsiteError(f"The run {self.folder} holds no {kind} yet.")
        if gone := [part for part in parts if not part.is_file()]:
            raise DigsiteError(f"The run {self.folder} lacks {gone[0].name} of its {kind}; complete it with --resume.")
        return pl.scan_parquet(parts)

    def __repr__(self) -> str:
        return f"Run({str(self.folder)!r}: {self.rows:,} games of {self.plan.game}, {self.plan.seats} players)"

"""A run as analyses and notebooks see it: lazy tables and its manifest (no numba)."""

from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator import trust
from digsite.simulator.errors import DigsiteError, short_message, unknown
from digsite.simulator.games import check_game, game_as_read
from digsite.simulator.home import open_home
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import text_of
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.seating import kind_of
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.simulator.runs.folder.manifest import MANIFEST, edit_error, manifest_difference, read_manifest
from digsite.simulator.runs.folder.parts import (
    holds_its_games,
    is_planned,
    number_of,
    part_name,
    planned_parts,
    read_description,
)
from digsite.simulator.saved_games import open_saved

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

    from digsite.simulator.game.game import Game


class Run:
    """A finished or unfinished run folder.

    `games` and `events` are lazy polars tables; nothing is read before it is needed.
    """

    def __init__(self, folder: Path | str):
        """Open the run in a folder."""
        self.folder = addresses.place(folder)
        self.manifest: dict[str, Any] = read_manifest(self.folder)
        try:
            self.plan = Plan(**_in_present_form(self.manifest["plan"]))
        except TypeError as problem:
            raise DigsiteError(f"The manifest of {self.folder} does not fit this digsite: {problem}.") from problem
        self._checked = False
        self._own: set[str] = set()  # parts that were played by this plan
        self._agreeing = ""  # what they say about themselves
        if trust.is_trusted_place(self.folder):
            trust.allow_here(self.plan.code)
        if self.plan.files:
            open_saved(self.plan.files, str(self.folder), self.manifest.get("own_game"))
        elif home := self.manifest.get("home"):  # 0.2 did not keep a user's game
            check_game(open_home(Path(str(home))))

    @property
    def name(self) -> str:
        """Return the name of its folder."""
        return self.folder.name

    @property
    def game(self) -> "Game":
        """Return the game that was played; of a user's game as much as may be read, unless its code is allowed."""
        return game_as_read(self.plan.definition.home)

    @property
    def complete(self) -> bool:
        """Return whether the run has all games of its plan."""
        return bool(self.manifest["complete"])

    @property
    def rows(self) -> int:
        """Return the number of games played."""
        return sum(part["rows"] for name, part in self.manifest["parts"].items() if name.startswith("games/"))

    @property
    def games(self) -> "pl.LazyFrame":
        """Return the games, one row per game."""
        return self._scan("games")

    def games_before(self, index: int) -> "pl.LazyFrame":
        """Return the games with a lower index, one row per game; parts that hold none of them are not opened."""
        import polars as pl

        parts = self._parts_before(index)
        rows = self._scan("games", list(parts))
        return rows.filter(pl.col("game") < index) if any(games.stop > index for games in parts.values()) else rows

    def rows_before(self, index: int) -> int:
        """Return the number of games with a lower index."""
        return sum(min(games.stop, index) - games.start for games in self._parts_before(index).values())

    def _parts_before(self, index: int) -> dict[str, range]:
        """Return the parts that hold games with a lower index, each with its games."""
        parts = {}
        for name in self._parts_of("games"):
            first = self.plan.part_range(number_of(name)).start
            if first < index:
                parts[name] = range(first, first + self.manifest["parts"][name]["rows"])
        return parts

    @property
    def events(self) -> "pl.LazyFrame":
        """Return the sampled games' events: game, step, kind, seat (1-based, 0 for no seat), a, b, c."""
        return self._scan("events")

    def events_of(self, kind: str) -> "pl.LazyFrame":
        """Return the sampled games' events of one kind: game, step, seat, and its numbers by their names.

        `run.game.events` describes every kind; `digsite games GAME` lists them.
        """
        import polars as pl

        known = self.game.events
        if text_of("kind", kind) not in known:
            raise unknown("kind of event", kind, known)
        numbers = [pl.col(letter).alias(name) for name, letter in known[kind].columns.items()]
        return self.events.filter(pl.col("kind") == kind).select("game", "step", "seat", *numbers)

    @property
    def parts(self) -> int:
        """Return the number of parts without a gap, from the first on."""
        return next(
            part for part in range(self.plan.parts + 1) if part_name("games", part) not in self.manifest["parts"]
        )

    def part(self, part: int, columns: list[str] | None = None) -> "pl.DataFrame":
        """Return the rows of one part of the games."""
        import polars as pl

        name = part_name("games", part)
        self._check_manifest()
        self._check_description(name)
        try:
            return pl.read_parquet(self._here(name).absolute(), columns=columns, glob=False)
        except pl.exceptions.PolarsError as problem:
            raise self._damaged(name) from problem
        except FileNotFoundError as problem:
            raise self._lacking(name) from problem
        except storage.failures() as problem:
            raise DigsiteError(f"{self.folder / name} cannot be read: {short_message(problem)}.") from problem

    def _damaged(self, name: str) -> DigsiteError:
        return DigsiteError(
            f"{self.folder / name} is damaged or not of this run: it differs from what the run wrote. "
            "Play it again with ",
            OPTIONS["resume"],
            ".",
        )

    def _lacking(self, name: str) -> DigsiteError:
        return DigsiteError(f"The run {self.folder} lacks {name}; continue it with ", OPTIONS["resume"], ".")

    def _here(self, name: str) -> Path:
        """Return a part as a local file, of a remote run a copy; refuse pipes and devices, which could block."""
        part = storage.local_copy(self.folder / name, str(self.manifest["parts"][name]["sha256"]))
        if part.exists() and not part.is_file():
            raise DigsiteError(
                f"{self.folder / name} is a folder, a pipe or a device and not a file. Remove it and play it again with ",
                OPTIONS["resume"],
                ".",
            )
        return part

    def check_files(self) -> None:
        """Refuse a run whose files are missing, damaged or from another run."""
        self._check_manifest()
        for name, known in self.manifest["parts"].items():
            try:
                whole = atomic_files.sha256(self._here(name)) == known["sha256"]
            except FileNotFoundError as problem:
                raise self._lacking(name) from problem
            except storage.failures() as problem:
                raise DigsiteError(f"{self.folder / name} cannot be read: {short_message(problem)}.") from problem
            if not whole:
                self._check_present(name)
                raise self._damaged(name)
            self._check_description(name)

    def _check_manifest(self) -> None:
        """Refuse a manifest whose parts are not those of its plan; a complete run has all of them."""
        if self._checked:
            return
        for name, known in self.manifest["parts"].items():
            if not is_planned(self.plan, name):
                raise DigsiteError(
                    f"{self.folder / MANIFEST} was edited: it lists {name}, which its plan does not have. Put the old text back, or start "
                    "another run."
                )
            self._check_rows(name, known["rows"])
        lacking = (name for name in planned_parts(self.plan) if name not in self.manifest["parts"])
        if self.complete and (gone := next(lacking, "")):
            raise DigsiteError(
                f"{self.folder / MANIFEST} says that the run is complete, but lists no {gone}. Play it again with ",
                OPTIONS["resume"],
                ".",
            )
        self._checked = True

    def _check_description(self, name: str) -> None:
        """Refuse a part of another plan or with the games of another part; reading reports an unreadable one."""
        if name in self._own:
            return
        with suppress(*storage.failures(), ValueError):
            text = read_description(here := self._here(name))
            if text != self._agreeing and (changed := manifest_difference(text, self.manifest)):
                raise edit_error(self.folder, f" ({changed})")
            if not holds_its_games(here, name, self.plan):
                raise self._damaged(name)
            self._agreeing = text
            self._own.add(name)

    def _check_rows(self, name: str, rows: int) -> None:
        """Refuse a manifest whose counts of games differ from its plan: only complete parts are listed."""
        planned = len(self.plan.part_range(number_of(name)))
        if name.startswith("games/") and rows != planned:
            raise DigsiteError(
                f"{self.folder / MANIFEST} was edited: it says that {name} holds {rows:,} games, and by the plan it holds "
                f"{planned:,}. Put the old text back, or start another run."
            )

    def _check_present(self, name: str) -> None:
        """Refuse a run that another process has extended since it was opened: its files are intact, but changed."""
        if read_manifest(self.folder)["parts"].get(name) != self.manifest["parts"][name]:
            raise DigsiteError(f"The run {self.folder} has been extended since it was opened here; open it again.")

    def to_pandas(self) -> "pd.DataFrame":
        """Return the rows as a pandas table."""
        return self.games.collect().to_pandas()

    def _parts_of(self, kind: str) -> list[str]:
        return [name for name in self.manifest["parts"] if name.startswith(f"{kind}/")]

    def _scan(self, kind: str, names: list[str] | None = None) -> "pl.LazyFrame":
        import polars as pl

        self._check_manifest()
        names = self._parts_of(kind) if names is None else names
        if not names:
            raise DigsiteError(f"The run {self.folder} holds no {kind} yet.")
        with storage.remote_errors(self.folder):
            parts = {name: self._here_or_gone(name) for name in names}
        if gone := [Path(name).name for name, part in parts.items() if not part.is_file()]:
            raise DigsiteError(
                f"The run {self.folder} lacks {gone[0]} of its {kind}; complete it with ", OPTIONS["resume"], "."
            )
        for name in parts:
            self._check_description(name)
        return pl.scan_parquet([part.absolute() for part in parts.values()], glob=False)

    def _here_or_gone(self, name: str) -> Path:
        try:
            return self._here(name)
        except FileNotFoundError:
            return Path(name)

    def __repr__(self) -> str:
        """Return a one-line description, for a notebook."""
        return f"Run({str(self.folder)!r}: {self.rows:,} games of {self.plan.game}, {self.plan.table})"


def _in_present_form(plan: dict[str, Any]) -> dict[str, Any]:
    """Return a plan in today's form: with its seating, and its plug-ins (0.1 saved names and hashes only)."""
    if "rotate" in plan:
        plan = {name: value for name, value in plan.items() if name != "rotate"} | {"seating": kind_of(plan)}
    plugins = plan.get("plugins", [])
    return plan | {"plugins": [{"file": file, "text": ""} for file in plugins]} if isinstance(plugins, dict) else plan

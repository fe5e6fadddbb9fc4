"""A game as the rest of the house sees it; its parts are imported only when they are asked for."""

from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from simulator.game import figures
from simulator.game.columns import Column, common_columns, outcome_dtype

if TYPE_CHECKING:
    import numpy as np


class Kernels(NamedTuple):
    """A game's compiled functions."""

    setup: Any
    legal: Any
    apply: Any
    score: Any
    redeal: Any
    play: Any
    types: Any


class Game:
    """One game: its figures, records, columns and, on demand, its kernels."""

    def __init__(self, package: str, folder: Path):
        self.package = package
        self.folder = folder

    def _module(self, name: str) -> ModuleType:
        return import_module(f"simulator.games.{self.package}.{name}")

    @cached_property
    def figures(self) -> figures.Figures:
        return figures.load(self.folder / "rules.toml")

    @property
    def id(self) -> str:
        return self.package.replace("_", "-")

    @property
    def title(self) -> str:
        return self.figures.head["title"]

    @property
    def version(self) -> int:
        """Raised whenever the game's behaviour changes, so that runs of different behaviour are told apart."""
        return self.figures.head["version"]

    @property
    def players(self) -> range:
        low, high = self.figures.head["players"]
        return range(low, high + 1)

    @cached_property
    def state(self) -> ModuleType:
        """Records, enums and columns (no numba)."""
        return self._module("state")

    @cached_property
    def rules(self) -> ModuleType:
        """The Rules record and how it is built from figures (no numba)."""
        return self._module("rules")

    @cached_property
    def narrate(self) -> ModuleType:
        return self._module("narrate")

    @property
    def max_seats(self) -> int:
        return self.players[-1]

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Every column of a run except the bookkeeping ones."""
        return self.common_columns + self.state.COLUMNS

    @cached_property
    def common_columns(self) -> tuple[Column, ...]:
        return common_columns(tuple(reason.name.lower().replace("_", " ") for reason in self.state.EndReason))

    @cached_property
    def outcome(self) -> "np.dtype":
        return self.state.OUTCOME

    @cached_property
    def kernels(self) -> Kernels:
        """The compiled functions; the first use of a new source compiles them, which takes a while."""
        from simulator.kernel.loop import compile_play

        moves = self._module("moves")
        return Kernels(
            moves.setup, moves.legal, moves.apply, moves.score, moves.redeal, compile_play(moves.TYPES), moves.TYPES
        )


def outcome_of(own: tuple[Column, ...], max_seats: int) -> "np.dtype":
    """The outcome record of a game with these columns of its own."""
    return outcome_dtype(common_columns(()), own, max_seats)

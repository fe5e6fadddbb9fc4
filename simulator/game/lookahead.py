"""How look-ahead players of a game search: for what, and how far (no numba)."""

from dataclasses import dataclass
from typing import Literal, get_args

ObjectiveName = Literal["win", "lead"]
HorizonName = Literal["game", "chapter"]
OBJECTIVES: tuple[str, ...] = get_args(
    ObjectiveName
)  # in the order of `digsite.simulator.kernel.search.worlds.Objective`
HORIZONS: tuple[str, ...] = get_args(HorizonName)


@dataclass(frozen=True)
class Lookahead:
    """What a game may declare as `LOOKAHEAD` in its `columns.py`.

    objective: the goal of look-ahead players: "win" for their share of the win, with points breaking ties, or "lead" for
               points ahead of the best rival.
    chapter:   a field of the State that changes when a chapter of the game is over. Sampled deals then end with the
               chapter, so `score` must be meaningful there. Without it they end with the game.
    """

    objective: ObjectiveName = "win"
    chapter: str = ""

    @property
    def horizon(self) -> HorizonName:
        """Return how far players look ahead."""
        return "chapter" if self.chapter else "game"

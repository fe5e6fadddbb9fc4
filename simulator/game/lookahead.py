"""How players of a game look ahead where they think: what for, and how far (no numba)."""

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
    """What a game may say of it as `LOOKAHEAD` in its `columns.py`.

    objective: what players who think play for: "win" for their part of the win, more points breaking ties, or "lead"
               for points ahead of the best rival.
    chapter:   a field of the State that changes when a chapter of the game is over. The worlds of players who think then
               end with the chapter, so `score` must say there how things stand. Without it they end with the game.
    """

    objective: ObjectiveName = "win"
    chapter: str = ""

    @property
    def horizon(self) -> HorizonName:
        """How far players look ahead."""
        return "chapter" if self.chapter else "game"

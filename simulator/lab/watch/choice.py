"""Which game to watch: one of a run, or of a setting that no run records."""

import secrets
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.play.plan import Plan
from digsite.simulator.runs.replay import find_game_index

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.rollouts import RolloutTable
    from digsite.simulator.runs.run import Run

KINDS = ("random", "median", "closest", "longest", "widest")
SAMPLE = 200  # games of a setting among which one is chosen


@dataclass(frozen=True)
class Setting:
    """A plan whose games are played and not recorded; it stands where a run would."""

    plan: Plan

    @property
    def game(self) -> "Game":
        """Return the game that is played."""
        return self.plan.definition

    @property
    def folder(self) -> Path:
        """Return no folder: nothing is written."""
        return Path()

    @property
    def name(self) -> str:
        """Return the name of its game."""
        return self.plan.game


def game_of_run(run: "Run", which: str | int) -> int:
    """Return the index of a game of a run: a number, or one of `KINDS`."""
    if isinstance(which, int):
        return which
    _check(which)
    return secrets.randbelow(max(run.rows, 1)) if which == "random" else find_game_index(run, which)


def game_of_setting(table: "RolloutTable", which: str | int) -> int:
    """Return the same for a setting, among its first games."""
    if isinstance(which, int):
        if which < 0:
            raise WrongUse(f"Games are numbered from 0; {which} is none.")
        return which
    _check(which)
    if which == "random":
        return secrets.randbelow(SAMPLE)
    rows = table.play(0, SAMPLE).rows
    scores = np.sort(rows["score"][:, : table.seats], axis=1)
    best, margin = scores[:, -1], scores[:, -1] - scores[:, max(table.seats - 2, 0)]
    measure = {
        "median": -np.abs(best - np.median(best)), "closest": -margin, "widest": margin, "longest": rows["turns"],
    }[which]  # fmt: skip
    return int(measure.argmax())


def _check(which: str) -> None:
    if which not in KINDS:
        raise unknown("choice of a game", which, KINDS)

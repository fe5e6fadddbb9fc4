"""How good the strategies are where that was measured: each game's strength.toml, written by `benchmarks/strength.py`.

A row says how often a strategy that thinks won against itself, by the printed rules. Rows are of one version of the
game; those of another version say nothing of the present players.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from digsite.simulator.games import find_game

FILE = "strength.toml"
WORLDS = 32  # for each option, that the goal is about
GOAL = 0.55  # a strategy whose thinking form wins no more of its meetings with one rival holds its own


@dataclass(frozen=True)
class Strength:
    """What a strategy's thinking form won at a table of so many, against the strategy in all other seats."""

    strategy: str
    players: int
    think: int  # worlds for each option
    win: float
    low: float
    high: float
    games: int
    seed: int

    @property
    def thinking(self) -> str:
        """Who thought: opportunist+32."""
        return f"{self.strategy}+{self.think}"

    @property
    def bound(self) -> float:
        """The goal as a share of the wins at this table: 55 % against one rival, 29 % among four."""
        return GOAL / (GOAL + (1 - GOAL) * (self.players - 1))

    @property
    def holds(self) -> bool | None:
        """Whether the strategy holds its own; nothing where the games cannot tell.

        Against fewer worlds it may lose too much, but not show that it would lose no more against as many as the goal is about.
        """
        if self.low > self.bound:
            return False
        return True if self.high <= self.bound and self.think >= WORLDS else None


@cache
def strengths_of(game: str, version: int, players: int) -> Mapping[str, Strength]:
    """What was measured of this version of a game at a table of so many, by strategy."""
    path = find_game(game).home.players.folder / FILE
    if not path.exists():
        return {}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = [Strength(**row) for row in table["measured"]] if table["version"] == version else []
    return {row.strategy: row for row in rows if row.players == players}

"""The measured strength of strategies: each game's strength.toml, written by `benchmarks/strength.py`.

A row says how often the look-ahead form of a strategy won against the strategy itself, by the published rules. A row
counts for one version of the game only.
"""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from digsite.simulator.games import find_game

FILE = "strength.toml"
WORLDS = 32  # sampled deals for each option in the goal
GOAL = 0.55  # a strategy holds its own if its look-ahead form wins no more than this against one rival


@dataclass(frozen=True)
class Strength:
    """The wins of a strategy's look-ahead form at a table of this size, with the plain strategy in all other seats."""

    strategy: str
    players: int
    think: int  # sampled deals for each option
    win: float
    low: float
    high: float
    games: int
    seed: int

    @property
    def lookahead_name(self) -> str:
        """The name of the look-ahead player: opportunist+32."""
        return f"{self.strategy}+{self.think}"

    @property
    def bound(self) -> float:
        """The goal as a win rate at this table: 55 % against one rival, 29 % among four."""
        return GOAL / (GOAL + (1 - GOAL) * (self.players - 1))

    @property
    def holds(self) -> bool | None:
        """Whether the strategy holds its own; None if the games leave it open.

        A measurement with fewer sampled deals than the goal's can show that a strategy fails, but not that it holds.
        """
        if self.low > self.bound:
            return False
        return True if self.high <= self.bound and self.think >= WORLDS else None


@cache
def strengths_of(game: str, version: int, players: int) -> Mapping[str, Strength]:
    """Return what was measured for this version of a game at a table of this size, by strategy."""
    path = find_game(game).home.players.folder / FILE
    if not path.exists():
        return {}
    table = tomllib.loads(path.read_text(encoding="utf-8"))
    rows = [Strength(**row) for row in table["measured"]] if table["version"] == version else []
    return {row.strategy: row for row in rows if row.players == players}

"""A plan: all that decides what a run holds. The same plan gives the same bytes."""

import hashlib
import json
from dataclasses import asdict, dataclass, field
from typing import Any

PART_GAMES = 50_000
FORMAT = 1


@dataclass(frozen=True)
class Plan:
    """What is to be played."""

    game: str
    game_version: int
    players: list[str]  # line-up as typed, in seat order before rotation
    weights: list[list[float]]
    rules: dict[str, Any]  # every figure, resolved
    variants: list[str]
    settings: list[str]
    games: int
    seed: int
    rotate: bool
    events: int
    part_games: int = PART_GAMES
    plugins: dict[str, str] = field(default_factory=dict)  # plug-in file to the hash of its text

    @property
    def seats(self) -> int:
        return len(self.players)

    @property
    def parts(self) -> int:
        return -(-self.games // self.part_games)

    def part_range(self, part: int) -> range:
        """The games of one part."""
        return range(part * self.part_games, min(self.games, (part + 1) * self.part_games))

    def to_dict(self) -> dict[str, Any]:
        return asdict(self)

    def fingerprint(self) -> str:
        """A short hash of everything in the plan."""
        return hashlib.sha256(json.dumps(self.to_dict(), sort_keys=True).encode()).hexdigest()[:16]

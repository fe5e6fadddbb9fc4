"""What another process is asked to play as plain Python, as plain data."""

import json
import linecache
from base64 import b64decode, b64encode
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Self

import numpy as np

from digsite.simulator.play.seating import Seating
from digsite.simulator.play.table import Table
from digsite.strategies.plugins.load import Source, load_plugins
from digsite.strategies.registry import Player, strategies_of
from digsite.strategies.search import SearchSettings


@dataclass(frozen=True)
class Request:
    """Games of a user's game.

    folder:  the game's.
    number:  the game to play; without it, the games of a rehearsal.
    seating: who sits where; by default fixed.
    rules:   the Rules record, in letters.
    players: each player's strategy, weights, label and search.
    plugins: the files and texts that strategies come from.
    """

    folder: str
    number: int | None = None
    seed: int = 1
    seating: dict[str, Any] | None = None
    rules: str = ""
    players: list[dict[str, Any]] = field(default_factory=list)
    plugins: list[dict[str, str]] = field(default_factory=list)
    nudge: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of_game(cls, table: Table, number: int) -> Self:
        """Return the request for one game of a table."""
        sources = {player.strategy.origin for player in table.players if player.strategy.function}
        return cls(
            str(table.game.home.rules.folder), number, table.seed, asdict(table.seating),
            b64encode(table.rules.tobytes()).decode(), [_player(player) for player in table.players],
            [{"file": file, "text": "".join(linecache.getlines(file))} for file in sorted(sources)], dict(table.nudge),
        )  # fmt: skip

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    @property
    def about(self) -> str:
        """Return what is played, whatever the number of the game."""
        return json.dumps(self.to_dict() | {"number": None})

    def table(self, kind: type[Table], game: Any) -> Table:
        """Return the table that plays it."""
        rules = np.frombuffer(bytearray(b64decode(self.rules)), game.records.rules).view(np.recarray)
        known = strategies_of(game.id) | {made.name: made for made in load_plugins(Source(**it) for it in self.plugins)}
        players = [
            Player(known[it["name"]], tuple(it["weights"]), it["label"], SearchSettings(**it["search"]) if it["search"] else None)
            for it in self.players
        ]  # fmt: skip
        seating = Seating.of(self.seating) if self.seating else None
        return kind(game, rules, players, self.seed, seating, self.nudge or None)


def _player(player: Player) -> dict[str, Any]:
    return {
        "name": player.strategy.name, "weights": list(player.weights), "label": player.label,
        "search": player.search.to_dict() if player.search else None,
    }  # fmt: skip

"""A plan: all that decides what a run holds. The same plan gives the same bytes."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from simulator.errors import WrongUse
from simulator.game.game import Game
from simulator.games import find_game
from strategies.plugins import load_plugins, read_sources
from strategies.registry import default_line_up, line_up

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
    plugins: list[dict[str, str]] = field(default_factory=list)  # the file name and text of each plug-in

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


def make_plan(
    game: str,
    games: int,
    *,
    players: int | None = None,
    seats: Sequence[str] | None = None,
    variants: Iterable[str] = (),
    settings: Iterable[str] = (),
    rules_file: Path | str | None = None,
    plugins: Iterable[Path | str] = (),
    seed: int | None = None,
    rotate: bool = False,
    events: int = 20_000,
) -> Plan:
    """All that decides what a run holds, checked. The arguments are those of `simulate`."""
    found = find_game(game)
    if games < 1:
        raise WrongUse(f"--games must be at least 1; {games} is not.")
    if seed is None:
        seed = secrets.randbelow(2**31)
    if not 0 <= seed < 2**63:
        raise WrongUse(f"--seed must be a whole number from 0 to 2**63 - 1; {seed} is not.")
    if rotate and seats is None and players is None:
        players = found.players[-1]
    texts = seat_texts(found, players, seats)
    if rotate and games % len(texts):
        games += len(texts) - games % len(texts)
    variants, settings = list(dict.fromkeys(variants)), list(settings)
    figures = found.figures
    if rules_file:
        figures = figures.with_file(Path(rules_file))
    figures = figures.with_variants(variants, len(texts)).with_settings(settings)
    found.build_rules(figures, len(texts))  # refuses figures that cannot go together
    sources = read_sources(plugins)
    lined_up = line_up(found.id, texts, load_plugins(sources))
    return Plan(
        game=found.id,
        game_version=found.version,
        players=texts,
        weights=[list(player.weights) for player in lined_up],
        rules=figures.values(),
        variants=variants,
        settings=settings,
        games=games,
        seed=seed,
        rotate=rotate,
        events=min(events, games),
        plugins=[source.to_dict() for source in sources],
    )


def seat_texts(game: Game, players: int | None, seats: Sequence[str] | None) -> list[str]:
    """One strategy text per seat, from a player count, a list of strategies, or both."""
    counts = f"{game.players[0]} to {game.players[-1]}"
    texts = [text for text in (seats or []) if text]
    wanted = players or (len(texts) if len(texts) > 1 else game.players[0] if len(texts) == 1 else game.players[-1])
    if wanted not in game.players:
        raise WrongUse(f"{game.title} is for {counts} players, not for {wanted}.")
    if len(texts) == 1:
        texts = texts * wanted
    if not texts:
        texts = default_line_up(game.id, wanted)
    if len(texts) != wanted:
        raise WrongUse(
            f"--seats names {len(texts)} strategies for {wanted} players; name one for each seat, or one for all."
        )
    return texts

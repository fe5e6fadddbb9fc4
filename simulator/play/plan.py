"""A plan: all that decides what a run holds. The same plan gives the same bytes."""

import hashlib
import json
import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from simulator.errors import WrongUse, unknown
from simulator.game.wording import typed
from simulator.games import find_game
from strategies.plugins import Source, load_plugins, read_sources
from strategies.registry import default_line_up, line_up

if TYPE_CHECKING:
    from simulator.game.figures import Figures
    from simulator.game.game import Game

PART_GAMES = 50_000
EVENTS = 20_000  # games whose events are kept, unless the user says otherwise
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
        """How many players there are."""
        return len(self.players)

    @property
    def parts(self) -> int:
        """How many parts its games are written in."""
        return -(-self.games // self.part_games)

    def part_range(self, part: int) -> range:
        """The games of one part."""
        return range(part * self.part_games, min(self.games, (part + 1) * self.part_games))

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as a manifest keeps it."""
        return asdict(self)

    def fingerprint(self) -> str:
        """A short hash of everything in the plan."""
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> str:
        return short_hash(self.to_dict())


def short_hash(data: Any) -> str:
    """A short hash of plain data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


class PlanArguments(TypedDict, total=False):
    """What decides a plan beside the game and the number of games; all that plays takes these arguments.

    players:    how many seats; by default as many as `seats` names, else the game's maximum.
    seats:      a strategy per seat, ["cautious", "rusher:gap=2"] or "cautious,rusher:gap=2", or one for all.
    variants:   names of rule variants.
    settings:   rule figures, {"cards.hand": 7} or ["cards.hand=7"].
    rules_file: a rules file as `digsite rules GAME --export` writes it.
    plugins:    Python files that declare strategies, or their sources.
    seed:       decides all chance; drawn when not given.
    """

    players: int | None
    seats: str | Sequence[str] | None
    variants: Iterable[str]
    settings: Mapping[str, Any] | Iterable[str]
    rules_file: Path | str | None
    plugins: Iterable[Path | str | Source]
    seed: int | None


def check_names(arguments: Mapping[str, Any], known: type) -> None:
    """Answer a keyword that is none of a TypedDict's names with the nearest right one."""
    for name in arguments:
        if name not in known.__annotations__:
            raise unknown("argument", name, known.__annotations__)


def make_plan(
    game: str,
    games: int,
    *,
    rotate: bool = False,
    events: int = EVENTS,
    part_games: int = PART_GAMES,
    **arguments: Unpack[PlanArguments],
) -> Plan:
    """All that decides what a run holds, checked."""
    check_names(arguments, PlanArguments)
    found = find_game(game)
    if games < 1:
        raise WrongUse(f"--games must be at least 1; {games} is not.")
    seed = _checked_seed(arguments.get("seed"))
    players, named = arguments.get("players"), split_names(arguments.get("seats"))
    if rotate and not named and players is None:
        players = found.players[-1]
    texts = seat_texts(found, players, named)
    if rotate:
        games = whole_rotations(games, len(texts))
    variants = list(dict.fromkeys(arguments.get("variants", ())))
    settings = setting_texts(arguments.get("settings", ()))
    figures = figures_of(found, arguments.get("rules_file"))
    figures = figures.with_variants(variants, len(texts)).with_settings(settings)
    found.build_rules(figures, len(texts))  # refuses figures that cannot go together
    sources = plugin_sources(arguments.get("plugins", ()))
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
        part_games=part_games,
        plugins=[source.to_dict() for source in sources],
    )


def _checked_seed(seed: int | None) -> int:
    if seed is None:
        return secrets.randbelow(2**31)
    if not 0 <= seed < 2**63:
        raise WrongUse(f"--seed must be a whole number from 0 to 2**63 - 1; {seed} is not.")
    return seed


def whole_rotations(games: int, seats: int) -> int:
    """So many games, rounded up so that every deal is played in all rotations."""
    return -(-games // seats) * seats


def split_names(text: str | Sequence[str] | None) -> list[str]:
    """Names from a list, or from one text with commas between them."""
    words = text.split(",") if isinstance(text, str) else text or ()
    return [word.strip() for word in words if word.strip()]


def setting_texts(settings: Mapping[str, Any] | Iterable[str]) -> list[str]:
    """Settings as a user types them: key=value.

    >>> setting_texts({"cards.hand": 7, "tiles.victory": [5, 10]})
    ['cards.hand=7', 'tiles.victory=5,10']
    """
    if not isinstance(settings, Mapping):
        return list(settings)
    return [f"{key}={typed(value)}" for key, value in settings.items()]


def figures_of(game: "Game", rules_file: Path | str | None = None) -> "Figures":
    """A game's rule figures, corrected by a user's rules file if there is one."""
    return game.figures.with_file(Path(rules_file)) if rules_file else game.figures


def plugin_sources(plugins: Iterable[Path | str | Source]) -> list[Source]:
    """The sources of plug-ins: those given as files are read."""
    sources: list[Source] = []
    for plugin in plugins:
        sources += [plugin] if isinstance(plugin, Source) else read_sources([plugin])
    return sources


def with_figures(plan: Plan, changes: Mapping[str, Any]) -> Plan:
    """The plan under changed rule figures; figures that cannot go together are refused."""
    game = find_game(plan.game)
    figures = game.figures.replace(plan.rules).replace(changes)
    game.build_rules(figures, plan.seats)
    return replace(plan, rules=figures.values())


def seat_texts(game: "Game", players: int | None, named: Sequence[str]) -> list[str]:
    """One strategy text per seat, from a player count, a list of strategies, or both."""
    wanted = players or _players_for(game, named)
    if wanted not in game.players:
        raise WrongUse(f"{game.title} is for {game.players[0]} to {game.players[-1]} players, not for {wanted}.")
    texts = list(named) or default_line_up(game.id, wanted)
    if len(texts) == 1:
        texts = texts * wanted
    if len(texts) != wanted:
        raise WrongUse(
            f"--seats names {len(texts)} strategies for {wanted} players; name one for each seat, or one for all."
        )
    return texts


def _players_for(game: "Game", named: Sequence[str]) -> int:
    """How many play when nobody says: as many as are named; with one name the fewest, with none the most."""
    if len(named) > 1:
        return len(named)
    return game.players[0] if named else game.players[-1]

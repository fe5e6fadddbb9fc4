"""A plan: everything that decides the contents of a run. The same plan produces the same bytes."""

import hashlib
import json
import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack, cast

from digsite.simulator.errors import WrongUse, unique_names, unknown
from digsite.simulator.game.texts import read_text
from digsite.simulator.game.wording import typed
from digsite.simulator.game_files import GameFiles
from digsite.simulator.games import allowed_game, chosen_game, find_game, game_in
from digsite.simulator.options import BY_FLAG, OPTIONS
from digsite.simulator.play.arguments import as_list, flag, names, path_of, seed_of, text_of, whole_number
from digsite.simulator.play.seating import BALANCED, CYCLIC, FIXED, SEATINGS, Seating, whole_deals
from digsite.simulator.saved_games import open_saved
from digsite.strategies.naming import read_name
from digsite.strategies.plugins.load import Source, load_plugins, read_sources, sources_of
from digsite.strategies.registry import default_line_up, line_up

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.rules.figures import Figures
    from digsite.simulator.trust import Code

MOST_GAMES = 2**32  # of a run: its column of indices has 32 bits
PART_GAMES = 10_000  # an unfinished part is lost when play stops
MOST_PART_GAMES = 1_000_000  # the rows of a part stay in memory until it is complete
LOOKAHEAD_PART_GAMES = 24  # such games take seconds
EVENTS = 20_000  # games whose events are saved by default
_LEFT_OUT = ("sides", "nudge", "thinking", "provenance", "rules_file", "game_files", "learned")  # if empty
FORMAT = 1


@dataclass(frozen=True)
class Plan:
    """What to play."""

    game: str
    game_version: int
    players: list[str]  # line-up as typed, in the seat order of the first game
    weights: list[list[float]]
    rules: dict[str, Any]  # every figure, resolved
    variants: list[str]
    settings: list[str]
    games: int
    seed: int
    seating: str  # balanced, cyclic or fixed
    events: int  # the first games, of which events are saved
    part_games: int = PART_GAMES
    plugins: list[dict[str, str]] = field(default_factory=list)  # file name and text of each plug-in
    nudge: dict[str, Any] = field(default_factory=dict)  # the change to one seat of each game; empty for none
    thinking: list[dict[str, Any] | None] = field(default_factory=list)  # each player's look-ahead; empty for none
    provenance: dict[str, dict[str, Any]] = field(default_factory=dict)  # of figures, where a rules file changes it
    sides: list[int] = field(default_factory=list)  # the first seat of each seat's side; empty if each is for itself
    rules_file: dict[str, str] = field(default_factory=dict)  # file name and text; empty for the published rules
    game_files: dict[str, str] = field(default_factory=dict)  # the texts of a user's game, by path; empty for digsite's
    learned: dict[str, str] = field(default_factory=dict)  # the files of learned players in letters, by name

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.players)

    @cached_property
    def files(self) -> GameFiles | None:
        """Return the files of the user's game that it plays; None for one of digsite's."""
        return GameFiles(self.game, self.game_files) if self.game_files else None

    @property
    def definition(self) -> "Game":
        """Return the very game that it plays: a user's by the texts in the plan, whatever its folder holds today."""
        return game_in(open_saved(self.files)) if self.files else find_game(self.game)

    @property
    def game_id(self) -> str:
        """Return the id of that game in this process."""
        return self.definition.id

    @property
    def side_count(self) -> int:
        """Return the number of sides that can win: seats, or teams; 1 if all play together."""
        return len(set(self.sides)) or self.seats

    @property
    def fair_share(self) -> float:
        """Return the share of the wins that a seat, or the side it is on, has if no side is better off."""
        return 1 / self.side_count

    @property
    def has_rivals(self) -> bool:
        """Return whether seats play against each other: not alone, and not all together."""
        return self.side_count > 1

    @property
    def called(self) -> str:
        """Return its game's name on a command line."""
        return self.definition.called

    @property
    def code(self) -> "list[Code]":
        """Return the code that it would run besides digsite's: a user's game and plug-ins."""
        return [*([self.files] if self.files else []), *self.sources]

    @property
    def figures(self) -> "Figures":
        """Return its rule figures, each with its source and whether that confirms it."""
        return self.definition.figures.replace(self.rules).with_provenance(self.provenance)

    @property
    def table(self) -> str:
        """Return the number of players in words: 4 players."""
        return "1 player" if self.seats == 1 else f"{self.seats} players"

    @property
    def saved_players(self) -> "SavedPlayers":
        """Return what its players play with, as saved: arguments of `line_up`."""
        return {"seats": self.seats, "weights": self.weights, "learned": self.learned}

    @property
    def sources(self) -> list[Source]:
        """Return its plug-ins without running them."""
        return sources_of(self.plugins)

    @property
    def parts(self) -> int:
        """Return the number of parts that its games are written in."""
        return -(-self.games // self.part_games)

    @cached_property
    def seating_plan(self) -> Seating:
        """Return who sits where in each of its games."""
        players = zip(self.players, self.weights, self.thinking or [None] * self.seats, strict=True)
        alike = self.seats > 1 and len({json.dumps(player) for player in players}) == 1
        return Seating(self.seating, self.seats, alike, tuple(self.sides))

    @property
    def rotations(self) -> int:
        """Return how many of its games share each deal."""
        return self.seating_plan.rotations

    @property
    def deals(self) -> int:
        """Return the number of its deals that have all their games."""
        return self.games // self.rotations

    def whole_deals(self, games: int) -> int:
        """Return the number of games, rounded up so that every deal has all its games."""
        return whole_deals(games, self.rotations)

    def part_range(self, part: int) -> range:
        """Return the games of one part."""
        return range(part * self.part_games, min(self.games, (part + 1) * self.part_games))

    def to_dict(self) -> dict[str, Any]:
        """Return plain data for a manifest; optional entries are left out if empty.

        A cyclic or fixed plan has `rotate`, as the first versions wrote it, so that their runs can be resumed.
        """
        known = {name: value for name, value in asdict(self).items() if value or name not in _LEFT_OUT}
        if self.seating == BALANCED:
            return known
        return {("rotate" if name == "seating" else name): value for name, value in known.items()} | {
            "rotate": self.seating == CYCLIC
        }

    def fingerprint(self) -> str:
        """Return a short hash of everything in the plan."""
        return self._fingerprint

    @cached_property
    def _fingerprint(self) -> str:
        return short_hash(self.to_dict())


class SavedPlayers(TypedDict):
    """What the players of a plan play with, by the names of `line_up`'s arguments."""

    seats: int
    weights: list[list[float]]
    learned: dict[str, str]


def short_hash(data: Any) -> str:
    """Return a short hash of plain data."""
    return hashlib.sha256(json.dumps(data, sort_keys=True).encode()).hexdigest()[:16]


class PlanArguments(TypedDict, total=False):
    """The arguments that decide a plan besides the game and the number of games; every function that plays takes them.

    players:    number of seats; by default as many as `seats` names, otherwise the game's maximum.
    seats:      a strategy per seat, ["cautious", "rusher:tempo=7"] or "cautious,rusher:tempo=7", or one for all;
                "rusher+32" looks ahead, with 32 sampled deals per option; "rusher@tuned.toml" reads weights from a file.
    variants:   names of rule variants, ["short"] or "short".
    settings:   rule figures, {"cards.hand": 7}, ["cards.hand=7"] or "cards.hand=7".
    rules_file: a rules file as `digsite rules GAME --export` writes it.
    plugins:    Python files that declare strategies, or their sources.
    seed:       the seed of all chance; drawn by default.
    seating:    "balanced" (default): strategies play every order, or a balanced sample of orders, each in every seat on
                the same luck; "cyclic": one order, each strategy in every seat; "fixed": every game as typed.
    """

    players: int | None
    seats: str | Sequence[str] | None
    variants: str | Iterable[str]
    settings: Mapping[str, Any] | str | Iterable[str]
    rules_file: Path | str | None
    plugins: Path | str | Source | Iterable[Path | str | Source]
    seed: int | None
    seating: str


def check_names(arguments: Mapping[str, Any], known: type, own: Iterable[str] = ()) -> None:
    """Raise an error for an unknown keyword, neither in a TypedDict nor among `own`, with the nearest right one."""
    choices = dict.fromkeys([*own, *known.__annotations__])
    for name in arguments:
        if name not in choices:
            option = BY_FLAG.get(f"--{name.replace('_', '-')}")
            raise unknown("argument", name, choices, meant=option.name if option and option.name in choices else "")


_CHECKS: dict[str, Callable[[Any], Any]] = {
    "players": lambda value: None if value is None else whole_number("players", value, least=1),
    "seats": lambda value: names("seats", value),
    "variants": lambda value: unique_names("variant", names("variants", value)),
    "settings": lambda value: setting_texts(value),
    "rules_file": lambda value: path_of("rules_file", value) if value else None,
    "plugins": lambda value: plugin_list(value),
    "seed": lambda value: None if value is None else seed_of(value),
    "seating": lambda value: seating_of(value) if value else "",
}


def check_arguments(arguments: PlanArguments) -> PlanArguments:
    """Return the arguments in plain forms, lists as lists; raise `WrongUse` for a wrong type."""
    return cast("PlanArguments", {name: _CHECKS[name](value) for name, value in arguments.items()})


def game_of(name: Any, trusted: bool = False) -> "Game":
    """Return the game that a user names; naming a game's folder allows its code, and so does `trusted`."""
    return chosen_game(text_of("game", str(name) if isinstance(name, Path) else name), trusted)


def make_plan(
    game: Path | str,
    games: int,
    *,
    rotate: bool = False,
    events: int = EVENTS,
    part_games: int | None = None,
    **arguments: Unpack[PlanArguments],
) -> Plan:
    """Return the checked plan of a run."""
    check_names(arguments, PlanArguments, ("games", "rotate", "events", "part_games"))
    found, arguments = (
        allowed_game(text_of("game", str(game) if isinstance(game, Path) else game)),
        check_arguments(arguments),
    )
    games, events = (
        whole_number("games", games, least=1, most=MOST_GAMES),
        whole_number("events", events, most=MOST_GAMES),
    )
    if part_games is not None:
        part_games = whole_number("part_games", part_games, least=1, most=MOST_PART_GAMES)
    seating = seating_of(arguments.get("seating"), flag("rotate", rotate))
    seed = arguments.get("seed")
    players, named = arguments.get("players"), names("seats", arguments.get("seats"))
    texts = seat_texts(found, players, named)
    variants = list(arguments.get("variants", ()))
    settings = setting_texts(arguments.get("settings", ()))
    keys = [text.partition("=")[0].strip() for text in settings]
    if twice := next((key for key in keys if keys.count(key) > 1), ""):
        raise WrongUse(f"{twice} is set twice; leave one of them out.")
    read = figures_of(found, rules_file := arguments.get("rules_file"))
    figures = read.with_variants(variants, len(texts)).with_settings(settings)
    rules = found.build_rules(figures, len(texts))  # refuses figures that cannot go together
    sources = plugin_sources(arguments.get("plugins", ()))
    lined_up = line_up(found.id, texts, load_plugins(sources), seats=len(texts))
    thoughts = [player.search.to_dict() if player.search else None for player in lined_up]
    plan = Plan(
        game=found.name,
        game_version=found.version,
        players=texts,
        weights=[list(player.weights) for player in lined_up],
        rules=figures.values(),
        variants=variants,
        settings=settings,
        games=games,
        seed=secrets.randbelow(2**31) if seed is None else seed,
        seating=seating,
        events=events,
        thinking=thoughts if any(thoughts) else [],
        plugins=[source.to_dict() for source in sources],
        provenance=figures.provenance_beyond(found.figures),
        sides=found.sides(rules[0], len(texts)),
        rules_file=_saved_file(rules_file) if rules_file and _differ(read, found.figures) else {},
        game_files=dict(found.home.files.texts) if found.home.files else {},
        learned={read_name(player.label).file: player.network.to_text() for player in lined_up if player.network},
    )
    games = min(plan.whole_deals(games), MOST_GAMES // plan.rotations * plan.rotations)
    return replace(plan, games=games, part_games=part_games or usual_part(plan))


def usual_part(plan: Plan) -> int:
    """Return the default number of games in a part."""
    return whole_deals(LOOKAHEAD_PART_GAMES, plan.seats) if plan.thinking else PART_GAMES


def moving(plan: Plan) -> Plan:
    """Return the plan with each place in every seat, also where all places are alike: it is played next to others."""
    if not plan.seating_plan.is_still:
        return plan
    moved = replace(plan, seating=CYCLIC)
    return replace(moved, games=moved.whole_deals(plan.games), part_games=moved.whole_deals(plan.part_games))


def check_moves(arguments: PlanArguments, what: str) -> None:
    """Refuse a fixed seating where strategies are compared: each must play every seat."""
    if arguments.get("seating") == FIXED:
        raise WrongUse(what, " needs every strategy in every seat; leave ", OPTIONS["seating"], f" {FIXED} out.")


def seating_of(value: Any, rotate: bool = False) -> str:
    """Return the seating that a user names, balanced by default; `rotate` is another word for cyclic."""
    named = text_of("seating", value or "").strip().lower()
    if named and named not in SEATINGS:
        raise unknown("seating", named, SEATINGS)
    if rotate and named not in ("", CYCLIC):
        raise WrongUse(OPTIONS["rotate"], " is another word for ", OPTIONS["seating"], f" {CYCLIC}; leave it out.")
    return named or (CYCLIC if rotate else BALANCED)


def setting_texts(settings: Mapping[str, Any] | str | Iterable[str] | None) -> list[str]:
    """Return settings as typed, key=value; one text is one setting, since its value may have commas.

    >>> setting_texts({"cards.hand": 7, "tiles.victory": [5, 10], "steps": range(3)})
    ['cards.hand=7', 'tiles.victory=5,10', 'steps=0,1,2']
    """
    if not isinstance(settings, Mapping):
        return as_list("settings", settings)
    return [f"{key}={typed(_plain(value))}" for key, value in settings.items()]


def _plain(value: Any) -> Any:
    """Return a range or NumPy value as plain Python."""
    return list(value) if isinstance(value, range) else value.tolist() if hasattr(value, "tolist") else value


def figures_of(game: "Game", rules_file: Path | str | None = None) -> "Figures":
    """Return a game's rule figures, corrected by a user's rules file if there is one."""
    return game.figures.with_file(Path(rules_file)) if rules_file else game.figures


def _saved_file(path: Path | str) -> dict[str, str]:
    return {"file": Path(path).name, "text": read_text(Path(path), "The rules file")}


def _differ(figures: "Figures", printed: "Figures") -> bool:
    return figures.values() != printed.values() or bool(figures.provenance_beyond(printed))


def plugin_list(plugins: Any) -> list[Path | str | Source]:
    """Return plug-ins as a list; a single one counts as a list of one."""
    return as_list("plugins", plugins, (str, Path, Source), "files")


def plugin_sources(plugins: Path | str | Source | Iterable[Path | str | Source]) -> list[Source]:
    """Return the sources of plug-ins, reading those given as files."""
    sources: list[Source] = []
    for plugin in unique_names("plug-in", plugin_list(plugins), key=_whole_name):
        for source in [plugin] if isinstance(plugin, Source) else read_sources([plugin]):
            if source in sources:
                first = sources[sources.index(source)].file
                raise WrongUse(f"The plug-in {source.file} has the same text as {first}; leave one of them out.")
            sources.append(source)
    return sources


def _whole_name(plugin: Path | str | Source) -> object:
    """Return one name for a file, however it is written; a source stands for itself."""
    return plugin if isinstance(plugin, Source) else os.path.realpath(plugin)


def with_figures(plan: Plan, changes: Mapping[str, Any]) -> Plan:
    """Return the plan with changed rule figures; raise `WrongUse` if they are impossible together."""
    figures = plan.figures.replace(changes)
    plan.definition.build_rules(figures, plan.seats)
    return replace(plan, rules=figures.values())


def seat_texts(game: "Game", players: int | None, named: Sequence[str]) -> list[str]:
    """Return one strategy text per seat, from a player count, a list of strategies, or both."""
    wanted = players or _players_for(game, named)
    if wanted not in game.players:
        raise WrongUse(f"{game.title} is for {game.player_counts}, not for {wanted}.")
    texts = list(named) or default_line_up(game.id, wanted)
    if len(texts) == 1:
        texts = texts * wanted
    if len(texts) != wanted:
        raise WrongUse(
            OPTIONS["seats"],
            f" names {len(texts)} strategies for {wanted} players; name one for each seat, or one for all.",
        )
    return texts


def rivals_at(game: "Game", players: int | None, needs: str) -> int:
    """Return the number of players, by default the fewest with a rival; raise `WrongUse` for one player alone.

    needs: what needs a rival, to begin the sentence.
    """
    if game.max_seats < 2:
        raise WrongUse(f"{needs}; {game.title} is for {game.player_counts}.")
    seats = players or max(game.players[0], 2)
    if seats < 2:
        raise WrongUse(f"{needs}; ", OPTIONS["players"], " must be at least 2.")
    return seats


def _players_for(game: "Game", named: Sequence[str]) -> int:
    """Return the default player count: as many as named; with one name the fewest rivals, with none the most."""
    if len(named) > 1:
        return len(named)
    return min(max(game.players[0], 2), game.players[-1]) if named else game.players[-1]

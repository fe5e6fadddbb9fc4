"""The strategies of a game: digsite's from the game's strategies.toml, a user's from plug-in files.

Reading the list needs no numba; a strategy is compiled when it is first used.
"""

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.games import find_game
from digsite.simulator.home import name_in
from digsite.strategies.bounds import Bounds, bounds_of, usual_bounds
from digsite.strategies.general import GENERAL, GREEDY, SEARCHER, general_search
from digsite.strategies.naming import Named, read_name
from digsite.strategies.person import END, PERSON
from digsite.strategies.search import KNOBS, SearchSettings, search_settings
from digsite.strategies.weights_file import read_weights

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from digsite.simulator.game.game import Game
    from digsite.strategies.learned.file import LearnedPlayer

RANDOM, LEARNED = "random", "learned"
_OF_FILES = "Plays by a network that has learned from games against itself (learned@FILE); not a good player."


@dataclass(frozen=True)
class Weight:
    """A named number that tunes a strategy without a new compilation."""

    value: float
    about: str = ""
    declared: Bounds | None = None

    @property
    def bounds(self) -> Bounds:
        """The range in which it may be tuned, wide enough for its value."""
        return (self.declared or usual_bounds(self.value)).holding(self.value)


@dataclass(frozen=True, eq=False)
class Strategy:
    """One way to play one game."""

    name: str
    game: str
    about: str = ""
    weights: Mapping[str, Weight] = field(default_factory=dict)
    module: str = ""  # the module of `choose`, if several strategies share one and differ by weights
    function: Callable[..., int] | None = None  # a plug-in's plain Python function
    origin: str = ""  # the plug-in's file
    mind: Any = None  # the dtype of a plug-in's mind
    style: tuple[str, ...] = ()  # weights that define its style; tuning leaves them alone unless asked
    by_players: Mapping[int, Mapping[str, float]] = field(default_factory=dict)  # weights for a number of seats
    shared: bool = False  # whether every game has it

    @property
    def general(self) -> bool:
        """Return whether it is a general player, which looks ahead on random play."""
        return self.shared and self.name in GENERAL

    def weights_for(self, seats: int | None) -> dict[str, float]:
        """Return its weights at a table of this many seats; the general ones if none are declared for it."""
        own = {name: weight.value for name, weight in self.weights.items()}
        return own | dict(self.by_players.get(seats or 0, {}))

    @property
    def learned(self) -> bool:
        """Return whether it plays by a network from a file."""
        return self.shared and self.name == LEARNED

    def choose(self) -> Any:
        """Return the compiled function; a plug-in is compiled now, with checked indices."""
        if self.learned:
            from digsite.strategies.learned.compiled import learned_player

            return learned_player(self.game)
        if self.shared:
            from digsite.strategies.minds import person_player, random_player

            return person_player(self.game) if self.name == PERSON else random_player(self.game)
        if self.function is None:
            return find_game(self.game).chooser(self.module or self.name.replace("-", "_"))
        from digsite.strategies.plugins.load import compile_plugin

        return compile_plugin(self)

    def memory(self) -> int:
        """The bytes that a seat playing it needs for its mind."""
        from digsite.strategies.minds import guard_of, minds_of, own_mind

        if self.learned:
            from digsite.strategies.learned.compiled import room_of

            return int(room_of(self.game).itemsize)
        if self.function is None:
            return int(minds_of(self.game).notes.itemsize)
        game = find_game(self.game)
        return int(guard_of(game, len(self.weights), own_mind(self.mind)).itemsize)


def strategies_of(game: str) -> dict[str, Strategy]:
    """Return a game's strategies by name: the random player that every game has, then the game's own."""
    return _strategies_of(find_game(game))


@cache
def _strategies_of(game: "Game") -> dict[str, Strategy]:
    shared = {RANDOM: Strategy(RANDOM, game.id, "Takes any option with the same chance.", shared=True)}
    return shared | _from_tables(game.id, game.strategy_tables())


def all_strategies(game: str) -> dict[str, Strategy]:
    """Return the same, then the general players, which look ahead; one of the game's own replaces its namesake."""
    known = strategies_of(game)
    general = {name: Strategy(name, game, made.about, shared=True) for name, made in GENERAL.items()}
    return known | {name: made for name, made in general.items() if name not in known}


def learned_strategy(game: str) -> Strategy:
    """Return the strategy of learned players, which play by the network of a file."""
    return Strategy(LEARNED, game, _OF_FILES, shared=True)


def _from_tables(game: str, tables: dict[str, Any]) -> dict[str, Strategy]:
    shared, bounds = tables.pop("shared", {}), tables.pop("bounds", {})
    return {name: _from_toml(name, game, table, shared, bounds) for name, table in tables.items()}


_Shared: TypeAlias = Mapping[str, Mapping[str, Any]]


def _from_toml(name: str, game: str, table: Mapping[str, Any], shared: _Shared, bounds: _Shared) -> Strategy:
    """Return a strategy; its weights are explained in place, or in order by `[shared.MODULE]`.

    `[bounds.MODULE]` declares how far each may be tuned, `style` names those that define the strategy, and
    `[NAME.players.4]` has the weights for tables of four.
    """
    module, given = table.get("module", ""), table.get("weights", {})
    declared = {key: bounds_of(between) for key, between in bounds.get(module or name, {}).items()}
    if module in shared:
        weights = {key: Weight(float(given[key]), about, declared.get(key)) for key, about in shared[module].items()}
    else:
        weights = {key: Weight(**weight, declared=declared.get(key)) for key, weight in given.items()}
    by_players = {int(seats): _numbers(own) for seats, own in table.get("players", {}).items()}
    style = tuple(table.get("style", ()))
    for key in (*declared, *style, *(key for own in by_players.values() for key in own)):
        if key not in weights:
            raise unknown(f"weight of {name}", key, weights)
    return Strategy(name, game, table["about"], weights, module, style=style, by_players=by_players)


def _numbers(weights: Mapping[str, Any]) -> dict[str, float]:
    return {key: float(value) for key, value in weights.items()}


# ------------------------------------------------------------------------------------------------ line-ups


@dataclass(frozen=True)
class Player:
    """A strategy, the weights it plays with, its search if it looks ahead, and its network if it is a learned player."""

    strategy: Strategy
    weights: tuple[float, ...]
    label: str
    search: SearchSettings | None = None
    network: "LearnedPlayer | None" = None

    @property
    def numbers(self) -> "Sequence[float] | npt.NDArray[np.float64]":
        """Return the numbers that its function is handed: its weights, or its network."""
        return self.weights if self.network is None else self.network.numbers


def line_up(
    game: str,
    texts: Iterable[str],
    plugins: Iterable[Strategy] = (),
    *,
    seats: int | None = None,
    weights: Sequence[Sequence[float]] | None = None,
    learned: Mapping[str, str] | None = None,
) -> list[Player]:
    """Return players from texts such as `rusher`, `rusher:tempo=4`, `rusher@tuned.toml` or `rusher+32:caution=1`.

    seats:   the number of players at their table, since weights may depend on it.
    weights: the weights to play with, as saved in a plan; then no file is read.
    learned: the files of learned players, as saved in a plan.
    """
    known, elsewhere = dict(strategies_of(game)), dict[str, Strategy]()
    for made in plugins:
        if made.game != name_in(game):
            elsewhere[made.name] = made
            continue
        if made.name in known:
            whose = known[made.name].origin or "digsite"
            raise WrongUse(f"The strategy {made.name!r} of {made.origin} has the name of one of {whose}; rename it.")
        known[made.name] = _for_version(made, game)
    known |= {name: made for name, made in all_strategies(game).items() if name not in known}
    known.setdefault(LEARNED, learned_strategy(game))
    texts = [text.strip() for text in texts]
    for name in (read_name(text).name for text in texts):
        if name in elsewhere and name not in known:
            other = elsewhere[name]
            raise WrongUse(f"The strategy {name!r} of {other.origin} is for {other.game}, not for {name_in(game)}.")
    if weights is None:
        if PERSON in texts and PERSON not in known:
            raise WrongUse(f"A person takes part in one game at a time: {Command('play', 'GAME', seats=texts)}")
        return [_player(text, known, seats, learned=learned) for text in texts]
    known.setdefault(PERSON, Strategy(PERSON, game, "A person, whose choices are its weights.", shared=True))
    return [_player(text, known, seats, own, learned) for text, own in zip(texts, weights, strict=True)]


@cache
def _for_version(plugin: Strategy, game: str) -> Strategy:
    """Return a plug-in's strategy for one version of its game."""
    return plugin if plugin.game == game else replace(plugin, game=game)


def _player(
    text: str,
    known: Mapping[str, Strategy],
    seats: int | None,
    own: Sequence[float] | None = None,
    learned: Mapping[str, str] | None = None,
) -> Player:
    named = read_name(text)
    name, how, given = named.name, named.how, dict(named.given)
    if name not in known:
        raise unknown("strategy", name, known)
    chosen = known[name]
    if chosen.general:
        return Player(chosen, (), text, general_search(chosen.game, named))
    knobs = {key: given.pop(key) for key in KNOBS if key in given and how}
    if same := [key for key in knobs if key in chosen.weights]:
        raise WrongUse(f"{same[0]} is a weight of {name} and a knob of every look-ahead player; rename the weight.")
    search = search_settings(chosen.game, name, how, knobs) if how else None
    if own is not None and chosen.shared and name == PERSON:
        own = (*own, END)
    if chosen.learned:
        return Player(chosen, (), text, search, _network(chosen, named._replace(given=given), seats, learned or {}))
    weights = tuple(_weights(chosen, named._replace(given=given), seats).values()) if own is None else tuple(own)
    return Player(chosen, weights, text, search)


def _network(chosen: Strategy, named: Named, seats: int | None, saved: Mapping[str, str]) -> "LearnedPlayer":
    """Return the network of a learned player: the saved one of its file, or what the file holds now."""
    from digsite.strategies.learned.file import learned_in, read_learned

    if not named.file:
        raise WrongUse("A learned player needs its file: learned@FOLDER/player.npz, which `digsite learn` writes.")
    if named.given:
        raise WrongUse(f"A learned player has no weights to set by name; leave {next(iter(named.given))} out.")
    game = find_game(chosen.game)
    if named.file in saved:
        return learned_in(saved[named.file], named.file, game, seats)
    return read_learned(named.file, game, seats)


def _weights(chosen: Strategy, named: Named, seats: int | None) -> dict[str, float]:
    """Return a strategy's weights: its own, overridden by those of a file, then by those given as text."""
    weights = chosen.weights_for(seats)
    if named.file:
        weights |= read_weights(named.file, chosen)
    for key, number in named.given.items():
        if key not in weights:
            if key in KNOBS:
                how = "*1000" if key == "reach" else "+32"
                raise WrongUse(f"{key} is for look-ahead players, such as {chosen.name}{how}:{key}={number}.")
            knobs = KNOBS if named.how else ()
            if not weights and not knobs:
                raise WrongUse(f"The strategy {chosen.name!r} has no weights.")
            raise unknown(f"weight of {chosen.name}", key, [*knobs, *weights])
        try:
            weights[key] = float(number)
        except ValueError:
            weights[key] = math.nan
        if not math.isfinite(weights[key]):
            raise WrongUse(f"The weight {key} of {chosen.name} must be a number; {number!r} is not.")
    return weights


def own_strategies(game: str) -> list[str]:
    """Return the names of a game's own strategies: all but the random player."""
    return [name for name in strategies_of(game) if name != RANDOM]


def has_field(game: str) -> bool:
    """Return whether a game has strategies enough of its own, two, to play each other."""
    return len(own_strategies(game)) > 1


def field_of(game: str, plugins: Iterable[Strategy] = ()) -> list[str]:
    """Return the names of a game's strategies and of plug-ins, without the random player unless it is the only one."""
    return [*own_strategies(game), *(made.name for made in plugins)] or [RANDOM]


def stand_in(game: str) -> str:
    """Return the strategy that plays for a person in sampled deals, and gives hints: the game's first own one."""
    return (own_strategies(game) or [RANDOM])[0]


def default_line_up(game: str, seats: int) -> list[str]:
    """Return a game's own strategies, repeated until all seats are filled.

    General players join in where it has fewer than two.
    """
    own = own_strategies(game)
    return seated(own if has_field(game) else list(dict.fromkeys([SEARCHER, *own, GREEDY])), seats)


def default_entrants(game: str, plugins: Iterable[Strategy] = ()) -> list[str]:
    """Return who plays a tournament if nobody is named; general and random players join in where there are too few."""
    field = field_of(game, plugins)
    alone = [name for name in field if name != RANDOM]
    return field if len(field) > 1 else list(dict.fromkeys([SEARCHER, *alone, GREEDY, RANDOM]))


def seated(names: Sequence[str], seats: int) -> list[str]:
    """Return a name for each seat, repeated as often as needed."""
    return [names[seat % len(names)] for seat in range(seats)]

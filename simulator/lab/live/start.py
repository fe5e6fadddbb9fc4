"""What the lab was started with: the first setting, and the games, plug-ins, files and targets that pages may use.

A page may ask for nothing else: a game's folder or a file of weights that nobody named at the start is refused.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

from digsite.analyses.scorecard import Band, default_targets
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.games import all_games, find_game
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.lab.live.setting import MOST_TEXT, Setting
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.plan import PlanArguments, game_of, plugin_sources
from digsite.simulator.trust import allow
from digsite.strategies.naming import read_name

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.strategies.plugins.load import Source

MOST_SEED = 2**31  # which every browser can hold


@dataclass(frozen=True)
class Start:
    """What the lab was started with.

    setting:  what pages begin with.
    games:    how a command names each game that pages may play, by the game's name.
    plugins:  the plug-ins that were named.
    files:    the files of weights that were named.
    targets:  a contract's targets, where it has others than the defaults.
    contract: the contract's file name.
    folder:   where variants and experiments are written.
    """

    setting: Setting
    games: Mapping[str, str]
    plugins: "tuple[Source, ...]" = ()
    files: frozenset[str] = frozenset()
    targets: Mapping[str, Band] | None = None
    contract: str = ""
    folder: Path = Path()

    @cached_property
    def name(self) -> str:
        """Return the name of the game that pages begin with."""
        return self.setting.published.game

    def game(self, name: str) -> "Game":
        """Return a game that pages may play."""
        if name not in self.games:
            raise unknown("game", name, self.games)
        return find_game(self.games[name])

    def read(self, data: Any) -> Setting:
        """Return the setting that a page sends; refuse what was not named at the start."""
        if not isinstance(data, Mapping):
            raise WrongUse("A setting is a game with a line-up.")
        game = data.get("game")
        if not isinstance(game, str) or game not in self.games:
            raise unknown("game", str(game), self.games)
        setting = Setting.of({**data, "game": self.games[game]}, self.plugins_of(game))
        if len(setting.text()) > MOST_TEXT:
            raise WrongUse("This setting is too long.")
        for seat in setting.seats:
            file = read_name(seat).file
            if file and file not in self.files:
                raise WrongUse(f"The weights {file} were not named when the lab was started.")
        return setting

    def plugins_of(self, game: str) -> "tuple[Source, ...]":
        """Return the plug-ins that have strategies for a game."""
        return self.plugins if game == self.name else ()

    def targets_for(self, setting: Setting) -> Mapping[str, Band]:
        """Return the targets of a setting: the contract's for its own game and number of players, or the defaults."""
        usual = default_targets(len(setting.seats))
        own = self.targets is not None and setting.game == self.setting.game
        return usual | dict(self.targets or {}) if own and len(setting.seats) == len(self.setting.seats) else usual

    def has_contract(self, setting: Setting) -> bool:
        """Return whether the targets of a setting come from the contract."""
        return bool(self.contract) and self.targets_for(setting) != default_targets(len(setting.seats))


def start(
    game: str = "", *, contract: Path | None = None, trust: bool = False, **arguments: Unpack[PlanArguments]
) -> Start:
    """Return what the lab is started with; the arguments are those of a plan."""
    targets: Mapping[str, Band] | None = None
    if contract is not None:
        game, arguments, targets = _of_contract(game, contract, trust, arguments)
    game = game or next(iter(all_games()))
    found = game_of(game, trust)
    sources = tuple(plugin_sources(arguments.get("plugins", ())))
    if trust:
        allow(sources)
    named: PlanArguments = {**arguments, "plugins": list(sources)}
    plan = arm_plan(game, 1, **named)
    published = found.figures.values()
    patch = {key: value for key, value in plan.rules.items() if published[key] != value}
    setting = Setting(plan.called, tuple(plan.players), patch, plan.seed % MOST_SEED, sources)
    games = {each.name: each.called for each in all_games().values()} | {found.name: plan.called}
    files = frozenset(file for seat in setting.seats if (file := read_name(seat).file))
    return Start(setting, games, sources, files, targets, contract.name if contract else "", Path.cwd())


def _of_contract(
    game: str, contract: Path, trust: bool, arguments: PlanArguments
) -> tuple[str, PlanArguments, Mapping[str, Band]]:
    """Return the game, the arguments and the targets of a contract, which leaves only the seed to choose."""
    from digsite.simulator.lab.contracts.contract import read_contract

    given = [
        name for name in ("seats", "players", "variants", "settings", "rules_file", "plugins") if arguments.get(name)
    ]
    if game or given:
        what = OPTIONS[given[0]] if given else "the game"
        raise WrongUse("The contract says what is played; leave ", what, " out.")
    read = read_contract(contract, trusted=trust)
    named = read.arguments
    if trust:
        allow(plugin_sources(named.get("plugins", ())))
    return read.game, {**named, "seed": arguments.get("seed")}, read.scored()[1]

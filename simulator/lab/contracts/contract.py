"""Contracts: TOML files with promises about a game's balance, read strictly."""

import math
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from digsite.analyses.experiments.check import (
    CONTRACT,
    ERROR_RATE,
    EVERY_SEAT,
    EVERY_STRATEGY,
    WIN_RATE,
    ContractQuestion,
    Promise,
    wording,
)
from digsite.analyses.probes.line_ups import called
from digsite.simulator import trust
from digsite.simulator.errors import WrongUse, unique_names, unknown
from digsite.simulator.game.texts import is_deep, read_text
from digsite.simulator.games import check_game, find_game
from digsite.simulator.lab.contracts.keys import (
    CONTRACT_KEYS,
    DEEPEST,
    PROMISE_KEYS,
    check_keys,
    check_range,
    check_shape,
    read_band,
    read_promise,
)
from digsite.simulator.lab.experiments.arms import arm_names, arm_plan
from digsite.simulator.lab.experiments.line_ups import line_up_plan
from digsite.simulator.play.arguments import path_of
from digsite.simulator.play.plan import PlanArguments, setting_texts
from digsite.strategies.plugins.load import Source, read_source

if TYPE_CHECKING:
    from digsite.analyses.scorecard import Band
    from digsite.simulator.play.plan import Plan

MOST_GAMES = 200_000


@dataclass(frozen=True)
class Contract:
    """A contract as written: checked key by key, but not yet against its game."""

    file: Path
    text: str
    data: Mapping[str, Any]

    @property
    def game(self) -> str:
        """Return the game it is about."""
        return str(self.data["game"])

    def about(self, game: str) -> "Contract":
        """Return the same contract about another version of its game."""
        return replace(self, data={**self.data, "game": game})

    @property
    def seed(self) -> int | None:
        """Return the seed, if the contract names one."""
        return self.data.get("seed")

    @property
    def most_games(self) -> int:
        """Return the limit of games of each rule set."""
        return int(self.data.get("most_games", MOST_GAMES))

    @property
    def arguments(self) -> PlanArguments:
        """Return the arguments of its plans, without the seed; files are found relative to the contract."""
        data = self.data
        found: dict[str, Any] = {
            "players": data.get("players"),
            "seats": data.get("seats", []),
            "variants": data.get("variant", []),
            "settings": self._settings(data.get("settings", {})),
            "rules_file": self._relative_to_contract(data["rules"]) if "rules" in data else None,
            "plugins": [self._plugin(name) for name in _as_list(data.get("plugins", []))],
            "seating": data.get("seating", ""),
        }
        return cast("PlanArguments", found)

    def _plugin(self, name: str) -> Source:
        """Return a plug-in that the contract names: it runs only if the user has allowed it."""
        with _within(self.file.name):
            source = read_source(self._relative_to_contract(name))
        trust.welcome(self.file, [source])
        return source

    def draw_up(self, games: int, arguments: PlanArguments) -> tuple[ContractQuestion, "dict[str, Plan]"]:
        """Return the question and the plan of each rule set; refuse a promise that cannot be played."""
        if not self.data.get("promise"):
            raise WrongUse(f"{self.file.name} promises nothing; write a [[promise]].")
        with _within(self.file.name):
            base = arm_plan(self.game, games, **arguments)
        self._targets(base.seats)  # a check plays none of them, but a report will
        game, arguments = base.definition, {**arguments, "seed": base.seed}
        unnamed = "printed rules" if base.rules == game.figures.values() else "the contract's rules"
        plans, labels = {CONTRACT: base}, {CONTRACT: " + ".join([*base.variants, *base.settings]) or unnamed}
        promises: list[Promise] = []
        for number, entry in enumerate(self.data["promise"], 1):
            with _within(f"{self.file.name}, promise {number}"):
                arm = self._add_arm(entry, base, games, arguments, plans, labels)
                promise = read_promise(entry, arm)
                alone = ContractQuestion(game, base.players, [promise], labels)
                figures = alone.figures_of(promise)
                check_range(promise, figures, base.seats)
                promises.append(replace(promise, text=promise.text or wording(promise, figures, _under(arm, labels))))
        with _within(f"{self.file.name}, line_ups"):
            promises += self._with_line_ups(promises, base, plans, labels)
        rate = self.data.get("error_rate", ERROR_RATE)
        return ContractQuestion(game, base.players, promises, labels, float(rate)), plans

    def _with_line_ups(
        self, promises: Sequence[Promise], base: "Plan", plans: "dict[str, Plan]", labels: dict[str, str]
    ) -> list[Promise]:
        """Return promises about seats and the game once more for each strategy that is to play in all seats.

        Promises about strategies, and about what other rules change, are of the contract's own line-up.
        """
        own = {*base.players, EVERY_STRATEGY}
        shared = [it for it in promises if it.arm == CONTRACT and not it.change and it.of not in own]
        found: list[Promise] = []
        for number, name in enumerate(unique_names("strategy", _as_list(self.data.get("line_ups", []))), 1):
            label = called([name] * base.seats)
            arm = arm_names([*plans, label])[-1]
            plans[arm], labels[arm] = line_up_plan(base, [name] * base.seats, number), label
            found += [replace(it, arm=arm, text=f"{it.text.rstrip('.')}, with {label}") for it in shared]
        return found

    def scored(self) -> "tuple[Plan, dict[str, Band]]":
        """Return a plan of its game, and its targets for the scorecard: [targets], and promises about every seat."""
        with _within(self.file.name):
            plan = arm_plan(self.game, 1, **self.arguments)
        promises = self.draw_up(1, self.arguments)[0].promises if self.data.get("promise") else []
        found: dict[str, Band] = {}
        for promise in promises:
            if (promise.measure, promise.of, promise.arm) == (WIN_RATE, EVERY_SEAT, CONTRACT):
                ends = [end for end in (promise.at_least, promise.at_most) if end is not None]
                found["seats"] = (-math.inf, max(abs(end - plan.fair_share) for end in ends))
        found |= self._targets(plan.seats)
        if not found:
            raise WrongUse(
                f"{self.file.name} has no target for a scorecard: promise a {WIN_RATE} of every seat, or write [targets]."
            )
        return plan, found

    def _targets(self, seats: int) -> "dict[str, Band]":
        """Return its [targets], each checked against the scorecard for this number of seats."""
        from digsite.analyses.scorecard import default_targets

        known = default_targets(seats)
        with _within(f"{self.file.name}, targets"):
            for name in self.data.get("targets", {}):
                if name not in known:
                    raise unknown("target", name, known)
            return {name: read_band(name, value, known[name]) for name, value in self.data.get("targets", {}).items()}

    def _add_arm(
        self,
        entry: Mapping[str, Any],
        base: "Plan",
        games: int,
        arguments: PlanArguments,
        plans: "dict[str, Plan]",
        labels: dict[str, str],
    ) -> str:
        """Return the arm that a promise is about; its rules are the contract's, and what it changes in them."""
        variants, settings = (
            _as_list(entry.get("variant", [])),
            setting_texts(self._settings(entry.get("settings", {}))),
        )
        label = " + ".join([*variants, *settings])
        if not label:
            if "change" in entry:
                raise WrongUse("a change needs other rules to come from: name a `variant` or `settings`.")
            return CONTRACT
        for arm, known in labels.items():
            if known == label and arm != CONTRACT:
                return arm
        changed: PlanArguments = {
            **arguments,
            "variants": [*base.variants, *variants],
            "settings": [*base.settings, *settings],
        }
        plan = arm_plan(base.game_id, games, **changed)
        if plan.rules == base.rules:
            raise WrongUse(f"{label} changes nothing: these are the contract's own rules.")
        arm = arm_names([*plans, label])[-1]
        plans[arm], labels[arm] = plan, label
        return arm

    def _relative_to_contract(self, name: str) -> Path:
        return self.file.parent / name

    def _settings(self, settings: Any) -> Any:
        """Return settings as {"cards.hand": 7}, also if TOML has turned the dots into tables."""
        if not isinstance(settings, Mapping):
            return settings
        return dict(_flat(settings, find_game(self.game).figures.values()))


def _check_game(name: str, contract: Path, trusted: bool) -> None:
    """Refuse the code of a user's game that the user has not allowed: the contract may come from anywhere."""
    home = find_game(name).home
    if home.files and trusted:
        trust.allow([home.files])
    elif home.files:
        trust.welcome(contract, [home.files])
    check_game(home)


def read_contract(file: Path | str, trusted: bool = False) -> Contract:
    """Return the contract in a file; raise an error that says what is wrong with it.

    trusted: the user allows the code of the game that it is about.
    """
    path = path_of("contract", file, "the contract")
    text = read_text(path, "The contract")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as problem:
        raise WrongUse(f"{path.name} is not TOML: {problem}.") from problem
    except ValueError as problem:  # a number of thousands of digits
        raise WrongUse(f"{path.name} is no contract: a number in it is too long.") from problem
    except RecursionError:
        data = None
    if data is None or is_deep(data, DEEPEST):
        raise WrongUse(f"{path.name} is no contract: its tables are nested too deeply.")
    with _within(path.name):
        check_keys("key", data, CONTRACT_KEYS)
        if "game" not in data:
            raise WrongUse('say which game it is about: game = "lost-cities".')
        _check_game(data["game"], path, trusted)
        if not data.get("promise") and not data.get("targets"):
            raise WrongUse("it promises nothing; write a [[promise]].")
    for number, promise in enumerate(data.get("promise", []), 1):
        with _within(f"{path.name}, promise {number}"):
            check_keys("key", promise, PROMISE_KEYS)
            check_shape(promise)
    return Contract(path, text, data)


@contextmanager
def _within(place: str) -> Iterator[None]:
    """Add the place in a contract to an error."""
    try:
        yield
    except WrongUse as problem:
        raise WrongUse(f"{place}: ", problem) from problem


def _under(arm: str, labels: Mapping[str, str]) -> str:
    return "" if arm == CONTRACT else labels[arm]


def _as_list(value: Any) -> list[str]:
    return [value] if isinstance(value, str) else list(value)


def _flat(table: Mapping[str, Any], known: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        name = f"{before}{key}"
        if isinstance(value, Mapping) and name not in known:
            yield from _flat(value, known, f"{name}.")
        else:
            yield name, value

"""Contracts: TOML files with promises about a game's balance, read strictly."""

import math
import sys
import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
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
from digsite.simulator import trust
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.texts import is_deep, read_text
from digsite.simulator.game.wording import truncate
from digsite.simulator.games import check_game, find_game
from digsite.simulator.lab.experiments.arms import arm_names, arm_plan
from digsite.simulator.play.arguments import path_of
from digsite.simulator.play.plan import PlanArguments, setting_texts
from digsite.strategies.plugins.load import Source, read_source

if TYPE_CHECKING:
    from digsite.analyses.experiments.check import PromisedFigure
    from digsite.analyses.scorecard import Band
    from digsite.simulator.play.plan import Plan

MOST_GAMES = 200_000
_PERCENT = "write shares as parts of 1, without quotes: 0.27 for 27 %"


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
                promise = _promise(entry, arm)
                alone = ContractQuestion(game, base.players, [promise], labels)
                figures = alone.figures_of(promise)
                _check_range(promise, figures, base.seats)
                promises.append(replace(promise, text=promise.text or wording(promise, figures, _under(arm, labels))))
        rate = self.data.get("error_rate", ERROR_RATE)
        return ContractQuestion(game, base.players, promises, labels, float(rate)), plans

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
            return {name: _band(name, value, known[name]) for name, value in self.data.get("targets", {}).items()}

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
    if data is None or is_deep(data, _DEEPEST):
        raise WrongUse(f"{path.name} is no contract: its tables are nested too deeply.")
    with _within(path.name):
        _check_keys("key", data, _TOP)
        if "game" not in data:
            raise WrongUse('say which game it is about: game = "lost-cities".')
        _check_game(data["game"], path, trusted)
        if not data.get("promise") and not data.get("targets"):
            raise WrongUse("it promises nothing; write a [[promise]].")
    for number, promise in enumerate(data.get("promise", []), 1):
        with _within(f"{path.name}, promise {number}"):
            _check_keys("key", promise, _PROMISE)
            _check_shape(promise)
    return Contract(path, text, data)


@contextmanager
def _within(place: str) -> Iterator[None]:
    """Add the place in a contract to an error."""
    try:
        yield
    except WrongUse as problem:
        raise WrongUse(f"{place}: ", problem) from problem


# ------------------------------------------------------------------------------------------------- what may be written


_DEEPEST = 20


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and bool(value.strip()) and value.isprintable()


def _is_texts(value: Any) -> bool:
    return _is_text(value) or (isinstance(value, list) and bool(value) and all(map(_is_text, value)))


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) <= sys.float_info.max


def _whole_from(least: int, most: int = 2**63 - 1) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_range(value: Any) -> bool:
    """Return whether a value is two numbers, of which one may be infinite."""
    if not isinstance(value, list) or len(value) != 2 or not any(map(_is_number, value)):
        return False
    ends = [_is_number(value[0]) or value[0] == -math.inf, _is_number(value[1]) or value[1] == math.inf]
    return all(ends) and not any(isinstance(end, bool) for end in value)


_Check = tuple[Callable[[Any], bool], str]
_NAME: _Check = (_is_text, "a text in quotes, on one line")
_NAMES: _Check = (_is_texts, 'a text or a list of texts, as in ["a", "b"]')
_SETTINGS: _Check = (
    lambda value: (isinstance(value, dict) and bool(value)) or _is_texts(value),
    'a table of rule figures, as in { "cards.hand" = 7 }',
)
_TOP: dict[str, _Check] = {
    "game": _NAME,
    "players": (_whole_from(1), "a whole number of at least 1"),
    "seats": _NAMES,
    "variant": _NAMES,
    "settings": _SETTINGS,
    "rules": _NAME,
    "plugins": _NAMES,
    "seed": (_whole_from(0), "a whole number from 0 to 2**63 - 1"),
    "most_games": (_whole_from(1), "a whole number of at least 1"),
    "error_rate": (
        lambda value: _is_number(value) and 1e-6 <= value < 0.5,
        "a part of 1 from 0.000001 to below a half: 0.05 for 5 %",
    ),
    "promise": (
        lambda value: isinstance(value, list) and all(isinstance(entry, dict) for entry in value),
        "a table with two brackets: [[promise]]",
    ),
    "targets": (lambda value: isinstance(value, dict), "a table: [targets]"),
}
_BOUND: _Check = (_is_number, f"a number ({_PERCENT})")
_PROMISE: dict[str, _Check] = {
    "text": _NAME,
    "measure": _NAME,
    "of": _NAME,
    "share_of_games": (_is_text, 'a condition in quotes, as in "turns > 80"'),
    "at_least": _BOUND,
    "at_most": _BOUND,
    "change": (_is_range, f"a range of two numbers, as in [-8, -3] or [-inf, -3] ({_PERCENT})"),
    "variant": _NAMES,
    "settings": _SETTINGS,
}


def _check_keys(what: str, data: Mapping[str, Any], known: Mapping[str, _Check]) -> None:
    for key, value in data.items():
        if key not in known:
            raise unknown(what, key, known)
        right, must_be = known[key]
        if not right(value):
            raise WrongUse(f"{key} must be {must_be}; {_shortened(value)} is not.")


def _shortened(value: Any) -> str:
    try:
        shown = repr(value)
    except ValueError:
        return "a number so long"
    return truncate(shown, 60)


def _check_shape(promise: Mapping[str, Any]) -> None:
    """Refuse a promise that says too little or too much."""
    if ("measure" in promise) == ("share_of_games" in promise):
        raise WrongUse('say what is promised, by either measure = "..." or share_of_games = "...".')
    bounds = [name for name in ("at_least", "at_most") if name in promise]
    if "change" in promise and bounds:
        raise WrongUse(f"change has both ends already; leave {bounds[0]} out.")
    if "change" not in promise and not bounds:
        raise WrongUse("it has no bound; give at_least, at_most or both, or the change of a variant.")


def _promise(entry: Mapping[str, Any], arm: str) -> Promise:
    change = "change" in entry
    ends = entry["change"] if change else [entry.get("at_least"), entry.get("at_most")]
    least, most = (None if end is None or math.isinf(end) else float(end) for end in ends)
    condition = entry.get("share_of_games", "")
    return Promise(
        " ".join((condition or entry["measure"]).split()),
        entry.get("of", ""),
        least,
        most,
        arm,
        change,
        bool(condition),
        entry.get("text", ""),
    )


def _check_range(promise: Promise, figures: "Sequence[PromisedFigure]", seats: int) -> None:
    """Refuse bounds that no figure or every figure meets."""
    least, most, (lowest, highest) = promise.at_least, promise.at_most, figures[0].limits
    if least is not None and most is not None and least >= most:
        reason = "no figure can keep it" if least > most else "a range without width can never be shown to be kept"
        raise WrongUse(f"it lies between {least:g} and {most:g}: {reason}.")
    outside = [bound for bound in (least, most) if bound is not None and not lowest <= bound <= highest]
    if outside:
        what = "a change of a share lies between -1 and 1" if promise.change else "a share lies between 0 and 1"
        raise WrongUse(f"{outside[0]:g} cannot be, since {what}; {_PERCENT}.")
    if (least is None or least <= lowest) and (most is None or most >= highest):
        raise WrongUse("every share keeps it, so that it promises nothing; choose narrower bounds.")
    if most == lowest or least == highest:
        raise WrongUse("no number of games can show that something never happens; allow a little, such as 0.001.")
    if promise.measure == WIN_RATE and promise.of in (EVERY_SEAT, EVERY_STRATEGY) and not promise.change:
        fair = 1 / seats
        if (most is not None and most <= fair) or (least is not None and least >= fair):
            raise WrongUse(
                f"not all can lie on one side of the fair share of {fair:.4g}: the shares of a game add up to 1."
            )


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


def _band(name: str, value: Any, default: "Band") -> "Band":
    """Return a target: a number replaces the default's only bound; two numbers are a range."""
    if _is_range(value):
        if value[0] >= value[1]:
            raise WrongUse(
                f"{name} = [{value[0]:g}, {value[1]:g}] is no range: write the lower end first, then a higher one."
            )
        _check_shares(name, value, default)
        return float(value[0]), float(value[1])
    if not _is_number(value) or all(map(math.isfinite, default)):
        like = "a range of two numbers, as in [0.1, 0.25]" if all(map(math.isfinite, default)) else "a number"
        raise WrongUse(f"{name} must be {like}; {_shortened(value)} is not.")
    _check_shares(name, [value], default)
    return (float(value), default[1]) if math.isfinite(default[0]) else (default[0], float(value))


def _check_shares(name: str, ends: "Sequence[float]", default: "Band") -> None:
    """Refuse a target beyond 1 where the default is a share, as a percentage would be."""
    if max(abs(end) for end in default if math.isfinite(end)) > 1:
        return
    if wrong := [end for end in ends if math.isfinite(end) and abs(end) > 1]:
        raise WrongUse(f"{name} cannot be {wrong[0]:g}, since it is a share; {_PERCENT}.")

"""The promises of a contract, and the figures of each promise."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

from digsite.analyses.experiments.measures import Measure
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.measures import find_condition, find_measures
from digsite.simulator.play.tallies import Columns

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.experiments.measures import Unit
    from digsite.analyses.stats import Moments
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.measures import Measurable
    from digsite.simulator.play.tallies import Tally

Verdict = Literal["kept", "broken", "undecided"]
ERROR_RATE = 0.05
CONTRACT = "contract"  # the arm with the contract's rules
WIN_RATE, SCORE, TURNS = "win rate", "score", "turns"
EVERY_SEAT, EVERY_STRATEGY = "every seat", "every strategy"
BURN_IN, _BURN_IN_UNBOUNDED = 100, 1_000  # deals before a share, or a figure without bounds, is decided
_FORMER = {"win share": WIN_RATE}  # what former versions called it; it keeps working for one version
_LEAST_SCALE = 1.0  # games count in whole numbers: unseen events may add one more


@dataclass(frozen=True)
class Promise:
    """A promise about a figure.

    measure    "win rate", "score", "turns", a column as `--measure` names it, or a condition such as "turns > 80".
    of         "seat 1", a strategy of the line-up, "every seat", "every strategy"; empty for the game as a whole.
    at_least   the bounds, of which one may be missing; shares are fractions of 1.
    arm        the arm it is about; with `change`, it is about the difference from the contract's rules.
    condition  the share of games in which the condition holds.
    text       in the user's words, or in ours.
    """

    measure: str
    of: str = ""
    at_least: float | None = None
    at_most: float | None = None
    arm: str = CONTRACT
    change: bool = False
    condition: bool = False
    text: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "measure", _FORMER.get(self.measure, self.measure))


@dataclass(frozen=True)
class PromisedFigure:
    """One figure of a promise; `about` names its seat or strategy, where the promise is about every one.

    points     the unit of the game's scores.
    measured   the column measured, where it is one of the game's.
    """

    promise: Promise
    measure: Measure
    about: str = ""
    points: str = "points"
    measurable: Measurable | None = None

    @property
    def limits(self) -> tuple[float, float]:
        """Return the bounds within which the figure always lies."""
        if self.measure.unit != "share":
            return -math.inf, math.inf
        return (-1.0, 1.0) if self.promise.change else (0.0, 1.0)

    @property
    def burn_in(self) -> int:
        """Return the deals needed before it is decided: without bounds, the spread of deals must be seen first."""
        return BURN_IN if self.measure.unit == "share" else _BURN_IN_UNBOUNDED

    def moments(self, tally: Tally) -> Moments:
        """Return the figure's moments from the deals of its arm, or of their difference from the contract's rules."""
        if self.promise.change:
            return self.measure.pair(tally).difference
        return self.measure.side(tally, changed=True)

    def scale(self, tally: Tally) -> float:
        """Return how far a single deal may lie off; infinite until a game has a winner, as there is no win rate before."""
        if self.measure.won is None:
            return max(self.measure.scale(tally), _LEAST_SCALE)
        won = min(float(tally.means[self.measure.won + side]) for side in (0, tally.means.size // 2))
        return 1 / won if won else math.inf

    def verdict(self, low: float, high: float) -> Verdict:
        """Return the verdict of an interval."""
        least, most = self.promise.at_least, self.promise.at_most
        if (least is not None and high < least) or (most is not None and low > most):
            return "broken"
        return "kept" if (least is None or low >= least) and (most is None or high <= most) else "undecided"


@dataclass(frozen=True)
class ContractQuestion:
    """A contract's promises, its players, the names of its rule sets by arm, and the error rate of the whole."""

    game: Game
    line_up: Sequence[str]
    promises: Sequence[Promise]
    arms: Mapping[str, str]
    error_rate: float = ERROR_RATE

    @classmethod
    def of(cls, data: Mapping[str, Any], game: Game) -> ContractQuestion:
        """Return the question from the plain data that an experiment stores."""
        promises = [Promise(**promise) for promise in data["promises"]]
        return cls(game, data["line_up"], promises, data["arms"], data["error_rate"])

    def as_data(self) -> dict[str, Any]:
        """Return the question as plain data for an experiment to store."""
        return {
            "line_up": list(self.line_up),
            "arms": dict(self.arms),
            "error_rate": self.error_rate,
            "promises": [asdict(promise) for promise in self.promises],
        }

    @property
    def seats(self) -> int:
        """Return the number of players."""
        return len(self.line_up)

    @cached_property
    def extra(self) -> list[Measurable]:
        """Return what must be measured in addition to wins, scores and length."""
        found = [measurables(promise, self.game, self.seats) for promise in self.promises]
        return list({measured.name: measured for some in found for measured in some}.values())

    @cached_property
    def figures(self) -> list[PromisedFigure]:
        """Return the figures of all promises."""
        return [figure for promise in self.promises for figure in self.figures_of(promise)]

    def figures_of(self, promise: Promise) -> list[PromisedFigure]:
        """Return the figures of one promise; raise an error if it cannot be measured."""
        columns, points = Columns(self.seats, len(self.extra)), self.game.wording.points
        if extra := measurables(promise, self.game, self.seats):
            at = [columns.measure(self.extra.index(measured)) for measured in extra]
            unit: Unit = "points" if promise.measure == SCORE else "number"
            made = [
                Measure(measured.words, "share" if measured.share else unit, "columns", "all", (place,))
                for measured, place in zip(extra, at, strict=True)
            ]
            about = [f"seat {seat + 1}" for seat in range(self.seats)] if promise.of == EVERY_SEAT else [""]
            return [
                PromisedFigure(promise, measure, whose, points, measured)
                for measure, whose, measured in zip(made, about, extra, strict=True)
            ]
        if promise.measure == TURNS:
            return [PromisedFigure(promise, Measure("turns", "turns", "length", "all", (columns.turns,)))]
        holders = self._holders(promise, columns)
        win = promise.measure == WIN_RATE
        every = promise.of in (EVERY_SEAT, EVERY_STRATEGY)
        return [
            PromisedFigure(
                promise,
                Measure(
                    f"{'win rate' if win else 'mean score'} of {name}",
                    "share" if win else "points",
                    "strategies",
                    name,
                    at,
                    columns.won if win else None,
                ),
                name if every else "",
                points,
            )
            for name, at in holders.items()
        ]

    def _holders(self, promise: Promise, columns: Columns) -> dict[str, tuple[int, ...]]:
        """Return the seats or strategies whose wins or scores a promise is about, each with its columns."""
        wins = promise.measure == WIN_RATE
        if wins and self.seats == 1:
            raise WrongUse(f"a solo game has no {WIN_RATE}; promise a score.")
        column = columns.place_win if wins else columns.place_score
        places: dict[str, list[int]] = {}
        for place, name in enumerate(self.line_up):
            places.setdefault(name, []).append(column(place))
        strategies = {name: tuple(at) for name, at in places.items()}
        if promise.of == "" and not wins:
            return {"all": tuple(at for some in strategies.values() for at in some)}
        if promise.of == EVERY_STRATEGY or promise.of in strategies:
            if len(strategies) == 1 and wins:
                raise WrongUse(
                    f"{self.line_up[0]} plays every seat and so wins every game; name several strategies in `seats`."
                )
            return strategies if promise.of == EVERY_STRATEGY else {promise.of: strategies[promise.of]}
        seats: dict[str, tuple[int, ...]] = {
            f"seat {seat + 1}": (columns.seat_win(seat),) for seat in range(self.seats)
        }
        if wins and promise.of == EVERY_SEAT:
            return seats
        if wins and promise.of in seats:
            return {promise.of: seats[promise.of]}
        raise missing_player(promise.of, self.line_up)


def missing_player(of: str, line_up: Sequence[str]) -> WrongUse:
    """Return the error for a promise about a player that does not take part."""
    seats = [f"seat {seat + 1}" for seat in range(len(line_up))]
    choices = [*seats, *dict.fromkeys(line_up), EVERY_SEAT, EVERY_STRATEGY]
    if not of:
        return WrongUse(f"say with `of` whose {WIN_RATE} it is: {', '.join(choices)}.")
    return unknown("player", of, choices)


def measurables(promise: Promise, game: Game, seats: int) -> list[Measurable]:
    """Return what a promise measures beyond wins, mean scores and length: one for the game, or one for each seat."""
    if promise.condition:
        if promise.of:
            raise WrongUse("a share of games is the game's own: leave `of` out, and name a seat as in 'score_1 > 100'.")
        return [find_condition(game.columns, seats, promise.measure)]
    numbers = _seat_numbers(promise.of, seats)
    if promise.measure == WIN_RATE or (promise.measure == SCORE and not numbers):
        return []
    if promise.measure == TURNS:
        if promise.of:
            raise WrongUse("turns are the game's own: leave `of` out.")
        return []
    if promise.of and not numbers:
        raise WrongUse(
            f"{promise.measure} can be promised of the game or of a seat, not of {promise.of}; "
            f"only {WIN_RATE} and {SCORE} are known by strategy."
        )
    name, equals, choice = promise.measure.partition("=")
    names = [f"{name}_{number}{equals}{choice}" for number in numbers] or [promise.measure]
    find_measures(game.columns, seats, [promise.measure])  # an error quotes the name as the user wrote it
    return [_single(game, seats, each) for each in names]


def _single(game: Game, seats: int, name: str) -> Measurable:
    found = find_measures(game.columns, seats, [name])
    if len(found) > 1:
        raise WrongUse(f"{name} stands for several figures; name one of {', '.join(one.name for one in found)}.")
    return found[0]


def _seat_numbers(of: str, seats: int) -> list[int]:
    if of == EVERY_SEAT:
        return list(range(1, seats + 1))
    kind, _, number = of.partition(" ")
    return [int(number)] if kind == "seat" and number.isdecimal() and 1 <= int(number) <= seats else []

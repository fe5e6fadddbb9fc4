"""Measuring a column: how `--measure escaped,cards_lava` becomes one number per game.

A column's name alone means the mean of all seats, a number after it one seat: `caskets`, `caskets_1`. Labelled columns
have one measure for each label (`cards_lava`, `cards_lava_1`); columns whose numbers stand for names have a share for
each name (`escaped=first`, `escaped_1=first`). A bare name that matches several measures means all of them.

A condition on one column, `turns > 80`, is measured as the share of games in which it holds.
"""

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, nearest
from digsite.simulator.game.wording import name_in_words

if TYPE_CHECKING:
    import numpy as np

    from digsite.simulator.game.columns import Column

_NO_MEASURE = {"winner": "winner is the number of a seat; the win rate of each seat is always measured."}


@dataclass(frozen=True)
class Measurable:
    """One number per game, from one column.

    name    as a user types it.
    words   as a sentence says it.
    column  the column's name; `at` and `seat` index its label and seat, if any.
    code    the choice of the column that is counted; None if its number is measured.
    share   whether its mean is a share.
    bare    the words without the seat.
    """

    name: str
    words: str
    column: str
    per_seat: bool
    seat: int | None = None
    at: int | None = None
    code: int | None = None
    share: bool = False
    bare: str = ""

    def values(self, rows: "np.ndarray", seats: int) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Return the number of each game and seat (one column if it has no seats), from the kernel's rows."""
        found = rows[self.column]
        if self.at is not None:
            found = found[..., self.at]
        found = found.reshape(len(rows), -1)
        if self.per_seat:
            found = found[:, :seats] if self.seat is None else found[:, self.seat : self.seat + 1]
        return found.astype("f8") if self.code is None else (found == self.code).astype("f8")


_SIGNS: dict[str, Callable[[Any, float], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


@dataclass(frozen=True)
class Condition(Measurable):
    """Whether a condition holds in a game: 1 or 0. Its mean is the share of games in which it holds.

    what   the measure it tests, in words.
    bound  the limit as the user wrote it.
    """

    sign: str = ">"
    limit: float = 0.0
    what: str = ""
    bound: str = ""

    def values(self, rows: "np.ndarray", seats: int) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Return 1 or 0 for each game, from the kernel's rows."""
        found: np.ndarray[Any, np.dtype[np.float64]] = _SIGNS[self.sign](super().values(rows, seats), self.limit)
        return found.astype("f8")


@dataclass(frozen=True)
class WinningMargin(Measurable):
    """How far the best score lies ahead of the second: small where games stay close."""

    def values(self, rows: "np.ndarray", seats: int) -> "np.ndarray[Any, np.dtype[np.float64]]":
        """Return the margin of each game, from the kernel's rows."""
        ranked = rows["score"][:, :seats].astype("f8")
        ranked.sort(axis=1)
        margin: np.ndarray[Any, np.dtype[np.float64]] = ranked[:, -1:] - ranked[:, -2:-1]
        return margin


WINNING_MARGIN = WinningMargin("winning_margin", "winning margin", "score", per_seat=False)


def find_condition(columns: Sequence["Column"], seats: int, text: str) -> Condition:
    """Return the condition that a user writes, such as `turns > 80` or `score_1 <= 0`."""
    found = re.fullmatch(r"\s*([^\s<>=!]+)\s*(<=|>=|==|!=|<|>)\s*(-?\d+(?:\.\d+)?)\s*", text)
    if not found:
        raise WrongUse(
            f"A condition is a column, one of {', '.join(_SIGNS)} and a number, as in 'turns > 80'; {text!r} is not."
        )
    name, sign, limit = found.groups()
    measures = find_measures(columns, seats, [name])
    if len(measures) > 1 or measures[0].code is not None:
        raise WrongUse(
            f"{name} is not a single number of a game; it stands for {', '.join(measure.name for measure in measures)}."
        )
    measure = measures[0]
    if measure.per_seat and measure.seat is None and seats > 1:
        raise WrongUse(f"Every seat has its own {name}; name the seat, as in {name}_1 {sign} {limit}.")
    said = f"{measure.words} {sign} {limit}"
    return Condition(
        **vars(replace(measure, name=f"{measure.name} {sign} {limit}", words=said, share=True)),
        sign=sign,
        limit=float(limit),
        what=measure.words,
        bound=limit,
    )


def headlines(columns: Iterable["Column"]) -> list[str]:
    """Return the columns that a game measures by default."""
    return [column.name for column in columns if column.headline]


def find_measures(columns: Sequence["Column"], seats: int, names: Iterable[str]) -> list[Measurable]:
    """Return the measures that a user names; the error for a wrong name suggests the nearest right one."""
    known: dict[str, list[Measurable]] = {}
    for column in columns:
        for name, measure in _of_column(column, seats):
            known.setdefault(name, []).append(measure)
    found: dict[str, Measurable] = {}
    for name in names:
        if name in _NO_MEASURE:
            raise WrongUse(f"{name} cannot be measured: {_NO_MEASURE[name]}")
        if name not in known:
            raise WrongUse(
                f"There is no measure {name!r}.{nearest(name, list(known))} "
                f"Every column that `{Command('games', 'GAME')}` lists can be measured."
            )
        found |= {measure.name: measure for measure in known[name]}
    return list(found.values())


def _of_column(column: "Column", seats: int) -> list[tuple[str, Measurable]]:
    """Return every name that matches a column, each with a measure; one name may have several."""
    found: list[tuple[str, Measurable]] = []
    for at, label in enumerate(column.labels) if column.labels else ((None, ""),):
        base = f"{column.name}_{label}" if label else column.name
        said = " ".join(
            filter(None, [column.words or name_in_words(column.name), column.called(label) if label else ""])
        )
        for seat in (None, *range(seats)) if column.per == "seat" else (None,):
            whose = "" if seat is None else f" of seat {seat + 1}"
            place = base if seat is None else f"{base}_{seat + 1}"
            for measure in _of_place(column, place, said, whose, seat, at):
                bare = [place, *([column.name] if label and seat is None else [])]
                found += [(name, measure) for name in dict.fromkeys([measure.name, *bare])]
    return found


def _of_place(column: "Column", name: str, said: str, whose: str, seat: int | None, at: int | None) -> list[Measurable]:
    def measure(name: str, choice: str, code: int | None, share: bool) -> Measurable:
        words, bare = f"{said}{whose}{choice}", f"{said}{choice}"
        return Measurable(name, words, column.name, column.per == "seat", seat, at, code, share, bare)

    if not column.choices:
        return [measure(name, "", None, column.unit == "share")]
    return [
        measure(f"{name}={choice.replace(' ', '-')}", f": {choice}", code, True)
        for code, choice in enumerate(column.choices)
    ]

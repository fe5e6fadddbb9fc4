"""The answer to a setting after so many games: win rates, length, tension, measures, and what has changed on the same luck."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from digsite.analyses.scorecard import Band, band_verdict, default_targets
from digsite.simulator.game.wording import readable
from digsite.simulator.lab.live.looks import Difference, differences, means
from digsite.simulator.lab.live.sample import Sample

Floats = npt.NDArray[np.float64]
SMALL_SHARE = 0.01  # a change of a win rate that few would notice
SMALL_SPREAD = 0.1  # of other measures: a part of their spread between deals
MOST_MOVED = 3
_GRAVITY = {"fine": 0, "watch": 1, "off": 2}
EARLY = 2_000  # games before which a verdict would come too early


@dataclass(frozen=True)
class Row:
    """One figure of an answer.

    name:      what it is, in words.
    low, high: its 95 % interval.
    published: the figure under the published rules, on the same luck.
    change:    the paired difference; None where nothing is changed.
    small:     the size below which a change is small.
    """

    name: str
    value: float
    low: float
    high: float
    published: float
    change: Difference | None
    small: float
    share: bool

    @property
    def look(self) -> str:
        """Return how sure the change is: clear, small (clear, but hard to notice) or chance; "" without one."""
        if self.change is None:
            return ""
        if not self.change.clear:
            return "chance"
        return "clear" if abs(self.change.value) >= self.small else "small"

    def as_data(self) -> dict[str, Any]:
        """Return the row for a page."""
        return asdict(self) | {"look": self.look}


@dataclass(frozen=True)
class Moved:
    """A column that moved with the change, and its means before and after."""

    words: str
    before: float
    after: float
    share: bool


@dataclass(frozen=True)
class Light:
    """A target of a game's balance by its name, in words, and its verdict: fine, watch or off."""

    target: str
    promise: str
    verdict: str


@dataclass(frozen=True)
class Answer:
    """What the games so far say about a setting."""

    games: int
    look: int
    changed: bool
    identical: int  # games whose rows are the same under both rule sets
    fair: float
    band: Band | None  # what the target allows a seat
    seats: list[Row]
    strategies: list[Row]
    length: Row
    tension: Row | None
    measures: list[Row]
    moved: list[Moved]
    lights: list[Light]

    @property
    def nothing_changed(self) -> bool:
        """Return whether not one game went differently."""
        return self.changed and self.identical == self.games

    @property
    def early(self) -> bool:
        """Return whether a verdict would come too early."""
        return self.games < EARLY


def make_answer(
    published: Sample, changed: Sample, games: int, look: int, targets: Mapping[str, Band] | None = None
) -> Answer:
    """Return the answer after a look at this many games; both samples may be the same one.

    targets: what the lights ask for; by default what a scorecard asks for.
    """
    other = None if published is changed else changed
    made = _Rows(published, other, games, look)
    plan, columns = published.plan, published.columns
    labels = [player.partition("@")[0] for player in plan.players]
    names = list(dict.fromkeys(labels)) if plan.has_rivals else []
    at = columns.place_wins.start
    places = {name: [at + place for place, label in enumerate(labels) if label == name] for name in names}
    targets = default_targets(plan.seats) if targets is None else targets
    band = seat_band(targets, plan.fair_share) if plan.has_rivals else None
    seats = [made.row(f"Seat {seat + 1}", [seat]) for seat in range(plan.seats)]
    strategies = [made.row(name, where) for name, where in places.items()] if len(names) > 1 else []
    length = made.row(plan.definition.wording.turns, columns.places("turns"))
    tension = made.row("win rate of players behind at half-way", [columns.tension]) if columns.has_tension else None
    headline = [column.name for column in columns.own if column.headline]
    measures = [
        made.row(columns.measures[where].words, [where])
        for name in (*headline, "score")
        for where in columns.places(name)
    ]
    rows = [*seats, *strategies, length, *([tension] if tension else []), *measures]
    judged = made.judge(rows)
    at = 0

    def take(count: int) -> list[Row]:
        nonlocal at
        at += count
        return judged[at - count : at]

    seats, strategies, (length,) = take(plan.seats), take(len(strategies)), take(1)
    tension = take(1)[0] if tension else None
    return Answer(
        games=games, look=look, changed=other is not None,
        identical=games if other is None else published.rows_equal(changed, games),
        fair=plan.fair_share, band=band, seats=seats, strategies=strategies, length=length, tension=tension,
        measures=take(len(measures)), moved=made.moved(),
        lights=_lights(targets, games, seats if plan.has_rivals else [], strategies, tension, band),
    )  # fmt: skip


class _Rows:
    """Makes the rows of an answer from the deals of one or two samples."""

    def __init__(self, published: Sample, changed: Sample | None, games: int, look: int):
        self._columns, self._look = published.columns, look
        self._before = published.values(games)
        self._after = self._before if changed is None else changed.values(games)
        self._paired = changed is not None
        self._changes: list[Floats] = []

    def row(self, name: str, where: Sequence[int]) -> Row:
        """Return a row for the mean of some measures, its change not yet judged."""
        before, after = (values[:, list(where)].mean(axis=1) for values in (self._before, self._after))
        share = self._columns.measures[where[0]].share
        value, reach = (float(it[0]) for it in means(after[:, None]))
        low, high = value - reach, value + reach
        if share:
            low, high = max(low, 0.0), min(high, 1.0)
        small = SMALL_SHARE if share else SMALL_SPREAD * float(before.std())
        self._changes.append(after - before)
        return Row(name, value, low, high, float(before.mean()), None, small, share)

    def judge(self, rows: Sequence[Row]) -> list[Row]:
        """Return the rows with their paired differences; all of them share the error of this look."""
        if not self._paired:
            return list(rows)
        found = differences(np.column_stack(self._changes), self._look, len(rows))
        return [Row(**{**vars(row), "change": change}) for row, change in zip(rows, found, strict=True)]

    def moved(self) -> list[Moved]:
        """Return the columns with the largest standardised paired change, one for each column of the game."""
        if not self._paired:
            return []
        first = self._columns.tension + 1
        changes = self._after[:, first:] - self._before[:, first:]
        found = differences(changes, self._look, changes.shape[1])
        size = [abs(it.value) / max(it.reach, 1e-12) if it.clear else 0.0 for it in found]
        moved: dict[str, Moved] = {}
        for at in np.argsort(size)[::-1]:
            known = self._columns.measures[first + int(at)]
            if size[at] == 0 or len(moved) == MOST_MOVED:
                break
            before, after = (float(values[:, first + at].mean()) for values in (self._before, self._after))
            moved.setdefault(known.column, Moved(known.said, before, after, known.share))
        return list(moved.values())


def seat_band(targets: Mapping[str, Band], fair: float) -> Band:
    """Return the win rates that the target allows a seat."""
    most = targets.get("seats", (-math.inf, math.inf))[1]
    return (fair - most, fair + most)


def _lights(
    targets: Mapping[str, Band],
    games: int,
    by_seat: list[Row],
    strategies: list[Row],
    tension: Row | None,
    band: Band | None,
) -> list[Light]:
    """Return the promises that the targets make, with their verdicts."""
    made = []
    if by_seat and band and math.isfinite(band[1]):
        made.append(Light("seats", f"Every seat wins {_between(band)}", _worst(by_seat, band, games)))
    if strategies and "behind" in targets:
        allowed = targets["behind"][1]
        best = max(strategies, key=lambda row: row.value)
        verdicts = [_behind(row, best, allowed, games) for row in strategies]
        made.append(Light("behind", f"No strategy falls {_percent(allowed)} behind the best", _together(verdicts)))
    if tension and "comeback" in targets:
        allowed_wins = targets["comeback"]
        promise = f"A player behind at half-way wins {_between(allowed_wins)}"
        made.append(Light("comeback", promise, _worst([tension], allowed_wins, games)))
    return made


def _behind(row: Row, best: Row, allowed: float, games: int) -> str:
    if games < EARLY:
        return "watch"
    gap, reach = best.value - row.value, math.hypot(row.high - row.value, best.high - best.value)
    return str(
        band_verdict(gap - reach if row is not best else 0.0, gap + reach if row is not best else 0.0, (-1.0, allowed))
    )


def _worst(rows: Sequence[Row], band: Band, games: int) -> str:
    return "watch" if games < EARLY else _together([str(band_verdict(row.low, row.high, band)) for row in rows])


def _together(verdicts: Sequence[str]) -> str:
    return max(verdicts, key=_GRAVITY.__getitem__, default="fine")


def _between(band: Band) -> str:
    low, high = band
    if math.isinf(low) or math.isinf(high):
        return f"at most {_percent(high)}" if math.isinf(low) else f"at least {_percent(low)}"
    return f"{_percent(low)} to {_percent(high)}"


def _percent(share: float) -> str:
    return f"{readable(round(100 * share, 1))} %"

"""How the seats fare at the values next to the present one: each value is played, since the answer may jump between two."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from digsite.analyses.scorecard import Band
from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.shapes import ListOf, Number, Truth, Word
from digsite.simulator.lab.live.answer import seat_band
from digsite.simulator.lab.live.growth import Growth, Stop
from digsite.simulator.lab.live.impossible import impossible
from digsite.simulator.lab.live.looks import means
from digsite.simulator.lab.live.setting import Setting

if TYPE_CHECKING:
    from digsite.simulator.game.rules.figure import Figure

GAMES = 2_000  # of each value
AROUND = 4  # steps to each side


@dataclass(frozen=True)
class Neighbour:
    """A value of a figure, and how far the worst seat lies from its fair share there, with half its 95 % interval."""

    value: Any
    worst: float
    reach: float
    now: bool
    published: bool


def neighbours(growth: Growth, setting: Setting, key: str, stop: Stop) -> Iterator[Neighbour]:
    """Yield the values near the present one that can be played, nearest first; raise `Stopped` once unwanted."""
    plan = setting.published
    figure, _ = plan.figures.find(key)
    published = plan.figures[figure.key]
    now = setting.patch.get(figure.key, published)
    at = plan.seats - plan.figures.lowest_seats if figure.per_players and isinstance(figure.shape, ListOf) else None
    games = -(-GAMES // plan.seats) * plan.seats
    for entry in _values(figure, now if at is None else now[at]):
        value = entry if at is None else [*now[:at], entry, *now[at + 1 :]]
        patch = {**setting.patch, figure.key: value}
        if value == published:
            del patch[figure.key]
        other = replace(setting, patch=patch)
        if impossible(other):
            continue
        sample = growth.sample(other.changed, games, stop)
        wins, reach = means(sample.values(games)[:, sample.columns.seat_wins])
        seat = int(abs(wins - plan.fair_share).argmax())
        yield Neighbour(
            entry, abs(float(wins[seat]) - plan.fair_share), float(reach[seat]), value == now, value == published
        )


def neighbours_data(found: list[Neighbour], setting: Setting, targets: Mapping[str, Band]) -> dict[str, Any]:
    """Return the values as a page draws them, in their order."""
    numbers = all(isinstance(one.value, int | float) for one in found)
    shown = sorted(found, key=lambda one: one.value) if numbers else found
    reach = 100 * max(one.reach for one in found)
    fair = setting.published.fair_share
    return {
        "title": f"Worst seat at each value, points from its fair share ({GAMES:,} games each, ±{reach:.1f})",
        "allowed": 100 * min(seat_band(targets, fair)[1] - fair, 1.0),
        "points": [
            {"text": _text(one.value), "worst": 100 * one.worst, "now": one.now, "published": one.published}
            for one in shown
        ],
    }


def _values(figure: "Figure", now: Any) -> list[Any]:
    """Return the values to play, the present one first."""
    shape = figure.shape.item if figure.per_players and isinstance(figure.shape, ListOf) else figure.shape
    if isinstance(shape, Truth):
        return [now, not now]
    if isinstance(shape, Word):
        return [now, *(word for word in shape.choices if word != now)]
    if not isinstance(shape, Number) or not shape.whole:
        raise WrongUse(f"{figure.key} has no neighbouring values.")
    low, high = shape.range or (0, now + AROUND)
    near = [now + side * away for away in range(1, AROUND + 1) for side in (-1, 1)]
    return [now, *(value for value in near if low <= value <= high)]


def _text(value: Any) -> str:
    return ("no", "yes")[value] if isinstance(value, bool) else str(value).replace("-", "−")

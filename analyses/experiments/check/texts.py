"""Promises and what was seen of them, in words."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from digsite.analyses import sentences
from digsite.analyses.experiments.check.question import EVERY_SEAT, SCORE, TURNS, WIN_SHARE

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.check.question import Promise, PromisedFigure
    from digsite.analyses.experiments.check.tracks import Track
    from digsite.analyses.experiments.paired import Measure, Unit


def _number(value: float, unit: Unit, change: bool, places: int | None = None) -> str:
    value = 100 * value if unit == "share" else value
    sign = "+" if change else ""
    return f"{value:{sign}z,.{places}f}" if places is not None else f"{value:{sign},.6g}"


def _suffix(unit: Unit, change: bool) -> str:
    if unit == "share":
        return " percentage points" if change else " %"
    return {"points": " points", "turns": " turns"}.get(unit, "")


def bounds_text(figure: PromisedFigure) -> str:
    """23 to 27 %; at most 30 %; -8 to -3 points."""
    least, most, unit, change = (
        figure.promise.at_least,
        figure.promise.at_most,
        figure.measure.unit,
        figure.promise.change,
    )
    said = [_number(bound, unit, change) for bound in (least, most) if bound is not None]
    lead = "" if len(said) == 2 else "at least " if most is None else "at most "
    return f"{lead}{' to '.join(said)}{_suffix(unit, change)}"


def told_in_text(text: str, bounds: str) -> bool:
    """Whether the text of a promise has its bounds."""
    return re.search(rf"(?<![\d.,+-]){re.escape(bounds.removeprefix('at most '))}", text, re.IGNORECASE) is not None


def seen_text(track: Track) -> str:
    """rusher 31.2 % (30.4 to 32.0)."""
    from digsite.analyses.stats.estimate import decimals

    unit, change = track.figure.measure.unit, track.figure.promise.change
    if math.isnan(track.seen.mean):
        return "no game yet"
    reach = (track.high - track.low) / 2 * (100 if unit == "share" else 1)
    places = decimals(reach)
    value, low, high = (_number(end, unit, change, places) for end in (track.seen.mean, track.low, track.high))
    span = f"{low} to {high}" if math.isfinite(reach) else "no interval yet"
    whose = f"{track.figure.about} " if track.figure.about else ""
    return f"{whose}{value}{_suffix(unit, change)} ({span})"


def wording(promise: Promise, figures: Sequence[PromisedFigure], under: str = "") -> str:
    """A promise in our words, where the user has none; `under` names its rules where they are not the contract's own."""
    bounds, measure = bounds_text(figures[0]), figures[0].measure
    if promise.change:
        return f"Under {under} the {_name(promise, measure)} changes by {bounds}"
    return sentences.sentence(_level(promise, measure, bounds)) + (f" under {under}" if under else "")


def _level(promise: Promise, measure: Measure, bounds: str) -> str:
    """What a promise says about a figure as it is."""
    if promise.condition:
        return f"{bounds} of games {condition_text(measure.name)}"
    if promise.measure == WIN_SHARE:
        if promise.of.startswith("every ") and promise.at_least is None:
            return f"no {promise.of.split()[1]} wins more than {bounds.removeprefix('at most ')} of games"
        return f"{promise.of} wins {bounds} of games"
    if promise.measure == TURNS:
        return f"a game takes {bounds} on average"
    return f"the {_name(promise, measure)} is {bounds}"


_SIGNS = {">": "more than", "<": "fewer than", ">=": "at least", "<=": "at most", "==": "exactly", "!=": "other than"}


def condition_text(condition: str) -> str:
    """What games do that meet a condition.

    >>> condition_text("turns > 56"), condition_text("winners == 0"), condition_text("storm cards of seat 1 <= 3")
    ('take more than 56 turns', 'are won by nobody', 'have at most 3 storm cards of seat 1')
    """
    what, sign, limit = condition.rsplit(" ", 2)
    if (what, sign, limit) == ("winners", "==", "0"):
        return "are won by nobody"
    return f"{'take' if what == TURNS else 'have'} {_SIGNS[sign]} {limit} {what}"


def _name(promise: Promise, measure: Measure) -> str:
    """What is promised, and whose it is: the mean of storm cards of every seat."""
    if promise.condition:
        return f"share of games that {condition_text(measure.name)}"
    owner = f" of {promise.of}" if promise.of else ""
    if promise.measure in (WIN_SHARE, SCORE):
        return f"{'mean score' if promise.measure == SCORE else WIN_SHARE}{owner}"
    name = measure.name.replace(" of seat 1", "") + owner if promise.of == EVERY_SEAT else measure.name
    return f"{'share' if measure.unit == 'share' else 'mean'} of {name}"

"""Promises and their observed figures, in words."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from digsite.analyses import sentences
from digsite.analyses.experiments.check.question import EVERY_SEAT, EVERY_STRATEGY, SCORE, TURNS, WIN_RATE
from digsite.simulator.game.measures import Condition

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.check.question import Promise, PromisedFigure
    from digsite.analyses.experiments.check.tracks import Track
    from digsite.analyses.experiments.measures import Unit


def _number(value: float, unit: Unit, change: bool, places: int | None = None) -> str:
    value = 100 * value if unit == "share" else value
    sign = "+" if change else ""
    return f"{value:{sign}z,.{places}f}" if places is not None else f"{value:{sign},.6g}"


def _suffix(figure: PromisedFigure) -> str:
    if figure.measure.unit == "share":
        return " percentage points" if figure.promise.change else " %"
    return {"points": f" {figure.points}", "turns": " turns"}.get(figure.measure.unit, "")


def bounds_text(figure: PromisedFigure) -> str:
    """Return the bounds: 23 to 27 %; at most 30 %; -8 to -3 points."""
    return f"{'at most ' if figure.promise.at_least is None else ''}{_ends(figure)}"


def _ends(figure: PromisedFigure) -> str:
    """Return the bounds, or only the upper end of *at most*: 30 %."""
    least, most, change = figure.promise.at_least, figure.promise.at_most, figure.promise.change
    said = [_number(bound, figure.measure.unit, change) for bound in (least, most) if bound is not None]
    return f"{'at least ' if most is None else ''}{' to '.join(said)}{_suffix(figure)}"


def states_bounds(figure: PromisedFigure) -> bool:
    """Return whether the text of a figure's promise, which may be the user's, states the bounds."""
    return re.search(rf"(?<![\d.,+-]){re.escape(_ends(figure))}", figure.promise.text, re.IGNORECASE) is not None


def observed_text(track: Track) -> str:
    """Return the observed figure: rusher 31.2 % (30.4 to 32.0)."""
    from digsite.analyses.stats.estimate import decimals

    unit, change = track.figure.measure.unit, track.figure.promise.change
    if math.isnan(track.observed.mean):
        return "no game yet"
    reach = (track.high - track.low) / 2 * (100 if unit == "share" else 1)
    places = decimals(reach)
    value, low, high = (_number(end, unit, change, places) for end in (track.observed.mean, track.low, track.high))
    span = f"{low} to {high}" if math.isfinite(reach) else "no interval yet"
    whose = f"{track.figure.about} " if track.figure.about else ""
    return f"{whose}{value}{_suffix(track.figure)} ({span})"


def wording(promise: Promise, figures: Sequence[PromisedFigure], under: str = "") -> str:
    """Return a promise in our words, where the user has none; `under` names its rules if not the contract's."""
    figure = figures[0]
    if promise.change:
        return f"Under {under} the {_name(figure)} changes by {bounds_text(figure)}"
    return sentences.sentence(_level(figure)) + (f" under {under}" if under else "")


_ONE_OF = {EVERY_SEAT: "seat", EVERY_STRATEGY: "strategy"}


def _level(figure: PromisedFigure) -> str:
    """Return what a promise says about a figure."""
    promise, bounds = figure.promise, bounds_text(figure)
    if isinstance(figure.measurable, Condition):
        return f"{bounds} of games {condition_text(figure.measurable)}"
    if promise.measure == WIN_RATE:
        if promise.of in _ONE_OF and promise.at_least is None:
            return f"no {_ONE_OF[promise.of]} wins more than {_ends(figure)} of games"
        return f"{promise.of} wins {bounds} of games"
    if promise.measure == TURNS:
        return f"a game takes {bounds} on average"
    return f"the {_name(figure)} is {bounds}"


_SIGNS = {">": "more than", "<": "fewer than", ">=": "at least", "<=": "at most", "==": "exactly", "!=": "other than"}


def condition_text(met: Condition) -> str:
    """Return what games do that meet a condition: take more than 56 turns, are won by nobody."""
    if (met.column, met.sign, met.limit) == ("winners", "==", 0):
        return "are won by nobody"
    return f"{'take' if met.column == TURNS else 'have'} {_SIGNS[met.sign]} {met.bound} {met.what}"


def _name(figure: PromisedFigure) -> str:
    """Return the promised figure and its owner: the mean of storm cards of every seat."""
    promise, measure, measured = figure.promise, figure.measure, figure.measurable
    if isinstance(measured, Condition):
        return f"share of games that {condition_text(measured)}"
    owner = f" of {promise.of}" if promise.of else ""
    if promise.measure in (WIN_RATE, SCORE):
        return f"{'mean score' if promise.measure == SCORE else WIN_RATE}{owner}"
    name = f"{measured.bare}{owner}" if measured and promise.of == EVERY_SEAT else measure.name
    return f"{'share' if measure.unit == 'share' else 'mean'} of {name}"

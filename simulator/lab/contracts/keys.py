"""What may be written in a contract: its keys, their values and the ranges of promises and targets."""

import math
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.check import (
    EVERY_SEAT,
    EVERY_STRATEGY,
    WIN_RATE,
    Promise,
)
from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.wording import truncate
from digsite.simulator.play.seating import SEATINGS

if TYPE_CHECKING:
    from digsite.analyses.experiments.check import PromisedFigure
    from digsite.analyses.scorecard import Band
_PERCENT = "write shares as parts of 1, without quotes: 0.27 for 27 %"
DEEPEST = 20  # tables within tables


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
CONTRACT_KEYS: dict[str, _Check] = {
    "game": _NAME,
    "players": (_whole_from(1), "a whole number of at least 1"),
    "seats": _NAMES,
    "seating": (lambda value: value in SEATINGS, "balanced, cyclic or fixed, in quotes"),
    "line_ups": _NAMES,
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
PROMISE_KEYS: dict[str, _Check] = {
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


def check_keys(what: str, data: Mapping[str, Any], known: Mapping[str, _Check]) -> None:
    """Refuse unknown keys and values of the wrong kind."""
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


def check_shape(promise: Mapping[str, Any]) -> None:
    """Refuse a promise that says too little or too much."""
    if ("measure" in promise) == ("share_of_games" in promise):
        raise WrongUse('say what is promised, by either measure = "..." or share_of_games = "...".')
    bounds = [name for name in ("at_least", "at_most") if name in promise]
    if "change" in promise and bounds:
        raise WrongUse(f"change has both ends already; leave {bounds[0]} out.")
    if "change" not in promise and not bounds:
        raise WrongUse("it has no bound; give at_least, at_most or both, or the change of a variant.")


def read_promise(entry: Mapping[str, Any], arm: str) -> Promise:
    """Return a promise about an arm from its entry in the contract."""
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


def check_range(promise: Promise, figures: "Sequence[PromisedFigure]", seats: int) -> None:
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


def read_band(name: str, value: Any, default: "Band") -> "Band":
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

"""How many independent values (deals, pairs of deals) a question needs, computed before playing.

The answer comes from the very test that will be made: it is asked what it would say of planned moments, at a mean that
chance exceeds, or stays below, as often as the power demands.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from digsite.analyses.stats import tests
from digsite.analyses.stats.moments import Moments
from digsite.analyses.stats.quantiles import check_level, check_margin, z
from digsite.analyses.stats.sequential import anytime_interval

if TYPE_CHECKING:
    from collections.abc import Callable

ALPHA = 0.05
_MOST = 10**15  # values: more than anybody plays
_CLOSE = 1_000  # a number of values is found to a thousandth of it


def planned(n: int, mean: float, sd: float) -> Moments:
    """Return the moments that n values of a known spread will have, if this is their mean."""
    return Moments(n, mean, sd * sd * (n - 1))


def least_count(enough: Callable[[int], bool]) -> int:
    """Return the least number of values, two or more, that is enough."""
    most = 2
    while not enough(most) and most < _MOST:
        most *= 2
    least = most // 2
    while most - least > max(1, most // _CLOSE):
        middle = (least + most) // 2
        least, most = (least, middle) if enough(middle) else (middle, most)
    return most


def to_reach(margin: float, reach: Callable[[int], float]) -> int:
    """Return the number of values at which an interval reaches no further than ± margin; `reach` of a number of them."""
    check_margin(margin)
    return least_count(lambda n: reach(n) <= margin)


def to_find(margin: float, sd: float, power: float, finds: Callable[[Moments], bool]) -> int:
    """Return the number of values at which a test finds a difference as large as the margin in a fraction `power` of runs.

    finds: what the test says of such moments.
    """
    check_margin(margin)
    check_level(power)
    return least_count(lambda n: finds(planned(n, margin - z(power) * sd / math.sqrt(n), sd)))


def to_rule_out(margin: float, sd: float, power: float, rules_out: Callable[[Moments], bool]) -> int:
    """Return the number of values at which a test shows two equal sides equivalent in a fraction `power` of runs.

    rules_out: what the test says of such moments.
    """
    check_margin(margin)
    check_level(power)
    return least_count(lambda n: rules_out(planned(n, z((1 + power) / 2) * sd / math.sqrt(n), sd)))


def to_settle(margin: float, sd: float, scale: float) -> int:
    """Return the number of values for which a sequential test of one measure is tuned: those that show equal sides alike."""
    return to_rule_out(margin, sd, 0.9, lambda m: tests.equivalent(m, margin, scale=scale).p < ALPHA)


def until_decided(margin: float, sd: float, scale: float, tuned: int, burn_in: int = 100) -> int:
    """Return the median number of values that a sequential test takes to call two equal sides equivalent.

    A difference of the margin itself is never decided; one twice as large takes about as many.
    """

    def decided(n: int) -> bool:
        values = planned(n, z(0.75) * sd / math.sqrt(n), sd)
        return n >= burn_in and anytime_interval(values, 0.95, tuned, scale).high < margin

    return least_count(decided)

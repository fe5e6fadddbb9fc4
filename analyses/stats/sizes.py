"""How many independent values (deals, pairs of deals) a question needs, computed before playing."""

from __future__ import annotations

import math

from digsite.analyses.stats.moments import Moments
from digsite.analyses.stats.quantiles import check_level, check_margin, two_sided_z, z
from digsite.analyses.stats.sequential import anytime_interval


def for_width(margin: float, sd: float, level: float = 0.95, scale: float = 0.0) -> int:
    """Return the number of values at which the interval of their mean reaches no further than ± margin.

    Rare events need a chance to be seen: `scale` as in `digsite.analyses.stats.tests.mean`.
    """
    check_margin(margin)
    return math.ceil(max((two_sided_z(level) * sd / margin) ** 2, _to_be_seen(margin, (1 - level) / 2, scale)))


def to_find(margin: float, sd: float, power: float = 0.9, alpha: float = 0.05, scale: float = 0.0) -> int:
    """Return the number of values that finds a difference as large as the margin in a fraction `power` of all runs."""
    check_margin(margin)
    check_level(power)
    plain = ((two_sided_z(1 - alpha) + z(power)) * sd / margin) ** 2
    return math.ceil(max(plain, _to_be_seen(margin, alpha, scale)))


def to_rule_out(margin: float, sd: float, power: float = 0.9, alpha: float = 0.05, scale: float = 0.0) -> int:
    """Return the number of values that shows two equal sides equivalent in a fraction `power` of all runs."""
    check_margin(margin)
    check_level(power)
    plain = ((z(1 - alpha) + z((1 + power) / 2)) * sd / margin) ** 2
    return math.ceil(max(plain, _to_be_seen(margin, alpha, scale)))


def _to_be_seen(margin: float, alpha: float, scale: float) -> float:
    """Return the number of values that misses events of size `scale` worth the margin with probability alpha."""
    return -math.log(alpha) * scale / margin


def until_decided(margin: float, sd: float, scale: float = 0.0) -> int:
    """Return the median number of values that a sequential test takes to call two equal sides equivalent.

    A difference of the margin itself is never decided; one twice as large takes about as many.
    """
    tuned = max(to_rule_out(margin, sd, scale=scale), 100)

    def decided(n: int) -> bool:
        off = z(0.75) * sd / math.sqrt(n)
        return anytime_interval(Moments(n, off, sd * sd * n), 0.95, tuned, scale).high < margin

    most = tuned
    while not decided(most):
        most *= 2
    least = 1
    while most - least > max(1, least // 100):
        middle = (least + most) // 2
        least, most = (least, middle) if decided(middle) else (middle, most)
    return most

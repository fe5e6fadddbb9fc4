"""One figure of several groups, with the group as a random part of its interval: line-ups, above all.

Each group has an estimate with its error, and its own true value. The groups stand for all that might have been looked at.
How far their true values spread is itself uncertain when groups are few: it has the confidence distribution by which
Cochran's Q, weighted with the right spread, follows the chi-squared law (Viechtbauer 2007; Nagashima and others 2019). The
mean over groups, and the true value of a *further* group, are normal for each spread and mixed by that distribution. For
groups of equal size the interval of the mean is Student's; what holds for a further group holds for other line-ups, too.

Estimates of different groups must be independent: games of different line-ups are of different deals.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from digsite.analyses.stats.quantiles import check_level
from digsite.analyses.stats.special import special
from digsite.analyses.stats.tests import UNSEEN, Test

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.stats.moments import Moments

Floats = npt.NDArray[np.float64]
FEWEST = 3  # groups with a spread worth an interval
_STEPS = 60  # of a bisection

# The distribution of the spread in cells, fine where few but large spreads decide the tails. A cell stands for its far end.
_TAIL = np.power(10.0, -np.arange(1.0, 9.05, 0.1))
_FAR = np.concatenate([np.arange(0.02, 0.9, 0.02), 1 - _TAIL])
_MASS = np.diff(np.concatenate([[0.0], _FAR]))


@dataclass(frozen=True, slots=True, eq=False)
class Pooled:
    """The mean over groups and their spread.

    groups:  how many there are.
    mean:    over all groups that might have been looked at.
    spread:  standard deviation of the groups' true values (Paule and Mandel).
    least_spread: the lower end of its 95 % interval.
    differ:  how likely such groups are if all have the same true value.
    games:   of all groups.
    """

    groups: int
    mean: float
    spread: float
    least_spread: float
    differ: float
    games: int
    _means: Floats
    _errors: Floats
    _spreads: Floats

    def test(self, null: float, level: float = 0.95) -> Test:
        """Test the mean over groups against `null`."""
        return self._test(self._errors, null, level)

    def further(self, null: float, level: float = 0.95) -> Test:
        """Test the true value of a further group against `null`: the interval holds that value."""
        return self._test(np.hypot(self._errors, self._spreads), null, level)

    def further_within(self, margin: float, null: float) -> float:
        """Return how likely it is at most that the true value of a further group lies `margin` or more from `null`."""
        reach = np.hypot(self._errors, self._spreads)
        return max(self._above(reach, null + margin), 1 - self._above(reach, null - margin))

    def _above(self, errors: Floats, value: float) -> float:
        """Return the confidence that the mean, or a further group, lies above a value."""
        return float(_MASS @ special().ndtr((self._means - value) / errors) / _MASS.sum())

    def _test(self, errors: Floats, null: float, level: float) -> Test:
        check_level(level)
        above, tail = self._above(errors, null), (1 - level) / 2
        low, high = (self._quantile(errors, below) for below in (tail, 1 - tail))
        return Test(null, self.mean, low, high, min(1.0, 2 * min(above, 1 - above)))

    def _quantile(self, errors: Floats, below: float) -> float:
        """Return the value that the mean, or a further group, stays below with this confidence."""
        reach = 40 * float(errors.max())
        low, high = float(self._means.min()) - reach, float(self._means.max()) + reach
        for _ in range(_STEPS):
            middle = (low + high) / 2
            low, high = (low, middle) if 1 - self._above(errors, middle) > below else (middle, high)
        return (low + high) / 2


def pool(groups: Sequence[Moments]) -> Pooled | None:
    """Return the mean over groups, or None for too few groups, groups of a single value, or values without any spread.

    A group's own spread may be seen too small by chance: values with the spread of all groups join it, as in `tests`.
    """
    if len(groups) < FEWEST or any(group.n < 2 for group in groups):
        return None
    typical = sum(group.m2 for group in groups) / sum(group.n for group in groups)
    if typical == 0:
        return None
    values = np.array([group.mean for group in groups])
    errors = np.array([(g.m2 + UNSEEN * typical) / (g.n - 1 + UNSEEN) / g.n for g in groups])
    freedom = len(groups) - 1
    departure = float(_departure(values, errors, np.zeros(1))[0])
    variances = _variances(values, errors, special().chdtri(freedom, _FAR))
    found, least = _variances(values, errors, np.array([freedom, special().chdtri(freedom, 0.025)], np.float64))
    means, squares = _weighted(values, errors, variances)
    mean = float(_weighted(values, errors, np.array([found]))[0][0])
    return Pooled(
        len(groups), mean, math.sqrt(found), math.sqrt(least), float(special().chdtrc(freedom, departure)),
        sum(group.games for group in groups), means, np.sqrt(squares), np.sqrt(variances),
    )  # fmt: skip


def _weighted(values: Floats, errors: Floats, variances: Floats) -> tuple[Floats, Floats]:
    """Return the mean of the groups and the square of its error for each variance between them."""
    weights: Floats = 1 / (errors + variances[:, None])
    return weights @ values / weights.sum(axis=1), 1 / weights.sum(axis=1)


def _departure(values: Floats, errors: Floats, variances: Floats) -> Any:
    """Return the weighted squares of the groups around their mean (Cochran's Q) for each variance between them."""
    means = _weighted(values, errors, variances)[0]
    return ((values - means[:, None]) ** 2 / (errors + variances[:, None])).sum(axis=1)


def _variances(values: Floats, errors: Floats, wanted: Floats) -> Floats:
    """Return the variance between groups under which they depart from their mean by so much; 0 if they depart by less."""
    low, high = np.zeros(len(wanted)), np.full(len(wanted), float(np.ptp(values)) ** 2 + errors.max())
    while (beyond := _departure(values, errors, high) > wanted).any():
        high[beyond] *= 4
    for _ in range(_STEPS):
        middle = (low + high) / 2
        more = _departure(values, errors, middle) > wanted
        low, high = np.where(more, middle, low), np.where(more, high, middle)
    return np.where(_departure(values, errors, np.zeros(len(wanted))) > wanted, (low + high) / 2, 0.0)

"""How far seats, or strategies, lie apart in wins, and whether a change brings them closer: one test, paired by deal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np

from digsite.analyses.stats import Estimate, Moments, family

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.measures import Measure, Topic
    from digsite.analyses.experiments.paired import Ruler
    from digsite.analyses.stats.moments import Floats
    from digsite.simulator.play.tallies import Tally

SCALE = 2.0  # a deal's lead of one over another lies between -1 and 1 on either side, so their difference within 2


@dataclass(frozen=True)
class Spread:
    """The gap between the best and the worst win rate on either side, and its change; `p_value` is corrected."""

    topic: Topic
    against: float
    changed: float
    difference: Estimate
    p_value: float

    @property
    def changes(self) -> bool:
        """Return whether the gap is another one beyond chance."""
        return family.certainty(self.p_value) != "unclear"

    @property
    def near(self) -> float:
        """Return the least that the gap may have changed by."""
        return max(self.difference.low, -self.difference.high, 0.0)


def spread(tally: Tally, group: Sequence[Measure], ruler: Ruler) -> Spread:
    """Return how the gap between the best and the worst of a group changes.

    Each side's gap is the largest of all leads of one over another. That of the wider side is larger if the lead seen
    there exceeds every lead on the other side, so the least certain of these tests counts: chance, which makes the largest
    of several noisy leads look larger than it is, then works against the claim.
    """
    before, slopes = _leads(tally, group, changed=False)
    after, more_slopes = _leads(tally, group, changed=True)
    widest, wider = int(before.argmax()), int(after.argmax())
    value = float(after[wider] - before[widest])

    def change(one: int, other: int) -> Moments:
        slope = more_slopes[other] - slopes[one]
        m2 = max(float(slope @ tally.products @ slope), 0.0)
        return Moments(tally.deals, float(after[other] - before[one]), m2, tally.games)

    # The other side's every lead, so that whichever is the true gap there is among them.
    falls = [change(widest, other) for other in range(after.size)]
    rises = [change(one, wider) for one in range(before.size)]
    high = max(ruler.interval(values, SCALE).high for values in falls)
    low = min(ruler.interval(values, SCALE).low for values in rises)
    tested, down = (falls, True) if value < 0 else (rises, False)
    p = max(1.0 if (values.mean < 0) != down else ruler.p_value(values, SCALE) for values in tested)
    difference = Estimate(value, max(low, -1.0), min(high, 1.0), tally.games)
    return Spread(
        group[0].topic, float(before[widest]), float(after[wider]), difference, family.bonferroni(p, ruler.tests)
    )


def _leads(tally: Tally, group: Sequence[Measure], changed: bool) -> tuple[Floats, Floats]:
    """Return every lead of one over another on a side, with its gradient by column."""
    sides = [measure.linear(tally, changed) for measure in group]
    pairs = list(permutations(sides, 2))
    return np.array([one[0] - other[0] for one, other in pairs]), np.array([one[1] - other[1] for one, other in pairs])

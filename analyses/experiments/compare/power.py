"""The power of a comparison before it is played: its own test, asked what it would say of planned deals."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from digsite.analyses.experiments.paired import Ruler
from digsite.analyses.stats import is_difference, sizes
from digsite.analyses.stats.quantiles import z

if TYPE_CHECKING:
    from digsite.analyses.stats import Moments

POWER = 0.9


@dataclass(frozen=True)
class Prospect:
    """What a comparison will test: the difference of one measure, among others that share in the correction.

    sd:     the standard deviation of a deal's difference.
    margin: the difference that matters.
    scale:  how far a deal's difference may plausibly lie off.
    seen:   the deals that this scale is the range of, which more deals extend; 0 for the bounds of a share.
    tests:  comparisons that are corrected together.
    """

    sd: float
    margin: float
    scale: float
    seen: int = 0
    tests: int = 1
    _ruler: Ruler = field(init=False, repr=False)

    def __post_init__(self) -> None:
        """Set up the test."""
        object.__setattr__(self, "_ruler", Ruler(tests=self.tests))

    def to_find(self, power: float = POWER) -> int:
        """Return the deals that find a difference of the margin in a fraction `power` of all comparisons."""
        return sizes.to_find(self.margin, self.sd, power, lambda values: is_difference(self.verdict(values)))

    def to_rule_out(self, power: float = POWER) -> int:
        """Return the deals that show equal sides equivalent in a fraction `power` of all comparisons."""
        return sizes.to_rule_out(self.margin, self.sd, power, lambda values: self.verdict(values) == "equivalent")

    def verdict(self, values: Moments) -> str:
        """Return what the comparison says of such values."""
        return self._ruler.verdict(values, self.margin, self.scale_of(values.n))

    def scale_of(self, deals: int) -> float:
        """Return how far a difference may lie off in so many deals: their range grows as that of normal values does."""
        return self.scale * (_reach(deals) / _reach(self.seen) if self.seen else 1.0)


def _reach(n: int) -> float:
    """Return how far the largest of n normal values lies off, in standard deviations."""
    return z(1 - 1 / (2 * max(n, 2)))

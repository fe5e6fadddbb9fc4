"""When a difference that is looked at again and again is *clear*.

The lab looks at fixed numbers of games. Each look spends a part of the 5 % of false claims that all looks and all
differences of an answer share, so that watching the answer narrow does not make one.
"""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from scipy import special

from digsite.analyses.stats.quantiles import two_sided_z

LOOKS = (200, 600, 2_000, 6_000, 20_000, 60_000)  # games after which an answer is given
SPENT = (0.05, 0.05, 0.1, 0.2, 0.3, 0.2)  # the part of the error that each look may spend; later looks share the rest
FALSE_CLAIMS = 0.05
LEVEL = 0.95
FURTHER = 4  # times the games of the look before, once a user asks to narrow further
Floats = npt.NDArray[np.float64]


def looks(deals_of: int, until: int = LOOKS[-1]) -> Iterator[int]:
    """Yield the numbers of games to look at, each rounded up to whole deals of this many games."""
    games, at = 0, 0
    while games < until:
        games = LOOKS[at] if at < len(LOOKS) else games * FURTHER
        at += 1
        yield -(-games // deals_of) * deals_of


def spent(look: int) -> float:
    """Return the part of the error that a look may spend; looks count from 0, and all parts together are at most 1."""
    return SPENT[look] if look < len(SPENT) else (1 - sum(SPENT)) / 2 ** (look - len(SPENT) + 1)


@dataclass(frozen=True)
class Difference:
    """A mean of paired differences with its 95 % reach, and whether it is clear at this look."""

    value: float
    reach: float
    clear: bool


def means(values: Floats) -> tuple[Floats, Floats]:
    """Return the mean of each column over deals, and half its 95 % interval."""
    return values.mean(axis=0), two_sided_z(LEVEL) * errors(values)


def errors(values: Floats) -> Floats:
    """Return the standard error of each column's mean.

    Even if all deals so far are equal the next one may not be: a part of one deal's unit of spread always remains.
    """
    n = len(values)
    unit = np.maximum(np.abs(values).max(axis=0), 1e-9)
    made: Floats = np.maximum(values.std(axis=0, ddof=1), unit / np.sqrt(n)) / np.sqrt(n)
    return made


def differences(changes: Floats, look: int, family: int) -> list[Difference]:
    """Return the paired differences of some columns; `family` is the number of differences an answer judges at a look."""
    value, reach = means(changes)
    level = FALSE_CLAIMS * spent(look) / max(family, 1)
    limit = float(special.stdtrit(len(changes) - 1, 1 - level / 2))
    clear = np.abs(value) > limit * errors(changes)
    return [Difference(float(v), float(r), bool(c)) for v, r, c in zip(value, reach, clear, strict=True)]

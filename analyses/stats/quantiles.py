"""Reach of an interval of a given level, by the normal law and by Student's.

SciPy is loaded on first use, and only the part needed.
"""

from __future__ import annotations

from digsite.analyses.stats.special import special


def z(probability: float) -> float:
    """Return the value that a standard normal variable stays below with this probability."""
    return float(special().ndtri(probability))


def two_sided_z(level: float) -> float:
    """Return how many standard errors the normal interval of a level reaches to either side."""
    check_level(level)
    return z((1 + level) / 2)


def two_sided_t(level: float, df: float) -> float:
    """Return how many standard errors Student's interval of a level reaches to either side."""
    check_level(level)
    return float(special().stdtrit(df, (1 + level) / 2))


def check_level(level: float) -> None:
    """Raise an error unless the level is a probability (0.95, not 95)."""
    if not 0 < level < 1:
        raise ValueError(f"a level must lie between 0 and 1, such as 0.95; got {level}")


def check_margin(margin: float) -> None:
    """Raise an error unless the margin is greater than 0."""
    if not margin > 0:
        raise ValueError(f"a margin must be greater than 0; got {margin}")

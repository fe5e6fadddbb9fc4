"""How far out an interval of some level reaches, by the normal law and by Student's.

SciPy is loaded at its first use, and no more of it than is needed.
"""

from __future__ import annotations

from digsite.analyses.stats.special import special


def z(probability: float) -> float:
    """The value that a standard normal variable stays below with this probability."""
    return float(special().ndtri(probability))


def two_sided_z(level: float) -> float:
    """How many standard errors the normal interval of a level reaches to either side."""
    check_level(level)
    return z((1 + level) / 2)


def two_sided_t(level: float, df: float) -> float:
    """How many standard errors Student's interval of a level reaches to either side."""
    check_level(level)
    return float(special().stdtrit(df, (1 + level) / 2))


def check_level(level: float) -> None:
    """Refuse what is no probability, such as 95 for 0.95."""
    if not 0 < level < 1:
        raise ValueError(f"a level lies between 0 and 1, such as 0.95; got {level}")


def check_margin(margin: float) -> None:
    """Refuse a margin that nothing can lie within."""
    if not margin > 0:
        raise ValueError(f"a margin must be greater than 0; got {margin}")

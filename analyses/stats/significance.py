"""The correction for many tests."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    import numpy.typing as npt

    from digsite.analyses.stats.moments import Floats


def holm(p_values: npt.ArrayLike) -> Floats:
    """Return p-values adjusted for many tests: at 5 %, no false alarm in 95 % of reports."""
    p = np.asarray(p_values, dtype=np.float64).ravel()
    if not np.all((p >= 0) & (p <= 1)):
        raise ValueError("p-values must lie between 0 and 1")
    order = np.argsort(p)
    stepped = np.maximum.accumulate(p[order] * np.arange(p.size, 0, -1))
    adjusted = np.empty_like(p)
    adjusted[order] = np.minimum(stepped, 1.0)
    return adjusted

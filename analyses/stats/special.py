"""The functions of `scipy.special`, loaded on first use: most commands need none, and they take 0.13 s to load."""

from __future__ import annotations

from functools import cache
from typing import Any


@cache
def special() -> Any:
    """Return the module with `ndtri`, `stdtrit` and so on."""
    import scipy.special

    return scipy.special

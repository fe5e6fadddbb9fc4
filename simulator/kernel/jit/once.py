"""Make compiled functions once: each has a type of its own, so a play loop made for one cannot be called with another."""

from collections.abc import Callable, Hashable
from functools import cache, wraps
from threading import RLock
from typing import Any, TypeVar

Made = TypeVar("Made")
_one_by_one = RLock()


def once(make: Callable[..., Made]) -> Callable[..., Made]:
    """Return a function like `functools.cache` does, which also gives threads that call it at once the same object."""
    found = cache(make)

    @wraps(make)
    def get(*named: Hashable) -> Made:
        with _one_by_one:
            return found(*named)

    made: Any = get
    made.cache_clear = found.cache_clear
    return get

"""Sources of chance that would make the same seed play other games."""

from types import ModuleType
from typing import Any

# Modules that draw random numbers or read the clock, or call code that may, with the names users know.
SOURCES = {
    "numpy.random": "numpy.random",
    "random": "random",
    "secrets": "secrets",
    "ctypes": "ctypes",
    "_ctypes": "ctypes",
    "_cffi_backend": "cffi",
}


def chance_source(value: Any) -> str:
    """Return the source of chance that an object is, or belongs to; an empty text for any other object.

    >>> import random, math
    >>> chance_source(random.randrange), chance_source(random), chance_source(math.sqrt)
    ('random', 'random', '')
    """
    home = value.__name__ if isinstance(value, ModuleType) else _home(value)
    return next((said for module, said in SOURCES.items() if f"{home}.".startswith(f"{module}.")), "")


def _home(value: Any) -> str:
    """Return the module that an object comes from; for a bound method, that of its owner."""
    owner = getattr(value, "__self__", None)
    home = type(owner).__module__ if owner is not None and not isinstance(owner, ModuleType) else None
    return str(home or getattr(value, "__module__", None) or type(value).__module__)

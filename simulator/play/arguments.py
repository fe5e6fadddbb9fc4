"""Check arguments from Python or the terminal, and return them in plain form (imports nothing heavy)."""

import math
import operator
import re
from collections.abc import Iterable, Mapping
from decimal import Decimal
from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse, mask_login
from digsite.simulator.game.wording import truncate
from digsite.simulator.options import OPTIONS

_UNITS = {"": 1, "k": 1_000, "m": 1_000_000, "g": 1_000_000_000}
MOST_THREADS = 1_024
_READ = 18  # the most digits of a number that are printed
_COUNTS = ("games", "events", "part_games")  # may have a unit


def count(text: str) -> int | None:
    """Return 1k, 2.5M or 100_000 as a whole number, or None for anything else.

    >>> count("1k"), count("2.5M"), count("100_000"), count("1.5"), count("many")
    (1000, 2500000, 100000, None, None)
    """
    found = re.fullmatch(r"\s*([\d_,]*\.?\d+)\s*([kKmMgG]?)\s*", text)
    if not found:
        return None
    number, unit = Decimal(re.sub(r"[_,]", "", found[1])), _UNITS[found[2].lower()]
    size = number.adjusted() + len(str(unit)) - 1
    if size > _READ:  # far too large; only its size matters
        return int(10**size)
    number *= unit
    return int(number) if number == number.to_integral_value() else None


def whole_number(name: str, value: Any, least: int = 0, most: int | None = None) -> int:
    """Return a whole number from an integer of Python or NumPy, or from a text."""
    number, option = _whole(name, value), OPTIONS[name]
    if number is None:
        such_as = " such as 500, 20k or 2.5M" if name in _COUNTS else ""
        raise WrongUse(option, f" must be a whole number{such_as}; {value!r} is not.")
    if number < least:
        raise WrongUse(option, f" must be at least {least}; {number} is not.")
    if most is not None and number > most:
        raise WrongUse(option, f" must be at most {most:,}; {_short(number)} is more.")
    return number


def _short(number: int) -> str:
    """Return a number in digits, or its size if it is too long to read.

    >>> _short(5_000_000_000), _short(10**40)
    ('5,000,000,000', 'a number of 41 digits')
    """
    return f"{number:,}" if number < 10**_READ else f"a number of {Decimal(number).adjusted() + 1} digits"


def _whole(name: str, value: Any) -> int | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, str):
        if re.fullmatch(r"\s*-?\d+\s*", value):
            return int(value) if len(value) <= _READ else count(value.replace("-", ""))
        return count(value) if name in _COUNTS else None
    try:
        return operator.index(value)
    except TypeError:
        return None


def seed_of(value: Any) -> int:
    """Return a checked seed."""
    number = _whole("seed", value)
    if number is None or not 0 <= number < 2**63:
        raise WrongUse(OPTIONS["seed"], f" must be a whole number from 0 to 2**63 - 1; {value!r} is not.")
    return number


def flag(name: str, value: Any) -> bool:
    """Return True or False, from Python or NumPy."""
    if type(value).__name__ not in ("bool", "bool_"):
        raise WrongUse(f"{name} must be True or False; {value!r} is neither.")
    return bool(value)


def text_of(name: str, value: Any) -> str:
    """Return a checked text."""
    if not isinstance(value, str):
        such = ' such as "0.5pp" or "5points"' if name == "margin" else ""
        raise WrongUse(f"{name} must be a text{such}; {value!r} is not.")
    return value


def path_of(name: str, value: Any, what: str = "") -> Path:
    """Return the path of a file or folder; `what` names it where no option does."""
    if not isinstance(value, str | Path):
        raise WrongUse(f"{name} must be a path; {value!r} is not.")
    try:
        return Path(value).expanduser() if str(value).startswith(("~/", "~\\")) else Path(value)
    except RuntimeError:
        raise WrongUse("There is no home folder ~ for ", what or OPTIONS[name], "; write the whole path.") from None


def cluster_of(address: str) -> int | None:
    """Return the number of processes of a local cluster, "local:4", or None for a scheduler's address.

    >>> cluster_of("local:4"), cluster_of("tcp://10.0.0.1:8786")
    (4, None)
    """
    if found := re.fullmatch(r"local:(\d{1,4})", address):
        return _processes(int(found[1]))
    if re.fullmatch(r"(tcp|tls)://([^\s/@:]+|\[[\da-fA-F:]+\]):\d{1,5}", address):
        return None
    raise WrongUse(
        OPTIONS["cluster"],
        " is local:4, for four processes here, or the address of a Dask scheduler such as tcp://host:8786; "
        f"{mask_login(address)!r} is neither.",
    )


def _processes(number: int) -> int:
    if not 1 <= number <= MOST_THREADS:
        raise WrongUse(OPTIONS["cluster"], f" local must have from 1 to {MOST_THREADS:,} processes; {number:,} is not.")
    return number


def as_list(name: str, value: Any, kinds: type | tuple[type, ...] = str, what: str = "texts") -> list[Any]:
    """Return a list of things of some kinds; a single one becomes a list of one, None an empty list."""
    if value is None:
        return []
    if isinstance(value, kinds):
        return [value]
    if not isinstance(value, Iterable) or isinstance(value, Mapping | bytes):
        raise WrongUse(f"{name} must be a list of {what}; {value!r} is not.")
    entries = list(value)
    for entry in entries:
        if not isinstance(entry, kinds):
            raise WrongUse(f"{name} must be a list of {what}; {entry!r} in it is none.")
    return entries


def names(name: str, value: Any) -> list[str]:
    """Return names from a list, or from one text with commas."""
    words = value.split(",") if isinstance(value, str) else as_list(name, value)
    found = [word.strip() for word in words]
    if isinstance(value, str) and "" in found[:-1]:  # an empty text and a trailing comma are fine
        raise WrongUse(OPTIONS[name], f" has nothing between two commas: {truncate(value, 60)!r}.")
    return [word for word in found if word]


def minutes_of(minutes: float | None) -> float | None:
    """Return the time limit, checked."""
    if minutes is not None and not 0 < minutes < math.inf:
        raise WrongUse(OPTIONS["minutes"], f" must be above 0{' and finite' if minutes > 0 else ''}; {minutes} is not.")
    return minutes

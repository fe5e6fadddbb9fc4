"""What can go wrong on the user's side, said in one sentence."""

from collections.abc import Iterable
from difflib import get_close_matches


class DigsiteError(Exception):
    """A failure that has a sentence for the user; the command line exits with 1."""

    exit_code = 1


class WrongUse(DigsiteError):
    """The user asked for something that does not exist or cannot be; the command line exits with 2."""

    exit_code = 2


def unknown(what: str, name: str, known: Iterable[str]) -> WrongUse:
    """An error that names the nearest right choice and lists them all."""
    choices = list(known)
    near = get_close_matches(name, choices, n=1, cutoff=0.4)
    hint = f" Did you mean {near[0]!r}?" if near else ""
    listed = f" There are: {', '.join(choices)}." if choices else ""
    return WrongUse(f"There is no {what} {name!r}.{hint}{listed}")

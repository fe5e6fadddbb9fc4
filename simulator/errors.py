"""What can go wrong on the user's side, said in one sentence."""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class DigsiteError(Exception):
    """A failure that has a sentence for the user; the command line exits with 1.

    `details` is what somebody else said about it at length, a compiler for one.
    """

    exit_code = 1

    def __init__(self, sentence: str = "", details: str = ""):
        """The sentence is all that most users see."""
        super().__init__(sentence)
        self.details = details


class WrongUse(DigsiteError):
    """The user asked for something that does not exist or cannot be; the command line exits with 2."""

    exit_code = 2


def nearest(name: str, choices: Sequence[str]) -> str:
    """A question that names the right choice nearest to a wrong one, to follow a sentence; nothing if none is near."""
    near = get_close_matches(name, choices, n=1, cutoff=0.4)
    return f" Did you mean {near[0]!r}?" if near else ""


def unknown(what: str, name: str, known: Iterable[str]) -> WrongUse:
    """An error that names the nearest right choice and lists them all."""
    choices = list(known)
    listed = f" There are: {', '.join(choices)}." if choices else ""
    return WrongUse(f"There is no {what} {name!r}.{nearest(name, choices)}{listed}")

"""How a use case reports progress, and how it ends when the user stops it (imports nothing heavy, for a quick start)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from digsite.simulator.commands import Command
from digsite.simulator.errors import Sentence, Spoken, Worded, of_an_interrupt, typed
from digsite.simulator.options import Phrase

SAME = Phrase("the same command", "the same call")
AGAIN = Phrase(f"{SAME.typed} goes on.", f"{SAME.called} goes on.")  # of several things one alone would not do


def going_on(command: Command) -> Phrase:
    """How to go on with what was stopped."""
    return Phrase(f"go on with: {command}", AGAIN.called)


class Progress:
    """What a use case reports while it works; this one stays silent, and others override what they show."""

    doing = "Playing"  # what is done with the games that are counted
    at_most = False  # whether the games to be played are the most that may be needed
    ends: float | None = None  # when it ends at the latest, by time.monotonic()

    def counting(self, doing: str = "Playing", at_most: bool = False, ends: float | None = None) -> None:
        """From now on `played` counts the games of this; `ends` is a limit of time by the monotonic clock."""
        self.doing, self.at_most, self.ends = doing, at_most, ends

    def starting(self, sentence: str) -> None:
        """Something begins."""

    def working(self, what: str, done: int = 0, total: int | None = None) -> None:
        """This is being done now, without games to count; so many steps of all are behind, if there are any."""

    def played(self, done: int, total: int) -> None:
        """So many games of all are played; where `at_most` is set, it may end before all are."""

    def close(self) -> None:
        """Nothing more is to come."""

    def standing(self, text: str) -> None:
        """How a search stands."""


_under_way: list[Callable[[], Sentence]] = []


class Interrupted(Spoken, KeyboardInterrupt):
    """The user stopped the work; the sentence says what is saved and how to go on."""

    def __init__(self, *sentence: str | Worded):
        """It is remembered: whoever is still to be left, a cluster for one, may take longer than the user waits."""
        super().__init__(*sentence)
        _under_way.append(lambda: sentence)


@contextmanager
def stopped_with(sentence: Callable[[], Sentence]) -> Iterator[None]:
    """While this goes on, and after an interrupt, the sentence tells what is saved if the program has to end at once."""
    _under_way.append(sentence)
    try:
        yield
    except BaseException as problem:
        if not of_an_interrupt(problem):
            _under_way.pop()
        raise
    else:
        _under_way.pop()


def last_words() -> str:
    """What to say when the program has to end at once."""
    return typed(_under_way[-1]()) if _under_way else "Interrupted."

"""How a use case reports progress, and how it ends when the user stops it (imports nothing heavy, for a quick start)."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from digsite.simulator.commands import Command
from digsite.simulator.errors import Sentence, Worded, WordedError, is_interrupt, typed
from digsite.simulator.options import Phrase

SAME = Phrase("the same command", "the same call")
AGAIN = Phrase(f"{SAME.typed} continues.", f"{SAME.called} continues.")  # where one folder alone would not do


def resume_hint(command: Command) -> Phrase:
    """Return how to resume stopped work."""
    return Phrase(f"continue with: {command}", AGAIN.called)


class Progress:
    """What a use case reports while it works; this class stays silent, and subclasses override what they show."""

    doing = "Playing"  # what happens to the counted games
    at_most = False  # whether the total is an upper limit
    ends: float | None = None  # when it ends at the latest, by time.monotonic()

    def counting(self, doing: str = "Playing", at_most: bool = False, ends: float | None = None) -> None:
        """Start counting the games of this step in `played`; `ends` is a time limit by the monotonic clock."""
        self.doing, self.at_most, self.ends = doing, at_most, ends

    def starting(self, sentence: str) -> None:
        """Something begins."""

    def working(self, what: str, done: int = 0, total: int | None = None) -> None:
        """Report a step without games to count; `done` of `total` steps are finished, if there are any."""

    def played(self, done: int, total: int) -> None:
        """Report that `done` of `total` games are played; where `at_most` is set, play may end before all are."""

    def close(self) -> None:
        """End the report."""

    def standing(self, text: str) -> None:
        """Report the state of a search."""


_under_way: list[Callable[[], Sentence]] = []


class Interrupted(WordedError, KeyboardInterrupt):
    """The user stopped the work; the sentence says what is saved and how to continue."""

    def __init__(self, *sentence: str | Worded):
        """Remember the sentence: leaving a cluster, for one, may take longer than the user waits."""
        super().__init__(*sentence)
        _under_way.append(lambda: sentence)


@contextmanager
def message_on_stop(sentence: Callable[[], Sentence]) -> Iterator[None]:
    """Within the block, and after an interrupt, let the sentence say what is saved if the program must end at once."""
    _under_way.append(sentence)
    try:
        yield
    except BaseException as problem:
        if not is_interrupt(problem):
            _under_way.pop()
        raise
    else:
        _under_way.pop()


def stop_message() -> str:
    """Return the message for when the program must end at once."""
    return typed(_under_way[-1]()) if _under_way else "Interrupted."


class Count:
    """Games played so far, reported batch by batch."""

    def __init__(
        self,
        progress: Progress,
        total: int,
        done: int = 0,
        at_most: bool = False,
        what: str = "Playing",
        ends: float | None = None,
    ):
        """Start at `done` of `total` games; `at_most` if fewer may be enough.

        ends: when play ends at the latest, by time.monotonic().
        """
        self.progress, self.total, self.done = progress, total, done
        progress.counting(what, at_most, ends)

    def __call__(self, games: int) -> None:
        """Add played games."""
        self.done += games
        self.progress.played(self.done, self.total)

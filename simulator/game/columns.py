"""The columns of a run: a game declares what it measures, and gets a record for the kernel and names for the tables."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from digsite.simulator.game.wording import in_words

if TYPE_CHECKING:
    import numpy as np

# share: a part of a whole, or a yes or no whose mean is one; difference: one share less another; number: all else.
Unit = Literal["number", "share", "difference"]


@dataclass(frozen=True)
class Column:
    """One measure of a game: a number per seat or per game, or a row of labelled numbers.

    `name_1` is seat 1's figure of a per-seat column, `name_blue_1` its labelled one; `name`, `name_blue` per game.
    """

    name: str
    dtype: str
    about: str
    per: Literal["seat", "game"] = "seat"
    labels: tuple[str, ...] = ()
    part_of_score: str = ""  # what this part of a seat's score is called; the parts add up to it
    choices: tuple[str, ...] = ()  # the names behind the numbers, where the number stands for a name
    unit: Unit = "number"  # what a mean of it is
    words: str = ""  # what it is called in a title, where that is not its name
    axis: str = ""  # what it is called on an axis, where that is not its words
    label_words: tuple[str, ...] = ()  # what the labels are called, where that is not their names
    headline: bool = False  # whether experiments measure it where nobody says what to measure

    def called(self, label: str) -> str:
        """A label in words."""
        return self.label_words[self.labels.index(label)] if self.label_words else in_words(label)

    def shape(self, max_seats: int) -> tuple[int, ...]:
        """The shape of its field in the record of one game."""
        return ((max_seats,) if self.per == "seat" else ()) + ((len(self.labels),) if self.labels else ())

    def headings(self, seats: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Table heading and index into the record's field, for each seat and label."""
        for seat in range(seats) if self.per == "seat" else (None,):
            for at, label in enumerate(self.labels or ("",)):
                words = [self.name, label, "" if seat is None else str(seat + 1)]
                index = (() if seat is None else (seat,)) + ((at,) if self.labels else ())
                yield "_".join(word for word in words if word), index


# No game of sensible rules comes near; far fewer than the smallest counters of turns can hold.
MOST_DECISIONS = 20_000
BROKEN_OFF = "broken off"  # the end reason, behind a game's own, of a game that takes more


def common_columns(end_reasons: tuple[str, ...]) -> tuple[Column, ...]:
    """What every game records; `end_reasons` are the game's ways to end, by number."""
    return (
        Column("winner", "i1", "seat that won alone; 0 when the win is shared or nobody won", "game"),
        Column("winners", "i1", "number of seats that share the win; 0 when nobody won", "game"),
        Column("turns", "i4", "turns played by all seats together", "game"),
        Column("decisions", "i4", "decisions taken by all seats together", "game"),
        Column("end_reason", "i1", "how the game ended", "game", choices=(*end_reasons, BROKEN_OFF)),
        Column("score", "i4", "final score"),
        Column("rank", "i1", "final rank, 1 = best; equal after the tie-break = same rank"),
    )


def win_share(rank: Any, winners: Any) -> Any:
    """A seat's part of the win: shared evenly by all who share the first rank; nothing when nobody won.

    Of NumPy arrays (a column of them against `winners[:, None]`) as of polars expressions.
    """
    return ((rank == 1) & (winners > 0)) / (winners + (winners == 0))


def fair_share(rank: Any, winners: Any, seats: int) -> Any:
    """A seat's part of the win, where a win that nobody has is shared by all, so that a fair share is the same in every game.

    A player alone has nothing of it.
    """
    return win_share(rank, winners) + (winners == 0) * (1 / seats if seats > 1 else 0.0)


_HIDDEN = (
    Column("tiebreak", "i4", "breaks ties of score, higher wins"),
    Column("contends", "i1", "whether the seat can win at all"),
)


def outcome_of(own: tuple[Column, ...], max_seats: int) -> "np.dtype[Any]":
    """The record that `score` fills, one per game: the common columns, and a game's own."""
    import numpy as np

    fields = [(c.name, c.dtype, c.shape(max_seats)) for c in (*common_columns(()), *_HIDDEN, *own)]
    return np.dtype(fields, align=True)

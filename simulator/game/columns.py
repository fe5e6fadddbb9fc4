"""The columns of a run: a game declares its measures and gets a kernel record and table headings."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from digsite.simulator.game.wording import name_in_words

if TYPE_CHECKING:
    import numpy as np

# share: a fraction, or a yes or no whose mean is one; difference: of two shares; number: anything else.
Unit = Literal["number", "share", "difference"]


@dataclass(frozen=True)
class Column:
    """One measure of a game: a number per seat or per game, or a row of labelled numbers.

    Headings: `name_1` for seat 1, `name_blue_1` with a label; `name` and `name_blue` for columns per game.
    """

    name: str
    dtype: str
    about: str
    per: Literal["seat", "game"] = "seat"
    labels: tuple[str, ...] = ()
    part_of_score: str = ""  # the name of this part of a seat's score; the parts add up to it
    choices: tuple[str, ...] = ()  # the names that the numbers stand for, if any
    unit: Unit = "number"  # the unit of its mean
    words: str = ""  # its name in titles, if different
    axis: str = ""  # its name on an axis, if different
    label_words: tuple[str, ...] = ()  # the labels in words, if different
    headline: bool = False  # whether experiments measure it by default

    def called(self, label: str) -> str:
        """Return a label in words."""
        return self.label_words[self.labels.index(label)] if self.label_words else name_in_words(label)

    def shape(self, max_seats: int) -> tuple[int, ...]:
        """Return the shape of its field in the record of one game."""
        return ((max_seats,) if self.per == "seat" else ()) + ((len(self.labels),) if self.labels else ())

    def headings(self, seats: int) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield each table heading with its index into the record's field, for each seat and label."""
        for seat in range(seats) if self.per == "seat" else (None,):
            for at, label in enumerate(self.labels or ("",)):
                words = [self.name, label, "" if seat is None else str(seat + 1)]
                index = (() if seat is None else (seat,)) + ((at,) if self.labels else ())
                yield "_".join(word for word in words if word), index


# Sensible rules stay far below this, and the smallest turn counters can hold far more.
MOST_DECISIONS = 20_000
BROKEN_OFF = "broken off"  # the end reason of a longer game, listed after the game's own


def common_columns(end_reasons: tuple[str, ...]) -> tuple[Column, ...]:
    """Return the columns that every game has; `end_reasons` are the game's, by number."""
    return (
        Column("winner", "i1", "seat that won alone; 0 when the win is shared or nobody won", "game"),
        Column(
            "winners",
            "i1",
            "number of seats, or of sides in a team game, that share the win; 0 when nobody won",
            "game",
        ),
        Column("turns", "i4", "turns played by all seats together", "game"),
        Column("decisions", "i4", "decisions taken by all seats together", "game"),
        Column("end_reason", "i1", "how the game ended", "game", choices=(*end_reasons, BROKEN_OFF)),
        Column("score", "i4", "final score"),
        Column("rank", "i1", "final rank, 1 = best; equal after the tie-break = same rank"),
    )


def win_share(rank: Any, winners: Any) -> Any:
    """Return a seat's share of the win: split evenly between all sides of rank 1; 0 when there is no winner.

    A side is a seat, or the seats of a team: each of them has its side's share.

    Works on NumPy arrays (several seats against `winners[:, None]`) and on polars expressions.
    """
    return ((rank == 1) & (winners > 0)) / (winners + (winners == 0))


def fair_share(rank: Any, winners: Any, sides: int) -> Any:
    """Return a seat's share of the win; games without a winner count as shared by all sides.

    Without rivals, alone or all together, a lost game is worth nothing.
    """
    return win_share(rank, winners) + (winners == 0) * (1 / sides if sides > 1 else 0.0)


_HIDDEN = (
    Column("tiebreak", "i4", "breaks ties of score, higher wins"),
    Column("contends", "i1", "whether the seat can win at all"),
    Column("side", "i1", "the first seat of those that win together with this one"),
    Column("side_score", "i4", "score of all seats that win together, which decides who wins"),
)


def outcome_of(own: tuple[Column, ...], max_seats: int) -> "np.dtype[Any]":
    """Return the record that `score` fills, one per game: the common columns and the game's own."""
    import numpy as np

    fields = [(c.name, c.dtype, c.shape(max_seats)) for c in (*common_columns(()), *_HIDDEN, *own)]
    return np.dtype(fields, align=True)

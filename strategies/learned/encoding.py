"""What a learned player reads in a state: a table made from a game's State record and some sampled states.

Every number of the record is an element. Rows of seats are turned so that the viewer's comes first. Left out is what a
redeal changes, since the viewer cannot see it, what never changes, and what is only counted for reports.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from digsite.strategies.learned.layout import (
    AT_CHANGES,
    AT_ROWS,
    AT_TABLES,
    AT_TAIL,
    AT_VIEWS,
    BITS,
    ELEMENTS,
    FIELDS,
    FORM,
    FORMAT,
    FRACTION,
    HEADER,
    KIND,
    LENGTH,
    LINEAR,
    LOWEST,
    MASK,
    MEAN,
    ONE,
    ROWS,
    SEATS,
    SHIFT,
    SIGN,
    SIZED,
    SPAN,
    STEEPNESS,
    TABLE,
    TABLED,
    TAIL,
    UNITS,
    VIEWED,
    WORD,
    WORDS,
)

NEVER = ("stream", "over", "end_reason", "banned")  # no part of a position
MOST_VALUES = 64  # with a row each; beyond, ranges of values share one
RANGES = 12
SIZED_FROM = 6  # values
MOST_SPAN = 8_192
SEATLIKE = 3  # a number up to this may be that of a seat
Numbers = npt.NDArray[np.int64]
WORD_BYTES = 8


@dataclass(frozen=True)
class Element:
    """A number of the State as each seat looks at it: where it is (bytes), its type, and whether its row is the viewer's."""

    offsets: tuple[int, ...]
    dtype: "np.dtype[Any]"
    turned: bool


def elements_of(state: "np.dtype[Any]", seats: int, by_seat: "dict[str, int]") -> Iterator[tuple[str, Element]]:
    """Yield the field and the place of every number; `by_seat` says how many axes of a field are seats."""
    for name in state.names or ():
        sub, at = state.fields[name][:2]  # type: ignore[index]
        item, shape = sub.base, sub.shape
        if name in NEVER or item.names is not None or item.kind not in "iub" or at % item.itemsize:
            continue
        axes = by_seat.get(name, 0)
        for index in np.ndindex(*shape):
            if any(place >= seats for place in index[:axes]):
                continue
            offsets = []
            for seat in range(seats):
                turned = [(place + seat) % seats for place in index[:axes]]
                flat = int(np.ravel_multi_index((*turned, *index[axes:]), shape)) if shape else 0
                offsets.append(at + item.itemsize * flat)
            yield name, Element(tuple(offsets), item, axes > 0)


def seat_axes(state: "np.dtype[Any]", max_seats: int, seats: int, sample: np.ndarray) -> dict[str, int]:
    """Return how many leading axes of each field are seats: those as long as the largest table, whose rows stay blank for
    seats that a smaller one does not have. `sample` has states of a table of `seats`."""
    found = {}
    for name in state.names or ():
        shape = state[name].shape
        axes = 0
        while axes < min(2, len(shape)) and shape[axes] == max_seats:
            rest = np.moveaxis(sample[name], axes + 1, 1)[:, seats:]
            if max_seats > 1 and rest.size and (rest != rest[:1]).any():
                break
            axes += 1
        if axes:
            found[name] = axes
    return found


def values_of(states: np.ndarray, element: Element, views: Numbers) -> Numbers:
    """Return an element's value in each state, as the state's viewer looks at it."""
    raw = states.view(np.uint8).reshape(len(states), -1)
    size = element.dtype.itemsize
    at = np.asarray(element.offsets)[views][:, None] + np.arange(size)
    found = np.ascontiguousarray(raw[np.arange(len(states))[:, None], at])
    kind = np.dtype(np.uint8) if element.dtype.kind == "b" else element.dtype
    with np.errstate(over="ignore"):
        return found.view(kind).reshape(-1).astype(np.int64)


class Tables:
    """The rows of the first layer, as they are given out."""

    def __init__(self) -> None:
        """Begin with none."""
        self.rows, self.places = 0, list[int]()

    def new_row(self) -> int:
        """Return a new row."""
        self.rows += 1
        return self.rows - 1

    def add(self, rows: "list[int]") -> int:
        """Add a table of rows; return where it begins."""
        self.places += rows
        return len(self.places) - len(rows)


def _of_bits(values: Numbers, made: Tables, size: int) -> tuple[dict[int, int], int]:
    varies = int(np.bitwise_or.reduce(values) & ~np.bitwise_and.reduce(values)) & (2**64 - 1)
    table = made.add([made.new_row() if (varies >> bit) & 1 else -1 for bit in range(64)])
    return {FORM: BITS, LOWEST: 0, SPAN: 64, LINEAR: -1, MEAN: 0, STEEPNESS: 0}, table


def _of_values(values: Numbers, made: Tables, seats: int, turned: bool) -> tuple[dict[int, int], list[int]]:
    """Return an element's fields and, for each viewer, where its table begins."""
    known, counts = np.unique(values, return_counts=True)
    lowest, highest, usual = int(known[0]), int(known[-1]), int(known[counts.argmax()])
    if highest - lowest >= MOST_VALUES:
        room = (highest - lowest) // 4
        lowest, highest = lowest - room, highest + room
    span = min(highest - lowest + 1, MOST_SPAN)
    seatlike = seats > 1 and not turned and lowest >= -1 and highest <= max(seats, SEATLIKE)
    tables = []
    for _ in range(seats if seatlike else 1):
        if len(known) <= MOST_VALUES and span <= 2 * MOST_VALUES:
            rows = [made.new_row() if lowest + at != usual or seatlike else -1 for at in range(span)]
        else:
            edges = np.unique(np.quantile(values, np.linspace(0, 1, RANGES + 1)[1:-1]))
            first = [made.new_row() for _ in range(len(edges) + 1)]
            rows = [first[at] for at in np.searchsorted(edges, lowest + np.arange(span), side="right")]
        tables.append(made.add(rows))
    sized = len(known) >= SIZED_FROM
    steep = round(ONE * (1 << FRACTION) / max(float(values.std()), 0.25))
    fields = {
        FORM: SIZED if sized else TABLED, LOWEST: lowest, SPAN: span, LINEAR: made.new_row() if sized else -1,
        MEAN: round(float(values.mean())), STEEPNESS: steep,
    }  # fmt: skip
    return fields, tables if seatlike else tables * seats


@dataclass(frozen=True)
class Encoding:
    """What is read in a state: per element its fields, and its word, shift and table for each seat."""

    seats: int
    words: int
    fields: Numbers
    views: Numbers
    tables: Numbers
    rows: int

    @property
    def elements(self) -> int:
        """Return the number of elements."""
        return int(self.fields.shape[1])

    def player(self) -> "npt.NDArray[np.float64]":
        """Return a player that reads all this; its weights are still 0."""
        starts, entries = [], []
        for seat in range(self.seats):
            words = self.views[seat, WORD]
            order = np.argsort(words, kind="stable")
            starts.append(np.searchsorted(words[order], np.arange(self.words + 1)))
            entries.append(np.concatenate([self.fields, self.views[seat]])[:, order].T.ravel())
        parts = [np.zeros(HEADER), np.concatenate(entries), np.concatenate(starts), self.tables]
        parts += [np.zeros(self.rows * UNITS), np.zeros(TAIL)]
        ends = np.cumsum([len(part) for part in parts])
        player = np.concatenate(
            [part if part.dtype == np.float64 else part.astype(np.int64).view(np.float64) for part in parts]
        )
        whole = player.view(np.int64)
        whole[KIND], whole[ELEMENTS], whole[WORDS] = FORMAT, self.elements, self.words
        whole[SEATS], whole[ROWS], whole[LENGTH] = self.seats, self.rows, len(player)
        whole[[AT_VIEWS, AT_CHANGES, AT_TABLES, AT_ROWS, AT_TAIL]] = ends[:5]
        return player


def build_encoding(
    state: "np.dtype[Any]", seats: int, by_seat: dict[str, int], left_out: frozenset[str], states: np.ndarray,
    again: np.ndarray, views: Numbers,
) -> Encoding:  # fmt: skip
    """Return the encoding for a game at a table of `seats`.

    left_out: fields that are not read.
    states:   sampled states; `again` has the same as the seats `views` imagine them.
    """
    made, fields, places = Tables(), list[dict[int, int]](), list[list[tuple[int, int, int]]]()
    for name, element in elements_of(state, seats, by_seat):
        if name in left_out:
            continue
        values = values_of(states, element, views)
        if (values != values_of(again, element, views)).any() or (values == values[0]).all():
            continue
        size = element.dtype.itemsize
        if size == WORD_BYTES:
            own, table = _of_bits(values, made, size)
            tables = [table] * seats
        else:
            own, tables = _of_values(values, made, seats, element.turned)
        bits = 8 * size
        own |= {
            MASK: -1 if bits == 64 else (1 << bits) - 1,
            SIGN: 1 << (bits - 1) if element.dtype.kind == "i" and bits < 64 else 0,
        }
        fields.append(own)
        places.append(
            [
                (at // WORD_BYTES, 8 * (at % WORD_BYTES), table)
                for at, table in zip(element.offsets, tables, strict=True)
            ]
        )
    encoded = np.array([[own[which] for own in fields] for which in range(FIELDS)], np.int64).reshape(FIELDS, -1)
    viewed = np.array(places, np.int64).reshape(-1, seats, VIEWED).transpose(1, 2, 0)
    assert (WORD, SHIFT, TABLE) == (0, 1, 2)
    return Encoding(seats, state.itemsize // WORD_BYTES, encoded, viewed, np.array(made.places, np.int64), made.rows)

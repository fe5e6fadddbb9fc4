"""Rows of cards: filled, sorted, shuffled, searched. A row is a field of the State, its used part first."""

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import below, draw_bits, mix

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
COPIES = 256  # the most copies of one card


@rule
def add_cards(row, size, card, copies):
    """Put copies of a card at the end of a row that has `size` cards; return its new size."""
    for at in range(size, size + copies):
        row[at] = card
    return size + copies


@rule
def remove_at(row, size, at):
    """Take the card at an index out of a row, keep the order of the others, and return the row's new size."""
    for later in range(at, size - 1):
        row[later] = row[later + 1]
    row[size - 1] = 0
    return size - 1


@rule
def find_card(row, size, card):
    """Return the index of a card among the first `size` of a row, or -1."""
    for at in range(size):
        if row[at] == card:
            return at
    return -1


@rule
def sort(row, first, last):
    """Sort row[first:last], lowest first (Shell sort: rows are short and nothing may be allocated)."""
    gap = 1
    while gap < last - first:
        gap = 3 * gap + 1
    while gap > 0:
        for at in range(first + gap, last):
            card, place = row[at], at
            while place >= first + gap and row[place - gap] > card:
                row[place] = row[place - gap]
                place -= gap
            row[place] = card
        gap //= 3


@rule
def _key_of(base, entry):
    """Return the random key of a card and the number of its copy, `card * COPIES + copy`."""
    return mix(base + np.uint64(entry) * _GOLDEN)


@rule
def shuffle_by_card(state, stream, row, first, last):
    """Shuffle row[first:last] by a random key for each card, so that a variant with more or fewer cards has the same luck.

    Two decks that differ by some cards have their common cards in the same order. A card is a number below 2**23.
    """
    base = draw_bits(state, stream)
    for at in range(last - 1, first - 1, -1):
        copy = 0
        for before in range(first, at):
            copy += row[before] == row[at]
        row[at] = row[at] * COPIES + copy
    for end in range(first + 1, last):
        entry, place = row[end], end
        key = _key_of(base, entry)
        while place > first and _key_of(base, row[place - 1]) > key:
            row[place] = row[place - 1]
            place -= 1
        row[place] = entry
    for at in range(first, last):
        row[at] //= COPIES


@rule
def draw_from_bag(state, stream, bag, kinds):
    """Take a random thing out of a bag that counts its contents by kind; return the kind, or -1 if the bag is empty."""
    total = 0
    for kind in range(kinds):
        total += bag[kind]
    if total == 0:
        return -1
    number = below(state, stream, total)
    for kind in range(kinds):
        number -= bag[kind]
        if number < 0:
            bag[kind] -= 1
            return kind
    return -1


@rule
def roll_dice(state, stream, faces, count):
    """Return the sum of some dice with this many faces."""
    total = 0
    for _ in range(count):
        total += below(state, stream, faces) + 1
    return total


@rule
def share_of(total, sharers):
    """Return what each of some sharers gets of a total, in whole numbers; the rest is `total % sharers`."""
    return total // sharers if sharers > 0 else 0

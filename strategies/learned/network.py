"""The network of a learned player: what it reads in a state, and the value that it gives.

Every element of a state has one row of the first layer per value, and a further row for its size if it has many values; a
64-bit word is a set of bits. Moving on to the next state, only rows of what changed are added and taken away.
"""

import numpy as np

from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.learned.layout import (
    AT_CHANGES,
    AT_ROWS,
    AT_TABLES,
    AT_TAIL,
    AT_VIEWS,
    B1,
    B2,
    B3,
    BITS,
    ELEMENTS,
    ENTRY,
    ENTRY_SHIFT,
    ENTRY_TABLE,
    ENTRY_WORD,
    FORM,
    FRACTION,
    LINEAR,
    LOWEST,
    MASK,
    MEAN,
    MOST_HIDDEN,
    ONE,
    SIGN,
    SIZED,
    SPAN,
    STEEPNESS,
    UNIT,
    UNITS,
    W2,
    W3,
    WORDS,
)


@rule
def number_in(whole, words, at):
    """Return the value of the element at a place in a state."""
    found = (words[whole[at + ENTRY_WORD]] >> whole[at + ENTRY_SHIFT]) & whole[at + MASK]
    return (found ^ whole[at + SIGN]) - whole[at + SIGN]


@rule
def row_of(whole, at, value):
    """Return the row of an element's value, or of one of its bits; -1 for none."""
    place = min(max(value - whole[at + LOWEST], 0), whole[at + SPAN] - 1)
    return whole[whole[AT_TABLES] + whole[at + ENTRY_TABLE] + place]


@rule
def size_of(whole, at, value):
    """Return how far an element's value is from its mean, in sixteenths of its spread."""
    away = (value - whole[at + MEAN]) * whole[at + STEEPNESS]
    return min(max(away >> FRACTION, -4 * ONE), 4 * ONE)


@rule
def add_row(player, whole, layer, row, times):
    """Add a row of the first layer so many times; none for row -1."""
    if row >= 0:
        first = whole[AT_ROWS] + row * UNITS
        for unit in range(UNITS):
            layer[unit] += times * player[first + unit]


@rule
def add_bits(player, whole, layer, at, bits, times):
    """Add the rows of a set of bits."""
    while bits != 0:
        lowest = bits & -bits
        add_row(player, whole, layer, row_of(whole, at, popcount(lowest - 1)), times)
        bits ^= lowest


@rule
def add_value(player, whole, layer, at, value, sign):
    """Add what an element's value feeds into the first layer, or take it away."""
    add_row(player, whole, layer, row_of(whole, at, value), np.float64(sign * ONE))
    if whole[at + FORM] == SIZED:
        add_row(player, whole, layer, whole[at + LINEAR], np.float64(sign * size_of(whole, at, value)))


@rule
def read_state(player, words, seat, layer):
    """Fill the first layer with a state as a seat looks at it."""
    whole = player.view(np.int64)
    tail = whole[AT_TAIL]
    for unit in range(UNITS):
        layer[unit] = player[tail + B1 + unit]
    first = whole[AT_VIEWS] + seat * whole[ELEMENTS] * ENTRY
    for element in range(whole[ELEMENTS]):
        at = first + element * ENTRY
        value = number_in(whole, words, at)
        if whole[at + FORM] == BITS:
            add_bits(player, whole, layer, at, value, np.float64(ONE))
        else:
            add_value(player, whole, layer, at, value, 1)


@rule
def follow_change(player, before, after, seat, layer):
    """Bring the first layer from one state to another by the words that differ."""
    whole = player.view(np.int64)
    count = whole[WORDS]
    starts = whole[AT_CHANGES] + seat * (count + 1)
    first = whole[AT_VIEWS] + seat * whole[ELEMENTS] * ENTRY
    for word in range(count):
        if before[word] == after[word]:
            continue
        for element in range(whole[starts + word], whole[starts + word + 1]):
            at = first + element * ENTRY
            old, new = number_in(whole, before, at), number_in(whole, after, at)
            if old == new:
                continue
            if whole[at + FORM] == BITS:
                add_bits(player, whole, layer, at, old & ~new, np.float64(-ONE))
                add_bits(player, whole, layer, at, new & ~old, np.float64(ONE))
            else:
                add_value(player, whole, layer, at, old, -1)
                add_value(player, whole, layer, at, new, 1)


@rule
def value_of(player, layer, hidden):
    """Return the value that the layers above the first give; `hidden` is room for the second."""
    tail = player.view(np.int64)[AT_TAIL]
    for unit in range(UNITS):
        hidden[unit] = player[tail + B2 + unit]
    for below in range(UNITS):
        if layer[below] > 0.0:
            at = tail + W2 + below * UNITS
            for unit in range(UNITS):
                hidden[unit] += layer[below] * player[at + unit]
    value = player[tail + B3]
    for unit in range(UNITS):
        if hidden[unit] > 0.0:
            value += min(np.floor(hidden[unit] / UNIT), MOST_HIDDEN) * player[tail + W3 + unit]
    return value

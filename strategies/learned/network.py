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
    FORM,
    FRACTION,
    HEADER,
    LINEAR,
    LOWEST,
    MASK,
    MEAN,
    MOST_HIDDEN,
    ONE,
    SHIFT,
    SIGN,
    SIZED,
    SPAN,
    STEEPNESS,
    TABLE,
    UNIT,
    UNITS,
    VIEWED,
    W2,
    W3,
    WORD,
    WORDS,
)


@rule
def field_of(player, which, element):
    """Return a field of an element's encoding."""
    return np.int64(player[HEADER + which * np.int64(player[ELEMENTS]) + element])


@rule
def view_of(player, seat, which, element):
    """Return a field of an element's encoding as a seat looks at it."""
    n = np.int64(player[ELEMENTS])
    return np.int64(player[np.int64(player[AT_VIEWS]) + (seat * VIEWED + which) * n + element])


@rule
def number_in(player, words, seat, element):
    """Return an element's value in a state."""
    word = words[view_of(player, seat, WORD, element)]
    found = (word >> view_of(player, seat, SHIFT, element)) & field_of(player, MASK, element)
    sign = field_of(player, SIGN, element)
    return (found ^ sign) - sign


@rule
def row_of(player, seat, element, value):
    """Return the row of an element's value, or of one of its bits; -1 for none."""
    at = min(max(value - field_of(player, LOWEST, element), 0), field_of(player, SPAN, element) - 1)
    table = np.int64(player[AT_TABLES]) + view_of(player, seat, TABLE, element)
    return np.int64(player[table + at])


@rule
def size_of(player, element, value):
    """Return how far an element's value is from its mean, in sixteenths of its spread."""
    away = (value - field_of(player, MEAN, element)) * field_of(player, STEEPNESS, element)
    return min(max(away >> FRACTION, -4 * ONE), 4 * ONE)


@rule
def add_row(player, layer, row, times):
    """Add a row of the first layer so many times; none for row -1."""
    if row >= 0:
        at = np.int64(player[AT_ROWS]) + row * UNITS
        for unit in range(UNITS):
            layer[unit] += times * player[at + unit]


@rule
def add_bits(player, layer, seat, element, bits, times):
    """Add the rows of a set of bits."""
    while bits != 0:
        lowest = bits & -bits
        add_row(player, layer, row_of(player, seat, element, popcount(lowest - 1)), times)
        bits ^= lowest


@rule
def add_value(player, layer, seat, element, value, sign):
    """Add what an element's value feeds into the first layer, or take it away."""
    add_row(player, layer, row_of(player, seat, element, value), np.float64(sign * ONE))
    if field_of(player, FORM, element) == SIZED:
        add_row(player, layer, field_of(player, LINEAR, element), np.float64(sign * size_of(player, element, value)))


@rule
def read_state(player, words, seat, layer):
    """Fill the first layer with a state as a seat looks at it."""
    tail = np.int64(player[AT_TAIL])
    for unit in range(UNITS):
        layer[unit] = player[tail + B1 + unit]
    for element in range(np.int64(player[ELEMENTS])):
        value = number_in(player, words, seat, element)
        if field_of(player, FORM, element) == BITS:
            add_bits(player, layer, seat, element, value, np.float64(ONE))
        else:
            add_value(player, layer, seat, element, value, 1)


@rule
def follow_change(player, before, after, seat, layer):
    """Bring the first layer from one state to another by the words that differ."""
    count = np.int64(player[WORDS])
    elements = np.int64(player[ELEMENTS])
    starts = np.int64(player[AT_CHANGES]) + seat * (count + 1 + elements)
    order = starts + count + 1
    for word in range(count):
        if before[word] == after[word]:
            continue
        for at in range(np.int64(player[starts + word]), np.int64(player[starts + word + 1])):
            element = np.int64(player[order + at])
            old, new = number_in(player, before, seat, element), number_in(player, after, seat, element)
            if old == new:
                continue
            if field_of(player, FORM, element) == BITS:
                add_bits(player, layer, seat, element, old & ~new, np.float64(-ONE))
                add_bits(player, layer, seat, element, new & ~old, np.float64(ONE))
            else:
                add_value(player, layer, seat, element, old, -1)
                add_value(player, layer, seat, element, new, 1)


@rule
def value_of(player, layer, hidden):
    """Return the value that the layers above the first give; `hidden` is room for the second."""
    tail = np.int64(player[AT_TAIL])
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

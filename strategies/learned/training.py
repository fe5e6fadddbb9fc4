"""How a network learns: returns of games, and Adam over the rows that states feed into it (32-bit floats)."""

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.strategies.learned.layout import (
    B1,
    B2,
    B3,
    ONE,
    TAIL,
    UNITS,
    W2,
    W3,
)

MOMENTUM, SPREAD, TINY = np.float32(0.9), np.float32(0.999), np.float32(1e-7)


@rule
def activate(rows, tail, starts, index, times, state, first, second):
    """Fill both hidden layers for a state; return its value."""
    for unit in range(UNITS):
        first[unit] = tail[B1 + unit]
        second[unit] = tail[B2 + unit]
    for at in range(starts[state], starts[state + 1]):
        row, count = index[at], np.float32(times[at]) / np.float32(ONE)
        for unit in range(UNITS):
            first[unit] += count * rows[row * UNITS + unit]
    for below in range(UNITS):
        if first[below] > 0:
            for unit in range(UNITS):
                second[unit] += first[below] * tail[W2 + below * UNITS + unit]
    value = tail[B3]
    for unit in range(UNITS):
        if second[unit] > 0:
            value += second[unit] * tail[W3 + unit]
    return value


def values_of(rows, tail, starts, index, times, room, values):
    """Fill in the value of each state; `room` has rows for hidden layers."""
    for state in range(values.shape[0]):
        values[state] = activate(rows, tail, starts, index, times, state, room[0], room[1])


def fill_targets(values, made, finals, trace, targets):
    """Fill in what each state is to be worth: what came after it, the next state of its seat and the end, mixed by `trace`.

    finals: for each game and seat, what the end is worth. States of a game stand in order.
    """
    for state in range(values.shape[0] - 1, -1, -1):
        game, seat = made[state, 0], made[state, 1]
        following = made[state, 3]
        if following < 0:
            targets[state] = finals[game, seat]
        else:
            targets[state] = (np.float32(1) - trace) * values[following] + trace * targets[following]


def link_states(made, latest):
    """Note for each state the next one of its game and seat, -1 for the last; `latest` is room for a number per seat."""
    game = -1
    for state in range(made.shape[0] - 1, -1, -1):
        if made[state, 0] != game:
            game = made[state, 0]
            for seat in range(latest.shape[0]):
                latest[seat] = -1
        made[state, 3] = latest[made[state, 1]]
        latest[made[state, 1]] = state


@rule
def add_gradient(
    rows, tail, starts, index, times, state, target, share, room, grown, tail_grown, touched, is_touched, count
):
    """Add the gradient of one state's error; return how many rows are touched by now."""
    first, second, blame = room[0], room[1], room[2]
    error = (activate(rows, tail, starts, index, times, state, first, second) - target) * share
    for unit in range(UNITS):
        blame[unit] = 0
    tail_grown[B3] += error
    for unit in range(UNITS):
        if second[unit] > 0:
            tail_grown[W3 + unit] += error * second[unit]
            second[unit] = error * tail[W3 + unit]
        else:
            second[unit] = 0
        tail_grown[B2 + unit] += second[unit]
    for below in range(UNITS):
        if first[below] > 0:
            total = np.float32(0)
            for unit in range(UNITS):
                tail_grown[W2 + below * UNITS + unit] += second[unit] * first[below]
                total += second[unit] * tail[W2 + below * UNITS + unit]
            blame[below] = total
            tail_grown[B1 + below] += total
    for at in range(starts[state], starts[state + 1]):
        row, part = index[at], np.float32(times[at]) / np.float32(ONE)
        if not is_touched[row]:
            is_touched[row] = 1
            touched[count] = row
            count += 1
        for unit in range(UNITS):
            grown[row * UNITS + unit] += part * blame[unit]
    return count


@rule
def step_weights(weights, grown, mean, square, first, last, rate, correction):
    """Move weights against their gradients (Adam), and forget the gradients."""
    for at in range(first, last):
        gradient = grown[at]
        grown[at] = 0
        mean[at] = MOMENTUM * mean[at] + (np.float32(1) - MOMENTUM) * gradient
        square[at] = SPREAD * square[at] + (np.float32(1) - SPREAD) * gradient * gradient
        weights[at] -= rate * mean[at] / (np.sqrt(square[at] * correction) + TINY)


def fit(
    rows,
    tail,
    adam,
    steps,
    starts,
    index,
    times,
    targets,
    order,
    batch,
    rate,
    room,
    grown,
    tail_grown,
    touched,
    is_touched,
):
    """Learn the states in this order, in batches; rows that a batch does not touch wait. Return the mean squared error.

    adam: means and squares of the gradients, of the rows and then of the tail.
    """
    means, squares, tail_means, tail_squares = adam
    wrong = 0.0
    for first in range(0, order.shape[0], batch):
        last = min(first + batch, order.shape[0])
        share, count = np.float32(1.0 / (last - first)), 0
        for at in range(first, last):
            state = order[at]
            before = tail_grown[B3]
            count = add_gradient(
                rows, tail, starts, index, times, state, targets[state], share, room, grown, tail_grown, touched,
                is_touched, count,
            )  # fmt: skip
            error = (tail_grown[B3] - before) / share
            wrong += error * error
        steps += 1
        one = np.float32(rate / (1.0 - 0.9 ** min(steps, 1_000)))
        correction = np.float32(1.0 / (1.0 - 0.999 ** min(steps, 20_000)))
        for at in range(count):
            row = touched[at]
            is_touched[row] = 0
            step_weights(rows, grown, means, squares, row * UNITS, row * UNITS + UNITS, one, correction)
        step_weights(tail, tail_grown, tail_means, tail_squares, 0, TAIL, one, correction)
    return wrong / max(order.shape[0], 1)

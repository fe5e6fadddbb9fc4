"""The interpreter of effects: it keeps the order of steps; each game carries out its own.

A game starts an effect with `push`, calls `next_step` in a loop and acts on the row's op-code. A step that needs a
decision ends the loop: its row stays in `state.due`, `legal` lists the game's options for it, and `apply` calls
`take_option`, `enter`, `repeat_step` or `decline` before it resumes the loop. A finished range leaves the stack before another
is pushed, so an effect that ends by starting another one needs no extra room.
"""

import numpy as np

from digsite.simulator.kernel.effects.steps import END, FIRST, NONE, TIMES, Flow
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule


@rule
def clear(state):
    """Empty the stack: no effect is pending and no step is due."""
    state.pending = 0
    state.due = NONE


@rule
def drop_finished(state):
    """Remove finished ranges from the top of the stack."""
    while state.pending > 0:
        top = state.pending - 1
        if state.pending_at[top] < state.pending_end[top] or state.pending_times[top] > 1:
            return
        state.pending = top


@rule
def push(state, first, end, times):
    """Put a range of steps on the stack, to be done `times` times before what is already there."""
    if first >= end or times < 1:
        return
    drop_finished(state)
    top = state.pending
    state.pending_first[top] = first
    state.pending_at[top] = first
    state.pending_end[top] = end
    state.pending_times[top] = times
    state.pending_progress[top] = 0
    state.pending = top + 1


@rule
def next_step(rules, state):
    """Begin the next step and return its row, now due; NONE when all effects are over."""
    while state.pending > 0:
        top = state.pending - 1
        row = np.int64(state.pending_at[top])
        if row >= state.pending_end[top]:
            if state.pending_times[top] > 1:
                state.pending_times[top] -= 1
                state.pending_at[top] = state.pending_first[top]
            else:
                state.pending = top
            continue
        state.pending_at[top] = row + 1
        if rules.step_op[row] == Flow.REPEAT:
            push(state, rules.step_args[row, FIRST], rules.step_args[row, END], rules.step_args[row, TIMES])
            continue
        state.due = row
        return row
    state.due = NONE
    return np.int64(NONE)


@rule
def enter(rules, state, times):
    """Go into the steps inside the step now due, `times` times."""
    row = state.due
    push(state, rules.step_args[row, FIRST], rules.step_args[row, END], times)


@rule
def list_options(rules, state, options):
    """List the options of the "choose" now due that were not taken yet, by number from 0; return their count."""
    row = state.due
    taken = state.pending_progress[state.pending - 1]
    n = 0
    for option in range(rules.step_args[row, END] - rules.step_args[row, FIRST]):
        if not taken >> option & 1:
            options[n] = option
            n += 1
    return n


@rule
def take_option(rules, state, option):
    """Go into an option of the "choose" now due, which stays due until enough options were taken."""
    row, top = state.due, state.pending - 1
    taken = np.int64(state.pending_progress[top]) | (np.int64(1) << np.int64(option))
    if popcount(taken) < rules.step_args[row, TIMES]:
        state.pending_progress[top] = taken
        state.pending_at[top] -= 1
    else:
        state.pending_progress[top] = 0
    chosen = rules.step_args[row, FIRST] + option
    push(state, rules.step_args[chosen, FIRST], rules.step_args[chosen, END], 1)


@rule
def repeat_step(state, times):
    """Count the step now due as done once more; it stays due until done `times` times.

    Call this before the step pushes anything. Return whether the step comes again.
    """
    top = state.pending - 1
    state.pending_progress[top] += 1
    if state.pending_progress[top] < times:
        state.pending_at[top] -= 1
        return True
    state.pending_progress[top] = 0
    return False


@rule
def decline(state):
    """Skip the step now due, with what is inside it and what remains of it."""
    state.pending_progress[state.pending - 1] = 0

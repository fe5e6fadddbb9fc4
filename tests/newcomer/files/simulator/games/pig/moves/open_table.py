"""The view of an open table: nothing is hidden in Pig."""

from simulator.games.pig.moves import TYPES

from simulator.kernel.compile import rule


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """There is nothing to shuffle."""

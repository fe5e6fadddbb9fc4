"""The view of an open table: nothing is hidden in Pig."""

from digsite.kit import rule

from . import TYPES


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """There is nothing to shuffle."""

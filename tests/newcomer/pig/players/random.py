"""Takes any option with the same chance."""

from digsite.kit import below, rule

from ..state import Stream
from .mind import CHOOSE


@rule(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    return below(state, Stream.NOISE + seat, n)

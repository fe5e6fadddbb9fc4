"""Holds once the turn has brought enough."""

from digsite.kit import rule

from ..moves import TYPES


@rule(TYPES.choose)
def choose(rules, state, seat, options, n, weights, mind):
    enough = min(weights[0], rules.target - state.points[seat])
    return int(state.kept >= enough)

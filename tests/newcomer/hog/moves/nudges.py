"""Nudges of Pig."""

from digsite.kit import NOT_COUNTED, rule

from . import TYPES


@rule(TYPES.own_turn)
def own_turn(rules, state):
    """A turn goes on until the next player's begins."""
    return state.turns


@rule(TYPES.held)
def held(rules, state, seat, which):
    """Points are not counted."""
    return NOT_COUNTED


@rule(TYPES.nudge)
def nudge(rules, state, seat, which, amount, chance, events):
    """Points come at once, unless they would end the game."""
    if state.points[seat] + amount >= rules.target:
        return False
    state.points[seat] += amount
    return True

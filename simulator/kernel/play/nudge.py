"""Nudges: one seat is helped or hindered at one of its turns, and the game continues with the same luck.

Seat and turn are drawn for each luck from a separate source of chance, which no game can influence. A game provides
three functions: which turn it is, how much of a component a seat holds, and the nudge itself.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import GameTypes
from digsite.simulator.kernel.play.marks import FIRST_OWN, NOT_A_TURN, NOT_COUNTED, POINTS, WITHOUT
from digsite.simulator.kernel.play.rng import mix

_APART = np.uint64(0xA24BAED4963EE407)
_LUCK = np.uint64(0x9FB21C651E98DF25)
_32 = np.uint64(32)


@rule
def pick(chance, n):
    """Return a uniform integer in [0, n) from random bits."""
    return np.int64(((chance >> _32) * np.uint64(n)) >> _32)


@rule
def draw_moment(mark, seed, luck, seats, turns):
    """Draw the seat and turn for a luck; they are the same for any rules, line-up and nudge."""
    bits = mix(np.uint64(seed) ^ _APART) ^ mix(np.uint64(luck) * _LUCK + _APART)
    mark.seat = pick(mix(bits), seats)
    mark.turn = 1 + pick(mix(bits + _LUCK), turns)
    mark.chance = mix(bits + _APART)
    mark.own_turns = mark.done = 0
    mark.held = NOT_COUNTED
    mark.now = NOT_A_TURN


@rule
def begins_turn(mark, turn):
    """Count a turn of the nudged seat at its first decision; return True when it is the one drawn."""
    if turn == NOT_A_TURN or turn == mark.now:
        return False
    mark.now = turn
    mark.own_turns += 1
    return mark.own_turns == mark.turn


@rule
def nudge_seat(rules, state, nudging, mark, held, nudge, events):
    """Note what the seat holds, and carry out the nudge if it is one of the game's."""
    seat, which, amount = np.int64(mark.seat), np.int64(nudging.which), np.int64(nudging.amount)
    if which < FIRST_OWN:
        mark.done = which != WITHOUT
        return
    mark.held = held(rules, state, seat, which)
    mark.done = nudge(rules, state, seat, which, amount, mark.chance, events)


@rule
def pay_points(nudging, mark, outcome):
    """Pay the points of a nudge after scoring, so that they change nothing before."""
    if nudging.which == POINTS and mark.done:
        outcome.score[mark.seat] += nudging.amount
        outcome.side_score[outcome.side[mark.seat]] += nudging.amount


def no_turn(_rules, _state):
    """Count no turns: the game has no nudges."""
    return NOT_A_TURN


def none_held(_rules, _state, _seat, _which):
    """Count nothing."""
    return NOT_COUNTED


def no_nudge(_rules, _state, _seat, _which, _amount, _chance, _events):
    """Carry out nothing: the game has no nudges."""
    return False


def compile_no_nudges(types: GameTypes):
    """Return the three functions for games without a nudge."""
    return rule(types.own_turn)(no_turn), rule(types.held)(none_held), rule(types.nudge)(no_nudge)

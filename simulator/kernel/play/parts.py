"""The parts of a game, for whoever wants to know what each costs.

A clock inside the play loop would cost more than the decision it times. Instead games are played once, the options
taken are noted, and the same games are played again from the notes: first only set up, then with the moves too, then
with the lists of options, at last with the players asked again. What a part costs is the difference.
"""

from enum import IntEnum

from digsite.simulator.kernel.jit.compile import GameTypes, parts_type, rule
from digsite.simulator.kernel.play.loop import EACH, MISPLAYED, decide
from digsite.simulator.kernel.play.rng import open_streams


class Part(IntEnum):
    """How far games are played again: each with all parts before it."""

    SETUP = 0
    MOVES = 1
    OPTIONS = 2
    PLAYERS = 3


def play_parts(arrays, moves, strategies, taken, games, part):
    """Play so many games of an order as far as a part, and give the number of decisions.

    `taken` holds the option of every decision, game after game. It is read, and written where players are asked. The
    line-up is not rotated, and nobody thinks. It ends early where a strategy picks what is not there.
    """
    rules, state, order, options = arrays.rules[0], arrays.states[0], arrays.order[0], arrays.options
    setup, legal, apply, _, _ = moves
    at = 0
    for game in range(order.first, order.first + games):
        arrays.states[0] = arrays.states[1]
        arrays.minds[:] = 0
        open_streams(state, order.seed, game)
        setup(rules, state, arrays.events)
        if part == Part.SETUP:
            continue
        end = at + order.most_decisions
        while not state.over and at < end:
            if part == Part.OPTIONS:
                legal(rules, state, options)
            elif part == Part.PLAYERS:
                _, pick = decide(rules, state, options, arrays.minds, 0, EACH, arrays, moves, strategies, None)
                if pick == MISPLAYED:
                    return at
                taken[at] = options[pick]
            apply(rules, state, taken[at], arrays.events)
            at += 1
    return at


def compile_parts(types: GameTypes, choose):
    """The loop over the parts for a game's record types and the signature of its strategies."""
    return rule(parts_type(types, choose))(play_parts)

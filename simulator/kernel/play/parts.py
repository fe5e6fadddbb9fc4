"""Time the parts of a game: setup, moves, lists of options, players.

A clock inside the play loop would cost more than the decision it times. Instead, games are played once and the options
taken are noted. The same games are then replayed: set up only, then with moves, then with lists of options, and finally
with the players' decisions. The cost of a part is the difference.
"""

from enum import IntEnum

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.signatures import GameTypes, parts_type
from digsite.simulator.kernel.play.loop import EACH, MISPLAYED, decide
from digsite.simulator.kernel.play.rng import open_streams


class Part(IntEnum):
    """How much of each game is replayed: each part includes all before it."""

    SETUP = 0
    MOVES = 1
    OPTIONS = 2
    PLAYERS = 3


def play_parts(arrays, moves, strategies, taken, games, part):
    """Play `games` games of an order up to a part and return the number of decisions.

    `taken` holds the option of every decision, game after game; with `Part.PLAYERS` it is written, otherwise read. The
    line-up does not rotate and no player looks ahead. Play ends early when a strategy picks an option that does not exist.
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
    """Return the loop over the parts, compiled for a game's records and the signature of its strategies."""
    return rule(parts_type(types, choose))(play_parts)

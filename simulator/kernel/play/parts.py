"""The parts of a game, for whoever wants to know what each costs.

A clock inside the play loop would cost more than the decision it times. Instead games are played once, the options
taken are noted, and the same games are played again from the notes: first only set up, then with the moves too, then
with the lists of options, at last with the players asked again. What a part costs is the difference.
"""

from enum import IntEnum

import numpy as np

from digsite.simulator.kernel.jit.compile import GameTypes, Mind, parts_type, rule
from digsite.simulator.kernel.jit.memory import seen_as
from digsite.simulator.kernel.play.rng import open_streams


class Part(IntEnum):
    """How far games are played again: each with all parts before it."""

    SETUP = 0
    MOVES = 1
    OPTIONS = 2
    PLAYERS = 3


def play_parts(
    rules_box, states, order, moves, strategies, weights, minds, notes, tables, options, taken, events, games, part,
):  # fmt: skip
    """Play so many games of an order as far as a part, and give the number of decisions.

    `taken` holds the option of every decision, game after game. It is read, and written where players are asked. The
    line-up is not rotated, and nobody thinks.
    """
    rules, state = rules_box[0], states[0]
    setup, legal, apply, _, _ = moves
    at = 0
    for game in range(order[0].first, order[0].first + games):
        states[0] = states[1]
        minds[:] = 0
        open_streams(state, order[0].seed, game)
        setup(rules, state, events)
        if part == Part.SETUP:
            continue
        end = at + order[0].most_decisions
        while not state.over and at < end:
            n = 1
            if part >= Part.OPTIONS:
                n = legal(rules, state, options)
            if part == Part.PLAYERS:
                pick = 0
                if n > 1:
                    seat = np.int64(state.seat)
                    mind = Mind(seen_as(minds[seat], notes), tables[0])
                    pick = strategies[seat](rules, state, seat, options, n, weights[seat], mind)
                taken[at] = options[pick]
            apply(rules, state, taken[at], events)
            at += 1
    return at


def compile_parts(types: GameTypes, choose):
    """The loop over the parts for a game's record types and the signature of its strategies."""
    return rule(parts_type(types, choose))(play_parts)

"""Imagining: a copy of the game as it may be, for all that one seat can know.

Search, win chances and plug-ins stand on this. The copy owes nothing to what is hidden: every stream of chance is
renewed, the streams of later deals too, and then the game's `redeal` deals out anew what the seat cannot see.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import GameTypes, rule
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.play.rng import draw_bits, mix

_APART = np.uint64(0xD6E8FEB86659FD93)


@rule
def one_way(bits):
    """Random bits from which those they were made of cannot be worked out: `mix` alone could be undone step by step.

    Whoever holds an imagined game could otherwise go back from its streams to the true ones.
    """
    return mix(bits) ^ mix(bits ^ _APART)


@rule
def renew_streams(state, luck):
    """Start every stream of chance anew; the new ones depend on `luck` alone."""
    for stream in range(len(state.stream)):
        state.stream[stream] = mix(luck + mix(np.uint64(stream + 1)))


@rule
def deal_world(rules, state, seat, luck, copy, redeal):
    """Fill `copy` with a game that the seat cannot tell from `state`; what it cannot see depends on `luck` alone."""
    copy_record(copy, state)
    renew_streams(copy, luck)
    redeal(rules, copy, seat)


def redeal_nothing(_rules, _state, _seat):
    """Where nothing is hidden, nothing is dealt anew."""


def compile_redeal_nothing(types: GameTypes):
    """The redeal of a game that has none."""
    return rule(types.redeal)(redeal_nothing)


@rule
def imagine(rules, state, seat, stream, copy, redeal):
    """Fill `copy` with a game that the seat cannot tell from `state`.

    `stream` is the chance it comes from, usually the seat's own noise: its next number is drawn, and nothing else of
    `state` changes. `redeal` is the game's own.
    """
    deal_world(rules, state, seat, one_way(draw_bits(state, stream)), copy, redeal)

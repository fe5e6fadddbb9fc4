"""Sampled deals: a copy of the game as it may be, given what one seat knows.

Search, win chances and plug-ins use this. The copy depends on nothing hidden: every stream of chance is renewed,
including those of later deals, and then the game's `redeal` deals what the seat cannot see again.
"""

import numpy as np

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.jit.signatures import GameTypes
from digsite.simulator.kernel.play.rng import draw_bits, mix

_APART = np.uint64(0xD6E8FEB86659FD93)


@rule
def one_way(bits):
    """Return random bits that do not reveal their source: `mix` alone could be undone step by step.

    Otherwise the streams of a sampled deal would reveal the real ones.
    """
    return mix(bits) ^ mix(bits ^ _APART)


@rule
def renew_streams(state, luck):
    """Restart every stream of chance from `luck` alone."""
    for stream in range(len(state.stream)):
        state.stream[stream] = mix(luck + mix(np.uint64(stream + 1)))


@rule
def deal_world(rules, state, seat, luck, copy, redeal):
    """Fill `copy` with a game that the seat cannot tell from `state`; its hidden part depends on `luck` alone."""
    copy_record(copy, state)
    renew_streams(copy, luck)
    redeal(rules, copy, seat)


def redeal_nothing(_rules, _state, _seat):
    """Deal nothing again, where nothing is hidden."""


def compile_redeal_nothing(types: GameTypes):
    """Return the `redeal` of a game without hidden information."""
    return rule(types.redeal)(redeal_nothing)


@rule
def imagine(rules, state, seat, stream, copy, redeal):
    """Fill `copy` with a game that the seat cannot tell from `state`.

    `stream` is its source of chance, usually the seat's noise: one number is drawn from it, and nothing else in `state`
    changes. `redeal` is the game's.
    """
    deal_world(rules, state, seat, one_way(draw_bits(state, stream)), copy, redeal)

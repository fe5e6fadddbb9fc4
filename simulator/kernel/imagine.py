"""Imagining: a copy of the game as it may be, for all that one seat can know.

Search, win chances and plug-ins stand on this. The copy owes nothing to what is hidden: every stream of chance is
renewed, the streams of later deals too, and then the game's `redeal` deals out anew what the seat cannot see.
"""

import numpy as np

from simulator.kernel.compile import rule
from simulator.kernel.memory import copy_record
from simulator.kernel.rng import draw_bits, mix


@rule
def renew_streams(state, luck):
    """Start every stream of chance anew; the new ones depend on `luck` alone."""
    for stream in range(len(state.stream)):
        state.stream[stream] = mix(luck + mix(np.uint64(stream + 1)))


@rule
def imagine(rules, state, seat, stream, copy, redeal):
    """Fill `copy` with a game that the seat cannot tell from `state`.

    `stream` is the chance it comes from, usually the seat's own noise: its next number is drawn, and nothing else of
    `state` changes. `redeal` is the game's own.
    """
    luck = draw_bits(state, stream)
    copy_record(copy, state)
    renew_streams(copy, luck)
    redeal(rules, copy, seat)

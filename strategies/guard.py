"""The guard around a plug-in: what it is handed is a copy, so that nothing it writes or reads touches the game."""

from typing import Any

import numba
import numpy as np
from numba import types

from simulator.game.game import Game
from simulator.kernel.compile import OPTIONS, WEIGHTS, kernel
from simulator.kernel.imagine import imagine
from simulator.kernel.memory import copy_record, seen_as
from strategies.minds import guard_of, minds_of, own_mind
from strategies.plugins import takes_mind
from strategies.registry import Strategy


def guarded(game: Game, plugin: Strategy) -> Any:
    """A plug-in's function as a strategy of the game, compiled with checked indices, behind its guard."""
    function = plugin.function
    assert function is not None
    remembers = takes_mind(plugin)
    kernels, mind = game.kernels, own_mind(plugin.mind)
    handed = [kernels.types.rules, kernels.types.state, types.int64, OPTIONS, types.int64, WEIGHTS]
    signature = types.int64(*handed, *[numba.from_dtype(mind)] * remembers)
    inner = kernel(signature, cache=False, boundscheck=True)(function)
    guard = np.zeros(0, guard_of(game, len(plugin.weights), mind))
    redeal, noise = kernels.redeal, int(game.records.streams["NOISE"])

    @kernel(None, cache=False)
    def prepare(rules, state, seat, options, n, weights, own):
        copy_record(own.rules, rules)
        imagine(rules, state, seat, noise + seat, own.state, redeal)
        for i in range(n):
            own.options[i] = options[i]
        for i in range(len(own.weights)):
            own.weights[i] = weights[i]

    def with_mind(rules, state, seat, options, n, weights, mind):
        own = seen_as(mind.notes, guard)
        prepare(rules, state, seat, options, n, weights, own)
        return inner(own.rules, own.state, seat, own.options[:n], n, own.weights[:], own.mind)

    def without_mind(rules, state, seat, options, n, weights, mind):
        own = seen_as(mind.notes, guard)
        prepare(rules, state, seat, options, n, weights, own)
        return inner(own.rules, own.state, seat, own.options[:n], n, own.weights[:])

    return kernel(minds_of(game.id).choose, cache=False)(with_mind if remembers else without_mind)

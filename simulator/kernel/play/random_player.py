"""The random player: one for every game, whatever its options mean."""

from typing import Any

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import below


def compile_random(choose_type: Any, noise: int) -> Any:
    """The random player for the signature of a game's strategies.

    `noise` is the stream of the first seat's own noise: a number, so that the code is found in the cache again.
    """

    def choose(_rules: Any, state: Any, seat: Any, _options: Any, n: Any, _weights: Any, _mind: Any) -> Any:
        return below(state, noise + seat, n)

    return rule(choose_type)(choose)

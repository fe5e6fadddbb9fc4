"""The random player: one for every game, whatever its options mean."""

from typing import Any

from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import below


def compile_random(choose_type: Any, noise: int) -> Any:
    """Return the random player, compiled for the signature of a game's strategies.

    `noise` is the stream of the first seat's noise: a plain number, so that the cached code is found again.
    """

    def choose(_rules: Any, state: Any, seat: Any, _options: Any, n: Any, _weights: Any, _mind: Any) -> Any:
        return below(state, noise + seat, n)

    return rule(choose_type)(choose)

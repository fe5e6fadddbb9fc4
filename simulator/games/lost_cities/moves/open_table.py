"""The view of an open table, where all hands lie face up: only what no player has seen is redealt."""

from digsite.simulator.games.lost_cities.moves.types import TYPES
from digsite.simulator.games.lost_cities.state import Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import shuffle


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """Shuffle the draw pile and the removed cards together, the same way for every seat."""
    shuffle(state, Stream.REDEAL, state.deck, 0, rules.cards_removed + state.pile)

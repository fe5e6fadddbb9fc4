"""The view of an open table, where all hands lie face up: only what no player has seen is redealt."""

import numpy as np

from digsite.simulator.games.arnak.moves.redeal import (
    redeal_assistants,
    redeal_bonus,
    redeal_decks,
    redeal_own_deck,
    redeal_rival_tiles,
)
from digsite.simulator.games.arnak.moves.types import TYPES
from digsite.simulator.kernel.jit.compile import rule


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """Redeal decks and stacks, the same way for every seat."""
    redeal_decks(state)
    redeal_assistants(state, np.int64(state.rescue_seen != 0))
    if state.bonus_seen == 0:
        redeal_bonus(rules, state)
    for player in range(rules.seats):
        redeal_own_deck(state, player)
    if rules.seats == 1:
        redeal_rival_tiles(rules, state)

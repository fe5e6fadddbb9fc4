"""The view of an open table, where all cards and clues are shared: only what no player has seen is redealt."""

from digsite.simulator.games.chac.moves.redeal import knows_trap
from digsite.simulator.games.chac.moves.setup import place_trap
from digsite.simulator.games.chac.moves.types import TYPES
from digsite.simulator.games.chac.rules import DECKS, LAVA_SPACES, ZONES
from digsite.simulator.games.chac.state import Slab, Stream
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.rng import shuffle


@rule
def somebody_knows_trap(rules, state, zone):
    """Return whether a seat knows where the trap of a zone lies."""
    for seat in range(rules.seats):
        if knows_trap(state, seat, zone):
            return True
    return False


@rule
def is_closed(rules, state, slab):
    """Return whether no player knows what is under a slab."""
    peeked = 0
    for seat in range(rules.seats):
        peeked |= int(state.peeked[seat])
    return state.slab[slab] == Slab.HIDDEN and peeked >> slab & 1 == 0


@rule
def place_unknown_traps(rules, state):
    """Traps that no player knows lie anywhere under the slabs that no player knows to be safe."""
    taken = unknown = 0
    for slab in range(LAVA_SPACES):
        if not is_closed(rules, state, slab):
            taken |= 1 << slab
    for zone in range(ZONES):
        if somebody_knows_trap(rules, state, zone):
            taken |= 1 << int(state.trap[zone])
        else:
            unknown |= 1 << zone
    for zone in range(ZONES):
        if unknown >> zone & 1 == 1:
            place_trap(state, Stream.REDEAL, zone, taken)
            taken |= 1 << int(state.trap[zone])


@rule(TYPES.redeal)
def shuffle_unseen(rules, state, seat):
    """Shuffle the decks and the wall cards to come, and place unknown traps again, the same way for every seat."""
    for deck in range(DECKS):
        shuffle(state, Stream.REDEAL, state.deck[deck], 0, int(state.deck_left[deck]))
    place_unknown_traps(rules, state)
    shuffle(state, Stream.REDEAL, state.wall_card, int(state.walls_turned), int(rules.walls_deck))

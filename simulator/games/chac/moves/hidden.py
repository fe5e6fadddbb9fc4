"""What a seat cannot know, shuffled anew: cards, traps, wall cards and all luck to come."""

import numpy as np

from simulator.games.chac.rules import KINDS, LAVA_SPACES, ZONES
from simulator.games.chac.state import Slab, Stream
from simulator.kernel.compile import rule
from simulator.kernel.rng import below, mix, shuffle


@rule
def redeal_deck(rules, state, seat, deck):
    """The rivals' cards of a deck and those not drawn yet change places; the seat sees only how many there are."""
    left = state.deck_left[deck]
    pool = left
    for rival in range(rules.seats):
        if rival == seat:
            continue
        for kind in range(KINDS):
            for _ in range(state.carried[rival, deck, kind]):
                state.deck[deck, pool] = kind
                pool += 1
    shuffle(state, Stream.REDEAL, state.deck[deck], 0, pool)
    at = left
    for rival in range(rules.seats):
        if rival == seat:
            continue
        held = 0
        for kind in range(KINDS):
            held += state.carried[rival, deck, kind]
            state.kind_held[rival, kind] -= state.carried[rival, deck, kind]
            state.carried[rival, deck, kind] = 0
        for _ in range(held):
            kind = state.deck[deck, at]
            state.carried[rival, deck, kind] += 1
            state.kind_held[rival, kind] += 1
            at += 1


@rule
def knows_trap(state, seat, zone):
    """A trap is known once it has killed, or by clue or peek once the glyphs are in sight."""
    slab = state.trap[zone]
    if state.slab[slab] == Slab.COLLAPSED or state.peeked[seat] >> slab & 1:
        return True
    return state.unmasked and state.deciphered[seat] >> zone & 1 != 0


@rule
def redeal_traps(state, seat):
    """Traps the seat does not know lie anywhere under the slabs it does not know to be safe."""
    taken = 0  # slabs that cannot hold an unknown trap
    for slab in range(LAVA_SPACES):
        if state.slab[slab] != Slab.HIDDEN or state.peeked[seat] >> slab & 1:
            taken |= 1 << slab
    for zone in range(ZONES):
        if knows_trap(state, seat, zone):
            taken |= 1 << int(state.trap[zone])
    for zone in range(ZONES):
        if knows_trap(state, seat, zone):
            continue
        place_trap(state, Stream.REDEAL, zone, taken)
        taken |= 1 << int(state.trap[zone])


@rule
def place_trap(state, stream, zone, taken):
    """Put a zone's trap under a random slab that is not taken."""
    free = 0
    for slab in range(LAVA_SPACES):
        free += not taken >> slab & 1
    pick = below(state, stream, free)
    for slab in range(LAVA_SPACES):
        if taken >> slab & 1:
            continue
        if pick == 0:
            state.trap[zone] = slab
            return
        pick -= 1


@rule
def renew_luck(state):
    """Dice not yet rolled are open; every stream of chance starts anew."""
    for stream in range(Stream.REDEAL):
        fresh = np.uint64(below(state, Stream.REDEAL, 1 << 32))
        state.stream[stream] = mix(state.stream[stream] ^ mix(fresh))

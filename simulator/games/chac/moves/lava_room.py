"""The lava room: slabs that hold or collapse."""

from digsite.simulator.games.chac.moves.fate import die, use_ability
from digsite.simulator.games.chac.rules import LAVA, WALLS, ZONES
from digsite.simulator.games.chac.state import Cause, Event, Slab
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


@rule
def in_lava_room(space):
    """Return whether a space lies in the lava room."""
    return LAVA <= space < WALLS


@rule
def clue_of(state, slab):
    """Return the zone, from 1, whose clue names this slab; 0 if the slab is safe."""
    for zone in range(ZONES):
        if state.trap[zone] == slab:
            return zone + 1
    return 0


@rule
def unmask(state, seat, events):
    """The first adventurer next to the room reveals its glyphs."""
    if not state.unmasked:
        state.unmasked = True
        state.unmasked_turn = state.turn
        log(events, Event.UNMASKED, seat, 0, 0, 0)


@rule
def step_on_slab(state, seat, events):
    """A hidden slab is flipped first; a trapped one collapses and the adventurer dies."""
    slab = state.space[seat] - LAVA
    if state.slab[slab] == Slab.HIDDEN:
        zone = clue_of(state, slab)
        state.slab[slab] = Slab.COLLAPSED if zone else Slab.TREASURE
        state.slabs_flipped[seat] += 1
        log(events, Event.SLAB, seat, state.space[seat], zone > 0, zone)
    if state.slab[slab] == Slab.COLLAPSED:
        die(state, seat, Cause.LAVA, events)


@rule
def peek(state, seat, space, events):
    """Linguistics: only the player learns whether the slab is trapped."""
    use_ability(state, seat)
    state.peeked[seat] |= 1 << int(space - LAVA)
    log(events, Event.PEEK, seat, space, clue_of(state, space - LAVA) > 0, 0)

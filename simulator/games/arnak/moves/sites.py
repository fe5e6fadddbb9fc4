"""The island: spaces of sites, guardians, and the effects of digging, discovering and activating."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import begin_effect
from digsite.simulator.games.arnak.moves.types import (
    ASK_1,
    ASK_2,
    ASK_3,
    CHANGE_2,
    DO_1,
    DO_2,
    DO_3,
    LOOK_1,
    LOOK_2,
    declared,
)
from digsite.simulator.games.arnak.ops import Code, Internal
from digsite.simulator.games.arnak.rules import GUARDIANS, SITES, TILES_1
from digsite.simulator.games.arnak.state import NOBODY, UNDISCOVERED, Event
from digsite.simulator.kernel.play.events import log

ANY, UNOCCUPIED, OWN = range(3)  # ops.WHO
_ONE = np.int64(1)


# ------------------------------------------------------------------------------------------------ who is where


@declared(LOOK_2)
def occupies(state, seat, site):
    """Return whether the seat has an archaeologist on the site."""
    return np.int64(state.occupant[site, 0] == seat or state.occupant[site, 1] == seat)


@declared(LOOK_1)
def is_occupied(state, site):
    """Return whether any player has an archaeologist on the site; blocking tiles do not count."""
    return np.int64(state.occupant[site, 0] != NOBODY or state.occupant[site, 1] != NOBODY)


@declared(LOOK_2)
def others_at(state, seat, site):
    """Return whether another player has an archaeologist on the site."""
    for space in range(2):
        if state.occupant[site, space] != NOBODY and state.occupant[site, space] != seat:
            return 1
    return 0


@declared(ASK_2)
def is_free(rules, state, site, space):
    """Return whether a space exists and is neither occupied nor blocked."""
    if space >= rules.site_spaces[site] or state.occupant[site, space] != NOBODY:
        return 0
    return np.int64(space == 0 or not np.int64(state.blocked) >> site & 1)


@declared(LOOK_1)
def placed(state, seat):
    """Return the number of a seat's archaeologists on the island."""
    figures = 0
    for site in range(SITES):
        for space in range(2):
            if state.occupant[site, space] == seat:
                figures += 1
    return figures


@declared(ASK_1)
def at_home(rules, state, seat):
    """Return the number of a seat's archaeologists on its player board."""
    return rules.archaeologists - placed(state, seat)


@declared(ASK_3)
def may_activate(rules, state, site, levels, who):
    """Return whether a site is discovered, of one of the levels (bits), and occupied as an effect requires."""
    if state.tile[site] == UNDISCOVERED or not levels >> np.int64(rules.site_level[site]) & 1:
        return 0
    if who == OWN:
        return occupies(state, np.int64(state.on_turn), site)
    return np.int64(who == ANY or not is_occupied(state, site))


# ------------------------------------------------------------------------------------------------ effects of sites


@declared(CHANGE_2)
def pop_tile_under(state, level, tile):
    """A site tile goes under its stack, in view of all players."""
    if level == 1:
        left = np.int64(state.tiles_left[0])
        for at in range(left, 0, -1):
            state.tiles_1[at] = state.tiles_1[at - 1]
        state.tiles_1[0] = tile
    else:
        left = np.int64(state.tiles_left[1])
        for at in range(left, 0, -1):
            state.tiles_2[at] = state.tiles_2[at - 1]
        state.tiles_2[0] = tile
    state.tiles_left[level - 1] = left + 1
    state.tiles_known[level - 1] = min(np.int64(state.tiles_known[level - 1]) + 1, left + 1)


@declared(LOOK_1)
def next_tile(state, level):
    """Take the top tile off a stack; there must be one."""
    left = np.int64(state.tiles_left[level - 1]) - 1
    if level == 1:
        tile = np.int64(state.tiles_1[left])
        state.tiles_1[left] = 0
    else:
        tile = np.int64(state.tiles_2[left])
        state.tiles_2[left] = 0
    state.tiles_left[level - 1] = left
    state.tiles_known[level - 1] = min(np.int64(state.tiles_known[level - 1]), left)
    return tile


@declared(DO_1)
def begin_site(rules, state, site, events):
    """Begin the effect of a site."""
    place = np.int64(state.tile[site])
    begin_effect(state, rules.place_effect[place, 0], rules.place_effect[place, 1])


@declared(DO_2)
def activate(rules, state, seat, site, events):
    """Carry out a site's effect without digging there."""
    state.activations[seat, rules.site_level[site]] += 1
    log(events, Event.ACTIVATE, seat, site, 0, 0)
    begin_site(rules, state, site, events)


@declared(DO_2)
def activate_stack_top(rules, state, seat, level, events):
    """Carry out the top tile of a stack and put it under the stack; an empty stack has no effect."""
    if state.tiles_left[level - 1] == 0:
        log(events, Event.SKIP, seat, Code.ACTIVATE_STACK_TOP, 0, 0)
        return
    tile = next_tile(state, level)
    pop_tile_under(state, level, tile)
    state.activations[seat, 1 if tile < TILES_1 else 2] += 1
    log(events, Event.ACTIVATE_TILE, seat, tile, 0, 0)
    begin_effect(state, rules.place_effect[tile, 0], rules.place_effect[tile, 1])


@declared(DO_2)
def take_idol(rules, state, seat, site, events):
    """All idols of the site go to the crates; the one that lay face up has its effect."""
    face = np.int64(state.idol[site])
    idols = 2 if rules.site_level[site] == 2 else 1
    state.idol[site] = NOBODY
    state.crates[seat] += idols
    state.idols_found[seat] += idols
    log(events, Event.IDOL, seat, site, face, idols)
    begin_effect(state, rules.idols_effect[face, 0], rules.idols_effect[face, 1])


@declared(DO_2)
def reveal_site(rules, state, seat, site, events):
    """The top tile of the stack is laid on the site."""
    tile = next_tile(state, np.int64(rules.site_level[site]))
    state.tile[site] = tile
    log(events, Event.REVEAL, seat, site, tile, 0)


@declared(DO_2)
def awaken_guardian(rules, state, seat, site, events):
    """The top guardian of the stack is laid on the site."""
    if state.guardians_left == 0:
        log(events, Event.SKIP, seat, Internal.AWAKEN_GUARDIAN, 0, 0)
        return
    left = np.int64(state.guardians_left) - 1
    guardian = np.int64(state.guardian_stack[left])
    state.guardian_stack[left] = 0
    state.guardians_left = left
    state.guardian[site] = guardian
    log(events, Event.GUARDIAN, seat, site, guardian, 0)


# ------------------------------------------------------------------------------------------------ guardians and figures


@declared(DO_3)
def overcome(rules, state, seat, site, without_cost, events):
    """The guardian of a site goes to the player, who may use its boon once."""
    guardian = np.int64(state.guardian[site])
    state.guardian[site] = NOBODY
    state.overcome[seat] |= _ONE << guardian
    state.boons[seat] |= _ONE << guardian
    log(events, Event.OVERCOME, seat, site, guardian, without_cost)


@declared(DO_3)
def relocate(rules, state, seat, left, reached, events):
    """An archaeologist moves from a space to another (site * 2 + space), and the site there is activated."""
    state.occupant[left // 2, left % 2] = NOBODY
    state.occupant[reached // 2, reached % 2] = seat
    log(events, Event.RELOCATE, seat, left // 2, reached // 2, left % 2 * 2 + reached % 2)
    activate(rules, state, seat, reached // 2, events)


@declared(DO_3)
def move_guardian(rules, state, seat, left, reached, events):
    """A guardian moves to another site, which is activated."""
    guardian = np.int64(state.guardian[left])
    state.guardian[left] = NOBODY
    state.guardian[reached] = guardian
    log(events, Event.MOVE_GUARDIAN, seat, left, reached, guardian)
    activate(rules, state, seat, reached, events)


@declared(LOOK_1)
def guardians_around(state, seat):
    """Return the guardians on sites that the seat occupies, and those it has overcome."""
    found = 0
    for site in range(SITES):
        if state.guardian[site] != NOBODY and occupies(state, seat, site):
            found += 1
    for guardian in range(GUARDIANS):
        found += np.int64(state.overcome[seat]) >> guardian & 1
    return found

"""The actions of an adventurer, room by room, and their consequences."""

from digsite.simulator.games.chac.moves.bridge import hop, test_bridge, weight_on_bridge
from digsite.simulator.games.chac.moves.corridor import ALL_DICE, roll_lock
from digsite.simulator.games.chac.moves.fate import ability, escape, use_ability
from digsite.simulator.games.chac.moves.lava_room import in_lava_room, peek, step_on_slab, unmask
from digsite.simulator.games.chac.moves.loading import use_stamina_late
from digsite.simulator.games.chac.moves.river import in_river
from digsite.simulator.games.chac.moves.treasure import cards_found, current_level, find_card
from digsite.simulator.games.chac.moves.types import RULES, STATE, WHOLE
from digsite.simulator.games.chac.moves.walls_room import column_open, decipher, in_walls_room, zone_of
from digsite.simulator.games.chac.options import Action, action_of, what_of
from digsite.simulator.games.chac.rules import BRIDGE, LAVA, OUTSIDE, RIVER, WALLS
from digsite.simulator.games.chac.state import LAVA_DECK, RIVER_DECK, Ability, Event, Route, Slab
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


@rule
def can_enter(rules, state, space):
    """The boulder blocks its space by a ruling, walls and collapsed slabs block theirs, and a bridge needs a plank."""
    if space < LAVA:
        return space != state.boulder or not rules.boulder_blocking
    if space < WALLS:
        return state.slab[space - LAVA] != Slab.COLLAPSED or not rules.lava_collapsed_gone
    if space < RIVER:
        return column_open(rules, state, space)
    return space != BRIDGE or state.planks > 0


@rule
def enter(rules, state, seat, action, space, events):
    """Move to a space and face what is there."""
    log(events, Event.MOVE, seat, action, state.space[seat], space)
    state.space[seat] = space
    state.searched_here[seat] = False
    if rules.beside_lava[space]:
        unmask(state, seat, events)
    if space < LAVA:
        if rules.near_end < space < rules.far_end:
            state.route[seat, Route.LONG_WAY] = True
    elif space < WALLS:
        state.route[seat, Route.LAVA] = True
        step_on_slab(state, seat, events)
    elif in_river(space):
        state.route[seat, Route.RIVER] = True
    elif space == BRIDGE:
        state.route[seat, Route.BRIDGE] = True
        state.bridge_load[seat] = weight_on_bridge(rules, state, seat)
        test_bridge(rules, state, seat, events)
    elif space == OUTSIDE:
        escape(rules, state, seat, events)


@rule(WHOLE(RULES, STATE, WHOLE))
def deck_here(rules, state, seat):
    """Return the deck that a search here draws from; -1 if nothing can be searched (any more)."""
    space = state.space[seat]
    deck = -1
    if 0 < state.search_limit[seat] <= cards_found(state, seat) + 1:
        return deck
    if in_walls_room(space):
        deck = zone_of(space)
    elif in_lava_room(space):
        if state.slab[space - LAVA] == Slab.TREASURE:
            deck = LAVA_DECK
    elif in_river(space) and space != rules.last_river_space and not state.searched_here[seat]:
        deck = RIVER_DECK
    return deck if deck >= 0 and state.deck_left[deck] > 0 else -1


@rule
def search(rules, state, seat, events):
    """One action: take the top card of the deck of this place; a slab or river space yields only one."""
    state.actions[seat] -= 1
    space = state.space[seat]
    find_card(state, seat, deck_here(rules, state, seat), events)
    if in_lava_room(space):
        state.slab[space - LAVA] = Slab.EMPTY
    state.searched_here[seat] = True


@rule
def sprint_allowed(rules, state, space):
    """A sprint is a normal move; whether it may end in the river is a ruling."""
    return can_enter(rules, state, space) and (rules.sprint_may_dive or not in_river(space))


@rule
def leap_allowed(rules, state, space, i):
    """A leap goes anywhere but round a corner that the boulder blocks: nothing passes it."""
    barred = rules.boulder_blocking and rules.leap_round[space, i] == state.boulder
    return not barred and can_enter(rules, state, rules.leap_to[space, i])


@rule
def can_peek_at(state, space):
    """Linguistics works on a slab that is still face down."""
    return in_lava_room(space) and state.slab[space - LAVA] == Slab.HIDDEN


@rule
def has_free_option(rules, state, seat):
    """Return whether an ability that costs no action can be used here."""
    if state.ability_used[seat, state.second[seat]]:
        return False
    own = ability(state, seat)
    space = state.space[seat]
    if own == Ability.SPRINT and not in_river(space):
        for i in range(rules.steps[space]):
            if sprint_allowed(rules, state, rules.step_to[space, i]):
                return True
    elif own == Ability.LINGUISTICS:
        for i in range(rules.steps[space]):
            if can_peek_at(state, rules.step_to[space, i]):
                return True
    return False


@rule
def act(rules, state, option, events):
    """Carry out one action of the seat whose turn it is; return True when it stops."""
    seat = state.seat
    action = action_of(option)
    space = what_of(option)
    if action == Action.STEP:
        state.actions[seat] -= 1
        enter(rules, state, seat, action, space, events)
    elif action == Action.SEARCH:
        search(rules, state, seat, events)
    elif action == Action.DECIPHER:
        state.actions[seat] -= 1
        decipher(state, seat, events)
    elif action == Action.PICK:
        roll_lock(rules, state, seat, ALL_DICE, events)
    elif action == Action.HOP:
        hop(rules, state, seat, events)
    elif action == Action.PEEK:
        peek(state, seat, space, events)
    elif action == Action.SPRINT:
        use_ability(state, seat)
        enter(rules, state, seat, action, space, events)
    elif action == Action.STAMINA:
        use_stamina_late(rules, state, seat)
        log(events, Event.STAMINA, seat, current_level(rules, state, seat), 0, 0)
    elif action == Action.LEAP:
        use_ability(state, seat)
        state.actions[seat] -= 1
        enter(rules, state, seat, action, space, events)
    else:
        log(events, Event.STOP, seat, state.actions[seat], 0, 0)
        return True
    return False

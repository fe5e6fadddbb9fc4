"""The walls room: what can be found in it, and the walls that close it."""

from digsite.simulator.games.chac.moves.fate import die
from digsite.simulator.games.chac.rules import MAX_COLUMNS, RIVER, WALLS
from digsite.simulator.games.chac.state import Cause, Event, Status, WallCard
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log


@rule
def in_walls_room(space):
    """Return whether a space lies in the walls room."""
    return WALLS <= space < RIVER


@rule
def zone_of(space):
    """Return the zone of a space in the walls room, from 0 at the entrance."""
    return (space - WALLS) // MAX_COLUMNS


@rule
def column_open(rules, state, space):
    """Only the spaces between the two walls can be entered."""
    column = (space - WALLS) % MAX_COLUMNS
    return state.left_wall <= column < rules.walls_columns - state.right_wall and not state.walls_closed


@rule
def decipher(state, seat, events):
    """The player looks at the clue of the zone and knows that trap from now on."""
    zone = zone_of(state.space[seat])
    state.deciphered[seat] |= 1 << int(zone)
    state.clues[seat] += 1
    log(events, Event.DECIPHER, seat, zone, state.trap[zone], 0)


@rule
def make_way(rules, state, events):
    """A wall pushes adventurers in its way to the nearest open column of the zone."""
    for seat in range(rules.seats):
        space = state.space[seat]
        if not in_walls_room(space) or column_open(rules, state, space):
            continue
        if not rules.walls_pushes:
            die(state, seat, Cause.WALLS, events)
            continue
        column = (space - WALLS) % MAX_COLUMNS
        nearest = max(column, state.left_wall)
        nearest = min(nearest, rules.walls_columns - state.right_wall - 1)
        state.space[seat] = space - column + nearest
        log(events, Event.PUSHED, seat, space, state.space[seat], 0)


@rule
def walls_meet(rules, state, events):
    """When the walls touch, everyone in the room dies."""
    state.walls_closed = True
    state.walls_met = state.turn
    log(events, Event.WALLS_MEET, -1, state.turn, 0, 0)
    for seat in range(rules.seats):
        if state.status[seat] == Status.INSIDE and in_walls_room(state.space[seat]):
            die(state, seat, Cause.WALLS, events)


@rule
def turn_wall_cards(rules, state, events):
    """Turn three cards; each moves the left wall, the right wall, both or none by one column."""
    for _ in range(rules.walls_drawn):
        if state.walls_closed or state.walls_turned == rules.walls_deck:
            return
        card = state.wall_card[state.walls_turned]
        state.walls_turned += 1
        state.left_wall += card & WallCard.LEFT
        state.right_wall += (card & WallCard.RIGHT) >> 1
        log(events, Event.WALL_CARD, -1, card, state.left_wall, state.right_wall)
        if state.left_wall + state.right_wall >= rules.walls_columns:
            walls_meet(rules, state, events)
        elif card != WallCard.BLANK:
            make_way(rules, state, events)

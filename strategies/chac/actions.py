"""The worth of each action: the outlook after it, for the style."""

import numpy as np

from digsite.simulator.games.chac.moves.actions import deck_here
from digsite.simulator.games.chac.moves.treasure import current_level
from digsite.simulator.games.chac.moves.walls_room import zone_of
from digsite.simulator.games.chac.options import Action, action_of, option_of, what_of
from digsite.simulator.games.chac.rules import BRIDGE, LAVA, MAX_COLUMNS, OUTSIDE, RIVER, WALLS, ZONES
from digsite.simulator.games.chac.state import Slab, Status
from digsite.simulator.kernel.jit.compile import inlined, rule
from digsite.simulator.kernel.play.options import index_of
from digsite.strategies.chac.locks import lock_numbers, lock_value
from digsite.strategies.chac.mind import FAR, MORE, NOW, PLAYER, REAL, RULES, STATE, WHOLE
from digsite.strategies.chac.odds import falls
from digsite.strategies.chac.outlook import prospect
from digsite.strategies.chac.pack import add_card
from digsite.strategies.chac.sense import pointless, stamina_first

SPITE = 1.1  # worth to a saboteur of rivals finding fewer planks
CERTAIN_DEATH = -1.5 * FAR  # worse than any merely unwanted option
ALMOST_NOTHING = 0.001  # doing something is better than doing nothing


@rule
def card_limit(style, space):
    """Return the most cards a style wants to hold before it searches here."""
    if WALLS <= space < RIVER:
        return style.cards_walls
    if LAVA <= space < WALLS:
        return style.cards_lava
    return style.cards_river


@inlined
def search_value(rules, state, seat, player, space, actions):
    """Return the worth of one more card from the adventurer's place."""
    notes = player.notes
    if notes.held[NOW] >= card_limit(player.style, space):
        return -FAR
    deck = np.int64(deck_here(rules, state, seat))
    add_card(rules, state, seat, player, deck, player.tables.deck_worth[deck])
    notes.fresh = 0
    return prospect(rules, state, player, space, actions - 1, MORE)


@rule
def likes(player, space):
    """A style avoids rooms it does not care for; slabs known to hold are a refuge for all."""
    notes, style = player.notes, player.style
    if RIVER <= space < BRIDGE:
        return style.river > 0.0
    if LAVA <= space < WALLS:
        return notes.crosses or notes.holds[space - LAVA] == 1.0
    return space != BRIDGE or style.bridge > 0.0


@rule
def strays(rules, state, seat, player, space):
    """Return whether a step onto a slab is pointless: no nearer to the way out, no treasure, no refuge."""
    here = np.int64(state.space[seat])
    if not LAVA <= space < WALLS or state.slab[space - LAVA] <= Slab.TREASURE:
        return False
    if LAVA <= here < WALLS:
        return player.notes.cost[space - LAVA] >= player.notes.cost[here - LAVA]
    return here > rules.opens_sun_b and state.boulder >= here


@rule(REAL(RULES, STATE, WHOLE, PLAYER, WHOLE, WHOLE))
def move_value(rules, state, seat, player, space, actions):
    """Return the worth of standing on another space."""
    notes = player.notes
    if LAVA <= space < WALLS:
        if not notes.mapped:
            return -FAR
        if notes.holds[space - LAVA] == 0.0:
            return CERTAIN_DEATH
    if not likes(player, space) or strays(rules, state, seat, player, space):
        return -FAR
    notes.fresh = 1
    value = prospect(rules, state, player, space, actions, NOW)
    if value <= 0.0:
        return value
    if LAVA <= space < WALLS:
        value *= notes.holds[space - LAVA]
    elif space == BRIDGE:
        load = np.int64(current_level(rules, state, seat))
        for rival in range(rules.seats):
            if rival != seat and state.space[rival] == BRIDGE:
                load += current_level(rules, state, rival)
        value *= 1.0 - falls(player, load, state.planks)
    return value


@rule
def decipher_value(rules, state, seat, player, actions):
    """Return the worth of a clue: of this one alone, or of all those remaining on the way out of the walls room."""
    notes, style = player.notes, player.style
    clues = notes.known
    here = np.int64(state.space[seat])
    if clues == ZONES or not notes.crosses:
        return -FAR
    read = notes.read
    zone = np.int64(zone_of(here))
    notes.clues += 1
    notes.read += 1 << zone
    value = prospect(rules, state, player, here, actions - 1, NOW)
    more = 1
    for later in range(zone + 1, ZONES):
        if not read >> later & 1:
            more += 1
            notes.read += 1 << later
    if more > 1 and clues < style.clues:
        notes.clues = clues + more
        value = max(value, prospect(rules, state, player, here, actions - more, NOW))
    notes.read = read
    notes.clues = clues
    return value


@rule
def may_need_bridge(rules, state, rival):
    """Return whether a rival may still come to the bridge; swimmers who land beyond its near end do not."""
    if state.status[rival] == Status.WAITING:
        return True
    space = np.int64(state.space[rival])
    if state.status[rival] != Status.INSIDE or space == BRIDGE:
        return False
    if RIVER <= space < BRIDGE:
        return rules.landing <= rules.near_end
    return space <= rules.near_end or space >= LAVA


@rule
def hop_value(rules, state, seat, player, stay):
    """Return the worth of hopping: only with rivals who may still need the bridge and little danger to oneself."""
    danger = falls(player, np.int64(current_level(rules, state, seat)), state.planks)
    if danger > player.style.hops or state.planks < 2:
        return -FAR
    for rival in range(rules.seats):
        if rival != seat and may_need_bridge(rules, state, rival):
            return stay * (1.0 - danger) * SPITE
    return -FAR


@inlined
def option_value(rules, state, seat, player, option):
    """Return the worth of one action."""
    notes, style = player.notes, player.style
    action = action_of(option)
    space = what_of(option)
    here = np.int64(state.space[seat])
    actions = np.int64(state.actions[seat])
    if pointless(rules, state, seat, action, space):
        return -FAR
    if action == Action.STEP:
        return move_value(rules, state, seat, player, space, actions - 1)
    if action == Action.SPRINT or action == Action.LEAP:
        left = actions if action == Action.SPRINT else actions - 1
        value = move_value(rules, state, seat, player, space, left)
        return value if space == OUTSIDE else value - abs(value) * style.spare
    if action == Action.SEARCH:
        return search_value(rules, state, seat, player, here, actions)
    if action == Action.PEEK or action == Action.STAMINA:
        return -FAR
    notes.fresh = not state.searched_here[seat]
    if action == Action.DECIPHER:
        return decipher_value(rules, state, seat, player, actions)
    if action == Action.PICK:
        if notes.held[NOW] >= style.cards_alcoves:
            return -FAR
        numbers = lock_numbers(rules, rules.alcove_at[here])
        return lock_value(rules, state, seat, player, numbers, actions)
    stay = prospect(rules, state, player, here, 0, NOW)
    return hop_value(rules, state, seat, player, stay) if action == Action.HOP else stay - ALMOST_NOTHING


@rule
def loiters(rules, state, seat, player):
    """Return whether a late-leaving style waits in the walls room for the boulder to pass, while the walls allow it."""
    here = np.int64(state.space[seat])
    if not WALLS <= here < RIVER or player.notes.crushed[0] > player.style.loiter:
        return False
    exit_space = rules.first_exit + rules.walls_columns - 1 - (here - WALLS) % MAX_COLUMNS
    return state.boulder <= exit_space


@rule
def ends_the_wait(option):
    """Return whether an option leads into the corridor, or wastes an ability in the walls room."""
    action = action_of(option)
    if action == Action.STEP:
        return what_of(option) < LAVA
    return action == Action.SPRINT or action == Action.LEAP


@rule
def idle(rules, state, seat, options, n, stop):
    """An adventurer waiting in the walls room searches: what is too heavy is dropped when the next turn begins."""
    inside = WALLS <= state.space[seat] < RIVER
    search = index_of(options, n, option_of(Action.SEARCH, 0)) if inside and rules.load_dropping else -1
    return search if search >= 0 else stop


@rule
def first_card(state, seat, style, options, n, chosen):
    """An adventurer about to leave the walls room with nothing searches it once, if the style has time; -1 otherwise.

    The plans value the action above the card. At tables of three and four, where a rival gets out with treasure,
    measured games say otherwise; against a single rival they do not.
    """
    inside = WALLS <= state.space[seat] < RIVER
    if not inside or style.first_card == 0.0 or state.cards[seat] > 0 or state.actions[seat] < style.first_card:
        return -1
    return index_of(options, n, option_of(Action.SEARCH, 0)) if ends_the_wait(options[chosen]) else -1


@rule
def nothing_to_lose(state, seat, options, n, best_value):
    """An adventurer with nothing and without a way out worth taking picks up what lies here; -1 otherwise."""
    if best_value > 0.0 or state.cards[seat] > 0:
        return -1
    return index_of(options, n, option_of(Action.SEARCH, 0))


@rule
def act(rules, state, seat, player, options, n):
    """Take the action with the best outlook; before an unknown slab, read its glyph if possible."""
    stays = player.style.loiter > 0.0 and loiters(rules, state, seat, player)
    best = 0
    best_value = -2.0 * FAR
    for i in range(n):
        if stays and ends_the_wait(options[i]):
            continue
        value = option_value(rules, state, seat, player, np.int64(options[i]))
        if value > best_value:
            best = i
            best_value = value
    search = nothing_to_lose(state, seat, options, n, best_value)
    if search >= 0:
        return search
    if action_of(options[best]) == Action.STOP:
        return idle(rules, state, seat, options, n, best)
    search = first_card(state, seat, player.style, options, n, best)
    if search >= 0:
        return search
    target = what_of(options[best])
    if action_of(options[best]) == Action.STEP and LAVA <= target < WALLS and player.notes.holds[target - LAVA] < 1.0:
        peek = index_of(options, n, option_of(Action.PEEK, target))
        if peek >= 0:
            return peek
    return stamina_first(rules, options, n, best)

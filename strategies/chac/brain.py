"""How an adventurer decides: one mind for all styles, which differ in their weights.

Every option is judged by the outlook it leaves. A style says which treasure and which ways it likes, how heavy it will
go, and how much of its chances it gives for another card.
"""

import numpy as np

from simulator.games.chac.moves.actions import deck_here
from simulator.games.chac.moves.corridor import numbers_missing
from simulator.games.chac.moves.fate import can_use
from simulator.games.chac.moves.treasure import current_level
from simulator.games.chac.moves.walls_room import zone_of
from simulator.games.chac.rules import (
    BRIDGE,
    ENTRANCE,
    LAVA,
    MAX_COLUMNS,
    MAX_TURN_DICE,
    OUTSIDE,
    RIVER,
    SUN_A,
    SUN_B,
    VAULT,
    WALLS,
    ZONES,
)
from simulator.games.chac.state import (
    ALCOVE_TREASURE,
    FORCE,
    KEEP,
    LEAVE,
    LOCK_DICE,
    RIVER_DECK,
    STAMINA,
    VAULT_TREASURE,
    VERB_STRIDE,
    Ability,
    Decision,
    Rescue,
    Status,
    Verb,
)
from simulator.kernel.compile import kernel, rule
from simulator.kernel.options import index_of
from strategies.chac.lava import PRESSED, clues_known, map_lava, pressed, wants_map
from strategies.chac.mind import (
    ACTIONS,
    BY_BRIDGE,
    BY_LAVA,
    BY_RIVER,
    CHOOSE,
    CLOCK,
    CLUES,
    FAR,
    FORCES,
    FRESH,
    GAIN,
    HELD,
    HELD_STAKE,
    HOLD,
    KNOWN,
    LIGHT,
    LIGHT_STAKE,
    MAPPED,
    MIND,
    MORE,
    READ,
    REAL,
    RULES,
    SHARE,
    SIZE,
    STATE,
    STYLE,
    SWIMS,
    WAYS,
    WHOLE,
    Weight,
)
from strategies.chac.odds import falls, foresee_walls, opens
from strategies.chac.outlook import carry, considers, outlook
from strategies.chac.pack import add_card, best_cards, gain_over, lowest_kind, weigh

SPITE = 1.1  # what it is worth to a saboteur that rivals find fewer planks
FIRST_CHOICE = 9
BRANCH = 3  # steps from a corridor space that something opens on
CERTAIN_DEATH = -1.5 * FAR  # worse than anything that is merely not wanted
ALMOST_NOTHING = 0.001  # rather do something than nothing
USUAL_GAIN = 1.2  # what a search adds to a full light load before one holds it
WEIGHTS = len(Weight)


@rule
def look_round(rules, state, seat, mind):
    """Fill in what the walls room holds: clues on the way out, better cards, walls that close in."""
    foresee_walls(rules, state, mind)
    mind[READ] = state.deciphered[seat]
    light = 0
    while rules.level[light + 1] == rules.level[0]:
        light += 1
    mind[GAIN] = USUAL_GAIN
    if state.cards[seat] >= light:
        mind[GAIN] = gain_over(rules, state, seat, light, 0, 0.0)


@rule
def near_walls_room(rules, space):
    """Whether one is in the walls room or may be with the next move; a leap goes round a corner of its exits."""
    if space < LAVA:
        return rules.first_exit - 1 <= space <= rules.first_exit + rules.walls_columns
    return WALLS <= space < RIVER or space == ENTRANCE


@rule
def share_of_river(rules, state, seat):
    """Treasures of the river that one can count on: rivals who still come that way take theirs."""
    left = np.int64(state.deck_left[RIVER_DECK])
    if RIVER <= state.space[seat] < BRIDGE:
        return left
    comers = 1
    for rival in range(rules.seats):
        passed = rules.first_dive + 2 < state.space[rival] < LAVA
        comers += rival != seat and state.status[rival] == Status.INSIDE and not passed
    return (left + comers - 1) // comers


@rule
def lava_leads_through(rules):
    """Whether the lava room can be entered on its first side and left on its last."""
    return rules.steps[rules.opens_sun_a - 1] >= BRANCH and rules.steps[rules.opens_sun_b + 1] >= BRANCH


@rule
def prepare(rules, state, seat, mind):
    """Fill in what every trip of this decision has in common."""
    ways = 0
    if mind[STYLE + Weight.LAVA] > 0.0 and lava_leads_through(rules):
        ways |= BY_LAVA
    if mind[STYLE + Weight.RIVER] > 0.0:
        ways |= BY_RIVER
    if mind[STYLE + Weight.BRIDGE] > 0.0:
        ways |= BY_BRIDGE
    mind[WAYS] = ways
    mind[SWIMS] = can_use(state, seat, Ability.SWIMMING)
    mind[FORCES] = can_use(state, seat, Ability.LOCK_PICKING)
    mind[KNOWN] = clues_known(state, seat)
    mind[CLUES] = mind[KNOWN]
    mind[CLOCK] = 2 * min(np.int64(state.turn), MAX_TURN_DICE) + (state.decision == Decision.LOAD)
    mind[FRESH] = not state.searched_here[seat]
    mind[SHARE] = share_of_river(rules, state, seat)
    if near_walls_room(rules, np.int64(state.space[seat])):
        look_round(rules, state, seat, mind)
    mind[MAPPED] = wants_map(rules, state, seat, considers(mind, BY_LAVA))
    if mind[MAPPED] > 0.0:
        map_lava(state, seat, mind)


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, MIND))
def prospect(rules, state, space, actions, load, mind):
    """What a position is worth. Cards that weigh too much can be dropped when the next turn begins.

    So the better of two loads counts: what is carried or the best of it one level lower; with MORE, after one card more.
    """
    mind[ACTIONS] = actions
    cards, light = np.int64(mind[HELD + load]), np.int64(mind[LIGHT + load])
    carry(rules, mind, cards, mind[HELD_STAKE + load])
    best = outlook(rules, state, mind, space)
    if light < cards and rules.load_dropping:
        carry(rules, mind, light, mind[LIGHT_STAKE + load])
        best = max(best, outlook(rules, state, mind, space) / mind[STYLE + Weight.CLING])
    return best


# ---------------------------------------------------------------------- before the turn


@rule
def pick_first(state, seat, weights):
    """Send the favourite ability first, else the one that helps most runs."""
    best = 0
    best_rank = -1
    for i in range(2):
        own = state.adventurer[seat, i] >> 1
        rank = 0
        if own == weights[Weight.FAVOURITE]:
            rank = FIRST_CHOICE
        elif own == Ability.SPRINT:
            rank = 4
        elif own == Ability.STAMINA:
            rank = 3
        elif own == Ability.LEAP:
            rank = 2
        elif own == Ability.LINGUISTICS:
            rank = 1
        if rank > best_rank:
            best = i
            best_rank = rank
    return best


@rule
def cards_to_keep(rules, state, seat, mind):
    """How many of the best cards the outlook with them pays for."""
    space = np.int64(state.space[seat])
    cards = np.int64(state.cards[seat])
    if rules.level[cards] == rules.level[0]:
        return cards
    mind[ACTIONS] = 0
    best_keep = cards
    best_value = -2.0 * FAR
    for keep in range(cards, -1, -1):
        if keep < cards and rules.level[keep] == rules.level[keep + 1]:
            continue  # as heavy as with one more
        carry(rules, mind, keep, best_cards(rules, state, seat, keep))
        value = outlook(rules, state, mind, space)
        if best_value < 0.0 or value > best_value * mind[STYLE + Weight.CLING] + 1e-9:
            best_keep = keep
            best_value = value
    return best_keep


@rule
def worth_stamina(rules, state, seat, mind):
    """Use Stamina when one more action lifts the outlook enough."""
    cards = np.int64(state.cards[seat])
    space = np.int64(state.space[seat])
    carry(rules, mind, cards, best_cards(rules, state, seat, cards))
    mind[ACTIONS] = 0
    plain = outlook(rules, state, mind, space)
    mind[ACTIONS] = 1
    helped = outlook(rules, state, mind, space)
    return helped - plain > mind[STYLE + Weight.SPARE] * abs(helped)


@rule
def set_load(rules, state, seat, options, n, mind):
    """Drop the lowest cards that do not pay; then use Stamina if it helps."""
    if cards_to_keep(rules, state, seat, mind) < state.cards[seat]:
        at = index_of(options, n, lowest_kind(rules, state, seat))
        if at >= 0:
            return at
    stamina = index_of(options, n, STAMINA)
    if stamina >= 0 and worth_stamina(rules, state, seat, mind):
        return stamina
    return index_of(options, n, KEEP)


# ---------------------------------------------------------------------- locks, river, replacements


@rule
def lock_numbers(rules, alcove):
    """How many numbers open an alcove."""
    return np.int64(rules.vault_numbers if alcove == VAULT else rules.alcoves_numbers)


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, MIND))
def lock_value(rules, state, seat, missing, actions, mind):
    """Worth of working at a lock, for as many rolls as pay: the treasure as soon as it opens, or the actions lost."""
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    kind = VAULT_TREASURE if alcove == VAULT else ALCOVE_TREASURE
    numbers, forces = lock_numbers(rules, alcove), np.int64(mind[FORCES])
    add_card(rules, state, seat, -1, rules.worth[kind] * mind[STYLE + Weight.ALCOVES], mind)
    best = -FAR
    won = 0.0
    before = 0.0
    for rolls in range(1, actions + 1):
        chance = opens(numbers, missing, rolls, forces)
        won += (chance - before) * prospect(rules, state, space, actions - rolls, MORE, mind)
        before = chance
        value = won + (1.0 - chance) * prospect(rules, state, space, actions - rolls, 0, mind)
        if value <= best:
            break
        best = value
    return best


@rule
def work_lock(rules, state, seat, options, n, mind):
    """Force the lock if an ability can; else reroll all but one of each number needed while it pays."""
    forced = index_of(options, n, FORCE)
    if forced >= 0:
        return forced
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    actions = np.int64(state.actions[seat])
    missing = numbers_missing(rules, state, alcove)
    leaving = prospect(rules, state, space, actions, 0, mind)
    if lock_value(rules, state, seat, missing, actions, mind) < leaving:
        return index_of(options, n, LEAVE)
    needed = lock_numbers(rules, alcove)
    reroll = 0
    for i in range(LOCK_DICE):  # of equal dice the kernel rerolls the first ones, so the last one is kept
        repeated = i < LOCK_DICE - 1 and state.dice[i + 1] == state.dice[i]
        if repeated or state.dice[i] > needed:
            reroll |= 1 << i
    return max(index_of(options, n, reroll), 0)


@rule
def rescue(options, n):
    """Swim if one can, else pay, else fall."""
    swim = index_of(options, n, Rescue.SWIM)
    return swim if swim >= 0 else n - 1


@rule
def come_down(rules, state, seat, options, n, mind):
    """Enter through the Sun with the better outlook; there is nothing to wait for."""
    best = 1
    best_value = -2.0 * FAR
    mind[ACTIONS] = 0
    mind[CLOCK] += 1.0  # the next thing is the roll of a new turn's actions
    map_lava(state, seat, mind)
    carry(rules, mind, 0, 0.0)
    for i in range(1, n):
        value = outlook(rules, state, mind, SUN_A if options[i] == 1 else SUN_B)
        if value > best_value:
            best = i
            best_value = value
    return best


# ---------------------------------------------------------------------- actions


@rule
def card_limit(space, mind):
    """Most cards a style wants to hold before it searches here."""
    if WALLS <= space < RIVER:
        return mind[STYLE + Weight.CARDS_WALLS]
    if LAVA <= space < WALLS:
        return mind[STYLE + Weight.CARDS_LAVA]
    return mind[STYLE + Weight.CARDS_RIVER]


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, MIND))
def search_value(rules, state, seat, space, actions, mind):
    """Worth of one more card from the place where the adventurer is."""
    if mind[HELD] >= card_limit(space, mind):
        return -FAR
    deck = np.int64(deck_here(rules, state, seat))
    add_card(rules, state, seat, deck, rules.deck_worth[deck], mind)
    mind[FRESH] = 0.0
    return prospect(rules, state, space, actions - 1, MORE, mind)


@rule
def likes(space, mind):
    """A style keeps out of rooms it does not care for; slabs known to hold are a refuge for all."""
    if RIVER <= space < BRIDGE:
        return mind[STYLE + Weight.RIVER] > 0.0
    if LAVA <= space < WALLS:
        return considers(mind, BY_LAVA) or mind[HOLD + space - LAVA] == 1.0
    return space != BRIDGE or mind[STYLE + Weight.BRIDGE] > 0.0


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, MIND))
def move_value(rules, state, seat, space, actions, mind):
    """Worth of standing on another space."""
    if LAVA <= space < WALLS:
        if mind[MAPPED] == 0.0:
            return -FAR
        if mind[HOLD + space - LAVA] == 0.0:
            return CERTAIN_DEATH
    if not likes(space, mind):
        return -FAR
    mind[FRESH] = 1.0
    value = prospect(rules, state, space, actions, 0, mind)
    if value <= 0.0:
        return value
    if LAVA <= space < WALLS:
        value *= mind[HOLD + space - LAVA]
    elif space == BRIDGE:
        load = np.int64(current_level(rules, state, seat))
        for rival in range(rules.seats):
            if rival != seat and state.space[rival] == BRIDGE:
                load += current_level(rules, state, rival)
        value *= 1.0 - falls(load, state.planks)
    return value


@rule
def decipher_value(rules, state, seat, actions, mind):
    """Worth of a clue: of this one alone, or of all that still lie on the way out of the walls room."""
    clues = np.int64(mind[KNOWN])
    here = np.int64(state.space[seat])
    if clues == ZONES or not considers(mind, BY_LAVA):
        return -FAR
    read = mind[READ]
    zone = np.int64(zone_of(here))
    mind[CLUES] += 1.0
    mind[READ] += 1 << zone
    value = prospect(rules, state, here, actions - 1, 0, mind)
    more = 1
    for later in range(zone + 1, ZONES):
        if not np.int64(read) >> later & 1:
            more += 1
            mind[READ] += 1 << later
    if more > 1 and clues < mind[STYLE + Weight.CLUES]:
        mind[CLUES] = clues + more
        value = max(value, prospect(rules, state, here, actions - more, 0, mind))
    mind[READ] = read
    mind[CLUES] = clues
    return value


@rule
def hop_value(rules, state, seat, stay, mind):
    """Worth of hopping: only with rivals behind and little danger to oneself."""
    danger = falls(np.int64(current_level(rules, state, seat)), state.planks)
    if danger > mind[STYLE + Weight.HOPS] or state.planks < 2:
        return -FAR
    for rival in range(rules.seats):
        inside = state.status[rival] == Status.INSIDE or state.status[rival] == Status.WAITING
        behind = state.space[rival] < rules.near_end or state.space[rival] >= LAVA
        if rival != seat and inside and behind and state.space[rival] != BRIDGE:
            return stay * (1.0 - danger) * SPITE
    return -FAR


@rule
def pointless_in_walls(rules, state, seat, verb, here, space):
    """One goes down, and aside only where the boulder comes close to the way out, towards the lava room."""
    out = rules.first_exit + rules.walls_columns - 1 - (here - WALLS) % MAX_COLUMNS
    close = state.boulder + PRESSED >= out
    if verb == Verb.STOP:
        return state.actions[seat] > 0 and not close
    if verb != Verb.STEP or space < WALLS or space == here + MAX_COLUMNS:
        return False
    return not (close and space == here - 1 and zone_of(here) == ZONES - 1)


@rule
def pointless(rules, state, seat, verb, space):
    """What no plan begins with: to stand still in front of the boulder, to go back without need."""
    here = np.int64(state.space[seat])
    if RIVER <= here < BRIDGE:
        return verb == Verb.STOP
    if WALLS <= here < RIVER:
        return pointless_in_walls(rules, state, seat, verb, here, space)
    if here >= LAVA or state.boulder >= here:
        return False
    if verb == Verb.STOP:
        return state.actions[seat] > 0
    if verb != Verb.STEP or pressed(rules, state, here):
        return False
    if LAVA <= space < WALLS:
        return here >= rules.opens_sun_a
    return space == here - 1 or WALLS <= space < RIVER


@rule
def only_sensible(rules, state, seat, options, n):
    """The one option that has a point; -1 if there are more."""
    only = -1
    for i in range(n):
        verb = options[i] // VERB_STRIDE
        if verb == Verb.PEEK or pointless(rules, state, seat, verb, np.int64(options[i] % VERB_STRIDE)):
            continue
        if only >= 0:
            return -1
        only = i
    return only


@rule(REAL(RULES, STATE, WHOLE, WHOLE, MIND))
def option_value(rules, state, seat, option, mind):
    """What one action is worth."""
    verb = option // VERB_STRIDE
    space = option % VERB_STRIDE
    here = np.int64(state.space[seat])
    actions = np.int64(state.actions[seat])
    if pointless(rules, state, seat, verb, space):
        return -FAR
    if verb == Verb.STEP:
        return move_value(rules, state, seat, space, actions - 1, mind)
    if verb == Verb.SPRINT or verb == Verb.LEAP:
        left = actions if verb == Verb.SPRINT else actions - 1
        value = move_value(rules, state, seat, space, left, mind)
        return value if space == OUTSIDE else value - abs(value) * mind[STYLE + Weight.SPARE]
    if verb == Verb.SEARCH:
        return search_value(rules, state, seat, here, actions, mind)
    if verb == Verb.PEEK:
        return -FAR
    mind[FRESH] = not state.searched_here[seat]
    if verb == Verb.DECIPHER:
        return decipher_value(rules, state, seat, actions, mind)
    if verb == Verb.PICK:
        if mind[HELD] >= mind[STYLE + Weight.CARDS_ALCOVES]:
            return -FAR
        numbers = lock_numbers(rules, rules.alcove_at[here])
        return lock_value(rules, state, seat, numbers, actions, mind)
    stay = prospect(rules, state, here, 0, 0, mind)
    return hop_value(rules, state, seat, stay, mind) if verb == Verb.HOP else stay - ALMOST_NOTHING


@rule
def run_on(rules, state, seat, options, n):
    """On the last stretch, ahead of the boulder, there is nothing to weigh; -1 elsewhere."""
    here = np.int64(state.space[seat])
    if here < rules.far_end or here >= LAVA or state.boulder >= here or state.actions[seat] == 0:
        return -1
    return index_of(options, n, Verb.STEP * VERB_STRIDE + (OUTSIDE if here == rules.last_space else here + 1))


@rule
def loiters(rules, state, seat, mind):
    """Whether a style that leaves late has something left to search for in the walls room."""
    here = np.int64(state.space[seat])
    wants = state.turn <= mind[STYLE + Weight.LOITER] and state.cards[seat] < mind[STYLE + Weight.CARDS_WALLS]
    return wants and WALLS <= here < RIVER and deck_here(rules, state, seat) >= 0


@rule
def act(rules, state, seat, options, n, mind):
    """Take the action that leaves the best outlook; before an unknown slab, read its glyph if one can."""
    if loiters(rules, state, seat, mind) and state.actions[seat] > 0:
        return index_of(options, n, Verb.SEARCH * VERB_STRIDE)
    best = 0
    best_value = -2.0 * FAR
    for i in range(n):
        value = option_value(rules, state, seat, np.int64(options[i]), mind)
        if value > best_value:
            best = i
            best_value = value
    target = options[best] % VERB_STRIDE
    if options[best] // VERB_STRIDE == Verb.STEP and LAVA <= target < WALLS and mind[HOLD + target - LAVA] < 1.0:
        peek = index_of(options, n, Verb.PEEK * VERB_STRIDE + target)
        if peek >= 0:
            return peek
    return best


@kernel(CHOOSE)
def choose(rules, state, seat, options, n, weights, mind):
    """Any decision of the game, in the style of the weights."""
    decision = state.decision
    if decision == Decision.FIRST:
        return pick_first(state, seat, weights)
    if decision == Decision.RIVER:
        return rescue(options, n)
    if decision == Decision.SACRIFICE:
        return index_of(options, n, lowest_kind(rules, state, seat))
    if decision == Decision.ACT:
        only = run_on(rules, state, seat, options, n)
        if only < 0:
            only = only_sensible(rules, state, seat, options, n)
        if only >= 0:
            return only
    thought = np.empty(SIZE)
    for weight in range(WEIGHTS):
        thought[STYLE + weight] = weights[weight]
    prepare(rules, state, seat, thought)
    if decision == Decision.REPLACEMENT:
        return come_down(rules, state, seat, options, n, thought)
    if decision == Decision.LOAD:
        return set_load(rules, state, seat, options, n, thought)
    weigh(rules, state, seat, thought)
    if decision == Decision.LOCK:
        return work_lock(rules, state, seat, options, n, thought)
    return act(rules, state, seat, options, n, thought)

"""How an adventurer decides: one mind for all styles, which differ in their weights.

Every option is judged by the outlook it leaves, times the treasure that is at stake. A style says which treasure and
which ways it likes, how heavy it will go, and how much of its chances it gives for another card.
"""

import numpy as np

from simulator.engine.kernel import OPTIONS, WEIGHTS, kernel, rule
from simulator.games.chac.moves import TYPES
from simulator.games.chac.moves.actions import deck_here
from simulator.games.chac.moves.corridor import numbers_missing
from simulator.games.chac.moves.fate import can_use
from simulator.games.chac.moves.treasure import current_level
from simulator.games.chac.moves.walls_room import zone_of
from simulator.games.chac.rules import (
    BRIDGE,
    LAVA,
    LAVA_SPACES,
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
    LAVA_DECK,
    LEAVE,
    LOCK_DICE,
    RIVER_DECK,
    STAMINA,
    VAULT_TREASURE,
    VERB_STRIDE,
    Ability,
    Decision,
    Rescue,
    Slab,
    Status,
    Verb,
)
from strategies.chac.lava import FAR, MAP, MAP_ROWS, ONTO, clues_known, map_lava, safety, survival
from strategies.chac.odds import REAL, RULES, STATE, WHOLE, falls, opens
from strategies.chac.outlook import (
    ACTIONS,
    BEFORE_ROLL,
    BY_BRIDGE,
    BY_LAVA,
    BY_RIVER,
    CARDS,
    CLUES,
    FONDNESS,
    LEVEL,
    SWIMS,
    TRIP,
    TRIP_SIZE,
    WAYS,
    outlook,
)
from strategies.chac.pack import (
    CARD_WORTH,
    HELD,
    LIGHT,
    LIGHT_STAKE,
    MORE,
    PACK,
    PACK_SIZE,
    STAKE,
    Weight,
    add_card,
    best_cards,
    lava_hopes,
    lowest_kind,
    utility,
    weigh,
    worth,
)

SPITE = 1.1  # what it is worth to a saboteur that rivals find fewer planks
ALMOST = 0.9999  # of two equal plans the one that can still be changed is better
FIRST_CHOICE = 9


@rule(WHOLE(OPTIONS, WHOLE, WHOLE))
def index_of(options, n, wanted):
    """Where an option stands in the list; -1 if it is not there."""
    for i in range(n):
        if options[i] == wanted:
            return i
    return -1


@rule
def prepare(state, seat, weights, trip):
    """Fill in what every trip of this decision has in common."""
    ways = 0
    if weights[Weight.LAVA] > 0.0:
        ways |= BY_LAVA
    if weights[Weight.RIVER] > 0.0:
        ways |= BY_RIVER
    if weights[Weight.BRIDGE] > 0.0:
        ways |= BY_BRIDGE
    trip[WAYS] = ways
    trip[FONDNESS] = weights[Weight.RIVER]
    trip[SWIMS] = can_use(state, seat, Ability.SWIMMING)
    trip[CLUES] = clues_known(state, seat)


@rule(REAL(RULES, STATE, TRIP, WHOLE, WHOLE, WHOLE, WHOLE, MAP))
def chance_from(rules, state, trip, space, actions, cards, before_roll, lava):
    """Chance to get out from a space with so many actions left this turn and so many cards."""
    trip[ACTIONS] = actions
    trip[CARDS] = cards
    trip[LEVEL] = rules.level[cards]
    trip[BEFORE_ROLL] = before_roll
    return outlook(rules, state, trip, space, lava)


@rule(REAL(RULES, STATE, WHOLE, WHOLE, PACK, WHOLE, TRIP, WEIGHTS, MAP))
def prospect(rules, state, space, actions, pack, load, trip, weights, lava):
    """What a position is worth: the chance to get out times what is carried out and still hoped for.

    Cards that weigh too much can be dropped when the next turn begins, so the better of two loads counts. The load is
    that of the pack as it is (0) or with one card more (MORE).
    """
    cards = np.int64(pack[load + HELD])
    prize = utility(pack[load + STAKE], weights)
    best = chance_from(rules, state, trip, space, actions, cards, 0, lava) * prize
    light = np.int64(pack[load + LIGHT])
    if light < cards and rules.load_dropping:
        prize = utility(pack[load + LIGHT_STAKE], weights)
        if best < prize:
            best = max(best, chance_from(rules, state, trip, space, actions, light, 0, lava) * prize)
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
def cards_to_keep(rules, state, seat, trip, weights, lava):
    """How many of the best cards the chances to get out with them pay for."""
    space = np.int64(state.space[seat])
    cards = np.int64(state.cards[seat])
    hopes = lava_hopes(state, seat, weights)
    best_keep = cards
    best_value = -FAR
    for keep in range(cards, -1, -1):
        if keep < cards and rules.level[keep] == rules.level[keep + 1]:
            continue  # as heavy as with one more
        stake = best_cards(rules, state, seat, keep) + hopes
        value = chance_from(rules, state, trip, space, 0, keep, 1, lava) * utility(stake, weights)
        if value > best_value + 1e-9:
            best_keep = keep
            best_value = value
    return best_keep


@rule
def worth_stamina(rules, state, seat, trip, weights, lava):
    """Use Stamina when one more action lifts the chances."""
    space = np.int64(state.space[seat])
    cards = np.int64(state.cards[seat])
    plain = chance_from(rules, state, trip, space, 0, cards, 1, lava)
    helped = chance_from(rules, state, trip, space, 1, cards, 1, lava)
    return helped - plain > weights[Weight.SPARE]


@rule
def set_load(rules, state, seat, options, n, trip, weights, lava):
    """Drop the lowest cards that do not pay; then use Stamina if it helps."""
    if cards_to_keep(rules, state, seat, trip, weights, lava) < state.cards[seat]:
        at = index_of(options, n, lowest_kind(rules, state, seat))
        if at >= 0:
            return at
    stamina = index_of(options, n, STAMINA)
    if stamina >= 0 and worth_stamina(rules, state, seat, trip, weights, lava):
        return stamina
    return index_of(options, n, KEEP)


# ---------------------------------------------------------------------- locks, river, replacements


@rule
def lock_numbers(rules, alcove):
    """How many numbers open an alcove."""
    return np.int64(rules.vault_numbers if alcove == VAULT else rules.alcoves_numbers)


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, PACK, TRIP, WEIGHTS, MAP))
def lock_value(rules, state, seat, missing, actions, pack, trip, weights, lava):
    """Best of working at the lock for one roll or more: the treasure or the actions lost."""
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    kind = VAULT_TREASURE if alcove == VAULT else ALCOVE_TREASURE
    add_card(rules, state, seat, worth(rules, kind) * weights[Weight.ALCOVES], pack)
    best = -FAR
    for tried in range(1, actions + 1):
        chance = opens(lock_numbers(rules, alcove), missing, tried)
        won = prospect(rules, state, space, actions - tried, pack, MORE, trip, weights, lava)
        lost = prospect(rules, state, space, actions - tried, pack, 0, trip, weights, lava)
        best = max(best, chance * won + (1.0 - chance) * lost)
    return best


@rule
def work_lock(rules, state, seat, options, n, pack, trip, weights, lava):
    """Force the lock if an ability can; else reroll all but one of each number needed while it pays."""
    forced = index_of(options, n, FORCE)
    if forced >= 0:
        return forced
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    actions = np.int64(state.actions[seat])
    missing = numbers_missing(rules, state, alcove)
    leaving = prospect(rules, state, space, actions, pack, 0, trip, weights, lava)
    if lock_value(rules, state, seat, missing, actions, pack, trip, weights, lava) < leaving:
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
def come_down(rules, state, options, n, trip, lava):
    """Enter through the Sun with the better outlook; there is nothing to wait for."""
    best = 1
    best_chance = -FAR
    for i in range(1, n):
        space = SUN_A if options[i] == 1 else SUN_B
        chance = chance_from(rules, state, trip, space, 0, 0, 1, lava)
        if chance > best_chance:
            best = i
            best_chance = chance
    return best


# ---------------------------------------------------------------------- actions


@rule
def card_limit(space, weights):
    """Most cards a style wants to hold before it searches here."""
    if WALLS <= space < RIVER:
        return weights[Weight.CARDS_WALLS]
    if LAVA <= space < WALLS:
        return weights[Weight.CARDS_LAVA]
    return weights[Weight.CARDS_RIVER]


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, PACK, TRIP, WEIGHTS, MAP))
def search_value(rules, state, seat, space, actions, pack, trip, weights, lava):
    """Worth of one more card from the place where the adventurer is or will be."""
    if pack[HELD] >= card_limit(space, weights):
        return -FAR
    add_card(rules, state, seat, CARD_WORTH, pack)
    return prospect(rules, state, space, actions - 1, pack, MORE, trip, weights, lava)


@rule
def has_treasure(rules, state, space, lava):
    """Whether a search would find something on a space once one stands there, as far as one can see."""
    if LAVA <= space < WALLS:
        slab = state.slab[space - LAVA]
        there = slab == Slab.TREASURE or slab == Slab.HIDDEN
        return there and lava[ONTO, space - LAVA] == 1.0 and state.deck_left[LAVA_DECK] > 0
    return RIVER <= space < rules.last_river_space and state.deck_left[RIVER_DECK] > 0


@rule
def likes(space, weights, lava):
    """A style keeps out of rooms it does not care for; slabs known to hold are a refuge for all."""
    if RIVER <= space < BRIDGE:
        return weights[Weight.RIVER] > 0.0
    if LAVA <= space < WALLS:
        return weights[Weight.LAVA] > 0.0 or lava[ONTO, space - LAVA] == 1.0
    return space != BRIDGE or weights[Weight.BRIDGE] > 0.0


@rule(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, PACK, TRIP, WEIGHTS, MAP))
def move_value(rules, state, seat, space, actions, pack, trip, weights, lava):
    """Worth of standing on another space; a treasure there may be taken at once."""
    if not likes(space, weights, lava):
        return -FAR
    value = prospect(rules, state, space, actions, pack, 0, trip, weights, lava)
    if actions > 0 and has_treasure(rules, state, space, lava):
        value = max(value, search_value(rules, state, seat, space, actions, pack, trip, weights, lava) * ALMOST)
    if LAVA <= space < WALLS:
        value *= survival(lava[ONTO, space - LAVA] - 1.0)
    elif space == BRIDGE:
        load = np.int64(current_level(rules, state, seat))
        for rival in range(rules.seats):
            if rival != seat and state.space[rival] == BRIDGE:
                load += current_level(rules, state, rival)
        value *= 1.0 - falls(load, state.planks)
    return value


@rule
def decipher_value(rules, state, seat, actions, pack, trip, weights, lava):
    """Worth of the clues that still lie on the way out of the walls room, all taken together."""
    clues = clues_known(state, seat)
    here = np.int64(state.space[seat])
    within_reach = clues
    for zone in range(zone_of(here), ZONES):
        within_reach += not state.deciphered[seat] >> zone & 1
    if within_reach < weights[Weight.CLUES] or clues >= weights[Weight.CLUES]:
        return -FAR
    hopes = weights[Weight.LOOT] * (safety(within_reach) - safety(clues))
    pack[STAKE] += hopes
    pack[LIGHT_STAKE] += hopes
    trip[CLUES] = within_reach
    value = prospect(rules, state, here, actions - (within_reach - clues), pack, 0, trip, weights, lava)
    trip[CLUES] = clues
    pack[STAKE] -= hopes
    pack[LIGHT_STAKE] -= hopes
    return value * (1.0 - weights[Weight.HASTE]) ** (within_reach - clues)


@rule
def hop_value(rules, state, seat, stay, weights):
    """Worth of hopping: only with rivals behind and little danger to oneself."""
    danger = falls(np.int64(current_level(rules, state, seat)), state.planks)
    if danger > weights[Weight.HOPS] or state.planks < 2:
        return -FAR
    for rival in range(rules.seats):
        inside = state.status[rival] == Status.INSIDE or state.status[rival] == Status.WAITING
        behind = state.space[rival] < rules.near_end or state.space[rival] >= LAVA
        if rival != seat and inside and behind and state.space[rival] != BRIDGE:
            return stay * (1.0 - danger) * SPITE
    return -FAR


@rule(REAL(RULES, STATE, WHOLE, WHOLE, PACK, TRIP, WEIGHTS, MAP))
def option_value(rules, state, seat, option, pack, trip, weights, lava):
    """What one action is worth."""
    verb = option // VERB_STRIDE
    space = option % VERB_STRIDE
    here = np.int64(state.space[seat])
    actions = np.int64(state.actions[seat])
    if verb == Verb.STEP:
        return move_value(rules, state, seat, space, actions - 1, pack, trip, weights, lava)
    if verb == Verb.SPRINT or verb == Verb.LEAP:
        left = actions if verb == Verb.SPRINT else actions - 1
        kept = 0.0 if space == OUTSIDE else weights[Weight.SPARE] * utility(pack[STAKE], weights)
        return move_value(rules, state, seat, space, left, pack, trip, weights, lava) - kept
    if verb == Verb.SEARCH:
        later = 1.0 - weights[Weight.HASTE] if WALLS <= here < RIVER else 1.0
        return search_value(rules, state, seat, here, actions, pack, trip, weights, lava) * later
    if verb == Verb.DECIPHER:
        return decipher_value(rules, state, seat, actions, pack, trip, weights, lava)
    if verb == Verb.PICK:
        if pack[HELD] >= weights[Weight.CARDS_ALCOVES]:
            return -FAR
        numbers = lock_numbers(rules, rules.alcove_at[here])
        return lock_value(rules, state, seat, numbers, actions, pack, trip, weights, lava)
    if verb == Verb.PEEK:
        return -FAR
    stay = prospect(rules, state, here, 0, pack, 0, trip, weights, lava)
    return hop_value(rules, state, seat, stay, weights) if verb == Verb.HOP else stay


@rule
def loiters(rules, state, seat, weights):
    """Whether a style that leaves late has something left to search for in the walls room."""
    here = np.int64(state.space[seat])
    wants = state.turn <= weights[Weight.LOITER] and state.cards[seat] < weights[Weight.CARDS_WALLS]
    return wants and WALLS <= here < RIVER and deck_here(rules, state, seat) >= 0


@rule
def act(rules, state, seat, options, n, pack, trip, weights, lava):
    """Take the action that leaves the best prospect; before an unknown slab, read its glyph if one can."""
    if loiters(rules, state, seat, weights) and state.actions[seat] > 0:
        return index_of(options, n, Verb.SEARCH * VERB_STRIDE)
    best = 0
    best_value = -FAR
    for i in range(n):
        value = option_value(rules, state, seat, np.int64(options[i]), pack, trip, weights, lava)
        if value > best_value:
            best = i
            best_value = value
    target = options[best] % VERB_STRIDE
    if options[best] // VERB_STRIDE == Verb.STEP and LAVA <= target < WALLS and lava[ONTO, target - LAVA] > 1.0:
        peek = index_of(options, n, Verb.PEEK * VERB_STRIDE + target)
        if peek >= 0:
            return peek
    return best


@kernel(TYPES.choose)
def choose(rules, state, seat, options, n, weights):
    """Any decision of the game, in the style of the weights."""
    decision = state.decision
    if decision == Decision.FIRST:
        return pick_first(state, seat, weights)
    if decision == Decision.RIVER:
        return rescue(options, n)
    if decision == Decision.SACRIFICE:
        return index_of(options, n, lowest_kind(rules, state, seat))
    lava = np.empty((MAP_ROWS, LAVA_SPACES))
    trip = np.empty(TRIP_SIZE)
    map_lava(state, seat, lava)
    prepare(state, seat, weights, trip)
    if decision == Decision.REPLACEMENT:
        return come_down(rules, state, options, n, trip, lava)
    if decision == Decision.LOAD:
        return set_load(rules, state, seat, options, n, trip, weights, lava)
    pack = np.empty(PACK_SIZE)
    weigh(rules, state, seat, weights, pack)
    if decision == Decision.LOCK:
        return work_lock(rules, state, seat, options, n, pack, trip, weights, lava)
    return act(rules, state, seat, options, n, pack, trip, weights, lava)

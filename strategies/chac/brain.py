"""How an adventurer decides: one mind for all styles, which differ in their weights.

Every option is judged by the outlook it leaves, times the treasure that is at stake. A style says which treasure and
which ways it likes, how heavy it will go, and how much of its chances it gives for another card.
"""

import math
from enum import IntEnum

import numpy as np
from numba import types

from simulator.engine.kernel import OPTIONS, WEIGHTS, kernel, rule
from simulator.games.chac.moves import TYPES
from simulator.games.chac.moves.actions import deck_here
from simulator.games.chac.moves.corridor import numbers_missing
from simulator.games.chac.moves.fate import can_use
from simulator.games.chac.moves.treasure import current_level
from simulator.games.chac.moves.walls_room import zone_of
from simulator.games.chac.rules import (
    BRIDGE,
    KINDS,
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
    CARD_KINDS,
    FORCE,
    KEEP,
    LAVA_DECK,
    LEAVE,
    LOCK_DICE,
    MAX_SEATS,
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
from strategies.chac.odds import REAL, RULES, STATE, WHOLE, falls, opens
from strategies.chac.outlook import (
    BY_BRIDGE,
    BY_LAVA,
    BY_RIVER,
    CLUES,
    FAR,
    LOVES_RIVER,
    MAP,
    MAP_ROWS,
    ONTO,
    clues_known,
    map_lava,
    outlook,
    safety,
    survival,
)

PACK = types.float64[::1]
# What is carried and what would be left after lightening the load: as it is, and from MORE on with one card more.
CARDS, STAKE, LIGHT, LIGHT_STAKE, MORE = 0, 1, 2, 3, 4
RIVALS = 2 * MORE  # from here on, for each seat, the chance that it gets out and what it may bring
PACK_SIZE = RIVALS + 2 * MAX_SEATS
STAYS_IN_THE_RACE = 0.75  # chance that a rival who is inside gets out
COMES_BACK = 0.15  # chance that a rival whose first adventurer died gets out
KEPT_WORTH = 3.6  # a rival keeps his better cards
CASKET_WORTH = 3.5
LIKING = 0.2  # how strongly an appetite other than 1 tells
SPITE = 1.1  # what it is worth to a saboteur that rivals find fewer planks
ALMOST = 0.9999  # of two equal plans the one that can still be changed is better
CARD_WORTH = 3.05  # the mean of every deck


class Weight(IntEnum):
    """What a style is made of."""

    CARDS_WALLS = 0  # most cards taken in the walls room
    CARDS_LAVA = 1  # most cards held when searching a slab
    CARDS_RIVER = 2  # most cards held when searching the river bed
    CARDS_ALCOVES = 3  # most cards held when starting on a lock
    CLUES = 4  # clues it wants before it leaves the walls room
    LAVA = 5  # 1: crosses the lava room when that looks best
    RIVER = 6  # 1: dives when that looks best; 2: would rather dive
    BRIDGE = 7  # 1: crosses the bridge when that looks best
    APPETITE = 8  # how much a card counts against the chances it costs
    PROSPECTS = 9  # treasure it hopes for further on, which makes it careful
    RIVALRY = 10  # 1: plays to beat what the rivals carry; 0: counts treasure alone
    TARGET = 11  # what it expects a rival to bring out at the least
    SLOPE = 12  # how unsure it is about what a rival will bring out
    LOITER = 13  # stays in the walls room up to this turn
    HOPS = 14  # sabotages the bridge while its own danger is below this
    SPARE = 15  # gain in chances below which an ability is kept for later
    LOOT = 16  # treasure it hopes for in the lava room once that is safe
    HASTE = 17  # share of the worth that an action spent in the walls room costs, as it will be missed later
    FAVOURITE = 18  # the ability it likes to send in first, by number


@rule
def ways_of(weights):
    """The shortcuts a style considers."""
    ways = 0
    if weights[Weight.LAVA] > 0.0:
        ways |= BY_LAVA
    if weights[Weight.RIVER] > 0.0:
        ways |= BY_RIVER
    if weights[Weight.RIVER] > 1.0:
        ways |= LOVES_RIVER
    if weights[Weight.BRIDGE] > 0.0:
        ways |= BY_BRIDGE
    return ways


@rule
def worth(rules, kind):
    """What a card of a kind is worth on average."""
    if kind == 0:
        return CASKET_WORTH
    if kind < KINDS:
        return np.float64(kind)
    return np.float64(rules.treasure_vault if kind == VAULT_TREASURE else rules.treasure_alcove)


@rule
def best_cards(rules, state, seat, keep):
    """The worth of the best so many cards held."""
    total = 0.0
    counted = np.int64(0)
    for points in range(30, -1, -1):
        for kind in range(CARD_KINDS):
            if np.int64(worth(rules, kind)) == points and counted < keep:
                taken = min(np.int64(state.kind_held[seat, kind]), keep - counted)
                counted += taken
                total += taken * worth(rules, kind)
    return total


@rule
def lowest_kind(rules, state, seat):
    """The kind of the least valuable card held."""
    lowest = -1
    for kind in range(CARD_KINDS):
        if state.kind_held[seat, kind] > 0 and (lowest < 0 or worth(rules, kind) < worth(rules, lowest)):
            lowest = kind
    return lowest


@rule(WHOLE(OPTIONS, WHOLE, WHOLE))
def index_of(options, n, wanted):
    """Where an option stands in the list; -1 if it is not there."""
    for i in range(n):
        if options[i] == wanted:
            return i
    return -1


@rule
def lighter(rules, cards):
    """Most cards at a lower load level than so many have; the same number if there is none."""
    keep = np.int64(cards)
    while keep > 0 and rules.level[keep] == rules.level[cards]:
        keep -= 1
    return keep if rules.level[keep] < rules.level[cards] else np.int64(cards)


@rule(REAL(RULES, WHOLE, REAL, PACK, WEIGHTS))
def utility(rules, seat, stake, pack, weights):
    """What a stake is worth once outside: its treasure, or the chance that it beats every rival's."""
    stake += weights[Weight.PROSPECTS]
    if weights[Weight.RIVALRY] <= 0.0:
        return stake
    wins = 1.0
    for rival in range(rules.seats):
        if rival != seat:
            behind = (pack[RIVALS + 2 * rival + 1] - stake) / weights[Weight.SLOPE]
            wins *= 1.0 - pack[RIVALS + 2 * rival] / (1.0 + math.exp(-behind))
    return wins


@rule(REAL(RULES, STATE, *[WHOLE] * 3, PACK, WHOLE, WEIGHTS, MAP))
def prospect(rules, state, seat, space, actions, pack, load, weights, lava):
    """What a position is worth: the chance to get out times what is carried out and still hoped for.

    Cards that weigh too much can be dropped when the next turn begins, so the better of two loads counts. `load` is 0 or MORE.
    """
    ways = ways_of(weights)
    cards = np.int64(pack[load + CARDS])
    level = np.int64(rules.level[cards])
    prize = utility(rules, seat, pack[load + STAKE], pack, weights)
    best = outlook(rules, state, seat, space, actions, cards, level, ways, 0, lava) * prize
    light = np.int64(pack[load + LIGHT])
    if light < cards and rules.load_dropping:
        prize = utility(rules, seat, pack[load + LIGHT_STAKE], pack, weights)
        if best < prize:
            level = np.int64(rules.level[light])
            best = max(best, outlook(rules, state, seat, space, actions, light, level, ways, 0, lava) * prize)
    return best


@rule
def size_up(rules, state, seat, weights, pack):
    """Note what the rivals may bring out: how many cards each holds is plain to see, their values are not."""
    for rival in range(rules.seats):
        status = state.status[rival]
        odds = STAYS_IN_THE_RACE
        haul = max(KEPT_WORTH * state.cards[rival], weights[Weight.TARGET])
        if status == Status.ESCAPED:
            odds = 1.0
            haul = KEPT_WORTH * state.cards[rival]
        elif status == Status.WAITING:
            odds = COMES_BACK
        elif status == Status.LOST:
            odds = 0.0
        pack[RIVALS + 2 * rival] = odds
        pack[RIVALS + 2 * rival + 1] = haul


@rule(types.void(RULES, STATE, WHOLE, WEIGHTS, PACK))
def weigh(rules, state, seat, weights, pack):
    """Fill in what the seat carries: all of it, and the best of it at the next lower load level."""
    clues = weights[Weight.LOOT] * safety(clues_known(state, seat))
    cards = np.int64(state.cards[seat])
    light = lighter(rules, cards)
    pack[CARDS] = cards
    pack[STAKE] = best_cards(rules, state, seat, cards) + clues
    pack[LIGHT] = light
    pack[LIGHT_STAKE] = best_cards(rules, state, seat, light) + clues
    size_up(rules, state, seat, weights, pack)


@rule
def gain_over(rules, state, seat, keep, value):
    """What a new card adds to the best so many cards: a drawn one on average, a known one for certain."""
    if keep <= 0:
        return 0.0
    lowest = best_cards(rules, state, seat, keep) - best_cards(rules, state, seat, keep - 1)
    if value != CARD_WORTH:
        return max(value - lowest, 0.0)
    gain = 0.0
    cards = 0
    for kind in range(KINDS):
        cards += rules.treasure[LAVA_DECK, kind]
        gain += rules.treasure[LAVA_DECK, kind] * max(worth(rules, kind) - lowest, 0.0)
    return gain / max(cards, 1)


@rule(types.void(RULES, STATE, WHOLE, REAL, PACK))
def add_card(rules, state, seat, value, pack):
    """Fill in what the seat will carry with one more card of this value."""
    cards = np.int64(pack[CARDS])
    light = np.int64(pack[LIGHT])
    pack[MORE + CARDS] = cards + 1
    pack[MORE + STAKE] = pack[STAKE] + value
    if rules.level[cards + 1] > rules.level[cards]:  # to stay as light as now, the lowest card goes
        pack[MORE + LIGHT] = cards
        pack[MORE + LIGHT_STAKE] = pack[STAKE] + gain_over(rules, state, seat, cards, value)
    else:
        pack[MORE + LIGHT] = light
        pack[MORE + LIGHT_STAKE] = pack[LIGHT_STAKE] + gain_over(rules, state, seat, light, value)


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
            rank = 9
        elif own == Ability.STAMINA:
            rank = 3
        elif own == Ability.SPRINT:
            rank = 4
        elif own == Ability.LEAP:
            rank = 2
        elif own == Ability.LINGUISTICS:
            rank = 1
        if rank > best_rank:
            best = i
            best_rank = rank
    return best


@rule
def set_load(rules, state, seat, options, n, pack, weights, lava):
    """Keep as many of the best cards as the chances to get out with them pay for."""
    space = np.int64(state.space[seat])
    cards = np.int64(state.cards[seat])
    clues = weights[Weight.LOOT] * safety(clues_known(state, seat))
    best_keep = cards
    best_value = -FAR
    for keep in range(cards, -1, -1):
        heavier = keep < cards and rules.level[keep] == rules.level[keep + 1]
        if heavier:
            continue
        stake = best_cards(rules, state, seat, keep) + clues
        level = np.int64(rules.level[keep])
        value = outlook(rules, state, seat, space, 0, keep, level, ways_of(weights), 1, lava)
        value *= utility(rules, seat, stake, pack, weights)
        if value > best_value + 1e-9:
            best_keep = keep
            best_value = value
    if best_keep < cards:
        at = index_of(options, n, lowest_kind(rules, state, seat))
        if at >= 0:
            return at
    stamina = index_of(options, n, STAMINA)
    if stamina >= 0 and worth_stamina(rules, state, seat, space, weights, lava):
        return stamina
    return index_of(options, n, KEEP)


@rule
def worth_stamina(rules, state, seat, space, weights, lava):
    """Use Stamina when one more action lifts the chances, or to step lightly onto a weak bridge."""
    cards = np.int64(state.cards[seat])
    level = np.int64(rules.level[cards])
    ways = ways_of(weights)
    plain = outlook(rules, state, seat, space, 0, cards, level, ways, 1, lava)
    helped = outlook(rules, state, seat, space, 1, cards, level, ways, 1, lava)
    return helped - plain > weights[Weight.SPARE]


# ---------------------------------------------------------------------- locks, river, replacements


@rule
def lock_numbers(rules, alcove):
    """How many numbers open an alcove."""
    return np.int64(rules.vault_numbers if alcove == VAULT else rules.alcoves_numbers)


@rule(REAL(RULES, STATE, *[WHOLE] * 5, PACK, WEIGHTS, MAP))
def lock_value(rules, state, seat, space, missing, actions, rolls, pack, weights, lava):
    """Best of working at the lock for one roll or more: the treasure or the actions lost."""
    alcove = rules.alcove_at[space]
    kind = VAULT_TREASURE if alcove == VAULT else ALCOVE_TREASURE
    add_card(rules, state, seat, worth(rules, kind) * weights[Weight.APPETITE], pack)
    best = -FAR
    for tried in range(1, rolls + 1):
        chance = opens(lock_numbers(rules, alcove), missing, tried)
        won = prospect(rules, state, seat, space, actions - tried, pack, MORE, weights, lava)
        lost = prospect(rules, state, seat, space, actions - tried, pack, 0, weights, lava)
        best = max(best, chance * won + (1.0 - chance) * lost)
    return best


@rule
def work_lock(rules, state, seat, options, n, pack, weights, lava):
    """Force the lock if an ability can; else reroll all but one of each number needed while it pays."""
    forced = index_of(options, n, FORCE)
    if forced >= 0:
        return forced
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    actions = np.int64(state.actions[seat])
    missing = numbers_missing(rules, state, alcove)
    leaving = prospect(rules, state, seat, space, actions, pack, 0, weights, lava)
    if lock_value(rules, state, seat, space, missing, actions, actions, pack, weights, lava) < leaving:
        return index_of(options, n, LEAVE)
    needed = lock_numbers(rules, alcove)
    reroll = 0
    for i in range(LOCK_DICE):
        repeated = i < LOCK_DICE - 1 and state.dice[i + 1] == state.dice[i]
        if repeated or state.dice[i] > needed:
            reroll |= 1 << i
    # of equal dice the kernel offers the first ones, so the last one of each number is kept
    at = index_of(options, n, reroll)
    return at if at >= 0 else 0


@rule
def rescue(options, n):
    """Swim if one can, else pay, else fall."""
    swim = index_of(options, n, Rescue.SWIM)
    return swim if swim >= 0 else n - 1


@rule
def come_down(rules, state, seat, options, n, weights, lava):
    """Enter through the Sun with the better outlook; there is nothing to wait for."""
    best = 1
    best_value = -FAR
    for i in range(1, n):
        space = SUN_A if options[i] == 1 else SUN_B
        value = outlook(rules, state, seat, space, 0, 0, rules.level[0], ways_of(weights), 1, lava)
        if value > best_value:
            best = i
            best_value = value
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


@rule(REAL(RULES, STATE, *[WHOLE] * 3, PACK, WEIGHTS, MAP))
def search_value(rules, state, seat, space, actions, pack, weights, lava):
    """Worth of one more card from the place where the adventurer is or will be."""
    if pack[CARDS] >= card_limit(space, weights):
        return -FAR
    add_card(rules, state, seat, CARD_WORTH, pack)
    liking = 1.0 + (weights[Weight.APPETITE] - 1.0) * LIKING
    return prospect(rules, state, seat, space, actions - 1, pack, MORE, weights, lava) * liking


@rule
def has_treasure(state, space, lava):
    """Whether a search would find something on a space once one stands there, as far as one can see."""
    if LAVA <= space < WALLS:
        slab = state.slab[space - LAVA]
        there = slab == Slab.TREASURE or slab == Slab.HIDDEN
        return there and lava[ONTO, space - LAVA] < 2.0 and state.deck_left[LAVA_DECK] > 0
    return RIVER <= space < BRIDGE and state.deck_left[RIVER_DECK] > 0


@rule
def likes(space, weights, lava):
    """A style keeps out of rooms it does not care for; slabs known to hold are a refuge for all."""
    if RIVER <= space < BRIDGE:
        return weights[Weight.RIVER] > 0.0
    if LAVA <= space < WALLS:
        return weights[Weight.LAVA] > 0.0 or lava[ONTO, space - LAVA] == 1.0
    return space != BRIDGE or weights[Weight.BRIDGE] > 0.0


@rule(REAL(RULES, STATE, *[WHOLE] * 3, PACK, WEIGHTS, MAP))
def move_value(rules, state, seat, space, actions, pack, weights, lava):
    """Worth of standing on another space; a treasure there may be taken at once."""
    if not likes(space, weights, lava):
        return -FAR
    value = prospect(rules, state, seat, space, actions, pack, 0, weights, lava)
    if actions > 0 and has_treasure(state, space, lava) and space != rules.last_river_space:
        value = max(value, search_value(rules, state, seat, space, actions, pack, weights, lava) * ALMOST)
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
def decipher_value(rules, state, seat, actions, pack, weights, lava):
    """Worth of the clues that still lie on the way out of the walls room, all taken together."""
    clues = clues_known(state, seat)
    here = np.int64(state.space[seat])
    reach = clues
    for zone in range(zone_of(here), ZONES):
        reach += not state.deciphered[seat] >> zone & 1
    if reach < weights[Weight.CLUES] or clues >= weights[Weight.CLUES]:
        return -FAR
    more = weights[Weight.LOOT] * (safety(reach) - safety(clues))
    pack[STAKE] += more
    pack[LIGHT_STAKE] += more
    lava[CLUES, 0] = reach
    value = prospect(rules, state, seat, here, actions - (reach - clues), pack, 0, weights, lava)
    lava[CLUES, 0] = clues
    pack[STAKE] -= more
    pack[LIGHT_STAKE] -= more
    return value * (1.0 - weights[Weight.HASTE]) ** (reach - clues)


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


@rule(REAL(RULES, STATE, WHOLE, WHOLE, PACK, WEIGHTS, MAP))
def option_value(rules, state, seat, option, pack, weights, lava):
    """What one action is worth."""
    verb = option // VERB_STRIDE
    space = option % VERB_STRIDE
    here = np.int64(state.space[seat])
    actions = np.int64(state.actions[seat])
    if verb == Verb.STEP:
        return move_value(rules, state, seat, space, actions - 1, pack, weights, lava)
    if verb == Verb.SPRINT or verb == Verb.LEAP:
        left = actions if verb == Verb.SPRINT else actions - 1
        kept = 0.0 if space == OUTSIDE else weights[Weight.SPARE] * utility(rules, seat, pack[STAKE], pack, weights)
        return move_value(rules, state, seat, space, left, pack, weights, lava) - kept
    if verb == Verb.SEARCH:
        later = 1.0 - weights[Weight.HASTE] if WALLS <= here < RIVER else 1.0
        return search_value(rules, state, seat, here, actions, pack, weights, lava) * later
    if verb == Verb.DECIPHER:
        return decipher_value(rules, state, seat, actions, pack, weights, lava)
    if verb == Verb.PICK:
        if pack[CARDS] >= weights[Weight.CARDS_ALCOVES]:
            return -FAR
        numbers = lock_numbers(rules, rules.alcove_at[here])
        return lock_value(rules, state, seat, here, numbers, actions, actions, pack, weights, lava)
    if verb == Verb.PEEK:
        return -FAR
    stay = prospect(rules, state, seat, here, 0, pack, 0, weights, lava)
    return hop_value(rules, state, seat, stay, weights) if verb == Verb.HOP else stay


@rule
def act(rules, state, seat, options, n, pack, weights, lava):
    """Take the action that leaves the best prospect; before an unknown slab, read its glyph if one can."""
    here = np.int64(state.space[seat])
    if WALLS <= here < RIVER and state.turn <= weights[Weight.LOITER] and deck_here(rules, state, seat) >= 0:
        at = index_of(options, n, Verb.SEARCH * VERB_STRIDE)
        if at >= 0 and state.cards[seat] < weights[Weight.CARDS_WALLS]:
            return at
    best = 0
    best_value = -FAR
    for i in range(n):
        value = option_value(rules, state, seat, np.int64(options[i]), pack, weights, lava)
        if value > best_value:
            best = i
            best_value = value
    target = options[best] % VERB_STRIDE
    steps = options[best] // VERB_STRIDE == Verb.STEP
    if (
        steps
        and LAVA <= target < WALLS
        and can_use(state, seat, Ability.LINGUISTICS)
        and lava[ONTO, target - LAVA] > 1.0
    ):
        at = index_of(options, n, Verb.PEEK * VERB_STRIDE + target)
        if at >= 0:
            return at
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
    map_lava(rules, state, seat, lava)
    if decision == Decision.REPLACEMENT:
        return come_down(rules, state, seat, options, n, weights, lava)
    pack = np.empty(PACK_SIZE)
    weigh(rules, state, seat, weights, pack)
    if decision == Decision.LOAD:
        return set_load(rules, state, seat, options, n, pack, weights, lava)
    if decision == Decision.LOCK:
        return work_lock(rules, state, seat, options, n, pack, weights, lava)
    return act(rules, state, seat, options, n, pack, weights, lava)

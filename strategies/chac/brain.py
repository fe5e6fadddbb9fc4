"""How an adventurer decides: one mind for all styles, which differ in their weights.

Every option is judged by the outlook it leaves, times the treasure that is at stake. A style says which treasure and
which ways it likes, how heavy it will go, and how much of its chances it gives for another card.
"""

from enum import IntEnum

import numpy as np

from simulator.engine.kernel import OPTIONS, WEIGHTS, kernel
from simulator.games.chac.moves import TYPES
from simulator.games.chac.moves.actions import deck_here
from simulator.games.chac.moves.corridor import numbers_missing
from simulator.games.chac.moves.fate import can_use
from simulator.games.chac.moves.treasure import current_level
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
    MAP,
    ONTO,
    clues_known,
    map_lava,
    outlook,
)

CASKET_WORTH = 3.5
CARD_WORTH = 3.05  # the mean of every deck


class Weight(IntEnum):
    """What a style is made of."""

    CARDS_WALLS = 0  # most cards taken in the walls room
    CARDS_LAVA = 1  # most cards held when searching a slab
    CARDS_RIVER = 2  # most cards held when searching the river bed
    CARDS_ALCOVES = 3  # most cards held when starting on a lock
    CLUES = 4  # clues it wants before it leaves the walls room
    LAVA = 5  # 1: crosses the lava room when that looks best
    RIVER = 6  # 1: dives when that looks best
    BRIDGE = 7  # 1: crosses the bridge when that looks best
    APPETITE = 8  # how much a card counts against the chances it costs
    PROSPECTS = 9  # treasure it hopes for further on, which makes it careful
    LOITER = 10  # stays in the walls room up to this turn
    HOPS = 11  # sabotages the bridge while its own danger is below this
    SPARE = 12  # gain in chances below which an ability is kept for later
    FAVOURITE = 13  # the ability it likes to send in first, by number


@kernel
def ways_of(weights):
    """The shortcuts a style considers."""
    ways = 0
    if weights[Weight.LAVA] > 0.0:
        ways |= BY_LAVA
    if weights[Weight.RIVER] > 0.0:
        ways |= BY_RIVER
    if weights[Weight.BRIDGE] > 0.0:
        ways |= BY_BRIDGE
    return ways


@kernel
def worth(rules, kind):
    """What a card of a kind is worth on average."""
    if kind == 0:
        return CASKET_WORTH
    if kind < KINDS:
        return np.float64(kind)
    return np.float64(rules.treasure_vault if kind == VAULT_TREASURE else rules.treasure_alcove)


@kernel
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


@kernel
def lowest_kind(rules, state, seat):
    """The kind of the least valuable card held."""
    lowest = -1
    for kind in range(CARD_KINDS):
        if state.kind_held[seat, kind] > 0 and (lowest < 0 or worth(rules, kind) < worth(rules, lowest)):
            lowest = kind
    return lowest


@kernel(WHOLE(OPTIONS, WHOLE, WHOLE))
def index_of(options, n, wanted):
    """Where an option stands in the list; -1 if it is not there."""
    for i in range(n):
        if options[i] == wanted:
            return i
    return -1


@kernel(REAL(RULES, STATE, *[WHOLE] * 4, REAL, WEIGHTS, MAP, WHOLE))
def prospect(rules, state, seat, space, actions, cards, stake, weights, lava, before_roll):
    """What a position is worth: the chance to get out times what is carried out and still hoped for."""
    level = np.int64(rules.level[cards])
    chance = outlook(rules, state, seat, space, actions, cards, level, ways_of(weights), before_roll, lava)
    return chance * (stake + weights[Weight.PROSPECTS])


@kernel
def holding(rules, state, seat):
    """The worth of everything held."""
    total = 0.0
    for kind in range(CARD_KINDS):
        total += state.kind_held[seat, kind] * worth(rules, kind)
    return total


# ---------------------------------------------------------------------- before the turn


@kernel
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


@kernel
def set_load(rules, state, seat, options, n, weights, lava):
    """Keep as many of the best cards as the chances to get out with them pay for."""
    space = np.int64(state.space[seat])
    cards = np.int64(state.cards[seat])
    best_keep = cards
    best_value = -FAR
    for keep in range(cards, -1, -1):
        heavier = keep < cards and rules.level[keep] == rules.level[keep + 1]
        if heavier:
            continue
        stake = best_cards(rules, state, seat, keep)
        value = prospect(rules, state, seat, space, 0, keep, stake, weights, lava, 1)
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


@kernel
def worth_stamina(rules, state, seat, space, weights, lava):
    """Use Stamina when one more action lifts the chances, or to step lightly onto a weak bridge."""
    cards = np.int64(state.cards[seat])
    level = np.int64(rules.level[cards])
    ways = ways_of(weights)
    plain = outlook(rules, state, seat, space, 0, cards, level, ways, 1, lava)
    helped = outlook(rules, state, seat, space, 1, cards, level, ways, 1, lava)
    return helped - plain > weights[Weight.SPARE]


# ---------------------------------------------------------------------- locks, river, replacements


@kernel
def lock_numbers(rules, alcove):
    """How many numbers open an alcove."""
    return np.int64(rules.vault_numbers if alcove == VAULT else rules.alcoves_numbers)


@kernel(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, WEIGHTS, MAP))
def lock_value(rules, state, seat, missing, rolls, weights, lava):
    """Best of working at the lock for one roll or more: the treasure or the actions lost."""
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    actions = np.int64(state.actions[seat])
    cards = np.int64(state.cards[seat])
    stake = holding(rules, state, seat)
    prize = worth(rules, VAULT_TREASURE if alcove == VAULT else ALCOVE_TREASURE) * weights[Weight.APPETITE]
    best = -FAR
    for tried in range(1, rolls + 1):
        chance = opens(lock_numbers(rules, alcove), missing, tried)
        left = actions - tried
        won = prospect(rules, state, seat, space, left, cards + 1, stake + prize, weights, lava, 0)
        lost = prospect(rules, state, seat, space, left, cards, stake, weights, lava, 0)
        best = max(best, chance * won + (1.0 - chance) * lost)
    return best


@kernel
def work_lock(rules, state, seat, options, n, weights, lava):
    """Force the lock if an ability can; else reroll all but one of each number needed while it pays."""
    forced = index_of(options, n, FORCE)
    if forced >= 0:
        return forced
    space = np.int64(state.space[seat])
    alcove = rules.alcove_at[space]
    actions = np.int64(state.actions[seat])
    missing = numbers_missing(rules, state, alcove)
    stake = holding(rules, state, seat)
    leaving = prospect(rules, state, seat, space, actions, np.int64(state.cards[seat]), stake, weights, lava, 0)
    if lock_value(rules, state, seat, missing, actions, weights, lava) < leaving:
        return index_of(options, n, LEAVE)
    needed = lock_numbers(rules, alcove)
    reroll = 0
    for i in range(LOCK_DICE):
        repeated = i < LOCK_DICE - 1 and state.dice[i + 1] == state.dice[i]
        if repeated or state.dice[i] > needed:
            reroll |= 1 << i
    at = index_of(options, n, reroll)
    return at if at >= 0 else 0


@kernel
def rescue(options, n):
    """Swim if one can, else pay, else fall."""
    swim = index_of(options, n, Rescue.SWIM)
    return swim if swim >= 0 else n - 1


@kernel
def come_down(rules, state, seat, options, n, weights, lava):
    """Enter through the Sun with the better outlook; there is nothing to wait for."""
    best = 1
    best_value = -FAR
    for i in range(1, n):
        space = SUN_A if options[i] == 1 else SUN_B
        value = prospect(rules, state, seat, space, 0, 0, 0.0, weights, lava, 1)
        if value > best_value:
            best = i
            best_value = value
    return best


# ---------------------------------------------------------------------- actions


@kernel
def card_limit(space, weights):
    """Most cards a style wants to hold before it searches here."""
    if WALLS <= space < RIVER:
        return weights[Weight.CARDS_WALLS]
    if LAVA <= space < WALLS:
        return weights[Weight.CARDS_LAVA]
    return weights[Weight.CARDS_RIVER]


@kernel(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, WEIGHTS, MAP))
def search_value(rules, state, seat, space, actions, weights, lava):
    """Worth of one more card from the place where the adventurer is or will be."""
    cards = np.int64(state.cards[seat])
    if cards >= card_limit(space, weights):
        return -FAR
    stake = holding(rules, state, seat) + CARD_WORTH * weights[Weight.APPETITE]
    return prospect(rules, state, seat, space, actions - 1, cards + 1, stake, weights, lava, 0)


@kernel
def has_treasure(state, space, lava):
    """Whether a search would find something on a space once one stands there, as far as one can see."""
    if LAVA <= space < WALLS:
        slab = state.slab[space - LAVA]
        there = slab == Slab.TREASURE or slab == Slab.HIDDEN
        return there and lava[ONTO, space - LAVA] < 2.0 and state.deck_left[LAVA_DECK] > 0
    return RIVER <= space < BRIDGE and state.deck_left[RIVER_DECK] > 0


@kernel
def likes(space, weights, lava):
    """A style keeps out of rooms it does not care for; slabs known to hold are a refuge for all."""
    if RIVER <= space < BRIDGE:
        return weights[Weight.RIVER] > 0.0
    if LAVA <= space < WALLS:
        return weights[Weight.LAVA] > 0.0 or lava[ONTO, space - LAVA] == 1.0
    return space != BRIDGE or weights[Weight.BRIDGE] > 0.0


@kernel(REAL(RULES, STATE, WHOLE, WHOLE, WHOLE, WEIGHTS, MAP))
def move_value(rules, state, seat, space, actions, weights, lava):
    """Worth of standing on another space; a treasure there may be taken at once."""
    if not likes(space, weights, lava):
        return -FAR
    cards = np.int64(state.cards[seat])
    stake = holding(rules, state, seat)
    value = prospect(rules, state, seat, space, actions, cards, stake, weights, lava, 0)
    if actions > 0 and has_treasure(state, space, lava) and space != rules.last_river_space:
        value = max(value, search_value(rules, state, seat, space, actions, weights, lava) - 0.001)
    alcove = rules.alcove_at[space]
    if LAVA <= space < WALLS:
        value *= np.exp((1.0 - lava[ONTO, space - LAVA]) / 25.0)
    elif space == BRIDGE:
        others = 0
        for rival in range(rules.seats):
            if rival != seat and state.space[rival] == BRIDGE:
                others += current_level(rules, state, rival)
        weight = np.int64(current_level(rules, state, seat)) + others
        value *= 1.0 - falls(weight, state.planks)
    elif alcove >= 0 and state.alcove_owner[alcove] < 0 and actions > 0 and cards < weights[Weight.CARDS_ALCOVES]:
        value += 0.01 * weights[Weight.APPETITE]
    return value


@kernel
def decipher_value(rules, state, seat, weights, lava):
    """Worth of one more clue: the lava room becomes a safer way."""
    clues = clues_known(state, seat)
    if clues >= weights[Weight.CLUES]:
        return -FAR
    space = np.int64(state.space[seat])
    stake = holding(rules, state, seat)
    lava[CLUES, 0] = clues + 1
    cards = np.int64(state.cards[seat])
    value = prospect(rules, state, seat, space, np.int64(state.actions[seat]) - 1, cards, stake, weights, lava, 0)
    lava[CLUES, 0] = clues
    return value + 0.25 * weights[Weight.PROSPECTS] * (clues + 1) / ZONES


@kernel
def hop_value(rules, state, seat, stay, weights):
    """Worth of hopping: only with rivals behind and little danger to oneself."""
    danger = falls(np.int64(current_level(rules, state, seat)), state.planks)
    if danger > weights[Weight.HOPS] or state.planks < 2:
        return -FAR
    for rival in range(rules.seats):
        inside = state.status[rival] == Status.INSIDE or state.status[rival] == Status.WAITING
        behind = state.space[rival] < rules.near_end or state.space[rival] >= LAVA
        if rival != seat and inside and behind and state.space[rival] != BRIDGE:
            return stay * (1.0 - danger) + 0.02
    return -FAR


@kernel(REAL(RULES, STATE, WHOLE, WHOLE, WEIGHTS, MAP))
def option_value(rules, state, seat, option, weights, lava):
    """What one action is worth."""
    verb = option // VERB_STRIDE
    space = np.int64(option % VERB_STRIDE)
    here = np.int64(state.space[seat])
    actions = np.int64(state.actions[seat])
    cards = np.int64(state.cards[seat])
    stake = holding(rules, state, seat)
    if verb == Verb.STEP:
        return move_value(rules, state, seat, space, actions - 1, weights, lava)
    if verb == Verb.SPRINT:
        kept = 0.0 if space == OUTSIDE else weights[Weight.SPARE] * (stake + 3.0)
        return move_value(rules, state, seat, space, actions, weights, lava) - kept
    if verb == Verb.LEAP:
        return move_value(rules, state, seat, space, actions - 1, weights, lava) - weights[Weight.SPARE] * (stake + 3.0)
    if verb == Verb.SEARCH:
        return search_value(rules, state, seat, here, actions, weights, lava)
    if verb == Verb.DECIPHER:
        return decipher_value(rules, state, seat, weights, lava)
    if verb == Verb.PICK:
        if cards >= weights[Weight.CARDS_ALCOVES]:
            return -FAR
        numbers = lock_numbers(rules, rules.alcove_at[here])
        return lock_value(rules, state, seat, numbers, actions, weights, lava)
    stay = prospect(rules, state, seat, here, 0, cards, stake, weights, lava, 0)
    if verb == Verb.HOP:
        return hop_value(rules, state, seat, stay, weights)
    if verb == Verb.STOP:
        return stay
    return -FAR


@kernel
def act(rules, state, seat, options, n, weights, lava):
    """Take the action that leaves the best prospect; before an unknown slab, read its glyph if one can."""
    here = np.int64(state.space[seat])
    if WALLS <= here < RIVER and state.turn <= weights[Weight.LOITER] and deck_here(rules, state, seat) >= 0:
        at = index_of(options, n, Verb.SEARCH * VERB_STRIDE)
        if at >= 0 and state.cards[seat] < weights[Weight.CARDS_WALLS]:
            return at
    best = 0
    best_value = -FAR
    for i in range(n):
        value = option_value(rules, state, seat, np.int64(options[i]), weights, lava)
        if value > best_value:
            best = i
            best_value = value
    target = options[best] % VERB_STRIDE
    steps = options[best] // VERB_STRIDE == Verb.STEP
    if steps and LAVA <= target < WALLS and can_use(state, seat, Ability.LINGUISTICS) and lava[ONTO, target - LAVA] > 1.0:
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
    lava = np.empty((4, LAVA_SPACES))
    map_lava(rules, state, seat, lava)
    if decision == Decision.ACT:
        return act(rules, state, seat, options, n, weights, lava)
    if decision == Decision.LOAD:
        return set_load(rules, state, seat, options, n, weights, lava)
    if decision == Decision.LOCK:
        return work_lock(rules, state, seat, options, n, weights, lava)
    return come_down(rules, state, seat, options, n, weights, lava)

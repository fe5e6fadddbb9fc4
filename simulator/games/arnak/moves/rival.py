"""The solo rival: ten action tiles a round, each carried out by fixed priorities and a decision arrow."""

import numpy as np

from digsite.simulator.games.arnak.moves.assistants import leave_supply, top_of_supply, top_to_rescue
from digsite.simulator.games.arnak.moves.holdings import bit_of, shuffle_row
from digsite.simulator.games.arnak.moves.research import arrive, remove_bonus
from digsite.simulator.games.arnak.moves.row import leave_offer, refill
from digsite.simulator.games.arnak.moves.sites import awaken_guardian, is_free, occupies, reveal_site
from digsite.simulator.games.arnak.moves.types import ASK, ASK_2, DO, DO_1, declared
from digsite.simulator.games.arnak.rules import (
    LOST_TEMPLE,
    MAX_ROW,
    RED,
    RIVAL_PAIRS,
    RIVAL_STACK,
    SITES,
    SIX_POINTS,
    WORD,
)
from digsite.simulator.games.arnak.state import (
    NO_CARD,
    NOBODY,
    RIVAL,
    SUPPLY_STACKS,
    UNDISCOVERED,
    Event,
    Stream,
    Token,
)
from digsite.simulator.kernel.play.events import log
from digsite.simulator.kernel.play.rng import below

LEFT, RIGHT = 0, 1
EVERY_RESEARCH = 0  # the words of rival.assistant
DIG, DISCOVER, RESEARCH, OVERCOME, BUY_ITEM, BUY_ARTIFACT = range(6)
_ONE = np.int64(1)


@declared(ASK)
def arrow(rules, state):
    """Return the arrow on the stack; with the stack used up, on the tile that was used first."""
    if state.rival_left > 0:
        return np.int64(rules.rival_tiles_arrow[state.rival_stack[state.rival_left - 1]])
    return np.int64(rules.rival_tiles_arrow[state.rival_first])


@declared(DO)
def choose_tiles(rules, state, events):
    """Take five tiles that dig, and the red or the green one of each pair; which are red is drawn."""
    red = 0
    for drawn in range(rules.rival_red_tiles):
        skip = below(state, Stream.RIVAL.value, RIVAL_PAIRS - drawn)
        for pair in range(RIVAL_PAIRS):
            if red >> pair & 1:
                continue
            if skip == 0:
                red |= 1 << pair
                break
            skip -= 1
    for at in range(RIVAL_PAIRS):
        state.rival_stack[at] = at
        state.rival_stack[RIVAL_PAIRS + at] = RIVAL_PAIRS + 2 * at + (red >> at & 1)


@declared(ASK)
def red_tiles(rules, state):
    """Return the pairs whose red tile was chosen, as bits; the stack is still in order."""
    red = 0
    for pair in range(RIVAL_PAIRS if rules.seats == 1 else 0):
        red |= (np.int64(state.rival_stack[RIVAL_PAIRS + pair]) - RIVAL_PAIRS & 1) << pair
    return red


@declared(DO)
def begin_rival_round(rules, state, events):
    """Sort and shuffle all ten tiles, so that the shuffle does not depend on the previous round."""
    for at in range(1, RIVAL_STACK):
        tile = state.rival_stack[at]
        place = at
        while place > 0 and state.rival_stack[place - 1] > tile:
            state.rival_stack[place] = state.rival_stack[place - 1]
            place -= 1
        state.rival_stack[place] = tile
    shuffle_row(state, Stream.RIVAL.value, state.rival_stack[:], 0, RIVAL_STACK)
    state.rival_left = RIVAL_STACK
    state.rival_first = state.rival_stack[RIVAL_STACK - 1]


@declared(ASK_2)
def better_site(rules, state, site, best):
    """Return whether a site comes before another one: in a higher row, or farther to the side of the arrow."""
    if best < 0 or rules.site_row[site] > rules.site_row[best]:
        return 1
    if rules.site_row[site] < rules.site_row[best]:
        return 0
    return np.int64((rules.site_column[site] > rules.site_column[best]) == (arrow(rules, state) == RIGHT))


@declared(DO_1)
def rival_dig(rules, state, resource, events):
    """An archaeologist of the rival takes a space at a site that offers the resource."""
    best = -1
    for site in range(SITES):
        place = np.int64(state.tile[site])
        if place == UNDISCOVERED or not np.int64(rules.place_offers[place]) >> resource & 1:
            continue
        if (is_free(rules, state, site, 0) or is_free(rules, state, site, 1)) and better_site(rules, state, site, best):
            best = site
    if best >= 0:
        space = 0 if is_free(rules, state, best, 0) else 1
        state.occupant[best, space] = RIVAL
        log(events, Event.DIG, RIVAL, best, space, 0)


@declared(DO_1)
def rival_discover(rules, state, colour, events):
    """The rival discovers a site: at level 1 in the lower row first, then by the arrow."""
    level = np.int64(rules.rival_discoveries_levels[colour, state.round_number - 1])
    best = -1
    for site in range(SITES):
        if level == 0 or rules.site_level[site] != level or state.tile[site] != UNDISCOVERED:
            continue
        if best < 0 or (rules.site_row[site] == rules.site_row[best] and better_site(rules, state, site, best)):
            best = site
    if best < 0:
        return
    state.occupant[best, 0] = RIVAL
    log(events, Event.DISCOVER, RIVAL, best, 0, 0)
    face = np.int64(state.idol[best])
    state.idol[best] = NOBODY
    if np.int64(state.rival_faces) >> face & 1:
        state.rival_again += 1
    state.rival_faces |= _ONE << face
    if level == 2:
        state.rival_again += 1
    log(events, Event.IDOL, RIVAL, best, face, level)
    reveal_site(rules, state, RIVAL, best, events)
    if rules.rival_discoveries_guardians[colour, state.round_number - 1]:
        awaken_guardian(rules, state, RIVAL, best, events)


@declared(DO_1)
def rival_take_assistant(rules, state, row, events):
    """The top assistant of the highest supply stack leaves the game; ties by the arrow."""
    if rules.rival_assistant != EVERY_RESEARCH and not rules.assistant_row[row]:
        return
    best = -1
    for stack in range(SUPPLY_STACKS):
        left = state.supply_left[stack]
        if left == 0:
            continue
        if best < 0 or left > state.supply_left[best]:
            best = stack
        elif left == state.supply_left[best] and arrow(rules, state) == RIGHT:
            best = stack
    if best >= 0:
        log(events, Event.REMOVE, RIVAL, top_of_supply(state, best), 0, 0)
        leave_supply(rules, state, best, events)


@declared(DO)
def rival_temple_tile(rules, state, events):
    """In the Lost Temple the rival takes a 6-point tile, of the left or the right stack by the arrow."""
    left, right = SIX_POINTS
    stack = left if arrow(rules, state) == LEFT else right
    if state.stack_left[stack] == 0:
        stack = left + right - stack
    if state.stack_left[stack] > 0:
        state.stack_left[stack] -= 1
        state.temple_tiles[RIVAL, stack] += 1
        log(events, Event.TEMPLE, RIVAL, stack, rules.stack_points[stack], 0)


@declared(DO_1)
def rival_take_rescued(rules, state, space, events):
    """On the rescue space the top assistant of the stack there leaves the game."""
    if np.int64(rules.rescue_space) != space or state.rescue_left == 0:
        return
    left = np.int64(state.rescue_left) - 1
    log(events, Event.REMOVE, RIVAL, state.rescue[left], 0, 0)
    state.rescue[left] = 0
    state.rescue_left = left
    log(events, Event.SUPPLY, NOBODY, SUPPLY_STACKS, top_to_rescue(state), 0)


@declared(DO_1)
def rival_research(rules, state, with_assistant, events):
    """The rival's glass goes up a row by the arrow; bonus tiles there, and assistants, leave the game."""
    space = np.int64(state.token[RIVAL, Token.GLASS])
    if space == LOST_TEMPLE:
        rival_temple_tile(rules, state, events)
    else:
        nexts = np.int64(rules.space_nexts[space])
        chosen = np.int64(rules.space_next[space, 0])
        for at in range(1, nexts):
            other = np.int64(rules.space_next[space, at])
            if (other > chosen) == (arrow(rules, state) == RIGHT):
                chosen = other
        state.token[RIVAL, Token.GLASS] = chosen
        log(events, Event.RESEARCH, RIVAL, Token.GLASS, chosen, rules.space_row[chosen])
        tiles = np.int64(state.bonus_left[chosen])
        if chosen == LOST_TEMPLE:
            arrive(rules, state, RIVAL, 0, events)
            if tiles > 0:
                remove_bonus(state, chosen, tiles - 1)
                log(events, Event.BONUS, RIVAL, NOBODY, chosen, 0)
        elif tiles > 0:
            at = 0 if arrow(rules, state) == LEFT else tiles - 1
            log(events, Event.BONUS, RIVAL, state.bonus[chosen, at], chosen, 0)
            remove_bonus(state, chosen, at)
        rival_take_rescued(rules, state, chosen, events)
    if with_assistant:
        rival_take_assistant(rules, state, np.int64(rules.space_row[state.token[RIVAL, Token.GLASS]]), events)


@declared(DO_1)
def rival_overcome(rules, state, _unused, events):
    """A guardian on a site of the rival goes to its board; without one the rival researches, but takes no assistant."""
    best = -1
    for site in range(SITES):
        if state.guardian[site] != NOBODY and occupies(state, RIVAL, site) and better_site(rules, state, site, best):
            best = site
    if best < 0:
        rival_research(rules, state, 0, events)
        return
    guardian = np.int64(state.guardian[best])
    state.guardian[best] = NOBODY
    state.overcome[RIVAL] |= _ONE << guardian
    log(events, Event.OVERCOME, RIVAL, best, guardian, 1)


@declared(ASK_2)
def worst_or_best_card(rules, state, artifacts, colour):
    """Return the card of the row with the lowest (green) or highest (red) points; ties by the arrow; or NO_CARD."""
    found = np.int64(NO_CARD)
    for at in range(MAX_ROW):
        # from the left: artifacts lie left of the staff, so that the outermost is the leftmost
        card = np.int64(state.row_artifacts[MAX_ROW - 1 - at]) if artifacts else np.int64(state.row_items[at])
        if card == NO_CARD:
            continue
        if found == NO_CARD:
            found = card
            continue
        points, least = rules.card_points[card], rules.card_points[found]
        if (points > least if colour == RED else points < least) or (points == least and arrow(rules, state) == RIGHT):
            found = card
    return found


@declared(DO_1)
def rival_buy(rules, state, what, events):
    """The rival takes an item (0, 1) or an artifact (2, 3), green before red, and the row is refilled."""
    card = worst_or_best_card(rules, state, what // 2, what % 2)
    if card == NO_CARD:
        return
    leave_offer(state, card)
    state.rival_cards[card // WORD] |= bit_of(card)
    log(events, Event.TAKE, RIVAL, card, 3, 0)
    refill(rules, state, events)


@declared(DO, from_python=True)
def play_rival_tile(rules, state, events):
    """The rival turns up its top tile and carries it out, unless the tile is inactive in this round."""
    left = np.int64(state.rival_left) - 1
    tile = np.int64(state.rival_stack[left])
    state.rival_left = left
    skips = np.int64(rules.rival_skip[tile]) >> (state.round_number - 1) & 1
    log(events, Event.TILE, RIVAL, tile, arrow(rules, state), skips)
    if skips:
        return
    if tile < RIVAL_PAIRS:
        rival_dig(rules, state, tile, events)
        return
    action, colour = (tile - RIVAL_PAIRS) // 2 + 1, (tile - RIVAL_PAIRS) % 2
    if action == DISCOVER:
        rival_discover(rules, state, colour, events)
    elif action == RESEARCH:
        rival_research(rules, state, 1, events)
    elif action == OVERCOME:
        rival_overcome(rules, state, 0, events)
    else:
        rival_buy(rules, state, colour + (2 if action == BUY_ARTIFACT else 0), events)

"""The survey at the start of a decision: the worth of everything on the table to the seat now."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import FEAR_BITS, can_afford, lowest
from digsite.simulator.games.arnak.moves.row import is_artifact
from digsite.simulator.games.arnak.moves.sites import at_home, is_free
from digsite.simulator.games.arnak.moves.travel import IDOL
from digsite.simulator.games.arnak.ops import RESOURCES, Code
from digsite.simulator.games.arnak.rules import (
    ASSISTANTS,
    BONUS_FACES,
    FIRST_FEAR,
    IDOL_FACES,
    LAST_ROW,
    LOST_TEMPLE,
    MAX_ROW,
    PLACES,
    SITES,
    SPACES,
    STACKS,
    TILES,
    TILES_1,
    WORD,
    WORDS,
)
from digsite.simulator.games.arnak.state import NO_CARD, NOBODY, UNDISCOVERED, Resource, Token
from digsite.simulator.kernel.jit.bits import popcount
from digsite.strategies.arnak.effects import best_upgrade, effect_of, empty_bundle, price_of, rest_of_effect
from digsite.strategies.arnak.fortune import covers_step, fortune_with, leave_out_card, note_income, open_purse
from digsite.strategies.arnak.journeys import best_goals, icons_without
from digsite.strategies.arnak.mind import NOTE, WORTH_1, by_round, thought
from digsite.strategies.arnak.weights import Weight

TABLET, COIN, COMPASS = Resource.TABLET.value, Resource.COIN.value, Resource.COMPASS.value
_PLANE = 1.5  # a plane on a card, in worths of a card drawn
EARLY = 3  # the first round that is no longer early
FEAR_CARD = 0.4  # a Fear card in hand, in worths of a card drawn


# ------------------------------------------------------------------------------------------------ prices


@thought(NOTE)
def note_needs(rules, state, seat, weights, notes):
    """Raise the worth of missing tokens that the next steps of the research tokens cost."""
    for resource in range(len(RESOURCES)):
        missing = 0.0
        for token in range(2):
            here = np.int64(state.token[seat, token])
            for at in range(rules.space_nexts[here]):
                space = rules.space_next[here, at]
                missing += (rules.space_cost[space, resource] > state.resources[seat, resource]) / rules.space_nexts[
                    here
                ]
        notes.price[resource] *= 1.0 + weights[Weight.NEED] * min(missing, 1.0)


@thought(NOTE)
def note_tokens(rules, state, seat, weights, notes):
    """A price for each kind of token and for a card drawn; once the last round is closing, tokens are worth only what they buy."""
    fade = weights[Weight.EARLY] if state.round_number < EARLY else 1.0
    if notes.closing:
        fade = 0.0
    for resource in range(len(RESOURCES)):
        notes.price[resource] = by_round(weights, notes, resource) * fade
    if state.round_number < EARLY:
        notes.price[COIN] *= weights[Weight.COIN_EARLY]
        notes.price[COMPASS] *= weights[Weight.COMPASS_EARLY]
    note_needs(rules, state, seat, weights, notes)
    notes.draw = by_round(weights, notes, Weight.CARD) * (0.4 + 0.6 * fade)


@thought(NOTE)
def note_prices(rules, state, seat, weights, notes):
    """Note the prices of tokens, cards and Fear by the rounds left."""
    notes.later = rules.rounds - state.round_number
    notes.home = at_home(rules, state, seat)
    notes.plan = by_round(weights, notes, Weight.PLAN)
    note_tokens(rules, state, seat, weights, notes)
    notes.fear = 1.0 + weights[Weight.FEAR] * notes.later
    notes.uses = weights[Weight.ASSISTANT] * (notes.later + 1)
    if state.round_number < EARLY:
        notes.uses *= weights[Weight.ASSISTANT_EARLY]
    points = by_round(weights, notes, Weight.GUARDIAN) * rules.scoring_guardian
    notes.guardian = points + 0.3 * notes.draw * min(notes.later + 1, 3)


@thought(NOTE)
def note_thin(rules, state, seat, weights, notes):
    """With no more cards than a hand has, each card less is missing in every remaining round."""
    cards = np.int64(state.deck_left[seat])
    for word in range(WORDS):
        cards += popcount(np.int64(state.hand[seat, word])) + popcount(np.int64(state.play[seat, word]))
    notes.thin = weights[Weight.THIN] * notes.draw * notes.later if cards <= rules.hand else 0.0


@thought(NOTE)
def note_exile(rules, state, seat, weights, notes):
    """Note the best exile: a fear tile, a Fear card, else a basic card already used."""
    mine = (np.int64(state.hand[seat, WORDS - 1]) & FEAR_BITS) | np.int64(state.play[seat, WORDS - 1])
    notes.exile = 0.0
    if state.fear_tiles[seat] > 0:
        notes.exile = -1.0 * rules.scoring_fear_tile
    elif mine & FEAR_BITS:
        notes.exile = max(notes.fear - FEAR_CARD * notes.thin, 0.0)
    elif mine != 0:
        notes.exile = max(weights[Weight.EXILE] * max(notes.later - 1, 0) - notes.thin, 0.0)


# ------------------------------------------------------------------------------------------------ effects by their prices


@thought(NOTE)
def note_effects(rules, state, seat, weights, notes):
    """Note sites, idols, bonus tiles, assistants and rows of the research track at the price of their tokens."""
    for place in range(PLACES):
        first, end = np.int64(rules.place_effect[place, 0]), np.int64(rules.place_effect[place, 1])
        notes.place[place] = price_of(rules, state, seat, weights, notes, first, end)
    notes.level[1] = notes.level[2] = 0.0
    for tile in range(TILES):
        if tile < TILES_1:
            notes.level[1] += notes.place[tile] / TILES_1
        else:
            notes.level[2] += notes.place[tile] / (TILES - TILES_1)
    for face in range(IDOL_FACES):
        first, end = np.int64(rules.idols_effect[face, 0]), np.int64(rules.idols_effect[face, 1])
        notes.idol[face] = price_of(rules, state, seat, weights, notes, first, end)
    for face in range(BONUS_FACES):
        first, end = np.int64(rules.bonus_tiles_effect[face, 0]), np.int64(rules.bonus_tiles_effect[face, 1])
        notes.bonus[face] = price_of(rules, state, seat, weights, notes, first, end)
    # an assistant as it will be on average: what it costs can be paid some day
    exile, notes.relief, notes.relieved, notes.hoping = notes.exile, notes.draw, 0, 1
    notes.exile = max(exile, 0.6 * notes.fear)
    for assistant in range(ASSISTANTS):
        for side in range(2):
            first = np.int64(rules.assistant_effect[assistant, side, 0])
            end = np.int64(rules.assistant_effect[assistant, side, 1])
            notes.assistant[assistant, side] = max(price_of(rules, state, seat, weights, notes, first, end), 0.3)
    notes.relief, notes.exile, notes.hoping = 0.0, exile, 0
    for row in range(1, LAST_ROW):
        for token in range(2):
            first, end = np.int64(rules.row_effect[row, token, 0]), np.int64(rules.row_effect[row, token, 1])
            notes.row[row, token] = price_of(rules, state, seat, weights, notes, first, end)


# ------------------------------------------------------------------------------------------------ research


@thought(WORTH_1)
def upgrade_at(rules, state, seat, weights, notes, space):
    """Return the best upgrade by the tokens left once the bridge is paid for."""
    for resource in range(len(RESOURCES)):
        notes.bundle[resource] = -rules.space_cost[space, resource]
    return best_upgrade(rules, state, seat, weights, notes)


@thought(WORTH_1)
def bonus_at(rules, state, seat, weights, notes, space):
    """Return the bonus tile of a space; an average one in the Lost Temple, where they are face down."""
    if state.bonus_left[space] == 0:
        return 0.0
    if space == LOST_TEMPLE:
        return notes.price[Resource.COMPASS.value]
    best = 0.0
    for at in range(state.bonus_left[space]):
        face = np.int64(state.bonus[space, at])
        upgrades = rules.step_op[rules.bonus_tiles_effect[face, 0]] == Code.UPGRADE
        if upgrades and covers_step(rules, state, seat, weights, notes, space):
            best = max(best, upgrade_at(rules, state, seat, weights, notes, space))
        else:
            best = max(best, notes.bonus[face])
    return best


@thought(NOTE)
def note_research(rules, state, seat, weights, notes):
    """Note every step of the track and every temple tile: its gain, and its cost at the price of tokens."""
    temple = np.float64(rules.scoring_lost_temple[min(np.int64(state.arrivals), 3)])
    for resource in range(len(RESOURCES)):
        notes.purse[resource] = state.resources[seat, resource]
    for space in range(1, SPACES):
        row = np.int64(rules.space_row[space])
        bonus = bonus_at(rules, state, seat, weights, notes, space)
        idols = rules.space_cost[space, IDOL]
        crossing = weights[Weight.BRIDGE] * (idols > 0)
        for token in range(2):
            style, ahead = by_round(weights, notes, Weight.GLASS), weights[Weight.AHEAD_GLASS]
            if token == Token.NOTEBOOK:
                style, ahead = by_round(weights, notes, Weight.NOTEBOOK), weights[Weight.AHEAD_NOTEBOOK]
            points = np.float64(rules.row_points[row, token] - rules.row_points[row - 1, token])
            if space == LOST_TEMPLE:
                points = temple - rules.row_points[row - 1, token]
            worth = style * points + notes.row[row, token] + bonus + ahead * notes.later
            notes.step[space, token] = worth + crossing * (token == Token.GLASS) - idols * rules.scoring_idol
        cost = 0.0
        for resource in range(len(RESOURCES)):
            cost += rules.space_cost[space, resource] * notes.price[resource]
        notes.step_cost[space] = cost
    for stack in range(STACKS):
        notes.stack[stack] = by_round(weights, notes, Weight.TEMPLE) * rules.stack_points[stack]
        notes.stack_cost[stack] = 0.0
        for resource in range(len(RESOURCES)):
            notes.stack_cost[stack] += rules.stack_cost[stack, resource] * notes.price[resource]


# ------------------------------------------------------------------------------------------------ cards


@thought(WORTH_1)
def owning(rules, state, seat, weights, notes, card):
    """Return the gain of owning a card: its points, and what each play adds to that of the card it displaces."""
    first, end = np.int64(rules.card_effect[card, 0]), np.int64(rules.card_effect[card, 1])
    notes.hoping = 1
    effect = price_of(rules, state, seat, weights, notes, first, end)
    notes.hoping = 0
    points = np.float64(rules.card_points[card])
    plays = 0.0
    if notes.later > 0:
        plays = 1.0 + weights[Weight.PLAYS] * (notes.later - 1)
        if notes.later == 1:
            plays *= weights[Weight.PLAYS_FOURTH]
        elif state.round_number < EARLY:
            plays *= weights[Weight.PLAYS_EARLY]
    if is_artifact(card):
        later = max(effect - notes.price[TABLET], _PLANE * notes.draw) - notes.draw
        total = by_round(weights, notes, Weight.ARTIFACT) * points + max(effect, 0.0)
        return total + max(later, 0.0) * 0.7 * plays
    if rules.card_exile[card]:
        once = effect - notes.draw if notes.later > 0 else 0.0
        return max(by_round(weights, notes, Weight.ITEM) * points, once)
    return by_round(weights, notes, Weight.ITEM) * points + max(effect - notes.draw, 0.0) * plays


@thought(NOTE)
def note_row(rules, state, seat, weights, notes):
    """Note every card of the row."""
    for at in range(MAX_ROW):
        if state.row_items[at] != NO_CARD:
            notes.offer_item[at] = owning(rules, state, seat, weights, notes, np.int64(state.row_items[at]))
        if state.row_artifacts[at] != NO_CARD:
            notes.offer_artifact[at] = owning(rules, state, seat, weights, notes, np.int64(state.row_artifacts[at]))


@thought(WORTH_1)
def pay_for_playing(rules, state, seat, weights, notes, card):
    """Take the cost of playing a card from hand from an empty bundle."""
    empty_bundle(rules, state, seat, weights, notes)
    for resource in range(len(RESOURCES)):
        notes.bundle[resource] -= rules.artifacts_in_hand_cost[resource] * is_artifact(card)
    return 0.0


@thought(WORTH_1)
def play_of(rules, state, seat, weights, notes, card):
    """Return the gain of playing a card of the hand; 0 for Fear."""
    if card >= FIRST_FEAR:
        return 0.0
    first, end = np.int64(rules.card_effect[card, 0]), np.int64(rules.card_effect[card, 1])
    if is_artifact(card) and not can_afford(rules, state, card):
        return 0.3 * max(effect_of(rules, state, seat, weights, notes, first, end, notes.home), 0.0)
    pay_for_playing(rules, state, seat, weights, notes, card)
    leave_out_card(rules, state, seat, weights, notes, card)
    worth = rest_of_effect(rules, state, seat, weights, notes, first, end, notes.home)
    leave_out_card(rules, state, seat, weights, notes, -1)
    if rules.card_exile[card]:
        worth -= rules.card_points[card]
    return worth


@thought(NOTE)
def note_hand(rules, state, seat, weights, notes):
    """Note every card of the hand."""
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            notes.card[card] = max(play_of(rules, state, seat, weights, notes, card), 0.0)


# ------------------------------------------------------------------------------------------------ sites


@thought(WORTH_1)
def guardian_at(rules, state, seat, weights, notes, guardian):
    """Return the effect of a guardian on the way: Fear, or the gain of overcoming it with the tokens available."""
    gain = notes.plan * notes.guardian
    for resource in range(len(RESOURCES)):
        if state.resources[seat, resource] < rules.guardians_cost[guardian, resource]:
            return -notes.fear
        gain -= rules.guardians_cost[guardian, resource] * notes.price[resource]
    return max(gain, -notes.fear)


@thought(NOTE)
def note_finds(rules, state, seat, weights, notes):
    """Note every undiscovered site: idols, an average tile, a guardian that may be overcome or not."""
    usual = 0.0
    for site in range(SITES):
        if state.tile[site] != UNDISCOVERED and is_free(rules, state, site, 0):
            usual = max(usual, notes.place[state.tile[site]])
    notes.best_find[0] = notes.best_find[1] = 0.0
    for site in range(SITES):
        if state.tile[site] != UNDISCOVERED:
            continue
        level = np.int64(rules.site_level[site])
        worth = by_round(weights, notes, Weight.IDOL) * (rules.scoring_idol + 0.5) * level
        worth += notes.idol[state.idol[site]] + notes.level[level]
        worth += by_round(weights, notes, Weight.HUNT) * (notes.guardian + notes.fear) - notes.fear
        notes.find[site] = worth
        notes.best_find[level - 1] = max(notes.best_find[level - 1], worth - usual)


@thought(WORTH_1)
def arrival_at(rules, state, seat, weights, notes, site):
    """Return the gain of an archaeologist at a discovered site: its effect, and its guardian."""
    place = np.int64(state.tile[site])
    first, end = np.int64(rules.place_effect[place, 0]), np.int64(rules.place_effect[place, 1])
    worth = effect_of(rules, state, seat, weights, notes, first, end, max(notes.home - 1, 0))
    if state.guardian[site] != NOBODY:
        worth += guardian_at(rules, state, seat, weights, notes, np.int64(state.guardian[site]))
    return worth


@thought(NOTE)
def note_sites(rules, state, seat, weights, notes):
    """Note every discovered site with a free space: its effect, and its guardian."""
    for site in range(SITES):
        place = np.int64(state.tile[site])
        if place == UNDISCOVERED or not (is_free(rules, state, site, 0) or is_free(rules, state, site, 1)):
            continue
        notes.site[site] = arrival_at(rules, state, seat, weights, notes, site)


@thought(NOTE)
def note_fortune(rules, state, seat, weights, notes):
    """Note what the tokens held, and those that are sure to come, can gain."""
    note_income(rules, state, seat, weights, notes)
    open_purse(rules, state, seat, weights, notes)
    notes.fortune = fortune_with(rules, state, seat, weights, notes, notes.home)


@thought(NOTE)
def look_round(rules, state, seat, weights, notes):
    """Note what hardly changes within a turn: effects at the price of their tokens, research, the row, sites."""
    note_effects(rules, state, seat, weights, notes)
    note_research(rules, state, seat, weights, notes)
    note_row(rules, state, seat, weights, notes)
    note_finds(rules, state, seat, weights, notes)
    notes.surveyed = state.turns + 1


@thought(NOTE)
def survey(rules, state, seat, weights, notes):
    """Fill in the notes, in the order in which they build on each other."""
    notes.relief = notes.dig = 0.0
    notes.cards = 1
    note_prices(rules, state, seat, weights, notes)
    note_thin(rules, state, seat, weights, notes)
    note_exile(rules, state, seat, weights, notes)
    if notes.surveyed != state.turns + 1:
        look_round(rules, state, seat, weights, notes)
    note_fortune(rules, state, seat, weights, notes)
    note_hand(rules, state, seat, weights, notes)
    if notes.home > 0:
        note_sites(rules, state, seat, weights, notes)
        icons = icons_without(rules, state, seat, weights, notes, -1)
        notes.goals = best_goals(rules, state, seat, weights, notes, icons, notes.home)

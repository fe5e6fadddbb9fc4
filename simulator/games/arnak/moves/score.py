"""Scoring: every part of a score, and the measurements of the game."""

import numpy as np

from digsite.simulator.games.arnak.moves.holdings import lowest
from digsite.simulator.games.arnak.moves.types import ASK_1, ASK_2, DO, TYPES, copy_columns, declared
from digsite.simulator.games.arnak.ops import RESOURCES
from digsite.simulator.games.arnak.rules import (
    ARTIFACTS,
    ASSISTANTS,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_FEAR,
    ITEMS,
    LAST_ROW,
    MAX_ROUNDS,
    SITES,
    SLOTS,
    STACKS,
    WORD,
    WORDS,
)
from digsite.simulator.games.arnak.state import PARTS, RIVAL, RIVAL_PARTS, UNDISCOVERED, Event, Token
from digsite.simulator.kernel.jit.bits import popcount
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.events import log

GLASS, NOTEBOOK, TEMPLE_TILES, IDOLS, EMPTY_SLOTS, OVERCOME, ITEM_CARDS, ARTIFACT_CARDS, FEAR = range(len(PARTS))
_OF_RIVAL = tuple(PARTS.index(part) for part in RIVAL_PARTS)
_REACHED = 10_000  # a tie-break value above any research score
_ONE = np.int64(1)


@declared(ASK_2)
def token_points(rules, state, player, token):
    """A research token scores by its row, a magnifying glass in the Lost Temple by its arrival."""
    row = np.int64(rules.space_row[state.token[player, token]])
    if row == LAST_ROW:
        return np.int64(rules.scoring_lost_temple[state.arrival[player] - 1])
    return np.int64(rules.row_points[row, token])


@declared(ASK_1)
def temple_points(rules, state, player):
    """Temple tiles score their printed points."""
    points = 0
    for stack in range(STACKS):
        points += np.int64(state.temple_tiles[player, stack]) * rules.stack_points[stack]
    return points


@rule
def part_of(card):
    """Return the part of the score that a card belongs to."""
    if card >= FIRST_FEAR:
        return FEAR
    return ARTIFACT_CARDS if FIRST_ARTIFACT <= card < FIRST_BASIC else ITEM_CARDS


@declared(ASK_2)
def card_points(rules, state, seat, part):
    """Return the points of the seat's items (and basic cards), its artifacts, or its Fear cards, wherever they are."""
    points = 0
    for word in range(WORDS):
        bits = np.int64(state.hand[seat, word]) | np.int64(state.play[seat, word])
        while bits != 0:
            card = word * WORD + lowest(bits)
            bits &= bits - 1
            if part_of(card) == part:
                points += np.int64(rules.card_points[card])
    for at in range(state.deck_left[seat]):
        card = np.int64(state.deck[seat, at])
        if part_of(card) == part:
            points += np.int64(rules.card_points[card])
    return points


@declared(ASK_2)
def part_points(rules, state, seat, part):
    """Return one part of a seat's current score."""
    if part <= NOTEBOOK:
        return token_points(rules, state, seat, part)
    if part == TEMPLE_TILES:
        return temple_points(rules, state, seat)
    if part == IDOLS:
        idols = np.int64(state.crates[seat]) + popcount(np.int64(state.slots[seat]))
        return idols * rules.scoring_idol
    if part == EMPTY_SLOTS:
        points = 0
        for slot in range(SLOTS):
            if not np.int64(state.slots[seat]) >> slot & 1:
                points += np.int64(rules.scoring_slots[slot])
        return points
    if part == OVERCOME:
        return popcount(np.int64(state.overcome[seat])) * rules.scoring_guardian
    tiles = np.int64(state.fear_tiles[seat]) * rules.scoring_fear_tile if part == FEAR else 0
    return card_points(rules, state, seat, part) + tiles


@declared(ASK_1)
def standing(rules, state, seat):
    """Return a seat's current score."""
    points = 0
    for part in range(len(PARTS)):
        points += part_points(rules, state, seat, part)
    return points


@declared(ASK_1)
def rival_part(rules, state, part):
    """Return one part of the solo rival's score: glass, temple tiles, idols, guardians, items, artifacts."""
    if part == 0:
        return token_points(rules, state, RIVAL, Token.GLASS.value)
    if part == 1:
        return temple_points(rules, state, RIVAL)
    if part == 2:
        return (
            popcount(np.int64(state.rival_faces)) * rules.rival_idol
            + np.int64(state.rival_again) * rules.rival_idol_again
        )
    if part == 3:
        return popcount(np.int64(state.overcome[RIVAL])) * rules.scoring_guardian
    points, word = 0, part - 4
    bits = np.int64(state.rival_cards[word])
    while bits != 0:
        points += np.int64(rules.card_points[word * WORD + lowest(bits)])
        bits &= bits - 1
    return points


@declared(DO)
def log_scores(rules, state, events):
    """Log every part of every score, and the scores."""
    for seat in range(rules.seats):
        for part in range(len(PARTS)):
            log(events, Event.SCORE, seat, part, part_points(rules, state, seat, part), 0)
        log(events, Event.FINAL, seat, standing(rules, state, seat), 0, 0)
    if rules.seats == 1:
        points = 0
        for part in range(len(RIVAL_PARTS)):
            log(events, Event.SCORE, RIVAL, _OF_RIVAL[part], rival_part(rules, state, part), 0)
            points += rival_part(rules, state, part)
        log(events, Event.FINAL, RIVAL, points, 0, 0)


@rule
def score_seat(rules, state, seat, outcome):
    """Record a seat's score and its tie-breaks: first in the Lost Temple, then the points of the research tokens."""
    outcome.score[seat] = 0
    for part in range(len(PARTS)):
        points = part_points(rules, state, seat, part)
        outcome.points_from[seat, part] = points
        outcome.score[seat] += points
    if state.arrival[seat] > 0:
        outcome.tiebreak[seat] = _REACHED - np.int64(state.arrival[seat])
    else:
        outcome.tiebreak[seat] = outcome.points_from[seat, GLASS] + outcome.points_from[seat, NOTEBOOK]
    outcome.glass_row[seat] = rules.space_row[state.token[seat, Token.GLASS]]
    outcome.notebook_row[seat] = rules.space_row[state.token[seat, Token.NOTEBOOK]]
    outcome.lost_temple[seat] = state.arrival[seat]
    outcome.idols[seat] = state.idols_found[seat]
    outcome.idols_used[seat] = popcount(np.int64(state.slots[seat]))
    outcome.guardians_met[seat] = state.met[seat]
    outcome.guardians[seat] = state.overcome[seat]
    outcome.guardians_overcome[seat] = popcount(np.int64(state.overcome[seat]))


@rule
def score_cards(rules, state, seat, outcome):
    """Record the cards taken in each round, played, spent for travel and exiled, as bits."""
    cards = 0
    for at in range(MAX_ROUNDS):
        items = artifacts = np.int64(0)
        for card in range(ITEMS + ARTIFACTS):
            if state.taken_in[card] == seat * 8 + at + 1:
                cards += 1
                if card < ITEMS:
                    items |= _ONE << card
                else:
                    artifacts |= _ONE << (card - ITEMS)
        outcome.items_taken[seat, at] = items
        outcome.artifacts_taken[seat, at] = artifacts
    outcome.cards_taken[seat] = cards
    outcome.items_played[seat], outcome.artifacts_played[seat] = state.played[seat, 0], state.played[seat, 1]
    outcome.items_travelled[seat], outcome.artifacts_travelled[seat] = (
        state.travelled[seat, 0],
        state.travelled[seat, 1],
    )
    outcome.items_exiled[seat], outcome.artifacts_exiled[seat] = state.exiled[seat, 0], state.exiled[seat, 1]
    outcome.basics_exiled[seat], outcome.fear_exiled[seat] = state.basics_exiled[seat, 0], state.basics_exiled[seat, 1]
    owned = np.int64(0)
    for assistant in range(ASSISTANTS):
        if state.employer[assistant] == seat:
            owned |= _ONE << assistant
    outcome.assistants[seat] = owned
    outcome.assistants_gold[seat] = owned & np.int64(state.gold)
    for resource in range(len(RESOURCES)):
        gained = np.int64(state.gained[seat, resource])
        outcome.gained[seat, resource] = gained
        outcome.spent[seat, resource] = gained + rules.start[seat, resource] - state.resources[seat, resource]


@rule(TYPES.score)
def score(rules, state, outcome):
    """Points decide; a solo player wins only with more than the rival."""
    copy_columns(rules, state, outcome)
    for seat in range(rules.seats):
        score_seat(rules, state, seat, outcome)
        score_cards(rules, state, seat, outcome)
    for level in range(2):
        outcome.sites_discovered[level] = 0
    for site in range(SITES):
        if rules.site_level[site] > 0 and state.tile[site] != UNDISCOVERED:
            outcome.sites_discovered[rules.site_level[site] - 1] += 1
    outcome.rival_score = 0
    for part in range(len(RIVAL_PARTS)):
        points = rival_part(rules, state, part) if rules.seats == 1 else 0
        outcome.rival_points[part] = points
        outcome.rival_score += points
    if rules.seats == 1:
        outcome.contends[0] = outcome.score[0] > outcome.rival_score

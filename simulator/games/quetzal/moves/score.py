"""Scoring: points on the track, the marker, coins, upgrades, and the measurements of the game."""

import numpy as np

from digsite.simulator.games.quetzal.moves.rounds import coin_points, marker_points, tile_points
from digsite.simulator.games.quetzal.moves.types import TYPES, copy_columns
from digsite.simulator.games.quetzal.ops import TYPES as CARD_TYPES
from digsite.simulator.games.quetzal.rules import BONUSES, SET, UPGRADE_KINDS
from digsite.simulator.games.quetzal.state import (
    AUTOMATON,
    PLACES,
    SOURCES,
    CoinSource,
    DiscoverySource,
    Face,
    PointSource,
    Trip,
)
from digsite.simulator.kernel.jit.compile import rule

_TRIPS, _FACES = len(Trip), len(Face)
_FIRST_SOURCE, _POINT_SOURCES = len(CARD_TYPES), len(PointSource)  # in the parts of the score, after the types
_COIN_SOURCES, _DISCOVERY_SOURCES = len(CoinSource), len(DiscoverySource)


@rule
def score_points(rules, state, seat, outcome):
    """Record the final score and its parts; a tie goes to the disc further along the Discovery track."""
    marker, coins, tiles = (
        marker_points(rules, state, seat), coin_points(rules, state, seat), tile_points(rules, state, seat),
    )  # fmt: skip
    outcome.score[seat] = state.points[seat] + marker + coins + tiles
    outcome.tiebreak[seat] = state.discovery[seat]
    for source in range(_POINT_SOURCES):
        outcome.points_from[seat, _FIRST_SOURCE + source] = state.points_from[seat, source]
    first_at_end = _FIRST_SOURCE + _POINT_SOURCES
    outcome.points_from[seat, first_at_end] = marker
    outcome.points_from[seat, first_at_end + 1] = coins
    outcome.points_from[seat, first_at_end + 2] = tiles


@rule
def score_cards(rules, state, seat, outcome):
    """Record the sets delivered, and where each card of a type came from and went."""
    for type_ in range(len(CARD_TYPES)):
        delivered = left_over = points = 0
        for size in range(1, SET + 1):
            sets, label = np.int64(state.sets[seat, type_, size - 1]), type_ * SET + size - 1
            outcome.sets[seat, label] = sets
            outcome.set_points[seat, label] = sets * rules.set_points[type_, size]
            points += sets * rules.set_points[type_, size]
            delivered += sets * size
        for bonus in range(len(BONUSES)):
            left_over += np.int64(state.hand[seat, type_ * len(BONUSES) + bonus])
        outcome.points_from[seat, type_] = points
        outcome.delivered[seat, type_] = delivered
        outcome.left_over[seat, type_] = left_over
        for source in range(len(SOURCES)):
            outcome.taken[seat, source * len(CARD_TYPES) + type_] = state.taken[seat, source, type_]


@rule
def score_upgrades(state, seat, outcome):
    """Record the upgrades of each kind that a seat gained."""
    for kind in range(UPGRADE_KINDS):
        outcome.upgrades[seat, kind] = state.gained[seat, kind]


@rule
def score_automaton(state, outcome):
    """Record where the automaton stayed and what it took away."""
    for place in range(len(PLACES)):
        outcome.automaton_meeples[place] = state.meeples[AUTOMATON, place]
    for type_ in range(len(CARD_TYPES)):
        cards = 0
        for source in range(len(SOURCES)):
            cards += np.int64(state.taken[AUTOMATON, source, type_])
        outcome.automaton_taken[type_] = cards


@rule(TYPES.score)
def score(rules, state, outcome):
    """Points on the track and those added at the end decide."""
    copy_columns(rules, state, outcome)
    for seat in range(rules.seats):
        score_points(rules, state, seat, outcome)
        score_cards(rules, state, seat, outcome)
        score_upgrades(state, seat, outcome)
    if rules.automaton:
        score_automaton(state, outcome)
    outcome.cards_left = state.deck_left
    outcome.upgrades_left = state.pile_left

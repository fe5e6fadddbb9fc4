"""Lost Cities: the chance in the kernel against exact mathematics, over many deals."""

from __future__ import annotations

from math import comb

import numpy as np
import pytest
from scipy import stats

from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.games.lost_cities.hands import read_hand
from tests.games.lost_cities.odds import (
    ALARM,
    ARROW,
    ARTIFACT,
    CARD_TYPES,
    COLOUR_CARDS,
    COPIES,
    DECK,
    GAME,
    HAND,
    SPACES,
    TILE_COUNTS,
    deals,
    has_distribution,
    hypergeometric,
    matches_are_by_chance,
    placements_are_uniform,
    places_of_cards,
    seats_of_cards,
    spaces_of_tiles,
)

pytestmark = pytest.mark.verify

GAMES = 25_000


# ------------------------------------------------------------------------------------------------------ cards


@pytest.mark.parametrize(("seats", "expedition"), [(2, 0), (2, 1), (3, 0), (4, 0), (4, 1), (4, 2)])
def test_every_card_is_equally_likely_at_every_place_of_the_shuffled_deck(seats, expedition):
    counts = places_of_cards(deals(seats, expedition, GAMES))
    placements_are_uniform(counts, GAMES, [1] * DECK, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_as_likely_to_be_dealt_any_card(seats):
    places = [HAND] * seats + [DECK - seats * HAND]
    placements_are_uniform(seats_of_cards(deals(seats, 0, GAMES)), GAMES, places, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_the_number_of_cards_of_a_colour_in_an_opening_hand_is_hypergeometric(seats, seat):
    hand = deals(seats, 0, GAMES).hands[:, seat]
    for colour in (0, 4):
        has_distribution((hand // 11 == colour).sum(axis=1), hypergeometric(DECK, COLOUR_CARDS, HAND))


def test_the_number_of_pairs_in_an_opening_hand():
    hand = np.sort(deals(4, 0, GAMES).hands[:, 1], axis=1)
    pairs = (hand[:, 1:] == hand[:, :-1]).sum(axis=1)  # two copies at most, so equal neighbours are pairs
    ways = comb(DECK, HAND)
    chances = {
        j: comb(CARD_TYPES, j) * comb(CARD_TYPES - j, HAND - 2 * j) * 2 ** (HAND - 2 * j) / ways
        for j in range(HAND // 2 + 1)
    }
    has_distribution(pairs, chances)


def test_two_hands_share_the_deck_between_them():
    hands = deals(3, 0, GAMES).hands
    low = (hands % 11 <= 2).sum(axis=2)  # cards of value 0 to 2: 30 of the 110
    has_distribution(low[:, 0] + low[:, 1], hypergeometric(DECK, 30, 2 * HAND))
    joint = {}
    for first, chance in hypergeometric(DECK, 30, HAND).items():
        for second, then in hypergeometric(DECK - HAND, 30 - first, HAND).items():
            joint[10 * first + second] = chance * then
    has_distribution(10 * low[:, 0] + low[:, 2], joint)


@pytest.mark.parametrize("expedition", [0, 1])
def test_two_players_lose_30_cards_of_random_colours_and_draw_from_64(expedition):
    colours = deals(2, expedition, GAMES).deck // 11
    for colour in (0, 2):
        removed, pile = (colours[:, :30] == colour).sum(axis=1), (colours[:, 30:94] == colour).sum(axis=1)
        has_distribution(removed, hypergeometric(DECK, COLOUR_CARDS, 30))
        has_distribution(pile, hypergeometric(DECK, COLOUR_CARDS, 64))


def test_both_copies_of_a_card_are_removed_as_often_as_chance_has_it():
    removed = deals(2, 0, GAMES).deck[:, :30]
    both = ((removed == 7).sum(axis=1)) == 2
    chance = 30 * 29 / (DECK * (DECK - 1))
    has_distribution(both.astype(int), {0: 1 - chance, 1: chance})


# ------------------------------------------------------------------------------------------------------ tiles


@pytest.mark.parametrize(("seats", "expedition"), [(2, 0), (3, 0), (4, 0), (4, 1), (4, 2)])
def test_every_tile_is_equally_likely_on_every_space(seats, expedition):
    counts = spaces_of_tiles(deals(seats, expedition, GAMES))
    placements_are_uniform(counts, GAMES, [1] * 25, list(TILE_COUNTS.values()))


@pytest.mark.parametrize("path", SPACES)
def test_the_number_of_artifacts_on_a_path_is_hypergeometric(path):
    tiles = deals(4, 0, GAMES).tiles[:, 5 * path : 5 * path + 5]
    has_distribution((tiles == ARTIFACT).sum(axis=1), hypergeometric(25, TILE_COUNTS[ARTIFACT], 5))


def test_the_number_of_arrows_in_lost_cities_is_hypergeometric():
    ninth = deals(4, 0, GAMES).tiles[:, 4::5]
    has_distribution((ninth == ARROW).sum(axis=1), hypergeometric(25, TILE_COUNTS[ARROW], 5))


def test_neighbouring_spaces_hold_two_arrows_as_often_as_chance_has_it():
    tiles = deals(3, 0, GAMES).tiles
    chance = 9 * 8 / (25 * 24)
    for first in (0, 7, 23):
        both = (tiles[:, first] == ARROW) & (tiles[:, first + 1] == ARROW)
        has_distribution(both.astype(int), {0: 1 - chance, 1: chance})


# ----------------------------------------------------------------------------------------------- independence


def test_the_cards_of_one_game_say_nothing_about_those_of_the_next():
    deck = deals(4, 0, GAMES).deck
    matches_are_by_chance(deck[::2], deck[1::2], [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2)])
def test_the_cards_of_one_expedition_say_nothing_about_those_of_another(first, second):
    matches_are_by_chance(deals(4, first, GAMES).deck, deals(4, second, GAMES).deck, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2)])
def test_the_tiles_of_one_expedition_say_nothing_about_those_of_another(first, second):
    matches_are_by_chance(deals(4, first, GAMES).tiles, deals(4, second, GAMES).tiles, list(TILE_COUNTS.values()))


def test_the_cards_say_nothing_about_the_tiles():
    dealt = deals(4, 0, GAMES)
    table = stats.contingency.crosstab(dealt.deck[:, -1] // 11, dealt.tiles[:, 0]).count
    assert stats.chi2_contingency(table).pvalue > ALARM


# ------------------------------------------------------------------------------------ what a seat cannot know


def test_a_redeal_puts_every_unseen_card_anywhere_with_its_proper_chance():
    """Seat 1 of three looks: two hands and the pile are unseen, but for a card seat 2 was seen to take."""
    rules = GAME.build_rules(GAME.figures, 3)[0]
    box = record(GAME.records.state)
    state = box[0]
    open_streams(state, 5, 5)
    GAME.kernels.setup(rules, state, SILENT)
    shown = read_hand(state, 1)[7]
    state.shown[1, shown] = 1
    own = read_hand(state, 0)
    unseen = COPIES - np.bincount(own, minlength=CARD_TYPES)
    unseen[shown] -= 1
    counts = np.zeros((3, CARD_TYPES))
    for _ in range(GAMES):
        GAME.kernels.redeal(rules, state, 0)
        counts[0] += np.bincount(read_hand(state, 1), minlength=CARD_TYPES)
        counts[1] += np.bincount(read_hand(state, 2), minlength=CARD_TYPES)
        counts[2] += np.bincount(state.deck[: state.pile], minlength=CARD_TYPES)
    assert read_hand(state, 0) == own
    counts[0, shown] -= GAMES
    assert (counts.sum(axis=0) == GAMES * unseen).all()
    left = unseen > 0
    placements_are_uniform(counts[:, left], GAMES, [HAND - 1, HAND, 86], unseen[left].tolist())

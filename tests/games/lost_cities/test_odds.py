"""Lost Cities: the chance in the kernel against exact mathematics.

The kernel only deals; every expected figure is computed here from counts of cards and tiles. Seeds are fixed,
so a check passes or fails for good; by chance alone fewer than one set of seeds in 10,000 would fail.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from math import comb
from typing import NamedTuple

import numpy as np
import pytest
from scipy import stats

from simulator.games import find_game
from simulator.kernel.events import SILENT
from simulator.kernel.records import record
from simulator.kernel.rng import open_streams
from tests.games.lost_cities.hands import read_hand

pytestmark = pytest.mark.verify

GAME = find_game("lost-cities")
ALARM = 5e-7  # for each of about 50 checks and both tails, so that all together stay below 1e-4
GAMES = 25_000
CARD_TYPES, COPIES, COLOUR_CARDS = 55, 2, 22
DECK = CARD_TYPES * COPIES
HAND = 8
DISCARD, FROM_PILE = 3 * 64, 5  # options: discard card c is 3 * 64 + c; draw from the pile is 5
ARTIFACT, ARROW = -1, -2
TILE_COUNTS = {ARTIFACT: 9, ARROW: 9, 5: 2, 10: 3, 15: 2}
SPACES = {0: (3, 5, 6, 7, 9), 1: (2, 4, 5, 7, 9), 2: (2, 3, 5, 7, 9), 3: (3, 4, 6, 7, 9), 4: (2, 4, 5, 7, 9)}


class Deals(NamedTuple):
    """Many deals of one expedition."""

    deck: np.ndarray  # games x 110: removed cards, draw pile (top last), then the hands
    hands: np.ndarray  # games x seats x 8
    tiles: np.ndarray  # games x 25, in the order of SPACES


@cache
def deals(seats: int, expedition: int) -> Deals:
    """Deal GAMES games and, for a later expedition, hurry each through the ones before."""
    rules = GAME.build_rules(GAME.figures, seats)[0]
    box = record(GAME.records.state)
    blank, state = box.copy(), box[0]
    spaces = tuple(zip(*((path, stone) for path, stones in SPACES.items() for stone in stones), strict=True))
    dealt = Deals(
        np.empty((GAMES, DECK), np.int8),
        np.empty((GAMES, seats, HAND), np.int8),
        np.empty((GAMES, 25), np.int16),
    )
    for game in range(GAMES):
        box[:] = blank
        open_streams(state, 2024 + seats, game)
        GAME.kernels.setup(rules, state, SILENT)
        for _ in range(expedition):
            state.pile = 1
            GAME.kernels.apply(rules, state, DISCARD + read_hand(state, state.seat)[0], SILENT)
            GAME.kernels.apply(rules, state, FROM_PILE, SILENT)
        assert state.expedition == expedition
        dealt.deck[game] = state.deck
        dealt.hands[game] = [read_hand(state, seat) for seat in range(seats)]
        dealt.tiles[game] = state.tile[spaces]
    return dealt


# ------------------------------------------------------------------------------------------------ exact tests


def agrees(statistic: float, freedom: float) -> None:
    """A chi-square value that is neither too large nor suspiciously small."""
    upper = stats.chi2.sf(statistic, freedom)
    lower = stats.chi2.cdf(statistic, freedom) if freedom >= 20 else 1  # few counts may well be met exactly
    assert min(upper, lower) > ALARM, f"chi-square {statistic:.0f} with {freedom} degrees of freedom"


def placements_are_uniform(counts: np.ndarray, games: int, places: Sequence[int], kinds: Sequence[int]) -> None:
    """counts[place, kind] over many shuffles: each kind falls into a place in proportion to its size.

    One shuffle of n things puts kinds[k] things of kind k into places[p] positions. The counts' covariance is
    (diag(p) - pp'/n) x (diag(k) - kk'/n) / (n - 1), a projection once scaled, so the sum below is chi-square.
    """
    sizes, kind_sizes = np.asarray(places, float), np.asarray(kinds, float)
    total = sizes.sum()
    assert total == kind_sizes.sum()
    cells = np.outer(sizes, kind_sizes)
    statistic = ((counts - games * cells / total) ** 2 / (games * cells / (total - 1))).sum()
    agrees(float(statistic), (len(sizes) - 1) * (len(kind_sizes) - 1))


def has_distribution(sample: np.ndarray, chances: dict[int, float]) -> None:
    """The sample against exact chances; rare values are pooled so that each group is expected 20 times."""
    assert abs(sum(chances.values()) - 1) < 1e-9
    assert set(np.unique(sample).tolist()) <= {value for value, chance in chances.items() if chance > 0}
    observed, expected, pooled_o, pooled_e = [], [], 0.0, 0.0
    for value, chance in chances.items():
        pooled_o += np.count_nonzero(sample == value)
        pooled_e += chance * len(sample)
        if pooled_e >= 20:
            observed.append(pooled_o)
            expected.append(pooled_e)
            pooled_o = pooled_e = 0.0
    observed[-1] += pooled_o
    expected[-1] += pooled_e
    statistic = sum((o - e) ** 2 / e for o, e in zip(observed, expected, strict=True))
    agrees(statistic, len(observed) - 1)


def hypergeometric(total: int, marked: int, drawn: int) -> dict[int, float]:
    """Chances of each number of marked things among the drawn ones, counted out."""
    ways = comb(total, drawn)
    return {k: comb(marked, k) * comb(total - marked, drawn - k) / ways for k in range(min(marked, drawn) + 1)}


# ------------------------------------------------------------------------------------------------------ cards


@pytest.mark.parametrize(("seats", "expedition"), [(2, 0), (2, 1), (3, 0), (4, 0), (4, 1), (4, 2)])
def test_every_card_is_equally_likely_at_every_place_of_the_shuffled_deck(seats, expedition):
    deck = deals(seats, expedition).deck
    counts = np.stack([np.bincount(deck[:, at], minlength=CARD_TYPES) for at in range(DECK)])
    placements_are_uniform(counts, GAMES, [1] * DECK, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_seat_is_as_likely_to_be_dealt_any_card(seats):
    dealt = deals(seats, 0)
    hands = [np.bincount(dealt.hands[:, seat].ravel(), minlength=CARD_TYPES) for seat in range(seats)]
    rest = COPIES * GAMES - np.sum(hands, axis=0)
    places = [HAND] * seats + [DECK - seats * HAND]
    placements_are_uniform(np.stack([*hands, rest]), GAMES, places, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("seats", "seat"), [(2, 0), (2, 1), (3, 2), (4, 3)])
def test_the_number_of_cards_of_a_colour_in_an_opening_hand_is_hypergeometric(seats, seat):
    hand = deals(seats, 0).hands[:, seat]
    for colour in (0, 4):
        has_distribution((hand // 11 == colour).sum(axis=1), hypergeometric(DECK, COLOUR_CARDS, HAND))


def test_the_number_of_pairs_in_an_opening_hand():
    hand = np.sort(deals(4, 0).hands[:, 1], axis=1)
    pairs = (hand[:, 1:] == hand[:, :-1]).sum(axis=1)  # two copies at most, so equal neighbours are pairs
    ways = comb(DECK, HAND)
    chances = {
        j: comb(CARD_TYPES, j) * comb(CARD_TYPES - j, HAND - 2 * j) * 2 ** (HAND - 2 * j) / ways
        for j in range(HAND // 2 + 1)
    }
    has_distribution(pairs, chances)


def test_two_hands_share_the_deck_between_them():
    hands = deals(3, 0).hands
    low = (hands % 11 <= 2).sum(axis=2)  # cards of value 0 to 2: 30 of the 110
    has_distribution(low[:, 0] + low[:, 1], hypergeometric(DECK, 30, 2 * HAND))
    joint = {}
    for first, chance in hypergeometric(DECK, 30, HAND).items():
        for second, then in hypergeometric(DECK - HAND, 30 - first, HAND).items():
            joint[10 * first + second] = chance * then
    has_distribution(10 * low[:, 0] + low[:, 2], joint)


@pytest.mark.parametrize("expedition", [0, 1])
def test_two_players_lose_30_cards_of_random_colours_and_draw_from_64(expedition):
    colours = deals(2, expedition).deck // 11
    for colour in (0, 2):
        removed, pile = (colours[:, :30] == colour).sum(axis=1), (colours[:, 30:94] == colour).sum(axis=1)
        has_distribution(removed, hypergeometric(DECK, COLOUR_CARDS, 30))
        has_distribution(pile, hypergeometric(DECK, COLOUR_CARDS, 64))


def test_both_copies_of_a_card_are_removed_as_often_as_chance_has_it():
    removed = deals(2, 0).deck[:, :30]
    both = ((removed == 7).sum(axis=1)) == 2
    chance = 30 * 29 / (DECK * (DECK - 1))
    has_distribution(both.astype(int), {0: 1 - chance, 1: chance})


# ------------------------------------------------------------------------------------------------------ tiles


@pytest.mark.parametrize(("seats", "expedition"), [(2, 0), (3, 0), (4, 0), (4, 1), (4, 2)])
def test_every_tile_is_equally_likely_on_every_space(seats, expedition):
    tiles = deals(seats, expedition).tiles
    counts = np.stack([(tiles == kind).sum(axis=0) for kind in TILE_COUNTS], axis=1)
    placements_are_uniform(counts, GAMES, [1] * 25, list(TILE_COUNTS.values()))


@pytest.mark.parametrize("path", SPACES)
def test_the_number_of_artifacts_on_a_path_is_hypergeometric(path):
    tiles = deals(4, 0).tiles[:, 5 * path : 5 * path + 5]
    has_distribution((tiles == ARTIFACT).sum(axis=1), hypergeometric(25, TILE_COUNTS[ARTIFACT], 5))


def test_the_number_of_arrows_in_lost_cities_is_hypergeometric():
    ninth = deals(4, 0).tiles[:, 4::5]
    has_distribution((ninth == ARROW).sum(axis=1), hypergeometric(25, TILE_COUNTS[ARROW], 5))


def test_neighbouring_spaces_hold_two_arrows_as_often_as_chance_has_it():
    tiles = deals(3, 0).tiles
    chance = 9 * 8 / (25 * 24)
    for first in (0, 7, 23):
        both = (tiles[:, first] == ARROW) & (tiles[:, first + 1] == ARROW)
        has_distribution(both.astype(int), {0: 1 - chance, 1: chance})


# ----------------------------------------------------------------------------------------------- independence


def matches_are_by_chance(first: np.ndarray, second: np.ndarray, kinds: Sequence[int]) -> None:
    """Independent shuffles of the same things agree at as many places as two shuffles do on average."""
    n = sum(kinds)
    mean = sum(k * k for k in kinds) / n
    equal = sum((k * (k - 1)) ** 2 for k in kinds)
    unlike = sum((a * b) ** 2 for i, a in enumerate(kinds) for j, b in enumerate(kinds) if i != j)
    variance = (equal + unlike) / (n * (n - 1)) + mean - mean**2
    matches = (first == second).sum(axis=1)
    z = (matches.mean() - mean) / (variance / len(matches)) ** 0.5
    assert 2 * stats.norm.sf(abs(z)) > ALARM, f"z = {z:.1f}"


def test_the_cards_of_one_game_say_nothing_about_those_of_the_next():
    deck = deals(4, 0).deck
    matches_are_by_chance(deck[::2], deck[1::2], [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2)])
def test_the_cards_of_one_expedition_say_nothing_about_those_of_another(first, second):
    matches_are_by_chance(deals(4, first).deck, deals(4, second).deck, [COPIES] * CARD_TYPES)


@pytest.mark.parametrize(("first", "second"), [(0, 1), (0, 2), (1, 2)])
def test_the_tiles_of_one_expedition_say_nothing_about_those_of_another(first, second):
    matches_are_by_chance(deals(4, first).tiles, deals(4, second).tiles, list(TILE_COUNTS.values()))


def test_the_cards_say_nothing_about_the_tiles():
    dealt = deals(4, 0)
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

"""Exact odds and values under the alternatives of the figures that nobody has seen, worked out without the kernel."""

from fractions import Fraction
from itertools import product
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from digsite.simulator.games.quetzal.moves.delivery import clear_delivery, pay_sets
from digsite.simulator.games.quetzal.moves.setup import prepare_automaton, prepare_upgrades
from digsite.simulator.kernel.play.events import SILENT
from tests.games.quetzal.positions import GAME, Position
from tests.games.quetzal.test_deals import LUCKS, RULES, SURE, shuffled

ROUNDS = 5
TYPES = ("pottery", "weapon", "tablet", "statuette", "mummy")
ODDS = [
    GAME.figures["meeples.odds"],
    *GAME.figures.by_key["meeples.odds"].alternatives,
    [1, 0, 0, 1],
    [0.1, 0.2, 0.3, 0.9],
]


# ------------------------------------------------------------------------------------------------ meeples


@pytest.mark.parametrize("odds", ODDS, ids=str)
def test_each_face_has_its_share_of_the_words_of_32_bits(odds):
    """A draw is one of 2^32 words; so many of them as the odds say show each face, but for rounding."""
    table = Position(3, ["meeples.odds=" + ",".join(map(str, odds))])
    exact = [Fraction(str(share)) for share in odds]
    words = np.diff([0, *(int(below) for below in table.rules.meeples_below)])
    assert sum(words) == 2**32
    for face, share in enumerate(exact):
        assert abs(int(words[face]) - share / sum(exact) * 2**32) <= 1
        assert (words[face] == 0) == (share == 0)


# ------------------------------------------------------------------------------------------------ the automaton


def test_cards_of_a_kind_come_hypergeometrically_in_the_five_rounds_of_a_game():
    """Five of ten cards are seen; of the five that bid for the ship as many come as without replacement."""
    cards = GAME.figures["automaton.cards"]
    by_ship = np.array(["ship" in card for card in cards])
    assert by_ship.sum() == 5
    drawn = shuffled(prepare_automaton, "automaton", 10)[:, :ROUNDS]
    seen = np.bincount(by_ship[drawn].sum(axis=1), minlength=6)
    chances = np.array([comb(5, n) * comb(5, ROUNDS - n) / comb(10, ROUNDS) for n in range(6)])
    assert chisquare(seen, chances * LUCKS).pvalue > SURE


def test_each_two_cards_come_in_the_same_game_with_the_same_chance():
    drawn = shuffled(prepare_automaton, "automaton", 10)[:, :ROUNDS]
    has = (drawn[:, :, None] == np.arange(10)).any(axis=1)
    chance = comb(8, 3) / comb(10, 5)
    spread = np.sqrt(LUCKS * chance * (1 - chance))
    together = has.T.astype(int) @ has.astype(int)
    assert np.abs(together[np.triu_indices(10, 1)] - LUCKS * chance).max() < 5 * spread


# ------------------------------------------------------------------------------------------------ upgrades


def test_the_three_upgrades_laid_out_are_all_different_in_as_many_games_as_they_should():
    """Twelve kinds, two of each: 220 * 8 of 2024 threes are of three kinds."""
    laid = shuffled(lambda state: prepare_upgrades(RULES, state), "pile", 24)[:, -3:]
    different = sum(len(set(row)) == 3 for row in laid.tolist())
    chance = comb(12, 3) * 8 / comb(24, 3)
    assert abs(different - LUCKS * chance) < 5 * np.sqrt(LUCKS * chance * (1 - chance))


# ------------------------------------------------------------------------------------------------ deliveries

TABLES = {
    "as written": [], "low sets": ["artifacts=low-sets"],
    "a set is worth less than its parts": [f"artifacts.{type_}.points=9,5,1" for type_ in TYPES],
}  # fmt: skip


@pytest.mark.parametrize("name", TABLES)
def test_every_delivery_of_up_to_seven_cards_pays_collections_and_the_rest(name):
    """All 792 of them, by the values in the rules file."""
    table = Position(3, TABLES[name])
    values = [[0, *table.figures[f"artifacts.{type_}.points"]] for type_ in TYPES]
    state, deliveries = table.state, 0
    for counts in product(range(8), repeat=5):
        if sum(counts) > 7:
            continue
        deliveries += 1
        state.delivery[:], state.points[1], state.sets[1] = counts, 0, 0
        pay_sets(table.rules, state, 1, SILENT)
        expected = sum(n // 3 * worth[3] + worth[n % 3] for n, worth in zip(counts, values, strict=True))
        assert state.points[1] == expected, counts
        assert state.sets[1].tolist() == [[n % 3 == 1, n % 3 == 2, n // 3] for n in counts]
        clear_delivery(state)
    assert deliveries == comb(12, 5)


@pytest.mark.parametrize("name", ["as written", "low sets"])
def test_no_other_way_to_part_the_cards_of_a_type_would_pay_more(name):
    """So the ruling on how sets are made up costs nobody a point under either table."""
    figures = Position(3, TABLES[name]).figures
    for type_ in TYPES:
        worth = figures[f"artifacts.{type_}.points"]
        best = [0]
        for n in range(1, 13):
            best.append(max(best[n - size] + worth[size - 1] for size in (1, 2, 3) if size <= n))
        assert best == [n // 3 * worth[2] + [0, *worth][n % 3] for n in range(13)]

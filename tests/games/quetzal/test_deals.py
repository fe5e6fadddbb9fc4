"""Shuffles and rolls: every card, tile and face comes to every place, by streams of their own."""

from collections import Counter
from itertools import pairwise

import numpy as np
import pytest
from scipy.stats import chisquare

from digsite.simulator.games.quetzal.moves.cards import reshuffle
from digsite.simulator.games.quetzal.moves.rolling import land
from digsite.simulator.games.quetzal.moves.setup import prepare_automaton, prepare_deck, prepare_upgrades
from digsite.simulator.games.quetzal.rules import KINDS
from digsite.simulator.games.quetzal.state import State, Stream
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.games.quetzal.positions import GAME, Position

RULES = GAME.build_rules(GAME.figures, 2)[0]
LUCKS = 2_000
SURE = 1e-5


def blank(luck: int) -> np.record:
    state = record(State)[0]
    with np.errstate(over="ignore"):
        open_streams(state, 3, luck)
    return state


def shuffled(prepare, field: str, length: int) -> np.ndarray:
    """What lies where, for many lucks."""
    found = []
    for luck in range(LUCKS):
        state = blank(luck)
        with np.errstate(over="ignore"):
            prepare(state)
        found.append(state[field][:length].copy())
    return np.array(found)


def check_even(table: np.ndarray, copies: np.ndarray) -> None:
    """Each kind lies at each place as often as its share says."""
    shares = copies / copies.sum()
    for place in range(table.shape[1]):
        seen = np.bincount(table[:, place], minlength=len(copies))
        expected = shares * len(table)
        assert chisquare(seen[copies > 0], expected[copies > 0]).pvalue > SURE, f"place {place}"


def test_every_card_comes_to_every_place_of_the_deck_with_the_same_chance():
    deck = shuffled(lambda state: prepare_deck(RULES, state), "deck", 75)
    assert all(np.array_equal(np.bincount(row, minlength=KINDS), RULES.copies) for row in deck)
    check_even(deck, RULES.copies.astype(int))


def test_every_upgrade_comes_to_every_place_of_the_pile_with_the_same_chance():
    pile = shuffled(lambda state: prepare_upgrades(RULES, state), "pile", 24)
    assert all(np.array_equal(np.bincount(row, minlength=12), RULES.upgrades_copies) for row in pile)
    check_even(pile, RULES.upgrades_copies.astype(int))


def test_every_card_of_the_automaton_comes_to_every_round_with_the_same_chance():
    check_even(shuffled(prepare_automaton, "automaton", 10), np.ones(10, int))


def test_discarded_cards_come_to_every_place_of_the_new_deck_with_the_same_chance():
    counts = np.zeros(KINDS, int)
    counts[[0, 7, 13, 18]] = [3, 2, 1, 2]

    def again(state):
        state.discarded[:] = counts
        reshuffle(state, SILENT)

    check_even(shuffled(again, "deck", 8), counts)


def test_neighbours_in_the_deck_are_independent():
    deck = shuffled(lambda state: prepare_deck(RULES, state), "deck", 75) // 4
    pairs = Counter((int(one), int(two)) for row in deck for one, two in pairwise(row))
    counts = np.array([21, 18, 15, 12, 9])
    expected = np.outer(counts, counts) - np.diag(counts)
    seen = np.array([[pairs[one, two] for two in range(5)] for one in range(5)])
    shares = expected / expected.sum() * seen.sum()
    assert np.abs(seen / shares - 1).max() < 0.05


def test_faces_land_by_their_odds():
    state, rules = blank(1), RULES
    seen = np.zeros(4, int)
    with np.errstate(over="ignore"):
        for _ in range(40_000):
            seen[land(rules, state, int(Stream.MEEPLES))] += 1
    assert chisquare(seen, np.array([0.32, 0.32, 0.25, 0.11]) * seen.sum()).pvalue > SURE


def test_the_thresholds_of_faces_are_the_odds():
    shares = np.diff([0, *RULES.meeples_below.astype(float)]) / 2**32
    assert np.allclose(shares, [0.32, 0.32, 0.25, 0.11], atol=1e-9)


@pytest.mark.parametrize(
    ("prepare", "stream"),
    [
        (lambda state: prepare_deck(RULES, state), Stream.DECK),
        (lambda state: prepare_upgrades(RULES, state), Stream.UPGRADES),
        (prepare_automaton, Stream.AUTOMATON),
    ],
)
def test_each_shuffle_draws_from_its_own_stream(prepare, stream):
    before, after = blank(4), blank(4)
    with np.errstate(over="ignore"):
        prepare(after)
    changed = [number for number in range(len(before.stream)) if before.stream[number] != after.stream[number]]
    assert changed == [stream]


def test_the_same_luck_rolls_the_same_meeples_in_later_rounds_whatever_was_done():
    quiet, busy = Position(3), Position(3).owns(1, "reroll_all").go_on_with("roll").play("all")
    for table in (quiet, busy):
        table.go_on_with("next_round")
    assert [quiet.told_in_round(seat) for seat in (1, 2, 3)] == [busy.told_in_round(seat) for seat in (1, 2, 3)]


def test_the_temple_is_filled_before_its_surroundings_from_the_top_of_the_deck():
    table = Position(3)
    state = blank(0)
    with np.errstate(over="ignore"):
        open_streams(state, 1, 0)
        prepare_deck(table.rules, state)
    top = state.deck[:75][::-1].tolist()
    assert np.array_equal(np.bincount(top[:8], minlength=KINDS), table.state.temple)
    assert table.state.surroundings[:, :2].ravel().tolist() == top[8:14]

"""Exact checks of chance: opening hands, the row, shuffles under the deck, bonus tiles."""

from collections import Counter
from math import comb

import numpy as np
import pytest
from scipy.stats import chisquare

from digsite.simulator.games.arnak.options import MAX_OPTIONS, Action, action_of
from digsite.simulator.kernel.play.events import SILENT
from tests.games.arnak.conserved import cards_of
from tests.games.arnak.positions import GAME, built, card_name, opening

GAMES = 1_200
SURE = 1e-4


@pytest.fixture(scope="module")
def openings():
    return [opening(4, luck, ("snake-temple",) if luck % 2 else ()) for luck in range(GAMES)]


def fits(counts, expected) -> bool:
    return chisquare(counts, expected).pvalue > SURE


def test_every_card_of_the_starting_deck_is_left_out_of_the_opening_hand_with_the_same_chance(openings):
    """Five of six cards are drawn: a hand lacks a given card with chance 1/6, and has both Fear with 2/3."""
    for seat in range(4):
        left = Counter(int(state.deck[seat, 0]) for state in openings)
        assert len(left) == 6
        assert fits(list(left.values()), [GAMES / 6] * 6)
        fears = Counter(sum(card >= 96 for card in cards_of(state.hand[seat])) for state in openings)
        chances = [comb(2, n) * comb(4, 5 - n) / comb(6, 5) for n in (1, 2)]
        assert fits([fears[1], fears[2]], [GAMES * chance for chance in chances])


def test_hands_of_different_seats_have_nothing_to_do_with_each_other(openings):
    pairs = Counter((int(state.deck[0, 0]) - 80, int(state.deck[1, 0]) - 84) for state in openings)
    table = np.array(list(pairs.values()))
    assert len(pairs) == 36
    assert fits(table, [GAMES / 36] * 36)


def test_every_item_lies_in_the_first_row_with_chance_five_in_forty(openings):
    seen = Counter(card for state in openings for card in state.row_items.tolist() if card >= 0)
    assert fits([seen[card] for card in range(40)], [GAMES * 5 / 40] * 40)


def test_every_artifact_is_the_first_with_the_same_chance(openings):
    seen = Counter(int(state.row_artifacts[0]) for state in openings)
    assert fits([seen[card] for card in range(40, 75)], [GAMES / 35] * 35)


def test_guardians_site_tiles_and_assistants_are_on_top_with_the_same_chance(openings):
    for tops, kinds in (
        ([int(state.guardian_stack[14]) for state in openings], range(15)),
        ([int(state.tiles_1[9]) for state in openings], range(10)),
        ([int(state.tiles_2[5]) for state in openings], range(10, 16)),
        ([int(state.supply[0, state.supply_left[0] - 1]) for state in openings], range(12)),
    ):
        counts = Counter(tops)
        assert fits([counts[kind] for kind in kinds], [GAMES / len(kinds)] * len(kinds))


def test_idols_lie_on_a_site_as_often_as_there_are_of_each_face(openings):
    for site in (5, 16):
        counts = Counter(int(state.idol[site]) for state in openings)
        assert fits([counts[face] for face in range(6)], [GAMES * n / 16 for n in (3, 3, 3, 3, 2, 2)])


@pytest.mark.parametrize("space", [3, 14])
def test_bonus_tiles_lie_on_a_space_as_often_as_there_are_of_each_face(openings, space):
    counts = Counter(int(state.bonus[space, 0]) for state in openings)
    assert fits([counts[face] for face in range(6)], [GAMES / 6] * 6)


def test_every_three_of_five_camps_are_blocked_with_the_same_chance():
    counts = Counter(int(opening(3, luck).blocked) for luck in range(600))
    assert len(counts) == 10
    assert fits(list(counts.values()), [60] * 10)


def test_the_play_area_is_shuffled_evenly():
    """After a round in which all six cards were played or discarded, each is drawn last with the same chance."""
    last: Counter[str] = Counter()
    rules, options = built(2)[1][0], np.zeros(MAX_OPTIONS, np.int32)
    for luck in range(600):
        state = opening(2, luck)
        while state.round_number == 1:
            n = GAME.kernels.legal(rules, state, options)
            wanted = {action_of(option): option for option in options[:n].tolist()}
            first = next(
                action for action in (Action.DISCARD, Action.PASS, Action.END, Action.DECLINE) if action in wanted
            )
            with np.errstate(over="ignore"):
                GAME.kernels.apply(rules, state, wanted[first], SILENT)
        last[card_name(int(state.deck[0, 0]))] += 1
    expected = [600 * n / 6 for n in (1, 1, 2, 1, 1)]
    assert fits([last[name] for name in sorted(last)], expected)

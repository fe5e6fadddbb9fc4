"""Tests and corrections against scipy, R, published figures, hand calculation and simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference

from analyses import stats
from analyses.stats import Moments
from tests.analyses.stats.samples import finite

# ----------------------------------------------------------------------------------------------------- t test


@given(st.lists(finite, min_size=3, max_size=40, unique=True), finite)
def test_the_p_value_of_a_gap_is_scipys(values, null):
    m = Moments.of(values)
    ours = stats.t_p_value(m.mean - null, m.standard_error, m.n - 1)
    assert ours == pytest.approx(max(reference.ttest_1samp(values, null).pvalue, 2.0 ** (1 - m.n)), abs=1e-9)


def test_a_gap_without_spread_proves_no_more_than_tosses_of_a_coin():
    assert stats.t_p_value(0.0, 0.0, 5) == 1
    assert stats.t_p_value(0.1, 0.0, 5) == 2 / 2**6


@pytest.mark.parametrize(("gap", "error", "df"), [(1.0, math.nan, 5), (math.nan, 1.0, 5), (1.0, 1.0, 0)])
def test_where_nothing_is_known_there_is_no_p_value(gap, error, df):
    assert math.isnan(stats.t_p_value(gap, error, df))


# ------------------------------------------------------------------------------------------------------ seats


@given(st.integers(1, 300), st.integers(1, 300), st.integers(0, 300))
def test_the_test_of_two_seats_leaves_ties_out(wins, losses, ties):
    # By hand: the statistic is (W - L)^2 / (W + L), the sign test's; a tie favours nobody.
    shares = np.array([[1, 0]] * wins + [[0, 1]] * losses + [[0.5, 0.5]] * ties)
    assert stats.shared_seat_test(shares).statistic == pytest.approx((wins - losses) ** 2 / (wins + losses))


def test_the_test_of_seats_without_ties_is_close_to_chi_square():
    wins = [2600, 2450, 2500, 2450]
    shared = stats.shared_seat_test(np.repeat(np.eye(4), wins, axis=0))
    plain = reference.chisquare(wins)
    assert shared.statistic == pytest.approx(plain.statistic, rel=0.03)
    assert shared.p_value == pytest.approx(plain.pvalue, abs=0.01)
    assert shared.df == 3


def test_a_seat_that_never_wins_does_not_break_the_test():
    rows = np.array([[1, 0, 0], [0, 1, 0]] * 30 + [[0.5, 0.5, 0]] * 10)
    found = stats.shared_seat_test(rows)
    assert found.p_value < 1e-6
    assert math.isfinite(found.statistic)


@pytest.mark.parametrize(("games", "most"), [(40, 0.065), (400, 0.06)])
def test_even_seats_with_ties_seldom_raise_an_alarm(games, most):
    rng = np.random.default_rng(8)
    alarms, careless = 0, 0
    for _ in range(1500):
        rows = np.zeros((games, 4))
        first, second = rng.integers(0, 4, games), rng.integers(0, 4, games)
        np.add.at(rows, (np.arange(games), first), 0.5)
        np.add.at(rows, (np.arange(games), second), 0.5)
        alarms += stats.shared_seat_test(rows).p_value < 0.05
        careless += reference.chisquare(rows.sum(axis=0)).pvalue < 0.05
    assert 0.03 < alarms / 1500 < most
    assert careless / 1500 < 0.02  # the plain chi-square sleeps through what it should see


def test_seat_tests_refuse_what_they_cannot_judge():
    with pytest.raises(ValueError, match="two of them"):
        stats.shared_seat_test([[1], [1]])
    with pytest.raises(ValueError, match="share out just one"):
        stats.shared_seat_test([[1, 0], [0, 0]])


# ------------------------------------------------------------------------------------------- many comparisons

# Benjamini and Hochberg (1995): fifteen tests, of which Bonferroni's method finds three.
THROMBOLYSIS = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
]


def test_holm_finds_what_bonferroni_finds_in_the_example_of_benjamini_and_hochberg():
    assert (stats.holm(THROMBOLYSIS) < 0.05).sum() == 3


@pytest.mark.parametrize(
    ("p_values", "holm"),
    [
        # R: p.adjust(p, "holm").
        ([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09]),
        ([0.319, 0.201, 0.4, 0.374, 0.113], [0.957, 0.804, 0.957, 0.957, 0.565]),
        ([0.008, 0.03, 0.123, 0.6, 0.2], [0.04, 0.12, 0.369, 0.6, 0.4]),
        ([], []),
    ],
)
def test_the_correction_is_that_of_r(p_values, holm):
    assert stats.holm(p_values) == pytest.approx(holm)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_corrected_p_values_only_grow_and_keep_their_order(p_values):
    holm = stats.holm(p_values)
    assert np.all(holm >= np.array(p_values) - 1e-12)
    assert np.all(holm <= np.minimum(np.array(p_values) * len(p_values), 1) + 1e-12)
    order = np.argsort(p_values, kind="stable")
    assert np.all(np.diff(holm[order]) >= -1e-12)


def test_p_values_beyond_one_are_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        stats.holm([0.1, 1.1])

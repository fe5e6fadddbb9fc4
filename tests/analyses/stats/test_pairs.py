"""Differences on the same luck against published figures, numpy's and scipy's."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from digsite.analyses import stats
from digsite.analyses.stats import PairMoments
from tests.analyses.stats.samples import covers, finite


def difference_of(a, b) -> stats.PairedDifference:
    return stats.paired_difference(PairMoments.of(a, b))


def test_difference_of_students_sleep_data():
    # Student (1908): extra hours of sleep; R: t.test(extra ~ group, paired = TRUE), -2.4598858 to -0.7001142.
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    paired = difference_of(second, first)
    assert paired.difference.value == pytest.approx(-1.58)
    assert (paired.difference.low, paired.difference.high) == pytest.approx((-2.4598858, -0.7001142), abs=1e-7)
    values = PairMoments.of(second, first).difference
    assert stats.tests.mean(values).p == pytest.approx(0.002832890, abs=1e-8)


@given(st.lists(st.tuples(finite, finite), min_size=3, max_size=60))
def test_pair_moments_agree_with_numpy(pairs):
    a, b = np.array(pairs).T
    moments = PairMoments.of(a, b)
    assert moments.difference.mean == pytest.approx((b - a).mean(), abs=1e-8)
    assert moments.difference.m2 == pytest.approx(np.square(b - a - (b - a).mean()).sum(), rel=1e-6, abs=1e-4)
    if a.std() > 1e-3 and b.std() > 1e-3:
        assert moments.correlation == pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-6)


def test_the_same_luck_is_worth_as_many_games_as_the_variances_say():
    rng = np.random.default_rng(6)
    luck = rng.normal(0, 3, 200_000)
    a, b = luck + rng.normal(0, 1, luck.size), luck + rng.normal(0.1, 1, luck.size)
    paired = difference_of(a, b)
    # var(a) + var(b) = 20, var(b - a) = 2, correlation 9/10.
    assert paired.worth == pytest.approx(10, rel=0.02)
    assert paired.correlation == pytest.approx(0.9, abs=0.005)
    assert covers(paired.difference, 0.1)
    apart = math.hypot(*(stats.mean(side).half_width for side in (a, b)))
    assert (apart / paired.difference.half_width) ** 2 == pytest.approx(paired.worth, rel=0.01)


def test_variants_without_any_effect_are_reported_as_alike():
    same = difference_of([3, 1, 2], [3, 1, 2])
    assert same.difference.text(signed=True) == "+0.0 (no spread seen; 3 games)"
    assert (same.correlation, same.worth) == (pytest.approx(1), math.inf)


def test_no_pairs_have_no_difference():
    nothing = PairMoments.of([], [])
    assert math.isnan(stats.paired_difference(nothing).difference.value)
    assert math.isnan(nothing.correlation)


def test_pairs_need_both_sides():
    with pytest.raises(ValueError, match="equal numbers of a and b"):
        PairMoments.of([1, 2], [1, 2, 3])


def test_all_games_behind_a_value_are_counted():
    clustered = stats.paired_difference(PairMoments(2, 0.0, 2.5, 0.0, 0.5, 0.0, games=4))
    assert clustered.difference == stats.mean(stats.Moments(2, 2.5, 0.5, games=4))
    assert clustered.difference.n == 4

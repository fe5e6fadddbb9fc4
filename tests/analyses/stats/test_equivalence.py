"""Equivalence tests against published figures, scipy's and simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference

from analyses import stats
from analyses.stats import Moments
from tests.analyses.stats.samples import finite


def test_equivalence_of_a_published_example():
    # Lakens' TOSTER, TOSTone(m = 0.54, mu = 0.5, sd = 1.2, n = 100, bounds = ±0.3 sd): t = 3.333 and -2.667.
    found = stats.equivalence(Moments(100, 0.04, 99 * 1.2**2), margin=0.36)
    assert found.p_value == pytest.approx(reference.t.cdf(-2.6666667, 99), abs=1e-8)
    assert found.p_value == pytest.approx(0.00447, abs=5e-6)
    assert found.equivalent
    assert found.estimate.level == pytest.approx(0.9)


@given(st.lists(finite, min_size=3, max_size=30, unique=True), st.floats(0.1, 500))
def test_equivalence_holds_just_when_the_interval_lies_within_the_margin(values, margin):
    found = stats.equivalence(values, margin)
    assert found.equivalent == (-margin < found.estimate.low and found.estimate.high < margin)
    least = reference.ttest_1samp(values, -margin, alternative="greater").pvalue
    most = reference.ttest_1samp(values, margin, alternative="less").pvalue
    assert found.p_value == pytest.approx(max(least, most), abs=1e-9)


def test_a_few_equal_games_do_not_prove_equality_but_many_do():
    assert not stats.equivalence([0.0] * 5, margin=0.01).equivalent
    assert stats.equivalence([0.0] * 5000, margin=0.01).equivalent
    assert not stats.equivalence([0.0], margin=0.01).equivalent


def test_enough_games_for_equivalence_show_it_as_often_as_planned():
    n = stats.games_for_equivalence(0.2, 1, power=0.8)
    rng = np.random.default_rng(9)
    shown = [stats.equivalence(rng.normal(0, 1, n), 0.2).equivalent for _ in range(1000)]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.04)


def test_a_margin_of_nothing_is_refused():
    with pytest.raises(ValueError, match="greater than 0"):
        stats.equivalence([1.0, 2.0], 0)
    with pytest.raises(ValueError, match="greater than 0"):
        stats.games_for_equivalence(-1, 1)
    with pytest.raises(ValueError, match="level"):
        stats.games_for_equivalence(1, 1, power=90)

"""Tests and corrections against scipy, R, published figures, hand calculation and simulation."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from digsite.analyses import stats

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

"""Figures and their intervals as parts of sentences."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from analyses.stats.estimate import Estimate, decimals


@pytest.mark.parametrize(
    ("estimate", "options", "words"),
    [
        (Estimate(0.523, 0.519, 0.527, 200_000), {"percent": True}, "52.3 % (51.9 to 52.7 %; 200,000 games)"),
        (Estimate(0.523, 0.5076, 0.5376, 4_000), {"percent": True}, "52.3 % (50.8 to 53.8 %; 4,000 games)"),
        (Estimate(123.4, 119.0, 127.0, 60), {"unit": "points"}, "123 points (119 to 127; 60 games)"),
        (Estimate(-0.0001, -0.4, 0.4, 9), {"signed": True}, "+0.0 (-0.4 to +0.4; 9 games)"),
        (
            Estimate(0.004, 0.001, 0.007, 5_000),
            {"percent": True, "signed": True, "unit": "points", "of": "pairs"},
            "+0.4 points (+0.1 to +0.7; 5,000 pairs)",
        ),
        (Estimate(0.5, 0.4, 0.6, 80, 0.99), {"percent": True}, "50 % (99 % interval 40 to 60 %; 80 games)"),
        (Estimate(7.0, -math.inf, math.inf, 1), {}, "7.0 (no interval; 1 game)"),
        (Estimate(7.0, 7.0, 7.0, 12), {}, "7.0 (no spread seen; 12 games)"),
        (Estimate(7.0, 5.0, math.inf, 5), {}, "7.0 (above 5.0; 5 games)"),
        (Estimate(7.0, -math.inf, 9.0, 5), {}, "7.0 (below 9.0; 5 games)"),
    ],
)
def test_an_estimate_reads_as_a_sentence(estimate, options, words):
    assert estimate.text(**options) == words


@given(st.floats(1e-6, 1e4))
def test_rounding_never_hides_more_than_a_quarter_of_an_interval(half_width):
    digits = decimals(half_width)
    assert digits == 0 or 0.5 * 10**-digits <= half_width / 4 * (1 + 1e-9)
    assert digits == 0 or 0.5 * 10 ** -(digits - 1) > half_width / 4 * (1 - 1e-9)

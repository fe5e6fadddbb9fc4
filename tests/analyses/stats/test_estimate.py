"""Figures and their intervals as parts of sentences."""

import math
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from digsite.analyses.stats.estimate import Estimate, decimals


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
        (Estimate(0.9997, 0.9988, 0.9999, 6_000), {"percent": True}, "99.97 % (99.88 to 99.99 %; 6,000 games)"),
        (Estimate(0.984, 0.958, 1.010, 40), {"percent": True}, "98 % (96 to 100 %; 40 games)"),
        (Estimate(5.0341, 5.0263, 5.0419, 9), {"unit": "artifacts"}, "5.03 artifacts (5.03 to 5.04; 9 games)"),
        (Estimate(54.300, 54.292, 54.308, 9), {"unit": "turns"}, "54.30 turns (54.29 to 54.31; 9 games)"),
        (Estimate(2.3755, 2.3731, 2.3779, 9), {}, "2.38 (2.37 to 2.38; 9 games)"),
        (Estimate(0.018, 0.0002, 0.036, 9), {"signed": True}, "+0.0180 (+0.0002 to +0.0360; 9 games)"),
        (Estimate(1.2, -6.0, 7.0, 9), {"unit": "percentage points"}, "1 percentage point (-6 to 7; 9 games)"),
        (Estimate(1.9999, 1.99975, 2.00005, 9), {"of": "sites"}, "2.00 (within 0.01; 9 sites)"),  # not 1.9999
        (Estimate(1.9996, 1.9991, 2.0001, 9), {}, "2.000 (1.999 to 2.000; 9 games)"),
        (Estimate(0.25, 0.249999, 0.250001, 9), {"percent": True}, "25.00 % (within 0.01 %; 9 games)"),
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


@given(st.floats(-1, 2), st.floats(0, 0.3), st.floats(0, 0.3), st.booleans())
def test_a_figure_never_reads_as_outside_its_own_interval(value, below, above, percent):
    text = Estimate(value, value - below, value + above, 100).text(percent=percent)
    figure, *ends = (float(number) for number in re.findall(r"-?[0-9.]+", text.partition(";")[0]))
    if ends and "within" not in text:
        assert ends[0] <= figure <= ends[1]


@given(st.floats(0, 1), st.floats(0, 0.3))
def test_a_share_and_its_interval_stay_between_0_and_100_per_cent(value, reach):
    text = Estimate(value, value - reach, value + reach, 100).text(percent=True)
    assert all(0 <= float(number) <= 100 for number in re.findall(r"-?[0-9.]+", text.partition(";")[0]))

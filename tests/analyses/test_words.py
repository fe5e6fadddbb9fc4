"""Figures in sentences, and the examples that docstrings give."""

import doctest

import pytest

from digsite.analyses import sentences
from digsite.analyses.experiments.nudge import findings
from digsite.analyses.scorecard import rivals
from digsite.analyses.stats import Estimate, estimate, family
from digsite.simulator.game import wording


@pytest.mark.parametrize(
    "module", [estimate, family, findings, rivals, sentences, wording], ids=lambda module: module.__name__
)
def test_the_examples_of_the_docstrings_are_right(module):
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed


def test_a_figure_is_written_in_parts_that_make_up_its_text():
    gap = Estimate(-0.0131, -0.024, -0.002, 1)
    written = gap.written(percent=True, signed=True, unit="percentage points", of="games")
    assert (written.value, written.places, written.number) == (-1.3, 1, "-1.3")
    assert (written.size, written.ends, written.counted) == ("1.3 percentage points", "-2.4 to -0.2", "1 game")
    assert written.with_ends == "-1.3 percentage points (-2.4 to -0.2)"
    assert gap.text(percent=True, signed=True, unit="percentage points") == f"{written.figure} {written.bracket}"


def test_a_difference_has_as_many_decimals_as_its_interval():
    assert sentences.difference_in_words(Estimate(-5.24, -5.9, -4.6, 80)) == (
        "5.2 points fewer",
        "(-5.9 to -4.6; 80 games)",
    )
    assert sentences.difference_in_words(Estimate(-0.53, -0.72, -0.34, 80)) == (
        "0.53 points fewer",
        "(-0.72 to -0.34; 80 games)",
    )
    assert sentences.difference_in_words(Estimate(30.4, 28.1, 32.4, 80), "dollars") == (
        "30 dollars more",
        "(+28 to +32; 80 games)",
    )
    assert sentences.difference_in_words(Estimate(5.24, 5.24, 5.24, 80)) == (
        "5.2 points more",
        "(no spread seen; 80 games)",
    )


def test_a_difference_of_shares_is_in_percentage_points_with_the_decimals_of_its_interval():
    assert sentences.rate_difference_in_words(Estimate(0.182, 0.155, 0.209, 80)) == (
        "18 percentage points more often",
        "(+16 to +21; 80 games)",
    )
    assert sentences.rate_difference_in_words(Estimate(-0.013, -0.024, -0.002, 80), of="players") == (
        "1.3 percentage points less often",
        "(-2.4 to -0.2; 80 players)",
    )


def test_how_far_a_share_lies_from_the_fair_one_is_told_by_the_figures_that_are_printed():
    def from_fair(share: float, reach: float, fair: float) -> str:
        return sentences.distance_from_fair(Estimate(share, share - reach, share + reach, 400), fair)

    assert f"{49.05:.1f}" == "49.0"  # and 24.05 would be 24.1
    assert from_fair(0.4905, 0.004, 0.25) == "24.0 percentage points above"
    assert from_fair(0.24, 0.04, 0.25) == "1 percentage point below"
    assert from_fair(0.35, 0.004, 1 / 3) == "1.7 percentage points above"

"""Figures in words, and the examples that docstrings give."""

import doctest

import pytest

from analyses import words
from analyses.experiments.check import texts
from analyses.experiments.nudge import findings
from analyses.scorecard import rivals
from analyses.stats import estimate, family
from simulator.game import wording


@pytest.mark.parametrize(
    "module", [estimate, family, findings, rivals, texts, wording], ids=lambda module: module.__name__
)
def test_the_examples_of_the_docstrings_are_right(module):
    tried = doctest.testmod(module)
    assert tried.attempted
    assert not tried.failed


def test_scores_are_counted_in_what_the_game_counts_and_percentage_points_are_left():
    said = "a difference of +1.4 points (+0.8 to +2.0; 40 pairs of games), 1 point or 2 percentage points at each point"
    assert words.counted_in(said, "points") == said
    assert words.counted_in(said, "dollars") == (
        "a difference of +1.4 dollars (+0.8 to +2.0; 40 pairs of games), 1 dollar or 2 percentage points at each point"
    )


def test_points_apart_have_their_interval():
    row = {"score_change": -5.24, "score_change_low": -5.9, "score_change_high": -4.6}
    assert words.points_apart(row, "score_change") == "5.2 points fewer (-5.9 to -4.6)"
    row = {"score_change": 5.24, "score_change_low": 5.24, "score_change_high": 5.24}
    assert words.points_apart(row, "score_change") == "5.2 points more (no spread seen)"

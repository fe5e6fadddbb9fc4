"""Figures in words, and the examples that docstrings give."""

import doctest

import pytest

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

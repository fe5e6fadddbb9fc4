"""Reports of many tests: how often one claims what is not there, and the words for effects."""

import doctest
import math

import numpy as np
import pytest
from scipy import stats as reference

from digsite.analyses.stats import family, tests


@pytest.mark.parametrize("games", [30, 300])
def test_reports_on_nothing_seldom_claim_anything(games):
    """Each report tests four seats' shares, the leader among them, and six means."""
    rng, runs, claims, certain = np.random.default_rng(9), 300, 0, 0
    for _ in range(runs):
        wins = np.eye(4)[rng.integers(0, 4, games)]
        top = int(wins.mean(axis=0).argmax())
        found = [tests.share(wins[:, seat], 0.25) for seat in range(4)]
        found.append(tests.leader([tests.mean(wins[:, top] - wins[:, at], scale=1.0) for at in range(4) if at != top]))
        found += [tests.mean(rng.exponential(1, games) - rng.exponential(1, games)) for _ in range(6)]
        graded = [family.certainty(p) for p in family.corrected([test.p for test in found])]
        claims += any(word != "unclear" for word in graded)
        certain += "certain" in graded
    assert claims <= reference.binom.ppf(0.999, runs, 0.05)
    assert certain <= 3


def test_what_cannot_be_tested_is_unclear_and_still_counts():
    assert family.corrected([0.01, math.nan]) == [0.02, 1.0]
    assert family.corrected([]) == []


@pytest.mark.parametrize(("p", "word"), [(0.0009, "certain"), (0.04, "likely"), (0.05, "unclear")])
def test_certainty_has_two_steps(p, word):
    assert family.certainty(p) == word


def test_effects_scale_with_the_fair_share():
    assert doctest.testmod(family).failed == 0
    assert family.effect(0.048, 1 / 4) == "moderate"
    assert family.effect(0.5, 1.0, "spread") == "large"
    steps = (0.01, 0.02, 0.09, 0.1, 0.19, 0.2)
    words = [family.effect(part * 60, 60.0, "ratio") for part in steps]
    assert words == ["none", "small", "small", "moderate", "moderate", "large"]
    assert family.effect(math.inf, 1.0) == family.effect(math.nan, 1.0) == "none"
    assert family.effect(0.1, 0.0) == "large"

"""Planned numbers of games give the widths and the chances that were planned."""

import numpy as np
import pytest

from digsite.analyses import stats
from digsite.analyses.stats import sizes, tests


def test_planned_games_give_the_planned_width():
    n = sizes.for_width(0.1, 2.0)
    assert stats.mean(stats.Moments(n, 0.0, (n - 1) * 4.0)).half_width == pytest.approx(0.1, rel=0.01)


def test_planned_games_find_what_they_should_as_often_as_planned():
    n, rng = sizes.to_find(0.2, 1.0, power=0.8), np.random.default_rng(9)
    assert np.mean([tests.mean(rng.normal(0.2, 1, n)).p < 0.05 for _ in range(1000)]) == pytest.approx(0.8, abs=0.04)


def test_planned_games_rule_out_what_they_should_as_often_as_planned():
    n, rng = sizes.to_rule_out(0.2, 1.0, power=0.8), np.random.default_rng(9)
    shown = [tests.equivalent(rng.normal(0, 1, n), 0.2, scale=0.0).p < 0.05 for _ in range(1000)]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.04)


def test_an_effect_in_few_games_must_have_its_chance():
    assert sizes.to_rule_out(0.01, 0.0, scale=1.0) == 300
    assert sizes.to_find(0.01, 0.0, scale=1.0) == 300
    assert sizes.for_width(0.01, 0.0, scale=1.0) == 369  # none in 369 games: less than 1 %, of 95 % intervals


def test_a_sequential_test_of_equal_sides_takes_about_as_many_as_planned():
    planned, ended = sizes.until_decided(0.1, 1.0, 1.0), []
    for seed in range(60):
        rng, test = np.random.default_rng(seed), stats.SequentialTest(0.1, tuned_for=sizes.to_rule_out(0.1, 1.0))
        while not test.update(stats.Moments(50, rng.normal() / 50**0.5, float(rng.chisquare(49)))).decided:
            pass
        ended.append(test.observed.n)
    assert np.median(ended) == pytest.approx(planned, rel=0.25)


def test_impossible_plans_are_refused():
    with pytest.raises(ValueError, match="greater than 0"):
        sizes.to_find(-1, 1)
    with pytest.raises(ValueError, match="level"):
        sizes.to_rule_out(1, 1, power=90)

"""Planned numbers of games give the widths and the chances that were planned."""

import numpy as np
import pytest

from digsite.analyses import stats
from digsite.analyses.stats import sizes, tests


def differs(values: stats.Moments) -> bool:
    return tests.mean(values).p < 0.05


def alike(values: stats.Moments) -> bool:
    return tests.equivalent(values, 0.2, scale=0.0).p < 0.05


def test_planned_games_give_the_planned_width():
    def reach(n: int) -> float:
        return stats.mean(sizes.planned(n, 0.0, 2.0)).half_width

    n = sizes.to_reach(0.1, reach)
    assert reach(n) == pytest.approx(0.1, rel=0.01)


def test_the_least_number_that_is_enough_is_found_to_a_thousandth():
    assert sizes.least_count(lambda n: n >= 17) == 17
    assert sizes.least_count(lambda _: True) == 2
    assert sizes.least_count(lambda n: n >= 1_234_567) == pytest.approx(1_234_567, rel=1e-3)


def test_planned_games_find_what_they_should_as_often_as_planned():
    n, rng = sizes.to_find(0.2, 1.0, 0.8, differs), np.random.default_rng(9)
    assert np.mean([tests.mean(rng.normal(0.2, 1, n)).p < 0.05 for _ in range(1000)]) == pytest.approx(0.8, abs=0.04)


def test_planned_games_rule_out_what_they_should_as_often_as_planned():
    n, rng = sizes.to_rule_out(0.2, 1.0, 0.8, alike), np.random.default_rng(9)
    shown = [tests.equivalent(rng.normal(0, 1, n), 0.2, scale=0.0).p < 0.05 for _ in range(1000)]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.04)


def test_an_effect_in_few_games_must_have_its_chance():
    assert sizes.to_settle(0.01, 0.0, 1.0) == 300


def test_a_sequential_test_of_equal_sides_takes_about_as_many_as_planned():
    tuned = sizes.to_settle(0.1, 1.0, 1.0)
    planned, ended = sizes.until_decided(0.1, 1.0, 1.0, tuned), []
    for seed in range(60):
        rng, test = np.random.default_rng(seed), stats.SequentialTest(0.1, tuned_for=tuned)
        while not test.update(stats.Moments(50, rng.normal() / 50**0.5, float(rng.chisquare(49)))).decided:
            pass
        ended.append(test.observed.n)
    assert np.median(ended) == pytest.approx(planned, rel=0.1)


def test_impossible_plans_are_refused():
    with pytest.raises(ValueError, match="greater than 0"):
        sizes.to_find(-1, 1, 0.9, differs)
    with pytest.raises(ValueError, match="level"):
        sizes.to_rule_out(1, 1, 90, alike)

"""The mean over groups, and a further group: what their intervals promise, with and without differences between groups."""

import numpy as np
import pytest

from digsite.analyses.stats import Moments, mean
from digsite.analyses.stats.random_effects import pool

FAIR = 0.25
LARGE, SMALL = 25_000, 2_500  # games of a run, and of each other line-up


def seats_of(rng, groups, spread):
    """Wins of one seat with several line-ups, the first of them a large run, whose true rates spread around a fair share."""
    rates = FAIR + rng.normal(0, spread, groups)
    games = [LARGE] + [SMALL] * (groups - 1)
    wins = [rng.binomial(n, rate) for n, rate in zip(games, rates, strict=True)]
    return [Moments.from_sums(n, won, won) for n, won in zip(games, wins, strict=True)]


def measured(runs, groups, spread, seed=0):
    """How often the interval of the mean covers it, that of a further group covers one, and groups are called different."""
    covered = further = differ = 0
    for run in range(runs):
        rng = np.random.default_rng([seed, run])
        found = pool(seats_of(rng, groups, spread))
        over_all, another = found.test(FAIR), found.further(FAIR)
        covered += over_all.low <= FAIR <= over_all.high
        further += another.low <= FAIR + rng.normal(0, spread) <= another.high
        differ += found.differ < 0.05
    return covered / runs, further / runs, differ / runs


def test_of_groups_of_one_size_that_differ_much_the_interval_is_students():
    rates = [0.1, 0.2, 0.25, 0.3, 0.5]
    found = pool([Moments(100_000, rate, 100_000 * rate * (1 - rate)) for rate in rates])
    for level in (0.9, 0.95, 0.999):
        test, student = found.test(FAIR, level), mean(np.array(rates), level)
        assert test.estimate == pytest.approx(np.mean(rates), abs=1e-4)
        assert test.high - test.low == pytest.approx(student.high - student.low, rel=0.05)
        assert test.high - test.low >= student.high - student.low
    assert found.spread == pytest.approx(np.std(rates, ddof=1), rel=0.01)
    assert found.least_spread < found.spread
    assert found.differ < 1e-9


def test_groups_that_are_alike_need_not_be_weighed_alike():
    """Ten times the games are ten times the weight, and the interval is that of all games together."""
    found = pool([Moments(100_000, 0.26, 19_000.0), *[Moments(10_000, 0.26, 1_900.0)] * 9])
    assert (found.mean, found.spread, found.games) == (pytest.approx(0.26), 0.0, 190_000)
    assert found.test(FAIR).p < 1e-9
    assert found.further_within(0.025, FAIR) < 1e-6
    assert found.further_within(0.005, FAIR) == pytest.approx(1.0)


def test_the_tests_agree_with_their_intervals():
    found = pool(seats_of(np.random.default_rng(4), 8, 0.02))
    for test in (found.test, found.further):
        low, high = test(FAIR).low, test(FAIR).high
        assert (test(low).p, test(high).p) == pytest.approx((0.05, 0.05))


def test_too_few_groups_and_values_without_spread_have_no_mean_over_groups():
    one = Moments(100, 0.5, 25.0)
    assert pool([one, one]) is None
    assert pool([one, one, Moments(1, 0.5, 0.0)]) is None
    assert pool([Moments(100, 0.0, 0.0)] * 4) is None


def test_without_differences_few_are_claimed():
    covered, _, differ = measured(250, 9, 0.0)
    assert covered >= 0.95
    assert differ <= 0.08


@pytest.mark.parametrize("spread", [0.01, 0.04])
def test_with_differences_the_intervals_hold_as_often_as_promised(spread):
    covered, further, _ = measured(250, 9, spread)
    assert covered >= 0.92
    assert further >= 0.92


def claimed(runs, seed, seats=4, groups=9):
    """In how many reports on equal seats something is claimed: of a seat, or that line-ups differ; corrected as in a report."""
    claims = 0
    for run in range(runs):
        rng = np.random.default_rng([seed, run])
        games = [LARGE] + [SMALL] * (groups - 1)
        wins = [rng.multinomial(n, [1 / seats] * seats) for n in games]
        found = [
            pool([Moments.from_sums(n, won[seat], won[seat]) for n, won in zip(games, wins, strict=True)])
            for seat in range(seats)
        ]
        least = min(min(over_all.test(1 / seats).p, over_all.differ) for over_all in found)
        claims += least * 2 * seats < 0.05
    return claims / runs


def test_reports_with_nothing_to_find_rarely_claim_anything():
    assert claimed(60, seed=2) <= 0.1


@pytest.mark.verify
def test_many_reports_with_nothing_to_find_rarely_claim_anything():
    assert claimed(2_000, seed=3) <= 0.05


@pytest.mark.verify
@pytest.mark.parametrize("groups", [5, 9, 12])
@pytest.mark.parametrize("spread", [0.0, 0.01, 0.02, 0.04])
def test_many_times_the_intervals_hold_as_often_as_promised(groups, spread):
    """With planted differences 93 to 97 %, up to chance; without any more often, and differences in at most 5 %."""
    covered, further, differ = measured(2_000, groups, spread, seed=1)
    assert covered >= 0.93
    assert further >= 0.93
    if spread:
        assert covered <= 0.975
    else:
        assert differ <= 0.06

"""Tests against a stated null: published and exact figures, few games, no spread, rare events, planted leaders."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference

from digsite.analyses.stats import Moments, tests
from digsite.analyses.stats.tests import Test
from tests.analyses.stats.samples import counts_of_wins, finite

ALARMS = (0.05, 0.001)


def whole(wins: float, games: int) -> Moments:
    return Moments.from_sums(games, wins, wins)


def alarms(p_values) -> list[float]:
    return [float(np.mean(np.asarray(p_values) < level)) for level in ALARMS]


def most(level: float, runs: int) -> float:
    """The share of false alarms that a test of this level goes beyond once in a thousand times."""
    return float(reference.binom.ppf(0.999, runs, level)) / runs


# ----------------------------------------------------------------------------------------------------------- a share


@given(counts_of_wins(), st.sampled_from([1 / 6, 0.25, 0.5, 0.9]))
def test_whole_wins_are_tested_by_the_binomial_law(counts, null):
    wins, games = counts
    found = tests.share(whole(wins, games), null)
    tails = (reference.binomtest(wins, games, null, alternative=way).pvalue for way in ("less", "greater"))
    assert found.p == pytest.approx(min(1.0, 2 * min(tails)), rel=1e-6)
    exact = reference.binomtest(wins, games).proportion_ci(method="exact")
    assert (found.low, found.high) == pytest.approx((exact.low, exact.high), abs=1e-9)


def test_four_wins_of_four_are_not_certain():
    assert tests.share([1.0] * 4, 1 / 4).p == pytest.approx(2 / 4**4)
    assert tests.share([1.0] * 4, 1 / 2).p == pytest.approx(2 / 2**4)


def lucks_of(rng: np.random.Generator, n: int, seats: int, luck: float) -> np.ndarray:
    """The win rates of one of several equal players who sits on every seat of each deal in turn."""
    dealt = rng.random((n, seats)) < luck
    winner = np.where(dealt, rng.integers(0, seats, (n, 1)), rng.integers(0, seats, (n, seats)))
    return (winner == np.arange(seats)).mean(axis=1)


@pytest.mark.parametrize(("lucks", "seats"), [(4, 2), (8, 4), (50, 2), (50, 4)])
def test_equal_players_on_few_deals_are_seldom_told_apart(lucks, seats):
    rng, runs = np.random.default_rng(3), 600
    found = alarms([tests.share(lucks_of(rng, lucks, seats, 0.7), 1 / seats).p for _ in range(runs)])
    assert found[0] <= most(0.05, runs)
    assert found[1] <= most(0.001, runs)


def test_no_games_test_nothing():
    found = tests.share([], 0.5)
    assert (found.low, found.high, found.p) == (0, 1, 1)
    with pytest.raises(ValueError, match="between 0 and 1"):
        tests.share([1.0], 0.0)


# ------------------------------------------------------------------------------------------------------ two shares


@pytest.mark.parametrize(("n", "p"), [(4, 0.5), (8, 0.5), (20, 0.3), (100, 0.01), (100, 0.5)])
def test_equal_shares_are_seldom_told_apart_exactly_summed(n, p):
    """Over every outcome, each with its probability: Fisher and Barnard would agree."""
    chance = reference.binom.pmf(np.arange(n + 1), n, p)
    likely = [k for k in range(n + 1) if chance[k] > 1e-7]
    found = {(i, j): tests.share_difference(whole(i, n), whole(j, n)).p for i in likely for j in likely if i <= j}
    for level in ALARMS:
        wrong = sum(chance[i] * chance[j] * (1 + (i != j)) for (i, j), value in found.items() if value < level)
        assert wrong <= 1.05 * level


@pytest.mark.parametrize(("n", "a", "b"), [(8, 0.3, 0.6), (30, 0.02, 0.1), (100, 0.01, 0.02), (100, 0.3, 0.3)])
def test_intervals_of_differences_of_shares_cover_exactly_summed(n, a, b):
    chances = [reference.binom.pmf(np.arange(n + 1), n, share) for share in (a, b)]
    covered = 0.0
    for i in np.flatnonzero(chances[0] > 1e-6):
        for j in np.flatnonzero(chances[1] > 1e-6):
            found = tests.share_difference(whole(int(i), n), whole(int(j), n))
            covered += chances[0][i] * chances[1][j] * (found.low <= b - a <= found.high)
    assert covered >= 0.948


def test_the_interval_of_a_difference_and_its_p_value_agree():
    for wins in range(0, 31, 3):
        found = tests.share_difference(whole(8, 30), whole(wins, 30))
        assert (found.p < 0.05) == (not found.low <= 0 <= found.high)


def test_rows_on_the_same_luck_are_told_apart_with_fewer_games():
    a, b = whole(400, 1000), whole(430, 1000)
    assert tests.share_difference(a, b, 0.8).p < tests.share_difference(a, b).p < tests.share_difference(a, b, -0.5).p


def test_a_few_rows_cannot_tell_that_two_shares_move_as_one():
    assert tests.share_difference(whole(10, 20), whole(10, 20), 1.0).high > 0.05


def test_a_difference_beyond_all_doubt_has_a_p_value_still():
    assert 0 < tests.share_difference(whole(0, 10_000), whole(10_000, 10_000)).p < 1e-100


# ------------------------------------------------------------------------------------------------------------ a mean


@given(st.lists(finite, min_size=30, max_size=60, unique=True), finite)
def test_a_mean_is_tested_by_students_t(values, null):
    found, theirs = tests.mean(values, null), reference.ttest_1samp(values, null)
    assert found.p == pytest.approx(max(theirs.pvalue, 2.0 ** (1 - len(values))), abs=1e-9)
    interval = theirs.confidence_interval()
    assert (found.low, found.high) == pytest.approx((interval.low, interval.high), rel=1e-9, abs=1e-9)


def test_equal_values_prove_no_more_than_tosses_of_a_coin():
    assert tests.mean([5.0] * 8).p == pytest.approx(2 / 2**8)
    assert tests.mean([5.0] * 8).high > 5.0 > tests.mean([5.0] * 8).low
    assert tests.mean([5.0] * 100).p < 1e-6
    assert tests.mean([0.0] * 8).p == 1
    assert tests.mean([7.0]).p == tests.mean([]).p == 1


def rare(rng: np.random.Generator, n: int) -> np.ndarray:
    """Paired differences of wins: in one deal of a hundred a win is gained or lost."""
    return rng.choice([-1.0, 0.0, 1.0], p=[0.005, 0.99, 0.005], size=n)


def tied(rng: np.random.Generator, n: int) -> np.ndarray:
    return rng.choice([-1.0, 1.0], size=n) * 3


def lopsided(rng: np.random.Generator, n: int) -> np.ndarray:
    """Ten points lost in a deal of twenty, a little gained in all others."""
    return np.where(rng.random(n) < 0.05, -9.5, 0.5)


@pytest.mark.parametrize(("draw", "scale"), [(rare, 1.0), (tied, 0.0), (lopsided, 10.0)])
@pytest.mark.parametrize("n", [8, 100, 1000])
def test_means_of_nothing_are_seldom_something(draw, scale, n):
    rng, runs = np.random.default_rng(4), 500
    found = [tests.mean(draw(rng, n), 0.0, scale) for _ in range(runs)]
    wrong = alarms([test.p for test in found])
    assert wrong[0] <= most(0.05, runs)
    assert wrong[1] <= most(0.001, runs)
    assert np.mean([test.low <= 0 <= test.high for test in found]) >= 1 - most(0.05, runs)


# ------------------------------------------------------------------------------------------------------------- alike


def test_equivalence_of_a_published_example():
    # Lakens' TOSTER, TOSTone(m = 0.54, mu = 0.5, sd = 1.2, n = 100, bounds = ±0.3 sd): t = 3.333 and -2.667.
    found = tests.equivalent(Moments(100, 0.54, 99 * 1.2**2), 0.36, 0.5, scale=0.0)
    assert found.p == pytest.approx(reference.t.cdf(-2.6666667, 99), abs=1e-8)
    assert found.p == pytest.approx(0.00447, abs=5e-6)


@given(st.lists(finite, min_size=8, max_size=30, unique=True), st.floats(0.1, 500), st.floats(0, 50))
def test_values_are_alike_just_when_their_interval_lies_within_the_margin(values, margin, scale):
    found = tests.equivalent(values, margin, scale=scale)
    assert (found.p < 0.05) == (-margin < found.low and found.high < margin)


@pytest.mark.parametrize(("size", "chance"), [(1.0, 0.01), (50.0, 0.002), (20.0, 0.05)])
@pytest.mark.parametrize("n", [100, 1000])
def test_rare_large_effects_are_seldom_called_alike(size, chance, n):
    rng, runs = np.random.default_rng(5), 600
    hits = rng.binomial(n, chance, runs)
    found = [tests.equivalent(Moments.from_sums(n, size * k, size**2 * k), size * chance, scale=size).p for k in hits]
    assert np.mean(np.array(found) < 0.05) <= most(0.05, runs)


def test_the_interval_of_alike_values_reaches_as_far_as_what_may_be_unseen():
    assert tests.equivalent([0.0] * 50, 0.5, scale=1.0).high == pytest.approx(-math.log(0.05) / 50)


def test_a_few_equal_games_do_not_prove_equality_but_many_do():
    assert tests.equivalent([0.0] * 5, 0.01, scale=1.0).p > 0.3
    assert tests.equivalent([0.0] * 5000, 0.01, scale=1.0).p < 1e-6
    assert tests.equivalent([0.0], 0.01, scale=1.0).p == 1
    with pytest.raises(ValueError, match="greater than 0"):
        tests.equivalent([1.0, 2.0], 0, scale=1.0)


# ----------------------------------------------------------------------------------------------------------- leaders


def test_the_leader_of_equals_is_seldom_claimed_however_many_there_are():
    rng, runs = np.random.default_rng(6), 400
    for count in (2, 5):
        p_values = []
        for _ in range(runs):
            rows = rng.normal(0, 1, (40, count))
            top = int(rows.mean(axis=0).argmax())
            others = [at for at in range(count) if at != top]
            p_values.append(tests.leader([tests.mean(rows[:, top] - rows[:, at]) for at in others]).p)
        assert alarms(p_values)[0] <= most(0.05, runs)


def test_a_planted_leader_is_found_and_a_shared_lead_is_not():
    rng = np.random.default_rng(7)
    rows = rng.normal([1.0, 0.0, 0.0], 1, (200, 3))
    assert tests.leader([tests.mean(rows[:, 0] - rows[:, at]) for at in (1, 2)]).p < 1e-6
    shared = rng.normal([1.0, 1.0, 0.0], 1, (200, 3))
    assert tests.leader([tests.mean(shared[:, 0] - shared[:, at]) for at in (1, 2)]).p > 0.05
    with pytest.raises(ValueError, match="at least one other"):
        tests.leader([])


# ------------------------------------------------------------------------------------------------------------ the type


@pytest.mark.parametrize(
    ("low", "high", "near"), [(0.28, 0.31, 0.03), (0.2, 0.3, 0.0), (0.18, 0.22, -0.03), (-math.inf, math.inf, 0.0)]
)
def test_effects_are_graded_by_the_near_end(low, high, near):
    assert Test(0.25, 0.26, low, high, 0.5).near == pytest.approx(near)

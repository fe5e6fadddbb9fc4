"""Intervals of shares and means against published ones, scipy's, exact sums and simulation."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats as reference

from digsite.analyses import stats
from digsite.analyses.stats import Estimate, Moments
from tests.analyses.stats.samples import counts_of_wins, covers, finite, levels


def whole_wins(wins: int, games: int) -> Moments:
    return Moments.from_sums(games, wins, wins)


def wilson(wins: int, games: int, level: float = 0.95) -> tuple[float, float]:
    interval = reference.binomtest(wins, games).proportion_ci(level, "wilson")
    return interval.low, interval.high


# ----------------------------------------------------------------------------------------------------- shares


@pytest.mark.parametrize(
    ("wins", "games", "limits"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I: method 3 (score).
        (81, 263, (0.2553, 0.3662)),
        (15, 148, (0.0624, 0.1605)),
        (0, 20, (0.0, 0.1611)),
        (1, 29, (0.0061, 0.1718)),
    ],
)
def test_intervals_for_shares_are_those_of_newcombe(wins, games, limits):
    found = stats.shared_wins(whole_wins(wins, games))
    assert (found.low, found.high) == pytest.approx(limits, abs=5e-5)


@given(counts_of_wins(), levels)
def test_without_ties_shared_wins_are_wilsons(counts, level):
    wins, games = counts
    found = stats.shared_wins(whole_wins(wins, games), level)
    assert (found.low, found.high) == pytest.approx(wilson(wins, games, level), abs=1e-9)
    assert 0 <= found.low <= found.value <= found.high <= 1


@given(st.lists(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 1.0]), min_size=1, max_size=300))
def test_ties_never_lengthen_the_interval(shares):
    found = stats.shared_wins(shares)
    # Whole wins and losses with the same mean have the largest variance there is.
    untied = stats.shared_wins(whole_wins(sum(shares), len(shares)))
    assert untied.low - 1e-9 <= found.low <= found.value <= found.high <= untied.high + 1e-9


def test_a_sample_of_ties_alone_still_has_an_interval():
    assert stats.shared_wins([0.5] * 10).half_width > 0.05
    assert stats.shared_wins([0.5] * 1000).half_width < 0.005


def test_no_games_leave_all_shares_possible():
    nothing = stats.shared_wins([])
    assert (nothing.low, nothing.high, nothing.n) == (0, 1, 0)
    assert math.isnan(nothing.value)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.25, 1 / 3, 0.5])
def test_coverage_of_intervals_for_shares_summed_exactly(share):
    games = 200
    chance = reference.binom(games, share).pmf(range(games + 1))
    covered = sum(p for wins, p in enumerate(chance) if covers(stats.shared_wins(whole_wins(wins, games)), share))
    assert covered > 0.92


def test_coverage_of_shared_wins():
    rng = np.random.default_rng(11)
    parts, chances = np.array([0, 1 / 3, 0.5, 1]), np.array([0.6, 0.05, 0.15, 0.2])
    runs = rng.choice(parts, p=chances, size=(1500, 250))
    intervals = [stats.shared_wins(run) for run in runs]
    assert 0.935 <= np.mean([covers(i, float(parts @ chances)) for i in intervals]) <= 0.965
    untied = [stats.shared_wins(whole_wins(float(run.sum()), 250)).half_width for run in runs]
    assert np.mean([i.half_width for i in intervals]) < 0.9 * np.mean(untied)


@pytest.mark.parametrize("shares", [[-1.0, 0.0], [1.0, 2.0]])
def test_impossible_shares_are_refused(shares):
    with pytest.raises(ValueError, match="between 0 and 1"):
        stats.shared_wins(shares)


def test_levels_refuse_percent():
    with pytest.raises(ValueError, match="level"):
        stats.shared_wins([1.0, 0.0], level=95)
    with pytest.raises(ValueError, match="level"):
        stats.mean([1.0, 0.0], level=95)


# ------------------------------------------------------------------------------------------------------ means


@given(st.lists(finite, min_size=3, max_size=40, unique=True), levels)
def test_interval_for_a_mean_is_students(values, level):
    theirs = reference.ttest_1samp(values, 0).confidence_interval(level)
    ours = stats.mean(values, level)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9, abs=1e-9)
    assert ours == stats.mean(Moments.of(values), level)


def test_one_game_says_nothing_of_a_mean_and_none_even_less():
    assert stats.mean([4.0]) == stats.anytime_interval([4.0]) == Estimate(4.0, -math.inf, math.inf, 1)
    empty = stats.mean([])
    assert math.isnan(empty.value)
    assert (empty.low, empty.high, empty.n) == (-math.inf, math.inf, 0)

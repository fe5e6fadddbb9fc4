"""The figures of `analyses.stats` against published ones, hand calculation, exact sums and simulation."""

from __future__ import annotations

import math
import subprocess
import sys

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats as reference

from analyses import stats
from analyses.stats import Estimate, Moments, PairMoments, SequentialTest

finite = st.integers(-(10**9), 10**9).map(lambda millionths: millionths / 1e6)  # the size of scores; no underflow
levels = st.sampled_from([0.8, 0.9, 0.95, 0.99])


def counts_of_wins() -> st.SearchStrategy[tuple[int, int]]:
    return st.integers(1, 5_000).flatmap(lambda n: st.tuples(st.integers(0, n), st.just(n)))


def test_importing_is_cheap_and_never_loads_numba_or_scipy():
    code = "import sys, analyses.stats; print([m for m in ('numba', 'scipy') if m in sys.modules])"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# ------------------------------------------------------------------------------------------- the words for it


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
        (Estimate(7.0, -math.inf, math.inf, 1), {}, "7.0 (no interval; 1 game)"),
        (Estimate(7.0, 7.0, 7.0, 12), {}, "7.0 (all alike; 12 games)"),
        (Estimate(7.0, 5.0, math.inf, 5), {}, "7.0 (above 5.0; 5 games)"),
        (Estimate(7.0, -math.inf, 9.0, 5), {}, "7.0 (below 9.0; 5 games)"),
        (Estimate(0.123456, 0.1, 0.2, 5), {"digits": 3}, "0.123 (0.100 to 0.200; 5 games)"),
    ],
)
def test_an_estimate_reads_as_a_sentence(estimate, options, words):
    assert estimate.text(**options) == words


@given(st.floats(1e-6, 1e4))
def test_rounding_never_hides_more_than_a_quarter_of_an_interval(half_width):
    digits = stats._decimals(half_width)
    assert digits == 0 or 0.5 * 10**-digits <= half_width / 4 * (1 + 1e-9)
    assert digits == 0 or 0.5 * 10 ** -(digits - 1) > half_width / 4 * (1 - 1e-9)


# ----------------------------------------------------------------------------------------------------- shares


@pytest.mark.parametrize(
    ("wins", "games", "wilson", "exact"),
    [
        # Newcombe (1998), Statistics in Medicine 17, table I: methods 3 (score) and 5 (exact).
        (81, 263, (0.2553, 0.3662), (0.2527, 0.3676)),
        (15, 148, (0.0624, 0.1605), (0.0578, 0.1617)),
        (0, 20, (0.0, 0.1611), (0.0, 0.1684)),
        (1, 29, (0.0061, 0.1718), (0.0009, 0.1776)),
    ],
)
def test_intervals_for_shares_are_those_of_newcombe(wins, games, wilson, exact):
    score, clopper = stats.wilson(wins, games), stats.clopper_pearson(wins, games)
    assert (score.low, score.high) == pytest.approx(wilson, abs=5e-5)
    assert (clopper.low, clopper.high) == pytest.approx(exact, abs=5e-5)


@given(counts_of_wins(), levels)
def test_intervals_for_shares_agree_with_scipy(counts, level):
    wins, games = counts
    binomial = reference.binomtest(wins, games)
    for ours, method in ((stats.wilson, "wilson"), (stats.clopper_pearson, "exact")):
        interval, theirs = ours(wins, games, level), binomial.proportion_ci(level, method)
        assert (interval.low, interval.high) == pytest.approx((theirs.low, theirs.high), abs=1e-9)
        assert 0 <= interval.low <= interval.value <= interval.high <= 1


@given(counts_of_wins(), levels)
def test_without_ties_shared_wins_are_plain_wilson(counts, level):
    wins, games = counts
    plain = stats.wilson(wins, games, level)
    shared = stats.shared_wins(Moments.from_sums(games, wins, wins), level)
    # Where all but a few games went one way the floor under the variance may lengthen it, never shorten it.
    assert shared.low <= plain.low + 1e-9
    assert shared.high >= plain.high - 1e-9
    if 0.1 < wins / games < 0.9:
        assert (shared.low, shared.high) == pytest.approx((plain.low, plain.high), abs=1e-9)


@given(st.lists(st.sampled_from([0.0, 0.25, 1 / 3, 0.5, 1.0]), min_size=1, max_size=300))
def test_ties_never_lengthen_the_interval(shares):
    plain, shared = stats.wilson(sum(shares), len(shares)), stats.shared_wins(shares)
    assert plain.low - 1e-9 <= shared.low <= shared.value <= shared.high <= plain.high + 1e-9


def test_a_sample_of_ties_alone_still_has_an_interval():
    assert stats.shared_wins([0.5] * 10).half_width > 0.05
    assert stats.shared_wins([0.5] * 1000).half_width < 0.005


def test_no_games_leave_all_shares_possible():
    for interval in (stats.wilson(0, 0), stats.clopper_pearson(0, 0), stats.shared_wins([])):
        assert (interval.low, interval.high, interval.n) == (0, 1, 0)
        assert math.isnan(interval.value)


@pytest.mark.parametrize("share", [0.02, 0.1, 0.25, 1 / 3, 0.5])
def test_coverage_of_intervals_for_shares_summed_exactly(share):
    games = 200
    chance = reference.binom(games, share).pmf(range(games + 1))
    covered = {
        ours: sum(p for wins, p in enumerate(chance) if ours(wins, games).covers(share))
        for ours in (stats.wilson, stats.clopper_pearson)
    }
    assert covered[stats.wilson] > 0.92
    assert covered[stats.clopper_pearson] >= 0.95


def test_coverage_of_shared_wins():
    rng = np.random.default_rng(11)
    parts, chances = np.array([0, 1 / 3, 0.5, 1]), np.array([0.6, 0.05, 0.15, 0.2])
    runs = rng.choice(parts, p=chances, size=(1500, 250))
    intervals = [stats.shared_wins(run) for run in runs]
    assert 0.935 <= np.mean([i.covers(float(parts @ chances)) for i in intervals]) <= 0.965
    plain = [stats.wilson(float(run.sum()), 250).half_width for run in runs]
    assert np.mean([i.half_width for i in intervals]) < 0.9 * np.mean(plain)


@pytest.mark.parametrize("bad", [(-1, 5), (6, 5)])
def test_impossible_wins_are_refused(bad):
    with pytest.raises(ValueError, match="do not fit"):
        stats.wilson(*bad)


def test_exact_intervals_refuse_parts_of_a_win_and_levels_refuse_percent():
    with pytest.raises(ValueError, match="whole wins"):
        stats.clopper_pearson(1.5, 5)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="level"):
        stats.wilson(1, 5, level=95)


# ---------------------------------------------------------------------------------- moments, means, quantiles


@given(st.lists(finite, min_size=2, max_size=60), st.integers(0, 60))
def test_moments_merge_as_if_seen_at_once(values, cut):
    whole = Moments.of(values)
    merged = Moments.of(values[:cut]).merged(Moments.of(values[cut:]))
    summed = Moments.from_sums(len(values), sum(values), sum(v * v for v in values))
    counted = Moments.from_counts(*np.unique(values, return_counts=True))
    for other in (merged, summed, counted):
        assert other.n == other.games == whole.n
        assert other.mean == pytest.approx(whole.mean, abs=1e-8)
        assert other.m2 == pytest.approx(whole.m2, rel=1e-8, abs=1e-5)


@given(st.lists(finite, min_size=3, max_size=40, unique=True), levels)
def test_interval_for_a_mean_is_students(values, level):
    theirs = reference.ttest_1samp(values, 0).confidence_interval(level)
    ours = stats.mean(values, level)
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), rel=1e-9, abs=1e-9)
    assert ours == stats.mean(Moments.of(values), level)


def test_interval_for_a_mean_of_students_sleep_data():
    # Student (1908): extra hours of sleep; R: t.test(extra ~ group, paired = TRUE), -2.4598858 to -0.7001142.
    first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    paired = stats.paired_difference(second, first)
    assert paired.difference.value == pytest.approx(-1.58)
    assert (paired.difference.low, paired.difference.high) == pytest.approx((-2.4598858, -0.7001142), abs=1e-7)
    assert paired.p_value == pytest.approx(0.002832890, abs=1e-8)
    # R: t.test(extra ~ group), Welch: -3.3654832 to 0.2054832.
    welch = stats.independent_difference(second, first)
    assert (welch.low, welch.high) == pytest.approx((-3.3654832, 0.2054832), abs=1e-7)


def test_one_game_tells_nothing_of_a_mean_and_none_even_less():
    unknown = (-math.inf, math.inf)
    assert stats.mean([4.0]) == stats.anytime_interval([4.0]) == Estimate(4.0, *unknown, 1)
    assert stats.independent_difference([1.0], [3.0, 4.0]) == Estimate(2.5, *unknown, 3)
    for nothing in (Moments.of([]), Moments.from_sums(0, 0, 0), Moments.from_counts([], [])):
        assert nothing.merged(nothing) == Moments(0, 0.0, 0.0)
        empty = stats.mean(nothing)
        assert math.isnan(empty.value)
        assert (empty.low, empty.high) == unknown
    assert stats.quantile([]).n == 0
    assert math.isnan(stats.paired_difference([], []).p_value)
    none = PairMoments.from_sums(0, 0, 0, 0, 0, 0)
    assert none.merged(none) == PairMoments.of([], [])
    assert math.isnan(none.correlation)


def test_values_without_spread_differ_for_certain():
    assert stats.independent_difference([1.0, 1.0], [3.0, 3.0]) == Estimate(2.0, 2.0, 2.0, 4)


@pytest.mark.parametrize(
    ("n", "ranks", "coverage"),
    # Tables of the sign test: intervals for the median from ordered values.
    [
        (6, (1, 6), 0.9688),
        (10, (2, 9), 0.9785),
        (15, (4, 12), 0.9648),
        (20, (6, 15), 0.9586),
        (25, (8, 18), 0.9567),
    ],
)
def test_ranks_around_the_median_are_those_of_the_sign_test(n, ranks, coverage):
    low, high = stats.quantile_ranks(0.5, n)
    assert (low, high) == ranks
    assert reference.binom.cdf(high - 1, n, 0.5) - reference.binom.cdf(low - 1, n, 0.5) == pytest.approx(
        coverage, abs=5e-5
    )


@given(st.floats(0.02, 0.98), st.integers(1, 2000), levels)
def test_ranks_cover_every_quantile_at_least_as_often_as_promised(q, n, level):
    low, high = stats.quantile_ranks(q, n, level)
    assert 0 <= low < high <= n + 1
    assert reference.binom.cdf(high - 1, n, q) - reference.binom.cdf(low - 1, n, q) >= level - 1e-9


@given(st.lists(st.integers(-5, 5), min_size=1, max_size=200), st.sampled_from([0.1, 0.5, 0.9]))
def test_quantiles_from_counts_are_those_of_the_values(values, q):
    plain = stats.quantile(values, q)
    distinct, times = np.unique(values, return_counts=True)
    assert plain == stats.quantile(distinct[::-1], q, counts=times[::-1])
    assert plain.value == np.quantile(values, q, method="inverted_cdf")
    assert plain.low <= plain.value <= plain.high


def test_few_games_give_no_bound_for_a_far_quantile():
    with pytest.raises(ValueError, match="for the median"):
        stats.quantile_ranks(50, 10)
    extreme = stats.quantile(range(20), 0.95)
    assert extreme.high == math.inf
    assert extreme.low == 16


def test_bootstrap_of_a_mean_is_close_to_students_interval():
    values = np.random.default_rng(3).normal(10, 2, 400)
    resampled, exact = stats.bootstrap(values, statistic=np.mean), stats.mean(values)
    assert (resampled.low, resampled.high) == pytest.approx((exact.low, exact.high), abs=0.05)
    assert resampled == stats.bootstrap(values, statistic=np.mean)


def test_bootstrap_of_paired_columns_and_of_large_samples():
    rng = np.random.default_rng(4)
    a = rng.normal(10, 2, 3000)
    b = 2 * a + rng.normal(0, 0.1, 3000)

    def ratio(x, y, axis):
        return y.mean(axis=axis) / x.mean(axis=axis)

    together = stats.bootstrap(a, b, statistic=ratio, paired=True, resamples=300)
    assert together.covers(2.0)
    assert together.half_width < 0.002


# ------------------------------------------------------------------------------------------------ differences


@given(st.lists(st.tuples(finite, finite), min_size=3, max_size=60), st.integers(0, 60))
def test_pair_moments_merge_and_agree_with_numpy(pairs, cut):
    a, b = np.array(pairs).T
    whole = PairMoments.of(a, b)
    merged = PairMoments.of(a[:cut], b[:cut]).merged(PairMoments.of(a[cut:], b[cut:]))
    summed = PairMoments.from_sums(len(a), a.sum(), b.sum(), a @ a, b @ b, a @ b)
    for moments in (whole, merged, summed):
        assert moments.difference.mean == pytest.approx((b - a).mean(), abs=1e-8)
        assert moments.difference.m2 == pytest.approx(np.square(b - a - (b - a).mean()).sum(), rel=1e-6, abs=1e-4)
    if a.std() > 1e-3 and b.std() > 1e-3:
        assert whole.correlation == pytest.approx(np.corrcoef(a, b)[0, 1], abs=1e-6)


def test_a_lazy_query_gives_the_same_difference_as_the_arrays():
    rng = np.random.default_rng(5)
    frame = pl.LazyFrame({"a": rng.integers(0, 120, 5000), "b": rng.integers(0, 120, 5000)}).cast(pl.Int8)
    a, b = pl.col("a").cast(pl.Float64), pl.col("b").cast(pl.Float64)
    sums = frame.select(
        n=pl.len(), a=a.sum(), b=b.sum(), aa=(a * a).sum(), bb=(b * b).sum(), ab=(a * b).sum()
    ).collect()
    lazy = stats.paired_difference(PairMoments.from_sums(*sums.row(0)))
    table = frame.collect()
    eager = stats.paired_difference(table["a"].to_numpy(), table["b"].to_numpy())
    assert lazy.difference.low == pytest.approx(eager.difference.low)
    assert (lazy.correlation, lazy.worth, lazy.sd) == pytest.approx((eager.correlation, eager.worth, eager.sd))


def test_the_same_luck_is_worth_as_many_games_as_the_variances_say():
    rng = np.random.default_rng(6)
    luck = rng.normal(0, 3, 200_000)
    a, b = luck + rng.normal(0, 1, luck.size), luck + rng.normal(0.1, 1, luck.size)
    paired = stats.paired_difference(a, b)
    # var(a) + var(b) = 20, var(b - a) = 2, correlation 9/10.
    assert paired.worth == pytest.approx(10, rel=0.02)
    assert paired.correlation == pytest.approx(0.9, abs=0.005)
    assert paired.sd == pytest.approx(stats.paired_sd(math.sqrt(10), 0.9), rel=0.01)
    assert paired.difference.covers(0.1)
    apart = stats.independent_difference(a, b)
    assert (apart.half_width / paired.difference.half_width) ** 2 == pytest.approx(paired.worth, rel=0.01)
    assert "the same luck was worth 10.0 times as many independent games" in paired.text()


def test_variants_without_any_effect_are_reported_as_alike():
    same = stats.paired_difference([3, 1, 2], [3, 1, 2])
    assert same.difference.text(signed=True) == "+0.0 (all alike; 3 games)"
    assert (same.correlation, same.worth, same.p_value) == (pytest.approx(1), math.inf, 1)
    assert stats.paired_difference([1, 2, 4], [2, 3, 5]).p_value == 0


def test_paired_difference_asks_for_both_sides():
    with pytest.raises(TypeError, match="two arrays"):
        stats.paired_difference([1, 2])
    with pytest.raises(ValueError, match="as many a as b"):
        stats.paired_difference([1, 2], [1, 2, 3])
    with pytest.raises(TypeError, match="come alone"):
        stats.paired_difference(PairMoments.of([1, 2], [1, 3]), luck=[1, 1])
    with pytest.raises(ValueError, match="luck for 1"):
        stats.cluster_means([1, 2], [7])


def test_a_cluster_counts_once_and_all_its_games_are_told():
    assert stats.cluster_means([1, 2, 3, 5], ["x", "y", "x", "y"]).tolist() == [2, 3.5]
    clustered = stats.paired_difference([0, 0, 0, 0], [1, 3, 2, 4], luck=[1, 1, 2, 2])
    assert clustered.difference == stats.mean(Moments(2, 2.5, 0.5, games=4))
    assert clustered.difference.n == 4


def test_intervals_stay_honest_when_rotations_share_their_luck():
    rng = np.random.default_rng(7)
    honest = naive = 0
    luck = np.repeat(np.arange(100), 4)
    for _ in range(600):
        shared = np.repeat(rng.normal(0, 1, 100), 4)
        a, b = np.zeros(400), shared + rng.normal(0, 1, 400)
        honest += stats.paired_difference(a, b, luck=luck).difference.covers(0)
        naive += stats.paired_difference(a, b).difference.covers(0)
    assert 0.925 <= honest / 600 <= 0.975
    assert naive / 600 < 0.85


# ------------------------------------------------------------------------------------------------------ seats


def test_seat_test_by_hand():
    # Three games, three seats, one seat won all: 3 of 27 equally probable courses.
    assert stats.seat_test([3, 0, 0]).p_value == pytest.approx(1 / 9)
    assert stats.seat_test([1, 1, 1]).p_value == pytest.approx(1)
    # Mendel's peas, 315 : 101 : 108 : 32 against 9 : 3 : 3 : 1, chi-square 0.470 with 3 degrees of freedom.
    peas = stats.seat_test([315, 101, 108, 32], fair=[9 / 16, 3 / 16, 3 / 16, 1 / 16])
    assert (peas.statistic, peas.p_value) == (pytest.approx(0.470, abs=5e-4), pytest.approx(0.9254, abs=5e-5))
    assert (peas.df, peas.n, peas.method) == (3, 556, "chi-square")


@given(counts_of_wins())
def test_seat_test_of_two_seats_is_the_binomial_test(counts):
    wins, games = counts
    assert stats.seat_test([wins, games - wins]).p_value == pytest.approx(
        reference.binomtest(wins, games).pvalue, abs=1e-6
    )


@given(st.lists(st.integers(2_000, 4_000), min_size=3, max_size=6))
def test_seat_test_of_many_games_is_scipys(wins):
    ours, theirs = stats.seat_test(wins), reference.chisquare(wins)
    assert (ours.statistic, ours.p_value) == pytest.approx((theirs.statistic, theirs.pvalue))


@given(st.integers(1, 300), st.integers(1, 300), st.integers(0, 300))
def test_shared_seat_test_of_two_seats_leaves_ties_out(wins, losses, ties):
    # By hand: the statistic is (W - L)^2 / (W + L), the sign test's; a tie favours nobody.
    shares = np.array([[1, 0]] * wins + [[0, 1]] * losses + [[0.5, 0.5]] * ties)
    assert stats.shared_seat_test_of(shares).statistic == pytest.approx((wins - losses) ** 2 / (wins + losses))


def test_shared_seat_test_without_ties_is_close_to_chi_square():
    wins = [2600, 2450, 2500, 2450]
    shared = stats.shared_seat_test(wins, np.diag(wins), sum(wins))
    plain = stats.seat_test(wins)
    assert shared.statistic == pytest.approx(plain.statistic, rel=0.03)
    assert shared.df == plain.df == 3


def test_a_seat_that_never_wins_does_not_break_the_shared_seat_test():
    rows = np.array([[1, 0, 0], [0, 1, 0]] * 30 + [[0.5, 0.5, 0]] * 10)
    found = stats.shared_seat_test_of(rows)
    assert found.p_value < 1e-6
    assert math.isfinite(found.statistic)


@pytest.mark.parametrize(("games", "most"), [(40, 0.065), (400, 0.06)])
def test_even_seats_with_ties_seldom_raise_an_alarm(games, most):
    rng = np.random.default_rng(8)
    alarms, careless = 0, 0
    for _ in range(1500):
        rows = np.zeros((games, 4))
        first, second = rng.integers(0, 4, games), rng.integers(0, 4, games)
        np.add.at(rows, (np.arange(games), first), 0.5)
        np.add.at(rows, (np.arange(games), second), 0.5)
        alarms += stats.shared_seat_test_of(rows).p_value < 0.05
        careless += reference.chisquare(rows.sum(axis=0)).pvalue < 0.05
    assert 0.03 < alarms / 1500 < most
    assert careless / 1500 < 0.02  # the plain chi-square sleeps through what it should see


def test_seat_tests_refuse_what_they_cannot_judge():
    with pytest.raises(ValueError, match="whole wins"):
        stats.seat_test([1.5, 2])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="two of them"):
        stats.seat_test([4])
    with pytest.raises(ValueError, match="sum to 1"):
        stats.seat_test([4, 5], fair=[0.5, 0.6])
    with pytest.raises(ValueError, match="share out just one"):
        stats.shared_seat_test_of([[1, 0], [0, 0]])
    assert stats.seat_test([0, 0, 0]).p_value == 1


# ------------------------------------------------------------------------------------------- many comparisons

# Benjamini and Hochberg (1995): fifteen tests, of which their method finds four and Bonferroni's three.
THROMBOLYSIS = [
    *(0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344, 0.0459),
    *(0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0),
]


def test_corrections_find_what_benjamini_and_hochberg_found():
    assert (stats.benjamini_hochberg(THROMBOLYSIS) < 0.05).sum() == 4
    assert (stats.holm(THROMBOLYSIS) < 0.05).sum() == 3


@pytest.mark.parametrize(
    ("p_values", "holm", "bh"),
    [
        # R: p.adjust(p, "holm") and p.adjust(p, "BH").
        ([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09], [0.05] * 5),
        ([0.319, 0.201, 0.4, 0.374, 0.113], [0.957, 0.804, 0.957, 0.957, 0.565], [0.4] * 5),
        ([0.008, 0.03, 0.123, 0.6, 0.2], [0.04, 0.12, 0.369, 0.6, 0.4], [0.04, 0.075, 0.205, 0.6, 0.25]),
        ([], [], []),
    ],
)
def test_corrections_are_those_of_r(p_values, holm, bh):
    assert stats.holm(p_values) == pytest.approx(holm)
    assert stats.benjamini_hochberg(p_values) == pytest.approx(bh)


@given(st.lists(st.floats(0, 1), min_size=1, max_size=30))
def test_corrected_p_values_only_grow_and_keep_their_order(p_values):
    holm, bh = stats.holm(p_values), stats.benjamini_hochberg(p_values)
    assert np.all(holm >= np.array(p_values) - 1e-12)
    assert np.all(holm <= np.minimum(np.array(p_values) * len(p_values), 1) + 1e-12)
    assert np.all(bh <= holm + 1e-12)
    order = np.argsort(p_values, kind="stable")
    assert np.all(np.diff(holm[order]) >= -1e-12)


def test_p_values_beyond_one_are_refused():
    with pytest.raises(ValueError, match="between 0 and 1"):
        stats.holm([0.1, 1.1])


# ------------------------------------------------------------------------------------------------------ power


def test_power_is_that_of_the_r_manual():
    # power.t.test(n = 20, delta = 1, sd = 1): 0.869; power.t.test(power = .90, delta = 1): 22.02 each.
    assert stats.power_to_see(1, 1, 20, paired=False) == pytest.approx(0.8689528, abs=1e-6)
    assert stats.games_to_see(1, 1, 0.9, paired=False) == 23
    # power.prop.test(p1 = .50, p2 = .75, power = .90): 76.7 each.
    assert stats.games_to_compare_shares(0.5, 0.75) == 77


def test_power_of_known_sample_sizes():
    # Cohen's medium effect at 80 %: 64 in each of two groups, 34 pairs. A coin of 0.6 against 0.5: 194.
    assert stats.games_to_see(0.5, 1, 0.8, paired=False) == 64
    assert stats.games_to_see(0.5, 1, 0.8) == 34
    assert stats.games_to_check_share(0.6, 0.5, 0.8) == 194
    # A share to one percentage point either way: the pollster's 9,604.
    assert stats.games_for_width(0.01, 0.5) == 9604


def test_power_without_a_difference_is_alpha():
    assert stats.power_to_see(0, 1, 30) == pytest.approx(0.05)
    assert stats.power_to_see(0, 1, 30_000) == pytest.approx(0.05)


@given(st.floats(0.0005, 2), st.floats(0.5, 0.99), st.booleans())
@settings(max_examples=50)
def test_the_games_asked_for_are_enough_and_one_fewer_is_not(difference, power, paired):
    n = stats.games_to_see(difference, 1, power, paired=paired)
    assert stats.power_to_see(difference, 1, n, paired=paired) >= power
    assert n == 2 or stats.power_to_see(difference, 1, n - 1, paired=paired) < power


def test_enough_games_for_equivalence_show_it_as_often_as_planned():
    n = stats.games_for_equivalence(0.2, 1, power=0.8)
    rng = np.random.default_rng(9)
    shown = [stats.equivalence(rng.normal(0, 1, n), 0.2).equivalent for _ in range(1000)]
    assert np.mean(shown) == pytest.approx(0.8, abs=0.04)


@pytest.mark.parametrize(
    "ask",
    [
        lambda: stats.games_to_see(0, 1),
        lambda: stats.games_to_check_share(0.3, 0.3),
        lambda: stats.games_for_width(0, 1),
        lambda: stats.power_to_see(1, 0, 9),
    ],
)
def test_questions_without_an_answer_are_refused(ask):
    with pytest.raises(ValueError, match=r"difference|shares|greater than 0"):
        ask()


# ------------------------------------------------------------------------------------------------ equivalence


def test_equivalence_of_a_published_example():
    # Lakens' TOSTER, TOSTone(m = 0.54, mu = 0.5, sd = 1.2, n = 100, bounds = ±0.3 sd): t = 3.333 and -2.667.
    found = stats.equivalence(Moments(100, 0.04, 99 * 1.2**2), margin=0.36)
    assert found.p_value == pytest.approx(reference.t.cdf(-2.6666667, 99), abs=1e-8)
    assert found.p_value == pytest.approx(0.00447, abs=5e-6)
    assert found.equivalent
    assert found.estimate.level == pytest.approx(0.9)


@given(st.lists(finite, min_size=3, max_size=30, unique=True), st.floats(0.1, 500))
def test_equivalence_holds_just_when_the_interval_lies_within_the_margin(values, margin):
    found = stats.equivalence(values, margin)
    assert found.equivalent == (-margin < found.estimate.low and found.estimate.high < margin)
    least = reference.ttest_1samp(values, -margin, alternative="greater").pvalue
    most = reference.ttest_1samp(values, margin, alternative="less").pvalue
    assert found.p_value == pytest.approx(max(least, most), abs=1e-9)


def test_equivalence_of_independent_games_is_welchs():
    rng = np.random.default_rng(10)
    a, b = rng.normal(0, 1, 50), rng.normal(0.1, 2, 80)
    found = stats.equivalence(a, 0.9, versus=b)
    least = reference.ttest_ind(b, a - 0.9, equal_var=False, alternative="greater").pvalue
    most = reference.ttest_ind(b, a + 0.9, equal_var=False, alternative="less").pvalue
    assert found.p_value == pytest.approx(max(least, most))
    assert found.estimate.n == 130


def test_a_few_equal_games_do_not_prove_equality_but_many_do():
    assert not stats.equivalence([0.0] * 5, margin=0.01).equivalent
    assert stats.equivalence([0.0] * 5000, margin=0.01).equivalent
    assert not stats.equivalence([0.0], margin=0.01).equivalent


@given(counts_of_wins(), st.sampled_from([0.01, 0.05, 0.2, 0.5]))
def test_a_share_is_equivalent_just_when_the_exact_interval_lies_within_the_margin(counts, margin):
    wins, games = counts
    found = stats.share_equivalence(wins, games, 0.25, margin)
    interval = stats.clopper_pearson(wins, games, 0.9)
    assert found.equivalent == ((interval.low > 0.25 - margin or margin >= 0.25) and interval.high < 0.25 + margin)


# ------------------------------------------------------------------------------------------------- sequential


def test_the_interval_for_any_time_by_hand():
    # rho^2 = (-2 log a + log(1 - 2 log a)) / 100 = 0.079362; the reach from the formula of the paper.
    rho2 = (-2 * math.log(0.05) + math.log(1 - 2 * math.log(0.05))) / 100
    assert rho2 == pytest.approx(0.079362, abs=1e-6)
    reach = 2 * math.sqrt(2 * (400 * rho2 + 1) / (400**2 * rho2) * math.log(math.sqrt(400 * rho2 + 1) / 0.05))
    interval = stats.anytime_interval(Moments(400, 1.0, 1600.0), tuned_for=100)
    assert (interval.low, interval.high) == pytest.approx((1 - reach, 1 + reach))


def test_looking_at_any_time_costs_half_as_much_again_in_width():
    moments = Moments(100_000, 0.0, 100_000.0)
    ratio = stats.anytime_interval(moments).half_width / stats.mean(moments).half_width
    assert ratio == pytest.approx(1.55, abs=0.01)


def verdicts_along(margin: float, mean: float, *more: Moments) -> SequentialTest:
    test = SequentialTest(margin, tuned_for=1000)
    test.update(Moments(10_000, mean, 10_000.0))
    for batch in more:
        test.update(batch)
    return test


@pytest.mark.parametrize(
    ("margin", "mean", "verdict", "direction", "beyond", "words"),
    [
        (0.1, 0.0, "equivalent", 0, False, "equivalent: any difference is smaller than 0.1"),
        (
            0.1,
            0.05,
            "equivalent",
            1,
            False,
            "equivalent: any difference is smaller than 0.1 (a trace higher)",
        ),
        (0.1, 0.09, "different", 1, False, "different: higher, though perhaps by less than matters"),
        (0.1, -0.5, "different", -1, True, "different: lower, by more than 0.1"),
        (0.02, 0.0, "undecided", 0, False, "undecided: more games are needed"),
        (0.0, 0.5, "different", 1, True, "different: higher, by more than 0"),
    ],
)
def test_verdicts_of_the_sequential_test(margin, mean, verdict, direction, beyond, words):
    state = verdicts_along(margin, mean).state()
    assert (state.verdict, state.direction, state.beyond_margin) == (verdict, direction, beyond)
    assert state.text() == words
    assert state.decided == (verdict != "undecided")
    assert state.settled == (verdict == "equivalent" or beyond)


def test_a_small_real_difference_passes_from_different_to_equivalent():
    test = SequentialTest(margin=0.1, tuned_for=1000)
    seen = [test.update(Moments(500, 0.075, 500.0)).verdict for _ in range(60)]
    assert seen[0] == "undecided"
    assert seen[-1] == "equivalent"
    assert "different" in seen
    assert seen == sorted(seen, key=["undecided", "different", "equivalent"].index)


def test_no_verdict_falls_before_the_burn_in_or_without_games():
    test = SequentialTest(margin=0.1, burn_in=100)
    assert math.isnan(test.state().estimate.value)
    assert not test.update(np.full(99, 5.0)).decided
    assert test.update([5.0]).decided


def test_an_effect_in_few_games_is_not_called_equivalent_too_soon():
    test = SequentialTest(margin=0.01, tuned_for=1000)
    assert test.update(Moments(150, 0.0, 0.0)).verdict == "undecided"
    assert test.update(Moments(5_000, 0.0, 0.0)).verdict == "equivalent"


def test_contradicting_looks_end_in_the_larger_sample():
    test = verdicts_along(0.01, 1.0, Moments(1_000_000, -1.0, 1_000_000.0))
    assert test.state().direction == -1


@given(st.lists(st.lists(st.floats(-5, 5), min_size=1, max_size=80), min_size=2, max_size=12))
@settings(max_examples=50)
def test_batches_never_widen_the_interval_and_end_as_one(batches):
    test = SequentialTest(margin=0.5, burn_in=2)
    widths = [test.update(batch).estimate.half_width for batch in batches]
    together = Moments.of(np.concatenate(batches))
    assert test.seen.mean == pytest.approx(together.mean, abs=1e-9)
    assert test.seen.m2 == pytest.approx(together.m2, abs=1e-6)
    if test.low <= together.mean <= test.high:
        assert widths[-1] <= stats.anytime_interval(together, scale=1.0).half_width + 1e-9


def peeking_errors(draw, mistake, runs: int, looks: int, batch: int, margin: float) -> tuple[float, float]:
    """The share of runs in which any look is mistaken: of the sequential test, and of repeated t tests."""
    sequential = repeated = 0
    for run in range(runs):
        values = draw(np.random.default_rng([12, run]), (looks, batch))
        test, wrong, t_wrong = SequentialTest(margin, tuned_for=looks * batch // 4), False, False
        for look in values:
            wrong |= mistake(test.update(look))
            t_wrong |= not stats.mean(test.seen).covers(0)
        sequential += wrong
        repeated += t_wrong
    return sequential / runs, repeated / runs


def no_effect(rng, size):
    return rng.normal(0, 1, size)


def rare_effect(rng, size):
    """A change that acts in one pair of a hundred, and as often for as against."""
    return rng.choice([-1.0, 0.0, 1.0], p=[0.005, 0.99, 0.005], size=size)


def skewed_effect(rng, size):
    return rng.exponential(1.0, size) - 1.0


def says_different(state):
    return state.direction != 0


def says_equivalent(state):
    return state.verdict == "equivalent"


@pytest.mark.parametrize("draw", [no_effect, rare_effect, skewed_effect])
def test_peeking_at_every_batch_seldom_calls_equal_variants_different(draw):
    wrong, repeated = peeking_errors(draw, says_different, runs=300, looks=60, batch=100, margin=0.0)
    assert wrong <= 0.05
    if draw is no_effect:
        assert repeated > 0.15  # what looking after every batch does to a common test


def test_peeking_at_every_batch_seldom_calls_variants_equivalent_that_are_the_margin_apart():
    margin = 0.1

    def apart(rng, size):
        return rng.normal(margin, 1, size)

    wrong, _ = peeking_errors(apart, says_equivalent, runs=300, looks=60, batch=100, margin=margin)
    assert wrong <= 0.05


def test_the_sequential_test_does_come_to_a_verdict():
    rng = np.random.default_rng(13)
    for effect, expected in ((0.3, "different"), (0.0, "equivalent")):
        test = SequentialTest(margin=0.15, tuned_for=2_000)
        for _ in range(100):
            if test.update(rng.normal(effect, 1, 100)).settled:
                break
        assert test.state().verdict == expected
        assert test.seen.n < 6_000


@pytest.mark.verify
@pytest.mark.parametrize("draw", [no_effect, rare_effect, skewed_effect])
def test_error_rate_of_the_sequential_test_over_many_looks(draw):
    wrong, repeated = peeking_errors(draw, says_different, runs=2000, looks=300, batch=100, margin=0.0)
    assert wrong <= 0.05
    assert repeated > 0.2


def test_impossible_settings_are_refused():
    with pytest.raises(ValueError, match="negative"):
        SequentialTest(margin=-1)
    with pytest.raises(ValueError, match="level"):
        SequentialTest(margin=1, alpha=5)
    with pytest.raises(ValueError, match="negative"):
        Moments(3, 0.0, -1.0)


# ---------------------------------------------------------------------------------------------------- ratings


@pytest.mark.parametrize(
    ("counts", "games", "rating", "reach", "superiority"),
    [
        # Losses, draws and wins as Fishtest and its kin printed them: "ELO: 103.73 +-71.1 (95%) LOS: 99.9%".
        # They then took 1.957 for the normal law's 1.960, hence the tolerance below.
        ((34, 3, 63), 100, 103.73, 71.1, 0.999),
        ((118, 271, 111), 500, -4.86, 20.6, 0.322),
        ((380, 249, 371), 1000, -3.13, 18.7, 0.371),
        # Pairs, "Ptnml(0-2)": Stockfish's NNUE against its classical evaluation, two releases of Stockfish,
        # and three matches reported by fastchess.
        ((609, 3850, 9708, 10948, 4885), 60_000, 92.77, 2.1, 1.0),
        ((48, 3203, 14470, 11835, 444), 60_000, 55.03, 1.4, 1.0),
        ((40, 67, 295, 123, 54), 1158, 25.25, 13.92, 0.9998),
        ((73, 79, 296, 91, 118), 1314, 27.02, 15.81, 0.9996),
        ((578, 1352, 1985, 1283, 564), 11_524, -2.92, 5.02, 0.1265),
    ],
)
def test_elo_is_what_fishtest_reports(counts, games, rating, reach, superiority):
    scores = stats.pentanomial(counts)
    estimate = stats.elo(scores)
    assert estimate.value == pytest.approx(rating, abs=0.005)
    assert estimate.half_width == pytest.approx(reach, abs=0.05 + 0.0015 * reach)
    assert estimate.n == games
    assert stats.likelihood_of_superiority(scores) == pytest.approx(superiority, abs=6e-4)


def test_elo_by_hand():
    assert stats.elo_of_share(0.5) == 0
    assert stats.elo_of_share(10 / 11) == pytest.approx(400)
    assert stats.elo_of_share(0.64) == pytest.approx(100, abs=0.1)  # the rating tables' 64 %
    assert stats.elo_of_share(0.25, players=4) == 0
    assert stats.elo_of_share(10 / 13, players=4) == pytest.approx(400)
    assert (stats.elo_of_share(0), stats.elo_of_share(1)) == (-math.inf, math.inf)


@given(st.floats(-1500, 1500), st.integers(2, 6))
def test_elo_and_share_are_each_others_inverse(rating, players):
    assert stats.elo_of_share(stats.share_of_elo(rating, players), players) == pytest.approx(rating, abs=1e-6)


def test_superiority_without_spread_or_games():
    assert stats.likelihood_of_superiority([]) == 0.5
    assert stats.likelihood_of_superiority([0.5, 0.5]) == 0.5
    assert stats.likelihood_of_superiority([1.0, 1.0]) == 1
    assert stats.likelihood_of_superiority([0.25] * 3, players=2) == 0
    assert math.isnan(stats.elo([]).value)


def test_ratings_refuse_what_they_cannot_read():
    with pytest.raises(ValueError, match="share"):
        stats.elo_of_share(1.2)
    with pytest.raises(ValueError, match="counts"):
        stats.pentanomial([1, 2])

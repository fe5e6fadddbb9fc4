"""The sequential test against hand calculation, and its error rates by simulation."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from digsite.analyses import stats
from digsite.analyses.stats import Moments, SequentialTest
from digsite.analyses.stats.sequential import anytime_p_value
from tests.analyses.stats.samples import covers


def test_the_interval_for_any_time_by_hand():
    # rho^2 = (-2 log a + log(1 - 2 log a)) / 100 = 0.079362; the reach from the formula of the paper.
    rho2 = (-2 * math.log(0.05) + math.log(1 - 2 * math.log(0.05))) / 100
    assert rho2 == pytest.approx(0.079362, abs=1e-6)
    reach = 2 * math.sqrt(2 * (400 * rho2 + 1) / (400**2 * rho2) * math.log(math.sqrt(400 * rho2 + 1) / 0.05))
    interval = stats.anytime_interval(Moments(400, 1.0, 1600.0), tuned_for=100)
    assert (interval.low, interval.high) == pytest.approx((1 - reach, 1 + reach))


def test_the_p_value_for_any_time_is_alpha_where_the_interval_ends():
    seen = Moments(400, 1.0, 1600.0)
    for alpha in (0.05, 0.01):
        ends = stats.anytime_interval(seen, 1 - alpha, 100, 2.0)
        for null in (ends.low, ends.high):
            assert anytime_p_value(seen, null, alpha, 100, 2.0) == pytest.approx(alpha)


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
    ("margin", "mean", "verdict", "direction"),
    [
        (0.1, 0.0, "equivalent", 0),
        (0.1, 0.05, "different, but by less", 1),
        (0.1, -0.05, "different, but by less", -1),
        (0.1, 0.09, "undecided", 1),
        (0.1, -0.5, "different by more than the margin", -1),
        (0.02, 0.0, "undecided", 0),
        (0.0, 0.5, "different by more than the margin", 1),
    ],
)
def test_verdicts_of_the_sequential_test(margin, mean, verdict, direction):
    state = verdicts_along(margin, mean).state()
    assert (state.verdict, state.direction) == (verdict, direction)
    assert state.decided == (verdict != "undecided")


@pytest.mark.parametrize(("low", "verdict"), [(0.095, "undecided"), (0.1, "different by more than the margin")])
def test_more_than_the_margin_is_said_only_of_what_lies_beyond_all_of_it(low, verdict):
    for sign in (1, -1):
        test = SequentialTest(margin=0.1)
        test.low, test.high = sorted([sign * low, sign * 0.3])
        assert test.state().verdict == verdict


def test_a_corrected_mean_stays_within_its_interval():
    test = verdicts_along(0.1, 0.2)
    for low, high in ((0.21, 0.3), (0.1, 0.15)):
        test.low, test.high = low, high
        assert low <= test.corrected_mean(100_000) <= high


def test_a_small_real_difference_passes_from_equivalent_to_different_but_by_less():
    test = SequentialTest(margin=0.1, tuned_for=1000)
    seen = [test.update(Moments(500, 0.03, 500.0)).verdict for _ in range(60)]
    assert seen[0] == "undecided"
    assert seen[-1] == "different, but by less"
    assert "equivalent" in seen
    assert seen == sorted(seen, key=["undecided", "equivalent", "different, but by less"].index)


def test_no_verdict_falls_before_the_burn_in_or_without_games():
    test = SequentialTest(margin=0.1, burn_in=100)
    assert math.isnan(test.state().estimate.value)
    assert not test.update(np.full(99, 5.0)).decided
    assert test.update([5.0]).decided


def test_an_effect_in_few_games_is_not_called_equivalent_too_soon():
    test = SequentialTest(margin=0.01, tuned_for=1000)
    assert test.update(Moments(150, 0.0, 0.0)).verdict == "undecided"
    assert test.update(Moments(5_000, 0.0, 0.0)).verdict == "equivalent"


def test_what_one_look_has_excluded_stays_excluded():
    test = SequentialTest(margin=0.01, burn_in=2, tuned_for=1000)
    narrow = test.update(Moments(1_000, 0.5, 250.0)).estimate
    wide = test.update(Moments(10, 0.5, 1e6)).estimate  # a few wild values: alone they would widen the interval
    assert (wide.low, wide.high) == (narrow.low, narrow.high)


def test_contradicting_looks_end_in_the_larger_sample():
    test = verdicts_along(0.01, 1.0, Moments(1_000_000, -1.0, 1_000_000.0))
    assert test.state().direction == -1


@given(st.lists(st.lists(st.floats(-5, 5), min_size=1, max_size=80), min_size=2, max_size=12))
@settings(max_examples=50)
def test_batches_never_widen_the_interval_and_end_as_one(batches):
    test = SequentialTest(margin=0.5, burn_in=2)
    widths = [test.update(batch).estimate.half_width for batch in batches]
    together = Moments.of(np.concatenate(batches))
    assert test.observed.mean == pytest.approx(together.mean, abs=1e-9)
    assert test.observed.m2 == pytest.approx(together.m2, abs=1e-6)
    if test.low <= together.mean <= test.high:
        assert widths[-1] <= stats.anytime_interval(together, scale=1.0).half_width + 1e-9


def peeking_errors(
    draw, mistake, runs: int, looks: int, batch: int, margin: float, scale: float = 1.0
) -> tuple[float, float]:
    """The share of runs in which any look is mistaken: of the sequential test, and of repeated t tests."""
    sequential = repeated = 0
    for run in range(runs):
        values = draw(np.random.default_rng([12, run]), (looks, batch))
        test, wrong, t_wrong = SequentialTest(margin, tuned_for=looks * batch // 4, scale=scale), False, False
        for look in values:
            wrong |= mistake(test.update(look))
            t_wrong |= not covers(stats.mean(test.observed), 0)
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


def rarely_large(rng, size):
    """Fifty points in one deal of five hundred, a little noise in all."""
    return rng.normal(0, 0.5, size) + 50.0 * (rng.random(size) < 0.002)


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


def test_rare_large_effects_are_seldom_called_equivalent_where_the_scale_is_known():
    wrong, _ = peeking_errors(rarely_large, says_equivalent, runs=200, looks=60, batch=100, margin=0.1, scale=50.0)
    assert wrong <= 0.06
    blind, _ = peeking_errors(rarely_large, says_equivalent, runs=60, looks=60, batch=100, margin=0.1, scale=1.0)
    assert blind > 0.2  # what a scale of 1 does to points


def stopped(effect: float, margin: float, seed: int, looks: int = 100) -> SequentialTest:
    rng = np.random.default_rng([14, seed])
    test = SequentialTest(margin, tuned_for=1_000)
    for _ in range(looks):
        if test.update(Moments(100, effect + rng.normal() / 10, float(rng.chisquare(99)))).decided:
            break
    return test


@pytest.mark.parametrize(
    ("effect", "verdicts"),
    [
        (0.0, {"equivalent", "different, but by less"}),
        (0.05, {"equivalent", "different, but by less", "undecided"}),
        (0.2, {"different by more than the margin"}),
    ],
)
def test_planted_effects_get_the_right_verdict(effect, verdicts):
    found = [stopped(effect, 0.1, seed).state().verdict for seed in range(60)]
    assert sum(verdict not in verdicts for verdict in found) <= 7
    assert sum(verdict == "undecided" for verdict in found) <= 10


def bias_of(effect: float, runs: int) -> tuple[float, float]:
    """The mean at stopping as a multiple of the true one, plain and corrected."""
    ended = [stopped(effect, 0.1, seed) for seed in range(runs)]
    plain, corrected = [test.observed.mean for test in ended], [test.corrected_mean(10_000) for test in ended]
    return float(np.mean(plain)) / effect, float(np.mean(corrected)) / effect


def test_the_mean_at_stopping_is_corrected():
    plain, corrected = bias_of(0.2, 60)
    assert plain > 1.05
    assert abs(corrected - 1) < 0.08
    assert SequentialTest(0.1).corrected_mean(100) == 0.0


@pytest.mark.verify
@pytest.mark.parametrize("effect", [0.05, 0.15, 0.2, 0.3, 0.5])
def test_the_corrected_mean_at_stopping_is_right_on_average(effect):
    plain, corrected = bias_of(effect, 400)
    assert abs(corrected - 1) < 0.12
    assert abs(corrected - 1) < abs(plain - 1) + 0.02


@pytest.mark.verify
@pytest.mark.parametrize("effect", [0.0, 0.05, 0.1, 0.2])
def test_wrong_verdicts_are_as_rare_as_promised(effect):
    truth = {0.0: ("equivalent", "undecided"), 0.05: ("equivalent", "different, but by less", "undecided")}
    right = truth.get(effect, ("different by more than the margin", "undecided"))
    ended = [stopped(effect, 0.1, seed).state() for seed in range(2_000)]
    wrong = np.mean([state.verdict not in right for state in ended])
    missed = np.mean([not state.estimate.low <= effect <= state.estimate.high for state in ended])
    assert wrong <= 0.05
    assert missed <= 0.05


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

"""Block sums: intervals that are honest about shared luck."""

import math

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest, quantile_test

from analyses import stats
from analyses.blocks import Sums, View, quantile, shares_of
from tests.analyses.handmade import make_run


def sums_of(values, luck=None, lucks=None):
    luck = range(len(values)) if luck is None else luck
    table = pl.DataFrame({"block": luck, "n": 1.0, "y": np.asarray(values, float)})
    return Sums(table.group_by("block").agg(pl.col("n", "y").sum()), (), ("y",), lucks or len(set(luck)))


def test_one_game_per_block_gives_students_interval():
    values = np.random.default_rng(1).normal(10, 3, 150)
    ours, theirs = sums_of(values).estimate("y"), stats.mean(values)
    assert (ours.value, ours.low, ours.high) == pytest.approx((theirs.value, theirs.low, theirs.high))


def test_whole_wins_give_wilsons_interval():
    wins = [1] * 30 + [0] * 70
    ours, theirs = sums_of(wins).estimate("y", share=True), binomtest(30, 100).proportion_ci(method="wilson")
    assert (ours.low, ours.high) == pytest.approx((theirs.low, theirs.high), abs=1e-3)


def test_games_that_share_their_luck_count_once():
    values = np.random.default_rng(2).normal(0, 1, 100)
    single = sums_of(values).estimate("y")
    doubled = sums_of(np.repeat(values, 4), np.repeat(np.arange(100), 4)).estimate("y")
    assert doubled.half_width == pytest.approx(single.half_width)
    assert doubled.n == 400


def test_intervals_of_blocks_cover_the_truth_in_95_of_100_runs():
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        common = np.repeat(rng.normal(0, 1, 250), 4)
        values = common + rng.normal(0, 1, 1000)
        covered += sums_of(values, np.repeat(np.arange(250), 4)).estimate("y").covers(0.0)
    assert 0.92 <= covered / 400 <= 0.98


def test_differences_use_what_both_keys_share():
    rng = np.random.default_rng(4)
    deal = rng.normal(0, 10, 300)
    rows = [{"block": i, "key": k, "n": 1.0, "y": deal[i] + k} for i in range(300) for k in (0, 1)]
    gap = Sums(pl.DataFrame(rows), ("key",), ("y",), 300).difference("y", {"key": 0}, {"key": 1})
    assert gap.estimate.value == pytest.approx(1.0)
    assert gap.estimate.half_width < 1e-6


def test_equal_values_have_no_spread_left_by_rounding():
    estimate = sums_of([0.1] * 50).estimate("y")
    assert estimate.low == estimate.high == pytest.approx(0.1)


def test_one_block_has_no_interval():
    assert math.isinf(sums_of([3.0]).estimate("y").low)


def test_rotations_of_a_deal_lie_in_one_block_and_cut_off_ones_are_left_out(tmp_path):
    rows = [{"score_1": i, "score_2": 0, "score_3": 1} for i in range(8)]
    view = View(make_run(tmp_path / "r", "lost-cities", ["a", "b", "c"], rows, rotate=True))
    assert view.lucks == 2
    assert view.rows == 6
    assert view.games.collect()["block"].to_list() == [0, 0, 0, 1, 1, 1]
    assert view.line_up(1) == ["b", "c", "a"]
    assert view.seat(1).collect()["strategy"].to_list()[:3] == ["a", "b", "c"]


def test_a_seat_sees_its_own_columns_without_its_number(tmp_path):
    rows = [
        {"score_1": 5, "score_2": 5, "artifacts_2": 3, "furthest_blue_2": 7, "points_after_1_2": 9, "stalls": 1}
    ] * 2
    seat = View(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows)).seat(2).collect()
    wanted = ("artifacts", "furthest_blue", "points_after_1", "stalls", "win", "seat")
    assert seat.select(wanted).row(0) == (3, 7, 9, 1, 0.5, 2)


def test_shares_sum_to_one_within_each_whole(tmp_path):
    view = View(make_run(tmp_path / "r", "lost-cities", ["a", "b"], [{"score_1": 1}] * 4))
    counts = pl.DataFrame({"block": [0, 1, 2, 3], "kind": ["x", "x", "x", "y"], "n": [1.0, 1, 1, 1]})
    shares = shares_of(view, counts, ["kind"])
    assert shares["share"].to_list() == [0.75, 0.25]
    assert shares["count"].to_list() == [3, 1]


def test_a_quantile_agrees_with_the_order_statistics_of_independent_values(tmp_path):
    view = View(make_run(tmp_path / "r", "lost-cities", ["a", "b"], [{"score_1": 1}] * 4))
    values = np.random.default_rng(5).integers(0, 1000, 900)
    counts = pl.DataFrame({"block": np.arange(900), "v": values, "n": 1.0})
    ours, theirs = quantile(view, counts, "v", 0.5), quantile_test(values, p=0.5).confidence_interval()
    assert ours.value == np.quantile(values, 0.5, method="inverted_cdf")
    assert ours.low == pytest.approx(theirs.low, abs=15)
    assert ours.high == pytest.approx(theirs.high, abs=15)


def test_the_highest_of_equal_keys_is_not_called_ahead():
    rng = np.random.default_rng(6)
    rows = [{"block": i, "key": k, "n": 1.0, "y": rng.normal()} for i in range(300) for k in range(6)]
    sums = Sums(pl.DataFrame(rows), ("key",), ("y",), 300)
    best = max(range(6), key=lambda k: sums.moments("y", key=k).mean)
    assert sums.lead_p_value("y", "key", range(6), best) > 0.05
    raised = sums.blocks.with_columns(y=pl.col("y") + (pl.col("key") == 2))
    assert Sums(raised, ("key",), ("y",), 300).lead_p_value("y", "key", range(6), 2) < 0.001

"""Block sums: intervals that are honest about shared luck."""

import math

import numpy as np
import polars as pl
import pytest
from scipy.stats import binomtest, quantile_test

from digsite.analyses import stats
from digsite.analyses.block_sums import Sums
from digsite.analyses.view import View
from tests.analyses.handmade import make_run
from tests.analyses.stats.samples import covers


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


def test_keys_taken_together_count_a_block_once():
    blocks = pl.DataFrame({"block": [0, 0, 1, 1, 2, 2], "kind": ["a", "b"] * 3, "n": 1.0, "y": [1.0, 9, 2, 8, 3, 7.0]})
    sums = Sums(blocks, ("kind",), ("y",), 3)
    together = sums.estimate("y")  # 5 in every block: what its kinds differ by is no spread between blocks
    assert (together.low, together.value, together.high) == (5.0, 5.0, 5.0)


def test_intervals_of_blocks_cover_the_truth_in_95_of_100_runs():
    rng = np.random.default_rng(3)
    covered = 0
    for _ in range(400):
        common = np.repeat(rng.normal(0, 1, 250), 4)
        values = common + rng.normal(0, 1, 1000)
        covered += covers(sums_of(values, np.repeat(np.arange(250), 4)).estimate("y"), 0.0)
    assert 0.92 <= covered / 400 <= 0.98


def test_differences_use_what_both_keys_share():
    rng = np.random.default_rng(4)
    deal = rng.normal(0, 10, 300)
    rows = [{"block": i, "key": k, "n": 1.0, "y": deal[i] + k} for i in range(300) for k in (0, 1)]
    gap = Sums(pl.DataFrame(rows), ("key",), ("y",), 300).difference("y", {"key": 0}, {"key": 1})
    assert gap.estimate.value == pytest.approx(1.0)
    assert gap.estimate.half_width < 1e-6


@pytest.mark.parametrize("seed", range(1, 5))
def test_the_same_sums_give_a_difference_to_the_last_digit_each_time(seed):
    rng = np.random.default_rng(seed)
    parts = [
        pl.DataFrame(
            {"block": np.sort(rng.choice(1000, 700, False)), "key": key, "n": 1.0, "y": rng.lognormal(0, 3, 700)}
        )
        for key in "ab"
    ]
    sums = Sums(pl.concat(parts), ("key",), ("y",), 1000)
    assert len({sums.difference("y", {"key": "a"}, {"key": "b"}) for _ in range(30)}) == 1


def test_equal_values_have_no_spread_left_by_rounding():
    estimate = sums_of([0.1] * 50).estimate("y")
    assert estimate.low == estimate.high == pytest.approx(0.1)


def test_one_block_has_no_interval():
    assert math.isinf(sums_of([3.0]).estimate("y").low)


def test_rotations_of_a_deal_lie_in_one_block_and_cut_off_ones_are_left_out(tmp_path):
    rows = [{"score_1": i, "score_2": 0, "score_3": 1} for i in range(8)]
    view = View(make_run(tmp_path / "r", "lost-cities", ["a", "b", "c"], rows, rotate=True))
    assert view.deals == 2
    assert view.rows == 6
    assert view.games.collect()["block"].to_list() == [0, 0, 0, 1, 1, 1]
    assert view.seat(1).collect()["strategy"].to_list()[:3] == ["a", "b", "c"]


def test_a_seat_sees_its_own_columns_without_its_number(tmp_path):
    rows = [
        {"score_1": 5, "score_2": 5, "artifacts_2": 3, "furthest_blue_2": 7, "points_after_1_2": 9, "stalls": 1}
    ] * 2
    seat = View(make_run(tmp_path / "r", "lost-cities", ["a", "b"], rows)).seat(2).collect()
    wanted = ("artifacts", "furthest_blue", "points_after_1", "stalls", "win", "seat")
    assert seat.select(wanted).row(0) == (3, 7, 9, 1, 0.5, 2)


def test_shares_sum_to_one_within_each_whole():
    counts = pl.DataFrame(
        {"block": [0, 1, 2, 3], "round": [1, 1, 1, 2], "kind": ["x", "x", "y", "y"], "n": [1.0, 1, 2, 1]}
    )
    shares = Sums(counts, ("kind",), (), 4).merged(["kind"]).shares()
    assert shares["share"].to_list() == [0.4, 0.6]
    assert shares["count"].to_list() == [2, 3]
    assert (shares["share_low"] < shares["share"]).all()
    within = Sums(counts, ("round", "kind"), (), 4).shares(["round"])
    assert within.select("round", "kind", "share").rows() == [(1, "x", 0.5), (1, "y", 0.5), (2, "y", 1.0)]


def test_a_quantile_agrees_with_the_order_statistics_of_independent_values():
    values = np.random.default_rng(5).integers(0, 1000, 900)
    counts = Sums(pl.DataFrame({"block": np.arange(900), "v": values, "n": 1.0}), ("v",), (), 900)
    ours, theirs = counts.quantile("v", 0.5), quantile_test(values, p=0.5).confidence_interval()
    assert ours.value == np.quantile(values, 0.5, method="inverted_cdf")
    assert ours.low == pytest.approx(theirs.low, abs=15)
    assert ours.high == pytest.approx(theirs.high, abs=15)


def test_steps_compare_each_number_with_the_next_and_skip_gaps():
    rows = [{"block": b, "held": h, "n": 2.0, "y": 2.0 * h * h} for b in range(5) for h in (1, 2, 4, 5)]
    steps = Sums(pl.DataFrame(rows), ("held",), ("y",), 5).steps("held", means=["y"])
    assert steps.select("from", "to", "appearances", "y_change").rows() == [(1, 2, 10, 3.0), (4, 5, 10, 9.0)]
    lone = Sums(pl.DataFrame(rows[:1]), ("held",), ("y",), 5).steps("held", means=["y"])
    assert (lone.height, lone.columns) == (0, ["from", "to", "appearances"])


def test_means_can_be_taken_per_another_value():
    rows = [{"block": b, "key": k, "n": 1.0, "cards": 2.0 + k, "money": 6.0} for b in range(4) for k in (0, 1)]
    sums = Sums(pl.DataFrame(rows), ("key",), ("cards", "money"), 4)
    assert sums.per("cards", key=1).estimate("money").value == 2.0
    assert sums.per("cards").estimate("money").n == 20


def test_the_highest_of_equal_keys_is_not_called_ahead():
    rng = np.random.default_rng(6)
    rows = [{"block": i, "key": k, "n": 1.0, "y": rng.normal()} for i in range(300) for k in range(6)]
    sums = Sums(pl.DataFrame(rows), ("key",), ("y",), 300)
    best = max(range(6), key=lambda k: sums.moments("y", key=k).mean)
    assert sums.leads("y", "key", range(6), best) > 0.05
    raised = sums.blocks.with_columns(y=pl.col("y") + (pl.col("key") == 2))
    assert Sums(raised, ("key",), ("y",), 300).leads("y", "key", range(6), 2) < 0.001


def test_values_without_spread_prove_nothing():
    assert sums_of([1.0] * 6).test("y", 0.5).p == 2 / 2**6
    gap = Sums(
        pl.DataFrame([{"block": b, "key": k, "n": 1.0, "y": float(k)} for b in range(5) for k in (0, 1)]),
        ("key",),
        ("y",),
        5,
    ).difference("y", {"key": 0}, {"key": 1})
    assert gap.p_value >= 2 / 2**5


# ------------------------------------------------------------------------------------------- differences of shares


def deals_of(rng, deals: int, first: float, second: float, rows: int = 1, together: bool = False) -> Sums:
    """Deals in which two keys have rows that happen with these chances; `together`: never both in one deal."""
    luck = rng.random((deals, rows, 2))
    if together:
        luck[:, :, 1] = 1 - luck[:, :, 0]
    happened = (luck < (first, second)).sum(axis=1)
    table = pl.DataFrame(
        {
            "block": np.repeat(np.arange(deals), 2),
            "key": [0, 1] * deals,
            "n": float(rows),
            "y": happened.ravel().astype(float),
        }
    )
    return Sums(table, ("key",), ("y",), deals)


@pytest.mark.parametrize(
    ("deals", "first", "second", "rows", "together"),
    [
        (100, 0.01, 0.01, 1, False), (100, 0.01, 0.02, 1, False), (30, 0.03, 0.03, 1, True), (100, 0.005, 0.005, 4, False),
        (250, 0.01, 0.01, 2, True), (8, 0.3, 0.6, 1, False), (300, 0.25, 0.27, 1, True),
    ],
)  # fmt: skip
def test_differences_of_shares_cover_the_truth_and_claim_nothing_of_equal_ones(deals, first, second, rows, together):
    rng = np.random.default_rng(7)
    runs, covered, certain, likely = 400, 0, 0, 0
    for _ in range(runs):
        gap = deals_of(rng, deals, first, second, rows, together).share_difference("y", {"key": 0}, {"key": 1})
        covered += gap.estimate.low <= second - first <= gap.estimate.high
        likely += gap.p_value < 0.05
        certain += gap.p_value < 0.001
    assert covered / runs >= 0.93  # 0.95 promised; below 0.93 comes about by chance in one of thirty such tests
    if first == second:
        assert likely / runs <= 0.07
        assert certain <= 2


def test_students_interval_would_fail_for_rare_shares():
    """Why differences of shares have a way of their own: a planted fault of the procedure."""
    rng = np.random.default_rng(7)
    covered = 0
    for _ in range(200):
        gap = deals_of(rng, 100, 0.01, 0.02).difference("y", {"key": 0}, {"key": 1}).estimate
        covered += gap.low <= 0.01 <= gap.high
    assert covered / 200 < 0.9


def test_a_large_difference_of_shares_is_found():
    rng = np.random.default_rng(8)
    gap = deals_of(rng, 2_000, 0.01, 0.05).share_difference("y", {"key": 0}, {"key": 1})
    assert gap.p_value < 1e-6
    assert 0.02 < gap.estimate.low < 0.04 < gap.estimate.high < 0.06


def test_a_share_without_any_row_leaves_everything_open():
    gap = deals_of(np.random.default_rng(9), 20, 0.1, 0.1).share_difference("y", {"key": 0}, {"key": 5})
    assert (gap.estimate.low, gap.estimate.high, gap.p_value) == (-1.0, 1.0, 1.0)

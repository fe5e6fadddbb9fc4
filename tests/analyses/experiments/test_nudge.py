"""What nudges are worth: planted effects are found, whatever one would see without an experiment."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from digsite.analyses.experiments.nudge import NudgeArm, NudgeQuestion, Worth, all_precise, answer, observed_step
from digsite.analyses.experiments.nudge.findings import _misled, bias_findings
from digsite.analyses.stats import Estimate

SEATS, TURNS = 2, 3
CARD = NudgeArm("card", "card", "gets a card", 1, "cards", True, "cards", thing="a card", title="a card more")
QUESTION = NudgeQuestion([CARD], TURNS, SEATS, {})


def planted(lucks: int, seed: int, worth: float = 0.1, skill: float = 0.4, points: float = 3.0) -> pl.DataFrame:
    """Pairs of games with a known worth: skilful players hold more cards and win more often, by other means.

    A card raises the chance to win by `worth`, and the score by `points`; skill raises the chance by `skill`.
    """
    chance = np.random.default_rng(seed)
    games = lucks * SEATS
    luck, game = np.repeat(np.arange(lucks), SEATS), np.arange(games)
    skilful = chance.random(games) < 0.5
    turn, own = chance.integers(1, TURNS + 1, games), chance.integers(1, 5, games)
    held = skilful + chance.integers(0, 2, games)
    dice = chance.random(games)
    before = (dice < 0.2 + skill * skilful).astype(float)
    after = (dice < 0.2 + skill * skilful + worth).astype(float)
    score = chance.normal(50, 10, games) + 10 * skilful
    return pl.DataFrame(
        {
            "game": game, "luck": luck, "nudged_turn": turn, "own_turns": own, "strategy": np.where(skilful, "good", "poor"),
            "third": np.clip((turn - 1) * 3 // own, 0, 2), "reached": turn <= own,
            "nudge_done": ((turn <= own) & (game % 7 > 0)).astype(np.int8), "nudge_held": np.where(turn <= own, held, -1),
            "ended": held + 1, "win": before, "win_change": after - before, "score": score, "score_change": np.full(games, points),
            "rivals": 100 - score, "rivals_change": np.full(games, -points), "turns": np.full(games, 30.0),
            "turns_change": np.zeros(games),
        }
    )  # fmt: skip


def found(lucks: int, seed: int = 1, **planting: float) -> Worth:
    rows = planted(lucks, seed, **planting)
    half = rows["luck"] < lucks // 2
    return Worth.of(QUESTION, CARD, iter([rows.filter(half), rows.filter(~half)]))


def test_a_planted_worth_is_found_and_the_bias_of_watching_is_seen():
    result = answer(QUESTION, [found(6_000)])
    row = result.tables["worth"].row(0, named=True)
    assert row["win_change"] == pytest.approx(0.1, abs=0.01)
    assert row["win_change_low"] < 0.1 < row["win_change_high"]
    assert row["score_change"] == pytest.approx(3.0)
    assert row["rivals_change"] == pytest.approx(-3.0)
    overall = result.tables["observed"].filter(pl.col("held").is_null()).row(0, named=True)
    assert overall["win_observed"] > overall["win_caused_high"] + 0.05
    assert [finding.kind for finding in result.findings] == ["caused", "tested"]
    assert result.findings[0].sentence.startswith("A card more: the player wins 10.0 percentage points more often (+9.")
    assert "certain) and scores 3.00 points more" in result.findings[0].sentence
    assert "Watching overstates what a card is worth: players with one more at the same turn won" in said(result, 1)
    assert "being given one brings +10.0 percentage points (+9." in said(result, 1)


@pytest.mark.parametrize("lucks", [3, 6, 12, 24])
def test_what_few_cases_show_of_a_share_goes_no_further_than_all_of_it(lucks):
    table = answer(QUESTION, [found(lucks)]).tables["observed"].drop_nulls("win_observed_low")
    assert table.height
    assert table["win_observed_low"].min() >= -1
    assert table["win_observed_high"].max() <= 1


@pytest.mark.parametrize(
    ("seen", "misled"),
    [
        (Estimate(-0.1, -0.18, -0.02, 900), "Watching turns round"),
        (Estimate(-0.1, -0.22, 0.02, 900), "Watching hides"),
        (Estimate(0.02, -0.03, 0.07, 900), "Watching hides"),
        (Estimate(0.3, 0.2, 0.4, 900), "Watching overstates"),
    ],
)
def test_watching_turns_a_worth_round_only_where_the_other_side_is_sure(seen, misled):
    assert _misled(seen, Estimate(0.1, 0.05, 0.15, 900)) == misled


def test_a_difference_that_is_seen_as_nothing_is_not_told_as_none():
    row = {"thing": "a card", "held": None, "appearances": 900, "pairs": 900}
    ends = {"win_observed": -0.001, "win_observed_low": -0.05, "win_observed_high": 0.05}
    table = pl.DataFrame([row | ends | {"win_caused": 0.2, "win_caused_low": 0.15, "win_caused_high": 0.25}])
    (finding,) = bias_findings(QUESTION, table)
    seen = "won 0 percentage points less often (-5 to +5; 900 appearances)"  # alike would be a claim
    assert f"players with one more at the same turn {seen}, being" in finding.sentence


def said(result, at=0):
    return result.findings[at].sentence


@pytest.mark.parametrize("sharing", [1, 6])
@pytest.mark.parametrize("lucks", [60, 100, 150, 220, 300])
def test_a_change_is_open_just_where_its_interval_holds_0(lucks, sharing):
    question = replace(QUESTION, sharing=sharing)
    rows = planted(lucks, 1, worth=0.06, points=0.0)
    result = answer(question, [Worth.of(question, CARD, iter([rows]))])
    row = result.tables["worth"].row(0, named=True)
    stands = row["win_change_low"] > 0 or row["win_change_high"] < 0
    assert stands == (row["win_p"] < 0.05)
    assert stands == ("the player wins" in said(result).partition(" is open")[0].partition("whether")[0])
    assert "which may be chance" not in said(result)


def test_only_games_in_which_the_nudge_was_carried_out_count():
    worth = found(2_000)
    rows = planted(2_000, 1)
    assert (worth.games, worth.reached) == (rows.height, rows["reached"].sum())
    assert worth.done == rows["nudge_done"].sum() == worth.moments("win").games
    assert worth.moments("win").n == rows.filter(pl.col("nudge_done") == 1)["luck"].n_unique()


def test_figures_are_means_over_the_pairs_that_are_named():
    rows = planted(500, 8).filter(pl.col("luck") % 3 > 0)
    done = rows.filter(pl.col("reached") & (pl.col("nudge_done") == 1))
    assert done.group_by("luck").len()["len"].n_unique() == 2  # lucks of one and of two pairs
    worth = Worth.of(QUESTION, CARD, iter([rows]))
    for measure in ("win", "score"):
        assert worth.moments(measure).mean == pytest.approx(done[f"{measure}_change"].mean())
        assert worth.base(measure).mean == pytest.approx(done[measure].mean())
        assert worth.base(measure).sd == pytest.approx(done[measure].std())
    for held in worth.keys("held"):
        of_them = done.filter(pl.col("nudge_held") == held)
        assert worth.moments("win", "held", held).mean == pytest.approx(of_them["win_change"].mean())
        assert worth.moments("win", "held", held).games == of_them.height


def test_the_spread_of_a_mean_over_pairs_is_that_of_a_ratio_of_lucks():
    """As the jackknife over lucks says."""
    rows = planted(300, 9)
    done = rows.filter(pl.col("reached") & (pl.col("nudge_done") == 1))
    lucks = done.group_by("luck").agg(pl.col("win_change").sum(), pl.len())
    total, pairs = lucks["win_change"].to_numpy(), lucks["len"].to_numpy()
    left_out = (total.sum() - total) / (pairs.sum() - pairs)
    n = len(total)
    jackknife = np.sqrt((n - 1) / n * np.square(left_out - left_out.mean()).sum())
    assert Worth.of(QUESTION, CARD, iter([rows])).moments("win").standard_error == pytest.approx(jackknife, rel=0.01)


def test_lucks_of_one_size_weigh_alike():
    rows = planted(200, 9).with_columns(reached=pl.lit(True), nudge_done=pl.lit(1))
    assert Worth.of(QUESTION, CARD, iter([rows])).weight() == pytest.approx(1)
    assert found(200).weight() > 1.05


def test_a_game_that_gets_shorter_for_all_is_said():
    rows = planted(2_000, 4).with_columns(turns_change=pl.lit(-1.0))
    told = said(answer(QUESTION, [Worth.of(QUESTION, CARD, iter([rows]))]))
    assert "; all of this includes a game that is 1.000 turns shorter (-1.001 to -0.999)." in told
    assert "all of this" not in said(answer(QUESTION, [found(2_000)]))


def test_parts_add_up_whatever_they_are():
    rows = planted(400, 3)
    whole = Worth.of(QUESTION, CARD, iter([rows]))
    first = Worth.of(QUESTION, CARD, iter([rows.filter(pl.col("luck") < 130)]))
    both = first.merged(Worth.of(QUESTION, CARD, iter([rows.filter(pl.col("luck") >= 130)])))
    for measure in ("win", "score"):
        assert both.moments(measure).mean == pytest.approx(whole.moments(measure).mean)
        assert both.moments(measure).m2 == pytest.approx(whole.moments(measure).m2)
    assert observed_step(both.observed, "win") == observed_step(whole.observed, "win")


def test_the_order_of_the_rows_changes_no_digit():
    rows = planted(900, 3)
    one, other = (
        Worth.of(QUESTION, CARD, iter([asked])) for asked in (rows, rows.sample(fraction=1.0, shuffle=True, seed=1))
    )
    tables = [answer(QUESTION, [worth]).tables for worth in (one, other)]
    for name, table in tables[0].items():
        assert table.equals(tables[1][name]), name


def test_the_worth_by_strategy_by_moment_and_by_holding_is_that_of_their_games():
    worth = found(3_000, skill=0.0)
    result = answer(QUESTION, [worth])
    assert set(result.tables["strategies"]["strategy"]) == {"good", "poor"}
    assert set(result.tables["moments"]["moment"]) == {"early", "middle", "late"}
    assert result.tables["holdings"]["held"].to_list() == [0, 1, 2]
    for name in ("strategies", "moments", "holdings"):
        assert result.tables[name]["pairs"].sum() == worth.done


def test_what_is_observed_is_the_difference_at_the_same_turn():
    rows = planted(5_000, 2, skill=0.0).with_columns(win=pl.col("nudge_held") * 0.25 + pl.col("nudged_turn") * 7.0)
    seen = observed_step(Worth.of(QUESTION, CARD, iter([rows])).observed, "win")
    assert seen.value == pytest.approx(0.25)


def test_what_has_never_been_observed_is_not_certain():
    rows = planted(200, 2).with_columns(win=pl.lit(0.0))
    seen = observed_step(Worth.of(QUESTION, CARD, iter([rows])).observed, "win", scale=1.0)
    assert seen.value == 0.0
    assert 2 / seen.n < seen.high < 6 / seen.n
    assert seen.low == -seen.high


def test_what_players_had_at_the_end_is_told_apart_too():
    rows = planted(3_000, 4).with_columns(win_change=(pl.col("ended") == 2) * 0.5, win=pl.col("ended") * 0.1)
    table = answer(QUESTION, [Worth.of(QUESTION, CARD, iter([rows]))]).tables["ended"]
    assert dict(table.select("held", "win_caused").iter_rows()) == pytest.approx({1: 0.0, 2: 0.5, 3: 0.0})
    assert table["win_observed"].to_list()[:2] == pytest.approx([0.1, 0.1])


def test_no_effect_is_no_claim_and_nothing_is_exactly_nothing():
    result = answer(QUESTION, [found(300, worth=0.0, points=0.0)])
    assert result.findings[0].certainty == "unclear"
    assert "A card more: whether the player wins more often or scores more is open (+0 percentage points, " in said(
        result
    )
    assert result.tables["worth"].row(0, named=True)["win_change"] == 0.0


def test_games_are_played_until_the_worth_is_known():
    wide = NudgeQuestion([CARD], TURNS, SEATS, {}, ("share", 0.05), 1_000)
    narrow = NudgeQuestion([CARD], TURNS, SEATS, {}, ("share", 0.001), 1_000)
    worth = [found(3_000)]
    assert all_precise(wide, worth)
    assert not all_precise(narrow, worth)


@pytest.mark.verify
@pytest.mark.parametrize(("worth", "lucks"), [(0.0, 60), (0.05, 60), (0.2, 400)])
def test_intervals_cover_the_planted_worth(worth, lucks):
    covered = []
    for seed in range(400):
        row = answer(QUESTION, [found(lucks, seed, worth=worth)]).tables["worth"].row(0, named=True)
        covered.append(row["win_change_low"] <= worth <= row["win_change_high"])
    assert np.mean(covered) >= 0.925

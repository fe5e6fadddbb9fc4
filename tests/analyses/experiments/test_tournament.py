"""Ratings against known answers, and the best replies of small tournaments."""

from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from digsite.analyses.experiments.tournament import _rating_findings, answer
from digsite.analyses.stats import Test, family
from digsite.simulator.play.backends import batches
from digsite.simulator.play.line_up_sums import LineUpSums, line_ups, sum_line_up
from digsite.simulator.play.plan import make_plan


def meeting(players, wins, games=1_000.0, blocks=250):
    """A meeting of two in which the first wins so large a part of each block's games, give or take a little."""
    each = games / blocks
    luck = np.where(np.arange(blocks) % 2, 0.05, -0.05)[:, None]
    shares = np.array([wins, 1 - wins]) + luck * [1, -1]
    ahead = np.zeros((blocks, 2, 2))
    ahead[:, 0, 1], ahead[:, 1, 0] = each * shares[:, 0], each * shares[:, 1]
    counts = np.full(blocks, each)
    return LineUpSums(players, blocks * 2, counts, counts, each * shares, each * shares, ahead)


def test_line_ups_are_all_tables_whatever_the_order():
    assert line_ups("ab", 2) == [("a", "a"), ("a", "b"), ("b", "b")]
    assert len(line_ups("abcd", 4)) == 35


def test_rock_paper_and_scissors_are_each_the_best_reply_to_the_next():
    rps = [("rock", "rock", 0.5), ("paper", "paper", 0.5), ("scissors", "scissors", 0.5)]
    rps += [("paper", "rock", 0.7), ("scissors", "paper", 0.7), ("rock", "scissors", 0.7)]
    result = answer([meeting((a, b), share) for a, b, share in rps])
    best = {row["field"]: row["strategy"] for row in result.tables["replies"].filter("best").to_dicts()}
    assert best == {"rock": "paper", "paper": "scissors", "scissors": "rock"}
    assert result.tables["ratings"]["rating"].to_numpy() == pytest.approx([0, 0, 0], abs=1e-6)
    told = " ".join(finding.sentence for finding in result.findings)
    assert "Against rock alone the best reply is paper: it wins 70.0 %" in told
    assert "never" not in told
    assert "rock, scissors and paper beat each other in a ring" in told
    around = next(finding for finding in result.findings if "in a ring" in finding.sentence)
    assert around.null == "one of them wins half of its games against the next"
    assert around.p_value < 0.001
    assert not any("effect" in finding.grade for finding in result.findings)
    graded = {"tested, certain", "tested, likely", "tested, unclear"}
    assert {finding.grade for finding in result.findings} <= {*graded, "described"}
    assert "rock beats scissors (70.0 %), scissors beats paper (70.0 %) and paper beats rock (70.0 %)" in told


def test_an_order_is_no_ring_and_chance_makes_none():
    strict = [("a", "b", 0.7), ("b", "c", 0.7), ("a", "c", 0.8)]
    weak = [("a", "b", 0.505), ("b", "c", 0.505), ("c", "a", 0.505)]
    for meetings in (strict, weak):
        told = " ".join(f.sentence for f in answer([meeting((a, b), share) for a, b, share in meetings]).findings)
        assert "ring" not in told


def test_the_strongest_is_who_wins_most_not_who_ranks_best():
    """`a` wins 60 % against `b`; that `b` ranks before it in more games, as ranks say here, changes nothing."""
    one = meeting(("a", "b"), 0.6)
    turned = replace(one, ahead=one.ahead.transpose(0, 2, 1))
    first = answer([turned]).findings[0].sentence
    assert first.startswith("a is the strongest, rated +35 Elo")


def test_the_strongest_comes_first_however_sure_it_is_that_another_is_weak():
    table = [("a", "b", 0.53), ("a", "c", 0.8), ("b", "c", 0.78)]
    result = answer([meeting((a, b), share, games=4_000.0) for a, b, share in table])
    places = [finding.figures.get("strategy") for finding in result.ranked]
    assert places[:3] == ["a", "b", "c"]
    assert result.ranked == list(result.findings)
    lead, weak = result.findings[0], result.findings[2]
    assert weak.certainty == "certain"
    assert lead.sentence.startswith("a is the strongest" if lead.certainty != "unclear" else "a is rated highest")


@pytest.mark.parametrize(
    ("p", "said", "sure"),
    [(1e-9, "the strongest", "certain"), (0.01, "the strongest", "likely"), (0.2, "rated highest", "certain")],
)
def test_the_strongest_is_called_so_no_more_surely_than_it_is_before_the_second(p, said, sure):
    table = answer([meeting(("a", "b"), 0.6)]).tables["ratings"]
    first, second = _rating_findings(table, Test(0.0, 1.0, 0.5, 1.5, p), 2)
    assert (f"a is {said}" in first.sentence, first.certainty, second.certainty) == (True, sure, "certain")


def test_win_shares_leave_out_line_ups_of_one_strategy():
    result = answer([meeting(("a", "a"), 0.5), meeting(("a", "b"), 0.7), meeting(("b", "b"), 0.5)])
    shares = dict(result.tables["ratings"].select("strategy", "win").rows())
    assert shares == {"a": pytest.approx(0.7), "b": pytest.approx(0.3)}


def test_who_always_wins_is_rated_more_than_something():
    always = meeting(("a", "b"), 1.0)
    blocks = len(always.games)
    wins = np.column_stack([always.games, np.zeros(blocks)])
    result = answer([replace(always, wins=wins)])
    row = result.tables["ratings"].row(0, named=True)
    assert row["rating_high"] is None
    assert f"a is the strongest, rated more than {row['rating_low']:+.0f} Elo" in result.findings[0].sentence
    assert "less than" in result.findings[1].sentence


def test_the_best_reply_to_a_field_is_found_over_several_line_ups():
    table = answer([meeting(("a", "b"), 1.0), meeting(("b", "b"), 0.5)]).tables["replies"]
    against_b = table.filter(pl.col("field") == "b").sort("strategy")
    assert against_b.select("strategy", "win", "best").rows() == [("a", 1.0, True), ("b", 0.5, False)]
    assert table.filter(pl.col("field") == "a")["best"].to_list() == [None]


def test_a_reply_that_is_no_better_by_chance_is_not_told_apart():
    result = answer([meeting(("a", "a"), 0.5), meeting(("a", "b"), 0.501), meeting(("b", "b"), 0.5)])
    assert result.tables["replies"]["best"].all()
    assert "is the strongest" not in " ".join(finding.sentence for finding in result.findings)


def test_meetings_count_what_the_games_gave():
    plan = make_plan("lost-cities", 30, seats=["rusher", "cautious", "rusher"], seed=5, rotate=True, events=0)
    played = [batch.rows for batch in batches(plan, batch_games=7)]
    found, rows = sum_line_up(plan, played), np.concatenate(played)
    assert found.deals == 10
    assert found.games.tolist() == [3.0] * 10
    for place in range(3):
        seats = (place - np.arange(30)) % 3
        at = np.arange(30), seats
        assert found.scores[:, place].sum() == rows["score"][at].sum()
        won = np.where(rows["rank"][at] == 1, 1 / rows["winners"], 0)
        assert found.wins[:, place] == pytest.approx(won.reshape(10, 3).sum(axis=1))
    assert found.ahead[:, 0, 1] + found.ahead[:, 1, 0] == pytest.approx(found.games)


def test_what_is_tested_states_its_null_and_its_p_value_and_a_count_of_fields_is_described():
    order = [("a", "a", 0.5), ("b", "b", 0.5), ("c", "c", 0.5), ("a", "b", 0.7), ("b", "c", 0.7), ("a", "c", 0.8)]
    found = answer([meeting((a, b), share) for a, b, share in order]).findings
    nulls = {finding.sentence.split(",")[0].split(" rated")[0]: finding.null for finding in found}
    assert nulls["a is the strongest"] == "another one is as strong"
    assert nulls["b is"] == nulls["c is"] == "its rating is 0, the mean"
    assert nulls["b and c are never the best reply to any field."] == "one of them is the best reply to some field"
    (counted,) = [finding for finding in found if finding.kind == "described"]
    assert counted.sentence.startswith("a is the best reply to 3 of 3 fields")
    for finding in found:
        if finding.kind == "tested":
            assert finding.null
            assert finding.certainty == family.certainty(finding.p_value)


def test_who_is_never_the_best_reply_is_behind_beyond_chance_in_every_field():
    """`b` is behind `a` everywhere, though only by what chance may do."""
    found = answer([meeting(("a", "a"), 0.5), meeting(("a", "b"), 0.501), meeting(("b", "b"), 0.5)]).findings
    assert not any("never" in finding.sentence for finding in found)


@pytest.mark.many_games
def test_a_planted_weakness_is_found():
    """`random` loses to everybody, so it is never the best reply."""
    plans = [
        make_plan("lost-cities", 200, seats=table, seed=3, rotate=True, events=0)
        for table in line_ups(["random", "rusher"], 2)
    ]
    result = answer([sum_line_up(plan, (batch.rows for batch in batches(plan))) for plan in plans])
    assert result.tables["ratings"]["strategy"].to_list() == ["rusher", "random"]
    assert "random is never the best reply" in " ".join(finding.sentence for finding in result.findings)


def test_of_two_players_one_is_ahead_in_each_game_or_each_half_of_a_tie():
    plan = make_plan("archaeology", 400, seats=["random", "random"], seed=3, rotate=True, events=0)
    played = sum_line_up(plan, [batch.rows for batch in batches(plan)])
    assert played.ahead[:, 0, 1] + played.ahead[:, 1, 0] == pytest.approx(played.games)

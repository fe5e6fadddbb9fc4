"""Every figure of a nudge experiment against plain Python: pairs of games, intervals, grades and the words they get."""

import math
import random
from dataclasses import replace
from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest
from scipy.stats import norm

from digsite.analyses import stats
from digsite.analyses.experiments.nudge import NudgeArm, NudgeQuestion, Worth, answer, observed_step, pairs
from digsite.analyses.experiments.nudge.findings import FEW_PAIRS, _apart, _grade, finding_of, nudge_notes
from digsite.analyses.experiments.nudge.tables import test_of as change_test
from digsite.analyses.stats import Estimate, family
from digsite.simulator.game.columns import Column
from digsite.simulator.lab.experiments import nudge as lab
from tests.analyses.experiments.test_nudge import CARD, QUESTION, found

SEATS = 3
WATCHED = NudgeQuestion([CARD], 4, SEATS, {"saved": "save", "fate": "escape"})
COLUMNS = (Column("saved", "i1", "cards saved"), Column("fate", "i1", "how it ended", choices=("lost", "out", "up")))


def drawn(seed: int, games: int = 60) -> list[dict]:
    """Games as a run keeps them, whatever chance makes of them; the first part of a game is the same in both arms."""
    common, chance, rows = random.Random(1), random.Random(seed), []
    for game in range(games):
        row = {
            "game": game, "luck": game // SEATS, "nudged_seat": common.randint(1, SEATS), "nudged_turn": common.randint(1, 4),
            "own_turns": common.randint(0, 6), "nudge_done": chance.randint(0, 1), "nudge_held": chance.randint(0, 3),
            "winners": chance.randint(0, 2), "turns": chance.randint(20, 40),
        }  # fmt: skip
        for seat in range(1, SEATS + 1):
            row |= {f"rank_{seat}": chance.randint(1, 3), f"score_{seat}": chance.randint(-20, 90)}
            row |= {f"strategy_{seat}": common.choice(["bold", "shy"]), f"cards_{seat}": chance.randint(0, 9)}
            row |= {f"saved_{seat}": chance.randint(0, 2), f"fate_{seat}": chance.choice(["lost", "out", "up"])}
        rows.append(row)
    return rows


def run_of(rows: list[dict]) -> SimpleNamespace:
    return SimpleNamespace(part=lambda _part: pl.DataFrame(rows), game=SimpleNamespace(columns=COLUMNS))


def own(row: dict) -> dict[str, float]:
    """The figures of the seat that is nudged."""
    seat = row["nudged_seat"]
    others = [row[f"score_{rival}"] for rival in range(1, SEATS + 1) if rival != seat]
    return {
        "win": 1 / row["winners"] if row[f"rank_{seat}"] == 1 and row["winners"] else 0.0,
        "score": row[f"score_{seat}"],
        "rivals": sum(others) / len(others),
        "turns": row["turns"],
        "saved": float(row[f"saved_{seat}"] > 0),
        "fate": float(row[f"fate_{seat}"] != "lost"),
    }


def test_pairs_of_games_have_the_figures_of_the_nudged_seat():
    before, after = drawn(2), drawn(3)
    table = pairs(WATCHED, run_of(before), run_of(after), 0, "cards").sort("game")
    assert table.height == len(before)
    for row, left, right in zip(table.rows(named=True), before, after, strict=True):
        turn, turns, seat = left["nudged_turn"], left["own_turns"], left["nudged_seat"]
        expected = own(left) | {f"{name}_change": own(right)[name] - value for name, value in own(left).items()}
        assert {name: row[name] for name in expected} == pytest.approx(expected)
        assert row["reached"] == (turn <= turns)
        assert row["third"] == min((turn - 1) * 3 // max(turns, 1), 2)
        assert (row["nudge_done"], row["nudge_held"]) == (right["nudge_done"], right["nudge_held"])
        assert (row["luck"], row["strategy"], row["ended"]) == (
            left["luck"],
            left[f"strategy_{seat}"],
            left[f"cards_{seat}"],
        )


def test_the_interval_of_what_is_observed_is_that_of_independent_blocks():
    """Where every block has as many games of each kind, the jackknife is Student's interval of the blocks."""
    few, more = np.random.default_rng(3).random((2, 12))
    cells = [
        {"block": block, "nudged_turn": 1, "nudge_held": held, "n": 1, "win": float(win[block])}
        for held, win in enumerate((few, more))
        for block in range(12)
    ]
    seen, plain = observed_step(pl.DataFrame(cells), "win"), stats.mean(more - few)
    assert (seen.value, seen.low, seen.high) == pytest.approx((plain.value, plain.low, plain.high))


def test_pairs_of_games_come_in_the_order_of_games(monkeypatch):
    """Sums to the last digit depend on it, and a join promises none."""
    join = pl.DataFrame.join
    monkeypatch.setattr(pl.DataFrame, "join", lambda *args, **named: join(*args, **named).reverse())
    assert pairs(WATCHED, run_of(drawn(2)), run_of(drawn(3)), 0)["game"].is_sorted()


def test_with_a_margin_an_interval_holds_for_all_nudges_and_measures_together():
    other = NudgeArm("other", "other", "gets another", 1, "", False)
    question = NudgeQuestion([CARD, other], 3, 2, {}, ("share", 0.01), 1_000, sharing=2)
    worth = found(500)
    moments = worth.moments("win")
    test = change_test(question, moments, "win", worth, 1.0)
    plain = stats.anytime_interval(moments, 1 - family.LIKELY / (2 * 2 * 2), 1_000, 1.0)
    assert (test.low, test.high) == pytest.approx((plain.low, plain.high))


def test_a_share_changes_by_no_more_than_all_of_it():
    row = answer(QUESTION, [found(4)]).tables["worth"].row(0, named=True)
    assert row["win_change_low"] >= -1
    assert row["win_change_high"] <= 1
    assert row["score_change_high"] > 1


@pytest.mark.parametrize(("p", "is_open"), [(0.04, False), (0.06, True), (0.4, True)])
def test_a_change_that_is_not_likely_is_open(p, is_open):
    worth = found(200)
    table = answer(QUESTION, [worth]).tables["worth"].with_columns(win_p=pl.lit(p))
    sentence = finding_of(QUESTION, worth, table).sentence
    assert ("whether the player wins more often is open" in sentence) == is_open
    assert ("the player wins" in sentence.replace("whether the player wins", "")) != is_open


@pytest.mark.parametrize(("pairs", "p", "few"), [(24, 0.4, True), (24, 0.01, False), (FEW_PAIRS, 0.4, False)])
def test_of_a_few_pairs_of_games_only_their_number_is_told_unless_something_stands(pairs, p, few):
    worth = found(200)
    row = {"pairs": pairs, "win_p": p, "score_p": 1.0}
    table = (
        answer(QUESTION, [worth]).tables["worth"].with_columns(pl.lit(value).alias(name) for name, value in row.items())
    )
    sentence = finding_of(QUESTION, worth, table).sentence
    assert sentence.endswith(": 24 pairs of games, too few to tell anything.") == few


@pytest.mark.parametrize(
    ("low", "high", "grade"),
    [(0.011, 0.4, "small"), (0.11, 0.4, "large"), (-0.4, -0.06, "moderate"), (-0.1, 0.4, "none")],
)
def test_an_effect_is_graded_by_the_near_end_of_its_interval(low, high, grade):
    row = {"win_change_low": low, "win_change_high": high, "win_p": 0.01}
    row |= {"score_change_low": 0.0, "score_change_high": 0.0, "score_p": 1.0}
    assert _grade(QUESTION, found(200), row) == grade


def test_observed_and_caused_differ_only_by_more_than_both_errors_added():
    one, other = Estimate(0.3, 0.2, 0.4, 100), Estimate(0.0, -0.1, 0.1, 100)
    z = norm.ppf((1 + QUESTION.level) / 2)
    assert _apart(QUESTION, one, other) == pytest.approx(2 * norm.sf(0.3 / (0.2 / z)))
    assert _apart(QUESTION, one, Estimate(0.0, -math.inf, math.inf, 1)) == 1.0


def test_the_note_tells_how_many_games_lasted_until_the_nudge():
    empty = pl.DataFrame()
    worth = Worth(CARD, games=1_000, reached=640, done=170, by={}, observed=empty, observed_end=empty)
    assert "64 %" in nudge_notes(QUESTION, [worth])[0]


def test_nine_seats_of_ten_have_no_more_turns_than_may_be_drawn(monkeypatch):
    turns = np.array([(count,) for count in range(1, 101)], dtype=[("own_turns", "i4")])
    monkeypatch.setattr(lab, "play_jobs", lambda _jobs, _threads: [SimpleNamespace(marks=turns)])
    plan = lab.arm_plan("lost-cities", 40, players=2, seed=1)
    assert lab.own_turns(plan) == 90


def test_a_burden_takes_away_being_spared_it():
    fear = NudgeArm(
        "fear", "fear", "gets a Fear card", 1, "", False, manner="burdens", thing="being spared a Fear card"
    )
    assert (fear.units, replace(fear, amount=-1).units) == (-1, 1)
    assert (replace(fear, manner="gives").units, replace(fear, manner="forbids").units) == (1, -1)

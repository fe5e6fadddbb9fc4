"""Findings checked with players that think: what becomes of each, and where it is kept."""

import re

import numpy as np
import polars as pl
import pytest

from digsite.analyses.recheck import (
    RecheckedFigure,
    changes_of,
    claimed_figures,
    claims_of,
    recheck_claims,
    verdict,
    verdict_p_value,
)
from digsite.analyses.result import Result
from digsite.analyses.stats import Estimate, Moments, family, shared_wins
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.tournament import tournament
from digsite.simulator.lab.reporting.recheck import check, lookahead_plan, recheck_comparison, recheck_run
from digsite.simulator.lab.reporting.report import report
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs.experiment import Experiment


def share(value, reach, level=0.95):
    return Estimate(value, value - reach, value + reach, 100, level)


VERDICTS = pytest.mark.parametrize(
    ("found", "then", "said"),
    [
        (share(0.60, 0.02), share(0.61, 0.05), "holds"),
        (share(0.60, 0.02), share(0.70, 0.05), "holds"),
        (share(0.60, 0.02), share(0.54, 0.03), "weaker"),  # still above, and surely less than it was
        (share(0.60, 0.02), share(0.51, 0.03), "weaker"),  # perhaps nothing is left of it
        (share(0.60, 0.02), share(0.48, 0.05), "weaker"),  # it seems to be reversed, and may be nothing
        (share(0.52, 0.01), share(0.48, 0.05), "cannot tell"),
        (share(0.60, 0.02), share(0.40, 0.05), "reversed"),
        (share(0.60, 0.02), share(0.55, 0.10), "cannot tell"),
        (share(0.40, 0.02), share(0.39, 0.05), "holds"),
        (share(0.40, 0.02), share(0.46, 0.03), "weaker"),
        (share(0.40, 0.02), share(0.60, 0.05), "reversed"),
        (share(0.40, 0.02), share(0.45, 0.10), "cannot tell"),
    ],
)


@VERDICTS
def test_intervals_say_what_becomes_of_a_finding(found, then, said):
    assert verdict(found, then, 0.5) == said


@VERDICTS
def test_a_verdict_is_tested_and_stands_where_the_intervals_say_so(found, then, said):
    finding = recheck_claims(
        [RecheckedFigure("seat 1", found, 0.5)], [RecheckedFigure("seat 1", then, 0.5)], "32"
    ).findings[0]
    assert (finding.kind, finding.effect, finding.is_claim) == ("tested", "", said != "cannot tell")
    assert (finding.p_value < 0.05) == finding.is_claim
    assert finding.null == (
        "it is as large with players that think" if said == "weaker" else "with players that think it is the fair share"
    )


def test_how_sure_a_verdict_is_follows_from_the_reach_of_its_intervals_and_how_many_hold_together():
    """By hand: an interval that ends at the null has 5 %, and 0.27 % lie beyond three standard errors."""
    half, found = 1.959964, share(0.6, 0.01)
    assert verdict_p_value("holds", found, share(0.55, 0.05), 0.5) == pytest.approx(0.05)
    assert verdict_p_value("reversed", found, share(0.5 - 0.03, 0.01 * half), 0.5) == pytest.approx(0.0027, rel=0.01)
    assert verdict_p_value("weaker", share(0.6, 0.02), share(0.54, 0.04), 0.5) == pytest.approx(0.05)
    assert verdict_p_value("holds", found, share(0.55, 0.05, family.corrected_level(8)), 0.5) == pytest.approx(0.05)
    assert verdict_p_value("holds", found, share(0.55, 0.10, family.corrected_level(8)), 0.5) > 0.5
    assert verdict_p_value("cannot tell", found, share(0.5, 0.05), 0.5) == 1.0


WRONG = pytest.mark.parametrize(
    ("before", "after", "wrong"),
    [
        ((0.25, 0.25, 0.25, 0.25), (0.25, 0.25, 0.25, 0.25), {"holds", "weaker", "reversed"}),
        ((0.31, 0.25, 0.22, 0.22), (0.25, 0.25, 0.25, 0.25), {"holds", "reversed"}),
        ((0.31, 0.25, 0.22, 0.22), (0.31, 0.25, 0.22, 0.22), {"weaker", "reversed"}),
        ((0.6, 0.4), (0.5, 0.5), {"holds", "reversed"}),
    ],
)


@WRONG
def test_verdicts_are_wrong_in_at_most_one_check_of_twenty(before, after, wrong):
    """Seats that win so often, with players as they are and with players that think; 400 checks, so 8 % may be chance."""
    rng, seats, checks = np.random.default_rng(1), len(before), 400

    def claims(chances, games):
        won = rng.multinomial(1, chances, size=games).astype(float)
        shares = [shared_wins(Moments.of(won[:, seat]), family.corrected_level(seats)) for seat in range(seats)]
        return [RecheckedFigure(f"seat {seat}", it, 1 / seats) for seat, it in enumerate(shares, 1)]

    said = [
        recheck_claims(claimed_figures(claims(before, 20_000)), claims(after, 400), "32").findings
        for _ in range(checks)
    ]
    false = [any(it.is_claim and it.figures["verdict"] in wrong for it in each) for each in said]
    assert sum(false) <= 0.08 * checks


def test_only_what_stands_out_is_checked():
    level = family.corrected_level(4)  # of which a note speaks, not each sentence
    claims = [
        RecheckedFigure("seat 1", share(0.6, 0.02, level), 0.5),
        RecheckedFigure("seat 2", share(0.51, 0.02, level), 0.5),
    ]
    assert [claim.name for claim in claimed_figures(claims)] == ["seat 1"]
    result = recheck_claims(claimed_figures(claims), [RecheckedFigure("seat 1", share(0.55, 0.2, level), 0.5)], "32")
    assert result.tables["checked"]["verdict"].to_list() == ["cannot tell"]
    assert result.findings[0].sentence == (
        "Seat 1 wins 60 % (58 to 62 %; 100 games), and 55 % (35 to 75 %; 100 games) with players that think (+32): cannot tell."
    )
    assert recheck_claims([], [], "32").tables == {}
    assert recheck_claims([], [], "32").notes[0].startswith("Nothing stands out")


def test_of_a_comparison_only_what_is_no_chance_is_checked():
    rows = [
        {"measure": name, "unit": "turns", "difference": 1.0, "difference_low": 0.5, "difference_high": 1.5, "games": 9, "p_value": p}
        for name, p in (("turns", 0.049), ("trades", 0.051))
    ]  # fmt: skip
    result = Result("compare", "Compared", {"measures": pl.DataFrame(rows)}, [], [], [])
    assert [claim.name for claim in changes_of(result, {}, significant=True)] == ["turns"]
    assert [claim.figure.level for claim in changes_of(result, {})] == [family.corrected_level(2)] * 2


def test_a_change_is_told_in_its_unit():
    found = [RecheckedFigure("win rate of seat 1", share(0.06, 0.01), 0.0, "percentage points", change=True)]
    then = [RecheckedFigure("win rate of seat 1", share(-0.05, 0.02), 0.0, "percentage points", change=True)]
    assert recheck_claims(found, then, "+8").findings[0].sentence == (
        "The change in win rate of seat 1 is +6.0 percentage points (+5.0 to +7.0; 100 pairs of games), and -5 percentage points "
        "(-7 to -3; 100 pairs of games) with players that think (+8): reversed."
    )


def test_what_is_not_measured_with_players_who_think_is_named_and_has_no_verdict():
    found = [
        RecheckedFigure("turns", share(0.6, 0.02), 0.0),
        RecheckedFigure("games that somebody wins", share(0.6, 0.02), 0.0),
    ]
    result = recheck_claims(found, found[:1], "32")
    assert result.tables["checked"]["finding"].to_list() == ["turns"]
    assert result.notes[-1] == "Not measured with players that think: games that somebody wins."


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr("digsite.simulator.lab.reporting.recheck.GAMES", 8)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("checked") / "run"
    return simulate("archaeology", 400, seats="merchant,random", rotate=True, seed=1, events=0, out=out)


def test_claims_are_the_shares_of_the_rows(run):
    claims = {claim.name: claim.figure.value for claim in claims_of(run, {"merchant": "merchant", "random": "random"})}
    rows = run.games.collect()
    won = sum(
        (row[f"rank_{seat}"] == 1) / max(row["winners"], 1)
        for row in rows.iter_rows(named=True)
        for seat in (1, 2)
        if row[f"strategy_{seat}"] == "merchant"
    )
    assert claims["merchant"] == pytest.approx(won / rows.height)
    assert claims["merchant"] + claims["random"] == pytest.approx(1.0)
    assert claims["seat 1"] + claims["seat 2"] == pytest.approx(1.0)


def test_intervals_of_all_seats_and_strategies_hold_together(run):
    claims = claims_of(run, {"merchant": "merchant", "random": "random"})
    assert [claim.figure.level for claim in claims] == [1 - 0.05 / 4] * 4


def test_a_run_is_played_again_by_players_who_think_and_kept(run):
    result = recheck_run(run, "2", Progress())
    table = result.tables["checked"]
    assert {"merchant", "random"} <= set(table["finding"])
    assert set(table["games"]) == {8}
    assert (run.folder / "checked-2" / "manifest.json").is_file()
    assert recheck_run(run, "2", Progress()).tables["checked"].equals(table)


def test_who_thinks_already_is_left_alone():
    plan = make_plan("archaeology", 8, seats="merchant+4,banker:maps=0.5", seed=1)
    assert lookahead_plan(plan, "2:caution=1", 8).players == ["merchant+4", "banker+2:maps=0.5:caution=1"]


def test_players_who_become_the_same_by_thinking_are_both_told_of(tmp_path):
    seats = "merchant,random,random+2"
    run = simulate("archaeology", 60, seats=seats, rotate=True, seed=1, events=0, out=tmp_path / "r")
    table = recheck_run(run, "2", Progress()).tables["checked"]
    found = dict(table.select("finding", "then").iter_rows())
    assert {"merchant", "random", "random+2"} <= set(found)
    assert found["random"] == found["random+2"] == pytest.approx((1 - found["merchant"]) / 2)


def test_where_all_think_already_nothing_is_played_again(tmp_path):
    run = simulate("archaeology", 4, seats="merchant+2,random+2", rotate=True, seed=1, events=0, out=tmp_path / "r")
    (result,) = check(run, "8", Progress())
    assert (result.findings, result.tables) == ([], {})
    assert list(result.notes) == ["All players think already, so there is nothing to check."]
    assert not (run.folder / "checked-8").exists()


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ("+32:maps=0.5", "no knob of look-ahead players 'maps'"),
        ("+32:cautoin=1", "Did you mean 'caution'"),
        ("+1", "2 to 1,000,000 sampled deals"),
        ("+1000000000", "2 to 1,000,000 sampled deals"),
        ("+8:caution=-1", "must be a number of at least 0"),
        ("+8:caution=nan", "must be a number of at least 0"),
        ("+8:horizon=chapter", "has no chapters"),
        ("*", "is written"),
    ],
)
def test_a_wrong_way_to_think_is_refused_before_anything_is_played(run, tmp_path, wrong, said, monkeypatch):
    monkeypatch.setattr(
        "digsite.simulator.lab.reporting.report._companions_of", lambda *_: pytest.fail("it began to play")
    )
    with pytest.raises(WrongUse, match=re.escape(said)):
        report(run.folder, out=tmp_path / "r.html", sensitivity=False, check_with=wrong)
    assert not list(run.folder.glob("checked-*[:=]*"))


def test_folders_that_are_not_played_again_are_refused_alone(tmp_path):
    shown = tournament("archaeology", 4, strategies="merchant,random", players=2, seed=1, out=tmp_path / "t")
    with pytest.raises(WrongUse, match="repeats runs and comparisons"):
        report(shown.folder, out=tmp_path / "r.html", check_with="+2")


def test_a_comparison_is_repeated_and_a_report_tells_all(run, tmp_path):
    settings = {"seats": "merchant", "players": 2, "seed": 1}
    shown = compare("archaeology", 400, variants="fierce-weather", out=tmp_path / "c", **settings)
    result = recheck_comparison(shown.experiment, "2", Progress())
    assert set(result.tables["checked"]["verdict"]) <= {"holds", "weaker", "reversed", "cannot tell"}
    out = tmp_path / "report.html"
    report(run.folder, shown.folder, out=out, sensitivity=False, experiments=False, check_with="+2")
    assert out.read_text().count("Checked with players that think (+2)") >= 2


def test_a_comparison_with_a_margin_is_repeated_without_it(tmp_path):
    """The few games of a check do not play until a margin is decided, so their intervals are those of a number set beforehand."""
    settings = {"seats": "merchant", "players": 2, "seed": 1, "out": tmp_path / "c"}
    shown = compare("archaeology", 40, variants="fierce-weather", margin="20pp", **settings)
    assert shown.experiment.question["margin"] == ["share", 0.2]
    recheck_comparison(shown.experiment, "2", Progress())
    again = Experiment(tmp_path / "c" / "checked-2")
    assert again.question == {**shown.experiment.question, "margin": None}
    assert again.games == 8

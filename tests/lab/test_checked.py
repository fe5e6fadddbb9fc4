"""Findings checked with players that think: what becomes of each, and where it is kept."""

import pytest

from analyses.checked import checked, claims_of, standing, verdict
from analyses.stats import Estimate
from simulator.lab.checked import check_compared, check_run, thinking_plan
from simulator.lab.compare import compare
from simulator.lab.progress import Progress
from simulator.lab.report import report
from simulator.lab.simulate import simulate
from simulator.play.plan import make_plan


def share(value, reach):
    return Estimate(value, value - reach, value + reach, 100)


@pytest.mark.parametrize(
    ("found", "then", "said"),
    [
        (share(0.60, 0.02), share(0.61, 0.05), "holds"),
        (share(0.60, 0.02), share(0.70, 0.05), "holds"),
        (share(0.60, 0.02), share(0.54, 0.03), "weaker"),  # still above, and surely less than it was
        (share(0.60, 0.02), share(0.51, 0.03), "weaker"),  # perhaps nothing is left of it
        (share(0.60, 0.02), share(0.40, 0.05), "reversed"),
        (share(0.60, 0.02), share(0.55, 0.10), "cannot tell"),
        (share(0.40, 0.02), share(0.39, 0.05), "holds"),
        (share(0.40, 0.02), share(0.46, 0.03), "weaker"),
        (share(0.40, 0.02), share(0.60, 0.05), "reversed"),
        (share(0.40, 0.02), share(0.45, 0.10), "cannot tell"),
    ],
)
def test_intervals_say_what_becomes_of_a_finding(found, then, said):
    assert verdict(found, then, 0.5) == said


def test_only_what_stands_out_is_checked():
    claims = [("seat 1", share(0.6, 0.02), 0.5), ("seat 2", share(0.51, 0.02), 0.5)]
    assert [name for name, *_ in standing(claims)] == ["seat 1"]
    result = checked(standing(claims), [("seat 1", share(0.55, 0.2), 0.5)], "32", share=True)
    assert result.tables["checked"]["verdict"].to_list() == ["cannot tell"]
    assert checked([], [], "32", share=True).tables == {}


@pytest.fixture(autouse=True)
def few_games(monkeypatch):
    monkeypatch.setattr("simulator.lab.checked.GAMES", 8)


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("checked") / "run"
    return simulate("archaeology", 400, seats="merchant,random", rotate=True, seed=1, events=0, out=out)


def test_claims_are_the_shares_of_the_rows(run):
    claims = {name: figure.value for name, figure, _ in claims_of(run, {"merchant": "merchant", "random": "random"})}
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
    assert [figure.level for _, figure, _ in claims] == [1 - 0.05 / 4] * 4


def test_a_run_is_played_again_by_players_who_think_and_kept(run):
    result = check_run(run, "2", Progress())
    table = result.tables["checked"]
    assert {"merchant", "random"} <= set(table["finding"])
    assert set(table["games"]) == {8}
    assert (run.folder / "checked-2" / "manifest.json").is_file()
    assert check_run(run, "2", Progress()).tables["checked"].equals(table)


def test_who_thinks_already_is_left_alone():
    plan = make_plan("archaeology", 8, seats="merchant+4,banker:maps=0.5", seed=1)
    assert thinking_plan(plan, "2:caution=1", 8).players == ["merchant+4", "banker+2:maps=0.5:caution=1"]


def test_a_comparison_is_repeated_and_a_report_tells_all(run, tmp_path):
    settings = {"seats": "merchant", "players": 2, "seed": 1}
    shown = compare("archaeology", 400, variants="fierce-weather", out=tmp_path / "c", **settings)
    result = check_compared(shown.experiment, "2", Progress())
    assert set(result.tables["checked"]["verdict"]) <= {"holds", "weaker", "reversed", "cannot tell"}
    out = tmp_path / "report.html"
    report(run.folder, shown.folder, out=out, sensitivity=False, experiments=False, check_with="+2")
    assert out.read_text().count("Checked with players that think (+2)") >= 2

"""What a report plays beside a run: worth by experiment in the answers and the scorecard, kept for the next report."""

import json
import subprocess
import sys

import polars as pl
import pytest

import digsite
from digsite.analyses.companions import (
    COUNTERPART,
    NUDGES,
    TENSION,
    Companions,
    components_worth_having,
    is_counterpart,
)
from digsite.analyses.probes import line_ups
from digsite.analyses.probes.luck import FILE
from digsite.analyses.registry import answer, answerable, questions_for
from digsite.analyses.scorecard import scorecard
from digsite.reports.page.report import answers_to_all
from digsite.simulator.cli.app import main
from digsite.simulator.games import all_games
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.reporting import companions
from digsite.simulator.lab.reporting.analyze import analyze
from digsite.simulator.lab.reporting.report import report
from tests.reports.examples import words_of

PLAYERS = {"seats": "rusher,collector", "variants": "short", "seed": 3}


@pytest.fixture
def run(tmp_path):
    return digsite.simulate("lost-cities", 60, out=tmp_path / "run", **PLAYERS)


@pytest.fixture
def small(monkeypatch):
    for name, number in (
        ("GAMES", 240),
        ("SAMPLE_GAMES", 6),
        ("WORLDS", 6),
        ("LUCK_BLOCKS", 20),
        ("LINE_UP_GAMES", 900),
    ):
        monkeypatch.setattr(companions, name, number)


@pytest.fixture(scope="module")
def token(tmp_path_factory):
    folder = tmp_path_factory.mktemp("nudged") / "token"
    return digsite.nudge("lost-cities", 600, nudges="token", out=folder, **PLAYERS).experiment


@pytest.mark.parametrize("game", all_games())
def test_every_nudge_of_a_game_answers_a_question(game):
    asked = [name for question in questions_for(game) for name in question.worth]
    own = {nudge.name for nudge in all_games()[game].own_nudges}
    assert {name.partition("=")[0] for name in asked} == own
    assert len(asked) == len(set(asked))


def test_what_a_token_causes_stands_first_in_the_answer_about_artifacts(run, token):
    before = answer(run, "artifacts")
    found = answer(run, "artifacts", Companions.of(run, [token]))
    assert found.findings[0].kind == "caused"
    assert "One more artifact token: the player" in found.findings[0].sentence
    assert {"artifacts-nudge-win", "artifacts-nudge-observed"} <= {chart.name for chart in found.charts}
    assert found.tables["worth"]["nudge"].to_list() == ["token"]
    assert [finding.sentence for finding in before.findings if finding.kind != "described"] == []
    assert "`digsite nudge lost-cities --seats rusher,collector --variant short --nudge token`" in before.notes[0]
    assert "600 games each (token)" in found.notes[0]


def test_what_is_only_observed_says_so(run, token):
    def said(given):
        return [
            f.sentence for f in answer(run, "artifacts", Companions.of(run, given)).findings if "observed" in f.sentence
        ]

    assert all(sentence.endswith("not what an artifact is worth.") for sentence in said([token]) if "ended" in sentence)
    assert all("which `digsite nudge lost-cities` measures" in sentence for sentence in said([]))


def test_a_question_whose_nudges_were_not_played_says_how_to_play_them(run, token):
    found = answer(run, "paths", Companions.of(run, [token]))
    assert not any(finding.kind == "caused" for finding in found.findings)
    assert "researcher, step and card" in found.notes[0]


def test_an_experiment_with_other_players_or_rules_does_not_count(run, token, tmp_path):
    others = [
        digsite.nudge("lost-cities", 20, nudges="token", out=tmp_path / name, **(PLAYERS | changed)).experiment
        for name, changed in {
            "seats": {"seats": "rusher,rusher"},
            "variant": {"variants": ""},
            "figure": {"settings": "cards.hand=7"},
        }.items()
    ]
    found = Companions.of(run, [*others, token])
    assert found.nudges == [token]
    assert found.others == ["seats", "variant", "figure"]
    assert "has other players or other rules" in answer(run, "artifacts", Companions.of(run, others[:1])).notes[0]


def test_a_report_plays_what_is_missing_once_and_uses_it_again(run, small, tmp_path, monkeypatch):
    first = report(run.folder, out=tmp_path / "a.html", sensitivity=False).read_text()
    kept = digsite.Experiment(run.folder / NUDGES)
    assert kept.complete
    assert kept.plan.games == 240
    assert "The researcher a stone further" in words_of(first)
    assert "Counted by win chances along 6 games" in words_of(first)
    assert "Chance after the deal decides" in words_of(first)
    assert "Win rates by seat are means over 9 line-ups" in words_of(first)
    assert "for this line-up only" not in words_of(first)
    monkeypatch.setattr(companions, "_play_nudges", None)
    monkeypatch.setattr(companions, "_look_at_chances", None)
    monkeypatch.setattr(companions, "_look_at_luck", None)
    monkeypatch.setattr(companions, "_look_at_line_ups", None)
    assert report(run.folder, out=tmp_path / "b.html", sensitivity=False).read_text() == first
    lines = {line.name: line for line in scorecard(run, answers_to_all(run)).lines}
    assert "By experiment on the same luck" in lines["components"].sentence
    assert "Counted by win chances along 6 games" in lines["tension"].sentence


def test_a_report_may_leave_it_out_and_an_analysis_never_plays(run, tmp_path):
    page = words_of(report(run.folder, out=tmp_path / "a.html", sensitivity=False, experiments=False).read_text())
    analyze(run, ["artifacts"])
    assert not (run.folder / NUDGES).exists()
    assert not (run.folder / TENSION).exists()
    assert "Worth is not measured here (token)" in page
    assert "Verdicts hold for this line-up only" in page


def test_a_report_with_a_nudge_experiment_plays_no_other(run, token, small, tmp_path):
    page = words_of(report(run.folder, token.folder, out=tmp_path / "a.html", sensitivity=False).read_text())
    assert not (run.folder / NUDGES).exists()
    assert "600 games each (token)" in page


class _Stop(Progress):
    def played(self, done, total):
        raise KeyboardInterrupt


def test_a_report_that_was_stopped_goes_on_where_it_was(run, small, tmp_path):
    with pytest.raises(Interrupted, match="saved in"):
        companions.play_companions(run, progress=_Stop())
    assert not Companions.of(run).nudges
    assert companions.play_companions(run).nudges[0].complete


def test_a_stopped_report_says_what_is_kept(run, tmp_path, monkeypatch, capsys):
    def stop(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(companions, "_play_nudges", stop)
    with pytest.raises(SystemExit) as ended:
        main(["report", str(run.folder), "--out", str(tmp_path / "a.html")])
    assert ended.value.code == 130
    assert f"what it played is saved in {run.folder}" in capsys.readouterr().err


def test_what_is_damaged_or_of_other_games_is_played_again(run, small):
    companions.play_companions(run)
    whole, decides = (run.folder / TENSION).read_bytes(), (run.folder / FILE).read_bytes()
    whole_line_ups = (run.folder / line_ups.FILE).read_bytes()
    (run.folder / FILE).write_text("{")
    (run.folder / line_ups.FILE).write_text("[]")
    (run.folder / TENSION).write_text(json.dumps(json.loads(whole) | {"plan": "another"}))
    (run.folder / NUDGES / "experiment.json").write_text("{")
    assert (Companions.of(run).nudges, Companions.of(run).tension) == ([], None)
    (run.folder / NUDGES / "experiment.json").unlink()
    for part in (run.folder / NUDGES).rglob("*"):
        if part.is_file():
            part.unlink()
    found = companions.play_companions(run)
    assert found.nudges
    assert (run.folder / TENSION).read_bytes() == whole
    assert (run.folder / FILE).read_bytes() == decides
    assert (run.folder / line_ups.FILE).read_bytes() == whole_line_ups


def test_claims_of_an_experiment_share_the_reports_false_claims(run, token):
    found = Companions.of(run, [token])
    alone, shared = (found._read(sharing)[0][1].tables["worth"] for sharing in (1, 5))
    for name in ("win_p", "score_p"):
        assert shared[name][0] == pytest.approx(min(1.0, 5 * alone[name][0]))
    tested = sum(question.tests for question in answerable(run))
    assert found.families == 2
    results = [answer(run, question.name, found) for question in answerable(run)]
    p_value = next(result for result in results if result.question == "artifacts").findings[0].p_value
    assert p_value == pytest.approx(min(1.0, (tested + 2) * min(alone["win_p"][0], alone["score_p"][0])))
    assert {line.name for line in scorecard(run, results).lines} >= {"components", "tension"}


def test_a_report_of_what_is_there_starts_without_numba(run, small, tmp_path):
    companions.play_companions(run)
    code = (
        "import sys; from digsite.simulator.lab.reporting.companions import play_companions; from digsite.simulator.runs.run import Run\n"
        f"assert play_companions(Run({str(run.folder)!r})).nudges\nassert 'numba' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_a_counterpart_is_the_same_deals_without_the_variant_and_is_kept(run, small):
    companions._play_counterpart(run, "short", Running())
    other = digsite.Run(run.folder / f"{COUNTERPART}-short")
    assert is_counterpart(other, run, "short")
    assert (run.plan.variants, other.plan.variants, other.rows) == (["short"], [], 60)
    assert other.plan.rules == run.game.figures.values()
    back = companions.toggle_variant(other, "short")
    assert {**other.plan.rules, **back} == run.plan.rules
    assert not is_counterpart(run, run, "short")


def test_of_many_things_worth_having_the_meaning_says_how_many():
    def said(*p_values):
        rows = [
            {"units": 1, "win_change": 0.1, "win_p": p, "thing": f"a card {name}"}
            for name, p in zip("abcdefgh", p_values, strict=False)
        ]
        return components_worth_having({"worth": pl.DataFrame(rows)})

    assert (
        said(0.001, 0.001, 0.5)
        == "By experiment a card a and a card b are worth having; what a card c is worth is not yet clear."
    )
    assert said(*[0.001] * 4) == "By experiment all four things measured are worth having."
    assert said(*[0.001] * 5, 0.5) == (
        "By experiment five of the six things measured are worth having; what a card f is worth is not yet clear."
    )

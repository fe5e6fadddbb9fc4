"""`digsite nudge`: tables, files, resuming, and sentences for wrong use."""

import json
from pathlib import Path

import polars as pl
import pytest

import digsite
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.runs.folder import experiment_store
from tests.cli.test_compare import own_folder, run  # noqa: F401

SMALL = ["--players", "2", "--seats", "rusher,random", "--games", "200", "--seed", "3", "-q"]


def nudged(capsys, *words: object) -> dict:
    code, out, err = run(capsys, "nudge", "lost-cities", *SMALL, *words, "--json")
    assert code == 0, err
    return json.loads(out)


def test_it_prints_what_each_nudge_is_worth_and_leaves_charts_and_tables(capsys):
    code, out, _ = run(capsys, "nudge", "lost-cities", "--nudge", "token,card=-1,points=10", *SMALL)
    assert code == 0
    assert "card=-1" in out
    assert "+10.00" in out
    assert "One more artifact token: " in out
    names = {path.name for path in Path("runs/lost-cities-nudge-2p-3").iterdir()}
    assert {"nudge-win.svg", "nudge-observed.svg", "nudge-worth.csv", "nudge-observed.csv", "findings.json"} <= names


def test_the_arms_are_runs_that_say_who_was_nudged(capsys):
    told = nudged(capsys, "--nudge", "nothing,token")
    assert told["worth"][0]["win_change"] == told["worth"][0]["score_change"] == 0
    experiment = digsite.Experiment("runs/lost-cities-nudge-2p-3")
    assert list(experiment.arms) == ["without", "nothing", "token"]
    without, token = (experiment.arm(name).games.collect() for name in ("without", "token"))
    assert without["nudge_done"].sum() == 0
    for name in ("nudged_seat", "nudged_turn"):
        assert without[name].equals(token[name])
    not_done = token["nudge_done"] == 0
    own = [name for name in without.columns if not name.startswith("nudge")]
    assert without.filter(not_done).select(own).equals(token.filter(not_done).select(own))
    gained = token.select(sum=pl.sum_horizontal("artifacts_1", "artifacts_2"))["sum"]
    assert (gained.filter(~not_done).mean() or 0) > 0
    assert run(capsys, "analyze", "runs/lost-cities-nudge-2p-3/arms/token", "seats", "-q")[0] == 0


def test_a_nudged_game_is_replayed_with_the_nudge(capsys):
    nudged(capsys, "--nudge", "token")
    code, out, _ = run(capsys, "replay", "runs/lost-cities-nudge-2p-3/arms/token", "--game", "0")
    assert code == 0
    assert out.startswith("In this game seat ")


class _StopAfter(Progress):
    def played(self, done, total):
        if self.doing == "Playing" and done >= 300:
            raise KeyboardInterrupt


def test_an_interrupted_experiment_goes_on_to_the_same_bytes(monkeypatch):
    monkeypatch.setattr(experiment_store, "_BATCHES_IN_A_PART", 1)
    given = {"nudges": "token,step", "seats": "random", "players": 2, "seed": 1}
    whole = digsite.nudge("lost-cities", 1_200, out="whole", **given)
    with pytest.raises(Interrupted):
        digsite.nudge("lost-cities", 1_200, out="halves", progress=_StopAfter(), **given)
    halves = digsite.nudge("lost-cities", 1_200, out="halves", resume=True, **given)
    for name in ("without", "token", "step"):
        parts = [sorted((Path(folder) / "arms" / name / "games").iterdir()) for folder in ("whole", "halves")]
        assert [part.read_bytes() for part in parts[0]] == [part.read_bytes() for part in parts[1]]
    assert whole.result.tables["worth"].equals(halves.result.tables["worth"])
    digsite.report(whole.folder, out="report.html")
    assert "What components are worth" in Path("report.html").read_text(encoding="utf-8")


def test_with_a_margin_it_stops_as_soon_as_the_worth_is_known(monkeypatch):
    monkeypatch.setattr(experiment_store, "_BATCHES_IN_A_PART", 1)
    shown = digsite.nudge("lost-cities", 5_000, nudges="points", margin="2points", seats="random", players=2, seed=1)
    row = shown.result.tables["worth"].row(0, named=True)
    assert shown.experiment.arm("points").rows < 5_000
    assert row["score_change"] == 10
    assert (row["score_change_high"] - row["score_change_low"]) / 2 <= 2


def test_the_nudges_are_listed_without_playing(capsys):
    code, out, _ = run(capsys, "nudge", "chac", "--list")
    assert code == 0
    assert "may not search any more once 4 cards have been found" in out
    assert not Path("runs").exists()
    _, out, _ = run(capsys, "games", "archaeology", "--json")
    assert {"map", "tent", "no-trading"} <= {row["nudge"] for row in json.loads(out)["nudges"]}


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--nudge", "tokn"], "There is no nudge 'tokn'. Did you mean 'token'?"),
        (["--nudge", "token=2"], "The amount of token is 1 or -1; 2 is not possible."),
        (["--nudge", "token=many"], "The amount of token must be a whole number; 'many' is not."),
        (["--margin", "2"], "--margin 2 has no unit: say 2pp or 2points."),
        (["--margin", "3turns"], "--margin is the precision of a worth"),
        (["--margin", "much"], "--margin is a size such as 0.5pp"),
    ],
)
def test_wrong_use_gets_a_sentence(capsys, words, sentence):
    code, _, err = run(capsys, "nudge", "lost-cities", *words, *SMALL)
    assert code == 2
    assert sentence in err
    assert not Path("runs").exists()


def test_a_game_without_nudges_says_so(capsys, monkeypatch):
    from digsite.simulator.games import find_game

    monkeypatch.setitem(find_game("lost-cities").__dict__, "own_nudges", ())
    code, _, err = run(capsys, "nudge", "lost-cities", *SMALL)
    assert code == 2
    assert "Lost Cities: The Board Game declares no nudges" in err

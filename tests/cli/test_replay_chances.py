"""`digsite replay --chances` as a user meets it."""

import json

import pytest

import digsite
from tests.cli.test_cli import run


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("replay") / "run"
    digsite.simulate("lost-cities", 20, players=2, variants="short", seed=3, events=0, out=folder)
    return folder


def test_the_narration_comes_with_a_bar_for_each_turn(capsys, played):
    code, out, err = run(capsys, "replay", played, "--game", "4", "--chances", "--worlds", "10", "--quiet")
    assert code == 0, err
    assert err == ""
    assert "          |1" in out
    assert "after 0" not in out
    assert "  the end |" in out
    assert "as the players see it" in out
    assert "Seat 1 (" in out


def test_json_is_one_object_and_charts_are_written(capsys, played, tmp_path):
    words = ("--median", "--chances", "--open", "--worlds", "10", "--json", "--out", tmp_path / "out", "-q")
    code, out, _ = run(capsys, "replay", played, *words)
    assert code == 0
    assert {"point", "turn", "seat", "chance"} <= json.loads(out)["chances"][0].keys()
    assert (tmp_path / "out/chances.svg").is_file()


def test_a_sample_of_games_is_summed_up(capsys, played, tmp_path):
    words = ("--chances", "--sample", "3", "--worlds", "6", "--out", tmp_path / "out", "-q")
    code, out, _ = run(capsys, "replay", played, *words)
    assert code == 0
    assert "lead_changes" in out
    assert "decided after" in out
    assert (tmp_path / "out/tension-decided.svg").is_file()


def test_a_folder_that_cannot_be_made_is_said_before_anything_is_played(capsys, played, tmp_path, monkeypatch):
    monkeypatch.setattr("digsite.simulator.lab.winchance.chances.annotate_game", lambda *_, **__: 1 / 0)
    (tmp_path / "file").write_text("")
    code, _, err = run(capsys, "replay", played, "--game", "1", "--chances", "--out", tmp_path / "file/out")
    assert code == 1
    assert "cannot be written" in err


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--game", "1", "--open"], "go with --chances"),
        (["--game", "1", "--chances", "--sample", "3"], "name no game"),
        (["--chances"], "Say which game"),
        (["--game", "1", "--chances", "--every", "round"], "There is no choice of --every 'round'."),
        (["--game", "1", "--chances", "--seat", "3"], "--seat must be from 1 to 2; 3 is not."),
    ],
)
def test_wrong_use_is_one_sentence(capsys, played, words, sentence):
    code, out, err = run(capsys, "replay", played, *words)
    assert code == 2
    assert sentence in err
    assert out == ""


def test_a_folder_that_is_not_there_is_said_before_anything_else(capsys, tmp_path):
    code, out, err = run(capsys, "replay", tmp_path / "nothing")
    assert (code, out) == (2, "")
    assert "nothing" in err
    assert "Say which game" not in err

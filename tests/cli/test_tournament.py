"""`digsite tournament`: tables, files, and sentences for wrong use."""

import json

import pytest

from tests.cli.test_compare import own_folder, run  # noqa: F401

SMALL = ["--games", "60", "--seed", "2", "-q"]


def test_it_prints_ratings_and_the_best_reply_to_each_field(capsys, tmp_path):
    words = ["tournament", "lost-cities", "--strategies", "cautious,rusher", *SMALL, "--out", tmp_path / "t", "--full"]
    code, out, _ = run(capsys, *words)
    assert code == 0
    assert "rating" in out
    assert "best reply" in out
    assert "(3 line-ups on the same deals; 180 games.)" in out
    assert "(On the same luck: every strategy in every seat; the games of a deal count as one value.)" in out
    names = {path.name for path in (tmp_path / "t").iterdir()}
    assert {"tournament-ratings.svg", "tournament-replies.csv", "findings.json"} <= names


def test_the_same_command_gives_the_same_figures_on_any_number_of_threads(capsys):
    words = ["tournament", "lost-cities", "--strategies", "collector,rusher", "--players", "3", *SMALL, "--json"]
    told = [json.loads(run(capsys, *words, "--threads", threads, "--out", threads)[1]) for threads in ("1", "2")]
    assert told[0] == told[1]
    assert len({row["field"] for row in told[0]["replies"]}) == 3
    assert told[0]["games"] == 240


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--strategies", "cautious"], "A tournament needs at least two strategies; only cautious is named."),
        (["--strategies", "cautious,rushr"], "Did you mean 'rusher'?"),
        (["--players", "9"], "is for 2 to 4 players, not for 9."),
    ],
)
def test_wrong_use_gets_a_sentence(capsys, words, sentence):
    code, _, err = run(capsys, "tournament", "lost-cities", *words, *SMALL)
    assert code == 2
    assert sentence in err


def test_too_many_line_ups_are_refused(capsys):
    code, _, err = run(capsys, "tournament", "chac", "--players", "6", *SMALL)
    assert code == 2
    assert "line-ups of 6; 500 is the limit" in err

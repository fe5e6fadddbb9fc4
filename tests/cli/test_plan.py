"""`digsite plan`: the games that questions need, and sentences for wrong use."""

import json

import pytest

import digsite
from digsite.analyses.stats import family, sizes, tests
from tests.cli.test_compare import own_folder, run  # noqa: F401

SMALL = ["--players", "2", "--pilot", "400", "--seed", "1", "-q"]


def planned(capsys, *words: object) -> dict:
    code, out, err = run(capsys, "plan", "lost-cities", *words, "--json")
    assert code == 0, err
    return json.loads(out)


def games(told: dict) -> list[int]:
    return [need["games"] for need in told["needs"]]


def test_a_share_takes_what_its_tests_ask_for_with_their_correction(capsys):
    told = planned(capsys, "--margin", "1pp", "--spread", "0.5", "--players", "2")
    known, comparison = games(told)
    level = family.corrected_level(2 * 5)  # seat 1 and the gap of scores; five families of tests share a report
    assert tests.share(sizes.planned(known, 0.5, 0.5), 0.5, level).high - 0.5 == pytest.approx(0.01, rel=1e-3)
    alone = 0.5 / 2**0.5
    one_test = sizes.to_find(0.01, alone * 2**0.5, 0.9, lambda deals: tests.mean(deals, 0.0, 1.0).p < 0.05)
    assert 1.4 * 2 * one_test < comparison < 1.8 * 2 * one_test  # ten and more tests are corrected together
    assert told["needs"][0]["seconds"] is None
    assert told["measure"] == "win rate of seat 1"


def test_a_pilot_gives_the_spread_and_the_time(capsys):
    told = planned(capsys, "--margin", "1pp", *SMALL)
    assert 0.4 < told["spread"] <= 0.51
    assert told["pilot"] == 400
    assert told["needs"][0]["seconds"] > 0
    assert told["paired"] is None


def test_a_comparison_on_the_same_luck_needs_fewer_games(capsys):
    told = planned(capsys, "--margin", "2points", "--set", "stones.values.1=-25", "--seats", "random", *SMALL)
    needed = {(need["verb"], need["question"]): need["games"] for need in told["needs"]}
    asked = "find a change of 2 points, 90 % of the time"
    assert needed["compare", asked] < needed["simulate, twice", f"{asked}, on other luck"] / 5
    mixed = planned(capsys, "--margin", "2points", "--set", "stones.values.1=-25", "--seats", "random,rusher", *SMALL)
    assert all(count % 2 == 0 for count in games(mixed)[1:4])  # whole deals; with one strategy a deal is one game


def test_a_smaller_margin_takes_four_times_the_games_for_each_half(capsys):
    wide, narrow = (planned(capsys, "--margin", size, "--spread", "20") for size in ("2turns", "1turns"))
    assert games(narrow)[0] == pytest.approx(4 * games(wide)[0], rel=0.02)  # a few games have a wider t


def test_a_column_is_planned_and_a_table_printed(capsys):
    told = planned(capsys, "--margin", "0.1", "--measure", "artifacts", *SMALL)
    assert told["measure"] == "artifacts"
    code, out, _ = run(capsys, "plan", "lost-cities", "--margin", "0.5pp", "--variant", "short", *SMALL)
    assert code == 0
    assert "compare --margin" in out
    assert "on each side" in out
    assert "games a second" in out


def test_what_the_pilot_never_saw_takes_games_all_the_same(capsys):
    told = planned(capsys, "--margin", "0.1pp", "--measure", "end_reason=stall", *SMALL)
    assert min(games(told)) >= 3 / 0.001


def test_one_figure_is_planned_and_the_others_are_named(capsys):
    told = planned(capsys, "--margin", "1pp", "--measure", "end_reason", "--spread", "0.5")
    assert any("Planned for" in note and "end_reason=stall" in note for note in told["notes"])
    assert not any("on each side" in note for note in told["notes"])


def test_python_plans_too():
    found = digsite.plan("lost-cities", margin="0.5pp", spread=0.5, players=2)
    assert found.needs[0].games > 38_415  # what one interval alone would take


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "Say with --margin how large a difference matters"),
        (["--margin", "big"], "--margin is a size such as"),
        (["--margin", "1pp", "--power", "90"], "--power must be a number between 0.5 and 1; 90.0 is not."),
        (["--margin", "1pp", "--power", "0.3"], "--power must be a number between 0.5 and 1; 0.3 is not."),
        (["--margin", "1pp", "--spread", "5"], "--spread of a share is 0.5 at the most; 5 is not possible."),
        (
            ["--margin", "1points", "--spread", "1e300"],
            "A margin of 1 point is less than a millionth of a game's spread",
        ),
        (
            ["--margin", "200pp"],
            "A share changes by less than 100 percentage points; a --margin of 200pp is too large.",
        ),
        (["--margin", "1points", "--measure", "artifacts"], "artifacts is measured in plain numbers"),
        (["--margin", "1pp", "--spread", "-1"], "--spread must be a number above 0"),
        (["--margin", "1pp", "--pilot", "10"], "--pilot must be at least 100"),
        (["--margin", "1", "--measure", "artefacts"], "Did you mean 'artifacts'?"),
    ],
)
def test_wrong_use_is_answered_with_a_sentence(capsys, words, sentence):
    code, _, err = run(capsys, "plan", "lost-cities", *words, "-q")
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1

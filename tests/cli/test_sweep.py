"""`digsite sweep`: curves, heat maps, the ranking of unconfirmed figures, and sentences for wrong use."""

import json

import pytest

from digsite.analyses.experiments.kinds.sweep import _figure
from digsite.analyses.experiments.kinds.unconfirmed import _change
from digsite.simulator.cli.console import _is_number
from digsite.simulator.games import find_game
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.sweep import sensitivity, sensitivity_of, split_settings
from digsite.simulator.lab.reporting.files import key
from digsite.simulator.play.plan import make_plan
from tests.cli.test_compare import own_folder, run  # noqa: F401

SMALL = ["--players", "2", "--games", "200", "--seed", "1", "-q"]


def swept(capsys, *words: object) -> dict:
    code, out, err = run(capsys, "sweep", "lost-cities", *words, "--json")
    assert code == 0, err
    return json.loads(out)


def values(told: dict, measure: str, figure: str) -> dict:
    return {point[key(figure)]: point["value"] for point in told["points"] if point["measure"] == measure}


def test_larger_hands_score_more_in_fewer_turns(capsys):
    told = swept(capsys, "--set", "cards.hand=6,8,10", *SMALL)
    scores, turns = (values(told, measure, "cards.hand") for measure in ("mean score", "turns"))
    assert scores[6] < scores[8] < scores[10]
    assert turns[6] > turns[8] > turns[10]
    printed = [point for point in told["points"] if point[key("cards.hand")] == 8]
    assert {point["verdict"] for point in printed} == {"reference"}
    assert {point["change"] for point in printed} == {0.0}
    where = [finding["figures"]["at"] for finding in told["findings"] if "at" in finding["figures"]]
    assert where
    assert all(at in ([6], [10]) for at in where)  # numbers, not their texts
    assert {point["measure"] for point in told["points"]} >= {"win rate of seat 1", "win rate of cautious"}


def test_the_printed_value_is_the_reference_even_when_it_is_not_swept(capsys):
    told = swept(capsys, "--set", "cards.hand=5,11", *SMALL)
    assert {point[key("cards.hand")] for point in told["points"]} == {5, 11}
    assert all(point["verdict"] != "reference" for point in told["points"])
    assert "with cards.hand=8" in " ".join(finding["sentence"] for finding in told["findings"])


def test_one_entry_of_a_list_is_swept_by_its_number(capsys):
    told = swept(capsys, "--set", "stones.values.9=0,50,200", "--seats", "random", *SMALL)
    scores = values(told, "mean score", "stones.values.9")
    assert scores[0] <= scores[50] <= scores[200]


def test_two_figures_make_heat_maps_and_impossible_points_are_left_out(capsys, tmp_path):
    words = ["--set", "tiles.artifact=8,9", "--set", "tiles.arrow=9,10", *SMALL, "--out", tmp_path / "two"]
    told = swept(capsys, *words)
    played = {(point[key("tiles.artifact")], point[key("tiles.arrow")]) for point in told["points"]}
    assert played == {(8, 10), (9, 9)}
    assert sum("was left out" in remark for remark in told["notes"]) == 2
    names = {path.name for path in (tmp_path / "two").iterdir()}
    assert {"sweep-mean-score.svg", "sweep-mean-score.png", "sweep-points.csv", "findings.json"} <= names


def test_words_and_truths_are_swept_too(capsys):
    told = swept(capsys, "--set", "play.descending_paths=false,true", "--set", "cards.hand=7", *SMALL)
    assert {point[key("play.descending_paths")] for point in told["points"]} == {"false", "true"}
    assert told["settings"] == ["cards.hand=7"]


def test_columns_of_the_game_are_swept(capsys, tmp_path):
    words = ["--set", "cards.hand=6,10", "--measure", "crossings,expedition_end_1", *SMALL, "--out", tmp_path / "c"]
    told = swept(capsys, *words)
    crossings = values(told, "bridge crossings", "cards.hand")
    assert crossings[6] < crossings[10]
    ends = [
        values(told, point["measure"], "cards.hand")[6] for point in told["points"] if "end 1: " in point["measure"]
    ]
    assert sum(ends) == pytest.approx(2)  # each share stands there once for each point
    assert {"sweep-bridge-crossings.svg", "sweep-expedition-end.svg"} <= {p.name for p in (tmp_path / "c").iterdir()}
    code, _, err = run(capsys, "sweep", "lost-cities", "--unconfirmed", "--measure", "crossings", *SMALL)
    assert (code, "leave --measure out" in err) == (2, True)


def test_a_table_is_printed_and_charts_written(capsys, tmp_path):
    code, out, _ = run(capsys, "sweep", "lost-cities", "--set", "cards.hand=7,8", *SMALL, "--out", tmp_path / "one")
    assert code == 0
    assert "cards.hand" in out
    assert "±" in out
    assert (tmp_path / "one" / "sweep-strategies.svg").exists()


@pytest.mark.parametrize(
    ("value", "low", "high", "unit", "said"),
    [
        (0.25, 0.238, 0.262, "share", "25.0 ±1.2 %"),
        (0.009, 0.002, 0.026, "share", "0.9 (0.2 to 2.6) %"),  # not 0.9 ±1.2 %, which goes below nothing
        (0.995, 0.980, 0.999, "share", "99.5 (98.0 to 99.9) %"),
        (0.9, -0.3, 2.1, "number", "0.9 ±1.2"),
        (0.25, 0.25, 0.25, "share", "25.0 %"),
    ],
)
def test_no_interval_of_a_share_goes_below_0_or_beyond_100_per_cent(value, low, high, unit, said):
    assert _figure({"value": value, "value_low": low, "value_high": high, "unit": unit}) == said
    assert _is_number(said)


def test_unconfirmed_figures_are_ranked(capsys):
    told = swept(capsys, "--unconfirmed", "--players", "2", "--games", "60", "--seed", "1", "-q")
    unconfirmed = {figure.key for figure in find_game("lost-cities").figures.unconfirmed()}
    assert {entry["figure"] for entry in told["unconfirmed"]} == unconfirmed
    assert {"seat_1_change", "seat_1_change_low", "score_change", "order", "matters"} <= set(told["unconfirmed"][0])
    code, out, _ = run(capsys, "sweep", "lost-cities", "--unconfirmed", "--players", "2", "--games", "4", "--seed", "2")
    assert code == 0
    assert "unconfirmed figure" in out


def test_sensitivity_is_the_same_for_the_same_seed():
    plan = make_plan("lost-cities", 40, players=2, seats="random", seed=3, rotate=True, events=0)
    once, again = (sensitivity(plan, threads).tables["unconfirmed"] for threads in (1, 2))
    assert once.equals(again)
    assert once["games"].to_list()[0] == 40


def test_a_report_asks_for_the_sensitivity_of_a_run(tmp_path):
    played = simulate("lost-cities", 20, seats=["random", "rusher"], seed=1, out=tmp_path / "run", events=0)
    table = sensitivity_of(played, games=21).tables["unconfirmed"]
    assert table["games"].to_list()[0] == 22


def test_a_whole_list_is_one_value():
    figures = find_game("lost-cities").figures
    axes, fixed = split_settings(figures, ["tiles.victory=5,5,5,10,10,10,15", "cards.hand=7,8"])
    assert [axis.key for axis in axes] == ["cards.hand"]
    assert fixed == ["tiles.victory=5,5,5,10,10,10,15"]


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "There is nothing to sweep"),
        (["--set", "cards.hand=8"], "There is nothing to sweep"),
        (["--set", "cards.hnd=7,8"], "Did you mean 'cards.hand'?"),
        (["--set", "cards.hand=7,many"], "cards.hand must be a whole number from 1 to 16"),
        (["--set", "cards.hand=7,7"], "cards.hand is given the value 7 more than once"),
        (["--set", "cards.hand"], "has no '='"),
        (["--set", "cards.hand=7,8", "--set", "cards.hand=9,10"], "is swept twice"),
        (["--set", "cards.hand=7,8", "--set", "expeditions=1,2", "--set", "cards.copies=1,2"], "one or two figures"),
        (["--set", "cards.hand=7,8", "--unconfirmed"], "--unconfirmed chooses its own values"),
        (["--set", "tiles.artifact=1,2"], "No point of the sweep can be played."),
        (["--set", "stones.values.12=1,2"], "has no entry 12"),
    ],
)
def test_wrong_use_is_answered_with_a_sentence(capsys, words, sentence):
    code, _, err = run(capsys, "sweep", "lost-cities", *words, "-q")
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


def test_a_change_of_one_is_written_in_a_ranking_like_any_other():
    row = {"c": -0.01, "c_low": -0.07, "c_high": 0.04, "c_at": "3", "games": 400}
    assert _change(row, "c", percent=True, unit="pp") == "-1 pp (-7 to +4) at 3"

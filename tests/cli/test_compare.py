"""`digsite compare`: known differences are found on the same luck, and wrong use gets a sentence."""

import json
from dataclasses import replace

import numpy as np
import pytest

from digsite.analyses.experiments.compare import answer
from digsite.analyses.experiments.compare.question import Comparison, Side
from digsite.analyses.experiments.kinds.compare import _row
from digsite.analyses.stats.sequential import MORE
from digsite.simulator.cli.app import main
from digsite.simulator.lab.experiments.compare import parse_margin, sides_of
from digsite.simulator.play.backends import play_together
from digsite.simulator.play.plan import make_plan, with_figures
from digsite.simulator.play.tallies import batch_size, common_seating, merge, tallies
from digsite.simulator.runs.run import Run

SMALL = ["--players", "2", "--games", "400", "--seed", "1", "-q"]


@pytest.fixture(autouse=True)
def own_folder(tmp_path, monkeypatch):
    """Every experiment leaves its folder under runs/."""
    monkeypatch.chdir(tmp_path)


def run(capsys, *words: object) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


def compared(capsys, *words: object) -> dict:
    code, out, err = run(capsys, "compare", "lost-cities", *words, "--json")
    assert code == 0, err
    return json.loads(out)


def row(told: dict, measure: str) -> dict:
    return next(entry for entry in told["measures"] if entry["measure"] == measure)


def tally(plans, games: range, threads: int | None = None):
    """The second plan's tally beside the first's, played in memory."""
    played = play_together(plans, games, batch_size(plans[0].rotations), threads)
    return merge(tallies(played, plans[0].seating_plan, first=games.start))[1]


def a_plan(games: int, seed: int = 1, **more):
    return make_plan("lost-cities", games, players=2, seed=seed, events=0, **more)


def test_the_short_game_is_shorter_and_scores_less(capsys):
    told = compared(capsys, "--variant", "short", *SMALL)
    assert row(told, "turns")["verdict"] == row(told, "mean score")["verdict"] == MORE
    assert row(told, "turns")["difference_high"] < -100
    assert told["changed"]["label"] == "short"
    assert told["against"]["label"] == "printed rules"
    assert (told["headline"], told["games"], told["seed"]) == ("win rate of seat 1", 400, 1)


def test_a_figure_is_compared_with_the_printed_one(capsys):
    told = compared(capsys, "--set", "stones.values.1=-400", "--seats", "random", *SMALL)
    score = row(told, "mean score")
    assert score["verdict"].startswith("different")
    assert score["difference_high"] < 0
    assert told["changed"]["settings"] == ["stones.values.1=-400"]


def test_variants_go_together_against_another_one(capsys):
    words = ["--variant", "short", "--variant", "descending-paths", "--against", "short"]
    told = compared(capsys, *words, "--players", "2", "--games", "100", "--seed", "1", "-q")
    assert told["changed"]["variants"] == ["short", "descending-paths"]
    assert told["against"]["variants"] == ["short"]


def test_two_line_ups_play_the_same_rules(capsys):
    told = compared(capsys, "--seats", "random,cautious", "--against-seats", "rusher,cautious", *SMALL)
    share = row(told, "win rate of random for rusher")
    assert share["verdict"].startswith("different")
    assert share["difference"] < -0.1
    assert told["against"]["label"] == "rusher, cautious"


def test_two_weights_of_a_strategy_are_two_line_ups(capsys):
    told = compared(capsys, "--seats", "rusher:tempo=3,cautious", "--against-seats", "rusher,cautious", *SMALL)
    assert row(told, "win rate of rusher:tempo=3 for rusher")


def test_the_same_luck_narrows_the_interval(capsys):
    told = compared(capsys, "--set", "stones.values.1=-25", "--seats", "random", *SMALL)
    turns = row(told, "turns")
    assert turns["worth"] is None or turns["worth"] > 5
    assert row(told, "mean score")["worth"] > 5
    assert any("same luck" in remark for remark in told["notes"])


def test_a_side_without_a_name_says_what_it_plays_by():
    printed = a_plan(2)
    mine = replace(printed, rules=printed.rules | {"cards.hand": 7})
    both = replace(mine, rules=mine.rules | {"cards.colours": 4}, variants=["short"])
    assert [side.label for side in sides_of(printed, mine, "mine.toml")] == ["printed rules", "mine.toml"]
    assert [side.label for side in sides_of(mine, both, "mine.toml")] == ["mine.toml", "mine.toml + short"]
    assert sides_of(printed, both)[0].phrase == "under the printed rules"


def test_a_rules_file_is_compared_with_the_printed_rules(capsys, tmp_path):
    file = tmp_path / "mine.toml"
    assert run(capsys, "rules", "lost-cities", "--export", file)[0] == 0
    code, _, err = run(capsys, "compare", "lost-cities", "--rules", file, *SMALL)
    assert (code, "There is nothing to compare" in err) == (2, True)
    file.write_text(file.read_text().replace("cards in a hand\nvalue = 8", "cards in a hand\nvalue = 7"))
    told = compared(capsys, "--rules", file, *SMALL)
    assert (told["changed"]["label"], told["against"]["label"]) == ("mine.toml", "printed rules")
    plans = {
        arm: Run(tmp_path / "runs" / "lost-cities-compare-2p-1" / "arms" / arm).plan for arm in ("against", "changed")
    }
    assert [plans[arm].rules["cards.hand"] for arm in ("against", "changed")] == [8, 7]


def test_equal_rules_on_other_luck_are_not_called_different():
    found = tally([a_plan(1_000, seed=1), a_plan(1_000, seed=2)], range(1_000))
    side = Side("base", "in the base game", a_plan(2).players)
    verdicts = answer(Comparison(side, side), found).tables["measures"]["verdict"]
    assert not any(verdict.startswith("different") for verdict in verdicts)


def test_a_margin_stops_as_soon_as_it_is_decided(capsys):
    words = ["--variant", "short", "--margin", "5points", "--players", "2", "--games", "100k", "--seed", "1", "-q"]
    told = compared(capsys, *words)
    assert (told["headline"], told["verdict"]) == ("mean score", MORE)
    assert told["games"] < 5_000
    assert told["margin"] == {"unit": "points", "size": 5.0}


def test_too_few_games_for_the_margin_are_undecided(capsys):
    told = compared(capsys, "--variant", "short", "--margin", "0.01pp", *SMALL)
    assert (told["verdict"], told["games"]) == ("undecided", 400)


def test_tallies_do_not_depend_on_threads():
    plans = [a_plan(2_400), with_figures(a_plan(2_400), {"cards.hand": 7})]
    one, many = (tally(plans, range(2_400), threads) for threads in (1, 3))
    assert one.deals == many.deals == 1_200
    assert np.array_equal(one.products, many.products)


def test_a_comparison_may_begin_at_any_deal():
    plans = [a_plan(40), a_plan(40, variants=["short"])]
    whole = tally(plans, range(40))
    parts = [tally(plans, range(first, first + 20)) for first in (0, 20)]
    np.testing.assert_allclose(parts[0].merged(parts[1]).means, whole.means)


def test_line_ups_of_different_size_are_refused():
    four = make_plan("lost-cities", 8, players=4, seed=1, events=0)
    with pytest.raises(Exception, match="same number of players"):
        common_seating([a_plan(8), four])
    with pytest.raises(Exception, match="seat their players alike"):
        common_seating([a_plan(8), replace(a_plan(8), seating="fixed")])


def test_a_table_and_sentences_are_printed_and_files_written(capsys, tmp_path):
    code, out, _ = run(
        capsys, "compare", "lost-cities", "--variant", "short", *SMALL, "--out", tmp_path / "cmp", "--full"
    )
    assert code == 0
    assert "win rate of seat 1" in out
    assert "A game takes" in out
    assert "different" in out
    names = {path.name for path in (tmp_path / "cmp").iterdir()}
    assert {"compare-seats.svg", "compare-seats.png", "compare-measures.csv", "findings.json"} <= names
    assert json.loads((tmp_path / "cmp" / "findings.json").read_text())["game"] == "lost-cities"


def test_a_single_deal_has_no_verdict(capsys):
    told = compared(capsys, "--variant", "short", "--players", "2", "--games", "2", "--seed", "1", "-q")
    assert {entry["verdict"] for entry in told["measures"]} == {"undecided"}
    assert row(told, "turns")["difference_low"] is None


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "There is nothing to compare"),
        (["--variant", "short", "--against", "short"], "There is nothing to compare"),
        (["--set", "cards.hand=8"], "There is nothing to compare"),
        (["--variant", "shrt"], "Did you mean 'short'?"),
        (["--variant", "short", "--against", "bse"], "There is no variant 'bse'"),
        (["--variant", "short", "--margin", "little"], "--margin is a size such as 0.5pp"),
        (["--variant", "short", "--margin", "0pp"], "--margin is a size such as 0.5pp"),
        (["--variant", "short", "--games", "0"], "--games must be at least 1"),
        (["--variant", "short", "--threads", "0"], "--threads must be at least 1"),
        (["--seats", "random,random", "--against-seats", "random,random,random"], "names 3 strategies for 2 players"),
        (["--set", "tiles.artifact=1"], "event tiles do not fit"),
    ],
)
def test_wrong_use_is_answered_with_a_sentence(capsys, words, sentence):
    code, _, err = run(capsys, "compare", "lost-cities", *words, "-q")
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("0.5pp", ("share", 0.005)),
        ("2 points", ("points", 2.0)),
        ("1point", ("points", 1.0)),
        ("3turns", ("turns", 3.0)),
    ],
)
def test_margins_are_read_with_their_units(text, meant):
    unit, size = parse_margin(text)
    assert (unit, size) == (meant[0], pytest.approx(meant[1]))


# ----------------------------------------------------------------------------------------------- columns of the game


def test_any_column_is_measured_by_its_name(capsys):
    words = ["--variant", "short", "--measure", "paths_opened,crossings_2,furthest_blue,end_reason", *SMALL]
    told = compared(capsys, *words)
    assert told["headline"] == "number of paths"
    assert row(told, "number of paths")["verdict"] == MORE
    assert row(told, "bridge crossings of seat 2")["unit"] == "number"
    assert row(told, "furthest blue")["difference_high"] < 0
    assert {entry["unit"] for entry in told["measures"] if entry["measure"].startswith("end reason: ")} == {"share"}
    assert "The mean of number of paths is" in told["findings"][0]["sentence"]


def test_a_game_names_what_is_measured_by_default(capsys):
    told = compared(capsys, "--variant", "short", *SMALL)
    assert {"artifacts", "bridge crossings"} <= {entry["measure"] for entry in told["measures"]}


def test_a_measure_has_the_mean_that_the_rows_have(capsys, tmp_path):
    told = compared(capsys, "--variant", "short", "--measure", "artifacts,artifacts_1", *SMALL, "--out", tmp_path / "m")
    rows = Run(tmp_path / "m/arms/changed").to_pandas()
    assert row(told, "artifacts")["changed"] == pytest.approx(rows[["artifacts_1", "artifacts_2"]].to_numpy().mean())
    assert row(told, "artifacts of seat 1")["changed"] == pytest.approx(rows["artifacts_1"].mean())
    assert (tmp_path / "m/compare-artifacts.svg").exists()


def test_a_margin_may_be_meant_for_a_column(capsys):
    words = ["--variant", "short", "--measure", "crossings", "--margin", "1", "--players", "2", "--games", "20k"]
    told = compared(capsys, *words, "--seed", "1", "-q")
    assert (told["headline"], told["verdict"], told["margin"]) == (
        "bridge crossings",
        MORE,
        {"unit": "number", "size": 1},
    )


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--measure", "artefacts"], "There is no measure 'artefacts'. Did you mean 'artifacts'?"),
        (["--measure", "artifacts_3"], "There is no measure 'artifacts_3'."),
        (["--measure", "winner"], "winner cannot be measured: winner is the number of a seat"),
        (["--measure", "artifacts", "--margin", "1pp"], "artifacts is measured in plain numbers"),
        (["--measure", "end_reason", "--margin", "1"], "is measured in percentage points"),
        (["--margin", "1"], "--margin 1 has no unit: say 1pp, 1points, 1turns, or --measure."),
    ],
)
def test_wrong_measures_get_a_sentence(capsys, words, sentence):
    code, _, err = run(capsys, "compare", "lost-cities", "--variant", "short", *words, *SMALL)
    assert code == 2
    assert sentence in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("unit", "margin", "shown"), [("share", 0.01, "1 pp"), ("turns", 1.0, "1"), ("points", 2.5, "2.5")]
)
def test_a_margin_of_one_is_written_in_a_table_like_any_other(unit, margin, shown):
    ends = {f"{name}{end}": 1.0 for name in ("against", "changed", "difference") for end in ("", "_low", "_high")}
    cells = _row({"measure": "m", "unit": unit, "margin": margin, "verdict": "undecided", "worth": None, **ends})
    assert cells[6] == shown
    assert cells[1] == ("100.0 %" if unit == "share" else "1.0")

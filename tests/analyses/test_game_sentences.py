"""Sentences about single games: every share has its interval or says that it is exact."""

import re

import pytest

from digsite.analyses.games.chac.boulder import _exactly
from digsite.analyses.registry import answer
from tests.analyses.handmade import make_run


def bare_shares(sentence: str) -> list[str]:
    """Shares without an interval; those that end one have theirs."""
    without = re.sub(r"\([^()]*\)", lambda bracket: bracket[0].replace(" %", ""), sentence)
    told = re.sub(r"[0-9.]+ % (?=\([0-9.]+ to |\(exact|\(no spread)", "", without)
    return re.findall(r"[0-9.]+ %", told)


def test_a_bare_share_is_found():
    assert bare_shares("The bridge killed 4.2 % of them; 76.4 % got out.") == ["4.2 %", "76.4 %"]
    assert bare_shares("76.4 % (70.1 to 80.2 %; 30 games) got out, by the odds 36.0 % (exact).") == []


def test_who_got_over_the_bridge_is_told_with_an_interval(tmp_path):
    out = {"score_1": 5, "route_bridge_1": 1, "bridge_load_1": 2, "escaped_1": "first"}
    fell = {"route_bridge_1": 1, "bridge_load_1": 3, "death_first_1": "bridge"}
    run = make_run(tmp_path / "r", "chac", ["a", "b"], [out, out, out, fell] * 50)
    (said,) = [f.sentence for f in answer(run, "bridge").findings if "got out" in f.sentence]
    assert said.startswith("The bridge killed 25")
    assert re.search(r"; 75[.0-9]* % \([0-9.]+ to [0-9.]+ %\) got out of the temple\.$", said), said
    assert bare_shares(said.replace("of the last adventurers who stepped onto it ", "")) == []


def test_the_odds_of_a_meeple_are_called_exact(tmp_path):
    row = {"faces_side_1": 2, "faces_standing_1": 1, "faces_black_1": 4, "faces_white_1": 3, "flexible_1": 4}
    run = make_run(tmp_path / "r", "quetzal", ["a", "b", "c"], [row] * 40)
    (said,) = [f.sentence for f in answer(run, "meeples").findings if "either colour" in f.sentence]
    assert re.search(r"by their odds it is [0-9.]+ % \(exact\)\.$", said), said
    assert bare_shares(said.partition("; ")[2]) == []


@pytest.mark.parametrize(
    ("chance", "said"),
    [
        (0.5, "the exact chance is 50.0 %"),
        (2 / 3, "the exact chance is 66.7 %"),
        (0.000_129, "the exact chance is 0.013 %"),
        (0.999_87, "the exact chance is 99.987 %"),
        (0.0, "by the dice nobody can"),
        (1.0, "by the dice everybody does"),
    ],
)
def test_an_exact_chance_is_nought_only_for_what_cannot_happen(chance, said):
    assert _exactly(chance) == said


def test_a_hop_tells_apart_what_it_broke_and_what_it_brought_down(tmp_path):
    hop, fall = ("bridge", 1, 2, 5 * 8 + 1, 12345), ("bridge", 1, 5, 1 * 8 + 1, 1)
    events = [[("turn", 1, 1, 1, 0), hop], [("turn", 1, 1, 1, 0), fall]]
    run = make_run(tmp_path / "r", "chac", ["a", "b"], [{"score_1": 1}] * 400, events=events * 200)
    (said,) = [f.sentence for f in answer(run, "bridge").findings if f.sentence.startswith("A hop")]
    assert said.startswith("A hop broke at least one plank in 100.0 % of cases")
    assert re.search(r"brought the bridge down in 50[.0]* % \(", said), said


def test_wins_by_a_way_are_of_the_games_that_somebody_won(tmp_path):
    won = {"score_1": 9, "escaped_1": "first", "route_river_1": 1}
    lost = {"route_river_1": 1, "winners": 0, "winner": 0, "rank_1": 2, "rank_2": 2}
    run = make_run(tmp_path / "r", "chac", ["a", "b"], [won, lost] * 100)
    (said,) = [f.sentence for f in answer(run, "routes").findings if f.sentence.startswith("By the river")]
    assert re.search(r"won 100[.0]* % \([^)]*\) of their games", said), said


def test_what_falls_short_of_its_printed_value_is_less_than_all_of_it(tmp_path):
    row = {"score_1": 2, "money_coin_1": 2, "sets_coin_1_1": 2, "score_2": 3, "money_map_2": 3, "sets_map_1_2": 1}
    run = make_run(tmp_path / "r", "archaeology", ["a", "b"], [row] * 60)
    (said,) = [f.sentence for f in answer(run, "set-values").findings if "short of its printed value" in f.sentence]
    share = float(re.search(r"for a card, ([0-9.]+) %", said)[1])
    assert 0 < share < 100, said

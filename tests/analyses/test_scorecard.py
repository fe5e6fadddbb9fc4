"""The scorecard: known answers, targets, and what a run cannot tell."""

import json
import re

import numpy as np
import polars as pl
import pytest

from digsite.analyses import scorecard as scorecards
from digsite.analyses.registry import answer, answerable
from digsite.analyses.result import Result
from digsite.analyses.scorecard import Line, band_verdict, default_targets, scorecard
from digsite.analyses.scorecard.line import open_verdict
from digsite.analyses.scorecard.rivals import round_count
from digsite.analyses.scorecard.verdict import verdict
from digsite.simulator.games import all_games
from digsite.strategies.strength import Strength
from tests.analyses.handmade import make_run
from tests.analyses.test_general import random_rows


def card_of(run, targets=None):
    found = scorecard(run, [answer(run, question.name) for question in answerable(run)], targets)
    return {line.name: line for line in found.lines}, found


def test_every_number_of_seats_has_its_targets():
    for game in all_games().values():
        for seats in range(*game.players[:1], game.players[-1] + 1):
            assert {"seats", "behind", "worth", "lead", "comeback", "long", "component"} <= set(
                default_targets(seats)
            ) or seats == 1
    assert default_targets(4)["seats"][1] == pytest.approx(0.1 / 4)


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.2, 0.3, "fine"), (0.1, 0.3, "watch"), (0.5, 0.6, "off"), (0.0, 0.1, "off")]
)
def test_an_interval_is_fine_within_the_band_and_off_beyond_it(low, high, verdict):
    assert band_verdict(low, high, (0.15, 0.4)) == verdict


def test_even_seats_are_fair_and_a_planted_advantage_is_not(tmp_path):
    even, _ = card_of(make_run(tmp_path / "a", "lost-cities", ["a"] * 2, random_rows(4000, 2)))
    assert (even["seats"].word, even["seats"].verdict) == ("fair", "fine")
    uneven, _ = card_of(make_run(tmp_path / "b", "lost-cities", ["a"] * 2, random_rows(2000, 2, planted=30)))
    assert (uneven["seats"].word, uneven["seats"].verdict) == ("unfair", "off")
    assert uneven["seats"].low < uneven["seats"].value < uneven["seats"].high
    few, _ = card_of(make_run(tmp_path / "c", "lost-cities", ["a"] * 2, random_rows(60, 2)))
    assert few["seats"].verdict == "watch"


def test_strategies_worth_playing_are_counted(tmp_path):
    rng = np.random.default_rng(5)
    rows = []
    for game in range(3000):
        scores = rng.integers(0, 100, 3)
        scores[-game % 3] -= 70  # wherever the first of the line-up sits
        rows.append({f"score_{seat + 1}": int(scores[seat]) for seat in range(3)})
    lines, _ = card_of(make_run(tmp_path / "r", "lost-cities", ["weak", "x", "y"], rows, rotate=True))
    line = lines["strategies"]
    assert (line.value, line.low, line.high, line.figure) == (2, 2, 2, "2 of 3 worth playing")
    assert line.figures["not_worth_playing"] == ["weak"]
    assert line.verdict == "fine"
    assert lines["luck and skill"].verdict == "fine"
    assert lines["luck and skill"].figure.endswith("games to be ahead of weak with 95 % certainty")
    assert lines["luck and skill"].sentence.startswith("What decides who wins is not measured here")


def test_what_a_run_cannot_tell_is_open(tmp_path):
    lines, _ = card_of(make_run(tmp_path / "r", "lost-cities", ["a", "b"], random_rows(200, 2, planted=50)))
    for name in ("seats", "strategies", "luck and skill", "components", "players behind it"):
        assert lines[name].verdict == "open", name
    assert "--seating" in lines["seats"].sentence


def test_what_winners_had_more_of_is_told_in_the_games_own_unit_and_a_solitary_game_has_no_winners(tmp_path):
    rows = [{"score_1": 50 + i % 3, "score_2": 20, "money_coin_1": 40 + i % 3, "money_coin_2": 10} for i in range(60)]
    lines, _ = card_of(make_run(tmp_path / "r", "archaeology", ["a", "b"], rows))
    line = lines["components"]
    assert re.fullmatch(r"winners had 31[.0-9]* dollars more from coins", line.figure), line.figure
    alone, _ = card_of(make_run(tmp_path / "s", "arnak", ["balanced"], [{"score_1": 50 + i % 5} for i in range(60)]))
    assert (alone["components"].word, alone["components"].figure) == ("not tested", "no experiment")
    assert "winners" not in alone["components"].sentence
    assert alone["players behind it"].figure == "no measure of their strength"
    assert "random" not in alone["players behind it"].sentence


@pytest.mark.parametrize(
    ("won", "verdict", "word"), [(190, "off", "easy"), (100, "fine", "a challenge"), (10, "off", "hard"), (150, "watch", "borderline")]
)  # fmt: skip
def test_how_often_a_player_alone_wins_comes_first(tmp_path, won, verdict, word):
    rows = [{"score_1": 50, "rank_1": 1 if game < won else 2, "winner": int(game < won), "winners": int(game < won)} for game in range(200)]  # fmt: skip
    lines, found = card_of(make_run(tmp_path / "r", "arnak", ["balanced"], rows))
    line = lines["winning alone"]
    assert found.lines[0] == line
    assert (line.verdict, line.word, line.value) == (verdict, word, won / 200)
    assert line.figure.endswith(" % of games won")
    assert line.low < line.value < line.high
    assert "player alone" in found.verdict


@pytest.mark.parametrize(
    ("low", "high", "verdict", "word"),
    [(0.20, 0.28, "fine", "hold their own"), (0.40, 0.60, "open", "beatable"), (0.20, 0.40, "open", "cannot be told")],
)
def test_players_are_as_good_as_they_were_measured_against_themselves_thinking(
    tmp_path, monkeypatch, low, high, verdict, word
):
    measured = Strength("rusher", 4, 32, (low + high) / 2, low, high, 120, 5)
    monkeypatch.setattr(scorecards, "strengths_of", lambda *at: {"rusher": measured} if at == known else {})
    run = make_run(tmp_path / "r", "lost-cities", ["rusher", "b", "c", "d"], random_rows(40, 4))
    known = ("lost-cities", run.game.version, 4)
    line = card_of(run)[0]["players behind it"]
    assert (line.verdict, line.word, line.value, line.low, line.high) == (verdict, word, measured.win, low, high)
    assert line.figure.startswith("rusher+32 wins ")
    assert "(120 games; 25 % is fair)" in line.sentence
    other = make_run(tmp_path / "s", "lost-cities", ["rusher", "b", "c"], random_rows(40, 3))
    assert card_of(other)[0]["players behind it"].word == "not measured"
    monkeypatch.setitem(run.plan.rules, "cards.hand", 5)  # other rules than the printed ones
    assert card_of(run)[0]["players behind it"].word == "not measured"


def test_players_are_not_called_good_by_fewer_worlds_than_the_goal_is_about(tmp_path, monkeypatch):
    measured = Strength("rusher", 4, 8, 0.24, 0.20, 0.28, 120, 5)
    monkeypatch.setattr(scorecards, "strengths_of", lambda *_: {"rusher": measured})
    line = card_of(make_run(tmp_path / "r", "lost-cities", ["rusher", "b", "c", "d"], random_rows(40, 4)))[0][
        "players behind it"
    ]
    assert (line.verdict, line.word) == ("open", "cannot be told")
    assert line.sentence.endswith("looking ahead so little gains little; 32 worlds for each option may gain more.")


def test_a_verdict_says_nothing_twice_and_begins_no_bracket_with_a_capital(tmp_path):
    named = {"worth_playing": ["a"], "on_the_edge": ["b"], "not_worth_playing": ["c", "d"]}
    few = Line("strategies", "narrow", "off", "What a table shows", "", "So it is.", figures=named)
    seats = Line("seats", "unfair", "off", "Seat 1 wins 19.2 %", "18 to 20 %", "So it is.")
    said = verdict([seats, few])
    assert (
        said
        == "Seats do not win alike (seat 1 wins 19.2 %) and few strategies are worth playing (1 of 4, 1 on the edge)."
    )


def test_targets_can_be_given(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 2, random_rows(2000, 2, planted=30))
    lines, found = card_of(run, {"seats": (0.0, 0.4)})
    assert lines["seats"].verdict == "fine"
    assert found.targets == "the targets given"


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("rotate", [False, True])
def test_every_game_gets_a_scorecard_that_is_plain_data(tmp_path, game, rotate):
    seats = all_games()[game].players[-1]
    run = make_run(
        tmp_path / "r", game, ["random", *["b"] * (seats - 1)], random_rows(20 * seats, seats), rotate=rotate
    )
    _, found = card_of(run)
    text = json.dumps(found.as_data(), allow_nan=False, default=float)
    assert "random" in text
    assert len(found.lines) >= 5
    for line in found.lines:
        assert line.word
        assert line.sentence.endswith(".")
        assert "nan" not in f"{line.figure} {line.interval} {line.sentence}"


def test_a_run_that_nobody_won_gets_a_scorecard(tmp_path):
    rows = [{"winners": 0, "winner": 0, "rank_1": 2, "rank_2": 2}] * 6
    lines, _ = card_of(make_run(tmp_path / "r", "chac", ["a", "b"], rows, rotate=True))
    assert "players behind it" in lines


def worth_of(nudge, change, reach, units=1, p=0.0001):
    low, high = change - reach, change + reach
    row = {
        "nudge": nudge,
        "thing": nudge.removeprefix("no-"),
        "units": units,
        "win_change": change,
        "win_change_low": low,
        "win_change_high": high,
    }
    return row | {"win_p": p, "pairs": 3_000}


@pytest.mark.parametrize(
    ("rows", "word", "verdict", "said"),
    [
        ([worth_of("a", 0.05, 0.01), worth_of("b", 0.02, 0.01)], "all wanted", "fine", "Worth having: a and b."),
        (
            [worth_of("a", 0.05, 0.01), worth_of("b", -0.03, 0.01)],
            "some unwanted",
            "off",
            "25 percentage points. Not worth having: b. Worth",
        ),
        ([worth_of("a", -0.03, 0.01, p=0.2)], "not yet clear", "watch", "Not yet clear: a."),
        ([worth_of("a", 0.01, 0.012)], "not yet clear", "watch", "Not yet clear: a."),
        ([worth_of("a", 0.3, 0.02)], "one decisive", "off", "Worth more than 25 percentage points: a."),
        (
            [worth_of("a", 0.24, 0.02)],
            "not yet clear",
            "watch",
            "Worth having, perhaps more than 25 percentage points: a.",
        ),
        (
            [worth_of("a", 0.3, 0.02), worth_of("b", 0.4, 0.02)],
            "some decisive",
            "off",
            "25 percentage points: b and a.",
        ),
        ([worth_of("a", 0.3, 0.02, units=2)], "all wanted", "fine", "Worth having: each of a."),
        ([worth_of("no-a", -0.05, 0.01, -1)], "all wanted", "fine", "Worth having: a."),
        ([worth_of("no-a", 0.05, 0.01, -1)], "some unwanted", "off", "Not worth having: a."),
        (
            [worth_of("no-a", -0.3, 0.01, -1), worth_of("b", 0.05, 0.01)],
            "all wanted",
            "fine",
            "Choices worth having, which may be worth any amount: a. Worth having: b.",
        ),
        ([worth_of("a", 0.05, 0.01), worth_of("swap", -0.05, 0.01, 0)], "all wanted", "fine", "Worth having: a."),
    ],
)
def test_components_are_judged_by_what_one_more_is_worth_in_wins(tmp_path, rows, word, verdict, said):
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 2, random_rows(60, 2))
    line = next(line for line in scorecard(run, [tabled_worth(rows)]).lines if line.name == "components")
    assert (line.word, line.verdict) == (word, verdict)
    assert said in re.sub(r" \([-+0-9.]+\)", "", line.sentence)
    assert line.sentence.startswith("By experiment on the same luck")
    assert (line.band is None) == ("may be worth any amount: a" in said)  # what has no bound has no band in the picture


def test_what_is_meant_to_hurt_is_no_fault_of_the_game(tmp_path):
    run = make_run(tmp_path / "r", "arnak", ["a"] * 2, random_rows(60, 2))
    rows = [worth_of("coin", 0.05, 0.01), worth_of("fear", -0.05, 0.01, -1)]
    line = next(line for line in scorecard(run, [tabled_worth(rows)]).lines if line.name == "components")
    assert (line.word, line.verdict) == ("all wanted", "fine")
    assert "Not worth having" not in line.sentence


def test_components_are_named_by_size_with_what_each_is_worth(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 2, random_rows(60, 2))
    rows = [worth_of("coin", 0.08, 0.01), worth_of("map", 0.18, 0.01)]
    line = next(line for line in scorecard(run, [tabled_worth(rows)]).lines if line.name == "components")
    assert "Worth having: map (+18.0) and coin (+8.0)." in line.sentence
    assert line.figure.startswith("Map: ")


def tabled_worth(rows):
    return Result("artifacts", "Artifacts", {"worth": pl.DataFrame(rows)}, [], [])


def test_the_scorecard_shows_the_intervals_that_the_tables_have(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 2, random_rows(400, 2, planted=30))
    given = tabled_worth([worth_of(name, 0.05, 0.01) for name in "abcdefgh"])
    seats = answer(run, "seats")
    lines = {line.name: line for line in scorecard(run, [given, seats]).lines}
    assert (lines["components"].low, lines["components"].high) == pytest.approx((0.04, 0.06))
    row = seats.tables["seats"].row(by_predicate=pl.col("seat") == lines["seats"].figures["seat"], named=True)
    assert (lines["seats"].low, lines["seats"].high) == (row["win_low"], row["win_high"])
    assert f"({lines['seats'].interval}; 400 games)" in seats.findings[0].sentence


def test_a_seat_is_claimed_to_differ_just_where_its_interval_leaves_out_the_fair_share(tmp_path):
    for planted in (0, 2, 3, 4, 5, 8):
        run = make_run(tmp_path / str(planted), "lost-cities", ["a"] * 3, random_rows(900, 3, planted=planted))
        result = answer(run, "seats")
        apart = {
            row["seat"]
            for row in result.tables["seats"].iter_rows(named=True)
            if row["win_low"] > 1 / 3 or row["win_high"] < 1 / 3
        }
        assert apart == {
            found.figures["seat"] for found in result.findings if found.is_claim and "seat" in found.figures
        }
        assert apart == set(result.tables["seats"].filter(pl.col("p_value") < 0.05)["seat"])


@pytest.mark.parametrize(
    ("low", "high", "word"), [(0.262, 0.278, "borderline"), (0.2, 0.3, "not yet clear"), (0.22, 0.26, "borderline")]
)
def test_what_is_known_exactly_is_borderline_and_not_unclear(low, high, word):
    assert open_verdict(low, high, (0.225, 0.275)) == word


def test_close_strategies_are_no_fault_of_the_game(tmp_path):
    rng = np.random.default_rng(2)
    rows = [{f"score_{seat + 1}": int(score) for seat, score in enumerate(rng.integers(0, 100, 4))} for _ in range(800)]
    lines, _ = card_of(make_run(tmp_path / "r", "lost-cities", ["w", "x", "y", "z"], rows, rotate=True))
    line = lines["luck and skill"]
    assert line.verdict == "open"
    assert line.word in ("strategies are close", "not yet clear")
    assert "% of who wins is luck" not in line.figure
    assert line.sentence.endswith("What decides who wins is not measured here: a report plays a small experiment.")


@pytest.mark.parametrize(
    ("games", "said"),
    [(1, "1"), (37.0, "37"), (99, "99"), (104, "about 100"), (21_823, "about 22,000"), (985, "about 980")],
)
def test_a_number_of_games_has_no_more_digits_than_it_is_known_by(games, said):
    assert round_count(games, "about ") == said
    assert round_count(games) == said.removeprefix("about ")


def test_a_strategy_that_may_or_may_not_be_worth_playing_is_on_the_edge(tmp_path):
    rng = np.random.default_rng(5)
    rows = []
    for game in range(600):
        scores = rng.integers(0, 100, 3)
        scores[-game % 3] -= 12
        rows.append({f"score_{seat + 1}": int(scores[seat]) for seat in range(3)})
    lines, _ = card_of(make_run(tmp_path / "r", "lost-cities", ["weak", "x", "y"], rows, rotate=True))
    named = lines["strategies"].figures
    assert sorted(name for group in named.values() for name in group) == ["weak", "x", "y"]
    assert named["on_the_edge"]
    assert f"on the edge: {named['on_the_edge'][0]}" in lines["strategies"].sentence.lower()


def test_tension_rests_on_win_chances_where_there_are_some(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 3, random_rows(60, 3))
    measured = {
        "decided": 0.7,
        "decided_by_half": 0.1,
        "lead_changes": 2.0,
        "comeback": 0.4,
        "foreseen": 0.4,
        "last_turn": 0.9,
    }
    rows = [
        {"measure": name, "value": value, "value_low": value - 0.06, "value_high": value + 0.06, "games": 40}
        for name, value in measured.items()
    ]
    given = Result("timeline", "Timeline", {"tension": pl.DataFrame(rows)}, [], [])
    line = next(line for line in scorecard(run, [given]).lines if line.name == "tension")
    assert (line.value, line.low, line.high) == pytest.approx((0.2, 0.17, 0.23))  # each of two players who are behind
    assert (line.word, line.verdict) == ("open", "fine")
    assert line.sentence.startswith("Counted by win chances along 40 games, for each of the two players")
    assert "decided after 70 % (64 to 76 %) of its turns" in line.sentence
    assert line.figure == "A player without the best chance at half-time wins 20 % of games"
    assert "together they win 40 % (34 to 46 %) of games" in line.sentence
    two = make_run(tmp_path / "t", "lost-cities", ["a"] * 2, random_rows(60, 2))
    duel = next(line for line in scorecard(two, [given]).lines if line.name == "tension")
    assert duel.figure == "The player behind at half-time wins 40 % of games"
    assert "together" not in duel.sentence  # one player is nobody's fellow
    long = make_run(tmp_path / "s", "lost-cities", ["a"] * 3, [row | {"turns": 40} for row in random_rows(60, 3)])
    pace = next(line for line in scorecard(long, [given, answer(long, "length")]).lines if line.name == "pace")
    assert pace.figures["after_decision"] == pytest.approx(0.3)
    assert "30 % (24 to 36 %) of the turns come after the game is decided" in pace.sentence


def test_the_decisions_that_players_wait_for_have_their_interval(tmp_path):
    rows = [row | {"turns": 40, "decisions": 80 + 40 * (at % 2)} for at, row in enumerate(random_rows(60, 3))]
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 3, rows)
    pace = next(line for line in scorecard(run, [answer(run, "length")]).lines if line.name == "pace")
    assert "players wait for 2 turns of others, 5.0 (4.7 to 5.3) decisions." in pace.sentence

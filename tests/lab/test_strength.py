"""Strength: strategies against themselves thinking, what is measured beside, and what a report says of it."""

import json
import re
import shutil
from dataclasses import replace

import numpy as np
import polars as pl
import pytest

from digsite.analyses.experiments.strength import MEASURED, differences
from digsite.reports.charts.style import colours_for
from digsite.reports.page.line_up import seated_strategies, strengths_of
from digsite.simulator.errors import WrongUse
from digsite.simulator.game.narration import PlacedLine
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.players.decision_changes import (
    NOTHING,
    ChangesJob,
    decision_words,
    examine_decisions,
    narrate_game,
    option_words,
    place_of,
)
from digsite.simulator.lab.players.strength import lookahead_form, strength
from digsite.simulator.play.backends import Job, TableCache, play_jobs
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.rollouts import RolloutTable
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.replay import replay
from digsite.strategies.registry import line_up

GAMES = 8


@pytest.fixture(scope="module")
def shown(tmp_path_factory):
    out = tmp_path_factory.mktemp("strength") / "s"
    return strength("archaeology", GAMES, strategies="merchant", think="4", differences=True, seed=2, out=out)


def test_the_player_who_thinks_meets_its_own_strategy(shown):
    (row,) = shown.result.tables["strength"].to_dicts()
    assert (row["strategy"], row["thinking"], row["games"]) == ("merchant", "merchant+4", GAMES)
    assert row["win_low"] < row["win"] < row["win_high"]
    assert row["ms"] > 0
    assert shown.experiment.arms["merchant"].plan.players == ["merchant+4", "merchant"]


def test_its_share_is_that_of_the_rows(shown):
    rows = shown.experiment.arms["merchant"].games.collect()
    won = ahead = 0.0
    for row in rows.iter_rows(named=True):
        seat = [row["strategy_1"], row["strategy_2"]].index("merchant+4") + 1
        won += (row[f"rank_{seat}"] == 1) / max(row["winners"], 1)
        ahead += row[f"score_{seat}"] - row[f"score_{3 - seat}"]
    table = shown.result.tables["strength"]
    assert table["win"][0] == pytest.approx(won / rows.height)
    assert table["points"][0] == pytest.approx(ahead / rows.height)


def test_decisions_looked_at_are_those_of_the_player_who_thinks(shown):
    plan = shown.experiment.arms["merchant"].plan
    table, asked = RolloutTable.of(plan), 0
    for game in range(GAMES):
        own_seat = 0 if game % 2 == 0 else 1
        asked += sum(len(it.options) > 1 and it.seat == own_seat for it in table.moments(game).moments)
    kept = json.loads((shown.folder / MEASURED).read_text())
    assert sum(kept["looked_at"]["merchant"]["decisions"].values()) == asked


def test_what_thinking_changes_is_a_gain_where_the_strategy_is_any_option():
    plan = make_plan("archaeology", 2, seats="random+8,random", seed=3, rotate=True, events=0)
    changes, known = examine_decisions("random", plan, 2, 1, Progress())
    assert known["games"] == 2
    assert len(changes) > 10
    assert sum(change["points"] for change in changes) > 0
    assert sum(change["win"] for change in changes) > 0


def test_a_game_of_players_who_think_can_be_replayed_and_its_changes_found_again(shown):
    run = shown.experiment.arms["merchant"]
    kept = json.loads((shown.folder / MEASURED).read_text())
    game = kept["changes"][0]["game"]
    assert any("merchant+4" in line for line in replay(run, game))
    moments = RolloutTable.of(run.plan).moments(game).moments
    changed = [moment for moment in moments if moment.taken != moment.own]
    assert len(changed) == sum(change["game"] == game for change in kept["changes"])


def test_without_thinking_what_is_taken_is_the_strategy_s_own():
    table = RolloutTable.of(make_plan("archaeology", 1, seats="merchant,banker", seed=1))
    assert all(moment.taken == moment.own for moment in table.moments(0).moments)


def test_an_option_is_called_as_its_game_calls_it():
    table = RolloutTable.of(make_plan("quetzal", 1, players=2, seats="random", seed=1))
    moment = next(moment for moment in table.moments(0).moments if decision_words(table, moment) == "place")
    names = [option_words(table, moment, int(option)) for option in moment.options]
    assert names[0] == "camp"
    assert NOTHING not in names


def test_kinds_of_change_add_up_by_deal():
    change = {
        "strategy": "a",
        "deal": 0,
        "place": "turn 3",
        "decision": "draw",
        "own": "take",
        "instead": "pile",
        "points": 2.0,
    }
    changes = pl.DataFrame([change | {"game": 0, "win": 0.1}, change | {"game": 1, "win": 0.3}])
    looked_at = {"a": {"games": 4, "deals": [0, 1], "decisions": {"draw": 20}}}
    (row,) = differences(changes, looked_at).to_dicts()
    assert (row["changes"], row["per_game"], row["of_decisions"]) == (2, 0.5, 0.1)
    assert row["win"] == pytest.approx(0.1)  # a game: 0.4 in four games
    assert row["points"] == pytest.approx(1.0)
    assert (row["game"], row["games"]) == (1, 4)


def test_a_change_is_found_in_a_replay_by_its_turn(shown):
    run = shown.experiment.arms["merchant"]
    kept = json.loads((shown.folder / MEASURED).read_text())
    for change in kept["changes"]:
        told = [line for line in replay(run, change["game"]) if line.startswith(f"{change['place'].capitalize()}: ")]
        assert len(told) == 1
        if change["decision"] in ("act", "offer", "take"):  # what one does in one's own turn alone
            assert re.match(r"Turn \d+: Seat \d \(merchant\+4\)", told[0])
    sentence = next(finding.sentence for finding in shown.result.findings if "gained most" in finding.sentence)
    assert re.search(r"; see game \d+, turn \d+\.$", sentence)


def test_the_command_that_replays_a_change_is_that_of_its_own_strategy(shown, tmp_path):
    (one,) = [note for note in shown.result.notes if "can be replayed" in note]
    assert one == f"A game of the table can be replayed: digsite replay {shown.folder}/arms/merchant --game N."
    two = strength(
        "archaeology", 4, strategies="random,merchant", think="2", differences=True, seed=2, out=tmp_path / "s"
    )
    (both,) = [note for note in two.result.notes if "can be replayed" in note]
    for strategy in ("random", "merchant"):
        assert f"digsite replay {two.folder}/arms/{strategy} --game N for {strategy}" in both


@pytest.mark.parametrize(
    ("game", "seats", "heading"),
    [("lost-cities", "opportunist", r" +{}\. "), ("chac", "navigator", r"Turn {}\. ")],
)
def test_a_decision_is_placed_by_the_numbers_of_the_replay(game, seats, heading, tmp_path):
    run = simulate(game, 1, seats=seats, players=2, seed=1, events=0, out=tmp_path / "r")
    table, lines = RolloutTable.of(run.plan), list(replay(run, 0))
    played = table.moments(0)
    whole = narrate_game(table, run.plan, played.events)
    places = [place_of(whole, narrate_game(table, run.plan, played.events[: one.events])) for one in played.moments]
    turns = [place.rpartition("turn ")[2] for place in places]
    assert turns[0] == "1"
    assert all(any(re.match(heading.format(turn), line) for line in lines) for turn in turns)
    last = [line for line in lines if re.match(heading.format(r"\d+"), line)][-1]
    assert re.match(heading.format(turns[-1]), last)
    if game == "lost-cities":
        assert places[-1].startswith("expedition 3 of 3, turn ")
        assert next(place for place in places if place.startswith("expedition 2")) == "expedition 2 of 3, turn 1"


def test_a_place_is_what_lines_say_as_data_whatever_their_words_are():
    heading, first = PlacedLine("A heading", chapter="round 2"), PlacedLine("Turn 9: so it says", turn=3)
    whole = [heading, first, "Round 7 begins.", "12. and on", PlacedLine("Later", chapter="turn 4", turn=4)]
    assert place_of(whole, []) == place_of(whole, whole[:1]) == "round 2, turn 3"
    assert place_of(whole, whole[:4]) == "turn 4"  # where a turn is a part of the game, it is named once
    assert place_of(["Round 7 begins.", "12. and on"], []) == "turn 1"


def test_a_game_is_told_whole_once_however_many_decisions_thinking_changes(monkeypatch):
    lengths = []
    monkeypatch.setattr(
        "digsite.simulator.lab.players.decision_changes.narrate_game",
        lambda *given: lengths.append(len(given[2])) or narrate_game(*given),
    )
    plan = make_plan("archaeology", 1, seats="random+2,random", seed=1, events=0)
    changes, _ = ChangesJob("random", plan, 0).do(TableCache())
    assert len(lengths) == len(changes) + 1 > 3
    assert lengths.count(max(lengths)) == 1


def test_it_goes_on_where_it_stopped(shown):
    before = {name: path.read_bytes() for name, path in _parts(shown.folder).items()}
    again = strength("archaeology", GAMES, strategies="merchant", think="4", seed=2, out=shown.folder, resume=True)
    assert {name: path.read_bytes() for name, path in _parts(again.folder).items()} == before
    assert Experiment(again.folder).complete


def _parts(folder):
    return {path.name: path for path in folder.rglob("*.parquet")}


def test_a_report_says_how_strong_its_players_are(shown, tmp_path):
    run = simulate("archaeology", 4, seats="merchant,banker", seed=1, events=0, out=tmp_path / "r")
    colours, strengths = colours_for("archaeology"), strengths_of(run, [shown.experiment])
    line_up = seated_strategies("archaeology", run.plan.players, colours, strengths)
    players = {player.name: player.about for player in line_up}
    assert "merchant+4 wins" in players["merchant"]
    assert "wins" not in players["banker"]
    other = simulate("archaeology", 3, seats="merchant", players=3, seed=1, events=0, out=tmp_path / "o")
    assert strengths_of(other, [shown.experiment]) == {}


def test_a_report_with_an_experiment_that_has_no_games_yet_says_so(shown, tmp_path):
    out = tmp_path / "begun"
    shutil.copytree(shown.folder, out)
    for part in out.glob("arms/*/games/*"):
        part.unlink()
    for manifest in out.glob("arms/*/manifest.json"):
        said = json.loads(manifest.read_text())
        manifest.write_text(json.dumps(said | {"parts": {}}))
    plan = shown.experiment.plan
    run = simulate(plan.game, 4, seats="merchant,merchant", seed=1, out=tmp_path / "run")
    with pytest.raises(WrongUse, match="has no games of every arm yet"):
        strengths_of(run, [Experiment(out)])


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"strategies": "merchant+8"}, r"merchant\+8 looks ahead already"),
        ({"strategies": "merchan"}, "Did you mean 'merchant'"),
        ({"think": "many"}, r"Write hoarder\+32"),
        ({"think": "4:maps=1", "strategies": "merchant"}, "no knob of look-ahead players 'maps'"),
        ({"minutes": -1.0, "strategies": "merchant"}, "must be above 0"),
        ({"seats": "merchant"}, "makes its own line-ups"),
        ({"players": 1}, "Strength needs an opponent"),
    ],
)
def test_wrong_use_is_answered_with_a_sentence(wrong, said, tmp_path):
    with pytest.raises(WrongUse, match=said):
        strength("archaeology", 2, out=tmp_path / "s", **wrong)


def test_minutes_limit_the_games(tmp_path):
    found = strength("archaeology", strategies="merchant", think="2", minutes=0.0001, seed=1, out=tmp_path / "s")
    assert found.result.tables["strength"]["games"].to_list() == [4]


# ------------------------------------------------------------------------------------------------ players as text


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("merchant+1", "2 to 1,000,000 sampled deals"),
        ("merchant+", "2 to 1,000,000 sampled deals"),
        ("merchant:caution=2", r"for look-ahead players, such as merchant\+32:caution=2"),
        ("merchant:reach=2", r"for look-ahead players, such as merchant\*1000:reach=2"),
        ("merchant+4:reach=2", r"that search a tree, such as merchant\*1000:reach=2"),
        ("merchant+4:caution=-1", "must be a number of at least 0"),
        ("merchant+4:objective=wins", "Did you mean 'win'"),
        ("merchant+4:horizon=chapter", "has no chapters"),
        ("merchant+4:cautio=1", "Did you mean 'caution'"),
    ],
)
def test_a_wrong_player_is_answered_with_a_sentence(text, said):
    with pytest.raises(WrongUse, match=said):
        line_up("archaeology", [text])


def test_knobs_and_weights_are_written_alike():
    (player,) = line_up("lost-cities", ["rusher+32:tempo=7:caution=1:objective=win"])
    assert player.search.to_dict() == {"worlds": 32, "caution": 1.0, "objective": "win", "horizon": "chapter"}
    (plain,) = line_up("lost-cities", ["rusher:tempo=7"])
    assert (player.weights, plain.search) == (plain.weights, None)
    assert lookahead_form("rusher:tempo=7", "+32:caution=1") == "rusher+32:tempo=7:caution=1"


def test_a_plan_says_nothing_of_thinking_where_nobody_thinks():
    plain = make_plan("archaeology", 2, seats="merchant,banker", seed=1)
    assert "thinking" not in plain.to_dict()
    thinks = make_plan("archaeology", 2, seats="merchant+4,banker", seed=1)
    assert thinks.to_dict()["thinking"][1] is None
    assert thinks.part_games < plain.part_games


def test_compare_tells_players_apart_by_how_they_think(tmp_path):
    arguments = {"seats": "merchant+2", "players": 2, "seed": 1}
    with pytest.raises(WrongUse, match="nothing to compare"):
        compare("archaeology", 2, against_seats="merchant+2:caution=2", out=tmp_path / "a", **arguments)
    found = compare("archaeology", 4, against_seats="merchant", out=tmp_path / "b", **arguments)
    assert {len(run.games.collect()) for run in found.experiment.arms.values()} == {4}


# ------------------------------------------------------------------------------------------------ stopping


def test_play_that_is_closed_stops_players_who_think():
    """A game of these players takes minutes; nobody waits for it once play is given up."""
    plan = make_plan("archaeology", 3, seats="merchant+100000", players=2, seed=1, events=0)
    quick = replace(plan, players=["merchant", "merchant"], thinking=[])
    played = play_jobs([Job(quick, 0, 1), Job(plan, 0, 1), Job(plan, 1, 1)], on=2)
    assert len(next(played).rows) == 1
    played.close()


def test_players_who_think_leave_events_as_they_are(tmp_path):
    run = simulate("archaeology", 3, seats="merchant+2,merchant", seed=4, events=3, out=tmp_path / "r")
    assert run.events.select(pl.col("game").n_unique()).collect().item() == 3
    batch = RolloutTable.of(run.plan).play_with_events(2, 1)
    told = run.events.filter(pl.col("game") == 2).select("a").collect()["a"].to_numpy()
    assert np.array_equal(told, batch.events[0][:, 2])

"""Win chances along the games of a run: exact where the game is, repeatable, and right on average."""

import numpy as np
import polars as pl
import pytest

import digsite
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.winchance.annotated_game import as_data, write_annotated_game
from digsite.simulator.lab.winchance.chances import annotate_game, sampled_games, tension
from digsite.simulator.play.rollouts import RolloutTable
from digsite.simulator.runs.replay import replay
from tests.lab.calibration import predict

WORLDS = 24


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("chances") / "run"
    return digsite.simulate(
        "lost-cities", 60, players=3, variants="short", rotate=True, seed=4, events=0, out=folder
    )  # fmt: skip


def test_the_table_has_a_row_for_each_turn_and_seat_and_ends_with_the_result(run):
    table = digsite.chances(run, 7, worlds=WORLDS)
    row = run.games.filter(pl.col("game") == 7).collect().row(0, named=True)
    last = table.filter(pl.col("point") == pl.col("point").max())
    assert table.height == 3 * (row["turns"] + 1)
    assert last["chance"].arg_max() + 1 == row["winner"]
    assert last["turn"].unique().to_list() == [row["turns"]]
    sums = table.group_by("point").agg(pl.col("chance").sum())["chance"]
    assert np.allclose(sums, 1)
    assert table.filter(
        (pl.col("chance") < pl.col("chance_low")) | (pl.col("chance") > pl.col("chance_high"))
    ).is_empty()


def test_chances_are_the_same_for_any_threads_and_from_a_path(run):
    one = digsite.chances(run.folder, game=3, worlds=WORLDS, threads=1)
    assert one.equals(digsite.chances(run, 3, worlds=WORLDS, threads=2))
    assert not one.equals(digsite.chances(run, 3, worlds=WORLDS, seed=1))


def test_at_the_last_decision_of_lost_cities_an_open_table_knows_the_winner(run):
    table = RolloutTable.of(run.plan)
    for game in range(0, 60, 6):
        played = table.moments(game)
        wins = table.wins(played.moments[-1:], 20, [game], None)[0]
        assert (wins == played.wins[:3]).all()


def test_a_seat_s_own_view_keeps_its_options_and_every_option_can_be_tried(run):
    table = RolloutTable.of(run.plan)
    moment = next(moment for moment in table.moments(1).moments if len(moment.options) > 3)
    wins = table.wins_by_option(moment, moment.options, 30, 9)
    assert wins.shape == (len(moment.options), 30, 3)
    assert np.allclose(wins.sum(axis=2), 1)


def test_the_lines_between_points_are_the_whole_narration(run):
    followed = annotate_game(run, 5, worlds=6)
    assert [line for told in followed.lines for line in told] == list(replay(run, 5))
    assert len(followed.lines) == len(followed.points) + 1
    assert sum(bool(told) for told in followed.lines) > len(followed.points)


def test_decisions_are_points_where_there_is_a_choice(run):
    followed = annotate_game(run, 5, worlds=6, every="decision")
    assert all(len(moment.options) > 1 for moment in followed.points)
    assert len(followed.points) > annotate_game(run, 5, worlds=6).table["point"].max()


def test_swings_and_kingmaking_are_told_in_sentences_and_written(run, tmp_path):
    followed = annotate_game(run, 5, worlds=WORLDS, open_hands=True)
    told = as_data(followed)
    assert told["sentences"][0].startswith(("Decided", "Open"))
    assert all(swing["by"] in ("luck", "choice") for swing in told["swings"])
    assert {"chances", "kingmaking", "view"} <= told.keys()
    write_annotated_game(followed, tmp_path / "out")
    assert {path.name for path in (tmp_path / "out").iterdir()} == {
        "chances.svg", "chances.png", "chances.csv", "chances.json",
    }  # fmt: skip


def test_a_sample_is_of_different_deals_and_summed_up(run):
    games = sampled_games(run, 12, 0)
    assert len({game // 3 for game in games}) == 12
    assert len({game % 3 for game in games}) > 1
    result = tension(run, 6, worlds=10)
    measures = dict(result.tables["measures"].select("measure", "value").iter_rows())
    assert 0 < measures["decided"] <= 1
    assert result.tables["games"].height == 6


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"game": 60}, "has games 0 to 59"),
        ({"game": 1, "every": "trun"}, "Did you mean 'turn'?"),
        ({"game": 1, "seat": 4}, "seat must be from 1 to 3; 4 is not."),
        ({"game": 1, "seat": 1, "open_hands": True}, "Choose one view"),
        ({"game": 1, "worlds": 1}, "worlds must be at least 2"),
        ({"game": 1, "world": 10}, "Did you mean 'worlds'?"),
    ],
)
def test_wrong_use_is_one_sentence(run, arguments, sentence):
    with pytest.raises(WrongUse, match=sentence.replace("?", r"\?")):
        digsite.chances(run, **arguments)


def test_chances_at_random_moments_come_true_as_often_as_they_say():
    found = predict("lost-cities", 150, 30, "open", players=2, seats=["cautious", "rusher"])
    slope, error = found.slope
    assert abs(slope - 1) < 4 * error
    assert found.worst > 1e-4


@pytest.mark.verify
@pytest.mark.parametrize("game", sorted(digsite.games()))
def test_an_open_table_is_calibrated(game):
    """All hands known and the rest dealt at random is all there is to know: such chances must come true."""
    found = predict(game, 2_000, 100, "open", seed=7)
    slope, error = found.slope
    print(found.table(), f"slope {slope:.3f}, standard error {error:.3f}")
    assert abs(slope - 1) < 4 * error
    assert found.worst > 1e-4


@pytest.mark.verify
@pytest.mark.parametrize("game", sorted(digsite.games()))
def test_a_seat_s_own_view_is_close(game):
    """A seat takes rivals' hands to be random, though what they did tells something of them: docs/chances.md says how much."""
    found = predict(game, 2_000, 100, "own", seed=7)
    slope, error = found.slope
    print(found.table(), f"slope {slope:.3f}, standard error {error:.3f}")
    assert abs(slope - 1) < 0.1 + 4 * error
    assert (found.table()["predicted"] - found.table()["observed"]).abs().max() < 0.15

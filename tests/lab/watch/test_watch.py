"""A watched game: the story at once, then the same chances, swings and kingmaking moves as of an annotated game."""

import json

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.watch.game import WatchedGame
from digsite.simulator.lab.winchance.annotated_game import as_data
from digsite.simulator.lab.winchance.chances import annotate_game
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs.replay import player_names, recorded_row

WORLDS = 20


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    out = tmp_path_factory.mktemp("watched") / "run"
    return simulate("archaeology", 20, seats="hoarder,banker,merchant", seed=4, rotate=True, out=out)


def test_what_is_streamed_is_what_an_annotated_game_has(run):
    watched = WatchedGame.of_run(run.folder, 7, worlds=WORLDS)
    story, found = watched.story(), list(watched.findings())
    json.dumps([story, found])
    annotated = annotate_game(run, 7, worlds=WORLDS)
    whole = as_data(annotated)
    assert story["players"] == annotated.players
    assert [story["opening"], *(it["lines"] for it in story["points"])] == annotated.lines
    chances = [it for it in found if it["kind"] == "chances"]
    assert [it["point"] for it in chances[:3]] == [0, 5, 10]
    assert sorted(it["point"] for it in chances) == list(range(len(story["points"])))
    by_point = {(it["point"], seat + 1): one["chance"] for it in chances for seat, one in enumerate(it["chances"])}
    assert by_point == {
        (row["point"], row["seat"]): row["chance"] for row in whole["chances"] if row["point"] < len(story["points"])
    }
    assert found[-1]["sentences"] == whole["sentences"]
    assert [it["turn"] for it in found if it["kind"] == "swing"] == [it["turn"] for it in whole["swings"]]


def test_looking_ahead_names_the_option_taken_and_the_best(run):
    watched = WatchedGame.of_run(run.folder, 7, worlds=WORLDS)
    looked = [it for point in range(6) for it in watched.look_ahead(point)]
    json.dumps(looked)
    assert looked
    for it in looked:
        assert it["gain"] >= 0
        assert it["gain"] == 0 or not it["same"]


@pytest.mark.parametrize("which", ["random", "median", "closest", "longest", "widest", 3])
def test_a_game_of_a_setting_needs_no_run(which):
    plan = make_plan("archaeology", 1, seats="hoarder,banker", seed=4)
    story = WatchedGame.of_plan(plan, which, worlds=WORLDS).story()
    assert story["points"]
    assert sum(story["result"]) == pytest.approx(1)


def test_an_unknown_choice_is_refused(run):
    with pytest.raises(WrongUse, match="Did you mean 'closest'"):
        WatchedGame.of_run(run.folder, "closet")


def test_players_are_named_at_the_seats_they_have_in_each_order(tmp_path):
    balanced = simulate("archaeology", 6, seats="hoarder,banker,merchant", seed=4, out=tmp_path / "run")
    for game in range(6):
        watched = WatchedGame.of_run(balanced.folder, game, worlds=WORLDS)
        assert watched.players == player_names(balanced, recorded_row(balanced, game))

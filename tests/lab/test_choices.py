"""Asking all strategies at the same decisions: the game is the run's own, and a clone chooses alike."""

import polars as pl
import pytest

import digsite
from digsite.analyses.probes import choices as data
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.probes import choices
from digsite.strategies.registry import line_up


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    (player,) = line_up("lost-cities", ["rusher"], seats=3)
    name = next(iter(player.strategy.weights))
    clone = f"rusher:{name}={player.strategy.weights_for(3)[name]:g}"
    folder = tmp_path_factory.mktemp("run") / "run"
    seats = ["rusher", clone, "random"]
    return digsite.simulate("lost-cities", 30, rotate=True, out=folder, seats=seats, variants="short", seed=3)


@pytest.mark.parametrize("game", [0, 7, 17])
def test_asking_others_leaves_the_game_as_it_was(run, game):
    asked = choices.AskedGame(run.plan, game)
    answers = asked.play()
    row = run.games.filter(pl.col("game") == game).collect().row(0, named=True)
    assert asked.hand.decisions == row["decisions"]
    assert asked.hand.state.turns == row["turns"]
    assert answers.shape[1] == 3
    assert 0 < len(answers) <= row["decisions"]


def test_a_clone_chooses_alike_and_a_random_player_does_not(run):
    choices.play(run, Progress(), 4)
    table = data.read(run).tables["choices"]
    share = {(row["strategy"], row["rival"]): row["alike"] for row in table.iter_rows(named=True)}
    rusher, clone, chance = run.plan.players
    assert share[rusher, clone] == 1.0
    assert share[rusher, chance] < data.ALIKE
    assert len(data.ways(run.plan.players, table)) == 2

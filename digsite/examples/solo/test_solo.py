"""Tests of the game; run them with `python -m pytest`."""

from pathlib import Path

import digsite

GAME = Path(__file__).parent


def test_foes_and_health_add_up_to_the_score(tmp_path):
    games = digsite.simulate(GAME, 200, seed=1, out=tmp_path / "run").to_pandas()
    assert (games["beaten_1"] + games["health_1"] == games["score_1"]).all()


def test_only_who_lives_wins(tmp_path):
    games = digsite.simulate(GAME, 200, seats="random", seed=1, out=tmp_path / "run").to_pandas()
    assert ((games["winner"] == 1) == (games["health_1"] > 0)).all()
    assert ((games["winner"] == 1) == (games["end_reason"] == "got through")).all()


def test_nobody_flees_where_there_is_no_way_back(tmp_path):
    games = digsite.simulate(
        GAME, 200, seats="careful", variants="no-way-back", seed=1, out=tmp_path / "run"
    ).to_pandas()
    assert (games["flights"] == 0).all()

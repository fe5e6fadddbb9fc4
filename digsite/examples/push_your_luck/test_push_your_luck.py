"""Tests of the game; run them with `python -m pytest`."""

from pathlib import Path

import digsite

GAME = Path(__file__).parent


def test_coins_and_pearls_add_up_to_the_score(tmp_path):
    games = digsite.simulate(GAME, 100, players=4, rotate=True, seed=1, out=tmp_path / "run").to_pandas()
    for seat in (1, 2, 3, 4):
        assert (games[f"coins_{seat}"] + games[f"pearl_points_{seat}"] == games[f"score_{seat}"]).all()
        assert (games[f"caught_{seat}"] <= 5).all()


def test_without_dangers_nobody_is_caught(tmp_path):
    games = digsite.simulate(
        GAME, 100, players=3, seats="random", settings={"dangers.copies": 0}, seed=1, out=tmp_path / "run"
    ).to_pandas()
    assert (games[["caught_1", "caught_2", "caught_3", "lost_1", "lost_2", "lost_3"]] == 0).all(axis=None)


def test_a_calm_sea_catches_fewer(tmp_path):
    compared = digsite.compare(GAME, 400, variants="calm-sea", players=4, seed=1, out=tmp_path / "compared")
    caught = {row["measure"]: row for row in compared.result.tables["measures"].to_dicts()}["caught"]
    assert caught["difference"] < 0

"""Tests of the game; run them with `python -m pytest`."""

from pathlib import Path

import digsite

GAME = Path(__file__).parent


def test_promises_and_penalties_add_up_to_the_score(tmp_path):
    games = digsite.simulate(GAME, 100, players=4, rotate=True, seed=1, out=tmp_path / "run").to_pandas()
    for seat in (1, 2, 3, 4):
        assert (games[f"earned_{seat}"] + games[f"penalties_{seat}"] == games[f"score_{seat}"]).all()
        assert (games[f"kept_{seat}"] <= 6).all()


def test_each_trick_is_taken_once(tmp_path):
    run = digsite.simulate(GAME, 100, players=3, seats="random", seed=1, out=tmp_path / "run")
    tricks = run.events_of("takes").collect().group_by("game").len()["len"]
    assert (tricks == 3 + 4 + 5 + 6 + 7 + 8).all()


def test_the_hook_leaves_a_promise_unkept_in_every_round(tmp_path):
    games = digsite.simulate(
        GAME, 100, players=4, seats="random", variants="hook", seed=1, out=tmp_path / "run"
    ).to_pandas()
    assert (games[["missed_1", "missed_2", "missed_3", "missed_4"]].sum(axis=1) >= 6).all()

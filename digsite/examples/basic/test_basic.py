"""Tests of the game; run them with `python -m pytest`."""

from pathlib import Path

import digsite

GAME = Path(__file__).parent


def test_its_parts_add_up_to_the_score(tmp_path):
    run = digsite.simulate(GAME, 100, players=2, rotate=True, seed=1, out=tmp_path / "run")
    games = run.to_pandas()
    for seat in (1, 2):
        assert (games[f"score_{seat}"] == games[f"points_{seat}"]).all()


def test_every_game_ends_at_the_target(tmp_path):
    run = digsite.simulate(GAME, 100, players=4, seats="random", settings={"target": 20}, seed=1, out=tmp_path / "run")
    games = run.to_pandas()
    assert (games[["score_1", "score_2", "score_3", "score_4"]].max(axis=1) >= 20).all()
    assert (games["winners"] == 1).all()


def test_a_variant_changes_what_it_says(tmp_path):
    long, short = (
        digsite.simulate(
            GAME, 200, players=2, variants=variants, seed=1, out=tmp_path / f"run-{len(variants)}"
        ).to_pandas()
        for variants in ([], ["short"])
    )
    assert short["turns"].mean() < long["turns"].mean()

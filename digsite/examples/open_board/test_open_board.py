"""Tests of the game; run them with `python -m pytest`."""

from pathlib import Path

import digsite

GAME = Path(__file__).parent
GEMS = 6 * 6 * (1 + 1 + 1 + 2 + 2 + 3) // 6


def test_no_more_gems_are_taken_than_there_are(tmp_path):
    games = digsite.simulate(GAME, 99, players=3, rotate=True, seed=1, out=tmp_path / "run").to_pandas()
    taken = games[["taken_1", "taken_2", "taken_3"]].sum(axis=1)
    assert (taken <= GEMS).all()
    assert (taken == games[["score_1", "score_2", "score_3"]].sum(axis=1)).all()


def test_every_turn_places_an_explorer_or_runs(tmp_path):
    games = digsite.simulate(GAME, 100, players=4, seats="random", seed=1, out=tmp_path / "run").to_pandas()
    runs = games[["runs_1", "runs_2", "runs_3", "runs_4"]].sum(axis=1)
    assert (runs + 4 * 2 == games["turns"]).all()


def test_a_head_start_helps_who_begins_late(tmp_path):
    first = [
        digsite.simulate(GAME, 300, players=2, seats="grabber", variants=variants, seed=1, out=tmp_path / name)
        .to_pandas()["score_2"]
        .mean()
        for name, variants in (("as-printed", []), ("head-start", ["head-start"]))
    ]
    assert first[0] < first[1]

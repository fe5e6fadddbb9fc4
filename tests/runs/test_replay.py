"""Which game of a run is told: the median, closest, longest or widest, the earliest of equals."""

import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.runs.replay import find_game_index, recorded_row
from tests.analyses.handmade import make_run


def made(folder, scores):
    rows = [{"score_1": one, "score_2": other, "turns": 40 - at} for at, (one, other) in enumerate(scores)]
    return make_run(folder, "lost-cities", ["a", "b"], rows)


@pytest.mark.parametrize(
    ("best", "found"),
    [
        ([10, 20, 30], 1),
        ([30, 10, 20, 20], 2),
        ([40, 20, 10, 10], 1),  # 15 is the median: 10 and 20 are as near, and the earliest of them is told
        ([10, 40, 18, 15], 2),
        ([10, 40, 15, 18], 2),
        ([50, 12, 12, 12, 50], 1),
        ([-30, -10, -20], 2),
    ],
)
def test_the_median_game_is_nearest_to_the_median_of_the_best_scores(tmp_path, best, found):
    assert find_game_index(made(tmp_path / "r", [(score, score - 5) for score in best]), "median") == found


def test_the_closest_the_widest_and_the_longest_game(tmp_path):
    run = made(tmp_path / "r", [(10, 0), (20, 18), (3, 5), (30, 1), (40, 11)])
    assert [find_game_index(run, kind) for kind in ("closest", "widest", "longest")] == [1, 3, 0]


def test_a_recorded_row_is_that_of_its_game(tmp_path):
    run = made(tmp_path / "r", [(10, 0), (20, 18), (3, 5)])
    row = recorded_row(run, 2)
    assert (row["game"], row["score_1"], row["score_2"], row["strategy_1"]) == (2, 3, 5, "a")
    with pytest.raises(WrongUse, match="has games 0 to 2; 3 is not one of them"):
        recorded_row(run, 3)


@pytest.mark.parametrize("content", [b"", b"PAR1 and no more"])
@pytest.mark.parametrize("asked", [lambda run: find_game_index(run, "median"), lambda run: recorded_row(run, 1)])
def test_a_damaged_part_is_named_with_what_mends_it(tmp_path, content, asked):
    run = made(tmp_path / "r", [(10, 0), (20, 18)])
    part = run.folder / next(iter(run.manifest["parts"]))
    part.write_bytes(content)
    with pytest.raises(
        DigsiteError, match=rf"^{part} is damaged or not of this run: .* Play it again with --resume\.$"
    ):
        asked(run)


@pytest.mark.parametrize("asked", [lambda run: find_game_index(run, "median"), lambda run: recorded_row(run, 1)])
def test_a_part_that_is_gone_is_named_with_what_mends_it(tmp_path, asked):
    run = made(tmp_path / "r", [(10, 0), (20, 18)])
    (run.folder / next(iter(run.manifest["parts"]))).unlink()
    with pytest.raises(DigsiteError, match=r"lacks .*part-00000\.parquet.* with --resume\.$"):
        asked(run)

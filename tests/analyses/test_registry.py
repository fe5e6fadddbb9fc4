"""The guard: whatever is wrong with a run is said in one sentence."""

import json
import subprocess
import sys

import polars as pl
import pytest

from analyses.registry import QUESTIONS, answer, answerable, questions_for
from simulator.errors import DigsiteError, WrongUse
from simulator.games import all_games
from simulator.runs.run import Run
from tests.analyses.handmade import make_run

ROWS = [{"score_1": 10 + i, "score_2": 12, "turns": 30 + i} for i in range(6)]


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", "lost-cities", ["a", "b"], ROWS)


def test_general_questions_are_for_any_game_and_others_for_theirs():
    names = [question.name for question in questions_for("lost-cities")]
    assert names[:6] == ["seats", "strategies", "scores", "sources", "length", "timeline"]
    assert names[6:] == ["artifacts", "paths", "bridges"]
    assert {question.game for question in QUESTIONS.values()} <= {"", *all_games()}


def test_every_question_has_a_module_that_answers():
    from importlib import import_module

    for question in QUESTIONS.values():
        assert callable(import_module(question.module).answer)


def test_importing_the_registry_is_cheap():
    code = (
        "import sys, analyses.registry; print([m for m in ('numba', 'polars', 'scipy', 'numpy') if m in sys.modules])"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_answering_does_not_import_numba(run):
    code = (
        "import sys; from simulator.runs.run import Run; from analyses.registry import answer, answerable\n"
        f"run = Run({str(run.folder)!r}); [answer(run, q.name) for q in answerable(run)]; print('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "False\n"


def test_an_unknown_question_is_answered_with_the_nearest(run):
    with pytest.raises(WrongUse, match="Did you mean 'seats'"):
        answer(run, "seat")


def test_a_question_of_another_game_is_refused(run):
    with pytest.raises(WrongUse, match="is for chac, not for lost-cities"):
        answer(run, "boulder")


def test_an_empty_run_is_refused(tmp_path):
    empty = make_run(tmp_path / "r", "lost-cities", ["a", "b"], [], complete=False)
    with pytest.raises(DigsiteError, match="holds no games yet"):
        answer(empty, "seats")


def test_a_single_game_is_refused(tmp_path):
    single = make_run(tmp_path / "r", "lost-cities", ["a", "b"], ROWS[:1])
    with pytest.raises(WrongUse, match="a single game"):
        answer(single, "scores")


def test_the_rotations_of_a_single_deal_are_refused(tmp_path):
    single = make_run(tmp_path / "r", "lost-cities", ["a", "b"], ROWS[:2], rotate=True)
    with pytest.raises(WrongUse, match="a single deal"):
        answer(single, "scores")


def test_one_seat_has_nobody_to_compare_with(tmp_path):
    alone = make_run(tmp_path / "r", "lost-cities", ["a"], [{"score_1": i, "turns": 9} for i in range(5)])
    with pytest.raises(WrongUse, match="only one seat"):
        answer(alone, "seats")
    asked = [question.name for question in answerable(alone)]
    assert asked == ["scores", "sources", "length", "artifacts", "paths"]
    for name in asked:
        assert answer(alone, name).findings


def test_a_run_of_another_version_is_refused(tmp_path):
    other = make_run(tmp_path / "r", "lost-cities", ["a", "b"], ROWS, version=99)
    with pytest.raises(WrongUse, match="version 99"):
        answer(other, "seats")


def test_a_damaged_part_is_named(run):
    part = run.folder / "games/part-00000.parquet"
    whole = bytearray(part.read_bytes())
    whole[len(whole) // 2] ^= 0xFF
    part.write_bytes(whole)
    with pytest.raises(DigsiteError, match=r"part-00000\.parquet is damaged or not of this run"):
        answer(Run(run.folder), "seats")


def test_a_missing_part_is_named(run):
    (run.folder / "games/part-00000.parquet").unlink()
    with pytest.raises(DigsiteError, match="lacks games/part-00000"):
        answer(Run(run.folder), "seats")


def forge(run, data: bytes):
    """Put other bytes in the part's place, with a manifest that vouches for them."""
    from hashlib import sha256

    part = run.folder / "games/part-00000.parquet"
    part.write_bytes(data)
    path = run.folder / "manifest.json"
    manifest = json.loads(path.read_text())
    manifest["parts"]["games/part-00000.parquet"]["sha256"] = sha256(data).hexdigest()
    path.write_text(json.dumps(manifest))
    return Run(run.folder)


def test_a_foreign_parquet_file_is_refused(run, tmp_path):
    foreign = tmp_path / "foreign.parquet"
    pl.DataFrame({"game": [1, 2], "luck": [1, 2]}).write_parquet(foreign)
    with pytest.raises(DigsiteError, match="lack the column 'strategy_1'"):
        answer(forge(run, foreign.read_bytes()), "seats")


def test_what_is_no_parquet_file_is_refused_in_one_sentence(run):
    with pytest.raises(DigsiteError, match="cannot be read") as told:
        answer(forge(run, b"hello"), "seats")
    assert "\n" not in str(told.value)


def test_few_games_and_cut_off_runs_are_noted(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], ROWS, complete=False)
    notes = " ".join(answer(run, "length").notes)
    assert "Only 6 games" in notes
    assert "6 of 16 games" in notes

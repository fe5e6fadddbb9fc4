"""The guard: whatever is wrong with a run is said in one sentence."""

import ast
import json
import re
import subprocess
import sys
from dataclasses import replace
from importlib import import_module
from pathlib import Path

import polars as pl
import pytest

from digsite.analyses.general import QUESTIONS
from digsite.analyses.labels import Terms
from digsite.analyses.registry import answer, answerable, games_with_questions, questions_for
from digsite.reports.page.tables import table_of
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import all_games
from digsite.simulator.home import Room, homes
from digsite.simulator.runs.run import Run
from tests.analyses.handmade import make_run

ROWS = [{"score_1": 10 + i, "score_2": 12, "turns": 30 + i} for i in range(6)]


@pytest.fixture
def run(tmp_path):
    return make_run(tmp_path / "run", "lost-cities", ["a", "b"], ROWS)


def test_general_questions_are_for_any_game_and_others_for_theirs():
    names = [question.name for question in questions_for("lost-cities")]
    assert names[: len(QUESTIONS)] == [question.name for question in QUESTIONS]
    assert names[len(QUESTIONS) :] == ["artifacts", "paths", "bridges"]
    assert set(games_with_questions()) <= set(all_games())


def test_a_game_without_questions_of_its_own_has_the_general_ones_alone(tmp_path, monkeypatch):
    asked_with(Room("nowhere", tmp_path), monkeypatch)
    assert [question.package for question in questions_for("lost-cities")] == ["digsite.analyses.general"] * len(
        QUESTIONS
    )


def asked_with(questions: Room, monkeypatch) -> None:
    """Lost Cities, its questions lying elsewhere."""
    known = replace(homes()["lost_cities"], questions=questions)
    monkeypatch.setattr("digsite.simulator.home.built_in", lambda: {"lost_cities": known})


@pytest.mark.parametrize("game", all_games())
def test_every_question_has_a_module_that_answers_and_a_name_of_its_own(game):
    names = [question.name for question in questions_for(game)]
    assert len(names) == len(set(names))
    for question in questions_for(game):
        assert callable(import_module(question.module).answer)


def test_all_games_of_a_large_run_count_for_its_balance_and_the_first_for_the_rest(run, monkeypatch):
    monkeypatch.setattr("digsite.analyses.registry.MOST_GAMES", 4)
    told = {question.name: " ".join(answer(run, question.name).notes) for question in answerable(run)}
    first = {name for name, notes in told.items() if "From the first 4 games of the run." in notes}
    assert first == {"timeline", "artifacts", "paths", "bridges"}
    assert answer(run, "length").tables["turns"]["games"].to_list() == [6]
    assert answer(run, "bridges").tables["ends"]["expeditions"].to_list() == [4, 4, 4]


TOY = """
from digsite.analyses.question import Question, Term
QUESTIONS = (Question("odd-games", "which games are odd", least_seats=2),)
TERMS = {"odd": Term("odd games", "share of odd games", "share")}
"""
ODD_GAMES = """
import polars as pl
from digsite.analyses.result import Result
def answer(view):
    table = view.sums(view.games.with_columns(odd=pl.col("turns") % 2), ["end_reason"], ["odd"]).table(["odd"])
    chart = view.chart("odd-games", "dots", "", "Odd games", table, "end_reason", "odd")
    return Result("odd-games", "Odd games", {"odd": table}, [], [chart])
"""


def test_a_game_is_given_questions_by_adding_a_folder(run, tmp_path, monkeypatch):
    folder = tmp_path / "lost_cities"
    folder.mkdir()
    (folder / "__init__.py").write_text(TOY)
    (folder / "odd_games.py").write_text(ODD_GAMES)
    monkeypatch.syspath_prepend(tmp_path)
    asked_with(Room("lost_cities", folder), monkeypatch)
    assert games_with_questions() == ["lost-cities"]
    assert [question.name for question in answerable(run)][len(QUESTIONS) :] == ["odd-games"]
    result = answer(run, "odd-games")
    chart = result.charts[0]
    assert result.tables["odd"]["odd"].to_list() == [0.5]
    assert (chart.title, chart.y_label, chart.percent) == ("Odd games by end reason", "share of odd games", True)
    cells = table_of("odd", result.tables["odd"], Terms.of(run.game, "odd-games")).rows[0]
    assert cells[-1].text == "50.00 %"


ROOT = Path(__file__).parents[2]
SHARED = sorted(
    path.relative_to(ROOT)
    for package in ("analyses", "reports")
    for path in (ROOT / package).rglob("*.*")
    if path.suffix in (".py", ".html", ".js", ".css") and not path.is_relative_to(ROOT / "analyses" / "games")
)


def strings(path: Path) -> set[str]:
    """The strings in a module."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


@pytest.mark.parametrize("path", SHARED, ids=str)
def test_no_shared_file_names_a_game_or_a_column_that_only_one_game_has(path):
    text = (ROOT / path).read_text(encoding="utf-8").lower()
    for game in all_games().values():
        named = re.search(rf"\b({game.id}|{game.home.name}|{re.escape(game.title.lower())})\b", text)
        assert not named, named
        if path.suffix == ".py":
            assert not strings(ROOT / path) & {column.name for column in game.own_columns}


def test_importing_the_registry_is_cheap():
    code = "import sys, digsite.analyses.registry; print([m for m in ('numba', 'polars', 'scipy', 'numpy') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout == "[]\n"


def test_answering_does_not_import_numba(run):
    code = (
        "import sys; from digsite.simulator.runs.run import Run; from digsite.analyses.registry import answer, answerable\n"
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
    with pytest.raises(DigsiteError, match="a part does not say what was played"):
        answer(forge(run, foreign.read_bytes()), "seats")


def test_a_part_that_lacks_a_column_is_refused(run, tmp_path):
    said = pl.read_parquet_metadata(run.folder / "games/part-00000.parquet")["digsite"]
    games = pl.Series(range(len(ROWS)), dtype=pl.UInt32)
    poor = tmp_path / "poor.parquet"
    pl.DataFrame({"game": games, "luck": games}).write_parquet(poor, metadata={"digsite": said})
    with pytest.raises(DigsiteError, match="lack the column 'strategy_1'"):
        answer(forge(run, poor.read_bytes()), "seats")


def test_what_is_no_parquet_file_is_refused_in_one_sentence(run):
    with pytest.raises(DigsiteError, match="cannot be read") as raised:
        answer(forge(run, b"hello"), "seats")
    assert "\n" not in str(raised.value)


def test_few_games_and_cut_off_runs_are_noted(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a", "b"], ROWS, complete=False)
    notes = " ".join(answer(run, "length").notes)
    assert "Only 6 games" in notes
    assert "6 of 16 games" in notes

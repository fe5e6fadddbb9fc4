"""What belongs to a user's game: its files as texts, and what tells its versions apart."""

import os

import pytest

from digsite.simulator import game_files
from digsite.simulator.errors import WrongUse
from digsite.simulator.game_files import GameFiles, are_game_files
from tests.own_games import edit, write_game


@pytest.fixture
def pig(tmp_path):
    return write_game("pig", tmp_path)


def test_a_game_is_its_code_and_the_tables_that_digsite_or_its_code_reads(pig):
    before = set(GameFiles.read(pig, "pig").texts)
    assert {"rules.toml", "events.toml", "players/strategies.toml", "moves/__init__.py", "questions/rolls.py"} < before
    for place in ("contract.toml", "board.toml", "test_pig.py", "conftest.py", ".hidden.py", "notes.md"):
        (pig / place).write_text("")
    others = {
        "tests": "rules.py",
        ".venv": "lib.py",
        "__pycache__": "x.py",
        "sow": "rules.toml",
        "runs/a": "manifest.json",
    }
    for folder, name in others.items():
        (pig / folder).mkdir(parents=True)
        (pig / folder / name).write_text("")
        (pig / folder / "more.py").write_text("")
    assert set(GameFiles.read(pig, "pig").texts) == before
    (pig / "maps.py").write_text("BOARD = 'board.toml'\n")
    assert set(GameFiles.read(pig, "pig").texts) == before | {"maps.py", "board.toml"}


def test_its_hash_is_that_of_its_texts_wherever_they_lie(pig, tmp_path):
    found = GameFiles.read(pig, "pig")
    pig.rename(tmp_path / "moved")
    moved = tmp_path / "moved"
    assert GameFiles.read(moved, "pig").key == found.key
    windows = (moved / "rules.toml").read_text().replace("\n", "\r\n")
    (moved / "rules.toml").write_bytes(b"\xef\xbb\xbf" + windows.encode())  # as an editor of Windows saves it
    assert GameFiles.read(moved, "pig").key == found.key
    edit(moved / "rules.toml", "value = 40", "value = 41")
    changed = GameFiles.read(moved, "pig")
    assert changed.key != found.key
    assert found.changed_to(changed) == ["rules.toml"]
    (moved / "columns.py").rename(moved / "measures.py")
    assert found.changed_to(GameFiles.read(moved, "pig")) == ["columns.py", "measures.py", "rules.toml"]


def test_words_and_questions_decide_nothing(pig):
    found = GameFiles.read(pig, "pig")
    for place in ("narrate.py", "questions/more.py", "questions.py"):
        (pig / place).write_text("")
    told = GameFiles.read(pig, "pig")
    assert (told.key == found.key, told.deciding.key == found.deciding.key) == (False, True)
    (pig / "players/narrate.py").write_text("")
    assert GameFiles.read(pig, "pig").deciding.key != found.deciding.key


@pytest.mark.parametrize(
    ("place", "text", "told"),
    [
        (
            "big.py",
            b"#" * 1_000_000,
            r"have 1,00\d,\d{3} bytes, and a run saves at most 1,000,000 .* The largest is big\.py;",
        ),
        ("latin.py", "é".encode("latin-1"), "latin.py is not a text in UTF-8"),
        ("zero.py", b"x = 1\0", "zero.py holds a zero byte"),
        ("(copy).py", b"", r"A run cannot save .*\(copy\)\.py: rename it"),
    ],
)
def test_a_file_that_a_run_cannot_save_is_named(pig, place, text, told):
    (pig / place).write_bytes(text)
    with pytest.raises(WrongUse, match=told):
        GameFiles.read(pig, "pig")


def test_too_many_files_are_refused_before_all_are_found(pig, monkeypatch):
    monkeypatch.setattr(game_files, "MOST_FILES", 20)
    (pig / "more").mkdir()
    os.symlink(pig / "more", pig / "more" / "again")  # a way without an end
    (pig / "more" / "x.py").write_text("")
    with pytest.raises(
        WrongUse, match="holds more than 20 files of code and data; move the game to a folder of its own"
    ):
        GameFiles.read(pig, "pig")


GOOD = {"rules.toml": "", "moves/__init__.py": "x = 1"}


def test_what_a_run_saves_is_known_again(pig):
    assert are_game_files("pig", dict(GameFiles.read(pig, "pig").texts))
    assert are_game_files("pig-2", GOOD)


@pytest.mark.parametrize("name", ["", "../pig", "Pig", "pig/x", "7", "a" * 81, None, "pig\n"])
def test_a_name_that_no_game_has_is_not_believed(name):
    assert not are_game_files(name, GOOD)


@pytest.mark.parametrize(
    "place",
    [
        "../x.py",
        "/x.py",
        "moves/../../x.py",
        "C:/x.py",
        "moves\\x.py",
        ".hidden.py",
        "x.so",
        "x.pyc",
        "",
        "a/.b/x.py",
        "x.py\n",
    ],
)
def test_a_path_that_leads_elsewhere_is_not_believed(place):
    assert not are_game_files("pig", GOOD | {place: ""})


@pytest.mark.parametrize("text", [None, 7, b"x", "\0", "\ud800", "x" * 1_000_001])
def test_what_is_no_text_is_not_believed(text):
    assert not are_game_files("pig", GOOD | {"x.py": text})


@pytest.mark.parametrize("texts", [None, [], "rules.toml", {"x.py": ""}, {f"x{at}.py": "" for at in range(501)} | GOOD])
def test_what_is_no_game_is_not_believed(texts):
    assert not are_game_files("pig", texts)

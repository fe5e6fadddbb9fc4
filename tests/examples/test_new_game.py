"""`digsite new game`: a folder with a game that plays at once, under the name that the user gives it."""

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from digsite.simulator.cli.app import main
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import chosen_game
from digsite.simulator.lab.tools.new_game import examples, new_game

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)


def run(*words: object) -> subprocess.CompletedProcess[str]:
    here = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.run([sys.executable, *map(str, words)], env=here, capture_output=True, text=True, check=False)


def code(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0)


def test_the_game_plays_at_once_and_the_next_commands_run():
    told = run("-m", "digsite", "new", "game", "dare-me")
    assert told.returncode == 0, told.stderr
    assert sorted(path.name for path in Path("dare-me").iterdir()) == ["game.py", "rules.toml", "test_dare_me.py"]
    first, *commands = told.stderr.splitlines()
    assert first == "The game is in dare-me. Next:"
    assert len(commands) == 3
    for line in commands:
        program, *words = shlex.split(line.replace("10k", "200"))
        done = run("-m", program, *words)
        assert done.returncode == 0, done.stderr
    assert "Dare Me" in Path("dare-me.html").read_text(encoding="utf-8")
    tested = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "dare-me")
    assert tested.returncode == 0, tested.stdout


@pytest.mark.parametrize("like", list(examples()))
def test_it_is_its_example_under_another_title(like):
    folder = new_game("my-game2", like=like)
    source = examples()[like]
    assert chosen_game(str(folder)).title == "My Game2"
    title = chosen_game(str(source)).title
    for path in folder.iterdir():
        known = source / re.sub("my_game2", like.replace("-", "_"), path.name)
        assert path.read_text(encoding="utf-8").replace("My Game2", title) == known.read_text(encoding="utf-8")
        assert title not in path.read_text(encoding="utf-8")


def test_out_is_the_folder_that_it_is_made_in(capsys):
    assert code("new", "game", "dive", "--like", "push-your-luck", "--out", "games of mine") == 0
    assert Path("games of mine/dive/test_dive.py").is_file()
    assert "  digsite simulate 'games of mine/dive' --games 10k" in capsys.readouterr().err
    assert code("new", "game", "dive", "-q") == 0
    assert capsys.readouterr().err == ""


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["there"], "there is there already; choose another name, or another folder with --out."),
        (["My Game!"], "A game cannot be called 'My Game!': use the letters a to z, digits and dashes, beginning with a letter. Try my-game."),
        (["7"], "A game cannot be called '7': use the letters a to z, digits and dashes, beginning with a letter."),
        (["../up"], "A game cannot be called '../up': use the letters a to z, digits and dashes, beginning with a letter. Try up."),
        (["lost-cities"], "lost-cities is the name of a game that digsite has; choose another one."),
        (["lost_cities"], "lost_cities is the name of a game that digsite has; choose another one."),
        (["new", "--like", "trick-takng"], "There is no example 'trick-takng'. Did you mean 'trick-taking'? There are: basic, open-board,"),
        (["new", "--out", "file"], "file is a file; choose another name, or another folder with --out."),
        (["é"], "A game cannot be called 'é': use the letters a to z"),
    ],
)  # fmt: skip
def test_a_wrong_name_is_refused_in_a_sentence(words, said, capsys):
    Path("there").mkdir()
    Path("file").touch()
    assert code("new", "game", *words) == 2
    assert said in capsys.readouterr().err.replace("\n", " ")
    assert sorted(path.name for path in Path().iterdir()) == ["file", "there"]


def test_python_is_told_of_arguments():
    Path("there").mkdir()
    with pytest.raises(WrongUse) as refused:
        new_game("there")
    assert refused.value.called == "there is there already; choose another name, or another folder with out."


def test_a_folder_that_cannot_be_written_is_an_error():
    Path("file").write_text("")
    with pytest.raises(DigsiteError, match="cannot be written: "):
        new_game("mine", out="file/mine")
    assert code("new", "game", "x", "--out", "/proc/nowhere") == 1

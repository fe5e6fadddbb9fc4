"""The guide `docs/your-game.md`: its code is that of the examples, and its commands print what it says."""

import re
import shlex
from pathlib import Path

import pytest

from digsite.simulator.cli.app import main
from digsite.simulator.game.authoring.pieces import KIT
from digsite.simulator.game.authoring.source import FUNCTIONS, TABLES
from digsite.simulator.lab.tools.new_game import examples
from tests.mistakes.table import MISTAKES
from tests.own_games import forget

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs/your-game.md").read_text(encoding="utf-8")
BLOCKS = re.findall(r"(?ms)^```(\w*)\n(.*?)^```$", PAGE)
SHOWN = [block for kind, block in BLOCKS if kind == "" and block.startswith("$ ")]
COMMANDS = [
    line.partition("#")[0].strip()
    for kind, block in BLOCKS
    for line in block.splitlines()
    if kind == "" and line.startswith("digsite ")
]
COMMANDS += [
    it for it in re.findall(r"`(digsite [a-z][^`]*)`", PAGE.partition("## 6")[0]) if "wreck-divers" in it or "run" in it
]
UNUSUAL = {"index_of", "roll"}  # kept for games of several files
TEAMS = ROOT / "tests/authoring/games/crew/game.py"  # no example has teams


def code(capsys, *words: str) -> tuple[int, str]:
    with pytest.raises(SystemExit) as ended:
        main(list(words))
    return int(ended.value.code or 0), capsys.readouterr().out


def test_its_code_is_that_of_the_examples():
    files = [path for folder in examples().values() for path in sorted(folder.glob("*.*"))]
    texts = [path.read_text(encoding="utf-8") for path in (*files, TEAMS)]
    blocks = [block for kind, block in BLOCKS if kind in ("python", "toml")]
    assert len(blocks) > 20
    for block in blocks:
        assert any(block in text for text in texts), block


@pytest.mark.parametrize("command", COMMANDS)
def test_its_commands_have_these_options(command, capsys):
    _, *words = shlex.split(command.replace("...", "lost-cities"))
    assert code(capsys, *words, "--help")[0] == 0


@pytest.mark.many_games
def test_its_commands_print_what_it_shows(tmp_path, monkeypatch, capsys):
    forget(monkeypatch)
    monkeypatch.chdir(tmp_path)
    for command in COMMANDS[:2]:
        assert code(capsys, *shlex.split(command)[1:])[0] == 0
    assert len(SHOWN) == 2
    for block in SHOWN:
        command, *lines = block.splitlines()
        said = " ".join(code(capsys, *shlex.split(command)[2:])[1].split())
        for line in lines:
            if line != "...":
                before, found, said = said.partition(" ".join(line.split()))
                assert found, (line, before)


def test_its_errors_are_those_that_authors_get():
    errors = re.findall(r"(?m)^(?:game\.py|rules\.toml), line \d+: (.*)$", PAGE)
    assert len(errors) == 4
    for error in errors:
        assert any(all(said in error for said in mistake.says) for mistake in MISTAKES), error


def test_it_names_everything_that_a_game_may_have():
    for name in (*FUNCTIONS, *TABLES, *KIT):
        if name not in UNUSUAL:
            assert re.search(rf"\b{name}\b", PAGE), name


def test_its_links_lead_somewhere():
    for link in re.findall(r"\]\(([^)#]+)\)", PAGE):
        assert (ROOT / "docs" / link).is_file(), link
    headings = {re.sub(r"[^\w -]", "", it.lower()).replace(" ", "-") for it in re.findall(r"(?m)^##+ (.*)$", PAGE)}
    for place in re.findall(r"\]\(#([^)]+)\)", PAGE):
        assert place in headings, place

"""Each mistake that newcomers make gets one sentence, with the file, the line and what to do."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.cli.app import main
from tests.mistakes.table import GAME, MISTAKES, Mistake

ROOT = Path(__file__).resolve().parents[2]
# In one process of plain Python: each game is read and rehearsed, as before it is compiled.
REHEARSE = """
import json, sys
from digsite.simulator.errors import DigsiteError
from digsite.simulator.games import chosen_game
from digsite.simulator.game.authoring.code_check import check_code
from digsite.simulator.play.rehearsal.worker import rehearse
for folder in json.loads(sys.argv[1]):
    try:
        game = chosen_game(folder)
        read = check_code(game.source, game.fields)
        fault = read or rehearse(folder)
        told = [folder, "read" if read else "rehearsed" if fault else "", str(fault or "")]
    except DigsiteError as problem:
        told = [folder, "described", str(problem)]
    print(json.dumps(told), flush=True)
"""


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    return tmp_path_factory.mktemp("house")


@pytest.mark.parametrize("mistake", [it for it in MISTAKES if it.found == "described"], ids=lambda it: it.name)
def test_a_wrong_declaration_is_found_when_the_game_is_listed(mistake, house, capsys):
    made = mistake.make(house)
    with pytest.raises(SystemExit) as ended:
        main(["games", str(made)])
    told = capsys.readouterr().err
    assert ended.value.code == 2, told
    assert "Unexpected" not in told
    assert not mistake.fits(told, made)


def test_the_game_itself_is_listed(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["games", str(GAME)])
    assert not ended.value.code


@pytest.fixture(scope="module")
def rehearsed(house) -> dict[str, tuple[str, str]]:
    """When each game is found to be wrong, and what is said."""
    folders = [str(it.make(house)) for it in MISTAKES if it.found in ("read", "rehearsed") and not it.around]
    command = [sys.executable, "-c", REHEARSE, json.dumps([*folders, str(GAME)])]
    here = os.environ | {"NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(ROOT)}
    told = subprocess.run(command, env=here, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return {folder: (found, said) for folder, found, said in map(json.loads, told.stdout.splitlines())}


@pytest.mark.parametrize(
    "mistake", [it for it in MISTAKES if it.found in ("read", "rehearsed") and not it.around], ids=lambda it: it.name
)
def test_a_wrong_rule_is_found_before_it_is_compiled(mistake, house, rehearsed):
    found, told = rehearsed[str(house / mistake.folder)]
    assert not mistake.fits(told, house / mistake.folder)
    assert found == mistake.found


@pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize("name", ["a loop without an end", "one card too many", "a figure with its dot"])
def test_simulate_names_it_before_anything_is_compiled(name, house, capsys, monkeypatch, tmp_path):
    monkeypatch.setenv("DIGSITE_PATIENCE", "1")
    mistake = next(it for it in MISTAKES if it.name == name)
    made = house / mistake.folder
    made = made if made.exists() else mistake.make(house)
    with pytest.raises(SystemExit) as ended:
        main(["simulate", str(made), "--games", "10", "--seed", "1", "--quiet", "--out", str(tmp_path / "run")])
    told = capsys.readouterr().err
    assert ended.value.code == 2, told
    assert not mistake.fits(told, made)


COMPILED = {
    "two kinds": ("    worth = 0\n", "    worth = 0 if seat < 9 else 'none'\n", "worth = 0 if", "a whole number"),
    "a slice": (
        "    state.dived += 1",
        "    state.sea[0:3] = state.sea[1:4]\n    state.dived += 1",
        "state.sea[0:3]",
        "a row",
    ),
}


@pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize("name", COMPILED)
def test_what_only_the_compiler_refuses_is_a_sentence(name, house, capsys, tmp_path):
    old, new, line, kind = COMPILED[name]
    mistake = Mistake(f"compiled {name}", old, new, [kind, "cannot be compiled"], "compiled", line=line)
    made = mistake.make(house)
    words = ["simulate", str(made), "--games", "10", "--seed", "1", "--quiet", "--out", str(tmp_path / "run")]
    with pytest.raises(SystemExit) as ended:
        main(words)
    told = capsys.readouterr().err
    assert ended.value.code == 2, told
    assert not mistake.fits(told, made)
    assert "Failed in nopython mode pipeline" not in told
    with pytest.raises(SystemExit):
        main([*words, "--verbose"])
    assert "Failed in nopython mode pipeline" in capsys.readouterr().err


def test_the_game_itself_is_rehearsed_without_a_fault(rehearsed):
    assert rehearsed[str(GAME)] == ("", "")

"""Faults in the files of a user's game are sentences with the file, the line and what to do, and end with exit code 2."""

import re
import shutil
from pathlib import Path

import pytest
from numba.core.config import DISABLE_JIT

from digsite.analyses.registry import answer
from digsite.simulator.cli.app import main
from digsite.simulator.errors import WrongUse
from digsite.simulator.games import chosen_game
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.strategies.registry import strategies_of

PIG = Path(__file__).resolve().parents[1] / "newcomer" / "pig"
MOVES, HOLDER, ROLLS = "moves/__init__.py", "players/holder.py", "questions/rolls.py"
# A fault: the file, what stands there, what becomes of it (None: the file is gone), and what is said of it.
FAULTS = {
    "a syntax error": (MOVES, "legal(rules, state, options):", "legal(rules, state, options)", r"moves/__init__\.py, line 28, is not Python: expected ':'\. Correct that line\.$"),
    "a player's syntax error": (HOLDER, "return int(", "return int((", r"players/holder\.py, line 11, is not Python: '\(' was never closed\. Correct"),
    "no state": ("state.py", "", None, r"^The game in \S+ has no state\.py\. Write one that declares State, Stream, Decision, Event, EndReason\.$"),
    "no columns": ("columns.py", "", None, r"^The game in \S+ has no columns\.py\. Write one that declares COLUMNS, OUTCOME\.$"),
    "no moves": (MOVES, "", None, r"imports TYPES from moves\.py, which the game does not have\. Write the file\.$"),
    "no player": (HOLDER, "", None, r"^The game in \S+ has no players/holder\.py\. Write one that declares choose\.$"),
    "a module that is not installed": ("rules.py", "numpy as", "numby as", r"rules\.py, line 3, imports numby, which is not installed\. Correct the name, or install it\.$"),
    "another module of digsite": (MOVES, "digsite.kit", "digsite.kti", r"line 3, imports digsite\.kti, which is not installed\."),
    "another module of the game": (MOVES, "..options", "..option", r"line 6, imports option\.py, which the game does not have\. Did you mean 'options'\? Correct the name, or write the file\.$"),
    "another name of digsite": (MOVES, "import game_types", "import game_type", r"line 3, imports game_type from digsite\.kit, which does not declare it\. Did you mean 'game_types'\?"),
    "another name of the game": (MOVES, "import MAX_SEATS", "import MAX_SEAT", r"line 8, imports MAX_SEAT from state\.py, which does not declare it\. Did you mean 'MAX_SEATS'\?"),
    "files that import each other": ("state.py", "import numpy", "from .columns import OUTCOME\nimport numpy", r"imports \w+ from \w+\.py while the two import each other\. Move \w+ to a file of its own\.$"),
    "no legal": (MOVES, "def legal(", "def legals(", r"moves/__init__\.py does not declare legal\. Did you mean 'legals'\? Write def legal\(rules, state, options\)\.$"),
    "no outcome": ("columns.py", "OUTCOME =", "OUTCOMES =", r"columns\.py does not declare OUTCOME\. Did you mean 'OUTCOMES'\? Write OUTCOME = outcome_of\("),
    "no build": ("rules.py", "def build(", "def make(", r"rules\.py does not declare build\. Write def build\(figures, seats\)\.$"),
    "no choose": (HOLDER, "def choose(", "def chose(", r"holder\.py does not declare choose\. Did you mean 'chose'\? Write def choose\("),
    "a name that is not there": ("state.py", "class Stream(", "class Streams(", r"state\.py, line 40, stops with NameError: name 'Stream' is not defined\. Correct that line\.$"),
    "a wrong call": ("columns.py", "(COLUMNS, MAX_SEATS)", "(COLUMNS)", r"columns\.py, line 11, stops with TypeError: outcome_of\(\) missing 1"),
    "an exception in build": ("rules.py", "    fill(", "    figures['nope']\n    fill(", r"rules\.py, line 13, stops with KeyError: 'nope'\. Correct that line\.$"),
    "an end of the program": ("rules.py", "import numpy", "import sys\nsys.exit(3)\nimport numpy", r"rules\.py, line 4, ends the program with sys\.exit; leave that out\.$"),
    "an assertion": ("columns.py", "COLUMNS = (", "assert MAX_SEATS > 9\nCOLUMNS = (", r"columns\.py, line 7, stops with AssertionError\. Correct"),
    "a declaration that is refused": ("columns.py", "COLUMNS = (", "from digsite.kit import strategy\nstrategy(5)\nCOLUMNS = (", r"columns\.py, line 8: A strategy names its game"),
    "strategies that are no TOML": ("players/strategies.toml", "[holder]", "[holder", r"strategies\.toml is not valid TOML"),
    "a strategy that does not say what it does": ("players/strategies.toml", "about", "abuot", r'strategies\.toml: The strategy holder does not say what it does; write \[holder\] and below it about = "\.\.\."\.$'),
    "a weight without a value": ("players/strategies.toml", "value = 20, ", "", r"strategies\.toml: The weight enough of holder needs a number and a meaning; write weights\.enough = "),
    "a strategy with a stranger": ("players/strategies.toml", "weights.enough", "wieghts.enough", r"There is no entry of the strategy holder 'wieghts'\. Did you mean 'weights'\?"),
}  # fmt: skip
OF_QUESTIONS = {
    "no answer": (ROLLS, "def answer", "def answr", r"rolls\.py does not declare answer\. Did you mean 'answr'\? Write def answer\(view\)\.$"),
    "no question": (ROLLS, "", None, r"^The game in \S+ has no questions/rolls\.py\. Write one that declares answer\.$"),
    "no questions": ("questions/__init__.py", "QUESTIONS", "QUESTION", r"questions/__init__\.py does not declare QUESTIONS\. Did you mean 'QUESTION'\? Write QUESTIONS = \("),
    "a column that is not there": (ROLLS, '["rolls"], [WIN', '["rols"], [WIN', r"rolls\.py, line 15, stops with \w+: .*rols.* Correct that line\.$"),
}  # fmt: skip
OF_THE_COMPILER = {
    "a field that is not there": (MOVES, "state.kept = 0 if", "state.kpet = 0 if", r"moves/__init__\.py: apply \(line 35\) cannot be compiled: no record has a field 'kpet'\. Did you mean 'kept'\?$"),
    "an action that is not there": (MOVES, "Action.HOLD\n    return", "Action.HLOD\n    return", r"moves/__init__\.py: legal \(line 27\) cannot be compiled: on line 31, .*HLOD.*\.$"),
    "a name in a helper": (MOVES, "% rules.seats", "% rules.saets", r"cannot be compiled: .*saets"),
}  # fmt: skip


def broken(tmp_path: Path, name: str, fault: tuple[str, str, str | None, str]) -> Path:
    """Pig with a fault, in a folder that no other test opens: a game's modules are imported once."""
    file, old, new, _ = fault
    folder = tmp_path / re.sub(r"\W+", "-", name).lower()
    shutil.copytree(PIG, folder, ignore=shutil.ignore_patterns("__pycache__"))
    path = folder / file
    if new is None:
        path.unlink()
    else:
        text = path.read_text()
        assert old in text
        path.write_text(text.replace(old, new, 1))
    return folder


def everything(folder: Path) -> None:
    """Ask for every part of a game, compiling nothing."""
    game = chosen_game(str(folder))
    assert game.records
    assert game.columns
    game.build_rules(game.figures, 2)
    assert strategies_of(game.id)
    game.chooser("holder")
    assert game.kernels


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_is_a_sentence_with_its_place_and_what_to_do(tmp_path, name):
    folder = broken(tmp_path, name, FAULTS[name])
    with pytest.raises(WrongUse, match=FAULTS[name][-1]) as told:
        everything(folder)
    assert str(folder) in str(told.value)
    assert "digsite_games" not in str(told.value)


def test_a_game_without_faults_has_none(tmp_path):
    everything(broken(tmp_path, "whole", ("state.py", "", "", "")))


def test_a_game_may_refuse_figures_in_its_own_words(tmp_path):
    said = "The target must be above 1."
    refuses = f"    from digsite.simulator.errors import WrongUse\n    raise WrongUse({said!r})\n    fill("
    folder = broken(tmp_path, "refusing", ("rules.py", "    fill(", refuses, ""))
    with pytest.raises(WrongUse, match=f"^{re.escape(said)}$"):
        everything(folder)


def test_a_fault_ends_a_command_with_exit_code_2(tmp_path, capsys):
    folder = broken(tmp_path, "commanded", FAULTS["no legal"])
    with pytest.raises(SystemExit) as ended:
        main(["simulate", str(folder), "-n", "2", "-q"])
    assert ended.value.code == 2
    assert "does not declare legal" in capsys.readouterr().err


@pytest.mark.parametrize("name", OF_QUESTIONS)
def test_a_fault_in_a_question_is_a_sentence(tmp_path, name):
    folder = broken(tmp_path, f"asked {name}", OF_QUESTIONS[name])
    run = simulate(folder, 20, seats="random", players=2, seed=1, out=tmp_path / "run")
    with pytest.raises(WrongUse, match=OF_QUESTIONS[name][-1]):
        answer(run, "rolls")


@pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")
@pytest.mark.parametrize("name", OF_THE_COMPILER)
def test_what_cannot_be_compiled_is_a_sentence(tmp_path, name):
    folder = broken(tmp_path, f"compiled {name}", OF_THE_COMPILER[name])
    with pytest.raises(WrongUse, match=OF_THE_COMPILER[name][-1]):
        simulate(folder, 2, seats="random", players=2, seed=1, out=tmp_path / "run")

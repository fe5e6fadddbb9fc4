"""A command is data: one place makes its words, one line repeats a run, and that line does."""

import ast
import doctest
import json
import re
import shlex
import shutil
from pathlib import Path

import pytest
import typer

import digsite
from digsite.reports.page import rules_table
from digsite.simulator import commands
from digsite.simulator.cli.app import app, main
from digsite.simulator.commands import Command
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.simulate import play_run
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.repeat import simulate_command
from digsite.simulator.runs.run import Run

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("digsite", "simulator", "strategies", "analyses", "reports")
MAY_SPELL = {"simulator/commands.py", "simulator/cli/examples.py"}  # the maker, and the examples that help ends with
VERBS = "|".join(typer.main.get_command(app).commands)
SPELLED = re.compile(rf"\bdigsite ({VERBS})\b|\bdigsite $")


def texts_of(path, naming):
    """The texts of a module that names something, without its docstrings."""
    written = path.read_text(encoding="utf-8")
    if naming not in written:
        return
    tree = ast.parse(written)
    described = {
        id(node.body[0].value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        and node.body and isinstance(node.body[0], ast.Expr)
    }  # fmt: skip
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in described:
            yield node.lineno, node.value


def modules():
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def test_no_module_but_one_spells_a_command():
    spelled = [
        f"{path.relative_to(ROOT)}:{line}: {text}"
        for path in modules()
        if path.relative_to(ROOT).as_posix() not in MAY_SPELL
        for line, text in texts_of(path, naming="digsite ")
        if SPELLED.search(text)
    ]
    assert not spelled
    pages = [path.name for path in (ROOT / "reports").rglob("*.html") if SPELLED.search(path.read_text())]
    assert not pages


def test_no_module_but_one_quotes_words_for_a_shell():
    for path in modules():
        if path.relative_to(ROOT).as_posix() != "simulator/commands.py":
            assert "shlex" not in path.read_text(encoding="utf-8"), path


def test_the_examples_of_commands_hold():
    assert doctest.testmod(commands).failed == 0


def test_an_option_that_is_in_no_table_makes_no_command():
    with pytest.raises(KeyError):
        Command("simulate", "lost-cities", hand=7)


def test_a_shell_reads_the_words_that_were_meant():
    made = Command("compare", "-my game", settings=["a=1;2", "b='x'"], seats=["a:b=1", "$c"], resume="-r s")
    assert shlex.split(str(made)) == made.words
    assert made.words == [
        "digsite", "compare", "./-my game", "--resume", "./-r s", "--seats", "a:b=1,$c", "--set", "a=1;2", "--set", "b='x'",
    ]  # fmt: skip


def run(words):
    with pytest.raises(SystemExit) as ended:
        main(words)
    return ended.value.code


def parts_of(folder):
    return json.loads((folder / "manifest.json").read_text())["parts"]


PLANS = {
    "plain": {"games": 20},
    "rotated": {"games": 20, "seats": "random,random", "rotate": True, "variants": "short", "settings": "cards.hand=7"},
    "in small parts": {"games": 30, "seats": "random", "players": 3, "part_games": 10, "events": 7},
}


@pytest.mark.parametrize("name", PLANS)
def test_the_line_that_repeats_a_run_repeats_it(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    first = digsite.simulate("lost-cities", seed=5, out="elsewhere/first", **PLANS[name])
    shown = rules_table.command(first)
    assert shown == f"{first.manifest['command']} --out runs/first"
    assert run([*shlex.split(shown)[1:], "-q"]) == 0
    again = Run(Path("runs/first"))
    assert again.plan == first.plan
    assert parts_of(again.folder) == parts_of(first.folder)


RULES = """
[cards.hand]
value = 7
source = "our box"

[tiles.artifact]
value = 9
source = "a thread"
confirmed = false
alternatives = [8]
"""


@pytest.mark.parametrize("more", [{}, {"variants": "short", "settings": "cards.hand=6"}], ids=["alone", "changed"])
def test_a_run_under_a_rules_file_is_repeated_byte_for_byte_without_the_file(tmp_path, monkeypatch, more):
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(RULES)
    first = digsite.simulate(
        "lost-cities", 20, seats="random,random", rules_file="mine.toml", seed=5, out="first", **more
    )
    Path("mine.toml").unlink()
    assert " --rules first/rules/mine.toml " in first.manifest["command"]
    for line in (first.manifest["command"], rules_table.command(first)):
        assert run([*shlex.split(line)[1:], "--out", "again", "-q"]) == 0
        again = Run(Path("again"))
        assert again.manifest["plan"] == first.manifest["plan"]
        assert parts_of(again.folder) == parts_of(first.folder)
        shutil.rmtree("again")


def test_a_rules_file_that_changes_nothing_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert run(["rules", "lost-cities", "--export", "printed.toml"]) == 0
    played = digsite.simulate("lost-cities", 4, seats="random,random", rules_file="printed.toml", seed=5, out="r")
    assert " --rules " not in played.manifest["command"]
    assert not Path("r/rules").exists()


def test_the_copy_of_a_rules_file_is_not_edited_unnoticed_and_comes_back(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    Path("mine.toml").write_text(RULES)
    digsite.simulate("lost-cities", 20, seats="random,random", rules_file="mine.toml", seed=5, out="r")
    copy = Path("r/rules/mine.toml")
    copy.write_text(RULES.replace("7", "6"))
    assert run(["simulate", "--resume", "r", "-n", "40", "-q"]) == 2
    assert "mine.toml was changed: the run is played by the text in its manifest" in capsys.readouterr().err
    copy.unlink()
    assert run(["simulate", "--resume", "r", "-n", "40", "-q"]) == 0
    assert copy.read_text() == RULES


def test_a_run_that_was_extended_is_repeated_whole(tmp_path):
    digsite.simulate("lost-cities", 10, seats="random,random", seed=5, out=tmp_path / "r")
    longer = digsite.simulate(games=20, resume=True, out=tmp_path / "r")
    assert " --games 20 " in longer.manifest["command"]
    assert run([*shlex.split(longer.manifest["command"])[1:], "--out", str(tmp_path / "s"), "-q"]) == 0
    assert parts_of(tmp_path / "s") == parts_of(tmp_path / "r")


def test_whoever_plays_a_run_its_manifest_has_the_same_line(tmp_path):
    plan = make_plan("lost-cities", 12, seats="random,random", variants="short", seed=5, rotate=True, events=0)
    made = play_run(plan, tmp_path / "r", Running(threads=1))
    assert made.manifest["command"] == str(simulate_command(plan))


def test_an_experiment_is_repeated_by_its_line(tmp_path):
    first = digsite.compare("lost-cities", 20, variants="short", seats="random,random", seed=5, out=tmp_path / "c")
    words = shlex.split(first.experiment.manifest["command"])[1:]
    assert run([*words, "--out", str(tmp_path / "d"), "-q"]) == 0
    for arm in ("against", "changed"):
        assert parts_of(tmp_path / "d" / "arms" / arm) == parts_of(tmp_path / "c" / "arms" / arm)

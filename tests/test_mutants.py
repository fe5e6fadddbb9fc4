"""The lists of planted faults are up to date: each fault can be planted, and the tests that kill it are there."""

import ast
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from tests.mutants import ROOT, Mutant, everything, lists, page_of, read

MUTANTS = everything()
PARSERS = {".py": ast.parse, ".toml": tomllib.loads}
each_list = pytest.mark.parametrize("path", lists(), ids=lambda path: path.parent.name)


@each_list
def test_each_fault_can_be_planted(path):
    faults = list(read(path))
    assert [f"{fault.name}: {fault.stale}" for fault in faults if fault.stale] == []
    for fault in faults:
        parse = PARSERS.get(Path(fault.file).suffix, str)  # a style sheet can be read whatever it says
        parse((ROOT / fault.file).read_text(encoding="utf-8").replace(fault.find, fault.replace))


@each_list
def test_the_tests_that_kill_them_are_there(path):
    named = [test for fault in read(path) for test in fault.killed_by or ("none::none",)]
    split = [(test, *test.partition("[")[0].split("::", 1)) for test in named]
    assert [test for test, file, name in split if name not in names_in(file)] == []


@cache
def names_in(file: str) -> set[str]:
    """The tests of a file, those of a class as Class::test."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    found = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    for group in tree.body:
        if isinstance(group, ast.ClassDef):
            found |= {f"{group.name}::{node.name}" for node in group.body if isinstance(node, ast.FunctionDef)}
    return {name for name in found if name.rpartition("::")[2].startswith("test_")}


def test_every_fault_has_a_name_of_its_own():
    assert [names for names, times in Counter((it.area, it.name) for it in MUTANTS).items() if times > 1] == []


def test_the_page_gives_the_score_and_names_what_lived():
    killed, lived = (
        Mutant("toy", name, "toy.py", "a", "b", ("tests/test_toy.py::test_it_adds_up",)) for name in ("one", "two")
    )
    page = page_of({killed: "killed", lived: "LIVED"})
    assert "1 of 2 are killed" in page
    assert "| toy | one | test it adds up |" in page
    assert "| toy | two | **LIVED** |" in page


def test_a_page_keeps_what_it_said_of_faults_that_were_not_run():
    one, two, new = (Mutant("toy", name, "a.py", "a", "b", (f"t.py::test_{name}",)) for name in ("one", "two", "new"))
    before = page_of({one: "LIVED", two: "killed"})
    page = page_of({one: "killed"}, before, [one, two, new])
    assert "plants 3 faults" in page
    assert "2 of 3 are killed, 1 have not been run yet" in page
    assert [line for line in page.splitlines() if line.startswith("| toy")] == [
        "| toy | one | test one |",
        "| toy | two | test two |",
        "| toy | new | **not run yet** |",
    ]


def test_a_fault_that_went_stale_says_why():
    def stale(file, find):
        return Mutant("toy", "x", file, find, "b", ("t",)).stale

    assert stale("nowhere.py", "a") == "there is no file nowhere.py"
    assert stale("tests/mutants.py", "no such text at all").startswith("its text stands 0 times")
    assert stale("tests/mutants.py", "planted").startswith("its text stands ")

"""`digsite check game` on Pig and on broken copies of it: each planted fault is named, with its place and how to see it again."""

import json
import shutil
from typing import NamedTuple

import pytest

import digsite
from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.passed import has_passed, record_passed
from digsite.simulator.lab.battery import run
from digsite.simulator.lab.battery.suite import OF_A_GAME
from tests.newcomer.broken import COMPILED, FAULTS, HERE, HONEST_SECRETS, Broken, planted
from tests.newcomer.test_newcomer import failing


@pytest.fixture(scope="module")
def yard(tmp_path_factory):
    return tmp_path_factory.mktemp("yard")


@pytest.fixture
def plain(monkeypatch):
    """As plain Python nothing must be compiled, so that each fault takes seconds."""
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")


def check(broken: Broken, yard):
    folder = planted(broken, yard)
    return digsite.check_game(str(folder), quick=True, only=broken.check if broken.check != "compiles" else (), seed=3)


def assert_named(broken: Broken, shown):
    told = [it for it in shown.to_dict()["problems"] if broken.said in it["sentence"]]
    assert told, shown
    assert told[0]["verdict"] == broken.weight
    assert told[0]["check"] == broken.check
    assert broken.place in told[0]["place"]
    assert shown.passed == (broken.weight != "fault")
    assert "--seed 3" in told[0]["repeat"]


@pytest.mark.parametrize("broken", FAULTS, ids=lambda broken: broken.name)
def test_a_planted_fault_is_named(broken, yard, plain):
    assert_named(broken, check(broken, yard))


@pytest.mark.parametrize("broken", COMPILED, ids=lambda broken: broken.name)
def test_a_fault_of_compiled_code_is_named_with_its_line(broken, yard, monkeypatch):
    monkeypatch.setenv("DIGSITE_CACHE", str(yard / "cache"))
    monkeypatch.setenv("DIGSITE_PATIENCE", "4")
    assert_named(broken, check(broken, yard))


def test_a_fuzz_names_the_one_figure_that_matters(yard, plain):
    shown = check(next(it for it in FAULTS if it.name == "fine"), yard)
    (problem,) = shown.problems
    assert list(problem.spot.settings) == ["bust"]
    assert "--set bust=6" in str(problem.spot.commands[0])


def test_an_honest_game_with_secrets_passes(yard, plain):
    shown = check(HONEST_SECRETS, yard)
    assert shown.passed
    assert not shown.problems
    sight = next(it for it in shown.checks if it.name == "sight")
    assert "`redeal` deals state.secret anew" in sight.remarks


def test_pig_passes_says_that_nothing_is_hidden_and_can_be_repeated(tmp_path):
    house = tmp_path / "games"
    shutil.copytree(HERE / "pig", house / "pig", ignore=shutil.ignore_patterns("__pycache__"))
    told = failing(house, ["check", "game", "pig", "--quick", "--seed", "5", "--junit", "j.xml"], {})
    assert told.returncode == 0, told.stdout + told.stderr
    assert "nothing is declared hidden" in told.stdout
    assert "Pig passes" in told.stdout
    assert "digsite check game" in told.stderr
    assert "--seed 5 --quick" in told.stderr
    assert (house / "j.xml").read_text().count("<testcase") == 1 + sum(not it.slow for it in OF_A_GAME)  # and loading
    again = json.loads(
        failing(house, ["check", "game", "pig", "--only", "scores", "--seed", "5", "--json", "-q"], {}).stdout
    )
    assert (again["passed"], again["seed"], [it["check"] for it in again["checks"]]) == (
        True,
        5,
        ["compiles", "scores"],
    )


def test_a_game_that_passed_is_known_until_it_changes(yard, monkeypatch):
    monkeypatch.setenv("DIGSITE_CACHE", str(yard / "marks"))
    folder = planted(Broken("known", "", "", ()), yard)
    name = find_game(str(folder)).home.name
    assert not has_passed(name)
    record_passed(name)
    assert has_passed(name)
    rules = (folder / "rules.toml").read_text()
    (folder / "rules.toml").write_text(rules.replace("range = [1, 6]", "range = [1, 9]"))
    assert not has_passed(name)
    (folder / "rules.toml").write_text(rules)
    record_passed(name, False)
    assert not has_passed(name)


class Outcome(NamedTuple):
    """What a check came to."""

    quick: bool
    checks: range
    passed: bool


@pytest.mark.parametrize(
    ("before", "outcome", "after"),
    [
        (False, Outcome(False, range(99), True), True),
        (False, Outcome(True, range(99), True), False),  # a quick check does not look at everything
        (False, Outcome(False, range(2), True), False),  # nor do some checks alone
        (True, Outcome(True, range(2), True), True),
        (True, Outcome(True, range(2), False), False),
    ],
)
def test_a_game_has_passed_if_all_checks_did_and_none_failed_since(before, outcome, after, yard, monkeypatch):
    monkeypatch.setenv("DIGSITE_CACHE", str(yard / "more marks"))
    folder = planted(Broken("marked", "", "", ()), yard)
    name = find_game(str(folder)).home.name
    record_passed(name, before)
    while_checked = []
    monkeypatch.setattr(run, "_checked", lambda *_: while_checked.append(has_passed(name)) or outcome)
    assert run.check_game(folder) is outcome
    assert while_checked == [False]  # so that every index is checked
    assert has_passed(name) == after


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["check", "game", "nowhere"], "There is no game 'nowhere'."),
        (["check", "game", "lost-cities", "--only", "sigth"], "There is no check 'sigth'. Did you mean 'sight'?"),
        (["check", "game", "lost-cities", "--minutes", "0"], "--minutes must be above 0"),
        (["check", "game", "lost-cities", "--junit", "nowhere/j.xml"], "--junit nowhere/j.xml cannot be written"),
        (["check", "strategy", "none.py"], "There is no plug-in file none.py."),
        (["check", "game"], "Missing argument 'GAME'. See: digsite check game --help"),
        (["check", "./game"], "The contract game cannot be read"),
    ],
)
def test_wrong_use_is_one_sentence(words, said, tmp_path):
    told = failing(tmp_path, words, {})
    assert told.returncode == 2
    assert said in told.stderr
    assert told.stderr.count("\n") == 1

"""A kind of experiment is one module and one row: whatever differs from kind to kind asks its record."""

import ast
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest

from digsite.analyses.experiments import kinds
from digsite.analyses.experiments.answers import answer
from digsite.analyses.experiments.kinds import KINDS, ExperimentKind, Listing, kind_of
from digsite.analyses.result import Result, described
from digsite.simulator.cli.results import print_experiment
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_plan
from digsite.simulator.lab.experiments.result import write_result
from digsite.simulator.lab.reporting.report import report
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder.experiment_store import Design

ROOT = Path(__file__).resolve().parents[3]
HOME = Path(kinds.__file__).parent
SHARED = {"changes"}  # what several kinds have in common


@pytest.mark.parametrize("name", KINDS)
def test_every_kind_of_the_list_is_a_module_of_that_name(name):
    assert kind_of(SimpleNamespace(kind=name)).name == name


def test_every_module_of_a_kind_is_in_the_list():
    assert {path.stem for path in HOME.glob("*.py")} - {"__init__"} - SHARED == set(KINDS)


def test_a_kind_that_is_not_known_is_answered_with_those_that_are():
    with pytest.raises(WrongUse, match=r"There is no kind of experiment 'comprae'\. Did you mean 'compare'\?"):
        kind_of(SimpleNamespace(kind="comprae"))


def product(naming):
    """The modules that name something, as trees."""
    for package in ("simulator", "analyses", "reports", "digsite"):
        for path in (ROOT / package).rglob("*.py"):
            if naming in (text := path.read_text(encoding="utf-8")):
                yield path, ast.parse(text)


def test_nothing_but_the_records_knows_one_kind_from_another():
    dispatches = []
    for path, tree in product(naming=".kind "):
        for node in ast.walk(tree):
            if isinstance(node, ast.Compare) and isinstance(node.left, ast.Attribute) and node.left.attr == "kind":
                named = {one.value for it in node.comparators for one in ast.walk(it) if isinstance(one, ast.Constant)}
                dispatches += [f"{path.relative_to(ROOT)}:{node.lineno}"] * bool(named & set(KINDS))
    assert not dispatches


def test_every_design_that_is_played_is_of_a_kind():
    asked = {
        node.args[0].value
        for _, tree in product(naming="Design(")
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Design" and isinstance(node.args[0], ast.Constant)
    }  # fmt: skip
    assert asked == set(KINDS)


@pytest.fixture
def coin(monkeypatch):
    """A kind of a user's: one module, and one row."""

    def read(experiment):
        said = described(f"{experiment.games} games were played.", {"measure": "games"})
        return Result("coin", "Coins", {}, [said], [], [])

    def listing(answered):
        yield Listing(("arm", "games"), [[name, run.rows] for name, run in answered.experiment.arms.items()])
        yield f"Asked about {answered.about['coin']}."

    kind = ExperimentKind(
        "coin", read, listing, meaning=lambda _: "Heads or tails.", about=lambda experiment, _: {"coin": "heads"}
    )
    monkeypatch.setitem(sys.modules, "digsite.analyses.experiments.kinds.coin", SimpleNamespace(KIND=kind))
    monkeypatch.setattr(kinds, "KINDS", (*KINDS, "coin"))
    return kind


@pytest.mark.usefixtures("coin")
def test_a_new_kind_is_one_module_and_one_row(tmp_path, capsys):
    plan = arm_plan("lost-cities", 4, seats="random,random", seed=1)
    design = Design("coin", {"side": "heads"}, {"first": plan, "second": plan})
    ExperimentPlay(design, tmp_path / "x", Running(threads=1), "digsite coin lost-cities").play()
    experiment = Experiment(tmp_path / "x")
    assert answer(experiment).meaning == "Heads or tails."
    print_experiment(write_result(experiment), as_json=False, quiet=True, full=True)
    told = capsys.readouterr().out
    assert "second" in told
    assert "Asked about heads." in told
    assert "4 games were played." in told
    page = report(tmp_path / "x", out=tmp_path / "page.html").read_text(encoding="utf-8")
    assert "Heads or tails." in page
    assert "Coins" in page

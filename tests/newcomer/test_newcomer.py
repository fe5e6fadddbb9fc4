"""A new game touches one folder in each package and no shared file: Pig moves in and everything works."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conformance.test_fuzz import fuzzed
from tests.newcomer.known_worth import KnownPig

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("digsite", "simulator", "strategies", "analyses", "reports")


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """A copy of the project with one more game in it."""
    folder = tmp_path_factory.mktemp("house")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, folder / package, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(Path(__file__).parent / "files", folder, dirs_exist_ok=True)
    return folder


def digsite(house: Path, *words: str) -> str:
    here = os.environ | {"DIGSITE_CACHE": str(house / "cache"), "PYTHONPATH": str(house)}
    command = [sys.executable, "-m", "simulator.cli", *words]
    told = subprocess.run(command, cwd=house, env=here, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return told.stdout


@pytest.fixture(scope="module")
def run(house) -> str:
    digsite(house, "simulate", "pig", "--games", "600", "--seats", "holder,random", "--rotate", "--seed", "1",
            "--out", "run", "--quiet")  # fmt: skip
    return "run"


def test_it_is_listed_with_its_variants_strategies_and_columns(house):
    told = json.loads(digsite(house, "games", "pig", "--json"))
    assert told["title"] == "Pig"
    assert {row["strategy"] for row in told["strategies"]} == {"holder", "random"}
    assert "bust" in digsite(house, "rules", "pig", "--unconfirmed")


def test_it_is_analysed_with_questions_of_its_own(house, run):
    assert "holder" in digsite(house, "analyze", run)
    assert (house / run / "analysis" / "rolls-wins.svg").is_file()


def test_it_is_replayed(house, run):
    assert "rolls a" in digsite(house, "replay", run, "--median")


def test_where_nothing_is_hidden_a_seat_sees_what_an_open_table_shows(house, run):
    how = ("replay", run, "--game", "5", "--chances", "--worlds", "20", "--json", "--quiet")
    shown, seen = (json.loads(digsite(house, *how, *view)) for view in (("--open",), ("--seat", "1")))
    assert shown["chances"] == seen["chances"]
    assert len(shown["chances"]) > 4


def test_it_is_reported(house, run):
    digsite(house, "report", run, "--out", "report.html", "--quiet")
    assert "Pig" in (house / "report.html").read_text()


def test_its_rules_are_compared_and_swept_and_its_strategies_meet(house):
    how = ("--games", "400", "--players", "2", "--seed", "1", "--quiet")
    assert "turns" in digsite(house, "compare", "pig", "--variant", "short", *how)
    assert "bust" in digsite(house, "sweep", "pig", "--set", "bust=1,6", *how)
    assert "holder" in digsite(house, "tournament", "pig", "--strategies", "holder,random", *how)


def test_its_figures_are_fuzzed(house, tmp_path):
    both = f"{house}{os.pathsep}{ROOT}"
    found = fuzzed(
        tmp_path, "pig", "--alone", "--sets", "20", root=house, PYTHONPATH=both, DIGSITE_CACHE=str(house / "cache")
    )
    assert found["played"] > 20
    assert found["broken off"] == 0


def test_its_nudges_are_listed_and_a_known_worth_is_found(house):
    assert "head-start" in digsite(house, "nudge", "pig", "--list")
    words = ("--seats", "holder:enough=1", "--players", "2", "--set", "target=20", "--games", "6000", "--seed", "1")
    told = json.loads(digsite(house, "nudge", "pig", *words, "--nudge", "head-start=5,nothing", "--json", "--quiet"))
    row, nothing = told["worth"]
    turns = json.loads((house / "runs/pig-nudge-2p-1/experiment.json").read_text())["question"]["turns"]
    exact = KnownPig(20).worth(5, turns)
    assert row["win_change_low"] < exact < row["win_change_high"]
    assert row["win_change"] == pytest.approx(exact, abs=0.03)
    assert (nothing["win_change"], nothing["score_change"], nothing["rivals_change"]) == (0, 0, 0)

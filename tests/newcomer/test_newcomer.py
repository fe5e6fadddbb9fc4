"""A new game touches one folder in each package and no shared file: Pig moves in and everything works."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

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

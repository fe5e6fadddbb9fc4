"""A game of a user's is one folder anywhere: Pig lies outside the project, and every verb plays it by its path."""

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from tests.conformance.test_fuzz import fuzzed
from tests.newcomer.known_worth import KnownPig

ROOT = Path(__file__).resolve().parents[2]
PIG = "games of mine/pig"
HOG = "games of mine/hog"  # Pig with narration and nudges
SOW = "games of mine/sow"  # Pig without players and questions of its own


@pytest.fixture(scope="module")
def house(tmp_path_factory) -> Path:
    """A folder outside the project with games in it."""
    folder = tmp_path_factory.mktemp("house")
    for made, parts in {PIG: ["pig"], HOG: ["pig", "hog"], SOW: ["pig"]}.items():
        for part in parts:
            source = Path(__file__).parent / part
            shutil.copytree(source, folder / made, ignore=shutil.ignore_patterns("__pycache__"), dirs_exist_ok=True)
    shutil.rmtree(folder / SOW / "players")
    shutil.rmtree(folder / SOW / "questions")
    return folder


END = "\x00"  # after what a command printed
COMMANDS = f"""
import json, sys
from digsite.simulator.cli.app import main
for words in json.loads(sys.argv[1]):
    try: main(words)
    except SystemExit as ended: assert not ended.code, ended.code
    print({END!r}, end="", flush=True)
"""


def digsite(house: Path, *commands: Sequence[str]) -> list[str]:
    """What commands print, one after another in one process."""
    here = os.environ | {"DIGSITE_CACHE": str(house / "cache"), "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", COMMANDS, json.dumps(commands)]
    told = subprocess.run(command, cwd=house, env=here, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    return told.stdout.split(END)[:-1]


@pytest.fixture(scope="module")
def run(house) -> str:
    digsite(house, ["simulate", PIG, "--games", "600", "--seats", "holder,random", "--rotate", "--seed", "1",
                    "--out", "run", "--quiet"])  # fmt: skip
    return "run"


def test_it_is_listed_with_its_variants_strategies_and_columns(house):
    listed, unconfirmed = digsite(house, ["games", PIG, "--json"], ["rules", PIG, "--unconfirmed"])
    told = json.loads(listed)
    assert told["title"] == "Pig"
    assert {row["strategy"] for row in told["strategies"]} == {"holder", "random"}
    assert "bust" in unconfirmed
    assert [(row["event"], row["a"], row["b"], row["c"]) for row in told["events"]] == [
        ("roll", "face", "kept", None),
        ("hold", "points", None, None),
    ]


def test_its_events_have_the_names_of_their_numbers(house, run):
    rolled, held = (columns_of(house, run, kind) for kind in ("roll", "hold"))
    assert rolled == ["game", "step", "seat", "face", "kept"]
    assert held == ["game", "step", "seat", "points"]


def columns_of(house: Path, run: str, kind: str) -> list[str]:
    """The columns of a kind of event, as Python gives them."""
    script = f"import digsite; print(*digsite.Run({run!r}).events_of({kind!r}).collect_schema().names())"
    here = os.environ | {"DIGSITE_CACHE": str(house / "cache"), "PYTHONPATH": str(ROOT)}
    return subprocess.run(
        [sys.executable, "-c", script], cwd=house, env=here, capture_output=True, text=True
    ).stdout.split()


def test_it_is_analysed_with_questions_of_its_own_replayed_and_reported(house, run):
    report = ["report", run, "--out", "report.html", "--quiet"]
    found, replayed, _ = digsite(house, ["analyze", run], ["replay", run, "--median"], report)
    assert "holder" in found
    assert (house / run / "analysis" / "rolls-wins.svg").is_file()
    assert "Pig has no narration (narrate.py), so its events are listed" in replayed
    assert re.search(r"Seat 1 \(\w+\): roll: \w+ [2-6]", replayed)
    page = (house / "report.html").read_text()
    assert "Pig has no narration" in page
    assert "components are worth" not in page


def test_a_game_with_narration_is_told_in_its_own_words(house):
    simulate = ["simulate", HOG, "--games", "50", "--seed", "1", "--out", "told", "--quiet"]
    _, replayed = digsite(house, simulate, ["replay", "told", "--median"])
    assert "rolls a" in replayed
    assert "no narration" not in replayed


def test_a_game_without_players_has_the_random_one(house):
    simulate = ["simulate", SOW, "--games", "50", "--seed", "1", "--out", "sows", "--quiet"]
    compare = ["compare", SOW, "--variant", "short", "--games", "50", "--seed", "1", "--quiet"]
    report = ["report", "sows", "--out", "sows.html", "--quiet"]
    listed, _, compared, replayed, _ = digsite(
        house, ["games", SOW, "--json"], simulate, compare, ["replay", "sows", "--game", "3"], report
    )
    assert [row["strategy"] for row in json.loads(listed)["strategies"]] == ["random"]
    assert "turns" in compared
    assert "Seat 1 (random): roll" in replayed
    assert (house / "sows.html").is_file()
    alone = failing(house, ["tournament", SOW, "--games", "50", "--seed", "1"], {})
    assert alone.returncode == 2
    assert "A tournament needs at least two strategies; only random is named." in alone.stderr


def test_a_game_without_nudges_says_so_where_one_is_asked_for(house):
    told = failing(house, ["nudge", PIG, "--games", "50", "--seed", "1"], {})
    assert told.returncode == 2
    assert "Pig declares no nudges, so there is nothing to try" in told.stderr
    assert digsite(house, ["nudge", PIG, "--list"]) == ["Pig declares no nudges.\n"]


def test_where_nothing_is_hidden_a_seat_sees_what_an_open_table_shows(house, run):
    how = ["replay", run, "--game", "5", "--chances", "--worlds", "20", "--json", "--quiet"]
    shown, seen = (json.loads(told) for told in digsite(house, [*how, "--open"], [*how, "--seat", "1"]))
    assert shown["chances"] == seen["chances"]
    assert len(shown["chances"]) > 4


def test_its_rules_are_compared_and_swept_and_its_strategies_meet(house):
    how = ("--games", "400", "--players", "2", "--seed", "1", "--quiet")
    compared, swept, met = digsite(
        house,
        ["compare", PIG, "--variant", "short", *how],
        ["sweep", PIG, "--set", "bust=1,6", *how],
        ["tournament", PIG, "--strategies", "holder,random", *how],
    )
    assert "turns" in compared
    assert "bust" in swept
    assert "holder" in met


def test_its_figures_are_fuzzed(house, tmp_path):
    found = fuzzed(tmp_path, str(house / PIG), "--alone", "--sets", "20", DIGSITE_CACHE=str(house / "cache"))
    assert found["played"] > 20
    assert found["broken off"] == 0


def test_its_nudges_are_listed_and_a_known_worth_is_found(house):
    words = ("--seats", "holder:enough=1", "--players", "2", "--set", "target=20", "--games", "6000", "--seed", "1")
    nudged = ["nudge", HOG, *words, "--nudge", "head-start=5,nothing", "--json", "--quiet"]
    listed, told = digsite(house, ["nudge", HOG, "--list"], nudged)
    assert "head-start" in listed
    row, nothing = json.loads(told)["worth"]
    turns = json.loads((house / "runs/hog-nudge-2p-1/experiment.json").read_text())["question"]["turns"]
    exact = KnownPig(20).worth(5, turns)
    assert row["win_change_low"] < exact < row["win_change_high"]
    assert row["win_change"] == pytest.approx(exact, abs=0.03)
    assert (nothing["win_change"], nothing["score_change"], nothing["rivals_change"]) == (0, 0, 0)


def test_a_run_from_elsewhere_does_not_run_the_code_of_a_game_that_the_user_never_named(house, run, tmp_path):
    elsewhere = {"DIGSITE_CONFIG": str(tmp_path / "config")}
    for words in (["analyze", run], ["replay", run, "--median"], ["report", run, "--out", str(tmp_path / "page.html")]):
        told = failing(house, words, elsewhere)
        assert told.returncode == 2
        assert "whose code you have not run on this machine" in told.stderr
        assert "digsite games" in told.stderr
    assert failing(house, ["games", PIG], elsewhere).returncode == 0
    assert failing(house, ["replay", run, "--median"], elsewhere).returncode == 0


def test_a_run_whose_game_is_gone_says_where_it_was(house, run, tmp_path):
    moved = (house / PIG).rename(tmp_path / "pig")
    told = failing(house, ["analyze", run], {})
    moved.rename(house / PIG)
    assert told.returncode == 2
    assert f"{PIG} holds no game" in told.stderr


def failing(house: Path, words: Sequence[str], more: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, which may fail."""
    here = os.environ | {"DIGSITE_CACHE": str(house / "cache"), "PYTHONPATH": str(ROOT)} | more
    return subprocess.run(
        [sys.executable, "-m", "digsite.simulator.cli", *words], cwd=house, env=here, capture_output=True, text=True
    )

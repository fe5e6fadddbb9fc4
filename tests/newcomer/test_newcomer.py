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
    assert [row["strategy"] for row in told["strategies"]] == ["random", "holder", "searcher", "greedy"]
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


def test_a_game_without_players_is_played_by_those_that_every_game_has(house):
    played = failing(house, ["simulate", SOW, "--seed", "1", "--out", "sows"], {})
    assert "Pig has no strategies of its own: searcher and greedy play it, 2,000 games by default." in played.stderr
    assert "2,000 games, 4 players (searcher, greedy, searcher, greedy)" in played.stderr
    few = ("--games", "24", "--seed", "1", "--quiet")
    listed, compared, met, replayed, _ = digsite(
        house,
        ["games", SOW, "--json"],
        ["compare", SOW, "--variant", "short", *few],
        ["tournament", SOW, *few],
        ["replay", "sows", "--game", "3"],
        ["report", "sows", "--out", "sows.html", "--quiet"],
    )
    assert [row["strategy"] for row in json.loads(listed)["strategies"]] == ["random", "searcher", "greedy"]
    assert "turns" in compared
    assert all(name in met for name in ("searcher", "greedy", "random"))
    assert "(searcher): roll" in replayed
    assert "Searches a tree of 200 sampled deals" in (house / "sows.html").read_text()


def test_a_game_with_one_player_of_its_own_is_played_by_it_and_two_others(house):
    played = failing(house, ["simulate", PIG, "--games", "30", "--players", "3", "--seed", "1", "--out", "few"], {})
    assert "Pig has only one strategy of its own, holder: searcher, holder and greedy play it." in played.stderr
    named = failing(house, ["simulate", PIG, "--games", "30", "--seats", "holder,random", "--out", "named"], {})
    assert "of its own" not in named.stderr


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


def test_a_run_from_elsewhere_is_read_without_the_code_of_a_game_that_the_user_never_named(house, run, tmp_path):
    elsewhere = {"DIGSITE_CONFIG": str(tmp_path / "config")}
    for words in (["analyze", run], ["report", run, "--out", str(tmp_path / "page.html")]):
        assert failing(house, words, elsewhere).returncode == 0
    told = failing(house, ["replay", run, "--median"], elsewhere)
    assert told.returncode == 2
    assert "This would run the game pig (" in told.stderr
    assert failing(house, ["games", PIG], elsewhere).returncode == 0
    assert failing(house, ["replay", run, "--median"], elsewhere).returncode == 0


def test_a_run_whose_game_is_gone_is_read_and_replayed_by_what_it_keeps(house, run, tmp_path):
    moved = (house / PIG).rename(tmp_path / "pig")
    told = [failing(house, words, {}) for words in (["analyze", run, "rolls"], ["replay", run, "--median"])]
    moved.rename(house / PIG)
    assert [one.returncode for one in told] == [0, 0]
    assert "roll: face" in told[1].stdout


def failing(house: Path, words: Sequence[str], more: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """A command in a process of its own, which may fail."""
    here = os.environ | {"DIGSITE_CACHE": str(house / "cache"), "PYTHONPATH": str(ROOT)} | more
    return subprocess.run(
        [sys.executable, "-m", "digsite.simulator.cli", *words], cwd=house, env=here, capture_output=True, text=True
    )


IN_PYTHON = """
import sys
from pathlib import Path
import digsite
folder, how = {folder}, dict(players=2, seed=1)
ran = digsite.simulate(folder, 40, seats="holder,random", seed=1, out=Path("r"))
print(ran.plan.game, ran.manifest["command"])
print(digsite.compare(folder, 40, variants="short", out=Path("c"), **how).experiment.manifest["command"])
print(digsite.sweep(folder, 40, settings={{"bust": [1, 6]}}, out=Path("w"), **how).experiment.manifest["command"])
print(digsite.tournament(folder, 40, strategies="holder,random", out=Path("t"), **how).experiment.manifest["command"])
print(digsite.strength(folder, 4, strategies="holder", think="2", out=Path("s"), **how).experiment.manifest["command"])
print(type(digsite.plan(folder, margin="5pp", **how)).__name__, digsite.games()[folder].title)
"""


def test_every_call_of_python_takes_the_folder_as_a_path_and_as_a_text(house, tmp_path):
    said = []
    for at, folder in enumerate((repr(PIG), f"Path({PIG!r})")):
        here = os.environ | {"DIGSITE_CACHE": str(house / "cache"), "PYTHONPATH": str(ROOT)}
        work = house / f"python-{at}"
        (work / "games of mine").mkdir(parents=True)
        (work / PIG).symlink_to(house / PIG)
        told = subprocess.run(
            [sys.executable, "-c", IN_PYTHON.format(folder=folder)], cwd=work, env=here, capture_output=True, text=True
        )
        assert told.returncode == 0, told.stderr
        said.append(told.stdout)
    assert said[0] == said[1]
    assert "Pig" in said[0]

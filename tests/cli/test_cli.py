"""The command line as a user meets it: sentences, exit codes, JSON, and what is left on disk."""

import json
import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from digsite.simulator.cli.app import main
from digsite.simulator.cli.options import count
from digsite.strategies.registry import all_strategies


def run(capsys, *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([str(word) for word in words])
    told = capsys.readouterr()
    return int(ended.value.code or 0), told.out, told.err


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cli") / "run"
    words = ["simulate", "lost-cities", "--games", "600", "--players", "3", "--rotate", "--seed", "2", "--events", "60"]
    with pytest.raises(SystemExit) as ended:
        main([*words, "--out", str(folder), "-q"])
    assert not ended.value.code
    return folder


@pytest.mark.parametrize(
    ("text", "number"), [("1k", 1000), ("2.5M", 2_500_000), ("7", 7), ("1_000", 1000), ("0.5k", 500)]
)
def test_numbers_are_read_as_people_write_them(text, number):
    assert count(text) == number


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["gmaes"], "No such command 'gmaes'. Did you mean 'games'?"),
        (["simulate", "lost-citys"], "There is no game 'lost-citys'. Did you mean 'lost-cities'?"),
        (["simulate", "lost-cities", "--games", "many"], "'many' is not a whole number such as 500, 20k or 2.5M."),
        (["simulate", "lost-cities", "--games", "0"], "--games must be at least 1"),
        (["simulate", "lost-cities", "--games", "1.5"], "'1.5' is not a whole number"),
        (["simulate", "lost-cities", "--players", "7"], "is for 2 to 4 players, not for 7."),
        (
            ["simulate", "lost-cities", "--seats", "rushr,random"],
            "There is no strategy 'rushr'. Did you mean 'rusher'?",
        ),
        (["simulate", "lost-cities", "--players", "3", "--seats", "random,random"], "names 2 strategies for 3 players"),
        (["simulate", "lost-cities", "--seats", "rusher:tmpo=1,random"], "Did you mean 'tempo'?"),
        (["simulate", "lost-cities", "--seats", "rusher:tempo=x,random"], "must be a number; 'x' is not."),
        (["simulate", "lost-cities", "--seats", "random:x=1,random"], "The strategy 'random' has no weights."),
        (["simulate", "lost-cities", "--variant", "shrt"], "There is no variant 'shrt'. Did you mean 'short'?"),
        (
            ["simulate", "lost-cities", "--set", "cards.hand=99"],
            "cards.hand must be a whole number from 1 to 16; 99 is not.",
        ),
        (["simulate", "lost-cities", "--set", "tiles.arrow=8"], "24 event tiles do not fit the 25 event spaces"),
        (["simulate", "lost-cities", "--plugin", "nowhere.py"], "There is no plug-in file nowhere.py."),
        (["simulate", "lost-cities", "--rules", "nowhere.toml"], "The rules file nowhere.toml cannot be read"),
        (["simulate", "lost-cities", "--threads", "0"], "--threads must be at least 1"),
        (["simulate", "lost-cities", "--resume"], "--resume needs the run folder"),
        (["rules", "lost-cities", "--variant", "long"], "There is no variant 'long'."),
        (["replay", "nowhere", "--game", "1"], "nowhere is not a run"),
        (["analyze", "nowhere"], "nowhere is not a run"),
        (["report"], "Name the runs to report on"),
        (["report", "nowhere"], "nowhere is not a run or an experiment"),
    ],
)
def test_wrong_use_is_one_sentence_and_exit_code_2(capsys, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *words)
    assert code == 2
    assert sentence in err
    assert "Traceback" not in err
    assert out == ""
    assert list(tmp_path.iterdir()) == []


def test_games_lists_games_and_json_parses(capsys):
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "Lost Cities: The Board Game" in out
    _, out, _ = run(capsys, "games", "--json")
    assert {"game", "players", "strategies"} <= set(json.loads(out)[0])


def test_games_tells_variants_strategies_and_columns(capsys):
    _, out, _ = run(capsys, "games", "lost-cities", "--json")
    told = json.loads(out)
    assert {row["variant"] for row in told["variants"]} == {"short", "descending-paths"}
    assert {row["column"] for row in told["columns"]} >= {"score_SEAT", "artifacts_SEAT", "stalls", "strategy_SEAT"}
    known = all_strategies("lost-cities")
    assert [row["strategy"] for row in told["strategies"]] == list(known)
    for row in told["weights"]:
        for entry in row["values"]:
            assert entry["value"] == known[entry["strategy"]].weights[row["weight"]].value


def test_rules_shows_what_a_variant_changes(capsys):
    _, out, _ = run(capsys, "rules", "lost-cities", "--variant", "short", "--diff", "--json")
    assert {row["figure"]: row["value"] for row in json.loads(out)} == {"expeditions": 1, "artifacts.track": "short"}


def test_rules_lists_unconfirmed_figures(capsys):
    _, out, _ = run(capsys, "rules", "lost-cities", "--unconfirmed", "--json")
    told = json.loads(out)
    assert all(row["confirmed"] is False for row in told)
    assert "artifacts.long" in {row["figure"] for row in told}


def test_rules_exports_a_file_that_simulate_takes(capsys, tmp_path):
    path = tmp_path / "mine.toml"
    assert run(capsys, "rules", "lost-cities", "--export", path)[0] == 0
    path.write_text(path.read_text().replace("value = 8\n", "value = 7\n"))
    words = ["simulate", "lost-cities", "-n", "20", "--seats", "random", "--rules", path, "--out", tmp_path / "r", "-q"]
    assert run(capsys, *words)[0] == 0
    assert json.loads((tmp_path / "r/manifest.json").read_text())["plan"]["rules"]["cards.hand"] == 7
    code, _, err = run(capsys, "rules", "lost-cities", "--export", path)
    assert code == 2
    assert "is there already" in err


def test_simulate_prints_a_summary_and_the_drawn_seed(capsys, tmp_path):
    code, out, err = run(
        capsys, "simulate", "lost-cities", "-n", "40", "--seats", "random,rusher", "--out", tmp_path / "r"
    )
    assert code == 0
    assert "seed" in err
    assert "rusher" in out
    assert "win rate" in out


def test_simulate_json_is_one_object(capsys, tmp_path):
    words = [
        "simulate",
        "lost-cities",
        "-n",
        "40",
        "--seats",
        "random",
        "--seed",
        "1",
        "--out",
        tmp_path / "r",
        "-q",
        "--json",
    ]
    _, out, err = run(capsys, *words)
    told = json.loads(out)
    assert told["games"] == 40
    assert len(told["seats"]) == 2
    assert err == ""


def test_replay_tells_a_game_and_finds_special_ones(capsys, played):
    for which in (["--game", "7"], ["--median"], ["--closest"], ["--longest"], ["--widest"]):
        code, out, err = run(capsys, "replay", played, *which)
        assert code == 0, err
        assert "Seat 1 (" in out
        found = which[0].removeprefix("--")
        assert (f"The {found} game is game " in err) == (found != "game")
    code, _, err = run(capsys, "replay", played, "--game", "600")
    assert code == 2
    assert "has games 0 to 599" in err
    code, _, err = run(capsys, "replay", played, "--median", "--closest")
    assert code == 2


def test_analyze_writes_charts_tables_and_findings(capsys, played, tmp_path):
    code, out, _ = run(capsys, "analyze", played, "seats", "--out", tmp_path / "a")
    assert code == 0
    assert out.startswith("Seats\n● ")
    kinds = {path.suffix for path in (tmp_path / "a").iterdir()}
    assert kinds == {".svg", ".png", ".csv", ".json"}
    assert json.loads((tmp_path / "a/findings.json").read_text())[0]["sentence"] in out
    code, _, err = run(capsys, "analyze", played, "seat")
    assert code == 2
    assert "Did you mean 'seats'?" in err


def test_analyze_gives_the_scorecard_before_the_findings(capsys, played, tmp_path):
    code, out, _ = run(capsys, "analyze", played, "--out", tmp_path / "a", "--json")
    assert code == 0
    told = json.loads(out)
    assert [line["name"] for line in told["scorecard"]["lines"]][:2] == ["seats", "strategies"]
    assert json.loads((tmp_path / "a/scorecard.json").read_text()) == told["scorecard"]
    assert {finding["kind"] for finding in told["findings"]} <= {"described", "tested", "caused"}
    assert all(re.fullmatch(r"[a-z][a-z0-9_]*", key) for finding in told["findings"] for key in finding["figures"])
    assert all("certainty" not in finding for finding in told["findings"] if finding["kind"] == "described")


def test_report_is_one_file_and_the_same_bytes_twice(capsys, played, tmp_path):
    for name in ("a.html", "b.html"):
        code, _, err = run(capsys, "report", played, "--out", tmp_path / name, "--no-sensitivity", "--no-experiments")
        assert code == 0, err
    assert (tmp_path / "a.html").read_bytes() == (tmp_path / "b.html").read_bytes()
    assert "Seat 1 (" in (tmp_path / "a.html").read_text()


def test_the_version_is_that_of_the_project(capsys):
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    code, out, _ = run(capsys, "--version")
    assert (code, out) == (0, f"digsite {project['version']}\n")


def test_doctor_finds_all_well(capsys):
    code, out, _ = run(capsys, "doctor")
    assert code == 0
    assert "test vector agrees" in out


def test_bench_prints_speeds(capsys, monkeypatch):
    monkeypatch.setattr("digsite.simulator.lab.tools.bench.WORLDS", 2)
    code, out, _ = run(capsys, "bench", "lost-cities", "--seconds", "0.05", "--threads", "1", "--json", "-q")
    assert code == 0
    found = json.loads(out)
    assert {row["line_up"] for row in found} == {"random", "heuristic", "heuristic+2"}
    assert {row["samples_per_s"] > 0 and row["ms_per_search"] > 0 for row in found if "+" in row["line_up"]} == {True}


def test_unexpected_failures_have_no_traceback_unless_asked(capsys, monkeypatch):
    def broken():
        raise RuntimeError("a pipe burst")

    monkeypatch.setattr("digsite.simulator.games.all_games", broken)
    monkeypatch.setattr("digsite.simulator.cli.verbs.games.all_games", broken)
    code, _, err = run(capsys, "games")
    assert code == 1
    assert "Unexpected RuntimeError: a pipe burst" in err
    assert "Traceback" not in err
    assert "Traceback" in run(capsys, "games", "--debug")[2]


@pytest.mark.parametrize(
    ("verb", "own"),
    [
        ("simulate", ["--games", "--rotate", "--events"]),
        ("tournament", ["--strategies", "--games"]),
        ("sweep", ["--unconfirmed", "--measure", "--games"]),
        ("compare", ["--against", "--against-seats", "--line-ups", "--games"]),
    ],
)
def test_help_shows_a_verb_s_own_options_first(capsys, verb, own):
    told = run(capsys, verb, "--help")[1].partition("Examples:")[0]
    options = re.findall(r"^ {2}(?:-\w, ?)?(--[a-z-]+)", told, flags=re.MULTILINE)
    assert options[: len(own)] == own
    assert [name for name in options if name in ("--seed", "--threads", "--out", "--resume", "--json", "--quiet")] == [
        "--seed", "--threads", "--out", "--resume", "--json", "--quiet",
    ]  # fmt: skip


LOADING = "class App:\n    @property\n    def main(self):\n        raise KeyboardInterrupt\n"
PLAYING = (
    "import threading, time\nclass App:\n    def main(self):\n"
    "        threading.Thread(target=time.sleep, args=(300,)).start()\n        sys.exit(130)\n"
)


@pytest.mark.parametrize(("app", "told"), [(LOADING, "digsite: Interrupted.\n"), (PLAYING, "")])
def test_an_interrupt_ends_digsite_whatever_it_is_doing(app, told):
    code = f"import sys\n{app}\nsys.modules['digsite.simulator.cli.app'] = App()\nfrom digsite.simulator.cli.__main__ import main\nmain()"
    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert (ended.returncode, ended.stderr) == (130, told)


@pytest.mark.parametrize("words", [["--version"], ["games"], ["rules", "lost-cities"]])
def test_quick_verbs_start_quickly_and_without_anything_heavy(words):
    code = (
        "import sys\nfrom digsite.simulator.cli.app import main\ntry: main()\nexcept SystemExit: pass\n"
        "import time\nprint(any(name in sys.modules for name in ('numba', 'polars', 'matplotlib', 'pandas', 'scipy')))\n"
        "print(time.process_time())"
    )
    told = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, env=os.environ)
    *_, heavy, seconds = told.stdout.split()
    assert heavy == "False", told.stderr
    assert float(seconds) < 2  # of the processor; the real limit is 0.5 s and printed in the README


def test_analyze_begins_with_the_scorecard_and_does_not_import_numba(played, tmp_path):
    code = (
        "import sys\nfrom digsite.simulator.cli.app import main\n"
        f"try: main(['analyze', {str(played)!r}, '--out', {str(tmp_path / 'a')!r}])\nexcept SystemExit as e: assert not e.code\n"
        "assert 'numba' not in sys.modules\n"
    )
    told = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout
    assert told.startswith("Scorecard, against digsite's defaults for three players\n")

"""A folder may have any name: no library takes it for a pattern, an address or an option."""

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import play_run, simulate
from digsite.simulator.lab.notebook import analyze
from digsite.simulator.lab.reporting.report import report
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs import storage
from digsite.simulator.runs.addresses import place
from digsite.simulator.runs.replay import find_game_index, recorded_row
from digsite.simulator.runs.run import Run
from tests.analyses.handmade import make_run

NAMES = {  # each with a neighbour that a pattern of this name would match, or another path that it could be read as
    "a[1]": "a1",
    "a*": "abc",
    "a?": "ab",
    "{a,b}": "a",
    "**": "deep",
    "[!x]": "y",
    "two words": "two",
    'it\'s "quoted"': "it",
    "größe 発掘": "größe",
    "a#b": "a",
    "a%20b": "a b",
    "-dash": "dash",
    "b/~": "home",
    "a:b": "b",
    "key=value": "key",
    "$HOME": "HOME",
}
SCORES = [(10, 0), (20, 18), (3, 5)]
PLAN = replace(make_plan("lost-cities", 12, seats="random,random", seed=4, events=4, rotate=True), part_games=4)


def made(folder, scores):
    return make_run(
        folder, "lost-cities", ["a", "b"], [{"score_1": one, "score_2": other, "turns": 9} for one, other in scores],
        events=[[("expedition", 1, 0, 0, 0)]] * len(scores),
    )  # fmt: skip


@pytest.mark.parametrize("above", ["", "runs[0-9]", "x?"])
@pytest.mark.parametrize(("name", "neighbour"), NAMES.items())
def test_the_rows_of_a_run_are_its_own_whatever_its_folder_is_called(tmp_path, monkeypatch, name, neighbour, above):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    Path(above).mkdir(exist_ok=True)
    made(tmp_path / above.replace("[0-9]", "7").replace("?", "y") / neighbour, [(90, 80)] * 5)
    run = made(Path(above) / name, SCORES)
    assert run.games.collect()["score_1"].to_list() == [10, 20, 3]
    assert run.events.collect()["game"].n_unique() == 3
    assert run.games_before(2).collect().height == 2
    assert run.part(0).height == 3
    assert recorded_row(run, 2)["score_2"] == 5
    assert find_game_index(run, "widest") == 0
    run.check_files()
    assert Run(place(str(Path(above) / name))).rows == 3


@pytest.mark.parametrize("name", ["a[1]", 'it\'s "50 %20" #1 発掘', "-dash*"])
def test_a_run_is_played_resumed_analysed_and_reported_in_a_folder_of_any_name(tmp_path, monkeypatch, name):
    monkeypatch.chdir(tmp_path)
    play_run(PLAN, Path("a1"), Running(threads=1))
    folder = Path(name)
    play_run(replace(PLAN, seed=5), folder, Running(threads=1))
    (folder / "games/part-00001.parquet").unlink()
    run = play_run(replace(PLAN, seed=5), folder, Running(threads=1, resume=True))
    assert run.games.collect()["seed"].unique().to_list() == [5]
    assert run.games.collect()["game"].to_list() == list(range(12))
    out = Path("tables [*] of") / name
    analyze(folder, "seats", out=out)
    assert json.loads((out / "findings.json").read_text())
    assert list(out.rglob("*.csv"))
    assert not list(out.rglob("*.aside"))


def test_a_comparison_in_a_folder_that_looks_like_a_pattern_reads_its_own_arms(tmp_path):
    given = {"settings": "cards.hand=7", "seats": "random,random"}
    compare("lost-cities", 40, **given, seed=1, out=tmp_path / "c1")
    asked = compare("lost-cities", 40, **given, seed=2, out=tmp_path / "c[1]")
    plain = compare("lost-cities", 40, **given, seed=2, out=tmp_path / "plain")
    assert asked.result.tables.keys() == plain.result.tables.keys()
    assert all(table.equals(plain.result.tables[name]) for name, table in asked.result.tables.items())


def test_a_summary_is_of_the_run_that_was_played(tmp_path):
    """Through the command line, from the folder above."""
    words = [
        sys.executable,
        "-m",
        "digsite.simulator.cli",
        "simulate",
        "lost-cities",
        "--seats",
        "random,random",
        "--threads",
        "1",
    ]
    options = {"cwd": tmp_path, "capture_output": True, "text": True, "env": {**os.environ, "NO_COLOR": "1"}}
    root = Path(__file__).parents[2]
    options["env"]["PYTHONPATH"] = str(root)
    printed = {}
    for name, seed in (("a1", "1"), ("a[1]", "2"), ("plain", "2")):
        told = subprocess.run([*words, "-n", "40", "--seed", seed, "--out", name, "--json"], **options)
        assert told.returncode == 0, told.stderr
        printed[name] = told.stdout.replace(name, "NAME")
    assert printed["a[1]"] == printed["plain"] != printed["a1"]


@pytest.mark.parametrize("name", ["b[1]", "b*", "b?"])
def test_a_folder_elsewhere_is_cleared_without_its_neighbours(name):
    """What is removed there is not taken for a pattern either."""
    from digsite.simulator.runs import atomic_files
    from digsite.simulator.runs.folder.store import clear

    neighbour, own = place("memory://patterns/b1/run"), place(f"memory://patterns/{name}/run")
    for folder in (neighbour, own):
        for file in ("manifest.json", "games/part-00000.parquet", "arms/x/manifest.json"):
            storage.make_folder((folder / file).parent)
            storage.write(folder / file, b"{}")
    clear(own)
    assert storage.files_in(own) == []
    assert len(storage.files_in(neighbour)) == 3
    with storage.uploading(own / "findings.json") as here:
        here.write_bytes(b"[]")
    assert storage.read(own / "findings.json") == b"[]"
    atomic_files.remove(own / "findings.json")
    assert len(storage.files_in(neighbour)) == 3
    storage.remove_folder(neighbour)


def test_a_report_of_a_run_in_such_a_folder_is_that_run_s(tmp_path):
    for name, seed in (("a1", 1), ("a[1]", 2)):
        simulate("lost-cities", 40, seats="random,random", seed=seed, out=tmp_path / name)
    report(tmp_path / "a[1]", out=tmp_path / "of [a].html", experiments=False, sensitivity=False)
    assert "40 games" in (tmp_path / "of [a].html").read_text(encoding="utf-8")

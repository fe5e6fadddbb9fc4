"""The run folder: same bytes however it is played, whole parts only, and resuming after any end."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace as Namespace

import numpy as np
import polars as pl
import pyarrow as pa
import pytest

from digsite.simulator.errors import DigsiteError, WrongUse, short_message
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.simulate import play_run, simulate
from digsite.simulator.lab.reporting.report import page_at
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan, short_hash
from digsite.simulator.play.table import table_for
from digsite.simulator.runs import writer
from digsite.simulator.runs.addresses import place
from digsite.simulator.runs.atomic_files import SHARED
from digsite.simulator.runs.folder import lock
from digsite.simulator.runs.folder.manifest import read_manifest
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.replay import find_game_index
from digsite.simulator.runs.run import Run

PLAN = replace(make_plan("lost-cities", 1000, seats=["random", "random"], seed=4, events=130), part_games=300)
ABOUT = {"command": "digsite simulate lost-cities", "versions": {}, "sources": "x"}


def bytes_of(folder: Path) -> dict[str, str]:
    return {
        str(p.relative_to(folder)): sha256(p.read_bytes()).hexdigest() for p in sorted(folder.rglob("*")) if p.is_file()
    }


def write(folder: Path, threads: int = 2, batch: int = 64, resume: bool = False, plan=PLAN) -> Store:
    store = Store(folder, plan, ABOUT)
    store.resume() if resume else store.create()
    writer.write_parts([(store, part) for part in store.missing()], threads, batch_games=batch)
    store.finish()
    return store


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "whole"
    write(folder)
    return folder


def test_part_files_are_the_same_bytes_for_any_threads_and_batch_size(whole, tmp_path):
    write(tmp_path / "a", threads=1, batch=1000)
    write(tmp_path / "b", threads=3, batch=7)
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b") == bytes_of(whole)


def test_every_game_is_there_once_and_in_order(whole):
    run = Run(whole)
    assert run.complete
    assert run.rows == 1000
    assert run.games.select("game").collect()["game"].to_list() == list(range(1000))
    assert len(list((whole / "games").iterdir())) == 4


def test_rows_are_those_the_kernel_gave(whole):
    rows = np.concatenate([batch.rows for batch in batches(PLAN)])
    table = Run(whole).games.collect()
    assert (table["score_1"].to_numpy() == rows["score"][:, 0]).all()
    assert (table["furthest_red_2"].to_numpy() == rows["furthest"][:, 1, 2]).all()
    assert table["end_reason"].cast(pl.String).to_list()[:5] == [
        ("bridge", "draw pile", "stall")[reason] for reason in rows["end_reason"][:5]
    ]
    assert "score_3" not in table.columns


def test_events_are_those_of_the_first_games(whole):
    events = Run(whole).events.collect()
    assert events["game"].unique().sort().to_list() == list(range(130))
    assert (events.group_by("game").agg((pl.col("step") == pl.int_range(pl.len())).all())["step"]).all()


def test_rotations_share_their_luck_and_move_the_line_up(tmp_path):
    run = simulate(
        "lost-cities", 9, seats=["cautious", "rusher", "random"], rotate=True, seed=3, out=tmp_path / "r", events=0
    )
    table = run.games.collect()
    assert table["luck"].to_list() == [0, 0, 0, 1, 1, 1, 2, 2, 2]
    assert table["strategy_1"].cast(pl.String).to_list()[:3] == ["cautious", "rusher", "random"]
    assert table["strategy_2"].cast(pl.String).to_list()[:3] == ["rusher", "random", "cautious"]


def test_games_are_rounded_up_to_whole_rotations(tmp_path):
    run = simulate("lost-cities", 10, seats=["random"] * 4, rotate=True, seed=3, out=tmp_path / "r", events=0)
    assert run.rows == 12


def test_manifest_and_files_carry_what_made_them(tmp_path):
    run = simulate("lost-cities", 50, players=2, seats=["random"], variants=["short"], seed=7, out=tmp_path / "r")
    assert run.manifest["plan"]["rules"]["expeditions"] == 1
    assert run.manifest["plan"]["seed"] == 7
    assert set(run.manifest["versions"]) >= {"digsite", "python", "numpy", "numba"}
    part = run.folder / "games/part-00000.parquet"
    assert run.manifest["parts"]["games/part-00000.parquet"]["sha256"] == sha256(part.read_bytes()).hexdigest()
    described = json.loads(pl.read_parquet_metadata(part)["digsite"])
    alike = {name: value for name, value in run.manifest["plan"].items() if name not in ("games", "events")}
    assert described["plan"] == alike  # a part is the same whatever the number of games


def test_resume_replaces_a_damaged_and_a_missing_part(whole, tmp_path):
    folder = tmp_path / "r"
    write(folder)
    (folder / "games/part-00001.parquet").write_bytes(b"damaged")
    (folder / "events/part-00000.parquet").unlink()
    (folder / "games/.part-00003.parquet.aside").write_bytes(b"half")
    write(folder, resume=True)
    assert bytes_of(folder) == bytes_of(whole)


def test_resume_of_another_plan_is_refused_with_the_difference(tmp_path):
    write(tmp_path / "r")
    with pytest.raises(WrongUse, match="cannot be resumed, the command changed: seed was 4, now 5"):
        write(tmp_path / "r", resume=True, plan=replace(PLAN, seed=5))


@pytest.mark.parametrize("plugins", [{}, {"mine.py": "0123456789abcdef"}])
def test_resume_of_a_run_of_an_older_version_names_the_version(tmp_path, plugins):
    run = simulate("lost-cities", 4, seats="random,random", seed=1, out=tmp_path / "r")
    old = json.loads((run.folder / "manifest.json").read_text())
    old["plan"]["plugins"] = plugins  # as 0.1 wrote it
    old["fingerprint"] = short_hash(old["plan"])
    old["versions"]["digsite"], old["sources"] = "0.1.0", "1aebafff794ef950"
    (run.folder / "manifest.json").write_text(json.dumps(old))
    with pytest.raises(WrongUse, match=r"cannot be resumed, the packages changed: digsite was 0\.1\.0, now"):
        simulate("lost-cities", 4, seats="random,random", seed=1, out=tmp_path / "r", resume=True)


def test_resume_names_the_cause_before_what_follows_from_it(tmp_path):
    run = simulate("lost-cities", 4, seats="random,random", seed=1, out=tmp_path / "r")
    told = r"the command changed: settings was none, now cards\.hand=7; cards\.hand was 8, now 7\.$"
    with pytest.raises(WrongUse, match=told):
        simulate("lost-cities", 4, seats="random", players=2, settings="cards.hand=7", out=run.folder, resume=True)


def test_a_folder_that_holds_something_is_left_alone(tmp_path):
    write(tmp_path / "r")
    with pytest.raises(WrongUse, match=r"already holds another run \(seed was 4, now 5\); choose another folder"):
        write(tmp_path / "r", plan=replace(PLAN, seed=5))
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "letter.txt").write_text("dear")
    with pytest.raises(WrongUse, match="already holds other files; choose another folder"):
        write(tmp_path / "other")
    assert (tmp_path / "other" / "letter.txt").read_text() == "dear"


def test_a_full_disk_is_said_and_the_run_resumes(whole, tmp_path, monkeypatch):
    real, calls = writer.games_table, []

    def full_at_the_third(*arguments):
        calls.append(1)
        if len(calls) == 3:
            raise OSError(28, "No space left on device")
        return real(*arguments)

    monkeypatch.setattr(writer, "games_table", full_at_the_third)
    with pytest.raises(DigsiteError, match=r"cannot be written: No space left on device\. What is written is whole"):
        play_run(PLAN, tmp_path / "r", Running(threads=2))
    saved = read_manifest(tmp_path / "r")
    assert not saved["complete"]
    assert "games/part-00001.parquet" in saved["parts"]
    assert not list((tmp_path / "r").rglob("*.aside"))
    monkeypatch.undo()
    run = play_run(PLAN, tmp_path / "r", Running(threads=2, resume=True))
    assert run.complete
    ours, theirs = bytes_of(whole), bytes_of(tmp_path / "r")
    assert [name for name in ours if "parquet" in name] == [name for name in theirs if "parquet" in name]
    assert run.games.collect().equals(Run(whole).games.collect())


def test_a_full_disk_is_told_in_the_words_of_the_system():
    arrow = OSError("Error writing bytes to file. Detail: [errno 28] No space left on device")
    for problem in (arrow, OSError(28, str(arrow)), OSError(28, "No space left on device")):
        assert short_message(problem) == "No space left on device"
    assert short_message(OSError("the disk is [errno 28]")) == "the disk is [errno 28]"


def test_a_part_that_cannot_be_finished_leaves_nothing_behind(tmp_path):
    store = Store(tmp_path, PLAN, ABOUT)
    store.create()
    with pytest.raises(OSError, match="No space"), store.part("games", 0, pa.schema([("game", pa.uint32())])):
        raise OSError(28, "No space left on device")
    assert not list((tmp_path / "games").iterdir())
    assert not read_manifest(tmp_path)["parts"]


COMMAND = [
    sys.executable, "-m", "digsite.simulator.cli", "simulate", "archaeology", "--games", "300k", "--seats", "random,random",
    "--seed", "5", "--events", "100",
]  # fmt: skip


@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 130), (signal.SIGKILL, -9)])
def test_an_interrupted_run_resumes_to_the_same_bytes(tmp_path, how, code):
    folder = tmp_path / "r"
    process = subprocess.Popen([*COMMAND, "--out", str(folder)], stderr=subprocess.PIPE, text=True)
    for _ in range(1200):
        if (folder / "games/part-00000.parquet").exists():
            break
        time.sleep(0.05)
    process.send_signal(how)
    _, told = process.communicate(timeout=60)
    assert process.returncode == code, told
    saved = Run(folder)
    assert not saved.complete
    assert saved.rows >= 10_000 or how == signal.SIGKILL
    if how == signal.SIGINT:
        assert "of 300,000 games are saved" in told
        assert "Traceback" not in told
    done = subprocess.run([*COMMAND, "--out", str(folder), "--resume", "-q"], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    run = Run(folder)
    assert run.complete
    assert run.rows == 300_000
    for name, part in run.manifest["parts"].items():
        assert sha256((folder / name).read_bytes()).hexdigest() == part["sha256"]
    last = np.concatenate([b.rows for b in _last_thousand(run)])
    assert (run.games.tail(1000).collect()["score_2"].to_numpy() == last["score"][:, 1]).all()


def _last_thousand(run):
    return [table_for(run.plan).play(299_000, 1000)]


def test_what_is_not_a_run_is_said_so(tmp_path):
    with pytest.raises(WrongUse, match="is not a run"):
        Run(tmp_path)
    (tmp_path / "manifest.json").write_text("{")
    with pytest.raises(DigsiteError, match="is damaged"):
        Run(tmp_path)
    (tmp_path / "manifest.json").write_text('{"plan": {}, "parts": {}, "format": 99}')
    with pytest.raises(WrongUse, match="format 99"):
        Run(tmp_path)


def test_a_run_without_a_part_says_which(whole, tmp_path):
    folder = tmp_path / "r"
    write(folder)
    os.remove(folder / "games/part-00002.parquet")
    with pytest.raises(DigsiteError, match=r"lacks part-00002.parquet of its games; complete it with --resume"):
        Run(folder).games.collect()


def test_pandas_gets_the_same_rows(whole):
    table = Run(whole).to_pandas()
    assert len(table) == 1000
    assert table["score_1"].tolist() == Run(whole).games.collect()["score_1"].to_list()


def test_a_run_of_the_first_format_of_plugins_is_read(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "old")
    manifest = json.loads((tmp_path / "old" / "manifest.json").read_text())
    manifest["plan"]["plugins"] = {"mine.py": "0123456789abcdef"}
    manifest["fingerprint"] = short_hash(manifest["plan"])
    (tmp_path / "old" / "manifest.json").write_text(json.dumps(manifest))
    old = Run(tmp_path / "old")
    assert old.games.collect().height == 1000
    assert old.plan.plugins == [{"file": "mine.py", "text": ""}]


@pytest.mark.parametrize("kind", ["closest", "widest"])
def test_a_run_of_one_player_has_no_game_of_a_special_margin(kind):
    alone = Namespace(plan=Namespace(seats=1))
    with pytest.raises(WrongUse, match=f"no margin over a second, so no game is the {kind}"):
        find_game_index(alone, kind)


def test_a_folder_at_home_is_named_as_shells_write_it(monkeypatch, tmp_path):
    monkeypatch.setenv("HOME", str(tmp_path))
    assert place("~/runs/first") == tmp_path / "runs" / "first"
    assert page_at("~/report") == tmp_path / "report.html"


def test_first_games_are_read_from_their_own_parts_alone(tmp_path):
    write(tmp_path / "run")
    run = Run(tmp_path / "run")
    for part in (2, 3):
        (tmp_path / "run" / "games" / f"part-0000{part}.parquet").write_bytes(b"no table")
    for index in (1, 299, 300, 301, 600):
        assert run.games_before(index).collect()["game"].to_list() == list(range(index))
        assert run.rows_before(index) == index
    assert run.rows_before(999) == 999
    assert run.rows_before(5000) == 1000


def test_a_lock_whose_file_its_owner_has_just_removed_is_taken_anew(tmp_path, monkeypatch):
    """Whoever kept the file that is gone would be alone with it, and so would the next."""
    once = iter([lambda: (tmp_path / lock.LOCK).unlink()])
    monkeypatch.setattr(lock, "_lock", lambda _handle: next(once, lambda: None)() is None)
    handle = lock._taken(tmp_path / lock.LOCK)
    assert os.path.samestat(os.fstat(handle), (tmp_path / lock.LOCK).stat())
    os.close(handle)


def test_a_word_for_workers_that_a_killed_client_left_is_removed(whole, tmp_path):
    shutil.copytree(whole, tmp_path / "r")
    (tmp_path / "r" / SHARED).write_text("of one who is gone")
    manifest = read_manifest(whole)
    Store(tmp_path / "r", PLAN, {name: manifest[name] for name in ABOUT}).resume()
    assert not (tmp_path / "r" / SHARED).exists()


def test_the_first_part_is_in_the_manifest_at_once(tmp_path):
    """However the process ends, what it has played is not played again."""
    store = Store(tmp_path / "r", PLAN, ABOUT)
    store.create()
    store._next_save = 0.0  # as it is a moment later
    store.add_part("games/part-00000.parquet", {"rows": 300, "sha256": "x"})
    assert list(read_manifest(tmp_path / "r")["parts"]) == ["games/part-00000.parquet"]

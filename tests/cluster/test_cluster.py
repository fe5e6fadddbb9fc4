"""A Dask cluster of two worker processes: the same bytes as one thread, whatever happens to workers, client, scheduler."""

import json
import math
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from contextlib import ExitStack, nullcontext, suppress
from dataclasses import dataclass, replace
from pathlib import Path

import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.kernel.jit.compile import kernel
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import play_run, simulate
from digsite.simulator.lab.experiments.sweep import sensitivity, sweep
from digsite.simulator.lab.experiments.tournament import tournament
from digsite.simulator.lab.players.cma import Arena
from digsite.simulator.lab.reporting.report import play_all
from digsite.simulator.lab.tools.doctor import doctor
from digsite.simulator.lab.winchance.chances import tension
from digsite.simulator.play import compile_lock
from digsite.simulator.play.backends import Job, OnTables, TableCache, play_jobs
from digsite.simulator.play.cluster import client as clusters
from digsite.simulator.play.cluster import environment
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs import writer
from digsite.simulator.runs.run import Run
from tests.cluster.elsewhere import answers, bytes_of, free_port, process, wait_for

ROOT = Path(__file__).resolve().parents[2]
PLAN = replace(make_plan("lost-cities", 6_000, seats="random,random", seed=4, events=130), part_games=300)
LONG = replace(PLAN, games=30_000)


class Then(Progress):
    """Does something once, when the first games are there."""

    def __init__(self, act):
        self.act, self.totals = act, []

    def played(self, done, total):
        if not self.totals:
            self.act()
        self.totals.append((done, total))


@pytest.fixture(scope="module")
def alone(tmp_path_factory):
    """What one thread writes."""
    folder = tmp_path_factory.mktemp("alone")
    for name, plan in (("short", PLAN), ("long", LONG)):
        play_run(plan, folder / name, Running(threads=1))
    return {name: bytes_of(folder / name) for name in ("short", "long")}


def test_a_cluster_writes_the_same_bytes_as_one_thread(address, alone, tmp_path):
    run = play_run(PLAN, tmp_path / "r", Running(cluster=address))
    assert run.complete
    assert bytes_of(tmp_path / "r") == alone["short"]


def test_workers_write_where_they_share_the_folder_and_send_bytes_where_they_do_not(
    address, alone, tmp_path, monkeypatch
):
    sent = []
    monkeypatch.setattr(
        writer.atomic_files, "write_bytes", lambda path, content: sent.append(path) or path.write_bytes(content)
    )
    play_run(PLAN, tmp_path / "a", Running(cluster=address))
    assert not sent
    there = writer.PartJob(PLAN, 0, {}, str(tmp_path), "a word that nobody left").do(TableCache())
    assert set(there.contents) == {"games/part-00000.parquet", "events/part-00000.parquet"}
    monkeypatch.setattr(writer, "_shared", lambda _folder: nullcontext("a word that nobody left"))
    play_run(PLAN, tmp_path / "b", Running(cluster=address))
    assert len(sent) == PLAN.parts + 1
    assert bytes_of(tmp_path / "b") == alone["short"]


def test_what_dead_workers_left_aside_is_removed(tmp_path):
    (tmp_path / "games").mkdir()
    with writer._shared(tmp_path):
        (tmp_path / "games/.part-00001.parquet.1-ab.aside").touch()
    assert bytes_of(tmp_path) == {}


def test_too_few_parts_for_all_workers_are_played_batch_by_batch(address, tmp_path):
    one = replace(PLAN, games=300)
    play_run(one, tmp_path / "a", Running(cluster=address))
    play_run(one, tmp_path / "b", Running(threads=1))
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")


def test_a_worker_that_is_killed_in_the_middle_changes_nothing(dask_cluster, address, alone, tmp_path):
    def kill():
        victim = next(iter(dask_cluster.workers.values())).process.pid
        os.kill(victim, signal.SIGKILL)

    progress = Then(kill)
    assert play_run(LONG, tmp_path / "r", Running(cluster=address, progress=progress)).complete
    assert bytes_of(tmp_path / "r") == alone["long"]
    assert progress.totals[-1] == (30_000, 30_000)


@pytest.mark.verify
def test_a_worker_that_joins_late_changes_nothing(dask_cluster, address, alone, tmp_path):
    with process(
        "-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny"
    ) as late:
        joined = Then(lambda: wait_for(lambda: len(dask_cluster.scheduler.workers) > 2))
        play_run(LONG, tmp_path / "r", Running(cluster=address, progress=joined))
        assert late.poll() is None
    assert bytes_of(tmp_path / "r") == alone["long"]
    wait_for(lambda: len(dask_cluster.scheduler.workers) == 2)


def digsite(folder: Path, address: str, **options) -> subprocess.Popen:
    words = ["simulate", "lost-cities", "-n", "400k", "--seats", "random,random", "--seed", "4", "--events", "0"]
    return subprocess.Popen(
        [sys.executable, "-m", "digsite.simulator.cli", *words, "--out", str(folder), "--cluster", address],
        stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, **options,
    )  # fmt: skip


def parts_in(folder: Path) -> int:
    return (
        len(json.loads((folder / "manifest.json").read_text())["parts"]) if (folder / "manifest.json").exists() else 0
    )


@pytest.mark.parametrize(
    ("how", "code"), [(signal.SIGKILL, -9), pytest.param(signal.SIGINT, 130, marks=pytest.mark.verify)]
)
def test_a_client_that_is_stopped_leaves_a_run_that_is_taken_up_on_the_cluster_and_off_it(
    dask_cluster, address, tmp_path, how, code
):
    folder = tmp_path / "r"
    client = digsite(folder, address)
    wait_for(lambda: parts_in(folder) > 1)
    client.send_signal(how)
    _, told = client.communicate(timeout=300)
    assert client.returncode == code, told
    if how == signal.SIGINT:
        assert "of 400,000 games are saved in" in told
        assert "continue with: digsite simulate --resume" in told
    wait_for(lambda: not dask_cluster.scheduler.tasks)  # nobody plays on for one who is gone
    kept = parts_in(folder)
    assert 1 < kept < 40
    fewer = json.loads((folder / "manifest.json").read_text())
    plan = replace(Run(folder).plan, games=(kept + 3) * 10_000)
    for name in ("a", "b"):
        shutil.copytree(folder, tmp_path / name)
        fewer["plan"]["games"], fewer["fingerprint"] = plan.games, plan.fingerprint()
        (tmp_path / name / "manifest.json").write_text(json.dumps(fewer))
        on = {"cluster": address} if name == "a" else {"threads": 2}
        assert play_run(plan, tmp_path / name, Running(resume=True, **on)).complete
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")
    assert not list((tmp_path / "a").rglob("*.aside"))


def test_a_worker_with_another_digsite_is_refused_before_anything_is_played(dask_cluster, address, tmp_path):
    for name in ("digsite", "simulator", "strategies"):
        shutil.copytree(ROOT / name, tmp_path / "other" / name, ignore=shutil.ignore_patterns("__pycache__"))
    with (tmp_path / "other/simulator/runs/schema.py").open("a") as file:
        file.write("# another digsite\n")
    words = ("-m", "distributed.cli.dask_worker", address, "--nthreads", "1", "--no-dashboard", "--no-nanny")
    with process(*words, env={**os.environ, "PYTHONPATH": str(tmp_path / "other")}, cwd=tmp_path):
        wait_for(lambda: len(dask_cluster.scheduler.workers) > 2)
        (wrong,) = set(dask_cluster.scheduler.workers) - {w.worker_address for w in dask_cluster.workers.values()}
        told = (
            rf"The worker {wrong} is refused: it has digsite's sources \w+ instead of {environment.facts()[SOURCES]}\."
        )
        with pytest.raises(WrongUse, match=told):
            play_run(PLAN, tmp_path / "r", Running(cluster=address))
        assert not (tmp_path / "r").exists()
        checks = {check.what: check for check in doctor(address)}
        assert not checks[wrong].fine
    wait_for(lambda: len(dask_cluster.scheduler.workers) == 2)


SOURCES = "digsite's sources"


@pytest.mark.parametrize("name", ["Python", "numpy", "numba", "pyarrow", "processor", environment._DIGITS])
def test_a_worker_with_another_package_is_refused_with_both_versions(address, tmp_path, monkeypatch, name):
    here, name = environment.facts() | {name: "0.0.1"}, re.escape(name)
    monkeypatch.setattr(clusters, "facts", lambda: here)
    with pytest.raises(WrongUse, match=rf"The worker tcp://\S+ is refused: it has {name} \S+ instead of 0\.0\.1\."):
        play_run(PLAN, tmp_path / "r", Running(cluster=address))


def test_a_worker_that_joins_late_looks_at_itself(address, monkeypatch):
    with clusters.cluster_at(address) as cluster:
        monkeypatch.setattr(clusters, "facts", lambda: {"numba": "0.0.1"})
        with pytest.raises(WrongUse, match=r"The worker tcp://\S+ is refused: it has numba \S+ instead of 0\.0\.1"):
            list(play_jobs([Job(PLAN, 0, 1)], cluster))


def test_a_system_that_gives_another_last_digit_is_told_apart(monkeypatch):
    here, once = environment._last_digits(), math.log(0.001 + 30 * (7 * 0.6180339887498949 % 1))
    log = math.log
    assert environment._last_digits() == here
    monkeypatch.setattr(math, "log", lambda x: math.nextafter(once, 9) if log(x) == once else log(x))
    assert environment._last_digits() != here


def test_compiled_code_rounds_after_every_step():
    """A processor that can multiply and add at one go must not: it would round once where others round twice."""
    numba = pytest.importorskip("numba")
    a, b = 1 + 2.0**-30, 1 - 2.0**-30
    assert a * b - 1.0 == 0.0  # in one go it would be -2 ** -60
    assert kernel(numba.float64(numba.float64, numba.float64, numba.float64))(_multiply_and_add)(a, b, -1.0) == 0.0


def _multiply_and_add(a, b, c):
    return a * b + c


@pytest.mark.verify
def test_rows_are_the_same_on_a_processor_that_can_do_less(tmp_path):
    """Compiled for the plainest processor of this family, with an empty cache, a game gives the same rows."""
    code = (
        "import sys; from digsite.simulator.play.backends import batches; from digsite.simulator.play.plan import make_plan\n"
        "plan = make_plan('lost-cities', 400, players=4, seed=3, rotate=True, events=0)\n"
        "sys.stdout.buffer.write(b''.join(batch.rows.tobytes() for batch in batches(plan)))\n"
    )
    plain = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "DIGSITE_CACHE": str(tmp_path)}
    ours, theirs = (
        subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, env=os.environ | env).stdout
        for env in ({}, plain)
    )
    assert ours == theirs


@dataclass(frozen=True)
class Broken(OnTables):
    """A job that fails in a way of its own."""

    problem: type[BaseException]
    plans = ()

    def do(self, _tables):
        raise self.problem("as it was told")


@pytest.mark.parametrize("problem", [OSError, RuntimeError, SystemExit, KeyError])
def test_a_job_that_fails_is_not_taken_for_a_lost_scheduler(address, problem):
    told = rf"The worker tcp://\S+ failed: {problem.__name__}: .*as it was told.* with --resume"
    with clusters.cluster_at(address) as cluster, pytest.raises(DigsiteError, match=told):
        list(play_jobs([Broken(problem)], cluster))


@pytest.mark.verify
def test_a_late_worker_that_cannot_even_read_a_job_changes_nothing(dask_cluster, address, alone, tmp_path):
    (tmp_path / "other").mkdir()
    (tmp_path / "other/simulator.py").write_text("raise ImportError('no digsite here')\n")
    words = ("-m", "distributed.cli.dask_worker", address, "--nthreads", "4", "--no-dashboard", "--no-nanny")
    late = process(*words, env={**os.environ, "PYTHONPATH": str(tmp_path / "other")}, cwd=tmp_path)
    with ExitStack() as joined:

        def join():
            joined.enter_context(late)
            wait_for(lambda: len(dask_cluster.scheduler.workers) > 2)

        play_run(LONG, tmp_path / "r", Running(cluster=address, progress=Then(join)))
    assert bytes_of(tmp_path / "r") == alone["long"]
    wait_for(lambda: len(dask_cluster.scheduler.workers) == 2)


def test_a_worker_that_dies_while_it_is_looked_at_is_not_refused(address, monkeypatch):
    with clusters.cluster_at(address) as cluster:
        dead, alive = cluster.workers()
        run = cluster.client.run
        monkeypatch.setattr(cluster.client, "run", lambda *a, **k: run(*a, **k) | {dead: OSError("closed")})
        assert set(cluster.facts()) == {alive}
        cluster.check()


@pytest.mark.verify
def test_a_cluster_here_says_nothing_of_dask(tmp_path):
    """Though the port that Dask likes for its pages is taken."""
    words = (
        "simulate",
        "lost-cities",
        "-n",
        "200",
        "--seats",
        "random,random",
        "--cluster",
        "local:1",
        "-q",
        "--out",
        "r",
    )
    with ExitStack() as taken:
        with suppress(OSError):  # somebody else has it
            taken.enter_context(socket.create_server(("127.0.0.1", 8787)))
        told = subprocess.run(
            [sys.executable, "-m", "digsite.simulator.cli", *words], capture_output=True, text=True, cwd=tmp_path
        )
    assert (told.returncode, told.stderr) == (0, "")


@pytest.mark.verify
def test_ctrl_c_at_a_terminal_with_a_cluster_here_says_what_is_saved_and_nothing_else(tmp_path):
    """The terminal sends it to the worker processes, too."""
    folder = tmp_path / "r"
    client = digsite(folder, "local:2", start_new_session=True)
    wait_for(lambda: parts_in(folder) > 1)
    os.killpg(client.pid, signal.SIGINT)
    _, told = client.communicate(timeout=300)
    assert client.returncode == 130
    said = told.splitlines()
    assert re.fullmatch(
        rf"digsite: [\d,]+ of 400,000 games are saved in {folder}; continue with: .*--resume {folder}", said[-1]
    )
    assert "Traceback" not in told
    assert "distributed" not in told


def test_what_a_worker_may_not_write_comes_back(tmp_path, monkeypatch):
    (tmp_path / writer.SHARED).write_text("word")
    job = writer.PartJob(PLAN, 0, {}, str(tmp_path), "word")

    def refuse(_path, _content):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(writer.atomic_files, "write_bytes", refuse)
    assert set(job.do(TableCache()).contents) == {"games/part-00000.parquet", "events/part-00000.parquet"}


def test_win_chances_and_weights_are_the_same_on_a_cluster(address, tmp_path):
    run = play_run(replace(PLAN, games=40), tmp_path / "r", Running(threads=1))
    with clusters.cluster_at(address) as cluster:
        tables = [tension(run, 4, worlds=6, on=on).tables["games"] for on in (None, cluster)]
        shares = [Arena([PLAN], on).shares([(), ()], 0, 500) for on in (1, cluster)]
    assert tables[0].equals(tables[1])
    assert (shares[0] == shares[1]).all()


PLUGIN = """
from digsite import strategy

@strategy("lost-cities")
def picky(rules, state, seat, options, n, weights):
    return {pick}
"""


def with_plugin(folder: Path, pick: str):
    folder.mkdir()
    (folder / "picky.py").write_text(PLUGIN.format(pick=pick))
    plan = make_plan("lost-cities", 1_800, seats="picky,random", plugins=folder / "picky.py", seed=4, events=0)
    return replace(plan, part_games=300)


def test_a_plug_in_plays_the_same_on_a_cluster(address, tmp_path):
    plan = with_plugin(tmp_path / "p", "n - 1")
    play_run(plan, tmp_path / "a", Running(cluster=address))
    play_run(plan, tmp_path / "b", Running(threads=1))
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")


def test_a_plug_in_that_fails_is_told_by_the_same_sentence(address, tmp_path):
    plan, told = with_plugin(tmp_path / "p", "n if state.turns > 800 else 0"), []
    for name, on in (("a", Running(cluster=address)), ("b", Running(threads=1))):
        with pytest.raises(DigsiteError, match=r"The strategy 'picky' \(seat 1\) picked option \d+ of \d+") as problem:
            play_run(plan, tmp_path / name, on)
        told.append(str(problem.value))
    assert told[0] == told[1]


@pytest.mark.verify
def test_a_lost_scheduler_is_a_sentence_and_nothing_is_lost(tmp_path, monkeypatch, alone):
    port = free_port()
    where = f"tcp://127.0.0.1:{port}"
    words = ("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    worker = ("-m", "distributed.cli.dask_worker", where, "--nthreads", "1", "--no-dashboard", "--no-nanny")
    with process(*words) as scheduler:
        wait_for(lambda: answers(port))
        with process(*worker):
            progress = Then(scheduler.kill)
            with pytest.raises(DigsiteError, match=rf"The scheduler at {where} is lost\. What is written is whole"):
                play_run(LONG, tmp_path / "r", Running(cluster=where, progress=progress))
    run = play_run(LONG, tmp_path / "r", Running(threads=2, resume=True))
    assert run.complete
    assert bytes_of(tmp_path / "r") == alone["long"]


@pytest.mark.parametrize(
    ("verb", "given"),
    [
        pytest.param(
            compare,
            {"settings": "cards.hand=7", "seats": "random,random", "games": 30_000, "margin": "10points"},
            marks=pytest.mark.verify,
        ),
        (compare, {"settings": "cards.hand=7", "seats": "random,random", "games": 600}),
        (sweep, {"settings": {"cards.hand": [7, 8]}, "seats": "random,random", "games": 300}),
        (tournament, {"strategies": "random,rusher", "games": 300}),
    ],
)
def test_experiments_are_the_same_on_a_cluster(address, tmp_path, verb, given):
    for name, on in (("a", {"cluster": address}), ("b", {"threads": 1})):
        verb("lost-cities", seed=2, out=tmp_path / name, **given, **on)
    ours, theirs = ({name: h for name, h in bytes_of(tmp_path / x).items() if "arms/" in name} for x in "ab")
    assert ours == theirs
    told = [json.loads((tmp_path / x / "experiment.json").read_text())["stopping"] for x in "ab"]
    assert told[0] == told[1]


def test_what_a_report_plays_is_played_on_the_cluster(address, tmp_path, monkeypatch):
    game = "lost-cities"
    from digsite.simulator.games import find_game

    monkeypatch.setattr("digsite.simulator.lab.reporting.report.all_games", lambda: {game: find_game(game)})
    (here,) = play_all(tmp_path / "a", 400, 1)
    with clusters.cluster_at(address) as cluster:
        (there,) = play_all(tmp_path / "b", 400, 1, on=cluster)
        plan = replace(here.plan, games=400)
        tables = [sensitivity(plan, on).tables for on in (2, cluster)]
    assert bytes_of(here.folder) == bytes_of(there.folder)
    assert all(tables[0][name].equals(tables[1][name]) for name in tables[0])


def test_the_doctor_tells_what_each_worker_says_of_itself(address):
    checks = doctor(address)
    told = [check.what for check in checks]
    assert told.count("  round trip") == told.count("  kernel cache") == 2
    assert all(check.fine for check in checks)
    assert any("one thread, all versions alike" in check.found for check in checks)
    assert any("numba" in check.found and "digsite" in check.found for check in checks if check.what == "  versions")


def test_nobody_answers_at_a_wrong_address(monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT", 0.5)
    with pytest.raises(DigsiteError, match=r"No Dask scheduler answers at tcp://127\.0\.0\.1:1"):
        simulate("lost-cities", 4, players=2, cluster="tcp://127.0.0.1:1", out="nowhere")


def test_who_listens_but_is_no_scheduler_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(clusters, "CONNECT", 0.5)
    with socket.create_server(("127.0.0.1", 0)) as mute:
        where = f"tcp://127.0.0.1:{mute.getsockname()[1]}"
        with pytest.raises(DigsiteError, match=f"No Dask scheduler answers at {where}"), clusters.cluster_at(where):
            pass


@pytest.mark.parametrize(
    "wrong",
    [
        "here",
        "local:",
        "local:0",
        "local:x",
        "tcp:/",
        "tcp:/host:1",
        "tcp://h:1:2",
        "http://h:1",
        "ucx://h:1",
        "tcp://me@h:1",
        "tcp://me:word@h:1",
    ],
)
def test_what_is_no_cluster_is_refused(wrong):
    with pytest.raises(WrongUse, match="cluster") as problem:
        simulate("lost-cities", 4, players=2, cluster=wrong)
    assert "word" not in str(problem.value)


def test_threads_beside_a_cluster_are_refused():
    with pytest.raises(WrongUse, match="--threads are those of this process"):
        simulate("lost-cities", 4, players=2, cluster="local:2", threads=2)


def test_without_dask_the_option_says_what_to_install(monkeypatch, tmp_path):
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(WrongUse, match=r"pip install digsite\[cluster\]"):
        simulate("lost-cities", 4, players=2, cluster="local:2", out=tmp_path / "r")
    assert not (tmp_path / "r").exists()


def test_nobody_pays_for_what_he_does_not_ask_for():
    code = (
        "import sys, digsite.simulator.cli.app, digsite, digsite.simulator.lab.experiments.simulate, digsite.simulator.runs.writer;"
        + ("print([n for n in ('distributed', 'dask', 'fsspec', 'upath', 's3fs') if n in sys.modules])")
    )
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


def test_kernels_are_compiled_by_one_process_of_a_host_while_others_wait(tmp_path, monkeypatch):
    monkeypatch.setattr(compile_lock, "cache_folder", lambda _group: tmp_path)
    inside, most = [], []

    def set_up():
        with compile_lock.one_at_a_time(PLAN):
            inside.append(1)
            most.append(len(inside))
            time.sleep(0.1)
            inside.pop()

    waiting = [threading.Thread(target=set_up) for _ in range(3)]
    for thread in waiting:
        thread.start()
    for thread in waiting:
        thread.join()
    assert max(most) == 1
    last = threading.Thread(target=set_up, daemon=True)
    with compile_lock._locked(tmp_path):  # it is there: nobody waits
        last.start()
        last.join(300)
        assert not last.is_alive()


@pytest.mark.verify
def test_a_worker_has_compiled_all_that_games_need_before_the_next_may_begin(tmp_path, monkeypatch):
    """In a process of its own with an empty cache; the games that follow compile nothing."""
    code = (
        "from digsite.simulator.kernel.jit import code_cache; from digsite.simulator.play.cluster.worker import _tables; from digsite.simulator.play.plan import make_plan\n"
        "plan, found = make_plan('archaeology', 4, seats='random,random', seed=1, events=0), []\n"
        "code_cache.compiled.append(lambda _group, name: found.append(name))\n"
        "table = _tables.of(plan); before = len(found); table.play(0, 4); table.play_with_events(0, 4)\n"
        "assert before and len(found) == before, found[before:]\n"
    )
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path))
    subprocess.run([sys.executable, "-c", code], check=True)

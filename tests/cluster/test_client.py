"""The client's side of a cluster, with a scheduler that is only pretended: what is sent, dropped, waited for and refused."""

import asyncio
import logging
import signal
import socket
import subprocess
import sys
from types import SimpleNamespace

import pytest

from digsite.simulator.errors import DigsiteError
from digsite.simulator.lab.common import progress
from digsite.simulator.lab.common.progress import Interrupted, message_on_stop, stop_message
from digsite.simulator.play.backends import Job, TableCache, TallyJob
from digsite.simulator.play.cluster import client as clusters
from digsite.simulator.play.cluster import environment as own_facts
from digsite.simulator.play.cluster import worker as worker_side
from digsite.simulator.play.cluster.client import Cluster
from digsite.simulator.play.cluster.environment import PACKAGES, facts
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs.writer import PartJob

PLAN = make_plan("lost-cities", 60, seats="random,random", seed=3, events=0)
WORKERS = {f"tcp://w:{n}": {"nthreads": 1} for n in range(3)}


class Future:
    def __init__(self, made, looks=0):
        self.made, self.looks, self.asked = made, looks, 0

    def result(self, timeout=None):
        self.asked += 1
        assert self.asked < 100, "it is waited for without end"
        if isinstance(self.made, Exception):
            raise self.made
        if self.made is None or self.asked <= self.looks:
            raise TimeoutError
        return self.made

    def done(self):
        return self.made is not None and self.asked > self.looks

    def release(self):
        pass


class Client:
    """A scheduler whose workers give back a number, or never anything."""

    status = "running"

    def __init__(self, workers=WORKERS, idle=False, looks=0, broken=None):
        self.known, self.idle, self.looks, self.broken = workers, idle, looks, broken
        self.sent, self.cancelled, self.keys = [], [], []

    def scheduler_info(self, n_workers):
        return {"workers": self.known}

    def submit(self, _work, _packed, _own, key, pure):
        self.keys.append(key)
        made = self.broken or len(self.sent) + 1
        self.sent.append(Future(None if self.idle else made, self.looks))
        return self.sent[-1]

    def cancel(self, futures, force):
        self.cancelled += futures


def jobs():
    return (Job(PLAN, first, 1) for first in range(60))


def test_only_twice_as_many_jobs_as_workers_are_under_way_and_the_rest_is_let_go():
    client = Client()
    made = Cluster(client, "tcp://here:1").map(jobs())
    assert [next(made) for _ in range(5)] == [1, 2, 3, 4, 5]
    assert len(client.sent) == 4 + 2 * len(WORKERS)
    made.close()
    assert client.cancelled == client.sent[5:]


def test_the_same_job_sent_twice_is_two_jobs():
    """Dask would take the second for the first, which may have been let go."""
    client = Client()
    assert list(Cluster(client, "tcp://here:1").map([Job(PLAN, 0, 1)] * 2)) == [1, 2]
    assert len(set(client.keys)) == 2


def test_jobs_are_sent_to_workers_that_join(monkeypatch):
    client = Client(dict(WORKERS))
    monkeypatch.setattr(clusters, "_LOOK", 0.0)
    made = Cluster(client, "tcp://here:1").map(jobs())
    next(made)
    client.known["tcp://late:1"] = {"nthreads": 4}
    next(made)
    assert len(client.sent) == 1 + 2 * 7


def test_a_cluster_without_workers_is_given_up_after_a_while(monkeypatch):
    monkeypatch.setattr(clusters, "_LOOK", 0.01)
    monkeypatch.setattr(clusters, "PATIENCE", 0.05)
    with pytest.raises(DigsiteError, match="has lost all its workers"):
        list(Cluster(Client({}, idle=True), "tcp://here:1").map(jobs()))


def test_a_job_may_take_longer_than_a_cluster_may_be_without_workers(monkeypatch):
    monkeypatch.setattr(clusters, "_LOOK", 0.01)
    monkeypatch.setattr(clusters, "PATIENCE", 0.05)
    assert next(Cluster(Client(looks=20), "tcp://here:1").map(jobs())) == 1


def test_the_first_worker_is_waited_for_and_then_missed():
    client, told = Client({}), []

    def wait_for_workers(_count, timeout):
        told.append(timeout)
        raise TimeoutError

    client.wait_for_workers = wait_for_workers
    with pytest.raises(DigsiteError, match=r"The cluster at tcp://here:1 has no workers; start some with `dask worker"):
        Cluster(client, "tcp://here:1").wait(told.append)
    assert told == ["Waiting for the first worker of tcp://here:1", clusters.PATIENCE]


def test_a_scheduler_that_is_lost_before_play_has_nothing_to_go_on_with():
    client = Client()

    def get_versions(packages):
        raise OSError("closed")

    client.get_versions = get_versions
    with pytest.raises(DigsiteError, match=r"^The scheduler at tcp://here:1 is lost\. Nothing was played\.$"):
        Cluster(client, "tcp://here:1").check()


def test_games_that_several_workers_died_of_are_a_sentence():
    class KilledWorker(Exception):
        """As Dask calls it."""

    told = r"Several workers of tcp://here:1 died one after the other while they played the same games: .* --resume\."
    with pytest.raises(DigsiteError, match=told):
        list(Cluster(Client(broken=KilledWorker()), "tcp://here:1").map(jobs()))


def test_a_scheduler_that_is_gone_is_not_waited_for():
    client = Client(idle=True)
    client.status = "closed"
    with pytest.raises(DigsiteError, match=r"The scheduler at tcp://here:1 is lost\. What is written is whole"):
        list(Cluster(client, "tcp://here:1").map(jobs()))


def test_a_worker_without_digsite_is_told_by_that():
    client, own = Client(), facts()
    told = {"python": f"{own['Python']}.final.0", **{name: own[name] for name in PACKAGES}}
    client.get_versions = lambda packages: {"workers": {"tcp://w:1": {"packages": told}}}
    assert Cluster(client, "tcp://here:1").facts()["tcp://w:1"]["digsite"] == "missing"


def test_a_refusal_ends_with_what_to_do():
    told = str(worker_side.worker_refusal("tcp://w:1", "numba 0.1 instead of 0.2"))
    assert told.endswith("install the same on each worker, or stop this one.")


def test_a_scheduler_that_wants_keys_leaves_nothing_behind_that_complains():
    """A client that could not even begin would wait for its end when it is forgotten, and print where it was."""
    pytest.importorskip("distributed")
    with socket.create_server(("127.0.0.1", 0)) as door:
        where = f"tls://127.0.0.1:{door.getsockname()[1]}"
        words = ["simulate", "lost-cities", "-n", "4", "-q", "--cluster", where]
        told = subprocess.run([sys.executable, "-m", "digsite.simulator.cli", *words], capture_output=True, text=True)
    assert told.stderr.splitlines() == [
        f"digsite: No Dask scheduler answers at {where}; start one with `dask scheduler`, or play here with --cluster local:4."
    ]


@pytest.mark.parametrize(("tasks", "dropped"), [({}, True), ({"a": "cancelled"}, True), ({"a": "executing"}, False)])
def test_a_job_that_nobody_waits_for_is_dropped_between_two_batches(monkeypatch, tasks, dropped):
    distributed = pytest.importorskip("distributed")
    known = {name: SimpleNamespace(state=state) for name, state in tasks.items()}
    worker = SimpleNamespace(state=SimpleNamespace(tasks=known), get_current_task=lambda: "a")
    monkeypatch.setattr(distributed, "get_worker", lambda: worker)
    if dropped:
        with pytest.raises(worker_side._Dropped):
            worker_side._tables.check_stop()
    else:
        worker_side._tables.check_stop()


@pytest.mark.parametrize(
    "job", [PartJob(PLAN, 0, {}, "nowhere", ""), TallyJob((PLAN, PLAN), 0, 4)], ids=["part", "tally"]
)
def test_a_long_job_is_given_up_when_nobody_waits(job):
    class Over(TableCache):
        def check_stop(self):
            raise worker_side._Dropped

    with pytest.raises(worker_side._Dropped):
        job.do(Over())


def test_loggers_with_a_level_of_their_own_are_silent_as_well():
    own = logging.getLogger("distributed.client.of-a-test")
    own.setLevel(logging.WARNING)
    with clusters._unlogged():
        assert not own.isEnabledFor(logging.ERROR)
    assert own.level == logging.WARNING


def test_processes_of_a_cluster_here_do_not_hear_an_interrupt():
    """A terminal sends it to every process of a command; they would all print where they were."""
    pytest.importorskip("distributed")
    code = "import signal; print(signal.SIGINT in signal.pthread_sigmask(signal.SIG_BLOCK, []))"

    async def child():
        return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip()

    with clusters._deaf_loop() as loop:
        assert asyncio.run_coroutine_threadsafe(child(), loop.asyncio_loop).result(60) == "True"
    assert asyncio.run(child()) == "False"  # this one does


def test_where_signals_cannot_be_held_back_a_cluster_starts_all_the_same(monkeypatch):
    pytest.importorskip("distributed")
    monkeypatch.delattr(signal, "pthread_sigmask")

    async def answer():
        return 7

    with clusters._deaf_loop() as loop:
        assert asyncio.run_coroutine_threadsafe(answer(), loop.asyncio_loop).result(60) == 7


def test_last_words_are_the_runs_own_while_a_cluster_is_being_left(monkeypatch):
    monkeypatch.setattr(progress, "_under_way", [])
    with pytest.raises(KeyboardInterrupt), message_on_stop(lambda: "400 games are saved"):
        raise KeyboardInterrupt
    assert stop_message() == "400 games are saved"
    with pytest.raises(Interrupted):
        raise Interrupted("The search is saved.")
    assert stop_message() == "The search is saved."


@pytest.mark.parametrize("edited", ["simulator/a.py", "strategies/b/c.py", "strategies/b/d.toml"])
def test_every_source_that_rows_depend_on_counts(tmp_path, monkeypatch, edited):
    for name in ("simulator/a.py", "strategies/b/c.py", "strategies/b/d.toml"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text("before")
    monkeypatch.setattr(own_facts, "_ROOT", tmp_path)
    before = own_facts._sources()
    (tmp_path / edited).write_text("after")
    assert own_facts._sources() != before

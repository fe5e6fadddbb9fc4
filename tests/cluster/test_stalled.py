"""A place elsewhere that does not answer keeps nobody waiting for ever, and nobody at all who stops the work."""

import socket
import subprocess
import sys
import threading
import time
from contextlib import contextmanager
from dataclasses import replace

import pytest

from digsite.simulator.errors import DigsiteError
from digsite.simulator.lab.common.progress import Interrupted, stop_message
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.common.stores import open_store
from digsite.simulator.lab.experiments.simulate import play_run
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs import storage
from digsite.simulator.runs.addresses import place
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.opening import open_folder
from digsite.simulator.runs.run import Run
from tests.cli.test_interrupts import LIMIT, START, time_to_end
from tests.cluster.elsewhere import KEYS, wait_for

PLAN = replace(make_plan("lost-cities", 40, seats="random,random", seed=4, events=0, rotate=True), part_games=10)
ABOUT = {"command": "digsite simulate lost-cities", "versions": {}, "sources": "x"}


@contextmanager
def mute():
    """A server that takes calls and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as door:
        calls = []

        def listen():
            while True:
                try:
                    calls.append(door.accept()[0])
                except OSError:
                    return

        threading.Thread(target=listen, daemon=True).start()
        yield door.getsockname()[1]
        for call in calls:
            call.close()


@pytest.fixture
def mute_bucket(monkeypatch):
    s3fs = pytest.importorskip("s3fs")
    with mute() as port:
        for name, value in (KEYS | {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}"}).items():
            monkeypatch.setenv(name, value)
        s3fs.S3FileSystem.clear_instance_cache()
        yield place("s3://bucket/run")
        s3fs.S3FileSystem.clear_instance_cache()


ASKED = {
    "a file": lambda path: storage.is_file(path),
    "a folder": open_folder,
    "its entries": storage.entries,
    "what a file holds": storage.read,
    "a hash": lambda path: list(storage.blocks(path)),
    "a lock": lambda path: storage.create(path, b"x"),
    "written": lambda path: storage.write(path, b"x"),
    "removed": storage.remove_folder,
    "a copy": lambda path: storage.local_copy(path, "0"),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
def test_a_request_ends_within_its_limit(mute_bucket, monkeypatch, asked):
    monkeypatch.setattr(storage, "REQUEST", 0.2)
    monkeypatch.setattr(storage, "TRANSFER", 0.2)
    with pytest.raises((DigsiteError, TimeoutError), match=r"no answer within 0\.2 s"):
        asked(mute_bucket)


def test_a_file_that_is_sent_has_a_limit_too(mute_bucket, monkeypatch):
    monkeypatch.setattr(storage, "TRANSFER", 0.2)
    with pytest.raises(TimeoutError, match=r"no answer within 0\.2 s"), storage.uploading(mute_bucket) as here:
        here.write_bytes(b"all of it")


def test_who_has_stopped_the_work_waits_for_moments_only(mute_bucket, monkeypatch):
    monkeypatch.setattr(storage, "HURRY", 0.2)
    with storage.short_timeouts(), pytest.raises(TimeoutError, match=r"no answer within 0\.2 s"):
        storage.read(mute_bucket)


def test_every_try_has_a_limit_and_there_are_few():
    found = place("s3://bucket/run").storage_options["config_kwargs"]
    assert found["connect_timeout"] <= 10
    assert found["read_timeout"] <= 30
    assert found["retries"]["total_max_attempts"] <= 3


@pytest.mark.parametrize("begun", [True, False])
def test_last_words_ask_no_place_elsewhere(monkeypatch, begun):
    folder = place(f"memory://stalled/{begun}")
    if begun:
        play_run(PLAN, folder, Running(threads=1))
    provenance = {name: Run(folder).manifest[name] for name in ("versions", "sources")} if begun else {}
    store = Store(folder, PLAN, {**ABOUT, **provenance})
    with pytest.raises(Interrupted) as stop, open_store(store, "run", 40, Running(resume=begun)):  # noqa: PT012
        asked = storage._fs
        monkeypatch.setattr(storage, "_fs", lambda _path: pytest.fail("it was asked"))
        told = stop_message()
        monkeypatch.setattr(storage, "_fs", asked)
        raise KeyboardInterrupt
    saved = f"40 of 40 games are saved in {folder}; continue with: digsite simulate --resume {folder}"
    assert told == str(stop.value) == (saved if begun else "Interrupted; no games were saved yet.")


def test_an_interrupt_is_answered_though_the_bucket_does_not_answer(s3):
    folder = "s3://bucket/stalled"
    words = ["simulate", "lost-cities", "-n", "400k", "--seats", "random,random", "--seed", "1", "--part-games", "50"]
    started = subprocess.Popen(
        [sys.executable, "-c", START, *words, "--threads", "1", "--events", "0", "--out", folder],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        wait_for(lambda: (storage.content(place(folder) / "manifest.json") or b"").count(b"part-") >= 2)
        s3.stalled = True
        time.sleep(0.5)
        took = time_to_end(started)
    finally:
        s3.stalled = False
        started.kill()
    told = started.communicate()[1]
    assert started.returncode == 130, told
    assert took < LIMIT, told
    assert f"of 400,000 games are saved in {folder}; continue with: digsite simulate --resume {folder}" in told
    assert "Traceback" not in told

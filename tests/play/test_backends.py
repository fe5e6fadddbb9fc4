"""The one ordered map of jobs: the order of the jobs, a few under way at once, and jobs that can be sent elsewhere."""

import doctest
import pickle
import re
import threading
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.play import arguments, backends
from digsite.simulator.play import plan as plans
from digsite.simulator.play.backends import Call, Job, TableCache, Threads, batches, play_jobs, play_together
from digsite.simulator.play.plan import make_plan

PLAN = make_plan("lost-cities", 60, seats="random,random", variants=["short"], seed=3, events=0)
OTHER = replace(PLAN, seed=4)


def test_batches_come_in_the_order_of_the_jobs_whatever_the_threads():
    jobs = [Job(plan, first, 10) for first in range(0, 60, 10) for plan in (PLAN, OTHER)]
    one, many = ([batch.rows for batch in play_jobs(jobs, threads)] for threads in (1, 4))
    assert all((a == b).all() for a, b in zip(one, many, strict=True))
    assert (np.concatenate(one[::2]) == np.concatenate([batch.rows for batch in batches(PLAN)])).all()


def test_a_job_is_plain_data_and_plays_the_same_after_a_journey():
    job = Job(PLAN, 20, 5, with_events=True)
    sent = pickle.loads(pickle.dumps(job))
    assert sent == job
    (here,), (there,) = list(play_jobs([job], 1)), list(play_jobs([sent], 1))
    assert (here.rows == there.rows).all()
    assert all((a == b).all() for a, b in zip(here.events, there.events, strict=True))
    assert (pickle.loads(pickle.dumps(here)).rows == here.rows).all()


def test_only_a_few_jobs_are_under_way_at_once():
    taken = []

    def endless():
        first = 0
        while True:
            taken.append(first)
            yield Job(PLAN, first % 60, 1)
            first += 1

    played = play_jobs(endless(), on=2)
    for _ in range(10):
        next(played)
    played.close()
    assert len(taken) <= 10 + 2 * 2


def test_a_batch_that_does_not_end_holds_up_nobody_who_stops(monkeypatch):
    end = threading.Event()

    def play(first, _count):
        if first:
            end.wait(60)

    monkeypatch.setattr(Job, "do", lambda job, _tables: play(job.first, job.count))
    played = play_jobs([Job(PLAN, first, 1) for first in range(3)], on=1)
    next(played)
    began = time.monotonic()
    played.close()
    end.set()
    assert time.monotonic() - began < 30


def test_games_of_several_plans_are_played_side_by_side():
    found = list(play_together([PLAN, OTHER], range(10, 35), 10))
    assert [[len(rows) for rows in batch] for batch in found] == [[10, 10], [10, 10], [5, 5]]
    whole = np.concatenate([batch.rows for batch in batches(OTHER)])
    assert (np.concatenate([rows[1] for rows in found]) == whole[10:35]).all()


def test_no_threads_are_refused():
    with pytest.raises(WrongUse, match="--threads must be at least 1; 0 is not"):
        next(play_jobs([Job(PLAN, 0, 1)], 0))


def test_settings_and_seats_may_be_given_as_text_or_as_data():
    as_text = make_plan("lost-cities", 4, seats="rusher, random", settings=["cards.hand=7"], seed=1)
    as_data = make_plan("lost-cities", 4, seats=["rusher", "random"], settings={"cards.hand": 7}, seed=1)
    assert as_text == as_data
    truth = make_plan("lost-cities", 4, players=2, settings={"play.descending_paths": True}, seed=1)
    assert truth.settings == ["play.descending_paths=true"]


def test_the_examples_in_the_docstrings_hold():
    assert doctest.testmod(plans).failed == 0
    assert doctest.testmod(arguments).failed == 0


def test_nobody_schedules_games_beside_the_one_map_of_jobs():
    """Pools and processes elsewhere write, compile, try plug-ins, or wait for an interrupt; they play nothing for rows."""
    root = Path(backends.__file__).parents[2]
    known = {
        "simulator/play/backends.py": "the map itself",
        "simulator/play/cluster/client.py": "lets go of jobs",
        "simulator/runs/writer.py": "writes while others play",
        "simulator/runs/folder/lock.py": "keeps a lock",
        "simulator/lab/live/growth.py": "plays samples that are looked at once and not saved",
        "simulator/lab/live/sample.py": "keeps a lock on a sample that several pages read",
        "simulator/web/server.py": "serves the lab's pages",
        "simulator/web/streams.py": "carries answers from the threads that play to the pages",
        "simulator/web/seat_tables.py": "lets one request at a time touch a game on a page",
        "simulator/web/watch_routes.py": "lets one request at a time touch a watched game",
        "simulator/lab/tools/precompile.py": "compiles",
        "simulator/kernel/jit/dispatcher.py": "asks which thread it is",
        "simulator/cli/interrupts.py": "waits for an interrupt",
        "simulator/play/rehearsal/parent.py": "rehearses a game of a user's as plain Python",
        "simulator/play/rehearsal/worker.py": "is that other process, and watches its time",
        "simulator/lab/battery/process.py": "checks a game where it can do no harm",
        "strategies/plugins/sandbox.py": "tries plug-ins where they can do no harm",
        "strategies/plugins/interpreter_state.py": "asks which thread it is",
        "strategies/plugins/output.py": "turns what plug-ins print away from stdout for all threads at once",
    }
    words = re.compile(r"ThreadPool|ProcessPool|threading\.|multiprocessing\.|subprocess\.|os\.fork|asyncio\.")
    sources = [
        path for name in ("simulator", "strategies", "analyses", "reports") for path in (root / name).rglob("*.py")
    ]
    found = {str(path.relative_to(root)) for path in sources if words.search(path.read_text(encoding="utf-8"))}
    assert found == set(known)


def test_every_verb_that_plays_takes_a_cluster():
    from typer.main import get_command

    from digsite.simulator.cli.app import app

    found = set()
    for name, verb in get_command(app).commands.items():
        for own in getattr(verb, "commands", {name: verb}).values():
            options = {option for known in own.params for option in known.opts}
            if "--threads" in options and "--cluster" not in options:
                found.add(name)
    assert found == {"bench", "replay", "lab"}  # these time this machine, look at one game, and answer at once


def test_a_long_job_is_told_when_nobody_waits_for_it():
    tables = TableCache()
    tables.check_stop()
    tables.stop()
    with pytest.raises(DigsiteError, match="stopped"):
        tables.check_stop()


def test_players_who_think_are_stopped_when_nobody_wants_more(monkeypatch):
    stopped = []
    monkeypatch.setattr(TableCache, "stop", lambda tables: stopped.append(tables))
    played = play_jobs([Job(PLAN, first, 1) for first in range(20)], on=1)
    next(played)
    played.close()
    assert len(stopped) == 1
    list(play_jobs([Job(PLAN, 0, 1)], on=1))
    assert len(stopped) == 1


class Chair(backends.Table):
    """A kind of table that is only set up."""

    def __init__(self, plan):
        self.plan = plan

    @classmethod
    def of(cls, plan):
        return cls(plan)


class Bench(Chair):
    pass


def test_tables_are_kept_by_plan_and_kind_and_the_one_that_was_used_last_stays(monkeypatch):
    monkeypatch.setattr(backends, "_MOST_TABLES", 2)
    tables = TableCache()
    chair, bench = tables.of_kind(PLAN, Chair), tables.of_kind(PLAN, Bench)
    assert (type(chair), type(bench)) == (Chair, Bench)
    assert tables.of_kind(PLAN, Chair) is chair
    assert tables.of_kind(OTHER, Chair).plan == OTHER  # the bench makes room
    assert tables.of_kind(PLAN, Chair) is chair
    assert tables.of_kind(PLAN, Bench) is not bench


def test_what_is_wrong_with_a_plan_is_said_before_anything_is_played(monkeypatch):
    of = backends.Table.of

    def refuse(plan):
        if plan == OTHER:
            raise DigsiteError("The plug-in cannot be loaded.")
        return of(plan)

    monkeypatch.setattr(backends.Table, "of", refuse)
    with pytest.raises(DigsiteError, match="cannot be loaded"):
        next(play_jobs([Job(PLAN, 0, 1), Job(OTHER, 0, 1)], on=1))


def test_who_stops_while_the_only_job_is_waited_for_stops_it(monkeypatch):
    stopped = []

    def interrupted(_future):
        raise KeyboardInterrupt

    monkeypatch.setattr("digsite.simulator.play.backends.TableCache.stop", lambda tables: stopped.append(tables))
    monkeypatch.setattr("digsite.simulator.play.backends.Future.result", interrupted)
    with pytest.raises(KeyboardInterrupt):
        list(Threads(1).map([Call(str, 1)]))
    assert len(stopped) == 1

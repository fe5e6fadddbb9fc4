"""The one ordered map of jobs: the order of the jobs, a few under way at once, and jobs that can be sent elsewhere."""

import doctest
import pickle
import threading
import time
from dataclasses import replace

import numpy as np
import pytest

from simulator.errors import WrongUse
from simulator.play import arguments
from simulator.play import plan as plans
from simulator.play.backends import Job, batches, play_jobs, play_together
from simulator.play.plan import make_plan

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

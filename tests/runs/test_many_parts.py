"""A run may have billions of parts: none is listed before it is played."""

import tracemalloc
from dataclasses import replace
from itertools import islice

from digsite.simulator.play.plan import MOST_GAMES, make_plan
from digsite.simulator.runs.folder.experiment_store import Design, ExperimentStore
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.writer import write_parts

PLAN = replace(make_plan("lost-cities", MOST_GAMES, seats="random,random", seed=4, events=0, rotate=True), part_games=1)
ABOUT = {"command": "digsite simulate lost-cities", "versions": {}, "sources": "x"}


def test_the_first_games_of_billions_of_parts_are_played_at_once(tmp_path):
    store = Store(tmp_path / "r", PLAN, ABOUT)
    store.create()
    played = 0

    def stop_after_five(games):
        nonlocal played
        played += games
        if played == 5:
            raise KeyboardInterrupt

    tracemalloc.start()
    try:
        assert store.games_left == MOST_GAMES
        try:
            write_parts(((store, part) for part in store.missing()), 1, stop_after_five)
        except KeyboardInterrupt:
            pass
        assert tracemalloc.get_traced_memory()[1] < 200e6
    finally:
        tracemalloc.stop()
    assert played == 5
    there = len(store.manifest["parts"])
    assert there
    assert store.games_left == MOST_GAMES - there
    assert next(store.missing()) == there


def test_the_arms_of_an_experiment_are_equally_far_however_many_parts_there_are(tmp_path):
    design = Design("compare", {}, {"a": PLAN, "b": replace(PLAN, seed=5)})
    store = ExperimentStore(tmp_path / "c", design, ABOUT)
    assert store.games_left == 2 * MOST_GAMES
    assert [(made.folder.name, part) for made, part in islice(store.missing(), 4)] == [
        ("a", 0), ("b", 0), ("a", 1), ("b", 1),
    ]  # fmt: skip

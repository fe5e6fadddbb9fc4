"""A cluster plays a user's game from the texts in the plan: its workers have no folder of it."""

import shutil

import pytest

from digsite.simulator import trust
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.nudge import nudge
from digsite.simulator.lab.experiments.simulate import play_run
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs.run import Run
from tests.cluster.elsewhere import bytes_of
from tests.own_games import edit, forget, write_game


@pytest.fixture
def hog(tmp_path, monkeypatch):
    forget(monkeypatch)
    return write_game("hog", tmp_path)


def parts(folder) -> dict[str, str]:
    return {name: made for name, made in bytes_of(folder).items() if name.endswith(".parquet")}


def test_workers_play_a_game_whose_folder_is_gone(address, hog, tmp_path, monkeypatch):
    plan = make_plan(str(hog), 400, seats="holder,random", rotate=True, seed=1, events=30, part_games=50)
    play_run(plan, tmp_path / "here", Running(threads=1))
    shutil.rmtree(hog)
    forget(monkeypatch)
    run = play_run(Run(tmp_path / "here").plan, tmp_path / "there", Running(cluster=address))
    assert run.complete
    assert bytes_of(tmp_path / "there").keys() == bytes_of(tmp_path / "here").keys()
    assert parts(tmp_path / "there") == parts(tmp_path / "here")


def test_workers_play_each_version_as_it_is(address, hog, tmp_path):
    made = []
    for old, new in ((40, 40), (40, 30), (30, 40)):
        edit(hog / "rules.toml", f"value = {old}\n", f"value = {new}\n")
        plan = make_plan(str(hog), 200, seats="holder,random", seed=1, events=0, part_games=50)
        made.append(parts(play_run(plan, tmp_path / f"run-{len(made)}", Running(cluster=address)).folder))
    assert made[0] == made[2]
    assert made[0] != made[1]


def test_an_experiment_of_a_users_game_is_played_on_a_cluster(address, hog, tmp_path):
    how = {"nudges": "head-start", "seats": "holder", "players": 2, "seed": 1}
    here = nudge(str(hog), 200, out=tmp_path / "here", **how)
    there = nudge(str(hog), 200, out=tmp_path / "there", cluster=address, **how)
    assert parts(tmp_path / "there") == parts(tmp_path / "here")
    assert there.tables["worth"].equals(here.tables["worth"])


def test_what_workers_run_was_allowed_here(address, hog, tmp_path, monkeypatch):
    plan = make_plan(str(hog), 200, seats="holder,random", seed=1, part_games=50)
    run = play_run(plan, tmp_path / "run", Running(threads=1))
    monkeypatch.setattr(trust, "_allowed", set())
    monkeypatch.setenv("DIGSITE_CONFIG", str(tmp_path / "config"))
    with pytest.raises(trust.Untrusted, match="This would run the game hog"):
        play_run(run.plan, tmp_path / "there", Running(cluster=address))

"""A script can always say --resume: where there is nothing yet, the work begins."""

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.sweep import sweep
from digsite.simulator.lab.experiments.tournament import tournament
from digsite.simulator.runs.opening import open_folder

GIVEN = {"players": 2, "seed": 1, "resume": True}
VERBS = {
    "simulate": lambda out: simulate("lost-cities", 4, seats="random", out=out, **GIVEN),
    "compare": lambda out: compare("lost-cities", 4, seats="random", variants="short", out=out, **GIVEN),
    "sweep": lambda out: sweep("lost-cities", 4, seats="random", settings="cards.hand=7,8", out=out, **GIVEN),
    "tournament": lambda out: tournament("lost-cities", 4, strategies="random,rusher", out=out, **GIVEN),
}
each_verb = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS)


@each_verb
def test_resuming_a_folder_that_is_not_there_begins_and_then_goes_on(verb, tmp_path):
    verb(tmp_path / "new" / "run")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.parquet")}
    assert before
    verb(tmp_path / "new" / "run")
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.parquet")} == before
    assert open_folder(tmp_path / "new" / "run").complete


@each_verb
def test_resuming_an_empty_folder_begins(verb, tmp_path):
    verb(tmp_path)
    assert open_folder(tmp_path).complete


@each_verb
def test_folders_that_were_only_just_made_hold_nothing(verb, tmp_path):
    for name in ("games", "events", "plugins", "arms/against/games"):
        (tmp_path / name).mkdir(parents=True)
    verb(tmp_path)
    assert open_folder(tmp_path).complete


@each_verb
def test_resuming_a_folder_of_other_files_is_refused(verb, tmp_path):
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(WrongUse, match="is not a"):
        verb(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_run_keeps_to_the_size_of_its_parts(tmp_path):
    given = {"seats": "random,random", "seed": 1, "events": 0, "out": tmp_path}
    run = simulate("lost-cities", 50, part_games=20, **given)
    assert [path.name for path in sorted((tmp_path / "games").iterdir())] == [f"part-0000{n}.parquet" for n in range(3)]
    assert run.manifest["plan"]["part_games"] == 20
    assert "--part-games 20" in run.manifest["command"]
    assert simulate(out=tmp_path, resume=True, games=70).plan.part_games == 20
    assert simulate("lost-cities", 90, **given, resume=True).plan.part_games == 20
    assert simulate(out=tmp_path, resume=True, part_games=20).plan.games == 90
    with pytest.raises(WrongUse, match=r"has 20 games in a part; leave --part-games out"):
        simulate(out=tmp_path, resume=True, part_games=30)
    with pytest.raises(WrongUse, match=r"cannot be resumed, the command changed: games in a part was 20, now 30"):
        simulate("lost-cities", 90, part_games=30, **given, resume=True)


def test_the_size_of_parts_changes_no_row(tmp_path):
    runs = [
        simulate("lost-cities", 50, seats="random,random", seed=1, part_games=size, out=tmp_path / str(size))
        for size in (7, 50)
    ]
    assert runs[0].games.collect().equals(runs[1].games.collect())
    assert runs[0].events.collect().equals(runs[1].events.collect())
    assert "--part-games" not in simulate("lost-cities", 4, seed=1, out=tmp_path / "usual").manifest["command"]


@pytest.mark.parametrize(("wrong", "told"), [(0, "at least 1"), ("many", "whole number"), (10**7, "at most 1,000,000")])
def test_a_size_of_parts_that_cannot_be_is_refused(tmp_path, wrong, told):
    with pytest.raises(WrongUse, match=f"--part-games must be .*{told}"):
        simulate("lost-cities", 4, part_games=wrong, out=tmp_path / "r")
    assert not (tmp_path / "r").exists()

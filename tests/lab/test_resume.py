"""A script can always say --resume: where there is nothing yet, the work begins."""

import pytest

from simulator.errors import WrongUse
from simulator.lab.compare import compare
from simulator.lab.simulate import simulate
from simulator.lab.sweep import sweep
from simulator.lab.tournament import tournament
from simulator.runs.folders import open_folder

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

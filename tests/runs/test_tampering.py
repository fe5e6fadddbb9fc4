"""What a run folder says is held against what lies in it before a row is read."""

import json
import os
import shutil
import socket
from dataclasses import replace
from pathlib import Path

import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.rules.rules_file import read_toml
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import play_run
from digsite.simulator.lab.players.cma import Log
from digsite.simulator.lab.reporting import files as results
from digsite.simulator.play.plan import make_plan, short_hash
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.replay import find_game_index, recorded_row
from digsite.simulator.runs.run import Run

PLAN = replace(make_plan("lost-cities", 40, seats="random,random", seed=4, events=15, rotate=True), part_games=10)
ASKED = {
    "rows": lambda run: run.games,
    "events": lambda run: run.events,
    "first games": lambda run: run.games_before(5),
    "part": lambda run: run.part(0),
    "files": lambda run: run.check_files(),
    "longest": lambda run: find_game_index(run, "longest"),
    "row": lambda run: recorded_row(run, 1),
}


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    folder = tmp_path_factory.mktemp("runs") / "whole"
    play_run(PLAN, folder, Running(threads=1))
    return folder


@pytest.fixture
def run_folder(whole, tmp_path):
    return Path(shutil.copytree(whole, tmp_path / "r"))


def edit(folder: Path, change) -> None:
    """Change a manifest and put a fingerprint into it that fits."""
    path = folder / "manifest.json"
    manifest = json.loads(path.read_text())
    change(manifest)
    manifest["fingerprint"] = short_hash(manifest["plan"])
    path.write_text(json.dumps(manifest))


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize("name", ["games/part-00001.parquet", "games/part-00003.parquet", "events/part-00001.parquet"])
def test_a_run_that_is_said_to_be_complete_has_every_part(run_folder, name, asked):
    edit(run_folder, lambda manifest: manifest["parts"].pop(name))
    with pytest.raises(DigsiteError, match=rf"says that the run is complete, but lists no {name}\. .* --resume\.$"):
        asked(Run(run_folder))


def test_a_hole_in_a_manifest_is_filled_by_resuming(run_folder, whole):
    edit(run_folder, lambda manifest: manifest["parts"].pop("games/part-00001.parquet"))
    play_run(PLAN, run_folder, Running(threads=1, resume=True))
    assert Run(run_folder).games.collect().equals(Run(whole).games.collect())


def test_the_parts_of_a_run_that_is_not_complete_are_read(run_folder):
    def shorten(manifest):
        manifest["complete"] = False
        del manifest["parts"]["games/part-00003.parquet"]

    edit(run_folder, shorten)
    assert Run(run_folder).games.collect().height == 30


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize(
    "extra",
    ["games/part-00004.parquet", "events/part-00002.parquet", "games/part-1.parquet", "games/part-000000.parquet"],
)
@pytest.mark.parametrize("complete", [True, False])
def test_a_part_that_the_plan_does_not_have_is_refused(run_folder, extra, complete, asked):
    shutil.copy(run_folder / "games/part-00001.parquet", run_folder / extra)

    def add(manifest):
        manifest["complete"] = complete
        manifest["parts"][extra] = manifest["parts"]["games/part-00001.parquet"]

    edit(run_folder, add)
    with pytest.raises(
        DigsiteError, match=rf"manifest\.json was edited: it lists {extra}, which its plan does not have\."
    ):
        asked(Run(run_folder))


EDITS = {
    "seed": (lambda plan: plan.update(seed=5), "seed was 4, now 5"),
    "players": (lambda plan: plan.update(players=["cautious", "random"]), "players"),
    "rules": (lambda plan: plan["rules"].update({"cards.hand": 7}), "cards.hand"),
    "nudge": (lambda plan: plan.update(nudge={"nudge": "x", "amount": 1}), "nudge"),
    "part_games": (lambda plan: plan.update(part_games=10, rotate=False), "seating was cyclic, now fixed"),
}


@pytest.mark.parametrize("asked", ASKED.values(), ids=ASKED)
@pytest.mark.parametrize(("change", "told"), EDITS.values(), ids=EDITS)
def test_a_plan_that_was_edited_with_its_fingerprint_is_refused(run_folder, change, told, asked):
    edit(run_folder, lambda manifest: change(manifest["plan"]))
    with pytest.raises(DigsiteError, match=rf"was edited: its plan is not the one that was played \(.*{told}"):
        asked(Run(run_folder))


@pytest.mark.parametrize("name", ["versions", "sources"])
def test_what_played_a_run_cannot_be_edited_either(run_folder, name):
    edit(run_folder, lambda manifest: manifest.update({name: {"digsite": "9"} if name == "versions" else "other"}))
    with pytest.raises(DigsiteError, match=r"was edited: its plan is not the one that was played"):
        Run(run_folder).check_files()


def test_an_edited_plan_is_not_resumed(run_folder):
    edit(run_folder, lambda manifest: manifest["plan"].update(seed=5))
    with pytest.raises(DigsiteError, match=r"was edited: .*seed was 4, now 5"):
        play_run(replace(PLAN, seed=5), run_folder, Running(threads=1, resume=True))


@pytest.mark.parametrize(
    ("name", "value"), [("games", 10**12), ("games", 10), ("games", 0), ("games", "x"), ("events", -1)]
)
def test_another_number_of_games_is_refused_without_a_walk_through_all_of_them(run_folder, name, value):
    edit(run_folder, lambda manifest: manifest["plan"].update({name: value}))
    with pytest.raises(DigsiteError, match=r"manifest\.json (was edited|is damaged|says that the run is complete)"):
        Run(run_folder).check_files()


def test_a_part_of_another_run_is_refused(run_folder, tmp_path):
    other = replace(PLAN, seed=5)
    play_run(other, tmp_path / "other", Running(threads=1))
    name = "games/part-00002.parquet"
    shutil.copy(tmp_path / "other" / name, run_folder / name)
    known = Run(tmp_path / "other").manifest["parts"][name]
    edit(run_folder, lambda manifest: manifest["parts"].update({name: known}))
    with pytest.raises(DigsiteError, match="is not the one that was played"):
        _ = Run(run_folder).games


def rehash(folder: Path) -> None:
    """Give a manifest the hashes of the files that are there."""

    def note(manifest):
        for name, known in manifest["parts"].items():
            known["sha256"] = atomic_files.sha256(folder / name)

    edit(folder, note)


SWAPPED = {
    "twice": [("games/part-00000.parquet", "games/part-00002.parquet")],
    "events twice": [("events/part-00000.parquet", "events/part-00001.parquet")],
    "events for games": [("events/part-00000.parquet", "games/part-00000.parquet")],
    "games for events": [("games/part-00000.parquet", "events/part-00000.parquet")],
}


@pytest.mark.parametrize("pairs", SWAPPED.values(), ids=SWAPPED)
def test_a_part_in_the_place_of_another_is_refused_and_played_again(run_folder, whole, pairs):
    for old, new in pairs:
        shutil.copy(run_folder / old, run_folder / new)
    rehash(run_folder)
    with pytest.raises(DigsiteError, match=r"is damaged or not of this run: .* --resume"):
        Run(run_folder).check_files()
    with pytest.raises(DigsiteError, match="is damaged or not of this run"):
        _ = (Run(run_folder).games, Run(run_folder).events)
    play_run(PLAN, run_folder, Running(threads=1, resume=True))
    assert Run(run_folder).manifest["parts"] == Run(whole).manifest["parts"]
    Run(run_folder).check_files()


WRONG = {
    "game": ["lost-cities"],
    "players": 7,
    "variants": [1],
    "seed": 1.5,
    "plugins": 10**30,
    "rules": None,
    "rotate": 1,
}


@pytest.mark.parametrize(
    ("name", "value"), [*WRONG.items(), ("weights", {}), ("games", [40]), ("thinking", "x"), ("nudge", [])]
)
def test_an_entry_of_a_plan_in_another_form_is_a_sentence(run_folder, name, value):
    edit(run_folder, lambda manifest: manifest["plan"].update({name: value}))
    said = rf"manifest\.json is damaged: the entry '{name}' of its plan"
    with pytest.raises(DigsiteError, match=said):
        Run(run_folder)
    for resume in (True, False):
        with pytest.raises(DigsiteError, match=said):
            play_run(PLAN, run_folder, Running(threads=1, resume=resume))


def pipe(path):
    os.mkfifo(path)


def door(path):
    cwd = Path.cwd()
    os.chdir(path.parent)  # the name of a socket must be short
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(cwd)


STRANGE = {
    "pipe": pipe,
    "folder": Path.mkdir,
    "socket": door,
    "device": lambda path: path.symlink_to("/dev/zero"),
}


@pytest.mark.parametrize("asked", ["rows", "part", "files", "longest", "row"])
@pytest.mark.parametrize("kind", STRANGE)
def test_a_part_that_is_no_file_is_refused_and_not_waited_for(run_folder, kind, asked):
    part = run_folder / "games/part-00000.parquet"
    part.unlink()
    STRANGE[kind](part)
    with pytest.raises(DigsiteError, match=rf"^{part} is a folder, a pipe or a device and not a file\. .* --resume\.$"):
        ASKED[asked](Run(run_folder))


@pytest.mark.parametrize("kind", STRANGE)
def test_an_edited_manifest_beside_a_part_that_is_no_file_is_not_waited_for(run_folder, kind):
    part = run_folder / "games/part-00000.parquet"
    part.unlink()
    STRANGE[kind](part)
    manifest = json.loads((run_folder / "manifest.json").read_text())
    (run_folder / "manifest.json").write_text(json.dumps(manifest | {"fingerprint": "0"}))
    with pytest.raises(DigsiteError, match="was edited"):
        Run(run_folder)


@pytest.mark.parametrize("kind", ["pipe", "socket", "device"])
def test_a_part_that_is_no_file_is_played_again(run_folder, whole, kind):
    part = run_folder / "games/part-00000.parquet"
    part.unlink()
    STRANGE[kind](part)
    play_run(PLAN, run_folder, Running(threads=1, resume=True))
    assert part.read_bytes() == (whole / "games/part-00000.parquet").read_bytes()


DEEP = {"lists": "[" * 100_000, "closed": "[" * 900 + "]" * 900, "tables": '{"a":' * 900 + "1" + "}" * 900}


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
@pytest.mark.parametrize("name", ["manifest.json", "experiment.json"])
def test_brackets_that_lie_deep_in_each_other_are_a_sentence(tmp_path, name, text):
    (tmp_path / name).write_text('{"plan": ' + text + "}" * (text[-1] != "["))
    opened = Run if name == "manifest.json" else Experiment
    with pytest.raises(DigsiteError, match=r"is damaged and cannot be read \(.*\)\. Put an old copy of it back"):
        opened(tmp_path)


def test_a_number_of_thousands_of_digits_is_a_sentence(tmp_path):
    (tmp_path / "manifest.json").write_text('{"plan": ' + "9" * 5000 + "}")
    with pytest.raises(DigsiteError, match="is damaged and cannot be read"):
        Run(tmp_path)


@pytest.mark.parametrize("text", DEEP.values(), ids=DEEP)
def test_a_generation_whose_brackets_lie_deep_counts_for_nothing(tmp_path, text):
    (tmp_path / "search.jsonl").write_text(text + "\n")
    assert len(Log(tmp_path / "search.jsonl")) == 0


@pytest.mark.parametrize("text", ["a = " + "[" * 5000, ".".join("a" * 900) + " = 1", "a = " + "[" * 90 + "]" * 90])
def test_tables_that_lie_deep_in_each_other_are_a_sentence(tmp_path, text):
    (tmp_path / "deep.toml").write_text(text)
    with pytest.raises(WrongUse, match="cannot be read: its tables are nested too deeply"):
        read_toml(tmp_path / "deep.toml", "The rules file")


def test_what_a_killed_process_left_aside_in_an_experiment_is_removed(tmp_path):
    given = {"settings": "cards.hand=7", "seats": "random,random", "seed": 1, "out": tmp_path / "c"}
    compare("lost-cities", 40, **given)
    left = [tmp_path / "c" / name for name in (".experiment.json.77-0123abcd.aside", "arms/.x.77-0123abcd.aside")]
    for path in left:
        path.write_text("half")
    with atomic_files.atomic_write(tmp_path / "c" / "chart.svg") as living:
        living.write_text("being drawn")
        compare("lost-cities", 40, **given, resume=True)
        assert not any(path.exists() for path in left)
        assert living.read_text() == "being drawn"
    assert (tmp_path / "c" / "chart.svg").read_text() == "being drawn"
    assert not list((tmp_path / "c").rglob("*.aside"))


def test_what_a_killed_process_left_aside_among_charts_is_removed(tmp_path):
    (tmp_path / ".seats-wins.png.77-0123abcd.aside").write_text("half")
    with atomic_files.atomic_write(tmp_path / "seats-wins.svg") as living:
        living.write_text("being drawn")
        results.write([], tmp_path, "lost-cities", ["random", "random"], [])
    assert sorted(path.name for path in tmp_path.iterdir()) == ["findings.json", "seats-wins.svg"]


def test_a_folder_with_nothing_but_what_was_left_aside_is_free(tmp_path):
    (tmp_path / ".experiment.json.77-0123abcd.aside").write_text("half")
    assert atomic_files.is_empty(tmp_path)
    compare("lost-cities", 40, settings="cards.hand=7", seats="random,random", seed=1, out=tmp_path)
    assert not list(tmp_path.rglob("*.aside"))


@pytest.fixture(scope="module")
def compared(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared") / "c"
    compare("lost-cities", 20_100, settings="cards.hand=7", seats="random,random", seed=1, out=folder)
    return folder


def without(folder: Path, *parts: int) -> None:
    """Take parts of the games out of a manifest."""

    def shorten(manifest):
        manifest["complete"] = False
        for part in parts:
            del manifest["parts"][f"games/part-{part:05d}.parquet"]

    edit(folder, shorten)


LACKS = r"says that the experiment is complete, but the arm .* lacks games\. .*--resume"


@pytest.mark.parametrize("arm", [0, 1])
def test_an_experiment_that_is_said_to_be_complete_has_every_game_of_every_arm(compared, tmp_path, arm):
    folder = shutil.copytree(compared, tmp_path / "c")
    experiment = Experiment(folder)
    experiment.check()
    without(list(experiment.arms.values())[arm].folder, 2)
    with pytest.raises(DigsiteError, match=LACKS):
        Experiment(folder).check()


@pytest.mark.parametrize(("stopped", "gone"), [(20_000, [1, 2]), (10_000, [1])], ids=["too short", "a gap"])
def test_games_played_until_decided_are_there_up_to_that_number_without_a_gap(compared, tmp_path, stopped, gone):
    folder = shutil.copytree(compared, tmp_path / "c")
    path = folder / "experiment.json"
    path.write_text(json.dumps(json.loads(path.read_text()) | {"stopping": {"games": stopped}}))
    experiment = Experiment(folder)
    experiment.check()
    without(next(iter(experiment.arms.values())).folder, *gone)
    with pytest.raises(DigsiteError, match=LACKS):
        Experiment(folder).check()

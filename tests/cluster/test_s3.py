"""Runs in object storage, against a real S3 server process on the loopback."""

import json
import subprocess
import sys
from dataclasses import replace

import pytest

from simulator.errors import DigsiteError, WrongUse
from simulator.lab.compare import compare
from simulator.lab.notebook import analyze
from simulator.lab.running import Running
from simulator.lab.simulate import play_run, simulate
from simulator.play.plan import make_plan
from simulator.runs import places
from simulator.runs.folders import open_folder
from simulator.runs.places import place
from simulator.runs.replay import replay
from simulator.runs.run import Run
from tests.cluster.elsewhere import KEYS, SECRET, bytes_of

PLAN = replace(make_plan("lost-cities", 1_500, seats="random,random", seed=4, events=130, rotate=True), part_games=300)
COMMAND = "digsite simulate lost-cities"


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("here") / "run"
    play_run(PLAN, folder, Running(threads=1), COMMAND)
    return folder


@pytest.fixture(scope="module")
def there(s3):
    folder = place("s3://bucket/studio/run")
    play_run(PLAN, folder, Running(threads=2), COMMAND)
    return folder


def test_a_run_in_a_bucket_is_the_same_bytes_as_one_here(here, there):
    assert bytes_of(there) == bytes_of(here)
    assert str(there) == "s3://bucket/studio/run"


def test_workers_write_into_the_bucket_themselves(s3, here, address, monkeypatch):
    monkeypatch.setattr("simulator.runs.files.write_bytes", lambda *_: pytest.fail("bytes came back"))
    folder = place("s3://bucket/by-workers")
    play_run(PLAN, folder, Running(cluster=address), COMMAND)
    assert bytes_of(folder) == bytes_of(here)


def test_a_run_in_a_bucket_is_analysed_and_replayed_like_one_here(here, there, tmp_path):
    ours, theirs = (analyze(str(folder), "seats", out=tmp_path / name) for name, folder in (("a", here), ("b", there)))
    assert [found["sentence"] for found in ours.findings] == [found["sentence"] for found in theirs.findings]
    assert list(replay(Run(here), 7)) == list(replay(Run(str(there)), 7))
    assert Run("s3://bucket/studio/run").games.collect().equals(Run(here).games.collect())


def test_a_comparison_lies_in_a_bucket_with_its_charts_and_is_read_again(s3):
    given = {"settings": "cards.hand=7", "seats": "random,random", "seed": 2}
    shown = compare("lost-cities", 600, **given, out="s3://bucket/compared")
    names = {str(path).rpartition("/")[2] for path in places.files_in(place("s3://bucket/compared"))}
    assert {"experiment.json", "findings.json", "manifest.json"} <= names
    assert any(name.endswith(".svg") for name in names)
    again = compare("lost-cities", 600, **given, out="s3://bucket/compared", resume=True)
    assert [f.sentence for f in again.result.findings] == [f.sentence for f in shown.result.findings]
    assert open_folder("s3://bucket/compared").kind == "compare"


def test_an_upload_that_breaks_off_once_is_tried_again(s3, here):
    s3.cut("part-00002.parquet", times=1)
    play_run(PLAN, place("s3://bucket/cut-once"), Running(threads=2), COMMAND)
    assert s3.cuts == 0
    assert bytes_of(place("s3://bucket/cut-once")) == bytes_of(here)


def test_an_upload_that_breaks_off_for_good_is_a_sentence_and_the_run_resumes(s3, here):
    folder = place("s3://bucket/cut")
    s3.cut("games/part-00002.parquet", times=10_000)
    told = r"^The run in s3://bucket/cut cannot be written: .*\. What is written is whole; go on with --resume\.$"
    with pytest.raises(DigsiteError, match=told) as problem:
        play_run(PLAN, folder, Running(threads=2), COMMAND)
    s3.cut("", times=0)
    assert all(value not in str(problem.value) for value in KEYS.values())
    there = bytes_of(folder)
    assert "games/part-00002.parquet" not in there  # not half of it either
    assert not Run(folder).complete
    assert play_run(PLAN, folder, Running(threads=2, resume=True), COMMAND).complete
    assert bytes_of(folder) == bytes_of(here)


def test_a_damaged_part_in_a_bucket_is_noticed_and_played_again(s3, here):
    folder = place("s3://bucket/damaged")
    play_run(PLAN, folder, Running(threads=2), COMMAND)
    (folder / "games/part-00001.parquet").write_bytes(b"damaged")
    with pytest.raises(DigsiteError, match=r"part-00001\.parquet is damaged or not of this run"):
        Run(folder).check_files()
    play_run(PLAN, folder, Running(threads=2, resume=True), COMMAND)
    Run(folder).check_files()
    assert bytes_of(folder) == bytes_of(here)


def test_a_bucket_that_holds_another_run_is_left_alone(there):
    with pytest.raises(WrongUse, match="already holds another run"):
        play_run(replace(PLAN, seed=5), there, Running(), COMMAND)


def test_no_key_stands_in_what_is_written_or_said(s3, there):
    for path in places.files_in(there):
        assert all(value.encode() not in path.read_bytes() for value in KEYS.values())
    assert places.said(OSError(f"refused {SECRET} of the-key-of-a-tester")) == "refused *** of ***"


def test_a_place_that_cannot_be_reached_is_a_sentence(s3):
    with pytest.raises(WrongUse, match="s3://bucket/nothing is not a run or an experiment"):
        open_folder("s3://bucket/nothing")
    with pytest.raises(DigsiteError, match=r"s3://no-such-bucket/run cannot be (written|reached)"):
        simulate("lost-cities", 4, seats="random,random", out="s3://no-such-bucket/run")


def test_the_command_line_takes_a_bucket_where_it_takes_a_folder(there, tmp_path):
    words = [sys.executable, "-m", "simulator.cli"]
    told = subprocess.run([*words, "replay", str(there), "--game", "3"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1] == list(replay(Run(there), 3))[-1]
    made = subprocess.run(
        [*words, "report", str(there), "--no-experiments", "--no-sensitivity", "--out", str(tmp_path / "r.html"), "-q"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "r.html").stat().st_size > 100_000


def test_every_file_system_that_fsspec_knows_will_do(here):
    folder = place("memory://shelf/run")
    play_run(PLAN, folder, Running(threads=2), COMMAND)
    assert bytes_of(folder) == bytes_of(here)
    assert json.loads((folder / "manifest.json").read_text())["complete"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("nonsense://a/b", "fsspec knows no nonsense://"),
        ("sftp://me:secret-word@host/run", "A password must not stand in sftp://"),
    ],
)
def test_a_place_that_makes_no_sense_is_refused(wrong, told):
    with pytest.raises(WrongUse, match=told) as problem:
        place(wrong)
    assert "secret-word" not in str(problem.value)


def test_without_the_extra_a_bucket_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(WrongUse, match=r"pip install digsite\[cluster\]"):
        place("s3://bucket/run")


def test_paths_of_this_machine_stay_what_they_are(tmp_path):
    assert place("runs/first") == place(place("runs/first")).__class__("runs/first")
    assert place(f"file://{tmp_path}") == tmp_path
    assert not places.is_elsewhere(place(tmp_path))

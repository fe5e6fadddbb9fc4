"""Runs in object storage, against a real S3 server process on the loopback."""

import json
import os
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from urllib.parse import quote, quote_plus

import pytest

from digsite.simulator.errors import DigsiteError, WrongUse, short_message
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.compare import compare
from digsite.simulator.lab.experiments.simulate import play_run, simulate
from digsite.simulator.lab.notebook import analyze
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.simulator.runs.addresses import place
from digsite.simulator.runs.folder import lock
from digsite.simulator.runs.folder.lock import locked
from digsite.simulator.runs.opening import open_folder
from digsite.simulator.runs.replay import replay
from digsite.simulator.runs.run import Run
from tests.cluster.elsewhere import KEYS, SECRET, bytes_of, wait_for

PLAN = replace(make_plan("lost-cities", 1_500, seats="random,random", seed=4, events=130, rotate=True), part_games=300)


@pytest.fixture(scope="module")
def here(tmp_path_factory):
    folder = tmp_path_factory.mktemp("here") / "run"
    play_run(PLAN, folder, Running(threads=1))
    return folder


@pytest.fixture(scope="module")
def there(s3):
    folder = place("s3://bucket/studio/run")
    play_run(PLAN, folder, Running(threads=2))
    return folder


def test_a_run_in_a_bucket_is_the_same_bytes_as_one_here(here, there):
    assert bytes_of(there) == bytes_of(here)
    assert str(there) == "s3://bucket/studio/run"


def test_workers_write_into_the_bucket_themselves(s3, here, address, monkeypatch):
    monkeypatch.setattr("digsite.simulator.runs.atomic_files.write_bytes", lambda *_: pytest.fail("bytes came back"))
    folder = place("s3://bucket/by-workers")
    play_run(PLAN, folder, Running(cluster=address))
    assert bytes_of(folder) == bytes_of(here)


def test_a_run_in_a_bucket_is_analysed_and_replayed_like_one_here(here, there, tmp_path):
    ours, theirs = (analyze(str(folder), "seats", out=tmp_path / name) for name, folder in (("a", here), ("b", there)))
    assert [found["sentence"] for found in ours.findings] == [found["sentence"] for found in theirs.findings]
    assert list(replay(Run(here), 7)) == list(replay(Run(str(there)), 7))
    assert Run("s3://bucket/studio/run").games.collect().equals(Run(here).games.collect())


def test_a_comparison_lies_in_a_bucket_with_its_charts_and_is_read_again(s3):
    given = {"settings": "cards.hand=7", "seats": "random,random", "seed": 2}
    shown = compare("lost-cities", 600, **given, out="s3://bucket/compared")
    names = {str(path).rpartition("/")[2] for path in storage.files_in(place("s3://bucket/compared"))}
    assert {"experiment.json", "findings.json", "manifest.json"} <= names
    assert any(name.endswith(".svg") for name in names)
    again = compare("lost-cities", 600, **given, out="s3://bucket/compared", resume=True)
    assert [f.sentence for f in again.result.findings] == [f.sentence for f in shown.result.findings]
    assert open_folder("s3://bucket/compared").kind == "compare"


def test_an_upload_that_breaks_off_once_is_tried_again(s3, here):
    s3.cut("part-00002.parquet", times=1)
    play_run(PLAN, place("s3://bucket/cut-once"), Running(threads=2))
    assert s3.cuts == 0
    assert bytes_of(place("s3://bucket/cut-once")) == bytes_of(here)


def test_an_upload_that_breaks_off_for_good_is_a_sentence_and_the_run_resumes(s3, here):
    folder = place("s3://bucket/cut")
    s3.cut("games/part-00002.parquet", times=10_000)
    told = r"^The run in s3://bucket/cut cannot be written: .*\. What is written is whole; continue with --resume\.$"
    with pytest.raises(DigsiteError, match=told) as problem:
        play_run(PLAN, folder, Running(threads=2))
    s3.cut("", times=0)
    assert all(value not in str(problem.value) for value in KEYS.values())
    there = bytes_of(folder)
    assert "games/part-00002.parquet" not in there  # not half of it either
    assert not Run(folder).complete
    assert play_run(PLAN, folder, Running(threads=2, resume=True)).complete
    assert bytes_of(folder) == bytes_of(here)


def test_a_bucket_that_is_lost_before_the_first_part_is_not_said_to_be_empty(s3, monkeypatch):
    """What was begun there cannot be removed."""
    folder = place("s3://bucket/lost-early")

    def lost(*_arguments):
        raise OSError("no route to the bucket")

    monkeypatch.setattr(
        "digsite.simulator.lab.experiments.simulate.write_parts",
        lambda *_: monkeypatch.setattr(storage, "_fs", lost) or lost(),
    )
    with pytest.raises(DigsiteError, match=r"cannot be written: no route to the bucket\.$"):
        play_run(PLAN, folder, Running(threads=1))
    monkeypatch.undo()
    assert play_run(PLAN, folder, Running(threads=1)).complete


def test_a_damaged_part_in_a_bucket_is_noticed_and_played_again(s3, here):
    folder = place("s3://bucket/damaged")
    play_run(PLAN, folder, Running(threads=2))
    (folder / "games/part-00001.parquet").write_bytes(b"damaged")
    with pytest.raises(DigsiteError, match=r"part-00001\.parquet is damaged or not of this run"):
        Run(folder).check_files()
    play_run(PLAN, folder, Running(threads=2, resume=True))
    Run(folder).check_files()
    assert bytes_of(folder) == bytes_of(here)


def test_a_manifest_that_is_written_anew_while_it_is_read_is_the_old_or_the_new(s3, monkeypatch):
    """A store refuses to read out an object that was opened before another took its place."""
    path = place("s3://bucket/anew/manifest.json")
    storage.write(path, b'{"complete": false}')
    opened = type(path.fs)._open

    def then_written_anew(fs, name, *given, **options):
        found = opened(fs, name, *given, **options)
        fs.pipe_file(name, fs.cat_file(name) + b"\n")
        return found

    monkeypatch.setattr(type(path.fs), "_open", then_written_anew)
    with path.open("rb") as refused, pytest.raises(OSError, match="no longer exists"):
        refused.read()
    assert atomic_files.read_json(path, "The manifest") == {"complete": False}


def test_a_part_that_breaks_off_while_it_is_read_is_not_missing(here, monkeypatch):
    def half(_path, _known):
        raise OSError("half of it arrived")

    monkeypatch.setattr(storage, "local_copy", half)
    with pytest.raises(DigsiteError, match=r"part-00000\.parquet cannot be read: half of it arrived\.$"):
        Run(here).check_files()


def test_a_bucket_that_holds_another_run_is_left_alone(there):
    with pytest.raises(WrongUse, match="already holds another run"):
        play_run(replace(PLAN, seed=5), there, Running())


@pytest.fixture
def quick(monkeypatch):
    """Locks that beat ten times a second."""
    monkeypatch.setattr(lock, "BEAT", 0.1)
    monkeypatch.setattr(lock, "PATIENCE", 600.0)  # on a busy machine a beat may be late


def test_a_second_writer_is_kept_out_of_a_bucket(s3, quick):
    folder = place("s3://bucket/locked")
    told = rf"^Another digsite \(process {os.getpid()} on \S+\) is writing to s3://bucket/locked; wait for it"
    with locked(folder), locked(folder), ThreadPoolExecutor(1) as elsewhere:  # who has it may take it again
        with pytest.raises(DigsiteError, match=told):
            elsewhere.submit(lambda: play_run(PLAN, folder, Running(threads=1))).result()
        assert (folder / lock.LOCK).exists()
    assert storage.files_in(folder) == []


@pytest.mark.parametrize("here", [True, False], ids=["at once on the same machine", "after a while on another"])
def test_a_lock_whose_owner_is_dead_is_taken_over(s3, here, monkeypatch):
    folder = place(f"s3://bucket/left-behind-{here}")
    gone = {"process": 2**22 + 1, "host": "h", "machine": lock._machine() if here else "m", "token": "t", "beat": 4}
    (folder / lock.LOCK).write_text(json.dumps(gone))
    monkeypatch.setattr(lock, "PATIENCE", 600.0 if here else 0.3)
    began = time.monotonic()
    assert play_run(PLAN, folder, Running(threads=1)).complete
    assert time.monotonic() - began < 300 if here else time.monotonic() - began >= lock.PATIENCE
    assert not (folder / lock.LOCK).exists()


@pytest.mark.parametrize("taken", [True, False], ids=["taken over", "gone"])
def test_who_has_lost_a_lock_writes_no_more_and_leaves_it(s3, quick, taken):
    folder = place("s3://bucket/lost")

    def is_lost():
        """Meddles each time: a beat that has just looked writes the lock once more."""
        storage.write(folder / lock.LOCK, b"another's") if taken else storage.remove(folder / lock.LOCK)
        return lock._BEATING[-1].lost

    with locked(folder):
        wait_for(is_lost)  # at the next beat, and before a manifest is saved
        with pytest.raises(DigsiteError, match="Another digsite has taken over s3://bucket/lost"):
            play_run(PLAN, folder, Running(threads=1))
    assert [path.name for path in storage.files_in(folder)] == [lock.LOCK] * taken
    storage.remove(folder / lock.LOCK)


def test_a_lock_is_looked_at_before_a_manifest_is_saved(s3, monkeypatch):
    folder = place("s3://bucket/looked-at")
    monkeypatch.setattr(lock, "BEAT", 600.0)  # no beat writes it anew meanwhile
    with locked(folder):
        lock.check_lock()
        (folder / lock.LOCK).write_text("another's")
        with pytest.raises(DigsiteError, match="Another digsite has taken over"):
            lock.check_lock()


def test_a_lock_whose_answer_was_lost_is_ones_own(s3, monkeypatch):
    create = storage.create
    monkeypatch.setattr(storage, "create", lambda path, content: create(path, content) and False)
    monkeypatch.setattr(lock._Beat, "_watch", lambda _beat: pytest.fail("it is watched like another's"))
    with locked(place("s3://bucket/answer-lost")):
        lock.check_lock()


def test_a_lock_beats_on_after_the_bucket_was_out_of_reach(s3, quick, monkeypatch):
    folder, write, failed = place("s3://bucket/out-of-reach"), storage.write, []

    def fail_once(path, content):
        if not failed:
            failed.append(path)
            raise OSError("no route to the bucket")
        write(path, content)

    monkeypatch.setattr(storage, "write", fail_once)
    with locked(folder):
        before = storage.content(folder / lock.LOCK)  # at one go: a lock that beats changes under two requests
        wait_for(lambda: failed and storage.content(folder / lock.LOCK) != before)
        lock.check_lock()


def test_a_lock_can_be_had_where_a_store_cannot_create_at_one_go(monkeypatch):
    path = place("memory://old-store/.lock")
    plain = type(path.fs).pipe_file

    def pipe_file(fs, name, content, mode="overwrite"):
        if mode != "overwrite":
            raise NotImplementedError
        return plain(fs, name, content)

    monkeypatch.setattr(type(path.fs), "pipe_file", pipe_file)
    assert storage.create(path, b"one")
    assert not storage.create(path, b"two")
    assert storage.content(path) == b"one"


def test_half_an_upload_is_noticed(monkeypatch):
    path = place("memory://half/of-it")

    def put_file(fs, here, name):
        fs.pipe_file(name, Path(here).read_bytes()[:2])

    monkeypatch.setattr(type(path.fs), "put_file", put_file)
    with pytest.raises(OSError, match="only 2 of 4 bytes of of-it arrived"), storage.uploading(path) as here:
        here.write_bytes(b"four")


def test_where_there_are_folders_half_an_upload_never_has_its_name(monkeypatch):
    path = place("memory://breaks/off")

    def put_file(fs, here, name):
        fs.pipe_file(name, b"half")
        raise OSError("the line is cut")

    monkeypatch.setattr(type(path.fs), "put_file", put_file)
    with pytest.raises(OSError, match="the line is cut"), storage.uploading(path) as here:
        here.write_bytes(b"all of it")
    assert not path.exists()


def test_a_name_may_have_any_letters(s3, here):
    folder = place("s3://bucket/größe #1 ?/50 %20/発掘")
    play_run(PLAN, folder, Running(threads=2))
    assert bytes_of(folder) == bytes_of(here)
    assert list(replay(Run(str(folder)), 7)) == list(replay(Run(here), 7))


@pytest.mark.parametrize("secret", ["a/b+c d=&é", "p@ss:w%rd"])
def test_a_secret_with_odd_letters_is_not_said_either(monkeypatch, secret):
    monkeypatch.setenv("AWS_SESSION_TOKEN", secret)
    for written in (secret, quote(secret), quote(secret, safe=""), quote_plus(secret)):
        assert short_message(OSError(f"no answer, token={written}, key=.")) == "no answer, token=***, key="
    assert (
        short_message(OSError("No answer from http://me:p%20w@host:9000/b.")) == "No answer from http://***@host:9000/b"
    )


def test_no_key_stands_in_what_is_written_or_said(s3, there):
    for path in storage.files_in(there):
        assert all(value.encode() not in path.read_bytes() for value in KEYS.values())
    assert short_message(OSError(f"refused {SECRET} of the-key-of-a-tester")) == "refused *** of ***"


def test_a_place_that_cannot_be_reached_is_a_sentence(s3):
    with pytest.raises(WrongUse, match="s3://bucket/nothing is not a run or an experiment"):
        open_folder("s3://bucket/nothing")
    with pytest.raises(DigsiteError, match=r"s3://no-such-bucket/run cannot be (written|reached)"):
        simulate("lost-cities", 4, seats="random,random", out="s3://no-such-bucket/run")


def test_the_command_line_takes_a_bucket_where_it_takes_a_folder(there, tmp_path):
    words = [sys.executable, "-m", "digsite.simulator.cli"]
    told = subprocess.run([*words, "replay", str(there), "--game", "3"], capture_output=True, text=True)
    assert told.returncode == 0, told.stderr
    assert told.stdout.splitlines()[-1] == list(replay(Run(there), 3))[-1]
    made = subprocess.run(
        [*words, "report", str(there), "--no-experiments", "--no-sensitivity", "--out", str(tmp_path / "r.html"), "-q"],
        capture_output=True, text=True,
    )  # fmt: skip
    assert made.returncode == 0, made.stderr
    assert (tmp_path / "r.html").stat().st_size > 100_000


def test_a_report_is_not_written_to_a_folder_that_is_called_like_a_bucket(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(WrongUse, match="is not a file of this machine"):
        atomic_files.check_writable(Path("s3://bucket/r.html"))
    atomic_files.check_writable(Path("r.html"))
    assert list(tmp_path.iterdir()) == []


def test_every_file_system_that_fsspec_knows_will_do(here):
    folder = place("memory://shelf/run")
    play_run(PLAN, folder, Running(threads=2))
    assert bytes_of(folder) == bytes_of(here)
    assert json.loads((folder / "manifest.json").read_text())["complete"]


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ("nonsense://a/b", "fsspec knows no nonsense://"),
        ("simplecache::s3://a/b", "is a chain of file systems"),
        ("s3://AKIA:secret-word/x@bucket/run", "A password must not stand in s3://"),
        ("s3://bucket/run?X-Amz-Signature=secret-word", "A key or a signature must not stand in s3://"),
        ("https://host/run", "Nothing can be written to https://"),
        ("zip://a.zip", "Nothing can be written to zip://"),
        ("s3://", "s3:// names no bucket"),
        ("s3://bucket/../run", r"leads through \. or \.\."),
        ("s3:bucket/run", r"Did you mean s3://bucket/run\?"),
        ("abfs://c@account.dfs.core.windows.net/run", "says account_name, which cannot be kept"),
        ("sftp://me:secret-word@host/run", "A password must not stand in sftp://"),
    ],
)
def test_a_place_that_makes_no_sense_is_refused(wrong, told):
    with pytest.raises(WrongUse, match=told) as problem:
        place(wrong)
    assert "secret-word" not in str(problem.value)


@pytest.mark.parametrize(
    "where", ["sftp://me@host:22/run", "smb://host/share/run", "ftp://host/run", "s3://b/k", "az://c/k"]
)
def test_a_place_is_named_so_that_others_find_it(where, monkeypatch):
    monkeypatch.setattr("fsspec.get_filesystem_class", lambda scheme: scheme)  # its package may be missing
    try:
        folder = place(where) / "games"
    except WrongUse:
        pytest.skip("fsspec's package for it is not installed")
    assert addresses.path_text(folder) == f"{where}/games"
    again = place(addresses.path_text(folder))
    assert (again.path, again.storage_options) == (folder.path, folder.storage_options)


def test_without_the_extra_a_bucket_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "upath", None)
    with pytest.raises(WrongUse, match=r"pip install digsite\[cluster\]"):
        place("s3://bucket/run")


def test_a_store_whose_package_is_missing_says_which(monkeypatch):
    def missing(_scheme):
        raise ImportError("Please install gcsfs to access Google Storage")

    monkeypatch.setattr("fsspec.get_filesystem_class", missing)
    with pytest.raises(WrongUse, match=r"^gs://bucket/run cannot be used: Please install gcsfs"):
        place("gs://bucket/run")


def test_nobody_is_called_only_to_see_whether_a_path_leads_elsewhere(monkeypatch):
    folder = place("memory://far/run")
    monkeypatch.setattr(type(folder), "fs", property(lambda _path: pytest.fail("it connects")))
    assert addresses.is_remote(place(folder))


def test_paths_of_this_machine_stay_what_they_are(tmp_path):
    assert place("runs/first") == place(place("runs/first")).__class__("runs/first")
    assert place(f"file://{tmp_path}") == tmp_path
    assert not addresses.is_remote(place(tmp_path))

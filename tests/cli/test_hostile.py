"""Hostile inputs, each with the sentence that answers it: one line, the right exit code, nothing left on disk."""

import json
import os
import subprocess
import sys
from contextlib import chdir
from shutil import copytree

import pytest

from digsite.simulator.errors import DigsiteError, short_message
from digsite.simulator.runs.addresses import place
from digsite.simulator.runs.storage import remote_errors
from tests.cli.test_cli import run

SIMULATE = ["simulate", "lost-cities", "--seats", "random", "--players", "2", "-n"]
PLAY = [*SIMULATE, "4"]

TABLE = [
    # numbers
    ([*SIMULATE, "9" * 24], "--games must be at most 4,294,967,296; a number of 24 digits is more."),
    ([*SIMULATE, "1000G"], "--games must be at most 4,294,967,296; 1,000,000,000,000 is more."),
    ([*SIMULATE, "9" * 5000], "--games must be at most 4,294,967,296; a number of 5000 digits is more."),
    ([*SIMULATE, "-5"], "'-5' is not a whole number such as 500, 20k or 2.5M."),
    ([*SIMULATE, "nan"], "'nan' is not a whole number such as 500, 20k or 2.5M."),
    ([*SIMULATE, "1e6"], "'1e6' is not a whole number such as 500, 20k or 2.5M."),
    ([*SIMULATE, ""], "-n is an empty text; give it a value or leave it out."),
    (["simulate", "lost-cities", "--seats", ""], "--seats is an empty text; give it a value or leave it out."),
    (["simulate", "lost-cities", "--seats="], "--seats is an empty text; give it a value or leave it out."),
    (["simulate", ""], "An argument is an empty text; give it a value or leave it out."),
    ([*PLAY, "--set", "cards.hand=7", "--set", "cards.hand=8"], "cards.hand is set twice; leave one of them out."),
    ([*PLAY, "--set", "cards.hnd=7"], "Did you mean 'cards.hand'? See: digsite rules lost-cities"),
    (["strength", "lost-cities", "--minutes", "inf"], "--minutes must be above 0 and finite; inf is not."),
    (["bench", "--seconds", "nan"], "--seconds must be finite; nan is not."),
    (["bench", "--seconds", "inf"], "--seconds must be finite; inf is not."),
    (["replay", "nowhere", "--median", "--closest"], "Name one game: only one of --game, --median"),
    ([*PLAY, "--plugin", "/"], "/ is a folder; name the file of a plug-in"),
    ([*PLAY, "--plugin", "/etc/hostname"], "/etc/hostname is not a Python file. Name a plug-in such as mine.py."),
    ([*PLAY, "--out", "/etc/hostname"], "/etc/hostname is a file; name a folder."),
    (
        [*PLAY, "--out", "/etc/hostname/run"],
        "/etc/hostname is a file, and /etc/hostname/run would lie in it; name a folder.",
    ),
    ([*PLAY, "--out", "a" * 300], f"{'a' * 79}… cannot be a folder: File name too long."),
    ([*PLAY, "--out", "~nobody-here/run"], "There is no home folder ~nobody-here; name another folder."),
    ([*PLAY, "--events", "1000G"], "--events must be at most 4,294,967,296; 1,000,000,000,000 is more."),
    ([*PLAY, "--threads", "1000000000"], "--threads must be at most 1,024; 1,000,000,000 is more."),
    ([*PLAY, "--threads", "-1"], "--threads must be at least 1; -1 is not."),
    ([*PLAY, "--seed", "9" * 30], "--seed must be a whole number from 0 to 2**63 - 1"),
    ([*PLAY, "--seed", "-1"], "it must be at least 0; -1 is not."),
    ([*PLAY, "--seed", "abc"], "Invalid value for '--seed': 'abc' is not a whole number. See"),
    (["strength", "lost-cities", "--minutes", "abc"], "Invalid value for '--minutes': 'abc' is not a number. See"),
    (["strength", "lost-cities", "--minutes", "-1"], "--minutes must be above 0; -1.0 is not."),
    (["simulate", "lost-cities", "--players", "9" * 30], "is for 2 to 4 players, not for"),
    (["plan", "lost-cities", "--margin", "1pp", "--pilot", "1000G"], "--pilot must be at most 10,000,000"),
    # names
    (["games", "nonsense"], "There is no game 'nonsense'. There are: archaeology"),
    (["simulate", "../../etc/passwd"], "There is no game '../../etc/passwd'."),
    (["simulate", "$(touch x)"], "There is no game '$(touch x)'."),
    (["simulate", "lost-cities", "--seats", "rusher:tempo=nan,random"], "must be a number; 'nan' is not."),
    (["simulate", "lost-cities", "--seats", "rusher:tempo=inf,random"], "must be a number; 'inf' is not."),
    (["simulate", "lost-cities", "--seats", "rusher:tempo,random"], "A weight is written rusher:weight=value"),
    (["simulate", "lost-cities", "--set", "cards.hand"], "A setting is written key=value; 'cards.hand' has no '='."),
    (["simulate", "lost-cities", "--set", "=7"], "A setting is written key=value; '=7' has no key."),
    (
        ["simulate", "lost-cities", "--set", "cards.hand="],
        "cards.hand must be a whole number from 1 to 16; nothing is not.",
    ),
    (
        ["simulate", "lost-cities", "--seats", "cautious,,rusher"],
        "--seats has nothing between two commas: 'cautious,,rusher'.",
    ),
    (["simulate", "lost-cities", "--seats", "cautios,rusher"], "Did you mean 'cautious'?"),
    (["simulate", "lost-citis"], "Did you mean 'lost-cities'?"),
    (["simulate", "lost-cities", "--variant", "shrot"], "Did you mean 'short'?"),
    ([*PLAY, "--variant", "short", "--variant", "short"], "The variant short is named twice; leave one of them out."),
    (
        ["compare", "lost-cities", "--variant", "short", "--variant", "short"],
        "The variant short is named twice; leave one of them out.",
    ),
    (
        ["rules", "lost-cities", "--variant", "short", "--variant", "short"],
        "The variant short is named twice; leave one",
    ),
    (
        ["compare", "lost-cities", "--set", "cards.hand=7", "--measure", "turns,artifacts,turns"],
        "The measure turns is named twice; leave one of them out.",
    ),
    (
        ["plan", "lost-cities", "--margin", "1pp", "--measure", "turns,turns"],
        "The measure turns is named twice; leave one of them out.",
    ),
    (
        ["sweep", "lost-cities", "--set", "cards.hand=6,7", "--measure", "turns,turns"],
        "The measure turns is named twice; leave one of them out.",
    ),
    (
        ["compare", "lost-cities", "--set", "cards.hand=7", "--against", "short,short"],
        "The variant short is named twice; leave one of them out.",
    ),
    (["nudge", "lost-cities", "--nudge", "token,token"], "The nudge token is named twice; leave one of them out."),
    (["nudge", "lost-cities", "--nudge", "card,card=1"], "The nudge card is named twice; leave one of them out."),
    (["nudge", "lost-cities", "--nudge", "points=3,points=3"], "The nudge points=3 is named twice; leave one of"),
    (["tournament", "lost-cities", "--strategies", "rusher,rusher"], "The strategy rusher is named twice; leave one"),
    (["strength", "lost-cities", "--strategies", "rusher,rusher"], "The strategy rusher is named twice; leave one of"),
    (["exploit", "lost-cities", "--strategies", "rusher,rusher"], "The strategy rusher is named twice; leave one of"),
    (["tune", "lost-cities", "rusher", "--free", "tempo,tempo"], "The weight tempo is named twice; leave one of them"),
    (["bench", "chac", "chac"], "The game chac is named twice; leave one of them out."),
    (["simulate", "quetzal", "--set", "automaton.types=mumy"], "Did you mean 'mummy'?"),
    (["compare", "lost-cities", "--variant", "short", "--against", "shrt"], "Did you mean 'short'?"),
    (["compare", "lost-cities", "--set", "cards.hand=7", "--measure", "artifcts"], "Did you mean 'artifacts'?"),
    (["nudge", "lost-cities", "--nudge", "tokn"], "Did you mean 'token'?"),
    (["nudge", "lost-cities", "--nudge", "token,,card"], "--nudge has nothing between two commas: 'token,,card'."),
    (["new", "contrct"], "Did you mean 'contract'?"),
    (["new", "game"], "Missing argument 'NAME'. See: digsite new --help"),
    (
        ["simulate", "lost-cities", "--set", "cards.hand=nan"],
        "cards.hand must be a whole number from 1 to 16; nan is not.",
    ),
    (["simulate", "lost-cities", "--set", "cards.hnd=7"], "Did you mean 'cards.hand'?"),
    (["simulate", "lost-cities", "--rules", "."], "The rules file . cannot be read"),
    (["simulate", "lost-cities", "--plugin", "."], ". is a folder; name the file of a plug-in, such as mine.py."),
    (
        ["simulate", "lost-cities", "--seats", "rusher:tempo=1:tempo=2,random"],
        "The weight tempo of rusher is given twice; which of the two is meant?",
    ),
    (["exploit", "lost-cities", "--think", "-1"], "is not a look-ahead player. Write cautious+32"),
    # folders
    ([*PLAY, "--out", "memory://run"], "memory://run would be gone when the command ends; name a folder, or s3://"),
    (["analyze", "memory://run"], "memory://run would be gone when the command ends; name a folder, or s3://"),
    (["report", "Memory:///run"], "Memory:///run would be gone when the command ends; name a folder, or s3://"),
    (["analyze", "nowhere", "--out", "/etc/hostname"], "/etc/hostname is a file; name a folder."),
    (["report", "nowhere", "--out", "/etc/hostname/report.html"], "/etc/hostname is a file; name a folder."),
    (["report", "nowhere", "-n", "50"], "--games is for --all; the runs named here are played already."),
    (["report", "nowhere", "--seed", "0"], "--seed is for --all; the runs named here are played already."),
    (["simulate"], "Name a game, or resume a folder: digsite simulate --resume DIR."),
    (["simulate", "--resume"], "--resume needs the folder: digsite simulate --resume DIR."),
    (["simulate", "--resume", "nowhere"], "nowhere holds nothing to resume: it has neither manifest.json nor"),
    (["compare", "--resume", "nowhere"], "nowhere holds nothing to resume: it has neither manifest.json nor"),
    (["check"], "Name a contract, or resume a folder: digsite check --resume DIR."),
    (["simulate", "--resume=nowhere", "-n", "4"], "nowhere holds nothing to resume"),
    (["simulate", "--resume", "/etc/hostname"], "/etc/hostname is a file; name a folder."),
    (["simulate", "lost-cities", "--resume", "/etc/hostname"], "/etc/hostname is a file; name a folder."),
    (["compare", "--resume", "/etc/hostname"], "/etc/hostname is a file; name a folder."),
    (["report", "a" * 300], f"{'a' * 79}… cannot be a file or folder: File name too long."),
    (["replay", "a" * 300, "--median"], f"{'a' * 79}… cannot be a file or folder: File name too long."),
    ([*PLAY, "--plugin", "a" * 300 + ".py"], f"{'a' * 79}… cannot be a file or folder: File name too long."),
    ([*PLAY, "--rules", "a" * 300], f"The rules file {'a' * 79}… cannot be read: File name too long."),
    ([*PLAY, "--out", "/dev/null"], "/dev/null is a file; name a folder."),
    # form
    (["simulate", "lost-cities", "extra"], "unexpected extra argument(s) (extra). See: digsite simulate --help"),
    (["simulate", "lost-cities", "--gmaes", "4"], "No such option: --gmaes"),
    (["compare", "lost-cities", "--set", "cards.hand=7", "--margin", "-1pp"], "--margin is a size such as 0.5pp"),
    (["compare", "lost-cities", "--set", "cards.hand=7", "--margin", "nanpp"], "--margin is a size such as 0.5pp"),
    (["sweep", "lost-cities", "--set", "cards.hand=7,7"], "is given the value 7 more than once"),
    (["sweep", "lost-cities", "--set", "cards.hand=6,7,07"], "is given the value 07 more than once; leave one of them"),
    (["tournament", "lost-cities", "--strategies", "rusher"], "A tournament needs at least two strategies"),
    (
        ["tournament", "arnak", "--players", "1"],
        "A tournament needs rivals at the table; --players must be at least 2.",
    ),
    (["report", "nowhere", "--out", "report.html"], "nowhere is not a run or an experiment"),
]


def test_a_device_is_refused(capsys):
    code, _, err = run(capsys, *PLAY, "--rules", "/dev/null")
    assert (code, err) == (2, "digsite: The rules file /dev/null is a pipe or a device; save it as a file first.\n")


@pytest.mark.parametrize(("option", "what"), [("--rules", "rules file"), ("--plugin", "plug-in")])
def test_a_pipe_is_refused_and_not_waited_for(capsys, tmp_path, option, what):
    pipe = tmp_path / "mine.py"
    os.mkfifo(pipe)
    code, _, err = run(capsys, *PLAY, option, pipe)
    assert (code, err) == (2, f"digsite: The {what} {pipe} is a pipe or a device; save it as a file first.\n")


@pytest.mark.parametrize("words", [["rules", "lost-cities", "--export"], ["report", "--all", "--out"]])
def test_a_place_that_cannot_be_written_is_a_failure_and_no_wrong_use(capsys, words):
    code, _, err = run(capsys, *words, "/proc/mine.html")
    assert (code, err) == (1, "digsite: /proc/mine.html cannot be written: No such file or directory.\n")


@pytest.mark.parametrize(("words", "sentence"), TABLE, ids=[" ".join(words)[:60] for words, _ in TABLE])
def test_hostile_input_is_answered_with_a_sentence(capsys, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    code, out, err = run(capsys, *words)
    assert code == 2, err
    assert sentence in err
    assert err.startswith("digsite: ")
    assert err.count("\n") == 1
    assert out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--check-with", "+32:caution=nan"], "must be a number of at least 0; 'nan' is not."),
        (["--check-with", "+32:objective=wn"], "Did you mean 'win'?"),
        (["--contract", "none.toml"], "The contract none.toml cannot be read: No such file"),
    ],
)
def test_a_report_of_every_game_is_asked_for_what_can_be_before_they_are_played(capsys, monkeypatch, words, sentence):
    monkeypatch.setattr(
        "digsite.simulator.lab.reporting.report.play_all", lambda *_, **__: pytest.fail("it began to play")
    )
    code, out, err = run(capsys, "report", "--all", *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert sentence in err


def files_there(folder):
    """Files that somebody may name by mistake, each with the sentence that refuses it."""
    mine = (folder / "mine.toml", folder / "mine.py", folder / "link", folder / "loop")
    mine[0].write_text("# mine")
    mine[1].write_bytes(b"# caf\xe9")
    mine[2].symlink_to("nowhere")
    mine[3].symlink_to("loop")
    (folder / "weights.toml").write_text('[game]\nid = "lost-cities"\n')
    return mine


OTHER_KIND = "mine.toml is there already and does not end in"
SLIPS = [
    (["report", "nowhere", "--out", "mine.toml"], f"{OTHER_KIND} .html; name another file."),
    (["check", "mine.toml", "--junit", "mine.toml"], f"{OTHER_KIND} .xml; name another file."),
    ([*PLAY, "--out", "link"], "link is a link that leads nowhere; name a folder."),
    ([*PLAY, "--out", "link/run"], "link is a link that leads nowhere; name a folder."),
    ([*PLAY, "--out", "loop"], "loop is a link that leads nowhere; name a folder."),
    ([*PLAY, "--plugin", "mine.py"], "The plug-in mine.py is not a text in UTF-8; save it as one."),
    ([*PLAY, "--rules", "mine.py"], "The rules file mine.py is not a text in UTF-8; save it as one."),
    (["check", "mine.py"], "The contract mine.py is not a text in UTF-8; save it as one."),
    (
        ["simulate", "lost-cities", "--seats", "rusher@mine.py,random"],
        "The weights file mine.py is not a text in UTF-8; save it as one.",
    ),
    (
        ["simulate", "lost-cities", "--seats", "rusher@weights.toml,random"],
        "weights.toml is not a weights file; `digsite tune` writes one.",
    ),
    ([*PLAY, "--plugin", "loop.py"], "There is no plug-in file loop.py."),
    ([*PLAY, "--out", "caf\udce9"], "'caf?' is not a text in UTF-8; give it another name."),
    (["games", "a" * 3000], f"There is no game '{'a' * 79}…'. There are: archaeology"),
]


@pytest.mark.parametrize(("words", "sentence"), SLIPS, ids=[sentence[:60] for _, sentence in SLIPS])
def test_what_is_named_by_mistake_is_refused_and_stays_as_it_was(capsys, tmp_path, monkeypatch, words, sentence):
    monkeypatch.chdir(tmp_path)
    files_there(tmp_path)
    before = sorted(tmp_path.iterdir())
    code, out, err = run(capsys, *words)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"digsite: {sentence}")
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "mine.toml").read_text() == "# mine"


def test_the_mark_that_some_editors_put_before_a_text_does_no_harm(capsys, tmp_path):
    assert run(capsys, "rules", "lost-cities", "--export", tmp_path / "mine.toml")[0] == 0
    plugin = tmp_path / "mine.py"
    plugin.write_text("# from an editor that marks its texts\nfrom digsite import strategy\n" + FIRST)
    for path in (tmp_path / "mine.toml", plugin):
        path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    words = [
        "simulate",
        "lost-cities",
        "-n",
        "4",
        "--seats",
        "mine,random",
        "--plugin",
        plugin,
        "--out",
        tmp_path / "r",
    ]
    for _ in range(2):  # the same plan in the same folder is the same run
        code, _, err = run(capsys, *words, "--rules", tmp_path / "mine.toml", "--seed", "1", "-q")
        assert (code, err) == (0, "")


def test_a_terminal_without_some_letters_shows_the_rest(tmp_path, played):
    environment = {**os.environ, "PYTHONIOENCODING": "ascii"}
    words = [
        sys.executable,
        "-m",
        "digsite.simulator.cli",
        "analyze",
        str(played),
        "seats",
        "--out",
        str(tmp_path / "a"),
    ]
    told = subprocess.run(words, env=environment, capture_output=True, text=True, check=False)
    assert (told.returncode, "Traceback" in told.stderr) == (0, False), told.stderr
    assert "? " in told.stdout


def test_a_report_tests_where_it_will_write_before_it_works(capsys, tmp_path, monkeypatch):
    words = ["simulate", "lost-cities", "-n", "8", "--seats", "random", "--players", "2", "--out", tmp_path / "r", "-q"]
    assert run(capsys, *words)[0] == 0
    monkeypatch.setattr(
        "digsite.simulator.lab.reporting.report.report", lambda *_, **__: pytest.fail("it worked first")
    )
    (tmp_path / "file").touch()
    for out, told in (
        (tmp_path, "is a folder; name the HTML file"),
        (tmp_path / "file/report.html", "file is a file; name a folder."),
    ):
        code, _, err = run(capsys, "report", tmp_path / "r", "--out", out)
        assert code == 2
        assert told in err


SHORT = '@strategy("lost-cities")\ndef mine(rules, state):\n    return 0\n'
FIRST = '@strategy("lost-cities")\ndef mine(rules, state, seat, options, n, weights):\n    return 0\n'
PLUGINS = [
    (
        [SHORT],
        "The strategy 'mine' of one.py takes 2 arguments; write def mine(rules, state, seat, options, n, weights)",
    ),
    ([FIRST, FIRST], "The plug-in two.py has the same text as one.py; leave one of them out."),
    ([FIRST, FIRST + "# another"], "The strategy 'mine' of two.py has the name of one of one.py; rename it."),
]


@pytest.mark.parametrize(("texts", "sentence"), PLUGINS, ids=[sentence for _, sentence in PLUGINS])
def test_a_plug_in_that_cannot_be_meant_is_refused_before_anything_is_said(
    capsys, tmp_path, monkeypatch, texts, sentence
):
    monkeypatch.chdir(tmp_path)
    words = [*PLAY, "--out", "r"]
    for name, text in zip(("one.py", "two.py"), texts, strict=False):
        (tmp_path / name).write_text("from digsite import strategy\n" + text)
        words += ["--plugin", name]
    code, out, err = run(capsys, *words)
    assert (code, out) == (2, "")
    assert err.startswith(f"digsite: {sentence}")
    assert err.count("\n") == 1
    assert not (tmp_path / "r").exists()


def test_a_plug_in_that_is_named_twice_is_said(capsys, tmp_path):
    plugin = tmp_path / "one.py"
    plugin.write_text("from digsite import strategy\n" + FIRST)
    code, _, err = run(capsys, *PLAY, "--plugin", plugin, "--plugin", plugin, "--out", tmp_path / "r")
    assert (code, err) == (2, f"digsite: The plug-in {plugin} is named twice; leave one of them out.\n")
    again = tmp_path / "../" / tmp_path.name / "one.py"
    code, _, err = run(capsys, *PLAY, "--plugin", plugin, "--plugin", again, "--out", tmp_path / "r")
    assert (code, err) == (2, f"digsite: The plug-in {again} is named twice; leave one of them out.\n")


def test_what_a_plug_in_prints_is_not_taken_for_data(capsys, tmp_path):
    plugin = tmp_path / "loud.py"
    plugin.write_text(
        "from digsite import strategy\nprint('loaded')\n" + FIRST.replace("    return", "    print(n)\n    return")
    )
    words = ["simulate", "lost-cities", "-n", "40", "--seats", "mine,random", "--plugin", plugin, "--threads", "2"]
    code, out, err = run(capsys, *words, "--json", "--out", tmp_path / "r", "-q")
    assert code == 0, err
    assert json.loads(out)["games"] == 40
    assert err.startswith("loaded\n")
    assert err.count("\n") > 100
    code, out, _ = run(capsys, "replay", tmp_path / "r", "--game", "1", "--json")
    assert code == 0
    assert json.loads(out)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    from digsite.simulator.lab.experiments.simulate import simulate

    return simulate(
        "lost-cities", 8, seats="random", players=2, seed=1, out=tmp_path_factory.mktemp("played") / "r"
    ).folder


def test_a_folder_that_a_report_is_given_twice_is_said(capsys, tmp_path, played):
    for again in (played, f"{played}/", played / "../r"):
        code, _, err = run(capsys, "report", played, again, "--out", tmp_path / "report.html")
        assert (code, err.count("\n")) == (2, 1)
        assert err.endswith("is named twice; leave one of them out.\n")
    assert list(tmp_path.iterdir()) == []


def test_a_question_that_is_asked_twice_is_said(capsys, played):
    code, out, err = run(capsys, "analyze", played, "seats", "seats")
    assert (code, out, err) == (2, "", "digsite: The question seats is named twice; leave one of them out.\n")
    assert not (played / "analysis").exists()


WHOLE = "Put an old copy of it back, or delete the folder and play again."
DAMAGES = [
    (lambda _: "{ broken", 1, WHOLE),
    (lambda _: "", 1, WHOLE),
    (lambda found: json.dumps(found | {"parts": 5}), 1, WHOLE),
    (lambda found: json.dumps(found | {"plan": []}), 1, WHOLE),
    (lambda found: json.dumps(found | {"complete": None}), 1, WHOLE),
    (lambda found: json.dumps(found | {"parts": {name: {} for name in found["parts"]}}), 1, WHOLE),
    (lambda found: json.dumps(found | {"parts": {"games/one": {"rows": 1, "sha256": "a"}}}), 1, WHOLE),
    (lambda _: "[]", 2, "manifest.json is not the manifest of a digsite run."),
]


@pytest.mark.parametrize(("damage", "exit_code", "sentence"), DAMAGES, ids=range(len(DAMAGES)))
@pytest.mark.parametrize(
    "words", [["analyze", "r"], ["report", "r"], ["replay", "r", "--median"], ["simulate", "--resume", "r"]]
)
def test_a_damaged_manifest_is_a_sentence_that_fits_every_verb(
    capsys, tmp_path, played, words, damage, exit_code, sentence
):
    copytree(played, tmp_path / "r")
    path = tmp_path / "r/manifest.json"
    path.write_text(damage(json.loads(path.read_text())))
    with chdir(tmp_path):
        code, out, err = run(capsys, *words, *(["--out", "report.html"] if words[0] == "report" else []))
    assert (code, out) == (exit_code, "")
    assert sentence in err.splitlines()[-1]
    assert "Unexpected" not in err
    assert "--out" not in err


def test_rows_that_were_edited_in_a_manifest_are_noticed(capsys, tmp_path, played):
    copytree(played, tmp_path / "r")
    path = tmp_path / "r/manifest.json"
    path.write_text(path.read_text().replace('"rows": 8', '"rows": 9'))
    for verb in ("analyze", "report"):
        code, _, err = run(capsys, verb, tmp_path / "r", "--out", tmp_path / "new")
        assert code == 1
        assert "was edited: it says that games/part-00000.parquet holds 9 games, and by the plan it holds 8." in err


def test_a_place_that_needs_java_says_so():
    pages = "Unable to load libjvm " + "dlopen(/usr/lib/jvm/libjvm.so) failed: no such file " * 200
    with pytest.raises(DigsiteError, match="cannot be reached: hdfs:// goes through Java, and none is found here"):
        with remote_errors(place("memory://run")):
            raise OSError(pages)


def test_pages_that_a_library_says_are_cut_to_a_sentence():
    told = short_message(
        OSError("Unable to load libjvm " + "dlopen(/usr/lib/jvm/libjvm.so) failed: no such file " * 200)
    )
    assert told.startswith("Unable to load libjvm dlopen(/usr/lib/jvm/libjvm.so) failed: no such file")
    assert told.endswith("…")
    assert len(told) <= 300

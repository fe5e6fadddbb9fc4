"""Code that came with a folder runs only when the user has allowed it."""

import json
import os
import shutil
import stat
from pathlib import Path

import pytest

import digsite
from digsite.analyses.companions import Companions
from digsite.reports.page.rules_table import left_out
from digsite.simulator import trust
from digsite.simulator.cli.app import main
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.reporting.report import report
from digsite.simulator.play.plan import short_hash
from digsite.simulator.runs.folder.experiment_file import fingerprint_of
from digsite.strategies.plugins import load
from digsite.strategies.plugins.load import Source

FIRST = """
from digsite import strategy


@strategy("lost-cities")
def first(rules, state, seat, options, n, weights):
    return 0
"""


# Leaves a trace when it runs.
TRACING = f"import os\n\nopen(os.environ.get('TRACE', os.devnull), 'a').write('x')\n{FIRST}"


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    """A run of a plug-in, and a comparison, as somebody else made them."""
    folder = tmp_path_factory.mktemp("played")
    (folder / "mine.py").write_text(TRACING, encoding="utf-8")
    how = {"seats": "first,random", "plugins": folder / "mine.py", "seed": 1}
    digsite.simulate("lost-cities", 40, out=folder / "run", rotate=True, **how)
    digsite.compare("lost-cities", 40, settings={"cards.hand": 7}, out=folder / "compared", **how)
    return folder


@pytest.fixture
def foreign(played, tmp_path, monkeypatch):
    """The same on another machine, where the code leaves a trace when it runs."""
    for name in ("run", "compared"):
        shutil.copytree(played / name, tmp_path / name)
    monkeypatch.setenv("TRACE", str(tmp_path / "ran"))
    monkeypatch.setenv("DIGSITE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(trust, "_allowed", set())
    load.strategies_in.cache_clear()
    monkeypatch.chdir(tmp_path)
    return tmp_path


def edit(folder: Path, **entries) -> None:
    path = folder / "experiment.json"
    manifest = json.loads(path.read_text(encoding="utf-8")) | entries
    manifest["arms"] = {
        name: json.loads((folder / "arms" / name / "manifest.json").read_text(encoding="utf-8"))["fingerprint"]
        for name in manifest["arms"]
    }
    manifest["fingerprint"] = fingerprint_of(manifest)
    path.write_text(json.dumps(manifest), encoding="utf-8")


def run_command(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main([*words])
    return int(ended.value.code or 0)


def ran(folder: Path) -> bool:
    return (folder / "ran").exists()


@pytest.mark.parametrize(
    "words",
    [
        ("replay", "run", "--median"),
        ("replay", "run", "--median", "--chances"),
        ("replay", "run", "--chances", "--sample", "2"),
        ("report", "run", "--check-with", "+2", "--no-sensitivity", "--no-experiments"),
        ("simulate", "--resume", "run", "--games", "80"),
        ("compare", "--resume", "compared"),
    ],
)
def test_what_needs_code_names_it_and_asks_for_trust(foreign, words, capsys):
    assert run_command(*words, "-q") == 2
    told = capsys.readouterr().err
    assert "mine.py (hash " in told
    assert "--trust" in told
    assert not ran(foreign)


@pytest.mark.parametrize(
    ("words", "home", "described"),
    [
        (("replay", "run", "--median"), "run", "run/manifest.json"),
        (("report", "run", "--check-with", "+2"), "run", "run/manifest.json"),
        (("compare", "--resume", "compared"), "compared/arms/*", "compared/experiment.json"),
    ],
)
def test_the_sentence_names_a_file_with_the_very_text_that_would_run(foreign, words, home, described, capsys):
    home = min(foreign.glob(home)).relative_to(foreign)
    copy = home / "plugins" / "mine.py"
    assert run_command(*words, "-q") == 2
    assert f"Read {copy}, then allow it with --trust." in capsys.readouterr().err
    copy.write_text(FIRST, encoding="utf-8")  # harmless, and not what would run
    assert run_command(*words, "-q") == 2
    assert f"Read its text in {Path(described)}, then" in capsys.readouterr().err


def test_a_report_says_nothing_of_steps_that_it_leaves_out(foreign, capsys):
    assert run_command("report", "run") == 0
    told = capsys.readouterr().err
    assert "findings and charts (0 of 1)" in told
    assert "narrated" not in told
    assert "no source confirms" not in told


def test_a_report_names_nothing_as_left_out_that_lies_in_the_folder(foreign):
    run = digsite.Run("run")
    lacking = "a sample game, win chances, what decides who wins{}{} and how much unconfirmed figures matter."
    line_ups = "" if Companions.of(run).is_confounded else ", other line-ups"
    assert lacking.format(line_ups, ", what components are worth") in left_out(run)
    allowed = {"seats": run.plan.players, "plugins": run.folder / "plugins" / "mine.py", "seed": 1}
    digsite.nudge("lost-cities", 40, nudges="token", out="run/nudges", **allowed)
    trust.record_file().unlink()
    trust._allowed.clear()
    assert lacking.format(line_ups, "") in left_out(run)


def test_rows_are_read_without_code(foreign, capsys):
    assert run_command("analyze", "run", "seats", "-q") == 0
    assert run_command("analyze", "compared", "-q") == 0
    assert run_command("report", "run", "compared", "-q") == 0
    page = (foreign / "report.html").read_text(encoding="utf-8")
    assert "This report plays no games" in page
    assert "A game, told" not in page
    assert not ran(foreign)


def test_a_report_of_trusted_code_has_everything(foreign):
    report("run", out="report.html", sensitivity=False, experiments=False, trust=True)
    page = (foreign / "report.html").read_text(encoding="utf-8")
    assert "This report plays no games" not in page
    assert ran(foreign)


def test_what_was_trusted_once_stays_trusted_for_this_user_alone(foreign, capsys, monkeypatch):
    assert run_command("replay", "run", "--median", "-q", "--trust") == 0
    monkeypatch.setattr(trust, "_allowed", set())  # as in the next process
    assert run_command("replay", "run", "--median", "-q") == 0
    listed = trust.record_file()
    assert stat.S_IMODE(listed.stat().st_mode) == 0o600
    listed.chmod(0o666)  # others could have written to it
    monkeypatch.setattr(trust, "_allowed", set())
    assert run_command("replay", "run", "--median", "-q") == 2


def test_where_nothing_can_be_remembered_trust_holds_for_the_command(foreign, monkeypatch, capsys):
    (foreign / "file").touch()
    monkeypatch.setenv("DIGSITE_CONFIG", str(foreign / "file" / "config"))
    assert run_command("replay", "run", "--median", "-q", "--trust") == 0
    monkeypatch.setattr(trust, "_allowed", set())
    assert run_command("replay", "run", "--median", "-q") == 2


def test_a_plug_in_that_the_user_names_with_the_same_text_is_trusted(foreign):
    text = (foreign / "run" / "manifest.json").read_text(encoding="utf-8")
    (foreign / "mine.py").write_text(json.loads(text)["plan"]["plugins"][0]["text"], encoding="utf-8")
    digsite.simulate(out="run", resume=True, plugins="mine.py")
    assert trust.record_file().is_file()


def test_functions_say_how_code_is_trusted(foreign):
    with pytest.raises(WrongUse, match=r"mine\.py \(hash .*then allow it with trust=True\.$"):
        digsite.chances("run", 1)
    assert digsite.chances("run", 1, worlds=2, trust=True).height


def test_the_command_of_an_experiment_is_under_its_fingerprint(foreign, capsys):
    path = foreign / "compared" / "experiment.json"
    path.write_text(path.read_text(encoding="utf-8").replace("--seed 1", "--seed 2"), encoding="utf-8")
    assert run_command("compare", "--resume", "compared") == 1
    assert "was edited" in capsys.readouterr().err


@pytest.mark.parametrize("more", ["--cluster tcp://evil:1", "--out elsewhere", "--trust", "--threads 7"])
def test_the_command_of_an_experiment_decides_nothing_but_what_is_played(foreign, more, capsys):
    command = json.loads((foreign / "compared" / "experiment.json").read_text(encoding="utf-8"))["command"]
    edit(foreign / "compared", command=f"{command} {more}")
    assert run_command("compare", "--resume", "compared") == 1
    assert f"was edited: its command says {more.split()[0]}" in capsys.readouterr().err
    assert not ran(foreign)


def test_a_plug_in_that_the_command_of_an_experiment_names_is_not_read(foreign, capsys):
    (foreign / "other.py").write_text(f"open({str(foreign / 'ran')!r}, 'a')\n{FIRST}", encoding="utf-8")
    command = json.loads((foreign / "compared" / "experiment.json").read_text(encoding="utf-8"))["command"]
    edit(foreign / "compared", command=f"{command} --plugin other.py", plugins=[])
    assert run_command("compare", "--resume", "compared") == 2
    assert not ran(foreign)


def test_an_experiment_of_trusted_code_is_resumed(foreign, capsys):
    edit(foreign / "compared", complete=False)
    assert run_command("compare", "--resume", "compared", "--trust", "-q") == 0
    assert ran(foreign)


def test_a_contract_does_not_run_the_code_it_names_unasked(foreign, capsys):
    (foreign / "mine.py").write_text(f"open({str(foreign / 'ran')!r}, 'a')\n{FIRST}", encoding="utf-8")
    contract = 'game = "lost-cities"\nseats = ["first", "random"]\nplugins = ["mine.py"]\nmost_games = 40\n'
    promise = '[[promise]]\nmeasure = "score"\nat_least = -1000\n'
    (foreign / "contract.toml").write_text(contract + promise, encoding="utf-8")
    assert run_command("check", "contract.toml", "-q") == 2
    assert "--trust" in capsys.readouterr().err
    assert not ran(foreign)
    assert run_command("check", "contract.toml", "-q", "--trust", "--out", "checked") in (0, 3)


@pytest.mark.parametrize(
    ("file", "text"), [("mine.py", 7), ("mine.py", "x = '\ud800'"), ("a\0b.py", FIRST), ("\ud800.py", FIRST)]
)
def test_a_plug_in_of_a_damaged_plan_is_a_sentence(foreign, capsys, file, text):
    path = foreign / "run" / "manifest.json"
    manifest = json.loads(path.read_text(encoding="utf-8"))
    manifest["plan"]["plugins"] = [{"file": file, "text": text}]
    manifest["fingerprint"] = short_hash(manifest["plan"])
    path.write_text(json.dumps(manifest), encoding="utf-8")
    for words in (("replay", "run", "--median"), ("simulate", "--resume", "run", "--trust")):
        assert run_command(*words) == 1
        assert "The plan is damaged: one of its plug-ins is not a file name and a text." in capsys.readouterr().err


@pytest.fixture
def remembered(tmp_path, monkeypatch):
    """The list of a user who has allowed one plug-in, as the next command finds it."""
    monkeypatch.setenv("DIGSITE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(trust, "_allowed", set())
    trust.allow([Source("mine.py", FIRST)])
    trust._allowed.clear()
    return trust.record_file()


def test_trust_is_in_a_text_and_not_in_the_name_of_its_file(remembered):
    assert trust.is_allowed(Source("another.py", FIRST))
    assert not trust.is_allowed(Source("mine.py", FIRST + "\n"))
    trust.allow([Source("mine.py", FIRST)])  # now in this process, too
    assert not trust.is_allowed(Source("mine.py", FIRST + "\n"))


@pytest.mark.parametrize("base", ["", "relative"])
def test_without_a_home_no_list_in_the_present_folder_counts(remembered, tmp_path, monkeypatch, base):
    planted = tmp_path / (base or "~/.config") / "digsite" / trust.RECORD
    planted.parent.mkdir(parents=True)
    shutil.move(remembered, planted)
    for name in ("DIGSITE_CONFIG", "HOME", "APPDATA", "USERPROFILE", "XDG_CONFIG_HOME"):
        monkeypatch.delenv(name, raising=False)
    if base:
        monkeypatch.setenv("XDG_CONFIG_HOME", base)
    monkeypatch.setattr(os.path, "expanduser", lambda path: path)  # neither HOME nor an account says where it is
    monkeypatch.chdir(tmp_path)
    assert not trust.is_allowed(Source("mine.py", FIRST))
    before = planted.read_bytes()
    trust.allow([Source("other.py", FIRST + "\n")])
    assert trust.is_allowed(Source("other.py", FIRST + "\n"))  # for this command
    assert planted.read_bytes() == before


@pytest.mark.parametrize("mode", [0o620, 0o602])
def test_a_list_of_trust_that_others_could_write_counts_for_nothing(remembered, mode):
    assert stat.S_IMODE(remembered.stat().st_mode) == 0o600
    remembered.chmod(mode)
    assert not trust.is_allowed(Source("mine.py", FIRST))

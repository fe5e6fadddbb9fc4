"""A run folder may come from anywhere: reading it runs no code of the game that it keeps; playing needs permission."""

import json
import os
import shutil
from pathlib import Path

import pytest

import digsite
from digsite.analyses.labels import Terms
from digsite.simulator import trust
from digsite.simulator.cli.app import main
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.description import DescribedGame, describe
from digsite.simulator.games import all_games, chosen_game, find_game
from digsite.simulator.lab.common import running
from digsite.simulator.play.plan import make_plan
from digsite.simulator.runs.run import Run
from digsite.strategies.registry import strategies_of
from tests.own_games import edit, forget, write_game

TRACING = "\nimport os\n\nopen(os.environ.get('TRACE', os.devnull), 'a').write('x')\n"
SMALL = {"seats": "holder,random", "players": 2, "seed": 1}


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    """Runs of a game that leaves a trace when any of its code runs."""
    folder = tmp_path_factory.mktemp("theirs")
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        hog = write_game("hog", folder)
        for path in hog.rglob("*.py"):
            path.write_text(path.read_text() + TRACING)
        digsite.simulate(str(hog), 200, out=folder / "run", events=50, rotate=True, **SMALL)
        digsite.compare(str(hog), 200, variants="short", out=folder / "compared", **SMALL)
        digsite.nudge(str(hog), 200, nudges="head-start", out=folder / "nudged", **SMALL)
        shutil.rmtree(hog)
    return folder


@pytest.fixture
def foreign(made, tmp_path, monkeypatch):
    """The same on another machine, in a process that knows no game."""
    forget(monkeypatch)
    monkeypatch.setattr(running, "_announced", set())
    for name in ("run", "compared", "nudged"):
        shutil.copytree(made / name, tmp_path / name)
    monkeypatch.setenv("TRACE", str(tmp_path / "ran"))
    monkeypatch.setenv("DIGSITE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(trust, "_allowed", set())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run_command(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main([*words])
    return int(ended.value.code or 0)


def ran(folder: Path) -> bool:
    return (folder / "ran").exists()


PLAYING = [
    ("replay", "run", "--median"),
    ("replay", "run", "--game", "3", "--chances", "--worlds", "2"),
    ("replay", "run", "--chances", "--sample", "2", "--worlds", "2"),
    ("simulate", "--resume", "run", "--games", "240"),
    ("simulate", "run", "--games", "20", "--seed", "3"),
    ("compare", "run", "--variant", "short", "--games", "20", "--seed", "3"),
    ("compare", "--resume", "compared"),
    ("analyze", "run", "rolls"),
]


@pytest.mark.parametrize("words", PLAYING, ids=" ".join)
def test_what_needs_the_game_names_it_and_asks_for_trust(foreign, words, capsys):
    assert run_command(*words, "-q") == 2
    told = capsys.readouterr().err
    files = Run("run").plan.files
    folder = find_game(f"hog:{files.hash}").home.rules.folder
    assert (
        f"This would run the game hog (__init__.py, columns.py, moves/__init__.py, 10 more files, hash {files.hash})"
        in told
    )
    assert f" of {'compared' if 'compared' in words else 'run'}, which you have not allowed on this machine." in told
    assert f"Read {folder}, then allow it with --trust." in told
    assert {str(it.relative_to(folder)): it.read_text() for it in folder.rglob("*.*")} == files.texts
    assert not ran(foreign)


@pytest.mark.parametrize("words", PLAYING, ids=" ".join)
def test_with_trust_it_runs(foreign, words):
    assert run_command(*words, "-q", "--trust") == 0
    assert ran(foreign)


def test_what_was_trusted_once_stays_trusted(foreign, monkeypatch):
    assert run_command("replay", "run", "--median", "-q", "--trust") == 0
    assert Run("run").plan.files.key in trust.record_file().read_text()
    monkeypatch.setattr(trust, "_allowed", set())  # as in the next process
    assert run_command("replay", "run", "--median", "-q") == 0


READING = [
    ("analyze", "run", "-q"),
    ("analyze", "run", "seats", "scores", "-q"),
    ("analyze", "run", "--list"),
    ("analyze", "compared", "-q"),
    ("analyze", "nudged", "-q"),
    ("report", "run", "compared", "nudged", "-q"),
    ("games", "run"),
    ("games", "compared", "--json"),
    ("nudge", "run", "--list"),
]


@pytest.mark.parametrize("words", READING, ids=" ".join)
def test_rows_are_read_without_running_anything(foreign, words, capsys):
    assert run_command(*words) == 0, capsys.readouterr().err
    assert not ran(foreign)


def test_an_analysis_says_what_it_leaves_out(foreign, capsys):
    assert run_command("analyze", "run") == 0
    told = capsys.readouterr().err
    assert "Pig has questions of its own, which are left out: they would run the game hog (" in told
    assert "which you have not allowed on this machine; --trust allows it." in told
    assert not (foreign / "run/analysis/rolls-wins.svg").exists()
    assert run_command("analyze", "run", "--trust") == 0
    assert "left out" not in capsys.readouterr().err
    assert (foreign / "run/analysis/rolls-wins.svg").exists()


def test_a_report_says_what_it_leaves_out(foreign, capsys):
    assert run_command("report", "run") == 0
    page = (foreign / "report.html").read_text()
    assert (
        "This report plays no games, so it leaves out a sample game, win chances, what decides who wins, other line-ups, what components are "
        "worth, the game&#39;s own questions and how much unconfirmed figures matter. Playing would run the game hog ("
    ) in page
    assert "Rolls" not in page
    assert run_command("report", "run", "--trust", "--no-experiments", "--no-sensitivity") == 0
    trusted = (foreign / "report.html").read_text()
    assert "This report plays no games" not in trusted
    assert "holds and has" in trusted  # the narrated game
    assert "Rolls" in trusted


def test_functions_say_how_a_game_is_trusted(foreign):
    with pytest.raises(WrongUse, match=r"This would run the game hog \(.*then allow it with trust=True\.$"):
        digsite.analyze("run", "rolls")
    assert digsite.analyze("run").findings
    assert not ran(foreign)
    assert digsite.analyze("run", "rolls", trust=True).charts


@pytest.mark.parametrize("named", ["{0}", "{0}/nowhere{1}{0}", "{2}"])
def test_a_trusted_folder_allows_what_lies_in_it_and_nothing_is_remembered(foreign, named, monkeypatch):
    monkeypatch.setenv("DIGSITE_TRUST", named.format(foreign, os.pathsep, foreign / "run"))
    assert run_command("replay", "run", "--median", "-q") == 0
    assert ran(foreign)
    assert not trust.record_file().exists()


@pytest.mark.parametrize("named", ["", ".", "run", "{0}/ru", "{0}/run2", "{0}/compared", "{0}/link/../run2"])
def test_other_folders_allow_nothing(foreign, named, monkeypatch):
    (foreign / "run2").mkdir()
    monkeypatch.setenv("DIGSITE_TRUST", named.format(foreign))
    assert run_command("replay", "run", "--median", "-q") == 2
    assert not ran(foreign)


def test_a_link_from_a_trusted_folder_does_not_make_its_target_trusted(foreign, monkeypatch):
    (foreign / "mine").mkdir()
    (foreign / "mine" / "run").symlink_to(foreign / "run")
    monkeypatch.setenv("DIGSITE_TRUST", str(foreign / "mine"))
    assert run_command("replay", "mine/run", "--median", "-q") == 2


def test_a_trusted_folder_allows_plug_ins_and_contracts_in_it(foreign, monkeypatch, tmp_path):
    (foreign / "mine.py").write_text(
        f"{TRACING}from digsite import strategy\n\n@strategy('lost-cities')\ndef first(rules, state, seat, options, n, weights):\n    return 0\n"
    )
    contract = 'game = "lost-cities"\nseats = ["first", "random"]\nplugins = ["mine.py"]\nmost_games = 40\n'
    (foreign / "contract.toml").write_text(f'{contract}[[promise]]\nmeasure = "score"\nat_least = -1000\n')
    assert run_command("check", "contract.toml", "-q", "--out", "checked") == 2
    assert not ran(foreign)
    monkeypatch.setenv("DIGSITE_TRUST", str(foreign))
    assert run_command("check", "contract.toml", "-q", "--out", "checked") in (0, 3)
    assert ran(foreign)
    assert not trust.record_file().exists()


def test_a_contract_about_a_game_in_a_folder_needs_its_code_to_be_allowed(foreign, capsys):
    pig = write_game("pig", foreign)
    (foreign / "contract.toml").write_text(
        f'game = "{pig}"\nplayers = 2\nseats = "random"\nmost_games = 40\n[[promise]]\nmeasure = "score"\nat_least = -1000\n'
    )
    assert run_command("check", "contract.toml", "-q", "--out", "checked") == 2
    assert f"This needs the game in {pig}, whose code you have not run on this machine." in capsys.readouterr().err
    assert run_command("check", "contract.toml", "-q", "--out", "checked", "--trust") in (0, 3)
    edit(pig / "rules.toml", "value = 40", "value = 41")
    assert run_command("check", "contract.toml", "-q", "--out", "again") == 2  # not the code that was allowed


def test_a_game_planted_where_a_run_says_it_came_from_is_not_run(foreign, monkeypatch):
    """The texts that the user allows run, and nothing else that lies beside files with the same texts."""
    texts = Run("run").plan.game_files
    hog = foreign / "hog"
    for place, text in texts.items():
        (hog / place).parent.mkdir(parents=True, exist_ok=True)
        (hog / place).write_text(text)
    (hog / "questions" / "planted.so").write_bytes(b"\x7fELF")
    manifest = json.loads((foreign / "run/manifest.json").read_text())
    manifest["own_game"]["home"] = str(hog)
    (foreign / "run/manifest.json").write_text(json.dumps(manifest))
    forget(monkeypatch)
    run = Run("run")
    trust.allow(run.plan.code)
    assert run.plan.called == str(hog)
    assert not run.game.home.rules.folder.is_relative_to(foreign)
    assert run.game.records.max_options == 2


# ------------------------------------------------------------------------------------------------ what a run says


@pytest.mark.parametrize("game", all_games().values(), ids=lambda game: game.id)
def test_what_a_run_would_say_of_a_game_is_what_the_game_says(game):
    said(game)


@pytest.mark.parametrize("name", ["pig", "hog", "kuhn"])
def test_what_a_run_says_of_a_users_game_is_what_the_game_says(tmp_path, monkeypatch, name):
    forget(monkeypatch)
    said(chosen_game(str(write_game(name, tmp_path))))


def said(game) -> None:
    about = json.loads(json.dumps(describe(game)))
    told = DescribedGame(game.home, lambda: about)
    for name in (
        "title", "version", "players", "own_columns", "columns", "checkpoints", "events", "wording", "own_nudges", "nudges",
        "watched",
    ):  # fmt: skip
        assert getattr(told, name) == getattr(game, name), name
    assert told.strategy_tables() == game.strategy_tables()
    assert told.figures.values() == game.figures.values()
    known, read = (figures.by_key.values() for figures in (game.figures, told.figures))
    assert [(it.about, it.source, it.confirmed, it.range) for it in read] == [
        (it.about, it.source, it.confirmed, it.range) for it in known
    ]
    for variant in game.figures.variants:
        assert told.figures.with_variants([variant]).values() == game.figures.with_variants([variant]).values()
    assert not told.is_allowed


DAMAGED = {
    "columns": [{"name": "x"}],
    "events": [7],
    "wording": {"nonsense": 1},
    "nudges": "x",
    "end_reasons": [1],
    "checkpoints": None,
    "strategies": 7,
    "watched": 3,
    "effects": "x",
}


@pytest.mark.parametrize(("name", "value"), DAMAGED.items(), ids=DAMAGED)
def test_what_a_run_says_of_its_game_may_be_damaged(foreign, name, value):
    manifest = json.loads((foreign / "run/manifest.json").read_text())
    manifest["own_game"][name] = value
    (foreign / "run/manifest.json").write_text(json.dumps(manifest))
    game = Run("run").game
    read = {"columns": "own_columns", "end_reasons": "columns", "nudges": "own_nudges", "effects": "figures"}
    with pytest.raises(DigsiteError, match=f"What a run says about its game hog is damaged: '{name}' is not what"):
        game.strategy_tables() if name == "strategies" else getattr(game, read.get(name, name))
    assert not ran(foreign)


@pytest.mark.parametrize("own", [None, [], "x", {}, {"home": 7}])
def test_a_run_that_says_nothing_of_its_game_needs_the_code(foreign, own):
    manifest = json.loads((foreign / "run/manifest.json").read_text())
    manifest["own_game"] = own
    (foreign / "run/manifest.json").write_text(json.dumps(manifest))
    assert Run("run").games.collect().height == 200
    assert run_command("analyze", "run", "-q") == 2
    assert run_command("analyze", "run", "-q", "--trust") == 0


def test_strategies_that_were_read_are_not_those_that_play(foreign):
    run = Run("run")
    assert "holder" in strategies_of(run.game.id)
    assert Terms.of(run.game).words("rolls") == "rolls"
    with pytest.raises(trust.Untrusted):
        make_plan("run", 2, **SMALL)
    trust.allow(run.plan.code)
    assert Run("run").game.is_allowed
    assert make_plan("run", 2, **SMALL).game == "hog"
    assert strategies_of(run.game.id)["holder"].choose()

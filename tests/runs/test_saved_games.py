"""A run keeps the texts of its user's game: they play, whatever the game's folder holds today."""

import json
import shutil
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import pyarrow.parquet as pq
import pytest

import digsite
from digsite.simulator import game_copies, trust
from digsite.simulator.cli.app import main
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game_files import GameFiles
from digsite.simulator.games import chosen_game, find_game
from digsite.simulator.kernel.jit.compile import cache_folder
from digsite.simulator.lab.common import running
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments.simulate import play_run
from digsite.simulator.play.plan import Plan, make_plan, short_hash
from digsite.simulator.runs.folder.experiment_file import fingerprint_of
from digsite.simulator.runs.replay import replay
from digsite.simulator.runs.run import Run
from digsite.simulator.saved_games import changed_since
from tests.own_games import edit, forget, write_game

SEATS = {"seats": "holder,random", "seed": 1}
SMALL = {"seats": "holder,random", "players": 2, "seed": 1}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A game in a folder, a run of it, a longer one, and a comparison."""
    folder = tmp_path_factory.mktemp("house")
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        pig = write_game("pig", folder)
        digsite.simulate(str(pig), 200, out=folder / "run", events=50, part_games=100, **SEATS)
        digsite.simulate(str(pig), 400, out=folder / "longer", events=50, part_games=100, **SEATS)
        digsite.compare(str(pig), 200, variants="short", out=folder / "compared", **SMALL)
    return folder


@pytest.fixture
def place(house, tmp_path, monkeypatch):
    """A copy of all that, with the game where it was, in a process that knows no game."""
    forget(monkeypatch)
    monkeypatch.setattr(running, "_announced", set())
    shutil.copytree(house, tmp_path / "house")
    for described in (tmp_path / "house").rglob("*.json"):
        found = json.loads(described.read_text().replace(str(house), str(tmp_path / "house")))
        if described.name == "experiment.json":
            found["fingerprint"] = fingerprint_of(found)  # which covers the command
        described.write_text(json.dumps(found))
    monkeypatch.chdir(tmp_path / "house")
    return tmp_path / "house"


class Said(Progress):
    def __init__(self):
        self.sentences = []

    def starting(self, sentence):
        self.sentences.append(sentence)


def manifest(folder: Path) -> dict:
    return json.loads((folder / "manifest.json").read_text())


def parts(folder: Path) -> dict[str, str]:
    """The hash of each part."""
    return {
        str(path.relative_to(folder)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.parquet"))
    }


def run_command(*words: str) -> int:
    with pytest.raises(SystemExit) as ended:
        main([*map(str, words)])
    return int(ended.value.code or 0)


# ------------------------------------------------------------------------------------------------ what is saved


def test_a_manifest_has_the_games_name_version_and_hash_and_the_plan_its_texts(place):
    found, files = manifest(place / "run"), GameFiles.read(place / "pig", "pig")
    assert {name: found["own_game"][name] for name in ("name", "version", "hash", "home")} == {
        "name": "pig", "version": 1, "hash": files.hash, "home": str(place / "pig"),
    }  # fmt: skip
    assert found["plan"]["game_files"] == files.texts
    assert found["fingerprint"] == short_hash(found["plan"])
    for where in (place / "run", place / "compared"):
        assert {str(it.relative_to(where / "game")) for it in (where / "game").rglob("*.*")} == set(files.texts)
    assert not list((place / "compared" / "arms").glob("*/game"))
    asked = json.loads((place / "compared" / "experiment.json").read_text())
    assert (asked["game"], asked["game_files"]) == ("pig", files.texts)


def test_a_part_has_the_hash_of_the_game_in_place_of_its_texts(place):
    known = json.loads(pq.read_metadata(place / "run/games/part-00000.parquet").metadata[b"digsite"])["plan"]
    assert known["game_hash"] == short_hash(manifest(place / "run")["plan"]["game_files"])
    assert "game_files" not in known


def test_a_plan_of_digsites_games_is_as_it_was():
    assert "game_files" not in make_plan("lost-cities", 2, seats="random", seed=1).to_dict()


def test_the_same_texts_in_another_folder_are_the_same_plan_and_the_same_bytes(place, tmp_path, monkeypatch):
    before = Run(place / "run").plan
    moved = shutil.move(place / "pig", tmp_path / "else" / "pig")
    forget(monkeypatch)
    run = digsite.simulate(str(moved), 200, out=tmp_path / "again", events=50, part_games=100, **SEATS)
    assert run.plan.fingerprint() == before.fingerprint()
    assert parts(tmp_path / "again") == parts(place / "run")
    assert manifest(tmp_path / "again")["sources"] == manifest(place / "run")["sources"]


def test_other_texts_are_another_plan_and_the_file_is_named(place):
    edit(place / "pig" / "rules.toml", "value = 40", "value = 41")
    edit(place / "pig" / "moves" / "__init__.py", "state.kept > 0 else", "state.kept > 1 else")
    plan = make_plan(str(place / "pig"), 200, events=50, part_games=100, **SEATS)
    assert plan.fingerprint() != Run(place / "run").plan.fingerprint()
    told = "holds another run (moves/__init__.py of the game was changed; rules.toml of the game was changed; "
    with pytest.raises(WrongUse, match=told.replace("(", r"\(")):
        play_run(plan, place / "run", Running())


def test_a_comment_alone_plays_the_same_rows_as_another_plan(place):
    (place / "pig" / "rules.py").write_text((place / "pig" / "rules.py").read_text() + "# nothing\n")
    plan = make_plan(str(place / "pig"), 200, events=50, part_games=100, **SEATS)
    assert plan.fingerprint() != Run(place / "run").plan.fingerprint()
    again = play_run(plan, place / "again", Running())
    assert again.games.collect().equals(Run(place / "run").games.collect())


# ------------------------------------------------------------------------------------------------ what is played


@pytest.mark.parametrize("now", ["gone", "edited", "broken"])
def test_a_run_is_played_on_by_the_texts_it_keeps(place, now, capsys):
    pig = place / "pig"
    if now == "gone":
        shutil.rmtree(pig)
    elif now == "edited":
        edit(pig / "rules.toml", "value = 40", "value = 30")
        edit(pig / "moves" / "__init__.py", "state.kept > 0 else", "state.kept > 5 else")
    else:
        (pig / "rules.toml").write_text("x = [")
    assert run_command("replay", "run", "--game", "3") == 0
    assert "Seat 1 (random): roll" in capsys.readouterr().out
    assert run_command("analyze", "run", "rolls", "-q") == 0
    assert run_command("simulate", "--resume", "run", "--games", "400") == 0
    said = capsys.readouterr().err
    assert parts(place / "run") == parts(place / "longer")
    assert (f"Pig is played as saved; {pig} differs today (" in said) == (now != "gone")
    assert run_command("report", "run", "--no-experiments", "--no-sensitivity", "-q") == 0
    page = (place / "report.html").read_text()
    assert GameFiles("pig", manifest(place / "run")["plan"]["game_files"]).hash in page
    assert "digsite simulate run " in page  # the game of the run, whose folder holds another


def test_an_unchanged_folder_is_named_where_games_are_repeated(place):
    assert Run(place / "run").plan.called == str(place / "pig")
    assert f"digsite simulate {place / 'pig'} --games 200" in manifest(place / "run")["command"]


def test_naming_a_folder_that_has_changed_does_not_resume(place):
    edit(place / "pig" / "rules.toml", "value = 40", "value = 30")
    told = rf"{place / 'pig'} has changed since .*run was begun \(rules\.toml\)\. Name .*run as the game to continue"
    with pytest.raises(WrongUse, match=told):
        digsite.simulate(str(place / "pig"), 400, out=place / "run", resume=True, **SEATS)
    with pytest.raises(WrongUse, match=told.replace("run", "compared")):
        digsite.compare(str(place / "pig"), 200, variants="short", out=place / "compared", resume=True, **SMALL)
    run = digsite.simulate("run", 400, events=50, out=place / "run", resume=True, **SEATS)
    assert run.complete
    assert parts(place / "run") == parts(place / "longer")


def test_naming_a_folder_that_is_gone_resumes(place):
    shutil.rmtree(place / "pig")
    digsite.simulate(str(place / "pig"), 400, events=50, out=place / "run", resume=True, **SEATS)
    assert parts(place / "run") == parts(place / "longer")


@pytest.mark.parametrize("now", ["gone", "edited"])
def test_an_experiment_is_resumed_by_the_texts_it_keeps(place, now):
    before = parts(place / "compared")
    asked = place / "compared" / "experiment.json"
    arm = next(iter(json.loads(asked.read_text())["arms"]))
    shutil.rmtree(place / "compared" / "arms" / arm)
    asked.write_text(asked.read_text().replace('"complete": true', '"complete": false'))
    if now == "gone":
        shutil.rmtree(place / "pig")
    else:
        edit(place / "pig" / "rules.toml", "value = 40", "value = 30")
    assert run_command("compare", "--resume", "compared", "-q") == 0
    assert parts(place / "compared") == before
    assert json.loads(asked.read_text())["complete"]


def test_the_folder_of_a_run_names_the_game_that_it_keeps(place, capsys):
    shutil.rmtree(place / "pig")
    assert run_command("games", "run", "--json") == 0
    assert json.loads(capsys.readouterr().out)["game"] == "pig"
    made = digsite.simulate("run", 200, out=place / "new", events=50, part_games=100, **SEATS)
    assert parts(made.folder) == parts(place / "run")
    assert digsite.sweep("compared", 100, settings={"target": [20, 40]}, out=place / "swept", **SMALL).experiment.rows
    digsite.simulate("lost-cities", 2, seats="random", seed=1, out=place / "ours")
    with pytest.raises(
        WrongUse, match=r"ours keeps no game: it was played with lost-cities, .* Name lost-cities itself"
    ):
        chosen_game("ours")


def test_the_present_game_and_a_saved_one_are_two_games_in_one_process(place):
    edit(place / "pig" / "rules.toml", "value = 40", "value = 300")
    edit(place / "pig" / "state.py", "TARGET = 0", "TARGET = 0\n    NEVER = 1")
    old = Run(place / "run")
    new = digsite.simulate(str(place / "pig"), 200, out=place / "new", **SEATS)
    again = digsite.simulate("run", 200, out=place / "again", events=50, part_games=100, **SEATS)
    assert parts(again.folder) == parts(place / "run")
    assert new.games.collect()["turns"].min() > old.games.collect()["turns"].max()
    assert (old.plan.rules["target"], new.plan.rules["target"]) == (40, 300)
    assert [column.choices for column in new.game.columns][4] == ("target", "never", "broken off")
    assert [column.choices for column in old.game.columns][4] == ("target", "broken off")
    assert next(iter(replay(old, 3))) == next(iter(replay(new, 3)))
    assert old.game.home.name != new.game.home.name
    assert old.game.title == new.game.title


def test_a_game_that_is_edited_between_two_calls_is_read_again(place):
    first = digsite.simulate(str(place / "pig"), 20, out=place / "a", **SMALL)
    edit(place / "pig" / "rules.toml", "value = 40", "value = 30")
    second = digsite.simulate(str(place / "pig"), 20, out=place / "b", **SMALL)
    assert (first.plan.rules["target"], second.plan.rules["target"]) == (40, 30)
    assert digsite.simulate(out=place / "a", resume=True, games=40).plan.rules["target"] == 40


def test_code_that_is_edited_between_two_calls_is_compiled_anew(place):
    """A rule, and a constant that a rule takes from a module that is otherwise not compiled."""
    edit(place / "pig" / "columns.py", "COLUMNS = (", "MORE = 0\nCOLUMNS = (")
    moves = place / "pig" / "moves" / "__init__.py"
    edit(moves, "import OUTCOME", "import MORE, OUTCOME")
    edit(moves, "state.points[seat] += state.kept", "state.points[seat] += state.kept + MORE")
    means = []
    for file, old, new in (
        (moves, "", ""),
        (place / "pig" / "columns.py", "MORE = 0", "MORE = 30"),
        (moves, "+ MORE", "+ 100"),
    ):
        edit(file, old, new)
        run = digsite.simulate(
            str(place / "pig"), 20, out=place / f"points-{len(means)}", **SMALL | {"seats": "holder"}
        )
        means.append(run.games.collect()["score_1"].mean())
    assert means[0] < means[1] < means[2]
    home = Run(place / "points-0").game.home
    assert changed_since(home) == (place / "pig", ["columns.py", "moves/__init__.py"])


def test_what_is_edited_while_it_is_read_is_not_played(place):
    game = chosen_game(str(place / "pig"))
    edit(place / "pig" / "moves" / "__init__.py", "state.kept > 0 else", "state.kept > 1 else")
    with pytest.raises(
        WrongUse, match=r"moves/__init__\.py was changed while digsite was reading the game; start again"
    ):
        _ = game.kernels


def test_compiled_code_is_found_again_by_a_saved_game(place):
    group = chosen_game(str(place / "pig")).home.name
    before = {path.name for path in cache_folder(group).glob("*.nbc")}
    assert before
    shutil.rmtree(place / "pig")
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        run = Run(place / "run")
        list(replay(run, 3))
        assert run.game.home.name == group
        assert {path.name for path in cache_folder(group).glob("*.nbc")} == before


def test_code_that_names_its_own_package_is_alone_in_a_process(place):
    named = place / "pig" / "columns.py"
    edit(named, "from .state import", "from digsite_games.pig.state import")
    digsite.simulate(str(place / "pig"), 20, out=place / "a", **SMALL)
    edit(place / "pig" / "rules.toml", "value = 40", "value = 30")
    with pytest.raises(
        WrongUse, match=r"The game pig imports digsite_games\.pig, and digsite has already read another"
    ):
        digsite.simulate(str(place / "pig"), 20, out=place / "b", **SMALL)


PLUGIN = """
from digsite.kit import strategy
from digsite_games.pig.options import Action


@strategy("pig")
def steady(rules, state, seat, options, n, weights):
    return n - 1 if state.kept >= 8 else Action.ROLL
"""


def test_a_plug_in_plays_the_version_that_its_run_keeps(place):
    (place / "mine.py").write_text(PLUGIN)
    how = {"seats": "steady,random", "seed": 1, "plugins": place / "mine.py"}
    before = digsite.simulate(str(place / "pig"), 40, out=place / "a", **how).games.collect()
    shutil.rmtree(place / "pig")
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        digsite.simulate(out=place / "a", resume=True, games=80)
        again = digsite.simulate("run", 40, out=place / "b", **how)
        assert again.games.collect().equals(before)
    write_game("pig", place)
    edit(place / "pig" / "rules.toml", "value = 40", "value = 30")
    with pytest.raises(
        WrongUse, match=r"The plug-in .*mine\.py imports digsite_games\.pig, and digsite has already read"
    ):
        digsite.simulate(str(place / "pig"), 40, out=place / "c", **how)


# ------------------------------------------------------------------------------------------------ words and questions


def test_questions_that_are_written_later_are_asked_once_their_folder_is_named(place, capsys):
    questions = place / "pig" / "questions" / "__init__.py"
    edit(questions, "QUESTIONS = (", 'QUESTIONS = (Question("turns-taken", "how long"), ')
    (place / "pig" / "questions" / "turns_taken.py").write_text((place / "pig/questions/rolls.py").read_text())
    assert run_command("analyze", "run", "rolls", "-q") == 0
    assert run_command("analyze", "run", "rolls") == 0
    told = f"{place / 'pig'} has other words or questions today (questions/__init__.py, questions/turns_taken.py); "
    assert f"{told}`digsite games {place / 'pig'}` allows them." in capsys.readouterr().err
    assert run_command("analyze", "run", "turns-taken", "-q") == 2
    assert run_command("games", "pig") == 0
    with pytest.MonkeyPatch.context() as patch:
        forget(patch)
        capsys.readouterr()
        assert run_command("analyze", "run", "turns-taken") == 0
        assert "other words" not in capsys.readouterr().err
        assert run_command("simulate", "--resume", "run", "--games", "400") == 0
        assert "differs today" not in capsys.readouterr().err
    assert parts(place / "run") == parts(place / "longer")


def test_other_rules_are_not_read_with_an_older_run(place):
    edit(place / "pig" / "questions" / "__init__.py", "QUESTIONS = (", 'QUESTIONS = (Question("late", "how"), ')
    edit(place / "pig" / "rules.toml", "value = 40", "value = 30")
    chosen_game(str(place / "pig"))
    assert Run(place / "run").game.figures["target"] == 40


# ------------------------------------------------------------------------------------------------ copies


def test_a_copy_for_readers_that_was_edited_is_refused_where_games_are_played(place):
    edit(place / "run" / "game" / "rules.toml", "value = 40", "value = 30")
    assert Run(place / "run").game.figures["target"] == 40
    with pytest.raises(WrongUse, match=r"game/rules\.toml was changed: the run is played by the text in its manifest"):
        digsite.simulate(out=place / "run", resume=True, games=400)


@pytest.mark.parametrize("how", ["edited", "gone", "writable"])
def test_a_folder_of_the_cache_that_is_not_what_it_was_is_made_anew(place, how, monkeypatch, tmp_path):
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path / "cache"))
    files = GameFiles.read(place / "pig", "pig")
    folder = game_copies.folder_of(files)
    assert folder == tmp_path / "cache" / "games" / f"pig-{files.hash}"
    if how == "edited":
        edit(folder / "rules.toml", "value = 40", "value = 30")
    elif how == "gone":
        (folder / "rules.toml").unlink()
    else:
        folder.chmod(0o777)
        (folder / "rules.toml").write_text("planted")
    assert game_copies.folder_of(files) == folder
    assert GameFiles.read(folder, "pig").key == files.key
    assert folder.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("spoilt", ["file", "others"])
def test_without_a_cache_of_ones_own_a_game_lies_in_a_folder_for_a_while(place, spoilt, monkeypatch, tmp_path):
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path / "cache"))
    if spoilt == "file":
        (tmp_path / "cache").write_text("")
    else:
        monkeypatch.setattr(game_copies, "is_private_folder", lambda folder: folder.name.startswith("digsite-game-"))
    files = GameFiles.read(place / "pig", "pig")
    folder = game_copies.folder_of(files)
    assert not folder.is_relative_to(tmp_path)
    assert folder.stat().st_mode & 0o077 == 0
    assert GameFiles.read(folder, "pig").key == files.key
    shutil.rmtree(folder)


def test_names_that_a_system_cannot_tell_apart_are_a_sentence(monkeypatch, tmp_path):
    monkeypatch.setattr(game_copies, "_holds", lambda *_: False)
    with pytest.raises(DigsiteError, match="two of their names are the same here"):
        game_copies.folder_of(GameFiles("pig", {"rules.toml": ""}))


# ------------------------------------------------------------------------------------------------ damage


WRONG = {
    "path": lambda plan: plan["game_files"].update({"../planted.py": ""}),
    "name": lambda plan: plan.update(game="../pig"),
    "text": lambda plan: plan["game_files"].update({"x.py": 7}),
    "rules": lambda plan: plan["game_files"].pop("rules.toml"),
    "form": lambda plan: plan.update(game_files=["rules.toml"]),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_manifest_with_a_game_that_cannot_be_is_a_sentence(place, change, monkeypatch, tmp_path):
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path / "cache"))
    found = manifest(place / "run")
    change(found["plan"])
    found["fingerprint"] = short_hash(found["plan"])
    (place / "run" / "manifest.json").write_text(json.dumps(found))
    with pytest.raises(DigsiteError, match="is damaged: the entry 'game_files' of its plan"):
        Run(place / "run")
    for words in (("replay", "run", "--median"), ("simulate", "--resume", "run"), ("simulate", "run", "-n", "2")):
        assert run_command(*words) == 1
    assert not list(tmp_path.rglob("planted.py"))
    assert not (tmp_path / "cache").exists()


@pytest.mark.parametrize("text", ["{", "[]", '"x"', '{"plan": 7}'])
def test_a_folder_whose_manifest_is_damaged_names_no_game(place, text):
    (place / "run" / "manifest.json").write_text(text)
    with pytest.raises(DigsiteError):
        find_game("run")


def test_texts_that_were_edited_in_a_manifest_are_refused(place):
    text = (place / "run" / "manifest.json").read_text()
    (place / "run" / "manifest.json").write_text(text.replace("state.kept > 0 else", "state.kept > 1 else"))
    with pytest.raises(DigsiteError, match="was edited: its plan is not the one that was played"):
        Run(place / "run")
    found = json.loads((place / "run" / "manifest.json").read_text())
    found["fingerprint"] = short_hash(found["plan"])
    (place / "run" / "manifest.json").write_text(json.dumps(found))
    with pytest.raises(DigsiteError, match=r"was edited: .* \(the hash of the game was"):
        Run(place / "run").check_files()


def test_a_run_of_a_time_when_games_were_not_kept_needs_the_folder(place, monkeypatch):
    found = manifest(place / "run")
    del found["plan"]["game_files"], found["own_game"]
    found |= {"home": str(place / "pig"), "fingerprint": short_hash(found["plan"])}
    (place / "run" / "manifest.json").write_text(json.dumps(found))
    assert Run(place / "run").game.title == "Pig"
    monkeypatch.setattr(trust, "_allowed", set())
    monkeypatch.setenv("DIGSITE_CONFIG", str(place / "config"))
    with pytest.raises(trust.Untrusted, match="whose code you have not run on this machine"):
        Run(place / "run")


def test_a_plan_knows_its_game_in_a_process_that_never_saw_the_folder(place, monkeypatch):
    plan = Plan(**manifest(place / "run")["plan"])
    shutil.rmtree(place / "pig")
    forget(monkeypatch)
    assert plan.definition.title == "Pig"
    assert replace(plan, games=4).game_id == plan.game_id == f"pig:{plan.files.hash}"

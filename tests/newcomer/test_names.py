"""Users' games have names: in the folders of DIGSITE_GAMES, and as installed packages; a name stands for one place."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import digsite
from digsite.simulator import trust
from digsite.simulator.cli.app import main
from digsite.simulator.cli.options import completed_game, with_folder
from digsite.simulator.errors import WrongUse
from digsite.simulator.game_places import check_imports
from digsite.simulator.games import all_games, chosen_game, find_game, names
from digsite.simulator.play.plan import make_plan
from tests.own_games import edit, forget, write_game

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def shelf(tmp_path, monkeypatch):
    """A folder of named games, in a process that knows none yet."""
    forget(monkeypatch)
    monkeypatch.setattr(trust, "_allowed", set())
    monkeypatch.setenv("DIGSITE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setenv("DIGSITE_GAMES", str(tmp_path / "games"))
    (tmp_path / "games").mkdir()
    monkeypatch.chdir(tmp_path)
    return tmp_path / "games"


def run(capsys, *words: str) -> tuple[int, str, str]:
    with pytest.raises(SystemExit) as ended:
        main([*words])
    printed = capsys.readouterr()
    return int(ended.value.code or 0), printed.out, printed.err


def install(monkeypatch, site: Path, entries: dict[str, str], name: str = "shop") -> Path:
    """Make entry points findable, as pip does."""
    made = site / f"{name}-1.0.dist-info"
    made.mkdir(parents=True)
    (made / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
    lines = "".join(f"{known} = {package}\n" for known, package in entries.items())
    (made / "entry_points.txt").write_text(f"[digsite.games]\n{lines}")
    monkeypatch.syspath_prepend(str(site))
    return site


def test_a_game_in_a_named_folder_has_its_folders_name_everywhere(shelf):
    write_game("pig", shelf)
    assert find_game("pig").called == "pig"
    assert find_game(" PIG") is find_game("pig") is find_game(str(shelf / "pig"))
    plan = make_plan("pig", 4, seats="random", seed=1)
    assert (plan.game, plan.called) == ("pig", "pig")
    assert names() == [*all_games(), "pig"]
    assert list(digsite.games()) == [*all_games(), "pig"]
    assert with_folder(["simulate", "--resume", "pig"]) == ["simulate", "--resume", "pig"]


def test_a_shell_completes_its_name(shelf):
    write_game("pig", shelf)
    assert completed_game("p") == ["pig"]
    assert completed_game("q") == ["quetzal"]


def test_naming_it_runs_it_and_a_name_in_no_named_folder_does_not(shelf, tmp_path, monkeypatch):
    write_game("pig", shelf)
    assert chosen_game("pig").records.max_options == 2
    forget(monkeypatch)
    monkeypatch.setattr(trust, "_allowed", set())
    trust.record_file().unlink()
    monkeypatch.setenv("DIGSITE_GAMES", "")
    with pytest.raises(WrongUse, match="There is no game 'pig'"):
        chosen_game("pig")


def test_named_games_are_listed_after_digsites_with_their_places(shelf, capsys):
    write_game("pig", shelf)
    write_game("kuhn", shelf)
    code, out, err = run(capsys, "games")
    assert (code, err) == (0, "")
    ours, theirs = out.split("Your games")
    assert "quetzal" in ours
    assert theirs.split() == [
        *"game title players variants place".split(), "─" * len(max(theirs.split(), key=len)),
        *["kuhn", "Kuhn", "poker", "2-2", str(shelf / "kuhn")], *["pig", "Pig", "2-4", "short", str(shelf / "pig")],
    ]  # fmt: skip
    rows = {row["game"]: row for row in json.loads(run(capsys, "games", "--json")[1])}
    assert rows["pig"] == {
        "game": "pig", "title": "Pig", "players": [2, 3, 4], "variants": ["short"], "strategies": None,
        "place": str(shelf / "pig"),
    }  # fmt: skip
    assert rows["chac"]["place"] is None


def test_without_named_games_the_list_is_digsites_alone(shelf, capsys, monkeypatch):
    monkeypatch.delenv("DIGSITE_GAMES")
    code, out, err = run(capsys, "games")
    assert (code, err) == (0, "")
    assert "Your games" not in out


def test_listing_runs_no_code_and_a_broken_game_is_a_sentence_there_alone(shelf, capsys, tmp_path):
    pig, bad, odd = (write_game("pig", shelf), shelf / "bad", shelf / "7 Wonders")
    (pig / "state.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'a')\n")
    for folder, text in ((bad, "x = ["), (odd, "")):
        folder.mkdir()
        (folder / "rules.toml").write_text(text)
    (shelf / "no game").mkdir()
    code, out, err = run(capsys, "games")
    assert code == 0
    assert str(pig) in out
    assert "rules.toml is not valid TOML" in err
    assert "A game cannot be called '7 Wonders': rename its folder" in err
    assert len(err.splitlines()) == 2
    assert not (tmp_path / "ran").exists()
    assert run(capsys, "rules", "lost-cities", "--unconfirmed")[2] == ""
    for name, told in (("bad", "is not valid TOML"), ("7 wonders", "A game cannot be called"), ("pgi", "'pig'")):
        code, _, err = run(capsys, "rules", name)
        assert (code, told in err) == (2, True), err


@pytest.mark.parametrize(
    ("named", "told"),
    [
        ("{0}/none", "DIGSITE_GAMES names {0}/none, which is not a folder."),
        ("games", "DIGSITE_GAMES names games, which is not a whole path; write {1}."),
        ("{1}/pig", "DIGSITE_GAMES names {1}/pig, which is a game itself; name the folder that holds it, {1}."),
    ],
)
def test_a_folder_of_games_that_cannot_be_one_is_a_sentence(shelf, capsys, monkeypatch, named, told):
    write_game("pig", shelf)
    place = (shelf.parent, shelf)
    monkeypatch.setenv("DIGSITE_GAMES", named.format(*place))
    code, out, err = run(capsys, "games")
    assert (code, err.strip()) == (0, told.format(*place))
    assert "Your games" not in out
    assert run(capsys, "rules", "pig")[0] == 2
    monkeypatch.setenv("DIGSITE_GAMES", os.pathsep.join([named.format(*place), "", str(shelf), str(shelf)]))
    assert find_game("pig").title == "Pig"


def test_a_name_in_two_folders_of_games_is_refused_with_both_places(shelf, capsys, monkeypatch):
    write_game("pig", shelf)
    other = write_game("pig", shelf.parent / "more")
    monkeypatch.setenv("DIGSITE_GAMES", f"{shelf}{os.pathsep}{other.parent}")
    told = f"Two games are called pig: {shelf / 'pig'} and {other}. Rename one of them."
    for words in (["rules", "pig"], ["rules", str(other)], ["simulate", "pig", "-n", "2", "-q"]):
        code, _, err = run(capsys, *words)
        assert (code, "Two games are called pig: " in err, str(other) in err) == (2, True, True), err
    code, out, err = run(capsys, "games")
    assert (code, err.strip()) == (0, told)
    assert "Your games" not in out
    assert run(capsys, "rules", "chac")[0] == 0


def test_a_path_to_another_game_of_that_name_is_refused_with_both_places(shelf):
    write_game("pig", shelf)
    other = write_game("pig", shelf.parent / "elsewhere")
    with pytest.raises(WrongUse, match=rf"Two games are called pig: {other} and {shelf / 'pig'}\."):
        chosen_game(str(other))


def test_a_name_of_digsites_is_refused_where_it_is_typed_and_breaks_nothing_else(shelf, capsys):
    shutil.copytree(write_game("pig", shelf), shelf / "chac")
    ours = find_game("chac").home.rules.folder
    told = f"Two games are called chac: {ours} and {shelf / 'chac'}. Rename one of them."
    for words in (["games", "chac"], ["rules", "chac"], ["simulate", "chac", "-n", "2"], ["nudge", "chac", "--list"]):
        code, _, err = run(capsys, *words)
        assert (code, told in err) == (2, True), (words, err)
    code, out, err = run(capsys, "games")
    assert (code, err.strip()) == (0, told)
    assert "Temple of Chac" in out
    assert make_plan("chac", 2, players=2, seats="random", seed=1).game == "chac"  # as a report of every game makes it


def test_an_installed_package_is_a_game_by_the_name_of_its_entry_point(shelf, capsys, monkeypatch, tmp_path):
    site = install(monkeypatch, tmp_path / "site", {"piglet": "my_pig", "deep": "my_pack.games.sow"})
    write_game("pig", site).rename(site / "my_pig")
    write_game("pig", site / "my_pack" / "games").rename(site / "my_pack" / "games" / "sow")
    for package in ("my_pack", "my_pack/games"):
        (site / package / "__init__.py").write_text("raise RuntimeError('imported')\n")
    rows = {row["game"]: row["place"] for row in json.loads(run(capsys, "games", "--json")[1])}
    assert rows["piglet"] == f"{site / 'my_pig'} (package my_pig)"
    assert rows["deep"] == f"{site / 'my_pack/games/sow'} (package my_pack.games.sow)"
    assert not [name for name in sys.modules if name.startswith("my_p")]
    assert chosen_game("piglet").records.max_options == 2
    assert (find_game("deep").name, find_game("deep").called) == ("deep", "deep")
    assert not [name for name in sys.modules if name.startswith("my_p")]
    assert "Did you mean 'piglet'" in run(capsys, "rules", "pigelt")[2]


def test_an_entry_point_that_leads_to_no_game_is_a_sentence(shelf, capsys, monkeypatch, tmp_path):
    entries = {"broken": "nowhere.at_all", "plain": "json", "9-x": "my_pig", "selfish": "selfish"}
    site = install(monkeypatch, tmp_path / "site", entries)
    write_game("pig", site).rename(site / "my_pig")
    selfish = write_game("pig", site)
    selfish.rename(site / "selfish")
    edit(site / "selfish" / "columns.py", "from .state import", "from selfish.state import")
    with pytest.raises(WrongUse, match="imports the package by its name"):
        check_imports("selfish.inner", {"state.py": "def far():\n    import selfish.inner.options as options\n"})
    check_imports("selfish", {"state.py": "import selfishness\n", "rules.toml": "import selfish\n"})
    code, _, err = run(capsys, "games")
    assert code == 0
    assert "The game broken is installed as nowhere.at_all, which is no package whose folder holds a rules.toml." in err
    assert "The game plain is installed as json, which is no package" in err
    assert "The package my_pig calls its game '9-x': a game's name has the letters a to z, digits and dashes." in err
    for name, told in (("broken", "which is no package"), ("9-x", "calls its game '9-x'")):
        code, _, err = run(capsys, "rules", name)
        assert (code, told in err) == (2, True)
    code, _, err = run(capsys, "rules", "selfish")
    assert code == 2
    assert (
        "columns.py of the package selfish imports the package by its name; import what lies in the game's folder"
        in err
    )


def test_an_installed_name_that_is_taken_is_refused_with_both_places(shelf, capsys, monkeypatch, tmp_path):
    site = install(monkeypatch, tmp_path / "site", {"pig": "my_pig", "chac": "my_pig"})
    write_game("pig", site).rename(site / "my_pig")
    install(monkeypatch, tmp_path / "more", {"sow": "my_pig"}, "other")
    install(monkeypatch, tmp_path / "most", {"sow": "their_pig"}, "third")
    write_game("pig", tmp_path / "most").rename(tmp_path / "most" / "their_pig")
    package = f"{site / 'my_pig'} (package my_pig)"
    theirs = f"{tmp_path / 'most' / 'their_pig'} (package their_pig)"
    code, _, err = run(capsys, "rules", "sow")
    assert code == 2
    assert "Two games are called sow: " in err
    assert package in err
    assert theirs in err
    pig = write_game("pig", tmp_path / "here")
    code, _, err = run(capsys, "rules", str(pig))
    assert (code, f"Two games are called pig: {pig} and {package}." in err) == (2, True)
    listed = run(capsys, "games")[2]
    assert f"Two games are called chac: {find_game('chac').home.rules.folder} and {package}." in listed
    assert "Two games are called sow" in listed


def test_a_name_in_a_folder_of_games_does_not_hide_an_installed_one(shelf, capsys, monkeypatch, tmp_path):
    site = install(monkeypatch, tmp_path / "site", {"pig": "my_pig"})
    write_game("pig", site).rename(site / "my_pig")
    pig = write_game("pig", shelf)
    code, _, err = run(capsys, "rules", "pig")
    assert (code, f"Two games are called pig: {pig} and {site / 'my_pig'} (package my_pig)." in err) == (2, True), err


def test_one_folder_by_two_ways_is_one_game(shelf, capsys, monkeypatch, tmp_path):
    pig = write_game("pig", shelf)
    (tmp_path / "link").symlink_to(shelf)
    monkeypatch.setenv("DIGSITE_GAMES", f"{shelf}{os.pathsep}{tmp_path / 'link'}")
    install(monkeypatch, shelf, {"pig": "pig"})
    code, out, err = run(capsys, "games")
    assert (code, err) == (0, "")
    assert out.split("Your games")[1].count(str(pig)) == 1
    assert find_game("pig") is find_game(str(tmp_path / "link" / "pig"))


def test_entry_points_are_looked_up_only_for_names_that_are_not_known(shelf, monkeypatch):
    write_game("pig", shelf)

    def looked_up(**_group):
        raise AssertionError("looked up")

    monkeypatch.setattr("importlib.metadata.entry_points", looked_up)
    assert find_game("chac").title
    assert find_game("pig").title
    with pytest.raises(AssertionError, match="looked up"):
        find_game("nothing")


def test_a_quick_start_looks_nothing_up():
    told = "import sys; sys.argv = ['digsite', '--version']\nfrom digsite.simulator.cli.app import main\ntry: main()\nfinally: print('importlib.metadata' in sys.modules, 'numba' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", told], capture_output=True, text=True, cwd=ROOT)
    assert shown.stdout.splitlines()[1].split()[1] == "False", shown

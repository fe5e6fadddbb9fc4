"""Where games live: one door for digsite's own games and for a user's folder."""

import subprocess
import sys
from pathlib import Path

import pytest

from digsite.simulator import home, trust
from digsite.simulator.errors import WrongUse
from digsite.simulator.games import all_games, find_game
from digsite.simulator.home import find_home, home_of, homes, open_home
from digsite.simulator.play.plan import game_of
from tests.own_games import forget


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A user's folder with an empty game in it; what a test opens is forgotten after it."""
    forget(monkeypatch)
    made = tmp_path / "Treasure-Hunt"
    for part in ("moves", "players", "questions"):
        (made / part).mkdir(parents=True)
        (made / part / "__init__.py").write_text("")
    (made / "rules.toml").write_text("")
    (made / "state.py").write_text("SEATS = 4\n")
    (made / "moves" / "digging.py").write_text("from ..state import SEATS\n")
    (made / "players" / "digger.py").write_text("")
    yield made
    home_of.cache_clear()


def test_each_built_in_game_has_a_room_in_each_package():
    assert {each.id for each in homes().values() if not each.own} == set(all_games())
    chac = find_home("chac")
    assert (chac.rules.package, chac.players.package, chac.questions.package) == (
        "digsite.simulator.games.chac", "digsite.strategies.chac", "digsite.analyses.games.chac",
    )  # fmt: skip


def test_a_file_belongs_to_the_game_in_whose_rooms_it_lies():
    chac = find_home("chac")
    assert home_of(str(chac.players.folder / "mind.py")) is chac
    assert home_of(str(chac.rules.folder / "moves" / "setup.py")) is chac
    assert home_of(home.__file__) is None


def test_a_file_of_a_game_that_was_edited_belongs_to_its_newest_version(folder):
    """Whether compiled code checks its indices depends on it: the newest version may not have passed its checks."""
    older = open_home(folder)
    assert older.rules.module("state").SEATS == 4
    (folder / "state.py").write_text("SEATS = 50\n")
    newer = open_home(folder)
    assert newer is not older
    assert home_of(str(folder / "state.py")) is newer


def test_a_users_game_is_one_folder_whose_modules_import_each_other(folder):
    opened = open_home(folder)
    assert (opened.game, opened.name, opened.own) == ("treasure-hunt", "treasure_hunt", True)
    assert opened.id == f"treasure-hunt:{opened.files.hash}"
    assert opened.rules.module("moves.digging").SEATS == 4
    assert home_of(str(folder / "players" / "digger.py")) is opened
    assert find_game(str(folder)) is find_game("treasure-hunt")
    assert find_game("treasure-hunt").called == str(folder)


def test_compiled_code_depends_on_rules_and_players_not_on_questions(folder):
    (folder / "questions" / "depth.py").write_text("")
    assert sorted(open_home(folder).sources) == [
        "players/__init__.py", "players/digger.py", "rules/moves/__init__.py", "rules/moves/digging.py", "rules/state.py",
    ]  # fmt: skip


def test_compiled_code_depends_on_all_that_it_can_take_a_constant_from(folder):
    """On words, questions and a table of the game's own only where other code names them."""
    for name in ("columns.py", "narrate.py", "questions/depth.py", "depths.toml", "events.toml", "strategies.toml"):
        (folder / name).write_text("")
    (folder / "moves" / "diving.py").write_text("# narrate\nREAD = 'events.toml', 'rules.toml'\n")
    plain = {place for place in open_home(folder).sources if not place.startswith(("players/", "rules/moves/"))}
    assert plain == {"rules/columns.py", "rules/state.py"}
    (folder / "moves" / "diving.py").write_text(
        "from .. import questions\nfrom ..narrate import A\nB = 'depths.toml'\n"
    )
    more = set(open_home(folder).sources) - plain
    assert {"rules/narrate.py", "rules/questions/depth.py", "rules/questions/__init__.py", "rules/depths.toml"} < more
    assert not any("events" in place or "strategies" in place for place in more)


def test_the_same_folder_by_another_path_is_the_same_game(folder):
    (folder.parent / "link").symlink_to(folder)
    opened = open_home(folder.parent / "link")
    assert opened is open_home(folder / "moves" / "..") is open_home(folder)
    assert home_of(str(folder.parent / "link" / "state.py")) is opened


def test_two_games_of_one_name_are_refused_with_both_places(folder, tmp_path):
    other = tmp_path / "elsewhere" / "treasure_hunt"
    other.mkdir(parents=True)
    (other / "rules.toml").write_text("")
    open_home(folder)
    with pytest.raises(
        WrongUse, match=r"Two games are called treasure-hunt: .*elsewhere.* and .*Treasure-Hunt\. Rename"
    ):
        open_home(other)


def test_a_game_cannot_take_the_name_of_one_of_digsites(tmp_path, folder):
    mine = tmp_path / "chac"
    mine.mkdir()
    (mine / "rules.toml").write_text("")
    with pytest.raises(WrongUse, match="Two games are called chac"):
        open_home(mine)


@pytest.mark.parametrize("name", ["7-wonders", "my.game", "spiel(2)", "pâté"])
def test_a_folder_whose_name_cannot_be_a_games_is_refused(tmp_path, name):
    (tmp_path / name).mkdir()
    (tmp_path / name / "rules.toml").write_text("")
    with pytest.raises(WrongUse, match="A game cannot be called"):
        open_home(tmp_path / name)


def test_a_folder_without_rules_holds_no_game(tmp_path):
    with pytest.raises(WrongUse, match=r"holds no game: it has no rules\.toml\."):
        find_game(f"{tmp_path}/")


@pytest.mark.parametrize("name", ["x" * 5000, "./" + "x" * 5000, "a\0b", "./a\0b", "~nobody-at-all/pig", "", "./"])
def test_whatever_is_no_folder_is_refused_with_a_sentence(name):
    with pytest.raises(WrongUse):
        find_game(name)


def test_a_word_that_is_neither_a_game_nor_a_folder_is_answered_with_the_nearest_game():
    with pytest.raises(WrongUse, match="lost-cities"):
        find_game("lost-citys")


def test_listing_games_loads_no_compiler_and_no_module_of_a_game():
    told = "import sys; from digsite.simulator.games import all_games; all_games(); print([m for m in sys.modules if 'numba' in m or 'games.' in m])"
    shown = subprocess.run(
        [sys.executable, "-c", told], capture_output=True, text=True, cwd=Path(home.__file__).parents[1]
    )
    assert shown.stdout.strip() == "[]"


def test_naming_the_folder_allows_a_games_code_and_naming_its_id_does_not(folder, tmp_path, monkeypatch):
    monkeypatch.setenv("DIGSITE_CONFIG", str(tmp_path / "config"))
    monkeypatch.setattr(trust, "_allowed", set())
    open_home(folder)  # as a run or a contract from elsewhere does, before it is refused
    with pytest.raises(trust.Untrusted, match="whose code you have not run on this machine"):
        game_of("treasure-hunt")
    monkeypatch.chdir(folder.parent)
    assert game_of("./Treasure-Hunt") is game_of("treasure-hunt")

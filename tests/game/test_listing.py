"""`digsite rules` for a game with components."""

import json

import pytest

from digsite.simulator.cli.app import main
from digsite.simulator.game.game import Game
from digsite.simulator.home import Home, Room
from tests.game import guide


class Trek(Game):
    """The guide's game, which has no kernels."""

    def _part(self, module, name):
        assert (module, name) == ("ops", "OPS")
        return guide.OPS

    def build_rules(self, chosen, seats):
        """Nothing is built."""


@pytest.fixture
def run(tmp_path, monkeypatch, capsys):
    guide.write(tmp_path)
    home = Home("trek", *[Room("trek", tmp_path)] * 3)
    for name in ("digsite.simulator.cli.verbs.rules.find_game", "digsite.simulator.play.plan.chosen_game"):
        monkeypatch.setattr(name, lambda *_: Trek(home))

    def printed(*words):
        with pytest.raises(SystemExit) as stopped:
            main(["rules", "trek", *map(str, words)])
        shown = capsys.readouterr()
        assert not stopped.value.code, shown.err
        return shown.out

    return printed


def test_components_are_listed_as_tables_with_effects_in_words(run):
    out = run("--full")
    assert "items: item cards" in out
    assert "pay 1 card: draw 2 cards" in out
    assert "3*" in out  # the price of the lantern is unconfirmed
    assert "items.rope.cost" not in out


def test_what_a_setting_changes_is_listed_figure_by_figure(run):
    out = run("--diff", "--set", "items.lantern.effect.1.coin=2", "--set", "entry.cost=2 gem", "--json")
    rows = {row["figure"]: row["value"] for row in json.loads(out)}
    assert list(rows) == ["entry.cost", "items.lantern.effect"]
    assert rows["items.lantern.effect"][0] == {"op": "gain", "coin": 2}
    assert "gain 2 coins; choose 1 of" in run("--diff", "--set", "items.lantern.effect.1.coin=2")


def test_unconfirmed_components_are_listed_with_their_alternatives(run):
    rows = {row["figure"]: row["alternatives"] for row in json.loads(run("--unconfirmed", "--json"))}
    assert rows["items.lantern.cost"] == [2, 4]
    assert rows["scoring"] == ["flat"]
    assert "sets.pots.points" in rows


def test_an_exported_game_is_corrected_and_read(run, tmp_path):
    path = tmp_path / "mine.toml"
    run("--export", path)
    path.write_text(path.read_text().replace("cost = 2", "cost = 4"))
    assert [row["figure"] for row in json.loads(run("--rules", path, "--diff", "--json"))] == ["items.rope.cost"]

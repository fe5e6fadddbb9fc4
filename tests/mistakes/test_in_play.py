"""Mistakes that no rehearsal meets, since they show only under other figures: the game is never blamed on a strategy."""

import re
import shutil
from pathlib import Path

import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.errors import DigsiteError
from digsite.simulator.kernel.jit import compile as compiling
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from tests.cli.test_interrupts import interrupted
from tests.mistakes.table import GAME

pytestmark = pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")

EDITS = {
    '"bag": ("seats", 8)': '"bag": ("seats", 6)',  # too short for a larger bag
    "state.sea, 0, 40)": "state.sea, 0, 40 + rules.extra)",
    "    state.held[seat] = 0\n": "    state.held[seat] = 0\n    while rules.endless:\n        seat = state.seat\n",
    "*, enough=3):": "n, *, enough=3, astray=0):",
    "    return Action.SELL if": "    if astray > 0:\n        return n\n    return Action.SELL if",
}
FIGURES = """
[extra]
value = 0
about = "pearls that are not there"
source = "a test"
range = [0, 2000]

[endless]
value = false
about = "whether a sale never ends"
source = "a test"
"""
PLUGIN = """
from digsite.kit import strategy

@strategy({game!r})
def careful(rules, state, seat, options, n, weights):
    return 0

@strategy({game!r})
def careless(rules, state, seat, options, n, weights):
    return options[n + 1000]
"""


@pytest.fixture(scope="module")
def game(tmp_path_factory) -> Path:
    """A game that can be played as it is, with mistakes that other figures bring out."""
    folder = tmp_path_factory.mktemp("house") / "deep-pearls"
    shutil.copytree(GAME, folder, ignore=shutil.ignore_patterns("__pycache__"))
    text = (folder / "game.py").read_text()
    for old, new in EDITS.items():
        assert old in text, old
        text = text.replace(old, new, 1)
    (folder / "game.py").write_text(text)
    with (folder / "rules.toml").open("a") as rules:
        rules.write(FIGURES)
    return folder


def told(game: Path, settings: str, seats: str, **more) -> str:
    """What is said of the games of a plan."""
    plan = make_plan(game, 50, players=2, seats=seats, seed=1, settings=settings, events=0, **more)
    with pytest.raises(DigsiteError) as raised:
        table_for(plan).play(0, 50)
    return str(raised.value)


def line_with(game: Path, text: str) -> str:
    """The place of a line of game.py, as sentences name it."""
    lines = (game / "game.py").read_text().splitlines()
    return f"{game / 'game.py'}, line {next(at for at, line in enumerate(lines, 1) if text in line)}"


def test_as_it_is_it_can_be_played(game):
    plan = make_plan(game, 50, players=2, seats="diver,random", seed=1, events=0)
    assert len(table_for(plan).play(0, 50).rows) == 50


@pytest.mark.parametrize("seats", ["random", "diver:enough=8", "random+4"])
def test_an_index_out_of_bounds_names_the_line(game, seats):
    sentence = told(game, "bag.size=8", seats)
    assert sentence.startswith(line_with(game, "state.bag[seat, state.held[seat]] ="))
    assert "does not exist: the second index goes from 0 to 5" in sentence
    assert "strategy" not in sentence
    assert re.search(rf"This came up in game \d+ of {re.escape(seats)}, {re.escape(seats)} with seed 1\.$", sentence)


def test_an_index_out_of_bounds_within_the_kit_names_the_line_that_calls_it(game):
    sentence = told(game, "extra=2000", "random")
    assert sentence.startswith(line_with(game, "state.sea, 0, 40 + rules.extra)"))
    assert "entries 0 to 2040 - 1 of state.sea" in sentence


def test_an_option_that_is_not_offered_is_named(game):
    sentence = told(game, "bag.size=6", "diver:astray=1")
    assert sentence.startswith(line_with(game, "def diver"))
    assert "diver:astray=1 returns option 2, which is not offered (offered: dive, sell)" in sentence


def test_a_plug_in_is_blamed_for_its_own_fault_alone(game, tmp_path):
    plugin = tmp_path / "mine.py"
    plugin.write_text(PLUGIN.format(game="deep-pearls"))
    assert told(game, "bag.size=8", "careful", plugins=plugin).startswith(
        line_with(game, "state.bag[seat, state.held[seat]] =")
    )
    sentence = told(game, "bag.size=6", "careless", plugins=plugin)
    assert sentence.startswith("The strategy 'careless' (seat 1) stopped with IndexError")


def test_ctrl_c_ends_a_rule_that_never_returns(game, tmp_path):
    words = [
        "simulate",
        str(game),
        "--games",
        "50",
        "--seats",
        "random",
        "--players",
        "2",
        "--seed",
        "1",
        "--set",
        "endless=true",
    ]
    took, code, said = interrupted([*words, "--out", str(tmp_path / "run")], 4.0)
    assert took < 2.0, said
    assert code == 130, said


def test_a_game_is_compiled_with_checked_indices_until_it_has_passed(game, monkeypatch):
    name = "deep_pearls"
    make_plan(game, 1, seed=1)
    checked = compiling.cache_folder.__wrapped__(name)
    assert compiling.checks_indices(name)
    monkeypatch.setattr(compiling, "has_passed", lambda group: group == name)
    monkeypatch.setattr(compiling, "_is_unchecked_game", compiling._is_unchecked_game.__wrapped__)
    assert not compiling.checks_indices(name)
    assert f"{compiling.cache_folder.__wrapped__(name)}-checked" == str(checked)
    assert not compiling.checks_indices("lost_cities")

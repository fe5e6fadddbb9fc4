"""A game.py that deals anew itself, where HIDDEN cannot say what a seat knows."""

import shutil

import pytest

import digsite
from digsite.simulator.games import chosen_game
from tests.authoring.games_here import FOLDER
from tests.own_games import forget

DEALS = {
    "kuhn": """
def redeal(rules, state, seat):
    \"\"\"The two cards that the seat does not hold: one is the rival's.\"\"\"
    rival = 1 - seat
    cards = 3 - state.hand[seat, 0]  # both together
    lower = 1 if state.hand[seat, 0] == 0 else 0
    state.deck[0] = state.deck[1] = 0
    state.hand[rival, 0] = lower if below(state, Stream.REDEAL, 2) == 0 else cards - lower
    state.deck[2] = cards - state.hand[rival, 0]
""",
    "evens": """
def redeal(rules, state, seat):
    \"\"\"Nothing but choices is hidden.\"\"\"
""",
}


@pytest.fixture
def written(tmp_path, monkeypatch):
    forget(monkeypatch)
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")

    def write(name: str, text: str):
        folder = shutil.copytree(FOLDER / name, tmp_path / f"own-{name}", ignore=shutil.ignore_patterns("__pycache__"))
        with (folder / "game.py").open("a") as file:
            file.write(text)
        rules = (folder / "rules.toml").read_text()
        (folder / "rules.toml").write_text(rules.replace(f'id = "{name}"', f'id = "own-{name}"'))
        return folder

    return write


@pytest.mark.parametrize("name", DEALS)
def test_it_hides_what_it_deals_and_secret_choices_stay_hidden(name, written):
    folder = written(name, DEALS[name])
    shown = digsite.check_game(str(folder), quick=True, only="sight", seed=3)
    assert shown.passed, shown
    assert chosen_game(str(folder)).hides


def test_a_card_that_it_forgets_is_named(written):
    forgetful = DEALS["kuhn"].replace("    state.deck[0] = state.deck[1] = 0\n", "")
    forgetful = forgetful.replace(
        "lower if below(state, Stream.REDEAL, 2) == 0 else cards - lower", "state.hand[rival, 0]"
    )
    shown = digsite.check_game(str(written("kuhn", forgetful)), quick=True, only="sight", seed=3)
    assert not shown.passed


def test_what_lies_face_down_for_all_is_known_to_spectators_if_it_is_declared(written):
    folder = written("kuhn", DEALS["kuhn"])
    assert chosen_game(str(folder)).has_open_table
    text = (folder / "game.py").read_text()
    undeclared = written("evens", DEALS["evens"])
    assert not chosen_game(str(undeclared)).has_open_table
    assert "HIDDEN = (pile" in text

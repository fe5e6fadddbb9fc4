"""Open fields that give hidden cards away are found, which no redeal shows."""

import shutil

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.games import chosen_game
from digsite.simulator.lab.battery.checks.telltales import Looks, check_telltales, told_by
from digsite.simulator.lab.battery.subject import QUICK, Subject
from tests.mistakes.table import GAME

SHUFFLE = "    shuffle(state, Stream.SEA, state.sea, 0, 40)"
DEAL = """
    for seat in range(rules.seats):
        for at in range(3):
            state.bag[seat, at] = state.sea[state.dived]
            state.dived += 1
        state.held[seat] = 3
"""
PLANTED = {
    "the next card": ("number", "    state.told = state.sea[state.dived]\n", "state.told is open, and tells seat 1 what state.sea"),
    "sums of hands": (
        "seats", "    for seat in range(rules.seats):\n        state.told[seat] = worth_of(rules, state, seat)\n",
        "state.told is open, and tells seat 1 what state.bag",
    ),
    "nothing": ("number", "    state.told = state.bag[0, 0]\n", ""),
}  # fmt: skip


@pytest.mark.skipif(DISABLE_JIT, reason="compiled, it takes a second")
@pytest.mark.parametrize("name", PLANTED)
def test_a_field_that_tells_is_named(name, tmp_path):
    kind, line, said = PLANTED[name]
    made = tmp_path / f"pearls-{len(line)}"
    shutil.copytree(GAME, made, ignore=shutil.ignore_patterns("__pycache__"))
    text = (made / "game.py").read_text(encoding="utf-8")
    text = text.replace('"points": "seats",', f'"points": "seats", "told": "{kind}",').replace(
        SHUFFLE, SHUFFLE + DEAL + line
    )
    (made / "game.py").write_text(text, encoding="utf-8")
    found = [it.sentence for it in check_telltales(Subject(chosen_game(str(made)), 2, effort=QUICK))]
    assert len(found) == bool(said), found
    assert all(it.startswith(said) for it in found)


def test_what_fits_sampled_deals_too_or_hardly_varies_tells_nothing():
    chance = np.random.default_rng(1)
    hidden, sampled = chance.integers(1, 9, (2, 48)).astype(float)
    rare = np.zeros(48)
    rare[:3] = 1

    def told(field, secret, imagined):
        real = np.array([field, secret]).T
        return list(told_by(Looks(["open", "secret"], real, real * [1, 0], np.array([field, imagined]).T)))

    assert told(2 * hidden, hidden, sampled) == [("open", "secret")]
    assert not told(2 * hidden, hidden, hidden)
    assert not told(sampled, hidden, sampled[::-1])
    assert not told(rare, rare, sampled)
    assert not told(hidden, hidden, np.zeros(48))

"""Rule figures within their bounds are played, or refused by a sentence: no crash, no hang, no game without end.

Each game is fuzzed in a process of its own, so that a crash is a failed test. `make test` plays every figure alone at
its extremes (components a few at a time) and a few sets combined, and a few more as plain Python, where NumPy checks indices; `make verify` plays
thousands of sets with every index of the compiled code checked. Neither notices an index from -1 down to the array's
length: that is another entry, in numba as in NumPy.
"""

import json
import os
import random
import subprocess
import sys
from pathlib import Path

import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.shapes import Amounts, Flags, ListOf, Number, Text, Truth, Unfit, Word
from digsite.simulator.lab.battery.checks.figures import check_refusal
from digsite.simulator.lab.battery.checks.values import alone, anything, combined, extremes, near
from tests.conformance.table import each_game

ROOT = Path(__file__).resolve().parents[2]
SHAPES = [
    Number((-3, 9)), Number((0.5, 1.5), whole=False), Number(), Truth(), Word(("a", "b")), Text(), Amounts(("x", "y")),
    Flags(("u", "v")), ListOf(Number((1, 6)), (0, 4)), ListOf(Word(("a", "b")), (3, 3)),
]  # fmt: skip
compiled = pytest.mark.skipif(DISABLE_JIT, reason="the compiled code is fuzzed")


def fuzzed(folder: Path, game: str, *words: str, root: Path = ROOT, minutes: float = 6, **environment: str) -> dict:
    """What a fuzz of a game gave; a crash or a hang names the set that was being played."""
    log = folder / "set.json"
    command = [sys.executable, "-m", "tests.conformance.fuzz", game, "--log", str(log), *words]
    try:
        told = subprocess.run(
            command, cwd=root, env=os.environ | environment, capture_output=True, text=True, timeout=60 * minutes
        )  # fmt: skip
    except subprocess.TimeoutExpired:
        raise AssertionError(f"the fuzz hangs at {log.read_text()}") from None
    assert told.returncode == 0, f"the fuzz ends with {told.returncode} at {log.read_text()}:\n{told.stderr[-2000:]}"
    found = json.loads(told.stdout)
    assert not found["problems"]
    return found


@compiled
@each_game
def test_each_figure_at_its_extremes_and_some_sets_are_played_or_refused(game, tmp_path):
    found = fuzzed(tmp_path, game.id, "--alone", "--sets", "40", "--games", "1")
    assert found["played"] > 40


@each_game
def test_some_sets_are_played_with_indices_checked(game, tmp_path):
    found = fuzzed(tmp_path, game.id, "--sets", "4", "--games", "1", "--seed", "500", NUMBA_DISABLE_JIT="1")
    assert found["played"] == 4


@pytest.mark.verify
@each_game
@pytest.mark.parametrize("seed", [1_000, 100_000])
def test_thousands_of_sets_are_played_with_every_index_checked(game, seed, tmp_path):
    words = ("--every", "--sets", "1500", "--games", "3", "--seed", str(seed))
    found = fuzzed(tmp_path, game.id, *words, minutes=60, NUMBA_BOUNDSCHECK="1")
    assert found["played"] > 1_500


@pytest.mark.parametrize("shape", SHAPES, ids=repr)
def test_what_the_fuzz_makes_up_fits_the_shape(shape):
    chance = random.Random(1)
    for value in [*extremes(shape, []), *(anything(shape, [], chance) for _ in range(50))]:
        shape.read(value)
        shape.read(near(shape, value, chance))
    with pytest.raises(Unfit):
        shape.read(None)


@each_game
def test_the_fuzz_changes_every_figure(game):
    keys, chance = {figure.key for figure in game.figures}, random.Random(1)
    assert {key for changes in alone(game.figures) for key in changes} == keys
    assert {key for _ in range(2_000) for key in combined(game.figures, chance)} == keys


def test_a_refusal_that_is_no_sentence_is_noticed():
    assert not list(check_refusal(WrongUse("A hand must hold a card.")))
    for told in ("KeyError: 'x'", "", "one line\nand another one"):
        assert [problem.weight for problem in check_refusal(WrongUse(told))] == ["note"]

"""Compiled and as plain Python the same games are played, at every table and on both sides of the board."""

import os
import subprocess
import sys

import numpy as np
import pytest

from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from tests.strategies.strength import styles

STYLES = styles("arnak")
SCRIPT = """
import sys, numpy as np
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
plan = make_plan("arnak", 1, seats=sys.argv[1], players=int(sys.argv[2]), variants=sys.argv[3:4], seed=22, events=0)
np.save(sys.stdout.buffer, np.asarray(table_for(plan).play(0, 1).rows))
"""


@pytest.mark.verify
@pytest.mark.parametrize("variants", [[], ["snake-temple"]], ids=["bird", "snake"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_compiled_and_plain_python_give_the_same_row_at_every_table(seats, variants, tmp_path):
    """One game of heuristic players: as plain Python it takes many seconds."""
    players = [STYLES[(at + seats) % len(STYLES)] for at in range(seats)]
    plan = make_plan("arnak", 1, seats=players, players=seats, variants=variants, seed=22, events=0)
    command = [sys.executable, "-c", SCRIPT, ",".join(players), str(seats), *variants]
    with (tmp_path / "plain.npy").open("wb") as file:
        subprocess.run(command, check=True, stdout=file, env=os.environ | {"NUMBA_DISABLE_JIT": "1"})
    compiled = np.asarray(table_for(plan).play(0, 1).rows)
    assert (np.load(tmp_path / "plain.npy") == compiled).all()

"""The dice of the Temple of Chac fall in the kernel as the exact columns of its answers say."""

import math

import pytest

import digsite
from digsite.analyses.registry import answer
from digsite.analyses.stats.quantiles import two_sided_z

FEW = 100  # cases, and fewer are not compared


@pytest.mark.verify
@pytest.mark.many_games
def test_boulder_and_planks_move_and_break_as_the_dice_say(tmp_path):
    run = digsite.simulate("chac", 4_000, players=4, seed=1, events=4_000, out=tmp_path / "run")
    way, tests = answer(run, "boulder").tables["way"], answer(run, "bridge").tables["tests"]
    # Once games end, those that go on are not by chance those whose boulder is slow.
    compared = [("space", row) for row in way.iter_rows(named=True) if row["games"] == run.rows]
    compared += [("broken", row) for row in tests.iter_rows(named=True) if row["tests"] >= FEW]
    assert len(compared) > 12
    reach = two_sided_z(1 - 0.001 / len(compared)) / two_sided_z(0.95)
    for value, row in compared:
        half = (row[f"{value}_high"] - row[f"{value}_low"]) / 2
        off = row[value] - row[f"{value}_exact"]
        assert math.isclose(off, 0.0, abs_tol=1e-9) or abs(off) <= reach * half, (value, row)

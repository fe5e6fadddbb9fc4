"""Figures of the Temple of Chac do not depend on the order in which its players were typed."""

import numpy as np
import pytest

from digsite.simulator.game.columns import win_share
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.seating import BALANCED, CYCLIC
from digsite.simulator.play.table import table_for

SIX = ["navigator", "hoarder", "swimmer", "runner", "scholar", "locksmith"]
OTHER = ["navigator", "swimmer", "locksmith", "hoarder", "scholar", "runner"]
GAMES = 43_200  # all 120 orders, each on sixty deals


def rates(players: list[str], seating: str, seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return the win rate of each of the six players, and its standard error, deal by deal."""
    plan = make_plan("chac", GAMES, seats=players, seed=seed, events=0, seating=seating)
    rows = table_for(plan).play(0, plan.games).rows
    wins = win_share(rows["rank"][:, :6], rows["winners"][:, None])
    deals = plan.seating_plan.by_place(wins, 0)[:, [players.index(name) for name in SIX]]
    return deals.mean(axis=0), deals.std(axis=0, ddof=1) / np.sqrt(len(deals))


@pytest.mark.verify
def test_a_strategy_has_one_win_rate_in_two_typed_orders():
    """With one order only some differ by a point, three standard errors and more; with all orders none does."""
    far = {}
    for seating in (BALANCED, CYCLIC):
        (one, error), (other, also) = rates(SIX, seating, 11), rates(OTHER, seating, 12)
        far[seating] = np.abs(one - other) / np.hypot(error, also)
    assert far[BALANCED].max() < 2.6  # 5 % for six comparisons
    assert far[CYCLIC].max() > 3

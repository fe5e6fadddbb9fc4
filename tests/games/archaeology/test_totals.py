"""What the state keeps beside the cards themselves always fits them: totals of hands, sets of treasures."""

import numpy as np
import pytest

from digsite.simulator.games.archaeology.options import MAX_OPTIONS
from digsite.simulator.games.archaeology.rules import KINDS
from digsite.simulator.kernel.play.events import SILENT
from tests.games.archaeology.positions import GAME, Position

MONUMENTS = ["great-pyramid", "temple", "tomb", "mine", "sphinx", "buried-ruins"]


def as_bits(row) -> int:
    """The treasures of a row of counts."""
    return sum(1 << kind for kind in range(KINDS) if row[kind] > 0)


def check(table: Position) -> None:
    state, values = table.state, table.rules.trading_value
    for seat in range(table.seats):
        hand = state.hand[seat].astype(int)
        assert (state.hand_size[seat], state.hand_value[seat]) == (hand.sum(), (hand * values).sum())
        assert state.held[seat] == as_bits(hand)
    assert state.aside == as_bits(state.offered)
    assert state.takeable == as_bits(state.market) & ~as_bits(state.offered)


@pytest.mark.parametrize("monument", MONUMENTS)
def test_totals_fit_the_cards_after_every_decision(monument):
    rng = np.random.default_rng(5)
    options = np.zeros(MAX_OPTIONS, np.int32)
    for luck in range(3):
        table = Position(3, monument, luck=luck)
        while not table.state.over:
            n = GAME.kernels.legal(table.rules, table.state, options)
            check(table)
            check(table.redealt(int(table.state.seat) + 1))
            GAME.kernels.apply(table.rules, table.state, int(options[rng.integers(n)]), SILENT)
        check(table)

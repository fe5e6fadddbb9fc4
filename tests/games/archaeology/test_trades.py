"""The players' trades: as good as any there is for their table of values, and carried out as planned."""

from itertools import product

import numpy as np
import pytest

from digsite.simulator.games.archaeology.options import ACTION_STRIDE, MAX_OPTIONS, Action
from digsite.simulator.games.archaeology.rules import KINDS
from digsite.simulator.games.archaeology.state import Card, Decision
from digsite.simulator.kernel.jit.signatures import Mind
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.strategies.archaeology.trades import COINS, MOVE_BITS, PACKED_MOVE, market_gain, plan_trade, watch_rivals
from digsite.strategies.registry import strategies_of
from tests.games.archaeology.positions import GAME, TRADING_VALUE, Position

WORTH = np.array(list(TRADING_VALUE.values()))


def moves(packed: int) -> np.ndarray:
    """Cards that a planned trade takes of each treasure, or, below 0, gives."""
    found = [packed >> (MOVE_BITS * kind) & PACKED_MOVE for kind in range(KINDS)]
    return np.array([cards - PACKED_MOVE - 1 if cards > PACKED_MOVE // 2 else cards for cards in found])


def gain(table: Position, mind: Mind, cards) -> float:
    """What a trade is worth by the table of values: a coin less for each treasure that moves."""
    held = table.state.hand[0]
    values = mind.notes.values
    change = sum(values[kind, held[kind] + moved] - values[kind, held[kind]] for kind, moved in enumerate(cards))
    return float(change) - np.count_nonzero(cards) / COINS


def best_of_all(table: Position, mind: Mind) -> float:
    """The most that any trade gains, by trying them all (none takes more cards than are of use at once)."""
    held, market = table.state.hand[0], np.minimum(table.state.market, mind.tables.of_use)
    choices = [range(-int(held[kind]), int(market[kind]) + 1) for kind in range(KINDS)]
    return max(gain(table, mind, cards) for cards in product(*choices) if (WORTH * cards).sum() <= 0)


def bits(cards) -> int:
    return sum(1 << kind for kind in range(KINDS) if cards[kind] > 0)


@pytest.mark.parametrize("luck", range(40))
def test_a_plan_gains_as_much_as_any_trade(luck):
    chance = np.random.default_rng(luck)
    table = Position(2, luck=luck).acting(1)
    state, mind = table.state, blank_mind(GAME.id, table.rules)
    for row, cards in ((state.hand[0], 6), (state.market, 5)):
        row[:] = np.bincount(chance.integers(0, KINDS, cards), minlength=KINDS)
    mind.notes.values[:] = np.cumsum(chance.exponential(3.0, mind.notes.values.shape), axis=1)
    packed = plan_trade(table.rules, state, 0, mind, bits(state.hand[0]), bits(state.market), 0.0)
    planned = moves(int(packed))
    assert (WORTH * planned).sum() <= 0
    assert gain(table, mind, planned) == pytest.approx(best_of_all(table, mind), abs=KINDS / COINS)


def test_the_dearest_card_there_can_be_is_traded():
    table = Position(2, settings=["pharaohs_mask.trading_value=20"]).acting(1)
    table.hand(1, "pharaohs_mask").market("talisman 2")
    state, mind = table.state, blank_mind(GAME.id, table.rules)
    mind.notes.values[4, 1], mind.notes.values[4, 2] = 50.0, 90.0  # Talismans are worth more than anything else
    packed = plan_trade(table.rules, state, 0, mind, bits(state.hand[0]), bits(state.market), 0.0)
    assert moves(int(packed)).tolist() == [0, 0, 0, 0, 2, 0, -1, 0, 0]


@pytest.mark.parametrize("luck", range(3))
def test_a_trade_is_carried_out_as_planned(luck):
    merchant = strategies_of("archaeology")["merchant"]
    choose, weights = merchant.choose(), np.array([weight.value for weight in merchant.weights.values()])
    table = Position(3, luck=luck)
    mind = blank_mind(GAME.id, table.rules)
    state, options = table.state, np.zeros(MAX_OPTIONS, np.int32)
    to_come, trades = np.zeros(KINDS, int), 0
    while not state.over:
        n = GAME.kernels.legal(table.rules, state, options)
        pick = 0 if n == 1 else choose(table.rules, state, int(state.seat), options, n, weights, mind)
        action, what = divmod(int(options[pick]), ACTION_STRIDE)
        if state.decision == Decision.ACT:
            assert not to_come.any(), "the trade before was not finished"
            if action == Action.OFFER:
                to_come = moves(int(mind.notes.trade[0]))
                trades += 1
        elif state.decision in (Decision.OFFER, Decision.TAKE):
            if action in (Action.OFFER, Action.TAKE) and to_come.any():
                step = -1 if action == Action.OFFER else 1
                assert to_come[what] * step > 0, "a card moves that was not in the plan"
                to_come[what] -= step
            else:
                assert not to_come.any(), "the trade ends before its plan"
        GAME.kernels.apply(table.rules, state, int(options[pick]), SILENT)
    assert trades > 5


# ------------------------------------------------------------------------------------------------ what rivals find


def worth_to_rivals(hand: str, known: int) -> float:
    """What a Talisman in the marketplace is worth to a rival with this hand, known to hold so many Talismans."""
    table = Position(2).hands("coin", hand).market("talisman").acting(1)
    table.state.known[0, 1, Card.TALISMAN] = known
    mind = blank_mind(GAME.id, table.rules)
    mind.notes.leave = 1.0
    watch_rivals(table.rules, table.state, 0, mind)
    return float(market_gain(table.state, mind, Card.TALISMAN, 1))


def test_a_card_is_worth_most_to_a_rival_known_to_lack_just_that_one():
    """The fourth Talisman: $32 instead of $20, less about $6 for what the rival gives."""
    assert worth_to_rivals("talisman 3", known=3) > worth_to_rivals("talisman 3", known=0) > 0


def test_a_card_is_worth_nothing_to_a_rival_who_cannot_pay_for_it():
    assert worth_to_rivals("talisman", known=1) == 0.0

"""Figures do not depend on the order in which strategies were typed, and intervals hold with orders that vary over deals."""

from itertools import permutations

import numpy as np
import pytest

from digsite.analyses.stats import Moments, tests
from digsite.simulator.play.seating import BALANCED, CYCLIC, Seating

SEATS, EXPERIMENTS, DEALS = 4, 1_000, 240
LUCK = 0.4  # of the wins go to a seat that the deal favours, whoever has it
LIKES, RIVAL = 0, 1  # strategies: the first does better when it sits after the second


def chances(players: np.ndarray, bonus: float) -> np.ndarray:
    """Each seat's chance to win, by game."""
    weight = np.ones(players.shape)
    after = (players == LIKES) & (np.roll(players, 1, axis=1) == RIVAL)
    weight[after] += bonus
    return weight / weight.sum(axis=1, keepdims=True)


def truth(typed: tuple[int, ...], bonus: float, kind: str) -> float:
    """The exact win rate of the strategy over all games of the seating."""
    players = np.array(typed)[Seating(kind, SEATS).table]
    return float((1 - LUCK) * chances(players, bonus)[players == LIKES].mean() + LUCK / SEATS)


def intervals(typed: tuple[int, ...], bonus: float, deals: int, seed: int):
    """The test of the strategy's win rate in each of many experiments."""
    seating, chance = Seating(BALANCED, SEATS), np.random.default_rng(seed)
    games = np.arange(deals * SEATS)
    players = np.array(typed)[seating.places(games)]
    place = typed.index(LIKES)
    for _ in range(EXPERIMENTS):
        favoured = np.repeat(np.eye(SEATS)[chance.integers(0, SEATS, deals)], SEATS, axis=0)
        share = (1 - LUCK) * chances(players, bonus) + LUCK * favoured
        drawn = chance.random(len(games))[:, None] < share.cumsum(axis=1)
        won = np.zeros(share.shape)
        won[games, drawn.argmax(axis=1)] = 1.0
        yield tests.share(Moments.of(seating.by_place(won, 0)[:, place]), 1 / SEATS)


def test_a_strategy_has_one_win_rate_whatever_order_was_typed():
    """In one order it wins 25.0 or 32.5 %, in all orders together 27.5 %, however they were typed."""
    typed = [(0, *rest) for rest in permutations(range(1, SEATS))]
    balanced, cyclic = ({round(truth(one, 0.8, kind), 12) for one in typed} for kind in (BALANCED, CYCLIC))
    assert len(balanced) == 1
    assert max(cyclic) - min(cyclic) > 0.05


@pytest.mark.parametrize(
    ("bonus", "typed", "seed"), [(0.8, (0, 1, 2, 3), 1), (1.5, (2, 0, 3, 1), 2), (0.0, (0, 1, 2, 3), 3)]
)
def test_intervals_cover_with_a_planted_interaction_and_without(bonus, typed, seed):
    true = truth(typed, bonus, BALANCED)
    covered = np.mean([found.low <= true <= found.high for found in intervals(typed, bonus, DEALS, seed)])
    assert 0.93 <= covered <= 0.97


def test_an_interval_of_an_incomplete_round_of_orders_covers_too():
    true = truth((0, 1, 2, 3), 1.5, BALANCED)
    covered = np.mean([found.low <= true <= found.high for found in intervals((0, 1, 2, 3), 1.5, DEALS + 3, 4)])
    assert 0.93 <= covered <= 0.97


@pytest.mark.parametrize("seed", [5])
def test_strategies_that_are_alike_are_rarely_told_apart(seed):
    rejected = np.mean([found.p < 0.05 for found in intervals((0, 1, 2, 3), 0.0, DEALS, seed)])
    assert 0.03 <= rejected <= 0.07

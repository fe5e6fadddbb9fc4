"""The mixture that nobody beats, held against games whose solution is known."""

from itertools import combinations_with_replacement, permutations

import numpy as np
import pytest

from digsite.analyses.stats.nash import against, nash, spread

RING = np.array([[0.5, 0.0, 1.0], [1.0, 0.5, 0.0], [0.0, 1.0, 0.5]])


def test_rock_paper_scissors_is_a_third_each():
    found = nash(RING)
    assert found.parts == pytest.approx([1 / 3] * 3)
    assert found.beaten_by == pytest.approx(0)
    assert found.support == [0, 1, 2]


def test_a_weighted_ring_has_its_known_mixture():
    """Rock beats scissors for sure, the others win three games of four: 1 : 2 : 1 (by hand)."""
    shares = np.array([[0.5, 0.25, 1.0], [0.75, 0.5, 0.25], [0.0, 0.75, 0.5]])
    assert nash(shares).parts == pytest.approx([0.25, 0.5, 0.25])


def test_a_strategy_that_beats_all_is_alone():
    shares = np.array([[0.5, 0.6, 0.7], [0.4, 0.5, 0.9], [0.3, 0.1, 0.5]])
    assert nash(shares).support == [0]


def test_where_all_is_alike_the_mixture_is_even():
    assert nash(np.full((4, 4), 0.5)).parts == pytest.approx([0.25] * 4)
    assert nash(np.full((3, 3, 3), 1 / 3)).parts == pytest.approx([1 / 3] * 3)


def by_strength(strengths):
    """Who is stronger wins more often, three at a table."""
    s = np.array(strengths)
    return s[:, None, None] / (s[:, None, None] + s[None, :, None] + s[None, None, :])


def test_at_tables_of_three_the_strongest_is_alone():
    assert nash(by_strength([1.0, 2.0, 3.0])).parts == pytest.approx([0, 0, 1])


@pytest.mark.parametrize("seed", [0, 4])
def test_at_tables_of_three_nobody_beats_the_mixture(seed):
    rng, shares = np.random.default_rng(seed), np.zeros((5, 5, 5))
    for table in combinations_with_replacement(range(5), 3):
        who = sorted(set(table))
        part = dict(zip(who, rng.dirichlet(np.ones(len(who))), strict=True))
        for seated in set(permutations(table)):
            shares[seated] = part[seated[0]] / table.count(seated[0])
    found = nash(shares)
    assert against(shares, found.parts).max() < 1 / 3 + 1e-4
    assert found.parts.sum() == pytest.approx(1)


def test_the_ends_of_a_mixture_hold_it():
    rng = np.random.default_rng(1)
    wins = rng.random((200, 3, 3)) < RING * 0.2 + 0.4
    blocks = (wins + (1 - wins.transpose(0, 2, 1))) / 2
    blocks[:, range(3), range(3)] = 0.5
    found = nash(blocks.mean(axis=0))
    low, high = spread(blocks, found, 60)
    assert (low <= found.parts).all()
    assert (found.parts <= high).all()
    assert (low < 1 / 3).all()
    assert (high > 1 / 3).all()
    assert (high - low > 0.05).all()

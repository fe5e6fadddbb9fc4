"""Who sits where: every place in every seat of a deal, and orders that vary in balance from deal to deal."""

from itertools import pairwise

import numpy as np
import pytest

from digsite.simulator.game.columns import win_share
from digsite.simulator.play.seating import BALANCED, CYCLIC, FIXED, Seating, kind_of, orders_of, whole_deals

KINDS = [BALANCED, CYCLIC]


def pairs_after(orders):
    """How often each place (row) sits directly before each other one (column)."""
    counts = np.zeros((len(orders[0]),) * 2, int)
    for order in orders:
        for before, after in pairwise((*order, order[0])):
            counts[before, after] += 1
    return counts[~np.eye(len(counts), dtype=bool)]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_every_place_has_every_seat_once_in_a_deal(kind, seats):
    seating = Seating(kind, seats)
    for deal in seating.by_deal(seating.places(np.arange(seats * len(seating.orders)))):
        for line in (*deal, *deal.T):
            assert sorted(line) == list(range(seats))


@pytest.mark.parametrize("kind", [*KINDS, FIXED])
@pytest.mark.parametrize("seats", [1, 2, 3, 4, 7])
def test_seats_and_places_are_each_others_inverse(kind, seats):
    seating, games = Seating(kind, seats), np.arange(10_000)
    places, sat = seating.places(games), seating.seats_of(games)
    assert (np.take_along_axis(places, sat, axis=1) == np.arange(seats)).all()
    assert seating.place_on(seats - 1, 9_999) == places[9_999, seats - 1]


def test_the_first_moves_to_the_last_seat_and_all_others_one_up():
    assert Seating(CYCLIC, 3).seats_of(np.array([1, 4])).tolist() == [[2, 0, 1]] * 2


def test_fixed_or_with_one_strategy_a_deal_is_one_game():
    seatings = Seating(FIXED, 4), Seating(CYCLIC, 4), Seating(BALANCED, 4), Seating(BALANCED, 4, alike=True)
    assert [seating.rotations for seating in seatings] == [1, 4, 4, 1]
    assert Seating(CYCLIC, 4, alike=True).rotations == 4  # as typed, and as runs of the first versions were
    assert [len(seating.orders) for seating in seatings] == [1, 1, 6, 1]


@pytest.mark.parametrize(("seats", "orders"), [(1, 1), (2, 1), (3, 2), (4, 6), (5, 24), (6, 120)])
def test_up_to_six_seats_all_orders_are_played_first_as_typed(seats, orders):
    found = orders_of(seats)
    assert (len(found), len(set(found)), found[0]) == (orders, orders, tuple(range(seats)))


@pytest.mark.parametrize("seats", range(3, 13))
def test_each_place_sits_after_each_other_equally_often(seats):
    found = orders_of(seats)
    counts = pairs_after(found)
    assert np.ptp(counts) <= (0 if seats <= 6 else 1)
    for part in range(1, len(found), max(len(found) // 40, 1)):
        assert np.ptp(pairs_after(found[:part])) <= 3, part
    assert sorted(found[-1]) == list(range(seats))


def test_the_order_of_a_deal_never_changes():
    """Rows of earlier runs stand on these."""
    assert orders_of(3) == ((0, 1, 2), (0, 2, 1))
    assert orders_of(4) == ((0, 1, 2, 3), (0, 3, 2, 1), (0, 1, 3, 2), (0, 2, 3, 1), (0, 2, 1, 3), (0, 3, 1, 2))
    assert orders_of(6)[17] == (0, 3, 4, 5, 2, 1)
    assert orders_of(8)[31] == (0, 4, 5, 7, 2, 3, 6, 1)


@pytest.mark.parametrize("sides", [(0, 1, 0, 1), (0, 1, 2, 0, 1, 2), (0, 1) * 4])
def test_partners_opposite_each_other_stay_partners(sides):
    seating = Seating(BALANCED, len(sides), sides=sides)
    assert len(seating.orders) > 1
    for places in seating.table:
        partners = {frozenset(np.flatnonzero(np.array(sides)[places] == side).tolist()) for side in set(sides)}
        assert partners == {frozenset(np.flatnonzero(np.array(sides) == side).tolist()) for side in set(sides)}


@pytest.mark.parametrize("sides", [(0, 0, 2, 2), (0, 0, 0, 0)])
def test_partners_next_to_each_other_and_tables_that_play_together_are_mixed(sides):
    assert orders_of(4, sides) == orders_of(4)


def test_values_by_place_are_means_over_the_games_of_a_deal():
    seating = Seating(BALANCED, 4)
    games = np.arange(8, 32)  # from deal 2 on
    values = seating.places(games) * 10.0 + (games % 4)[:, None]  # each place wins ten times its number
    assert seating.by_place(values, 8).tolist() == [[1.5, 11.5, 21.5, 31.5]] * 6


def test_where_all_places_are_alike_each_has_the_mean_of_all_seats():
    values = np.array([[1.0, 0.0, 0.5], [0.0, 0.0, 3.0]])
    assert Seating(BALANCED, 3, alike=True).by_place(values, 0).tolist() == [[0.5] * 3, [1.0] * 3]


def test_plans_of_the_first_versions_are_cyclic_or_fixed():
    kinds = [kind_of({"rotate": True}), kind_of({"rotate": False}), kind_of({"seating": BALANCED})]
    assert kinds == [CYCLIC, FIXED, BALANCED]


def test_games_are_rounded_up_to_whole_deals():
    assert [whole_deals(games, 4) for games in (1, 4, 5)] == [4, 4, 8]


def test_a_win_is_shared_evenly_by_the_first_and_nobodys_win_by_none():
    rank, winners = np.array([[1, 1, 2], [1, 2, 3], [1, 1, 1]], np.int8), np.array([2, 1, 0], np.int8)
    assert win_share(rank, winners[:, None]).tolist() == [[0.5, 0.5, 0], [1, 0, 0], [0, 0, 0]]

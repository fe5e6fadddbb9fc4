"""Who sits where when a line-up rotates."""

import numpy as np
import pytest

from digsite.simulator.game.columns import win_share
from digsite.simulator.play.rotation import place_on, rotations, seat_of


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_everybody_sits_on_every_seat_once_in_a_deal(seats):
    sat = [[place_on(seat, rotation, seats) for seat in range(seats)] for rotation in range(rotations(seats, True))]
    for line in (*sat, *map(list, zip(*sat, strict=True))):
        assert sorted(line) == list(range(seats))


@pytest.mark.parametrize("seats", [1, 2, 3, 6])
def test_seat_and_place_are_each_others_inverse(seats):
    seat, rotation = np.indices((seats, seats))
    assert np.array_equal(seat_of(place_on(seat, rotation, seats), rotation, seats), seat)


def test_the_first_moves_to_the_last_seat_and_all_others_one_up():
    assert [seat_of(place, 1, 3) for place in range(3)] == [2, 0, 1]


def test_without_rotation_a_deal_is_one_game():
    assert (rotations(4, False), rotations(4, True)) == (1, 4)


def test_a_win_is_shared_evenly_by_the_first_and_nobodys_win_by_none():
    rank, winners = np.array([[1, 1, 2], [1, 2, 3], [1, 1, 1]], np.int8), np.array([2, 1, 0], np.int8)
    assert win_share(rank, winners[:, None]).tolist() == [[0.5, 0.5, 0], [1, 0, 0], [0, 0, 0]]

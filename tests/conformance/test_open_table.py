"""An open table: what any seat has seen stays as it is, and only what nobody has seen is dealt anew."""

import numpy as np
import pytest

from digsite.simulator.kernel.play.rng import open_streams
from tests.conformance.sight import check_same_view, sight_of
from tests.conformance.table import copied, each_table, positions, viewers


def opened(game, rules, state, luck: int):
    """The state with all that nobody has seen dealt anew."""
    other = copied(state)
    with np.errstate(over="ignore"):
        open_streams(other, 77, luck)
        game.shuffle_unseen(rules, other, 0)
    other.stream[:] = state.stream
    return other


@each_table
def test_every_seat_sees_the_same_at_an_open_table(game, seats):
    for luck, (rules, state) in enumerate(positions(game, seats, 120)):
        other = opened(game, rules, state, luck)
        for seat in viewers(state, luck, seats):
            check_same_view(sight_of(game), rules, state, seat, other)


@each_table
def test_what_nobody_has_seen_is_dealt_anew(game, seats):
    changed = [
        opened(game, rules, state, luck).tobytes() != state.tobytes()
        for luck, (rules, state) in enumerate(positions(game, seats, 120))
    ]
    assert np.mean(changed) > 0.5


@each_table
def test_the_seat_named_does_not_matter_at_an_open_table(game, seats):
    for rules, state in positions(game, seats):
        made = []
        for seat in range(seats):
            other = copied(state)
            with np.errstate(over="ignore"):
                game.shuffle_unseen(rules, other, seat)
            made.append(other.tobytes())
        assert len(set(made)) == 1


@each_table
def test_a_hand_that_is_dealt_anew_would_be_noticed(game, seats):
    """A planted fault: the redeal of one seat in place of the open table's changes what the others see."""
    if seats == 1:
        return  # nobody else is there to notice
    with pytest.raises(AssertionError):
        _redealt_for_one_seat(game, seats)


def _redealt_for_one_seat(game, seats):
    for luck, (rules, state) in enumerate(positions(game, seats, 120)):
        other = copied(state)
        with np.errstate(over="ignore"):
            open_streams(other, 77, luck)
            game.kernels.redeal(rules, other, 0)
        for seat in range(1, seats):
            check_same_view(sight_of(game), rules, state, seat, other)

"""An open table: what any seat has seen stays as it is, and only what nobody has seen is dealt anew."""

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.lab.battery.checks.sight import changed_views, check_open_table, opened, sight_of
from digsite.simulator.lab.battery.hand_play import copied
from tests.conformance.table import each_table, found, subject


@each_table
def test_every_seat_sees_the_same_at_an_open_table_whichever_is_named(game, seats):
    assert not found(check_open_table(subject(game, seats)))


@each_table
def test_what_nobody_has_seen_is_dealt_anew(game, seats):
    changed = [
        opened(game, position, luck).tobytes() != position.state.tobytes()
        for luck, position in enumerate(subject(game, seats).positions(120))
    ]
    assert np.mean(changed) > 0.5


@each_table
def test_a_hand_that_is_dealt_anew_would_be_noticed(game, seats):
    """A planted fault: the redeal of one seat in place of the open table's changes what the others see."""
    if seats == 1:
        return  # nobody else is there to notice
    assert any(_redealt_for_one_seat(game, seats))


def _redealt_for_one_seat(game, seats):
    here = subject(game, seats)
    sight = sight_of(game, here.declarations)
    for luck, (rules, state, _) in enumerate(here.positions(120)):
        other = copied(state)
        with np.errstate(over="ignore"):
            open_streams(other, 77, luck)
            game.kernels.redeal(rules, other, 0)
        for seat in range(1, seats):
            yield from changed_views(sight, rules, state, seat, other)


def test_what_depends_on_the_seat_that_is_named_is_noticed(monkeypatch):
    here = subject(find_game("lost-cities"), 2)
    monkeypatch.setattr(here.game, "shuffle_unseen", here.game.kernels.redeal)
    assert any("depends on the seat" in problem.sentence for problem in check_open_table(here))

"""Imagining is blind: what a seat imagines depends on what it sees and on its own noise alone."""

from digsite.simulator.lab.battery.checks import sight
from digsite.simulator.lab.battery.checks.choices import check_eyes
from tests.conformance.table import each_table, found, subject

FEW_HUNDRED = 200


@each_table
def test_states_that_look_alike_are_imagined_alike(game, seats):
    here = subject(game, seats)
    assert len(sight.sight_of(game, here.declarations).lookalikes) == 2
    before = here.seen["position"]
    assert not found(sight.check_blindness(here))
    assert here.seen["position"] - before >= FEW_HUNDRED


@each_table
def test_an_imagined_game_meets_luck_of_its_own(game, seats):
    assert not found(sight.check_luck(subject(game, seats)))


@each_table
def test_a_seat_sees_the_same_in_the_game_it_imagines(game, seats):
    assert not found(sight.check_views(subject(game, seats)))


@each_table
def test_a_seat_has_the_same_options_in_the_game_it_imagines(game, seats):
    assert not found(sight.check_same_options(subject(game, seats)))


@each_table
def test_what_is_hidden_is_not_imagined_as_it_is(game, seats):
    assert not found(sight.check_deal(subject(game, seats)))


@each_table
def test_a_strategy_cannot_see_what_it_must_not(game, seats):
    assert not found(check_eyes(subject(game, seats)))

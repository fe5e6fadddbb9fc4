"""Events: every kind says what it is and what its numbers are called, and the kernels use just these numbers."""

from digsite.simulator.game.events import LETTERS
from digsite.simulator.lab.battery.checks.coverage import check_decisions, check_events, numbers_used, sample_of
from tests.conformance.table import each_game, found, tables

GAMES = 10
# What so few games bring about that no test would wait for it, by what `found` calls it.
RARE = {"lost-cities": {"end"}, "archaeology": {"event"}, "arnak": {"decision", "action"}}


@each_game
def test_every_kind_of_event_says_what_happens_and_names_its_numbers(game):
    assert list(game.events) == [kind.name.lower() for kind in game.records.events]
    for kind in game.events.values():
        assert kind.about, kind.name
        assert not set(kind.numbers) & set(LETTERS), kind.name


@each_game
def test_what_has_a_name_occurs_and_events_use_the_numbers_that_have_names_and_no_others(game):
    sample = sample_of(tables(game), GAMES)
    assert numbers_used(sample) == {kind.name: kind.used for kind in game.events.values()}
    missing = found([*check_events(sample), *check_decisions(sample)])
    assert {problem.kind for problem in missing} == RARE.get(game.id, set()), missing

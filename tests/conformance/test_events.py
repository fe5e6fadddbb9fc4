"""Events: every kind says what it is and what its numbers are called, and the kernels use just these numbers."""

import numpy as np

from digsite.simulator.game.events import LETTERS
from digsite.simulator.game.rules.shapes import Truth, Word
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from tests.conformance.table import each_game, fields, variant_sets

GAMES = 10


def rule_sets(game):
    """Player counts, variants and settings that between them bring every kind of event about."""
    for seats in game.players:
        yield from ((seats, variants, {}) for variants in variant_sets(game, seats))
    for figure in (figure for figure in game.figures if not figure.field_of):
        words = figure.choices if isinstance(figure.shape, Word) else [True, False] * isinstance(figure.shape, Truth)
        yield from ((game.max_seats, [], {figure.key: word}) for word in words if word != figure.value)


@each_game
def test_every_kind_of_event_says_what_happens_and_names_its_numbers(game):
    assert list(game.events) == [kind.name.lower() for kind in game.records.events]
    for kind in game.events.values():
        assert kind.about, kind.name
        assert not set(kind.numbers) & set(LETTERS), kind.name


@each_game
def test_events_use_the_numbers_that_have_names_and_no_others(game):
    used = np.zeros((len(game.records.events), len(LETTERS)), bool)
    for seats, variants, settings in rule_sets(game):
        for players in fields(game, seats):
            rules = {"variants": variants, "settings": settings}
            plan = make_plan(game.id, GAMES, players=seats, seats=players, seed=8, events=0, **rules)
            events = np.concatenate(table_for(plan).play_with_events(0, GAMES).events)
            np.logical_or.at(used, events[:, 0], events[:, 2:] != 0)
    found = {kind.name.lower(): tuple(np.flatnonzero(used[kind]).tolist()) for kind in game.records.events}
    assert found == {kind.name: kind.used for kind in game.events.values()}

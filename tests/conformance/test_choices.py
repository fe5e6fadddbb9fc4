"""A choice changes nothing but the player's own notes and noise."""

import pytest

from digsite.simulator.lab.battery.checks.choices import check_traces
from digsite.strategies.registry import strategies_of
from tests.conformance.table import every_game, found, subject

STRATEGIES = [(game, name) for game in every_game() for name in strategies_of(game.id)]


@pytest.mark.parametrize(("game", "name"), STRATEGIES, ids=[f"{game.id}-{name}" for game, name in STRATEGIES])
def test_a_choice_changes_nothing_and_can_be_repeated(game, name):
    for seats in (game.players[0], game.players[-1]):
        assert not found(check_traces(subject(game, seats), [name]))

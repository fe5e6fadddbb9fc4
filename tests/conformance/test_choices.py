"""A choice changes nothing but the player's own notes and noise."""

import pytest

from digsite.strategies.registry import strategies_of
from tests.conformance.choice import check_choice
from tests.conformance.table import HandPlayed, Sampled, every_game, variant_sets

STRATEGIES = [(game, name) for game in every_game() for name in strategies_of(game.id)]


@pytest.mark.parametrize(("game", "name"), STRATEGIES, ids=[f"{game.id}-{name}" for game, name in STRATEGIES])
def test_a_choice_changes_nothing_and_can_be_repeated(game, name):
    sampled = Sampled(first=50, then=10)
    noise = int(game.records.streams["NOISE"])
    for seats in (game.players[0], game.players[-1]):
        for luck, variants in enumerate(variant_sets(game, seats)):
            table = HandPlayed(game, seats, luck, variants)
            for n, pick in table.play([name] * seats):
                if n > 1 and sampled.takes(seats, int(table.asked.state.decision)):
                    assert check_choice(table.choose, table.asked, noise + table.asked.seat) == pick

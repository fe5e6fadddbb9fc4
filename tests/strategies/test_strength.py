"""Every named style is a real player: far above random, and no style a straw man."""

from itertools import combinations

import numpy as np
import pytest

from simulator.lab import batches, make_plan
from strategies.registry import strategies_of

BEATS_RANDOM = [
    (game, name) for game in ("lost-cities", "archaeology") for name in strategies_of(game) if name != "random"
]


def win_share(game: str, first: str, second: str, games: int = 2_000) -> float:
    """The share of two-player games that `first` wins, both seats alike."""
    plan = make_plan(game, games, seats=[first, second], seed=17, rotate=True, events=0)
    rows = np.concatenate([batch.rows for batch in batches(plan)])
    seat = np.arange(len(rows)) % 2  # the rotation puts `first` on the other seat in every second game
    won = rows["rank"][np.arange(len(rows)), seat] == 1
    return float(np.where(won, 1.0 / np.maximum(rows["winners"], 1), 0.0).mean())


@pytest.mark.parametrize(("game", "name"), BEATS_RANDOM)
def test_it_beats_random_in_95_of_100_two_player_games(game, name):
    assert win_share(game, name, "random", 1_000) >= 0.95


@pytest.mark.parametrize("pair", list(combinations([n for n in strategies_of("lost-cities") if n != "random"], 2)))
def test_the_styles_of_lost_cities_are_within_reach_of_each_other(pair):
    assert 0.3 <= win_share("lost-cities", *pair) <= 0.7

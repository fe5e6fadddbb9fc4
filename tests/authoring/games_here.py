"""The two-file games of these tests, opened from their folders."""

from pathlib import Path

import numpy as np

from digsite.simulator.game.authoring.game import AuthoredGame
from digsite.simulator.games import chosen_game
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan

FOLDER = Path(__file__).parent / "games"


def two_files(name: str) -> AuthoredGame:
    """A game of two files."""
    game = chosen_game(str(FOLDER / name))
    assert isinstance(game, AuthoredGame)
    return game


def rows_of(name: str, games: int, seats: str, seed: int = 7, **more) -> np.ndarray:
    """The rows of a run."""
    plan = make_plan(str(FOLDER / name), games, seats=seats, seed=seed, events=0, seating="fixed", **more)
    return np.concatenate([batch.rows for batch in batches(plan)])

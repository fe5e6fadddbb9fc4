"""How strong players are: their shares of the wins, cleared of seats and with the same luck for all."""

import numpy as np

from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.strategies.registry import strategies_of


def styles(game: str) -> list[str]:
    """The game's strategies but for the random one."""
    return [name for name in strategies_of(game) if name != "random"]


def win_shares(game: str, names: list[str], games: int, seed: int = 29) -> np.ndarray:
    """[game, player]: each player's share of the win, over rotated games."""
    plan = make_plan(game, games, seats=names, seed=seed, rotate=True, events=0)
    rows = np.concatenate([batch.rows for batch in batches(plan)])
    at = np.arange(len(rows))[:, None]
    seat = (np.arange(len(names)) - at) % len(names)  # where the rotation puts each player
    won = (rows["rank"][at, seat] == 1) & (rows["winners"] > 0)[:, None]
    return won / np.maximum(rows["winners"], 1)[:, None]


def win_share(game: str, first: str, second: str, games: int = 2_000) -> float:
    """The share of two-player games that `first` wins, both seats alike."""
    return float(win_shares(game, [first, second], games, seed=17)[:, 0].mean())

"""Every named style is a real player: far above random, and no style a straw man."""

from itertools import combinations

import numpy as np
import pytest

from simulator.play.backends import batches
from simulator.play.plan import make_plan
from strategies.registry import strategies_of

pytestmark = pytest.mark.many_games

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


# ------------------------------------------------------------------------------------------------ Chac

STYLES_OF_CHAC = [name for name in strategies_of("chac") if name not in ("random", "navigator")]


def win_shares(game: str, names: list[str], games: int) -> np.ndarray:
    """[game, player]: each player's share of the win, over rotated games."""
    plan = make_plan(game, games, seats=names, seed=29, rotate=True, events=0)
    rows = np.concatenate([batch.rows for batch in batches(plan)])
    at = np.arange(len(rows))[:, None]
    seat = (np.arange(len(names)) - at) % len(names)  # where the rotation puts each player
    won = (rows["rank"][at, seat] == 1) & (rows["winners"] > 0)[:, None]
    return won / np.maximum(rows["winners"], 1)[:, None]


@pytest.mark.parametrize("name", [*STYLES_OF_CHAC, "navigator"])
def test_it_beats_random_clearly_in_the_temple(name):
    """Both may die, so the shares need not add up to 1."""
    own, of_random = win_shares("chac", [name, "random"], 400).mean(axis=0)
    assert own > 0.6
    assert of_random < 0.02


@pytest.mark.parametrize(
    "rivals",
    [
        STYLES_OF_CHAC[:2], STYLES_OF_CHAC[2:4], STYLES_OF_CHAC[4:],
        STYLES_OF_CHAC[:3], STYLES_OF_CHAC[3:],
        STYLES_OF_CHAC[:5], STYLES_OF_CHAC[1:],
    ],
    ids="-".join,
)  # fmt: skip
def test_the_navigator_wins_most_at_tables_of_three_four_and_six(rivals):
    shares = win_shares("chac", ["navigator", *rivals], 1_800)
    second = 1 + shares.mean(axis=0)[1:].argmax()
    lead = shares[:, 0] - shares[:, second]
    assert lead.mean() > 2.6 * lead.std() / len(lead) ** 0.5  # 99 % interval

"""Two games written as two files whose answers are known: their simulations agree within chance."""

from fractions import Fraction

import numpy as np
import pytest

from tests.authoring.exact import PigRace, in_equilibrium, kuhn_value, timid
from tests.authoring.games_here import rows_of

GAMES = 100_000
SIGMAS = 4


def chips(seats: str) -> tuple[float, float]:
    """The first player's mean chips in Kuhn poker, and its standard error."""
    won = rows_of("kuhn", GAMES, seats)["score"][:, 0]
    return float(won.mean()), float(won.std() / np.sqrt(len(won)))


@pytest.mark.parametrize("bluff", [Fraction(0), Fraction(1, 5), Fraction(1, 3)])
def test_the_equilibrium_costs_the_first_player_an_eighteenth_of_a_chip(bluff):
    assert kuhn_value(in_equilibrium(bluff), in_equilibrium(bluff)) == Fraction(-1, 18)
    mean, error = chips(f"in-equilibrium:bluff={float(bluff)},in-equilibrium")
    assert abs(mean + 1 / 18) < SIGMAS * error


def test_a_timid_player_loses_what_arithmetic_says():
    third = Fraction(1, 3)
    for seats, first, second in (
        ("timid,in-equilibrium:bluff=0.2", timid, in_equilibrium(Fraction(1, 5))),
        ("in-equilibrium:bluff=0.3333333333,timid", in_equilibrium(third), timid),
    ):
        mean, error = chips(seats)
        assert abs(mean - float(kuhn_value(first, second))) < SIGMAS * error


@pytest.mark.parametrize(("mine", "theirs"), [(8, 8), (4, 12), (12, 4), (20, 8)])
def test_holders_of_pig_win_as_often_as_linear_equations_say(mine, theirs):
    exact = PigRace().chance(mine, theirs)
    won = rows_of("pig", GAMES, f"holder:enough={mine},holder:enough={theirs}")["rank"][:, 0] == 1
    assert abs(won.mean() - exact) < SIGMAS * np.sqrt(exact * (1 - exact) / GAMES)


@pytest.fixture(scope="module")
def race() -> tuple[float, dict[str, object]]:
    """The first player's chance in Pig to 50 under the best play of both, and the figures by which `planner` plays it."""
    pig = PigRace(50)
    value = pig.best()
    holds, rolls_again = pig.bands(value)
    figures = {"target": 50, "hold_from": holds.ravel().tolist(), "hold_until": rolls_again.ravel().tolist()}
    return float(value[0, 0, 0]), figures


def wins(seats: str, games: int, figures: dict[str, object]) -> tuple[float, float]:
    """How often seat 1 and seat 2 win."""
    won = rows_of("pig", games, seats, settings=figures)["rank"] == 1
    return float(won[:, 0].mean()), float(won[:, 1].mean())


def test_the_best_play_of_pig_wins_as_often_as_value_iteration_says(race):
    best, figures = race
    first, _ = wins("planner,planner", GAMES, figures)
    assert abs(first - best) < SIGMAS * 0.5 / np.sqrt(GAMES)


@pytest.mark.verify
def test_value_iteration_finds_the_published_value_of_pig_to_100():
    assert PigRace(100).best()[0, 0, 0] == pytest.approx(0.5306, abs=5e-5)  # Neller and Presser 2004


@pytest.mark.parametrize(
    ("player", "games", "gap"),
    [("holder:enough=20", GAMES, 0.07), ("searcher", 400, 0.19), ("greedy", 400, 0.26)],
)
def test_no_player_of_pig_beats_the_best_play_and_its_gap_is_as_documented(player, games, gap, race):
    """Both begin equally often, so that the best play against itself wins half."""
    first, _ = wins(f"{player},planner", games, race[1])
    _, second = wins(f"planner,{player}", games, race[1])
    chance = SIGMAS * 0.5 / np.sqrt(2 * games)
    measured = 0.5 - (first + second) / 2
    assert measured > -chance
    assert measured == pytest.approx(gap, abs=chance + 0.005)

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


def test_the_best_play_of_pig_is_better_than_holding_at_a_number():
    race = PigRace()
    best = race.best()[0, 0, 0]
    assert best > max(race.chance(mine, 8) for mine in (8,)) - 0.02
    assert 0.5 < best < 0.7

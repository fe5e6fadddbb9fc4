"""Every named style of Lost Cities is a real player: far above random, and no style a straw man."""

from itertools import combinations

import pytest

from tests.strategies.strength import styles, win_share

pytestmark = pytest.mark.many_games

STYLES = styles("lost-cities")


@pytest.mark.parametrize("name", STYLES)
def test_it_beats_random_in_95_of_100_two_player_games(name):
    assert win_share("lost-cities", name, "random", 1_000) >= 0.95


@pytest.mark.parametrize("pair", list(combinations(STYLES, 2)), ids="-".join)
def test_the_styles_are_within_reach_of_each_other(pair):
    assert 0.3 <= win_share("lost-cities", *pair) <= 0.7

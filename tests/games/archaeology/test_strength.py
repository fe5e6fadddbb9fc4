"""Every named style of Archaeology is a real player, far above random."""

import pytest

from tests.strategies.strength import styles, win_share

pytestmark = pytest.mark.many_games


@pytest.mark.parametrize("name", styles("archaeology"))
def test_it_beats_random_in_95_of_100_two_player_games(name):
    assert win_share("archaeology", name, "random", 1_000) >= 0.95

"""Every named style of Quetzal is a real player: far above random, none a straw man, and `planner` is the strongest."""

import pytest

from tests.strategies.strength import styles, win_share, win_shares

pytestmark = pytest.mark.many_games

GAME = "quetzal"
STYLES = styles(GAME)
RIVALS = [name for name in STYLES if name != "planner"]


def test_the_styles_are_those_of_the_page():
    assert STYLES == ["planner", "shipper", "harbour", "templar", "upgrader", "bidder"]


@pytest.mark.parametrize("name", STYLES)
def test_it_beats_random_in_95_of_100_two_player_games(name):
    assert win_share(GAME, name, "random", 400) >= 0.95


@pytest.mark.parametrize("rival", RIVALS)
def test_planner_beats_every_other_style(rival):
    assert win_share(GAME, "planner", rival, 1_000) > 0.5


def test_planner_wins_more_than_its_share_among_four_and_no_style_is_a_straw_man():
    shares = win_shares(GAME, ["planner", "harbour", "bidder", "upgrader"], 2_000).mean(axis=0)
    assert shares[0] == max(shares) > 0.27
    assert min(shares) > 0.1


def test_planner_wins_more_than_its_share_among_five_even_of_the_hardest_rivals():
    assert win_shares(GAME, ["planner", *["bidder"] * 4], 2_000)[:, 0].mean() > 0.21

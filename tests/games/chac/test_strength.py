"""Every named style of Chac is a real player, far above random; the navigator is the strongest."""

import pytest

from tests.strategies.strength import styles, win_shares

pytestmark = pytest.mark.many_games

STYLES = [name for name in styles("chac") if name != "navigator"]


@pytest.mark.parametrize("name", [*STYLES, "navigator"])
def test_it_beats_random_clearly_in_the_temple(name):
    """Both may die, so the shares need not add up to 1."""
    own, of_random = win_shares("chac", [name, "random"], 400).mean(axis=0)
    assert own > 0.6
    assert of_random < 0.02


@pytest.mark.parametrize(
    "rivals",
    [STYLES[:2], STYLES[2:4], STYLES[4:], STYLES[:3], STYLES[3:], STYLES[:5], STYLES[1:]],
    ids="-".join,
)
def test_the_navigator_wins_most_at_tables_of_three_four_and_six(rivals):
    shares = win_shares("chac", ["navigator", *rivals], 6_000)
    second = 1 + shares.mean(axis=0)[1:].argmax()
    lead = shares[:, 0] - shares[:, second]
    assert lead.mean() > 2.6 * lead.std() / len(lead) ** 0.5  # 99 % interval


@pytest.mark.parametrize("style", STYLES)
def test_no_style_is_hopeless_among_the_others(style):
    """At a table of all seven less one, a style wins at least a third of an equal share."""
    rivals = [name for name in STYLES if name != style]
    shares = win_shares("chac", [style, "navigator", *rivals[:4]], 1_200)
    assert shares[:, 0].mean() > 1 / 18

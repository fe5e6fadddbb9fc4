"""Every named style of Lost Ruins of Arnak is a real player: far above random, and none beats the balanced one."""

import numpy as np
import pytest

from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.seating import CYCLIC, Seating
from tests.strategies.strength import styles, win_share

pytestmark = pytest.mark.many_games

STYLES = styles("arnak")


def rows_of(players, games, **arguments):
    """The outcomes of rotated games."""
    plan = make_plan("arnak", games, players=len(players), seats=players, seed=23, rotate=True, events=0, **arguments)
    return np.concatenate([batch.rows for batch in batches(plan)])


def mean_score(players, games, **arguments):
    """The mean score of all seats."""
    return float(rows_of(players, games, **arguments)["score"][:, : len(players)].mean())


@pytest.mark.parametrize("name", STYLES)
def test_it_beats_random_in_95_of_100_two_player_games(name):
    assert win_share("arnak", name, "random", 200) >= 0.95


@pytest.mark.parametrize("name", [name for name in STYLES if name != "balanced"])
def test_no_style_beats_the_balanced_player(name):
    """Chance alone would put half of 400 games at 0.44 or below in one of a hundred tests."""
    assert win_share("arnak", "balanced", name, 400) >= 0.44


@pytest.mark.verify
@pytest.mark.parametrize("variants", [[], ["snake-temple"]], ids=["bird", "snake"])
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", [name for name in STYLES if name != "balanced"])
def test_no_style_beats_the_balanced_player_at_any_table(name, seats, variants):
    """One of them among others of the style wins its fair share, as far as 200 deals can tell."""
    rows = rows_of(["balanced"] + [name] * (seats - 1), 200 * seats, variants=variants)
    at = np.arange(len(rows))
    own = Seating(CYCLIC, seats).seats_of(at)[:, 0]
    won = (rows["rank"][at, own] == 1) / np.maximum(rows["winners"], 1)
    assert won.mean() >= 1 / seats - 0.04


def test_the_balanced_player_scores_as_a_sound_human_does():
    assert mean_score(["balanced"] * 2, 400) >= 50


def test_the_balanced_player_finds_its_way_on_the_snake_side():
    assert mean_score(["balanced"] * 2, 200, variants=["snake-temple"]) >= 50


@pytest.mark.parametrize(
    ("style", "column"),
    [
        ("researcher", "glass_row"),
        ("explorer", "idols"),
        ("collector", "cards_taken"),
        ("guardian-hunter", "guardians_overcome"),
    ],
)
def test_a_style_does_what_its_name_says(style, column):
    """More of it than the balanced player at the same table."""
    rows = rows_of([style, "balanced"], 300)
    own = np.arange(len(rows)) % 2  # the seat that the rotation gives the style
    at = np.arange(len(rows))
    assert (rows[column][at, own] - rows[column][at, 1 - own].astype(int)).mean() > 0


@pytest.mark.parametrize("players", [3, 4])
def test_it_plays_on_at_larger_tables(players):
    assert mean_score(["balanced"] * players, 100) >= 45


def test_it_beats_the_easiest_solo_rival_more_often_than_not():
    rows = rows_of(["balanced"], 200, settings=["rival.red_tiles=0"])
    assert (rows["score"][:, 0] > rows["rival_score"]).mean() > 0.5

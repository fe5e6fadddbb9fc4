"""Ratings: planted strengths, separation, equal players, rings."""

import math
from itertools import combinations_with_replacement

import numpy as np
import pytest
from scipy import stats as reference

from digsite.analyses.stats import family
from digsite.analyses.stats.ratings import ELO, RatedTables, Ratings, cycle


def tables_of(rng, strength, seats: int, blocks: int, games: int) -> RatedTables:
    """Every line-up of players with these strengths in Elo points, each block so many games."""
    count = len(strength)
    line_ups = [t for t in combinations_with_replacement(range(count), seats) if len(set(t)) > 1]
    sitting = np.array([[table.count(player) for player in range(count)] for table in line_ups], float)
    chances = sitting * np.exp(np.array(strength) / ELO)
    chances /= chances.sum(axis=1, keepdims=True)
    wins = [[rng.multinomial(games, row) for row in chances] for _ in range(blocks)]
    return RatedTables(sitting, np.array(wins, float))


def exact(wins: float, losses: float, blocks: int = 50) -> Ratings:
    luck = np.where(np.arange(blocks) % 2, 1.1, 0.9)
    return Ratings(
        RatedTables(np.ones((1, 2)), np.stack([luck * wins, (2 - luck) * losses], axis=1)[:, None, :] / blocks)
    )


def test_ten_wins_for_each_loss_are_400_elo():
    ratings = exact(1e8, 1e7)
    assert ratings.elo[0] - ratings.elo[1] == pytest.approx(400, abs=0.1)
    assert ratings.elo.sum() == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_planted_strengths_are_found_at_tables_of_any_size(seats):
    true = np.array([120.0, 10.0, -130.0])
    ratings = Ratings(tables_of(np.random.default_rng(seats), true, seats, 100, 40))
    for player, strength in enumerate(true):
        found = ratings.rating(player)
        assert found.estimate == pytest.approx(strength, abs=25)
        assert found.low - 8 < strength < found.high + 8


@pytest.mark.parametrize("games", [10, 50, 400])
def test_who_always_wins_has_no_upper_end_and_a_lower_end_that_grows(games):
    wins = np.tile([[[1.0, 0.0]]], (games, 1, 1))
    ratings = Ratings(RatedTables(np.ones((1, 2)), wins))
    winner, loser = ratings.rating(0), ratings.rating(1)
    assert (winner.high, loser.low) == (math.inf, -math.inf)
    assert winner.low == pytest.approx(-loser.high)
    # The exact binomial lower end of "all of n": (0.025)^(1/n), half of its Elo lies on either side of the mean.
    share = 0.025 ** (1 / games)
    exact_end = 200 * math.log10(share / (1 - share))
    assert exact_end - 50 < winner.low < exact_end + 10


def test_intervals_widen_as_information_runs_out():
    widths = [exact(1_000 - losses, losses).rating(0) for losses in (500, 50, 5, 1)]
    assert sorted(widths, key=lambda test: test.high - test.low) == widths


def test_an_outsider_who_never_wins_leaves_the_others_their_ends():
    sitting = np.array([[1.0, 1, 0], [1, 0, 1], [0, 1, 1]])
    wins = np.tile([[6.0, 4, 0], [10, 0, 0], [0, 10, 0]], (40, 1, 1))
    wins[::2, 0] = [4.0, 6, 0]
    ratings = Ratings(RatedTables(sitting, wins))
    assert ratings.linked == [0, 1]
    assert (ratings.rating(2).low, ratings.rating(2).high < -150) == (-math.inf, True)
    assert all(abs(ratings.rating(player).estimate) < 1 and ratings.rating(player).high < 60 for player in (0, 1))


def alarms(runs: int, players: int, seats: int, blocks: int, games: int) -> tuple[int, int, int]:
    """Runs with equal players in which some rating is claimed, is certain, or somebody is the strongest."""
    claimed = certain = strongest = 0
    for run in range(runs):
        ratings = Ratings(tables_of(np.random.default_rng([1, run]), [0.0] * players, seats, blocks, games))
        graded = [
            family.certainty(p) for p in family.corrected([ratings.rating(player).p for player in range(players)])
        ]
        claimed += any(word != "unclear" for word in graded)
        certain += "certain" in graded
        top = int(ratings.elo.argmax())
        strongest += max(ratings.lead(top, other).p for other in range(players) if other != top) < 0.05
    return claimed, certain, strongest


def test_equal_players_are_seldom_told_apart():
    claimed, certain, strongest = alarms(40, 3, 2, 20, 4)
    assert max(claimed, strongest) <= reference.binom.ppf(0.999, 40, 0.05)
    assert certain <= 1


@pytest.mark.verify
@pytest.mark.parametrize(("players", "seats", "blocks", "games"), [(3, 2, 10, 2), (4, 2, 100, 10), (4, 3, 100, 3)])
def test_equal_players_are_told_apart_in_at_most_one_tournament_of_twenty(players, seats, blocks, games):
    runs = 400
    claimed, certain, strongest = alarms(runs, players, seats, blocks, games)
    assert max(claimed, strongest) <= reference.binom.ppf(0.99, runs, 0.05)
    assert certain <= 3


def test_one_block_tells_nothing():
    found = Ratings(RatedTables(np.ones((1, 2)), np.array([[[5.0, 3.0]]]))).rating(0)
    assert (found.low, found.high, found.p) == (-math.inf, math.inf, 1.0)


@pytest.mark.parametrize(
    ("edges", "found"),
    [
        ({(0, 1), (1, 2), (2, 0)}, [0, 1, 2]),
        ({(0, 1), (1, 2), (0, 2)}, []),
        ({(0, 1), (1, 2), (2, 3), (3, 0), (1, 3)}, [0, 1, 3]),
        ({(3, 1), (1, 2), (2, 3), (0, 1), (0, 2), (0, 3)}, [1, 2, 3]),
    ],
)
def test_rings_are_found_and_the_shortest_is_named(edges, found):
    assert cycle([[(a, b) in edges for b in range(4)] for a in range(4)]) == found

"""When a game is decided, what a swing is and who leads, on tables made by hand."""

import numpy as np
import polars as pl
import pytest
from scipy.special import ndtr

from digsite.analyses.winchance.lead_changes import changes, lead_changes
from digsite.analyses.winchance.one_game import (
    chart,
    confirmed_swing,
    decided_at,
    decided_sentence,
    grid,
    largest_changes,
    stacked_bar,
)
from digsite.analyses.winchance.tension import describe_game, foreseen, sentences, summarize


def table_of(chances, worlds=400):
    """A table of chances; its last row is the result."""
    rows = [
        {
            "point": point, "turn": point, "seat": seat + 1, "player": f"Seat {seat + 1}", "chance": float(chance),
            "chance_low": float(chance), "chance_high": float(chance),
            "worlds": 0 if point == len(chances) - 1 else worlds,
        }
        for point, row in enumerate(chances)
        for seat, chance in enumerate(row)
    ]  # fmt: skip
    return pl.DataFrame(rows)


def duel(*first):
    return table_of([(chance, 1 - chance) for chance in first])


def rollouts(*first, n=400):
    """The parts of the win in each rollout at each point."""
    return [np.column_stack([worlds(chance, n), 1 - worlds(chance, n)]) for chance in first]


@pytest.mark.parametrize(
    ("chances", "point"),
    [
        ((0.5, 0.95, 0.85, 0.92, 0.99, 1), 3),
        ((0.5, 0.08, 0.05, 0.02, 0), 1),  # the other seat wins
        ((0.95, 0.96, 1), 0),
        ((0.5, 0.6, 0.9, 1), None),  # 90 % is not above 90 %
        ((0.5, 0.95, 0.5), None),  # shared
    ],
)
def test_a_game_is_decided_once_the_winner_s_chance_stays_above_ninety_per_cent(chances, point):
    assert decided_at(duel(*chances)) == point


def test_the_sentence_says_when():
    assert "Decided after 3 of 5 turns (60 % of the game)" in decided_sentence(duel(0.5, 0.95, 0.85, 0.92, 0.99, 1))
    assert "Open to the end" in decided_sentence(duel(0.5, 0.6, 1))
    assert "shared" in decided_sentence(duel(0.5, 0.95, 0.5))
    assert "nobody" in decided_sentence(table_of([(0.2, 0.1), (0, 0)]))


def test_the_largest_changes_come_first_with_their_seat():
    table = table_of([(0.3, 0.3, 0.4), (0.3, 0.4, 0.3), (0.65, 0.1, 0.25), (0.65, 0.1, 0.25), (0, 1, 0)])
    assert largest_changes(table, 2) == [(3, 2), (1, 1)]
    assert largest_changes(duel(1, 1, 1)) == []


def worlds(share, n=400):
    return (np.arange(n) < round(share * n)).astype(float)


def test_a_swing_is_a_change_beyond_error():
    swing = confirmed_swing(4, 1, worlds(0.3), worlds(0.6), tests=6)
    assert swing is not None
    assert swing.change == pytest.approx(0.3)
    assert swing.reach == pytest.approx(1.96 * np.sqrt(0.21 / 400 + 0.24 / 400), rel=0.02)
    assert confirmed_swing(4, 1, worlds(0.50), worlds(0.58), tests=1) is not None
    assert confirmed_swing(4, 1, worlds(0.50), worlds(0.58), tests=6) is None


def test_a_result_is_not_in_doubt_but_a_chance_of_one_is():
    assert confirmed_swing(0, 1, worlds(0.995), np.array([1.0]), tests=1) is None
    assert confirmed_swing(0, 1, worlds(0.95), np.array([1.0]), tests=1) is not None
    assert confirmed_swing(0, 1, np.ones(4), np.zeros(4), tests=1000) is None


def test_equal_chances_are_seldom_called_a_swing():
    chance = np.random.default_rng(1)
    false = 0
    for _ in range(1_000):
        before, after = (chance.random(200) < 0.3).astype(float), (chance.random(200) < 0.3).astype(float)
        false += confirmed_swing(0, 1, before, after, tests=1) is not None
    assert 25 <= false <= 75  # 5 % of 1,000, within four standard errors


def test_the_lead_changes_where_another_chance_is_ten_points_above():
    assert changes(np.array([(0.5, 0.5), (0.6, 0.4), (0.46, 0.54), (0.3, 0.7), (1, 0)])) == 2
    assert changes(np.array([(0.5, 0.5), (0.5, 0.5), (1, 0)])) == 0
    assert changes(np.array([(0.4, 0.3, 0.3), (0.3, 0.4, 0.3), (0.2, 0.35, 0.45), (0, 0, 1)])) == 2


def race(rng: np.random.Generator, games: int, points: int = 30) -> list[np.ndarray]:
    """True chances along races of two: the score moves by chance, and who is ahead at the end has won."""
    score = np.cumsum(rng.normal(0, 1, (games, points)), axis=1)
    left = np.sqrt(np.arange(points - 1, 0, -1))
    first = np.column_stack([ndtr(score[:, :-1] / left), score[:, -1] > 0])
    return [np.column_stack([row, 1 - row]) for row in first]


def seen(rng: np.random.Generator, true: np.ndarray, worlds: int) -> np.ndarray:
    first = np.append(rng.binomial(worlds, true[:-1, 0]) / worlds, true[-1, 0])
    return np.column_stack([first, 1 - first])


@pytest.mark.parametrize("worlds", [8, 32, 128])
def test_the_lead_changes_as_often_whatever_the_rollouts(worlds):
    rng = np.random.default_rng(3)
    true = race(rng, 150)
    told = lead_changes([seen(rng, chances, worlds) for chances in true], worlds)
    assert told.mean() == pytest.approx(np.mean([changes(chances) for chances in true]), rel=0.15)


@pytest.mark.parametrize("worlds", [8, 32, 128])
def test_what_half_time_promises_is_not_swollen_by_the_best_of_noisy_chances(worlds):
    rng = np.random.default_rng(4)
    promised = [foreseen(rng.multinomial(1, [0.25] * 4, worlds).astype(float)) for _ in range(2_000)]
    assert np.mean(promised) == pytest.approx(0.75, abs=4 * np.std(promised) / 2_000**0.5)


@pytest.mark.parametrize("worlds", [8, 32, 128])
def test_players_behind_win_as_often_as_half_time_promises(worlds):
    rng = np.random.default_rng(5)
    gaps = []
    for _ in range(2_000):
        chances = rng.dirichlet([2, 2, 2])
        wins = rng.multinomial(1, chances, worlds).astype(float)
        winner = rng.multinomial(1, chances)
        gaps.append(1 - winner[wins.mean(axis=0).argmax()] - foreseen(wins))
    assert abs(np.mean(gaps)) < 4 * np.std(gaps) / 2_000**0.5


def test_one_rollout_promises_what_it_shows():
    assert foreseen(np.array([[1.0, 0.0]])) == 0


def test_the_tension_of_a_game_is_read_off_its_chances():
    told = describe_game(duel(0.5, 0.3, 0.4, 0.95, 1), rollouts(0.5, 0.3, 0.4, 0.95))
    assert told["decided"] == pytest.approx(0.75)
    assert told["decided_by_half"] == 0
    assert told["comeback"] == 1  # seat 2 led at half-time
    assert told["foreseen"] == pytest.approx(0.4)
    assert told["last_turn"] == pytest.approx(0.95)


def test_a_sample_is_summed_up_with_intervals_and_a_chart():
    one = describe_game(duel(0.5, 0.3, 0.4, 0.95, 1), rollouts(0.5, 0.3, 0.4, 0.95)) | {"lead_changes": 1.5}
    games = pl.DataFrame([{"game": at, **one} for at in range(8)])
    result = summarize(games, "as seat 1 sees it", 400)
    rows = {row["measure"]: row for row in result.tables["measures"].iter_rows(named=True)}
    assert rows["comeback"]["value"] == 1
    assert rows["comeback"]["value_low"] < 0.8
    assert result.tables["decided"]["share"].sum() == pytest.approx(1)
    assert 0 <= rows["decided"]["value_low"] < 0.75 < rows["decided"]["value_high"] <= 1  # alike, but of eight games
    assert "along 8 games" in sentences(result)[0]
    alone = sentences(summarize(games[:1], "as seat 1 sees it", 400))
    assert "along 1 game," in alone[0]
    assert not any("inf" in sentence or "1 games" in sentence for sentence in alone)


def test_the_bar_is_as_long_as_the_chances():
    assert stacked_bar([0.25, 0.75], 8) == "11222222"
    assert stacked_bar([0.5, 0.25], 8) == "111122.."  # nobody may win


def test_the_chart_shows_the_chances_with_bands():
    table = duel(0.5, 0.7, 1)
    shown = chart(table, "Win chances", "as seat 1 sees it")
    assert shown.interval == ("chance_low", "chance_high")
    assert "400 games played on" in shown.caption
    assert grid(table).shape == (3, 2)

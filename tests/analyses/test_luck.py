"""Games whose share of luck is known: a coin toss is all luck, a deterministic game none."""

import math
from itertools import cycle

import numpy as np
import pytest

from digsite.analyses.scorecard.luck_and_skill import can_be_split, games_to_lead, parts
from digsite.analyses.view import View
from tests.analyses.handmade import make_run

DEALS = 300


def view_of(tmp_path, winner, players=("a", "b", "c")):
    """A rotated run in which `winner(deal, line_up)` says which seat (from 0) wins; `line_up` is who sits where."""
    seats = len(players)
    rows = []
    for game in range(DEALS * seats):
        line_up = [players[(seat + game % seats) % seats] for seat in range(seats)]
        won = winner(game // seats, line_up)
        rows.append({f"score_{seat + 1}": 10 if seat == won else 1 for seat in range(seats)})
    return View(make_run(tmp_path / "run", "lost-cities", list(players), rows, rotate=True))


def test_a_coin_toss_is_all_luck(tmp_path):
    rng = np.random.default_rng(1)
    found = parts(view_of(tmp_path, lambda deal, line_up: rng.integers(3)))
    assert found["luck"].value > 0.98
    assert found["luck"].high == 1.0
    assert found["play"].value > 0.9
    assert found["deal"].low < 0.02


def test_a_game_that_the_better_strategy_always_wins_has_no_luck(tmp_path):
    view = view_of(tmp_path, lambda deal, line_up: line_up.index("b"))
    found = parts(view)
    assert {name: part.value for name, part in found.items()} == {
        "deal": 0.0,
        "play": 0.0,
        "seat": 0.0,
        "strategy": pytest.approx(1.0),
        "luck": 0.0,
    }
    assert games_to_lead(view, "b", "a").games == 1


def test_a_game_that_the_first_player_always_wins_is_decided_by_the_seat(tmp_path):
    found = parts(view_of(tmp_path, lambda deal, line_up: 0))
    assert found["seat"].value == pytest.approx(1.0)
    assert found["luck"].value == 0.0


def test_a_game_that_the_cards_decide_is_all_deal(tmp_path):
    favoured = np.random.default_rng(2).integers(0, 3, DEALS)
    found = parts(view_of(tmp_path, lambda deal, line_up: favoured[deal]))
    assert found["deal"].value > 0.98
    assert found["play"].value == 0.0


def test_known_shares_of_luck_and_skill_are_found(tmp_path):
    """In half of the games b wins, in the others a coin: b wins 2/3, the others 1/6 each."""
    rng = np.random.default_rng(3)
    found = parts(
        view_of(tmp_path, lambda deal, line_up: line_up.index("b") if rng.random() < 0.5 else rng.integers(3))
    )
    effects = np.array([2 / 3, 1 / 6, 1 / 6]) - 1 / 3
    share = np.mean(effects**2) / (1 / 3 * 2 / 3)
    assert found["strategy"].low < share < found["strategy"].high
    assert found["strategy"].half_width < 0.06
    assert sum(found[name].value for name in ("deal", "play", "seat", "strategy")) == pytest.approx(1.0)


def test_the_games_until_the_better_strategy_leads_are_those_of_the_normal_law(tmp_path):
    """a wins six games of ten, a lead of 0.2 with a variance of 1 - 0.2² in each game."""
    turns = cycle("aaabbaabab")
    view = view_of(tmp_path, lambda deal, line_up: line_up.index(next(turns)), ("a", "b"))
    lead = games_to_lead(view, "a", "b")
    assert lead.games == math.ceil(1.6449**2 * (1 - 0.2**2) / 0.2**2)
    assert lead.low < lead.games < lead.high
    assert math.isinf(games_to_lead(view, "b", "a").games)


def test_luck_and_skill_are_told_apart_only_where_strategies_rotate(tmp_path):
    rows = [{"score_1": at % 3, "score_2": 1} for at in range(40)]
    assert not can_be_split(View(make_run(tmp_path / "a", "lost-cities", ["a", "b"], rows)))
    assert not can_be_split(View(make_run(tmp_path / "b", "lost-cities", ["a", "a"], rows, rotate=True)))
    assert can_be_split(View(make_run(tmp_path / "c", "lost-cities", ["a", "b"], rows, rotate=True)))

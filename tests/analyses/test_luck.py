"""How many games the better strategy needs to lead, where that is known."""

import math
from itertools import cycle

from digsite.analyses.scorecard.luck_and_skill import can_lead, games_to_lead
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


def test_the_better_strategy_that_always_wins_leads_after_one_game(tmp_path):
    view = view_of(tmp_path, lambda deal, line_up: line_up.index("b"))
    assert games_to_lead(view, "b", "a").games == 1


def test_the_games_until_the_better_strategy_leads_are_those_of_the_normal_law(tmp_path):
    """a wins six games of ten, a lead of 0.2 with a variance of 1 - 0.2² in each game."""
    turns = cycle("aaabbaabab")
    view = view_of(tmp_path, lambda deal, line_up: line_up.index(next(turns)), ("a", "b"))
    lead = games_to_lead(view, "a", "b")
    assert lead.games == math.ceil(1.6449**2 * (1 - 0.2**2) / 0.2**2)
    assert lead.low < lead.games < lead.high
    assert math.isinf(games_to_lead(view, "b", "a").games)


def test_strategies_are_compared_only_where_they_rotate(tmp_path):
    rows = [{"score_1": at % 3, "score_2": 1} for at in range(40)]
    assert not can_lead(View(make_run(tmp_path / "a", "lost-cities", ["a", "b"], rows)))
    assert not can_lead(View(make_run(tmp_path / "b", "lost-cities", ["a", "a"], rows, rotate=True)))
    assert can_lead(View(make_run(tmp_path / "c", "lost-cities", ["a", "b"], rows, rotate=True)))

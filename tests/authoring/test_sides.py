"""A win belongs to a set of seats: each alone, teams, or all together against the game."""

from itertools import product

import numpy as np
import pytest

from digsite.simulator.lab.battery.checks.rows import check_ranks
from digsite.simulator.lab.battery.problems import Spot
from tests.authoring.games_here import rows_of, two_files

DICE = range(1, 7)


def sums_of_dice(dice: int) -> dict[int, float]:
    """How probable each sum of some dice is."""
    counts: dict[int, float] = {}
    for faces in product(DICE, repeat=dice):
        counts[sum(faces)] = counts.get(sum(faces), 0.0) + 1 / 6**dice
    return counts


def test_without_sides_every_seat_plays_for_itself():
    rows = rows_of("crew", 500, "careful", players=4)
    assert (rows["rank"] == 1 + (rows["score"][:, None, :] > rows["score"][:, :, None]).sum(axis=2)).all()
    assert (rows["winners"] == (rows["rank"] == 1).sum(axis=1)).all()


def test_a_team_wins_with_the_sum_of_its_points_and_both_its_seats_win():
    rows = rows_of("crew", 2_000, "careful", players=4, variants="teams")
    ours, theirs = rows["score"][:, 0::2].sum(axis=1), rows["score"][:, 1::2].sum(axis=1)
    for seat in range(4):
        own, other = (ours, theirs) if seat % 2 == 0 else (theirs, ours)
        assert (rows["rank"][:, seat] == 1 + (other > own)).all()
    assert (rows["winners"] == 1 + (ours == theirs)).all()
    assert (rows["winner"] == 0).all()


def test_a_table_that_plays_together_wins_or_loses_together():
    rows = rows_of("crew", 20_000, "careful", players=3, variants="together", settings=["rounds=1", "goal=11"])
    won = rows["score"][:, :3].sum(axis=1) >= 11
    assert (rows["winners"] == won).all()
    exact = sum(chance for total, chance in sums_of_dice(3).items() if total >= 11)
    assert abs(won.mean() - exact) < 4 * np.sqrt(exact * (1 - exact) / len(won))


@pytest.mark.parametrize("variant", ["", "teams", "together"])
def test_the_battery_follows_ranks_and_wins_of_sides(variant):
    spot = Spot("crew", ("careful",) * 4, 7, 0)
    rows = rows_of("crew", 200, "careful", players=4, variants=variant, settings=["goal=21", "rounds=1"])
    for row in rows.view(np.recarray):
        assert not list(check_ranks(row, 4, spot))
        row.rank[row.rank.argmin()] += 1
        assert list(check_ranks(row, 4, spot))


@pytest.mark.parametrize(("variant", "sides"), [("", []), ("teams", [0, 1, 0, 1]), ("together", [0, 0, 0, 0])])
def test_a_plan_says_who_wins_with_whom(variant, sides):
    from digsite.simulator.play.plan import make_plan

    plan = make_plan(two_files("crew").called, 10, seats="careful", players=4, variants=variant)
    assert plan.sides == sides
    assert plan.fair_share == {"": 0.25, "teams": 0.5, "together": 1.0}[variant]
    assert plan.has_rivals == (variant != "together")


@pytest.mark.parametrize(
    ("finals", "said"),
    [
        ([(9, 0, 1), (12, 0, 2)], "Bo wins."),
        ([(9, 1, 1), (9, 2, 2)], "Bo wins on the tie-break."),
        ([(9, 1, 1), (9, 1, 2), (3, 5, 3)], "Ann and Bo share the win."),
        ([(30, 0, 0), (2, 0, 2), (1, 0, 3)], "Bo wins."),
        ([(30, 0, 0), (2, 0, 0)], "No player wins."),
        ([(4, 0, 1), (9, 0, 2), (8, 0, 1), (2, 0, 2)], "Ann and Cy win together."),
        ([(4, 0, 1), (9, 0, 2), (7, 0, 1), (2, 0, 2)], "Ann, Bo, Cy and Di share the win."),
        ([(4, 0, 1), (9, 0, 1)], "All players win together."),
        ([(4, 0, 0)], "Ann loses."),
        ([(4, 0, 1)], "Ann wins."),
    ],
)
def test_a_sample_game_ends_with_who_wins(finals, said):
    game = two_files("crew")
    final = int(game.records.events["FINAL"])
    events = np.array([(final, seat, *numbers) for seat, numbers in enumerate(finals)], np.int32)
    *_, last = game.narrate(events, ["Ann", "Bo", "Cy", "Di"], game.figures)
    assert last == said


@pytest.mark.parametrize("variant", ["", "teams", "together"])
def test_a_sample_game_is_won_by_the_players_whose_wins_are_counted(variant):
    from digsite.simulator.play.plan import make_plan
    from digsite.simulator.play.table import table_for

    game, players = two_files("crew"), ["Ann", "Bo", "Cy", "Di"]
    plan = make_plan(game.called, 50, seats="random", players=4, variants=variant, seed=5)
    batch = table_for(plan).play_with_events(0, 50)
    for row, events in zip(batch.rows, batch.events, strict=True):
        *_, last = game.narrate(events, players, game.figures)
        won = [name for name, rank in zip(players, row["rank"], strict=True) if rank == 1 and row["winners"] > 0]
        if len(won) == 4 and row["winners"] == 1:
            assert last == "All players win together."
        else:
            assert [name for name in players if name in last] == won

"""Known answers of the questions for the Temple of Chac, and the exact dice beside brute force."""

from itertools import product

import numpy as np
import pytest

from digsite.analyses.games.chac import exact as exact_chac
from digsite.analyses.games.chac.boulder import chases
from digsite.analyses.registry import answer
from digsite.analyses.view import View
from digsite.simulator.games import find_game
from digsite.simulator.games.chac.options import Action
from digsite.simulator.games.chac.rules import BRIDGE
from digsite.simulator.games.chac.state import Cause
from tests.analyses.handmade import make_run

RULES = find_game("chac").figures.values()


# ------------------------------------------------------------------------------------------------------- exact


def test_the_corridor_is_as_long_as_the_board_that_is_played_on():
    game = find_game("chac")
    for settings in ([], ["bridge.detour=9", "river.entries=2", "boulder.head_start=4", "walls.columns=5"]):
        figures = game.figures.with_settings(settings)
        assert exact_chac.last_space(figures.values()) == game.build_rules(figures, 4)[0].last_space


def test_the_boulders_first_turns_by_counting_all_dice():
    seen = np.zeros(4)
    for dice in product(range(1, 7), repeat=3):  # one die on turn 1, two on turn 2
        seen[sum(face >= 2 for face in dice)] += 1 / 216
    after = exact_chac.boulder_positions(RULES, 2)
    assert after[2][:4] == pytest.approx(seen)
    assert after.sum(axis=1) == pytest.approx(np.ones(3))


def test_the_mean_space_is_the_sum_of_the_dice_while_the_end_is_far():
    means = exact_chac.mean_position_while_open(RULES, 8)
    assert means[1:] == pytest.approx(np.cumsum([1, 2, 3, 4, 5, 5, 5, 5]) * 5 / 6)


def test_the_exit_is_sealed_sooner_or_later():
    sealed = exact_chac.sealed_by(RULES, 60)
    assert np.all(np.diff(sealed) >= -1e-12)
    assert sealed[-1] == pytest.approx(1.0)
    assert sealed[8] == 0.0  # 35 dice cannot cover the corridor


def test_planks_and_collapses_by_counting_all_dice():
    broken = [sum(face < 3 for face in dice) for dice in product(range(1, 7), repeat=3)]
    assert exact_chac.planks_broken(3, 3) == pytest.approx(np.mean(broken))
    assert exact_chac.collapse(3, 3) == pytest.approx(np.mean([b == 3 for b in broken]))
    assert exact_chac.collapse(2, 9) == 1.0
    assert exact_chac.planks_broken(5, 1) == 0.0


def test_who_stands_further_ahead_than_the_dice_lives():
    assert exact_chac.outruns(RULES, 3, 4) == pytest.approx(1.0)
    assert exact_chac.outruns(RULES, 1, 1) == pytest.approx(1 / 6)


# --------------------------------------------------------------------------------------------------- questions


def test_the_boulder_is_followed_turn_by_turn(tmp_path):
    last = exact_chac.last_space(RULES)
    rest = {f"boulder_{turn}": -1 for turn in range(3, 21)}
    rows = [{"boulder_1": 1, "boulder_2": 3, "rounds": 2, **rest}] * 3 + [
        {"boulder_1": 0, "boulder_2": last, "rounds": 2, **rest}
    ]
    way = answer(make_run(tmp_path / "r", "chac", ["a", "b"], rows), "boulder").tables["way"]
    assert way["space"].to_list() == [0.75, (9 + last) / 4]
    assert way["sealing"].to_list() == [0.0, 0.25]
    assert way["sealed_by"].to_list() == [0.0, 0.25]
    assert way["space_exact"].to_list() == pytest.approx([5 / 6, 2.5])


def test_what_is_sealed_stays_sealed(tmp_path):
    """Also in the last turns, in which every game that is left is sealed and a turn alone says nothing."""
    rows = []
    for at in range(60):
        last = 11 + at % 3
        rows.append({f"boulder_{turn}": (0 if turn < last else 41 if turn == last else -1) for turn in range(1, 21)})
    way = answer(make_run(tmp_path / "r", "chac", ["a", "b"], rows), "boulder").tables["way"]
    low = way["sealed_by_low"].to_list()
    assert low == sorted(low)
    assert all(bottom <= value for bottom, value in zip(low, way["sealed_by"], strict=True))


def test_exact_turns_of_sealing_are_given_for_other_figures(tmp_path):
    run = make_run(tmp_path / "r", "chac", ["a", "b"], [{"score_1": 1}] * 3, variants=["slow-boulder"])
    figures = answer(run, "boulder").tables["figures"]
    assert figures.filter("this_run")["advances_on"].to_list() == [4]
    assert figures["mean_turn"].is_sorted()


def test_adventurers_are_chased_through_the_corridor(tmp_path):
    step = int(Action.STEP)
    events = [
        ("move", 1, step, 3, 4),
        ("move", 2, step, 3, 9),
        ("boulder", 0, 266, 3, 5),  # from space 2: seat 1 is 2 ahead, seat 2 is 7 ahead
        ("death", 1, int(Cause.BOULDER), 4, 1),
        ("turn", 1, 4, 5, 0),
        ("boulder", 0, 1621, 2, 7),  # only seat 2 is left, 4 ahead of space 5
    ]
    run = make_run(tmp_path / "r", "chac", ["a", "b"], [{"score_1": 1}] * 2, events=[events] * 2)
    rows = chases(View(run)).filter(game=0).sort("dice", "ahead").select("dice", "ahead", "alive").rows()
    assert rows == [(3, 2, False), (3, 7, True), (4, 4, True)]
    survival = answer(run, "boulder").tables["survival"]
    assert survival.select("dice", "ahead", "adventurers", "alive").rows() == [(3, 2, 2, 0.0), (4, 4, 2, 1.0)]


def test_bridge_tests_are_counted_by_planks_and_load_and_hops_apart(tmp_path):
    step = int(Action.STEP)
    events = [
        ("move", 1, step, 30, BRIDGE),
        ("bridge", 1, 2, 5 * 8 + 1, 12345),
        ("bridge", 1, 2, 4 * 8 + 0, 2345),  # a hop
        ("move", 2, step, 30, BRIDGE),
        ("bridge", 2, 5, 4 * 8 + 4, 1111),
        ("bridge_gone", 2, 0, 0, 0),
    ]
    row = {"score_1": 5, "route_bridge_1": 1, "bridge_load_1": 2, "escaped_1": "first", "hops_1": 1}
    row |= {"route_bridge_2": 1, "bridge_load_2": 3, "death_first_2": "bridge"}
    run = make_run(tmp_path / "r", "chac", ["a", "b"], [row] * 3, events=[events] * 3)
    tables = answer(run, "bridge").tables
    tests = {(r["planks"], r["load"]): r for r in tables["tests"].iter_rows(named=True)}
    assert (tests[5, 2]["broken"], tests[5, 2]["broken_exact"]) == (1.0, pytest.approx(5 / 6))
    assert all(
        0 <= r["broken_low"] <= r["broken_high"] <= r["planks"] for r in tests.values() if r["broken_low"] is not None
    )
    assert (tests[4, 5]["collapsed"], tests[4, 5]["collapsed_exact"]) == (1.0, pytest.approx((4 / 6) ** 4))
    how = {r["how"]: r for r in tables["sabotage"].iter_rows(named=True)}
    assert (how["hop"]["tests"], how["hop"]["harmed"]) == (3, 0.0)
    assert (how["step"]["tests"], how["step"]["collapsed"]) == (6, 0.5)
    crossings = {r["bridge_load"]: r for r in tables["crossings"].iter_rows(named=True)}
    assert (crossings[None]["fell"], crossings[2]["fell"], crossings[3]["fell"]) == (0.5, 0.0, 1.0)


def test_routes_show_escapes_deaths_and_cards(tmp_path):
    row = {
        "score_1": 12,
        "escaped_1": "first",
        "route_bridge_1": 1,
        "found_walls_1": 3,
        "ability_first_1": "leap",
        "escape_turn_1": 9,
    }
    row |= {
        "route_river_2": 1,
        "found_walls_2": 3,
        "found_lava_2": 1,
        "death_first_2": "river",
        "death_turn_first_2": 8,
    }
    tables = answer(make_run(tmp_path / "r", "chac", ["a", "b"], [row] * 4), "routes").tables
    routes = {r["crossing"]: r for r in tables["routes"].iter_rows(named=True)}
    assert (routes["bridge"]["out"], routes["bridge"]["score"], routes["bridge"]["win"]) == (1.0, 12.0, 1.0)
    assert (routes["river"]["out"], routes["river"]["win"]) == (0.0, 0.0)
    assert all(isinstance(through, bool) for through in tables["routes_with_lava"]["route_lava"])  # yes or no
    assert tables["deaths"].select("cause", "count").rows() == [("river", 4)]
    assert tables["deaths_by_turn"].select("cause", "turn").rows() == [("river", 8)]
    step = tables["one_more_card"].row(0, named=True)
    assert (step["from"], step["to"], step["out_change"], step["score_change"]) == (3, 4, -1.0, -12.0)

"""The board's graph is made from the figures."""

from collections import deque

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.games import find_game
from digsite.simulator.games.chac.rules import SPACES
from tests.games.chac.spoken import space_name
from tests.games.chac.table import SPACE


def board(*variants, **changes):
    """The wide temple unless another board is asked for: its spaces are those that the tests name."""
    game = find_game("chac")
    figures = game.figures.with_variants(variants or ("wide-temple",))
    figures = figures.replace({k.replace("__", "."): v for k, v in changes.items()})
    return game.build_rules(figures, 3)[0]


def steps(rules, space: str) -> set[str]:
    at = SPACE[space]
    return {space_name(end) for end in rules.step_to[at, : rules.steps[at]]}


def leaps(rules, space: str) -> set[str]:
    at = SPACE[space]
    return {space_name(end) for end in rules.leap_to[at, : rules.leaps[at]]}


def distance(rules, start: str, end: str, only: str = "CWLRBEO") -> int:
    """Actions from start to end over spaces whose names begin with one of these letters; the river's exit is one."""
    seen, queue = {start: 0}, deque([start])
    while queue:
        here = queue.popleft()
        ends = steps(rules, here) | ({space_name(rules.landing)} if SPACE[here] == rules.last_river_space else set())
        for there in ends:
            if there not in seen and there[0] in only:
                seen[there] = seen[here] + 1
                queue.append(there)
    return seen[end]


def test_the_trips_take_the_actions_of_the_reconstruction():
    rules = board()
    assert distance(rules, "ENT", "C04") == 5
    assert distance(rules, "C08", "C21", "C") == 13
    assert distance(rules, "C08", "C21", "CL") == 5
    assert distance(rules, "C11", "C18", "C") == 7
    assert distance(rules, "C11", "C18", "CL") == 5
    assert distance(rules, "C28", "C34", "C") == 6
    assert distance(rules, "C28", "C34", "CB") == 2
    assert distance(rules, "C23", "C36", "C") == 13
    assert distance(rules, "C23", "C36", "CB") == 9
    assert distance(rules, "C23", "C36", "CR") == 7
    assert distance(rules, "ENT", "OUT", "ECWO") == 43
    assert distance(rules, "ENT", "OUT", "ECWOB") == 39
    assert distance(rules, "ENT", "OUT", "ECWOR") == 37
    assert distance(rules, "ENT", "OUT") == 29


def default_board():
    game = find_game("chac")
    return game.build_rules(game.figures, 3)[0]


def test_on_the_default_board_the_bridge_is_a_shortcut_and_the_river_a_longer_one():
    rules = default_board()
    assert (rules.first_exit, rules.opens_sun_a, rules.opens_sun_b) == (1, 10, 15)
    assert (rules.first_dive, rules.near_end, rules.far_end, rules.landing, rules.last_space) == (21, 26, 34, 34, 41)
    assert distance(rules, "C21", "C34", "CB") == 7
    assert distance(rules, "C21", "C34", "CR") == 9
    assert distance(rules, "C21", "C34", "C") == 13
    assert distance(rules, "ENT", "C03") == 5
    assert distance(rules, "ENT", "OUT", "ECWO") == 44
    assert distance(rules, "ENT", "OUT", "ECWOB") == 38
    assert distance(rules, "ENT", "OUT", "ECWOR") == 40
    assert distance(rules, "ENT", "OUT") == 30


def test_on_the_default_board_four_columns_open_on_the_corridor():
    rules = default_board()
    assert [steps(rules, f"W4{column}") & {"C01", "C02", "C03", "C04"} for column in range(1, 5)] == [
        {"C04"}, {"C03"}, {"C02"}, {"C01"},
    ]  # fmt: skip
    assert steps(rules, "ENT") == {"W12", "W13"}


def test_every_column_of_zone_four_opens_on_the_corridor():
    rules = board()
    assert [steps(rules, f"W4{column}") & {f"C0{n}" for n in range(9)} for column in range(1, 7)] == [
        {"C06"}, {"C05"}, {"C04"}, {"C03"}, {"C02"}, {"C01"},
    ]  # fmt: skip


def test_the_corridor_runs_round_three_sides_of_the_lava_room():
    rules = board()
    assert steps(rules, "C08") == {"C07", "C09", "L41"}
    assert steps(rules, "C12") == {"C11", "C13"}
    assert steps(rules, "L11") == {"L21", "L12", "C11", "C13"}
    assert steps(rules, "L14") == {"L24", "L13", "C16", "C18"}
    assert steps(rules, "C21") == {"C20", "C22", "L44"}
    assert steps(rules, "L42") == {"L41", "L32", "L43"}


def test_the_suns_lie_diagonal_to_the_corners_that_open_them():
    rules = board()
    assert (rules.opens_sun_a, rules.opens_sun_b) == (12, 17)
    assert leaps(rules, "C12") == {"L11"}
    assert leaps(rules, "C17") == {"L14"}


def test_the_river_is_one_way_and_only_its_last_space_leads_out():
    rules = board()
    assert steps(rules, "R1") == {"R2"}
    assert steps(rules, "R6") == set()
    assert space_name(rules.landing) == "C36"
    assert "R2" in steps(rules, "C24")


def test_nobody_walks_back_to_the_entrance_or_into_the_temple():
    rules = board()
    assert all("ENT" not in steps(rules, space_name(s)) | leaps(rules, space_name(s)) for s in range(SPACES - 1))
    assert steps(rules, "OUT") == set()


def test_a_leap_gets_out_of_the_walls_room_on_and_off_the_bridge_and_into_the_river():
    rules = board()
    assert {"C05", "C07"} <= leaps(rules, "W41")
    assert "BR" in leaps(rules, "C27")
    assert leaps(rules, "BR") == {"C27", "C29", "C33", "C35"}
    assert "R2" in leaps(rules, "C23")


def test_a_leap_never_leaves_the_river_nor_goes_upstream():
    rules = board()
    assert [leaps(rules, f"R{n}") for n in range(1, 7)] == [set(), {"R4"}, set(), {"R6"}, set(), set()]


def test_a_leap_cuts_the_corners_of_the_corridor():
    rules = board()
    assert "C13" in leaps(rules, "C11")
    assert "C24" in leaps(rules, "C22")
    assert "C34" in leaps(rules, "C32")


def test_the_head_start_moves_the_boulder_back():
    rules = board(boulder__head_start=4)
    assert (rules.first_exit, rules.last_space) == (5, 45)
    assert "C05" in steps(rules, "W46")


def test_every_length_of_the_board_can_be_changed():
    rules = board(
        walls__columns=4, corridor__walls_to_lava=2, corridor__lava_to_river=3, corridor__river_to_bridge=0,
        corridor__bridge_to_exit=4, bridge__detour=10, river__spaces=8, river__entries=2,
    )  # fmt: skip
    assert rules.first_dive == 1 + 4 + 2 + 4 + 1 + 4 + 1 + 4 + 3
    assert rules.near_end == rules.first_dive + 2
    assert rules.far_end == rules.near_end + 10
    assert rules.last_space == rules.far_end + 4
    assert steps(rules, "R7") == {"R8"}
    assert steps(rules, "ENT") == {"W12", "W13"}
    assert distance(rules, "ENT", "OUT", "ECWO") == 5 + rules.last_space - 3 + 1


def test_the_river_may_lead_to_the_near_bank():
    assert space_name(board(river__bank="near").landing) == "C26"


def test_a_closed_side_of_the_lava_room_has_no_steps():
    rules = board(lava__alcove_side_open=False)
    assert "L12" not in steps(rules, "C14")
    assert rules.beside_lava[SPACE["C14"]]


@pytest.mark.parametrize(
    ("changes", "word"),
    [
        ({"river__spaces": 2, "river__entries": 3}, "river.entries"),
        ({"vault__before_far_end": 6}, "vault"),
        ({"boulder__head_start": 12, "bridge__detour": 12, "corridor__bridge_to_exit": 14}, "corridor"),
        ({"river__landing": 6, "corridor__bridge_to_exit": 4}, "river.landing"),
        ({"treasure__lava": [10, 10, 0, 0, 0, 0]}, "treasure.lava"),
    ],
)
def test_figures_that_cannot_go_together_are_refused_with_a_sentence(changes, word):
    with pytest.raises(WrongUse, match=word):
        board(**changes)

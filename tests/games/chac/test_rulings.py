"""Rulings on what the rulebook says in passing or not at all; docs/games/chac.md lists them."""

import numpy as np
import pytest

from digsite.simulator.games.chac.state import Cause, Event, Status, Stream
from tests.games.chac.conserved import inventory
from tests.games.chac.table import SPACE, Table


def actions_by_seat(table: Table) -> dict[int, int]:
    return {seat: actions for seat, actions, _level, _ in table.events(Event.ACTIONS)}


# ------------------------------------------------------------------------------------------- dice and seats


@pytest.mark.parametrize("status", [Status.ESCAPED, Status.LOST, Status.WAITING])
def test_the_dice_also_pass_to_a_player_with_nobody_inside(status):
    table = Table(seats=3)
    table.state.status[1] = status
    table.put(1, "OUT")
    table.finish_turn()
    assert table.state.keeper == 1
    assert table.state.seat == 2  # the next one inside acts first


def test_first_adventurers_are_chosen_from_seat_one_on():
    table = Table(seats=4, entered=False)
    chosen = []
    while table.decision == "FIRST":
        chosen.append(int(table.state.seat))
        table.take(*table.choices()[0])
    assert chosen == [0, 1, 2, 3]
    assert table.state.keeper == 0


def test_all_adventurers_and_the_discard_pile_lie_open():
    table = Table(seats=3)
    table.give(1, "5", "4")
    table.finish_turn()
    table.take("drop", "5")
    before = table.state.adventurer.copy(), table.state.discarded.copy()
    table.kernels.redeal(table.rules, table.state, np.int64(0))
    assert (table.state.adventurer == before[0]).all()
    assert (table.state.discarded == before[1]).all()
    assert table.state.discarded[0, 5] == 1


def test_payments_to_the_river_lie_on_the_discard_pile():
    table = Table()
    table.give(0, "1", "2", "3")
    table.put(0, "R5", actions=2)
    table.load(Stream.RIVER, 1, 4, 5)
    table.take("step", "R6")
    table.take("pay")
    assert list(table.state.discarded[0, 1:4]) == [1, 1, 1]


# ------------------------------------------------------------------------------------------ the entrance


def test_whoever_is_still_at_the_entrance_when_the_walls_meet_is_locked_in():
    table = Table()
    table.state.walls_closed = True
    table.put(0, "ENT", actions=5)
    assert table.choices() == [("stop",)]


def test_the_entrance_is_shut_once_a_wall_has_passed_the_middle():
    table = Table()
    table.put(0, "ENT", actions=5)
    assert set(table.choices()) == {("stop",), ("step", "W13"), ("step", "W14")}
    table.state.left_wall = 4
    assert table.choices() == [("stop",)]


# --------------------------------------------------------------------------------------- second adventurers


def with_a_dead_first_adventurer() -> Table:
    """Seat 0 has read the clue of zone 2 and died on a slab; both Suns are open, and phase 5 has come."""
    table = Table()
    table.state.boulder = 20
    table.state.sun_open[:] = 1
    table.state.deciphered[0] = 0b0010
    table.traps("L21", "L22", "L23", "L24")
    table.put(0, "C10", actions=3)
    table.put(1, "ENT")
    table.take("step", "L21")
    while table.decision != "REPLACEMENT":
        table.take("stop")
    return table


def test_a_replacement_that_was_put_off_is_asked_for_again_the_next_turn():
    table = with_a_dead_first_adventurer()
    table.take("wait")
    turn = table.state.turn
    while table.decision != "REPLACEMENT":
        table.take("stop")
    assert (table.state.seat, table.state.turn) == (0, turn)
    assert ("enter", "B") in table.choices()


def test_the_second_adventurer_knows_the_clues_that_the_first_has_read():
    table = with_a_dead_first_adventurer()
    table.take("enter", "B")
    assert table.state.deciphered[0] == 0b0010


# ---------------------------------------------------------------------------------------- boulder and bridge


def test_by_the_other_ruling_one_walks_past_the_boulder_unharmed():
    table = Table(boulder__blocking=False)
    table.state.boulder = 15
    table.put(0, "C14", actions=3)
    table.take("step", "C15")
    assert table.status(0) == "inside"
    table.take("step", "C16")
    assert table.at(0) == "C16"


def test_nobody_shares_the_boulders_space_save_by_the_other_ruling():
    for blocking in (True, False):
        table = Table(boulder__blocking=blocking)
        table.state.boulder = 15
        table.put(0, "C14")
        before = inventory(table.rules, table.state)
        table.put(0, "C15")
        assert (inventory(table.rules, table.state) != before) == blocking


def test_by_the_other_ruling_a_boulder_kills_whom_it_rolls_onto_and_not_who_shares_its_space():
    table = Table(seats=3, boulder__blocking=False, boulder__dice=[1])
    table.state.boulder = 15
    table.put(0, "C15")
    table.put(1, "C16")
    table.put(2, "C17")
    table.load(Stream.BOULDER, 6)
    table.finish_turn()
    assert [table.status(seat) for seat in range(3)] == ["inside", "waiting", "inside"]


def test_by_the_other_ruling_a_leap_goes_round_a_corner_with_the_boulder():
    for blocking in (True, False):
        table = leaper("C11", boulder__blocking=blocking)
        table.state.boulder = 12
        assert (("leap", "C13") in table.choices()) != blocking


@pytest.mark.parametrize("blocked", ["waits", "crushed"])
def test_by_the_other_ruling_swimmers_land_beside_the_boulder(blocked):
    table = Table(boulder__blocking=False, river__landing_blocked=blocked)
    table.state.boulder = 36
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 5, 6)
    table.take("step", "R6")
    assert (table.at(0), table.status(0)) == ("C36", "inside")
    assert ("step", "C37") in table.choices()


@pytest.mark.parametrize(
    ("ruling", "boulder", "planks"),
    [
        ("never", 27, 5),
        ("never", 33, 5),
        ("near-end", 26, 5),
        ("near-end", 27, 0),
        ("far-end", 27, 5),
        ("far-end", 33, 0),
    ],
)
def test_whether_the_boulder_smashes_the_bridge_and_where_is_a_ruling(ruling, boulder, planks):
    """The near end is C28, the far end C34; one die moves the boulder a space."""
    table = Table(seats=3, boulder__destroys_bridge=ruling, boulder__dice=[1])
    table.state.boulder = boulder
    table.put(0, "BR")
    table.put(1, "ENT")
    table.put(2, "ENT")
    table.give(0, "5")
    table.load(Stream.BOULDER, 6)
    table.finish_turn()
    assert table.state.planks == planks
    assert table.status(0) == ("inside" if planks else "waiting")
    assert table.events(Event.BRIDGE_SMASHED) == ([] if planks else [(-1, 5, 0, 0)])
    if not planks:
        assert table.events(Event.DEATH) == [(0, Cause.BRIDGE, SPACE["BR"], 1)]


def test_a_bridge_whose_planks_are_gone_is_not_smashed_again():
    table = Table(boulder__destroys_bridge="near-end", bridge__all_fall=False, boulder__dice=[1])
    table.state.boulder = 27
    table.state.planks = 0
    table.put(0, "BR")  # where the fall of another has left him
    table.put(1, "ENT")
    table.load(Stream.BOULDER, 6)
    table.finish_turn()
    assert table.status(0) == "inside"
    assert table.events(Event.BRIDGE_SMASHED) == []


# --------------------------------------------------------------------------------------------- abilities


def test_sprint_works_in_a_turn_without_any_action():
    table = Table()
    table.adventurers(0, "Lea Rice")
    table.give(0, *["3"] * 10)
    table.put(0, "C05")
    table.put(1, "ENT")
    table.state.boulder = 8
    table.finish_turn()
    table.load(Stream.ACTIONS, 4, 4, 3, 3, 2)
    while table.decision == "LOAD":
        table.take("keep")
    assert actions_by_seat(table) == {0: 0, 1: 5}
    while table.state.seat != 0:
        table.take("stop")
    assert ("sprint", "C04") in table.choices()
    assert all(words[0] in ("stop", "sprint") for words in table.choices())


def test_sprint_may_lead_out_of_the_temple():
    table = Table()
    table.adventurers(0, "Lea Rice")
    table.put(0, "C40", actions=1)
    table.take("step", "C41")
    table.take("sprint", "OUT")
    assert table.status(0) == "escaped"


def leaper(space: str, **figures) -> Table:
    table = Table(**figures)
    table.adventurers(0, "Nicole Lager")
    table.put(0, space, actions=2)
    return table


def test_a_leap_onto_a_slab_tests_it():
    table = leaper("C11")
    table.traps("L21", "L22", "L23", "L24")
    table.take("leap", "L21")
    assert table.state.cause[0, 0] == Cause.LAVA


def test_a_leap_onto_the_bridge_tests_it():
    table = leaper("C27")
    table.load(Stream.BRIDGE, 1, 2, 3, 4, 5)
    table.take("leap", "BR")
    assert table.state.planks == 4


def test_no_leap_leads_behind_a_wall():
    table = leaper("W22")
    assert ("leap", "W11") in table.choices()
    table.state.left_wall = 1
    assert ("leap", "W11") not in table.choices()


def test_a_leap_down_the_river_ends_at_the_exit_like_a_stroke():
    table = leaper("R4")
    table.load(Stream.RIVER, 2, 2)
    table.take("leap", "R6")
    assert len(table.events(Event.RIVER_ROLL)) == 1
    assert table.at(0) == "C36"


def test_no_leap_leads_out_of_the_temple():
    assert all(("leap", "OUT") not in leaper(space).choices() for space in ("C40", "C41"))


def test_stamina_takes_away_a_die_at_the_exit_of_the_river():
    table = Table()
    table.adventurers(0, "Bill Baker")
    table.give(0, *["3"] * 4)
    table.state.stamina_now[0] = 1
    table.put(0, "R5", actions=2)
    table.load(Stream.RIVER, 6, 5)
    table.take("step", "R6")
    assert table.events(Event.RIVER_ROLL) == [(0, 65, 0, 0)]


def test_sun_slabs_may_be_crossed_before_they_open():
    table = Table()
    table.put(0, "C11", actions=3)
    table.take("step", "L11")
    table.take("step", "C13")
    assert table.at(0) == "C13"


def bill_baker_after_the_dice(**figures) -> Table:
    """Seven cards, level 4; the dice 1 2 3 3 5 have been rolled and it is up to him whether to use Stamina."""
    table = Table(stamina__when="any-time", **figures)
    table.adventurers(0, "Bill Baker")
    table.give(0, *["3"] * 7)
    table.put(0, "C27")
    table.put(1, "ENT")
    table.state.boulder = 5
    table.finish_turn()
    table.load(Stream.ACTIONS, 1, 2, 3, 3, 5)
    assert ("stamina",) in table.choices()
    table.take("keep")
    return table


def test_by_the_other_ruling_stamina_may_wait_for_the_dice():
    table = bill_baker_after_the_dice()
    assert (table.decision, table.state.seat) == ("STAMINA", 0)
    assert actions_by_seat(table) == {0: 1, 1: 4}
    assert table.choices() == [("spare",), ("use",)]
    table.take("use")
    assert table.events(Event.ACTIONS) == [(0, 3, 3, 1)]
    assert (table.state.actions[0], table.state.load_level[0]) == (3, 3)
    while table.state.seat != 0:
        table.take("stop")
    assert ("stamina",) not in table.choices()


@pytest.mark.parametrize("counts_new_cards", [True, False])
def test_by_the_other_ruling_stamina_may_come_before_the_bridge_and_adds_no_action(counts_new_cards):
    table = bill_baker_after_the_dice(bridge__counts_new_cards=counts_new_cards)
    table.take("spare")
    while table.state.seat != 0:
        table.take("stop")
    table.put(0, "C28", actions=1)
    table.take("stamina")
    assert table.events(Event.STAMINA) == [(0, 3, 0, 0)]
    assert table.state.actions[0] == 1
    table.take("step", "BR")
    assert table.events(Event.BRIDGE)[0][1] == 3


def test_by_the_usual_ruling_stamina_is_for_the_load_phase_only():
    table = Table()
    table.adventurers(0, "Bill Baker")
    table.finish_turn()
    table.take("keep")
    assert table.decision == "ACT"
    table.put(0, "C28", actions=1)
    assert ("stamina",) not in table.choices()


def test_stamina_used_late_ends_with_the_turn():
    table = bill_baker_after_the_dice()
    table.take("use")
    table.finish_turn()
    table.take("keep")
    assert table.decision == "ACT"
    assert table.state.load_level[0] == 4

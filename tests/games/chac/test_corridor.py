"""The corridor: locks, the boulder, the Suns, the sealed exit."""

import pytest

from digsite.simulator.games.chac.state import LOST_TREASURE, Cause, Event, Stream
from tests.games.chac.table import Table


def test_the_worked_example_of_lea_rices_lock():
    """Three actions: a roll without the 2, a reroll of the two fives and the six that brings it, and a step on."""
    table = Table()
    table.adventurers(0, "Lea Rice")
    table.state.ability_used[0, 0] = 1
    table.put(0, "C13", actions=3)
    table.load(Stream.LOCK, 5, 1, 6, 3, 5)
    table.take("pick")
    assert (table.decision, table.state.actions[0]) == ("LOCK", 2)
    assert tuple(table.state.dice) == (1, 3, 5, 5, 6)
    table.load(Stream.LOCK, 4, 2, 2)
    table.take("reroll", (5, 5, 6))
    assert table.cards(0) == ["alcove"]
    assert table.events(Event.LOCK_ROLL) == [(0, 0, 12234, 0b11100)]
    assert table.events(Event.LOCK_OPEN) == [(0, 0, 0, 4)]
    assert table.state.actions[0] == 1
    table.take("step", "C14")
    assert table.state.alcove_owner[1] == -1


def test_a_lucky_first_roll_opens_the_alcove_for_one_action():
    table = Table()
    table.put(0, "C16", actions=2)
    table.load(Stream.LOCK, 3, 2, 1, 1, 6)
    table.take("pick")
    assert table.cards(0) == ["alcove"]
    assert table.state.actions[0] == 1
    assert ("pick",) not in table.choices()


def test_the_vault_needs_one_to_five():
    table = Table()
    table.put(0, "C32", actions=3)
    table.load(Stream.LOCK, 1, 2, 3, 4, 4)
    table.take("pick")
    assert table.cards(0) == []
    table.load(Stream.LOCK, 5)
    table.take("reroll", (4,))
    assert table.cards(0) == ["vault"]


def test_any_of_the_dice_may_be_rerolled_and_equal_dice_are_not_told_apart():
    table = Table()
    table.put(0, "C13", actions=3)
    table.load(Stream.LOCK, 5, 5, 6, 6, 6)
    table.take("pick")
    rerolls = [words[1] for words in table.choices() if words[0] == "reroll"]
    assert len(rerolls) == len(set(rerolls)) == 3 * 4 - 1
    table.take("leave")
    assert table.decision == "ACT"


def test_without_an_action_left_the_attempt_ends_by_itself():
    table = Table()
    table.put(0, "C13", actions=1)
    table.put(1, "ENT")
    table.load(Stream.LOCK, 5, 5, 6, 6, 6)
    table.take("pick")
    assert table.state.seat == 1 or table.state.turn == 2
    assert table.state.alcove_owner[0] == -1


def test_dice_do_not_carry_over_once_the_lock_is_left():
    table = Table()
    table.put(0, "C13", actions=3)
    table.load(Stream.LOCK, 1, 2, 6, 6, 6)
    table.take("pick")
    table.take("leave")
    table.load(Stream.LOCK, 4, 4, 4, 4, 4)
    table.take("pick")
    assert tuple(table.state.dice) == (4, 4, 4, 4, 4)


def test_lock_picking_supplies_one_missing_number_even_without_an_action_left():
    table = Table()
    table.adventurers(0, "Markus Bassler")
    table.put(0, "C32", actions=1)
    table.load(Stream.LOCK, 1, 2, 3, 4, 6)
    table.take("pick")
    assert table.choices() == [("leave",), ("force",)]
    table.take("force")
    assert table.cards(0) == ["vault"]
    assert table.events(Event.LOCK_OPEN) == [(0, 4, 1, 6)]
    assert table.state.ability_used[0, 0]


def test_lock_picking_needs_all_numbers_but_one():
    table = Table()
    table.adventurers(0, "Len Tso Yau")
    table.put(0, "C13", actions=2)
    table.load(Stream.LOCK, 1, 4, 4, 5, 6)
    table.take("pick")
    assert ("force",) not in table.choices()


def test_a_lock_is_worked_only_beside_a_closed_alcove():
    table = Table()
    table.put(0, "C17", actions=2)
    assert ("pick",) not in table.choices()
    table.put(0, "C14", actions=2)
    assert ("pick",) in table.choices()
    for owner in (1, LOST_TREASURE):
        table.state.alcove_owner[table.rules.alcove_at[14]] = owner
        assert ("pick",) not in table.choices()


def test_the_worked_example_of_the_boulder_on_turn_five():
    """Five dice, three of them high enough: three spaces."""
    table = Table()
    for _ in range(4):
        table.finish_turn()
    assert table.state.turn == 5
    table.state.boulder = 8
    table.load(Stream.BOULDER, 1, 1, 2, 4, 6)
    table.finish_turn()
    assert table.events(Event.BOULDER) == [(-1, 11246, 3, 11)]
    assert table.state.boulder == 11


@pytest.mark.parametrize(("variant", "advance"), [([], 4), (["revised-boulder"], 3), (["slow-boulder"], 2)])
def test_the_face_that_moves_the_boulder_is_a_variant(variant, advance):
    table = Table(variants=variant)
    table.state.turn = 5
    table.load(Stream.BOULDER, 1, 2, 3, 4, 6)
    table.finish_turn()
    assert table.state.boulder == advance


def test_the_boulder_gets_one_more_die_each_turn_up_to_five():
    table = Table()
    dice = []
    for _ in range(7):
        table.finish_turn()
        if table.state.over:
            break
        dice.append(len(str(table.events(Event.BOULDER)[0][1])))
    assert dice == [1, 2, 3, 4, 5, 5, 5]


def test_the_boulder_crushes_everybody_on_its_way_and_nobody_behind():
    table = Table(seats=3)
    table.state.turn = 5
    table.state.boulder = 5
    table.put(0, "C07")
    table.put(1, "C04")
    table.put(2, "C10")
    table.load(Stream.BOULDER, 6, 6, 6, 6, 1)
    table.take("stop")
    table.take("stop")
    table.take("stop")
    assert table.status(0) == "waiting"
    assert table.state.cause[0, 0] == Cause.BOULDER
    assert (table.status(1), table.status(2)) == ("inside", "inside")


def test_nobody_walks_onto_or_past_the_boulder():
    table = Table()
    table.state.boulder = 15
    table.put(0, "C14", actions=3)
    assert ("step", "C15") not in table.choices()
    table.put(0, "C16", actions=3)
    assert ("step", "C15") not in table.choices()


@pytest.mark.parametrize(
    ("boulder", "start", "end"),
    [(12, "C11", "C13"), (12, "C13", "C11"), (17, "C16", "C18"), (22, "C21", "C23"), (23, "C22", "C24"),
     (28, "C27", "BR"), (29, "C28", "C30"), (33, "C32", "C34"), (34, "BR", "C35")],
)  # fmt: skip
def test_no_leap_goes_past_the_boulder(boulder, start, end):
    table = Table()
    table.adventurers(0, "Nicole Lager")
    table.put(0, start, actions=3)
    free = ("leap", end) in table.choices()
    table.state.boulder = boulder
    assert ("leap", end) not in table.choices()
    table.state.boulder = boulder - 5
    assert (("leap", end) in table.choices()) == free


def test_a_leap_beside_the_boulder_still_leads_in_and_out_of_rooms():
    """Out of the walls room to the space ahead of the boulder, and into the lava room from the space ahead of it."""
    table = Table()
    table.adventurers(0, "Nicole Lager")
    table.state.boulder = 6
    table.put(0, "W41", actions=3)
    assert ("leap", "C07") in table.choices()
    table.state.boulder = 10
    table.put(0, "C11", actions=3)
    assert ("leap", "L21") in table.choices()


def test_the_boulder_opens_the_suns_as_it_passes_the_corners():
    table = Table()
    table.put(0, "ENT")
    table.put(1, "ENT")
    table.state.turn = 5
    table.state.boulder = 11
    table.load(Stream.BOULDER, 1, 1, 1, 6, 6)
    table.finish_turn()
    assert list(table.state.sun_open) == [1, 0]
    assert table.state.sun_turn[0] == 5
    table.load(Stream.BOULDER, 6, 6, 6, 6, 6)
    table.finish_turn()
    assert list(table.state.sun_open) == [1, 1]


def test_the_boulder_on_the_last_space_seals_the_exit_and_ends_the_game():
    table = Table()
    table.state.turn = 9
    table.state.boulder = 39
    table.put(0, "L11")
    table.give(0, "5")
    table.put(1, "ENT")
    table.load(Stream.BOULDER, 6, 6, 6, 6, 6)
    table.finish_turn()
    assert table.state.over
    assert table.state.boulder == 41
    assert table.state.end_reason == 0
    assert [table.state.cause[seat, 0] for seat in (0, 1)] == [Cause.SEALED_IN] * 2

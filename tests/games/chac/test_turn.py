"""The phases of a turn: loads, dice, actions, replacements, the dice passing left, the end."""

import pytest

from digsite.simulator.games.chac.moves.treasure import current_level
from digsite.simulator.games.chac.state import Event, Status, Stream
from tests.games.chac.table import NOWHERE, Table


def test_two_adventurers_are_dealt_to_each_and_one_is_chosen_to_enter():
    table = Table(seats=6, entered=False)
    dealt = {int(a) for seat in range(6) for a in table.state.adventurer[seat]}
    assert len(dealt) == 12
    for chosen in (1, 0):
        seat = int(table.state.seat)
        adventurers = table.state.adventurer[seat].tolist()
        table.take(*table.choices()[chosen])
        assert table.at(seat) == "ENT"
        assert table.state.seat == seat + 1
        assert table.state.adventurer[seat].tolist() == [adventurers[chosen], adventurers[1 - chosen]]
        assert table.events(Event.ENTERS) == [(seat, adventurers[chosen], adventurers[1 - chosen], 0)]


@pytest.mark.parametrize(
    ("cards", "level"), [(0, 2), (3, 2), (4, 3), (6, 3), (7, 4), (9, 4), (10, 5), (12, 5), (13, 5), (30, 5)]
)
def test_the_load_level_follows_from_the_cards(cards, level):
    table = Table()
    table.state.cards[0] = cards
    assert current_level(table.rules, table.state, 0) == level


def test_the_worked_example_of_the_action_dice():
    """Dice 1 2 3 4 4: load 3 has three actions, load 4 two, load 2 four, load 5 none."""
    table = Table(seats=4)
    for seat, cards in enumerate((4, 7, 0, 10)):
        table.put(seat, "W13")
        table.give(seat, *["3"] * cards)
    table.finish_turn()
    table.load(Stream.ACTIONS, 1, 2, 3, 4, 4)
    while table.decision == "LOAD":
        table.take("keep")
    assert table.events(Event.ACTION_DICE)[0][1] == 12344
    by_seat = {seat: (actions, load) for seat, actions, load, _ in table.events(Event.ACTIONS)}
    assert by_seat == {0: (3, 3), 1: (2, 4), 2: (4, 2), 3: (0, 5)}


def test_any_number_of_cards_may_be_dropped_before_loads_are_set():
    table = Table()
    table.give(0, "5", "1", "1", "casket", "4")
    table.give(1, "2")
    table.finish_turn()
    assert (table.decision, table.state.seat) == ("LOAD", 1)  # the dice have passed to the left
    table.take("keep")
    assert set(table.choices()) == {("keep",), ("drop", "5"), ("drop", "4"), ("drop", "1"), ("drop", "casket")}
    table.take("drop", "1")
    assert table.events(Event.DROP) == [(0, 1, 4, 0)]
    table.take("drop", "1")
    assert table.cards(0) == ["4", "5", "casket"]
    table.take("keep")
    assert table.state.load_level[0] == 2
    assert table.state.discarded[0, 1] == 2
    assert table.state.dropped[0] == 2


def test_of_equal_cards_the_one_of_the_first_deck_is_dropped():
    table = Table()
    table.give(0, "3", deck="lava")
    table.give(0, "3", deck="zone 2")
    table.finish_turn()
    table.take("drop", "3")
    assert table.state.carried[0, 4, 3] == 1
    assert table.state.carried[0, 1, 3] == 0


def test_without_free_dropping_no_load_decision_is_asked():
    table = Table(variants=["no-discard"])
    table.give(0, "1", "2", "3", "4")
    table.finish_turn()
    assert table.decision == "ACT"
    assert table.state.load_level[0] == 3


def test_stamina_lowers_the_load_for_the_rest_of_the_turn_once():
    table = Table()
    table.adventurers(0, "Bill Baker")
    table.give(0, *["3"] * 7)
    table.finish_turn()
    assert ("stamina",) in table.choices()
    table.take("stamina")
    assert table.state.load_level[0] == 3
    assert current_level(table.rules, table.state, 0) == 3
    table.finish_turn()
    assert ("stamina",) not in table.choices()
    assert current_level(table.rules, table.state, 0) == 4


def test_stamina_can_bring_level_two_to_one():
    table = Table()
    table.adventurers(0, "Mustafa Ibrahim")
    table.finish_turn()
    assert set(table.choices()) == {("keep",), ("stamina",)}
    table.take("stamina")
    assert table.state.load_level[0] == 1
    strict = Table(load__floor=2)
    strict.adventurers(0, "Mustafa Ibrahim")
    strict.finish_turn()
    strict.take("stamina")
    assert strict.state.load_level[0] == 2


def test_the_dice_pass_to_the_left_each_turn():
    table = Table(seats=3)
    keepers = [int(table.state.keeper)]
    for _ in range(3):
        table.finish_turn()
        keepers.append(int(table.state.keeper))
    assert keepers == [0, 1, 2, 0]


def test_actions_need_not_be_used():
    table = Table()
    table.put(0, "W13", actions=3)
    table.take("stop")
    assert table.events(Event.STOP) == [(0, 3, 0, 0)]
    assert table.state.seat == 1 or table.state.turn == 2


def test_players_may_share_a_space_and_move_through_others():
    table = Table()
    table.put(1, "C02")
    table.put(0, "C01", actions=2)
    table.take("step", "C02")
    table.take("step", "C03")
    assert (table.at(0), table.at(1)) == ("C03", "C02")


def test_sprint_moves_one_space_without_an_action_even_with_none_left():
    table = Table()
    table.adventurers(0, "Lea Rice")
    table.put(0, "C03", actions=1)
    table.take("step", "C04")
    assert table.state.seat == 0
    assert set(table.choices()) == {("stop",), ("sprint", "C03"), ("sprint", "C05"), ("sprint", "W43")}
    table.take("sprint", "C05")
    assert table.at(0) == "C05"
    assert table.state.ability_used[0, 0]
    assert table.state.seat != 0 or table.state.turn == 2


def test_sprint_cannot_be_used_in_the_river_but_may_carry_into_it():
    table = Table()
    table.adventurers(0, "Martin Fletcher")
    table.put(0, "R2", actions=2)
    assert ("sprint", "R3") not in table.choices()
    table.put(0, "C24", actions=2)
    assert ("sprint", "R2") in table.choices()
    strict = Table(sprint__may_dive=False)
    strict.adventurers(0, "Martin Fletcher")
    strict.put(0, "C24", actions=2)
    assert ("sprint", "R2") not in strict.choices()
    assert ("sprint", "C25") in strict.choices()


def test_leap_moves_diagonally_for_one_action_once():
    table = Table()
    table.adventurers(0, "Nicole Lager")
    table.put(0, "W41", actions=3)
    table.take("leap", "C07")
    assert table.at(0) == "C07"
    assert table.state.actions[0] == 2
    assert all(words[0] != "leap" for words in table.choices())


def test_an_adventurer_on_the_last_space_leaves_by_a_normal_move():
    table = Table()
    table.give(0, "4", "casket")
    table.put(0, "C41", actions=2)
    table.take("step", "OUT")
    assert table.status(0) == "escaped"
    assert table.events(Event.ESCAPE) == [(0, 2, 4, 1)]


def test_whoever_has_left_sends_no_replacement():
    table = Table()
    table.state.sun_open[:] = 1
    table.state.boulder = 20
    table.put(0, "C41", actions=2)
    table.take("step", "OUT")
    table.finish_turn()
    assert table.status(0) == "escaped"
    assert table.decision != "REPLACEMENT"


def test_a_replacement_comes_through_an_open_sun_from_scratch_and_acts_next_turn():
    table = Table()
    table.state.boulder = 13
    table.state.sun_open[0] = 1
    table.traps("L21", "L22", "L23", "L24")
    table.adventurers(0, "Lea Rice", "Bill Baker")
    table.give(0, "5", "5")
    table.put(0, "C10", actions=3)
    table.put(1, "ENT")
    table.take("step", "L21")
    assert table.status(0) == "waiting"
    while table.decision != "REPLACEMENT":
        table.take("stop")
    assert table.choices()[:2] == [("wait",), ("enter", "A")]
    turn = table.state.turn
    table.take("enter", "A")
    assert (table.at(0), table.cards(0), table.state.turn) == ("L11", [], turn + 1)
    assert table.status(0) == "inside"
    assert table.state.second[0] == 1


def test_a_replacement_uncovers_slabs_that_nobody_has_seen_yet():
    table = Table()
    table.state.status[0], table.state.space[0] = Status.WAITING, NOWHERE  # killed in the walls room
    table.state.sun_open[0] = 1
    while table.decision != "REPLACEMENT":
        table.take("stop" if table.decision == "ACT" else "keep")
    assert not table.state.unmasked
    table.take("enter", "A")
    assert table.state.unmasked
    assert table.state.unmasked_turn == 1


def test_a_replacement_may_choose_between_two_open_suns_or_wait():
    table = Table()
    table.state.boulder = 20
    table.state.sun_open[:] = 1
    table.traps("L21", "L22", "L23", "L24")
    table.put(0, "C10", actions=3)
    table.put(1, "ENT")
    table.take("step", "L21")
    while table.decision != "REPLACEMENT":
        table.take("stop")
    assert table.choices() == [("wait",), ("enter", "A"), ("enter", "B")]
    table.take("wait")
    assert table.status(0) == "waiting"


def test_a_second_death_is_final():
    table = Table()
    table.state.second[0] = 1
    table.traps("L21", "L22", "L23", "L24")
    table.put(0, "C10", actions=3)
    table.put(1, "ENT")
    table.take("step", "L21")
    assert table.status(0) == "lost"


def test_the_game_ends_when_nobody_is_inside_and_nobody_can_come():
    table = Table()
    table.state.second[0] = 1
    table.traps("L21", "L22", "L23", "L24")
    table.state.status[1] = 2  # escaped
    table.put(1, "OUT")
    table.put(0, "C10", actions=3)
    table.take("step", "L21")
    assert table.state.over
    assert table.state.end_reason == 1


def test_the_game_waits_for_a_replacement_before_a_sun_is_open():
    table = Table()
    table.traps("L21", "L22", "L23", "L24")
    table.put(0, "C10", actions=1)
    table.take("step", "L21")
    table.put(1, "C20", actions=1)
    table.traps("L34", "L22", "L23", "L24")
    table.take("step", "L34")
    assert table.status(0) == table.status(1) == "waiting"
    assert not table.state.over
    assert table.decision == "REPLACEMENT"  # nobody is asked before there is a way in
    assert ("enter", "A") in table.choices()


def test_under_the_strict_ruling_an_empty_temple_ends_the_game():
    table = Table(ends__waits_for_replacements=False)
    table.traps("L34", "L21", "L23", "L24")
    table.state.status[1] = 1
    table.state.space[1] = 125
    table.put(0, "C10", actions=1)
    table.take("step", "L21")
    assert table.state.over


def test_even_under_the_strict_ruling_whoever_died_this_turn_may_be_replaced_at_once():
    table = Table(ends__waits_for_replacements=False)
    table.traps("L34", "L21", "L23", "L24")
    table.state.status[1] = 1
    table.state.space[1] = 125
    table.state.sun_open[0] = 1
    table.put(0, "C10", actions=1)
    table.take("step", "L21")
    assert table.decision == "REPLACEMENT"
    assert ("enter", "A") in table.choices()

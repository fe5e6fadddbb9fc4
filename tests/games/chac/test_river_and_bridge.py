"""The river and its exit; the wooden bridge."""

import pytest

from digsite.simulator.games.chac.state import Cause, Event, Stream
from tests.games.chac.table import Table


def test_the_worked_example_of_puccio_cortese():
    """Search, downstream, search; the next search needs a move first."""
    table = Table()
    table.adventurers(0, "Puccio Cortese")
    table.put(0, "R1", actions=3)
    table.put(1, "ENT")
    table.take("search")
    assert ("search",) not in table.choices()
    table.take("step", "R2")
    table.take("search")
    assert len(table.cards(0)) == 2
    table.put(0, "R2", actions=4)
    assert table.choices() == [("stop",), ("step", "R3")]
    table.take("step", "R3")
    assert ("search",) in table.choices()


def test_the_worked_example_of_the_river_with_nine_cards():
    """Level 4 rolls four dice; two ones cost six cards, and one of the two is a one again."""
    table = Table()
    table.adventurers(0, "Martin Fletcher")
    table.give(0, "1", "1", "2", "2", "3", "3", "3", "4", "5")
    table.put(0, "R5", actions=2)
    table.put(1, "ENT")
    table.load(Stream.RIVER, 1, 4, 1, 6, 3, 1)
    table.take("step", "R6")
    assert table.events(Event.RIVER_ROLL) == [(0, 1416, 2, 0)]
    assert table.choices() == [("fall",), ("pay",)]
    table.take("pay")
    for kind in ("1", "1", "2", "2", "3"):
        assert table.decision == "SACRIFICE"
        table.take("give", kind)
    table.take("give", "3")
    assert table.events(Event.RIVER_ROLL) == [(0, 31, 1, 1)]
    assert table.state.cause[0, 0] == Cause.RIVER
    assert table.state.sacrificed[0] == 6


def test_a_swimmer_without_a_fatal_die_lands_on_the_corridor_and_goes_on():
    table = Table()
    table.put(0, "R5", actions=4)
    table.load(Stream.RIVER, 2, 6)
    table.take("step", "R6")
    assert table.at(0) == "C36"
    assert table.state.actions[0] == 2
    assert ("step", "C37") in table.choices()


def test_the_exit_is_forced_on_the_next_turn_if_no_action_was_left():
    table = Table()
    table.put(0, "R5", actions=1)
    table.put(1, "ENT")
    table.take("step", "R6")
    assert table.at(0) == "R6"
    assert (table.state.turn, table.state.seat) == (2, 1)  # the dice have passed on
    rolled = table.state.actions[0]
    table.load(Stream.RIVER, 2, 2)
    table.take("stop")
    assert table.at(0) == "C36"
    assert table.state.actions[0] == rolled - 1


def test_cards_taken_this_turn_weigh_at_the_exit():
    table = Table()
    table.give(0, "1", "1", "1")
    table.put(0, "R5", actions=3)
    table.take("search")
    table.load(Stream.RIVER, 2, 3, 4)
    table.take("step", "R6")
    assert table.events(Event.RIVER_ROLL) == [(0, 234, 0, 0)]


def test_too_few_cards_to_pay_means_the_waterfall():
    table = Table()
    table.give(0, "1", "1")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 3)
    table.take("step", "R6")
    assert table.state.cause[0, 0] == Cause.RIVER


def test_exactly_the_cards_owed_go_without_asking():
    table = Table()
    table.give(0, "1", "3", "5")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 3, 6)
    table.take("step", "R6")
    table.take("pay")
    assert table.at(0) == "C36"
    assert table.cards(0) == []


def test_one_fatal_die_costs_three_of_nine_cards_and_is_rolled_alone():
    table = Table()
    table.give(0, "1", "1", "2", "2", "3", "3", "3", "4", "5")
    table.put(0, "R5", actions=4)
    table.load(Stream.RIVER, 1, 4, 2, 6, 5)
    table.take("step", "R6")
    table.take("pay")
    for kind in ("1", "1", "2"):
        table.take("give", kind)
    assert table.events(Event.RIVER_ROLL) == [(0, 5, 0, 1)]
    assert table.at(0) == "C36"
    assert table.cards(0) == ["2", "3", "3", "3", "4", "5"]
    assert table.state.actions[0] == 2


def test_three_fatal_dice_can_cost_all_nine_cards():
    table = Table()
    table.give(0, "1", "1", "2", "2", "3", "3", "3", "4", "5")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 1, 1, 6, 2, 3, 4)
    table.take("step", "R6")
    table.take("pay")
    assert table.at(0) == "C36"
    assert (table.cards(0), table.state.sacrificed[0]) == ([], 9)


def test_one_pays_for_every_fatal_die_or_falls():
    """Two ones cost six cards; with five of them nothing can be done."""
    table = Table()
    table.give(0, "1", "2", "3", "4", "5")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 4, 1)
    table.take("step", "R6")
    assert table.state.cause[0, 0] == Cause.RIVER
    assert table.state.sacrificed[0] == 0


def test_any_cards_pay_an_alcove_treasure_too_by_the_players_choice():
    table = Table()
    table.give(0, "5", "5", "4", "alcove")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 4, 3, 2)
    table.take("step", "R6")
    table.take("pay")
    assert table.choices() == [("give", "4"), ("give", "5"), ("give", "alcove")]
    for kind in ("alcove", "4", "5"):
        table.take("give", kind)
    assert table.cards(0) == ["5"]


def test_there_is_one_reroll_only():
    table = Table()
    table.give(0, *["2"] * 9)
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 4, 2, 6, 1)
    table.take("step", "R6")
    table.take("pay")
    for _ in range(3):
        table.take("give", "2")
    assert table.state.cause[0, 0] == Cause.RIVER  # six cards would be left to pay with


def test_what_a_fatal_die_costs_is_a_figure():
    table = Table(river__cards_per_reroll=1)
    table.give(0, "1", "3")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 3, 6)
    table.take("step", "R6")
    table.take("pay")
    table.take("give", "1")
    assert (table.at(0), table.cards(0)) == ("C36", ["3"])


def test_one_may_choose_to_fall():
    table = Table()
    table.give(0, "1", "3", "5")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 3)
    table.take("step", "R6")
    table.take("fall")
    assert table.status(0) == "waiting"


def test_swimming_ignores_one_fatal_die_without_paying():
    table = Table()
    table.adventurers(0, "Puccio Cortese")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 3)
    table.take("step", "R6")
    assert table.choices() == [("fall",), ("swim",)]
    table.take("swim")
    assert table.at(0) == "C36"
    assert table.state.ability_used[0, 0]


def test_swimming_ignores_only_one_of_two_fatal_dice():
    table = Table()
    table.adventurers(0, "Tatiana Bregovic")
    table.give(0, "1", "2", "3")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 1, 4)
    table.take("step", "R6")
    assert table.choices() == [("fall",), ("swim",)]
    table.take("swim")
    assert table.choices() == [("fall",), ("pay",)]
    table.take("pay")
    assert table.at(0) == "C36"


def test_swimming_also_helps_after_the_reroll():
    table = Table()
    table.adventurers(0, "Tatiana Bregovic")
    table.give(0, "1", "2", "3")
    table.put(0, "R5", actions=3)
    table.load(Stream.RIVER, 1, 5, 1)
    table.take("step", "R6")
    table.take("pay")
    assert table.choices() == [("fall",), ("swim",)]
    table.take("swim")
    assert table.at(0) == "C36"


def test_nothing_but_the_exit_is_possible_on_the_last_river_space():
    table = Table()
    table.adventurers(0, "Nicole Lager")
    table.put(0, "R6", actions=0)
    table.put(1, "ENT")
    table.load(Stream.RIVER, 2, 2)
    table.to_act(1, 1)
    table.state.done = 1
    table.take("stop")
    assert table.at(0) in ("R6", "C36")
    assert table.state.found[0].sum() == 0


def swimmer_at_the_exit(boulder: int, **figures) -> Table:
    """A swimmer reaches the last river space with actions left; the dice would let him out."""
    table = Table(**figures)
    table.state.boulder = boulder
    table.put(0, "R5", actions=3)
    table.put(1, "ENT")
    table.load(Stream.RIVER, 5, 6)
    table.take("step", "R6")
    return table


def test_a_swimmer_waits_in_the_river_while_the_boulder_lies_on_the_landing():
    table = swimmer_at_the_exit(boulder=36)
    assert (table.at(0), table.status(0)) == ("R6", "inside")
    assert table.events(Event.CLINGS) == [(0, 36, 0, 0)]
    assert table.events(Event.RIVER_ROLL) == []  # the exit is not tried, so nobody is dragged away either


def test_a_swimmer_who_waited_tries_the_exit_once_the_boulder_has_rolled_on():
    table = swimmer_at_the_exit(boulder=36)
    table.state.boulder = 37
    table.load(Stream.RIVER, 5, 6)
    while table.at(0) == "R6" and not table.state.over:
        table.take("stop")
    assert table.at(0) == "C36"
    assert ("step", "C37") not in table.choices()  # behind the boulder


@pytest.mark.parametrize("boulder", [35, 37])
def test_a_boulder_beside_the_landing_hinders_no_swimmer(boulder):
    assert swimmer_at_the_exit(boulder).at(0) == "C36"


def test_by_the_other_ruling_the_boulder_crushes_whoever_climbs_out_under_it():
    table = swimmer_at_the_exit(boulder=36, river__landing_blocked="crushed")
    assert table.events(Event.RIVER_ROLL) == [(0, 56, 0, 0)]
    assert (table.status(0), table.state.cause[0, 0]) == ("waiting", Cause.BOULDER)


def test_the_worked_example_of_the_bridge_with_load_level_four():
    """Five planks, dice 1 2 3 4 6 against level 4: three snap, two remain, he may go on."""
    table = Table()
    table.adventurers(0, "Bill Baker")
    table.state.ability_used[0, 0] = 1
    table.give(0, *["3"] * 7)
    table.put(0, "C28", actions=2)
    table.load(Stream.BRIDGE, 1, 2, 3, 4, 6)
    table.take("step", "BR")
    assert table.events(Event.BRIDGE) == [(0, 4, 5 * 8 + 3, 12346)]
    assert table.state.planks == 2
    table.take("step", "C34")
    assert table.at(0) == "C34"
    assert table.state.bridge_load[0] == 4


def test_when_all_planks_snap_the_adventurer_falls():
    table = Table()
    table.state.planks = 2
    table.put(0, "C28", actions=2)
    table.load(Stream.BRIDGE, 1, 1)
    table.take("step", "BR")
    assert table.state.cause[0, 0] == Cause.BRIDGE
    assert table.state.planks == 0


def test_without_planks_there_is_no_bridge():
    table = Table()
    table.state.planks = 0
    table.put(0, "C28", actions=2)
    assert ("step", "BR") not in table.choices()


def test_all_load_levels_on_the_bridge_count_together():
    table = Table()
    table.put(1, "BR")
    table.put(0, "C28", actions=2)
    table.load(Stream.BRIDGE, 3, 3, 4, 5, 6)
    table.take("step", "BR")
    assert table.events(Event.BRIDGE) == [(0, 4, 5 * 8 + 2, 33456)]


@pytest.mark.parametrize(("all_fall", "status"), [(True, "waiting"), (False, "inside")])
def test_who_falls_with_the_last_plank_is_a_ruling(all_fall, status):
    table = Table(bridge__all_fall=all_fall)
    table.state.planks = 1
    table.put(1, "BR")
    table.put(0, "C28", actions=2)
    table.load(Stream.BRIDGE, 1)
    table.take("step", "BR")
    assert table.status(0) == "waiting"
    assert table.status(1) == status


def test_a_hop_tests_the_bridge_again():
    table = Table()
    table.put(0, "BR", actions=2)
    table.load(Stream.BRIDGE, 1, 1, 1, 2, 2)
    table.take("hop")
    assert table.state.planks == 2
    assert table.state.actions[0] == 1
    assert table.state.hops[0] == 1
    table.load(Stream.BRIDGE, 1, 1)
    table.take("hop")
    assert table.state.cause[0, 0] == Cause.BRIDGE


def test_cards_taken_this_turn_weigh_on_the_bridge_unless_ruled_otherwise():
    for counts, level in ((True, 3), (False, 2)):
        table = Table(bridge__counts_new_cards=counts)
        table.give(0, "1", "1", "1")
        table.state.load_level[0] = 2
        table.give(0, "2")
        table.put(0, "C28", actions=2)
        table.take("step", "BR")
        assert table.events(Event.BRIDGE)[0][1] == level


def test_stamina_lightens_the_bridge_too():
    table = Table()
    table.adventurers(0, "Bill Baker")
    table.state.stamina_now[0] = 1
    table.put(0, "C28", actions=2)
    table.take("step", "BR")
    assert table.state.planks == 5


def test_the_bridge_may_be_crossed_from_the_far_end():
    table = Table()
    table.put(0, "C34", actions=2)
    assert ("step", "BR") in table.choices()
    strict = Table(bridge__both_ways=False)
    strict.put(0, "C34", actions=2)
    assert ("step", "BR") not in strict.choices()

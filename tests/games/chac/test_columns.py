"""What a row says of a seat is what happened to it: rare turns of a game that the twin may not meet, set up by hand."""

from typing import Any

import pytest

from digsite.simulator.games.chac.rules import LAVA, VAULT
from digsite.simulator.games.chac.state import Cause, Event, Slab, Stream
from digsite.simulator.kernel.play.records import record
from tests.games.chac.table import SPACE, Table


def row_of(table: Table, seat: int = 0) -> dict[str, Any]:
    """The row of the game as a table shows it for one seat, without its number; names for what stands for one."""
    out = record(table.game.records.outcome)[0]
    out.contends[: table.rules.seats] = 1
    table.kernels.score(table.rules, table.state, out)
    row = {}
    for column in table.game.own_columns:
        for heading, index in column.headings(6):
            if column.per == "game" or heading.endswith(f"_{seat + 1}"):
                value = int(out[column.name][index])
                name = heading if column.per == "game" else heading.rpartition("_")[0]
                row[name] = column.choices[value] if column.choices else value
    return row


def second_inside(space: str, actions: int) -> Table:
    """The first adventurer died on turn 3, the second came in on turn 5; it is turn 7."""
    table = Table()
    state = table.state
    state.cause[0, 0], state.death_turn[0, 0] = Cause.BOULDER, 3
    state.second[0], state.second_turn[0] = 1, 5
    state.turn, state.boulder = 7, 1
    table.put(1, "ENT")
    table.put(0, space, actions)
    return table


# ------------------------------------------------------------------------------------------------- the bridge


def on_the_bridge(cards: int, actions: int = 4) -> Table:
    table = Table()
    table.give(0, *["3"] * cards)
    table.put(0, "C28", actions)
    table.load(Stream.BRIDGE, *[6] * 5)
    table.take("step", "BR")
    return table


@pytest.mark.parametrize(("cards", "level"), [(0, 2), (3, 2), (4, 3), (7, 4), (10, 5)])
def test_the_bridge_load_is_the_load_level_of_the_step_onto_it(cards, level):
    assert row_of(on_the_bridge(cards))["bridge_load"] == level


def test_a_hop_with_another_load_is_no_step_onto_the_bridge():
    table = on_the_bridge(cards=4)
    table.state.stamina_now[0] = 1  # the own level is 2 now
    table.take("hop")
    row = row_of(table)
    assert (row["bridge_load"], row["hops"]) == (3, 1)


def test_the_last_of_two_steps_onto_the_bridge_counts():
    table = on_the_bridge(cards=4)
    table.take("step", "C34")
    table.state.stamina_now[0] = 1
    table.load(Stream.BRIDGE, *[6] * 5)
    table.take("step", "BR")
    assert row_of(table)["bridge_load"] == 2


def test_the_bridge_load_is_the_own_one_whoever_else_stands_there():
    table = Table()
    table.give(0, *["3"] * 4)
    table.put(1, "BR")
    table.put(0, "C28", actions=2)
    table.load(Stream.BRIDGE, *[6] * 5)
    table.take("step", "BR")
    assert [row_of(table, seat)["bridge_load"] for seat in (0, 1)] == [3, 0]


# -------------------------------------------------------------------------------------------------- the routes


@pytest.mark.parametrize(
    ("start", "to", "routes"),
    [
        ("C27", "C28", set()),
        ("C28", "C29", {"long_way"}),
        ("C34", "C33", {"long_way"}),
        ("C33", "C34", set()),
        ("C34", "C35", set()),
        ("C28", "BR", {"bridge"}),
        ("C23", "R1", {"river"}),
        ("C11", "L11", {"lava"}),
    ],
)
def test_a_route_is_taken_by_standing_on_it(start, to, routes):
    table = Table()
    table.put(0, start, actions=1)
    if to == "BR":
        table.load(Stream.BRIDGE, *[6] * 5)
    table.take("step", to)
    row = row_of(table)
    assert {name for name in ("lava", "river", "bridge", "long_way") if row[f"route_{name}"]} == routes


def test_a_slab_that_kills_is_a_way_into_the_lava_room_and_counts_as_flipped():
    table = Table()
    table.traps("L21", "L22", "L23", "L24")
    table.put(0, "C10", actions=2)
    table.take("step", "L21")
    row = row_of(table)
    assert (row["route_lava"], row["slabs_flipped"], row["death_first"]) == (1, 1, "lava")


def test_a_second_adventurer_has_routes_and_bridge_of_its_own():
    table = on_the_bridge(cards=4)
    table.state.planks = 1
    table.load(Stream.BRIDGE, 1)
    table.take("hop")
    assert row_of(table)["bridge_load"] == 3
    table.state.sun_open[0] = 1
    while table.decision != "REPLACEMENT":
        table.take("keep" if table.decision == "LOAD" else "stop")
    turn = table.state.turn
    table.take("enter", "A")
    row = row_of(table)
    assert (row["bridge_load"], row["route_bridge"], row["route_lava"], row["hops"]) == (0, 0, 1, 1)
    assert row["second_turn"] == turn


# -------------------------------------------------------------------------------------------------------- fates


def test_the_second_adventurers_death_stands_beside_the_firsts():
    table = second_inside("C10", actions=2)
    table.traps("L21", "L22", "L23", "L24")
    table.take("step", "L21")
    row = row_of(table)
    assert (row["death_first"], row["death_turn_first"]) == ("boulder", 3)
    assert (row["death_second"], row["death_turn_second"], row["second_turn"]) == ("lava", 7, 5)
    assert (row["escaped"], row["escape_turn"]) == ("nobody", 0)


def test_the_escape_of_the_second_adventurer_is_the_seconds():
    table = second_inside("C41", actions=1)
    table.take("step", "OUT")
    row = row_of(table)
    assert (row["escaped"], row["escape_turn"], row["escapes"]) == ("second", 7, 1)
    assert (row["death_first"], row["death_second"], row["death_turn_second"]) == ("boulder", "none", 0)


def test_the_escape_of_the_first_adventurer_is_the_firsts():
    table = Table()
    table.put(0, "C41", actions=1)
    table.take("step", "OUT")
    row = row_of(table)
    assert (row["escaped"], row["escape_turn"]) == ("first", 1)


@pytest.mark.parametrize(("space", "cause"), [("C41", "boulder"), ("C40", "boulder"), ("L11", "sealed in")])
def test_on_the_last_space_the_boulder_crushes_before_it_seals_the_exit(space, cause):
    table = Table()
    table.state.turn, table.state.boulder = 9, 39
    table.put(1, "ENT")
    table.put(0, space, actions=0)
    table.load(Stream.BOULDER, 6, 6, 6, 6, 6)
    table.finish_turn()
    assert table.state.over
    assert [row_of(table, seat)["death_first"] for seat in (0, 1)] == [cause, "sealed in"]
    assert row_of(table)["death_turn_first"] == 9


def test_abilities_stand_under_the_adventurer_who_has_and_uses_them():
    table = Table()
    table.adventurers(0, "Lea Rice", "Nicole Lager")
    table.put(0, "C20", actions=2)
    table.take("sprint", "C21")
    row = row_of(table)
    assert (row["ability_first"], row["ability_second"]) == ("sprint", "leap")
    assert (row["ability_used_first"], row["ability_used_second"]) == (1, 0)
    table = second_inside("C11", actions=2)
    table.adventurers(0, "Lea Rice", "Nicole Lager")
    table.take("leap", "C13")
    row = row_of(table)
    assert (row["ability_used_first"], row["ability_used_second"]) == (0, 1)


# ----------------------------------------------------------------------------------------------------- treasure


def alcove_space(table: Table, alcove: int) -> str:
    return f"C{table.rules.alcove_at.tolist().index(alcove):02d}"


def find_one(table: Table, room: str) -> None:
    """The seat takes a card of a room."""
    if room in ("alcoves", "vault"):
        table.put(0, alcove_space(table, VAULT if room == "vault" else 0), actions=1)
        table.load(Stream.LOCK, 1, 2, 3, 4, 5)
        table.take("pick")
        return
    table.put(0, {"walls": "W23", "lava": "L41", "river": "R2"}[room], actions=1)
    if room == "lava":
        table.state.slab[SPACE["L41"] - LAVA] = Slab.TREASURE
    table.take("search")


@pytest.mark.parametrize("room", ["walls", "lava", "river", "alcoves", "vault"])
def test_a_find_counts_in_the_room_it_comes_from(room):
    table = Table()
    find_one(table, room)
    row = row_of(table)
    found = {name: row[f"found_{name}"] for name in ("walls", "lava", "river", "alcoves", "vault")}
    assert found == dict.fromkeys(found, 0) | {room: 1}
    assert (row["alcoves_opened"], row["vault_opened"]) == (int(room == "alcoves"), int(room == "vault"))


def test_an_alcove_whose_treasure_was_dropped_has_been_opened():
    table = Table()
    find_one(table, "alcoves")
    while table.decision != "LOAD":
        table.take("stop")
    table.take("drop", "alcove")
    row = row_of(table)
    assert (row["alcoves_opened"], row["found_alcoves"], row["dropped"]) == (1, 1, 1)


def test_finds_of_both_adventurers_count_and_only_the_lasts_are_brought_out():
    table = second_inside("W23", actions=2)
    table.state.found[0, 0] = 4
    table.give(0, "vault")
    table.give(0, "casket", "2", deck="river")
    table.take("search")
    table.put(0, "C41", actions=1)
    table.take("step", "OUT")
    row = row_of(table)
    assert (row["found_walls"], row["found_river"]) == (5, 0)
    brought = [row[f"cards_{name}"] for name in ("walls", "lava", "river", "alcoves", "vault")]
    assert (brought, row["caskets"]) == ([1, 0, 2, 0, 1], 1 + (table.state.carried[0, :4, 0].sum()))


# ----------------------------------------------------------------------------------------------- the last turns


def test_the_boulder_is_noted_after_each_turn_and_not_after_the_game():
    table = Table()
    table.load(Stream.BOULDER, 6, 1, 6)
    table.finish_turn()
    table.finish_turn()
    row = row_of(table)
    assert [row[f"boulder_{turn}"] for turn in (1, 2, 3)] == [1, 2, -1]
    assert row["boulder_end"] == 2


def test_a_leap_in_the_river_cuts_a_bend_for_one_action_and_lets_one_search_again():
    table = Table()
    table.adventurers(0, "Nicole Lager")
    table.put(0, "R2", actions=3)
    table.take("search")
    table.take("leap", "R4")
    assert table.at(0) == "R4"
    assert table.state.actions[0] == 1
    assert ("search",) in table.choices()
    assert row_of(table)["ability_used_first"] == 1


def test_a_turn_in_which_a_seat_gets_no_action_is_one_of_its_turns():
    table = Table()
    assert table.state.turns == 2
    table.give(0, *["3"] * 10)
    table.load(Stream.ACTIONS, 4, 4, 4, 4, 4)
    table.finish_turn()
    table.take("keep")
    assert table.events(Event.ACTIONS) == [(0, 0, 5, 0), (1, 5, 2, 0)]
    assert table.state.turns == 4

"""The lava room: masks, slabs, traps, treasure, Linguistics."""

from digsite.simulator.games.chac.rules import LAVA
from digsite.simulator.games.chac.state import Cause, Event, Slab
from tests.games.chac.table import SPACE, Table


def table_with_traps() -> Table:
    table = Table()
    table.traps("L21", "L22", "L23", "L24")
    return table


def slab(table: Table, space: str) -> Slab:
    return Slab(table.state.slab[SPACE[space] - LAVA])


def test_four_of_the_fourteen_glyph_slabs_are_trapped_and_never_a_sun():
    for seed in range(50):
        traps = {int(trap) for trap in Table(seed=seed).state.trap}
        assert len(traps) == 4
        assert not traps & {0, 12}


def test_the_worked_example_of_bill_baker():
    """Two actions: onto a slab that holds, and its treasure; then play passes on."""
    table = table_with_traps()
    table.adventurers(0, "Bill Baker")
    table.stack("lava", "4")
    table.put(0, "C08", actions=2)
    table.take("step", "L41")
    assert table.events(Event.SLAB) == [(0, SPACE["L41"], 0, 0)]
    assert slab(table, "L41") == Slab.TREASURE
    table.take("search")
    assert table.cards(0) == ["4"]
    assert slab(table, "L41") == Slab.EMPTY
    assert table.state.seat == 1 or table.state.turn == 2


def test_the_first_adventurer_beside_the_room_brings_it_to_light():
    table = Table()
    table.put(0, "C06", actions=3)
    table.take("step", "C07")
    assert not table.state.unmasked
    table.take("step", "C08")
    assert table.state.unmasked
    assert len(table.events(Event.UNMASKED)) == 1


def test_a_trapped_slab_collapses_and_kills():
    table = table_with_traps()
    table.give(0, "5")
    table.put(0, "C10", actions=3)
    table.take("step", "L21")
    assert table.state.cause[0, 0] == Cause.LAVA
    assert slab(table, "L21") == Slab.COLLAPSED
    assert table.events(Event.SLAB) == [(0, SPACE["L21"], 1, 1)]
    assert table.events(Event.DEATH) == [(0, Cause.LAVA, SPACE["L21"], 1)]
    assert table.cards(0) == []


def test_a_collapsed_slab_is_gone_for_everybody():
    table = table_with_traps()
    table.state.slab[SPACE["L21"] - LAVA] = Slab.COLLAPSED
    table.put(0, "C10", actions=3)
    assert ("step", "L21") not in table.choices()
    other = Table(lava__collapsed_gone=False)
    other.traps("L21", "L22", "L23", "L24")
    other.state.slab[SPACE["L21"] - LAVA] = Slab.COLLAPSED
    other.put(0, "C10", actions=3)
    other.take("step", "L21")
    assert other.state.cause[0, 0] == Cause.LAVA


def test_a_slab_holds_one_treasure():
    table = table_with_traps()
    table.put(0, "C08", actions=4)
    table.take("step", "L41")
    table.take("search")
    assert ("search",) not in table.choices()


def test_a_flipped_slab_keeps_its_treasure_for_the_next():
    table = table_with_traps()
    table.put(0, "C08", actions=2)
    table.take("step", "L41")
    table.put(1, "C08", actions=2)
    table.take("step", "L41")
    assert table.events(Event.SLAB) == []
    assert ("search",) in table.choices()


def test_sun_slabs_hold_no_treasure_and_never_collapse():
    table = table_with_traps()
    table.put(0, "C11", actions=3)
    table.take("step", "L11")
    assert table.status(0) == "inside"
    assert ("search",) not in table.choices()


def test_linguistics_peeks_at_an_adjacent_slab_once_for_no_action():
    table = table_with_traps()
    table.put(0, "C10", actions=2)
    assert ("peek", "L21") in table.choices()
    table.take("peek", "L21")
    assert table.events(Event.PEEK) == [(0, SPACE["L21"], 1, 0)]
    assert table.state.actions[0] == 2
    assert slab(table, "L21") == Slab.HIDDEN
    assert all(words[0] != "peek" for words in table.choices())


def test_linguistics_works_with_no_action_left_but_not_diagonally():
    table = table_with_traps()
    table.put(0, "L11", actions=1)
    table.traps("L41", "L42", "L43", "L44")
    table.take("step", "L12")
    peeks = {words for words in table.choices() if words[0] == "peek"}
    assert peeks == {("peek", "L22"), ("peek", "L13")}

"""Treasure, caskets, winning."""

import numpy as np
import pytest

from digsite.simulator.games.chac.rules import DECKS
from digsite.simulator.games.chac.state import LOST_TREASURE, Event, Status, Stream
from digsite.simulator.kernel.play.records import record
from tests.games.chac.table import Table


def outcome_of(table: Table):
    box = record(table.game.records.outcome)
    box[0].contends[:] = True
    table.kernels.score(table.rules, table.state, box[0])
    return box[0]


def finished(table: Table) -> None:
    """Seat 0 leaves, everybody else is lost."""
    for seat in range(1, table.rules.seats):
        if table.state.status[seat] == Status.INSIDE:
            table.state.status[seat] = Status.LOST
            table.put(seat, "OUT")
    table.put(0, "C41", actions=1)
    table.take("step", "OUT")


def test_the_decks_hold_the_cards_of_the_appendix():
    table = Table()
    for deck in range(DECKS):
        counts = np.bincount(table.state.deck[deck, : table.state.deck_left[deck]], minlength=6)
        assert list(counts) == ([1, 0, 3, 3, 3, 0] if deck == 5 else [1, 1, 2, 3, 2, 1])


def test_the_value_brought_out_counts_by_room():
    table = Table()
    table.give(0, "5", "2")
    table.give(0, "3", deck="lava")
    table.give(0, "4", deck="river")
    table.give(0, "alcove", "alcove", "vault")
    finished(table)
    outcome = outcome_of(table)
    assert table.state.over
    assert outcome.score[0] == 5 + 2 + 3 + 4 + 4 + 4 + 6
    parts = [outcome.value_walls, outcome.value_lava, outcome.value_river, outcome.value_alcoves, outcome.value_vault]
    assert [part[0] for part in parts] == [7, 3, 4, 8, 6]
    assert list(outcome.cards[0]) == [2, 1, 1, 2, 1]
    assert outcome.escaped[0] == 1


def test_caskets_are_rolled_after_the_game():
    table = Table()
    table.give(0, "casket")
    table.give(0, "casket", deck="river")
    table.load(Stream.CASKET, 6, 2)
    finished(table)
    outcome = outcome_of(table)
    assert (outcome.value_walls[0], outcome.value_river[0], outcome.score[0], outcome.caskets[0]) == (6, 2, 8, 2)
    assert [row[1] for row in table.events(Event.CASKET)] == [6, 2]


def test_only_who_escaped_contends():
    table = Table()
    table.give(0, "1")
    finished(table)
    outcome = outcome_of(table)
    assert list(outcome.contends[:2]) == [1, 0]
    assert outcome.score[1] == 0


@pytest.mark.parametrize(("breaks", "tiebreak"), [(False, 0), (True, 1)])
def test_the_vault_breaks_ties_only_under_the_revised_ruling(breaks, tiebreak):
    table = Table(ends__vault_breaks_ties=breaks)
    table.give(0, "vault")
    finished(table)
    assert outcome_of(table).tiebreak[0] == tiebreak


def test_the_rich_vault_is_worth_nine():
    table = Table(variants=["rich-vault"])
    table.give(0, "vault")
    finished(table)
    assert outcome_of(table).score[0] == 9


def test_the_dead_lose_their_cards():
    table = Table()
    table.give(0, "5", "alcove")
    table.traps("L21", "L22", "L23", "L24")
    table.put(0, "C10", actions=1)
    table.take("step", "L21")
    assert table.state.cards[0] == 0
    assert not table.state.carried[0].any()
    assert table.state.discarded[0, 5] == 1
    assert table.state.alcove_owner[0] == LOST_TREASURE


def test_value_after_a_turn_is_noted_for_the_timeline():
    table = Table()
    table.give(0, "5", "casket")
    table.put(0, "ENT")
    for _ in range(3):
        table.finish_turn()
    assert table.state.value_after[0, 0] == 5
    finished(table)
    assert list(table.state.value_after[0]) == [5, 5, 5, 5]

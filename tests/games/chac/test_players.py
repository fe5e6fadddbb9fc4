"""What a player may do with what it is handed: look at it, and take notes of its own."""

import numpy as np
import pytest

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.state import Stream
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.lab.battery.hand_play import HandPlayed
from digsite.strategies.chac.mind import Notes
from digsite.strategies.registry import line_up, strategies_of

GAME = find_game("chac")
KEPT = ("foreseen", "crushed", "drawn", "cost", "walk", "exit", "finds", "safe", "onto", "holds")  # walls and slabs
PLAYERS = [name for name in strategies_of("chac") if name != "random"]
VARIANTS = [[], ["slow-boulder"], ["no-discard"]]


def asked_again(table: HandPlayed, player: str, notes: np.ndarray) -> int:
    """The option that the player picks at the decision now due when these are its notes."""
    lined_up = line_up("chac", [player], seats=table.seats)[0]
    seat = int(table.state.seat)
    mind = table.minds[seat]
    copy_record(mind.notes, notes[0])
    n = table.legal()
    weights = np.array(lined_up.weights)
    with np.errstate(over="ignore"):
        return int(lined_up.strategy.choose()(table.rules, table.state, seat, table.options, n, weights, mind))


def as_bytes(table: HandPlayed) -> list[bytes]:
    """All that a choice must leave alone, the seat's own noise aside."""
    state, streams = table.state, table.state.stream.copy()
    streams[Stream.NOISE + int(state.seat)] = 0
    fields = [state[name].tobytes() for name in state.dtype.names if name != "stream"]
    return [*fields, streams.tobytes(), table.box.tobytes(), table.minds[0].tables.tobytes(), table.options.tobytes()]


@pytest.mark.parametrize("player", strategies_of("chac"))
def test_a_choice_changes_nothing_but_the_players_own_notes(player):
    """Nor does it need notes of earlier decisions: what is kept is what would be worked out again."""
    table = HandPlayed(GAME, 4, number=3)
    for n, pick in table.play([player] * 4):
        if n == 1:
            continue
        before, notes = as_bytes(table), table.minds[int(table.state.seat)].notes.copy()
        again = asked_again(table, player, np.zeros(1, Notes))
        assert as_bytes(table) == before
        assert again == pick or player == "random"
        copy_record(table.minds[int(table.state.seat)].notes, notes)


@pytest.mark.parametrize("variants", VARIANTS, ids=lambda names: "+".join(names) or "as printed")
@pytest.mark.parametrize("player", PLAYERS)
def test_a_choice_does_not_hang_on_what_an_earlier_thought_left_behind(player, variants):
    table = HandPlayed(GAME, 4, number=5, variants=variants)
    litter = np.random.default_rng(1)
    asked = 0
    for n, pick in table.play([player] * 4):
        if n == 1:
            continue
        asked += 1
        for left in (litter.bytes(Notes.itemsize), b"\xff" * Notes.itemsize):  # any number, and no number at all
            notes = np.frombuffer(left, Notes).copy()
            for name in KEPT:
                notes[name] = table.minds[int(table.state.seat)].notes[name]
            assert asked_again(table, player, notes) == pick
    assert asked > 50


def test_the_rules_hold_no_tables_of_the_players():
    assert GAME.records.rules.itemsize < 4_096
    assert GAME.records.state.itemsize < 1_536

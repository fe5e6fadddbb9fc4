"""A game told in English."""

import numpy as np
import pytest

from simulator.games.archaeology.options import MAX_OPTIONS
from simulator.games.archaeology.rules import MONUMENTS
from simulator.games.archaeology.state import Event, State, Stream
from simulator.kernel.events import buffer
from simulator.kernel.records import record
from simulator.kernel.rng import below, open_streams
from tests.games.archaeology.positions import GAME, Position

PLAYERS = ["Adele", "Ben", "Christopher", "Daria", "Eve"]


def told(table: Position) -> str:
    rows = table._events[1 : table._events[0, 0] + 1]
    return "\n".join(GAME.narrate(rows, PLAYERS, table.figures))


def test_a_sale_tells_the_price():
    table = Position(2).hands("talisman 4, coin", "coin").acting(1).play("sell talisman 4")
    assert "sells four Talismans for $32" in told(table)


def test_a_trade_is_told_in_one_sentence():
    table = Position(2).hands("coin", "coin").market("broken_cup").acting(1).play("offer coin")
    offers = table._events[1].copy()
    table.play("take broken_cup")
    rows = np.vstack([offers, table._events[1 : table._events[0, 0] + 1]])
    text = "\n".join(GAME.narrate(rows, PLAYERS, table.figures))
    assert "trades a Coin for a Broken Cup" in text.lower().replace("coin", "Coin").replace("broken cup", "Broken Cup")


def test_the_mine_tells_why_everything_is_lost():
    table = Position(2, "mine").hands("map", "coin").chamber(1, "pharaohs_mask 15").acting(1).play("explore 1")
    first = table._events[1 : table._events[0, 0] + 1].copy()
    table.play("draw")
    rows = np.vstack([first, table._events[1 : table._events[0, 0] + 1]])
    text = "\n".join(GAME.narrate(rows, PLAYERS, table.figures))
    assert "8 is too much, and both go back" in text


@pytest.mark.parametrize("monument", MONUMENTS)
def test_a_whole_game_is_told_from_deal_to_winner(monument):
    seats = 4
    figures = GAME.figures.with_settings([f"monument={monument.replace('_', '-')}"])
    rules = GAME.build_rules(figures, seats)[0]
    state, events, options = record(State)[0], buffer(20_000), np.zeros(MAX_OPTIONS, np.int32)
    open_streams(state, 3, 5)
    GAME.kernels.setup(rules, state, events)
    while not state.over:
        n = GAME.kernels.legal(rules, state, options)
        GAME.kernels.apply(rules, state, int(options[below(state, Stream.NOISE, n)]), events)
    rows = events[1 : events[0, 0] + 1]
    lines = list(GAME.narrate(rows, PLAYERS, figures))
    turns = int((rows[:, 0] == Event.TURN).sum())
    assert sum(line.startswith("Turn ") for line in lines) == turns
    assert any("wins" in line or "share" in line for line in lines[-1:])
    assert not any("  " in line or "_" in line for line in lines)

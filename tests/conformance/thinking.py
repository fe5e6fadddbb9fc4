"""Players that think, asked like any other strategy: so that every check of a choice holds for them, too."""

from typing import Any

import numpy as np

from digsite.simulator.game.game import Game
from digsite.simulator.kernel.jit.compile import PlayArrays
from digsite.simulator.kernel.jit.memory import copy_record
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.loop import CURSOR_SIZE
from digsite.simulator.kernel.play.records import Order, record
from digsite.strategies.minds import desk_of, memory, minds_of, search_of
from digsite.strategies.registry import Player
from digsite.strategies.thinking import thinking_records

MOST_DECISIONS = 20_000


def _box(alone: np.record) -> np.recarray:
    """A copy of a record, in an array of one."""
    return np.frombuffer(bytearray(alone.tobytes()), alone.dtype).view(np.recarray)


def thinking_choose(game: Game, seats: int, player: Player) -> Any:
    """What a player who thinks picks: its strategy's choice, thought over by the game's compiled search."""
    strategy, notes = player.strategy.choose(), minds_of(game.id).notes
    thinking, search = thinking_records(game.id, [player.thinking]), search_of(game.id, True)
    desk = desk_of(game, seats, notes.itemsize, True, int(thinking[0].worlds * thinking[0].tree))
    moves, strategies, order = tuple(game.kernels[:-1]), (strategy,) * game.max_seats, record(Order)
    order[0].noise, order[0].most_decisions = game.records.streams["NOISE"], MOST_DECISIONS

    def choose(rules, state, seat, options, n, weights, mind):
        own = strategy(rules, state, seat, options, n, weights, mind)
        minds, states = memory(seats, notes.itemsize), record(state.dtype, 2)
        minds[seat, : notes.itemsize] = np.frombuffer(mind.notes.tobytes(), np.uint8)
        states[0] = state
        arrays = PlayArrays(
            _box(rules), states, order, options, SILENT, np.zeros(CURSOR_SIZE, np.int64), weights.reshape(1, -1), minds,
            record(notes, 0), _box(mind.tables), thinking,
        )  # fmt: skip
        pick = search(arrays, desk, moves, strategies, 0, own, n)
        copy_record(state, states[0])  # all that it wrote, so that it is seen
        copy_record(rules, arrays.rules[0])
        return pick

    return choose

"""Players that think, asked like any other strategy: so that every check of a choice holds for them, too."""

from typing import Any

import numpy as np

from digsite.simulator.game.game import Game
from digsite.simulator.kernel.play.loop import CURSOR_SIZE
from digsite.simulator.kernel.play.records import Order, record
from digsite.strategies.minds import desk_of, memory, minds_of, search_of
from digsite.strategies.registry import Player
from digsite.strategies.thinking import thinking_records

MOST_DECISIONS = 20_000


def thinking_choose(game: Game, seats: int, player: Player) -> Any:
    """What a player who thinks picks: its strategy's choice, thought over by the game's compiled search."""
    strategy, notes = player.strategy.choose(), minds_of(game.id).notes
    thinking, search = thinking_records(game.id, [player.thinking])[0], search_of(game.id, True)
    desk = desk_of(game, seats, notes.itemsize, True, int(thinking.worlds * thinking.tree))
    moves, order = tuple(game.kernels[:-1]), record(Order)
    order[0].noise, order[0].most_decisions = game.records.streams["NOISE"], MOST_DECISIONS

    def choose(rules, state, seat, options, n, weights, mind):
        own = strategy(rules, state, seat, options, n, weights, mind)
        kept, cursor = memory(1, notes.itemsize)[0], np.zeros(CURSOR_SIZE, np.int64)
        kept[: notes.itemsize] = np.frombuffer(mind.notes.tobytes(), np.uint8)
        tables = np.frombuffer(bytearray(mind.tables.tobytes()), mind.tables.dtype).view(np.recarray)
        return search(
            rules, state, seat, own, options, n, moves, strategy, weights, kept, record(notes, 0), tables, thinking,
            order, desk, cursor,
        )  # fmt: skip

    return choose

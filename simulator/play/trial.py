"""The first trial of a plug-in: a few games in a child process, where it can do no harm, each played twice."""

import os
import time
from typing import TYPE_CHECKING, Any

import numba
import numpy as np

from digsite.simulator.kernel.play.loop import CURSOR_SIZE
from digsite.strategies.plugins.sandbox import Step, fork_context, try_in_child

if TYPE_CHECKING:
    from digsite.simulator.play.table import Table
    from digsite.strategies.registry import Strategy

_config: Any = numba.config
GAMES = 20
SECONDS = 0.25  # no further game starts after this
OWN_CHANCE = (
    "It uses other randomness, or remembers earlier games; draw luck from the seat's stream, as in "
    "`below(state, Stream.NOISE + seat, n)`."
)
MOVES = (
    "changes the working directory while it plays",
    "Relative paths would lead elsewhere; leave os.chdir out.",
)
_tried: set[tuple[frozenset["Strategy"], int]] = set()


def try_plugins(table: "Table") -> None:
    """Play a few games in a child process with plug-ins that have not played yet."""
    plugins = frozenset(player.strategy for player in table.players if player.strategy.function is not None)
    tried = plugins, table.seats
    if not plugins or tried in _tried or _config.DISABLE_JIT:  # plain Python hardly crashes
        return
    _play_apart(table)
    _tried.add(tried)


def _play_apart(table: "Table") -> None:
    context = fork_context()
    if context is None:
        return
    shared, unlike, moved = context.RawArray("q", CURSOR_SIZE + 1), context.RawValue("q", -1), context.RawValue("b", 0)
    state = table.game.records.state
    cursor, states = np.frombuffer(shared, np.int64), np.frombuffer(context.RawArray("b", 2 * state.itemsize), state)
    states = states.view(np.recarray)

    table.play(0, 0)  # compile here, so that the child spends its time on the plug-in alone

    def play_some(step: Step) -> None:
        began, game, folder = time.monotonic(), 0, os.getcwd()
        table.turn_off_search()  # the plug-in is on trial, not the search
        while game < GAMES and time.monotonic() - began < SECONDS:
            first, again = (table.play(game, 1, cursor, states).rows.tobytes() for _ in range(2))
            if first != again:
                unlike.value = game
                return
            game += 1
            step()
        moved.value = os.getcwd() != folder

    mishap = try_in_child(play_some)
    if mishap:
        raise table.error_in_play(cursor, *mishap, decision=int(states["decision"][0]))
    if unlike.value >= 0:
        raise table.repetition_error(unlike.value, OWN_CHANCE)
    if moved.value:
        raise table.plugin_error(*MOVES)

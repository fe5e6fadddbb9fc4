"""The kernel's side of a comparison with a twin: its table, its row, and the game's strategies as those who choose."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import cache
from typing import Any, TypeVar

import numpy as np
from numba.core.config import DISABLE_JIT

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.compile import kernel
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.strategies.registry import line_up
from tests.conformance.scoring import OF_SIDES, rank_each_for_itself

Option = TypeVar("Option", bound=Hashable)


def _quick(box: np.recarray) -> np.ndarray:
    """The record in the form that is handed to compiled functions soonest; plain Python needs its attributes."""
    return box if DISABLE_JIT else box.view(box.dtype, np.ndarray)


@cache
def _boxed(game: str) -> tuple[Callable[..., int], Callable[..., None]]:
    """The game's `legal` and `apply`, called with boxes of one record."""
    kernels = find_game(game).kernels
    game_legal, game_apply = kernels.legal, kernels.apply

    @kernel
    def legal(rules_box, state_box, options):
        return game_legal(rules_box[0], state_box[0], options)

    @kernel
    def apply(rules_box, state_box, option, events):
        game_apply(rules_box[0], state_box[0], option, events)

    return legal, apply


class KernelSide:
    """The kernel's game, with its record's fields at hand as arrays that follow every change."""

    def __init__(
        self, game: Game, figures: Figures, seats: int, seed: int, luck: int = 0, events: np.ndarray = SILENT
    ) -> None:
        self.game, self.seats, self._buffer = game, seats, events
        rules_box, box = game.build_rules(figures, seats), record(game.records.state)
        self.rules, self.state = rules_box[0], box[0]
        self.field = {name: np.asarray(box[name]) for name in box.dtype.names}
        self.numbers = np.zeros(game.records.max_options, np.int32)
        self._boxes = _quick(rules_box), _quick(box)
        self._legal, self._apply = _boxed(game.id)
        self._buffer[:1, 0] = 0
        with np.errstate(over="ignore"):  # chance wraps around on purpose, which NumPy notes when the JIT is off
            open_streams(self.state, seed, luck)
            game.kernels.setup(self.rules, self.state, self._buffer)
        self.told = self._told()

    def __getitem__(self, name: str) -> Any:
        return self.field[name][0]

    def _told(self) -> list[list[int]]:
        """The events of the set-up or of the last option taken."""
        if not len(self._buffer):
            return []
        assert self._buffer[0, 0] < len(self._buffer)
        return self._buffer[1 : self._buffer[0, 0] + 1].tolist()

    def options_by(self, words: Callable[[int], Option]) -> dict[Option, int]:
        """The options of the decision now due, in the twin's words."""
        count = self._legal(*self._boxes, self.numbers)
        options = {words(number): number for number in self.numbers[:count].tolist()}
        assert len(options) == count
        return options

    def apply(self, option: int) -> None:
        self._buffer[:1, 0] = 0
        self._apply(*self._boxes, option, self._buffer)
        self.told = self._told()

    def row(self, decisions: int) -> dict[str, Any]:
        """The whole row of the game."""
        out = record(self.game.records.outcome)[0]
        out.turns, out.decisions, out.end_reason = self["turns"], decisions, self["end_reason"]
        out.contends[: self.seats] = 1
        self.game.kernels.score(self.rules, self.state, out)
        rank_each_for_itself(out, self.seats)
        return as_row(out)


def as_row(out: Any) -> dict[str, Any]:
    """Every column of a row."""
    return {name: np.asarray(out[name]).tolist() for name in out.dtype.names if name not in OF_SIDES}


def by_strategies(table: KernelSide, names: list[str]) -> Callable[[dict[Option, int]], Option]:
    """Chooses as the game's own strategies do, by seat; a single option is not asked about."""
    asked = [
        (player.strategy.choose(), np.array([*player.weights, 0.0]), blank_mind(table.game.id, table.rules))
        for player in line_up(table.game.id, names, seats=table.seats)
    ]

    def choose(options: dict[Option, int]) -> Option:
        every = list(options)
        if len(every) == 1:
            return every[0]
        seat = int(table["seat"])
        strategy, weights, mind = asked[seat]
        return every[strategy(table.rules, table.state, seat, table.numbers, len(every), weights, mind)]

    return choose


def agree_unless_refused(game: Game, changes: dict[str, Any], seats: int, play: Callable[[Figures], object]) -> bool:
    """Play a game under these figures, if they can go together; what goes wrong names them."""
    try:
        figures = game.figures.replace(changes)
        game.build_rules(figures, seats)
    except WrongUse:
        return False
    try:
        play(figures)
    except Exception as problem:
        raise AssertionError(f"{changes}: {problem}") from problem
    return True

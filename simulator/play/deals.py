"""Opening deals played again: the same deal with chance after it renewed, and with other strategies in the seats.

The opening deal is all that setup has settled and at least one player can see: hands, what lies open, who begins.
Everything else is chance after the deal: the order of face-down cards, later dice and draws, the players' own noise.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.play.backends import TableCache
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.rollouts import NO_OPTIONS, RolloutTable
from digsite.simulator.play.seating import FIXED, Seating
from digsite.strategies.minds import memory

DEALS, LINE_UPS, REPEATS = 3, 3, 3  # of a block: each line-up plays each deal, each time with other chance
Floats = npt.NDArray[np.float64]


class DealTable(RolloutTable):
    """A table that plays on from opening deals, with any of its strategies in any seat."""

    def with_line_up(self, places: Sequence[int]) -> Self:
        """Return the same table with the player of a place of the plan in each seat."""
        other, order = copy(self), list(places)
        other.players = [self.players[place] for place in order]
        other._choose = (*(self._choose[place] for place in order), *self._choose[self.seats :])
        other._weights = self._weights.copy()
        other._weights[: self.seats] = self._weights[order]
        other._search_records = self._search_records[order].view(np.recarray)
        other._sit(Seating(FIXED, self.seats))
        return other

    @cached_property
    def _renewal(self) -> Any:
        """Return what deals face-down cards anew; a game that does not say what is unseen keeps their order."""
        if self.game.has_open_table:
            return self.game.shuffle_unseen
        from digsite.simulator.kernel.search.imagine import compile_redeal_nothing

        return compile_redeal_nothing(self.game.kernels.types)

    def opening_deals(self, seed: int, first: int, count: int) -> np.recarray:
        """Return the states of games just after setup."""
        states = record(self.game.records.state, count)
        with self._calling():
            for at in range(count):
                open_streams(states[at], seed, first + at)
                self.game.kernels.setup(self.rules[0], states[at], SILENT)
        return states

    def wins_after(self, deals: np.ndarray, lucks: Sequence[int], repeats: int) -> Floats:
        """Return each seat's part of the win after some deals, with other chance each time: by deal, repeat and seat.

        lucks: decide the chance after each deal.
        """
        blank = np.stack([memory(self.seats, self._memory)] * len(deals))
        wins: Floats = self.play_out(0, deals, blank, NO_OPTIONS, repeats, lucks, 0, self._renewal)[0][:, 0]
        return wins


@dataclass(frozen=True)
class DealsJob:
    """A job that plays blocks of games: some deals by some line-ups, each several times with other chance.

    Each seat of a line-up draws one of the places of the plan in `pool`, each equally often, independently of the others.
    """

    plan: Plan
    pool: Sequence[int]
    seed: int
    first: int
    blocks: int

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plan whose game, rules and strategies it plays."""
        return (self.plan,)

    @property
    def kind(self) -> type[DealTable]:
        """Return the type of table that plays on from opening deals."""
        return DealTable

    def do(self, tables: TableCache) -> Floats:
        """Return each seat's part of the win, by block, deal, line-up, repeat and seat."""
        table = tables.of_kind(self.plan, DealTable)
        blocks = []
        for block in range(self.first, self.first + self.blocks):
            tables.check_stop()
            blocks.append(self._block(table, block))
        return np.stack(blocks)

    def _block(self, table: DealTable, block: int) -> Floats:
        chance = np.random.default_rng([self.seed, block])
        deals = table.opening_deals(self.seed, block * DEALS, DEALS)
        places = chance.choice(self.pool, (LINE_UPS, table.seats))
        lucks = chance.integers(0, 2**63, (LINE_UPS, DEALS)).tolist()
        by_line_up = [
            table.with_line_up(places[at].tolist()).wins_after(deals, lucks[at], REPEATS) for at in range(LINE_UPS)
        ]
        return np.stack(by_line_up, axis=1)

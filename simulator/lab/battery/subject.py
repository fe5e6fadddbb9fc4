"""What is checked: a game at one table, the line-ups and variants that play it, and how much of it is looked at."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from digsite.simulator.game.game import Game
from digsite.simulator.lab.battery.declarations import Declarations, declarations_of
from digsite.simulator.lab.battery.hand_play import HandPlayed
from digsite.simulator.lab.battery.problems import Spot
from digsite.simulator.play.seating import FIXED, Seating
from digsite.simulator.play.table import Table
from digsite.strategies.registry import RANDOM, Strategy, line_up, strategies_of

SEED = 11
_BATCH = 25  # games that are played together: a call of the play loop costs as much as a few


@dataclass(frozen=True)
class Effort:
    """How much of a game is looked at.

    share:         of the games and positions that a whole check looks at.
    every_table:   every player count, not only the fewest and the most players.
    every_variant: each variant alone, not only all that go together.
    lookahead:     also players that look ahead, which takes a while to compile.
    figures:       seconds for playing changed figures.
    plain:         seconds for playing as plain Python.
    """

    share: float = 1.0
    every_table: bool = True
    every_variant: bool = True
    lookahead: bool = True
    figures: float = 40.0
    plain: float = 15.0

    def some(self, whole: int) -> int:
        """Return how many to look at where a whole check looks at this many."""
        return max(1, round(self.share * whole))

    def tables(self, game: Game) -> list[int]:
        """Return the player counts to look at."""
        return list(game.players) if self.every_table else sorted({game.players[0], game.players[-1]})


WHOLE = Effort()
QUICK = Effort(0.2, every_table=False, every_variant=False, lookahead=False, figures=3.0, plain=2.0)


class Watch:
    """Follows what is being played: this one does not look."""

    def at(self, spot: Spot) -> None:
        """A game begins."""

    def step(self) -> None:
        """Something is done: the work goes on."""


class Position(NamedTuple):
    """A position of a game played by hand."""

    rules: Any
    state: Any
    spot: Spot


class Whole(NamedTuple):
    """A game played to its end."""

    spot: Spot
    row: Any
    events: np.ndarray


class Subject:
    """A game at one table, as checks see it.

    line_ups: the players of the games that are looked at, by name.
    variants: the sets of variants they are played under.
    seen:     what was looked at so far, by name.
    """

    def __init__(
        self,
        game: Game,
        seats: int,
        *,
        seed: int = SEED,
        effort: Effort = WHOLE,
        declarations: Declarations | None = None,
        plugins: Sequence[Strategy] = (),
        only: Spot | None = None,
        watch: Watch | None = None,
    ):
        """Look at a game at a table of this many seats.

        plugins: strategies to look at in place of the game's own.
        only:    a single game to look at, e.g. to see a problem again.
        """
        self.game, self.seats, self.seed, self.effort, self.only = game, seats, seed, effort, only
        self.declarations = declarations_of(game) if declarations is None else declarations
        self.plugins, self.watch = list(plugins), watch or Watch()
        self.line_ups = plugin_line_ups(game, seats, self.plugins) if plugins else line_ups(game, seats)
        every = variant_sets(game, seats)
        self.variants = every if effort.every_variant else every[:: max(len(every) - 1, 1)]
        self.seen: Counter[str] = Counter()

    def count(self, what: str, number: int = 1) -> None:
        """Count something that was looked at; the work goes on."""
        self.seen[what] += number
        self.watch.step()

    def spot(self, players: Sequence[str], number: int = 0, variants: Sequence[str] = ()) -> Spot:
        """Return a game of this table."""
        files = tuple(dict.fromkeys(plugin.origin for plugin in self.plugins))
        return Spot(self.game.called, tuple(players), self.seed, number, tuple(variants), plugins=files)

    def games(
        self,
        line_ups: Sequence[Sequence[str]] = (),
        variants: Sequence[Sequence[str]] = (),
        settings: Mapping[str, Any] = {},
    ) -> Iterator[Spot]:
        """Yield a game for each line-up under each set of variants, by default of all, with these figures changed."""
        number = 0
        for chosen in variants or self.variants:
            for players in line_ups or self.line_ups:
                yield from self.unless_another(replace(self.spot(players, number, chosen), settings=settings))
                number += 1

    def unless_another(self, spot: Spot) -> Iterator[Spot]:
        """Yield the spot, unless only another one is looked at; its game begins."""
        if self.only is None or self.only == spot:
            self.watch.at(spot)
            self.count("game")
            yield spot

    def by_hand(self, spot: Spot) -> HandPlayed:
        """Return a game, set up to be played by hand."""
        return HandPlayed(self.game, self.seats, spot.number, spot.variants, spot.settings, spot.seed)

    def table(self, spot: Spot, seating: str = FIXED) -> Table:
        """Return a table that plays the run of a spot."""
        figures = self.game.figures.with_variants(spot.variants, self.seats).replace(spot.settings)
        players = line_up(self.game.id, spot.players, self.plugins, seats=self.seats)
        return Table(
            self.game, self.game.build_rules(figures, self.seats), players, spot.seed, Seating(seating, self.seats)
        )

    def played(
        self,
        line_ups: Sequence[Sequence[str]],
        games: int,
        variants: Sequence[Sequence[str]] = ((),),
        settings: Mapping[str, Any] = {},
    ) -> Iterator[Whole]:
        """Yield whole games: this many of each line-up under each set of variants, all with these figures changed."""
        for chosen in variants:
            for players in line_ups:
                spot = replace(self.spot(players, 0, chosen), settings=settings)
                table = self.table(spot)
                for first in range(0, games, _BATCH):
                    yield from self._batch(table, replace(spot, number=first), min(_BATCH, games - first))

    def _batch(self, table: Table, spot: Spot, games: int) -> Iterator[Whole]:
        """Yield games that are played together; one by one if something stops, or if a single one is looked at."""
        first = spot.number
        if self.only and not (first <= self.only.number < first + games and replace(self.only, number=first) == spot):
            return
        self.watch.at(spot)
        try:
            batch = None if self.only else table.play_with_events(first, games)
        except Exception:
            batch = None
        for number in range(self.only.number if self.only else first, first + games):
            here = replace(spot, number=number)
            if batch is None:
                self.watch.at(here)
                (row,), (events,) = (one := table.play_with_events(number, 1)).rows, one.events
            else:
                row, events = batch.rows[number - first], batch.events[number - first]
            self.count("game")
            yield Whole(here, row, events)

    def positions(self, many: int) -> Iterator[Position]:
        """Yield positions of whole games of every variant and every line-up.

        Every kind of decision has as many of them as any other, as far as it came up so often.
        """
        many = self.effort.some(many)
        kinds = sorted(self._by_decision.values(), key=len)
        for left, kind in zip(range(len(kinds), 0, -1), kinds, strict=True):
            chosen = spread(kind, -(-many // left))
            many -= len(chosen)
            for position in chosen:
                self.count("position")
                yield position

    @cached_property
    def _by_decision(self) -> dict[int, list[Position]]:
        """At most `_MANY` positions of each kind of decision, spread over the games."""
        found: dict[int, list[Position]] = {}
        for spot in self.games():
            table = self.by_hand(spot)
            for _ in table.play(spot.players, self.plugins):
                decision = found.setdefault(int(table.asked.state.decision), [])
                decision.append(Position(table.rules, table.asked.state, spot))
        return {decision: spread(every, _MANY) for decision, every in found.items()}


_MANY = 240  # positions of each kind of decision that are kept


def spread(some: list[Any], many: int) -> list[Any]:
    """Return this many entries of a list, from its first to its last; all if there are no more."""
    return [some[at] for at in np.unique(np.linspace(0, len(some) - 1, min(many, len(some))).astype(int))]


def line_ups(game: Game, seats: int) -> list[list[str]]:
    """Return line-ups that between them have every strategy of the game, and one of random players."""
    heuristic = [name for name in strategies_of(game.id) if name != RANDOM]
    mixed = [
        [heuristic[(at + shift) % len(heuristic)] for at in range(seats)] for shift in range(0, len(heuristic), seats)
    ]
    return [[RANDOM] * seats, *mixed]


def plugin_line_ups(game: Game, seats: int, plugins: Sequence[Strategy]) -> list[list[str]]:
    """Return line-ups for each plug-in: alone, among random players, and among the game's own strategies."""
    own = [name for name in strategies_of(game.id) if name != RANDOM] or [RANDOM]
    found = []
    for at, plugin in enumerate(plugins):
        others = [own[(at + seat) % len(own)] for seat in range(seats)]
        found += [[plugin.name] * seats, [plugin.name, *[RANDOM] * (seats - 1)], [*others[1:], plugin.name]]
    return found


def variant_sets(game: Game, seats: int) -> list[list[str]]:
    """Return no variant, each alone, and all that go together."""
    known = game.figures.variants
    fitting = [variant.name for variant in known.values() if not variant.players or seats in variant.players]
    together: list[str] = []
    for name in fitting:
        if not any(name in known[other].excludes or other in known[name].excludes for other in together):
            together.append(name)
    return [[], *([name] for name in fitting), together]


def viewers(state: Any, number: int, seats: int) -> set[int]:
    """Return who looks at a position: the seat that decides, and each other seat by turns."""
    return {int(state.seat), number % seats}


class Sampled:
    """Which decisions are looked at: the first few of each kind, then one in a number."""

    def __init__(self, first: int, then: int):
        """Take the first few, then one in `then`."""
        self.first, self.then = first, then
        self.seen: Counter[Any] = Counter()

    def takes(self, *kind: Any) -> bool:
        """Return whether to look at this one."""
        self.seen[kind] += 1
        return self.seen[kind] <= self.first or self.seen[kind] % self.then == 0

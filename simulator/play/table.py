"""Tables: play ranges of games in batches, and turn the kernel's failures into sentences.

A game depends only on the plan and its index, so rows are the same for any number of threads and batch size.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from copy import copy
from dataclasses import dataclass, replace
from typing import Any, Self

import numpy as np

from digsite.simulator.cache_place import cache_root
from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.columns import MOST_DECISIONS
from digsite.simulator.game.game import Game
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.home import check_alone
from digsite.simulator.kernel.jit.compile import compiled
from digsite.simulator.kernel.jit.signatures import Desk, PlayArrays
from digsite.simulator.kernel.play.events import SILENT, buffer
from digsite.simulator.kernel.play.loop import (
    CURSOR_DECISION,
    CURSOR_GAME,
    CURSOR_IMAGINED,
    CURSOR_OPTIONS,
    CURSOR_PICK,
    CURSOR_SEAT,
    CURSOR_SIZE,
)
from digsite.simulator.kernel.play.records import Mark, Nudging, Order, record
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.rehearsal.parent import fault_in_play, rehearse
from digsite.simulator.play.seating import FIXED, Seating
from digsite.simulator.play.trial import try_plugins
from digsite.strategies.minds import desk_of, memory, minds_of, no_nudges, play_loop, search_of
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.plugins.output import divert_output
from digsite.strategies.registry import Player, line_up
from digsite.strategies.search import SearchSettings, search_records

BATCH = 2_000  # a call of the play loop costs as much as a few games
LOOKAHEAD_BATCH = 1  # a game of look-ahead players costs far more than the call
_EVENTS_AT_FIRST = 2_048  # per game; unused room costs nothing


@dataclass(frozen=True)
class Batch:
    """The result of a range of games: a row per game, each game's events if requested, and the marks of nudges."""

    first: int
    rows: np.ndarray
    events: list[np.ndarray]
    marks: np.ndarray


class Table:
    """A game, its rules record and a line-up, ready to play any range of games.

    `players` have compiled strategies, weights and labels, in the seat order of the first game; see
    `digsite.strategies.registry.Player`. `seating` (by default fixed) and `nudge` are a plan's.
    """

    def __init__(
        self,
        game: Game,
        rules: np.recarray,
        players: Sequence[Player],
        seed: int,
        seating: Seating | None = None,
        nudge: Mapping[str, Any] | None = None,
    ):
        if game.home.own:
            rehearse(game)
        self.game, self.rules, self.players, self.seed = game, rules, players, seed
        self.seats, self.nudge = len(players), dict(nudge or {})
        self._sit(seating or Seating(FIXED, self.seats))
        functions = [compiled(player.strategy.choose()) for player in players]
        idle = game.max_seats - self.seats
        self._choose = (*functions, *[functions[0]] * idle)
        width = max(1, *(len(player.numbers) for player in players))
        self._weights = np.zeros((game.max_seats, width))
        for seat, player in enumerate(players):
            self._weights[seat, : len(player.numbers)] = player.numbers
        self._moves, self._loop = tuple(game.kernels[:-1]), play_loop(game.id)
        self._notes = record(minds_of(game.id).notes, 0)
        self._tables = minds_of(game.id).build_tables(rules[0])
        self._memory = max(player.strategy.memory() for player in players)
        self._event_room = _EVENTS_AT_FIRST
        self._nudged = bool(nudge)
        self._nudging = record(Nudging)
        if nudge:
            self._nudging[0].which, self._nudging[0].amount = nudge["code"], nudge["amount"]
            self._nudging[0].turns = nudge["turns"]
        self._nudge = tuple(game.nudge_kernels) if nudge else no_nudges(game.id)
        self._search_records = search_records(game.id, [player.search for player in players])
        self.looks_ahead = bool(self._search_records["worlds"].any())

    def _sit(self, seating: Seating) -> None:
        """Seat the players."""
        self.seating, self.rotations, self._places = seating, seating.rotations, seating.table.copy()

    def compile(self) -> None:
        """Compile everything that games need, without playing one."""
        self.play(0, 0)

    def with_weights(self, place: int, weights: Sequence[float]) -> Self:
        """Return the same table with other weights for one player, without setting it up again."""
        other = copy(self)
        other._weights = self._weights.copy()
        other._weights[place, : len(weights)] = weights
        return other

    def stop(self) -> None:
        """Make look-ahead players stop at once, in current and future games."""
        self._search_records["stop"] = 1

    def turn_off_search(self) -> None:
        """Turn look-ahead off: all players follow their strategies."""
        self._search_records["worlds"] = 0
        self.looks_ahead = False

    def play(self, first: int, count: int, cursor: np.ndarray | None = None, states: np.ndarray | None = None) -> Batch:
        """Play games first to first + count - 1 and return their rows only.

        The play loop writes its progress to `cursor` and the game's state to `states`, for an observer outside.
        """
        rows, marks = record(self.game.records.outcome, count), self._marks(count)
        self._play(first, rows, SILENT, marks, cursor, states)
        return Batch(first, rows, [], marks)

    def play_with_events(self, first: int, count: int) -> Batch:
        """Play the same games and return rows and each game's events."""
        while True:
            rows, events = record(self.game.records.outcome, count), buffer(self._event_room * count)
            marks = self._marks(count)
            ends = self._play(first, rows, events, marks)
            if ends[-1] < len(events):
                return Batch(first, rows, np.split(events[1 : ends[-1] + 1], ends[:-1]), marks)
            self._event_room = int(ends[-1]) // count + 1  # the buffer was too small: play again with a larger one

    @contextmanager
    def _calling(self) -> Iterator[None]:
        """Wrap calls of compiled code, including what users wrote."""
        users = self.game.home.own or any(player.strategy.function for player in self.players)
        aside = divert_output() if users else nullcontext()
        with np.errstate(over="ignore"), aside:  # uint64 arithmetic wraps on purpose when the JIT is off
            yield

    def _marks(self, count: int) -> np.recarray:
        """Return room for the marks of nudges; none without a nudge."""
        return record(Mark, count if self._nudged else 0)

    def _play(
        self,
        first: int,
        rows: np.ndarray,
        events: np.ndarray,
        marks: np.ndarray,
        cursor: np.ndarray | None = None,
        states: np.ndarray | None = None,
    ) -> np.ndarray:
        """Play one game for each row; return the number of events after each game."""
        if cursor is None:
            cursor = np.zeros(CURSOR_SIZE + len(rows), np.int64)
        cursor[CURSOR_GAME] = -1
        arrays = self._arrays(first, events, cursor, states)
        try:
            with self._calling():
                fine = self._loop(
                    arrays,
                    self._desk(),
                    self._moves,
                    self._choose,
                    self._search(),
                    rows,
                    self._nudging,
                    self._nudge,
                    marks,
                )
        except Exception as problem:
            if cursor[CURSOR_GAME] < 0:
                raise
            what = f"stopped with {type(problem).__name__}: {problem}".rstrip(": ")
            decision = int(arrays.states["decision"][0])
            raise self.error_in_play(cursor, what, decision=decision, problem=problem) from problem
        if not fine:
            raise self._misplay(cursor)
        return cursor[CURSOR_SIZE:]

    def _arrays(
        self, first: int, events: np.ndarray, cursor: np.ndarray, states: np.ndarray | None = None
    ) -> PlayArrays:
        """Return the play arrays for games from this one on."""
        return PlayArrays(
            rules=self.rules,
            states=record(self.game.records.state, 2) if states is None else states,
            order=self._order(first),
            options=np.zeros(self.game.records.max_options, np.int32),
            events=events,
            cursor=cursor,
            weights=self._weights,
            minds=memory(self.seats, self._memory),
            notes=self._notes,
            tables=self._tables,
            search=self._search_records,
            places=self._places,
        )

    def _order(self, first: int) -> np.recarray:
        """Return the order for games from this one on."""
        box, records = record(Order), self.game.records
        order = box[0]
        order.seed, order.first, order.rotations = self.seed, first, self.rotations
        order.most_decisions, order.broken_off = MOST_DECISIONS, len(records.end_reasons)
        order.noise = records.streams["NOISE"]
        return box

    def _search(self) -> Any:
        """Return the search of look-ahead players."""
        return search_of(self.game.id, self.looks_ahead)

    def _desk(self, wanted: bool = False) -> Desk:
        """Return working memory for search; without rows if no player looks ahead, unless `wanted`."""
        tree = int((self._search_records["worlds"] * self._search_records["tree"]).max())
        return desk_of(self.game, self.seats, self._memory, self.looks_ahead or wanted, tree)

    def _misplay(self, cursor: np.ndarray) -> DigsiteError:
        """Return the error after an impossible pick, a decision without options, or a stopped search."""
        if self._search_records["stop"].any():
            return DigsiteError("The game was stopped.")
        picked, offered = cursor[CURSOR_PICK], cursor[CURSOR_OPTIONS]
        decision = int(cursor[CURSOR_DECISION])
        if offered < 1 and not self.game.home.own:
            return DigsiteError(
                f"{self.game.title} has no option{self._at(decision)} of seat {cursor[CURSOR_SEAT] + 1} in "
                f"game {cursor[CURSOR_GAME]}: a fault of {self._whose} rules, not of a "
                "strategy."
            )
        what = f"picked option {picked} of {offered}" if offered > 0 else "had no option"
        return self.error_in_play(cursor, what, decision=decision)

    @property
    def _whose(self) -> str:
        return "its" if self.game.home.own else "digsite's"

    def _at(self, decision: int) -> str:
        """Return where a game was, in words."""
        known = {int(it): name_in_words(it.name.lower()) for it in self.game.records.decisions}
        return f" at the decision {known.get(decision, str(decision))!r}"

    def error_in_play(
        self,
        cursor: np.ndarray,
        what: str,
        hint: str = "",
        decision: int | None = None,
        problem: Exception | None = None,
    ) -> DigsiteError:
        """Return the error about a user's game that is at fault, or else about the strategy that decided last."""
        if self.game.home.own:
            where = "" if decision is None else self._at(decision)
            if found := fault_in_play(self, int(cursor[CURSOR_GAME]), what, where, problem):
                return found
        return self.strategy_error(cursor, what, hint, decision)

    def strategy_error(
        self, cursor: np.ndarray, what: str, hint: str = "", decision: int | None = None
    ) -> DigsiteError:
        """Return the error about the strategy that decided last, and where."""
        game, seat = int(cursor[CURSOR_GAME]), int(cursor[CURSOR_SEAT])
        player = self.players[self.seating.place_on(seat, game)]
        where = "" if decision is None else self._at(decision)
        told = f"The strategy {player.label!r} (seat {seat + 1}) {what}{where} in game {game}"
        file = f" (plug-in {player.strategy.origin})" if player.strategy.origin else ""
        imagined = " This happened in a sampled deal of its look-ahead." if cursor[CURSOR_IMAGINED] else ""
        return DigsiteError(f"{told}{file}.{imagined}{' ' * bool(hint)}{hint}")

    def repetition_error(self, game: int, hint: str) -> DigsiteError:
        """Return the error for plug-ins that do not play the same game twice."""
        return self.plugin_error(f"is not deterministic: game {game} differed between two plays of the same seed", hint)

    def plugin_error(self, what: str, hint: str) -> DigsiteError:
        """Return an error about the plug-ins at this table."""
        plugins = {player.label: player.strategy.origin for player in self.players if player.strategy.origin}
        named = " or ".join(f"{label!r} (plug-in {origin})" for label, origin in plugins.items())
        return DigsiteError(f"The strategy {named} {what}. {hint}")

    @classmethod
    def of(cls, plan: Plan) -> Self:
        """Return a table with a plan's game, rules and line-up, ready to play."""
        game = plan.definition
        if game.home.own and game.home.name != game.name.replace("-", "_"):
            for source in plan.sources:
                check_alone(f"The plug-in {source.file}", game.name.replace("-", "_"), source.text)
        figures = plan.figures
        # weights and look-ahead as they were when the plan was made
        named = line_up(plan.game_id, plan.players, load_plugins(plan.plugins), **plan.saved_players)
        thoughts = [SearchSettings(**known) if known else None for known in plan.thinking or [None] * plan.seats]
        players = [replace(player, search=search) for player, search in zip(named, thoughts, strict=True)]
        with _keeping_kernels():
            table = cls(game, game.build_rules(figures, plan.seats), players, plan.seed, plan.seating_plan, plan.nudge)
        try_plugins(table)
        return table


@contextmanager
def _keeping_kernels() -> Iterator[None]:
    """Report where kernels cannot be cached: not in the folder that the user writes to."""
    try:
        yield
    except OSError as problem:
        raise DigsiteError(
            f"The compiled kernels cannot be cached in {cache_root()}: {problem.strerror or problem}. Make room there, or set "
            "DIGSITE_CACHE to another folder."
        ) from problem


def batch_of(plan: Plan) -> int:
    """Return the default number of games in a batch."""
    return LOOKAHEAD_BATCH if plan.thinking else BATCH


def table_for(plan: Plan) -> Table:
    """Return a table with a plan's game, rules and line-up, ready to play."""
    return Table.of(plan)

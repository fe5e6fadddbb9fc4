"""A game as the rest of the project sees it: figures, records, columns, words, and on demand kernels.

Listing games or reading a run needs no numba; only `kernels` compiles or loads them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.columns import Column, common_columns
from digsite.simulator.game.lookahead import Lookahead
from digsite.simulator.game.narration import UNFINISHED, list_events
from digsite.simulator.game.nudges import GENERAL, Nudge
from digsite.simulator.game.wording import Wording, name_in_words
from digsite.simulator.game_faults import declared
from digsite.simulator.game_files import RULES_FILE
from digsite.simulator.home import Home
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    import numpy as np

    from digsite.simulator.game.events import EventKind
    from digsite.simulator.game.facts import Facts
    from digsite.simulator.game.rules.figures import Figures


class Kernels(NamedTuple):
    """A game's compiled functions, and their signatures."""

    setup: Any
    legal: Any
    apply: Any
    score: Any
    redeal: Any
    types: Any


class NudgeKernels(NamedTuple):
    """The compiled functions of a game's nudges."""

    own_turn: Any
    held: Any
    nudge: Any


@dataclass(frozen=True)
class Records:
    """The records that a game's kernels read and write, and the enums that name their numbers."""

    rules: "np.dtype[Any]"
    state: "np.dtype[Any]"
    outcome: "np.dtype[Any]"
    max_options: int
    streams: type[IntEnum]
    decisions: type[IntEnum]
    events: type[IntEnum]
    end_reasons: type[IntEnum]


class Game:
    """One game: everything about it that does not depend on how it is played.

    home: the folders of its rules, players and questions.
    """

    def __init__(self, home: Home):
        """Store where the game is; nothing is read yet."""
        self.home = home

    def __repr__(self) -> str:
        """Return its id and player counts."""
        return f"Game({self.name!r}, {self.player_counts})"

    def _part(self, module: str, name: str) -> Any:
        return declared(self.home.rules.module(module), name)

    @cached_property
    def figures(self) -> "Figures":
        """Return the published rule figures and components, with the variants."""
        folder = self.home.rules.folder
        has_components = (folder / "components.toml").is_file()
        from digsite.simulator.game.rules.rules_file import load

        return load(folder / RULES_FILE, self._part("ops", "OPS") if has_components else None, self.name)

    @property
    def id(self) -> str:
        """Return the name that this process knows this version of the game by; for digsite's games it is their name."""
        return self.home.id

    @property
    def name(self) -> str:
        """Return the name that users know it by, e.g. "lost-cities"."""
        return self.home.game

    @property
    def called(self) -> str:
        """Return its name on a command line: its name, the folder of a user's game, or that of a run that keeps it."""
        return self.home.called

    @property
    def is_allowed(self) -> bool:
        """Return whether its code may run; all that is not code can be read in any case."""
        return True

    @property
    def title(self) -> str:
        """Return the name on the box."""
        return str(self.figures.head["title"])

    @property
    def version(self) -> int:
        """Return the version, raised whenever the game's behaviour changes, so that runs of each can be recognized."""
        return int(self.figures.head["version"])

    @property
    def players(self) -> range:
        """Return the possible player counts."""
        low, high = self.figures.head["players"]
        return range(low, high + 1)

    @property
    def player_counts(self) -> str:
        """Return the possible player counts in words: 2 to 4 players."""
        fewest, most = self.players[0], self.players[-1]
        return f"{fewest} to {most} players" if fewest < most else f"{most} player{'s' * (most > 1)}"

    @property
    def max_seats(self) -> int:
        """Return the largest player count."""
        return self.players[-1]

    @cached_property
    def records(self) -> Records:
        """Return its records and enums (no numba)."""
        return Records(
            rules=self._part("rules", "Rules"),
            state=self._part("state", "State"),
            outcome=self._part("columns", "OUTCOME"),
            max_options=self._part("options", "MAX_OPTIONS"),
            streams=self._part("state", "Stream"),
            decisions=self._part("state", "Decision"),
            events=self._part("state", "Event"),
            end_reasons=self._part("state", "EndReason"),
        )

    @cached_property
    def events(self) -> "dict[str, EventKind]":
        """Return every kind of event by name, with its meaning and the names of its numbers."""
        from digsite.simulator.game.events import EVENTS_FILE, load_events

        return load_events(self.home.rules.folder / EVENTS_FILE, [kind.name.lower() for kind in self.records.events])

    def build_rules(self, chosen: "Figures", seats: int) -> "np.recarray":
        """Return the Rules record (an array of one) of some figures; raise `WrongUse` if they are impossible together."""
        build: Callable[[Figures, int], np.recarray] = self._part("rules", "build")
        try:
            with self.home.naming_faults(OverflowError):
                return build(chosen, seats)
        except OverflowError as problem:
            raise WrongUse(
                f"These figures cannot go together: their totals do not fit into the tables of {self.title} "
                f"({problem}); lower some of them."
            ) from problem

    def sides(self, _rules: Any, _seats: int) -> list[int]:
        """Return the first seat of each seat's side; an empty list where each plays for itself."""
        return []

    def narrate(self, events: "np.ndarray", players: Sequence[str], chosen: "Figures") -> Iterator[str]:
        """Return the lines that tell a game's events; `players` names each seat.

        Events of a game without a narrator are listed as logged.
        """
        narrate = self.home.rules.get("narrate", "narrate")
        kinds = {int(kind): self.events[kind.name.lower()] for kind in self.records.events}
        lines: Iterator[str] = (
            narrate(events, players, chosen) if narrate else list_events(self.title, kinds, events, players)
        )
        return lines

    def narrate_so_far(self, events: "np.ndarray", players: Sequence[str], chosen: "Figures") -> list[str]:
        """Return the lines that tell a game that is still being played."""
        token = UNFINISHED.set(True)
        try:
            return list(self.narrate(events, players, chosen))
        finally:
            UNFINISHED.reset(token)

    @cached_property
    def facts(self) -> "Facts | None":
        """Return what it shows to a seat; None for a game that does not say."""
        declared: Facts | None = self.home.rules.get("facts", "FACTS")
        return declared

    def option_words(self, decision: int, option: int) -> str:
        """Return the game's words for an option, or "" where its events describe it."""
        named = self.home.rules.get("narrate", "option_words")
        return str(named(decision, option)) if named else ""

    @property
    def simultaneous(self) -> bool:
        """Return whether seats choose all at once, so that a turn is one of the whole table."""
        return False

    @cached_property
    def wording(self) -> Wording:
        """Return the words for its turns, points and ends."""
        declared: Wording = self.home.rules.get("narrate", "WORDING", Wording())
        return declared

    @cached_property
    def own_columns(self) -> tuple[Column, ...]:
        """Return the columns that only this game has."""
        declared: tuple[Column, ...] = self._part("columns", "COLUMNS")
        return declared

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Return every column of a run except the bookkeeping ones."""
        return (
            common_columns(tuple(name_in_words(reason.name.lower()) for reason in self.records.end_reasons))
            + self.own_columns
        )

    @cached_property
    def checkpoints(self) -> tuple[str, ...]:
        """Return the labelled per-seat columns that show the score along the way."""
        named: tuple[str, ...] = self.home.rules.get("columns", "CHECKPOINTS", ())
        return named

    @property
    def measured(self) -> tuple[str, ...] | None:
        """Return the fields of its State that are only counted for reports, where it names them (`MEASURED`)."""
        named: tuple[str, ...] | None = self.home.rules.get("columns", "MEASURED", None)
        return named

    @cached_property
    def lookahead(self) -> Lookahead:
        """Return how its look-ahead players search; by default for the win, to the end of the game."""
        declared: Lookahead = self.home.rules.get("columns", "LOOKAHEAD", Lookahead())
        return declared

    @cached_property
    def own_nudges(self) -> tuple[Nudge, ...]:
        """Return the nudges that this game declares, if any."""
        declared: tuple[Nudge, ...] = self.home.rules.get("nudges", "NUDGES", ())
        return declared

    @property
    def nudges(self) -> dict[str, Nudge]:
        """Return every nudge by name, the general ones first."""
        return {nudge.name: nudge for nudge in (*GENERAL, *self.own_nudges)}

    @property
    def watched(self) -> dict[str, str]:
        """Return columns of a seat that nudges report besides wins and points, with the verb for "more than 0"."""
        named: dict[str, str] = self.home.rules.get("nudges", "WATCHED", {})
        return named

    @cached_property
    def nudge_kernels(self) -> NudgeKernels:
        """Return the compiled functions of its nudges."""
        return NudgeKernels(*(self._part("moves.nudges", name) for name in NudgeKernels._fields))

    @cached_property
    def kernels(self) -> Kernels:
        """Return the compiled functions; the first use of a new source compiles them, which takes a while."""
        setup, legal, apply, score, types = (
            self._part("moves", name) for name in ("setup", "legal", "apply", "score", "TYPES")
        )
        redeal = self._part("moves", "redeal") if self.hides else self._redeal_nothing
        types = types._replace(has_worth=self.worth_kernel is not None)
        return Kernels(setup, legal, apply, score, redeal, types)

    @property
    def worth_kernel(self) -> Any:
        """Return the compiled `worth` of a position to a seat, for greedy players; None where points say it."""
        return self.home.rules.get("moves", "worth")

    @property
    def hides(self) -> bool:
        """Return whether anything is hidden from a seat: not in a game without `redeal`."""
        return hasattr(self.home.rules.module("moves"), "redeal")

    @cached_property
    def _redeal_nothing(self) -> Any:
        from digsite.simulator.kernel.search.imagine import compile_redeal_nothing

        return compile_redeal_nothing(self._part("moves", "TYPES"))

    def strategy_tables(self) -> dict[str, Any]:
        """Return its strategies as tables: about, weights, and more (see `digsite.strategies.registry`)."""
        from digsite.simulator.game.strategy_tables import FILE, read_strategies

        path = self.home.players.folder / FILE
        return read_strategies(path) if path.exists() else {}

    def chooser(self, module: str) -> Any:
        """Return the compiled function of a strategy, by its module."""
        return declared(self.home.players.module(module), "choose")

    def mind(self, name: str, default: Any) -> Any:
        """Return what its strategies declare of their memory, such as `Notes`, or the default."""
        return self.home.players.get("mind", name, default)

    @property
    def has_open_table(self) -> bool:
        """Return whether a spectator can see all hands: nothing is hidden, or the game has `open_table`."""
        return self.home.rules.has("moves.open_table") or not self.hides

    def check_open_table(self) -> None:
        """Raise `WrongUse` if the game has no view of an open table."""
        if not self.has_open_table:
            raise WrongUse(
                f"{self.title} has no view of an open table: it does not say which cards no player has seen "
                "(moves/open_table.py). Leave out ", OPTIONS["open_hands"], ", or choose one player's view with ",
                OPTIONS["seat"], ".",
            )  # fmt: skip

    @cached_property
    def shuffle_unseen(self) -> Any:
        """Return the compiled function that redeals only what no player has seen, called like `redeal`."""
        self.check_open_table()
        return self.home.rules.get("moves.open_table", "shuffle_unseen") or self._redeal_nothing

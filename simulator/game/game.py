"""A game as the rest of the project sees it: its figures, records, columns and words, and on demand its kernels.

Listing games or reading a run needs no numba; only asking for `kernels` compiles or loads them.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.columns import Column, common_columns
from digsite.simulator.game.lookahead import Lookahead
from digsite.simulator.game.narration import list_events
from digsite.simulator.game.nudges import GENERAL, Nudge
from digsite.simulator.game.wording import Wording, in_words
from digsite.simulator.home import RULES_FILE, Home
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    import numpy as np

    from digsite.simulator.game.events import EventKind
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
    """The compiled functions behind a game's nudges."""

    own_turn: Any
    held: Any
    nudge: Any


@dataclass(frozen=True)
class Records:
    """The records that a game's kernels read and write, and the names behind the numbers in them."""

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

    home: where its rules, players and questions lie.
    """

    def __init__(self, home: Home):
        """Know where the game lies; nothing is read yet."""
        self.home = home

    def __repr__(self) -> str:
        """What it is, in a word."""
        return f"Game({self.id!r}, {self.players[0]} to {self.players[-1]} players)"

    def _part(self, module: str, name: str) -> Any:
        return getattr(self.home.rules.module(module), name)

    @cached_property
    def figures(self) -> "Figures":
        """The rule figures and components as printed, with the variants."""
        folder = self.home.rules.folder
        has_components = (folder / "components.toml").is_file()
        from digsite.simulator.game.rules.rules_file import load

        return load(folder / RULES_FILE, self._part("ops", "OPS") if has_components else None)

    @property
    def id(self) -> str:
        """The name that users type, e.g. "lost-cities"."""
        return self.home.id

    @property
    def called(self) -> str:
        """The word that names it on any command line: its id, or the folder of a user's game."""
        return str(self.home.rules.folder) if self.home.own else self.id

    @property
    def title(self) -> str:
        """The name on the box."""
        return str(self.figures.head["title"])

    @property
    def version(self) -> int:
        """Raised whenever the game's behaviour changes, so that runs of different behaviour are told apart."""
        return int(self.figures.head["version"])

    @property
    def players(self) -> range:
        """The possible numbers of players."""
        low, high = self.figures.head["players"]
        return range(low, high + 1)

    @property
    def max_seats(self) -> int:
        """The largest table."""
        return self.players[-1]

    @cached_property
    def records(self) -> Records:
        """Records and enums (no numba)."""
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
        """Every kind of event by its name, with what it says and what its numbers are called."""
        from digsite.simulator.game.events import EVENTS_FILE, load_events

        return load_events(self.home.rules.folder / EVENTS_FILE, [kind.name.lower() for kind in self.records.events])

    def build_rules(self, chosen: "Figures", seats: int) -> "np.recarray":
        """The Rules record (an array of one) of some figures; figures that cannot go together are refused."""
        build: Callable[[Figures, int], np.recarray] = self._part("rules", "build")
        try:
            return build(chosen, seats)
        except OverflowError as problem:
            raise WrongUse(
                f"These figures cannot go together: what they add up to does not fit into the tables of {self.title} "
                f"({problem}); lower some of them."
            ) from problem

    def narrate(self, events: "np.ndarray", players: Sequence[str], chosen: "Figures") -> Iterator[str]:
        """The lines that tell a game's events; `players` names each seat.

        Events of a game that does not put them into words are listed as they were logged.
        """
        told = self.home.rules.get("narrate", "narrate")
        kinds = {int(kind): self.events[kind.name.lower()] for kind in self.records.events}
        lines: Iterator[str] = (
            told(events, players, chosen) if told else list_events(self.title, kinds, events, players)
        )
        return lines

    def option_words(self, decision: int, option: int) -> str:
        """What the game itself calls an option, in a few words; nothing where it leaves that to the option's events."""
        named = self.home.rules.get("narrate", "option_words")
        return str(named(decision, option)) if named else ""

    @cached_property
    def wording(self) -> Wording:
        """What sentences call its turns, points and ends."""
        declared: Wording = self.home.rules.get("narrate", "WORDING", Wording())
        return declared

    @cached_property
    def own_columns(self) -> tuple[Column, ...]:
        """The columns that this game alone has."""
        declared: tuple[Column, ...] = self._part("columns", "COLUMNS")
        return declared

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Every column of a run except the bookkeeping ones."""
        return (
            common_columns(tuple(in_words(reason.name.lower()) for reason in self.records.end_reasons))
            + self.own_columns
        )

    @cached_property
    def checkpoints(self) -> tuple[str, ...]:
        """Labelled per-seat columns that tell the score along the way."""
        named: tuple[str, ...] = self.home.rules.get("columns", "CHECKPOINTS", ())
        return named

    @cached_property
    def lookahead(self) -> Lookahead:
        """How its players look ahead where they think; to the end and for the win if it says nothing."""
        declared: Lookahead = self.home.rules.get("columns", "LOOKAHEAD", Lookahead())
        return declared

    @cached_property
    def own_nudges(self) -> tuple[Nudge, ...]:
        """What can be given to, taken from or forbidden to a seat of this game; none if it declares none."""
        declared: tuple[Nudge, ...] = self.home.rules.get("nudges", "NUDGES", ())
        return declared

    @property
    def nudges(self) -> dict[str, Nudge]:
        """Every nudge by its name, the general ones first."""
        return {nudge.name: nudge for nudge in (*GENERAL, *self.own_nudges)}

    @property
    def watched(self) -> dict[str, str]:
        """Columns of a seat that nudges are asked about beside wins and points, with the verb for "more than 0"."""
        named: dict[str, str] = self.home.rules.get("nudges", "WATCHED", {})
        return named

    @cached_property
    def nudge_kernels(self) -> NudgeKernels:
        """The compiled functions behind its nudges."""
        moves = self.home.rules.module("moves.nudges")
        return NudgeKernels(moves.own_turn, moves.held, moves.nudge)

    @cached_property
    def kernels(self) -> Kernels:
        """The compiled functions; the first use of a new source compiles them, which takes a while."""
        moves = self.home.rules.module("moves")
        redeal = moves.redeal if self.hides else self._redeal_nothing
        return Kernels(moves.setup, moves.legal, moves.apply, moves.score, redeal, moves.TYPES)

    @property
    def hides(self) -> bool:
        """Whether something is hidden from a seat: a game without `redeal` says that nothing is."""
        return hasattr(self.home.rules.module("moves"), "redeal")

    @cached_property
    def _redeal_nothing(self) -> Any:
        from digsite.simulator.kernel.search.imagine import compile_redeal_nothing

        return compile_redeal_nothing(self.home.rules.module("moves").TYPES)

    @property
    def has_open_table(self) -> bool:
        """Whether a spectator can see all hands: where nothing is hidden, or the game says what no seat has seen."""
        return self.home.rules.has("moves.open_table") or not self.hides

    def check_open_table(self) -> None:
        """Refuse the view of an open table where the game has none."""
        if not self.has_open_table:
            raise WrongUse(
                f"{self.title} has no view of an open table: it does not say which cards no player has seen "
                "(moves/open_table.py). Leave out ", OPTIONS["open_hands"], ", or choose one player's view with ",
                OPTIONS["seat"], ".",
            )  # fmt: skip

    @cached_property
    def shuffle_unseen(self) -> Any:
        """The compiled function that deals anew only what nobody at the table has seen, called as `redeal` is."""
        self.check_open_table()
        return self.home.rules.get("moves.open_table", "shuffle_unseen") or self._redeal_nothing

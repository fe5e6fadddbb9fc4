"""A game of two files as the rest of the project sees it: what it does not say is derived from what it says."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import EnumMeta
from functools import cached_property
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, TypeVar

from digsite.simulator.errors import DigsiteError, Located, WrongUse
from digsite.simulator.game.authoring.declarations import FINAL, SEATS, Gain, Packed, events, names, streams
from digsite.simulator.game.authoring.hidden import Hidden, Secret
from digsite.simulator.game.authoring.narration import EventTeller, check_tables, entry_of, event_kinds, option_parts
from digsite.simulator.game.authoring.nudges import gains_of, nudge_of
from digsite.simulator.game.authoring.records import (
    ASKED,
    CHOICE,
    MILESTONES_PASSED,
    SCORE_AFTER,
    columns_of,
    rules_builder,
    rules_record,
    state_record,
)
from digsite.simulator.game.authoring.source import Source
from digsite.simulator.game.columns import Column, outcome_of
from digsite.simulator.game.game import Game, Kernels, NudgeKernels, Records
from digsite.simulator.game.lookahead import Lookahead
from digsite.simulator.game.nudges import Nudge, numbered
from digsite.simulator.game.rules.toml_places import WrongFigure, located
from digsite.simulator.game.wording import Wording
from digsite.simulator.game_files import RULES_FILE
from digsite.simulator.kernel.play.marks import FIRST_OWN

if TYPE_CHECKING:
    import numpy as np

    from digsite.simulator.game.events import EventKind
    from digsite.simulator.game.facts import Facts
    from digsite.simulator.game.rules.figures import Figures
    from digsite.simulator.home import Home

_Table = TypeVar("_Table")
MOST_OPTIONS = 256  # of a decision, unless the game says how many
_EXAMPLES = {"Stream": 'streams("DECK")', "Event": 'events(TAKES="{player} takes {gems} gems.")'}


@dataclass(frozen=True)
class SightDeclarations:
    """What a game says of what its seats cannot see, for the checks of sight; plain Python, apart from the kernel."""

    veil: Callable[[Any, Any, int], None]
    deal_otherwise: Callable[[Any, Any, int, Any], None]


class AuthoredGame(Game):
    """A game that is written as rules.toml and game.py."""

    def __init__(self, home: "Home"):
        """Store where the game is; nothing is read yet."""
        super().__init__(home)
        self.source = Source(home)
        self._choosers: dict[str, Any] = {}

    def _table(self, name: str, default: _Table) -> _Table:
        found: _Table = self.source.table(name, default)
        return found

    def _declared(self, derive: Callable[[], Any]) -> Any:
        """Return what is derived from a declaration; an error names the file and the line."""
        try:
            return derive()
        except Located:
            raise
        except WrongFigure as problem:
            raise located(self.home.rules.folder / RULES_FILE, problem) from problem
        except WrongUse as problem:
            raise self.source.located(problem) from problem

    # ------------------------------------------------------------------------------------------------ records

    @cached_property
    def _enums(self) -> SimpleNamespace:
        made = SimpleNamespace(
            Stream=self._table("Stream", None) or streams(),
            Decision=self._table("Decision", None) or names("CHOOSE"),
            Event=self._table("Event", None) or events(),
            EndReason=self._table("EndReason", None) or names("FINISHED"),
        )
        for name, value in vars(made).items():
            if not isinstance(value, EnumMeta):
                example = _EXAMPLES.get(name, 'names("FIRST", "SECOND")')
                raise self.source.wrong(f"{name} must be made like this: {name} = {example}", self.source.line_of(name))
            value.__name__ = value.__qualname__ = name
        for kind, needed in (("Stream", "NOISE"), ("Event", FINAL)):
            if needed not in getattr(made, kind).__members__:
                raise self.source.wrong(
                    f"{kind} must be made like this: {kind} = {_EXAMPLES[kind]}", self.source.line_of(kind)
                )
        return made

    @cached_property
    def hidden(self) -> Hidden:
        """Return what it declares hidden, and the choices of seats that choose in secret."""
        own: tuple[Any, ...] = tuple(self._table("HIDDEN", ()))
        return Hidden((*own, Secret(CHOICE)) if self.source.simultaneous else own)

    @property
    def simultaneous(self) -> bool:
        """Return whether seats choose in secret and all at once."""
        return self.source.simultaneous

    @cached_property
    def milestones(self) -> tuple[str, ...]:
        """Return the names of the moments at which scores are noted, as parts of headings."""
        named: tuple[str, ...] = self._table("MILESTONES", ())
        return tuple(name.replace(" ", "_") for name in named)

    @cached_property
    def _rules(self) -> "np.dtype[Any]":
        made: np.dtype[Any] = self._declared(
            lambda: rules_record(self.figures, self._table("DERIVED", {}), self.max_seats)
        )
        return made

    @cached_property
    def _state(self) -> "np.dtype[Any]":
        more: dict[str, Any] = {ASKED: ("flag", SEATS), CHOICE: SEATS} if self.source.simultaneous else {}
        if self.milestones:
            more |= {SCORE_AFTER: (SEATS, len(self.milestones)), MILESTONES_PASSED: "number"}
        noise = int(self._enums.Stream["NOISE"])
        state: np.dtype[Any] = self._declared(
            lambda: state_record(self.source.module.STATE, self.hidden, self.figures, self.max_seats, noise, more)
        )
        return state

    @cached_property
    def state_fields(self) -> tuple[str, ...]:
        """Return the names of the fields of its State."""
        return tuple(self._state.names or ())

    @property
    def fields(self) -> dict[str, tuple[str, ...]]:
        """Return the names of the fields of every record that its functions are handed."""
        records = {
            "state": self._state, "rules": self._rules, "outcome": self.records.outcome, "mind": self.mind("Notes", None)
        }  # fmt: skip
        return {what: tuple(made.names or ()) if made is not None else () for what, made in records.items()}

    @cached_property
    def actions(self) -> int:
        """Return the number of actions, for games whose actions are always open."""
        return len(self._table("Action", ())) or MOST_OPTIONS

    @cached_property
    def _max_options(self) -> int:
        if (given := self._table("MAX_OPTIONS", 0)) or not self.source.has("legal"):
            return int(given) or self.actions
        option = self._table("Option", None)
        return min(option.count, MOST_OPTIONS) if isinstance(option, Packed) else MOST_OPTIONS

    @cached_property
    def records(self) -> Records:
        """Return its records and enums (no numba)."""
        enums = self._enums
        return Records(
            rules=self._rules,
            state=self._state,
            outcome=outcome_of(self.own_columns, self.max_seats),
            max_options=self._max_options,
            streams=enums.Stream,
            decisions=enums.Decision,
            events=enums.Event,
            end_reasons=enums.EndReason,
        )

    def build_rules(self, chosen: "Figures", seats: int) -> "np.recarray":
        """Return the Rules record of some figures; `prepare` of game.py may refuse them."""
        build = rules_builder(self._rules, self._table("prepare", None))
        try:
            return build(chosen, seats)
        except DigsiteError:
            raise
        except (ValueError, OverflowError) as problem:
            raise WrongUse(f"These figures cannot go together: {problem}.") from problem

    def sides(self, rules: Any, seats: int) -> list[int]:
        """Return the first seat of each seat's side, as `side` of game.py says; none where each plays for itself."""
        if not self.source.has("side"):
            return []
        side = getattr(self.source.module.side, "py_func", self.source.module.side)
        named = [int(side(rules, seat)) for seat in range(seats)]
        first = [named.index(it) for it in named]
        return [] if first == list(range(seats)) else first

    # -------------------------------------------------------------------------------------------------- words

    @cached_property
    def events(self) -> "dict[str, EventKind]":
        """Return every kind of event by name, with its sentence and the names of its numbers."""
        self._declared(lambda: check_tables(self._enums.Event, vars(self.source.module)))
        return event_kinds(self._enums.Event)

    def narrate(self, events: "np.ndarray", players: Sequence[str], _chosen: "Figures") -> Iterator[str]:
        """Return the lines that tell a game's events, by the sentences of game.py."""
        return EventTeller(self._enums.Event, vars(self.source.module), players, self.wording).lines(events)

    def option_words(self, decision: int, option: int) -> str:
        """Return the words for an option: those of game.py, or the names of its parts."""
        if self.source.has("option_words"):
            return str(self.source.module.option_words(decision, option))
        packed = self._table("Option", None)
        if isinstance(packed, Packed):
            return ", ".join(option_parts(packed, option))
        return entry_of(self._table("Action", ()), option)

    @cached_property
    def facts(self) -> "Facts":
        """Return what it shows to a seat."""
        from digsite.simulator.game.authoring.facts import facts_of

        made: Facts = self._declared(lambda: facts_of(self))
        return made

    @cached_property
    def wording(self) -> Wording:
        """Return the words for its turns, points and ends."""
        return self._table("WORDING", Wording())

    # ------------------------------------------------------------------------------------------------ columns

    @cached_property
    def own_columns(self) -> tuple[Column, ...]:
        """Return the columns that only this game has."""
        made: tuple[Column, ...] = self._declared(
            lambda: columns_of(self._table("COLUMNS", ()), self._state, self.max_seats)
        )
        if not self.milestones:
            return made
        after = Column(SCORE_AFTER, "i4", "score at the milestone", labels=self.milestones)
        return (*made, after)

    @cached_property
    def checkpoints(self) -> tuple[str, ...]:
        """Return the column that shows the score along the way, if there are milestones."""
        return (SCORE_AFTER,) if self.milestones else ()

    @property
    def measured(self) -> tuple[str, ...] | None:
        """Return the fields of its State that are only counted for reports, where it names them (`MEASURED`)."""
        return self._table("MEASURED", None)

    @cached_property
    def lookahead(self) -> Lookahead:
        """Return how its look-ahead players search."""
        return self._table("LOOKAHEAD", Lookahead())

    # ------------------------------------------------------------------------------------------------- nudges

    @cached_property
    def gains(self) -> tuple[Gain, ...]:
        """Return what a seat can be given: NUDGES, or one more of everything that is part of the score."""
        return gains_of(self.source, self.own_columns, self._state, self.max_seats)

    @cached_property
    def nudge_codes(self) -> Mapping[int, Gain]:
        """Return its nudges by their numbers in the kernel."""
        return {FIRST_OWN + at: it for at, it in enumerate(self.gains)}

    @cached_property
    def own_nudges(self) -> tuple[Nudge, ...]:
        """Return the nudges of its NUDGES."""
        codes = self.nudge_codes
        made: tuple[Nudge, ...] = self._declared(
            lambda: numbered(nudge_of(code, it, self.own_columns) for code, it in codes.items())
        )
        return made

    @property
    def watched(self) -> dict[str, str]:
        """Return no further columns."""
        return {}

    @cached_property
    def nudge_kernels(self) -> NudgeKernels:
        """Return the compiled functions of its nudges."""
        made = self.moves.nudges
        return NudgeKernels(made.own_turn, made.held, made.nudge)

    # ------------------------------------------------------------------------------------------------ kernels

    @cached_property
    def moves(self) -> SimpleNamespace:
        """Return its compiled functions."""
        from digsite.simulator.game.authoring.derived import compile_moves

        return compile_moves(self)

    @cached_property
    def kernels(self) -> Kernels:
        """Return the compiled functions of the contract."""
        made = self.moves
        redeal = made.redeal if self.hides else self._redeal_nothing
        types = made.TYPES._replace(has_worth=self.source.has("worth"))
        return Kernels(made.setup, made.legal, made.apply, made.score, redeal, types)

    @property
    def hides(self) -> bool:
        """Return whether anything is hidden from a seat."""
        return bool(self.hidden) or self.source.has("redeal")

    @cached_property
    def _redeal_nothing(self) -> Any:
        from digsite.simulator.kernel.search.imagine import compile_redeal_nothing

        return compile_redeal_nothing(self.moves.TYPES)

    @property
    def has_open_table(self) -> bool:
        """Return whether it says what lies face down for all; a game that deals hidden things itself need not."""
        return not self.source.has("redeal") or bool(self.hidden.piles)

    @cached_property
    def shuffle_unseen(self) -> Any:
        """Return the compiled function that redeals only what no player has seen."""
        self.check_open_table()
        return self.moves.shuffle_unseen

    @cached_property
    def worth_kernel(self) -> Any:
        """Return the compiled `worth` of game.py, or None if it has none."""
        from digsite.simulator.game.authoring.derived import compile_worth

        return compile_worth(self) if self.source.has("worth") else None

    # ------------------------------------------------------------------------------------------------- checks

    @property
    def sight_declarations(self) -> SightDeclarations | None:
        """Return what it hides, in plain Python; None if game.py deals hidden things itself."""
        return None if self.source.has("redeal") else SightDeclarations(self.hidden.veil, self.hidden.deal_otherwise)

    @property
    def conserved(self) -> Callable[[Any, Any], Any] | None:
        """Return what stays the same all game, if game.py says so."""
        return self._table("conserved", None)

    # --------------------------------------------------------------------------------------------- strategies

    def strategy_tables(self) -> dict[str, Any]:
        """Return its strategies as tables: those of game.py."""
        return self.source.strategy_tables()

    def chooser(self, module: str) -> Any:
        """Return a strategy of game.py, compiled; always the same function."""
        if module not in self._choosers:
            self._choosers[module] = self._compiled_strategy(module)
        return self._choosers[module]

    def _compiled_strategy(self, module: str) -> Any:
        from digsite.simulator.game.authoring.derived import compile_strategy
        from digsite.simulator.kernel.jit.signatures import choose_type
        from digsite.simulator.kernel.play.records import EMPTY

        signature = choose_type(self.moves.TYPES, self.mind("Notes", EMPTY), EMPTY)
        return compile_strategy(self, module.replace("_", "-"), signature)

    def mind(self, name: str, default: Any) -> Any:
        """Return what strategies remember: the table MIND."""
        declared = self._table("MIND", None)
        if name != "Notes" or not declared:
            return default
        import numpy as np

        from digsite.simulator.game.authoring.records import record_field

        return np.dtype(
            [record_field("MIND", key, it, self.max_seats, self.figures) for key, it in declared.items()], align=True
        )

"""What a run says about its user's game, as data: it can be read, analysed and reported without running any code."""

from collections.abc import Callable, Mapping
from dataclasses import MISSING, fields, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.columns import Column, common_columns
from digsite.simulator.game.events import EventKind
from digsite.simulator.game.game import Game
from digsite.simulator.game.nudges import Nudge
from digsite.simulator.game.wording import Wording, name_in_words
from digsite.simulator.game_files import RULES_FILE
from digsite.simulator.home import Home

if TYPE_CHECKING:
    from digsite.simulator.game.rules.figures import Figures

Made = TypeVar("Made")


def describe(game: Game) -> dict[str, Any]:
    """Return what can be read about a game without its code, as plain data for a manifest."""
    return {
        "columns": [_plain(column) for column in game.own_columns],
        "checkpoints": list(game.checkpoints),
        "end_reasons": [reason.name.lower() for reason in game.records.end_reasons],
        "events": [_plain(kind) for kind in game.events.values()],
        "wording": _plain(game.wording),
        "nudges": [_plain(nudge) for nudge in game.own_nudges],
        "watched": dict(game.watched),
        "strategies": game.strategy_tables(),
        "effects": {figure.key: figure.value for figure in game.figures if figure.kind == "steps"},
    }


def _plain(made: Any) -> dict[str, Any]:
    """Return a record of simple fields as data, without those that have their default."""
    given = {one.name: (getattr(made, one.name), one) for one in fields(made)}
    return {name: _as_json(value) for name, (value, one) in given.items() if not _is_default(value, one)}


def _is_default(value: Any, one: Any) -> bool:
    default = one.default_factory() if one.default_factory is not MISSING else one.default
    return default is not MISSING and value == default


def _as_json(value: Any) -> Any:
    if isinstance(value, Mapping):
        return dict(value)
    return (
        list(value)
        if isinstance(value, tuple)
        else int(value)
        if isinstance(value, int) and type(value) is not bool
        else value
    )


class DescribedGame(Game):
    """A user's game whose code has not been allowed: what its run says about it, and its files of figures.

    Whatever needs more raises the error that names the code.
    """

    def __init__(self, home: Home, about: Callable[[], Mapping[str, Any]]):
        """Store how to find what the run says."""
        super().__init__(home)
        self._about = about

    @property
    def is_allowed(self) -> bool:
        """Return whether its code may run."""
        return False

    def _read(self, name: str, read: Callable[[Any], Made]) -> Made:
        """Return an entry of what the run says; without it, only the code could tell."""
        if name not in (about := self._about()):
            self.home.rules.module("state")  # raises the error that names the code
        try:
            return read(about[name])
        except (TypeError, ValueError, KeyError, AttributeError) as problem:
            raise DigsiteError(
                f"What a run says about its game {self.name} is damaged: {name!r} is not what digsite writes there."
            ) from problem

    @cached_property
    def figures(self) -> "Figures":
        """Return the published rule figures and components; effects are as the run has them."""
        from digsite.simulator.game.rules.ops import UNREAD
        from digsite.simulator.game.rules.rules_file import load

        written = load(self.home.rules.folder / RULES_FILE, UNREAD, self.name)
        effects = self._read("effects", dict)
        return written.with_figures(
            {key: replace(written.by_key[key], value=value) for key, value in effects.items() if key in written.by_key}
        )

    @cached_property
    def events(self) -> dict[str, EventKind]:
        """Return every kind of event by name, with its meaning and the names of its numbers."""
        kinds = self._read("events", lambda rows: [EventKind(**_tupled(row)) for row in rows])
        return {kind.name: kind for kind in kinds}

    @cached_property
    def own_columns(self) -> tuple[Column, ...]:
        """Return the columns that only this game has."""
        return self._read("columns", lambda rows: tuple(Column(**_tupled(row)) for row in rows))

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Return every column of a run except the bookkeeping ones."""
        return common_columns(tuple(map(name_in_words, self._read("end_reasons", _texts)))) + self.own_columns

    @cached_property
    def checkpoints(self) -> tuple[str, ...]:
        """Return the labelled per-seat columns that show the score along the way."""
        return self._read("checkpoints", _texts)

    @cached_property
    def wording(self) -> Wording:
        """Return the words for its turns, points and ends."""
        return self._read("wording", lambda entries: Wording(**entries))

    @cached_property
    def own_nudges(self) -> tuple[Nudge, ...]:
        """Return the nudges that this game declares, if any."""
        return self._read("nudges", lambda rows: tuple(Nudge(**_tupled(row)) for row in rows))

    def strategy_tables(self) -> dict[str, Any]:
        """Return its strategies as tables: about, weights, and more."""
        return self._read("strategies", dict)

    @property
    def watched(self) -> dict[str, str]:
        """Return columns of a seat that nudges report besides wins and points, with the verb for "more than 0"."""
        return self._read("watched", dict)


def _tupled(row: Mapping[str, Any]) -> dict[str, Any]:
    return {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}


def _texts(entries: Any) -> tuple[str, ...]:
    if not isinstance(entries, list) or not all(isinstance(entry, str) for entry in entries):
        raise TypeError(f"{entries!r} are not texts")
    return tuple(entries)

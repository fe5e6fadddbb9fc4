"""Narration: from a game's events to lines of English. A game provides a table of events and the words for each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextvars import ContextVar
from enum import IntEnum
from functools import cache
from inspect import getfile, signature
from typing import TYPE_CHECKING, Any, ClassVar

from digsite.simulator.errors import unknown
from digsite.simulator.game.events import EVENTS_FILE, LETTERS, EventKind, load_events
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.home import home_of

if TYPE_CHECKING:
    from digsite.simulator.game.rules.figures import Figures

UNFINISHED: ContextVar[bool] = ContextVar("unfinished", default=False)  # the game told is still being played
Tell = Callable[..., Iterable[str] | None]


class PlacedLine(str):
    """A line of a narration that begins a part of the game or a turn, and says as data which one.

    chapter: the part, as named within a sentence: expedition 2 of 3.
    turn:    the turn's number; 0 for none.
    """

    chapter: str
    turn: int

    def __new__(cls, text: str, *, chapter: str = "", turn: int = 0) -> "PlacedLine":
        """Return the text with its place."""
        line = super().__new__(cls, text)
        line.chapter, line.turn = chapter, turn
        return line


def chapter_begun(lines: Iterable[str]) -> str:
    """Return the part of the game that the last heading among these lines begins, or "" without one."""
    found = [line.chapter for line in lines if isinstance(line, PlacedLine) and line.chapter]
    return found[-1] if found else ""


class Narrator:
    """Puts a game's events into words.

    A game's narrator names a method for each kind of event in `TABLE`. The method takes what it needs by name, the seat and the
    numbers of its kind as the game's table of events names them, and returns the lines that this event completes, if any. The
    narrator collects the events of a turn until the last one. The line of a turn, and one that begins a part of the game, is a
    `PlacedLine`.
    """

    EVENTS: ClassVar[type[IntEnum]]
    TABLE: ClassVar[Mapping[IntEnum, Tell]]

    def __init__(self, players: Sequence[str], figures: "Figures"):
        self.players, self.figures = players, figures

    def lines(self, events: Any) -> Iterator[str]:
        """Yield the whole game, line by line; of an unfinished one as much as has happened."""
        yield from self.follow(events)
        yield from (self.pause() if UNFINISHED.get() else self.close()) or ()

    def follow(self, events: Any) -> Iterator[str]:
        """Yield the lines that these events complete; an event is (kind, seat, a, b, c)."""
        tellers = _tellers(type(self))  # type: ignore[arg-type]  # mypy does not know that classes are hashable
        for row in events.tolist():
            event, tell, places = tellers[row[0]]
            yield from self.before(event, row[1]) or ()
            yield from tell(self, *[row[at] for at in places]) or ()

    def before(self, event: IntEnum, seat: int) -> Iterable[str] | None:
        """Return lines that are complete because this event comes next."""

    def pause(self) -> Iterable[str] | None:
        """Return the lines of a turn that is not over yet, in a game that is still being played."""

    def close(self) -> Iterable[str] | None:
        """Return lines that are complete because the game is over."""


@cache
def _tellers(narrator: type[Narrator]) -> dict[int, tuple[IntEnum, Tell, list[int]]]:
    """Return each kind of event by number, with its method and the indices of its arguments in (kind, seat, a, b, c)."""
    home = home_of(getfile(narrator))
    names = [event.name.lower() for event in narrator.EVENTS]
    kinds = load_events(home.rules.folder / EVENTS_FILE, names) if home else {name: EventKind(name) for name in names}
    return {
        int(event): (event, tell, _places(kinds[event.name.lower()], tell)) for event, tell in narrator.TABLE.items()
    }


def _places(kind: EventKind, tell: Tell) -> list[int]:
    places = {"seat": 1} | {name: 2 + LETTERS.index(letter) for name, letter in kind.columns.items()}
    _self, *wanted = signature(tell).parameters
    if wrong := [name for name in wanted if name not in places]:
        raise unknown(f"number of the event {kind.name}", wrong[0], places)
    return [places[name] for name in wanted]


def list_events(title: str, kinds: Mapping[int, EventKind], events: Any, players: Sequence[str]) -> Iterator[str]:
    """Yield the events of a game without a narrator: who, the kind of event and its numbers."""
    yield f"{title} has no narration (narrate.py), so its events are listed."
    for kind, seat, *numbers in events.tolist():
        who = players[seat] if 0 <= seat < len(players) else "The table"
        named = ", ".join(
            f"{name_in_words(name)} {numbers[LETTERS.index(at)]}" for name, at in kinds[kind].columns.items()
        )
        yield f"{who}: {name_in_words(kinds[kind].name)}{': ' * bool(named)}{named}."

"""Narration: from a game's events to lines of English. A game gives a table of events and the words for each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

from digsite.simulator.game.rules.figures import Figures


class Narrator:
    """Follows a game by its events and puts it into words.

    A game's narrator names a method for each kind of event in `TABLE`; the method takes (seat, a, b, c) of the event
    and gives the lines that are complete with it, if any. What a turn consists of is gathered in the narrator until
    its last event has come.
    """

    EVENTS: ClassVar[type[IntEnum]]
    TABLE: ClassVar[Mapping[IntEnum, Callable[..., Iterable[str] | None]]]

    def __init__(self, players: Sequence[str], figures: Figures):
        self.players, self.figures = players, figures

    def lines(self, events: Any) -> Iterator[str]:
        """The whole game, line by line."""
        for kind, seat, a, b, c in events.tolist():
            event = self.EVENTS(kind)
            yield from self.before(event, seat) or ()
            yield from self.TABLE[event](self, seat, a, b, c) or ()
        yield from self.close() or ()

    def before(self, event: IntEnum, seat: int) -> Iterable[str] | None:
        """Lines that are complete because this event comes next."""

    def close(self) -> Iterable[str] | None:
        """Lines that are complete because the game is over."""

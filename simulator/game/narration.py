"""Narration: from a game's events to lines of English. A game gives a table of events and the words for each."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

from simulator.game.figures import Figures

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


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


def number(n: int) -> str:
    """A small number as a word.

    >>> number(0), number(3), number(40)
    ('no', 'three', '40')
    """
    return _NUMBERS[n] if 0 <= n < len(_NUMBERS) else f"{n:,}"


def counted(n: int, one: str, many: str = "") -> str:
    """So many of a thing, in words.

    >>> counted(1, "card"), counted(2, "card"), counted(0, "box", "boxes")
    ('one card', 'two cards', 'no boxes')
    """
    return f"{number(n)} {one if n == 1 else many or one + 's'}"


def listed(parts: Iterable[str]) -> str:
    """Words joined as in a sentence.

    >>> listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])
    ('a', 'a and b', 'a, b and c')
    """
    items = list(parts)
    return items[0] if len(items) == 1 else f"{', '.join(items[:-1])} and {items[-1]}"


def a(thing: str | int) -> str:
    """A thing with its article.

    >>> a(7), a(8), a(11), a("adventurer"), a("card")
    ('a 7', 'an 8', 'an 11', 'an adventurer', 'a card')
    """
    text = str(thing)
    spoken_with_vowel = (
        text.startswith("8") or text in ("11", "18") if text[0].isdigit() else text[0].lower() in "aeiou"
    )
    return f"{'an' if spoken_with_vowel else 'a'} {text}"

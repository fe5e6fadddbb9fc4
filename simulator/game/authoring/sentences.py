"""The sentences of events: read once where a game declares them, filled in when a game is told."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from digsite.simulator.game.authoring.places import WrongEntry
from digsite.simulator.game.events import TAKEN

PLAYER = "player"
MOST_NUMBERS = 3
_PIECE = re.compile(r"\{([^{}:]*)(?::([^{}]*))?\}|([\[\]])")
_HEADING = "# "


@dataclass(frozen=True)
class Slot:
    """A number in a sentence: its name, and how it is written.

    table: "" for the number itself, "player" for a seat, "card" or "box/boxes" for so many things, else a table of names.
    """

    name: str
    table: str = ""

    @property
    def counts(self) -> bool:
        """Return whether it counts things, whose name is in small letters."""
        return self.table not in ("", PLAYER) and self.table == self.table.lower()

    def counted(self, value: int) -> str:
        """Return so many things: 1 card, 2 cards."""
        one, _, many = self.table.partition("/")
        return f"{value} {one if abs(value) == 1 else many or one + 's'}"


@dataclass(frozen=True)
class Sentence:
    """The words of an event.

    pieces:  texts and slots; a tuple of them is left out where its first number is 0.
    numbers: the names of the numbers, in the order in which they are logged.
    heading: whether it begins a part of the game.
    text:    as written.
    """

    pieces: tuple[Any, ...]
    numbers: tuple[str, ...]
    heading: bool
    text: str

    @property
    def needed(self) -> list[str]:
        """Return the names of the numbers that it always says: those that stand outside brackets."""
        return [it.name for it in self.pieces if isinstance(it, Slot) and it.name != PLAYER]

    @property
    def tables(self) -> list[str]:
        """Return the names of the tables in which it looks numbers up."""
        flat = [it for piece in self.pieces for it in (piece if isinstance(piece, tuple) else (piece,))]
        return [it.table for it in flat if isinstance(it, Slot) and it.table not in ("", PLAYER) and not it.counts]

    def say(self, player: str, values: Mapping[str, int], written: Callable[[Slot, int], str]) -> str:
        """Return the sentence for an event; `written` puts a number into words."""

        def spoken(piece: Any) -> str:
            if isinstance(piece, str):
                return piece
            if isinstance(piece, Slot):
                return player if piece.name == PLAYER else written(piece, values[piece.name])
            first = next((it for it in piece if isinstance(it, Slot) and it.name != PLAYER), None)
            return "" if first is not None and values[first.name] == 0 else "".join(map(spoken, piece))

        said = "".join(map(spoken, self.pieces))
        return said[:1].upper() + said[1:]


def parse_sentence(event: str, text: Any) -> Sentence:
    """Return the sentence of an event; raise a WrongUse for one that cannot be read."""
    if not isinstance(text, str) or not text.strip(_HEADING):
        raise WrongEntry(
            "", event, f'The event {event} needs a sentence, as in {event}="{{player}} takes {{cards}} cards."'
        )
    heading = text.startswith(_HEADING)
    pieces: list[Any] = []
    optional: list[Any] | None = None
    numbers: list[str] = []
    at = 0
    body = text.removeprefix(_HEADING)
    for found in _PIECE.finditer(body):
        _add(pieces, optional, body[at : found.start()])
        at = found.end()
        name, table, bracket = found.groups()
        if bracket == "[":
            if optional is not None:
                raise WrongEntry(
                    "", event, f"The sentence of {event} has brackets in brackets: {text!r}. Use one pair at a time."
                )
            optional = []
        elif bracket == "]":
            if optional is None:
                raise WrongEntry("", event, f"The sentence of {event} closes a bracket that it did not open: {text!r}.")
            pieces.append(tuple(optional))
            optional = None
        else:
            _note_number(event, name, numbers)
            _add(pieces, optional, Slot(name, table or ""))
    if optional is not None:
        raise WrongEntry("", event, f"The sentence of {event} opens a bracket that it does not close: {text!r}.")
    _add(pieces, None, body[at:])
    return Sentence(tuple(pieces), tuple(numbers), heading, text)


def _add(pieces: list[Any], optional: list[Any] | None, piece: Any) -> None:
    if piece != "":
        (pieces if optional is None else optional).append(piece)


def _note_number(event: str, name: str, numbers: list[str]) -> None:
    if name == PLAYER or name in numbers:
        return
    if not name.isidentifier() or name in TAKEN:
        raise WrongEntry(
            "",
            event,
            f"The sentence of {event} names a number {name!r}; use a word of letters, digits and _ that is not one of "
            f"{', '.join(TAKEN)}.",
        )
    numbers.append(name)
    if len(numbers) > MOST_NUMBERS:
        raise WrongEntry(
            "",
            event,
            f"The sentence of {event} has {len(numbers)} numbers, {', '.join(numbers)}; an event has at most three.",
        )

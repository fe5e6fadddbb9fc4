"""Pig in English."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from digsite.kit import Figures, Narrator, a

from .state import Event


class PigNarrator(Narrator):
    """A line for each roll."""

    EVENTS = Event

    def roll(self, seat: int, face: int, kept: int) -> Iterator[str]:
        yield f"{self.players[seat]} rolls {a(face)} ({kept} this turn)."

    def hold(self, seat: int, points: int) -> Iterator[str]:
        yield f"{self.players[seat]} holds and has {points}."

    TABLE: ClassVar = {Event.ROLL: roll, Event.HOLD: hold}


def narrate(events, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """The lines that tell a game from its events."""
    return PigNarrator(players, figures).lines(events)

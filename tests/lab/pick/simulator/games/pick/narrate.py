"""Pick in English."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from simulator.games.pick.state import Event

from simulator.game.figures import Figures
from simulator.game.narration import Narrator


class PickNarrator(Narrator):
    """A line for each pick."""

    EVENTS = Event

    def pick(self, seat: int, number: int, bold: int, _c: int) -> Iterator[str]:
        yield f"{self.players[seat]} picks {number}{' boldly' * bold}."

    TABLE: ClassVar = {Event.PICK: pick}


def narrate(events, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """The lines that tell a game from its events."""
    return PickNarrator(players, figures).lines(events)

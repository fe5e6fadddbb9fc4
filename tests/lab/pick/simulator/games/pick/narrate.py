"""Pick in English."""

from collections.abc import Iterator, Sequence
from typing import ClassVar

from digsite.simulator.game.narration import Narrator
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games.pick.state import Event


class PickNarrator(Narrator):
    """A line for each pick."""

    EVENTS = Event

    def pick(self, seat: int, a: int, b: int) -> Iterator[str]:  # the game has no table of events
        yield f"{self.players[seat]} picks {a}{' boldly' * b}."

    TABLE: ClassVar = {Event.PICK: pick}


def narrate(events, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """The lines that tell a game from its events."""
    return PickNarrator(players, figures).lines(events)

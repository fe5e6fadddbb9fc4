"""One game of the plain twin: ask `options()`, then `apply` one of them, until `over`.

An option is a word (a name of `digsite.simulator.games.arnak.options.Action`) and what it is done with: cards, sites, guardians and
assistants by number, spaces of sites as (site, space), resources, icons and tokens by name.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, Any

from tests.games.arnak.twin.table import Table

if TYPE_CHECKING:
    from tests.games.arnak.twin.chance import Chance
    from tests.games.arnak.twin.table import Player

Option = tuple[Any, ...]
Play = Generator[None, Option, Any]  # a part of the game: stops at each decision, goes on with the choice
DECLINE = ("DECLINE",)
ACCEPT = ("ACCEPT", 0)


class Game(Table):
    """One game."""

    def __init__(self, figures: dict[str, Any], seats: int, luck: Chance) -> None:
        from tests.games.arnak.twin.rounds import play

        super().__init__(figures, seats, luck)
        self.over = False
        self.seat: int | None = None
        self.decision: str | None = None
        self.in_main_action = False  # and not in a free one
        self.cost: dict[str, int] = {}  # travel icons that are still to be paid
        self._options: set[Option] = set()
        self._course = play(self)
        self._go_on(None)

    def options(self) -> set[Option]:
        """What the player in `seat` may do now."""
        return set(self._options)

    def apply(self, option: Option) -> None:
        if option not in self._options:
            raise ValueError(f"seat {self.seat} may not {option!r} now ({self.decision or 'over'})")
        self._go_on(option)

    def _go_on(self, option: Option | None) -> None:
        try:
            self._course.send(option)  # type: ignore[arg-type]
        except StopIteration:
            self.over = True
            self._options = set()

    def ask(self, player: Player, decision: str, options: set[Option]) -> Play:
        """A decision that nothing can come between."""
        self.seat, self.decision, self._options = player.seat, decision, options
        choice = yield
        return choice

    def choose(self, player: Player, decision: str, listed: Callable[[], set[Option]]) -> Play:
        """A decision of an effect. Free actions can be taken during the main action, and then it is asked again.

        Where there is nothing to choose, nobody is asked, and that is as if one declined.
        """
        from tests.games.arnak.twin.turn import free_actions, take_free_action

        while own := listed():
            free = free_actions(self, player) if self.in_main_action else set()
            choice = yield from self.ask(player, decision, own | free)
            if choice in own:
                return choice
            yield from take_free_action(self, player, choice)
        return DECLINE

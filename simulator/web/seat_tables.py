"""The games that people play on pages: each by a name that nobody can guess, one move at a time."""

import secrets
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.lab.seat import saving
from digsite.simulator.lab.seat.sitting import Sitting

MOST_TABLES = 16
Data = dict[str, Any]


@dataclass
class SeatTable:
    """A game on pages: what happens to it happens one after another."""

    sitting: Sitting
    lock: threading.Lock = field(default_factory=threading.Lock)

    def view(self, seat: int | None = None) -> Data:
        """Return the game as the person who is to choose sees it, and the result and folder once it is over."""
        sitting = self.sitting
        found = {**sitting.view(seat), "waits": sitting.waits_for is not None, "thinker": sitting.thinker}
        if sitting.over:
            found |= {"can_undo": False, "result": sitting.result(), "saved": dict(saving.saying(sitting))}
        return found


class SeatTables:
    """All games on pages; the oldest is left when there are too many, saved as it stands."""

    def __init__(self) -> None:
        """Begin without a game."""
        self._tables: dict[str, SeatTable] = {}

    def add(self, sitting: Sitting) -> str:
        """Take in a game and return its name."""
        while len(self._tables) >= MOST_TABLES:
            self.leave(next(iter(self._tables)))
        name = secrets.token_hex(12)
        self._tables[name] = SeatTable(sitting)
        return name

    def known(self, name: Any) -> SeatTable:
        """Return a game by its name."""
        table = self._tables.get(name) if isinstance(name, str) else None
        if table is None:
            raise WrongUse("This game is not on the table any more; begin another one.")
        return table

    @contextmanager
    def at(self, name: Any) -> Iterator[SeatTable]:
        """Yield a game while nobody else touches it."""
        table = self.known(name)
        with table.lock:
            yield table

    def leave(self, name: Any) -> None:
        """Take a game off the table; one that is not over is saved as it stands."""
        with self.at(name) as table:
            self._tables.pop(name, None)
            if table.sitting.choices and not table.sitting.over:
                table.sitting.folder = saving.folder_for(table.sitting)
                saving.save(table.sitting)

    def close(self) -> None:
        """Take all games off the table."""
        for name in list(self._tables):
            with suppress(DigsiteError):  # the others are saved all the same
                self.leave(name)

"""The functions of `digsite.kit` that only rules call, as placeholders until rules are compiled.

Listing a game or reading its runs loads its game.py; without placeholders that would load the compiler.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from importlib import import_module
from typing import Any, NoReturn

from digsite.simulator.errors import WrongUse, nearest

PIECES = {
    "log": "kernel.pieces.log",
    "below": "kernel.play.rng",
    "roll": "kernel.play.rng",
    "shuffle": "kernel.play.rng",
    "index_of": "kernel.play.options",
    "next_seat": "kernel.pieces.seats",
    "seat_after": "kernel.pieces.seats",
    "end_game": "kernel.pieces.seats",
    "ask_all": "kernel.pieces.seats",
    "count_asked": "kernel.pieces.seats",
    "add_cards": "kernel.pieces.cards",
    "remove_at": "kernel.pieces.cards",
    "find_card": "kernel.pieces.cards",
    "sort": "kernel.pieces.cards",
    "shuffle_by_card": "kernel.pieces.cards",
    "draw_from_bag": "kernel.pieces.cards",
    "roll_dice": "kernel.pieces.cards",
    "share_of": "kernel.pieces.cards",
}
DECLARATIONS = (
    "names", "streams", "events", "packed", "column", "gain", "pile", "hand", "secret", "NOT_CHOSEN", "Column", "Lookahead", "Wording",
)  # fmt: skip
KIT = (*PIECES, *DECLARATIONS)  # what a game.py imports from `digsite.kit`
_describing: ContextVar[bool] = ContextVar("describing", default=False)


class Piece:
    """A function of the kit that a game.py has imported and only compiled rules call."""

    def __init__(self, name: str):
        self.name = name

    def __call__(self, *_arguments: Any, **_named: Any) -> NoReturn:
        """Refuse to be called before rules are compiled."""
        raise WrongUse(f"{self.name} is for rules and strategies; it cannot be called at the top of game.py.")

    def found(self) -> Any:
        """Return the function itself."""
        return getattr(import_module(f"digsite.simulator.{PIECES[self.name]}"), self.name)


@contextmanager
def describing() -> Iterator[None]:
    """Serve placeholders to a file that is being loaded."""
    before = _describing.set(True)
    try:
        yield
    finally:
        _describing.reset(before)


def refuse(name: str) -> None:
    """Refuse a name that the kit does not have, while a game.py is loaded, with the nearest that it has."""
    if _describing.get() and not name.startswith("__"):
        raise WrongUse(f"digsite.kit has no {name}.{nearest(name, KIT)}")


def piece(name: str) -> Piece | None:
    """Return the placeholder for a name of the kit while a game.py is loaded, or None."""
    return Piece(name) if name in PIECES and _describing.get() else None

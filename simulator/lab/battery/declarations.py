"""What a game declares for its checks: what a seat cannot see, and what is conserved."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from digsite.simulator.game.game import Game


@dataclass(frozen=True)
class Declarations:
    """What a game says of itself so that it can be checked; each part may be missing.

    veil:           (rules, state, seat) blanks all that the seat cannot see.
    deal_otherwise: (rules, state, seat, chance) changes all that the seat cannot see, in plain Python that shares
                    nothing with the game's `redeal`; `chance` is a random.Random.
    inventory:      (rules, state) counts what is in the box, as any value that can be compared.
    from_the_box:   nudges that bring something into the game, with its name in an inventory that is a dict.
    """

    veil: Callable[..., None] | None = None
    deal_otherwise: Callable[..., None] | None = None
    inventory: Callable[..., Any] | None = None
    from_the_box: Mapping[str, str] = field(default_factory=dict, hash=False)


def declarations_of(game: Game) -> Declarations:
    """Return what a game declares: itself, or in `hidden.py` and `conserved.py` next to its rules."""
    sight = getattr(game, "sight_declarations", None) if game.hides else None
    conserved = getattr(game, "conserved", None)
    declared = game.home.rules.get
    return Declarations(
        veil=sight.veil if sight else declared("hidden", "veil"),
        deal_otherwise=sight.deal_otherwise if sight else declared("hidden", "deal_otherwise"),
        inventory=conserved or declared("conserved", "inventory"),
        from_the_box=declared("conserved", "FROM_THE_BOX", {}),
    )

"""What a seat is shown: the public facts of a game, the seat's own hand, options in words, and events less what is secret.

A game's `facts.py` has a table `FACTS`. Its functions are handed a `Scene` and read only what the viewer may see; the
battery deals anew what the viewer cannot see and compares.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from digsite.simulator.game.events import LETTERS, EventKind

if TYPE_CHECKING:
    import numpy as np

    from digsite.simulator.game.rules.figures import Figures

UNKNOWN = -(2**31)  # a number of an event that the viewer may not know
OWNER = "seat"  # the seat of an event
Value: TypeAlias = "str | int | Sequence[str]"  # a text, a number, or things in a row


@dataclass(frozen=True)
class Scene:
    """A game at some moment, seen by one seat.

    viewer:  the seat, from 0.
    players: the names of all seats.
    making:  makes `words` from the scene.
    """

    rules: Any
    state: Any
    viewer: int
    figures: "Figures"
    players: Sequence[str]
    making: "Callable[[Scene], Any] | None" = None

    @cached_property
    def words(self) -> Any:
        """Return what the game's table puts things into words with, most often its narrator."""
        return self.making(self) if self.making else None

    @property
    def seats(self) -> range:
        """Return all seats, from 0."""
        return range(len(self.players))

    def named(self, seat: int) -> str:
        """Return a seat's name, or "nobody"."""
        return self.players[seat] if 0 <= seat < len(self.players) else "nobody"


class Choice(NamedTuple):
    """An option in words: its kind, as a heading of several, and what it is among those."""

    kind: str
    words: str

    @property
    def whole(self) -> str:
        """Return it outside a list: Discard: red 5."""
        return f"{self.kind}: {self.words}" if self.words else self.kind


@dataclass(frozen=True)
class Secret:
    """Numbers of a kind of event that not every seat may know.

    numbers: their names.
    seen_by: the names of the numbers with the seats that may; "seat" is the event's own.
    when:    whether they are secret, by the scene and the event's numbers; by default always.
    """

    numbers: tuple[str, ...]
    seen_by: tuple[str, ...] = (OWNER,)
    when: Callable[[Scene, Mapping[str, int]], bool] | None = None


@dataclass(frozen=True)
class Facts:
    """What a game shows to a seat.

    of_seats: by name, what all know of a seat, or the viewer does.
    of_table: by name, what lies open to all, or is known to the viewer.
    of_hand:  by name, what the viewer alone has.
    option:   an option in words.
    secrets:  by kind of event, the numbers that not all may know.
    words:    makes `Scene.words`.
    """

    of_seats: Mapping[str, Callable[[Scene, int], Value]]
    of_table: Mapping[str, Callable[[Scene], Value]]
    of_hand: Mapping[str, Callable[[Scene], Value]]
    option: Callable[[Scene, int], Choice]
    secrets: Mapping[str, Secret] = field(default_factory=dict)
    words: Callable[[Scene], Any] | None = None


def shown_facts(facts: Facts, scene: Scene) -> dict[str, Any]:
    """Return everything that the viewer is shown, as plain data: of each seat, of the table, of its own hand."""
    return {
        "seats": [[_fact(name, read(scene, seat)) for name, read in facts.of_seats.items()] for seat in scene.seats],
        "table": [_fact(name, read(scene)) for name, read in facts.of_table.items()],
        "hand": [_fact(name, read(scene)) for name, read in facts.of_hand.items()],
    }


def _fact(name: str, value: Value) -> dict[str, Any]:
    """Return a fact as plain data; NumPy's numbers become Python's."""
    if isinstance(value, str):
        return {"name": name, "value": value}
    return {"name": name, "value": [str(it) for it in value] if isinstance(value, Sequence) else int(value)}


def without_secrets(
    events: "np.ndarray", kinds: Mapping[int, EventKind], secrets: Mapping[str, Secret], scene: Scene
) -> "np.ndarray":
    """Return events with `UNKNOWN` for each number that the viewer may not know."""
    shown = events.copy()
    for row in shown:
        kind = kinds[int(row[0])]
        if (secret := secrets.get(kind.name)) is None:
            continue
        places = {OWNER: 1} | {name: 2 + LETTERS.index(letter) for name, letter in kind.columns.items()}
        values = {name: int(row[at]) for name, at in places.items()}
        if scene.viewer in [values[name] for name in secret.seen_by]:
            continue
        if secret.when is None or secret.when(scene, values):
            for name in secret.numbers:
                row[places[name]] = UNKNOWN
    return shown

"""What a game's events mean: a sentence for each kind, and the names of its numbers.

A game records (kind, seat, a, b, c). The `events.toml` in its folder names a, b and c; without it, or for a kind it does
not list, they keep their letters. Narration, analyses, listings and files of events all read the same table.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.rules.rules_file import read_toml

EVENTS_FILE = "events.toml"
LETTERS = ("a", "b", "c")  # the columns of the numbers in a file of events
TAKEN = ("game", "step", "kind", "seat", "block", "rotation")  # other columns of events, in files and analyses


@dataclass(frozen=True)
class EventKind:
    """One kind of event: its meaning, and the names of its numbers in column order, "" for an unused one."""

    name: str
    about: str = ""
    numbers: tuple[str, ...] = LETTERS

    @property
    def columns(self) -> dict[str, str]:
        """Return the column of each number, by the number's name."""
        return {name: letter for name, letter in zip(self.numbers, LETTERS, strict=False) if name}

    @property
    def used(self) -> tuple[int, ...]:
        """Return the indices of the numbers in use, from 0."""
        return tuple(at for at, name in enumerate(self.numbers) if name)

    def column(self, number: str) -> str:
        """Return the column of a number, by the number's name."""
        if number not in self.columns:
            raise unknown(f"number of the event {self.name}", number, self.columns)
        return self.columns[number]

    def row(self) -> tuple[str | None, ...]:
        """Return its name, its meaning, and the names of a, b and c; None for an unused one."""
        called = {letter: name for name, letter in self.columns.items()}
        return (self.name, self.about, *(called.get(letter) for letter in LETTERS))


def load_events(path: Path, kinds: Iterable[str]) -> dict[str, EventKind]:
    """Return every kind of event in the game's order, with what the file, if any, says about it."""
    kinds, tree = list(kinds), read_toml(path, "The file") if path.is_file() else {}
    try:
        said = dict(_read(tree, kinds))
    except WrongUse as problem:
        raise WrongUse(f"{path}: {problem}") from problem
    return {name: said.get(name, EventKind(name)) for name in kinds}


def _read(tree: Mapping[str, Any], kinds: list[str]) -> Iterator[tuple[str, EventKind]]:
    for name, node in tree.items():
        if name not in kinds:
            raise unknown("kind of event", name, kinds)
        if not isinstance(node, dict) or set(node) != {"about", "numbers"}:
            raise WrongUse(
                f'{name} must be a table with about and numbers, as in {{ about = "...", numbers = ["card"] }}.'
            )
        yield name, EventKind(name, _about(name, node), _numbers(name, node))


def _about(name: str, node: Mapping[str, Any]) -> str:
    if not isinstance(node["about"], str) or not node["about"]:
        raise WrongUse(f"about of {name} must be a text that says what happens.")
    return node["about"]


def _numbers(name: str, node: Mapping[str, Any]) -> tuple[str, ...]:
    numbers = node["numbers"]
    if not isinstance(numbers, list) or len(numbers) > len(LETTERS) or not all(isinstance(one, str) for one in numbers):
        raise WrongUse(f'numbers of {name} must be a list of at most {len(LETTERS)} names, "" for an unused one.')
    named = [one for one in numbers if one]
    if wrong := next((one for one in named if not one.isidentifier() or one in TAKEN), ""):
        raise WrongUse(
            f"A number of {name} cannot be called {wrong!r}; use letters, digits and _, and no other column's name."
        )
    if twice := next((one for one in named if named.count(one) > 1), ""):
        raise WrongUse(f"Two numbers of {name} are called {twice}; give one of them another name.")
    return tuple(numbers)

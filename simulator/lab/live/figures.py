"""The figures of a game as a page shows them: grouped as the rulebook groups them, with the control that fits each."""

from collections.abc import Mapping, Sequence
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

from digsite.simulator.game.rules.shapes import ListOf, Number, Truth, Word
from digsite.simulator.game.wording import name_in_words, typed

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.game.rules.figure import Figure
    from digsite.simulator.game.rules.figures import Figures

_NO_BOUND = 1_000  # of a figure without a range


def grouped_figures(game: "Game", figures: "Figures", seats: int) -> list[dict[str, Any]]:
    """Return the groups of a game's figures with their controls; components are groups of their own."""
    named: dict[str, list[str]] = game.figures.head.get("groups", {})
    groups: dict[str, list[dict[str, Any]]] = {title: [] for title in named}
    for figure in figures:
        control = _control(figure, seats, figures.lowest_seats)
        if control is not None:
            groups.setdefault(_group(named, figure), []).append(control)
    return [{"title": title, "figures": controls} for title, controls in groups.items() if controls]


def _group(named: Mapping[str, Sequence[str]], figure: "Figure") -> str:
    """Return the group that rules.toml puts a figure in, or else its first name in words."""
    for title, starts in named.items():
        if any(fnmatchcase(figure.key, start) or figure.key.startswith(f"{start}.") for start in starts):
            return title
    table = figure.field_of.rpartition(".")[0]
    said = name_in_words((table or figure.key.partition(".")[0]).replace(".", " "))
    return said[:1].upper() + said[1:]


def _control(figure: "Figure", seats: int, lowest: int) -> dict[str, Any] | None:
    """Return how a figure is shown and set; None for effects and texts, which a rules file changes."""
    shape = figure.shape
    about = {
        "key": figure.key, "label": _label(figure), "about": figure.about, "source": figure.source,
        "confirmed": figure.confirmed, "alternatives": [typed(one) for one in figure.alternatives],
        "value": figure.value, "allowed": figure.allowed(),
    }  # fmt: skip
    if figure.per_players and isinstance(shape, ListOf):
        inner = _simple(shape.item)
        return None if inner is None else about | inner | {"at": seats - lowest}
    if isinstance(shape, ListOf):
        inner = _simple(shape.item)
        if inner is None or inner["control"] != "number":
            return None
        return about | inner | {"control": "list"}
    simple = _simple(shape)
    return None if simple is None else about | simple


def _simple(shape: Any) -> dict[str, Any] | None:
    """Return the control of a single value."""
    if isinstance(shape, Truth):
        return {"control": "switch"}
    if isinstance(shape, Word):
        return {"control": "choice", "choices": list(shape.choices)}
    if isinstance(shape, Number):
        low, high = shape.range if shape.range else (0, _NO_BOUND)
        return {"control": "number", "low": low, "high": high, "step": 1 if shape.whole else 0.1}
    return None


def figure_name(figure: "Figure") -> str:
    """Return what a figure is, in words: what the file says without its remarks, after the name of its component."""
    said = figure.about.partition(";")[0].strip() or name_in_words(figure.key.replace(".", " "))
    if not figure.field_of:
        return said
    table, _, name = figure.field_of.rpartition(".")
    row = figure.key.removeprefix(f"{table}.").removesuffix(f".{name}")
    component = f"{table} {row}" if row.isdigit() else row
    return f"{name_in_words(component.replace('.', ' '))}: {said}"


def _label(figure: "Figure") -> str:
    """Return the words for a figure on the page."""
    said = figure_name(figure)
    return said[:1].upper() + said[1:]

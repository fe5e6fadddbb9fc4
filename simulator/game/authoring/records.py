"""The records of a game: its Rules from the figures of rules.toml, its State from the table STATE of game.py."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse, nearest, unknown
from digsite.simulator.game.authoring.declarations import SEATS, Measure
from digsite.simulator.game.authoring.hidden import UNSEEN, Cards, Hidden, Pile, missing_field
from digsite.simulator.game.authoring.places import WrongEntry
from digsite.simulator.game.columns import Column
from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.record import field_name, fill
from digsite.simulator.game.rules.toml_places import WrongFigure
from digsite.simulator.game.state import common_fields
from digsite.simulator.game.wording import listed
from digsite.simulator.kernel.play.records import record

NUMBER, FLAG, SHARE = "number", "flag", "share"
_KINDS = {NUMBER: "i4", FLAG: "i1", SHARE: "f8"}
CHOICE, ASKED = "choice", "asked"  # of games in which seats choose in secret
SCORE_AFTER, MILESTONES_PASSED = "score_after", "milestones_passed"
_TAKEN = set(dir(np.record)) | {"rules", "state"}  # plain Python would find numpy's own attribute under these names
_COUNTED = 200  # the most cards that hands which count them by kind can hold beside those of their pile
Prepare = Callable[[Any], None]


# ------------------------------------------------------------------------------------------------ rules


def rules_record(figures: Figures, derived: Mapping[str, Any], max_seats: int) -> "np.dtype[Any]":
    """Return the Rules record: `seats`, a field for each figure (dots become underscores), and the fields of DERIVED.

    A list has a row as long as it may become, and its present length in `NAME_size`; the rows of a component table
    share one row.
    """
    fields: dict[str, tuple[Any, ...]] = {SEATS: (SEATS, "i4")}
    for figure in figures:
        name = field_name(figure.field_of or figure.key)
        if name == SEATS:
            raise WrongFigure(
                figure.key,
                WrongUse("A figure cannot be called seats: rules.seats is the number of players; rename it."),
            )
        if name in fields or (kind := _kind_of(figure)) is None:
            continue
        if name in _TAKEN or not name.isidentifier():
            problem = WrongUse(f"A figure cannot be called {figure.key}: the name {name} is taken; rename it.")
            raise WrongFigure(figure.key, problem)
        rows = (len(figures.tables[figure.field_of.rpartition(".")[0]].rows),) if figure.field_of else ()
        room = _room(figure)
        fields[name] = (name, kind, (*rows, *room)) if rows or room else (name, kind)
        if room and figure.kind != "amounts":
            fields[f"{name}_size"] = (f"{name}_size", "i4", rows) if rows else (f"{name}_size", "i4")
    for name, declared in derived.items():
        if name in fields:
            raise WrongEntry(
                "DERIVED", name, f"DERIVED names {name}, which is a figure of rules.toml; rename one of them."
            )
        fields[name] = record_field("DERIVED", name, declared, max_seats, figures)
    return np.dtype(list(fields.values()), align=True)


def _kind_of(figure: Figure) -> str | None:
    """Return the type of a figure's numbers; None for a text."""
    numbers = figure.shape.numbers(figure.value)
    while isinstance(numbers, list | tuple):
        if not numbers:
            return "i4"
        numbers = numbers[0]
    if isinstance(numbers, str) or numbers is None:
        return None
    return "f8" if isinstance(numbers, float) else "i4"


def _room(figure: Figure) -> tuple[int, ...]:
    numbers = figure.shape.numbers(figure.value)
    if not isinstance(numbers, list) or figure.per_players:
        return ()
    return (max(len(numbers), figure.length[1] if figure.length else 0),)


def rules_builder(dtype: "np.dtype[Any]", prepare: Prepare | None) -> Callable[[Figures, int], np.recarray]:
    """Return the function that fills a Rules record with figures for a number of seats."""

    def build(figures: Figures, seats: int) -> np.recarray:
        box = record(dtype)
        fill(box[0], figures, seats)
        if prepare is not None:
            prepare(box[0])
        return box

    return build


# ------------------------------------------------------------------------------------------------ state


def state_record(
    declared: Mapping[str, Any], hidden: Hidden, figures: Figures, seats: int, noise: int, more: Mapping[str, Any]
) -> "np.dtype[Any]":
    """Return the State record: the fields that all games have, those of STATE, and those that digsite adds (`more`)."""
    fields = list(common_fields(noise + seats))
    common = {name for name, *_ in fields}
    for name, entry in declared.items():
        if name in common or name in more:
            raise WrongEntry(
                "STATE",
                name,
                f"STATE names {name}, a field that every game of this kind has; leave it out or rename it.",
            )
        if name in _TAKEN:
            raise WrongEntry(
                "STATE", name,
                f"A field of STATE cannot be called {name!r}: numpy uses that name. Try {name}_now or {name}_number.",
            )  # fmt: skip
        if not isinstance(name, str) or not name.isidentifier() or name.startswith("_"):
            raise WrongEntry(
                "STATE", name, f"A field of STATE cannot be called {name!r}; use a word of letters, digits and _."
            )
        fields.append(record_field("STATE", name, entry, seats, figures))
    for name, entry in more.items():
        fields.append(record_field("STATE", name, entry, seats, figures))
    made = np.dtype(fields)
    fields += _redeal_fields(made, hidden, seats)
    return np.dtype(fields, align=True)


def _redeal_fields(state: "np.dtype[Any]", hidden: Hidden, seats: int) -> Iterator[tuple[Any, ...]]:
    """Yield the fields that a redeal works in, large enough for every card that can be unseen."""
    _check_hidden(state, hidden)
    room = 0
    for piles, hands in hidden.decks.values():
        if not hands:
            continue
        rows = [*(it.name for it in piles), *(it.name for it in hands if it.size)]
        counting = [it for it in hands if not it.size]
        room = max(room, sum(int(np.prod(state[name].shape)) for name in rows) + _COUNTED * bool(counting))
        yield from ((missing_field(it), "i4", (seats,)) for it in counting)
    if room:
        yield (UNSEEN, "i4", (room,))


def _check_hidden(state: "np.dtype[Any]", hidden: Hidden) -> None:
    """Raise a WrongUse for a declaration of HIDDEN that does not fit the fields of STATE."""
    for wrong in hidden.unknown:
        raise WrongEntry(
            "HIDDEN",
            wrong,
            f'HIDDEN lists {wrong!r}; write pile("deck", "drawn"), hand("hand", "hand_size") or secret("bid").',
        )
    piles, fields = {it.name for it in hidden.piles}, state.names or ()
    for named_part in hidden.parts:
        same = [it for it in hidden.parts if it.name == named_part.name]
        if len(same) > 1 and not all(isinstance(it, Pile) and it.last is not None for it in same[:-1]):
            raise WrongEntry(
                "HIDDEN", named_part.name,
                f"HIDDEN names {named_part.name} twice; leave one out. Two piles of one row need bounds that do not overlap.",
            )  # fmt: skip
    named: list[tuple[str, Cards, tuple[Any, Any]]] = [("pile", it, (it.first, it.last)) for it in hidden.piles]
    named += [("hand", it, (it.size or None, it.known or None)) for it in hidden.hands]
    for kind, part, others in named:
        for name in (part.name, *others):
            if isinstance(name, str) and name not in fields:
                raise WrongEntry(
                    "HIDDEN", part.name,
                    f'{kind}("{part.name}") in HIDDEN names {name!r}, no field of STATE. {_nearest(name, state)}',
                )  # fmt: skip
        if len(state[part.name].shape) != (1 if kind == "pile" else 2):
            wanted = "a row of cards" if kind == "pile" else 'a row of cards for each seat, such as ("seats", 10)'
            raise WrongEntry("HIDDEN", part.name, f'{kind}("{part.name}") in HIDDEN needs {wanted} in STATE.')
        if part.of and part.of not in piles:
            raise WrongEntry(
                "HIDDEN", part.name,
                f'{kind}("{part.name}", of="{part.of}") in HIDDEN names no pile; add pile("{part.of}", ...) to HIDDEN.',
            )  # fmt: skip
    for it in hidden.secrets:
        if it.name not in fields or len(state[it.name].shape) != 1:
            raise WrongEntry(
                "HIDDEN", it.name,
                f'secret("{it.name}") in HIDDEN needs a field of STATE with a number for each seat. {_nearest(it.name, state)}',
            )  # fmt: skip


def _nearest(name: str, state: "np.dtype[Any]") -> str:
    return str(unknown("field", name, state.names or ())).partition(". ")[2] or f"It has {listed(state.names or ())}."


def record_field(table: str, name: str, entry: Any, seats: int, figures: Figures) -> tuple[Any, ...]:
    """Return the field of a record: a number, a flag, or a row with a length in each dimension.

    An entry is "number", "flag", "seats" (a number for each seat), a length, the key of a figure (as long as it may
    become), or a tuple of lengths, before which a type may stand: ("flag", "seats"), ("i2", 100).
    """
    parts = list(entry) if isinstance(entry, tuple | list) else [entry]
    if not parts:
        raise WrongEntry(
            table, name, f'{table} gives {name} nothing; write "{name}": "number", or a length such as 100 or "seats".'
        )
    kind = _KINDS[NUMBER]
    if isinstance(parts[0], str) and (known := _type(parts[0])):
        kind, parts = known, parts[1:]
    lengths = tuple(_length(table, name, part, seats, figures) for part in parts)
    if lengths and kind == "?":
        kind = "i1"  # compiled code cannot store rows of truths
    return (name, kind, lengths) if lengths else (name, kind)


def _type(word: str) -> str:
    if word in _KINDS:
        return _KINDS[word]
    try:
        made = np.dtype(word)
    except TypeError:
        return ""
    return word if made.kind in "iufb" and made.itemsize <= 8 else ""


def _length(table: str, name: str, part: Any, seats: int, figures: Figures) -> int:
    if part == SEATS:
        return seats
    if isinstance(part, int) and not isinstance(part, bool) and part > 0:
        return part
    if isinstance(part, str) and part in figures.values():
        figure = figures.find(part)[0]
        if isinstance(figure.value, list):
            return _room(figure)[0]
        if figure.range is not None:
            return int(figure.range[1])
        raise WrongEntry(
            table, name,
            f"{table} makes {name} as long as the figure {part}, which has no range; add a range to it in rules.toml.",
        )  # fmt: skip
    near = nearest(part, [*_KINDS, SEATS, *figures.values()]) if isinstance(part, str) else ""
    raise WrongEntry(
        table, name,
        f'{table} gives {name} the length {part!r}; write a whole number, "seats", or the key of a figure with a range, and for a '
        f'type "number", "flag" or "share".{near}',
    )  # fmt: skip


# ------------------------------------------------------------------------------------------------ columns


def columns_of(declared: Sequence[Any], state: "np.dtype[Any]", seats: int) -> tuple[Column, ...]:
    """Return the columns of a game: those declared with `column` have the type and shape of their field of STATE."""
    columns = tuple(it if isinstance(it, Column) else _column(it, state, seats) for it in declared)
    names = [it.name for it in columns]
    for name in names:
        if names.count(name) > 1:
            raise WrongEntry("COLUMNS", name, f"COLUMNS lists {name} twice; leave one out.")
    return columns


def _column(measure: Any, state: "np.dtype[Any]", seats: int) -> Column:
    if not isinstance(measure, Measure):
        raise WrongEntry("COLUMNS", measure, f'COLUMNS lists {measure!r}; write column("gems", "gems in the chest").')
    if measure.name not in (state.names or ()):
        raise WrongEntry(
            "COLUMNS", measure.name, f"The column {measure.name} is no field of STATE. {_nearest(measure.name, state)}"
        )
    base, shape = state[measure.name].base, state[measure.name].shape
    more, per_seat = dict(measure.more), bool(shape) and shape[0] == seats and measure.more.get("per") != "game"
    rest = shape[1:] if per_seat else shape
    if len(rest) > 1:
        raise WrongEntry(
            "COLUMNS", measure.name,
            f"The column {measure.name} has {len(rest) + per_seat} dimensions; record a row or a number instead.",
        )  # fmt: skip
    more["per"] = "seat" if per_seat else "game"
    if rest:
        more["labels"] = tuple(more.get("labels") or (str(at + 1) for at in range(rest[0])))
        if len(more["labels"]) > rest[0]:
            raise WrongEntry(
                "COLUMNS", measure.name,
                f"The column {measure.name} has {len(more['labels'])} labels for {rest[0]} entries; leave some out.",
            )  # fmt: skip
    if wrong := [name for name in more if name not in Column.__dataclass_fields__]:
        problem = unknown(f"entry of the column {measure.name}", wrong[0], Column.__dataclass_fields__)
        raise WrongEntry("COLUMNS", measure.name, problem)
    return Column(measure.name, str(base.str).lstrip("<|="), measure.about, **more)

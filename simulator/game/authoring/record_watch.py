"""Records as plain Python plays with them: every name, index and number is checked when it is used.

Compiled code does not check all of that: it cuts off decimals, and digits that do not fit. Numbers are read as Python's,
so that arithmetic is not limited by the size of a field, as in compiled code.
"""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from digsite.simulator.errors import nearest
from digsite.simulator.game.authoring.faults import NoEntry, NoField, RuleFault
from digsite.simulator.game.wording import truncate

STATE, RULES, OUTCOME, MIND = "state", "rules", "outcome", "mind"
_UNWATCHED = ("stream",)  # the kernel computes with its 64 bits as they are
_SEATS = dict.fromkeys(("players", "num_players", "n_players", "player_count", "n_seats", "seats"), "rules.seats")
# What other frameworks call the fields that every game has.
_COMMON: Mapping[str, Mapping[str, str]] = {
    STATE: _SEATS
    | dict.fromkeys(("player", "current_player", "active_player"), "state.seat")
    | dict.fromkeys(("finished", "done", "ended", "game_over"), "state.over")
    | dict.fromkeys(("round", "turn"), "state.turns"),
    RULES: _SEATS,
}


class Row(np.ndarray):
    """A row of numbers in a record."""

    label: str
    owner: "Fields | None"

    def __array_finalize__(self, made_from: Any) -> None:
        self.label = getattr(made_from, "label", "")
        self.owner = getattr(made_from, "owner", None)

    def __getitem__(self, at: Any) -> Any:
        _check_index(self, at)
        try:
            found = super().__getitem__(at)
        except IndexError:
            raise _no_entry(self, at) from None
        return found.item() if isinstance(found, np.generic) else found

    def __setitem__(self, at: Any, value: Any) -> None:
        _check_index(self, at)
        if self.label:
            if self.owner is not None:
                self.owner.check_open(self.label)
            check_number(self.label, self.dtype, value)
        try:
            super().__setitem__(at, value)
        except IndexError:
            raise _no_entry(self, at) from None
        except ValueError as problem:
            raise RuleFault(f"{self.label} cannot be filled like this: {problem}.") from None


def _check_index(row: Row, at: Any) -> None:
    kind = at.__class__
    if kind is int or kind is slice or kind is tuple:
        return
    if isinstance(at, float | np.floating):
        raise RuleFault(
            f"{row.label or 'A row'} is indexed with the decimal number {at:g}. Divide with // instead of /, or use int()."
        )
    if isinstance(at, bool | np.bool_):
        raise RuleFault(f"{row.label or 'A row'} is indexed with {at}, which is no number. Use int().")


def _no_entry(row: Row, at: Any) -> NoEntry | RuleFault:
    """Return the error for an index that a row does not have."""
    label, indices = row.label or "the row", at if isinstance(at, tuple) else (at,)
    for index in indices:
        if not isinstance(index, slice):
            _check_index(row, index)
    if len(indices) > row.ndim:
        return RuleFault(f"{label} has {row.ndim} {_dimensions(row.ndim)}, and {len(indices)} indices are given.")
    for place, (index, size) in enumerate(zip(indices, row.shape, strict=False)):
        if isinstance(index, int | np.integer) and not -size <= index < size:
            which = "index" if row.ndim == 1 else ("first index", "second index", "third index")[min(place, 2)]
            shown = ", ".join(map(str, indices))
            return NoEntry(
                f"{label}[{shown}] does not exist: the {which} goes from 0 to {size - 1}. {_LONGER.get(label.partition('.')[0], _LONGER[''])}"
            )
    return NoEntry(f"{label} has no entry {at!r}.")


_LONGER = {
    STATE: "Make the row longer in STATE, or check the index first.",
    "": "Make the row longer, or check the index first.",
    "options": "Set MAX_OPTIONS in game.py to the most options that a decision has.",
}


def _dimensions(number: int) -> str:
    return "dimension" if number == 1 else "dimensions"


def check_number(label: str, dtype: np.dtype, value: Any) -> None:
    """Raise a RuleFault for a value that a field of this type cannot hold."""
    if value.__class__ is int and dtype.kind == "i":
        if not -(1 << (8 * dtype.itemsize - 1)) <= value < 1 << (8 * dtype.itemsize - 1):
            raise _too_large(label, dtype, value)
        return
    if isinstance(value, bool | np.bool_):
        return
    if isinstance(value, np.ndarray | list | tuple):
        entries = np.asarray(value)
        if entries.dtype.kind not in "biuf":
            raise RuleFault(f"{label} holds numbers, and is given {value!r}.")
        for entry in (entries.min(), entries.max()) if entries.size else ():
            check_number(label, dtype, entry.item())
        if entries.dtype.kind == "f" and dtype.kind != "f" and (entries != np.round(entries)).any():
            raise _decimal(label, float(entries[entries != np.round(entries)][0]))
        return
    if not isinstance(value, int | float | np.integer | np.floating):
        raise RuleFault(f"{label} holds a number, and is given {_shown(value)}.")
    if dtype.kind == "f":
        return
    if isinstance(value, float | np.floating) and not float(value).is_integer():
        raise _decimal(label, float(value))
    low, high = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    if not low <= value <= high:
        raise _too_large(label, dtype, value)


def _shown(value: Any) -> str:
    number = isinstance(value, int | float | np.number)
    return "nothing" if value is None else f"the number {value}" if number else truncate(repr(value), 40)


def _too_large(label: str, dtype: np.dtype, value: Any) -> RuleFault:
    low, high = (0, 1) if dtype.kind == "b" else (np.iinfo(dtype).min, np.iinfo(dtype).max)
    return RuleFault(
        f"{value:,} does not fit into {label}, which holds {low:,} to {high:,}. Give the field a larger type, or keep the "
        "number small."
    )


def _decimal(label: str, value: float) -> RuleFault:
    return RuleFault(
        f'{label} holds whole numbers, and is given {value:g}. Divide with // instead of /, round with int(), or make the field a "share".'
    )


class Fields:
    """A record whose fields are read and written by their names."""

    def __init__(self, given: Any, what: str, lock: str = ""):
        """Watch a record, which stays where it is.

        what: state, rules or outcome.
        lock: who may only look at it; empty if all may write.
        """
        keep = object.__setattr__
        keep(self, "_record", given)
        keep(self, "_what", what)
        keep(self, "_lock", lock)
        keep(self, "dtype", given.dtype)
        for name in given.dtype.names:
            if given.dtype[name].shape:
                keep(self, name, self._row(name))

    def _row(self, name: str) -> Any:
        values = self._record[name]
        if name in _UNWATCHED:
            return values
        row = values.view(Row)
        row.label, row.owner = f"{self._what}.{name}", self
        return row

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            return getattr(self._record, name)
        try:
            return self._record[name].item()
        except (KeyError, ValueError):
            raise self._no_field(name) from None

    def __setattr__(self, name: str, value: Any) -> None:
        fields: Mapping[str, Any] = self.dtype.fields
        if name not in fields:
            raise self._no_field(name)
        label, own = f"{self._what}.{name}", self.__dict__.get(name)
        if own is not None:
            if value is own:  # an operation in place
                raise RuleFault(
                    f"{label} is a row of {' x '.join(map(str, own.shape))} numbers, and this changes all of them. Change one, such as "
                    f"{label}[seat], or write {label}[:] if all are meant."
                )
            self._fill(own, value)
            return
        self.check_open(label)
        check_number(label, fields[name][0], value)
        self._record[name] = value

    def _fill(self, row: Row, value: Any) -> None:
        """Give a whole row other values, as many as it has."""
        if np.shape(value) != row.shape:
            raise RuleFault(
                f"{row.label} is a row of {' x '.join(map(str, row.shape))} numbers, and is given {_shown(value)}. Fill its entries: "
                f"{row.label}[0] = ..., or all of them: {row.label}[:] = ..."
            )
        row[:] = value

    def __getitem__(self, name: str) -> Any:
        return getattr(self, name)

    def __setitem__(self, name: str, value: Any) -> None:
        if name in self.__dict__:
            self._record[name] = value
        else:
            setattr(self, name, value)

    def check_open(self, label: str) -> None:
        """Raise a RuleFault if the record may only be looked at."""
        if self._lock:
            raise RuleFault(f"{self._lock} changes {label}, and may only look. {_WRITERS[self._what]}")

    def lock(self, who: str) -> str:
        """Let these only look at the record, or all write to it if empty; return who could only look before."""
        before = self._lock
        object.__setattr__(self, "_lock", who)
        return str(before)

    def tobytes(self) -> bytes:
        """Return the bytes of the record."""
        return bytes(self._record.tobytes())

    def _no_field(self, name: str) -> NoField:
        return NoField(missing_field(self._what, name, {self._what: self.dtype.names}))


def missing_field(what: str, name: str, fields: Mapping[str, Sequence[str]]) -> str:
    """Return the sentences for a field that a record does not have, with the one that was probably meant.

    fields: the names of each record's fields.
    """
    own, common = fields.get(what, ()), _COMMON.get(what, {}).get(name, "")
    other = next((it for it in (RULES, STATE) if it != what and name in fields.get(it, ())), "")
    if other:
        meant = f" Did you mean {other}.{name}?"
    elif common:
        meant = f" Did you mean {common}?"
    else:
        meant = nearest(name, own) or _ADD.get(what, "")
    return f"{_HOLDER.get(what, what)} has no field {name}.{meant}"


_WRITERS = {
    STATE: "Only setup, apply and resolve change the state.",
    RULES: "The rules stay as they are during a game; use a field of STATE.",
    OUTCOME: "Only measure writes it.",
    MIND: "Only a strategy writes its mind.",
}
_HOLDER = {STATE: "STATE", RULES: "rules", OUTCOME: "The outcome", MIND: "MIND"}
_ADD = {
    STATE: " Add it to STATE.",
    RULES: " Add a figure to rules.toml, or a field to DERIVED; a figure hand.size is rules.hand_size.",
    OUTCOME: " Add a Column to COLUMNS.",
    MIND: " Add it to MIND.",
}

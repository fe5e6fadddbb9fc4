"""The file of a learned player, `learned@mine.npz`: numbers and a record in a .npz archive, nothing that could run.

A file may come from anywhere: it is read without pickle, no more than it may hold, and every number is checked.
"""

import base64
import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.home import name_in
from digsite.strategies.learned.encoding import MOST_SPAN, Encoding
from digsite.strategies.learned.layout import (
    AT_ROWS,
    AT_TAIL,
    B1,
    BITS,
    CONTENDING,
    FIELDS,
    FORM,
    FORMAT,
    FRACTION,
    LINEAR,
    LOWEST,
    MASK,
    MEAN,
    MOST_BIAS,
    MOST_WEIGHT,
    ONE,
    SCALE,
    SHIFT,
    SIGN,
    SIZED,
    SPAN,
    STEEPNESS,
    TABLE,
    TABLED,
    TAIL,
    UNITS,
    VIEWED,
    W2,
    W3,
    WORD,
    WORLDS,
)

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game

PLAYER = "player.npz"  # in the folder of a training
MOST_BYTES = 32_000_000  # of a file
MOST_MEMBER = 64_000_000  # bytes of one of its arrays, unpacked
MOST_ELEMENTS, MOST_ROWS, MOST_WORLDS = 20_000, 100_000, 64
MOST_VALUE = 1 << 40  # of the worth of a point, and of a win
_ARRAYS = {"about": 1, "fields": 2, "views": 3, "tables": 1, "rows": 2, "tail": 1, "settings": 1}
_KNOWN = {"game": str, "version": int, "state": str, "rules": str, "seats": int, "seed": int, "games": int}


class _Unusable(Exception):
    """What is wrong with a file."""


@dataclass(frozen=True, eq=False)
class LearnedPlayer:
    """A learned player.

    about:    its game, and the record of its training.
    encoding: what it reads in a state.
    rows:     the weights of the first layer; `tail` has those above.
    settings: how many deals it tries at most, the worth of a point, and that of being in the running at the end.
    """

    about: Mapping[str, Any]
    encoding: Encoding
    rows: npt.NDArray[np.int64]
    tail: npt.NDArray[np.int64]
    settings: tuple[int, int, int]

    @cached_property
    def numbers(self) -> npt.NDArray[np.float64]:
        """Return the player as the kernel reads it."""
        made = self.encoding.player()
        at, tail = made.view(np.int64)[[AT_ROWS, AT_TAIL]].tolist()
        made[at : at + self.rows.size] = self.rows.ravel()
        made[tail : tail + TAIL] = self.tail
        made[WORLDS], made[SCALE], made[CONTENDING] = self.settings
        made.flags.writeable = False
        return made

    def to_bytes(self) -> bytes:
        """Return the file, the same bytes each time."""
        about = np.frombuffer(json.dumps(dict(self.about), sort_keys=True).encode(), np.uint8)
        arrays = {
            "about": about, "fields": self.encoding.fields, "views": self.encoding.views, "tables": self.encoding.tables,
            "rows": self.rows.astype(np.int16), "tail": self.tail, "settings": np.array(self.settings, np.int64),
        }  # fmt: skip
        written = io.BytesIO()
        with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as archive:
            for name, array in arrays.items():
                inside = io.BytesIO()
                np.lib.format.write_array(inside, np.ascontiguousarray(array), allow_pickle=False)
                info = zipfile.ZipInfo(f"{name}.npy", (1980, 1, 1, 0, 0, 0))
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, inside.getvalue())
        return written.getvalue()

    def to_text(self) -> str:
        """Return the file in letters, as plans keep it."""
        return base64.b64encode(self.to_bytes()).decode()

    def describing(self, **more: Any) -> "LearnedPlayer":
        """Return the same player with more in its record."""
        return replace(self, about={**self.about, **more})


def state_hash(game: "Game") -> str:
    """Return a short hash of a game's State record: the names, types and places of its fields."""
    state = game.records.state
    fields: Mapping[str, Any] = state.fields or {}
    known = [[name, str(kind.base), list(kind.shape), at] for name, (kind, at, *_) in fields.items()]
    return hashlib.sha256(json.dumps([known, state.itemsize]).encode()).hexdigest()[:16]


def rules_hash(figures: Mapping[str, Any]) -> str:
    """Return a short hash of every rule figure."""
    return hashlib.sha256(json.dumps(figures, sort_keys=True).encode()).hexdigest()[:16]


def read_learned(file: str, game: "Game", seats: int | None) -> LearnedPlayer:
    """Return the player of a file, or of the folder of a training, for a game and a table of so many seats."""
    path = Path(file)
    path = path / PLAYER if path.is_dir() else path
    if not path.is_file():
        raise WrongUse(f"There is no learned player {path}; `{Command('learn')}` trains one.")
    if path.stat().st_size > MOST_BYTES:
        raise WrongUse(f"{file} is too large for a learned player; `{Command('learn')}` writes one.")
    return checked_for(learned_of(path.read_bytes(), file), file, game, seats)


def learned_in(text: str, file: str, game: "Game", seats: int | None) -> LearnedPlayer:
    """Return the player that a plan keeps in letters."""
    try:
        content = base64.b64decode(text, validate=True)
    except ValueError as problem:
        raise WrongUse(f"The learned player {file} in the plan is damaged.") from problem
    return checked_for(learned_of(content, file), file, game, seats)


def checked_for(learned: LearnedPlayer, file: str, game: "Game", seats: int | None) -> LearnedPlayer:
    """Return the player if it is one for this game and table."""
    about = learned.about
    if about["game"] != name_in(game.id):
        raise WrongUse(f"{file} has learned {about['game']}, not {name_in(game.id)}.")
    if about["state"] != state_hash(game) or learned.encoding.words * 8 != game.records.state.itemsize:
        raise WrongUse(f"{file} has learned another version of {game.title}, whose State differs; train it again.")
    if seats is not None and about["seats"] != seats:
        raise WrongUse(
            f"{file} has learned to play at a table of {about['seats']}, not of {seats}; train one for {seats}."
        )
    return learned


@lru_cache(maxsize=32)
def learned_of(content: bytes, file: str) -> LearnedPlayer:
    """Return the player that some bytes hold; raise `WrongUse` if they hold none."""
    try:
        return _checked(_arrays(content))
    except (
        _Unusable,
        ValueError,
        KeyError,
        EOFError,
        OSError,
        OverflowError,
        zipfile.BadZipFile,
        NotImplementedError,
    ) as problem:
        what = str(problem) if isinstance(problem, _Unusable) else "it is damaged or of another kind"
        raise WrongUse(f"{file} is not a learned player: {what}. `{Command('learn')}` writes one.") from problem
    except Exception as problem:  # zlib, or whatever else reads the archive
        raise WrongUse(f"{file} is not a learned player: it is damaged. `{Command('learn')}` writes one.") from problem


def _arrays(content: bytes) -> dict[str, np.ndarray]:
    found = {}
    with zipfile.ZipFile(io.BytesIO(content)) as archive:
        names = archive.namelist()
        if sorted(names) != sorted(f"{name}.npy" for name in _ARRAYS):
            raise _Unusable("it has other parts")
        for name, axes in _ARRAYS.items():
            info = archive.getinfo(f"{name}.npy")
            if info.file_size > MOST_MEMBER:
                raise _Unusable(f"its {name} are too large")
            array = np.lib.format.read_array(io.BytesIO(archive.read(info)), allow_pickle=False)
            if array.ndim != axes or array.dtype.kind not in "iu":
                raise _Unusable(f"its {name} are of another shape")
            found[name] = array
    return found


def _within(what: str, array: np.ndarray, lowest: int, highest: int) -> None:
    if array.size and (int(array.min()) < lowest or int(array.max()) > highest):
        raise _Unusable(f"{what} must be from {lowest:,} to {highest:,}")


def _about(array: np.ndarray) -> dict[str, Any]:
    if array.dtype != np.uint8 or array.size > MOST_BYTES:
        raise _Unusable("its record is none")
    about = json.loads(array.tobytes().decode())
    if not isinstance(about, dict):
        raise _Unusable("its record is none")
    if about.get("format") != FORMAT:
        raise _Unusable("another version of digsite wrote it")
    for name, kind in _KNOWN.items():
        if type(about.get(name)) is not kind:
            raise _Unusable(f"its record has no {name}")
    return about


def _checked(found: dict[str, np.ndarray]) -> LearnedPlayer:
    about = _about(found["about"])
    fields, views, tables, rows, tail, settings = (found[name].astype(np.int64) for name in list(_ARRAYS)[1:])
    elements, seats = fields.shape[1], about["seats"]
    if not 1 <= seats <= 64 or fields.shape[0] != FIELDS or views.shape != (seats, VIEWED, elements):
        raise _Unusable("its parts do not fit together")
    if rows.shape[1] != UNITS or tail.shape != (TAIL,) or settings.shape != (3,):
        raise _Unusable("its layers are of another size")
    if elements > MOST_ELEMENTS or len(rows) > MOST_ROWS:
        raise _Unusable("it reads more than any game has")
    _check_encoding(fields, views, tables, len(rows))
    _within("its weights", rows, -MOST_WEIGHT, MOST_WEIGHT)
    _within("its weights", tail[W2 : W2 + UNITS * UNITS], -MOST_WEIGHT, MOST_WEIGHT)
    _within("its weights", tail[W3 : W3 + UNITS], -MOST_WEIGHT, MOST_WEIGHT)
    _within("its weights", tail[B1:], -MOST_BIAS, MOST_BIAS)
    _within("its deals", settings[:1], 1, MOST_WORLDS)
    _within("its settings", settings[1:], 0, MOST_VALUE)
    words = about.get("words")
    if type(words) is not int or not 1 <= words <= 1 << 20:
        raise _Unusable("its record has no words")
    _within("its words", views[:, WORD], 0, words - 1)
    encoding = Encoding(seats, words, fields, views, tables, len(rows))
    return LearnedPlayer(about, encoding, rows, tail, tuple(int(it) for it in settings))  # type: ignore[arg-type]


def _check_encoding(fields: np.ndarray, views: np.ndarray, tables: np.ndarray, rows: int) -> None:
    _within("its shifts", views[:, SHIFT], 0, 63)
    _within("its forms", fields[FORM], TABLED, BITS)
    _within("its masks", fields[MASK], -1, (1 << 32) - 1)
    _within("its signs", fields[SIGN], 0, 1 << 31)
    _within("its values", fields[LOWEST], -(1 << 40), 1 << 40)
    _within("its values", fields[MEAN], -(1 << 40), 1 << 40)
    _within("its values", fields[STEEPNESS], 0, ONE << (FRACTION + 2))
    _within("its spans", fields[SPAN], 1, MOST_SPAN)
    _within("its tables", tables, -1, rows - 1)
    _within("its tables", views[:, TABLE], 0, len(tables))
    if views.size and int((views[:, TABLE] + fields[SPAN]).max()) > len(tables):
        raise _Unusable("its tables are too short")
    if (fields[SPAN][fields[FORM] == BITS] != 64).any() or ((fields[MASK] < 0) & (fields[FORM] != BITS)).any():
        raise _Unusable("its bits are none")
    linear = fields[LINEAR][fields[FORM] == SIZED]
    _within("its rows", linear, 0, rows - 1)

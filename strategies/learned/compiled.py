"""The compiled functions of learned players, for each game; their machine code has folders of its own in the cache."""

import hashlib
from functools import cache
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types

from digsite.simulator.cache_place import cache_root
from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.code_cache import FolderCache
from digsite.simulator.kernel.jit.compile import checks_indices
from digsite.simulator.kernel.jit.dispatcher import KernelDispatcher
from digsite.simulator.kernel.jit.once import once
from digsite.simulator.kernel.jit.signatures import arrays_type, desk_type, moves_type, players_type
from digsite.simulator.kernel.jit.source_hash import KERNEL, source_hash
from digsite.simulator.kernel.play.events import FIELDS
from digsite.strategies.learned import choose, self_play, training
from digsite.strategies.learned.layout import (
    UNITS,
)
from digsite.strategies.minds import minds_of

_OPTIONS = {"error_model": "numpy", "nogil": True, "nopython": True, "_nrt": False, "boundscheck": False}


@cache
def _own_hash() -> str:
    digest = hashlib.sha256()
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]


def _folder(group: str) -> Path:
    checked = "-checked" if group != KERNEL and checks_indices(group) else ""
    return cache_root() / f"{group}-learned-{source_hash(group)}-{_own_hash()}{checked}"


def _compiled(function: Any, group: str, signature: Any, **names: Any) -> Any:
    """Return a function compiled for a signature, with these names in place of its module's."""
    plain = FunctionType(function.__code__, function.__globals__ | names, function.__name__)
    plain.__module__, plain.__qualname__, plain.__doc__ = function.__module__, function.__qualname__, function.__doc__
    if numba.config.DISABLE_JIT:  # type: ignore[attr-defined]
        return plain
    made = KernelDispatcher(plain, {}, dict(_OPTIONS))
    made.use_cache(FolderCache(plain, group, _folder(group)))
    made.declare(signature)
    return made


def words_of(game: str) -> "np.dtype[Any]":
    """Return the type of a game's state as 64-bit words."""
    return np.dtype([("word", np.int64, (find_game(game).records.state.itemsize // 8,))])


def room_of(game: str) -> "np.dtype[Any]":
    """Return the memory that a seat of a learned player needs."""
    records = find_game(game).records
    numbers, options = (np.float64, (UNITS,)), (records.max_options,)
    fields = [
        ("dealt", records.state), ("next", records.state), ("outcome", records.outcome), ("blank", records.outcome),
        ("standing", *numbers), ("layer", *numbers), ("hidden", *numbers),
        ("sums", np.float64, options), ("squares", np.float64, options), ("options", np.int32, options),
        ("alive", np.uint8, options), ("events", np.int32, (1, FIELDS)),
    ]  # fmt: skip
    return np.dtype(fields, align=True)


@once
def learned_player(game: str) -> Any:
    """Return the compiled `choose` of learned players of a game."""
    found = find_game(game)
    kernels = found.kernels
    return _compiled(
        choose.choose, found.home.name, minds_of(game).choose, legal=kernels.legal, apply=kernels.apply, score=kernels.score,
        redeal=kernels.redeal, NOISE=int(found.records.streams["NOISE"]), ROOM=np.zeros(0, room_of(game)),
        WORDS_OF=np.zeros(0, words_of(game)),
    )  # fmt: skip


class Loops(NamedTuple):
    """The compiled loops of self-play of a game."""

    note: Any
    sample: Any


@once
def loops_of(game: str) -> Loops:
    """Return the loops of self-play, compiled for a game's records and the signature of its strategies."""
    found = find_game(game)
    kinds, player = found.kernels.types, minds_of(game).choose
    states, whole = types.Array(kinds.state, 1, "C"), types.int64
    arrays, desk, moves, players = (
        arrays_type(kinds, player),
        desk_type(kinds),
        moves_type(kinds),
        players_type(kinds, player),
    )
    noting = types.int64(
        arrays, desk, moves, players, types.Array(numba.from_dtype(words_of(game)), 1, "C"), types.float64[::1], whole,
        types.int64[::1], types.int32[::1], types.int16[::1], types.int32[:, ::1], types.float64[:, :, ::1],
    )  # fmt: skip
    sampling = types.int64(arrays, moves, players, whole, types.float64, states, states, types.int64[::1])
    name = found.home.name
    return Loops(_compiled(self_play.play_and_note, name, noting), _compiled(self_play.sample_states, name, sampling))


class Learning(NamedTuple):
    """The compiled functions by which a network learns, the same for all games."""

    values: Any
    link: Any
    targets: Any
    fit: Any


@once
def learning() -> Learning:
    """Return them."""
    floats, whole, small, times = types.float32[::1], types.int64[::1], types.int32[::1], types.int16[::1]
    made, room, number = types.int32[:, ::1], types.float32[:, ::1], types.int64
    adam = types.UniTuple(floats, 4)
    rows = (floats, floats, whole, small, times)
    return Learning(
        _compiled(training.values_of, KERNEL, types.void(floats, floats, whole, small, times, room, floats)),
        _compiled(training.link_states, KERNEL, types.void(made, whole)),
        _compiled(training.fill_targets, KERNEL, types.void(floats, made, room, types.float32, floats)),
        _compiled(
            training.fit, KERNEL,
            types.float64(
                floats, floats, adam, number, *rows[2:], floats, whole, number, types.float64, room, floats, floats, small,
                types.uint8[::1],
            ),
        ),
    )  # fmt: skip

"""Kernels: how functions are compiled, cached and typed.

Every compiled function of the project goes through `@kernel`. It caches machine code in a folder keyed by a hash of
all sources the code can depend on (the kernel layer, the game, the game's strategies), so that a stale kernel can never
run: numba itself notices edits only in the cached function's file, not in the files it calls. A function declared with a
signature is loaded or compiled on first use. `NUMBA_DISABLE_JIT=1` runs everything as plain Python.
"""

import ast
import hashlib
import json
import os
import stat
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from digsite.simulator.errors import DigsiteError, said
from digsite.simulator.home import find_home, home_of
from digsite.simulator.kernel.jit.arrays import bare
from digsite.simulator.kernel.jit.code_cache import FolderCache
from digsite.simulator.kernel.jit.dispatcher import KernelDispatcher
from digsite.simulator.kernel.play.records import EMPTY, Mark, Nudging, Order, Thinking

# Strategies are function values, and numba warns about every tuple of them. A filter around our calls alone does not
# work: every playing thread would set and reset it, and Python's filters are shared by all threads.
warnings.filterwarnings("ignore", "First-class function type feature is experimental", NumbaExperimentalFeatureWarning)

_ROOT = Path(__file__).resolve().parents[3]
_config: Any = numba.config
_KERNEL = "kernel"
_LAYER = _ROOT / "simulator" / "kernel"
_PACKAGES = ("simulator", "strategies")
_NAME_ONE = "Set DIGSITE_CACHE to a folder that only you can write to."
_WORDS = ("rules/narrate.py", "rules/columns.py")  # of a game; never compiled


def cache_root() -> Path:
    """Return where kernels are cached: $DIGSITE_CACHE, or the user's cache folder.

    Anyone who can write there can run code, so the folder is the user's alone, even where there is no home folder.
    """
    if given := os.environ.get("DIGSITE_CACHE"):
        return Path(given)
    if base := os.environ.get("XDG_CACHE_HOME") or (os.name == "nt" and os.environ.get("LOCALAPPDATA")):
        return Path(base) / "digsite"
    try:
        return Path.home() / ".cache" / "digsite"
    except RuntimeError:  # neither HOME nor an account says where it is
        return _homeless()


def _homeless() -> Path:
    """Return a temporary folder, created for the user alone and checked to be still private."""
    if not hasattr(os, "getuid"):
        return Path(tempfile.gettempdir()) / "digsite"  # on Windows it is in the user's profile
    folder = Path(tempfile.gettempdir()) / f"digsite-{os.getuid()}"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        above, found = folder.parent.stat(), folder.lstat()
    except OSError as problem:
        raise DigsiteError(
            f"There is no home folder, and {folder} cannot be used: {said(problem)}. {_NAME_ONE}"
        ) from None
    shared = above.st_mode & stat.S_IWOTH and not above.st_mode & stat.S_ISVTX  # others could replace the folder
    if shared or not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise DigsiteError(f"There is no home folder, and others can write to {folder}. {_NAME_ONE}")
    return folder


@cache
def cache_folder(group: str) -> Path:
    """Return the cache folder of a group of kernels ("kernel", or a game's name), named by its sources' hash.

    Kernels compiled under NUMBA_BOUNDSCHECK=1, which checks every index, have a separate folder.
    """
    return cache_root() / f"{group}-{source_hash(group)}{'-checked' * bool(_config.BOUNDSCHECK)}"


@cache
def source_hash(group: str) -> str:
    """Return a hash of everything a kernel of the group depends on: its sources' meaning and the compiler's version.

    Comments, docstrings and the files that only describe a game in words do not count. A game's columns reach the
    kernels as the type of its outcome record, which numba checks.
    """
    digest = hashlib.sha256(f"{sys.version} {numba.__version__} {np.__version__}".encode())
    with _Meanings() as meanings:
        for place, path in sorted(_sources(group).items()):
            digest.update(place.encode())
            digest.update(meanings.of(path.read_bytes()).encode())
    return digest.hexdigest()[:16]


def _sources(group: str) -> dict[str, Path]:
    """Return the files that a group's kernels can depend on, by relative path, which does not change when they move."""
    shared = [*_LAYER.glob("**/*.py")]
    if group == _KERNEL:
        return {path.relative_to(_ROOT).as_posix(): path for path in shared}
    shared += (_ROOT / "strategies" / "plugins").glob("guard.py")
    own = {place: path for place, path in find_home(group).sources.items() if place not in _WORDS}
    return {path.relative_to(_ROOT).as_posix(): path for path in shared} | own


class _Meanings:
    """Hashes of what sources mean, cached by the hash of their text: parsing all of them is slow."""

    def __init__(self) -> None:
        self._file = cache_root() / "meanings.json"
        self._version = sys.version
        try:
            known = json.loads(self._file.read_text(encoding="utf-8"))
            texts = known["texts"] if known["version"] == self._version else {}
            self._known: dict[str, str] = {key: str(meaning) for key, meaning in texts.items()}
        except (OSError, ValueError, KeyError, TypeError, AttributeError):  # damaged: computed again
            self._known = {}
        self._learnt = False

    def of(self, text: bytes) -> str:
        """Return a hash that comments and docstrings do not change."""
        key = hashlib.sha256(text).hexdigest()
        if key not in self._known:
            self._known[key] = hashlib.sha256(ast.dump(_without_docstrings(text)).encode()).hexdigest()
            self._learnt = True
        return self._known[key]

    def __enter__(self) -> "_Meanings":
        return self

    def __exit__(self, *_problem: object) -> None:
        if not self._learnt:
            return
        aside = self._file.with_name(f".meanings.{os.getpid()}.aside")
        with suppress(OSError):  # not writable: computed again next time
            self._file.parent.mkdir(parents=True, exist_ok=True)
            text = json.dumps({"version": self._version, "texts": self._known})
            aside.write_text(text, encoding="utf-8", newline="\n")
            os.replace(aside, self._file)


def _without_docstrings(text: bytes) -> ast.Module:
    tree = ast.parse(text)
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body[:1] = [] if len(node.body) > 1 else [ast.Pass()]
    return tree


def is_compiled(group: str) -> bool:
    """Return whether the game's kernels are already cached, so that compiling needs no announcement."""
    return bool(_config.DISABLE_JIT) or any(cache_folder(group).glob("*.nbc"))


def is_ours(function: Callable[..., Any]) -> bool:
    """Return whether a function belongs to the project, by the place of its file, and not to a user."""
    return _is_ours(function.__code__.co_filename)


@cache
def _is_ours(file: str) -> bool:
    path = Path(file).resolve()
    return any(path.is_relative_to(_ROOT / package) for package in _PACKAGES)


def _group_of(function: Callable[..., Any]) -> str | None:
    """Return the cache group of a function, or None for a plug-in."""
    file = function.__code__.co_filename
    if Path(file).resolve().is_relative_to(_LAYER):
        return _KERNEL
    home = home_of(file)
    return home.name if home else None


def kernel(function_or_signature: Any, **options: Any) -> Any:
    """Compile a function: `@kernel` at first call, `@kernel(signature)` at once."""
    if not callable(function_or_signature) or isinstance(function_or_signature, types.Type):
        return lambda function: _compile(function, function_or_signature, **options)
    return _compile(function_or_signature, None, **options)


def _compile(function: Callable[..., Any], signature: Any, **options: Any) -> Any:
    group = _group_of(function)
    chosen: dict[str, Any] = {"error_model": "numpy", "nogil": True, "cache": group is not None} | options
    chosen.setdefault("boundscheck", not is_ours(function))
    cached = chosen.pop("cache")
    if _config.DISABLE_JIT:
        return function
    made = KernelDispatcher(function, {}, chosen | {"nopython": True})
    if cached and group is not None:
        made.use_cache(FolderCache(function, group, cache_folder(group)))
    if signature is not None:
        made.declare(signature)
        if group is None:
            made.ready()  # a user should see errors at once
    return made


# numba/numba#2345, #9393: numba counts references to every array that a function passes on, with atomic instructions that
# cost more than most rules. A rule makes no arrays, so it is compiled without them; with them a random game of Lost
# Cities takes 4.4 times as long.
rule = partial(kernel, _nrt=False)
# For rules so small that a call would cost more than their work; without this a random game of Lost Cities takes 1.5
# times as long.
inlined = partial(rule, forceinline=True)


class GameTypes(NamedTuple):
    """The signatures of one game's kernel functions, and their record types."""

    setup: Any
    legal: Any
    apply: Any
    score: Any
    redeal: Any
    own_turn: Any
    held: Any
    nudge: Any
    rules: Any
    state: Any
    outcome: Any
    max_seats: int

    @property
    def choose(self) -> Any:
        """Return the signature of strategies without notes and tables; for others use `choose_type`."""
        return choose_type(self, EMPTY, EMPTY)


# Arrays as Python and plug-ins see them, and as games and strategies receive them.
WHOLE_EVENTS, WHOLE_OPTIONS, WHOLE_WEIGHTS = types.int32[:, ::1], types.int32[::1], types.float64[::1]
EVENTS, OPTIONS, WEIGHTS = bare(WHOLE_EVENTS), bare(WHOLE_OPTIONS), bare(WHOLE_WEIGHTS)


class Mind(NamedTuple):
    """A strategy's memory: its notes for this game, blank at the start, and tables that all players share."""

    notes: Any
    tables: Any


def game_types(rules: np.dtype, state: np.dtype, outcome: np.dtype, max_seats: int) -> GameTypes:
    """Return the signatures that the kernel contract requires of a game with these records."""
    rules_t, state_t, outcome_t = (numba.from_dtype(dtype) for dtype in (rules, state, outcome))
    return GameTypes(
        setup=types.void(rules_t, state_t, EVENTS),
        legal=types.int64(rules_t, state_t, OPTIONS),
        apply=types.void(rules_t, state_t, types.int64, EVENTS),
        score=types.void(rules_t, state_t, outcome_t),
        redeal=types.void(rules_t, state_t, types.int64),
        own_turn=types.int64(rules_t, state_t),
        held=types.int64(rules_t, state_t, types.int64, types.int64),
        nudge=types.boolean(rules_t, state_t, types.int64, types.int64, types.int64, types.uint64, EVENTS),
        rules=rules_t,
        state=state_t,
        outcome=outcome_t,
        max_seats=max_seats,
    )


def choose_type(game: GameTypes, notes: np.dtype, tables: np.dtype) -> Any:
    """Return the signature of a game's strategies with these notes and tables."""
    mind = types.BaseTuple.from_types((numba.from_dtype(notes), numba.from_dtype(tables)), Mind)  # type: ignore[no-untyped-call]
    return types.int64(game.rules, game.state, types.int64, OPTIONS, types.int64, WEIGHTS, mind)


class PlayArrays(NamedTuple):
    """What one call of the play loop reads and writes; rollouts and search use the same.

    rules:    the Rules record, in an array of one.
    states:   the state, and a blank one.
    order:    which games are played.
    options:  of the decision now due.
    events:   the event buffer, or an empty one.
    cursor:   where play is.
    weights:  a row for each player.
    minds:    each seat's memory, a row of bytes.
    notes:    an empty array of the players' type of notes.
    tables:   the shared lookup tables, in an array of one.
    thinking: how each player looks ahead.
    """

    rules: Any
    states: Any
    order: Any
    options: Any
    events: Any
    cursor: Any
    weights: Any
    minds: Any
    notes: Any
    tables: Any
    thinking: Any


class Desk(NamedTuple):
    """Working memory for search in one call of the play loop; without rows where no player looks ahead.

    worlds:   the world as dealt, and the one being played.
    outcomes: the outcome of a world, and a blank one.
    options:  of a decision in a world.
    sums:     for each option the sum of its lead over the strategy's choice, and of its squares.
    alive:    the remaining options, the strategy's choice first.
    minds:    the memory of each seat in a world.
    bytes:    an empty array of the type of a state as plain bytes.
    events:   an empty buffer.
    tree:     the places of a tree of decisions (see `digsite.simulator.kernel.search.tree`).
    worths:   the lowest and highest worth of a world, then the sum of worths through each place.
    path:     the number of places on a world's path, then the places.
    places:   the place that each option of a decision leads to.
    """

    worlds: Any
    outcomes: Any
    options: Any
    sums: Any
    alive: Any
    minds: Any
    bytes: Any
    events: Any
    tree: Any
    worths: Any
    path: Any
    places: Any


def moves_type(game: GameTypes) -> Any:
    """Return the type of a game's moves: setup, legal, apply, score and redeal."""
    moves = (game.setup, game.legal, game.apply, game.score, game.redeal)
    return types.Tuple([types.FunctionType(signature) for signature in moves])  # type: ignore[no-untyped-call]


def as_bytes(size: int) -> np.dtype:
    """Return the type of a record of this size as plain bytes."""
    return np.dtype([("byte", np.uint8, (size,))])


def desk_type(game: GameTypes) -> Any:
    """Return the type of a game's desk."""
    states, outcomes = types.Array(game.state, 1, "C"), types.Array(game.outcome, 1, "C")
    plain = types.Array(numba.from_dtype(as_bytes(game.state.size)), 1, "C")
    numbers, sums, whole = types.int64[::1], types.float64[:, ::1], types.int64[:, ::1]
    room = (
        states, outcomes, WHOLE_OPTIONS, sums, numbers, types.uint8[:, ::1], plain, WHOLE_EVENTS, whole, types.float64[::1], numbers, numbers,
    )  # fmt: skip
    return types.BaseTuple.from_types(room, Desk)  # type: ignore[no-untyped-call]


def arrays_type(game: GameTypes, choose: Any) -> Any:
    """Return the type of a game's play arrays."""
    notes, tables = choose.args[-1]
    order, thinking = (types.Array(numba.from_dtype(made), 1, "C") for made in (Order, Thinking))
    parts = (
        types.Array(game.rules, 1, "C"), types.Array(game.state, 1, "C"), order, WHOLE_OPTIONS, WHOLE_EVENTS, types.int64[::1],
        types.float64[:, ::1], types.uint8[:, ::1], types.Array(notes, 1, "C"), types.Array(tables, 1, "C"), thinking,
    )  # fmt: skip
    return types.BaseTuple.from_types(parts, PlayArrays)  # type: ignore[no-untyped-call]


def players_type(game: GameTypes, choose: Any) -> Any:
    """Return the type of a line-up's strategies, one for each possible seat."""
    return types.UniTuple(types.FunctionType(choose), game.max_seats)  # type: ignore[no-untyped-call]


def search_type(game: GameTypes, choose: Any) -> Any:
    """Return the signature of a search: what a look-ahead player does with its strategy's choice."""
    player = own = n = types.int64
    return types.int64(
        arrays_type(game, choose), desk_type(game), moves_type(game), players_type(game, choose), player, own, n
    )


def play_type(game: GameTypes, choose: Any) -> Any:
    """Return the signature of the play loop for a game and its strategies."""
    nudges = [types.FunctionType(signature) for signature in (game.own_turn, game.held, game.nudge)]
    return types.boolean(
        arrays_type(game, choose),
        desk_type(game),
        moves_type(game),
        players_type(game, choose),
        types.FunctionType(search_type(game, choose)),
        types.Array(game.outcome, 1, "C"),
        types.Array(numba.from_dtype(Nudging), 1, "C"),
        types.Tuple(nudges),  # type: ignore[no-untyped-call]
        types.Array(numba.from_dtype(Mark), 1, "C"),
    )


def parts_type(game: GameTypes, choose: Any) -> Any:
    """Return the signature of the loop over the parts of a game."""
    taken, games, part = WHOLE_OPTIONS, types.int64, types.int64
    return types.int64(arrays_type(game, choose), moves_type(game), players_type(game, choose), taken, games, part)

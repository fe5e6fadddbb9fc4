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
import sys
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import FunctionType
from typing import Any, NamedTuple

import numba
import numpy as np
from numba import types
from numba.core.errors import NumbaExperimentalFeatureWarning

from digsite.simulator.cache_place import cache_root
from digsite.simulator.home import find_home, home_of
from digsite.simulator.kernel.jit.arrays import bare
from digsite.simulator.kernel.jit.code_cache import FolderCache
from digsite.simulator.kernel.jit.dispatcher import KernelDispatcher
from digsite.simulator.kernel.jit.passed import has_passed
from digsite.simulator.kernel.play.records import EMPTY, Mark, Nudging, Order, Search

# Strategies are function values, and numba warns about every tuple of them. A filter around our calls alone does not
# work: every playing thread would set and reset it, and Python's filters are shared by all threads.
warnings.filterwarnings("ignore", "First-class function type feature is experimental", NumbaExperimentalFeatureWarning)

_ROOT = Path(__file__).resolve().parents[3]
_config: Any = numba.config
_KERNEL = "kernel"
_LAYER = _ROOT / "simulator" / "kernel"
_DERIVING = _ROOT / "simulator" / "game" / "authoring"  # what writes functions for games
_PACKAGES = ("simulator", "strategies")
_WORDS = ("rules/narrate.py", "rules/columns.py")  # of a game; never compiled


@cache
def cache_folder(group: str) -> Path:
    """Return the cache folder of a group of kernels ("kernel", or a game's name), named by its sources' hash.

    Kernels that check every index have a separate folder.
    """
    return cache_root() / f"{group}-{source_hash(group)}{'-checked' * checks_indices(group)}"


def checks_indices(group: str) -> bool:
    """Return whether kernels of a group check every index: a user's game until it has passed its checks.

    All do under NUMBA_BOUNDSCHECK=1.
    """
    return bool(_config.BOUNDSCHECK) or (group != _KERNEL and _is_unchecked_game(group))


@cache
def _is_unchecked_game(group: str) -> bool:
    """Return whether a group is a user's game that has not passed its checks; the answer stays the same in a process."""
    return find_home(group).own and not has_passed(group)


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
    home = find_home(group)
    own = {place: path for place, path in home.sources.items() if place not in _WORDS}
    shared += _DERIVING.glob("*.py" if home.own else "copying.py")
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
            self._known[key] = hashlib.sha256(_meaning(text)).hexdigest()
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


def _meaning(text: bytes) -> bytes:
    try:
        return ast.dump(_without_docstrings(text)).encode()
    except (SyntaxError, ValueError):  # importing a user's file says what is wrong with it
        return text


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
    chosen.setdefault("boundscheck", checks_indices(group) if group else not is_ours(function))
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


def compiled(function: Any) -> Any:
    """Return a function of one signature, compiled or loaded by now.

    Numba gives a tuple of functions another type before they are compiled than after. If two threads call the play loop
    while one of them compiles the strategies, the other may find the tuple's type changed halfway and no loop for it.
    """
    if isinstance(function, KernelDispatcher):
        function.ready()
    return function


def checked_copy(made: Any, group: str, known: dict[int, Any] | None = None) -> Any:
    """Return a copy of one of our functions, and of those it calls, that checks every index: for the rules of a user's game.

    group: the game, in whose folder the copy is cached; known: the copies by the originals' ids.
    """
    known = {} if known is None else known
    if not isinstance(made, KernelDispatcher) or made.is_declared:  # those with a signature take no rows of a game
        return made
    if id(made) not in known:
        function = made.py_func
        copy = FunctionType(function.__code__, dict(function.__globals__), function.__name__, function.__defaults__)
        copy.__module__, copy.__qualname__, copy.__doc__ = function.__module__, function.__qualname__, function.__doc__
        known[id(made)] = checked = KernelDispatcher(copy, {}, dict(made.targetoptions) | {"boundscheck": True})
        checked.use_cache(FolderCache(copy, group, cache_folder(group)))
        for name in set(function.__code__.co_names) & copy.__globals__.keys():
            copy.__globals__[name] = checked_copy(copy.__globals__[name], group, known)
    return known[id(made)]


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
    has_worth: bool = False

    @property
    def choose(self) -> Any:
        """Return the signature of strategies without notes and tables; for others use `choose_type`."""
        return choose_type(self, EMPTY, EMPTY)

    @property
    def worth(self) -> Any:
        """Return the signature of a game's `worth`: what a position is worth to a seat, the more the better."""
        return types.float64(self.rules, self.state, types.int64)


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


def function_value(made: Any) -> tuple[Any]:
    """Return a compiled function as a named tuple can hand it to a kernel: in a tuple of one, and compiled already.

    Only then does numba know its type.
    """
    if isinstance(made, KernelDispatcher):
        made.ready()
    return (made,)


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
    search: Any


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
    worth:    the game's own worth of a position to a seat, a `function_value`, or None.
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
    worth: Any = None


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
    worth = types.UniTuple(types.FunctionType(game.worth), 1) if game.has_worth else types.none  # type: ignore[no-untyped-call]
    room = (
        states, outcomes, WHOLE_OPTIONS, sums, numbers, types.uint8[:, ::1], plain, WHOLE_EVENTS, whole, types.float64[::1], numbers, numbers,
        worth,
    )  # fmt: skip
    return types.BaseTuple.from_types(room, Desk)  # type: ignore[no-untyped-call]


def arrays_type(game: GameTypes, choose: Any) -> Any:
    """Return the type of a game's play arrays."""
    notes, tables = choose.args[-1]
    order, thinking = (types.Array(numba.from_dtype(made), 1, "C") for made in (Order, Search))
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

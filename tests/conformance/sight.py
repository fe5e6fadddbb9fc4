"""Checks of what a seat sees: an imagined game must owe nothing to what is hidden, and change nothing that is seen.

Each check raises AssertionError. They take a game as a few functions, so that games with planted leaks can be given.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numba import types

from digsite.simulator.game.game import Game
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import draw_bits, open_streams
from digsite.simulator.kernel.search.imagine import imagine
from tests.conformance.table import copied, declared

_DRAWS = 8  # numbers drawn from each stream when two futures are compared


@dataclass(frozen=True)
class Sight:
    """What a game has to do with what its seats see.

    imagine:        (rules, state, seat, stream, copy) fills the copy with a game the seat cannot tell from `state`.
    redeal:         the game's own.
    noise:          the stream of the first seat's noise.
    deal_otherwise: (rules, state, seat, chance) changes all that the seat cannot see, by plain Python that shares
                    nothing with the kernel; `chance` is a random.Random.
    veil:           (rules, state, seat) blanks all that the seat cannot see.
    inventory:      (rules, state) counts what is in the box.
    """

    imagine: Callable[..., None]
    redeal: Callable[..., None]
    noise: int
    deal_otherwise: Callable[..., None]
    veil: Callable[..., None]
    inventory: Callable[..., Any]


@cache
def sight_of(game: Game) -> Sight:
    """A game's sight, from its kernels and from what its tests declare in `hidden.py` and `conserved.py`."""
    redeal = game.kernels.redeal
    compiled = _compiled_imagine(game)
    return Sight(
        imagine=lambda rules, state, seat, stream, copy: compiled(rules, state, seat, stream, copy, redeal),
        redeal=redeal,
        noise=int(game.records.streams["NOISE"]),
        deal_otherwise=lambda *given: declared(game, "hidden", "deal_otherwise")(*given),
        veil=lambda *given: declared(game, "hidden", "veil")(*given),
        inventory=declared(game, "conserved", "inventory"),
    )


def _compiled_imagine(game: Game) -> Any:
    """`imagine` for this game's records, compiled now: a copy is then made byte by byte, as in play."""
    kinds = game.kernels.types
    redeal = types.FunctionType(kinds.redeal)
    signature = types.void(kinds.rules, kinds.state, types.int64, types.int64, kinds.state, redeal)
    return rule(signature, cache=False)(getattr(imagine, "py_func", imagine))


def imagined(sight: Sight, rules: Any, state: Any, seat: int, luck: int | None = None) -> Any:
    """What the seat imagines of a state, which stays as it is; `luck` gives the seat another noise."""
    before, copy = copied(state), record(state.dtype)[0]
    if luck is not None:
        before.stream[sight.noise + seat] = luck
    with np.errstate(over="ignore"):
        sight.imagine(rules, before, seat, sight.noise + seat, copy)
    return copy


def _with_other_luck(sight: Sight, state: Any, seat: int, luck: int) -> Any:
    """The state with every stream replaced but the seat's own noise."""
    other = copied(state)
    with np.errstate(over="ignore"):
        open_streams(other, 1_000_003, luck)
    other.stream[sight.noise + seat] = state.stream[sight.noise + seat]
    return other


def redealt(sight: Sight, rules: Any, state: Any, seat: int, luck: int) -> Any:
    """A state that looks the same to the seat, made by the game's own redeal."""
    other = _with_other_luck(sight, state, seat, luck)
    with np.errstate(over="ignore"):
        sight.redeal(rules, other, seat)
    return _with_other_luck(sight, other, seat, luck + 1)


def dealt_otherwise(sight: Sight, rules: Any, state: Any, seat: int, luck: int) -> Any:
    """A state that looks the same to the seat, made without the game's kernel."""
    other = _with_other_luck(sight, state, seat, luck)
    sight.deal_otherwise(rules, other, seat, random.Random(luck))
    return other


def differing(one: Any, other: Any) -> list[str]:
    """The fields in which two records differ, padding included."""
    if one.tobytes() == other.tobytes():
        return []
    names = [name for name in one.dtype.names if np.asarray(one[name]).tobytes() != np.asarray(other[name]).tobytes()]
    return names or ["padding"]


# ------------------------------------------------------------------------------------------------ the checks


def check_blind(sight: Sight, rules: Any, state: Any, seat: int, lookalike: Any) -> None:
    """Two states that look the same to the seat are imagined alike, bit for bit, from the same noise."""
    one, other = (imagined(sight, rules, it, seat) for it in (state, lookalike))
    assert not differing(one, other), f"seat {seat + 1} can tell what is hidden by {differing(one, other)}"


def check_new_luck(sight: Sight, rules: Any, state: Any, seat: int) -> None:
    """Every stream of an imagined game is new, by the seat's noise alone; none of its draws is one of the real game."""
    one, other = imagined(sight, rules, state, seat), imagined(sight, rules, state, seat, luck=99)
    real = copied(state)
    for stream in range(len(state.stream)):
        values = {int(it.stream[stream]) for it in (real, one, other)}
        assert len(values) == 3, f"stream {stream} is not renewed"
    assert not _draws(real) & _draws(one), "an imagined game meets luck of the real one"
    assert not _draws(one) & _draws(other), "two imagined games meet the same luck"


def _draws(state: Any) -> set[int]:
    """The next numbers of every stream."""
    drawn = np.zeros((len(state.stream), _DRAWS), np.uint64)
    with np.errstate(over="ignore"):
        _draw_all(copied(state), drawn)
    return set(drawn.ravel().tolist())


@rule
def _draw_all(state, drawn):
    for stream in range(drawn.shape[0]):
        for i in range(drawn.shape[1]):
            drawn[stream, i] = draw_bits(state, stream)


def check_same_view(sight: Sight, rules: Any, state: Any, seat: int, other: Any) -> None:
    """What the seat sees is the same in another state, bit for bit, and so is what is in the box."""
    views = []
    for it in (state, other):
        view = copied(it)
        view.stream[:] = 0
        sight.veil(rules, view, seat)
        views.append(view)
    assert not differing(*views), f"what seat {seat + 1} sees has changed: {differing(*views)}"
    assert sight.inventory(rules, other) == sight.inventory(rules, state), "the box is not kept together"

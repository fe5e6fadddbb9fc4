"""What a seat sees: an imagined game must owe nothing to what is hidden, and change nothing that is seen.

The finders take a game as a few functions, so that games with planted leaks can be given.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

import numpy as np
from numba import types

from digsite.simulator.game.game import Game
from digsite.simulator.game.wording import listed
from digsite.simulator.kernel.jit.compile import rule
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import draw_bits, open_streams
from digsite.simulator.kernel.search.imagine import imagine
from digsite.simulator.lab.battery.declarations import Declarations
from digsite.simulator.lab.battery.hand_play import copied
from digsite.simulator.lab.battery.problems import Problem
from digsite.simulator.lab.battery.subject import Position, Subject, viewers

_DRAWS = 8  # numbers drawn from each stream when two futures are compared
_COMMON = ("over", "seat", "decision", "turns", "end_reason")  # fields that every seat of every game sees


@dataclass(frozen=True)
class Sight:
    """What a game has to do with what its seats see.

    imagine:  (rules, state, seat, stream, copy) fills the copy with a game the seat cannot tell from `state`.
    redeal:   the game's own.
    noise:    the stream of the first seat's noise.
    declared: what the game says is hidden and conserved.
    """

    imagine: Callable[..., None]
    redeal: Callable[..., None]
    noise: int
    declared: Declarations

    @property
    def lookalikes(self) -> "list[Callable[..., Any]]":
        """Return the ways to make a state that looks the same to a seat."""
        return [redealt, dealt_otherwise] if self.declared.deal_otherwise else [redealt]


@cache
def sight_of(game: Game, declared: Declarations) -> Sight:
    """Return a game's sight, from its kernels and what it declares."""
    redeal, compiled = game.kernels.redeal, compiled_imagine(game)
    return Sight(
        imagine=lambda rules, state, seat, stream, copy: compiled(rules, state, seat, stream, copy, redeal),
        redeal=redeal,
        noise=int(game.records.streams["NOISE"]),
        declared=declared,
    )


@cache
def compiled_imagine(game: Game) -> Any:
    """Return `imagine` for this game's records, compiled now: a copy is then made byte by byte, as in play."""
    kinds = game.kernels.types
    redeal = types.FunctionType(kinds.redeal)
    signature = types.void(kinds.rules, kinds.state, types.int64, types.int64, kinds.state, redeal)
    return rule(signature, cache=False)(getattr(imagine, "py_func", imagine))


def imagined(sight: Sight, rules: Any, state: Any, seat: int, luck: int | None = None) -> Any:
    """Return what the seat imagines of a state, which stays as it is; `luck` gives the seat another noise."""
    before, copy = copied(state), record(state.dtype)[0]
    if luck is not None:
        before.stream[sight.noise + seat] = luck
    with np.errstate(over="ignore"):
        sight.imagine(rules, before, seat, sight.noise + seat, copy)
    return copy


def _with_other_luck(sight: Sight, state: Any, seat: int, luck: int) -> Any:
    """Return the state with every stream replaced but the seat's own noise."""
    other = copied(state)
    with np.errstate(over="ignore"):
        open_streams(other, 1_000_003, luck)
    other.stream[sight.noise + seat] = state.stream[sight.noise + seat]
    return other


def redealt(sight: Sight, rules: Any, state: Any, seat: int, luck: int) -> Any:
    """Return a state that looks the same to the seat, made by the game's own redeal."""
    other = _with_other_luck(sight, state, seat, luck)
    with np.errstate(over="ignore"):
        sight.redeal(rules, other, seat)
    return _with_other_luck(sight, other, seat, luck + 1)


def dealt_otherwise(sight: Sight, rules: Any, state: Any, seat: int, luck: int) -> Any:
    """Return a state that looks the same to the seat, made without the game's kernel."""
    assert sight.declared.deal_otherwise is not None
    other = _with_other_luck(sight, state, seat, luck)
    sight.declared.deal_otherwise(rules, other, seat, random.Random(luck))
    return other


def differing(one: Any, other: Any) -> list[str]:
    """Return the fields in which two records differ, padding included."""
    if one.tobytes() == other.tobytes():
        return []
    names = [name for name in one.dtype.names if np.asarray(one[name]).tobytes() != np.asarray(other[name]).tobytes()]
    return names or ["padding"]


def fields(names: list[str]) -> str:
    """Return the names of a state's fields as a list in words."""
    return listed(f"state.{name}" for name in names)


# ------------------------------------------------------------------------------------------------------ the finders


def telling_fields(sight: Sight, rules: Any, state: Any, seat: int, lookalike: Any) -> list[str]:
    """Return the fields by which a seat that imagines two states tells them apart, though they look the same to it."""
    one, other = (imagined(sight, rules, it, seat) for it in (state, lookalike))
    return differing(one, other)


def sources(state: Any, lookalike: Any, tells: Callable[[Any], bool]) -> list[str]:
    """Return the hidden fields that make a difference: those that do so if they alone are dealt otherwise."""
    found = []
    for name in differing(state, lookalike):
        if name in ("stream", "padding"):
            continue
        other = copied(state)
        other[name] = lookalike[name]
        with suppress(Exception):  # a field that does not fit the others is no deal
            if tells(other):
                found.append(name)
    return found


def leaks(sight: Sight, rules: Any, state: Any, seat: int, lookalike: Any) -> Iterator[Problem]:
    """Two states that look the same to the seat are imagined alike, bit for bit, from the same noise."""
    if not (shown := telling_fields(sight, rules, state, seat, lookalike)):
        return
    read = sources(state, lookalike, lambda other: bool(telling_fields(sight, rules, state, seat, other)))
    named = read or [name for name in shown if name != "stream"] or shown
    leak = (
        f"depends on {fields(read)}, which it cannot see" if read else f"tells it something hidden by {fields(named)}"
    )
    yield Problem(
        f"What seat {seat + 1} imagines {leak}: `redeal` must deal that anew, whatever it was.",
        place=", ".join(f"state.{name}" for name in named),
        kind=f"leak {named}",
    )


def repeated_luck(sight: Sight, rules: Any, state: Any, seat: int) -> Iterator[Problem]:
    """Every stream of an imagined game is new, by the seat's noise alone; none of its draws is one of the real game."""
    one, other = imagined(sight, rules, state, seat), imagined(sight, rules, state, seat, luck=99)
    real = copied(state)
    for stream in range(len(state.stream)):
        if len({int(it.stream[stream]) for it in (real, one, other)}) < 3:
            yield Problem(
                f"Stream {stream} of chance is not renewed in a game that seat {seat + 1} imagines.",
                place="state.stream",
            )
    for first, second, whose in ((real, one, "the real one"), (one, other, "another imagined one")):
        if _draws(first) & _draws(second):
            yield Problem(f"A game that seat {seat + 1} imagines has the chance of {whose}.", place="state.stream")


def _draws(state: Any) -> set[int]:
    """Return the next numbers of every stream."""
    drawn = np.zeros((len(state.stream), _DRAWS), np.uint64)
    with np.errstate(over="ignore"):
        _draw_all(copied(state), drawn)
    return set(drawn.ravel().tolist())


@rule
def _draw_all(state, drawn):  # type: ignore[no-untyped-def]
    for stream in range(drawn.shape[0]):
        for i in range(drawn.shape[1]):
            drawn[stream, i] = draw_bits(state, stream)


def changed_views(sight: Sight, rules: Any, state: Any, seat: int, other: Any) -> Iterator[Problem]:
    """What the seat sees is the same in another state, bit for bit, and so is what is in the box."""
    veil, inventory = sight.declared.veil, sight.declared.inventory
    changed = [name for name in _COMMON if state[name] != other[name]]
    if veil:
        changed = differing(*(veiled(veil, rules, it, seat) for it in (state, other)))
    if changed:
        yield Problem(
            f"Seat {seat + 1} sees {fields(changed)}, and `redeal` changes it.",
            place=", ".join(f"state.{name}" for name in changed),
            kind=f"view {changed}",
        )
    if inventory and inventory(rules, other) != inventory(rules, state):
        yield Problem(f"What seat {seat + 1} imagines is another box: `redeal` loses or adds something.", kind="box")


def veiled(veil: Callable[..., None], rules: Any, state: Any, seat: int) -> Any:
    """Return a state as a seat sees it: blank where it sees nothing."""
    view = copied(state)
    view.stream[:] = 0
    veil(rules, view, seat)
    return view


# ------------------------------------------------------------------------------------------------ checks of a game


def check_sight(subject: Subject) -> Iterator[Problem]:
    """What is hidden stays hidden, and what is seen stays as it is."""
    from digsite.simulator.lab.battery.checks.telltales import check_telltales

    if not hides(subject):
        yield Problem("nothing is declared hidden", weight="remark")
        return
    if not subject.declarations.veil:
        yield Problem("only `redeal` says what is hidden", weight="remark")
    yield from check_views(subject)
    yield from check_blindness(subject)
    yield from check_luck(subject)
    yield from check_same_options(subject)
    yield from check_deal(subject)
    yield from check_telltales(subject)
    if subject.game.has_open_table:
        yield from check_open_table(subject)


def hides(subject: Subject) -> bool:
    """Return whether anything is hidden: the game deals it anew, or declares it."""
    return subject.game.hides or bool(subject.declarations.veil or subject.declarations.deal_otherwise)


def check_blindness(subject: Subject) -> Iterator[Problem]:
    """States that look alike are imagined alike."""
    sight = sight_of(subject.game, subject.declarations)
    for number, (rules, state, spot) in enumerate(subject.positions(240)):
        for seat in viewers(state, number, subject.seats):
            for lookalike in sight.lookalikes:
                other = lookalike(sight, rules, state, seat, number)
                yield from _seen_in(spot, leaks(sight, rules, state, seat, other))


def check_luck(subject: Subject) -> Iterator[Problem]:
    """An imagined game has chance of its own."""
    sight = sight_of(subject.game, subject.declarations)
    for rules, state, spot in subject.positions(60):
        for seat in range(subject.seats):
            yield from _seen_in(spot, repeated_luck(sight, rules, state, seat))


def check_views(subject: Subject) -> Iterator[Problem]:
    """A seat sees the same in the game it imagines, and in one that is declared to look the same."""
    sight = sight_of(subject.game, subject.declarations)
    for number, (rules, state, spot) in enumerate(subject.positions(120)):
        for seat in viewers(state, number, subject.seats):
            yield from _seen_in(spot, changed_views(sight, rules, state, seat, imagined(sight, rules, state, seat)))
            if sight.declared.deal_otherwise:
                other = dealt_otherwise(sight, rules, state, seat, number)
                for problem in changed_views(sight, rules, state, seat, other):
                    yield replace(problem, sentence=_DECLARED, kind="declared", spot=spot)


_DECLARED = (
    "`deal_otherwise` changes something that the seat sees by `veil`, or loses something of the box: one is wrong."
)


def check_same_options(subject: Subject) -> Iterator[Problem]:
    """A seat has the same options in the game it imagines."""
    sight, legal = sight_of(subject.game, subject.declarations), subject.game.kernels.legal
    options, other = (np.zeros(subject.game.records.max_options, np.int32) for _ in range(2))
    for rules, state, spot in subject.positions(240):
        n = legal(rules, copied(state), options)
        if legal(rules, imagined(sight, rules, state, int(state.seat)), other) != n or (options[:n] != other[:n]).any():
            yield Problem(
                f"What is hidden from seat {state.seat + 1} changes its options: `legal` gives others once it is dealt anew.",
                place="legal",
                spot=spot,
            )


def check_deal(subject: Subject) -> Iterator[Problem]:
    """Something is dealt anew: a redeal that does nothing would pass every other check that needs no declaration."""
    sight = sight_of(subject.game, subject.declarations)
    changed: set[str] = set()
    for rules, state, _ in subject.positions(60):
        for seat in range(subject.seats):
            copy = imagined(sight, rules, state, seat)
            copy.stream[:] = state.stream
            changed.update(differing(state, copy))
    if changed:
        yield Problem(f"`redeal` deals {fields(sorted(changed))} anew", weight="remark")
    else:
        yield Problem("`redeal` deals nothing anew: every seat sees all that is hidden.", place="redeal")


def _seen_in(spot: Any, found: Iterator[Problem]) -> Iterator[Problem]:
    for problem in found:
        yield replace(problem, spot=spot)


# -------------------------------------------------------------------------------------------------- an open table


def opened(game: Game, position: Position, luck: int, seat: int = 0) -> Any:
    """Return the state with all that no seat has seen dealt anew."""
    other = copied(position.state)
    with np.errstate(over="ignore"):
        open_streams(other, 77, luck)
        game.shuffle_unseen(position.rules, other, seat)
    other.stream[:] = position.state.stream
    return other


def check_open_table(subject: Subject) -> Iterator[Problem]:
    """What any seat has seen stays as it is at an open table, and only what no seat has seen is dealt anew."""
    sight = sight_of(subject.game, subject.declarations)
    for number, position in enumerate(subject.positions(120)):
        rules, state, spot = position
        other = opened(subject.game, position, number)
        for seat in viewers(state, number, subject.seats):
            for problem in changed_views(sight, rules, state, seat, other):
                sentence = f"An open table changes what seat {seat + 1} has seen: {problem.place or 'the box'}."
                yield replace(problem, sentence=sentence, spot=spot, kind=f"open {problem.kind}")
        made = {opened(subject.game, position, number, seat).tobytes() for seat in range(subject.seats)}
        if len(made) > 1:
            yield Problem("`shuffle_unseen` depends on the seat that is named.", place="shuffle_unseen", spot=spot)

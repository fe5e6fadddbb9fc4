"""The names of a game.py while it is rehearsed: its own functions and those of the kit, with a look at what they are given."""

from collections.abc import Callable, Iterable, Mapping
from functools import partial, wraps
from typing import Any

import numpy as np

from digsite.simulator.game.authoring.declarations import sentences_of
from digsite.simulator.game.authoring.faults import RuleFault
from digsite.simulator.game.authoring.pieces import Piece
from digsite.simulator.game.authoring.sentences import PLAYER
from digsite.simulator.game.authoring.source import Source
from digsite.simulator.kernel.pieces.log import TABLE
from digsite.simulator.play.rehearsal.table_watch import Watch

_WHOLE = ("score", "tiebreak", "milestone", "contends", "own_turn")  # functions that return a whole number
_NUMBERS = np.iinfo(np.int32)  # of an event


def watch_names(watch: Watch) -> None:
    """Let game.py, and the modules next to it, call functions that look at what they are given and return."""
    game = watch.game
    game.moves  # noqa: B018  # puts what it calls into its names
    space = vars(game.source.module)
    for name in (*_WHOLE, "worth"):
        if game.source.has(name):
            space[name] = _returning_a_number(space[name], whole=name != "worth")
    for function in game.source.strategies.values():
        space[function.__name__] = watch.noting(space[function.__name__])
    kinds = [int(kind) for kind in game.records.events]
    acts = {int(kind): kind.name for kind in game.records.events if _names_player(game.source, kind.name)}
    logged = partial(_log, kinds=kinds, acts=acts)
    watched: dict[str, Callable[[Any], Any]] = {"below": _below, "shuffle": _shuffle, "log": logged}
    exchanged = {id(found): made(found) for name, made in watched.items() if (found := Piece(name).found())}
    for module in game.source.modules():
        for name, value in list(vars(module).items()):
            if id(value) in exchanged:
                vars(module)[name] = exchanged[id(value)]


def _returning_a_number(function: Callable[..., Any], whole: bool) -> Callable[..., Any]:
    """Return a function of which the result must be a number."""

    @wraps(function)
    def watched(*arguments: Any) -> Any:
        given = function(*arguments)
        if whole and isinstance(given, float | np.floating):
            raise RuleFault(
                f"{function.__name__} returns {given:g}. Return a whole number: divide with //, or round with int().",
                function,
            )
        if not isinstance(given, int | float | np.number | np.bool_):
            shown = "nothing" if given is None else repr(given)
            raise RuleFault(f"{function.__name__} returns {shown}. End it with return and a number.", function)
        return given

    return watched


def _below(function: Callable[..., Any]) -> Callable[..., Any]:
    def below(state: Any, stream: Any, n: Any) -> int:
        _check_stream("below", state, stream)
        if n < 1:
            raise RuleFault(
                f"below(state, stream, {n}) draws a number from 0 to {n} - 1, and there is none. Give a number of at least 1; "
                "check first whether anything is left to draw from."
            )  # fmt: skip
        return int(function(state, stream, n))

    return below


def _shuffle(function: Callable[..., Any]) -> Callable[..., Any]:
    def shuffle(state: Any, stream: Any, cards: Any, first: Any, last: Any) -> None:
        _check_stream("shuffle", state, stream)
        if np.ndim(cards) != 1:
            raise RuleFault("shuffle takes one row of cards, such as state.deck.")
        if not 0 <= first <= last <= len(cards):
            label = getattr(cards, "label", "") or "the row"
            raise RuleFault(
                f"shuffle is to mix entries {first} to {last} - 1 of {label}, which has 0 to {len(cards) - 1}. Give the index of the "
                "first card and of the one behind the last."
            )  # fmt: skip
        function(state, stream, cards, first, last)

    return shuffle


def _check_stream(name: str, state: Any, stream: Any) -> None:
    streams = len(state.stream)
    if isinstance(stream, float | bool) or not isinstance(stream, int | np.integer) or not 0 <= stream < streams:
        raise RuleFault(
            f"{name} draws from the stream {stream!r}, and there is none. Name one of Stream, such as Stream.DECK."
        )


def _names_player(source: Source, kind: str) -> bool:
    """Return whether the sentence of a kind of event says which player it is about."""
    sentence = sentences_of(source.table("Event", None)).get(kind)
    return sentence is not None and f"{{{PLAYER}}}" in sentence.text


def _log(function: Callable[..., Any], kinds: Iterable[int], acts: Mapping[int, str]) -> Callable[..., Any]:
    known = set(kinds)

    def log(events: Any, kind: Any, *given: Any, **named: Any) -> None:
        if not isinstance(kind, int | np.integer) or int(kind) not in known:
            raise RuleFault(
                f"log is given the kind {kind!r}, which is no event. Write a kind of Event: log(events, Event.TAKES, seat)."
            )
        for number in (*given, *named.values()):
            whole = isinstance(number, int | np.integer | np.bool_)
            if not whole or not _NUMBERS.min <= number <= _NUMBERS.max:
                shown = "nothing" if number is None else repr(number)
                raise RuleFault(
                    f"log is given {shown}, and an event has whole numbers. Divide with //, or round with int()."
                )
        if int(kind) in acts and named.get("seat", given[0] if given else TABLE) < 0:
            raise RuleFault(
                f"{acts[int(kind)]} is logged without a player, and its sentence has {{player}}. Give the seat: log(events, "
                f"Event.{acts[int(kind)]}, seat)."
            )
        function(events, kind, *given, **named)

    return log

"""The chance of a plug-in: it may only use the seat's own stream, so that the same seed plays the same games."""

import inspect
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import Any, NoReturn

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.chance_sources import chance_source
from digsite.simulator.game.game import Game
from digsite.strategies.registry import Strategy


def check_chance(game: Game, plugin: Strategy) -> None:
    """Raise a WrongUse for a plug-in that names another source of chance, itself or in a helper."""
    assert plugin.function is not None
    for function in functions_of(plugin.function, set()):
        if source := _source(function):
            refuse_chance(game, plugin, source)


def refuse_chance(game: Game, plugin: Strategy, source: str) -> NoReturn:
    """Raise a WrongUse that names the source of chance and explains how to draw chance instead."""
    public = f"{game.home.rules.package}.state" if game.home.own else f"digsite.games.{game.home.name}"
    raise WrongUse(
        f"The strategy {plugin.name!r} of {plugin.origin} uses {source}, so the same seed would not play the same "
        "games. Draw chance from the seat's own stream: below(state, Stream.NOISE + seat, n), with "
        f"`from digsite.kit import below` and `from {public} import Stream`."
    )


def functions_of(function: Callable[..., Any], known: set[int]) -> Iterator[Callable[..., Any]]:
    """Yield a function and the compiled ones that it names, and those that they name."""
    yield function
    for value in named_objects(function):
        helper = getattr(value, "py_func", None)
        if helper is not None and id(value) not in known:
            known.add(id(value))
            yield from functions_of(helper, known)


def named_objects(function: Callable[..., Any]) -> list[Any]:
    """Return the objects that a function names, those of modules included."""
    named = inspect.getclosurevars(function)
    found = [*named.globals.values(), *named.nonlocals.values()]
    modules = [it for it in found if isinstance(it, ModuleType)]
    return found + [getattr(it, name) for it in modules for name in named.unbound if hasattr(it, name)]


def _source(function: Callable[..., Any]) -> str:
    """Return the source of chance that a function names; an empty text if there is none."""
    return next(filter(None, map(chance_source, named_objects(function))), "")

"""Figures that cannot go together: which they are, why, and the nearest ways out, as data."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.wording import typed
from digsite.simulator.lab.live.figures import figure_name
from digsite.simulator.lab.live.setting import Setting

if TYPE_CHECKING:
    from digsite.simulator.game.rules.figure import Figure

_MOST_TRIED = 200  # values of a figure between the one set and the published one


@dataclass(frozen=True)
class WayOut:
    """A value of one figure with which the rest can be played."""

    key: str
    value: Any
    words: str


@dataclass(frozen=True)
class Impossible:
    """Why a setting cannot be played.

    sentence: the game's own sentence.
    figures:  the changed figures that cause it.
    ways:     the nearest values that would do, one figure each.
    """

    sentence: str
    figures: tuple[str, ...]
    ways: tuple[WayOut, ...]


def impossible(setting: Setting) -> Impossible | None:
    """Return why a setting cannot be played, or None if it can; a wrong game or line-up raises `WrongUse`."""
    published = setting.published
    try:
        setting.changed  # noqa: B018  # builds the rules
    except DigsiteError as problem:
        ways = tuple(way for key in setting.patch if (way := _way_out(setting, key)))
        causes = tuple(way.key for way in ways) or tuple(setting.patch)
        del published
        return Impossible(str(problem), causes, ways)
    return None


def _way_out(setting: Setting, key: str) -> WayOut | None:
    """Return the value nearest to the one set, towards the published one, with which all figures go together."""
    figures = setting.published.figures
    if key not in figures.by_key:
        return None
    for value in _towards(setting.patch[key], figures[key]):
        patch = {**setting.patch, key: value}
        if value == figures[key]:
            patch.pop(key)
        if _plays(replace(setting, patch=patch)):
            return WayOut(key, value, _words(figures.by_key[key], value))
    return None


def _words(figure: "Figure", value: Any) -> str:
    """Return a figure with a value, in words."""
    about = figure_name(figure)
    return f"{about[:1].upper()}{about[1:]}: {typed(value)}"


def _towards(value: Any, published: Any) -> Iterator[Any]:
    """Yield the values between one that is set and the published one, the nearest first."""
    whole = all(isinstance(one, int) and not isinstance(one, bool) for one in (value, published))
    if whole and 1 < abs(value - published) <= _MOST_TRIED:
        step = 1 if published > value else -1
        yield from range(value + step, published, step)
    yield published


def _plays(setting: Setting) -> bool:
    try:
        setting.changed  # noqa: B018
    except DigsiteError:
        return False
    return True

"""The written form of a player: `opportunist+32@tuned.toml:tempo=5` (no numba)."""

import re
from typing import NamedTuple

from digsite.simulator.errors import WrongUse, unknown
from digsite.strategies.search import KNOBS, search_suffix, split_name


class Named(NamedTuple):
    """The parts of a player's written form.

    name:   the strategy.
    how:    the search of a look-ahead player, "+32" or "*1000"; else empty.
    file:   the file of its weights, if any.
    given:  weights and knobs, as text.
    """

    name: str
    how: str
    file: str
    given: dict[str, str]


def read_name(text: str) -> Named:
    """Return the parts of a player's written form; the search may also follow the file.

    >>> read_name("rusher+32@tuned.toml:tempo=5")
    Named(name='rusher', how='+32', file='tuned.toml', given={'tempo': '5'})
    >>> read_name("rusher@tuned.toml+32").how
    '+32'
    """
    head, *overrides = text.strip().split(":")
    head, at, file = head.partition("@")
    if behind := re.fullmatch(r"(.+)([+*]\d+)", file):
        file, head = behind[1], head + behind[2]
    name, how = split_name(head)
    if at and not file:
        raise WrongUse(f"A player with weights from a file is written {name}@tuned.toml; {text!r} names no file.")
    given = [_override(name, override) for override in overrides]
    if twice := [key for at, (key, _) in enumerate(given) if key in dict(given[:at])]:
        raise WrongUse(f"The weight {twice[0]} of {name} is given twice; which of the two is meant?")
    return Named(name, how, file, dict(given))


def _override(name: str, text: str) -> tuple[str, str]:
    key, equals, number = text.partition("=")
    if not equals:
        raise WrongUse(f"A weight is written {name}:weight=value; {text!r} has no '='.")
    return key, number


def plain_name(text: str) -> str:
    """Return the strategy of a player.

    >>> plain_name("rusher+32@tuned.toml:tempo=5")
    'rusher'
    """
    return re.split(r"[:+*@]", text.strip(), maxsplit=1)[0]


def lookahead_form(strategy: str, think: str) -> str:
    """Return the written form of a strategy that looks ahead.

    >>> lookahead_form("rusher:tempo=7", "32:caution=1"), lookahead_form("rusher@tuned.toml", "+8")
    ('rusher+32:tempo=7:caution=1', 'rusher+8@tuned.toml')
    """
    head, *weights = strategy.split(":")
    name, at, file = head.partition("@")
    how, *knobs = search_suffix(think).split(":")
    return ":".join([f"{name}{how}{at}{file}", *weights, *knobs])


def check_knobs(think: str) -> None:
    """Raise a WrongUse for a weight among the knobs of a search, "32:tempo=5": it would change the strategy itself."""
    for knob in read_name(lookahead_form("player", think)).given:
        if knob not in KNOBS:
            raise unknown("knob of look-ahead players", knob, KNOBS)

"""General players: every game has them, and none has to write them (no numba)."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from digsite.simulator.errors import WrongUse, unknown
from digsite.strategies.naming import Named
from digsite.strategies.search import KNOBS, LEAST_WORLDS, MOST_WORLDS, SearchSettings, search_settings

DEALS, CHOICES = "deals", "choices"  # sampled deals, and how many of its own choices ahead a greedy player looks


@dataclass(frozen=True)
class General:
    """A general player: how it plays, and the defaults of its knobs.

    knobs: what else may be set, as for look-ahead players.
    """

    about: str
    usual: Mapping[str, str]
    knobs: tuple[str, ...] = ()


SEARCHER, GREEDY = "searcher", "greedy"
GENERAL = {
    SEARCHER: General(
        "Searches a tree of 200 sampled deals for each decision; beyond the tree everyone plays at random.",
        {DEALS: "200", "caution": "0"},
        KNOBS,
    ),
    GREEDY: General(
        "Takes what leaves it best off a few choices later, on average of 8 sampled deals in which everyone plays at random.",
        {DEALS: "8", CHOICES: "8"},
    ),
}
MOST = {DEALS: MOST_WORLDS, CHOICES: 1_000}
LEAST = {DEALS: LEAST_WORLDS, CHOICES: 1}


def general_search(game: str, named: Named) -> SearchSettings:
    """Return the search of a general player; knobs that are not given have their defaults."""
    name, known = named.name, GENERAL[named.name]
    if named.how:
        raise WrongUse(f"{name} looks ahead by itself. Write {name}:{DEALS}={named.how[1:]}, or random{named.how}.")
    if named.file:
        raise WrongUse(f"{name} has no weights to read from {named.file}. Leave the file out.")
    possible = dict.fromkeys((*known.usual, *known.knobs))
    for key in named.given:
        if key not in possible:
            raise unknown(f"knob of {name}", key, possible)
    given = {**known.usual, **named.given}
    deals = _whole(name, DEALS, given.pop(DEALS))
    if name == GREEDY:
        return SearchSettings(deals, 0.0, "lead", "game", choices=_whole(name, CHOICES, given[CHOICES]))
    return search_settings(game, name, f"*{deals}", given)


def _whole(name: str, knob: str, text: str) -> int:
    least, most = LEAST[knob], MOST[knob]
    if not re.fullmatch(r"\d{1,9}", text) or not least <= int(text) <= most:
        raise WrongUse(f"The {knob} of {name} must be a whole number from {least} to {most:,}; {text!r} is not.")
    return int(text)

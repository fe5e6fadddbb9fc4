"""Look-ahead players: `opportunist+32` plays out 32 sampled deals for each option, `opportunist*1000` searches a tree
of 1,000 sampled deals for each decision, `greedy` takes what is best as far as its next choice (no numba)."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import WrongUse, unknown
from digsite.simulator.game.lookahead import HORIZONS, OBJECTIVES
from digsite.simulator.games import find_game

if TYPE_CHECKING:
    import numpy as np

CAUTION = 2.0
MOST_WORLDS = 1_000_000
LEAST_WORLDS = 2  # a single deal has no spread, so no standard error
REACH = 1.0
TREE_CAUTION = 2.0
KNOBS = ("caution", "objective", "horizon", "reach")


@dataclass(frozen=True)
class SearchSettings:
    """The search of a look-ahead player before each decision.

    worlds:    sampled deals for each option, or in a tree for a decision.
    caution:   standard errors by which an option must lead the strategy's own choice to be taken.
    objective: "win" or "lead".
    horizon:   "game" or "chapter": how far each deal is played.
    tree:      whether it looks several decisions ahead.
    reach:     how much a tree favours options that have been tried little.
    choices:   of its own after which the deals of a greedy player end; 0 for other players.
    """

    worlds: int
    caution: float
    objective: str
    horizon: str
    tree: bool = False
    reach: float = 0.0
    choices: int = 0

    def to_dict(self) -> dict[str, Any]:
        """Return plain data, as saved in a plan."""
        return {
            name: value for name, value in asdict(self).items() if value or name not in ("tree", "reach", "choices")
        }


def split_name(text: str) -> tuple[str, str]:
    """Return a strategy's name and its search; an empty text if it does not look ahead.

    >>> split_name("opportunist+32"), split_name("opportunist*1000"), split_name("opportunist")
    (('opportunist', '+32'), ('opportunist', '*1000'), ('opportunist', ''))
    """
    name = re.split(r"[+*]", text, maxsplit=1)[0]
    how = text[len(name) :]
    if how and (not re.fullmatch(r".\d{1,9}", how) or not LEAST_WORLDS <= int(how[1:]) <= MOST_WORLDS):
        raise WrongUse(
            f"{text!r} is not a look-ahead player. Write {name}+32, with {LEAST_WORLDS} to {MOST_WORLDS:,} sampled deals for each "
            f"option, or {name}*1000, with a tree of 1,000 sampled deals for each decision."
        )
    return name, how


def search_suffix(think: str) -> str:
    """Return a search as it follows a strategy's name; a number alone means sampled deals for each option."""
    return think.strip() if think.strip()[:1] in ("+", "*") else f"+{think.strip()}"


def search_settings(game: str, name: str, how: str, knobs: Mapping[str, str]) -> SearchSettings:
    """Return the search of a player; knobs that are not given have the game's values."""
    usual = find_game(game).lookahead
    tree = how[0] == "*"
    if "reach" in knobs and not tree:
        raise WrongUse(f"reach is for players that search a tree, such as {name}*1000:reach={knobs['reach']}.")
    caution = _number(name, "caution", knobs.get("caution", str(TREE_CAUTION if tree else CAUTION)))
    reach = _number(name, "reach", knobs.get("reach", str(REACH))) if tree else 0.0
    objective = _word("objective", knobs.get("objective", usual.objective), OBJECTIVES)
    horizon = _word("horizon", knobs.get("horizon", usual.horizon), HORIZONS)
    if horizon == "chapter" and not usual.chapter:
        raise WrongUse(f"{find_game(game).title} has no chapters; {name} can only look ahead to the end of the game.")
    return SearchSettings(int(how[1:]), caution, objective, horizon, tree, reach)


def _number(name: str, knob: str, text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 <= number < math.inf:
        raise WrongUse(f"The {knob} of {name} must be a number of at least 0; {text!r} is not.")
    return number


def _word(knob: str, word: str, choices: Iterable[str]) -> str:
    if word not in choices:
        raise unknown(knob, word, choices)
    return word


def search_records(game: str, players: Iterable[SearchSettings | None]) -> "np.recarray":
    """Return the records that the kernel reads, one for each possible seat; players without search have 0 worlds."""
    from digsite.simulator.kernel.play import records

    found = find_game(game)
    made = records.record(records.Search, found.max_seats)
    for row, thinking in zip(made, players, strict=False):
        if thinking is None:
            continue
        row.worlds, row.caution = thinking.worlds, thinking.caution
        row.tree, row.reach = thinking.tree, thinking.reach
        row.choices = thinking.choices
        row.objective = OBJECTIVES.index(thinking.objective)
        if thinking.horizon == "chapter":
            assert found.records.state.fields is not None
            field, row.chapter_at = found.records.state.fields[found.lookahead.chapter][:2]
            row.chapter_size = field.itemsize
    return made

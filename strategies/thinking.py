"""Players that think: `opportunist+32` looks ahead in 32 worlds for each option, `opportunist*1000` in a tree of 1,000
worlds for each decision (no numba)."""

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
LEAST_WORLDS = 2  # one world has no spread that could be told from doubt
REACH = 1.0
TREE_CAUTION = 2.0
KNOBS = ("caution", "objective", "horizon", "reach")


@dataclass(frozen=True)
class Thinking:
    """How a player thinks before it decides.

    worlds:    dealt for each option, or in a tree for a decision.
    caution:   standard errors by which an option must lead the strategy's own choice to be taken.
    objective: "win" or "lead".
    horizon:   "game" or "chapter": how far each world is played.
    tree:      whether it thinks several moves ahead.
    reach:     how far a tree goes after what has been tried little.
    """

    worlds: int
    caution: float
    objective: str
    horizon: str
    tree: bool = False
    reach: float = 0.0

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as a plan keeps it."""
        return {name: value for name, value in asdict(self).items() if value or name not in ("tree", "reach")}


def split_name(text: str) -> tuple[str, str]:
    """A strategy's name and how it thinks; nothing where it does not.

    >>> split_name("opportunist+32"), split_name("opportunist*1000"), split_name("opportunist")
    (('opportunist', '+32'), ('opportunist', '*1000'), ('opportunist', ''))
    """
    name = re.split(r"[+*]", text, maxsplit=1)[0]
    how = text[len(name) :]
    if how and (not re.fullmatch(r".\d{1,9}", how) or not LEAST_WORLDS <= int(how[1:]) <= MOST_WORLDS):
        raise WrongUse(
            f"A player that thinks is written {name}+32, with {LEAST_WORLDS} to {MOST_WORLDS:,} worlds for each option, or "
            f"{name}*1000, with a tree of so many worlds for each decision; {text!r} is not."
        )
    return name, how


def written(think: str) -> str:
    """How players think, as it follows a strategy's name: a number alone means worlds for each option."""
    return think.strip() if think.strip()[:1] in ("+", "*") else f"+{think.strip()}"


def thinking_of(game: str, name: str, how: str, knobs: Mapping[str, str]) -> Thinking:
    """How a strategy of a game thinks; what is not said is as the game has it."""
    usual = find_game(game).lookahead
    tree = how[0] == "*"
    if "reach" in knobs and not tree:
        raise WrongUse(f"reach is for players that think in a tree, such as {name}*1000:reach={knobs['reach']}.")
    caution = _number(name, "caution", knobs.get("caution", str(TREE_CAUTION if tree else CAUTION)))
    reach = _number(name, "reach", knobs.get("reach", str(REACH))) if tree else 0.0
    objective = _word("objective", knobs.get("objective", usual.objective), OBJECTIVES)
    horizon = _word("horizon", knobs.get("horizon", usual.horizon), HORIZONS)
    if horizon == "chapter" and not usual.chapter:
        raise WrongUse(f"{find_game(game).title} has no chapters; {name} can look ahead to the end of the game alone.")
    return Thinking(int(how[1:]), caution, objective, horizon, tree, reach)


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


def thinking_records(game: str, players: Iterable[Thinking | None]) -> "np.recarray":
    """The records that the kernel reads, one for each possible seat; players who do not think have no worlds."""
    from digsite.simulator.kernel.play import records

    found = find_game(game)
    made = records.record(records.Thinking, found.max_seats)
    for row, thinking in zip(made, players, strict=False):
        if thinking is None:
            continue
        row.worlds, row.caution = thinking.worlds, thinking.caution
        row.tree, row.reach = thinking.tree, thinking.reach
        row.objective = OBJECTIVES.index(thinking.objective)
        if thinking.horizon == "chapter":
            assert found.records.state.fields is not None
            field, row.chapter_at = found.records.state.fields[found.lookahead.chapter][:2]
            row.chapter_size = field.itemsize
    return made

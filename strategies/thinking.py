"""Players that think: `opportunist+32` looks ahead in 32 worlds for each option (no numba)."""

import math
import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from simulator.errors import WrongUse, unknown
from simulator.game.lookahead import HORIZONS, OBJECTIVES
from simulator.games import find_game

if TYPE_CHECKING:
    import numpy as np

CAUTION = 2.0
MOST_WORLDS = 1_000_000
LEAST_WORLDS = 2  # one world has no spread that could be told from doubt
KNOBS = ("caution", "objective", "horizon")


@dataclass(frozen=True)
class Thinking:
    """How a player thinks before it decides.

    worlds:    dealt for each option.
    caution:   standard errors by which an option must lead the strategy's own choice to be taken.
    objective: "win" or "lead".
    horizon:   "game" or "chapter": how far each world is played.
    """

    worlds: int
    caution: float
    objective: str
    horizon: str

    def to_dict(self) -> dict[str, Any]:
        """Plain data, as a plan keeps it."""
        return asdict(self)


def split_name(text: str) -> tuple[str, int]:
    """A strategy's name and its worlds for each option; none where it does not think.

    >>> split_name("opportunist+32"), split_name("opportunist")
    (('opportunist', 32), ('opportunist', 0))
    """
    name, plus, worlds = text.partition("+")
    if not plus:
        return name, 0
    if not re.fullmatch(r"\d+", worlds) or not LEAST_WORLDS <= int(worlds) <= MOST_WORLDS:
        raise WrongUse(
            f"A player that thinks is written {name}+32, with {LEAST_WORLDS} to {MOST_WORLDS:,} worlds for each option; "
            f"{text!r} is not."
        )
    return name, int(worlds)


def thinking_of(game: str, name: str, worlds: int, knobs: Mapping[str, str]) -> Thinking:
    """How a strategy of a game thinks; what is not said is as the game has it."""
    usual = find_game(game).lookahead
    caution = _caution(name, knobs["caution"]) if "caution" in knobs else CAUTION
    objective = _word("objective", knobs.get("objective", usual.objective), OBJECTIVES)
    horizon = _word("horizon", knobs.get("horizon", usual.horizon), HORIZONS)
    if horizon == "chapter" and not usual.chapter:
        raise WrongUse(f"{find_game(game).title} has no chapters; {name} can look ahead to the end of the game alone.")
    return Thinking(worlds, caution, objective, horizon)


def _caution(name: str, text: str) -> float:
    try:
        caution = float(text)
    except ValueError:
        caution = math.nan
    if not 0 <= caution < math.inf:
        raise WrongUse(f"The caution of {name} must be a number of at least 0; {text!r} is not.")
    return caution


def _word(knob: str, word: str, choices: Iterable[str]) -> str:
    if word not in choices:
        raise unknown(knob, word, choices)
    return word


def thinking_records(game: str, players: Iterable[Thinking | None]) -> "np.recarray":
    """The records that the kernel reads, one for each possible seat; players who do not think have no worlds."""
    from simulator.kernel import records

    found = find_game(game)
    made = records.record(records.Thinking, found.max_seats)
    for row, thinking in zip(made, players, strict=False):
        if thinking is None:
            continue
        row.worlds, row.caution = thinking.worlds, thinking.caution
        row.objective = OBJECTIVES.index(thinking.objective)
        if thinking.horizon == "chapter":
            assert found.records.state.fields is not None
            field, row.chapter_at = found.records.state.fields[found.lookahead.chapter][:2]
            row.chapter_size = field.itemsize
    return made

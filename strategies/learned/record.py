"""What the learned players of a plan are: which rules they have learned, and how strong they are (no numba)."""

import base64
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from digsite.strategies.learned.file import learned_of, rules_hash
from digsite.strategies.naming import read_name

_NUMBERS = ("won", "low", "high", "fair")


class Plan(Protocol):
    """What is read of a plan."""

    @property
    def players(self) -> list[str]:
        """Return the players as typed."""

    @property
    def rules(self) -> dict[str, Any]:
        """Return every figure."""

    @property
    def game_version(self) -> int:
        """Return the version of its game."""

    @property
    def learned(self) -> dict[str, str]:
        """Return the files of learned players in letters."""


@dataclass(frozen=True)
class LearnedStrength:
    """The wins of a learned player against one kind of rival, as its file says."""

    rival: str
    games: int
    won: float
    low: float
    high: float
    fair: float


def learned_files(plan: Plan) -> list[str]:
    """Return the file of each learned player of a plan, in letters; an empty text for other players."""
    return [plan.learned.get(read_name(player).file, "") for player in plan.players] if plan.learned else []


def strangers(plan: Plan) -> list[str]:
    """Return the learned players of a plan that have learned other rules than its."""
    played = rules_hash(plan.rules)
    records = _records(plan)
    return [label for label, about in records if about["rules"] != played or about["version"] != plan.game_version]


def learned_strengths(plan: Plan) -> dict[str, list[LearnedStrength]]:
    """Return how strong the learned players of a plan are without looking ahead, by their labels."""
    played = rules_hash(plan.rules)
    return {
        label: list(_strengths(about))
        for label, about in _records(plan)
        if about["rules"] == played and not read_name(label).how
    }


def _records(plan: Plan) -> list[tuple[str, Mapping[str, Any]]]:
    found: list[tuple[str, Mapping[str, Any]]] = []
    for label, text in zip(plan.players, learned_files(plan), strict=False):
        if text and label not in dict(found):
            found.append((label, learned_of(base64.b64decode(text), read_name(label).file).about))
    return found


def _strengths(about: Mapping[str, Any]) -> Iterator[LearnedStrength]:
    """Yield what a record says of strength, as far as it is well formed: the file may come from anywhere."""
    rows = about.get("strength")
    for row in rows if isinstance(rows, list) else ():
        if not isinstance(row, dict) or not isinstance(row.get("rival"), str) or type(row.get("games")) is not int:
            continue
        numbers = [row.get(name) for name in _NUMBERS]
        if row["games"] > 0 and all(isinstance(it, int | float) and 0 <= it <= 1 for it in numbers):
            yield LearnedStrength(row["rival"][:40], row["games"], *map(float, numbers))  # type: ignore[arg-type]

"""What a change of the rules means to the designer, for comparisons and sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses import sentences
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from digsite.analyses.result import Result


def noticed(result: Result) -> str:
    """Return which changes players will notice."""
    measures = [
        found.figures["measure"]
        for found in result.findings
        if found.is_claim and found.effect in ("large", "moderate", "small") and "measure" in found.figures
    ]
    return f"players will notice {listed(measures)}" if measures else "no change large enough to notice was found"


def meaning(result: Result) -> str:
    """Return which changes players will notice, as advice."""
    return f"{sentences.sentence(noticed(result))}."

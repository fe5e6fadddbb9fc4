"""What a change of the rules means to the designer, for comparisons and sweeps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from digsite.analyses.result import Result


def meaning(result: Result) -> str:
    """Return which changes are noticeable at the table."""
    felt = [
        found.figures["measure"]
        for found in result.findings
        if found.is_claim and found.effect in ("large", "moderate", "small") and "measure" in found.figures
    ]
    if not felt:
        return "Nothing that would be felt at the table changes, as far as these games tell."
    return f"This is felt at the table: {listed(felt)}. Keep the change only if that is wanted."

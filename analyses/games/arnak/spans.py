"""Figures with their intervals, for sentences that name several."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from analyses import words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from analyses.stats import Estimate


def span(estimate: Estimate, **said: Any) -> str:
    """3.6 (3.5 to 3.7): a figure with its interval, where the sentence counts appearances once for all."""
    return f"{estimate.text(**said).rpartition('; ')[0]})"


def span_of(row: Mapping[str, Any], value: str, **said: Any) -> str:
    """The same for a value of a table's row."""
    return span(words.estimate_of(row, value, 1), **said)

"""What decides who wins? Shares of strategy, seat, opening deal and later chance, from the probe of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses.result import Result
from digsite.simulator.commands import Command

if TYPE_CHECKING:
    from digsite.analyses.view import View


def answer(view: View) -> Result:
    """Answer with how it is measured; what was measured is saved with the run."""
    if view.plan.thinking:
        note = "What decides who wins is not measured with look-ahead players: it would take hours."
    else:
        note = f"What decides who wins is not measured here: `{Command('report')}` of the run plays a small experiment."
    return Result("luck", "What decides who wins", {}, [], [], [note])

"""Hints: what the game's strategy would do at once, then the chances of each option from sampled deals, as they come in."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from digsite.analyses.stats import shared_wins
from digsite.simulator.lab.seat.sitting import Sitting
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.strategies.registry import stand_in

WORLDS, AT_ONCE = 400, 50
_HINT = 11  # apart from the uses of `winchance.viewpoint.Use`


def hints(sitting: Sitting, worlds: int = WORLDS) -> Iterator[dict[str, Any]]:
    """Yield hints for the person to move: first the strategy's choice alone, then the chances in more and more sampled deals.

    Each seat's strategy plays on after the option; where no rival can win, points say more than chances.
    """
    seat = sitting.waits_for
    if seat is None:
        return
    sitting.hints += 1
    found: dict[str, Any] = {
        "point": sitting.stepped.decisions, "strategy": stand_in(sitting.game.id), "option": sitting.stepped.advice(),
        "worlds": 0, "options": [],
    }  # fmt: skip
    yield found
    moment = sitting.stepped.moment()
    wins: list[np.ndarray] = []
    points: list[np.ndarray] = []
    while len(wins) * AT_ONCE < worlds:
        luck = luck_from(sitting.plan.seed, _HINT, moment.decision, len(wins))
        won, scored = sitting.table.ends_by_option(moment, moment.options, AT_ONCE, luck)
        wins.append(won[:, :, seat])
        points.append(scored[:, :, seat])
        yield found | {"worlds": len(wins) * AT_ONCE, "options": _chances(np.hstack(wins), np.hstack(points))}


def _chances(wins: np.ndarray, points: np.ndarray) -> list[dict[str, Any]]:
    """Return each option's chance with its interval, and its points on average; the best first."""
    made = []
    for option, (won, scored) in enumerate(zip(wins, points, strict=True)):
        share = shared_wins(won)
        made.append(
            {"id": option, "chance": share.value, "low": share.low, "high": share.high, "points": float(scored.mean())}
        )
    return sorted(made, key=lambda it: (-it["chance"], -it["points"]))

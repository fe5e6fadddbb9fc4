"""Line-ups of one strategy that never varies, where seats choose all at once: whoever sees the same does the same."""

from typing import TYPE_CHECKING

from digsite.simulator.game.wording import listed
from digsite.strategies.registry import RANDOM

if TYPE_CHECKING:
    from collections.abc import Iterable

    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.play.backends import Backend
    from digsite.simulator.play.plan import Plan

GAMES = 3  # in which a strategy that varies would draw on its noise


def warn_of_uniform_line_ups(
    game: "Game", plans: "Iterable[Plan]", progress: "Progress", on: "Backend | None" = None
) -> None:
    """Warn if one strategy that never varies has every seat of a game whose seats choose all at once.

    Not where the games are played elsewhere: it takes compiled kernels to know.
    """
    if not getattr(game, "simultaneous", False) or (on is not None and on.uses_processes):
        return
    uniform = {plan.players[0]: plan for plan in plans if plan.seats > 1 and len(set(plan.players)) == 1}
    if same := [name for name, plan in uniform.items() if never_varies(plan)]:
        has, varies = ("has", "varies") if len(same) == 1 else ("have", "vary")
        progress.starting(
            f"In {game.title} seats choose all at once, and {listed(same)}, which never {varies}, {has} every seat of a "
            f"line-up: players in the same position always choose the same. Mix strategies, or add {RANDOM}."
        )


def never_varies(plan: "Plan") -> bool:
    """Return whether a strategy in every seat leaves all noise untouched in a few games; a plug-in always draws on it."""
    import numpy as np

    from digsite.simulator.kernel.play.records import record
    from digsite.simulator.kernel.play.rng import open_streams
    from digsite.simulator.play.table import table_for

    if plan.thinking:
        return False
    table = table_for(plan)
    first, states, fresh = (
        int(table.game.records.streams["NOISE"]),
        *(record(table.game.records.state, 2) for _ in "ab"),
    )
    for game in range(GAMES):
        table.play(game, 1, states=states)
        with np.errstate(over="ignore"):
            open_streams(fresh[0], plan.seed, game // table.rotations)
        if (states["stream"][0, first:] != fresh["stream"][0, first:]).any():
            return False
    return True

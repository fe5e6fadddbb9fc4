"""Pilots: a few games played ahead of a question, seen on the progress line and small where players look ahead."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, TypeVar

from digsite.simulator.lab.common.progress import Count

if TYPE_CHECKING:
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.play.plan import Plan

DEALS = 3_200  # sampled for each option by all players of a line-up together, in the games of a pilot
LEAST = 40  # games, however far players look ahead
OPTIONS = 8  # of a decision, about: a tree samples its deals for all of them together
Made = TypeVar("Made")


def pilot_games(plans: "Sequence[Plan]", usual: int, most: int | None = None) -> int:
    """Return the games of a pilot: `usual`, and fewer the more deals look-ahead players sample.

    The line-up alone decides it, not the clock, so that a seed gives the same results on every machine.

    most: games of the question itself, which a pilot of look-ahead players never exceeds.
    """
    sampled = max(map(sampled_deals, plans))
    if not sampled:
        return usual
    fewer = min(max(int(DEALS / sampled), LEAST), usual)
    return fewer if most is None else min(fewer, most)


def sampled_deals(plan: "Plan") -> float:
    """Return the deals that all look-ahead players of a line-up sample for each option; 0 if none looks ahead."""
    return sum(
        float(known["worlds"]) / (OPTIONS if known.get("tree") else 1)
        for known in plan.thinking or ()
        if known is not None
    )


def with_progress(batches: Iterable[Made], sizes: Iterable[int], games: int, progress: "Progress") -> Iterator[Made]:
    """Yield the batches of a pilot, and report the games so far of `games` in all."""
    count = Count(progress, games, what="Playing a pilot")
    for batch, size in zip(batches, sizes, strict=False):
        count(size)
        yield batch

"""What is expected of candidates, and how they are ordered."""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from scipy.special import ndtr

from digsite.analyses.experiments.measures import Measure, Topic, Unit
from digsite.simulator.lab.balancing.response import Floats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.paired import Scale
    from digsite.analyses.stats import Moments
    from digsite.simulator.lab.balancing.space import Candidate

LIKELY = 0.8  # the chance to meet the targets from which a candidate is judged by its steps
BORROWED = 20  # deals with the spread of all candidates that join those of each
_TOPICS: dict[Unit, Topic] = {"share": "seats", "points": "scores", "turns": "length", "number": "columns"}


@dataclass(frozen=True)
class Outlook:
    """What is expected of candidates: each target's mean and deviation, the distance outside in noticeable steps, the chance."""

    candidates: "Sequence[Candidate]"
    means: Floats
    deviations: Floats
    outside: Floats
    chance: Floats
    steps: Floats
    measured: Floats


def rank(seen: Outlook, at: int) -> tuple[float, ...]:
    """Return the order of candidates with as many changes: those that likely meet the targets by steps, others by distance."""
    if seen.chance[at] >= LIKELY:
        return 0.0, float(seen.steps[at]), float(seen.outside[at])
    return 1.0, float(seen.outside[at]), float(seen.steps[at])


def expected_excess(short: Floats) -> Floats:
    """Return how far a standard normal value lies beyond a bound on average; `short` is how far the bound lies beyond it."""
    near = np.where(np.isfinite(short), short, 0.0)
    beyond = np.exp(-np.square(near) / 2) / math.sqrt(2 * math.pi) + near * ndtr(near)
    found: Floats = np.where(np.isfinite(short), beyond, 0.0)
    return found


def margin_of(measure: Measure, scale: "Scale") -> float:
    """Return the least change of a target that is noticeable at the table."""
    topic = _TOPICS[measure.unit]
    squares = measure.places[0] + 1 if topic == "columns" else None
    return scale.margin(replace(measure, topic=topic, squares=squares))


def mean_errors(seen: "Sequence[Moments]", margin: float) -> Floats:
    """Return the variances of candidates' mean changes; few deals borrow their spread from all others.

    No deals are taken to be quite without spread, for a hundredth of a noticeable change may come with any further one.
    """
    deals = np.array([m.n for m in seen], dtype=np.float64)
    squares = np.array([m.m2 for m in seen])
    usual = float(squares.sum() / max(deals.sum() - len(seen), 1.0))
    spread = (squares + BORROWED * usual) / (deals + BORROWED - 1)
    found: Floats = np.maximum(spread, (margin / 100) ** 2) / deals
    return found

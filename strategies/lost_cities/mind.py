"""The tables of the players of Lost Cities, and their signature; they take no notes."""

from math import exp, factorial
from typing import Any

import numpy as np

from digsite.simulator.games.lost_cities.moves.types import TYPES
from digsite.simulator.games.lost_cities.rules import MAX_ARTIFACTS
from digsite.simulator.games.lost_cities.state import MAX_EXPEDITIONS
from digsite.simulator.kernel.jit.signatures import choose_type
from digsite.simulator.kernel.play.records import record
from digsite.strategies.minds import EMPTY

Notes = EMPTY
Tables = np.dtype([("prize", np.float64, (MAX_EXPEDITIONS, MAX_ARTIFACTS + 1))])
CHOOSE = choose_type(TYPES, Notes, Tables)


def build_tables(rules: Any) -> np.recarray:
    """Return the prize of one more artifact, by the expedition and the artifacts held: what it adds to the payment.

    Those still to come vary by chance (Poisson) around half of a fair share of this expedition's artifacts and a full
    one of each later expedition's.
    """
    box = record(Tables)
    share = rules.tiles_artifact / rules.seats
    for expedition in range(rules.expeditions):
        later = share * (rules.expeditions - 1 - expedition + 0.5)
        chances = np.array([exp(-later) * later**n / factorial(n) for n in range(MAX_ARTIFACTS + 1)])
        for held in range(MAX_ARTIFACTS + 1):
            ends = np.minimum(held + np.arange(MAX_ARTIFACTS + 1), MAX_ARTIFACTS)
            gains = rules.artifact_points[np.minimum(ends + 1, MAX_ARTIFACTS)] - rules.artifact_points[ends]
            box[0].prize[expedition, held] = chances @ gains
    return box

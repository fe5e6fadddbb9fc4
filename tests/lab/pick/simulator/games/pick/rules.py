"""The Rules record of Pick and how it is built from the figures."""

import numpy as np

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.record import fill
from digsite.simulator.kernel.play.records import record

Rules = np.dtype(
    [("seats", np.int8), ("best", np.int8), ("bonus", np.int8), ("die", np.int8), ("kind", np.int8)], align=True
)


def build(figures: Figures, seats: int) -> np.recarray:
    """The Rules record for this many seats."""
    box = record(Rules)
    fill(box[0], figures, seats)
    return box

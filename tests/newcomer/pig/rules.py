"""The Rules record of Pig and how it is built from the figures."""

import numpy as np

from digsite.kit import Figures, fill, record

Rules = np.dtype([("seats", np.int8), ("target", np.int16), ("bust", np.int8)], align=True)


def build(figures: Figures, seats: int) -> np.recarray:
    """The Rules record for this many seats."""
    box = record(Rules)
    fill(box[0], figures, seats)
    return box

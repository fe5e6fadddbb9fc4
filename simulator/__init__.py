"""digsite: a Monte Carlo balance laboratory for expedition board games.

`simulate` plays games and gives a `Run`; `Run` opens a run folder that is there already.
"""

from simulator.lab import simulate
from simulator.runs.run import Run

__all__ = ["Run", "simulate"]

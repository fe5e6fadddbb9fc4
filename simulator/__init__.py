"""digsite: a Monte Carlo balance laboratory for expedition board games.

`simulate` plays games and gives a `Run`; `Run` opens a run folder that is there already.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.lab.simulate import simulate
    from simulator.runs.run import Run

__all__ = ["Run", "simulate"]


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: the command line must start at once."""
    if name == "simulate":
        from simulator.lab.simulate import simulate

        return simulate
    if name == "Run":
        from simulator.runs.run import Run

        return Run
    raise AttributeError(f"module 'simulator' has no attribute {name!r}")

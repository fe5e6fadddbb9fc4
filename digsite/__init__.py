"""digsite: a Monte Carlo balance laboratory for expedition board games, from Python.

    import digsite

    run = digsite.simulate("lost-cities", 20_000, seats="cautious,rusher", rotate=True, seed=1, out="runs/duel")
    run                                                 # in a notebook: a summary and a chart
    run.games.group_by("winner").len().collect()        # a lazy polars table, one row per game
    run.analyze("seats").charts[0]                      # draws itself
    digsite.Run("runs/duel").to_pandas()                # a run that is there already

    shown = digsite.compare("lost-cities", 40_000, settings={"cards.hand": 7}, players=2, seed=1)
    print(shown.result.findings[0].sentence)
    digsite.report("runs/duel", shown.folder, out="report.html")

    digsite.chances("runs/duel", game=7)                # each seat's chance to win along a game

`simulate`, `compare`, `sweep`, `tournament`, `nudge`, `strength`, `tune` and `exploit` do what the commands of the same name do, and leave
the same folders; `analyze` answers questions about a run; `check` holds a game against a contract of promises; `plan` says how many games a
question needs; `games` lists what can be played; `strategy` makes a function of a plug-in file a strategy. The same plan in the same folder is
the same run, so a cell can be run twice. A wrong argument raises a `DigsiteError`, whose text is one sentence. Each name is imported when it is
first used.
"""

import sys
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.errors import DigsiteError
    from simulator.lab.chances import chances
    from simulator.lab.check import check
    from simulator.lab.compare import compare
    from simulator.lab.exploit import exploit
    from simulator.lab.notebook import Run, analyze, games
    from simulator.lab.nudge import nudge
    from simulator.lab.plan import plan
    from simulator.lab.report import report
    from simulator.lab.simulate import simulate
    from simulator.lab.strength import strength
    from simulator.lab.sweep import sweep
    from simulator.lab.tournament import tournament
    from simulator.lab.tune import tune
    from simulator.runs.experiment import Experiment
    from strategies.plugins import strategy

    __version__: str

__all__ = [
    "DigsiteError",
    "Experiment",
    "Run",
    "__version__",
    "analyze",
    "chances",
    "check",
    "compare",
    "exploit",
    "games",
    "nudge",
    "plan",
    "report",
    "simulate",
    "strategy",
    "strength",
    "sweep",
    "tournament",
    "tune",
]

_HOMES = {
    "DigsiteError": "simulator.errors",
    "Experiment": "simulator.runs.experiment",
    "Run": "simulator.lab.notebook",
    "analyze": "simulator.lab.notebook",
    "chances": "simulator.lab.chances",
    "check": "simulator.lab.check",
    "compare": "simulator.lab.compare",
    "exploit": "simulator.lab.exploit",
    "games": "simulator.lab.notebook",
    "nudge": "simulator.lab.nudge",
    "plan": "simulator.lab.plan",
    "report": "simulator.lab.report",
    "simulate": "simulator.lab.simulate",
    "strategy": "strategies.plugins",
    "strength": "simulator.lab.strength",
    "sweep": "simulator.lab.sweep",
    "tournament": "simulator.lab.tournament",
    "tune": "simulator.lab.tune",
}
_PACKAGES = ("simulator", "strategies", "analyses", "reports")


def _check_packages() -> None:
    """Refuse a file of the user's that takes the place of one of digsite's packages."""
    home = Path(__file__).resolve().parents[1]
    for name in _PACKAGES:
        known = sys.modules.get(name)
        spec = getattr(known, "__spec__", None) if known else find_spec(name)
        places = [spec.origin] if spec and spec.origin else list(spec.submodule_search_locations or []) if spec else []
        found = Path(places[0]).resolve() if places else None
        if found and not found.is_relative_to(home / name):
            raise ImportError(
                f"digsite cannot be imported: {found} takes the place of digsite's own package {name!r}; rename it."
            )


_check_packages()


@cache
def _found(name: str) -> Any:
    """A public name; functions speak of arguments where the commands speak of options."""
    found = getattr(import_module(_HOMES[name]), name)
    return (
        found
        if isinstance(found, type) or name == "strategy"
        else import_module("simulator.lab.speech").speaking(found)
    )


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: `import digsite` must cost nothing."""
    if name == "__version__":
        return import_module("simulator.version").digsite_version()
    if name not in _HOMES:
        raise AttributeError(f"module 'digsite' has no attribute {name!r}")
    return _found(name)


def __dir__() -> list[str]:
    return sorted(__all__)

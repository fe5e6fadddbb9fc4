"""digsite: a Monte Carlo balance laboratory for expedition board games, from Python.

    import digsite

    run = digsite.simulate("lost-cities", 20_000, seats="cautious,rusher", rotate=True, seed=1, out="runs/duel")
    run.games.group_by("winner").len().collect()        # a lazy polars table, one row per game
    digsite.Run("runs/duel").to_pandas()                # a run that is there already

    shown = digsite.compare("lost-cities", 40_000, settings={"cards.hand": 7}, players=2, seed=1)
    print(shown.result.findings[0].sentence)
    digsite.report("runs/duel", shown.folder, out="report.html")

    digsite.chances("runs/duel", game=7)                # each seat's chance to win along a game

`simulate`, `compare`, `sweep`, `tournament`, `nudge`, `strength`, `tune` and `exploit` do what the commands of the same name do, and leave the same folders;
`check` holds a game against a contract of promises; `plan` says how many games a question needs; `games` lists what can be played; `strategy` makes a function of a plug-in
file a strategy. A wrong argument raises a `DigsiteError`, whose text is one sentence. Each name is imported when it is
first used.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simulator.errors import DigsiteError
    from simulator.games import all_games as games
    from simulator.lab.chances import chances
    from simulator.lab.check import check
    from simulator.lab.compare import compare
    from simulator.lab.exploit import exploit
    from simulator.lab.nudge import nudge
    from simulator.lab.plan import plan
    from simulator.lab.report import report
    from simulator.lab.simulate import simulate
    from simulator.lab.strength import strength
    from simulator.lab.sweep import sweep
    from simulator.lab.tournament import tournament
    from simulator.lab.tune import tune
    from simulator.runs.experiment import Experiment
    from simulator.runs.run import Run
    from strategies.plugins import strategy

    __version__: str

__all__ = [
    "DigsiteError",
    "Experiment",
    "Run",
    "__version__",
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
    "Run": "simulator.runs.run",
    "chances": "simulator.lab.chances",
    "check": "simulator.lab.check",
    "compare": "simulator.lab.compare",
    "exploit": "simulator.lab.exploit",
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


def __getattr__(name: str) -> Any:
    """Import what is asked for only then: `import digsite` must cost nothing."""
    if name == "__version__":
        return import_module("simulator.version").digsite_version()
    if name == "games":
        return import_module("simulator.games").all_games
    if name not in _HOMES:
        raise AttributeError(f"module 'digsite' has no attribute {name!r}")
    return getattr(import_module(_HOMES[name]), name)


def __dir__() -> list[str]:
    return sorted(__all__)

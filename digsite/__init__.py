"""digsite: a Monte Carlo balance laboratory for expedition board games, from Python.

    import digsite

    run = digsite.simulate("lost-cities", 20_000, seats="cautious,rusher", seed=1, out="runs/duel")
    run                                                 # in a notebook: a summary and a chart
    run.games.group_by("winner").len().collect()        # a lazy polars table, one row per game
    run.events_of("cross").collect()                    # one kind of event, with named numbers
    run.analyze("seats").charts[0]                      # draws itself
    digsite.Run("runs/duel").to_pandas()                # an existing run

    shown = digsite.compare("lost-cities", 40_000, settings={"cards.hand": 7}, players=2, seed=1)
    print(shown.result.findings[0].sentence)
    digsite.report("runs/duel", shown.folder, out="report.html")

    digsite.chances("runs/duel", game=7)                # each seat's chance to win along a game

`simulate`, `compare`, `sweep`, `levers`, `balance`, `tournament`, `nudge`, `strength`, `tune`, `exploit` and `learn` do the same as the commands of that name and write
the same folders. `analyze` answers questions about a run; `check` tests a game against a contract, `check_game` the rules of a game, `check_strategy` strategies of yours; `plan` estimates how many games a
question needs; `games` lists the games; `strategy` turns a function in a plug-in file into a strategy. The same plan in the same folder is
the same run, so a cell can be run twice. A wrong argument raises a `DigsiteError`, whose text is one sentence. Each name is imported on
first use.
"""

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.old_names import serve

if TYPE_CHECKING:
    from digsite.simulator.errors import DigsiteError
    from digsite.simulator.lab.balancing.balance import balance
    from digsite.simulator.lab.balancing.levers import levers
    from digsite.simulator.lab.battery.run import check_game, check_strategy
    from digsite.simulator.lab.contracts.check import check
    from digsite.simulator.lab.experiments.compare import compare
    from digsite.simulator.lab.experiments.nudge import nudge
    from digsite.simulator.lab.experiments.sample_size import plan
    from digsite.simulator.lab.experiments.simulate import simulate
    from digsite.simulator.lab.experiments.sweep import sweep
    from digsite.simulator.lab.experiments.tournament import tournament
    from digsite.simulator.lab.notebook import Run, analyze, games
    from digsite.simulator.lab.players.exploit import exploit
    from digsite.simulator.lab.players.learn import learn
    from digsite.simulator.lab.players.strength import strength
    from digsite.simulator.lab.players.tune import tune
    from digsite.simulator.lab.reporting.report import report
    from digsite.simulator.lab.winchance.chances import chances
    from digsite.simulator.runs.experiment import Experiment
    from digsite.strategies.plugins.load import strategy

    __version__: str

_ROOT = Path(__file__).resolve().parents[1]
if (_ROOT / "simulator" / "home.py").is_file():  # a clone: the packages are next to this folder, not in it
    __path__ = [*__path__, str(_ROOT)]
serve()

__all__ = [
    "DigsiteError",
    "Experiment",
    "Run",
    "__version__",
    "analyze",
    "balance",
    "chances",
    "check",
    "check_game",
    "check_strategy",
    "compare",
    "exploit",
    "games",
    "learn",
    "levers",
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
    "DigsiteError": "digsite.simulator.errors",
    "Experiment": "digsite.simulator.runs.experiment",
    "Run": "digsite.simulator.lab.notebook",
    "analyze": "digsite.simulator.lab.notebook",
    "balance": "digsite.simulator.lab.balancing.balance",
    "chances": "digsite.simulator.lab.winchance.chances",
    "check": "digsite.simulator.lab.contracts.check",
    "check_game": "digsite.simulator.lab.battery.run",
    "check_strategy": "digsite.simulator.lab.battery.run",
    "compare": "digsite.simulator.lab.experiments.compare",
    "exploit": "digsite.simulator.lab.players.exploit",
    "learn": "digsite.simulator.lab.players.learn",
    "levers": "digsite.simulator.lab.balancing.levers",
    "nudge": "digsite.simulator.lab.experiments.nudge",
    "plan": "digsite.simulator.lab.experiments.sample_size",
    "report": "digsite.simulator.lab.reporting.report",
    "simulate": "digsite.simulator.lab.experiments.simulate",
    "strategy": "digsite.strategies.plugins.load",
    "strength": "digsite.simulator.lab.players.strength",
    "sweep": "digsite.simulator.lab.experiments.sweep",
    "tournament": "digsite.simulator.lab.experiments.tournament",
    "tune": "digsite.simulator.lab.players.tune",
}


@cache
def _found(name: str) -> Any:
    """Return a public name; errors of its functions name arguments instead of options."""
    found = getattr(import_module(_HOMES[name]), name)
    return (
        found
        if isinstance(found, type) or name == "strategy"
        else import_module("digsite.simulator.errors").with_argument_names(found)
    )


def __getattr__(name: str) -> Any:
    """Import a name on first use, so that `import digsite` stays fast."""
    if name == "__version__":
        return import_module("digsite.simulator.version").digsite_version()
    if name == "games":  # a package that can be called
        return import_module("digsite.games")
    if name not in _HOMES:
        raise AttributeError(f"module 'digsite' has no attribute {name!r}")
    return _found(name)


def __dir__() -> list[str]:
    return sorted(__all__)

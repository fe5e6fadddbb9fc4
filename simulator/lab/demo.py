"""The demonstration: every game played, its win shares drawn, and a report about all of them."""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simulator.lab.progress import Progress
from simulator.lab.report import median_game, play_all
from simulator.runs.run import Run

GAMES = 12_000


@dataclass(frozen=True)
class Demonstration:
    """What a demonstration leaves behind."""

    runs: Sequence[Run]
    pictures: Path
    report: Path


def demonstrate(out: Path, games: int = GAMES, progress: Progress | None = None) -> Demonstration:
    """Play every game, draw who wins from which seat, and write a report; everything goes into one folder."""
    from analyses.registry import answer
    from reports.charts.draw import write
    from reports.charts.style import colours_for
    from reports.page.report import build

    runs = play_all(out / "runs", games, seed=1, progress=progress)
    for run in runs:
        chart = answer(run, "seats").charts[0]
        write(chart, out / "pictures" / run.plan.game, colours_for(run.plan.game, run.plan.players))
    return Demonstration(runs, out / "pictures", build(runs, out / "report.html", narrate=median_game))

"""The demonstration: every game played, its win rates drawn, and a report about all of them."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.reporting.report import median_game, play_all
from digsite.simulator.runs.run import Run

GAMES = 12_000


@dataclass(frozen=True)
class Demonstration:
    """The results of a demonstration."""

    pictures: Path
    report: Path


def demonstrate(
    out: Path, show: Callable[[Run], None], games: int = GAMES, progress: Progress | None = None
) -> Demonstration:
    """Play every game, draw who wins from which seat, and write a report; everything goes into one folder.

    Each run is shown as soon as it is played, while other games are still being compiled.
    """
    from digsite.analyses.registry import answer
    from digsite.reports.charts.draw import write
    from digsite.reports.charts.style import colours_for
    from digsite.reports.page.report import build

    runs = []
    for run in play_all(out / "runs", games, progress=progress, everything=False):
        show(run)
        runs.append(run)
        chart = answer(run, "seats").charts[0]
        write(chart, out / "pictures" / run.plan.game, colours_for(run.plan.game_id, run.plan.players))
    runs.sort(key=lambda run: run.plan.game)
    if progress:
        progress.working("Writing the report")
    return Demonstration(out / "pictures", build(runs, out / "report.html", narrate=median_game))

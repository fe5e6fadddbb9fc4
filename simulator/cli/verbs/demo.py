"""The demonstration behind `make demo`: every game played and summed up, with pictures and a report in out/."""

from pathlib import Path
from typing import TYPE_CHECKING

from digsite.simulator.cli.console import Terminal, print_note
from digsite.simulator.cli.summary import print_summary
from digsite.simulator.lab.tools.demo import demonstrate

if TYPE_CHECKING:
    from digsite.simulator.runs.run import Run

OUT = Path("out")


def main() -> None:
    """Simulate, print the balance of each game, draw and report."""
    progress = Terminal()

    def show(run: "Run") -> None:
        progress.close()
        print(f"\n{run.game.title}: {run.rows:,} games, {run.plan.table}")
        print_summary(run)

    shown = demonstrate(OUT, show, progress=progress)
    progress.close()
    print_note(f"\nPictures are in {shown.pictures}, the runs in {OUT / 'runs'}; open {shown.report} in a browser.")


if __name__ == "__main__":
    main()

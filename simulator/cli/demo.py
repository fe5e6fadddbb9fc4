"""The demonstration behind `make demo`: every game played and summed up, with pictures and a report in out/."""

from pathlib import Path

from simulator.cli.console import Terminal, note
from simulator.cli.summary import print_summary
from simulator.lab.demo import demonstrate

OUT = Path("out")


def main() -> None:
    """Simulate, draw, report, and print the balance of each game."""
    shown = demonstrate(OUT, progress=Terminal())
    for run in shown.runs:
        print(f"\n{run.game.title}: {run.rows:,} games, {run.plan.seats} players")
        print_summary(run)
    note(f"\nPictures are in {shown.pictures}, the runs in {OUT / 'runs'}; open {shown.report} in a browser.")


if __name__ == "__main__":
    main()

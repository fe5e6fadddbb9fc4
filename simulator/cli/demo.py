"""The demonstration behind `make demo`: play every game, print the balance, leave pictures and a report in out/."""

from pathlib import Path

from simulator.cli.console import note
from simulator.cli.report import play_all, tell_median
from simulator.cli.summary import print_summary

OUT = Path("out")
GAMES = 12_000


def main() -> None:
    """Simulate, summarise, draw, report."""
    from analyses.registry import answer
    from reports.charts.draw import write
    from reports.charts.style import colours_for
    from reports.page.report import build

    runs = play_all(OUT / "runs", GAMES, seed=1, quiet=False)
    for run in runs:
        print(f"\n{run.game.title}: {run.rows:,} games, {run.plan.seats} players")
        print_summary(run)
        chart = answer(run, "seats").charts[0]
        write(chart, OUT / "pictures" / run.plan.game, colours_for(run.plan.game, run.plan.players))
    report = build(runs, OUT / "report.html", narrate=tell_median)
    note(f"\nPictures are in {OUT / 'pictures'}, the runs in {OUT / 'runs'}; open {report} in a browser.")


if __name__ == "__main__":
    main()

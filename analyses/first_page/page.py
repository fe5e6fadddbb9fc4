"""Page one as data: words, tiles and pictures, made from the answers of a report."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from digsite.analyses.first_page.caveats import caveats
from digsite.analyses.first_page.changes import Change, Known, changes
from digsite.analyses.first_page.one_thing import with_one_thing
from digsite.analyses.first_page.seats import seat_wins
from digsite.analyses.first_page.tiles import Shown, Tile, make_tiles
from digsite.analyses.first_page.verdict import verdict
from digsite.analyses.first_page.worth import worth_chart, worths

if TYPE_CHECKING:
    from collections.abc import Sequence

    import polars as pl

    from digsite.analyses.result import Chart, Result
    from digsite.analyses.scorecard import Line, Scorecard
    from digsite.simulator.runs.experiment import Experiment
    from digsite.simulator.runs.run import Run


@dataclass(frozen=True)
class FirstPage:
    """What page one says about a run.

    lead:      the sentence that matters most; `rest` follows it.
    caveats:   what to know before relying on it.
    headlines: answers to the questions that this game is asked first.
    """

    lead: str
    rest: str
    caveats: Sequence[str]
    tiles: Sequence[Tile]
    headlines: Sequence[str]
    charts: Sequence[Chart]
    changes: Sequence[Change]


def first_page(
    run: Run,
    results: Sequence[Result],
    card: Scorecard,
    measured: pl.DataFrame | None,
    guesses: tuple[int, int],
    together: Sequence[Run | Experiment] = (),
) -> FirstPage:
    """Return page one of a run.

    measured: how much each unconfirmed figure matters, if that was measured.
    guesses: how many of the rules' figures no source confirms, and how many there are.
    together: the runs and experiments of the report.
    """
    lines = {line.name: line for line in card.lines}
    tables = {result.question: result.tables for result in results}
    seats = seat_wins(results, run.plan.seats)
    found = worths(tables)
    lead, rest = verdict(lines, seats)
    return FirstPage(
        lead,
        rest,
        caveats(run, lines, *guesses, seats),
        make_tiles(lines, Shown(tables, seats, run.plan.seats)),
        [result.headline for result in results if result.headline],
        [chart for chart in (_seat_chart(results, lines.get("seats")), worth_chart(found)) if chart],
        with_one_thing(changes(Known(run, lines, tables, seats, found, measured)), run, together),
    )


def _seat_chart(results: Sequence[Result], line: Line | None) -> Chart | None:
    """Return the picture of who wins by seat, with the band that the target allows."""
    charts = {chart.name: chart for result in results for chart in result.charts}
    if "seats-wins" not in charts or line is None or line.band is None:
        return None
    return replace(charts["seats-wins"], name="first-seats", title="Who wins, by seat", band=(*line.band, "fine"))

"""What a notebook shows: games, runs, analyses and experiments that draw themselves, and the calls that make them."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import DigsiteError, WrongUse, with_argument_names
from digsite.simulator.games import all_games, find_game
from digsite.simulator.lab.own_games import own_games
from digsite.simulator.play.arguments import flag
from digsite.simulator.play.plan import game_of
from digsite.simulator.runs import run as runs
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.opening import open_folder
from digsite.simulator.trust import allow

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    import polars as pl

    from digsite.analyses.result import Chart, Finding
    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.experiments.result import ExperimentResult
    from digsite.simulator.lab.reporting.analyze import Analysis

_MOST_ROWS = 30


class Games(dict[str, "Game"]):
    """The games by their names; a game of yours is found by its folder, too."""

    def __missing__(self, name: Path | str) -> Game:
        return game_of(name)

    def _repr_html_(self) -> str:
        rows = [(game.name, game.title, f"{game.players[0]} to {game.players[-1]}") for game in self.values()]
        return table_html(("game", "title", "players"), rows)


def games() -> Games:
    """Return the games that can be played, by their names: digsite's, then those of yours that have one.

    Example::

        games()["lost-cities"].players      # the player counts, range(2, 5)
        games()["./my-game"].columns        # a game of yours, by its folder
        list(games())
    """
    found = all_games()
    for own in own_games()[0]:
        found[own.name] = find_game(own.name)
    return Games(found)


@dataclass(frozen=True)
class NotebookChart:
    """A chart that draws itself in a notebook; `chart.table` has its figures."""

    chart: Chart
    game: str
    players: Sequence[str]

    def _repr_svg_(self) -> str:
        from digsite.reports.charts.draw import draw
        from digsite.reports.charts.style import colours_for

        return draw(self.chart, colours_for(self.game, list(self.players)))

    def _repr_html_(self) -> str:
        title, caption = escape(self.chart.title), escape(self.chart.caption)
        return f"<figure><b>{title}</b>{self._repr_svg_()}<figcaption>{caption}</figcaption></figure>"

    def save(self, folder: Path | str) -> list[Path]:
        """Write the chart to a folder as SVG and PNG, and return both paths."""
        from digsite.reports.charts.draw import write
        from digsite.reports.charts.style import colours_for

        return write(self.chart, Path(folder), colours_for(self.game, list(self.players)))

    def __repr__(self) -> str:
        return f"Picture({self.chart.title!r})"


class Run(runs.Run):
    """A finished or unfinished run folder; in a notebook it shows who wins from which seat.

    `games` and `events` are lazy polars tables; nothing is read before it is needed.

    Example::

        run = Run("runs/duel")
        run.games.group_by("winner").len().collect()
        run.analyze("seats").charts[0]
    """

    def analyze(self, *questions: str, out: Path | str | None = None) -> Analysis:
        """Answer questions about the run, as `digsite.analyze` does."""
        from digsite.simulator.lab.reporting.analyze import Analysis

        made = analyze(self, *questions, out=out)
        assert isinstance(made, Analysis)
        return made

    def report(self, out: Path | str = "report.html", **arguments: Any) -> Path:
        """Write a report about the run, as `digsite.report` does, and return its path."""
        from digsite.simulator.lab.reporting.report import report

        return with_argument_names(report)(self.folder, out=out, **arguments)

    def _repr_html_(self) -> str:
        """Return a summary and a chart, or why the run is too small for them."""
        try:
            from digsite.analyses.summary import SHARES, summarise

            table, charts = summarise(self)["seats"], self.analyze("seats").charts[:1]
            shown = frame_html(table, SHARES) + "".join(chart._repr_html_() for chart in charts)
        except DigsiteError as problem:
            shown = f"<p>{escape(str(problem))}</p>"
        return f"<p><code>{escape(repr(self))}</code></p>{shown}"


def open_result(run: runs.Run | Experiment | ExperimentResult | Path | str) -> Run | Experiment:
    """Return the run or the experiment that a user names, as an object or by its folder."""
    from digsite.simulator.lab.experiments.result import ExperimentResult

    if isinstance(run, Run):
        return run
    if not isinstance(run, runs.Run | Experiment | ExperimentResult | Path | str):
        raise WrongUse(f"run must be a run or its folder; {run!r} is neither.")
    found = open_folder(run.experiment if isinstance(run, ExperimentResult) else run)
    return found if isinstance(found, Experiment) else Run(found.folder)


@with_argument_names
def analyze(
    run: runs.Run | Experiment | ExperimentResult | Path | str,
    *questions: str,
    out: Path | str | None = None,
    trust: bool = False,
) -> Analysis | ExperimentResult:
    """Answer questions about a run, all that apply if none is named; or analyze an experiment again.

    run:       a run or an experiment, or its folder.
    questions: names of questions, as `digsite analyze RUN --list` has them.
    out:       a folder for charts, tables and findings.json; by default nothing is written.
    trust:     allow the game that the run keeps to run, now and from now on: a user's game may have questions of its own.

    The answer shows itself in a notebook; `charts`, `tables`, `results` and `findings` are its parts.

    Example::

        answer = analyze("runs/duel", "seats", "scores")
        answer.charts[0]
        answer.tables["seats-seats"]
    """
    from digsite.simulator.lab.experiments.result import write_result
    from digsite.simulator.lab.reporting.analyze import analyze as answer
    from digsite.simulator.lab.reporting.analyze import answer_questions

    found = open_result(run)
    if flag("trust", trust):
        allow(found.plan.code)
    if isinstance(found, Experiment):
        if questions:
            raise WrongUse(f"{found.folder} is an experiment, which has its own question; name no other.")
        return write_result(found, Path(out) if out else None)
    for question in questions:
        if not isinstance(question, str):
            raise WrongUse(f"questions must be texts; {question!r} is not.")
    return answer(found, questions, Path(out)) if out else answer_questions(found, questions)


# -------------------------------------------------------------------------------------------------------------- HTML


def findings_html(findings: Iterable[Finding]) -> str:
    """Return findings as a list, in their order."""
    return f"<ul>{''.join(f'<li>{escape(found.sentence)} <i>({found.grade})</i></li>' for found in findings)}</ul>"


def frame_html(table: pl.DataFrame, shares: Collection[str]) -> str:
    """Return a table's first rows; the columns `shares` are in per cent."""
    first = table.head(_MOST_ROWS).iter_rows(named=True)
    rows = [[_text(value, name in shares) for name, value in row.items()] for row in first]
    more = f"<p>and {table.height - _MOST_ROWS} more rows</p>" if table.height > _MOST_ROWS else ""
    return table_html(table.columns, rows) + more


def answer_html(table: pl.DataFrame, game: Game) -> str:
    """Return a table of an answer as a report has it: headings in words, intervals next to their figures."""
    from digsite.analyses.labels import Terms
    from digsite.reports.page.tables import table_of

    made = table_of("", table.head(_MOST_ROWS), Terms.of(game))
    rows = [[f"{cell.text} ({cell.interval})" if cell.interval else cell.text for cell in row] for row in made.rows]
    more = f"<p>and {table.height - _MOST_ROWS} more rows</p>" if table.height > _MOST_ROWS else ""
    return table_html([heading for heading, _ in made.headings], rows) + more


def _text(value: Any, share: bool) -> str:
    if isinstance(value, float):
        return f"{100 * value:.1f} %" if share else f"{value:,.3g}" if abs(value) < 100 else f"{value:,.0f}"
    return (
        "" if value is None else f"{value:,}" if isinstance(value, int) and not isinstance(value, bool) else str(value)
    )


def table_html(headings: Iterable[str], rows: Iterable[Iterable[Any]]) -> str:
    """Return a plain table."""
    head = "".join(f"<th>{escape(heading)}</th>" for heading in headings)
    body = "".join(f"<tr>{''.join(f'<td>{escape(str(cell))}</td>' for cell in row)}</tr>" for row in rows)
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"


__all__ = ["Games", "NotebookChart", "Run", "analyze", "games", "open_result"]

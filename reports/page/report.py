"""One self-contained HTML file about runs and experiments: findings first, then the data.

The same runs yield the same bytes. The page needs no network, and its policy forbids any.
"""

import base64
import hashlib
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from digsite.analyses.companions import Companions
from digsite.analyses.result import Result
from digsite.analyses.scorecard import scorecard
from digsite.reports.charts import style
from digsite.reports.charts.style import Colours, colours_for
from digsite.reports.page.experiment_section import view_experiment
from digsite.reports.page.glossary import GLOSSARY
from digsite.reports.page.run_section import Narrate, Score, Sensitivity, view_run
from digsite.reports.page.template import TEMPLATES, page_template
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.run import Run

Answers = Callable[[Run], Iterable[Result]]
More = Callable[[Experiment], Iterable[Result]]


def build(
    runs: Sequence[Run | Experiment],
    out: Path,
    *,
    answers: Answers | None = None,
    score: Score | None = None,
    narrate: Narrate | None = None,
    sensitivity: Sensitivity | None = None,
    more: More | None = None,
    title: str = "",
) -> Path:
    """Write the report about these runs and experiments to one HTML file, and return its path.

    answers:      the results about a run; by default the answers to all questions that it can answer.
    score:        the scorecard of a run from its results; by default that of the results to all questions.
    narrate:      the lines of a run's median game, turn by turn; omitted by default.
    sensitivity:  how much the conclusions move with each unconfirmed figure; omitted by default.
    more:         further results about an experiment; omitted by default.
    title:        of the page; by default it names the games.
    """
    if not runs:
        raise WrongUse("A report needs at least one run.")
    if out.is_dir():
        raise WrongUse(f"{out} is a folder; name the HTML file to write the report to.")
    page = render(
        runs, answers=answers, score=score, narrate=narrate, sensitivity=sensitivity, more=more, title=title
    )  # fmt: skip
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        atomic_files.write_text(out, page)
    except OSError as problem:
        raise DigsiteError(f"The report cannot be written to {out}: {problem.strerror or problem}.") from problem
    return out


def render(
    runs: Sequence[Run | Experiment],
    *,
    answers: Answers | None = None,
    score: Score | None = None,
    narrate: Narrate | None = None,
    sensitivity: Sensitivity | None = None,
    more: More | None = None,
    title: str = "",
) -> str:
    """Return the report as text; the arguments are those of `build`."""
    colours = _shared_colours(runs)
    views = [
        view_experiment(number, run, colours[run.plan.game_id], list(more(run)) if more else [])
        if isinstance(run, Experiment)
        else view_run(
            number,
            run,
            list((answers or answers_to_all)(run)),
            colours[run.plan.game_id],
            score if score or answers else scorecard,
            narrate,
            sensitivity,
            runs,
        )
        for number, run in enumerate(runs, 1)
    ]
    games = list(dict.fromkeys(view.title for view in views))
    script = (TEMPLATES / "report.js").read_text(encoding="utf-8")
    page: str = page_template().render(
        title=title or (games[0] if len(views) == 1 else f"Balance report: {', '.join(games)}"),
        views=views,
        glossary=GLOSSARY,
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        css=(TEMPLATES / "report.css").read_text(encoding="utf-8"),
        light=style.css_variables(style.LIGHT),
        dark=style.css_variables(style.DARK),
        fonts=style.FONTS,
    )
    return page


def answers_to_all(run: Run, beside: Companions | None = None) -> list[Result]:
    """Return the answers to every question that the run can answer; one that fails is replaced by the reason.

    beside: companions of the run; by default those in its folder.
    """
    from digsite.analyses.registry import answer, answerable, check

    check(run)
    beside = beside or Companions.of(run)
    results = []
    for question in answerable(run):
        try:
            results.append(answer(run, question.name, beside))
        except DigsiteError as problem:
            results.append(Result(question.name, question.name.capitalize(), {}, [], [], [f"No answer: {problem}"]))
    return results


def _shared_colours(runs: Sequence[Run | Experiment]) -> dict[str, Colours]:
    """Return colours with which a strategy looks the same in all runs of its game."""
    line_ups: dict[str, list[str]] = {}
    for run in runs:
        arms = run.arms.values() if isinstance(run, Experiment) else [run]
        line_ups.setdefault(run.plan.game_id, []).extend(player for arm in arms for player in arm.plan.players)
    return {game: colours_for(game, names) for game, names in line_ups.items()}

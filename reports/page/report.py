"""One self-contained HTML file about runs and experiments: findings first, then the data.

The same runs yield the same bytes. The page needs no network, and its policy forbids any.
"""

import base64
import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import polars as pl

from digsite.analyses.companions import Companions
from digsite.analyses.first_page import first_page
from digsite.analyses.labels import Terms
from digsite.analyses.result import MARKS, Chart, Finding, Result
from digsite.analyses.scorecard import Line, Scorecard, measured_strengths, scorecard
from digsite.analyses.sentences import FEW_GAMES, counted, split_estimate
from digsite.analyses.stats import Estimate
from digsite.reports.charts import draw as charts
from digsite.reports.charts import style, svg
from digsite.reports.charts.style import Colours, colours_for
from digsite.reports.page import rules_table
from digsite.reports.page.first_page import FirstPageView, draw_first_page
from digsite.reports.page.glossary import GLOSSARY
from digsite.reports.page.scorecard import ScorecardView, draw_scorecard
from digsite.reports.page.tables import PageTable, table_of
from digsite.simulator.commands import Command, requoted
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.wording import listed
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.run import Run
from digsite.strategies.strength import Strength

Answers = Callable[[Run], Iterable[Result]]
Score = Callable[[Run, Sequence[Result]], Scorecard]
Narrate = Callable[[Run], Sequence[str]]
Sensitivity = Callable[[Run], Result | None]
More = Callable[[Experiment], Iterable[Result]]

_TEMPLATES = Path(__file__).parent / "templates"
_EFFECTS = {"large": 3, "moderate": 2, "small": 1, "none": 0, "absent": 0}
_MAIN_CHARTS = 2  # charts of an answer shown at once; the others are folded
_TALLEST = 680  # px of charts shown at once: with titles and captions about a phone's screen
_MAIN_FINDINGS = 1  # below the one that answers
_KEYS = ("seats", "strategies", "pace")  # of the scorecard, where runs stand side by side
_UNIT = re.compile(r"(?<=\d) (?=%)|(?<=\bp) (?=[<=] \d)|(?<=\bp [<=]) (?=\d)")


@dataclass(frozen=True)
class GradedFinding:
    """A finding as the page shows it, and the question it answers."""

    finding: Finding
    anchor: str
    question: str
    known: bool = False  # what it was tested against; empty if the answer above it says so

    @property
    def sentence(self) -> str:
        """Return what was found."""
        return self.finding.sentence

    @property
    def mark(self) -> str:
        """Return the kind of finding as a mark."""
        return MARKS[self.finding.kind]

    @property
    def dots(self) -> str:
        """Return the size of the effect as three dots, filled or empty; no dots for an observation or a non-effect."""
        if self.finding.certainty is None or not self.finding.effect:
            return ""
        filled = 0 if self.finding.certainty == "unclear" else _EFFECTS[self.finding.effect]
        return "●" * filled + "○" * (3 - filled)

    @property
    def against(self) -> str:
        """Return what it was tested against, and how likely such data are by chance."""
        if not self.finding.null:
            return ""
        p = self.finding.p_value
        chance = [] if p is None else ["p < 0.001" if p < 0.001 else f"p = {p:.3f}"]
        return ", ".join(chance if self.known else [f"tested against: {self.finding.null}", *chance])

    @property
    def styles(self) -> str:
        """Return the CSS classes of its line."""
        return f"{self.finding.kind} effect-{self.finding.effect} {self.finding.certainty or ''}".strip()


@dataclass(frozen=True)
class DrawnChart:
    """A drawn chart. `alone`: it has no neighbour in its row, so its caption stands next to it."""

    title: str
    caption: str
    svg: Any
    is_wide: bool
    alone: bool = False
    height: float = 0.0  # px


@dataclass(frozen=True)
class Answer:
    """The answer to a question as the page shows it: the first finding answers, the rest explains."""

    anchor: str
    title: str
    findings: Sequence[GradedFinding]
    figures: Sequence[DrawnChart]
    more_figures: Sequence[DrawnChart]
    tables: Sequence[PageTable]
    notes: Sequence[str]
    meaning: str = ""

    @property
    def lead(self) -> GradedFinding | None:
        """Return the finding that answers the question."""
        return self.findings[0] if self.findings else None

    @property
    def open_notes(self) -> Sequence[str]:
        """Return the notes shown at once: all of them if there is no finding."""
        return () if self.findings else self.notes

    @property
    def folded_notes(self) -> Sequence[str]:
        """Return the notes shown with the tables."""
        return self.notes if self.findings else ()

    @property
    def main(self) -> Sequence[GradedFinding]:
        """Return the next findings, shown at once; unclear ones are not among them."""
        return [shown for shown in self.findings[1 : 1 + _MAIN_FINDINGS] if shown.finding.certainty != "unclear"]

    @property
    def rest(self) -> Sequence[GradedFinding]:
        """Return the folded findings."""
        return self.findings[1 + len(self.main) :]


@dataclass(frozen=True)
class SeatedStrategy:
    """A strategy that played."""

    name: str
    token: str
    who: str  # the mark of its lines, dots and bars in charts
    about: str


@dataclass(frozen=True, kw_only=True)
class Section:
    """What the page says about a run and about an experiment alike."""

    kind: str = ""  # of an experiment
    anchor: str
    name: str
    title: str
    players: int
    rules: str
    games: int
    seed: int
    rotated: bool = True
    verdict: str
    answers: Sequence[Answer]
    line_up: Sequence[SeatedStrategy]
    command: str
    manifest: str

    @property
    def keys(self) -> Sequence[Line]:
        """Return the lines of the scorecard shown where runs stand side by side."""
        return ()


@dataclass(frozen=True, kw_only=True)
class RunView(Section):
    """Everything the page says about one run."""

    planned: int
    scorecard: ScorecardView | None
    first: FirstPageView | None
    few: bool  # games: the intervals are wide
    narrated: Sequence[str]
    rules_used: Sequence[rules_table.Rule]
    sensitivity: PageTable | None
    survivals: Sequence[str]  # which conclusions hold whatever the unconfirmed figures are
    caveat: str  # how many of them do
    unconfirmed_note: str
    sweep: str  # the command that measures how much they matter
    report: str  # the command that writes its page
    left_out: str
    facts: Sequence[tuple[str, str]]

    @property
    def keys(self) -> Sequence[Line]:
        """Return seats, strategies and length, as the scorecard shows them."""
        lines = self.scorecard.lines if self.scorecard else ()
        return [scored.line for scored in lines if scored.line.name in _KEYS and scored.line.verdict != "open"]

    @property
    def complete(self) -> bool:
        """Return whether all games of the plan were played."""
        return self.games == self.planned

    @property
    def unconfirmed(self) -> list[rules_table.Rule]:
        """Return the figures that no source confirms."""
        return [rule for rule in self.rules_used if not rule.confirmed]


@dataclass(frozen=True)
class Arm:
    """One arm of an experiment: its folder, its rules and players, and its number of games."""

    name: str
    rules: str
    line_up: str
    games: int


@dataclass(frozen=True, kw_only=True)
class ExperimentView(Section):
    """Everything the page says about one experiment."""

    complete: bool
    arms: Sequence[Arm]


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
        _experiment_view(number, run, colours[run.plan.game_id], list(more(run)) if more else [])
        if isinstance(run, Experiment)
        else _view(
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
    script = (_TEMPLATES / "report.js").read_text(encoding="utf-8")
    page: str = _template().render(
        title=title or (games[0] if len(views) == 1 else f"Balance report: {', '.join(games)}"),
        views=views,
        glossary=GLOSSARY,
        script=script,
        script_hash=base64.b64encode(hashlib.sha256(script.encode()).digest()).decode(),
        css=(_TEMPLATES / "report.css").read_text(encoding="utf-8"),
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


def _template() -> Any:
    from jinja2 import Environment, FileSystemLoader, StrictUndefined

    environment = Environment(
        loader=FileSystemLoader(_TEMPLATES),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=_tied,
    )
    environment.filters["code"] = _code
    environment.filters["breakable"] = _breakable
    environment.globals["command"] = Command
    return environment.get_template("report.html")


def _tied(value: Any) -> Any:
    """Return a text in which no line breaks between a figure and its unit, or inside *p < 0.001*."""
    return _UNIT.sub("\u00a0", value) if type(value) is str else value


def _code(text: str) -> Any:
    """Return a sentence with its backticked parts as code."""
    from markupsafe import Markup, escape

    return Markup(re.sub(r"`([^`]+)`", r"<code>\1</code>", str(escape(_tied(text)))))


def _breakable(word: str) -> Any:
    """Return a word of a command that may break after its commas."""
    from markupsafe import Markup, escape

    return Markup(str(escape(word)).replace(",", ",<wbr>"))


def _shared_colours(runs: Sequence[Run | Experiment]) -> dict[str, Colours]:
    """Return colours with which a strategy looks the same in all runs of its game."""
    line_ups: dict[str, list[str]] = {}
    for run in runs:
        arms = run.arms.values() if isinstance(run, Experiment) else [run]
        line_ups.setdefault(run.plan.game_id, []).extend(player for arm in arms for player in arm.plan.players)
    return {game: colours_for(game, names) for game, names in line_ups.items()}


# ------------------------------------------------------------------------------------------------- one run


def _view(
    number: int,
    run: Run,
    results: Sequence[Result],
    colours: Colours,
    scored: Score | None,
    narrate: Narrate | None,
    sensitivity: Sensitivity | None,
    together: Sequence[Run | Experiment],
) -> RunView:
    """Return a run as the page shows it, together with the other runs of the report."""
    anchor = f"run-{number}"
    with charts.drawing():
        shown = [
            _answer(f"{anchor}-{result.question}", result, colours, Terms.of(run.game, result.question))
            for result in results
        ]
    doubted = _of_the_run(sensitivity(run), results) if sensitivity else None
    measured = doubted.tables.get("unconfirmed") if doubted else None
    card = scored(run, results) if scored else None
    used = rules_table.rules_used(run)
    guesses = sum(not rule.confirmed for rule in used)
    page = first_page(run, results, card, measured, (guesses, len(used)), together) if card else None
    with charts.drawing():
        first = draw_first_page(page, anchor, lambda name, it: _figure(name, it, colours), chart_rows) if page else None
    return RunView(
        anchor=anchor,
        name=run.name,
        title=run.game.title,
        players=run.plan.seats,
        rules=rules_table.rules_in_words(run),
        games=run.rows,
        planned=run.plan.games,
        few=run.rows < FEW_GAMES,
        verdict=first.page.lead if first else _first_sentence(shown),
        scorecard=draw_scorecard(card) if card else None,
        first=first,
        seed=run.plan.seed,
        rotated=run.plan.rotate or len(set(run.plan.players)) == 1,
        line_up=_line_up(run.plan.game_id, run.plan.players, colours, _strengths(run, together)),
        answers=shown,
        narrated=list(narrate(run)) if narrate else [],
        rules_used=used,
        sensitivity=None
        if measured is None
        else table_of("how much they matter", measured.drop("most_at", strict=False), Terms.of(run.game)),
        unconfirmed_note=_doubts(measured, run.plan.seats),
        survivals=_survivals(doubted),
        caveat=_caveat(doubted, guesses),
        sweep=rules_table.sweep_command(run),
        command=rules_table.command(run),
        report=rules_table.report_command(run),
        left_out=rules_table.left_out(run, [other for other in together if isinstance(other, Experiment)]),
        facts=_facts(run),
        manifest=rules_table.manifest_text(run),
    )


def _first_sentence(answers: Sequence[Answer]) -> str:
    """Return the strongest finding, for a page without a scorecard."""
    leads = [answer.lead for answer in answers if answer.lead]
    return min(leads, key=lambda lead: lead.finding.rank).sentence if leads else "No findings."


def _of_the_run(doubted: Result | None, results: Sequence[Result]) -> Result | None:
    """Return how much unconfirmed figures matter, with only those conclusions that the run itself reaches.

    The few games that measure it, each interval for itself, would name others that the report calls unclear.
    """
    table = doubted.tables.get("conclusions") if doubted else None
    if doubted is None or table is None:
        return doubted
    claimed = {claim for result in results for finding in result.findings for claim in _claimed(finding)}
    held = table.filter([(who, wins) in claimed for who, wins in table.select("who", "wins").iter_rows()])
    tables = {name: frame for name, frame in doubted.tables.items() if name != "conclusions"}
    return replace(doubted, tables=tables | ({"conclusions": held} if held.height else {}))


def _claimed(finding: Finding) -> Iterator[tuple[str, str]]:
    """Yield the players that win more or less than a fair share, if a finding claims that."""
    figures = finding.figures
    if finding.is_claim and "above_fair" in figures:
        who = figures["strategy"] if "strategy" in figures else f"seat {figures['seat']}"
        yield who, "more" if figures["above_fair"] > 0 else "less"


def _survivals(doubted: Result | None) -> list[str]:
    """Return sentences on the conclusions at other values of unconfirmed figures."""
    from digsite.analyses.experiments.unconfirmed import survival

    table = doubted.tables.get("conclusions") if doubted else None
    return [] if table is None else [survival(row, " in these games") for row in table.iter_rows(named=True)]


def _caveat(doubted: Result | None, unconfirmed: int) -> str:
    """Return how many of the conclusions depend on no unconfirmed figure, for the head of the page."""
    table = doubted.tables.get("conclusions") if doubted else None
    if doubted is None or table is None:
        return ""
    row, figures = table.row(0, named=True), doubted.tables["unconfirmed"].height
    tried = counted(row["holds"] + row["unclear"] + row["reversed"], "other value")
    rest = f" The other {unconfirmed - figures} have no other value to try." if unconfirmed > figures else ""
    kinds = "a placeholder, contested or a ruling" if figures == 1 else "placeholders, contested ones and rulings"
    doubts = f"{counted(figures, 'unconfirmed figure')} ({kinds})"
    open_ = "; at the rest it cannot be told" if table["unclear"].sum() else ""
    rows = table.to_dicts()
    safe = [row for row in rows if not row["unclear"] and not row["reversed"]]
    fates = [(listed(f"{row['who']} wins {row['wins']}" for row in safe), "all of them")] if safe else []
    fates += [(f"{row['who']} wins {row['wins']}", _held(row)) for row in rows if row not in safe]
    told = [
        f"that {claim}{'' if at else ' than a fair share holds'} at {held}" for at, (claim, held) in enumerate(fates)
    ]
    return f"With {tried} of {doubts}, one at a time: {listed(told)}{open_}.{rest}"


def _held(row: Mapping[str, Any]) -> str:
    """Return at how many other values a conclusion holds, and at how many its opposite."""
    return f"{row['holds']} (the contrary at {row['reversed']})" if row["reversed"] else f"{row['holds']}"


def _doubts(measured: pl.DataFrame | None, seats: int) -> str:
    """Return which unconfirmed figures matter, in a sentence."""
    if measured is None or not measured.height:
        return ""
    grades: dict[str, list[str]] = {}
    for row in measured.iter_rows(named=True):
        grades.setdefault(row["matters"], []).append(f"`{row['figure']}`")
    said = {
        "large": "{} would change the balance much",
        "moderate": "{} would change the balance noticeably",
        "small": "{} would change the balance a little",
        "none": "{} would change nothing that is felt at the table",
        "unclear": "for {} too few games were played to tell",
        "no bearing": "{} changed not one game with this number of players",
    }
    named = [said[grade].format(_few(grades[grade])) for grade in said if grade in grades]
    games = max(measured["games"].to_list()) if "games" in measured.columns else 0
    order = ", in every seat order" if seats > 1 else ""
    return f"Played with their other values{f' ({games:,} games each{order})' if games else ''}: {'; '.join(named)}."


def _few(names: Sequence[str]) -> str:
    """Return a few names in full, or the count of many."""
    return listed(names) if len(names) <= 3 else f"{len(names)} of them"


def _strengths(run: Run, runs: Sequence[Run | Experiment]) -> dict[str, list[str]]:
    """Return how strong the players of a run are, from the report's strength experiments, else as measured in advance."""
    from digsite.analyses.experiments.kinds import kind_of
    from digsite.analyses.experiments.strength import sentences

    found: dict[str, list[str]] = {}
    for other in runs:
        same = all(
            getattr(other.plan, name) == getattr(run.plan, name) for name in ("game", "game_files", "rules", "seats")
        )
        if isinstance(other, Experiment) and kind_of(other).measures == "strength" and same:
            other.check(by_clock=kind_of(other).by_clock)
            for strategy, sentence in sentences(other).items():
                found.setdefault(strategy, []).append(sentence)
    for strategy, strength in measured_strengths(run).items():
        found.setdefault(strategy, [_told_strength(strength)])
    return found


def _told_strength(measured: Strength) -> str:
    won, span = split_estimate(Estimate(measured.win, measured.low, measured.high, measured.games), percent=True)
    return f"{measured.lookahead_name} won {won} against it {span}; {100 / measured.players:.3g} % would be fair."


def _line_up(
    game: str, labels: Iterable[str], colours: Colours, strengths: Mapping[str, Sequence[str]]
) -> list[SeatedStrategy]:
    """Return who played, and their strength where it was measured."""
    from digsite.strategies.naming import plain_name
    from digsite.strategies.registry import all_strategies

    known = all_strategies(game)
    players = []
    for label in dict.fromkeys(labels):
        look = colours.strategy(label)
        made = known.get(plain_name(label))
        about = [made.about if made else "A plug-in's strategy.", *strengths.get(label, [])]
        players.append(
            SeatedStrategy(label, look.token if look else "accent", look.who if look else "", " ".join(about))
        )
    return players


def _facts(run: Run) -> list[tuple[str, str]]:
    """Return the manifest's main facts."""
    manifest, plan = run.manifest, run.plan
    facts = [
        ("games", f"{run.rows:,}" if run.rows == plan.games else f"{run.rows:,} of {plan.games:,}"),
        ("seed", str(plan.seed)),
        ("line-up", ", ".join(plan.players) + (" (every rotation)" if plan.rotate else "")),
        ("events kept of", f"{min(plan.events, plan.games):,} games"),
        ("version of the game's rules", str(plan.game_version)),
        ("fingerprint of the plan", str(manifest.get("fingerprint", "–"))),
        ("hash of the sources", str(manifest.get("sources", "–"))),
    ]
    facts += [(f"game {plan.files.name}", plan.files.hash)] if plan.files else []
    facts += [(f"plug-in {source.file}", source.hash) for source in plan.sources]
    return facts + [(name, str(version)) for name, version in manifest.get("versions", {}).items()]


# ------------------------------------------------------------------------------------------------- one experiment


def _experiment_view(number: int, experiment: Experiment, colours: Colours, more: Sequence[Result]) -> ExperimentView:
    from digsite.analyses.experiments.answers import answer

    anchor = f"run-{number}"
    shown = _answer(f"{anchor}-{experiment.kind}", answer(experiment), colours, Terms.of(experiment.game))
    plan = experiment.plan
    arms = [
        Arm(name, rules_table.rules_in_words(run), ", ".join(run.plan.players), run.rows)
        for name, run in experiment.arms.items()
    ]
    return ExperimentView(
        kind=experiment.kind,
        anchor=anchor,
        name=experiment.name,
        title=experiment.game.title,
        players=plan.seats,
        rules=shown.title,
        games=experiment.rows,
        complete=experiment.complete,
        seed=plan.seed,
        verdict=_first_sentence([shown]),
        line_up=_line_up(
            plan.game_id, (player for run in experiment.arms.values() for player in run.plan.players), colours, {}
        ),
        answers=[shown, *(_answer(f"{anchor}-{it.question}", it, colours, Terms.of(experiment.game)) for it in more)],
        arms=arms,
        command=requoted(str(experiment.manifest["command"])),
        manifest=json.dumps(rules_table.without_texts(experiment.manifest), indent=1, ensure_ascii=False),
    )


# ------------------------------------------------------------------------------------------------- answers


def _answer(anchor: str, result: Result, colours: Colours, terms: Terms) -> Answer:
    drawn = [_figure(f"{anchor}-{at}", chart, colours) for at, chart in enumerate(result.charts, 1)]
    ranked = result.ranked
    null = ranked[0].null if ranked else ""
    at_once = unfolded_charts(drawn, caused="worth" in result.tables and bool(ranked) and ranked[0].kind == "caused")
    return Answer(
        anchor,
        result.title,
        [GradedFinding(f, anchor, result.title, known=at > 0 and f.null == null) for at, f in enumerate(ranked)],
        chart_rows(drawn[:at_once]),
        chart_rows(drawn[at_once:]),
        [table_of(name, frame, terms) for name, frame in result.tables.items() if frame.height],
        result.notes,
        result.meaning,
    )


def unfolded_charts(figures: Sequence[DrawnChart], caused: bool = False) -> int:
    """Return how many charts are not folded: two, unless they are so tall that they hide the answer between them.

    Where the answer is what nudges caused, the first chart shows all of it.
    """
    if caused:
        return 1
    tall = sum(figure.height for figure in figures[:_MAIN_CHARTS])
    return _MAIN_CHARTS if tall <= _TALLEST else 1


def chart_rows(figures: Sequence[DrawnChart]) -> list[DrawnChart]:
    """Return charts two in a row; one without a neighbour is marked, so that its row is not left half empty."""
    placed: list[DrawnChart] = []
    waits = False  # for a neighbour
    for figure in figures:
        if figure.is_wide and waits:
            placed[-1] = replace(placed[-1], alone=True)
        placed.append(figure)
        waits = not figure.is_wide and not waits
    if waits:
        placed[-1] = replace(placed[-1], alone=True)
    return placed


def _figure(name: str, chart: Chart, colours: Colours) -> DrawnChart:
    from markupsafe import Markup

    drawn = charts.draw(chart, colours, name=name)
    width, height = svg.size(drawn)
    inline = Markup(svg.inline(drawn))  # its text is already escaped
    return DrawnChart(chart.title, chart.caption, inline, width == style.WIDE, height=height)

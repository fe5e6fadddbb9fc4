"""What the page says about a run."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from digsite.analyses.first_page import first_page
from digsite.analyses.labels import Terms
from digsite.analyses.result import Result
from digsite.analyses.scorecard import Line, Scorecard
from digsite.analyses.sentences import FEW_GAMES
from digsite.reports.charts import draw as charts
from digsite.reports.charts.style import Colours
from digsite.reports.page import rules_table
from digsite.reports.page.answers import chart_rows, draw_answer, draw_chart
from digsite.reports.page.first_page import FirstPageView, draw_first_page
from digsite.reports.page.line_up import seated_strategies, strengths_of
from digsite.reports.page.scorecard import ScorecardView, draw_scorecard
from digsite.reports.page.section import Section, first_sentence
from digsite.reports.page.tables import PageTable
from digsite.reports.page.unconfirmed import caveat_of, importance, importance_table, survivals, with_conclusions_of
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.run import Run

Score = Callable[[Run, Sequence[Result]], Scorecard]
Narrate = Callable[[Run], Sequence[str]]
Sensitivity = Callable[[Run], Result | None]
_KEYS = ("seats", "strategies", "pace")  # of the scorecard, where runs stand side by side


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


def view_run(
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
            draw_answer(f"{anchor}-{result.question}", result, colours, Terms.of(run.game, result.question))
            for result in results
        ]
    doubted = with_conclusions_of(sensitivity(run), results) if sensitivity else None
    measured = doubted.tables.get("unconfirmed") if doubted else None
    card = scored(run, results) if scored else None
    used = rules_table.rules_used(run)
    guesses = sum(not rule.confirmed for rule in used)
    page = first_page(run, results, card, measured, (guesses, len(used)), together) if card else None
    with charts.drawing():
        first = (
            draw_first_page(page, anchor, lambda name, it: draw_chart(name, it, colours), chart_rows) if page else None
        )
    return RunView(
        anchor=anchor,
        name=run.name,
        title=run.game.title,
        players=run.plan.seats,
        rules=rules_table.rules_in_words(run),
        games=run.rows,
        planned=run.plan.games,
        few=run.rows < FEW_GAMES,
        verdict=first.page.lead if first else first_sentence(shown),
        scorecard=draw_scorecard(card) if card else None,
        first=first,
        seed=run.plan.seed,
        seated=run.plan.seating_plan.described,
        line_up=seated_strategies(run.plan.game_id, run.plan.players, colours, strengths_of(run, together)),
        answers=shown,
        narrated=list(narrate(run)) if narrate else [],
        rules_used=used,
        sensitivity=importance_table(measured, Terms.of(run.game)),
        unconfirmed_note=importance(measured, run.plan.seats),
        survivals=survivals(doubted),
        caveat=caveat_of(doubted, guesses),
        sweep=rules_table.sweep_command(run),
        command=rules_table.command(run),
        report=rules_table.report_command(run),
        left_out=rules_table.left_out(run, [other for other in together if isinstance(other, Experiment)]),
        facts=run_facts(run),
        manifest=rules_table.manifest_text(run),
    )


def run_facts(run: Run) -> list[tuple[str, str]]:
    """Return the manifest's main facts."""
    manifest, plan = run.manifest, run.plan
    facts = [
        ("games", f"{run.rows:,}" if run.rows == plan.games else f"{run.rows:,} of {plan.games:,}"),
        ("seed", str(plan.seed)),
        (
            "line-up",
            f"{', '.join(plan.players)} ({plan.seating_plan.described})" if plan.seats > 1 else plan.players[0],
        ),
        ("events kept of", f"{min(plan.events, plan.games):,} games"),
        ("version of the game's rules", str(plan.game_version)),
        ("fingerprint of the plan", str(manifest.get("fingerprint", "–"))),
        ("hash of the sources", str(manifest.get("sources", "–"))),
    ]
    facts += [(f"game {plan.files.name}", plan.files.hash)] if plan.files else []
    facts += [(f"plug-in {source.file}", source.hash) for source in plan.sources]
    return facts + [(name, str(version)) for name, version in manifest.get("versions", {}).items()]

"""Companions of a run, data that lets its answers say more than the run alone: nudges, win chances, other rules.

`RUN/nudges` is a nudge experiment by the same players under the same rules, `RUN/tension.json` the win chances along a
sample of the run's games. `RUN/counterpart-VARIANT` is a run of its first deals with a variant that a question is about,
or without it if the run has it. Probes have a file each, other line-ups among them. `digsite report` plays them; questions only read them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.kinds import kind_of
from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.wording import listed, number
from digsite.simulator.play.repeat import rules_options, seating
from digsite.simulator.play.seating import FIXED
from digsite.simulator.runs import storage
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder.manifest import EXPERIMENT, MANIFEST

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    import polars as pl

    from digsite.analyses.experiments import nudge
    from digsite.analyses.probes.line_ups import LineUps
    from digsite.analyses.question import Question
    from digsite.analyses.result import Chart, Finding, Result
    from digsite.simulator.play.plan import Plan
    from digsite.simulator.runs.run import Run

NUDGES, TENSION, COUNTERPART = "nudges", "tension.json", "counterpart"
_TABLES = {  # how the answer to a question about a run names the tables of an experiment
    "worth": "worth",
    "moments": "worth_by_moment",
    "holdings": "worth_by_holding",
    "strategies": "worth_by_strategy",
    "observed": "observed_beside_caused",
    "ended": "worth_at_the_end",
}
_SAME = ("game", "game_version", "game_files", "players", "weights", "rules")


@dataclass(frozen=True)
class Companions:
    """The nudge experiments and the win-chance sample available for a run."""

    run: Run
    nudges: Sequence[Experiment] = ()
    tension: Result | None = None
    probes: Mapping[str, Result] = field(default_factory=dict)
    line_ups: LineUps | None = None
    others: Sequence[str] = field(default=())  # nudge experiments of the same game that do not match the run

    @classmethod
    def of(cls, run: Run, given: Iterable[Experiment] = ()) -> Companions:
        """Return the companions that match the run: the given experiments first, then those in its folder."""
        from digsite.analyses.probes import choices, line_ups, luck
        from digsite.analyses.winchance import tension

        named = [
            other for other in given if kind_of(other).measures == "worth" and other.manifest["game"] == run.plan.game
        ]
        fit = [other for other in named if matches_run(other, run)]
        own = open_experiment(run.folder / NUDGES)
        if own and matches_run(own, run) and own.folder not in [other.folder for other in fit]:
            fit.append(own)
        others = [other.name for other in named if other not in fit]
        probes = {name: found for name, found in (("luck", luck.read(run)), ("choices", choices.read(run))) if found}
        return cls(run, fit, tension.read(run.folder / TENSION, run), probes, line_ups.read(run), others)

    @property
    def families(self) -> int:
        """Return how many families of tests the experiments and other line-ups add to a report."""
        from digsite.analyses.experiments.nudge import FAMILIES
        from digsite.analyses.probes import line_ups

        return FAMILIES * len(self.nudges) + line_ups.FAMILIES * (self.line_ups is not None)

    @property
    def is_confounded(self) -> bool:
        """Return whether the run tells seats from strategies by nothing, so that other line-ups say nothing about it."""
        return self.run.plan.seating == FIXED and len(set(self.run.plan.players)) > 1

    def measures(self, asked: Question) -> bool:
        """Return whether an experiment measures the worth that the question asks about."""
        return any(_stem(arm) in set(map(_stem, asked.worth)) for other in self.nudges for arm in _labels(other))

    def counterpart(self, asked: Question) -> Run | None:
        """Return the run's deals under the other rules that the question asks about, or None if they were not played."""
        if not asked.variant:
            return None
        other = open_run(self.run.folder / f"{COUNTERPART}-{asked.variant}")
        return other if other and is_counterpart(other, self.run, asked.variant) else None

    def add_to(self, result: Result, asked: Question, sharing: int) -> Result:
        """Return an answer led by what the companions show, or with a note on how to measure it."""
        import polars as pl

        if asked.probe in self.probes:
            return self.probes[asked.probe]
        findings: list[Finding] = []
        charts: list[Chart] = []
        tables: dict[str, pl.DataFrame] = {}
        notes, left = [], list(map(_stem, asked.worth))
        for experiment, (question, whole) in zip(self.nudges, self._read(sharing), strict=True):
            part, tried = _part(question, whole, left), {_stem(dose.label) for dose in question.doses}
            left = [name for name in left if name not in tried]
            if not part.tables:
                continue
            findings += part.findings
            charts += [replace(chart, name=f"{asked.name}-{chart.name}") for chart in part.charts]
            for name, table in part.tables.items():
                before = tables.get(_TABLES[name])
                tables[_TABLES[name]] = table if before is None else pl.concat([before, table], how="diagonal_relaxed")
            notes.append(_rests_on(experiment))
        if left:
            notes.append(_command_note(self.run.plan, asked, left, self.others))
        if joined := self.probes.get(asked.joined):
            findings, charts, tables = [*joined.findings], [*joined.charts], {**joined.tables}
            return replace(
                result, tables=tables | dict(result.tables), findings=[*result.findings, *findings],
                charts=[*result.charts, *charts],
            )  # fmt: skip
        if asked.chances and self.tension:
            findings, charts = [*findings, *self.tension.findings], [*charts, *self.tension.charts]
            tables |= {"tension": self.tension.tables["measures"], "decided_by_chances": self.tension.tables["decided"]}
        return replace(
            result,
            tables=tables | dict(result.tables),
            findings=[*findings, *result.findings],
            charts=[*charts, *result.charts],
            notes=[*notes, *result.notes],
            meaning=f"{components_worth_having(tables)} {result.meaning}".strip(),
        )

    @cached_property
    def _known(self) -> dict[int, list[tuple[nudge.NudgeQuestion, Result]]]:
        return {}

    def _read(self, sharing: int) -> list[tuple[nudge.NudgeQuestion, Result]]:
        """Return the result of each experiment, read only once for all questions."""
        from digsite.analyses.experiments import nudge

        if sharing not in self._known:
            self._known[sharing] = [
                (nudge.NudgeQuestion.of(other, sharing), nudge.read(other, sharing)) for other in self.nudges
            ]
        return self._known[sharing]


def components_worth_having(tables: Mapping[str, pl.DataFrame]) -> str:
    """Return which components are worth having by experiment and which are not, without figures: the findings have those."""
    from digsite.analyses.stats import family

    groups: dict[str, list[str]] = {}
    for row in tables["worth"].iter_rows(named=True) if "worth" in tables else ():
        measure = "win" if "win_change" in row else "score"
        if not row["units"] or row[f"{measure}_change"] is None:
            continue
        known = row[f"{measure}_p"] < family.LIKELY
        wanted = (row[f"{measure}_change"] > 0) == (row["units"] > 0)
        groups.setdefault("worth" if known and wanted else "not worth" if known else "open", []).append(row["thing"])
    said = [(name, groups[name]) for name in ("worth", "not worth", "open") if name in groups]
    measured = sum(len(things) for _, things in said)
    clauses = [_clause(name, things, measured) for name, things in said]
    return f"By experiment {'; '.join(clauses)}." if clauses else ""


_MOST_NAMED = 3  # names in a clause; beyond that the clause has their number


def _clause(name: str, things: Sequence[str], measured: int) -> str:
    many = len(things)
    whole = f"all {number(many)}" if many == measured else f"{number(many)} of the {number(measured)}"
    named = listed(things) if many <= _MOST_NAMED else f"{whole} things measured"
    said = {
        "worth": "{} {} worth having",
        "not worth": "{} {} not worth having",
        "open": "what {} {} worth is not yet clear",
    }
    return said[name].format(named, "is" if many == 1 else "are")


def matches_run(experiment: Experiment, run: Run) -> bool:
    """Return whether an experiment nudged the run's players, in the same line-up under the same rules."""
    if kind_of(experiment).measures != "worth" or run.plan.nudge:
        return False
    ours, theirs = run.plan, experiment.plan
    texts = [[plugin["text"] for plugin in plan.plugins] for plan in (ours, theirs)]
    return texts[0] == texts[1] and all(getattr(ours, name) == getattr(theirs, name) for name in _SAME)


def open_experiment(folder: Path) -> Experiment | None:
    """Return the experiment in a folder, or None if there is none or it is incomplete."""
    if not storage.is_file(folder / EXPERIMENT):
        return None
    try:
        found = Experiment(folder)
        found.check()
    except DigsiteError:
        return None
    return found if found.complete else None


def toggle_variant(run: Run, variant: str) -> dict[str, Any]:
    """Return the figures that switch a variant on, or off where the run is played with it."""
    printed, rules = run.game.figures, run.plan.rules
    patch = dict(printed.variants[variant].set)
    return patch if any(rules[key] != value for key, value in patch.items()) else {key: printed[key] for key in patch}


def is_counterpart(other: Run, run: Run, variant: str) -> bool:
    """Return whether a run has the same deals and players, with a variant of the rules switched on or off."""
    ours, theirs = run.plan, other.plan
    alike = all(getattr(ours, name) == getattr(theirs, name) for name in (*_SAME[:-1], "seed", "seating"))
    texts = [[plugin["text"] for plugin in plan.plugins] for plan in (ours, theirs)]
    return alike and texts[0] == texts[1] and {**ours.rules, **toggle_variant(run, variant)} == theirs.rules


def open_run(folder: Path) -> Run | None:
    """Return the run in a folder, or None if there is none or it is incomplete."""
    from digsite.simulator.runs.run import Run

    if not storage.is_file(folder / MANIFEST):
        return None
    try:
        found = Run(folder)
        found.check_files()
    except DigsiteError:
        return None
    return found if found.rows == found.plan.games else None


def _labels(experiment: Experiment) -> list[str]:
    return [dose["label"] for dose in experiment.question["doses"]]


def _stem(label: str) -> str:
    """Return the nudge of a dose: no-search for no-search=6."""
    return label.partition("=")[0]


def _part(question: nudge.NudgeQuestion, whole: Result, stems: Sequence[str]) -> Result:
    from digsite.analyses.experiments.nudge import part

    return part(question, whole, [dose.label for dose in question.doses if _stem(dose.label) in stems])


def _rests_on(experiment: Experiment) -> str:
    return (
        f"Caused (◆): a random player is nudged at a random turn, and the same game is played on without and with it; "
        f"{experiment.games:,} games each ({experiment.name}), by the same players under the same rules as this run. Games "
        "that end before that turn, or in which the nudge is not possible then, are left out on both sides. Observed: how "
        "players fared without any nudge who held one more at the same turn. Claims and "
        "intervals are corrected for all tests of the experiment and of the report: they hold together."
    )


def _command_note(plan: Plan, asked: Question, left: Sequence[str], others: Sequence[str]) -> str:
    """Return the command that measures what the companions lack."""
    names = [name for name in asked.worth if _stem(name) in left]
    command, report = (
        Command("nudge", plan.called, nudges=names, **seating(plan), **rules_options(plan)),
        Command("report"),
    )
    unfit = f" {listed(others)} has other players or other rules." if others else ""
    return (
        f"Worth is not measured here ({listed(map(_stem, names))}): `{report}` of the run plays a small experiment, "
        f"or `{command}` a larger one, whose folder is then given to `{report}` as well.{unfit}"
    )

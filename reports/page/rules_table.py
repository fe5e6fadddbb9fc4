"""Where a run's figures come from: its rules, and the command that plays it again."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from digsite.simulator.commands import Command, requoted
from digsite.simulator.game.wording import listed, typed
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.repeat import simulate_command, unexplained_figures
from digsite.simulator.runs.folder.copies import rules_copy
from digsite.simulator.runs.folder.plugin_texts import where_to_read
from digsite.simulator.trust import code_with_hashes, untrusted

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from digsite.simulator.runs.experiment import Experiment
    from digsite.simulator.runs.run import Run


@dataclass(frozen=True)
class Rule:
    """A rule figure as a run used it."""

    key: str
    value: str
    about: str
    source: str
    confirmed: bool
    alternatives: Sequence[str]
    was: str  # the published rules' value where the run's differs

    @property
    def status(self) -> str:
        """Return whether the figure is confirmed, and its value before the run changed it."""
        parts = ["confirmed" if self.confirmed else "unconfirmed"]
        return ", ".join([*parts, f"changed from {self.was}"] if self.was else parts)


def rules_used(run: Run) -> list[Rule]:
    """Return every figure of the run's rules; one unknown to this digsite has only its value."""
    known = run.game.figures.with_provenance(run.plan.provenance).by_key
    rules = []
    for key, value in run.plan.rules.items():
        figure = known.get(key)
        if figure is None:
            rules.append(Rule(key, typed(value), "", "the run's manifest", False, (), ""))
            continue
        was = "" if figure.value == value else typed(figure.value)
        alternatives = [typed(other) or "nothing" for other in figure.alternatives]
        rules.append(
            Rule(key, typed(value) or "nothing", figure.about, figure.source, figure.confirmed, alternatives, was)
        )
    return rules


_NAMED = 3  # changed figures that a line names


def rules_in_words(run: Run) -> str:
    """Return the rule set in a few words: variants and settings, and the figures that a rules file changed."""
    parts = [*run.plan.variants, *run.plan.settings, *unexplained_figures(run.plan)]
    if len(parts) > _NAMED + 1:
        parts = [*parts[:_NAMED], f"{len(parts) - _NAMED} more changes"]
    if parts:
        return ", ".join(parts)
    return "printed rules" if all(rule.confirmed for rule in rules_used(run)) else "printed rules as far as known"


def command(run: Run) -> str:
    """Return the command that plays the run again: the same plan, the same bytes."""
    if run.plan.nudge:  # an arm of an experiment cannot be a run by itself
        return requoted(str(run.manifest["command"]))
    return str(simulate_command(run.plan, rules_copy(run.folder, run.plan), out=f"runs/{run.name}"))


def report_command(run: Run) -> str:
    """Return the command that writes the page again, after the one that plays the run."""
    return str(Command("report", f"runs/{run.name}", out="report.html"))


def sweep_command(run: Run) -> str:
    """Return the command that measures how much the unconfirmed figures matter."""
    return str(Command("sweep", run.plan.called, unconfirmed=True))


def left_out(run: Run, given: Iterable[Experiment] = ()) -> str:
    """Return what a report cannot show without running code that the user has not allowed; empty if there is none.

    given: experiments of the same report, which may show some of it.
    """
    foreign = untrusted(run.plan.code)
    if not foreign:
        return ""
    from digsite.analyses.companions import Companions
    from digsite.analyses.registry import are_left_out

    saved, plan = Companions.of(run, given), run.plan
    missing = ["a sample game"]
    if not (plan.nudge or plan.thinking):  # a report would play these
        missing += ["win chances"] * (plan.seats > 1 and not saved.tension)
        missing += ["what decides who wins"] * (plan.has_rivals and "luck" not in saved.probes)
        missing += ["other line-ups"] * (plan.has_rivals and not saved.is_confounded and saved.line_ups is None)
        missing += ["what components are worth"] * (bool(run.game.own_nudges) and not saved.nudges)
    missing += ["the game's own questions"] * are_left_out(run.game)
    if not plan.thinking and not all(rule.confirmed for rule in rules_used(run)):
        missing.append("how much unconfirmed figures matter")
    return (
        f"This report plays no games, so it leaves out {listed(missing)}. Playing would run {code_with_hashes(foreign)}, which you "
        f"have not allowed on this machine. Read {where_to_read(run.folder, plan.code)}, then write the report again with "
        f"`{OPTIONS['trust'].typed}`."
    )


def without_texts(described: Mapping[str, Any]) -> dict[str, Any]:
    """Return the description of a run or an experiment with hashes in place of the texts of a user's game."""
    shown = dict(described)
    if isinstance(plan := shown.get("plan"), dict):
        shown["plan"] = without_texts(plan)
    if texts := shown.get("game_files"):
        shown["game_files"] = {place: hashlib.sha256(text.encode()).hexdigest()[:16] for place, text in texts.items()}
    return shown


def manifest_text(run: Run) -> str:
    """Return the manifest as it is in the run folder; of many parts only the first and last are shown."""
    manifest = without_texts(run.manifest)
    parts = dict(manifest["parts"])
    if len(parts) > 24:
        names = list(parts)
        kept = {name: parts[name] for name in names[:10]}
        kept["…"] = f"{len(names) - 20} more parts"
        parts = kept | {name: parts[name] for name in names[-10:]}
    manifest["parts"] = parts
    return json.dumps(manifest, indent=1, ensure_ascii=False)

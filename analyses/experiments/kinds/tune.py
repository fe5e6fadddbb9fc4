"""The kind of `tune`: what tuned weights gain on fresh seeds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing, rules_of
from digsite.analyses.experiments.tune import read
from digsite.strategies.naming import plain_name

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List the gain at each table, and the weights."""
    gain, weights = (answered.result.tables[name] for name in ("gain", "weights"))
    yield Listing(
        ("rivals", "wins at first", "tuned", "gain pp", "from", "to", "games"),
        [
            [
                row["rivals"],
                *(f"{100 * row[name]:.1f} %" for name in ("own", "tuned")),
                *(f"{100 * row[name]:+.1f}" for name in ("gain", "gain_low", "gain_high")),
                row["games"],
            ]
            for row in gain.iter_rows(named=True)
        ],
    )
    yield Listing(
        ("weight", "at first", "tuned", "lost if put back, pp", "from", "to"),
        [
            [
                row["weight"],
                f"{row['own']:g}",
                "held" if row["held"] else f"{row['tuned']:g}",
                *("" if row[name] is None else f"{100 * row[name]:+.1f}" for name in ("lost", "lost_low", "lost_high")),
            ]
            for row in weights.iter_rows(named=True)
        ],
    )
    name, file = plain_name(answered.experiment.question["strategy"]), answered.experiment.folder / "tuned.toml"
    yield f"(The weights are in {file}; play them as {name}@{file}.)"


def _about(experiment: Experiment, _result: Result) -> dict[str, Any]:
    plan, asked = experiment.plan, experiment.question
    found = {"strategy": asked["strategy"], "against": asked["tables"], "seed": plan.seed}
    return {**found, "games": plan.games * len(experiment.arms), **rules_of(experiment)}


KIND = ExperimentKind("tune", read, _listing, about=_about)

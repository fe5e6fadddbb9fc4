"""The kind of `tournament`: every line-up of some strategies, in every seat."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.kinds import Answered, ExperimentKind, Listing, rules_of
from digsite.analyses.experiments.tournament import read
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Iterator

    from digsite.analyses.result import Result
    from digsite.simulator.runs.experiment import Experiment

MOST_SHOWN = 30  # fields on the screen; the rest is in the tables


def _listing(answered: Answered) -> Iterator[Listing | str]:
    """List ratings and win rates of the strategies, and the best response to each field of rivals."""
    ratings, replies = (answered.result.tables[name] for name in ("ratings", "replies"))
    yield Listing(
        ("strategy", "rating", "from", "to", "win rate", "share from", "share to", "appearances"),
        [
            [
                row["strategy"],
                *(f"{row[name]:+.0f}" if row[name] is not None else "open" for name in ("rating", "rating_low", "rating_high")),
                *(f"{100 * row[name]:.2f} %" for name in ("win", "win_low", "win_high")),
                row["appearances"],
            ]
            for row in ratings.iter_rows(named=True)
        ],
        brief=range(7),
    )  # fmt: skip
    fields: dict[str, list[dict[str, Any]]] = {}
    for row in replies.filter("best").sort("field", "win", descending=[False, True]).to_dicts():
        fields.setdefault(row["field"], []).append(row)
    yield Listing(
        ("rivals", "best reply", "wins", "from", "to", "cannot be told from it"),
        [
            [field, first["strategy"], *(f"{100 * first[name]:.1f} %" for name in ("win", "win_low", "win_high"))]
            + [", ".join(row["strategy"] for row in others)]
            for field, (first, *others) in list(fields.items())[:MOST_SHOWN]
        ],
    )
    if len(fields) > MOST_SHOWN:
        yield f"({len(fields) - MOST_SHOWN:,} more fields; {answered.folder / 'tournament-replies.csv'} has all.)"


def _meaning(result: Result) -> str:
    replies = [found.figures for found in result.findings if {"of", "never"} & set(found.figures)]
    if not replies:
        return ""
    never: list[str] = next((figures["never"] for figures in replies if "never" in figures), [])
    if never:
        return f"Against no field is it best to play {listed(never, 'or')}: what such a player tries needs help, or can go."
    return "None of the strategies can be ruled out: each may be the best reply to some field."


def entrants(experiment: Experiment, _result: Result) -> dict[str, Any]:
    """Return who took part, as plain data."""
    plan, games = experiment.plan, experiment.plan.games * len(experiment.arms)
    return {"strategies": experiment.question["strategies"], "seed": plan.seed, "games": games, **rules_of(experiment)}


KIND = ExperimentKind("tournament", read, _listing, evidence="tested", meaning=_meaning, about=entrants)

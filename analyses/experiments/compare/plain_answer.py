"""What a comparison found, in one plain sentence: what moves, then who gains and who loses."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from digsite.analyses import sentences
from digsite.analyses.experiments.compare.question import Comparison
from digsite.analyses.experiments.compare.texts import figure_parts, unit_word
from digsite.analyses.stats import is_difference
from digsite.simulator.game.wording import listed, number, singular

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.analyses.result import Finding, Result
    from digsite.simulator.runs.experiment import Experiment

_MOST = 3  # changes of one sort in a sentence
_GROUPS = {"seats": ("seats get fairer", "seats get less fair"), "strategies": ("strategies get closer", "strategies move apart")}  # fmt: skip


def plain_answer(experiment: Experiment, result: Result) -> str:
    """Return what a comparison found: what moves, the largest change first, and who gains or loses."""
    question = Comparison.of(experiment.question, experiment.game)
    rows = {row["measure"]: row for row in result.tables["measures"].iter_rows(named=True)}
    claims = [found for found in result.ranked if found.is_claim and not _is_equal(rows.get(_measure(found)))]
    known = [(found, rows[_measure(found)]) for found in claims if _measure(found) in rows]
    moved = [_moved(row, question.points, found) for found, row in known if _is_play(row)]
    if (left := len(moved) - _MOST) > 0:
        more = "one more measure changes" if left == 1 else f"{number(left)} more measures change"
        moved = [*moved[:_MOST], more]
    if "turns" in rows and rows["turns"]["verdict"] == "equivalent":
        moved.append("games are as long as before")
    found = "; ".join(part for part in (listed(moved) if moved else "", _wins(question.seats, rows, claims)) if part)
    pairs = f"no clear difference in {next(iter(rows.values()))['games']:,} pairs of games"
    subject = f"{sentences.sentence(question.changed.label)} compared with {question.against.label}"
    return f"{subject}: {found or pairs}."


def _is_equal(row: Mapping[str, Any] | None) -> bool:
    """Return whether a measure is known and does not differ."""
    return row is not None and not is_difference(row["verdict"])


def _measure(found: Finding) -> str:
    return str(found.figures.get("measure", ""))


def _is_play(row: Mapping[str, Any]) -> bool:
    """Return whether a measure is about how games go, not about who wins them or how one strategy scores."""
    return row["topic"] not in ("seats", "strategies") and row["about"] == "all"


def _moved(row: Mapping[str, Any], points: str, found: Finding) -> str:
    """Return how a figure moves: storm cards go from 3.08 to 3.73; scores fall by 1.2 dollars."""
    unit, likely = row["unit"], " (likely)" if found.certainty == "likely" else ""
    reach = (row["difference_high"] - row["difference_low"]) / 2
    gap = figure_parts(abs(row["difference"]), unit, reach).number
    more = row["difference"] > 0
    word = unit_word(unit, points)
    if row["measure"] == "mean score":
        return f"scores {'rise' if more else 'fall'} by {gap} {singular(word) if gap == '1' else word}{likely}"
    if unit == "turns":
        return f"games are {gap} {'turn' if gap == '1' else 'turns'} {'longer' if more else 'shorter'}{likely}"
    before, after = (figure_parts(row[side], unit, reach / 10) for side in ("against", "changed"))
    verb = "rises" if unit == "share" and more else "falls" if unit == "share" else "go up" if more else "go down"
    return f"{row['measure']} {verb} from {before.figure} to {after.figure}{likely}"


def _wins(seats: int, rows: Mapping[str, Mapping[str, Any]], claims: list[Finding]) -> str:
    """Return who wins more or less often, or that nobody clearly does."""
    wins = {name: row for name, row in rows.items() if row["topic"] in ("seats", "strategies")}
    if not wins:
        return ""
    said = []
    for found in claims:
        if (name := _measure(found)) in wins:
            row, who = wins[name], wins[name]["about"]
            reach = (row["difference_high"] - row["difference_low"]) / 2
            gap = figure_parts(abs(row["difference"]), "share", reach).number
            verb = "gains" if row["difference"] > 0 else "loses"
            said.append(f"{who} {verb} {gap} wins in 100{' (likely)' if found.certainty == 'likely' else ''}")
        elif topic := found.figures.get("spread"):
            said.append(_GROUPS[str(topic)][found.figures["difference"] > 0])
    if said:
        return listed(said[: 2 * _MOST])
    nobody = "no seat" if seats == len(wins) else "no seat or strategy"
    if all(row["verdict"] == "equivalent" for row in wins.values()):
        return f"{nobody} gains or loses a noticeable share of the wins"
    return f"{nobody} clearly gains or loses"

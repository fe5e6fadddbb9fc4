"""The findings of a nudge experiment, in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.experiments.nudge.question import PAIRS, RIVALS, SCORE, TURNS, WIN
from digsite.analyses.experiments.nudge.tables import corrected
from digsite.analyses.result import Finding
from digsite.analyses.stats import Estimate, family
from digsite.analyses.stats.quantiles import two_sided_z
from digsite.analyses.stats.special import special
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.experiments.nudge.question import NudgeQuestion
    from digsite.analyses.experiments.nudge.worth import Worth


FEW_PAIRS = 100  # with fewer, a finding gives only their number unless some effect stands


def finding_of(question: NudgeQuestion, worth: Worth, table: pl.DataFrame) -> Finding:
    """Return what one nudge changes."""
    row = table.row(by_predicate=pl.col("nudge") == worth.dose.label, named=True)
    head = sentences.sentence(worth.dose.title)
    if not worth.done:
        return Finding(f"{head}: that was never possible.", "none", "unclear", row, kind="caused", p_value=1.0)
    stands = [measure for measure in question.tested_measures if row[f"{measure}_p"] < family.LIKELY]
    changed = [_change_text(question, measure, row, counted=not at) for at, measure in enumerate(stands)]
    said = [f"the player {listed(changed)}"] if stands else []
    if unknown := [measure for measure in question.tested_measures if measure not in stands]:
        said.append(_open_text(question, unknown, row, counted=not stands))
    if question.seats > 1:
        rivals = _change(row, RIVALS).written(signed=True, unit=question.wording.points)
        said.append(f"each rival's score changes by {rivals.with_ends}")
    said += _length_text(question, row)
    sentence = f"{head}: {'; '.join(said)}."
    if not stands and row["pairs"] < FEW_PAIRS:
        few = "1 pair" if row["pairs"] == 1 else f"{row['pairs']} pairs"
        sentence = f"{head}: {few} of games, too few to tell anything."
    p = min(row[f"{measure}_p"] for measure in question.tested_measures)
    figures = {**row, "clause": worth.dose.clause}
    null = f"the nudge changes nothing in {listed(_nouns(question))}"
    grade, size = _grade(question, worth, row), abs(row[f"{question.headline}_change"] or 0.0)
    return Finding(sentence, grade, family.certainty(p), figures, kind="caused", null=null, p_value=p, size=size)


def _length_text(question: NudgeQuestion, row: Mapping[str, Any]) -> list[str]:
    """Return by how much the game is shorter or longer for all, which the other figures include; nothing if it may not be."""
    change = _change(row, TURNS)
    if not (change.low > 0 or change.high < 0):
        return []
    written = change.written(signed=True, unit=question.wording.turns)
    return [
        f"all of this includes a game that is {written.size} {'longer' if change.value > 0 else 'shorter'} ({written.ends})"
    ]


def _grade(question: NudgeQuestion, worth: Worth, row: Mapping[str, Any]) -> family.Effect:
    """Return the largest of the effects that stand, each at its least."""
    found: list[family.Effect] = ["none"]
    for measure in question.tested_measures:
        low, high = (row[f"{measure}_change_{end}"] for end in ("low", "high"))
        if low is None or high is None or not row[f"{measure}_p"] < family.LIKELY:
            continue
        near = max(low, 0.0) + min(high, 0.0)
        shared = question.is_share(measure)
        against = 1 / question.seats if shared else worth.base(measure).sd
        found.append(family.effect(near, against, "share" if shared else "spread"))
    return min(found, key=["large", "moderate", "small", "none"].index)


_VERBS = {WIN: ("win", "more often", "less often"), SCORE: ("score", "more", "less")}


def _nouns(question: NudgeQuestion) -> list[str]:
    """Return the tested measures as nouns: wins, points and escapes."""
    known = {WIN: "wins", SCORE: "points"} | {
        name: f"how often players {verb}" for name, verb in question.watched.items()
    }
    return [known[measure] for measure in question.tested_measures]


def _change_text(question: NudgeQuestion, measure: str, row: Mapping[str, Any], *, counted: bool) -> str:
    """Return a change in words: wins 1.2 percentage points more often (0.9 to 1.5; 20,000 pairs of games, certain).

    counted: the number of pairs is given with the first figure only; it is the same throughout.
    """
    estimate = _change(row, measure)
    verb, more, less = _verb(question, measure)
    written = estimate.written(**_written(question, measure))
    of = f"; {written.counted}" if counted else ""
    sure = family.certainty(row[f"{measure}_p"])
    return f"{third_person(verb)} {written.size} {more if estimate.value > 0 else less} ({written.ends}{of}, {sure})"


def _open_text(question: NudgeQuestion, measures: Sequence[str], row: Mapping[str, Any], *, counted: bool) -> str:
    """Return an open question in words: whether the player wins more often is open (+1.8 percentage points, ...)."""
    asked = listed(
        [f"{third_person(verb)} {more}" for verb, more, _ in (_verb(question, measure) for measure in measures)], "or"
    )
    first, *others = (_change(row, measure).written(**_written(question, measure)) for measure in measures)
    said = [f"{first.figure}, {first.ends}{f'; {first.counted}' if counted else ''}"]
    said += [f"{other.figure}, {other.ends}" for other in others]
    return f"whether the player {asked} is open ({'; '.join(said)})"


def third_person(verb: str) -> str:
    """Return a verb phrase in the third person.

    >>> third_person("win"), third_person("reach the exit")
    ('wins', 'reaches the exit')
    """
    first, space, rest = verb.partition(" ")
    return f"{first}{'es' if first.endswith(('s', 'x', 'ch', 'sh')) else 's'}{space}{rest}"


def _verb(question: NudgeQuestion, measure: str) -> tuple[str, str, str]:
    return _VERBS.get(measure, (question.watched.get(measure, ""), "more often", "less often"))


def _written(question: NudgeQuestion, measure: str) -> dict[str, Any]:
    share = question.is_share(measure)
    return {
        "percent": share,
        "signed": True,
        "unit": "percentage points" if share else question.wording.points,
        "of": PAIRS,
    }


def _change(row: Mapping[str, Any], measure: str) -> Estimate:
    return sentences.estimate_of(row, f"{measure}_change", row["pairs"])


def bias_findings(question: NudgeQuestion, table: pl.DataFrame) -> list[Finding]:
    """Return findings where what is observed differs from what is caused, beyond chance."""
    measure = question.headline
    rows = table.filter(pl.col("held").is_null()).drop_nulls(f"{measure}_observed").to_dicts() if table.height else []
    sides = [
        (
            sentences.estimate_of(row, f"{measure}_observed", row["appearances"]),
            sentences.estimate_of(row, f"{measure}_caused", row["pairs"]),
        )
        for row in rows
    ]
    found = []
    for row, (seen, caused), p in zip(
        rows, sides, corrected(question, [_apart(question, *both) for both in sides]), strict=True
    ):
        if not p < family.LIKELY:
            continue
        verb, more, less = _verb(question, measure)
        written = _written(question, measure)
        watched = seen.written(**{**written, "of": "appearances"})
        much = f"{watched.size} {more if seen.value >= 0 else less}"
        sentence = (
            f"{_misled(seen, caused)} what {row['thing']} is worth: players with one more at the same turn "
            f"{_PAST.get(measure, f'{verb}d')} {much} {watched.bracket}, being given one brings {caused.text(**written)}."
        )
        null = "players who have one more differ by what one more causes"
        gap = abs(seen.value - caused.value)
        found.append(Finding(sentence, "", family.certainty(p), row, kind="tested", null=null, p_value=p, size=gap))
    return found


_PAST = {WIN: "won", SCORE: "scored"}


def _misled(seen: Estimate, caused: Estimate) -> str:
    """Return how observing distorts a worth; it reverses it only where the observed figure surely has the other sign."""
    if seen.value * caused.value < 0:
        return "Watching hides" if seen.low <= 0 <= seen.high else "Watching turns round"
    return "Watching hides" if abs(seen.value) < abs(caused.value) else "Watching overstates"


def _apart(question: NudgeQuestion, one: Estimate, other: Estimate) -> float:
    """Return the p-value of "both are the same", however the two depend on each other: their errors add up."""
    error = (one.half_width + other.half_width) / two_sided_z(question.level)
    return 2 * float(special().ndtr(-abs(one.value - other.value) / error)) if 0 < error < math.inf else 1.0


def nudge_notes(question: NudgeQuestion, found: Sequence[Worth]) -> list[str]:
    """Return how the games were nudged and counted."""
    first = found[0]
    share = first.reached / first.games if first.games else 0.0
    notes = [
        f"Each luck nudges one random seat at one of its first {question.turns} turns, drawn beforehand; {share * 100:.0f} % "
        "of the games lasted until then, and the others are left out on both sides.",
        "A nudge that is not possible at its turn is left out on both sides, too; the column possible has the share that was.",
        "Differences are means over all pairs of games on the same luck; the games of a luck count as one independent value.",
        "Observed: how players fared without any nudge who held one more at the same turn. Who holds more differs in "
        "other ways, too, so that is not what one more is worth.",
    ]
    if question.tuned is None:
        tests = len(found) * len(question.tested_measures)
        notes.append(
            f"Intervals and certainty are corrected for {sentences.counted(tests, 'test')}: they hold for all together."
        )
    else:
        notes.append("Played until known to the margin or to the last game; intervals hold for all nudges together, however often one looks.")  # fmt: skip
    if first.games < sentences.FEW_GAMES:
        notes.append(f"Only {sentences.counted(first.games, 'game')} in each arm: the intervals are wide.")
    return notes

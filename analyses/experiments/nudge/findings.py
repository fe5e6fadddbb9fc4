"""What a nudge experiment shows, in sentences."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import polars as pl

from analyses import words
from analyses.experiments.nudge.question import PAIRS, RIVALS, SCORE, WIN, words_of
from analyses.experiments.nudge.tables import corrected
from analyses.result import Finding
from analyses.stats import Estimate, family
from simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analyses.experiments.nudge.question import Question
    from analyses.experiments.nudge.worth import Worth


def finding_of(question: Question, worth: Worth, table: pl.DataFrame) -> Finding:
    """What one nudge changes."""
    row = table.row(by_predicate=pl.col("nudge") == worth.dose.label, named=True)
    head = f"If a random player, at a random turn, {worth.dose.clause}"
    if not worth.done:
        return Finding(f"{head}: that was never possible.", "none", "unclear", row, kind="caused", p_value=1.0)
    said = [_change_text(question, measure, row) for measure in question.tested]
    sentence = f"{head}, that player {listed(said)}"
    if question.seats > 1:
        sentence += f"; each rival's score changes by {_change(row, RIVALS).text(signed=True, unit='points', of=PAIRS)}"
    first, counted, rest = sentence.partition(f"; {row['pairs']:,} {PAIRS}")
    sentence = first + counted + rest.replace(counted, "")  # the same games throughout
    p = min(row[f"{measure}_p"] for measure in question.tested)
    figures = {**row, "clause": worth.dose.clause}
    null = f"the nudge changes nothing in {listed(_nouns(question))}"
    grade = _grade(question, worth, row)
    return Finding(f"{sentence}.", grade, family.certainty(p), figures, kind="caused", null=null, p_value=p)


def _grade(question: Question, worth: Worth, row: Mapping[str, Any]) -> family.Effect:
    """The largest of the effects that stand, each at the least."""
    found: list[family.Effect] = ["none"]
    for measure in question.tested:
        low, high = (row[f"{measure}_change_{end}"] for end in ("low", "high"))
        if low is None or high is None or not row[f"{measure}_p"] < family.LIKELY:
            continue
        near = max(low, 0.0) + min(high, 0.0)
        shared = question.is_share(measure)
        against = 1 / question.seats if shared else worth.base(measure).sd
        found.append(family.effect(near, against, "share" if shared else "spread"))
    return min(found, key=["large", "moderate", "small", "none"].index)


_VERBS = {WIN: ("wins", "more often", "less often"), SCORE: ("scores", "more", "less")}


def _nouns(question: Question) -> list[str]:
    """What claims are made of, as nouns: wins, points and escapes."""
    known = {WIN: "wins", SCORE: "points"} | {name: f"{verb}s" for name, verb in question.watched.items()}
    return [known[measure] for measure in question.tested]


def _change_text(question: Question, measure: str, row: Mapping[str, Any]) -> str:
    """wins 1.2 percentage points more often (0.9 to 1.5; 20,000 pairs of games)."""
    estimate, share = _change(row, measure), question.is_share(measure)
    verb, more, less = _VERBS.get(measure, (f"{question.watched.get(measure, '')}s", "more often", "less often"))
    text = estimate.text(percent=share, signed=True, unit="percentage points" if share else "points", of=PAIRS)
    figure, _, bracket = text.partition(" (")
    if estimate.value == 0:
        return f"{verb} neither {more} nor {less} ({bracket}"
    maybe = "" if row[f"{measure}_p"] < family.LIKELY else ", which may be chance"
    return f"{verb} {figure.lstrip('+-')} {more if estimate.value > 0 else less}{maybe} ({bracket}"


def _change(row: Mapping[str, Any], measure: str) -> Estimate:
    return _estimate(row, f"{measure}_change", row["pairs"])


def _estimate(row: Mapping[str, Any], name: str, n: int) -> Estimate:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return Estimate(row[name], -math.inf if low is None else low, math.inf if high is None else high, n)


def bias_findings(question: Question, table: pl.DataFrame) -> list[Finding]:
    """Where what is observed is not what is caused, beyond chance."""
    measure, share = question.headline, question.is_share(question.headline)
    rows = table.filter(pl.col("held").is_null()).drop_nulls(f"{measure}_observed").to_dicts() if table.height else []
    sides = [
        (_estimate(row, f"{measure}_observed", row["appearances"]), _estimate(row, f"{measure}_caused", row["pairs"]))
        for row in rows
    ]
    found = []
    for row, (seen, caused), p in zip(rows, sides, corrected(question, [_apart(*both) for both in sides]), strict=True):
        if not p < family.LIKELY:
            continue
        unit, what = "percentage points" if share else "points", words_of(question, measure)[0]
        one = seen.text(percent=share, signed=True, unit=unit, of="appearances")
        other = caused.text(percent=share, signed=True, unit=unit, of=PAIRS)
        sentence = (
            f"Watching misleads about {row['nudge']} ({row['counted']}): left alone, players who had one more at the same "
            f"turn differ by {one} in {what}; getting one more changes it by {other}."
        )
        null = "players who have one more differ by what one more causes"
        near = max(abs(seen.value - caused.value) - seen.half_width - caused.half_width, 0.0)
        effect = family.effect(near, 1 / question.seats) if share else "none"
        found.append(Finding(sentence, effect, family.certainty(p), row, kind="tested", null=null, p_value=p))
    return found


def _apart(one: Estimate, other: Estimate) -> float:
    """The p-value of "both are the same", however the two may hang together: their errors add up."""
    from scipy.special import ndtr

    error = (one.half_width + other.half_width) / 1.96
    return 2 * float(ndtr(-abs(one.value - other.value) / error)) if 0 < error < math.inf else 1.0


def notes_on(question: Question, found: Sequence[Worth]) -> list[str]:
    """How the games were nudged and counted."""
    first = found[0]
    share = first.reached / first.games if first.games else 0.0
    notes = [
        f"Each luck nudges one random seat at one of its first {question.turns} turns, drawn beforehand; {share * 100:.0f} % "
        "of the games lasted until then, and the others are left out on both sides.",
        "A nudge that is not possible at its turn is left out on both sides, too; the column possible has the share that was.",
        "Differences are of the same game on the same luck; the rotations of a luck count as one value.",
        "Observed: how players fared without any nudge who held one more at the same turn. Who holds more differs in "
        "other ways, too, so that is not what one more is worth.",
    ]
    if question.tuned is None:
        notes.append(f"Certainty is corrected for {len(found) * len(question.tested)} tests (Holm).")
    else:
        notes.append("Played until known to the margin or to the last game; intervals hold for all nudges together, however often one looks.")  # fmt: skip
    if first.games < words.FEW_GAMES:
        notes.append(f"Only {words.counted(first.games, 'game')} in each arm: the intervals are wide.")
    return notes

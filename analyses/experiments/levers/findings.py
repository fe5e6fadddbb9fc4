"""The findings of levers: which figures move what, which move nothing, and which guesses matter."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

from digsite.analyses import sentences
from digsite.analyses.block_sums import finite
from digsite.analyses.experiments.compare.texts import margin_text
from digsite.analyses.experiments.levers.question import STRATEGIES, WHO_WINS
from digsite.analyses.experiments.levers.tables import change_text
from digsite.analyses.result import Finding
from digsite.simulator.game.wording import counted, listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.levers.effects import Effects, Moved
    from digsite.analyses.experiments.levers.question import MovedFigure

_MOST_NAMED = 4
_OF = {"share": "of a win rate", "points": "of the mean score", "turns": "of its length", "number": ""}


def findings_of(found: Effects) -> list[Finding]:
    """Return a finding for each subject that some figure moves, one on the rest, and those on figures that move nothing."""
    moved = [_movers_finding(found, subject) for subject in found.subjects if found.movers(subject)]
    still = [subject for subject in found.subjects if not found.movers(subject)]
    findings = [finding for finding in moved if finding]
    if still:
        findings.append(
            Finding(f"No figure measurably moves {listed(still, 'or')}.", "absent", "likely", {"subjects": still})
        )
    findings += [_idle_finding(found)] if found.idle else []
    guesses = [figure for figure in found.question.figures if not figure.confirmed]
    return [*findings, *([_guesses_finding(found, guesses)] if guesses else [])]


def _movers_finding(found: Effects, subject: str) -> Finding:
    """Return which figures move a subject, the strongest first."""
    movers = found.movers(subject)
    noticeable = [moved for moved in movers if moved.is_noticeable]
    shown = noticeable or movers
    named = [_named(found, moved) for moved in shown[:_MOST_NAMED]]
    more = f", and {len(shown) - len(named)} more" if len(shown) > len(named) else ""
    verb = "moves" if len(shown) == 1 else "move"
    little = "" if noticeable else ", though perhaps too little to notice"
    sentence = (
        f"{sentences.sentence(counted(len(shown), 'figure'))} {verb} {subject}{little}: {'; '.join(named)}{more}."
    )
    if noticeable and len(movers) > len(noticeable):
        others = counted(len(movers) - len(noticeable), "other")
        sentence += f" {sentences.sentence(others)} may do so by too little to notice."
    top = shown[0].change
    return Finding(
        sentence, found.scale.effect(top.measure, top.difference), top.certainty, _figures(subject, movers),
        kind="caused", size=shown[0].least,
    )  # fmt: skip


def _named(found: Effects, moved: Moved) -> str:
    """Return a figure, its step and what that changes: setup.market at 4, seat 1 +10.6 pp (+9.9 to +11.3)."""
    whose = f"{moved.change.measure.about} " if moved.subject in (WHO_WINS, STRATEGIES) else ""
    return f"{moved.figure.called} at {moved.step.label}, {whose}{change_text(found, moved)}"


def _figures(subject: str, movers: Sequence[Moved]) -> dict[str, Any]:
    listed_movers = [
        {
            "figure": moved.figure.key, "at": moved.step.label, "measure": moved.change.measure.name,
            "change": finite(moved.change.difference.value), "low": finite(moved.change.difference.low),
            "high": finite(moved.change.difference.high), "p_value": moved.change.p_value,
        }
        for moved in movers
    ]  # fmt: skip
    return {"subject": subject, "movers": listed_movers}


def _idle_finding(found: Effects) -> Finding:
    """Return how many figures move nothing, and how large an effect would have been seen."""
    idle, untouched = found.idle, [figure for figure in found.idle if figure in found.untouched]
    one = len(idle) == 1
    sentence = f"{sentences.sentence(counted(len(idle), 'figure'))} {'has' if one else 'have'} no measurable effect on anything"
    others = [figure for figure in idle if figure not in untouched]
    if others:
        whose = "it changes" if len(others) == 1 else "they change"
        sentence += f": whatever {whose} is less than {listed(_at_most(found, others))}"
    sentence += "."
    if untouched:
        many = "It" if one else "All of them" if not others else sentences.sentence(f"{number(len(untouched))} of them")
        one_of = len(untouched) == 1
        sentence += f" {many} {'changes' if one_of else 'change'} not one game at this table."
    figures = {"figures": [figure.key for figure in idle], "untouched": [figure.key for figure in untouched]}
    return Finding(sentence, "absent", "likely", figures)


def _at_most(found: Effects, figures: Sequence[MovedFigure]) -> list[str]:
    """Return the largest change that the intervals of figures leave open, on each kind of measure all games have."""
    keys, largest = {figure.key for figure in figures}, dict[tuple[str, str], float]()
    for moved in found.every:
        measure, difference = moved.change.measure, moved.change.difference
        if moved.figure.key in keys and measure.topic in ("seats", "strategies", "scores", "length"):
            kind = (measure.unit, _OF[measure.unit])
            largest[kind] = max(largest.get(kind, 0.0), difference.high, -difference.low)
    return [
        f"{margin_text(size, unit, found.question.points)} {of}"  # type: ignore[arg-type]
        if math.isfinite(size)
        else f"anything {of}"
        for (unit, of), size in largest.items()
        if size > 0
    ]


def _guesses_finding(found: Effects, guesses: Sequence[MovedFigure]) -> Finding:
    """Return which figures that no source confirms matter."""
    strongest = found.strongest
    matter = [figure.key for figure in guesses if figure.key in strongest]
    if not matter:
        some = (
            "The one unconfirmed figure moves"
            if len(guesses) == 1
            else f"None of {len(guesses)} unconfirmed figures moves"
        )
        return Finding(f"{some} anything measurable.", "absent", "likely", {"unconfirmed": [], "of": len(guesses)})
    named = [f"{key} ({strongest[key].change.measure.name} {change_text(found, strongest[key])})" for key in matter]
    more = f", and {len(matter) - _MOST_NAMED} more" if len(matter) > _MOST_NAMED else ""
    sentence = (
        f"Of {counted(len(guesses), 'figure')} that no source confirms (*), {number(len(matter))} "
        f"{'matters' if len(matter) == 1 else 'matter'}: {listed(named[:_MOST_NAMED])}{more}. Confirm "
        f"{'it' if len(matter) == 1 else 'these'} first."
    )
    top = strongest[matter[0]].change
    behind = {"unconfirmed": matter, "of": len(guesses)}
    return Finding(sentence, found.scale.effect(top.measure, top.difference), top.certainty, behind, kind="caused")


def notes_of(found: Effects) -> list[str]:
    """Return how much was played, and what the intervals hold for."""
    stages = [f"{games:,}" for games in found.games]
    compared = sentences.counted(len(found.every), "comparison")
    return [
        *found.question.notes,
        f"Each figure was moved alone, on the same luck as the rules as they are. All figures played {stages[0]} games of "
        f"each step, those that may matter {listed(stages[1:], 'or')}; all intervals hold together, for {compared} and "
        f"{number(len(stages))} looks.",
        "A change is noticeable from one fiftieth of a fair share of wins or of a length, or one twentieth of the "
        "standard deviation of a single value. Two figures together may do what neither does alone.",
    ]


def one_thing(found: Effects) -> Moved | None:
    """Return the change to make if only one may be: the strongest on who wins, else on anything."""
    movers = found.movers(WHO_WINS) or list(found.strongest.values())
    return movers[0] if movers else None

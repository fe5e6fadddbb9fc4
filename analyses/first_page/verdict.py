"""The verdict of page one: first what matters most, then the rest, in plain words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses import sentences
from digsite.analyses.first_page.seats import SeatWins, going_first
from digsite.simulator.game.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.analyses.scorecard import Line

# What comes first where several lines are off; lines of the same kind keep the scorecard's order.
_FIRST = ("seats", "winning alone", "components", "strategies", "tension", "pace")
# How a line that misses its target, or meets it, is said in the middle of a sentence.
_OFF = {
    "narrow": "only {viable} of {tried} strategies {are} viable",
    "settled early": "games are mostly decided by half-time",
    "lead is no lead": "a lead at half-time means little",
    "long games": "one game in twenty takes more than {longest} {unit}",
    "some unwanted": "not everything is worth having: {worth}",
    "one decisive": "one thing decides too much: {worth}",
    "some decisive": "some things decide too much: above all {worth}",
    "easy": "a player alone wins too easily ({figure})",
    "hard": "a player alone hardly ever wins ({figure})",
}
_FINE = {
    "strategies": "{viable} strategies are viable",
    "tension": "games stay open past half-time",
    "pace": "games take about the same time",
    "components": "everything measured is worth having",
    "winning alone": "a player alone wins a fair part of the games ({figure})",
}
_SUBJECTS = {
    "seats": "seats",
    "strategies": "strategies",
    "tension": "tension",
    "winning alone": "how often a player alone wins",
    "pace": "length",
    "components": "what components are worth",
}

_ALIKE = "The viable strategies play so much alike that they do not show whether different ways of playing pay."
_NOTHING = "These games alone do not show how balanced the game is."


def verdict(lines: Mapping[str, Line], seats: SeatWins | None) -> tuple[str, str]:
    """Return the sentence that leads, and the sentences that follow it."""
    first = going_first(seats) if seats else ""
    off = [name for name in _FIRST if name in lines and lines[name].verdict == "off"]
    troubles = [_clause(lines[name], _OFF[lines[name].word]) for name in off if lines[name].word in _OFF]
    leads = first if "seats" in off or not troubles else _sentence(troubles.pop(0))
    follows = [] if leads == first else [first]
    if troubles:
        follows.append(_sentence(listed(troubles)))
    good = [_clause(lines[name], clause) for name, clause in _FINE.items() if _is(lines, name, "fine")]
    if good:
        follows.append(_sentence(f"{'otherwise ' if troubles or off else ''}{listed(good)}"))
    if _is(lines, "strategies", "open") and lines["strategies"].word == "play alike":
        follows.append(_ALIKE)
    unclear = _unclear(lines)
    leads, follows = (leads, [*follows, unclear]) if leads else (unclear or _NOTHING, follows)
    return leads, " ".join(text for text in follows if text)


def _unclear(lines: Mapping[str, Line]) -> str:
    """Return the sentence on what is not yet clear; what is borderline shows on its tile."""
    subjects = [_SUBJECTS[name] for name, line in lines.items() if line.word == "not yet clear" and name in _SUBJECTS]
    return f"Not clear yet: {listed(subjects)}." if subjects else ""


def _is(lines: Mapping[str, Line], name: str, verdict: str) -> bool:
    return name in lines and lines[name].verdict == verdict


def _clause(line: Line, clause: str) -> str:
    sure, edge, out = (line.figures.get(name, ()) for name in ("worth_playing", "on_the_edge", "not_worth_playing"))
    return clause.format(
        viable=number(len(line.figures.get("ways") or sure)) if len(sure) else "none",
        tried=number(len(sure) + len(edge) + len(out)),
        are="is" if len(sure) == 1 else "are",
        longest=f"{line.figures.get('q95', 0):,.0f}",
        unit=line.unit,
        worth=_worth(line),
        figure=line.figure[:1].lower() + line.figure[1:],
    )


def _worth(line: Line) -> str:
    """Return what the first thing of the line on components is worth: a map adds 17 wins in 100."""
    if line.value is None or line.name != "components":
        return ""
    return f"{line.unit} {'adds' if line.value > 0 else 'costs'} {abs(100 * line.value):.0f} wins in 100"


def _sentence(text: str) -> str:
    return f"{sentences.sentence(text)}."

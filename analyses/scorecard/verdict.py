"""The scorecard in one paragraph: what is as it should be, what is not, and what is not yet clear."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses import sentences
from digsite.analyses.scorecard.line import DEPENDS
from digsite.simulator.game.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.scorecard.line import Line

# The words for a line that meets its target.
_GOOD = {
    ("seats", "fair"): "fair between seats",
    ("strategies", "diverse"): "open to {many} strategies",
    ("luck and skill", "skill shows"): "quick to show which strategy is stronger",
    ("tension", "open"): "still open at half-time",
    ("winning alone", "a challenge"): "a challenge for a player alone",
    ("pace", "steady"): "steady in length",
    ("components", "all wanted"): "made of parts that are all worth having",
}
# The words for a line that misses it.
_BAD = {
    ("seats", "unfair"): "seats do not win alike ({figure})",
    ("seats", DEPENDS): "what a seat is worth depends on the players",
    ("strategies", "narrow"): "few strategies are worth playing ({few})",
    ("tension", DEPENDS): "how open it is at half-time depends on the players",
    ("pace", DEPENDS): "how steady its length is depends on the players",
    ("tension", "settled early"): "it is mostly settled at half-time ({figure})",
    ("tension", "lead is no lead"): "a lead at half-time means little ({figure})",
    ("winning alone", "easy"): "a player alone wins too easily ({figure})",
    ("winning alone", "hard"): "a player alone hardly wins ({figure})",
    ("pace", "long games"): "some games run long ({interval} {turns})",
    ("components", "some unwanted"): "not everything is worth having ({figure})",
    ("components", "one decisive"): "one thing decides too much ({figure})",
    ("components", "some decisive"): "some things decide too much (above all {figure})",
}
_SUBJECTS = {
    "seats": "seats",
    "strategies": "the choice of strategies",
    "luck and skill": "skill",
    "tension": "tension",
    "winning alone": "how often a player alone wins",
    "pace": "length",
    "components": "components",
}


def verdict(lines: Sequence[Line]) -> str:
    """Return one sentence on what holds and what does not, and one on what is borderline or not yet clear."""
    good = [_GOOD[key].format(many=_many(line)) for line in lines if (key := (line.name, line.word)) in _GOOD]
    bad = [
        _BAD[key].format(
            figure=_plain(line.figure),
            few=_few(line),
            interval=line.interval,
            turns=line.unit,
        )
        for line in lines
        if (key := (line.name, line.word)) in _BAD
    ]
    said = []
    if good:
        said.append(f"{sentences.sentence(listed(good))}{f', but {listed(bad)}' if bad else ''}.")
    elif bad:
        said.append(f"{sentences.sentence(listed(bad))}.")
    border, unclear = ([line for line in lines if line.word == word] for word in ("borderline", "not yet clear"))
    if border:
        said.append(f"{sentences.sentence(_subjects(border))} {_are(border)} on the border of what the target allows.")
    if unclear:
        said.append(f"Not yet clear: {_subjects(unclear)}.")
    return " ".join(said) or "These games alone do not tell how balanced the game is."


def _many(line: Line) -> str:
    return number(len(line.figures.get("ways") or line.figures.get("worth_playing", ())))


def _few(line: Line) -> str:
    sure, edge, out = (
        len(line.figures.get(name, ())) for name in ("worth_playing", "on_the_edge", "not_worth_playing")
    )
    return f"{sure} of {sure + edge + out}{f', {edge} on the edge' if edge else ''}"


def _plain(figure: str) -> str:
    return figure[:1].lower() + figure[1:]


def _subjects(lines: Sequence[Line]) -> str:
    return listed(_SUBJECTS.get(line.name, line.name) for line in lines)


def _are(lines: Sequence[Line]) -> str:
    return "are" if len(lines) > 1 or lines[0].name in ("seats", "components") else "is"

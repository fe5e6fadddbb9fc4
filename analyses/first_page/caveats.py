"""What to know before relying on a report: guessed rule figures, the strength of the players, thin samples."""

from __future__ import annotations

from typing import TYPE_CHECKING

from digsite.analyses.sentences import FEW_GAMES, counted

if TYPE_CHECKING:
    from collections.abc import Mapping

    from digsite.analyses.first_page.seats import SeatWins
    from digsite.analyses.scorecard import Line
    from digsite.simulator.runs.run import Run


def caveats(
    run: Run, lines: Mapping[str, Line], unconfirmed: int, figures: int, seats: SeatWins | None = None
) -> list[str]:
    """Return the sentences of the box, the weightiest first."""
    said = []
    if run.rows < run.plan.games:
        said.append(f"Only {run.rows:,} of {run.plan.games:,} games have been played.")
    elif run.rows < FEW_GAMES:
        said.append(f"{counted(run.rows, 'game')} are few: only large differences show.")
    if unconfirmed:
        said.append(f"{unconfirmed} of {figures} rule figures are guesses.")
    if seats is not None and not seats.scoped:
        said.append("Verdicts hold for this line-up only: no other was played.")
    players = lines.get("players behind it")
    if players is not None:
        said.append(_on_players(players))
    return [sentence for sentence in said if sentence]


def _on_players(line: Line) -> str:
    who = line.figures.get("strategy", "the strategy")
    return {
        "hold their own": f"The players are strong: {who} gains little by looking ahead.",
        "beatable": f"The players can be beaten: looking ahead, {who} beats itself.",
        "cannot be told": "How good the players are is not clear yet.",
        "better than chance": "How good the players are was not measured.",
    }.get(line.word, "How good the players are was not measured.")

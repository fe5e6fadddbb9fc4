"""Reports in which there is nothing to find: real games whose seats change places at random, deal by deal.

All outcomes of a deal's games move with their seats, so games stay as they are played and deals as unlike each other;
but no seat and no strategy wins more than another in the long run. Deals are drawn from the run with replacement, so that
a report can be of any size. In games with a column of cases that the table is dealt, such as a monument, the cases are
dealt anew among the deals, so that none pays more than another.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from analyses.registry import answer, answerable
from analyses.result import Finding
from analyses.scorecard import scorecard
from simulator.runs.run import Run
from simulator.runs.store import part_name


class Shuffled(Run):
    """A run of shuffled games, in memory."""

    def __init__(self, base: Run, games: int, rng: np.random.Generator, *, rotate: bool, dealt: str = ""):
        """Games drawn from a rotated run; without `rotate`, single games of one strategy."""
        seats = base.plan.seats
        players = [f"player {place + 1}" if rotate else "player" for place in range(seats)]
        self.folder = base.folder
        self.plan = replace(base.plan, players=players, games=games, rotate=rotate, events=0)
        self.manifest = {"complete": True, "parts": {part_name("games", at): {} for at in range(self.plan.parts)}}
        self._rows = _shuffled(base, self.plan.players, games, seats if rotate else 1, rng, dealt)

    @property
    def rows(self) -> int:
        """Games that are there."""
        return self.plan.games

    @property
    def games(self) -> pl.LazyFrame:
        """One row per game."""
        return self._rows.lazy()

    def check_files(self) -> None:
        """There are none."""


def _shuffled(
    base: Run, players: Sequence[str], games: int, rotations: int, rng: np.random.Generator, dealt: str
) -> pl.DataFrame:
    real, seats = base.games.collect(), base.plan.seats
    lucks = games // rotations
    drawn = rng.integers(0, real.height // rotations, lucks)
    rows = real[(drawn[:, None] * rotations + np.arange(rotations)).ravel()]
    moves = np.repeat(rng.permuted(np.tile(np.arange(seats), (lucks, 1)), axis=1), rotations, axis=0)
    index = np.arange(len(rows))
    columns = [pl.Series("game", index, pl.UInt32), pl.Series("luck", index // rotations, pl.UInt32)]
    for column in base.game.columns:
        if column.per == "seat" and not column.choices:
            for label in column.labels or ("",):
                stem = f"{column.name}_{label}" if label else column.name
                headings = [f"{stem}_{seat + 1}" for seat in range(seats)]
                moved = np.take_along_axis(rows.select(headings).to_numpy(), moves, axis=1)
                columns += [pl.Series(name, moved[:, at], rows.schema[name]) for at, name in enumerate(headings)]
    winner = rows["winner"].to_numpy()
    columns.append(pl.Series("winner", np.where(winner > 0, np.argmax(moves == winner[:, None] - 1, axis=1) + 1, 0)))
    for seat in range(seats):
        names = [players[(seat + rotation) % seats] for rotation in range(rotations)]
        columns.append(pl.Series(f"strategy_{seat + 1}", names * lucks))
    if dealt:
        cases = rows[dealt].gather(np.repeat(rng.permutation(lucks) * rotations, rotations))
        columns.append(cases.alias(dealt))
    return rows.with_columns(columns)


def false_claims(run: Run) -> list[Finding | str]:
    """What a report on a shuffled run claims about seats, strategies and the cases dealt, all of it false."""
    asked = [question.name for question in answerable(run) if question.name in ("seats", "strategies", "monuments")]
    results = [answer(run, name) for name in asked]
    claims: list[Finding | str] = [
        finding
        for result in results
        for finding in result.findings
        if (finding.stands and " alike" not in finding.sentence)
        or (
            result.question == "monuments" and (", the most;" in finding.sentence or ", the least;" in finding.sentence)
        )
    ]
    lines = scorecard(run, results).lines
    return claims + [
        f"{line.name}: {line.word}" for line in lines if line.verdict == "off" and line.name != "luck and skill"
    ]

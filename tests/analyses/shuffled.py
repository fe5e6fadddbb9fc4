"""Reports in which there is nothing to find: real games whose seats change places at random, deal by deal.

All outcomes of a deal's games move with their seats, so games stay as they are played and deals as unlike each other;
but no seat and no strategy wins more than another in the long run. Deals are drawn from the run with replacement, so that
a report can be of any size. In games with a column of cases that the table is dealt, such as a monument, the cases are
dealt anew among the deals, so that none pays more than another. The nudges of such a report play some games anew, as a
real nudge does, and change nothing on average; who holds more of a thing fares no better.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
import polars as pl

from digsite.analyses.companions import Companions
from digsite.analyses.experiments import nudge
from digsite.analyses.registry import answer, answerable
from digsite.analyses.result import Finding
from digsite.analyses.scorecard import scorecard
from digsite.simulator.play.seating import CYCLIC, FIXED
from digsite.simulator.runs.folder.parts import part_name
from digsite.simulator.runs.run import Run


class Shuffled(Run):
    """A run of shuffled games, in memory."""

    def __init__(self, base: Run, games: int, rng: np.random.Generator, *, rotate: bool, dealt: str = ""):
        """Games drawn from a rotated run; without `rotate`, single games of one strategy."""
        seats = base.plan.seats
        players = [f"player {place + 1}" if rotate else "player" for place in range(seats)]
        self.folder = base.folder
        self.plan = replace(base.plan, players=players, games=games, seating=CYCLIC if rotate else FIXED, events=0)
        parts = {part_name("games", at): {"rows": len(self.plan.part_range(at))} for at in range(self.plan.parts)}
        self.manifest = {"complete": True, "parts": parts}
        self._rows = _shuffled(base, self.plan.players, games, seats if rotate else 1, rng, dealt)

    @property
    def rows(self) -> int:
        """Games that are there."""
        return self.plan.games

    @property
    def games(self) -> pl.LazyFrame:
        """One row per game."""
        return self._rows.lazy()

    def games_before(self, index: int) -> pl.LazyFrame:
        """The games with a lower index."""
        return self.games.filter(pl.col("game") < index)

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


class WithNudges(Companions):
    """A report that shares its false claims with one nudge experiment."""

    @property
    def families(self) -> int:
        """Those of the experiment."""
        return nudge.FAMILIES


def unmoved(question: nudge.NudgeQuestion, lucks: int, rng: np.random.Generator) -> list[nudge.Worth]:
    """What nudges did that play a fifth of the games anew; the games without any are the same for all of them."""
    games, seats = lucks * question.seats, question.seats
    turn, own = rng.integers(1, question.turns + 1, games), rng.integers(1, question.turns + 3, games)
    held, score = rng.integers(0, 4, games), rng.normal(50, 10, games)
    won = (rng.random(games) < 1 / seats).astype(float)
    without = pl.DataFrame(
        {
            "game": np.arange(games), "luck": np.arange(games) // seats, "nudged_turn": turn, "own_turns": own,
            "strategy": rng.choice(["one", "other"], games), "third": np.clip((turn - 1) * 3 // own, 0, 2),
            "reached": turn <= own, "nudge_held": held, "ended": held, "win": won, "score": score, "rivals": 100 - score,
            "turns": rng.normal(30, 3, games),
        }
    )  # fmt: skip
    found = []
    for dose in question.doses:
        anew = rng.random(games) < 0.2
        win = np.where(anew, rng.random(games) < 1 / seats, won) - won
        points = np.where(anew, rng.normal(50, 10, games), score) - score
        changes = {"win_change": win, "score_change": points, "rivals_change": -points, "turns_change": np.zeros(games)}
        done = pl.Series("nudge_done", (rng.random(games) < 0.8).astype(np.int8))
        found.append(nudge.Worth.of(question, dose, iter([without.with_columns(done, **_series(changes))])))
    return found


def _series(columns: dict[str, np.ndarray]) -> dict[str, pl.Series]:
    return {name: pl.Series(name, values) for name, values in columns.items()}


def false_claims(run: Run, nudged: np.random.Generator | None = None, nudges: int = 8) -> list[Finding | str]:
    """What a report on a shuffled run claims about seats, strategies and the cases dealt, all of it false.

    nudged: the chance of so many nudges that change nothing, played beside the run; by default there are none.
    """
    asked = [question.name for question in answerable(run) if question.name in ("seats", "strategies", "monuments")]
    beside = Companions(run) if nudged is None else WithNudges(run)
    results = [answer(run, name, beside) for name in asked]
    claims: list[Finding | str] = [
        finding
        for result in results
        for finding in result.findings
        if (finding.is_claim and " alike" not in finding.sentence)
        or (
            result.question == "monuments" and (", the most;" in finding.sentence or ", the least;" in finding.sentence)
        )
    ]
    if nudged is not None:
        sharing = sum(question.tests for question in answerable(run)) + nudge.FAMILIES
        doses = [nudge.NudgeArm(f"n{at}", f"n{at}", "gets one", 1, "things", True, "things") for at in range(nudges)]
        question = nudge.NudgeQuestion(doses, 6, run.plan.seats, {}, sharing=sharing)
        found = nudge.answer(question, unmoved(question, run.plan.games // run.plan.seats, nudged))
        claims += [finding for finding in found.findings if finding.is_claim]
    return claims + [f"{line.name}: {line.word}" for line in scorecard(run, results).lines if line.verdict == "off"]

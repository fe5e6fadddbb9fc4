"""One game of a run with the win chances along it: the narration between points, swings and kingmaking moves."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import pairwise, takewhile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses.stats.quantiles import two_sided_z
from digsite.analyses.winchance.one_game import (
    LEVEL,
    MOST_SWINGS,
    Swing,
    chart,
    confirmed_swing,
    decided_at,
    decided_sentence,
    grid,
    largest_changes,
    percent,
)
from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.narration import chapter_begun
from digsite.simulator.game.wording import counted
from digsite.simulator.lab.winchance.viewpoint import Item, Made, Use, ViewpointSettings, luck_from, map_on_threads
from digsite.simulator.options import OPTIONS
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    from digsite.simulator.play.rollouts import Moment, Played, RolloutTable

CONFIRM = 4  # times as many sampled deals confirm a swing
# Kingmaking: a seat's options are tried in a few sampled deals, and what stands out in as many new ones as chances have.
SCREEN_WORLDS = 40
SAME, OTHER = 0.05, 0.10  # the mover's chance changes by less than the first, another seat's by more than the second


@dataclass(frozen=True)
class AttributedSwing:
    """A swing, and the part that moves had in it.

    mover, gain: the seat (from 1) that had an option better than the one it took, and by how much, if any had beyond
                 error; judged by what the seat itself could know.
    fell:        whether the chance of that seat fell in the swing.
    lines:       the narration of the swing.
    """

    swing: Swing
    turn: int
    mover: int
    gain: float
    gain_reach: float
    fell: bool
    lines: list[str]

    @property
    def by(self) -> str:
        """Return "choice" if a seat lost by its move and a better option was worth at least half of the swing.

        A missed chance if there was a better option that does not explain the swing; else luck, or what was revealed.
        """
        if not self.mover:
            return "luck"
        return "choice" if self.fell and self.gain >= abs(self.swing.change) / 2 else "missed chance"


@dataclass(frozen=True)
class Kingmaking:
    """A move that changes which rival wins and not whether the mover does; seats count from 1."""

    turn: int
    decision: int
    mover: int
    options: int
    seat: int  # whose chance would be most different with another option
    change: float  # of that seat's chance, by the option taken
    reach: float
    own: float  # change of the mover's chance
    own_reach: float
    lines: list[str]
    does: str  # what the mover does, in words
    instead: str  # and the option it is set against


@dataclass(frozen=True)
class AnnotatedGame:
    """One game of a run with the chances along it."""

    run: Run
    game: int
    settings: ViewpointSettings
    table: pl.DataFrame
    players: list[str]
    points: list["Moment"]
    _rollouts: "RolloutTable" = field(repr=False)
    _played: "Played" = field(repr=False)

    @cached_property
    def lines(self) -> list[list[str]]:
        """Return the narration up to the first point, and then from each point to the next."""
        full, cuts = self._narrate(self._played.events), []
        for moment in self.points:
            lines = self._narrate(self._played.events[: moment.events])
            alike = (at for at, (one, other) in enumerate(zip(lines, full, strict=False)) if one != other)
            cuts.append(next(alike, min(len(lines), len(full))))
        ends = [0, *np.maximum.accumulate(cuts).tolist(), len(full)]
        return [full[start:end] for start, end in pairwise(ends)]

    def _narrate(self, events: np.ndarray) -> list[str]:
        figures = self.run.plan.figures
        return list(self.run.game.narrate(events, self.players, figures))

    @cached_property
    def swings(self) -> list[AttributedSwing]:
        """Return the biggest swings, confirmed in new sampled deals and judged: was there a better option?"""
        candidates = largest_changes(self.table)
        tests = len(candidates)
        found = self._reported(
            "Confirming swings", lambda one: self._confirmed_swing(one[0], one[1], tests), candidates
        )
        largest = sorted((swing for swing in found if swing), key=lambda swing: -abs(swing.change))
        return self._reported("Judging swings", self._judged, largest[:MOST_SWINGS])

    @cached_property
    def kingmaking(self) -> list[Kingmaking]:
        """Return moves that change which rival wins and not whether the mover does, the largest change first."""
        if self.run.plan.seats < 3:
            return []
        open_choices = [moment for moment in self._played.moments if len(moment.options) > 1]
        tried = self._reported("Looking for kingmaking moves", self._screened, open_choices)
        hopeful = [(moment, other) for moment, other in zip(open_choices, tried, strict=True) if other is not None]
        others = len(hopeful) * (self.run.plan.seats - 1)
        found = self._reported(
            "Confirming kingmaking moves", lambda one: self._confirmed(one[0], one[1], others), hopeful
        )
        return sorted((made for made in found if made), key=lambda made: -abs(made.change))

    def _reported(self, what: str, work: Callable[[Item], Made], items: Sequence[Item]) -> list[Made]:
        """Return the work's result for each item, on threads, and report how many are finished."""
        made: list[Made] = []
        for one in map_on_threads(work, items, self.settings.threads):
            made.append(one)
            self.settings.progress.working(what, len(made), len(items))
        return made

    @cached_property
    def sentences(self) -> list[str]:
        """Return when it was decided, its swings and its kingmaking moves, in words."""
        at = decided_at(self.table)
        place = "" if at is None else self.place(at)
        decided = decided_sentence(self.table, self.run.game.wording.turns, place)
        return [decided, *self._swing_sentences(), *self._kingmaking_sentences()]

    def place(self, point: int) -> str:
        """Return the place of a point in the narration: expedition 2 of 3; empty in games without chapters."""
        return chapter_begun(
            line
            for lines in self.lines[: point + 2]
            for line in lines[: None if lines is not self.lines[point + 1] else 1]
        )

    def _when(self, turn: int, point: int) -> str:
        """Return a moment in words: after 12 turns, in expedition 1 of 3."""
        wording, place = self.run.game.wording, self.place(point)
        return f"after {counted(turn, wording.turn)}{f', in {place}' if place else ''}"

    def _swing_sentences(self) -> Iterator[str]:
        if not self.swings:
            yield f"No change from one point to the next is beyond the error of the games played on; more {OPTIONS['worlds'].typed} see smaller ones."
        for judged in self.swings:
            swing = judged.swing
            change = f"{swing.change * 100:+.0f} percentage points, give or take {swing.reach * 100:.0f}"
            yield (
                f"Swing {self._when(judged.turn, swing.point)}: {self.players[swing.seat - 1]} goes from {percent(swing.before)} to "
                f"{percent(swing.after)} ({change}), {self._why(judged)}"
            )
            yield from (f"    {line.strip()}" for line in judged.lines if line.strip())

    def _why(self, judged: AttributedSwing) -> str:
        if not judged.mover:
            return "by luck or by what came to light: nobody who decided had an option that was better for them beyond error."
        better = (
            f"another option would have given {self.players[judged.mover - 1]} {judged.gain * 100:.0f} percentage points "
            f"more, give or take {judged.gain_reach * 100:.0f}, for all that seat could know."
        )
        return f"by choice: {better}" if judged.by == "choice" else f"with a missed chance in it: {better}"

    def _kingmaking_sentences(self) -> Iterator[str]:
        if self.run.plan.seats > 2 and not self.kingmaking:
            yield (
                f"No move changed another seat's chance by {OTHER * 100:.0f} percentage points or more and the mover's by less than "
                f"{SAME * 100:.0f}, beyond error."
            )
        for made in self.kingmaking[:MOST_SWINGS]:
            when = self._when(made.turn, sum(point.decision <= made.decision for point in self.points) - 1)
            yield (
                f"Kingmaking {when}: what {self.players[made.mover - 1]} does ({made.does}) instead of another option "
                f"({made.instead}) makes {self.players[made.seat - 1]} {abs(made.change) * 100:.0f} percentage points "
                f"{'more' if made.change > 0 else 'less'} likely to win (give or take {made.reach * 100:.0f}) and changes "
                f"the mover's own chance by less than {SAME * 100:.0f}."
            )

    def _point_of(self, moment: "Moment") -> int:
        return sum(point.decision <= moment.decision for point in self.points) - 1

    def _confirmed_swing(self, point: int, seat: int, tests: int) -> Swing | None:
        new = replace(self.settings, worlds=CONFIRM * self.settings.worlds)
        ends = self.points[point : point + 2]
        before, *after = new.wins(self._rollouts, ends, Use.SWINGS)
        result = self._played.wins[None, : self.run.plan.seats]
        return confirmed_swing(point, seat, before[:, seat - 1], (after or [result])[0][:, seat - 1], tests)

    def _judged(self, swing: Swing) -> AttributedSwing:
        """Try the options not taken at every decision of a swing, in deals that look the same to the mover."""
        start = self.points[swing.point]
        end = self.points[swing.point + 1].decision if swing.point + 1 < len(self.points) else len(self._played.moments)
        choices = [moment for moment in self._played.moments[start.decision : end] if len(moment.options) > 1]
        tests = sum(len(moment.options) - 1 for moment in choices)
        best = (0, 0.0, 0.0)
        for moment in choices:
            luck = luck_from(self.settings.seed, Use.JUDGING, moment.game, moment.decision)
            wins = self._rollouts.wins_by_option(moment, moment.options, self.settings.worlds, luck)[:, :, moment.seat]
            for option in range(len(moment.options)):
                gain, reach = _gap(wins[option] - wins[moment.taken], tests)
                if gain > max(reach, best[1]):
                    best = (moment.seat + 1, gain, reach)
        before, after = grid(self.table)[swing.point : swing.point + 2]
        fell = bool(best[0]) and bool(after[best[0] - 1] < before[best[0] - 1])
        return AttributedSwing(swing, start.turn, *best, fell, self.lines[swing.point + 1])

    def _screened(self, moment: "Moment") -> int | None:
        """Return the option that would change most for another seat and little for the mover, if any seems to."""
        luck = luck_from(self.settings.seed, Use.SCREENING, moment.game, moment.decision)
        wins = self._rollouts.wins_by_option(moment, moment.options, SCREEN_WORLDS, luck).mean(axis=1)
        change = np.abs(wins - wins[moment.taken])
        own, others = change[:, moment.seat], np.delete(change, moment.seat, axis=1).max(axis=1)
        others[own > OTHER] = 0.0
        return int(others.argmax()) if others.max() >= OTHER else None

    def _confirmed(self, moment: "Moment", other: int, tests: int) -> Kingmaking | None:
        """Return the same for one option in new deals: beyond error for another seat, within a margin for the mover."""
        luck = luck_from(self.settings.seed, Use.CONFIRMING, moment.game, moment.decision)
        pair = moment.options[[moment.taken, other]]
        taken, instead = self._rollouts.wins_by_option(moment, pair, self.settings.worlds, luck)
        own, own_reach = _gap(taken[:, moment.seat] - instead[:, moment.seat], 1)
        rivals = [seat for seat in range(self.run.plan.seats) if seat != moment.seat]
        gaps = {seat: _gap(taken[:, seat] - instead[:, seat], tests) for seat in rivals}
        seat = max(rivals, key=lambda rival: abs(gaps[rival][0]))
        change, reach = gaps[seat]
        if abs(own) + own_reach > SAME or abs(change) - reach < OTHER:
            return None
        return Kingmaking(
            moment.turn, moment.decision, moment.seat + 1, len(moment.options), seat + 1, change, reach, own, own_reach,
            self.lines[self._point_of(moment) + 1], *self._contrast(moment, moment.taken, other),
        )  # fmt: skip

    def _contrast(self, moment: "Moment", taken: int, other: int) -> tuple[str, str]:
        """Return what two options of a moment do, in the words of the narration, from where these differ."""
        one, two = (self._narrated(moment, option) for option in (taken, other))
        at = _alike(one, two)
        if at == min(len(one), len(two)):
            return f"option {taken + 1} of {len(moment.options)}", f"option {other + 1}"
        start = _alike(one[at], two[at])
        ends = (
            one[at].rfind(mark, 0, start) + len(mark) for mark in (". ", ": ", ") ", "] ") if mark in one[at][:start]
        )
        start = max(ends, default=0)
        return _clause(one[at][start:]), _clause(two[at][start:])

    def _narrated(self, moment: "Moment", option: int) -> list[str]:
        """Return the narration of a game that took an option of a moment, as far as it is certain.

        A narration that stops early closes the game as if it were over; those lines are left out.
        """
        before = self._played.events[: moment.events]
        cut = self._narrate(before)
        closing = len(cut) - _alike(cut, self._narrate(self._played.events))
        lines = self._narrate(np.concatenate([before, self._rollouts.option_events(moment, option)]))
        return lines[: len(lines) - closing]


def _alike(one: Sequence[Any], other: Sequence[Any]) -> int:
    """Return how many entries both have in common at the start."""
    return sum(1 for _ in takewhile(lambda both: both[0] == both[1], zip(one, other, strict=False)))


def _clause(text: str) -> str:
    """Return the first sentence of a part of a narration within another: without its capital and full stop."""
    text = text.strip().partition(". ")[0].rstrip(".")
    return text[:1].lower() + text[1:]


def _gap(differences: np.ndarray, tests: int) -> tuple[float, float]:
    """Return the mean of paired differences and half its interval, corrected for the number of tests.

    Even if all differences are equal, the next one may not be: that much uncertainty always remains.
    """
    n = len(differences)
    error = max(float(differences.std(ddof=1)), 1 / np.sqrt(n)) / np.sqrt(n)
    return float(differences.mean()), two_sided_z(1 - (1 - LEVEL) / max(tests, 1)) * error


def as_data(annotated: AnnotatedGame) -> dict[str, Any]:
    """Return a game's chances, swings and kingmaking moves as plain data."""
    at = decided_at(annotated.table)
    return {
        "run": str(annotated.run.folder),
        "game": annotated.game,
        "view": annotated.settings.viewpoint.words,
        "decided_after_turns": None if at is None else annotated.points[at].turn,
        "swings": [asdict(judged) | {"by": judged.by, "change": judged.swing.change} for judged in annotated.swings],
        "kingmaking": [asdict(made) for made in annotated.kingmaking],
        "sentences": annotated.sentences,
        "chances": annotated.table.to_dicts(),
    }


def write_annotated_game(annotated: AnnotatedGame, folder: Path) -> None:
    """Write the chart (SVG and PNG), the table (CSV) and chances.json to a folder."""
    from digsite.reports.charts import draw
    from digsite.reports.charts.style import colours_for

    title = f"Win chances in game {annotated.game} of {annotated.run.name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        colours = colours_for(annotated.run.plan.game_id, annotated.run.plan.players)
        draw.write(
            chart(annotated.table, title, annotated.settings.viewpoint.words, annotated.run.game.wording.turns),
            folder,
            colours,
        )
        atomic_files.write_text(folder / "chances.csv", annotated.table.write_csv())
        atomic_files.write_json(folder / "chances.json", as_data(annotated))
    except OSError as problem:
        raise DigsiteError(f"{folder} cannot be written: {problem.strerror or problem}.") from problem

"""Win chances along the games of a run: each game is played again, and played on from its moments many times.

`chances` gives the table for one game, `follow` the table with all that can be told of it, `tension` the summary of a
sample of games. Chances are those of the very strategies of the run, weights and all.

Whose chances? By default those the players themselves could give, the mean over the seats' own views: each seat knows
its own cards and all that it has seen, and takes the rest to be dealt at random. `open_hands` is the view of a spectator
who sees all hands: only what nobody has seen, and the luck still to come, is open. `seat` is the view of one seat.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass, field, replace
from functools import cached_property
from itertools import chain, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, TypeVar, Unpack

import numpy as np
import polars as pl

from analyses.chances import (
    LEVEL,
    MOST_SWINGS,
    Swing,
    chart,
    confirmed_swing,
    decided_at,
    decided_sentence,
    largest_changes,
    percent,
)
from analyses.stats import shared_wins
from analyses.stats.quantiles import two_sided_z
from analyses.tension import describe_game, summarize
from simulator.errors import DigsiteError, WrongUse, unknown
from simulator.lab.progress import Progress
from simulator.lab.running import announce_compiling
from simulator.play.arguments import flag, seed_of, whole
from simulator.play.backends import checked_threads
from simulator.play.plan import check_names
from simulator.play.rotation import rotations
from simulator.runs.replay import check_scores, player_names, recorded_row
from simulator.runs.run import Run

if TYPE_CHECKING:
    from analyses.result import Result
    from simulator.play.rollouts import Moment, Played, RolloutTable

WORLDS = 400  # half an interval is then below 5 points
EVERY = ("turn", "decision")
SAMPLE_GAMES, SAMPLE_WORLDS, SAMPLE_POINTS = 100, 100, 40
BATCH = 10  # points at one go: a call costs as much as some hundred games
CONFIRM = 4  # times as many worlds confirm a swing
# Kingmaking: a seat's options are tried in a few worlds first, and what stands out in as many new ones as chances have.
SCREEN_WORLDS = 40
SAME, OTHER = 0.05, 0.10  # the mover's chance changes by less than the first, another seat's by more than the second
_CHANCES, _SWINGS, _JUDGED, _SCREENED, _CONFIRMED = range(5)  # what worlds are for: each has luck of its own

Item = TypeVar("Item")
Made = TypeVar("Made")


@dataclass(frozen=True)
class Seen:
    """Whose view chances are given in: of some seats (from 0), or of an open table if there are none."""

    viewers: tuple[int, ...]
    words: str

    @classmethod
    def of(cls, run: Run, open_hands: bool, seat: int | None) -> "Seen":
        """The view that is asked for."""
        if open_hands and seat is not None:
            raise WrongUse("Choose one view: that of an open table (--open) or that of one seat (--seat).")
        if open_hands:
            return cls((), "as a spectator sees it who knows all hands")
        if seat is None:
            return cls(
                tuple(range(run.plan.seats)), "as the players see it, each knowing only their own hand, on average"
            )
        if not 1 <= seat <= run.plan.seats:
            raise WrongUse(f"--seat must be from 1 to {run.plan.seats}; {seat} is not.")
        return cls((seat - 1,), f"as seat {seat} sees it")


@dataclass(frozen=True)
class Judged:
    """A swing with what the moves in it had to do with it.

    mover, gain: the seat (from 1) that had an option better than the one it took, and by how much, if any had beyond
                 error; judged by what the seat itself could know.
    lines:       what happened, in words.
    """

    swing: Swing
    turn: int
    mover: int
    gain: float
    gain_reach: float
    lines: list[str]

    @property
    def by(self) -> str:
        """Choice where a better option would have made up for at least half of the swing, else luck."""
        return "choice" if self.gain >= abs(self.swing.change) / 2 else "luck"


@dataclass(frozen=True)
class Kingmaking:
    """A move that changes who wins among the others and not whether the mover does; seats count from 1."""

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


@dataclass(frozen=True)
class Followed:
    """One game of a run with the chances along it."""

    run: Run
    game: int
    looking: "Looking"
    table: pl.DataFrame
    players: list[str]
    points: list["Moment"]
    _rollouts: "RolloutTable" = field(repr=False)
    _played: "Played" = field(repr=False)

    @cached_property
    def lines(self) -> list[list[str]]:
        """What is told before the first point, and then of what happens from each point to the next."""
        figures = self.run.game.figures.replace(self.run.plan.rules)

        def narrated(events: np.ndarray) -> list[str]:
            return list(self.run.game.narrate(events, self.players, figures))

        whole, cuts = narrated(self._played.events), []
        for moment in self.points:
            told = narrated(self._played.events[: moment.events])
            alike = (at for at, (one, other) in enumerate(zip(told, whole, strict=False)) if one != other)
            cuts.append(next(alike, min(len(told), len(whole))))
        ends = [0, *np.maximum.accumulate(cuts).tolist(), len(whole)]
        return [whole[start:end] for start, end in pairwise(ends)]

    @cached_property
    def swings(self) -> list[Judged]:
        """The biggest swings, confirmed by new worlds and judged: was there a better option?"""
        candidates = largest_changes(self.table)
        tests, threads = len(candidates), self.looking.threads
        found = _each(lambda one: self._confirmed_swing(one[0], one[1], tests), candidates, threads)
        largest = sorted((swing for swing in found if swing), key=lambda swing: -abs(swing.change))
        return list(_each(self._judged, largest[:MOST_SWINGS], threads))

    @cached_property
    def kingmaking(self) -> list[Kingmaking]:
        """Moves that change who wins among the others and not whether the mover does, the largest change first."""
        if self.run.plan.seats < 3:
            return []
        open_choices = [moment for moment in self._played.moments if len(moment.options) > 1]
        tried = list(_each(self._screened, open_choices, self.looking.threads))
        hopeful = [(moment, other) for moment, other in zip(open_choices, tried, strict=True) if other is not None]
        others = len(hopeful) * (self.run.plan.seats - 1)
        found = list(_each(lambda one: self._confirmed(one[0], one[1], others), hopeful, self.looking.threads))
        return sorted((made for made in found if made), key=lambda made: -abs(made.change))

    @cached_property
    def sentences(self) -> list[str]:
        """When it was decided, its swings and its kingmaking moves, in words."""
        return [decided_sentence(self.table), *self._swing_sentences(), *self._kingmaking_sentences()]

    def _swing_sentences(self) -> Iterator[str]:
        if not self.swings:
            yield "No change from one point to the next is beyond the error of the games played on; more --worlds see smaller ones."
        for judged in self.swings:
            swing = judged.swing
            change = f"{swing.change * 100:+.0f} points, give or take {swing.reach * 100:.0f}"
            yield (
                f"Swing after {judged.turn} turns: {self.players[swing.seat - 1]} goes from {percent(swing.before)} to "
                f"{percent(swing.after)} ({change}), {self._why(judged)}"
            )
            yield from (f"    {line.strip()}" for line in judged.lines if line.strip())

    def _why(self, judged: Judged) -> str:
        if not judged.mover:
            return "by luck: nobody who decided had an option that was better for them beyond error."
        better = (
            f"another option would have given {self.players[judged.mover - 1]} {judged.gain * 100:.0f} points more, give "
            f"or take {judged.gain_reach * 100:.0f}, for all that seat could know."
        )
        return f"by choice: {better}" if judged.by == "choice" else f"mostly by luck; yet {better}"

    def _kingmaking_sentences(self) -> Iterator[str]:
        if self.run.plan.seats > 2 and not self.kingmaking:
            yield (
                f"No move changed another seat's chance by {OTHER * 100:.0f} points or more and the mover's by less than "
                f"{SAME * 100:.0f}, beyond error."
            )
        for made in self.kingmaking[:MOST_SWINGS]:
            yield (
                f"Kingmaking after {made.turn} turns: {self.players[made.mover - 1]} takes one of {made.options} options; "
                f"against another one it makes {self.players[made.seat - 1]} {abs(made.change) * 100:.0f} points "
                f"{'more' if made.change > 0 else 'less'} likely to win (give or take {made.reach * 100:.0f}) and changes "
                f"its own chance by less than {SAME * 100:.0f}."
            )

    def _point_of(self, moment: "Moment") -> int:
        return sum(point.decision <= moment.decision for point in self.points) - 1

    def _confirmed_swing(self, point: int, seat: int, tests: int) -> Swing | None:
        new = replace(self.looking, worlds=CONFIRM * self.looking.worlds)
        ends = self.points[point : point + 2]
        before, *after = new.wins(self._rollouts, ends, _SWINGS)
        result = self._played.wins[None, : self.run.plan.seats]
        return confirmed_swing(point, seat, before[:, seat - 1], (after or [result])[0][:, seat - 1], tests)

    def _judged(self, swing: Swing) -> Judged:
        """Try the options not taken at every decision of a swing, in worlds that the mover cannot tell apart."""
        start = self.points[swing.point]
        end = self.points[swing.point + 1].decision if swing.point + 1 < len(self.points) else len(self._played.moments)
        choices = [moment for moment in self._played.moments[start.decision : end] if len(moment.options) > 1]
        tests = sum(len(moment.options) - 1 for moment in choices)
        best = (0, 0.0, 0.0)
        for moment in choices:
            luck = _luck(self.looking.seed, _JUDGED, moment.game, moment.decision)
            wins = self._rollouts.wins_by_option(moment, moment.options, self.looking.worlds, luck)[:, :, moment.seat]
            for option in range(len(moment.options)):
                gain, reach = _gap(wins[option] - wins[moment.taken], tests)
                if gain > max(reach, best[1]):
                    best = (moment.seat + 1, gain, reach)
        return Judged(swing, start.turn, *best, self.lines[swing.point + 1])

    def _screened(self, moment: "Moment") -> int | None:
        """The option that would change most for another seat and little for the mover, if any seems to."""
        luck = _luck(self.looking.seed, _SCREENED, moment.game, moment.decision)
        wins = self._rollouts.wins_by_option(moment, moment.options, SCREEN_WORLDS, luck).mean(axis=1)
        change = np.abs(wins - wins[moment.taken])
        own, others = change[:, moment.seat], np.delete(change, moment.seat, axis=1).max(axis=1)
        others[own > OTHER] = 0.0
        return int(others.argmax()) if others.max() >= OTHER else None

    def _confirmed(self, moment: "Moment", other: int, tests: int) -> Kingmaking | None:
        """The same for one option in new worlds: beyond error for another seat, within a margin for the mover."""
        luck = _luck(self.looking.seed, _CONFIRMED, moment.game, moment.decision)
        pair = moment.options[[moment.taken, other]]
        taken, instead = self._rollouts.wins_by_option(moment, pair, self.looking.worlds, luck)
        own, own_reach = _gap(taken[:, moment.seat] - instead[:, moment.seat], 1)
        rivals = [seat for seat in range(self.run.plan.seats) if seat != moment.seat]
        gaps = {seat: _gap(taken[:, seat] - instead[:, seat], tests) for seat in rivals}
        seat = max(rivals, key=lambda rival: abs(gaps[rival][0]))
        change, reach = gaps[seat]
        if abs(own) + own_reach > SAME or abs(change) < max(reach, OTHER):
            return None
        return Kingmaking(
            moment.turn, moment.decision, moment.seat + 1, len(moment.options), seat + 1, change, reach, own, own_reach,
            self.lines[self._point_of(moment) + 1],
        )  # fmt: skip


def _gap(differences: np.ndarray, tests: int) -> tuple[float, float]:
    """The mean of paired differences and half its interval, corrected for so many tests.

    Differences that are all alike may still differ once in so many worlds: that much doubt is always left.
    """
    n = len(differences)
    error = max(float(differences.std(ddof=1)), 1 / np.sqrt(n)) / np.sqrt(n)
    return float(differences.mean()), two_sided_z(1 - (1 - LEVEL) / max(tests, 1)) * error


def _luck(*numbers: int) -> int:
    """A number that these numbers decide, and that tells nothing of the game's own luck."""
    return int(np.random.SeedSequence(numbers).generate_state(1, np.uint64)[0])


def _each(work: Callable[[Item], Made], items: Sequence[Item], threads: int) -> Iterator[Made]:
    """Do something for each item over threads, in order; what is not begun is dropped after an interrupt."""
    with ThreadPoolExecutor(threads) as pool:
        under_way = [pool.submit(work, item) for item in items]
        try:
            for future in under_way:
                yield future.result()
        finally:
            for future in under_way:
                future.cancel()


class Arguments(TypedDict, total=False):
    """How chances are reckoned.

    worlds:     games played on from each point.
    open_hands: as a spectator sees it who knows all hands; by default as the players see it, on average.
    seat:       as this seat sees it.
    seed:       decides the worlds.
    threads:    threads to play on; by default all cores. It changes no figure.
    progress:   is called while the work goes on.
    """

    worlds: int
    open_hands: bool
    seat: int | None
    seed: int
    threads: int | None
    progress: Progress | None


@dataclass(frozen=True)
class Looking:
    """The same, checked."""

    seen: Seen
    worlds: int
    seed: int
    threads: int
    progress: Progress

    @classmethod
    def of(cls, run: Run, usual_worlds: int, own: Sequence[str], given: Arguments) -> "Looking":
        """The arguments of a function; `own` are the names it knows besides."""
        check_names(given, Arguments, own)
        seat = given.get("seat")
        return cls(
            Seen.of(
                run, flag("open_hands", given.get("open_hands", False)), None if seat is None else whole("seat", seat)
            ),
            whole("worlds", given.get("worlds", usual_worlds), least=2),
            seed_of(given.get("seed", 0)),
            checked_threads(given.get("threads")),
            given.get("progress") or Progress(),
        )

    def wins(self, table: "RolloutTable", moments: Sequence["Moment"], use: int) -> list[np.ndarray]:
        """For each moment each seat's part of the win in worlds of this view, as many of each viewer.

        `use` is what the worlds are for.
        """
        viewers: tuple[int | None, ...] = self.seen.viewers or (None,)
        each = -(-self.worlds // len(viewers))
        parts = [
            table.wins(
                moments, each, [_luck(self.seed, use, moment.game, moment.decision, at) for moment in moments], viewer
            )
            for at, viewer in enumerate(viewers)
        ]
        return list(np.concatenate(parts, axis=1))


def chances(run: Run | Path | str, game: int, *, every: str = "turn", **arguments: Unpack[Arguments]) -> pl.DataFrame:
    """The chance of each seat to win at points along one game of a run: a row for each point and seat.

    game:       its index.
    every:      "turn" for a point at the start of each turn, "decision" for one at each decision.

    worlds:     games played on from each point; 400, the default, give each chance within 5 points.
    open_hands: as a spectator sees it who knows all hands; by default as the players see it, on average.
    seat:       as this seat sees it.
    seed:       decides the worlds.
    threads:    threads to play on; by default all cores.
    progress:   is called while the work goes on.

    Example::

        table = chances("runs/duel", 7, open_hands=True)
        table.filter(pl.col("seat") == 1).select("turn", "chance")
    """
    return follow(run, game, every=every, **arguments).table


def follow(run: Run | Path | str, game: int, *, every: str = "turn", **arguments: Unpack[Arguments]) -> "Followed":
    """One game of a run with the chances along it, its swings and its kingmaking moves; arguments as of `chances`."""
    if every not in EVERY:
        raise unknown("choice of --every", str(every), EVERY)
    opened, index = _opened(run), whole("game", game)
    looking = Looking.of(opened, WORLDS, ("run", "game", "every"), arguments)
    recorded = recorded_row(opened, index)
    table = _table(opened, looking.progress)
    played = table.moments(index)
    check_scores(opened, recorded, played.row["score"])
    players, points = player_names(opened, recorded), _points(played, every)
    rows = _rows(table, played, points, players, looking)
    return Followed(opened, index, looking, rows, players, points, table, played)


def tension(run: Run | Path | str, games: int = SAMPLE_GAMES, **arguments: Unpack[Arguments]) -> "Result":
    """When games are decided, how often the lead changes and who wins from behind, from a sample of a run's games.

    games: how many games, of different deals where there are as many.

    Each game is looked at in at most 40 points, evenly spread over its turns, with 100 worlds each unless `worlds` says
    otherwise. Other arguments as of `chances`.
    """
    opened, most = _opened(run), whole("games", games, least=2)
    looking = Looking.of(opened, SAMPLE_WORLDS, ("run", "games"), arguments)
    table, found = _table(opened, looking.progress), []
    sample = sampled_games(opened, most, looking.seed)
    recorded = opened.games.filter(pl.col("game").is_in(sample)).sort("game").collect(engine="streaming")
    for row in recorded.iter_rows(named=True):
        played = table.moments(int(row["game"]))
        check_scores(opened, row, played.row["score"])
        points = spread(_points(played, "turn"), SAMPLE_POINTS)
        rows = _rows(table, played, points, player_names(opened, row), replace(looking, progress=Progress()))
        found.append({"game": row["game"], **describe_game(rows)})
        looking.progress.played(len(found), len(sample))
    return summarize(pl.DataFrame(found), looking.seen.words, looking.worlds)


def sampled_games(run: Run, games: int, seed: int) -> list[int]:
    """A random sample of the games that are there, in order: of each deal one, as long as there are deals."""
    each = rotations(run.plan.seats, run.plan.rotate)
    chance, deals = np.random.default_rng([seed, run.plan.seed]), max(run.rows // each, 1)
    picked = chance.choice(deals, min(games, deals), replace=False)
    return sorted((picked * each + chance.integers(0, each, len(picked))).tolist())


def spread(points: list[Any], most: int) -> list[Any]:
    """At most so many of the points, the first one among them, evenly spread."""
    if len(points) <= most:
        return points
    return [points[at] for at in np.linspace(0, len(points) - 1, most).round().astype(int).tolist()]


def _opened(run: Run | Path | str) -> Run:
    return run if isinstance(run, Run) else Run(run)


def _table(run: Run, progress: Progress) -> "RolloutTable":
    from simulator.play.rollouts import RolloutTable

    announce_compiling(run.game, progress)
    return RolloutTable.of(run.plan)


def _points(played: "Played", every: str) -> list["Moment"]:
    """The first decision of each turn, or all decisions with more than one option; always the very first one."""
    moments = played.moments
    if every == "decision":
        return [moment for moment in moments if len(moment.options) > 1] or moments[:1]
    return [moment for at, moment in enumerate(moments) if at == 0 or moment.turn != moments[at - 1].turn]


def _rows(
    table: "RolloutTable", played: "Played", points: list["Moment"], players: list[str], looking: Looking
) -> pl.DataFrame:
    """The chances at each point, and the result as the last point."""
    rows: list[dict[str, Any]] = []

    def add(turn: int, decision: int, mover: int, wins: np.ndarray, exact: bool) -> None:
        at = len(rows) // len(players)
        for number, player in enumerate(players):
            found = shared_wins(wins[:, number])
            low, high = (found.value, found.value) if exact else (found.low, found.high)
            rows.append({
                "point": at, "turn": turn, "decision": decision, "mover": mover, "seat": number + 1, "player": player,
                "chance": found.value, "chance_low": low, "chance_high": high, "worlds": 0 if exact else len(wins),
            })  # fmt: skip

    batches = [points[at : at + BATCH] for at in range(0, len(points), BATCH)]
    done = _each(lambda batch: looking.wins(table, batch, _CHANCES), batches, looking.threads)
    for moment, wins in zip(points, chain.from_iterable(done), strict=True):
        add(moment.turn, moment.decision, moment.seat + 1, wins, exact=False)
        looking.progress.played(len(rows) // len(players) * len(wins), len(points) * len(wins))
    result = played.wins[None, : len(players)]
    add(int(played.row["turns"]), len(played.moments), 0, result, exact=True)
    return pl.DataFrame(rows)


# ------------------------------------------------------------------------------------------------ as data and files


def as_data(followed: Followed) -> dict[str, Any]:
    """All that is known of a game's chances, as plain data."""
    at = decided_at(followed.table)
    return {
        "run": str(followed.run.folder),
        "game": followed.game,
        "view": followed.looking.seen.words,
        "decided_after_turns": None if at is None else followed.points[at].turn,
        "swings": [asdict(judged) | {"by": judged.by, "change": judged.swing.change} for judged in followed.swings],
        "kingmaking": [asdict(made) for made in followed.kingmaking],
        "sentences": followed.sentences,
        "chances": followed.table.to_dicts(),
    }


def write_followed(followed: Followed, folder: Path) -> None:
    """The chart (SVG and PNG), the table (CSV) and chances.json into a folder."""
    from reports.charts import draw
    from reports.charts.style import colours_for

    title = f"Win chances in game {followed.game} of {followed.run.name}"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        colours = colours_for(followed.run.plan.game, followed.run.plan.players)
        draw.write(chart(followed.table, title, followed.looking.seen.words), folder, colours)
        followed.table.write_csv(folder / "chances.csv")
        (folder / "chances.json").write_text(json.dumps(as_data(followed), indent=2) + "\n", encoding="utf-8")
    except OSError as problem:
        raise DigsiteError(f"{folder} cannot be written: {problem.strerror or problem}.") from problem

"""Win chances along the games of a run: each game is played again, and continued from its moments many times.

`chances` returns the table for one game, `annotate_game` the table with swings and kingmaking moves, `tension` the summary of
a sample of games. Chances are those of the run's own strategies and weights.

Whose chances? By default the mean over the seats' own views: each seat knows its own cards and what it has seen, and the
rest is dealt at random. `open_hands` is the view of a spectator who sees all hands: only cards that no player has seen,
and the luck still to come, are open. `seat` is the view of one seat.
"""

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import closing
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack

import numpy as np
import polars as pl

from digsite.analyses.stats import shared_wins
from digsite.analyses.winchance.lead_changes import lead_changes
from digsite.analyses.winchance.one_game import grid
from digsite.analyses.winchance.tension import describe_game, summarize
from digsite.simulator.errors import unknown
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import announce_compiling
from digsite.simulator.lab.winchance.annotated_game import AnnotatedGame
from digsite.simulator.lab.winchance.viewpoint import ViewpointArguments, ViewpointSettings
from digsite.simulator.options import OPTIONS, Phrase
from digsite.simulator.play.arguments import whole_number
from digsite.simulator.play.backends import play_jobs
from digsite.simulator.runs.replay import check_scores, player_names, recorded_row
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    from digsite.analyses.result import Result
    from digsite.simulator.lab.winchance.viewpoint import WorldsJob
    from digsite.simulator.play.backends import Backend
    from digsite.simulator.play.rollouts import Moment, Played, RolloutTable

WORLDS = 400  # half an interval is then below 5 points
_EVERY = Phrase(f"choice of {OPTIONS['every'].typed}", f"choice of {OPTIONS['every'].called}", ("every",))
EVERY = ("turn", "decision")
SAMPLE_GAMES, SAMPLE_WORLDS, SAMPLE_POINTS = 100, 100, 40


def chances(
    run: Run | Path | str, game: int, *, every: str = "turn", **arguments: Unpack[ViewpointArguments]
) -> pl.DataFrame:
    """Return the chance of each seat to win at points along one game of a run: a row for each point and seat.

    game:       its index.
    every:      "turn" for a point at the start of each turn, "decision" for one at each decision.

    worlds:     sampled deals played from each point; 400, the default, put each chance within 5 points.
    open_hands: as a spectator sees it who knows all hands; by default as the players see it, on average.
    seat:       as this seat sees it.
    seed:       decides the sampled deals.
    threads:    threads to play on; by default all cores.
    trust:      allow the run's plug-ins to run, now and from now on.
    progress:   is called during the work.

    Example::

        table = chances("runs/duel", 7, open_hands=True)
        table.filter(pl.col("seat") == 1).select("turn", "chance")
    """
    return annotate_game(run, game, every=every, **arguments).table


def annotate_game(
    run: Run | Path | str, game: int, *, every: str = "turn", **arguments: Unpack[ViewpointArguments]
) -> AnnotatedGame:
    """Return one game of a run with chances, swings and kingmaking moves; arguments as of `chances`."""
    if every not in EVERY:
        raise unknown(_EVERY, str(every), EVERY)
    opened, index = _opened(run), whole_number("game", game)
    settings = ViewpointSettings.of(opened, WORLDS, ("run", "game", "every"), arguments)
    recorded = recorded_row(opened, index)
    table = _table(opened, settings.progress)
    played = table.moments(index)
    check_scores(opened, recorded, played.row["score"])
    players, points = player_names(opened, recorded), _points(played, every)
    with closing(play_jobs(settings.jobs(opened.plan, points), settings.threads)) as done:
        rows = _rows(played, points, players, _reported(chain.from_iterable(done), len(points), settings.progress))
    return AnnotatedGame(opened, index, settings, rows, players, points, table, played)


def tension(
    run: Run | Path | str,
    games: int = SAMPLE_GAMES,
    on: "Backend | None" = None,
    **arguments: Unpack[ViewpointArguments],
) -> "Result":
    """Return when games are decided, how often the lead changes and who wins from behind, from a sample of games.

    games: the number of games, of different deals as far as possible.
    on:    an open cluster to play on instead.

    Each game is examined at up to 40 points, evenly spread over its turns, with 100 sampled deals each unless `worlds`
    says otherwise. Other arguments as of `chances`.
    """
    opened, most = _opened(run), whole_number("games", games, least=2)
    settings = ViewpointSettings.of(opened, SAMPLE_WORLDS, ("run", "games", "on"), arguments)
    table, found, paths = _table(opened, settings.progress), [], []
    sample = sampled_games(opened, most, settings.seed)
    recorded = opened.games.filter(pl.col("game").is_in(sample)).sort("game").collect(engine="streaming")
    looked_at: deque[tuple[dict[str, Any], Played, list[Moment]]] = deque()  # games whose chances are not known yet

    def jobs() -> "Iterator[WorldsJob]":
        for row in recorded.iter_rows(named=True):
            played = table.moments(int(row["game"]))
            check_scores(opened, row, played.row["score"])
            points = spread(_points(played, "turn"), SAMPLE_POINTS)
            looked_at.append((row, played, points))
            yield from settings.jobs(opened.plan, points)

    with closing(play_jobs(jobs(), on or settings.threads)) as done:
        wins = chain.from_iterable(done)
        for first in wins:
            row, played, points = looked_at.popleft()
            sampled = [first, *islice(wins, len(points) - 1)]
            rows = _rows(played, points, player_names(opened, row), sampled)
            paths.append(grid(rows))
            found.append({"game": row["game"], **describe_game(rows, sampled)})
            settings.progress.played(len(found), len(sample))
    described = pl.DataFrame(found).with_columns(lead_changes=lead_changes(paths, settings.worlds))
    return summarize(described, settings.viewpoint.words, settings.worlds)


def sampled_games(run: Run, games: int, seed: int) -> list[int]:
    """Return a random sample of the run's games, in order: one of each deal, as long as there are deals."""
    turns = run.plan.rotations
    chance, deals = np.random.default_rng([seed, run.plan.seed]), max(run.rows // turns, 1)
    picked = chance.choice(deals, min(games, deals), replace=False)
    return sorted((picked * turns + chance.integers(0, turns, len(picked))).tolist())


def spread(points: list[Any], most: int) -> list[Any]:
    """Return at most `most` of the points, evenly spread, including the first."""
    if len(points) <= most:
        return points
    return [points[at] for at in np.linspace(0, len(points) - 1, most).round().astype(int).tolist()]


def _opened(run: Run | Path | str) -> Run:
    return run if isinstance(run, Run) else Run(run)


def _table(run: Run, progress: Progress) -> "RolloutTable":
    from digsite.simulator.play.rollouts import RolloutTable

    announce_compiling(run.game, progress)
    return RolloutTable.of(run.plan)


def _points(played: "Played", every: str) -> list["Moment"]:
    """Return the first decision of each turn, or all decisions with more than one option; always the very first one."""
    moments = played.moments
    if every == "decision":
        return [moment for moment in moments if len(moment.options) > 1] or moments[:1]
    return [moment for at, moment in enumerate(moments) if at == 0 or moment.turn != moments[at - 1].turn]


def _reported(found: Iterable[np.ndarray], points: int, progress: Progress) -> Iterator[np.ndarray]:
    """Yield the result of each point and report progress."""
    for at, wins in enumerate(found, 1):
        progress.played(at * len(wins), points * len(wins))
        yield wins


def _rows(played: "Played", points: list["Moment"], players: list[str], found: Iterable[np.ndarray]) -> pl.DataFrame:
    """Return the chances at each point, and the result as the last; `found` has parts of the win by deal and seat."""
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

    for moment, wins in zip(points, found, strict=True):
        add(moment.turn, moment.decision, moment.seat + 1, wins, exact=False)
    result = played.wins[None, : len(players)]
    add(int(played.row["turns"]), len(played.moments), 0, result, exact=True)
    return pl.DataFrame(rows)

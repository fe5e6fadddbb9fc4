"""Rows of whole games: games end, scores add up, and the same game gives the same row however it is played."""

from collections.abc import Iterator
from typing import Any

import numpy as np

from digsite.simulator.game.columns import MOST_DECISIONS, Column
from digsite.simulator.game.wording import counted
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Subject
from digsite.simulator.play.backends import Call, play_jobs
from digsite.simulator.play.seating import BALANCED, CYCLIC
from digsite.strategies.registry import RANDOM


def unlike(row: Any, other: Any) -> list[str]:
    """Return the columns in which two rows differ."""
    return [name for name in row.dtype.names if np.asarray(row[name]).tobytes() != np.asarray(other[name]).tobytes()]


def check_ends(subject: Subject) -> Iterator[Problem]:
    """Every game ends, for a reason that has a name."""
    reasons = len(subject.game.records.end_reasons)
    for spot, row, _ in subject.played(subject.line_ups, subject.effort.some(40), subject.variants):
        if row.end_reason == reasons:
            yield Problem(f"The game does not end within {MOST_DECISIONS:,} decisions.", spot=spot, kind="endless")
        elif not 0 <= row.end_reason < reasons:
            yield Problem(f"Its end reason {row.end_reason} has no name.", place="state.end_reason", spot=spot)
        if row.turns <= 0:
            yield Problem("It counts no turns: add 1 to state.turns at each.", place="state.turns", spot=spot)


# ------------------------------------------------------------------------------------------------------------ scores


def check_scores(subject: Subject) -> Iterator[Problem]:
    """Scores are the sum of their parts, and ranks and winners follow them."""
    parts = [column for column in subject.game.own_columns if column.part_of_score]
    if not parts:
        yield Problem("No column is a part of the score: nothing tells what scores are made of.", weight="note")
    for spot, row, _ in subject.played(subject.line_ups, subject.effort.some(300)):
        yield from check_sum(row, parts, subject.seats, spot)
        yield from check_ranks(row, subject.seats, spot)


def check_sum(row: Any, parts: list[Column], seats: int, spot: Spot) -> Iterator[Problem]:
    """The parts of each seat's score add up to it."""
    for seat in range(seats if parts else 0):
        shares = {part.name: int(row[part.name][seat].sum()) for part in parts}
        if sum(shares.values()) != row.score[seat]:
            named = " + ".join(f"{share} {name}" for name, share in shares.items())
            yield Problem(
                f"The score of seat {seat + 1} is {row.score[seat]}, but its parts add up to {sum(shares.values())} ({named}).",
                place="score",
                spot=spot,
            )


def check_ranks(row: Any, seats: int, spot: Spot) -> Iterator[Problem]:
    """Ranks and winners follow scores: the best of those who contend win, a side with all its seats."""
    ranks, scores, sides = row.rank[:seats], row.score[:seats], row.side[:seats].tolist()
    standing = {
        side: (bool(row.contends[side]), int(scores[np.equal(sides, side)].sum()), int(row.tiebreak[side]))
        for side in sides
    }
    expected = [1 + sum(other > standing[side] for other in standing.values()) for side in sides]
    won = [seat for seat in range(seats) if expected[seat] == 1 and standing[sides[seat]][0]]
    alone = won[0] + 1 if len(won) == 1 else 0
    winners = (len({sides[seat] for seat in won}), alone)
    if ranks.tolist() != expected or (row.winners, row.winner) != winners or row.decisions <= 0:
        yield Problem(f"Ranks {ranks.tolist()} do not follow the scores {scores.tolist()}.", place="rank", spot=spot)


# --------------------------------------------------------------------------------------------- however it is played


def check_threads(subject: Subject) -> Iterator[Problem]:
    """Rows do not depend on the number of threads, on batches, or on which seat a strategy had the game before."""
    games = subject.effort.some(120)
    games += -games % subject.seats
    for players in subject.line_ups[:2]:
        yield from _played_apart(subject, subject.spot(players), games)
    yield from _played_in_turn(subject, subject.spot([RANDOM] * subject.seats), games)


def _played_apart(subject: Subject, spot: Spot, games: int) -> Iterator[Problem]:
    for _ in subject.unless_another(spot):
        once = _rows(subject, spot, games, 1, games)
        for threads, batch in ((1, 1), (2, 7), (3, 50)):
            again = _rows(subject, spot, games, threads, batch)
            subject.count("game", games)
            for game in range(games):
                if columns := unlike(once[game], again[game]):
                    yield Problem(
                        f"Game {game} of {counted(games, 'game')} in every seat has another {', '.join(columns)} with "
                        f"{counted(threads, 'thread')} and batches of {batch}: something outlives a game.",
                        place=columns[0],
                        spot=spot,
                    )


def _rows(subject: Subject, spot: Spot, games: int, threads: int, batch: int) -> list[Any]:
    """Return the rows of games in every seat, played on some threads in batches."""
    table = subject.table(spot, BALANCED)
    calls = [Call(lambda first: table.play(first, min(batch, games - first)), at) for at in range(0, games, batch)]
    return [row for played in play_jobs(calls, threads) for row in played.rows]


def _played_in_turn(subject: Subject, spot: Spot, games: int) -> Iterator[Problem]:
    """The same players in other seats on the same luck play the same game, if all are alike."""
    for _ in subject.unless_another(spot):
        rows = subject.table(spot, CYCLIC).play(0, games).rows
        for game in range(games):
            first = game - game % subject.seats
            if columns := unlike(rows[first], rows[game]):
                yield Problem(
                    f"Games {first} and {game} in other seats have the same players and luck, but another {', '.join(columns)}.",
                    place=columns[0],
                    spot=spot,
                )


def check_replays(subject: Subject) -> Iterator[Problem]:
    """A game that is played again with events gives the same row, and its events can be narrated."""
    games, known = subject.effort.some(40), {int(kind) for kind in subject.game.records.events}
    tables = {tuple(players): subject.table(subject.spot(players)) for players in subject.line_ups}
    for spot, row, events in subject.played(subject.line_ups, games):
        if columns := unlike(tables[spot.players].play(spot.number, 1).rows[0], row):
            yield Problem(
                f"Played again with events, it has another {', '.join(columns)}.", place=columns[0], spot=spot
            )
        if unknown := {*events[:, 0].tolist()} - known:
            yield Problem(f"It logs events of the kind {min(unknown)}, which has no name.", spot=spot)
        elif not len(events):
            yield Problem("It logs no events, so there is nothing to replay.", spot=spot, kind="no events")
        elif spot.number < subject.effort.some(5):
            yield from _narration_problems(subject, spot, events)


def _narration_problems(subject: Subject, spot: Spot, events: np.ndarray) -> Iterator[Problem]:
    names = [f"Seat {seat + 1} ({player})" for seat, player in enumerate(spot.players)]
    lines = list(subject.game.narrate(events, names, subject.game.figures))
    if not lines or not all(isinstance(line, str) and "\n" not in line for line in lines):
        yield Problem("Its narration is not made of lines.", place="narrate.py", spot=spot)

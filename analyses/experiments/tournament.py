"""A tournament: how strong is each strategy over all line-ups, and what is the best reply to each field of rivals?

All line-ups play the same deals, so what two replies to a field share in a deal does not widen the interval between
them. Ratings are Elo points: the logistic scale on which the differences of two ratings give how often one ranks
before the other, fitted to all meetings at all tables; their mean is 0.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import polars as pl

from analyses import words
from analyses.blocks import WIN, Sums
from analyses.general.strategies import APPEARANCES, duel_chart, mark_best
from analyses.result import Chart, Finding, Result
from simulator.game.wording import listed
from simulator.play.meetings import Meeting, meeting_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simulator.runs.experiment import Experiment

Floats = npt.NDArray[np.float64]
ELO = 400 / math.log(10)
GROUPS = 50  # of deals, for the intervals of the ratings
_DRAWN = 0.5  # of a game, between each pair: keeps ratings finite when one always ranks before the other


def read(experiment: Experiment) -> Result:
    """What the arms of an experiment show, one for each line-up."""
    return answer([_meeting(experiment, name) for name in experiment.arms])


def _meeting(experiment: Experiment, name: str) -> Meeting:
    plan = replace(experiment.arms[name].plan, games=experiment.games)
    return meeting_of(plan, (rows for (rows,) in experiment.together([name])))


def answer(meetings: Sequence[Meeting]) -> Result:
    """Ratings, win shares over all line-ups, and the best replies."""
    names = list(dict.fromkeys(name for meeting in meetings for name in meeting.players))
    sums = _sums(meetings)
    replies = mark_best(sums, sums.table([WIN], [], APPEARANCES))
    overall = sums.merged(["strategy"]).table([WIN], [], APPEARANCES)
    ratings = overall.join(_rated(meetings, names), on="strategy").sort("rating", "strategy", descending=[True, False])
    duels = _duels(meetings, names)
    tables = {"ratings": ratings, "replies": replies, "head_to_head": duels}
    seats = len(meetings[0].players)
    games = sum(round(float(meeting.games.sum())) for meeting in meetings)
    findings = [*_rating_findings(ratings, seats), *_reply_findings(replies)]
    notes = [f"{len(meetings)} line-ups, each in every rotation on the same deals; {games:,} games."]
    return Result("tournament", "Tournament", tables, findings, _charts(ratings, replies, duels, seats, games), notes)


def _sums(meetings: Sequence[Meeting]) -> Sums:
    """Wins of the games that somebody won, by field and reply, over blocks of the same deals."""
    parts = []
    for meeting in meetings:
        players = list(meeting.players)
        for place, player in enumerate(players):
            field = ", ".join(sorted(players[:place] + players[place + 1 :]))
            counts = {"block": np.arange(len(meeting.won), dtype=np.uint32), "n": meeting.won}
            names = {"field": pl.lit(field), "strategy": pl.lit(player)}
            parts.append(pl.DataFrame(counts | {WIN: meeting.wins[:, place]}).with_columns(**names))
    table = pl.concat(parts)
    return Sums(table, ("field", "strategy"), (WIN,), meetings[0].lucks).merged(["field", "strategy"])


# ----------------------------------------------------------------------------------------------------- ratings


def _ahead(meetings: Sequence[Meeting], names: Sequence[str]) -> Floats:
    """By block: how often each strategy ranked before each other one."""
    blocks = len(meetings[0].games)
    ahead = np.zeros((blocks, len(names), len(names)))
    for meeting in meetings:
        for one, other in permutations(range(len(meeting.players)), 2):
            a, b = names.index(meeting.players[one]), names.index(meeting.players[other])
            if a != b:
                ahead[:, a, b] += meeting.ahead[:, one, other]
    return ahead


def rate(ahead: Floats) -> Floats:
    """Elo ratings from how often each ranked before each other one, by Hunter's iteration; their mean is 0."""
    wins = ahead + _DRAWN * (1 - np.eye(len(ahead)))
    met, won = wins + wins.T, wins.sum(axis=1)
    strength = np.ones(len(wins))
    for _ in range(10_000):
        new = won / (met / (strength[:, None] + strength[None, :])).sum(axis=1)
        new /= np.exp(np.log(new).mean())
        moved = np.abs(np.log(new / strength)).max()
        strength = new
        if moved < 1e-9:
            break
    return ELO * np.log(strength)


def _rated(meetings: Sequence[Meeting], names: Sequence[str]) -> pl.DataFrame:
    """Each strategy's rating with its interval: the spread when each group of deals is left out in turn."""
    from scipy.special import stdtrit

    ahead = _ahead(meetings, names)
    total = ahead.sum(axis=0)
    ratings = rate(total)
    groups = min(len(ahead), GROUPS)
    reach = np.full(len(names), math.inf)
    if groups > 1:
        group = np.arange(len(ahead)) * groups // len(ahead)
        left = np.array([rate(total - ahead[group == at].sum(axis=0)) for at in range(groups)])
        error = np.sqrt((groups - 1) / groups * ((left - left.mean(axis=0)) ** 2).sum(axis=0))
        reach = stdtrit(groups - 1, 0.975) * error
    low, high = (np.where(np.isfinite(reach), ratings + sign * reach, np.nan) for sign in (-1, 1))
    return pl.DataFrame({"strategy": names, "rating": ratings, "rating_low": low, "rating_high": high}).fill_nan(None)


def _duels(meetings: Sequence[Meeting], names: Sequence[str]) -> pl.DataFrame:
    """How often each strategy ranks before each other one at the same table, with intervals."""
    ahead = _ahead(meetings, names)
    parts = []
    for a, b in permutations(range(len(names)), 2):
        counts = {"block": np.arange(len(ahead), dtype=np.uint32), "n": ahead[:, a, b] + ahead[:, b, a]}
        parts.append(
            pl.DataFrame(counts | {"ahead": ahead[:, a, b]}).with_columns(
                strategy=pl.lit(names[a]), rival=pl.lit(names[b])
            )
        )
    if not parts:
        return pl.DataFrame()
    return Sums(pl.concat(parts), ("strategy", "rival"), ("ahead",), meetings[0].lucks).table(["ahead"], [], "meetings")


# ----------------------------------------------------------------------------------------------------- in words


def _rating_findings(ratings: pl.DataFrame, seats: int) -> list[Finding]:
    found = []
    highs = ratings["rating_high"].to_list()
    for place, row in enumerate(ratings.iter_rows(named=True)):
        said = "is rated"
        if place == 0 and row["rating_low"] is not None:
            said = "is the strongest, rated" if row["rating_low"] > max(highs[1:]) else "is rated highest,"
        spread = words.between(row["win_low"], row["win_high"], row[APPEARANCES], percent=True, of="appearance")
        rated = "" if row["rating_low"] is None else f" ({row['rating_low']:+.0f} to {row['rating_high']:+.0f})"
        sentence = (
            f"{row['strategy']} {said} {row['rating']:+.0f} Elo{rated}; it wins {row[WIN] * 100:.1f} % of its "
            f"{words.table_of(seats)} over all line-ups {spread}."
        )
        clear = row["rating_low"] is not None and (row["rating_low"] > 0 or row["rating_high"] < 0)
        found.append(
            Finding(sentence, words.effect_of_share(row[WIN] - 1 / seats), "certain" if clear else "unclear", row)
        )
    return found


def _reply_findings(replies: pl.DataFrame) -> list[Finding]:
    """How many fields each strategy answers best, and the best reply to tables of one kind."""
    if not replies["best"].any():
        return []
    fields = replies["field"].n_unique()
    found = []
    best = replies.filter("best").group_by("strategy").agg(pl.len().alias("fields"))
    best = best.sort("fields", "strategy", descending=[True, False])
    top = best.row(0, named=True)
    sentence = (
        f"{top['strategy']} is the best reply to {top['fields']} of {words.counted(fields, 'field')} of rivals, or "
        "cannot be told from the best."
    )
    found.append(Finding(sentence, "none", "certain", top | {"of": fields}))
    never = sorted(set(replies["strategy"]) - set(best["strategy"]))
    if never:
        said = f"{listed(never)} {'is' if len(never) == 1 else 'are'} never the best reply to any field."
        found.append(Finding(said, "none", "certain", {"never": never}))
    for name in dict.fromkeys(replies["strategy"]):
        alike = replies.filter(pl.col("field").str.split(", ").list.unique() == pl.lit([name]))
        if alike.height:
            found.append(_reply_to(name, alike.sort(WIN, "strategy", descending=[True, False])))
    return found


def _reply_to(name: str, replies: pl.DataFrame) -> Finding:
    first, *others = replies.iter_rows(named=True)
    spread = words.between(first["win_low"], first["win_high"], first[APPEARANCES], percent=True, of="appearance")
    alike = [row["strategy"] for row in others if row["best"]]
    too = f", which cannot be told from {listed(alike, 'or')}" if alike else ""
    own = next((row for row in (first, *others) if row["strategy"] == name), None)
    gap = first[WIN] - own[WIN] if own else 0.0
    sentence = (
        f"Against {name} alone the best reply is {first['strategy']}: it wins {first[WIN] * 100:.1f} % {spread}{too}."
    )
    return Finding(sentence, words.effect_of_share(gap), "unclear" if alike else "certain", first)


def _charts(ratings: pl.DataFrame, replies: pl.DataFrame, duels: pl.DataFrame, seats: int, games: int) -> list[Chart]:
    rated = listed(f"{row['strategy']} {row['rating']:+.0f}" for row in ratings.iter_rows(named=True))
    charts = [
        Chart(
            "tournament-ratings",
            "dots",
            "Ratings",
            f"Elo ratings over all line-ups with 95 % intervals, mean 0; {games:,} games.",
            ratings,
            alt=f"Ratings: {rated}.",
            x="strategy",
            y="rating",
            low="rating_low",
            high="rating_high",
            series="strategy",
            y_label="Elo points",
            across=True,
            reference=(0.0, "mean"),
        )
    ]
    if duels.height:
        where = f"over all line-ups, equal ranks counting half; {games:,} games."
        charts.append(duel_chart("tournament-head-to-head", duels, where))
    if 1 < replies["field"].n_unique() <= 40:
        charts.append(
            Chart(
                "tournament-replies",
                "heatmap",
                "Replies to each field",
                f"Share of wins of the strategy of the column against the field of the row; {games:,} games.",
                replies,
                alt="Table of win shares of each strategy against each field of rivals.",
                x="strategy",
                y="field",
                value=WIN,
                low="win_low",
                high="win_high",
                x_label="strategy",
                y_label="rivals",
                percent=True,
                reference=(1 / seats, "fair share"),
            )
        )
    return charts

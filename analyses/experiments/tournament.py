"""A tournament: how strong is each strategy over all line-ups, and what is the best response to each field of rivals?

All line-ups play the same deals, so what two responses to a field share in a deal does not widen the interval between
them. Ratings are those of `digsite.analyses.stats.ratings`: Elo points from who wins, at tables of any size.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import combinations, permutations
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums, finite
from digsite.analyses.general.strategies import APPEARANCES, duel_chart, mark_best
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.analyses.stats import Test, family
from digsite.analyses.stats.ratings import PRIOR, RatedTables, Ratings, cycle
from digsite.analyses.stats.tests import leader, share
from digsite.simulator.game.wording import listed
from digsite.simulator.play.line_up_sums import LineUpSums, sum_line_up

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.runs.experiment import Experiment

ALPHA = 0.05


def read(experiment: Experiment) -> Result:
    """Return the result of an experiment: an arm for each line-up."""
    return answer([arm_sums(experiment, name) for name in experiment.arms])


def arm_sums(experiment: Experiment, name: str) -> LineUpSums:
    """Return the sums over the games of one arm."""
    plan = replace(experiment.arms[name].plan, games=experiment.games)
    return sum_line_up(plan, (rows for (rows,) in experiment.together([name])))


def answer(meetings: Sequence[LineUpSums]) -> Result:
    """Return ratings, win rates over all distinct line-ups, head-to-head results, and the best responses."""
    names = list(dict.fromkeys(name for meeting in meetings for name in meeting.players))
    seats = len(meetings[0].players)
    sums = _sums(meetings)
    replies = mark_best(sums, sums.table([WIN], [], APPEARANCES))
    overall = _sums([meeting for meeting in meetings if len(set(meeting.players)) > 1]).merged(["strategy"])
    rated = Ratings(_seated(meetings, names))
    table = _rating_table(rated, names, overall)
    duel_sums = duel_sums_of(meetings, names)
    duels = duel_sums.table(["ahead"], [], "meetings")
    tables = {"ratings": table, "replies": replies, "head_to_head": duels}
    games = sum(round(float(meeting.games.sum())) for meeting in meetings)
    findings = [
        *ring_findings(duel_sums, names),
        *_rating_findings(table, _lead(rated, names, table), seats),
        *_reply_findings(replies, sums, seats),
    ]
    notes = [
        f"{len(meetings)} line-ups on the same deals; {games:,} games.",
        f"Ratings are of wins, by a Plackett-Luce model; before any game they are taken to be 0, give or take {PRIOR:.0f} "
        f"points. 0 is the mean of {listed(names[at] for at in rated.linked)}. Win rates leave out line-ups of one strategy "
        "alone.",
    ]
    charts = _charts(table, replies, duels, seats, games)
    return Result("tournament", "Tournament", tables, findings, charts, notes, in_order=True)


def _sums(meetings: Sequence[LineUpSums]) -> Sums:
    """Return wins of the games with a winner, by field and response, over blocks of the same deals."""
    parts = []
    for meeting in meetings:
        players = list(meeting.players)
        for place, player in enumerate(players):
            field = field_of(players[:place] + players[place + 1 :])
            counts = {"block": np.arange(len(meeting.won), dtype=np.uint32), "n": meeting.won}
            names = {"field": pl.lit(field), "strategy": pl.lit(player)}
            parts.append(pl.DataFrame(counts | {WIN: meeting.wins[:, place]}).with_columns(**names))
    table = pl.concat(parts)
    return Sums(table, ("field", "strategy"), (WIN,), meetings[0].deals).merged(["field", "strategy"])


def field_of(rivals: Sequence[str]) -> str:
    """Return the name of a field of rivals."""
    return ", ".join(sorted(rivals))


# ----------------------------------------------------------------------------------------------------- ratings


def _seated(meetings: Sequence[LineUpSums], names: Sequence[str]) -> RatedTables:
    """Return who sat at each table and who won there, by block; a table of a single strategy is left out."""
    telling = [meeting for meeting in meetings if len(set(meeting.players)) > 1]
    sitting = np.array([[list(meeting.players).count(name) for name in names] for meeting in telling], np.float64)
    wins = np.zeros((len(telling[0].games), len(telling), len(names)))
    for at, meeting in enumerate(telling):
        for place, name in enumerate(meeting.players):
            wins[:, at, names.index(name)] += meeting.wins[:, place]
    return RatedTables(sitting, wins)


def _rating_table(rated: Ratings, names: Sequence[str], overall: Sums) -> pl.DataFrame:
    """Return a row for each strategy, the highest rating first; an end without data is empty."""
    found = [rated.rating(at) for at in range(len(names))]
    p_values = family.corrected([test.p for test in found])
    rows = [
        {"strategy": name, "rating": test.estimate, "rating_low": finite(test.low), "rating_high": finite(test.high)}
        | {"p_value": p}
        for name, test, p in zip(names, found, p_values, strict=True)
    ]
    columns = dict.fromkeys(("rating", "rating_low", "rating_high", "p_value"), pl.Float64)
    table = pl.DataFrame(rows, schema={"strategy": pl.String, **columns})
    wins = overall.table([WIN], [], APPEARANCES)
    return wins.join(table, on="strategy").sort("rating", "strategy", descending=[True, False])


def _lead(rated: Ratings, names: Sequence[str], table: pl.DataFrame) -> Test:
    """Test the highest rating against the one it is least sure to beat."""
    first, *others = (names.index(name) for name in table["strategy"])
    return leader([rated.lead(first, other) for other in others])


def duel_sums_of(meetings: Sequence[LineUpSums], names: Sequence[str]) -> Sums:
    """Return, by block, how often each strategy ranked before each other one at the same table."""
    blocks = len(meetings[0].games)
    ahead = np.zeros((blocks, len(names), len(names)))
    for meeting in meetings:
        for one, other in permutations(range(len(meeting.players)), 2):
            a, b = names.index(meeting.players[one]), names.index(meeting.players[other])
            if a != b:
                ahead[:, a, b] += meeting.ahead[:, one, other]
    parts = []
    for a, b in permutations(range(len(names)), 2):
        counts = {"block": np.arange(blocks, dtype=np.uint32), "n": ahead[:, a, b] + ahead[:, b, a]}
        parts.append(
            pl.DataFrame(counts | {"ahead": ahead[:, a, b]}).with_columns(
                strategy=pl.lit(names[a]), rival=pl.lit(names[b])
            )
        )
    return Sums(pl.concat(parts), ("strategy", "rival"), ("ahead",), meetings[0].deals)


# ----------------------------------------------------------------------------------------------------- in words


def ring_findings(duels: Sums, names: Sequence[str]) -> list[Finding]:
    """Return a warning where strategies beat each other in a ring, beyond chance: no rating can express that."""
    pairs = list(combinations(names, 2))
    found = [share(duels.moments("ahead", strategy=one, rival=other), 0.5) for one, other in pairs]
    beats: dict[tuple[str, str], tuple[Test, float]] = {}
    for (one, other), test, p in zip(pairs, found, family.corrected([test.p for test in found]), strict=True):
        if p < ALPHA:
            beats[(one, other) if test.gap > 0 else (other, one)] = test, p
    around = [names[at] for at in cycle([[(one, other) in beats for other in names] for one in names])]
    if not around:
        return []
    steps = list(zip(around, [*around[1:], around[0]], strict=True))
    said = listed(f"{one} beats {other} ({(0.5 + abs(beats[one, other][0].gap)) * 100:.1f} %)" for one, other in steps)
    sentence = f"{listed(around)} beat each other in a ring, so no single rating tells who wins: {said}."
    p = max(beats[step][1] for step in steps)
    null = "one of them wins half of its games against the next"
    return [Finding(sentence, "", family.certainty(p), {"ring": around}, null=null, p_value=p)]


def _rating_findings(ratings: pl.DataFrame, lead: Test, seats: int) -> list[Finding]:
    found = []
    for place, row in enumerate(ratings.iter_rows(named=True)):
        said, p, null = "is rated", row["p_value"], "its rating is 0, the mean"
        if place == 0 and lead.p < ALPHA:
            said, p = "is the strongest, rated", max(p, lead.p)  # as certain as its lead over the second
            null = "another one is as strong"
        elif place == 0:
            said = "is rated highest,"
        value, spread = sentences.split_row(row, WIN, row[APPEARANCES], percent=True, of=APPEARANCES)
        sentence = (
            f"{row['strategy']} {said} {rating_text(row)}; it wins {value} of its "
            f"{sentences.table_of(seats)} against other line-ups {spread}."
        )
        found.append(Finding(sentence, "", family.certainty(p), row, null=null, p_value=p))
    return found


def rating_text(row: Mapping[str, Any]) -> str:
    """Return a rating in words: +120 Elo (+100 to +140); more than +270 Elo without data for an upper end."""
    low, high = row["rating_low"], row["rating_high"]
    if low is None and high is None:
        return f"{row['rating']:+.0f} Elo, of which the data give neither end"
    if high is None:
        return f"more than {low:+.0f} Elo"
    if low is None:
        return f"less than {high:+.0f} Elo"
    return f"{row['rating']:+.0f} Elo ({low:+.0f} to {high:+.0f})"


def _reply_findings(replies: pl.DataFrame, sums: Sums, seats: int) -> list[Finding]:
    """Return findings on how many fields each strategy answers best, and the best response to tables of one kind."""
    if not replies["best"].any():
        return []
    fields = replies["field"].n_unique()
    found = []
    best = replies.filter("best").group_by("strategy").agg(pl.len().alias("fields"))
    best = best.sort("fields", "strategy", descending=[True, False])
    top = best.row(0, named=True)
    sentence = (
        f"{top['strategy']} is the best reply to {top['fields']} of {sentences.counted(fields, 'field')} of rivals, or "
        "cannot be told from the best."
    )
    found.append(described(sentence, top | {"of": fields}))
    behind = _behind(replies, sums)
    if never := sorted(name for name, p in behind.items() if p < ALPHA):
        said = f"{listed(never)} {'is' if len(never) == 1 else 'are'} never the best reply to any field."
        null, p = "one of them is the best reply to some field", max(behind[name] for name in never)
        found.append(Finding(said, "", family.certainty(p), {"never": never}, null=null, p_value=p))
    alone = [
        (name, alike)
        for name in dict.fromkeys(replies["strategy"])
        if (alike := replies.filter(pl.col("field") == field_of([name] * (seats - 1)))).height > 1
    ]
    leads = [_reply_lead(alike.sort(WIN, "strategy", descending=[True, False]), sums) for _, alike in alone]
    p_values = family.corrected([lead.p for lead in leads])
    return found + [
        _reply_to(name, alike.sort(WIN, "strategy", descending=[True, False]), p)
        for (name, alike), p in zip(alone, p_values, strict=True)
    ]


def _behind(replies: pl.DataFrame, sums: Sums) -> dict[str, float]:
    """Return the corrected p-value of each strategy being behind the best response to every field, by the least certain."""
    worst = dict.fromkeys(replies["strategy"], 0.0)
    for field in replies["field"].unique():
        here = replies.filter(pl.col("field") == field).sort(WIN, "strategy", descending=[True, False])
        top, *others = here["strategy"]
        worst[top] = 1.0
        for name in others:
            gap = sums.share_difference(WIN, {"field": field, "strategy": name}, {"field": field, "strategy": top})
            p = 1.0 if math.isnan(gap.p_value) else family.bonferroni(gap.p_value, len(others))
            worst[name] = max(worst[name], p)
    return dict(zip(worst, family.corrected(list(worst.values())), strict=True))


def _reply_lead(replies: pl.DataFrame, sums: Sums) -> Test:
    """Test the best response's win rate against the one it is least sure to beat."""
    field, best = replies["field"][0], replies["strategy"][0]
    found = []
    for other in replies["strategy"][1:]:
        gap = sums.share_difference(WIN, {"field": field, "strategy": other}, {"field": field, "strategy": best})
        p = 1.0 if math.isnan(gap.p_value) else gap.p_value
        found.append(Test(0.0, gap.estimate.value, gap.estimate.low, gap.estimate.high, p))
    return leader(found)


def _reply_to(name: str, replies: pl.DataFrame, p: float) -> Finding:
    first, *others = replies.iter_rows(named=True)
    value, spread = sentences.split_row(first, WIN, first[APPEARANCES], percent=True, of=APPEARANCES)
    alike = [row["strategy"] for row in others if row["best"]]
    wins = f"{first['strategy']}: it wins {value} {spread}"
    if p < ALPHA:
        sentence = f"Against {name} alone the best reply is {wins}."
    else:
        too = f", and cannot be told from {listed(alike, 'or')}" if alike else ""
        sentence = f"Against {name} alone no reply is surely the best; the highest share has {wins}{too}."
    return Finding(sentence, "", family.certainty(p), first, null="another reply wins as often", p_value=p)


def _charts(ratings: pl.DataFrame, replies: pl.DataFrame, duels: pl.DataFrame, seats: int, games: int) -> list[Chart]:
    rated = listed(f"{row['strategy']} {rating_text(row)}" for row in ratings.iter_rows(named=True))
    charts = [
        Chart(
            "tournament-ratings",
            "dots",
            "Ratings",
            f"Elo ratings of wins over all line-ups with 95 % intervals; {games:,} games.",
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
                alt="Table of win rates of each strategy against each field of rivals.",
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

"""When is a game decided? Win chance by lead at each checkpoint, lead changes and comebacks."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums, interval, to_table
from digsite.analyses.expressions import collect, repeatable
from digsite.analyses.general.scope import FigureScope
from digsite.analyses.general.scores import bin_width
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import number

if TYPE_CHECKING:
    from digsite.analyses.view import View

LEAD_BINS = 10  # about this many bins of lead on either side of 0
DEFICITS = (0.05, 0.1, 0.2, 0.3)  # comebacks are counted from deficits of these fractions of the winner's mean score
_FINISH = "finish"
_ALIKE = 0.05  # how far the leader's win rate may lie off with other line-ups and still be called alike
_SETTLED = 0.75  # of games won by the leader in the middle: settled from here on
_LOOSE = 1 / 6  # loose up to here, on the way from a fair share to all games


def answer(view: View) -> Result:
    """Answer from how the lead at each checkpoint affects the win."""
    marks = checkpoints(view)
    if not marks:
        note = "These games record no score before the end, so there is no timeline."
        return Result("timeline", "Timeline", {}, [], [], [note])
    course = _course(view, marks)
    if not course.count():
        note = "Nobody won a game alone, so no lead can be set beside a win."
        return Result("timeline", "Timeline", {}, [], [], [note])
    width = _lead_width(view, marks)
    tallies = {said: _tally(view, mark) for mark, said in marks.items()}
    leads = _win_by_lead(tallies, width)
    changes, decided = course.merged(["changes"]).shares(), _decided(course, [*marks.values(), _FINISH])
    comebacks = _comebacks(tallies, course.estimate("score").value)
    leaders = _leaders(tallies, view.seats)
    tables = {
        "win_by_lead": leads,
        "leaders": leaders,
        "lead_changes": changes,
        "decided": decided,
        "comebacks": comebacks,
    }
    findings = [*_leader_findings(leaders), *_course_findings(len(marks), changes, decided), *_behind(view, comebacks)]
    charts = _charts(view, tables, width)
    if scope := _scope(view, list(tallies.values())):
        findings.append(scope.finding("How often the leader at half-time wins", _ALIKE))
        title, about = (
            "The leader at half-time, with different players",
            "Share of games won by the player alone in the lead",
        )
        charts.append(scope.chart("timeline-by-line-up", title, about, "share of wins", _ALIKE))
        tables |= {"by_line_up": scope.table, "scope": scope.summary(_ALIKE)}
    return Result("timeline", "Timeline", tables, findings, charts, [_what_leads(view)], _meaning(leaders, view.seats))


def _scope(view: View, tallies: list[Sums]) -> FigureScope | None:
    """Return how often the leader at half-time wins with each line-up, where others were played."""
    leads = _regrouped(tallies[middle(len(tallies))], led=pl.col("lead") > 0).where("led", ["led"])
    if not leads.count():
        return None
    return FigureScope.of(view, leads.moments(WIN), lambda line_up: line_up.leader, share=True)


def _meaning(leaders: pl.DataFrame, seats: int) -> str:
    """Return what the course of games means for the design, by how often the leader in the middle wins."""
    middle = halfway(leaders)
    if not middle.height:
        return ""
    won, when = middle[WIN][0], middle["checkpoint"][0]
    if won >= _SETTLED:
        return (
            f"Whoever leads {when} mostly wins: those behind need something to hope for, such as points that come late."
        )
    fair = 1 / seats
    if won <= fair + _LOOSE * (1 - fair):
        return f"A lead {when} says little of who wins: what is done before it should count for more."
    return f"A lead {when} helps and does not decide, so that those behind still play for something."


def checkpoints(view: View) -> dict[str, str]:
    """Return the per-seat columns, without the seat's number, that hold the score along the way, with their plain names.

    A checkpoint without any points, such as that of a round not played, is left out, and so is the last if scores are
    final there.
    """
    columns = [column for column in view.run.game.columns if column.name in view.run.game.checkpoints]
    marks = {f"{column.name}_{label}": f"after {column.called(label)}" for column in columns for label in column.labels}
    if not marks:
        return {}
    seats = range(1, view.seats + 1)
    scored = [pl.any_horizontal((pl.col(f"{mark}_{seat}") != 0).any() for seat in seats).alias(mark) for mark in marks]
    found = collect(view.games.select(scored)).row(0, named=True)
    marks = {mark: said for mark, said in marks.items() if found[mark]}
    return {
        mark: said for at, (mark, said) in enumerate(marks.items(), 1) if at < len(marks) or not _is_end(view, mark)
    }


def _is_end(view: View, mark: str) -> bool:
    """Return whether the scores of a checkpoint are the final ones."""
    same = [pl.col(f"{mark}_{seat}").eq_missing(pl.col(f"score_{seat}")).all() for seat in range(1, view.seats + 1)]
    return bool(collect(view.games.select(pl.all_horizontal(same))).item())


def _what_leads(view: View) -> str:
    """Return what a checkpoint counts, and that the rest is not counted."""
    columns = [column for column in view.run.game.columns if column.name in view.run.game.checkpoints]
    counted = "; ".join(dict.fromkeys(column.about for column in columns))
    left_out = f" It leaves out {view.wording.uncounted}." if view.wording.uncounted else ""
    return f"A lead is a lead in this figure: {counted}.{left_out} Between checkpoints the lead is not seen."


def _lead(view: View, mark: str, seat: int) -> pl.Expr:
    """Return how far a seat is ahead of the best other one (negative: behind)."""
    own = pl.col(f"{mark}_{seat}").cast(pl.Int32)
    others = [pl.col(f"{mark}_{other}").cast(pl.Int32) for other in range(1, view.seats + 1) if other != seat]
    return own - pl.max_horizontal(others)


def _leader(view: View, mark: str) -> pl.Expr:
    """Return the seat alone in the lead; 0 if there is none."""
    leader = pl.lit(0, pl.Int8)
    for seat in range(1, view.seats + 1):
        leader = pl.when(_lead(view, mark, seat) > 0).then(pl.lit(seat, pl.Int8)).otherwise(leader)
    return leader


def _lead_width(view: View, marks: dict[str, str]) -> float:
    """Return a round width of lead bins, from the typical lead."""
    spread = [_lead(view, mark, 1).cast(pl.Float64).std().alias(mark) for mark in marks]
    widest = max(view.games.select(spread).collect(engine="streaming").row(0), key=lambda sd: sd or 0.0) or 1.0
    return bin_width(widest * 40 * 1.5 / LEAD_BINS)


def _tally(view: View, mark: str) -> Sums:
    """Return appearances and wins of all seats by their lead at a checkpoint, the data for the worth of leads."""
    whole = math.lcm(*range(1, view.seats + 1))  # wins are counted in units that any number of winners divides evenly
    frames = []
    for seat in range(1, view.seats + 1):
        parts = (pl.col(f"rank_{seat}") == 1).cast(pl.Int64) * (whole // pl.col("winners").cast(pl.Int64))
        frames.append(view.games.filter("won").select("block", lead=_lead(view, mark, seat), parts=parts))
    sums = view.sums(frames, ["lead"], ["parts"])
    return Sums(sums.blocks.with_columns(whole=pl.lit(float(whole))), sums.by, ("parts",), sums.deals)


def _won(parts: pl.Expr) -> pl.Expr:
    """Return wins from the units that a tally counts."""
    return repeatable(parts.sum() / pl.col("whole").first())


def _regrouped(tally: Sums, **key: pl.Expr) -> Sums:
    """Return the wins of a tally by another key."""
    keys = ["block", *key]
    table = tally.blocks.with_columns(**key).group_by(keys).agg(pl.col("n").sum(), _won(pl.col("parts")).alias(WIN))
    return Sums(table.sort(keys), tuple(key), (WIN,), tally.deals)


def _win_by_lead(tallies: dict[str, Sums], width: float) -> pl.DataFrame:
    """Return the win rate by lead, in bins centred on whole widths; leads beyond ten widths are pooled."""
    bins = (pl.col("lead") / width).round().clip(-LEAD_BINS, LEAD_BINS).cast(pl.Int32) * width  # whole: no minus zero
    tables = []
    for at, (said, tally) in enumerate(tallies.items()):
        table = _regrouped(tally, lead=bins).table([WIN], count="appearances")
        tables.append(table.select(pl.lit(at + 1).alias("order"), pl.lit(said).alias("checkpoint"), pl.all()))
    return pl.concat(tables)


def _leaders(tallies: dict[str, Sums], seats: int) -> pl.DataFrame:
    """Return how often there is a single leader at each checkpoint, and how often that player wins."""
    tables = []
    for at, (said, tally) in enumerate(tallies.items()):
        leads = _regrouped(tally, led=pl.col("lead") > 0)
        games = tally.merged([]).blocks.select("block", games=pl.col("n") / seats)
        leading = leads.where("led", ["led"])
        if not leading.blocks.height:
            continue
        rest = games.join(leading.blocks, on="block", how="left").select(
            "block", led=pl.lit(False), n=pl.col("games") - pl.col("n").fill_null(0.0), win=pl.lit(0.0)
        )
        blocks = pl.concat([leading.blocks, rest.filter(pl.col("n") > 0)]).sort("block", "led")
        led = Sums(blocks, ("led",), (WIN,), tally.deals).shares().filter("led")
        row = pl.DataFrame({"order": [at + 1], "checkpoint": [said]})
        share = led.select(led="share", led_low="share_low", led_high="share_high")
        tables.append(pl.concat([row, share, leading.table([WIN]).drop("led")], how="horizontal"))
    return pl.concat(tables) if tables else pl.DataFrame(schema={"order": pl.Int64, "checkpoint": pl.String})


def _course(view: View, marks: dict[str, str]) -> Sums:
    """Return the games with a single winner and the winner's score, by two keys.

    `changes` counts how often the lead passed from one player to another between checkpoints and the finish, `since` is
    the checkpoint from which on the winner led for good.
    """
    leaders = [_leader(view, mark) for mark in marks] + [pl.col("winner")]
    names = [f"leader_{at}" for at in range(len(leaders))]
    scores = [
        pl.when(pl.col("winner") == seat).then(pl.col(f"score_{seat}")).otherwise(None)
        for seat in range(1, view.seats + 1)
    ]
    alone = view.games.filter(pl.col("winner") > 0)
    frame = alone.select("block", pl.coalesce(scores).alias("score"), **dict(zip(names, leaders, strict=True)))
    changes, holder = pl.lit(0), pl.col(names[0])
    for name in names[1:]:
        now = pl.col(name)
        changes = changes + ((now > 0) & (holder > 0) & (now != holder)).cast(pl.Int32)
        holder = pl.when(now > 0).then(now).otherwise(holder)
    since, held = pl.lit(len(marks), pl.Int8), pl.lit(True)
    for at in reversed(range(len(marks))):
        held = held & (pl.col(names[at]) == pl.col(names[-1]))
        since = pl.when(held).then(pl.lit(at, pl.Int8)).otherwise(since)
    order = [*marks.values(), _FINISH]
    rows = frame.select("block", "score", changes=changes, since=since)
    return view.sums(rows, ["changes", "since"], ["score"], {"since": order})


def _decided(course: Sums, order: list[str]) -> pl.DataFrame:
    """Return from which checkpoint on the winner led for good."""
    places = {said: at + 1 for at, said in enumerate(order)}
    shares = course.merged(["since"]).shares()
    return shares.with_columns(order=pl.col("since").replace_strict(places, return_dtype=pl.Int64)).sort("order")


def _comebacks(tallies: dict[str, Sums], winning: float) -> pl.DataFrame:
    """Return how often a player wins from at least a given deficit to the leader at a checkpoint.

    `winning` is the mean score of winners.
    """
    steps = sorted({1, *(max(1, round(abs(winning) * part)) for part in DEFICITS)})
    rows = []
    for at, (said, tally) in enumerate(tallies.items()):
        for step in steps:
            behind = pl.col("lead") <= -step
            blocks = tally.blocks.group_by("block", maintain_order=True).agg(
                pl.col("n").filter(behind).sum(), _won(pl.col("parts").filter(behind)).alias(WIN)
            )
            found = Sums(blocks, (), (WIN,), tally.deals).estimate(WIN, share=True)
            if found.n:
                row = {"order": at + 1, "checkpoint": said, "behind_by": step, "appearances": found.n}
                rows.append(row | interval(WIN, found))
    columns = ("order", "checkpoint", "behind_by", "appearances", WIN)
    return to_table(rows) if rows else pl.DataFrame(schema=dict.fromkeys(columns, pl.Float64))


def _leader_findings(leaders: pl.DataFrame) -> list[Finding]:
    found = []
    for row in leaders.iter_rows(named=True):
        value, bracket = sentences.split_row(row, WIN, row["games"], percent=True)
        sentence = f"Whoever led alone {row['checkpoint']} won {value} of those games {bracket}."
        found.append(described(sentence, row))
    return found


def _course_findings(marks: int, changes: pl.DataFrame, decided: pl.DataFrame) -> list[Finding]:
    found = []
    kept = changes.filter(pl.col("changes") == 0)
    if kept.height:
        row, games = kept.row(0, named=True), int(changes["count"].sum())
        seen = "one moment" if marks == 1 else f"{number(marks)} moments"
        value, bracket = sentences.split_row(row, "share", games, percent=True)
        sentence = (
            f"Seen at {seen} and at the end, the lead did not pass from one player to another in {value} of games "
            f"{bracket}; in between it may have."
        )
        found.append(described(sentence, row))
    late = decided.filter(pl.col("since") == _FINISH)
    if late.height:
        row, games = late.row(0, named=True), int(decided["count"].sum())
        value, bracket = sentences.split_row(row, "share", games, percent=True)
        sentence = f"In {value} of games the winner did not lead alone at the last checkpoint {bracket}."
        found.append(described(sentence, row))
    return found


def halfway(table: pl.DataFrame) -> pl.DataFrame:
    """Return the rows of the checkpoint in the middle: of four quarters the second."""
    orders = sorted(table["order"].unique())
    return table.filter(pl.col("order") == orders[middle(len(orders))]) if orders else table


def middle(checkpoints: int) -> int:
    """Return the place of the checkpoint in the middle, from 0."""
    return (checkpoints - 1) // 2


def _behind(view: View, comebacks: pl.DataFrame) -> list[Finding]:
    """Return findings on the chance to win from behind in the middle of the game, by any deficit and by a wide one."""
    rows = halfway(comebacks).sort("behind_by")
    if not rows.height:
        return []
    near, points = rows.row(0, named=True), view.wording.points
    value, bracket = sentences.split_row(near, WIN, near["appearances"], percent=True, of="appearances")
    sentence = f"A player who was behind in {points} {near['checkpoint']} won {value} of those games {bracket}"
    far = rows.row(min(3, rows.height - 1), named=True)
    if far["behind_by"] > near["behind_by"]:
        value, bracket = sentences.split_row(far, WIN, far["appearances"], percent=True, of="appearances")
        sentence += f"; one {far['behind_by']:,.0f} {view.wording.points} or more behind, {value} {bracket}"
    return [described(f"{sentence}.", near)]


def _charts(view: View, tables: dict[str, pl.DataFrame], width: float) -> list[Chart]:
    leads, decided, backs = (tables[name] for name in ("win_by_lead", "decided", "comebacks"))
    points = view.wording.points
    ahead = f"{points} ahead of the best rival (bins of {width:g}), with 95 % bands, at each checkpoint; {view.counted}. All strategies together, so no forecast for one of them"
    alone = f"{decided['count'].sum():,} games that somebody won alone"
    since = f"The checkpoint from which on the winner led alone, share of games with 95 % intervals; {alone}."
    lost = "Share of wins of players who were at least so far behind the leader at each checkpoint"
    marks = {"series": "checkpoint", "order": "order", "reference": view.fair}
    by_lead = marks | {"x_label": f"{points} ahead of the best rival"}
    behind = marks | {"x_label": f"{points} behind the leader, at least"}
    return [
        view.chart(
            "timeline-win-by-lead",
            "lines",
            "Win chance by lead",
            f"Share of wins by {ahead}.",
            leads,
            "lead",
            WIN,
            count="appearances",
            **by_lead,
        ),
        view.chart("timeline-decided", "bars", "Since when the winner led for good", since, decided, "since", "share"),
        view.chart(
            "timeline-comebacks", "lines", "Comebacks", lost, backs, "behind_by", WIN, count="appearances", **behind
        ),
    ]

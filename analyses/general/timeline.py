"""When is a game decided? Win chance by lead at each checkpoint, lead changes and comebacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.blocks import WIN, interval, tabled
from analyses.general.scores import bin_width
from analyses.result import Chart, Finding, Result, described
from analyses.view import collect, win_share
from simulator.game.wording import number

if TYPE_CHECKING:
    from analyses.view import View

LEAD_BINS = 10  # about as many bins of lead on either side of none
DEFICITS = (0.05, 0.1, 0.2, 0.3)  # comebacks are counted from deficits of these parts of the winner's mean score
_FINISH = "finish"
_SETTLED, _LOOSE = (
    0.75,
    1.5,
)  # of games that a leader in the middle wins: settled from here on; loose below so many fair shares


def answer(view: View) -> Result:
    """How the lead at each checkpoint bears on the win."""
    marks = checkpoints(view)
    if not marks:
        note = "These games record no score before the end, so there is no timeline."
        return Result("timeline", "Timeline", {}, [], [], [note])
    if not collect(_won_alone(view).select(pl.len())).item():
        note = "Nobody won a game alone, so no lead can be set beside a win."
        return Result("timeline", "Timeline", {}, [], [], [note])
    width = _lead_width(view, marks)
    leads = _win_by_lead(view, marks, width)
    changes, decided = _changes(view, marks), _decided(view, marks)
    comebacks = _comebacks(view, marks)
    leaders = _leaders(view, marks)
    tables = {
        "win_by_lead": leads,
        "leaders": leaders,
        "lead_changes": changes,
        "decided": decided,
        "comebacks": comebacks,
    }
    findings = [*_leader_findings(leaders), *_course_findings(len(marks), changes, decided), *_behind(view, comebacks)]
    charts = _charts(view, tables, width)
    return Result("timeline", "Timeline", tables, findings, charts, [_what_leads(view)], _meaning(leaders, view.seats))


def _meaning(leaders: pl.DataFrame, seats: int) -> str:
    """What the course of games asks of the designer, by how often whoever leads in the middle wins."""
    middle = halfway(leaders)
    if not middle.height:
        return ""
    won, when = middle[WIN][0], middle["checkpoint"][0]
    if won >= _SETTLED:
        return (
            f"Whoever leads {when} mostly wins: those behind need something to hope for, such as points that come late."
        )
    if won <= _LOOSE / seats:
        return f"A lead {when} says little of who wins: what is done before it should count for more."
    return f"A lead {when} helps and does not decide, so that those behind still play for something."


def checkpoints(view: View) -> dict[str, str]:
    """Per-seat columns, without the seat's number, that hold the score along the way, with their plain names.

    A checkpoint at which nobody ever had a point, such as that of a round not played, says nothing, nor does the last if
    scores are final there.
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
    """Whether the scores of a checkpoint are those that games end with."""
    same = [pl.col(f"{mark}_{seat}").eq_missing(pl.col(f"score_{seat}")).all() for seat in range(1, view.seats + 1)]
    return bool(collect(view.games.select(pl.all_horizontal(same))).item())


def _what_leads(view: View) -> str:
    """What is counted at a checkpoint, and that the rest is not."""
    columns = [column for column in view.run.game.columns if column.name in view.run.game.checkpoints]
    counted = "; ".join(dict.fromkeys(column.about for column in columns))
    left_out = f" It leaves out {view.wording.uncounted}." if view.wording.uncounted else ""
    return f"A lead is a lead in this figure: {counted}.{left_out} Between checkpoints the lead is not seen."


def _lead(view: View, mark: str, seat: int) -> pl.Expr:
    """How far a seat is ahead of the best other one (negative: behind)."""
    own = pl.col(f"{mark}_{seat}").cast(pl.Int32)
    others = [pl.col(f"{mark}_{other}").cast(pl.Int32) for other in range(1, view.seats + 1) if other != seat]
    return own - pl.max_horizontal(others)


def _leader(view: View, mark: str) -> pl.Expr:
    """The seat alone in the lead; 0 if there is none."""
    leader = pl.lit(0, pl.Int8)
    for seat in range(1, view.seats + 1):
        leader = pl.when(_lead(view, mark, seat) > 0).then(pl.lit(seat, pl.Int8)).otherwise(leader)
    return leader


def _lead_width(view: View, marks: dict[str, str]) -> float:
    """A round width of lead bins, from how far leaders are typically ahead."""
    spread = [_lead(view, mark, 1).cast(pl.Float64).std().alias(mark) for mark in marks]
    widest = max(view.games.select(spread).collect(engine="streaming").row(0), key=lambda sd: sd or 0.0) or 1.0
    return bin_width(widest * 40 * 1.5 / LEAD_BINS)


def _win_by_lead(view: View, marks: dict[str, str], width: float) -> pl.DataFrame:
    """Win share by lead, in bins centred on whole widths; what lies beyond ten widths is put together."""
    tables = []
    for at, (mark, said) in enumerate(marks.items()):
        frames = []
        for seat in range(1, view.seats + 1):
            lead = (_lead(view, mark, seat) / width).round().clip(-LEAD_BINS, LEAD_BINS) * width
            frames.append(view.games.filter("won").select("block", lead.alias("lead"), win_share(seat).alias(WIN)))
        table = view.sums(frames, ["lead"], [WIN]).table([WIN], count="appearances")
        tables.append(table.select(pl.lit(at + 1).alias("order"), pl.lit(said).alias("checkpoint"), pl.all()))
    return pl.concat(tables)


def _leaders(view: View, marks: dict[str, str]) -> pl.DataFrame:
    """How often there is a single leader at each checkpoint, and how often that one wins."""
    tables = []
    for at, (mark, said) in enumerate(marks.items()):
        leader = _leader(view, mark)
        won = pl.lit(0.0)
        for seat in range(1, view.seats + 1):
            won = pl.when(pl.col("leader") == seat).then(win_share(seat)).otherwise(won)
        frame = (
            view.games.filter("won")
            .with_columns(leader.alias("leader"))
            .select("block", (pl.col("leader") > 0).alias("led"), won.alias(WIN))
        )
        sums = view.sums(frame, ["led"], [WIN])
        led = sums.shares().filter("led").select(led="share", led_low="share_low", led_high="share_high")
        leading = sums.table([WIN]).filter("led").drop("led")
        if not leading.height:
            continue
        row = pl.DataFrame({"order": [at + 1], "checkpoint": [said]})
        tables.append(pl.concat([row, led, leading], how="horizontal"))
    return pl.concat(tables) if tables else pl.DataFrame(schema={"order": pl.Int64, "checkpoint": pl.String})


def _won_alone(view: View) -> pl.LazyFrame:
    return view.games.filter(pl.col("winner") > 0)


def _changes(view: View, marks: dict[str, str]) -> pl.DataFrame:
    """How often the lead passed from one player to another between checkpoints and the finish."""
    leaders = [_leader(view, mark) for mark in marks] + [pl.col("winner")]
    frame = _won_alone(view).select("block", *[leader.alias(f"leader_{at}") for at, leader in enumerate(leaders)])
    changes, holder = pl.lit(0), pl.col("leader_0")
    for at in range(1, len(leaders)):
        now = pl.col(f"leader_{at}")
        changes = changes + ((now > 0) & (holder > 0) & (now != holder)).cast(pl.Int32)
        holder = pl.when(now > 0).then(now).otherwise(holder)
    return view.sums(frame.select("block", changes.alias("changes")), ["changes"], []).shares()


def _decided(view: View, marks: dict[str, str]) -> pl.DataFrame:
    """From which checkpoint on the winner was in the lead for good."""
    order = [*marks.values(), _FINISH]
    since = pl.lit(len(marks), pl.Int8)
    held = pl.lit(True)
    for at, mark in reversed(list(enumerate(marks))):
        held = held & (_leader(view, mark) == pl.col("winner"))
        since = pl.when(held).then(pl.lit(at, pl.Int8)).otherwise(since)
    sums = view.sums(_won_alone(view).select("block", since=since), ["since"], [], {"since": order})
    places = {said: at + 1 for at, said in enumerate(order)}
    return sums.shares().with_columns(order=pl.col("since").replace_strict(places, return_dtype=pl.Int64)).sort("order")


def _comebacks(view: View, marks: dict[str, str]) -> pl.DataFrame:
    """How often a player wins who is at least so many points behind the leader at a checkpoint."""
    scores = [
        pl.when(pl.col("winner") == seat).then(pl.col(f"score_{seat}")).otherwise(None)
        for seat in range(1, view.seats + 1)
    ]
    winning = _won_alone(view).select(pl.coalesce(scores).cast(pl.Float64).mean()).collect(engine="streaming").item()
    steps = sorted({1, *(max(1, round(abs(winning or 0.0) * part)) for part in DEFICITS)})
    rows = []
    for at, (mark, said) in enumerate(marks.items()):
        behind = pl.col("behind")
        frames = [
            view.games.filter("won")
            .select("block", win_share(seat).alias(WIN), behind=-_lead(view, mark, seat))
            .select(
                "block",
                *[(behind >= step).alias(f"behind_{step}") for step in steps],
                *[pl.when(behind >= step).then(WIN).otherwise(0.0).alias(f"won_{step}") for step in steps],
            )
            for seat in range(1, view.seats + 1)
        ]
        sums = view.sums(frames, [], [f"{what}_{step}" for what in ("behind", "won") for step in steps])
        for step in steps:
            found = sums.per(f"behind_{step}").estimate(f"won_{step}", share=True)
            if found.n:
                row = {"order": at + 1, "checkpoint": said, "behind_by": step, "appearances": found.n}
                rows.append(row | interval(WIN, found))
    columns = ("order", "checkpoint", "behind_by", "appearances", WIN)
    return tabled(rows) if rows else pl.DataFrame(schema=dict.fromkeys(columns, pl.Float64))


def _leader_findings(leaders: pl.DataFrame) -> list[Finding]:
    found = []
    for row in leaders.iter_rows(named=True):
        value, bracket = words.told(row, WIN, row["games"], percent=True)
        sentence = f"Whoever led alone {row['checkpoint']} won {value} of those games {bracket}."
        found.append(described(sentence, row))
    return found


def _course_findings(marks: int, changes: pl.DataFrame, decided: pl.DataFrame) -> list[Finding]:
    found = []
    kept = changes.filter(pl.col("changes") == 0)
    if kept.height:
        row, games = kept.row(0, named=True), int(changes["count"].sum())
        seen = "one moment" if marks == 1 else f"{number(marks)} moments"
        value, bracket = words.told(row, "share", games, percent=True)
        sentence = (
            f"Seen at {seen} and at the end, the lead did not pass from one player to another in {value} of games "
            f"{bracket}; in between it may have."
        )
        found.append(described(sentence, row))
    late = decided.filter(pl.col("since") == _FINISH)
    if late.height:
        row, games = late.row(0, named=True), int(decided["count"].sum())
        value, bracket = words.told(row, "share", games, percent=True)
        sentence = f"In {value} of games the winner did not lead alone at the last checkpoint {bracket}."
        found.append(described(sentence, row))
    return found


def halfway(table: pl.DataFrame) -> pl.DataFrame:
    """The rows of the checkpoint in the middle."""
    orders = sorted(table["order"].unique())
    return table.filter(pl.col("order") == orders[len(orders) // 2]) if orders else table


def _behind(view: View, comebacks: pl.DataFrame) -> list[Finding]:
    """The chance to win from behind in the middle of the game, by any deficit and by a wide one."""
    rows = halfway(comebacks).sort("behind_by")
    if not rows.height:
        return []
    near, points = rows.row(0, named=True), view.wording.points
    value, bracket = words.told(near, WIN, near["appearances"], percent=True, of="appearances")
    sentence = f"A player who was behind in {points} {near['checkpoint']} won {value} of those games {bracket}"
    far = rows.row(min(3, rows.height - 1), named=True)
    if far["behind_by"] > near["behind_by"]:
        value, bracket = words.told(far, WIN, far["appearances"], percent=True, of="appearances")
        sentence += f"; one {far['behind_by']:,.0f} {view.wording.points} or more behind, {value} {bracket}"
    return [described(f"{sentence}.", near)]


def _charts(view: View, tables: dict[str, pl.DataFrame], width: float) -> list[Chart]:
    leads, decided, backs = (tables[name] for name in ("win_by_lead", "decided", "comebacks"))
    points = view.wording.points
    ahead = f"{points} ahead of the best rival (bins of {width:g}), with 95 % bands, at each checkpoint; {view.counted}. All strategies together, so no forecast for one of them"
    since = f"The checkpoint from which on the winner led alone, share of games with 95 % intervals; {view.counted}."
    lost = "Share of wins of players who were at least so far behind the leader at each checkpoint"
    marks = {"series": "checkpoint", "reference": view.fair}
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

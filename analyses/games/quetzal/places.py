"""Where do meeples and coins go? Places by number of players, bids won and lost, wasted trips, the automaton."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import interval, to_table
from digsite.analyses.games.quetzal import automaton
from digsite.analyses.games.quetzal.account import DELIVERING, LOCATIONS, UNKNOWN, VILLAGE, brought
from digsite.analyses.games.quetzal.names import name_of, the
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import listed
from digsite.simulator.games.quetzal.state import BID_PLACES, PAID_PLACES, PLACES, Trip

if TYPE_CHECKING:
    from digsite.analyses.block_sums import Sums
    from digsite.analyses.view import View


def answer(view: View) -> Result:
    """Answer from meeples, coins, what they earn, bids and trips of all seats; in two-player games also the automaton's."""
    meeples, bids, trips, brings = _meeples(view), _bids(view), _trips(view), brought(view)
    tables = {
        "brought": _brought_table(brings),
        "meeples": _named(meeples.table(means=["meeples", "coins"], count="appearances"), _open_places(view)),
        "bids": _named(bids.table(means=["won", "lost"], count="appearances"), BID_PLACES),
        "trips": trips.table(["empty"], count="appearances"),
    }
    findings = [
        *_brought_findings(tables["brought"]), _camp_finding(view, meeples), *_bid_findings(view), *_trip_findings(tables["trips"]),
    ]  # fmt: skip
    charts = _charts(view, tables)
    if view.seats == 2:
        more, told, chart = automaton.answer(view)
        tables |= more
        findings += told
        charts.append(chart)
    return Result("places", "Places", tables, findings, charts, [_COUNTED])


_COUNTED = (
    "What a meeple brings is counted in points that things earned on average in these games: a card by its type, with its "
    "part of the bonuses; a coin as at the end; discovery points and upgrades by what the track and the tiles paid. The "
    "points of a card are counted where it is taken and again where it is delivered. Intervals take these averages as given."
)


def _named(table: pl.DataFrame, order: tuple[str, ...]) -> pl.DataFrame:
    ranks = {place: at for at, place in enumerate(order)}
    spoken = {place: name_of(place) for place in order}
    sorted_ = table.filter(pl.col("place").is_in(order)).sort(pl.col("place").replace_strict(ranks))
    return sorted_.with_columns(pl.col("place").replace_strict(spoken, return_dtype=pl.String))


def _meeples(view: View) -> Sums:
    cells = {
        (place,): {
            "meeples": pl.col(f"meeples_{place}"),
            "coins": pl.col(f"coins_spent_{place}") if place in PAID_PLACES else pl.lit(0),
        }
        for place in PLACES
    }
    return view.sums_by_column(view.each_seat, ["place"], cells)


def _bids(view: View) -> Sums:
    cells = {
        (place,): {"won": pl.col(f"bids_won_{place}"), "lost": pl.col(f"bids_lost_{place}")} for place in BID_PLACES
    }
    return view.sums_by_column(view.each_seat, ["place"], cells)


def _trips(view: View) -> Sums:
    names = [trip.name.lower() for trip in Trip]
    cells = {(name_of(name),): {"empty": pl.col(f"empty_trips_{name}") > 0} for name in names}
    return view.sums_by_column(view.each_seat, ["place"], cells)


def _open_places(view: View) -> tuple[str, ...]:
    """Return all places except covered spaces of the Village."""
    spaces, covered = view.rules["village.spaces"][view.seats - 2], view.rules["village.covered"]
    shut = VILLAGE[: len(VILLAGE) - spaces] if covered == "top" else VILLAGE[spaces:]
    return tuple(place for place in PLACES if place not in shut)


# ------------------------------------------------------------------------------------------------ what meeples bring


def _brought_table(sums: Sums) -> pl.DataFrame:
    """Return meeples, coins and points of each location per game; points per meeple and per coin."""
    rows = []
    for place in LOCATIONS:
        meeples, coins = (sums.estimate(what, place=place) for what in ("meeples", "coins"))
        row: dict[str, Any] = {"place": name_of(place), "meeples": meeples.value, "coins": coins.value}
        row["points"] = sums.estimate("points", place=place).value
        paid = sums.per("meeples", place=place).estimate("coins") if meeples.value > 0 else UNKNOWN
        row |= interval("coins_per_meeple", paid)
        for what, used in (("meeple", meeples), ("coin", coins)):
            each = sums.per(f"{what}s", place=place).estimate("points") if used.value > 0 else UNKNOWN
            row |= interval(f"points_per_{what}", each)
        row["counted"] = round(meeples.value * meeples.n)
        rows.append(row)
    return to_table(rows)


def _brought_findings(table: pl.DataFrame) -> list[Finding]:
    """Return a finding for the places that earn points, and one for those that deliver."""
    delivering = pl.col("place").is_in([name_of(place) for place in DELIVERING])
    found = []
    for rows, brings in ((table.filter(~delivering), "brings"), (table.filter(delivering), "delivers for")):
        told = []
        for row in (
            rows.drop_nulls("points_per_meeple").sort("points_per_meeple", descending=True).iter_rows(named=True)
        ):
            head, bracket = sentences.split_row(row, "points_per_meeple", row["counted"], of="meeples")
            coins = f" for {sentences.row_with_interval(row, 'coins_per_meeple')} coins" if row["coins"] > 0 else ""
            where = f"{'on' if row['place'] == name_of('ship') else 'at'} {the(row['place'])}"
            if row["points_per_meeple_low"] == row["points_per_meeple_high"]:  # the Camp's coins are a rule
                head, bracket = f"{row['points_per_meeple']:.2f}", "(exact)"
            told.append(f"{head} points{coins} {where} {bracket}".rstrip())
        if told:
            found.append(described(f"What a meeple {brings}, as counted here: {listed(told)}."))
    return found


def _camp_finding(view: View, sums: Sums) -> Finding:
    rolled = int(view.rules["meeples.team"][view.seats - 2] + 1) * int(view.rules["rounds"])
    camp = sums.estimate("meeples", place="camp")
    head, bracket = sentences.split_estimate(camp, of="appearances")
    sentence = f"Of the {rolled} meeples that a player places in a game, {head} go to the Camp {bracket}."
    return described(sentence, {"camp": camp.value, "all": rolled})


def _bid_findings(view: View) -> list[Finding]:
    """Return findings on bids won and lost, kicks, and by how many meeples."""
    values = {
        "won": pl.sum_horizontal(pl.col(f"bids_won_{place}").cast(pl.Int64) for place in BID_PLACES),
        "lost": pl.sum_horizontal(pl.col(f"bids_lost_{place}").cast(pl.Int64) for place in BID_PLACES),
        "lost_by": pl.col("bids_lost_by"),
        "kicks": pl.col("kicks"),
    }
    named = [value.alias(name) for name, value in values.items()]
    sums = view.sums([seat.select("block", *named) for seat in view.each_seat], [], list(values))
    won, lost, kicks = (sums.estimate(what) for what in ("won", "lost", "kicks"))
    if won.value + lost.value <= 0:
        return []
    (wins, of_won), (kicked, of_lost) = (sentences.split_estimate(figure, of="appearances") for figure in (won, lost))
    sentence = f"A player wins {wins} bids in a game {of_won} and is kicked out of {kicked} {of_lost}"
    if lost.value > 0:
        by, of_by = sentences.split_estimate(sums.per("lost").estimate("lost_by"), of="kicks")
        sentence += f", by {by} meeples more {of_by}"
    found = [described(f"{sentence}.", {"won": won.value, "lost": lost.value})]
    if view.seats == 2:  # no column says that the automaton's meeples were kicked
        given, of_given = sentences.split_estimate(kicks, of="appearances")
        found.append(described(f"A player kicks the rival or the automaton {given} times in a game {of_given}."))
    return found


def _trip_findings(table: pl.DataFrame) -> list[Finding]:
    told = []
    for row in table.filter(pl.col("empty") > 0).sort("empty", descending=True).iter_rows(named=True):
        head, bracket = sentences.split_row(row, "empty", row["appearances"], percent=True, of="appearances")
        told.append(f"{head} to {the(row['place'])} {bracket}")
    if not told:
        return []
    return [described(f"Players who went somewhere for nothing at least once: {listed(told)}.")]


# ------------------------------------------------------------------------------------------------ charts


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    where = "Meeples of a player that are activated at each place in a game"
    bids = pl.concat(
        [
            tables["bids"].select(
                "place",
                pl.lit(said).alias("what"),
                pl.col(what).alias("bids"),
                pl.col(f"{what}_low").alias("bids_low"),
                pl.col(f"{what}_high").alias("bids_high"),
            )
            for what, said in (("won", "won"), ("lost", "outbid"))
        ]
    )
    about = "Bids of a player that are won, and that a rival outbids, in a game"
    brings = "Points that a meeple brings at each place, as the note on what this rests on counts them"
    return [
        view.chart(
            "places-brought", "bars", "What a meeple brings", brings, tables["brought"].drop_nulls("points_per_meeple"), "place",
            "points_per_meeple", across=True,
        ),
        view.chart(
            "places-meeples", "bars", "Where meeples go", where, tables["meeples"], "place", "meeples", across=True
        ),
        view.chart("places-bids", "dots", "Bids won and lost", about, bids, "place", "bids", series="what"),
    ]  # fmt: skip

"""Where do meeples and coins go? Places by number of players, bids won and lost, trips for nothing, the automaton."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.result import Chart, Finding, Result, described
from simulator.game.wording import in_words
from simulator.games.quetzal.ops import TYPES
from simulator.games.quetzal.state import BID_PLACES, PAID_PLACES, PLACES, Trip

if TYPE_CHECKING:
    from analyses.blocks import Sums
    from analyses.view import View

_WORDS = {"harbour": "Harbour Master's Office", "black_market": "Black Market", "small_temple": "Small Temple"}


def answer(view: View) -> Result:
    """Meeples, coins, bids and trips of all seats; in games for two what the automaton holds and takes away."""
    meeples, bids, trips = _meeples(view), _bids(view), _trips(view)
    tables = {
        "meeples": _named(meeples.table(means=["meeples", "coins"], count="appearances"), PLACES),
        "bids": _named(bids.table(means=["won", "lost"], count="appearances"), BID_PLACES),
        "trips": trips.table(["empty"], count="appearances"),
    }
    findings = [*_meeple_findings(meeples), *_bid_findings(bids), *_trip_findings(trips)]
    charts = _charts(view, tables)
    if view.seats == 2:
        taken = _automaton(view)
        tables["automaton"] = taken.table(means=["taken"], count="games")
        findings.append(_automaton_finding(taken))
    return Result("places", "Places", tables, findings, charts)


def name_of(place: str) -> str:
    """A place as players call it."""
    if place in _WORDS:
        return _WORDS[place]
    return words.sentence(in_words(place))


def _named(table: pl.DataFrame, order: tuple[str, ...]) -> pl.DataFrame:
    ranks = {place: at for at, place in enumerate(order)}
    spoken = {place: name_of(place) for place in order}
    sorted_ = table.sort(pl.col("place").replace_strict(ranks))
    return sorted_.with_columns(pl.col("place").replace_strict(spoken, return_dtype=pl.String))


def _meeples(view: View) -> Sums:
    frames = [
        seat.select(
            "block",
            pl.lit(place).alias("place"),
            pl.col(f"meeples_{place}").alias("meeples"),
            (pl.col(f"coins_spent_{place}") if place in PAID_PLACES else pl.lit(0)).cast(pl.Int64).alias("coins"),
        )
        for seat in view.each_seat
        for place in PLACES
    ]
    return view.sums(frames, ["place"], ["meeples", "coins"])


def _bids(view: View) -> Sums:
    frames = [
        seat.select(
            "block",
            pl.lit(place).alias("place"),
            pl.col(f"bids_won_{place}").alias("won"),
            pl.col(f"bids_lost_{place}").alias("lost"),
        )
        for seat in view.each_seat
        for place in BID_PLACES
    ]
    return view.sums(frames, ["place"], ["won", "lost"])


def _trips(view: View) -> Sums:
    frames = [
        seat.select(
            "block",
            pl.lit(name_of(trip.name.lower())).alias("place"),
            (pl.col(f"empty_trips_{trip.name.lower()}") > 0).alias("empty"),
        )
        for seat in view.each_seat
        for trip in Trip
    ]
    return view.sums(frames, ["place"], ["empty"])


def _automaton(view: View) -> Sums:
    frames = [
        view.games.select("block", pl.lit(type_).alias("type"), pl.col(f"automaton_taken_{type_}").alias("taken"))
        for type_ in TYPES
    ]
    return view.sums(frames, ["type"], ["taken"])


def _meeple_findings(sums: Sums) -> list[Finding]:
    all_meeples = sums.merged([]).estimate("meeples").value * len(PLACES)
    camp = sums.estimate("meeples", place="camp")
    head, bracket = words.split(camp, of="appearances")
    sentence = (
        f"{head} of a player's {all_meeples:.0f} meeples of a game go to the Camp {bracket}, where they bring a coin and "
        "may reroll another."
    )
    return [described(words.sentence(sentence), {"camp": camp.value, "all": all_meeples})]


def _bid_findings(sums: Sums) -> list[Finding]:
    overall = sums.merged([])
    won, lost = (overall.estimate(what).value * len(BID_PLACES) for what in ("won", "lost"))
    if won + lost <= 0:
        return []
    sentence = f"A player wins {won:.1f} bids in a game and is outbid {lost:.1f} times."
    return [described(sentence, {"won": won, "lost": lost})]


def _trip_findings(sums: Sums) -> list[Finding]:
    found = []
    for place in sums.keys()["place"]:
        empty = sums.estimate("empty", share=True, place=place)
        if empty.value >= 0.2:
            head, bracket = words.split(empty, percent=True, of="appearances")
            found.append(
                described(f"{head} of players go to the {place} for nothing at least once {bracket}.", {"place": place})
            )
    return found


def _automaton_finding(sums: Sums) -> Finding:
    cards = sums.merged([]).estimate("taken").value * len(TYPES)
    return described(f"The automaton takes {cards:.1f} artifacts away in a game.", {"cards": cards})


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
    return [
        view.chart(
            "places-meeples", "bars", "Where meeples go", where, tables["meeples"], "place", "meeples", across=True
        ),
        view.chart("places-bids", "dots", "Bids won and lost", about, bids, "place", "bids", series="what"),
    ]

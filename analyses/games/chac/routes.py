"""Which way out? Escapes, value and wins by route and ability, deaths, and what one more card goes with."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums
from digsite.analyses.expressions import first_match
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from digsite.analyses.view import View

RARE = 100
MOST_CARDS = 20


def answer(view: View) -> Result:
    """Answer from all seats by the route of their last adventurer, by ability, by death, and by cards found."""
    out = (pl.col("escaped") != "nobody").alias("out")
    seats = [
        seat.with_columns(out, _crossing().alias("crossing"), _cards().alias("cards_found")) for seat in view.each_seat
    ]
    routes = view.sums(seats, ["crossing", "route_lava"], ["out", "score"], {"crossing": CROSSINGS})
    won = view.sums([seat.filter("won") for seat in seats], ["crossing"], [WIN], {"crossing": CROSSINGS})
    abilities = view.sums(seats, ["ability_first"], ["out", "score", "ability_used_first"])
    cards = view.sums(seats, ["cards_found"], ["out", "score"])
    deaths = _deaths(view, seats)
    tables = {
        "routes": _with_wins(routes.merged(["crossing"]).table(["out"], ["score"], "appearances"), won.table([WIN])),
        "routes_with_lava": routes.table(["out"], ["score"], "appearances").with_columns(pl.col("route_lava") != 0),
        "abilities": _with_wins(
            abilities.table(["out", "ability_used_first"], ["score"], "appearances"),
            view.win_table(seats, ["ability_first"]),
        ),
        "deaths": deaths.merged(["cause"]).shares().sort("share", descending=True),
        "deaths_by_turn": deaths.shares(),
        "cards": _with_wins(cards.table(["out"], ["score"], "appearances"), view.win_table(seats, ["cards_found"])),
        "one_more_card": cards.steps("cards_found", ["out"], ["score"]),
    }
    findings = [
        _escape_finding(routes.merged([])),
        *_route_findings(routes.merged(["crossing"]), won),
        *_ability_findings(view, tables["abilities"]),
        *_death_findings(tables["deaths"]),
        *_card_findings(view, tables["one_more_card"], tables["cards"]),
    ]
    notes = [view.no_winner_note] if view.no_winner_note else []
    return Result("routes", "Routes", tables, findings, _charts(view, tables), notes)


def _with_wins(table: pl.DataFrame, wins: pl.DataFrame) -> pl.DataFrame:
    """Return the table with win rates, which count the games with a winner."""
    return table.join(wins.select(wins.columns[0], WIN, f"{WIN}_low", f"{WIN}_high"), on=wins.columns[0], how="left")


CROSSINGS = ("river", "bridge", "long way", "none of them")


def _crossing() -> pl.Expr:
    """Return how the seat's last adventurer reached the far bank, as an index of CROSSINGS."""
    return first_match(*(pl.col(f"route_{way}") != 0 for way in ("river", "bridge", "long_way")))


def _cards() -> pl.Expr:
    rooms = ("walls", "lava", "river", "alcoves", "vault")
    return pl.sum_horizontal(pl.col(f"found_{room}").cast(pl.Int32) for room in rooms).clip(0, MOST_CARDS)


def _deaths(view: View, seats: list[pl.LazyFrame]) -> Sums:
    frames = [
        seat.select("block", pl.col(f"death_{who}").alias("cause"), pl.col(f"death_turn_{who}").alias("turn")).filter(
            pl.col("cause") != "none"
        )
        for seat in seats
        for who in ("first", "second")
    ]
    return view.sums(frames, ["cause", "turn"], [])


def _escape_finding(sums: Sums) -> Finding:
    out, score = sums.estimate("out", share=True), sums.estimate("score")
    value, bracket = sentences.split_estimate(out, percent=True, of="players")
    sentence = (
        f"{value} of players got out of the temple {bracket}; counting those who did not, a "
        f"player brought out {sentences.with_interval(score)}."
    )
    return described(sentence, {"escape": out.value, "score": score.value})


def _route_findings(sums: Sums, won: Sums) -> list[Finding]:
    """Return findings on players by their route; the choice of a route is not random."""
    ways = [way for way in sums.keys()["crossing"] if way != "none of them" and sums.count(crossing=way) >= RARE]
    found = []
    for way in sorted(ways, key=lambda way: -sums.count(crossing=way)):
        out, score = (sums.estimate(value, share=value == "out", crossing=way) for value in ("out", "score"))
        win = won.estimate(WIN, share=True, crossing=way)
        value, bracket = sentences.split_estimate(out, percent=True, of="players")
        sentence = (
            f"By the {way}, {value} of players escaped {bracket}; they brought out {sentences.with_interval(score)} and won "
            f"{sentences.with_interval(win, percent=True)} of their games."
        )
        found.append(described(sentence, {"way": way, "escape": out.value, "win": win.value}))
    return found


def _ability_findings(view: View, table: pl.DataFrame) -> list[Finding]:
    """Return findings on how often players won by the ability they entered with, in order."""
    common = table.filter((pl.col("appearances") >= RARE) & pl.col(WIN).is_not_null()).sort(WIN, descending=True)
    if common.height < 2 or not common[WIN].sum():
        return []
    rows = list(common.iter_rows(named=True))
    shares = [
        " ".join([row["ability_first"], *sentences.split_row(row, WIN, row["appearances"], percent=True, of="players")])
        for row in rows
    ]
    sentence = f"Wins by the ability a player entered with: {listed(shares)}; {view.observed('an ability')}."
    return [described(sentence, {row["ability_first"]: row[WIN] for row in rows})]


def _death_findings(table: pl.DataFrame) -> list[Finding]:
    if not table.height:
        return [described("No adventurer died.")]
    total = int(table["count"].sum())
    causes = [f"{row['cause']} {row['share'] * 100:.1f} %" for row in table.iter_rows(named=True)]
    sentence = f"Causes of {sentences.counted(total, 'death')}: {listed(causes)} (intervals are in the table)."
    return [described(sentence, table.row(0, named=True))]


def _card_findings(view: View, steps: pl.DataFrame, cards: pl.DataFrame) -> list[Finding]:
    """Return findings on value by cards found, and on the step to the most frequent number."""
    if not cards["out"].sum():
        return []
    values = sentences.values_by_key(cards, "cards_found", "score", "appearances", percent=False)
    found = [described(f"Value brought out by cards found: {values}.")] if values else []
    usual = cards.sort("appearances", descending=True)["cards_found"][0]
    at = steps.filter((pl.col("from") == usual) & (pl.col("appearances") >= RARE)) if steps.height else steps
    if at.height:
        row = at.row(0, named=True)
        often, of_escapes = sentences.rate_difference_in_words(
            sentences.estimate_of(row, "out_change", row["appearances"]), of="players"
        )
        much, of_value = sentences.difference_in_words(
            sentences.estimate_of(row, "score_change", row["appearances"]), of="players"
        )
        sentence = (
            f"Players who found {row['to']} cards escaped {often} than those with {row['from']} {of_escapes} and brought out "
            f"{much} {of_value}; {view.observed('a card')}."
        )
        found.append(described(sentence, row))
    return found


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    cards, many = tables["cards"], {"count": "appearances"}
    ways = "Share of players who escape by the last adventurer's way to the far bank"
    price = "Share of players who escape by cards found (both adventurers)"
    value = "Mean value brought out by cards found (both adventurers, lost ones count 0)"
    charts = [
        view.chart(
            "routes-escape", "dots", "Escape by route", ways, tables["routes"], "crossing", "out", across=True, **many
        ),
        view.chart("routes-cards", "lines", "Escape by cards found", price, cards, "cards_found", "out", **many),
        view.chart("routes-value", "lines", "", value, cards, "cards_found", "score", **many),
    ]
    if tables["deaths"].height:
        about = f"Share of deaths by cause with 95 % intervals; {view.counted}."
        title, bars = "What kills adventurers", {"y_label": "share of deaths", "across": True}
        charts.append(view.chart("routes-deaths", "bars", title, about, tables["deaths"], "cause", "share", **bars))
    return charts

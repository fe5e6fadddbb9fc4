"""Which way out? Escapes, value and wins by route and ability, deaths, and the price of one more card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from analyses import words
from analyses.blocks import WIN, Sums
from analyses.result import Chart, Finding, Result
from analyses.view import FEW, coded
from simulator.game.wording import listed, ordinal

if TYPE_CHECKING:
    from analyses.view import View

RARE = 100
MOST_CARDS = 20


def answer(view: View) -> Result:
    """All seats by the way their last adventurer took, by ability, by death, and by cards found."""
    out = (pl.col("escaped") != "nobody").alias("out")
    seats = [
        seat.with_columns(out, _crossing().alias("crossing"), _cards().alias("cards_found")) for seat in view.each_seat
    ]
    routes = view.sums(seats, ["crossing", "route_lava"], ["out", "score", WIN], {"crossing": CROSSINGS})
    abilities = view.sums(seats, ["ability_first"], ["out", "score", WIN, "ability_used_first"])
    cards = view.sums(seats, ["cards_found"], ["out", "score", WIN])
    deaths = _deaths(view, seats)
    tables = {
        "routes": routes.merged(["crossing"]).table(["out", WIN], ["score"], "appearances"),
        "routes_with_lava": routes.table(["out", WIN], ["score"], "appearances"),
        "abilities": abilities.table(["out", WIN, "ability_used_first"], ["score"], "appearances"),
        "deaths": deaths.merged(["cause"]).shares().sort("share", descending=True),
        "deaths_by_turn": deaths.shares(),
        "cards": cards.table(["out", WIN], ["score"], "appearances"),
        "one_more_card": cards.steps("cards_found", ("out", "score", WIN)),
    }
    findings = [
        _escape_finding(routes.merged([])),
        *_route_findings(routes.merged(["crossing"])),
        *_ability_findings(abilities),
        *_death_findings(tables["deaths"]),
        *_card_findings(cards, tables["one_more_card"], tables["cards"]),
    ]
    return Result("routes", "Routes", tables, findings, _charts(view, tables))


CROSSINGS = ("river", "bridge", "long way", "none of them")


def _crossing() -> pl.Expr:
    """How the seat's last adventurer came to the far bank, as a number of CROSSINGS."""
    return coded(*(pl.col(f"route_{way}") != 0 for way in ("river", "bridge", "long_way")))


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
    value, bracket = words.split(out, percent=True, of="players")
    sentence = (
        f"{value} of players get out of the temple {bracket}; counting those who do not, a "
        f"player brings out {score.value:,.1f}."
    )
    return Finding(sentence, "none", words.precision(out), {"escape": out.value, "score": score.value})


def _route_findings(sums: Sums) -> list[Finding]:
    ways = [way for way in sums.keys()["crossing"] if way != "none of them" and sums.count(crossing=way) >= RARE]
    fair = sums.estimate(WIN).value
    found = []
    for way in sorted(ways, key=lambda way: -sums.estimate(WIN, crossing=way).value):
        out, win, score = (
            sums.estimate(value, share=value != "score", crossing=way) for value in ("out", WIN, "score")
        )
        value, bracket = words.split(out, percent=True, of="players")
        gap = win.value - fair
        sentence = (
            f"By the {way}, {value} of players escape {bracket}; they bring out {score.value:,.1f} and win "
            f"{win.value * 100:.1f} % of their games."
        )
        p_value = sums.p_value(WIN, fair, crossing=way) * len(ways)
        found.append(
            Finding(
                sentence,
                words.effect_of_share(gap),
                words.certainty(p_value),
                {"way": way, "escape": out.value, "win": win.value},
            )
        )
    return found


def _ability_findings(sums: Sums) -> list[Finding]:
    names = [name for name in sums.keys()["ability_first"] if sums.count(ability_first=name) >= RARE]
    if len(names) < 2 or not sums.estimate(WIN).value:
        return []
    wins = {name: sums.estimate(WIN, share=True, ability_first=name) for name in names}
    best, worst = max(names, key=lambda name: wins[name].value), min(names, key=lambda name: wins[name].value)
    gap = sums.difference(WIN, {"ability_first": worst}, {"ability_first": best})
    p_value = min(1.0, gap.p_value * len(names) * (len(names) - 1) / 2)
    _, bracket = words.split(gap.estimate, percent=True, unit="points", of="players")
    sentence = (
        f"Entering with {best} wins {wins[best].value * 100:.1f} % of games, with {worst} "
        f"{wins[worst].value * 100:.1f} %: {words.points(gap.estimate.value, percent=True)} apart {bracket}."
    )
    if not p_value < 0.05:
        sentence = (
            f"No ability stands out: the best and the worst to enter with, {best} and {worst}, "
            f"are {words.points(gap.estimate.value, percent=True)} of win share apart {bracket}."
        )
    return [
        Finding(
            sentence,
            words.effect_of_share(gap.estimate.value) if p_value < 0.05 else "none",
            words.certainty(p_value),
            {"best": best, "worst": worst, "gap": gap.estimate.value},
        )
    ]


def _death_findings(table: pl.DataFrame) -> list[Finding]:
    if not table.height:
        return [Finding("No adventurer died.", "none", "certain")]
    row, total = table.row(0, named=True), int(table["count"].sum())
    spread = words.spread(row, "share", total, percent=True, of="death")
    others = [f"{other['cause']} {other['share'] * 100:.1f} %" for other in table[1:].iter_rows(named=True)]
    rest = f"; then {listed(others)}" if others else ""
    sentence = f"The most common cause of death is {row['cause']}, {row['share'] * 100:.1f} % {spread}{rest}."
    return [Finding(sentence, "none", words.by_count(total), row)]


def _card_findings(sums: Sums, steps: pl.DataFrame, cards: pl.DataFrame) -> list[Finding]:
    common = steps.filter(pl.col("appearances") >= RARE) if steps.height else steps
    if not common.height or not cards["out"].sum():
        return []
    usual = cards.filter(pl.col("appearances") >= RARE)
    best = usual.sort("score", descending=True).row(0, named=True)
    p_value = sums.lead_p_value("score", "cards_found", usual["cards_found"].to_list(), best["cards_found"])
    spread = words.spread(best, "score", best["appearances"], of="player")
    sentence = (
        f"Players who find {best['cards_found']} cards bring out most, {best['score']:,.1f} on "
        f"average {spread}; {best['out'] * 100:.1f} % of them escape."
    )
    found = [Finding(sentence, "none", words.certainty(p_value), best | {"p_value": p_value})]
    costly = common.filter(pl.col("out_change") < 0).sort("out_change")
    if costly.height:
        row = costly.row(0, named=True)
        spread = words.spread(row, "out_change", row["appearances"], percent=True, unit="points", of="player")
        sentence = (
            f"The {ordinal(row['to'])} card is the costliest: "
            f"{words.points(row['out_change'], percent=True)} less chance of escape {spread}, "
            f"{row['score_change']:+,.1f} in value."
        )
        found.append(
            Finding(
                sentence, words.effect_of_share(row["out_change"]), words.certainty(row["out_p"] * common.height), row
            )
        )
    return found


def _charts(view: View, tables: dict[str, pl.DataFrame]) -> list[Chart]:
    cards = tables["cards"].filter(pl.col("appearances") >= FEW)
    ways = "Share of players who escape by the last adventurer's way to the far bank"
    price = "Share of players who escape by cards found (both adventurers)"
    value = "Mean value brought out by cards found (both adventurers, lost ones count 0)"
    charts = [
        view.chart("routes-escape", "dots", "Escape by route", ways, tables["routes"], "crossing", "out", across=True),
        view.chart("routes-cards", "lines", "The price of one more card", price, cards, "cards_found", "out"),
        view.chart("routes-value", "lines", "", value, cards, "cards_found", "score"),
    ]
    if tables["deaths"].height:
        about = f"Share of deaths by cause with 95 % intervals; {view.counted}."
        title, bars = "What kills adventurers", {"y_label": "share of deaths", "across": True}
        charts.append(view.chart("routes-deaths", "bars", title, about, tables["deaths"], "cause", "share", **bars))
    return charts

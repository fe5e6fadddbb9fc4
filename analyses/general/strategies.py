"""Which strategy wins? Win rate and score by strategy and seat, head to head, and the best response to each field."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums, test_entries
from digsite.analyses.claims import Claim
from digsite.analyses.general.seats import confounded
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.analyses.stats import family
from digsite.simulator.commands import Command
from digsite.simulator.game.wording import listed
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.stats import Test
    from digsite.analyses.view import View

APPEARANCES = "appearances"


def answer(view: View) -> Result:
    """Answer from how each strategy of the line-up does overall, by seat, and against each other one."""
    keys = ["strategy", "seat"]
    won, played = view.by_strategy.where("won", keys), view.by_strategy.merged(keys)
    names = list(dict.fromkeys(view.plan.players))
    overall = won.merged(["strategy"])
    table = _against_fair(view, overall, played.merged(["strategy"])).sort(WIN, descending=True)
    by_seat = _win_and_score(won, played)
    met = view.meetings
    duels = _duels(view, met, names)
    tables = {"strategies": table, "by_seat": by_seat, "head_to_head": duels}
    if overall.count() == 0:
        sentence = f"Nobody won any of the {sentences.counted(view.rows, 'game')}, so no strategy stands out."
        return Result("strategies", "Strategies", tables, [described(sentence)], [])
    findings = _findings(view, overall, played, table, met, duels)
    places = {name: at for at, name in enumerate(table["strategy"])}
    duels = duels.sort(pl.col("rival").replace_strict(places), pl.col("strategy").replace_strict(places))
    tables["head_to_head"] = duels
    charts = _charts(view, table, duels, names)
    return Result("strategies", "Strategies", tables, findings, charts, _notes(view, names), _meaning(view, findings))


def _win_and_score(won: Sums, played: Sums) -> pl.DataFrame:
    """Return win rates over games with a winner, and scores over all games."""
    scores = played.table([], ["score"], APPEARANCES).drop(APPEARANCES)
    return scores.join(won.table([WIN], [], APPEARANCES), on=list(won.by), how="left").select(
        *won.by, APPEARANCES, WIN, "win_low", "win_high", "score", "score_low", "score_high"
    )


def _tests(names: Sequence[str]) -> int:
    """Return the number of tests: each strategy's win rate, and for each pair whether the weaker ranks first."""
    return len(names) + len(names) * (len(names) - 1) // 2


def _win_test(view: View, sums: Sums, names: Sequence[str], strategy: str) -> Test:
    return sums.share_test(WIN, view.fair_share, view.level(_tests(names)), strategy=strategy)


def _against_fair(view: View, sums: Sums, played: Sums) -> pl.DataFrame:
    """Return each strategy's figures; interval and p-value of its win rate are corrected over the whole report."""
    table = _win_and_score(sums, played)
    names = table["strategy"].to_list()
    rows = []
    for name in names:
        test = _win_test(view, sums, names, name)
        p_value = family.bonferroni(test.p, _tests(names) * view.sharing)
        rows.append({**test_entries(WIN, test), "p_value": p_value})
    corrected = pl.DataFrame(rows, schema=dict.fromkeys((WIN, f"{WIN}_low", f"{WIN}_high", "p_value"), pl.Float64))
    return table.with_columns(corrected).with_columns(above_fair=pl.col(WIN) - view.fair_share)


def _duels(view: View, met: Sums, names: Sequence[str]) -> pl.DataFrame:
    """Return how often each strategy ranks before each other one, with corrected intervals, and its lead."""
    table = met.table(["ahead"], ["lead"], "meetings")
    rows = [
        test_entries("ahead", _duel_test(view, met, names, one, other)) for one, other in table.select(met.by).rows()
    ]
    return table.with_columns(
        pl.DataFrame(rows, schema=dict.fromkeys(("ahead", "ahead_low", "ahead_high"), pl.Float64))
    )


def _duel_test(view: View, met: Sums, names: Sequence[str], one: str, other: str) -> Test:
    return met.share_test("ahead", 0.5, view.level(_tests(names)), strategy=one, rival=other)


def mark_best(sums: Sums, table: pl.DataFrame) -> pl.DataFrame:
    """Mark the best response to each field, and all without a clear difference from it.

    A field is the set of rivals at the table, in any order. `best` is empty where a field met only one response.
    """
    best: dict[tuple[str, str], bool | None] = {}
    for field in table["field"].unique():
        replies = table.filter(pl.col("field") == field).sort(WIN, descending=True)
        top = replies["strategy"][0]
        for name in replies["strategy"]:
            if replies.height == 1:
                best[field, name] = None
            elif name == top:
                best[field, name] = True
            else:
                gap = sums.share_difference(WIN, {"field": field, "strategy": name}, {"field": field, "strategy": top})
                best[field, name] = not gap.p_value * (replies.height - 1) < 0.05
    marks = [best[row] for row in table.select("field", "strategy").iter_rows()]
    return table.with_columns(best=pl.Series(marks, dtype=pl.Boolean))


def _findings(
    view: View, sums: Sums, played: Sums, table: pl.DataFrame, met: Sums, duels: pl.DataFrame
) -> list[Finding]:
    names = table["strategy"].to_list()
    if len(names) < 2:
        row = table.row(0, named=True)
        score = played.estimate("score", strategy=row["strategy"])
        value, bracket = sentences.split_estimate(score, of=APPEARANCES)
        sentence = f"All seats were played by {row['strategy']}, which scores {value} {view.wording.points} on average {bracket}."
        return [described(sentence, {"score": score.value})]
    if confounded(view):
        return [_win_claim(view, sums, names, row).holds for row in table.iter_rows(named=True)]
    claims = [_win_claim(view, sums, names, row) for row in table.iter_rows(named=True)]
    claims += _upsets(view, sums, table, met, duels)
    return [found for found in view.settle(claims, _tests(names)) if found]


def _win_claim(view: View, sums: Sums, names: Sequence[str], row: dict[str, Any]) -> Claim:
    """Return a claim on a strategy against the fair share; an observation where it always had the same seat."""
    fair, gap = view.fair_share, row["above_fair"]
    share = sentences.estimate_of(row, WIN, row[APPEARANCES])
    value, bracket = sentences.split_estimate(share, percent=True, of=APPEARANCES)
    head = f"{row['strategy']} wins {value} of its {sentences.table_of(view.seats)} {bracket}"
    scores = f"it scores {sentences.with_interval(sentences.estimate_of(row, 'score', row[APPEARANCES]))} on average"
    figures = {name: row[name] for name in ("strategy", WIN, "above_fair", "score")}
    if confounded(view):
        return Claim(1.0, described(f"{head}, always on the same seat; {scores}.", figures))
    test = _win_test(view, sums, names, row["strategy"])
    told = f"{head}, {sentences.distance_from_fair(share, fair)} the fair share; {scores}."
    otherwise = f"{head}, which cannot be told from the fair share of {fair * 100:.3g} %; {scores}."
    null = f"{row['strategy']} wins its fair share of {fair * 100:.3g} %"
    return Claim(
        test.p,
        Finding(told, family.effect(test.near, fair), figures=figures, kind="tested", null=null, size=abs(gap) / fair),
        Finding(otherwise, figures=figures, kind="tested", null=null),
    )


def _upsets(view: View, sums: Sums, table: pl.DataFrame, met: Sums, duels: pl.DataFrame) -> list[Claim]:
    """Return claims on pairs in which the strategy that wins less overall ranks before the other: both must hold."""
    wins = dict(zip(table["strategy"], table[WIN], strict=True))
    claims = []
    for row in duels.iter_rows(named=True):
        one, other = row["strategy"], row["rival"]
        if not (row["ahead"] > 0.5 and wins[one] < wins[other]):
            continue
        before = _duel_test(view, met, table["strategy"].to_list(), one, other)
        less = sums.share_difference(WIN, {"strategy": one}, {"strategy": other})
        value, bracket = sentences.split_row(row, "ahead", row["meetings"], percent=True, of="meetings")
        sentence = f"{one} wins less than {other} overall, yet ranks before it in {value} of their meetings {bracket}."
        null = f"{one} wins as much as {other}, or ranks before it in half of their meetings"
        found = Finding(sentence, family.effect(before.near, 0.5), figures=row, kind="tested", null=null)
        claims.append(Claim(max(before.p, less.p_value), found))
    return claims


def _meaning(view: View, findings: Sequence[Finding]) -> str:
    """Return what the strategies mean for the design, by those that stand out."""
    if confounded(view):
        return "Nothing can be said of strategies before each of them has played every seat."
    known = [f for f in findings if f.is_claim and "above_fair" in f.figures and f.effect in ("large", "moderate")]
    best = [f.figures["strategy"] for f in known if f.figures["above_fair"] > 0]
    worst = [f.figures["strategy"] for f in known if f.figures["above_fair"] < 0]
    said = []
    if best:
        said.append(f"The rules reward what {listed(best)} {'does' if len(best) == 1 else 'do'} more than the rest.")
    if worst:
        said.append(
            f"What {listed(worst)} {'tries' if len(worst) == 1 else 'try'} needs help, or is no way to play this game."
        )
    return " ".join(said) or "No strategy is seen to run away with the game, and none to be left far behind."


def _notes(view: View, names: list[str]) -> list[str]:
    notes = [view.no_winner_note] if view.no_winner_note else []
    if confounded(view):
        notes.append(
            f"Every game was seated as typed: a strategy's win rate includes what its seat is worth. Leave {OPTIONS['seating'].typed} "
            "out to compare strategies fairly."
        )
    if len(names) > 1:  # every other player is the field, so a single line-up has one response to each
        best = Command("tournament")
        notes.append(f"Each field of rivals met one reply only; {best} finds the best reply to each field.")
    return notes


def _charts(view: View, table: pl.DataFrame, duels: pl.DataFrame, names: list[str]) -> list[Chart]:
    if len(names) < 2:
        return []
    each = f"Share of wins for each appearance with corrected 95 % intervals, {view.counted_won}; the line is the fair share."
    marks = {"series": "strategy", "across": True, "reference": view.fair}
    return [
        view.chart("strategies-wins", "dots", "", each, table, "strategy", WIN, **marks),
        duel_chart("strategies-head-to-head", duels, f"at the same table, equal ranks counting half; {view.counted}."),
    ]


def duel_chart(name: str, duels: pl.DataFrame, where: str) -> Chart:
    """Return the chart of how often each strategy ranks before each other one; `where` ends the caption."""
    return Chart(
        name,
        "heatmap",
        "Head to head",
        f"How often the strategy of the column ranks before the rival of the row {where}",
        duels,
        "strategy",
        "rival",
        value="ahead",
        x_label="strategy",
        y_label="rival",
        percent=True,
        reference=(0.5, "half"),
    )

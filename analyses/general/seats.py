"""Does the seat matter? Win rate and score by seat, separate from strategy where each plays every seat.

Where other line-ups were played, a seat's win rate is the mean over line-ups, and its interval has the line-up as a random
part. Otherwise it is that of the run's line-up, and sentences say so.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import WIN, Sums, bounds, test_entries, to_table
from digsite.analyses.chart_rows import seat_names
from digsite.analyses.claims import Claim
from digsite.analyses.general.scope import SeatScope
from digsite.analyses.result import Chart, Finding, Result, described
from digsite.analyses.stats import Estimate, family, tests
from digsite.simulator.commands import Command
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.seating import BALANCED, FIXED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.stats import Test
    from digsite.analyses.view import View


def answer(view: View) -> Result:
    """Answer from win rate and score of each seat against the fair share, for the whole run and for each strategy."""
    sums = view.by_seat
    won, played = sums.where("won", []), sums.merged([])
    scope = None if confounded(view) else _scope(view, won)
    table = _by_seat(view, won, played, scope)
    notes = _notes(view, scope)
    if won.count() == 0:
        return Result("seats", "Seats", {"seats": table}, [_nobody_won(view)], [], notes)
    by_strategy = _by_strategy(view)
    findings = _confounded_findings(view, table) if confounded(view) else _tested(view, won, played, table, scope)
    tables = {"seats": table, "by_strategy": by_strategy}
    charts = _charts(view, table, by_strategy, scope)
    if scope:
        tables |= {"by_line_up": scope.table, "scope": scope.summary(margin(view))}
    return Result("seats", "Seats", tables, findings, charts, notes, _meaning(view, table, findings))


def confounded(view: View) -> bool:
    """Return whether each seat was always played by the same strategy, and not all by one."""
    return view.plan.seating == FIXED and len(set(view.plan.players)) > 1


def tests_of(seats: int) -> int:
    """Return the number of tests: each seat's win rate (with two seats one says it all), and the widest gap of scores."""
    return (1 if seats == 2 else seats) + 1


def _tests(view: View) -> int:
    return tests_of(view.seats)


def _scope(view: View, won: Sums) -> SeatScope | None:
    """Return how seats fare with other line-ups, where these were played."""
    if view.other_line_ups is None or won.count() == 0:
        return None
    return SeatScope.of(view, {seat: won.moments(f"win_{seat}") for seat in range(1, view.seats + 1)})


def _by_seat(view: View, won: Sums, played: Sums, scope: SeatScope | None) -> pl.DataFrame:
    """Return each seat's figures; interval and p-value of its win rate are corrected over the whole report."""
    rows = []
    for seat in range(1, view.seats + 1):
        test = _win_test(view, won, seat, scope)
        p_value = family.bonferroni(test.p, _tests(view) * view.sharing)
        games = {"games": scope.games} if scope else {}
        above = {"above_fair": test.gap} if scope else {}
        row = _figures(view, won, played, seat) | test_entries(WIN, test) | games | above
        rows.append({"seat": seat, **row, "p_value": p_value})
    return to_table(rows)


def _win_test(view: View, won: Sums, seat: int, scope: SeatScope | None) -> Test:
    level = view.level(_tests(view))
    if scope:
        return scope.over_all[seat].test(view.fair_share, level).within(0.0, 1.0)
    return won.share_test(f"win_{seat}", view.fair_share, level)


def _figures(view: View, won: Sums, played: Sums, seat: int, **key: Any) -> dict[str, float | int | None]:
    """Return the win rate over games with a winner, and the score over all games."""
    win = won.estimate(f"win_{seat}", share=True, **key)
    score = played.estimate(f"score_{seat}", **key)
    return {
        "games": win.n,
        WIN: win.value,
        **bounds(WIN, win),
        "above_fair": win.value - view.fair_share,
        "score": score.value,
        **bounds("score", score),
    }


def _by_strategy(view: View) -> pl.DataFrame:
    """Return each strategy's figures in each seat that it played."""
    keys = ["strategy", "seat"]
    won, played = view.by_strategy.where("won", keys), view.by_strategy.merged(keys)
    rows, p_values = [], []
    for strategy, seat in played.keys().select(keys).sort("seat", "strategy").rows():
        key = {"strategy": strategy, "seat": seat}
        win, score = won.estimate(WIN, share=True, **key), played.estimate("score", **key)
        figures = {"games": win.n, WIN: win.value, **bounds(WIN, win), "above_fair": win.value - view.fair_share}
        rows.append({"seat": seat, "strategy": strategy, **figures, "score": score.value, **bounds("score", score)})
        p_values.append(won.share_test(WIN, view.fair_share, **key).p)
    return to_table(rows).with_columns(p_value=pl.Series(family.corrected(p_values)))


def _nobody_won(view: View) -> Finding:
    return described(f"Nobody won any of the {sentences.counted(view.rows, 'game')}, so no seat has an advantage.")


def _confounded_findings(view: View, table: pl.DataFrame) -> list[Finding]:
    """Return how often each seat won, where seat and strategy cannot be separated."""
    found = []
    for row in table.iter_rows(named=True):
        value, bracket = sentences.split_row(row, WIN, row["games"], percent=True)
        sentence = (
            f"Seat {row['seat']} won {value} of {sentences.table_of(view.seats)} {bracket}; it was always played by "
            f"{view.plan.players[row['seat'] - 1]}, so this may be the strategy."
        )
        found.append(described(sentence, row))
    return found


def _tested(view: View, won: Sums, played: Sums, table: pl.DataFrame, scope: SeatScope | None) -> list[Finding]:
    """Return findings on each seat against its fair share, on the widest gap of scores, and on other line-ups."""
    wins = [_win_claim(view, won, row, scope) for row in table.iter_rows(named=True)]
    if view.seats == 2:  # what one seat gains, the other loses
        wins = sorted(wins, key=lambda claim: claim.holds.figures["above_fair"])[1:]
    *ahead, scores = view.settle([*wins, _score_claim(view, played, table, scope)], _tests(view))
    held = sorted((_scoped(f) for f in ahead if f and f.is_claim), key=lambda f: -abs(f.figures["above_fair"]))
    depends = scope.finding(margin(view)) if scope else None
    said = held or [_no_advantage(view, won, table, scope)]
    return [*([depends] if depends else []), *said, *([_scoped(scores)] if scores else [])]


def _scoped(finding: Finding) -> Finding:
    """Return a claim that would not hold for every other line-up as likely at most."""
    holds = finding.figures.get("whoever_plays", True)
    return finding if holds or finding.certainty != "certain" else replace(finding, certainty="likely")


def _win_claim(view: View, won: Sums, row: dict[str, Any], scope: SeatScope | None) -> Claim:
    fair, seat = view.fair_share, row["seat"]
    share = sentences.estimate_of(row, WIN, row["games"])
    value, bracket = sentences.split_estimate(share, percent=True)
    gap = sentences.distance_from_fair(share, fair)
    test = _win_test(view, won, seat, scope)
    figures, whom = dict(row), _HERE
    if scope:
        further = scope.over_all[seat].further(fair)
        holds = family.bonferroni(further.p, _tests(view) * view.sharing) < family.LIKELY
        figures["whoever_plays"] = holds
        whom = ", whoever plays" if holds else _ON_AVERAGE.format(scope.line_ups)
    sentence = f"Seat {seat} wins {value} of {sentences.table_of(view.seats)} {bracket}, {gap} its fair share{whom}."
    null = f"seat {seat} wins its fair share of {fair * 100:.3g} %"
    effect, size = family.effect(test.near, fair), abs(test.gap) / fair
    return Claim(test.p, Finding(sentence, effect, figures=figures, kind="tested", null=null, size=size))


_HERE = ", with this line-up"
_ON_AVERAGE = ", on average over {} line-ups; another may not show it"


def margin(view: View) -> float:
    """Return how far a win rate may lie off and still be called alike: the step from a small to a moderate effect."""
    return dict(family.STEPS["share"])["moderate"] / view.seats


def _no_advantage(view: View, won: Sums, table: pl.DataFrame, scope: SeatScope | None) -> Finding:
    """Return a finding that seats win alike, if each is within the margin beyond doubt; otherwise that it is open.

    With other line-ups, each must be within the margin with a further one, too.
    """
    fair, allowed = view.fair_share, margin(view)
    p_value = max(_alike_p(won, seat, allowed, fair, scope) for seat in table["seat"])
    figures = {"margin": allowed, "fair_share": fair, "largest_gap": table["above_fair"].abs().max()}
    games = sentences.counted(scope.games if scope else won.count(), "game")
    if p_value < family.LIKELY:
        whom = "whoever plays" if scope else "with this line-up"
        sentence = (
            f"Seats win alike, {whom}: each wins its fair share of {fair * 100:.3g} % to within "
            f"{sentences.percentage_points(allowed)} ({games})."
        )
        null = f"a seat is {sentences.percentage_points(allowed)} or more from its fair share"
        sure = family.certainty(p_value)
        return Finding(sentence, "absent", sure, figures, kind="tested", null=null, p_value=p_value)
    reach = _reach(view, table)
    sentence = (
        f"No seat can be told from its fair share of {fair * 100:.3g} %; one may still be up to "
        f"{sentences.percentage_points(min(reach, 1.0))} off ({games})."
    )
    return Finding(sentence, "none", "unclear", figures, kind="tested", null="every seat wins its fair share")


def _alike_p(won: Sums, seat: int, allowed: float, fair: float, scope: SeatScope | None) -> float:
    """Return how likely such wins are if a seat lies the margin or more from its fair share."""
    if scope:
        return scope.over_all[seat].further_within(allowed, fair)
    return tests.equivalent(won.moments(f"win_{seat}"), allowed, fair, scale=1.0).p


def _reach(view: View, table: pl.DataFrame) -> float:
    """Return how far a seat may lie from its fair share, by the intervals of all."""
    ends = [table[f"{WIN}_low"].fill_null(0.0), table[f"{WIN}_high"].fill_null(1.0)]
    return float(max(abs(end - view.fair_share) for side in ends for end in side))


def _score_claim(view: View, played: Sums, table: pl.DataFrame, scope: SeatScope | None) -> Claim:
    best, worst = (table.sort("score", descending=down)["seat"][0] for down in (True, False))
    blocks = played.blocks.with_columns(gap=pl.col(f"score_{best}") - pl.col(f"score_{worst}"))
    sums = Sums(blocks, (), ("gap",), played.deals)
    # The best and the worst of all seats were picked by looking: correct for all possible pairs.
    pairs = view.seats * (view.seats - 1) // 2
    many = _tests(view) * pairs
    test, holds, games = sums.test("gap", 0.0, level=view.level(many)), True, sums.count()
    if scope and (over_all := scope.score_gap(sums.moments("gap"), best, worst)):
        test, games = over_all.test(0.0, view.level(many)), over_all.games
        holds = family.bonferroni(over_all.further(0.0).p, many * view.sharing) < family.LIKELY
    gap = Estimate(test.estimate, test.low, test.high, games)
    more, bracket = sentences.difference_in_words(gap, view.wording.points)
    size = gap.written(signed=True, unit=view.wording.points).size
    figures = {"best": best, "worst": worst, "gap": test.estimate, "whoever_plays": holds}
    whom = f" over {scope.line_ups} line-ups" if scope else " with this line-up"
    null = "all seats score the same on average"
    effect = family.effect(test.near, view.score_sd, "spread")
    sentence = f"Seat {best} scores {more} than seat {worst} on average{whom} {bracket}."
    otherwise = f"Scores of seats cannot be told apart: seats {best} and {worst} are {size} apart {bracket}."
    return Claim(
        min(1.0, test.p * pairs),
        Finding(sentence, effect, figures=figures, kind="tested", null=null),
        Finding(otherwise, figures=figures, kind="tested", null=null),
    )


def _meaning(view: View, table: pl.DataFrame, findings: Sequence[Finding]) -> str:
    """Return what the seats mean for the design, by the strongest of the findings."""
    if confounded(view):
        return "Nothing can be said of seats before every strategy has played each of them."
    if any("line_up" in finding.figures for finding in findings):
        return "What a seat is worth depends on who plays: help for a seat must suit all of them."
    effects = {finding.effect for finding in findings if finding.is_claim}
    if effects & {"large", "moderate"}:
        return "The seat decides games: even it out, by a handicap, by what later seats begin with, or by changing the order of turns."
    if "small" in effects:
        return "The seat is felt only over many games; a small bonus for the weaker seats would even it out, and leaving it is no fault."
    alike = any(finding.is_claim and "largest_gap" in finding.figures for finding in findings)
    if alike or _reach(view, table) <= margin(view):
        return "Seats need no compensation."
    if "none" in effects:
        return "Seats are not quite alike; whether that is felt at the table takes more games to say."
    return "Too few games to say whether the seats need compensation."


def _notes(view: View, scope: SeatScope | None) -> list[str]:
    notes = [view.no_winner_note] if view.no_winner_note else []
    if scope:
        notes.append(
            f"Win rates by seat are means over {scope.line_ups} line-ups: this one, each viable strategy alone in all seats, and "
            "draws with repetition; their intervals have the line-up as a random part. Mean scores in the table and the chart are those of this line-up."
        )
    elif not confounded(view):
        notes.append(
            f"What is said of seats holds for this line-up only: `{Command('report')}` of the run plays others as well."
        )
    if confounded(view):
        notes.append(
            "Every game was seated as typed: each seat was always played by the same strategy, so seat and strategy cannot be "
            f"told apart. Leave {OPTIONS['seating'].typed} out to separate them."
        )
    elif len(set(view.plan.players)) > 1:
        notes.append(
            "Every strategy played every seat equally often on the same luck, so a difference between "
            "seats is not due to strategy."
        )
        notes += orders_note(view)
    return notes


def orders_note(view: View) -> list[str]:
    """Return a note on who sat after whom, where more than one order is possible."""
    orders = len(view.plan.seating_plan.orders)
    if view.seats < 3:
        return []
    if view.plan.seating != BALANCED:
        return [
            "Who sits after whom never changed: it was one order of the strategies, and another may have other figures."
        ]
    if view.deals < orders:
        return [f"{view.deals:,} of {orders} orders of the strategies were played: more games reach them all."]
    return [f"Strategies sat in {orders} orders, each as often as the others to within one deal."]


def _charts(view: View, table: pl.DataFrame, by_strategy: pl.DataFrame, scope: SeatScope | None) -> list[Chart]:
    named, counted = seat_names(table), view.counted_won
    over = f"{scope.games:,} games of {scope.line_ups} line-ups" if scope else counted
    fair = f"Share of wins with corrected 95 % intervals, {over}; the line is the fair share of {100 * view.fair_share:.3g} %."
    scores = f"Mean score with 95 % intervals, {view.counted}."
    charts = [
        view.chart("seats-wins", "dots", "", fair, named, "seat", WIN, reference=view.fair),
        view.chart("seats-scores", "dots", "", scores, named, "seat", "score"),
    ]
    if scope:
        charts.insert(1, scope.chart(margin(view)))
    if not confounded(view) and by_strategy["strategy"].n_unique() > 1:
        about = f"Each strategy in each seat it played, with 95 % intervals, {counted}; the line is the fair share."
        charts.append(strategy_seat_chart(view, "seats-line-ups", "Win rate by seat and strategy", about, by_strategy))
    return charts


def strategy_seat_chart(view: View, name: str, title: str, caption: str, table: pl.DataFrame) -> Chart:
    """Return the chart of each strategy's win rate in each seat."""
    return view.chart(
        name, "dots", title, caption, seat_names(table), "seat", WIN, series="strategy", reference=view.fair
    )

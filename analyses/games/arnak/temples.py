"""Bird Temple or Snake Temple? The run's first deals on both sides of the board, by the same players."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import Sums, interval, test_entries, to_table
from digsite.analyses.claims import Claim
from digsite.analyses.result import Chart, Finding, Result
from digsite.analyses.stats import Estimate, family
from digsite.analyses.view import View
from digsite.simulator.commands import Command
from digsite.simulator.games.arnak.columns import PART_WORDS
from digsite.simulator.games.arnak.state import PARTS
from digsite.simulator.play.repeat import rules_options, seating

if TYPE_CHECKING:
    from digsite.analyses.stats import Test

VARIANT = "snake-temple"
_BIRD, _SNAKE = "Bird Temple", "Snake Temple"
_MOST_PARTS = 4  # parts of the score in sentences
_TOKENS = ("glass", "notebook")  # there is one of each, so sentences say "the"
_SOURCES = {
    f"points_from_{part}": f" from {'the ' * (part in _TOKENS)}{said}"
    for part, said in zip(PARTS, PART_WORDS, strict=True)
}
_MEASURES = {
    "score": "points in all",
    **{value: f"points{source}" for value, source in _SOURCES.items()},
    "glass_row": "row of the magnifying glass",
    "notebook_row": "row of the notebook",
    "reached": "share that reached the Lost Temple",
    "discovered": "sites discovered",
    "guardians_overcome": "guardians overcome",
    "cards_taken": "cards taken",
    "fear_gained": "Fear gained",
}
_CLAIMED = list(_MEASURES)[: 1 + len(PARTS)]


def answer(view: View) -> Result:
    """Answer by comparing both sides of the board deal by deal, where the other side was played."""
    if view.counterpart is None:
        return Result("temples", "Temples", {}, [], [], [_command_note(view)])
    sides = _sides(view)
    sums = {side: _sums(own) for side, own in sides.items()}
    tests = {value: _test(view, sums, value) for value in _MEASURES}
    rows = pl.concat([_rows(own, side) for side, own in sides.items()])
    tables = {"temples": _table(sums, tests), "rows": rows}
    shown = sides[_BIRD if view.rules["board"] == "bird" else _SNAKE]
    note = (
        f"{sentences.counted(shown.rows, 'game')} by the same players on each side of the board: cards, tiles, guardians and "
        "assistants come in the same order as long as play allows; where it differs, so does the luck that follows."
    )
    return Result("temples", "Temples", tables, _findings(view, tests, shown), _charts(shown, sums, rows), [note])


def _command_note(view: View) -> str:
    plan = view.plan
    others = [name for name in plan.variants if name != VARIANT]
    rules = {**rules_options(plan), "variants": [*others, VARIANT], "against": others}
    command = Command("compare", plan.called, **seating(plan), **rules)
    return (
        f"The other side of the board was not played with these deals: `{Command('report')}` of the run plays it, "
        f"or `{command}` compares both sides."
    )


def _sides(view: View) -> dict[str, View]:
    """Return the deals that both sides have, by side of the board."""
    assert view.counterpart is not None
    games = min(view.rows, view.counterpart.rows)
    own, other = (View(run, view.question, games, view.sharing) for run in (view.run, view.counterpart))
    return {_BIRD: own, _SNAKE: other} if view.rules["board"] == "bird" else {_BIRD: other, _SNAKE: own}


def _sums(view: View) -> Sums:
    reached = (pl.col("lost_temple") > 0).alias("reached")
    discovered = (pl.col("discoveries_level_1") + pl.col("discoveries_level_2")).alias("discovered")
    frames = [seat.with_columns(reached, discovered) for seat in view.each_seat]
    return view.sums(frames, [], list(_MEASURES))


def _test(view: View, sums: dict[str, Sums], value: str) -> Test:
    """Test the Snake side minus the Bird side, deal by deal."""
    bird, snake = (sums[side].blocks.select("block", "n", value) for side in (_BIRD, _SNAKE))
    joined = bird.join(snake, on="block", suffix="_snake").sort("block")  # sums in the same order to the last digit
    joined = joined.with_columns(gap=pl.col(f"{value}_snake") - pl.col(value))
    return Sums(joined, (), ("gap",), sums[_BIRD].deals).test("gap", 0.0, level=view.level(len(_CLAIMED)))


def _table(sums: dict[str, Sums], tests: dict[str, Test]) -> pl.DataFrame:
    rows = []
    for value, called in _MEASURES.items():
        bird, snake = (sums[side].estimate(value) for side in (_BIRD, _SNAKE))
        both = {**interval("bird", bird), **interval("snake", snake)}
        rows.append({"measure": called, **both, **test_entries("difference", tests[value])})
    return to_table(rows)


def _rows(view: View, side: str) -> pl.DataFrame:
    shares = view.sums(view.each_seat, ["glass_row"], []).shares()
    return shares.select(pl.lit(side).alias("side"), "glass_row", "share", "share_low", "share_high")


def _findings(view: View, tests: dict[str, Test], shown: View) -> list[Finding]:
    """Return a finding on the whole score, and on the parts that differ most."""
    whole, *parts = view.settle([_claim(value, tests[value], shown) for value in _CLAIMED])
    held = [found for found in parts if found and found.is_claim]
    return [*([whole] if whole else []), *sorted(held, key=lambda found: -found.size)[:_MOST_PARTS]]


def _claim(value: str, test: Test, view: View) -> Claim:
    sign, pairs = (1 if test.estimate >= 0 else -1), view.rows * view.seats
    low, high = sorted((sign * test.low, sign * test.high))
    size, bracket = sentences.split_estimate(Estimate(abs(test.estimate), low, high, pairs), of="pairs of appearances")
    part = _SOURCES.get(value, "")
    more = f"{size} points {sentences.more_or_fewer(sign)}{part}"
    null = f"both sides bring the same points{part}"
    figures = {"measure": value, "difference": test.estimate, "low": test.low, "high": test.high}
    sentence = f"On the Snake side players score {more} than on the Bird side {bracket}."
    effect, how_much = family.effect(test.near, view.score_sd, "spread"), abs(test.estimate)
    holds = Finding(sentence, effect, figures=figures, kind="tested", null=null, size=how_much)
    if value != "score":
        return Claim(test.p, holds)
    sentence = f"Scores on both sides of the board cannot be told apart: the Snake side has {more} {bracket}."
    return Claim(test.p, holds, Finding(sentence, figures=figures, kind="tested", null=null))


def _charts(view: View, sums: dict[str, Sums], rows: pl.DataFrame) -> list[Chart]:
    parts = [
        {"side": side, "part": said, **interval("points", own.estimate(f"points_from_{part}"))}
        for part, said in zip(PARTS, PART_WORDS, strict=True)
        for side, own in sums.items()
    ]
    about = "Mean points for each part of the score on both sides of the board, the same deals"
    reached = "Share of players by the row of their magnifying glass at the end, the same deals"
    return [
        view.chart("temples-points", "dots", "Where points come from on either side", about, to_table(parts), "part", "points", series="side", across=True),
        view.chart("temples-rows", "lines", "Rows of the magnifying glass on either side", reached, rows, "glass_row", "share", series="side", y_label="share of players"),
    ]  # fmt: skip

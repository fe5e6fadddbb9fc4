"""What a component is worth, by experiment: one random seat of each luck is nudged at a random turn of its own.

The arm `without` plays the same luck and leaves the seat alone. Until the nudge both games are the same, so whether it
comes at all, whether it can be carried out, and what the seat held then, are the same on both sides: leaving out the
games without a nudge is fair. A luck is one independent value, the mean over the rotations in which the nudge was
carried out. Beside what a component causes stands what one would see without an experiment: how players fared who held
one more of it at the same turn.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from analyses import stats, words
from analyses.blocks import finite
from analyses.result import Chart, Finding, Result
from analyses.stats import Estimate, Moments, family, tests
from analyses.view import win_share
from simulator.game.wording import in_words, listed

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from simulator.game.nudges import Manner
    from simulator.runs.experiment import Experiment
    from simulator.runs.run import Run

WITHOUT = "without"
WIN, SCORE, RIVALS = "win", "score", "rivals"
BLOCKS = 100  # of lucks, for the interval of an observed difference
FEW = 100  # lucks, or players to compare with; a figure of fewer is not drawn
MOST_CURVES = 8
FAMILIES = 2  # of tests: what nudges change, and whether that is what one observes
PAIRS = "pairs of games"
_JUST_LIKELY = 0.99 * family.LIKELY
_KEYS: dict[str, list[str]] = {
    "": [],
    "third": ["third"],
    "held": ["nudge_held"],
    "strategy": ["strategy"],
    "ended": ["ended"],
}
_CELL = ["block", "nudged_turn", "nudge_held"]
_MOMENTS = ("early", "middle", "late")


@dataclass(frozen=True)
class Dose:
    """One arm: what was done, in words, and what the seat could hold some of."""

    arm: str
    label: str
    clause: str
    amount: int
    counted: str
    raises: bool  # the nudge raises what is counted by its amount
    column: str = ""  # that holds it at the end of a game
    manner: Manner = "gives"

    @property
    def units(self) -> int:
        """How many of a thing the player has more by it: a ban takes one choice away, a swap gives none."""
        if self.manner == "forbids":
            return -1
        return 0 if self.manner == "swaps" and self.amount > 0 else self.amount


@dataclass(frozen=True)
class Question:
    """Which nudges were tried, up to which own turn, what else was watched, and how exactly the worth is to be known."""

    doses: Sequence[Dose]
    turns: int
    seats: int
    watched: Mapping[str, str]
    margin: tuple[str, float] | None = None
    tuned: int | None = None  # lucks at which intervals are tightest, where games were played until known
    sharing: int = 1  # families of tests that share the false claims a report may make

    @classmethod
    def of(cls, experiment: Experiment, sharing: int = 1) -> Question:
        """The question that an experiment keeps as plain data."""
        asked = experiment.question
        margin = asked["margin"]
        return cls(
            [Dose(**dose) for dose in asked["doses"]],
            asked["turns"],
            experiment.plan.seats,
            asked["watched"],
            (margin[0], margin[1]) if margin else None,
            asked["tuned"],
            sharing,
        )

    @property
    def measures(self) -> list[str]:
        """All that is measured of the nudged seat, and the score of its rivals."""
        return [WIN, SCORE, *([RIVALS] if self.seats > 1 else []), *self.watched]

    @property
    def tested(self) -> list[str]:
        """The measures that claims are made of."""
        return [WIN, SCORE, *self.watched] if self.seats > 1 else [SCORE, *self.watched]

    @property
    def headline(self) -> str:
        """The measure that decides when to stop, and is drawn first."""
        return SCORE if self.seats == 1 or (self.margin and self.margin[0] == "points") else WIN

    def is_share(self, measure: str) -> bool:
        """Whether a measure is a share, so that its changes are percentage points."""
        return measure == WIN or measure in self.watched


def read(experiment: Experiment, sharing: int = 1) -> Result:
    """What the arms of an experiment show; `sharing` is the number of families that share a report's false claims."""
    question = Question.of(experiment, sharing)
    without = experiment.arm(WITHOUT)
    parts = range(min(run.parts for run in experiment.arms.values()))
    found = [
        Worth.of(
            question, dose, (pairs(question, without, experiment.arm(dose.arm), part, dose.column) for part in parts)
        )
        for dose in question.doses
    ]
    return answer(question, found)


# ------------------------------------------------------------------------------------------------- pairs of games


def pairs(question: Question, without: Run, arm: Run, part: int, column: str = "") -> pl.DataFrame:
    """One row per game that both sides played: the seat's figures without the nudge, and what it changed.

    column: that of a component, whose number at the end of the game without the nudge comes as `ended`; -1 if none.
    """
    sides = [_seat_rows(question, run, part, column) for run in (without, arm)]
    marks = sides[1].select("game", "nudge_done", "nudge_held")
    after = sides[1].select("game", *(pl.col(name).alias(f"{name}_with") for name in question.measures))
    both = sides[0].drop("nudge_done", "nudge_held").join(marks, on="game").join(after, on="game")
    changes = [(pl.col(f"{name}_with") - pl.col(name)).alias(f"{name}_change") for name in question.measures]
    third = ((pl.col("nudged_turn") - 1) * 3 // pl.col("own_turns").clip(1)).clip(0, 2)
    return both.with_columns(
        *changes, third.alias("third"), reached=pl.col("nudged_turn") <= pl.col("own_turns"),
    )  # fmt: skip


def _seat_rows(question: Question, run: Run, part: int, column: str) -> pl.DataFrame:
    """The games of a part as the nudged seat had them."""
    seats = range(1, question.seats + 1)
    rows = run.part(part)

    def own(of_seat: Mapping[int, pl.Expr]) -> pl.Expr:
        return pl.coalesce(pl.when(pl.col("nudged_seat") == seat).then(value) for seat, value in of_seat.items())

    score = own({seat: pl.col(f"score_{seat}").cast(pl.Float64) for seat in seats})
    total = pl.sum_horizontal(pl.col(f"score_{seat}").cast(pl.Float64) for seat in seats)
    measured = {
        WIN: own({seat: win_share(seat) for seat in seats}),
        SCORE: score,
        RIVALS: (total - score) / max(question.seats - 1, 1),
    }
    measured |= {name: own({seat: _above_zero(run, name, seat) for seat in seats}) for name in question.watched}
    kept = ("game", "luck", "nudged_turn", "own_turns", "nudge_done", "nudge_held")
    strategy = own({seat: pl.col(f"strategy_{seat}").cast(pl.String) for seat in seats})
    ended = own({seat: pl.col(f"{column}_{seat}").cast(pl.Int32) for seat in seats}) if column else pl.lit(-1, pl.Int32)
    return rows.select(
        *kept,
        strategy.alias("strategy"),
        ended.alias("ended"),
        *(measured[name].alias(name) for name in question.measures),
    )


def _above_zero(run: Run, name: str, seat: int) -> pl.Expr:
    """1 where a column of a seat is more than 0, or other than the first of its names."""
    column = next(column for column in run.game.columns if column.name == name)
    value = pl.col(f"{name}_{seat}")
    return ((value.cast(pl.String) != column.choices[0]) if column.choices else (value > 0)).cast(pl.Float64)


# ------------------------------------------------------------------------------------------------------- sums


@dataclass(frozen=True)
class Worth:
    """What one nudge did: sums over lucks by several keys, and over blocks of what players held without it."""

    dose: Dose
    games: int
    reached: int
    done: int
    by: Mapping[str, pl.DataFrame]  # key (or "" for all) -> sums of luck means
    observed: pl.DataFrame = field(repr=False)  # sums by block, turn and holding
    observed_end: pl.DataFrame = field(repr=False)  # the same by what was held at the end

    @classmethod
    def of(cls, question: Question, dose: Dose, parts: Iterator[pl.DataFrame]) -> Worth:
        """The sums over all parts; each luck lies within one part."""
        found: dict[str, list[pl.DataFrame]] = {key: [] for key in _KEYS}
        counts, observed, observed_end = np.zeros(3, np.int64), [], []
        for rows in parts:
            done = rows.filter(pl.col("reached") & (pl.col("nudge_done") == 1))
            counts += [rows.height, int(rows["reached"].sum()), done.height]
            for key, by in _KEYS.items():
                found[key].append(luck_sums(done, by, question.measures))
            observed.append(_held_sums(rows.filter("reached"), question.measures))
            at_end = rows.with_columns(nudged_turn=pl.lit(0, pl.Int32), nudge_held=pl.col("ended"))
            observed_end.append(_held_sums(at_end, question.measures))
        by_key = {key: _added(tables, _KEYS[key]) for key, tables in found.items()}
        games, reached, carried_out = (int(count) for count in counts)
        held = (_added(tables, _CELL) for tables in (observed, observed_end))
        return cls(dose, games, reached, carried_out, by_key, *held)

    def merged(self, more: Worth) -> Worth:
        """The sums of both together."""
        by_key = {key: _added([self.by[key], more.by[key]], by) for key, by in _KEYS.items()}
        held = _added([self.observed, more.observed], _CELL)
        at_end = _added([self.observed_end, more.observed_end], _CELL)
        counts = (self.games + more.games, self.reached + more.reached, self.done + more.done)
        return Worth(self.dose, *counts, by_key, held, at_end)

    def moments(self, measure: str, key: str = "", at: Any = None) -> Moments:
        """The moments of what the nudge changed in a measure, of all games or of those with one key."""
        table = self.by[key]
        rows = table.filter(pl.col(table.columns[0]) == at) if key else table
        if not rows.height:
            return Moments(0, 0.0, 0.0)
        row = rows.row(0, named=True)
        total, squares = row[f"{measure}_change_sum"], row[f"{measure}_change_squares"]
        return Moments.from_sums(int(row["n"]), total, squares, int(row["games"]))

    def keys(self, key: str) -> list[Any]:
        """The values of a key, in order."""
        table = self.by[key]
        return table[table.columns[0]].to_list()

    def base(self, measure: str) -> Moments:
        """The moments of a measure in the games that were left alone."""
        row = self.by[""].row(0, named=True)
        return Moments.from_sums(int(row["n"]), row[f"{measure}_sum"], row[f"{measure}_squares"], int(row["games"]))


def luck_sums(rows: pl.DataFrame, by: Sequence[str], measures: Sequence[str]) -> pl.DataFrame:
    """Lucks, games, sums and squares of each measure's means per luck, and of its changes, by key."""
    values = [*measures, *(f"{name}_change" for name in measures)]
    lucks = rows.group_by("luck", *by).agg(pl.len().alias("games"), *(pl.col(value).mean() for value in values))
    sums = [pl.col(value).sum().alias(f"{value}_sum") for value in values]
    squares = [(pl.col(value) ** 2).sum().alias(f"{value}_squares") for value in values]
    counted = [pl.len().alias("n"), pl.col("games").sum(), *sums, *squares]
    return lucks.group_by(by).agg(counted) if by else lucks.select(counted)


def _held_sums(rows: pl.DataFrame, measures: Sequence[str]) -> pl.DataFrame:
    """Games and sums of each measure without the nudge, by block, own turn and what was held then."""
    block = (pl.col("luck") % BLOCKS).alias("block")
    counted = rows.filter(pl.col("nudge_held") >= 0).with_columns(block)
    return counted.group_by(_CELL).agg(pl.len().alias("n"), *(pl.col(name).sum() for name in measures))


def _added(tables: Sequence[pl.DataFrame], by: Sequence[str]) -> pl.DataFrame:
    every = pl.concat(tables)
    return every.group_by(by).agg(pl.exclude(by).sum()).sort(by) if by else every.select(pl.all().sum())


# ---------------------------------------------------------------------------------------- what one sees without


def observed_step(table: pl.DataFrame, measure: str, held: int | None = None) -> Estimate:
    """How players fared who held one more, against those who held one less at the same own turn.

    held: the lesser number; by default all steps together, each with the weight that its games give it. The interval
    is that of the jackknife over blocks of lucks.
    """
    blank = Estimate(math.nan, -math.inf, math.inf, 0)
    less = table if held is None else table.filter(pl.col("nudge_held") == held)
    more = table.with_columns(nudge_held=pl.col("nudge_held") - 1)
    both = less.join(more, on=_CELL, how="full", coalesce=True, suffix="_more").fill_null(0)
    if held is not None:
        both = both.filter(pl.col("nudge_held") == held)
    if not both.height:
        return blank
    cells = both.select(cell=pl.struct("nudged_turn", "nudge_held").rank("dense") - 1)["cell"].to_numpy()
    blocks = both["block"].to_numpy()
    sums = np.zeros((4, BLOCKS, int(cells.max()) + 1))
    for at, name in enumerate(("n", "n_more", measure, f"{measure}_more")):
        np.add.at(sums[at], (blocks, cells), both[name].to_numpy().astype(float))
    total = sums.sum(axis=1)
    value = _matched(total)
    occupied = np.flatnonzero(sums[:2].sum(axis=(0, 2)))
    games = int(min(total[0].sum(), total[1].sum()))
    if not math.isfinite(value) or occupied.size < 2:
        return blank
    left_out = np.array([_matched(total - sums[:, block]) for block in occupied])
    k = occupied.size
    m2 = (k - 1) ** 2 * float(np.square(left_out - left_out.mean()).sum())  # of the jackknife's pseudo-values
    return stats.mean(Moments(k, value, m2, games)) if math.isfinite(m2) else blank


def _matched(sums: np.ndarray) -> float:
    """The mean difference over cells that have games on both sides, each weighted by what it tells."""
    few, many, low, high = sums
    both = (few > 0) & (many > 0)
    weight = few[both] * many[both] / (few[both] + many[both])
    if not weight.sum():
        return math.nan
    return float((weight * (high[both] / many[both] - low[both] / few[both])).sum() / weight.sum())


# ------------------------------------------------------------------------------------------------------ how sure


def known(question: Question, found: Sequence[Worth]) -> bool:
    """Whether every worth is known as exactly as was asked, with intervals that hold however often one looks."""
    assert question.margin is not None
    reach = [_test(question, worth.moments(question.headline), question.headline, worth) for worth in found]
    return all((test.high - test.low) / 2 <= question.margin[1] for test in reach)


def _test(question: Question, moments: Moments, measure: str, worth: Worth) -> tests.Test:
    """A change against none; where one looked while games were played, by an interval that allows for it.

    Such an interval holds for all nudges and measures together, so that it decides what is likely; no more is claimed.
    """
    spread = worth.base(measure).sd if worth.base(measure).n > 1 else 0.0
    scale = 1.0 if question.is_share(measure) else spread
    if question.tuned is None:
        return tests.mean(moments, 0.0, scale)
    level = 1 - family.LIKELY / (len(question.doses) * len(question.tested) * question.sharing)
    wide = stats.anytime_interval(moments, level, question.tuned, scale)
    beyond_chance = wide.low > 0 or wide.high < 0
    return tests.Test(0.0, moments.mean, wide.low, wide.high, _JUST_LIKELY if beyond_chance else 1.0)


# ------------------------------------------------------------------------------------------------------ the answer


def answer(question: Question, found: Sequence[Worth]) -> Result:
    """What each nudge is worth, by moment, by holding and by strategy, and what one would have seen without it."""
    tables = {"worth": _worth_table(question, found)}
    for name, key, column in (("moments", "third", "moment"), ("holdings", "held", "held"), ("strategies", "strategy", "strategy")):  # fmt: skip
        tables[name] = _by_table(question, found, key, column)
    tables["observed"], tables["ended"] = _observed_table(question, found), _ended_table(question, found)
    findings = [_finding(question, worth, tables["worth"]) for worth in found]
    findings += _bias_findings(question, tables["observed"])
    charts, notes = _charts(question, tables), _notes(question, found)
    tables = {name: table for name, table in tables.items() if table.height}
    return Result("nudge", "What components are worth", tables, findings, charts, notes)


def _entries(question: Question, worth: Worth, key: str = "", at: Any = None) -> dict[str, Any]:
    row: dict[str, Any] = {}
    for measure in question.measures:
        moments = worth.moments(measure, key, at)
        test = _test(question, moments, measure, worth)
        row |= {f"{measure}_change": finite(test.estimate)}
        row |= {f"{measure}_change_low": finite(test.low), f"{measure}_change_high": finite(test.high)}
        row |= {f"{measure}_p": test.p}
    return row | {"pairs": moments.games, "lucks": moments.n}


def _worth_table(question: Question, found: Sequence[Worth]) -> pl.DataFrame:
    rows = [
        {
            "nudge": worth.dose.label,
            "units": worth.dose.units,
            "possible": worth.done / worth.reached if worth.reached else None,
        }
        | _entries(question, worth)
        for worth in found
    ]
    table = pl.DataFrame(rows, infer_schema_length=None)
    if question.tuned is not None:  # corrected already
        return table
    names = [f"{measure}_p" for measure in question.tested]
    p = np.array(_corrected(question, table.select(names).to_numpy().ravel().tolist())).reshape(-1, len(names))
    return table.with_columns(pl.Series(name, p[:, at]) for at, name in enumerate(names))


def _corrected(question: Question, p_values: Sequence[float]) -> list[float]:
    """P-values corrected together, and for the other families of the report."""
    return [min(1.0, p * question.sharing) for p in family.corrected(p_values)]


def _by_table(question: Question, found: Sequence[Worth], key: str, column: str) -> pl.DataFrame:
    """A row for each nudge and value of a key."""
    rows = []
    for worth in found:
        if key == "held" and not worth.dose.counted:
            continue
        for at in worth.keys(key):
            shown = _MOMENTS[at] if key == "third" else at
            rows.append({"nudge": worth.dose.label, column: shown} | _entries(question, worth, key, at))
    dropped = [f"{measure}_p" for measure in question.measures]
    return pl.DataFrame(rows, infer_schema_length=None).drop(dropped) if rows else pl.DataFrame()


def _observed_table(question: Question, found: Sequence[Worth]) -> pl.DataFrame:
    """What one more causes beside what is observed of those who held one more, overall and by what was held."""
    rows = []
    for worth in found:
        if worth.dose.raises and worth.dose.amount == 1:
            rows += [
                _beside_row(question, worth, "held" if held is not None else "", held, worth.observed)
                for held in (None, *worth.keys("held"))
            ]
    return pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()


def _ended_table(question: Question, found: Sequence[Worth]) -> pl.DataFrame:
    """The same by what players had at the end of the game without the nudge, which the nudge raises by one."""
    rows = []
    for worth in found:
        if worth.dose.column and worth.dose.amount == 1:
            rows += [_beside_row(question, worth, "ended", at, worth.observed_end) for at in worth.keys("ended")]
    return pl.DataFrame(rows, infer_schema_length=None) if rows else pl.DataFrame()


def _beside_row(question: Question, worth: Worth, key: str, at: int | None, seen: pl.DataFrame) -> dict[str, Any]:
    row: dict[str, Any] = {"nudge": worth.dose.label, "counted": worth.dose.counted, "held": at}
    for measure in question.tested:
        moments = worth.moments(measure, key, at)
        test, step = _test(question, moments, measure, worth), observed_step(seen, measure, at)
        for name, ends in (
            ("caused", (test.estimate, test.low, test.high)),
            ("observed", (step.value, step.low, step.high)),
        ):
            names = (f"{measure}_{name}", f"{measure}_{name}_low", f"{measure}_{name}_high")
            row |= dict(zip(names, map(finite, ends), strict=True))
    return row | {"pairs": moments.games, "lucks": moments.n, "appearances": step.n}


def part(question: Question, whole: Result, labels: Collection[str]) -> Result:
    """What some nudges of an experiment show: their findings, tables, and the charts that set observed beside caused.

    A nudge that was never possible shows nothing.
    """
    possible = set(whole.tables["worth"].filter(pl.col("pairs") > 0)["nudge"])
    labels = [label for label in labels if label in possible]
    kept = {name: table.filter(pl.col("nudge").is_in(labels)) for name, table in whole.tables.items()}
    tables = {name: table for name, table in kept.items() if table.height}
    findings = [finding for finding in whole.findings if finding.figures["nudge"] in labels]
    return Result(whole.question, whole.title, tables, findings, _part_charts(question, tables) if tables else [])


def _part_charts(question: Question, tables: Mapping[str, pl.DataFrame]) -> list[Chart]:
    """Observed beside caused, the worth alone of what nobody can hold, and what the next one is worth at the end."""
    worth, observed = tables["worth"], tables.get("observed", pl.DataFrame())
    charts, seen = [], []
    if observed.height:
        overall = observed.filter(pl.col("held").is_null())
        seen = overall["nudge"].to_list()
        charts.append(_beside_chart(question, overall))
    alone = worth.filter(~pl.col("nudge").is_in(seen))
    if alone.height:
        charts.append(_worth_chart(question, alone, question.headline))
    return charts + [
        _next_chart(question, table, name, True) for name, table in _curves(tables.get("ended", pl.DataFrame()))
    ]


# --------------------------------------------------------------------------------------------------- in plain words


def _finding(question: Question, worth: Worth, table: pl.DataFrame) -> Finding:
    row = table.row(by_predicate=pl.col("nudge") == worth.dose.label, named=True)
    head = f"If a random player, at a random turn, {worth.dose.clause}"
    if not worth.done:
        return Finding(f"{head}: that was never possible.", "none", "unclear", row, kind="caused", p_value=1.0)
    said = [_change_text(question, measure, row) for measure in question.tested]
    sentence = f"{head}, that player {listed(said)}"
    if question.seats > 1:
        sentence += f"; each rival's score changes by {_change(row, RIVALS).text(signed=True, unit='points', of=PAIRS)}"
    first, counted, rest = sentence.partition(f"; {row['pairs']:,} {PAIRS}")
    sentence = first + counted + rest.replace(counted, "")  # the same games throughout
    p = min(row[f"{measure}_p"] for measure in question.tested)
    figures = {**row, "clause": worth.dose.clause}
    null = f"the nudge changes nothing in {listed(_nouns(question))}"
    grade = _grade(question, worth, row)
    return Finding(f"{sentence}.", grade, family.certainty(p), figures, kind="caused", null=null, p_value=p)


def _grade(question: Question, worth: Worth, row: Mapping[str, Any]) -> stats.family.Effect:
    """The largest of the effects that stand, each at the least."""
    found: list[family.Effect] = ["none"]
    for measure in question.tested:
        low, high = (row[f"{measure}_change_{end}"] for end in ("low", "high"))
        if low is None or high is None or not row[f"{measure}_p"] < family.LIKELY:
            continue
        near = max(low, 0.0) + min(high, 0.0)
        shared = question.is_share(measure)
        against = 1 / question.seats if shared else worth.base(measure).sd
        found.append(family.effect(near, against, "share" if shared else "spread"))
    return min(found, key=["large", "moderate", "small", "none"].index)


_VERBS = {WIN: ("wins", "more often", "less often"), SCORE: ("scores", "more", "less")}


def _nouns(question: Question) -> list[str]:
    """What claims are made of, as nouns: wins, points and escapes."""
    known = {WIN: "wins", SCORE: "points"} | {name: f"{verb}s" for name, verb in question.watched.items()}
    return [known[measure] for measure in question.tested]


def _change_text(question: Question, measure: str, row: Mapping[str, Any]) -> str:
    """wins 1.2 percentage points more often (0.9 to 1.5; 20,000 pairs of games)."""
    estimate, share = _change(row, measure), question.is_share(measure)
    verb, more, less = _VERBS.get(measure, (f"{question.watched.get(measure, '')}s", "more often", "less often"))
    text = estimate.text(percent=share, signed=True, unit="percentage points" if share else "points", of=PAIRS)
    figure, _, bracket = text.partition(" (")
    if estimate.value == 0:
        return f"{verb} neither {more} nor {less} ({bracket}"
    maybe = "" if row[f"{measure}_p"] < family.LIKELY else ", which may be chance"
    return f"{verb} {figure.lstrip('+-')} {more if estimate.value > 0 else less}{maybe} ({bracket}"


def _change(row: Mapping[str, Any], measure: str) -> Estimate:
    return _estimate(row, f"{measure}_change", row["pairs"])


def _estimate(row: Mapping[str, Any], name: str, n: int) -> Estimate:
    low, high = row[f"{name}_low"], row[f"{name}_high"]
    return Estimate(row[name], -math.inf if low is None else low, math.inf if high is None else high, n)


def _bias_findings(question: Question, table: pl.DataFrame) -> list[Finding]:
    """Where what is observed is not what is caused, beyond chance."""
    measure, share = question.headline, question.is_share(question.headline)
    rows = table.filter(pl.col("held").is_null()).drop_nulls(f"{measure}_observed").to_dicts() if table.height else []
    sides = [
        (_estimate(row, f"{measure}_observed", row["appearances"]), _estimate(row, f"{measure}_caused", row["pairs"]))
        for row in rows
    ]
    found = []
    for row, (seen, caused), p in zip(
        rows, sides, _corrected(question, [_apart(*both) for both in sides]), strict=True
    ):
        if not p < family.LIKELY:
            continue
        unit, what = "percentage points" if share else "points", _words_of(question, measure)[0]
        one = seen.text(percent=share, signed=True, unit=unit, of="appearances")
        other = caused.text(percent=share, signed=True, unit=unit, of=PAIRS)
        sentence = (
            f"Watching misleads about {row['nudge']} ({row['counted']}): left alone, players who had one more at the same "
            f"turn differ by {one} in {what}; getting one more changes it by {other}."
        )
        null = "players who have one more differ by what one more causes"
        near = max(abs(seen.value - caused.value) - seen.half_width - caused.half_width, 0.0)
        effect = family.effect(near, 1 / question.seats) if share else "none"
        found.append(Finding(sentence, effect, family.certainty(p), row, kind="tested", null=null, p_value=p))
    return found


def _apart(one: Estimate, other: Estimate) -> float:
    """The p-value of "both are the same", however the two may hang together: their errors add up."""
    from scipy.special import ndtr

    error = (one.half_width + other.half_width) / 1.96
    return 2 * float(ndtr(-abs(one.value - other.value) / error)) if 0 < error < math.inf else 1.0


def _notes(question: Question, found: Sequence[Worth]) -> list[str]:
    first = found[0]
    share = first.reached / first.games if first.games else 0.0
    notes = [
        f"Each luck nudges one random seat at one of its first {question.turns} turns, drawn beforehand; {share * 100:.0f} % "
        "of the games lasted until then, and the others are left out on both sides.",
        "A nudge that is not possible at its turn is left out on both sides, too; the column possible has the share that was.",
        "Differences are of the same game on the same luck; the rotations of a luck count as one value.",
        "Observed: how players fared without any nudge who held one more at the same turn. Who holds more differs in "
        "other ways, too, so that is not what one more is worth.",
    ]
    if question.tuned is None:
        notes.append(f"Certainty is corrected for {len(found) * len(question.tested)} tests (Holm).")
    else:
        notes.append("Played until known to the margin or to the last game; intervals hold for all nudges together, however often one looks.")  # fmt: skip
    if first.games < words.FEW_GAMES:
        notes.append(f"Only {words.counted(first.games, 'game')} in each arm: the intervals are wide.")
    return notes


# ----------------------------------------------------------------------------------------------------------- charts


def _charts(question: Question, tables: Mapping[str, pl.DataFrame]) -> list[Chart]:
    charts = [_worth_chart(question, tables["worth"], measure) for measure in question.tested]
    observed = tables["observed"]
    if not observed.height:
        return charts
    charts.append(_beside_chart(question, observed.filter(pl.col("held").is_null())))
    return charts + [
        _next_chart(question, table, name, at_end)
        for at_end, source in ((False, observed.drop_nulls("held")), (True, tables["ended"]))
        for name, table in _curves(source)
    ]


def _curves(table: pl.DataFrame) -> list[tuple[str, pl.DataFrame]]:
    """The rows of each nudge that make a curve: several numbers held, each by enough players."""
    if not table.height:
        return []
    enough = table.filter((pl.col("lucks") >= FEW) & (pl.col("appearances") >= FEW))
    each = [(name, enough.filter(pl.col("nudge") == name)) for name in table["nudge"].unique(maintain_order=True)]
    return [(name, rows) for name, rows in each if rows.height > 1][:MOST_CURVES]


def _scaled(table: pl.DataFrame, question: Question, measure: str, name: str) -> pl.DataFrame:
    """The change of a measure as columns `change`, `low` and `high`; shares in percentage points."""
    factor = 100 if question.is_share(measure) else 1
    ends = {"change": name, "low": f"{name}_low", "high": f"{name}_high"}
    return table.with_columns((pl.col(column).cast(pl.Float64) * factor).alias(end) for end, column in ends.items())


def _words_of(question: Question, measure: str) -> tuple[str, str]:
    what = {WIN: "win share", SCORE: "score"}.get(measure, in_words(measure))
    return what, f"change of {what}" + (" in percentage points" if question.is_share(measure) else "")


def _worth_chart(question: Question, table: pl.DataFrame, measure: str) -> Chart:
    what, label = _words_of(question, measure)
    rows = _scaled(table, question, measure, f"{measure}_change").filter(pl.col("change").is_not_null())
    caption = f"What each nudge changes for the player who meets it, on the same luck, 95 % intervals; {rows['pairs'].sum():,} {PAIRS}."
    return Chart(
        f"nudge-{measure}", "dots", f"What components cause: {what}", caption,
        rows.select("nudge", "change", "low", "high"), "nudge", "change", low="low", high="high", across=True,
        y_label=label, reference=(0.0, "no difference"),
    )  # fmt: skip


def _beside(question: Question, table: pl.DataFrame, by: Sequence[str]) -> pl.DataFrame:
    measure = question.headline
    sides = [
        _scaled(table, question, measure, f"{measure}_{side}").select(*by, "change", "low", "high", what=pl.lit(side))
        for side in ("caused", "observed")
    ]
    return pl.concat(sides).drop_nulls()


def _beside_chart(question: Question, table: pl.DataFrame) -> Chart:
    what, label = _words_of(question, question.headline)
    caption = (
        f"What one more causes, beside how players fared who held one more at the same turn, 95 % intervals; "
        f"{table['pairs'].sum():,} {PAIRS}."
    )
    return Chart(
        "nudge-observed", "dots", f"Observed beside caused: {what}", caption, _beside(question, table, ["nudge"]),
        "nudge", "change", low="low", high="high", series="what", across=True, y_label=label,
        reference=(0.0, "no difference"),
    )  # fmt: skip


def _next_chart(question: Question, table: pl.DataFrame, name: str, at_end: bool) -> Chart:
    what, label = _words_of(question, question.headline)
    counted = table["counted"][0]
    whose = "ends with so many otherwise" if at_end else "holds so many already"
    caption = (
        f"One more for a player who {whose}: caused, beside how players with one more fared; 95 % bands; "
        f"{table['pairs'].sum():,} {PAIRS}."
    )
    title = f"What the next one is worth{' at the end' if at_end else ''}: {name}, {what}"
    return Chart(
        f"nudge-{'end' if at_end else 'next'}-{name}", "lines", title, caption, _beside(question, table, ["held"]),
        "held", "change", low="low", high="high", series="what",
        x_label=f"{counted} {'at the end otherwise' if at_end else 'held before'}", y_label=label,
        reference=(0.0, "no difference"),
    )  # fmt: skip

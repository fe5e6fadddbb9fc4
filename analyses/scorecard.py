"""The scorecard: what designers ask first, a line each, held against targets.

A line has a figure with its interval, the band that the target allows, a word and a sentence that tells what to look at.
It is *fine* if the whole interval lies within the band, *off* if none of it does, and to be *watched* otherwise; where
the run cannot tell, it is *open*. The lines are read from the answers to the questions, and no seat or strategy is called
*off* that the findings, corrected over the whole report, do not accuse.
"""

from __future__ import annotations

import math
import tomllib
from dataclasses import asdict, dataclass, field
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from analyses import luck, words
from analyses.blocks import WIN
from analyses.general.seats import confounded
from analyses.general.timeline import halfway
from analyses.stats import family
from analyses.stats.quantiles import two_sided_z
from analyses.view import View
from simulator.game.wording import listed, number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from analyses.result import Result
    from simulator.runs.run import Run

Verdict = Literal["fine", "watch", "off", "open"]
Band = tuple[float, float]


@dataclass(frozen=True)
class Line:
    """One line of a scorecard: figure and interval in words and as numbers, on a scale with the target's band."""

    name: str
    word: str
    verdict: Verdict
    figure: str
    interval: str
    sentence: str
    value: float | None = None
    low: float | None = None
    high: float | None = None
    band: Band | None = None
    scale: Band = (0.0, 1.0)
    figures: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class Scorecard:
    """The lines, and what they are held against."""

    lines: Sequence[Line]
    targets: str

    def as_data(self) -> dict[str, Any]:
        """The scorecard as plain data."""
        return {"targets": self.targets, "lines": [_plain(asdict(line)) for line in self.lines]}


def _plain(data: Any) -> Any:
    """The data with what has no end as nothing, since JSON knows no such number."""
    if isinstance(data, dict):
        return {key: _plain(value) for key, value in data.items()}
    if isinstance(data, list | tuple):
        return [_plain(value) for value in data]
    return None if isinstance(data, float) and not math.isfinite(data) else data


def default_targets(seats: int) -> dict[str, Band]:
    """The band of each target for a number of seats; of a solitary game, those that apply to it."""
    table = tomllib.loads(files("analyses").joinpath("targets.toml").read_text(encoding="utf-8"))
    bands = {}
    for name, target in table.items():
        limits = [target.get(side, {}).get(str(seats)) for side in ("at_least", "at_most")]
        if limits != [None, None]:
            low, high = limits
            bands[name] = (-math.inf if low is None else low, math.inf if high is None else high)
    return bands


def scorecard(run: Run, results: Sequence[Result], targets: Mapping[str, Band] | None = None) -> Scorecard:
    """The scorecard of a run from the answers to its questions; `targets` take the place of the stated defaults."""
    view = View(run)
    bands = {**default_targets(view.seats), **(targets or {})}
    tables = {result.question: result.tables for result in results}
    accused = {result.question: _accused(result) for result in results}
    made = [
        *(_rivals(view, tables, bands, accused) if view.seats > 1 else ()),
        _pace(view, tables, bands),
        _components(view, tables, bands["component"]),
    ]
    lines = [line for line in (*made, _players(tables)) if line]
    players = f"{number(view.seats)} player{'' if view.seats == 1 else 's'}"
    return Scorecard(lines, f"stated defaults for {players}" if targets is None else "the targets given")


def judged(low: float, high: float, band: Band) -> Verdict:
    """What an interval means against a band."""
    if band[0] <= low and high <= band[1]:
        return "fine"
    return "off" if high < band[0] or low > band[1] else "watch"


def _accused(result: Result) -> set[Any]:
    """The seats or strategies that a finding of the answer claims something about."""
    named = [finding.figures for finding in result.findings if finding.stands]
    return {figures[key] for figures in named for key in ("seat", "strategy") if key in figures}


def _rivals(
    view: View, tables: Mapping[str, Any], bands: Mapping[str, Band], accused: Mapping[str, set[Any]]
) -> list[Line | None]:
    return [
        _seats(view, tables, bands["seats"], accused.get("seats", set())),
        _strategies(view, tables, bands, accused.get("strategies", set())),
        _luck(view, tables, bands["lead"]),
        _tension(view, tables, bands["comeback"]),
    ]


def _table(tables: Mapping[str, Any], question: str, name: str) -> pl.DataFrame | None:
    """A table of an answer that has rows; nothing if it was not made."""
    found: pl.DataFrame | None = tables.get(question, {}).get(name)
    return found if found is not None and found.height else None


def _widened(row: Mapping[str, Any], many: int) -> Band:
    """The interval of a win share, made wide enough for the furthest of many."""
    factor = two_sided_z(1 - 0.05 / many) / two_sided_z(0.95)
    value, low, high = row[WIN], row[f"{WIN}_low"], row[f"{WIN}_high"]
    if low is None or high is None:
        return 0.0, 1.0
    return max(value - factor * (value - low), 0.0), min(value + factor * (high - value), 1.0)


def _percent(low: float, high: float) -> str:
    return f"{low * 100:.1f} to {high * 100:.1f} %"


# ------------------------------------------------------------------------------------------------------- rivals


def _seats(view: View, tables: Mapping[str, Any], band: Band, accused: set[Any]) -> Line | None:
    table = _table(tables, "seats", "seats")
    if table is None or table["win"].null_count():
        return None
    fair, allowed = 1 / view.seats, band[1]
    if confounded(view):
        said = "Each seat was always played by the same strategy; play with --rotate to see what a seat is worth."
        return Line("seats", "cannot be told", "open", "not measured", "seats not rotated", said)
    rows = table.sort(pl.col("above_fair").abs(), descending=True).rows(named=True)
    spans = [_widened(row, view.seats) for row in rows]
    ranges = fair - allowed, fair + allowed
    verdicts = [
        "watch" if verdict == "off" and row["seat"] not in accused else verdict
        for row, verdict in zip(rows, (judged(*span, ranges) for span in spans), strict=True)
    ]
    verdict: Verdict = "off" if "off" in verdicts else "fine" if set(verdicts) == {"fine"} else "watch"
    at = verdicts.index("off") if verdict == "off" else 0
    row, (low, high) = rows[at], spans[at]
    wide = max(row[WIN] for row in rows) - min(row[WIN] for row in rows)
    said = (
        f"The widest gap between seats is {words.percentage_points(wide)}; each seat may be "
        f"{words.percentage_points(allowed)} from the fair share."
    )
    return Line(
        "seats",
        {"fine": "fair", "watch": "not yet clear", "off": "unfair"}[verdict],
        verdict,
        f"Seat {row['seat']} wins {row[WIN] * 100:.1f} %",
        f"{_percent(low, high)}, fair {fair * 100:.3g} %",
        said,
        row[WIN],
        low,
        high,
        ranges,
        (max(fair - 4 * allowed, 0.0), min(fair + 4 * allowed, 1.0)),
        {"seat": row["seat"], "widest_gap": wide},
    )


def _strategies(view: View, tables: Mapping[str, Any], bands: Mapping[str, Band], accused: set[Any]) -> Line | None:
    table = _table(tables, "strategies", "strategies")
    if table is None or table[WIN].null_count():
        return None
    many = table.height
    if many < 2:
        said = "All seats were played by one strategy; let several meet to see which are worth playing."
        return Line("strategies", "one only", "open", "1 strategy", "nothing to compare", said)
    if confounded(view):
        said = "Each strategy always had the same seat; play with --rotate to compare them."
        return Line("strategies", "cannot be told", "open", "not measured", "seats not rotated", said)
    behind, wanted = bands["behind"][1], min(bands["worth"][0], many)
    rows = table.sort(WIN, descending=True).rows(named=True)
    spans = [_widened(row, many) for row in rows]
    top_low, top_high = spans[0]
    # A strategy is worth playing for sure if it cannot be far behind the best, and not at all if it must be.
    sure = sum(low >= top_high - behind or at == 0 for at, (low, _) in enumerate(spans))
    may = sum(high >= top_low - behind or at == 0 for at, (_, high) in enumerate(spans))
    seen = [row["strategy"] for row in rows if row[WIN] >= rows[0][WIN] - behind]
    out = [row["strategy"] for row, (_, high) in zip(rows, spans, strict=True) if high < top_low - behind]
    if not accused:
        may, out = many, []
    verdict = judged(sure, may, (wanted, math.inf))
    rest = f"not worth playing here: {listed(out)}" if out else "none is clearly worse than the best"
    said = f"Worth playing is what wins at most {words.percentage_points(behind)} less than the best; {rest}."
    return Line(
        "strategies",
        {"fine": "diverse", "watch": "not yet clear", "off": "narrow"}[verdict],
        verdict,
        f"{len(seen)} of {many} worth playing",
        f"{sure} to {may}" if sure != may else "all intervals agree",
        said,
        len(seen),
        sure,
        may,
        (wanted, many),
        (0.0, float(many)),
        {"worth_playing": seen, "not_worth_playing": out},
    )


def _luck(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    table = _table(tables, "strategies", "strategies")
    if table is None or table[WIN].null_count():
        return None
    shares = luck.parts(view) if luck.can_be_split(view) else {}
    if not shares:
        said = "Play different strategies with --rotate, every one in every seat on the same deals, to tell luck from skill."
        return Line("luck and skill", "cannot be told", "open", "not measured", "needs rotated strategies", said)
    names = table.sort(WIN, descending=True)["strategy"].to_list()
    pairs = len(names) * (len(names) - 1) / 2
    lead = luck.games_to_lead(view, names[0], names[-1], 1 - 0.05 / pairs)
    verdict = judged(lead.low, lead.high, band)
    chance = shares["luck"]
    made_of = listed(f"{name} {shares[name].value * 100:.1f} %" for name in luck.PARTS)
    if lead.high < math.inf:
        until = f"{lead.games:,.0f} games ({lead.low:,.0f} to {lead.high:,.0f})"
    else:
        until = f"more than {lead.low:,.0f} games, if it does at all"
    return Line(
        "luck and skill",
        {"fine": "skill shows", "watch": "not yet clear", "off": "skill hardly shows"}[verdict],
        verdict,
        f"{chance.value * 100:.1f} % of who wins is luck",
        _percent(chance.low, chance.high),
        f"Who wins varies by {made_of}; {names[0]} leads {names[-1]} with 95 % after {until}.",
        chance.value,
        chance.low,
        chance.high,
        None,
        (0.0, 1.0),
        {name: asdict(shares[name]) for name in shares} | {"games_to_lead": asdict(lead)},
    )


def _tension(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    """By win chances along a sample of games where there is one, else by who leads at the checkpoints."""
    sampled = _table(tables, "timeline", "tension")
    return _tension_by_lead(view, tables, band) if sampled is None else _tension_by_chances(view, sampled, band)


def _tension_by_chances(view: View, sampled: pl.DataFrame, band: Band) -> Line:
    rows = {row["measure"]: row for row in sampled.iter_rows(named=True)}
    behind = view.seats - 1  # players without the best chance
    value, low, high = (rows["comeback"][name] / behind for name in ("value", "value_low", "value_high"))
    decided, games = rows["decided"], rows["decided"]["games"]
    verdict = judged(low, high, band)
    said = (
        f"By win chances along {games:,} games: behind means without the best chance at half-time; a game is "
        f"decided after {decided['value'] * 100:.0f} % of its turns "
        f"({decided['value_low'] * 100:.0f} to {min(decided['value_high'], 1) * 100:.0f} %), the best chance changes hands "
        f"{rows['lead_changes']['value']:.1f} times, and just before the end the winner's chance is "
        f"{rows['last_turn']['value'] * 100:.0f} %."
    )
    figures = {name: row["value"] for name, row in rows.items()} | {"games": games}
    return _tension_line(view, verdict, (value, low, high), band, said, figures)


def _tension_line(
    view: View, verdict: Verdict, won: tuple[float, float, float], band: Band, said: str, figures: Mapping[str, Any]
) -> Line:
    value, low, high = won
    tight = {
        "fine": "open",
        "watch": "not yet clear",
        "off": "settled early" if value < band[0] else "lead is no lead",
    }
    return Line(
        "tension",
        tight[verdict],
        verdict,
        f"{value * 100:.1f} % win from behind",
        f"{_percent(low, high)}, fair {100 / view.seats:.3g} %",
        said,
        value,
        low,
        high,
        band,
        (0.0, min(2 * band[1], 1.0)),
        figures,
    )


def _tension_by_lead(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    backs = _table(tables, "timeline", "comebacks")
    if backs is None:
        said = "The game records no score along the way."
        return Line("tension", "not recorded", "open", "not measured", "no checkpoints", said)
    row = halfway(backs).sort("behind_by").row(0, named=True)
    low, high = row[f"{WIN}_low"], row[f"{WIN}_high"]
    if low is None or high is None:
        return None
    parts = [f"by points at the checkpoints of all games, behind {row['checkpoint']}"]
    figures: dict[str, Any] = {"checkpoint": row["checkpoint"]}
    changes, decided = _table(tables, "timeline", "lead_changes"), _table(tables, "timeline", "decided")
    if changes is not None:
        figures["lead_changes"] = float((changes["changes"] * changes["share"]).sum())
        parts.append(f"the lead passes {figures['lead_changes']:.1f} times between the moments seen")
    if decided is not None:
        late = decided.filter(pl.col("since") == "finish")
        figures["last_turn_swings"] = float(late["share"].sum())
        parts.append(
            f"in {figures['last_turn_swings'] * 100:.0f} % of games the winner did not lead alone at the last of them"
        )
    said = f"{words.sentence('; '.join(parts))}."
    return _tension_line(view, judged(low, high, band), (row[WIN], low, high), band, said, figures)


# ------------------------------------------------------------------------------------------------- the game itself


def _pace(view: View, tables: Mapping[str, Any], bands: Mapping[str, Band]) -> Line | None:
    table = _table(tables, "length", "turns")
    if table is None:
        return None
    row = table.row(0, named=True)
    median, longest = row["q50"], row["q95"]
    ends = [row[f"q95_{end}"] if row[f"q95_{end}"] is not None else longest for end in ("low", "high")]
    if not median:
        return None
    verdict = judged(ends[0] / median, ends[1] / median, bands["long"])
    figures: dict[str, Any] = {"median": median, "q05": row["q05"], "q95": longest}
    said = [f"one game in twenty takes {longest / median:.2f} times the median or more"]
    if view.seats > 1:
        said.append(_waiting(view, tables))
    sampled = _table(tables, "timeline", "tension")
    if sampled is not None:
        after = 1 - sampled.row(by_predicate=pl.col("measure") == "decided", named=True)["value"]
        figures["after_decision"] = after
        said.append(f"{after * 100:.0f} % of the turns come after the game is decided")
    elif (after := _after_decision(tables)) is not None:
        figures["after_decision"] = after
        said.append(f"{after * 100:.0f} % of the moments seen come after the winner took the lead for good")
    return Line(
        "pace",
        {"fine": "steady", "watch": "not yet clear", "off": "long games"}[verdict],
        verdict,
        f"{median:,.0f} turns",
        f"nine in ten {row['q05']:,.0f} to {longest:,.0f}",
        f"{words.sentence('; '.join(said))}.",
        longest,
        ends[0],
        ends[1],
        (0.0, bands["long"][1] * median),
        (0.0, 2 * median),
        figures,
    )


def _waiting(view: View, tables: Mapping[str, Any]) -> str:
    """How long players wait between two turns of their own, in turns and decisions of the others."""
    turns = words.counted(view.seats - 1, "turn")
    ends = _table(tables, "length", "end_reasons")
    if ends is None:
        return f"between two of their own turns players wait for {turns} of others"
    each = float((ends["share"] * ends["decisions"]).sum()) / float((ends["share"] * ends["turns"]).sum())
    return f"between two of their own turns players wait for {turns} of others, {each * (view.seats - 1):.1f} decisions"


def _after_decision(tables: Mapping[str, Any]) -> float | None:
    """The mean part of the checkpoints at which the winner led already, for good."""
    decided = _table(tables, "timeline", "decided")
    if decided is None:
        return None
    marks = int(decided["order"].max())  # type: ignore[arg-type]
    finish = decided.filter(pl.col("since") == "finish")
    moments = int(finish["order"][0]) - 1 if finish.height else marks
    held = (moments - decided["order"] + 1).clip(0) / moments
    return float((held * decided["share"]).sum()) if moments else None


@dataclass(frozen=True)
class _Component:
    """What one of a component, or one choice, is worth by experiment; the interval holds for all of them together."""

    label: str
    banned: bool
    value: float
    low: float
    high: float
    pairs: int
    verdict: Verdict
    wanted: bool  # beyond chance

    @property
    def said(self) -> str:
        return f"what {self.label} forbids" if self.banned else self.label


def _components(view: View, tables: Mapping[str, Any], band: Band) -> Line | None:
    """What components are worth by experiment: any that nobody should want, any that decide the game."""
    measure, scale = (WIN, 100.0) if view.seats > 1 else ("score", 1.0)
    found = _worths(tables, measure, band)
    if not found:
        return _sources(tables)
    unit = "percentage points" if measure == WIN else "points"
    groups = {
        "Not worth having": [part for part in found if part.verdict == "off" and part.high <= band[0]],
        f"Each worth more than {band[1] * scale:.3g} {unit}": [
            part for part in found if part.verdict == "off" and part.low > band[1]
        ],
        f"Worth having, perhaps more than {band[1] * scale:.3g} {unit} each": [
            part for part in found if part.verdict == "watch" and part.wanted
        ],
        "Not yet clear": [part for part in found if part.verdict == "watch" and not part.wanted],
        "Worth having": [part for part in found if part.verdict == "fine"],
    }
    unwanted, decisive, strong, unclear, wanted = groups.values()
    first = (unwanted or sorted(decisive or strong or unclear or wanted, key=lambda part: -abs(part.value)))[0]
    said = [f"{what}: {listed(part.said for part in parts)}." for what, parts in groups.items() if parts]
    low, high = (end * scale if math.isfinite(end) else end for end in (first.low, first.high))
    word = (
        "some unwanted"
        if unwanted
        else "some decisive"
        if decisive
        else "not yet clear"
        if strong or unclear
        else "all wanted"
    )
    fewest = min(part.pairs for part in found)
    reach = max(2 * band[1], 0.1) if math.isfinite(band[1]) else max(abs(first.low), abs(first.high))
    return Line(
        "components",
        word,
        first.verdict,
        f"{words.sentence(first.said)}: {first.value * scale:+z.1f} {unit} of {'wins' if measure == WIN else 'score'}",
        f"{low:+z.1f} to {high:+z.1f}",
        f"By experiment on the same luck, at least {fewest:,} pairs of games each. {' '.join(said)}",
        first.value,
        first.low,
        first.high,
        band if math.isfinite(band[1]) else None,
        (-reach, reach),
        {part.label: {"worth": part.value, "low": part.low, "high": part.high} for part in found},
    )


def _worths(tables: Mapping[str, Any], measure: str, band: Band) -> list[_Component]:
    """The worth of one of each thing that was given, taken or forbidden; a swap has none."""
    rows: dict[str, Mapping[str, Any]] = {}
    for of_question in tables.values():
        for name, table in of_question.items():
            if name == "worth":
                rows = {row["nudge"]: row for row in table.iter_rows(named=True)} | rows
    known = [row for row in rows.values() if row["units"] and row[f"{measure}_change"] is not None]
    factor = two_sided_z(1 - 0.05 / max(len(known), 1)) / two_sided_z(0.95)
    return [_component(row, measure, factor, band) for row in known]


def _component(row: Mapping[str, Any], measure: str, factor: float, band: Band) -> _Component:
    change, units = row[f"{measure}_change"], row["units"]
    ends = [row[f"{measure}_change_{end}"] for end in ("low", "high")]
    far = [math.copysign(math.inf, side) if end is None else change + factor * (end - change) for side, end in zip((-1, 1), ends, strict=True)]  # fmt: skip
    low, high = sorted(end / units for end in far)
    banned = units < 0 and "=-" not in row["nudge"]
    most = math.inf if banned else band[1]  # a choice that is part of the game may be worth any amount
    # Unwanted is what brings nothing even at the far end, decisive what brings too much even at the near one.
    verdict: Verdict = "watch"
    stands = bool(row[f"{measure}_p"] < family.LIKELY)
    if stands:  # no more is said than the findings claim
        verdict = "off" if high <= band[0] or low > most else "fine" if band[0] < low and high <= most else "watch"
    return _Component(row["nudge"], banned, change / units, low, high, row["pairs"], verdict, stands and low > band[0])


def _sources(tables: Mapping[str, Any]) -> Line | None:
    """Which source of points sets winners apart; what it is worth only an experiment tells."""
    gaps = _table(tables, "sources", "gaps")
    said = "This is how winners scored, not what a component is worth: `digsite nudge` measures that."
    if gaps is None:
        return Line("components", "not tested", "open", "not measured", "no sources of points", said)
    row = gaps.sort(pl.col("gap").abs(), descending=True).row(0, named=True)
    low, high = row["gap_low"], row["gap_high"]
    span = f"{low:+,.1f} to {high:+,.1f}" if low is not None and high is not None else "no interval"
    return Line(
        "components",
        "observed only",
        "open",
        f"Winners had {row['gap']:+,.1f} from {row['part']}",
        span,
        said,
        figures={entry["part"]: entry["gap"] for entry in gaps.iter_rows(named=True)},
    )


def _players(tables: Mapping[str, Any]) -> Line:
    """How good the players behind the figures are, as far as the run shows it."""
    said = (
        "How they fare against players that search ahead is not yet measured, so better players may shift the balance."
    )
    duels = _table(tables, "strategies", "head_to_head")
    met = duels.filter((pl.col("rival") == "random") & (pl.col("strategy") != "random")) if duels is not None else None
    if met is None or not met.height:
        return Line("players behind it", "not measured", "open", "not measured", "no random player in the run", said)
    row = met.sort("ahead").row(0, named=True)
    low, high = (row[f"ahead_{end}"] if row[f"ahead_{end}"] is not None else row["ahead"] for end in ("low", "high"))
    return Line(
        "players behind it",
        "better than chance" if low > 0.5 else "not yet clear",
        "open",
        f"{row['strategy']} ranks before random in {row['ahead'] * 100:.1f} %",
        _percent(low, high),
        said,
        row["ahead"],
        low,
        high,
        None,
        (0.0, 1.0),
        {"strategy": row["strategy"]},
    )

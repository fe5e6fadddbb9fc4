"""The charts of levers: a heat map of figures by what they move, and a tornado for each measure that something moves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses.experiments.compare.texts import unit_word
from digsite.analyses.result import Chart
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.analyses.experiments.levers.effects import Effects, Moved

_MOST_ROWS = 24  # of the heat map
_MOST_BARS = 12  # of a tornado
_SAME_WAY = {"down": "a step down", "up": "a step up", "other": "switched"}


def charts_of(found: Effects) -> list[Chart]:
    """Return the heat map, and a tornado for the measure of each subject that moves most."""
    movers = {subject: found.movers(subject) for subject in found.subjects}
    tornados = [_tornado(found, some[0]) for some in movers.values() if some]
    return [*tornados[:1], *([_heat_map(found)] if found.strongest else []), *tornados[1:]]


def _tornado(found: Effects, top: Moved) -> Chart:
    """Return the changes of one measure by every figure that moves it, the largest first."""
    name, unit = top.change.measure.name, top.change.measure.unit
    mine = [moved for moved in found.every if moved.change.measure.name == name]
    moving = [moved.figure.key for moved in sorted(mine, key=lambda m: -abs(m.steps)) if moved.change.differs]
    order = list(dict.fromkeys(moving))[:_MOST_BARS]
    factor = 100.0 if unit == "share" else 1.0
    rows = [
        {"figure": moved.figure.called, "step": _SAME_WAY[moved.step.way], "to": moved.step.label}
        | {"change": factor * d.value, "low": factor * d.low, "high": factor * d.high}
        for key in order
        for moved in mine
        if moved.figure.key == key
        for d in (moved.change.difference,)
    ]
    label = "percentage points" if unit == "share" else unit_word(unit, found.question.points) or "change of the mean"
    return Chart(
        f"levers-{name}",
        "bars",
        f"What moves {top.subject}: {name}",
        "One step of each figure that moves it, alone and on the same luck, with intervals that hold for all figures "
        "together; * marks figures that no source confirms.",
        _one_row_per_bar(rows),
        alt=f"Changes of the {name}, largest for {listed(order[:3])}.",
        x="figure",
        y="change",
        low="low",
        high="high",
        series="step",
        across=True,
        y_label=f"change of the {name}, {label}",
        reference=(0.0, "as the rules are"),
    )


def _one_row_per_bar(rows: Sequence[Mapping[str, object]]) -> pl.DataFrame:
    """Return the rows with further values of a figure that is switched named apart: they would share a bar."""
    seen: dict[tuple[object, object], int] = {}
    named: list[Mapping[str, object]] = []
    for row in rows:
        key = row["figure"], row["step"]
        seen[key] = seen.get(key, 0) + 1
        named.append(row if seen[key] == 1 else {**row, "figure": f"{row['figure']} ({row['to']})"})
    return pl.DataFrame(named, infer_schema_length=None)


def _heat_map(found: Effects) -> Chart:
    """Return the largest change on each subject by each figure that moves something, in noticeable steps."""
    order = list(found.strongest)[:_MOST_ROWS]
    rows = []
    for key in order:
        for subject in found.subjects:
            mine = [moved for moved in found.every if moved.figure.key == key and moved.subject == subject]
            top = max(mine, key=lambda moved: (moved.change.differs, abs(moved.steps)))
            d, margin = top.change.difference, top.change.margin
            rows.append(
                {"figure": top.figure.called, "moves": subject, "steps": d.value / margin}
                | {"low": d.low / margin, "high": d.high / margin, "at": top.step.label}
            )
    return Chart(
        "levers-figures",
        "heatmap",
        "What each figure moves",
        "The larger change of both steps, in steps that are just noticeable at the table; a blank cell is no change beyond "
        "chance. On who wins and on strategies it is the seat or strategy that changes most.",
        pl.DataFrame(rows, infer_schema_length=None),
        alt=f"Changes in noticeable steps, largest for {listed(order[:3])}.",
        x="moves",
        y="figure",
        value="steps",
        low="low",
        high="high",
        x_label="",
        y_label="noticeable steps",
        reference=(0.0, "no change"),
    )

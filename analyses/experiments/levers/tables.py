"""The tables of levers: a row for each figure, and one for each change."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import polars as pl

from digsite.analyses.block_sums import interval
from digsite.analyses.experiments.compare.texts import unit_word

if TYPE_CHECKING:
    from digsite.analyses.experiments.levers.effects import Effects, Moved
    from digsite.analyses.experiments.levers.question import MovedFigure

NO_GAME, NOTHING = "changes not one game", "nothing measurable"


def figures_table(found: Effects) -> pl.DataFrame:
    """Return a row for each figure, the strongest first: what it moves most."""
    strongest = found.strongest
    order = [*(moved.figure for moved in strongest.values()), *found.idle]
    return pl.DataFrame([_row(found, figure, strongest.get(figure.key)) for figure in order], infer_schema_length=None)


def _row(found: Effects, figure: MovedFigure, moved: Moved | None) -> dict[str, Any]:
    about = {"figure": figure.key, "value": figure.value, "confirmed": figure.confirmed}
    about |= {"steps": " | ".join(step.label for step in figure.steps)}
    games = max(m.change.difference.n for m in found.every if m.figure is figure)
    if moved is None:
        return about | {
            "matters": "none", "moves": NO_GAME if figure in found.untouched else NOTHING, "at": "", "noticeable": 0.0,
            "games": games,
        }  # fmt: skip
    effect = found.scale.effect(moved.change.measure, moved.change.difference)
    return about | {
        "matters": effect if effect != "none" else "too small to notice",
        "moves": f"{moved.change.measure.name} {change_text(found, moved)}",
        "at": moved.step.label,
        "noticeable": moved.steps,
        "games": games,
    }


def change_text(found: Effects, moved: Moved) -> str:
    """Return a change with its interval: +1.5 pp (+0.9 to +2.1)."""
    unit = moved.change.measure.unit
    said = "pp" if unit == "share" else unit_word(unit, found.question.points)
    return moved.change.difference.written(percent=unit == "share", signed=True, unit=said).with_ends


def changes_table(found: Effects) -> pl.DataFrame:
    """Return a row for each measure at each step of each figure."""
    rows = [
        {"figure": moved.figure.key, "step": moved.step.way, "value": moved.step.label}
        | {"measure": moved.change.measure.name, "unit": moved.change.measure.unit}
        | interval("change", moved.change.difference)
        | {"margin": moved.change.margin, "noticeable": moved.steps}
        | {"verdict": moved.change.verdict, "p_value": moved.change.p_value, "games": moved.change.difference.n}
        for moved in found.every
    ]
    return pl.DataFrame(rows, infer_schema_length=None)

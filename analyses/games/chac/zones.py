"""How fast is the boulder? The turn on which it reaches each zone, simulated and exact."""

from __future__ import annotations

from typing import TYPE_CHECKING

import polars as pl

from digsite.analyses.block_sums import to_table
from digsite.analyses.games.chac import exact as exact_chac
from digsite.simulator.game.wording import listed
from digsite.simulator.games.chac.state import TIMELINE

if TYPE_CHECKING:
    from digsite.analyses.view import View


_UNNAMED = ("walls", "exit")  # the boulder starts next to the walls; the exit has words of its own


def zones_reached(view: View) -> pl.DataFrame:
    """Return the median turn on which the boulder reaches the first space of each zone.

    The simulated median counts a game only as long as it goes on: its turns after the last adventurer is gone are unknown.
    """
    exact = exact_chac.boulder_positions(view.rules, TIMELINE)
    rows = []
    for zone, space in _first_spaces(view).items():
        by_turn = exact[:, space:].sum(axis=1)
        rows.append(
            {
                "zone": zone,
                "space": space,
                "turn": _median_turn(view, space),
                "turn_exact": int((by_turn < 0.5).sum()) if by_turn[-1] >= 0.5 else None,
            }
        )
    return to_table(rows)


def _first_spaces(view: View) -> dict[str, int]:
    """Return the corridor space at which each zone begins for the boulder."""
    game = view.run.game
    rules = game.build_rules(game.figures.replace(view.rules), view.seats)[0]
    lava = int(rules.first_exit + rules.walls_columns + view.rules["corridor.walls_to_lava"])
    return {
        "walls": int(rules.first_exit),
        "lava": lava,
        "river": int(rules.first_dive),
        "bridge": int(rules.near_end),
        "exit": int(rules.last_space),
    }


def _median_turn(view: View, space: int) -> int | None:
    """Return the first turn by which half of all games would have seen the boulder on a space or past it."""
    places = [pl.col(f"boulder_{turn}").cast(pl.Int16) for turn in range(1, TIMELINE + 1)]
    before = [pl.lit(0, pl.Int16), *places]
    counts = view.games.select(
        **{f"risk_{turn}": ((place >= 0) & (before[turn - 1] < space)).sum() for turn, place in enumerate(places, 1)},
        **{
            f"came_{turn}": ((place >= space) & (before[turn - 1] < space)).sum()
            for turn, place in enumerate(places, 1)
        },
    ).collect()
    left = 1.0
    for turn in range(1, TIMELINE + 1):
        at_risk = counts[f"risk_{turn}"].item()
        if not at_risk:
            return None
        left *= 1 - counts[f"came_{turn}"].item() / at_risk
        if left <= 0.5:
            return turn
    return None


def boulder_headline(table: pl.DataFrame) -> str:
    """Return in a sentence when the boulder reaches each zone, and whether its dice predict that."""
    known = table.drop_nulls("turn")
    if not known.height:
        return ""
    reached = [(row["zone"], row["turn"]) for row in known.iter_rows(named=True)]
    said = [f"{zone} on turn {turn}" for zone, turn in reached if zone not in _UNNAMED]
    sealed = [f"seals the exit on turn {turn}" for zone, turn in reached if zone == "exit"]
    if not said and not sealed:
        return ""
    ways = f"The boulder {listed([*([f'reaches {listed(said)}'] if said else []), *sealed])}"
    if (known["turn"] == known["turn_exact"]).all():
        return f"{ways}, as its dice predict."
    exact = listed(str(row["turn_exact"] or "never") for row in known.iter_rows(named=True) if row["zone"] != "walls")
    return f"{ways} (exact: {exact})."

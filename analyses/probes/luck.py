"""What decides who wins: strategy, seat, opening deal or chance after it, from deals that were played again.

The data are sums over blocks of games, as `digsite.analyses.stats.components` has them: every deal of a block is played by
several line-ups drawn from the run's strategies, each several times with chance after the deal renewed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import polars as pl

from digsite.analyses import sentences
from digsite.analyses.result import Chart, Result, described
from digsite.analyses.stats import Estimate, components
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from digsite.simulator.runs.run import Run

FILE = "luck.json"
PARTS = {
    "strategy": "the choice of strategy",
    "seat": "the seat",
    "deal": "the opening deal",
    "fit": "how the deal suits the strategies",
    "chance": "chance after the deal",
}
_MEANING = {
    "strategy": "Who wins is above all a matter of strategy, as far as these strategies differ.",
    "seat": "Who wins is above all a matter of the seat: make up for it, or change seats from game to game.",
    "deal": "Much is settled before the first move: a fairer or more equal deal would leave more to the players.",
    "fit": "Much hangs on which strategy the deal suits: reading the deal and choosing accordingly should pay.",
    "chance": "Chance after the deal has the last word: fewer or smaller late draws would leave more to the players.",
}


def as_data(blocks: np.ndarray, strategies: Sequence[str], games: int, open_table: bool) -> dict[str, Any]:
    """Return what is saved of a probe.

    open_table: whether the game says which cards no player has seen, so that their order is renewed as well.
    """
    return {
        "strategies": list(strategies),
        "games": games,
        "open_table": open_table,
        "blocks": [[round(value, 12) for value in row] for row in blocks.tolist()],
    }


def summarize(data: Mapping[str, Any]) -> Result:
    """Return tables, sentences and the chart of a probe."""
    strategies, games = data["strategies"], data["games"]
    shares = components.shares(np.array(data["blocks"], dtype=np.float64), len(strategies) == 1)
    title = "What decides who wins"
    if not shares:
        return Result("luck", title, {}, [described("All these games end alike: there is nothing to decide.")], [])
    ordered = sorted(shares, key=lambda name: -shares[name].value)
    table = pl.DataFrame(
        [
            {
                "part": PARTS[name],
                "key": name,
                "share": shares[name].value,
                "share_low": shares[name].low,
                "share_high": shares[name].high,
                "games": games,
            }
            for name in ordered
        ]
    )
    whom = population(strategies)
    chart = Chart(
        "luck", "bars", title, f"Parts of the variance of who wins, with 95 % intervals; {whom}, {games:,} games.", table,
        "part", "share", x_label="", y_label="part of who wins", percent=True, across=True,
    )  # fmt: skip
    figures = {name: _figures(part) for name, part in shares.items()} | {"games": games, "strategies": strategies}
    finding = described(f"{decides(shares)} So it is {whom}.", figures)
    return Result("luck", title, {"luck": table}, [finding], [chart], _notes(data), _MEANING[ordered[0]])


def decides(shares: Mapping[str, Estimate]) -> str:
    """Return in a sentence how much of who wins each part decides, the largest first.

    >>> from digsite.analyses.stats import Estimate
    >>> decides({"seat": Estimate(0.02, 0.01, 0.03, 300), "chance": Estimate(0.98, 0.97, 0.99, 300)})
    'Chance after the deal decides 98.0 % (97.0 to 99.0 %) of who wins, the seat 2.0 % (1.0 to 3.0 %).'
    """
    first, *others = sorted(shares, key=lambda name: -shares[name].value)
    head = f"{PARTS[first]} decides {_figure(shares[first])} of who wins"
    said = [head, *(f"{PARTS[name]} {_figure(shares[name])}" for name in others)]
    return f"{sentences.sentence(', '.join(said))}."


def _figure(part: Estimate) -> str:
    """Return a part with its interval, in per cent with one decimal at most; a negligible one is stated as such."""
    if part.high < _SEEN:
        return "less than 0.1 %"
    places = min(Estimate(100 * part.value, 100 * part.low, 100 * part.high, part.n).places(), 1)
    value, low, high = (f"{100 * end:.{places}f}" for end in (part.value, part.low, part.high))
    return f"{value} % ({low} to {high} %)"


_SEEN = 0.001  # smaller parts are not given exactly


def _figures(part: Estimate) -> dict[str, float]:
    return {"value": part.value, "low": part.low, "high": part.high}


def population(strategies: Sequence[str]) -> str:
    """Return among whom the shares hold."""
    if len(strategies) == 1:
        return f"with {strategies[0]} in every seat"
    return f"among {listed(strategies)}, each equally often in every seat"


def shares_in(tables: Mapping[str, Any]) -> dict[str, Estimate]:
    """Return the shares among the tables of the answers to a run's questions; none where they were not measured."""
    found = tables.get("luck", {}).get("luck")
    rows = [] if found is None else found.rows(named=True)
    return {row["key"]: Estimate(row["share"], row["share_low"], row["share_high"], row["games"]) for row in rows}


def _notes(data: Mapping[str, Any]) -> list[str]:
    notes = [
        "The same opening deals were played by line-ups drawn from these strategies, several times each with all later chance "
        "renewed: face-down cards, dice, players' own noise. Better or more different players shift the parts."
    ]
    if not data["open_table"]:
        notes.append(
            "The game does not say which cards no player has seen (`shuffle_unseen`), so their order counts as part of the deal."
        )
    return notes


def read(run: Run) -> Result | None:
    """Return the result saved with a run, or None."""
    from digsite.analyses.probes import saved

    return saved.read(run, FILE, summarize)

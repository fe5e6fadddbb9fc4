"""Runs, results and charts made by hand: figures as real runs give them, names as users may choose them."""

import hashlib
import json
import math
from html import unescape
from pathlib import Path

import polars as pl

from digsite.analyses.result import Chart, Finding, Result
from digsite.analyses.scorecard import Line, Scorecard
from digsite.simulator.games import find_game
from digsite.simulator.play.plan import FORMAT, Plan
from digsite.simulator.play.seating import CYCLIC
from digsite.simulator.runs.run import Run

STRATEGIES = ["cautious", "rusher", "treasure-hunter-who-waits", "opportunist", "bridge-burner", "random"]
NASTY = "<script>alert('x')</script>&$x_1$"
CAPTION = "Share of wins with 95 % intervals, 100,000 games."


def chart_of_seats() -> Chart:
    table = pl.DataFrame(
        {
            "seat": [1, 2, 3, 4],
            "win": [0.2652, 0.2531, 0.2440, 0.2377],
            "win_low": [0.2625, 0.2504, 0.2414, 0.2351],
            "win_high": [0.2680, 0.2558, 0.2467, 0.2404],
        }
    )
    labels = {"x_label": "seat", "y_label": "share of wins", "reference": (0.25, "fair share")}
    return Chart("seats-wins", "dots", "Win rate by seat", CAPTION, table, "seat", "win", percent=True, **labels)


def with_interval(table: pl.DataFrame, value: str, reach: float) -> pl.DataFrame:
    """The table with the same reach to either side of each value."""
    ends = {f"{value}_low": pl.col(value) - reach, f"{value}_high": pl.col(value) + reach}
    return table.with_columns(**ends)


def chart_of_strategies(names: list[str]) -> Chart:
    shares = [0.31 - 0.02 * at for at in range(len(names))]
    table = with_interval(pl.DataFrame({"strategy": names, "win": shares}), "win", 0.003)
    marks = {"percent": True, "across": True, "reference": (0.25, "fair share")}
    return Chart("strategies-wins", "dots", "Win rate by strategy", CAPTION, table, "strategy", "win", **marks)


def chart_of_lines(names: list[str]) -> Chart:
    rows = [(name, turn, 0.25 + (at - 2.5) * 0.002 * turn) for at, name in enumerate(names) for turn in range(11)]
    table = with_interval(pl.DataFrame(rows, schema=["strategy", "turn", "win"], orient="row"), "win", 0.004)
    lines = {"series": "strategy", "percent": True, "x_label": "turn", "alt": "The lines part slowly."}
    return Chart("timeline", "lines", "Win chance as the game goes on", CAPTION, table, "turn", "win", **lines)


def chart_of_planks() -> Chart:
    table = pl.DataFrame(
        {
            "load": [1, 1, 2, 2, 3, 3],
            "collapse": [0.051, 0.049, 0.120, 0.121, 0.252, 0.248],
            "low": [0.045, None, 0.111, None, 0.241, None],
            "high": [0.057, None, 0.129, None, 0.263, None],
            "exact": [False, True] * 3,
        }
    )
    bars = {"low": "low", "high": "high", "exact": "exact", "percent": True, "x_label": "load"}
    return Chart("planks", "bars", "How often the bridge falls", CAPTION, table, "load", "collapse", **bars)


def chart_of_sources() -> Chart:
    parts = {"stones": 80.0, "tiles": 24.0, "artifacts": -12.0}
    sides = (("winners", 1.2), ("losers", 0.8))
    rows = [(who, part, much * points) for who, much in sides for part, points in parts.items()]
    table = pl.DataFrame(rows, schema=["who", "part", "points"], orient="row")
    title, caption = "What points come from", "Mean points, 100,000 games."
    return Chart("sources", "stacked", title, caption, table, "who", "points", series="part", y_label="points")


def chart_of_scores() -> Chart:
    scores = list(range(-20, 181, 10))
    weights = [math.exp(-(((score - 85) / 38) ** 2) / 2) for score in scores]
    table = pl.DataFrame({"score": scores, "share": [weight / sum(weights) for weight in weights]})
    bars = {"percent": True, "across": True, "reference": (85, "median 85")}
    return Chart("scores", "histogram", "Scores", "Share of scores, 100,000 games.", table, "score", "share", **bars)


def chart_head_to_head(names: list[str]) -> Chart:
    rows = [(a, b, 0.5 + 0.04 * (names.index(b) - names.index(a))) for a in names for b in names if a != b]
    table = with_interval(pl.DataFrame(rows, schema=["strategy", "rival", "ahead"], orient="row"), "ahead", 0.004)
    cells = {"value": "ahead", "percent": True, "reference": (0.5, "even")}
    return Chart("head-to-head", "heatmap", "Head to head", CAPTION, table, "rival", "strategy", **cells)


def chart_of_many_cells() -> Chart:
    rows = [(x, y, x * y * 1.13) for x in range(1, 13) for y in range(1, 9)]
    table = pl.DataFrame(rows, schema=["cards", "turns", "points"], orient="row")
    title = "Points by cards and turns"
    return Chart("many-cells", "heatmap", title, "100,000 games.", table, "cards", "turns", value="points")


def all_charts() -> list[Chart]:
    """One of each kind and more."""
    return [
        chart_of_seats(),
        chart_of_strategies(STRATEGIES),
        chart_of_lines(STRATEGIES),
        chart_of_planks(),
        chart_of_sources(),
        chart_of_scores(),
        chart_head_to_head(STRATEGIES),
        chart_of_many_cells(),
    ]


def results(nasty: str = NASTY) -> list[Result]:
    """Two answers: one small, one with a long table and a name that is code."""
    names = [*STRATEGIES[:5], nasty]
    seats = chart_of_seats()
    long = pl.DataFrame(
        {"deal": [f"deal {at}" for at in range(40)], "score": [(at * 37) % 101 / 10 for at in range(40)]}
    )
    return [
        Result(
            "seats",
            "Seats",
            {"seats": seats.table},
            [
                Finding(
                    "Seat 1 wins 26.5 % of four-player games (26.3 to 26.8 %; 100,000 games).",
                    "moderate",
                    "certain",
                ),
                Finding("Seats 2 and 3 may differ.", "small", "likely"),
                Finding("Seats 3 and 4 cannot be told apart.", "none", "unclear"),
            ],
            [seats],
            ["Seats were rotated."],
        ),
        Result(
            "strategies",
            "Strategies",
            {"strategies": chart_of_strategies(names).table, "deals": long},
            [Finding(f"{nasty} wins least.", "large", "certain")],
            [chart_of_strategies(names), chart_of_lines(names), *all_charts()[3:]],
        ),
    ]


def card(nasty: str = NASTY) -> Scorecard:
    """A scorecard with a line that has a picture, one that reaches beyond it, and one without."""
    lines = [
        Line(
            "seats", "fair", "fine", "Seat 3 wins 21.1 %", "20.1 to 22.1 %, fair 20 %", "The widest gap is 2.6 percentage points.",
            0.211, 0.201, 0.221, (0.18, 0.22), (0.1, 0.3),
        ),
        Line(
            "luck and skill", "skill hardly shows", "off", f"{nasty} leads", "more than 100 games", "Nothing is known beyond.",
            0.9, 0.2, math.inf, (-math.inf, 0.5),
        ),
        Line("components", "observed only", "open", "not measured", "no sources of points", "Only an experiment tells."),
    ]  # fmt: skip
    return Scorecard(lines, "stated defaults for five players")


def made_run(folder: Path, *, name: str = "run", players: tuple[str, ...] = ("random",) * 4, games: int = 400) -> Run:
    """A run folder as the simulator leaves it, with as many columns as a report reads itself."""
    game = find_game("lost-cities")
    plan = Plan(
        game="lost-cities",
        game_version=game.version,
        players=list(players),
        weights=[[] for _ in players],
        rules=game.figures.values() | {"cards.hand": 7},
        variants=[],
        settings=["cards.hand=7"],
        games=games,
        seed=3,
        seating=CYCLIC,
        events=0,
    )
    seats = range(1, len(players) + 1)
    table = pl.DataFrame(
        {
            "game": range(games),
            "luck": [at // len(players) for at in range(games)],
            "winners": [1] * games,
            **{f"rank_{seat}": [1 if at % len(players) == seat - 1 else 2 for at in range(games)] for seat in seats},
            **{f"score_{seat}": [80 + (at * seat) % 7 for at in range(games)] for seat in seats},
        }
    )
    part = folder / name / "games" / "part-00000.parquet"
    part.parent.mkdir(parents=True)
    table.write_parquet(part)
    digest = hashlib.sha256(part.read_bytes()).hexdigest()
    manifest = {
        "format": FORMAT,
        "complete": True,
        "plan": plan.to_dict(),
        "fingerprint": plan.fingerprint(),
        "command": "digsite simulate lost-cities",
        "versions": {"digsite": "0.1.0"},
        "sources": "abc",
        "parts": {"games/part-00000.parquet": {"rows": games, "sha256": digest}},
    }
    (folder / name / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")
    return Run(folder / name)


def words_of(page: str) -> str:
    """A page as it reads: without entities, and with plain spaces between figures and units."""
    return unescape(page).replace("\u00a0", " ")

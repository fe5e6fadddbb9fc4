"""`digsite sweep`: how the balance answers to one or two rule figures, or to all that no source confirms."""

from dataclasses import dataclass
from itertools import product
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from simulator.cli import results
from simulator.cli.console import (
    GameName,
    Json,
    Out,
    Players,
    Plugins,
    Quiet,
    RulesFile,
    Seats,
    Seed,
    Threads,
    Variants,
    announce_compiling,
    count,
    note,
    progress_line,
    show,
    split_seats,
)
from simulator.errors import WrongUse
from simulator.games import find_game

if TYPE_CHECKING:
    import polars as pl

    from analyses.result import Result
    from simulator.game.figures import Figures
    from simulator.play.plan import Plan
    from simulator.runs.run import Run

GAMES = 20_000
MOST_POINTS = 400
REPORT_GAMES = 2_000  # at each alternative, for a report


def sweep(
    game: GameName,
    setting: Annotated[
        list[str],
        typer.Option(
            "--set", metavar="KEY=A,B,C", help="A rule figure's values; two figures at most; one value fixes it."
        ),
    ] = [],  # noqa: B006
    unconfirmed: Annotated[
        bool, typer.Option("--unconfirmed", help="Sweep each unconfirmed figure and rank them.")
    ] = False,
    games: Annotated[
        int, typer.Option("--games", "-n", parser=count, metavar="N", help="Games at each point.")
    ] = GAMES,
    players: Players = None,
    seats: Seats = "",
    variant: Variants = [],  # noqa: B006
    rules_file: RulesFile = None,
    seed: Seed = None,
    plugin: Plugins = [],  # noqa: B006
    threads: Threads = None,
    out: Out = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play a game over values of its rule figures, on the same luck: a curve, a heat map, or a ranking of guesses."""
    from simulator.play.plan import make_plan

    found = find_game(game)
    figures = found.figures.with_file(rules_file) if rules_file else found.figures
    axes, fixed = split_settings(figures, setting)
    if unconfirmed == bool(axes) or len(axes) > 2:
        raise WrongUse(_what_to_sweep(axes, unconfirmed))
    plan = make_plan(
        game,
        games,
        players=players,
        seats=split_seats(seats),
        variants=variant,
        settings=fixed,
        rules_file=rules_file,
        plugins=plugin,
        seed=seed,
        rotate=True,
        events=0,
    )
    line_up = f"{plan.seats} players ({', '.join(plan.players)})"
    note(f"{found.title}: {plan.games:,} games at each point, {line_up}, seed {plan.seed}.", quiet)
    announce_compiling(found.package, found.title, quiet)
    options = {"threads": threads, "progress": progress_line(quiet)}
    result = _unconfirmed(plan, rules_file, options) if unconfirmed else _sweep(plan, axes, options)
    about = {"game": plan.game, "players": plan.seats, "line_up": plan.players, "seed": plan.seed, "games": plan.games}
    about |= {"variants": plan.variants, "settings": plan.settings}
    printer = _print_ranking if unconfirmed else _print_points
    results.deliver(result, about, plan.players, printer, as_json=as_json, out=out, quiet=quiet)


# ----------------------------------------------------------------------------------------------------- what is swept


@dataclass(frozen=True)
class Axis:
    """A figure, or an entry of a list figure, and the values it takes."""

    key: str
    texts: list[str]


def split_settings(figures: "Figures", settings: list[str]) -> tuple[list[Axis], list[str]]:
    """The settings that name several values, and those that fix one; each value is checked."""
    axes, fixed = [], []
    for setting in settings:
        key, equals, text = setting.partition("=")
        key, texts = key.strip(), list(dict.fromkeys(word.strip() for word in text.split(",")))
        is_list = key in figures.by_key and isinstance(figures[key], list)
        if not equals or is_list or len(texts) < 2:
            figures.with_settings([setting])
            fixed.append(setting)
            continue
        for word in texts:
            figures.parse(key, word)
        axes.append(Axis(key, texts))
    if len({axis.key for axis in axes}) < len(axes):
        raise WrongUse(f"{axes[0].key} is swept twice; give all its values in one --set.")
    return axes, fixed


def _what_to_sweep(axes: list[Axis], unconfirmed: bool) -> str:
    if len(axes) > 2:
        return f"A sweep is over one or two figures; --set gives several values to {len(axes)}."
    if unconfirmed:
        return "--unconfirmed chooses its own values; with it, --set may only fix a figure at one value."
    return (
        "There is nothing to sweep: give a figure several values, as in --set cards.hand=6,8 (a list's entry is key.N)."
    )


def _points(plan: "Plan", axes: list[Axis]) -> tuple[list[tuple[tuple[Any, ...], "Plan"]], list[str]]:
    """Every combination that can be played, and notes about those that cannot."""
    from simulator.play.tallies import with_figures

    figures = find_game(plan.game).figures.replace(plan.rules)
    made, notes = [], []
    for texts in product(*(axis.texts for axis in axes)):
        settings = [f"{axis.key}={text}" for axis, text in zip(axes, texts, strict=True)]
        try:
            changed = figures.with_settings(settings)
            values = tuple(value_of(changed, axis.key) for axis in axes)
            made.append((values, with_figures(plan, changed.values())))
        except WrongUse as problem:
            notes.append(f"{' and '.join(settings)} was left out: {problem}")
    if not made:
        raise WrongUse(f"No point of the sweep can be played. {notes[0]}")
    if len(made) > MOST_POINTS:
        raise WrongUse(f"The sweep has {len(made)} points; {MOST_POINTS} are the most.")
    return made, notes


def value_of(figures: "Figures", key: str) -> Any:
    """The value of a figure or of an entry of a list, by the key that --set takes."""
    if key in figures.by_key:
        return figures[key]
    head, _, last = key.rpartition(".")
    figure = figures.by_key[head]
    return figure.value[int(last) - (int(figures.head["players"][0]) if figure.per_players else figure.index_from)]


def _sweep(plan: "Plan", axes: list[Axis], options: dict[str, Any]) -> "Result":
    from analyses.experiments.sweep import Point, Sweep, answer
    from simulator.play.tallies import merge, play_paired

    made, notes = _points(plan, axes)
    others = [(values, other) for values, other in made if other.rules != plan.rules]
    tallies = merge(play_paired([plan, *(other for _, other in others)], **options))
    played = dict(zip((values for values, _ in others), tallies[1:], strict=True))
    points = [Point(values, played.get(values, tallies[0]), values not in played) for values, _ in made]
    figures = find_game(plan.game).figures.replace(plan.rules)
    reference = tuple(value_of(figures, axis.key) for axis in axes)
    return answer(Sweep(tuple(axis.key for axis in axes), reference, plan.players, points, notes))


def _unconfirmed(plan: "Plan", rules_file: Path | None, options: dict[str, Any]) -> "Result":
    from analyses.experiments.sweep import play_unconfirmed, unconfirmed_figures

    return play_unconfirmed(plan, unconfirmed_figures(plan, rules_file), **options)


def sensitivity_of(run: "Run", games: int = REPORT_GAMES) -> "pl.DataFrame | None":
    """How much the unconfirmed figures matter to the conclusions of a run, as a report shows it."""
    from dataclasses import replace

    from analyses.experiments.sweep import play_unconfirmed, unconfirmed_figures

    plan = replace(run.plan, games=-(-games // run.plan.seats) * run.plan.seats, rotate=True, events=0)
    result = play_unconfirmed(plan, unconfirmed_figures(plan))
    return result.tables.get("unconfirmed")


# ------------------------------------------------------------------------------------------------------ on the screen


def _print_points(result: "Result") -> None:
    table = result.tables["points"]
    figures = table.columns[: table.columns.index("measure")]
    measures = table["measure"].unique(maintain_order=True).to_list()
    lines: dict[tuple[Any, ...], list[str]] = {}
    for row in table.iter_rows(named=True):
        mark = "*" if row["verdict"] == "different" else ""
        lines.setdefault(tuple(row[figure] for figure in figures), []).append(_figure(row) + mark)
    show([*figures, *measures], [[*map(str, key), *cells] for key, cells in lines.items()])
    print("(* differs from the rules without the sweep, beyond chance)")


def _figure(row: dict[str, Any]) -> str:
    """The value and half its interval's length, with the digits that this supports."""
    from analyses.experiments.compare import shown

    low, high, unit = row["value_low"], row["value_high"], row["unit"]
    if low is None or high is None or low == high:
        return shown(row["value"], unit).removesuffix(f" {unit}")
    reach = (high - low) / 2
    value, half = (shown(v, unit, reach).removesuffix(f" {unit}").removesuffix(" %") for v in (row["value"], reach))
    return f"{value} ±{half} %" if unit == "share" else f"{value} ±{half}"


def _print_ranking(result: "Result") -> None:
    if "unconfirmed" not in result.tables:
        return
    rows = [
        [
            row["figure"],
            row["value"],
            row["matters"],
            _change(row, "seat_1_change", "share"),
            _change(row, "score_change", "points"),
        ]
        + [row["order"]]
        for row in result.tables["unconfirmed"].iter_rows(named=True)
    ]
    show(("unconfirmed figure", "value", "matters", "seat 1's win share", "mean score", "strategies' order"), rows)


def _change(row: dict[str, Any], column: str, unit: str) -> str:
    """The largest change, its interval, and at which alternative."""
    from analyses.experiments.compare import difference_text
    from analyses.stats import Estimate

    if row.get(column) is None:
        return "–"
    estimate = Estimate(row[column], row[f"{column}_low"], row[f"{column}_high"], row["games"])
    text = difference_text(estimate, unit).replace("percentage points", "pp")  # type: ignore[arg-type]
    return f"{text.partition(';')[0].removesuffix(')')}) at {row[f'{column}_at']}"

"""`digsite tournament`: every line-up of some strategies, in every seat, on the same luck."""

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
    Seed,
    Settings,
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
    from analyses.result import Result
    from simulator.play.plan import Plan

GAMES = 10_000
MOST_LINE_UPS = 500
MOST_SHOWN = 30  # fields on the screen; the rest is in the tables


def tournament(
    game: GameName,
    strategies: Annotated[
        str, typer.Option(metavar="A,B,...", help="Who takes part; by default all strategies but random.")
    ] = "",
    players: Players = None,
    games: Annotated[
        int, typer.Option("--games", "-n", parser=count, metavar="N", help="Games of each line-up.")
    ] = GAMES,
    variant: Variants = [],  # noqa: B006
    setting: Settings = [],  # noqa: B006
    rules_file: RulesFile = None,
    seed: Seed = None,
    plugin: Plugins = [],  # noqa: B006
    threads: Threads = None,
    out: Out = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Let strategies meet in every line-up: ratings, head to head, and the best reply to each field."""
    from analyses.experiments.tournament import answer
    from simulator.play.meetings import line_ups, play_meetings
    from simulator.play.plan import make_plan

    found = find_game(game)
    seats = players or found.players[0]
    named = _entrants(found.id, strategies, plugin)
    tables = line_ups(named, seats)
    if len(tables) > MOST_LINE_UPS:
        raise WrongUse(
            f"{len(named)} strategies make {len(tables):,} line-ups of {seats}; {MOST_LINE_UPS} are the most. "
            "Name fewer with --strategies, or fewer --players."
        )
    plans: list[Plan] = []
    for table in tables:
        plans.append(
            make_plan(
                found.id, games, players=seats, seats=table, variants=variant, settings=setting,
                rules_file=rules_file, plugins=plugin, seed=plans[0].seed if plans else seed, rotate=True, events=0,
            )
        )  # fmt: skip
    games, seed = plans[0].games, plans[0].seed
    meant = f"{len(plans)} line-ups of {seats} from {', '.join(named)}, {games:,} games each, seed {seed}"
    note(f"{found.title}: {meant}.", quiet)
    announce_compiling(found.package, found.title, quiet)
    result = answer(list(play_meetings(plans, threads=threads, progress=_progress(plans, quiet))))
    about = {"game": found.id, "players": seats, "strategies": named, "seed": seed, "games": games * len(plans)}
    about |= {"variants": plans[0].variants, "settings": plans[0].settings}
    results.deliver(result, about, named, _print, as_json=as_json, out=out, quiet=quiet)


def _entrants(game: str, text: str, plugins: list[Path]) -> list[str]:
    from strategies.plugins import load_plugins, read_sources
    from strategies.registry import line_up, strategies_of

    loaded = load_plugins(read_sources(plugins))
    everyone = [name for name in strategies_of(game) if name != "random"] + [made.name for made in loaded]
    named = list(dict.fromkeys(split_seats(text) or everyone))
    line_up(game, named, loaded)  # answers a wrong name with the nearest right one
    if len(named) < 2:
        raise WrongUse(f"A tournament needs two strategies at least; only {named[0]} is named.")
    return named


def _progress(plans: list["Plan"], quiet: bool) -> Any:
    """One line for the whole tournament."""
    report, done, total = progress_line(quiet), 0, sum(plan.games for plan in plans)

    def played(games: int) -> None:
        nonlocal done
        done += games
        if report:
            report(done, total)

    return played


def _print(result: "Result") -> None:
    ratings = result.tables["ratings"]
    show(
        ("strategy", "rating", "from", "to", "win share", "share from", "share to", "appearances"),
        [
            [
                row["strategy"],
                *(f"{row[name]:+.0f}" if row[name] is not None else "-" for name in ("rating", "rating_low", "rating_high")),
                *(f"{100 * row[name]:.2f} %" for name in ("win", "win_low", "win_high")),
                row["appearances"],
            ]
            for row in ratings.iter_rows(named=True)
        ],
    )  # fmt: skip
    fields: dict[str, list[dict[str, Any]]] = {}
    for row in result.tables["replies"].filter("best").sort("field", "win", descending=[False, True]).to_dicts():
        fields.setdefault(row["field"], []).append(row)
    show(
        ("rivals", "best reply", "wins", "from", "to", "cannot be told from it"),
        [
            [field, first["strategy"], *(f"{100 * first[name]:.1f} %" for name in ("win", "win_low", "win_high"))]
            + [", ".join(row["strategy"] for row in others)]
            for field, (first, *others) in list(fields.items())[:MOST_SHOWN]
        ],
    )
    if len(fields) > MOST_SHOWN:
        print(f"({len(fields) - MOST_SHOWN:,} more fields; --out DIR writes all.)")

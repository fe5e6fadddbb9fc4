"""`digsite bench`: how fast the games play here."""

import math
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from digsite.simulator.cli.console import Terminal, say, show
from digsite.simulator.cli.options import Json, Quiet, Threads, closed
from digsite.simulator.errors import WrongUse, once
from digsite.simulator.runs.atomic_files import check_kind

if TYPE_CHECKING:
    from digsite.simulator.lab.tools.bench_compare import VersionTiming


def bench(
    game: Annotated[list[str], typer.Argument(metavar="[GAME]...", help="Games to time; all when absent.")] = [],  # noqa: B006
    threads: Threads = None,
    seconds: Annotated[
        float, typer.Option(min=0.05, metavar="S", help="Time for each of three repeats, or for all rounds.")
    ] = 1.0,
    profile: Annotated[
        bool,
        typer.Option(
            "--profile",
            help="Which part of a game the time goes into: the same games are played again from notes, with one part more "
            "each time, and a part is the difference.",
        ),
    ] = False,
    save: Annotated[Path | None, typer.Option(metavar="FILE", help="Keep the figures for --against.")] = None,
    against: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Compare with a bench kept earlier on this machine: round by round with that version where it is still "
            "installed, else with its figures.",
        ),
    ] = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Games and decisions per second, per game, player count and line-up (median of three; once for thinking players)."""
    if profile + (save is not None) + (against is not None) > 1:
        raise WrongUse("--profile, --save and --against are three kinds of bench; ask for one of them.")
    if threads is not None and (profile or against is not None):
        raise WrongUse("--profile and --against time one thread; leave --threads out.")
    if not math.isfinite(seconds):
        raise WrongUse(f"--seconds must be finite; {seconds} is not.")
    once("game", game)
    if save is not None:
        check_kind(save, ".json")
    progress = None if quiet else Terminal()
    with closed(progress):
        if profile:
            _print_profile(game, seconds, progress, as_json)
        elif against is not None:
            _print_against(against, game, seconds, progress, as_json)
        else:
            _print_speeds(game, threads, seconds, progress, save, as_json)


def _print_speeds(
    games: list[str], threads: int | None, seconds: float, progress: Terminal | None, save: Path | None, as_json: bool
) -> None:
    from digsite.simulator.lab.tools.bench import bench as measure
    from digsite.simulator.lab.tools.bench_compare import save as keep
    from digsite.simulator.runs.atomic_files import check_writable

    if save is not None:
        check_writable(save)
    speeds = list(measure(games, threads, seconds, progress))
    rows = [
        (it.game, it.players, it.line_up, it.threads, it.games_per_second, it.decisions_per_second, it.ns_per_decision,
         it.worlds_per_second, it.ms_per_thought)
        for it in speeds
    ]  # fmt: skip
    figures = ("games/s", "decisions/s", "ns/decision/thread", "worlds/s", "ms/thought")
    show(("game", "players", "line-up", "threads", *figures), rows, as_json)
    if save is not None:
        keep(save, speeds)


def _print_profile(games: list[str], seconds: float, progress: Terminal | None, as_json: bool) -> None:
    from digsite.simulator.lab.tools.profile import profile

    rows = [
        (it.game, it.players, it.line_up, it.ns_per_decision, it.decisions_per_game, it.set_up, it.options, it.moves,
         it.choices, it.rest)
        for it in profile(games, seconds, progress)
    ]  # fmt: skip
    parts = ("set-up %", "options %", "moves %", "players %", "rest %")
    show(("game", "seats", "line-up", "CPU ns/decision", "decisions/game", *parts), rows, as_json)


def _print_against(
    path: Path, games: list[str], seconds: float, progress: Terminal | None, as_json: bool
) -> None:  # fmt: skip
    from digsite.simulator.lab.tools.bench_compare import Earlier
    from digsite.simulator.lab.tools.bench_compare import against as compare

    found = list(compare(Earlier.read(path), games, seconds, progress))
    rows = [
        (it.game, it.players, it.line_up, it.ns_before, it.ns_now, round(it.ratio, 3), round(it.low, 3),
         round(it.high, 3), it.verdict, it.games_played)
        for it in found
    ]  # fmt: skip
    figures = ("ns before", "ns now", "ratio", "from", "to", "verdict", "games played")
    show(("game", "players", "line-up", *figures), rows, as_json)
    if not as_json:
        for sentence in _sentences(found):
            say(sentence)


def _sentences(found: "list[VersionTiming]") -> list[str]:
    """What is slower beyond noise, and what the comparison rests on."""
    slower = [
        f"{it.game}, {it.players} players, {it.line_up} ({it.ratio:.2f} times)"
        for it in found
        if it.verdict == "slower"
    ]
    told = [f"Slower beyond noise: {'; '.join(slower)}." if slower else "Nothing is slower beyond noise."]
    if other := sorted({it.game for it in found if it.games_played == "others"}):
        told.append(f"The two versions do not play the same games of {', '.join(other)}.")
    if gone := sorted({it.game for it in found if it.games_played == "unknown"}):
        told.append(
            f"The earlier version of {', '.join(gone)} is not installed any more: these are the figures of the file, and "
            "the machine may have had more or less to do then."
        )
    return told

"""`digsite check`: a contract's promises, each kept, broken or undecided; or the battery, on a game or on strategies."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digsite.simulator.cli import completion
from digsite.simulator.cli.console import Terminal, coloured, coloured_verdict, print_note, print_sentence, print_table
from digsite.simulator.cli.options import (
    Full,
    Games,
    Json,
    PlayOptions,
    Quiet,
    Seed,
    close_progress,
    given,
    verb,
)
from digsite.simulator.cli.results import print_experiment
from digsite.simulator.lab.reporting.files import as_json as as_text

if TYPE_CHECKING:
    from digsite.simulator.lab.battery.verdict import BatteryResult

_INDENT = "    "
Quick = Annotated[bool, given("quick")]
Only = Annotated[str, given("only")]
Minutes = Annotated[float | None, given("minutes", help="Play changed figures for N minutes; default: most of one.")]
Junit = Annotated[Path | None, given("junit", help="Also write the verdicts as JUnit XML.")]


@verb()
def check(
    contract: Annotated[Path, typer.Argument(metavar="CONTRACT.toml", help="A contract; `new contract` writes one.")],
    how: PlayOptions,
    games: Annotated[int | None, Games("At most N games of each rule set, instead of the contract's limit.")] = None,
    seed: Seed = None,
    seating: Annotated[str, given("seating")] = "",
    junit: Annotated[Path | None, given("junit")] = None,
    full: Full = False,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check a contract: play until every promise is kept or broken (exit code 0 all kept, 1 broken, 3 undecided, 4 failed).

    `digsite check game GAME` checks the rules of a game, and `digsite check strategy FILE` strategies of your own.
    """
    from digsite.simulator.lab.contracts.check import EXIT_CODES
    from digsite.simulator.lab.contracts.check import check as play

    shown = play(contract, games, junit=junit, seed=seed, seating=seating, **how)
    print_experiment(shown, as_json, quiet, full)
    raise typer.Exit(EXIT_CODES[shown.about["verdict"]])


def check_game(
    game: Annotated[
        str,
        typer.Argument(
            metavar="GAME", help="A game's id, or the folder of a game of your own.", autocompletion=completion.games
        ),
    ],
    quick: Quick = False,
    only: Only = "",
    minutes: Minutes = None,
    seed: Seed = None,
    junit: Junit = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check that a game holds what every game must: options apply, scores add up, what is hidden stays hidden, and more.

    Exit code 0: it passes, 1: a fault was found, 4: the check failed.
    """
    from digsite.simulator.lab.battery.run import check_game as check_it

    progress = None if quiet else Terminal()
    with close_progress(progress):
        found = check_it(game, quick=quick, only=only, minutes=minutes, seed=seed, junit=junit, progress=progress)
    _print(found, as_json, quiet)


def check_strategy(
    file: Annotated[Path, typer.Argument(metavar="FILE.py", help="A plug-in: a file of strategies.")],
    quick: Quick = False,
    only: Only = "",
    minutes: Minutes = None,
    seed: Seed = None,
    junit: Junit = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Check strategies of your own: each choice is an option, by what the seat sees, and the same if asked again.

    Exit code 0: they pass, 1: a fault was found, 4: the check failed.
    """
    from digsite.simulator.lab.battery.run import check_strategy as check_it

    progress = None if quiet else Terminal()
    with close_progress(progress):
        found = check_it(file, quick=quick, only=only, minutes=minutes, seed=seed, junit=junit, progress=progress)
    _print(found, as_json, quiet)


def _print(found: "BatteryResult", as_json: bool, quiet: bool) -> None:
    """Print the verdicts, then each problem and how to see it again; exit with 1 if there is a fault."""
    if as_json:
        print(as_text(found.to_dict()))
        raise typer.Exit(int(not found.passed))
    done = [it for it in found.checks if it.verdict != "skipped"]
    print_table(
        ("check", "verdict", "what holds", "looked at"), [(it.name, it.verdict, it.about, it.remarks) for it in done]
    )
    problems = found.to_dict()["problems"]
    for problem in problems:
        _print_problem(problem)
    faults = sum(problem["verdict"] == "fault" for problem in problems)
    ends = f"is not fine: {faults} fault{'s' * (faults > 1)}" if faults else "passes"
    left = len(found.checks) - len(done)
    skipped = f"; {left} check{'s' * (left > 1)} left out" if left else ""
    print_sentence(f"{found.title} {ends}{skipped} ({found.seconds:.0f} s, seed {found.seed}).")
    print_note(f"Repeat this with: {found.command}", quiet)
    raise typer.Exit(int(not found.passed))


def _print_problem(problem: dict[str, Any]) -> None:
    where = [problem["place"]] * bool(problem["place"]) + [problem["in"]] * bool(problem["in"])
    seen = f" ({'; '.join(where)})" if where else ""
    names = coloured(", ".join(problem["found_by"]), "strong")
    print_sentence(f"{coloured_verdict(problem['verdict'])} {names}: {problem['sentence']}{seen}", _INDENT)
    if problem["verdict"] == "fault":
        print_sentence(f"{_INDENT}{problem['repeat']}", 2 * _INDENT)
        for line in problem["replay"]:
            print_sentence(f"{_INDENT}{line}", 2 * _INDENT)

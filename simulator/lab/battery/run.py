"""Checking a game, or the strategies of a file, and the result."""

import secrets
from collections.abc import Iterable
from pathlib import Path
from typing import TypedDict, Unpack

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names, unknown
from digsite.simulator.game.wording import listed
from digsite.simulator.games import find_game
from digsite.simulator.kernel.jit.passed import has_passed, record_passed
from digsite.simulator.lab.battery.rounds import Request, Round, timed
from digsite.simulator.lab.battery.suite import OF_A_GAME, OF_STRATEGIES, Entry
from digsite.simulator.lab.battery.verdict import BatteryResult, CheckResult, What
from digsite.simulator.lab.common.junit import Case, free_file, write_junit
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.play.arguments import flag, minutes_of, names, path_of, seed_of
from digsite.simulator.play.plan import check_names, game_of
from digsite.strategies.plugins.load import load_plugins, read_sources


class BatteryArguments(TypedDict, total=False):
    """How much is checked, and how it is reported.

    quick:    look at less, within seconds.
    only:     names of checks to run, ["sight", "scores"] or "sight,scores".
    minutes:  how long changed figures are played; by default most of a minute.
    seed:     decides all chance; drawn by default.
    junit:    a file for the verdicts as JUnit XML, which build servers read.
    progress: is called during the work.
    """

    quick: bool
    only: str | Iterable[str]
    minutes: float | None
    seed: int | None
    junit: Path | str | None
    progress: Progress | None


def check_game(game: Path | str, **arguments: Unpack[BatteryArguments]) -> BatteryResult:
    """Check that a game holds what every game must: play it in many ways, and find what breaks.

    game: its id, or the folder of a game of your own.

    A game of your own that passes all checks is remembered until it changes.

    Example::

        shown = check_game("lost-cities", quick=True, only="ends,scores", seed=1)
        shown.passed
        [problem.sentence for problem in shown.problems]
    """
    check_names(arguments, BatteryArguments, ("game",))
    found = game_of(game)
    request = Request(found.called, _seed(arguments))
    if not found.home.own:
        return _checked("game", found.called, found.title, request, arguments)
    before = has_passed(found.home.name)
    record_passed(found.home.name, False)  # so that it is checked with every index checked
    result = _checked("game", found.called, found.title, request, arguments)
    whole = not result.quick and len(result.checks) > len(OF_A_GAME)
    record_passed(found.home.name, result.passed and (whole or before))
    return result


def check_strategy(plugin: Path | str, **arguments: Unpack[BatteryArguments]) -> BatteryResult:
    """Check the strategies of a plug-in file: they choose options that are there, by what they see, and can be repeated.

    plugin: the file, whose code this allows to run.

    Example::

        check_strategy("mine.py", quick=True).passed
    """
    check_names(arguments, BatteryArguments, ("plugin",))
    path = path_of("plugin", plugin, "the plug-in")
    made = load_plugins(read_sources([path]))
    games = list(dict.fromkeys(strategy.game for strategy in made))
    if len(games) > 1:
        raise WrongUse(f"{path} has strategies for {listed(games)}; give each game a file of its own.")
    game = find_game(games[0])
    title = f"{listed(strategy.name for strategy in made)} in {game.title}"
    return _checked(
        "strategy", str(path), title, Request(game.called, _seed(arguments), plugins=(str(path),)), arguments
    )


def _seed(arguments: BatteryArguments) -> int:
    given = arguments.get("seed")
    return secrets.randbelow(2**31) if given is None else seed_of(given)


def _checked(what: What, called: str, title: str, request: Request, arguments: BatteryArguments) -> BatteryResult:
    quick, progress = flag("quick", arguments.get("quick", False)), arguments.get("progress") or Progress()
    only, minutes = names("only", arguments.get("only", ())), minutes_of(arguments.get("minutes"))
    target = free_file(arguments["junit"]) if arguments.get("junit") else None  # type: ignore[arg-type]
    entries = _chosen(OF_A_GAME if what == "game" else OF_STRATEGIES, only, quick)
    effort = {"figures": 60 * minutes} if minutes else {}
    request = Request(request.game, request.seed, quick, effort, request.plugins)
    progress.starting(f"Checking {title}{' quickly' * quick}, seed {request.seed}.")
    checks, seconds = timed(Round(title, entries, request, progress))
    command = Command(f"check {what}", called, seed=request.seed, quick=quick, only=only, minutes=minutes)
    result = BatteryResult(title, what, called, request.seed, quick, checks, seconds, command)
    if target:
        write_junit(target, called, [_case(result, check) for check in checks])
    return result


def _chosen(known: tuple[Entry, ...], only: list[str], quick: bool) -> list[Entry]:
    """Return the checks that a user names; by default all, or for a quick check those that are not slow."""
    for name in unique_names("check", only):
        if name not in [entry.name for entry in known]:
            raise unknown("check", name, [entry.name for entry in known])
    return [entry for entry in known if (entry.name in only if only else not (quick and entry.slow))]


def _case(result: BatteryResult, check: CheckResult) -> Case:
    """Return a check as a case of JUnit: a fault is a failure, what was left out an error."""
    kinds = {"fault": "failure", "skipped": "error"}
    message = " ".join(problem.sentence for problem in check.problems if problem.weight == _weight(check))
    return Case(
        f"digsite.{result.called}", check.name, message or check.about, kinds.get(check.verdict, ""), check.verdict
    )


def _weight(check: CheckResult) -> str:
    return check.verdict if check.verdict in ("fault", "note") else "remark"

"""Options that several verbs take, worded once.

A verb takes all that decides a plan as one argument `plan`, and how it is played as one argument `how`; `verb` puts
the options behind them into its signature.
"""

import inspect
from collections.abc import Callable, Sequence
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypedDict

import typer

from simulator.cli.console import Terminal, note
from simulator.lab.progress import Interrupted
from simulator.play import arguments

INTERRUPTED = 130  # the exit code


def count(text: str) -> int:
    """1k, 2.5M, 100_000 as a whole number."""
    number = arguments.count(str(text))
    if number is None:
        raise typer.BadParameter(f"{text!r} is not a whole number such as 500, 20k or 2.5M.")
    return number


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A game's id, e.g. lost-cities.")]
RunFolder = Annotated[Path, typer.Argument(metavar="RUN", help="A run folder.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")]
Quiet = Annotated[bool, typer.Option("--quiet", "-q", help="No progress and no remarks.")]
Seed = Annotated[int | None, typer.Option("--seed", min=0, help="Decides all chance; drawn and printed when absent.")]
Threads = Annotated[int | None, typer.Option("--threads", help="Threads to play on; all cores when absent.")]


Measures = Annotated[
    str,
    typer.Option("--measure", metavar="COLUMN,...", help="The game's columns to measure, as `games GAME` lists them."),
]


def Games(about: str) -> Any:
    """The option for a number of games."""
    return typer.Option("--games", "-n", parser=count, metavar="N", help=about)


class PlanOptions(TypedDict, total=False):
    """What decides a plan, by the names of `simulator.play.plan.PlanArguments`."""

    players: int | None
    seats: str
    variants: list[str]
    settings: list[str]
    rules_file: Path | None
    plugins: list[Path]
    seed: int | None


class PlayOptions(TypedDict):
    """How a plan is played, by the names of `simulator.lab.running.Arguments`."""

    threads: int | None
    out: Path | None
    resume: bool
    progress: Terminal | None


_PLAN: dict[str, tuple[Any, Any]] = {
    "players": (Annotated[int | None, typer.Option("--players", min=1, help="How many players.")], None),
    "seats": (
        Annotated[
            str,
            typer.Option(
                "--seats", metavar="A,B,...", help="A strategy per seat, or one for all; name:weight=value tunes it."
            ),
        ],
        "",
    ),
    "variants": (
        Annotated[list[str], typer.Option("--variant", metavar="V", help="A rule variant; may be given again.")],
        [],
    ),
    "settings": (
        Annotated[
            list[str],
            typer.Option(
                "--set", metavar="KEY=VALUE", help="A rule figure, as in --set cards.hand=7; repeat for more."
            ),
        ],
        [],
    ),
    "rules_file": (
        Annotated[Path | None, typer.Option("--rules", metavar="FILE", help="Rule figures from a file.")],
        None,
    ),
    "plugins": (
        Annotated[list[Path], typer.Option("--plugin", metavar="FILE.py", help="A file with your own strategies.")],
        [],
    ),
    "seed": (Seed, None),
}
_PLAY: dict[str, tuple[Any, Any]] = {
    "threads": (Threads, None),
    "out": (
        Annotated[Path | None, typer.Option(metavar="DIR", help="The folder; under runs/ when absent.")],
        None,
    ),
    "resume": (Annotated[bool, typer.Option("--resume", help="Go on with what is in --out, or begin there.")], False),
}

_PRINTED = ("as_json", "quiet")


def verb(
    *, without: Sequence[str] = (), helps: dict[str, tuple[str, str]] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a verb the options that stand behind its arguments `plan` and `how`.

    without: options of a plan that it does not take.
    helps:   another metavar and help for some of them.
    """
    plan = {name: _worded(option, (helps or {}).get(name)) for name, option in _PLAN.items() if name not in without}
    behind = {"plan": plan, "how": _PLAY}

    def decorate(function: Callable[..., None]) -> Callable[..., None]:
        own = inspect.signature(function)
        parameters = _in_order(own, behind)

        @wraps(function)
        def call(**given: Any) -> None:
            groups = {
                name: {option: given.pop(option) for option in options}
                for name, options in behind.items()
                if name in own.parameters
            }
            if "how" in groups:
                groups["how"]["progress"] = None if given.get("quiet") else Terminal()
            try:
                function(**groups, **given)
            except Interrupted as stop:
                note(f"\n{stop}")
                raise typer.Exit(INTERRUPTED) from stop

        call.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return call

    return decorate


def _in_order(own: inspect.Signature, behind: dict[str, dict[str, tuple[Any, Any]]]) -> list[inspect.Parameter]:
    """The order in which help shows them: a verb's own options, what decides a plan, how it is played, what is printed."""
    mine = [known.replace(kind=inspect.Parameter.KEYWORD_ONLY) for known in own.parameters.values()]
    grouped = [_parameter(*option) for name in own.parameters for option in behind.get(name, {}).items()]
    first = [known for known in mine if known.name not in (*behind, *_PRINTED)]
    return [*first, *grouped, *(known for known in mine if known.name in _PRINTED)]


def _parameter(name: str, option: tuple[Any, Any]) -> inspect.Parameter:
    annotation, default = option
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)


def _worded(option: tuple[Any, Any], words: tuple[str, str] | None) -> tuple[Any, Any]:
    if words is None:
        return option
    annotation, default = option
    kind, known = annotation.__origin__, annotation.__metadata__[0]
    metavar, about = words
    return Annotated[kind, typer.Option(known.default, metavar=metavar, help=about)], default

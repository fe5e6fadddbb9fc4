"""Options that several verbs take, worded once.

A verb takes what decides a plan as one argument `plan`, and how it is played as one argument `how`; `verb` puts
the options behind them into its signature.
"""

import inspect
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, TypedDict

import typer

from digsite.simulator.cli import completion
from digsite.simulator.cli.console import Terminal
from digsite.simulator.cli.interrupts import INTERRUPTED
from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.games import names
from digsite.simulator.home import id_of, is_folder_of_a_game
from digsite.simulator.lab.common.progress import Interrupted
from digsite.simulator.options import OPTIONS
from digsite.simulator.play import arguments
from digsite.simulator.runs.addresses import place
from digsite.simulator.runs.storage import is_file, remote_errors


def count(text: str) -> int:
    """Return 1k, 2.5M or 100_000 as a whole number."""
    number = arguments.count(str(text))
    if number is None:
        raise typer.BadParameter(f"{text!r} is not a whole number such as 500, 20k or 2.5M.")
    return number


def typed_folder(text: str) -> Path:
    """Return a folder as the user types it: a local path, or s3://bucket/run."""
    if text.lower().startswith("memory:/"):
        raise WrongUse(f"{text} would be gone when the command ends; name a folder, or s3://bucket/run.")
    return place(text)


GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        help="A game's name, e.g. lost-cities, or the folder of your own.",
        autocompletion=completion.games,
    ),
]
RunFolder = Annotated[
    Any,
    typer.Argument(
        metavar="RUN",
        parser=typed_folder,
        help="A run folder, or s3://bucket/run.",
        autocompletion=completion.run_folders,
    ),
]


def given(name: str, *, metavar: str = "", help: str = "", **more: Any) -> Any:
    """Return an option of a verb by its row in the table of all options.

    metavar, help: other words, if the verb means something special by it.
    more:          further arguments of `typer.Option`.
    """
    row = OPTIONS[name]
    words = [f"{row.typed}/{row.off}" if row.off else row.typed, *([row.short] if row.short else [])]
    return typer.Option(*words, metavar=metavar or row.metavar or None, help=help or row.help, **more)


def Games(about: str) -> Any:
    """Return the option for a number of games."""
    return given("games", help=about, parser=count)


Full = Annotated[bool, given("full")]
Json = Annotated[bool, given("as_json")]
Quiet = Annotated[bool, given("quiet")]
Seed = Annotated[int | None, given("seed", min=0)]
Cluster = Annotated[str, given("cluster")]
Trust = Annotated[bool, given("trust")]
Threads = Annotated[int | None, given("threads")]
Measures = Annotated[str, given("measure", autocompletion=completion.measures)]


class PlanOptions(TypedDict, total=False):
    """What decides a plan, by the names of `digsite.simulator.play.plan.PlanArguments`."""

    players: int | None
    seats: str
    variants: list[str]
    settings: list[str]
    rules_file: Path | None
    plugins: list[Path]
    seed: int | None
    seating: str


class PlayOptions(TypedDict):
    """How a plan is played, by the names of `digsite.simulator.lab.common.running.Arguments`."""

    threads: int | None
    cluster: str
    out: Path | None
    resume: bool
    trust: bool
    progress: Terminal | None


_PLAN: dict[str, tuple[Any, Any]] = {
    "players": (Annotated[int | None, given("players", min=1)], None),
    "seats": (Annotated[str, given("seats", autocompletion=completion.strategies)], ""),
    "variants": (Annotated[list[str], given("variants", autocompletion=completion.variants)], []),
    "settings": (Annotated[list[str], given("settings", autocompletion=completion.figures)], []),
    "rules_file": (Annotated[Path | None, given("rules_file")], None),
    "plugins": (Annotated[list[Path], given("plugins")], []),
    "seed": (Seed, None),
    "seating": (Annotated[str, given("seating")], ""),
}
_PLAY: dict[str, tuple[Any, Any]] = {
    "threads": (Threads, None),
    "cluster": (Cluster, ""),
    "out": (Annotated[Any, given("out", parser=typed_folder)], None),
    "resume": (Annotated[bool, given("resume")], False),
    "trust": (Trust, False),
}
_VERBOSE: tuple[Any, Any] = (Annotated[bool, given("verbose")], False)
_NAMED = ("game", "contract")  # what is played, which a resumed folder knows
_KNOWN = (
    "threads",
    "cluster",
    "out",
    "resume",
    "trust",
    "full",
    "as_json",
    "quiet",
    "verbose",
)  # do not change what is played
_NOT_DECIDING = (*_KNOWN, "junit")  # which no command of an experiment has

_PRINTED = ("full", "as_json", "quiet")
_UsageError: type[Exception] = typer.BadParameter.__bases__[0]


def with_folder(words: Sequence[str]) -> list[str]:
    """Return the words of a command with the folder after --resume moved to --out.

    >>> with_folder(["simulate", "--resume", "runs/first", "-n", "80k"])
    ['simulate', '--resume', '--out', 'runs/first', '-n', '80k']
    """
    if "--out" in words:
        return list(words)
    of_files = "check" in words[:1]  # which takes a contract
    found: list[str] = []
    for word in words:
        option, equals, folder = word.partition("=")
        if option == "--resume" and equals:
            found += ["--resume", "--out", folder]
        elif found and found[-1] == "--resume" and _is_folder(word, of_files):
            found += ["--out", word]
        else:
            found.append(word)
    return found


def _is_folder(word: str, of_files: bool) -> bool:
    """Return whether a word after --resume names the folder, and not an option, a game or a verb's file."""
    return not word.startswith("-") and not _is_a_game(word) and not (of_files and Path(word).is_file())


def _is_a_game(word: str) -> bool:
    return word in names() or is_folder_of_a_game(Path(word))


def verb(
    *, without: Sequence[str] = (), helps: dict[str, dict[str, str]] | None = None
) -> Callable[[Callable[..., None]], Callable[..., None]]:
    """Give a verb the options that stand behind its arguments `plan` and `how`.

    without: options of a plan that it does not take.
    helps:   another metavar and help for some of them.
    """
    plan = {name: option for name, option in _PLAN.items() if name not in without}
    for name, words in (helps or {}).items():
        kind, default = plan[name]
        plan[name] = Annotated[kind.__origin__, given(name, **words)], default
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
            given.pop("verbose", None)  # `digsite.simulator.cli.app.main` handles it
            named = any(given.get(name) for name in _NAMED)
            if named and given.get("strategy") == "":
                raise _UsageError("Missing argument 'STRATEGY'.")
            if "how" in groups and not named:
                _check_named(function.__name__, groups["how"])
                if function.__name__ != "simulate":  # which knows its plan itself
                    _resume(function.__name__, defaults, {**groups.get("plan", {}), **groups["how"], **given})
                    return
            progress = None if given.get("quiet") else Terminal()
            if "how" in groups:
                groups["how"]["progress"] = progress
            with close_progress(progress):
                function(**groups, **given)

        defaults = {known.name: known.default for known in parameters}
        call.__signature__ = own.replace(parameters=parameters)  # type: ignore[attr-defined]
        call.__annotations__ = {parameter.name: parameter.annotation for parameter in parameters}
        return call

    return decorate


def _in_order(own: inspect.Signature, behind: dict[str, dict[str, tuple[Any, Any]]]) -> list[inspect.Parameter]:
    """Return the parameters in the order of the help: the verb's, the plan's, how it is played, what is printed."""
    mine = [known.replace(kind=inspect.Parameter.KEYWORD_ONLY) for known in own.parameters.values()]
    if "how" in own.parameters:
        mine = [known.replace(default="") if known.name in ("game", "strategy") else known for known in mine]
        mine = [known.replace(default=None) if known.name == "contract" else known for known in mine]
    grouped = [_parameter(*option) for name in own.parameters for option in behind.get(name, {}).items()]
    first = [known for known in mine if known.name not in (*behind, *_PRINTED)]
    printed = [known for known in mine if known.name in _PRINTED]
    return [*first, *grouped, *printed, *([_parameter("verbose", _VERBOSE)] if "plan" in own.parameters else [])]


class Stopped(DigsiteError):
    """The user stopped the work."""

    exit_code = INTERRUPTED


@contextmanager
def close_progress(progress: Terminal | None) -> Iterator[None]:
    """Close the progress bar in the end; if the user stops the work, raise an error that says what is saved."""
    try:
        yield
    except Interrupted as stop:
        raise Stopped(str(stop)) from stop
    finally:
        if progress:
            progress.close()


def _check_named(verb: str, how: dict[str, Any]) -> None:
    """Refuse a command that names neither what to play nor a folder to resume."""
    from digsite.simulator.runs.atomic_files import check_folder
    from digsite.simulator.runs.folder.manifest import EXPERIMENT, MANIFEST

    if how["resume"] and how["out"] is None:
        raise WrongUse(f"--resume needs the folder: {Command(verb, resume='DIR')}.")
    what = "a contract" if verb == "check" else "a game"
    if not how["resume"]:
        raise WrongUse(f"Name {what}, or resume a folder: {Command(verb, resume='DIR')}.")
    check_folder(how["out"])
    with remote_errors(how["out"]):
        there = any(is_file(how["out"] / name) for name in (MANIFEST, EXPERIMENT))
    if not there:
        raise WrongUse(f"{how['out']} holds nothing to resume: it has neither {MANIFEST} nor {EXPERIMENT}.")


def _resume(verb: str, defaults: dict[str, Any], given: dict[str, Any]) -> None:
    """Resume an experiment with the command in its folder.

    The folder may come from anywhere: its command is read, never run. It decides only what is played, not where to
    write or on which cluster; plug-ins are those saved in the folder, which the user must have allowed.
    """
    from digsite.simulator.lab.common.saved_arguments import saved_game
    from digsite.simulator.runs.folder.experiment_file import command_of, read_experiment
    from digsite.simulator.runs.folder.manifest import EXPERIMENT

    folder = given["out"]
    words = command_of(folder)
    if words[0] != verb:
        again = Command(words[0], resume=folder)
        raise WrongUse(f"{folder} is an experiment of {words[0]}; continue with: {again}")
    if said := [name for name, value in given.items() if name not in _KNOWN and value != defaults[name]]:
        raise WrongUse(f"{folder} knows what is played; leave {OPTIONS[said[0]].typed} out, or name everything again.")
    command, context = _read(verb, words[1:], folder)
    for name in context.params:
        if name in _NOT_DECIDING and context.params[name] != defaults.get(name):
            raise DigsiteError(
                f"{folder / EXPERIMENT} was edited: its command says {OPTIONS[name].typed}, which digsite does not "
                "write there. Put the old text back, or start another experiment."
            )
    context.params |= {name: given[name] for name in _KNOWN if name in context.params and name in given}
    if "plugins" in context.params:
        context.params["plugins"] = []  # the folder has their texts
    if "game" in context.params and (saved := saved_game(read_experiment(folder))):
        context.params["game"] = id_of(saved)  # which the folder has, too
    with context:
        raise typer.Exit(int(command.invoke(context) or 0))


def _read(verb: str, words: list[str], folder: Path) -> tuple[Any, Any]:
    """Return the command of a verb, and its context for words from a file."""
    from digsite.simulator.cli.app import app
    from digsite.simulator.runs.folder.manifest import EXPERIMENT

    command = typer.main.get_command(app).get_command(None, verb)  # type: ignore[attr-defined]
    try:
        return command, command.make_context(verb, list(words))
    except (typer.Exit, _UsageError) as problem:
        raise DigsiteError(
            f"{folder / EXPERIMENT} is damaged: its command cannot be read. Put the old text back, or start another "
            "experiment."
        ) from problem


def _parameter(name: str, option: tuple[Any, Any]) -> inspect.Parameter:
    annotation, default = option
    return inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation)

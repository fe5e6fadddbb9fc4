"""What all use cases share: how they report progress, where they write, and how they go on after an interruption."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from simulator.errors import DigsiteError, WrongUse
from simulator.lab.progress import Interrupted, Progress
from simulator.play.arguments import flag, path_of, whole
from simulator.play.plan import PlanArguments, check_names, checked, listed_plugins
from simulator.runs import files
from simulator.runs.store import EXPERIMENT, MANIFEST, SEARCH
from strategies.plugins import Source

if TYPE_CHECKING:
    from simulator.game.game import Game


class Arguments(PlanArguments, total=False):
    """What decides a plan, and how it is played; the latter changes no row.

    threads:  threads to play on; by default all cores.
    out:      the folder; by default it is named after the game, the players and the seed, under runs/.
    resume:   go on with what is in `out`; where there is nothing yet, begin.
    progress: is called while the work goes on.
    """

    threads: int | None
    out: Path | str | None
    resume: bool
    progress: Progress | None


@dataclass(frozen=True)
class Running:
    """How something is played and where it is written."""

    threads: int | None = None
    out: Path | None = None
    resume: bool = False
    progress: Progress = field(default_factory=Progress)

    def folder(self, name: str) -> Path:
        """Where to write, unless the user says so: runs/NAME."""
        return self.out or Path("runs") / name


_OF_RUNS = {  # what `simulate` takes and an experiment decides for itself
    "rotate": "An experiment always rotates its line-ups through the seats; leave rotate out.",
    "events": "An experiment keeps no events; leave events out, or record them with simulate.",
}


def split(verb: Callable[..., Any], /, **arguments: Unpack[Arguments]) -> tuple[PlanArguments, Running]:
    """The arguments of a verb that decide a plan, and how it is played, all checked.

    What is resumed keeps its seed and its plug-ins.
    """
    for name in arguments:
        if name in _OF_RUNS:
            raise WrongUse(_OF_RUNS[name])
    own = [known.name for known in signature(verb).parameters.values() if known.kind is not Parameter.VAR_KEYWORD]
    check_names(arguments, Arguments, own)
    plan = {name: value for name, value in arguments.items() if name in PlanArguments.__annotations__}
    decides, running = checked(cast("PlanArguments", plan)), _running(arguments)
    if running.resume and running.out is None:
        raise WrongUse("--resume needs the run folder: --out DIR.")
    if running.resume and running.out is not None:
        if files.is_empty(running.out):  # a script may always say --resume
            return decides, replace(running, resume=False)
        decides = _as_before(running.out, decides)
    return decides, running


def _running(arguments: Arguments) -> Running:
    threads, out = arguments.get("threads"), arguments.get("out")
    progress = arguments.get("progress") or Progress()
    if not isinstance(progress, Progress):
        raise WrongUse(f"progress must be a Progress of simulator.lab.progress; {progress!r} is not.")
    return Running(
        None if threads is None else whole("threads", threads, least=1),
        path_of("out", out) if out else None,
        flag("resume", arguments.get("resume", False)),
        progress,
    )


def _as_before(folder: Path, arguments: PlanArguments) -> PlanArguments:
    kept = _kept(folder)
    if arguments.get("seed") is None:
        arguments = {**arguments, "seed": kept["seed"]}
    sources = [Source(**plugin) for plugin in kept["plugins"]]
    given = [_plugin_as_before(folder, plugin, sources) for plugin in listed_plugins(arguments.get("plugins"))]
    return {**arguments, "plugins": [*sources, *(plugin for plugin in given if plugin not in sources)]}


def _kept(folder: Path) -> Mapping[str, Any]:
    """The seed and the plug-ins of what is in a folder; what is wrong with the folder is said later."""
    for name, what in ((EXPERIMENT, EXPERIMENT), (MANIFEST, "manifest"), (SEARCH, SEARCH)):
        if (folder / name).is_file():
            found = files.read_json(folder / name, f"The {what} of {folder}")
            plan = found.get("plan", found)
            plugins = plan.get("plugins") or []
            return {"seed": plan.get("seed"), "plugins": [] if isinstance(plugins, dict) else plugins}  # 0.1: hashes
    return {"seed": None, "plugins": []}


def _plugin_as_before(folder: Path, plugin: Path | str | Source, kept: list[Source]) -> Path | str | Source:
    """The text that the run keeps, whether the file is still there or not; a file that was changed is refused."""
    if isinstance(plugin, Source):
        return plugin
    path = Path(plugin)
    same = [source for source in kept if Path(source.file).name == path.name]
    if not same:
        return plugin
    text = path.read_text(encoding="utf-8") if path.is_file() else same[0].text
    for source in same:
        if source.text == text:
            return source
    raise WrongUse(
        f"The plug-in {path} has changed since {folder} was begun (its hash was {same[0].hash}, now "
        f"{Source(str(path), text).hash}). Put the old text back, it is in the folder's plugins, or begin anew with "
        "another --out."
    )


def announce_compiling(game: "Game", progress: Progress) -> None:
    """Say that kernels are being compiled, if they are not in the cache."""
    from simulator.kernel.compile import is_compiled

    if not is_compiled(game.package):
        progress.starting(
            f"Compiling the kernels of {game.title} (first use of this version; takes a minute or two) ..."
        )


@contextmanager
def writing(what: str, folder: Path) -> Iterator[None]:
    """Say in a sentence that a folder cannot be written, and what is safe."""
    try:
        yield
    except OSError as problem:
        reason = problem.strerror or str(problem)
        raise DigsiteError(
            f"The {what} in {folder} cannot be written: {reason}. What is written is whole; go on with --resume."
        ) from problem


class Count:
    """Games played so far, reported batch by batch."""

    def __init__(self, progress: Progress, total: int, done: int = 0):
        """So many games are to be played in all, and so many are done already."""
        self.progress, self.total, self.done = progress, total, done

    def __call__(self, games: int) -> None:
        """So many more games are played."""
        self.done += games
        self.progress.played(self.done, self.total)


def interrupted(saved: int, total: int, folder: Path) -> Interrupted:
    """The sentence for an interrupted run or experiment."""
    return Interrupted(
        f"{saved:,} of {total:,} games are saved in {folder}; go on with the same command and --resume --out {folder}"
    )

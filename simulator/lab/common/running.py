"""What all use cases share: how a plan is played, where it is written, and the checks of both."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.wording import listed
from digsite.simulator.games import game_in
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.saved_arguments import (
    read_saved_plan,
    saved_game,
    with_saved_plugins,
    with_saved_seating,
)
from digsite.simulator.options import OPTIONS, Phrase
from digsite.simulator.play.arguments import MOST_THREADS, flag, text_of, whole_number
from digsite.simulator.play.plan import PlanArguments, check_arguments, check_names, game_of, plugin_list
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.simulator.saved_games import changed_since, open_saved
from digsite.simulator.trust import allow
from digsite.strategies.learned.record import strangers
from digsite.strategies.plugins.load import Source

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.backends import Backend
    from digsite.simulator.play.plan import Plan


class Arguments(PlanArguments, total=False):
    """The arguments of a plan, and how it is played; the latter changes no row.

    threads:  threads to play on; by default all cores.
    cluster:  a Dask cluster to play on instead: "local:4" for four processes here, or a scheduler's address such as
              "tcp://host:8786".
    out:      the folder; by default it is named after the game, the players and the seed, under runs/.
    resume:   resume the run in `out`; start it if the folder is empty.
    trust:    allow the game and the plug-ins that come with a folder or a contract to run, now and from now on.
    progress: is called during the work.
    """

    threads: int | None
    cluster: str | None
    out: Path | str | None
    resume: bool
    trust: bool
    progress: Progress | None


@dataclass(frozen=True)
class Running:
    """How a plan is played and where it is written."""

    threads: int | None = None
    out: Path | None = None
    resume: bool = False
    progress: Progress = field(default_factory=Progress)
    trusted: bool = False  # whether the user allows the code that comes with a folder
    saved_plan: Mapping[str, Any] = field(default_factory=dict)  # the plan of the run in `out`, if there is one
    cluster: "str | Backend" = ""  # its address, or an open one
    resume_text: Phrase | None = None  # how to continue after a stop; by default the verb of its command with --resume

    @contextmanager
    def backend(self) -> "Iterator[Backend]":
        """Yield the backend: threads here, or a cluster, which is closed in the end unless it was open before."""
        if not self.cluster:
            from digsite.simulator.play.backends import Threads

            yield Threads(self.threads)
        elif isinstance(self.cluster, str):
            from digsite.simulator.play.cluster.client import cluster_at

            with cluster_at(self.cluster, self.progress.working) as cluster:
                yield cluster
        else:
            yield self.cluster

    @contextmanager
    def connected(self) -> "Iterator[tuple[Running, Backend]]":
        """Yield the same with an open backend, and the backend: for a verb that plays several things one by one."""
        with self.backend() as on:
            yield replace(self, cluster=on), on

    def game(self, named: Path | str) -> "Game":
        """Return the game to play: the one that the user names, or where a run is resumed, the one that it keeps."""
        saved = saved_game(self.saved_plan) if self.resume else None
        if saved is None:
            return game_of(named, self.trusted)
        kept, named = game_in(open_saved(saved, str(self.out), self.saved_plan.get("own_game"))), str(named)
        gone = Path(named).name.lower().replace("_", "-").replace(" ", "-") == kept.name and not Path(named).exists()
        if not named or gone:
            return kept
        found = game_of(named, self.trusted)
        if found.name != kept.name or found.home is kept.home or found.home.files is None:
            return found
        changed = listed(saved.changed_to(found.home.files)[:_MOST_NAMED])
        raise WrongUse(
            f"{found.called} has changed since {self.out} was begun ({changed}). "
            f"Name {self.out} as the game to continue by the rules it has saved, or choose another folder with ",
            OPTIONS["out"],
            ".",
        )

    def folder(self, name: str) -> Path:
        """Return the folder to write to: the user's, or else runs/NAME."""
        folder = self.out or Path("runs") / name
        atomic_files.check_folder(folder)
        return folder


_OF_RUNS = {  # options of `simulate` that an experiment decides itself
    "rotate": 'An experiment takes seating="cyclic" instead of rotate, which is for simulate alone.',
    "events": "An experiment records no events; leave events out, or record them with simulate.",
}


_MOST_NAMED = 3  # changed files in a sentence


_HERE = ("tune", "exploit", "learn", "balance", "new_contract")  # verbs that write line by line


def split_arguments(verb: Callable[..., Any], /, **arguments: Unpack[Arguments]) -> tuple[PlanArguments, Running]:
    """Return the arguments of a verb that decide a plan, and how it is played, all checked.

    A run in the folder keeps its seed, and a resumed one its plug-ins too.
    """
    for name in arguments:
        if name in _OF_RUNS:
            raise WrongUse(_OF_RUNS[name])
    own = [known.name for known in signature(verb).parameters.values() if known.kind is not Parameter.VAR_KEYWORD]
    check_names(arguments, Arguments, own)
    plan = {name: value for name, value in arguments.items() if name in PlanArguments.__annotations__}
    decides, running = check_arguments(cast("PlanArguments", plan)), _running(arguments)
    if running.trusted:
        allow(plugin for plugin in plugin_list(decides.get("plugins")) if isinstance(plugin, Source))
    if running.resume and running.out is None:
        out = OPTIONS["out"]
        needed = Phrase(f"the run folder: {out.typed} {out.metavar}.", f"the run's folder as {out.called}.")
        raise WrongUse(OPTIONS["resume"], " needs ", needed)
    if running.out is None:
        return decides, running
    if verb.__name__ in _HERE and addresses.is_remote(running.out):
        raise WrongUse(f"{verb.__name__} keeps its search in a folder of this machine; {running.out} is none.")
    with storage.remote_errors(running.out):
        if atomic_files.is_empty(running.out):  # a script may always pass --resume
            return decides, replace(running, resume=False)
        kept = read_saved_plan(running.out)
    if decides.get("seed") is None and kept.get("seed") is not None:
        decides = {**decides, "seed": kept["seed"]}
    if running.resume:
        decides = with_saved_plugins(running.out, decides, kept, running.trusted)
        decides = with_saved_seating(running.out, decides, kept)
    return decides, replace(running, saved_plan=kept)


def _running(arguments: Arguments) -> Running:
    threads, out = arguments.get("threads"), arguments.get("out")
    progress = arguments.get("progress") or Progress()
    if not isinstance(progress, Progress):
        raise WrongUse(f"progress must be a Progress of digsite.simulator.lab.common.progress; {progress!r} is not.")
    cluster = arguments.get("cluster") or ""
    if cluster:
        check_cluster(text_of("cluster", cluster), threads)
    return Running(
        threads=None if threads is None else whole_number("threads", threads, least=1, most=MOST_THREADS),
        out=_folder(out) if out else None,
        resume=flag("resume", arguments.get("resume", False)),
        progress=progress,
        trusted=flag("trust", arguments.get("trust", False)),
        cluster=cluster,
    )


def _folder(out: Any) -> Path:
    if not isinstance(out, str | Path) and not hasattr(type(out), "fs"):
        raise WrongUse(f"out must be a path; {out!r} is not.")
    return addresses.place(out)


def check_cluster(address: str, threads: int | None = None) -> None:
    """Refuse an invalid cluster address, or threads together with a cluster, before loading anything for it."""
    from digsite.simulator.play.arguments import cluster_of

    cluster_of(address)
    if threads is not None:
        raise WrongUse(
            OPTIONS["threads"],
            " are those of this process; a ",
            OPTIONS["cluster"],
            " has its own. Leave one of them out.",
        )


def announce_compiling(game: "Game", progress: Progress, on: "Backend | None" = None) -> None:
    """Report that kernels are being compiled, if they are not in the cache, and how far that is.

    The caches of a cluster's workers are not known here.
    """
    from digsite.simulator.lab.tools.precompile import report_compiling

    apart = on is not None and on.uses_processes
    report_compiling(game, progress, at_once=not apart)
    if apart:
        progress.working("Waiting for the first games; workers compile what is new to them")


def announce_strangers(plans: "Iterable[Plan]", progress: Progress) -> None:
    """Say which learned players have learned other rules than they play by."""
    for file in dict.fromkeys(file for plan in plans for file in strangers(plan)):
        progress.starting(f"{file} has learned other rules than are played here: it may play them badly.")


_announced: set[str] = set()  # games whose changes this process has told


def announce_changes(game: "Game", progress: Progress) -> None:
    """Say once if a game is played as a run keeps it while its folder differs today."""
    if game.id in _announced or (found := changed_since(game.home)) is None:
        return
    _announced.add(game.id)
    origin, changed = found
    progress.starting(f"{game.title} is played as saved; {origin} differs today ({listed(changed[:_MOST_NAMED])}).")

"""What all use cases share: how they report progress, where they write, and how they resume after an interruption."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, nullcontext, suppress
from dataclasses import dataclass, field, replace
from inspect import Parameter, signature
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, Unpack, cast

from digsite.simulator.commands import Command, resuming, verb_of
from digsite.simulator.errors import DigsiteError, Sentence, WrongUse, short_message
from digsite.simulator.game.texts import read_text
from digsite.simulator.game.wording import listed
from digsite.simulator.game_files import GameFiles, are_game_files
from digsite.simulator.games import game_in
from digsite.simulator.lab.common.progress import SAME, Interrupted, Progress, message_on_stop, resume_hint
from digsite.simulator.options import OPTIONS, Phrase
from digsite.simulator.play.arguments import MOST_THREADS, flag, text_of, whole_number
from digsite.simulator.play.plan import PlanArguments, check_arguments, check_names, game_of, plugin_list
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.simulator.runs.folder.lock import check_lock, locked
from digsite.simulator.runs.folder.manifest import ARMS, EXPERIMENT, MANIFEST, SEARCH
from digsite.simulator.runs.folder.plugin_texts import check_allowed
from digsite.simulator.runs.folder.store import clear
from digsite.simulator.saved_games import changed_since, open_saved
from digsite.simulator.trust import allow
from digsite.strategies.plugins.load import Source, sources_of

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.backends import Backend


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
            from digsite.simulator.play.cluster import cluster_at

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
            f"Name {self.out} as the game to go on with the rules that it keeps, or choose another folder with ",
            OPTIONS["out"],
            ".",
        )

    def folder(self, name: str) -> Path:
        """Return the folder to write to: the user's, or else runs/NAME."""
        folder = self.out or Path("runs") / name
        atomic_files.check_folder(folder)
        return folder


_OF_RUNS = {  # options of `simulate` that an experiment decides itself
    "rotate": "An experiment always rotates its line-ups through the seats; leave rotate out.",
    "events": "An experiment records no events; leave events out, or record them with simulate.",
}


_MOST_NAMED = 3  # changed files in a sentence
_WHOLE: Sentence = (" What is written is whole; continue with ", OPTIONS["resume"], ".")


_HERE = ("tune", "exploit", "new_contract")  # verbs that write line by line


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
        kept = _kept(running.out)
    if decides.get("seed") is None and kept.get("seed") is not None:
        decides = {**decides, "seed": kept["seed"]}
    if running.resume:
        decides = _as_before(running.out, decides, kept, running.trusted)
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


def _as_before(folder: Path, arguments: PlanArguments, kept: Mapping[str, Any], trusted: bool) -> PlanArguments:
    plugins = kept.get("plugins") or []
    sources = sources_of(plugins) if isinstance(plugins, list) else []  # 0.1 saved hashes
    given = [_plugin_as_before(folder, plugin, sources) for plugin in plugin_list(arguments.get("plugins"))]
    game = saved_game(kept)
    check_allowed(folder, [*([game] if game else []), *sources], trusted)
    return {**arguments, "plugins": [*sources, *(plugin for plugin in given if plugin not in sources)]}


def saved_game(kept: Mapping[str, Any]) -> GameFiles | None:
    """Return the files of the user's game that a run or an experiment keeps; None for one of digsite's."""
    name, texts = kept.get("game"), kept.get("game_files")
    if not texts:
        return None
    if not are_game_files(name, texts):
        raise DigsiteError("The saved game is damaged: it is not what digsite writes there. Play the games again.")
    return GameFiles(str(name), texts)


def _kept(folder: Path) -> Mapping[str, Any]:
    """Return the plan of the run in a folder, or the experiment's question; problems with either are reported later."""
    for name, what in ((EXPERIMENT, EXPERIMENT), (MANIFEST, "manifest"), (SEARCH, SEARCH)):
        if storage.is_file(folder / name):
            found = atomic_files.read_json(folder / name, f"The {what} of {folder}")
            kept = found.get("plan", found)
            return {"own_game": found.get("own_game"), **kept} if isinstance(kept, dict) else {}
    return {}


def _plugin_as_before(folder: Path, plugin: Path | str | Source, kept: list[Source]) -> Path | str | Source:
    """Return the run's saved text, even if the file is gone; refuse a file that has changed."""
    own = plugin if isinstance(plugin, Source) else None
    path = Path(own.file if own else plugin)  # type: ignore[arg-type]
    same = [source for source in kept if Path(source.file).name == path.name]
    if not same or own in kept:
        return plugin
    text = own.text if own else read_text(path, "The plug-in") if path.is_file() else same[0].text
    for source in same:
        if source.text == text:
            if path.is_file():
                allow([source])  # the user names this very text
            return source
    raise WrongUse(
        f"The plug-in {path} has changed since {folder} was begun (its hash was {same[0].hash}, now "
        f"{Source(str(path), text).hash}). Put the old text back, it is in the folder's plugins, or start again with "
        "another ",
        OPTIONS["out"],
        ".",
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


_announced: set[str] = set()  # games whose changes this process has told


def announce_changes(game: "Game", progress: Progress) -> None:
    """Say once if a game is played as a run keeps it while its folder differs today."""
    if game.id in _announced or (found := changed_since(game.home)) is None:
        return
    _announced.add(game.id)
    origin, changed = found
    progress.starting(f"{game.title} is played as saved; {origin} differs today ({listed(changed[:_MOST_NAMED])}).")


class Folder(Protocol):
    """A run or an experiment being written."""

    folder: Path
    manifest: dict[str, Any]

    @property
    def has_parts(self) -> bool:
        """Return whether there is a part."""

    @property
    def manifests(self) -> list[dict[str, Any]]:
        """Return its descriptions as last read or written, without reading the folder."""

    def exists(self) -> bool:
        """Return whether the folder holds it already, complete or not."""

    def check_free(self) -> None:
        """Refuse a folder that holds something else."""

    def create(self) -> None:
        """Begin it."""

    def resume(self) -> None:
        """Resume it."""


@contextmanager
def open_store(store: Folder, what: str, total: int, running: Running) -> Iterator[None]:
    """Start or resume a run or an experiment, and hold the lock on its folder meanwhile.

    The same plan in the same folder is the same run, whose parts are reused. A start that fails before the first part
    leaves nothing behind.
    """
    ours = cleared = False  # whether this call started what is in the folder; nothing else is ever removed
    try:
        with locked(store.folder), message_on_stop(lambda: _saved(store, total, running.resume_text)):
            try:
                if running.resume or store.exists():
                    store.resume()
                else:
                    store.check_free()
                    ours = True
                    store.create()
                yield
            except (Exception, KeyboardInterrupt) as problem:
                stopped = isinstance(problem, KeyboardInterrupt)
                if ours and not store.has_parts:
                    with storage.short_timeouts() if stopped else nullcontext():
                        check_lock()
                        with suppress(*storage.failures()):  # the next start removes what is still there
                            clear(store.folder)
                            cleared = atomic_files.is_empty(store.folder)
                raise
    except storage.failures() as problem:
        kept = _WHOLE if store.has_parts else (" Nothing is left." * cleared,)
        own = _named(problem, f"The {what} in {store.folder}", store.folder)
        raise DigsiteError(f"{own} cannot be written: {short_message(problem)}.", *kept) from problem
    except KeyboardInterrupt as stop:
        raise Interrupted(*_saved(store, total, running.resume_text)) from stop


def _named(problem: Exception, own: str, folder: Path) -> str:
    """Return what cannot be written: a file of the folder, or another path that the exception names."""
    name = getattr(problem, "filename", None)
    if addresses.is_remote(folder) or not name or Path(name).parent.is_relative_to(folder):
        return own
    return str(Path(name).parent)


def _saved(store: Folder, total: int, resume_text: Phrase | None = None) -> Sentence:
    """Return the sentence for an interrupted run or experiment, by what its folder holds.

    A remote folder is not read: it may be what keeps the user waiting.
    """
    folder, here = store.folder, not addresses.is_remote(store.folder)
    verb, games, more = "", 0, None
    for found in _manifests(folder) if here else store.manifests:
        verb = verb or verb_of(found.get("command"))
        games += sum(part["rows"] for name, part in found.get("parts", {}).items() if name.startswith("games/"))
        if "plan" in found and "plan" in store.manifest and found["plan"]["games"] < total:  # not extended yet
            more = total
    if not games and here and (folder / SEARCH).is_file():
        return f"Interrupted; the search is saved in {folder}; continue with ", SAME, " and ", resuming(folder)
    if not games:
        return ("Interrupted; no games were saved yet.",)
    resume_text = resume_text or resume_hint(Command(verb, resume=folder, games=more))
    return f"{games:,} of {total:,} games are saved in {folder}; ", resume_text


def _manifests(folder: Path) -> Iterator[dict[str, Any]]:
    """Yield the descriptions in a local folder: of its experiment, its run or its arms."""
    arms = [arm / MANIFEST for arm in storage.entries(folder / ARMS)]
    for path in [folder / EXPERIMENT, folder / MANIFEST, *arms]:
        if path.is_file():
            yield atomic_files.read_json(path, str(path))


@contextmanager
def writing(what: str, folder: Path) -> Iterator[None]:
    """Hold the lock on a folder, and raise an error that says so if it cannot be written."""
    try:
        with locked(folder):
            yield
    except storage.failures() as problem:
        raise DigsiteError(f"The {what} in {folder} cannot be written: {short_message(problem)}.", *_WHOLE) from problem


class Count:
    """Games played so far, reported batch by batch."""

    def __init__(
        self,
        progress: Progress,
        total: int,
        done: int = 0,
        at_most: bool = False,
        what: str = "Playing",
        ends: float | None = None,
    ):
        """Start at `done` of `total` games; `at_most` if fewer may be enough.

        ends: when play ends at the latest, by time.monotonic().
        """
        self.progress, self.total, self.done = progress, total, done
        progress.counting(what, at_most, ends)

    def __call__(self, games: int) -> None:
        """Add played games."""
        self.done += games
        self.progress.played(self.done, self.total)

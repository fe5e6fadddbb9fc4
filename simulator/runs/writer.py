"""Playing runs part by part, writing finished parts meanwhile."""

import secrets
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice, tee
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np

from digsite.simulator.play.backends import Backend, Job, On, OnTables, TableCache, backend_of, play_jobs
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.table import Batch, batch_of
from digsite.simulator.runs import addresses, atomic_files, storage
from digsite.simulator.runs.atomic_files import SHARED
from digsite.simulator.runs.folder.parts import part_name, writing_part
from digsite.simulator.runs.folder.store import Store
from digsite.simulator.runs.schema import events_table, games_table

EVENT_BATCH = 1_000  # games in a row group of the events; part of the format, unlike the batch size
Report = Callable[[int], None]


def write_parts(
    parts: Iterable[tuple[Store, int]], on: On = None, progress: Report | None = None, batch_games: int | None = None
) -> None:
    """Play parts of runs in this order, on threads or on a cluster, and write each as soon as it is complete.

    Workers of a cluster make whole parts, unless there are fewer parts than workers: then they return batches, which
    are assembled here. `progress` is called with the number of games of each batch or part. Parts are taken lazily:
    there may be millions.
    """
    backend, report = backend_of(on), progress or (lambda _games: None)
    with _settling(parts) as seen:
        first = list(islice(seen, backend.width)) if backend.uses_processes else []
        if backend.uses_processes and len(first) == backend.width:
            _write_whole(chain(first, seen), backend, report)
        else:
            _assemble(chain(first, seen), backend, report, batch_games)


def _assemble(
    parts: Iterable[tuple[Store, int]], backend: Backend, report: Report, batch_games: int | None = None
) -> None:
    """Collect batches and write the parts here."""
    asked, parts = tee(parts)
    jobs = (job for store, part in asked for job in jobs_of(store.plan, part, batch_games))
    with closing(play_jobs(jobs, backend)) as batches, ThreadPoolExecutor(1) as pool:
        writing: Future[None] = pool.submit(lambda: None)
        for store, part in parts:
            made = PartWriter(store.folder, store.plan, part, store.description())
            for batch in _of_one_part(batches, len(store.plan.part_range(part))):
                report(len(batch.rows))
                made.keep(batch)
                if batch.events:
                    writing.result()
                    writing = pool.submit(made.write_events, batch)
            writing.result()
            writing = pool.submit(_finish, store, made)
        writing.result()


def _finish(store: Store, made: "PartWriter") -> None:
    for name, known in made.finish().items():
        store.add_part(name, known)


def _write_whole(parts: Iterable[tuple[Store, int]], backend: Backend, report: Report) -> None:
    """Have workers make whole parts; write only the manifest, and parts that a worker could not write, here."""
    with ExitStack() as open_folders:
        tokens: dict[Path, str] = {}

        def token(folder: Path) -> str:
            if folder not in tokens:
                tokens[folder] = open_folders.enter_context(_shared(folder))
            return tokens[folder]

        asked, parts = tee(parts)
        jobs = (
            PartJob(store.plan, part, store.description(), addresses.path_text(store.folder), token(store.folder))
            for store, part in asked
        )
        with closing(play_jobs(jobs, backend)) as made:
            for (store, part), given in zip(parts, made, strict=True):
                for name, content in given.contents.items():
                    atomic_files.write_bytes(store.folder / name, content)
                for name, known in given.known.items():
                    store.add_part(name, known)
                report(len(store.plan.part_range(part)))


@contextmanager
def _shared(folder: Path) -> Iterator[str]:
    """Yield a token that lies in a folder while workers make its parts: a worker that reads it shares the folder."""
    token = secrets.token_hex(8)
    atomic_files.write_text(folder / SHARED, token)
    try:
        yield token
    finally:
        atomic_files.remove(folder / SHARED)
        atomic_files.remove_temporary_files(folder)  # of workers that died while writing


@contextmanager
def _settling(parts: Iterable[tuple[Store, int]]) -> Iterator[Iterator[tuple[Store, int]]]:
    """Yield the same parts lazily; however play ends, save the manifests of their runs."""
    stores: dict[int, Store] = {}

    def seen() -> Iterator[tuple[Store, int]]:
        for store, part in parts:
            stores[id(store)] = store
            yield store, part

    def settle() -> None:
        for store in stores.values():
            store.save_manifest()

    try:
        yield seen()
    except KeyboardInterrupt:
        with storage.short_timeouts():
            settle()
        raise
    except BaseException:
        settle()
        raise
    settle()


def jobs_of(plan: Plan, part: int, batch_games: int | None = None) -> Iterator[Job]:
    """Yield the batches of a part; those with events come first."""
    size = batch_games or batch_of(plan)
    games = plan.part_range(part)
    first = games.start
    while first < games.stop:
        with_events = first < plan.events
        stop = min(plan.events, games.stop) if with_events else games.stop
        count = min(size, EVENT_BATCH if with_events else size, stop - first)
        yield Job(plan, first, count, with_events)
        first += count


def _of_one_part(batches: Iterator[Batch], games: int) -> Iterator[Batch]:
    while games > 0:
        batch = next(batches)
        games -= len(batch.rows)
        yield batch


class PartWriter:
    """Writes a part into the folder of a run: its games in the end, their events as they come."""

    def __init__(self, folder: Path, plan: Plan, part: int, description: dict[str, Any]):
        """Prepare a part; the files depend only on these arguments, and `description` becomes their metadata."""
        self.folder, self.plan, self.part, self.description = folder, plan, part, description
        self.game = plan.definition
        self._open = ExitStack()
        self._events: Any = None
        self._played: list[Batch] = []
        self._first, self._waiting = plan.part_range(part).start, list[np.ndarray]()
        self._known: dict[str, dict[str, Any]] = {}

    def keep(self, batch: Batch) -> None:
        """Hold the rows of the next batch in memory until the part is complete."""
        self._played.append(replace(batch, events=[]))

    def write_events(self, batch: Batch) -> None:
        """Write the events of the next batch as soon as they fill a row group."""
        self._waiting += batch.events
        while len(self._waiting) >= EVENT_BATCH:
            self._flush()

    def _flush(self) -> None:
        """Write the waiting events as a row group, if there are any; without events there is no file."""
        group, self._waiting = self._waiting[:EVENT_BATCH], self._waiting[EVENT_BATCH:]
        if not group:
            return
        table = events_table(self.game, self._first, group)
        self._first += len(group)
        if self._events is None:
            self._events = self._open.enter_context(self._file("events", table.schema))
        self._events.write_table(_described(table, self._events))

    def _file(self, kind: str, schema: Any) -> Any:
        name = part_name(kind, self.part)
        known = self._known[name] = {}
        return writing_part(self.folder / name, self.description, schema, known)

    def finish(self) -> dict[str, dict[str, Any]]:
        """Write the rest; return the rows and the hash of each file by name."""
        self._flush()
        self._open.close()
        first = self.plan.part_range(self.part).start
        rows, marks = (np.concatenate([getattr(batch, kind) for batch in self._played]) for kind in ("rows", "marks"))
        games = games_table(self.game, self.plan, first, rows, marks)
        with self._file("games", games.schema) as writer:
            writer.write_table(_described(games, writer))
        return self._known


def _described(table: Any, writer: Any) -> Any:
    """Return the table with the metadata of the writer's file; a cast would load all of Arrow's functions."""
    return table.replace_schema_metadata(writer.schema.metadata)


@dataclass(frozen=True)
class PartMade:
    """The files of a part: the manifest's entry for each, and the bytes of those still to be written."""

    known: dict[str, dict[str, Any]]
    contents: dict[str, bytes] = field(default_factory=dict)


@dataclass(frozen=True)
class PartJob(OnTables):
    """A job that plays a whole part and, where its folder can be reached, writes it.

    folder: the run's folder, as the user names it.
    token:  content of a file in it that proves that a worker shares the folder.
    """

    plan: Plan
    part: int
    description: dict[str, Any]
    folder: str
    token: str

    @property
    def plans(self) -> Sequence[Plan]:
        """Return the plan whose games it plays."""
        return (self.plan,)

    def do(self, tables: TableCache) -> PartMade:
        """Play the part, write it, and return the files made."""
        with TemporaryDirectory(prefix="digsite-") as aside:
            folder = Path(aside)
            known = self._played(folder, tables)
            made = PartMade(known, {name: (folder / name).read_bytes() for name in known})
        return PartMade(known) if self._delivered(made) else made

    def _delivered(self, made: PartMade) -> bool:
        """Return whether the files could be put in place: the folder may be out of reach or not writable from here."""
        shared = atomic_files.shared_folder(self.folder, SHARED, self.token)
        if shared is None:
            return False
        try:
            for name, content in made.contents.items():
                atomic_files.write_bytes(shared / name, content)
        except storage.failures():
            return False
        return True

    def _played(self, folder: Path, tables: TableCache) -> dict[str, dict[str, Any]]:
        """Play the part into a folder; return the manifest's entries for its files."""
        for kind in ("games", "events"):
            (folder / kind).mkdir()
        made = PartWriter(folder, self.plan, self.part, self.description)
        for job in jobs_of(self.plan, self.part):
            tables.check_stop()
            batch = job.do(tables)
            made.keep(batch)
            made.write_events(batch)
        return made.finish()

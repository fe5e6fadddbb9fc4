"""Examining the installation: is everything installed, and does it compute what it should?"""

import platform
import time
from dataclasses import dataclass, field

from digsite.simulator.game.wording import counted
from digsite.simulator.play.backends import default_threads
from digsite.simulator.version import digsite_version

PACKAGES = ("numpy", "numba", "polars", "pandas", "pyarrow", "matplotlib", "scipy", "typer", "rich", "jinja2")
ROUND_TRIPS = 5


@dataclass(frozen=True)
class Check:
    """One check: its name, what was found, whether that is right, and the figures found."""

    what: str
    found: str
    fine: bool = True
    figures: dict[str, float] = field(default_factory=dict)


def doctor(cluster: str = "") -> list[Check]:
    """Check versions, threads, the kernel cache and a short self-test; or, on a cluster, each worker."""
    if cluster:
        return _workers(cluster)
    versions, threads = {name: _version(name) for name in PACKAGES}, default_threads()
    return [
        Check("digsite", digsite_version()),
        Check("python", platform.python_version()),
        Check("machine", f"{platform.machine()}, {_processor()}"),
        Check("threads", str(threads), figures={"threads": threads}),
        *(Check(name, version, version != "missing") for name, version in versions.items()),
        _cache(),
        *_self_test(),
    ]


def _workers(address: str) -> list[Check]:
    """Return each worker's cores, versions, kernel cache, and the time of a round trip to it."""
    from digsite.simulator.play.cluster.client import cluster_at
    from digsite.simulator.play.cluster.environment import environment_difference, facts
    from digsite.simulator.play.cluster.worker import worker_facts

    with cluster_at(address, check=False) as cluster:
        known, found = cluster.workers(), []
        facts_by_worker = cluster.facts()
        for worker, there in facts_by_worker.items():
            difference = environment_difference(facts(), there)
            threads = known[worker]["nthreads"] if worker in known else 0
            held = counted(threads, "thread") if threads else "gone"
            alike = difference or "all versions alike"
            found.append(Check(worker, f"{held}, {alike}", not difference, {"threads": threads}))
            if difference:
                continue
            seen, times = cluster.client.run(worker_facts, workers=[worker])[worker], []
            for _ in range(ROUND_TRIPS):
                began = time.perf_counter()
                cluster.client.run(platform.node, workers=[worker])
                times.append(1000 * (time.perf_counter() - began))
            best = min(times)
            found += [
                Check("  host", f"{seen.host}, {counted(seen.cores, 'core')}", figures={"cores": seen.cores}),
                Check("  versions", ", ".join(f"{name} {version}" for name, version in seen.facts.items())),
                Check("  kernel cache", seen.kernels),
                Check("  round trip", f"{best:.1f} ms at best of {ROUND_TRIPS}", figures={"milliseconds": best}),
            ]
    workers = len(facts_by_worker)
    return [
        Check("cluster", f"{address}, {counted(workers, 'worker')}", bool(facts_by_worker), {"workers": workers}),
        *found,
    ]


def _version(name: str) -> str:
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return "missing"


def _processor() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            return next(line.split(":", 1)[1].strip() for line in file if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or "unknown processor"


def _cache() -> Check:
    from digsite.simulator.cache_place import cache_root
    from digsite.simulator.kernel.jit.ownership import is_private_folder
    from digsite.simulator.lab.tools.precompile import cache_problem

    root = cache_root()
    files = [path for path in root.glob("**/*") if path.is_file()] if root.is_dir() else []
    size = sum(path.stat().st_size for path in files) / 1e6
    if why := cache_problem():
        return Check("kernel cache", f"{root} cannot be written ({why}); set DIGSITE_CACHE", False)
    if not is_private_folder(root):
        return Check(
            "kernel cache",
            f"{root} belongs to another user, so digsite does not read it; set DIGSITE_CACHE to a folder of yours",
            False,
        )
    figures = {"files": len(files), "megabytes": size}
    return Check("kernel cache", f"{root} ({len(files)} files, {size:.0f} MB)", figures=figures)


def _self_test() -> list[Check]:
    import numpy as np

    from digsite.simulator.games import all_games
    from digsite.simulator.kernel.play.rng_check import VECTOR, draws
    from digsite.simulator.play.backends import batches
    from digsite.simulator.play.plan import make_plan

    chance = draws()
    began = time.perf_counter()
    game = next(iter(all_games().values()))
    plan = make_plan(game.id, 2_000, players=game.players[0], seats="random", seed=1, events=0)
    once = np.concatenate([batch.rows for batch in batches(plan, threads=1)])
    took = time.perf_counter() - began
    again = np.concatenate([batch.rows for batch in batches(plan, threads=2, batch_games=77)])
    agrees = "test vector agrees" if chance == VECTOR else f"test vector differs: {chance}"
    return [
        Check("chance", agrees, chance == VECTOR),
        Check(
            "play",
            f"{plan.games:,} games of {game.title} in {took:.2f} s",
            figures={"games": plan.games, "seconds": took},
        ),
        Check("repeatable", "same rows for 1 and 2 threads", bool((once == again).all())),
    ]

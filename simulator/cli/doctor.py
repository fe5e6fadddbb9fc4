"""`digsite doctor`: is everything here that is needed, and does it compute what it should?"""

import platform
import time
from typing import Any

from simulator.cli.console import Json, show
from simulator.errors import DigsiteError

PACKAGES = ("numpy", "numba", "polars", "pandas", "pyarrow", "matplotlib", "scipy", "typer", "rich", "jinja2")


def doctor(as_json: Json = False) -> None:
    """Versions, threads, the kernel cache, and a short self-test."""
    from simulator.lab.simulate import VERSION
    from simulator.play.backends import default_threads

    rows: list[tuple[str, Any, bool]] = [
        ("digsite", VERSION, True),
        ("python", platform.python_version(), True),
        ("machine", f"{platform.machine()}, {_processor()}", True),
        ("threads", default_threads(), True),
    ]
    rows += [(name, _version(name), _version(name) != "missing") for name in PACKAGES]
    rows += [_cache(), *_self_test()]
    show(("what", "found", "fine"), rows, as_json)
    if wrong := [what for what, _, fine in rows if not fine]:
        raise DigsiteError(f"Not fine: {', '.join(wrong)}.")


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


def _cache() -> tuple[str, str, bool]:
    from simulator.kernel.compile import cache_root

    root = cache_root()
    files = [path for path in root.glob("**/*") if path.is_file()] if root.is_dir() else []
    size = sum(path.stat().st_size for path in files) / 1e6
    try:
        root.mkdir(parents=True, exist_ok=True)
        (root / ".writable").touch()
        (root / ".writable").unlink()
    except OSError as problem:
        return "kernel cache", f"{root} cannot be written ({problem.strerror}); set DIGSITE_CACHE", False
    return "kernel cache", f"{root} ({len(files)} files, {size:.0f} MB)", True


def _self_test() -> list[tuple[str, str, bool]]:
    import numpy as np

    from simulator.kernel.rng_check import VECTOR, draws
    from simulator.play.backends import batches
    from simulator.play.plan import make_plan

    chance = draws()
    began = time.perf_counter()
    plan = make_plan("lost-cities", 2_000, players=2, seats=["random"], seed=1, events=0)
    once = np.concatenate([batch.rows for batch in batches(plan, threads=1)])
    took = time.perf_counter() - began
    again = np.concatenate([batch.rows for batch in batches(plan, threads=2, batch_games=77)])
    return [
        ("chance", "test vector agrees" if chance == VECTOR else f"test vector differs: {chance}", chance == VECTOR),
        ("play", f"2,000 games of Lost Cities in {took:.2f} s", True),
        ("repeatable", "same rows for 1 and 2 threads", bool((once == again).all())),
    ]

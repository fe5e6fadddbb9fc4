"""Planted faults: each must be killed by the test that is named for it, and a sample of small ones by any test.

    python -m tests.mutants [AREA or FILE]... [--only NAME] [--since REV] [--sample N] [--seed S]

Every `tests/**/mutants.toml` lists faults in the rules of the games and in the statistics, a table `[[mutant]]` for each:

    name      = "a shuffle leaves the last card where it is"   the fault in words
    at        = "kernel.shuffle"                               the function it is planted in (tests/mutations.py)
    find      = "range(last - 1, first, -1)"                   code that stands there exactly once
    replace   = "range(last - 2, first, -1)"                   what it becomes
    killed_by = "test_a_shuffle_keeps_the_cards"               a test that must fail then, or a list of such
    compiled  = true                                           only where plain Python cannot show the fault

Modules that were changed since a revision, or that are named, get a sample of small faults besides: a comparison, a
figure, a condition, a missing statement, swapped arguments. The tests of the module's folder are run on each.

Each fault is planted alone in a copy of the project; without faults the same tests must pass. Tests run as plain Python
where they can, in forked children of a process that has imported the slow libraries, but nothing of the project.
"""

import argparse
import ast
import multiprocessing
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache, cached_property
from importlib import import_module
from pathlib import Path

from tests import mutations
from tests.mutations import PACKAGES, ROOT, Stale

SECONDS = 600  # a fault that makes a test run longer is killed by that
_COPIED = (*PACKAGES, "tests", "docs", "README.md", "CHANGELOG.md", "pyproject.toml")
_SLOW = ("numpy", "numba", "scipy.stats", "hypothesis", "pytest")
_PLAIN = ("analyses", "game", "games", "kernel")  # folders of tests that plain Python can run, as for `make coverage`
_PASSED, _FAILED, _NOT_THE_COPY = 0, 1, 99  # how pytest ends, and what it never ends with


@dataclass(frozen=True)
class Mutant:
    """One planted fault of a list."""

    area: str
    name: str
    at: str
    find: str
    replace: str
    killed_by: tuple[str, ...]
    compiled: bool = False

    @cached_property
    def stale(self) -> str:
        """Why the fault cannot be planted any more; nothing if it can."""
        try:
            mutations.where(self.at, self.find, self.replace)
            return "" if self.tests else "no test is named for it"
        except (Stale, SyntaxError) as error:
            return str(error)

    @cached_property
    def tests(self) -> tuple[str, ...]:
        """The tests that must notice the fault, as pytest finds them."""
        return tuple(find_test(name) for name in self.killed_by)


@cache
def _all_tests() -> list[str]:
    """Every test of the project as FILE::NAME or FILE::CLASS::NAME."""
    found = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        names = mutations.named(ast.parse(path.read_text(encoding="utf-8")))
        found += [f"{path.relative_to(ROOT).as_posix()}::{name.replace('.', '::')}" for name in names]
    return found


def find_test(name: str) -> str:
    """The one test of a name; that of a file may be given as FILE::NAME, one case as NAME[CASE]."""
    name, bracket, case = name.partition("[")
    found = [test for test in _all_tests() if test == name or test.endswith(f"::{name}")]
    if len(found) != 1:
        raise Stale(f"{len(found)} tests are called {name}, not one")
    return found[0] + bracket + case


def lists() -> list[Path]:
    """The files that list faults."""
    return sorted((ROOT / "tests").rglob("mutants.toml"))


def read(path: Path) -> Iterator[Mutant]:
    """The faults that a file lists; its folder names their area."""
    for entry in tomllib.loads(path.read_text(encoding="utf-8"))["mutant"]:
        killers = entry.pop("killed_by")
        killed_by = (killers,) if isinstance(killers, str) else tuple(killers)
        yield Mutant(area=path.parent.name.replace("_", "-"), killed_by=killed_by, **entry)


def everything() -> list[Mutant]:
    """All planted faults."""
    return [mutant for path in lists() for mutant in read(path)]


def chosen(areas: Iterable[str], only: str) -> list[Mutant]:
    """The faults of some areas (their lists may be named as well), of one name if that is given."""
    wanted = {word.removesuffix("/mutants.toml").rpartition("/")[2].replace("_", "-") for word in areas}
    return [it for it in everything() if (not wanted or it.area in wanted) and only in ("", it.name)]


def changed_since(revision: str) -> list[Path]:
    """The modules that have been changed since a revision and are still there."""
    words = ["git", "diff", "--name-only", "--diff-filter=d", revision, "--", *PACKAGES]
    said = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    if said.returncode:
        raise Stale(f"There is no revision {revision}: {said.stderr.strip()}")
    return [path for path in mutations.modules() if path.relative_to(ROOT).as_posix() in said.stdout.split()]


def where_tested(module: Path) -> tuple[str, ...]:
    """Where the tests of a module lie: a file named after it first, then its game's or its package's folder."""
    steps = [step for step in module.relative_to(ROOT).with_suffix("").parts if step != "simulator"]
    games = [f"games/{step}" for step in steps[:-1]]
    folders = [*games, *("/".join(steps[:end]) for end in range(len(steps) - 1, 0, -1))]
    folder = next((it for it in folders if (ROOT / "tests" / it).is_dir()), "")
    if not folder:
        return ()
    own = f"tests/{folder}/test_{steps[-1]}.py"
    return (own, f"tests/{folder}") if (ROOT / own).is_file() else (f"tests/{folder}",)


def sample(modules: Iterable[Path], size: int, seed: int) -> list[tuple[Path, int]]:
    """Small faults drawn from those of some modules: a module and a number each."""
    known = [path for path in modules if where_tested(path)]
    everywhere = [
        (path, number)
        for path in known
        for number, _ in enumerate(mutations.alternatives(ast.parse(mutations.source(path))))
    ]
    return random.Random(seed).sample(everywhere, min(max(size, 0), len(everywhere)))


class House:
    """A copy of the project to plant faults in."""

    def __init__(self, folder: Path):
        self.folder = folder
        for name in _COPIED:
            if (source := ROOT / name).is_dir():
                shutil.copytree(source, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
            else:
                shutil.copy(source, folder / name)
        for name in _SLOW:
            import_module(name)

    @contextmanager
    def planted(self, path: Path, text: str) -> Iterator[None]:
        """A file of the copy has another text while the block runs."""
        path = self.folder / path.relative_to(ROOT)
        sound = path.read_text(encoding="utf-8")
        path.write_text(text, encoding="utf-8")
        try:
            yield
        finally:
            path.write_text(sound, encoding="utf-8")

    def test(self, tests: Iterable[str], compiled: bool, seconds: float | None = None) -> int | None:
        """How pytest ends in a child of this process; nothing when it takes too long."""
        child = multiprocessing.get_context("fork").Process(target=self._run_tests, args=(list(tests), compiled))
        child.start()
        child.join(seconds)
        if (ended := child.exitcode) is None:
            child.kill()
            child.join()
        return ended

    def _run_tests(self, tests: list[str], compiled: bool) -> None:
        """In the child: what is imported comes from the copy, and what is compiled is kept there."""
        import pytest
        from numba.core import config

        with (self.folder / "log").open("w") as log:
            os.dup2(log.fileno(), 1)
            os.dup2(log.fileno(), 2)
        os.environ |= {
            "PYTHONPATH": str(self.folder), "DIGSITE_CACHE": str(self.folder / "cache"),
            "NUMBA_DISABLE_JIT": "0" if compiled else "1",
        }  # fmt: skip
        config.DISABLE_JIT = int(not compiled)
        sys.dont_write_bytecode = True
        for name in [name for name in sys.modules if name.partition(".")[0] in ("tests", *_COPIED)]:
            del sys.modules[name]
        sys.path[:] = [str(self.folder), *(path for path in sys.path if Path(path or ".").resolve() != ROOT)]
        os.chdir(self.folder)
        simulator = import_module("digsite.simulator").__file__ or ""
        if not Path(simulator).is_relative_to(self.folder):
            os._exit(_NOT_THE_COPY)
        marks = [] if any("::" in test for test in tests) else ["-m", "not verify and not many_games"]
        words = ["-q", "-x", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", *marks, *tests]
        os._exit(int(pytest.main(words)))

    def log(self) -> str:
        """What pytest printed last."""
        return (self.folder / "log").read_text(encoding="utf-8")

    def verdict(self, planted: tuple[Path, str], tests: Iterable[str], compiled: bool, seconds: float) -> str:
        """killed, LIVED or BROKEN: what becomes of a fault."""
        with self.planted(*planted):
            ended = self.test(tests, compiled, seconds)
        if ended is None or ended == _FAILED or ended < 0:  # too slow, noticed, or crashed
            return "killed"
        return "LIVED" if ended == _PASSED else f"BROKEN: the tests do not run (pytest ends with {ended})"


def plant_listed(mutants: list[Mutant], house: House) -> bool:
    """Plant the faults of the lists and say what becomes of each; whether all are killed."""
    for compiled in (False, True):
        sound = [it for it in mutants if it.compiled == compiled and not it.stale]
        tests = sorted({test for mutant in sound for test in mutant.tests})
        if tests and house.test(tests, compiled) != _PASSED:
            print(f"{house.log()}\nWithout any fault one of the tests fails already.", file=sys.stderr)
            return False
    killed = 0
    for number, it in enumerate(mutants, 1):
        verdict = f"STALE: {it.stale}" if it.stale else ""
        verdict = verdict or house.verdict(
            mutations.planted(it.at, it.find, it.replace), it.tests, it.compiled, SECONDS
        )
        killed += verdict == "killed"
        print(f"{number}/{len(mutants)} {it.area}: {it.name}: {verdict}", flush=True)
    print(f"{killed} of {len(mutants)} faults are killed.")
    return killed == len(mutants)


def plant_sample(drawn: list[tuple[Path, int]], house: House) -> None:
    """Plant small faults and say which of them no test notices. Some change nothing that matters: look at each."""
    seconds: dict[tuple[str, ...], float] = {}
    killed = tried = 0
    for path, number in sorted(drawn):
        tests = where_tested(path)
        compiled = tests[0].split("/")[1] not in _PLAIN
        if tests not in seconds:
            began = time.monotonic()
            passed = house.test(tests, compiled) == _PASSED
            seconds[tests] = 60 + 3 * (time.monotonic() - began) if passed else 0
            if not passed:
                print(f"{house.log()}\nWithout any fault a test of {tests[-1]} fails already.", file=sys.stderr)
        if seconds[tests]:
            words, text = mutations.altered(path, number)
            verdict = house.verdict((path, text), tests, compiled, seconds[tests])
            tried, killed = tried + 1, killed + (verdict != "LIVED")  # a module that cannot be read is noticed
            print(f"{words}: {verdict}", flush=True)
    print(f"{killed} of {tried} small faults are killed.")


def main(words: list[str] | None = None) -> int:
    """Plant faults and say what becomes of each; 1 if one of the lists lives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Plant faults and see them caught.")
    parser.add_argument(
        "words", nargs="*", help="areas such as kernel or lost-cities, or modules to draw small faults from"
    )
    parser.add_argument("--only", default="", help="the name of one fault")
    parser.add_argument("--since", default="", help="draw small faults from the modules changed since this revision")
    parser.add_argument("--sample", type=int, default=20, help="the number of small faults")
    parser.add_argument("--seed", type=int, default=random.randrange(10**6), help="which small faults are drawn")
    asked = parser.parse_args(words)
    modules = [ROOT / word for word in asked.words if word.endswith(".py")]
    areas = [word for word in asked.words if not word.endswith(".py")]
    mutants = [] if modules and not areas else chosen(areas, asked.only)
    try:
        modules += changed_since(asked.since) if asked.since else []
        missing = [path for path in modules if path not in mutations.modules()]
        if missing or not (modules or mutants):
            known = ", ".join(sorted({mutant.area for mutant in everything()}))
            raise Stale(f"There is no such fault or module. There are the areas {known}.")
    except Stale as error:
        print(error, file=sys.stderr)
        return 2
    drawn = sample(modules, asked.sample, asked.seed)
    with tempfile.TemporaryDirectory(prefix="digsite-mutants-") as folder:
        house = House(Path(folder).resolve())
        fine = plant_listed(mutants, house) if mutants else True
        if drawn:
            print(f"{len(drawn)} small faults in {len({path for path, _ in drawn})} modules, --seed {asked.seed}:")
            plant_sample(drawn, house)
    return int(not fine)


if __name__ == "__main__":
    raise SystemExit(main())

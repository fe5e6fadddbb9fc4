"""Planted faults: each must be killed by the test that is named for it.

    python -m tests.mutants [AREA or FILE] [--only NAME]

Every `tests/**/mutants.toml` lists faults of one area, a table `[[mutant]]` for each:

    name      = "a shuffle leaves the last card where it is"   the fault in words
    file      = "simulator/kernel/rng.py"                      where it is planted
    find      = "range(last - 1, first, -1)"                   a text that stands there exactly once
    replace   = "range(last - 2, first, -1)"                   what it becomes
    killed_by = "tests/kernel/test_rng.py::test_..."           a test that must fail then, or a list of such
    compiled  = true                                           only where plain Python cannot show the fault

Each fault is planted alone in a copy of the project, and only the tests named for it are run, as plain Python unless
it says otherwise. Without faults the same tests must pass. A run of all faults of an area renews its part of docs/mutants.md.

Tests run in forked children of a process that has imported the slow libraries, but nothing of the project.
"""

import argparse
import multiprocessing
import os
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PAGE = ROOT / "docs" / "mutants.md"
SECONDS = 600  # a fault that makes a test run longer is killed by that
_COPIED = ("digsite", "simulator", "strategies", "analyses", "reports", "tests", "docs", "README.md", "CHANGELOG.md",
           "pyproject.toml")  # fmt: skip
_SLOW = ("numpy", "numba", "scipy.stats", "hypothesis", "pytest")
_NOT_RUN = "**not run yet**"
_PASSED, _FAILED, _NOT_THE_COPY = 0, 1, 99  # how pytest ends, and what it never ends with


@dataclass(frozen=True)
class Mutant:
    """One planted fault."""

    area: str
    name: str
    file: str
    find: str
    replace: str
    killed_by: tuple[str, ...]
    compiled: bool = False

    @cached_property
    def stale(self) -> str:
        """Why the fault cannot be planted any more; nothing if it can."""
        path = ROOT / self.file
        if not path.is_file():
            return f"there is no file {self.file}"
        if (count := path.read_text(encoding="utf-8").count(self.find)) != 1:
            return f"its text stands {count} times in {self.file}, not once"
        return "it changes nothing" if self.find == self.replace else ""


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


def chosen(word: str, only: str) -> list[Mutant]:
    """The faults of an area (its list may be named as well) or of a source file, of one name if that is given."""

    def fits(mutant: Mutant) -> bool:
        area = word.removesuffix("/mutants.toml").rpartition("/")[2].replace("_", "-")
        return (not word or mutant.area == area or mutant.file == word) and only in ("", mutant.name)

    return [mutant for mutant in everything() if fits(mutant)]


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
    def planted(self, mutant: Mutant) -> Iterator[None]:
        """The fault is in the copy while the block runs."""
        path = self.folder / mutant.file
        sound = path.read_text(encoding="utf-8")
        path.write_text(sound.replace(mutant.find, mutant.replace), encoding="utf-8")
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
        simulator = import_module("simulator").__file__ or ""
        if not Path(simulator).is_relative_to(self.folder):
            os._exit(_NOT_THE_COPY)
        words = ["-q", "-x", "-p", "no:cacheprovider", "-o", "addopts=--strict-markers", *tests]
        os._exit(int(pytest.main(words)))

    def log(self) -> str:
        """What pytest printed last."""
        return (self.folder / "log").read_text(encoding="utf-8")


def verdict_on(mutant: Mutant, house: House) -> str:
    """killed, LIVED, STALE or BROKEN: what became of a fault."""
    if mutant.stale:
        return f"STALE: {mutant.stale}"
    with house.planted(mutant):
        ended = house.test(mutant.killed_by, mutant.compiled, SECONDS)
    if ended is None or ended == _FAILED or ended < 0:  # too slow, noticed, or crashed
        return "killed"
    return "LIVED" if ended == _PASSED else f"BROKEN: the tests do not run (pytest ends with {ended})"


def unsound(mutants: Iterable[Mutant], house: House) -> str:
    """What is wrong with the tests when no fault is planted; nothing if they pass."""
    for compiled in (False, True):
        tests = sorted({test for mutant in mutants if mutant.compiled == compiled for test in mutant.killed_by})
        if tests and house.test(tests, compiled) != _PASSED:
            return f"{house.log()}\nWithout any fault one of the tests fails already."
    return ""


def cells_of(page: str) -> dict[tuple[str, str], str]:
    """What a page says of each fault, by area and name."""
    rows = [line.strip("| ").split(" | ") for line in page.splitlines() if line.startswith("| ")]
    return {(row[0], row[1]): row[2] for row in rows if len(row) == 3}


def page_of(verdicts: dict[Mutant, str], before: str = "", mutants: Iterable[Mutant] = ()) -> str:
    """The score and the faults as a page of the documentation; what was not run now is as the page before said."""
    cells, faults = cells_of(before), [*(mutants or verdicts)]
    for mutant, verdict in verdicts.items():
        killers = ", ".join(test.rpartition("::")[2].replace("_", " ") for test in mutant.killed_by)
        cells[mutant.area, mutant.name] = killers if verdict == "killed" else f"**{verdict}**"
    said = [cells.get((mutant.area, mutant.name), _NOT_RUN) for mutant in faults]
    killed, open_yet = sum(not cell.startswith("**") for cell in said), said.count(_NOT_RUN)
    lines = [
        "# Planted faults",
        "",
        f"`make mutants` plants {len(faults)} faults, one at a time, and runs the test that is to notice each: "
        f"{killed} of {len(faults)} are killed{f', {open_yet} have not been run yet' if open_yet else ''}. "
        "The faults are listed in `tests/**/mutants.toml`.",
        "",
        "| area | fault | killed by |",
        "|---|---|---|",
    ]
    lines += [f"| {mutant.area} | {mutant.name} | {cell} |" for mutant, cell in zip(faults, said, strict=True)]
    return "\n".join(lines) + "\n"


def main(words: list[str] | None = None) -> int:
    """Plant faults, say what became of each, and give the score."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants", description="Plant faults and see them caught.")
    parser.add_argument("word", nargs="?", default="", help="an area such as kernel or lost-cities, or a source file")
    parser.add_argument("--only", default="", help="the name of one fault")
    asked = parser.parse_args(words)
    mutants = chosen(asked.word, asked.only)
    if not mutants:
        areas = ", ".join(sorted({mutant.area for mutant in everything()}))
        print(f"There is no such fault. There are the areas {areas}.", file=sys.stderr)
        return 2
    verdicts = {}
    with tempfile.TemporaryDirectory(prefix="digsite-mutants-") as folder:
        house = House(Path(folder).resolve())
        if problem := unsound(mutants, house):
            print(problem, file=sys.stderr)
            return 1
        for number, mutant in enumerate(mutants, 1):
            verdicts[mutant] = verdict_on(mutant, house)
            print(f"{number}/{len(mutants)} {mutant.area}: {mutant.name}: {verdicts[mutant]}", flush=True)
    killed = sum(verdict == "killed" for verdict in verdicts.values())
    print(f"{killed} of {len(mutants)} faults are killed.")
    if not asked.only:
        before = PAGE.read_text(encoding="utf-8")
        PAGE.write_text(page_of(verdicts, before, everything()), encoding="utf-8")
    return int(killed < len(mutants))


if __name__ == "__main__":
    raise SystemExit(main())

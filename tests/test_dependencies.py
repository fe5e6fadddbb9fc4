"""The versions that pyproject.toml allows are those that work: the lowest and the newest of them are installed and played with."""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
PLAYED_WITH = [Requirement(text) for text in (*PROJECT["dependencies"], *EXTRAS["cluster"])]
GAMES = ("archaeology", "lost-cities")


def lowest(requirement: Requirement) -> str:
    (version,) = (bound.version for bound in requirement.specifier if bound.operator == ">=")
    return f"{requirement.name}=={version}"


def test_every_library_has_a_lowest_and_a_highest_version():
    for requirement in PLAYED_WITH:
        assert sorted(bound.operator for bound in requirement.specifier) == ["<", ">="], requirement.name


def test_the_versions_that_make_installs_are_allowed():
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    pinned = dict(line.split("==") for line in lines if "==" in line)
    known = {canonicalize_name(name): version for name, version in pinned.items()}
    for requirement in [*PLAYED_WITH, *map(Requirement, EXTRAS["dev"])]:
        assert requirement.specifier.contains(known[canonicalize_name(requirement.name)]), requirement.name


def interpreter(newest: bool) -> str:
    """The lowest Python that is allowed, or the newest that is here; the present one where there is no other."""
    found = re.fullmatch(r">=3\.(\d+)", PROJECT["requires-python"])
    assert found is not None
    first = int(found[1])
    for minor in range(first + 9, first - 1, -1) if newest else [first]:
        python = shutil.which(f"python3.{minor}")
        if python and subprocess.run([python, "-c", "import ensurepip"], capture_output=True).returncode == 0:
            return python
    return sys.executable


@pytest.mark.verify
@pytest.mark.parametrize("end", ["lowest", "newest"])
def test_the_lowest_and_the_newest_versions_play_write_analyse_and_report(tmp_path, monkeypatch, end):
    for name in ("PYTHONPATH", "NUMBA_DISABLE_JIT"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("DIGSITE_CACHE", str(tmp_path / "cache"))

    def do(*words: str) -> str:
        done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, f"{' '.join(words)}\n{done.stdout}\n{done.stderr}"
        return done.stdout

    source, bin_ = tmp_path / "source", tmp_path / "venv" / ("Scripts" if sys.platform == "win32" else "bin")
    for name in ("digsite", "simulator", "strategies", "analyses", "reports", "tests", "docs"):
        shutil.copytree(ROOT / name, source / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    pins = [lowest(requirement) for requirement in PLAYED_WITH] if end == "lowest" else []
    do(interpreter(newest=end == "newest"), "-m", "venv", "venv")
    do(str(bin_ / "python"), "-m", "pip", "install", "--quiet", f"{source}[cluster]", *pins, "pytest", "hypothesis")

    digsite = str(bin_ / "digsite")
    print(end, do(str(bin_ / "python"), "--version"), do(str(bin_ / "python"), "-m", "pip", "list"))
    for game in GAMES:
        play = (digsite, "simulate", game, "--seed", "1", "--out", game, "--rotate", "--quiet")
        do(*play, "--games", "100")
        do(*play, "--games", "200", "--resume", "--cluster", "local:1")
        assert "games" in do(digsite, "analyze", game, "--quiet")
        do(digsite, "report", game, "--no-experiments", "--no-sensitivity", "--out", f"{game}.html", "--quiet")
        assert "</html>" in (tmp_path / f"{game}.html").read_text(encoding="utf-8")
    # Every question is asked of runs of all kinds: a version that plays may still not analyse.
    do(str(bin_ / "python"), "-m", "pytest", "-q", "--rootdir", str(source), str(source / "tests" / "analyses"))
    elsewhere = "from digsite.simulator.runs.storage import path_text, place; print(*(path_text(place(f'{kind}://host/run')) for kind in ('s3', 'ftp')))"
    assert do(str(bin_ / "python"), "-c", elsewhere) == "s3://host/run ftp://host/run\n"

"""A layer of the house uses those below it, never those above; pyproject.toml lists them. A game is known to itself alone."""

import ast
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from digsite.simulator.home import Home, built_in

ROOT = Path(__file__).resolve().parents[1]
PACKAGES = ("simulator", "strategies", "analyses", "reports")


def test_no_import_goes_against_the_layers(tmp_path):
    """The checker looks for modules in the folder of their package, so it is shown digsite as it is installed."""
    shutil.copytree(ROOT / "digsite", tmp_path / "digsite")
    for package in PACKAGES:
        shutil.copytree(ROOT / package, tmp_path / "digsite" / package)
    check = (
        "from importlinter.cli import lint_imports_command; "
        f"lint_imports_command(['--config', {str(ROOT / 'pyproject.toml')!r}])"
    )
    told = subprocess.run([sys.executable, "-c", check], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr


def rooms(home: Home) -> list[str]:
    """The packages of a game: its rules, players and questions, and what strategies of users' see of it."""
    return [home.rules.package, home.players.package, home.questions.package, f"digsite.games.{home.name}"]


def imported(path: Path) -> set[str]:
    """Every module that a file imports, at its head or later, and every name that may be one."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path} imports what is next to it by dots"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return found


@pytest.mark.parametrize("home", built_in().values(), ids=lambda home: home.name)
def test_a_game_is_imported_by_itself_alone(home):
    """So players of one game know no other game's, and what games share knows none of them."""
    own = [room.folder for room in (home.rules, home.players, home.questions)]
    others = [
        path
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if not any(path.is_relative_to(folder) for folder in own)
    ]
    assert len(others) > 100
    for path in others:
        known = [name for name in imported(path) if f"{name}.".startswith(tuple(f"{room}." for room in rooms(home)))]
        assert not known, path


@pytest.mark.parametrize("package", PACKAGES)
def test_nothing_inside_imports_what_users_import(package):
    for path in (ROOT / package).rglob("*.py"):
        assert not [name for name in imported(path) if f"{name}.".startswith(("digsite.kit.", "digsite.games."))], path

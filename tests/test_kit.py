"""What users write imports `digsite.kit` and `digsite.games`, and nothing that may move."""

import ast
import json
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest

import digsite
from digsite import kit, old_names

ROOT = Path(__file__).resolve().parents[1]
PRIVATE = re.compile(r"digsite\.(simulator|strategies|analyses|reports)\b|^(simulator|strategies|analyses|reports)\b")


def test_the_kit_has_all_that_it_names():
    assert set(kit.__all__) == set(kit._HOMES)
    for name in kit.__all__:
        assert getattr(kit, name) is not None, name
    assert not hasattr(kit, "no_such_thing")


def test_games_are_a_function_and_a_package():
    import digsite.games

    assert list(digsite.games()) == [game.replace("_", "-") for game in sorted(p.stem for p in games_modules())]
    for path in games_modules():
        module = import_module(f"digsite.games.{path.stem}")
        assert {"Decision", "Stream", "Event"} <= set(module.__all__), path
        assert all(hasattr(module, name) for name in module.__all__), path


def games_modules() -> list[Path]:
    return [path for path in (ROOT / "digsite" / "games").glob("*.py") if path.stem != "__init__"]


def imported(text: str) -> list[str]:
    """The modules that a text imports, but for those next to it."""
    found = []
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.append(node.module or "")
    return found


@pytest.mark.parametrize(
    "path", sorted((ROOT / "tests" / "newcomer" / "pig").rglob("*.py")), ids=lambda path: path.name
)
def test_a_game_of_the_users_imports_nothing_private(path):
    assert not [name for name in imported(path.read_text()) if PRIVATE.match(name)]


def examples() -> list[tuple[str, str]]:
    """The pieces of Python that the documentation shows."""
    found = []
    for path in [ROOT / "README.md", *(ROOT / "docs").rglob("*.md")]:
        found += [(path.name, block) for block in re.findall(r"```python\n(.*?)```", path.read_text(), re.DOTALL)]
    for cell in json.loads((ROOT / "docs" / "notebook.ipynb").read_text())["cells"]:
        if cell["cell_type"] == "code":
            found.append(("notebook.ipynb", "".join(cell["source"])))
    return found


def test_no_example_shows_anything_private():
    shown = examples()
    assert len(shown) > 5
    for name, block in shown:
        private = [line for line in block.splitlines() if re.search(r"(from|import) ", line) and PRIVATE.search(line)]
        assert not private, name


OLD = """
import digsite
from simulator.games.lost_cities.options import Action
from simulator.kernel.rng import below
from strategies import strategy
from digsite.kit import below as same
assert below is same and Action.ADVANCE
"""


def run(folder: Path, code: str) -> subprocess.CompletedProcess:
    (folder / "script.py").write_text(code)
    return subprocess.run([sys.executable, "script.py"], cwd=folder, capture_output=True, text=True)


def test_former_imports_work_with_a_warning(tmp_path):
    told = run(tmp_path, OLD)
    assert told.returncode == 0, told.stderr
    assert "import from digsite.games.lost_cities instead" in told.stderr
    assert "import from digsite.kit instead" in told.stderr
    (tmp_path / "used.py").write_text("import digsite\nfrom simulator.kernel.rng import below\n")
    assert "import from digsite.kit instead" in run(tmp_path, "import used").stderr  # not only in the main module


def test_a_simulator_of_the_users_is_the_users(tmp_path):
    (tmp_path / "simulator").mkdir()
    (tmp_path / "simulator" / "__init__.py").write_text("kernel = 'mine'")
    told = run(
        tmp_path, "import digsite\nfrom simulator import kernel\nassert kernel == 'mine'\nimport simulator.kernel"
    )
    assert "No module named 'simulator.kernel'" in told.stderr


@pytest.mark.parametrize(
    ("place", "of_the_user"),
    [
        (ROOT / "strategies/__init__.py", False),
        (ROOT / ".venv/lib/site-packages/strategies/__init__.py", True),
        (ROOT.parent / f"{ROOT.name}-mine/strategies.py", True),
    ],
)
def test_only_a_clone_s_own_folder_is_taken_for_a_former_package(monkeypatch, place, of_the_user):
    monkeypatch.delitem(sys.modules, "strategies", raising=False)
    monkeypatch.setattr(
        old_names, "PathFinder", SimpleNamespace(find_spec=lambda _: SimpleNamespace(origin=str(place)))
    )
    assert old_names._is_the_users("strategies") is of_the_user
    monkeypatch.setattr(digsite, "__path__", digsite.__path__[:1])  # installed from a wheel, all is in one folder
    assert old_names._is_the_users("strategies")


def test_a_game_is_found_on_the_package_of_games():
    code = "import digsite; print(digsite.games.lost_cities.Action.__name__, hasattr(digsite.games, 'chess'))"
    told = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert told.stdout == "Action False\n", told.stderr


def test_digsite_is_the_only_name_that_a_wheel_installs():
    import tomllib

    wheel = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["hatch"]["build"]["targets"]["wheel"]
    assert set(wheel["only-include"]) == {"digsite", *wheel["sources"]}
    assert {Path(place).parts[0] for place in wheel["sources"].values()} == {"digsite"}


def test_the_command_is_also_a_module(tmp_path):
    told = subprocess.run([sys.executable, "-m", "digsite", "--version"], cwd=tmp_path, capture_output=True, text=True)
    assert (told.returncode, told.stdout.strip()) == (0, f"digsite {digsite.__version__}"), told.stderr

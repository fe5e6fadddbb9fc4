"""The public face: light to import, the same names for everybody, and one version."""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import digsite

ROOT = Path(__file__).resolve().parents[1]


def test_importing_it_imports_nothing_of_the_project_and_nothing_heavy():
    look = "import sys, digsite; print(sorted({name.split('.')[0] for name in sys.modules}))"
    told = subprocess.run([sys.executable, "-c", look], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in ("numpy", "numba", "polars", "pandas", "matplotlib", "simulator", "strategies", "analyses", "reports"):
        assert f"'{name}'" not in told


def test_every_public_name_is_there_and_documented():
    for name in set(digsite.__all__) - {"__version__"}:
        assert getattr(digsite, name).__doc__, name
    assert set(dir(digsite)) == set(digsite.__all__)
    with pytest.raises(AttributeError, match="no attribute 'simulat'"):
        digsite.simulat  # noqa: B018


def test_the_version_stands_in_one_place():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert digsite.__version__ == project["version"]


def test_the_version_is_known_without_an_installation(monkeypatch):
    from importlib import metadata

    from simulator.version import digsite_version

    def missing(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "version", missing)
    digsite_version.cache_clear()
    assert digsite_version() == digsite.__version__
    digsite_version.cache_clear()


def test_a_run_is_simulated_and_opened_again(tmp_path):
    run = digsite.simulate(
        "lost-cities", 20, seats="random,rusher", settings={"cards.hand": 7}, seed=1, out=tmp_path / "r"
    )
    assert run.plan.players == ["random", "rusher"]
    assert digsite.Run(tmp_path / "r").manifest["plan"]["rules"]["cards.hand"] == 7
    assert "lost-cities" in digsite.games()


def test_wrong_use_is_one_sentence():
    with pytest.raises(digsite.DigsiteError, match="Did you mean 'lost-cities'"):
        digsite.simulate("lost-citys")
    with pytest.raises(digsite.DigsiteError, match=r"There is no argument 'varaints'. Did you mean 'variants'\?"):
        digsite.simulate("lost-cities", varaints=["short"])
    with pytest.raises(digsite.DigsiteError, match="A tournament makes its own line-ups"):
        digsite.tournament("lost-cities", seats="random,rusher")


def test_a_plugin_may_take_strategy_from_it(tmp_path):
    plugin = tmp_path / "mine.py"
    plugin.write_text(
        "from digsite import strategy\n\n\n"
        '@strategy("lost-cities")\ndef first(rules, state, seat, options, n, weights):\n    return 0\n'
    )
    run = digsite.simulate("lost-cities", 4, seats="first,random", plugins=[plugin], seed=1, out=tmp_path / "r")
    assert run.rows == 4


@pytest.mark.parametrize("package", ["digsite", "simulator", "strategies", "analyses", "reports"])
def test_every_package_says_that_it_is_typed(package):
    assert (ROOT / package / "py.typed").is_file()

"""The version of digsite, which only pyproject.toml states."""

from functools import cache
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


@cache
def digsite_version() -> str:
    """Return the version of the source tree if there is one, otherwise of the installed package."""
    if _PROJECT.is_file():
        import tomllib

        project = tomllib.loads(_PROJECT.read_text(encoding="utf-8")).get("project", {})
        if project.get("name") == "digsite":
            return str(project["version"])
    from importlib.metadata import version

    return version("digsite")

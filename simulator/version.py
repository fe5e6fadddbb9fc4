"""Which digsite this is; pyproject.toml says so, and nothing else."""

from functools import cache
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


@cache
def digsite_version() -> str:
    """The version of the source tree where there is one, else of the installed package."""
    if _PROJECT.is_file():
        import tomllib

        project = tomllib.loads(_PROJECT.read_text(encoding="utf-8")).get("project", {})
        if project.get("name") == "digsite":
            return str(project["version"])
    from importlib.metadata import version

    return version("digsite")

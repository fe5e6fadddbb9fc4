"""Which digsite this is; pyproject.toml says so, and nothing else."""

from functools import cache
from pathlib import Path

_PROJECT = Path(__file__).resolve().parents[1] / "pyproject.toml"


@cache
def digsite_version() -> str:
    """The version of the installed package, or of the source tree where none is installed."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version("digsite")
    except PackageNotFoundError:
        import tomllib

        return str(tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]["version"])

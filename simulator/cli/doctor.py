"""`digsite doctor`: is everything here that is needed, and does it compute what it should?"""

from dataclasses import astuple

from simulator.cli.console import show
from simulator.cli.options import Json
from simulator.errors import DigsiteError


def doctor(as_json: Json = False) -> None:
    """Versions, threads, the kernel cache, and a short self-test."""
    from simulator.lab.doctor import doctor as examine

    checks = examine()
    show(("what", "found", "fine"), [astuple(check) for check in checks], as_json)
    if wrong := [check.what for check in checks if not check.fine]:
        raise DigsiteError(f"Not fine: {', '.join(wrong)}.")

"""`digsite doctor`: is everything installed, and does it compute what it should?"""

from dataclasses import asdict
from typing import Annotated

from digsite.simulator.cli.console import print_table
from digsite.simulator.cli.options import Json, given
from digsite.simulator.errors import DigsiteError
from digsite.simulator.lab.reporting import files


def doctor(
    cluster: Annotated[
        str, given("cluster", help="Examine a Dask cluster's workers: tcp://host:8786, or local:4.")
    ] = "",
    as_json: Json = False,
) -> None:
    """Check versions, threads, the kernel cache and a self-test; with --cluster, each worker and its round trip."""
    from digsite.simulator.lab.tools.doctor import doctor as examine

    checks = examine(cluster)
    if as_json:
        print(files.as_json([asdict(check) for check in checks]))
    else:
        print_table(("what", "found", "fine"), [(check.what, check.found, check.fine) for check in checks])
    if wrong := [check.what for check in checks if not check.fine]:
        raise DigsiteError(f"Not fine: {', '.join(wrong)}.")

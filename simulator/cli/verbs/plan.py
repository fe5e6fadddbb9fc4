"""`digsite plan`: how many games a question needs for a given margin."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

from digsite.simulator.cli.console import Terminal, duration, print_sentence, print_table
from digsite.simulator.cli.options import (
    Cluster,
    GameName,
    Json,
    Measures,
    PlanOptions,
    Quiet,
    Threads,
    close_progress,
    count,
    given,
    verb,
)

if TYPE_CHECKING:
    from digsite.simulator.lab.experiments.sample_size import Planned


@verb()
def plan(
    game: GameName,
    plan: PlanOptions,
    margin: Annotated[str, given("margin")] = "",
    measure: Measures = "",
    against: Annotated[str, given("against")] = "base",
    against_seats: Annotated[str, given("against_seats")] = "",
    power: Annotated[float, given("power")] = 0.9,
    spread: Annotated[float | None, given("spread")] = None,
    pilot: Annotated[int | None, given("pilot", parser=count)] = None,
    threads: Threads = None,
    cluster: Cluster = "",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Estimate how many games a question needs: a share, a mean, or the effect of a changed rule or line-up."""
    from digsite.simulator.lab.experiments.sample_size import plan as find
    from digsite.simulator.lab.reporting.files import as_json as as_text

    sides, progress = {"against": against, "against_seats": against_seats}, None if quiet else Terminal()
    more = {"spread": spread, "power": power, "pilot": pilot, "progress": progress}
    with close_progress(progress):
        found = find(game, margin=margin, measure=measure, threads=threads, cluster=cluster, **sides, **more, **plan)  # type: ignore[arg-type]
    print(as_text(asdict(found))) if as_json else _print(found)


def _print(found: "Planned") -> None:
    rows = [
        [
            need.question,
            need.verb,
            f"{need.games:,}" + (" on each side" if need.sides == 2 else ""),
            "-" if need.seconds is None else duration(need.seconds),
        ]
        for need in found.needs
    ]
    print_table(("question", "answered by", "games", "time here"), rows, title=f"Games needed for the {found.measure}")
    for remark in found.notes:
        print_sentence(f"({remark})")

"""`digsite plan`: how many games a question needs for a given margin."""

from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated

import typer

from digsite.simulator.cli.console import Terminal, duration, say, show
from digsite.simulator.cli.options import (
    Cluster,
    GameName,
    Json,
    Measures,
    PlanOptions,
    Quiet,
    Threads,
    closed,
    count,
    verb,
)

if TYPE_CHECKING:
    from digsite.simulator.lab.experiments.sample_size import Planned


@verb()
def plan(
    game: GameName,
    plan: PlanOptions,
    margin: Annotated[
        str, typer.Option(metavar="0.5pp", help="The least difference that matters (0.5pp, 2points, 3turns).")
    ] = "",
    measure: Measures = "",
    against: Annotated[str, typer.Option(metavar="V,W", help="Variants of the other side; base for none.")] = "base",
    against_seats: Annotated[str, typer.Option(metavar="A,B,...", help="Another line-up for the other side.")] = "",
    power: Annotated[float, typer.Option(help="How surely a difference of the margin is to be found.")] = 0.9,
    spread: Annotated[float | None, typer.Option(help="One game's standard deviation; nothing is then played.")] = None,
    pilot: Annotated[
        int | None,
        typer.Option(
            "--pilot",
            parser=count,
            metavar="N",
            help="Games to learn the spread and the speed from; 2,000, or fewer where players look ahead.",
        ),
    ] = None,
    threads: Threads = None,
    cluster: Cluster = "",
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Say how many games a question needs: a share, a mean, or what a changed rule or line-up does."""
    from digsite.simulator.lab.experiments.sample_size import plan as find
    from digsite.simulator.lab.reporting.files import as_json as as_text

    sides, progress = {"against": against, "against_seats": against_seats}, None if quiet else Terminal()
    more = {"spread": spread, "power": power, "pilot": pilot, "progress": progress}
    with closed(progress):
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
    show(("question", "answered by", "games", "time here"), rows, title=f"Games needed for the {found.measure}")
    for remark in found.notes:
        say(f"({remark})")

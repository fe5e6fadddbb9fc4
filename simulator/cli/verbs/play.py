"""`digsite play`: a person takes a seat, and plays in the terminal."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from digsite.simulator.cli.console import Terminal
from digsite.simulator.cli.options import PlanOptions, Quiet, Trust, close_progress, given, typed_folder, verb
from digsite.simulator.errors import WrongUse
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from digsite.simulator.lab.seat.sitting import Sitting

_PACE = 0.7  # seconds between the moves of others, at a terminal
_MOST_PACE = 60.0


@verb(without=["seating"], helps={"seats": {"help": "Who sits in each seat; `person` where people play."}})
def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, the folder of your own, or a run: a saved game goes on.")
    ],
    plan: PlanOptions,
    seat: Annotated[int | None, given("seat", help="The seat you take; the first by default.")] = None,
    against: Annotated[
        str, given("against", metavar="A,B,...", help="Strategies in the other seats, one for all or one each.")
    ] = "",
    out: Annotated[
        Any, given("out", parser=typed_folder, help="Where the game is saved; default: under runs/.")
    ] = None,
    pace: Annotated[float | None, given("pace")] = None,
    trust: Trust = False,
    quiet: Quiet = False,
) -> None:
    """Take a seat and play against strategies, or with others at this terminal."""
    if pace is not None and not 0 <= pace <= _MOST_PACE:
        raise WrongUse(OPTIONS["pace"], f" must be from 0 to {_MOST_PACE:.0f} seconds; {pace} is not.")
    progress = None if quiet else Terminal()
    with close_progress(progress):
        sitting = _sitting(game, plan, seat, against, out, trust, progress)
        from digsite.simulator.cli.seat.turns import Turns

        usual = _PACE if sys.stdin.isatty() and sys.stdout.isatty() else 0.0
        Turns(sitting, usual if pace is None else pace, progress).play()


def _sitting(
    game: str, plan: PlanOptions, seat: int | None, against: str, out: Any, trust: bool, progress: Terminal | None
) -> "Sitting":
    """Return the game to play: a new one, or a saved one where it was left."""
    from digsite.simulator.lab.seat import saving
    from digsite.simulator.lab.seat.setting import seat_people, seat_people_of
    from digsite.simulator.lab.seat.sitting import Sitting
    from digsite.simulator.play.plan import game_of
    from digsite.simulator.runs.folder.manifest import MANIFEST
    from digsite.simulator.runs.folder.plugin_texts import check_allowed
    from digsite.simulator.runs.run import Run
    from digsite.strategies.person import people_at

    if not (Path(game) / MANIFEST).is_file():
        found = game_of(game, trust)
        made = Sitting(seat_people(found.id, seat=seat, against=against, **_named(plan)), progress)
        made.folder = saving.folder_for(made, out)
        return made
    run = Run(Path(game))
    if said := [name for name, value in {**plan, "against": against}.items() if value and name != "seed"]:
        raise WrongUse(f"{game} is a run, which knows its rules and players; leave ", OPTIONS[said[0]], " out.")
    if people_at(run.plan.players):
        if seat is not None or plan.get("seed") is not None or out is not None:
            raise WrongUse(f"{game} is a game that has been begun; name nothing but its folder.")
        return saving.resume(Path(game), trusted=trust, progress=progress)
    check_allowed(run.folder, run.plan.code, trust)
    made = Sitting(seat_people_of(run.plan, seat, plan.get("seed")), progress)
    made.folder = saving.folder_for(made, out)
    return made


def _named(plan: PlanOptions) -> dict[str, Any]:
    """Return the options that were given."""
    return {name: value for name, value in plan.items() if value not in (None, "", [])}

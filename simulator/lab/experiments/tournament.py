"""Tournaments: every line-up of some strategies, in every seat, on the same luck."""

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.running import Arguments, split_arguments
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_names, arm_plan, in_small_parts
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names
from digsite.simulator.play.line_up_sums import line_ups
from digsite.simulator.play.plan import PlanArguments, check_moves, moving, plugin_sources, rivals_at
from digsite.simulator.play.repeat import options_of
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.strategies.general import GENERAL
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import default_entrants, line_up

if TYPE_CHECKING:
    from digsite.simulator.play.plan import Plan

GAMES = 10_000
MOST_LINE_UPS = 500


def tournament(
    game: Path | str, games: int | None = None, *, strategies: str | Iterable[str] = (), **arguments: Unpack[Arguments]
) -> ExperimentResult:
    """Play a round robin of strategies: every line-up, in every seat, on the same luck.

    games:      of each line-up; 10,000 by default.
    strategies: the players, ["cautious", "rusher:tempo=7"] or "cautious,rusher:tempo=7"; by default all but random.

    The other arguments are those of `simulate`, without `seats` and `events`. The experiment is saved in
    `out`, by default runs/GAME-tournament-PLAYERSp-SEED, an arm for each line-up.

    Example::

        shown = tournament("lost-cities", 2_000, strategies="cautious,rusher,random", seed=1)
        shown.result.tables["ratings"]
    """
    decides, running = split_arguments(tournament, **arguments)
    if decides.get("seats"):
        raise WrongUse("A tournament makes its own line-ups; name the players with strategies, not with seats.")
    check_moves(decides, "A tournament")
    found = running.game(game)
    seats = rivals_at(found, decides.get("players"), "A tournament needs rivals at the table")
    wanted = unique_names("strategy", names("strategies", strategies))
    named = _entrants(found.id, wanted, decides)
    tables = line_ups(named, seats)
    if len(tables) > MOST_LINE_UPS:
        raise WrongUse(
            f"{len(named)} strategies make {len(tables):,} line-ups of {seats}; {MOST_LINE_UPS} is the limit. "
            "Name fewer with ",
            OPTIONS["strategies"],
            ", or fewer ",
            OPTIONS["players"],
            ".",
        )
    given = wanted or set(named).isdisjoint(GENERAL)
    usual = games_by_default(found, given, GAMES)
    announce_players(found, given, named, running.progress, usual if games is None else None)
    plans: list[Plan] = []
    for table in tables:
        seed = plans[0].seed if plans else decides.get("seed")
        sitting: PlanArguments = {**decides, "seed": seed, "players": seats, "seats": table}
        plans.append(in_small_parts(moving(arm_plan(found.id, usual if games is None else games, **sitting))))
    first = plans[0]
    meant = f"{len(plans)} line-ups of {seats} from {', '.join(named)}, {first.games:,} games each, seed {first.seed}"
    running.progress.starting(f"{found.title}: {meant}.")
    again = {**options_of(decides), "seed": first.seed, "games": first.games}
    command = str(Command("tournament", found.called, **again, strategies=named))
    arms = dict(zip(arm_names("+".join(table) for table in tables), plans, strict=True))
    folder = running.folder(f"{found.name}-tournament-{seats}p-{first.seed}")
    experiment = ExperimentPlay(Design("tournament", {"strategies": named}, arms), folder, running, command).play()
    return write_result(experiment, progress=running.progress)


def _entrants(game: str, wanted: list[str], decides: PlanArguments) -> list[str]:
    loaded = load_plugins(plugin_sources(decides.get("plugins", ())))
    named = wanted or default_entrants(game, loaded)
    line_up(game, named, loaded)  # raises an error with the nearest name for a wrong one
    if len(named) < 2:
        raise WrongUse(f"A tournament needs at least two strategies; only {named[0]} is named.")
    return named

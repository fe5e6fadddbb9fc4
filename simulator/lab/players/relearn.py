"""Comparing rules with players who know them: one learns the rules of each side, and three comparisons say what that changes."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

from digsite.analyses.experiments.compare.question import Comparison, Side
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.lab.common.running import Arguments, Running, split_arguments
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_plan
from digsite.simulator.lab.experiments.compare import sides_of
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.lab.players.learn import LearnedResult, train
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names, whole_number
from digsite.simulator.play.plan import PlanArguments
from digsite.simulator.play.repeat import options_of
from digsite.simulator.runs import atomic_files
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.strategies.registry import RANDOM

if TYPE_CHECKING:
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.plan import Plan

GAMES = 4_000
VALIDATE = 20
OLD, NEW = "learned-old", "learned-new"  # the folders of the trainings
RULES, LEARNING, BOTH = "rules", "learning", "both"  # what the sides of each comparison differ in
_KNOWING = (Side("players of the other rules", "with players who have learned the other side's rules", ()),
            Side("players of these rules", "with players who have learned these rules", ()))  # fmt: skip


def compare_relearned(
    game: Path | str,
    relearn: int,
    games: int | None = None,
    *,
    against: str | Iterable[str] = "base",
    measure: str | Iterable[str] = (),
    **arguments: Unpack[Arguments],
) -> ExperimentResult:
    """Compare two rule sets with players who have learned each, and say what it changes that they know the new rules.

    relearn: games of self-play from which a player learns the rules of each side.
    games:   on each side of each comparison; 4,000 by default.

    The other arguments are those of `compare`. `out` has the trainings, and the comparisons `rules` (the same players under
    both rules), `learning` (both players under the new rules) and `both`, which is returned.
    """
    decides, running = split_arguments(compare_relearned, **arguments)
    if decides.get("seats"):
        raise WrongUse(OPTIONS["relearn"], " makes the players; leave ", OPTIONS["seats"], " out.")
    count, played = whole_number("relearn", relearn, least=1), GAMES if games is None else games
    found = running.game(game)
    others = unique_names("variant", names("against", against))
    seats = decides.get("players") or min(max(found.players[0], 2), found.players[-1])
    new: PlanArguments = {**decides, "players": seats}
    new["seed"] = _plan(found, 1, new, RANDOM).seed
    old: PlanArguments = {
        **new, "variants": [] if others == ["base"] else others, "settings": (), "rules_file": None,
    }  # fmt: skip
    folder = running.folder(f"{found.name}-relearn-{seats}p-{new['seed']}")
    with running.connected() as (running, _):
        players = [
            train(found, side, count, None, VALIDATE, _at(running, folder / name))
            for side, name in ((old, OLD), (new, NEW))
        ]
        old_old, new_old, new_new = (
            _plan(found, played, rules, made.player)
            for rules, made in ((old, players[0]), (new, players[0]), (new, players[1]))
        )
        if old_old.rules == new_old.rules:
            raise WrongUse(
                "There is nothing to learn anew: both sides play the same rules. Give what differs: ", OPTIONS["variants"],
                " or ", OPTIONS["settings"], ".",
            )  # fmt: skip
        named = unique_names("measure", names("measure", measure))
        told = {}
        for what, other, changed in ((RULES, old_old, new_old), (LEARNING, new_old, new_new), (BOTH, old_old, new_new)):
            question = _question(other, changed, named, what)
            command = Command(
                "compare", found.called, **options_of(new), games=played, against=others, measure=named, relearn=count
            )  # fmt: skip
            design = Design("compare", question.as_data(), {"against": other, "changed": changed})
            playing = ExperimentPlay(design, folder / what, _at(running, folder / what), str(command))
            told[what] = write_result(playing.play(), progress=running.progress)
    return _with_notes(told, players)


def _plan(found: "Game", games: int, decides: PlanArguments, player: str) -> "Plan":
    """Return a plan of games in which a player has all seats."""
    sitting: PlanArguments = {**decides, "seats": [player]}
    return arm_plan(found.id, games, **sitting)


def _at(running: Running, folder: Path) -> Running:
    """Return how to play into a folder, which is resumed if it holds something."""
    return replace(running, out=folder, resume=running.resume and not atomic_files.is_empty(folder))


def _question(other: "Plan", changed: "Plan", named: list[str], what: str) -> Comparison:
    extra = find_measures(changed.definition.columns, changed.seats, named or headlines(changed.definition.columns))
    named_sides = _KNOWING if what == LEARNING else sides_of(replace(other, players=changed.players), changed)
    against, own = (
        replace(side, line_up=plan.players) for side, plan in zip(named_sides, (other, changed), strict=True)
    )
    return Comparison(against, own, None, extra, named)


def _with_notes(told: dict[str, ExperimentResult], players: list[LearnedResult]) -> ExperimentResult:
    """Return the comparison of both, with what knowing the new rules changes as notes."""
    both = told[BOTH]
    found = [it.sentence for it in told[LEARNING].result.ranked if it.is_claim]
    notes = [f"Knowing the new rules: {sentence}" for sentence in found[:3]] or [
        "No clear difference was found between players who have learned the new rules and those who know the old ones alone."
    ]
    notes += [f"{made.sentences[0]} {made.sentences[1]}" for made in players]
    return replace(both, result=replace(both.result, notes=[*both.result.notes, *notes]))

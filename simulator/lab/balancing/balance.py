"""Balancing: the smallest change of the rules that meets targets, searched on common luck and proved on fresh seeds."""

from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Unpack, cast

from digsite.analyses.experiments.balance.proof import Proof, prove
from digsite.analyses.experiments.balance.question import REFERENCE, BalanceQuestion, FigureChange, Proposal
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.game.wording import typed
from digsite.simulator.lab.balancing.chosen_figures import figures_that_matter
from digsite.simulator.lab.balancing.luck import CommonLuck
from digsite.simulator.lab.balancing.proposal_files import write_proposals
from digsite.simulator.lab.balancing.search import BalanceSearch, Round, Searched
from digsite.simulator.lab.balancing.space import check_key, names_of, space_of
from digsite.simulator.lab.balancing.targets import contract_arguments, targets_of
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.running import Arguments, Running, announce_compiling, split_arguments
from digsite.simulator.lab.common.stores import writing
from digsite.simulator.lab.contracts.contract import read_contract
from digsite.simulator.lab.experiments.arms import ExperimentPlay, arm_names, arm_plan
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.lab.players.cma import Limits
from digsite.simulator.lab.players.search_log import SearchFolder
from digsite.simulator.lab.reporting.recheck import lookahead_plan, recheck_folder
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.play.arguments import as_list, minutes_of, names, text_of, whole_number
from digsite.simulator.play.backends import On, tally_together
from digsite.simulator.play.plan import Plan, with_figures
from digsite.simulator.play.repeat import options_of
from digsite.simulator.play.tallies import batch_size, tallies
from digsite.simulator.runs import storage
from digsite.simulator.runs.folder.experiment_store import Design
from digsite.simulator.runs.folder.manifest import EXPERIMENT
from digsite.simulator.runs.provenance import provenance, saved_code

if TYPE_CHECKING:
    from digsite.analyses.experiments.check import Promise
    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.balancing.space import Candidate, Space

GAMES = 300_000
VALIDATE, LOOKAHEAD_VALIDATE = 100_000, 400  # of each rule set, at most
MOST_CHANGES = 2
_MOST_REASONS = 2  # named, of candidates that cannot be played


class BalanceArguments(Arguments, total=False):
    """How a change is searched and proved, besides the arguments of a plan.

    keep:         figures that must not change.
    most_changes: figures that may change at once; 2 by default.
    minutes:      end the search after this many minutes.
    validate:     games on fresh seeds of the rules as they are and of each proposal, at most; 100,000, or 400 for
                  players that look ahead.
    check_with:   repeat the proof with look-ahead players, "+8".
    """

    keep: str | Iterable[str]
    most_changes: int
    minutes: float | None
    validate: int | None
    check_with: str


def balance(
    game: Path | str,
    games: int | None = None,
    *,
    target: str | Iterable[str] = (),
    contract: Path | str | None = None,
    vary: str | Iterable[str] = (),
    **arguments: Unpack[BalanceArguments],
) -> ExperimentResult:
    """Find the smallest change of the rules that meets targets, and prove it on fresh seeds.

    games:        of the search; 300,000 by default, or as many as `minutes` allow.
    target:       what must hold, "win rate of seat 1 in 24..26 %" or "turns at most 60", or several of these.
    contract:     a contract whose promises are targets, too.
    vary:         figures that may change, ["cards.hand=6..9", "tiles.artifact"]; by default those that move the targets.
    keep:         figures that must not change.
    most_changes: figures that may change at once; 2 by default.
    minutes:      end the search after this many minutes.
    validate:     games on fresh seeds of the rules as they are and of each proposal, at most; 100,000, or 400 for
                  players that look ahead.
    check_with:   repeat the proof with look-ahead players, "+8".

    The other arguments are those of `simulate`, without `rotate` and `events`; `settings` are the rules that changes start
    from. All is saved in `out`, by default runs/GAME-balance-PLAYERSp-SEED: rules-1.toml plays the first proposal.

    Example::

        shown = balance("lost-cities", 60_000, players=4, target="win rate of seat 1 in 24..26 %", vary="cards.hand", seed=1)
        print(shown.result.headline)
    """
    mine = [
        name for name in arguments if name in BalanceArguments.__annotations__ if name not in Arguments.__annotations__
    ]
    own = {name: arguments.pop(name) for name in mine}  # type: ignore[misc]
    decides, running = split_arguments(balance, **cast("Arguments", arguments))
    found = running.game(game)
    request = _request(found, games, target, contract, vary, own, decides, running)
    announce_players(found, request.decides.get("seats"), request.plan.players, running.progress)
    running.progress.starting(
        f"{found.title}: {'; '.join(one.text for one in request.targets)}; {request.plan.table} "
        f"({', '.join(request.plan.players)}), seed {request.plan.seed}."
    )
    folder = running.folder(f"{found.name}-balance-{request.plan.seats}p-{request.plan.seed}")
    with running.connected() as (running, on), writing("search", folder):
        announce_compiling(found, running.progress, on)
        return _answered(request, folder, running, on)


@dataclass(frozen=True)
class _Request:
    """What is asked: the rules as they are, the targets, what may change, and how long."""

    plan: Plan
    decides: Any
    targets: "Sequence[Promise]"
    space: "Space | None"
    kept: Sequence[str]
    most_changes: int
    budget: int
    limits: Limits
    think: str
    options: dict[str, Any]

    @property
    def command(self) -> str:
        """Return the command that asks the same."""
        return str(Command("balance", self.plan.called, **self.options))

    @property
    def asked(self) -> dict[str, Any]:
        """Return what decides the search, as plain data."""
        return {
            "game": self.plan.game, "targets": [one.text for one in self.targets], "vary": self.options["vary"],
            "keep": list(self.kept), "most_changes": self.most_changes, "seed": self.plan.seed, "games": self.budget,
            "validate": self.plan.games, "plans": [self.plan.fingerprint()],
        }  # fmt: skip


def _request(
    found: "Game", games: Any, target: Any, contract: Any, vary: Any, own: dict[str, Any], decides: Any, running: Running,
) -> _Request:  # fmt: skip
    """Return what is asked, all checked before anything is played."""
    written = None
    if contract is not None:
        written = read_contract(contract, running.trusted)
        if running.game(written.game).name != found.name:
            raise WrongUse(f"{written.file.name} is a contract about {written.game}, not about {found.name}.")
        decides = contract_arguments(written, decides)
    texts, varied = [text_of("target", text) for text in as_list("target", target)], names("vary", vary)
    kept = unique_names("figure", names("keep", own.get("keep", ())))
    most = whole_number("most_changes", own.get("most_changes", MOST_CHANGES), least=1)
    limits = Limits(
        None if games is None else whole_number("games", games, least=1), minutes_of(own.get("minutes"))
    )  # fmt: skip
    budget = limits.games or games_by_default(found, decides.get("seats"), GAMES)
    plan, think = _plan(found, own.get("validate"), decides), text_of("check_with", own.get("check_with", ""))
    targets = targets_of(plan, texts, written)
    for name in kept:
        check_key(plan.figures, name)
    space = space_of(plan.figures, plan.seats, varied, kept, most) if varied else None
    if think:
        lookahead_plan(plan, think, LOOKAHEAD_VALIDATE)  # refuses what cannot be played
    decides = {**decides, "seed": plan.seed}
    options = {**options_of(decides), "target": texts, "contract": contract, "vary": varied, "keep": kept}
    options |= {"most_changes": None if most == MOST_CHANGES else most, "validate": own.get("validate")}
    options |= {"check_with": think, "games": games, "minutes": limits.minutes}
    limits = limits if limits.games or limits.minutes else Limits(budget)
    return _Request(plan, decides, targets, space, kept, most, budget, limits, think, options)


def _answered(request: _Request, folder: Path, running: Running, on: On) -> ExperimentResult:
    """Search if the rules as they are break a target, prove what is proposed, and return the answer."""
    plan, found = request.plan, request.plan.definition
    about = {"command": request.command, **provenance(found), "seed": plan.seed, **saved_code(plan)}
    log = SearchFolder(folder, request.asked, about, running.resume, Round)
    question = BalanceQuestion(found, plan.players, request.targets, think=request.think)
    if request.think:
        question = replace(question, checked=recheck_folder(Path(), request.think).name)
    with log.stoppable():
        own = _own_proof(question, plan, on)
    plans = {REFERENCE: plan}
    if own.verdict == "broken":
        question = replace(question, own_games=own.tallies[0].games)
        space = request.space or _chosen(request, question, folder, running, log.command)
        running.progress.starting(f"The rules break {question.promised}; {names_of(space)} may change.")
        luck = CommonLuck(_on_other_luck(plan, 1), question.extra, on)
        search = BalanceSearch(space, question.own, luck, own.tallies[0], request.budget)
        result = log.run(search, request.limits, running.progress, _stands)
        question, plans = _with_proposals(question, plan, space, search, result)
    experiment = _proved(question, plans, folder, replace(running, resume=log.confirming), log.command)
    if question.checked and question.proposals:
        _check(question, plans, folder, running, log.command)
    answer = write_result(experiment, progress=running.progress)
    write_proposals(experiment, answer.result)
    return answer


def _plan(found: "Game", validate: int | None, decides: Any) -> Plan:
    """Return the plan of the rules as they are; players that look ahead play fewer games by default."""
    if validate is not None:
        return arm_plan(found.id, whole_number("validate", validate, least=1), **decides)
    usual = games_by_default(found, decides.get("seats"), VALIDATE)
    plan = arm_plan(found.id, usual, **decides)
    return arm_plan(found.id, LOOKAHEAD_VALIDATE, **{**decides, "seed": plan.seed}) if plan.thinking else plan


def _on_other_luck(plan: Plan, use: int) -> Plan:
    return replace(plan, seed=luck_from(plan.seed, use) % 2**62)


def _own_proof(question: BalanceQuestion, plan: Plan, on: On) -> Proof:
    """Return whether the rules as they are meet the targets, from the games that prove it later."""
    size = plan.part_games if plan.thinking else batch_size(plan.rotations)
    with closing(tally_together([plan], range(plan.games), size, question.extra, on)) as batches:
        return prove(question, batches, plan.deals)


def _chosen(request: _Request, question: BalanceQuestion, folder: Path, running: Running, command: str) -> "Space":
    """Return the figures that move the targets, as levers finds them."""
    plan, kept = _on_other_luck(request.plan, 2), request.kept
    moving = figures_that_matter(question, plan, kept, request.budget, folder / "levers", running, command)
    return space_of(plan.figures, plan.seats, moving, (), request.most_changes)


def _stands(search: BalanceSearch) -> str:
    """Return the state of the search in a line."""
    if not search.known:
        return f"{search.games:,} games"
    seen = search.outlook(list(search.known))
    at = search.leader(seen)
    if at is None:
        return f"{search.games:,} games"
    labels = ", ".join(f"{figure.key}={value.label}" for figure, value in search.space.values_of(seen.candidates[at]))
    return f"{search.games:,} games, {len(search.known)} candidates: {labels} meets the targets with a chance of {100 * seen.chance[at]:.0f} %"


def _with_proposals(
    question: BalanceQuestion, plan: Plan, space: "Space", search: BalanceSearch, result: Searched
) -> tuple[BalanceQuestion, dict[str, Plan]]:
    """Return the question with the proposals of a search, and the plans of all arms."""
    labels = [_label(space, candidate) for candidate in result.proposals]
    arms = arm_names([REFERENCE, *labels])[1:]
    plans = {REFERENCE: plan}
    proposals = []
    for arm, candidate in zip(arms, result.proposals, strict=True):
        changes = space.changes_of(candidate)
        plans[arm] = with_figures(plan, changes)
        moved = [
            FigureChange(figure.key, figure.values[0].label, value.label, value.steps, figure.confirmed)
            for figure, value in space.values_of(candidate)
        ]
        proposals.append(Proposal(arm, moved, [f"{key}={typed(new)}" for key, new in changes.items()]))
    reasons = list(dict.fromkeys(search.impossible.values()))
    notes = [
        f"{len(search.impossible)} candidates cannot be played and were left out: {' '.join(reasons[:_MOST_REASONS])}"
    ]
    return (
        replace(
            question, proposals=proposals, searched=_searched(space, search, result),
            varied=[figure.key for figure in space.figures], most_changes=space.most_changes, games=result.games,
            ended=result.ended, notes=notes if reasons else [],
        ),
        plans,
    )  # fmt: skip


def _label(space: "Space", candidate: "Candidate") -> str:
    return " ".join(f"{figure.key}={value.label}" for figure, value in space.values_of(candidate))


def _searched(space: "Space", search: BalanceSearch, result: Searched) -> list[dict[str, Any]]:
    """Return a row for each candidate that was played, as plain data."""
    seen = result.outlook
    return [
        {
            "change": _label(space, candidate),
            "changes": sum(map(bool, candidate)),
            "steps": int(seen.steps[at]),
            "outside": round(float(seen.outside[at]), 4),
            "chance": round(float(seen.chance[at]), 4),
            "games": search.games_of(candidate),
        }
        for at, candidate in enumerate(seen.candidates)
    ]


def _proved(question: BalanceQuestion, plans: dict[str, Plan], folder: Path, running: Running, command: str) -> Any:
    """Play the rules as they are and the proposals on fresh seeds until their targets are decided."""
    design = Design("balance", question.as_data(), plans)
    return ExperimentPlay(design, folder, running, command, anew=True).play(partial(_play_until_decided, question))


def _play_until_decided(question: BalanceQuestion, playing: ExperimentPlay) -> None:
    batches = tallies(playing.batches(question.columns), playing.design.plan.seating_plan, question.extra)
    proof = prove(question, batches, playing.design.plan.deals)
    playing.store.remember({"games": proof.tallies[0].games, "verdict": proof.verdict})


def _check(question: BalanceQuestion, plans: dict[str, Plan], folder: Path, running: Running, command: str) -> None:
    """Repeat the proof with look-ahead players, in a folder inside the experiment's."""
    arms = {name: lookahead_plan(plan, question.think, LOOKAHEAD_VALIDATE) for name, plan in plans.items()}
    there = folder / question.checked
    players = arms[REFERENCE].players
    renamed = replace(question, line_up=players, checked="", targets=_of_players(question, players))
    running.progress.starting(f"The proof once more with look-ahead players ({question.think}).")
    again = replace(running, resume=storage.is_file(there / EXPERIMENT))
    _proved(renamed, arms, there, again, command)


def _of_players(question: BalanceQuestion, players: Sequence[str]) -> list[Any]:
    """Return the targets about strategies under the names that they have when they look ahead."""
    called = dict(zip(question.line_up, players, strict=True))
    return [replace(target, of=called.get(target.of, target.of)) for target in question.targets]

"""Checking: playing until every promise of a contract is kept or broken, or the limit of games is reached."""

from collections.abc import Mapping
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from digsite.analyses import sentences
from digsite.analyses.experiments.check import ContractQuestion, Verdict, decide, overall, verdicts
from digsite.simulator.commands import Command
from digsite.simulator.lab.common.junit import Case, free_file, write_junit
from digsite.simulator.lab.common.running import split_arguments
from digsite.simulator.lab.contracts.contract import read_contract
from digsite.simulator.lab.experiments.arms import ExperimentPlay
from digsite.simulator.lab.experiments.result import ExperimentResult, write_result
from digsite.simulator.play.arguments import flag, whole_number
from digsite.simulator.play.plan import check_names
from digsite.simulator.play.tallies import tallies
from digsite.simulator.runs.atomic_files import write_text
from digsite.simulator.runs.folder.experiment_store import Design

if TYPE_CHECKING:
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.lab.contracts.contract import Contract

EXIT_CODES: dict[Verdict, int] = {"kept": 0, "broken": 1, "undecided": 3}


class CheckArguments(TypedDict, total=False):
    """How a contract is checked; the contract says what is played.

    seed:     decides all chance; by default the contract's, or drawn if it names none.
    seating:  who sits where, "balanced", "cyclic" or "fixed"; by default the contract's, or balanced.
    threads:  threads to play on; by default all cores.
    cluster:  a Dask cluster to play on instead: "local:4", or "tcp://host:8786".
    out:      the folder; by default it is named after the game, the players and the seed, under runs/.
    resume:   resume the check in `out`; start it if the folder is empty.
    trust:    allow the plug-ins that the contract names to run, now and from now on.
    progress: is called during the work.
    """

    seed: int | None
    seating: str
    threads: int | None
    cluster: str | None
    out: Path | str | None
    resume: bool
    trust: bool
    progress: "Progress | None"


def check(
    contract: Path | str,
    games: int | None = None,
    *,
    junit: Path | str | None = None,
    **arguments: Unpack[CheckArguments],
) -> ExperimentResult:
    """Play until every promise of a contract is kept or broken, or the limit of games is reached.

    contract: a TOML file; `digsite new contract GAME` writes one.
    games:    of each rule set, at the most; by default what the contract says.
    junit:    a file for the answers as JUnit XML, which build servers read.

    The experiment is saved in `out`, by default runs/GAME-check-PLAYERSp-SEED, an arm for each rule set.

    Example::

        shown = check("contract.toml")
        shown.about["verdict"]              # kept, broken or undecided
        shown.result.tables["promises"]
    """
    check_names(arguments, CheckArguments, ("contract", "games", "junit"))
    target = free_file(junit) if junit else None
    written = read_contract(contract, flag("trust", arguments.get("trust", False)))
    said = {name: value for name, value in arguments.items() if name != "seating" or value}
    decides, running = split_arguments(check, **{**written.arguments, **said})  # type: ignore[arg-type]
    written = written.about(running.game(written.game).id)
    if decides.get("seed") is None:
        decides = {**decides, "seed": written.seed}
    most = whole_number("games", games, least=1) if games is not None else written.most_games
    question, plans = written.draw_up(most, decides)
    design = Design("check", question.as_data(), plans)
    plan = design.plan
    promised = sentences.counted(len(question.promises), "promise")
    running.progress.starting(
        f"{question.game.title}: {promised} of {written.file.name}, {plan.table} ({', '.join(plan.players)}), at "
        f"most {plan.games:,} games of {sentences.counted(len(plans), 'rule set')}, seed {plan.seed}."
    )
    command = str(Command("check", contract, seed=plan.seed, games=plan.games, seating=arguments.get("seating", "")))
    folder = running.folder(f"{plan.game}-check-{plan.seats}p-{plan.seed}")
    playing = ExperimentPlay(design, folder, running, command)
    answered = write_result(playing.play(partial(_play_until_decided, question, written)), progress=running.progress)
    if target:
        rows = answered.result.tables["promises"].rows(named=True)
        write_junit(target, written.file.name, [_case(answered, row) for row in rows])
    return answered


def _play_until_decided(question: ContractQuestion, contract: "Contract", playing: ExperimentPlay) -> None:
    """Play part by part until every promise is decided, checking after each batch."""
    write_text(playing.folder / "contract.toml", contract.text)
    columns = [measured.column for measured in question.extra]
    batches = tallies(playing.batches(columns), playing.design.plan.seating_plan, question.extra)
    tracks = decide(question, batches, playing.design.plan.deals)
    found = verdicts(question, tracks)
    games = max(track.observed.games for track in tracks)
    playing.store.remember({"games": games, "verdicts": found, "verdict": overall(found)})


def _case(answered: ExperimentResult, row: Mapping[str, Any]) -> Case:
    """Return an answer as a case of JUnit: kept passes, broken is a failure, undecided an error."""
    message = f"promised {row['promised']}, seen {row['seen']} in {row['games']:,} games"
    problem = {"broken": "failure", "undecided": "error"}.get(row["verdict"], "")
    return Case(f"digsite.{answered.about['game']}", row["promise"], message, problem, row["verdict"])

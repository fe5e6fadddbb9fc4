"""Reporting: one self-contained HTML file about runs and experiments."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.games import all_games
from digsite.simulator.lab.common.progress import AGAIN, Progress
from digsite.simulator.lab.common.running import Running, check_cluster
from digsite.simulator.lab.experiments.result import ExperimentResult
from digsite.simulator.options import OPTIONS, Phrase
from digsite.simulator.play.arguments import flag, path_of, text_of
from digsite.simulator.play.plan import Plan
from digsite.simulator.runs import storage
from digsite.simulator.runs.atomic_files import check_kind, check_writable, whole_name
from digsite.simulator.runs.experiment import Experiment
from digsite.simulator.runs.folder.manifest import MANIFEST
from digsite.simulator.runs.opening import open_folder
from digsite.simulator.runs.run import Run
from digsite.simulator.trust import allow, untrusted
from digsite.strategies.naming import check_knobs, lookahead_form
from digsite.strategies.registry import field_of, line_up

if TYPE_CHECKING:
    from collections.abc import Callable

    from digsite.analyses.companions import Companions
    from digsite.analyses.result import Result
    from digsite.analyses.scorecard import Scorecard
    from digsite.reports.page.run_section import Score
    from digsite.simulator.game.game import Game
    from digsite.simulator.play.backends import Backend

GAMES = 100_000
OUT = Path("report.html")
Made = TypeVar("Made")


def report(
    *folders: "Run | Experiment | ExperimentResult | Path | str",
    out: Path | str = OUT,
    sensitivity: bool = True,
    experiments: bool = True,
    contract: Path | str | None = None,
    check_with: str = "",
    trust: bool = False,
    progress: Progress | None = None,
    cluster: "str | Backend | None" = None,
) -> Path:
    """Write a report about runs and experiments to one HTML file, and return its path.

    folders:     runs and experiments, or their folders.
    sensitivity: also play the alternatives of unconfirmed figures, and show how much they matter.
    experiments: also play what the run alone cannot show, and save it in the run's folder: what components are worth,
                 and when games are decided. A nudge experiment among the folders replaces the former.
    contract:    a contract whose targets replace the stated defaults in the scorecards of its game.
    check_with:  repeat the main findings with look-ahead players, "+32", on fewer games, and say of each whether it
                 holds; saved in the run's folder.
    trust:       allow the games and plug-ins of the folders to run, now and from now on; without it, what needs code that you
                 never allowed is left out, and the page says so.
    progress:    is called during play.
    cluster:     a Dask cluster to play on, "local:4" or "tcp://host:8786".

    Example::

        report("runs/first", "runs/lost-cities-compare-2p-1", out="report.html")
    """
    from digsite.analyses.companions import Companions
    from digsite.analyses.registry import check
    from digsite.analyses.scorecard import scorecard
    from digsite.reports.page.report import answers_to_all, build
    from digsite.reports.page.rules_table import left_out

    if not folders:
        raise WrongUse(
            "Name the runs to report on", Phrase(f", or play every game with {OPTIONS['every_game'].typed}", ""), "."
        )
    if isinstance(cluster, str) and cluster:
        with open_cluster(cluster, progress) as on:
            return report(
                *folders, out=out, sensitivity=sensitivity, experiments=experiments, contract=contract,
                check_with=check_with, trust=trust, progress=progress, cluster=on,
            )  # fmt: skip
    on = None if isinstance(cluster, str) else cluster
    opened = [open_folder(folder.experiment if isinstance(folder, ExperimentResult) else folder) for folder in folders]
    unique_names("", [folder.folder for folder in opened], key=whole_name)
    if flag("trust", trust):
        allow(code for folder in opened for plan in _plans(folder) for code in plan.code)
    out = page_at(out)
    check_writable(out)
    given = [folder for folder in opened if isinstance(folder, Experiment)]
    tables = [(run.plan.game, run.plan.seats) for run in opened if isinstance(run, Run)]
    score = contract_scoring(contract, tables) if contract else scorecard
    think = recheck_lookahead(check_with)
    if think:
        from digsite.simulator.lab.reporting.recheck import check_lookahead

        check_lookahead(opened, think)

    def answers(run: Run) -> "list[Result]":
        check(run)
        plays = experiments and not untrusted(run.plan.code)
        found = answers_to_all(run, _companions_of(run, given, progress, on) if plays else Companions.of(run, given))
        return [*found, *_checked(run, think, progress, on)]

    steps = _Steps(progress or Progress(), opened, sensitivity)
    for run in opened:
        if isinstance(run, Run) and (sentence := left_out(run, given)):
            (progress or Progress()).starting(f"{run.folder}: {sentence}")
    return build(
        opened, out, answers=steps.announced("findings and charts", answers, plays=False), score=score,
        narrate=steps.announced("a narrated game", median_game),
        sensitivity=steps.announced(
            "figures that no source confirms", partial(_sensitivity, on=on, progress=progress)
        ) if sensitivity else None,
        more=lambda experiment: _checked(experiment, think, progress, on),
    )  # fmt: skip


def _plans(folder: Run | Experiment) -> list[Plan]:
    """Return the plans of all games in a folder."""
    return [folder.plan] if isinstance(folder, Run) else [run.plan for run in folder.arms.values()]


def recheck_lookahead(check_with: str, games: "Iterable[Game]" = ()) -> str:
    """Return the look-ahead to recheck with, "+32", or "" for none; refuse one that no player of these games has."""
    think = text_of("check_with", check_with).strip()
    if think and not re.fullmatch(r"[+*]?\d+(:.*)?", think):
        raise WrongUse(
            OPTIONS["check_with"],
            f" is written +32, worlds for each option, or *1000, for each decision; {think!r} is neither.",
        )
    if think:
        check_knobs(think)
        for game in games:
            line_up(game.id, [lookahead_form(name, think) for name in field_of(game.id)])
    return think


def page_at(out: Path | str) -> Path:
    """Return the file of a page; `.html` is added if it has no ending."""
    path = path_of("out", out)
    check_kind(path, ".html", ".htm")
    return path if path.suffix or path.is_dir() else path.with_name(f"{path.name}.html")


class _Steps:
    """The steps of a report, and how many are finished."""

    def __init__(self, progress: Progress, folders: Sequence[Run | Experiment], sensitivity: bool):
        self._progress, self._done = progress, 0
        runs = [folder for folder in folders if isinstance(folder, Run)]
        self._total = sum(1 if untrusted(run.plan.code) else 2 + sensitivity for run in runs)

    def announced(self, what: str, work: "Callable[[Run], Made]", plays: bool = True) -> "Callable[[Run], Made]":
        """Return the work on a run so that it reports its start; with `plays`, only if the games may be played."""

        def call(run: Run) -> "Made":
            if plays and untrusted(run.plan.code):
                return work(run)
            self._progress.working(f"{run.game.title}: {what}", self._done, self._total)
            self._done += 1
            return work(run)

        return call


@contextmanager
def open_cluster(address: str, progress: Progress | None = None) -> "Iterator[Backend | None]":
    """Yield the cluster at an address; None without an address, so that nothing is loaded for it."""
    if not address:
        yield None
        return
    check_cluster(address)
    with Running(cluster=address, progress=progress or Progress()).backend() as on:
        yield on


def _checked(
    folder: Run | Experiment, think: str, progress: Progress | None, on: "Backend | None" = None
) -> "list[Result]":
    """Return whether the findings hold with look-ahead players, if `think` asks for that."""
    if not think:
        return []
    from digsite.simulator.lab.reporting.recheck import check

    return check(folder, think, progress or Progress(), on)


def contract_scoring(file: Path | str, tables: Sequence[tuple[str, int]]) -> "Score":
    """Return how runs of a contract's game and number of players are scored by its targets, and others by the defaults.

    tables: the games and player counts of the runs; a contract for none of them is refused.
    """
    from digsite.analyses.scorecard import scorecard
    from digsite.simulator.lab.contracts.contract import read_contract

    contract = read_contract(file)
    plan, targets = contract.scored()
    if (plan.game, plan.seats) not in tables:
        raise WrongUse(f"{contract.file.name} is about {plan.game} with {plan.table}; none of the runs is.")

    def score(run: Run, results: "Sequence[Result]") -> "Scorecard":
        if (run.plan.game, run.plan.seats) != (plan.game, plan.seats):
            return scorecard(run, results)
        card = scorecard(run, results, targets)
        return replace(card, targets=f"{contract.file.name} ({', '.join(targets)}) and digsite's defaults for the rest")

    return score


def check_options(check_with: str, contract: Path | str | None) -> None:
    """Refuse options that do not suit a run of every game, before play starts."""
    every = all_games().values()
    recheck_lookahead(check_with, every)
    if contract:
        contract_scoring(contract, [(game.id, game.players[-1]) for game in every])


def play_all(
    folder: Path,
    games: int = GAMES,
    seed: int = 1,
    progress: Progress | None = None,
    everything: bool = True,
    on: "str | Backend | None" = None,
) -> Iterator[Run]:
    """Yield a run of every game at its largest player count; existing runs are completed.

    Games are compiled in parallel if necessary, and each is played as soon as it is compiled. With `everything`, all
    that a report may need is compiled, otherwise what these runs need. A cluster compiles what it plays.
    """
    from digsite.simulator.kernel.jit.compile import is_compiled
    from digsite.simulator.lab.tools.precompile import warm

    every = list(all_games().values())
    ready = [game for game in every if on or is_compiled(game.home.name)]
    other = [game for game in every if game not in ready]
    running = Running(progress=progress or Progress(), cluster=on or "", resume_text=AGAIN)
    for game in chain(ready, warm(other, everything, progress) if other else ()):
        yield _play(game, folder, games, seed, running)


def _play(game: "Game", folder: Path, games: int, seed: int, running: Running) -> Run:
    from digsite.simulator.lab.experiments.simulate import play_run
    from digsite.simulator.play.plan import make_plan

    plan = make_plan(game.id, games, players=game.players[-1], seed=seed)
    target = folder / f"{game.id}-{plan.seats}p-{games}-{seed}"
    return play_run(plan, target, replace(running, resume=storage.is_file(target / MANIFEST)))


def median_game(run: Run) -> Sequence[str]:
    """Return the narration of the run's median game; empty if that needs code that the user has not allowed."""
    from digsite.simulator.runs.replay import find_game_index, replay

    if untrusted(run.plan.code):
        return []
    return list(replay(run, find_game_index(run, "median")))


def _companions_of(
    run: Run, given: Sequence[Experiment], progress: Progress | None, on: "Backend | None" = None
) -> "Companions":
    """Return a run's companions; missing ones are played."""
    from digsite.simulator.lab.reporting.companions import play_companions

    return play_companions(run, given, progress, on)


def _sensitivity(run: Run, on: "Backend | None" = None, progress: Progress | None = None) -> "Result | None":
    """Return how much each unconfirmed figure moves the conclusions; None with look-ahead players: it takes hours."""
    from digsite.simulator.lab.experiments.sweep import sensitivity_of

    if run.plan.thinking or untrusted(run.plan.code):
        return None
    return sensitivity_of(run, on=on, progress=progress)

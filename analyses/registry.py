"""The questions about a run, and the checks that answer bad input with a sentence (imports nothing heavy).

The general questions are in `digsite.analyses.general`, those of a game in its folder of `digsite.analyses.games`. A
folder declares its `QUESTIONS` and needs no registration; a game without a folder has only the general questions.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING
from weakref import WeakSet

from digsite.simulator.errors import DigsiteError, WrongUse, unknown
from digsite.simulator.game_faults import declared
from digsite.simulator.games import find_game
from digsite.simulator.home import homes, name_in
from digsite.simulator.options import OPTIONS

if TYPE_CHECKING:
    from types import ModuleType

    from digsite.analyses.companions import Companions
    from digsite.analyses.question import Question
    from digsite.analyses.result import Result
    from digsite.analyses.view import View
    from digsite.simulator.game.game import Game
    from digsite.simulator.runs.run import Run

MOST_GAMES = (
    1_000_000  # games for a question that does not need all: more would only narrow intervals of a tenth of a point
)

_GENERAL = "digsite.analyses.general"

_checked: WeakSet[Run] = WeakSet()


def topics_of(game_id: str) -> list[ModuleType]:
    """Return the folders with questions about a game: the general one, then the game's, if any."""
    game = find_game(game_id)
    own = game.home.questions
    return [import_module(_GENERAL), *([own.module()] if own.exists and game.is_allowed else [])]


def are_left_out(game: Game) -> bool:
    """Return whether a game has questions of its own that cannot be asked, since its code is not allowed."""
    return game.home.questions.exists and not game.is_allowed


def questions_for(game_id: str) -> list[Question]:
    """Return the questions about a game's runs: the general ones, then the game's."""
    return [
        replace(asked, package=topic.__name__) for topic in topics_of(game_id) for asked in declared(topic, "QUESTIONS")
    ]


def games_with_questions() -> list[str]:
    """Return the ids of the games that have questions of their own."""
    return sorted(home.id for home in homes().values() if home.questions.exists)


def answerable(run: Run) -> list[Question]:
    """Return the questions that this run can answer."""
    return asked_of(run.game.id, run.plan.side_count)


def asked_of(game_id: str, sides: int) -> list[Question]:
    """Return the questions that runs of a game with so many sides can answer."""
    return [asked for asked in questions_for(game_id) if asked.least_seats <= sides <= asked.most_seats]


def families(game_id: str, sides: int) -> int:
    """Return how many questions share the false claims that a run's report may make."""
    return max(sum(asked.tests for asked in asked_of(game_id, sides)), 1)


def answer(run: Run, question: str, companions: Companions | None = None) -> Result:
    """Return the answer to a question about a run; raise a one-sentence error if the run is unusable.

    companions: companions of the run; by default those in its folder.
    """
    asked = _find(run, question)
    check(run)
    import polars as pl

    from digsite.analyses.companions import Companions
    from digsite.analyses.view import View

    companions = companions or Companions.of(run)
    try:
        sharing = families(run.game.id, run.plan.side_count) + companions.families
        view = View(
            run,
            question,
            sharing=sharing,
            measured=companions.measures(asked),
            counterpart=companions.counterpart(asked),
            line_ups=companions.line_ups,
        )
        seen = view if asked.all_games else view.first(MOST_GAMES)
        result: Result = companions.add_to(_answer(run, asked, seen), asked, sharing)
        if seen is not view:
            result = replace(result, notes=[*result.notes, f"From the first {seen.rows:,} games of the run."])
        if result.findings and asked.design:
            result = replace(result, meaning=f"{result.meaning} {asked.design}".strip())
    except (pl.exceptions.ComputeError, OSError) as problem:
        raise DigsiteError(f"The run {run.folder} cannot be read: {_first_line(problem)}.") from problem
    return _with_general_notes(run, result)


def _answer(run: Run, asked: Question, view: View) -> Result:
    """Return a question's own answer; what fails in a question of a user's is named with its file and line."""
    from polars.exceptions import ComputeError

    home = run.game.home
    own = asked.package == home.questions.package
    module = home.questions.module(asked.name.replace("-", "_")) if own else import_module(asked.module)
    with home.naming_faults(ComputeError, OSError):
        found: Result = declared(module, "answer")(view)
    return found


def check(run: Run) -> None:
    """Raise an error for a run that is empty, too small, of another version, or whose files are damaged or foreign."""
    if run in _checked:
        return
    if run.plan.game_version != run.game.version:
        raise WrongUse(
            f"{run.folder} was played with version {run.plan.game_version} of {run.game.title}; this digsite has "
            f"version {run.game.version}. Repeat the run with the command in its manifest."
        )
    if run.rows == 0:
        raise WrongUse(f"The run {run.folder} holds no games yet; resume it with ", OPTIONS["resume"], ".")
    if run.rows < 2 * run.plan.rotations:
        held = "a single game" if run.rows == 1 else "the games of a single deal"
        raise WrongUse(f"The run {run.folder} holds {held}; too few for intervals. Play more games.")
    run.check_files()
    _check_columns(run)
    _checked.add(run)


def _find(run: Run, name: str) -> Question:
    possible = {question.name: question for question in questions_for(run.game.id)}
    if name not in possible:
        if are_left_out(run.game):
            run.game.home.questions.module()  # raises the error that names the code
        others = [game for game in games_with_questions() if name in {asked.name for asked in questions_for(game)}]
        if others:
            raise WrongUse(
                f"The question {name!r} is for {name_in(others[0])}, not for {run.plan.game}. There are: {', '.join(possible)}."
            )
        raise unknown("question", name, possible)
    question = possible[name]
    if run.plan.side_count < question.least_seats:
        why = "has only one seat" if run.plan.seats == 1 else "has players who win and lose together"
        raise WrongUse(f"The question {name!r} compares players, and the run {run.folder} {why}.")
    if run.plan.side_count > question.most_seats:
        raise WrongUse(
            f"The question {name!r} is about a player alone, and the run {run.folder} has {run.plan.seats} seats."
        )
    return question


def _check_columns(run: Run) -> None:
    import polars as pl

    try:
        there = set(run.games.collect_schema().names())
    except (pl.exceptions.PolarsError, OSError) as problem:
        raise DigsiteError(f"The run {run.folder} cannot be read: {_first_line(problem)}.") from problem
    expected = ["game", "luck", *(f"strategy_{seat + 1}" for seat in range(run.plan.seats))]
    expected += [heading for column in run.game.columns for heading, _ in column.headings(run.plan.seats)]
    if lacking := [heading for heading in expected if heading not in there]:
        raise DigsiteError(
            f"The games of {run.folder} are not those of this digsite's {run.game.title}: they lack the column "
            f"{lacking[0]!r}. Repeat the run with the command in its manifest."
        )


def _with_general_notes(run: Run, result: Result) -> Result:
    from digsite.analyses.sentences import FEW_GAMES

    notes = list(result.notes)
    if run.rows < FEW_GAMES:
        notes.append(f"Only {run.rows:,} games: the intervals are wide, and small differences cannot be seen.")
    if not run.complete:
        notes.append(f"The run is not complete: {run.rows:,} of {run.plan.games:,} games are there.")
    return replace(result, notes=notes)


def _first_line(problem: Exception) -> str:
    return str(problem).strip().splitlines()[0].rstrip(".") if str(problem).strip() else type(problem).__name__

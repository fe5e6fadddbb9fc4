"""The questions one can ask of a run, and the guard that answers bad input with a sentence (imports nothing heavy)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from hashlib import file_digest
from importlib import import_module
from typing import TYPE_CHECKING
from weakref import WeakSet

from simulator.errors import DigsiteError, WrongUse, unknown

if TYPE_CHECKING:
    from analyses.result import Result
    from simulator.runs.run import Run

ANY_GAME = ""


@dataclass(frozen=True)
class Question:
    """A question: where it is answered, for which game, from how many seats on, and what it asks."""

    name: str
    about: str
    game: str = ANY_GAME
    least_seats: int = 1

    @property
    def module(self) -> str:
        name = self.name.replace("-", "_")
        return f"analyses.games.{self.game.replace('-', '_')}.{name}" if self.game else f"analyses.{name}"


_LISTED = (
    Question("seats", "win share and score by seat against the fair share, cleared of strategy", least_seats=2),
    Question("strategies", "win share by strategy and seat, head to head, best replies", least_seats=2),
    Question("scores", "distributions of scores, margins, close games and ties"),
    Question("sources", "what points come from, winners against losers"),
    Question("length", "turns and decisions of a game, and how games end"),
    Question("timeline", "win chance by lead along the way, lead changes, when games are decided", least_seats=2),
    Question("artifacts", "points and win share by number of artifacts, value of the next one", "lost-cities"),
    Question("paths", "opening cards, number of paths, stones reached, what the researcher is worth", "lost-cities"),
    Question("bridges", "how expeditions end and who gains from ending them", "lost-cities", 2),
    Question("set-values", "what sets really earned by treasure and size, against the printed prices", "archaeology"),
    Question("storms", "losses to storms by hand size, what tents saved, the thieves' swing", "archaeology"),
    Question("monuments", "value per map and per exploration of each monument", "archaeology"),
    Question("boulder", "the boulder's way and the turn of sealing, simulated beside exact", "chac"),
    Question("bridge", "planks broken and collapses by load, simulated beside exact; sabotage", "chac"),
    Question("routes", "escapes, value and wins by route and ability; deaths; the price of one more card", "chac"),
)
QUESTIONS: Mapping[str, Question] = {question.name: question for question in _LISTED}

_checked: WeakSet[Run] = WeakSet()


def questions_for(game_id: str) -> list[Question]:
    """The questions that can be asked of a game's runs: the general ones, then its own."""
    return [question for question in _LISTED if question.game in (ANY_GAME, game_id)]


def answerable(run: Run) -> list[Question]:
    """The questions that this very run can answer."""
    return [question for question in questions_for(run.plan.game) if run.plan.seats >= question.least_seats]


def answer(run: Run, question: str) -> Result:
    """The answer to a question about a run; whatever is wrong with the run is said in one sentence."""
    asked = _find(run, question)
    check(run)
    import polars as pl

    from analyses.blocks import View

    try:
        result: Result = import_module(asked.module).answer(View(run))
    except (pl.exceptions.ComputeError, OSError) as problem:
        raise DigsiteError(f"The run {run.folder} cannot be read: {_first_line(problem)}.") from problem
    return _with_general_notes(run, result)


def check(run: Run) -> None:
    """Refuse a run that is empty, too small, of another version, or whose files are damaged or not its own."""
    if run in _checked:
        return
    if run.plan.game_version != run.game.version:
        raise WrongUse(
            f"{run.folder} was played with version {run.plan.game_version} of {run.game.title}; this "
            "digsite has version "
            f"{run.game.version}. Repeat the run with the command in its manifest."
        )
    if run.rows == 0:
        raise WrongUse(f"The run {run.folder} holds no games yet; go on with --resume.")
    rotations = run.plan.seats if run.plan.rotate else 1
    if run.rows < 2 * rotations:
        held = "a single game" if run.rows == 1 else "the games of a single deal"
        raise WrongUse(f"The run {run.folder} holds {held}; no figure can be given an interval. Play more games.")
    _check_files(run)
    _check_columns(run)
    _checked.add(run)


def _find(run: Run, name: str) -> Question:
    possible = {question.name: question for question in questions_for(run.plan.game)}
    if name in QUESTIONS and name not in possible:
        raise WrongUse(
            f"The question {name!r} is for {QUESTIONS[name].game}, not for {run.plan.game}. "
            f"There are: {', '.join(possible)}."
        )
    if name not in possible:
        raise unknown("question", name, possible)
    question = possible[name]
    if run.plan.seats < question.least_seats:
        raise WrongUse(f"The question {name!r} compares players, and the run {run.folder} has only one seat.")
    return question


def _check_files(run: Run) -> None:
    for name, known in run.manifest["parts"].items():
        path = run.folder / name
        try:
            with path.open("rb") as file:
                whole = file_digest(file, "sha256").hexdigest() == known["sha256"]
        except OSError as problem:
            raise DigsiteError(
                f"The run {run.folder} lacks {name}: {problem.strerror}; go on with --resume."
            ) from problem
        if not whole:
            raise DigsiteError(
                f"{path} is damaged or not of this run: it differs from what the run wrote. "
                "Play it again with --resume."
            )


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
    from dataclasses import replace

    from analyses.words import FEW_GAMES

    notes = list(result.notes)
    if run.rows < FEW_GAMES:
        notes.append(f"Only {run.rows:,} games: the intervals are wide, and small differences cannot be seen.")
    if not run.complete:
        notes.append(f"The run is not complete: {run.rows:,} of {run.plan.games:,} games are there.")
    return replace(result, notes=notes)


def _first_line(problem: Exception) -> str:
    return str(problem).strip().splitlines()[0].rstrip(".") if str(problem).strip() else type(problem).__name__

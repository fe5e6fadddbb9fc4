"""Three things to look at: what stands out in a run, each with a command that follows it up."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from digsite.analyses.registry import answerable
from digsite.simulator.commands import Command
from digsite.simulator.game.wording import typed
from digsite.simulator.play.repeat import rules_options, seating, unexplained_figures

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    import polars as pl

    from digsite.analyses.result import Result
    from digsite.analyses.scorecard import Line, Scorecard
    from digsite.simulator.runs.run import Run

MOST = 3
_ORDER = ("off", "watch", "open", "fine")
_WORTH_A_LOOK = ("tension", "components", "pace")  # even where the target is met
_MATTERS = ("large", "moderate")  # of an unconfirmed figure: worth a look before anything that is only watched


@dataclass(frozen=True)
class NextStep:
    """Something to look at: what it is, what was found, the question it belongs to, and what to do next."""

    title: str
    sentence: str
    question: str  # whose section has more; empty for the rules
    follow: str  # what the command is for
    command: str


def next_steps(
    run: Run, card: Scorecard | None, measured: pl.DataFrame | None, results: Sequence[Result]
) -> list[NextStep]:
    """Return the three that matter most.

    Missed targets come first, then unconfirmed figures that matter, targets on the edge and open ones; targets that are met
    only fill up the three.

    measured: how much each unconfirmed figure matters. results: the answers on the page.
    """
    lines = sorted(card.lines if card else (), key=lambda line: _ORDER.index(line.verdict))
    missed = [line for line in lines if line.verdict == "off"]
    others = [line for line in lines if line.verdict != "off"]
    found = [_of_line(run, line, results) for line in missed] + _doubts(run, measured)
    found += [
        _of_line(run, line, results) for line in others if line.verdict != "fine" or line.name == "luck and skill"
    ]
    found += [_of_line(run, line, results) for line in others if line.verdict == "fine" and line.name in _WORTH_A_LOOK]
    return [look for look in found if look][:MOST]


def _doubts(run: Run, measured: pl.DataFrame | None) -> list[NextStep | None]:
    """Return the unconfirmed figure that moves the conclusions most, if it moves them much."""
    if measured is None or not measured.height or run.plan.settings or unexplained_figures(run.plan):
        return []
    row = measured.row(0, named=True)
    if row["matters"] not in _MATTERS:
        return []
    key, values = row["figure"], run.plan.figures.by_key
    others = [typed(value) for value in values[key].alternatives if value != run.plan.rules[key]]
    if not others:
        return []
    other = row["most_at"] if row["most_at"] in others else others[0]
    value = typed(run.plan.rules[key])
    what = f"`{key}` as written here" if values[key].changes else f"that `{key}` is `{value}`"
    sentence = f"No source confirms {what}, and that matters: {row['moves']}."
    options = {**_given(run), "settings": [f"{key}={other}"], "against": run.plan.variants}
    command = _line("compare", run.plan.called, **options)
    return [NextStep("An unconfirmed figure matters", sentence, "", f"Compare it with {other}:", command)]


def _of_line(run: Run, line: Line, results: Sequence[Result]) -> NextStep | None:
    make = _LOOKS.get(line.name)
    if make is None:
        return None
    title, question, follow, command = make(run, line)
    if line.name == "components":
        question = _measured_in(line, results)
    there = [result.question for result in results]
    span = f" ({line.interval})" if line.interval else ""
    known = f"{line.figure[:1].upper()}{line.figure[1:]}{span}." if span or line.value is not None else line.sentence
    sentence = line.figures.get("last") or known
    return NextStep(title, sentence, question if question in there else "", follow, command)


def _seats(run: Run, line: Line) -> tuple[str, str, str, str]:
    if line.word == "cannot be told":
        again = _again(run, run.plan.games)
        return "Seats and strategies are mixed up", "seats", "Let every strategy play every seat:", again
    if line.word == "unfair":
        return (
            "Seats do not win alike",
            "seats",
            "Do players that think find the same?",
            _line("report", _folder(run), check_with="+32"),
        )
    more = _line("simulate", resume=_folder(run), games=4 * run.plan.games)
    return (
        "Seats are on the border" if line.word == "borderline" else "Seats may not win alike",
        "seats",
        "Four times the games halve the interval; this goes on with the run:",
        more,
    )


def _strategies(run: Run, line: Line) -> tuple[str, str, str, str]:
    if line.word == "one only":
        meet = _line("tournament", run.plan.called, **_given(run, seats=False))
        return "One strategy met only itself", "strategies", "Let all strategies meet:", meet
    left = line.figures.get("not_worth_playing", ())
    title = f"{left[-1]} is left behind" if left else "Which strategies keep up is still open"
    names = dict.fromkeys(run.plan.players)
    meet = _line("tournament", run.plan.called, strategies=names, **_given(run, seats=False))
    return title, "strategies", "Who is the best reply to whom?", meet


def _luck(run: Run, line: Line) -> tuple[str, str, str, str]:
    titles = {"fine": "Skill shows soon", "open": "Luck and skill cannot be told apart"}
    title = titles.get(line.verdict, "Strategy decides little")
    names = dict.fromkeys(run.plan.players)
    think = _line("strength", run.plan.called, strategies=names, minutes=10, **_given(run, seats=False))
    return title, "strategies", "How much would better players win?", think


def _tension(run: Run, line: Line) -> tuple[str, str, str, str]:
    titles = {"settled early": "Games are settled early", "lead is no lead": "A lead is worth little"}
    which = "closest" if line.word == "lead is no lead" else "median"
    watch = _line("replay", _folder(run), chances=True, **{which: True})
    return titles.get(line.word, "How long games stay open"), "timeline", "Watch the chances of one game:", watch


def _alone(run: Run, line: Line) -> tuple[str, str, str, str]:
    titles = {"easy": "A player alone wins too easily", "hard": "A player alone hardly wins"}
    title = titles.get(line.word, "How often a player alone wins")
    for asked in answerable(run):
        if asked.dial and (bounds := run.game.figures.by_key[asked.dial].range):
            low, high = (int(end) for end in bounds)
            values = f"{asked.dial}={','.join(map(str, range(low, high + 1)))}"
            given = _given(run, without=asked.dial)
            given["settings"] = [values, *given["settings"]]
            return title, asked.name, "How hard is it at each difficulty?", _line("sweep", run.plan.called, **given)
    thinking = _line("simulate", run.plan.called, seats=f"{run.plan.players[0]}+8", **_given(run, seats=False))
    return title, "", "How often would a better player win?", thinking


def _pace(run: Run, line: Line) -> tuple[str, str, str, str]:
    title = "Some games run long" if line.word == "long games" else "The longest games"
    return title, "length", "Read the longest of them:", _line("replay", _folder(run), longest=True)


def _components(run: Run, line: Line) -> tuple[str, str, str, str]:
    titles = {
        "some unwanted": "Something is not worth having",
        "one decisive": "One thing decides too much",
        "some decisive": "Some things decide too much",
        "not yet clear": "What components are worth",
    }
    first = next(iter(_worths(line)), "")
    measure = _line("nudge", run.plan.called, nudges=first, games=40_000, **_given(run))
    follow = "Measure it more exactly:" if first else "Measure it by experiment:"
    return titles.get(line.word, "What components are worth"), "components", follow, measure


def _measured_in(line: Line, results: Sequence[Result]) -> str:
    """Return the question whose answer says what the component of the line is worth."""
    first = next(iter(_worths(line)), "")
    told = [r.question for r in results if "worth" in r.tables and first in r.tables["worth"]["nudge"].to_list()]
    return told[0] if told else "sources"


def _worths(line: Line) -> list[str]:
    """Return the nudges that were measured, the one that the line shows first."""
    known = {name: found for name, found in line.figures.items() if isinstance(found, dict) and "worth" in found}
    return sorted(known, key=lambda name: known[name]["worth"] != line.value)


def _players(run: Run, _: Line) -> tuple[str, str, str, str]:
    return (
        "Better players may see it otherwise",
        "strategies",
        "Repeat it with players that think:",
        _line("report", _folder(run), check_with="+32"),
    )


_LOOKS: dict[str, Callable[[Any, Any], tuple[str, str, str, str]]] = {
    "seats": _seats,
    "strategies": _strategies,
    "luck and skill": _luck,
    "tension": _tension,
    "winning alone": _alone,
    "pace": _pace,
    "components": _components,
    "players behind it": _players,
}


# ------------------------------------------------------------------------------------------------- commands


def _folder(run: Run) -> Path:
    """Return the run's folder, as typed from the working directory."""
    folder = run.folder
    beneath = isinstance(folder, Path) and folder.is_relative_to(Path.cwd())
    return folder.relative_to(Path.cwd()) if beneath else folder


def _again(run: Run, games: int) -> str:
    """Return the command for the run with this number of games and every seat order."""
    return _line("simulate", run.plan.called, games=games, rotate=True, **_given(run))


def _given(run: Run, seats: bool = True, without: str = "") -> dict[str, Any]:
    """Return the parts of the run's plan that a command must repeat: players and rules, except for one figure."""
    sitting = seating(run.plan) if seats else {"players": run.plan.seats}
    return {**sitting, **rules_options(run.plan, without)}


def _line(verb: str, *arguments: object, **options: Any) -> str:
    return str(Command(verb, *arguments, **options))

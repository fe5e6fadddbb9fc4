"""`digsite compare`: two rule sets or line-ups on the same luck, with a verdict."""

import re
import sys
from collections.abc import Generator, Iterator
from contextlib import closing
from functools import partial
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from simulator.cli import results
from simulator.cli.console import (
    GameName,
    Json,
    Out,
    Players,
    Plugins,
    Quiet,
    RulesFile,
    Seats,
    Seed,
    Settings,
    Threads,
    Variants,
    announce_compiling,
    count,
    note,
    progress_line,
    show,
    split_seats,
)
from simulator.errors import WrongUse
from simulator.games import find_game

if TYPE_CHECKING:
    from analyses.experiments.compare import Question, Side
    from analyses.result import Result
    from simulator.play.plan import Plan
    from simulator.play.tallies import Tally

GAMES = 200_000
MOST_GAMES = 2_000_000  # with --margin, when --games does not say
PILOT_GAMES = 1_000
_UNITS: dict[str, tuple[Literal["share", "points", "turns"], float]] = {
    "pp": ("share", 0.01),
    "%": ("share", 0.01),
    "point": ("points", 1.0),
    "turn": ("turns", 1.0),
}


def compare(
    game: GameName,
    variant: Variants = [],  # noqa: B006
    setting: Settings = [],  # noqa: B006
    against: Annotated[str, typer.Option(metavar="V,W", help="Variants of the other side; base for none.")] = "base",
    players: Players = None,
    seats: Seats = "",
    against_seats: Annotated[str, typer.Option(metavar="A,B,...", help="Another line-up for the other side.")] = "",
    games: Annotated[
        int | None,
        typer.Option("--games", "-n", parser=count, metavar="N", help="Games on each side; at most, with --margin."),
    ] = None,
    margin: Annotated[
        str,
        typer.Option(
            metavar="0.5pp", help="Play until decided: the least change that matters (0.5pp, 2points, 3turns)."
        ),
    ] = "",
    rules_file: RulesFile = None,
    seed: Seed = None,
    plugin: Plugins = [],  # noqa: B006
    threads: Threads = None,
    out: Out = None,
    as_json: Json = False,
    quiet: Quiet = False,
) -> None:
    """Play two rule sets or line-ups on the same luck and say what differs."""
    from analyses.experiments.compare import Question
    from simulator.play.plan import make_plan

    least = parse_margin(margin) if margin.strip() else None
    most = games if games is not None else MOST_GAMES if least else GAMES
    changed = make_plan(
        game,
        most,
        players=players,
        seats=split_seats(seats),
        variants=variant,
        settings=setting,
        rules_file=rules_file,
        plugins=plugin,
        seed=seed,
        rotate=True,
        events=0,
    )
    other = make_plan(
        game,
        most,
        players=changed.seats,
        seats=split_seats(against_seats) or changed.players,
        variants=_against(against),
        rules_file=rules_file,
        plugins=plugin,
        seed=changed.seed,
        rotate=True,
        events=0,
    )
    question = Question(*_sides(other, changed), least)
    _check(question, other, changed)
    found = find_game(game)
    note(f"{found.title}: {_announced(question, changed)}", quiet)
    announce_compiling(found.package, found.title, quiet)
    result = _play(question, other, changed, threads, quiet)
    about = _about(question, result, other, changed)
    everybody = [*other.players, *changed.players]
    results.deliver(result, about, everybody, partial(_print, question), as_json=as_json, out=out, quiet=quiet)


def parse_margin(text: str) -> tuple[Literal["share", "points", "turns"], float]:
    """0.5pp, 2points or 3turns as a unit and a size."""
    found = re.fullmatch(r"([\d.]+)\s*(pp|%|point|turn)s?", text.strip().lower())
    try:
        size = float(found[1]) if found else 0.0
    except ValueError:
        size = 0.0
    if not found or size <= 0:
        raise WrongUse(f"--margin is a size such as 0.5pp (of the win share), 2points or 3turns; {text!r} is not.")
    unit, factor = _UNITS[found[2]]
    return unit, size * factor


def _against(text: str) -> list[str]:
    names = [name.strip() for name in text.split(",") if name.strip()]
    return [] if names == ["base"] else names


def _sides(other: "Plan", changed: "Plan") -> tuple["Side", "Side"]:
    """Names for both sides: by their rules, by their line-ups, or by both where both differ."""
    from analyses.experiments.compare import Side

    rules, line_ups = other.rules != changed.rules, other.players != changed.players
    made = []
    for plan in (other, changed):
        named = " + ".join([*plan.variants, *plan.settings])
        label, phrase = (named, f"under {named}") if named else ("base", "in the base game")
        players = ", ".join(plan.players)
        if line_ups:
            label, phrase = (
                (f"{label} ({players})", f"{phrase} with {players}") if rules else (players, f"with {players}")
            )
        made.append(Side(label, phrase, plan.players))
    return made[0], made[1]


def _check(question: "Question", other: "Plan", changed: "Plan") -> None:
    """Refuse what cannot differ."""
    if other.rules == changed.rules and other.weights == changed.weights and _names(other) == _names(changed):
        raise WrongUse(
            "There is nothing to compare: both sides play the same rules with the same line-up. Name a --variant, a "
            "rule figure with --set, or another line-up with --against-seats."
        )
    if question.seats == 1 and question.margin and question.margin[0] == "share":
        raise WrongUse("One player has no rivals to win against; give the --margin in points or turns.")


def _names(plan: "Plan") -> list[str]:
    return [player.partition(":")[0] for player in plan.players]


def _announced(question: "Question", plan: "Plan") -> str:
    sides = f"{question.changed.label} against {question.against.label}"
    most = "at most " if question.margin else ""
    return f"{sides}, {plan.seats} players, {most}{plan.games:,} games on each side, seed {plan.seed}."


def _play(question: "Question", other: "Plan", changed: "Plan", threads: int | None, quiet: bool) -> "Result":
    from analyses.experiments.compare import answer, decide, tuned_for
    from simulator.play.tallies import play_paired

    def played(first: int, games: int, report: Any = None) -> Generator["Tally", None, None]:
        options = {"threads": threads, "progress": report}
        for batch in play_paired([other, changed], games=games, first_game=first, **options):
            yield batch[1]

    report = progress_line(quiet)
    if question.margin is None:
        return answer(question, _sum(played(0, changed.games, report)))
    # The pilot plays deals that the decision never sees, so that what it tunes owes nothing to what is decided.
    pilot = PILOT_GAMES // changed.seats * changed.seats
    tuned = tuned_for(question, _sum(played(changed.games, pilot)), changed.games // changed.seats)
    with closing(played(0, changed.games, report)) as batches:
        tally, state = decide(question, batches, tuned)
    note("", quiet or not sys.stderr.isatty())  # the progress line may have stopped half-way
    return answer(question, tally, state, tuned)


def _sum(batches: Iterator["Tally"]) -> "Tally":
    total = next(batches)
    for batch in batches:
        total = total.merged(batch)
    return total


def _about(question: "Question", result: "Result", other: "Plan", changed: "Plan") -> dict[str, Any]:
    head = result.tables["measures"].row(0, named=True)
    margin = {"unit": question.margin[0], "size": question.margin[1]} if question.margin else None
    sides = {
        name: {"label": side.label, "variants": plan.variants, "settings": plan.settings, "line_up": plan.players}
        for name, side, plan in (("against", question.against, other), ("changed", question.changed, changed))
    }
    about = {"game": changed.game, "players": changed.seats, "seed": changed.seed, "games": head["games"], **sides}
    return about | {"headline": head["measure"], "verdict": head["verdict"], "margin": margin}


def _print(question: "Question", result: "Result") -> None:
    rows = [_row(row) for row in result.tables["measures"].iter_rows(named=True)]
    headings = (
        "",
        question.against.label,
        question.changed.label,
        "difference",
        "from",
        "to",
        "verdict",
        "same luck worth",
    )
    show(headings, rows)


def _row(row: dict[str, Any]) -> list[str]:
    from analyses.experiments.compare import shown

    unit = row["unit"]
    reach = (row["difference_high"] - row["difference_low"]) / 2 if row["difference_low"] is not None else 0.0
    values = [shown(row[name], unit, reach).removesuffix(f" {unit}") for name in ("against", "changed")]
    gaps = [_gap(row[name], unit, reach) for name in ("difference", "difference_low", "difference_high")]
    worth = f"{row['worth']:,.1f}×" if row["worth"] is not None else "all alike"
    return [row["measure"], *values, *gaps, row["verdict"], worth]


def _gap(value: float | None, unit: str, reach: float) -> str:
    from analyses.experiments.compare import difference_text
    from analyses.stats import Estimate

    if value is None:
        return "?"
    text = difference_text(Estimate(value, value - reach, value + reach, 1), unit)  # type: ignore[arg-type]
    number = text.partition(" (")[0].partition(" ")[0]
    return f"{number} pp" if unit == "share" else number

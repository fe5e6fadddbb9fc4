"""Targets in the language of contracts: "win rate of seat 1 in 24..26 %", "turns at most 60", or those of a file."""

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from digsite.analyses.experiments.check import (
    CONTRACT,
    SCORE,
    TURNS,
    WIN_RATE,
    ContractQuestion,
    Promise,
    wording,
)
from digsite.simulator.errors import WrongUse, nearest
from digsite.simulator.lab.contracts.keys import check_range, read_promise
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.tallies import Columns

if TYPE_CHECKING:
    from digsite.analyses.experiments.check import PromisedFigure
    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.contracts.contract import Contract
    from digsite.simulator.play.plan import Plan

_NUMBER = r"([-+]?\d+(?:\.\d+)?)"
_TARGET = re.compile(
    rf"(?P<what>.+?)\s+(?:in\s+{_NUMBER}\s*(?:\.\.|to)\s*{_NUMBER}|(?P<way>at least|at most)\s+{_NUMBER})"
    r"\s*(?P<unit>%|percent|[a-z]*)",
    re.IGNORECASE,
)
_FORM = '"win rate of seat 1 in 24..26 %" or "turns at most 60"'


def targets_of(plan: "Plan", texts: Sequence[str], contract: "Contract | None") -> list[Promise]:
    """Return the targets that a user writes or that a contract promises; refuse those that cannot be met together."""
    game, found = plan.definition, list[Promise]()
    for text in texts:
        with _within(text):
            found.append(_checked(*_read(text, game), plan))
    for number, entry in enumerate(contract.data.get("promise", []) if contract else [], 1):
        if any(name in entry for name in ("variant", "settings")):
            continue  # about other rules than those that change
        assert contract is not None
        with _within(f"{contract.file.name}, promise {number}"):
            found.append(_checked(read_promise(entry, CONTRACT), None, plan))
    if not found:
        raise WrongUse("Say what is to be met: ", OPTIONS["target"], f" {_FORM}, or a ", OPTIONS["contract"], ".")
    check_together(plan, found)
    return list(dict.fromkeys(found))


def question_of(plan: "Plan", targets: Sequence[Promise]) -> ContractQuestion:
    """Return the question whether the targets are met."""
    return ContractQuestion(plan.definition, plan.players, targets, {CONTRACT: "the rules as they are"})


@contextmanager
def _within(place: str) -> Iterator[None]:
    try:
        yield
    except WrongUse as problem:
        raise WrongUse(f"The target {place!r}: ", problem) from problem


def _read(text: str, game: "Game") -> tuple[Promise, bool]:
    """Return the target in a text, and whether its bounds are written as percentages."""
    found = _TARGET.fullmatch(text.strip())
    if not found:
        raise WrongUse(f"a target is written {_FORM}.")
    what, (low, high, bound) = " ".join(found["what"].split()), found.group(2, 3, 5)
    percent = found["unit"] in ("%", "percent")
    words = {"", "%", "percent", "turns", "turn", "points", "point", game.wording.points, game.wording.turns}
    if found["unit"].lower() not in words:
        raise WrongUse(f"{found['unit']} is no unit of it; leave it out, or write % for shares.")
    factor = 100 if percent else 1
    entry: dict[str, Any] = _measured(what, game)
    if low is not None:
        entry |= {"at_least": float(low) / factor, "at_most": float(high) / factor}
    else:
        entry |= {"at_least" if found["way"].lower() == "at least" else "at_most": float(bound) / factor}
    return read_promise(entry, CONTRACT), percent


def _measured(what: str, game: "Game") -> dict[str, Any]:
    """Return what is measured, as a contract's promise says it."""
    if re.search(r"[<>=!]=?\s*-?\d", what):
        return {"share_of_games": re.sub(r"(?i)^share of games (with|in which)\s+", "", what)}
    measure, _, of = what.partition(" of ")
    if " " in measure and measure != WIN_RATE:
        known = [WIN_RATE, SCORE, TURNS, *(column.name for column in game.columns)]
        raise WrongUse(f"there is no measure {measure!r}.{nearest(measure, known)}")
    return {"measure": measure, "of": of} if of else {"measure": measure}


def _checked(promise: Promise, percent: bool | None, plan: "Plan") -> Promise:
    """Return a target with its words, after checking its bounds against what it measures.

    percent: whether its bounds were written with a percent sign; None for a contract, which writes parts of 1.
    """
    if promise.change:
        raise WrongUse("it promises a change; a target is about the rules themselves.")
    figures = question_of(plan, [promise]).figures_of(promise)
    share, ends = figures[0].measure.unit == "share", [promise.at_least, promise.at_most]
    if percent and not share:
        raise WrongUse(f"{figures[0].measure.name} is no share; leave the % out.")
    most = max(end for end in ends if end is not None)
    if percent is False and share and most > 1:
        raise WrongUse(f"a share lies between 0 and 1; write {most:g} % with its sign.")
    check_range(promise, figures, plan.seats)
    return replace(promise, text=promise.text or wording(promise, figures))


def check_together(plan: "Plan", targets: Sequence[Promise]) -> None:
    """Refuse targets that no rules can meet together."""
    columns = Columns(plan.seats)
    wins = [(columns.seat_win(seat),) for seat in range(plan.seats)]
    seats: dict[tuple[int, ...], tuple[float, float]] = {}
    known: dict[str, tuple[float, float, Promise]] = {}
    for figure in question_of(plan, targets).figures:
        low, high = bounds_of(figure)
        was_low, was_high, other = known.get(figure.measure.name, (low, high, figure.promise))
        if max(low, was_low) >= min(high, was_high):
            raise WrongUse(
                f"Two targets contradict each other: {other.text}, and {_small(figure.promise.text)}; change one of them."
            )
        known[figure.measure.name] = max(low, was_low), min(high, was_high), figure.promise
        if figure.measure.places in wins and figure.promise.measure == WIN_RATE:
            seats[figure.measure.places] = known[figure.measure.name][:2]
    least = sum(max(low, 0.0) for low, _ in seats.values())
    most = sum(min(high, 1.0) for _, high in seats.values()) + (plan.seats - len(seats))
    if least > 1 or most < 1:
        side = "more than" if least > 1 else "less than"
        raise WrongUse(
            f"The targets contradict each other: together the seats would win {side} all games "
            f"({100 * (least if least > 1 else most):g} %)."
        )


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


def bounds_of(figure: "PromisedFigure") -> tuple[float, float]:
    """Return the bounds of a figure; infinite where it has none."""
    least, most = figure.promise.at_least, figure.promise.at_most
    return -float("inf") if least is None else least, float("inf") if most is None else most


def contract_arguments(contract: "Contract", decides: Mapping[str, Any]) -> dict[str, Any]:
    """Return the arguments of a plan, those that a contract names wherever the user gives none."""
    theirs = {name: value for name, value in contract.arguments.items() if value}
    if decides.get("seats") or decides.get("players"):
        theirs = {name: value for name, value in theirs.items() if name not in ("seats", "players")}
    return {**theirs, **{name: value for name, value in decides.items() if value not in (None, [], (), "")}}

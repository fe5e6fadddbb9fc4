"""A contract written from the present balance: some games are played, and their results promised, with a margin."""

import math
import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from digsite.analyses import sentences, stats
from digsite.analyses.experiments.check import (
    CONTRACT,
    ERROR_RATE,
    EVERY_STRATEGY,
    SCORE,
    TURNS,
    WIN_RATE,
    ContractQuestion,
    Promise,
    PromisedFigure,
    interval,
)
from digsite.analyses.experiments.check.texts import condition_text
from digsite.analyses.experiments.compare.texts import unit_word
from digsite.analyses.stats import Moments
from digsite.simulator.commands import Command
from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.measures import Condition, find_measures, headlines
from digsite.simulator.game.wording import toml
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.simulator.lab.common.progress import Count
from digsite.simulator.lab.common.running import Arguments, announce_compiling, split_arguments
from digsite.simulator.lab.contracts.contract import MOST_GAMES
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import path_of, whole_number
from digsite.simulator.play.backends import batch_together, play_together
from digsite.simulator.play.plan import PlanArguments, plugin_list, setting_texts
from digsite.simulator.play.repeat import options_of
from digsite.simulator.play.tallies import merge, tallies
from digsite.strategies.plugins.load import Source

if TYPE_CHECKING:
    from digsite.simulator.play.plan import Plan
    from digsite.simulator.play.tallies import Tally

GAMES, LEAST_GAMES = 20_000, 1_000
OUT = Path("contract.toml")
_DECIDED = 0.1  # of the limit of games, after which a check is usually decided
_LONG = 0.99  # of all games are not called long


def new_contract(game: Path | str, games: int | None = None, **arguments: Unpack[Arguments]) -> Path:
    """Write a contract from the present balance, and return its path.

    games: games to measure the balance with; 20,000 by default.

    The other arguments are those of `simulate`, without `events` and `resume`; `out` is the file, by default
    contract.toml, and is never overwritten.
    """
    decides, running = split_arguments(new_contract, **arguments)
    path = free_file(running.out or OUT)
    found, named, progress = running.game(game), decides.get("seats"), running.progress
    usual = None if games is not None else max(games_by_default(found, named, GAMES), LEAST_GAMES)
    plan = arm_plan(found.id, usual or whole_number("games", games, least=LEAST_GAMES), **decides)
    announce_players(found, named, plan.players, progress, usual)
    line_up = f"{plan.table} ({', '.join(plan.players)})"
    progress.starting(f"{found.title}: {plan.games:,} games to know the balance, {line_up}, seed {plan.seed}.")
    count, batches = Count(progress, plan.games), []
    with running.backend() as on:
        announce_compiling(found, progress, on)
        for (rows,) in play_together([plan], range(plan.games), batch_together([plan]), on):
            batches.append(rows)
            count(len(rows))
    promises = _promises(plan, np.concatenate(batches))
    question = ContractQuestion(found, plan.players, promises, {CONTRACT: "base"})
    tally = merge(tallies(([rows] for rows in batches), plan.seating_plan, question.extra))[0]
    text = "".join(f"{line}\n" for line in _lines(question, plan, tally, decides, path))
    try:
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    except OSError as problem:
        raise DigsiteError(f"{path} cannot be written: {problem.strerror or problem}.") from problem
    return path


def free_file(out: Path | str) -> Path:
    """Return the path to write the contract to; refuse an existing file."""
    path = path_of("out", out)
    if path.exists():
        raise WrongUse(f"{path} is there already; name another file with ", OPTIONS["out"], ".")
    if not path.absolute().parent.is_dir():
        raise WrongUse(f"{path} cannot be written: there is no such folder.")
    return path


def _promises(plan: "Plan", rows: np.ndarray) -> list[Promise]:
    """Return the promises, without bounds."""
    game = plan.definition
    found = [Promise(SCORE), Promise(TURNS)]
    if plan.seats > 1:
        wins = [Promise(WIN_RATE, f"seat {seat + 1}") for seat in range(plan.seats)]
        if len(set(plan.players)) > 1:
            wins.append(Promise(WIN_RATE, EVERY_STRATEGY))
        found = wins + found
    longest = math.ceil(float(np.quantile(rows["turns"], _LONG)))
    found.append(Promise(f"turns > {longest}", condition=True))
    if plan.seats > 1 and (rows["winners"] == 0).any():
        found.append(Promise("winners == 0", condition=True))
    own = find_measures(game.columns, plan.seats, headlines(game.columns))
    return found + [Promise(measured.name) for measured in own]


def _lines(
    question: ContractQuestion, plan: "Plan", tally: "Tally", decides: PlanArguments, path: Path
) -> Iterator[str]:
    """Yield the contract, line by line."""
    yield f"# What is to stay true of {question.game.title}, written from {plan.games:,} games:"
    again = {**options_of(decides), "seed": plan.seed, "games": plan.games}
    yield f"# {Command('new contract', plan.called, **again)}"
    yield f"# Check it with: {Command('check', path.name)}"
    yield "#"
    yield "# Each promise has room for chance. Make a promise narrower or wider as you like; delete those you do not care for."
    yield "# Shares are parts of 1: 0.27 is 27 %. docs/contracts.md says what else can be promised."
    yield ""
    yield f"game = {toml(plan.called)}"
    yield f"seats = {toml(plan.players)}"
    yield f"seating = {toml(plan.seating)}"
    yield from _rules(plan, decides, path)
    yield f"seed = {(plan.seed + 1) % 2**63}  # decides all chance, so that a check can be repeated; delete it to check on new luck"
    yield f"most_games = {MOST_GAMES}  # of each rule set; a check stops as soon as everything is decided"
    yield f"error_rate = {ERROR_RATE}  # at most so many contracts get a single wrong answer"
    for promise in question.promises:
        yield from _table(question, promise, plan, tally)


def _rules(plan: "Plan", decides: PlanArguments, path: Path) -> Iterator[str]:
    """Yield the rules and plug-ins that are not the game's own; paths are relative to the contract."""

    def from_contract(file: Path | str) -> str:
        return os.path.relpath(file, path.absolute().parent)

    if plan.variants:
        yield f"variant = {toml(plan.variants)}"
    if settings := setting_texts(decides.get("settings", ())):
        yield f"settings = {toml(settings)}"
    if rules := decides.get("rules_file"):
        yield f"rules = {toml(from_contract(rules))}"
    if plugins := plugin_list(decides.get("plugins")):
        yield f"plugins = {toml([from_contract(one.file if isinstance(one, Source) else one) for one in plugins])}"


def _table(question: ContractQuestion, promise: Promise, plan: "Plan", tally: "Tally") -> Iterator[str]:
    figures = question.figures_of(promise)
    spans = [_span(figure, tally, plan.rotations, len(question.figures)) for figure in figures]
    low, high = min(span[0] for span in spans), max(span[1] for span in spans)
    least, most = figures[0].limits
    one_sided = promise.condition or promise.of == EVERY_STRATEGY
    bounds = {"at_least": low} if low > least and not one_sided else {}
    bounds |= {"at_most": high} if high < most else {}
    if not bounds:  # a share without bounds promises nothing
        return
    yield ""
    yield "[[promise]]"
    yield f"# {_seen(figures, tally)}"
    yield f"share_of_games = {toml(promise.measure)}" if promise.condition else f"measure = {toml(promise.measure)}"
    if promise.of:
        yield f"of = {toml(promise.of)}"
    for name, bound in bounds.items():
        yield f"{name} = {bound!r}"


def _span(figure: PromisedFigure, tally: "Tally", rotations: int, many: int) -> tuple[float, float]:
    """Return the figure's range, with room for the error of these games and for the check to decide."""
    seen, alpha = figure.moments(tally), ERROR_RATE / many
    deals = max(round(_DECIDED * MOST_GAMES) // rotations, 2)
    later = Moments(deals, seen.mean, seen.variance * deals)
    room = sum(times * interval(m, figure.scale(tally), alpha, m.n).half_width for times, m in ((1, seen), (2, later)))
    if not math.isfinite(room):  # no game has a winner
        return -math.inf, math.inf
    places = max(math.ceil(-math.log10(room / 5)), 0)
    step = 10.0**-places
    low, high = math.floor((seen.mean - room) / step) * step, math.ceil((seen.mean + room) / step) * step
    return round(low, places), round(high, places)


def _seen(figures: Sequence[PromisedFigure], tally: "Tally") -> str:
    """Return the comment with the present figures."""
    figure = max(figures, key=lambda known: known.moments(tally).mean)
    seen = figure.moments(tally)
    estimate = stats.shared_wins(seen) if figure.measure.unit == "share" else stats.mean(seen)
    unit = unit_word(figure.measure.unit, figure.points)
    value, bracket = sentences.split_estimate(estimate, percent=figure.measure.unit == "share", unit=unit)
    if isinstance(figure.measurable, Condition):
        return f"Now: {value} of games {condition_text(figure.measurable)} {bracket}"
    if len(figures) > 1:
        return f"Now: {figure.measure.name} {value} {bracket}, the highest"
    named = figure.measure.name if figure.promise.of or figure.promise.measure != SCORE else "mean score"
    return f"Now: {named} {value} {bracket}"

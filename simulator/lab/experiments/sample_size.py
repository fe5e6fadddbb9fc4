"""Planning: how many games a question needs for a given margin, and how long they take here."""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from digsite.analyses.experiments.compare.question import Comparison
from digsite.analyses.experiments.compare.texts import figure_text, margin_text
from digsite.analyses.stats import Moments, sizes
from digsite.analyses.stats.tests import UNSEEN
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.game.columns import win_share
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.game.wording import listed
from digsite.simulator.lab.common.running import Arguments, announce_compiling, split_arguments
from digsite.simulator.lab.experiments.compare import check_margin, parse_margin, plans_of, sides_of
from digsite.simulator.lab.experiments.pilots import pilot_games, with_progress
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names, text_of, whole_number
from digsite.simulator.play.backends import On, batch_together, play_together
from digsite.simulator.play.plan import Plan, whole_rotations

if TYPE_CHECKING:
    from digsite.analyses.experiments.measures import Unit
    from digsite.simulator.lab.common.progress import Progress

PILOT = 2_000
MOST_PILOT = 10_000_000
POWER = 0.9
_MOST_SPREADS = 1e6  # of a game, in margins: some 10^13 games, far too many


@dataclass(frozen=True)
class Need:
    """What one question needs.

    question: in words.
    verb:     the command that answers it.
    games:    on each side, if there are two.
    sides:    one, or two for a comparison.
    seconds:  how long all of them take here, by the pilot; None without one.
    """

    question: str
    verb: str
    games: int
    sides: int
    seconds: float | None


@dataclass(frozen=True)
class Planned:
    """How many games the questions about one measure need, and the data behind that.

    spread: the standard deviation of one game's value; `paired` that of the difference of two sides on one deal.
    pilot:  games played to learn both, on each side; 0 if the spread was stated.
    """

    measure: str
    unit: "Unit"
    margin: float
    spread: float
    paired: float | None
    pilot: int
    needs: list[Need]
    notes: list[str]


def plan(
    game: Path | str,
    *,
    margin: str,
    measure: str | Iterable[str] = (),
    against: str | Iterable[str] = "base",
    against_seats: str | Iterable[str] = "",
    spread: float | None = None,
    power: float = POWER,
    pilot: int | None = None,
    **arguments: Unpack[Arguments],
) -> Planned:
    """Return how many games a question needs: a share or a mean within a margin, or a change as large as the margin.

    margin:        the least difference that matters: "0.5pp" of the win rate, "2points", "3turns", or of a measure.
    measure:       a column of the game, instead of wins, scores or length.
    against:       variants of the other side of a comparison; "base" for none.
    against_seats: another line-up for the other side of a comparison.
    spread:        the standard deviation of one game's value (of a share, 0.5 at the most): no pilot is then played.
    power:         the probability of finding a difference as large as the margin, or of ruling it out; more than half.
    pilot:         games to play, on each side, to learn the spread and the speed; 2,000, and fewer where players look ahead.

    The other arguments are those of `simulate`; rules or line-ups that differ from `against` make it a comparison on the
    same luck. Nothing is written.

    Example::

        planned = plan("lost-cities", margin="0.5pp", settings={"cards.hand": 7}, players=2, seed=1)
        planned.needs[0].games
    """
    decides, running = split_arguments(plan, **arguments)
    if not text_of("margin", margin).strip():
        raise WrongUse(
            "Say with ", OPTIONS["margin"], " how large a difference matters, such as 0.5pp, 2points or 3turns."
        )
    power, stated = (
        _between("power", power, 0.5, 1),
        None if spread is None else _between("spread", spread, 0, math.inf),
    )
    others, other_seats = unique_names("variant", names("against", against)), names("against_seats", against_seats)
    changed, other = plans_of(
        running.game(game).id,
        PILOT if pilot is None else whole_number("pilot", pilot, least=100, most=MOST_PILOT),
        decides,
        [] if others == ["base"] else others,
        other_seats,
    )
    if pilot is None:
        games = whole_rotations(pilot_games([changed, other], PILOT), changed.seats)
        changed, other = (replace(side, games=games) for side in (changed, other))
    found = changed.definition
    named = unique_names("measure", names("measure", measure))
    extra = find_measures(found.columns, changed.seats, named or headlines(found.columns))
    question = Comparison(*sides_of(other, changed, decides.get("rules_file")), parse_margin(margin), extra, named)
    check_margin(question)
    two_sided = (other.rules, other.players) != (changed.rules, changed.players)
    if stated is not None:
        shares = _unit(question) == "share"
        if shares and stated > 0.5:
            raise WrongUse(OPTIONS["spread"], f" of a share is 0.5 at the most; {spread:g} is not possible.")
        alone = stated / math.sqrt(question.seats)
        return _planned(question, Pilot(stated, alone, stated if two_sided else None, float(shares)), power)
    running.progress.starting(f"{found.title}: a pilot of {changed.games:,} games, seed {changed.seed}.")
    with running.backend() as on:
        announce_compiling(found, running.progress, on)
        return _planned(
            question, _play(question, [other, changed] if two_sided else [changed], on, running.progress), power
        )


def _between(name: str, value: float, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least < value < most:
        limits = f"between {least:g} and {most:g}" if math.isfinite(most) else f"above {least:g}"
        raise WrongUse(OPTIONS[name], f" must be a number {limits}; {value!r} is not.")
    return float(value)


@dataclass(frozen=True)
class Pilot:
    """The result of a pilot: one game's spread, and that of the mean over a deal's rotations.

    For a comparison also the spread of a deal's difference; and how far off one value may be.
    """

    spread: float
    deal: float
    paired: float | None = None
    scale: float = 0.0
    games: int = 0
    speed: float | None = None  # games a second


def _play(question: Comparison, plans: list[Plan], on: On, progress: "Progress") -> Pilot:
    """Play a few games of each side and measure the spread of the margin's measure."""
    seats, games, size = question.seats, plans[0].games, batch_together(plans)
    for _ in play_together([replace(known, games=1) for known in plans], range(1), 1, on):
        pass  # warms the kernels up
    began = time.perf_counter()
    sizes = (len(plans) * min(size, games - at) for at in range(0, games, size))
    batches = list(with_progress(play_together(plans, range(games), size, on), sizes, len(plans) * games, progress))
    speed = len(plans) * games / max(time.perf_counter() - began, 1e-9)
    values = [np.concatenate([_values(question, rows[side], seats) for rows in batches]) for side in range(len(plans))]
    shares = _unit(question) == "share"
    scale = 1.0 if shares else float(np.ptp(np.concatenate(values)))
    if scale == 0:
        raise WrongUse(
            f"All {games:,} games of the pilot gave the same {question.headline}, which says nothing about its spread: play "
            "more with ",
            OPTIONS["pilot"],
            ", or state the ",
            OPTIONS["spread"],
            ".",
        )
    spread = math.sqrt(float(np.mean([Moments.of(side).variance for side in values])))
    deals = [side.reshape(-1, seats).mean(axis=1) for side in values]
    deal = math.sqrt(float(np.mean([Moments.of(side).variance for side in deals])))
    if len(plans) == 1:
        return Pilot(
            _at_least(spread, games, shares),
            _at_least(deal, len(deals[0]), shares),
            scale=scale,
            games=games,
            speed=speed,
        )
    before, after = deals
    spread, deal = _at_least(spread, games, shares), _at_least(deal, len(before), shares)
    paired = _at_least(Moments.of(after - before).sd, len(before), shares)
    return Pilot(spread, deal, paired, scale, games, speed)


def _at_least(spread: float, n: int, shares: bool) -> float:
    """Return a spread that allows for rare values that n games have not shown: of a share, that of a few in n."""
    rare = min(UNSEEN / n, 0.5)
    return max(spread, math.sqrt(rare * (1 - rare))) if shares else spread


def _values(question: Comparison, rows: np.ndarray, seats: int) -> np.ndarray:
    """Return the value of the margin's measure for each game."""
    if question.named:
        found: np.ndarray = question.extra[0].values(rows, seats).mean(axis=1)
        return found
    unit = _unit(question)
    if unit == "share":
        return np.asarray(win_share(rows["rank"][:, 0], rows["winners"]))
    return rows["score"][:, :seats].mean(axis=1) if unit == "points" else rows["turns"].astype(np.float64)


def _unit(question: Comparison) -> "Unit":
    assert question.margin is not None
    return question.margin[0]


def _planned(question: Comparison, pilot: Pilot, power: float) -> Planned:
    assert question.margin is not None
    unit, margin = question.margin
    seats, said, what = question.seats, margin_text(margin, unit), question.headline
    if pilot.spread > _MOST_SPREADS * margin:
        raise WrongUse(f"A margin of {said} is less than a millionth of a game's spread; choose a larger one.")
    notes = [_rests_on(pilot, unit)]
    if len(question.named) and len(question.extra) > 1:
        notes.append(
            f"Planned for {what} alone; name one of {listed([it.name for it in question.extra[1:]])} for another."
        )

    def need(asked: str, verb: str, lucks: int, each: int, sides: int) -> Need:
        games = whole_rotations(lucks * each, seats) if sides == 2 else lucks * each
        return Need(asked, verb, games, sides, sides * games / pilot.speed if pilot.speed else None)

    often = f"of {said}, {power * 100:g} % of the time"
    # Every strategy in every seat, as `compare` plays it: a deal's rotations are alike, so they are weaker evidence.
    apart = sizes.to_find(margin, pilot.deal * math.sqrt(2), power, scale=pilot.scale)
    within = sizes.for_width(margin, pilot.spread, scale=pilot.scale)
    needs = [need(f"know the {what} within ± {said}", "simulate", within, 1, 1)]
    on_other_luck = need(
        f"find a change {often}, on other luck", f"simulate {OPTIONS['rotate'].typed}, twice", apart, seats, 2
    )
    if pilot.paired is None:
        notes.append(
            f"Name what changes ({OPTIONS['variants'].typed}, {OPTIONS['settings'].typed}, {OPTIONS['against_seats'].typed}) to plan a comparison on the same luck."
        )
        return Planned(what, unit, margin, pilot.spread, None, pilot.games, [*needs, on_other_luck], notes)
    sd, scale = pilot.paired, pilot.scale
    found, ruled_out = (size(margin, sd, power, scale=scale) for size in (sizes.to_find, sizes.to_rule_out))
    decided = sizes.until_decided(margin, sd, scale)
    needs += [
        need(f"find a change {often}", "compare", found, seats, 2),
        need(f"rule out a change {often}", "compare", ruled_out, seats, 2),
        need("play until decided, if nothing changes", f"compare {OPTIONS['margin'].typed}", decided, seats, 2),
        on_other_luck,
    ]
    return Planned(what, unit, margin, pilot.spread, sd, pilot.games, needs, notes)


def _rests_on(pilot: Pilot, unit: "Unit") -> str:
    if not pilot.games:
        return f"The spread of a game is taken to be {_spread_text(pilot.spread, unit)}, as stated."
    paired = ""
    if pilot.paired is not None:
        paired = f", and between both sides of a deal, its rotations together, by {_spread_text(pilot.paired, unit)}"
    return (
        f"In a pilot of {pilot.games:,} games{'' if pilot.paired is None else ' on each side'} the figure varied by "
        f"{_spread_text(pilot.spread, unit)} (standard deviation) from game to game{paired}; it played {pilot.speed:,.0f} games "
        "a second."
    )


def _spread_text(spread: float, unit: "Unit") -> str:
    return f"{spread * 100:.3g} percentage points" if unit == "share" else figure_text(spread, unit, spread / 10)

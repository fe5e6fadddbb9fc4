"""Planning: how many games a question needs for a given margin, and how long they take here."""

import math
import time
from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Unpack

import numpy as np

from digsite.analyses import stats
from digsite.analyses.experiments.compare import tuning_for
from digsite.analyses.experiments.compare.power import POWER, Prospect
from digsite.analyses.experiments.compare.question import Comparison
from digsite.analyses.experiments.compare.texts import figure_text, margin_text
from digsite.analyses.experiments.nudge import FAMILIES as NUDGE_FAMILIES
from digsite.analyses.general.seats import tests_of
from digsite.analyses.registry import asked_of, families
from digsite.analyses.sentences import counted
from digsite.analyses.stats import Moments, sizes, tests
from digsite.analyses.stats.family import corrected_level
from digsite.analyses.stats.tests import UNSEEN
from digsite.simulator.errors import WrongUse, unique_names
from digsite.simulator.game.columns import win_share
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.game.wording import listed
from digsite.simulator.lab.common.running import Arguments, announce_compiling, split_arguments
from digsite.simulator.lab.experiments.compare import MOST_GAMES as MOST_COMPARED
from digsite.simulator.lab.experiments.compare import check_margin, parse_margin, plans_of, sides_of
from digsite.simulator.lab.experiments.pilots import pilot_games, with_progress
from digsite.simulator.options import OPTIONS
from digsite.simulator.play.arguments import names, text_of, whole_number
from digsite.simulator.play.backends import On, batch_together, play_together
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.seating import Seating
from digsite.simulator.play.tallies import batch_size, common_seating, merge, tallies

if TYPE_CHECKING:
    from collections.abc import Sequence

    from digsite.analyses.experiments.measures import Unit
    from digsite.simulator.lab.common.progress import Progress

PILOT = 2_000
MOST_PILOT = 10_000_000
_NORMAL_RANGE = 7.0  # standard deviations between the least and the largest of as many normal values as a pilot has
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
        games = changed.whole_deals(pilot_games([changed, other], PILOT))
        changed, other = (replace(side, games=games) for side in (changed, other))
    found = changed.definition
    named = unique_names("measure", names("measure", measure))
    extra = find_measures(found.columns, changed.seats, named or headlines(found.columns))
    question = Comparison(*sides_of(other, changed, decides.get("rules_file")), parse_margin(margin), extra, named)
    check_margin(question)
    two_sided = (other.rules, other.players) != (changed.rules, changed.players)
    if stated is not None:
        pilot_found = _stated(question, changed, stated, two_sided)
        return planned(question, changed, pilot_found, power)
    running.progress.starting(f"{found.title}: a pilot of {changed.games:,} games, seed {changed.seed}.")
    with running.backend() as on:
        announce_compiling(found, running.progress, on)
        plans = [other, changed] if two_sided else [changed]
        return planned(question, changed, _play(question, plans, on, running.progress), power)


def _between(name: str, value: float, least: float, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not least < value < most:
        limits = f"between {least:g} and {most:g}" if math.isfinite(most) else f"above {least:g}"
        raise WrongUse(OPTIONS[name], f" must be a number {limits}; {value!r} is not.")
    return float(value)


@dataclass(frozen=True)
class Pilot:
    """What a pilot, or the user, says of the measure: the spread of a game, and of a deal with all its games.

    spread: of one game's value; `alone` of the mean of a deal's games, `apart` of its difference on other luck.
    paired: of a deal's difference on the same luck, in a comparison.
    mean:   of the measure.
    scale:  how far a deal's difference may plausibly lie off, by the `seen` deals; 0 deals for the bounds of a share.
    tests:  comparisons that are corrected together.
    each:   games of a deal.
    """

    spread: float
    alone: float
    apart: float
    paired: float | None
    mean: float
    scale: float
    seen: int
    tests: int
    each: int
    games: int = 0
    speed: float | None = None  # games a second

    def prospect(self, sd: float, margin: float) -> Prospect:
        """Return what a comparison will test, if a deal's difference has this spread."""
        return Prospect(sd, margin, self.scale, self.seen, self.tests)


def _stated(question: Comparison, plan: Plan, spread: float, two_sided: bool) -> Pilot:
    """Return what a stated spread says: games of a deal are taken to be independent, and values to be normal."""
    shares = _unit(question) == "share"
    if shares and spread > 0.5:
        raise WrongUse(OPTIONS["spread"], f" of a share is 0.5 at the most; {spread:g} is not possible.")
    alone = spread / math.sqrt(plan.rotations)
    apart = spread if two_sided else alone * math.sqrt(2)
    mean = 0.5 - math.sqrt(max(0.25 - spread * spread, 0.0)) if shares else 0.0
    scale = 1.0 if shares else _NORMAL_RANGE * alone
    paired = spread if two_sided else None
    seen = 0 if shares else PILOT
    return Pilot(spread, alone, apart, paired, mean, scale, seen, question.tests(None), plan.rotations)


def _play(question: Comparison, plans: list[Plan], on: On, progress: "Progress") -> Pilot:
    """Play a few games of each side and measure the spread of the margin's measure."""
    games, size = plans[0].games, batch_together(plans)
    for _ in play_together([replace(known, games=1) for known in plans], range(1), 1, on):
        pass  # warms the kernels up
    began = time.perf_counter()
    sizes = (len(plans) * min(size, games - at) for at in range(0, games, size))
    batches = list(with_progress(play_together(plans, range(games), size, on), sizes, len(plans) * games, progress))
    speed = len(plans) * games / max(time.perf_counter() - began, 1e-9)
    found = of_rows(question, batches, common_seating(plans))
    if found.scale == 0:
        raise WrongUse(
            f"All {games:,} games of the pilot gave the same {question.headline}, which says nothing about its spread: play "
            "more with ",
            OPTIONS["pilot"],
            ", or state the ",
            OPTIONS["spread"],
            ".",
        )
    return replace(found, speed=speed)


def of_rows(question: Comparison, batches: "Sequence[Sequence[np.ndarray]]", seating: Seating) -> Pilot:
    """Return what the games of a pilot say: batches of the same games of one side, or of both."""
    seats, shares = question.seats, _unit(question) == "share"
    tally = merge(tallies(batches, seating, question.extra))[-1]
    measure = question.tested(tally)[0]
    pair, deals = measure.pair(tally), tally.deals
    values = [
        np.concatenate([_values(question, rows[side], seats) for rows in batches]) for side in range(len(batches[0]))
    ]
    games = tally.games
    spread = _at_least(math.sqrt(float(np.mean([Moments.of(side).variance for side in values]))), games, shares)
    sides = [math.sqrt(m2 / max(deals - 1, 1)) for m2 in (pair.m2_a, pair.m2_b)]
    alone, apart = (_at_least(sd, deals, shares) for sd in (math.sqrt(np.square(sides).mean()), math.hypot(*sides)))
    paired = None if len(values) == 1 else _at_least(pair.difference.sd, deals, shares)
    scale, seen = measure.scale(tally), 0 if shares else deals
    return Pilot(
        spread, alone, apart, paired, pair.mean_b, scale, seen, question.tests(tally), games // deals, games
    )  # fmt: skip


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


def planned(question: Comparison, plan: Plan, pilot: Pilot, power: float) -> Planned:
    """Return how many games each question needs, by what a pilot says."""
    assert question.margin is not None
    unit, margin = question.margin
    said, what = margin_text(margin, unit), question.headline
    if pilot.spread > _MOST_SPREADS * margin:
        raise WrongUse(f"A margin of {said} is less than a millionth of a game's spread; choose a larger one.")
    notes = [_rests_on(pilot, unit)]
    if len(question.named) and len(question.extra) > 1:
        notes.append(
            f"Planned for {what} alone; name one of {listed([it.name for it in question.extra[1:]])} for another."
        )

    def need(asked: str, verb: str, lucks: int, each: int, sides: int) -> Need:
        games = lucks * each
        return Need(asked, verb, games, sides, sides * games / pilot.speed if pilot.speed else None)

    often = f"of {said}, {power * 100:g} % of the time"
    within = sizes.to_reach(margin, partial(_reach, question, plan, pilot))
    needs = [need(f"know the {what} within ± {said}", "simulate", within, 1, 1)]
    # Every strategy in every seat, as `compare` plays it: a deal's games are alike, so they are weaker evidence.
    on_other_luck = need(
        f"find a change {often}, on other luck",
        "simulate, twice",
        pilot.prospect(pilot.apart, margin).to_find(power),
        pilot.each,
        2,
    )
    if pilot.paired is None:
        notes.append(
            f"Name what changes ({OPTIONS['variants'].typed}, {OPTIONS['settings'].typed}, {OPTIONS['against_seats'].typed}) to plan a comparison on the same luck."
        )
        return Planned(what, unit, margin, pilot.spread, None, pilot.games, [*needs, on_other_luck], notes)
    notes.append(
        f"The comparison corrects its verdicts for {counted(pilot.tests, 'test')} together, and these numbers allow for it."
    )
    prospect = pilot.prospect(pilot.paired, margin)
    batch = max(batch_size(pilot.each) // pilot.each, 1)  # of deals: the test looks after each
    decided = tuning_for(margin, pilot.paired, pilot.scale, MOST_COMPARED // pilot.each).expected
    decided = math.ceil(decided / batch) * batch
    needs += [
        need(f"find a change {often}", "compare", prospect.to_find(power), pilot.each, 2),
        need(f"rule out a change {often}", "compare", prospect.to_rule_out(power), pilot.each, 2),
        need("play until decided, if nothing changes", f"compare {OPTIONS['margin'].typed}", decided, pilot.each, 2),
        on_other_luck,
    ]
    return Planned(what, unit, margin, pilot.spread, pilot.paired, pilot.games, needs, notes)


def _reach(question: Comparison, plan: Plan, pilot: Pilot, games: int) -> float:
    """Return how far the interval reaches that `analyze` and `report` will show of the measure in so many games."""
    values = sizes.planned(games, pilot.mean, pilot.spread)
    if _unit(question) != "share":
        return stats.mean(values).half_width
    if question.named:
        found = stats.shared_wins(values)
        return max(found.high - found.value, found.value - found.low)
    fair = plan.fair_share
    nudged = any(asked.worth for asked in asked_of(plan.game, plan.side_count))  # a report plays nudges, too
    sharing = families(plan.game, plan.side_count) + NUDGE_FAMILIES * nudged
    test = tests.share(values, fair, corrected_level(tests_of(plan.seats) * sharing))
    return max(test.high - test.estimate, test.estimate - test.low)


def _rests_on(pilot: Pilot, unit: "Unit") -> str:
    if not pilot.games:
        return f"The spread of a game is taken to be {_spread_text(pilot.spread, unit)}, as stated."
    paired = ""
    if pilot.paired is not None:
        paired = f", and between both sides of a deal, its games together, by {_spread_text(pilot.paired, unit)}"
    return (
        f"In a pilot of {pilot.games:,} games{'' if pilot.paired is None else ' on each side'} the figure varied by "
        f"{_spread_text(pilot.spread, unit)} (standard deviation) from game to game{paired}; it played {pilot.speed:,.0f} games "
        "a second."
    )


def _spread_text(spread: float, unit: "Unit") -> str:
    return f"{spread * 100:.3g} percentage points" if unit == "share" else figure_text(spread, unit, spread / 10)

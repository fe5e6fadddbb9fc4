"""A contract: promises about a game's balance, each answered *kept*, *broken* or *undecided*.

A promise says between which bounds a figure lies: a win share, a mean score, the share of games that are too long, what a
variant changes on the same luck. A promise about every seat or every strategy has a figure for each of them.

Every figure has an interval that may be looked at after every batch of games, at a level such that all intervals of a
contract hold together, at all looks, in 1 - error rate of all contracts. A promise is kept if all its figures' intervals
lie within the bounds and broken if one lies outside, so no more contracts than that have a single wrong answer. Means of
figures without bounds are the exception where they rest on events too rare to be seen in 1,000 deals.
"""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import polars as pl

from analyses import words
from analyses.blocks import finite
from analyses.experiments.paired import Measure
from analyses.result import Finding, Result
from analyses.stats import Estimate, Moments, anytime_interval, family
from simulator.errors import WrongUse, unknown
from simulator.game.measures import find_condition, find_measures
from simulator.play.tallies import Columns, tallies

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from analyses.experiments.paired import Unit
    from simulator.game.game import Game
    from simulator.game.measures import Measurable
    from simulator.play.tallies import Tally
    from simulator.runs.experiment import Experiment

Verdict = Literal["kept", "broken", "undecided"]
ERROR_RATE = 0.05
CONTRACT = "contract"  # the arm with the contract's own rules
WIN_SHARE, SCORE, TURNS = "win share", "score", "turns"
EVERY_SEAT, EVERY_STRATEGY = "every seat", "every strategy"
_BURN_IN, _BURN_IN_UNBOUNDED = 100, 1_000  # deals before a share, or a figure without bounds, is decided
_LEAST_SCALE = 1.0  # games count in whole numbers: what was not seen yet may be one more
_WORST_FIRST: Sequence[Verdict] = ("broken", "undecided", "kept")


@dataclass(frozen=True)
class Promise:
    """What a figure is to be.

    measure    "win share", "score", "turns", a column as `--measure` names it, or a condition such as "turns > 80".
    of         "seat 1", a strategy of the line-up, "every seat", "every strategy"; empty for the game as a whole.
    at_least   the bounds, of which one may be missing; shares are parts of 1.
    arm        the arm it is about; with `change`, it is about the difference from the contract's own rules.
    condition  the share of games in which the condition holds.
    text       in the user's words, or in ours.
    """

    measure: str
    of: str = ""
    at_least: float | None = None
    at_most: float | None = None
    arm: str = CONTRACT
    change: bool = False
    condition: bool = False
    text: str = ""


@dataclass(frozen=True)
class Figure:
    """One figure of a promise; `about` says of which seat or strategy it is, where the promise is about every one."""

    promise: Promise
    measure: Measure
    about: str = ""

    @property
    def limits(self) -> tuple[float, float]:
        """Between which it must lie, whatever is played."""
        if self.measure.unit != "share":
            return -math.inf, math.inf
        return (-1.0, 1.0) if self.promise.change else (0.0, 1.0)

    @property
    def burn_in(self) -> int:
        """Deals before it is decided: how far a deal may lie off must be seen first, where it has no bounds."""
        return _BURN_IN if self.measure.unit == "share" else _BURN_IN_UNBOUNDED

    def moments(self, tally: Tally) -> Moments:
        """What is known of it from the deals of its arm beside those of the contract's own rules."""
        if self.promise.change:
            return self.measure.pair(tally).difference
        return self.measure.side(tally, changed=True)

    def scale(self, tally: Tally) -> float:
        """How far a single deal may lie off; infinitely far where nobody has won yet, so that there is no share."""
        if self.measure.won is None:
            return max(self.measure.scale(tally), _LEAST_SCALE)
        won = min(float(tally.means[self.measure.won + side]) for side in (0, tally.means.size // 2))
        return 1 / won if won else math.inf

    def verdict(self, low: float, high: float) -> Verdict:
        """What an interval says."""
        least, most = self.promise.at_least, self.promise.at_most
        if (least is not None and high < least) or (most is not None and low > most):
            return "broken"
        return "kept" if (least is None or low >= least) and (most is None or high <= most) else "undecided"


@dataclass(frozen=True)
class Question:
    """A contract's promises, who plays, the names of its rule sets by arm, and the error rate of the whole."""

    game: Game
    line_up: Sequence[str]
    promises: Sequence[Promise]
    arms: Mapping[str, str]
    error_rate: float = ERROR_RATE

    @classmethod
    def of(cls, data: Mapping[str, Any], game: Game) -> Question:
        """The question that an experiment keeps as plain data."""
        promises = [Promise(**promise) for promise in data["promises"]]
        return cls(game, data["line_up"], promises, data["arms"], data["error_rate"])

    def as_data(self) -> dict[str, Any]:
        """The question as plain data, as an experiment keeps it."""
        return {
            "line_up": list(self.line_up),
            "arms": dict(self.arms),
            "error_rate": self.error_rate,
            "promises": [asdict(promise) for promise in self.promises],
        }

    @property
    def seats(self) -> int:
        """How many players there are."""
        return len(self.line_up)

    @cached_property
    def extra(self) -> list[Measurable]:
        """What must be measured beside wins, scores and length."""
        found = [measurables(promise, self.game, self.seats) for promise in self.promises]
        return list({measured.name: measured for some in found for measured in some}.values())

    @cached_property
    def figures(self) -> list[Figure]:
        """The figures of all promises."""
        return [figure for promise in self.promises for figure in self.figures_of(promise)]

    def figures_of(self, promise: Promise) -> list[Figure]:
        """The figures of one promise; what cannot be measured is refused."""
        columns = Columns(self.seats, len(self.extra))
        if extra := measurables(promise, self.game, self.seats):
            at = [columns.measure(self.extra.index(measured)) for measured in extra]
            unit: Unit = "points" if promise.measure == SCORE else "number"
            made = [
                Measure(measured.words, "share" if measured.share else unit, "columns", "all", (place,))
                for measured, place in zip(extra, at, strict=True)
            ]
            about = [f"seat {seat + 1}" for seat in range(self.seats)] if promise.of == EVERY_SEAT else [""]
            return [Figure(promise, measure, whose) for measure, whose in zip(made, about, strict=True)]
        if promise.measure == TURNS:
            return [Figure(promise, Measure("turns", "turns", "length", "all", (columns.turns,)))]
        holders = self._holders(promise, columns)
        win = promise.measure == WIN_SHARE
        every = promise.of in (EVERY_SEAT, EVERY_STRATEGY)
        return [
            Figure(
                promise,
                Measure(
                    f"{'win share' if win else 'mean score'} of {name}",
                    "share" if win else "points",
                    "strategies",
                    name,
                    at,
                    columns.won if win else None,
                ),
                name if every else "",
            )
            for name, at in holders.items()
        ]

    def _holders(self, promise: Promise, columns: Columns) -> dict[str, tuple[int, ...]]:
        """Whose wins or scores a promise is about, each with its columns."""
        wins = promise.measure == WIN_SHARE
        if wins and self.seats == 1:
            raise WrongUse("one player has no rivals to win against; promise a score.")
        column = columns.place_win if wins else columns.place_score
        places: dict[str, list[int]] = {}
        for place, name in enumerate(self.line_up):
            places.setdefault(name, []).append(column(place))
        strategies = {name: tuple(at) for name, at in places.items()}
        if promise.of == "" and not wins:
            return {"all": tuple(at for some in strategies.values() for at in some)}
        if promise.of == EVERY_STRATEGY or promise.of in strategies:
            if len(strategies) == 1 and wins:
                raise WrongUse(
                    f"{self.line_up[0]} plays every seat, so that it wins all games; name several strategies in `seats`."
                )
            return strategies if promise.of == EVERY_STRATEGY else {promise.of: strategies[promise.of]}
        seats: dict[str, tuple[int, ...]] = {
            f"seat {seat + 1}": (columns.seat_win(seat),) for seat in range(self.seats)
        }
        if wins and promise.of == EVERY_SEAT:
            return seats
        if wins and promise.of in seats:
            return {promise.of: seats[promise.of]}
        raise not_there(promise.of, self.line_up)


def not_there(of: str, line_up: Sequence[str]) -> WrongUse:
    """The sentence about a promise of nobody who plays."""
    seats = [f"seat {seat + 1}" for seat in range(len(line_up))]
    choices = [*seats, *dict.fromkeys(line_up), EVERY_SEAT, EVERY_STRATEGY]
    if not of:
        return WrongUse(f"say with `of` whose {WIN_SHARE} it is: {', '.join(choices)}.")
    return unknown("player", of, choices)


def measurables(promise: Promise, game: Game, seats: int) -> list[Measurable]:
    """What a promise measures beside wins, mean scores and length: one for the game, or one for each seat it is about."""
    if promise.condition:
        if promise.of:
            raise WrongUse("a share of games is the game's own: leave `of` out, and name a seat as in 'score_1 > 100'.")
        return [find_condition(game.columns, seats, promise.measure)]
    numbers = _seat_numbers(promise.of, seats)
    if promise.measure == WIN_SHARE or (promise.measure == SCORE and not numbers):
        return []
    if promise.measure == TURNS:
        if promise.of:
            raise WrongUse("turns are the game's own: leave `of` out.")
        return []
    if promise.of and not numbers:
        raise WrongUse(
            f"{promise.measure} can be promised of the game or of a seat, not of {promise.of}; "
            f"only {WIN_SHARE} and {SCORE} are known by strategy."
        )
    name, equals, choice = promise.measure.partition("=")
    names = [f"{name}_{number}{equals}{choice}" for number in numbers] or [promise.measure]
    find_measures(game.columns, seats, [promise.measure])  # answers a wrong name as it was written
    return [_single(game, seats, each) for each in names]


def _single(game: Game, seats: int, name: str) -> Measurable:
    found = find_measures(game.columns, seats, [name])
    if len(found) > 1:
        raise WrongUse(f"{name} stands for several figures; name one of {', '.join(one.name for one in found)}.")
    return found[0]


def _seat_numbers(of: str, seats: int) -> list[int]:
    if of == EVERY_SEAT:
        return list(range(1, seats + 1))
    kind, _, number = of.partition(" ")
    return [int(number)] if kind == "seat" and number.isdecimal() and 1 <= int(number) <= seats else []


# ------------------------------------------------------------------------------------------------- playing on


def interval(seen: Moments, scale: float, alpha: float, tuned_for: int) -> Estimate:
    """The mean's interval for any number of looks; `scale` is how far a single deal may lie off.

    What happens in few deals may not have been seen often enough, or at all: with a chance of alpha, n deals show nothing
    of what happens in -log(alpha) of them on average. As many deals are added to the spread.
    """
    return anytime_interval(seen, 1 - alpha, tuned_for, scale * math.sqrt(-math.log(alpha)))


@dataclass
class Track:
    """What is known of a figure after all looks together."""

    figure: Figure
    alpha: float
    tuned_for: int
    low: float = -math.inf
    high: float = math.inf
    seen: Moments = field(default_factory=lambda: Moments(0, math.nan, 0.0))

    def look(self, tally: Tally) -> None:
        """Take in all deals so far."""
        self.seen, scale = self.figure.moments(tally), self.figure.scale(tally)
        if self.seen.n < self.figure.burn_in or math.isinf(scale):
            return
        found = interval(self.seen, scale, self.alpha, self.tuned_for)
        least, most = self.figure.limits
        now = max(found.low, least), min(found.high, most)
        low, high = max(self.low, now[0]), min(self.high, now[1])
        # Two looks that contradict each other are one of the alpha cases; trust the larger sample.
        self.low, self.high = (low, high) if low <= high else now

    @property
    def verdict(self) -> Verdict:
        """Whether the figure is within its bounds."""
        return self.figure.verdict(self.low, self.high)

    @property
    def estimate(self) -> Estimate:
        """The figure with its interval."""
        return Estimate(self.seen.mean, self.low, self.high, self.seen.games, 1 - self.alpha)


def decide(question: Question, batches: Iterable[Sequence[Tally]], most: int) -> list[Track]:
    """Take in batches, a tally for each arm, until every promise is decided or there are no more.

    `most` deals are there to be played.
    """
    arms, figures = list(question.arms), question.figures
    alpha, tuned_for = question.error_rate / len(figures), max(most // 10, _BURN_IN)
    tracks = [Track(figure, alpha, tuned_for) for figure in figures]
    totals: list[Tally] = []
    for batch in batches:
        totals = [known.merged(more) for known, more in zip(totals, batch, strict=True)] if totals else list(batch)
        for track in tracks:
            track.look(totals[arms.index(track.figure.promise.arm)])
        if all(verdict != "undecided" for verdict in verdicts(question, tracks)):
            break
    return tracks


def verdicts(question: Question, tracks: Sequence[Track]) -> list[Verdict]:
    """The answer to each promise."""
    return [_worst(tracks, promise).verdict for promise in question.promises]


def overall(found: Iterable[Verdict]) -> Verdict:
    """The answer to the contract: broken if one promise is, kept if all are."""
    return min(found, key=_WORST_FIRST.index)


def _worst(tracks: Sequence[Track], promise: Promise) -> Track:
    """The figure that decides a promise: the one that breaks it, else that which is not known yet, else the closest."""
    own = [track for track in tracks if track.figure.promise is promise]
    return min(own, key=lambda track: (_WORST_FIRST.index(track.verdict), _room(track)))


def _room(track: Track) -> float:
    """How far the figure is from the nearest bound; negative beyond it."""
    least, most, value = track.figure.promise.at_least, track.figure.promise.at_most, track.seen.mean
    rooms = [value - least if least is not None else math.inf, most - value if most is not None else math.inf]
    return math.inf if math.isnan(value) else min(rooms)


# ------------------------------------------------------------------------------------------------- the answer


def read(experiment: Experiment) -> Result:
    """The answers that the arms of an experiment give."""
    question = Question.of(experiment.question, experiment.game)
    columns = [measured.column for measured in question.extra]
    batches = tallies(experiment.together(columns=columns), question.seats, question.extra)
    return answer(question, decide(question, batches, experiment.plan.games // question.seats))


def answer(question: Question, tracks: Sequence[Track]) -> Result:
    """The promises with their verdicts, and what was seen."""
    worst = [_worst(tracks, promise) for promise in question.promises]
    tables = {"promises": _promise_table(worst), "figures": _figure_table(question, tracks)}
    return Result(
        "check", "Contract", tables, [_finding(question, track) for track in worst], [], _notes(question, worst)
    )


def _promise_table(worst: Sequence[Track]) -> pl.DataFrame:
    return pl.DataFrame(
        [
            {
                "promise": track.figure.promise.text,
                "verdict": track.verdict,
                "promised": bounds_text(track.figure),
                "seen": seen_text(track),
                "games": track.seen.games,
            }
            for track in worst
        ]
    )


def _figure_table(question: Question, tracks: Sequence[Track]) -> pl.DataFrame:
    """Every figure as numbers: its value, or its change from the contract's rules."""
    rows = []
    for number, promise in enumerate(question.promises, 1):
        for track in (known for known in tracks if known.figure.promise is promise):
            ends = finite(track.seen.mean), finite(track.low), finite(track.high)
            level, change = ((None, None, None), ends) if promise.change else (ends, (None, None, None))
            rows.append(
                {
                    "number": number,
                    "figure": track.figure.measure.name,
                    "rules": question.arms[promise.arm],
                    "verdict": track.verdict,
                    "unit": track.figure.measure.unit,
                    **dict(zip(("value", "value_low", "value_high"), level, strict=True)),
                    **dict(zip(("change", "change_low", "change_high"), change, strict=True)),
                    "at_least": promise.at_least,
                    "at_most": promise.at_most,
                    "games": track.seen.games,
                }
            )
    names = ("value", "value_low", "value_high", "change", "change_low", "change_high", "at_least", "at_most")
    return pl.DataFrame(rows, schema_overrides=dict.fromkeys(names, pl.Float64))


def _finding(question: Question, track: Track) -> Finding:
    promise, verdict = track.figure.promise, track.verdict
    bounds = "" if told_in_text(promise.text, bounds_text(track.figure)) else f"Promised: {bounds_text(track.figure)}. "
    seen = f"Seen: {seen_text(track)} in {words.counted(track.seen.games, 'game')}."
    sentence = f"{verdict.capitalize()}: {promise.text.rstrip('.')}. {bounds}{seen}"
    figures: dict[str, Any] = {"promise": promise.text, "figure": track.figure.measure.name, "verdict": verdict}
    figures |= {"value": finite(track.seen.mean), "low": finite(track.low), "high": finite(track.high)}
    figures |= {"at_least": promise.at_least, "at_most": promise.at_most, "games": track.seen.games}
    effect = _effect(question, track) if verdict == "broken" else "none"
    certainty: family.Certainty = "unclear" if verdict == "undecided" else "likely"
    null = "the promise is broken" if verdict == "kept" else "the promise is kept"
    return Finding(sentence, effect, certainty, figures, kind="caused" if promise.change else "tested", null=null)


def _effect(question: Question, track: Track) -> family.Effect:
    """How far beyond its bound a figure lies at the least; a broken promise is never nothing."""
    least, most = track.figure.promise.at_least, track.figure.promise.at_most
    beyond = max(
        0.0 if most is None else track.low - most,
        0.0 if least is None else least - track.high,
    )
    share = track.figure.measure.unit == "share"
    against = 1 / question.seats if share else max(abs(bound) for bound in (least, most) if bound is not None)
    found = family.effect(beyond, against, "share" if share else "ratio")
    return "small" if found == "none" else found


def _notes(question: Question, worst: Sequence[Track]) -> list[str]:
    many = words.counted(len(question.figures), "figure")
    notes = [
        f"All intervals of the contract ({many}) hold together with {100 * (1 - question.error_rate):g} %, however often "
        "one looks; games were played until every promise was decided or the most games were reached, so that a figure "
        "may lie a little too far from its bound."
    ]
    if any(track.verdict == "undecided" for track in worst):
        notes.append(
            "Undecided: the interval holds a bound of the promise. More games may decide it; a figure that lies on the "
            "bound itself is never decided."
        )
    return notes


# ------------------------------------------------------------------------------------------------- in plain words


def _number(value: float, unit: Unit, change: bool, places: int | None = None) -> str:
    value = 100 * value if unit == "share" else value
    sign = "+" if change else ""
    return f"{value:{sign}z,.{places}f}" if places is not None else f"{value:{sign},.6g}"


def _suffix(unit: Unit, change: bool) -> str:
    if unit == "share":
        return " percentage points" if change else " %"
    return {"points": " points", "turns": " turns"}.get(unit, "")


def bounds_text(figure: Figure) -> str:
    """23 to 27 %; at most 30 %; -8 to -3 points."""
    least, most, unit, change = (
        figure.promise.at_least,
        figure.promise.at_most,
        figure.measure.unit,
        figure.promise.change,
    )
    said = [_number(bound, unit, change) for bound in (least, most) if bound is not None]
    lead = "" if len(said) == 2 else "at least " if most is None else "at most "
    return f"{lead}{' to '.join(said)}{_suffix(unit, change)}"


def told_in_text(text: str, bounds: str) -> bool:
    """Whether the text of a promise has its bounds."""
    return bounds.removeprefix("at most ").lower() in text.lower()


def seen_text(track: Track) -> str:
    """rusher 31.2 % (30.4 to 32.0)."""
    from analyses.stats.estimate import decimals

    unit, change = track.figure.measure.unit, track.figure.promise.change
    if math.isnan(track.seen.mean):
        return "no game yet"
    reach = (track.high - track.low) / 2 * (100 if unit == "share" else 1)
    places = decimals(reach)
    value, low, high = (_number(end, unit, change, places) for end in (track.seen.mean, track.low, track.high))
    span = f"{low} to {high}" if math.isfinite(reach) else "no interval yet"
    whose = f"{track.figure.about} " if track.figure.about else ""
    return f"{whose}{value}{_suffix(unit, change)} ({span})"


def wording(promise: Promise, figures: Sequence[Figure], under: str = "") -> str:
    """A promise in our words, where the user has none; `under` names its rules where they are not the contract's own."""
    bounds, measure = bounds_text(figures[0]), figures[0].measure
    if promise.change:
        return f"Under {under} the {_name(promise, measure)} changes by {bounds}"
    return words.sentence(_level(promise, measure, bounds)) + (f" under {under}" if under else "")


def _level(promise: Promise, measure: Measure, bounds: str) -> str:
    """What a promise says about a figure as it is."""
    if promise.condition:
        return f"{bounds} of games have {measure.name}"
    if promise.measure == WIN_SHARE:
        if promise.of.startswith("every ") and promise.at_least is None:
            return f"no {promise.of.split()[1]} wins more than {bounds.removeprefix('at most ')} of games"
        return f"{promise.of} wins {bounds} of games"
    if promise.measure == TURNS:
        return f"a game takes {bounds} on average"
    return f"the {_name(promise, measure)} is {bounds}"


def _name(promise: Promise, measure: Measure) -> str:
    """What is promised, and whose it is: the mean of storm cards of every seat."""
    if promise.condition:
        return f"share of games with {measure.name}"
    owner = f" of {promise.of}" if promise.of else ""
    if promise.measure in (WIN_SHARE, SCORE):
        return f"{'mean score' if promise.measure == SCORE else WIN_SHARE}{owner}"
    name = measure.name.replace(" of seat 1", "") + owner if promise.of == EVERY_SEAT else measure.name
    return f"{'share' if measure.unit == 'share' else 'mean'} of {name}"

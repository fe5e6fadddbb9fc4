"""What `plan` promises, `compare` keeps: real comparisons are resampled by deal, and found as often as was promised."""

from dataclasses import replace
from functools import cache

import numpy as np
import pytest

from digsite.analyses.experiments import compare
from digsite.analyses.experiments.compare.question import Comparison
from digsite.analyses.experiments.paired import Change, Ruler, Scale
from digsite.analyses.stats import is_difference
from digsite.simulator.game.measures import find_measures, headlines
from digsite.simulator.lab.experiments.compare import plans_of, sides_of
from digsite.simulator.lab.experiments.sample_size import of_rows, planned
from digsite.simulator.play.backends import batch_together, play_together
from digsite.simulator.play.seating import CYCLIC
from digsite.simulator.play.tallies import Tally, deals

PILOT = 2_000  # games on each side
CASES = {
    "a win rate": ("archaeology", 4, {"setup.market": 6}, "share", ()),
    "a mean score": ("archaeology", 4, {"setup.market": 6}, "points", ()),
    "a column": ("archaeology", 2, {"setup.hand": 5}, "number", ("trades",)),
    "another share": ("lost-cities", 2, {"cards.hand": 7}, "share", ("end_reason=bridge",)),
    "another column": ("lost-cities", 2, {"cards.hand": 7}, "number", ("artifacts",)),
}


class Pool:
    """Many deals of both sides of a comparison, from which pilots and comparisons are drawn again and again.

    All have one order, so that any of them may be drawn as any deal.
    """

    def __init__(self, game: str, players: int, settings: dict, unit: str, named: tuple, games: int):
        """Play the games."""
        self.plan, other = plans_of(
            game, games, {"players": players, "settings": settings, "seed": 11, "seating": CYCLIC}, [], []
        )
        columns = self.plan.definition.columns
        extra = find_measures(columns, players, list(named) or headlines(columns))
        self.question = Comparison(*sides_of(other, self.plan), (unit, 1.0), extra, list(named))
        plans = [other, self.plan]
        batches = list(play_together(plans, range(self.plan.games), batch_together(plans), 1))
        self.rows = [np.concatenate([batch[side] for batch in batches]) for side in range(2)]
        self.each = players
        self.deals = [deals(rows, self.plan.seating_plan, 0, extra) for rows in self.rows]

    def asking(self, margin: float) -> Comparison:
        """Return the question with a margin."""
        return replace(self.question, margin=(self.question.margin[0], margin))

    @property
    def difference(self) -> float:
        """Return the true difference of the measure: that of all deals of the pool."""
        tally = Tally.of(*self.deals, 2)
        return self.question.tested(tally)[0].pair(tally).difference.mean

    def pilot(self, rng: np.random.Generator, question: Comparison):
        """Return what a pilot says."""
        drawn = rng.integers(0, len(self.deals[0]), PILOT // self.each)
        games = (drawn[:, None] * self.each + np.arange(self.each)).ravel()
        return replace(of_rows(question, [[side[games] for side in self.rows]], self.plan.seating_plan), speed=1.0)

    def needed(self, rng: np.random.Generator, question: Comparison, what: str) -> int:
        """Return the deals that a plan promises to be enough."""
        needs = planned(question, self.plan, self.pilot(rng, question), 0.9).needs
        return next(need.games for need in needs if need.verb == "compare" and what in need.question) // self.each

    def verdict(self, rng: np.random.Generator, question: Comparison, lucks: int, alike: bool = False) -> str:
        """Return what a comparison says of so many deals; `alike` changes sides at random, so that nothing differs."""
        drawn = rng.integers(0, len(self.deals[0]), lucks)
        first, other = (side[drawn] for side in self.deals)
        if alike:
            turned = rng.random((lucks, 1)) < 0.5
            first, other = np.where(turned, other, first), np.where(turned, first, other)
        return headline(question, Tally.of(first, other, lucks * self.each)).verdict


def headline(question: Comparison, tally: Tally) -> Change:
    """Return what a comparison says of its headline, as its answer does."""
    scale = Scale(tally, question.seats, question.margin, question.headline)
    return compare._changes(question, tally, scale, Ruler(), None)[0]


@cache
def pool(case: str, games: int = 8_000) -> Pool:
    """Return the pool of a case."""
    return Pool(*CASES[case], games)


def found(case: str, pilots: int, runs: int, alike: bool) -> float:
    """Return how often comparisons of the promised size say what was promised."""
    drawn, rng = pool(case), np.random.default_rng(5)
    question = drawn.asking(abs(drawn.difference) if not alike else 1.5 * abs(drawn.difference))
    said = []
    for _ in range(pilots):
        lucks = drawn.needed(rng, question, "rule out" if alike else "find")
        said += [drawn.verdict(rng, question, lucks, alike) for _ in range(runs)]
    return float(np.mean([verdict == "equivalent" if alike else is_difference(verdict) for verdict in said]))


@pytest.mark.parametrize("alike", [False, True], ids=["found", "ruled out"])
@pytest.mark.parametrize("case", ["a win rate", "another share", "a column"])
def test_a_comparison_of_the_planned_size_says_what_was_promised(case, alike):
    assert 0.84 <= found(case, 10, 10, alike) <= 0.96  # of 100 comparisons


@pytest.mark.verify
@pytest.mark.parametrize("alike", [False, True], ids=["found", "ruled out"])
@pytest.mark.parametrize("case", CASES)
def test_every_comparison_of_the_planned_size_says_what_was_promised(case, alike):
    assert 0.87 <= found(case, 80, 10, alike) <= 0.93  # of 800 comparisons, a pilot for every ten


def test_the_verdict_that_is_counted_is_that_of_the_answer():
    drawn = pool("a column")
    tally = Tally.of(*drawn.deals, len(drawn.rows[0]))
    question = drawn.asking(0.1)
    row = compare.answer(question, tally).tables["measures"].row(0, named=True)
    assert (row["measure"], row["verdict"]) == ("trades", headline(question, tally).verdict)

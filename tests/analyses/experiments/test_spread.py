"""How far seats and strategies lie apart, and the order of strategies: known answers and error rates."""

import numpy as np
import pytest

from digsite.analyses.experiments import compare, paired
from digsite.analyses.experiments.compare import findings
from digsite.analyses.experiments.compare.question import Comparison, Side
from digsite.analyses.experiments.measures import measures
from digsite.analyses.experiments.paired import Order, Ruler, Swap
from digsite.analyses.experiments.spread import Spread, spread
from digsite.analyses.stats import Estimate
from digsite.simulator.play.tallies import Columns, Tally

LINE_UP = ["fox", "owl", "hen", "ant"]
EVEN = [0.25] * 4


def wins(rng: np.random.Generator, deals: int, chances: list[float]) -> np.ndarray:
    """Return deals of a four-player game whose seats, and whose strategies, win with these chances."""
    columns = Columns(4)
    rows = np.zeros((deals, columns.count))
    rows[:, columns.won] = 1
    for first in (columns.seat_win(0), columns.place_win(0)):
        rows[:, first : first + 4] = rng.multinomial(4, chances, deals) / 4
    rows[:, columns.place_score(0) : columns.place_score(0) + 4] = rng.normal(50, 10, (deals, 4))
    rows[:, columns.turns] = rng.normal(30, 2, deals)
    return rows


def tally(seed: int, before: list[float], after: list[float], deals: int = 2_000) -> Tally:
    rng = np.random.default_rng(seed)
    return Tally.of(wins(rng, deals, before), wins(rng, deals, after), 4 * deals)


def gap(of: Tally, tests: int = 1) -> Spread:
    return spread(of, [m for m in measures(LINE_UP, LINE_UP, of) if m.topic == "seats"], Ruler(tests=tests))


def question() -> Comparison:
    return Comparison(Side("base", "in the base game", LINE_UP), Side("new", "under new", LINE_UP))


def test_a_gap_that_narrows_is_measured_between_the_best_and_the_worst():
    found = gap(tally(1, [0.35, 0.25, 0.25, 0.15], [0.28, 0.25, 0.25, 0.22], 50_000))
    assert (found.against, found.changed) == (pytest.approx(0.2, abs=0.01), pytest.approx(0.06, abs=0.01))
    assert found.difference.low < -0.14 < found.difference.high < -0.1
    assert found.changes


def test_another_best_seat_with_the_same_gap_is_no_change():
    found = gap(tally(2, [0.35, 0.25, 0.25, 0.15], [0.15, 0.25, 0.25, 0.35], 20_000))
    assert not found.changes
    assert found.difference.low < 0 < found.difference.high


def test_the_interval_leaves_out_0_just_where_a_change_is_claimed():
    for seed in range(60):
        found = gap(tally(seed, [0.28, 0.26, 0.24, 0.22], EVEN, 1_500), 3)
        assert found.changes == (found.difference.low > 0 or found.difference.high < 0)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (EVEN, EVEN),
        ([0.3, 0.3, 0.2, 0.2], [0.3, 0.25, 0.25, 0.2]),
        ([0.27, 0.25, 0.25, 0.23], [0.25, 0.23, 0.27, 0.25]),
    ],
)
def test_gaps_of_one_size_are_seldom_called_different(before, after):
    claims = [gap(tally(seed, before, after, 500)).changes for seed in range(200)]
    assert sum(claims) <= 0.05 * 200


def test_a_comparison_says_that_seats_get_fairer_and_strategies_closer():
    found = compare.answer(question(), tally(3, [0.4, 0.25, 0.2, 0.15], EVEN, 20_000))
    said = [finding for finding in found.findings if "spread" in finding.figures]
    assert [finding.sentence.partition(":")[0] for finding in said] == ["Seats get fairer", "Strategies get closer"]
    assert all((finding.effect, finding.certainty) == ("large", "certain") for finding in said)
    assert found.tables["spread"].height == 2
    back = compare.answer(question(), tally(3, EVEN, [0.4, 0.25, 0.2, 0.15], 20_000))
    assert any(finding.sentence.startswith("Seats get less fair: ") for finding in back.findings)


def test_equal_sides_say_nothing_of_fairness():
    found = compare.answer(question(), tally(4, EVEN, EVEN))
    assert not any("spread" in finding.figures for finding in found.findings)


@pytest.mark.parametrize(("moved", "effect"), [(0.002, "none"), (0.006, "small"), (0.03, "moderate"), (0.06, "large")])
def test_another_order_is_graded_by_how_much_it_moves(moved, effect):
    before, after = Estimate(-0.01, -0.02, -moved / 2, 400), Estimate(0.01, moved / 2, 0.02 + moved, 400)
    found = Order(("owl", "fox"), ("fox", "owl"), (Swap("fox", "owl", before, after, 0.01),), (), "different", 0.01)
    assert found.effect(4) == effect
    finding = findings._order_finding(question(), found)
    assert (finding.effect, finding.certainty) == (effect, "likely")
    assert "fox overtakes owl, its lead in wins going from -1.0 (" in finding.sentence


def test_an_order_that_changes_names_who_overtakes_whom_with_both_leads():
    of = tally(5, [0.3, 0.26, 0.24, 0.2], [0.26, 0.3, 0.24, 0.2], 50_000)
    found = paired.order(of, [m for m in measures(LINE_UP, LINE_UP, of) if m.topic == "strategies"], Ruler())
    (swap,) = found.swaps
    assert (swap.better, swap.worse, found.verdict) == ("owl", "fox", "different")
    assert swap.before.value == pytest.approx(-0.04, abs=0.01)
    assert swap.after.value == pytest.approx(0.04, abs=0.01)
    assert 0.05 < swap.near < 0.08


def test_equal_sides_seldom_have_another_order():
    changed = 0
    for seed in range(200):
        of = tally(seed, EVEN, EVEN, 300)
        strategies = [m for m in measures(LINE_UP, LINE_UP, of) if m.topic == "strategies"]
        changed += paired.order(of, strategies, Ruler()).verdict == "different"
    assert changed <= 2

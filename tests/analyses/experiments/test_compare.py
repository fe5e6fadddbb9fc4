"""Comparisons and sweeps from tallies made by hand: known differences, ratios, orders and error rates."""

import math
import re
import subprocess
import sys
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from digsite.analyses import stats
from digsite.analyses.experiments import compare, paired, sweep, unconfirmed
from digsite.analyses.experiments.compare import findings, texts
from digsite.analyses.experiments.compare.question import Comparison, Side, Tuning
from digsite.analyses.experiments.measures import Measure, measures
from digsite.analyses.experiments.paired import Change, Order, Ruler, Scale, order
from digsite.analyses.stats import Estimate, Moments, family
from digsite.analyses.stats.sequential import LESS, MORE
from digsite.simulator.game.columns import fair_share
from digsite.simulator.play.seating import BALANCED, CYCLIC, Seating
from digsite.simulator.play.tallies import Columns, Tally, deals
from tests.analyses.stats.samples import covers

LINE_UP = ["fox", "owl"]
RNG_SEED = 7


def deal_rows(
    rng: np.random.Generator, lucks: int, *, seat_1=0.5, fox=0.5, score=100.0, turns=30.0, won=1.0
) -> np.ndarray:
    """Deals of a two-player game as `deals` gives them, without any common luck."""
    columns = Columns(2)
    rows = np.zeros((lucks, columns.count))
    rows[:, columns.won] = rng.binomial(2, won, lucks) / 2
    for first, chance in ((columns.seat_win, seat_1), (columns.place_win, fox)):
        share = rng.binomial(2, chance, lucks) / 2
        rows[:, first(0)] = share * rows[:, columns.won]
        rows[:, first(1)] = (1 - share) * rows[:, columns.won]
    points = rng.normal(score, 10, (lucks, 2))
    rows[:, [columns.place_score(0), columns.place_score(1)]] = points
    rows[:, columns.score_squares] = np.square(points).mean(axis=1) + 100
    rows[:, columns.turns] = rng.normal(turns, 2, lucks)
    return rows


def tally_of(before: np.ndarray, after: np.ndarray) -> Tally:
    return Tally.of(before, after, 2 * len(before))


def a_question(margin=None) -> Comparison:
    return Comparison(Side("base", "in the base game", LINE_UP), Side("new", "under new", LINE_UP), margin)


def verdicts(result) -> dict[str, str]:
    return {row["measure"]: row["verdict"] for row in result.tables["measures"].iter_rows(named=True)}


# ------------------------------------------------------------------------------------------------------------ tallies


def test_a_deal_is_the_mean_of_its_rotations_by_seat_and_by_place():
    fields = [("rank", "i1", 3), ("score", "i4", 3), ("winners", "i1"), ("turns", "i4")]
    rows = np.zeros(2, fields).view(np.recarray)
    # First rotation: the first place sits in seat 1 and wins 10 to 4; second: it sits in seat 2 and they tie at 7.
    rows.rank[:, :2], rows.score[:, :2] = [[1, 2], [1, 1]], [[10, 4], [7, 7]]
    rows.winners, rows.turns = [1, 2], [20, 30]
    found, columns = deals(rows, Seating(BALANCED, 2))[0], Columns(2)
    assert [found[columns.seat_win(seat)] for seat in range(2)] == [0.75, 0.25]
    assert [found[columns.place_win(place)] for place in range(2)] == [0.75, 0.25]
    assert [found[columns.place_score(place)] for place in range(2)] == [8.5, 5.5]
    assert (found[columns.won], found[columns.turns]) == (1, 25)
    assert found[columns.score_squares] == (100 + 16 + 49 + 49) / 4


def test_places_follow_the_line_up_round_the_table():
    fields = [("rank", "i1", 3), ("score", "i4", 3), ("winners", "i1"), ("turns", "i4")]
    rows = np.zeros(3, fields).view(np.recarray)
    rows.rank, rows.winners = 2, 1
    for rotation in range(3):  # the strategy of the second place wins every game
        rows.rank[rotation, (1 - rotation) % 3] = 1
        rows.score[rotation, (1 - rotation) % 3] = 30
    found, columns = deals(rows, Seating(CYCLIC, 3))[0], Columns(3)
    assert [found[columns.place_win(place)] for place in range(3)] == [0, 1, 0]
    assert [found[columns.seat_win(seat)] for seat in range(3)] == pytest.approx([1 / 3] * 3)
    assert found[columns.place_score(1)] == 30


def test_a_game_that_nobody_wins_gives_no_share():
    fields = [("rank", "i1", 2), ("score", "i4", 2), ("winners", "i1"), ("turns", "i4")]
    rows = np.zeros(2, fields).view(np.recarray)
    rows.rank[:] = 1
    rows.winners = [0, 2]
    found, columns = deals(rows, Seating(BALANCED, 2))[0], Columns(2)
    assert found[columns.won] == 0.5
    assert [found[columns.seat_win(seat)] for seat in range(2)] == [0.25, 0.25]


def test_what_nobody_wins_is_shared_by_all_but_a_player_alone_has_lost():
    rank, winners = np.array([1, 2, 1, 2]), np.array([1, 1, 0, 0])
    assert fair_share(rank, winners, 2).tolist() == [1, 0, 0.5, 0.5]
    assert fair_share(rank, winners, 1).tolist() == [1, 0, 0, 0]


def test_tallies_of_parts_merge_to_the_tally_of_the_whole():
    rng = np.random.default_rng(RNG_SEED)
    before, after = deal_rows(rng, 500), deal_rows(rng, 500)
    whole = tally_of(before, after)
    parts = tally_of(before[:90], after[:90]).merged(tally_of(before[90:], after[90:]))
    assert (parts.deals, parts.games) == (whole.deals, whole.games)
    np.testing.assert_allclose(parts.means, whole.means)
    np.testing.assert_allclose(parts.products, whole.products, atol=1e-9)


def test_a_measure_has_the_moments_of_its_rows():
    rng = np.random.default_rng(RNG_SEED)
    before, after = deal_rows(rng, 300), deal_rows(rng, 300)
    seat_1 = measures(LINE_UP, LINE_UP, tally_of(before, after))[0]
    column = Columns(2).seat_win(0)
    expected = stats.PairMoments.of(before[:, column], after[:, column])
    found = seat_1.pair(tally_of(before, after))
    assert found.difference.mean == pytest.approx(expected.difference.mean)
    assert found.difference.m2 == pytest.approx(expected.difference.m2)
    assert found.correlation == pytest.approx(expected.correlation)


def test_win_shares_are_of_the_games_that_somebody_won_with_an_interval_to_match():
    rng = np.random.default_rng(RNG_SEED)
    columns = Columns(2)
    estimates = []
    for _ in range(300):
        tally = tally_of(deal_rows(rng, 200, won=0.4), deal_rows(rng, 200, won=0.8, seat_1=0.6))
        estimates.append(measures(LINE_UP, LINE_UP, tally)[0].pair(tally).difference)
    covered = [covers(stats.mean(found), 0.1) for found in estimates]
    assert np.mean([found.mean for found in estimates]) == pytest.approx(0.1, abs=0.01)
    assert np.mean(covered) > 0.91
    assert measures(LINE_UP, LINE_UP, tally)[-1].name == "games that somebody wins"
    assert tally.means[columns.won] == pytest.approx(0.4, abs=0.1)


# ----------------------------------------------------------------------------------------------------------- verdicts


def test_known_differences_are_found_and_equal_figures_are_not():
    rng = np.random.default_rng(RNG_SEED)
    before = deal_rows(rng, 4_000, fox=0.55)
    after = deal_rows(rng, 4_000, fox=0.45, score=104, turns=20)
    result = compare.answer(a_question(), tally_of(before, after))
    found = verdicts(result)
    assert found["mean score"] == found["turns"] == found["win rate of fox"] == MORE
    assert not stats.is_difference(found["win rate of seat 1"])
    assert "fox, owl" in result.findings[-1].sentence
    assert "owl overtakes fox" in result.findings[-1].sentence


def test_scores_are_counted_in_what_the_game_counts_and_win_shares_in_percentage_points():
    rng = np.random.default_rng(RNG_SEED)
    tally = tally_of(deal_rows(rng, 1_000, fox=0.6), deal_rows(rng, 1_000, score=130))
    counted = compare.answer(replace(a_question(), points="dollars"), tally)
    plain = compare.answer(a_question(), tally)
    points = sweep.answer(replace(swept(score=130), scored_in="dollars"))
    for result in (counted, points):
        said = " ".join([*(f.sentence for f in result.findings), *(c.alt for c in result.charts)])
        assert "dollars (" in said
        assert "percentage points (" in said
        assert not re.search(r"\d points?\b", said)
        assert {chart.y_label for chart in result.charts} & {"dollars", "points"} == {"dollars"}
    sentences = [found.sentence.replace("dollars", "points") for found in counted.findings]
    assert sentences == [found.sentence for found in plain.findings]


def test_thesame_games_on_both_sides_are_equivalent():
    rows = deal_rows(np.random.default_rng(RNG_SEED), 2_000, fox=0.6)
    result = compare.answer(a_question(), tally_of(rows, rows.copy()))
    assert set(verdicts(result).values()) == {"equivalent"}
    assert result.tables["measures"]["worth"].is_null().all()
    assert result.findings[-1].sentence == "The order of the strategies stays the same: fox, owl."


def test_equal_rules_are_seldom_called_different():
    rng = np.random.default_rng(RNG_SEED)
    results = [compare.answer(a_question(), tally_of(deal_rows(rng, 150), deal_rows(rng, 150))) for _ in range(120)]
    alarms = sum(any(map(stats.is_difference, verdicts(result).values())) for result in results)
    assert alarms <= 13  # 5 % of 120 are 6; more than 13 come once in 300 times


def test_a_paired_interval_is_narrower_than_an_unpaired_one():
    rng = np.random.default_rng(RNG_SEED)
    before = deal_rows(rng, 40_000)
    after = before + rng.normal(1, 1, before.shape) * 0.1
    tally = tally_of(before, after)
    score = next(m for m in measures(LINE_UP, LINE_UP, tally) if m.name == "mean score")
    change = paired.changes([(score, tally)], Scale(tally, 2), Ruler())[0]
    unpaired = math.hypot(*(stats.mean(score.side(tally, changed)).half_width for changed in (False, True)))
    assert change.difference.half_width < unpaired / 10
    assert change.worth > 100
    assert change.correlation > 0.99


def test_two_seats_mirror_each_other():
    rng = np.random.default_rng(RNG_SEED)
    tally = tally_of(deal_rows(rng, 900), deal_rows(rng, 900, seat_1=0.6))
    one, two = compare.answer(a_question(), tally).tables["measures"].head(2).to_dicts()
    assert (one["measure"], two["measure"]) == ("win rate of seat 1", "win rate of seat 2")
    assert two["difference"] == pytest.approx(-one["difference"])
    assert two["difference_low"] == pytest.approx(-one["difference_high"])
    assert two["changed"] == pytest.approx(1 - one["changed"])
    assert two["verdict"] == one["verdict"] == MORE


def test_strategies_too_close_to_tell_leave_the_order_undecided():
    rng = np.random.default_rng(RNG_SEED)
    tally = tally_of(deal_rows(rng, 300), deal_rows(rng, 300, fox=0.7))
    strategies = [m for m in measures(LINE_UP, LINE_UP, tally) if m.topic == "strategies"]
    found = order(tally, strategies, Ruler())
    assert found.verdict == "undecided"
    assert found.close == (("fox", "owl"),)


def test_other_line_ups_are_compared_place_by_place():
    tally = tally_of(*(deal_rows(np.random.default_rng(seed), 50) for seed in (1, 2)))
    names = [m.name for m in measures(["fox", "owl"], ["fox:cunning=2", "owl"], tally)]
    assert "win rate of fox:cunning=2 for fox" in names
    assert "win rate of owl" in names
    assert not [name for name in (m.name for m in measures(["fox"] * 2, ["owl"] * 2, tally)) if "owl" in name]


# --------------------------------------------------------------------------------------------------------- sequential


@pytest.mark.parametrize("shift", [0.0, 0.05, 0.09, 0.3])
def test_the_anytime_p_value_agrees_with_the_anytime_interval(shift):
    values = stats.Moments(400, shift, 400 * 0.25)
    ruler = Ruler(1_000)
    assert (ruler.p_value(values, 1.0) < 0.05) == (not covers(ruler.interval(values, 1.0), 0.0))


def batches(seed: int, count: int, **after):
    rng = np.random.default_rng(seed)
    for _ in range(count):
        yield tally_of(deal_rows(rng, 250), deal_rows(rng, 250, **after))


TUNED = Tuning(1_000)


def test_playing_stops_as_soon_as_the_margin_decides():
    question = a_question(("share", 0.02))
    tally, state = compare.decide(question, batches(1, 400, seat_1=0.7), TUNED, 100_000)
    assert state.verdict == MORE
    assert tally.deals <= 1_000
    result = compare.answer(question, tally, state, TUNED)
    assert verdicts(result)["win rate of seat 1"] == MORE
    assert "different by more than 2 percentage points" in result.findings[0].sentence
    assert any("corrected for stopping" in note for note in result.notes)
    alike, state = compare.decide(a_question(("share", 0.1)), batches(2, 400), TUNED, 100_000)
    assert state.verdict == "equivalent"
    assert alike.deals < 400 * 250


def test_a_difference_smaller_than_the_margin_is_said_to_be_smaller():
    question = a_question(("points", 2.0))
    tally, state = compare.decide(question, batches(8, 400, score=101), TUNED, 100_000)
    assert state.verdict == LESS
    assert "different, but by less than 2 points" in compare.answer(question, tally, state, TUNED).findings[0].sentence


def test_games_used_up_leave_it_undecided():
    question = a_question(("share", 0.001))
    tally, state = compare.decide(question, batches(3, 4), TUNED, 1_000)
    assert (tally.deals, state.verdict) == (1_000, "undecided")
    result = compare.answer(question, tally, state, TUNED)
    assert "undecided" in result.findings[0].sentence
    assert "games on each side" in result.findings[0].sentence
    assert result.findings[0].certainty == "unclear"


def test_looking_often_does_not_make_equal_rules_different():
    question = a_question(("share", 1e-6))
    ended = [compare.decide(question, batches(seed, 12), TUNED, 3_000)[1] for seed in range(60)]
    assert sum(state.direction != 0 for state in ended) <= 8


def test_a_margin_in_points_asks_for_the_score():
    question = a_question(("points", 2.0))
    _, state = compare.decide(question, batches(4, 100, score=110), TUNED, 25_000)
    assert question.headline == "mean score"
    assert state.estimate.low >= 2.0


def rare_loss(seed: int, count: int):
    """One deal of two hundred costs both players forty points."""
    rng = np.random.default_rng(seed)
    columns = Columns(2)
    for _ in range(count):
        before = deal_rows(rng, 250)
        after = before.copy()
        struck = rng.random(250) < 0.005
        after[np.ix_(struck, [columns.place_score(0), columns.place_score(1)])] -= 40
        yield tally_of(before, after)


def test_a_rare_large_loss_of_points_is_seldom_called_equivalent():
    """Its mean is the margin; a scale of 1 would call it equivalent in half of all runs."""
    question = a_question(("points", 0.2))
    tuning = compare.tuning_of(question, next(rare_loss(99, 1)), 20_000)
    assert tuning.scale > 40
    ended = [compare.decide(question, rare_loss(seed, 40), tuning, 10_000)[1].verdict for seed in range(40)]
    assert ended.count("equivalent") + ended.count(LESS) <= 6


def test_tuning_follows_the_pilot_within_bounds():
    pilot = next(batches(5, 1))
    assert compare.tuning_of(a_question(("share", 0.5)), pilot, 10_000) == Tuning(100, 1.0, 100)
    assert compare.tuning_of(a_question(("share", 1e-4)), pilot, 10_000).deals == 10_000
    assert 100 < compare.tuning_of(a_question(("share", 0.05)), pilot, 10_000).deals < 10_000


# -------------------------------------------------------------------------------------------------------------- sweep


def swept(**after) -> sweep.Sweep:
    rng = np.random.default_rng(RNG_SEED)
    before = deal_rows(rng, 1_500)
    points = [
        sweep.Point((7,), tally_of(before, deal_rows(rng, 1_500, **after))),
        sweep.Point((8,), tally_of(before, before), True),
    ]
    return sweep.Sweep(("cards.hand",), (8,), LINE_UP, points)


def test_both_sides_have_a_digit_more_than_their_difference_so_that_it_agrees_with_them():
    change = next(c for _, c in sweep.point_changes(swept(score=130)) if c.measure.name == "mean score")
    after, before = (text.removesuffix(" points") for text in texts.sides(change, "points"))
    told = texts.difference_parts(change.difference, "points").number
    places = len(told.partition(".")[2])
    assert [len(text.partition(".")[2]) for text in (after, before)] == [places + 1] * 2
    assert abs(float(after) - float(before) - float(told)) <= 0.6 * 10**-places


def test_a_sweep_tells_where_a_figure_moves_most():
    result = sweep.answer(swept(score=130))
    told = next(f for f in result.findings if "mean score" in f.sentence)
    assert "most at cards.hand=7" in told.sentence
    assert told.effect == "large"
    table = result.tables["points"]
    assert set(table["verdict"]) <= {MORE, LESS, "different", "equivalent", "undecided", "reference"}
    assert table.filter(measure="mean score", verdict=MORE)["cards.hand"].to_list() == [7]
    assert {chart.kind for chart in result.charts} == {"lines"}
    assert result.charts[0].title == "Mean score over cards.hand"  # what the answer leads with is seen first


def test_a_comparison_shows_first_what_it_leads_with():
    rng = np.random.default_rng(RNG_SEED)
    before = deal_rows(rng, 1_500)
    after = deal_rows(rng, 1_500, turns=60.0)
    result = compare.answer(a_question(), tally_of(before, after))
    assert result.ranked[0].figures["measure"] == "turns"
    assert result.charts[0].title == "Turns"
    assert {"Win rate by seat", "Win rate by strategy", "Mean score"} <= {chart.title for chart in result.charts[1:]}


def test_guesses_are_ranked_by_what_they_move():
    rng = np.random.default_rng(RNG_SEED)
    before = deal_rows(rng, 1_500, fox=0.6)
    guesses = [
        unconfirmed.Guess("harmless", 1, [sweep.Point((2,), tally_of(before, before))]),
        unconfirmed.Guess(
            "scores", [1, 2], [sweep.Point(([3, 4],), tally_of(before, deal_rows(rng, 1_500, score=140, fox=0.6)))]
        ),
        unconfirmed.Guess("turncoat", True, [sweep.Point((False,), tally_of(before, deal_rows(rng, 1_500, fox=0.3)))]),
    ]
    reference = sweep.Sweep((), (), LINE_UP, [sweep.Point((), tally_of(before, before), True)])
    result = unconfirmed.rank_guesses(reference, guesses)
    table = result.tables["unconfirmed"]
    assert table["figure"].to_list()[-1] == "harmless"
    rows = {row["figure"]: row for row in table.iter_rows(named=True)}
    assert (rows["scores"]["matters"], rows["scores"]["score_change_at"]) == ("large", "3,4")
    assert rows["scores"]["moves"].startswith("it moves the mean score by ")
    assert rows["scores"]["moves"].endswith(" with 3,4")
    assert rows["scores"]["most_at"] == "3,4"
    assert (rows["harmless"]["moves"], rows["harmless"]["most_at"]) == ("nothing beyond chance", "")
    assert rows["turncoat"]["order"] == "owl overtakes fox"
    assert rows["harmless"]["matters"] == "no bearing"  # not a game differs
    assert math.isclose(rows["harmless"]["score_change"], 0.0)


def test_one_game_that_differs_is_a_bearing():
    before = deal_rows(np.random.default_rng(RNG_SEED), 1_500, fox=0.6)
    after = before.copy()
    after[7, -1] += 1
    assert unconfirmed.same_games(tally_of(before, before))
    assert not unconfirmed.same_games(tally_of(before, after))
    turned = before.copy()
    turned[[7, 8]] = before[[8, 7]]  # the same means
    assert not unconfirmed.same_games(tally_of(before, turned))


def test_a_conclusion_survives_what_leaves_it_and_not_what_turns_it_round():
    rng = np.random.default_rng(RNG_SEED)
    before = deal_rows(rng, 1_500, fox=0.6)
    others = {"harmless": before, "even": deal_rows(rng, 1_500, fox=0.5), "turncoat": deal_rows(rng, 1_500, fox=0.3)}
    guesses = [unconfirmed.Guess(name, 1, [sweep.Point((2,), tally_of(before, rows))]) for name, rows in others.items()]
    reference = sweep.Sweep((), (), LINE_UP, [sweep.Point((), tally_of(before, before), True)])
    result = unconfirmed.rank_guesses(reference, guesses)
    rows = {row["who"]: row for row in result.tables["conclusions"].iter_rows(named=True)}
    assert set(rows) == {"fox", "owl"}
    for who, wins in (("fox", "more"), ("owl", "less")):
        row = rows[who]
        assert [row[name] for name in ("wins", "holds", "unclear", "reversed", "reversed_at")] == [
            wins,
            1,
            1,
            1,
            "turncoat=2",
        ]
    told = [finding.sentence for finding in result.findings]
    assert any(
        "That fox wins more than the fair share" in said and "is reversed at turncoat=2" in said for said in told
    )
    alone = unconfirmed.rank_guesses(reference, guesses[:1])
    assert "survives all 1 other values" in unconfirmed.survival(alone.tables["conclusions"].row(0, named=True))


def test_no_guesses_make_no_table():
    result = unconfirmed.rank_guesses(swept(), [])
    assert not result.tables
    assert "confirmed" in result.findings[0].sentence


def test_comparisons_read_and_print_without_numba():
    text = "import sys, digsite.analyses.experiments.compare, digsite.analyses.experiments.sweep, digsite.analyses.experiments.tournament, digsite.simulator.runs.experiment, digsite.simulator.cli.app; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", text], check=False).returncode == 0


def test_a_difference_is_told_apart_from_its_size():
    change = Change(
        Measure("mean score", "points", "scores", "all", (0,)), *[Estimate(1.0, 0.7, 1.3, 100)] * 3, 1e-6, 1.0, 0.02, MORE,
        0.53, 0.0, 1.0,
    )  # fmt: skip
    assert (change.certainty, change.size_certainty) == ("certain", "likely")
    question = Comparison(Side("base", "in the base game", ["a", "b"]), Side("new", "under new", ["a", "b"]))
    assert findings._verdict(question, change) == "different (certain), by more than 0.53 points (likely)"


def test_one_order_is_not_told_twice():
    question = Comparison(Side("base", "in the base game", ["a", "b"]), Side("new", "under new", ["a", "b"]))
    same = findings._order_finding(question, Order(("a", "b"), ("a", "b"), (), (("a", "b"),), "undecided")).sentence
    assert same.endswith("(no clear difference: a and b); as seen it is a, b on both sides.")


@given(st.floats(-0.05, 0.05), st.integers(1, 12))
def test_a_difference_is_claimed_just_where_its_interval_leaves_out_0(shift, many):
    values = Moments(400, shift, 400 * 0.25**2)
    found = Ruler(tests=many).interval(values, 1.0)
    assert (found.low > 0 or found.high < 0) == (family.bonferroni(Ruler().p_value(values, 1.0), many) < 0.05)

"""Contracts on planted figures: just kept, just broken, on the border; and how often an answer is wrong."""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
import pytest

from digsite.analyses.experiments.check import (
    CONTRACT,
    ContractQuestion,
    Promise,
    answer,
    bounds_text,
    decide,
    interval,
    overall,
    states_bounds,
    verdicts,
    wording,
)
from digsite.analyses.experiments.check.tracks import Track
from digsite.analyses.stats import Moments
from digsite.simulator.errors import WrongUse
from digsite.simulator.games import find_game
from digsite.simulator.play.tallies import Columns, Tally

GAME = find_game("lost-cities")
LINE_UP = ["cautious", "rusher", "collector", "opportunist"]
SEATS, BATCH = len(LINE_UP), 250
ARMS = {CONTRACT: "base", "short": "short"}
SEAT_1 = {"measure": "win rate", "of": "seat 1"}


def asked(*promises: Promise, line_up: Sequence[str] = LINE_UP) -> ContractQuestion:
    return ContractQuestion(GAME, line_up, promises, ARMS)


def dealt(rng: np.random.Generator, columns: Columns, deals: int, planted: Mapping[str, object]) -> np.ndarray:
    """Deals with known chances: of seats and strategies to win, of conditions to hold; scores and turns around means."""
    rows = np.zeros((deals, columns.count))
    rows[:, columns.won] = 1
    rows[:, columns.turns] = rng.normal(planted.get("turns", 60), 5, deals)
    for column, name in ((columns.seat_win, "seats"), (columns.place_win, "strategies")):
        chances = planted.get(name, [1 / SEATS] * SEATS)
        wins = rng.multinomial(SEATS, chances, deals) / SEATS
        for at in range(SEATS):
            rows[:, column(at)] = wins[:, at]
    luck = rng.normal(0, 10, deals)
    for place in range(SEATS):
        rows[:, columns.place_score(place)] = planted.get("score", 50) + luck + rng.normal(0, 1, deals)
    for number, share in enumerate(planted.get("shares", [])):
        rows[:, columns.measure(number)] = rng.binomial(SEATS, share, deals) / SEATS
    return rows


def batches(question: ContractQuestion, seed: int, looks: int, *arms: Mapping[str, object]) -> Iterator[list[Tally]]:
    """The tallies of arms on the same luck; the first is the contract's own."""
    columns = Columns(SEATS, len(question.extra))
    for look in range(looks):
        rows = [dealt(np.random.default_rng([seed, look]), columns, BATCH, planted) for planted in (arms or [{}])]
        yield [Tally.of(rows[0], mine, BATCH * SEATS) for mine in rows]


def decided(question: ContractQuestion, looks: int, *arms: Mapping[str, object], seed: int = 1) -> list[str]:
    return verdicts(question, decide(question, batches(question, seed, looks, *arms), looks * BATCH))


def test_a_promise_may_name_the_win_rate_as_former_versions_did():
    assert Promise("win share", "seat 1", at_most=0.3) == Promise("win rate", "seat 1", at_most=0.3)


@pytest.mark.parametrize(
    ("at_least", "at_most", "verdict"),
    [
        (0.23, 0.27, "kept"),
        (0.24, None, "kept"),
        (None, 0.26, "kept"),
        (0.26, 0.30, "broken"),
        (None, 0.24, "broken"),
        (0.25, 0.30, "undecided"),
        (None, 0.25, "undecided"),
    ],
)
def test_a_win_share_of_a_quarter_keeps_breaks_or_leaves_open_what_is_promised(at_least, at_most, verdict):
    assert decided(asked(Promise(**SEAT_1, at_least=at_least, at_most=at_most)), 120) == [verdict]


def test_games_are_played_until_every_promise_is_decided():
    question = asked(Promise(**SEAT_1, at_most=0.4), Promise("turns", at_most=70))
    looks = []
    tracks = decide(question, (looks.append(1) or batch for batch in batches(question, 1, 40)), 40 * BATCH)
    assert verdicts(question, tracks) == ["kept", "kept"]
    assert len(looks) == 4  # a figure without bounds is not decided before 1,000 deals
    assert tracks[0].observed.games == 4 * BATCH * SEATS


def test_a_promise_about_every_strategy_is_broken_by_one_of_them():
    question = asked(Promise("win rate", "every strategy", at_most=0.3))
    shares = {"strategies": [0.22, 0.34, 0.22, 0.22]}
    result = answer(question, decide(question, batches(question, 1, 40, shares), 40 * BATCH))
    row = result.tables["promises"].row(0, named=True)
    assert row["verdict"] == "broken"
    assert row["seen"].startswith("rusher 3")
    assert result.tables["figures"]["verdict"].to_list() == ["kept", "broken", "kept", "kept"]
    assert decided(question, 40, {"strategies": [0.26, 0.26, 0.24, 0.24]}) == ["kept"]
    assert result.findings[0].sentence.startswith("Broken: ")
    assert result.findings[0].null == "the promise is kept"
    assert result.findings[0].kind == "tested"
    assert result.findings[0].effect != "none"


@pytest.mark.parametrize(("by", "verdict"), [(-5.0, "kept"), (-2.8, "broken"), (-3.0, "undecided"), (-9.0, "broken")])
def test_a_change_is_that_between_two_arms_on_the_same_luck(by, verdict):
    question = asked(Promise("score", at_least=-8, at_most=-3, arm="short", change=True))
    assert decided(question, 40, {}, {"score": 50 + by}) == [verdict]


def test_a_promise_under_other_rules_is_about_their_arm():
    question = asked(Promise("turns", at_most=65), Promise("turns", at_most=65, arm="short"))
    assert decided(question, 10, {}, {"turns": 70}) == ["kept", "broken"]


def test_a_share_of_games_is_measured_by_its_condition():
    question = asked(Promise("turns > 80", at_most=0.05, condition=True))
    assert decided(question, 80, {"shares": [0.04]}) == ["kept"]
    assert decided(question, 80, {"shares": [0.06]}) == ["broken"]
    assert decided(question, 80, {"shares": [0.05]}) == ["undecided"]


def test_what_was_never_seen_is_not_kept_too_soon():
    question = asked(Promise("turns > 80", at_most=0.001, condition=True))
    assert decided(question, 8, {"shares": [0.0]}) == ["undecided"]
    assert decided(question, 80, {"shares": [0.0]}) == ["kept"]


def test_a_deal_may_lie_off_as_far_as_the_rarer_winners_of_both_sides_let_it():
    columns = Columns(SEATS)
    sides = np.zeros((2, 8, columns.count))
    sides[0, :, columns.won], sides[1, :, columns.won] = 1.0, 0.5
    figure = asked(Promise(**SEAT_1, at_most=0.3, arm="short", change=True)).figures[0]
    assert figure.scale(Tally.of(sides[0], sides[1], 32)) == figure.scale(Tally.of(sides[1], sides[0], 32)) == 2.0


def test_a_figure_without_spread_may_still_be_one_off():
    columns = Columns(SEATS)
    rows = np.zeros((8, columns.count))
    rows[:, columns.turns] = 60
    figure = asked(Promise("turns", at_most=65)).figures[0]
    assert figure.scale(Tally.of(rows, rows, 32)) == 1.0


def test_looks_that_contradict_each_other_end_in_the_larger_sample():
    question = asked(Promise(**SEAT_1, at_most=0.3))
    (tally, *_), *_ = batches(question, 1, 1)
    track = Track(question.figures[0], 0.05, 1_000, low=0.7, high=0.8)
    track.add(tally)
    assert track.low < 0.25 < track.high < 0.7


def test_without_a_winner_there_is_no_share_of_wins():
    question = asked(Promise(**SEAT_1, at_most=0.3))
    columns = Columns(SEATS)
    rows = np.zeros((500, columns.count))
    tracks = decide(question, iter([[Tally.of(rows, rows, 2_000)] * 2]), 500)
    assert verdicts(question, tracks) == ["undecided"]


def test_the_error_rate_is_shared_by_all_figures():
    question = asked(Promise("win rate", "every seat", at_most=0.3), Promise("turns", at_most=80))
    tracks = decide(question, batches(question, 1, 4), 4 * BATCH)
    assert [track.estimate.level for track in tracks] == [pytest.approx(0.99)] * 5


def test_the_worst_answer_is_that_of_the_contract():
    assert overall(["kept", "undecided", "broken"]) == "broken"
    assert overall(["kept", "undecided"]) == "undecided"
    assert overall(["kept", "kept"]) == "kept"


def test_a_question_survives_as_plain_data():
    question = asked(
        Promise("score", at_least=-8.0, arm="short", change=True, text="Lower."), Promise(**SEAT_1, at_most=0.3)
    )
    again = ContractQuestion.of(question.as_data(), GAME)
    assert again.promises == list(question.promises)
    assert again.as_data() == question.as_data()


@pytest.mark.parametrize(
    ("promise", "text"),
    [
        (Promise(**SEAT_1, at_least=0.23, at_most=0.27), "Seat 1 wins 23 to 27 % of games"),
        (Promise("win rate", "every strategy", at_most=0.3), "No strategy wins more than 30 % of games"),
        (Promise("win rate", "every seat", 0.2, 0.3), "Every seat wins 20 to 30 % of games"),
        (Promise("win rate", "rusher", at_least=0.2), "Rusher wins at least 20 % of games"),
        (Promise("turns > 80", at_most=0.05, condition=True), "At most 5 % of games take more than 80 turns"),
        (Promise("turns", at_least=40, at_most=60), "A game takes 40 to 60 turns on average"),
        (Promise("score", at_least=1_000), "The mean score is at least 1,000 points"),
        (Promise("score", "rusher", at_least=30), "The mean score of rusher is at least 30 points"),
        (Promise("artifacts", "every seat", 1), "The mean of artifacts of every seat is at least 1"),
        (Promise("artifacts", "seat 2", 1), "The mean of artifacts of seat 2 is at least 1"),
        (
            Promise("score", "", -8, -3, "short", True),
            "Under short the mean score changes by -8 to -3 points",
        ),
        (
            Promise("win rate", "seat 1", -0.01, 0.01, "short", True),
            "Under short the win rate of seat 1 changes by -1 to +1 percentage points",
        ),
        (Promise("turns", at_most=50, arm="short"), "A game takes at most 50 turns on average under short"),
    ],
)  # fmt: skip
def test_promises_without_a_text_are_worded(promise, text):
    question = asked(promise)
    assert wording(promise, question.figures, "short" if promise.arm == "short" else "") == text


@pytest.mark.parametrize(
    ("promise", "sentence"),
    [
        (Promise("win rate", at_most=0.3), "say with `of` whose win rate it is: seat 1"),
        (Promise("win rate", "seat 5", at_most=0.3), "There is no player 'seat 5'"),
        (Promise("win rate", "rusherr", at_most=0.3), "Did you mean 'rusher'"),
        (Promise("artefacts", at_most=3), "Did you mean 'artifacts'"),
        (Promise("artifacts", "rusher", at_most=3), "artifacts can be promised of the game or of a seat, not of rusher"),
        (Promise("turns", "seat 1", at_most=3), "turns are the game's own"),
        (Promise("winner", at_most=3), "winner cannot be measured"),
        (Promise("end_reason", at_most=0.3), "end_reason stands for several figures; name one of end_reason="),
        (Promise("turns >> 80", at_most=0.3, condition=True), "A condition is a column"),
        (Promise("turns", at_most=0.3, condition=True), "A condition is a column"),
        (Promise("turnz > 80", at_most=0.3, condition=True), "Did you mean 'turns'"),
        (Promise("score > 80", at_most=0.3, condition=True), "name the seat, as in score_1 > 80"),
        (Promise("turns > 80", "seat 1", at_most=0.3, condition=True), "leave `of` out"),
    ],
)  # fmt: skip
def test_what_cannot_be_measured_is_refused(promise, sentence):
    with pytest.raises(WrongUse) as told:
        asked(promise).figures  # noqa: B018
    assert sentence in str(told.value)


def test_one_strategy_wins_all_games_and_one_player_has_no_rivals():
    with pytest.raises(WrongUse, match="rusher plays every seat"):
        asked(Promise("win rate", "every strategy", at_most=0.3), line_up=["rusher"] * 4).figures  # noqa: B018
    with pytest.raises(WrongUse, match="a solo game has no win rate"):
        asked(Promise(**SEAT_1, at_most=0.3), line_up=["rusher"]).figures  # noqa: B018


def test_bounds_are_written_as_people_read_them():
    question = asked(Promise("turns > 80", at_least=0.005, at_most=0.0125, condition=True))
    assert bounds_text(question.figures[0]) == "0.5 to 1.25 %"


# -------------------------------------------------------------------------------------------- how often it is wrong

TRUE = [
    0.001,
    0.005,
    0.01,
    0.02,
    0.05,
    0.1,
    0.2,
    0.25,
    0.3,
    0.4,
    0.5,
    0.6,
    0.7,
    0.8,
    0.9,
    0.95,
    0.98,
    0.99,
    0.995,
    0.999,
]


def contracts(count: int, looks: int, shares: Sequence[float], *promises: Promise) -> list[list[str]]:
    question = asked(*promises)
    return [decided(question, looks, {"shares": shares}, seed=seed) for seed in range(count)]


def on_the_border(shares: Sequence[float]) -> list[Promise]:
    """Promises whose bound is the truth itself, half of them from above: every decision is a wrong one."""
    limits = [{"at_most": share} if at % 2 else {"at_least": share} for at, share in enumerate(shares)]
    return [Promise(f"turns > {at}", condition=True, **limit) for at, limit in enumerate(limits)]


def with_room(shares: Sequence[float]) -> list[Promise]:
    return [
        Promise(f"turns > {at}", at_least=max(share - 0.04, 1e-9), at_most=min(share + 0.04, 1 - 1e-9), condition=True)
        for at, share in enumerate(shares)
    ]


def wrong(answers: Sequence[Sequence[str]]) -> int:
    return sum(any(verdict != "undecided" for verdict in verdicts) for verdicts in answers)


def test_twenty_promises_on_the_border_are_rarely_decided():
    assert wrong(contracts(20, 10, TRUE, *on_the_border(TRUE))) <= 3  # 1 of 20 expected at most


def test_twenty_true_promises_with_room_are_kept():
    middle = [share for share in TRUE if 0.05 <= share <= 0.95] * 2
    answers = contracts(8, 60, middle[:20], *with_room(middle[:20]))
    assert sum(overall(verdicts) == "kept" for verdicts in answers) >= 7
    assert not any("broken" in verdicts for verdicts in answers)


@pytest.mark.verify
@pytest.mark.parametrize("shares", [TRUE, [0.25], [0.005], [0.0005]], ids=["twenty", "quarter", "rare", "very rare"])
def test_at_most_one_contract_in_twenty_has_a_wrong_answer(shares):
    count = 300
    found = wrong(contracts(count, 30, shares, *on_the_border(shares)))
    print(f"{len(shares)} promises on the border: {found} of {count} contracts with a wrong answer")
    assert found <= 0.05 * count + 2 * math.sqrt(0.05 * 0.95 * count)


@pytest.mark.verify
def test_a_promise_just_broken_is_never_called_kept_and_one_just_kept_never_broken():
    count, by = 300, 0.005
    promises = [Promise("turns > 1", at_most=0.05, condition=True), Promise("turns > 2", at_most=0.05, condition=True)]
    answers = contracts(count, 80, [0.05 + by, 0.05 - by], *promises)
    false = sum(broken == "kept" or kept == "broken" for broken, kept in answers)
    right = sum(broken == "broken" and kept == "kept" for broken, kept in answers)
    print(f"off by {by}: {false} of {count} wrong, {right} all right, the rest undecided")
    assert false <= 0.05 * count


@pytest.mark.verify
@pytest.mark.parametrize("figures", [1, 20])
@pytest.mark.parametrize(
    ("kind", "mean"), [("exponential", 1.0), ("lognormal", math.exp(1.125)), ("100 in one deal of a hundred", 1.0)]
)
def test_skewed_figures_without_bounds_keep_the_error_rate(kind, mean, figures):
    """After 1,000 deals and every 250 more, with the range seen so far as the scale."""
    runs, deals, alpha = 2_000, 20_000, 0.05 / figures
    rng = np.random.default_rng(figures)
    draw = {
        "exponential": lambda: rng.exponential(1, deals),
        "lognormal": lambda: rng.lognormal(0, 1.5, deals),
        "100 in one deal of a hundred": lambda: 100.0 * (rng.random(deals) < 0.01),
    }[kind]
    missed = sum(_missed(draw(), mean, alpha) for _ in range(runs))
    print(f"{kind}, {figures} figures: {missed} of {runs} intervals miss, {alpha * runs:g} allowed")
    assert missed <= alpha * runs + 2.5 * math.sqrt(alpha * runs)


def _missed(values: np.ndarray, mean: float, alpha: float) -> bool:
    """Whether any look leaves out the mean."""
    sums, squares, least, most = (
        found(values) for found in (np.cumsum, lambda v: np.cumsum(v * v), np.minimum.accumulate, np.maximum.accumulate)
    )
    for n in range(1_000, len(values) + 1, BATCH):
        seen = Moments.from_sums(n, float(sums[n - 1]), float(squares[n - 1]))
        found = interval(seen, max(float(most[n - 1] - least[n - 1]), 1.0), alpha, len(values) // 10)
        if not found.low <= mean <= found.high:
            return True
    return False


@pytest.mark.parametrize(
    ("text", "promise", "told"),
    [
        ("Fewer than 7 % drag on", Promise("turns > 80", at_most=0.07, condition=True), True),
        ("Fewer than 17 % drag on", Promise("turns > 80", at_most=0.07, condition=True), False),
        ("Fewer than 1.7 % drag on", Promise("turns > 80", at_most=0.07, condition=True), False),
        ("It changes by -8 to -3 points", Promise("score", at_least=-8, at_most=-3, arm="short", change=True), True),
    ],
)
def test_bounds_are_told_by_a_text_that_has_them_as_whole_numbers(text, promise, told):
    question = asked(replace(promise, text=text))
    assert [states_bounds(figure) for figure in question.figures] == [told]


def test_a_promise_and_what_is_seen_of_it_are_counted_in_what_the_game_counts():
    question = ContractQuestion(find_game("archaeology"), LINE_UP, [Promise("score", at_most=70.0)], ARMS)
    (figure,) = question.figures
    assert bounds_text(figure) == "at most 70 dollars"
    assert wording(figure.promise, [figure]) == "The mean score is at most 70 dollars"


def test_what_is_undecided_for_want_of_games_is_not_said_to_lie_on_a_bound():
    question = asked(Promise("turns", at_most=65))
    notes = answer(question, decide(question, batches(question, 1, 1), BATCH)).notes
    assert any("without an interval" in note for note in notes)
    assert not any("holds a bound" in note for note in notes)

"""What is said of players who were tuned, and of players who think, on figures made by hand."""

import numpy as np
import pytest

from digsite.analyses.experiments import strength, tune
from digsite.analyses.stats import Moments, tests

DEALS = 200
ASKED = {
    "strategy": "rusher",
    "free": ["tempo", "idle"],
    "weights": ["tempo", "idle"],
    "own": [1.0, 2.0],
    "tuned": [3.0, 4.0],
}


def values(mean, spread=0.2):
    return mean + spread * np.resize([1.0, -1.0], DEALS)


def told_of_tuning(own, tuned):
    test = tests.mean(Moments.of(tuned - own), 0.0, scale=1.0).within(-1.0, 1.0)
    row = tune._row("all", own, tuned, test, 2 * DEALS, 2)
    return row, tune._gain_finding(ASKED, row, test, 2).sentence


def test_weights_that_win_more_are_a_gain():
    row, said = told_of_tuning(values(0.5), values(0.6, 0.1))
    assert row["better"]
    assert "instead of 50.0 %: +10 percentage points" in said


def test_weights_that_surely_win_less_are_no_gain():
    row, said = told_of_tuning(values(0.5), values(0.4, 0.1))
    assert not row["better"]
    assert "is worse than the weights it had" in said


def test_weights_that_cannot_be_told_apart_are_no_gain():
    row, said = told_of_tuning(values(0.5), values(0.505, -0.2))
    assert not row["better"]
    assert "cannot be told from the weights it had" in said


def test_intervals_of_weights_that_are_put_back_hold_for_all_together():
    lost = values(0.03).tolist()
    one = tune._weights(ASKED, {"games": DEALS, "lost": {"tempo": lost}}).row(0, named=True)
    two = tune._weights(ASKED, {"games": DEALS, "lost": {"tempo": lost, "idle": lost}}).row(0, named=True)
    assert one["lost"] == two["lost"] == pytest.approx(0.03)
    assert two["lost_low"] < one["lost_low"]
    assert two["lost_high"] > one["lost_high"]
    assert two["p_value"] == pytest.approx(2 * one["p_value"])


@pytest.mark.parametrize(
    ("wins", "said"),
    [
        (values(0.7), "rusher leaves wins on the table"),
        (values(0.3), "thinking makes it worse"),
        (values(0.51), "cannot be told from its fair share of 50.0 %"),
    ],
)
def test_what_thinking_brings_is_said_by_its_sign_and_its_certainty(wins, said):
    test = tests.share(Moments.of(wins), 0.5)
    row = {
        "strategy": "rusher", "thinking": "rusher+8", "win": test.estimate, "win_low": test.low, "win_high": test.high,
        "fair": 0.5, "games": 2 * DEALS,
    }  # fmt: skip
    assert said in strength._finding(row, test, test.p, 2).sentence

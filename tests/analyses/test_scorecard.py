"""The scorecard: known answers, targets, and what a run cannot tell."""

import json

import numpy as np
import pytest

from analyses.registry import answer, answerable
from analyses.scorecard import default_targets, judged, scorecard
from simulator.games import all_games
from tests.analyses.handmade import make_run
from tests.analyses.test_general import random_rows


def card_of(run, targets=None):
    found = scorecard(run, [answer(run, question.name) for question in answerable(run)], targets)
    return {line.name: line for line in found.lines}, found


def test_every_number_of_seats_has_its_targets():
    for game in all_games().values():
        for seats in range(*game.players[:1], game.players[-1] + 1):
            assert {"seats", "behind", "worth", "lead", "comeback", "long"} <= set(default_targets(seats)) or seats == 1
    assert default_targets(4)["seats"][1] == pytest.approx(0.1 / 4)


@pytest.mark.parametrize(
    ("low", "high", "verdict"), [(0.2, 0.3, "fine"), (0.1, 0.3, "watch"), (0.5, 0.6, "off"), (0.0, 0.1, "off")]
)
def test_an_interval_is_fine_within_the_band_and_off_beyond_it(low, high, verdict):
    assert judged(low, high, (0.15, 0.4)) == verdict


def test_even_seats_are_fair_and_a_planted_advantage_is_not(tmp_path):
    even, _ = card_of(make_run(tmp_path / "a", "lost-cities", ["a"] * 2, random_rows(4000, 2)))
    assert (even["seats"].word, even["seats"].verdict) == ("fair", "fine")
    uneven, _ = card_of(make_run(tmp_path / "b", "lost-cities", ["a"] * 2, random_rows(2000, 2, planted=30)))
    assert (uneven["seats"].word, uneven["seats"].verdict) == ("unfair", "off")
    assert uneven["seats"].low < uneven["seats"].value < uneven["seats"].high
    few, _ = card_of(make_run(tmp_path / "c", "lost-cities", ["a"] * 2, random_rows(60, 2)))
    assert few["seats"].verdict == "watch"


def test_strategies_worth_playing_are_counted(tmp_path):
    rng = np.random.default_rng(5)
    rows = []
    for game in range(3000):
        scores = rng.integers(0, 100, 3)
        scores[-game % 3] -= 70  # wherever the first of the line-up sits
        rows.append({f"score_{seat + 1}": int(scores[seat]) for seat in range(3)})
    lines, _ = card_of(make_run(tmp_path / "r", "lost-cities", ["weak", "x", "y"], rows, rotate=True))
    line = lines["strategies"]
    assert (line.value, line.low, line.high) == (2, 2, 2)
    assert line.figures["not_worth_playing"] == ["weak"]
    assert line.verdict == "fine"
    assert lines["luck and skill"].verdict == "fine"
    assert "leads weak with 95 % after" in lines["luck and skill"].sentence


def test_what_a_run_cannot_tell_is_open(tmp_path):
    lines, _ = card_of(make_run(tmp_path / "r", "lost-cities", ["a", "b"], random_rows(200, 2, planted=50)))
    for name in ("seats", "strategies", "luck and skill", "components", "players behind it"):
        assert lines[name].verdict == "open", name
    assert "--rotate" in lines["seats"].sentence


def test_targets_can_be_given(tmp_path):
    run = make_run(tmp_path / "r", "lost-cities", ["a"] * 2, random_rows(2000, 2, planted=30))
    lines, found = card_of(run, {"seats": (0.0, 0.4)})
    assert lines["seats"].verdict == "fine"
    assert found.targets == "the targets given"


@pytest.mark.parametrize("game", all_games())
@pytest.mark.parametrize("rotate", [False, True])
def test_every_game_gets_a_scorecard_that_is_plain_data(tmp_path, game, rotate):
    seats = all_games()[game].players[-1]
    run = make_run(
        tmp_path / "r", game, ["random", *["b"] * (seats - 1)], random_rows(20 * seats, seats), rotate=rotate
    )
    _, found = card_of(run)
    text = json.dumps(found.as_data(), allow_nan=False, default=float)
    assert "random" in text
    assert len(found.lines) >= 5
    for line in found.lines:
        assert line.word
        assert line.sentence.endswith(".")
        assert "nan" not in f"{line.figure} {line.interval} {line.sentence}"


def test_a_run_that_nobody_won_gets_a_scorecard(tmp_path):
    rows = [{"winners": 0, "winner": 0, "rank_1": 2, "rank_2": 2}] * 6
    lines, _ = card_of(make_run(tmp_path / "r", "chac", ["a", "b"], rows, rotate=True))
    assert "players behind it" in lines

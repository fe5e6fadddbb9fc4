"""Bench: what a part of a game costs, and this version beside an earlier one."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from benchmarks import against
from benchmarks.against import VersionTiming, _Stopwatch
from benchmarks.profile import _Parts, profile, shares
from digsite.simulator.errors import DigsiteError
from digsite.simulator.kernel.play.parts import Part
from digsite.simulator.play.plan import make_plan

LINE = ("lost-cities", 2, "random")


def beside(ratio, low, high):
    return VersionTiming("lost-cities", 2, "random", 50.0, 50.0 * ratio, ratio, low, high, "the same")


@pytest.fixture
def parts():
    table = _Parts.of(make_plan("lost-cities", 1, players=2, seats=["random"] * 2, seed=3, events=0))
    table.note(3)
    return table


@pytest.mark.parametrize("part", [Part.MOVES, Part.OPTIONS, Part.PLAYERS])
def test_games_played_again_from_notes_have_the_same_decisions(parts, part):
    played = int(parts.play(0, 3).rows["decisions"].sum())
    noted = parts.taken.copy()
    assert parts.play_part(part) == played == len(noted)
    assert np.array_equal(parts.taken, noted)


def test_players_who_are_asked_again_take_the_same_options(parts):
    noted = parts.taken.copy()
    parts.taken[:] = 0
    parts.play_part(Part.PLAYERS)
    assert np.array_equal(parts.taken, noted)


def test_only_the_set_up_carries_out_no_decision(parts):
    assert parts.play_part(Part.SETUP) == 0


def test_the_shares_of_the_parts_add_up_to_the_whole():
    found = next(profile(["lost-cities"], seconds=0.05))
    assert found.line_up == "random"
    assert found.ns_per_decision > 0
    assert found.set_up + found.options + found.moves + found.choices + found.rest == pytest.approx(100, abs=25)
    assert min(found.set_up, found.options, found.moves, found.choices, found.rest) >= 0


def test_a_part_costs_what_it_adds_and_none_less_than_nothing():
    found = shares(np.array([[1.0, 3.0, 6.0, 9.0, 10.0], [-0.5, 3.5, 5.5, 9.5, 8.0]]))
    assert found.tolist() == [[0.1, 0.2, 0.3, 0.3, 0.1], [0.0, 0.4, 0.2, 0.4, 0.0]]


@pytest.mark.parametrize(
    ("found", "verdict"),
    [
        (beside(1.10, 1.05, 1.15), "slower"),
        (beside(0.90, 0.85, 0.95), "faster"),
        (beside(1.10, 0.99, 1.20), "no difference"),
        (beside(0.90, 0.80, 1.01), "no difference"),
        (beside(1.01, 1.005, 1.015), "no difference"),
        (beside(0.99, 0.985, 0.995), "no difference"),
    ],
)
def test_slower_or_faster_is_only_said_beyond_noise(found, verdict):
    assert found.verdict == verdict


def test_both_versions_are_timed_alternately(monkeypatch):
    monkeypatch.setattr(against, "ROUNDS", 3)
    found = next(against.against(sys.executable, ["lost-cities"], seconds=0.05))
    assert (found.game, found.players, found.line_up) == LINE
    assert found.games_played == "the same"
    assert found.low <= found.ratio <= found.high


def test_what_is_slower_is_said():
    assert against.sentences([beside(1.10, 1.05, 1.15)]) == [
        "Slower beyond noise: lost-cities, 2 players, random (1.10 times)."
    ]
    assert against.sentences([replace(beside(1.0, 0.99, 1.01), games_played="others")]) == [
        "Nothing is slower beyond noise.",
        "The two versions do not play the same games of lost-cities.",
    ]


def test_a_version_that_is_not_there_gets_a_sentence():
    with pytest.raises(DigsiteError, match="cannot time lost-cities"):
        next(against.against("/no/python", ["lost-cities"]))


def test_a_version_that_cannot_play_gets_a_sentence():
    with _Stopwatch(sys.executable) as watch, pytest.raises(DigsiteError, match="cannot time chess"):
        watch.time(("chess", 2, "random"), 1)

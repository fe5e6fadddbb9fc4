"""Bench: what a part of a game costs, and this version beside an earlier one."""

import json
import sys
from dataclasses import replace

import numpy as np
import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.kernel.play.parts import Part
from digsite.simulator.lab.tools import bench_compare
from digsite.simulator.lab.tools.bench import Speed
from digsite.simulator.lab.tools.bench_compare import Earlier, VersionTiming, _Stopwatch, save
from digsite.simulator.lab.tools.profile import _Parts, profile, shares
from digsite.simulator.play.plan import make_plan

LINE = ("lost-cities", 2, "random")
SPEED = Speed("lost-cities", 2, "random", 1, 1, 1, 1, cpu_ns=(50.0, 51.0, 49.0))


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


def test_a_bench_file_is_read_as_it_was_written(tmp_path):
    save(tmp_path / "new" / "bench.json", [SPEED, replace(SPEED, line_up="heuristic+32", cpu_ns=())])
    earlier = Earlier.read(tmp_path / "new" / "bench.json")
    assert earlier.python == sys.executable
    assert earlier.rows == {LINE: [50.0, 51.0, 49.0]}
    assert set(earlier.sources) == {"lost-cities"}


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"form": 1}', "\x00"])
def test_what_is_no_bench_file_gets_a_sentence(tmp_path, text):
    (tmp_path / "bench.json").write_text(text)
    with pytest.raises(WrongUse, match="is not a bench file"):
        Earlier.read(tmp_path / "bench.json")


def test_a_bench_file_that_is_missing_gets_a_sentence(tmp_path):
    with pytest.raises(WrongUse, match=r"none.json cannot be read"):
        Earlier.read(tmp_path / "none.json")


def test_times_of_another_machine_are_not_compared(tmp_path):
    save(tmp_path / "bench.json", [SPEED])
    known = json.loads((tmp_path / "bench.json").read_text())
    (tmp_path / "bench.json").write_text(json.dumps({**known, "machine": "elsewhere"}))
    with pytest.raises(WrongUse, match="another machine"):
        Earlier.read(tmp_path / "bench.json")


def test_both_versions_are_timed_in_turn_where_both_are_installed(tmp_path, monkeypatch):
    monkeypatch.setattr(bench_compare, "ROUNDS", 3)
    save(tmp_path / "bench.json", [SPEED])
    (found,) = bench_compare.against(Earlier.read(tmp_path / "bench.json"), ["lost-cities"], seconds=0.05)
    assert (found.game, found.players, found.line_up) == LINE
    assert found.games_played == "the same"
    assert found.low <= found.ratio <= found.high


@pytest.mark.parametrize("gone", ["python", "sources"])
def test_a_version_that_is_gone_is_compared_by_its_figures(monkeypatch, gone):
    monkeypatch.setattr(bench_compare, "ROUNDS", 3)
    sources = {"lost-cities": "another" if gone == "sources" else "any"}
    earlier = Earlier("/no/python" if gone == "python" else sys.executable, sources, {LINE: [1e-3, 2e-3]})
    (found,) = bench_compare.against(earlier, seconds=0.05)
    assert found.games_played == "unknown"
    assert found.ns_before == pytest.approx(0.0015, abs=0.1)
    assert found.verdict == "slower"


def test_a_game_that_a_bench_file_lacks_gets_a_sentence():
    with pytest.raises(WrongUse, match="no line-up of the games asked for"):
        list(bench_compare.against(Earlier(sys.executable, {}, {LINE: [1.0]}), ["chac"]))


def test_a_version_that_cannot_play_gets_a_sentence():
    with _Stopwatch(sys.executable) as watch, pytest.raises(DigsiteError, match="cannot time chess"):
        watch.time(("chess", 2, "random"), 1)

"""Long pieces of work show themselves on the progress line, and stay within their limits."""

from types import SimpleNamespace

import numpy as np
import polars as pl
import pytest

from digsite.simulator.cli import console
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import Running
from digsite.simulator.lab.experiments import nudge, sample_size
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.lab.experiments.pilots import LEAST, pilot_games
from digsite.simulator.lab.experiments.result import write_result
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.sweep import sensitivity
from digsite.simulator.lab.players import decision_changes as differences
from digsite.simulator.lab.players import strength
from digsite.simulator.lab.reporting.analyze import analyze


class Seen(Progress):
    """What was shown, in order."""

    def __init__(self):
        self.steps: list[tuple[str, int, int | None]] = []

    def working(self, what, done=0, total=None):
        self.steps.append((what, done, total))

    def played(self, done, total):
        self.steps.append((self.doing, done, total))

    def of(self, what):
        return [(done, total) for known, done, total in self.steps if known == what]


def a_plan(*players, games=20_000):
    return arm_plan("lost-cities", games, seats=list(players), players=2, seed=1)


# ------------------------------------------------------------------------------------------------ pilots


@pytest.mark.parametrize(
    ("players", "games"),
    [
        (["cautious", "rusher"], 600),
        (["cautious+2", "rusher"], 600),
        (["cautious+32", "rusher"], 100),
        (["cautious+32", "rusher+32"], 50),
        (["cautious+1000", "rusher+1000"], LEAST),
        (["cautious*256", "rusher"], 100),
    ],
)
def test_a_pilot_is_the_smaller_the_further_its_players_look_ahead(players, games):
    assert pilot_games([a_plan(*players)], 600) == games
    assert pilot_games([a_plan("cautious", "rusher"), a_plan(*players)], 600) == games


def test_a_pilot_of_look_ahead_players_is_no_longer_than_the_question():
    assert pilot_games([a_plan("cautious+32", "rusher")], 600, most=20) == 20
    assert pilot_games([a_plan("cautious", "rusher")], 600, most=20) == 600


@pytest.mark.parametrize(("players", "games", "batch"), [("cautious", 600, 60), ("cautious+32", 50, 1)])
def test_the_pilot_of_a_nudge_is_seen_game_by_game(players, games, batch, monkeypatch):
    jobs, seen = [], Seen()

    def played(wanted, _on):
        for job in wanted:
            jobs.append(job)
            yield SimpleNamespace(marks=np.zeros(job.count, [("own_turns", "i4")]))

    monkeypatch.setattr(nudge, "play_jobs", played)
    nudge.own_turns(a_plan(players, players), progress=seen)
    assert sum(job.count for job in jobs) == games
    assert {job.count for job in jobs} == {batch}
    assert [job.first for job in jobs] == list(range(20_000, 20_000 + games, batch))
    assert seen.of("Playing a pilot") == [(done, games) for done in range(batch, games + 1, batch)]


@pytest.mark.parametrize(
    ("kept", "turns"),
    [({"question": {"turns": 17}}, 17), ({}, None), ({"question": {"turns": True}}, None), ({"question": 3}, None)],
)
def test_a_nudge_that_is_resumed_plays_no_pilot_again(kept, turns):
    assert nudge._turns_kept(Running(saved_plan=kept)) == turns


def test_the_pilot_of_a_plan_is_seen_and_small_where_players_look_ahead(monkeypatch):
    asked, seen = [], Seen()

    def together(plans, games, batch, _on):
        for first in range(0, len(games), batch):
            asked.append((len(games), batch))
            rows = np.zeros(min(batch, len(games) - first), plans[0].definition.records.outcome)
            rows["rank"][:, 0], rows["winners"] = 1 + np.arange(len(rows)) % 2, 1
            yield [rows] * len(plans)

    monkeypatch.setattr(sample_size, "play_together", together)
    monkeypatch.setattr(sample_size, "announce_compiling", lambda *_: None)
    found = sample_size.plan("lost-cities", margin="5pp", seats="cautious+32", players=2, seed=1, progress=seen)
    assert (found.pilot, asked[-1]) == (50, (50, 1))
    assert seen.of("Playing a pilot")[-1] == (50, 50)
    found = sample_size.plan("lost-cities", margin="5pp", seats="cautious", players=2, seed=1, progress=seen)
    assert (found.pilot, asked[-1]) == (2_000, (2_000, 1_000))
    assert "a pilot of 50 games" not in found.notes[0]


# ------------------------------------------------------------------------------------------------ minutes


class Rounds:
    """An experiment whose rounds take as long as they say, by a clock of its own."""

    def __init__(self, *seconds):
        self.now, self._seconds, self.played = 0.0, seconds, []
        self.design = SimpleNamespace(plan=SimpleNamespace(parts=len(seconds)))

    def play_part(self, part):
        self.now += self._seconds[part]
        self.played.append(part)


@pytest.mark.parametrize(
    ("differences", "seconds", "rounds"),
    [
        (False, [20] * 30, 23),
        (True, [20] * 30, 11),
        (False, [600, 1], 1),
        (False, [1] * 5, 5),
        (False, [100, 10, 10], 3),
    ],
)
def test_a_strength_table_begins_no_round_that_does_not_fit_its_minutes(differences, seconds, rounds, monkeypatch):
    playing = Rounds(*seconds)
    monkeypatch.setattr(strength.time, "monotonic", lambda: playing.now)
    until, ends = strength._until(8.0, 2, differences)
    assert ends == (240 if differences else 480)
    until(playing)
    assert len(playing.played) == rounds


def test_differences_end_with_their_time_after_whole_deals(monkeypatch):
    looked, now, seen = [], [0.0], Seen()

    def played(jobs, _on):
        for job in jobs:
            looked.append(job.game)
            now[0] += 10.0
            yield [], {}

    monkeypatch.setattr(differences, "play_jobs", played)
    monkeypatch.setattr(differences.time, "monotonic", lambda: now[0])
    table = a_plan("cautious+32", "cautious")
    assert differences.examine_decisions("cautious", table, 60, None, seen, 35.0)[1]["games"] == 4
    assert seen.of("Comparing choices")[-1] == (4, 60)
    assert (seen.ends, seen.at_most) == (35.0, True)
    assert differences.examine_decisions("cautious", table, 60, None, seen, 0.0)[1] == {
        "games": 2,
        "deals": [0],
        "decisions": {},
    }
    assert differences.examine_decisions("cautious", table, 60, None, seen)[1]["games"] == 60


@pytest.mark.parametrize(("speed", "left"), [(0.0, "8 min 0 s"), (0.1, "8 min 0 s"), (1e5, "4 s")])
def test_the_time_left_never_exceeds_a_limit(speed, left):
    told = console.progress_text(500, 400_000, speed, at_most=True, remaining=480.0)
    assert told.endswith(f", {left} left at most")


def test_a_line_of_a_limited_search_says_what_remains_of_the_limit(monkeypatch, capsys):
    now = [100.0]
    monkeypatch.setattr(console.time, "monotonic", lambda: now[0])
    line = console.Terminal()
    line.counting(at_most=True, ends=580.0)
    for done in (4, 8):
        now[0] += 60
        line.played(done, 400_000)
    line.counting("Searching", ends=580.0)
    now[0] += 60
    line.standing("generation 3")
    told = capsys.readouterr().err.splitlines()
    assert told == [
        "4 of at most 400,000 games, 7 min 0 s left at most",
        "8 of at most 400,000 games, 240 games/h, 6 min 0 s left at most",
        "generation 3; 5 min 0 s left at most",
    ]


# ------------------------------------------------------------------------------------------------ after play


def test_alternatives_of_unconfirmed_figures_are_seen_as_they_are_played(monkeypatch):
    from digsite.simulator.lab.experiments import sweep

    seen = Seen()
    monkeypatch.setattr(sweep, "tally_together", lambda plans, games, size, on: ([0] * len(plans) for _ in range(2)))
    monkeypatch.setattr(sweep, "merge", lambda batches: list(batches)[-1])
    monkeypatch.setattr(sweep, "guesses_of", lambda *_: "found")
    assert sensitivity(a_plan("cautious", "rusher", games=1_400), progress=seen) == "found"
    (title,) = {what for what, *_ in seen.steps}
    arms = seen.steps[-1][2] // 1_400
    assert title.endswith(": alternatives")
    assert seen.of(title) == [(1_000 * arms, 1_400 * arms), (1_400 * arms, 1_400 * arms)]


def test_questions_and_charts_are_seen_one_by_one(tmp_path, monkeypatch):
    monkeypatch.setattr("digsite.reports.charts.draw.write", lambda *_, **__: None)
    run, seen = simulate("archaeology", 40, players=2, seats="random", seed=1, out=tmp_path / "run"), Seen()
    found = analyze(run, ["seats", "length"], progress=seen)
    assert seen.of("Answering questions") == [(0, 2), (1, 2)]
    charts = len(found.charts)
    assert seen.of("Drawing charts") == [(done, charts) for done in range(charts + 1)]
    assert isinstance(next(iter(found.tables.values())), pl.DataFrame)


def test_what_an_experiment_shows_is_seen_while_it_is_drawn(tmp_path, monkeypatch):
    from digsite.simulator.lab.experiments.tournament import tournament

    monkeypatch.setattr("digsite.reports.charts.draw.write", lambda *_, **__: None)
    seen = Seen()
    found = tournament(
        "archaeology", 20, strategies="random,merchant", players=2, seed=1, out=tmp_path / "t", progress=seen
    )
    charts = len(found.result.charts)
    assert seen.of("Reading the games back") == [(0, None)]
    assert seen.of("Drawing charts")[-1] == (charts, charts)
    assert write_result(found.experiment).about == found.about

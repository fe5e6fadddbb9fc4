"""Checking with look-ahead players repeats the line-up whose seats lie furthest apart, too."""

import json

import numpy as np
import pytest

import digsite
from digsite.analyses.probes import line_ups
from digsite.analyses.recheck import widest_line_up
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.reporting import recheck
from digsite.simulator.play.line_up_games import LineUpGames


@pytest.fixture
def run(tmp_path):
    return digsite.simulate(
        "lost-cities", 40, rotate=True, out=tmp_path / "run", seats="rusher,collector", variants="short", seed=3
    )


def played(run, **wins):
    """Save line-ups of one strategy each, the first seat of which won so large a part of 2,000 games."""
    known = []
    for name, share in wins.items():
        first = (np.arange(2_000) < 2_000 * share).astype(float)
        both = np.column_stack([first, 1 - first])
        known.append(line_ups.as_data([name] * 2, [LineUpGames(both, both, first, np.full(2_000, 60))]))
    data = {"plan": run.plan.fingerprint(), "version": line_ups.VERSION, "line_ups": known}
    (run.folder / line_ups.FILE).write_text(json.dumps(data))


def test_the_widest_line_up_is_the_one_whose_seats_lie_furthest_apart(run):
    assert widest_line_up(run) is None
    played(run, rusher=0.5, collector=0.51)
    assert widest_line_up(run) is None
    played(run, rusher=0.6, collector=0.35, cautious=0.5)
    line_up, (claim,) = widest_line_up(run)
    assert line_up.players == ["collector"] * 2
    assert claim.name == "seat 1 with collector in every seat"
    assert claim.figure.value == pytest.approx(0.35)


def test_it_is_played_again_with_look_ahead_players_and_kept(run, monkeypatch):
    monkeypatch.setattr(recheck, "GAMES", 12)
    played(run, rusher=0.5, collector=0.8)
    found = recheck.recheck_run(run, "+2", Progress())
    rows = {row["finding"]: row for row in found.tables["checked"].iter_rows(named=True)}
    row = rows["seat 1 with collector in every seat"]
    assert row["games"] == 12
    again = digsite.Run(run.folder / "checked-2" / "line-up")
    assert again.plan.players == ["collector+2"] * 2
    assert again.plan.seating == "fixed"
    games = again.games.collect()
    assert row["then"] == pytest.approx(((games["rank_1"] == 1) / games["winners"]).mean())
    assert recheck.recheck_run(run, "+2", Progress()).tables["checked"].equals(found.tables["checked"])

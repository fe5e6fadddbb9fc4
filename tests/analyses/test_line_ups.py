"""Findings that hold whoever plays, and those that depend on the players: seats, length and half-time leads."""

import json

import numpy as np
import pytest

from digsite.analyses.companions import Companions
from digsite.analyses.first_page.seats import going_first, seat_wins
from digsite.analyses.probes import line_ups
from digsite.analyses.registry import answer
from digsite.analyses.scorecard import scorecard
from digsite.reports.page.report import answers_to_all
from digsite.simulator.play.line_up_games import LineUpGames
from tests.analyses.handmade import make_run

GAMES = 3_000


def figures(rng, win, turns=60.0, leader=0.6, games=GAMES):
    """Games of a line-up of two, of which the first seat wins so large a part."""
    first = (rng.random(games) < win).astype(float)
    wins = np.column_stack([first, 1 - first])
    scores = 50 + 10 * wins + rng.normal(0, 5, wins.shape)
    lasted = np.round(rng.normal(turns, 3, games)).astype(np.int64)
    return LineUpGames(wins, scores, (rng.random(games) < leader).astype(float), lasted)


@pytest.fixture
def run(tmp_path):
    """A run whose seats win alike."""
    rng = np.random.default_rng(5)
    rows = []
    for won in rng.random(3_000) < 0.5:
        rows.append({"score_1": 60 + 9 * won, "score_2": 69 - 9 * won, "turns": int(rng.normal(60, 3))})
    return make_run(tmp_path / "run", "lost-cities", ["a", "b"], rows, rotate=True)


def played(run, **differs):
    """Save five other line-ups with the run; `differs` gives an argument of each one's games."""
    rng = np.random.default_rng(6)
    names = ["a", "b", "c", "d", "e"]
    known = [
        line_ups.as_data([name] * 2, [figures(rng, **{key: values[at] for key, values in differs.items()})])
        for at, name in enumerate(names)
    ]
    data = {"plan": run.plan.fingerprint(), "version": line_ups.VERSION, "line_ups": known}
    (run.folder / line_ups.FILE).write_text(json.dumps(data))


def seats_line(run):
    return next(line for line in scorecard(run, answers_to_all(run)).lines if line.name == "seats")


def test_seats_that_are_alike_with_every_line_up_are_alike_whoever_plays(run):
    played(run, win=[0.5] * 5)
    found = answer(run, "seats")
    assert found.ranked[0].sentence.startswith("Seats win alike, whoever plays:")
    assert "18,000 games" in found.ranked[0].sentence
    assert found.ranked[0].is_claim
    assert seats_line(run).word == "fair"
    assert going_first(seat_wins([found], 2)) == "Going first makes no noticeable difference, whoever plays."


def test_an_advantage_with_every_line_up_holds_whoever_plays(tmp_path):
    rng = np.random.default_rng(7)
    rows = [{"score_1": 9 * won, "score_2": 5} for won in (rng.random(3_000) < 0.6)]
    run = make_run(tmp_path / "run", "lost-cities", ["a", "b"], rows, rotate=True)
    played(run, win=[0.6] * 5)
    found = answer(run, "seats")
    claim = next(finding for finding in found.findings if "above_fair" in finding.figures)
    assert claim.sentence.endswith("above its fair share, whoever plays.")
    assert claim.certainty == "certain"
    assert going_first(seat_wins([found], 2)).startswith("Going first helps")
    assert ", whoever plays: " in going_first(seat_wins([found], 2))
    assert seats_line(run).verdict == "off"


def test_seats_that_even_out_in_a_mixed_field_are_told_to_depend_on_the_players(run):
    played(run, win=[0.62, 0.5, 0.41, 0.5, 0.5])
    found = answer(run, "seats")
    told = found.ranked[0]
    assert told.sentence.startswith("Seats even out with this line-up; with a in every seat, seat 1 wins 6")
    assert told.certainty == "certain"
    assert not any(f.is_claim for f in found.findings if f is not told)  # neither alike nor better, for certain
    line = seats_line(run)
    assert (line.word, line.verdict) == ("depends on the players", "watch")
    assert "in any of them a seat wins" in line.sentence
    sentence = going_first(seat_wins([found], 2))
    assert sentence.startswith("Seats even out among these players; with a in every seat, seat 1 wins 6")
    assert "depends on the players" in scorecard(run, answers_to_all(run)).verdict
    chart = next(chart for chart in found.charts if chart.name == "seats-by-line-up")
    assert chart.table.height == 12
    assert "A in every seat" in chart.table["line_up"].to_list()


def test_no_claim_about_seats_is_certain_that_a_further_line_up_may_turn_round(run):
    """On average seat 1 wins more; with one of the line-ups it does not."""
    played(run, win=[0.62, 0.60, 0.61, 0.63, 0.42])
    found = answer(run, "seats")
    assert not any(f.certainty == "certain" for f in found.findings if "above_fair" in f.figures)


def test_without_other_line_ups_seats_are_judged_with_this_one_only(run):
    found = answer(run, "seats")
    assert Companions.of(run).line_ups is None
    assert found.ranked[0].sentence.startswith("Seats win alike, with this line-up:")
    assert "holds for this line-up only" in " ".join(found.notes)
    assert "no other was played" in seats_line(run).sentence


def test_line_ups_of_another_plan_do_not_count(run):
    played(run, win=[0.5] * 5)
    path = run.folder / line_ups.FILE
    data = json.loads(path.read_text())
    path.write_text(json.dumps(data | {"plan": "another"}))
    assert line_ups.read(run) is None
    path.write_text(json.dumps(data | {"version": 0}))
    assert line_ups.read(run) is None
    path.write_text("{")
    assert line_ups.read(run) is None


def test_line_ups_are_one_more_family_of_tests(run):
    before = Companions.of(run).families
    played(run, win=[0.5] * 5)
    assert Companions.of(run).families == before + 1


@pytest.mark.parametrize(
    ("turns", "starts"),
    [
        ([60.0] * 5, "The mean length holds whoever plays: "),
        ([60.0, 60.0, 80.0, 45.0, 60.0], "The mean length depends on the players: "),
    ],
)
def test_length_holds_or_depends(run, turns, starts):
    played(run, win=[0.5] * 5, turns=turns)
    found = answer(run, "length")
    told = next(finding for finding in found.findings if finding.kind == "tested")
    assert told.sentence.startswith(starts)
    assert told.certainty == "certain"
    if "depends" in starts:
        assert "with d in every seat" in told.sentence
        assert "with c in every seat" in told.sentence
    assert "length-by-line-up" in [chart.name for chart in found.charts]


def test_a_length_that_is_steady_with_some_players_alone_depends_on_them(run):
    rng = np.random.default_rng(6)
    wild = figures(rng, 0.5)
    wild.turns[: GAMES // 10] = 120  # one game in ten is twice as long
    known = [line_ups.as_data([name] * 2, [figures(rng, 0.5) if name != "c" else wild]) for name in "abcde"]
    data = {"plan": run.plan.fingerprint(), "version": line_ups.VERSION, "line_ups": known}
    (run.folder / line_ups.FILE).write_text(json.dumps(data))
    pace = next(line for line in scorecard(run, answers_to_all(run)).lines if line.name == "pace")
    assert (pace.word, pace.verdict) == ("depends on the players", "watch")
    assert "four of five other line-ups" in pace.sentence


def test_a_line_up_is_named_in_words():
    assert line_ups.called(["a", "a", "a"]) == "a in every seat"
    assert line_ups.called(["a", "b", "a", "c"]) == "a twice, b and c"


def test_score_gaps_are_those_of_the_games(run):
    rng = np.random.default_rng(2)
    games = figures(rng, 0.7)
    data = line_ups.as_data(["a", "a"], [games])
    found = line_ups._line_up(json.loads(json.dumps(data)))
    gap = found.score_gap(1, 2)
    each = games.scores[:, 0] - games.scores[:, 1]
    assert gap.mean == pytest.approx(each.mean())
    assert gap.variance == pytest.approx(each.var(ddof=1))

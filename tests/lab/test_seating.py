"""Seating in the use cases: balanced unless said, old folders as they were begun, and line-ups of one strategy."""

import json

import polars as pl
import pytest

import digsite
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.experiments.compare import plans_of
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.tallies import common_seating
from digsite.simulator.runs.run import Run

FOUR = "rusher,cautious,collector,opportunist"


class Said(Progress):
    """What is said before the games."""

    def __init__(self):
        self.lines: list[str] = []

    def starting(self, what: str) -> None:
        self.lines.append(what)


def plan_in(folder) -> dict:
    return json.loads((folder / "manifest.json").read_text())["plan"]


def test_each_strategy_sits_after_each_other_equally_often(tmp_path):
    run = digsite.simulate("lost-cities", 48, seats=FOUR, seed=1, events=0, out=tmp_path / "run")
    rows = run.games.select(pl.col("^strategy_.*$").cast(pl.String)).collect()
    assert rows.unique().height == 24
    after = [(rows[f"strategy_{seat}"], rows[f"strategy_{seat % 4 + 1}"]) for seat in range(1, 5)]
    met = pl.concat([pl.DataFrame({"one": one, "next": other.alias("next")}) for one, other in after])
    assert met.group_by("one", "next").len()["len"].to_list() == [16] * 12
    assert "--seating" not in run.manifest["command"]


def test_games_are_rounded_up_to_whole_deals_and_it_is_said(tmp_path):
    said = Said()
    run = digsite.simulate("lost-cities", 10, seats=FOUR, seed=1, events=0, out=tmp_path / "run", progress=said)
    assert run.rows == 12
    assert "12 games instead of 10, so that every deal has all its 4." in said.lines
    assert "3 of 6 orders of the strategies are played; 24 games have all." in said.lines
    assert any("every strategy in every seat, in 6 orders, seed 1" in line for line in said.lines)


def test_one_strategy_in_all_seats_plays_as_many_deals_as_games(tmp_path):
    run = digsite.simulate("lost-cities", 10, seats="rusher", players=3, seed=1, events=0, out=tmp_path / "run")
    assert (run.rows, run.games.select("luck").collect()["luck"].n_unique()) == (10, 10)


def test_cyclic_games_of_one_strategy_are_said_to_be_the_same(tmp_path):
    said, given = Said(), {"seats": "rusher", "players": 3, "seed": 1, "events": 0}
    digsite.simulate("lost-cities", 9, **given, rotate=True, out=tmp_path / "run", progress=said)
    assert any(
        line.startswith("One strategy has every seat: the 3 games of a deal are the same") for line in said.lines
    )


def test_a_fixed_run_says_that_seats_and_strategies_cannot_be_separated(tmp_path):
    from digsite.analyses.summary import notes

    run = digsite.simulate("lost-cities", 8, seats=FOUR, seed=1, events=0, seating="fixed", out=tmp_path / "run")
    assert "Every game was seated as typed, so seats and strategies cannot be separated." in notes(run)
    assert "--seating fixed" in run.manifest["command"]


@pytest.mark.parametrize(("rotate", "kind"), [(True, "cyclic"), (False, "fixed")])
def test_a_folder_of_an_earlier_version_is_resumed_as_it_was_begun(tmp_path, rotate, kind):
    """Its plan says `rotate`; neither `--resume DIR` nor the whole command again says a seating."""
    given = {"seats": FOUR, "seed": 1, "events": 0, "part_games": 4}
    folder, whole = tmp_path / "run", tmp_path / "whole"
    digsite.simulate("lost-cities", 8, **given, seating=kind, out=folder)
    plan = plan_in(folder)
    assert plan["rotate"] is rotate
    assert "seating" not in plan
    assert Run(folder).plan.seating == kind
    digsite.simulate("lost-cities", 8, **given, resume=True, out=folder)
    digsite.simulate(resume=True, games=12, out=folder)
    digsite.simulate("lost-cities", 12, **given, seating=kind, out=whole)
    parts = sorted(path.relative_to(whole) for path in whole.rglob("*.parquet"))
    assert len(parts) == 3
    assert all((folder / part).read_bytes() == (whole / part).read_bytes() for part in parts)


def test_another_seating_in_the_same_folder_is_refused_by_its_name(tmp_path):
    given = {"seats": FOUR, "seed": 1, "events": 0, "out": tmp_path / "run"}
    digsite.simulate("lost-cities", 8, **given, seating="cyclic")
    with pytest.raises(digsite.DigsiteError, match="seating was cyclic, now balanced"):
        digsite.simulate("lost-cities", 8, **given)


def test_an_experiment_of_an_earlier_version_is_resumed_as_it_was_begun(tmp_path):
    given = {"variants": "short", "seats": FOUR, "seed": 1, "out": tmp_path / "x"}
    digsite.compare("lost-cities", 40, **given, seating="cyclic")
    found = digsite.compare("lost-cities", 40, **given, resume=True)
    assert found.experiment.seating.kind == "cyclic"
    with pytest.raises(digsite.DigsiteError):
        digsite.compare("lost-cities", 40, **given)


def test_an_unknown_seating_is_answered_with_the_nearest():
    with pytest.raises(digsite.DigsiteError, match="cyclic"):
        make_plan("lost-cities", 8, seats=FOUR, seating="cyclical")
    with pytest.raises(digsite.DigsiteError, match="another word for"):
        make_plan("lost-cities", 8, seats=FOUR, seating="fixed", rotate=True)


@pytest.mark.parametrize("verb", ["tournament", "strength", "exploit"])
def test_strategies_are_not_compared_from_one_seat_each(verb, tmp_path):
    with pytest.raises(digsite.DigsiteError, match="every strategy in every seat"):
        getattr(digsite, verb)("lost-cities", 8, players=2, seating="fixed", out=tmp_path / "x")


def test_a_line_up_of_one_strategy_has_the_deals_of_the_mixed_one_next_to_it():
    given = {"players": 3, "seats": ["rusher"] * 3, "seed": 1}
    alone, mixed = plans_of("lost-cities", 10, given, [], ["cautious", "rusher", "collector"])
    assert (alone.seating, alone.rotations, alone.games) == ("cyclic", 3, 12)
    assert (mixed.seating, mixed.rotations, mixed.games) == ("balanced", 3, 12)
    assert common_seating([alone, mixed]) == common_seating([mixed, alone]) == mixed.seating_plan
    both = plans_of("lost-cities", 10, {**given, "variants": ["short"]}, [], [])
    assert [(plan.rotations, plan.games) for plan in both] == [(1, 10)] * 2

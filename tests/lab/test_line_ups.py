"""Other line-ups that a report plays: who sits at them, that no deal is shared, and that figures are those of the games."""

import json

import numpy as np
import pytest

import digsite
from digsite.analyses.probes import line_ups as data
from digsite.analyses.registry import answer
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.probes import line_ups
from digsite.simulator.play.backends import TableCache, batches
from digsite.simulator.play.line_up_games import LineUpJob


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    folder = tmp_path_factory.mktemp("run") / "run"
    return digsite.simulate(
        "lost-cities", 60, rotate=True, out=folder, seats="rusher,collector", variants="short", seed=3
    )


def test_every_viable_strategy_sits_alone_and_draws_are_new_line_ups(run):
    pool = line_ups.pool_of(run)
    assert set(pool) >= {"cautious", "opportunist"}  # of the game's field, though they did not play
    found = line_ups.line_ups_of(run.plan, pool)
    assert found[: len(pool)] == [[name] * 2 for name in pool]
    mixed = [tuple(sorted(players)) for players in found[len(pool) :]]
    assert len(mixed) == len(set(mixed)) == line_ups.DRAWS
    assert tuple(sorted(run.plan.players)) not in mixed
    assert all(len(set(players)) == 2 for players in mixed)


def test_a_strategy_far_behind_is_not_asked(tmp_path):
    run = digsite.simulate(
        "lost-cities", 600, rotate=True, out=tmp_path / "a", seats="rusher,random", variants="short", seed=3
    )
    assert "random" not in line_ups.pool_of(run)


def test_no_two_line_ups_share_a_deal_and_one_strategy_alone_does_not_rotate(run):
    chosen = line_ups.line_ups_of(run.plan, ["rusher", "collector", "cautious"])
    plans = line_ups.plans_of(run.plan, chosen, 1_200)
    each = [sum(plan.games for plan in of_line_up) for of_line_up in plans]
    assert len(set(each)) == 1
    assert [len(of_line_up) for of_line_up in plans] == [1 if len(set(players)) == 1 else 2 for players in chosen]
    every = [plan for of_line_up in plans for plan in of_line_up]
    assert all(plan.seating == "fixed" for plan in every)
    assert len({plan.seed for plan in every} | {run.plan.seed}) == len(every) + 1
    for players, of_line_up in zip(chosen, plans, strict=True):
        for seat in range(2):
            assert sorted(plan.players[seat] for plan in of_line_up) == sorted(players[: len(of_line_up)])


def test_figures_are_those_of_the_games(run):
    (plan,) = line_ups.plans_of(run.plan, [["cautious", "cautious"]], 40)[0]
    checkpoint = line_ups._checkpoint(run)
    found = LineUpJob(plan, 0, 40, checkpoint).do(TableCache())
    rows = np.concatenate([batch.rows for batch in batches(plan, threads=1)])
    name, label = checkpoint
    for game in range(40):
        won = [float(rank == 1) for rank in rows["rank"][game, :2]]
        assert found.wins[game] == pytest.approx(np.array(won) / sum(won))
        assert found.scores[game].tolist() == rows["score"][game, :2].tolist()
        half = rows[name][game, :2, label]
        if half[0] == half[1]:
            assert np.isnan(found.leaders[game])
        else:
            assert found.leaders[game] == found.wins[game][int(half[1] > half[0])]
    assert found.turns.tolist() == rows["turns"].tolist()


def test_what_was_played_is_saved_with_the_run_and_the_same_on_any_threads(run):
    line_ups.play(run, Progress(), 1, 240)
    first = (run.folder / data.FILE).read_bytes()
    line_ups.play(run, Progress(), 2, 240)
    assert (run.folder / data.FILE).read_bytes() == first
    kept = json.loads(first)["line_ups"]
    assert all(sum(known["lasted"].values()) == known["turns"][0] for known in kept)
    found = data.read(run)
    assert found.count == len(kept) + 1


def test_where_there_is_one_strategy_no_other_line_up_is_played(run, monkeypatch, tmp_path):
    alone = digsite.simulate("lost-cities", 8, out=tmp_path / "a", seats="rusher,rusher", variants="short", seed=3)
    monkeypatch.setattr(line_ups, "pool_of", lambda _: ["rusher"])
    line_ups.play(alone, Progress(), 1, 240)
    assert data.read(alone).others == []
    assert "for this line-up only" in " ".join(answer(alone, "seats").notes)

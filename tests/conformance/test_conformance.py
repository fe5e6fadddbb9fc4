"""The battery every game must pass, on random and on heuristic play."""

import os
import subprocess
import sys

import numpy as np

from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from digsite.strategies.registry import strategies_of
from tests.conformance.table import HandPlayed, Sampled, declared, each_game, each_table, fields, variant_sets


def rows_of(plan, **how) -> np.ndarray:
    return np.concatenate([batch.rows for batch in batches(plan, **how)])


@each_table
def test_every_option_that_is_listed_can_be_applied(game, seats):
    for luck, variants in enumerate(variant_sets(game, seats)):
        table = HandPlayed(game, seats, luck, variants)
        for count, (n, _) in enumerate(table.play(["random"] * seats)):
            options = table.options[:n].copy()
            assert n >= 1
            assert len(set(options.tolist())) == n, "an option is listed twice"
            assert not table.state.over
            if count % 5:
                continue
            for option in options:
                trial = table.copy()
                with np.errstate(over="ignore"):
                    table.kernels.apply(table.rules, trial, int(option), SILENT)
                assert trial.over or table.kernels.legal(table.rules, trial, table.options) >= 1
            table.options[:n] = options


@each_table
def test_what_is_in_the_box_stays_in_the_game(game, seats):
    inventory, sampled = declared(game, "conserved", "inventory"), Sampled(first=50, then=12)
    for variants in variant_sets(game, seats):
        for luck, players in enumerate(fields(game, seats)):
            table = HandPlayed(game, seats, luck, variants)
            at_first = inventory(table.rules, table.state)
            for _ in table.play(players):
                if sampled.takes(int(table.asked.state.decision)):
                    assert inventory(table.rules, table.state) == at_first
            assert inventory(table.rules, table.state) == at_first


@each_table
def test_scores_are_the_sum_of_their_parts_and_ranks_follow_them(game, seats):
    parts = [column.name for column in game.own_columns if column.part_of_score]
    assert parts, "a game says what its scores are made of"
    for players in fields(game, seats):
        rows = rows_of(make_plan(game.id, 300, players=len(players), seats=players, seed=5, events=0))
        total = sum(rows[name][:, :seats].astype(np.int64) for name in parts)
        while total.ndim > 2:
            total = total.sum(axis=-1)
        assert (total == rows["score"][:, :seats]).all()
        ranks, scores = rows["rank"][:, :seats], rows["score"][:, :seats]
        assert (ranks.min(axis=1) == 1).all()
        contends = rows["contends"][:, :seats].astype(bool)
        best = np.where(contends, scores, np.iinfo(np.int32).min).max(axis=1)
        won = (ranks == 1) & contends
        assert (won.sum(axis=1) == rows["winners"]).all()
        assert (scores[won] == np.repeat(best, won.sum(axis=1))).all()
        assert ((rows["winner"] > 0) == (rows["winners"] == 1)).all()
        assert (rows["turns"] > 0).all()
        assert (rows["decisions"] > 0).all()


@each_table
def test_rows_do_not_depend_on_threads_or_batches(game, seats):
    plan = make_plan(game.id, 120, players=seats, seed=9, rotate=True, events=0)
    once = rows_of(plan, threads=1)
    assert (once == rows_of(plan, threads=2, batch_games=7)).all()
    assert (once == rows_of(plan, threads=3, batch_games=50)).all()


@each_table
def test_a_game_played_again_with_events_gives_the_same_row(game, seats):
    for players in fields(game, seats):
        plan = make_plan(game.id, 40, players=len(players), seats=players, seed=3, events=0)
        table = table_for(plan)
        rows, again = table.play(0, 40).rows, table.play_with_events(0, 40)
        assert (rows == again.rows).all()
        assert all(len(events) for events in again.events)
        kinds = {int(kind) for events in again.events for kind in events[:, 0]}
        assert kinds <= {int(kind) for kind in game.records.events}


@each_game
def test_compiled_and_plain_python_give_the_same_rows(game, tmp_path):
    seats = game.players[-1]
    names = list(strategies_of(game.id))
    # one game of heuristic players: as plain Python it takes seconds
    cases = [
        (["random"] * seats, 2), ([names[(at + 1) % len(names)] for at in range(seats)], 1),
        (["random"] * game.players[0], 2),
    ]  # fmt: skip
    script = (
        "import sys, numpy as np; from digsite.simulator.play.plan import make_plan; from digsite.simulator.play.table import table_for\n"
        f"for at, (seats, games) in enumerate({cases!r}):\n"
        f"    plan = make_plan({game.id!r}, games, players=len(seats), seats=seats, seed=21, events=0)\n"
        "    np.save(f'{sys.argv[1]}/{at}.npy', np.asarray(table_for(plan).play(0, games).rows))\n"
    )
    plain = os.environ | {"NUMBA_DISABLE_JIT": "1"}
    subprocess.run([sys.executable, "-c", script, str(tmp_path)], check=True, env=plain)
    for at, (players, games) in enumerate(cases):
        plan = make_plan(game.id, games, players=len(players), seats=players, seed=21, events=0)
        compiled = table_for(plan).play(0, games).rows
        assert (np.load(tmp_path / f"{at}.npy") == np.asarray(compiled)).all()


@each_table
def test_every_event_can_be_narrated(game, seats):
    figures = game.figures
    for players in fields(game, seats)[:2]:
        plan = make_plan(game.id, 5, players=len(players), seats=players, seed=8, events=0)
        for events in table_for(plan).play_with_events(0, 5).events:
            lines = list(game.narrate(events, [f"Seat {s + 1} ({p})" for s, p in enumerate(players)], figures))
            assert len(lines) > seats
            assert all(isinstance(line, str) and "\n" not in line for line in lines)
            assert all(any(f"Seat {s + 1}" in line for line in lines) for s in range(seats))


@each_table
def test_the_last_line_of_a_story_names_those_whom_the_row_has_as_winners(game, seats):
    if seats == 1:
        return  # whoever plays alone wins against the game, in words of its own
    for players in fields(game, seats)[:2]:
        plan = make_plan(game.id, 20, players=seats, seats=players, seed=8, events=0)
        names = [f"Seat {seat + 1} ({player})" for seat, player in enumerate(players)]
        batch = table_for(plan).play_with_events(0, 20)
        for row, events in zip(batch.rows, batch.events, strict=True):
            *_, last = game.narrate(events, names, game.figures)
            winners = {name for name, rank in zip(names, row.rank, strict=False) if row.winners and rank == 1}
            before = last.partition(" win")[0].partition(" share")[0]  # what comes behind may name those who lost
            assert {name for name in names if name in before} == winners, last

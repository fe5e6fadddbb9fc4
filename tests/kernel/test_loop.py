"""The play loop's own work: ranking, and what it says of a strategy that errs."""

import ast
import textwrap
from pathlib import Path

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.columns import BROKEN_OFF, MOST_DECISIONS
from digsite.simulator.games import find_game
from digsite.simulator.kernel.play import loop
from digsite.simulator.kernel.play.loop import UNENDED_EVENTS, add_up_sides, rank_seats
from digsite.simulator.kernel.play.records import record
from digsite.simulator.play.backends import batches
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for


def ranked(scores, tiebreaks=(0, 0, 0, 0), contends=(1, 1, 1, 1), sides=()):
    outcome = record(find_game("lost-cities").records.outcome)[0]
    seats = len(scores)
    outcome.score[:seats], outcome.tiebreak[:seats], outcome.contends[:seats] = (
        scores,
        tiebreaks[:seats],
        contends[:seats],
    )
    outcome.side[:seats] = sides or range(seats)
    add_up_sides(outcome, seats)
    rank_seats(outcome, seats)
    return outcome.rank[:seats].tolist(), int(outcome.winner), int(outcome.winners)


def test_the_highest_score_wins():
    assert ranked([10, 30, 20]) == ([3, 1, 2], 2, 1)


def test_the_tiebreak_decides_equal_scores():
    assert ranked([30, 30, 20], (1, 2, 9)) == ([2, 1, 3], 2, 1)


def test_full_ties_share_the_win_and_the_rank():
    assert ranked([30, 30, 20]) == ([1, 1, 3], 0, 2)


def test_who_does_not_contend_ranks_last_and_cannot_win():
    assert ranked([50, 10, 20], contends=(0, 1, 1)) == ([3, 2, 1], 3, 1)


def test_a_side_wins_with_the_sum_of_its_points():
    assert ranked([1, 30, 32, 4], sides=(0, 1, 0, 1)) == ([2, 1, 2, 1], 0, 1)
    assert ranked([30, 20, 4, 14], sides=(0, 1, 0, 1)) == ([1, 1, 1, 1], 0, 2)


def test_a_seat_alone_against_a_side_wins_alone():
    assert ranked([9, 2, 3, 3], sides=(0, 1, 1, 1)) == ([1, 2, 2, 2], 1, 1)


def test_nobody_wins_when_nobody_contends():
    assert ranked([5, 5], contends=(0, 0)) == ([1, 1], 0, 0)


def plugin(tmp_path, body: str, name: str = "mine.py"):
    path = tmp_path / name
    head = 'from digsite.kit import strategy\n\n@strategy("lost-cities", weights={"boldness": 1.0})\n'
    path.write_text(
        head + "def mine(rules, state, seat, options, n, weights):\n" + textwrap.indent(body, "    ") + "\n"
    )
    return path


def play(path, games=50):
    plan = make_plan("lost-cities", games, seats=["mine", "random"], plugins=[path], seed=1, events=0)
    return np.concatenate([batch.rows for batch in batches(plan, threads=2)])


def test_a_plug_in_of_a_few_lines_plays(tmp_path):
    rows = play(plugin(tmp_path, "return int(weights[0]) % n"))
    assert (rows["turns"] > 0).all()


# Discards a card and takes it back, for ever, where the rules let it.
ENDLESS = """
for i in range(n):
    if state.decision == 0 and options[i] // 64 == 3:
        return i
return 0
"""
NO_STALL = {"ends.stall_turns": 0, "play.may_draw_own_fresh_discard": True}


def endless(tmp_path, games=3):
    return make_plan(
        "lost-cities", games, seats=["mine", "mine"], plugins=[plugin(tmp_path, ENDLESS)], settings=NO_STALL, seed=1,
    )  # fmt: skip


def test_a_game_that_does_not_end_is_broken_off_and_nobody_wins_it(tmp_path, monkeypatch):
    monkeypatch.setattr("digsite.simulator.play.table.MOST_DECISIONS", 600)
    rows = np.concatenate([batch.rows for batch in batches(endless(tmp_path))])
    assert (rows["decisions"] == 600).all()
    assert (rows["turns"] == 300).all()
    reasons = find_game("lost-cities").columns[4].choices
    assert {reasons[reason] for reason in rows["end_reason"]} == {BROKEN_OFF}
    assert not rows["winners"].any()
    assert not rows["winner"].any()
    assert not rows["score"].any()


@pytest.mark.many_games
def test_the_first_events_of_a_game_that_does_not_end_are_kept(tmp_path):
    table = table_for(endless(tmp_path))
    for room in (1, 1_024, 100_000):
        table._event_room = room
        events = table.play_with_events(0, 3).events
        assert [len(logged) for logged in events] == [UNENDED_EVENTS] * 3
        assert [logged[0].tolist() for logged in events] == [[0, 0, 0, 0, 0]] * 3
        assert all((logged[:, 0] <= 17).all() for logged in events)


@pytest.mark.many_games
def test_games_broken_off_are_told_wherever_a_run_is_shown(tmp_path, capsys):
    from digsite.analyses.registry import answer
    from digsite.simulator.cli.app import main
    from digsite.simulator.runs.replay import replay
    from digsite.simulator.runs.run import Run

    path = plugin(tmp_path, ENDLESS)
    settings = [word for key, value in NO_STALL.items() for word in ("--set", f"{key}={str(value).lower()}")]
    line_up = ["--seats", "mine,mine", "--plugin", str(path), "--out", str(tmp_path / "r")]
    with pytest.raises(SystemExit) as ended:
        main(["simulate", "lost-cities", "--games", "2", "--seed", "1", *line_up, *settings])
    assert not ended.value.code
    told = capsys.readouterr()
    warning = "2 of 2 games did not end within 20,000 decisions and were broken off."
    assert BROKEN_OFF in told.out
    assert f"Warning: {warning}" in told.err
    run = Run(tmp_path / "r")
    ended = run.games.select("turns", "decisions").collect().rows()
    assert ended == [(MOST_DECISIONS // 2, MOST_DECISIONS)] * 2  # no counter has overflowed on the way
    findings = answer(run, "length").findings
    assert [f.kind for f in findings if f.sentence.startswith(warning)] == ["described"]
    assert list(replay(run, 1))[-1].startswith("The game is broken off here")


def test_an_index_out_of_range_names_strategy_game_and_decision(tmp_path):
    with pytest.raises(
        DigsiteError, match=r"'mine' \(seat 1\) picked option \d+ of \d+ at the decision 'play' in game 0"
    ):
        play(plugin(tmp_path, "return n"))


def test_an_exception_in_a_plug_in_becomes_a_sentence(tmp_path):
    body = "if state.turns > 4:\n    raise ValueError('lost my map')\nreturn 0"
    with pytest.raises(
        DigsiteError,
        match=r"'mine' \(seat \d\) stopped with ValueError: lost my map at the decision 'play' in game \d+",
    ):
        play(plugin(tmp_path, body))


def test_an_index_beyond_an_array_in_a_plug_in_is_caught(tmp_path):
    with pytest.raises(DigsiteError, match="stopped with IndexError"):
        play(plugin(tmp_path, "return options[n + 10_000] * 0"))


@pytest.mark.skipif(DISABLE_JIT, reason="nothing is compiled")
def test_a_plug_in_that_does_not_compile_says_so(tmp_path):
    with pytest.raises(WrongUse, match=r"'mine' of .*mine\.py cannot be compiled\. There is no field 'no_such_thing'"):
        play(plugin(tmp_path, "return state.no_such_thing"))


def test_a_plug_in_file_that_fails_or_declares_nothing_says_so(tmp_path):
    broken = tmp_path / "broken.py"
    broken.write_text("import no_such_package\n")
    with pytest.raises(WrongUse, match="cannot be loaded: ModuleNotFoundError"):
        play(broken)
    empty = tmp_path / "empty.py"
    empty.write_text("x = 1\n")
    with pytest.raises(WrongUse, match="declares no strategy"):
        play(empty)
    with pytest.raises(WrongUse, match="There is no plug-in file"):
        play(tmp_path / "nowhere.py")


def functions_of_the_kernel():
    folder = Path(loop.__file__).parent
    parsed = (ast.parse(path.read_text(encoding="utf-8")) for path in folder.glob("**/*.py"))
    return [it for module in parsed for it in ast.walk(module) if isinstance(it, ast.FunctionDef)]


@pytest.mark.parametrize(("called", "what"), [("Mind", "players are asked"), ("score", "an ended state is scored")])
def test_there_is_one_piece_of_the_kernel_where(called, what):
    names = [
        function.name
        for function in functions_of_the_kernel()
        for node in ast.walk(function)
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == called
    ]
    assert len(names) == 1, f"{what} in {names}"


def test_a_kernel_function_takes_a_dozen_arguments_at_most():
    assert {it.name: len(it.args.args) for it in functions_of_the_kernel() if len(it.args.args) > 12} == {}

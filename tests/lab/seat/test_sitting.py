"""People in some seats: the game is the loop's, nothing hidden is shown, and what is saved replays."""

import json
import random

import numpy as np
import pytest

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.facts import UNKNOWN, Scene, shown_facts, without_secrets
from digsite.simulator.games import names
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.seat import saving
from digsite.simulator.lab.seat.hint import hints
from digsite.simulator.lab.seat.setting import seat_people
from digsite.simulator.lab.seat.sitting import Sitting
from digsite.simulator.lab.seat.summary import summarize
from digsite.simulator.lab.tools.new_game import examples
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.rollouts import RolloutTable
from digsite.simulator.play.stepping import SteppedGame
from digsite.simulator.runs.replay import replay
from digsite.simulator.runs.run import Run

OWN = [str(folder) for folder in examples().values()]
EVERY = [*names(), *OWN]
PASSING = {  # all see it, then it is gone from the table
    ("archaeology", "draw"), ("archaeology", "reveal"), ("archaeology", "bust"), ("quetzal", "upgrade"), ("quetzal", "discard"),
}  # fmt: skip


def sit(game, **more):
    return Sitting(seat_people(game, seed=3, **more))


def played(sitting, choices=10_000, seed=1):
    """Choose at random for the people."""
    chance = random.Random(seed)
    sitting.advance()
    while sitting.waits_for is not None and choices:
        sitting.choose(chance.randrange(len(sitting.stepped.options)))
        sitting.advance()
        choices -= 1
    return sitting


@pytest.mark.parametrize("seats", ["cautious,rusher", "cautious+4,random", "greedy,rusher"])
def test_a_game_of_strategies_is_that_of_the_play_loop(seats):
    table = RolloutTable.of(make_plan("lost-cities", 1, seats=seats, seed=5))
    loop, stepped = table.play_with_events(0, 1), SteppedGame(table)
    while not stepped.over:
        stepped.take(stepped.strategy_choice())
    assert np.array_equal(stepped.logged, loop.events[0])
    assert stepped.decisions == loop.rows[0].decisions


@pytest.mark.parametrize("game", EVERY)
def test_a_seat_is_shown_the_same_however_hidden_cards_are_dealt(game):
    sitting, chance, looked = sit(game), random.Random(2), 0
    while not sitting.over and looked < 60:
        sitting.advance()
        if sitting.waits_for is None:
            break
        looked += 1
        view, seat = sitting.view(), sitting.waits_for
        json.dumps(view)
        assert [it["id"] for it in view["options"]]
        assert view["facts"]["seats"]
        facts, shown = sitting.views[seat].facts, sitting.views[seat]
        real = Scene(sitting.stepped.rules, sitting.stepped.state, seat, shown.figures, shown.players, facts.words)
        assert shown_facts(facts, real) == view["facts"]
        for luck in (1, 2):
            other = shown.scene(sitting.stepped.seen_from(seat, luck))
            assert shown_facts(facts, other) == view["facts"]
            said = [tuple(facts.option(other, int(it))) for it in sitting.stepped.options]
            assert sorted((it["kind"], it["words"]) for it in view["options"]) == sorted((k, w or k) for k, w in said)
        sitting.choose(chance.randrange(len(sitting.stepped.options)))
    assert looked > 3


@pytest.mark.parametrize("game", EVERY)
def test_the_log_tells_a_seat_nothing_that_the_table_does_not_show(game):
    """Two deals that look alike to a seat: a rival's move may tell them apart only if the table does afterwards."""
    sitting, chance, looked = sit(game), random.Random(3), 0
    stepped, facts = sitting.stepped, sitting.game.facts
    viewer = sitting.seating.people[0]
    shown = sitting.views[viewer]
    kernels, kinds = sitting.game.kernels, shown._kinds()
    for _ in range(150):
        if stepped.over:
            break
        mine = stepped.seat == viewer
        pick = chance.randrange(len(stepped.options)) if mine else stepped.strategy_choice()
        if not mine:
            option, ends, over = int(stepped.options[pick]), [], False
            for state in (stepped.state, stepped.seen_from(viewer, chance.randrange(2**31))):
                world, events = record(sitting.game.records.state), buffer(500)
                world[0] = state
                world[0].stream[:] = stepped.state.stream
                if option not in stepped._legal(world[0].copy()):
                    break
                with np.errstate(over="ignore"):
                    kernels.apply(stepped.rules, world[0], option, events)
                over = over or bool(world[0].over)  # the last account is for all
                scene = Scene(stepped.rules, world[0], viewer, shown.figures, shown.players, facts.words)
                told = without_secrets(events[1 : 1 + events[0, 0]], kinds, facts.secrets, scene)
                ends.append((shown_facts(facts, scene), told))
            if len(ends) == 2 and not over and ends[0][0] == ends[1][0]:
                looked += 1
                one, other = (
                    [row for row in told.tolist() if (game, kinds[row[0]].name) not in PASSING] for _, told in ends
                )
                assert one == other, [kinds[row[0]].name for row in one]
        stepped.take(pick)
    assert looked > 3 or not sitting.game.hides or sitting.plan.seats == 1


def test_a_rivals_card_from_the_pile_is_not_in_the_log():
    sitting = played(sit("lost-cities"), 20)
    log = sitting.view()["log"]
    rivals = [line for line in log if ". Seat 2" in line and "Draws" in line]
    assert rivals
    assert all("Draws a card" in line for line in rivals)
    assert any("Draws a card" not in line for line in log if ". Seat 1" in line and "Draws" in line)
    assert UNKNOWN in np.concatenate(sitting.views[0].seen)


def test_a_finished_game_is_a_run_that_replays(tmp_path):
    sitting = sit("lost-cities", seat=2, against="rusher")
    sitting.folder = saving.folder_for(sitting, tmp_path / "game")
    played(sitting)
    run = saving.finish(sitting)
    assert run.plan.players == ["rusher", "person"]
    assert [int(it) for it in run.plan.weights[1]] == sitting.made_by(1)
    assert run.games.collect()["strategy_2"].to_list() == ["person"]
    assert list(replay(Run(run.folder), 0))[-1].startswith("Seat")
    assert [it["score"] for it in sitting.result()] == [run.games.collect()[f"score_{seat}"][0] for seat in (1, 2)]
    assert run.manifest["command"].startswith("digsite play lost-cities --seats rusher,person --seed 3")
    with pytest.raises(WrongUse, match="a person plays seat 2"):
        simulate(out=run.folder, resume=True, games=2)
    with pytest.raises(WrongUse, match="is over"):
        saving.resume(run.folder)
    with pytest.raises(WrongUse, match="digsite play GAME --seats person,rusher"):
        simulate("lost-cities", 2, seats="person,rusher", out=tmp_path / "other")


def test_chances_along_a_persons_game_are_those_of_a_strategy_in_its_seat(tmp_path):
    sitting = sit("lost-cities")
    sitting.folder = tmp_path / "game"
    played(sitting)
    table = RolloutTable.of(saving.finish(sitting).plan)
    moments = table.moments(0).moments
    assert [moment.taken for moment in moments if moment.seat == 0 and len(moment.options) > 1] == sitting.made_by(0)
    assert table.wins(moments[:1], 10, [1], 0).shape == (1, 10, 2)


def test_a_game_goes_on_where_it_was_left(tmp_path):
    whole = played(sit("lost-cities"))
    sitting = sit("lost-cities")
    sitting.folder = tmp_path / "game"
    played(sitting, 9)
    saving.save(sitting)
    again = saving.resume(tmp_path / "game")
    assert again.made_by(0) == sitting.made_by(0) == whole.made_by(0)[:9]
    again.advance()
    assert again.view() == sitting.view()
    with pytest.raises(DigsiteError, match="digsite play"):
        list(replay(Run(tmp_path / "game"), 0))
    with pytest.raises(WrongUse, match="goes on with: digsite play"):
        simulate(out=tmp_path / "game", resume=True)


def test_undo_brings_the_same_luck_and_makes_it_practice():
    sitting = played(sit("lost-cities", against="random"), 7)
    before, taken = sitting.view(), sitting.choices[-1].taken
    assert not before["practice"]
    assert sitting.undo()
    assert sitting.waits_for == 0
    assert len(sitting.choices) == 6
    sitting.choose(taken)
    sitting.advance()
    after = sitting.view()
    assert after["practice"]
    assert after["undone"] == 1
    assert {**after, "practice": False, "undone": 0} == before
    while sitting.undo():
        pass
    assert sitting.made_by(0) == []
    assert not sitting.undo()


def test_a_hint_shows_the_strategy_then_chances_and_changes_nothing():
    sitting, other = (played(sit("lost-cities"), 3) for _ in range(2))
    steps = list(hints(sitting, 100))
    assert steps[0]["option"] == other.stepped.advice()
    assert not steps[0]["options"]
    assert [it["worlds"] for it in steps] == [0, 50, 100]
    assert {it["id"] for it in steps[-1]["options"]} == set(range(len(sitting.stepped.options)))
    assert all(0 <= it["low"] <= it["chance"] <= it["high"] <= 1 for it in steps[-1]["options"])
    json.dumps(steps)
    assert played(sitting, 5).view()["log"] == played(other, 5).view()["log"]


def test_the_summary_finds_a_thrown_game():
    sitting = sit(OWN[0], against="careful")  # Pig-like: a person who always stops at once
    sitting.advance()
    while not sitting.over:
        options = sitting.view()["options"]
        stop = next(it for it in options if it["kind"] == "Stop")
        sitting.choose(stop["id"])
        sitting.advance()
    told = summarize(sitting)
    json.dumps(told)
    assert told["decisions"] == len(sitting.choices)
    assert told["lost"]
    assert told["choices"] < 0
    assert all("Stop" in it["played"] and it["better"] == "Roll" for it in told["lost"])
    assert told["share"] == pytest.approx(told["first_chance"] + told["choices"] + told["luck_and_rivals"])


def test_several_people_share_a_screen():
    sitting = sit("lost-cities", seats="person,rusher,person")
    assert sitting.seating.people == (0, 2)
    played(sitting, 12)
    with pytest.raises(WrongUse, match="Seat 2 is not a person's"):
        sitting.view(1)
    one, three = sitting.view(0), sitting.view(2)
    assert one["facts"]["hand"] != three["facts"]["hand"]
    assert bool(one["options"]) != bool(three["options"])


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"seat": 3}, "--seat must be from 1 to 2; 3 is not"),
        ({"against": "rusher,cautious", "players": 2}, "--against names 2 strategies for 1 other seats"),
        ({"against": "rusher", "seats": "person,rusher"}, "names every seat"),
        ({"players": 9}, "is for 2 to 4 players, not for 9"),
        ({"against": "rushr"}, "rusher"),
    ],
)
def test_seats_that_do_not_fit_are_refused(arguments, said):
    with pytest.raises(WrongUse) as caught:
        seat_people("lost-cities", **arguments)
    assert said in caught.value.typed


def test_a_wrong_choice_is_refused():
    sitting = sit("lost-cities")
    with pytest.raises(WrongUse, match="none of them"):
        sitting.choose(99)
    with pytest.raises(WrongUse, match="has gone on"):
        sitting.choose(0, point=7)


def test_a_report_of_a_problem_has_what_repeats_the_game():
    sitting = played(sit("lost-cities"), 4)
    text = saving.problem_report(sitting)
    assert "digsite play lost-cities --seats person,cautious --seed 3" in text
    assert f"Choices of seat 1: {' '.join(map(str, sitting.made_by(0)))}" in text

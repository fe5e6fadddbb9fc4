"""Levers: what moves a game is found with its true size, what moves nothing is not, and play can be interrupted."""

import pytest

from digsite.analyses.experiments.levers.question import LeversQuestion
from digsite.analyses.experiments.levers.stages import STAGES
from digsite.analyses.first_page.one_thing import one_thing
from digsite.simulator.errors import WrongUse
from digsite.simulator.games import chosen_game, find_game
from digsite.simulator.lab.balancing.figure_values import levers_of
from digsite.simulator.lab.balancing.levers import design_of, games_at_most, in_parts, levers
from digsite.simulator.lab.common.progress import Interrupted, Progress
from digsite.simulator.lab.experiments.arms import arm_plan
from digsite.simulator.lab.experiments.result import write_result
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.runs.experiment import Experiment
from tests.lab.balancing.exact import HIGH_ROLL, first_wins

GAMES = 8_000


def steps_of(game: str, seats: int, *named: str) -> dict[str, list[str]]:
    return {
        lever.key: [step.label for step in lever.steps] for lever in levers_of(find_game(game).figures, seats, named)
    }


@pytest.fixture(scope="module")
def found(tmp_path_factory):
    return levers(HIGH_ROLL, GAMES, seed=1, out=tmp_path_factory.mktemp("levers") / "all")


# ------------------------------------------------------------------------------------------------ steps


def test_small_whole_numbers_move_by_one_and_large_ones_by_a_tenth():
    known = steps_of("archaeology", 5)
    assert known["setup.hand"] == ["3", "5"]
    assert known["pot_shard.copies"] == ["14", "18"]


def test_alternatives_come_before_steps_and_bounds_are_kept():
    known = steps_of("archaeology", 5)
    assert known["trade.per_turn"] == ["3", "12"]
    assert known["pot_shard.trading_value"] == ["2"]  # 1 is the least
    assert known["buried_ruins.reopen"] == ["false"]


def test_a_list_by_number_of_players_is_moved_at_this_one():
    assert "thieves.count.5" in steps_of("archaeology", 5)
    assert "thieves.count.3" in steps_of("archaeology", 3)


def test_a_list_as_long_as_the_table_is_moved_seat_by_seat():
    assert steps_of("quetzal", 5)["setup.coins.4"] == ["5", "7"]


def test_a_field_of_components_is_moved_in_all_of_them_or_in_one():
    figures = find_game("arnak").figures
    together = levers_of(figures, 2, ["items.cost"])[0]
    assert len(together.steps[1].changes) > 20
    assert steps_of("arnak", 2, "items.trowel.cost") == {"items.trowel.cost": ["0", "2"]}


def test_what_cannot_be_moved_is_refused_by_name():
    with pytest.raises(WrongUse, match="There is no rule figure"):
        levers_of(find_game("lost-cities").figures, 2, ["cards.hnd"])


def test_steps_that_the_game_refuses_are_reported_with_its_reason():
    plan = arm_plan("lost-cities", 200, players=2, seed=1)
    question = design_of(plan, ["tiles.artifact", "cards.hand"]).question
    assert question["notes"][0].startswith("tiles.artifact at 8 was left out: 24 event tiles do not fit")
    assert [figure["key"] for figure in question["figures"]] == ["cards.hand"]


# ------------------------------------------------------------------------------------------------ answers


def test_changes_are_found_with_their_exact_size(found):
    changes = found.tables["changes"].filter(found.tables["changes"]["measure"] == "win rate of seat 1")
    exact = {
        ("first.bonus", "1"): first_wins(first=1),
        ("first.bonus", "3"): first_wins(first=3),
        ("faces", "11"): first_wins(faces=11),
        ("ties_to_the_last", "true"): first_wins(last=True),
        ("warm_up", "1"): first_wins(),
    }
    for row in changes.iter_rows(named=True):
        if (row["figure"], row["value"]) in exact:
            truth = exact[row["figure"], row["value"]] - first_wins()
            assert row["change_low"] <= truth <= row["change_high"], row


def test_what_moves_a_game_comes_first_and_what_moves_nothing_last(found):
    order = found.tables["figures"]["figure"].to_list()
    assert set(order[:2]) == {"first.bonus", "second.bonus"}
    moves = dict(found.tables["figures"].select("figure", "moves").iter_rows())
    assert moves["idle"] == moves["second.gift"] == "changes not one game"
    assert moves["warm_up"] == "nothing measurable"


def test_the_sentences_name_the_figures_and_the_size_that_would_have_been_seen(found):
    told = " ".join(finding.sentence for finding in found.result.findings)
    assert "move who wins: first.bonus* at 1, seat 1" in told or "move who wins: second.bonus at 1, seat 1" in told
    assert "have no measurable effect on anything: whatever they change is less than" in told
    assert "Two of them change not one game" in told
    assert "Of two figures that no source confirms (*), one matters: first.bonus" in told


def test_only_figures_that_may_matter_play_on(found):
    games = dict(found.tables["figures"].select("figure", "games").iter_rows())
    assert games["first.bonus"] == GAMES
    assert games["idle"] == GAMES / 20


def test_sixty_figures_cost_no_more_than_ten_comparisons():
    game = find_game("archaeology")
    plan = in_parts(arm_plan("archaeology", 40_000, players=5, seed=1))
    design = design_of(plan, [lever.key for lever in levers_of(game.figures, 5)][:60])
    question = LeversQuestion.of(design.question, game, plan.players)
    assert games_at_most(question, plan) <= 10 * 2 * plan.games  # even if those with most steps play on
    assert STAGES[-1][0] * plan.part_games == plan.games


def test_page_one_of_a_report_names_the_one_thing_to_change(found, tmp_path):
    run = simulate(HIGH_ROLL, 200, rotate=True, events=0, seed=1, out=tmp_path / "run")
    thing = one_thing(run, [run, found.experiment])
    assert "is seen to move who wins most" in thing.because
    assert "bonus=1" in thing.command
    assert one_thing(run, [run]) is None


# ------------------------------------------------------------------------------------------------ stopping


class StopsLate(Progress):
    """Interrupts once, after some games."""

    def played(self, done, _total):
        if done > 8_000:  # in the second stage
            raise KeyboardInterrupt


def test_an_interrupted_search_for_levers_resumes_to_the_same_answer(found, tmp_path):
    with pytest.raises(Interrupted, match="are saved in"):
        levers(HIGH_ROLL, GAMES, seed=1, out=tmp_path / "cut", progress=StopsLate())
    half = write_result(Experiment(tmp_path / "cut"), tmp_path / "half")
    assert any("not complete" in note for note in half.result.notes)
    again = levers(HIGH_ROLL, GAMES, seed=1, out=tmp_path / "cut", resume=True)
    assert again.tables["changes"].equals(found.tables["changes"])


def test_the_game_of_the_tests_is_the_one_that_is_known_exactly():
    values = chosen_game(str(HIGH_ROLL)).figures.values()
    assert (values["faces"], values["first.bonus"], values["second.bonus"]) == (12, 2, 0)

"""Where seats choose all at once, one strategy that never varies in all of them says little; digsite warns of it."""

import pytest

from digsite.simulator.games import find_game
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.uniform_line_ups import never_varies, warn_of_uniform_line_ups
from digsite.simulator.lab.experiments.simulate import simulate
from digsite.simulator.lab.experiments.tournament import tournament
from digsite.simulator.play.plan import make_plan
from tests.authoring.games_here import FOLDER

EVENS, PIG = str(FOLDER / "evens"), str(FOLDER / "pig")
WARNING = (
    "In Evens seats choose all at once, and steady, which never varies, has every seat of a line-up: players in the same "
    "position always choose the same. Mix strategies, or add random."
)


class Heard(Progress):
    """The sentences that were said."""

    def __init__(self):
        self.said: list[str] = []

    def starting(self, sentence):
        self.said.append(sentence)


def warnings(game, *line_ups):
    heard = Heard()
    plans = [make_plan(game, 8, seats=seats, players=3, seed=1, events=0) for seats in line_ups]
    warn_of_uniform_line_ups(find_game(game), plans, heard)
    return heard.said


@pytest.mark.parametrize(
    ("seats", "never"), [("steady", True), ("fickle", False), ("random", False), ("greedy", False)]
)
def test_a_strategy_that_draws_on_its_noise_varies(seats, never):
    assert never_varies(make_plan(EVENS, 8, seats=seats, players=2, seed=1, events=0)) == never


def test_one_strategy_in_all_seats_is_warned_of_where_it_never_varies():
    assert warnings(EVENS, "steady") == [WARNING]
    assert warnings(EVENS, "steady,steady,fickle", "fickle", "greedy") == []


def test_of_many_line_ups_a_strategy_is_named_once():
    assert warnings(EVENS, "steady", "fickle", "steady") == [WARNING]


def test_where_seats_choose_one_by_one_there_is_no_warning():
    assert warnings(PIG, "holder") == []


def test_runs_and_experiments_warn(tmp_path):
    heard = Heard()
    simulate(EVENS, 4, seats="steady", players=2, seed=1, out=tmp_path / "run", progress=heard)
    assert WARNING in heard.said
    heard = Heard()
    tournament(EVENS, 4, players=2, seed=1, out=tmp_path / "met", progress=heard)
    assert heard.said.count(WARNING) == 1

"""A contract that names line-ups: its promises are made with each strategy in all seats, too."""

import pytest

import digsite
from digsite.simulator.errors import WrongUse
from digsite.simulator.lab.contracts.contract import read_contract

WRITTEN = """
game = "lost-cities"
players = 2
seats = ["cautious", "rusher"]
variant = "short"
seed = 1
most_games = 4000
{line_ups}
[[promise]]
measure = "win rate"
of = "every seat"
at_most = 0.65

[[promise]]
measure = "win rate"
of = "rusher"
at_most = 0.7

[[promise]]
text = "Games are short."
measure = "turns"
at_most = {turns}
"""


def written(tmp_path, line_ups='line_ups = ["cautious", "collector"]', turns=100):
    path = tmp_path / "contract.toml"
    path.write_text(WRITTEN.format(line_ups=line_ups, turns=turns))
    return path


def test_promises_about_seats_and_the_game_are_made_with_every_line_up(tmp_path):
    shown = digsite.check(written(tmp_path), out=tmp_path / "check")
    promised = shown.result.tables["promises"]
    assert promised.height == 3 + 2 * 2
    assert promised["promise"][3:].to_list() == [
        "No seat wins more than 65 % of games, with cautious in every seat", "Games are short, with cautious in every seat",
        "No seat wins more than 65 % of games, with collector in every seat", "Games are short, with collector in every seat",
    ]  # fmt: skip
    assert shown.about["verdict"] == "kept"
    players = [run.plan.players for run in shown.experiment.arms.values()]
    assert players == [["cautious", "rusher"], ["cautious"] * 2, ["collector"] * 2]


def test_a_line_up_breaks_the_contract(tmp_path):
    """A promise with a line-up is judged by the games of that line-up."""
    shown = digsite.check(written(tmp_path, turns=30), out=tmp_path / "check")
    verdicts = dict(shown.result.tables["promises"].select("promise", "verdict").iter_rows())
    assert verdicts["Games are short, with collector in every seat"] == "broken"


def test_a_contract_without_line_ups_is_the_same_as_ever(tmp_path):
    contract = read_contract(written(tmp_path, line_ups=""))
    question, plans = contract.draw_up(100, contract.arguments)
    assert (len(question.promises), list(plans)) == (3, ["contract"])


def test_a_line_up_of_nobody_is_refused(tmp_path):
    contract = read_contract(written(tmp_path, line_ups='line_ups = "nobody"'))
    with pytest.raises(WrongUse, match=r"line_ups: .*nobody"):
        contract.draw_up(100, contract.arguments)

"""Who plays a game with fewer than two strategies of its own, and how many games by default."""

import pytest

from digsite.simulator.games import find_game
from digsite.simulator.lab.common.default_players import announce_players, games_by_default
from digsite.strategies import registry
from digsite.strategies.registry import Strategy
from tests.lab.test_uniform_line_ups import Heard

CHAC = find_game("chac")


@pytest.fixture(params=[0, 1, 2])
def own(request, monkeypatch):
    """Chac with fewer strategies."""
    names = ["random", "mine", "yours"][: 1 + request.param]
    monkeypatch.setattr(registry, "strategies_of", lambda game: {name: Strategy(name, game) for name in names})
    return request.param


def said(named, games):
    heard = Heard()
    announce_players(CHAC, named, ["searcher", "greedy", "searcher"], heard, games)
    return heard.said


def test_general_players_play_fewer_games_by_default(own):
    assert games_by_default(CHAC, None, 100_000) == (100_000 if own == 2 else 2_000)
    assert games_by_default(CHAC, ["mine"], 100_000) == 100_000


def test_a_sentence_says_who_plays(own):
    title, advice = CHAC.title, "`digsite learn chac` trains a player."
    expected = {
        0: [f"{title} has no strategies of its own: searcher and greedy play it, 2,000 games by default. {advice}"],
        1: [
            f"{title} has only one strategy of its own, mine: searcher and greedy play it, 2,000 games by default. {advice}"
        ],
        2: [],
    }
    assert said(None, 2_000) == expected[own]
    assert said(["mine"], 2_000) == []
    assert [sentence.removesuffix(f". {advice}") for sentence in said(None, None)] == [
        sentence.removesuffix(f", 2,000 games by default. {advice}") for sentence in expected[own]
    ]

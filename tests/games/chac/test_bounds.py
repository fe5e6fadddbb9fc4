"""Figures at the ends of their bounds: what would never end is refused, all else is played to an end."""

import random

import numpy as np
import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figure import Figure
from digsite.simulator.games import find_game
from digsite.simulator.games.chac.rules import MAX_LEAPS, MAX_STEPS
from digsite.simulator.play.table import Table as Games
from digsite.strategies.registry import line_up

GAME = find_game("chac")
SLOWEST = ("boulder.dice=0,0,0,0,0,0,0,0,0,0,0,1", "boulder.advances_on=6", "corridor.bridge_to_exit=14")


def played(settings: tuple[str, ...], names: list[str], games: int) -> np.recarray:
    rules = GAME.build_rules(GAME.figures.with_settings(settings), len(names))
    return Games(GAME, rules, line_up("chac", names), seed=3).play_with_events(0, games).rows


@pytest.mark.parametrize("settings", [("boulder.advances_on=7",), ("boulder.dice=0",), ("boulder.dice=1,2,0",)])
def test_a_boulder_that_never_moves_is_refused_with_a_sentence(settings):
    with pytest.raises(WrongUse, match=r"boulder\.(advances_on must be|dice must be at least 1)"):
        GAME.build_rules(GAME.figures.with_settings(settings), 4)


@pytest.mark.parametrize("names", [["random"] * 2, ["random"] * 6, ["navigator", "daredevil", "random"]], ids="-".join)
def test_the_slowest_boulder_still_ends_every_game(names):
    rows = played(SLOWEST, names, 12)
    assert (rows["rounds"] < 1_500).all()
    assert (rows["rounds"] > 0).all()


def extreme(figure: Figure, rng: random.Random):
    """A value at an end of what the figure allows, or between."""
    if figure.choices:
        return rng.choice(figure.choices)
    if isinstance(figure.value, bool):
        return rng.random() < 0.5
    ends = lambda: rng.choice([*figure.range, rng.randint(*figure.range)])  # noqa: E731
    if not isinstance(figure.value, list):
        return ends()
    return [ends() for _ in range(rng.randint(*(figure.length or (len(figure.value),) * 2)))]


def build(seats: int, rng: random.Random, most: int) -> np.recarray | None:
    """Rules with up to so many figures at their extremes; nothing if they cannot go together, which is said."""
    chosen = rng.sample(list(GAME.figures), rng.randint(1, most))
    try:
        return GAME.build_rules(GAME.figures.replace({figure.key: extreme(figure, rng) for figure in chosen}), seats)
    except WrongUse:
        return None


def test_figures_within_their_bounds_make_a_board_or_a_sentence():
    rng = random.Random(5)
    boxes = [box for _ in range(600) if (box := build(6, rng, 8)) is not None]
    assert len(boxes) > 200
    for (rules,) in boxes:
        assert rules.steps.max() <= MAX_STEPS
        assert rules.leaps.max() <= MAX_LEAPS
        assert rules.boulder_dice_on_turn[-1] > 0
        assert 0 < rules.first_exit <= rules.near_end < rules.far_end < rules.last_space
        assert rules.first_dive <= rules.landing <= rules.last_space


@pytest.mark.many_games
def test_games_with_extreme_figures_end():
    rng = random.Random(11)
    ended = 0
    while ended < 25:
        names = [rng.choice(["random", "navigator", "hoarder", "scholar"]) for _ in range(rng.randint(2, 6))]
        rules = build(len(names), rng, 6)
        if rules is None:
            continue
        rows = Games(GAME, rules, line_up("chac", names), seed=ended).play_with_events(0, 4).rows
        assert (rows["rounds"] < 1_500).all()
        ended += 1

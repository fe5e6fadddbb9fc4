"""Exact checks that share nothing with the kernel: faces of meeples, and what deliveries are worth."""

from collections import Counter
from itertools import combinations
from math import comb, factorial

import numpy as np
import pytest
from scipy.stats import chisquare

from digsite.simulator.games.quetzal.moves.rolling import roll_meeples
from digsite.simulator.games.quetzal.state import Event
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import table_for
from tests.games.quetzal.positions import GAME, Position, kind, word_of

SURE = 1e-5
ODDS = (0.32, 0.32, 0.25, 0.11)


def multinomial(counts: tuple[int, ...]) -> float:
    """The chance that meeples land like this."""
    chance = float(factorial(sum(counts)))
    for n, share in zip(counts, ODDS, strict=True):
        chance *= share**n / factorial(n)
    return chance


@pytest.mark.many_games
def test_the_faces_of_a_game_are_multinomial():
    """35 meeples a player in a game for three: five rounds of six and the character."""
    rows = table_for(make_plan("quetzal", 4_000, seats=["random"] * 3, seed=2, events=0)).play(0, 4_000).rows
    faces = rows["faces"][:, :3].reshape(-1, 4).astype(int)
    assert (faces.sum(axis=1) == 35).all()
    for face, share in enumerate(ODDS):
        expected = np.array([comb(35, n) * share**n * (1 - share) ** (35 - n) for n in range(36)])
        seen = np.bincount(faces[:, face], minlength=36)
        keep = expected * len(faces) > 8
        expected_kept = np.append(expected[keep], 1 - expected[keep].sum()) * len(faces)
        assert chisquare(np.append(seen[keep], seen[~keep].sum()), expected_kept).pvalue > SURE


def test_each_roll_of_a_team_has_its_multinomial_chance():
    table, rolls, team = Position(5), 6_000, 4
    seen: Counter[tuple[int, ...]] = Counter()
    for _ in range(rolls):
        table._events[0, 0] = 0
        with np.errstate(over="ignore"):
            roll_meeples(table.rules, table.state, 2, table._events)
        counts = [0, 0, 0, 0]
        for _, face, n, _ in table.told(Event.ROLL)[:-1]:
            counts[face] = n
        seen[tuple(counts)] += 1
    every = [row for row in np.ndindex(5, 5, 5, 5) if sum(row) == team]
    chances = {row: multinomial(row) for row in every}
    assert sum(chances.values()) == pytest.approx(1)
    common = [row for row in every if chances[row] * rolls > 8]
    expected = [chances[row] * rolls for row in common]
    counted = [seen[row] for row in common]
    expected.append(rolls - sum(expected))
    counted.append(rolls - sum(counted))
    assert chisquare(counted, expected).pvalue > SURE


# ------------------------------------------------------------------------------------------------ deliveries

UPGRADE_PAIRS = [
    (), ("tablet_coins",), ("mixed_delivery", "pottery_three"), ("weapon_three", "tablet_coins"),
    ("pottery_three", "weapon_three"),
]  # fmt: skip


def worth(cards: list[int], upgrades: tuple[str, ...]) -> tuple[int, int, int]:
    """Points, coins and discovery points of a delivery, counted by hand from the printed figures."""
    figures = GAME.figures
    words = [word_of(card).partition(" ") for card in cards]
    types, bonuses = Counter(word[0] for word in words), Counter(word[2] for word in words)
    points = bonuses["vp"]
    for type_, n in types.items():
        values = [0, *figures[f"artifacts.{type_}.points"]]
        points += n // 3 * values[3] + values[n % 3]
    coins = bonuses["coin"]
    if "tablet_coins" in upgrades:
        coins += 2 * types["tablet"]
    if "mixed_delivery" in upgrades and types["pottery"] and types["weapon"] and types["tablet"]:
        points += 4
    if "pottery_three" in upgrades and types["pottery"] >= 3:
        points, coins = points + 3, coins + 1
    if "weapon_three" in upgrades and types["weapon"] >= 3:
        points, coins = points + 2, coins + 2
    return points, coins, bonuses["discovery"]


HANDS = [
    "pottery 2, pottery vp, weapon coin, tablet discovery, mummy",
    "pottery 3, weapon 2, weapon coin, tablet",
    "statuette 2, statuette discovery, mummy discovery 2, pottery coin",
    "weapon 3, tablet 2, tablet vp, statuette coin",
]


@pytest.mark.parametrize("hand", HANDS)
@pytest.mark.parametrize("upgrades", UPGRADE_PAIRS)
def test_every_subset_of_a_hand_is_worth_what_counting_by_hand_says(hand, upgrades):
    first = Position(3, ["discovery.track=nothing"]).empty_board().coins(2, 0).hand(2, hand).owns(2, *upgrades)
    cards = [int(card) for card, n in enumerate(first.state.hand[1]) for _ in range(n)]
    subsets = {subset for size in range(1, 7) for subset in combinations(cards, size)}
    before = first.standing(2, "ship 1").go_on_with("ships").state_box.copy()
    for subset in sorted(subsets):
        first.state_box[:] = before
        table = first.play(*[word_of(card) for card in subset])
        if table.state.delivery_size:
            table.play("done")
        points, coins, discoveries = worth(list(subset), upgrades)
        assert table.state.points_at[1, 1] == points, subset
        assert table.state.coins_from[1, 5] + table.state.coins_from[1, 6] == coins, subset
        assert table.state.discovery_from[1, 2] == discoveries, subset


def test_the_known_set_values_are_those_of_the_rulebook():
    rules = GAME.build_rules(GAME.figures, 3)[0]
    assert rules.set_points[3, 3] == 8
    assert rules.set_points[4, 2] == 6
    low = GAME.build_rules(GAME.figures.with_variants(["low-sets"]), 3)[0]
    assert (low.set_points[3, 3], low.set_points[4, 2]) == (8, 6)
    assert kind("mummy") == 16

"""Known answers of the questions for Archaeology."""

import pytest

from digsite.analyses.games.archaeology.set_values import best_splits
from digsite.analyses.games.archaeology.storms import hands_in_storms
from digsite.analyses.registry import answer
from digsite.analyses.view import View
from digsite.simulator.games.archaeology.rules import MAX_COPIES
from digsite.simulator.games.archaeology.state import Card
from tests.analyses.handmade import make_run

COIN = int(Card.COIN)
MAP = int(Card.MAP)
SHARD = int(Card.POT_SHARD)


def best_by_trying(prices: list[int], cards: int) -> int:
    """The most money for so many cards, by trying every first set."""
    if cards == 0:
        return 0
    return max(price + best_by_trying(prices, cards - size) for size, price in enumerate(prices, 1) if size <= cards)


def test_the_best_split_of_cards_into_sets(tmp_path):
    settings = ["broken_cup.prices=2,12", "coin.prices=1,2,3,4,15"]
    run = make_run(tmp_path / "r", "archaeology", ["a", "b"], [{"score_1": 1}] * 2, settings=settings)
    best = best_splits(View(run))
    assert best["broken_cup"][:5] == [0, 2, 12, 14, 24]
    assert best["coin"][:7] == [0, 1, 2, 3, 4, 15, 16]
    for treasure, worth in best.items():
        prices = run.plan.rules[f"{treasure}.prices"]
        assert worth[:13] == [best_by_trying(prices, cards) for cards in range(13)]
    assert all(len(worth) > MAX_COPIES for worth in best.values())


def test_sets_are_shown_as_sold_and_as_they_might_have_been(tmp_path):
    # Two cups sold one by one bring 4; as a pair they would have brought 12.
    apart = {"score_1": 4, "sets_broken_cup_1_1": 2, "money_broken_cup_1": 4}
    paired = {"score_1": 12, "sets_broken_cup_2_1": 1, "money_broken_cup_1": 12}
    tables = answer(make_run(tmp_path / "r", "archaeology", ["a", "b"], [apart, paired] * 3), "set-values").tables
    cups = tables["treasures"].filter(tables["treasures"]["treasure"] == "broken cup").row(0, named=True)
    assert (cups["cards_sold"], cups["sets_sold"]) == (12, 9)
    assert cups["money_per_card"] == pytest.approx(48 / 12)
    assert cups["printed_per_card"] == 6.0
    assert cups["complete"] == pytest.approx(1 / 3)
    assert cups["of_best_split"] == pytest.approx(48 / 72)
    sizes = {(row["treasure"], row["size"]): row for row in tables["sets"].iter_rows(named=True)}
    assert sizes["broken cup", 1]["one_more_adds"] == 10
    assert sizes["broken cup", 2]["share"] == pytest.approx(1 / 3)
    assert "broken pendant" not in tables["treasures"]["treasure"]


def test_storms_strike_the_hands_that_the_events_show(tmp_path):
    events = [
        ("hand", 1, COIN, 4, 0),
        ("hand", 2, SHARD, 4, 0),
        ("dig", 1, COIN, 40, 0),  # seat 1: 5
        ("steal", 1, 1, SHARD, 0),  # seat 1: 6, seat 2: 3
        ("sell", 1, COIN, 2, 6),  # seat 1: 4
        ("storm", 2, 3, 0, 0),
        ("tent", 2, 1, 0, 1),
        ("lose", 1, SHARD, 0, 0),
        ("lose", 1, COIN, 0, 0),
        ("offer", 2, SHARD, 0, 0),  # seat 2: 2
        ("take", 2, COIN, 0, 0),  # 3
        ("explore", 2, 0, 1, 5),  # 2
        ("find", 2, COIN, 4, 0),  # 6
        ("storm", 1, 2, 0, 0),
        ("lose", 1, COIN, 0, 0),
        ("lose", 2, COIN, 0, 0),
        ("lose", 2, COIN, 0, 0),
        ("lose", 2, COIN, 0, 0),
    ]
    run = make_run(tmp_path / "r", "archaeology", ["a", "b"], [{"score_1": 5}] * 3, events=[events] * 3)
    storms = hands_in_storms(View(run)).filter(game=0).sort("storm", "seat")
    assert storms["hand"].to_list() == [4, 3, 2, 6]
    assert storms["lost"].to_list() == [2, 0, 1, 3]
    assert storms["lost_value"].to_list() == [3, 0, 2, 6]
    assert storms["tent"].to_list() == [0, 1, 0, 0]
    tables = answer(run, "storms").tables
    assert dict(tables["by_hand"].select("hand", "lost").rows()) == {2: 1.0, 4: 2.0, 6: 3.0}
    assert tables["tent_saved"].select("storm", "tents", "saved").rows() == [(1, 3, 1.0)]


def test_storms_show_losses_and_the_thieves_swing(tmp_path):
    row = {
        "score_1": 9,
        "storm_cards_1": 2,
        "storm_value_1": 5,
        "storm_cards_2": 4,
        "storm_value_2": 7,
        "tent_storm_first_1": 2,
    }
    row |= {"theft_cards_won_1": 1, "theft_cards_lost_2": 1, "theft_value_lost_2": 3}
    tables = answer(make_run(tmp_path / "r", "archaeology", ["a", "b"], [row] * 5), "storms").tables
    losses = {r["strategy"]: r for r in tables["losses"].iter_rows(named=True)}
    assert (losses["a"]["storm_cards"], losses["b"]["storm_value"], losses["b"]["theft_value_lost"]) == (2.0, 7.0, 3.0)
    assert dict(tables["tent_by_storm"].select("tent_storm_first", "win").rows()) == {0: 0.0, 2: 1.0}
    assert dict(tables["net_thefts"].select("net_thefts", "win").rows()) == {-1: 0.0, 1: 1.0}


def test_monuments_show_value_per_map_and_per_exploration(tmp_path):
    tomb = {
        "score_1": 9,
        "monument": "tomb",
        "maps_used_1": 2,
        "explorations_1": 2,
        "monument_cards_1": 4,
        "monument_value_1": 10,
    }
    mine = {"score_1": 9, "monument": "mine", "maps_used_2": 1, "explorations_2": 1, "busts_2": 1}
    tables = answer(make_run(tmp_path / "r", "archaeology", ["a", "b"], [tomb, mine] * 4), "monuments").tables
    rows = {row["monument"]: row for row in tables["monuments"].iter_rows(named=True)}
    assert (
        rows["tomb"]["value_per_map"],
        rows["tomb"]["value_per_exploration"],
        rows["tomb"]["cards_per_exploration"],
    ) == (5.0, 5.0, 2.0)
    assert (rows["mine"]["value_per_map"], rows["mine"]["busts"]) == (0.0, 1.0)
    explorers = dict(tables["explorers"].select("monument", "win_change").rows())
    assert explorers == {"tomb": 1.0, "mine": -1.0}

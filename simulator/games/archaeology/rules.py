"""The Rules record of Archaeology and how it is built from the figures."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.record import fill
from digsite.simulator.kernel.play.records import record

TREASURES = (
    "pot_shard", "parchment_scrap", "coin", "broken_cup", "talisman", "map", "pharaohs_mask", "broken_tablet",
    "broken_pendant",
)  # fmt: skip
MONUMENTS = ("great_pyramid", "temple", "tomb", "mine", "sphinx", "buried_ruins")
KINDS = len(TREASURES)
MAP = TREASURES.index("map")
MAX_SET = 6
MAX_COPIES = 30
MAX_CHAMBERS = 3
MAX_PILE = 24
MAX_CARDS = 127  # treasures, thieves and storms in play; the most that the size of a hand can count
MAX_VALUE = 20  # trading value of a card

Rules = np.dtype(
    [
        ("seats", np.int8),
        ("copies", np.int8, (KINDS,)),
        ("trading_value", np.int32, (KINDS,)),
        ("affordable", np.int16, (MAX_VALUE + 1,)),  # treasures, as bits, of at most this trading value
        ("price", np.int32, (KINDS, MAX_SET + 1)),  # by number of cards in the set
        ("largest_set", np.int8, (KINDS,)),
        ("worth", np.int32, (KINDS, MAX_COPIES + 1)),  # most money for this many cards, split into sets at will
        ("thieves_count", np.int8),
        ("sandstorms_count", np.int8),
        ("sandstorms_divisor", np.int8),
        ("tents_uses", np.int8),
        ("setup_hand", np.int8),
        ("setup_market", np.int8),
        ("setup_first_player", np.int8),  # 0 seat 1, 1 the lowest hand
        ("setup_first_player_tie", np.int8),  # 0 chance, 1 the lowest seat
        ("trade_per_turn", np.int8),
        ("explore_per_turn", np.int8),
        ("end_phase_stall_turns", np.int16),
        ("monument", np.int8),  # 0 random, else 1 + Monument
        ("chamber_cards", np.int8, (len(MONUMENTS), MAX_CHAMBERS)),
        ("chamber_maps", np.int8, (len(MONUMENTS), MAX_CHAMBERS)),
        ("tomb_keep", np.int8),
        ("mine_limit", np.int16),
        ("sphinx_reveal", np.int8),
        ("buried_ruins_pile", np.int8),
        ("buried_ruins_per_storm", np.int8),
        ("buried_ruins_reopen", np.bool_),
    ],
    align=True,
)


def build(figures: Figures, seats: int) -> np.recarray:
    """Return the Rules record for this many seats; raise an error for figures that do not fit together."""
    box = record(Rules)
    rules = box[0]
    fill(rules, figures, seats)
    _fill_treasures(rules, figures, seats)
    _fill_monuments(rules, figures)
    _check_deal(rules)
    _check_size(rules)
    _check_names(rules)
    return box


def _fill_treasures(rules: Any, figures: Figures, seats: int) -> None:
    lowest = int(figures.head["players"][0])
    for kind, name in enumerate(TREASURES):
        copies = figures[f"{name}.copies"]
        rules.copies[kind] = copies[seats - lowest] if isinstance(copies, list) else copies
        rules.trading_value[kind] = figures[f"{name}.trading_value"]
        prices = figures[f"{name}.prices"]
        rules.price[kind, 1 : len(prices) + 1] = prices
        rules.largest_set[kind] = len(prices)
        rules.worth[kind] = best_split(prices, MAX_COPIES)
    for value in range(MAX_VALUE + 1):
        rules.affordable[value] = sum(1 << kind for kind in range(KINDS) if rules.trading_value[kind] <= value)


def best_split(prices: Sequence[int], cards: int) -> list[int]:
    """Return the most money for 0, 1, ... `cards` cards of one treasure, split into sets at will.

    `prices` lists the money for a set of 1, 2, ... cards.

    >>> best_split([2, 12], 4)
    [0, 2, 12, 14, 24]
    """
    worth = [0]
    for held in range(1, cards + 1):
        worth.append(max(worth[held - size] + price for size, price in enumerate(prices, 1) if size <= held))
    return worth


def _fill_monuments(rules: Any, figures: Figures) -> None:
    for monument, name in enumerate(MONUMENTS):
        single = f"{name}.cards"
        cards = [figures[single]] if single in figures.by_key else figures[f"{name}.chambers"]
        maps = figures[f"{name}.maps"]
        rules.chamber_cards[monument, : len(cards)] = cards
        rules.chamber_maps[monument, : len(cards)] = maps


def _check_deal(rules: Any) -> None:
    """Check that there are enough treasures without maps for hands, marketplace and the largest monument in play."""
    treasures = int(rules.copies.sum()) - int(rules.copies[MAP])
    cards = rules.chamber_cards.sum(axis=1, dtype=int)
    cards[MONUMENTS.index("buried_ruins")] += rules.buried_ruins_pile
    monument = int(cards.max() if rules.monument == 0 else cards[rules.monument - 1])
    needed = int(rules.seats) * int(rules.setup_hand) + int(rules.setup_market) + monument
    if needed > treasures:
        raise WrongUse(
            f"The {treasures} treasures (maps apart) cannot fill {rules.seats} hands of {rules.setup_hand}, a marketplace "
            f"of {rules.setup_market} and a monument of {monument}; lower setup.hand, setup.market or the monument's cards."
        )


def _check_size(rules: Any) -> None:
    cards = int(rules.copies.sum()) + int(rules.thieves_count) + int(rules.sandstorms_count)
    if cards > MAX_CARDS:
        raise WrongUse(f"{cards} cards in play are more than the {MAX_CARDS} there is room for; lower some copies.")


def _check_names(rules: Any) -> None:
    """Check that there are two different treasures to name to the Sphinx."""
    if np.count_nonzero(rules.copies) - (rules.copies[MAP] > 0) < 2:
        raise WrongUse("At least two treasures besides maps must be in the game; raise the copies of some treasure.")

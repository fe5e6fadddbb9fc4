"""The Rules record of Quetzal and how it is built from the figures."""

from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.record import fill
from digsite.simulator.games.quetzal.ops import GAINS, TYPES
from digsite.simulator.kernel.play.records import record

BONUSES = ("none", "coin", "discovery", "vp")
KINDS = len(TYPES) * len(BONUSES)  # of artifact cards: a type and a bonus
UPGRADES = (
    "reroll_two", "reroll_all", "tablet_coins", "temple_discount", "mixed_delivery", "extra_delivery", "coins_to_vp",
    "coins_to_discovery", "pottery_three", "weapon_three", "temple_extra_draw", "immediate",
)  # fmt: skip
UPGRADE_NAMES = (  # the tiles have no printed names; these describe them
    "reroll two", "reroll all", "coins for tablets", "cheaper Temple", "mixed delivery", "larger deliveries",
    "points for coins", "discovery for coins", "three pottery", "three weapons", "extra draw", "immediate bonus",
)  # fmt: skip
UPGRADE_KINDS = len(UPGRADES)
NO_UPGRADE = UPGRADE_KINDS  # an empty space next to the character tile: a tile without effect
FACES = 4
TEMPLE_SPACES = 5
SURROUNDINGS = ("quarry", "small_temple", "ruins")
VILLAGE_SPACES = 3
MAX_TEAM = 8
MAX_CARDS = 100
MAX_TILES = UPGRADE_KINDS * 4
MAX_ROUNDS = 8
MAX_TRACK = 20
MAX_GAIN = 10  # of one thing by one step of an upgrade
SET = 3  # a complete collection
AUTOMATON_CARDS = 10
AUTOMATON_PLACES = TEMPLE_SPACES + len(SURROUNDINGS) + 2  # the Black Market and the ship come last

Rules = np.dtype(
    [
        ("seats", np.int8),
        ("rounds", np.int8),
        ("setup_coins", np.int16, (5,)),
        ("meeples_team", np.int8),
        ("meeples_below", np.uint64, (FACES,)),  # a draw of 32 bits below this shows the face or an earlier one
        ("meeples_standing", np.int16),
        ("camp_coins", np.int16),
        ("camp_per_turn", np.int8),
        ("harbour_cost", np.int16),
        ("harbour_cards", np.int16),
        ("harbour_delivery", np.int8),  # 0 together, 1 each
        ("stela_cost", np.int16),
        ("stela_colour", np.int8),  # colours as in `state.Colour`
        ("stela_discovery", np.int8),
        ("temple_cards", np.int8),
        ("temple_cost", np.int16, (TEMPLE_SPACES,)),
        ("temple_choose", np.int8, (TEMPLE_SPACES,)),
        ("temple_draw", np.int8, (TEMPLE_SPACES,)),
        ("temple_colour", np.int8),
        ("village_first", np.int8),  # the open spaces are those from here
        ("village_end", np.int8),  # to before here
        ("village_cost", np.int16, (VILLAGE_SPACES,)),
        ("village_colour", np.int8),
        ("village_shown", np.int8),
        ("surroundings_cards", np.int8),
        ("surroundings_bonus", np.int8, (len(SURROUNDINGS), len(GAINS))),
        ("black_market_count", np.int8),
        ("black_market_coins", np.int16),
        ("ships_count", np.int8),
        ("ships_cards", np.int16),
        ("deck_when_empty", np.int8),  # 0 the discarded cards are shuffled, 1 there are no more
        ("discovery_track", np.int8, (MAX_TRACK, 3)),  # coins, victory points, upgrades
        ("discovery_track_size", np.int8),
        ("delivery_bonus", np.int16, (len(GAINS),)),
        ("upgrade_spaces", np.int8),
        ("end_marker", np.int16),
        ("end_coins", np.int16),
        ("automaton", np.bool_),
        ("automaton_cards", np.int8, (AUTOMATON_CARDS, AUTOMATON_PLACES)),
        ("automaton_colour", np.int8),
        ("automaton_order", np.int8, (KINDS,)),  # the kinds of cards, its first choice first
        ("automaton_draws", np.int8),  # 0 from the deck, 1 from the discard pile
        ("copies", np.int8, (KINDS,)),
        ("set_points", np.int16, (len(TYPES), SET + 1)),  # by number of cards in the set
        ("upgrades_copies", np.int8, (UPGRADE_KINDS,)),
        ("upgrades_points", np.int16, (UPGRADE_KINDS,)),
        ("upgrades_immediate", np.int8, (UPGRADE_KINDS,)),
        ("gain", np.int16, (UPGRADE_KINDS, len(GAINS))),
        # the effect of a tile while it lies next to the character tile; the last entry is an empty space
        ("reroll", np.int8, (UPGRADE_KINDS + 1,)),
        ("reroll_all", np.int8, (UPGRADE_KINDS + 1,)),
        ("temple_discount", np.int16, (UPGRADE_KINDS + 1,)),
        ("deliver_more", np.int16, (UPGRADE_KINDS + 1,)),
        ("draw_more", np.int8, (UPGRADE_KINDS + 1,)),
        ("buy_vp", np.int16, (UPGRADE_KINDS + 1,)),  # coins; 0 without this effect
        ("buy_discovery", np.int16, (UPGRADE_KINDS + 1,)),
        ("each_delivered", np.int16, (UPGRADE_KINDS + 1, len(TYPES), 2)),  # coins and victory points
        ("delivery_needs", np.int8, (UPGRADE_KINDS + 1, len(TYPES))),
        ("delivery_gain", np.int16, (UPGRADE_KINDS + 1, 2)),
    ],
    align=True,
)
_COUNTED = ("reroll", "temple_discount", "deliver_more", "draw_more", "buy_vp", "buy_discovery")


def kind_of(type_: int, bonus: int) -> int:
    """Return the number of a kind of card: its type and its bonus."""
    return type_ * len(BONUSES) + bonus


def build(figures: Figures, seats: int) -> np.recarray:
    """Return the Rules record for this many seats; raise an error for figures that do not fit together."""
    box = record(Rules)
    rules = box[0]
    fill(rules, figures, seats)
    _fill_odds(rules, figures)
    _fill_places(rules, figures, seats)
    _fill_cards(rules, figures)
    _fill_automaton(rules, figures)
    _fill_upgrades(rules, figures)
    return box


def _fill_odds(rules: Any, figures: Figures) -> None:
    odds = figures["meeples.odds"]
    if sum(odds) <= 0:
        raise WrongUse("A meeple must be able to land somehow; at least one of meeples.odds must be above 0.")
    shares = np.cumsum(odds) / sum(odds)
    rules.meeples_below[:] = [round(float(share) * 2**32) for share in shares]
    rules.meeples_below[-1] = 2**32


def _fill_places(rules: Any, figures: Figures, seats: int) -> None:
    spaces = figures["village.spaces"][seats - figures.lowest_seats]
    rules.village_first = VILLAGE_SPACES - spaces if figures["village.covered"] == "top" else 0
    rules.village_end = rules.village_first + spaces
    for place, name in enumerate(SURROUNDINGS):
        rules.surroundings_bonus[place] = [figures[f"{name}.bonus"].get(gain, 0) for gain in GAINS]


def _fill_cards(rules: Any, figures: Figures) -> None:
    for number, type_ in enumerate(TYPES):
        cards, bonuses = figures[f"artifacts.{type_}.cards"], figures[f"artifacts.{type_}.bonuses"]
        plain = cards - sum(bonuses.values())
        if plain < 0:
            raise WrongUse(
                f"There are {cards} cards of artifacts.{type_}, but {cards - plain} of them would have a bonus; "
                f"raise artifacts.{type_}.cards or lower artifacts.{type_}.bonuses."
            )
        for bonus, name in enumerate(BONUSES):
            rules.copies[kind_of(number, bonus)] = bonuses.get(name, 0) if bonus else plain
        rules.set_points[number, 1:] = figures[f"artifacts.{type_}.points"]
    if (total := int(rules.copies.sum())) > MAX_CARDS:
        raise WrongUse(f"{total} artifact cards are more than the {MAX_CARDS} there is room for; lower some of them.")


def _fill_automaton(rules: Any, figures: Figures) -> None:
    rules.automaton = rules.seats == 2
    for key, names in (("automaton.types", TYPES), ("automaton.bonuses", BONUSES)):
        if sorted(figures[key]) != sorted(names):
            raise WrongUse(f"{key} must name each of {', '.join(names)} once.")
    rules.automaton_order[:] = [
        kind_of(TYPES.index(type_), BONUSES.index(bonus))
        for type_ in figures["automaton.types"]
        for bonus in figures["automaton.bonuses"]
    ]


def _fill_upgrades(rules: Any, figures: Figures) -> None:
    for kind, name in enumerate(UPGRADES):
        delivery = 0
        for step in figures[f"upgrades.{name}.effect"]:
            op = step["op"]
            if any(step.get(gain, 0) > MAX_GAIN for gain in GAINS):
                raise WrongUse(f"upgrades.{name}.effect cannot bring more than {MAX_GAIN} of anything at a time.")
            if op == "gain":
                rules.gain[kind] += [step.get(gain, 0) for gain in GAINS]
            elif op == "reroll_all":
                rules.reroll_all[kind] = 1
            elif op == "each_delivered":
                rules.each_delivered[kind, TYPES.index(step["type"])] += [step.get("coin", 0), step.get("vp", 0)]
            elif op == "delivery":
                delivery += 1
                rules.delivery_needs[kind] = [step["needs"].get(type_, 0) for type_ in TYPES]
                rules.delivery_gain[kind] = [step.get("coin", 0), step.get("vp", 0)]
            elif op in _COUNTED and not rules[op][kind]:
                rules[op][kind] = step["n"]
            else:
                raise WrongUse(f"upgrades.{name}.effect cannot have the step {op!r}, or not twice.")
        if delivery > 1:
            raise WrongUse(f"upgrades.{name}.effect cannot have two steps for a whole delivery.")
        if delivery and not rules.delivery_needs[kind].any():
            raise WrongUse(f"upgrades.{name}.effect must say which cards a delivery needs.")

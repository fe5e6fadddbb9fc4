"""Travel costs: who pays what with what, checked against a search over all ways to pay."""

from itertools import combinations, permutations, product
from random import Random

import numpy as np
import pytest

from digsite.simulator.games.arnak.moves.travel import covers
from digsite.simulator.games.arnak.ops import ICONS
from tests.games.arnak.positions import BASIC_NAMES, ITEMS, Position

PAYS = {"boot": {"boot"}, "car": {"car", "boot"}, "ship": {"ship", "boot"}, "plane": set(ICONS)}


def can_pay(icons: list[str], cost: list[str]) -> bool:
    """By search: some icons in some order pay for the icons of the cost one by one."""
    return any(
        all(wanted in PAYS[icon] for icon, wanted in zip(chosen, cost, strict=True))
        for chosen in permutations(icons, len(cost))
    )


def packed(icons: list[str]) -> int:
    return sum(1 << (16 * ICONS.index(icon)) for icon in icons)


def test_icons_cover_a_cost_just_when_a_search_finds_a_way_to_pay():
    for size in range(4):
        for icons in product(ICONS, repeat=size):
            for length in range(3):
                for cost in product(ICONS, repeat=length):
                    assert bool(covers(packed(list(icons)), packed(list(cost)))) == can_pay(list(icons), list(cost))


def icons_of(table: Position, cards: list[str]) -> list[list[str]]:
    found = []
    for name in cards:
        key = f"basics.{name}" if name in BASIC_NAMES or name == "fear" else f"items.{name}"
        found.append([icon for icon, n in table.figures[f"{key}.travel"].items() for _ in range(n)])
    return found


def payable(table: Position, hand: list[str], coins: int, cost: list[str]) -> bool:
    """By search over all subsets of the hand and all numbers of pilots."""
    icons = icons_of(table, hand)
    for size in range(len(hand) + 1):
        for subset in combinations(icons, size):
            if can_pay([icon for card in subset for icon in card] + ["plane"] * (coins // 2), cost):
                return True
    return False


@pytest.mark.parametrize("luck", range(12))
@pytest.mark.parametrize("variant", ["", "snake-temple"])
def test_a_site_is_offered_just_when_some_cards_and_coins_pay_for_it(luck, variant):
    chance = Random(luck)
    table = Position(4, variants=[variant] if variant else [])
    hand = chance.sample([*BASIC_NAMES, "fear", *ITEMS], chance.randint(0, 3))
    coins = chance.randint(0, 4)
    table.hand(1, ", ".join(hand)).resources(1, coin=coins, compass=6)
    offered = table.offered("dig", "discover")
    board = "snake" if variant else "bird"
    for row in table.figures.tables["sites"].rows:
        for space, field in (("", board), (" 2", "second")):
            cost = [icon for icon, n in table.figures[f"sites.{row}.{field}"].items() for _ in range(n)]
            if not cost:
                continue
            word = f"dig {row}{space}" if row.startswith("camp") else f"discover {row}"
            assert (word in offered) == payable(table, hand, coins, cost), (word, hand, coins)


def pay_every_way(table: Position, word: str) -> set[tuple[str, ...]]:
    """All complete sequences of payments for a dig."""
    found, start = set(), table.state.tobytes()

    def go(state: bytes, done: tuple[str, ...], first: str) -> None:
        _restore(table, state)
        table.play(first)
        if table.decision() != "travel":
            found.add(done)
            return
        here = table.state.tobytes()
        for option in sorted(table.options()):
            go(here, (*done, option), option)

    go(start, (), word)
    _restore(table, start)
    return found


def _restore(table: Position, state: bytes) -> None:
    fresh = np.frombuffer(bytearray(state), table.state.dtype)[0]
    for name in table.state.dtype.names:
        table.state[name] = fresh[name]


def test_all_ways_to_pay_are_offered_and_no_others():
    table = Position(4).hand(1, "funding_car, exploration_ship, fear, pack_donkey").resources(1, coin=2)
    ways = pay_every_way(table, "dig camp_coin 2")
    single = {
        "pay card funding_car car", "pay card exploration_ship ship", "pay card fear boot", "pay card pack_donkey car",
        "hire pilot",
    }  # fmt: skip
    expected = {(first, second) for first in single for second in single if first != second}
    expected |= {("pay card pack_donkey car", "pay icon car")}
    assert ways == expected


def test_a_higher_travel_value_pays_for_a_lower_one():
    table = Position(2).hand(1, "hot_air_balloon, funding_ship, fear").play("dig camp_coin")
    assert table.options() == {"pay card hot_air_balloon plane", "pay card funding_ship ship", "pay card fear boot"}


def test_a_car_does_not_pay_for_a_ship_nor_the_other_way_round():
    table = Position(2).hand(1, "funding_car").resources(1, compass=3)
    assert table.offered("discover") == {f"discover {site}" for site in ("j1", "j2", "j5", "j6")}
    table.hand(1, "funding_ship")
    assert table.offered("discover") == {f"discover {site}" for site in ("j3", "j4", "j7", "j8")}


def test_a_ship_is_not_offered_for_a_car_that_another_card_pays():
    table = Position(2).hand(1, "funding_car, funding_ship, fear").resources(1, compass=3).play("discover j1")
    assert table.options() == {"pay card funding_car car"}


def test_two_coins_hire_a_plane_for_any_icon():
    table = Position(2).resources(1, coin=2, compass=3)
    assert table.offered("discover") == {f"discover j{n}" for n in range(1, 9)}
    table.idol("j3", "tablet").next_tile("l1_10").play("discover j3", "hire pilot")
    assert table.at("j3")[0] == 1
    assert table.held() == {"tablet": 1, "jewel": 1}


def test_a_cost_of_two_icons_is_covered_by_two_sources_or_by_one_card_with_two():
    table = Position(4).hand(1, "automobile").play("dig camp_tablet 2", "pay card automobile car")
    assert table.options() == {"pay icon car"}
    assert Position(4).hand(1, "fear, funding_car").play("dig camp_tablet 2").decision() == "travel"


def test_an_icon_left_over_stays_usable_in_the_turn_and_is_then_lost():
    table = Position(2).hand(1, "sturdy_boots").play("dig camp_coin", "pay card sturdy_boots car")
    assert table.pool() == {"car": 1}
    table.play("end")
    assert table.pool() == {}


def test_one_boot_of_a_card_pays_for_an_assistant_and_the_other_for_a_dig():
    table = Position(2).hand(1, "sturdy_boots").assistant(1, "a03")
    table.play("assistant a03", "accept", "pay card sturdy_boots car")
    assert table.held() == {"arrowhead": 1}
    table.play("dig camp_coin", "pay icon car")
    assert table.held() == {"arrowhead": 1, "coin": 2}


def test_a_choice_that_would_leave_the_rest_unpayable_is_not_offered():
    table = Position(4, variants=["snake-temple"]).hand(1, "hot_air_balloon, fear").resources(1, compass=6)
    table.play("discover h2")
    assert table.options() == {"pay card hot_air_balloon plane"}
    table.play("pay card hot_air_balloon plane")
    assert table.options() == {"pay card fear boot"}


def test_coins_of_a_cost_cannot_hire_a_pilot():
    table = Position(2).placed(1, "j1").discovered("j1", "l1_10", "g03").resources(1, coin=2, arrowhead=1)
    assert table.offered("overcome") == set()
    table.resources(1, coin=3, arrowhead=1).play("overcome j1", "hire pilot")
    assert table.held() == {}
    assert table.guardian_at("j1") == ""


def test_a_discount_covers_an_icon_and_does_not_carry_over():
    table = Position(2).hand(1, "ostrich").deck(1, "funding_car")
    table.play("play ostrich", "decline", "dig camp_coin")
    assert table.options() == {"pay discount car"}
    table.play("pay discount car")
    assert table.pool() == {}


def test_what_is_left_of_a_discount_is_lost():
    table = Position(2).hand(1, "sturdy_boots").play("play sturdy_boots", "dig camp_coin", "pay discount boot")
    assert table.pool() == {}
    assert not table.state.discount.any()


def test_a_discount_of_boots_has_no_effect_on_other_icons():
    table = Position(2).hand(1, "sturdy_boots").resources(1, compass=5)
    table.play("play sturdy_boots")
    assert table.offered("discover") == set()
    assert table.offered("dig") == {f"dig camp_{name}" for name in ("coin", "compass", "tablet", "arrowhead", "jewel")}


def test_all_icons_are_planes_after_the_ocarina():
    table = Position(2).hand(1, "guardians_ocarina, fear, funding_car").resources(1, tablet=1, compass=3)
    table.play("play guardians_ocarina", "end").end_turns_until(1)
    assert "discover j3" in table.options()
    table.play("discover j3")
    assert table.options() == {"pay card fear plane", "pay card funding_car plane"}

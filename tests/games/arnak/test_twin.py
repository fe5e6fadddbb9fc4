"""The plain twin of Lost Ruins of Arnak against worked examples and sentences of the rulebook, and random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import permutations
from typing import Any

import pytest

from digsite.simulator.games import find_game
from tests.games.arnak.twin import Chance, Game, NoChance, Option
from tests.games.arnak.twin import rival as rivals
from tests.games.arnak.twin.box import FEAR_TILE, ICONS, LOST_TEMPLE, PAYS, RESOURCES, RIVAL, rows_of
from tests.games.arnak.twin.payment import can_pay
from tests.games.arnak.twin.rounds import come_home, draw_hand, put_away, set_up_next_round
from tests.games.arnak.twin.scoring import final, points_of, rival_points
from tests.games.arnak.twin.table import Assistant
from tests.games.arnak.twin.turn import take_turn

FIGURES = find_game("arnak").figures
PRINTED = FIGURES.values()
CARDS = {
    name: first + at
    for table, first in (("items", 0), ("artifacts", 40), ("basics", 80))
    for at, name in enumerate(rows_of(PRINTED, table))
    if name != "fear"
}
FEAR = 96  # and the next ones
COIN, COMPASS, TABLET, ARROWHEAD, JEWEL = range(5)  # camps
END, PASS, DECLINE, ACCEPT = ("END",), ("PASS",), ("DECLINE",), ("ACCEPT", 0)


def table(seats: int = 2, hand: str = "", row: str = "", **changed: Any) -> Game:
    """Nothing is shuffled; seat 0 holds these cards and nothing else, and these cards lie beside the moon staff."""
    figures = PRINTED | {key.replace("__", "."): value for key, value in changed.items()}
    game = Game(figures, seats, NoChance())
    player = game.players[0]
    player.deck += sorted(player.hand)
    player.hand = set(map(number, hand.split()))
    player.deck = [card for card in player.deck if card not in player.hand]
    player.resources = dict.fromkeys(RESOURCES, 0)
    for name in row.split():
        card = CARDS[name]
        kind = game.box.cards[card].kind
        for cards in game.decks.values():
            if card in cards:
                cards.remove(card)
        game.row = [None if card == other else other for other in game.row]
        game.row[game.places(kind)[0]] = card
    return game


def number(name: str) -> int:
    return FEAR if name == "fear" else CARDS[name]


def give(game: Game, **resources: int) -> Game:
    game.players[0].resources |= resources
    return game


def turn(game: Game, *choices: Option) -> Game:
    """Seat 0 takes a turn of its own; these choices are made."""
    game._course = take_turn(game, game.players[0])
    game._go_on(None)
    return do(game, *choices)


def do(game: Game, *choices: Option) -> Game:
    for choice in choices:
        game.apply(choice)
    return game


def held(game: Game, seat: int = 0) -> dict[str, int]:
    return {name: n for name, n in game.players[seat].resources.items() if n}


# ------------------------------------------------------------------------------------------------------- setting up


@pytest.mark.parametrize(("seats", "blocked", "bonus"), [(1, 5, 9), (2, 5, 9), (3, 3, 12), (4, 0, 15)])
def test_set_up_depends_on_the_number_of_players(seats: int, blocked: int, bonus: int) -> None:
    game = Game(PRINTED, seats, Chance(3))
    assert [len(game.row_cards(kind)) for kind in ("artifact", "item")] == [1, 5]
    assert len(game.blocked) == blocked
    assert sorted(game.idol) == list(range(5, 17))
    assert game.temple_left == [max(seats, 2)] * 6
    assert sum(len(tiles) for tiles in game.bonus.values()) == bonus
    assert [len(stack) for stack in game.supply] == [4, 4, 4]
    assert all(len(player.hand) == 5 and len(player.deck) == 1 for player in game.players)


def test_starting_resources_depend_on_play_order() -> None:
    assert [held(Game(PRINTED, 4, Chance(3)), seat) for seat in range(4)] == [
        {"coin": 2}, {"coin": 1, "compass": 1}, {"coin": 2, "compass": 1}, {"coin": 1, "compass": 2},
    ]  # fmt: skip
    assert held(Game(PRINTED, 1, Chance(3))) == {"coin": 1, "compass": 1}


@pytest.mark.parametrize(
    ("seats", "stacks"), [(1, [2, 3, 3, 4]), (2, [2, 3, 3, 4]), (3, [3, 3, 3, 3]), (4, [4, 3, 3, 2])]
)
def test_the_snake_temple_has_assistants_to_rescue(seats: int, stacks: list[int]) -> None:
    game = Game(PRINTED | {"board": "snake"}, seats, Chance(3))
    assert [len(stack) for stack in [game.rescue, *game.supply]] == stacks


# ------------------------------------------------------------------------------------------------------------ travel


def test_red_digs_for_two_tablets_and_may_dig_there_again_for_two_boots() -> None:
    game = turn(table(4, "fear funding_car funding_ship"), ("DIG", (TABLET, 0)), ("PAY_CARD", FEAR, "boot"))
    assert held(game) == {"tablet": 2}
    turn(do(game, END))
    assert ("DIG", (TABLET, 0)) not in game.options()
    do(
        game,
        ("DIG", (TABLET, 1)),
        ("PAY_CARD", CARDS["funding_car"], "car"),
        ("PAY_CARD", CARDS["funding_ship"], "ship"),
    )
    assert held(game) == {"tablet": 4}
    turn(do(game, END))
    assert not [option for option in game.options() if option[0] in ("DIG", "DISCOVER")]


@pytest.mark.parametrize(
    ("cost", "hand", "coins", "paid"),
    [
        ("ship", "funding_ship", 0, True), ("ship", "airdrop", 0, True), ("ship", "", 2, True),
        ("ship", "funding_car", 0, False), ("ship", "fear", 0, False), ("car car", "aeroplane", 0, True),
        ("car car", "ostrich", 0, True), ("car car", "airdrop funding_car", 0, True), ("car car", "funding_car", 2, True),
        ("car car", "", 4, True), ("car car", "sea_turtle", 0, False), ("boot", "funding_ship", 0, True),
        ("car car", "funding_car", 1, False), ("plane", "sea_turtle ostrich", 0, False), ("boot boot", "journal", 0, True),
    ],
)  # fmt: skip
def test_the_travel_hierarchy(cost: str, hand: str, coins: int, paid: bool) -> None:
    game = give(table(2, hand), coin=coins)
    assert can_pay(game, game.players[0], Counter(cost.split())) == paid


def test_icons_cover_a_cost_just_when_some_way_to_assign_them_does() -> None:
    chance = random.Random(1)
    game = table(2)
    for _ in range(400):
        needed = chance.choices(ICONS, k=chance.randint(0, 4))
        game.pool = Counter(chance.choices(ICONS, k=chance.randint(0, 4)))
        have = list(game.pool.elements())
        assigned = any(
            all(want in PAYS[icon] for want, icon in zip(needed, way, strict=True))
            for way in permutations(have, len(needed))
        )
        assert can_pay(game, game.players[0], Counter(needed)) == assigned


def test_an_extra_icon_serves_an_assistant_and_is_lost_at_the_end_of_the_turn() -> None:
    game = table(2, "sea_turtle")
    game.players[0].assistants[2] = Assistant()  # a boot for an arrowhead
    turn(game, ("DIG", (COIN, 0)), ("PAY_CARD", CARDS["sea_turtle"], "ship"))
    assert +game.pool == {"ship": 1}
    do(game, ("ASSISTANT", 2), ACCEPT, ("PAY_ICON", "ship"))
    assert held(game) == {"coin": 2, "arrowhead": 1}
    turn(give(table(2, "sea_turtle"), coin=2), ("DIG", (COIN, 0)), ("PAY_CARD", CARDS["sea_turtle"], "ship"), END)
    assert not +game.pool


def test_a_discount_of_boots_has_no_effect_on_other_icons() -> None:
    game = turn(table(2, "sturdy_boots fear"), ("PLAY", CARDS["sturdy_boots"]))
    assert {option for option in game.options() if option[0] == "DIG"} == {("DIG", (camp, 0)) for camp in range(5)}
    do(game, ("DIG", (COIN, 0)))
    assert game.options() == {("PAY_DISCOUNT", "boot"), ("PAY_CARD", FEAR, "boot")}


# ------------------------------------------------------------------------------------------------- sites, guardians


def test_discovering_brings_the_idol_the_site_and_a_guardian() -> None:
    game = give(table(2, "funding_car"), compass=3)
    turn(game, ("DISCOVER", 5), ("PAY_CARD", CARDS["funding_car"], "car"))
    assert held(game) == {"coin": 1, "jewel": 1}  # the idol, then the tile that lay on top
    assert game.players[0].crates == 1
    assert game.guardian == {5: 14}
    come_home(game, game.players[0])
    assert [card for card in game.players[0].play if game.is_fear(card)] == [100]


def test_a_level_two_site_has_two_idols_and_one_effect() -> None:
    game = give(table(2, "ostrich"), compass=6)
    turn(game, ("DISCOVER", 13), ("PAY_CARD", CARDS["ostrich"], "car"), ("PAY_ICON", "car"))
    assert game.players[0].crates == 2


def test_a_guardian_is_overcome_at_an_own_site_and_its_boon_used_once() -> None:
    game = give(table(2), tablet=3)
    game.tile[5], game.guardian[5] = 1, 12
    assert ("OVERCOME", 5) not in turn(game).options()
    game.occupant[5, 0] = 0
    turn(game, ("OVERCOME", 5), ("BOON", 12))
    assert +game.pool == {"plane": 1}
    assert game.options() == {END}
    assert points_of(game, game.players[0])["guardians"] == 5


def test_an_idol_goes_into_the_leftmost_slot_and_brings_one_of_five_effects() -> None:
    game = table(2)
    game.players[0].crates = 2
    turn(game, ("IDOL", 1), ("IDOL", 2))
    assert held(game) == {"arrowhead": 1, "tablet": 2}
    assert game.players[0].slots == [True, True, False, False]
    points = points_of(game, game.players[0])
    assert (points["idols"], points["slots"]) == (6, 7)


# ------------------------------------------------------------------------------------------------------------- cards


def test_an_item_goes_to_the_bottom_of_the_deck_and_the_row_is_refilled_at_the_end_of_the_turn() -> None:
    game = give(table(2), coin=4)
    first, second = game.row_cards("item")[:2]
    turn(game, ("BUY", first))
    assert game.players[0].deck[0] == first
    assert len(game.row_cards("item")) == 4
    do(game, END)
    assert game.row_cards("item")[0] == second
    assert len(game.row_cards("item")) == 5


def test_without_a_deck_cards_no_longer_slide() -> None:
    game = give(table(2), coin=4)
    game.decks["item"] = []
    first, second = game.row_cards("item")[:2]
    turn(game, ("BUY", first), END)
    assert [game.row[place] for place in game.places("item")[:2]] == [None, second]


def test_an_artifact_is_used_at_once_without_a_tablet_and_costs_one_from_hand() -> None:
    game = give(table(2, row="sundial"), compass=2)
    turn(game, ("BUY", CARDS["sundial"]), ACCEPT)
    assert held(game) == {"tablet": 2}
    game.players[0].play.remove(CARDS["sundial"])
    game.players[0].hand.add(CARDS["sundial"])
    turn(game, ("PLAY", CARDS["sundial"]))
    assert held(game) == {"tablet": 3}
    assert not [option for option in turn(table(2, "sundial")).options() if option[0].startswith("PLAY")]


def test_the_parrot_uses_up_a_funding_card_for_a_jewel() -> None:
    game = turn(table(2, "parrot funding_car"), ("PLAY", CARDS["parrot"]), ACCEPT, ("USE_UP", CARDS["funding_car"]))
    assert held(game) == {"jewel": 1}
    assert game.players[0].play == {CARDS["parrot"], CARDS["funding_car"]}
    assert game.options() == {END}


def test_fear_goes_back_when_it_is_exiled_and_other_cards_do_not() -> None:
    game = turn(table(2, "axe fear"), ("PLAY", CARDS["axe"]))
    assert game.options() == {("EXILE", FEAR), ("EXILE", CARDS["axe"]), DECLINE}
    do(game, ("EXILE", FEAR))
    assert FEAR in game.fear_deck
    assert FEAR in turn(table(2, "axe fear"), ("PLAY", CARDS["axe"]), ("EXILE", CARDS["axe"])).players[0].hand


def test_without_fear_cards_a_fear_tile_is_taken() -> None:
    game = give(table(2, row="serpent_idol"), compass=2)
    game.fear_deck.clear()
    turn(game, ("BUY", CARDS["serpent_idol"]), ACCEPT)
    assert game.players[0].fear_tiles == 1
    assert points_of(game, game.players[0])["fear"] == -2 - 2
    game.players[0].hand.add(CARDS["axe"])
    assert ("EXILE", FEAR_TILE) in turn(do(game, END), ("PLAY", CARDS["axe"])).options()


def test_the_army_knife_takes_two_different_ones() -> None:
    game = turn(table(2, "army_knife"), ("PLAY", CARDS["army_knife"]), ("CHOOSE", 1))
    assert game.options() == {("CHOOSE", n) for n in (0, 2, 3)}


def test_the_bear_trap_works_where_nobody_else_is() -> None:
    game = table(2, "bear_trap")
    for site, who in ((5, None), (6, 0), (7, 1)):
        game.tile[site], game.guardian[site] = site, site
        if who is not None:
            game.occupant[site, 0] = who
    turn(game, ("PLAY", CARDS["bear_trap"]))
    assert game.options() == {("OVERCOME", 5), ("OVERCOME", 6), DECLINE}


@pytest.mark.parametrize(("name", "many"), [("bow_and_arrows", 3), ("brush", 3), ("theodolite", 1)])
def test_cards_that_count_have_a_limit(name: str, many: int) -> None:
    game = table(2, name)
    player = game.players[0]
    player.guardians, player.crates, player.slots = {1, 2, 3}, 2, [True, True, False, False]
    game.tile[5], game.guardian[5], game.occupant[5, 0] = 1, 4, 0
    assert held(turn(game, ("PLAY", CARDS[name])))["compass"] == many


def test_the_fishing_rod_offers_the_top_of_the_deck_which_is_dealt_if_it_is_not_bought() -> None:
    game = table(2, "fishing_rod")
    top = game.decks["item"][-1]
    turn(game, ("PLAY", CARDS["fishing_rod"]))
    cheap = {card for card in [*game.row_cards("item"), top] if game.box.cards[card].cost <= 3}
    assert game.options() == {("BUY", card) for card in cheap} | {DECLINE}
    first = min(cheap - {top})
    assert top in do(game, ("BUY", first), END).row


def test_the_crystal_earring_keeps_one_returns_one_and_uses_up_the_rest() -> None:
    game = give(table(2, row="crystal_earring"), compass=4)
    game.players[0].deck = [1, 2, 3, 4]
    turn(game, ("BUY", CARDS["crystal_earring"]), ACCEPT, ("DRAW", 3), ("KEEP", 3), ("RETURN", 2))
    player = game.players[0]
    assert (player.hand, player.deck, player.play) == ({3}, [1, 2], {4, CARDS["crystal_earring"]})


def test_the_obsidian_earring_draws_from_the_bottom() -> None:
    game = give(table(2, row="obsidian_earring"), compass=4)
    game.players[0].deck = [1, 2, 3, 4]
    turn(game, ("BUY", CARDS["obsidian_earring"]), ACCEPT, ("DRAW", 2), ("KEEP", 2))
    assert (game.players[0].hand, game.players[0].deck) == ({2}, [3, 4])
    assert 1 in game.players[0].play


def test_the_decorated_horn_keeps_the_level() -> None:
    game = give(table(2, row="decorated_horn"), compass=2)
    top = game.tops()[0]
    game.supply[2] = [number for number in game.supply[2] if number != 11]
    game.players[0].assistants[11] = Assistant(gold=True, exhausted=True)
    turn(game, ("BUY", CARDS["decorated_horn"]), ACCEPT, ("SWAP", 11, top))
    assert game.players[0].assistants == {top: Assistant(gold=True)}
    assert game.tops()[0] == 11


def test_the_ornate_hammer_takes_any_exiled_item() -> None:
    game = give(table(2, row="ornate_hammer"), compass=4)
    rightmost = game.row_cards("item")[-1]
    game.decks["item"].remove(7)
    game.exile = {7}
    turn(game, ("BUY", CARDS["ornate_hammer"]), ACCEPT)
    assert game.options() == {("TAKE", 7), ("TAKE", rightmost), DECLINE}
    assert do(game, ("TAKE", 7)).players[0].deck[0] == 7


def test_the_ocarina_makes_planes_even_with_both_archaeologists_at_home() -> None:
    game = give(table(2, "sea_turtle", row="guardians_ocarina"), compass=4)
    turn(game, ("BUY", CARDS["guardians_ocarina"]), ACCEPT, END)
    turn(game, ("DIG", (COIN, 0)))
    assert game.options() == {("PAY_CARD", CARDS["sea_turtle"], "plane")}
    assert +do(game, *game.options()).pool == {"plane": 1}


def test_the_passage_shell_activates_twice_and_needs_no_travel() -> None:
    game = give(table(2, row="passage_shell"), compass=3)
    turn(game, ("BUY", CARDS["passage_shell"]), ACCEPT)
    assert game.options() == {("DIG", (camp, 0)) for camp in range(5)} | {DECLINE}
    assert held(do(game, ("DIG", (ARROWHEAD, 0)), ACCEPT)) == {"arrowhead": 2}


def test_the_crown_moves_a_guardian_to_an_unoccupied_discovered_site() -> None:
    game = give(table(4, row="guardians_crown"), compass=4)
    game.tile |= {5: 1, 6: 2, 7: 3}
    game.guardian |= {5: 0, 6: 1}
    game.occupant |= {(5, 0): 0, (JEWEL, 1): 2}
    turn(game, ("BUY", CARDS["guardians_crown"]), ACCEPT)
    reached = {option[2] for option in game.options() if option != DECLINE}
    assert reached == {COIN, COMPASS, TABLET, ARROWHEAD, 7}
    assert held(do(game, ("MOVE_GUARDIAN", 5, TABLET))) == {"tablet": 2}


def test_free_actions_can_be_taken_during_the_main_action() -> None:
    game = turn(table(2, "parrot funding_car funding_ship"), ("PLAY", CARDS["parrot"]), ("PLAY", CARDS["funding_ship"]))
    assert held(game) == {"coin": 1}
    assert game.options() == {ACCEPT, DECLINE, ("PLAY", CARDS["funding_car"])}


# ---------------------------------------------------------------------------------------------------------- research


def test_red_researches_for_a_tablet_and_a_compass() -> None:
    """The cost comes first: the tablet of the tile cannot pay for the step."""
    game = give(table(2), tablet=1, arrowhead=1)
    game.players[0].tokens["glass"] = 1
    game.bonus[4] = [2]
    turn(game, ("RESEARCH", "glass", 4, 0), ("BONUS_FIRST", 2))
    assert held(game) == {"tablet": 1, "compass": 1}
    assert game.bonus[4] == []


def test_where_tokens_can_move() -> None:
    game = give(table(2), **dict.fromkeys(RESOURCES, 9))
    player = game.players[0]
    for glass, notebook, steps in (
        (0, 0, {("glass", 1), ("glass", 2)}),
        (1, 0, {("glass", 3), ("glass", 4), ("notebook", 1), ("notebook", 2)}),
        (2, 2, {("glass", 4)}),
        (LOST_TEMPLE, 12, set()),
    ):
        player.tokens = {"glass": glass, "notebook": notebook}
        assert {option[1:3] for option in turn(game).options() if option[0] == "RESEARCH"} == steps


def test_blue_gains_an_assistant_and_upgrades_the_one_that_was_used() -> None:
    game = give(table(2), tablet=1, arrowhead=2)
    player = game.players[0]
    player.tokens = {"glass": 5, "notebook": 1}
    game.bonus[4] = []
    turn(game, ("RESEARCH", "notebook", 4, 0))
    recruited = min(game.options())[1]
    do(game, ("RECRUIT", recruited), END)
    player.resources |= {"tablet": 1}
    player.assistants = {1: Assistant(), 5: Assistant()}
    turn(game, ("ASSISTANT", 1), ("RESEARCH", "notebook", 5, 0))
    assert game.options() == {("PROMOTE", 1), ("PROMOTE", 5), ("ASSISTANT", 5)}
    assert do(game, ("PROMOTE", 1)).players[0].assistants[1] == Assistant(gold=True)
    assert ("ASSISTANT", 1) in game.options()


def test_the_first_in_the_lost_temple_gets_the_most_points_and_tiles_are_bought_there() -> None:
    game = give(table(2), coin=2, compass=2, arrowhead=1, jewel=2, tablet=2)
    player = game.players[0]
    player.tokens = {"glass": 12, "notebook": 0}
    turn(game, ("RESEARCH", "glass", LOST_TEMPLE, 0))
    do(game, ("BONUS_FIRST", game.bonus[LOST_TEMPLE][0]))
    while game.decision != "ACT":
        do(game, DECLINE)
    assert points_of(game, player)["glass"] == 23
    do(game, END)
    player.resources = {"coin": 1, "compass": 1, "tablet": 2, "arrowhead": 1, "jewel": 1}
    assert {option for option in turn(game).options() if option[0] == "TEMPLE"} == {("TEMPLE", n, 0) for n in range(6)}
    do(game, ("TEMPLE", 0, 0))
    assert held(game) == {}
    assert points_of(game, player)["temple_tiles"] == 11


def test_red_pays_an_idol_and_rescues_an_exhausted_assistant() -> None:
    game = table(3, board="snake")
    player = game.players[0]
    player.tokens = {"glass": 6, "notebook": 0}
    player.slots[0] = True
    assert not [option for option in turn(game).options() if option[0] == "RESEARCH" and option[1] == "glass"]
    player.crates = 1
    turn(game, ("RESEARCH", "glass", 8, 0))
    stack = list(game.rescue)
    do(game, ("RECRUIT", stack[0]))
    assert player.assistants == {stack[0]: Assistant(exhausted=True)}
    assert (player.crates, game.rescue) == (0, stack[1:])


def test_dreadful_tales_bring_fear() -> None:
    game = give(table(2, board="snake"), tablet=1, jewel=1)
    game.players[0].tokens = {"glass": 9, "notebook": 0}
    turn(game, ("RESEARCH", "glass", 11, 0), ("BONUS_LAST", game.bonus[11][0]))
    assert [card for card in game.players[0].play if game.is_fear(card)] == [100]


# ------------------------------------------------------------------------------------------------------------ rounds


def test_who_has_passed_is_skipped_and_the_last_one_goes_on() -> None:
    game = do(Game(PRINTED, 2, NoChance()), PASS, END)
    for camp, fear in ((COIN, 98), (COMPASS, 99)):
        assert game.seat == 1
        do(game, ("DIG", (camp, 0)), ("PAY_CARD", fear, "boot"), END)
    assert game.seat == 1
    assert game.players[1].tallies["turns_in", 1] == 3


def test_items_bought_lie_above_the_cards_that_are_shuffled_under_the_deck() -> None:
    game = give(table(2), coin=9)
    player = game.players[0]
    item = game.row_cards("item")[0]
    turn(game, ("BUY", item), END)
    player.play = {FEAR, CARDS["funding_car"]}
    set_up_next_round(game)
    assert player.deck.index(item) == 2
    assert set(player.deck[:2]) == {FEAR, CARDS["funding_car"]}


def test_cards_beside_the_staff_are_exiled_and_it_moves_on() -> None:
    game = table(2)
    artifact, items = game.row_cards("artifact")[0], game.row_cards("item")
    set_up_next_round(game)
    assert game.exile == {artifact, items[0]}
    assert game.row_cards("item") == items[1:]
    assert [len(game.row_cards(kind)) for kind in ("artifact", "item")] == [2, 4]
    assert game.start_seat == 1


def test_each_card_left_in_hand_may_be_kept_and_hands_are_filled_to_five() -> None:
    game = table(2, "hat axe torch")
    player = game.players[0]
    game._course = put_away(game, player)
    game._go_on(None)
    do(game, ("DISCARD", CARDS["hat"]), DECLINE)
    assert player.hand == {CARDS["axe"], CARDS["torch"]}
    draw_hand(game, player)
    assert len(player.hand) == 5


def test_a_masked_player_gets_no_fear() -> None:
    game = table(2)
    game.tile[5], game.guardian[5], game.occupant[5, 0] = 1, 0, 0
    game.players[0].masked = True
    come_home(game, game.players[0])
    assert not game.players[0].play
    assert game.at_home(game.players[0]) == 2


# ------------------------------------------------------------------------------------------------------------ scoring


def test_elwen_scores_54_points() -> None:
    """14 for research, 13 for an idol and empty slots, 20 for guardians, 7 for cards, no Fear."""
    game = table(2)
    player = game.players[0]
    player.tokens = {"glass": 11, "notebook": 5}
    player.crates, player.guardians = 1, {0, 1, 2, 3}
    player.deck, player.hand, player.play = [CARDS["steam_boat"]], {CARDS["treasure_chest"]}, {CARDS["whip"]}
    points = points_of(game, player)
    assert [points["glass"] + points["notebook"], points["idols"] + points["slots"], points["guardians"]] == [
        14,
        13,
        20,
    ]
    assert sum(points.values()) == 54


@pytest.mark.parametrize(
    ("arrivals", "rows", "winners"), [((2, 1), (12, 12), [1]), ((0, 2), (12, 12), [1]), ((0, 0), (12, 13), [0, 1])]
)
def test_ties_go_to_the_first_in_the_lost_temple(
    arrivals: tuple[int, int], rows: tuple[int, int], winners: list[int]
) -> None:
    game = table(2, scoring__lost_temple=[16, 16, 16, 16])
    for player, arrival, space in zip(game.players, arrivals, rows, strict=True):
        player.deck, player.hand = [], set()
        player.tokens["glass"] = LOST_TEMPLE if arrival else space
        player.arrival = arrival
    assert final(game)["winners"] == winners


def test_then_ties_go_to_the_higher_research_score() -> None:
    game = table(2)
    first, second = game.players
    for player in game.players:
        player.deck, player.hand = [], set()
    first.tokens["glass"], second.temple_tiles[3] = 3, 1
    assert final(game)["scores"] == [12, 12]
    assert final(game)["winners"] == [0]


# ------------------------------------------------------------------------------------------------------- the rival


def solo(next_tile: int = 0, **changed: Any) -> Game:
    """A solo game in which the rival has done nothing; tile 0 shows an arrow to the left, 1 to the right."""
    game = table(1, **changed)
    game.occupant.clear()
    game.rival.stack = [next_tile]
    return game


@pytest.mark.parametrize(("arrow", "site"), [(0, 9), (1, 12)])
def test_the_rival_digs_in_the_highest_row_and_then_by_the_arrow(arrow: int, site: int) -> None:
    game = solo(arrow)
    game.tile |= {6: 4, 9: 1, 12: 2}
    rivals.dig(game, "coin")
    assert game.placed(RIVAL) == [(site, 0)]


def test_the_rival_does_nothing_where_all_spaces_are_occupied() -> None:
    game = solo()
    game.occupant[COIN, 0] = 0
    rivals.dig(game, "coin")
    assert game.placed(RIVAL) == []


def test_the_rival_discovers_the_bottom_row_first_and_stacks_idols_that_it_has() -> None:
    game = solo(1)
    game.idol = dict.fromkeys(game.idol, 0)
    game.tile = {site: tile for site, tile in game.tile.items() if site < 5}
    rivals.discover(game, "green")
    rivals.discover(game, "green")
    assert game.placed(RIVAL) == [(7, 0), (8, 0)]
    assert set(game.guardian) == {7, 8}
    assert rival_points(game, game.rival)["idols"] == 3 + 2


def test_the_rival_in_the_lost_temple_takes_tiles_of_six_points_and_assistants() -> None:
    game = solo(1)
    game.rival.glass, game.rival.arrival = LOST_TEMPLE, 1
    game.supply = [[1], [2, 3], [4, 5]]
    rivals.research(game, takes_assistant=True)
    assert game.rival.temple_tiles == [0, 0, 1, 0, 0, 0]
    assert game.supply == [[1], [2, 3], [4]]


def test_the_rival_researches_if_it_has_nothing_to_overcome() -> None:
    game = solo()
    supply = [list(stack) for stack in game.supply]
    before = game.rival.glass
    rivals.overcome(game)
    assert game.box.spaces[game.rival.glass].row == game.box.spaces[before].row + 1
    assert game.supply == supply
    game.tile[5], game.guardian[5], game.occupant[5, 0] = 1, 7, RIVAL
    rivals.overcome(game)
    assert game.rival.guardians >= {7}


@pytest.mark.parametrize(("colour", "points"), [("green", 1), ("red", 3)])
def test_the_rival_buys_the_item_of_the_fewest_or_most_points(colour: str, points: int) -> None:
    game = solo()
    game.rival.cards.clear()
    rivals.buy(game, "item", colour)
    assert [game.box.cards[card].points for card in game.rival.cards] == [points]
    assert len(game.row_cards("item")) == 5


def test_without_a_stack_the_arrow_is_that_of_the_tile_used_first() -> None:
    game = solo()
    game.rival.stack, game.rival.used = [], [1, 0]
    assert rivals.arrow(game) == "right"


def test_against_the_rival_a_tie_is_no_win() -> None:
    game = table(1)
    rival = sum(rival_points(game, game.rival).values())
    player = game.players[0]
    player.deck, player.hand, player.play, player.crates = [], set(), set(), 0
    player.slots = [True] * 4
    game.figures = game.figures | {"scoring.idol": 0, "scoring.fear_tile": rival}
    player.fear_tiles = 1
    assert final(game)["winners"] == []
    game.figures = game.figures | {"scoring.fear_tile": rival + 1}
    assert final(game)["winners"] == [0]


# ------------------------------------------------------------------------------------------------------ random games


@pytest.mark.parametrize("board", ["bird", "snake"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_no_card_is_lost_or_doubled_in_random_games(seats: int, board: str) -> None:
    chance = random.Random(seats)
    game = Game(PRINTED | {"board": board}, seats, Chance(seats))
    while not game.over:
        places = [*game.decks.values(), game.exile, game.fear_deck, [card for card in game.row if card is not None]]
        places += [game.limbo, *(place for player in game.players for place in (player.deck, player.hand, player.play))]
        places += [game.rival.cards] if game.rival else []
        cards = [card for place in places for card in place]
        assert game.decision == "RETURN" or sorted(cards) == sorted(game.box.cards)
        assert all(n >= 0 for player in game.players for n in player.resources.values())
        do(game, chance.choice(sorted(game.options(), key=repr)))
    assert game.round == 5

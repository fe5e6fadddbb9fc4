"""The plain twin of Quetzal against worked examples and sentences of the rulebook, and random games."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from digsite.simulator.games import find_game
from tests.games.quetzal.twin import ORDER, Card, Game, Luck, Option, Tile, whole_deck, whole_pile

PRINTED = find_game("quetzal").figures.values()
POT, WEAPON, TABLET = Card("pottery", "none"), Card("weapon", "none"), Card("tablet", "none")
STATUETTE, MUMMY = Card("statuette", "none"), Card("mummy", "none")
BUY = ("buy discovery",)
DONE = ("done",)


def table(
    seats: int = 3,
    deck: list[Card] | None = None,
    pile: list[str] | None = None,
    rolls: list[tuple[list[str], str]] | None = None,
    rerolls: list[str] | None = None,
    automaton: list[int] | None = None,
    figures: dict[str, Any] | None = None,
) -> Game:
    """A game with luck of our own; where nothing is said, every meeple lands on its side."""
    chosen = PRINTED | (figures or {})
    sides = (["side"] * chosen["meeples.team"][seats - 2], "side")
    scripted, scripted_again = list(rolls or []), list(rerolls or [])
    luck = Luck(
        deck=whole_deck(chosen) if deck is None else deck,
        pile=whole_pile(chosen) if pile is None else pile,
        automaton=automaton or list(range(10)),
        roll=lambda _seat: scripted.pop(0) if scripted else sides,
        reroll=lambda _meeple: scripted_again.pop(0),
        shuffle=sorted,
    )
    return Game(chosen, seats, luck)


def faces(
    black: int = 0, white: int = 0, side: int = 0, standing: int = 0, character: str = "side"
) -> tuple[list, str]:
    return ["black"] * black + ["white"] * white + ["side"] * side + ["standing"] * standing, character


def play(game: Game, *options: Option) -> None:
    for option in options:
        game.apply(option)


def go(game: Game, space: str, colour: str = "either", count: int = 1, team: tuple[int, ...] | None = None) -> None:
    """Place meeples; where it matters which, those of ``team``, else any."""
    game.apply(("place", space, colour, count))
    if game.decision == "MEEPLES":
        game.apply(("send", *team) if team else min(game.options()))
    while game.decision == "CAMP":
        game.apply(DONE)


def all_to_camp(game: Game) -> None:
    """For the rest of this round: whoever places a meeple sends it to the Camp, and nobody rerolls any."""
    this_round = game.round
    while game.decision in ("PLACE", "REROLL") and game.round == this_round:
        if game.decision == "REROLL":
            game.apply(DONE)
        else:
            go(game, "camp")


def to_the_end(game: Game) -> None:
    """Everybody goes to the Camp until the last round is over."""
    for _ in range(game.figures["rounds"]):
        all_to_camp(game)


def spaces(game: Game) -> set[str]:
    return {option[1] for option in game.options() if option[0] == "place"}


def bids(game: Game, space: str) -> set[tuple[str, int]]:
    return {option[2:] for option in game.options() if option[:2] == ("place", space)}


def pool(game: Game, seat: int) -> dict[str, int]:
    return dict(Counter(game.players[seat].pool))


def own(game: Game, seat: int, *names: str) -> None:
    for at, name in enumerate(names):
        game.players[seat].tiles[at] = Tile(name)
        game.players[seat].gained[name] += 1


# ------------------------------------------------------------------------------------------------ setting up


def test_the_box_holds_75_artifacts_and_24_upgrades() -> None:
    assert Counter(card.type for card in whole_deck(PRINTED)) == {
        "pottery": 21, "weapon": 18, "tablet": 15, "statuette": 12, "mummy": 9,
    }  # fmt: skip
    assert len(whole_pile(PRINTED)) == 24


def test_14_artifacts_are_laid_out() -> None:
    game = table()
    assert len(game.temple) == 8
    assert [len(cards) for cards in game.surroundings.values()] == [2, 2, 2]
    assert len(game.deck) == 75 - 14
    assert len(game.village) == 3


@pytest.mark.parametrize(("seats", "team", "ships"), [(2, 6, 1), (3, 6, 1), (4, 5, 2), (5, 4, 2)])
def test_coins_meeples_and_ships_depend_on_the_number_of_players(seats: int, team: int, ships: int) -> None:
    game = table(seats)
    assert [player.coins for player in game.players] == [4, 5, 5, 6, 6][:seats]
    assert all(pool(game, seat) == {"either": team, "character": 1} for seat in range(seats))
    assert len([space for space in spaces(game) if space.startswith("ship")]) == ships


# ------------------------------------------------------------------------------------------- rolling, rerolling


def test_jon_rolls_his_meeples() -> None:
    """3 black sides, 1 white one, 1 standing meeple and the character on its side: 1 coin."""
    game = table(4, rolls=[faces(black=3, white=1, standing=1)])
    assert game.players[0].coins == 4 + 1
    assert pool(game, 0) == {"black": 3, "white": 1, "either": 1, "character": 1}


def test_a_standing_character_gives_a_coin_too() -> None:
    assert table(4, rolls=[faces(black=5, character="standing")]).players[0].coins == 5


def at_second_roll(*tiles: str, rerolls: list[str]) -> Game:
    """Seat 0 owns these upgrades when the second round begins, and rolls 4 black and 2 white sides."""
    sides = faces(side=6)
    game = table(3, rolls=[sides, sides, sides, faces(black=4, white=2)], rerolls=rerolls)
    own(game, 0, *tiles)
    all_to_camp(game)
    assert (game.round, game.seat, game.decision) == (2, 0, "REROLL")
    game.players[0].coins = 0
    return game


def test_reroll_two_rerolls_up_to_two_meeples_once_a_round() -> None:
    game = at_second_roll("reroll_two", rerolls=["standing", "standing"])
    assert game.options() == {("reroll", kind) for kind in ("black", "white", "character")} | {DONE}
    play(game, ("reroll", "white"))
    assert game.options() == {("reroll", kind) for kind in ("white", "character")} | {DONE}
    play(game, ("reroll", "character"))
    assert game.decision == "PLACE"
    assert game.players[0].coins == 2
    assert pool(game, 0) == {"black": 4, "white": 1, "either": 1, "character": 1}


def test_reroll_all_rerolls_all_meeples() -> None:
    game = at_second_roll("reroll_all", rerolls=["white"] * 6 + ["black"])
    assert game.options() == {("reroll all",), DONE}
    play(game, ("reroll all",))
    assert pool(game, 0) == {"white": 6, "character": 1}
    assert game.decision == "PLACE"


def test_both_reroll_tiles_can_be_used_and_one_meeple_is_enough() -> None:
    game = at_second_roll("reroll_two", "reroll_all", rerolls=["white"] * 6 + ["black", "side"])
    play(game, ("reroll all",), ("reroll", "white"), DONE)
    assert pool(game, 0) == {"white": 5, "either": 1, "character": 1}
    assert game.decision == "PLACE"


def test_rolling_one_meeple_leaves_no_second_reroll_on_the_tile() -> None:
    game = at_second_roll("reroll_two", rerolls=["standing"])
    play(game, ("reroll", "character"))  # no kind comes after the character, so it is rolled at once
    assert game.decision == "PLACE"
    assert game.players[0].coins == 1


# ------------------------------------------------------------------------------------------------ placing


def test_lucy_pays_4_coins_for_the_second_space_of_the_temple() -> None:
    game = table(rolls=[faces(black=6), faces(black=3, white=3), faces(white=6)])
    go(game, "camp", team=(1, 0, 0, 0))
    go(game, "temple_2", "archaeologist", team=(0, 1, 0, 0))
    assert game.players[1].coins == 5 - 4
    assert pool(game, 1) == {"black": 3, "white": 2, "character": 1}
    assert "temple_2" not in spaces(game)
    assert {"temple_1", "temple_3"} <= spaces(game)


def test_a_unique_location_takes_the_colour_it_shows() -> None:
    game = table(rolls=[faces(black=6), faces(white=6)])
    game.apply(("place", "temple_4", "archaeologist", 1))  # the character, the only one that counts as one
    assert pool(game, 0) == {"black": 6}
    play(game, ("place", "village_3", "adventurer", 1))
    assert pool(game, 1) == {"white": 6}
    go(game, "camp")
    assert not spaces(game) & {"temple_5", "stela"}


def test_costs_must_be_paid() -> None:
    game = table()
    game.players[0].coins = 4
    go(game, "camp")  # the options of the first decision were told before the coins were changed
    game.players[1].coins = 1
    go(game, "camp")
    game.players[2].coins = 0
    go(game, "camp")
    assert game.players[0].coins == 5
    assert set(spaces(game)) >= {"temple_1", "village_1", "harbour"}
    go(game, "camp")
    assert game.players[1].coins == 2
    assert spaces(game) & {"temple_3", "temple_4", "temple_5"} == {"temple_4", "temple_5"}
    assert spaces(game) & {"village_1", "village_3", "harbour"} == {"village_1", "village_3", "harbour"}
    assert {option for option in game.options() if option[1] == "harbour"} == {("place", "harbour", "either", 1)}
    go(game, "camp")
    assert not spaces(game) & {"temple_4", "village_1", "village_2", "harbour"}
    assert "temple_5" in spaces(game)


def test_lucy_kicks_jon_who_takes_his_meeples_back() -> None:
    """2 adventurers on the Quarry are outbid by 3; they come back without switching their sides."""
    game = table(rolls=[faces(black=3, white=1, side=2), faces(black=4, white=2), faces(white=6)])
    go(game, "quarry", "adventurer", 2, team=(1, 0, 1, 0))
    assert bids(game, "quarry") == {("adventurer", 3), ("adventurer", 4), ("adventurer", 5)}
    go(game, "quarry", "adventurer", 3, team=(3, 0, 0, 0))
    assert pool(game, 0) == {"black": 3, "white": 1, "either": 2, "character": 1}
    assert pool(game, 1) == {"black": 1, "white": 2, "character": 1}
    assert bids(game, "quarry") == set()  # one character cannot outbid three
    go(game, "camp")
    assert bids(game, "quarry") == {("adventurer", count) for count in (4, 5, 6)}
    assert game.players[1].tallies["kicks", ""] == game.players[1].tallies["kicks_by", ""] == 1
    assert game.players[0].tallies["bids_lost", "quarry"] == 1


def test_colours_are_not_mixed_in_a_bid() -> None:
    game = table(rolls=[faces(black=4, white=2)])
    assert bids(game, "ruins") == {
        *(("adventurer", count) for count in range(1, 6)),
        *(("archaeologist", count) for count in range(1, 4)),
        ("either", 1),
    }
    game.apply(("place", "ruins", "archaeologist", 3))
    assert game.bids["ruins"].meeples == ["white", "white", "character"]


def test_a_lone_character_is_outbid_in_any_colour() -> None:
    game = table(rolls=[faces(black=6), faces(black=3, white=3)])
    go(game, "ship_1", "either", 1)
    assert game.bids["ship_1"].meeples == ["character"]
    assert bids(game, "ship_1") == {(colour, n) for colour in ("adventurer", "archaeologist") for n in (2, 3, 4)}
    go(game, "ship_1", "archaeologist", 2, team=(0, 2, 0, 0))
    assert bids(game, "ship_1") == {("archaeologist", n) for n in range(3, 8)}
    assert pool(game, 0) == {"black": 6, "character": 1}


def test_only_adventurers_bid_at_the_black_market() -> None:
    game = table(rolls=[faces(black=2, white=4), faces(white=6)])
    assert bids(game, "black_market_1") == {("adventurer", 1), ("adventurer", 2), ("adventurer", 3), ("either", 1)}
    go(game, "black_market_1", "either", 1)
    assert bids(game, "black_market_1") == set()
    go(game, "camp", team=(0, 1, 0, 0))
    assert bids(game, "black_market_1") == {("adventurer", n) for n in range(2, 8)}


def test_nobody_bids_against_himself() -> None:
    game = table()
    go(game, "ruins", "adventurer", 1)
    go(game, "camp")
    go(game, "camp")
    assert bids(game, "ruins") == set()


def test_maria_visits_the_harbour_again() -> None:
    game = table(figures={"setup.coins": [9, 9, 9, 9, 9]})
    go(game, "harbour", count=1)
    go(game, "harbour", count=2)
    go(game, "camp")
    go(game, "harbour", count=1)
    assert [player.coins for player in game.players] == [5, 5, 10]
    assert [player.harbour for player in game.players] == [2, 2, 0]


def test_the_camp_pays_a_coin_and_rerolls_a_meeple_of_the_pool() -> None:
    game = table(rolls=[faces(black=5, white=1)], rerolls=["standing"])
    play(game, ("place", "camp", "either", 1), ("send", 1, 0, 0, 0))
    assert game.decision == "CAMP"
    assert game.players[0].coins == 5
    assert game.options() == {("reroll", kind) for kind in ("black", "white", "character")} | {DONE}
    play(game, ("reroll", "white"))
    assert game.players[0].coins == 6
    assert pool(game, 0) == {"black": 4, "either": 1, "character": 1}
    assert game.seat == 1


def test_the_last_meeple_at_the_camp_has_nothing_to_reroll() -> None:
    game = table(figures={"meeples.team": [0, 0, 0, 0]})
    play(game, ("place", "camp", "either", 1))
    assert (game.seat, game.decision) == (1, "PLACE")


def test_several_meeples_at_the_camp_each_reroll_one() -> None:
    figures = {"camp.per_turn": 9}
    game = table(rolls=[faces(black=6)], rerolls=["white", "standing"], figures=figures)
    assert {option[3] for option in game.options() if option[1] == "camp"} == set(range(1, 8))
    play(game, ("place", "camp", "either", 3), ("send", 3, 0, 0, 0), ("reroll", "black"), ("reroll", "character"), DONE)
    assert game.players[0].coins == 4 + 3 + 1
    assert game.seat == 1


def test_placing_goes_on_until_all_pools_are_empty() -> None:
    game = table(figures={"meeples.team": [1, 1, 1, 1]})
    go(game, "ruins", "adventurer", 1)
    go(game, "ruins", "adventurer", 2)
    go(game, "camp")
    assert game.seat == 0
    go(game, "camp")
    go(game, "camp")  # seat 2: seat 1 has no meeples left
    assert game.seat == 0
    assert game.turns == 6
    go(game, "camp")
    assert game.round == 2


def test_temple_discount() -> None:
    game = table()
    own(game, 1, "temple_discount")
    go(game, "camp")
    go(game, "temple_1", "archaeologist")
    assert game.players[1].coins == 5 - 4
    assert game.players[1].tallies["coins_spent", "temple_1"] == 4


# ------------------------------------------------------------------------------------------- stela and discovery


def test_the_stela_gives_the_marker_and_a_discovery_point() -> None:
    game = table()
    assert "stela" not in spaces(game)
    go(game, "camp")
    go(game, "stela", "archaeologist")
    assert "stela" not in spaces(game)
    all_to_camp(game)
    assert game.marker == game.seat == 1
    assert [player.discovery for player in game.players] == [0, 1, 0]
    assert [player.tallies["marker_rounds", ""] for player in game.players] == [1, 1, 0]


def test_rewards_of_every_space_moved_through_are_gained() -> None:
    game = table(pile=["reroll_two", "reroll_all", "tablet_coins", "temple_discount"])
    player = game.players[0]
    drive(game._discover(player, 7, "stela"))
    assert (player.coins, player.points, player.owned) == (4 + 1 + 2, 1, ["temple_discount"])
    drive(game._discover(player, 9, "stela"))  # beyond the end of the track
    assert (player.discovery, player.coins, player.points) == (12, 4 + 1 + 2 + 2, 1 + 2 + 3)
    assert player.tallies["discovery_from", "stela"] == 16


def drive(part: Any) -> None:
    """A part of the game in which nothing is to be decided."""
    assert list(part) == []


# ------------------------------------------------------------------------------------------- temple, surroundings


def test_lucy_jon_and_maria_at_the_temple() -> None:
    """Spaces 2, 4 and 5: 2 of 8 cards, 1 of 6 and the first card of the deck, 1 of 5."""
    deck = [POT, POT, WEAPON, WEAPON, TABLET, STATUETTE, MUMMY, MUMMY] + [POT] * 6 + [STATUETTE, TABLET]
    game = table(deck=deck)
    go(game, "temple_2", "archaeologist")
    go(game, "temple_4", "archaeologist")
    go(game, "temple_5", "archaeologist")
    all_to_camp(game)
    assert (game.seat, game.decision) == (0, "TEMPLE")
    assert len(game.temple) == 8
    play(game, ("take", "mummy", "none"), ("take", "mummy", "none"))
    assert (game.seat, len(game.temple)) == (1, 6)
    play(game, ("take", "tablet", "none"))
    assert game.players[1].hand == [TABLET, STATUETTE]
    assert (game.seat, len(game.temple)) == (2, 5)
    play(game, ("take", "statuette", "none"))
    assert game.round == 2
    assert [len(player.hand) for player in game.players] == [2, 2, 1]


def test_an_additional_card_is_drawn_and_one_goes_under_the_deck() -> None:
    game = table(deck=[POT] * 14 + [MUMMY, TABLET, WEAPON])
    own(game, 0, "temple_extra_draw")
    go(game, "temple_3", "archaeologist")
    all_to_camp(game)
    play(game, ("take", "pottery", "none"))
    assert (game.decision, game.options()) == ("UNDER", {("under", "mummy", "none"), ("under", "tablet", "none")})
    game.deck += [STATUETTE]
    play(game, ("under", "tablet", "none"))
    assert game.players[0].hand == [POT, MUMMY]
    assert game.temple[-1] == WEAPON  # refilled for round 2
    assert game.deck == [STATUETTE, TABLET]
    assert game.players[0].tallies["taken", "deck_tablet"] == 0


def test_no_additional_card_where_the_space_draws_none() -> None:
    game = table(deck=[POT] * 30)
    own(game, 0, "temple_extra_draw")
    go(game, "temple_5", "archaeologist")
    all_to_camp(game)
    play(game, ("take", "pottery", "none"))
    assert (game.round, game.players[0].hand) == (2, [POT])


def test_surroundings_give_their_cards_and_their_bonus() -> None:
    deck = [POT] * 8 + [POT, WEAPON, TABLET, TABLET, MUMMY, MUMMY] + [POT] * 30
    game = table(deck=deck)
    go(game, "quarry", "adventurer", 1)
    go(game, "small_temple", "adventurer", 1)
    all_to_camp(game)
    assert game.players[0].hand == [POT, WEAPON]
    assert game.players[1].hand == [TABLET, TABLET]
    assert (game.players[0].points, game.players[1].discovery) == (1, 1)
    assert game.surroundings["ruins"] == [MUMMY, MUMMY]  # nobody was there
    assert game.surroundings["quarry"] == [POT, POT]


# ------------------------------------------------------------------------------------------- market, village


def test_the_black_market_pays_7_coins_for_a_card() -> None:
    game = table(deck=[POT] * 40)
    game.players[0].hand = [Card("mummy", "discovery"), POT]
    go(game, "black_market_1", "adventurer", 1)
    all_to_camp(game)
    assert game.options() == {("sell", "mummy", "discovery"), ("sell", "pottery", "none"), DONE}
    coins = game.players[0].coins
    play(game, ("sell", "mummy", "discovery"))
    assert game.players[0].coins == coins + 7
    assert (game.players[0].points, game.players[0].discovery) == (0, 0)
    assert game.discarded == [Card("mummy", "discovery")]


def test_the_village_gives_upgrades_from_top_to_bottom() -> None:
    game = table(pile=["reroll_two", "tablet_coins", "immediate", "extra_delivery"])
    go(game, "village_2", "adventurer")
    go(game, "village_1", "adventurer")
    all_to_camp(game)
    assert (game.seat, game.decision) == (1, "VILLAGE")
    coins = game.players[1].coins
    play(game, ("gain", "immediate"))
    assert game.players[1].coins == coins + 5
    assert game.players[1].owned == []
    assert game.options() == {("gain", "reroll_two"), ("gain", "tablet_coins")}
    play(game, ("gain", "tablet_coins"))
    assert game.players[0].owned == ["tablet_coins"]
    assert sorted(game.village) == ["extra_delivery", "reroll_two"]  # the pile has no more


def test_of_three_permanent_upgrades_one_is_given_up() -> None:
    game = table(pile=["reroll_two", "reroll_two", "reroll_two"])
    own(game, 0, "tablet_coins", "weapon_three")
    go(game, "village_1", "adventurer")
    go(game, "village_2", "adventurer")
    go(game, "village_3", "adventurer")
    all_to_camp(game)
    play(game, ("gain", "reroll_two"))
    assert game.decision == "GIVE_UP"
    assert game.options() == {("give up", name) for name in ("tablet_coins", "weapon_three", "reroll_two")}
    play(game, ("give up", "tablet_coins"))
    assert game.players[0].owned == ["reroll_two", "weapon_three"]
    assert game.players[0].gained.total() == 3


def test_an_upgrade_that_is_owned_already_is_discarded_but_counts() -> None:
    game = table(pile=["reroll_two"] * 3)
    own(game, 0, "reroll_two")
    go(game, "village_1", "adventurer")
    all_to_camp(game)
    play(game, ("gain", "reroll_two"))
    assert game.players[0].owned == ["reroll_two"]
    assert game.players[0].gained == {"reroll_two": 2}


# ------------------------------------------------------------------------------------------- deliveries


def delivering(hand: list[Card], *tiles: str, space: str = "ship_1", **figures: Any) -> Game:
    """Seat 0 is asked what to deliver."""
    game = table(figures=figures)
    game.players[0].hand = hand
    own(game, 0, *tiles)
    go(game, space, "either" if space == "harbour" else "adventurer", 1)
    all_to_camp(game)
    assert (game.seat, game.decision) == (0, "DELIVER")
    return game


def deliver(game: Game, *cards: Card) -> None:
    for card in cards:
        play(game, ("deliver", *card))


def test_maria_delivers_three_statuettes_and_two_mummies() -> None:
    """8 points and 6 points; two discovery points bring her one more."""
    found = Card("statuette", "discovery")
    hand = [STATUETTE, STATUETTE, found, found, MUMMY, MUMMY]
    game = delivering(list(hand))
    player = game.players[0]
    player.discovery = 2
    deliver(game, STATUETTE, found, found, MUMMY, MUMMY)
    assert game.round == 2  # a seventh card is not there, and statuettes come before mummies
    assert player.points == 8 + 6 + 1
    assert player.tallies["points_at", "ship"] == 14
    assert player.discovery == 4
    assert player.hand == [STATUETTE]


def test_five_of_a_type_are_a_complete_and_an_incomplete_collection() -> None:
    game = delivering([POT] * 5)
    deliver(game, *[POT] * 5)
    three, two = PRINTED["artifacts.pottery.points"][2], PRINTED["artifacts.pottery.points"][1]
    assert game.players[0].points == three + two
    assert game.players[0].tallies["sets", "pottery_3"] == game.players[0].tallies["sets", "pottery_2"] == 1


def test_a_ship_takes_six_cards_and_a_meeple_at_the_harbour_three() -> None:
    game = delivering([POT] * 9)
    deliver(game, *[POT] * 6)
    assert len(game.players[0].hand) == 3
    game = delivering([POT] * 9, space="harbour")
    deliver(game, *[POT] * 3)
    assert len(game.players[0].hand) == 6


@pytest.mark.parametrize(("way", "points"), [("together", [7, 7]), ("each", [7])])
def test_meeples_at_the_harbour_deliver_together_or_each(way: str, points: list[int]) -> None:
    game = table(figures={"harbour.delivery": way, "artifacts.tablet.points": [2, 4, 7]})
    game.players[0].hand = [TABLET] * 6
    go(game, "harbour", count=2)
    all_to_camp(game)
    deliver(game, *[TABLET] * 3)
    assert game.decision == "DELIVER"
    assert game.players[0].points == (7 if way == "each" else 0)
    deliver(game, *[TABLET] * 3)
    assert game.players[0].points == 14
    assert game.players[0].tallies["deliveries", "harbour"] == len(points) % 2 + 1


def test_nobody_has_to_deliver() -> None:
    game = delivering([POT, MUMMY])
    play(game, DONE)
    assert game.players[0].hand == [POT, MUMMY]
    assert game.players[0].tallies["empty_trips", "ship"] == 1


def test_bonuses_of_delivered_cards() -> None:
    game = delivering([Card("pottery", "coin"), Card("pottery", "vp"), Card("weapon", "coin")])
    coins = game.players[0].coins
    deliver(game, Card("pottery", "coin"), Card("pottery", "vp"), Card("weapon", "coin"))
    assert game.players[0].coins == coins + 2
    assert game.players[0].points == PRINTED["artifacts.pottery.points"][1] + PRINTED["artifacts.weapon.points"][0] + 1


@pytest.mark.parametrize(
    ("tile", "cards", "coins", "points"),
    [
        ("tablet_coins", [TABLET, TABLET], 4, 0),
        ("mixed_delivery", [POT, WEAPON, TABLET], 0, 4),
        ("mixed_delivery", [POT, WEAPON, MUMMY], 0, 0),
        ("pottery_three", [POT] * 3, 1, 3),
        ("pottery_three", [POT] * 6, 1, 3),
        ("pottery_three", [POT] * 2, 0, 0),
        ("weapon_three", [WEAPON] * 4, 2, 2),
        ("weapon_three", [POT, POT, WEAPON, WEAPON], 0, 0),
    ],
)
def test_upgrades_that_add_to_a_delivery(tile: str, cards: list[Card], coins: int, points: int) -> None:
    plain, helped = delivering(list(cards)), delivering(list(cards), tile)
    for game in (plain, helped):
        deliver(game, *cards)
    assert helped.players[0].coins == plain.players[0].coins + coins
    assert helped.players[0].points == plain.players[0].points + points


@pytest.mark.parametrize(("space", "most"), [("harbour", 4), ("ship_1", 7)])
def test_extra_delivery_adds_one_card_to_each_place(space: str, most: int) -> None:
    game = delivering([POT] * 9, "extra_delivery", space=space)
    deliver(game, *[POT] * most)
    assert len(game.players[0].hand) == 9 - most


# ------------------------------------------------------------------------------------------- coins for points


def test_three_coins_buy_a_discovery_point_before_a_turn() -> None:
    game = table()
    own(game, 1, "coins_to_discovery")
    go(game, "camp")
    play(game, BUY)
    assert (game.players[1].coins, game.players[1].discovery) == (5 - 3, 1)
    assert (game.seat, game.decision, game.turns) == (1, "PLACE", 2)
    assert BUY not in game.options()


def test_nothing_is_bought_at_the_end_of_the_track() -> None:
    game = table()
    own(game, 1, "coins_to_discovery")
    game.players[1].discovery = len(PRINTED["discovery.track"])
    go(game, "camp")
    assert BUY not in game.options()


def test_discovery_points_bought_while_an_upgrade_is_given_up_come_afterwards() -> None:
    game = table(pile=["reroll_two", "reroll_two", "reroll_two"])
    own(game, 0, "coins_to_discovery", "coins_to_vp")
    go(game, "village_3", "adventurer")
    all_to_camp(game)
    player = game.players[0]
    player.coins = 6
    play(game, ("gain", "reroll_two"))
    play(game, BUY)
    assert (player.coins, player.discovery, player.pending) == (3, 0, 1)
    play(game, ("buy vp",))
    assert (player.coins, player.points) == (1, 1)
    assert game.options() == {("give up", name) for name in ("coins_to_discovery", "coins_to_vp", "reroll_two")}
    play(game, ("give up", "coins_to_vp"))
    assert player.discovery == 1
    assert player.owned == ["coins_to_discovery", "reroll_two"]


def test_two_coins_buy_a_point_at_the_end() -> None:
    game = table(figures={"rounds": 1})
    own(game, 2, "coins_to_vp")
    to_the_end(game)
    assert (game.seat, game.decision, game.options()) == (2, "FINAL", {("buy vp",), DONE})
    assert game.players[2].coins == 5 + 7
    play(game, *[("buy vp",)] * 6)
    assert game.over
    assert game.players[2].points == 6
    assert game.players[2].points_after == [0]


# ------------------------------------------------------------------------------------------- end of the game


def test_the_game_ends_after_five_rounds() -> None:
    game = table()
    to_the_end(game)
    assert game.over
    assert game.round == 5
    assert game.turns == 5 * 3 * 7


def test_jon_scores_43() -> None:
    """34 points, 8 coins, the marker and 5 points from upgrades: 34 + 2 + 2 + 5."""
    game = table(figures={"rounds": 1, "upgrades.immediate.points": 5})
    to_the_end(game)
    jon = game.players[0]
    jon.points, jon.coins = 34, 8
    jon.gained["immediate"] = 1
    account = game.final()[0]
    assert account["points"] == {"marker": 2, "coins": 2, "upgrades": 5}
    assert account["score"] == 43


def test_the_discovery_track_breaks_ties_then_the_win_is_shared() -> None:
    game = table(figures={"rounds": 1, "end.marker": 0})
    to_the_end(game)
    for player, discovery in zip(game.players, (3, 5, 5), strict=True):
        player.points, player.coins, player.discovery = 20, 0, discovery
    assert [account["rank"] for account in game.final()] == [3, 1, 1]


# ------------------------------------------------------------------------------------------- two players


def test_the_known_automaton_card() -> None:
    game = table(2, automaton=[0, 1, 2, 3, 4])
    assert game.holders == {"temple_2": "automaton", "temple_5": "automaton"}
    assert (game.bids["quarry"].size, game.bids["quarry"].colour) == (3, "archaeologist")
    assert (game.bids["black_market_1"].size, game.bids["black_market_1"].colour) == (1, "adventurer")
    assert not spaces(game) & {"temple_2", "temple_5"}
    assert bids(game, "quarry") == {("archaeologist", n) for n in range(4, 8)}


def test_the_kicked_automaton_is_out_for_the_round() -> None:
    game = table(2, automaton=[0, 1, 2, 3, 4])
    go(game, "quarry", "archaeologist", 4, team=(0, 0, 4, 0))
    assert game.bids["quarry"].owner == 0
    assert game.tallies["automaton_kicked", ""] == 1
    assert pool(game, 0) == {"either": 2, "character": 1}


def test_the_automaton_takes_a_tablet_with_a_discovery_point_and_draws() -> None:
    """The third space: it retrieves a card, draws one, and discards both."""
    wanted = Card("tablet", "discovery")
    deck = [POT, WEAPON, TABLET, wanted, Card("tablet", "vp"), POT, POT, WEAPON] + [POT] * 6 + [MUMMY] + [POT] * 40
    game = table(2, deck=deck, automaton=[7, 1, 2, 3, 4])
    all_to_camp(game)
    gone = Counter(game.discarded)
    assert gone[wanted] == gone[MUMMY] == 1
    assert game.tallies["automaton_taken", "mummy"] == 1
    assert gone[Card("tablet", "vp")] == 1  # of space 5
    assert gone[POT] == 2  # of the Ruins
    assert gone.total() == 5


def test_a_new_deck_has_no_card_that_the_automaton_has_just_chosen() -> None:
    """It discards what it chose and drew together, after it drew."""
    game = table(2, deck=[POT] * 7 + [MUMMY] + [POT] * 6, automaton=[7, 1, 2, 3, 4])
    game.discarded = [WEAPON]
    all_to_camp(game)
    assert game.tallies["automaton_taken", "mummy"] == game.tallies["automaton_taken", "weapon"] == 1
    assert game.tallies["reshuffles", ""] == 2  # for the draw, and for the cards of round 2


def test_the_automaton_does_not_sell_and_does_not_ship() -> None:
    game = table(2, automaton=[0, 1, 2, 3, 4])
    all_to_camp(game)  # it is on the Black Market
    all_to_camp(game)  # it is on the ship
    assert game.round == 3
    assert [player.hand for player in game.players] == [[], []]
    assert {card.type for card in game.discarded} == {"pottery"}  # of the Temple and the Quarry


def test_covers_for_two_players() -> None:
    game = table(2)
    assert spaces(game) >= {"village_2", "village_3"}
    assert "village_1" not in spaces(game)
    assert len(game.village) == 2
    game = table(2, figures={"village.covered": "bottom"})
    assert "village_3" not in spaces(game)


# ------------------------------------------------------------------------------------------- an empty deck


def test_discarded_cards_make_a_new_deck() -> None:
    game = table(deck=[POT] * 14)
    game.players[0].hand = [MUMMY]
    go(game, "black_market_1", "adventurer", 1)
    go(game, "quarry", "adventurer", 1)
    all_to_camp(game)
    play(game, ("sell", "mummy", "none"))
    assert game.tallies["reshuffles", ""] == 1
    assert game.surroundings["quarry"] == [MUMMY]
    assert (game.deck, game.discarded) == ([], [])


def test_or_there_are_no_more_cards() -> None:
    game = table(deck=[POT] * 14, figures={"deck.when_empty": "no-more-cards"})
    game.players[0].hand = [MUMMY]
    go(game, "black_market_1", "adventurer", 1)
    go(game, "quarry", "adventurer", 1)
    all_to_camp(game)
    play(game, ("sell", "mummy", "none"))
    assert game.surroundings["quarry"] == []
    assert game.discarded == [MUMMY]


# ------------------------------------------------------------------------------------------- random games


def random_game(seats: int, seed: int, figures: dict[str, Any] | None = None) -> Game:
    rng = random.Random(seed)
    chosen = PRINTED | (figures or {})

    def face() -> str:
        return rng.choices(("black", "white", "side", "standing"), chosen["meeples.odds"])[0]

    def shuffled(cards: list) -> list:
        return rng.sample(cards, len(cards))

    luck = Luck(
        deck=shuffled(whole_deck(chosen)),
        pile=shuffled(whole_pile(chosen)),
        automaton=shuffled(list(range(10))),
        roll=lambda _seat: ([face() for _ in range(chosen["meeples.team"][seats - 2])], face()),
        reroll=lambda _meeple: face(),
        shuffle=shuffled,
    )
    game = Game(chosen, seats, luck)
    while not game.over:
        check_conserved(game, chosen)
        game.apply(rng.choice(sorted(game.options())))
    check_conserved(game, chosen)
    return game


def check_conserved(game: Game, figures: dict[str, Any]) -> None:
    """No card, tile or meeple appears or goes missing, and nobody is in debt."""
    heaps = [game.deck, game.discarded, game.temple, game.drawn, *game.surroundings.values()]
    cards: Counter[Card] = Counter()
    for heap in [*heaps, *(player.hand for player in game.players)]:
        cards.update(heap)
    assert cards == Counter(whole_deck(figures))
    tiles = Counter(game.pile) + Counter(game.village)
    for player in game.players:
        tiles += player.gained
        assert player.coins >= 0
        assert len(set(player.owned)) == len(player.owned)
    assert tiles == Counter(whole_pile(figures))


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_random_games_conserve_everything_and_scores_add_up(seats: int) -> None:
    for seed in range(6):
        figures = {"camp.per_turn": 1 + seed % 2, "meeples.standing": 1 + seed // 2}
        game = random_game(seats, seed, figures)
        for player, account in zip(game.players, game.final(), strict=True):
            assert account["score"] == sum(account["points"].values())
            gained = sum(count for (column, _label), count in player.tallies.items() if column == "coins_from")
            spent = sum(count for (column, _label), count in player.tallies.items() if column == "coins_spent")
            bought = 2 * player.tallies["bought", "vp"] + 3 * player.tallies["bought", "discovery"]
            assert player.coins == PRINTED["setup.coins"][player.seat] + gained - spent - bought
            placed = sum(count for (column, _label), count in player.tallies.items() if column == "meeples")
            assert placed == PRINTED["rounds"] * (PRINTED["meeples.team"][seats - 2] + 1)


def test_the_kinds_of_cards_have_an_order() -> None:
    assert len(ORDER) == 20
    assert ORDER[0] == POT
    assert ORDER[-1] == Card("mummy", "vp")

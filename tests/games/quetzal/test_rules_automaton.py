"""Two players: the automaton's cards, its preferences, and how it is kicked."""

from collections import Counter

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.games.quetzal.state import AUTOMATON, Event, Space, Stream
from tests.games.quetzal.positions import GAME, Position, kind


def with_card(number: int, settings=()) -> Position:
    """A round that begins with this card of the automaton."""
    table = Position(2, settings)
    table.state.automaton[1] = number - 1
    return table.go_on_with("next_round")


def test_the_known_card_puts_two_on_the_temple_three_on_the_quarry_and_one_on_the_black_market():
    """The rulebook's example: spaces 2 and 5 of the Temple, archaeologists on the Quarry, an adventurer on the market."""
    table = with_card(1)
    placed = [(a, b, c) for _, a, b, c in table.told(Event.AUTOMATON)]
    assert placed == [
        (Space.TEMPLE + 1, 1, 1),
        (Space.TEMPLE + 4, 1, 1),
        (Space.QUARRY, 3, 1),
        (Space.BLACK_MARKET, 1, 0),
    ]
    held = [space for space in range(18) if table.state.holder[space] == AUTOMATON]
    assert held == [Space.TEMPLE + 1, Space.TEMPLE + 4, Space.QUARRY, Space.BLACK_MARKET]


@pytest.mark.parametrize("number", range(1, 11))
def test_each_card_places_six_meeples_at_three_locations(number):
    card = GAME.figures["automaton.cards"][number - 1]
    assert sum(card.values()) == 6
    groups = [sum(name.startswith("temple_") for name in card), sum(name in ("quarry", "small_temple", "ruins") for name in card),
              sum(name in ("black_market", "ship") for name in card)]  # fmt: skip
    assert groups == [2, 1, 1]
    table = with_card(number)
    assert sum(b for _, _, b, _ in table.told(Event.AUTOMATON)) == 6


@pytest.mark.parametrize(("word", "colour"), [("archaeologist", 1), ("adventurer", 0)])
def test_its_colour_at_the_surroundings_and_on_the_ship_is_a_figure(word, colour):
    table = with_card(2, [f"automaton.colour={word}"])
    assert table.told(Event.AUTOMATON)[2:] == [(3, Space.QUARRY, 3, colour), (3, Space.SHIP, 1, colour)]
    assert table.state.bid_colour[Space.SHIP - Space.QUARRY] == colour


def test_ten_cards_are_shuffled_and_each_comes_once():
    orders = Counter()
    for luck in range(200):
        table = Position(2, luck=luck)
        assert sorted(table.state.automaton.tolist()) == list(range(10))
        orders[int(table.state.automaton[0])] += 1
    assert len(orders) == 10
    plain, other = Position(3), Position(2)
    assert plain.state.stream[Stream.AUTOMATON] != other.state.stream[Stream.AUTOMATON]


def test_there_is_no_automaton_with_more_players():
    for seats in (3, 4, 5):
        table = Position(seats)
        assert (table.state.holder == -1).all()


def test_a_space_of_the_temple_that_the_automaton_holds_is_taken():
    table = with_card(1).coins(1, 20).pool(1, "white 4").placing(1)
    assert {word for word in table.options() if word.startswith("temple")} == {"temple 1", "temple 3", "temple 4"}


def test_the_automaton_is_kicked_by_more_meeples_of_the_same_colour_and_stays_out():
    table = with_card(1).pool(1, "black 6, white 4").placing(1)
    assert {word for word in table.options() if word.startswith("quarry")} == {"quarry archaeologist 4"}
    table.play("quarry archaeologist 4")
    assert table.holder("quarry") == 1
    assert table.state.automaton_kicked == 1
    assert table.state.kicks[0] == 1
    assert table.state.pool_size[AUTOMATON] == 0
    assert table.state.meeples[AUTOMATON, 7] == 0
    assert table.state.bids_lost.sum() == 0


def test_the_automaton_takes_the_tablet_with_the_discovery_point_draws_and_discards_both():
    """The rulebook's example, on the third space; it draws from the deck, as seems meant."""
    table = Position(2).empty_board().temple("pottery 3, weapon coin, tablet, tablet coin, tablet discovery, tablet vp")
    table.deck("mummy 20").state.holder[Space.TEMPLE + 2] = AUTOMATON
    table.go_on_with("temple")
    assert [a for _, a, _, _ in table.told(Event.DISCARDED)] == [kind("tablet discovery"), kind("mummy")]
    assert table.outcome().automaton_taken.tolist() == [0, 0, 1, 0, 1]


def test_a_draw_from_the_discard_pile_changes_nothing():
    table = Position(2, ["automaton.draws=discard-pile"]).empty_board().temple("pottery 8").deck("mummy 20")
    table.state.holder[Space.TEMPLE + 2] = AUTOMATON
    table.go_on_with("temple")
    assert [a for _, a, _, _ in table.told(Event.DISCARDED)] == [kind("pottery")]


def test_the_automaton_prefers_rare_types_then_discovery_points_coins_before_none():
    table = (
        Position(2).empty_board().temple("pottery vp, mummy, mummy discovery, statuette, statuette coin, statuette vp")
    )
    table.state.holder[Space.TEMPLE : Space.TEMPLE + 2] = AUTOMATON
    table.go_on_with("temple")
    words = ["mummy discovery", "mummy", "statuette vp", "statuette coin"]
    assert [a for _, a, _, _ in table.told(Event.DISCARDED)] == [kind(word) for word in words]


def test_cards_of_a_surrounding_that_the_automaton_holds_are_discarded_without_a_bonus():
    table = Position(2).empty_board().surroundings("small_temple", "mummy, pottery")
    table.state.holder[Space.SMALL_TEMPLE] = AUTOMATON
    table.go_on_with("surroundings")
    assert [a for _, a, _, _ in table.told(Event.DISCARDED)] == [kind("mummy"), kind("pottery")]
    assert table.state.discovery.sum() == 0


def test_the_automaton_may_take_more_cards_of_a_type_than_the_box_has():
    """Eight rounds of 16 cards of the Temple and 12 of its surroundings, all of one type: each time they make a new deck."""
    table = Position(2)
    table.state.taken[AUTOMATON, :, 0] = [128, 0, 32, 32, 32]
    assert table.outcome().automaton_taken.tolist() == [224, 0, 0, 0, 0]


def test_nothing_happens_where_the_automaton_holds_the_black_market_or_the_ship():
    table = Position(2).empty_board()
    table.state.holder[Space.BLACK_MARKET] = table.state.holder[Space.SHIP] = AUTOMATON
    assert table.go_on_with("black_market").decision() == "place"


def test_a_new_card_is_drawn_for_each_round():
    table = Position(2)
    for number in range(1, 5):
        table.go_on_with("next_round")
        card = GAME.figures["automaton.cards"][table.state.automaton[number]]
        assert sum(b for _, _, b, _ in table.told(Event.AUTOMATON)) == sum(card.values())


def test_each_type_and_bonus_must_be_preferred_once():
    with pytest.raises(WrongUse, match="must name each of"):
        Position(2, ["automaton.types=mummy,mummy,tablet,weapon,pottery"])
    with pytest.raises(WrongUse, match="must name each of"):
        Position(2, ["automaton.bonuses=vp,vp,coin,none"])

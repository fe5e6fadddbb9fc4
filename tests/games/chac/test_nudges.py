"""What nudges do to a seat in the temple."""

from collections import Counter

import pytest

from digsite.simulator.games.chac.nudges import ABILITIES, Code
from digsite.simulator.games.chac.state import Ability, Decision, Room
from digsite.simulator.kernel.play.marks import NOT_COUNTED
from digsite.simulator.lab.battery.hand_play import HandPlayed
from tests.conformance.nudging import chances, nudge
from tests.games.chac.spoken import DECKS
from tests.games.chac.table import Table

COUNTED = (Code.CARD, Code.NO_SEARCH, Code.CLUE, Code.SPACE)


def acting(space: str = "W11", actions: int = 3) -> Table:
    table = Table()
    table.put(0, space, actions)
    return table


def nudged(table: Table, text: str, chance: int = 0) -> bool:
    return nudge("chac", table.rules, table.state, text, chance)


def test_a_card_comes_from_the_bottom_of_a_deck_and_every_search_before_it_stays():
    table = acting()
    deck, left = table.state.deck.copy(), table.state.deck_left.copy()
    assert nudged(table, "card")
    assert table.state.cards[0] == 1
    assert table.state.deck_left[0] == left[0] - 1
    assert table.state.deck[0, : left[0] - 1].tolist() == deck[0, 1 : left[0]].tolist()
    assert (table.state.found == 0).all()


def test_a_deck_is_chosen_by_the_cards_that_it_has():
    table = acting()
    table.state.deck_left[:] = 0
    assert not nudged(table, "card")
    table.state.deck_left[DECKS.index("river")] = 2
    assert nudged(table, "card")
    assert table.state.carried[0, DECKS.index("river")].sum() == 1


def test_a_card_that_is_taken_is_drawn_last_from_its_deck():
    table = acting()
    assert not nudged(table, "card=-1")
    table.take("search")
    left = int(table.state.deck_left[0])
    (kind,) = table.state.carried[0, 0].nonzero()[0]
    assert nudged(table, "card=-1")
    assert (table.state.cards[0], table.state.deck_left[0], table.state.deck[0, 0]) == (0, left + 1, kind)


@pytest.mark.parametrize(
    ("space", "ahead"), [("W11", "W21"), ("W23", "W33"), ("C20", "C21"), ("R1", "R2"), ("L22", ""), ("BR", "")]
)
def test_an_adventurer_is_moved_a_space_ahead_where_the_way_is_plain(space, ahead):
    table = acting(space)
    assert nudged(table, "space") == bool(ahead)
    assert table.at(0) == (ahead or space)
    assert table.state.actions[0] == 3


def test_the_walls_room_is_left_for_the_corridor_and_nobody_is_moved_out_of_the_temple():
    table = acting("W41")
    assert nudged(table, "space")
    assert table.at(0).startswith("C")
    table = acting()
    table.state.space[0] = table.rules.last_space
    assert not nudged(table, "space")


def test_a_clue_is_one_that_the_player_does_not_know():
    table = acting()
    table.state.deciphered[0] = 0b1011
    assert nudged(table, "clue")
    assert table.state.deciphered[0] == 0b1111
    assert not nudged(table, "clue")


def test_every_clue_that_is_not_known_is_given_equally_often():
    given = Counter()
    for chance in chances(30):
        table = acting()
        table.state.deciphered[0] = 0b0010
        assert nudged(table, "clue", chance)
        given[int(table.state.deciphered[0])] += 1
    assert given == {0b0011: 10, 0b0110: 10, 0b1010: 10}


def test_every_treasure_card_is_taken_equally_often():
    decks, taken = ("zone 1", "zone 3", "river"), Counter()
    for chance in chances(30):
        table = acting()
        for deck in decks:
            table.give(0, "2", deck=deck)
        assert nudged(table, "card=-1", chance)
        taken.update(deck for deck in decks if not table.state.carried[0, DECKS.index(deck)].any())
    assert taken == dict.fromkeys(decks, 10)


def test_nobody_is_moved_onto_the_last_space_of_the_river():
    table = acting()
    table.state.space[0] = table.rules.last_river_space - 1
    assert not nudged(table, "space")
    table.state.space[0] = table.rules.last_river_space - 2
    assert nudged(table, "space")


def test_beyond_the_limit_nothing_can_be_searched():
    table = acting(actions=5)
    assert nudged(table, "no-search=2")
    table.take("search")
    assert ("search",) in table.choices()
    table.take("search")
    assert ("search",) not in table.choices()


def test_the_limit_counts_what_both_adventurers_have_found_and_not_what_is_carried():
    table = acting(actions=5)
    table.give(0, "2", "3")  # as if given by a nudge: not found
    assert nudged(table, "no-search=2")
    table.take("search")
    table.state.kind_held[0], table.state.carried[0], table.state.cards[0] = 0, 0, 0  # dropped
    table.take("search")
    assert table.state.cards[0] == 1
    assert ("search",) not in table.choices()
    table.state.second[0] = 1
    assert ("search",) not in table.choices()


@pytest.mark.parametrize("room", Room)
def test_every_room_counts_towards_the_limit(room):
    table = acting()
    table.state.found[0, room] = 3
    assert nudged(table, "no-search=4")
    assert ("search",) in table.choices()
    table.state.found[0, room] = 4
    assert ("search",) not in table.choices()


def test_what_a_seat_has_is_counted_as_the_nudge_counts_it():
    table = acting()
    table.give(0, "2", "3", "3")
    table.state.found[0] = [4, 0, 1, 0, 1]
    table.state.deciphered[0] = 0b0101
    counts = [table.game.nudge_kernels.held(table.rules, table.state, 0, code) for code in COUNTED]
    assert counts == [3, 6, 2, NOT_COUNTED]


@pytest.mark.parametrize("limit", [0, 3])
def test_a_ban_on_searching_is_never_broken_and_always_leaves_an_option(limit):
    table = Table()
    game = HandPlayed(table.game, 3, number=4)
    while game.state.decision != Decision.ACT or game.state.seat != 0:
        game.legal()
        game.apply(int(game.options[0]))
    assert nudge("chac", game.rules, game.state, f"no-search={limit}")
    most = 0
    for n, _pick in game.play(["random", "random", "random"]):
        assert n >= 1
        most = max(most, int(game.state.found[0, : Room.ALCOVES].sum()))
    assert most <= limit


def test_the_names_of_abilities_stand_in_the_order_of_the_game():
    assert [ability.name.lower() for ability in Ability] == list(ABILITIES)


def test_an_ability_replaces_the_own_one_and_a_used_one_is_fresh_again():
    table = acting()
    table.state.ability_used[0, 0] = 1
    assert nudged(table, "leap")
    assert table.state.adventurer[0, 0] >> 1 == Ability.LEAP
    assert table.state.ability_used[0, 0] == 0
    assert not nudged(table, "leap")
    table.state.ability_used[0, 0] = 1
    assert nudged(table, "leap")
    assert table.state.ability_used[0, 0] == 0


def test_an_ability_that_is_taken_cannot_be_used():
    table = acting()
    own = ABILITIES[table.state.adventurer[0, 0] >> 1].replace("_", "-")
    assert nudged(table, f"{own}=-1")
    assert table.state.ability_used[0, 0] == 1
    assert not nudged(table, f"{own}=-1")


def test_no_adventurer_is_in_two_places():
    table = Table(seats=6)
    table.state.adventurer[:] = [[0, 1], [2, 3], [4, 5], [6, 7], [8, 9], [10, 11]]
    table.put(0, "W11", 3)
    assert not nudged(table, "leap")

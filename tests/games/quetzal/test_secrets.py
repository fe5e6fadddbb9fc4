"""What becomes of secrets, and that what is imagined is the same box."""

import numpy as np

from digsite.simulator.games.quetzal.moves.cards import discard, take_unseen
from digsite.simulator.games.quetzal.moves.open_table import shuffle_unseen
from digsite.simulator.games.quetzal.state import UNDER_STRIDE, Stream
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.lab.battery.hand_play import copied
from tests.games.quetzal.conserved import inventory
from tests.games.quetzal.positions import Position, kind
from tests.games.quetzal.test_knowledge import fresh, secrets

WEAPON, MUMMY = kind("weapon"), kind("mummy")
DECK = 1  # among the sources of artifacts


def three_secrets() -> Position:
    """Seat 2 holds three weapons: two that seat 1 knows of, one that seat 3 knows of."""
    table = fresh()
    for putter in (1, 1, 3):
        take_unseen(table.state, 1, WEAPON, putter, DECK, SILENT)
    return table


def test_several_secrets_are_kept():
    assert secrets(three_secrets()) == [(1, 2, WEAPON), (1, 2, WEAPON), (3, 2, WEAPON)]


def test_a_card_played_ends_one_secret_of_each_who_knew_of_such_a_card():
    table = three_secrets()
    discard(table.state, 1, WEAPON)
    assert secrets(table) == [(1, 2, WEAPON)]
    assert table.state.secrets[1:].sum() == 0


def test_a_card_of_another_kind_or_hand_ends_no_secret():
    table = three_secrets()
    take_unseen(table.state, 1, MUMMY, 0, DECK, SILENT)
    take_unseen(table.state, 0, WEAPON, 0, DECK, SILENT)
    discard(table.state, 1, MUMMY)
    discard(table.state, 0, WEAPON)
    assert len(secrets(table)) == 3


def test_a_card_that_comes_back_among_several_drawn_is_nobody_s_secret():
    """Whoever had put it there cannot know whether it was kept."""
    table = fresh().owns(2, "temple_extra_draw").temple("pottery 8").deck("mummy, weapon, tablet 20")
    table.state.deck[table.state.deck_left - 1] = MUMMY + UNDER_STRIDE  # seat 1 had put it there
    table.standing(2, "temple 3").go_on_with("temple").play("pottery", "weapon")
    assert table.cards(2) == {"pottery": 1, "mummy": 1}
    assert secrets(table) == []


def drawing() -> Position:
    """Seat 2 looks at two drawn cards, and a card of seat 1 lies under the deck; the box is whole."""
    table = Position(3, luck=7).empty_board().owns(2, "temple_extra_draw").standing(2, "temple 3")
    table.state.deck[0] += UNDER_STRIDE
    return table.go_on_with("temple").play(next(iter(table.options())))


def test_what_each_seat_imagines_is_the_same_box():
    table = drawing()
    assert table.decision() == "under"
    box = inventory(table.rules, table.state)
    for seat in (1, 2, 3):
        for luck in range(5):
            assert inventory(table.rules, table.redealt(seat, luck).state) == box


def test_what_was_drawn_from_the_deck_does_not_shine_through():
    table = drawing()
    assert table.redealt(1).state.deck[table.state.deck_left :].sum() == 0


def test_on_an_open_table_drawn_cards_and_those_put_under_the_deck_stay():
    table = drawing()
    box, decks = inventory(table.rules, table.state), set()
    for luck in range(5):
        other = copied(table.state)
        other.stream[Stream.REDEAL] = luck
        with np.errstate(over="ignore"):
            shuffle_unseen(table.rules, other, 0)
        assert inventory(table.rules, other) == box
        assert np.array_equal(other.drawn, table.state.drawn)
        assert np.array_equal(other.hand, table.state.hand)
        assert other.deck[0] == table.state.deck[0]
        decks.add(other.deck[: other.deck_left].tobytes())
    assert len(decks) == 5

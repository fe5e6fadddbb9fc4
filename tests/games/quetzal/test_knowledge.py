"""What seats know of each other's hands and of the deck, and what they imagine."""

from collections import Counter

import numpy as np

from digsite.simulator.games.quetzal.state import UNDER_STRIDE
from tests.games.quetzal.positions import Position, kind

LUCKS = 300


def secrets(table: Position) -> list[tuple[int, int, int]]:
    """(viewer, owner, card), seats from 1."""
    found = table.state.secrets[: table.state.secrets_size].astype(int)
    return [((secret >> 5 & 7) + 1, (secret >> 8) + 1, secret & 31) for secret in found]


def fresh(hand: str = "") -> Position:
    """Seat 1 has a hand that nobody has seen; the others have none."""
    table = Position(3).empty_board()
    for seat in (2, 3):
        table.hand(seat, "")
    return table.hand(1, hand)


def test_cards_taken_openly_are_known_to_all():
    table = fresh().temple("mummy 8").standing(2, "temple 1").go_on_with("temple").play("mummy", "mummy")
    assert table.state.shown[1, kind("mummy")] == 2
    for luck in range(20):
        assert table.redealt(1, luck).cards(2) == {"mummy": 2}


def test_drawn_cards_are_known_to_nobody_else():
    table = fresh().temple("mummy 8").standing(2, "temple 3").go_on_with("temple").play("mummy")
    drawn = Counter(tuple(sorted(table.redealt(1, luck).cards(2).items())) for luck in range(LUCKS))
    assert len(drawn) > 5
    assert all(table.redealt(2, luck).cards(2) == table.cards(2) for luck in range(5))


def test_a_card_played_openly_is_no_longer_expected():
    table = fresh().temple("mummy 8").standing(2, "temple 1", "market 1").go_on_with("temple")
    table.play("mummy", "mummy", "mummy")
    assert table.state.shown[1, kind("mummy")] == 1


def put_under(drawer: int = 1) -> Position:
    """A seat has drawn two cards, kept a mummy and put a weapon under the deck."""
    table = fresh().owns(drawer, "temple_extra_draw").temple("pottery 8").deck("mummy, weapon, tablet 30")
    table.standing(drawer, "temple 3").go_on_with("temple").play("pottery", "weapon")
    return table


def test_whoever_put_a_card_under_the_deck_knows_it_there_and_others_know_who_did():
    table = put_under()
    assert table.state.deck[0] == kind("weapon") + UNDER_STRIDE * 1
    for luck in range(20):
        assert table.redealt(1, luck).state.deck[0] == kind("weapon") + UNDER_STRIDE
    marks = {int(table.redealt(2, luck).state.deck[0]) // UNDER_STRIDE for luck in range(20)}
    cards = {int(table.redealt(2, luck).state.deck[0]) % UNDER_STRIDE for luck in range(60)}
    assert marks == {1}
    assert len(cards) > 2


def drawn_again() -> Position:
    """Seat 2 draws the card that seat 1 had put under the deck."""
    table = put_under()
    table.state.deck_left = 1
    return table.empty_board().temple("pottery 8").standing(2, "temple 4").go_on_with("temple").play("pottery")


def test_a_card_that_comes_back_from_under_the_deck_is_a_secret_of_whoever_put_it_there():
    table = drawn_again()
    assert secrets(table) == [(1, 2, kind("weapon"))]
    for luck in range(20):
        assert table.redealt(1, luck).cards(2)["weapon"] == 1
    assert len({tuple(sorted(table.redealt(3, luck).cards(2))) for luck in range(40)}) > 2
    assert table.redealt(3).state.secrets_size == 0
    assert secrets(table.redealt(2)) == secrets(table)  # seat 2 knows what seat 1 knows of its hand


def test_a_secret_ends_when_the_card_is_played():
    table = drawn_again().empty_board().standing(2, "market 1").go_on_with("black_market").play("weapon")
    assert secrets(table) == []


def test_a_card_all_have_seen_is_played_before_one_that_is_a_secret():
    table = drawn_again()
    table.state.hand[1, kind("weapon")] += 1
    table.state.hand_size[1] += 1
    table.state.shown[1, kind("weapon")] = 1
    table.empty_board().standing(2, "market 1").go_on_with("black_market").play("weapon")
    assert secrets(table) == [(1, 2, kind("weapon"))]
    assert table.state.shown[1, kind("weapon")] == 0


def test_a_player_who_draws_its_own_card_again_has_no_secret():
    table = put_under()
    table.state.deck_left = 1
    table.empty_board().owns(1).temple("pottery 8").standing(1, "temple 4").go_on_with("temple").play("pottery")
    assert secrets(table) == []
    assert table.cards(1)["weapon"] == 1


def test_drawn_cards_that_are_being_looked_at_are_seen_by_their_player_alone():
    table = fresh().owns(1, "temple_extra_draw").temple("pottery 8").deck("mummy, weapon, tablet 30")
    table.standing(1, "temple 3").go_on_with("temple").play("pottery")
    assert table.decision() == "under"
    assert all(np.array_equal(table.redealt(1, luck).state.drawn, table.state.drawn) for luck in range(5))
    assert len({tuple(table.redealt(2, luck).state.drawn[:2]) for luck in range(40)}) > 5


def test_the_pile_and_the_automaton_s_cards_to_come_are_dealt_anew():
    table = Position(2)
    piles = {tuple(table.redealt(1, luck).state.pile.tolist()) for luck in range(10)}
    cards = {tuple(table.redealt(1, luck).state.automaton.tolist()) for luck in range(10)}
    assert len(piles) == len(cards) == 10
    assert {order[0] for order in cards} == {int(table.state.automaton[0])}
    assert all(sorted(order) == list(range(10)) for order in cards)


def test_unseen_cards_are_imagined_by_their_shares():
    table = Position(3)
    table.state.hand[1] = 0
    table.state.hand_size[1] = 1
    top = int(table.state.deck[table.state.deck_left - 1])
    table.state.deck_left -= 1
    table.state.hand[1, top] = 1
    unseen = np.bincount(table.state.deck[: table.state.deck_left] % UNDER_STRIDE, minlength=20)
    unseen[top] += 1
    seen = np.zeros(20)
    for luck in range(800):
        seen += table.redealt(1, luck).state.hand[1]
    expected = unseen / unseen.sum() * 800
    assert seen.sum() == 800
    assert np.abs(seen - expected).max() < 5 * np.sqrt(expected.max())


def test_what_a_rival_drew_is_not_told_by_what_is_measured():
    table = fresh().temple("mummy 8").standing(2, "temple 3").go_on_with("temple").play("mummy")
    assert table.state.taken[1, 1].sum() == 1
    assert table.redealt(1).state.taken[1, 1].sum() == 0
    assert table.redealt(2).state.taken[1, 1].sum() == 1

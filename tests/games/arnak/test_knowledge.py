"""What others can and cannot tell of a player's cards: blocks of cards, and what a redeal keeps."""

import numpy as np
import pytest

from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.lab.battery.hand_play import HandPlayed, copied
from tests.games.arnak.conserved import cards_of
from tests.games.arnak.positions import GAME, PLACES, Position, card_name


def worlds(table: Position, seat: int, number: int = 60):
    """States that the seat can imagine."""
    for luck in range(number):
        other = copied(table.state)
        with np.errstate(over="ignore"):
            open_streams(other, 5, luck)
            GAME.kernels.redeal(table.rules, other, seat - 1)
        yield other


def hands(table: Position, viewer: int, owner: int) -> set[tuple[str, ...]]:
    return {tuple(sorted(map(card_name, cards_of(state.hand[owner - 1])))) for state in worlds(table, viewer)}


def test_the_own_hand_is_known_and_another_hand_is_any_five_of_six_cards():
    table = HandPlayed(GAME, 2, 3)
    own = tuple(sorted(map(card_name, cards_of(table.state.hand[1]))))
    assert hands(table, 2, 2) == {own}
    assert len(hands(table, 1, 2)) == 5  # which of the five kinds of cards is missing


def test_an_item_bought_is_known_to_lie_under_the_deck():
    table = Position(2).row(items="hat, torch").resources(1, coin=1).play("buy hat")
    for state in worlds(table, 2):
        assert card_name(int(state.deck[0, 0])) == "hat"
        assert "hat" not in {card_name(card) for card in cards_of(state.hand[0])}


def test_a_card_taken_into_hand_is_known_to_be_there():
    table = Position(2).hand(1, "airdrop, fear").row(items="hat, torch").play("play airdrop", "take torch")
    assert all("torch" in hand for hand in hands(table, 2, 1))


def test_cards_shuffled_together_are_interchangeable_for_others_and_for_the_owner_in_the_deck():
    table = Position(2).play("pass", "end", "pass", "end")
    while table.decision() == "left_over":
        table.play("decline")
    tops = {int(state.deck[0, 0]) for state in worlds(table, 1)}
    assert tops == set(table.state.deck[0, : table.state.deck_left[0]].tolist())


def test_the_owner_knows_a_card_put_back_on_top_and_others_do_not():
    table = Position(2).hand(1, "crystal_earring").resources(1, tablet=1)
    table.deck(1, "funding_car, funding_ship, exploration_car, exploration_ship")
    table.state.block[:] = 0
    table.play("play crystal_earring", "draw 2", "keep funding_car", "return funding_ship")
    top = int(table.state.deck_left[0]) - 1
    assert {card_name(int(state.deck[0, top])) for state in worlds(table, 1)} == {"funding_ship"}
    assert len({card_name(int(state.deck[0, top])) for state in worlds(table, 2)}) == 4


def a_card_put_back(hand: str = "") -> Position:
    """Seat 1 has put Funding (ship) back on top of its deck and is to act once more."""
    table = (
        Position(2)
        .hand(1, f"crystal_earring, {hand}")
        .resources(1, tablet=1, coin=1)
        .row(items="hat, torch, axe, tent, rope")
    )
    table.deck(1, "funding_car, funding_ship, exploration_car, exploration_ship")
    table.state.block[:] = 0
    table.play("play crystal_earring", "draw 2", "keep funding_car", "return funding_ship", "end")
    return table.end_turns_until(1)


def tops_of_deck(table: Position) -> set[str]:
    """What seat 1 thinks that it would draw next."""
    return {card_name(int(state.deck[0, state.deck_left[0] - 1])) for state in worlds(table, 1)}


def test_a_card_put_back_stays_known_while_another_goes_under_the_deck():
    assert tops_of_deck(a_card_put_back().play("buy hat")) == {"funding_ship"}


def test_a_card_put_back_stays_known_while_another_is_drawn_from_the_bottom():
    table = a_card_put_back("large_backpack").play("play large_backpack", "accept")
    assert tops_of_deck(table) == {"funding_ship"}


def test_a_card_put_back_stays_known_while_the_play_area_goes_under_the_deck():
    """Five cards are kept, so that none is drawn."""
    table = a_card_put_back("watch, journal, parrot, dog").play("pass", "end")
    while table.decision() == "left_over":
        table.play("decline")
    assert int(table.state.round_number) == 2
    assert tops_of_deck(table) == {"funding_ship"}


def test_once_it_is_drawn_no_other_card_is_known():
    table = a_card_put_back("stone_jar").resources(1, tablet=1).play("play stone_jar", "accept")
    assert tops_of_deck(table) == {"exploration_car", "exploration_ship"}


def test_a_revealed_card_stays_known_on_top():
    table = Position(2).hand(1, "fishing_rod").on_top("horse").play("play fishing_rod", "decline")
    for seat in (1, 2):
        tops = {int(state.item_deck[state.items_left - 1]) for state in worlds(table, seat)}
        assert {card_name(card) for card in tops} == {"horse"}
    table.row(items="hat, torch, axe, tent").play("end")
    assert table.state.top_seen == 0


@pytest.mark.parametrize(
    ("card", "tile", "stack"), [("guiding_stone", "l1_10", "tiles_1"), ("guiding_skull", "l2_03", "tiles_2")]
)
def test_a_site_tile_put_under_its_stack_stays_known(card, tile, stack):
    table = Position(2).hand(1, card).resources(1, tablet=1, compass=1).next_tile(tile).play(f"play {card}")
    if table.decision() == "pay":
        table.play("accept")
    assert {PLACES[state[stack][0]] for state in worlds(table, 2)} == {tile}
    assert len({int(state[stack][3]) for state in worlds(table, 2)}) > 3


def test_only_who_was_in_the_lost_temple_knows_its_stack():
    table = Position(2).tokens(1, 12).resources(1, coin=1, compass=1, jewel=1).play("research glass 14")
    left = table.state.bonus[14, :2].tolist()
    assert {tuple(state.bonus[14, :2].tolist()) for state in worlds(table, 1)} == {tuple(left)}
    assert len({tuple(state.bonus[14, :2].tolist()) for state in worlds(table, 2)}) > 5


def blocks(table: Position, **cards: int) -> Position:
    """Put cards of seat 1's hand and deck into blocks, by their names; Fear cards as `fear` (hand) and `deck_fear`."""
    hand, deck = cards_of(table.state.hand[0]), table.state.deck[0, : table.state.deck_left[0]].tolist()
    for card in (*hand, *deck):
        name = card_name(card)
        table.state.block[card] = cards["deck_fear" if name == "fear" and card in deck else name]
    return table


def test_a_fear_card_spent_blurs_the_blocks_it_may_have_come_from():
    """Cards of both blocks are in hand, and both have a Fear card: nobody can tell which one was spent."""
    table = Position(2).hand(1, "fear, funding_car, funding_ship").deck(1, "fear, exploration_car")
    blocks(table, fear=1, funding_car=1, funding_ship=2, deck_fear=2, exploration_car=2)
    assert all("funding_car" in hand or "fear" in hand for hand in hands(table, 2, 1))
    table.play("dig camp_coin", "pay card fear boot")
    assert {int(table.state.block[card]) for card in cards_of(table.state.hand[0])} == {1}
    assert ("exploration_car", "fear") in hands(table, 2, 1)


def test_a_fear_card_spent_leaves_a_block_alone_of_which_no_card_is_in_hand():
    table = Position(2).hand(1, "fear, funding_car").deck(1, "fear, funding_ship")
    blocks(table, fear=1, funding_car=1, deck_fear=2, funding_ship=2)
    table.play("dig camp_coin", "pay card fear boot")
    assert hands(table, 2, 1) == {("funding_car",)}


def test_assistants_to_be_rescued_are_known_after_a_look():
    table = Position(3, variants=["snake-temple"]).tokens(1, 6).idols(1, 1).play("research glass 8")
    stack = tuple(table.state.rescue[:3].tolist())
    assert {tuple(state.rescue[:3].tolist()) for state in worlds(table, 1)} == {stack}
    assert len({tuple(state.rescue[:3].tolist()) for state in worlds(table, 2)}) > 3


def test_the_arrow_on_the_rival_stack_is_seen():
    table = Position(1)
    top = int(table.state.rival_left) - 1
    arrows = {int(table.rules.rival_tiles_arrow[state.rival_stack[top]]) for state in worlds(table, 1)}
    assert len(arrows) == 1
    assert len({int(state.rival_stack[top]) for state in worlds(table, 1)}) > 1

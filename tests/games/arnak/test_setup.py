"""Setting up by player count, on both sides."""

import numpy as np
import pytest

from digsite.simulator.games.arnak.rules import FIRST_FEAR
from digsite.simulator.games.arnak.state import NOBODY, Event
from tests.games.arnak.conserved import cards_of
from tests.games.arnak.positions import Position, built, card_name, opening

COUNTS = [1, 2, 3, 4]
BONUS = {"bird": {2: 9, 3: 12, 4: 15}, "snake": {2: 10, 3: 13, 4: 16}}


def fresh(seats, variant="", luck=0):
    return opening(seats, luck, (variant,) if variant else ())


def rules_of(seats, variant=""):
    return built(seats, (variant,) if variant else ())[1][0]


def first_state(seats, variant=""):
    """A state in which the solo rival, if there is one, has done nothing to assistants yet."""
    states = (fresh(seats, variant, luck) for luck in range(50))
    return next(state for state in states if sum(state.supply_left) + state.rescue_left == 12)


@pytest.mark.parametrize("seats", COUNTS)
def test_starting_resources_by_play_order(seats):
    expected = [[2, 0], [1, 1], [2, 1], [1, 2]] if seats > 1 else [[1, 1]]
    assert fresh(seats).resources[:seats, :2].tolist() == expected[:seats]


@pytest.mark.parametrize("seats", COUNTS)
def test_every_player_has_four_basic_cards_and_two_fear(seats):
    state = fresh(seats)
    for seat in range(seats):
        cards = cards_of(state.hand[seat]) + state.deck[seat, : state.deck_left[seat]].tolist()
        names = sorted(card_name(card) for card in cards)
        assert names == ["exploration_car", "exploration_ship", "fear", "fear", "funding_car", "funding_ship"]
        assert len(cards_of(state.hand[seat])) == 5
    assert int(state.fear_deck).bit_count() == 19 - 2 * seats


@pytest.mark.parametrize(("seats", "blocked"), [(1, 5), (2, 5), (3, 3), (4, 0)])
def test_second_spaces_are_blocked_by_player_count(seats, blocked):
    found = [int(fresh(seats, luck=luck).blocked) for luck in range(20)]
    assert {bits.bit_count() for bits in found} == {blocked}
    assert (len(set(found)) > 3) == (seats == 3)


@pytest.mark.parametrize("seats", COUNTS)
def test_one_artifact_and_five_items_lie_in_the_row(seats):
    items, artifacts = Position(seats).row_cards()
    assert (len(items), len(artifacts)) == (5, 1)


@pytest.mark.parametrize("board", ["bird", "snake"])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bonus_and_temple_tiles_by_player_count(board, seats):
    state = fresh(seats, "snake-temple" if board == "snake" else "")
    assert int(state.bonus_left.sum()) == BONUS[board][seats]
    assert state.bonus_left[14] == seats
    assert state.stack_left.tolist() == [seats] * 6


def test_a_solo_game_is_set_up_as_for_two():
    """The rival has had its first turn when the player is asked first, so the figures of the set-up are compared."""
    for variant in ("", "snake-temple"):
        one, two = rules_of(1, variant), rules_of(2, variant)
        for name in ("blocked", "space_bonus", "setup_seats", "rescue"):
            assert np.array_equal(one[name], two[name])
        assert one.start[0].tolist() == two.start[1].tolist()


@pytest.mark.parametrize(("seats", "supply"), [(1, [3, 3, 4]), (2, [3, 3, 4]), (3, [3, 3, 3]), (4, [3, 3, 2])])
def test_assistants_wait_to_be_rescued_on_the_snake_side(seats, supply):
    state = first_state(seats, "snake-temple")
    assert state.rescue_left == max(seats, 2)
    assert state.supply_left.tolist() == supply
    assert first_state(seats).supply_left.tolist() == [4, 4, 4]
    assert first_state(seats).rescue_left == 0


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_assistant_on_top_of_those_to_be_rescued_is_told(seats):
    for luck in range(3):
        table = Position(seats, variants=["snake-temple"], luck=luck)
        assert [waiting for _, _, waiting, _ in table.told(Event.SETUP)] == [
            table.state.rescue[table.state.rescue_left - 1]
        ]
    assert [waiting for _, _, waiting, _ in Position(seats).told(Event.SETUP)] == [NOBODY]


def test_every_site_has_an_idol_face_up():
    state = fresh(2)
    assert (state.idol[5:] >= 0).all()
    assert (state.idol[:5] < 0).all()
    counts = np.bincount(state.idol[5:], minlength=6)
    assert (counts <= [3, 3, 3, 3, 2, 2]).all()


def test_fear_cards_are_numbers_of_their_own():
    assert FIRST_FEAR == 96

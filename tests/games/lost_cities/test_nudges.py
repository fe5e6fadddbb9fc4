"""What nudges do to a seat of Lost Cities."""

from collections import Counter

from digsite.simulator.games.lost_cities.rules import STONES
from digsite.simulator.games.lost_cities.state import Decision, Tile
from tests.conformance.nudging import chances, nudge
from tests.games.lost_cities.positions import GAME, Position, card_number


def nudged(table: Position, text: str, chance: int = 0) -> bool:
    return nudge("lost-cities", table.rules, table.state, text, chance)


def test_a_token_is_given_and_taken():
    table = Position().tokens(2, 0)
    assert nudged(table, "token")
    assert table.state.tokens[0] == 3
    assert nudged(table, "token=-1")
    assert table.state.tokens[0] == 2
    assert not nudged(Position(), "token=-1")


def test_a_card_comes_from_the_bottom_of_the_draw_pile_and_every_draw_before_it_stays():
    table = Position().hand(1, "blue 5").pile("red 1", "red 2", "red 3")
    assert nudged(table, "card")
    assert table.hand_of(1) == ["blue 5", "red 3"]
    left = table.state.deck[table.rules.cards_removed :][: table.state.pile].tolist()
    assert left == [card_number("red 2"), card_number("red 1")]  # the top last


def test_the_last_card_of_the_pile_is_not_given():
    table = Position().hand(1, "blue 5").pile("red 1")
    assert not nudged(table, "card")


def test_a_card_that_is_taken_is_drawn_last_and_was_not_seen_by_others():
    table = Position().hand(1, "blue 5", "blue 6").pile("red 1", "red 2")
    table.state.shown[0, card_number("blue 5")] = 1
    assert nudged(table, "card=-1")
    assert table.hand_of(1) == ["blue 5"]
    assert table.state.deck[table.rules.cards_removed] == card_number("blue 6")
    assert not nudged(table, "card=-1")


def test_a_hand_is_full_again_in_the_next_expedition():
    table = Position()
    assert nudged(table, "card")
    assert table.state.extra_cards[0] == 1
    table.draw_until_the_end()
    assert not table.state.extra_cards.any()


def test_an_explorer_moves_a_stone_on_finds_the_tile_there_and_the_turn_is_still_to_come():
    table = Position().no_tiles().explorer(1, "blue", 3, top=2).tile("blue", 4, Tile.ARTIFACT)
    assert nudged(table, "step")
    assert table.stone(1, "blue") == 4
    assert table.state.artifact_tiles[0] == 1
    assert table.state.decision == Decision.PLAY


def test_an_arrow_found_by_a_nudge_lapses():
    table = Position().no_tiles().explorer(1, "blue", 3, top=2).tile("blue", 4, Tile.ARROW)
    assert nudged(table, "step")
    assert table.state.decision == Decision.PLAY


def test_a_step_that_would_end_the_expedition_is_not_possible():
    table = Position().no_tiles()
    table.explorer(1, "blue", int(table.rules.stones_bridge_after), top=2)
    table.state.crossed = table.rules.ends_pieces_over_bridge - 1
    assert not nudged(table, "step")


def test_only_the_researcher_moves_by_the_nudge_of_that_name():
    table = Position().no_tiles().explorer(1, "blue", 3, top=2).explorer(1, "red", 2, top=2, researcher=True)
    code = GAME.nudges["researcher"].code
    assert GAME.nudge_kernels.held(table.rules, table.state, 0, code) == 2
    assert nudged(table, "researcher")
    assert (table.stone(1, "blue"), table.stone(1, "red")) == (3, 3)
    assert not nudged(Position(), "researcher")


def test_every_card_that_may_be_taken_is_taken_equally_often():
    hand, taken = ["blue 5", "green 2", "red 0", "red 6"], Counter()
    for chance in chances(40):
        table = Position().hand(1, *hand)
        assert nudged(table, "card=-1", chance)
        taken.update(set(hand) - set(table.hand_of(1)))
    assert taken == dict.fromkeys(hand, 10)


def test_every_explorer_who_can_be_moved_is_moved_equally_often():
    paths, moved = ("blue", "green", "red"), Counter()
    for chance in chances(30):
        table = Position().no_tiles()
        for path in paths:
            table.explorer(1, path, 3, top=2)
        assert nudged(table, "step", chance)
        moved.update(path for path in paths if table.stone(1, path) == 4)
    assert moved == dict.fromkeys(paths, 10)


def test_artifacts_of_this_expedition_and_explorers_at_home_are_held_too():
    table = Position().tokens(2, 0).explorer(1, "blue", 3, top=2).explorer(1, "red", STONES, top=9)
    table.state.artifact_tiles[0] = 1
    held = [GAME.nudge_kernels.held(table.rules, table.state, 0, GAME.nudges[name].code) for name in ("token", "step")]
    assert held == [3, 2]

"""Final scoring, ties, and the columns."""

import numpy as np
import pytest

from digsite.simulator.games.arnak.state import PARTS
from tests.games.arnak.positions import ARTIFACTS, ASSISTANTS, GAME, ITEMS, Position


def part(table: Position, name: str, seat: int = 1) -> int:
    return int(table.outcome().points_from[seat - 1, PARTS.index(name)])


@pytest.mark.parametrize("board", ["bird", "snake"])
@pytest.mark.parametrize("row", range(1, 8))
def test_tokens_score_by_their_row(board, row):
    table = Position(2, variants=["snake-temple"] if board == "snake" else [])
    space = table.rules.space_row.tolist().index(row)
    table.tokens(1, space, space)
    assert part(table, "glass") == GAME.figures[f"research.{board}.rows.{row}.glass_points"]
    assert part(table, "notebook") == GAME.figures[f"research.{board}.rows.{row}.notebook_points"]


def test_the_lost_temple_scores_by_arrival():
    table = Position(4)
    for seat in (3, 1, 4, 2):
        table.tokens(seat, 14)
    assert [part(table, "glass", seat) for seat in (3, 1, 4, 2)] == [23, 21, 20, 19]


def test_tokens_at_the_start_score_nothing():
    assert part(Position(2), "glass") == part(Position(2), "notebook") == 0


@pytest.mark.parametrize(
    ("table", "names", "label"), [("items", ITEMS, "items"), ("artifacts", ARTIFACTS, "artifacts")]
)
def test_cards_score_in_hand_deck_and_play(table, names, label):
    name = names[0]
    points = GAME.figures[f"{table}.{name}.points"]
    assert part(Position(2).hand(1, name), label) == points
    assert part(Position(2).in_play(1, name), label) == points
    assert part(Position(2).deck(1, name), label) == points
    assert part(Position(2).exiled(name), label) == 0


def test_fear_cards_cost_a_point_each():
    assert part(Position(2), "fear") == -2
    assert part(Position(2).hand(1, "fear").in_play(1, "fear"), "fear") == -2


def test_idols_score_in_slots_and_out():
    table = Position(2).idols(1, 2, slots=(1,))
    assert part(table, "idols") == 9
    assert part(table, "slots") == 9


def sums_of_idols_and_slots(table: Position, stone_key: bool = False, idol_bridge: bool = False) -> set[int]:
    """All that idols and slots can score: idols fill slots from the left, Stone Key empties any, a bridge takes one away."""
    seen = {(idols, frozenset[int]()) for idols in range(6)}
    todo, found = list(seen), set()
    while todo:
        crates, filled = todo.pop()
        table.idols(1, crates, slots=filled)
        found.add(part(table, "idols") + part(table, "slots"))
        empty = sorted({1, 2, 3, 4} - filled)
        reached = {(crates - 1, filled | {empty[0]})} if crates and empty else set()
        reached |= {(crates + 1, filled - {slot}) for slot in filled} if stone_key else set()
        reached |= {(crates - 1, filled)} if idol_bridge and crates else set()
        todo += reached - seen
        seen |= reached
    return found


@pytest.mark.parametrize("stone_key", [False, True])
@pytest.mark.parametrize("idol_bridge", [False, True])
def test_slots_of_1_2_3_4_make_the_11_of_the_scoring_example_only_by_stone_key_and_an_idol_bridge(
    stone_key, idol_bridge
):
    """A player of the rulebook's example has 11 points for idols and slots, another 13."""
    found = sums_of_idols_and_slots(Position(2), stone_key, idol_bridge)
    assert 13 in found
    assert (11 in found) == (stone_key and idol_bridge)


def test_slots_of_1_2_3_5_make_the_11_and_the_13_of_the_scoring_example():
    assert {11, 13} <= sums_of_idols_and_slots(Position(2, settings=["scoring.slots=1,2,3,5"]))


def test_eleven_points_for_idols_and_slots_are_reached_on_the_snake_side():
    """Stone Key takes the idol of slot 1 back to the crates, where it pays for the bridge: slots 2 and 3 stay filled."""
    table = Position(2, variants=["snake-temple"]).idols(1, 0, slots=(1, 2, 3)).hand(1, "stone_key")
    table.resources(1, tablet=1).play("play stone_key", "unslot 1", "end").end_turns_until(1)
    table.tokens(1, 7).play("research glass 8")
    assert part(table, "idols") + part(table, "slots") == 6 + 1 + 4


def test_the_first_in_the_lost_temple_wins_a_tie():
    table = Position(2).tokens(2, 14).tokens(1, 14)
    table.state.temple_tiles[0, 3] = 1  # 21 + 2 against 23
    out = table.outcome()
    assert out.score[0] == out.score[1]
    assert out.winner == 2


def test_who_is_in_the_lost_temple_wins_a_tie_against_more_points_of_research():
    table = Position(2).tokens(1, 12, 12).tokens(2, 14).idols(2, 1)  # 16 + 10 against 23 and an idol
    out = table.outcome()
    assert out.score[0] == out.score[1]
    assert out.winner == 2


def test_without_the_temple_the_research_score_breaks_ties_and_then_nothing():
    table = Position(2).tokens(1, 3, 3).tokens(2, 1, 0)  # 2 + 1 against 1
    table.state.temple_tiles[1, 3] = 1
    out = table.outcome()
    assert out.score[0] == out.score[1]
    assert out.winner == 1
    assert Position(2).outcome().winners == 2


def test_tokens_spent_are_what_was_had_less_what_is_left():
    table = Position(2).hand(1, "funding_car").play("play funding_car")
    out = table.outcome()
    start = table.rules.start[0].astype(int)
    assert out.gained[0, 0] == 1
    assert np.array_equal(out.spent[0], start + out.gained[0] - table.state.resources[0])


def test_cards_taken_played_travelled_and_exiled_are_bits():
    table = Position(2).row(items="hat, torch").resources(1, coin=1).play("buy hat", "end").end_turns_until(1)
    table.hand(1, "torch, axe, tent").play("play torch", "exile axe of hand", "end").end_turns_until(1)
    table.play("dig camp_coin", "pay card tent car")
    out = table.outcome()
    assert out.items_taken[0].tolist() == [1 << ITEMS.index("hat"), 0, 0, 0, 0]
    assert out.items_played[0] == 1 << ITEMS.index("torch")
    assert out.items_exiled[0] == 1 << ITEMS.index("axe")
    assert out.items_travelled[0] == 1 << ITEMS.index("tent")
    assert out.cards_taken[0] == 1
    assert out.digs[0].tolist() == [1, 0, 0]


def test_assistants_are_bits_of_their_owner_and_gold_only_where_they_lie_on_the_gold_side():
    table = Position(2).assistant(1, "a02").assistant(1, "a07", gold=True).assistant(2, "a05").assistant(2, "a11")
    bit = {name: 1 << number for number, name in enumerate(ASSISTANTS)}
    out = table.outcome()
    assert out.assistants[:2].tolist() == [bit["a02"] | bit["a07"], bit["a05"] | bit["a11"]]
    assert out.assistants_gold[:2].tolist() == [bit["a07"], 0]


@pytest.mark.parametrize(("card", "level"), [("guiding_stone", 1), ("guiding_skull", 2)])
def test_a_tile_activated_on_its_stack_counts_at_its_level(card, level):
    table = Position(2).hand(1, card).resources(1, tablet=1, compass=1).next_tile("l1_10").next_tile("l2_03")
    table.play(f"play {card}", *(["accept"] if level == 2 else []))
    assert table.outcome().activations[0].tolist() == [0, int(level == 1), int(level == 2)]

"""Lost Cities in English: the words for each event, and whole games narrated with their true figures."""

import random
import re

import numpy as np
import pytest

from digsite.simulator.games.lost_cities.narrate import narrate
from digsite.simulator.games.lost_cities.state import Tile
from tests.games.lost_cities.positions import COLOURS, Position, fresh

NAMES = ["Ann", "Bob", "Cleo", "Dan"]


def narrated(table: Position) -> list[str]:
    """Every line of the game so far."""
    return list(narrate(np.array(table.story), NAMES[: table.seats], table.figures))


def turns(table: Position) -> list[str]:
    """The lines of turns, without their numbers."""
    return [line.split(". ", 1)[1] for line in narrated(table) if re.match(r" *\d+\. ", line)]


def last_card(table: Position) -> None:
    table.hand(table.seat, "white 0").pile("white 1")
    table.play("discard white 0", "draw")


# ----------------------------------------------------------------------------------- an expedition's start


def test_the_start_tells_who_begins_the_tiles_of_each_path_and_the_hands():
    lines = narrated(Position(2))
    assert lines[0] == "Expedition 1 of 3: Ann starts."


def test_the_layout_has_one_line_per_path_and_the_hands_one_per_seat():
    table = Position(3)
    table.idle()
    lines = narrated(table)
    layout, hands = lines[1:6], lines[6:9]
    assert [line.split()[0] for line in layout] == list(COLOURS)
    for line, colour in zip(layout, COLOURS, strict=True):
        stones = [int(part.split()[0]) for part in line.split(maxsplit=1)[1].split(", ")]
        assert stones == table.figures[f"event_spaces.{colour}"]
    assert " ".join(layout).count("artifact") == 9
    assert " ".join(layout).count("arrow") == 9
    assert re.findall(r"\+\d+", " ".join(layout)).count("+10") == 3
    assert [line.split()[0] for line in hands] == NAMES[:3]
    assert all(len(re.findall(r"\d+", line)) == 8 for line in hands)


def test_a_short_game_has_no_number_of_expeditions():
    assert narrated(Position(2, ["short"]))[0] == "The expedition: Ann starts."


# ------------------------------------------------------------------------------------------ turns


def test_opening_a_path_tells_who_goes_and_what_the_stone_counts():
    table = fresh().hand(1, "red 8").hand(2, "blue 2").pile("green 1", "green 2", "green 3")
    table.play("open red 8 adventurer", "draw", "open blue 2 researcher", "draw")
    assert turns(table) == [
        "Ann opens red with an 8: an adventurer on stone 1 (-20). Draws green 1 (2 left).",
        "Bob opens blue with a 2: the researcher on stone 1 (2 x -20). Draws green 2 (1 left).",
    ]


def test_a_step_tells_the_card_the_stone_and_the_tile_found_there():
    table = fresh().hand(1, "red 4", "red 5", "red 5").hand(2, "white 1", "white 2", "white 3")
    table.tile("red", 2, Tile.ARTIFACT).tile("red", 3, 15).discards("yellow", 7)
    table.play("open red 4 researcher", "take yellow")
    table.idle()
    table.play("advance red 5", "draw")
    table.idle()
    table.play("advance red 5", "draw")
    ann = turns(table)[::2]
    assert ann[0].endswith(" Takes yellow 7 from the discards.")
    assert ann[1].startswith(
        "Ann plays red 5: the red researcher steps to stone 2 (2 x -15), taking an artifact (1 so far). "
    )
    assert ann[2].startswith(
        "Ann plays red 5: the red researcher steps to stone 3 (2 x -10), earning 15 points (now 15). "
    )


def test_a_chain_of_arrows_over_the_bridge_is_one_sentence():
    table = fresh().hand(1, "red 5").explorer(1, "red", 2, top=1).explorer(1, "blue", 5)
    table.tile("red", 3, Tile.ARROW).tile("blue", 6, Tile.ARROW).tile("blue", 7, 15)
    table.pile("green 1", "green 2")
    table.play("advance red 5", "step blue", "step blue", "draw")
    assert turns(table) == [
        "Ann plays red 5: the red adventurer steps to stone 3 (-10), finding an arrow: the blue adventurer steps to "
        "stone 6 (15), finding an arrow: the blue adventurer steps to stone 7 (30), over the bridge (1 of 5), earning 15 "
        "points (now 15). Draws green 1 (1 left)."
    ]


def test_a_declined_arrow_a_card_from_the_lost_city_and_nobody_left_to_move():
    table = fresh().hand(1, "red 5", "blue 5", "blue 6").hand(2, "white 1", "white 2", "white 3", "white 4")
    table.explorer(1, "red", 7, top=1).explorer(1, "blue", 9).tile("red", 8, Tile.ARROW)
    table.play("advance red 5", "decline", "draw")
    table.idle()
    table.play("advance blue 5", "step red", "draw")
    table.idle()
    table.play("advance blue 6", "draw")
    ann = [line.split(". ")[0] for line in turns(table)[::2]]
    assert ann == [
        "Ann plays red 5: the red adventurer steps to stone 8 (35), finding an arrow, but moves nobody",
        "Ann plays blue 5 for its explorer in the lost city: the red adventurer steps into the lost city (50)",
        "Ann plays blue 6 for its explorer in the lost city, but nobody is left to move",
    ]


# ------------------------------------------------------------------------------------------ ends and scoring


def test_the_fifth_bridge_ends_the_turn_without_a_draw():
    table = Position(settings=["ends.pieces_over_bridge=1"]).hand(1, "red 9").explorer(1, "red", 6, top=4)
    laid = table.tile_at("red", 7)
    late = f"{laid} points there come" if laid > 0 else f"{Tile(laid).name.lower()} there comes"
    table.play("advance red 9")
    lines = narrated(table)
    at = next(i for i, line in enumerate(lines) if line.startswith("  1."))
    assert lines[at : at + 5] == [
        "  1. Ann plays red 9: the red adventurer steps to stone 7 (30), over the bridge (1 of 1). "
        f"The {late} too late.",
        "Ann brings the first explorer over a bridge: expedition 1 ends after 1 turn.",
        "  Ann: red 30; 0 + 30 = 30 points; 0 artifacts.",
        "  Bob: no explorer out; 0 + 0 = 0 points; 0 artifacts.",
        "  Ann leads Bob by 30 points.",
    ]
    assert "" in lines
    assert lines[lines.index("") + 1] == "Expedition 2 of 3: Bob starts."


def test_the_last_card_and_the_stones_of_each_seat_are_told():
    table = fresh(variants=["short"]).hand(1, "red 2", "blue 2").hand(2, "red 3", "white 4")
    table.play("open red 2 researcher", "draw", "open red 3 adventurer", "draw", "open blue 2 adventurer", "draw")
    last_card(table)
    lines = narrated(table)
    assert lines[-8].endswith("Draws white 1 (the last card).")
    assert lines[-7:] == [
        "Bob has drawn the last card of the pile: the expedition ends after 4 turns.",
        "  Ann: blue -20, red 2 x -20; 0 - 60 = -60, raised to 0 points as nobody falls below 0; 0 artifacts.",
        "  Bob: red -20; 0 - 20 = -20, raised to 0 points as nobody falls below 0; 0 artifacts.",
        "The artifacts are paid:",
        "  Ann: 0 artifacts; 0 - 20 = -20 points.",
        "  Bob: 0 artifacts; 0 - 20 = -20 points.",
        "Ann and Bob share the win with -20 points.",
    ]


def test_a_player_with_nobody_out_and_a_stall_are_told():
    table = fresh(variants=["short"], settings=["ends.stall_turns=1"]).hand(1, "red 2").discards("blue", 4)
    table.play("discard red 2", "take blue")
    lines = narrated(table)
    assert "1 turn in a row without a card from the pile: the expedition ends after 1 turn." in lines
    assert "  Ann: no explorer out; 0 + 0 = 0 points; 0 artifacts." in lines


def test_a_tie_broken_by_artifacts_is_explained():
    settings = ["ends.pieces_over_bridge=20", "artifacts.short=0"]
    table = fresh(variants=["short"], settings=settings).tile("red", 1, Tile.ARTIFACT)
    table.hand(1, "red 1").hand(2, "white 2").play("open red 1 adventurer", "draw")
    last_card(table)
    assert narrated(table)[-1] == (
        "Ann wins with 0 points and more artifacts than Bob (1 to 0), who has as many points."
    )


def test_the_end_tells_by_how_much_the_winner_is_ahead_and_what_the_others_have():
    settings = ["artifacts.short=0", "score.floor=-100"]
    table = fresh(4, variants=["short"], settings=settings)
    stones = {1: "white 1", 2: "red 1", 3: "blue 1"}
    for seat, card in stones.items():
        table.hand(seat, card, "green 9").play(f"open {card} {'researcher' if seat == 1 else 'adventurer'}", "draw")
    last_card(table)
    assert narrated(table)[-1] == "Dan wins with 0 points, 20 ahead of Bob with -20; Cleo has -20; Ann has -40."


def test_between_expeditions_the_lead_is_told_or_that_there_is_none():
    table = fresh(3)
    last_card(table)
    assert "  Ann, Bob and Cleo are level in the lead." in narrated(table)


def test_the_floor_is_told_by_what_it_holds_up():
    table = fresh(variants=["short"], settings=["score.floor_on=expedition"]).hand(1, "red 2").hand(2, "white 4")
    table.tile("red", 1, 15).play("open red 2 adventurer", "draw")
    last_card(table)
    line = "  Ann: red -20; 15 - 20 = -5, raised to 15 points as no expedition counts below 0; 0 artifacts."
    assert line in narrated(table)


def test_the_card_that_settles_a_path_s_way_is_told_where_paths_may_run_down():
    table = fresh(variants=["descending-paths"]).hand(1, "red 9", "red 9", "red 7", "red 5", "blue 3", "blue 4")
    for move in (
        "open red 9 adventurer",
        "advance red 9",
        "advance red 7",
        "advance red 5",
        "open blue 3 researcher",
        "advance blue 4",
    ):
        table.play(move, "draw")
        table.idle()
    ann = [line.split(":")[0] for line in turns(table)[::2]]
    assert ann == [
        "Ann opens red with a 9",
        "Ann plays red 9",
        "Ann plays red 7 and so takes red downwards",
        "Ann plays red 5",
        "Ann opens blue with a 3",
        "Ann plays blue 4 and so takes blue upwards",
    ]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variants", [(), ("short", "descending-paths")])
def test_a_whole_game_is_told_with_the_figures_that_were_recorded(seats, variants):
    for seed in range(4):
        rng = random.Random(seed)
        table = Position(seats, variants, ["cards.removed=50,40,30", "ends.pieces_over_bridge=2"], seed=seed)
        while not table.state.over:
            options = sorted(table.options())
            moving = [words for words in options if not words.startswith(("discard", "take"))]
            table.play(rng.choice(moving if moving and rng.random() < 0.9 else options))
        lines, outcome = narrated(table), table.outcome()
        assert sum(bool(re.match(r" *\d+\. ", line)) for line in lines) == table.state.turns
        assert sum("ends after" in line for line in lines) == table.rules.expeditions
        paid = lines[lines.index("The artifacts are paid:") + 1 : -1]
        assert [int(re.findall(r"= (-?\d+) points", line)[0]) for line in paid] == outcome.score[:seats].tolist()
        assert [int(re.findall(r"(\d+) artifact", line)[0]) for line in paid] == outcome.artifacts[:seats].tolist()
        for expedition in range(table.rules.expeditions):
            scored = _scoring_lines(lines)[expedition * seats : (expedition + 1) * seats]
            totals = outcome.points_after[:seats, expedition].tolist()
            assert [int(re.findall(r"(-?\d+) points[^;]*; \d", line)[0]) for line in scored] == totals
        if outcome.winner:
            assert lines[-1].startswith(f"{NAMES[outcome.winner - 1]} wins with {max(outcome.score[:seats])} points")
            assert {int(number) for number in re.findall(r"(?:with|has) (-?\d+)", lines[-1])} <= {
                *outcome.score.tolist()
            }
        else:
            assert "share the win" in lines[-1]


def _scoring_lines(lines: list[str]) -> list[str]:
    return [line for line in lines if re.search(r"; \d+ artifacts?\.$", line)]

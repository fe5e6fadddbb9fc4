"""Lost Cities: how an expedition ends and is scored, the artifacts, and who wins."""

import pytest

from digsite.simulator.games.lost_cities.state import EndReason, Event, Tile
from tests.games.lost_cities.positions import COLOURS, Position, fresh

RED = COLOURS.index("red")
STONES = {1: -20, 2: -15, 3: -10, 4: 5, 5: 10, 6: 15, 7: 30, 8: 35, 9: 50}


def last_card(table: Position) -> list[tuple]:
    """Let the seat to move discard and draw the last card of the pile."""
    table.hand(table.seat, "white 0").pile("white 1")
    return table.play("discard white 0", "draw")


def final(points=(0, 0), tokens=(0, 0), settings=(), variants=()) -> Position:
    """The end of a last expedition with these points and artifact tokens and nobody on a path."""
    table = fresh(len(points), variants, settings).points(*points).tokens(*tokens).last_expedition()
    last_card(table)
    assert table.state.over
    return table


# ---------------------------------------------------------------------------------------------------- bridges


def four_over() -> Position:
    """Four explorers are over bridges, two of each seat; a fifth stands before one."""
    table = fresh(3).hand(1, "red 9", "blue 10", "green 8")
    table.explorer(1, "blue", 7, top=1).explorer(1, "white", 8).explorer(2, "blue", 9).explorer(2, "red", 7)
    return table.explorer(1, "red", 6, top=4)


def test_the_fifth_explorer_over_a_bridge_ends_the_expedition_at_once():
    table = four_over()
    events = table.play("advance red 9")
    assert (Event.CROSS, 0, RED, 5, 0) in events
    assert (Event.EXPEDITION_END, 0, 0, EndReason.BRIDGE, 1) in events
    assert table.state.expedition == 1
    assert table.seat == 2  # no card is drawn, the next player starts the next expedition
    assert table.state.expedition_end[0] == EndReason.BRIDGE
    assert table.state.ended_by[0] == 1


def test_four_explorers_over_bridges_do_not_end_it():
    table = four_over()
    table.play("advance blue 10")
    assert table.state.crossed == 4
    assert table.state.expedition == 0


def test_it_does_not_matter_on_which_paths_and_of_which_players_the_five_are():
    table = fresh(4).hand(1, "red 9")
    for seat in (2, 3, 4):
        table.explorer(seat, "red", 7)
    table.explorer(4, "green", 9).explorer(1, "red", 6, top=4)
    table.play("advance red 9")  # four on red, one on green, none on the others
    assert table.state.expedition == 1


def test_the_bridge_lies_between_the_sixth_and_the_seventh_stone():
    table = fresh().hand(1, "red 4", "red 5", "red 6").explorer(1, "red", 4, top=1)
    crossed = []
    for value in (4, 5, 6):
        table.play(f"advance red {value}", "draw")
        crossed.append(int(table.state.crossed))
        table.idle()
    assert table.stone(1, "red") == 7
    assert crossed == [0, 0, 1]


def test_an_explorer_counts_once_however_far_it_goes_beyond_its_bridge():
    table = fresh().hand(1, "red 4", "red 5").explorer(1, "red", 7, top=1)
    table.play("advance red 4", "draw")
    table.idle()
    table.play("advance red 5")
    assert table.stone(1, "red") == 9
    assert table.state.crossed == 1


@pytest.mark.parametrize("tile", [Tile.ARTIFACT, Tile.ARROW, 15])
def test_the_tile_under_the_explorer_that_ends_the_expedition_has_no_effect(tile):
    table = four_over().tile("red", 7, tile)
    events = table.play("advance red 9")
    assert not {Event.ARTIFACT, Event.ARROW, Event.VICTORY} & {event[0] for event in events}
    assert table.state.tokens[0] == 0
    assert table.state.tile_points[0] == 0
    assert table.state.points[0] == 30 + 35 + 30


def test_a_step_of_an_arrow_over_the_fifth_bridge_ends_the_expedition_too():
    table = four_over().explorer(1, "green", 2, top=5).tile("green", 3, Tile.ARROW)
    table.play("advance green 8", "step red")
    assert table.state.expedition == 1
    assert table.state.expedition_end[0] == EndReason.BRIDGE


def test_the_turn_that_ends_an_expedition_counts_as_a_turn():
    table = four_over()
    table.play("advance red 9")
    assert table.state.turns == 1
    assert table.state.expedition_turns[0] == 1


# ---------------------------------------------------------------------------------------------- the draw pile


def test_the_last_card_of_the_draw_pile_ends_the_expedition():
    table = fresh().hand(1, "red 1", "red 2").pile("white 8")
    events = table.play("discard red 1", "draw")
    assert (Event.EXPEDITION_END, 0, 0, EndReason.DRAW_PILE, 1) in events
    assert table.state.expedition == 1


def test_the_last_but_one_card_does_not():
    table = fresh().hand(1, "red 1", "red 2").pile("white 8", "white 9")
    table.play("discard red 1", "draw")
    assert table.state.expedition == 0


def test_taking_discards_keeps_an_expedition_alive_with_one_card_in_the_pile():
    table = fresh().hand(1, "red 1").hand(2, "blue 1").pile("white 8").discards("green", 4, 5)
    table.play("discard red 1", "take green", "discard blue 1", "take green")
    assert table.state.expedition == 0
    assert table.state.pile == 1


# ---------------------------------------------------------------------------------------------------- scoring


@pytest.mark.parametrize(("stone", "points"), STONES.items())
def test_an_adventurer_earns_its_stone(stone, points):
    table = fresh().points(100, 0).explorer(1, "red", stone)
    events = last_card(table)
    assert table.state.points[0] == 100 + points
    score = next(event for event in events if event[0] == Event.SCORE)
    assert score == (Event.SCORE, 0, max(points, 0), min(points, 0), 100 + points)


@pytest.mark.parametrize(("stone", "points"), STONES.items())
def test_the_researcher_earns_twice_its_stone_negative_or_positive(stone, points):
    table = fresh().points(100, 0).explorer(1, "red", stone, researcher=True)
    last_card(table)
    assert table.state.points[0] == 100 + 2 * points
    assert table.state.researcher_points[0] == 2 * points


def test_positive_stones_count_first_and_negative_ones_are_taken_off():
    table = fresh().explorer(1, "red", 7).explorer(1, "blue", 5, researcher=True).explorer(1, "white", 2)
    events = last_card(table)
    score = next(event for event in events if event[0] == Event.SCORE)
    assert score == (Event.SCORE, 0, 30 + 2 * 10, -15, 35)
    assert table.state.points[0] == 35


def test_a_player_with_no_explorer_out_scores_nothing():
    table = fresh().points(20, 20)
    last_card(table)
    assert table.state.points[:2].tolist() == [20, 20]


def test_nobody_has_fewer_than_zero_points_after_an_expedition():
    table = fresh().points(15, 0).explorer(1, "red", 1, researcher=True)
    last_card(table)
    assert table.state.points[0] == 0
    assert table.state.relief[0] == 25


def test_points_from_before_and_from_tiles_pay_for_negative_stones_before_the_floor_helps():
    table = fresh().points(30, 0).explorer(1, "red", 2)
    last_card(table)
    assert table.state.points[0] == 15
    assert table.state.relief[0] == 0


def test_every_player_is_scored_whoever_ended_the_expedition():
    table = fresh(4)
    for seat, stone in zip((1, 2, 3, 4), (4, 5, 6, 7), strict=True):
        table.explorer(seat, "red", stone)
    last_card(table)
    assert table.state.points.tolist() == [5, 10, 15, 30]


def test_each_artifact_tile_is_exchanged_for_a_token_after_the_expedition():
    table = fresh().tokens(2, 0)
    table.state.artifact_tiles[:2] = (3, 1)
    last_card(table)
    assert table.state.tokens[:2].tolist() == [5, 1]
    assert table.state.artifact_tiles[:2].tolist() == [0, 0]


def test_the_floor_may_hold_up_each_expedition_instead_of_the_total():
    table = fresh(settings=["score.floor_on=expedition"]).points(30, 10)
    table.explorer(1, "red", 2).explorer(1, "blue", 1, researcher=True).explorer(2, "red", 1).explorer(2, "blue", 6)
    events = last_card(table)
    assert table.state.points[:2].tolist() == [30, 10]  # -55 and -5 count as 0; nothing from before is paid back
    assert table.state.relief[:2].tolist() == [55, 5]
    assert (Event.SCORE, 0, 0, -55, 30) in events
    assert table.state.points_after[:2, 0].tolist() == [30, 10]


def test_a_floor_under_each_expedition_leaves_a_gain_as_it_is():
    table = fresh(settings=["score.floor_on=expedition"]).points(30, 0).explorer(1, "red", 8).explorer(1, "blue", 2)
    last_card(table)
    assert table.state.points[0] == 30 + 35 - 15
    assert table.state.relief[0] == 0


def test_the_floor_holds_up_the_total_as_it_stands():
    assert Position().figures["score.floor_on"] == "total"


def test_another_floor_may_be_set():
    table = fresh(settings=["score.floor=-25"]).explorer(1, "red", 1, researcher=True)
    last_card(table)
    assert table.state.points[0] == -25


# ---------------------------------------------------------------------------------------- the end of the game


def test_a_game_is_three_expeditions_each_scored_and_artifacts_are_paid_after_the_third_only():
    table = fresh(settings=["cards.removed=90,0,0"])
    logged = []
    for expedition in range(3):
        assert not table.state.over
        assert table.state.expedition == expedition
        for _ in range(4):
            logged += table.play(min(table.options("discard")), "draw")
    assert table.state.over
    kinds = [event[0] for event in logged]
    assert kinds.count(Event.SCORE) == 3 * 2
    assert kinds.count(Event.ARTIFACT_PAY) == 2
    assert kinds[-4:] == [Event.SCORE, Event.SCORE, Event.ARTIFACT_PAY, Event.ARTIFACT_PAY]
    outcome = table.outcome()
    assert outcome.expedition_end.tolist() == [1 + EndReason.DRAW_PILE] * 3
    assert outcome.expedition_turns.tolist() == [4, 4, 4]
    assert outcome.points_after[:2].tolist() == [[0, 0, 0], [0, 0, 0]]


def test_a_game_ends_as_its_last_expedition_does():
    table = four_over()
    table.play("advance red 9")
    table.last_expedition()
    last_card(table)
    assert table.state.over
    assert table.state.end_reason == EndReason.DRAW_PILE
    assert table.outcome().expedition_end[[0, 2]].tolist() == [1 + EndReason.BRIDGE, 1 + EndReason.DRAW_PILE]


@pytest.mark.parametrize(
    ("artifacts", "points"),
    [(0, -25), (1, -20), (2, -15), (3, -10), (4, -5), (5, 25), (6, 30), (7, 35), (8, 40), (9, 70), (10, 100)],
)
def test_the_long_track_pays_for_artifacts(artifacts, points):
    table = final((100, 0), (artifacts, 0))
    outcome = table.outcome()
    assert outcome.score[0] == 100 + points
    assert outcome.artifact_points[0] == points
    assert outcome.artifacts[0] == artifacts


def test_worked_example_six_artifacts_give_30_points_and_nine_give_70():
    outcome = final((0, 0), (6, 9)).outcome()
    assert outcome.score[:2].tolist() == [30, 70]


@pytest.mark.parametrize("artifacts", range(5))
def test_whoever_has_fewer_than_five_artifacts_pays(artifacts):
    assert final((100, 0), (artifacts, 0)).outcome().artifact_points[0] < 0


@pytest.mark.parametrize("artifacts", [11, 18, 27])
def test_the_last_entry_of_the_track_also_holds_for_more_artifacts(artifacts):
    assert final((0, 0), (artifacts, 0)).outcome().score[0] == 100


def test_artifacts_of_the_last_expedition_count_for_the_track():
    table = fresh().tokens(5, 0).last_expedition()
    table.state.artifact_tiles[0] = 1
    events = last_card(table)
    assert (Event.ARTIFACT_PAY, 0, 6, 30, 30) in events


def test_the_payment_for_missing_artifacts_may_go_below_zero():
    outcome = final((10, 0), (0, 5)).outcome()
    assert outcome.score[:2].tolist() == [-15, 25]
    assert outcome.floor_relief[:2].tolist() == [0, 0]


def test_where_the_floor_covers_artifacts_the_payment_stops_at_zero():
    table = final((10, 0), (0, 5), settings=["score.floor_covers_artifacts=true"])
    outcome = table.outcome()
    assert outcome.score[:2].tolist() == [0, 25]
    assert outcome.artifact_points[:2].tolist() == [-25, 25]
    assert outcome.floor_relief[:2].tolist() == [15, 0]  # the parts still add up


def test_the_highest_total_wins():
    outcome = final((100, 130, 120), (6, 4, 5)).outcome()
    assert outcome.score[:3].tolist() == [130, 125, 145]
    assert outcome.rank[:3].tolist() == [2, 3, 1]
    assert (outcome.winner, outcome.winners) == (3, 1)


def test_a_tie_goes_to_the_player_with_more_artifacts():
    outcome = final((100, 105), (6, 5)).outcome()
    assert outcome.score[:2].tolist() == [130, 130]
    assert outcome.rank[:2].tolist() == [1, 2]
    assert outcome.winner == 1


def test_a_tie_of_points_and_artifacts_is_shared():
    outcome = final((100, 100, 50), (6, 6, 6)).outcome()
    assert outcome.rank[:3].tolist() == [1, 1, 3]
    assert (outcome.winner, outcome.winners) == (0, 2)


def test_the_parts_of_a_score_add_up_to_it():
    table = fresh(settings=["score.floor_covers_artifacts=true"]).last_expedition()
    table.explorer(1, "red", 1, researcher=True).explorer(1, "blue", 4).explorer(2, "red", 8)
    table.tile("red", 9, 10).hand(2, "red 9")
    table.idle()
    table.play("advance red 9", "draw")
    last_card(table)
    outcome = table.outcome()
    parts = [outcome[name] for name in ("stones_positive", "stones_negative", "tiles", "floor_relief")]
    assert (sum(parts) + outcome.artifact_points)[:2].tolist() == outcome.score[:2].tolist()
    assert outcome.score[:2].tolist() == [0, 35]
    assert [part[0] for part in parts] == [5, -40, 0, 35 + 25]
    assert [part[1] for part in parts] == [50, 0, 10, 0]


def test_the_columns_tell_how_far_and_over_how_many_bridges_a_player_came():
    table = fresh().hand(1, "red 9").explorer(1, "red", 6, top=2).explorer(1, "blue", 3)
    table.play("advance red 9", "draw")
    last_card(table)
    outcome = table.outcome()
    assert outcome.furthest[0].tolist() == [3, 0, 7, 0, 0]
    assert outcome.crossings[:2].tolist() == [1, 0]


def test_points_too_large_for_small_numbers_are_recorded_whole():
    settings = ["stones.values=1000,1000,1000,1000,1000,1000,1000,1000,1000", "researcher.factor=10",
                "explorers.researchers=5"]  # fmt: skip
    table = fresh(settings=settings).last_expedition()
    for path in COLOURS:
        table.explorer(1, path, 4, researcher=True)
    last_card(table)
    outcome = table.outcome()
    assert outcome.stones_positive[0] == outcome.researcher_points[0] == 50_000
    assert outcome.score[0] == 50_000 - 25

"""Lost Cities: the short game, paths that run down, the figures one can set, and those one cannot."""

import pytest

from digsite.simulator.errors import WrongUse
from digsite.simulator.games.lost_cities.state import Decision, Direction, EndReason, Event, Tile
from tests.games.lost_cities.positions import COLOURS, GAME, Position, fresh

RED = COLOURS.index("red")
DESCENDING = ("descending-paths",)


def end(table: Position) -> list[tuple]:
    table.hand(table.seat, "white 0").pile("white 1")
    return table.play("discard white 0", "draw")


# --------------------------------------------------------------------------------------------- the short game


def test_the_short_game_ends_after_one_expedition():
    table = fresh(variants=["short"])
    events = end(table)
    assert table.state.over
    assert table.state.end_reason == EndReason.DRAW_PILE
    assert events[-1][0] == Event.ARTIFACT_PAY
    assert table.outcome().expedition_end.tolist() == [1 + EndReason.DRAW_PILE, 0, 0]


@pytest.mark.parametrize(
    ("artifacts", "points"), [(0, -20), (1, -15), (2, 10), (3, 15), (4, 30), (5, 50), (6, 50), (9, 50)]
)
def test_the_short_game_pays_artifacts_by_the_short_track(artifacts, points):
    table = fresh(variants=["short"]).points(100, 0).tokens(artifacts, 0)
    end(table)
    assert table.outcome().score[0] == 100 + points


def test_the_short_game_may_end_over_the_bridge():
    table = fresh(variants=["short"]).hand(1, "red 9").explorer(1, "red", 6, top=4)
    for path in ("blue", "green", "white", "yellow"):
        table.explorer(2, path, 7)
    table.play("advance red 9")
    assert table.state.over
    assert table.state.end_reason == EndReason.BRIDGE
    assert table.outcome().score[:2].tolist() == [30 - 20, 4 * 30 - 20]


# ---------------------------------------------------------------------------------------- paths that run down


def descending_path(*played: int, hand=(3, 5, 7), variants=DESCENDING) -> Position:
    """A red column of seat 1 laid card by card, and the red cards now in hand."""
    table = fresh(variants=variants).hand(1, *(f"red {value}" for value in played))
    for at, value in enumerate(played):
        table.hand(1, f"red {value}", "white 0").hand(2, "white 1")
        table.play(f"open red {value} adventurer" if at == 0 else f"advance red {value}", "draw")
        table.hand(2, "white 1").play("discard white 1", "draw")
    return table.hand(1, *(f"red {value}" for value in hand))


def advances(table: Position) -> set[int]:
    return {int(words.split()[-1]) for words in table.options("advance red")}


def test_a_path_may_run_from_high_cards_to_low_ones():
    table = descending_path(9, 7)
    assert table.state.direction[0, RED] == Direction.DOWN
    assert advances(table) == {3, 5, 7}
    table.play("advance red 5")
    assert table.stone(1, "red") == 3


def test_after_the_first_card_both_directions_are_open():
    assert advances(descending_path(5)) == {3, 5, 7}


def test_the_second_different_card_decides_the_direction_upwards():
    table = descending_path(3, 5)
    assert table.state.direction[0, RED] == Direction.UP
    assert advances(table) == {5, 7}


def test_the_second_different_card_decides_the_direction_downwards():
    assert advances(descending_path(6, 5)) == {3, 5}


def test_equal_cards_leave_the_direction_open():
    table = descending_path(5, 5)
    assert table.state.direction[0, RED] == Direction.OPEN
    assert advances(table) == {3, 5, 7}


def test_an_equal_card_fits_a_settled_path_either_way():
    assert 5 in advances(descending_path(4, 5))
    assert 5 in advances(descending_path(6, 5))


def test_a_path_that_runs_down_never_turns_up_again():
    assert advances(descending_path(9, 5, 5)) == {3, 5}


def test_one_path_may_run_up_and_another_down():
    table = descending_path(9, 7, hand=(5, 8)).hand(1, "red 5", "red 8", "blue 2", "blue 4")
    table.explorer(1, "blue", 2, top=3, way=Direction.UP)
    assert table.options("advance") == {"advance red 5", "advance blue 4"}


def test_each_player_settles_the_direction_of_their_own_path():
    table = descending_path(9, 7).hand(1, "white 0").hand(2, "red 8")
    table.explorer(2, "red", 2, top=6, way=Direction.UP)
    table.play("discard white 0", "draw")
    assert table.options("advance") == {"advance red 8"}


def test_in_the_game_without_the_variant_every_path_runs_up():
    assert advances(descending_path(5, variants=())) == {5, 7}


def test_paths_that_ran_down_are_counted():
    table = descending_path(9, 7).last_expedition()
    end(table)
    assert table.outcome().descending[:2].tolist() == [1, 0]


def test_a_card_from_a_lost_city_keeps_its_path_s_direction():
    table = fresh(variants=DESCENDING).hand(1, "red 5", "red 8")
    table.explorer(1, "red", 9, top=7, way=Direction.DOWN).explorer(1, "blue", 2)
    assert table.options("advance") == {"advance red 5"}
    table.play("advance red 5")
    assert table.decision == Decision.STEP


def test_lowest_first_as_a_rule_allows_the_highest_as_well_where_paths_may_run_down():
    table = fresh(variants=DESCENDING, settings=["play.must_open_with_lowest=true"]).hand(1, "red 2", "red 6", "red 9")
    assert table.options("open") == {
        "open red 2 adventurer", "open red 2 researcher", "open red 9 adventurer", "open red 9 researcher",
    }  # fmt: skip


def test_the_short_game_and_paths_that_run_down_go_together():
    table = descending_path(9, 7, variants=("short", "descending-paths"))
    assert advances(table) == {3, 5, 7}
    end(table)
    assert table.state.over
    assert table.outcome().descending[0] == 1
    assert table.outcome().score[0] == -20  # -15 raised to 0, and no artifact


# -------------------------------------------------------------------------------------------- the stall guard


def stalling(turns: int) -> Position:
    settings = [f"ends.stall_turns={turns}", "play.may_draw_own_fresh_discard=true"]
    return fresh(settings=settings).hand(1, "red 1").hand(2, "blue 1")


def stall_once(table: Position) -> None:
    discard = min(table.options("discard"))
    table.play(discard, f"take {discard.split()[1]}")


def test_so_many_turns_in_a_row_without_the_draw_pile_end_an_expedition():
    table = stalling(3)
    stall_once(table)
    stall_once(table)
    assert table.state.expedition == 0
    stall_once(table)
    assert table.state.expedition == 1
    assert table.state.expedition_end[0] == EndReason.STALL


def test_a_card_from_the_draw_pile_starts_the_count_anew():
    table = stalling(3)
    stall_once(table)
    stall_once(table)
    table.idle()
    stall_once(table)
    stall_once(table)
    assert table.state.expedition == 0


def test_a_new_expedition_starts_the_count_anew():
    table = stalling(3)
    for _ in range(5):
        stall_once(table)
    assert table.state.expedition == 1
    stall_once(table)
    assert table.state.expedition == 2


def test_expeditions_ended_by_the_stall_guard_are_counted_in_their_own_column():
    table = stalling(3)
    for _ in range(3):
        stall_once(table)
    end(table)
    for _ in range(3):
        stall_once(table)
    outcome = table.outcome()
    assert table.state.over
    assert outcome.stalls == 2
    assert outcome.expedition_end.tolist() == [
        1 + EndReason.STALL, 1 + EndReason.DRAW_PILE, 1 + EndReason.STALL,
    ]  # fmt: skip
    assert table.state.end_reason == EndReason.STALL


def test_the_stall_guard_can_be_taken_away():
    table = stalling(0)
    for _ in range(100):
        stall_once(table)
    assert table.state.expedition == 0


def test_the_guard_is_40_turns_as_it_stands():
    assert Position().rules.ends_stall_turns == 40


# ---------------------------------------------------------------------------------------- figures one can set


def test_the_hand_size_may_be_set():
    table = Position(3, settings=["cards.hand=5"])
    assert [len(table.hand_of(seat)) for seat in (1, 2, 3)] == [5, 5, 5]
    assert table.state.pile == 110 - 15


def test_a_single_copy_of_each_card_may_be_played_with():
    table = Position(3, settings=["cards.copies=1"])
    assert table.state.pile == 55 - 24


def test_the_number_of_removed_cards_is_set_per_player_count():
    assert Position(4, settings=["cards.removed.4=10"]).state.pile == 68
    assert Position(3, settings=["cards.removed.4=10"]).state.pile == 86


def test_another_number_of_expeditions_may_be_played():
    table = fresh(settings=["expeditions=2"])
    end(table)
    assert not table.state.over
    end(table)
    assert table.state.over


def test_the_short_track_may_be_paid_after_three_expeditions():
    table = fresh(settings=["artifacts.track=short"]).tokens(4, 0).last_expedition()
    end(table)
    assert table.outcome().score[0] == 30


def test_one_entry_of_an_artifact_track_may_be_set():
    table = fresh(settings=["artifacts.long.6=33"]).tokens(6, 0).last_expedition()
    end(table)
    assert table.outcome().score[0] == 33


def test_the_researcher_s_factor_may_be_set():
    table = fresh(settings=["researcher.factor=3"]).explorer(1, "red", 7, researcher=True)
    end(table)
    assert table.state.points[0] == 90


def test_stone_values_may_be_set():
    table = fresh(settings=["stones.values.9=60"]).explorer(1, "red", 9)
    end(table)
    assert table.state.points[0] == 60


def test_the_bridge_may_lie_elsewhere():
    table = fresh(settings=["stones.bridge_after=3"]).hand(1, "red 9").explorer(1, "red", 3, top=2)
    table.play("advance red 9")
    assert table.state.crossed == 1


def test_fewer_explorers_over_bridges_may_end_an_expedition():
    table = fresh(settings=["ends.pieces_over_bridge=1"]).hand(1, "red 9").explorer(1, "red", 6, top=2)
    table.play("advance red 9")
    assert table.state.expedition == 1


def test_players_without_a_researcher_are_offered_none():
    table = fresh(settings=["explorers.researchers=0", "explorers.adventurers=5"]).hand(1, "red 2")
    assert table.options() == {"open red 2 adventurer", "discard red 2"}


def test_tiles_of_other_kinds_may_be_laid_as_long_as_they_fill_the_spaces():
    table = Position(settings=["tiles.artifact=4", "tiles.arrow=18", "tiles.victory=5,10,25"])
    assert table.tile_counts() == {Tile.ARTIFACT: 4, Tile.ARROW: 18, 5: 1, 10: 1, 25: 1}


def test_event_spaces_may_lie_elsewhere():
    table = Position(settings=["event_spaces.blue=2,3,5,6,7"])
    assert [stone for stone in range(10) if table.tile_at("blue", stone)] == [2, 3, 5, 6, 7]


# ------------------------------------------------------------------------------------- figures that cannot be


@pytest.mark.parametrize(
    ("settings", "sentence"),
    [
        (
            ["cards.removed=90,0,0", "cards.hand=10"],
            "2 hands of 10 and 90 removed cards leave no draw pile of the 110 cards; lower cards.hand or "
            "cards.removed.",
        ),
        (
            ["tiles.arrow=10"],
            "26 event tiles do not fit the 25 event spaces; change tiles.artifact, tiles.arrow and "
            "tiles.victory together so that they add up to 25.",
        ),
        (["event_spaces.red=2,2,5,7,9"], "event_spaces.red names a stone twice: 2,2,5,7,9."),
        (
            ["tiles.artifact=10", "tiles.arrow=8"],
            "There are 27 artifact tokens for 3 expeditions; lower tiles.artifact.",
        ),
        (["cards.hand=0"], "cards.hand must be a whole number from 1 to 16; 0 is not."),
        (
            ["event_spaces.red=2,3,5,7,10"],
            "event_spaces.red must be 5 whole numbers from 1 to 9, separated by commas; 2,3,5,7,10 is not.",
        ),
        (
            ["stones.values=1,2,3"],
            "stones.values must be 9 whole numbers from -1000 to 1000, separated by commas; 1,2,3 is not.",
        ),
        (["artifacts.track=middle"], "artifacts.track must be one of long, short; middle is not."),
        (["expeditions=4"], "expeditions must be a whole number from 1 to 3; 4 is not."),
        (["play.arrow_optional=2"], "play.arrow_optional must be true or false; 2 is not."),
    ],
)  # fmt: skip
def test_figures_that_cannot_be_are_refused_with_a_sentence(settings, sentence):
    with pytest.raises(WrongUse) as refused:
        GAME.build_rules(GAME.figures.with_settings(settings), 2)
    assert str(refused.value) == sentence


def test_four_hands_that_use_up_the_cards_are_refused():
    with pytest.raises(WrongUse, match="4 hands of 14 and 0 removed cards leave no draw pile of the 55 cards"):
        GAME.build_rules(GAME.figures.with_settings(["cards.copies=1", "cards.hand=14"]), 4)


def test_ten_artifact_tiles_suit_the_short_game():
    figures = GAME.figures.with_variants(["short"]).with_settings(["tiles.artifact=10", "tiles.arrow=8"])
    assert GAME.build_rules(figures, 2)[0].tiles_artifact == 10


def test_the_figures_without_a_printed_source_are_flagged_with_alternatives():
    unconfirmed = {figure.key: figure for figure in GAME.figures.unconfirmed()}
    assert {
        "artifacts.long", "tiles.victory", "ends.stall_turns", "score.floor_covers_artifacts", "score.floor_on",
        "play.may_draw_own_fresh_discard", "play.must_open_with_lowest", "event_spaces.blue",
    } <= unconfirmed.keys()  # fmt: skip
    assert all(figure.alternatives for figure in unconfirmed.values())


@pytest.mark.parametrize("figure", GAME.figures.unconfirmed(), ids=lambda figure: figure.key)
def test_every_alternative_of_an_unconfirmed_figure_can_be_played(figure):
    for alternative in figure.alternatives:
        GAME.build_rules(GAME.figures.replace({figure.key: alternative}), 3)

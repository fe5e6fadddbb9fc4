"""Known answers of the questions for Quetzal."""

import pytest

from digsite.analyses.experiments.unconfirmed import guesses_of
from digsite.analyses.registry import answer
from digsite.simulator.games import find_game
from digsite.simulator.lab.experiments.sweep import unconfirmed_design
from digsite.simulator.play.backends import play_together
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.tallies import merge, tallies
from tests.analyses.handmade import make_run


def run_of(folder, row, players=("a", "b", "c"), games=6):
    return make_run(folder, "quetzal", list(players), [row] * games)


def test_deliveries_count_sets_beside_their_print_and_cards_by_where_and_when(tmp_path):
    row = {
        "score_1": 9, "sets_pottery_3_1": 2, "set_points_pottery_3_1": 10, "delivered_pottery_1": 6,
        "points_from_pottery_1": 10, "delivered_at_ship_1": 6, "deliveries_ship_1": 1,
        "points_at_ship_1": 12, "delivered_in_round_2_1": 6, "left_over_mummy_2": 3,
    }  # fmt: skip
    result = answer(run_of(tmp_path / "r", row), "deliveries")
    sets = {(found["type"], found["size"]): found for found in result.tables["sets"].iter_rows(named=True)}
    assert sets["pottery", 3]["sets"] == pytest.approx(2 / 3)
    assert (sets["statuette", 3]["printed"], sets["mummy", 2]["printed"]) == (8, 6)
    assert sets["mummy", 2]["points_per_card"] == 3.0
    rounds = dict(result.tables["rounds"].select("round", "cards").rows())
    assert rounds == {1: 0.0, 2: 2.0, 3: 0.0, 4: 0.0, 5: 0.0}
    ship = result.tables["channels"].row(1, named=True)
    assert (ship["where"], ship["points_per_card"], ship["cards_per_delivery"]) == ("ship", 2.0, 6.0)
    assert dict(result.tables["left_over"].select("type", "cards").rows())["mummy"] == 1.0
    sentences = [finding.sentence for finding in result.findings]
    assert any("2.0 cards in a game by ship" in said and "6.0 at a time" in said for said in sentences)
    assert any(
        said.startswith("100 % of all delivered cards are part of a complete collection of 3") for said in sentences
    )
    assert any(
        said.startswith("A player ends the game with 1.0 cards in hand that were never delivered") for said in sentences
    )


def test_what_a_delivered_card_earns_stands_beside_its_print(tmp_path):
    row = {"delivered_weapon_1": 4, "points_from_weapon_1": 7, "delivered_mummy_2": 2, "points_from_mummy_2": 6}
    result = answer(run_of(tmp_path / "r", row), "deliveries")
    earned = {found["type"]: found for found in result.tables["earned"].iter_rows(named=True)}
    assert (earned["weapon"]["earned"], earned["weapon"]["alone"], earned["weapon"]["complete"]) == (1.75, 1.0, 2.0)
    assert (earned["mummy"]["earned"], earned["mummy"]["delivered"]) == (3.0, 12)
    assert earned["pottery"]["earned"] is None
    said = next(found.sentence for found in result.findings if "earned in its set" in found.sentence)
    assert "weapons 1.8 " in said
    assert "printed 1 alone and 2.00 in a collection of 3" in said
    assert "pottery" not in said


def test_places_count_meeples_coins_bids_and_empty_trips(tmp_path):
    row = {
        "meeples_camp_1": 6, "meeples_temple_2_1": 3, "coins_spent_temple_2_1": 12, "bids_won_ship_2": 3,
        "bids_lost_quarry_3": 6, "empty_trips_village_1": 1,
    }  # fmt: skip
    result = answer(run_of(tmp_path / "r", row), "places")
    meeples = {found["place"]: found for found in result.tables["meeples"].iter_rows(named=True)}
    assert (meeples["Camp"]["meeples"], meeples["Temple 2"]["meeples"], meeples["Temple 2"]["coins"]) == (2.0, 1.0, 4.0)
    bids = {found["place"]: found for found in result.tables["bids"].iter_rows(named=True)}
    assert (bids["Ship"]["won"], bids["Quarry"]["lost"]) == (1.0, 2.0)
    trips = dict(result.tables["trips"].select("place", "empty").rows())
    assert trips["Village"] == pytest.approx(1 / 3)
    sentences = [found.sentence for found in result.findings]
    assert any(
        said.startswith("A player wins 1.0 bids in a game") and "kicked out of 2.0" in said for said in sentences
    )
    assert any(said.startswith("Players who went somewhere for nothing at least once: 33") for said in sentences)
    assert not any("automaton" in said for said in [*result.tables, *sentences])


def test_a_meeple_brings_what_its_cards_coins_and_upgrades_earned(tmp_path):
    """Six tablets taken for two meeples and eight coins, of which three earn 7 points in a set and one bonus point."""
    row = {
        "meeples_temple_1_1": 1, "meeples_temple_4_1": 1, "coins_spent_temple_1_1": 5, "coins_spent_temple_4_1": 3,
        "taken_temple_tablet_1": 3, "taken_deck_tablet_1": 1, "taken_quarry_tablet_2": 2, "meeples_quarry_2": 4,
        "bids_won_quarry_2": 1, "points_from_tablet_1": 11, "points_from_bonuses_1": 1, "meeples_black_market_1": 2,
        "coins_from_black_market_1": 7, "sold_tablet_1": 1, "meeples_village_1_1": 1, "upgrades_reroll_all_1": 2,
        "points_from_upgrades_1": 2, "points_from_effects_1": 3, "coins_from_upgrades_1": 3, "meeples_stela_2": 2,
        "discovery_from_stela_2": 2, "points_from_discovery_2": 1, "points_from_marker_2": 2, "meeples_ship_1": 2,
        "points_at_ship_1": 11, "meeples_camp_1": 2, "coins_from_camp_1": 2,
    }  # fmt: skip
    result = answer(run_of(tmp_path / "r", row), "places")
    brought = {found["place"]: found for found in result.tables["brought"].iter_rows(named=True)}
    assert brought["Temple"]["points_per_meeple"] == pytest.approx(4 * 2 / 2)  # a tablet counts (11 + 1) / 6
    assert brought["Temple"]["points_per_coin"] == pytest.approx(4 * 2 / 8)
    assert brought["Quarry"]["points_per_meeple"] == pytest.approx((2 * 2 + 1) / 4)  # and the Quarry's point
    assert brought["Black Market"]["points_per_meeple"] == pytest.approx((7 / 3 - 2) / 2)
    assert brought["Village"]["points_per_meeple"] == pytest.approx((2 + 3 + 1) / 2)  # of two upgrades one is its own
    step = (1 + 3 * 1) / 2  # a point of the track, and the upgrade that did not come from the Village
    assert brought["Stela"]["points_per_meeple"] == pytest.approx((2 * step + 2) / 2)
    assert brought["Ship"]["points_per_meeple"] == pytest.approx(5.5)
    assert brought["Ship"]["points_per_coin"] is None
    assert brought["Camp"]["points_per_meeple"] == pytest.approx(1 / 3)
    assert brought["Harbour Master's Office"]["points_per_meeple"] is None
    said = [found.sentence for found in result.findings if "a meeple" in found.sentence]
    assert "4.00 points for 4.0 (no spread seen) coins at the Temple" in said[0]
    assert "on a ship" in said[1]


def test_a_covered_space_of_the_village_is_no_place(tmp_path):
    for players, spaces in (("ab", ["Village 2", "Village 3"]), ("abc", ["Village 1", "Village 2", "Village 3"])):
        result = answer(run_of(tmp_path / players, {}, players), "places")
        places = result.tables["meeples"]["place"].to_list()
        assert [place for place in places if place.startswith("Village")] == spaces


def test_the_automaton_is_told_of_in_games_for_two(tmp_path):
    row = {
        "automaton_taken_mummy": 2, "automaton_taken_tablet": 3, "taken_temple_weapon_1": 5, "taken_ruins_mummy_2": 10,
        "automaton_meeples_temple_2": 1, "meeples_temple_2_1": 2, "meeples_temple_4_2": 1, "automaton_meeples_ruins": 3,
        "meeples_ruins_1": 2, "meeples_quarry_2": 1, "automaton_kicked": 4,
    }  # fmt: skip
    result = answer(run_of(tmp_path / "r", row, "ab"), "places")
    assert dict(result.tables["automaton"].select("type", "taken").rows())["tablet"] == 3.0
    shares = dict(result.tables["automaton_places"].drop_nulls("share").select("place", "share").rows())
    assert shares == {"Temple 2": pytest.approx(1 / 3), "Temple 4": 0.0, "Quarry": 0.0, "Ruins": pytest.approx(0.6)}
    sentences = [found.sentence for found in result.findings]
    assert any(said.startswith("The automaton has 25 % of the spaces taken at the Temple") for said in sentences)
    assert any(said.startswith("The automaton has 50 % of the meeples that stay at Quarry") for said in sentences)
    away = next(said for said in sentences if "artifacts away" in said)
    assert away.startswith("The automaton takes 5.0 artifacts away in a game")
    assert away.endswith(
        ", 25.0 % (no spread seen) of all that are taken: 0.0 pottery, 0.0 weapons, 3.0 tablets, 0.0 statuettes and 2.0 "
        "mummies (intervals are in the table)."
    )
    assert any(said.startswith("The automaton is kicked out 4.0 times in a game") for said in sentences)


def test_upgrades_are_told_by_when_they_were_gained(tmp_path):
    row = {"score_1": 5, "upgrade_round_reroll_all_1": 2, "upgrade_round_reroll_all_2": 3, "upgrades_reroll_all_1": 1}
    table = answer(run_of(tmp_path / "r", row), "upgrades").tables["upgrades"]
    wins = {
        found["when"]: (found["win"], found["appearances"])
        for found in table.iter_rows(named=True)
        if found["upgrade"] == "reroll all"
    }
    assert wins == {"by round 2": (1.0, 6), "later": (0.0, 6), "never": (0.0, 6)}


def test_meeples_stand_beside_their_odds_and_their_luck(tmp_path):
    row = {"score_1": 5, "faces_black_1": 10, "faces_standing_1": 5, "faces_white_2": 10, "faces_side_3": 5}
    row |= {"flexible_1": 8, "flexible_2": 5, "flexible_3": 8}
    result = answer(run_of(tmp_path / "r", row, games=30), "meeples")
    faces = {found["face"]: found for found in result.tables["faces"].iter_rows(named=True)}
    assert faces["black"]["share"] == pytest.approx(1 / 3)
    assert (faces["standing"]["odds"], faces["on its side"]["meeples"]) == (pytest.approx(0.11), 150)
    luck = {found["flexible"]: found["win"] for found in result.tables["flexible"].iter_rows(named=True)}
    assert luck == {4: 0.0, 8: 0.5}
    assert result.findings[0].sentence.startswith("70.0 % of meeples rolled counted as either colour")
    luck_chart = next(chart for chart in result.charts if chart.name == "meeples-luck")
    assert luck_chart.table["flexible"].to_list() == ["4 to 7", "8 to 11"]


@pytest.mark.parametrize(("players", "said"), [(2, "45.1"), (3, "45.1"), (4, "46.7"), (5, "48.8")])
def test_a_character_is_no_luck_of_the_roll_it_always_counts_as_either_colour(tmp_path, players, said):
    """Of a team 36 % land on the side or standing; with the character it is (6 * 0.36 + 1) / 7 of a pool, and so on."""
    result = answer(run_of(tmp_path / "r", {"score_1": 5, "faces_black_1": 1}, "abcde"[:players]), "meeples")
    assert f"and every character; by their odds it is {said} % (exact)." in result.findings[0].sentence


def test_figures_of_games_for_two_have_no_bearing_on_games_for_three():
    plan = make_plan("quetzal", 3, seats=["random"] * 3, seed=1, rotate=True, events=0)
    tried = [
        find_game("quetzal").figures.by_key[key] for key in ("automaton.types", "village.covered", "camp.per_turn")
    ]
    design = unconfirmed_design(plan, tried)
    rows = play_together(list(design.arms.values()), range(3), 3, 1)
    found = dict(zip(design.arms, merge(tallies(rows, plan.seating_plan)), strict=True))
    table = guesses_of(design.question, plan.players, found).tables["unconfirmed"]
    matters = dict(table.select("figure", "matters").rows())
    assert matters["automaton.types"] == matters["village.covered"] == "no bearing"
    assert matters["camp.per_turn"] != "no bearing"

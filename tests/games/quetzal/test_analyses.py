"""Known answers of the questions for Quetzal."""

import pytest

from analyses.registry import answer
from tests.analyses.handmade import make_run


def run_of(folder, row, players=("a", "b", "c"), games=6):
    return make_run(folder, "quetzal", list(players), [row] * games)


def test_deliveries_count_sets_beside_their_print_and_cards_by_where_and_when(tmp_path):
    row = {
        "score_1": 9, "sets_pottery_3_1": 2, "set_points_pottery_3_1": 10, "delivered_at_ship_1": 6, "deliveries_ship_1": 1,
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
    assert any("2.0 cards in a game at the ships" in said and "6.0 at a time" in said for said in sentences)
    assert "100 % of all delivered cards are part of a complete collection of 3." in sentences
    assert "A player ends the game with 1.0 cards in hand that were never delivered." in sentences


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
    assert any(
        "A player wins 1.0 bids in a game and is outbid 2.0 times" in found.sentence for found in result.findings
    )
    assert "automaton" not in result.tables


def test_the_automaton_is_told_of_in_games_for_two(tmp_path):
    result = answer(run_of(tmp_path / "r", {"automaton_taken_mummy": 2, "automaton_taken_tablet": 3}, "ab"), "places")
    assert dict(result.tables["automaton"].select("type", "taken").rows())["tablet"] == 3.0
    assert "The automaton takes 5.0 artifacts away in a game." in [found.sentence for found in result.findings]


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
    result = answer(run_of(tmp_path / "r", row), "meeples")
    faces = {found["face"]: found for found in result.tables["faces"].iter_rows(named=True)}
    assert faces["black"]["share"] == pytest.approx(1 / 3)
    assert (faces["standing"]["odds"], faces["on its side"]["meeples"]) == (pytest.approx(0.11), 30)
    luck = {found["flexible"]: found["win"] for found in result.tables["flexible"].iter_rows(named=True)}
    assert luck == {0: 0.0, 4: 0.5}
    assert "33.3 % of 180 meeples landed on the side or standing" in result.findings[0].sentence

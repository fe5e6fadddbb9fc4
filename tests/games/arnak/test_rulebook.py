"""The rulebook's examples and notes, page by page, as far as the tests of each subject do not have them.

Elsewhere: digging (p. 9) and discovering in `test_sites.py`; Parrot (p. 13) and notes on items (p. 22) in `test_items.py`; where
one can move, a research action, gaining and upgrading an assistant (p. 15 and 16) in `test_research.py`; a card with two boots used
for two things (p. 16) in `test_travel.py`; notes on artifacts (p. 22) in `test_artifacts.py`; fear tiles (p. 23) in `test_turns.py`.
"""

import pytest

from digsite.simulator.games.arnak.state import PARTS
from tests.games.arnak.positions import ASSISTANTS, Position, card_name

# ------------------------------------------------------------------------------------------------ travel, p. 9


@pytest.mark.parametrize(
    ("site", "hand", "coins", "pays"),
    [
        ("j3", "funding_ship", 0, True),
        ("j3", "hot_air_balloon", 0, True),
        ("j3", "", 2, True),
        ("j3", "funding_car", 0, False),
        ("j3", "fear", 0, False),
        ("h1", "hot_air_balloon, airdrop", 0, True),
        ("h1", "funding_car, exploration_car", 0, True),
        ("h1", "hot_air_balloon, funding_car", 0, True),
        ("h1", "funding_car", 2, True),
        ("h1", "", 4, True),
        ("h1", "funding_ship, exploration_ship", 0, False),
    ],
)
def test_the_pictured_ways_to_pay_for_a_ship_and_for_two_cars(site, hand, coins, pays):
    table = Position(2).hand(1, hand).resources(1, coin=coins).discovered(site, "l1_10" if site == "j3" else "l2_03")
    assert (f"dig {site}" in table.options()) == pays


# ------------------------------------------------------------------------------------------------ the card row, p. 12


def test_the_worked_example_of_refilling_the_row_in_round_two():
    """Items slide towards the staff from the right, artifacts from the left."""
    table = Position(2).round(2).row(items="hat, torch, axe, tent", artifacts="mortar, sundial")
    table.on_top("brush").on_top("stone_jar").resources(1, coin=2, compass=3)
    table.play("buy torch", "end")
    assert table.row_cards() == (["hat", "axe", "tent", "brush"], ["mortar", "sundial"])
    table.end_turns_until(1).play("buy mortar", "decline", "end")
    assert table.row_cards() == (["hat", "axe", "tent", "brush"], ["sundial", "stone_jar"])


# ------------------------------------------------------------------------------------------------ final scoring, p. 18


def test_the_scoring_example_is_what_such_positions_score():
    """On the Bird side its 11 points for idols and slots need the other values of slots; all else is as printed."""
    table = Position(2, settings=["scoring.slots=1,2,3,5"])
    for seat in (1, 2):
        table.deck(seat, "").state.play[seat - 1] = 0
    table.tokens(1, 12, 10).tokens(2, 10, 5)  # 16 + 8, 12 + 2
    table.state.temple_tiles[0, 0] = 1
    table.in_play(1, "steam_boat, automobile, aeroplane, treasure_chest, sea_turtle").in_play(
        1, "fear, fear, fear, fear"
    )
    table.idols(2, 0, slots=(1,)).in_play(2, "brush, torch, axe")
    for guardian in ("g01", "g02", "g03", "g04"):
        table.won(2, guardian)
    out = table.outcome()
    parts = [dict(zip(PARTS, row, strict=True)) for row in out.points_from[:2].tolist()]
    sheet = [
        [p["glass"] + p["notebook"], p["temple_tiles"], p["idols"] + p["slots"], p["guardians"],
         p["items"] + p["artifacts"], p["fear"]]
        for p in parts
    ]  # fmt: skip
    assert sheet == [[24, 11, 11, 0, 13, -4], [14, 0, 13, 20, 7, 0]]
    assert out.score[:2].tolist() == [55, 54]
    assert out.winner == 1


# ------------------------------------------------------------------------------------------------ the Snake Temple, p. 19


def test_the_worked_example_of_rescuing_the_sea_captain():
    table = Position(2, variants=["snake-temple"]).tokens(1, 6).idols(1, 1).hand(1, "ceremonial_rattle")
    table.to_be_rescued("a01", "a09")
    table.play("research glass 8", "recruit a09")
    assert table.state.crates[0] == 0
    assert table.state.token[0, 0] == 8
    assert table.offered("assistant") == set()
    table.play("end").end_turns_until(1).resources(1, tablet=1)
    table.play("play ceremonial_rattle", "refresh a09")
    assert "assistant a09" in table.options()


def test_an_exhausted_assistant_upgraded_by_the_glass_is_refreshed():
    table = Position(2, variants=["snake-temple"]).tokens(1, 8).bonus(9).resources(1, arrowhead=2)
    table.assistant(1, "a09", exhausted=True).assistant(1, "a01").play("research glass 9")
    assert table.options() >= {"promote a09", "promote a01"}
    assert table.play("promote a09").play("assistant a09", "choose 2").pool() == {"ship": 2}


@pytest.mark.parametrize("token", ["glass", "notebook"])
def test_either_token_chooses_one_of_the_tiles_of_the_last_row(token):
    table = Position(2, variants=["snake-temple"]).bonus(13, "coin", "tablet")
    table.tokens(1, 11 if token == "glass" else 14, 0 if token == "glass" else 11)
    table.resources(1, coin=1, tablet=1, arrowhead=1).play(f"research {token} 13", "bonus first tablet")
    assert table.held() == ({"tablet": 1} if token == "glass" else {"tablet": 1, "jewel": 1})
    assert table.state.bonus_left[13] == 1


# ------------------------------------------------------------------------------------------------ notes on cards, p. 22


def test_the_bear_trap_works_beside_an_own_archaeologist_but_not_beside_another():
    """A guardian can be moved to a camp, where there is space for two."""
    table = Position(4).hand(1, "bear_trap").guarded("camp_coin", "g08").placed(1, "camp_coin")
    assert table.play("play bear_trap").offered("overcome") == {"overcome camp_coin"}
    shared = (
        Position(4).hand(1, "bear_trap").guarded("camp_coin", "g08").placed(1, "camp_coin").placed(2, "camp_coin", 2)
    )
    assert shared.play("play bear_trap").offered("overcome") == set()


def test_the_precision_compass_can_be_played_without_compasses_and_leaves_the_top_card():
    table = Position(2).hand(1, "precision_compass").row(artifacts="treasure_chest").on_top("war_club")
    table.play("play precision_compass")
    assert table.offered("buy") == set()
    table.play("decline", "end")
    assert table.row_cards()[1] == ["treasure_chest"]
    assert card_name(int(table.state.artifact_deck[table.state.artifacts_left - 1])) == "war_club"


@pytest.mark.parametrize("card", ["coconut_flask", "ancient_wine"])
def test_a_drink_does_not_reach_the_assistants_to_be_rescued(card):
    table = Position(2, variants=["snake-temple"]).hand(1, card).resources(1, tablet=1)
    waiting = {ASSISTANTS[n] for n in table.state.rescue[: table.state.rescue_left].tolist()}
    offered = {word.split()[-1] for word in table.play(f"play {card}").offered("use supply")}
    assert len(offered) == 3
    assert not offered & waiting


def test_travel_that_a_drink_gives_is_wasted_at_the_end_of_the_turn():
    table = Position(2).hand(1, "ancient_wine, fear").resources(1, tablet=1).supply("a07", "a02", "a04")
    table.play("play ancient_wine", "use supply a07", "choose 2")
    assert table.pool() == {"plane": 2}
    assert table.offered("dig", "discover") == set()  # the main action is done
    assert table.play("end").pool() == {}


def test_a_drink_may_use_the_assistant_that_buys():
    table = (
        Position(2).hand(1, "ancient_wine").resources(1, tablet=1).supply("a10", "a02", "a04").row(items="horse, hat")
    )
    table.play("play ancient_wine", "use supply a10")
    assert table.offered("buy") >= {"buy hat"}
    assert "buy horse" not in table.options()  # four coins less two, and the wine gives one
    assert table.play("buy hat").deck_cards()[-1] == "hat"


def test_of_two_cards_drawn_by_the_crystal_earring_one_may_be_returned_or_used_up():
    table = Position(2).hand(1, "crystal_earring").resources(1, tablet=1).deck(1, "funding_car, funding_ship, fear")
    table.play("play crystal_earring", "draw 2", "keep funding_car", "decline")
    assert table.cards() == ["funding_car"]
    assert "funding_ship" in table.played()
    assert table.deck_cards() == ["fear"]


def test_a_single_card_drawn_by_the_obsidian_earring_goes_to_the_hand():
    table = Position(2).hand(1, "obsidian_earring").resources(1, tablet=1).deck(1, "funding_car, funding_ship")
    assert table.play("play obsidian_earring", "draw 1").cards() == ["funding_ship"]
    assert table.deck_cards() == ["funding_car"]


def test_a_card_with_two_icons_counts_as_two_planes_after_the_ocarina():
    table = Position(2, variants=["snake-temple"]).hand(1, "guardians_ocarina, automobile").resources(1, tablet=1)
    table.play("play guardians_ocarina", "end").end_turns_until(1).play("dig camp_coin", "pay card automobile plane")
    assert table.pool() == {"plane": 1}


def test_the_inscribed_blade_saves_its_discount_on_temple_tiles():
    table = Position(2).hand(1, "inscribed_blade").tokens(1, 14).resources(1, coin=1, compass=1, tablet=1)
    offered = table.play("play inscribed_blade").offered("temple")
    assert offered == {"temple two_right", "temple two_left by the other discount"}
    assert table.play("temple two_right").held() == {"coin": 1}


def test_the_ornate_hammer_need_not_take_an_item():
    table = Position(2).hand(1, "ornate_hammer").resources(1, tablet=1).row(items="hat, torch, axe, tent, horse")
    table.on_top("brush").play("play ornate_hammer", "decline", "end")
    assert table.exile_cards() == ["horse"]
    assert table.row_cards()[0] == ["hat", "torch", "axe", "tent", "brush"]


# ------------------------------------------------------------------------------------------------ questions, p. 23


def test_a_hand_may_have_more_than_five_cards():
    hand = "flask, fear, funding_car, funding_ship, exploration_car"
    table = Position(2).hand(1, hand).in_play(1, "hat, torch, axe").deck(1, "hat, torch, axe")
    assert len(table.play("play flask", "accept", "accept", "accept").cards()) == 7
    table.play("end", "pass", "end", "pass", "end")
    while table.decision() == "left_over":
        table.play("decline")
    assert table.state.round_number == 2
    assert len(table.cards()) == 7  # nothing is drawn


def test_an_item_bought_can_be_drawn_and_used_in_the_same_round():
    table = Position(2).hand(1, "large_backpack").row(items="hat, torch").resources(1, coin=1)
    table.play("buy hat", "end").end_turns_until(1)
    table.play("play large_backpack", "accept", "play hat")
    assert table.held() == {"coin": 2, "compass": 1}


def test_with_an_empty_deck_nothing_is_drawn_and_an_item_bought_is_its_top_and_bottom():
    table = (
        Position(2).deck(1, "").hand(1, "stone_jar, pack_donkey").row(items="hat, torch").resources(1, coin=1, tablet=1)
    )
    table.play("play pack_donkey")
    assert table.offered("accept") == set()
    table.play("decline", "end").end_turns_until(1).play("buy hat", "end").end_turns_until(1)
    assert table.deck_cards() == ["hat"]
    assert table.play("play stone_jar", "accept").cards() == ["hat"]


def test_cards_are_shuffled_only_at_the_end_of_a_round():
    table = Position(2).deck(1, "fear").hand(1, "pack_donkey").in_play(1, "torch")
    table.play("play pack_donkey", "accept", "decline")
    assert table.deck_cards() == []
    assert "torch" in table.played()
    table.play("end").end_turns_until(1).play("pass", "end", "decline")
    assert table.state.round_number == 2
    assert table.played() == []
    assert "torch" in table.cards() + table.deck_cards()


def test_sending_needs_an_archaeologist_at_home_and_relocating_one_on_a_site():
    table = Position(2).hand(1, "pathfinders_sandals").resources(1, tablet=1)
    assert table.play("play pathfinders_sandals").offered("relocate") == set()
    both = Position(2).hand(1, "passage_shell").resources(1, tablet=1).placed(1, "camp_coin").placed(1, "camp_tablet")
    assert both.play("play passage_shell").offered("dig") == set()


# ------------------------------------------------------------------------------------------------ keywords, p. 24


def test_a_benefit_that_cannot_be_paid_for_is_not_had():
    table = Position(2).assistant(1, "a04").play("assistant a04")
    assert table.options() == {"decline"}
    assert table.play("decline").held() == {}


def test_each_part_of_a_draw_and_exile_is_optional():
    table = Position(2).hand(1, "cleansing_cauldron, fear").resources(1, tablet=1).deck(1, "funding_car")
    table.play("play cleansing_cauldron", "decline", "decline")
    assert table.cards() == ["fear"]
    assert table.deck_cards() == ["funding_car"]


def test_nothing_can_be_discarded_from_an_empty_hand():
    table = Position(2).assistant(1, "a06").deck(1, "").play("assistant a06")
    table.play("decline")
    assert table.options() == {"decline"}
    assert table.play("decline").decision() == "act"


def test_a_free_artifact_costs_neither_compasses_nor_its_tablet():
    table = Position(2).tokens(1, 10, 9).bonus(10).row(artifacts="ritual_dagger").resources(1, compass=1, jewel=1)
    table.play("research notebook 10", "take ritual_dagger", "accept", "decline")
    assert table.held() == {"arrowhead": 1}
    assert "ritual_dagger" in table.played()


def test_a_free_item_leaves_a_gap_that_is_refilled_at_the_end_of_the_turn():
    table = Position(2).hand(1, "airdrop").row(items="hat, torch, axe, tent, horse").on_top("brush")
    table.play("play airdrop", "take hat", "play hat")
    assert table.row_cards()[0] == ["torch", "axe", "tent", "horse"]
    assert table.play("end").row_cards()[0] == ["torch", "axe", "tent", "horse", "brush"]


def test_passing_to_gain_ends_the_turns_of_the_round():
    table = Position(2).hand(1, "watch, torch").play("play and pass watch", "end").hand(2, "torch")
    table.play("play torch", "decline", "end")
    assert table.seat() == 2

"""Every item: what playing it does, as its text says."""

import pytest

from digsite.simulator.games.arnak.state import Event
from tests.games.arnak.positions import GAME, ITEMS, Position

FREE = {"steam_boat", "automobile", "gold_pan", "watch", "carrier_pigeon", "hat", "chronometer"}
EXILED = {"hot_air_balloon", "journal", "whip", "rough_map", "airdrop", "flask", "bear_trap"}


def holding(name: str, more: str = "", seats: int = 2, **tokens: int) -> Position:
    """Seat 1 holds an item and is to act."""
    return Position(seats).hand(1, f"{name}, {more}" if more else name).resources(1, **tokens)


@pytest.mark.parametrize("name", ITEMS)
def test_an_item_is_a_free_or_a_main_action_and_goes_to_play_or_exile(name):
    table = holding(name).play(f"play {name}")
    assert bool(table.state.main_done) == (name not in FREE)
    assert (name in table.exile_cards()) == (name in EXILED)
    assert (name in table.played()) == (name not in EXILED)


def gains_of(effect: list[dict]) -> dict[str, int] | None:
    """What an effect that only gains brings; nothing where it does more."""
    if any(step["op"] != "gain" for step in effect):
        return None
    return {name: n for step in effect for name, n in step.items() if name != "op"}


PLAIN = {name: gains for name in ITEMS if (gains := gains_of(GAME.figures[f"items.{name}.effect"]))}


@pytest.mark.parametrize("name", PLAIN)
def test_an_item_gains_its_tokens(name):
    assert holding(name).play(f"play {name}").held() == PLAIN[name]


def test_the_items_that_only_gain_are_known():
    assert set(PLAIN) == {
        "steam_boat",
        "automobile",
        "gold_pan",
        "watch",
        "carrier_pigeon",
        "rough_map",
        "hat",
        "chronometer",
    }


@pytest.mark.parametrize(("name", "gain"), [("watch", {"coin": 3}), ("chronometer", {"compass": 3})])
def test_passing_with_a_clock_gains_more_and_ends_the_round_for_the_player(name, gain):
    table = holding(name).play(f"play and pass {name}")
    assert table.held() == gain
    assert table.options() == {"end"}
    table.play("end", "pass", "end")
    assert table.state.round_number == 2


def test_a_clock_that_passes_is_no_free_action():
    table = holding("watch", "pack_donkey").play("play pack_donkey", "decline")
    assert table.offered("play") == {"play watch"}


@pytest.mark.parametrize(("name", "icon", "sites"), [("sea_turtle", "ship", "j3"), ("ostrich", "car", "j1")])
def test_an_animal_draws_and_then_sends_an_archaeologist_for_less(name, icon, sites):
    table = holding(name, compass=3).deck(1, "fear").idol(sites, "coin").next_tile("l1_10")
    table.play(f"play {name}", "accept")
    assert table.cards() == ["fear"]
    table.play(f"discover {sites}", f"pay discount {icon}")
    assert table.held() == {"coin": 1, "jewel": 1}
    assert table.guardian_at(sites)


def test_the_pack_donkey_draws_two():
    table = holding("pack_donkey").deck(1, "fear, funding_car").play("play pack_donkey", "accept", "accept")
    assert table.cards() == ["fear", "funding_car"]


def test_the_horse_draws_and_gains():
    table = holding("horse").deck(1, "fear").play("play horse", "accept")
    assert table.cards() == ["fear"]
    assert table.held() == {"coin": 1, "compass": 1}


def test_sturdy_boots_give_a_compass_and_two_boots_of_discount():
    table = holding("sturdy_boots", seats=4).play(
        "play sturdy_boots", "dig camp_tablet 2", "pay discount boot", "pay discount boot"
    )
    assert table.held() == {"compass": 1, "tablet": 2}


@pytest.mark.parametrize(
    ("name", "cost", "gain"),
    [("trowel", {"compass": 1}, {"jewel": 1}), ("pickaxe", {"compass": 1}, {"tablet": 1, "arrowhead": 1})],
)
def test_a_tool_turns_a_compass_into_more(name, cost, gain):
    assert holding(name, **cost).play(f"play {name}", "accept").held() == gain
    assert holding(name, **cost).play(f"play {name}", "decline").held() == cost
    assert "accept" not in holding(name).play(f"play {name}").options()


@pytest.mark.parametrize(("name", "compasses"), [("hot_air_balloon", 3), ("aeroplane", 2)])
def test_an_aircraft_covers_an_icon_and_compasses_of_a_discovery(name, compasses):
    table = holding(name, compass=3 - compasses).idol("j8", "tablet").next_tile("l1_10")
    table.play(f"play {name}", "discover j8", "pay discount plane")
    assert table.held() == {"tablet": 1, "jewel": 1}


def test_the_compass_discount_does_not_go_below_zero():
    table = holding("hot_air_balloon", compass=2).idol("j8", "tablet").next_tile("l1_10")
    table.play("play hot_air_balloon", "discover j8", "pay discount plane")
    assert table.held()["compass"] == 2


def test_an_aircraft_leaves_one_icon_of_two_to_be_paid():
    table = holding("aeroplane", "funding_car", compass=4)
    assert "discover h1" in table.play("play aeroplane").options()
    assert "discover h3" not in table.options()


def test_the_journal_moves_only_the_notebook_and_for_free():
    table = holding("journal").tokens(1, glass=3, notebook=0).supply("a01", "a02", "a03").play("play journal")
    assert table.offered("research") == {"research notebook 1", "research notebook 2"}
    table.play("research notebook 1", "recruit a02")
    assert table.employer("a02") == 1
    assert table.state.token[0].tolist() == [3, 1]


def test_the_journal_cannot_lift_the_notebook_above_the_glass():
    assert holding("journal").tokens(1, glass=1, notebook=2).play("play journal").offered("research") == set()


def test_the_parrot_uses_up_a_card_for_a_jewel():
    table = holding("parrot", "funding_car").play("play parrot", "accept", "use up funding_car")
    assert table.held() == {"jewel": 1}
    assert {"parrot", "funding_car"} <= set(table.played())
    assert table.options() == {"end"}


def test_the_parrot_needs_another_card():
    assert "accept" not in holding("parrot").play("play parrot").options()


def test_the_army_knife_gives_two_different_benefits():
    table = holding("army_knife").play("play army_knife", "choose 2")
    assert table.offered("choose") == {"choose 1", "choose 3", "choose 4"}
    assert table.play("choose 4").held() == {"coin": 1, "tablet": 1}


def test_the_army_knife_can_exile():
    table = holding("army_knife", "fear").play("play army_knife", "choose 1", "exile fear of hand", "choose 3")
    assert table.cards() == []
    assert table.held() == {"compass": 1}


def test_binoculars_activate_any_discovered_site_of_level_1():
    table = (
        holding("binoculars")
        .discovered("j1", "l1_05")
        .discovered("h1", "l2_01")
        .placed(2, "j1")
        .play("play binoculars")
    )
    assert table.offered("activate") == {"activate j1"}
    assert table.play("activate j1").held() == {"coin": 1, "tablet": 2}


def test_the_tent_activates_an_own_site_and_level_2_costs_two_compasses():
    table = (
        holding("tent", compass=2).discovered("h1", "l2_05").placed(1, "h1").placed(2, "camp_coin").play("play tent")
    )
    assert table.offered("activate") == {"activate h1"}
    assert table.play("activate h1").held() == {"tablet": 2, "jewel": 1}
    poor = holding("tent", compass=1).discovered("h1", "l2_05").placed(1, "h1").play("play tent")
    assert poor.offered("activate") == set()


def test_the_tent_needs_no_compasses_at_a_camp():
    assert holding("tent").placed(1, "camp_tablet").play("play tent", "activate camp_tablet").held() == {"tablet": 2}


def test_the_fishing_rod_offers_the_top_item_too():
    table = (
        holding("fishing_rod", coin=1)
        .row(items="aeroplane, hat, torch, axe, tent")
        .on_top("horse")
        .play("play fishing_rod")
    )
    assert table.offered("buy") == {f"buy {name}" for name in ("aeroplane", "hat", "torch", "axe", "tent", "horse")}
    table.play("buy horse")
    assert table.held() == {}
    assert table.deck_cards()[-1] == "horse"
    assert len(table.row_cards()[0]) == 5


def test_the_fishing_rod_can_be_played_without_coins_and_leaves_the_top_card():
    table = holding("fishing_rod").row(items="aeroplane, horse, tent, pack_donkey, machete").on_top("binoculars")
    table.play("play fishing_rod")
    assert table.offered("buy") == set()
    assert table.state.top_seen == 1
    table.play("decline", "end")
    assert table.row_cards()[0][0] == "aeroplane"


def test_another_card_bought_with_the_rod_lets_the_top_card_into_the_row():
    table = holding("fishing_rod", coin=1).row(items="hat, torch, axe, tent, horse").on_top("binoculars")
    table.play("play fishing_rod", "buy hat", "end")
    assert table.row_cards()[0] == ["torch", "axe", "tent", "horse", "binoculars"]


def test_the_precision_compass_buys_artifacts_for_three_less():
    table = holding("precision_compass", compass=1).row(artifacts="stone_jar").on_top("ritual_dagger")
    assert table.play("play precision_compass").offered("buy") == {"buy stone_jar", "buy ritual_dagger"}
    table.play("buy ritual_dagger", "accept", "decline")
    assert table.held() == {"arrowhead": 1}


@pytest.mark.parametrize(("here", "won", "compasses"), [(0, 0, 0), (1, 0, 1), (1, 1, 2), (1, 3, 3)])
def test_bow_and_arrows_count_guardians_met_and_overcome_up_to_three(here, won, compasses):
    table = holding("bow_and_arrows").discovered("j2", "l1_10", "g01").discovered("j3", "l1_02", "g02").placed(2, "j3")
    if here:
        table.placed(1, "j2")
    for name in ("g11", "g12", "g13")[:won]:
        table.won(1, name)
    assert table.play("play bow_and_arrows").held() == ({"compass": compasses} if compasses else {})


def test_the_whip_buys_an_artifact_for_four_less():
    table = holding("whip").row(artifacts="ritual_dagger").play("play whip", "buy ritual_dagger", "accept", "decline")
    assert table.held() == {"arrowhead": 1}
    assert "whip" in table.exile_cards()


def test_a_discount_leaves_nothing_over():
    table = holding("whip").row(artifacts="stone_jar").play("play whip", "buy stone_jar")
    assert table.told(Event.BUY)[-1][2] == 0


def test_the_airdrop_takes_an_item_into_hand():
    table = holding("airdrop").row(items="aeroplane, hat").play("play airdrop", "take aeroplane")
    assert table.cards() == ["aeroplane"]


def test_the_flask_draws_three():
    table = holding("flask").deck(1, "fear, funding_car, funding_ship").play("play flask", "accept", "accept", "accept")
    assert len(table.cards()) == 3


def test_drawing_stops_with_the_deck():
    table = holding("flask").deck(1, "fear").play("play flask", "accept")
    assert table.cards() == ["fear"]
    assert table.offered("accept") == set()


@pytest.mark.parametrize(
    ("name", "gain"), [("machete", {"compass": 2}), ("torch", {"tablet": 1}), ("axe", {"compass": 1})]
)
def test_a_blade_exiles_any_own_card_and_gains(name, gain):
    table = holding(name, "fear").in_play(1, "funding_car").play(f"play {name}")
    assert table.offered("exile") >= {"exile fear of hand", "exile funding_car", f"exile {name}"}
    assert table.play("exile funding_car").held() == gain
    assert "funding_car" in table.exile_cards()


@pytest.mark.parametrize(
    ("name", "gain"), [("machete", {"compass": 2}), ("torch", {"tablet": 1}), ("axe", {"compass": 1})]
)
def test_exiling_is_optional(name, gain):
    assert holding(name).play(f"play {name}", "decline").held() == gain


def test_the_large_backpack_draws_from_the_bottom():
    table = holding("large_backpack").deck(1, "fear, funding_car, funding_ship").play("play large_backpack", "accept")
    assert table.cards() == ["funding_ship"]
    assert table.held() == {"coin": 1}


def test_the_rope_uses_up_a_card_to_draw_two():
    table = holding("rope", "fear").deck(1, "funding_car, funding_ship")
    table.play("play rope", "accept", "use up fear", "accept", "accept")
    assert table.cards() == ["funding_car", "funding_ship"]


def test_the_revolver_overcomes_for_a_compass():
    table = holding("revolver", compass=1).discovered("j1", "l1_10", "g08").placed(1, "j1")
    table.play("play revolver", "accept", "overcome j1")
    assert table.held() == {}
    assert "boon g08" in table.options()


def test_the_bear_trap_needs_no_archaeologist_but_nobody_else():
    table = holding("bear_trap").discovered("j1", "l1_10", "g08").discovered("j2", "l1_02", "g09").placed(2, "j2")
    table.play("play bear_trap")
    assert table.offered("overcome") == {"overcome j1"}
    assert "boon g08" in table.play("overcome j1").options()


def test_the_grappling_hook_uses_up_draws_and_exiles():
    table = holding("grappling_hook", "fear").deck(1, "funding_car")
    table.play("play grappling_hook", "accept", "use up fear", "accept", "exile fear")
    assert table.cards() == ["funding_car"]
    assert table.played().count("fear") == 1


def test_the_lantern_activates_any_camp():
    table = holding("lantern").placed(2, "camp_arrowhead").play("play lantern")
    assert len(table.offered("activate")) == 5
    assert table.play("activate camp_arrowhead").held() == {"arrowhead": 1}


def test_the_dog_activates_an_unoccupied_camp():
    table = holding("dog").placed(2, "camp_arrowhead").placed(1, "camp_coin").play("play dog")
    assert table.offered("activate") == {"activate camp_compass", "activate camp_tablet", "activate camp_jewel"}
    assert table.play("activate camp_compass").held() == {"compass": 3}


@pytest.mark.parametrize(("crates", "slots", "compasses"), [(0, (), 0), (1, (1,), 2), (2, (1, 2), 3)])
def test_the_brush_counts_idols_in_and_out_of_slots_up_to_three(crates, slots, compasses):
    table = holding("brush").idols(1, crates, slots).play("play brush")
    assert table.held() == ({"compass": compasses} if compasses else {})


def test_the_theodolite_counts_archaeologists_on_the_island():
    table = holding("theodolite").placed(1, "camp_coin").placed(1, "camp_tablet").placed(2, "camp_jewel")
    assert table.play("play theodolite").held() == {"coin": 1, "compass": 2}


def test_a_free_card_drawn_in_the_middle_can_be_used_and_then_exiled():
    table = holding("grappling_hook", "fear").deck(1, "funding_car")
    table.play("play grappling_hook", "accept", "use up fear", "accept", "play funding_car", "exile funding_car")
    assert table.held() == {"coin": 1}
    assert "funding_car" in table.exile_cards()
    assert table.told(Event.PLAY)[-1][2] == 0

"""Every artifact: bought it costs no tablet, from hand it does; what its effect does, as its text says."""

import pytest

from digsite.simulator.games.arnak.state import Event
from tests.games.arnak.positions import ARTIFACTS, GAME, Position
from tests.games.arnak.test_items import gains_of


def holding(name: str, more: str = "", seats: int = 2, **tokens: int) -> Position:
    """Seat 1 holds an artifact and a tablet for it, and is to act."""
    tokens["tablet"] = tokens.get("tablet", 0) + 1
    return Position(seats).hand(1, f"{name}, {more}" if more else name).resources(1, **tokens)


@pytest.mark.parametrize("name", ARTIFACTS)
def test_from_hand_an_artifact_is_a_main_action_and_costs_a_tablet(name):
    assert f"play {name}" not in Position(2).hand(1, name).options()
    table = holding(name).play(f"play {name}")
    assert table.state.main_done
    assert name in table.played()
    assert table.held().get("tablet", 0) == {"sundial": 2, "runes_of_the_dead": 3}.get(name, 0)


@pytest.mark.parametrize("name", ARTIFACTS)
def test_bought_it_goes_into_play_and_its_effect_may_be_resolved_without_a_tablet(name):
    cost = GAME.figures[f"artifacts.{name}.cost"]
    table = Position(2).row(artifacts=name).resources(1, compass=cost).play(f"buy {name}")
    assert table.decision() == "resolve"
    assert name in table.played()
    assert {"accept", "decline"} <= table.options()
    table.play("decline")
    assert table.held() == {}
    assert table.options() == {"end"}


GAINS = {
    name: gains
    for name in ARTIFACTS
    if (gains := gains_of([step for step in GAME.figures[f"artifacts.{name}.effect"] if step["op"] != "fear"]))
}


@pytest.mark.parametrize("name", GAINS)
def test_an_artifact_gains_its_tokens_and_its_fear(name):
    table = holding(name)
    before = table.played().count("fear")
    table.play(f"play {name}")
    fear = sum(step["op"] == "fear" for step in GAME.figures[f"artifacts.{name}.effect"])
    assert table.held() == GAINS[name]
    assert table.played().count("fear") - before == fear


def test_the_artifacts_that_only_gain_are_known():
    assert set(GAINS) == {"serpents_gold", "serpent_idol", "sundial", "hunting_arrows", "runes_of_the_dead"}
    assert (
        "fear"
        in Position(2).row(artifacts="serpent_idol").resources(1, compass=2).play("buy serpent_idol", "accept").played()
    )


def test_the_sundial_gives_a_jewel_for_passing():
    table = Position(2).row(artifacts="sundial").resources(1, compass=2).play("buy sundial", "accept and pass")
    assert table.held() == {"jewel": 1}
    assert table.state.passed == 1
    assert holding("sundial").play("play and pass sundial").held() == {"jewel": 1}


def test_from_hand_the_sundial_costs_its_tablet_for_passing_too():
    """Rulebook, p. 13: "whenever you play the artifact's effect from your hand", its tablet must be paid."""
    without = Position(2).hand(1, "sundial").resources(1, coin=3, compass=3, arrowhead=3, jewel=3)
    assert without.offered("play") == set()
    assert holding("sundial").offered("play") == {"play sundial", "play and pass sundial"}
    assert holding("sundial", tablet=1).play("play and pass sundial").held() == {"tablet": 1, "jewel": 1}


@pytest.mark.parametrize("name", ["sundial", "guardians_crown"])
def test_an_artifact_can_be_exiled_from_the_play_area_and_from_hand(name):
    """Rulebook, p. 13: "you may exile a card from your hand or from your play area"."""
    table = Position(2).hand(1, "torch").in_play(1, name).play("play torch")
    assert f"exile {name}" in table.options()
    assert name in table.play(f"exile {name}").exile_cards()
    assert name not in table.played()
    table = Position(2).hand(1, f"torch, {name}").play("play torch", f"exile {name} of hand")
    assert name in table.exile_cards()


@pytest.mark.parametrize(("name", "reached"), [("pathfinders_sandals", {"camp"}), ("pathfinders_staff", {"camp", "j"})])
def test_pathfinders_relocate_from_any_site_to_some(name, reached):
    table = holding(name).discovered("h1", "l2_03").discovered("j1", "l1_10").discovered("h2", "l2_01").placed(1, "h1")
    options = table.play(f"play {name}").offered("relocate")
    assert options
    assert {option.split(" to ")[1].rstrip("12 ").split("_")[0] for option in options} == reached
    table.play("relocate h1 to camp_arrowhead")
    assert table.held() == {"arrowhead": 1}
    assert table.at("h1")[0] == 0
    assert table.at("camp_arrowhead")[0] == 1


def test_one_does_not_relocate_to_the_same_site_or_an_occupied_or_blocked_space():
    table = (
        holding("pathfinders_sandals").placed(1, "camp_coin").placed(2, "camp_compass").play("play pathfinders_sandals")
    )
    assert table.offered("relocate") == {
        f"relocate camp_coin to camp_{name}" for name in ("tablet", "arrowhead", "jewel")
    }


def test_one_does_not_relocate_to_the_other_space_of_the_same_site():
    table = Position(4).hand(1, "pathfinders_sandals").resources(1, tablet=1).placed(1, "camp_coin")
    options = table.play("play pathfinders_sandals").offered("relocate")
    assert len(options) == 8  # both spaces of the four other camps
    assert not any("to camp_coin" in option for option in options)


def test_the_war_mask_keeps_guardians_from_frightening():
    table = holding("war_mask").discovered("j1", "l1_10", "g01").placed(1, "j1").play("play war_mask")
    assert table.held() == {"arrowhead": 1}
    before = table.state.fear_gained[0]
    table.play("end", "pass", "end", "pass", "end")
    assert table.state.fear_gained[0] == before
    assert [frightened for _, _, frightened, _ in table.told(Event.HOME)] == [0]


def test_the_treasure_chest_draws_and_gains_a_coin():
    table = holding("treasure_chest").deck(1, "fear").play("play treasure_chest", "accept")
    assert table.held() == {"coin": 1}
    assert table.cards() == ["fear"]


@pytest.mark.parametrize(("name", "gain"), [("ritual_dagger", {"arrowhead": 1}), ("mortar", {"coin": 2})])
def test_an_artifact_exiles_and_gains(name, gain):
    table = holding(name, "fear").play(f"play {name}", "exile fear of hand")
    assert table.cards() == []
    assert table.held() == gain
    assert holding(name).play(f"play {name}", "decline").held() == gain


def test_the_crystal_earring_keeps_one_returns_one_and_uses_up_the_rest():
    table = holding("crystal_earring").deck(1, "funding_car, funding_ship, exploration_car, exploration_ship")
    table.play("play crystal_earring", "draw 3", "keep funding_ship")
    assert table.options() == {"decline", "return funding_car", "return exploration_car"}
    table.play("return exploration_car")
    assert table.cards() == ["funding_ship"]
    assert table.deck_cards() == ["exploration_car", "exploration_ship"]
    assert "funding_car" in table.played()


def test_of_a_single_card_the_earring_returns_none():
    table = holding("crystal_earring").deck(1, "funding_car, funding_ship").play("play crystal_earring", "draw 1")
    assert table.cards() == ["funding_car"]
    assert table.options() == {"end", "play funding_car"}


def test_the_earring_draws_no_more_than_the_deck_has():
    table = holding("crystal_earring").deck(1, "funding_car, funding_ship").play("play crystal_earring")
    assert table.offered("draw") == {"draw 1", "draw 2"}


def test_the_obsidian_earring_draws_from_the_bottom_and_returns_none():
    table = (
        holding("obsidian_earring").deck(1, "funding_car, funding_ship, fear").play("play obsidian_earring", "draw 2")
    )
    assert table.options() == {"keep fear", "keep funding_ship"}
    table.play("keep funding_ship")
    assert table.cards() == ["funding_ship"]
    assert "fear" in table.played()
    assert table.deck_cards() == ["funding_car"]


def test_the_monkey_medallion_puts_an_item_on_top_of_the_deck():
    table = holding("monkey_medallion").row(items="aeroplane, hat").play("play monkey_medallion", "take aeroplane")
    assert table.deck_cards()[0] == "aeroplane"


def test_the_idol_of_ara_anu_saves_a_jewel_on_the_track_and_in_the_temple():
    table = holding("idol_of_ara_anu").play("play idol_of_ara_anu")
    assert table.offered("research") == {"research glass 2"}
    assert table.play("research glass 2").held() == {"coin": 1}
    temple = holding("idol_of_ara_anu").tokens(1, 14).play("play idol_of_ara_anu")
    assert temple.offered("temple") == {"temple two_middle"}


def test_the_inscribed_blade_saves_an_arrowhead_or_two_tablets():
    table = holding("inscribed_blade", tablet=2, arrowhead=1).tokens(1, 4).play("play inscribed_blade")
    assert table.offered("research glass") == {"research glass 5", "research glass 5 by the other discount"}
    table.play("research glass 5 by the other discount")
    assert table.held() == {"tablet": 2, "compass": 1}
    other = holding("inscribed_blade", tablet=2).tokens(1, 4).play("play inscribed_blade", "research glass 5")
    assert other.held() == {"compass": 1}


def test_an_exhausted_assistant_is_ready_again_on_the_supply_board():
    table = holding("decorated_horn").assistant(1, "a01", exhausted=True).supply("a02", "a03", "a04")
    table.play("play decorated_horn", "swap a01 for a02")
    assert table.is_ready("a01")
    assert table.is_ready("a02")


def test_the_ocarina_calls_an_archaeologist_home():
    table = holding("guardians_ocarina").placed(1, "camp_coin").placed(1, "camp_tablet").play("play guardians_ocarina")
    assert table.offered("recall", "decline") == {"recall camp_coin", "recall camp_tablet"}
    table.play("recall camp_coin")
    assert table.at("camp_coin") == [0, 0]


def test_icons_produced_before_the_ocarina_become_planes():
    table = holding("guardians_ocarina").won(1, "g01").play("boon g01")
    assert table.pool() == {"ship": 1}
    assert table.play("play guardians_ocarina").pool() == {"plane": 1}


@pytest.mark.parametrize("guardian", ["g01", "g03", "g12"])  # boons: a ship, a car, a plane
def test_after_the_ocarina_a_boon_brings_planes(guardian):
    """Guardian's Ocarina turns "all your travel icons" into planes."""
    table = holding("guardians_ocarina").won(1, guardian).play("play guardians_ocarina")
    assert table.play(f"boon {guardian}").pool() == {"plane": 1}


@pytest.mark.parametrize("assistant", ["a07", "a08", "a09"])  # a plane, a car, a ship
@pytest.mark.parametrize("gold", [False, True])
def test_after_the_ocarina_an_assistant_brings_planes(assistant, gold):
    table = holding("guardians_ocarina").assistant(1, assistant, gold=gold).play("play guardians_ocarina")
    assert table.play(f"assistant {assistant}", "choose 2").pool() == {"plane": 2 if gold else 1}


def test_planes_of_the_ocarina_are_of_one_player_and_one_round():
    table = holding("guardians_ocarina").won(2, "g01").play("play guardians_ocarina", "end")
    assert table.play("boon g01").pool() == {"ship": 1}
    table = (
        holding("guardians_ocarina").won(1, "g01").play("play guardians_ocarina", "end", "pass", "end", "pass", "end")
    )
    assert table.state.round_number == 2
    assert table.end_turns_until(1).play("boon g01").pool() == {"ship": 1}


def test_the_ocarina_can_be_played_with_both_archaeologists_at_home():
    assert holding("guardians_ocarina").play("play guardians_ocarina").state.planes == 1


def test_the_tigerclaw_hairpin_exiles_and_activates_an_unoccupied_camp():
    table = holding("tigerclaw_hairpin", "fear").placed(2, "camp_coin")
    table.play("play tigerclaw_hairpin", "exile fear of hand")
    assert "activate camp_coin" not in table.options()
    assert table.play("activate camp_tablet").held() == {"tablet": 2}


def test_the_war_club_overcomes_a_guardian_where_one_stands():
    table = holding("war_club").discovered("j1", "l1_10", "g08").placed(1, "j1").discovered("j2", "l1_02", "g09")
    assert table.play("play war_club").offered("overcome") == {"overcome j1"}
    assert "boon g08" in table.play("overcome j1").options()


@pytest.mark.parametrize(("name", "coins"), [("traders_scales", 3), ("traders_coins", 2)])
def test_traders_upgrade_a_resource(name, coins):
    table = holding(name, arrowhead=1, tablet=1).play(f"play {name}")
    assert table.offered("upgrade") == {"upgrade tablet", "upgrade arrowhead"}
    assert table.play("upgrade arrowhead").held() == {"tablet": 1, "jewel": 1, "coin": coins}


@pytest.mark.parametrize(("name", "coins", "gain"), [("coconut_flask", 2, 2), ("ancient_wine", 1, 3)])
def test_a_drink_uses_an_assistant_of_the_supply_board_without_exhausting_it(name, coins, gain):
    table = holding(name).supply("a01", "a02", "a04").play(f"play {name}")
    assert table.offered("use") == {"use supply a01", "use supply a02", "use supply a04"}
    assert table.play("use supply a01").held() == {"coin": coins + gain}
    assert table.is_ready("a01")
    assert table.employer("a01") == 0
    assert table.options() == {"end"}


def test_travel_from_a_drink_is_lost_unless_used_by_a_free_action():
    table = holding("coconut_flask").supply("a07", "a02", "a04").assistant(1, "a03")
    table.play("play coconut_flask", "use supply a07", "choose 2")
    assert table.pool() == {"plane": 1}
    table.play("assistant a03", "accept", "pay icon plane")
    assert table.held() == {"coin": 2, "arrowhead": 1}


def test_the_cleansing_cauldron_draws_then_exiles():
    table = (
        holding("cleansing_cauldron").deck(1, "fear").play("play cleansing_cauldron", "accept", "exile fear of hand")
    )
    assert table.cards() == []


@pytest.mark.parametrize("gold", [False, True])
def test_the_decorated_horn_exchanges_an_assistant_of_the_same_level(gold):
    table = holding("decorated_horn").assistant(1, "a05", gold, exhausted=True).supply("a01", "a02", "a04")
    table.play("play decorated_horn", "swap a05 for a02")
    assert table.employer("a02") == 1
    assert table.employer("a05") == 0
    assert table.is_gold("a02") == gold
    assert not table.is_gold("a05")
    assert table.is_ready("a02")
    assert table.state.supply[1, table.state.supply_left[1] - 1] == 4


def test_the_ornate_hammer_exiles_the_rightmost_item_and_takes_one_from_exile():
    table = (
        holding("ornate_hammer")
        .row(items="hat, torch, axe, tent, horse")
        .exiled("aeroplane")
        .play("play ornate_hammer")
    )
    assert table.offered("take") == {"take horse", "take aeroplane"}
    table.play("take aeroplane")
    assert table.deck_cards()[-1] == "aeroplane"
    assert table.row_cards()[0] == ["hat", "torch", "axe", "tent"]
    table.play("end")
    assert len(table.row_cards()[0]) == 5


def test_star_charts_activate_two_different_camps_for_a_coin():
    table = holding("star_charts", coin=1).play("play star_charts", "accept", "activate camp_tablet")
    assert "activate camp_tablet" not in table.options()
    assert table.play("activate camp_compass").held() == {"tablet": 2, "compass": 2}


def test_the_stone_jar_draws():
    assert holding("stone_jar").deck(1, "fear").play("play stone_jar", "accept").cards() == ["fear"]


def test_the_passage_shell_digs_at_a_camp_for_nothing_and_twice():
    table = holding("passage_shell").play("play passage_shell")
    assert table.offered("dig", "discover") == {
        f"dig camp_{name}" for name in ("coin", "compass", "tablet", "arrowhead", "jewel")
    }
    table.play("dig camp_tablet", "accept")
    assert table.held() == {"tablet": 4}
    assert table.at("camp_tablet")[0] == 1


def test_each_activation_of_the_jewel_camp_needs_its_own_card():
    table = holding("passage_shell", "fear, funding_car").play(
        "play passage_shell", "dig camp_jewel", "accept", "use up fear"
    )
    table.play("accept", "accept", "use up funding_car")
    assert table.held() == {"jewel": 2}


def test_the_ceremonial_rattle_refreshes_an_assistant():
    table = (
        holding("ceremonial_rattle").assistant(1, "a01", exhausted=True).play("play ceremonial_rattle", "refresh a01")
    )
    assert table.is_ready("a01")


def test_the_sacred_drum_uses_up_a_card_to_refresh_both():
    table = holding("sacred_drum", "fear").assistant(1, "a01", exhausted=True).assistant(1, "a02", exhausted=True)
    table.play("play sacred_drum", "accept", "use up fear", "refresh a02", "refresh a01")
    assert table.is_ready("a01")
    assert table.is_ready("a02")


def test_the_stone_key_takes_an_idol_out_of_any_slot():
    table = holding("stone_key").idols(1, 0, (1, 2, 3)).play("play stone_key")
    assert table.offered("unslot") == {"unslot 1", "unslot 2", "unslot 3"}
    table.play("unslot 2", "idol arrowhead")
    assert table.state.slots[0] == 0b111
    assert table.state.crates[0] == 0


@pytest.mark.parametrize(
    ("name", "tile", "gain", "cost"),
    [
        ("guiding_stone", "l1_10", {"jewel": 1}, {}),
        ("guiding_skull", "l2_03", {"arrowhead": 1, "jewel": 1}, {"compass": 1}),
    ],
)
def test_a_guide_activates_the_top_tile_which_then_lies_under_its_stack(name, tile, gain, cost):
    table = holding(name, **cost).next_tile(tile).play(f"play {name}", *(["accept"] if cost else []))
    level = 0 if name == "guiding_stone" else 1
    stack = table.state.tiles_1 if level == 0 else table.state.tiles_2
    assert table.held() == gain
    assert stack[0] == GAME.figures.tables["tiles"].rows.index(tile)
    assert table.state.tiles_known[level] == 1
    assert table.state.tiles_left[level] == (10, 6)[level]


def test_the_guardians_crown_moves_a_guardian_and_activates_the_site_it_goes_to():
    table = (
        holding("guardians_crown")
        .discovered("j1", "l1_10", "g08")
        .placed(1, "j1")
        .discovered("j2", "l1_05")
        .discovered("h1", "l2_01")
    )
    table.placed(2, "camp_coin").play("play guardians_crown")
    assert table.offered("move") == {
        f"move guardian j1 to {site}" for site in ("camp_compass", "camp_tablet", "camp_arrowhead", "camp_jewel", "j2")
    }
    assert table.play("move guardian j1 to j2").held() == {"coin": 1, "tablet": 2}
    assert table.guardian_at("j2") == "g08"
    assert table.guardian_at("j1") == ""


def test_the_guardians_crown_moves_no_guardian_onto_a_guarded_site():
    """A site has one guardian at the most; a guarded camp is one that the Crown has sent a guardian to before."""
    table = holding("guardians_crown").discovered("j1", "l1_10", "g08").placed(1, "j1").discovered("j2", "l1_05", "g01")
    table.guarded("camp_coin", "g02").play("play guardians_crown")
    assert table.offered("move") == {
        f"move guardian j1 to {site}" for site in ("camp_compass", "camp_tablet", "camp_arrowhead", "camp_jewel")
    }


def test_an_artifact_waits_while_a_free_action_takes_another():
    """No printed free action takes one; with other figures each artifact still resolves its own effect."""
    taking = 'basics.funding_car.effect=[{ op = "take_card", kind = "artifact", to = "play" }]'
    table = Position(2, settings=[taking]).round(2).row(artifacts="stone_jar, sundial")
    table.hand(1, "funding_car").resources(1, compass=2)
    table.play("buy stone_jar", "play funding_car", "take sundial", "accept")
    assert table.held() == {"tablet": 2}
    assert table.decision() == "resolve"
    assert table.play("accept").decision() == "draw"

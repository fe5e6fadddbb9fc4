"""What the heuristic players of Arnak weigh: each decision in a position where one thing alone is at stake."""

import numpy as np
import pytest

from digsite.simulator.lab.battery.hand_play import blank_mind
from digsite.strategies.registry import line_up
from tests.games.arnak.positions import SITES, Position
from tests.strategies.strength import styles

STYLES = styles("arnak")
EVERY_CAMP = [site for site in SITES if site.startswith("camp")]


def chosen(table: Position, name: str = "balanced") -> str:
    """What a player does now, in words."""
    (player,) = line_up("arnak", [name])
    numbers = table.option_numbers()
    options = np.array(list(numbers.values()), np.int32)
    mind, weights = blank_mind("arnak", table.rules), np.array(player.weights)
    with np.errstate(over="ignore"):
        seat = int(table.state.seat)
        pick = player.strategy.choose()(table.rules, table.state, seat, options, len(options), weights, mind)
    return list(numbers)[pick]


def nobody_at_home(round_number: int = 3) -> Position:
    """Both archaeologists are out, so that there is little to do."""
    return Position(2).round(round_number).placed(1, "camp_coin").placed(1, "camp_compass")


@pytest.mark.parametrize("card", ["watch", "chronometer"])
@pytest.mark.parametrize("name", STYLES)
def test_who_has_nothing_else_to_do_passes_with_the_card_that_rewards_it(name, card):
    assert chosen(nobody_at_home().hand(1, card), name) == f"play and pass {card}"


def test_only_the_best_card_is_used_to_pass_and_the_others_after_it():
    table = nobody_at_home().hand(1, "watch, chronometer")
    assert chosen(table) == "play and pass chronometer"
    assert chosen(table.play("play and pass chronometer")) == "play watch"


def test_sundial_is_used_to_pass_only_by_who_has_the_tablet():
    table = nobody_at_home().hand(1, "sundial").row(items="pack_donkey", artifacts="stone_key")
    assert chosen(table.resources(1, tablet=1)) == "play and pass sundial"
    assert chosen(table.resources(1)) == "pass"


@pytest.mark.parametrize("name", STYLES)
def test_a_tablet_that_plays_an_artifact_does_not_pay_for_its_research_too(name):
    table = nobody_at_home().tokens(1, 2).hand(1, "inscribed_blade")  # the next step: a tablet and an arrowhead
    assert chosen(table.resources(1, tablet=1), name) == "pass"
    assert chosen(table.resources(1, tablet=2), name) == "play inscribed_blade"


@pytest.mark.parametrize("name", STYLES)
def test_a_step_that_a_discount_makes_no_cheaper_is_taken_without_it(name):
    table = nobody_at_home().hand(1, "inscribed_blade").resources(1, jewel=1, tablet=1)  # the step asks for a jewel
    assert chosen(table, name) == "research glass 2"


@pytest.mark.parametrize("name", STYLES)
def test_a_camp_that_asks_for_a_card_is_dug_at_only_if_one_is_left_after_the_journey(name):
    table = Position(4)
    for camp in EVERY_CAMP:
        table.placed(2, camp).placed(3, camp, 2)
    table.state.occupant[SITES.index("camp_jewel"), 1] = -1  # its second space asks for two boots
    assert chosen(table.hand(1, "fear, fear"), name) == "pass"
    assert chosen(table.hand(1, "fear, fear, fear"), name) == "dig camp_jewel 2"


def test_hand_cards_are_not_what_an_exile_is_played_for():
    table = nobody_at_home().hand(1, "tigerclaw_hairpin, funding_car").resources(1, tablet=1)
    for camp in EVERY_CAMP:
        table.placed(2, camp)
    assert chosen(table) != "play tigerclaw_hairpin"


@pytest.mark.parametrize("name", STYLES)
def test_the_last_idol_is_kept_for_the_bridge_that_asks_for_one(name):
    table = Position(2, variants=["snake-temple"]).round(3).placed(1, "camp_coin").placed(1, "camp_compass")
    table.tokens(1, 4).resources(1, compass=1, tablet=1, arrowhead=2, jewel=2)  # two tokens more would reach row 6
    assert not chosen(table.idols(1, crates=1), name).startswith("idol")
    table.round(2).tokens(1, 5, 4).resources(1, tablet=2, arrowhead=3)  # nothing else to do
    assert chosen(table, name) == "pass"


@pytest.mark.parametrize("name", STYLES)
def test_who_would_pass_in_the_last_round_buys_what_the_tokens_still_pay_for(name):
    row = "serpent_idol, star_charts, sacred_drum, war_club, hunting_arrows"  # the others cost four
    table = nobody_at_home(5).row(items="machete", artifacts=row).resources(1, compass=2)
    assert chosen(table, name) == "buy serpent_idol"
    assert chosen(table.round(4).resources(1), name) == "pass"


@pytest.mark.parametrize("name", STYLES)
def test_an_assistant_is_not_used_for_an_upgrade_that_would_be_declined(name):
    table = nobody_at_home(5).tokens(1, 10, 10).assistant(1, "a11").resources(1, coin=1, tablet=1, arrowhead=1)
    table.state.main_done = True
    assert chosen(table, name) == "end"  # all three tokens pay for the next step
    assert chosen(table.resources(1, coin=1, tablet=2), name) == "assistant a11"  # which lacks an arrowhead


@pytest.mark.parametrize("name", STYLES)
def test_fear_left_in_hand_makes_way_for_a_new_card(name):
    table = Position(2).hand(1, "fear").play("pass", "end", "pass", "end")
    assert chosen(table, name) == "discard fear"


@pytest.mark.parametrize("name", STYLES)
def test_a_fear_card_is_exiled_from_the_play_area_before_one_that_can_still_travel(name):
    table = Position(2).hand(1, "mortar, fear").in_play(1, "fear").resources(1, tablet=1).play("play mortar")
    assert chosen(table, name) == "exile fear"


@pytest.mark.parametrize("name", STYLES)
def test_the_card_that_is_missed_least_pays_for_travel(name):
    table = Position(2).hand(1, "gold_pan, funding_car, fear").play("dig camp_compass")
    assert chosen(table, name) == "pay card fear boot"


@pytest.mark.parametrize("name", STYLES)
def test_a_discount_is_used_before_a_card(name):
    table = Position(2).hand(1, "aeroplane, fear").play("play aeroplane", "dig camp_compass")
    assert chosen(table, name) == "pay discount plane"


@pytest.mark.parametrize("name", STYLES)
def test_an_archaeologist_is_relocated_away_from_a_guardian(name):
    table = Position(2).hand(1, "pathfinders_sandals").resources(1, tablet=1).discovered("j1", "l1_10", "g08")
    table.placed(1, "camp_tablet").placed(1, "j1").play("play pathfinders_sandals")
    assert chosen(table, name).startswith("relocate j1 to")


@pytest.mark.parametrize("name", STYLES)
def test_the_slot_that_scores_most_is_emptied(name):
    table = Position(2).hand(1, "stone_key").resources(1, tablet=1).idols(1, slots=[1, 2, 3]).play("play stone_key")
    assert chosen(table, name) == "unslot 3"


@pytest.mark.parametrize("name", STYLES)
def test_of_several_bonus_tiles_one_is_taken_that_brings_something(name):
    table = Position(2, variants=["snake-temple"]).round(3).tokens(1, 11).deck(1, "").bonus(13, "draw", "upgrade")
    table.resources(1, coin=1, tablet=2, arrowhead=1).play("research glass 13")
    assert chosen(table, name).endswith("upgrade")


@pytest.mark.parametrize("name", STYLES)
def test_an_assistant_that_brings_little_is_exchanged(name):
    table = Position(2).hand(1, "decorated_horn").resources(1, tablet=1, coin=2).assistant(1, "a06")
    assert chosen(table.supply("a04", "a01", "a12").play("play decorated_horn"), name).startswith("swap a06 for")


@pytest.mark.parametrize("name", STYLES)
def test_a_boon_that_brings_nothing_is_left_alone(name):
    table = Position(2, settings=["guardians.g15.boon=[]"]).round(3).placed(1, "camp_coin").placed(1, "camp_compass")
    assert chosen(table.won(1, "g15"), name) == "pass"


LITTLE_TO_BUY = {"items": "pack_donkey", "artifacts": "guardians_crown"}


@pytest.mark.parametrize(
    ("weight", "first"),
    [("cards_first", "play gold_pan"), ("helpers_first", "assistant a01"), ("guardians_first", "overcome j1")],
)
def test_what_pays_for_other_things_comes_before_a_dig_as_far_as_a_player_wants(weight, first):
    table = Position(2).round(3).hand(1, "gold_pan, fear, fear, fear").assistant(1, "a01").row(**LITTLE_TO_BUY)
    table.discovered("j1", "l1_10", "g13").placed(1, "j1").resources(1, tablet=3)
    haste = dict.fromkeys(["cards_first", "helpers_first", "guardians_first"], 0)

    def by(**changed):
        return ":".join(["balanced:guardian=1", *(f"{name}={value}" for name, value in {**haste, **changed}.items())])

    assert chosen(table, by()).startswith("dig")
    assert chosen(table, by(**{weight: 50})) == first


@pytest.mark.parametrize(("weight", "round_number"), [("plays_early", 1), ("plays_early", 2), ("plays_fourth", 4)])
def test_a_card_is_bought_for_what_it_will_do_by_the_round(weight, round_number):
    table = nobody_at_home(round_number).row(items="horse", artifacts="guardians_crown").resources(1, coin=4)
    assert chosen(table, f"balanced:{weight}=0") == "pass"
    assert chosen(table, f"balanced:{weight}=3") == "buy horse"


@pytest.mark.parametrize(
    ("coin", "compass", "round_number"),
    [("coin_early", "compass_early", 1), ("coin_early", "compass_early", 2), ("fourth_coin", "fourth_compass", 4)],
)
def test_coins_and_compasses_are_kept_or_spent_by_the_round(coin, compass, round_number):
    table = nobody_at_home(round_number).row(items="carrier_pigeon", artifacts="sundial")
    table.resources(1, coin=2)
    assert chosen(table, f"balanced:{coin}=0") == "buy carrier_pigeon"
    assert chosen(table, f"balanced:{coin}=20") == "pass"
    table.resources(1, compass=2)
    assert chosen(table, f"balanced:{compass}=0") == "buy sundial"
    assert chosen(table, f"balanced:{compass}=20") == "pass"


def test_an_assistant_is_worth_more_in_the_first_two_rounds_to_whoever_counts_on_it():
    table = nobody_at_home(2).tokens(1, 2).row(**LITTLE_TO_BUY).resources(1, jewel=1)
    assert chosen(table, "balanced:assistant_early=0") == "pass"
    assert chosen(table, "balanced:assistant_early=3") == "research notebook 2"


def test_an_artifact_is_bought_for_what_its_effect_can_do_at_once():
    table = nobody_at_home(4).hand(1, "").row(items="pack_donkey", artifacts="star_charts")
    assert chosen(table.resources(1, compass=4)) == "pass"
    assert chosen(table.resources(1, compass=4, coin=1)) == "buy star_charts"  # a coin activates two camps


@pytest.mark.parametrize(("name", "round_number"), [("", 3), ("fourth_", 4), ("last_", 5)])
def test_points_count_by_the_round(name, round_number):
    """One arrowhead: a step of the glass that brings a point, or a guardian that brings five."""
    table = Position(2).round(round_number).tokens(1, 1).hand(1, "").row(**LITTLE_TO_BUY)
    table.discovered("j1", "l1_10", "g04").placed(1, "j1").placed(1, "camp_compass")
    table.resources(1, coin=2, tablet=1, arrowhead=1)
    style = f"balanced:{name}guardians_first=0:{name}glass="
    assert chosen(table, f"{style}6:{name}guardian=0") == "research glass 4"
    assert chosen(table, f"{style}0:{name}guardian=8") == "overcome j1"


@pytest.mark.parametrize(("name", "round_number"), [("fourth_", 4), ("last_", 5)])
def test_what_could_be_bought_counts_by_the_round(name, round_number):
    """An idol brings the arrowhead that the next step lacks; a slot filled costs points."""
    table = nobody_at_home(round_number).tokens(1, 1).hand(1, "").row(**LITTLE_TO_BUY).idols(1, crates=1)
    table.resources(1, tablet=1)
    assert not chosen(table, f"balanced:{name}plan=0:{name}slot=8").startswith("idol")
    assert chosen(table, f"balanced:{name}plan=1.5:{name}slot=2:{name}glass=6") == "idol arrowhead"


def test_an_upgrade_counts_by_the_tokens_left_once_the_research_is_paid_for():
    """Two steps cost the same; the one takes the only tablet that its bonus tile could upgrade."""
    table = nobody_at_home(3).tokens(1, 1).hand(1, "").row(**LITTLE_TO_BUY).bonus(3, "coin").bonus(4, "upgrade")
    player = "balanced:coin=1:tablet=0:arrowhead=3:jewel=3:need=0:plan=0"
    assert chosen(table.resources(1, tablet=1, arrowhead=1, jewel=1), player) == "research glass 3"
    assert chosen(table.resources(1, tablet=2, arrowhead=1, jewel=1), player) == "research glass 4"


@pytest.mark.parametrize(("round_number", "arrowhead"), [(2, 5.5), (3, 4.5), (4, 3.5)])
def test_an_assistant_upgraded_brings_its_gold_side_in_this_round_and_every_later_one(round_number, arrowhead):
    """The step costs an arrowhead; it brings two coins now, and one more in each round."""
    table = nobody_at_home(round_number).tokens(1, 5, 4).hand(1, "").row(**LITTLE_TO_BUY)
    table.assistant(1, "a01", exhausted=True).resources(1, tablet=2, arrowhead=1)
    name = "fourth_" if round_number == 4 else ""
    held = f"{name}coin=1:{name}tablet=0:{name}plan=0:{name}notebook=0:ahead_notebook=0"
    player = f"balanced:assistant=0:early=1:need=0:{held}"
    assert chosen(table, f"{player}:{name}arrowhead={arrowhead}") == "research notebook 5"
    assert chosen(table, f"{player}:{name}arrowhead={arrowhead + 1}") == "pass"


def test_an_idol_out_of_its_slot_is_worth_what_the_slot_is():
    table = nobody_at_home(5).hand(1, "").row(items="pack_donkey", artifacts="stone_key").idols(1, slots=[1, 2, 3])
    table.resources(1, compass=3)
    assert chosen(table, "balanced:last_artifact=0:last_slot=0") == "pass"
    assert chosen(table, "balanced:last_artifact=0:last_slot=2") == "buy stone_key"


def test_tokens_are_plenty_beyond_a_number_of_their_kind():
    table = nobody_at_home(3).row(items="pack_donkey", artifacts="sundial").hand(1, "").resources(1, compass=3)
    assert chosen(table, "balanced:many_compasses=0:plenty=0") == "buy sundial"
    assert chosen(table, "balanced:many_compasses=8:plenty=0") == "pass"

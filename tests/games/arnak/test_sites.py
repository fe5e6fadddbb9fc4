"""The island: digging, discovering, guardians, camps, site tiles, idols and slots."""

import pytest

from digsite.simulator.games.arnak.state import Event
from tests.games.arnak.positions import GAME, GUARDIANS, IDOLS, PLACES, Position
from tests.games.arnak.test_items import gains_of

TILE_GAINS = {
    tile: gains
    for tile in GAME.figures.tables["tiles"].rows
    if (
        gains := gains_of([step for step in GAME.figures[f"tiles.{tile}.effect"] if step["op"] not in ("fear", "draw")])
    )
}


def test_every_site_tile_but_the_one_with_a_choice_gains():
    assert set(GAME.figures.tables["tiles"].rows) - set(TILE_GAINS) == {"l1_01"}


@pytest.mark.parametrize("tile", TILE_GAINS)
def test_digging_at_a_discovered_site_resolves_its_tile(tile):
    site = "j1" if tile.startswith("l1") else "h1"
    table = Position(2).hand(1, "automobile").discovered(site, tile).deck(1, "fear, funding_car")
    fears = table.played().count("fear")
    table.play(f"dig {site}", "pay card automobile car")
    if site == "h1":
        table.play("pay icon car")
    ops = [step["op"] for step in GAME.figures[f"tiles.{tile}.effect"]]
    if "draw" in ops:
        table.play("accept")
        assert table.cards() == ["fear"]
    assert table.held() == TILE_GAINS[tile]
    assert table.played().count("fear") - fears == ops.count("fear")


def test_the_site_with_a_choice_gives_compasses_or_an_item():
    table = Position(2).hand(1, "funding_car").discovered("j1", "l1_01").row(items="aeroplane, hat")
    table.play("dig j1", "pay card funding_car car", "choose 2", "take aeroplane")
    assert table.deck_cards()[-1] == "aeroplane"
    other = (
        Position(2)
        .hand(1, "funding_car")
        .discovered("j1", "l1_01")
        .play("dig j1", "pay card funding_car car", "choose 1")
    )
    assert other.held() == {"compass": 2}


@pytest.mark.parametrize(
    ("camp", "gain"),
    [("coin", {"coin": 2}), ("compass", {"compass": 2}), ("tablet", {"tablet": 2}), ("arrowhead", {"arrowhead": 1})],
)
def test_a_camp_gives_its_tokens(camp, gain):
    table = Position(2).hand(1, "fear").play(f"dig camp_{camp}", "pay card fear boot")
    assert table.held() == gain
    assert table.at(f"camp_{camp}")[0] == 1


def test_the_jewel_camp_uses_up_a_card():
    table = (
        Position(2)
        .hand(1, "fear, funding_car")
        .play("dig camp_jewel", "pay card fear boot", "accept", "use up funding_car")
    )
    assert table.held() == {"jewel": 1}


def test_the_worked_example_of_digging():
    """One boot and two tablets; the next one at the site needs two boots, and a third player finds no space."""
    table = Position(4).hand(1, "fear").play("dig camp_tablet", "pay card fear boot")
    assert table.held() == {"tablet": 2}
    table.play("end").hand(2, "fear, funding_car")
    assert table.offered("dig camp_tablet") == {"dig camp_tablet 2"}
    table.play("dig camp_tablet 2", "pay card fear boot", "pay card funding_car car", "end").hand(3, "automobile")
    assert table.offered("dig camp_tablet") == set()


def test_a_player_may_dig_at_the_same_site_with_both_archaeologists():
    table = Position(4).placed(1, "camp_tablet").hand(1, "automobile")
    assert "dig camp_tablet 2" in table.options()


def test_with_both_archaeologists_on_the_island_nobody_can_be_sent():
    table = (
        Position(4)
        .placed(1, "camp_tablet")
        .placed(1, "camp_coin")
        .hand(1, "automobile, sea_turtle")
        .resources(1, compass=9)
    )
    assert table.offered("dig", "discover") == set()
    assert table.deck(1, "").play("play sea_turtle", "decline").offered("dig", "discover") == set()


def test_a_discovery_takes_idol_site_and_guardian_in_this_order():
    table = Position(2).hand(1, "funding_car").resources(1, compass=4).idol("j1", "upgrade").next_tile("l1_06")
    table.play("discover j1", "pay card funding_car car")
    assert table.decision() == "upgrade"
    assert table.tile_at("j1") == ""
    assert table.held() == {"compass": 1}
    table.play("decline")
    assert table.held() == {"compass": 1, "tablet": 1, "arrowhead": 1}
    assert table.tile_at("j1") == "l1_06"
    assert table.guardian_at("j1")
    assert table.state.crates[0] == 1


def test_a_site_of_level_2_costs_six_compasses_and_has_two_idols():
    table = Position(2).hand(1, "automobile").resources(1, compass=6).idol("h1", "coin").next_tile("l2_03")
    assert "discover h1" not in Position(2).hand(1, "automobile").resources(1, compass=5).options()
    table.play("discover h1", "pay card automobile car", "pay icon car")
    assert table.held() == {"coin": 1, "arrowhead": 1, "jewel": 1}
    assert table.state.crates[0] == 2


def test_digging_at_a_discovered_site_costs_no_compasses():
    assert "dig j1" in Position(2).hand(1, "funding_car").discovered("j1", "l1_10", "g01").options()


@pytest.mark.parametrize("face", IDOLS)
def test_the_idol_that_lies_face_up_has_its_effect(face):
    table = (
        Position(2).hand(1, "funding_car, fear").resources(1, compass=3, tablet=1).assistant(1, "a01", exhausted=True)
    )
    table.idol("j1", face).next_tile("l1_10").play("discover j1", "pay card funding_car car")
    if face in ("coin", "compass", "tablet"):
        assert table.held()[face] == 1 + (face == "tablet")
    elif face == "exile":
        assert "fear" not in table.play("exile fear of hand").cards()
    elif face == "upgrade":
        assert table.play("upgrade tablet").held() == {"arrowhead": 1, "jewel": 1}
    else:
        assert table.play("refresh a01").is_ready("a01")


# ------------------------------------------------------------------------------------------------ guardians


@pytest.mark.parametrize("guardian", GUARDIANS)
def test_a_guardian_is_overcome_by_paying_its_cost(guardian):
    cost = GAME.figures[f"guardians.{guardian}.cost"]
    tokens = {name: n for name, n in cost.items() if name in ("coin", "compass", "tablet", "arrowhead", "jewel")}
    travel = [icon for icon, n in cost.items() if icon in ("boot", "car", "ship", "plane") for _ in range(n)]
    cards = {"boot": "fear", "car": "funding_car", "ship": "funding_ship", "plane": "hot_air_balloon"}
    hand = ", ".join(
        ["exploration_car"] * cost.get("card", 0)
        + [cards[icon] if n == 0 else "exploration_ship" for n, icon in enumerate(travel)]
    )
    table = Position(2).discovered("j1", "l1_10", guardian).placed(1, "j1").hand(1, hand).resources(1, **tokens)
    table.play("overcome j1")
    while table.decision() in ("travel", "use_up"):
        table.play(sorted(table.options())[0])
    assert table.held() == {}
    assert table.cards() == []
    assert table.guardian_at("j1") == ""
    assert f"boon {guardian}" in table.options()
    assert table.outcome().points_from[0, 5] == 5
    short = Position(2).discovered("j1", "l1_10", guardian).placed(1, "j1").hand(1, hand)
    assert short.resources(1).offered("overcome") == (set() if tokens else {"overcome j1"})


@pytest.mark.parametrize("guardian", GUARDIANS)
def test_a_boon_is_a_free_action_once(guardian):
    (step,) = GAME.figures[f"guardians.{guardian}.boon"]
    table = (
        Position(2)
        .won(1, guardian)
        .hand(1, "fear")
        .deck(1, "funding_car")
        .resources(1, tablet=1)
        .play(f"boon {guardian}")
    )
    if step["op"] == "travel":
        assert table.pool() == step["icons"]
    elif step["op"] == "exile":
        assert "fear" not in table.play("exile fear of hand").cards()
    elif step["op"] == "draw":
        assert "funding_car" in table.play("accept").cards()
    else:
        assert table.play("upgrade tablet").held() == {"arrowhead": 1}
    assert not table.state.main_done
    assert table.offered("boon") == set()
    assert table.outcome().points_from[0, 5] == 5


def test_only_a_guardian_of_an_own_site_can_be_overcome():
    table = Position(2).discovered("j1", "l1_10", "g08").placed(2, "j1").resources(1, coin=4)
    assert table.offered("overcome") == set()


def test_a_guardian_frightens_every_archaeologist_that_comes_home_from_its_site():
    table = Position(2).discovered("j1", "l1_10", "g08").discovered("j2", "l1_02").placed(1, "j1").placed(2, "j2")
    table.play("pass", "end", "pass", "end")
    assert table.state.fear_gained.tolist()[:2] == [1, 0]


# ------------------------------------------------------------------------------------------------ idol slots


@pytest.mark.parametrize(
    ("choice", "plays", "gain"),
    [
        ("arrowhead", [], {"arrowhead": 1}),
        ("tablets", [], {"tablet": 2}),
        ("coin_compass", [], {"coin": 1, "compass": 1}),
    ],
)
def test_an_idol_in_a_slot_gains(choice, plays, gain):
    table = Position(2).idols(1, 1).play(f"idol {choice}", *plays)
    assert table.held() == gain
    assert not table.state.main_done


def test_an_idol_in_a_slot_turns_a_coin_into_a_jewel_or_draws():
    assert Position(2).idols(1, 1).resources(1, coin=1).play("idol jewel", "accept").held() == {"jewel": 1}
    assert Position(2).idols(1, 1).deck(1, "fear").play("idol draw", "accept").cards() == ["fear"]


def test_slots_fill_from_the_left_and_empty_ones_score():
    table = Position(2).idols(1, 5)
    points = []
    for _ in range(4):
        points.append(int(table.outcome().points_from[0, 4]))
        table.play("idol arrowhead")
    assert points == [10, 9, 7, 4]
    assert table.outcome().points_from[0, 4] == 0
    assert table.outcome().points_from[0, 3] == 15
    assert table.offered("idol") == set()


def test_nothing_is_activated_that_is_not_discovered():
    table = Position(2).hand(1, "binoculars").play("play binoculars")
    assert table.options() == {"decline"}
    assert len(PLACES) == 21


def test_discovering_is_logged():
    table = Position(2).hand(1, "funding_car").resources(1, compass=3).idol("j1", "coin").next_tile("l1_10")
    table.play("discover j1", "pay card funding_car car")
    assert [len(table.told(event)) for event in (Event.DISCOVER, Event.IDOL, Event.REVEAL, Event.GUARDIAN)] == [1] * 4

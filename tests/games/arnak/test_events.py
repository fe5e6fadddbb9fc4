"""What is put back, kept, lost, brought to light or left undone is noted, so that a replay can tell it."""

import pytest

from digsite.simulator.games.arnak.ops import COSTS, RESOURCES, Code, Internal
from digsite.simulator.games.arnak.state import NO_CARD, NOBODY, RIVAL, Event
from digsite.simulator.kernel.effects.steps import Flow
from tests.games.arnak.positions import ASSISTANTS, FACES, GAME, IDOLS, SITES, Position
from tests.games.arnak.test_artifacts import holding


def skipped(table: Position) -> list[tuple[int, int]]:
    """Steps left undone in the last call, and how far each had come."""
    return [(code, progress) for _, code, progress, _ in table.told(Event.SKIP)]


def test_cards_returned_to_the_deck_and_kept_are_noted():
    table = holding("crystal_earring").deck(1, "funding_car, funding_ship, exploration_car, exploration_ship")
    table.play("play crystal_earring", "draw 3", "keep funding_ship", "return exploration_car")
    assert table.told(Event.RETURN) == [(1, table.find("exploration_car", 1), 0, 0)]
    assert table.told(Event.KEEP) == [(1, table.find("funding_ship", 1), 0, 0)]
    assert table.told(Event.USE_UP) == [(1, table.find("funding_car", 1), 0, 0)]


def test_cards_kept_for_the_next_round_are_noted():
    table = (
        Position(2).hand(1, "funding_car, hat, journal").play("pass", "end", "pass", "end", "discard hat", "decline")
    )
    assert [(seat, card, late) for seat, card, late, _ in table.told(Event.KEEP)] == [
        (1, table.find(name, 1), 1) for name in ("journal", "funding_car")
    ]


def test_travel_icons_that_are_left_over_are_noted_when_the_turn_ends():
    table = Position(2).hand(1, "pack_donkey").play("dig camp_coin", "pay card pack_donkey car")
    assert table.play("end").told(Event.LOSE) == [(1, 1, 1, 0)]


def test_the_assistant_that_comes_to_light_is_noted():
    table = Position(2).supply("a01", "a02", "a03").supply("a04").resources(1, jewel=1).tokens(1, 2)
    table.play("research notebook 2", "recruit a04")
    assert table.told(Event.SUPPLY) == [(NOBODY + 1, 0, ASSISTANTS.index("a01"), 0)]


def test_a_stack_of_the_supply_board_that_is_empty_now_is_noted():
    table = Position(2).resources(1, jewel=1).tokens(1, 2)
    table.state.supply_left[1] = 1
    last = ASSISTANTS[int(table.state.supply[1, 0])]
    assert table.play("research notebook 2", f"recruit {last}").told(Event.SUPPLY) == [(NOBODY + 1, 1, NOBODY, 0)]


def test_that_no_assistant_is_left_to_be_rescued_is_noted():
    table = Position(2, ["snake-temple"]).to_be_rescued("a01").idols(1, crates=1).tokens(1, 6)
    table.play("research glass 8", "recruit a01")
    assert table.told(Event.SUPPLY) == [(NOBODY + 1, 3, NOBODY, 0)]


@pytest.mark.parametrize(
    ("seats", "first"), [(1, [RIVAL] * 5), (2, [0, 1, 0, 1, 0]), (3, [0, 1, 2, 0, 1]), (4, [0, 1, 2, 3, 0])]
)
def test_each_round_notes_who_begins_it(seats, first):
    """The marker moves one place to the left; solo the rival begins."""
    table = Position(seats)
    noted = table.told(Event.ROUND)
    while not table.state.over:
        table.play(next(word for word in ("pass", "end", "decline") if word in table.options()))
        noted += table.told(Event.ROUND)
    assert [(number, seat) for _, number, seat, _ in noted] == list(enumerate(first, 1))


@pytest.mark.parametrize("red", [0, 2, 5])
def test_the_rival_s_red_tiles_are_noted_at_the_start(red):
    tiles = GAME.figures.tables["rival.tiles"].rows
    actions = ("discover", "research", "overcome", "buy_item", "buy_artifact")
    for luck in range(5):
        table = Position(1, settings=[f"rival.red_tiles={red}"], luck=luck)
        stack = {tiles[tile] for tile in table.state.rival_stack.tolist()}
        ((_, _, _, noted),) = table.told(Event.SETUP)
        assert [f"{action}_red" in stack for action in actions] == [bool(noted >> pair & 1) for pair in range(5)]
        assert noted.bit_count() == red
    assert [noted for _, _, _, noted in Position(2).told(Event.SETUP)] == [0]


def test_what_a_discount_takes_off_a_research_cost_is_noted():
    table = Position(2).hand(1, "inscribed_blade").resources(1, tablet=1, compass=1).play("play inscribed_blade")
    table.play("research glass 1")  # printed: a compass and an arrowhead
    assert table.told(Event.DISCOUNT) == [(1, RESOURCES.index("arrowhead"), 1, 0)]
    assert [(token, n) for _, token, n, _ in table.told(Event.PAY)] == [(RESOURCES.index("compass"), 1)]
    table = Position(2).hand(1, "idol_of_ara_anu").resources(1, tablet=1, compass=1, arrowhead=1)
    table.play("play idol_of_ara_anu")
    assert table.play("research glass 1").told(Event.DISCOUNT) == []  # there is no jewel in the cost
    assert Position(2).resources(1, jewel=1).play("research glass 2").told(Event.DISCOUNT) == []


def test_research_for_nothing_notes_all_that_it_saves():
    table = Position(2).hand(1, "journal").tokens(1, 3, 1).play("play journal", "research notebook 3")
    saved = {COSTS[what]: n for _, what, n, free in table.told(Event.DISCOUNT) if free}
    assert saved == GAME.figures["research.bird.spaces.3.cost"]
    table = Position(2, ["snake-temple"]).hand(1, "journal").tokens(1, 8, 6).play("play journal", "research notebook 8")
    assert table.told(Event.DISCOUNT) == [(1, COSTS.index("idol"), 1, 1)]


def test_the_discount_on_a_temple_tile_is_noted():
    table = (
        Position(2)
        .hand(1, "idol_of_ara_anu")
        .tokens(1, 14)
        .resources(1, tablet=9, compass=9, coin=9, arrowhead=9, jewel=9)
    )
    table.play("play idol_of_ara_anu", "temple eleven")
    assert table.told(Event.DISCOUNT) == [(1, RESOURCES.index("jewel"), 1, 0)]


@pytest.mark.parametrize(("chosen", "seen"), [("a01", ["a02"]), ("a02", [])])
def test_of_assistants_to_be_rescued_the_new_top_is_noted(chosen, seen):
    table = Position(2, ["snake-temple"]).to_be_rescued("a01", "a02").idols(1, crates=1).tokens(1, 6)
    table.play("research glass 8", f"recruit {chosen}")
    assert table.told(Event.SUPPLY) == [(NOBODY + 1, 3, ASSISTANTS.index(name), 0) for name in seen]


def test_what_lies_face_up_at_the_start_is_noted():
    table = Position(4)
    assert [(site, IDOLS[face]) for _, site, face, _ in table.told(Event.LAY_IDOL)] == [
        (site, IDOLS[int(table.state.idol[site])]) for site in range(SITES.index("j1"), len(SITES))
    ]
    bonus = [
        (at, table.state.bonus[at, :left].tolist()) for at, left in enumerate(table.state.bonus_left[:-1].tolist())
    ]
    laid = [(space, FACES[face]) for _, space, face, _ in table.told(Event.LAY_BONUS)]
    assert laid == [(space, FACES[face]) for space, faces in bonus for face in faces]
    tops = [int(table.state.supply[stack, table.state.supply_left[stack] - 1]) for stack in range(3)]
    assert [(stack, top) for _, stack, top, _ in table.told(Event.SUPPLY)] == list(enumerate(tops))


def test_a_card_taken_from_exile_is_noted_as_such():
    table = holding("ornate_hammer").exiled("hat").play("play ornate_hammer", "take hat")
    assert [source for *_, source in table.told(Event.TAKE)] == [1]
    row = holding("monkey_medallion").row(items="aeroplane").play("play monkey_medallion", "take aeroplane")
    assert [source for *_, source in row.told(Event.TAKE)] == [0]


@pytest.mark.parametrize(
    ("table", "decisions", "code", "progress"),
    [
        (holding("ritual_dagger"), ["play ritual_dagger", "decline"], Code.EXILE, 0),
        (Position(2).hand(1, "pack_donkey").deck(1, "fear, fear"), ["play pack_donkey", "accept", "decline"], Code.DRAW, 1),
        (Position(2).hand(1, "trowel").resources(1, compass=1), ["play trowel", "decline"], Flow.PAY, 0),
        (Position(2).hand(1, "sturdy_boots"), ["play sturdy_boots", "decline"], Code.SEND, 0),
        (Position(2).row(artifacts="stone_jar").resources(1, compass=2), ["buy stone_jar", "decline"], Internal.RESOLVE, 64),
        (holding("crystal_earring").deck(1, ""), ["play crystal_earring", "decline"], Code.DRAW_KEEP, 0),
        (holding("passage_shell"), ["play passage_shell", "dig camp_coin", "decline"], Internal.ACTIVATE_AGAIN, 0),
    ],
    ids=["exile", "draw", "pay", "send", "an artifact's effect", "draw from an empty deck", "activate again"],
)  # fmt: skip
def test_a_step_that_is_declined_is_noted(table, decisions, code, progress):
    assert skipped(table.play(*decisions)) == [(code, progress)]


def without_items(table: Position) -> Position:
    table.state.row_items[:] = NO_CARD
    return table


def without_tiles(table: Position) -> Position:
    table.state.tiles_left[:] = 0
    return table


def without_fear(table: Position) -> Position:
    table.state.fear_deck = table.state.fear_tiles_left = 0
    return table


def without_supply(table: Position) -> Position:
    table.state.supply_left[:] = 0
    return table


def without_guardians(table: Position) -> Position:
    table.state.guardians_left = 0
    return table


@pytest.mark.parametrize(
    ("table", "decisions", "code"),
    [
        (Position(2).hand(1, "brush"), ["play brush"], Code.GAIN_PER),
        (holding("guardians_ocarina"), ["play guardians_ocarina"], Code.RECALL),
        (without_fear(holding("serpent_idol")), ["play serpent_idol"], Code.FEAR),
        (without_tiles(holding("guiding_stone")), ["play guiding_stone"], Code.ACTIVATE_STACK_TOP),
        (without_items(holding("ornate_hammer")), ["play ornate_hammer"], Code.EXILE_ROW_CARD),
        (without_supply(Position(2).tokens(1, 2).resources(1, jewel=1)), ["research notebook 2"], Code.RECRUIT_ASSISTANT),
        (Position(2).tokens(1, 5, 4).resources(1, tablet=2, arrowhead=1), ["research notebook 5"], Code.UPGRADE_ASSISTANT),
        (
            Position(2, ["snake-temple"]).to_be_rescued().tokens(1, 6).idols(1, crates=1),
            ["research glass 8"],
            Code.RESCUE_ASSISTANT,
        ),
        (
            without_guardians(Position(2).hand(1, "funding_car").resources(1, compass=3).idol("j1", "coin")).next_tile("l1_10"),
            ["discover j1", "pay card funding_car car"],
            Internal.AWAKEN_GUARDIAN,
        ),
    ],
    ids=lambda value: value.name.lower() if isinstance(value, Code | Internal) else "",
)  # fmt: skip
def test_a_step_that_finds_nothing_to_do_is_noted(table, decisions, code):
    assert skipped(table.play(*decisions)) == [(code, 0)]

"""What a seat knows, and what a redeal may change."""

import random

import pytest

from digsite.simulator.games.archaeology.rules import MAP, MONUMENTS
from digsite.simulator.games.archaeology.state import Event, Stream
from tests.games.archaeology.conserved import inventory
from tests.games.archaeology.positions import Position, named


def known(table: Position, viewer: int, owner: int) -> dict[str, int]:
    return named(table.state.known[viewer - 1, owner - 1])


def test_cards_taken_from_the_marketplace_are_known_to_all():
    table = (
        Position(3).hands("talisman, coin", "coin", "coin").market("map").acting(1).play("offer talisman", "take map")
    )
    assert known(table, 2, 1) == known(table, 3, 1) == {"map": 1}


def test_a_known_card_that_is_sold_is_known_no_more():
    table = Position(2).hands("talisman, coin", "coin").market("map").acting(1)
    assert known(table.play("offer talisman", "take map", "sell map 1"), 2, 1) == {}


def test_a_theft_is_known_to_the_thief_and_the_victim_only():
    table = Position(3).hands("coin 2, talisman", "map", "map")
    for viewer in range(3):
        table.state.known[viewer, 0, 2] = 2  # everybody knows of the two coins
    table.digging(2, "thief", "coin").play("rob 1")
    stolen = next(name for name in table.cards(2) if name != "map")
    assert known(table, 1, 2) == {stolen: 1}
    assert known(table, 2, 1) == ({"coin": 1} if stolen == "coin" else {"coin": 2})
    assert known(table, 3, 1) == {"coin": 1}  # one of them may be gone
    assert known(table, 3, 2) == {}


def test_whoever_looked_into_a_temple_chamber_knows_who_took_it():
    table = Position(3, "temple").hands("coin 2", "map 2", "coin").acting(1).play("sell coin 1", "look 2")
    inside = table.chamber_cards(2)
    table.acting(2).play("explore 2")
    assert known(table, 1, 2) == inside
    assert known(table, 3, 2) == {}


def test_the_explorer_of_the_tomb_knows_what_was_left_there():
    table = Position(2, "tomb").hands("map, coin", "map, coin").chamber(1, "coin 4, talisman 3").acting(1)
    table.play("explore 1", "keep talisman", "keep talisman")
    assert named(table.state.chamber_known[0, 0]) == {"coin": 4, "talisman": 1}
    assert named(table.state.chamber_known[1, 0]) == {}
    table.acting(2).play("explore 1", "keep coin", "keep talisman")
    assert named(table.state.chamber_known[0, 0]) == {"coin": 2}  # two cards went unseen, of any treasure


def test_rivals_are_imagined_to_know_a_chamber_that_they_have_looked_into_since_a_card_was_last_taken():
    table = Position(3, "tomb").hands("map, coin", "map, coin", "coin").chamber(1, "coin 4, talisman 3").acting(2)
    table.play("explore 1", "keep talisman", "keep talisman")
    imagined = table.redealt(3).state
    assert imagined.chamber_known[1, 0].tolist() == imagined.chamber[0].tolist()
    assert named(imagined.chamber_known[0, 0]) == {}
    imagined = table.acting(1).play("explore 1", "keep coin", "keep coin").redealt(3).state
    assert imagined.chamber_known[0, 0].tolist() == imagined.chamber[0].tolist()
    assert named(imagined.chamber_known[1, 0]) == {}


def test_cards_shown_at_the_mine_are_known_wherever_they_go():
    table = Position(2, "mine").hands("map 2", "coin").chamber(1, "coin 15").acting(1)
    table.play("explore 1", "draw", "draw")
    assert named(table.state.chamber_known[1, 0]) == {"coin": 3}
    table.acting(1).play("explore 1", "stop")
    assert named(table.state.chamber_known[1, 0]) == {"coin": 2}
    assert known(table, 2, 1) == {"coin": 1}


def test_cards_of_the_buried_ruins_are_known_to_all():
    table = Position(2, "buried-ruins").hands("map", "coin").chamber(1, "coin 2").acting(1).play("explore 1")
    assert known(table, 2, 1) == {"coin": 2}


def test_a_dealt_hand_holds_no_maps():
    table = Position(3)
    assert table.state.maps_most[1:3].tolist() == [0, 0]
    for _ in range(30):
        assert table.redealt(1).state.hand[1:3, MAP].sum() == 0


def test_a_hand_may_hold_as_many_maps_as_it_has_dug_or_taken_less_those_seen_to_leave():
    table = Position(2, "mine").hands("talisman, coin", "coin").market("map").acting(1)
    assert table.play("offer talisman", "take map").state.maps_most[0] == 1
    assert table.play("sell map 1").state.maps_most[0] == 0
    assert table.digging(1, "coin", "coin").state.maps_most[0] == 1
    assert table.hand(1, "map 2, coin").acting(1).play("explore 1").state.maps_most[0] == 1


@pytest.mark.parametrize("victims", [0, 1])
def test_a_stolen_card_may_be_a_map_if_its_owner_can_have_had_one(victims):
    table = Position(3).hands("coin 3", "coin", "coin")
    table.state.maps_most[0] = victims
    assert table.digging(2, "thief", "coin").play("rob 1").state.maps_most.tolist()[:3] == [victims, victims, 0]


def play_on(table: Position, decisions: int, seed: int) -> None:
    """Let everybody do something, selling seldom so that hands grow."""
    rng = random.Random(seed)
    for _ in range(decisions):
        if table.state.over:
            return
        words = sorted(table.options())
        quiet = [word for word in words if not word.startswith("sell")]
        table.play(rng.choice(quiet if quiet and rng.random() < 0.8 else words))


@pytest.mark.parametrize("monument", [name.replace("_", "-") for name in MONUMENTS])
@pytest.mark.parametrize("seats", [2, 4])
def test_a_redeal_keeps_all_that_the_seat_knows(monument, seats):
    table = Position(seats, monument, luck=seats)
    changed = 0
    for round_ in range(25):
        play_on(table, 9, round_)
        if table.state.over:
            break
        for seat in range(1, seats + 1):
            other = table.redealt(seat)
            state, was = other.state, table.state
            assert inventory(table.rules, state) == inventory(table.rules, was)
            assert state.hand[seat - 1].tolist() == was.hand[seat - 1].tolist()
            assert state.hand_size.tolist() == was.hand_size.tolist()
            assert state.market.tolist() == was.market.tolist()
            for rival in set(range(seats)) - {seat - 1}:
                assert (state.hand[rival] >= was.known[seat - 1, rival]).all()
            assert (state.hand[:, MAP] <= state.maps_most).all()
            assert (state.chamber >= was.chamber_known[seat - 1]).all()
            assert state.chamber[:, MAP].sum() == 0
            if monument == "buried-ruins":
                assert state.chamber.tolist() == was.chamber.tolist()
            changed += state.hand.tolist() != was.hand.tolist()
            if seat == table.seat():
                assert other.options() == table.options()
    assert changed > 10


def test_thefts_to_come_are_imagined_anew():
    table = Position(3, luck=1)
    while table.decision() != "victim":
        play_on(table, 1, 3)
    victim = sorted(table.options())[0]
    stolen = {tuple(table.redealt(table.seat(), luck).play(victim).cards(table.seat())) for luck in range(20)}
    assert len(stolen) > 1


# ------------------------------------------------------------------------------------------------ blindness

FACE_DOWN = {"great-pyramid", "temple", "tomb"}  # their explorers show nobody what they find


def seen_by(table: Position, viewer: int) -> list[tuple]:
    """What the last decision showed to a seat."""
    shown, finds = [], 0
    for event, seat, a, b, c in table.events():
        if event == Event.FIND and seat != viewer and table.monument in FACE_DOWN:
            finds += b
        elif event == Event.DIG and seat != viewer:
            shown.append((event, seat, b))
        elif event == Event.STEAL and viewer not in (seat, a + 1):
            shown.append((event, seat, a))
        elif event == Event.TRADE and seat != viewer:
            shown.append((event, seat, a, b))
        else:
            shown.append((event, seat, a, b, c))
        if event in (Event.PEEK, Event.EXPLORE) and seat == viewer:
            shown.append(table.state.chamber_known[viewer - 1, a].tolist())  # what the viewer saw in there
    return [*shown, finds]


def play_alike(tables: list[Position], viewer: int, rng: random.Random) -> bool:
    """Make a choice at both tables that looks the same to the viewer; whether it went the same way for all it saw."""
    both = sorted(set(tables[0].options()) & set(tables[1].options()))
    if tables[0].decision() == "keep" and tables[0].seat() != viewer:
        for table in tables:
            table.play(rng.choice(sorted(table.options())))
    elif both:
        word = rng.choice(both)
        for table in tables:
            table.play(word)
    else:
        return False
    return seen_by(tables[0], viewer) == seen_by(tables[1], viewer)


@pytest.mark.parametrize("monument", [name.replace("_", "-") for name in MONUMENTS])
def test_games_that_a_seat_saw_go_alike_are_imagined_alike(monument):
    """Bit for bit: whatever was hidden, dug, stolen or looked at by others leaves no trace in the imagined table."""
    rng, compared, differed = random.Random(7), 0, 0
    for luck in range(12):
        start = Position(3, monument, luck=luck)
        play_on(start, 8 * luck, luck)
        for viewer in (1, 2, 3):
            tables = [start.redealt(viewer, 1000 + luck), start.redealt(viewer, 2000 + luck)]
            for _ in range(40):
                if tables[0].state.over or not play_alike(tables, viewer, rng) or tables[0].state.over:
                    break
                first, second = (table.redealt(viewer, 5).state.tobytes() for table in tables)
                assert first == second
                compared += 1
                differed += tables[0].state.hand.tolist() != tables[1].state.hand.tolist()
    assert compared > 100
    assert differed > 50


def test_a_stolen_card_is_not_betrayed_to_the_third_player():
    stolen, imagined = set(), set()
    for luck in range(12):
        table = Position(3, "mine", luck=2)
        while table.decision() != "victim":
            play_on(table, 1, 5)
        victim = min(table.options())
        third = ({1, 2, 3} - {table.seat(), int(victim[-1])}).pop()
        table.state.stream[Stream.THIEF] = luck
        table.play(victim)
        stolen.add(table.told(Event.STEAL)[0][2])
        imagined.add(table.redealt(third, 9).state.tobytes())
    assert len(stolen) > 1
    assert len(imagined) == 1

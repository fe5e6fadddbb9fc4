"""The view from one seat: a redeal leaves alone what the seat knows, and nothing else shines through."""

import numpy as np
import pytest

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.rules import DECKS, KINDS, LAVA, LAVA_SPACES, ZONES
from digsite.simulator.games.chac.state import Slab, Stream
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.search.imagine import imagine
from digsite.simulator.lab.battery.hand_play import HandPlayed
from tests.games.chac.conserved import inventory
from tests.games.chac.table import SPACE, Table


def redealt(table: Table, seat: int, times: int = 40):
    for _ in range(times):
        table.kernels.redeal(table.rules, table.state, seat)
        yield table.state


def test_a_redeal_keeps_everything_the_seat_knows():
    table = Table(seats=3)
    table.put(0, "W23", actions=4)
    table.take("decipher")
    table.take("search")
    table.put(1, "W23", actions=4)
    table.take("search")
    table.take("search")
    table.state.unmasked = True
    own, trap = table.cards(0), int(table.state.trap[1])
    before = inventory(table.rules, table.state)
    rival, traps = set(), set()
    for state in redealt(table, 0):
        assert table.cards(0) == own
        assert state.trap[1] == trap
        assert inventory(table.rules, state) == before
        assert len(table.cards(1)) == 2
        rival.add(tuple(table.cards(1)))
        traps.add(tuple(state.trap))
    assert len(rival) > 3
    assert len(traps) > 10


def test_a_clue_reveals_no_place_before_the_room_is_in_sight():
    table = Table()
    table.put(0, "W23", actions=4)
    table.take("decipher")
    assert len({int(state.trap[1]) for state in redealt(table, 0)}) > 3


def test_a_rivals_clue_tells_the_seat_nothing():
    table = Table()
    table.put(1, "W23", actions=4)
    table.take("decipher")
    table.state.unmasked = True
    assert len({int(state.trap[1]) for state in redealt(table, 0)}) > 3
    trap = int(table.state.trap[1])
    assert {int(state.trap[1]) for state in redealt(table, 1)} == {trap}


def test_a_rivals_peek_tells_the_seat_nothing():
    table = Table()
    table.state.unmasked = True
    table.state.peeked[1] = 1 << int(table.state.trap[2])
    assert len({int(state.trap[2]) for state in redealt(table, 0)}) > 3


def test_what_was_flipped_or_peeked_at_stays():
    table = Table()
    table.traps("L21", "L22", "L23", "L24")
    table.state.unmasked = True
    table.state.slab[SPACE["L21"] - LAVA] = Slab.COLLAPSED
    table.state.slab[SPACE["L41"] - LAVA] = Slab.TREASURE
    table.state.peeked[0] = 1 << (SPACE["L22"] - LAVA) | 1 << (SPACE["L33"] - LAVA)
    for state in redealt(table, 0):
        traps = set(state.trap.tolist())
        assert state.trap[0] == SPACE["L21"] - LAVA
        assert state.trap[1] == SPACE["L22"] - LAVA
        assert not traps & {SPACE["L41"] - LAVA, SPACE["L33"] - LAVA, 0, 12}


def test_a_redeal_shuffles_the_wall_cards_to_come():
    table = Table()
    table.finish_turn()
    turned, streams = tuple(table.state.wall_card[:3]), table.state.stream.copy()
    walls = set()
    for state in redealt(table, 0, 20):
        assert tuple(state.wall_card[:3]) == turned
        walls.add(tuple(state.wall_card[3:18]))
    assert len(walls) > 10
    renewed = set(np.flatnonzero(table.state.stream != streams))
    assert renewed == {Stream.REDEAL}, "later dice are renewed by imagine, not by the game"


def test_nothing_is_left_of_cards_that_were_drawn():
    table = Table(seats=3)
    table.put(0, "W23", actions=5)
    for _ in range(5):
        table.take("search")
    for state in redealt(table, 1, 5):
        for deck in range(DECKS):
            assert not state.deck[deck, state.deck_left[deck] :].any()


def test_a_card_on_the_discard_pile_comes_back_to_nobody():
    """All have seen it, whoever dropped it: all other cards of its deck are dealt anew, and not that one."""
    table = Table(seats=2)
    for seat in (0, 1):
        table.put(seat, "W23", actions=4)
        table.take("search")
        table.take("search")
    table.state.carried[1, 1], table.state.kind_held[1] = 0, 0
    table.state.cards[1] = 0
    left = int(table.state.deck_left[1])
    dropped = [int(table.rules.treasure[1, kind]) - int(table.state.carried[0, 1, kind]) for kind in range(KINDS)]
    for kind in table.state.deck[1, :left]:
        dropped[kind] -= 1
    table.state.discarded[1] = dropped
    assert sum(dropped) == 2
    before = sorted(table.state.deck[1, :left].tolist())
    for state in redealt(table, 0, 5):
        assert sorted(state.deck[1, :left].tolist()) == before
        assert not state.deck[1, left:].any()


def test_what_rivals_held_at_earlier_turns_is_forgotten():
    table = Table()
    table.stack("zone 1", "4", "4")
    for seat in range(2):
        table.put(seat, "W13", actions=2)
        table.take("search")
        table.put(seat, "ENT")
    for _ in range(3):
        table.finish_turn()
    own = table.state.value_after[0].copy()
    assert table.state.value_after[1].any()
    for state in redealt(table, 0, 3):
        assert (state.value_after[0] == own).all()
        assert not state.value_after[1].any()


def as_bytes(state) -> bytes:
    """Every field of a state; what lies between them for the sake of alignment is nobody's."""
    return b"".join(state[name].tobytes() for name in state.dtype.names)


def imagined(table: HandPlayed, state, seat: int) -> bytes:
    """What the seat can imagine of a state, bit for bit."""
    copy = record(table.game.records.state)
    with np.errstate(over="ignore"):
        imagine(table.rules, state, seat, Stream.NOISE + seat, copy[0], table.kernels.redeal)
    return as_bytes(copy[0])


def hide_other_cards(table: HandPlayed, state, seat: int, rng: np.random.Generator) -> None:
    """Cards that rivals hold or nobody has drawn change places; where drawn cards lay, anything may lie."""
    rivals = [rival for rival in range(table.seats) if rival != seat]
    for deck in range(DECKS):
        left, kinds = int(state.deck_left[deck]), np.arange(state.carried.shape[2])
        held = [np.repeat(kinds, state.carried[rival, deck]) for rival in rivals]
        pool = rng.permutation(np.concatenate([state.deck[deck, :left], *held]))
        state.deck[deck, :left] = pool[:left]
        state.deck[deck, left:] = rng.integers(0, len(kinds), state.deck.shape[1] - left)
        for rival, cards in zip(
            rivals, np.split(pool[left:], np.cumsum([len(cards) for cards in held])[:-1]), strict=True
        ):
            state.kind_held[rival, : len(kinds)] -= state.carried[rival, deck]
            state.carried[rival, deck] = np.bincount(cards, minlength=len(kinds))
            state.kind_held[rival, : len(kinds)] += state.carried[rival, deck]


def hide_other_traps(state, seat: int, rng: np.random.Generator) -> None:
    """Traps that the seat has no knowledge of lie elsewhere."""
    peeked = {slab for slab in range(LAVA_SPACES) if state.peeked[seat] >> slab & 1}
    known = {
        zone
        for zone, slab in enumerate(state.trap.tolist())
        if state.slab[slab] == Slab.COLLAPSED
        or slab in peeked
        or (state.unmasked and state.deciphered[seat] >> zone & 1)
    }
    hidden = {slab for slab in range(LAVA_SPACES) if state.slab[slab] == Slab.HIDDEN} - peeked
    free = sorted(hidden - {int(state.trap[zone]) for zone in known})
    unknown = sorted(set(range(ZONES)) - known)
    state.trap[unknown] = rng.choice(free, len(unknown), replace=False) if unknown else []


def lookalike(table: HandPlayed, seat: int, rng: np.random.Generator):
    """The same game to the eyes of a seat; all that is hidden from it is another, and so is all luck to come."""
    other = table.copy()
    hide_other_cards(table, other, seat, rng)
    hide_other_traps(other, seat, rng)
    rng.shuffle(other.wall_card[other.walls_turned : table.rules.walls_deck])
    rivals = [rival for rival in range(table.seats) if rival != seat]
    other.value_after[rivals] = rng.integers(0, 30, (len(rivals), 1))
    noise = other.stream[Stream.NOISE + seat]
    other.stream[:] = rng.integers(0, 1 << 63, len(other.stream), np.uint64)
    other.stream[Stream.NOISE + seat] = noise
    return other


@pytest.mark.parametrize("seats", [2, 4, 6])
@pytest.mark.parametrize("player", ["random", "scholar", "hoarder"])
def test_what_a_seat_imagines_depends_on_what_it_sees_alone(seats, player):
    table = HandPlayed(find_game("chac"), seats, number=seats)
    compared, rng = 0, np.random.default_rng(seats)
    for count, _ in enumerate(table.play([player] * seats)):
        if count % 4:
            continue
        for seat in range(seats):
            other = lookalike(table, seat, rng)
            assert imagined(table, table.copy(), seat) == imagined(table, other, seat)
            compared += as_bytes(other) != as_bytes(table.state)
    assert compared > 20

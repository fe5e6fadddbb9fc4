"""Whatever is left to chance in the temple is fair: every card, every place, every seat, every face of every die.

The twin takes deals and dice from the kernel, so they are tested here alone; `test_odds` looks closer. Seeds are fixed,
so that a test that passes keeps passing; a fair deal would fail with one seed in a million. Without the compiler fewer
games are played, which still shows a coarse fault.
"""

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest
from numba.core.config import DISABLE_JIT
from scipy.stats import chi2

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.rules import DECKS, KINDS, LAVA, LAVA_SPACES, ZONES
from digsite.simulator.games.chac.state import ADVENTURERS, Slab, Status, Stream, WallCard
from digsite.simulator.kernel.play.events import SILENT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.games.chac import spoken
from tests.games.chac.table import SPACE, Table

pytestmark = pytest.mark.filterwarnings("ignore:overflow")  # chance wraps around on purpose

GAME = find_game("chac")
GAMES = 300 if DISABLE_JIT else 2_000
RARE = 1e-6
WALLS_KINDS, RIVER_KINDS = [1, 1, 2, 3, 2, 1], [1, 0, 3, 3, 3, 0]
WALL_CARDS = [13, 2, 2, 1]
GLYPH_SLABS = [slab for slab in range(LAVA_SPACES) if slab not in (SPACE["L11"] - LAVA, SPACE["L14"] - LAVA)]


# ------------------------------------------------------------------------------------------------------ the tests


def fair(distance: float, freedom: int) -> bool:
    """Whether a sum of squares is neither larger nor smaller than chance makes it."""
    return bool(min(chi2.sf(distance, freedom), chi2.cdf(distance, freedom)) > RARE)


def dealt_fairly(seen: np.ndarray, places: list[int], kinds: list[int], deals: int) -> bool:
    """Whether things lie in each place as often as a fair deal lays them there.

    seen: things by place and kind over all deals; places: how many things a deal lays in each; kinds: how many there
    are of each. Rows and columns of one deal have fixed sums, for which the usual sum of squares is corrected.
    """
    total = sum(places)
    assert total == sum(kinds)
    assert seen.sum(axis=1).tolist() == [deals * size for size in places]
    used = np.array(kinds) > 0
    assert seen[:, ~used].sum() == 0
    expected = deals * np.outer(places, np.array(kinds)[used]) / total
    distance = ((seen[:, used] - expected) ** 2 / expected).sum() * (total - 1) / total
    return fair(distance, (len(places) - 1) * (used.sum() - 1))


def rolled_fairly(faces: np.ndarray) -> bool:
    """Whether each of the dice in a row (columns) shows all six faces as often, over all rows."""
    seen = np.array([np.bincount(column, minlength=7)[1:] for column in faces.T])
    expected = len(faces) / 6
    return fair(((seen - expected) ** 2 / expected).sum(), 5 * len(seen))


def by_place(rows: np.ndarray, kinds: int) -> np.ndarray:
    """How often each kind came to each place of a row."""
    return np.array([np.bincount(column, minlength=kinds) for column in rows.T])


def test_the_tests_see_an_unfair_deal_and_a_loaded_die():
    rng, cards = np.random.default_rng(1), np.repeat(np.arange(4), 5)
    for fixed in (0, 2):
        rows = np.array([np.append(rng.permutation(cards[: 20 - fixed]), cards[20 - fixed :]) for _ in range(500)])
        assert dealt_fairly(by_place(rows, 4), [1] * 20, [5] * 4, 500) == (fixed == 0)
    dice = rng.integers(1, 7, (500, 5))
    assert rolled_fairly(dice)
    dice[:, 4] = np.maximum(dice[:, 4], 2)
    assert not rolled_fairly(dice)


# ------------------------------------------------------------------------------------------------------- the deal


@cache
def setups(seats: int) -> np.recarray:
    """Games as they are set up, each with luck of its own."""
    rules = GAME.build_rules(GAME.figures, seats)[0]
    states = record(GAME.records.state, GAMES)
    for luck in range(GAMES):
        open_streams(states[luck], 41, luck)
        GAME.kernels.setup(rules, states[luck], SILENT)
    return states


@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_every_adventurer_comes_to_every_seat_first_or_second_with_the_same_chance(seats):
    cards = setups(seats)["adventurer"][:, :seats].reshape(GAMES, -1).astype(int)
    seen = by_place(cards, ADVENTURERS)
    aside = ADVENTURERS - 2 * seats
    if aside:
        seen = np.vstack([seen, GAMES - seen.sum(axis=0)])
    assert dealt_fairly(seen, [1] * 2 * seats + [aside] * (aside > 0), [1] * ADVENTURERS, GAMES)


@pytest.mark.parametrize("deck", range(DECKS))
def test_every_treasure_comes_to_every_place_of_its_deck_with_the_same_chance(deck):
    kinds = RIVER_KINDS if deck == DECKS - 1 else WALLS_KINDS
    rows = setups(2)["deck"][:, deck, : sum(kinds)].astype(int)
    assert dealt_fairly(by_place(rows, KINDS), [1] * sum(kinds), kinds, GAMES)


def test_every_slab_but_the_suns_is_trapped_by_every_zone_with_the_same_chance():
    traps = setups(2)["trap"].astype(int)
    seen = by_place(traps, LAVA_SPACES)
    seen = np.vstack([seen, GAMES - seen.sum(axis=0)])[:, GLYPH_SLABS]
    assert seen[:ZONES].sum() == GAMES * ZONES
    assert dealt_fairly(seen, [1] * ZONES + [10], [1] * 14, GAMES)


def test_every_wall_card_comes_to_every_place_with_the_same_chance():
    rows = setups(2)["wall_card"][:, :18].astype(int)
    assert dealt_fairly(by_place(rows, len(WallCard)), [1] * 18, WALL_CARDS, GAMES)


def test_two_decks_are_shuffled_apart():
    """Places where the same kind lies in both: two in ten on average, by the kinds' own chances."""
    decks = setups(2)["deck"][:, :5, :10].astype(int)
    for first in range(5):
        for second in range(first):
            same = (decks[:, first] == decks[:, second]).sum(axis=1)
            assert abs(same.mean() - 2) < 5 * same.std() / np.sqrt(GAMES)


DEALT = {"adventurer": Stream.ADVENTURERS, "deck": Stream.TREASURE, "trap": Stream.TRAPS, "wall_card": Stream.WALLS}


@pytest.mark.parametrize("other", Stream)
def test_each_part_of_the_set_up_has_luck_of_its_own(other):
    states = record(GAME.records.state, 2)
    for at in range(2):
        open_streams(states[at], 3, 3)
        states[at].stream[other] += np.uint64(at)
        GAME.kernels.setup(GAME.build_rules(GAME.figures, 4)[0], states[at], SILENT)
    changed = {field for field in DEALT if (states[field][0] != states[field][1]).any()}
    assert changed == {field for field, stream in DEALT.items() if stream == other}


# ------------------------------------------------------------------------------------------------------ the draws


@pytest.mark.parametrize(("space", "deck"), [("W11", 0), ("W21", 1), ("W31", 2), ("W41", 3), ("L41", 4), ("R2", 5)])
def test_every_card_of_a_deck_is_found_in_turn_from_its_top(space, deck):
    table = Table(seed=5)
    order, found = table.state.deck[deck, :10][::-1].tolist(), []
    for _ in range(10):
        table.put(0, space, actions=2)
        table.state.slab[SPACE["L41"] - LAVA] = Slab.TREASURE
        table.state.searched_here[0] = False
        before = table.state.carried[0, deck].copy()
        table.take("search")
        found += np.flatnonzero(table.state.carried[0, deck] - before).tolist()
    assert found == order
    table.put(0, space, actions=2)
    table.state.slab[SPACE["L41"] - LAVA] = Slab.TREASURE
    table.state.searched_here[0] = False
    assert ("search",) not in table.choices()


def test_the_wall_cards_are_turned_in_order():
    table = Table(walls__columns=8)
    order, turned = table.state.wall_card[:18].tolist(), 0
    for turn in range(1, 7):
        table.finish_turn()
        assert table.state.walls_turned == 3 * turn
        turned = order[: 3 * turn]
        left, right = sum(card in (1, 3) for card in turned), sum(card in (2, 3) for card in turned)
        assert (table.state.left_wall, table.state.right_wall) == (left, right)
    assert len(turned) == 18


# ------------------------------------------------------------------------------------------------------- the dice


def stepping_onto_the_bridge() -> tuple[Table, tuple]:
    table = Table()
    table.put(0, "C28", actions=1)
    return table, ("step", "BR")


def picking_a_lock() -> tuple[Table, tuple]:
    table = Table()
    table.put(0, "C13", actions=1)
    return table, ("pick",)


def leaving_the_river() -> tuple[Table, tuple]:
    table = Table()
    table.give(0, *["3"] * 10)
    table.put(0, "R5", actions=2)
    return table, ("step", "R6")


def ending_the_turn() -> tuple[Table, tuple]:
    table = Table()
    table.state.turn = 4
    table.put(1, "C40")
    table.put(0, "C41", actions=1)
    return table, ("stop",)


def counting_the_caskets() -> tuple[Table, tuple]:
    table = Table()
    table.state.status[1] = Status.LOST
    for deck in spoken.DECKS:
        table.give(0, "casket", deck=deck)
    table.put(0, "C41", actions=1)
    return table, ("step", "OUT")


ROLLS: dict[str, tuple[Callable[[], tuple[Table, tuple]], Stream, int]] = {
    "bridge": (stepping_onto_the_bridge, Stream.BRIDGE, 5),
    "lock": (picking_a_lock, Stream.LOCK, 5),
    "river": (leaving_the_river, Stream.RIVER, 5),
    "actions": (ending_the_turn, Stream.ACTIONS, 5),
    "boulder": (ending_the_turn, Stream.BOULDER, 4),
    "casket": (counting_the_caskets, Stream.CASKET, 6),
}


class Rolls:
    """One decision, taken again and again with other luck; the dice it leads to."""

    def __init__(self, name: str):
        place, _stream, self.dice = ROLLS[name]
        self.name = name
        self.table, words = place()
        choices = self.table.choices()
        self.option = int(self.table.options[choices.index(words)])
        self.start = self.table.box.copy()

    def roll(self, luck: int, other: int | None = None) -> list[int]:
        """The first dice of this kind; with one stream of chance changed."""
        table = self.table
        table.box[:] = self.start
        open_streams(table.state, 43, luck)
        if other is not None:
            table.state.stream[other] += np.uint64(1)
        table.buffer[0, 0] = 0
        table.kernels.apply(table.rules, table.state, self.option, table.buffer)
        return spoken.rolls(table.buffer[1 : table.buffer[0, 0] + 1])[self.name][: self.dice]


@pytest.mark.parametrize("name", ROLLS)
def test_every_die_of_every_roll_shows_each_face_as_often(name):
    rolls = Rolls(name)
    faces = np.array([rolls.roll(luck) for luck in range(GAMES)])
    assert faces.shape == (GAMES, rolls.dice)
    if name == "lock":  # told in ascending order, so dice are not told apart
        faces = faces.reshape(-1, 1)
    assert rolled_fairly(faces)


@pytest.mark.parametrize("name", ROLLS)
def test_every_roll_has_luck_of_its_own(name):
    rolls = Rolls(name)
    first = rolls.roll(7)
    changed = [stream for stream in Stream if rolls.roll(7, stream) != first]
    assert changed == [ROLLS[name][1]]


# ---------------------------------------------------------------------------------------- what a seat cannot know


def in_the_temple() -> Table:
    """Three players some way into a game; the second and third carry cards, all have clues, two slabs are open."""
    table = Table(3, seed=3)
    table.traps("L21", "L22", "L34", "L44")
    for seat, space, cards in ((0, "W23", 1), (1, "W23", 2), (2, "W23", 3)):
        for _ in range(cards):
            table.put(seat, space, actions=2)
            table.take("search")
    table.finish_turn()
    table.state.unmasked = True
    table.state.deciphered[:3] = [0b0001, 0b0010, 0b1111]
    table.state.slab[SPACE["L42"] - LAVA] = Slab.TREASURE
    table.state.peeked[0] = 1 << (SPACE["L33"] - LAVA)
    table.state.peeked[1] = 1 << (SPACE["L32"] - LAVA)
    return table


def redealt(kernel: Callable, seat: int) -> tuple[Table, np.recarray]:
    """Many redeals of that position for one seat, each with luck of its own."""
    table = in_the_temple()
    states = np.repeat(table.box, GAMES).view(np.recarray)
    for luck in range(GAMES):
        open_streams(states[luck], 47, luck)
        kernel(table.rules, states[luck], seat)
    return table, states


def test_a_redeal_gives_every_unseen_treasure_to_every_rival_and_place_with_its_proper_chance():
    table, states = redealt(GAME.kernels.redeal, 0)
    deck, left = 1, int(table.state.deck_left[1])
    assert (left, table.state.cards[:3].tolist()) == (4, [1, 2, 3])
    unseen = np.array(WALLS_KINDS) - table.state.carried[0, deck]
    seen = np.vstack([states["carried"][:, 1:3, deck].sum(axis=0), by_place(states["deck"][:, deck, :left], KINDS)])
    assert (states["carried"][:, 0] == table.state.carried[0]).all()
    assert dealt_fairly(seen, [2, 3] + [1] * left, unseen.tolist(), GAMES)


def open_slabs(*known: str) -> list[int]:
    return [slab for slab in GLYPH_SLABS if slab not in {SPACE[name] - LAVA for name in known}]


def traps_are_fair(states: np.recarray, zones: list[int], slabs: list[int]) -> bool:
    seen = by_place(states["trap"][:, zones].astype(int), LAVA_SPACES)
    free = len(slabs) - len(zones)
    seen = np.vstack([seen, GAMES - seen.sum(axis=0)])[:, slabs]
    return dealt_fairly(seen, [1] * len(zones) + [free], [1] * len(slabs), GAMES)


def test_a_redeal_moves_every_trap_that_the_seat_has_no_clue_to_whatever_rivals_know():
    """The seat knows the trap of zone 1, that one slab has held, and by a peek that another is safe."""
    _table, states = redealt(GAME.kernels.redeal, 0)
    assert (states["trap"][:, 0] == SPACE["L21"] - LAVA).all()
    assert traps_are_fair(states, [1, 2, 3], open_slabs("L21", "L42", "L33"))


def test_a_redeal_keeps_all_that_a_seat_with_every_clue_knows():
    table, states = redealt(GAME.kernels.redeal, 2)
    assert (states["trap"] == table.state.trap).all()


@pytest.mark.parametrize("view", ["one seat", "open table"])
def test_a_redeal_shuffles_the_wall_cards_to_come_evenly(view):
    table, states = redealt(GAME.kernels.redeal if view == "one seat" else GAME.shuffle_unseen, 0)
    turned = int(table.state.walls_turned)
    assert turned == 3
    assert (states["wall_card"][:, :turned] == table.state.wall_card[:turned]).all()
    kinds = np.array(WALL_CARDS) - np.bincount(table.state.wall_card[:turned], minlength=4)
    rows = states["wall_card"][:, turned:18].astype(int)
    assert dealt_fairly(by_place(rows, 4), [1] * (18 - turned), kinds.tolist(), GAMES)


def test_on_an_open_table_only_what_nobody_has_seen_is_dealt_anew():
    table = in_the_temple()
    table.state.deciphered[2] = 0b0001
    states = np.repeat(table.box, GAMES).view(np.recarray)
    for luck in range(GAMES):
        open_streams(states[luck], 53, luck)
        GAME.shuffle_unseen(table.rules, states[luck], 0)
    assert (states["carried"] == table.state.carried).all()
    assert (states["trap"][:, :2] == table.state.trap[:2]).all()
    assert traps_are_fair(states, [2, 3], open_slabs("L21", "L22", "L42", "L33", "L32"))
    assert all(len(set(traps)) == 4 for traps in states["trap"].tolist())
    left = int(table.state.deck_left[1])
    kinds = np.bincount(table.state.deck[1, :left], minlength=KINDS).tolist()
    assert dealt_fairly(by_place(states["deck"][:, 1, :left].astype(int), KINDS), [1] * left, kinds, GAMES)

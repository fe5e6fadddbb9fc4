"""What players work out from a position, each by itself: walls, waits, the river, rivals, cards."""

from itertools import combinations

import numpy as np
import pytest

from digsite.simulator.games import find_game
from digsite.simulator.games.chac.options import Action, option_of
from digsite.simulator.games.chac.rules import BRIDGE, ENTRANCE, LAVA, RIVER, WALLS
from digsite.simulator.games.chac.state import RIVER_DECK, Slab, Status, WallCard
from digsite.simulator.lab.battery.hand_play import HandPlayed
from digsite.strategies.chac.actions import may_need_bridge, nothing_to_lose
from digsite.strategies.chac.crossing import follow_across
from digsite.strategies.chac.heuristic import GETS_OUT, beyond_the_walls, unrivalled
from digsite.strategies.chac.lava import map_lava
from digsite.strategies.chac.mind import Player, Style
from digsite.strategies.chac.odds import foresee_walls
from digsite.strategies.chac.pack import carry, worth_of
from digsite.strategies.chac.race import waiting
from digsite.strategies.chac.survey import share_of_river
from digsite.strategies.registry import line_up

GAME = find_game("chac")
STEPS = {WallCard.BLANK: 0, WallCard.LEFT: 1, WallCard.RIGHT: 1, WallCard.BOTH: 2}


@pytest.fixture
def table() -> HandPlayed:
    return HandPlayed(GAME, 3, number=1)


def player_of(table: HandPlayed) -> Player:
    """The first seat's player, of a style without any likings."""
    mind = table.minds[0]
    return Player(mind.notes, mind.tables, np.zeros(1, Style).view(np.recarray)[0])


@pytest.mark.parametrize("turned", [[], [WallCard.BOTH, WallCard.BLANK, WallCard.LEFT]])
def test_the_walls_meet_as_often_as_the_cards_left_bring_them_together(table, turned):
    """Counted over all that may be drawn this turn, and within two turns; what was turned is gone."""
    rules, state, player = table.rules, table.state, player_of(table)
    state.walls_turned = len(turned)
    state.wall_card[: len(turned)] = turned
    state.left_wall, state.right_wall = (2, 1) if turned else (0, 0)
    left = [STEPS[card] for card in WallCard for _ in range(int(rules.walls_cards[card]) - turned.count(card))]
    gap = int(rules.walls_columns) - int(state.left_wall) - int(state.right_wall)
    player.notes.foreseen = 0
    foresee_walls(rules, state, player)
    for turns in (1, 2):
        drawn = list(combinations(left, 3 * turns))
        meeting = sum(sum(cards) >= gap for cards in drawn) / len(drawn)
        assert player.notes.crushed[turns - 1] == pytest.approx(meeting)


MAP = ("cost", "walk", "exit", "finds", "safe", "onto", "holds")


def flip(state, slab, side):
    state.slab[slab] = side


@pytest.mark.parametrize(
    "learn",
    [
        lambda state: flip(state, 9, Slab.EMPTY),  # a treasure is taken
        lambda state: flip(state, 5, Slab.TREASURE),  # a slab is stepped on
        lambda state: flip(state, 6, Slab.COLLAPSED),  # and another, which was trapped
        lambda state: state.deciphered.__setitem__(0, 1),  # a clue is read
        lambda state: state.peeked.__setitem__(0, 1 << 6),  # a trap is seen by Linguistics
        lambda state: state.peeked.__setitem__(0, 1 << 5),  # a slab that holds is
    ],
    ids=["treasure taken", "slab flipped", "slab collapsed", "clue read", "trap peeked at", "slab peeked at"],
)
def test_the_map_of_the_slabs_is_drawn_anew_when_the_seat_learns_more(table, learn):
    state, notes = table.state, player_of(table).notes
    state.unmasked, state.peeked[0], state.deciphered[0] = True, 0, 0
    state.slab[:] = Slab.HIDDEN
    state.slab[9], state.trap[:] = Slab.TREASURE, (6, 2, 11, 14)
    notes.drawn = 0
    map_lava(state, 0, notes)
    before = [notes[name].copy() for name in MAP]
    learn(state)
    map_lava(state, 0, notes)
    kept = [notes[name].copy() for name in MAP]
    assert any((old != new).any() for old, new in zip(before, kept, strict=True))
    notes.drawn = 0
    map_lava(state, 0, notes)
    for name, found in zip(MAP, kept, strict=True):
        assert np.array_equal(notes[name], found), name


def test_the_walls_are_foreseen_anew_when_a_card_is_turned(table):
    rules, state, player = table.rules, table.state, player_of(table)
    player.notes.foreseen = 0
    foresee_walls(rules, state, player)
    before = player.notes.crushed.copy()
    state.wall_card[0], state.walls_turned, state.left_wall, state.right_wall = WallCard.BOTH, 1, 1, 1
    foresee_walls(rules, state, player)
    kept = player.notes.crushed.copy()
    assert (kept > before).any()
    player.notes.foreseen = 0
    foresee_walls(rules, state, player)
    assert np.array_equal(player.notes.crushed, kept)


@pytest.mark.parametrize(("actions", "lost"), [(3, 6), (0, 7)])
def test_who_lets_the_boulder_pass_loses_the_actions_of_that_time(table, actions, lost):
    """On turn 5 it comes 25/6 spaces a turn, as many as there are actions: five spaces take it two turns.

    With three actions rolled for this turn, those and 25/6 of the next pass, less the one that leads there. Before the
    roll, those of two turns pass.
    """
    player = player_of(table)
    player.notes.clock = 2 * 5 + (actions == 0)
    player.notes.actions, player.notes.level = actions, 2
    table.state.boulder = 10
    assert waiting(table.state, player, 14, 1) == lost
    assert waiting(table.state, player, 9, 1) == 0


@pytest.mark.parametrize(("clues", "unread"), [(0, 1), (1, 2), (2, 2)])
def test_who_reads_clues_while_the_boulder_passes_is_safer_on_the_slabs_by_what_they_tell(table, clues, unread):
    rules, state, player = table.rules, table.state, player_of(table)
    notes, style, safety = player.notes, player.style, player.tables.safety
    for name, weight in zip(Style.names, line_up("chac", ["navigator"])[0].weights, strict=True):
        style[name] = weight
    style.cards_walls = 0  # nothing is searched for meanwhile: what is read alone makes the difference
    state.turn, state.boulder = 4, 3
    notes.clock, notes.actions, notes.in_walls, notes.cap, notes.clues = 2 * 4, 3, 4, 1.0, clues
    notes.trust = style.patience
    carry(rules, player, 3, 9.0)

    def outlook(to_read: int) -> float:
        notes.unread = to_read
        return follow_across(rules, state, player, 8, 15, 1, 5, 0, 0.2)

    assert outlook(0) > 0.0
    assert outlook(unread) / outlook(0) == pytest.approx(safety[clues + unread] / safety[clues])


@pytest.mark.parametrize(("left", "comers", "share"), [(12, 3, 4), (13, 3, 5), (12, 2, 6), (1, 3, 1), (0, 2, 0)])
def test_a_river_is_shared_with_the_rivals_who_may_still_come(table, left, comers, share):
    rules, state = table.rules, table.state
    state.status[:3] = Status.INSIDE
    state.space[:3] = [WALLS, WALLS, WALLS if comers == 3 else int(rules.first_dive) + 3]
    state.deck_left[RIVER_DECK] = left
    assert share_of_river(rules, state, 0) == share
    state.space[0] = RIVER
    assert share_of_river(rules, state, 0) == left


def test_the_worth_of_a_place_among_the_cards_held(table):
    state, tables = table.state, table.minds[0].tables
    state.kind_held[0] = 0
    state.kind_held[0, [5, 3, 1]] = 1, 2, 1
    assert [float(worth_of(state, 0, tables, place)) for place in range(1, 6)] == [5, 3, 3, 1, 0]


@pytest.mark.parametrize(
    ("place", "needs"),
    [(ENTRANCE, True), (WALLS, True), (LAVA, True), (-1, True), (0, True), (1, False), (BRIDGE, False), (RIVER, False)],
)
def test_who_may_still_need_the_bridge(table, place, needs):
    """All before it and at its near end; nobody on it, past it, or in a river that lands past it."""
    rules, state = table.rules, table.state
    state.status[1] = Status.INSIDE
    state.space[1] = place if place >= LAVA else int(rules.near_end) + place
    assert may_need_bridge(rules, state, 1) == needs
    for status, comes in ((Status.WAITING, True), (Status.ESCAPED, False), (Status.LOST, False)):
        state.status[1] = status
        assert may_need_bridge(rules, state, 1) == comes


def test_swimmers_who_land_on_the_near_bank_may_still_need_the_bridge():
    figures = GAME.figures.replace({"river.bank": "near"})
    state = HandPlayed(GAME, 3, number=1).state
    state.space[1] = RIVER
    assert may_need_bridge(GAME.build_rules(figures, 3)[0], state, 1)


@pytest.mark.parametrize(
    ("rivals", "chance"),
    [
        ([(Status.ESCAPED, 1), (Status.LOST, 0)], 0.0),
        ([(Status.ESCAPED, 0), (Status.LOST, 0)], 1.0),
        ([(Status.INSIDE, 3), (Status.LOST, 0)], 1 - GETS_OUT),
        ([(Status.INSIDE, 3), (Status.INSIDE, 1)], (1 - GETS_OUT) ** 2),
        ([(Status.INSIDE, 0), (Status.WAITING, 0)], 1.0),
    ],
)
def test_a_second_adventurer_counts_on_its_own_treasure_alone_as_far_as_rivals_bring_some_out(table, rivals, chance):
    rules, state, style = table.rules, table.state, np.zeros(2, Style).view(np.recarray)
    state.cards[0], state.status[0] = 5, Status.INSIDE  # its own cards do not count
    for rival, (status, cards) in enumerate(rivals, start=1):
        state.status[rival], state.cards[rival] = status, cards
    style[0].prospects = 6.0
    assert unrivalled(rules, state, 0) == chance
    assert beyond_the_walls(rules, state, 0, style[0], style[1]).prospects == 6.0 * chance
    assert style[0].prospects == 6.0


@pytest.mark.parametrize(
    ("cards", "value", "searches"), [(0, 0.0, True), (0, -0.1, True), (0, 0.1, False), (1, 0.0, False)]
)
def test_who_holds_nothing_and_sees_no_way_out_picks_up_what_lies_there(table, cards, value, searches):
    table.state.cards[0] = cards
    options = np.array([option_of(Action.STEP, LAVA), option_of(Action.SEARCH, 0)], np.int32)
    assert nothing_to_lose(table.state, 0, options, 2, value) == (1 if searches else -1)
    assert nothing_to_lose(table.state, 0, options, 1, value) == -1  # nothing lies there

"""The Rules record of the Temple of Chac and how it is built from the figures, with the graph of the board.

Spaces are numbers: the corridor from the boulder's start (0) to the exit, then the lava room, the walls room, the
river, the bridge, the entrance, and two places off the board.
"""

from enum import IntEnum
from typing import Any

import numpy as np

from digsite.simulator.errors import WrongUse
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.rules.record import fill
from digsite.simulator.kernel.play.records import record

ZONES = 4
LAVA_SIDE = 4
LAVA_SPACES = LAVA_SIDE * LAVA_SIDE
MAX_CORRIDOR = 64
MAX_COLUMNS = 8
MAX_RIVER = 10
MAX_TURN_DICE = 12
MAX_CARDS = 127
MAX_DECK = 16
MAX_WALL_CARDS = 64
KINDS = 6  # caskets and the values 1 to 5 of the decks
CARD_KINDS = KINDS + 2  # and the treasures of the small alcoves and of the vault
DECKS = 6  # the four zones, the lava room, the river
SMALL_ALCOVES = 4
ALCOVES = SMALL_ALCOVES + 1
VAULT = SMALL_ALCOVES  # the alcove that faces the waterfall

CORRIDOR = 0
LAVA = CORRIDOR + MAX_CORRIDOR
WALLS = LAVA + LAVA_SPACES
RIVER = WALLS + ZONES * MAX_COLUMNS
BRIDGE = RIVER + MAX_RIVER
ENTRANCE = BRIDGE + 1
OUTSIDE = ENTRANCE + 1
NOWHERE = OUTSIDE + 1
SPACES = NOWHERE + 1
SUN_A = LAVA  # column 1, row 1
SUN_B = LAVA + LAVA_SIDE * (LAVA_SIDE - 1)  # column 1, row 4
MAX_STEPS = 6
MAX_LEAPS = 8

_EAST, _NORTH, _WEST, _SOUTH = range(4)


class BlockedLanding(IntEnum):
    """What happens to swimmers while the boulder lies where they would land; the words of `river.landing_blocked`."""

    WAITS = 0
    CRUSHED = 1


class StaminaTime(IntEnum):
    """When Stamina may be used; the words of `stamina.when`."""

    LOAD_PHASE = 0
    ANY_TIME = 1


Rules = np.dtype(
    [
        ("seats", np.int8),
        ("dice_actions", np.int8),
        ("level", np.int8, (MAX_CARDS + 1,)),  # load level by cards carried
        ("load_floor", np.int8),
        ("stamina_when", np.int8),  # a StaminaTime
        ("load_dropping", np.bool_),
        ("walls_columns", np.int8),
        ("walls_cards", np.int8, (4,)),
        ("walls_deck", np.int8),  # wall cards in all
        ("walls_drawn", np.int8),
        ("walls_pushes", np.bool_),
        ("boulder_dice_on_turn", np.int8, (MAX_TURN_DICE + 1,)),
        ("boulder_advances_on", np.int8),
        ("boulder_head_start", np.int8),
        ("boulder_blocking", np.bool_),
        ("treasure_alcove", np.int8),
        ("alcoves_numbers", np.int8),
        ("treasure_vault", np.int8),
        ("vault_numbers", np.int8),
        ("lava_collapsed_gone", np.bool_),
        ("river_spaces", np.int8),
        ("river_fatal_face", np.int8),
        ("river_cards_per_reroll", np.int8),
        ("river_landing_blocked", np.int8),  # a BlockedLanding
        ("bridge_planks", np.int8),
        ("bridge_all_fall", np.bool_),
        ("bridge_counts_new_cards", np.bool_),
        ("treasure", np.int8, (DECKS, KINDS)),
        ("sprint_may_dive", np.bool_),
        ("ends_waits_for_replacements", np.bool_),
        ("ends_vault_breaks_ties", np.bool_),
        # the board
        ("last_space", np.int8),  # of the corridor, next to the exit
        ("first_exit", np.int8),  # corridor space below the last column of zone 4
        ("opens_sun_a", np.int8),
        ("opens_sun_b", np.int8),
        ("first_dive", np.int8),
        ("near_end", np.int8),
        ("far_end", np.int8),
        ("smashes_bridge_at", np.int8),  # corridor space on which the boulder destroys the bridge, or NOWHERE
        ("last_river_space", np.int8),
        ("landing", np.int8),  # where the river's exit leads
        ("alcove_at", np.int8, (SPACES,)),  # alcove served from the space, -1 if none
        ("beside_lava", np.int8, (SPACES,)),
        ("steps", np.int8, (SPACES,)),  # spaces one step away
        ("step_to", np.int8, (SPACES, MAX_STEPS)),
        ("leaps", np.int8, (SPACES,)),  # spaces one leap away
        ("leap_to", np.int8, (SPACES, MAX_LEAPS)),
        ("leap_round", np.int8, (SPACES, MAX_LEAPS)),  # space from which the boulder blocks the leap, or -1
    ],
    align=True,
)


def build(figures: Figures, seats: int) -> np.recarray:
    """Return the Rules record for this many seats; raise an error for figures that do not fit together."""
    box = record(Rules)
    rules = box[0]
    fill(rules, figures, seats)
    _extend(rules.level, figures["load.levels"], figures["load.beyond_table"])
    dice = figures["boulder.dice"]
    if dice[-1] == 0:
        raise WrongUse(
            "The last entry of boulder.dice must be at least 1: a boulder that stands still never ends the game."
        )
    _extend(rules.boulder_dice_on_turn, [0, *dice], dice[-1])
    rules.walls_deck = sum(figures["walls.cards"])
    if rules.walls_deck > MAX_WALL_CARDS:
        raise WrongUse(f"walls.cards hold {rules.walls_deck} cards; at most {MAX_WALL_CARDS} are possible.")
    for deck, name in enumerate(["walls"] * ZONES + ["lava", "river"]):
        rules.treasure[deck] = figures[f"treasure.{name}"]
        if sum(figures[f"treasure.{name}"]) > MAX_DECK:
            raise WrongUse(f"treasure.{name} holds more than {MAX_DECK} cards.")
    _place(rules, figures)
    _lay_out(rules, figures)
    return box


def _extend(row: Any, listed: list[int], beyond: int) -> None:
    """Fill a row with the listed entries and then with one value to its end."""
    row[:] = beyond
    row[: len(listed)] = listed


def _place(rules: Any, figures: Figures) -> None:
    """Number the special spaces of the corridor, in the boulder's direction."""
    rules.first_exit = rules.boulder_head_start + 1
    first_side = rules.first_exit + rules.walls_columns + figures["corridor.walls_to_lava"]
    rules.opens_sun_a = first_side + LAVA_SIDE
    rules.opens_sun_b = rules.opens_sun_a + LAVA_SIDE + 1
    rules.first_dive = rules.opens_sun_b + LAVA_SIDE + 1 + figures["corridor.lava_to_river"]
    rules.near_end = rules.first_dive + figures["river.entries"] + figures["corridor.river_to_bridge"]
    rules.far_end = rules.near_end + figures["bridge.detour"]
    ends = {"near-end": rules.near_end, "far-end": rules.far_end}
    rules.smashes_bridge_at = ends.get(figures["boulder.destroys_bridge"], NOWHERE)
    last = int(rules.far_end) + figures["corridor.bridge_to_exit"]
    if last >= MAX_CORRIDOR:
        raise WrongUse(f"The corridor would have {last + 1} spaces; at most {MAX_CORRIDOR} are possible.")
    rules.last_space = last
    rules.last_river_space = RIVER + rules.river_spaces - 1
    _place_landing(rules, figures)
    if figures["river.entries"] > rules.river_spaces:
        raise WrongUse(f"river.entries is {figures['river.entries']}, but the river has {rules.river_spaces} spaces.")
    vault = rules.far_end - figures["vault.before_far_end"]
    if vault <= rules.near_end:
        raise WrongUse("The vault must lie on the way round: vault.before_far_end must be less than bridge.detour.")
    rules.alcove_at[:] = -1
    for alcove in range(SMALL_ALCOVES):
        rules.alcove_at[rules.opens_sun_a + 1 + alcove] = alcove
    rules.alcove_at[vault] = VAULT


def _place_landing(rules: Any, figures: Figures) -> None:
    steps = figures["river.landing"]
    rules.landing = rules.far_end + steps if figures["river.bank"] == "far" else rules.near_end - steps
    if not rules.first_dive <= rules.landing <= rules.last_space:
        raise WrongUse(f"river.landing = {steps} lies beyond the corridor's end or before the river.")


def walls_space(zone: int, column: int) -> int:
    """Return a space of the walls room; zone and column count from 0, column 0 is next to the lava room."""
    return WALLS + zone * MAX_COLUMNS + column


def lava_space(column: int, row: int) -> int:
    """Return a space of the lava room; column 0 is the alcove side, row 0 the side the boulder passes first."""
    return LAVA + row * LAVA_SIDE + column


class _Board:
    """The steps of the board with their compass direction, from which the leaps follow."""

    def __init__(self) -> None:
        self.edges: dict[int, list[tuple[int, int]]] = {space: [] for space in range(SPACES)}

    def one_way(self, start: int, end: int, direction: int) -> None:
        self.edges[start].append((end, direction))

    def two_way(self, start: int, end: int, direction: int) -> None:
        self.one_way(start, end, direction)
        self.one_way(end, start, (direction + 2) % 4)

    def leaps(self, start: int) -> dict[int, int]:
        """Return the spaces that touch this one at a corner and share a neighbour with it: two steps with a turn.

        No leap leaves the river, since no step leads out of it, and none leads back to the entrance. With each comes
        the corridor space that the leap goes round, if it leads along the corridor or the bridge, else -1.
        """
        near = {end for end, _ in self.edges[start]} | {start, OUTSIDE}
        corners: dict[int, int] = {}
        for middle, first in self.edges[start]:
            for corner, second in self.edges[middle]:
                if (first - second) % 2 == 0 or corner in near:
                    continue
                on_the_way = all(_on_the_way(space) for space in (start, corner)) and middle < LAVA
                corners[corner] = middle if on_the_way else corners.get(corner, -1)
        return corners


def _on_the_way(space: int) -> bool:
    return space < LAVA or space == BRIDGE


def _lay_out(rules: Any, figures: Figures) -> None:
    """Build the graph of the board."""
    board = _Board()
    _lay_corridor(board, rules)
    _lay_walls_room(board, rules, figures)
    _lay_lava_room(board, rules, figures)
    _lay_river(board, rules, figures)
    _lay_bridge(board, rules, figures)
    for space in range(SPACES):
        ends, leaps = [end for end, _ in board.edges[space]], board.leaps(space)
        rules.steps[space], rules.leaps[space] = len(ends), len(leaps)
        rules.step_to[space, : len(ends)] = ends
        rules.leap_to[space, : len(leaps)] = list(leaps)
        rules.leap_round[space, : len(leaps)] = list(leaps.values())


def _lay_corridor(board: _Board, rules: Any) -> None:
    """Lay the corridor: west past two rooms, north past the alcoves, east to the bridge, round the gulf, west to exit."""
    for space in range(rules.last_space):
        direction = _WEST
        if rules.opens_sun_a <= space < rules.opens_sun_b:
            direction = _NORTH
        elif rules.opens_sun_b <= space <= rules.near_end:
            direction = _NORTH if space == rules.first_dive - 1 else _EAST
        elif rules.near_end < space < rules.far_end - 1:
            direction = _NORTH
        board.two_way(space, space + 1, direction)
    board.one_way(int(rules.last_space), OUTSIDE, _WEST)


def _lay_walls_room(board: _Board, rules: Any, figures: Figures) -> None:
    """Lay four zones between the entrance and the corridor; every column of the last zone opens on the corridor."""
    columns = int(rules.walls_columns)
    for middle in sorted({(columns - 1) // 2, columns // 2}):
        board.one_way(ENTRANCE, walls_space(0, middle), _SOUTH)
    for zone in range(ZONES):
        for column in range(columns):
            if column + 1 < columns:
                board.two_way(walls_space(zone, column), walls_space(zone, column + 1), _EAST)
            if zone + 1 < ZONES:
                board.two_way(walls_space(zone, column), walls_space(zone + 1, column), _SOUTH)
    for column in range(columns):
        exit_space = int(rules.first_exit) + columns - 1 - column
        board.one_way(walls_space(ZONES - 1, column), exit_space, _SOUTH)
        if figures["walls.reentry"]:
            board.one_way(exit_space, walls_space(ZONES - 1, column), _NORTH)


def _lay_lava_room(board: _Board, rules: Any, figures: Figures) -> None:
    """Lay sixteen spaces with the corridor round three sides."""
    for row in range(LAVA_SIDE):
        for column in range(LAVA_SIDE):
            if column + 1 < LAVA_SIDE:
                board.two_way(lava_space(column, row), lava_space(column + 1, row), _EAST)
            if row + 1 < LAVA_SIDE:
                board.two_way(lava_space(column, row), lava_space(column, row + 1), _NORTH)
    far = LAVA_SIDE - 1
    for i in range(LAVA_SIDE):
        sides = (
            ("first_side", int(rules.opens_sun_a) - 1 - i, lava_space(i, 0), _NORTH),
            ("alcove_side", int(rules.opens_sun_a) + 1 + i, lava_space(0, i), _EAST),
            ("last_side", int(rules.opens_sun_b) + 1 + i, lava_space(i, far), _SOUTH),
        )
        for name, corridor, lava, direction in sides:
            rules.beside_lava[corridor] = True
            if figures[f"lava.{name}_open"]:
                board.two_way(corridor, lava, direction)
    rules.beside_lava[LAVA : LAVA + LAVA_SPACES] = True


def _lay_river(board: _Board, rules: Any, figures: Figures) -> None:
    """Lay the river, one way: east along the places to dive, then north, then east again to the last space."""
    entries, spaces = figures["river.entries"], int(rules.river_spaces)
    for i in range(entries):
        board.one_way(int(rules.first_dive) + i, RIVER + i, _NORTH)
    for i in range(spaces - 1):
        bends = i >= entries - 1 and not (i == spaces - 2 and i >= entries)
        board.one_way(RIVER + i, RIVER + i + 1, _NORTH if bends else _EAST)


def _lay_bridge(board: _Board, rules: Any, figures: Figures) -> None:
    """Lay the bridge: one space that joins the corridor's two banks."""
    near, far = int(rules.near_end), int(rules.far_end)
    board.two_way(near, BRIDGE, _NORTH)
    board.one_way(BRIDGE, far, _NORTH)
    if figures["bridge.both_ways"]:
        board.one_way(far, BRIDGE, _SOUTH)

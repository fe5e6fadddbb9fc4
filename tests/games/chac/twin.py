"""The Adventurers: The Temple of Chac, played slowly and plainly with Python objects.

A test oracle: written from the rulebook, shares no code with the kernel.  A game turn reads from top to
bottom as the rulebook has it (``_play``); nothing is clever and nothing is fast.

Chance does not live in here.  The caller hands in ``luck`` (the deal and every shuffled deck) and ``rolls``
(queues of dice by name, taken from the front; the caller may go on adding to them during the game).

Spaces have names: C00, C01, ... the corridor in the boulder's order, W<zone><column> the walls room,
L<column><row> the lava room, R1, R2, ... the river, BR the bridge, ENT the entrance, OUT outside, - nowhere.
Seats count from 0, zones, columns, rows and game turns from 1.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

Option = tuple  # see Game.options
Play = Generator[None, Option, Any]  # a part of the game: stops at each decision, goes on with the choice

ABILITIES = {
    "Lea Rice": "Sprint",
    "Martin Fletcher": "Sprint",
    "Bill Baker": "Stamina",
    "Mustafa Ibrahim": "Stamina",
    "Trevor Griffith": "Linguistics",
    "Arely Tamay": "Linguistics",
    "Puccio Cortese": "Swimming",
    "Tatiana Bregovic": "Swimming",
    "Markus Bassler": "Lock Picking",
    "Len Tso Yau": "Lock Picking",
    "Nicole Lager": "Leap",
    "Vincent Gerondeau": "Leap",
}
DECKS = ("zone 1", "zone 2", "zone 3", "zone 4", "lava", "river")
CARD_ORDER = (*DECKS, "alcove", "vault")  # whose card goes first when several are equal
VAULT = 4  # number of the fifth alcove
LOCK_DICE = 5
OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}
SUN_SPACES = {"A": "L11", "B": "L14"}
ROOMS = ("walls", "lava", "river", "alcoves", "vault")  # where treasure is found
ROOM_OF = dict(zip(CARD_ORDER, ("walls",) * 4 + ROOMS[1:], strict=True))
COUNTED_TURNS = (3, 6, 9, 12)  # what is carried is noted after these
BOULDER_TURNS = 20  # where the boulder lies is noted after so many turns


class Card(NamedTuple):
    """A treasure card: its deck, what it shows, and for an alcove's treasure which alcove it was in."""

    deck: str
    kind: str
    alcove: int = -1


# ---------------------------------------------------------------------------------------------- the board


class Board:
    """Where one can go: ``steps`` are a space's neighbours with their directions, ``leaps`` its diagonals."""

    def __init__(self, figures: dict[str, Any]) -> None:
        self.figures = figures
        self.steps: dict[str, dict[str, str]] = {"OUT": {}}
        self._lay_corridor()
        self._lay_walls_room()
        self._lay_lava_room()
        self._lay_river()
        self._lay_bridge()
        self._one_way(self.last, "west", "OUT")
        self.leaps = {space: self._diagonals(space) for space in self.steps}

    def _one_way(self, here: str, direction: str, there: str) -> None:
        self.steps.setdefault(here, {})[there] = direction
        self.steps.setdefault(there, {})

    def _two_way(self, here: str, direction: str, there: str) -> None:
        self._one_way(here, direction, there)
        self._one_way(there, OPPOSITE[direction], here)

    def _lay_corridor(self) -> None:
        """One passage past everything; ``names`` grows with every stretch."""
        figures = self.figures
        names = ["C00"]

        def stretch(direction: str, length: int) -> list[str]:
            laid = []
            for _ in range(length):
                name = f"C{len(names):02d}"
                self._two_way(names[-1], direction, name)
                names.append(name)
                laid.append(name)
            return laid

        stretch("west", figures["boulder.head_start"])
        self.below_walls = stretch("west", figures["walls.columns"])  # from the last column to the first
        stretch("west", figures["corridor.walls_to_lava"])
        self.first_side = stretch("west", 4)
        (self.corner_a,) = stretch("west", 1)
        self.alcove_side = stretch("north", 4)
        (self.corner_b,) = stretch("north", 1)
        self.last_side = stretch("east", 4)
        stretch("east", figures["corridor.lava_to_river"])
        self.dives = stretch("north", 1) + stretch("east", figures["river.entries"] - 1)
        stretch("east", figures["corridor.river_to_bridge"])
        (self.near_end,) = stretch("east", 1)
        detour = stretch("east", 1)
        detour += stretch("north", figures["bridge.detour"] - 2)
        detour += stretch("west", 1)
        self.far_end = detour[-1]
        stretch("west", figures["corridor.bridge_to_exit"])
        self.corridor = names
        self.last = names[-1]

        far, near = names.index(self.far_end), names.index(self.near_end)
        self.vault = names[far - figures["vault.before_far_end"]]
        landing = far + figures["river.landing"] if figures["river.bank"] == "far" else near - figures["river.landing"]
        if not 0 <= landing < len(names):
            raise ValueError("swimmers land outside the corridor")
        self.landing = names[landing]

    def _lay_walls_room(self) -> None:
        columns = self.figures["walls.columns"]
        self.walls_room: dict[str, tuple[int, int]] = {}  # space -> zone, column
        for zone in (1, 2, 3, 4):
            for column in range(1, columns + 1):
                self.walls_room[f"W{zone}{column}"] = (zone, column)
        for zone, column in self.walls_room.values():
            if column < columns:
                self._two_way(f"W{zone}{column}", "east", f"W{zone}{column + 1}")
            if zone < 4:
                self._two_way(f"W{zone}{column}", "south", f"W{zone + 1}{column}")
        for column in range(1, columns + 1):
            outside = self.below_walls[columns - column]
            self._one_way(f"W4{column}", "south", outside)
            if self.figures["walls.reentry"]:
                self._one_way(outside, "north", f"W4{column}")
        for middle in {(columns - 1) // 2, columns // 2}:
            self._one_way("ENT", "south", f"W1{middle + 1}")

    def _lay_lava_room(self) -> None:
        self.lava_room = [f"L{column}{row}" for column in (1, 2, 3, 4) for row in (1, 2, 3, 4)]
        for column in (1, 2, 3, 4):
            for row in (1, 2, 3, 4):
                if column < 4:
                    self._two_way(f"L{column}{row}", "east", f"L{column + 1}{row}")
                if row < 4:
                    self._two_way(f"L{column}{row}", "north", f"L{column}{row + 1}")
        if self.figures["lava.first_side_open"]:
            for outside, slab in zip(self.first_side, ["L41", "L31", "L21", "L11"], strict=True):
                self._two_way(outside, "north", slab)
        if self.figures["lava.alcove_side_open"]:
            for outside, slab in zip(self.alcove_side, ["L11", "L12", "L13", "L14"], strict=True):
                self._two_way(outside, "east", slab)
        if self.figures["lava.last_side_open"]:
            for outside, slab in zip(self.last_side, ["L14", "L24", "L34", "L44"], strict=True):
                self._two_way(outside, "south", slab)
        self.beside_lava = {*self.first_side, *self.alcove_side, *self.last_side}

    def _lay_river(self) -> None:
        spaces, entries = self.figures["river.spaces"], self.figures["river.entries"]
        if entries > spaces:
            raise ValueError("more places to dive than river spaces")
        self.river = [f"R{number}" for number in range(1, spaces + 1)]
        for number in range(1, spaces):
            along_the_bank = number < entries
            last_bend = number == spaces - 1 and spaces - entries >= 2
            direction = "east" if along_the_bank or last_bend else "north"
            self._one_way(f"R{number}", direction, f"R{number + 1}")
        for number, bank in enumerate(self.dives, start=1):
            self._one_way(bank, "north", f"R{number}")
        self.waterfall = self.river[-1]

    def _lay_bridge(self) -> None:
        self._two_way(self.near_end, "north", "BR")
        self._one_way("BR", "north", self.far_end)
        if self.figures["bridge.both_ways"]:
            self._one_way(self.far_end, "south", "BR")

    def _diagonals(self, start: str) -> set[str]:
        """Two steps with a right-angle turn between them lead to a space that touches at a corner."""
        found = set()
        for between, first in self.steps[start].items():
            for end, second in self.steps[between].items():
                right_angle = second not in (first, OPPOSITE[first])
                if right_angle and end not in self.steps[start] and end != "OUT":
                    found.add(end)
        return found


# -------------------------------------------------------------------------------------------- the players


@dataclass
class Player:
    """One seat: the adventurer in play, the one held back, and what the player knows."""

    first: str = ""
    second: str = ""
    name: str = ""  # the adventurer in play
    space: str = "-"
    status: str = "waiting"  # "inside", "waiting" (a second adventurer can still come), "escaped", "lost"
    second_used: bool = False
    ability_used: bool = False
    cards: list[Card] = field(default_factory=list)
    stamina: bool = False  # the level is lowered until the turn ends
    level_set: int = 0  # the load level as adjusted in phase 1
    actions: int = 0
    searched_here: bool = False  # the figure lies flat in the river
    known_zones: set[int] = field(default_factory=set)
    peeked: dict[str, bool] = field(default_factory=dict)  # slab -> trapped?

    # what is measured; counts are of both adventurers together
    counts: Counter[str] = field(default_factory=Counter)
    found: Counter[str] = field(default_factory=Counter)  # by room
    deaths: dict[str, tuple[str, int]] = field(default_factory=dict)  # "first" or "second": cause and turn
    used: set[str] = field(default_factory=set)  # "first", "second": who has used the ability
    out: tuple[str, int] = ("nobody", 0)  # who escaped, and when
    second_turn: int = 0
    routes: set[str] = field(default_factory=set)  # of the adventurer who came last
    bridge_load: int = 0

    @property
    def which(self) -> str:
        return "second" if self.second_used else "first"

    def use_ability(self) -> None:
        self.ability_used = True
        self.used.add(self.which)

    @property
    def inside(self) -> bool:
        return self.status == "inside"

    def can(self, ability: str) -> bool:
        return ABILITIES[self.name] == ability and not self.ability_used


# ----------------------------------------------------------------------------------------------- the game


class Game:
    """One game.  Ask ``options()``, then ``apply`` one of them, until ``over``.

    ``figures``: every number and reading of the rules by its dotted name.
    ``luck``: "adventurers" (two names a seat), "decks" (the six decks, first card on top), "traps" (the
    trapped slab that each zone's clue shows), "wall cards" ("blank", "left", "right", "both", first on top).
    ``rolls``: dice by name: "actions", "boulder", "bridge", "lock", "river", "casket".
    """

    def __init__(self, figures: dict[str, Any], seats: int, luck: dict[str, Any], rolls: dict[str, list[int]]) -> None:
        if not 2 <= seats <= 6 or len(luck["adventurers"]) != seats:
            raise ValueError("2 to 6 seats with two adventurers each")
        if set(luck["decks"]) != set(DECKS):
            raise ValueError("six treasure decks are needed")
        self.figures = figures
        self.seats = seats
        self.rolls = rolls
        self.board = Board(figures)
        self.players = [Player() for _ in range(seats)]
        self.dealt = [list(pair) for pair in luck["adventurers"]]
        self.decks = {name: list(luck["decks"][name]) for name in DECKS}
        self.traps = list(luck["traps"])
        if len(set(self.traps)) != 4 or not set(self.traps) <= set(self.board.lava_room) - {"L11", "L14"}:
            raise ValueError("four different glyph slabs are trapped")
        self.wall_cards = list(luck["wall cards"])

        self.boulder = 0  # its place in the corridor
        self.left_steps = self.right_steps = 0
        self.walls_met = False
        self.planks = figures["bridge.planks"]
        self.suns = {"A": False, "B": False}
        self.masked = True
        self.slabs = dict.fromkeys(self.board.lava_room, "hidden")
        for sun in SUN_SPACES.values():
            self.slabs[sun] = "sun"
        self.alcoves: list[int | str | None] = [None] * 5
        self.discard_pile: list[Card] = []

        self.turn = 0
        self.dice: list[int] = []  # on the table during a lock-picking attempt
        self.fatal = 0  # fatal dice not yet dealt with at the river's exit
        self.scores: list[int] | None = None
        self.winners: list[int] | None = None
        self.end_reason: str | None = None
        self.turns = 0  # of all seats together
        self.happened: Counter[str] = Counter()  # event -> turn of it
        self.boulder_after: list[str] = []
        self.values_after: list[list[int]] = []
        self.over = False
        self.seat: int | None = None
        self.decision: str | None = None
        self._options: set[Option] = set()
        self._story = self._play()
        next(self._story)

    def options(self) -> set[Option]:
        """What the player in ``seat`` may do now.

        FIRST: ("first", name)      LOAD: ("drop", kind), ("keep",), ("stamina",)
        ACT: ("stop",), ("step", space), ("leap", space), ("search",), ("decipher",), ("pick",), ("hop",),
             ("sprint", space), ("peek", space)
        LOCK: ("leave",), ("force",), ("reroll", (faces in ascending order))
        RIVER: ("fall",), ("pay",), ("swim",)      SACRIFICE: ("give", kind)
        REPLACEMENT: ("wait",), ("enter", "A" | "B")      STAMINA: ("spare",), ("use",); in ACT also ("stamina",)
        """
        return set(self._options)

    def apply(self, option: Option) -> None:
        if option not in self._options:
            raise ValueError(f"seat {self.seat} may not {option!r} now ({self.decision or 'over'})")
        try:
            self._story.send(option)
        except StopIteration:
            self.over = True
            self.seat = self.decision = None
            self._options = set()

    def _ask(self, seat: int, decision: str, options: set[Option]) -> Play:
        self.seat, self.decision, self._options = seat, decision, options
        choice = yield
        return choice

    def _roll(self, name: str, count: int) -> list[int]:
        queue = self.rolls[name]
        if len(queue) < count:
            raise ValueError(f"not enough {name} dice: {count} wanted, {len(queue)} there")
        taken = queue[:count]
        del queue[:count]
        return taken

    # ----------------------------------------------------------------------------- the course of the game

    def _play(self) -> Play:
        for seat in range(self.seats):
            yield from self._choose_first(seat)
        while True:
            self.turn += 1
            yield from self._adjust_loads()
            self._count_actions()
            yield from self._offer_stamina()
            for seat in self._in_order():
                if self.players[seat].inside:
                    yield from self._perform_actions(seat)
                if not self._anybody("inside") and not self._anybody("waiting"):
                    self._end("nobody inside")
                    return
            self._move_walls()
            self._move_boulder()
            self.boulder_after.append(self.board.corridor[self.boulder])
            if self.boulder == len(self.board.corridor) - 1:
                for player in self.players:
                    if player.inside:
                        self._die(player, "sealed in")
                self._end("exit sealed")
                return
            for seat in self._in_order():
                yield from self._bring_replacement(seat)
            waiting = self.figures["ends.waits_for_replacements"] and self._anybody("waiting")
            if not self._anybody("inside") and not waiting:
                self._end("nobody inside")
                return
            for player in self.players:
                player.stamina = False
            self._note_values()

    def _in_order(self) -> list[int]:
        """All seats, clockwise from the Dicekeeper."""
        keeper = (self.turn - 1) % self.seats
        return [(keeper + place) % self.seats for place in range(self.seats)]

    def _anybody(self, status: str) -> bool:
        return any(player.status == status for player in self.players)

    def _choose_first(self, seat: int) -> Play:
        names = self.dealt[seat]
        choice = yield from self._ask(seat, "FIRST", {("first", name) for name in names})
        player = self.players[seat]
        player.first = player.name = choice[1]
        player.second = names[1] if names[0] == player.first else names[0]
        player.space = "ENT"
        player.status = "inside"

    # ------------------------------------------------------------------------------- 1. adjust load level

    def _adjust_loads(self) -> Play:
        for seat in self._in_order():
            player = self.players[seat]
            if not player.inside:
                continue
            while True:
                options: set[Option] = set()
                if self.figures["load.dropping"]:
                    options |= {("drop", card.kind) for card in player.cards}
                if player.can("Stamina"):
                    options.add(("stamina",))
                if not options:
                    break
                options.add(("keep",))
                choice = yield from self._ask(seat, "LOAD", options)
                if choice[0] == "drop":
                    self._discard(player, choice[1])
                    player.counts["dropped"] += 1
                    continue
                if choice[0] == "stamina":
                    player.use_ability()
                    player.stamina = True
                break
            player.level_set = self._current_level(player)

    def _current_level(self, player: Player) -> int:
        table = self.figures["load.levels"]
        carried = len(player.cards)
        level = table[carried] if carried < len(table) else self.figures["load.beyond_table"]
        if player.stamina and level - 1 >= self.figures["load.floor"]:
            level -= 1
        return level

    def _discard(self, player: Player, kind: str) -> None:
        """One card of this kind leaves the player; of several equal ones, the one of the lowest deck."""
        equal = [card for card in player.cards if card.kind == kind]
        card = min(equal, key=lambda c: (CARD_ORDER.index(c.deck), c.alcove))
        player.cards.remove(card)
        self.discard_pile.append(card)
        if card.alcove >= 0:
            self.alcoves[card.alcove] = "lost"

    # ----------------------------------------------------------- 2. roll dice and count number of actions

    def _count_actions(self) -> None:
        self.action_dice = self._roll("actions", self.figures["dice.actions"])
        for player in self.players:
            player.actions = 0
            if player.inside:
                self.turns += 1
                player.actions = self._actions_at(player.level_set)

    def _actions_at(self, level: int) -> int:
        return len([die for die in self.action_dice if die >= level])

    def _offer_stamina(self) -> Play:
        """By one reading Stamina may wait for the dice; the actions are then counted by the lower level."""
        for seat in self._in_order():
            player = self.players[seat]
            if player.inside and self._stamina_at_any_time(player):
                choice = yield from self._ask(seat, "STAMINA", {("use",), ("spare",)})
                if choice[0] == "use":
                    self._use_stamina(player)
                    player.actions = self._actions_at(player.level_set)

    def _stamina_at_any_time(self, player: Player) -> bool:
        return self.figures["stamina.when"] == "any-time" and player.can("Stamina")

    def _use_stamina(self, player: Player) -> None:
        """After the load phase: the level that was set goes down, too."""
        player.use_ability()
        player.stamina = True
        if player.level_set - 1 >= self.figures["load.floor"]:
            player.level_set -= 1

    # --------------------------------------------------------------------------------- 3. perform actions

    def _perform_actions(self, seat: int) -> Play:
        player = self.players[seat]
        while player.inside:
            if player.space == self.board.waterfall:
                if player.actions == 0 or self._boulder_holds_swimmers_back():
                    break
                yield from self._exit_river(seat)
                continue
            options = self._action_options(seat)
            if not options:
                break
            options.add(("stop",))
            choice = yield from self._ask(seat, "ACT", options)
            if choice[0] == "stop":
                break
            yield from self._act(seat, choice)
        player.actions = 0

    def _action_options(self, seat: int) -> set[Option]:
        player = self.players[seat]
        here = player.space
        steps = [space for space in self.board.steps[here] if self._enterable(space)]
        options: set[Option] = set()
        if player.actions > 0:
            options |= {("step", space) for space in steps}
            if player.can("Leap"):
                options |= {("leap", space) for space in self.board.leaps[here] if self._leapable(here, space)}
            if self._may_search(player):
                options.add(("search",))
            if here in self.board.walls_room and self.board.walls_room[here][0] not in player.known_zones:
                options.add(("decipher",))
            if self._closed_alcove(here) is not None:
                options.add(("pick",))
            if here == "BR":
                options.add(("hop",))
            if self._stamina_at_any_time(player):
                options.add(("stamina",))
            options.add(("stop",))
        if player.can("Sprint") and here not in self.board.river:
            for space in steps:
                if space not in self.board.river or self.figures["sprint.may_dive"]:
                    options.add(("sprint", space))
        if player.can("Linguistics"):
            for space in self.board.steps[here]:
                if self.slabs.get(space) == "hidden":
                    options.add(("peek", space))
        return options

    def _enterable(self, space: str) -> bool:
        if space in self.board.corridor:
            return space != self.board.corridor[self.boulder] or not self.figures["boulder.blocking"]
        if space in self.board.walls_room:
            return not self.walls_met and self.board.walls_room[space][1] in self._open_columns()
        if space in self.board.lava_room:
            return self.slabs[space] != "collapsed" or not self.figures["lava.collapsed_gone"]
        if space == "BR":
            return self.planks > 0
        return True

    def _leapable(self, here: str, space: str) -> bool:
        """No leap along corridor and bridge goes by way of the space that the boulder fills."""
        passage = {*self.board.corridor, "BR"}
        rock = self.board.corridor[self.boulder]
        cuts_past = rock in self.board.steps[here] and space in self.board.steps[rock]
        if here in passage and space in passage and cuts_past and self.figures["boulder.blocking"]:
            return False
        return self._enterable(space)

    def _open_columns(self) -> list[int]:
        return list(range(self.left_steps + 1, self.figures["walls.columns"] - self.right_steps + 1))

    def _deck_here(self, space: str) -> str | None:
        if space in self.board.walls_room:
            return f"zone {self.board.walls_room[space][0]}"
        if space in self.board.lava_room:
            return "lava"
        if space in self.board.river:
            return "river"
        return None

    def _may_search(self, player: Player) -> bool:
        deck = self._deck_here(player.space)
        if deck is None or not self.decks[deck]:
            return False
        if deck == "lava":
            return self.slabs[player.space] == "treasure"
        if deck == "river":
            return player.space != self.board.waterfall and not player.searched_here
        return True

    def _closed_alcove(self, space: str) -> int | None:
        """Number of the alcove still closed beside this space."""
        places = [*self.board.alcove_side, self.board.vault]
        for number, place in enumerate(places):
            if place == space and self.alcoves[number] is None:
                return number
        return None

    def _act(self, seat: int, choice: Option) -> Play:
        player = self.players[seat]
        kind = choice[0]
        if kind == "sprint":
            player.use_ability()
            self._move_to(player, choice[1])
            return
        if kind == "peek":
            player.use_ability()
            player.peeked[choice[1]] = choice[1] in self.traps
            return
        if kind == "stamina":
            self._use_stamina(player)
            return
        player.actions -= 1
        if kind == "step":
            self._move_to(player, choice[1])
        elif kind == "leap":
            player.use_ability()
            self._move_to(player, choice[1])
        elif kind == "search":
            self._search(player)
        elif kind == "decipher":
            player.known_zones.add(self.board.walls_room[player.space][0])
            player.counts["clues"] += 1
        elif kind == "hop":
            player.counts["hops"] += 1
            self._test_bridge(player)
        elif kind == "pick":
            yield from self._pick_lock(seat)
        else:
            raise AssertionError(kind)

    def _move_to(self, player: Player, space: str) -> None:
        if space == "OUT":
            player.space = "OUT"
            player.status = "escaped"
            player.out = (player.which, self.turn)
            return
        if self.masked and (space in self.board.lava_room or space in self.board.beside_lava):
            self.masked = False
            self.happened["unmasked"] = self.turn
        player.routes |= self._routes_by(space)
        if space in self.board.lava_room:
            if self.slabs[space] == "hidden":
                player.counts["slabs_flipped"] += 1
                self.slabs[space] = "collapsed" if space in self.traps else "treasure"
            if self.slabs[space] == "collapsed":
                self._die(player, "lava")
                return
        player.space = space
        player.searched_here = False
        if space == "BR":
            player.bridge_load = self._weight(player)
            self._test_bridge(player)

    def _routes_by(self, space: str) -> set[str]:
        """The ways through the temple that somebody on this space has taken."""
        corridor = self.board.corridor
        round_the_bridge = corridor[corridor.index(self.board.near_end) + 1 : corridor.index(self.board.far_end)]
        ways = {"lava": self.board.lava_room, "river": self.board.river, "bridge": ["BR"], "long_way": round_the_bridge}
        return {way for way, spaces in ways.items() if space in spaces}

    def _search(self, player: Player) -> None:
        deck = self._deck_here(player.space)
        assert deck is not None
        player.cards.append(Card(deck, self.decks[deck].pop(0)))
        player.found[ROOM_OF[deck]] += 1
        if deck == "lava":
            self.slabs[player.space] = "empty"
        if deck == "river":
            player.searched_here = True

    def _die(self, player: Player, cause: str) -> None:
        player.deaths[player.which] = (cause, self.turn)
        while player.cards:
            self._discard(player, player.cards[0].kind)
        player.space = "-"
        player.status = "lost" if player.second_used else "waiting"

    # -------------------------------------------------------------------------------------------- alcoves

    def _pick_lock(self, seat: int) -> Play:
        player = self.players[seat]
        number = self._closed_alcove(player.space)
        assert number is not None
        name = "vault" if number == VAULT else "alcove"
        wanted = range(1, self.figures["vault.numbers" if number == VAULT else "alcoves.numbers"] + 1)
        self.dice = sorted(self._roll("lock", LOCK_DICE))
        player.counts["lock_rolls"] += 1
        while True:
            missing = [face for face in wanted if face not in self.dice]
            if not missing:
                break
            options: set[Option] = set()
            if player.can("Lock Picking") and len(missing) == 1:
                options.add(("force",))
            if player.actions > 0:
                for count in range(1, LOCK_DICE + 1):
                    for faces in itertools.combinations(self.dice, count):
                        options.add(("reroll", faces))
            if not options:
                self.dice = []
                return
            options.add(("leave",))
            choice = yield from self._ask(seat, "LOCK", options)
            if choice[0] == "leave":
                self.dice = []
                return
            if choice[0] == "force":
                player.use_ability()
                break
            player.actions -= 1
            player.counts["lock_rolls"] += 1
            for face in choice[1]:
                self.dice.remove(face)
            self.dice = sorted(self.dice + self._roll("lock", len(choice[1])))
        self.dice = []
        self.alcoves[number] = seat
        player.cards.append(Card(name, name, number))
        player.found[ROOM_OF[name]] += 1

    # ---------------------------------------------------------------------------------------------- river

    def _exit_river(self, seat: int) -> Play:
        player = self.players[seat]
        player.actions -= 1
        may_reroll = True
        self._roll_at_waterfall(self._current_level(player))
        while self.fatal > 0:
            price = self.figures["river.cards_per_reroll"] * self.fatal
            options: set[Option] = set()
            if may_reroll and len(player.cards) >= price:
                options.add(("pay",))
            if player.can("Swimming"):
                options.add(("swim",))
            if not options:
                break
            options.add(("fall",))
            choice = yield from self._ask(seat, "RIVER", options)
            if choice[0] == "fall":
                break
            if choice[0] == "swim":
                player.use_ability()
                self.fatal -= 1
            else:
                yield from self._let_go(seat, price)
                may_reroll = False
                self._roll_at_waterfall(self.fatal)
        if self.fatal > 0:
            self.fatal = 0
            self._die(player, "river")
        else:
            self._move_to(player, self.board.landing)
            if self._boulder_bars_landing():
                self._die(player, "boulder")

    def _boulder_bars_landing(self) -> bool:
        return self.figures["boulder.blocking"] and self.board.corridor[self.boulder] == self.board.landing

    def _boulder_holds_swimmers_back(self) -> bool:
        return self._boulder_bars_landing() and self.figures["river.landing_blocked"] == "waits"

    def _roll_at_waterfall(self, dice: int) -> None:
        self.fatal = self._roll("river", dice).count(self.figures["river.fatal_face"])

    def _let_go(self, seat: int, owed: int) -> Play:
        player = self.players[seat]
        player.counts["sacrificed"] += owed
        while owed > 0:
            if len(player.cards) == owed:
                while player.cards:
                    self._discard(player, player.cards[0].kind)
                return
            kinds = {("give", card.kind) for card in player.cards}
            choice = yield from self._ask(seat, "SACRIFICE", kinds)
            self._discard(player, choice[1])
            owed -= 1

    # --------------------------------------------------------------------------------------------- bridge

    def _test_bridge(self, mover: Player) -> None:
        on_bridge = [player for player in self.players if player.space == "BR"]
        total = sum(self._weight(player) for player in on_bridge)
        for die in self._roll("bridge", self.planks):
            if die < total:
                self.planks -= 1
        if self.planks == 0:
            for player in on_bridge:
                if player is mover or self.figures["bridge.all_fall"]:
                    self._die(player, "bridge")

    def _weight(self, player: Player) -> int:
        """The load level that counts on the bridge."""
        return self._current_level(player) if self.figures["bridge.counts_new_cards"] else player.level_set

    # ------------------------------------------------------------------ 4. move the walls and the boulder

    def _move_walls(self) -> None:
        for _ in range(self.figures["walls.drawn"]):
            if self.walls_met or not self.wall_cards:
                return
            card = self.wall_cards.pop(0)
            if card in ("left", "both"):
                self.left_steps += 1
            if card in ("right", "both"):
                self.right_steps += 1
            open_columns = self._open_columns()
            self.walls_met = not open_columns
            if self.walls_met:
                self.happened["walls_met"] = self.turn
            for player in self.players:
                if player.space not in self.board.walls_room:
                    continue
                zone, column = self.board.walls_room[player.space]
                if column in open_columns:
                    continue
                if self.walls_met or not self.figures["walls.pushes"]:
                    self._die(player, "walls")
                else:
                    nearest = min(open_columns, key=lambda other, here=column: abs(other - here))
                    player.space = f"W{zone}{nearest}"

    def _move_boulder(self) -> None:
        by_turn = self.figures["boulder.dice"]
        count = by_turn[min(self.turn, len(by_turn)) - 1]
        for die in self._roll("boulder", count):
            if die < self.figures["boulder.advances_on"] or self.boulder == len(self.board.corridor) - 1:
                continue
            self.boulder += 1
            here = self.board.corridor[self.boulder]
            for player in self.players:
                if player.space == here:
                    self._die(player, "boulder")
            for sun, corner in (("A", self.board.corner_a), ("B", self.board.corner_b)):
                if here == corner:
                    self.suns[sun] = True
                    self.happened[f"sun {sun}"] = self.turn

            if here == {"near-end": self.board.near_end, "far-end": self.board.far_end}.get(
                self.figures["boulder.destroys_bridge"]
            ):
                self._smash_bridge()

    def _smash_bridge(self) -> None:
        """The boulder takes the planks away; only a bridge that still has some lets anybody down."""
        on_bridge = [player for player in self.players if player.space == "BR" and self.planks > 0]
        self.planks = 0
        for player in on_bridge:
            self._die(player, "bridge")

    # ------------------------------------------------------------------ 5. bring in possible replacements

    def _bring_replacement(self, seat: int) -> Play:
        player = self.players[seat]
        options: set[Option] = {("enter", sun) for sun, is_open in self.suns.items() if is_open}
        if player.status != "waiting" or not options:
            return
        options.add(("wait",))
        choice = yield from self._ask(seat, "REPLACEMENT", options)
        if choice[0] == "wait":
            return
        player.name = player.second
        player.second_used = True
        player.second_turn = self.turn
        player.routes, player.bridge_load = set(), 0
        player.ability_used = False
        player.stamina = False
        player.status = "inside"
        self._move_to(player, SUN_SPACES[choice[1]])

    # -------------------------------------------------------------------------------------------- victory

    def _end(self, reason: str) -> None:
        self.end_reason = reason
        self._note_values()
        self.parts: list[Counter[str]] = [Counter() for _ in self.players]
        escaped = []
        for seat, player in enumerate(self.players):
            if player.status != "escaped":
                player.status = "lost"
                continue
            escaped.append(seat)
            for card in sorted(player.cards, key=lambda c: CARD_ORDER.index(c.deck)):
                value = self._roll("casket", 1)[0] if card.kind == "casket" else self._face_value(card)
                self.parts[seat][ROOM_OF[card.deck]] += value
        self.scores = [parts.total() for parts in self.parts]
        best = max([self.scores[seat] for seat in escaped], default=0)
        self.winners = [seat for seat in escaped if self.scores[seat] == best]
        if self.figures["ends.vault_breaks_ties"] and self.alcoves[VAULT] in self.winners:
            self.winners = [self.alcoves[VAULT]]

    def _face_value(self, card: Card) -> int:
        """What a card shows; nothing is to be seen on a casket."""
        if card.kind in ("alcove", "vault"):
            return self.figures[f"treasure.{card.kind}"]
        return 0 if card.kind == "casket" else int(card.kind)

    # ------------------------------------------------------------------------------------ what is measured

    def _note_values(self) -> None:
        """At the end of a turn: the value of the cards that each player has in hand, or has brought out."""
        self.values_after.append([sum(map(self._face_value, player.cards)) for player in self.players])

    def of_seat(self, seat: int) -> dict[str, Any]:
        """The columns of one seat, by the names that a run gives them; adventurers, causes and abilities in words."""
        player = self.players[seat]
        brought_out = player.cards if player.status == "escaped" else []
        rooms = Counter(ROOM_OF[card.deck] for card in brought_out)
        adventurers = {"first": player.first, "second": player.second}
        column: dict[str, Any] = {f"value_{room}": self.parts[seat][room] for room in ROOMS}
        for who, name in adventurers.items():
            cause, turn = player.deaths.get(who, ("none", 0))
            column[f"ability_{who}"] = ABILITIES[name].lower()
            column[f"ability_used_{who}"] = int(who in player.used)
            column[f"death_{who}"], column[f"death_turn_{who}"] = cause, turn
        for way in ("lava", "river", "bridge", "long_way"):
            column[f"route_{way}"] = int(way in player.routes)
        for name in ("hops", "clues", "slabs_flipped", "lock_rolls", "dropped", "sacrificed"):
            column[name] = player.counts[name]
        return column | {
            "cards": [rooms[room] for room in ROOMS],
            "found": [player.found[room] for room in ROOMS],
            "caskets": sum(card.kind == "casket" for card in brought_out),
            "escaped": player.out[0],
            "escape_turn": player.out[1],
            "second_turn": player.second_turn,
            "bridge_load": player.bridge_load,
            "value_after": [self.values_after[min(turn, self.turn) - 1][seat] for turn in COUNTED_TURNS],
        }

    def of_game(self) -> dict[str, Any]:
        """The columns of the whole game."""
        after = [int(space[1:]) for space in self.boulder_after[:BOULDER_TURNS]]
        opened = [owner is not None for owner in self.alcoves]
        return {
            "turns": self.turns,
            "end_reason": self.end_reason,
            "rounds": self.turn,
            "escapes": sum(player.status == "escaped" for player in self.players),
            "boulder": after + [-1] * (BOULDER_TURNS - len(after)),
            "boulder_end": self.boulder,
            "walls_met": self.happened["walls_met"],
            "planks_left": self.planks,
            "sun_turn": [self.happened["sun A"], self.happened["sun B"]],
            "unmasked_turn": self.happened["unmasked"],
            "alcoves_opened": sum(opened[:VAULT]),
            "vault_opened": int(opened[VAULT]),
        }

    # -------------------------------------------------------------------------------------- looking at it

    def snapshot(self) -> dict[str, Any]:
        """The whole position in plain values, to be compared."""
        return {
            "over": self.over,
            "seat": self.seat,
            "decision": self.decision,
            "turn": self.turn,
            "space": [player.space for player in self.players],
            "status": [player.status for player in self.players],
            "cards": [sorted((card.deck, card.kind) for card in player.cards) for player in self.players],
            "actions": [player.actions if seat == self.seat else 0 for seat, player in enumerate(self.players)],
            "known traps": [sorted(player.known_zones) for player in self.players],
            "boulder": self.board.corridor[self.boulder],
            "walls": (self.left_steps, self.right_steps),
            "planks": self.planks,
            "suns": [self.suns["A"], self.suns["B"]],
            "slabs": dict(self.slabs),
            "alcoves": list(self.alcoves),
            "dice": tuple(self.dice) if self.decision == "LOCK" else None,
            "fatal": self.fatal if self.decision == "RIVER" else None,
            "scores": self.scores,
            "winners": self.winners,
        }

"""Positions of Lost Cities for tests: set up a table, arrange it, and play by the words of the rulebook.

    table = Position(seats=2).hand(1, "blue 5").explorer(1, "blue", 5, top=4).tile("blue", 6, Tile.ARROW)
    table.play("advance blue 5")
    assert table.options() == {"step blue", "decline"}

Seats count from 1 as at the table; colours are words.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.games.lost_cities.moves.hands import of_path
from digsite.simulator.games.lost_cities.moves.legal import fitting_cards
from digsite.simulator.games.lost_cities.options import DECLINE, MAX_OPTIONS, PILE, Action, action_of, what_of
from digsite.simulator.games.lost_cities.rules import CARD_VALUES, COLOURS
from digsite.simulator.games.lost_cities.state import Decision, Direction, Event, State, Tile
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.conformance.scoring import rank_each_for_itself
from tests.games.lost_cities.hands import read_hand, write_hand

GAME = find_game("lost-cities")
_ACTIONS = {
    Action.OPEN_ADVENTURER: "open {} adventurer",
    Action.OPEN_RESEARCHER: "open {} researcher",
    Action.ADVANCE: "advance {}",
    Action.DISCARD: "discard {}",
}


def card_number(name: str) -> int:
    """`red 4` as the number the kernel keeps."""
    colour, value = name.split()
    return COLOURS.index(colour) * CARD_VALUES + int(value)


def card_name(card: int) -> str:
    """The words for a card's number."""
    return f"{COLOURS[card // CARD_VALUES]} {card % CARD_VALUES}"


class Position:
    """A game under way that a test may rearrange; every method that arranges gives the position back."""

    def __init__(
        self,
        seats: int = 2,
        variants: Iterable[str] = (),
        settings: Iterable[str] = (),
        seed: int = 1,
        luck: int = 0,
    ) -> None:
        self.figures = GAME.figures.with_variants(variants, seats).with_settings(settings)
        self.seats = seats
        self.rules_box = GAME.build_rules(self.figures, seats)
        self.rules = self.rules_box[0]
        self.state_box = record(State)
        self.state = self.state_box[0]
        self._events = buffer(4_096)
        self._options = np.zeros(MAX_OPTIONS, np.int32)
        with np.errstate(over="ignore"):
            open_streams(self.state, seed, luck)
            GAME.kernels.setup(self.rules, self.state, self._events)
        self.story = self._logged()  # every event so far

    # ---------------------------------------------------------------------------------------------- arranging

    def no_tiles(self) -> Position:
        """Take every event tile off the board."""
        self.state.tile[:] = Tile.NONE
        return self

    def tile(self, path: str, stone: int, tile: int) -> Position:
        """Lay one event tile."""
        self.state.tile[COLOURS.index(path), stone] = tile
        return self

    def hand(self, seat: int, *cards: str) -> Position:
        """Give a seat exactly these cards."""
        write_hand(self.state, seat - 1, map(card_number, cards))
        return self

    def explorer(
        self, seat: int, path: str, stone: int, top: int = 0, researcher: bool = False, way: Direction = Direction.OPEN
    ) -> Position:
        """Send an explorer out, its column topped by a card of this value."""
        state, at = self.state, (seat - 1, COLOURS.index(path))
        state.stone[at], state.researcher[at], state.direction[at] = stone, researcher, way
        state.column_size[at], state.column_first[at], state.column_top[at] = 1, top, top
        state.begun[seat - 1] |= of_path(at[1])
        state.fitting[seat - 1] |= fitting_cards(self.rules, state, *at)
        left = state.researchers_left if researcher else state.adventurers_left
        left[seat - 1] -= 1
        if stone > self.rules.stones_bridge_after:
            state.crossed += 1
        return self

    def discards(self, path: str, *values: int) -> Position:
        """Lay a discard pile, its top card last."""
        colour = COLOURS.index(path)
        self.state.discard[colour, : len(values)] = values
        self.state.discard_size[colour] = len(values)
        return self

    def pile(self, *cards: str) -> Position:
        """Leave only these cards in the draw pile, the first one on top."""
        removed = self.rules.cards_removed
        self.state.pile = len(cards)
        self.state.deck[removed : removed + len(cards)] = [card_number(card) for card in reversed(cards)]
        return self

    def points(self, *points: int) -> Position:
        """Victory points of the seats in order."""
        self.state.points[: len(points)] = points
        return self

    def tokens(self, *tokens: int) -> Position:
        """Artifact tokens of the seats in order."""
        self.state.tokens[: len(tokens)] = tokens
        return self

    def last_expedition(self) -> Position:
        """Let the expedition under way be the last."""
        self.state.expedition = self.rules.expeditions - 1
        return self

    # ------------------------------------------------------------------------------------------------ playing

    @property
    def seat(self) -> int:
        """The seat to decide, from 1."""
        return int(self.state.seat) + 1

    @property
    def decision(self) -> Decision:
        return Decision(self.state.decision)

    def options(self, start: str = "") -> set[str]:
        """What the seat may do now, in words; only the options that start so."""
        return {words for words in self._offered() if words.startswith(start)}

    def play(self, *moves: str) -> list[tuple[Event, int, int, int, int]]:
        """Carry out options given in words, one after the other; the events of all of them."""
        logged: list[tuple[Event, int, int, int, int]] = []
        for move in moves:
            offered = self._offered()
            assert move in offered, f"{move!r} is not among {sorted(offered)}"
            self._events[0, 0] = 0
            with np.errstate(over="ignore"):
                GAME.kernels.apply(self.rules, self.state, offered[move], self._events)
            logged += self._logged()
        self.story += logged
        return logged

    def _logged(self) -> list[tuple[Event, int, int, int, int]]:
        rows = self._events[1 : self._events[0, 0] + 1].tolist()
        return [(Event(kind), seat, a, b, c) for kind, seat, a, b, c in rows]

    def idle(self, turns: int = 1) -> None:
        """Turns in which a seat discards its first card and draws from the pile."""
        for _ in range(turns):
            self.play(min(self.options("discard")), "draw")

    def draw_until_the_end(self) -> None:
        """Idle until the draw pile is gone and the expedition over."""
        self.idle(int(self.state.pile))

    def outcome(self) -> np.record:
        """The final account, ranked."""
        out = record(GAME.records.outcome)[0]
        out.contends[: self.seats] = 1
        GAME.kernels.score(self.rules, self.state, out)
        rank_each_for_itself(out, self.seats)
        return out

    def redeal(self, seat: int) -> None:
        """Shuffle anew what the seat cannot know."""
        with np.errstate(over="ignore"):
            GAME.kernels.redeal(self.rules, self.state, seat - 1)

    def _offered(self) -> dict[str, int]:
        count = GAME.kernels.legal(self.rules, self.state, self._options)
        options = self._options[:count].tolist()
        offered = {self.words(option): option for option in options}
        assert len(offered) == count, "an option is offered twice"
        return offered

    def words(self, option: int) -> str:
        """An option of the decision now due, as the rulebook would put it."""
        if self.decision == Decision.PLAY:
            return _ACTIONS[Action(action_of(option))].format(card_name(what_of(option)))
        if self.decision == Decision.STEP:
            return "decline" if option == DECLINE else f"step {COLOURS[option]}"
        return "draw" if option == PILE else f"take {COLOURS[option]}"

    # ------------------------------------------------------------------------------------------------ looking

    def hand_of(self, seat: int) -> list[str]:
        """A seat's hand in words."""
        return [card_name(card) for card in read_hand(self.state, seat - 1)]

    def stone(self, seat: int, path: str) -> int:
        """Where the seat's explorer stands on the path; 0: none there."""
        return int(self.state.stone[seat - 1, COLOURS.index(path)])

    def tile_at(self, path: str, stone: int) -> int:
        return int(self.state.tile[COLOURS.index(path), stone])

    def discard_pile(self, path: str) -> list[int]:
        """Values on the path's discard pile, the top last."""
        colour = COLOURS.index(path)
        return self.state.discard[colour, : self.state.discard_size[colour]].tolist()

    def tile_counts(self) -> dict[int, int]:
        """How many tiles of each kind lie on the board."""
        kinds, counts = np.unique(self.state.tile[self.state.tile != Tile.NONE], return_counts=True)
        return dict(zip(kinds.tolist(), counts.tolist(), strict=True))


def fresh(seats: int = 2, variants: Iterable[str] = (), settings: Iterable[str] = (), seed: int = 1) -> Position:
    """A table at the start of a game with the board bare of tiles."""
    return Position(seats, variants, settings, seed).no_tiles()

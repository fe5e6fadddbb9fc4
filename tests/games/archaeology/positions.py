"""Positions of Archaeology for tests: set up a table, arrange it, and play by the words of the rulebook.

    table = Position(seats=2).hand(1, "parchment_scrap 2, coin").market("talisman, pot_shard").acting(1)
    table.play("offer coin", "offer parchment_scrap", "offer parchment_scrap", "take talisman", "take pot_shard")
    assert table.cards(1) == {"talisman": 1, "pot_shard": 1}

Seats and chambers count from 1 as at the table; treasures are words.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.games.archaeology.moves.holdings import change_market, count_hand
from digsite.simulator.games.archaeology.options import (
    ACTION_STRIDE,
    DECLINE,
    MAX_OPTIONS,
    NAME_STRIDE,
    SIZE_STRIDE,
    Action,
)
from digsite.simulator.games.archaeology.rules import KINDS, MAP, TREASURES
from digsite.simulator.games.archaeology.state import Decision, Event, Phase, State, Stream
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.kernel.search.imagine import imagine
from tests.conformance.scoring import rank_each_for_itself

GAME = find_game("archaeology")
DIG_CARDS = (*TREASURES, "thief", "sandstorm")
TRADING_VALUE = dict(zip(TREASURES, (1, 1, 2, 2, 3, 3, 4, 1, 3), strict=True))


def counts(cards: str) -> dict[int, int]:
    """`coin 2, map` as number of cards by treasure."""
    found: dict[int, int] = {}
    for words in filter(None, (part.split() for part in cards.split(","))):
        found[TREASURES.index(words[0])] = int(words[1]) if len(words) > 1 else 1
    return found


def named(row: Iterable[int]) -> dict[str, int]:
    """A row of counts by the treasures' names."""
    return {TREASURES[kind]: int(cards) for kind, cards in enumerate(row) if cards}


class Position:
    """A game under way that a test may rearrange; every method that arranges gives the position back."""

    def __init__(
        self,
        seats: int = 2,
        monument: str = "great-pyramid",
        variants: Iterable[str] = (),
        settings: Iterable[str] = (),
        luck: int = 0,
    ) -> None:
        figures = GAME.figures.with_variants(variants, seats)
        self.figures = figures.with_settings([f"monument={monument}", *settings])
        self.seats, self.monument = seats, monument
        self.rules_box = GAME.build_rules(self.figures, seats)
        self.rules = self.rules_box[0]
        self.state_box = record(State)
        self.state = self.state_box[0]
        self._events = buffer(4_096)
        self._options = np.zeros(MAX_OPTIONS, np.int32)
        open_streams(self.state, 1, luck)
        GAME.kernels.setup(self.rules, self.state, self._events)

    # ---------------------------------------------------------------------------------------- arranging

    def hand(self, seat: int, cards: str) -> Position:
        self._fill(self.state.hand[seat - 1], cards)
        count_hand(self.rules, self.state, seat - 1)
        self.state.maps_most[seat - 1] = self.state.hand[seat - 1, MAP]
        self.state.known[:, seat - 1] = 0
        return self

    def hands(self, *hands: str) -> Position:
        for seat, cards in enumerate(hands, start=1):
            self.hand(seat, cards)
        return self

    def market(self, cards: str) -> Position:
        self._fill(self.state.market, cards)
        for kind in range(KINDS):
            change_market(self.state, kind, 0)
        return self

    def chamber(self, chamber: int, cards: str) -> Position:
        self._fill(self.state.chamber[chamber - 1], cards)
        self.state.chamber_size[chamber - 1] = self.state.chamber[chamber - 1].sum()
        self.state.chamber_known[:, chamber - 1] = 0
        return self

    def dig_site(self, *cards: str) -> Position:
        """What is dug next, next first."""
        for at, card in enumerate(reversed(cards)):
            self.state.dig_site[at] = DIG_CARDS.index(card)
        self.state.dig_left = len(cards)
        self.state.thieves_left, self.state.storms_left = cards.count("thief"), cards.count("sandstorm")
        return self

    def pile(self, *cards: str) -> Position:
        """What the next storms lay bare at the Buried Ruins, next first."""
        for at, card in enumerate(reversed(cards)):
            self.state.pile[at] = TREASURES.index(card)
        self.state.pile_left = len(cards)
        return self

    def acting(self, seat: int) -> Position:
        """It is this seat's turn, after the dig."""
        state = self.state
        state.seat = state.digger = seat - 1
        state.decision, state.phase = Decision.ACT, Phase.ACT
        state.end_phase = state.dig_left == 0 and state.end_phase
        state.acted = state.sold = state.must_sell = False
        state.turn_trades = state.turn_explorations = 0
        return self

    def digging(self, seat: int, *cards: str) -> Position:
        """This seat now digs these cards; the turn before is ended by the other player."""
        self.acting((seat - 2) % self.seats + 1)
        if self.state.hand_size[self.state.seat] == 0:
            raise ValueError("the player before needs a card in hand")
        self.dig_site(*cards)
        return self.play("end")

    def _fill(self, row, cards: str) -> None:
        row[:] = 0
        for kind, n in counts(cards).items():
            row[kind] = n

    # ---------------------------------------------------------------------------------------- playing

    def option_numbers(self) -> dict[str, int]:
        n = GAME.kernels.legal(self.rules, self.state, self._options)
        words = {self.word(option): option for option in self._options[:n].tolist()}
        assert len(words) == n
        return words

    def options(self) -> set[str]:
        return set(self.option_numbers())

    def play(self, *words: str) -> Position:
        """Carry out these decisions, each of which must be allowed; events of the last one are kept."""
        for word in words:
            numbers = self.option_numbers()
            assert word in numbers, f"{word!r} is not among {sorted(numbers)}"
            self._events[0, 0] = 0
            GAME.kernels.apply(self.rules, self.state, numbers[word], self._events)
        return self

    def word(self, option: int) -> str:
        """An option in words."""
        decision = Decision(self.state.decision)
        if decision in (Decision.ACT, Decision.OFFER, Decision.TAKE):
            return self._action_word(*divmod(option, ACTION_STRIDE))
        if decision == Decision.NAME:
            lower, higher = divmod(option, NAME_STRIDE)
            return f"name {TREASURES[lower]} {TREASURES[higher]}"
        if decision == Decision.PEEK:
            return "decline" if option == DECLINE else f"look {option + 1}"
        two_ways = {Decision.TENT: ("keep tent", "use tent"), Decision.MINE: ("stop", "draw")}
        if decision in two_ways:
            return two_ways[decision][option]
        if decision == Decision.VICTIM:
            return f"rob {option + 1}"
        return f"{decision.name.lower()} {TREASURES[option]}"

    def _action_word(self, action: int, what: int) -> str:
        if action == Action.SELL:
            kind, size = divmod(what, SIZE_STRIDE)
            return f"sell {TREASURES[kind]} {size}"
        if action == Action.EXPLORE:
            return f"explore {what + 1}"
        if action in (Action.OFFER, Action.TAKE):
            return f"{Action(action).name.lower()} {TREASURES[what]}"
        return Action(action).name.lower()

    # ---------------------------------------------------------------------------------------- looking

    def cards(self, seat: int) -> dict[str, int]:
        assert self.state.hand[seat - 1].sum() == self.state.hand_size[seat - 1]
        return named(self.state.hand[seat - 1])

    def market_cards(self) -> dict[str, int]:
        return named(self.state.market)

    def chamber_cards(self, chamber: int) -> dict[str, int]:
        assert self.state.chamber[chamber - 1].sum() == self.state.chamber_size[chamber - 1]
        return named(self.state.chamber[chamber - 1])

    def money(self) -> list[int]:
        return self.state.money[: self.seats].tolist()

    def seat(self) -> int:
        return int(self.state.seat) + 1

    def decision(self) -> str:
        return "" if self.state.over else Decision(self.state.decision).name.lower()

    def events(self) -> list[tuple[Event, int, int, int, int]]:
        """Events of the last decision: kind, seat from 1 (0 for nobody), a, b, c."""
        rows = self._events[1 : self._events[0, 0] + 1].tolist()
        return [(Event(kind), seat + 1, a, b, c) for kind, seat, a, b, c in rows]

    def told(self, event: Event) -> list[tuple[int, int, int, int]]:
        """Seat, a, b, c of the last decision's events of one kind."""
        return [row[1:] for row in self.events() if row[0] == event]

    def outcome(self) -> np.record:
        out = record(GAME.records.outcome)[0]
        out.contends[:] = True
        GAME.kernels.score(self.rules, self.state, out)
        rank_each_for_itself(out, self.seats)
        return out

    def redealt(self, seat: int, luck: int | None = None) -> Position:
        """Another position that looks the same to this seat; the same luck gives the same one."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other._events = self._events.copy()
        other.state_box = record(State)
        other.state = other.state_box[0]
        if luck is not None:
            self.state.stream[Stream.REDEAL] = luck
        imagine(self.rules, self.state, seat - 1, int(Stream.REDEAL), other.state, GAME.kernels.redeal)
        return other

"""Positions of Quetzal for tests: set up a table, arrange it, and play by the words of the rulebook.

    table = Position(seats=3).coins(2, 5).pool(2, "white 2, character").placing(2)
    table.play("temple 2", "white")
    assert table.state.coins[1] == 1

Seats, spaces and ships count from 1 as at the table. A card is its type and bonus, "tablet discovery"; a list of cards
has commas and may have numbers: "tablet discovery 2, mummy".
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from digsite.simulator.games import find_game
from digsite.simulator.games.quetzal.moves.rounds import proceed
from digsite.simulator.games.quetzal.ops import TYPES
from digsite.simulator.games.quetzal.options import (
    BUY_DISCOVERY,
    BUY_VP,
    DONE,
    MAX_OPTIONS,
    REROLL_ALL,
    colour_of,
    count_of,
    sent_of,
    space_of,
)
from digsite.simulator.games.quetzal.rules import BONUSES, KINDS, NO_UPGRADE, UPGRADE_KINDS, UPGRADES
from digsite.simulator.games.quetzal.state import (
    FIRST_BID,
    NO_DECISION,
    NOBODY,
    UNDER_STRIDE,
    Colour,
    Decision,
    Event,
    Phase,
    Space,
    State,
    Stream,
)
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.kernel.search.imagine import imagine
from tests.conformance.scoring import rank_each_for_itself

GAME = find_game("quetzal")
MEEPLES = ("black", "white", "either", "character")
COLOURS = ("adventurer", "archaeologist", "either")
SPECIAL = {DONE: "done", BUY_VP: "buy vp", BUY_DISCOVERY: "buy discovery"}
SPACES = {
    "camp": 0, "stela": 1, **{f"temple {n}": 1 + n for n in range(1, 6)}, "quarry": 7, "small_temple": 8, "ruins": 9,
    "market 1": 10, "market 2": 11, "ship 1": 12, "ship 2": 13, **{f"village {n}": 13 + n for n in range(1, 4)},
    "harbour": 17,
}  # fmt: skip
SPACE_WORDS = {number: word for word, number in SPACES.items()}


def kind(word: str) -> int:
    """The number of a card."""
    type_, _, bonus = word.strip().partition(" ")
    return TYPES.index(type_) * len(BONUSES) + BONUSES.index(bonus or "none")


def word_of(card: int) -> str:
    """A card in words."""
    type_, bonus = TYPES[card // len(BONUSES)], BONUSES[card % len(BONUSES)]
    return type_ if bonus == "none" else f"{type_} {bonus}"


def kinds(words: str) -> list[int]:
    """`tablet discovery 2, mummy` as a list of cards."""
    found: list[int] = []
    for part in filter(None, (part.strip() for part in words.split(","))):
        head, _, last = part.rpartition(" ")
        found += [kind(head)] * int(last) if last.isdecimal() else [kind(part)]
    return found


def counts(words: str, names: tuple[str, ...]) -> list[int]:
    """`black 2, character` as numbers by name."""
    found = dict.fromkeys(names, 0)
    for part in filter(None, (part.split() for part in words.split(","))):
        found[part[0]] = int(part[1]) if len(part) > 1 else 1
    return list(found.values())


class Position:
    """A game under way that a test may rearrange; every method that arranges gives the position back."""

    def __init__(self, seats: int = 3, settings: Iterable[str] = (), luck: int = 0) -> None:
        self.figures = GAME.figures.with_settings(settings)
        self.seats = seats
        self.rules_box = GAME.build_rules(self.figures, seats)
        self.rules = self.rules_box[0]
        self.state_box = record(State)
        self.state = self.state_box[0]
        self._events = buffer(4_096)
        self._options = np.zeros(MAX_OPTIONS, np.int32)
        with np.errstate(over="ignore"):
            open_streams(self.state, 1, luck)
            GAME.kernels.setup(self.rules, self.state, self._events)

        self.at_setup = self.events()

    def told_at_setup(self, seat: int) -> list[tuple[int, int, int, int]]:
        """The rolls of a seat in the first round."""
        return [row[1:] for row in self.at_setup if row[0] == Event.ROLL and row[1] == seat]

    def told_in_round(self, seat: int) -> list[tuple[int, int, int, int]]:
        """The rolls of a seat by the last decision."""
        return [row for row in self.told(Event.ROLL) if row[0] == seat]

    # ---------------------------------------------------------------------------------------- arranging

    def coins(self, seat: int, coins: int) -> Position:
        self.state.coins[seat - 1] = coins
        return self

    def hand(self, seat: int, words: str) -> Position:
        cards = np.bincount(np.array(kinds(words), int), minlength=KINDS)
        self.state.hand[seat - 1], self.state.shown[seat - 1] = cards, 0
        self.state.hand_size[seat - 1] = cards.sum()
        return self

    def pool(self, seat: int, words: str) -> Position:
        self.state.pool[seat - 1] = counts(words, MEEPLES)
        self.state.pool_size[seat - 1] = self.state.pool[seat - 1].sum()
        return self

    def owns(self, seat: int, *upgrades: str) -> Position:
        tiles = [UPGRADES.index(name) for name in upgrades]
        self.state.owned[seat - 1] = (tiles + [NO_UPGRADE] * 2)[:2]
        return self

    def temple(self, words: str) -> Position:
        self.state.temple[:] = np.bincount(np.array(kinds(words), int), minlength=KINDS)
        self.state.temple_size = self.state.temple.sum()
        return self

    def surroundings(self, place: str, words: str) -> Position:
        cards = kinds(words)
        self.state.surroundings[SPACES[place] - FIRST_BID] = (cards + [0] * 4)[:4]
        self.state.surroundings_size[SPACES[place] - FIRST_BID] = len(cards)
        return self

    def deck(self, words: str) -> Position:
        """What is drawn next, next first."""
        cards = kinds(words)[::-1]
        self.state.deck[: len(cards)] = cards
        self.state.deck_left = len(cards)
        return self

    def discarded(self, words: str) -> Position:
        self.state.discarded[:] = np.bincount(np.array(kinds(words), int), minlength=KINDS)
        return self

    def pile(self, *upgrades: str) -> Position:
        """Upgrades drawn next, next first."""
        self.state.pile[: len(upgrades)] = [UPGRADES.index(name) for name in reversed(upgrades)]
        self.state.pile_left = len(upgrades)
        return self

    def village(self, *upgrades: str) -> Position:
        tiles = [UPGRADES.index(name) for name in upgrades]
        self.state.village[:] = np.bincount(np.array(tiles, int), minlength=UPGRADE_KINDS)
        self.state.village_size = len(tiles)
        return self

    def track(self, seat: int, place: int) -> Position:
        self.state.discovery[seat - 1] = place
        return self

    def marker(self, seat: int) -> Position:
        self.state.marker = seat - 1
        return self

    def standing(self, seat: int, *spaces: str) -> Position:
        """Meeples of a seat stand there, as the only bid where there are bids."""
        for space in spaces:
            if space == "harbour":
                self.state.harbour[seat - 1] += 1
            else:
                self.state.holder[SPACES[space]] = seat - 1
        return self

    def empty_board(self) -> Position:
        self.state.holder[:] = NOBODY
        self.state.bid_size[:] = 0
        self.state.bid_colour[:] = Colour.EITHER
        return self

    def placing(self, seat: int) -> Position:
        """It is this seat's turn to place."""
        state = self.state
        state.phase, state.begun, state.decision = Phase.PLACE, True, Decision.PLACE
        state.seat = seat - 1
        state.at = (seat - 1 - state.marker) % self.seats
        return self

    def go_on_with(self, phase: str) -> Position:
        """All meeples are placed, and this phase is next."""
        state = self.state
        if phase != "roll":
            state.pool[:] = state.pool_size[:] = 0
        state.phase, state.at, state.begun, state.decision = Phase[phase.upper()], 0, False, NO_DECISION
        self._events[0, 0] = 0
        with np.errstate(over="ignore"):
            proceed(self.rules, state, self._events)
        return self

    def go_on_with_pools(self) -> Position:
        """Placing begins with the pools as they are."""
        state = self.state
        state.phase, state.at, state.begun, state.decision = Phase.PLACE, 0, False, NO_DECISION
        proceed(self.rules, state, self._events)
        return self

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
            with np.errstate(over="ignore"):
                GAME.kernels.apply(self.rules, self.state, numbers[word], self._events)
        return self

    def word(self, option: int) -> str:
        """An option in words."""
        decision = Decision(self.state.decision)
        if decision == Decision.MEEPLES:
            sent = {name: sent_of(option, meeple) for meeple, name in enumerate(MEEPLES)}
            return ", ".join(f"{name} {n}" if n > 1 else name for name, n in sent.items() if n)
        if option in SPECIAL:
            return SPECIAL[option]
        if decision == Decision.PLACE:
            return self._place_word(space_of(option), colour_of(option), count_of(option))
        if decision in (Decision.REROLL, Decision.CAMP):
            return "all" if option == REROLL_ALL else MEEPLES[option]
        return UPGRADES[option] if decision in (Decision.VILLAGE, Decision.GIVE_UP) else word_of(option)

    def _place_word(self, space: int, colour: int, count: int) -> str:
        word = SPACE_WORDS[space]
        if FIRST_BID <= space < Space.VILLAGE:
            return f"{word} character" if colour == Colour.EITHER else f"{word} {COLOURS[colour]} {count}"
        return f"{word} {count}" if space in (Space.CAMP, Space.HARBOUR) and count > 1 else word

    # ---------------------------------------------------------------------------------------- looking

    def cards(self, seat: int) -> dict[str, int]:
        assert self.state.hand[seat - 1].sum() == self.state.hand_size[seat - 1]
        return {word_of(card): int(n) for card, n in enumerate(self.state.hand[seat - 1]) if n}

    def temple_cards(self) -> Counter[str]:
        return Counter({word_of(card): int(n) for card, n in enumerate(self.state.temple) if n})

    def meeples(self, seat: int) -> dict[str, int]:
        assert self.state.pool[seat - 1].sum() == self.state.pool_size[seat - 1]
        return {name: int(n) for name, n in zip(MEEPLES, self.state.pool[seat - 1], strict=True) if n}

    def upgrades(self, seat: int) -> list[str]:
        return [UPGRADES[tile] for tile in self.state.owned[seat - 1] if tile != NO_UPGRADE]

    def deck_cards(self) -> list[str]:
        """The deck from the top."""
        return [word_of(int(card) % UNDER_STRIDE) for card in self.state.deck[: self.state.deck_left][::-1]]

    def holder(self, space: str) -> int:
        """The seat that stands there; 0 for nobody."""
        return int(self.state.holder[SPACES[space]]) + 1

    def seat(self) -> int:
        return int(self.state.seat) + 1

    def decision(self) -> str:
        return "" if self.state.over else Decision(self.state.decision).name.lower()

    def events(self) -> list[tuple[Event, int, int, int, int]]:
        """Events of the last decision: kind, seat from 1 (0 for nobody), a, b, c."""
        rows = self._events[1 : self._events[0, 0] + 1].tolist()
        return [(Event(what), seat + 1, a, b, c) for what, seat, a, b, c in rows]

    def told(self, event: Event) -> list[tuple[int, int, int, int]]:
        """Seat, a, b, c of the last decision's events of one kind."""
        return [row[1:] for row in self.events() if row[0] == event]

    def outcome(self) -> np.record:
        out = record(GAME.records.outcome)[0]
        out.contends[:] = True
        GAME.kernels.score(self.rules, self.state, out)
        rank_each_for_itself(out, self.seats)
        return out

    def redealt(self, seat: int, luck: int = 5) -> Position:
        """Another position that looks the same to this seat; the same luck gives the same one."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other._events = self._events.copy()
        other.state_box = record(State)
        other.state = other.state_box[0]
        self.state.stream[Stream.REDEAL] = luck
        with np.errstate(over="ignore"):
            imagine(self.rules, self.state, seat - 1, int(Stream.REDEAL), other.state, GAME.kernels.redeal)
        return other

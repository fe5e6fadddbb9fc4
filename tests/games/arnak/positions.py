"""Positions of Arnak for tests: set up a table, arrange it, and play by words.

    table = Position(2).hand(1, "parrot, funding").resources(1, compass=1)
    table.play("play parrot", "accept", "use up funding")
    assert table.held(1) == {"jewel": 1}

Seats, slots and spaces count from 1 as at the table; cards, sites, guardians and assistants are words of the components.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

import numpy as np

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games import find_game
from digsite.simulator.games.arnak.moves.holdings import put_under_deck
from digsite.simulator.games.arnak.ops import ICONS, RESOURCES
from digsite.simulator.games.arnak.options import (
    MAX_OPTIONS,
    Action,
    action_of,
    card_of,
    discount_of,
    first_of,
    icon_of,
    second_of,
    site_of,
    space_of,
    stack_of,
    token_of,
    track_space_of,
    what_of,
)
from digsite.simulator.games.arnak.rules import (
    BASICS,
    CAMPS,
    FEAR_TILE,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_FEAR,
    MAX_ROW,
    TILES_1,
    WORD,
)
from digsite.simulator.games.arnak.state import NO_CARD, NOBODY, Decision, Event, State
from digsite.simulator.kernel.play.events import SILENT, buffer
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from tests.conformance.scoring import rank_each_for_itself
from tests.games.arnak.conserved import cards_of

GAME = find_game("arnak")
TABLES = GAME.figures.tables
ITEMS, ARTIFACTS = TABLES["items"].rows, TABLES["artifacts"].rows
SITES, GUARDIANS, ASSISTANTS = TABLES["sites"].rows, TABLES["guardians"].rows, TABLES["assistants"].rows
PLACES = (*TABLES["tiles"].rows, *SITES[:CAMPS])
STACKS, FACES = TABLES["temple.stacks"].rows, TABLES["bonus_tiles"].rows
IDOLS, SLOTS = TABLES["idols"].rows, TABLES["slots"].rows
BASIC_NAMES = TABLES["basics"].rows[:BASICS]
TOKENS = ("glass", "notebook")


def card_name(card: int) -> str:
    """A card as a word."""
    if card == FEAR_TILE:
        return "fear_tile"
    if card >= FIRST_FEAR:
        return "fear"
    if card >= FIRST_BASIC:
        return BASIC_NAMES[(card - FIRST_BASIC) % BASICS]
    return ITEMS[card] if card < FIRST_ARTIFACT else ARTIFACTS[card - FIRST_ARTIFACT]


@cache
def built(seats: int, variants: tuple[str, ...] = (), settings: tuple[str, ...] = ()) -> tuple[Figures, np.recarray]:
    """Figures and the Rules record, built once."""
    figures = GAME.figures.with_variants(variants, seats).with_settings(settings)
    return figures, GAME.build_rules(figures, seats)


def opening(seats: int, luck: int, variants: tuple[str, ...] = ()) -> np.record:
    """The state in which the first decision of a game is due."""
    state = record(State)[0]
    with np.errstate(over="ignore"):
        open_streams(state, 11, luck)
        GAME.kernels.setup(built(seats, variants)[1][0], state, SILENT)
    return state


class Position:
    """A game under way that a test may rearrange; every method that arranges gives the position back.

    Seat 1 is to act, and all hands are empty but for what a test gives them.
    """

    def __init__(
        self, seats: int = 2, variants: Iterable[str] = (), settings: Iterable[str] = (), luck: int = 0
    ) -> None:
        self.figures, self.rules_box = built(seats, tuple(variants), tuple(settings))
        self.seats = seats
        self.rules = self.rules_box[0]
        self.state_box = record(State)
        self.state = self.state_box[0]
        self._events = buffer(4_096)
        self._options = np.zeros(MAX_OPTIONS, np.int32)
        with np.errstate(over="ignore"):
            open_streams(self.state, 1, luck)
            GAME.kernels.setup(self.rules, self.state, self._events)
        for seat in range(1, seats + 1):
            self.put_hand_away(seat)
            self.state.resources[seat - 1] = 0
            self.state.gained[seat - 1] = 0

    # ---------------------------------------------------------------------------------------- arranging

    def put_hand_away(self, seat: int) -> Position:
        """The hand goes under the deck."""
        for card in cards_of(self.state.hand[seat - 1]):
            self.state.hand[seat - 1, card // WORD] &= ~(1 << card % WORD)
            put_under_deck(self.state, seat - 1, card)
        return self

    def find(self, name: str, seat: int) -> int:
        """The number of a card that a seat may be given."""
        if name in BASIC_NAMES:
            return FIRST_BASIC + (seat - 1) * BASICS + BASIC_NAMES.index(name)
        if name in ITEMS:
            return ITEMS.index(name)
        if name in ARTIFACTS:
            return FIRST_ARTIFACT + ARTIFACTS.index(name)
        state = self.state
        fears = [card for card in state.deck[seat - 1, : state.deck_left[seat - 1]].tolist() if card >= FIRST_FEAR]
        fears += [FIRST_BASIC + bit for bit in range(WORD) if int(state.fear_deck) >> bit & 1]
        return fears[0]

    def lift(self, card: int) -> None:
        """Take a card from wherever it lies."""
        state = self.state
        state.fear_deck &= ~(1 << max(card - FIRST_BASIC, 0)) if card >= FIRST_FEAR else -1
        state.exile[card // WORD] &= ~(1 << card % WORD)
        for seat in range(self.seats):
            state.hand[seat, card // WORD] &= ~(1 << card % WORD)
            state.play[seat, card // WORD] &= ~(1 << card % WORD)
            _remove(state.deck[seat], state.deck_left, seat, card)
        for row in (state.row_items, state.row_artifacts):
            row[row == card] = NO_CARD
        for deck, left in ((state.item_deck, "items_left"), (state.artifact_deck, "artifacts_left")):
            there = deck[: state[left]].tolist()
            if card in there:
                there.remove(card)
                deck[:] = 0
                deck[: len(there)] = there
                state[left] = len(there)

    def hand(self, seat: int, cards: str) -> Position:
        """The hand holds these cards and no others."""
        self.put_hand_away(seat)
        for name in _words(cards):
            card = self.find(name, seat)
            self.lift(card)
            self.state.hand[seat - 1, card // WORD] |= 1 << card % WORD
        return self

    def in_play(self, seat: int, cards: str) -> Position:
        """These cards lie in the play area, too."""
        for name in _words(cards):
            card = self.find(name, seat)
            self.lift(card)
            self.state.play[seat - 1, card // WORD] |= 1 << card % WORD
        return self

    def deck(self, seat: int, cards: str) -> Position:
        """The deck holds these cards, the top first; all others that were there lie in the play area."""
        state = self.state
        for card in state.deck[seat - 1, : state.deck_left[seat - 1]].tolist():
            self.lift(card)
            state.play[seat - 1, card // WORD] |= 1 << card % WORD
        for name in reversed(_words(cards)):
            card = self.find(name, seat) if name != "fear" else self._fear_in_play(seat)
            self.lift(card)
            state.deck[seat - 1, state.deck_left[seat - 1]] = card
            state.deck_left[seat - 1] += 1
        return self

    def _fear_in_play(self, seat: int) -> int:
        return next(card for card in cards_of(self.state.play[seat - 1]) if card >= FIRST_FEAR)

    def row(self, items: str = "", artifacts: str = "") -> Position:
        """The row holds these cards, from the staff outwards; what lay there goes under its deck."""
        state = self.state
        for name, row, deck, left, cards in (
            ("items", state.row_items, state.item_deck, "items_left", items),
            ("artifacts", state.row_artifacts, state.artifact_deck, "artifacts_left", artifacts),
        ):
            if not cards:
                continue
            for card in row[row != NO_CARD].tolist():
                deck[1 : state[left] + 1] = deck[: state[left]].copy()
                deck[0] = card
                state[left] += 1
            row[:] = NO_CARD
            for at, word in enumerate(_words(cards)):
                card = self.find(word, 1)
                self.lift(card)
                row[at] = card
            assert name
        return self

    def exiled(self, cards: str) -> Position:
        """These items or artifacts lie in exile."""
        for name in _words(cards):
            card = self.find(name, 1)
            self.lift(card)
            self.state.exile[card // WORD] |= 1 << card % WORD
        return self

    def on_top(self, card: str) -> Position:
        """An item or artifact lies on top of its deck."""
        number, state = self.find(card, 1), self.state
        self.lift(number)
        if number < FIRST_ARTIFACT:
            state.item_deck[state.items_left] = number
            state.items_left += 1
        else:
            state.artifact_deck[state.artifacts_left] = number
            state.artifacts_left += 1
        return self

    def resources(self, seat: int, **tokens: int) -> Position:
        """The seat has these tokens and no others."""
        self.state.resources[seat - 1] = [tokens.pop(name, 0) for name in RESOURCES]
        assert not tokens
        return self

    def discovered(self, site: str, tile: str, guardian: str = "") -> Position:
        """A site tile lies on a site, with a guardian if one is named."""
        state, place = self.state, PLACES.index(tile)
        row, level = (state.tiles_1, 0) if place < TILES_1 else (state.tiles_2, 1)
        there = row[: state.tiles_left[level]].tolist()
        there.remove(place)
        row[:] = 0
        row[: len(there)] = there
        state.tiles_left[level] = len(there)
        state.tile[SITES.index(site)] = place
        state.idol[SITES.index(site)] = NOBODY
        return self.guarded(site, guardian) if guardian else self

    def next_tile(self, tile: str) -> Position:
        """A site tile lies on top of its stack."""
        state, place = self.state, PLACES.index(tile)
        row, level = (state.tiles_1, 0) if place < TILES_1 else (state.tiles_2, 1)
        there = row[: state.tiles_left[level]].tolist()
        there.remove(place)
        row[: len(there) + 1] = [*there, place]
        return self

    def guarded(self, site: str, guardian: str) -> Position:
        """A guardian lies on a site."""
        state, number = self.state, GUARDIANS.index(guardian)
        there = state.guardian_stack[: state.guardians_left].tolist()
        if number in there:
            there.remove(number)
            state.guardian_stack[:] = 0
            state.guardian_stack[: len(there)] = there
            state.guardians_left = len(there)
        state.guardian[SITES.index(site)] = number
        return self

    def won(self, seat: int, guardian: str) -> Position:
        """The seat has overcome a guardian and not used its boon."""
        self.guarded("j1", guardian)
        self.state.guardian[SITES.index("j1")] = NOBODY
        self.state.overcome[seat - 1] |= 1 << GUARDIANS.index(guardian)
        self.state.boons[seat - 1] |= 1 << GUARDIANS.index(guardian)
        return self

    def placed(self, seat: int, site: str, space: int = 1) -> Position:
        """An archaeologist of the seat stands on a site."""
        self.state.occupant[SITES.index(site), space - 1] = seat - 1
        return self

    def idol(self, site: str, face: str) -> Position:
        """The idol that lies face up on a site."""
        self.state.idol[SITES.index(site)] = IDOLS.index(face)
        return self

    def idols(self, seat: int, crates: int = 0, slots: Iterable[int] = ()) -> Position:
        """Idols in the crates and in slots."""
        self.state.crates[seat - 1] = crates
        self.state.slots[seat - 1] = sum(1 << (slot - 1) for slot in slots)
        return self

    def assistant(self, seat: int, name: str, gold: bool = False, exhausted: bool = False) -> Position:
        """The seat has an assistant."""
        state, number = self.state, ASSISTANTS.index(name)
        self._leave_supply(number)
        state.employer[number] = seat - 1
        state.gold = (int(state.gold) & ~(1 << number)) | (gold << number)
        state.exhausted = (int(state.exhausted) & ~(1 << number)) | (exhausted << number)
        return self

    def supply(self, *names: str) -> Position:
        """The assistants on top of the three stacks of the supply board."""
        for stack, name in enumerate(names):
            number = ASSISTANTS.index(name)
            self._leave_supply(number)
            self.state.supply[stack, self.state.supply_left[stack]] = number
            self.state.supply_left[stack] += 1
        return self

    def to_be_rescued(self, *names: str) -> Position:
        """The assistants that wait on the Snake side, the top first; those that were there lie under the supply."""
        state = self.state
        for number in state.rescue[: state.rescue_left].tolist():
            left = int(state.supply_left[0])
            state.supply[0, 1 : left + 1] = state.supply[0, :left].copy()
            state.supply[0, 0] = number
            state.supply_left[0] = left + 1
        state.rescue[:] = 0
        state.rescue_left = 0
        for number in map(ASSISTANTS.index, reversed(names)):
            self._leave_supply(number)
            state.rescue[state.rescue_left] = number
            state.rescue_left += 1
        return self

    def _leave_supply(self, number: int) -> None:
        state = self.state
        for stack in range(3):
            _remove(state.supply[stack], state.supply_left, stack, number)
        left = np.array([state.rescue_left])
        _remove(state.rescue, left, 0, number)
        state.rescue_left = left[0]

    def tokens(self, seat: int, glass: int, notebook: int = 0) -> Position:
        """Research tokens stand on these spaces of the track."""
        self.state.token[seat - 1] = [glass, notebook]
        if glass == 14 and not self.state.arrival[seat - 1]:
            self.state.arrivals += 1
            self.state.arrival[seat - 1] = self.state.arrivals
        return self

    def bonus(self, space: int, *faces: str) -> Position:
        """Bonus tiles of a space of the research track."""
        self.state.bonus[space] = 0
        self.state.bonus[space, : len(faces)] = [FACES.index(face) for face in faces]
        self.state.bonus_left[space] = len(faces)
        return self

    def round(self, number: int) -> Position:
        """It is this round; the row has its cards."""
        state = self.state
        state.round_number = number
        items, artifacts = int(self.rules.row_spaces) - number, number
        for row, size, deck, left in (
            (state.row_items, items, state.item_deck, "items_left"),
            (state.row_artifacts, artifacts, state.artifact_deck, "artifacts_left"),
        ):
            for at in range(MAX_ROW):
                if at < size and row[at] == NO_CARD:
                    state[left] -= 1
                    row[at] = deck[state[left]]
                    deck[state[left]] = 0
                elif at >= size and row[at] != NO_CARD:
                    deck[1 : state[left] + 1] = deck[: state[left]].copy()
                    deck[0] = row[at]
                    state[left] += 1
                    row[at] = NO_CARD
        return self

    # ---------------------------------------------------------------------------------------- playing

    def option_numbers(self) -> dict[str, int]:
        n = GAME.kernels.legal(self.rules, self.state, self._options)
        words = {self.word(option): option for option in self._options[:n].tolist()}
        assert len(words) == n, "two options have the same words"
        return words

    def options(self) -> set[str]:
        return set(self.option_numbers())

    def offered(self, *starts: str) -> set[str]:
        """Options whose words begin so."""
        return {word for word in self.options() if word.startswith(starts)}

    def play(self, *words: str) -> Position:
        """Carry out these decisions, each of which must be allowed; events of the last call are kept."""
        self._events[0, 0] = 0
        for word in words:
            numbers = self.option_numbers()
            assert word in numbers, f"{word!r} is not among {sorted(numbers)}"
            with np.errstate(over="ignore"):
                GAME.kernels.apply(self.rules, self.state, numbers[word], self._events)
        return self

    def word(self, option: int) -> str:
        """An option in words."""
        action, what = Action(action_of(option)), what_of(option)
        name = action.name.lower().replace("_", " ")
        if action in (Action.END, Action.PASS, Action.DECLINE, Action.HIRE_PILOT):
            return name
        if action == Action.ACCEPT:
            return f"{name}{' and pass' if what else ''}"
        return f"{name} {self._what(action, what)}"

    def _what(self, action: Action, what: int) -> str:
        cards = (
            Action.PLAY, Action.PLAY_AND_PASS, Action.BUY, Action.TAKE, Action.USE_UP, Action.DISCARD, Action.KEEP,
            Action.RETURN,
        )  # fmt: skip
        if action in cards:
            return card_name(what)
        if action == Action.EXILE:
            in_hand = what != FEAR_TILE and int(self.state.hand[self.state.on_turn, what // WORD]) >> what % WORD & 1
            return f"{card_name(what)} of hand" if in_hand else card_name(what)
        if action in (Action.ASSISTANT, Action.REFRESH, Action.RECRUIT, Action.PROMOTE, Action.USE_SUPPLY):
            return ASSISTANTS[what]
        if action in (Action.DISCOVER, Action.OVERCOME, Action.ACTIVATE):
            return SITES[what]
        if action in (Action.DIG, Action.RECALL):
            return _space(what)
        if action == Action.RELOCATE:
            return f"{_space(first_of(what))} to {_space(second_of(what))}"
        if action == Action.MOVE_GUARDIAN:
            return f"{SITES[first_of(what)]} to {SITES[second_of(what)]}"
        if action == Action.SWAP:
            return f"{ASSISTANTS[first_of(what)]} for {ASSISTANTS[second_of(what)]}"
        if action == Action.RESEARCH:
            other = " by the other discount" if discount_of(what) else ""
            return f"{TOKENS[token_of(what)]} {track_space_of(what)}{other}"
        if action == Action.TEMPLE:
            return f"{STACKS[stack_of(what)]}{' by the other discount' if discount_of(what) else ''}"
        if action == Action.PAY_CARD:
            return f"{card_name(card_of(what))} {ICONS[icon_of(what)]}"
        names = {
            Action.BOON: GUARDIANS, Action.IDOL: SLOTS, Action.UPGRADE: RESOURCES, Action.PAY_ICON: ICONS,
            Action.PAY_DISCOUNT: ICONS, Action.BONUS_FIRST: FACES, Action.BONUS_LAST: FACES,
        }  # fmt: skip
        if action in names:
            return names[action][what]
        return str(what + 1 if action in (Action.CHOOSE, Action.UNSLOT) else what)

    def end_turns_until(self, seat: int) -> Position:
        """Others pass their turns until this seat is on turn; free choices are declined."""
        for _ in range(50):
            if self.seat() == seat and self.decision() == "act" and not self.state.main_done:
                return self
            self.play(next(word for word in ("end", "pass", "decline") if word in self.options()))
        raise AssertionError("the seat is never on turn")

    # ---------------------------------------------------------------------------------------- looking

    def held(self, seat: int = 1) -> dict[str, int]:
        """Tokens of a seat."""
        return {name: int(n) for name, n in zip(RESOURCES, self.state.resources[seat - 1], strict=True) if n}

    def cards(self, seat: int = 1) -> list[str]:
        """Cards in hand."""
        return sorted(map(card_name, cards_of(self.state.hand[seat - 1])))

    def played(self, seat: int = 1) -> list[str]:
        """Cards in the play area."""
        return sorted(map(card_name, cards_of(self.state.play[seat - 1])))

    def deck_cards(self, seat: int = 1) -> list[str]:
        """The deck, the top first."""
        return [card_name(card) for card in self.state.deck[seat - 1, : self.state.deck_left[seat - 1]][::-1].tolist()]

    def exile_cards(self) -> list[str]:
        """Cards in exile."""
        return sorted(map(card_name, cards_of(self.state.exile)))

    def row_cards(self) -> tuple[list[str], list[str]]:
        """Items and artifacts of the row, from the staff outwards."""
        rows = (self.state.row_items, self.state.row_artifacts)
        items, artifacts = ([card_name(card) for card in row.tolist() if card != NO_CARD] for row in rows)
        return items, artifacts

    def pool(self) -> dict[str, int]:
        """Travel icons left."""
        return {name: int(n) for name, n in zip(ICONS, self.state.pool, strict=True) if n}

    def at(self, site: str) -> list[int]:
        """Seats on the spaces of a site; 0 is nobody."""
        return [int(seat) + 1 for seat in self.state.occupant[SITES.index(site)]]

    def guardian_at(self, site: str) -> str:
        number = int(self.state.guardian[SITES.index(site)])
        return "" if number == NOBODY else GUARDIANS[number]

    def tile_at(self, site: str) -> str:
        number = int(self.state.tile[SITES.index(site)])
        return "" if number < 0 else PLACES[number]

    def is_ready(self, assistant: str) -> bool:
        return not int(self.state.exhausted) >> ASSISTANTS.index(assistant) & 1

    def is_gold(self, assistant: str) -> bool:
        return bool(int(self.state.gold) >> ASSISTANTS.index(assistant) & 1)

    def employer(self, assistant: str) -> int:
        return int(self.state.employer[ASSISTANTS.index(assistant)]) + 1

    def seat(self) -> int:
        return int(self.state.seat) + 1

    def decision(self) -> str:
        return "" if self.state.over else Decision(self.state.decision).name.lower()

    def told(self, event: Event) -> list[tuple[int, int, int, int]]:
        """Seat from 1, a, b, c of the last call's events of one kind."""
        rows = self._events[1 : self._events[0, 0] + 1].tolist()
        return [(seat + 1, a, b, c) for kind, seat, a, b, c in rows if kind == event]

    def outcome(self) -> np.record:
        out = record(GAME.records.outcome)[0]
        out.contends[:] = True
        GAME.kernels.score(self.rules, self.state, out)
        rank_each_for_itself(out, self.seats)
        return out


def _words(cards: str) -> list[str]:
    return [word.strip() for word in cards.split(",") if word.strip()]


def _remove(row: np.ndarray, left: np.ndarray, at: int, thing: int) -> None:
    """Take a thing out of a row whose length stands elsewhere."""
    there = row[: left[at]].tolist()
    if thing in there:
        there.remove(thing)
        row[:] = 0
        row[: len(there)] = there
        left[at] = len(there)


def _space(place: int) -> str:
    second = " 2" if space_of(place) else ""
    return f"{SITES[site_of(place)]}{second}"

"""Whoever reads the events can follow the whole table: every card, token, figure and tile that lies open or is known.

The reader below moves things by events alone, in plain Python. After every decision the table must be as the reader has it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import Any

import pytest

from digsite.simulator.games.arnak.ops import COSTS, RESOURCES
from digsite.simulator.games.arnak.options import FEAR_TILE, Action, action_of
from digsite.simulator.games.arnak.rules import (
    BASICS,
    CAMPS,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_FEAR,
    LOST_TEMPLE,
    TILES,
    WORD,
)
from digsite.simulator.games.arnak.state import NOBODY, RIVAL, SUPPLY_STACKS, UNDISCOVERED, Decision, Event, Icon
from digsite.simulator.kernel.play.events import buffer
from tests.conformance.twins import KernelSide, by_strategies
from tests.games.arnak.positions import GAME

FEAR = FIRST_FEAR  # Fear cards are all alike
IDOL = COSTS.index("idol")
UNDER, ON_TOP, HAND, PLAY = range(4)  # ops.DESTINATIONS
# a choice among effects, which card to keep, and what is to be paid for yet
SHOWN_LATER = {Decision.CHOOSE, Decision.MAY, Decision.KEEP, Decision.ACT, Decision.SEND, Decision.PAY}

LINE_UPS = [
    (["balanced"], ["snake-temple"], 3),
    (["random"], [], 4),
    (["collector", "balanced"], [], 5),
    (["random", "collector"], ["snake-temple"], 6),
    (["explorer", "random", "guardian-hunter"], [], 7),
    (["collector", "random", "researcher", "random"], ["snake-temple"], 8),
    (["random"] * 4, [], 9),
    (["random"] * 4, ["snake-temple"], 10),
    (["random"] * 3, [], 11),
    (["random"] * 2, ["snake-temple"], 12),
]


class Reader:
    """The table as the events tell it."""

    def __init__(self, figures: Any, rules: Any, seats: int) -> None:
        self.rules, self.seats = rules, range(seats)
        self.deck = [Counter([*range(first, first + BASICS), FEAR, FEAR]) for first in self._firsts()]
        self.hand, self.play = ([Counter() for _ in self.seats] for _ in range(2))  # cards drawn to choose from, too
        start = figures["start.resources"][1 if seats == 1 else 0 :]
        self.tokens = [[start[seat].get(name, 0) for name in RESOURCES] for seat in self.seats]
        self.row, self.exile = set(), set()
        self.crates, self.fear_tiles = [0] * seats, [0] * seats
        self.slots, self.boons = [set() for _ in self.seats], [set() for _ in self.seats]
        self.overcome = defaultdict(set)
        self.pool = Counter()
        self.tile = {site: TILES + site for site in range(CAMPS)}
        self.guardian, self.idol, self.occupant = {}, {}, {}
        self.token, self.temple_tiles = defaultdict(lambda: [0, 0]), Counter()
        self.bonus = defaultdict(Counter)
        self.employer, self.top, self.gold, self.exhausted = {}, {}, set(), set()
        self.planes, self.masked, self.passed = set(), set(), set()

    def _firsts(self) -> range:
        return range(FIRST_BASIC, FIRST_BASIC + BASICS * len(self.seats), BASICS)

    def read(self, kind: int, seat: int, a: int, b: int, c: int) -> None:
        getattr(self, f"_{Event(kind).name.lower()}", self._nothing)(seat, a, b, c)

    def _nothing(self, *_: int) -> None:
        """An event that moves nothing."""

    def _move(self, card: int, source: Counter, target: Counter | None = None) -> None:
        card = min(card, FEAR)
        assert source[card] > 0
        source[card] -= 1
        if target is not None:
            target[card] += 1

    # ------------------------------------------------------------------------------------------------ cards

    def _draw(self, seat, card, _b, _c):
        self._move(card, self.deck[seat], self.hand[seat])

    def _keep(self, seat, card, _b, _c):
        assert self.hand[seat][min(card, FEAR)] > 0

    def _return(self, seat, card, _b, _c):
        self._move(card, self.hand[seat], self.deck[seat])

    def _use_up(self, seat, card, _b, _c):
        self._move(card, self.hand[seat], self.play[seat])

    _discard = _use_up

    def _play(self, seat, card, _mode, _c):
        if not (FIRST_ARTIFACT <= card < FIRST_BASIC and self.play[seat][card]):  # else it has just come into play
            self._move(card, self.hand[seat], self.play[seat])

    def _travel(self, seat, card, icon, _c):
        self._use_up(seat, card, 0, 0)
        for printed, number in enumerate(self.rules.card_travel[card].tolist()):
            self.pool[Icon.PLANE if seat in self.planes else printed] += number
        self.pool[icon] -= 1

    def _exile(self, seat, card, from_play, _c):
        if card == FEAR_TILE:
            self.fear_tiles[seat] -= 1
            return
        self._move(card, (self.play if from_play else self.hand)[seat])
        self.exile |= {card} if card < FEAR else set()

    def _fear(self, seat, is_card, _b, _c):
        if is_card:
            self.play[seat][FEAR] += 1
        else:
            self.fear_tiles[seat] += 1

    def _shuffle(self, seat, cards, _b, _c):
        assert self.play[seat].total() == cards
        self.deck[seat] += self.play[seat]
        self.play[seat].clear()

    def _buy(self, seat, card, _price, _c):
        self.row.discard(card)  # or it was the top of its deck
        (self.deck if card < FIRST_ARTIFACT else self.play)[seat][card] += 1

    def _take(self, seat, card, destination, exiled):
        (self.exile if exiled else self.row).remove(card)
        if seat != RIVAL:
            {UNDER: self.deck, ON_TOP: self.deck, HAND: self.hand, PLAY: self.play}[destination][seat][card] += 1

    def _deal(self, _seat, card, _b, _c):
        self.row.add(card)

    def _row_exile(self, _seat, card, _b, _c):
        self.row.remove(card)
        self.exile.add(card)

    # ------------------------------------------------------------------------------------------------ tokens and travel

    def _gain(self, seat, resource, amount, held):
        self.tokens[seat][resource] += amount
        assert self.tokens[seat][resource] == held

    def _pay(self, seat, what, amount, left):
        pile = self.crates if what == IDOL else self.tokens[seat]
        at = seat if what == IDOL else what
        pile[at] -= amount
        assert pile[at] == left

    def _produce(self, _seat, icon, amount, _c):
        self.pool[icon] += amount

    def _icon(self, _seat, icon, discount, _c):
        self.pool[icon] -= not discount

    def _lose(self, _seat, icon, amount, _c):
        self.pool[icon] -= amount

    def _planes(self, seat, _a, _b, _c):
        self.planes.add(seat)
        self.pool = Counter({Icon.PLANE: self.pool.total()})

    def _slot(self, seat, slot, _choice, _c):
        self.crates[seat] -= 1
        self.slots[seat].add(slot)

    def _unslot(self, seat, slot, _b, _c):
        self.crates[seat] += 1
        self.slots[seat].remove(slot)

    # ------------------------------------------------------------------------------------------------ the island

    def _lay_idol(self, _seat, site, face, _c):
        self.idol[site] = face

    def _dig(self, seat, site, space, _c):
        self.occupant[site, space] = seat

    def _discover(self, seat, site, _b, _c):
        self.occupant[site, 0] = seat

    def _idol(self, seat, site, face, idols):
        assert self.idol.pop(site) == face
        if seat != RIVAL:
            self.crates[seat] += idols

    def _reveal(self, _seat, site, tile, _c):
        self.tile[site] = tile

    def _guardian(self, _seat, site, guardian, _c):
        self.guardian[site] = guardian

    def _overcome(self, seat, site, guardian, _c):
        assert self.guardian.pop(site) == guardian
        self.overcome[seat].add(guardian)
        if seat != RIVAL:
            self.boons[seat].add(guardian)

    def _boon(self, seat, guardian, _b, _c):
        self.boons[seat].remove(guardian)

    def _move_guardian(self, _seat, left, reached, guardian):
        assert self.guardian.pop(left) == guardian
        self.guardian[reached] = guardian

    def _relocate(self, seat, left, reached, spaces):
        assert self.occupant.pop((left, spaces // 2)) == seat
        self.occupant[reached, spaces % 2] = seat

    def _recall(self, seat, site, space, _c):
        assert self.occupant.pop((site, space)) == seat

    def _standing(self, *_: int):
        self.occupant = {}  # all have come home

    # ------------------------------------------------------------------------------------------------ research, assistants

    def _lay_bonus(self, _seat, space, face, row):
        assert self.rules.space_row[space] == row
        self.bonus[space][face] += 1

    def _research(self, seat, token, space, _row):
        self.token[seat][token] = space

    def _bonus(self, _seat, face, space, _c):
        if space != LOST_TEMPLE:
            self._move(face, self.bonus[space])

    def _temple(self, seat, stack, _points, _c):
        self.temple_tiles[seat, stack] += 1

    def _supply(self, _seat, stack, assistant, _c):
        if assistant == NOBODY:
            assert stack not in self.top  # it was told who has gone
        else:
            self.top[stack] = assistant

    def _setup(self, _seat, _blocked, waiting, _c):
        if waiting != NOBODY:
            self.top[SUPPLY_STACKS] = waiting

    def _remove(self, _seat, assistant, _b, _c):
        self.top = {stack: top for stack, top in self.top.items() if top != assistant}

    def _recruit(self, seat, assistant, _b, _c):
        self._remove(seat, assistant, 0, 0)
        self.employer[assistant] = seat

    def _rescue(self, seat, assistant, _b, _c):
        self._recruit(seat, assistant, 0, 0)
        self.exhausted.add(assistant)

    def _promote(self, _seat, assistant, _b, _c):
        self.gold.add(assistant)
        self.exhausted.discard(assistant)

    def _use(self, _seat, assistant, _side, of_supply):
        self.exhausted |= set() if of_supply else {assistant}

    def _refresh(self, _seat, assistant, _b, _c):
        self.exhausted.remove(assistant)

    def _swap(self, seat, given, wanted, _c):
        self.top = {stack: given if top == wanted else top for stack, top in self.top.items()}
        self.gold = {wanted if assistant == given else assistant for assistant in self.gold}
        self.exhausted.discard(given)
        del self.employer[given]
        self.employer[wanted] = seat

    # ------------------------------------------------------------------------------------------------ the round

    def _round(self, *_: int):
        self.exhausted, self.planes, self.masked, self.passed = set(), set(), set(), set()

    def _mask(self, seat, *_: int):
        self.masked.add(seat)

    def _pass(self, seat, *_: int):
        self.passed.add(seat)

    def table(self) -> dict[str, Any]:
        return {
            **{name: [+cards for cards in getattr(self, name)] for name in ("deck", "hand", "play")},
            **{name: getattr(self, name) for name in ("tokens", "row", "exile", "crates", "fear_tiles", "slots", "boons")},
            **{name: getattr(self, name) for name in ("tile", "guardian", "idol", "occupant", "employer", "top")},
            **{name: getattr(self, name) for name in ("gold", "exhausted", "planes", "masked")},
            "overcome": [self.overcome[seat] for seat in (*self.seats, RIVAL)],
            "pool": +self.pool,
            "token": [self.token[seat] for seat in (*self.seats, RIVAL)],
            "temple_tiles": +self.temple_tiles,
            "bonus": {space: +tiles for space, tiles in self.bonus.items() if tiles.total()},
        }  # fmt: skip


def members(bits: int) -> set[int]:
    return {at for at in range(64) if bits >> at & 1}


def cards_of(words: Any) -> Counter:
    return Counter(min(WORD * at + bit, FEAR) for at, word in enumerate(words.tolist()) for bit in members(word))


def there(field: Any, nothing: int) -> dict[int, int]:
    return {at: what for at, what in enumerate(field.tolist()) if what != nothing}


def table_of(game: KernelSide) -> dict[str, Any]:
    """What the reader should have found out."""
    seats = range(game.seats)
    hands = [cards_of(game["hand"][seat]) for seat in seats]
    hands[max(int(game["on_turn"]), 0) % 4 if game["on_turn"] != RIVAL else 0] += Counter(
        min(card, FEAR) for card in game["limbo"].tolist() if card >= 0
    )
    bonus = {at: Counter(game["bonus"][at][: game["bonus_left"][at]].tolist()) for at in range(LOST_TEMPLE)}
    supply = [(stack, game["supply"][stack], left) for stack, left in enumerate(game["supply_left"].tolist())]
    supply.append((SUPPLY_STACKS, game["rescue"], int(game["rescue_left"])))
    return {
        "deck": [Counter(min(card, FEAR) for card in game["deck"][at][: game["deck_left"][at]].tolist()) for at in seats],
        "hand": hands,
        "play": [cards_of(game["play"][seat]) for seat in seats],
        "tokens": game["resources"][: game.seats].tolist(),
        "row": {card for row in ("row_items", "row_artifacts") for card in game[row].tolist() if card >= 0},
        "exile": set(cards_of(game["exile"])),
        **{name: game[name][: game.seats].tolist() for name in ("crates", "fear_tiles")},
        **{name: [members(int(bits)) for bits in game[name][: game.seats]] for name in ("slots", "boons")},
        "tile": there(game["tile"], UNDISCOVERED),
        "guardian": there(game["guardian"], NOBODY),
        "idol": there(game["idol"], NOBODY),
        "occupant": {divmod(at, 2): seat for at, seat in there(game["occupant"].ravel(), NOBODY).items()},
        "employer": there(game["employer"], NOBODY),
        "top": {stack: int(row[left - 1]) for stack, row, left in supply if left > 0},
        **{name: members(int(game[name])) for name in ("gold", "exhausted", "planes", "masked")},
        "overcome": [members(int(game["overcome"][seat])) for seat in (*seats, RIVAL)],
        "pool": Counter({icon: n for icon, n in enumerate(game["pool"].tolist()) if n}),
        "token": [game["token"][seat].tolist() for seat in (*seats, RIVAL)],
        "temple_tiles": Counter({divmod(at, 6): n for at, n in there(game["temple_tiles"].ravel(), 0).items()}),
        "bonus": {space: tiles for space, tiles in bonus.items() if tiles.total()},
    }  # fmt: skip


def follow(names: list[str], variants: list[str], seed: int) -> Counter[Event]:
    """Play a game, and read along; gives how often each kind of event came."""
    seats = len(names)
    figures = GAME.figures.with_variants(variants, seats)
    game = KernelSide(GAME, figures, seats, seed, events=buffer(4_096))
    reader, seen = Reader(figures, game.rules, seats), Counter()
    choose = by_strategies(game, names)
    while True:
        for event in game.told:
            reader.read(*event)
            seen[Event(event[0])] += 1
        expected, found = table_of(game), reader.table()
        assert found == expected, [
            (name, found[name], expected[name]) for name in found if found[name] != expected[name]
        ]
        if game["over"]:
            return seen
        decision, options = game["decision"], game.options_by(lambda number: number)
        option = choose(options)
        game.apply(option)
        if action_of(option) != Action.END and decision not in SHOWN_LATER:  # were it only as something left undone
            assert game.told, (Decision(decision), Action(action_of(option)))


@pytest.mark.parametrize(
    ("names", "variants", "seed"), LINE_UPS, ids=[" ".join([*line[0], *line[1]]) for line in LINE_UPS]
)
def test_the_events_tell_where_everything_lies(names, variants, seed):
    seen = follow(names, variants, seed)
    assert seen[Event.FINAL] == len(names) + (len(names) == 1)

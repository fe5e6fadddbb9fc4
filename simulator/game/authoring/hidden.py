"""What seats cannot see: face-down piles, hands, secret choices. From these follow `redeal` and the checks of sight.

Piles and hands that share a deck form a pool: what a seat cannot see of it is collected, sorted, shuffled and dealt again.
Sorted, so that the result depends on nothing hidden.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Protocol

import numpy as np

from digsite.simulator.game.authoring.declarations import NOT_CHOSEN

UNSEEN = "unseen_cards"  # the field of STATE that a redeal works in; always blank in between


class Cards(Protocol):
    """A pile or hands: what it is called, and the deck whose cards it has."""

    @property
    def name(self) -> str:
        """Return its field of STATE."""

    @property
    def of(self) -> str:
        """Return the other pile whose cards these are, or ""."""


def deck_of(part: Cards) -> str:
    """Return the deck that the cards of a pile or of hands belong to."""
    return part.of or part.name


@dataclass(frozen=True)
class Pile:
    """Cards that lie face down for all: `state.NAME[state.FIRST : state.LAST]`.

    first, last: fields of STATE, or numbers; last None is the end of the row.
    of:          the deck whose cards these are, if it is another pile: unseen cards of one deck are dealt out together.
    """

    name: str
    first: str | int = 0
    last: str | int | None = None
    of: str = ""

    def bounds(self, state: Any) -> tuple[int, int]:
        """Return where the face-down cards begin and end."""
        first = self.first if isinstance(self.first, int) else int(state[self.first])
        last = len(state[self.name]) if self.last is None else self.last
        return first, last if isinstance(last, int) else int(state[last])

    @property
    def range(self) -> str:
        """Return the same as two arguments of compiled code."""
        first = self.first if isinstance(self.first, int) else f"state.{self.first}"
        last = f"len(state.{self.name})" if self.last is None else self.last
        return f"{first}, {last if isinstance(last, int) or self.last is None else f'state.{last}'}"


@dataclass(frozen=True)
class Hand:
    """Cards that only their owner sees.

    size:  the field with the number of cards in each hand; without it the hand counts cards by kind.
    of:    the pile that the cards come from; without it they can only be in other hands.
    known: the field that says which of them all players know: a flag for each card, or a number for each kind.
    """

    name: str
    size: str = ""
    of: str = ""
    known: str = ""


@dataclass(frozen=True)
class Secret:
    """What each seat has chosen and the others do not know yet; they choose again in a sampled deal."""

    name: str


def pile(name: str, first: str | int = 0, last: str | int | None = None, *, of: str = "") -> Pile:
    """Declare that the cards of a row lie face down from `first` to before `last`: pile("deck", "drawn", "deck_size")."""
    return Pile(name, first, last, of)


def hand(name: str, size: str = "", *, of: str = "", known: str = "") -> Hand:
    """Declare that only the owner sees a row of cards per seat: hand("hand", "hand_size", of="deck")."""
    return Hand(name, size, of, known)


def secret(name: str) -> Secret:
    """Declare that a choice per seat is not shown yet; NOT_CHOSEN is none."""
    return Secret(name)


class Hidden:
    """Everything that a game hides, with what follows from it; `unknown` are declarations that are none."""

    def __init__(self, parts: Sequence[Any]):
        self.parts = tuple(it for it in parts if isinstance(it, Pile | Hand | Secret))
        self.unknown = tuple(it for it in parts if not isinstance(it, Pile | Hand | Secret))
        self.piles = [part for part in self.parts if isinstance(part, Pile)]
        self.hands = [part for part in self.parts if isinstance(part, Hand)]
        self.secrets = [part for part in self.parts if isinstance(part, Secret)]

    def __bool__(self) -> bool:
        return bool(self.parts)

    @property
    def decks(self) -> dict[str, tuple[list[Pile], list[Hand]]]:
        """Return the piles and hands by the deck that their cards belong to."""
        names = dict.fromkeys([*map(deck_of, self.piles), *map(deck_of, self.hands)])
        return {
            deck: ([it for it in self.piles if deck_of(it) == deck], [it for it in self.hands if deck_of(it) == deck])
            for deck in names
        }

    # ------------------------------------------------------------------------------------ for compiled code

    def redeal_lines(self, own: bool = False) -> list[str]:
        """Return the body of `redeal(rules, state, seat)`; an own `redeal` deals all but secret choices."""
        lines = ["redeal(rules, state, seat)"] if own else []
        for piles, hands in () if own else self.decks.values():
            lines += self._deck_lines(piles, hands) if hands else _pile_lines(piles)
        for part in self.secrets:
            lines += [
                "for other in range(rules.seats):",
                f"    if other != seat: state.{part.name}[other] = {NOT_CHOSEN}",
            ]
        return lines

    def shuffle_lines(self) -> list[str]:
        """Return the body of `shuffle_unseen`: all hands lie open, piles do not."""
        return [line for piles, _ in self.decks.values() if piles for line in _pile_lines(piles)]

    def _deck_lines(self, piles: Sequence[Pile], hands: Sequence[Hand]) -> list[str]:
        unseen = f"state.{UNSEEN}"
        lines = ["n = 0"]
        for part in piles:
            lines += [f"for at in range({part.range}):", f"    {unseen}[n] = state.{part.name}[at]", "    n += 1"]
        for it in hands:
            lines += _for_each_hidden_card(it, f"{unseen}[n] = {{card}}", "n += 1", collecting=True)
        lines += [f"sort({unseen}, 0, n)", f"shuffle(state, REDEAL, {unseen}, 0, n)", "n = 0"]
        for part in piles:
            first, _, last = part.range.partition(", ")
            row = f"state.{part.name}"
            lines += [f"for at in range({first}):", f"    {row}[at] = 0"] if first != "0" else []
            lines += [f"for at in range({part.range}):", f"    {row}[at] = {unseen}[n]", "    n += 1"]
            lines += [f"for at in range({last}, len({row})):", f"    {row}[at] = 0"] if part.last is not None else []
        for it in hands:
            lines += _for_each_hidden_card(it, f"{{place}} {unseen}[n]", "n += 1", collecting=False)
        return [*lines, "for at in range(n):", f"    {unseen}[at] = 0"]

    # ------------------------------------------------------------------------- for the checks of sight, in plain Python

    def veil(self, rules: Any, state: Any, seat: int) -> None:
        """Blank everything that a seat cannot see."""
        for part in self.piles:
            first, last = part.bounds(state)
            whole = bool(self.decks[deck_of(part)][1])
            state[part.name][slice(None) if whole else slice(first, last)] = 0
        for it in self.hands:
            for rival in _rivals(rules, seat):
                for at in _hidden_entries(it, state, rival):
                    state[it.name][rival, at] = state[it.known][rival, at] if it.known and not it.size else 0
        for hidden in self.secrets:
            for rival in _rivals(rules, seat):
                state[hidden.name][rival] = NOT_CHOSEN

    def deal_otherwise(self, rules: Any, state: Any, seat: int, chance: Random) -> None:
        """Deal everything that a seat cannot see in another way, without the kernel."""
        for piles, hands in self.decks.values():
            unseen = [card for part in piles for card in state[part.name][slice(*part.bounds(state))].tolist()]
            unseen += [card for part in hands for card in _hidden_cards(part, rules, state, seat)]
            chance.shuffle(unseen)
            for part in piles:
                first, last = part.bounds(state)
                state[part.name][first:last] = [unseen.pop() for _ in range(first, last)]
                if hands:
                    row, cards = state[part.name], state[part.name].tolist()
                    row[:first] = [chance.choice(cards) for _ in range(first)]
                    row[last:] = [chance.choice(cards) for _ in range(last, len(row))]
            for it in hands:
                _deal_hands(it, rules, state, seat, unseen)
        for hidden in self.secrets:
            for rival in _rivals(rules, seat):
                if state[hidden.name][rival] != NOT_CHOSEN:
                    state[hidden.name][rival] = chance.choice((0, 1))


def _pile_lines(piles: Sequence[Pile]) -> list[str]:
    """Return lines that sort and shuffle each pile for itself."""
    lines = []
    for part in piles:
        between = f"state.{part.name}, {part.range}"
        lines += [f"sort({between})", f"shuffle(state, REDEAL, {between})"]
    return lines


def _for_each_hidden_card(part: Hand, action: str, then: str, *, collecting: bool) -> list[str]:
    """Return lines that pass over the cards of rivals' hands that the seat cannot see."""
    row = f"state.{part.name}[rival, at]"
    lines = ["for rival in range(rules.seats):", "    if rival == seat: continue"]
    if part.size:
        skipped = [f"        if state.{part.known}[rival, at]: continue"] if part.known else []
        action = action.format(card=row, place=f"{row} =")
        lines += [f"    for at in range(state.{part.size}[rival]):", *skipped, f"        {action}", f"        {then}"]
        if not collecting:
            lines += [
                f"    for at in range(state.{part.size}[rival], state.{part.name}.shape[1]):",
                f"        {row} = 0",
            ]
        return lines
    known = f"state.{part.known}[rival, at]" if part.known else "0"
    missing = f"state.{missing_field(part)}[rival]"
    if collecting:
        return [
            *lines, f"    {missing} = 0", f"    for at in range(state.{part.name}.shape[1]):",
            f"        for _ in range({row} - {known}):", f"            {action.format(card='at')}", f"            {then}",
            f"            {missing} += 1", f"        {row} = {known}",
        ]  # fmt: skip
    return [
        *lines, f"    for _ in range({missing}):", f"        state.{part.name}[rival, state.{UNSEEN}[n]] += 1",
        f"        {then}", f"    {missing} = 0",
    ]  # fmt: skip


def missing_field(part: Hand) -> str:
    """Return the field of STATE in which a redeal notes how many cards each rival must be dealt."""
    return f"{UNSEEN}_for_{part.name}"


def _rivals(rules: Any, seat: int) -> Iterator[int]:
    return (rival for rival in range(rules.seats) if rival != seat)


def _hidden_entries(part: Hand, state: Any, rival: int) -> list[int]:
    """Return the entries of a rival's hand that are hidden: cards not known, kinds, and room that is not in use."""
    row = state[part.name][rival]
    if not part.size:
        return list(range(len(row)))
    size = int(state[part.size][rival])
    return [at for at in range(len(row)) if at >= size or not (part.known and state[part.known][rival, at])]


def _hidden_cards(part: Hand, rules: Any, state: Any, seat: int) -> list[int]:
    cards: list[int] = []
    for rival in _rivals(rules, seat):
        row = state[part.name][rival]
        if part.size:
            size = int(state[part.size][rival])
            cards += [int(row[at]) for at in _hidden_entries(part, state, rival) if at < size]
            continue
        known = state[part.known][rival] if part.known else np.zeros(len(row), int)
        cards += [kind for kind in range(len(row)) for _ in range(int(row[kind]) - int(known[kind]))]
    return cards


def _deal_hands(part: Hand, rules: Any, state: Any, seat: int, cards: list[int]) -> None:
    for rival in _rivals(rules, seat):
        row = state[part.name][rival]
        if part.size:
            size = int(state[part.size][rival])
            for at in _hidden_entries(part, state, rival):
                row[at] = cards.pop() if at < size else 0
            continue
        known = state[part.known][rival].copy() if part.known else np.zeros(len(row), row.dtype)
        missing = int(row.sum() - known.sum())
        row[:] = known
        for _ in range(missing):
            row[cards.pop()] += 1

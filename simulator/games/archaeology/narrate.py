"""Archaeology in English, a paragraph a turn."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import ClassVar

import numpy as np

from simulator.game.figures import Figures
from simulator.game.narration import Narrator
from simulator.game.wording import a, counted, listed, number
from simulator.games.archaeology.rules import MONUMENTS
from simulator.games.archaeology.state import Event, Monument

NAMES = (
    ("Pot Shard", "Pot Shards"), ("Parchment Scrap", "Parchment Scraps"), ("Coin", "Coins"),
    ("Broken Cup", "Broken Cups"), ("Talisman", "Talismans"), ("Map", "Maps"),
    ("Pharaoh's Mask", "Pharaoh's Masks"), ("Broken Tablet", "Broken Tablets"), ("Broken Pendant", "Broken Pendants"),
)  # fmt: skip
_TILES = tuple(name.replace("_", " ").title() for name in MONUMENTS)


def narrate(events: np.ndarray, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """A game's events as lines of English; `players` are the names by seat."""
    return ArchaeologyNarrator(players, figures).lines(np.asarray(events))


def _cards(treasure: int, cards: int) -> str:
    """Cards of one treasure: "a Coin", "two Coins"."""
    one, many = NAMES[treasure]
    return a(one) if cards == 1 else f"{number(cards)} {many}"


def _pile(cards: Counter[int]) -> str:
    """Cards of several treasures: "two Coins and a Map"."""
    return listed([_cards(treasure, n) for treasure, n in sorted(cards.items()) if n > 0] or ["nothing"])


class ArchaeologyNarrator(Narrator):
    """Gathers a turn's sentences until the next one begins; cards found, lost or shown in a row make one sentence."""

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures) -> None:
        super().__init__(players, figures)
        self.head = ""  # opens the paragraph
        self.sentences: list[str] = []
        self.previous: IntEnum | None = None
        self.end_of_row: Callable[[], None] | None = None  # the sentence for cards in a row, once another event comes
        self.hands: dict[int, Counter[int]] = {}
        self.market: Counter[int] = Counter()
        self.chambers: dict[int, Counter[int]] = {}
        self.monument = Monument.GREAT_PYRAMID
        self.offered: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.found: Counter[int] = Counter()
        self.lost: Counter[int] = Counter()
        self.loser = -1
        self.drawn: list[str] = []
        self.money: Counter[int] = Counter()
        self.final: list[tuple[int, int, int]] = []  # money, cards sold, seat

    def before(self, event: IntEnum, _seat: int) -> None:
        """A row of cards ends when another event comes."""
        if event != self.previous or event not in (Event.LOSE, Event.FIND, Event.REVEAL):
            self._end_row()
        self.previous = event

    def close(self) -> Iterator[str]:
        """The last turn and the final account."""
        self._end_row()
        yield from self._paragraph()
        if self.final:
            yield from self._result()

    def _say(self, sentence: str) -> None:
        self.sentences.append(sentence)

    def _end_row(self) -> None:
        if self.end_of_row is not None:
            self.end_of_row()
            self.end_of_row = None

    def _paragraph(self) -> Iterator[str]:
        """The turn's sentences put together: the player's name opens the first, the others follow."""
        if self.sentences:
            first, *rest = self.sentences
            opening = f"{self.head} {first}" if self.head else first
            yield " ".join([opening, *(sentence[0].upper() + sentence[1:] for sentence in rest)])
        self.head, self.sentences = "", []

    # -------------------------------------------------------------------------------- the deal

    def _monument(self, _seat: int, monument: int, cards: int, _c: int) -> None:
        self.monument = Monument(monument)
        self._say(f"The expedition reaches the {_TILES[monument]}; {cards} cards lie in the dig site.")

    def _hand(self, seat: int, treasure: int, cards: int, _c: int) -> None:
        self.hands.setdefault(seat, Counter())[treasure] += cards

    def _market(self, _seat: int, treasure: int, cards: int, _c: int) -> None:
        self.market[treasure] += cards

    def _chamber(self, _seat: int, chamber: int, treasure: int, cards: int) -> None:
        self.chambers.setdefault(chamber, Counter())[treasure] += cards

    def _deal(self) -> Iterator[str]:
        """What was dealt, once, before the first turn."""
        if not self.hands and not self.market:
            return
        for seat in sorted(self.hands):
            yield f"{self.players[seat]} is dealt {_pile(self.hands[seat])}."
        if self.market:
            yield f"The marketplace opens with {_pile(self.market)}."
        for chamber, cards in sorted(self.chambers.items()):
            face = "Face up" if self.monument == Monument.BURIED_RUINS else "Unseen"
            yield f"{face} in chamber {chamber + 1}: {_pile(cards)}."
        self.hands, self.market, self.chambers = {}, Counter(), {}

    # -------------------------------------------------------------------------------- digging

    def _turn(self, seat: int, turn: int, _left: int, must_sell: int) -> Iterator[str]:
        yield from self._paragraph()
        yield from self._deal()
        self.head = f"Turn {turn}: {self.players[seat]}"
        if must_sell:
            self._say("has to sell now.")

    def _again(self, seat: int) -> str:
        """The digger's name, where others have been spoken of in between."""
        return f"{self.players[seat]} digs again and " if self.sentences else ""

    def _dig(self, seat: int, treasure: int, left: int, _c: int) -> None:
        self._say(f"{self._again(seat)}digs up {_cards(treasure, 1)} ({counted(left, 'card')} left).")

    def _dig_site_empty(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        self._say("That was the last card of the dig site.")

    def _thief(self, seat: int, left: int, _b: int, _c: int) -> None:
        self._say(f"{self._again(seat)}meets a thief ({counted(left, 'thief', 'thieves')} left).")

    def _no_victim(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        self._say("Nobody else holds a card, so there is nothing to steal.")

    def _steal(self, _seat: int, victim: int, treasure: int, _c: int) -> None:
        self._say(f"steals from {self.players[victim]}: {_cards(treasure, 1)}.")

    def _storm(self, seat: int, left: int, _b: int, _c: int) -> None:
        self._say(f"{self._again(seat)}uncovers a sandstorm ({counted(left, 'storm')} left).")

    def _unearth(self, _seat: int, chamber: int, treasure: int, _c: int) -> None:
        self._say(f"It lays bare {_cards(treasure, 1)} in chamber {chamber + 1} of the ruins.")

    def _tent(self, seat: int, used: int, uses_left: int, at_risk: int) -> None:
        at_stake = counted(at_risk, "card")
        if used:
            left = "" if uses_left == 0 else f", which stands {counted(uses_left, 'more time')}"
            self._say(f"{self.players[seat]} shelters in the tent{left} and keeps all, {at_stake} saved.")
        else:
            self._say(f"{self.players[seat]} saves the tent and risks {at_stake}.")

    def _lose(self, seat: int, treasure: int, _b: int, _c: int) -> None:
        if self.loser != seat:
            self._end_row()
        self.loser = seat
        self.lost[treasure] += 1
        self.end_of_row = self._losses

    def _losses(self) -> None:
        self._say(f"{self.players[self.loser]} loses {_pile(self.lost)} to the marketplace.")
        self.lost, self.loser = Counter(), -1

    # -------------------------------------------------------------------------------- trading and selling

    def _offer(self, _seat: int, treasure: int, _b: int, _c: int) -> None:
        self.offered[treasure] += 1

    def _take(self, _seat: int, treasure: int, _b: int, _c: int) -> None:
        self.taken[treasure] += 1

    def _trade(self, _seat: int, offered: int, taken: int, gain: int) -> None:
        waste = f", wasting {counted(offered - taken, 'point')}," if offered > taken else ""
        change = f"${abs(gain)} {'more' if gain > 0 else 'less'}" if gain else "the same"
        self._say(f"trades {_pile(self.offered)}{waste} for {_pile(self.taken)}: the hand is worth {change}.")
        self.offered, self.taken = Counter(), Counter()

    def _sell(self, seat: int, treasure: int, size: int, price: int) -> None:
        self.money[seat] += price
        self._say(f"sells {_cards(treasure, size)} for ${price} (${self.money[seat]} in all).")

    # -------------------------------------------------------------------------------- the monument

    def _peek(self, _seat: int, chamber: int, _b: int, _c: int) -> None:
        self._say(f"looks into chamber {chamber + 1} of the Temple.")

    def _explore(self, _seat: int, chamber: int, maps: int, cards: int) -> None:
        where = "" if self.monument in (Monument.MINE, Monument.SPHINX) else f", chamber {chamber + 1}"
        self._say(f"explores the {_TILES[self.monument]}{where} ({counted(cards, 'card')}) for {counted(maps, 'map')}.")

    def _find(self, _seat: int, treasure: int, cards: int, _c: int) -> None:
        self.found[treasure] += cards
        self.end_of_row = self._finds

    def _finds(self) -> None:
        self._say(f"comes out with {_pile(self.found)}.")
        self.found = Counter()

    def _draw(self, _seat: int, treasure: int, total: int, _c: int) -> None:
        self.drawn.append(f"{_cards(treasure, 1)} ({total})")

    def _bust(self, _seat: int, total: int, cards: int, _c: int) -> None:
        lost = {1: "it goes", 2: "both go"}.get(cards, f"all {number(cards)} go")
        self._say(f"draws {listed(self.drawn)}: {total} is too much, and {lost} back.")
        self.drawn = []

    def _stop(self, _seat: int, _total: int, _cards: int, _c: int) -> None:
        self._say(f"draws {listed(self.drawn)} and stops.")
        self.drawn = []

    def _name(self, _seat: int, lower: int, higher: int, _c: int) -> None:
        self._say(f"names {NAMES[lower][1]} and {NAMES[higher][1]}.")

    def _reveal(self, _seat: int, treasure: int, matches: int, _c: int) -> None:
        self.drawn.append(f"{_cards(treasure, 1)}{' (a match)' if matches else ''}")
        self.end_of_row = self._revealed

    def _revealed(self) -> None:
        self._say(f"The Sphinx shows {listed(self.drawn)}.")
        self.drawn = []

    # -------------------------------------------------------------------------------- the end

    def _pass(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        self._say("passes.")

    def _end_turn(self, _seat: int, cards: int, money: int, _c: int) -> None:
        self._say(f"[{counted(cards, 'card')} in hand, ${money}]")

    def _guard(self, _seat: int, _a: int, _b: int, _c: int) -> Iterator[str]:
        yield from self._paragraph()
        yield "Nobody has sold anything for a long time, so somebody must."

    def _score(self, seat: int, money: int, sold: int, _c: int) -> None:
        self.final.append((money, sold, seat))

    def _result(self) -> Iterator[str]:
        """The final account, the winner first; a tie goes to fewer cards sold."""
        standing = sorted(self.final, key=lambda row: (-row[0], row[1]))
        for money, sold, seat in standing:
            yield f"{self.players[seat]} ends with ${money} from {counted(sold, 'card')} sold."
        most, fewest, _ = standing[0]
        winners = [self.players[seat] for money, sold, seat in standing if (money, sold) == (most, fewest)]
        if len(winners) > 1:
            yield f"{listed(winners)} share the win."
            return
        tied = sum(money == most for money, _, _ in standing) > 1
        yield f"{winners[0]} wins{', by fewer cards sold' if tied else ''}."

    TABLE: ClassVar[Mapping[IntEnum, Callable[..., Iterable[str] | None]]] = {
        Event.MONUMENT: _monument,
        Event.HAND: _hand,
        Event.MARKET: _market,
        Event.CHAMBER: _chamber,
        Event.TURN: _turn,
        Event.DIG: _dig,
        Event.THIEF: _thief,
        Event.NO_VICTIM: _no_victim,
        Event.STEAL: _steal,
        Event.STORM: _storm,
        Event.UNEARTH: _unearth,
        Event.TENT: _tent,
        Event.LOSE: _lose,
        Event.OFFER: _offer,
        Event.TAKE: _take,
        Event.TRADE: _trade,
        Event.EXPLORE: _explore,
        Event.FIND: _find,
        Event.DRAW: _draw,
        Event.BUST: _bust,
        Event.STOP: _stop,
        Event.NAME: _name,
        Event.REVEAL: _reveal,
        Event.SELL: _sell,
        Event.PEEK: _peek,
        Event.PASS: _pass,
        Event.END_TURN: _end_turn,
        Event.DIG_SITE_EMPTY: _dig_site_empty,
        Event.GUARD: _guard,
        Event.SCORE: _score,
    }

"""Narrate a game of Archaeology in English, one paragraph a turn."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import ClassVar

import numpy as np

from digsite.simulator.game.facts import UNKNOWN
from digsite.simulator.game.narration import Narrator, PlacedLine
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.wording import Wording, a, counted, listed, number
from digsite.simulator.games.archaeology.rules import MAP, MONUMENTS, TREASURES
from digsite.simulator.games.archaeology.state import Event, Monument

WORDING = Wording(
    point="dollar",
    level_win="are won on the tie-break, by fewer cards sold",
    ends={"all sold": "when all is sold"},
    uncounted="cards in hand, which can still be sold",
)

NAMES = (
    ("Pot Shard", "Pot Shards"), ("Parchment Scrap", "Parchment Scraps"), ("Coin", "Coins"),
    ("Broken Cup", "Broken Cups"), ("Talisman", "Talismans"), ("Map", "Maps"),
    ("Pharaoh's Mask", "Pharaoh's Masks"), ("Broken Tablet", "Broken Tablets"), ("Broken Pendant", "Broken Pendants"),
)  # fmt: skip
_TILES = tuple(name.replace("_", " ").title() for name in MONUMENTS)


def narrate(events: np.ndarray, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """Yield a game's events as lines of English; `players` are the names by seat."""
    return ArchaeologyNarrator(players, figures).lines(np.asarray(events))


def _cards(treasure: int, cards: int) -> str:
    """Return cards of one treasure in words: "a Coin", "two Coins"."""
    if treasure == UNKNOWN:
        return counted(cards, "card")
    one, many = NAMES[treasure]
    return a(one) if cards == 1 else f"{number(cards)} {many}"


def _pile(cards: Counter[int]) -> str:
    """Return cards of several treasures in words: "two Coins and a Map"."""
    return listed([_cards(treasure, n) for treasure, n in sorted(cards.items()) if n > 0] or ["nothing"])


def _hand_of(cards: Counter[int]) -> str:
    return _pile(cards) if cards.total() else "empty"


class ArchaeologyNarrator(Narrator):
    """Collects a turn's sentences until the next one begins; consecutive cards found, lost or shown share a sentence.

    Tracks hands, marketplace and chambers from the deal on, so that a reader can check each trade and sale. Without the
    deal they are unknown and not mentioned.
    """

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures) -> None:
        super().__init__(players, figures)
        self.head = ""  # opens the paragraph
        self.turn = 0  # the turn of this paragraph
        self.sentences: list[str] = []
        self.previous: IntEnum | None = None
        self.end_of_row: Callable[[], None] | None = None  # writes the sentence for consecutive cards at the next event
        self.dealt = False  # the deal has been narrated: hands, marketplace and chambers are known
        self.hands: dict[int, Counter[int]] = {seat: Counter() for seat in range(len(players))}
        self.market: Counter[int] = Counter()
        self.market_narrated: Counter[int] = Counter()  # as last mentioned
        self.chambers: dict[int, Counter[int]] = {}
        self.monument = Monument.GREAT_PYRAMID
        self.offered: Counter[int] = Counter()
        self.taken: Counter[int] = Counter()
        self.found: Counter[int] = Counter()
        self.lost: Counter[int] = Counter()
        self.loser = -1
        self.calm = False  # a storm has come and no player has had anything to lose so far
        self.digger = -1  # the player of the last turn
        self.done: set[int] = set()  # players narrated as having no more turns
        self.stalled = False  # the stall guard makes the next player sell
        self.drawn: list[str] = []
        self.matches = 0
        self.money: Counter[int] = Counter()
        self.final: list[tuple[int, int, int]] = []  # money, cards sold, seat

    def before(self, event: IntEnum, _seat: int) -> None:
        """End a row of cards when another event comes."""
        if event != self.previous or event not in (Event.LOSE, Event.FIND, Event.REVEAL):
            self._end_row()
        if self.calm and event not in (Event.UNEARTH, Event.DIG_SITE_EMPTY):
            self.calm = False
            if event not in (Event.TENT, Event.LOSE):
                self._say("Nobody holds enough cards to lose any.")
        self.previous = event

    def pause(self) -> Iterator[str]:
        """Yield the turn as far as it has gone."""
        self._end_row()
        yield from self._paragraph()

    def close(self) -> Iterator[str]:
        """Yield the last turn and the final account."""
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
        """Yield the turn's sentences as a paragraph: the player's name opens the first."""
        if self.sentences:
            first, *rest = self.sentences
            opening = f"{self.head} {first}" if self.head else first
            text = " ".join([opening, *(sentence[0].upper() + sentence[1:] for sentence in rest)])
            yield PlacedLine(text, turn=self.turn)
        self.head, self.turn, self.sentences = "", 0, []

    # -------------------------------------------------------------------------------- the deal

    def _monument(self, monument: int, dig_site_cards: int) -> None:
        self.monument = Monument(monument)
        self._say(f"The expedition reaches the {_TILES[monument]}; {dig_site_cards} cards lie in the dig site.")

    def _hand(self, seat: int, treasure: int, cards: int) -> None:
        self.hands[seat][treasure] += cards

    def _market(self, treasure: int, cards: int) -> None:
        self.market[treasure] += cards

    def _chamber(self, chamber: int, treasure: int, cards: int) -> None:
        self.chambers.setdefault(chamber, Counter())[treasure] += cards

    def _deal(self, first: int) -> Iterator[str]:
        """Yield what was dealt before the first turn, and why this player begins."""
        self.dealt = True
        for seat, hand in self.hands.items():
            yield f"{self.players[seat]} is dealt {_pile(hand)}."
        yield f"The marketplace opens with {_pile(self.market)}."
        self.market_narrated = self.market.copy()
        for chamber, cards in sorted(self.chambers.items()):
            face = "Face up" if self.monument == Monument.BURIED_RUINS else "Unseen"
            yield f"{face} in {self._place(chamber)}: {_pile(cards)}."
        if self.figures["setup.first_player"] == "lowest-hand":
            yield self._lowest_hand(first)

    def _lowest_hand(self, first: int) -> str:
        """Return who begins in Beginner's Luck, and with what hand."""
        if any(UNKNOWN in hand for hand in self.hands.values()):
            return f"{self.players[first]} has the lowest total trading value, or is drawn among those who have, and begins."
        totals = {seat: self._value(hand) for seat, hand in self.hands.items()}
        lowest = min(totals.values())
        tied = [self.players[seat] for seat, total in totals.items() if total == lowest]
        if len(tied) == 1:
            return f"{tied[0]} has the lowest total trading value, {lowest}, and begins."
        return f"{listed(tied)} have the lowest total trading value, {lowest}; {self.players[first]} begins."

    def _value(self, cards: Counter[int]) -> int:
        """Return the trading value of some cards."""
        return sum(self.figures[f"{TREASURES[treasure]}.trading_value"] * n for treasure, n in cards.items())

    def _place(self, chamber: int) -> str:
        """Return a chamber in words; the Mine and the Sphinx have only one."""
        tile = f"the {_TILES[self.monument]}"
        return tile if self.monument in (Monument.MINE, Monument.SPHINX) else f"chamber {chamber + 1} of {tile}"

    # -------------------------------------------------------------------------------- digging

    def _turn(self, seat: int, turn: int, must_sell: int) -> Iterator[str]:
        if self.head or not self.sentences:
            yield from self._paragraph()
        else:  # the monument, before the first turn
            yield from self._paragraph()
            yield from self._deal(seat)
        yield from self._passed_over(seat)
        self.head, self.turn = f"Turn {turn}: {self.players[seat]}", turn
        if must_sell and self.stalled:
            self._say("has to sell a card, since nobody has sold anything for a long time.")
        elif must_sell:
            self._say("has to sell a card, since everybody has passed in a row.")
        self.stalled = False

    def _passed_over(self, seat: int) -> Iterator[str]:
        """Yield which players have had their last turn: the dig site is used up and their hands are empty."""
        following = [(self.digger + step) % len(self.players) for step in range(1, len(self.players))]
        for other in following[: following.index(seat)] if seat in following else following:
            if self.dealt and self.digger >= 0 and other not in self.done:
                self.done.add(other)
                yield f"{self.players[other]} holds no cards and has no more turns."
        self.digger = seat

    def _again(self, seat: int) -> str:
        """Return the digger's name if other players have been mentioned since."""
        return f"{self.players[seat]} digs again and " if self.sentences else ""

    def _dig(self, seat: int, treasure: int, dig_site_cards: int) -> None:
        self.hands[seat][treasure] += 1
        verb = "finds" if self.sentences else "digs up"
        self._say(f"{self._again(seat)}{verb} {_cards(treasure, 1)} ({counted(dig_site_cards, 'card')} left).")

    def _dig_site_empty(self) -> None:
        self._say("That was the last card of the dig site: from now on nobody digs, and all sell what they hold.")

    def _thief(self, seat: int, thieves_left: int) -> None:
        self._say(f"{self._again(seat)}meets a thief ({counted(thieves_left, 'thief', 'thieves')} left).")

    def _no_victim(self) -> None:
        self._say("Nobody else holds a card, so there is nothing to steal.")

    def _steal(self, seat: int, victim: int, treasure: int) -> None:
        self.hands[victim][treasure] -= 1
        self.hands[seat][treasure] += 1
        self._say(f"steals {_cards(treasure, 1)} from {self.players[victim]}.")

    def _storm(self, seat: int, storms_left: int) -> None:
        self._say(f"{self._again(seat)}uncovers a sandstorm ({counted(storms_left, 'storm')} left).")
        self.calm = True

    def _unearth(self, chamber: int, treasure: int) -> None:
        self.chambers.setdefault(chamber, Counter())[treasure] += 1
        self._say(f"It lays bare {_cards(treasure, 1)} in {self._place(chamber)}.")

    def _tent(self, seat: int, used: int, uses_left: int, cards_at_risk: int) -> None:
        if used:
            more = f" ({counted(uses_left, 'more use')} left)" if uses_left > 0 else ""
            self._say(f"{self.players[seat]} uses the tent{more} and saves {counted(cards_at_risk, 'card')}.")
        else:
            self._say(f"{self.players[seat]} does not use the tent.")

    def _lose(self, seat: int, treasure: int) -> None:
        if self.loser != seat:
            self._end_row()
        self.loser = seat
        self.lost[treasure] += 1
        self.hands[seat][treasure] -= 1
        self.market[treasure] += 1
        self.end_of_row = self._losses

    def _losses(self) -> None:
        self._say(f"{self.players[self.loser]} loses {_pile(self.lost)} to the marketplace.")
        self.lost, self.loser = Counter(), -1

    # -------------------------------------------------------------------------------- trading and selling

    def _offer(self, seat: int, treasure: int) -> None:
        self.hands[seat][treasure] -= 1
        self.offered[treasure] += 1

    def _take(self, seat: int, treasure: int) -> None:
        self.hands[seat][treasure] += 1
        self.market[treasure] -= 1
        self.taken[treasure] += 1

    def _trade(self, value_offered: int, value_taken: int, hand_gain: int) -> None:
        value = f"trading value {value_offered}"
        if value_offered > value_taken:
            value += f" for {value_taken}, the rest is lost"
        if hand_gain == UNKNOWN:
            self._traded(value, "")
            return
        change = f"${abs(hand_gain)} {'more' if hand_gain > 0 else 'less'}" if hand_gain else "as much as before"
        self._traded(value, f"; sold now, the hand would bring {change}")

    def _traded(self, value: str, change: str) -> None:
        self._say(f"trades {_pile(self.offered)} for {_pile(self.taken)} ({value}){change}.")
        self.market += self.offered
        self.offered, self.taken = Counter(), Counter()

    def _sell(self, seat: int, treasure: int, cards: int, money: int) -> None:
        self.hands[seat][treasure] -= cards
        self.money[seat] += money
        self._say(f"sells {_cards(treasure, cards)} for ${money} (${self.money[seat]} in all).")

    # -------------------------------------------------------------------------------- the monument

    def _peek(self, chamber: int) -> None:
        seen = f" and sees {_pile(self.chambers[chamber])}" if chamber in self.chambers else ""
        self._say(f"looks into {self._place(chamber)}{seen}.")

    def _explore(self, seat: int, chamber: int, maps: int, cards: int) -> None:
        self.hands[seat][MAP] -= maps
        if self.monument == Monument.BURIED_RUINS:
            self.chambers[chamber] = Counter()
        self._say(f"explores {self._place(chamber)} ({counted(cards, 'card')}) for {counted(maps, 'map')}.")

    def _find(self, seat: int, treasure: int, cards: int) -> None:
        self.hands[seat][treasure] += cards
        self.found[treasure] += cards
        self.end_of_row = self._finds

    def _finds(self) -> None:
        self._say(f"comes out with {_pile(self.found)}.")
        self.found = Counter()

    def _draw(self, treasure: int, total_value: int) -> None:
        self.drawn.append(f"{_cards(treasure, 1)} ({total_value})")

    def _bust(self, total_value: int, cards: int) -> None:
        lost = {1: "it goes", 2: "both go"}.get(cards, f"all {number(cards)} go")
        self._say(f"draws {listed(self.drawn)}: {total_value} is too much, and {lost} back.")
        self.drawn = []

    def _stop(self) -> None:
        self._say(f"draws {listed(self.drawn)} and stops.")
        self.drawn = []

    def _name(self, lower_treasure: int, higher_treasure: int) -> None:
        self._say(f"names {NAMES[lower_treasure][1]} and {NAMES[higher_treasure][1]}.")

    def _reveal(self, treasure: int, matches: int) -> None:
        self.drawn.append(f"{_cards(treasure, 1)}{' (a match)' if matches else ''}")
        self.matches += matches
        self.end_of_row = self._revealed

    def _revealed(self) -> None:
        nothing = "" if self.matches else ": nothing that was named, so all go back and the map is spent in vain"
        self._say(f"The Sphinx shows {listed(self.drawn)}{nothing}.")
        self.drawn, self.matches = [], 0

    # -------------------------------------------------------------------------------- the end

    def _pass(self) -> None:
        self._say("passes.")

    def _end_turn(self, seat: int, hand_cards: int, money: int) -> None:
        if not self.dealt:
            self._say(f"[{counted(hand_cards, 'card')} in hand, ${money}]")
            return
        self.market = +self.market
        market = "" if self.market == self.market_narrated else f"; marketplace: {_hand_of(self.market)}"
        self.market_narrated = self.market.copy()
        hand = self.hands[seat]
        held = counted(hand_cards, "card") if UNKNOWN in hand else _hand_of(+hand)
        self._say(f"[Hand: {held}; money: ${money}{market}]")

    def _guard(self) -> None:
        self.stalled = True

    def _score(self, seat: int, money: int, cards_sold: int) -> None:
        self.final.append((money, cards_sold, seat))

    def _result(self) -> Iterator[str]:
        """Yield why the game is over, the final account with the winner first, and the winning margin."""
        yield "The dig site is used up and nobody holds a card any more: the game is over."
        standing = sorted(self.final, key=lambda row: (-row[0], row[1]))
        for money, sold, seat in standing:
            yield f"{self.players[seat]} ends with ${money} from {counted(sold, 'card')} sold."
        (most, fewest, winner), (second, next_fewest, _) = standing[:2]
        if (most, fewest) == (second, next_fewest):
            equal = [self.players[seat] for money, sold, seat in standing if (money, sold) == (most, fewest)]
            yield f"{listed(equal)} share the win, level in money and in cards sold."
        elif most == second:
            yield f"{self.players[winner]} wins the tie with fewer cards sold: {number(fewest)} against {number(next_fewest)}."
        else:
            yield f"{self.players[winner]} wins by ${most - second}."

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

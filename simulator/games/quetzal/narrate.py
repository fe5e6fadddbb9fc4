"""Narrate a game of Quetzal in English: a line for each roll, turn and activated place."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import ClassVar

import numpy as np

from digsite.simulator.game.facts import UNKNOWN
from digsite.simulator.game.narration import Narrator, PlacedLine
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.wording import Wording, a, counted, listed, name_in_words, number, ordinal
from digsite.simulator.games.quetzal.options import DONE, count_of, sent_of, space_of
from digsite.simulator.games.quetzal.rules import BONUSES, TEMPLE_SPACES, UPGRADES, VILLAGE_SPACES
from digsite.simulator.games.quetzal.state import (
    AUTOMATON,
    PLACE_OF,
    PLACES,
    SOURCES,
    CoinSource,
    Colour,
    Decision,
    Event,
    Face,
    Meeple,
    PointSource,
    Space,
)

WORDING = Wording(
    level_win="are won on the tie-break, by discovery points",
    ends={"last round": "after the last round"},
    uncounted="what is scored at the end of the game",
)
CARDS = (
    ("piece of pottery", "pieces of pottery"), ("weapon", "weapons"), ("tablet", "tablets"),
    ("statuette", "statuettes"), ("mummy", "mummies"),
)  # fmt: skip
_BONUS = ("", " with a coin", " with a discovery point", " with a victory point")
_BONUSES = ("", "coin", "discovery point", "victory point")
_COLOURS = ("adventurer", "archaeologist")
_FACES = ("black", "white", "on its side", "standing")
_ON = {Face.SIDE: "on the side", Face.STANDING: "standing"}
_POOL = ("a black meeple", "a white meeple", "a meeple that counts as either", "the character")
_DECK = SOURCES.index("deck")
_SPACES = (Space.TEMPLE, Space.TEMPLE, Space.QUARRY, Space.SMALL_TEMPLE, Space.RUINS)  # by number in `SOURCES`
_CHARACTER = -1


def narrate(events: np.ndarray, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """Yield a game's events as lines of English; `players` are the names by seat."""
    return QuetzalNarrator(players, figures).lines(np.asarray(events))


def option_words(decision: int, option: int) -> str:
    """Return the name of a turn of placing: the place and the number of meeples, or which meeples they are."""
    if decision == Decision.PLACE and option < DONE:
        place, count = name_in_words(PLACES[PLACE_OF[space_of(option)]]), count_of(option)
        return f"{place}, {count} meeples" if count > 1 else place
    if decision == Decision.MEEPLES:
        sent = [(name_in_words(meeple.name.lower()), sent_of(option, meeple)) for meeple in Meeple]
        return ", ".join(f"{n} {name}" for name, n in sent if n)
    return ""


def card(kind: int) -> str:
    """Return a card in words: "a tablet with a discovery point"."""
    if kind == UNKNOWN:
        return "a card"
    return a(CARDS[kind // len(BONUSES)][0]) + _BONUS[kind % len(BONUSES)]


def cards(kinds: Iterable[int]) -> str:
    """Return several cards in words, equal ones together."""
    return listed([_alike(kind, n) for kind, n in sorted(Counter(kinds).items())] or ["nothing"])


def _alike(kind: int, n: int) -> str:
    if n == 1:
        return card(kind)
    if kind == UNKNOWN:
        return counted(n, "card")
    bonus = _BONUS[kind % len(BONUSES)]
    return f"{number(n)} {CARDS[kind // len(BONUSES)][1]}{bonus and bonus + ' each'}"


class QuetzalNarrator(Narrator):
    """Collects the events of one roll, turn or place until the next one begins.

    Each line ends with what has changed for the player: coins, points, the place on the Discovery track.
    """

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures) -> None:
        super().__init__(players, figures)
        self.ships = figures["ships.count"][len(players) - figures.lowest_seats]
        self.markets = figures["black_market.count"]
        self.head = ""
        self.turn = 0  # the turn of this line
        self.sentences: list[str] = []
        self.pending: Callable[[], None] | None = None  # writes the sentence for consecutive events of one kind
        self.row: IntEnum | None = None  # the kind of those events
        self.changes: dict[int, dict[str, int]] = {}  # by seat: what has changed
        self.found: dict[int, Counter[str]] = {}  # by seat: rewards of the Discovery track
        self.team: Counter[int] = Counter()
        self.placing = (0, 0, 0, 0)  # seat, space, colour, coins
        self.laid: dict[int, list[int]] = {}
        self.shown: list[int] = []
        self.rolled: list[str] = []
        self.taken: list[int] = []
        self.chooses = False  # some of the drawn cards have gone under the deck, and the rest are kept
        self.offered = -1  # the last upgrade gained
        self.owned: dict[int, Counter[int]] = {}  # by seat: permanent upgrades
        self.delivery: list[int] = []
        self.sets: list[str] = []
        self.paid: Counter[str] = Counter()  # what upgrades pay for the delivery
        self.bought = (0, 0, 0, 0, "")  # seat, kind, how many, coins and sentence of the last purchase
        self.lying: dict[int, Counter[int]] = {}  # open cards by place, open upgrades at the Village
        self.standing: list[str] = []
        self.held: list[int] = []  # cards of a hand at the end of a round
        self.coins: list[int] = list(figures["setup.coins"])
        self.points: dict[int, int] = {}
        self.ends: dict[int, tuple[int, int, int]] = {}
        self.final: list[tuple[int, int, int]] = []  # score, place on the track, seat

    # -------------------------------------------------------------------------------- putting lines together

    def before(self, event: IntEnum, _seat: int) -> Iterator[str]:
        """Yield lines when another event completes a waiting sentence."""
        if self.pending is not None and event != self.row:
            finish, self.pending = self.pending, None
            finish()
        if event not in (Event.ROUND_END, Event.HAND) and self.standing:
            yield from (f"[{standing}]" for standing in self.standing)
            self.standing = []

    def pause(self) -> Iterator[str]:
        """Yield the line as far as it has gone."""
        if self.pending is not None:
            self.pending()
        yield from self._line()
        yield from (f"[{standing}]" for standing in self.standing)

    def close(self) -> Iterator[str]:
        """Yield the last line and the final account."""
        if self.pending is not None:
            self.pending()
        yield from self._line()
        if self.final:
            yield from self._result()

    def _say(self, sentence: str) -> None:
        self.sentences.append(sentence)

    def _wait(self, row: IntEnum, finish: Callable[[], None]) -> None:
        self.row, self.pending = row, finish

    def _line(self) -> Iterator[str]:
        """Yield the sentences so far as one line, with what they have changed."""
        if self.sentences:
            first, *rest = [*self.sentences, *self._rewards()]
            text = f"{self.head} {first}" if self.head else first
            now = self._now()
            text = " ".join([text, *(sentence[0].upper() + sentence[1:] for sentence in rest), *now])
            yield PlacedLine(text, turn=self.turn)
        self.head, self.turn, self.sentences, self.changes, self.found = "", 0, [], {}, {}

    def _now(self) -> list[str]:
        """Return what players have now, if it has changed."""
        holdings = []
        for seat, has in self.changes.items():
            parts = [f"{name}: {value}" for name, value in has.items()]
            whose = f"{self.players[seat]}: " if len(self.changes) > 1 else ""
            holdings.append(whose + ", ".join(parts))
        return [f"[{'; '.join(holdings)}]"] if holdings else []

    def _has(self, seat: int, what: str, value: int) -> None:
        self.changes.setdefault(seat, {})[what] = value

    def _name(self, seat: int) -> str:
        return self.players[seat] if seat < len(self.players) else "the automaton"

    def _space(self, space: int) -> str:
        """Return a space in words."""
        if Space.TEMPLE <= space < Space.TEMPLE + TEMPLE_SPACES:
            return f"the {ordinal(space - Space.TEMPLE + 1)} space of the Temple"
        if Space.VILLAGE <= space < Space.VILLAGE + VILLAGE_SPACES:
            return f"the {ordinal(space - Space.VILLAGE + 1)} space of the Village"
        if Space.BLACK_MARKET <= space < Space.SHIP:
            which = f"{ordinal(space - Space.BLACK_MARKET + 1)} " if self.markets > 1 else ""
            return f"the {which}Black Market"
        if Space.SHIP <= space < Space.VILLAGE:
            return f"the {ordinal(space - Space.SHIP + 1)} ship" if self.ships > 1 else "the ship"
        return {
            Space.CAMP: "the Camp", Space.STELA: "the Stela of Knowledge", Space.QUARRY: "the Quarry",
            Space.SMALL_TEMPLE: "the Small Temple", Space.RUINS: "the Ruins",
        }.get(Space(space), "the Harbour Master's Office")  # fmt: skip

    def _upgrade_words(self, kind: int) -> str:
        return f'"{self.figures.by_key[f"upgrades.{UPGRADES[kind]}.effect"].text()}"'

    def _tile(self, kind: int) -> str:
        """Return an upgrade that comes into play, with its printed victory points."""
        points = self.figures[f"upgrades.{UPGRADES[kind]}.points"]
        return f"{self._upgrade_words(kind)} ({counted(points, 'victory point')})"

    # -------------------------------------------------------------------------------- a round begins

    def _round(self, seat: int, round: int, deck: int, upgrade_pile: int) -> Iterator[str]:
        yield from self._line()
        yield PlacedLine(
            f"Round {round}. {self.players[seat]} has the First Player marker.{self._purses() if round == 1 else ''} "
            f"Before the board is filled, there are {counted(deck, 'card')} in the deck and {counted(upgrade_pile, 'upgrade')} in "
            "the pile.",
            chapter=f"round {round}",
        )

    def _purses(self) -> str:
        """Return what each player has at the start."""
        purses = [f"{name} {number(coins)}" for name, coins in zip(self.players, self.coins, strict=False)]
        return f" Coins at the start: {listed(purses)}."

    def _refill(self, space: int, card_kind: int) -> None:
        self.laid.setdefault(space, []).append(card_kind)
        self._wait(Event.REFILL, self._refilled)

    def _refilled(self) -> None:
        for space, kinds in sorted(self.laid.items()):
            where = "the Temple" if space == Space.TEMPLE else self._space(space)
            self._say(f"new at {where}: {cards(kinds)}{self._beside(space, cards)}.")
            self._lie(space).update(kinds)
        self.sentences[:1] = [sentence[0].upper() + sentence[1:] for sentence in self.sentences[:1]]
        self.laid = {}

    def _show(self, upgrade: int) -> None:
        self.shown.append(upgrade)
        self._wait(Event.SHOW, self._showed)

    def _showed(self) -> None:
        self._say(f"New at the Village: {self._tiles(self.shown)}{self._beside(Space.VILLAGE, self._tiles)}.")
        self._lie(Space.VILLAGE).update(self.shown)
        self.shown = []

    def _lie(self, place: int) -> Counter[int]:
        return self.lying.setdefault(place, Counter())

    def _beside(self, place: int, words: Callable[[Iterable[int]], str]) -> str:
        """Return what still lies there from the previous round."""
        old = sorted(self._lie(place).elements())
        return f", beside {words(old)}" if old else ""

    def _tiles(self, kinds: Iterable[int]) -> str:
        return listed([self._tile(kind) for kind in kinds])

    def _automaton(self, space: int, meeples: int, colour: int) -> None:
        self.rolled.append(f"{self._meeples(meeples, colour)} on {self._space(space)}")
        self._wait(Event.AUTOMATON, self._automaton_placed)

    def _automaton_placed(self) -> None:
        self._say(f"The automaton's card puts {listed(self.rolled)}.")
        self.rolled = []

    def _meeples(self, meeples: int, colour: int) -> str:
        one = _COLOURS[colour] if colour != Colour.EITHER else "meeple"
        return a(one) if meeples == 1 else f"{number(meeples)} {one}s"

    # -------------------------------------------------------------------------------- rolling

    def _roll(self, seat: int, face: int, count: int) -> Iterator[str]:
        if not self.rolled:
            yield from self._line()
            self.head = self.players[seat]
        if face == _CHARACTER:
            self.rolled.append(
                f"the character {_FACES[count] if count != Face.BLACK and count != Face.WHITE else 'flat'}"
            )
            self._say(f"rolls {listed(self.rolled)}.")
            self.rolled = []
        else:
            words = _ON.get(Face(face), _FACES[face])
            self.rolled.append(f"{number(count)} {words}")

    def _reroll(self, seat: int, meeple: int, face: int, at_camp: int) -> Iterator[str]:
        if not at_camp and not self.head.endswith(self.players[seat]):
            yield from self._line()
            self.head = self.players[seat]
        self._say(f"rerolls {_POOL[meeple]}: it lands {_FACES[face]}.")

    # -------------------------------------------------------------------------------- placing

    def _turn(self, seat: int, turn: int) -> Iterator[str]:
        yield from self._line()
        self.head, self.turn = f"Turn {turn}: {self.players[seat]}", turn

    def _place(self, seat: int, space: int, colour: int, coins_paid: int) -> None:
        self.placing = (seat, space, colour, coins_paid)
        self.team = Counter()
        self._wait(Event.MEEPLES, self._placed)

    def _meeple(self, meeple: int, count: int) -> None:
        self.team[meeple] += count

    def _placed(self) -> None:
        seat, space, colour, coins = self.placing
        paid = self._price(seat, space, coins)
        bid = Space.QUARRY <= space < Space.VILLAGE
        team = self._team(colour)
        if coins:
            self._pay(seat, coins)
        if bid:
            alone = " alone" if colour == Colour.EITHER else ""
            self._say(f"bids {team}{alone} for {self._space(space)}.")
        else:
            self._say(f"sends {team} to {self._space(space)}{paid}.")

    def _price(self, seat: int, space: int, coins: int) -> str:
        """Return the cost of a space; at the Temple with the printed cost and the upgrade that lowers it."""
        paid = f" for {counted(coins, 'coin')}" if coins else ""
        if not Space.TEMPLE <= space < Space.TEMPLE + TEMPLE_SPACES:
            return paid
        printed = self.figures["temple.cost"][space - Space.TEMPLE]
        if coins == printed:
            return paid
        tiles = [self._upgrade_words(kind) for kind in sorted(self._own(seat)) if self._cheapens_the_temple(kind)]
        return f" for {number(coins) if coins else 'nothing'} instead of {counted(printed, 'coin')} ({listed(tiles or ['an upgrade'])})"

    def _cheapens_the_temple(self, kind: int) -> bool:
        return any(step["op"] == "temple_discount" for step in self.figures[f"upgrades.{UPGRADES[kind]}.effect"])

    def _team(self, colour: int) -> str:
        """Return the meeples that go to a space, as what they count as, or as what they are."""
        if colour == Colour.EITHER:
            return self._kinds()
        size, either = self.team.total(), self.team[Meeple.EITHER]
        flexible = [f"{number(either)} on the side or standing" if size > 1 else "on the side or standing"][
            : either > 0
        ]
        flexible += ["the character"][: self.team[Meeple.CHARACTER]]
        among = " among them" if either + self.team[Meeple.CHARACTER] < size else ""
        return self._meeples(size, colour) + (f" ({listed(flexible)}{among})" if flexible else "")

    def _kinds(self) -> str:
        words = []
        for meeple, n in sorted(self.team.items()):
            if meeple == Meeple.CHARACTER:
                words.append("the character")
            elif meeple == Meeple.EITHER:
                words.append(f"{'a meeple' if n == 1 else number(n) + ' meeples'} on the side or standing")
            else:
                words.append(self._meeples(n, meeple))
        return listed(words)

    def _kick(self, rival: int, margin: int) -> None:
        more = f"with {counted(margin, 'meeple')} more"
        if rival >= len(self.players) and rival == AUTOMATON:
            self._say(f"That kicks the automaton out {more}; its meeples are gone for this round.")
        else:
            self._say(f"That kicks {self.players[rival]} out {more}.")

    def _return(self, seat: int) -> None:
        self.placing = (seat, 0, 0, 0)
        self.team = Counter()
        self._wait(Event.MEEPLES, self._returned)

    def _returned(self) -> None:
        self._say(f"{self.players[self.placing[0]]} takes back {self._kinds()}.")

    # -------------------------------------------------------------------------------- gains

    def _pay(self, seat: int, coins: int) -> None:
        self.coins[seat] -= coins
        self._has(seat, "coins", self.coins[seat])

    def _coins(self, seat: int, coins: int, source: int, coins_now: int) -> None:
        self.coins[seat] = coins_now
        if self.delivery and source == CoinSource.UPGRADES:
            self.paid["coin"] += coins
        if source == CoinSource.DISCOVERY:
            self._find(seat, "coin", coins)
        self._has(seat, "coins", coins_now)

    def _points(self, seat: int, points: int, source: int, points_now: int) -> None:
        self.points[seat] = points_now
        if self.delivery and source == PointSource.UPGRADES:
            self.paid["victory point"] += points
        if source == PointSource.DISCOVERY:
            self._find(seat, "victory point", points)
        self._has(seat, "points", points_now)

    def _find(self, seat: int, thing: str, n: int) -> None:
        """Collect rewards of the Discovery track for the end of the line."""
        self.found.setdefault(seat, Counter())[thing] += n

    def _rewards(self) -> list[str]:
        lines = []
        for seat, things in self.found.items():
            whom = f" {self.players[seat]}" if len(self.changes) > 1 else ""
            lines.append(
                f"The Discovery track brings{whom} {listed([counted(n, it) for it, n in sorted(things.items())])}."
            )
        return lines

    def _discovery(self, seat: int, track_space: int) -> None:
        self._has(seat, "Discovery track", track_space)

    def _buy(self, seat: int, discovery: int, coins_paid: int) -> None:
        """Collect consecutive purchases of one kind into one sentence."""
        self._pay(seat, coins_paid)
        n, last = 1, self.bought
        if self.sentences and (seat, discovery, self.sentences[-1]) == (last[0], last[1], last[4]):
            n, coins_paid = last[2] + 1, last[3] + coins_paid
            self.sentences.pop()
        thing = "discovery point" if discovery else "victory point"
        things = a(thing) if n == 1 else counted(n, thing)
        self._say(f"{self._again(seat)}buys {things} for {counted(coins_paid, 'coin')}.")
        self.bought = (seat, discovery, n, coins_paid, self.sentences[-1])

    def _upgrade(self, seat: int, upgrade: int, from_pile: int) -> None:
        self.offered = upgrade
        self._own(seat)[upgrade] += 1
        if not from_pile:
            self._lie(Space.VILLAGE)[upgrade] -= 1
        if from_pile:
            self._say(f"{self._again(seat)}draws the upgrade {self._tile(upgrade)} as a reward of the Discovery track.")
        else:
            self._say(f"{self._again(seat)}takes the upgrade {self._upgrade_words(upgrade)}.")

    def _own(self, seat: int) -> Counter[int]:
        return self.owned.setdefault(seat, Counter())

    def _discard(self, seat: int, upgrade: int, reason: int) -> None:
        self.owned[seat] = self._own(seat) - Counter([upgrade])
        if reason == 0:
            which = (
                "gives it up at once" if upgrade == self.offered else f"gives up {self._upgrade_words(upgrade)} for it"
            )
            self._say(f"{self._again(seat)}{which}.")
        elif reason == 2:
            self._say("It is discarded at once, since the player has one already.")

    def _again(self, seat: int) -> str:
        """Return the player's name, unless the line begins with it and says nothing else yet."""
        return f"{self.players[seat]} " if self.sentences or not self.head.endswith(self.players[seat]) else ""

    def _reshuffle(self, cards: int) -> None:
        self._say(f"The deck is empty: {counted(cards, 'discarded card')} make a new one.")

    # -------------------------------------------------------------------------------- activating

    def _activate(self, seat: int, space: int) -> Iterator[str]:
        yield from self._line()
        where = self._space(space)
        self.chooses = False
        self.head = f"{where[0].upper()}{where[1:]}: {self._name(seat)}"

    def _marker(self) -> None:
        self._say("takes the First Player marker.")

    def _take(self, card_kind: int, source: int) -> None:
        if source == _DECK:
            if self.taken:
                self._took()
                self.pending = None
            self._say(f"{'keeps' if self.chooses else 'draws'} {card(card_kind)}.")
            return
        self._lie(_SPACES[source])[card_kind] -= 1
        self.taken.append(card_kind)
        self._wait(Event.TAKE, self._took)

    def _took(self) -> None:
        self._say(f"takes {cards(self.taken)}.")
        self.taken = []

    def _under(self, seat: int, card_kind: int) -> None:
        self.chooses = True
        self._say(f"of the cards drawn {self.players[seat]} puts {card(card_kind)} under the deck.")

    def _discarded(self, card_kind: int, source: int) -> None:
        if source == _DECK:
            if self.taken:
                self._took_away()
                self.pending = None
            self._say(f"draws {card(card_kind)} and discards it.")
            return
        self._lie(_SPACES[source])[card_kind] -= 1
        self.taken.append(card_kind)
        self._wait(Event.DISCARDED, self._took_away)

    def _took_away(self) -> None:
        self._say(f"takes {cards(self.taken)} and discards {'it' if len(self.taken) == 1 else 'them'}.")
        self.taken = []

    def _sell(self, card_kind: int) -> None:
        self._say(f"sells {card(card_kind)}.")

    def _deliver(self, card_kind: int) -> None:
        self.delivery.append(card_kind)

    def _set(self, seat: int, card_type: int, cards: int, points: int) -> None:
        one, many = CARDS[card_type]
        self.sets.append(f"{a(one) if cards == 1 else f'{number(cards)} {many}'} for {points}")
        self.points[seat] = self.points.get(seat, 0) + points
        self._has(seat, "points", self.points[seat])

    def _delivered(self, points: int) -> None:
        bonuses = Counter(kind % len(BONUSES) for kind in self.delivery if kind % len(BONUSES))
        said = [counted(n, _BONUSES[bonus]) for bonus, n in sorted(bonuses.items())]
        more = f"; bonuses: {listed(said)}" if said else ""
        paid = [counted(n, thing) for thing, n in sorted(self.paid.items())]
        more += f"; upgrades: {listed(paid)}" if paid else ""
        self._say(f"delivers {listed(self.sets)}{more} ({counted(points, 'victory point')} in all).")
        self.sets, self.delivery, self.paid = [], [], Counter()

    def _nothing(self, seat: int, space: int) -> None:
        verb = "sells" if Space.BLACK_MARKET <= space < Space.SHIP else "gets"
        verb = "delivers" if Space.SHIP <= space < Space.VILLAGE or space == Space.HARBOUR else verb
        self._say(f"{self._again(seat)}{verb} nothing.")

    # -------------------------------------------------------------------------------- the end

    def _round_end(self, seat: int, points: int, coins: int, hand_cards: int) -> Iterator[str]:
        yield from self._line()
        said = f"{counted(points, 'point')}, {counted(coins, 'coin')}, {counted(hand_cards, 'card')} in hand"
        self.standing.append(f"{self.players[seat]}: {said}")

    def _hand(self, card_kind: int, count: int) -> None:
        """Collect the hand of the player whose round has just been summed up."""
        self.held += [card_kind] * count
        self._wait(Event.HAND, self._showed_hand)

    def _showed_hand(self) -> None:
        self.standing[-1] += f": {cards(self.held)}"
        self.held = []

    def _final(self, seat: int, marker_points: int, coin_points: int, upgrade_points: int) -> Iterator[str]:
        yield from self._line()
        self.ends[seat] = (marker_points, coin_points, upgrade_points)

    def _score(self, seat: int, score: int, track_space: int) -> None:
        self.final.append((score, track_space, seat))

    def _result(self) -> Iterator[str]:
        """Yield the final account with the winner first, and the winning margin."""
        standing = sorted(self.final, key=lambda row: (-row[0], -row[1], row[2]))
        for score, _, seat in standing:
            marker, coins, tiles = self.ends[seat]
            on_track = score - marker - coins - tiles
            yield (
                f"{self.players[seat]} ends with {counted(score, 'victory point')}: {on_track} on the track, {marker} for "
                f"the marker, {coins} for coins, {tiles} for upgrades."
            )
        (most, furthest, winner), (second, next_place, _) = standing[:2]
        if (most, furthest) == (second, next_place):
            equal = [self.players[seat] for score, place, seat in standing if (score, place) == (most, furthest)]
            yield f"{listed(equal)} share the win."
        elif most == second:
            yield f"{self.players[winner]} wins the tie, being further on the Discovery track: {furthest} against {next_place}."
        else:
            yield f"{self.players[winner]} wins by {counted(most - second, 'point')}."

    TABLE: ClassVar[Mapping[IntEnum, Callable[..., Iterable[str] | None]]] = {
        Event.ROUND: _round,
        Event.REFILL: _refill,
        Event.SHOW: _show,
        Event.AUTOMATON: _automaton,
        Event.ROLL: _roll,
        Event.COINS: _coins,
        Event.REROLL: _reroll,
        Event.TURN: _turn,
        Event.PLACE: _place,
        Event.MEEPLES: _meeple,
        Event.KICK: _kick,
        Event.RETURN: _return,
        Event.MARKER: _marker,
        Event.DISCOVERY: _discovery,
        Event.POINTS: _points,
        Event.ACTIVATE: _activate,
        Event.TAKE: _take,
        Event.UNDER: _under,
        Event.RESHUFFLE: _reshuffle,
        Event.SELL: _sell,
        Event.UPGRADE: _upgrade,
        Event.DISCARD: _discard,
        Event.DELIVER: _deliver,
        Event.SET: _set,
        Event.DELIVERED: _delivered,
        Event.NOTHING: _nothing,
        Event.BUY: _buy,
        Event.DISCARDED: _discarded,
        Event.ROUND_END: _round_end,
        Event.SCORE: _score,
        Event.FINAL: _final,
        Event.HAND: _hand,
    }

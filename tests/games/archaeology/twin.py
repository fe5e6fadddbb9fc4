"""Archaeology: The New Expedition, played slowly and plainly with Python objects.

A test oracle: written from the rulebook, shares no code with the kernel.  Every rule stands where a reader
of the rulebook would look for it; nothing is clever and nothing is fast.

Chance does not live in here.  The caller hands in ``luck``: what was dealt, and which cards the thief, the
Mine and the Sphinx bring to light.

Whatever happens is noted in ``story``, in order: a word, the seat it happens to (None: nobody in particular), and
what there is to say about it.

Seats and chambers count from 0; the next seat sits to the left.  The *trading value* stands in the corner of
a card, the *price* is what the museum pays for a set.
"""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace

Cards = Counter[str]  # how many of each type; types that are not there have no entry
Option = tuple  # see Game.options
Note = tuple  # a word, a seat, and what there is to say

TYPES = (
    "pot_shard",
    "parchment_scrap",
    "coin",
    "broken_cup",
    "talisman",
    "map",
    "pharaohs_mask",
    "broken_tablet",
    "broken_pendant",
)
MAP = "map"
THIEF = "thief"
SANDSTORM = "sandstorm"

EVERYONE = (2, 3, 4, 5)  # in the game at these numbers of players


@dataclass(frozen=True)
class Monument:
    """A monument tile: the cards in each chamber at the start, and the maps each one asks for."""

    chambers: tuple[int, ...]
    maps: tuple[int, ...]


@dataclass(frozen=True)
class Figures:
    """The numbers of the game, and how open points of the rules are read."""

    # treasures
    copies: dict[str, int] = field(
        default_factory=lambda: {
            "pot_shard": 16,
            "parchment_scrap": 16,
            "coin": 12,
            "broken_cup": 6,
            "talisman": 8,
            "map": 6,
            "pharaohs_mask": 4,
            "broken_tablet": 12,
            "broken_pendant": 5,
        }
    )
    in_play: dict[str, tuple[int, ...]] = field(
        default_factory=lambda: {
            **dict.fromkeys(TYPES, EVERYONE),
            "broken_tablet": (4, 5),
            "broken_pendant": (5,),
        }
    )
    trading_values: dict[str, int] = field(
        default_factory=lambda: {
            "pot_shard": 1,
            "parchment_scrap": 1,
            "coin": 2,
            "broken_cup": 2,
            "talisman": 3,
            "map": 3,
            "pharaohs_mask": 4,
            "broken_tablet": 1,
            "broken_pendant": 3,
        }
    )
    prices: dict[str, tuple[int, ...]] = field(  # of a set of 1, 2, ... cards; no larger set is sold
        default_factory=lambda: {
            "pot_shard": (1, 2, 3, 4, 15),
            "parchment_scrap": (1, 2, 3, 10),
            "coin": (2, 6, 12, 20, 30),
            "broken_cup": (2, 12),
            "talisman": (3, 10, 20, 32, 45),
            "map": (3,),
            "pharaohs_mask": (4, 15, 30, 50),
            "broken_tablet": (1, 2, 10),
            "broken_pendant": (3, 18),
        }
    )
    # setting up, by number of players where it matters
    hand: int = 4
    market: int = 5
    thieves: dict[int, int] = field(default_factory=lambda: {2: 4, 3: 6, 4: 8, 5: 10})
    sandstorms: dict[int, int] = field(default_factory=lambda: {2: 6, 3: 5, 4: 4, 5: 4})
    first_player: str = "seat-1"  # or "lowest-hand"
    first_player_tie: str = "chance"  # or "lowest-seat"
    # playing
    storm_divisor: int = 2
    tent_uses: int = 1
    trades_per_turn: int = 6
    explorations_per_turn: int = 1
    stall_turns: int = 20  # end-phase turns in a row without a sale after which the next seat must sell
    # monuments
    monuments: dict[str, Monument] = field(
        default_factory=lambda: {
            "great-pyramid": Monument((2, 5, 8), (1, 2, 3)),
            "temple": Monument((5, 5, 5), (2, 2, 2)),
            "tomb": Monument((7, 8), (1, 1)),
            "mine": Monument((15,), (1,)),
            "sphinx": Monument((15,), (1,)),
            "buried-ruins": Monument((1, 1, 1), (1, 1, 1)),
        }
    )
    mine_limit: int = 5  # more than this is too much
    sphinx_reveal: int = 5
    sphinx_names: int = 2
    tomb_keep: int = 2
    ruins_pile: int = 12
    ruins_reopen: bool = True  # does a chamber that was explored get cards in later storms?

    def copies_in_play(self, card: str, seats: int) -> int:
        return self.copies[card] if seats in self.in_play[card] else 0

    def trading_value(self, cards: Cards) -> int:
        return sum(self.trading_values[card] * count for card, count in cards.items())

    def worth(self, cards: Cards) -> int:
        """The most money these cards bring if all are sold now, split into sets in the best way."""
        return sum(self._best_split(card, count) for card, count in cards.items())

    def _best_split(self, card: str, count: int) -> int:
        best = [0]  # for 0, 1, 2, ... cards
        for number in range(1, count + 1):
            values = []
            for size, price in enumerate(self.prices[card], start=1):
                if size <= number:
                    values.append(price + best[number - size])
            best.append(max(values))
        return best[count]


# --------------------------------------------------------------------------------------------------- variants


def long_expedition(figures: Figures) -> Figures:
    """For 2 or 3 players: Broken Tablets, Broken Pendants and 1 more Thief."""
    in_play = dict(figures.in_play)
    thieves = dict(figures.thieves)
    for card in ("broken_tablet", "broken_pendant"):
        in_play[card] = tuple(sorted({2, 3, *in_play[card]}))
    for seats in (2, 3):
        thieves[seats] += 1
    return replace(figures, in_play=in_play, thieves=thieves)


def fierce_weather(figures: Figures) -> Figures:
    """All 6 Sandstorms; Tents may be used twice."""
    return replace(figures, sandstorms=dict.fromkeys(figures.sandstorms, 6), tent_uses=2)


def beginners_luck(figures: Figures) -> Figures:
    """Whoever has the lowest total of starting cards goes first."""
    return replace(figures, first_player="lowest-hand")


VARIANTS: dict[str, Callable[[Figures], Figures]] = {
    "long-expedition": long_expedition,
    "fierce-weather": fierce_weather,
    "beginners-luck": beginners_luck,
}


# ------------------------------------------------------------------------------------------------------- luck


@dataclass
class Luck:
    """What chance decides: the deal, and cards drawn unseen during the game."""

    monument: str
    hands: list[list[str]]
    market: list[str]
    chambers: list[list[str]]
    pile: list[str]  # Buried Ruins: the facedown pile, the first is turned over first
    dig_site: list[str]  # the first is dug next; types, "thief" and "sandstorm"
    steal: Callable[[Cards], str]  # the card that leaves this hand
    mine_draw: Callable[[Cards], str]  # the next card out of this chamber
    sphinx_draw: Callable[[Cards], list[str]]  # the cards revealed from this chamber
    sandiest: Callable[[list[int]], int] = min  # who of these seats last stood in sand


def shuffled_luck(figures: Figures, seats: int, monument: str, rng: random.Random) -> Luck:
    """Set up the game as the rulebook says, with a random generator doing the shuffling."""
    deck = []
    for card in TYPES:
        if card != MAP:
            deck += [card] * figures.copies_in_play(card, seats)
    rng.shuffle(deck)

    def deal(count: int) -> list[str]:
        return [deck.pop() for _ in range(count)]

    hands = [deal(figures.hand) for _ in range(seats)]
    market = deal(figures.market)
    chambers = [deal(size) for size in figures.monuments[monument].chambers]
    pile = deal(figures.ruins_pile) if monument == "buried-ruins" else []
    dig_site = list(deck)
    dig_site += [MAP] * figures.copies_in_play(MAP, seats)
    dig_site += [THIEF] * figures.thieves[seats]
    dig_site += [SANDSTORM] * figures.sandstorms[seats]
    rng.shuffle(dig_site)

    def any_card(cards: Cards) -> str:
        return rng.choice(sorted(cards.elements()))

    def reveal(cards: Cards) -> list[str]:
        return rng.sample(sorted(cards.elements()), min(figures.sphinx_reveal, cards.total()))

    return Luck(monument, hands, market, chambers, pile, dig_site, any_card, any_card, reveal, rng.choice)


# --------------------------------------------------------------------------------------------------- the game


@dataclass
class Player:
    """What lies in front of one player, and the tallies kept for the final account."""

    hand: Cards = field(default_factory=Counter)
    tents: int = 0  # uses left
    sets: Counter[tuple[str, int]] = field(default_factory=Counter)  # sold: (type, size)
    money: int = 0
    storm_cards: int = 0
    storm_value: int = 0
    theft_cards_lost: int = 0
    theft_value_lost: int = 0
    theft_cards_won: int = 0
    theft_value_won: int = 0
    maps_used: int = 0
    monument_cards: int = 0
    monument_value: int = 0
    trades: int = 0
    trade_value_lost: int = 0
    trade_worth_gain: int = 0
    end_phase_turns: int = 0
    stall_guard: int = 0
    forced_sales: int = 0

    @property
    def cards_sold(self) -> int:
        return sum(size * count for (_card, size), count in self.sets.items())


def remove(cards: Cards, card: str, count: int = 1) -> None:
    """Take cards out of a heap; a type that is used up has no entry any more."""
    if cards[card] < count:
        raise ValueError(f"there are no {count} x {card} among {dict(cards)}")
    cards[card] -= count
    if cards[card] == 0:
        del cards[card]


class Game:
    """One game.  Ask ``options()``, then ``apply`` one of them, until ``over``."""

    def __init__(self, figures: Figures, seats: int, luck: Luck) -> None:
        self.figures = figures
        self.seats = seats
        self.luck = luck
        self._check_figures()
        self._check_luck()
        self.monument = luck.monument
        self.players = [Player(hand=Counter(hand), tents=figures.tent_uses) for hand in luck.hands]
        self.market: Cards = Counter(luck.market)
        self.chambers: list[Cards] = [Counter(chamber) for chamber in luck.chambers]
        self.explored = [False] * len(self.chambers)
        self.pile = list(luck.pile)
        self.dig_site = list(luck.dig_site)
        self.discarded: Counter[str] = Counter()  # thieves and sandstorms, faceup on the table
        self.over = False
        self.story: list[Note] = []
        self.on_turn = self._first_player()
        self.seat = self.on_turn  # who decides now
        self.decision = ""  # what about; "" once the game is over
        self.turns_begun = 0
        self.turns_finished = 0
        # this turn
        self.end_phase = False
        self.must_sell = False
        self.trades_this_turn = 0
        self.explorations_this_turn = 0
        self.sales_this_turn = 0
        # this trade
        self.offered: Cards = Counter()  # lie aside until the trade is done
        self.rest = 0  # value offered and not yet used up by cards taken
        self.worth_before = 0
        # this exploration
        self.chamber = 0
        self.keep_left = 0  # Tomb
        self.drawn: Cards = Counter()  # Mine: faceup on the table, out of the chamber
        # this sandstorm
        self.tents_to_ask: list[int] = []  # seats
        self.cards_to_lose: list[tuple[int, int]] = []  # (seat, cards)
        # end phase
        self.passes = 0  # in a row
        self.turns_without_sale = 0  # in a row
        self._begin_turn()

    def _check_figures(self) -> None:
        figures = self.figures
        if self.seats not in figures.thieves or self.seats not in figures.sandstorms:
            raise ValueError(f"not a game for {self.seats}")
        if figures.first_player not in ("seat-1", "lowest-hand"):
            raise ValueError(f"who is first: {figures.first_player}?")
        if figures.first_player_tie not in ("chance", "lowest-seat"):
            raise ValueError(f"who is first of those tied: {figures.first_player_tie}?")
        if figures.stall_turns < 1 or figures.storm_divisor < 1:
            raise ValueError("stall_turns and storm_divisor count from 1")

    def _check_luck(self) -> None:
        figures, luck = self.figures, self.luck
        if luck.monument not in figures.monuments:
            raise ValueError(f"no such monument: {luck.monument}")
        if len(luck.hands) != self.seats:
            raise ValueError(f"{len(luck.hands)} hands for {self.seats} seats")
        if len(luck.chambers) != len(figures.monuments[luck.monument].chambers):
            raise ValueError(f"{len(luck.chambers)} chambers in the {luck.monument}")
        if luck.pile and luck.monument != "buried-ruins":
            raise ValueError("only the Buried Ruins have a pile")
        limits = {card: figures.copies_in_play(card, self.seats) for card in TYPES}
        limits[THIEF] = figures.thieves[self.seats]
        limits[SANDSTORM] = figures.sandstorms[self.seats]
        everything = Counter(luck.dig_site)
        for heap in [*luck.hands, luck.market, *luck.chambers, luck.pile]:
            if THIEF in heap or SANDSTORM in heap:
                raise ValueError("thieves and sandstorms are in the dig site only")
            everything.update(heap)
        for card, count in everything.items():
            if count > limits.get(card, 0):
                raise ValueError(f"not in the game: {count} x {card}")

    def _first_player(self) -> int:
        if self.figures.first_player == "seat-1":
            return 0
        totals = [self.figures.trading_value(player.hand) for player in self.players]
        tied = [seat for seat in range(self.seats) if totals[seat] == min(totals)]
        if len(tied) == 1 or self.figures.first_player_tie == "lowest-seat":
            return tied[0]
        first = self.luck.sandiest(tied)
        if first not in tied:
            raise ValueError(f"seat {first} is not among those tied: {tied}")
        return first

    # ---------------------------------------------------------------------------------------------- options

    def options(self) -> set[Option]:
        """What the player in ``seat`` may do now.

        victim: ("rob", seat)
        tent: ("tent", True), ("tent", False)
        lose: ("lose", type)
        act: ("end",), ("sell", type, size), ("explore", chamber), ("offer", type)
        offer: ("offer", type), ("take", type)
        take: ("take", type), ("done",)
        peek: ("look", chamber), ("decline",)
        keep: ("keep", type)
        mine: ("draw",), ("stop",)
        name: ("name", type, type)
        """
        player = self.players[self.seat]
        if self.decision == "victim":
            return {("rob", seat) for seat in self._victims()}
        if self.decision == "tent":
            return {("tent", True), ("tent", False)}
        if self.decision == "lose":
            return {("lose", card) for card in player.hand}
        if self.decision == "act":
            return self._act_options()
        if self.decision == "offer":
            return self._offer_options() | self._take_options()
        if self.decision == "take":
            return self._take_options() | {("done",)}
        if self.decision == "peek":
            return {("look", chamber) for chamber in self._chambers_with_cards()} | {("decline",)}
        if self.decision == "keep":
            return {("keep", card) for card in self.chambers[self.chamber]}
        if self.decision == "mine":
            return {("draw",), ("stop",)}
        if self.decision == "name":
            return self._name_options()
        return set()

    def _victims(self) -> list[int]:
        return [seat for seat in range(self.seats) if seat != self.on_turn and self.players[seat].hand]

    def _act_options(self) -> set[Option]:
        player = self.players[self.seat]
        options: set[Option] = set()
        if not self.must_sell or self.sales_this_turn > 0:
            options.add(("end",))
        for card, count in player.hand.items():
            for size in range(1, len(self.figures.prices[card]) + 1):
                if size <= count:
                    options.add(("sell", card, size))
        if self.explorations_this_turn < self.figures.explorations_per_turn:
            maps = self.figures.monuments[self.monument].maps
            for chamber in self._chambers_with_cards():
                if player.hand[MAP] >= maps[chamber]:
                    options.add(("explore", chamber))
        if self.trades_this_turn < self.figures.trades_per_turn:
            options |= self._offer_options()
        return options

    def _chambers_with_cards(self) -> list[int]:
        return [number for number, chamber in enumerate(self.chambers) if chamber]

    def _offer_options(self) -> set[Option]:
        """Cards that may be offered (further): only such that something can still be taken in the end."""
        hand = self.players[self.seat].hand
        options: set[Option] = set()
        for wanted in self.market:
            if wanted in self.offered:
                continue
            others = Counter({card: count for card, count in hand.items() if card != wanted})
            could_offer = self.figures.trading_value(self.offered) + self.figures.trading_value(others)
            if self.figures.trading_values[wanted] <= could_offer:
                options |= {("offer", card) for card in others}
        return options

    def _take_options(self) -> set[Option]:
        options: set[Option] = set()
        for card in self.market:
            if card not in self.offered and self.figures.trading_values[card] <= self.rest:
                options.add(("take", card))
        return options

    def _name_options(self) -> set[Option]:
        """Types that can lie in a chamber; maps never do."""
        types = [card for card in TYPES if card != MAP and self.figures.copies_in_play(card, self.seats) > 0]
        return {("name", *named) for named in itertools.combinations(types, self.figures.sphinx_names)}

    # ---------------------------------------------------------------------------------------------- playing

    def apply(self, option: Option) -> None:
        if option not in self.options():
            raise ValueError(f"seat {self.seat} may not {option!r} now ({self.decision or 'over'})")
        kind = option[0]
        if kind == "rob":
            self._rob(option[1])
        elif kind == "tent":
            self._decide_tent(option[1])
        elif kind == "lose":
            self._lose(option[1])
        elif kind == "end":
            self._end_turn()
        elif kind == "sell":
            self._sell(option[1], option[2])
        elif kind == "explore":
            self._explore(option[1])
        elif kind == "offer":
            self._offer(option[1])
        elif kind == "take":
            self._take(option[1])
        elif kind == "done":
            self._finish_trade()
        elif kind in ("look", "decline"):  # the cards are returned; nothing on the table has changed
            if kind == "look":
                self._note("peek", self.seat, option[1])
            self._continue_turn()
        elif kind == "keep":
            self._keep(option[1])
        elif kind == "draw":
            self._draw_in_mine()
        elif kind == "stop":
            self._stop_in_mine()
        else:
            self._name(option[1:])

    def _note(self, word: str, seat: int | None, *what: object) -> None:
        self.story.append((word, seat, *what))

    def _ask(self, seat: int, decision: str) -> None:
        self.seat = seat
        self.decision = decision

    # ------------------------------------------------------------------------------------------------ turns

    def _begin_turn(self) -> None:
        """A turn of the seat ``on_turn``; once the dig site is empty, of the next seat that has cards."""
        if self._finished():
            self._end_game()
            return
        self.end_phase = not self.dig_site
        if self.end_phase:
            while not self.players[self.on_turn].hand:
                self.on_turn = self._left_of(self.on_turn)
        self.turns_begun += 1
        self.must_sell = False
        self.trades_this_turn = 0
        self.explorations_this_turn = 0
        self.sales_this_turn = 0
        if self.end_phase:
            self._begin_end_phase_turn()
        else:
            self._note("turn", self.on_turn, self.turns_begun, len(self.dig_site), False)
            self._dig()

    def _begin_end_phase_turn(self) -> None:
        """Players no longer dig; they may pass, but if all pass in sequence, the first of them must sell."""
        player = self.players[self.on_turn]
        player.end_phase_turns += 1
        seats_with_cards = len([other for other in self.players if other.hand])
        if self.passes >= seats_with_cards:
            self.must_sell = True
            player.forced_sales += 1
        elif self.turns_without_sale >= self.figures.stall_turns:  # not in the rulebook: no endless trading
            self.must_sell = True
            player.stall_guard += 1
            self._note("guard", self.on_turn)
        self._note("turn", self.on_turn, self.turns_begun, 0, self.must_sell)
        self._continue_turn()

    def _continue_turn(self) -> None:
        """Other actions, as long as there is anything to act with."""
        if self._finished():
            self._close_turn()
            self._end_game()
        elif not self.players[self.on_turn].hand:
            self._end_turn()
        else:
            self._ask(self.on_turn, "act")

    def _end_turn(self) -> None:
        player = self.players[self.on_turn]
        self._close_turn()
        if self.end_phase and self.passes > 0:
            self._note("pass", self.on_turn)
        self._note("end_turn", self.on_turn, player.hand.total(), player.money)
        self.on_turn = self._left_of(self.on_turn)
        self._begin_turn()

    def _close_turn(self) -> None:
        self.turns_finished += 1
        if not self.end_phase:
            return
        if self.trades_this_turn == 0 and self.explorations_this_turn == 0 and self.sales_this_turn == 0:
            self.passes += 1
        else:
            self.passes = 0
        if self.sales_this_turn == 0:
            self.turns_without_sale += 1
        else:
            self.turns_without_sale = 0

    def _left_of(self, seat: int) -> int:
        return (seat + 1) % self.seats

    def _finished(self) -> bool:
        return not self.dig_site and not any(player.hand for player in self.players)

    # ------------------------------------------------------------------------------ 1. digging for treasure

    def _dig(self) -> None:
        if not self.dig_site:  # the last card was the sandstorm just over
            self._continue_turn()
            return
        card = self.dig_site.pop(0)
        if card == THIEF:
            self._meet_thief()
        elif card == SANDSTORM:
            self._sandstorm()
        else:
            self._note("dig", self.on_turn, card, len(self.dig_site))
            self._note_empty_dig_site()
            self.players[self.on_turn].hand[card] += 1
            self._continue_turn()

    def _note_empty_dig_site(self) -> None:
        if not self.dig_site:
            self._note("dig_site_empty", None)

    def _meet_thief(self) -> None:
        self.discarded[THIEF] += 1
        self._note("thief", self.on_turn, self.figures.thieves[self.seats] - self.discarded[THIEF])
        if not self._victims():
            self._note("no_victim", self.on_turn)
        self._note_empty_dig_site()
        if self._victims():
            self._ask(self.on_turn, "victim")
        else:
            self._continue_turn()

    def _rob(self, seat: int) -> None:
        robber, victim = self.players[self.on_turn], self.players[seat]
        card = self.luck.steal(Counter(victim.hand))
        remove(victim.hand, card)
        robber.hand[card] += 1
        value = self.figures.trading_values[card]
        victim.theft_cards_lost += 1
        victim.theft_value_lost += value
        robber.theft_cards_won += 1
        robber.theft_value_won += value
        self._note("steal", self.on_turn, seat, card)
        self._continue_turn()

    def _sandstorm(self) -> None:
        self.discarded[SANDSTORM] += 1
        self._note("storm", self.on_turn, self.figures.sandstorms[self.seats] - self.discarded[SANDSTORM])
        if self.monument == "buried-ruins":
            self._uncover_ruins()
        self._note_empty_dig_site()
        clockwise = [(self.on_turn + steps) % self.seats for steps in range(self.seats)]
        self.cards_to_lose = []
        for seat in clockwise:
            half = self.players[seat].hand.total() // self.figures.storm_divisor
            if half > 0:
                self.cards_to_lose.append((seat, half))
        losers = [seat for seat, _half in self.cards_to_lose]
        self.tents_to_ask = []
        for seat in [*clockwise[1:], self.on_turn]:  # the player who drew the storm decides last
            if seat in losers and self.players[seat].tents > 0:
                self.tents_to_ask.append(seat)
        self._next_in_storm()

    def _uncover_ruins(self) -> None:
        for number, chamber in enumerate(self.chambers):
            closed = self.explored[number] and not self.figures.ruins_reopen
            if self.pile and not closed:
                card = self.pile.pop(0)
                chamber[card] += 1
                self._note("unearth", None, number, card)

    def _next_in_storm(self) -> None:
        if self.tents_to_ask:
            self._ask(self.tents_to_ask[0], "tent")
        elif self.cards_to_lose:
            self._ask(self.cards_to_lose[0][0], "lose")
        else:
            self._dig()  # after the storm

    def _decide_tent(self, use: bool) -> None:
        seat = self.tents_to_ask.pop(0)
        if use:
            self.players[seat].tents -= 1
        self._note("tent", seat, use, self.players[seat].tents, dict(self.cards_to_lose)[seat])
        if use:
            self.cards_to_lose = [(loser, count) for loser, count in self.cards_to_lose if loser != seat]
        self._next_in_storm()

    def _lose(self, card: str) -> None:
        seat, count = self.cards_to_lose.pop(0)
        player = self.players[seat]
        remove(player.hand, card)
        self.market[card] += 1
        player.storm_cards += 1
        player.storm_value += self.figures.trading_values[card]
        self._note("lose", seat, card)
        if count > 1:
            self.cards_to_lose.insert(0, (seat, count - 1))
        self._next_in_storm()

    # ------------------------------------------------------------------------ 2a. trading at the marketplace

    def _offer(self, card: str) -> None:
        player = self.players[self.seat]
        if self.decision == "act":
            self.worth_before = self.figures.worth(player.hand)
        remove(player.hand, card)
        self.offered[card] += 1
        self.rest += self.figures.trading_values[card]
        self._note("offer", self.seat, card)
        self._ask(self.on_turn, "offer")

    def _take(self, card: str) -> None:
        remove(self.market, card)
        self.players[self.seat].hand[card] += 1
        self.rest -= self.figures.trading_values[card]
        self._note("take", self.seat, card)
        if self._take_options():
            self._ask(self.on_turn, "take")
        else:
            self._finish_trade()

    def _finish_trade(self) -> None:
        player = self.players[self.seat]
        player.trades += 1
        player.trade_value_lost += self.rest
        gain = self.figures.worth(player.hand) - self.worth_before
        player.trade_worth_gain += gain
        offered = self.figures.trading_value(self.offered)
        self._note("trade", self.seat, offered, offered - self.rest, gain)
        self.market.update(self.offered)
        self.offered = Counter()
        self.rest = 0
        self.trades_this_turn += 1
        self._continue_turn()

    # ---------------------------------------------------------------------------- 2b. exploring the monument

    def _explore(self, chamber: int) -> None:
        player = self.players[self.seat]
        maps = self.figures.monuments[self.monument].maps[chamber]
        self._note("explore", self.seat, chamber, maps, self.chambers[chamber].total())
        remove(player.hand, MAP, maps)  # out of the game
        player.maps_used += maps
        self.explorations_this_turn += 1
        self.explored[chamber] = True
        self.chamber = chamber
        if self.monument == "tomb":
            self.keep_left = min(self.figures.tomb_keep, self.chambers[chamber].total())
            self._ask(self.on_turn, "keep")
        elif self.monument == "mine":
            self._draw_in_mine()
        elif self.monument == "sphinx":
            self._ask(self.on_turn, "name")
        else:
            found = self.chambers[chamber]
            self.chambers[chamber] = Counter()
            self._gain_from_monument(found)
            self._continue_turn()

    def _gain_from_monument(self, cards: Cards) -> None:
        player = self.players[self.on_turn]
        player.hand.update(cards)
        player.monument_cards += cards.total()
        player.monument_value += self.figures.trading_value(cards)
        for card in sorted(cards, key=TYPES.index):
            self._note("find", self.on_turn, card, cards[card])

    def _keep(self, card: str) -> None:
        """Tomb."""
        remove(self.chambers[self.chamber], card)
        self._gain_from_monument(Counter([card]))
        self.keep_left -= 1
        if self.keep_left > 0:
            self._ask(self.on_turn, "keep")
        else:
            self._continue_turn()

    def _draw_in_mine(self) -> None:
        chamber = self.chambers[self.chamber]
        card = self.luck.mine_draw(Counter(chamber))
        remove(chamber, card)
        self.drawn[card] += 1
        total = self.figures.trading_value(self.drawn)
        self._note("draw", self.on_turn, card, total)
        if total > self.figures.mine_limit:
            self._note("bust", self.on_turn, total, self.drawn.total())
            chamber.update(self.drawn)
            self.drawn = Counter()
            self._continue_turn()
        elif not chamber:
            self._stop_in_mine()
        else:
            self._ask(self.on_turn, "mine")

    def _stop_in_mine(self) -> None:
        found = self.drawn
        self._note("stop", self.on_turn, self.figures.trading_value(found), found.total())
        self.drawn = Counter()
        self._gain_from_monument(found)
        self._continue_turn()

    def _name(self, named: tuple[str, ...]) -> None:
        """Sphinx."""
        chamber = self.chambers[self.chamber]
        self._note("name", self.on_turn, *named)
        revealed = self.luck.sphinx_draw(Counter(chamber))
        if len(revealed) != min(self.figures.sphinx_reveal, chamber.total()):
            raise ValueError(f"the Sphinx reveals {len(revealed)} cards of {chamber.total()}")
        for card in revealed:
            remove(chamber, card)
        found: Cards = Counter()
        for card in revealed:
            self._note("reveal", self.on_turn, card, card in named)
            if card in named:
                found[card] += 1
            else:
                chamber[card] += 1
        self._gain_from_monument(found)
        self._continue_turn()

    # ----------------------------------------------------------------------------- 2c. selling to the museum

    def _sell(self, card: str, size: int) -> None:
        player = self.players[self.seat]
        remove(player.hand, card, size)
        player.sets[(card, size)] += 1
        price = self.figures.prices[card][size - 1]
        player.money += price
        self._note("sell", self.seat, card, size, price)
        self.sales_this_turn += 1
        if self.monument == "temple" and self._chambers_with_cards() and not self._finished():
            self._ask(self.on_turn, "peek")
        else:
            self._continue_turn()

    # --------------------------------------------------------------------------------------- ending the game

    def _end_game(self) -> None:
        self.over = True
        self.decision = ""
        for seat, player in enumerate(self.players):
            self._note("score", seat, player.money, player.cards_sold)

    def final(self) -> list[dict]:
        """The account of each seat."""
        if not self.over:
            raise ValueError("the game is not over")
        standings = [(player.money, -player.cards_sold) for player in self.players]  # ties: fewest cards sold
        accounts = []
        for player, mine in zip(self.players, standings, strict=True):
            accounts.append(
                {
                    "score": player.money,
                    "rank": 1 + len([other for other in standings if other > mine]),
                    "sets": dict(player.sets),
                    "cards_sold": player.cards_sold,
                    "storm_cards": player.storm_cards,
                    "storm_value": player.storm_value,
                    "theft_cards_lost": player.theft_cards_lost,
                    "theft_value_lost": player.theft_value_lost,
                    "theft_cards_won": player.theft_cards_won,
                    "theft_value_won": player.theft_value_won,
                    "maps_used": player.maps_used,
                    "monument_cards": player.monument_cards,
                    "monument_value": player.monument_value,
                    "trades": player.trades,
                    "trade_value_lost": player.trade_value_lost,
                    "trade_worth_gain": player.trade_worth_gain,
                    "end_phase_turns": player.end_phase_turns,
                    "stall_guard": player.stall_guard,
                    "forced_sales": player.forced_sales,
                }
            )
        return accounts

    # ------------------------------------------------------------------- the table, seat by seat, to compare

    @property
    def hands(self) -> list[Cards]:
        return [player.hand for player in self.players]

    @property
    def tents(self) -> list[int]:
        """Uses left."""
        return [player.tents for player in self.players]

    @property
    def money(self) -> list[int]:
        return [player.money for player in self.players]

    @property
    def end_phase_turns(self) -> int:
        return sum(player.end_phase_turns for player in self.players)

    @property
    def stall_guard(self) -> int:
        return sum(player.stall_guard for player in self.players)

    @property
    def forced_sales(self) -> int:
        return sum(player.forced_sales for player in self.players)

"""The kernel and the plain twin play the same games: after every decision they must show the same table.

They must also have told the same events, and in the end every column of the row must be the same. The twin gets the
kernel's deal, and after every choice the cards that the kernel's thief, Mine or Sphinx brought to light: what is left
to chance is tested in `test_chance.py`. Players are uniformly random, hoard (which brings storms, maps and long end phases to bear), or are the game's
own strategies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import combinations

import numpy as np
import pytest

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games import find_game
from digsite.simulator.games.archaeology.options import ACTION_STRIDE, DECLINE, NAME_STRIDE, SIZE_STRIDE, Action
from digsite.simulator.games.archaeology.rules import MAX_CHAMBERS
from digsite.simulator.games.archaeology.state import MAX_SEATS, SET_SIZES, Card, Decision, EndReason, Event, Monument
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.play.table import Table
from digsite.strategies.registry import line_up, strategies_of
from tests.conformance.twins import KernelSide, as_row, by_strategies
from tests.games.archaeology import twin

GAME = find_game("archaeology")
EVENTS = buffer(1_000)
CARDS = [card.name.lower() for card in Card]
DECISIONS = [decision.name.lower() for decision in Decision]
MONUMENTS = [monument.name.lower().replace("_", "-") for monument in Monument]
SINGLE = ("mine", "sphinx")  # monuments of one chamber
DEALT = (Event.MONUMENT, Event.HAND, Event.MARKET, Event.CHAMBER)


# ------------------------------------------------------------------------------------------------ translation


def twin_figures(figures: Figures, seats: int) -> twin.Figures:
    """The same figures in the twin's words, for this many seats."""

    def of(key: str) -> int:
        value = figures[key]
        return value[seats - 2] if isinstance(value, list) else value

    assert figures["buried_ruins.per_storm"] == 1  # the twin knows no other
    return twin.Figures(
        copies={card: of(f"{card}.copies") for card in twin.TYPES},
        in_play=dict.fromkeys(twin.TYPES, (seats,)),
        trading_values={card: figures[f"{card}.trading_value"] for card in twin.TYPES},
        prices={card: tuple(figures[f"{card}.prices"]) for card in twin.TYPES},
        hand=figures["setup.hand"],
        market=figures["setup.market"],
        thieves={seats: of("thieves.count")},
        sandstorms={seats: of("sandstorms.count")},
        first_player=figures["setup.first_player"],
        first_player_tie=figures["setup.first_player_tie"],
        storm_divisor=figures["sandstorms.divisor"],
        tent_uses=figures["tents.uses"],
        trades_per_turn=figures["trade.per_turn"],
        explorations_per_turn=figures["explore.per_turn"],
        stall_turns=figures["end_phase.stall_turns"],
        monuments={name: twin_monument(figures, name.replace("-", "_")) for name in MONUMENTS},
        mine_limit=figures["mine.limit"],
        sphinx_reveal=figures["sphinx.reveal"],
        tomb_keep=figures["tomb.keep"],
        ruins_pile=figures["buried_ruins.pile"],
        ruins_reopen=figures["buried_ruins.reopen"],
    )


def twin_monument(figures: Figures, name: str) -> twin.Monument:
    chambers = (figures[f"{name}.cards"],) if name in SINGLE else tuple(figures[f"{name}.chambers"])
    maps = figures[f"{name}.maps"]
    return twin.Monument(chambers, tuple(maps) if isinstance(maps, list) else (maps,) * len(chambers))


def _words() -> dict[str, dict[int, twin.Option]]:
    """The options of every decision by their numbers."""
    acts: dict[int, twin.Option] = {
        Action.END * ACTION_STRIDE: ("end",),
        Action.DONE * ACTION_STRIDE: ("done",),
    }
    for chamber in range(MAX_CHAMBERS):
        acts[Action.EXPLORE * ACTION_STRIDE + chamber] = ("explore", chamber)
    for number, card in enumerate(twin.TYPES):
        acts[Action.OFFER * ACTION_STRIDE + number] = ("offer", card)
        acts[Action.TAKE * ACTION_STRIDE + number] = ("take", card)
        for size in range(1, SIZE_STRIDE):
            acts[Action.SELL * ACTION_STRIDE + number * SIZE_STRIDE + size] = ("sell", card, size)
    pairs = combinations(enumerate(twin.TYPES), 2)
    return {
        "victim": {seat: ("rob", seat) for seat in range(5)},
        "tent": {0: ("tent", False), 1: ("tent", True)},
        "lose": {number: ("lose", card) for number, card in enumerate(twin.TYPES)},
        "act": acts,
        "offer": acts,
        "take": acts,
        "peek": {DECLINE: ("decline",)} | {chamber: ("look", chamber) for chamber in range(MAX_CHAMBERS)},
        "keep": {number: ("keep", card) for number, card in enumerate(twin.TYPES)},
        "mine": {0: ("stop",), 1: ("draw",)},
        "name": {low * NAME_STRIDE + high: ("name", lower, higher) for (low, lower), (high, higher) in pairs},
    }


WORDS = _words()


# --------------------------------------------------------------------------------------------- the two tables


class KernelTable(KernelSide):
    """The kernel's game, as the twin looks at it."""

    def __init__(self, figures: Figures, seats: int, seed: int) -> None:
        super().__init__(GAME, figures, seats, seed, events=EVENTS)
        self.came = {Event.STEAL: [], Event.DRAW: [], Event.REVEAL: []}  # what chance brought with the last choice
        self.dealt = [row for row in self.told if row[0] in DEALT]
        self.monument = MONUMENTS[self["monument"]]
        self.chambers = 1 if self.monument in SINGLE else 2 if self.monument == "tomb" else 3

    def decision(self) -> str:
        return DECISIONS[self["decision"]]

    def options(self) -> dict[twin.Option, int]:
        return self.options_by(WORDS[self.decision()].__getitem__)

    def apply(self, option: int) -> None:
        super().apply(option)
        for kind, _seat, a, b, _c in self.told:
            if kind in self.came:
                self.came[kind].append(CARDS[b if kind == Event.STEAL else a])

    def luck(self, figures: Figures) -> twin.Luck:
        """The deal that was told, and from now on whatever chance brings."""
        hands: list[list[str]] = [[] for _ in range(self.seats)]
        market: list[str] = []
        chambers: list[list[str]] = [[] for _ in range(self.chambers)]
        for kind, seat, a, b, c in self.dealt:
            if kind == Event.HAND:
                hands[seat] += [CARDS[a]] * b
            elif kind == Event.MARKET:
                market += [CARDS[a]] * b
            elif kind == Event.CHAMBER:
                chambers[a] += [CARDS[b]] * c
        ruins = self.monument == "buried-ruins"
        pile = self["pile"][: figures["buried_ruins.pile"] if ruins else 0]
        dig_site = self["dig_site"][: self["dig_start"]]
        return twin.Luck(
            self.monument,
            hands,
            market,
            chambers,
            pile=[CARDS[card] for card in pile[::-1].tolist()],
            dig_site=[CARDS[card] for card in dig_site[::-1].tolist()],
            steal=lambda _hand: self.came[Event.STEAL].pop(0),
            mine_draw=lambda _chamber: self.came[Event.DRAW].pop(0),
            sandiest=lambda _tied: int(self["first_seat"]),
            sphinx_draw=lambda _chamber: [self.came[Event.REVEAL].pop(0) for _ in self.came[Event.REVEAL][:]],
        )

    def story(self) -> list[list[int]]:
        """What was told of the last choice, or of the first turn after the deal."""
        return [row for row in self.told if row[0] not in DEALT]

    def picture(self) -> dict:
        """All that lies on the table."""
        seats, field = self.seats, self.field
        left, pile = field["dig_left"][0], field["pile_left"][0]
        return {
            "hands": field["hand"][0, :seats].tolist(),
            "market": field["market"][0].tolist(),
            "offered": field["offered"][0].tolist(),
            "offer left": field["offered_value"][0] - field["taken_value"][0],
            "chambers": field["chamber"][0, : self.chambers].tolist(),
            "drawn": field["drawn"][0].tolist(),
            "tents": field["tent"][0, :seats].tolist(),
            "dig site": (left, CARDS[field["dig_site"][0, left - 1]] if left else ""),
            "pile": (pile, CARDS[field["pile"][0, pile - 1]] if pile else ""),
            "money": field["money"][0, :seats].tolist(),
            "turns": field["turns"][0],
            "on turn": field["digger"][0],
        }


NONE = [0] * len(twin.TYPES)


def counts(cards: Counter[str]) -> list[int]:
    return list(map(cards.get, twin.TYPES, NONE))


class TwinTable(twin.Game):
    """The twin, which also notes what the kernel's columns ask and the twin's account leaves out."""

    def __init__(self, figures: twin.Figures, seats: int, luck: twin.Luck) -> None:
        self.tents_put_up: list[list[tuple[int, int]]] = [[] for _ in range(seats)]  # (turn, storm)
        self.explorations = [0] * seats
        self.busts = [0] * seats
        self.money_after: list[list[int]] = []
        self.thieves_in_vain = self.trade_limit = 0
        self.first = 0
        self._options: set[twin.Option] | None = None  # until the next choice
        super().__init__(figures, seats, luck)

    def options(self) -> set[twin.Option]:
        if self._options is None:
            self._options = super().options()
        return self._options

    def apply(self, option: twin.Option) -> None:
        super().apply(option)
        self._options = None

    def _first_player(self) -> int:
        self.first = super()._first_player()
        return self.first

    def _dig(self) -> None:
        if self.dig_site:
            dug = len(self.luck.dig_site) - len(self.dig_site) + 1
            while 4 * dug >= (len(self.money_after) + 1) * len(self.luck.dig_site) and len(self.money_after) < 4:
                self.money_after.append(list(self.money))
        super()._dig()

    def _meet_thief(self) -> None:
        self.thieves_in_vain += not self._victims()
        super()._meet_thief()

    def _decide_tent(self, use: bool) -> None:
        if use:
            self.tents_put_up[self.seat].append((self.turns_begun, self.discarded[twin.SANDSTORM]))
        super()._decide_tent(use)

    def _explore(self, chamber: int) -> None:
        self.explorations[self.on_turn] += 1
        super()._explore(chamber)

    def _draw_in_mine(self) -> None:
        seat, found = self.on_turn, self.players[self.on_turn].monument_cards
        super()._draw_in_mine()
        self.busts[seat] += not self.drawn and self.players[seat].monument_cards == found

    def _close_turn(self) -> None:
        self.trade_limit += 0 < self.figures.trades_per_turn == self.trades_this_turn
        super()._close_turn()

    def new_story(self) -> list[list[int]]:
        """What was noted since this was last asked, as the kernel's events say it."""
        notes, self.story = self.story, []
        return [as_event(*note) for note in notes]

    def picture(self) -> dict:
        return {
            "hands": [counts(player.hand) for player in self.players],
            "market": counts(self.market),
            "offered": counts(self.offered),
            "offer left": self.rest,
            "chambers": [counts(chamber) for chamber in self.chambers],
            "drawn": counts(self.drawn),
            "tents": self.tents,
            "dig site": (len(self.dig_site), self.dig_site[0] if self.dig_site else ""),
            "pile": (len(self.pile), self.pile[0] if self.pile else ""),
            "money": self.money,
            "turns": self.turns_begun,
            "on turn": self.on_turn,
        }


def as_event(word: str, seat: int | None, *what: object) -> list[int]:
    """A note of the twin as the kernel tells it: kind, seat, a, b, c."""
    numbers = [CARDS.index(entry) if isinstance(entry, str) else int(entry) for entry in what]
    return [Event[word.upper()], -1 if seat is None else seat, *numbers, 0, 0, 0][:5]


# ---------------------------------------------------------------------------------------------------- choices

Choose = Callable[[TwinTable, list[twin.Option], random.Random], twin.Option]


def any_choice(_game: TwinTable, options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Any option with the same chance."""
    return rng.choice(options)


def hoarding_choice(game: TwinTable, options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Explores at every chance, trades at times, and sells little before the dig site is used up."""
    luck = rng.random()
    if game.decision == "act":
        wish = {"explore": 1.0, "offer": 0.25, "sell": 0.04 if game.dig_site else 0.7}
    else:
        wish = {"draw": 0.7, "take": 0.6}
    for word, chance in wish.items():
        wished = [option for option in options if option[0] == word]
        if wished and luck < chance:
            return rng.choice(wished)
    return ("end",) if ("end",) in options else rng.choice(options)


def stubborn_choice(game: TwinTable, options: list[twin.Option], rng: random.Random) -> twin.Option:
    """Like a hoarder, but sells only when it must; at the end passes, or trades to and fro."""
    unsold = [option for option in options if option[0] != "sell"]
    if game.decision != "act" or not unsold:
        return rng.choice(options)
    trades = [option for option in unsold if option[0] == "offer"]
    if trades and (game.dig_site or game.turns_begun % 40 < 25) and rng.random() < 0.4:
        return rng.choice(trades)
    return hoarding_choice(game, unsold, rng)


CHOICES: dict[str, Choose] = {"any": any_choice, "hoarding": hoarding_choice, "stubborn": stubborn_choice}


def by_style(plain: TwinTable, choice: str, seed: int) -> Callable[[dict[twin.Option, int]], twin.Option]:
    """Chooses one of these ways, by chance of its own."""
    rng, choose = random.Random(seed), CHOICES[choice]
    return lambda options: choose(plain, list(options), rng)


# -------------------------------------------------------------------------------------------------- agreement


@np.errstate(over="ignore")  # chance wraps around on purpose, which NumPy notes when the JIT is off
def play_both(figures: Figures, seats: int, seed: int, choice: str | list[str]) -> tuple[TwinTable, Counter[str]]:
    """Play one game on both tables and compare them after every decision and at the end."""
    table = KernelTable(figures, seats, seed)
    plain = TwinTable(twin_figures(figures, seats), seats, table.luck(figures))
    check_deal(plain)
    choose = by_style(plain, choice, seed) if isinstance(choice, str) else by_strategies(table, choice)
    seen: Counter[str] = Counter()
    while not plain.over:
        where = (seed, seats, table.monument, plain.turns_begun)
        assert not table["over"], where
        assert table.story() == plain.new_story(), where
        assert (table["seat"], table.decision()) == (plain.seat, plain.decision), where
        assert table.picture() == plain.picture(), where
        options = table.options()
        assert options.keys() == plain.options(), where
        option = choose(options)
        seen[f"{plain.decision} {option[0]}"] += 1
        table.apply(options[option])
        plain.apply(option)
        assert not any(table.came.values()), where  # both drew equally often
    assert table["over"]
    assert table.story() == plain.new_story()
    assert table.picture() | {"on turn": plain.on_turn} == plain.picture()
    assert table.row(seen.total()) == expected_row(plain, seen.total())
    if not isinstance(choice, str):
        assert played_row(figures, seats, seed, choice) == expected_row(plain, seen.total())
    return plain, seen


def check_deal(game: TwinTable) -> None:
    """Every card of the game is dealt, in heaps of the right size, and maps lie in the dig site only."""
    figures, luck, seats = game.figures, game.luck, game.seats
    heaps = [*luck.hands, luck.market, *luck.chambers, luck.pile]
    ruins = figures.ruins_pile if luck.monument == "buried-ruins" else 0
    sizes = [*[figures.hand] * seats, figures.market, *figures.monuments[luck.monument].chambers, ruins]
    assert [len(heap) for heap in heaps] == sizes
    assert not any(twin.MAP in heap for heap in heaps)
    special = Counter({twin.THIEF: figures.thieves[seats], twin.SANDSTORM: figures.sandstorms[seats]})
    assert Counter(sum(heaps, luck.dig_site)) == Counter(figures.copies) + special


def played_row(figures: Figures, seats: int, seed: int, names: list[str]) -> dict[str, object]:
    """The row that the play loop itself writes for the same game."""
    played = Table(GAME, GAME.build_rules(figures, seats), line_up(GAME.id, names, seats=seats), seed=seed)
    return as_row(played.play(0, 1).rows[0])


def expected_row(plain: TwinTable, decisions: int) -> dict[str, object]:
    """The row as the twin's account gives it; seats that are not there have zeros."""
    accounts = plain.final()
    best = [seat for seat, account in enumerate(accounts) if account["rank"] == 1]
    row: dict[str, object] = {
        "winner": best[0] + 1 if len(best) == 1 else 0,
        "winners": len(best),
        "turns": plain.turns_begun,
        "decisions": decisions,
        "end_reason": EndReason.ALL_SOLD,
        "monument": MONUMENTS.index(plain.monument),
        "storms": plain.discarded[twin.SANDSTORM],
        "thieves": plain.discarded[twin.THIEF],
        "thieves_in_vain": plain.thieves_in_vain,
        "first_seat": plain.first + 1,
        "end_phase_turns": plain.end_phase_turns,
        "forced_sales": plain.forced_sales,
        "stall_guard": plain.stall_guard,
        "trade_limit": plain.trade_limit,
    }
    by_seat = [expected_of_seat(plain, seat, account) for seat, account in enumerate(accounts)]
    for name, value in by_seat[0].items():
        nothing = [0] * len(value) if isinstance(value, list) else 0
        row[name] = [*(columns[name] for columns in by_seat), *[nothing] * (MAX_SEATS - plain.seats)]
    return row


SAME_NAME = (
    "score", "rank", "cards_sold", "storm_cards", "storm_value", "theft_cards_lost", "theft_value_lost",
    "theft_cards_won", "theft_value_won", "maps_used", "monument_cards", "monument_value", "trades", "trade_value_lost",
)  # fmt: skip


def expected_of_seat(plain: TwinTable, seat: int, account: dict) -> dict[str, object]:
    """One seat's part of the row."""
    prices, sets = plain.figures.prices, account["sets"]
    told_apart = dict(zip(twin.TYPES, SET_SIZES, strict=True))
    money: Counter[str] = Counter()
    labels: Counter[tuple[str, int]] = Counter()
    for (card, size), count in sets.items():
        money[card] += count * prices[card][size - 1]
        labels[card, min(size, told_apart[card])] += count
    tents = plain.tents_put_up[seat]
    assert len(tents) == plain.figures.tent_uses - plain.tents[seat]
    first_two = [*tents, (0, 0), (0, 0)][:2]
    return {name: account[name] for name in SAME_NAME} | {
        "contends": 1,
        "tiebreak": -account["cards_sold"],
        "trade_worth": account["trade_worth_gain"],
        "explorations": plain.explorations[seat],
        "busts": plain.busts[seat],
        "money": counts(money),
        "sets": [labels[card, n + 1] for card in twin.TYPES for n in range(told_apart[card])],
        "sets_sold": sum(sets.values()),
        "full_sets": sum(count for (card, size), count in sets.items() if size == len(prices[card])),
        "tents_used": len(tents),
        "tent_turn": [turn for turn, _storm in first_two],
        "tent_storm": [storm for _turn, storm in first_two],
        "money_after": [money[seat] for money in plain.money_after] or [0] * 4,
    }


# --------------------------------------------------------------------------------------------------- the games

GAMES = {"any": 2, "hoarding": 1}  # of each monument
READING_GAMES = 2
STRATEGY_GAMES = 1
VARIANTS = [chosen for count in range(4) for chosen in combinations(twin.VARIANTS, count)]
TABLES = [
    pytest.param(chosen, seats, id=f"{seats}-{' '.join(chosen) or 'printed'}")
    for seats in (2, 3, 4, 5)
    for chosen in VARIANTS
    if seats < 4 or "long-expedition" not in chosen
]
READINGS: dict[str, tuple[str, ...]] = {
    "storms take all, no tents": ("sandstorms.divisor=1", "tents.uses=0", "sandstorms.count=12,12,12,12"),
    "small storms, many tents": ("sandstorms.divisor=3", "tents.uses=6", "sandstorms.count=15,15,15,15"),
    "one trade, many explorations": ("trade.per_turn=1", "explore.per_turn=3", "map.copies=14"),
    "no trades, no explorations": ("trade.per_turn=0", "explore.per_turn=0"),
    "impatient end": ("end_phase.stall_turns=1", "trade.per_turn=2"),
    "thieves about": (
        "thieves.count=20,20,20,20", "setup.hand=0", "setup.market=0", "setup.first_player=lowest-hand",
        "setup.first_player_tie=lowest-seat",
    ),
    "other treasures": (
        "pot_shard.copies=8", "pot_shard.prices=0,0,7,7,20,40", "parchment_scrap.copies=24", "coin.prices=5",
        "broken_pendant.copies=5,6,7,8", "broken_pendant.prices=3,6,30", "broken_pendant.trading_value=4",
        "broken_cup.copies=0", "map.prices=3,9", "talisman.prices=9,4,2", "broken_tablet.copies=3,2,1,0",
    ),
    "other trading values": (
        "pot_shard.trading_value=3", "parchment_scrap.trading_value=2", "coin.trading_value=7", "map.trading_value=1",
        "pharaohs_mask.trading_value=20", "setup.market=12", "mine.limit=14", "setup.first_player=lowest-hand",
    ),
    "other chambers": (
        "great_pyramid.chambers=4,0,7", "great_pyramid.maps=2,1,1", "temple.chambers=0,8,3", "temple.maps=1",
        "tomb.chambers=3,4", "tomb.keep=3", "mine.cards=3", "mine.limit=9", "sphinx.cards=7", "sphinx.reveal=3",
        "buried_ruins.chambers=0,2,1", "buried_ruins.pile=5", "map.copies=12",
    ),
    "closed ruins, costly maps": (
        "buried_ruins.reopen=false", "sandstorms.count=6,6,6,6", "tomb.maps=2", "tomb.keep=1", "mine.maps=2",
        "mine.limit=2", "sphinx.maps=2", "sphinx.reveal=20", "map.copies=15", "buried_ruins.chambers=2,0,1",
    ),
}  # fmt: skip


def figures_for(variants: tuple[str, ...], settings: tuple[str, ...], seats: int) -> Figures:
    return GAME.figures.with_variants(variants, seats).with_settings(settings)


@pytest.mark.parametrize(("variants", "seats"), TABLES)
def test_kernel_and_twin_know_the_same_figures(variants: tuple[str, ...], seats: int) -> None:
    """The rules file says what the twin read in the rulebook."""
    plain = twin.Figures()
    for variant in variants:
        plain = twin.VARIANTS[variant](plain)
    plain = replace(
        plain,
        copies={card: plain.copies_in_play(card, seats) for card in twin.TYPES},
        in_play=dict.fromkeys(twin.TYPES, (seats,)),
        thieves={seats: plain.thieves[seats]},
        sandstorms={seats: plain.sandstorms[seats]},
    )
    assert twin_figures(figures_for(variants, (), seats), seats) == plain


@pytest.mark.parametrize("choice", GAMES)
@pytest.mark.parametrize(("variants", "seats"), TABLES)
def test_kernel_and_twin_agree(variants: tuple[str, ...], seats: int, choice: str) -> None:
    """The game as printed and with every combination of variants, at every monument."""
    for at, monument in enumerate(MONUMENTS):
        figures = figures_for(variants, (f"monument={monument}",), seats)
        for seed in range(GAMES[choice]):
            play_both(figures, seats, 10_000 * seats + 100 * at + seed, choice)


@pytest.mark.verify
@pytest.mark.parametrize("choice", GAMES)
@pytest.mark.parametrize(("variants", "seats"), TABLES)
def test_kernel_and_twin_agree_in_hundreds_of_games(variants: tuple[str, ...], seats: int, choice: str) -> None:
    for at, monument in enumerate(MONUMENTS):
        figures = figures_for(variants, (f"monument={monument}",), seats)
        for seed in range(20):
            play_both(figures, seats, 700_000 + 10_000 * seats + 100 * at + seed, choice)


@pytest.mark.parametrize("monument", MONUMENTS)
def test_kernel_and_twin_agree_in_one_long_game(monument: str) -> None:
    """One game with hands full of cards at each monument: quick even without the compiler."""
    figures = figures_for(("fierce-weather",), (f"monument={monument}", "explore.per_turn=2"), 3)
    play_both(figures, 3, 50_000, "hoarding")


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
@pytest.mark.parametrize("reading", READINGS)
def test_kernel_and_twin_agree_under_other_figures(reading: str, seats: int) -> None:
    """Other readings of the rules and other figures."""
    for at, monument in enumerate(MONUMENTS):
        figures = figures_for((), (*READINGS[reading], f"monument={monument}"), seats)
        for seed in range(READING_GAMES):
            play_both(figures, seats, 100_000 + 10_000 * seats + 100 * at + seed, ("hoarding", "any")[seed % 2])


@pytest.mark.parametrize("name", strategies_of(GAME.id))
def test_kernel_and_twin_agree_when_strategies_play(name: str) -> None:
    """Each strategy among itself and its neighbours in the list, at whatever monument is drawn and at each."""
    names = list(strategies_of(GAME.id))
    for seats in (2, 3, 4, 5):
        line = [name, name, *names * seats][:seats]
        for at, monument in enumerate(("random", *MONUMENTS)):
            figures = figures_for((), (f"monument={monument}",), seats)
            for seed in range(STRATEGY_GAMES):
                play_both(figures, seats, 200_000 + 10_000 * seats + 100 * at + seed, line)


@pytest.mark.parametrize("choice", CHOICES)
def test_kernel_and_twin_agree_without_a_dig_site(choice: str) -> None:
    """All cards are dealt: the first turn is one of the end phase; or there are no cards in any hand at all."""
    bare = ("map.copies=0", "thieves.count.2=0", "sandstorms.count.2=0", "monument=mine", "mine.cards=15")
    figures = figures_for((), (*bare, "setup.hand=10", "setup.market=20", "pot_shard.copies=9"), 2)
    for seed in range(5):
        game, _seen = play_both(figures, 2, 300_000 + seed, choice)
        assert game.end_phase_turns == game.turns_begun
    figures = figures_for((), (*bare, "setup.hand=0", "setup.market=20", "mine.cards=30", "coin.copies=0"), 2)
    _game, seen = play_both(figures, 2, 300_000, choice)
    assert not seen


def test_the_games_compared_reach_every_corner_of_the_rules() -> None:
    """Every kind of option is taken, thieves fail, the Mine caves in, and both ways to force a sale come to pass."""
    seen: Counter[str] = Counter()
    for at, monument in enumerate(MONUMENTS):
        figures = figures_for((), (f"monument={monument}", "end_phase.stall_turns=6"), 3)
        for seed in range(6):
            game, what = play_both(figures, 3, 400_000 + 100 * at + seed, ("stubborn", "hoarding", "any")[seed % 3])
            seen += what
            seen["bust"] += sum(game.busts)
            seen["theft in vain"] += game.thieves_in_vain
            seen["forced sale"] += game.forced_sales
            seen["stall guard"] += game.stall_guard
            seen["trade limit"] += game.trade_limit
    wanted = {f"act {word}" for word in ("end", "sell", "explore", "offer")}
    wanted |= {"victim rob", "tent tent", "lose lose", "offer offer", "offer take", "take take", "take done"}
    wanted |= {"peek look", "peek decline", "keep keep", "mine draw", "mine stop", "name name"}
    assert {word.split()[0] for word in wanted} == set(DECISIONS)
    wanted |= {"bust", "theft in vain", "forced sale", "stall guard", "trade limit"}
    assert wanted <= (+seen).keys(), wanted - (+seen).keys()

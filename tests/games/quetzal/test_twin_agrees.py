"""The kernel and the plain twin play the same games: after every decision they must show the same table.

They must also have told the same events, and in the end every column of the row must be the same. The twin gets the kernel's shuffles and the faces that its meeples
show; what is left to chance is tested elsewhere. Players are uniformly random, or like some options better than others,
which brings full hands, full tracks and contested bids about.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from functools import partial
from itertools import groupby
from typing import Any

import numpy as np
import pytest

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games import find_game
from digsite.simulator.games.quetzal.columns import PARTS
from digsite.simulator.games.quetzal.options import (
    BUY_DISCOVERY,
    BUY_VP,
    DONE,
    REROLL_ALL,
    colour_of,
    count_of,
    sent_of,
    space_of,
)
from digsite.simulator.games.quetzal.rules import UPGRADES
from digsite.simulator.games.quetzal.state import (
    AUTOMATON,
    BIDS,
    FIRST_BID,
    MAX_SEATS,
    NOBODY,
    SOURCES,
    UNDER_STRIDE,
    CoinSource,
    Decision,
    EndReason,
    Event,
    Face,
)
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.lab.battery.checks.values import alone, combined
from digsite.simulator.play.table import Table
from digsite.strategies.registry import line_up, strategies_of
from tests.conformance.scoring import OF_SIDES
from tests.conformance.twins import KernelSide, agree_unless_refused, as_row, by_strategies
from tests.games.quetzal import twin

GAME = find_game("quetzal")
EVENTS = buffer(2_000)
DECISIONS = [decision.name for decision in Decision]
FACES = [face.name.lower() for face in Face]
COLOURS = ("adventurer", "archaeologist", "either")
SPACES = (
    "camp", "stela", *twin.TEMPLE, *twin.SURROUNDINGS, *twin.MARKETS, *twin.SHIPS, *twin.VILLAGE, "harbour",
)  # fmt: skip
FROM_DECK = 1  # among the sources of artifacts


# ------------------------------------------------------------------------------------------------ translation


def card_of(number: int) -> twin.Card:
    return twin.ORDER[number % UNDER_STRIDE]


def option_words(decision: str, option: int) -> twin.Option:
    """An option of the decision now due, in the twin's words."""
    plain = {DONE: ("done",), BUY_VP: ("buy vp",), BUY_DISCOVERY: ("buy discovery",)}
    if decision == "MEEPLES":
        return ("send", *(sent_of(option, meeple) for meeple in range(len(twin.MEEPLES))))
    if option in plain:
        return plain[option]
    if decision == "PLACE":
        return ("place", SPACES[space_of(option)], COLOURS[colour_of(option)], count_of(option))
    if decision in ("REROLL", "CAMP"):
        return ("reroll all",) if option == REROLL_ALL else ("reroll", twin.MEEPLES[option])
    if decision in ("VILLAGE", "GIVE_UP"):
        return ({"VILLAGE": "gain", "GIVE_UP": "give up"}[decision], UPGRADES[option])
    return ({"TEMPLE": "take", "UNDER": "under", "SELL": "sell", "DELIVER": "deliver"}[decision], *card_of(option))


# --------------------------------------------------------------------------------------------- the two tables


class KernelTable(KernelSide):
    """The kernel's game, as the twin looks at it."""

    def __init__(self, figures: Figures, seats: int, seed: int) -> None:
        self.rolls: list[
            tuple[int, list[str], str]
        ] = []  # what chance brought: seat, faces of the team and of the character
        self.rerolls: list[tuple[str, str]] = []  # meeple, face
        self.decks: list[list[twin.Card]] = []  # made of discarded cards
        super().__init__(GAME, figures, seats, seed, events=EVENTS)
        self._note_chance(self.told)
        self.laid_out = [card_of(b) for kind, _seat, _a, b, _c in self.told if kind == Event.REFILL]
        self.shown = [UPGRADES[a] for kind, _seat, a, _b, _c in self.told if kind == Event.SHOW]

    def decision(self) -> str:
        return DECISIONS[self["decision"]]

    def options(self) -> dict[twin.Option, int]:
        return self.options_by(partial(option_words, self.decision()))

    def apply(self, option: int) -> None:
        super().apply(option)
        self._note_chance(self.told)

    # what chance brings

    def _note_chance(self, told: list[list[int]]) -> None:
        team: list[str] = []
        for at, (kind, seat, a, b, _c) in enumerate(told):
            if kind == Event.ROLL and a >= 0:
                team += [FACES[a]] * b
            elif kind == Event.ROLL:
                self.rolls.append((seat, team, FACES[b]))
                team = []
            elif kind == Event.REROLL:
                self.rerolls.append((twin.MEEPLES[a], FACES[b]))
            elif kind == Event.RESHUFFLE:
                self.decks.append(self._new_deck(told[at + 1 :], size=a))

    def _new_deck(self, told: list[list[int]], size: int) -> list[twin.Card]:
        """Its order, the top first: as it lies there now, or if it is used up already, as it was told card by card."""
        if all(kind != Event.RESHUFFLE for kind, *_rest in told):
            return [card_of(card) for card in self["deck"][:size][::-1].tolist()]
        drawn = []
        for kind, _seat, a, b, _c in told:
            if kind == Event.RESHUFFLE:
                break
            if kind == Event.REFILL:
                drawn.append(card_of(b))
            elif kind in (Event.TAKE, Event.DISCARDED) and b == FROM_DECK:
                drawn.append(card_of(a))
        return drawn

    def luck(self) -> twin.Luck:
        """The deal that was told, and from now on whatever chance brings."""
        return twin.Luck(
            deck=self.laid_out + self.deck(),
            pile=self.shown + self.pile(),
            automaton=self["automaton"].tolist(),
            roll=self._roll,
            reroll=self._reroll,
            shuffle=lambda _cards: self.decks.pop(0),
        )

    def _roll(self, seat: int) -> tuple[list[str], str]:
        rolled_by, team, character = self.rolls.pop(0)
        assert rolled_by == seat
        return team, character

    def _reroll(self, meeple: str) -> str:
        rerolled, face = self.rerolls.pop(0)
        assert rerolled == meeple
        return face

    def chance_left(self) -> bool:
        return bool(self.rolls or self.rerolls or self.decks)

    # the table

    def deck(self) -> list[twin.Card]:
        return [card_of(card) for card in self["deck"][: self["deck_left"]][::-1].tolist()]

    def pile(self) -> list[str]:
        return [UPGRADES[tile] for tile in self["pile"][: self["pile_left"]][::-1].tolist()]

    def name(self, seat: int) -> int | str:
        return twin.AUTOMATON if seat == AUTOMATON and self.seats == 2 else seat

    def picture(self) -> dict[str, Any]:
        """All that lies on the table."""
        seats, field = self.seats, self.field
        holders = {SPACES[at]: self.name(seat) for at, seat in enumerate(self["holder"].tolist()) if seat != NOBODY}
        sizes = field["surroundings_size"][0].tolist()
        surroundings = field["surroundings"][0].tolist()
        return {
            "coins": field["coins"][0, :seats].tolist(),
            "points": field["points"][0, :seats].tolist(),
            "discovery": field["discovery"][0, :seats].tolist(),
            "pool": field["pool"][0, :seats].tolist(),
            "hand": field["hand"][0, :seats].tolist(),
            "owned": [
                [UPGRADES[t] for t in tiles if t < len(UPGRADES)] for tiles in field["owned"][0, :seats].tolist()
            ],
            "gained": field["gained"][0, :seats].tolist(),
            "holders": holders,
            "bids": {space: bid for space, bid in self.bids().items() if space in holders},
            "harbour": field["harbour"][0, :seats].tolist(),
            "temple": field["temple"][0].tolist(),
            "surroundings": [sorted(cards[:size]) for cards, size in zip(surroundings, sizes, strict=True)],
            "village": field["village"][0].tolist(),
            "deck": self.deck(),
            "discarded": field["discarded"][0].tolist(),
            "pile": self.pile(),
            "marker": int(self["marker"]),
            "round": min(int(self["rounds_done"]) + 1, self.rules.rounds),
            "turns": int(self["turns"]),
        } | self.under_way()

    def bids(self) -> dict[str, tuple[int, str, list[int]]]:
        rows = zip(self["bid_size"].tolist(), self["bid_colour"].tolist(), self["bid"].tolist(), strict=True)
        spaces = SPACES[FIRST_BID : FIRST_BID + BIDS]
        return {space: (size, COLOURS[colour], bid) for space, (size, colour, bid) in zip(spaces, rows, strict=True)}

    def under_way(self) -> dict[str, Any]:
        """What belongs to the decision due."""
        decision = self.decision()
        if decision == "REROLL":
            return {"chosen": self["chosen"].tolist()}
        if decision == "UNDER":
            return {"drawn": sorted(self["drawn"][: self["drawn_size"]].tolist())}
        if decision == "DELIVER":
            return {"delivery": self["delivery"].tolist()}
        return {}


def counts(things: list[Any], kinds: Any) -> list[int]:
    return [things.count(kind) for kind in kinds]


def kinds_of(cards: list[twin.Card]) -> list[int]:
    return sorted(map(twin.ORDER.index, cards))


class TwinTable(twin.Game):
    """The twin, put in the words of the kernel's records."""

    def new_story(self) -> list[list[int]]:
        """What was noted since this was last asked, as the kernel's events say it."""
        notes, self.story = self.story, []
        return [as_event(*note) for note in notes]

    def picture(self) -> dict[str, Any]:
        players = self.players
        return {
            "coins": [player.coins for player in players],
            "points": [player.points for player in players],
            "discovery": [player.discovery for player in players],
            "pool": [counts(player.pool, twin.MEEPLES) for player in players],
            "hand": [counts(player.hand, twin.ORDER) for player in players],
            "owned": [player.owned for player in players],
            "gained": [[player.gained[upgrade] for upgrade in UPGRADES] for player in players],
            "holders": self.holders | {space: bid.owner for space, bid in self.bids.items()},
            "bids": {space: (b.size, b.colour, counts(b.meeples, twin.MEEPLES)) for space, b in self.bids.items()},
            "harbour": [player.harbour for player in players],
            "temple": counts(self.temple, twin.ORDER),
            "surroundings": [kinds_of(self.surroundings[place]) for place in twin.SURROUNDINGS],
            "village": counts(self.village, UPGRADES),
            "deck": self.deck,
            "discarded": counts(self.discarded, twin.ORDER),
            "pile": self.pile,
            "marker": self.marker,
            "round": self.round,
            "turns": self.turns,
        } | self.under_way()

    def under_way(self) -> dict[str, Any]:
        if self.decision == "REROLL":
            return {"chosen": counts(self.chosen, twin.MEEPLES)}
        if self.decision == "UNDER":
            return {"drawn": kinds_of(self.drawn)}
        if self.decision == "DELIVER":
            return {"delivery": counts([card.type for card in self.delivery], twin.TYPES)}
        return {}

    def row(self, decisions: int) -> dict[str, Any]:
        """What a run records of the game, every column of it; seats that there are not count 0."""
        accounts = self.final()
        best = [seat for seat, account in enumerate(accounts, 1) if account["rank"] == 1]
        row: dict[str, Any] = {
            "winner": best[0] if len(best) == 1 else 0,
            "winners": len(best),
            "turns": self.turns,
            "decisions": decisions,
            "end_reason": EndReason.LAST_ROUND,
            "contends": padded([1] * self.seats),
            "tiebreak": padded([player.discovery for player in self.players]),
            "left_over": padded([counts([card.type for card in p.hand], twin.TYPES) for p in self.players]),
            "coins": padded([player.coins for player in self.players]),
            "points_after": padded([self._points_after(player) for player in self.players]),
            "cards_left": len(self.deck),
            "upgrades_left": len(self.pile),
        }
        for name in ("score", "rank", "discovery"):
            row[name] = padded([account[name] for account in accounts])
        row["points_from"] = padded([[account["points"].get(part, 0) for part in PARTS] for account in accounts])
        return row | self._tallied()

    def _points_after(self, player: twin.Player) -> list[int]:
        after = player.points_after[: twin.RECORDED_ROUNDS]
        return after + after[-1:] * (twin.RECORDED_ROUNDS - len(after))

    def _tallied(self) -> dict[str, Any]:
        """The columns that are counted along the way, by their labels."""
        row: dict[str, Any] = {}
        for column in GAME.own_columns:
            labels = column.labels or ("",)
            if column.name in OF_SEATS:
                by_seat = [[player.tallies[column.name, label] for label in labels] for player in self.players]
                row[column.name] = padded(by_seat if column.labels else [numbers[0] for numbers in by_seat])
            elif column.name in OF_GAMES:
                numbers = [self.tallies[column.name, label] for label in labels]
                row[column.name] = numbers if column.labels else numbers[0]
        return row

    def check_labels(self) -> None:
        """Nothing was counted under a name that no column has."""
        known = {(column.name, label) for column in GAME.own_columns for label in column.labels or ("",)}
        for tallies in [self.tallies, *(player.tallies for player in self.players)]:
            assert tallies.keys() <= known, tallies.keys() - known


OF_SEATS = (
    "set_points", "sets",
    "delivered", "delivered_in", "deliveries", "delivered_at", "points_at", "taken", "sold", "meeples", "coins_spent",
    "bids_won", "bids_lost", "bids_lost_by", "kicks", "kicks_by", "empty_trips", "upgrades", "upgrade_round",
    "discovery_from", "marker_rounds", "faces", "flexible", "rerolls", "coins_from", "bought",
)  # fmt: skip
OF_GAMES = ("reshuffles", "automaton_meeples", "automaton_taken", "automaton_kicked")


def padded(entries: list) -> list:
    """One entry for each seat that there could be."""
    empty = [0] * len(entries[0]) if isinstance(entries[0], list) else 0
    return entries + [empty] * (MAX_SEATS - len(entries))


def settled(story: list[list[int]]) -> list[list[int]]:
    """The same story, with cards that are kept of those drawn in the order of their kinds: none comes before another."""
    runs = [list(run) for _same, run in groupby(story, key=_drawn_together)]
    return [event for run in runs for event in (sorted(run) if _drawn_together(run[0]) else run)]


def _drawn_together(event: list[int]) -> tuple[int, int] | None:
    kind, seat, _card, source, left = event
    return (seat, left) if kind == Event.TAKE and source == FROM_DECK else None


WHY_DISCARDED = ("given up", "it acted at once", "it is owned already")
POINT_SOURCES = ("bonuses", "effects", "bought", "surroundings", "discovery")
WORDS: dict[str, tuple[Any, ...]] = {  # the numbers behind the words of each note, in its order
    "show": (UPGRADES,), "automaton": (SPACES, None, COLOURS),
    "coins": (None, [source.name.lower() for source in CoinSource]), "points": (None, POINT_SOURCES),
    "reroll": (twin.MEEPLES, FACES, ("upgrade", "camp")), "place": (SPACES, COLOURS), "meeples": (twin.MEEPLES,),
    "kick": (SPACES,), "return": (SPACES,), "activate": (SPACES,), "take": (twin.ORDER, SOURCES), "under": (twin.ORDER,),
    "sell": (twin.ORDER,), "upgrade": (UPGRADES, ("village", "pile")), "discard": (UPGRADES, WHY_DISCARDED),
    "deliver": (twin.ORDER,), "set": (twin.TYPES,), "delivered": (SPACES,), "nothing": (SPACES,),
    "buy": (("vp", "discovery"),), "discarded": (twin.ORDER, SOURCES), "hand": (twin.ORDER,),
}  # fmt: skip


def as_event(word: str, seat: int | str | None, *what: Any) -> list[int]:
    """A note of the twin as the kernel tells it: kind, seat, a, b, c."""
    if word == "refill":
        numbers = [SPACES.index("temple_1" if what[0] == "temple" else what[0]), twin.ORDER.index(what[1])]
    elif word == "roll":
        numbers = [-1, FACES.index(what[1])] if what[0] == "character" else [FACES.index(what[0]), what[1]]
    else:
        meanings = (*WORDS.get(word, ()), None, None, None)
        numbers = [each if names is None else names.index(each) for each, names in zip(what, meanings, strict=False)]
    numbers = [AUTOMATON if number == twin.AUTOMATON else number for number in numbers]
    seat_number = -1 if seat is None else AUTOMATON if seat == twin.AUTOMATON else seat
    return [Event[word.upper()], seat_number, *numbers, 0, 0, 0][:5]


# ---------------------------------------------------------------------------------------------------- choices

# How much more often than others an option is chosen that begins with these words.
LIKES: dict[str, dict[tuple, float]] = {
    "any": {},
    "digging": {  # full hands, large deliveries
        ("place", "camp"): 0.5, ("place", "temple"): 20, ("place", "quarry"): 2, ("place", "ship"): 4,
        ("place", "harbour"): 0.5, ("done",): 0.05,
    },
    "learned": {  # upgrades and discovery
        ("place", "village"): 40, ("place", "stela"): 40, ("place", "small_temple"): 5, ("place", "camp"): 4,
        ("buy discovery",): 8, ("place", "black_market"): 5, ("done",): 0.3, ("reroll all",): 5,
    },
    "trading": {  # rich, and contests bids in small steps
        ("place", "black_market"): 8, ("place", "camp"): 3, ("place", "harbour"): 3, ("buy discovery",): 0.2,
        ("buy vp",): 3, ("place", "temple"): 5, ("done",): 0.2,
    },
}  # fmt: skip


Chooser = Callable[[dict[twin.Option, int]], twin.Option]


def liking(style: str, seed: int) -> Chooser:
    """Any option, those that are liked more often; of bids rather a small one."""
    chance, likes = random.Random(seed), LIKES[style]

    def weight(option: twin.Option) -> float:
        liked = [
            factor
            for words, factor in likes.items()
            if option[0] == words[0] and (len(words) == 1 or option[1].startswith(words[1]))
        ]
        size = option[3] if likes and option[0] == "place" else 1
        return (liked[-1] if liked else 1.0) / size**2

    def choose(options: dict[twin.Option, int]) -> twin.Option:
        every = sorted(options)
        return chance.choices(every, [weight(option) for option in every])[0]

    return choose


# -------------------------------------------------------------------------------------------------- agreement


@np.errstate(over="ignore")  # chance wraps around on purpose, which NumPy notes when the JIT is off
def play_both(figures: Figures, seats: int, seed: int, style: str | list[str]) -> tuple[TwinTable, Counter[str]]:
    """Play one game on both tables and compare them after every decision and at the end."""
    table = KernelTable(figures, seats, seed)
    choose = liking(style, seed) if isinstance(style, str) else by_strategies(table, style)
    luck = table.luck()
    assert Counter(luck.deck) == Counter(twin.whole_deck(figures.values()))
    assert Counter(luck.pile) == Counter(twin.whole_pile(figures.values()))
    plain = TwinTable(figures.values(), seats, luck)
    seen: Counter[str] = Counter()
    while True:
        where = f"seed {seed}, {seats} seats, {style}, decision {seen.total()}, round {plain.round}, {plain.decision}"
        assert not table.chance_left(), where  # both rolled equally often
        assert table["over"] == plain.over, where
        if plain.over:
            break
        assert settled(table.told) == settled(plain.new_story()), where
        assert (table["seat"], table.decision()) == (plain.seat, plain.decision), where
        assert table.picture() == plain.picture(), where
        options = table.options()
        assert options.keys() == plain.options(), where
        option = choose(options)
        seen[f"{plain.decision} {option[0]}"] += 1
        table.apply(options[option])
        plain.apply(option)
    assert settled(table.told) == settled(plain.new_story()), where
    plain.decision = table.decision()  # what is no longer due
    assert table.picture() == plain.picture(), where
    assert table.row(seen.total()) == plain.row(seen.total()), where
    plain.check_labels()
    return plain, seen


def figures_for(*settings: str) -> Figures:
    return GAME.figures.with_settings(settings)


def effect(upgrade: str, *steps: str) -> str:
    """A setting that gives an upgrade these steps."""
    return f"upgrades.{upgrade}.effect=[{', '.join(f'{{ {step} }}' for step in steps)}]"


READINGS: dict[str, tuple[str, ...]] = {
    "a rich start": ("setup.coins=30,30,30,30,30", "meeples.standing=3", "camp.coins=2", "harbour.cost=0"),
    "a poor start": ("setup.coins=0,0,0,0,0", "meeples.standing=0", "camp.coins=0", "stela.cost=1", "black_market.coins=2"),
    "many at the Camp": ("camp.per_turn=9", "meeples.odds=0.1,0.1,0.2,0.6", "camp.coins=0"),
    "many meeples": ("meeples.team=8,8,8,8", "camp.per_turn=3", "rounds=8"),
    "the character alone": ("meeples.team=0,0,0,0", "rounds=8"),
    "one round": ("rounds=1", "setup.coins=20,20,20,20,20", "upgrades.coins_to_vp.copies=4"),
    "two meeples and the character": ("meeples.team=2,2,2,2", "ships.count=2,2,2,2", "black_market.count=2", "rounds=6"),
    "no markets and no ships": ("black_market.count=0", "ships.count=0,0,0,0", "harbour.cost=1"),
    "each meeple of the harbour": ("harbour.delivery=each", "harbour.cards=2", "harbour.cost=0", "ships.cards=1"),
    "nothing at the harbour but by an upgrade": (
        "harbour.cards=0", "harbour.cost=0", "ships.cards=0", "upgrades.extra_delivery.copies=4",
        "upgrades.coins_to_discovery.copies=4", "discovery.track=1 upgrade, 2 upgrade, 3 upgrade",
        "setup.coins=20,20,20,20,20", "harbour.delivery=each",
    ),
    "other colours": (
        "stela.colour=adventurer", "temple.colour=either", "village.colour=archaeologist", "automaton.colour=adventurer",
        "village.covered=bottom", "village.spaces=1,2,2,2",
    ),
    "a closed Village": ("village.spaces=0,0,1,1", "village.shown=6,0,0,1", "stela.colour=either", "temple.colour=adventurer"),
    "the Temple draws": (
        "temple.choose=0,1,0,2,0", "temple.draw=3,0,2,1,3", "temple.cost=0,0,1,0,0", "upgrades.temple_extra_draw.copies=4",
        "temple.cards=3", "setup.coins=9,9,9,9,9", "village.cost=0,0,0", effect("reroll_two", 'op = "draw_more", n = 2'),
    ),
    "a greedy Temple": ("temple.choose=5,5,5,5,5", "temple.cost=1,1,0,0,0", "temple.cards=16", "surroundings.cards=4"),
    "bare surroundings": ("surroundings.cards=0", "temple.cards=2", "quarry.bonus=3 coin + 2 discovery + 1 vp"),
    "a small deck": (
        "artifacts.pottery.cards=9", "artifacts.weapon.cards=9", "artifacts.tablet.cards=0", "artifacts.tablet.bonuses=nothing",
        "artifacts.statuette.cards=0", "artifacts.statuette.bonuses=nothing", "artifacts.mummy.cards=3", "temple.draw=2,2,2,2,2",
        "temple.cost=1,1,1,1,1", "ships.count=2,2,2,2", "harbour.cost=0",
    ),
    "a small deck that runs out": (
        "artifacts.pottery.cards=9", "artifacts.weapon.cards=9", "artifacts.tablet.cards=0", "artifacts.tablet.bonuses=nothing",
        "deck.when_empty=no-more-cards", "temple.draw=2,2,2,2,2", "temple.cost=1,1,1,1,1", "harbour.cost=0",
        "upgrades.temple_extra_draw.copies=4", "village.cost=0,0,0",
    ),
    "no cards at all": tuple(
        setting for type_ in twin.TYPES for setting in (f"artifacts.{type_}.bonuses=nothing", f"artifacts.{type_}.cards=0")
    ),
    "few upgrades": (*(f"upgrades.{upgrade}.copies=0" for upgrade in UPGRADES[2:11]), "village.cost=0,0,0"),
    "no upgrades": (*(f"upgrades.{upgrade}.copies=0" for upgrade in UPGRADES), "village.cost=0,0,0"),
    "one space for upgrades": ("upgrade.spaces=1", "village.cost=0,0,0", "upgrades.coins_to_vp.copies=4", "stela.discovery=3"),
    "no space for upgrades": ("upgrade.spaces=0", "village.cost=0,0,0", "upgrades.immediate.copies=4"),
    "a track of upgrades": (
        "discovery.track=2 upgrade + 4 coin, 1 upgrade, 3 upgrade + 1 vp, nothing, 1 upgrade, 1 coin",
        "stela.discovery=2", "upgrades.coins_to_discovery.copies=4", "upgrades.reroll_two.copies=4", "village.cost=0,0,0",
        "upgrades.coins_to_vp.copies=4", "setup.coins=12,12,12,12,12",
    ),
    "nothing on the track": ("discovery.track=nothing", "upgrades.coins_to_discovery.copies=4", "village.cost=0,0,0"),
    "a long track": (
        "discovery.track=" + ",".join(["1 coin"] * 20), "delivery.bonus=4 discovery",
        "small_temple.bonus=5 discovery", "stela.discovery=5",
    ),
    "rich bonuses": ("delivery.bonus=3 coin + 2 discovery + 4 vp", "ruins.bonus=2 vp + 2 discovery", "harbour.cost=0"),
    "tiles that gain": (
        effect("immediate", 'op = "gain", coin = 2, discovery = 2, vp = 1'), "upgrades.immediate.copies=4",
        effect("reroll_all", 'op = "gain", discovery = 3', 'op = "reroll_all"', 'op = "reroll", n = 1'),
        effect("weapon_three", 'op = "buy_vp", n = 1', 'op = "buy_discovery", n = 1', 'op = "gain", coin = 1'),
        "discovery.track=1 coin, 1 upgrade, 1 vp, 2 upgrade, 3 coin, 1 upgrade",
        "village.cost=0,0,0",
    ),
    "tiles that do several things": (
        effect("reroll_two", 'op = "reroll", n = 9', 'op = "reroll_all"'),
        effect("tablet_coins", 'op = "each_delivered", type = "pottery", vp = 1', 'op = "each_delivered", type = "tablet", coin = 1, vp = 1',
               'op = "delivery", needs = { mummy = 1 }, coin = 3', 'op = "temple_discount", n = 3'),
        effect("temple_discount", 'op = "temple_discount", n = 2', 'op = "deliver_more", n = 2'),
        effect("extra_delivery", 'op = "deliver_more", n = 3', 'op = "buy_discovery", n = 2', 'op = "draw_more", n = 1'),
        "upgrades.temple_extra_draw.immediate=true", "upgrades.immediate.immediate=false", "village.cost=0,0,0",
        "black_market.coins=12",
    ),
    "two kinds of tiles, which add up": (
        *(f"upgrades.{upgrade}.copies={4 if at < 2 else 0}" for at, upgrade in enumerate(UPGRADES)),
        effect("reroll_two", 'op = "reroll", n = 1', 'op = "draw_more", n = 2', 'op = "deliver_more", n = 2',
               'op = "temple_discount", n = 1', 'op = "buy_discovery", n = 4'),
        effect("reroll_all", 'op = "reroll", n = 3', 'op = "draw_more", n = 1', 'op = "deliver_more", n = 1',
               'op = "temple_discount", n = 2', 'op = "buy_discovery", n = 3', 'op = "buy_vp", n = 5'),
        "quarry.bonus=2 discovery", "small_temple.bonus=2 discovery", "stela.discovery=2", "temple.draw=1,1,1,1,1",
        "discovery.track=" + ",".join(["1 upgrade"] * 9), "harbour.cards=0", "ships.cards=0", "harbour.cost=0",
        "village.cost=0,0,0",
    ),
    "other sets": (
        "artifacts.pottery.points=0,0,9", "artifacts.weapon.points=5,1,0", "artifacts.mummy.points=30,2,1", "end.coins=1",
        "end.marker=20", "ships.cards=30", "upgrades.reroll_two.points=20", "upgrades.immediate.points=0",
    ),
    "another automaton": (
        "automaton.cards.1=2 temple_1 + 1 temple_2 + 1 temple_3 + 9 quarry + 1 ruins + 2 ship + 2 black_market",
        "automaton.cards.2=nothing", "automaton.cards.3=1 small_temple + 0 ruins", "automaton.types=pottery,mummy,weapon,tablet,statuette",
        "automaton.bonuses=none,coin,vp,discovery", "rounds=8", "ships.count=0,0,0,0", "automaton.cards.4=1 temple_3 + 1 temple_4",
    ),
    "an automaton that draws discarded cards": ("automaton.draws=discard-pile", "black_market.count=0", "temple.draw=2,2,2,2,2"),
}  # fmt: skip
STYLES = list(LIKES)
GAMES = 2


@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_kernel_and_twin_agree(seats: int, style: str) -> None:
    """The game as it is, at every table."""
    for seed in range(GAMES):
        play_both(figures_for(), seats, 1_000 * seats + seed, style)


@pytest.mark.parametrize("reading", READINGS)
def test_kernel_and_twin_agree_under_other_figures(reading: str) -> None:
    """Other figures, far from what they are."""
    figures = figures_for(*READINGS[reading])
    at = list(READINGS).index(reading)
    for game in (at, at + 1):
        play_both(figures, 2 + game % 4, 10_000 + game, STYLES[game // 2 % len(STYLES)])


def alternatives() -> list[tuple[str, Any]]:
    """Every other value that an unconfirmed figure could have."""
    single = [(figure.key, value) for figure in GAME.figures for value in figure.alternatives]
    return single + [(figure.key, word) for figure in GAME.figures for word in figure.changes]


def test_kernel_and_twin_agree_under_all_alternatives() -> None:
    """Each alternative that the rules file names, alone."""
    every = alternatives()
    assert len(every) > 40
    for at, (key, value) in enumerate(every):
        seats = 2 if key.startswith("automaton") else 2 + at % 4
        play_both(GAME.figures.replace({key: value}), seats, 20_000 + at, STYLES[at // 4 % len(STYLES)])


@pytest.mark.parametrize("variant", GAME.figures.variants)
def test_kernel_and_twin_agree_under_each_variant(variant: str) -> None:
    for seats in (2, 3, 4, 5):
        play_both(GAME.figures.with_variants([variant], seats), seats, 40_000 + seats, "digging")


@pytest.mark.parametrize("name", strategies_of(GAME.id))
def test_the_rows_of_a_run_are_those_the_twin_writes(name: str) -> None:
    """Each strategy among itself and others in the real loop; the twin follows it decision by decision."""
    for seats in (2, 4):
        line = [name, name, *list(strategies_of(GAME.id)) * seats][:seats]
        plain, seen = play_both(figures_for(), seats, 50_000 + seats, line)
        players = line_up(GAME.id, line, seats=seats)
        played = Table(GAME, GAME.build_rules(figures_for(), seats), players, seed=50_000 + seats)
        assert as_row(played.play(0, 1).rows[0]) == plain.row(seen.total())


@pytest.mark.verify
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_kernel_and_twin_agree_in_many_games(seats: int, style: str) -> None:
    for seed in range(100):
        play_both(figures_for(), seats, 100_000 + 1_000 * seats + seed, style)


@pytest.mark.verify
@pytest.mark.parametrize("reading", READINGS)
def test_kernel_and_twin_agree_in_many_games_under_other_figures(reading: str) -> None:
    figures = figures_for(*READINGS[reading])
    for seats in (2, 3, 4, 5):
        for seed, style in enumerate(STYLES * 2):
            play_both(figures, seats, 200_000 + 1_000 * seats + seed, style)


@pytest.mark.verify
def test_kernel_and_twin_agree_at_the_extremes_of_each_figure() -> None:
    for at, changes in enumerate(alone(GAME.figures)):
        play_unless_refused(changes, 300_000 + at)


@pytest.mark.verify
def test_kernel_and_twin_agree_under_figures_made_up_by_chance() -> None:
    chance = random.Random(4)
    played = sum(play_unless_refused(combined(GAME.figures, chance), 400_000 + at) for at in range(1_000))
    assert played > 300


def play_unless_refused(changes: dict[str, Any], seed: int) -> bool:
    """Play a game under these figures, if they can go together."""
    seats, style = 2 + seed % 4, STYLES[seed // 4 % len(STYLES)]
    return agree_unless_refused(GAME, changes, seats, lambda figures: play_both(figures, seats, seed, style))


def test_a_row_has_no_column_that_the_twin_does_not_write() -> None:
    plain, seen = play_both(figures_for("rounds=1"), 3, 1, "any")
    assert plain.row(seen.total()).keys() == set(GAME.records.outcome.names) - OF_SIDES


def test_the_games_compared_reach_every_corner_of_the_rules() -> None:
    """Every option of every decision is taken, and everything that is counted happens."""
    wanted = {f"{decision} done" for decision in ("REROLL", "CAMP", "SELL", "DELIVER", "FINAL")}
    wanted |= {
        f"{decision} buy discovery"
        for decision in ("REROLL", "PLACE", "TEMPLE", "VILLAGE", "DELIVER", "GIVE_UP", "FINAL")
    }
    wanted |= {"REROLL reroll", "REROLL reroll all", "PLACE place", "MEEPLES send", "CAMP reroll", "TEMPLE take"}
    wanted |= {
        "UNDER under",
        "SELL sell",
        "VILLAGE gain",
        "DELIVER deliver",
        "GIVE_UP give up",
        "GIVE_UP buy vp",
        "FINAL buy vp",
    }
    assert {word.split()[0] for word in wanted} == set(DECISIONS)
    wanted |= {"reshuffle", "lost discovery points", "automaton kicked", "shared win", "tie broken"}
    wanted |= {f"empty trip: {place}" for place in ("temple", "black_market", "village", "harbour", "ship")}
    seen: Counter[str] = Counter()
    for seed in range(300):
        style = ("learned", "trading", "any")[seed % 3]
        game, what = play_both(CORNERS[seed % len(CORNERS)], 2 + seed // 2 % 3, 30_000 + seed, style)
        seen += what
        seen += happened(game)
        if wanted <= seen.keys():
            break
    assert wanted <= seen.keys(), wanted - seen.keys()


CORNERS = (
    figures_for(
        "setup.coins=15,15,15,15,15", "upgrades.coins_to_discovery.copies=4", "upgrades.coins_to_vp.copies=4",
        "village.cost=0,0,0", "stela.discovery=3", "artifacts.pottery.cards=9", "artifacts.weapon.cards=9", "end.coins=9",
        "temple.choose=2,2,1,0,1", "temple.draw=0,0,1,0,0", "village.shown=1,1,1,1", "artifacts.tablet.cards=9",
        "rounds=4",
    ),
    figures_for("rounds=1", "meeples.team=1,1,1,1", "end.coins=3", "end.marker=0"),  # many ties
)  # fmt: skip


def happened(game: TwinTable) -> Counter[str]:
    """What happened in a game beside the options chosen."""
    seen: Counter[str] = Counter()
    seen["reshuffle"] += game.tallies["reshuffles", ""]
    seen["automaton kicked"] += game.tallies["automaton_kicked", ""]
    for player in game.players:
        for (column, label), count in player.tallies.items():
            if column == "empty_trips":
                seen[f"empty trip: {label}"] += count
        found = sum(count for (column, _label), count in player.tallies.items() if column == "discovery_from")
        seen["lost discovery points"] += found > player.discovery
    accounts = game.final()
    best = [account for account in accounts if account["score"] == max(each["score"] for each in accounts)]
    firsts = [account for account in accounts if account["rank"] == 1]
    seen["shared win"] += len(firsts) > 1
    seen["tie broken"] += len(best) > len(firsts)
    return +seen

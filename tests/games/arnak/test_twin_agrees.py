"""The kernel and the plain twin play the same games: after every decision they must show the same table and offer the same.

In the end every column of the row must be the same. The twin works out the kernel's streams of chance once more by itself;
what is left to chance is tested elsewhere. Players are uniformly random, or like some options better than others, which
brings full tracks, many guardians and long effects about, or they are the game's own strategies.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.games import find_game
from digsite.simulator.games.arnak import options as words
from digsite.simulator.games.arnak.options import Action
from digsite.simulator.games.arnak.state import MAX_SEATS, NOBODY, PARTS, RIVAL_PARTS, Decision, EndReason
from digsite.simulator.games.arnak.state import RIVAL as RIVAL_SEAT
from digsite.simulator.lab.battery.checks.values import alone, combined
from digsite.simulator.play.table import Table
from digsite.strategies.registry import line_up, strategies_of
from tests.conformance.twins import KernelSide, agree_unless_refused, as_row, by_strategies
from tests.games.arnak import twin
from tests.games.arnak.twin.box import FEAR_TILE, ICONS, LOST_TEMPLE, RESOURCES, RIVAL, SITES
from tests.games.arnak.twin.chance import STREAMS
from tests.games.arnak.twin.scoring import final, rival_points
from tests.games.arnak.twin.table import Player

GAME = find_game("arnak")
DECISIONS = [decision.name for decision in Decision]
ACTIONS = [action.name for action in Action]
TOKENS = ("glass", "notebook")
ROUNDS = range(1, 6)


# ------------------------------------------------------------------------------------------------ translation


def place_of(number: int) -> tuple[int, int]:
    return words.site_of(number), words.space_of(number)


READ: dict[str, Callable[[int], tuple]] = {  # what the number of an option means, where it is more than itself
    **{name: lambda what: () for name in ("END", "PASS", "HIRE_PILOT", "DECLINE")},
    **{name: lambda what: (place_of(what),) for name in ("DIG", "RECALL")},
    **{name: lambda what: (ICONS[what],) for name in ("PAY_ICON", "PAY_DISCOUNT")},
    **{name: lambda what: (words.first_of(what), words.second_of(what)) for name in ("SWAP", "MOVE_GUARDIAN")},
    "RELOCATE": lambda what: (place_of(words.first_of(what)), place_of(words.second_of(what))),
    "RESEARCH": lambda what: (TOKENS[words.token_of(what)], words.track_space_of(what), words.discount_of(what)),
    "TEMPLE": lambda what: (words.stack_of(what), words.discount_of(what)),
    "EXILE": lambda what: (FEAR_TILE if what == words.FEAR_TILE else what,),
    "UPGRADE": lambda what: (RESOURCES[what],),
    "PAY_CARD": lambda what: (words.card_of(what), ICONS[words.icon_of(what)]),
}


def option_words(option: int) -> twin.Option:
    """An option in the twin's words."""
    action, what = ACTIONS[words.action_of(option)], words.what_of(option)
    return (action, *(READ[action](what) if action in READ else (what,)))


def members(bits: int) -> list[int]:
    found = []
    while bits:
        found.append((bits & -bits).bit_length() - 1)
        bits &= bits - 1
    return found


def cards_in(bits: list[int]) -> list[int]:
    """Cards of a set of words, in order."""
    return [40 * word + card for word, many in enumerate(bits) for card in members(many)]


def as_bits(numbers: Any) -> int:
    return sum(1 << number for number in numbers)


# --------------------------------------------------------------------------------------------- the two tables


class KernelTable(KernelSide):
    """The kernel's game, as the twin looks at it."""

    def __getitem__(self, name: str):
        return self.field[name][0].tolist()

    def decision(self) -> str:
        return DECISIONS[self["decision"]]

    def options(self) -> dict[twin.Option, int]:
        return self.options_by(option_words)

    def picture(self) -> dict[str, Any]:
        """All that lies on the table, all that is hidden, and all that was counted."""
        seats = self.seats
        picture = {name: self[name] for name in PLAIN}
        picture |= {name: self[name][:seats] for name in BY_SEAT}
        picture |= {name: [cards_in(bits) for bits in self[name][:seats]] for name in CARDS_BY_SEAT}
        picture["stream"] = self["stream"][:STREAMS]
        picture["deck"] = [deck[:left] for deck, left in zip(self["deck"], self["deck_left"], strict=True)][:seats]
        picture["item_deck"] = self["item_deck"][: self["items_left"]]
        picture["artifact_deck"] = self["artifact_deck"][: self["artifacts_left"]]
        picture["exile"] = cards_in(self["exile"])
        picture["fear_deck"] = cards_in([0, 0, self["fear_deck"]])
        picture["site_stacks"] = [self["tiles_1"][: self["tiles_left"][0]], self["tiles_2"][: self["tiles_left"][1]]]
        picture["guardian_stack"] = self["guardian_stack"][: self["guardians_left"]]
        picture["supply"] = [stack[:left] for stack, left in zip(self["supply"], self["supply_left"], strict=True)]
        picture["rescue"] = self["rescue"][: self["rescue_left"]]
        picture["token"] = self["token"][:seats]
        bonus = [tiles[:left] for tiles, left in zip(self["bonus"], self["bonus_left"], strict=True)]
        picture["bonus"] = bonus[:LOST_TEMPLE] + [sorted(bonus[LOST_TEMPLE])]
        if self.seats == 1:
            picture["rival_glass"] = self["token"][RIVAL_SEAT][0]
            picture["rival_stack"] = self["rival_stack"][: self["rival_left"]]
            picture["rival"] = [self[name] for name in ("rival_cards", "rival_faces", "rival_again")]
        return picture

    def row(self, decisions: int) -> dict[str, Any]:
        return comparable(super().row(decisions))


PLAIN = (
    "round_number", "start_seat", "passed", "turns", "row_items", "row_artifacts", "fear_tiles_left", "tile", "guardian",
    "idol", "occupant", "blocked", "employer", "gold", "exhausted", "arrival", "arrivals", "stack_left",
    "temple_tiles", "overcome", "planes", "masked", "pool", "rescue_seen", "bonus_seen", "top_seen", "taken_in",
)  # fmt: skip
BY_SEAT = (
    "fear_tiles", "resources", "crates", "slots", "boons", "gained", "digs", "activations", "discoveries", "met",
    "assistant_uses", "fear_gained", "turns_in", "pass_place", "score_after", "idols_found", "idols_paid", "basics_exiled",
)  # fmt: skip
CARDS_BY_SEAT = ("hand", "play", "played", "travelled", "exiled")


def comparable(row: dict[str, Any]) -> dict[str, Any]:
    """Every column of a row, but for the number that ties are broken by: what it stands for shows in the ranks."""
    return {name: value for name, value in row.items() if name != "tiebreak"}


class TwinTable(twin.Game):
    """The twin, put in the words of the kernel's records."""

    def picture(self) -> dict[str, Any]:
        players = self.players
        picture: dict[str, Any] = {
            "round_number": self.round,
            "start_seat": self.start_seat,
            "passed": as_bits(p.seat for p in players if p.passed),
            "turns": self.turns,
            "row_items": self._row("item"),
            "row_artifacts": self._row("artifact"),
            "fear_tiles_left": self.fear_tiles,
            "tile": [self.tile.get(site, -1) for site in SITES],
            "guardian": [self.guardian.get(site, NOBODY) for site in SITES],
            "idol": [self.idol.get(site, NOBODY) for site in SITES],
            "occupant": [[self._occupant(site, space) for space in (0, 1)] for site in SITES],
            "blocked": as_bits(self.blocked),
            "arrivals": self.arrivals,
            "stack_left": self.temple_left,
            "planes": as_bits(p.seat for p in players if p.planes),
            "masked": as_bits(p.seat for p in players if p.masked),
            "pool": [self.pool[icon] for icon in ICONS],
            "rescue_seen": as_bits(self.rescue_seen),
            "bonus_seen": as_bits(p.seat for p in players if p.arrival),
            "top_seen": as_bits(("item", "artifact").index(kind) for kind in self.top_seen),
            "taken_in": self._taken_in(),
            "stream": self.luck.streams,
            "deck": [p.deck for p in players],
            "item_deck": self.decks["item"],
            "artifact_deck": self.decks["artifact"],
            "exile": sorted(self.exile),
            "fear_deck": sorted(self.fear_deck),
            "site_stacks": [self.site_stacks[1], self.site_stacks[2]],
            "guardian_stack": self.guardian_stack,
            "supply": self.supply,
            "rescue": self.rescue,
            "token": [[p.tokens[token] for token in TOKENS] for p in players],
            "bonus": [*(self.bonus[space] for space in range(LOST_TEMPLE)), sorted(self.bonus[LOST_TEMPLE])],
            "fear_tiles": [p.fear_tiles for p in players],
            "resources": [[p.resources[resource] for resource in RESOURCES] for p in players],
            "crates": [p.crates for p in players],
            "slots": [as_bits(slot for slot, full in enumerate(p.slots) if full) for p in players],
            "boons": [as_bits(p.boons) for p in players],
        }
        for name in ("hand", "play"):
            picture[name] = [sorted(getattr(p, name)) for p in players]
        for name in ("played", "travelled", "exiled"):
            picture[name] = [sorted(card for card in getattr(p, name) if card < 80) for p in players]
        return picture | self._assistants() | self._research() | self._tallied() | self._rival()

    def _row(self, kind: str) -> list[int]:
        cards = [-1 if self.row[place] is None else self.row[place] for place in self.places(kind)]
        return cards + [-1] * (8 - len(cards))

    def _occupant(self, site: int, space: int) -> int:
        who = self.occupant.get((site, space), NOBODY)
        return RIVAL_SEAT if who == RIVAL else int(who)

    def _taken_in(self) -> list[int]:
        taken = [self.taken.get(card, (0, 0)) for card in range(75)]
        return [seat * 8 + number for seat, number in taken]

    def _assistants(self) -> dict[str, Any]:
        employed = {number: (p.seat, who) for p in self.players for number, who in p.assistants.items()}
        return {
            "employer": [employed[number][0] if number in employed else NOBODY for number in range(12)],
            "gold": as_bits(number for number, (_seat, who) in employed.items() if who.gold),
            "exhausted": as_bits(number for number, (_seat, who) in employed.items() if who.exhausted),
        }

    def _research(self) -> dict[str, Any]:
        rivals = [self.rival] if self.rival else []
        empty = [0] * (MAX_SEATS + 1 - self.seats - len(rivals))
        everybody = [*self.players, *([None] * len(empty)), *rivals]
        return {
            "arrival": [who.arrival if who else 0 for who in everybody],
            "temple_tiles": [who.temple_tiles if who else [0] * 6 for who in everybody],
            "overcome": [as_bits(who.guardians) if who else 0 for who in everybody],
        }

    def _rival(self) -> dict[str, Any]:
        rival = self.rival
        if rival is None:
            return {}
        cards = [
            as_bits(card for card in rival.cards if card < 40),
            as_bits(card - 40 for card in rival.cards if card >= 40),
        ]
        return {
            "rival_glass": rival.glass,
            "rival_stack": rival.stack,
            "rival": [cards, as_bits(rival.faces), rival.more_idols],
        }

    def _tallied(self) -> dict[str, Any]:
        def tallies(name: str, labels: Any) -> list[list[int]]:
            return [[p.tallies[name, label] for label in labels] for p in self.players]

        def tally(name: str) -> list[int]:
            return [p.tallies[name] for p in self.players]

        return {
            "gained": tallies("gained", RESOURCES),
            "digs": tallies("digs", (0, 1, 2)),
            "activations": tallies("activations", (0, 1, 2)),
            "discoveries": tallies("discoveries", (1, 2)),
            "turns_in": tallies("turns_in", ROUNDS),
            "pass_place": tallies("pass_place", ROUNDS),
            "met": tally("guardians_met"),
            "assistant_uses": tally("assistant_uses"),
            "fear_gained": tally("fear_gained"),
            "idols_found": tally("idols"),
            "idols_paid": tally("idols_paid"),
            "basics_exiled": [list(pair) for pair in zip(tally("basics_exiled"), tally("fear_exiled"), strict=True)],
            "score_after": [(p.score_after + [0] * 5)[:5] for p in self.players],
        }

    def row_of(self, decisions: int) -> dict[str, Any]:
        """What a run records of the game, every column of it; seats that there are not count 0."""
        end, players = final(self), self.players
        picture = self.picture()
        contends = [1] * self.seats if self.rival is None else [len(end["winners"])]
        start = self.figures["start.resources"][1 if self.seats == 1 else 0 :]
        row: dict[str, Any] = {
            "winner": end["winners"][0] + 1 if len(end["winners"]) == 1 else 0,
            "winners": len(end["winners"]),
            "turns": self.turns,
            "decisions": decisions,
            "end_reason": EndReason.LAST_ROUND,
            "contends": padded(contends),
            "score": padded(end["scores"]),
            "rank": padded(end["ranks"]),
            "points_from": padded([[parts[part] for part in PARTS] for parts in end["parts"]]),
            "glass_row": padded([self.box.spaces[p.tokens["glass"]].row for p in players]),
            "notebook_row": padded([self.box.spaces[p.tokens["notebook"]].row for p in players]),
            "lost_temple": padded([p.arrival for p in players]),
            "temple_tiles": padded([p.temple_tiles for p in players]),
            "idols": padded(picture["idols_found"]),
            "idols_used": padded([sum(p.slots) for p in players]),
            "guardians_met": padded(picture["met"]),
            "guardians_overcome": padded([len(p.guardians) for p in players]),
            "guardians": padded([as_bits(p.guardians) for p in players]),
            "cards_taken": padded([len([1 for seat, _ in self.taken.values() if seat == p.seat]) for p in players]),
            "basics_exiled": padded([p.tallies["basics_exiled"] for p in players]),
            "fear_exiled": padded([p.tallies["fear_exiled"] for p in players]),
            "assistants": padded([as_bits(p.assistants) for p in players]),
            "assistants_gold": padded([as_bits(n for n, who in p.assistants.items() if who.gold) for p in players]),
            "spent": padded([self._spent(p, start[p.seat]) for p in players]),
            "sites_discovered": [len([s for s in self.tile if self.level(s) == level]) for level in (1, 2)],
        }
        for name in ("digs", "activations", "discoveries", "idols_paid", "fear_gained", "assistant_uses", "gained"):
            row[name] = padded(picture[name])
        for name in ("turns_in", "pass_place", "score_after"):
            row[name] = padded(picture[name])
        for name in ("played", "travelled", "exiled"):
            row[f"items_{name}"] = padded([as_bits(card for card in getattr(p, name) if card < 40) for p in players])
            artifacts = [[card - 40 for card in getattr(p, name) if 40 <= card < 75] for p in players]
            row[f"artifacts_{name}"] = padded([as_bits(cards) for cards in artifacts])
        row["items_taken"] = padded([self._taken_by_round(p, 0, 40) for p in players])
        row["artifacts_taken"] = padded([self._taken_by_round(p, 40, 75) for p in players])
        points = rival_points(self, self.rival) if self.rival else dict.fromkeys(RIVAL_PARTS, 0)
        return row | {"rival_score": sum(points.values()), "rival_points": [points[part] for part in RIVAL_PARTS]}

    def _spent(self, player: Player, start: dict[str, int]) -> list[int]:
        return [
            start.get(resource, 0) + player.tallies["gained", resource] - player.resources[resource]
            for resource in RESOURCES
        ]

    def _taken_by_round(self, player: Player, first: int, end: int) -> list[int]:
        return [
            as_bits(card - first for card in range(first, end) if self.taken.get(card) == (player.seat, number))
            for number in ROUNDS
        ]


def padded(entries: list) -> list:
    """One entry for each seat that there could be."""
    empty = [0] * len(entries[0]) if isinstance(entries[0], list) else 0
    return entries + [empty] * (MAX_SEATS - len(entries))


# ---------------------------------------------------------------------------------------------------- choices

# How much more often than others an option is chosen that begins with this word.
LIKES: dict[str, dict[str, float]] = {
    "any": {},
    "lively": {"PASS": 0.02, "END": 0.2, "DECLINE": 0.2, "PLAY_AND_PASS": 0.1},
    "exploring": {
        "PASS": 0.01, "DISCOVER": 30, "DIG": 8, "OVERCOME": 30, "DECLINE": 0.1, "END": 0.3, "ASSISTANT": 3, "EXILE": 0.3,
        "PLAY": 0.5,
    },
    "learned": {
        "PASS": 0.01, "RESEARCH": 60, "TEMPLE": 60, "DIG": 20, "DECLINE": 0.1, "ASSISTANT": 4, "BONUS_LAST": 2, "BUY": 0.3,
        "IDOL": 0.5, "UPGRADE": 5, "DISCOVER": 3, "EXILE": 0.2, "END": 0.5,
    },
    "buying": {"PASS": 0.01, "BUY": 40, "PLAY": 4, "ACCEPT": 4, "DECLINE": 0.2, "END": 0.3, "TAKE": 5},
}  # fmt: skip
STYLES = list(LIKES)
Chooser = Callable[[dict[twin.Option, int]], twin.Option]


def liking(style: str, seed: int) -> Chooser:
    """Any option, those that are liked more often."""
    chance, likes = random.Random(seed), LIKES[style]

    def choose(options: dict[twin.Option, int]) -> twin.Option:
        every = sorted(options, key=options.__getitem__)
        return chance.choices(every, [likes.get(option[0], 1.0) for option in every])[0]

    return choose


# -------------------------------------------------------------------------------------------------- agreement


@np.errstate(over="ignore")  # chance wraps around on purpose, which NumPy notes when the JIT is off
def play_both(figures: Figures, seats: int, seed: int, style: str | list[str]) -> tuple[TwinTable, Counter[str]]:
    """Play one game on both tables and compare them after every decision and at the end."""
    table = KernelTable(GAME, figures, seats, seed)
    choose = liking(style, seed) if isinstance(style, str) else by_strategies(table, style)
    plain = TwinTable(figures.values(), seats, twin.Chance(seed))
    seen: Counter[str] = Counter()
    while True:
        where = f"seed {seed}, {seats} seats, {style}, decision {seen.total()}, round {plain.round}, {plain.decision}"
        assert table["over"] == plain.over, where
        assert table.picture() == plain.picture(), where
        if plain.over:
            break
        assert (table["seat"], table.decision()) == (plain.seat, plain.decision), where
        options = table.options()
        assert options.keys() == plain.options(), where
        option = choose(options)
        seen[f"{plain.decision} {option[0]}"] += 1
        table.apply(options[option])
        plain.apply(option)
    assert table.row(seen.total()) == plain.row_of(seen.total()), where
    return plain, seen


def figures_for(*settings: str) -> Figures:
    return GAME.figures.with_settings(settings)


def steps(key: str, *each: str) -> str:
    """A setting that gives a component these steps."""
    return f"{key}=[{', '.join(f'{{ {step} }}' for step in each)}]"


RICH = "start.resources=" + ", ".join(["9 coin + 9 compass + 9 tablet + 9 arrowhead + 9 jewel"] * 4)
RESEARCH, TAKE = 'op = "research", free = true', 'op = "take_card", kind = "artifact", to = "play"'
SEND = 'op = "send", travel_free = true, compass = 9, activations = 2'
EVERYWHERE = '["camp", "level-1", "level-2"]'
READINGS: dict[str, tuple[str, ...]] = {
    "a rich start": (RICH, "archaeologists=4", "hand=8"),
    "a long row": ("row.spaces=8", "archaeologists=4", "hand=7", "discover.compasses=0,1", "pilot.coins=1"),
    "few Fear cards, and idols for research": (
        "fear.cards=8", "fear.tiles=2", "discover.compasses=0,0", "pilot.coins=1", "hand=7",
        *(f"research.{board}.spaces.{space}.cost=1 idol" for board in ("bird", "snake") for space in (1, 2)),
    ),
    "one round": ("rounds=1", RICH),
    "three rounds with everything blocked": ("rounds=3", "blocked=5,5,5,5", "scoring.slots=0,9,1,2"),
    "nothing blocked and one archaeologist": ("blocked=0,0,0,0", "archaeologists=1", "hand=2", "scoring.lost_temple=1,50,3,4"),
    "other second spaces": ("sites.camp_coin.second=nothing", "sites.camp_jewel.second=1 plane + 1 ship", "blocked=1,2,2,1"),
    "costs of every kind": (
        "artifacts_in_hand.cost=1 coin + 2 tablet", "pilot.coins=3", "guardians.g01.cost=1 idol + 2 card", "guardians.g04.cost=nothing",
        "guardians.g02.cost=1 plane + 1 ship + 1 car + 3 boot", "guardians.g03.cost=3 card", "discover.compasses=1,1", "hand=9",
    ),
    "sites that ask and give": (
        steps("tiles.l1_02.effect", 'op = "gain_per", resource = "jewel", per = "idol", max = 2'),
        steps("tiles.l1_03.effect", 'op = "may", then = [{ op = "gain", coin = 2 }, { op = "fear" }]'),
        steps("tiles.l1_04.effect", 'op = "repeat", n = 3, then = [{ op = "upgrade" }, { op = "gain", tablet = 1 }]'),
        steps("tiles.l1_05.effect", 'op = "take_card", kind = "item", to = "play"'),
        steps("tiles.l1_06.effect", 'op = "take_card", kind = "artifact", to = "deck-top"'),
        steps("tiles.l1_07.effect", 'op = "buy", kinds = ["item", "artifact"], discount = 2, deck_top = true'),
        steps("tiles.l1_08.effect", 'op = "discard", n = 2', 'op = "gain", jewel = 2'),
        steps("tiles.l1_09.effect", 'op = "exile", n = 3', 'op = "refresh", n = 2'),
        steps("tiles.l1_10.effect", 'op = "travel", icons = { boot = 1, plane = 2 }', 'op = "draw_keep", max = 3, return_top = 1'),
        "discover.compasses=0,1",
    ),
    "research by cards": (
        steps("items.sea_turtle.effect", RESEARCH), steps("basics.funding_car.effect", RESEARCH),
        steps("items.gold_pan.effect", 'op = "research", discount = { jewel = 2 }, other = { tablet = 2, arrowhead = 1 }'),
        steps("items.ostrich.effect", 'op = "research", token = "notebook", discount = { jewel = 2 }'),
        steps("basics.exploration_ship.effect", 'op = "overcome", where = "no-other-player"'), "discover.compasses=0,0",
    ),
    "research in the midst of research": (
        RICH, "bonus_tiles.coin.copies=9", "bonus_tiles.draw.copies=9", steps("basics.funding_car.effect", RESEARCH),
        steps("basics.funding_ship.effect", RESEARCH), steps("basics.exploration_car.effect", RESEARCH),
        *(f"research.{board}.spaces.{space}.bonus=1,1,1" for board in ("bird", "snake") for space in range(1, 13)),
    ),
    "many bonus tiles": (
        "research.bird.spaces.3.bonus=3,3,3", "research.bird.spaces.5.bonus=2,2,2", "research.snake.spaces.13.bonus=4,4,4",
        "research.snake.spaces.14.bonus=3,3,2", "research.bird.spaces.14.bonus=3,4,1", "bonus_tiles.coin.copies=9",
        "bonus_tiles.draw.copies=9", steps("basics.funding_car.effect", RESEARCH), steps("basics.funding_ship.effect", RESEARCH),
    ),
    "sending far": (
        steps("basics.funding_car.effect", 'op = "send", discount = { boot = 2, ship = 1 }, compass = 9, activations = 2'),
        "basics.funding_car.action=main", "archaeologists=4", steps("basics.funding_ship.effect", SEND),
        steps("basics.exploration_car.effect", f'op = "activate", n = 2, levels = {EVERYWHERE}, level2_cost = {{ coin = 1 }}'),
        steps("basics.exploration_ship.effect", f'op = "relocate", to = {EVERYWHERE}', f'op = "move_guardian", to = {EVERYWHERE}'),
    ),
    "drawing in the midst": (
        steps("basics.funding_car.effect", 'op = "draw_keep", max = 3, return_top = 1'), "basics.exploration_car.action=main",
        steps("basics.funding_ship.effect", 'op = "choose", n = 2, options = [[{ op = "draw", n = 2 }], [{ op = "upgrade", n = 2 }], []]'),
        steps("basics.exploration_car.effect", 'op = "activate", n = 3, levels = ["camp"]', 'op = "draw_keep", max = 2, from = "bottom"'),
    ),
    "free actions that do much": (
        "basics.fear.action=free", "discover.compasses=0,1", steps("slots.tablets.effect", TAKE),
        steps("basics.fear.effect", 'op = "recruit_assistant"', 'op = "upgrade_assistant"', 'op = "rescue_assistant"'),
        steps("slots.jewel.effect", 'op = "swap_assistant"', 'op = "unslot_idol"'),
        steps("slots.draw.effect", 'op = "use_supply_assistant", side = "gold"', 'op = "recall"'),
        steps("slots.arrowhead.effect", 'op = "all_travel_plane"', 'op = "travel", icons = { boot = 2 }'),
        steps("slots.coin_compass.effect", 'op = "exile_row_card"', 'op = "take_card", kind = "item", from = "exile", to = "hand"'),
    ),
    "passing with effects": (
        RICH, "items.watch.exile=true", steps("items.gold_pan.pass_effect", 'op = "draw", n = 3'), steps("items.ostrich.pass_effect", SEND),
        steps("items.sea_turtle.pass_effect", 'op = "buy", kinds = ["artifact"], discount = 9'),
        steps("artifacts.stone_jar.pass_effect", 'op = "gain", jewel = 2'), steps("artifacts.mortar.pass_effect", TAKE),
        steps("artifacts.war_mask.pass_effect", 'op = "buy", kinds = ["artifact", "item"], discount = 9'),
    ),
    "artifacts out of artifacts": (
        steps("artifacts.stone_jar.effect", TAKE, 'op = "gain", coin = 1'), steps("artifacts.war_mask.effect", TAKE, 'op = "gain", coin = 1'),
        steps("artifacts.mortar.effect", 'op = "buy", kinds = ["artifact"], discount = 9', 'op = "gain", coin = 1'),
        steps("basics.funding_car.effect", TAKE), steps("basics.funding_ship.effect", TAKE),
    ),
}  # fmt: skip


@pytest.mark.parametrize("board", ["bird", "snake"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_kernel_and_twin_agree(seats: int, board: str) -> None:
    """The game as it is, at every table."""
    for seed, style in enumerate((STYLES[seats % 3], STYLES[3 + (board == "snake")])):
        play_both(figures_for(f"board={board}"), seats, 1_000 * seats + seed, style)


@pytest.mark.parametrize("red", range(6))
def test_kernel_and_twin_agree_about_every_rival(red: int) -> None:
    """A solo game with so many red tiles, one with other arrows and one with other assistants."""
    others = ("", "rival.tiles=mirrored", "rival.assistant=assistant-rows", "rival.tiles.buy_item_green.skip=")
    for seed, (board, other) in enumerate([("bird", others[red % 4]), ("snake", others[(red + 2) % 4])]):
        settings = [f"board={board}", f"rival.red_tiles={red}", *filter(None, [other])]
        play_both(figures_for(*settings), 1, 2_000 + 10 * red + seed, STYLES[1 + red % 4])


@pytest.mark.parametrize("reading", READINGS)
def test_kernel_and_twin_agree_under_other_figures(reading: str) -> None:
    """Other figures, far from what they are."""
    at = list(READINGS).index(reading)
    board = ("bird", "snake")[at // 4 % 2]
    play_both(figures_for(*READINGS[reading], f"board={board}"), 1 + at % 4, 10_000 + at, STYLES[1 + at % 4])


def test_kernel_and_twin_agree_under_all_alternatives() -> None:
    """Each alternative that the rules file names, alone."""
    every = [(figure.key, value) for figure in GAME.figures for value in figure.alternatives]
    assert len(every) > 4
    for at, (key, value) in enumerate(every):
        side = "bird" if "bird" in key else "snake"
        play_both(GAME.figures.replace({key: value, "board": side}), 1 + at % 2, 20_000 + at, "learned")


def test_kernel_and_twin_agree_under_figures_made_up_by_chance() -> None:
    chance = random.Random(7)
    assert sum(play_unless_refused(combined(GAME.figures, chance), 60_000 + at) for at in range(10)) > 3


def test_the_rows_of_a_run_are_those_the_twin_writes() -> None:
    """The game's own strategies in the real loop; the twin follows them decision by decision."""
    names = list(strategies_of(GAME.id))
    line = (names * 3)[:3]
    plain, seen = play_both(figures_for(), 3, 50_000, line)
    played = Table(GAME, GAME.build_rules(figures_for(), 3), line_up(GAME.id, line, seats=3), seed=50_000)
    assert comparable(as_row(played.play(0, 1).rows[0])) == plain.row_of(seen.total())


def play_unless_refused(changes: dict[str, Any], seed: int) -> bool:
    """Play a game under these figures, if they can go together."""
    seats, style = 1 + seed % 4, STYLES[seed // 4 % len(STYLES)]
    changes = {"board": ("bird", "snake")[seed // 4 % 2]} | changes
    return agree_unless_refused(GAME, changes, seats, lambda figures: play_both(figures, seats, seed, style))


def test_the_games_compared_reach_every_corner_of_the_rules() -> None:
    """Every option of every decision is taken; a solo player wins and loses."""
    wanted = {f"{decision} {action}" for decision, actions in OPTIONS.items() for action in actions.split()}
    assert set(OPTIONS) == set(DECISIONS) - {"MAY"}  # no printed effect asks that
    wanted |= {"won against the rival", "lost to the rival"}
    seen: Counter[str] = Counter()
    for seed in range(80):
        game, what = play_both(CORNERS[seed % 4], 1 + seed // 2 % 2, 30_000 + seed, STYLES[1 + seed // 4 % 4])
        seen += what + how_it_ended(game)
        if wanted <= seen.keys():
            break
    assert wanted <= seen.keys(), wanted - seen.keys()


def test_kernel_and_twin_agree_about_ties() -> None:
    """One round in which little counts: wins are shared, and decided by research."""
    nothing = ("scoring.slots=0,0,0,0", "scoring.idol=0", "scoring.guardian=0", "basics.fear.points=0", "hand=2")
    poor_or_rich = figures_for("rounds=1", *nothing), figures_for("rounds=1", RICH, *nothing)
    seen: Counter[str] = Counter()
    for seed in range(70_031, 70_091):
        seen += how_it_ended(play_both(poor_or_rich[seed % 2], 2 + seed % 2, seed, "any")[0])
        if len(seen) == 3:
            break
    assert seen.keys() == {"won alone", "shared win", "tie broken"}


OPTIONS = {
    "ACT": "END PASS PLAY PLAY_AND_PASS ASSISTANT BOON IDOL DIG DISCOVER OVERCOME BUY RESEARCH TEMPLE",
    "TRAVEL": "PAY_ICON PAY_DISCOUNT PAY_CARD HIRE_PILOT", "USE_UP": "USE_UP", "PAY": "ACCEPT DECLINE", "CHOOSE": "CHOOSE",
    "DRAW": "ACCEPT DECLINE", "EXILE": "EXILE DECLINE", "UPGRADE": "UPGRADE DECLINE", "REFRESH": "REFRESH DECLINE",
    "SEND": "DIG DISCOVER DECLINE", "RELOCATE": "RELOCATE DECLINE", "ACTIVATE": "ACTIVATE DECLINE",
    "OVERCOME": "OVERCOME DECLINE", "MOVE_GUARDIAN": "MOVE_GUARDIAN DECLINE", "BUY": "BUY DECLINE", "TAKE": "TAKE DECLINE",
    "RESOLVE": "ACCEPT DECLINE", "RESEARCH": "RESEARCH DECLINE", "REWARD": "BONUS_FIRST BONUS_LAST", "HOW_MANY": "DRAW",
    "KEEP": "KEEP", "RETURN": "RETURN DECLINE", "RECALL": "RECALL", "USE_SUPPLY": "USE_SUPPLY DECLINE",
    "SWAP": "SWAP DECLINE", "UNSLOT": "UNSLOT DECLINE", "RECRUIT": "RECRUIT", "PROMOTE": "PROMOTE", "RESCUE": "RECRUIT",
    "AGAIN": "ACCEPT DECLINE", "LEFT_OVER": "DISCARD DECLINE",
}  # fmt: skip
CORNERS = (
    figures_for(RICH, "board=bird", "archaeologists=3"),
    figures_for(RICH, "board=snake", "archaeologists=3"),
    figures_for(*READINGS["drawing in the midst"], RICH),
    figures_for(*READINGS["sending far"], "board=snake"),
)


def how_it_ended(game: TwinTable) -> Counter[str]:
    end = final(game)
    if game.rival:
        return Counter({"won against the rival" if end["winners"] else "lost to the rival": 1})
    best = [score for score in end["scores"] if score == max(end["scores"])]
    words = {"won alone": len(best) == 1, "shared win": len(end["winners"]) > 1}
    return +Counter(words | {"tie broken": len(best) > len(end["winners"])})


@pytest.mark.verify
@pytest.mark.parametrize("style", STYLES)
@pytest.mark.parametrize("board", ["bird", "snake"])
@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_kernel_and_twin_agree_in_many_games(seats: int, board: str, style: str) -> None:
    for seed in range(50):
        figures = figures_for(f"board={board}", f"rival.red_tiles={seed % 6}")
        play_both(figures, seats, 100_000 + 1_000 * seats + seed, style)


@pytest.mark.verify
@pytest.mark.parametrize("reading", READINGS)
def test_kernel_and_twin_agree_in_many_games_under_other_figures(reading: str) -> None:
    for at in range(24):
        figures = figures_for(*READINGS[reading], f"board={('bird', 'snake')[at // 4 % 2]}")
        play_both(figures, 1 + at % 4, 200_000 + at, STYLES[at // 4 % len(STYLES)])


@pytest.mark.verify
def test_kernel_and_twin_agree_at_the_extremes_of_each_figure() -> None:
    for at, changes in enumerate(alone(GAME.figures)):
        play_unless_refused(changes, 300_000 + at)


@pytest.mark.verify
def test_kernel_and_twin_agree_under_many_figures_made_up_by_chance() -> None:
    chance = random.Random(4)
    assert sum(play_unless_refused(combined(GAME.figures, chance), 400_000 + at) for at in range(1_500)) > 500

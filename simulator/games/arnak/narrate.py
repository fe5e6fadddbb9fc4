"""Narrate a game of Lost Ruins of Arnak in English, one paragraph a turn."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

import numpy as np

from digsite.simulator.game.facts import UNKNOWN
from digsite.simulator.game.narration import Narrator, PlacedLine
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.wording import Wording, a, counted, listed, name_in_words, number, ordinal
from digsite.simulator.games.arnak.columns import PART_WORDS
from digsite.simulator.games.arnak.ops import COSTS, ICONS, RESOURCES, Code, Internal
from digsite.simulator.games.arnak.options import Action, action_of, token_of, what_of
from digsite.simulator.games.arnak.rules import (
    BASICS,
    CAMPS,
    FEAR_TILE,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_FEAR,
    LAST_ROW,
    SITE_LEVEL,
    TILES,
    TILES_1,
)
from digsite.simulator.games.arnak.state import NOBODY, PARTS, RIVAL, SUPPLY_STACKS, Decision, Event, Icon
from digsite.simulator.kernel.effects.steps import Flow

WORDING = Wording(
    level_win="are won on the tie-break, by the research track",
    ends={"last round": "after the last round"},
)
_ROMAN = ("", "I", "II", "III", "IV", "V")
_PILES = ("under the deck", "on top of the deck", "into hand", "into play")
_SOURCES = ("the row", "exile")
_TOKENS = ("magnifying glass", "notebook")
_TO_PASS = " to pass"
_ROWS = ("the lower row of level I", "the upper row of level I", "the row of level II")  # rows of sites
_IN_A_ROW = 4  # sites in a row
_UNDONE: dict[int, str] = {  # a step that is declined or has no effect; {more} if it was done before
    Flow.PAY: "does not pay for the effect",
    Flow.MAY: "does not do what the effect allows",
    Code.GAIN_PER: "has none of what the effect counts",
    Code.FEAR: "there is no Fear left to get",
    Code.DRAW: "draws no {more}card",
    Code.DRAW_KEEP: "has no card to draw",
    Code.DISCARD: "has no {more}card to use up",
    Code.EXILE: "exiles no {more}card",
    Code.UPGRADE: "upgrades no {more}resource",
    Code.REFRESH: "refreshes no {more}assistant",
    Code.SEND: "sends no archaeologist",
    Code.RELOCATE: "relocates no archaeologist",
    Code.ACTIVATE: "activates no {more}site",
    Code.ACTIVATE_STACK_TOP: "there is no site tile left in the stack",
    Code.OVERCOME: "overcomes no guardian",
    Code.MOVE_GUARDIAN: "moves no guardian",
    Code.BUY: "buys no card",
    Code.TAKE_CARD: "takes no card",
    Code.EXILE_ROW_CARD: "there is no item in the row to exile",
    Code.RESEARCH: "does no research",
    Code.RECALL: "has no archaeologist to call home",
    Code.USE_SUPPLY_ASSISTANT: "uses no assistant of the supply board",
    Code.SWAP_ASSISTANT: "exchanges no assistant",
    Code.UNSLOT_IDOL: "takes no idol out of a slot",
    Code.RECRUIT_ASSISTANT: "there is no assistant left to recruit",
    Code.UPGRADE_ASSISTANT: "has no silver assistant to turn to gold",
    Code.RESCUE_ASSISTANT: "there is no assistant left to rescue",
    Internal.AWAKEN_GUARDIAN: "there is no guardian left to awake",
    Internal.ACTIVATE_AGAIN: "does not activate the site again",
    Internal.RESOLVE: "leaves the effect of {card} unused",
}


def _kind(card: int) -> str:
    """Return the kind of a card of the row."""
    return "artifact" if FIRST_ARTIFACT <= card < FIRST_BASIC else "item"


def _points(points: int) -> str:
    """Return points in words: `12 points`, but `no points` and `one point`."""
    return counted(points, "point") if points in (0, 1) else f"{points} points"


def narrate(events: np.ndarray, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """Yield a game's events as lines of English; `players` are the names by seat."""
    return ArnakNarrator(players, figures).lines(np.asarray(events))


def option_words(decision: int, option: int) -> str:
    """Return the name of an action of a turn, skipping the payment that most begin with."""
    if decision != Decision.ACT:
        return ""
    action, what = Action(action_of(option)), what_of(option)
    if action == Action.RESEARCH:
        return f"research, {_TOKENS[token_of(what)]}"
    if action in (Action.PLAY, Action.PLAY_AND_PASS, Action.BUY):
        kind = "artifact" if FIRST_ARTIFACT <= what < FIRST_BASIC else "card"
        return f"{name_in_words(action.name.lower())}, {kind}"
    return name_in_words(action.name.lower())


class ArnakNarrator(Narrator):
    """Collects a turn's sentences until the next turn begins."""

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures) -> None:
        super().__init__(players, figures)
        self.head = ""  # opens the paragraph
        self.turn = 0  # the turn of this paragraph
        self.mover = RIVAL  # the player it is about
        self.ordered = ""  # the action on the rival's last tile
        self.parts: list[str] = []
        self.final: list[tuple[int, int]] = []  # score, seat
        self.sources: dict[int, list[str]] = {}
        self.arrivals: dict[int, int] = {}  # places in the Lost Temple, by seat
        self.researched: dict[int, int] = {}  # points of both research tokens, by seat
        self.produced: set[int] = set()  # travel icons that effects of this turn have produced
        self.left: dict[int, list[str]] = {}  # cards spent this turn of which an icon is left, by icon
        self.discount = ""  # what makes the journey or the research being paid cheaper
        self.saved: list[str] = []  # what a discount takes off the research cost being paid
        self.journey: Mapping[str, Any] = {}  # the step of an effect that sends an archaeologist at a lower cost
        self.for_nothing = False  # the research being paid is free
        self.planes: set[int] = set()  # seats for whom all travel icons are planes this round
        self.obtained: set[int] = set()  # artifacts that came into play this turn, whose effect may be used
        self.gold: set[int] = set()  # assistants on their gold side
        self.tiles: dict[int, int] = {}  # site tiles, by site
        self.guarded: set[int] = set()  # sites with a guardian
        self.supply: list[int] = []  # assistants on top of the supply stacks at the start
        self.idols: dict[int, int] = {}  # faces at the start, by site
        self.bonus: list[tuple[int, int, int]] = []  # row, space, face at the start
        self.drawn: dict[int, list[str]] = {}  # cards drawn between turns, by seat
        self.kept: dict[int, list[str]] = {}  # cards kept at the end of a round, by seat
        self.dealt: dict[str, list[str]] = {}  # cards dealt to the row between turns, by kind

    # -------------------------------------------------------------------------------- names

    def who(self, seat: int) -> str:
        """Return the name of a player, or of the rival."""
        return "The rival" if seat == RIVAL else self.players[seat]

    def doer(self, seat: int) -> str:
        """Return the name before a verb; an empty text if the paragraph is already about that player."""
        return "" if self.head and seat == self.mover else f"{self.who(seat)} "

    def card(self, card: int) -> str:
        """Return a card's name; two basic cards with the same name are distinguished by their travel icon."""
        if card == UNKNOWN:
            return "a card"
        if card == FEAR_TILE:
            return "a fear tile"
        if card >= FIRST_FEAR:
            return "Fear"
        if card < FIRST_BASIC:
            return str(self._figure_of(card, "name"))
        return f"{self._figure_of(card, 'name')} ({', '.join(self._icons_on(card))})"

    def _figure_of(self, card: int, what: str) -> Any:
        """Return a figure of a card."""
        table, at = ("items", card) if card < FIRST_ARTIFACT else ("artifacts", card - FIRST_ARTIFACT)
        if card >= FIRST_BASIC:
            table, at = "basics", BASICS if card >= FIRST_FEAR else (card - FIRST_BASIC) % BASICS
        return self.figures[f"{table}.{self.figures.tables[table].rows[at]}.{what}"]

    def _icons_on(self, card: int) -> list[str]:
        """Return the travel icons printed on a card."""
        return [icon for icon, number in self._figure_of(card, "travel").items() for _ in range(number)]

    def of_kind(self, card: int) -> str:
        """Return a card of the row with its kind: `the item Parrot`."""
        return f"the {_kind(card)} {self.card(card)}"

    def site(self, site: int) -> str:
        """Return a camp by its purpose, a discovered site by its tile, any other by its place on the board."""
        if site < CAMPS:
            return f"the {self.figures.tables['camps'].rows[site]} camp"
        name = self.figures.tables["sites"].rows[site]
        if site in self.tiles:
            return f"the site “{self.place(self.tiles[site])}” ({name})"
        row, column = divmod(site - CAMPS, _IN_A_ROW)
        return f"the {ordinal(column + 1)} site from the left in {_ROWS[row]} ({name})"

    def cost_of(self, guardian: int) -> str:
        """Return the cost of overcoming a guardian."""
        return self._amounts(f"guardians.{self.figures.tables['guardians'].rows[guardian]}.cost")

    def guardian(self, guardian: int) -> str:
        """Return a guardian by its cost, the largest print on it."""
        name = self.figures.tables["guardians"].rows[guardian].upper()
        return f"the guardian that costs {self.cost_of(guardian)} ({name})"

    def boon(self, guardian: int) -> str:
        """Return the boon of a guardian."""
        return self.effect(f"guardians.{self.figures.tables['guardians'].rows[guardian]}.boon")

    def assistant(self, assistant: int, gold: bool | None = None) -> str:
        """Return an assistant by the text on the side it shows."""
        shown = assistant in self.gold if gold is None else gold
        row = self.figures.tables["assistants"].rows[assistant]
        effect = self.effect(f"assistants.{row}.{'gold' if shown else 'silver'}")
        return f"the {'gold ' if shown else ''}assistant “{effect}” ({row.upper()})"

    def effect(self, key: str) -> str:
        """Return an effect in words."""
        return self.figures.by_key[key].text()

    def effect_of(self, table: str, at: int) -> str:
        """Return the effect of a tile with a single effect."""
        return self.effect(f"{table}.{self.figures.tables[table].rows[at]}.effect")

    def place(self, place: int) -> str:
        """Return the effect of a site tile or a camp."""
        return self.effect_of("tiles", place) if place < TILES else self.effect_of("camps", place - TILES)

    def space(self, row: int, space: int, savings: str = "") -> str:
        """Return a space of the research track; spaces of a row differ by their cost, less what an effect saves."""
        where = "the Lost Temple" if row == LAST_ROW else f"row {row}"
        cost = self._amounts(f"research.{self.figures['board']}.spaces.{space}.cost")
        return f"{where} (printed cost: {cost}{savings and f'; {savings}'})"

    def _amounts(self, key: str) -> str:
        """Return a cost in words."""
        amounts = self.figures[key]
        found = [self._tokens(at, amounts[name]) for at, name in enumerate(COSTS) if amounts.get(name)]
        return listed(found) if found else "nothing"

    # -------------------------------------------------------------------------------- paragraphs

    def _say(self, part: str) -> None:
        self.parts.append(part)

    def _paragraph(self) -> Iterator[str]:
        for seat, cards in self.kept.items():
            yield f"{self.who(seat)} keeps {listed(cards)} in hand."
        if self.dealt:
            one = sum(map(len, self.dealt.values())) == 1
            kinds = [f"the {kind}{'s' if len(cards) > 1 else ''} {listed(cards)}" for kind, cards in self.dealt.items()]
            yield f"To the row {'comes' if one else 'come'} {', and '.join(kinds)}."
        for seat, cards in self.drawn.items():
            yield f"{self.who(seat)} draws {listed(cards)}."
        self.kept, self.drawn, self.dealt = {}, {}, {}
        if self.head and self.mover == RIVAL and not self.parts:
            self._say("there is nothing it could do")
        if self.parts:
            opening = f"{self.head}: " if self.head else ""
            yield PlacedLine(f"{opening}{'; '.join(self.parts)}.", turn=self.turn)
        self.head, self.parts, self.produced, self.left, self.discount = "", [], set(), {}, ""
        self.turn, self.obtained, self.journey = 0, set(), {}

    def _line(self, text: str) -> Iterator[str]:
        yield from self._paragraph()
        yield text

    def pause(self) -> Iterator[str]:
        """Yield the turn as far as it has gone."""
        yield from self._paragraph()

    def close(self) -> Iterator[str]:
        """Yield the last turn and the final account."""
        yield from self._paragraph()
        for score, seat in sorted(self.final, key=lambda row: (-row[0], self._tie(row[1]))):
            parts = f" ({', '.join(self.sources[seat])})" if self.sources.get(seat) else ""
            yield f"{self.who(seat)} scores {_points(score)}{parts}."
        yield from self._outcome()

    def _tie(self, seat: int) -> tuple[int, int]:
        """Return the tie-breaker, lowest first: the arrival in the Lost Temple, then the points of research."""
        arrival = self.arrivals.get(seat, 0)
        return (arrival, 0) if arrival else (len(self.players) + 2, -self.researched.get(seat, 0))

    def _outcome(self) -> Iterator[str]:
        """Yield who wins, and the tie-breaker if any; solo, whether the rival is beaten."""
        score = {seat: points for points, seat in self.final}
        if len(score) < 2:
            return
        most, second = sorted(score.values(), reverse=True)[:2]
        lead = counted(most - second, "point")
        if RIVAL in score:
            won = f"{'beats' if score[0] > score[RIVAL] else 'loses to'} the rival by {lead}"
            yield f"{self.who(0)} {won if most > second else 'is level with the rival, and so does not win'}."
            return
        level = [seat for seat in score if score[seat] == most]
        if len(level) < 2:
            yield f"{self.who(level[0])} wins by {lead}."
            return
        first = [seat for seat in level if self._tie(seat) == min(map(self._tie, level))]
        if len(first) > 1:
            yield f"{listed([self.who(seat) for seat in first])} share the win."
        else:
            reason = (
                "was first of them in the Lost Temple" if first[0] in self.arrivals else "has more points of research"
            )
            yield f"{self.who(first[0])} wins on the tie-break: {self.who(first[0])} {reason}."

    # -------------------------------------------------------------------------------- the round

    def _red_tiles(self, red: int) -> str:
        """Return how many of the rival's tiles are red, and which."""
        tiles = [tile for tile in self.figures.tables["rival.tiles"].rows if tile.endswith("_red")]
        named = [f"“{name_in_words(tile.removesuffix('_red'))}”" for pair, tile in enumerate(tiles) if red >> pair & 1]
        which = f": {listed(named)}" if named else ""
        return f"The rival's stack has {counted(len(named), 'red tile')} among its ten{which}."

    def _setup(self, blocked_camps: int, assistant: int, red_tiles: int) -> Iterator[str]:
        camps = [row for at, row in enumerate(self.figures.tables["camps"].rows) if blocked_camps >> at & 1]
        if len(self.players) == 1:
            yield self._red_tiles(red_tiles)
        if camps:
            yield f"The second spaces of these camps are blocked: {listed(camps)}."
        yield from self._laid_out()
        if assistant != NOBODY:
            yield f"Of the assistants to be rescued, {self.assistant(assistant)} lies on top."
        start = self.figures["start.resources"][1 if len(self.players) == 1 else 0 :]
        for player, tokens in zip(self.players, start, strict=False):
            held = [self._tokens(at, tokens[name]) for at, name in enumerate(RESOURCES) if tokens.get(name)]
            if held:
                yield f"{player} begins with {listed(held)}."

    def _laid_out(self) -> Iterator[str]:
        """Yield what lies face up on island, research track and supply board."""
        for row, where in enumerate(_ROWS):
            sites = [site for site in sorted(self.idols) if (site - CAMPS) // _IN_A_ROW == row]
            if sites:
                faces = [f"“{self.effect_of('idols', self.idols[site])}”" for site in sites]
                yield f"Idols in {where}, from the left: {listed(faces)}."
        if self.bonus:
            tiles = [
                f"“{self.effect_of('bonus_tiles', face)}” in {self.space(row, at)}" for row, at, face in self.bonus
            ]
            yield f"Bonus tiles: {'; '.join(tiles)}."
        if self.supply:
            yield f"On the supply board: {'; '.join(self.assistant(assistant) for assistant in self.supply)}."
        self.supply = []

    def _lay_idol(self, site: int, face: int) -> None:
        self.idols[site] = face

    def _lay_bonus(self, space: int, face: int, row: int) -> None:
        self.bonus.append((row, space, face))

    def _supply(self, stack: int, assistant: int) -> None:
        rescued = stack == SUPPLY_STACKS
        if assistant == NOBODY:
            self._say("no assistant is left to be rescued" if rescued else "its stack is now empty")
        elif self.head:
            where = "those to be rescued" if rescued else "its stack"
            self._say(f"{self.assistant(assistant)} now lies on top of {where}")
        else:
            self.supply.append(assistant)

    def _round(self, round: int, first_seat: int) -> Iterator[str]:
        self.planes = set()
        marker = "" if first_seat == RIVAL else f" {self.who(first_seat)} has the starting player marker."
        begins = f"Round {_ROMAN[round]} begins{' with the rival' if first_seat == RIVAL else ''}.{marker}"
        yield from self._line(PlacedLine(begins, chapter=f"round {_ROMAN[round]}"))

    def _turn(self, seat: int, turn: int) -> Iterator[str]:
        yield from self._paragraph()
        self.head, self.mover, self.turn = f"Turn {turn}, {self.who(seat)}", seat, turn

    def _pass(self) -> None:
        if not (self.parts and self.parts[-1].endswith(_TO_PASS)):
            self._say("passes")

    def _home(self, seat: int, site: int, guarded: int) -> Iterator[str]:
        yield from self._paragraph()
        if guarded:
            yield f"{self.who(seat)} comes home from {self.site(site)}, where a guardian still stands."
        elif site in self.guarded:
            yield f"{self.who(seat)} comes home from {self.site(site)} without Fear of the guardian there."

    def _discard(self, seat: int, card: int) -> Iterator[str]:
        yield from self._line(f"{self.who(seat)} discards {self.card(card)}, left in hand.")

    def _shuffle(self, seat: int, cards: int) -> Iterator[str]:
        yield from self._line(f"{self.who(seat)} shuffles {counted(cards, 'card')} under the deck.")

    def _standing(self, seat: int, points: int) -> Iterator[str]:
        yield from self._line(f"{self.who(seat)} stands at {points} points.")

    def _row_exile(self, seat: int, card: int) -> Iterator[str]:
        if seat >= 0:
            self._say(f"{self.of_kind(card)} is exiled from the row")
        else:
            yield from self._line(f"The {_kind(card)} {self.card(card)} is exiled beside the moon staff.")

    def _deal(self, card: int) -> None:
        if self.head:
            self._say(f"{self.of_kind(card)} comes to the row")
        else:
            self.dealt.setdefault(_kind(card), []).append(self.card(card))

    # -------------------------------------------------------------------------------- cards

    def _play(self, card: int, mode: int) -> None:
        verb = "uses the effect of" if card in self.obtained else "plays"
        self._say(f"{verb} {self.card(card)}{_TO_PASS if mode == 2 else ''}")
        self._begins(self.card(card), self._figure_of(card, "pass_effect" if mode == 2 else "effect"))

    def _begins(self, name: str, effect: Sequence[Mapping[str, Any]]) -> None:
        """Remember the source of an effect that makes a journey or research cheaper."""
        cheaper = {"send": ("discount", "compass", "travel_free"), "research": ("discount", "other", "free")}
        for step in effect:
            if any(step.get(way) for way in cheaper.get(step["op"], ())):
                self.discount = name
                self.journey = step if step["op"] == "send" else {}

    def _travel(self, seat: int, card: int, icon: int) -> None:
        name, icons = self.card(card), self._icons_on(card)
        if seat in self.planes:
            icons = [ICONS[Icon.PLANE]] * len(icons)
        left = list(icons)
        if ICONS[icon] in left:
            left.remove(ICONS[icon])
        for other in left:
            self.left.setdefault(ICONS.index(other), []).append(name)
        rest = f" with {listed([a(other) for other in left])} left over" if left else ""
        told = f"{ICONS[icon]}{rest}"
        if name.endswith(f"({told})"):
            self._say(f"spends {name}")
        else:
            self._say(f"spends {name} as {a(told)}" if name.endswith(")") else f"spends {name} ({told})")

    def _pilot(self) -> None:
        paid = self.parts.pop().removeprefix("pays ") if self.parts and self.parts[-1].startswith("pays ") else ""
        self._say(f"hires a pilot for {paid}" if paid else "hires a pilot")

    def _icon(self, icon: int, discount: int) -> None:
        name = ICONS[icon]
        if discount:
            self._say(f"uses {a(name)} of the discount{f' of {self.discount}' if self.discount else ''}")
        elif self.left.get(icon):
            self._say(f"uses the {name} left over from {self.left[icon].pop(0)}")
        elif icon in self.produced:
            self._say(f"spends that {name}")
        else:
            self._say(f"uses {a(name)} that was left over")

    def _produce(self, icon: int, amount: int) -> None:
        self.produced.add(icon)
        self._say(f"has {counted(amount, ICONS[icon])} to spend")

    def _lose(self, icon: int, amount: int) -> None:
        self._say(f"leaves {counted(amount, ICONS[icon])} unused")

    def _gain(self, resource: int, amount: int, held: int) -> None:
        self._say(f"gains {self._tokens(resource, amount)} (now {held})")

    def _pay(self, cost: int, amount: int, held: int) -> None:
        self._say(f"pays {self._tokens(cost, amount)} ({held} left)")

    def _tokens(self, resource: int, amount: int) -> str:
        name = COSTS[resource]
        return counted(amount, name, f"{name}es" if name.endswith("s") else f"{name}s")

    def _draw(self, seat: int, card: int, from_bottom: int) -> None:
        if self.head:
            self._say(f"draws {self.card(card)}{' from the bottom' if from_bottom else ''}")
        else:
            self.drawn.setdefault(seat, []).append(self.card(card))

    def _keep(self, seat: int, card: int, end_of_round: int) -> None:
        if end_of_round:
            self.kept.setdefault(seat, []).append(self.card(card))
        else:
            self._say(f"keeps {self.card(card)}")

    def _return(self, card: int) -> None:
        self._say(f"puts {self.card(card)} back on top of the deck")

    def _skip(self, seat: int, op_code: int, progress: int) -> None:
        words = _UNDONE[op_code].format(
            more="further " if progress else "", card=self.card(progress) if op_code == Internal.RESOLVE else ""
        )
        own = words.startswith("there is")
        if op_code == Code.SEND:
            self.journey = {}
        self._say(words if own else f"{self.doer(seat)}{words}")

    def _use_up(self, card: int) -> None:
        self._say(f"uses up {self.card(card)}")

    def _exile(self, card: int, from_play: int) -> None:
        name = self.card(card)
        by_itself = card < FIRST_ARTIFACT and self._figure_of(card, "exile")
        if by_itself and self.parts and self.parts[-1] in (f"plays {name}", f"plays {name}{_TO_PASS}"):
            self.parts[-1] += ", which is exiled"
        else:
            place = "" if card == FEAR_TILE else f" from {'the play area' if from_play else 'hand'}"
            self._say(f"exiles {name}{place}")

    def _fear(self, seat: int, is_card: int) -> None:
        self._say(f"{self.doer(seat)}gets a {'Fear card' if is_card else 'fear tile'}")

    def _buy(self, card: int, price: int) -> None:
        cost, coins = self._figure_of(card, "cost"), RESOURCES.index("compass" if _kind(card) == "artifact" else "coin")
        self._say(
            f"buys {self.of_kind(card)} for {self._tokens(coins, price)}{f' instead of {number(cost)}' if price != cost else ''}"
        )
        self._comes_into_play(card)

    def _take(self, seat: int, card: int, destination: int, source: int) -> None:
        where = "" if seat == RIVAL else f" from {_SOURCES[source]} {_PILES[destination]} for free"
        self._say(f"takes {self.of_kind(card)}{where}")
        if seat != RIVAL and _PILES[destination] == "into play":
            self._comes_into_play(card)

    def _comes_into_play(self, card: int) -> None:
        """Note that the effect of an artifact may be used at once."""
        if _kind(card) == "artifact":
            self.obtained.add(card)

    def _look(self, card: int) -> None:
        self._say(f"{self.card(card)} lies on top of the {_kind(card)} deck")

    # -------------------------------------------------------------------------------- the island

    def _dig(self, site: int, space: int) -> None:
        self._say(f"digs at {self.site(site)}{' on the second space' if space else ''}{self._fare(0)}")

    def _discover(self, seat: int, site: int) -> None:
        cost = self.figures["discover.compasses"][SITE_LEVEL[site] - 1]
        paid = "" if seat == RIVAL else f", printed cost: {counted(cost, 'compass', 'compasses')}{self._fare(cost)}"
        self._say(f"discovers {self.site(site)}{paid}")

    def _fare(self, compasses: int) -> str:
        """Return what a travel effect saves of these compasses and of the travel cost; icons are listed one by one."""
        step, self.journey = self.journey, {}
        less = min(step.get("compass", 0), compasses)
        saved = [f"{number(less)} less"] * bool(less) + ["no travel cost"] * bool(step.get("travel_free"))
        return f" ({' and '.join(saved)} by {self.discount})" if saved else ""

    def _idol(self, face: int, idols: int) -> None:
        up = ", one face up" if idols > 1 else ""
        self._say(f"finds {counted(idols, 'idol')}{up} (“{self.effect_of('idols', face)}”)")

    def _reveal(self, site: int, site_tile: int) -> None:
        self.tiles[site] = site_tile
        self._say(f"the site tile reads “{self.place(site_tile)}”")

    def _guardian(self, site: int, guardian: int) -> None:
        self.guarded.add(site)
        name = self.figures.tables["guardians"].rows[guardian].upper()
        self._say(f"guardian {name} awakes (cost: {self.cost_of(guardian)}; boon: “{self.boon(guardian)}”)")

    def _activate(self, site: int) -> None:
        self._say(f"activates {self.site(site)}")

    def _activate_tile(self, site_tile: int) -> None:
        level = _ROMAN[1 if site_tile < TILES_1 else 2]
        self._say(
            f"activates the top tile of the level {level} stack (“{self.place(site_tile)}”), which goes under the stack"
        )

    def _overcome(self, seat: int, site: int, guardian: int, free: int) -> None:
        self.guarded.discard(site)
        without = " without paying that" if free and seat != RIVAL else ""
        self._say(f"overcomes {self.guardian(guardian)}{without} at {self.site(site)}")

    def _boon(self, guardian: int) -> None:
        self._say(f"uses the boon “{self.boon(guardian)}” of {self.guardian(guardian)}")

    def _relocate(self, site_left: int, site_reached: int, spaces: int) -> None:
        second = " on the second space" if spaces % 2 else ""
        self._say(f"relocates an archaeologist from {self.site(site_left)} to {self.site(site_reached)}{second}")

    def _move_guardian(self, site_left: int, site_reached: int, guardian: int) -> None:
        self.guarded = self.guarded - {site_left} | {site_reached}
        self._say(f"moves {self.guardian(guardian)} from {self.site(site_left)} to {self.site(site_reached)}")

    def _recall(self, site: int, space: int) -> None:
        second = ", second space" if space else ""
        self._say(f"calls an archaeologist home from {self.site(site)}{second}")

    def _planes(self, seat: int) -> None:
        self.planes.add(seat)
        if self.produced:
            self.produced = {Icon.PLANE}
        self.left = {Icon.PLANE: [name for names in self.left.values() for name in names]}
        self._say("has planes for all travel icons this round")

    def _mask(self) -> None:
        self._say("will get no Fear from guardians this round")

    # -------------------------------------------------------------------------------- research and assistants

    def _research(self, seat: int, token: int, space: int, row: int) -> None:
        if seat == RIVAL and self.ordered == "overcome":
            self._say("finds no guardian to overcome and researches instead")
        self._say(f"moves the {_TOKENS[token]} to {self.space(row, space, self._savings())}")

    def _discount(self, cost: int, less: int, free: int) -> None:
        self.saved.append(self._tokens(cost, less))
        self.for_nothing = bool(free)

    def _savings(self) -> str:
        """Return what an effect takes off the cost of research, and which effect; an empty text without one."""
        saved, free = self.saved, self.for_nothing
        self.saved, self.for_nothing = [], False
        if not saved:
            return ""
        return f"{'free' if free else f'{listed(saved)} less'} by {self.discount or 'an effect'}"

    def _bonus(self, seat: int, face: int) -> None:
        if face == NOBODY:
            self._say("removes a bonus tile of the Lost Temple unseen")
        else:
            self._say(
                f"{'removes' if seat == RIVAL else 'takes'} the bonus tile “{self.effect_of('bonus_tiles', face)}”"
            )

    def _arrive(self, seat: int, place: int) -> None:
        self.arrivals[seat] = place
        self._say(f"{self.doer(seat)}is the {ordinal(place)} to reach the Lost Temple")

    def _temple(self, stack: int, points: int) -> None:
        side = self.figures.tables["temple.stacks"].rows[stack].partition("_")[2]
        savings = self._savings()
        self._say(
            f"takes a temple tile of {points} points{f' from the {side} stack' if side else ''}{savings and f' ({savings})'}"
        )

    def _recruit(self, assistant: int) -> None:
        self._say(f"recruits {self.assistant(assistant)}")

    def _rescue(self, assistant: int) -> None:
        self._say(f"rescues {self.assistant(assistant)}, exhausted")

    def _promote(self, assistant: int) -> None:
        silver = self.assistant(assistant)
        self.gold.add(assistant)
        gold = self.effect(f"assistants.{self.figures.tables['assistants'].rows[assistant]}.gold")
        self._say(f"turns {silver} to gold (“{gold}”)")

    def _use(self, assistant: int, gold: int, on_supply: int) -> None:
        name = self.assistant(assistant, bool(gold))
        self._say(f"uses {name}{' of the supply board' if on_supply else ''}")
        row = self.figures.tables["assistants"].rows[assistant]
        self._begins(name, self.figures[f"assistants.{row}.{'gold' if gold else 'silver'}"])

    def _refresh(self, assistant: int) -> None:
        self._say(f"refreshes {self.assistant(assistant)}")

    def _swap(self, assistant_given: int, assistant_taken: int) -> None:
        left = self.assistant(assistant_given)
        if assistant_given in self.gold:
            self.gold = self.gold - {assistant_given} | {assistant_taken}
        self._say(f"exchanges {left} for {self.assistant(assistant_taken)}")

    def _upgrade(self, resource: int) -> None:
        self._say(f"upgrades {a(RESOURCES[resource])} to {a(RESOURCES[resource + 1])}")

    def _slot(self, slot: int, effect: int) -> None:
        self._say(f"puts an idol into slot {slot + 1} (“{self.effect_of('slots', effect)}”)")

    def _unslot(self, slot: int) -> None:
        self._say(f"takes the idol out of slot {slot + 1}")

    # -------------------------------------------------------------------------------- the rival and the end

    def _tile(self, tile: int, arrow: int, idle: int) -> Iterator[str]:
        yield from self._paragraph()
        side = ("left", "right")[arrow]
        what, _, colour = name_in_words(self.figures.tables["rival.tiles"].rows[tile]).rpartition(" ")
        named = f"the {colour} tile “{what}”" if colour in ("red", "green") else f"the tile “{what} {colour}”"
        self.head, self.mover, self.ordered = f"The rival turns up {named} (arrow {side})", RIVAL, what
        if idle:
            self._say("it does nothing in this round")

    def _remove(self, assistant: int) -> None:
        self._say(f"{self.assistant(assistant)} leaves the game")

    def _score(self, seat: int, part: int, points: int) -> None:
        if PARTS[part] in ("glass", "notebook"):
            self.researched[seat] = self.researched.get(seat, 0) + points
        if points:
            self.sources.setdefault(seat, []).append(f"{PART_WORDS[part]} {points}")

    def _final(self, seat: int, score: int) -> None:
        self.final.append((score, seat))

    TABLE: ClassVar[Mapping[IntEnum, Callable[..., Iterable[str] | None]]] = {
        Event.SETUP: _setup, Event.ROUND: _round, Event.TURN: _turn, Event.PLAY: _play, Event.TRAVEL: _travel,
        Event.PILOT: _pilot, Event.ICON: _icon, Event.GAIN: _gain, Event.PAY: _pay, Event.PRODUCE: _produce,
        Event.DRAW: _draw, Event.USE_UP: _use_up, Event.EXILE: _exile, Event.FEAR: _fear, Event.DIG: _dig,
        Event.DISCOVER: _discover, Event.IDOL: _idol, Event.REVEAL: _reveal, Event.GUARDIAN: _guardian,
        Event.ACTIVATE: _activate, Event.ACTIVATE_TILE: _activate_tile, Event.OVERCOME: _overcome, Event.BOON: _boon,
        Event.BUY: _buy, Event.TAKE: _take, Event.LOOK: _look, Event.DEAL: _deal, Event.RESEARCH: _research,
        Event.BONUS: _bonus, Event.ARRIVE: _arrive, Event.TEMPLE: _temple, Event.RECRUIT: _recruit,
        Event.RESCUE: _rescue, Event.PROMOTE: _promote, Event.USE: _use, Event.REFRESH: _refresh, Event.SWAP: _swap,
        Event.UPGRADE: _upgrade, Event.SLOT: _slot, Event.UNSLOT: _unslot, Event.RELOCATE: _relocate,
        Event.MOVE_GUARDIAN: _move_guardian, Event.RECALL: _recall, Event.PLANES: _planes, Event.MASK: _mask,
        Event.PASS: _pass, Event.HOME: _home, Event.DISCARD: _discard, Event.SHUFFLE: _shuffle,
        Event.ROW_EXILE: _row_exile, Event.STANDING: _standing, Event.TILE: _tile, Event.REMOVE: _remove,
        Event.SCORE: _score, Event.FINAL: _final, Event.KEEP: _keep, Event.RETURN: _return, Event.SKIP: _skip,
        Event.LOSE: _lose, Event.SUPPLY: _supply, Event.LAY_IDOL: _lay_idol, Event.LAY_BONUS: _lay_bonus,
        Event.DISCOUNT: _discount,
    }  # fmt: skip

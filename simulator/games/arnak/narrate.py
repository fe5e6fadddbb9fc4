"""Lost Ruins of Arnak in English, a paragraph a turn."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from typing import Any, ClassVar

import numpy as np

from simulator.game.figures import Figures
from simulator.game.narration import Narrator
from simulator.game.wording import Wording, counted, in_words, listed, ordinal
from simulator.games.arnak.columns import PART_WORDS
from simulator.games.arnak.ops import COSTS, ICONS, RESOURCES
from simulator.games.arnak.options import Action, action_of, token_of, what_of
from simulator.games.arnak.rules import (
    BASICS,
    CAMPS,
    FEAR_TILE,
    FIRST_ARTIFACT,
    FIRST_BASIC,
    FIRST_FEAR,
    LAST_ROW,
    SITE_LEVEL,
    TILES,
)
from simulator.games.arnak.state import NOBODY, PARTS, RIVAL, Decision, Event

WORDING = Wording(
    level_win="are won on the tie-break, by the research track",
    ends={"last round": "after the last round"},
    chapter="Round",
)
_ROMAN = ("", "I", "II", "III", "IV", "V")
_PILES = ("under the deck", "on top of the deck", "into hand", "into play")
_TOKENS = ("magnifying glass", "notebook")


def _points(points: int) -> str:
    """`12 points`, but `no points` and `one point` in words."""
    return counted(points, "point") if points in (0, 1) else f"{points} points"


def narrate(events: np.ndarray, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """A game's events as lines of English; `players` are the names by seat."""
    return ArnakNarrator(players, figures).lines(np.asarray(events))


def option_words(decision: int, option: int) -> str:
    """What an action of a turn is called; most begin with a payment, which tells nothing of them."""
    if decision != Decision.ACT:
        return ""
    action, what = Action(action_of(option)), what_of(option)
    if action == Action.RESEARCH:
        return f"research, {_TOKENS[token_of(what)]}"
    if action in (Action.PLAY, Action.PLAY_AND_PASS, Action.BUY):
        kind = "artifact" if FIRST_ARTIFACT <= what < FIRST_BASIC else "card"
        return f"{in_words(action.name.lower())}, {kind}"
    return in_words(action.name.lower())


class ArnakNarrator(Narrator):
    """Gathers a turn's sentences until the next turn begins."""

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures) -> None:
        super().__init__(players, figures)
        self.head = ""  # opens the paragraph
        self.mover = RIVAL  # whom it is about
        self.ordered = ""  # what the rival's tile says that was turned up last
        self.parts: list[str] = []
        self.final: list[tuple[int, int]] = []  # score, seat
        self.sources: dict[int, list[str]] = {}
        self.arrivals: dict[int, int] = {}  # places in the Lost Temple, by seat
        self.researched: dict[int, int] = {}  # points of both research tokens, by seat
        self.produced: set[int] = set()  # travel icons that this turn has produced
        self.drawn: dict[int, list[str]] = {}  # cards drawn between turns, by seat
        self.dealt: list[str] = []  # cards dealt to the row between turns

    # -------------------------------------------------------------------------------- names

    def who(self, seat: int) -> str:
        """A player, or the rival."""
        return "The rival" if seat == RIVAL else self.players[seat]

    def doer(self, seat: int) -> str:
        """The same before a verb; nothing where the paragraph is about them already."""
        return "" if self.head and seat == self.mover else f"{self.who(seat)} "

    def card(self, card: int) -> str:
        """A card's name."""
        if card == FEAR_TILE:
            return "a fear tile"
        if card >= FIRST_FEAR:
            return "Fear"
        if card >= FIRST_BASIC:
            row = self.figures.tables["basics"].rows[(card - FIRST_BASIC) % BASICS]
            return str(self.figures[f"basics.{row}.name"])
        return str(self._figure_of(card, "name"))

    def _figure_of(self, card: int, what: str) -> Any:
        """A figure of an item or an artifact."""
        table, at = ("items", card) if card < FIRST_ARTIFACT else ("artifacts", card - FIRST_ARTIFACT)
        return self.figures[f"{table}.{self.figures.tables[table].rows[at]}.{what}"]

    def row_of(self, table: str, at: int) -> str:
        """The name of a component, as its row in a table."""
        return in_words(self.figures.tables[table].rows[at])

    def site(self, site: int) -> str:
        """A site in words."""
        if site < CAMPS:
            return f"the {self.figures.tables['camps'].rows[site]} camp"
        return f"site {self.figures.tables['sites'].rows[site]}"

    def guardian(self, guardian: int) -> str:
        """A guardian in words."""
        return f"guardian {self.figures.tables['guardians'].rows[guardian].upper()}"

    def assistant(self, assistant: int) -> str:
        """An assistant in words."""
        return f"assistant {self.figures.tables['assistants'].rows[assistant].upper()}"

    def effect(self, key: str) -> str:
        """An effect in words."""
        return self.figures.by_key[key].text()

    def _silver(self, assistant: int) -> str:
        """What an assistant does that was not upgraded."""
        return self.effect(f"assistants.{self.figures.tables['assistants'].rows[assistant]}.silver")

    def place(self, place: int) -> str:
        """What a site tile or a camp brings."""
        table, at = ("tiles", place) if place < TILES else ("camps", place - TILES)
        return self.effect(f"{table}.{self.figures.tables[table].rows[at]}.effect")

    # -------------------------------------------------------------------------------- paragraphs

    def _say(self, part: str) -> None:
        self.parts.append(part)

    def _paragraph(self) -> Iterator[str]:
        if self.dealt:
            yield f"To the row {'comes' if len(self.dealt) == 1 else 'come'} {listed(self.dealt)}."
        for seat, cards in self.drawn.items():
            yield f"{self.who(seat)} draws {listed(cards)}."
        self.drawn, self.dealt = {}, []
        if self.head and self.mover == RIVAL and not self.parts:
            self._say("there is nothing it could do")
        if self.parts:
            opening = f"{self.head}: " if self.head else ""
            yield f"{opening}{'; '.join(self.parts)}."
        self.head, self.parts, self.produced = "", [], set()

    def _line(self, text: str) -> Iterator[str]:
        yield from self._paragraph()
        yield text

    def close(self) -> Iterator[str]:
        """The last turn and the final account."""
        yield from self._paragraph()
        for score, seat in sorted(self.final, key=lambda row: (-row[0], self._tie(row[1]))):
            parts = f" ({', '.join(self.sources[seat])})" if self.sources.get(seat) else ""
            yield f"{self.who(seat)} scores {_points(score)}{parts}."
        yield from self._outcome()

    def _tie(self, seat: int) -> tuple[int, int]:
        """What decides among equals, the least first: the arrival in the Lost Temple, then the points of research."""
        arrival = self.arrivals.get(seat, 0)
        return (arrival, 0) if arrival else (len(self.players) + 2, -self.researched.get(seat, 0))

    def _outcome(self) -> Iterator[str]:
        """Who wins, and by what among equals; solo, whether the rival is beaten."""
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

    def _setup(self, _seat: int, blocked: int, waiting: int, _c: int) -> Iterator[str]:
        camps = [row for at, row in enumerate(self.figures.tables["camps"].rows) if blocked >> at & 1]
        if len(self.players) == 1:
            yield f"The rival's stack has {counted(self.figures['rival.red_tiles'], 'red tile')} among its ten."
        if camps:
            yield f"The second spaces of these camps are blocked: {listed(camps)}."
        if waiting != NOBODY:
            yield f"Of the assistants to be rescued {self.assistant(waiting)} ({self._silver(waiting)}) lies on top."
        start = self.figures["start.resources"][1 if len(self.players) == 1 else 0 :]
        for player, tokens in zip(self.players, start, strict=False):
            held = [self._tokens(at, tokens[name]) for at, name in enumerate(RESOURCES) if tokens.get(name)]
            if held:
                yield f"{player} begins with {listed(held)}."

    def _round(self, _seat: int, number_: int, _b: int, _c: int) -> Iterator[str]:
        yield from self._line(f"Round {_ROMAN[number_]} begins.")

    def _turn(self, seat: int, turn: int, _b: int, _c: int) -> Iterator[str]:
        yield from self._paragraph()
        self.head, self.mover = f"Turn {turn}, {self.who(seat)}", seat

    def _pass(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        self._say("passes")

    def _home(self, seat: int, site: int, frightened: int, _c: int) -> Iterator[str]:
        yield from self._paragraph()
        if frightened:
            yield f"{self.who(seat)} comes home from {self.site(site)}, where a guardian still stands."

    def _discard(self, seat: int, card: int, _b: int, _c: int) -> Iterator[str]:
        yield from self._line(f"{self.who(seat)} discards {self.card(card)}, left in hand.")

    def _shuffle(self, seat: int, cards: int, _b: int, _c: int) -> Iterator[str]:
        yield from self._line(f"{self.who(seat)} shuffles {counted(cards, 'card')} under the deck.")

    def _standing(self, seat: int, _round: int, points: int, _c: int) -> Iterator[str]:
        yield from self._line(f"{self.who(seat)} stands at {points} points.")

    def _row_exile(self, seat: int, card: int, _b: int, _c: int) -> Iterator[str]:
        if seat >= 0:
            self._say(f"{self.card(card)} is exiled from the row")
        else:
            yield from self._line(f"{self.card(card)} is exiled beside the moon staff.")

    def _deal(self, _seat: int, card: int, _b: int, _c: int) -> None:
        if self.head:
            self._say(f"{self.card(card)} comes to the row")
        else:
            self.dealt.append(self.card(card))

    # -------------------------------------------------------------------------------- cards

    def _play(self, _seat: int, card: int, mode: int, _c: int) -> None:
        self._say(f"plays {self.card(card)}{' to pass' if mode == 2 else ''}")

    def _travel(self, _seat: int, card: int, icon: int, _c: int) -> None:
        self._say(f"spends {self.card(card)} ({ICONS[icon]})")

    def _pilot(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        paid = self.parts.pop().removeprefix("pays ") if self.parts and self.parts[-1].startswith("pays ") else ""
        self._say(f"hires a pilot for {paid}" if paid else "hires a pilot")

    def _icon(self, _seat: int, icon: int, discount: int, _c: int) -> None:
        if not discount and icon in self.produced:
            self._say(f"spends that {ICONS[icon]}")
        else:
            self._say(f"uses a {ICONS[icon]} {'of the discount' if discount else 'that was left'}")

    def _produce(self, _seat: int, icon: int, amount: int, _c: int) -> None:
        self.produced.add(icon)
        self._say(f"has {counted(amount, ICONS[icon])} to spend")

    def _gain(self, _seat: int, resource: int, amount: int, held: int) -> None:
        self._say(f"gains {self._tokens(resource, amount)} (now {held})")

    def _pay(self, _seat: int, resource: int, amount: int, left: int) -> None:
        self._say(f"pays {self._tokens(resource, amount)} ({left} left)")

    def _tokens(self, resource: int, amount: int) -> str:
        name = COSTS[resource]
        return counted(amount, name, f"{name}es" if name.endswith("s") else f"{name}s")

    def _draw(self, seat: int, card: int, bottom: int, _c: int) -> None:
        if self.head:
            self._say(f"draws {self.card(card)}{' from the bottom' if bottom else ''}")
        else:
            self.drawn.setdefault(seat, []).append(self.card(card))

    def _use_up(self, _seat: int, card: int, _b: int, _c: int) -> None:
        self._say(f"uses up {self.card(card)}")

    def _exile(self, _seat: int, card: int, from_play: int, _c: int) -> None:
        name = self.card(card)
        if self.parts and self.parts[-1] in (f"plays {name}", f"plays {name} to pass"):
            self.parts[-1] += ", which is exiled"
        else:
            self._say(f"exiles {name} from {'the play area' if from_play else 'hand'}")

    def _fear(self, seat: int, card: int, _b: int, _c: int) -> None:
        self._say(f"{self.doer(seat)}gets a {'Fear card' if card else 'fear tile'}")

    def _buy(self, _seat: int, card: int, price: int, _c: int) -> None:
        cost = self._figure_of(card, "cost")
        self._say(f"buys {self.card(card)} for {price}{f' instead of {cost}' if price != cost else ''}")

    def _take(self, seat: int, card: int, destination: int, _c: int) -> None:
        where = "" if seat == RIVAL else f" {_PILES[destination]} for free"
        self._say(f"takes {self.card(card)}{where}")

    def _look(self, _seat: int, card: int, _b: int, _c: int) -> None:
        self._say(f"{self.card(card)} lies on top of its deck")

    # -------------------------------------------------------------------------------- the island

    def _dig(self, _seat: int, site: int, space: int, _c: int) -> None:
        self._say(f"digs at {self.site(site)}{' on the second space' if space else ''}")

    def _discover(self, seat: int, site: int, _b: int, _c: int) -> None:
        level = SITE_LEVEL[site]
        compasses = counted(self.figures["discover.compasses"][level - 1], "compass", "compasses")
        cost = "" if seat == RIVAL else f", cost: {compasses}"
        self._say(f"discovers {self.site(site)} (level {_ROMAN[level]}{cost})")

    def _idol(self, _seat: int, _site: int, face: int, idols: int) -> None:
        self._say(f"finds {counted(idols, 'idol')} ({self.row_of('idols', face)})")

    def _reveal(self, _seat: int, _site: int, tile: int, _c: int) -> None:
        self._say(f"the site tile reads “{self.place(tile)}”")

    def _guardian(self, _seat: int, _site: int, guardian: int, _c: int) -> None:
        row = self.figures.tables["guardians"].rows[guardian]
        price = [self._tokens(COSTS.index(name), n) for name, n in self.figures[f"guardians.{row}.cost"].items() if n]
        self._say(f"{self.guardian(guardian)} awakes ({listed(price) if price else 'nothing'} to overcome it)")

    def _activate(self, _seat: int, site: int, _b: int, _c: int) -> None:
        self._say(f"activates {self.site(site)}")

    def _activate_tile(self, _seat: int, tile: int, _b: int, _c: int) -> None:
        self._say(f"activates the top tile of the stack ({self.place(tile)})")

    def _overcome(self, _seat: int, site: int, guardian: int, _free: int) -> None:
        self._say(f"overcomes {self.guardian(guardian)} at {self.site(site)}")

    def _boon(self, _seat: int, guardian: int, _b: int, _c: int) -> None:
        row = self.figures.tables["guardians"].rows[guardian]
        self._say(f"uses the boon of {self.guardian(guardian)} ({self.effect(f'guardians.{row}.boon')})")

    def _relocate(self, _seat: int, left: int, reached: int, _c: int) -> None:
        self._say(f"relocates from {self.site(left)} to {self.site(reached)}")

    def _move_guardian(self, _seat: int, left: int, reached: int, guardian: int) -> None:
        self._say(f"moves {self.guardian(guardian)} from {self.site(left)} to {self.site(reached)}")

    def _recall(self, _seat: int, site: int, _b: int, _c: int) -> None:
        self._say(f"calls an archaeologist home from {self.site(site)}")

    def _planes(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        self._say("has planes for all travel icons this round")

    def _mask(self, _seat: int, _a: int, _b: int, _c: int) -> None:
        self._say("will get no Fear from guardians this round")

    # -------------------------------------------------------------------------------- research and assistants

    def _research(self, seat: int, token: int, space: int, row: int) -> None:
        if seat == RIVAL and self.ordered == "overcome":
            self._say("finds no guardian to overcome and researches instead")
        cost = self.figures.by_key[f"research.{self.figures['board']}.spaces.{space}.cost"].text()
        where = "the Lost Temple" if row == LAST_ROW else f"row {row} (cost: {cost})"  # which of its spaces that is
        self._say(f"moves the {_TOKENS[token]} to {where}")

    def _bonus(self, seat: int, face: int, _space: int, _c: int) -> None:
        self._say(f"{'removes' if seat == RIVAL else 'takes'} a bonus tile ({self.row_of('bonus_tiles', face)})")

    def _arrive(self, seat: int, place: int, _b: int, _c: int) -> None:
        self.arrivals[seat] = place
        self._say(f"{self.doer(seat)}is the {ordinal(place)} to reach the Lost Temple")

    def _temple(self, _seat: int, _stack: int, points: int, _c: int) -> None:
        self._say(f"takes a temple tile of {points} points")

    def _recruit(self, _seat: int, assistant: int, _b: int, _c: int) -> None:
        self._say(f"recruits {self.assistant(assistant)} ({self._silver(assistant)})")

    def _rescue(self, _seat: int, assistant: int, _b: int, _c: int) -> None:
        self._say(f"rescues {self.assistant(assistant)} ({self._silver(assistant)}), exhausted")

    def _promote(self, _seat: int, assistant: int, _b: int, _c: int) -> None:
        self._say(f"turns {self.assistant(assistant)} to gold")

    def _use(self, _seat: int, assistant: int, gold: int, supply: int) -> None:
        row, side = self.figures.tables["assistants"].rows[assistant], "gold" if gold else "silver"
        where = " of the supply board" if supply else ""
        self._say(f"uses {self.assistant(assistant)}{where} ({self.effect(f'assistants.{row}.{side}')})")

    def _refresh(self, _seat: int, assistant: int, _b: int, _c: int) -> None:
        self._say(f"refreshes {self.assistant(assistant)}")

    def _swap(self, _seat: int, given: int, wanted: int, _c: int) -> None:
        self._say(f"exchanges {self.assistant(given)} for {self.assistant(wanted)}")

    def _upgrade(self, _seat: int, resource: int, _b: int, _c: int) -> None:
        self._say(f"upgrades a resource ({RESOURCES[resource]})")

    def _slot(self, _seat: int, slot: int, choice: int, _c: int) -> None:
        row = self.figures.tables["slots"].rows[choice]
        self._say(f"puts an idol into slot {slot + 1} ({self.effect(f'slots.{row}.effect')})")

    def _unslot(self, _seat: int, slot: int, _b: int, _c: int) -> None:
        self._say(f"takes the idol out of slot {slot + 1}")

    # -------------------------------------------------------------------------------- the rival and the end

    def _tile(self, _seat: int, tile: int, arrow: int, skips: int) -> Iterator[str]:
        yield from self._paragraph()
        side = ("left", "right")[arrow]
        what, _, colour = self.row_of("rival.tiles", tile).rpartition(" ")
        named = f"the {colour} tile “{what}”" if colour in ("red", "green") else f"the tile “{what} {colour}”"
        self.head, self.mover, self.ordered = f"The rival turns up {named} (arrow {side})", RIVAL, what
        if skips:
            self._say("it does nothing in this round")

    def _remove(self, _seat: int, assistant: int, _b: int, _c: int) -> None:
        self._say(f"{self.assistant(assistant)} leaves the game")

    def _score(self, seat: int, part: int, points: int, _c: int) -> None:
        if PARTS[part] in ("glass", "notebook"):
            self.researched[seat] = self.researched.get(seat, 0) + points
        if points:
            self.sources.setdefault(seat, []).append(f"{PART_WORDS[part]} {points}")

    def _final(self, seat: int, score: int, _b: int, _c: int) -> None:
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
        Event.SCORE: _score, Event.FINAL: _final,
    }  # fmt: skip

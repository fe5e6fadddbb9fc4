"""Narrate a game of the Temple of Chac in English, a line for each player's turn and for each trap that moves."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from enum import IntEnum
from itertools import groupby, pairwise
from typing import Any, ClassVar

from digsite.simulator.game.facts import UNKNOWN
from digsite.simulator.game.narration import Narrator, PlacedLine
from digsite.simulator.game.rules.figures import Figures
from digsite.simulator.game.wording import Wording, a, counted, listed, number
from digsite.simulator.games.chac.options import Action
from digsite.simulator.games.chac.rules import (
    BRIDGE,
    ENTRANCE,
    LAVA,
    LAVA_SIDE,
    MAX_COLUMNS,
    OUTSIDE,
    RIVER,
    SUN_A,
    SUN_B,
    VAULT,
    WALLS,
    build,
)
from digsite.simulator.games.chac.state import (
    ALCOVE_TREASURE,
    CASKET,
    LOCK_DICE,
    VAULT_TREASURE,
    Ability,
    Cause,
    Event,
    WallCard,
)

WORDING = Wording(
    turn="player turn",
    level_win="are won by the only player who got out, with nothing",
    ends={"exit sealed": "when the boulder seals the exit", "nobody inside": "when nobody is left inside"},
)

ADVENTURERS = (
    "Lea Rice", "Martin Fletcher", "Bill Baker", "Mustafa Ibrahim", "Trevor Griffith", "Arely Tamay",
    "Puccio Cortese", "Tatiana Bregovic", "Markus Bassler", "Len Tso Yau", "Nicole Lager", "Vincent Gerondeau",
)  # fmt: skip
_ORDINALS = ("first", "second", "third", "fourth")
_ALL_DICE = (1 << LOCK_DICE) - 1
_WALL_CARDS = {
    WallCard.BLANK: "blank",
    WallCard.LEFT: "left wall",
    WallCard.RIGHT: "right wall",
    WallCard.BOTH: "both walls",
}
_STEP, _GIFT = "> ", "< "  # mark clauses that are joined: steps to a walk, dropped cards to a list
_ROWS = {_STEP: "goes to ", _GIFT: "lets go of "}
_MOVES = (_STEP, "sprints to ", "leaps to ")


def narrate(events: Any, players: Sequence[str], figures: Figures) -> Iterator[str]:
    """Yield lines of English for a game's events."""
    return ChacNarrator(players, figures).lines(events)


def _dice(shown: int) -> str:
    return " ".join(str(shown)) if shown else "nothing"


def _with_ability(adventurer: int) -> str:
    return f"{ADVENTURERS[adventurer]} ({Ability(adventurer >> 1).name.replace('_', ' ').title()})"


def _joined(clauses: list[str]) -> str:
    """Return clauses with consecutive steps joined to one walk, and dropped cards to one list."""
    joined: list[str] = []
    for mark, row in groupby(clauses, key=lambda clause: clause[:2] if clause[:2] in _ROWS else ""):
        if mark:
            parts = [clause.removeprefix(mark) for clause in row]
            joined.append(_ROWS[mark] + (_walk(parts) if mark == _STEP else listed(parts)))
        else:
            joined += row
    return ", ".join(joined)


def _walk(places: list[str]) -> str:
    """Return the places of a walk; a corridor or river is named once."""
    return ", ".join(_after(before, place) for before, place in pairwise(["", *places]))


def _after(before: str, place: str) -> str:
    """Return a place right after another: within the same passage its number is enough."""
    for passage in ("corridor ", "river "):
        if before.startswith(passage):
            return place.removeprefix(passage)
    return place


def _worth(cards: int, value: int, caskets: int = 0) -> str:
    """Return what a player brings out; caskets that are still closed are counted separately."""
    shown = [f"{counted(cards - caskets, 'card')} worth {value}"] if cards > caskets else []
    closed = [counted(caskets, "casket")] if caskets else []
    return listed(shown + closed) if cards else "nothing"


def _tested(load: int, planks: int, dice: int) -> str:
    """Return the result of a test of the bridge."""
    before, broken = planks >> 3, planks & 7
    snaps = f"{number(broken)} of {counted(before, 'plank')} snap{'s' * (broken == 1)}" if broken else "no plank snaps"
    return f"({_dice(dice)}, with a load of {load} on it: {snaps})"


class ChacNarrator(Narrator):
    """Collects the clauses of a player's turn into one line; traps and dice get separate lines."""

    EVENTS = Event

    def __init__(self, players: Sequence[str], figures: Figures):
        super().__init__(players, figures)
        self.rules = build(figures, len(players))[0]
        self.who = ["nobody"] * len(players)  # adventurer of each seat, by name
        self.reserve = ["nobody"] * len(players)
        self.actor: int | None = None
        self.clauses: list[str] = []
        self.actions: dict[int, str] = {}
        self.walls: list[str] = []
        self.columns_left = 0
        self.pushed: dict[int, str] = {}
        self.crushed: list[str] = []
        self.counting = False  # treasure is being counted, after the last turn
        self.sealed = False
        self.loads: list[str] = []
        self.dropped: list[str] = []
        self.brought_out: dict[int, int] = {}  # value, by seat
        self.vault: int | None = None  # the seat that holds the vault's treasure
        self.read: set[tuple[int, int]] = set()  # seats and the zones whose clue they have deciphered

    # ------------------------------------------------------------------ lines

    def before(self, event: IntEnum, seat: int) -> Iterator[str]:
        """End a player's line when another player acts, or an event outside a player's turn comes."""
        if event == Event.DEATH and seat != self.actor:
            yield from self.end_line()
        elif event in _OF_A_TURN:
            if self.actor != seat:
                yield from self.end_line()
                self.actor = seat
        elif event not in _GATHERED:
            yield from self.end_line()

    def pause(self) -> Iterator[str]:
        """Yield the turn as far as it has gone."""
        yield from self.end_line()

    def close(self) -> Iterator[str]:
        """Yield the last line and the winner."""
        yield from self.end_line()
        yield from self.count()
        lost = [player for seat, player in enumerate(self.players) if seat not in self.brought_out]
        if lost and self.brought_out:
            yield f"{listed(lost)} brought nobody out."
        yield self.verdict()

    def count(self) -> Iterator[str]:
        """Yield why the game is over, before the treasure is counted."""
        if not self.counting:
            yield ""
            yield f"The game is over: {'the exit is sealed' if self.sealed else 'nobody is left inside'}."
        self.counting = True

    def end_line(self) -> Iterator[str]:
        """Yield the line of the player whose turn is over."""
        if self.actor is not None and self.clauses:
            allowed = self.actions.pop(self.actor, "")
            allowance = f", {allowed}:" if allowed else ""
            yield f"  {self.name(self.actor)}{allowance} {_joined(self.clauses)}."
        self.clauses, self.actor = [], None

    def walls_line(self, outcome: str) -> Iterator[str]:
        """Yield the line of the wall cards and of the adventurers that the walls pushed."""
        if self.walls:
            yield f"  The walls: {', '.join(self.walls)}; {outcome}."
            for seat, where in self.pushed.items():
                yield f"  {self.name(seat)} is pushed to {where}."
        yield from self.crushed
        self.walls, self.pushed, self.crushed = [], {}, []

    def verdict(self) -> str:
        """Return who wins, and why."""
        out = self.brought_out
        if not out:
            return "Nobody got out alive, so nobody wins."
        most = max(out.values())
        best = [seat for seat, value in out.items() if value == most]
        names = listed(self.players[seat] for seat in best)
        if len(best) > 1 and self.figures["ends.vault_breaks_ties"] and self.vault in best:
            return f"{names} tie at {most}; {self.players[self.vault]} holds the vault's treasure and wins."
        if len(best) > 1:
            return f"{names} tie at {most} and share the victory."
        if len(out) == 1:
            return f"{names} is the only one out alive, and wins."
        second = max(value for value in out.values() if value < most)
        return f"{names} wins with {most}, {number(most - second)} more than the next."

    # ------------------------------------------------------------------ words

    def name(self, seat: int) -> str:
        """Return the adventurer of a seat, with its player."""
        return f"{self.who[seat]} [{self.players[seat]}]"

    def place(self, space: int) -> str:
        """Return a space in words."""
        if space < LAVA:
            return f"corridor {space}{self.landmark(space)}"
        if space in (SUN_A, SUN_B):
            return f"Sun {'AB'[space == SUN_B]}"
        if space < WALLS:
            return f"slab {(space - LAVA) % LAVA_SIDE + 1}/{(space - LAVA) // LAVA_SIDE + 1}"
        if space < RIVER:
            return f"zone {(space - WALLS) // MAX_COLUMNS + 1} column {(space - WALLS) % MAX_COLUMNS + 1}"
        if space < BRIDGE:
            return f"river {space - RIVER + 1}"
        return {BRIDGE: "the bridge", ENTRANCE: "the entrance", OUTSIDE: "the open air"}.get(space, "nowhere")

    def landmark(self, space: int) -> str:
        """Return the special feature of a corridor space."""
        rules = self.rules
        alcove = int(rules.alcove_at[space])
        if alcove == VAULT:
            return " (the vault)"
        if alcove >= 0:
            return f" ({_ORDINALS[alcove]} alcove)"
        marks = {
            int(rules.near_end): " (the bridge's near end)",
            int(rules.far_end): " (the bridge's far end)",
            int(rules.last_space): " (before the exit)",
        }
        return marks.get(space, "")

    def card(self, kind: int) -> str:
        """Return a treasure card in words."""
        if kind == UNKNOWN:
            return "a card"
        if kind == CASKET:
            return "a casket"
        if kind == ALCOVE_TREASURE:
            return f"an alcove's {self.figures['treasure.alcove']}"
        if kind == VAULT_TREASURE:
            return f"the vault's {self.figures['treasure.vault']}"
        return a(kind)

    # ------------------------------------------------------------------ clauses of a player's line

    def _clause(self, text: str) -> None:
        self.clauses.append(text)

    def _move(self, action: int, space_entered: int) -> None:
        if space_entered == OUTSIDE:
            self._clause("sprints out of the temple" if action == Action.SPRINT else "leaves the temple")
            return
        verbs: dict[int, str] = {Action.SPRINT: "sprints to ", Action.LEAP: "leaps to "}
        self._clause(verbs.get(action, _STEP) + self.place(space_entered))

    def _search(self, card_kind: int, cards: int) -> None:
        self._clause(f"finds {self.card(card_kind)} ({counted(cards, 'card')})")

    def _peek(self, space: int, trapped: int) -> None:
        found = "" if trapped == UNKNOWN else f" ({'trapped' if trapped else 'safe'})"
        self._clause(f"reads the glyph of {self.place(space)}{found}")

    def _lock_roll(self, dice: int, rerolled: int) -> None:
        again = f"rerolls {counted(rerolled.bit_count(), 'die', 'dice')}"
        self._clause(f"{'works the lock' if rerolled == _ALL_DICE else again} ({_dice(dice)})")

    def _lock_open(self, seat: int, alcove: int, picked: int, value: int) -> None:
        what = "the vault" if alcove == VAULT else f"the {_ORDINALS[alcove]} alcove"
        if alcove == VAULT:
            self.vault = seat
        self._clause(f"opens {what}{' by Lock Picking' * picked} and takes its {value}")

    def _decipher(self, seat: int, zone: int, trapped_space: int) -> None:
        self.read.add((seat, zone + 1))
        found = "" if trapped_space == UNKNOWN else f" (its glyph lies on {self.place(trapped_space)})"
        self._clause(f"deciphers the clue of zone {zone + 1}{found}")

    def _slab(self, seat: int, trapped: int, zone: int) -> None:
        told = "said" if (seat, zone) in self.read else "would have said"
        self._of_last_move(f"(trapped, as the clue of zone {zone} {told})" if trapped else "(it holds)")

    def _unmasked(self) -> None:
        if self.clauses:
            self._of_last_move("(the lava room comes to light)")
        else:  # an adventurer has come down into it
            self._clause("brings the lava room to light")

    def _of_last_move(self, remark: str) -> None:
        at = max(i for i, clause in enumerate(self.clauses) if clause.startswith(_MOVES))
        self.clauses[at] += f" {remark}"

    def _bridge(self, load: int, planks_code: int, dice: int) -> None:
        if self.clauses and self.clauses[-1].startswith(_MOVES) and self.clauses[-1].endswith("the bridge"):
            self._of_last_move(_tested(load, planks_code, dice))
        else:  # no adventurer has stepped onto it, so one hops on it
            self._clause(f"sabotages the bridge {_tested(load, planks_code, dice)}")

    def _river_roll(self, dice: int, fatal_dice: int, reroll: int) -> None:
        verb = "rolls again" if reroll else "reaches for the bank"
        self._clause(f"{verb} ({_dice(dice)}: {counted(fatal_dice, 'fatal die', 'fatal dice')})")

    def _death(self, seat: int, cause: int, space: int, cards: int) -> Iterator[str]:
        self.vault = None if self.vault == seat else self.vault
        fate = {
            Cause.WALLS: "is crushed between the walls",
            Cause.LAVA: "sinks into the lava",
            Cause.RIVER: "is dragged down the waterfall",
            Cause.BOULDER: f"is flattened by the boulder on {self.place(space)}",
            Cause.BRIDGE: "falls into the abyss",
            Cause.SEALED_IN: "is sealed in for good",
        }[Cause(cause)]
        text = f"{fate} and loses {counted(cards, 'card')}" if cards else fate
        if seat == self.actor:
            self._clause(text)
        elif self.walls:  # it belongs after the wall cards
            self.crushed.append(f"  {self.name(seat)} {text}.")
        else:
            yield f"  {self.name(seat)} {text}."

    def _stop(self, actions: int) -> None:
        if actions:
            self._clause(f"stops with {counted(actions, 'action')} left")

    # ------------------------------------------------------------------ gathered for a later line

    def _drop(self, seat: int, card_kind: int) -> None:
        self._parted(seat, card_kind)
        self.dropped.append(self.card(card_kind))

    def _parted(self, seat: int, kind: int) -> None:
        if kind == VAULT_TREASURE and self.vault == seat:
            self.vault = None

    def _load(self, seat: int, load_level: int, cards: int, stamina: int) -> Iterator[str]:
        self.loads.append(f"{self.who[seat]} {load_level}{' by Stamina' * stamina} ({counted(cards, 'card')})")
        if self.dropped:
            yield f"  {self.name(seat)} drops {listed(self.dropped)}."
        self.dropped = []

    def _actions(self, seat: int, actions: int, load_level: int, recounted: int) -> Iterator[str]:
        self.actions[seat] = counted(actions, "action") if actions else ""
        if recounted:
            yield f"  {self.who[seat]} uses Stamina: load level {load_level}, {counted(actions, 'action')}."
        elif not actions:
            yield f"  {self.who[seat]} gets no action."

    def _sacrifice(self, seat: int, card_kind: int) -> None:
        self._parted(seat, card_kind)
        self._clause(_GIFT + self.card(card_kind))

    def _pushed(self, seat: int, space_entered: int) -> None:
        self.pushed[seat] = self.place(space_entered)

    def _wall_card(self, wall_card: int, left_wall: int, right_wall: int) -> None:
        self.walls.append(_WALL_CARDS[WallCard(wall_card)])
        self.columns_left = int(self.rules.walls_columns) - left_wall - right_wall

    # ------------------------------------------------------------------ lines of their own

    def key(self) -> Iterator[str]:
        """Yield how the places of the temple are numbered."""
        last, rapids = int(self.rules.last_space), int(self.rules.last_river_space) - RIVER + 1
        yield (
            f"Places: corridor 0 is where the boulder starts, {last} the last space before the exit; in the walls room zone 1 is "
            "at the entrance and column 1 next to the lava room; slab 3/1 of the lava room is in the third column from the "
            f"alcoves, in the row that the boulder passes first; river 1 to {rapids} run down to the waterfall."
        )
        yield ""

    def _enters(self, seat: int, adventurer: int, held_back: int) -> Iterator[str]:
        if set(self.who) == {"nobody"}:
            yield from self.key()
        self.who[seat], self.reserve[seat] = ADVENTURERS[adventurer], ADVENTURERS[held_back]
        sent, kept = _with_ability(adventurer), _with_ability(held_back)
        yield f"{self.players[seat]} sends {sent} into the temple and keeps {kept} back."

    def _turn(self, seat: int, turn: int, boulder_space: int) -> Iterator[str]:
        yield ""
        holds = f"Turn {turn}. {self.players[seat]} holds the dice; the boulder is on corridor {boulder_space}."
        yield PlacedLine(holds, chapter=f"turn {turn}", turn=turn)

    def _action_dice(self, dice: int) -> Iterator[str]:
        if self.loads:
            yield f"  Load levels: {'; '.join(self.loads)}."
        self.loads = []
        yield f"  The dice: {_dice(dice)}."

    def _boulder(self, dice: int, advance: int, space_reached: int) -> Iterator[str]:
        yield from self.walls_line(f"{counted(self.columns_left, 'column')} left open")
        rolls = f" rolls {_dice(dice)} and" if dice else ""
        moves = f"advances {counted(advance, 'space')} to" if advance else "stays on"
        yield f"  The boulder{rolls} {moves} corridor {space_reached}."

    def _walls_meet(self) -> Iterator[str]:
        self.pushed = {}
        yield from self.walls_line("they meet")

    def _replacement(self, seat: int, adventurer: int, space: int) -> Iterator[str]:
        self.who[seat] = ADVENTURERS[adventurer]
        yield f"  {self.players[seat]} lets {_with_ability(adventurer)} down onto {self.place(space)}."

    def _escape(self, seat: int, cards: int, value: int, caskets: int) -> Iterator[str]:
        brought = counted(cards, "card") if value == UNKNOWN else _worth(cards, value, caskets)
        yield f"  {self.name(seat)} is out with {brought}!"

    def _seal(self) -> Iterator[str]:
        self.sealed = True
        yield "  The boulder seals the exit."

    def _casket(self, seat: int, die: int) -> Iterator[str]:
        yield from self.count()
        yield f"{self.players[seat]} opens a casket: {die}."

    def _score(self, seat: int, cards: int, value: int) -> Iterator[str]:
        yield from self.count()
        self.brought_out[seat] = value
        yield f"{self.players[seat]} brought out {_worth(cards, value)}."

    TABLE: ClassVar[Mapping[IntEnum, Callable[..., Iterable[str] | None]]] = {
        Event.ENTERS: _enters,
        Event.TURN: _turn,
        Event.DROP: _drop,
        Event.LOAD: _load,
        Event.ACTION_DICE: _action_dice,
        Event.ACTIONS: _actions,
        Event.MOVE: _move,
        Event.UNMASKED: _unmasked,
        Event.SEARCH: _search,
        Event.DECIPHER: _decipher,
        Event.PEEK: _peek,
        Event.LOCK_ROLL: _lock_roll,
        Event.LOCK_OPEN: _lock_open,
        Event.LOCK_LEFT: lambda self: self._clause("gives up on the lock"),
        Event.SLAB: _slab,
        Event.BRIDGE: _bridge,
        Event.BRIDGE_GONE: lambda self: self._clause("breaks the last plank"),
        Event.RIVER_ROLL: _river_roll,
        Event.RIVER_SWIM: lambda self: self._clause("swims past a fatal die"),
        Event.SACRIFICE: _sacrifice,
        Event.RIVER_OUT: lambda self, space: self._clause(f"climbs out at {self.place(space)}"),
        Event.WALL_CARD: _wall_card,
        Event.PUSHED: _pushed,
        Event.WALLS_MEET: _walls_meet,
        Event.BOULDER: _boulder,
        Event.SUN: lambda _self, sun: [f"  Sun {'AB'[sun]} opens above the lava room."],
        Event.STAMINA: lambda self, load_level: self._clause(f"uses Stamina (load level {load_level})"),
        Event.BRIDGE_SMASHED: lambda _self: ["  The boulder smashes the bridge."],
        Event.DEATH: _death,
        Event.REPLACEMENT: _replacement,
        Event.ESCAPE: _escape,
        Event.SEALED: _seal,
        Event.CASKET: _casket,
        Event.SCORE: _score,
        Event.STOP: _stop,
        Event.CLINGS: lambda self, landing: self._clause(
            f"holds on to the bank, as the boulder is on {self.place(landing)}"
        ),
        Event.WAITS: lambda self, seat: [f"  {self.players[seat]} holds {self.reserve[seat]} back."],
    }


_OF_A_TURN = {
    Event.MOVE, Event.UNMASKED, Event.SEARCH, Event.DECIPHER, Event.PEEK, Event.LOCK_ROLL, Event.LOCK_OPEN,
    Event.LOCK_LEFT, Event.SLAB, Event.BRIDGE, Event.BRIDGE_GONE, Event.RIVER_ROLL, Event.RIVER_SWIM, Event.SACRIFICE,
    Event.RIVER_OUT, Event.CLINGS, Event.DEATH, Event.STOP, Event.STAMINA,
}  # fmt: skip
_GATHERED = {Event.DROP, Event.LOAD, Event.ACTIONS, Event.PUSHED}

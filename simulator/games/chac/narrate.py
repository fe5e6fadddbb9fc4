"""Tell a game of the Temple of Chac in English, a line for each player's turn and for each trap that moves."""

from collections.abc import Iterable, Iterator

from simulator.game.figures import Figures
from simulator.games.chac.names import ABILITIES, ADVENTURERS
from simulator.games.chac.rules import (
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
from simulator.games.chac.state import ALCOVE_TREASURE, CASKET, VAULT_TREASURE, Ability, Cause, Event, Verb, WallCard

_ORDINALS = ("first", "second", "third", "fourth", "fifth")
_COUNTS = ("no", "one", "two", "three", "four", "five", "six")
_WALL_CARDS = {
    WallCard.BLANK: "blank",
    WallCard.LEFT: "left wall",
    WallCard.RIGHT: "right wall",
    WallCard.BOTH: "both walls",
}


def narrate(events: Iterable[Iterable[int]], players: list[str], figures: Figures) -> Iterator[str]:
    """Lines of English for a game's events."""
    teller = _Teller(players, figures)
    for kind, seat, a, b, c in events:
        yield from teller.hear(Event(kind), int(seat), int(a), int(b), int(c))
    yield from teller.close()
    if not teller.told_scores:
        yield "Nobody got out alive, so nobody wins."


def _dice(shown: int) -> str:
    return " ".join(str(shown)) if shown else "nothing"


def _number(count: int, thing: str) -> str:
    plural = thing if count == 1 else f"{thing}s"
    return f"{_COUNTS[count] if count < len(_COUNTS) else count} {plural}"


class _Teller:
    """Gathers the clauses of a turn and lets them go as one line."""

    def __init__(self, players: list[str], figures: Figures):
        self.players = players
        self.figures = figures
        self.rules = build(figures, len(players))[0]
        self.who = ["nobody"] * len(players)  # adventurer of each seat, by name
        self.reserve = ["nobody"] * len(players)
        self.clauses: list[str] = []
        self.actor: int | None = None
        self.actions: dict[int, str] = {}
        self.walls: list[str] = []
        self.columns_left = 0
        self.pushed: dict[int, str] = {}
        self.loads: list[str] = []
        self.dropped: list[str] = []
        self.told_scores = False

    # ------------------------------------------------------------------ lines

    def hear(self, event: Event, seat: int, a: int, b: int, c: int) -> Iterator[str]:
        """Take in one event; give the lines that are complete."""
        if event in _CLAUSES:
            if self.actor != seat:
                yield from self.close()
                self.actor = seat
            clause = _CLAUSES[event](self, seat, a, b, c)
            if clause:
                self.clauses.append(clause)
        elif event in _LINES:
            yield from self.close()
            yield from _LINES[event](self, seat, a, b, c)
        elif event == Event.ACTIONS:
            self.actions[seat] = _number(a, "action")
        elif event in (Event.DROP, Event.LOAD):
            self.weigh(event, seat, a, b, c)
        elif event == Event.WALL_CARD:
            yield from self.close()
            self.walls.append(_WALL_CARDS[WallCard(a)])
            self.columns_left = int(self.rules.walls_columns) - b - c
        elif event == Event.PUSHED:
            self.pushed[seat] = self.place(b)

    def weigh(self, event: Event, seat: int, a: int, b: int, c: int) -> None:
        """Gather what is dropped and the load levels that follow."""
        if event == Event.DROP:
            self.dropped.append(self.card(a))
            return
        drops = f" drops {', '.join(self.dropped)}," if self.dropped else ""
        stamina = " by Stamina" if c else ""
        self.loads.append(f"{self.who[seat]}{drops} {a}{stamina} ({_number(b, 'card')})")
        self.dropped = []

    def weighed(self) -> Iterator[str]:
        """The line of loads."""
        if self.loads:
            yield f"  Load levels: {'; '.join(self.loads)}."
        self.loads = []

    def walls_line(self, outcome: str) -> Iterator[str]:
        """The line of wall cards and of whom the walls pushed."""
        if self.walls:
            yield f"  The walls: {', '.join(self.walls)}; {outcome}."
            for seat, where in self.pushed.items():
                yield f"  {self.name(seat)} is pushed to {where}."
        self.walls, self.pushed = [], {}

    def close(self) -> Iterator[str]:
        """End the line under way."""
        if self.actor is not None and self.clauses:
            yield f"  {self.name(self.actor)}{self.allowance()}: {', '.join(_joined(self.clauses))}."
        self.clauses, self.actor = [], None

    def allowance(self) -> str:
        allowed = self.actions.pop(self.actor, "") if self.actor is not None else ""
        return f", {allowed}" if allowed else ""

    # ------------------------------------------------------------------ words

    def name(self, seat: int) -> str:
        return f"{self.who[seat]} [{self.players[seat]}]"

    def place(self, space: int) -> str:
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
        if kind == CASKET:
            return "a casket"
        if kind == ALCOVE_TREASURE:
            return f"an alcove's {self.figures['treasure.alcove']}"
        if kind == VAULT_TREASURE:
            return f"the vault's {self.figures['treasure.vault']}"
        return f"a {kind}"


def _joined(clauses: list[str]) -> list[str]:
    """Steps in a row become one walk."""
    told: list[str] = []
    for clause in clauses:
        if clause.startswith("> ") and told and told[-1].startswith("goes to "):
            told[-1] += f", {clause[2:]}"
        else:
            told.append(f"goes to {clause[2:]}" if clause.startswith("> ") else clause)
    return told


# ---------------------------------------------------------------------- clauses of a player's line


def _move(teller: _Teller, seat: int, verb: int, _from: int, to: int) -> str:
    if to == OUTSIDE:
        return "sprints out of the temple" if verb == Verb.SPRINT else "leaves the temple"
    where = teller.place(to)
    words: dict[int, str] = {Verb.SPRINT: "sprints to", Verb.LEAP: "leaps to"}
    return f"{words.get(verb, '>')} {where}"


def _search(teller: _Teller, seat: int, deck: int, kind: int, cards: int) -> str:
    return f"finds {teller.card(kind)} ({_number(cards, 'card')})"


def _lock_roll(teller: _Teller, seat: int, alcove: int, dice: int, chosen: int) -> str:
    again = (
        "works the lock" if chosen == 31 else f"rerolls {_number(chosen.bit_count(), 'die').replace('dies', 'dice')}"
    )
    return f"{again} ({_dice(dice)})"


def _lock_open(teller: _Teller, seat: int, alcove: int, forced: int, value: int) -> str:
    what = "the vault" if alcove == VAULT else f"the {_ORDINALS[alcove]} alcove"
    return f"{'picks the lock of' if forced else 'opens'} {what} and takes its {value}"


def _bridge(teller: _Teller, seat: int, load: int, planks: int, dice: int) -> str:
    before, broken = planks >> 3, planks & 7
    snaps = "nothing snaps" if broken == 0 else f"{_number(broken, 'plank')} of {before} snapped"
    return f"the bridge creaks under load {load} ({_dice(dice)}: {snaps})"


def _river_roll(teller: _Teller, seat: int, dice: int, fatal: int, again: int) -> str:
    verb = "rolls again" if again else "reaches for the bank"
    return f"{verb} ({_dice(dice)}: {_number(fatal, 'fatal die').replace('dies', 'dice')})"


def _slab(teller: _Teller, seat: int, space: int, trapped: int, zone: int) -> str:
    return f"the slab is trapped (the clue of zone {zone})" if trapped else "the slab holds"


def _death(teller: _Teller, seat: int, cause: int, space: int, cards: int) -> str:
    fate = {
        Cause.WALLS: "is crushed between the walls",
        Cause.LAVA: "sinks into the lava",
        Cause.RIVER: "is dragged down the waterfall",
        Cause.BOULDER: f"is flattened by the boulder on {teller.place(space)}",
        Cause.BRIDGE: "falls into the abyss",
        Cause.SEALED_IN: "is sealed in for ever",
    }[Cause(cause)]
    return f"{fate}, losing {_number(cards, 'card')}"


def _rest(teller: _Teller, seat: int, left: int, _b: int, _c: int) -> str:
    if left:
        return f"stops with {_number(left, 'action')} left"
    return "" if teller.clauses else "rests"


_CLAUSES = {
    Event.MOVE: _move,
    Event.UNMASKED: lambda t, s, a, b, c: "brings the lava room to light",
    Event.SEARCH: _search,
    Event.DECIPHER: lambda t, s, a, b, c: f"deciphers the clue of zone {a + 1}",
    Event.PEEK: lambda t, s, a, b, c: f"reads the glyph of {t.place(a)} ({'trapped' if b else 'safe'})",
    Event.LOCK_ROLL: _lock_roll,
    Event.LOCK_OPEN: _lock_open,
    Event.LOCK_LEFT: lambda t, s, a, b, c: "leaves the lock",
    Event.SLAB: _slab,
    Event.BRIDGE: _bridge,
    Event.BRIDGE_GONE: lambda t, s, a, b, c: "the bridge is gone",
    Event.RIVER_ROLL: _river_roll,
    Event.RIVER_SWIM: lambda t, s, a, b, c: "swims past a fatal die",
    Event.SACRIFICE: lambda t, s, a, b, c: f"lets go of {t.card(a)}",
    Event.RIVER_OUT: lambda t, s, a, b, c: f"climbs out at {t.place(a)}",
    Event.DEATH: _death,
    Event.STOP: _rest,
}


# ---------------------------------------------------------------------- lines of their own


def _enters(teller: _Teller, seat: int, first: int, second: int, _c: int) -> Iterator[str]:
    teller.who[seat], teller.reserve[seat] = ADVENTURERS[first], ADVENTURERS[second]
    one, two = (f"{ADVENTURERS[i]} ({ABILITIES[Ability(i >> 1)]})" for i in (first, second))
    yield f"{teller.players[seat]} sends {one} into the temple and keeps {two} back."


def _turn(teller: _Teller, keeper: int, turn: int, boulder: int, _c: int) -> Iterator[str]:
    yield ""
    yield f"Turn {turn}. {teller.players[keeper]} holds the dice; the boulder is on corridor {boulder}."


def _action_dice(teller: _Teller, keeper: int, dice: int, _b: int, _c: int) -> Iterator[str]:
    yield from teller.weighed()
    yield f"  The dice: {_dice(dice)}."


def _boulder(teller: _Teller, _seat: int, dice: int, advance: int, space: int) -> Iterator[str]:
    yield from teller.walls_line(f"{_number(teller.columns_left, 'column')} left open")
    yield f"  The boulder: {_dice(dice)}, {_number(advance, 'space')} to corridor {space}."


def _walls_meet(teller: _Teller, _seat: int, _turn: int, _b: int, _c: int) -> Iterator[str]:
    teller.pushed = {}
    yield from teller.walls_line("they meet")


def _replacement(teller: _Teller, seat: int, adventurer: int, space: int, _c: int) -> Iterator[str]:
    teller.who[seat] = ADVENTURERS[adventurer]
    ability = ABILITIES[Ability(adventurer >> 1)]
    yield f"  {teller.name(seat)} ({ability}) is let down onto {teller.place(space)}."


def _escape(teller: _Teller, seat: int, cards: int, value: int, caskets: int) -> Iterator[str]:
    extra = f" and {_number(caskets, 'casket')}" if caskets else ""
    yield f"  {teller.name(seat)} is out with {_number(cards, 'card')} worth {value}{extra}!"


def _score(teller: _Teller, seat: int, cards: int, value: int, _c: int) -> Iterator[str]:
    if not teller.told_scores:
        yield ""
    teller.told_scores = True
    yield f"{teller.players[seat]} brought out {_number(cards, 'card')}: {value} in all."


_LINES = {
    Event.ENTERS: _enters,
    Event.TURN: _turn,
    Event.ACTION_DICE: _action_dice,
    Event.BOULDER: _boulder,
    Event.WALLS_MEET: _walls_meet,
    Event.SUN: lambda t, s, a, b, c: [f"  Sun {'AB'[a]} opens above the lava room."],
    Event.REPLACEMENT: _replacement,
    Event.ESCAPE: _escape,
    Event.WAITS: lambda t, s, a, b, c: [f"  {t.players[s]} keeps {t.reserve[s]} waiting."],
    Event.SEALED: lambda t, s, a, b, c: ["  The boulder seals the exit."],
    Event.CASKET: lambda t, s, a, b, c: [f"{t.players[s]} opens a casket: {a}."],
    Event.SCORE: _score,
}

"""The narration of a game: each event by the sentence that game.py gives it, then who won."""

from collections.abc import Iterator, Mapping, Sequence
from enum import EnumMeta, IntEnum
from typing import Any, NamedTuple

from digsite.simulator.game.authoring.declarations import FINAL, Packed, sentences_of
from digsite.simulator.game.authoring.places import WrongEntry
from digsite.simulator.game.authoring.sentences import PLAYER, Slot
from digsite.simulator.game.events import EventKind
from digsite.simulator.game.facts import UNKNOWN
from digsite.simulator.game.narration import PlacedLine
from digsite.simulator.game.wording import Wording, listed, name_in_words

FINAL_NUMBERS = ("points", "decides_ties", "side")
TABLE = "The table"  # does what no seat does


def event_kinds(kinds: type[IntEnum]) -> dict[str, EventKind]:
    """Return every kind of event by name, with its sentence and the names of its numbers."""
    sentences = sentences_of(kinds)
    found = {}
    for kind in kinds:
        name = kind.name.lower()
        if kind.name == FINAL:
            found[name] = EventKind(
                name, "a seat's final score; its side's first seat, 0 if it cannot win", FINAL_NUMBERS
            )
        elif sentence := sentences.get(kind.name):
            numbers = (*sentence.numbers, "", "", "")[:3]
            found[name] = EventKind(name, sentence.text.removeprefix("# "), numbers)
        else:
            found[name] = EventKind(name)
    return found


def check_tables(kinds: type[IntEnum], space: Mapping[str, Any]) -> None:
    """Raise a WrongUse for a sentence that looks a number up in something that is not in the file."""
    for name, sentence in sentences_of(kinds).items():
        for table in sentence.tables:
            if not isinstance(space.get(table), EnumMeta | Sequence | Mapping) or isinstance(space.get(table), str):
                raise WrongEntry(
                    "", name,
                    f"The sentence of {name} looks a number up in {table}, which game.py does not have; write "
                    f'{table} = ("snakes", "spiders"), or {{{{{PLAYER}}}}} for a seat\'s player.',
                )  # fmt: skip


class _Final(NamedTuple):
    """The end of the game for a seat."""

    seat: int
    points: int
    decides_ties: int
    side: int


class EventTeller:
    """Puts the events of a game into words by the sentences that its game.py declares."""

    def __init__(self, kinds: type[IntEnum], space: Mapping[str, Any], players: Sequence[str], wording: Wording):
        self._kinds, self._space, self._players, self._wording = kinds, space, players, wording
        self._finals: list[_Final] = []

    def lines(self, events: Any) -> Iterator[str]:
        """Yield a game, line by line."""
        sentences, described = sentences_of(self._kinds), event_kinds(self._kinds)
        for number, seat, *abc in events.tolist():
            kind = self._kinds(number)
            if kind.name == FINAL:
                self._finals.append(_Final(seat, *abc))
                continue
            values = dict(zip(described[kind.name.lower()].numbers, abc, strict=False))
            sentence = sentences.get(kind.name)
            if sentence is None:
                yield f"{self._who(seat)}: {name_in_words(kind.name.lower())} {listed(map(str, abc))}."
            elif text := sentence.say(self._who(seat), values, self._written):
                yield PlacedLine(text, chapter=text.partition(":")[0].rstrip(".")) if sentence.heading else text
        yield from self._result()

    def _who(self, seat: int) -> str:
        return self._players[seat] if 0 <= seat < len(self._players) else TABLE

    def _written(self, slot: Slot, value: int) -> str:
        if value == UNKNOWN:
            return f"a {name_in_words(slot.name)}"
        if not slot.table:
            return str(value)
        if slot.counts:
            return slot.counted(value)
        return self._who(value) if slot.table == PLAYER else entry_of(self._space[slot.table], value)

    def _result(self) -> Iterator[str]:
        """Yield the scores, and who wins: a side with all its seats, by the sum of their points."""
        ranked = sorted(self._finals, key=lambda it: (-it.points, -it.decides_ties))
        if not ranked:
            return
        yield f"Final {self._wording.points}: {', '.join(f'{self._who(it.seat)} {it.points}' for it in ranked)}."
        sides: dict[int, list[_Final]] = {}
        for final in self._finals:
            if final.side > 0:
                sides.setdefault(final.side, []).append(final)
        if not sides:
            yield f"{self._who(ranked[0].seat)} loses." if len(ranked) == 1 else "No player wins."
        elif len(self._finals) > 1:
            yield self._winners(list(sides.values()))
        elif "contends" in self._space:
            yield f"{self._who(ranked[0].seat)} wins."

    def _winners(self, sides: "list[list[_Final]]") -> str:
        def standing(side: list[_Final]) -> tuple[int, int]:
            return sum(it.points for it in side), side[0].decides_ties

        best = max(map(standing, sides))
        first = [side for side in sides if standing(side) == best]
        tie = " on the tie-break" if len([side for side in sides if standing(side)[0] == best[0]]) > len(first) else ""
        winners = sorted(it.seat for side in first for it in side)
        names = listed(map(self._who, winners))
        if len(first) > 1:
            return f"{names} share the win."
        if len(winners) == len(self._finals):
            return "All players win together."
        return f"{names} {'wins' if len(winners) == 1 else 'win together'}{tie}."


def entry_of(table: Any, value: int) -> str:
    """Return the name of a number in a table of names: a tuple, a mapping or an enum; the number itself if it has none."""
    if isinstance(table, EnumMeta):
        members: Mapping[str, Any] = table.__members__
        named = {int(member): name for name, member in members.items()}
        return name_in_words(named[value].lower()) if value in named else str(value)
    if isinstance(table, Mapping):
        return str(table.get(value, value))
    return str(table[value]) if 0 <= value < len(table) else str(value)


def option_parts(packed: Packed, option: int) -> list[str]:
    """Return the parts of an option in words."""
    words, rest = [], option
    for name, size in packed.sizes.items():
        rest, value = divmod(rest, size)
        part = packed.parts[name]
        words.append(f"{name_in_words(name)} {value + 1}" if isinstance(part, int) else entry_of(part, value))
    return words

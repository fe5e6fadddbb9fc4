"""What a game of two files shows to a seat: its PUBLIC and PRIVATE, or what follows from its STATE and HIDDEN.

By default all fields that are not hidden are shown, but for those that are only measured; of hidden hands the owner is
shown the cards and the others how many there are; of piles the number of cards.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.errors import WrongUse, nearest
from digsite.simulator.game.authoring.declarations import SEATS, Packed, sentences_of
from digsite.simulator.game.authoring.hidden import UNSEEN, Hand, Pile, missing_field
from digsite.simulator.game.authoring.narration import entry_of, option_parts
from digsite.simulator.game.authoring.places import WrongEntry
from digsite.simulator.game.authoring.records import ASKED, CHOICE, MILESTONES_PASSED, SCORE_AFTER
from digsite.simulator.game.facts import Choice, Facts, Scene, Secret, Value
from digsite.simulator.game.wording import name_in_words

if TYPE_CHECKING:
    from digsite.simulator.game.authoring.game import AuthoredGame

_COMMON = ("stream", "over", "seat", "decision", "end_reason", "turns")
_OWN = (ASKED, CHOICE, MILESTONES_PASSED, SCORE_AFTER, UNSEEN)
_CARD = "card"  # what a number in a sentence is called whose table names the cards of hands


def facts_of(game: "AuthoredGame") -> Facts:
    """Return what a game shows: as its game.py declares, or derived."""
    cards = _card_table(game)
    declared: Mapping[str, Any] = game.source.table("PUBLIC", {})
    fields = list(_declared(game, declared) if declared else _derived(game))
    seats: dict[str, Callable[[Scene, int], Value]] = {}
    table: dict[str, Callable[[Scene], Value]] = {}
    for field, words, names, size in fields:
        if _is_per_seat(game, field):
            seats[words] = _of_seat(field, names, size)
        else:
            table[words] = _of_table(field, names, size)
    own = {name_in_words(part.name): _own_hand(part, cards) for part in game.hidden.hands}
    seats |= {f"cards in {name_in_words(part.name)}": _hand_size(part) for part in game.hidden.hands}
    table |= {f"cards left in {name_in_words(part.name)}": _pile_size(part) for part in game.hidden.piles}
    return Facts(seats, table, own, _option(game), dict(_secrets(game)))


# ---------------------------------------------------------------------------------------------------------- facts


def _hidden_fields(game: "AuthoredGame") -> set[str]:
    hidden = game.hidden
    known = {part.known for part in hidden.hands if part.known}
    return {part.name for part in hidden.parts} | known | {missing_field(part) for part in hidden.hands}


def _derived(game: "AuthoredGame") -> Iterator[tuple[str, str, Any, str]]:
    """Yield every field that all may see: its name, its words, the names of its numbers, the field with its size."""
    measured = {it.name for it in game.own_columns if not it.part_of_score}
    sizes = {part.size for part in game.hidden.hands}
    left_out = _hidden_fields(game) | measured | sizes | set(_COMMON) | set(_OWN)
    for field in game.state_fields:
        if field not in left_out:
            yield field, name_in_words(field), None, ""


def _declared(game: "AuthoredGame", declared: Mapping[str, Any]) -> Iterator[tuple[str, str, Any, str]]:
    """Yield the fields of PUBLIC; an entry is its words, or its words, the names of its numbers, and its size."""
    hidden = _hidden_fields(game)
    for field, said in declared.items():
        if field not in game.state_fields:
            raise WrongEntry(
                "PUBLIC", field, f"PUBLIC shows {field}, which STATE does not have.{nearest(field, game.state_fields)}"
            )
        if field in hidden:
            raise WrongEntry("PUBLIC", field, f"PUBLIC shows {field}, which HIDDEN hides; leave one of them out.")
        words, names, size = (said, None, "") if isinstance(said, str) else (*said, None, "")[:3]
        if not isinstance(words, str):
            raise WrongUse(f'PUBLIC needs words for {field}, as in {{"{field}": "what it is called"}}.')
        yield field, words, names, str(size or "")


def _is_per_seat(game: "AuthoredGame", field: str) -> bool:
    """Return whether a field of STATE has an entry for each seat."""
    shape = game.source.module.STATE.get(field, "")
    first = shape[0] if isinstance(shape, list | tuple) and shape else shape
    return bool(first == SEATS or (first in ("number", "flag") and isinstance(shape, tuple) and SEATS in shape[1:2]))


def _shown(value: Any, names: Any, size: int | None) -> Value:
    """Return a number or a row of numbers as a fact, by their names if they have any."""
    if np.ndim(value) == 0:
        if isinstance(value, np.bool_):
            return "yes" if value else "no"
        return entry_of(names, int(value)) if names is not None else int(value)
    flat = np.ravel(value)[:size]
    if names is None and size is None and len(flat) > 1:
        return " ".join(str(int(it)) for it in flat)
    return [entry_of(names, int(it)) if names is not None else str(int(it)) for it in flat]


def _of_seat(field: str, names: Any, size: str) -> Callable[[Scene, int], Value]:
    def read(scene: Scene, seat: int) -> Value:
        state = scene.state
        return _shown(state[field][seat], names, int(state[size][seat]) if size else None)

    return read


def _of_table(field: str, names: Any, size: str) -> Callable[[Scene], Value]:
    return lambda scene: _shown(scene.state[field], names, int(scene.state[size]) if size else None)


def _pile_size(part: Pile) -> Callable[[Scene], Value]:
    def read(scene: Scene) -> Value:
        first, last = part.bounds(scene.state)
        return max(last - first, 0)

    return read


def _hand_size(part: Hand) -> Callable[[Scene, int], Value]:
    def read(scene: Scene, seat: int) -> Value:
        state = scene.state
        return int(state[part.size][seat] if part.size else state[part.name][seat].sum())

    return read


def _own_hand(part: Hand, names: Any) -> Callable[[Scene], Value]:
    def read(scene: Scene) -> Value:
        row = scene.state[part.name][scene.viewer]
        if part.size:
            return [entry_of(names, int(it)) for it in row[: int(scene.state[part.size][scene.viewer])]]
        return [f"{int(n)} x {entry_of(names, kind)}" for kind, n in enumerate(row) if n]

    return read


def _card_table(game: "AuthoredGame") -> Any:
    """Return the table that names the cards: that of a number called `card` in a sentence, or CARDS."""
    space = vars(game.source.module)
    for sentence in sentences_of(game.records.events).values():
        for piece in sentence.pieces:
            for slot in piece if isinstance(piece, tuple) else (piece,):
                if getattr(slot, "name", "") == _CARD and getattr(slot, "table", "") in space:
                    return space[slot.table]
    found = space.get("CARDS", ())
    return found if isinstance(found, Mapping | tuple | list) else ()


# -------------------------------------------------------------------------------------------------------- options


def _option(game: "AuthoredGame") -> Callable[[Scene, int], Choice]:
    packed, actions = game.source.table("Option", None), game.source.table("Action", ())
    decisions = {int(it): name_in_words(it.name).capitalize() for it in game.records.decisions}

    def described(scene: Scene, option: int) -> Choice:
        kind = decisions.get(int(scene.state.decision), "Choose")
        if game.source.has("choice_words"):
            return Choice(*map(str, game.source.module.choice_words(scene.rules, scene.state, option)))
        if game.source.has("option_words") or not isinstance(packed, Packed):
            words = game.option_words(int(scene.state.decision), option)
            own = not game.source.has("option_words") and len(actions) > 0
            return Choice(words.capitalize(), "") if own else Choice(kind, words)
        parts = option_parts(packed, option)
        if isinstance(packed.parts[next(iter(packed.parts))], int):
            return Choice(kind, ", ".join(parts))
        return Choice(parts[0].capitalize(), ", ".join(parts[1:]))

    return described


# -------------------------------------------------------------------------------------------------------- secrets


def _secrets(game: "AuthoredGame") -> Iterator[tuple[str, Secret]]:
    """Yield the secret numbers of events: those of PRIVATE, else whatever names a card in the owner's hand."""
    declared: Mapping[str, Any] = game.source.table("PRIVATE", {})
    for event, numbers in declared.items():
        if event not in game.records.events.__members__:
            raise WrongEntry(
                "PRIVATE",
                event,
                f"PRIVATE names {event}, which is no event.{nearest(event, list(game.records.events.__members__))}",
            )
        yield event.lower(), Secret((numbers,) if isinstance(numbers, str) else tuple(numbers))
    if declared or not game.hides:
        return
    for event, sentence in sentences_of(game.records.events).items():
        named = tuple(name for name in sentence.numbers if _CARD in name)
        if named:
            yield event.lower(), Secret(named, when=_in_hand(game, named))


def _in_hand(game: "AuthoredGame", numbers: tuple[str, ...]) -> Callable[[Scene, Mapping[str, int]], bool]:
    """Return whether an event may name a card that its seat holds hidden: nobody else knows it then."""

    def hidden(scene: Scene, values: Mapping[str, int]) -> bool:
        seat = values["seat"]
        if seat < 0:
            return False
        return any(values[name] in _cards(part, scene.state, seat) for part in game.hidden.hands for name in numbers)

    return hidden


def _cards(part: Hand, state: Any, seat: int) -> list[int]:
    row = state[part.name][seat]
    if part.size:
        return [int(it) for it in row[: int(state[part.size][seat])]]
    return [kind for kind, n in enumerate(row) if n]

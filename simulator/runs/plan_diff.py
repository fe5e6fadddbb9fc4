"""What changed between two descriptions of a run or an experiment, in words."""

import hashlib
from collections.abc import Iterator
from typing import Any

from digsite.simulator.game.wording import truncate
from digsite.simulator.play.seating import kind_of

_MOST = 3  # differences that are named, and entries of a list
_LONGEST = 60
_CAUSES = (
    "kind",
    "game",
    "game_files",
    "game_hash",
    "seed",
    "games",
    "players",
    "seating",
    "variants",
    "settings",
)  # a user's choices, before rules
_GROUPS = ("question", "rules")  # whose entries need no prefix
_WORDS = {
    "game_version": "the game's version",
    "game_hash": "the hash of the game",
    "game_files": "the game",
    "line_up": "line-up",
    "part_games": "games in a part",
    "provenance": "source of figures",
}
_NAMES = ("arm", "figure", "label")  # an entry's own name

Difference = tuple[tuple[str, ...], Any, Any]


def difference(old: Any, new: Any) -> str:
    """Return what changed, causes before consequences.

    >>> difference({"seed": 1, "rules": {"cards.hand": 8}}, {"seed": 2, "rules": {"cards.hand": 7}})
    'seed was 1, now 2; cards.hand was 8, now 7'
    >>> difference({"question": {"strategies": ["a", "b"]}}, {"question": {"strategies": ["a", "c"]}})
    'strategies was a + b, now a + c'
    >>> difference({"rules": {"storms": [5, 4, 4, 4]}}, {"rules": {"storms": [6, 6, 6, 6]}})
    'storms was 5,4,4,4, now 6,6,6,6'
    >>> difference({"question": {"margin": None}}, {"question": {"margin": ["share", 0.005]}})
    'margin was none, now share 0.005'
    """
    old, new = (_with_seating(side) for side in (old, new))
    found = sorted(_differences(old, new), key=lambda known: _rank(known[0]))
    texts = [_sentence(*known) for known in found[:_MOST]]
    more = [f"and {len(found) - _MOST} more"] if len(found) > _MOST else []
    return "; ".join([*texts, *more])


def _with_seating(known: Any) -> Any:
    """Return a plan with its seating, whichever way it says so."""
    if not (isinstance(known, dict) and {"rotate", "seating"} & set(known)):
        return known
    return {name: value for name, value in known.items() if name != "rotate"} | {"seating": kind_of(known)}


def _differences(old: Any, new: Any, path: tuple[str, ...] = ()) -> Iterator[Difference]:
    """Yield the entries that differ, as deep as both sides have them; things with different labels are different."""
    if not (isinstance(old, dict) and isinstance(new, dict)):
        yield path, old, new
    elif "label" in old and "label" in new and old["label"] != new["label"]:
        yield path, old["label"], new["label"]
    else:
        for key in {**old, **new}:
            if old.get(key) != new.get(key):
                yield from _differences(old.get(key), new.get(key), (*path, key))


def _rank(path: tuple[str, ...]) -> int:
    if path and path[0] in _CAUSES:
        return _CAUSES.index(path[0])
    return len(_CAUSES) + (path[:1] == ("weights",))


def _is_figure(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(isinstance(entry, int | float) for entry in value)


def _sentence(path: tuple[str, ...], old: Any, new: Any) -> str:
    if path[:1] == ("game_files",) and len(path) == 2:
        return f"{path[1]} of the game was {'removed' if new is None else 'added' if old is None else 'changed'}"
    if path[:1] == ("learned",) and len(path) == 2:
        return f"the learned player {path[1]} was {'removed' if new is None else 'added' if old is None else 'changed'}"
    if _is_figure(old) and _is_figure(new):
        before, now = (_cut(",".join(map(str, value))) for value in (old, new))
        return f"{_named(path)} was {before}, now {now}".strip()
    if isinstance(old, list) and isinstance(new, list) and max(len(old), len(new)) > _MOST:
        gone, come = ([entry for entry in one if entry not in other] for one, other in ((old, new), (new, old)))
        if gone or come:  # else only the order changed
            changes = [f"{word} {_text(entries)}" for word, entries in (("lost", gone), ("gained", come)) if entries]
            return f"{_named(path)} {' and '.join(changes)}".strip()
    return f"{_named(path)} was {_text(old)}, now {_text(new)}".strip()


def _named(path: tuple[str, ...]) -> str:
    return " ".join(_WORDS.get(word, word) for word in path if word not in _GROUPS)


def _text(value: Any) -> str:
    if value is None or value in ([], {}, ""):
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        between = " " if len({isinstance(entry, str) for entry in value}) > 1 else " + "
        more = f" and {len(value) - _MOST} more" if len(value) > _MOST else ""
        return between.join(_text(entry) for entry in value[:_MOST]) + more
    if isinstance(value, dict):
        return _cut(_thing(value))
    return _cut(str(value))


def _thing(value: dict[str, Any]) -> str:
    if {"file", "text"} <= set(value):
        return f"{value['file']} (hash {hashlib.sha256(str(value['text']).encode()).hexdigest()[:16]})"
    if {"measure", "at_least", "at_most"} <= set(value):  # a promise
        ends = [
            f"{word} {value[key]:g}"
            for word, key in (("at least", "at_least"), ("at most", "at_most"))
            if value[key] is not None
        ]
        return f"{', '.join(ends)}: {value.get('text') or value['measure']}"
    name = next((str(value[key]) for key in _NAMES if key in value), "")
    return name or ", ".join(f"{key} {_text(entry)}" for key, entry in value.items())


def _cut(text: str) -> str:
    return truncate(text, _LONGEST)

"""Fields that all seats see, and that give away what is hidden: a copy of the next card, a sum of a rival's hand.

`redeal` leaves such a field as it is, so that it fits the real game and none that is sampled. That shows over many games: here
the field and a hidden entry go together, there they do not.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from digsite.simulator.lab.battery.checks.sight import imagined, sight_of, veiled
from digsite.simulator.lab.battery.hand_play import copied
from digsite.simulator.lab.battery.problems import Problem, Spot
from digsite.simulator.lab.battery.subject import Subject
from digsite.strategies.registry import RANDOM

_GAMES = 48
_DEPTHS = (0, 2, 8, 32)  # decisions after which a game is looked at
_APART = 8  # games in which an entry differs from its most frequent value; with fewer, chance could explain a match
_TOGETHER, _NOT = 0.999, 0.9  # correlations


class Looks(NamedTuple):
    """What a seat looks at, one row a game, one column an entry of the state: as it is, as it is seen, as it is sampled."""

    names: list[str]
    real: np.ndarray
    seen: np.ndarray
    sampled: np.ndarray


def check_telltales(subject: Subject) -> Iterator[Problem]:
    """No open field goes together with a hidden one."""
    veil = subject.declarations.veil
    if veil is None or subject.only:
        return
    reported: set[str] = set()
    for depth, looks in _looks(subject, veil).items():
        for field, hidden in told_by(looks):
            if field in reported:
                continue
            reported.add(field)
            yield Problem(
                f"state.{field} is open, and tells seat 1 what state.{hidden} hides from it: they go together in every game, and in none "
                f"that it imagines. If players see state.{field}, state.{hidden} hides too much; if not, take it out of STATE, or name "
                "it in HIDDEN with of=.",
                place=f"state.{field}",
                kind=f"telltale {field}",
                weight="note" if depth else "fault",  # what players have seen since may be known
                spot=_spot(subject, 0),
            )  # fmt: skip


def _spot(subject: Subject, number: int) -> Spot:
    return subject.spot([RANDOM] * subject.seats, number)


def _looks(subject: Subject, veil: Any) -> dict[int, Looks]:
    """Return what the first seat looks at in games of random players, by the number of decisions before."""
    sight = sight_of(subject.game, subject.declarations)
    rows: dict[int, list[tuple[np.ndarray, ...]]] = {depth: [] for depth in _DEPTHS}
    names: list[str] = []
    for number in range(_GAMES):
        spot = _spot(subject, number)
        table = subject.by_hand(spot)
        for decisions, _ in enumerate(table.play(spot.players)):
            if decisions in rows:
                state = copied(table.asked.state)
                views = (state, veiled(veil, table.rules, state, 0), imagined(sight, table.rules, state, 0))
                entries = [_entries(it) for it in views]
                names = entries[0][0]
                rows[decisions].append(tuple(values for _, values in entries))
            if decisions >= _DEPTHS[-1]:
                break
        subject.count("game")
    whole = {depth: found for depth, found in rows.items() if len(found) >= _GAMES // 2}
    return {depth: Looks(names, *(np.array(it) for it in zip(*found, strict=True))) for depth, found in whole.items()}


def _entries(state: Any) -> tuple[list[str], np.ndarray]:
    """Return all numbers of a state but the streams of chance, with the names of their fields, and the sums of their rows."""
    names: list[str] = []
    values: list[np.ndarray] = []
    for name in state.dtype.names:
        entries = np.asarray(state[name])
        if name == "stream" or entries.dtype.kind not in "biuf":
            continue
        rows = entries.reshape(entries.shape[0], -1).sum(1) if entries.ndim > 1 else np.zeros(0)
        values += [entries.ravel().astype(float), rows.astype(float)]
        names += [name] * (entries.size + rows.size)
    return names, np.concatenate(values)


def told_by(looks: Looks) -> Iterator[tuple[str, str]]:
    """Yield each open field that goes together with a hidden one in real games and not in sampled ones, and that one."""
    hidden = (looks.real != looks.seen).any(0)
    open_ = ~hidden & (looks.real == looks.sampled).all(0) & _varied(looks.real)
    hidden &= _varied(looks.real) & _varied(looks.sampled)  # a redeal blanks what is no longer in use
    if not hidden.any() or not open_.any():
        return
    real = _correlations(looks.real[:, open_], looks.real[:, hidden])
    sampled = _correlations(looks.real[:, open_], looks.sampled[:, hidden])
    names = np.array(looks.names)
    telling = (np.abs(real) >= _TOGETHER) & (np.abs(sampled) < _NOT)
    for field, secret in zip(*np.nonzero(telling), strict=True):
        yield str(names[open_][field]), str(names[hidden][secret])


def _varied(values: np.ndarray) -> np.ndarray:
    """Return the columns that are not nearly always the same."""
    most = np.array([np.unique(column, return_counts=True)[1].max() for column in values.T])
    return np.asarray(len(values) - most >= _APART)


def _correlations(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """Return the correlation of each column with each; 0 where one does not vary."""
    scaled = []
    for values in (one, other):
        away = values - values.mean(0)
        size = np.sqrt((away**2).sum(0))
        scaled.append(np.divide(away, size, out=np.zeros_like(away), where=size > 0))
    return np.asarray(scaled[0].T @ scaled[1])

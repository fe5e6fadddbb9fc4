"""Whether a strategy chooses by what its seat cannot see: it is asked again with that dealt otherwise."""

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.game.authoring.faults import RuleFault
from digsite.simulator.game.authoring.record_watch import MIND, STATE, Fields, Row
from digsite.simulator.kernel.jit.signatures import Mind
from digsite.strategies.registry import Player

if TYPE_CHECKING:
    from digsite.simulator.play.rehearsal.table_watch import Watch

LOOKS = 40  # decisions of each strategy that are looked at
_DEALS = 2  # other deals of each


def check_sight(watch: "Watch", choose: Any, player: Player, asked: tuple[Any, ...]) -> None:
    """Raise a RuleFault if a strategy would choose otherwise with what its seat cannot see dealt otherwise."""
    label, sight = player.label, watch.game.sight_declarations
    if sight is None or not watch.game.hidden or watch.looks.get(label, 0) >= LOOKS:
        return
    watch.looks[label] = look = watch.looks.get(label, 0) + 1
    rules, state, seat, *_ = asked
    seen = _answer(choose, _with(asked, copied(state)))
    others = [copied(state) for _ in range(_DEALS)]
    for number, other in enumerate(others):
        sight.deal_otherwise(rules, other, seat, Random(_DEALS * look + number))
    for other in others:
        if (answer := _answer(choose, _with(asked, other))) != seen:
            _name_what_it_read(choose, asked, other)
            raise RuleFault(
                f"{label} chooses by what its seat cannot see: with that dealt otherwise it takes {_word(watch, asked, answer)} instead "
                f"of {_word(watch, asked, seen)}. Use only what the seat can see.",
                watch.game.source.strategies[player.strategy.name],
            )


def copied(state: Fields) -> Any:
    """Return a copy of a record that shares no memory with it."""
    return np.frombuffer(bytearray(state.tobytes()), state.dtype).view(np.recarray)[0]


def _with(asked: tuple[Any, ...], state: Any) -> tuple[Any, ...]:
    """Return what a strategy is asked, with another state and notes that share no memory with the real ones."""
    rules, _, seat, options, n, weights, mind = asked
    notes = np.frombuffer(bytearray(mind.notes.tobytes()), mind.notes.dtype).view(np.recarray)[0]
    return rules, Fields(copied(state) if isinstance(state, Fields) else state, STATE), seat, options, n, weights, Mind(
        Fields(notes, MIND), mind.tables
    )  # fmt: skip


def _answer(choose: Any, asked: tuple[Any, ...]) -> int:
    """Return the index that a strategy picks; -1 if it fails in a deal that is not the real one."""
    try:
        return int(choose(*asked))
    except Exception:
        return -1


def _word(watch: "Watch", asked: tuple[Any, ...], index: int) -> str:
    _, state, _, options, n, *_ = asked
    return watch.words(state, int(options[index])) if 0 <= index < n else "none of the options"


def _name_what_it_read(choose: Any, asked: tuple[Any, ...], other: Any) -> None:
    """Ask a strategy once more; raise a RuleFault at the line on which it reads what differs between two deals."""
    state = asked[1]
    trapped = Fields(copied(state), STATE)
    for name in state.dtype.names:
        differs = np.asarray(state._record[name] != other[name])
        if differs.any() and differs.shape:
            row = trapped._record[name].view(_Trapped)
            row.label, row.owner, row.hidden = f"state.{name}", None, differs
            object.__setattr__(trapped, name, row)
    rules, _, seat, options, n, weights, mind = _with(asked, copied(state))
    choose(rules, trapped, seat, options, n, weights, mind)


class _Trapped(Row):
    """A row of which some entries must not be read."""

    hidden: Any

    def __array_finalize__(self, made_from: Any) -> None:
        super().__array_finalize__(made_from)
        self.hidden = None

    def __getitem__(self, at: Any) -> Any:
        found = super().__getitem__(at)
        if self.hidden is not None and np.any(self.hidden[at]):
            raise _hidden(self.label)
        return found

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **named: Any) -> Any:
        if self.hidden is not None:
            raise _hidden(self.label)
        plain = [np.asarray(it) if isinstance(it, Row) else it for it in inputs]
        return getattr(ufunc, method)(*plain, **named)


def _hidden(label: str) -> RuleFault:
    return RuleFault(
        f"This reads entries of {label} that are hidden from the seat, and the strategy chooses by them. Use only what the seat "
        "can see: its own cards, and what HIDDEN does not name."
    )

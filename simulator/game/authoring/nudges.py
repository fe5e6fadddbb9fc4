"""The nudges of a game.py: what a seat can be given or lose, as `gain` declares it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import unknown
from digsite.simulator.game.authoring.declarations import Gain, gain
from digsite.simulator.game.authoring.places import WrongEntry
from digsite.simulator.game.columns import Column
from digsite.simulator.game.nudges import GENERAL, Nudge

if TYPE_CHECKING:
    import numpy as np

    from digsite.simulator.game.authoring.source import Source

_KNOWN = ("usual", "least", "most", "counted", "gained", "lost", "taken", "about")


def gains_of(source: "Source", columns: Sequence[Column], state: "np.dtype[Any]", seats: int) -> tuple[Gain, ...]:
    """Return what NUDGES lists, or one more of everything that is part of the score; refuse what cannot be given."""
    declared = source.table("NUDGES", None)
    if declared is None:
        parts = [it for it in columns if it.part_of_score and it.per == "seat" and not it.labels]
        return tuple(gain(it.name) for it in parts if it.name in (state.names or ()))
    named: set[str] = {nudge.name for nudge in GENERAL}
    for it in declared:
        if not isinstance(it, Gain):
            raise source.wrong(f'NUDGES lists {it!r}; write gain("gems", "a gem")', source.line_of("NUDGES", it))
        if it.field not in (state.names or ()) or state[it.field].shape != (seats,):
            needs = "a field of STATE with a number for each seat"
            raise source.wrong(f'gain("{it.field}") in NUDGES needs {needs}', source.line_of("NUDGES", it.field))
        if it.name in named:
            hint = f'name this one, as in gain("{it.field}", name="early-{it.name}")'
            raise source.wrong(f"There are two nudges called {it.name}; {hint}", source.line_of("NUDGES", it.field))
        named.add(it.name)
    return tuple(declared)


def nudge_of(code: int, made: Gain, columns: Sequence[Column]) -> Nudge:
    """Return the nudge that gives a seat some more of a field."""
    more = dict(made.more)
    thing = more.pop("called")
    if wrong := [name for name in more if name not in _KNOWN]:
        raise WrongEntry("NUDGES", made.field, unknown(f"entry of gain({made.field!r})", wrong[0], _KNOWN))
    if "usual" in more:
        more["usual"] = tuple(more["usual"]) if isinstance(more["usual"], list | tuple) else (int(more["usual"]),)
    about = more.pop("about", f"has {{amount}} added to its {made.things}")
    taken = more.pop("taken", f"has {{amount}} taken from its {made.things}")
    column = made.field if made.field in {it.name for it in columns} else ""
    counted = more.pop("counted", made.things)
    return Nudge(made.name, about, code, taken, called=thing, counted=counted, column=column, **{"least": -1} | more)

"""A check of a strategy's choice: it changes nothing but the player's own notes and noise, and can be repeated."""

from typing import Any

from tests.conformance.sight import differing
from tests.conformance.table import Asked


def check_choice(choose: Any, asked: Asked, noise: int) -> int:
    """Let a strategy choose twice, from the same notes and noise each time; gives its pick.

    `noise` is the stream of the seat's own noise. What is asked stays as it is.
    """
    picks = {_pick(choose, asked, noise) for _ in range(2)}
    assert len(picks) == 1, f"asked twice, it picks {sorted(picks)}"
    return picks.pop()


def _pick(choose: Any, asked: Asked, noise: int) -> int:
    handed = asked.copy()
    pick = handed.answer(choose)
    assert 0 <= pick < asked.n
    handed.state.stream[noise] = asked.state.stream[noise]
    changed = [f"state.{name}" for name in differing(asked.state, handed.state)]
    changed += [f"rules.{name}" for name in differing(asked.rules, handed.rules)]
    changed += [f"tables.{name}" for name in differing(asked.mind.tables, handed.mind.tables)]
    changed += ["options"] if asked.options.tobytes() != handed.options.tobytes() else []
    changed += ["weights"] if asked.weights.tobytes() != handed.weights.tobytes() else []
    assert not changed, f"a choice changes {', '.join(changed)}"
    return pick

"""A process that plays and times games as it is asked to, a line of JSON for each request and each answer.

`benchmarks/against.py` runs this text with the interpreter of another version as well, so that both are timed alternately
and in the same way. It uses nothing but what every version has: plans and tables.
"""

import hashlib
import json
import sys
import time
from importlib import import_module
from typing import Any


def timed(asked: dict[str, Any]) -> dict[str, Any]:
    """Play games; return the CPU time of this thread, the decisions, and a hash of the rows."""
    import numpy as np

    table = _table(asked["game"], asked["players"], asked["seats"])
    began = time.thread_time()
    rows = np.asarray(table.play(0, asked["games"]).rows)
    spent = time.thread_time() - began
    return {"cpu": spent, "decisions": int(rows["decisions"].sum()), "rows": _hash_of(rows)}


def _hash_of(rows: Any) -> str:
    """What was played, whatever columns a version has: how each game went and ended."""
    digest = hashlib.sha256()
    for column in ("decisions", "turns", "winner", "score"):
        digest.update(rows[column].astype("<i8").tobytes())
    return digest.hexdigest()


_tables: dict[str, Any] = {}


def _table(game: str, players: int, seats: list[str] | None) -> Any:
    try:
        from digsite.simulator.play.plan import make_plan
        from digsite.simulator.play.table import table_for
    except ImportError:  # a version of which these were packages of their own
        make_plan = import_module("simulator.play.plan").make_plan
        table_for = import_module("simulator.play.table").table_for

    key = json.dumps([game, players, seats])
    if key not in _tables:
        _tables[key] = table_for(make_plan(game, 1, players=players, seats=seats, seed=1, events=0))
    return _tables[key]


def main() -> None:
    """Answer requests until there are no more."""
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = timed(asked)
        except Exception as problem:  # the other side says what it means for the comparison
            answer = {"problem": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

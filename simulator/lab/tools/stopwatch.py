"""A process that plays and times games as it is asked to, a line of JSON for each request and each answer.

`digsite bench --against` runs this text with the interpreter of an earlier version as well, so that both versions are
timed in the same way, in turn. It uses nothing but what every version has: plans, tables, and the hash of the sources.
"""

import hashlib
import json
import sys
import time
from typing import Any


def source_of(asked: dict[str, Any]) -> dict[str, Any]:
    """The hash of all that a game's kernels depend on here."""
    from digsite.simulator.games import find_game
    from digsite.simulator.kernel.jit.compile import source_hash

    return {"source": source_hash(find_game(asked["game"]).home.name)}


def timed(asked: dict[str, Any]) -> dict[str, Any]:
    """Play games; gives the CPU time of this thread, the decisions, and a hash of the rows."""
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
    from digsite.simulator.play.plan import make_plan
    from digsite.simulator.play.table import table_for

    key = json.dumps([game, players, seats])
    if key not in _tables:
        _tables[key] = table_for(make_plan(game, 1, players=players, seats=seats, seed=1, events=0))
    return _tables[key]


def main() -> None:
    """Answer requests until there are no more."""
    kinds = {"source": source_of, "time": timed}
    for line in sys.stdin:
        asked = json.loads(line)
        try:
            answer = kinds[asked["what"]](asked)
        except Exception as problem:  # the other side says what it means for the comparison
            answer = {"problem": f"{type(problem).__name__}: {problem}"}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()

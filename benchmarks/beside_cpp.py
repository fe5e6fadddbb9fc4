"""Lost Cities' kernels beside the same game in C++: CPU time for a random decision.

    python benchmarks/beside_cpp.py [ROUNDS]

`lost_cities.cpp` is compiled by g++ -O3 -march=native (where there is none, a sentence says so and that is all). It stands on
the same records, written into a header here, and draws the same numbers in the same order: every row of every setting is
compared to the byte before anything is timed. Then all play the same games in turn: the kernels, C++ as one would write it first,
and C++ with the tricks of the kernels. A ratio is the median of the rounds' ratios, with the second lowest and highest.
"""

import ctypes
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from enum import IntEnum
from functools import partial
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np

from digsite.simulator.games.lost_cities import options, rules, state
from digsite.simulator.games.lost_cities.columns import OUTCOME
from digsite.simulator.play.plan import make_plan
from digsite.simulator.play.table import Table, table_for

SOURCE = Path(__file__).with_name("lost_cities.cpp")
RECORDS = {"Rules": rules.Rules, "State": state.State, "Outcome": OUTCOME}
NUMBERS = (
    *(rules.FloorOn, state.Stream, state.Decision, state.Tile, state.Direction, state.EndReason, options.Action),
    *((module, name) for module, names in (
        (rules, ("CARD_VALUES", "PATHS", "CARDS", "STONES")),
        (state, ("NO_PILE",)),
        (options, ("ACTION_STRIDE", "MAX_OPTIONS", "DECLINE", "PILE")),
    ) for name in names),
)  # fmt: skip
C_TYPES = {"i1": "int8_t", "u1": "uint8_t", "b1": "bool", "i2": "int16_t", "i4": "int32_t", "i8": "int64_t", "u8": "uint64_t"}  # fmt: skip
CHECKED, SEED = 300, 1  # games of each setting whose rows are compared
SETTINGS: tuple[dict[str, Any], ...] = (
    {},
    {"variants": ["short"]},
    {"variants": ["descending-paths"]},
    {"variants": ["short", "descending-paths"]},
    {"settings": ["play.must_open_with_lowest=true"]},
    {"settings": ["play.must_open_with_lowest=true"], "variants": ["descending-paths"]},
    {"settings": ["play.may_draw_own_fresh_discard=true", "ends.stall_turns=5"]},
    {"settings": ["play.arrow_optional=false", "explorers.researchers=2"]},
    {"settings": ["score.floor_on=expedition", "score.floor_covers_artifacts=true"]},
    {"settings": ["cards.copies=1", "cards.hand=3"]},
    {"settings": ["cards.hand=16", "ends.pieces_over_bridge=3"]},
)


def main() -> None:
    """Compare the rows of all settings, then time the game as printed for two, three and four players."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else 15
    if shutil.which("g++") is None:
        print("There is no g++ here, so that there is nothing to measure the kernels by.")
        return
    programs = {"plain C++": compiled(0), "C++ with the same tricks": compiled(1)}
    tables = {players: [table_of(players, setting) for setting in SETTINGS] for players in (2, 3, 4)}
    for players, settings in tables.items():
        for table, setting in zip(settings, SETTINGS, strict=True):
            rows = table.play(0, CHECKED).rows.tobytes()
            for name, play in programs.items():
                if rows_by(play, table, CHECKED).tobytes() != rows:
                    sys.exit(f"{name}: other rows of {players} players with {setting or 'the rules as printed'}.")
    print(f"The same rows: {CHECKED} games of {len(SETTINGS)} rule sets for each number of players.", flush=True)
    for players, (table, *_) in tables.items():
        print(f"{players} players: {compared(programs, table, rounds)}", flush=True)


def compiled(tricks: int) -> Any:
    """The C++ program's function that plays, with or without the tricks of the kernels."""
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "records.h").write_text("\n".join(header()) + "\n", encoding="utf-8")
        library = Path(folder) / "lost_cities.so"
        command = ["g++", "-std=c++17", "-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run([*command, f"-DTRICKS={tricks}", f"-I{folder}", str(SOURCE), "-o", str(library)], check=True)
        return ctypes.CDLL(str(library)).play


def header() -> Iterator[str]:
    """The records as C++ structures, and the numbers that have names."""
    yield "#pragma once\n#include <cstdint>"
    for numbers in NUMBERS:
        if isinstance(numbers, tuple):
            module, name = numbers
            yield f"constexpr int {name} = {getattr(module, name)};"
        else:
            assert issubclass(numbers, IntEnum)
            members = ", ".join(f"{member.name} = {member.value}" for member in numbers)
            yield f"namespace {numbers.__name__} {{ enum {{ {members} }}; }}"
    for name, record in RECORDS.items():
        yield f"struct {name} {{"
        assert record.fields is not None
        for field, (kind, *_) in record.fields.items():
            dimensions = "".join(f"[{length}]" for length in kind.shape)
            yield f"    {C_TYPES[kind.base.str[1:]]} {field}{dimensions};"
        yield f"}};\nstatic_assert(sizeof({name}) == {record.itemsize});"


def table_of(players: int, setting: dict[str, Any]) -> Table:
    """A table of random players."""
    return table_for(
        make_plan("lost-cities", 1, players=players, seats=["random"] * players, seed=SEED, events=0, **setting)
    )


def rows_by(play: Any, table: Table, games: int) -> np.ndarray:
    """The rows of the first games, played by the C++ program."""
    rows = np.zeros(games, OUTCOME)
    given, made = (ctypes.c_void_p(array.ctypes.data) for array in (table.rules, rows))
    play(given, ctypes.c_int64(table.seed), ctypes.c_int64(games), made)
    return rows


def compared(programs: dict[str, Any], table: Table, rounds: int) -> str:
    """What a decision costs, and the ratios."""
    games = 1_000
    decisions = int(table.play(0, games).rows["decisions"].sum())
    ours: list[float] = []
    theirs: dict[str, list[float]] = {name: [] for name in programs}
    for _ in range(rounds):
        ours.append(cpu(lambda: table.play(0, games)))
        for name, play in programs.items():
            theirs[name].append(cpu(partial(rows_by, play, table, games)))
    told = [f"kernels {1e9 * median(ours) / decisions:.1f} ns a decision"]
    for name, times in theirs.items():
        ratios = sorted(here / there for here, there in zip(ours, times, strict=True))
        spread = f"{ratios[1]:.2f} to {ratios[-2]:.2f}"
        told.append(f"{name} {1e9 * median(times) / decisions:.1f}, ratio {median(ratios):.2f} ({spread})")
    return "; ".join(told)


def cpu(work: Callable[[], Any]) -> float:
    """The CPU time of this thread that some work takes, in seconds."""
    began = time.thread_time()
    work()
    return time.thread_time() - began


if __name__ == "__main__":
    main()

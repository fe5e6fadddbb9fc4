"""What digsite asks of numba it asks for its own functions alone: a user's are compiled as numba compiles them."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
THEIRS = """
from numba import njit

@njit('int64(int64)', cache=True)
def before(x):
    return 2 * x + max(x, 3)

@njit(cache=True)
def after(x):
    return 3 * x + max(x, 4)
"""
LOOK = """
import json, sys, types
import theirs

PYTHONS = ("__warningregistry__", "__slotnames__")  # Python's own notes on a module that warned, a class that was pickled

def everything():
    \"\"\"Each name in numba's and LLVM's modules, and in the classes of these, with what it stands for.\"\"\"
    found = {}
    for name, module in list(sys.modules.items()):
        if name.partition(".")[0] not in ("numba", "llvmlite") or not isinstance(module, types.ModuleType):
            continue
        found |= {(name, key): value for key, value in vars(module).items() if key not in PYTHONS}
        for kind in [it for it in vars(module).values() if isinstance(it, type) and str(it.__module__) == name]:
            found |= {(name, kind.__qualname__, key): value for key, value in vars(kind).items() if key not in PYTHONS}
    return found

def own(function):
    made, = function.overloads.values()
    return type(function).__name__, type(made.library).__name__, made.fndesc.mangled_name

theirs.before(1)
before = everything()
USE
now = everything()
loaded = {key[0] for key in before}
changed = [key for key, value in before.items() if now.get(key) is not value]
new = [key for key in now.keys() - before.keys() if key[0] in loaded and not isinstance(now[key], types.ModuleType)]
theirs.after(1)
print(json.dumps({"changed": sorted(map(str, changed + new)), "functions": [own(theirs.before), own(theirs.after)]}))
"""
USE = """
import numpy as np
import digsite, digsite.simulator.kernel.jit.compile
from digsite.simulator.kernel.play.options import index_of
assert index_of(np.arange(5, dtype=np.int32), 5, 3) == 3
assert type(next(iter(index_of.overloads.values())).library).__name__ != "JITCodeLibrary"

@digsite.simulator.kernel.jit.compile.rule("int64(int64)", cache=False)
def helped(x):
    return theirs.before(x) + 1

assert helped(1) == 6
"""


def look(folder: Path, use: str) -> dict:
    """What a process sees of numba and of a user's functions, before and after it uses something."""
    folder.mkdir()
    (folder / "theirs.py").write_text(THEIRS)
    here = os.environ | {"NUMBA_CACHE_DIR": str(folder / "cache"), "PYTHONPATH": f"{folder}{os.pathsep}{ROOT}"}
    here.pop("NUMBA_DISABLE_JIT", None)
    command = [sys.executable, "-c", LOOK.replace("USE", use)]
    shown = subprocess.run(command, cwd=folder, env=here, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    files = sorted(path.name for path in (folder / "cache").rglob("*.nb?"))
    return json.loads(shown.stdout) | {"files": files}


@pytest.fixture(scope="module")
def processes(tmp_path_factory) -> tuple[dict, dict]:
    """A process without digsite, and one that uses it."""
    folder = tmp_path_factory.mktemp("theirs")
    return look(folder / "alone", ""), look(folder / "together", USE)


def test_no_name_in_numba_stands_for_something_else_after_digsite_is_used(processes):
    assert processes[1]["changed"] == []


def test_a_users_function_is_compiled_and_cached_as_without_digsite(processes):
    alone, together = processes
    assert together["files"] == alone["files"]
    for function in together["functions"]:
        assert function[:2] == ["CPUDispatcher", "JITCodeLibrary"]
    assert together["functions"][0] == alone["functions"][0]  # compiled before digsite is loaded


def test_a_users_function_keeps_numbas_small_number_in_its_name(processes):
    """Numbers are counted from 1 in each process; those of the functions that digsite compiles are counted too."""
    first, second = (int(re.search(r"B\d+v(\d+)B", name)[1]) for _, _, name in processes[1]["functions"])
    assert first < second < first + 1_000

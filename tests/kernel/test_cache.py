"""A stale kernel can never run: an edit in another file than the cached function's makes a new cache."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
HELPER = "from simulator.kernel.compile import kernel\n\n@kernel\ndef figure():\n    return {}\n"
MOVES = (
    "from simulator.kernel.compile import kernel\nfrom simulator.games.toy.helper import figure\n\n"
    "@kernel('int64()')\ndef total():\n    return figure() + 1\n"
)
SHOW = "from simulator.games.toy.moves import total; print(total(), sum(total.stats.cache_hits.values()))"


def test_an_edit_in_a_helper_of_another_file_is_noticed(tmp_path):
    shutil.copytree(ROOT / "simulator", tmp_path / "simulator", ignore=shutil.ignore_patterns("__pycache__"))
    toy = tmp_path / "simulator" / "games" / "toy"
    toy.mkdir()
    (toy / "__init__.py").write_text("")
    (toy / "moves.py").write_text(MOVES)
    (toy / "helper.py").write_text(HELPER.format(41))
    here = os.environ | {"DIGSITE_CACHE": str(tmp_path / "cache"), "PYTHONPATH": str(tmp_path)}
    here.pop("NUMBA_DISABLE_JIT", None)

    def run() -> str:
        told = subprocess.run([sys.executable, "-c", SHOW], cwd=tmp_path, env=here, capture_output=True, text=True)
        assert told.returncode == 0, told.stderr
        return told.stdout.strip()

    assert run() == "42 0"  # compiled
    assert run() == "42 1"  # served from the cache
    (toy / "helper.py").write_text(HELPER.format(10))
    assert run() == "11 0"  # the new code, though moves.py is untouched
    (toy / "helper.py").write_text(HELPER.format(41))
    assert run() == "42 1"  # the old sources find their old kernels

"""The notebook of the documentation runs, twice, and shows what it says it shows."""

import copy
import json

import pytest
from numba.core.config import DISABLE_JIT

from tests.notebook import NOTEBOOK, execute

pytestmark = pytest.mark.skipif(DISABLE_JIT, reason="plain Python would take too long")


def kinds(notebook) -> list[list[str]]:
    """What kinds of output each cell has."""
    shown = [cell["outputs"] for cell in notebook["cells"] if cell["cell_type"] == "code"]
    return [[kind for output in outputs for kind in output.get("data", {"text": 0})] for outputs in shown]


def test_the_notebook_in_docs_runs_twice_and_shows_itself(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    stored = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    first = execute(copy.deepcopy(stored))
    assert kinds(first) == kinds(stored)
    assert sum("image/svg+xml" in shown for shown in kinds(first)) == 1
    assert sum("text/html" in shown for shown in kinds(first)) >= 6
    again = execute(copy.deepcopy(stored))
    plain = [[o.get("text") for o in c.get("outputs", [])] for c in first["cells"]]
    assert plain == [[o.get("text") for o in c.get("outputs", [])] for c in again["cells"]]

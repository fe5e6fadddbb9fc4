"""A small executor of notebooks: cells in order, in one namespace, what they show kept as Jupyter keeps it.

`python -m tests.notebook` executes docs/notebook.ipynb and writes what its cells show into it.
"""

import ast
import io
import json
import os
import sys
import tempfile
from contextlib import chdir, redirect_stdout
from pathlib import Path
from typing import Any

NOTEBOOK = Path(__file__).resolve().parents[1] / "docs" / "notebook.ipynb"
_KINDS = {"_repr_html_": "text/html", "_repr_svg_": "image/svg+xml"}


def execute(notebook: dict[str, Any]) -> dict[str, Any]:
    """Execute the cells of a notebook in the present folder; gives the notebook with what they show."""
    names: dict[str, Any] = {"__name__": "__main__"}
    done, number = [], 0
    for cell in notebook["cells"]:
        if cell["cell_type"] == "code":
            number += 1
            cell = cell | {"execution_count": number, "outputs": _outputs("".join(cell["source"]), names, number)}
        done.append(cell)
    return notebook | {"cells": done}


def _outputs(source: str, names: dict[str, Any], number: int) -> list[dict[str, Any]]:
    tree, printed, value = ast.parse(source), io.StringIO(), None
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    with redirect_stdout(printed):
        exec(compile(tree, f"<cell {number}>", "exec"), names)
        if last is not None:
            value = eval(compile(ast.Expression(last.value), f"<cell {number}>", "eval"), names)
    outputs: list[dict[str, Any]] = []
    if printed.getvalue():
        outputs.append(
            {"output_type": "stream", "name": "stdout", "text": printed.getvalue().splitlines(keepends=True)}
        )
    if value is not None:
        outputs.append(
            {"output_type": "execute_result", "execution_count": number, "metadata": {}, "data": _data(value)}
        )
    return outputs


def _data(value: Any) -> dict[str, list[str]]:
    shown = {kind: getattr(value, name)() for name, kind in _KINDS.items() if hasattr(value, name)}
    return {kind: text.splitlines(keepends=True) for kind, text in ({"text/plain": repr(value)} | shown).items()}


def main() -> None:
    """Execute the notebook of the documentation anew."""
    notebook = json.loads(NOTEBOOK.read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        sys.path[:] = [path for path in sys.path if path not in ("", os.getcwd())]
        done = execute(notebook)
    NOTEBOOK.write_text(json.dumps(done, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()

"""A layer of the house uses those below it, never those above; pyproject.toml lists them."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_no_import_goes_against_the_layers():
    check = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    told = subprocess.run([sys.executable, "-c", check], cwd=ROOT, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr

"""A layer of the house uses those below it, never those above; pyproject.toml lists them."""

import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_no_import_goes_against_the_layers(tmp_path):
    """The checker looks for modules in the folder of their package, so it is shown digsite as it is installed."""
    shutil.copytree(ROOT / "digsite", tmp_path / "digsite")
    for package in ("simulator", "strategies", "analyses", "reports"):
        shutil.copytree(ROOT / package, tmp_path / "digsite" / package)
    check = (
        "from importlinter.cli import lint_imports_command; "
        f"lint_imports_command(['--config', {str(ROOT / 'pyproject.toml')!r}])"
    )
    told = subprocess.run([sys.executable, "-c", check], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stdout + told.stderr

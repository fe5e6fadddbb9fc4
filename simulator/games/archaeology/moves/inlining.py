"""Rules so small and so often used that calling them would cost more than what they do."""

from collections.abc import Callable
from typing import Any

from simulator.kernel.compile import rule


def inlined(function: Callable) -> Any:
    """Compile a rule into each of its callers."""
    return rule(None, forceinline=True)(function)

"""The fields that every game's State begins with: what the play loop and the chance streams stand on."""

from typing import Any

import numpy as np


def common_fields(streams: int) -> list[tuple[Any, ...]]:
    """Chance, whose decision is due, and how the game stands; `streams` counts each seat's own noise too."""
    return [
        ("stream", np.uint64, (streams,)),
        ("over", np.bool_),
        ("seat", np.uint8),  # whose decision is due
        ("decision", np.int8),
        ("end_reason", np.int8),
        ("turns", np.int32),
    ]

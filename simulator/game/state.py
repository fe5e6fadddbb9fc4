"""The fields that every game's State begins with, used by the play loop and the chance streams."""

from typing import Any

import numpy as np


def common_fields(streams: int) -> list[tuple[Any, ...]]:
    """Return the fields for chance, the decision due and the end; `streams` includes each seat's noise."""
    return [
        ("stream", np.uint64, (streams,)),
        ("over", np.bool_),
        ("seat", np.uint8),  # whose decision is due
        ("decision", np.int8),
        ("end_reason", np.int8),
        ("turns", np.int32),
    ]

"""Who sits where when a line-up rotates: from one game of a deal to the next, each player moves up a seat.

A place is a position in the line-up as it was typed. Seats, places and rotations count from 0, and may be numbers or
NumPy arrays of them.
"""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Number = TypeVar("Number", int, "npt.NDArray[np.int64]")


def rotations(seats: int, rotate: bool) -> int:
    """Return how many games share each deal: one per seat if the line-up rotates."""
    return seats if rotate else 1


def place_on(seat: Number, rotation: Number, seats: int) -> Number:
    """Return the place of the player on a seat."""
    return (seat + rotation) % seats


def seat_of(place: Number, rotation: Number, seats: int) -> Number:
    """Return the seat of the player at a place."""
    return (place - rotation) % seats

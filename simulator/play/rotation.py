"""Who sits where when a line-up rotates: from one game of a deal to the next everybody moves up a seat.

A place is a position in the line-up as it was typed. Seats, places and rotations count from 0, and may be numbers or
NumPy arrays of them.
"""

from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

Number = TypeVar("Number", int, "npt.NDArray[np.int64]")


def rotations(seats: int, rotate: bool) -> int:
    """How many games share each deal: one for each seat where the line-up rotates."""
    return seats if rotate else 1


def place_on(seat: Number, rotation: Number, seats: int) -> Number:
    """The place of the player who sits on a seat."""
    return (seat + rotation) % seats


def seat_of(place: Number, rotation: Number, seats: int) -> Number:
    """The seat that the player of a place sits on."""
    return (place - rotation) % seats

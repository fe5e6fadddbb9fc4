"""How a finished position is ranked, where a test scores it by hand and every seat plays for itself."""

from typing import Any

from digsite.simulator.kernel.play.loop import add_up_sides, rank_seats

OF_SIDES = {"side", "side_score"}  # fields of an outcome that only the ranking of sides uses; no row has them


def rank_each_for_itself(outcome: Any, seats: int) -> None:
    """Rank the seats of an outcome that the game has scored."""
    outcome.side[:seats] = range(seats)
    add_up_sides(outcome, seats)
    rank_seats(outcome, seats)

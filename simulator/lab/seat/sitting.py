"""A game with people in some seats, decision by decision: whose turn it is, what they may choose, taking back, hints.

Everything that comes out is plain data; nothing is printed. A page or a terminal calls `step` until a person is to choose,
shows `view`, and calls `choose`.
"""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from digsite.simulator.errors import DigsiteError, WrongUse
from digsite.simulator.game.game import Game
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import announce_compiling
from digsite.simulator.lab.seat.setting import SeatedPeople
from digsite.simulator.lab.seat.view import SeatView, facts_in
from digsite.simulator.play.rollouts import RolloutTable
from digsite.simulator.play.stepping import Point, SteppedGame

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True)
class OwnChoice:
    """A choice that a person made: the point before it, the seat, the options then, and the index of the one taken."""

    point: Point
    seat: int
    options: int
    taken: int


class Sitting:
    """A game that people play.

    undone: how many choices were taken back; a game with any counts as practice.
    hints:  how many hints were asked for.
    folder: where it is saved, once it is.
    """

    def __init__(self, seating: SeatedPeople, progress: Progress | None = None, table: RolloutTable | None = None):
        """Set the game up."""
        self.seating, self.plan = seating, seating.plan
        game = self.plan.definition
        if table is None:
            announce_compiling(game, progress or Progress())
            table = RolloutTable.of(self.plan)
        self.table = table
        self.stepped = SteppedGame(table)
        self.players = [f"Seat {seat + 1} ({seating.named(seat)})" for seat in range(self.plan.seats)]
        facts, figures = facts_in(game), self.plan.figures
        self.views = {seat: SeatView(self.stepped, facts, figures, self.players, seat) for seat in seating.people}
        self.choices: list[OwnChoice] = []
        self.undone = self.hints = 0
        self.folder: Path | None = None
        self._follow()

    @property
    def game(self) -> Game:
        """Return the game that is played."""
        return self.table.game

    @property
    def over(self) -> bool:
        """Return whether the game is over."""
        return self.stepped.over

    @property
    def waits_for(self) -> int | None:
        """Return the seat of the person who is to choose; None while others are to move."""
        seat = self.stepped.seat
        return seat if not self.over and seat in self.views and len(self.stepped.options) > 1 else None

    @property
    def thinker(self) -> str:
        """Return the name of the seat that moves next, if it is not a person's."""
        return "" if self.over or self.waits_for is not None else self.players[self.stepped.seat]

    def step(self) -> bool:
        """Make one move that no person has to choose; return False if there is none."""
        if self.over or self.waits_for is not None:
            return False
        seat = self.stepped.seat
        self.stepped.take(0 if seat in self.views else self.stepped.strategy_choice())
        self._follow()
        return True

    def advance(self) -> None:
        """Make all moves until a person is to choose or the game is over."""
        while self.step():
            pass

    def choose(self, option: int, point: int | None = None) -> None:
        """Take an option of the person who is to choose, by its id; `point` is that of the view it was chosen in."""
        seat, n = self.waits_for, len(self.stepped.options)
        if seat is None:
            raise WrongUse("The game is over." if self.over else "It is another player's turn.")
        if point is not None and point != self.stepped.decisions:
            raise WrongUse("The game has gone on since; look at the options again.")
        if not 0 <= option < n:
            raise WrongUse(f"There are {n} options, with the ids 0 to {n - 1}; {option} is none of them.")
        self.choices.append(OwnChoice(self.stepped.point(), seat, n, option))
        self.stepped.take(option)
        self._follow()

    def undo(self) -> bool:
        """Go back to the last choice of a person, on the same luck; return False if there is none."""
        if not self.choices:
            return False
        self.stepped.return_to(self.choices.pop().point)
        self.undone += 1
        self._follow()
        return True

    def made_by(self, seat: int) -> list[int]:
        """Return the choices of a seat's person so far."""
        return [choice.taken for choice in self.choices if choice.seat == seat]

    def view(self, seat: int | None = None) -> dict[str, Any]:
        """Return the game as a person's seat (from 0) sees it, by default the one who is to choose: plain data."""
        viewer = self._viewer(seat)
        view = self.views[viewer]
        mine = self.waits_for == viewer
        return {
            "game": self.game.name,
            "title": self.game.title,
            "viewer": viewer + 1,
            "players": [
                {"seat": at + 1, "name": name, "person": at in self.views} for at, name in enumerate(self.players)
            ],
            "moving": None if self.over else self.stepped.seat + 1,
            "point": self.stepped.decisions,
            "turn": int(self.stepped.state.turns),
            "over": self.over,
            "practice": self.undone > 0,
            "undone": self.undone,
            "can_undo": bool(self.choices),
            "facts": view.shown(),
            "options": view.options() if mine else [],
            "log": view.log(),
        }

    def result(self) -> list[dict[str, Any]]:
        """Return the final standing of a game that is over: each seat's score, rank and share of the win."""
        if not self.over:
            raise DigsiteError("The game is not over.")
        from digsite.simulator.kernel.play.loop import rank_seats, score_end
        from digsite.simulator.kernel.play.records import record

        outcome, rules = record(self.game.records.outcome)[0], self.stepped.rules
        if not self.stepped.broken_off:
            with self.table._calling():
                getattr(score_end, "py_func", score_end)(rules, self.stepped.state, self.game.kernels.score, outcome)
        getattr(rank_seats, "py_func", rank_seats)(outcome, self.plan.seats)
        won = [bool(outcome.rank[it] == 1 and outcome.contends[it]) for it in range(self.plan.seats)]
        return [
            {
                "seat": it + 1,
                "name": name,
                "score": int(outcome.score[it]),
                "rank": int(outcome.rank[it]),
                "won": won[it],
            }
            for it, name in enumerate(self.players)
        ]

    def repeat(self, choices: list[list[int]]) -> None:
        """Play again as far as these choices go, by seat: a saved game goes on from there."""
        left = [list(made) for made in choices]
        while not self.over:
            if (seat := self.waits_for) is None:
                self.step()
            elif left[seat]:
                self.choose(left[seat].pop(0))
            else:
                return

    def _viewer(self, seat: int | None) -> int:
        if seat is None:
            seat = self.waits_for if self.waits_for is not None else self._last_person()
        if seat not in self.views:
            raise WrongUse(f"Seat {seat + 1} is not a person's: its view is shown to nobody.")
        return seat

    def _last_person(self) -> int:
        return self.choices[-1].seat if self.choices else self.seating.people[0]

    def _follow(self) -> None:
        for view in self.views.values():
            view.follow()

"""A game that is played decision by decision outside the play loop, so that people can take part in it.

Its functions and players are those of the loop, with the same streams of chance: a game in which only strategies choose
is the loop's game, and one in which people choose is that of a run in which their choices are repeated.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from digsite.simulator.errors import DigsiteError
from digsite.simulator.game.columns import MOST_DECISIONS
from digsite.simulator.kernel.jit.memory import view_as
from digsite.simulator.kernel.jit.signatures import Mind
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.kernel.play.loop import CURSOR_OWN, CURSOR_SEAT
from digsite.simulator.kernel.play.records import record
from digsite.simulator.kernel.play.rng import open_streams
from digsite.simulator.kernel.search.imagine import renew_streams
from digsite.simulator.play.rollouts import Moment, RolloutTable

_ROOM = 4_096  # events; doubled before it is full
GAME = 0  # the index of the game in its plan


@dataclass(frozen=True)
class Point:
    """A game at a decision, to come back to: its state, the players' memory, and the number of events and decisions."""

    state: bytes
    minds: bytes
    events: int
    decisions: int


class SteppedGame:
    """The first game of a plan, at the decision now due: `seat` has `options`, or the game is over."""

    def __init__(self, table: RolloutTable):
        """Set the game up."""
        self.table = table
        self.events = buffer(_ROOM)
        self._arrays = table._arrays(GAME, self.events, table._cursor(GAME))
        self._desk, self._search = table._desk(), table._search()
        self.decisions = 0
        setup = table.game.kernels.setup
        with table._calling():
            open_streams(self.state, table.seed, GAME)
            setup(self.rules, self.state, self.events)
        self._list_options()

    @property
    def rules(self) -> "np.record":
        """Return the Rules record."""
        found: np.record = self.table.rules[0]
        return found

    @property
    def state(self) -> "np.record":
        """Return the State record."""
        found: np.record = self._arrays.states[0]
        return found

    @property
    def over(self) -> bool:
        """Return whether the game is over, or too long."""
        return bool(self.state.over) or self.decisions >= MOST_DECISIONS

    @property
    def broken_off(self) -> bool:
        """Return whether it was ended for its length."""
        return self.over and not self.state.over

    @property
    def seat(self) -> int:
        """Return the seat that decides, from 0."""
        return int(self.state.seat)

    @property
    def logged(self) -> np.ndarray:
        """Return the events so far."""
        return self.events[1 : 1 + int(self.events[0, 0])]

    def strategy_choice(self) -> int:
        """Return the index of the option that the seat's player takes; it moves the player's luck and memory on."""
        table, arrays, seat, n = self.table, self._arrays, self.seat, len(self.options)
        if n == 1:
            return 0
        arrays.cursor[CURSOR_SEAT], arrays.cursor[CURSOR_OWN] = seat, -1
        decision = int(self.state.decision)
        try:
            with table._calling():
                pick = self._asked(self.state, arrays.minds[seat], arrays.options)
                if table.looks_ahead and arrays.search[seat].worlds > 0:
                    pick = int(self._search(arrays, self._desk, table._moves, table._choose, seat, pick, n))
        except Exception as problem:
            what = f"stopped with {type(problem).__name__}: {problem}".rstrip(": ")
            raise table.error_in_play(arrays.cursor, what, decision=decision, problem=problem) from problem
        if not 0 <= pick < n:
            raise table.error_in_play(arrays.cursor, f"picked option {pick} of {n}", decision=decision)
        return pick

    def advice(self) -> int:
        """Return the index of what the seat's strategy would choose, without look-ahead; the game stays as it is.

        The strategy is shown a deal that the seat cannot tell from the real one.
        """
        notes, options = self._arrays.minds[self.seat].copy(), self._arrays.options.copy()
        with self.table._calling():
            pick = self._asked(self.seen_from(self.seat), notes, options)
        return pick if 0 <= pick < len(self.options) else 0

    def _asked(self, state: "np.record", memory: npt.NDArray[np.uint8], options: npt.NDArray[np.int32]) -> int:
        """Return the choice of the seat's strategy, called as in the play loop."""
        arrays, seat = self._arrays, self.seat
        mind = Mind(view_as(memory, arrays.notes), arrays.tables[0])  # type: ignore[no-untyped-call]
        choose, n = self.table._choose[seat], len(self.options)
        return int(choose(self.rules, state, seat, options, n, arrays.weights[seat], mind))

    def take(self, pick: int) -> None:
        """Carry out an option, by its index."""
        self._make_room()
        with self.table._calling():
            self.table.game.kernels.apply(self.rules, self.state, int(self.options[pick]), self.events)
        self.decisions += 1
        self._list_options()

    def point(self) -> Point:
        """Return the present point."""
        return Point(
            self._arrays.states[:1].tobytes(), self._arrays.minds.tobytes(), int(self.events[0, 0]), self.decisions
        )

    def return_to(self, point: Point) -> None:
        """Go back to a point; what comes after it has the same luck again."""
        self._arrays.states[:1] = np.frombuffer(point.state, self._arrays.states.dtype)
        self._arrays.minds[:] = np.frombuffer(point.minds, np.uint8).reshape(self._arrays.minds.shape)
        self.events[0, 0], self.decisions = point.events, point.decisions
        self._list_options()

    def moment(self, point: Point | None = None, taken: int = 0) -> Moment:
        """Return the present point, or another, for playing it on in sampled deals."""
        state = self._arrays.states[:1].copy()
        minds, events, decisions = self._arrays.minds.copy(), int(self.events[0, 0]), self.decisions
        if point is not None:
            state[:] = np.frombuffer(point.state, state.dtype)
            minds[:] = np.frombuffer(point.minds, np.uint8).reshape(minds.shape)
            events, decisions = point.events, point.decisions
        options = self._legal(state[0].copy())
        turn = int(state[0].turns)
        return Moment(GAME, decisions, turn, state, minds, options, taken, taken, events)

    def seen_from(self, seat: int, luck: int = 0, state: "np.ndarray | None" = None) -> "np.record":
        """Return the state as the seat can imagine it: whatever it cannot see is dealt anew, by `luck` alone.

        state: an earlier one, in an array of one.
        """
        copy = record(self._arrays.states.dtype)
        copy[:1] = self._arrays.states[:1] if state is None else state
        with self.table._calling():
            renew_streams(copy[0], np.uint64(luck))
            self.table.game.kernels.redeal(self.rules, copy[0], seat)
        found: np.record = copy[0]
        return found

    def _legal(self, state: "np.record") -> npt.NDArray[np.int32]:
        if state.over:
            return np.zeros(0, np.int32)
        options = np.zeros(self.table.game.records.max_options, np.int32)
        with self.table._calling():
            n = int(self.table.game.kernels.legal(self.rules, state, options))
        if not 1 <= n <= len(options):
            raise DigsiteError(
                f"{self.table.game.title} has no option{self.table._at(int(state.decision))} of seat {int(state.seat) + 1}: "
                f"a fault of {self.table._whose} rules."
            )
        return options[:n]

    def _list_options(self) -> None:
        self.options = np.zeros(0, np.int32) if self.over else self._legal(self.state)
        self._arrays.options[: len(self.options)] = self.options

    def _make_room(self) -> None:
        """Double the room for events before it can be full."""
        if 2 * int(self.events[0, 0]) < len(self.events):
            return
        larger = buffer(2 * len(self.events))
        larger[: len(self.events)] = self.events
        self.events = larger
        self._arrays = self._arrays._replace(events=larger)

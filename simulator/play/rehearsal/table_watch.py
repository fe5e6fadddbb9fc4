"""A table of plain Python at which every step of a game is looked at."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any

import numpy as np

from digsite.simulator.game.authoring.declarations import Packed
from digsite.simulator.game.authoring.faults import RuleFault
from digsite.simulator.game.authoring.game import AuthoredGame
from digsite.simulator.game.authoring.record_watch import MIND, OUTCOME, RULES, STATE, Fields, Row
from digsite.simulator.kernel.jit.signatures import Mind, PlayArrays
from digsite.simulator.play.rehearsal.sight import check_sight
from digsite.simulator.play.table import Table
from digsite.strategies.registry import Player

_UNSET = -(2**31)  # an option that `legal` has not set
_MOST_LISTED = 8  # options in a sentence


class Watch:
    """What happens in games that are looked at.

    game:    the game.
    beat:    is called before each step with the function that is about to run.
    seats:   the seats that have decided so far.
    options: what the seat that is deciding can choose.
    """

    def __init__(self, game: AuthoredGame, beat: Callable[[Any], None]):
        self.game, self.beat = game, beat
        self.seats: set[int] = set()
        self.options: list[int] = []
        self.looks: dict[str, int] = {}  # at the sight of each strategy
        self.returned: Any = None  # by the strategy of game.py that was asked last

    def function(self, *names: str) -> Any:
        """Return the first of these functions that game.py has."""
        space = vars(self.game.source.module)
        return next((space[name] for name in names if name in space), None)

    @contextmanager
    def only_looking(self, state: Fields, who: str) -> Iterator[None]:
        """Let a function look at the state and not change it."""
        before = state.lock(who)
        try:
            yield
        finally:
            state.lock(before)

    # ------------------------------------------------------------------------------------------------ the rules

    def setup(self, function: Any) -> Any:
        """Watch `setup`."""

        def setup(rules: Any, state: Any, events: Any) -> None:
            self.beat(self.function("setup"))
            function(rules, state, events)

        return setup

    def legal(self, function: Any) -> Any:
        """Watch `legal`: it offers at least one option, none twice, and only such as there are."""
        written = self.function("legal")

        def legal(rules: Any, state: Any, options: Any) -> Any:
            self.beat(written)
            state = _fields(state)
            room = options.view(Row)
            room.label, room.owner = "options", None
            room[:] = _UNSET
            with self.only_looking(state, "legal"):
                n = function(rules, state, room)
            self._check_options(state, options, n, written)
            self.options = options[:n].tolist()
            return n

        return legal

    def _check_options(self, state: Any, options: Any, n: Any, written: Any) -> None:
        where = f"at the decision {self.decision(state)} of seat {state.seat + 1}"
        if isinstance(n, bool) or not isinstance(n, int | np.integer):
            given = "nothing" if n is None else repr(n)
            raise RuleFault(f"legal returns {given}. Return the number of options, a whole number.", written)
        if n < 1:
            raise RuleFault(
                f"legal offers no option {where}. Offer at least one until the game is over, such as passing, or end the "
                "game before.", written,
            )  # fmt: skip
        if n > len(options) or (options[:n] == _UNSET).any():
            set_ = int((options != _UNSET).sum())
            raise RuleFault(
                f"legal returns {n} options {where}, and has set {set_}. Set options[0] to options[n - 1], and return n.",
                written,
            )
        listed_options = options[:n].tolist()
        if len(set(listed_options)) < n:
            twice = next(it for it in listed_options if listed_options.count(it) > 1)
            raise RuleFault(f"legal offers {self.words(state, twice)} twice {where}. Offer each option once.", written)
        packed = self.game.source.table("Option", None)
        if isinstance(packed, Packed) and not 0 <= min(listed_options) <= max(listed_options) < packed.count:
            wrong = next(it for it in listed_options if not 0 <= it < packed.count)
            raise RuleFault(
                f"legal offers the option {wrong} {where}, and Option has 0 to {packed.count - 1}. Put options together with "
                "Option.of(...), each part within its size.", written,
            )  # fmt: skip

    def apply(self, function: Any) -> Any:
        """Watch `apply`: something changes, or the same decision would come again for ever."""
        written = self.function("apply", "resolve")

        def apply(rules: Any, state: Any, option: Any, events: Any) -> None:
            self.beat(written)
            state = _fields(state)
            self.seats.add(state.seat)
            before, seat, decision = state.tobytes(), int(state.seat), self.decision(state)
            function(rules, state, option, events)
            if not state.over and state.tobytes() == before:
                raise RuleFault(
                    f"Nothing changes when seat {seat + 1} takes {self.words(state, option)} at the decision {decision}, so the same "
                    "decision would come again for ever. Pass the turn with next_seat(rules, state), or change the state.", written,
                )  # fmt: skip
            if state.seat >= rules.seats:
                raise RuleFault(
                    f"state.seat is {state.seat} after {written.__name__}, and there are seats 0 to {rules.seats - 1}. Pass the turn "
                    "with next_seat(rules, state).", written,
                )  # fmt: skip

        return apply

    def score(self, function: Any) -> Any:
        """Watch `score`: it changes nothing, and all that it fills fits."""

        def score(rules: Any, state: Any, outcome: Any) -> None:
            self.beat(self.function("score"))
            state = _fields(state)
            with self.only_looking(state, "score"):
                function(rules, state, Fields(outcome, OUTCOME))

        return score

    def decision(self, state: Any) -> str:
        """Return the name of the decision that is due."""
        known = {int(it): it.name for it in self.game.records.decisions}
        return known.get(int(state.decision), str(state.decision))

    def words(self, state: Any, option: int) -> str:
        """Return an option in words, or its number if it has none."""
        try:
            words = self.game.option_words(int(state.decision), int(option))
        except Exception:
            words = ""
        return words if words and words != str(option) else f"option {option}"

    # ------------------------------------------------------------------------------------------------- players

    def strategy(self, choose: Any, player: Player) -> Any:
        """Watch a strategy: it changes nothing, sees only what its seat can see, and returns an option that is offered."""
        written = self.game.source.strategies.get(player.strategy.name) if not player.strategy.function else None

        def watched(*asked: Any) -> int:
            self.beat(written)
            return self._ask(choose, player, written, asked)

        return watched

    def _ask(self, choose: Any, player: Player, written: Any, asked: tuple[Any, ...]) -> int:
        rules, state, seat, options, n, weights, mind = asked
        if written is None:
            return int(choose(*asked))
        sampled, state = not isinstance(state, Fields), _fields(state)
        with self.only_looking(state, player.label):
            if not sampled:
                check_sight(self, choose, player, asked)
            self.returned = None
            picked = int(choose(rules, state, seat, options, n, weights, Mind(Fields(mind.notes, MIND), mind.tables)))
        if picked < 0:
            raise RuleFault(self._not_offered(player.label, state), written)
        return picked

    def _not_offered(self, label: str, state: Any) -> str:
        option = self.returned
        if isinstance(option, bool | np.bool_) or not isinstance(option, int | np.integer):
            given = "nothing" if option is None else repr(option)
            return f"{label} returns {given}. Return an option, such as one of Action, or options[0]."
        shown = [self.words(state, it) for it in self.options[:_MOST_LISTED]]
        more = ", ..." if len(self.options) > _MOST_LISTED else ""
        return (
            f"{label} returns {self.words(state, int(option))}, which is not offered (offered: {', '.join(shown)}{more}). Look whether it is "
            "in options[:n] before you return it."
        )

    def noting(self, function: Any) -> Any:
        """Return a strategy of game.py that notes what it returns."""

        @wraps(function)
        def noting(*arguments: Any) -> Any:
            self.returned = function(*arguments)
            if not isinstance(self.returned, int | float | np.number | np.bool_):
                given = "nothing" if self.returned is None else repr(self.returned)
                raise RuleFault(
                    f"{function.__name__} returns {given}. Return an option on every way through it, such as one of Action, or "
                    "options[0].", function,
                )  # fmt: skip
            return self.returned

        return noting


def _fields(state: Any) -> Fields:
    """Return a state as it is watched; in sampled deals it comes as a plain record."""
    return state if isinstance(state, Fields) else Fields(state, STATE)


class _States:
    """The state that is played, watched, and the blank one behind it."""

    def __init__(self, box: Any):
        self._box, self._now = box, Fields(box[0], STATE)

    def __getitem__(self, at: Any) -> Any:
        return self._now if isinstance(at, int) and at == 0 else self._box[at]

    def __setitem__(self, at: int, value: Any) -> None:
        self._box[at] = value


class RehearsalTable(Table):
    """A table at which a watch looks at every step."""

    def watched_by(self, watch: Watch) -> None:
        """Let a watch look at every step from now on."""
        setup, legal, apply, score, redeal = self._moves
        self._moves = (watch.setup(setup), watch.legal(legal), watch.apply(apply), watch.score(score), redeal)
        chooses = [watch.strategy(choose, player) for choose, player in zip(self._choose, self.players, strict=False)]
        self._choose = (*chooses, *chooses[:1] * (len(self._choose) - len(chooses)))

    def _arrays(
        self, first: int, events: np.ndarray, cursor: np.ndarray, states: np.ndarray | None = None
    ) -> PlayArrays:
        arrays = super()._arrays(first, events, cursor, states)
        rules = [Fields(self.rules[0], RULES, lock="A rule")]
        return arrays._replace(states=_States(arrays.states), rules=rules)

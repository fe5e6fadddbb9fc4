"""How differently strategies choose: all of a run's are asked at the same decisions of some of its games.

Each strategy keeps its own notes for every seat, as if it had been the one to decide, so that none is asked without what it
would remember.
"""

from collections.abc import Sequence
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from digsite.analyses.probes import choices, saved
from digsite.simulator.kernel.jit.signatures import Mind
from digsite.simulator.lab.battery.hand_play import Asked, HandPlayed, copied
from digsite.simulator.lab.common.progress import Progress
from digsite.strategies.minds import memory, minds_of
from digsite.strategies.plugins.load import load_plugins
from digsite.strategies.registry import Player, line_up

if TYPE_CHECKING:
    import numpy.typing as npt

    from digsite.simulator.play.plan import Plan
    from digsite.simulator.runs.run import Run


class AskedGame:
    """A game of a plan, at whose every decision all of its strategies are asked."""

    def __init__(self, plan: "Plan", number: int):
        """Set the game up as the plan plays it."""
        turns = plan.rotations
        self.plan, self._number = plan, number
        game = plan.definition
        self.hand = HandPlayed(game, plan.seats, number // turns, settings=plan.rules, seed=plan.seed)
        every = line_up(plan.game_id, plan.players, load_plugins(plan.plugins), **plan.saved_players)
        known: dict[str, Player] = dict(zip(plan.players, every, strict=True))
        self.names = list(known)
        self._chooses = [player.strategy.choose() for player in known.values()]
        self._weights = [np.array([*player.weights, 0.0]) for player in known.values()]
        notes = minds_of(game.id).notes
        tables = self.hand.minds[0].tables
        self._rooms = [memory(plan.seats, player.strategy.memory()) for player in known.values()]
        self._minds = [
            [Mind(room[: notes.itemsize].view(notes).view(np.recarray)[0], tables) for room in rooms]
            for rooms in self._rooms
        ]

    def play(self) -> "npt.NDArray[np.int64]":
        """Return what each strategy chose at each decision with more than one option: a row for each decision."""
        hand, answers = self.hand, []
        while not hand.state.over and hand.decisions < hand.most_decisions:
            n, seat, pick = hand.legal(), int(hand.state.seat), 0
            if n > 1:
                row = [self._answer(strategy, seat, n) for strategy in range(len(self.names))]
                pick = row[self._sitting(seat)]
                answers.append(row)
            hand.apply(int(hand.options[pick]))
            hand.decisions += 1
        return np.array(answers, np.int64).reshape(-1, len(self.names))

    def _sitting(self, seat: int) -> int:
        return self.names.index(self.plan.players[self.plan.seating_plan.place_on(seat, self._number)])

    def _answer(self, strategy: int, seat: int, n: int) -> int:
        """Return a strategy's choice; only the one that sits there may draw from the game's own noise."""
        hand = self.hand
        state = hand.state if strategy == self._sitting(seat) else copied(hand.state)
        options = hand.options if strategy == self._sitting(seat) else hand.options.copy()
        asked = Asked(
            hand.rules, state, seat, options, n, self._weights[strategy], self._minds[strategy][seat],
            self._rooms[strategy][seat],
        )  # fmt: skip
        return asked.answer(self._chooses[strategy])


def play(run: "Run", progress: Progress, games: int) -> None:
    """Ask the run's strategies at the decisions of some of its games, and save how often they agree with the run."""
    sample = _sample(run, games)
    names = list(dict.fromkeys(run.plan.players))
    agreed, asked = [], []
    for done, number in enumerate(sample, 1):
        answers = AskedGame(run.plan, number).play()
        agreed.append(
            [int((answers[:, one] == answers[:, other]).sum()) for one, other in combinations(range(len(names)), 2)]
        )
        asked.append(len(answers))
        progress.played(done, len(sample))
    saved.write(run, choices.FILE, {"strategies": names, "asked": asked, "agreed": agreed})


def _sample(run: "Run", games: int) -> Sequence[int]:
    """Return games of different deals and rotations, evenly spread over the run."""
    turns = run.plan.rotations
    deals = np.linspace(0, run.rows // turns, min(games, run.rows // turns), endpoint=False).astype(int)
    return [int(deal) * turns + at % turns for at, deal in enumerate(deals)]

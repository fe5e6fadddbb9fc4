"""What looking ahead changes: the decisions at which a look-ahead player departs from its strategy.

A change is named by the game's words for both options, or else by their first events. Its gain is measured in freshly
sampled deals: in the deals of the search itself, the best of many options looks better than it is.
"""

import time
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.simulator.game.narration import PlacedLine, chapter_begun
from digsite.simulator.game.wording import name_in_words
from digsite.simulator.kernel.play.events import buffer
from digsite.simulator.lab.common.progress import Count
from digsite.simulator.lab.winchance.viewpoint import Use, luck_from
from digsite.simulator.play.backends import play_jobs
from digsite.simulator.play.rollouts import RolloutTable

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.play.backends import On, TableCache
    from digsite.simulator.play.plan import Plan
    from digsite.simulator.play.rollouts import Moment

WORLDS = 100  # sampled deals that measure the gain of a change
MOST_GAMES = 60  # games that are examined
NOTHING = "nothing"


@dataclass(frozen=True)
class ChangesJob:
    """A job that plays a game whose first player looks ahead and returns its changes and the count of each decision."""

    strategy: str
    plan: "Plan"
    game: int

    @property
    def plans(self) -> "Sequence[Plan]":
        """Return the plan whose game it is."""
        return (self.plan,)

    @property
    def kind(self) -> type[RolloutTable]:
        """Return the type of table whose games can be continued from any moment."""
        return RolloutTable

    def do(self, tables: "TableCache") -> tuple[list[dict[str, Any]], Counter[str]]:
        """Play the game, and the options not taken."""
        table, game = tables.of_kind(self.plan, RolloutTable), self.game
        played = table.moments(game)
        mine = [
            moment
            for moment in played.moments
            if len(moment.options) > 1 and table.seating.place_on(moment.seat, game) == 0
        ]
        counted = Counter(decision_words(table, moment) for moment in mine)
        changed = [moment for moment in mine if moment.taken != moment.own]
        whole = narrate_game(table, self.plan, played.events) if changed else []
        places = [place_of(whole, narrate_game(table, self.plan, played.events[: moment.events])) for moment in changed]
        return [
            _change(table, self.strategy, moment) | {"place": place}
            for moment, place in zip(changed, places, strict=True)
        ], counted


def examine_decisions(
    strategy: str, plan: "Plan", games: int, on: "On", progress: "Progress", ends: float | None = None
) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Return the changes in games of a plan whose first player looks ahead, and what was examined.

    ends: start no further deal after this time, by time.monotonic(); the first is always examined.
    """
    turns = plan.rotations
    most = min(games, MOST_GAMES // turns * turns)
    at_most = "at most " * (ends is not None)
    progress.starting(f"What looking ahead changes for {strategy}, in {at_most}{most} games ...")
    changes: list[dict[str, Any]] = []
    decisions: Counter[str] = Counter()

    def jobs() -> "Iterator[ChangesJob]":
        for game in range(most):
            if game and game % turns == 0 and ends is not None and time.monotonic() > ends:
                return
            yield ChangesJob(strategy, plan, game)

    count = Count(progress, most, at_most=ends is not None, what="Comparing choices", ends=ends)
    for found, counted in play_jobs(jobs(), on):
        changes += found
        decisions += counted
        count(1)
    deals = sorted({game // turns for game in range(count.done)})
    return changes, {"games": count.done, "deals": deals, "decisions": dict(decisions)}


def decision_words(table: RolloutTable, moment: "Moment") -> str:
    """Return the decision in words."""
    return name_in_words(table.game.records.decisions(int(moment.state[0].decision)).name.lower())


def option_words(table: RolloutTable, moment: "Moment", option: int) -> str:
    """Return an option in words: the game's own, or its first event."""
    if named := table.game.option_words(int(moment.state[0].decision), int(option)):
        return named
    state, events = moment.state.copy(), buffer(1)
    with np.errstate(over="ignore"):
        table.game.kernels.apply(table.rules[0], state[0], int(option), events)
    if events[0, 0] == 0:
        return NOTHING
    return name_in_words(table.game.records.events(int(events[1, 0])).name.lower())


def narrate_game(table: RolloutTable, plan: "Plan", events: np.ndarray) -> list[str]:
    """Return the narration of a game, or of its beginning, line by line."""
    players = [f"Seat {seat + 1}" for seat in range(table.seats)]
    return list(table.game.narrate(events, players, plan.figures))


def place_of(whole: "Sequence[str]", until_then: "Sequence[str]") -> str:
    """Return where a replay of the game comes to a decision, by the numbers it has there: expedition 2 of 3, turn 17.

    until_then: the narration up to the decision.
    """
    both = enumerate(zip(until_then, whole, strict=False))
    alike = next((at for at, (one, other) in both if one != other), len(until_then))
    placed = [(at, line) for at, line in enumerate(whole) if isinstance(line, PlacedLine)]
    begun = max((at for at, line in placed if line.chapter and at <= alike), default=0)
    turns = [(at, line.turn) for at, line in placed if line.turn and at >= begun]
    until = [turn for at, turn in turns if at <= alike]
    first = next((turn for _, turn in turns), 1)  # what comes before a first turn belongs to it
    where = f"turn {until[-1] if until else first}"
    chapter = chapter_begun(whole[: alike + 1])
    return f"{chapter}, {where}" if chapter not in ("", where) else where


def _change(table: RolloutTable, strategy: str, moment: "Moment") -> dict[str, Any]:
    pair = moment.options[[moment.own, moment.taken]]
    luck = luck_from(0, Use.CONFIRMING, moment.game, moment.decision)
    (own, taken), (own_points, taken_points) = table.ends_by_option(moment, pair, WORLDS, luck)
    seat = moment.seat
    return {
        "strategy": strategy,
        "game": moment.game,
        "deal": moment.game // table.rotations,
        "decision": decision_words(table, moment),
        "own": option_words(table, moment, pair[0]),
        "instead": option_words(table, moment, pair[1]),
        "win": float((taken - own)[:, seat].mean()),
        "points": float((taken_points - own_points)[:, seat].mean()),
    }

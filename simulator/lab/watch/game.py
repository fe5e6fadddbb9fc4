"""A watched game, as plain data that a page can stream: `story` at once, then `findings` one by one, `look_ahead` on request."""

from collections.abc import Iterator
from dataclasses import asdict
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import polars as pl

from digsite.analyses.stats import shared_wins
from digsite.simulator.game.facts import Scene
from digsite.simulator.lab.common.progress import Progress
from digsite.simulator.lab.common.running import announce_compiling
from digsite.simulator.lab.seat.view import facts_in
from digsite.simulator.lab.watch.choice import Setting, game_of_run, game_of_setting
from digsite.simulator.lab.winchance.annotated_game import AnnotatedGame
from digsite.simulator.lab.winchance.chances import WORLDS, _points, _rows
from digsite.simulator.lab.winchance.viewpoint import Use, Viewpoint, ViewpointSettings, luck_from
from digsite.simulator.play.plan import Plan
from digsite.simulator.play.rollouts import RolloutTable
from digsite.simulator.runs.folder.plugin_texts import check_allowed
from digsite.simulator.runs.replay import check_scores, recorded_row
from digsite.simulator.runs.run import Run

if TYPE_CHECKING:
    from digsite.simulator.play.rollouts import Moment

FIRST = 5  # of the points every fifth is filled in first
LOOK = 200  # sampled deals for each option, for what looking ahead would have done
_LOOKING = 15  # what they are for: luck of its own


class WatchedGame:
    """A game that is watched: its moments, and what is found out about them.

    index: the game's index in its run or setting.
    """

    def __init__(
        self, source: "Run | Setting", table: RolloutTable, index: int, worlds: int = WORLDS, seat: int | None = None
    ):
        """Play the game again; `seat` is the one whose view chances take, by default all on average."""
        self.source, self.table, self.index = source, table, index
        self.played = table.moments(index)
        if isinstance(source, Run):
            check_scores(source, recorded_row(source, index), self.played.row["score"])
        self.points = _points(self.played, "turn")
        viewpoint = Viewpoint.of(cast("Run", source), False, seat)  # it reads only plan and game
        self.settings = ViewpointSettings(viewpoint, worlds, 0, 1, Progress())
        labels = [table.players[table.seating.place_on(at, index)].label for at in range(table.seats)]
        self.players = [f"Seat {at + 1} ({label})" for at, label in enumerate(labels)]
        self._wins: dict[int, np.ndarray] = {}

    @classmethod
    def of_run(
        cls, folder: Path | str, which: str | int = "random", *, trusted: bool = False, **more: Any
    ) -> "WatchedGame":
        """Return a game of a run: its number, or random, median, closest, longest or widest."""
        run = Run(folder)
        check_allowed(run.folder, run.plan.code, trusted)
        announce_compiling(run.game, Progress())
        return cls(run, RolloutTable.of(run.plan), game_of_run(run, which), **more)

    @classmethod
    def of_plan(cls, plan: Plan, which: str | int = "random", **more: Any) -> "WatchedGame":
        """Return a game of a setting, which nothing records."""
        table = RolloutTable.of(plan)
        return cls(Setting(plan), table, game_of_setting(table, which), **more)

    def story(self) -> dict[str, Any]:
        """Return the whole game in words, from point to point, with who moves where: all that is known at once."""
        lines = self._annotated.lines
        return {
            "game": self.source.plan.game, "title": self.source.game.title, "index": self.index,
            "seed": self.source.plan.seed, "players": self.players, "view": self.settings.viewpoint.words,
            "opening": lines[0],
            "points": [
                {"point": at, "turn": it.turn, "seat": it.seat + 1, "decision": it.decision, "lines": lines[at + 1]}
                for at, it in enumerate(self.points)
            ],
            "result": [float(it) for it in self.played.wins[: len(self.players)]],
            "scores": [int(it) for it in self.played.row["score"][: len(self.players)]],
        }  # fmt: skip

    def findings(self) -> Iterator[dict[str, Any]]:
        """Yield what is found out, as it is: the chances of each point, every fifth first, then swings, then kingmaking moves."""
        yield from self.chances()
        for judged in self._annotated.swings:
            yield {"kind": "swing", **asdict(judged), "by": judged.by, "change": judged.swing.change}
        for made in self._annotated.kingmaking:
            yield {"kind": "kingmaking", **asdict(made)}
        yield {"kind": "sentences", "sentences": self._annotated.sentences}

    def chances(self) -> Iterator[dict[str, Any]]:
        """Yield each seat's chance at each point."""
        order = [*range(0, len(self.points), FIRST), *(it for it in range(len(self.points)) if it % FIRST)]
        for done, at in enumerate(order, 1):
            if at not in self._wins:
                self._wins[at] = self.settings.wins(self.table, [self.points[at]], Use.CHANCES)[0]
            shares = [shared_wins(self._wins[at][:, seat]) for seat in range(len(self.players))]
            yield {
                "kind": "chances", "point": at, "done": done, "total": len(order),
                "chances": [{"chance": it.value, "low": it.low, "high": it.high} for it in shares],
            }  # fmt: skip

    def look_ahead(self, point: int) -> list[dict[str, Any]]:
        """Return what looking ahead says of each choice of a turn: the option taken, and the best in sampled deals."""
        end = self.points[point + 1].decision if point + 1 < len(self.points) else len(self.played.moments)
        turn = self.played.moments[self.points[point].decision : end]
        return [self._looked(moment) for moment in turn if len(moment.options) > 1]

    def _looked(self, moment: "Moment") -> dict[str, Any]:
        luck = luck_from(0, _LOOKING, moment.game, moment.decision)
        wins = self.table.wins_by_option(moment, moment.options, LOOK, luck)[:, :, moment.seat]
        best, gap = int(wins.mean(axis=1).argmax()), 0.0
        gains = wins[best] - wins[moment.taken]
        gap = 1.96 * max(float(gains.std(ddof=1)), 1 / np.sqrt(LOOK)) / np.sqrt(LOOK)
        return {
            "decision": moment.decision, "seat": moment.seat + 1, "options": len(moment.options),
            "taken": self._words(moment, moment.taken), "best": self._words(moment, best),
            "same": best == moment.taken, "gain": float(gains.mean()), "reach": float(gap),
            "chance": float(wins[moment.taken].mean()),
        }  # fmt: skip

    def _words(self, moment: "Moment", option: int) -> str:
        """Return an option in words."""
        facts = facts_in(self.table.game)
        figures = self.source.plan.figures
        scene = Scene(self.table.rules[0], moment.state[0], moment.seat, figures, self.players, facts.words)
        return facts.option(scene, int(moment.options[option])).whole

    @cached_property
    def _table_of_chances(self) -> pl.DataFrame:
        for _ in self.chances():
            pass
        return _rows(self.played, self.points, self.players, [self._wins[at] for at in range(len(self.points))])

    @property
    def _annotated(self) -> AnnotatedGame:
        """Return the game as win chances annotate it; its table is filled in only where it is asked for."""
        if "_whole" not in self.__dict__:
            whole = len(self._wins) == len(self.points)
            table = self._table_of_chances if whole else pl.DataFrame()
            run = cast("Run", self.source)
            made = AnnotatedGame(
                run, self.index, self.settings, table, self.players, self.points, self.table, self.played
            )
            if not whole:
                return made
            self.__dict__["_whole"] = made
        found: AnnotatedGame = self.__dict__["_whole"]
        return found

"""How strong a learned player is: against random players, and against random players that look ahead."""

import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from digsite.analyses.result import Chart
from digsite.analyses.stats.intervals import mean, shared_wins
from digsite.simulator.game.columns import fair_share
from digsite.simulator.lab.reporting.files import subject_of
from digsite.simulator.lab.winchance.viewpoint import luck_from
from digsite.simulator.play.seating import CYCLIC, Seating
from digsite.simulator.play.table import Table
from digsite.simulator.runs import atomic_files
from digsite.strategies.registry import LEARNED, RANDOM, Player, learned_strategy, line_up

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from digsite.simulator.game.game import Game
    from digsite.simulator.lab.common.progress import Progress
    from digsite.simulator.play.plan import Plan
    from digsite.strategies.learned.file import LearnedPlayer

LOOKING = "random+32"
CHECKED = 3  # the use of the seed's luck
BY_THEMSELVES = 2  # games of a rival alone, to time its decisions
BATCH, LOOKING_BATCH = 50, 1  # deals that are played at once
CURVE = "curve"


@dataclass(frozen=True)
class Measured:
    """A player against one kind of rival, in every seat.

    won:     share of the games, ties shared, with a 95 % interval; alone, of games with more points than a rival has on
             average. `fair` is what a player no better than the rivals would have.
    lead:    points ahead of the best rival, or alone, of the rivals' mean.
    micros:  processor time of one of its decisions, and of one of a rival's, in microseconds; None if not timed.
    """

    rival: str
    games: int
    won: float
    low: float
    high: float
    fair: float
    lead: float
    lead_low: float
    lead_high: float
    micros: float | None = None
    rival_micros: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return plain data."""
        return asdict(self)

    @property
    def told(self) -> dict[str, Any]:
        """Return what the file of a player keeps: all that does not depend on the machine."""
        return {
            name: round(value, 5) if isinstance(value, float) else value
            for name, value in asdict(self).items()
            if "micros" not in name
        }

    @property
    def better(self) -> bool:
        """Return whether it is shown to be better than the rivals."""
        return self.low > self.fair


def measure(
    player: "LearnedPlayer", game: "Game", plan: "Plan", games: int, looking: int, progress: "Progress | None"
) -> list[Measured]:
    """Return how a player does against random players, and in `looking` games against such that look ahead."""
    found = [_against(player, game, plan, RANDOM, games, timed=looking > 0)]
    if looking:
        if progress:
            progress.starting(
                f"{player.about['games']:,} games are played; now {looking:,} against {LOOKING}, on fresh luck."
            )
        found.append(_against(player, game, plan, LOOKING, looking, timed=True))
    return found


def _table(players: "Sequence[Player]", game: "Game", plan: "Plan", seed: int) -> Table:
    return Table(game, game.build_rules(plan.figures, plan.seats), players, seed, Seating(CYCLIC, plan.seats))


def _against(player: "LearnedPlayer", game: "Game", plan: "Plan", rival: str, games: int, timed: bool) -> Measured:
    seats, luck = plan.seats, luck_from(plan.seed, CHECKED) % 2**62
    own = Player(learned_strategy(game.id), (), LEARNED, network=player)
    games = -(-games // seats) * seats
    (other,) = line_up(game.id, [rival], seats=seats)
    table = _table([own, *[other] * (seats - 1)], game, plan, luck)
    rows = np.concatenate(list(_batches(table, games, LOOKING_BATCH * seats if other.search else BATCH * seats)))
    if seats == 1:
        theirs = _table([other], game, plan, luck).play(0, games).rows["score"][:, 0].astype(float)
        points = rows["score"][:, 0].astype(float)
        lead, won, fair = points - theirs, (points > theirs) + (points == theirs) / 2, 0.5
    else:
        lead, won, fair = *_by_game(rows, plan, games), 1 / plan.side_count
    wins, leads = shared_wins(won), mean(lead)
    micros = (_micros(own, game, plan, luck), _micros(other, game, plan, luck)) if timed else (None, None)
    return Measured(rival, games, wins.value, wins.low, wins.high, fair, leads.value, leads.low, leads.high, *micros)


def _batches(table: Table, games: int, size: int) -> "Iterator[np.ndarray]":
    """Yield the rows of games, a few at a time: a call of compiled code cannot be interrupted."""
    for first in range(0, games, size):
        yield table.play(first, min(size, games - first)).rows


def _by_game(rows: np.ndarray, plan: "Plan", games: int) -> tuple[Any, Any]:
    """Return the player's lead in each game, and its share of the win; it moves up one seat each game."""
    at = np.arange(games)
    seat = (-at) % plan.seats
    scores = rows["score"][:, : plan.seats].astype(float)
    sides = np.array(plan.sides or range(plan.seats))
    rivals = np.where(sides[None, :] == sides[seat][:, None], -np.inf, scores).max(axis=1)
    lead = scores[at, seat] - np.where(np.isfinite(rivals), rivals, 0.0)
    return lead, np.asarray(fair_share(rows["rank"][at, seat], rows["winners"], plan.side_count), float)


def _micros(player: Player, game: "Game", plan: "Plan", luck: int) -> float:
    """Return the processor time of a decision with a choice, in games of the player alone."""
    table = _table([player] * plan.seats, game, plan, luck)
    table.play(0, plan.seats if player.search is None else 0)
    began = time.thread_time()
    rows = table.play(0, BY_THEMSELVES * (1 if player.search else 20)).rows
    return 1e6 * (time.thread_time() - began) / max(int(rows["decisions"].sum()), 1)


def sentences(player: str, games: int, strength: "Sequence[Measured]") -> list[str]:
    """Return what a learned player is and how strong, in sentences."""
    plain, looking = strength[0], strength[-1]
    said = [f"{player} has learned from {games:,} games against itself."]
    if plain.better:
        said.append(
            "It plays far better than random, and is no good player: it replaces no strategy that was written for the game."
            if plain.low > (1 + plain.fair) / 2
            else "It plays better than random, and is no good player: it replaces no strategy that was written for the game."
        )
    else:
        said.append("It is not shown to be better than random: let it learn longer, or write a strategy.")
    if looking is not plain and not looking.better:
        said.append(f"It is not shown to be better than {looking.rival}.")
    return said


def picture(curve: "list[dict[str, Any]]", game: "Game", plan: "Plan", games: int, folder: Path) -> None:
    """Write the curve as a table and as a picture."""
    import polars as pl

    from digsite.reports.charts.draw import write

    table = pl.DataFrame(
        [(it["games"], it["won"], it["lead"], it["seconds"]) for it in curve],
        schema={"games": pl.Int64, "won": pl.Float64, "lead": pl.Float64, "seconds": pl.Float64}, orient="row",
    )  # fmt: skip
    atomic_files.write_text(folder / f"{CURVE}.csv", table.write_csv())
    if len(table) < 2:
        return
    chart = Chart(
        CURVE, "lines", "What it has learned",
        "Points ahead of random players after so many games of self-play; always the same luck.",
        table, "games", "lead", x_label="games of self-play", y_label="points ahead of random players",
        alt="The lead over random players, by games of self-play.", reference=(0.0, "no better than random"),
    )  # fmt: skip
    write(chart, folder, subject=subject_of(game.title, plan.seats, games))

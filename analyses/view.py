"""A run as the questions read it: lazy tables of games and of seats, their sums by block, and their charts."""

from __future__ import annotations

import math
from dataclasses import replace
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any
from weakref import WeakKeyDictionary

import polars as pl

from digsite.analyses import sentences
from digsite.analyses.block_sums import BLOCKS, WIN, Sums
from digsite.analyses.chart_rows import drawable_rows, drop_wide_bands
from digsite.analyses.claims import settle
from digsite.analyses.expressions import collect, repeatable, summable, win_share
from digsite.analyses.labels import Terms
from digsite.analyses.result import Chart, Kind
from digsite.analyses.stats import family
from digsite.simulator.commands import Command
from digsite.simulator.errors import WrongUse
from digsite.simulator.game.wording import listed

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from digsite.analyses.claims import Claim
    from digsite.analyses.probes.line_ups import LineUps
    from digsite.analyses.result import Finding
    from digsite.simulator.game.wording import Wording
    from digsite.simulator.runs.run import Run

EVENT_GAMES = 20_000  # analyses of events read at most this many games


_MOST_CACHED = 25_000_000  # values of a run that is read once and cached (about 40 MB); larger runs are read per query
_cached: WeakKeyDictionary[Run, dict[tuple[str, int], pl.DataFrame]] = WeakKeyDictionary()
_summed: WeakKeyDictionary[Run, dict[tuple[str, int], Sums]] = WeakKeyDictionary()


class View:
    """A run as the questions read it: lazy tables of games and of seats, with the block of each row."""

    def __init__(
        self, run: Run, question: str = "", most_games: int | None = None, sharing: int = 1, measured: bool = False,
        counterpart: Run | None = None, line_ups: LineUps | None = None,
    ):  # fmt: skip
        """Build the view of a run for a question, of its first `most_games` games only if given.

        `sharing` is the number of families of tests that share the false claims a report may make; `measured` says whether
        an experiment measures the worth of the question's components; `counterpart` is the run's first deals again, with
        the question's variant if the run is played without it, and without it otherwise; `line_ups` are others than the run's.
        """
        self.run = run
        self.question = question
        self.most_games = most_games
        self.sharing = sharing
        self.measured = measured
        self.counterpart = counterpart
        self.other_line_ups = line_ups
        self.plan = run.plan
        self.seats = run.plan.seats
        self.rotations = run.plan.rotations
        self.rules: Mapping[str, Any] = run.plan.rules
        self.source = ""  # what captions say before the number of games

    @property
    def wording(self) -> Wording:
        """Return the game's words for its turns, points and ends."""
        return self.run.game.wording

    @property
    def takes_turns(self) -> bool:
        """Return whether players take turns one after another; a turn of a simultaneous game is one of all players."""
        return self.seats > 1 and not self.run.game.simultaneous

    @property
    def fair(self) -> tuple[float, str]:
        """Return the reference line for win rates."""
        return self.fair_share, "fair share"

    @property
    def fair_share(self) -> float:
        """Return the share of the wins that a seat has if no side is better off."""
        return self.plan.fair_share

    @property
    def has_rivals(self) -> bool:
        """Return whether seats play against each other: not alone, and not all together."""
        return self.plan.has_rivals

    @property
    def counted(self) -> str:
        """Return the number of games in view, as captions end."""
        return f"{self.source}{self.rows:,} games"

    @cached_property
    def terms(self) -> Terms:
        """Return the labels of the question's columns."""
        return Terms.of(self.run.game, self.question)

    @cached_property
    def deals(self) -> int:
        """Return the number of deals with all their games; an incomplete one at the end is left out."""
        parts = [name for name in self.run.manifest["parts"] if name.startswith("games/")]
        last = max(int(name[-13:-8]) for name in parts)
        games = self.plan.part_range(last).stop
        return max(min(games, self.most_games or games) // self.rotations, 1)

    @cached_property
    def rows(self) -> int:
        """Return the number of games in view."""
        return self.run.rows_before(self.deals * self.rotations)

    @cached_property
    def score_sd(self) -> float:
        """Return the standard deviation of a single final score, the yardstick for differences of points."""
        blocks = self.by_seat.blocks
        total = sum(float(blocks[f"score_{seat}"].sum()) for seat in range(1, self.seats + 1))
        squares = float(blocks["score_squares"].sum())
        n = self.rows * self.seats
        return math.sqrt(max(squares / n - (total / n) ** 2, 0.0))

    @property
    def games(self) -> pl.LazyFrame:
        """Return one row per game, with `block`, `rotation` within its deal, and `won`: the game counts for win rates.

        A solo player, or a table that plays together, either wins or loses: all such games count.
        """
        return self._cached_table("games", self._games)

    def _cached_table(self, name: str, table: Callable[[], pl.LazyFrame]) -> pl.LazyFrame:
        """Return a table of the run; a small one is cached for all questions, as reading takes longer than the query."""
        if not self._is_small:
            return table()
        tables = _cached.setdefault(self.run, {})
        if (name, self.deals) not in tables:
            tables[name, self.deals] = table().collect()
        return tables[name, self.deals].lazy()

    @cached_property
    def _is_small(self) -> bool:
        headings = sum(len(list(column.headings(self.seats))) for column in self.run.game.columns)
        return headings * self.run.rows <= _MOST_CACHED

    def _games(self) -> pl.LazyFrame:
        frame = self.run.games_before(self.deals * self.rotations)
        rotation = (pl.col("game") % self.rotations).cast(pl.UInt8)
        won = (pl.col("winners") > 0) | (not self.has_rivals)
        return frame.with_columns(self._block(pl.col("luck")), rotation.alias("rotation"), won.alias("won"))

    def _once(self, name: str, made: Callable[[], Sums]) -> Sums:
        """Return sums of the run that are made once for all questions."""
        kept = _summed.setdefault(self.run, {})
        if (name, self.deals) not in kept:
            kept[name, self.deals] = made()
        return kept[name, self.deals]

    @property
    def by_seat(self) -> Sums:
        """Return the wins and scores of each seat, `win_1` to the last, and the sum of squared scores."""
        return self._once("by seat", self._by_seat)

    def _by_seat(self) -> Sums:
        seats = range(1, self.seats + 1)
        measures = {f"win_{seat}": win_share(seat) for seat in seats}
        measures |= {f"score_{seat}": pl.col(f"score_{seat}") for seat in seats}
        scores = [pl.col(f"score_{seat}").cast(pl.Int64) for seat in seats]
        measures["score_squares"] = pl.sum_horizontal(score * score for score in scores)
        return self.sums(self.games.select("block", "won", **measures), ["won"], list(measures))

    @property
    def by_strategy(self) -> Sums:
        """Return the wins and scores of each strategy in each seat, as the rows say who sat there."""
        return self._once("by strategy", self._by_strategy)

    def _by_strategy(self) -> Sums:
        frames = [
            self.games.select(
                "block", "won", strategy=self._player(seat), seat=pl.lit(seat, pl.Int8), score=pl.col(f"score_{seat}"),
                **{WIN: win_share(seat)},
            )
            for seat in range(1, self.seats + 1)
        ]  # fmt: skip
        return self._by_player(frames, ["strategy", "seat", "won"], [WIN, "score"])

    @property
    def meetings(self) -> Sums:
        """Return how often each strategy ranks before each other one at its table, ties counting half, and its lead."""
        return self._once("meetings", self._meetings)

    def _meetings(self) -> Sums:
        frames = []
        for one, other in combinations(range(1, self.seats + 1), 2):
            ours, theirs = pl.col(f"rank_{one}"), pl.col(f"rank_{other}")
            ahead = (ours < theirs).cast(pl.Float64) + (ours == theirs).cast(pl.Float64) / 2
            lead = (pl.col(f"score_{one}") - pl.col(f"score_{other}")).cast(pl.Int64)
            names = {"strategy": self._player(one), "rival": self._player(other)}
            met = self.games.select("block", **names, ahead=ahead, lead=lead)
            frames.append(met.filter(pl.col("strategy") != pl.col("rival")))
        once = self._by_player(frames, ["strategy", "rival"], ["ahead", "lead"])
        turned = once.blocks.select(
            "block", "n", strategy="rival", rival="strategy", ahead=pl.col("n") - pl.col("ahead"), lead=-pl.col("lead")
        )
        both = pl.concat([once.blocks.select(turned.columns), turned])
        return Sums(both.sort("block", "strategy", "rival"), once.by, once.values, once.deals)

    def _player(self, seat: int) -> pl.Expr:
        """Return the number of the strategy on a seat among the distinct ones of the line-up."""
        names = list(dict.fromkeys(self.plan.players))
        said = pl.col(f"strategy_{seat}").cast(pl.String)
        return said.replace_strict(names, list(range(len(names))), return_dtype=pl.Int8)

    def _by_player(self, frames: Sequence[pl.LazyFrame], by: Sequence[str], values: Sequence[str]) -> Sums:
        """Return sums over frames whose strategies are numbers, by their names."""
        names = list(dict.fromkeys(self.plan.players))
        return self.sums(frames, by, values, {key: names for key in ("strategy", "rival") if key in by})

    def seat(self, seat: int) -> pl.LazyFrame:
        """Return one row per game from the view of a seat (from 1): its columns lose the seat's number, others are dropped.

        It adds `seat`, `strategy` and `win`, the seat's part of the win.
        """
        return self._cached_table(f"seat {seat}", lambda: self._seat(seat))

    def _seat(self, seat: int) -> pl.LazyFrame:
        wanted = {"game": pl.col("game"), "block": pl.col("block"), "won": pl.col("won")}
        for column in self.run.game.columns:
            for heading, at in column.headings(self.seats):
                if column.per == "game":
                    wanted.setdefault(heading, pl.col(heading))
                elif at[0] == seat - 1:
                    name = heading.removesuffix(f"_{seat}")
                    wanted[name] = pl.col(heading).alias(name)
        wanted["seat"] = pl.lit(seat, pl.Int8).alias("seat")
        wanted["strategy"] = pl.col(f"strategy_{seat}").alias("strategy")
        wanted[WIN] = win_share(seat).alias(WIN)
        return self.games.select(wanted.values())

    @property
    def each_seat(self) -> list[pl.LazyFrame]:
        """Return the table of games from the view of each seat."""
        return [self.seat(seat) for seat in range(1, self.seats + 1)]

    def win_table(
        self, frames: Sequence[pl.LazyFrame], by: Sequence[str], names: Mapping[str, Sequence[str]] | None = None
    ) -> pl.DataFrame:
        """Return win rates by key over the tables of seats, of games with a winner: to join to other figures."""
        won = [frame.filter("won") for frame in frames]
        return self.sums(won, by, [WIN], names).table([WIN]).drop("games")

    @cached_property
    def no_winner_note(self) -> str:
        """Return a note on games without a winner, for win rates; empty where every game has one."""
        return sentences.no_winner_note(self._unwon, self.rows) if self._unwon else ""

    @property
    def counted_won(self) -> str:
        """Return the number of games that win rates count, as captions end."""
        won = self.rows - self._unwon
        return f"{won:,} games that somebody won" if self._unwon else self.counted

    @cached_property
    def _unwon(self) -> int:
        """Return the number of games without a winner."""
        return round(float(self.by_seat.blocks.filter(~pl.col("won"))["n"].sum()))

    def first(self, games: int) -> View:
        """Return the view of the first games only, in whole deals; of all games if there are no more."""
        if games >= self.run.rows:
            return self
        return View(self.run, self.question, games, self.sharing, self.measured, self.counterpart, self.other_line_ups)

    @cached_property
    def sample(self) -> View | None:
        """Return the view of the games whose events are read, or None if the run saved no events."""
        if not any(name.startswith("events/") for name in self.run.manifest["parts"]):
            return None
        games = min(self.plan.events, self.run.rows, EVENT_GAMES)
        if games < 2 * self.rotations:
            return None
        sampled = View(self.run, self.question, games if games < self.run.rows else None, self.sharing, self.measured)
        sampled.source = "events of "
        return sampled

    @property
    def events(self) -> pl.LazyFrame:
        """Return the events of the games in view in the order of play, each with its game's `block` and `rotation`.

        There are millions: filter by kind before doing anything else.
        """
        game = pl.col("game")
        return self.run.events.filter(game < self.deals * self.rotations).with_columns(
            self._block(game // self.rotations), (game % self.rotations).cast(pl.UInt8).alias("rotation")
        )

    def number(self, name: str, *kinds: str) -> pl.Expr:
        """Return a number of one or several kinds of events by its name; rows of other kinds hold a different number.

        Several kinds may be named together only if all of them have the number in the same column.
        """
        found = {self.run.game.events[kind].column(name) for kind in kinds}
        if len(found) != 1:
            raise WrongUse(f"Events of {listed(kinds)} have {name} in different columns; name one kind at a time.")
        return pl.col(*found)

    def _block(self, luck: pl.Expr) -> pl.Expr:
        """Return the block of a deal."""
        return (luck.cast(pl.UInt64) * min(self.deals, BLOCKS) // self.deals).cast(pl.UInt32).alias("block")

    def observed(self, what: str) -> str:
        """Return why comparing players who did something with those who did not does not measure its worth."""
        where = "" if self.measured else f", which `{Command('nudge', self.plan.called)}` measures"
        return f"that is observed, not what {what} is worth{where}"

    def settle(self, claims: Sequence[Claim], tests: int = 0) -> list[Finding | None]:
        """Return what may be said of the question's claims, corrected over the whole report; `tests` as for `claims.settle`."""
        return settle(claims, self.sharing, tests)

    def level(self, tests: int) -> float:
        """Return the level of the corrected intervals of a question that makes this number of tests."""
        return family.corrected_level(tests * self.sharing)

    def sums(
        self,
        frames: pl.LazyFrame | Sequence[pl.LazyFrame],
        by: Sequence[str],
        values: Sequence[str],
        names: Mapping[str, Sequence[str]] | None = None,
    ) -> Sums:
        """Return the sums of `values` by block and key, over one lazy table or several of the same shape.

        A key in `names` is a number that stands for a name, which is much faster to group by.
        """
        listed = [frames] if isinstance(frames, pl.LazyFrame) else list(frames)
        keys = ["block", *by]
        rows = pl.concat((frame.select(*keys, *summable(values)) for frame in listed), how="vertical_relaxed")
        summed = [repeatable(pl.col(value).sum().cast(pl.Float64)) for value in values]
        table = collect(rows.group_by(keys).agg(pl.len().cast(pl.Float64).alias("n"), *summed))
        for key, said in (names or {}).items():
            table = table.with_columns(pl.col(key).replace_strict(dict(enumerate(said)), return_dtype=pl.String))
        return Sums(table.sort(keys), tuple(by), tuple(values), self.deals)

    def sums_by_column(
        self,
        frames: pl.LazyFrame | Sequence[pl.LazyFrame],
        by: Sequence[str],
        cells: Mapping[Any, Mapping[str, pl.Expr]],
    ) -> Sums:
        """Return sums by block and key where every row counts for each key, from columns specific to the key.

        `cells` has the values of each key, a tuple of numbers and names. They are summed side by side and stacked
        afterwards: a row for each key of each game would take three times as long.
        """
        listed = [frames] if isinstance(frames, pl.LazyFrame) else list(frames)
        values = list(next(iter(cells.values())))
        side_by_side = {f"{at} {value}": cell[value] for at, cell in enumerate(cells.values()) for value in values}
        blocks = self.sums([frame.select("block", **side_by_side) for frame in listed], [], list(side_by_side)).blocks
        below = []
        for at, key in enumerate(cells):
            parts = {name: pl.lit(part) for name, part in zip(by, key, strict=True)}
            named = {value: pl.col(f"{at} {value}") for value in values}
            below.append(blocks.select("block", "n", **parts, **named))
        return Sums(pl.concat(below).sort("block", *by), tuple(by), tuple(values), self.deals)

    def chart(
        self, name: str, kind: Kind, title: str, caption: str, table: pl.DataFrame, x: str, y: str, **differs: Any
    ) -> Chart:
        """Return a chart; `differs` holds further fields of `Chart` that differ from the default, and `count`.

        Rows with few cases, by the column `count`, are not drawn, and the caption says how many there are.
        Labels, unit and an empty title come from the columns' terms. A caption without a full stop is completed by the kind
        of interval and the number of games.
        """
        terms, value = self.terms, differs.get("value") or y
        usual: dict[str, Any] = {
            "x_label": terms.axis(x) if kind == "heatmap" or table[x].dtype.is_numeric() else "",
            "y_label": terms.axis(y),
            "percent": terms.unit(value) == "share",
        }
        title = title or sentences.sentence(f"{terms.words(value)} by {terms.words(x)}")
        table, left_out = drawable_rows(table, differs.pop("count", ""))
        made = Chart(name, kind, title, caption, table, x, y, **(usual | differs))
        if kind == "lines" and made.interval:
            table, wide = drop_wide_bands(table, made.figure, *made.interval)
            made, left_out = replace(made, table=table), left_out + wide
        if caption.endswith("."):
            return replace(made, caption=f"{caption}{left_out}")
        spread = f", with 95 % {'bands' if kind == 'lines' else 'intervals'}" if made.interval else ""
        return replace(made, caption=f"{caption}{spread}; {self.counted}.{left_out}")
